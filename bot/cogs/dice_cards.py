"""How dice read: rolls, saved rolls, secret rolls and what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.play import Entry, Post
from bot.systems.table.rules.dice import DiceRolled, RollMade, RollRevealed, SecretRollAnnounced
from bot.systems.table.rules.habits import PlainSet, RollForgotten, RollSaved
from bot.systems.table.rules.rolls import Handful, Rolled, Secrecy, Throw, may_reveal
from bot.systems.table.words import dice as words
from bot.systems.table.words import home
from bot.ui.card import Button, Card, Tone
from bot.ui.text import person, safe

# About twelve lines on a phone.
ROOM, MOST_LINES = 330, 8
# What a line of its own holds beside the total, and what folding and the total take.
LINE, FOLDING = 36, 28
JOURNAL_LINE, EXPRESSION = 100, 120
REVEAL_BUTTON = "reveal_roll"

_OPERATORS = {"-": "−", "*": "×", "/": "÷"}
_WORD = re.compile(r"(-?\d+)(?:>(-?\d+))?(!)?([r~])?(\++|-)?")
_STRUCK = re.compile(r"~~(.+?)~~")
_SEEN_BY = {
    Secrecy.GAME_MASTERS: words.GAME_MASTERS_SEE,
    Secrecy.ME: words.ONLY_YOU_SEE,
    Secrecy.HIDDEN: words.HIDDEN_FROM_ROLLER,
}


# -- entries --------------------------------------------------------------------------------------


def told(event: Any, entry: Entry) -> str | None:
    """One line about an event of dice; none for any other."""
    if isinstance(event, DiceRolled):
        return _line(_as_kept(event))
    if isinstance(event, RollMade):
        return _line(event.rolled)
    if isinstance(event, RollRevealed):
        who, roller = person(entry.actor), person(event.rolled.roller)
        said = words.reveals(who, roller, _what(event.rolled), event.entry)
        return f"{said}: {_brief(event.rolled)}"
    if isinstance(event, SecretRollAnnounced):
        return words.in_secret(person(event.roller))
    return _told_of_habits(event)


def _told_of_habits(event: Any) -> str | None:
    if isinstance(event, RollSaved):
        return words.saved(safe(event.name), safe(event.dice, EXPRESSION), safe(event.before, EXPRESSION))
    if isinstance(event, RollForgotten):
        return words.forgotten(safe(event.name), safe(event.dice, EXPRESSION))
    if isinstance(event, PlainSet):
        return home.PLAIN_ON if event.plain else home.PLAIN_OFF
    return None


def drawn(post: Post) -> Card | None:
    """The message about an entry of dice; none for any other."""
    entry = post.entry
    old, made, revealed = entry.event(DiceRolled), entry.event(RollMade), entry.event(RollRevealed)
    if old is not None:
        return _rolled(_as_kept(old))
    if made is not None:
        return _made(made, post)
    if revealed is not None:
        rolled = revealed.rolled
        who, roller = person(entry.actor), person(rolled.roller)
        return _card(rolled, words.reveals(who, roller, _expression(rolled), revealed.entry))
    announced = entry.event(SecretRollAnnounced)
    if announced is not None:
        is_own = post.viewer.user == announced.roller
        said = words.HIDDEN if is_own else words.in_secret(person(announced.roller))
        return Card(words.UNSEEN_TITLE, (said,), tone=Tone.QUIET)
    lines = tuple(line for line in map(_told_of_habits, entry.events) if line)
    return Card(lines=lines) if lines else None


def _made(event: RollMade, post: Post) -> Card:
    card = _rolled(event.rolled)
    if event.secrecy is Secrecy.PUBLIC:
        return card
    roll = post.subject.state if post.subject is not None else None
    if roll is not None and roll.revealed_in is not None:
        return card.add(words.revealed_in(roll.revealed_in))
    card = card.add(_SEEN_BY[event.secrecy])
    if post.subject is None or not may_reveal(post.subject.state, post.viewer):
        return card
    args = (post.entry.campaign, post.subject.id)
    return card.add(buttons=(Button(words.REVEAL, REVEAL_BUTTON, args),))


# -- a roll -----------------------------------------------------------------------------------------


def _rolled(rolled: Rolled) -> Card:
    return _card(rolled, words.rolls(person(rolled.roller), _expression(rolled)))


def _card(rolled: Rolled, head: str) -> Card:
    # The head names the dice; a title that says the same would only take room on a phone.
    return Card(safe(rolled.label), (head, *_results(rolled.throws), *_legend(rolled.throws)))


def _expression(rolled: Rolled) -> str:
    return safe(rolled.expression, EXPRESSION)


def _line(rolled: Rolled) -> str:
    return f"{words.rolls(person(rolled.roller), _what(rolled))}: {_brief(rolled)}"


def _what(rolled: Rolled) -> str:
    return words.what(safe(rolled.expression, 60), safe(rolled.label, 60))


def _brief(rolled: Rolled) -> str:
    """The totals, and of a single throw the dice too."""
    if len(rolled.throws) == 1:
        (only,) = rolled.throws
        # An undone entry's line is struck through as a whole.
        dice = _STRUCK.sub(r"[\1]", _dice(only, JOURNAL_LINE))
        return f"{_total(only)} = {dice}"
    return ", ".join(map(_total, rolled.throws))


def _results(throws: Sequence[Throw]) -> Iterator[str]:
    shown = throws if len(throws) <= MOST_LINES else throws[: MOST_LINES - 1]
    room = ROOM // len(shown) - FOLDING
    yield from (f"{_dice(throw, room)} = {_total(throw)}" for throw in shown)
    rest = throws[len(shown) :]
    if rest:
        totals = (words.total(throw.total, is_count=False) for throw in rest)
        yield words.more_throws(len(rest), ", ".join(totals))


def _total(throw: Throw) -> str:
    return words.total(throw.total, is_count=throw.is_count)


def _dice(throw: Throw, room: int) -> str:
    """The throw as it fell; of what finds no room, how many dice that are."""
    pieces = list(_pieces(throw.parts))
    whole = "".join(piece for piece, _ in pieces)
    if len(whole) <= max(room, LINE):
        return whole
    text, left = "", sum(dice for _, dice in pieces)
    for piece, dice in pieces:
        if text and len(text) + len(piece) > room:
            open_ones = ")" * (text.count("(") - text.count(")"))
            return f"{text.rstrip(' ,(')} {words.more_dice(left)}{open_ones}" if left else f"{text}…"
        text += piece
        left -= dice
    return text


def _pieces(parts: Sequence[str | Handful]) -> Iterator[tuple[str, int]]:
    """The throw in pieces that belong together, each with the number of its dice."""
    is_alone = sum(isinstance(part, Handful) for part in parts) == 1
    for part in parts:
        if isinstance(part, str):
            yield _operator(part), 0
            continue
        faces = [_face(word) for word in part.dice.split()]
        opening = "(" if is_alone else f"{safe(part.text)} ("
        for place, face in enumerate(faces):
            end = ")" if place == len(faces) - 1 else ", "
            yield (opening if place == 0 else "") + face + end, 1


def _operator(part: str) -> str:
    return part if part in "()" or part.isdigit() else f" {_OPERATORS.get(part, part)} "


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
    line = words.marks(text.count("~"), text.count("r"), text.count("!"), text.count(">"))
    return (line,) if line else ()


def _as_kept(event: DiceRolled) -> Rolled:
    """A roll from before the full notation, in today's form."""
    handful = Handful(event.expression, " ".join(map(str, event.values)), sum(event.values))
    number = ("+" if event.modifier > 0 else "-", str(abs(event.modifier))) if event.modifier else ()
    throws = (Throw(event.total, (handful, *number)),)
    return Rolled(event.roller, event.expression, event.label, throws)


# -- saved rolls ------------------------------------------------------------------------------------


def saved_rolls(rolls: Iterable[tuple[str, str]]) -> Card:
    """The asker's own list."""
    lines = [words.saved_line(safe(name), safe(dice, EXPRESSION)) for name, dice in rolls]
    return Card(words.SAVED_TITLE, tuple(lines) or (words.NONE_SAVED,))
