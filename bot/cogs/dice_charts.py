"""The cards with a picture: exact odds of a roll, and what the dice of a campaign came to.

Both take some milliseconds of computing: call them with `asyncio.to_thread`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.engine.dice.chances import chances
from bot.engine.dice.notation import Roll
from bot.engine.dice.odds import Distribution
from bot.play.tally import Faces, Tally, tail, tail_of_all
from bot.systems.table.words import dice as words
from bot.ui.card import Card, Picture
from bot.ui.text import safe

EXPRESSION = 100
MOST_KINDS = 6


# -- odds -------------------------------------------------------------------------------------------


def odds(roll: Roll, least: int | None) -> Card:
    """The chances of a roll, and of at least so much. Raises RuleViolation where that takes too long."""
    spread = chances(roll)
    treatments = (group.treatment for group in roll.groups)
    is_count = any(each is not None and each.counting is not None for each in treatments)
    if least is None and is_count:
        least = 1
    lines = [_at_least(spread, least, is_count=is_count)] if least is not None else []
    mode = max(spread, key=lambda total: (spread[total], -abs(total)))
    lines.append(words.middle(_mean(spread), mode, spread.chance(mode)))
    low, high = likely_range(spread)
    covered = Distribution((low <= total <= high, weight) for total, weight in spread.items())
    lines.append(words.likely_range(low, high, covered.chance(True)))
    if roll.repeats > 1:
        lines.append(words.each_of(roll.repeats))
    title = words.odds_title(safe(roll.expression, EXPRESSION))
    return Card(title, tuple(lines), picture=_odds_picture(roll, spread, least))


def _at_least(spread: Distribution[int], least: int, *, is_count: bool) -> str:
    return words.at_least(least, spread.at_least(least), is_count=is_count)


def _mean(spread: Distribution[int]) -> str:
    mean = sum(total * weight for total, weight in spread.items()) / spread.total
    return f"{mean:,.2f}".rstrip("0").rstrip(".").replace("-", "−")


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
    return Picture("odds.png", drawn, charts.odds_alt(by_total, title=title, target=least))


# -- statistics ---------------------------------------------------------------------------------------


def statistics(tally: Tally, who: str, sides: int | None) -> Card:
    """What the dice came to: of one kind of die, or of all kinds with a picture of the most rolled."""
    title = words.stats_title(safe(who, 100), sides)
    kinds = tally.kinds if sides is None else tuple(kind for kind in tally.kinds if kind.sides == sides)
    if not kinds:
        return Card(title, (words.NO_DICE if sides is None else words.no_dice_of(sides),))
    told = words.luck if len(kinds) == 1 else words.luck_of_die
    lines = [_die(kind, told) for kind in kinds[:MOST_KINDS]]
    if len(kinds) > 1:
        chance, is_low = tail_of_all(kinds)
        luck = words.luck(chance, is_low=is_low, count=tally.dice)
        lines.insert(0, words.altogether(tally.dice, tally.rolls, luck))
    if len(kinds) > MOST_KINDS:
        lines.append(words.more_dice(len(kinds) - MOST_KINDS))
    lines.append(words.COUNTED)
    if tally.is_capped:
        lines.append(words.capped(tally.rolls))
    return Card(title, tuple(lines), picture=_faces_picture(kinds[0], who))


def _die(kind: Faces, told: Callable[..., str]) -> str:
    luck = told(tail(kind), is_low=kind.is_low, count=kind.dice)
    return words.die_line(kind.sides, kind.dice, f"{kind.mean:.2f}", f"{kind.expected:g}", luck)


def _faces_picture(kind: Faces, who: str) -> Picture:
    from bot.ui import charts

    title, expected = words.stats_title(who, kind.sides), kind.dice / kind.sides
    drawn = charts.faces(kind.counts, expected, title=title, sides=kind.sides)
    alt = charts.faces_alt(kind.counts, expected, title=title, sides=kind.sides)
    return Picture(f"d{kind.sides}.png", drawn, alt)
