"""How dice read: rolls, secret rolls and what became of them; exact odds, statistics, and their fairness."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from bot.engine.card import Button, Card, Picture, Tone
from bot.engine.dice.chances import chances
from bot.engine.dice.odds import Distribution, percent
from bot.engine.dice.terms import Roll
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.text import Safe, T
from bot.play import Entry, Post
from bot.play.tally import Faces, Tally, tail, tail_of_all
from bot.systems.table.dice.rules import (
    EXPRESSION,
    Handful,
    PlainSet,
    Rolled,
    RollForgotten,
    RollMade,
    RollRevealed,
    RollSaved,
    Secrecy,
    SecretRollAnnounced,
    Throw,
    may_reveal,
)
from bot.ui.text import safe

# About twelve lines on a phone.
ROOM, MOST_LINES = 330, 8
# What a line of its own holds beside the total, and what folding and the total take.
LINE, FOLDING = 36, 28
JOURNAL_LINE, LABEL = 100, 40
REVEAL_BUTTON = "reveal_roll"

_OPERATORS = {"-": "−", "*": "×", "/": "÷"}
_WORD = re.compile(r"(-?\d+)(?:>(-?\d+))?(!)?([r~])?(\++|-)?")
_STRUCK = re.compile(r"~~(.+?)~~")
_SEEN_BY = {
    Secrecy.GAME_MASTERS: T("Only the roller and the game masters see this."),
    Secrecy.ME: T("Only you see this, here and in the journal."),
    Secrecy.HIDDEN: T("Only the game masters see this."),
}


# -- entries --------------------------------------------------------------------------------------


def line_of(event: Any, entry: Entry) -> str | None:
    """One line about an event of dice; none for any other."""
    if isinstance(event, RollMade):
        return f"{_rolls(event.rolled, _what(event.rolled))}: {_brief(event.rolled)}"
    if isinstance(event, RollRevealed):
        return f"{_reveals(event, entry, _what(event.rolled))}: {_brief(event.rolled)}"
    return None


def _reveals(event: RollRevealed, entry: Entry, what: str) -> Safe:
    """Above the dice of a roll that is secret no more."""
    says = T("{who:@} reveals {roller:@}'s secret roll, {what}, from #{entry}")
    if entry.actor == event.rolled.roller:
        says = T("{who:@} reveals a secret roll, {what}, from #{entry}")
        return says(who=entry.actor, what=Safe(what), entry=event.entry)
    return says(who=entry.actor, roller=event.rolled.roller, what=Safe(what), entry=event.entry)


@draws(RollMade)
def _made(event: RollMade, post: Post) -> Card:
    rolled = event.rolled
    card = _card(rolled, _rolls(rolled, safe(rolled.expression, EXPRESSION)))
    if event.secrecy is Secrecy.PUBLIC:
        return card
    roll = post.subject.state if post.subject is not None else None
    if roll is not None and roll.revealed_in is not None:
        return card.add(T("Revealed to everyone in #{entry}.")(entry=roll.revealed_in))
    card = card.add(f"-# {_SEEN_BY[event.secrecy]()}")
    if post.subject is None or not may_reveal(post.subject.state, post.viewer):
        return card
    args = (post.entry.campaign, post.subject.id)
    return card.add(buttons=(Button(T("Reveal to everyone").plain(), REVEAL_BUTTON, args),))


@draws(RollRevealed)
def _revealed(event: RollRevealed, post: Post) -> Card:
    head = _reveals(event, post.entry, safe(event.rolled.expression, EXPRESSION))
    return _card(event.rolled, head)


@draws(SecretRollAnnounced)
def _announced(event: SecretRollAnnounced, post: Post) -> Card:
    own = T("You rolled in secret. The game masters see the result; the channel only sees that you rolled.")
    said = own() if post.viewer.user == event.roller else sentence(event)
    return Card(T("A secret roll")(), (said or "",), tone=Tone.QUIET)


@draws(RollSaved, RollForgotten, PlainSet)
def _habits(_event: RollSaved | RollForgotten | PlainSet, post: Post) -> Card:
    habits = (each for each in post.entry.events if isinstance(each, RollSaved | RollForgotten | PlainSet))
    return Card(lines=tuple(line for line in map(sentence, habits) if line))


# -- a roll -----------------------------------------------------------------------------------------


def _rolls(rolled: Rolled, what: str) -> Safe:
    return T("{who:@} rolls {what}")(who=rolled.roller, what=Safe(what))


def _card(rolled: Rolled, head: str) -> Card:
    # The head names the dice; a title that says the same would only take room on a phone.
    return Card(safe(rolled.label), (head, *_results(rolled), *_legend(rolled.throws)))


def _what(rolled: Rolled) -> str:
    label = f" ({safe(rolled.label, 60)})" if rolled.label else ""
    return safe(rolled.expression, 60) + label


def _brief(rolled: Rolled) -> str:
    """The totals, and of a single throw the dice too."""
    if len(rolled.throws) == 1:
        (only,) = rolled.throws
        # An undone entry's line is struck through as a whole.
        dice = _STRUCK.sub(r"[\1]", _dice(only, JOURNAL_LINE))
        return f"{_total(only)} = {dice}"
    totals = ", ".join(f"{_total(each)}{_of(each)}" for each in rolled.throws)
    return f"{_together(rolled)} = {totals}" if rolled.is_sum else totals


def _of(throw: Throw) -> str:
    return f" {safe(throw.label, LABEL)}" if throw.label else ""


def _together(rolled: Rolled) -> str:
    return _in_bold(sum(each.total for each in rolled.throws))


def _results(rolled: Rolled) -> Iterator[str]:
    throws = rolled.throws
    shown = throws if len(throws) <= MOST_LINES else throws[: MOST_LINES - 1]
    room = ROOM // len(shown) - FOLDING
    for each in shown:
        yield f"{_dice(each, room, is_named=rolled.is_several)} = {_total(each)}{_of(each)}"
    rest = throws[len(shown) :]
    if rest:
        totals = Safe(", ".join(_in_bold(throw.total) for throw in rest))
        yield T("… and {n} more: {totals}")(n=len(rest), totals=totals)
    if rolled.is_sum:
        yield T("Together {total}")(total=Safe(_together(rolled)))


def _total(throw: Throw) -> str:
    """`**7**`, or `**2** successes`."""
    if not throw.is_count:
        return _in_bold(throw.total)
    return T("{total} {n:success|successes}")(total=_in_bold(throw.total), n=throw.total)


def _in_bold(number: int) -> Safe:
    return T("**{number:,}**")(number=number)


def _dice(throw: Throw, room: int, *, is_named: bool = False) -> str:
    """The throw as it fell; of what finds no room, how many dice that are."""
    pieces = list(_pieces(throw.parts, is_named=is_named))
    whole = "".join(piece for piece, _ in pieces)
    if len(whole) <= max(room, LINE):
        return whole
    text, left = "", sum(dice for _, dice in pieces)
    for piece, dice in pieces:
        if text and len(text) + len(piece) > room:
            open_ones = ")" * (text.count("(") - text.count(")"))
            more = T("… and {n:,} more")(n=left)
            return f"{text.rstrip(' ,(')} {more}{open_ones}" if left else f"{text}…"
        text += piece
        left -= dice
    return text


def _pieces(parts: Sequence[str | Handful], *, is_named: bool) -> Iterator[tuple[str, int]]:
    """The throw in pieces that belong together, each with the number of its dice."""
    is_alone = not is_named and sum(isinstance(part, Handful) for part in parts) == 1
    for part in parts:
        if isinstance(part, str):
            is_plain = part in "()" or part.isdigit()
            yield part if is_plain else f" {_OPERATORS.get(part, part)} ", 0
            continue
        faces = [_face(word) for word in part.dice.split()]
        opening = "(" if is_alone else f"{safe(part.text)} ("
        for place, face in enumerate(faces):
            end = ")" if place == len(faces) - 1 else ", "
            yield (opening if place == 0 else "") + face + end, 1


def _face(word: str) -> str:
    """One die with its marks: `6!`, `~~1~~`, `~~2~~↻`, `1→2`, `8✓`."""
    found = _WORD.fullmatch(word)
    if found is None:
        raise ValueError(f"{word!r} is no die")
    face, value, exploded, gone, worth = found.groups()
    shown = face.replace("-", "−") + (f"→{value.replace('-', '−')}" if value else "") + (exploded or "")
    if gone:
        return f"~~{shown}~~" + ("↻" if gone == "r" else "")
    if worth:
        return shown + ("✗" if worth == "-" else "✓" * len(worth))
    return shown


def _legend(throws: Iterable[Throw]) -> tuple[str, ...]:
    handfuls = (part for throw in throws for part in throw.parts if isinstance(part, Handful))
    text = " ".join(part.dice for part in handfuls)
    marks = {
        "~": T("{n:,} dropped (~~struck~~)"),
        "r": T("{n:,} rolled again (↻)"),
        "!": T("{n:,} exploded (!)"),
        ">": T("{n:,} raised or lowered (→)"),
    }
    named = [told(n=count) for mark, told in marks.items() if (count := text.count(mark))]
    return (f"-# {' · '.join(named)}",) if named else ()


# -- The cards with a picture: exact odds of a roll, and what the dice of a campaign came to


MOST_KINDS, FEWEST_TO_JUDGE = 6, 10
# Less likely than this is unusual.
UNUSUAL = 0.05


# -- odds -------------------------------------------------------------------------------------------


def odds(roll: Roll, least: int | None) -> Card:
    """The chances of a roll, and of at least so much. Raises RuleViolation where that takes too long."""
    spread = chances(roll)
    treatments = (group.treatment for group in roll.groups)
    is_count = any(each is not None and each.counting is not None for each in treatments)
    if least is None and is_count:
        least = 1
    lines: list[str] = []
    if least is not None:
        unit = T(" {n:success|successes}")(n=least if least == 1 else 2) if is_count else ""
        says = T("At least {least:,}{unit}: **{chance}**")
        lines.append(says(least=least, unit=unit, chance=Safe(percent(spread.at_least(least)))))
    mode = max(spread, key=lambda total: (spread[total], -abs(total)))
    mean = f"{sum(total * weight for total, weight in spread.items()) / spread.total:,.2f}"
    lines.append(
        T("Mean {mean}, most often {mode:,} ({chance})")(
            mean=Safe(mean.rstrip("0").rstrip(".").replace("-", "−")),
            mode=mode,
            chance=Safe(percent(spread.chance(mode))),
        )
    )
    low, high = likely_range(spread)
    covered = Distribution((low <= total <= high, weight) for total, weight in spread.items())
    chance = Safe(percent(covered.chance(True)))
    if low == high:
        lines.append(T("{chance} of rolls come to {total:,}.")(chance=chance, total=low))
    else:
        says = T("{chance} of rolls come to {low:,} to {high:,}.")
        lines.append(says(chance=chance, low=low, high=high))
    if roll.repeats > 1:
        lines.append(T("These are the chances for each of the {n} throws.")(n=roll.repeats))
    title = T("Odds of {roll:100}")(roll=roll.expression)
    return Card(title, tuple(lines), picture=_odds_picture(roll, spread, least))


def likely_range(spread: Distribution[int]) -> tuple[int, int]:
    """The shortest range in which at least two rolls of three end up; of several the one in the middle."""
    ranges = list(_ranges(spread, -(-2 * spread.total // 3)))
    shortest = min(high - low for low, high in ranges)
    found = [each for each in ranges if each[1] - each[0] == shortest]
    return found[len(found) // 2]


def _ranges(spread: Distribution[int], wanted: int) -> Iterator[tuple[int, int]]:
    """For each upper end the shortest range that holds as many cases as wanted."""
    totals, first, inside = sorted(spread), 0, 0
    for last in totals:
        inside += spread[last]
        while inside - spread[totals[first]] >= wanted:
            inside -= spread[totals[first]]
            first += 1
        if inside >= wanted:
            yield totals[first], last


def _odds_picture(roll: Roll, spread: Distribution[int], least: int | None) -> Picture:
    # Only who draws loads the library for it: it holds 7 MiB.
    from bot.ui import charts

    by_total = {total: spread.chance(total) for total in spread}
    title = roll.expression
    drawn = charts.odds(by_total, title=title, target=least)
    alt = charts.odds_alt(by_total, title=title, target=least)
    words = partial(charts.odds_words, by_total, title=title, target=least)
    return Picture("odds.png", drawn, alt, words)


# -- statistics ---------------------------------------------------------------------------------------


def statistics(tally: Tally, who: str, sides: int | None, *, is_everyone: bool = False) -> Card:
    """What the dice came to: of one kind of die, or of all kinds with a picture of the most rolled.

    Those of everyone are compared with other tables', not with other players'.
    """
    among = TABLES if is_everyone else PLAYERS
    title, _ = _title(who, sides)
    kinds = tally.kinds if sides is None else tuple(kind for kind in tally.kinds if kind.sides == sides)
    if not kinds and sides is None:
        return Card(title, (T("Nobody has rolled open dice here yet.")(),))
    if not kinds:
        return Card(title, (T("Nobody has rolled an open d{sides} here yet.")(sides=sides),))
    lines: list[str] = [_die(kind, among, is_only=len(kinds) == 1) for kind in kinds[:MOST_KINDS]]
    if len(kinds) > 1:
        chance, is_low = tail_of_all(kinds)
        says = T("{dice:,} {dice:die|dice} in {rolls:,} {rolls:roll|rolls} · {luck}")
        said = luck(chance, among, is_low=is_low, count=tally.dice)
        lines.insert(0, says(dice=tally.dice, rolls=tally.rolls, luck=said))
    if len(kinds) > MOST_KINDS:
        lines.append(T("… and {n:,} more")(n=len(kinds) - MOST_KINDS))
    counted = T("Counts open rolls only. Undone ones count too: their dice were rolled.")
    lines.append(f"-# {counted()}")
    if tally.is_capped:
        lines.append("-# " + T("Counted: the newest {n:,} rolls.")(n=tally.rolls))
    return Card(title, tuple(lines), picture=_faces_picture(kinds[0], who))


def _title(who: str, sides: int | None) -> tuple[Safe, str]:
    """Over the card, and over its picture, where nothing is markup."""
    if sides is None:
        says = T("Dice of {who:100}")
        return says(who=who), says.plain(who=who)
    says = T("The d{sides} of {who:100}")
    return says(who=who, sides=sides), says.plain(who=who, sides=sides)


def _die(kind: Faces, among: Among, *, is_only: bool) -> Safe:
    says = T("**{name}** · {n:,} {n:die|dice} · mean {mean}, expected {expected} · {luck}")
    tail_of = tail(kind)
    said = luck(tail_of, among, is_low=kind.is_low, count=kind.dice)
    if not is_only and tail_of >= UNUSUAL:
        # Among several it takes fewer words where there is nothing to tell.
        said = Safe(said.partition(":")[0])
    return says(
        name=Safe("d3, dF" if kind.sides == 3 else f"d{kind.sides}"),
        n=kind.dice,
        mean=Safe(f"{kind.mean:.2f}"),
        expected=Safe(f"{kind.expected:g}"),
        luck=said,
    )


class Among(NamedTuple):
    """With whom dice are compared: what most of them would see, and what few."""

    most: T
    few: T


PLAYERS = Among(
    T("as expected: about every other player would see {worse}"),
    T("{verdict}: about 1 in {many} players would see {worse}"),
)
TABLES = Among(
    T("as expected: about every other table would see {worse}"),
    T("{verdict}: about 1 in {many} tables would see {worse}"),
)


def luck(tail: float, among: Among = PLAYERS, *, is_low: bool, count: int) -> Safe:
    """How unusual a mean is: `tail` is the chance of one this far off in its direction, or further."""
    if count < FEWEST_TO_JUDGE:
        return T("too few to judge")()
    worse = T("this or worse") if is_low else T("this or better")
    if tail > 0.4:
        return among.most(worse=worse)
    extreme = T("unlucky") if is_low else T("lucky")
    verdict = extreme if tail < UNUSUAL else T("nothing unusual")
    return among.few(verdict=verdict, many=_one_in(tail), worse=worse)


def _one_in(tail: float) -> Safe:
    if tail < 1e-6:
        return T("a million or more")()
    number = 1 / tail
    digits = 10 ** max(0, len(str(int(number))) - 2)
    return T("{n:,}")(n=round(number / digits) * digits)


def _faces_picture(kind: Faces, who: str) -> Picture:
    from bot.ui import charts

    (_, title), expected = _title(who, kind.sides), kind.dice / kind.sides
    drawn = partial(charts.faces, kind.counts, expected, title=title, sides=kind.sides)
    alt = charts.faces_alt(kind.counts, expected, title=title, sides=kind.sides)
    words = partial(charts.faces_words, kind.counts, expected, title=title, sides=kind.sides)
    return Picture(f"d{kind.sides}.png", drawn, alt, words)
