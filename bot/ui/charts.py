"""Charts of dice: how likely each total is, and how often each face came. PNG, and the same in words.

They take some milliseconds of computing: call them with `asyncio.to_thread`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import ceil, floor, log10

from bot.engine.dice.odds import percent
from bot.engine.text import T
from bot.ui.canvas import LEFT, RIGHT, Bar, Canvas, Key, label_width
from bot.ui.card import ALT
from bot.ui.spread import Spread, usual
from bot.ui.text import bare, clip

# More columns than this would be thinner than 4 pixels: then one stands for several totals.
MOST_COLUMNS, MOST_FACES, WIDEST = 165, 30, 110
# Fewer rolls say nothing about a die.
FEW_ROLLS = 10
MOST_NAMED, TITLE = 8, 200


# -- odds -----------------------------------------------------------------------------------------


def odds(chances: Mapping[int, Fraction], *, title: str, target: int | None = None) -> bytes:
    """A PNG of an exact distribution; totals of at least `target` are hatched.

    Where several totals share a column, it shows the average chance of those that can come up. Raises
    ValueError without an outcome.
    """
    spread = Spread(chances)
    plan = _Plan.of(spread, target)
    bars = list(plan.bars(spread, target))
    canvas = Canvas(title, 1.04 * max(bar.value for bar in bars))
    canvas.scale((value, f"{100 * value:.4g}%") for value in _ticks(canvas.top))
    canvas.bars(bars)
    if plan.low <= spread.mean <= plan.high:
        canvas.mean(plan.middle(float(spread.mean)))
    canvas.names(plan.names(spread, target))
    canvas.legend(*_odds_keys(spread, target))
    return canvas.png()


def odds_words(chances: Mapping[int, Fraction], *, title: str, target: int | None = None) -> Iterator[str]:
    """All that `odds` shows, a line for each total."""
    yield odds_alt(chances, title=title, target=target)
    spread = Spread(chances)
    for total in spread.totals:
        yield T("{total:,}: {chance}").plain(total=total, chance=percent(spread.between(total, total)))


def odds_alt(chances: Mapping[int, Fraction], *, title: str, target: int | None = None) -> str:
    """What `odds` shows, in words; raises ValueError without an outcome."""
    spread = Spread(chances)
    head = clip(bare(title), TITLE)
    if spread.low == spread.high:
        said = [T("Chances of {title:300}: always {total:,}.").plain(title=head, total=spread.low)]
    else:
        low, high = spread.middle(Fraction(1, 20))
        likely = T(
            "Chances of {title:300}: totals from {lowest:,} to {highest:,}, mean {mean}, {likeliest:300}. "
            "At least nine rolls in ten give {low:,} to {high:,}."
        )
        said = [
            likely.plain(
                title=head,
                lowest=spread.low,
                highest=spread.high,
                mean=_number(spread.mean),
                likeliest=_likeliest(spread),
                low=low,
                high=high,
            )
        ]
    if target is not None:
        chance = percent(spread.between(target, spread.high))
        said.append(T("At least {target:,}: {chance}.").plain(target=target, chance=chance))
    return clip(" ".join(said), ALT)


def _likeliest(spread: Spread) -> str:
    totals = spread.likeliest
    chance = percent(spread.between(totals[0], totals[0]))
    if len(totals) == len(spread.totals):
        return T("all equally likely ({chance} each)").plain(chance=chance)
    named = ", ".join(f"{total:,}" for total in totals[:MOST_NAMED]) + (" …" * (len(totals) > MOST_NAMED))
    each = T("most likely {totals:300} ({chance}{n:| each})")
    return each.plain(totals=named, chance=chance, n=len(totals))


def _odds_keys(spread: Spread, target: int | None) -> Iterable[Key]:
    if target is not None:
        chance = percent(spread.between(target, spread.high))
        yield Key(T("at least {target:,}: {chance}").plain(target=target, chance=chance), "marked")
    yield Key(T("mean {mean}").plain(mean=_number(spread.mean)), "mean")
    if target is None and len(spread.likeliest) == 1 < len(spread.totals):
        yield Key(_likeliest(spread))


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which totals go where: from `low` to `high` by `step`, `share` of them to a column."""

    low: int
    high: int
    step: int
    share: int
    # The first column begins here, at or below `low`, so that a column begins at the target.
    origin: int

    @classmethod
    def of(cls, spread: Spread, target: int | None) -> _Plan:
        low, high = spread.window(target)
        share = ceil(((high - low) // spread.step + 1) / MOST_COLUMNS)
        origin = low
        if target is not None and low < spread.on_grid(target) <= high:
            origin = low - -(spread.on_grid(target) - low) % (share * spread.step)
        return cls(low, high, spread.step, share, origin)

    @property
    def slot(self) -> float:
        """The width in pixels of each total."""
        return min((RIGHT - LEFT) / ((self.high - self.low) / self.step + 1), WIDEST)

    def middle(self, total: float) -> float:
        """The pixel column of a total."""
        centre, half = (LEFT + RIGHT) / 2, (self.high - self.low) / 2
        return centre + (total - self.low - half) / self.step * self.slot

    def bars(self, spread: Spread, target: int | None) -> Iterable[Bar]:
        """The columns from left to right."""
        gap = max(1.0, 0.16 * self.slot) if self.slot >= 8 else 0.0
        for start in range(self.origin, self.high + 1, self.share * self.step):
            first, last = max(start, self.low), min(start + (self.share - 1) * self.step, self.high)
            chance = spread.between(first, last) / max(spread.count(first, last), 1)
            left, right = self.middle(first) - self.slot / 2, self.middle(last) + self.slot / 2
            is_marked = target is not None and first >= target
            # A chance too small for a float is still a chance.
            yield Bar(left + gap / 2, right - gap / 2, max(float(chance), 1e-300 * (chance > 0)), is_marked)

    def names(self, spread: Spread, target: int | None) -> Iterable[tuple[float, str]]:
        """The labels, most wanted first: the ends, the target, then round numbers."""
        first = f"{self.low:,}" if self.low == spread.low else f"… {self.low:,}"
        last = f"{self.high:,}" if self.high == spread.high else f"{self.high:,} …"
        wanted = {self.low: first, self.high: last}
        if target is not None and self.low < target < self.high:
            wanted[target] = f"{target:,}"
        yield from ((self.middle(total), label) for total, label in wanted.items())
        apart = max(label_width(f"{end:,}") for end in (self.low, self.high)) + 24
        every = _round_up(apart / self.slot) * self.step
        start = self.low + -(self.low // self.step * self.step) % every
        for total in range(start, self.high, every):
            # Neighbours closer than the others look like a slip.
            if all(4 * abs(total - other) >= 3 * every for other in wanted):
                yield self.middle(total), f"{total:,}"


# -- faces ----------------------------------------------------------------------------------------


def faces(counts: Mapping[int, int], expected: float, *, title: str, sides: int) -> bytes:
    """A PNG of how often faces 1 to `sides` came; `expected` is how often each face should have.

    Columns outside of what chance explains in 95 of 100 cases are hatched; with fewer than 10 rolls
    none is judged. Raises ValueError for a face that the die does not have.
    """
    columns = _columns(counts, expected, sides)
    most = max(max(column.came, column.expected, column.usual[1]) for column in columns)
    canvas = Canvas(title, 1.06 * max(most, 1), _rolled(sum(counts.values())))
    canvas.scale((value, _short(value)) for value in _ticks(canvas.top, whole=True))
    width = min((RIGHT - LEFT) / len(columns), WIDEST)
    start = (LEFT + RIGHT - width * len(columns)) / 2
    _draw_faces(canvas, columns, [start + width * place for place in range(len(columns) + 1)])
    canvas.legend(*_faces_keys(columns, sum(counts.values())))
    return canvas.png()


def faces_words(counts: Mapping[int, int], expected: float, *, title: str, sides: int) -> Iterator[str]:
    """All that `faces` shows, a line for each column."""
    yield faces_alt(counts, expected, title=title, sides=sides)
    for column in _columns(counts, expected, sides):
        times = T("{times:,} {times:time|times}").plain(times=column.came)
        yield T("{face}: {times}").plain(face=column.name, times=times)


def faces_alt(counts: Mapping[int, int], expected: float, *, title: str, sides: int) -> str:
    """What `faces` shows, in words; raises ValueError for a face that the die does not have."""
    columns, rolls = _columns(counts, expected, sides), sum(counts.values())
    die = T("{title:300}: a die with {sides} {sides:face|faces}, {rolled}.")
    head = die.plain(title=clip(bare(title), TITLE), sides=sides, rolled=_rolled(rolls))
    if not rolls:
        return head
    most, least = max(columns, key=lambda c: c.came), min(columns, key=lambda c: c.came)
    each = columns[0]
    said = {"most": _came(most), "least": _came(least), "expected": _number(each.expected)}
    if rolls < FEW_ROLLS:
        few = T("Most often {most}, least often {least}; expected {expected}. Too few rolls to judge.")
        return clip(f"{head} {few.plain(**said)}", ALT)
    strange = [_came(column) for column in columns if column.is_strange]
    named = ", ".join(strange[:MOST_NAMED]) + (" …" * (len(strange) > MOST_NAMED)) or T("none").plain()
    judged = T(
        "Most often {most}, least often {least}; expected {expected} each, in 19 of 20 cases "
        "{low:,} to {high:,}. Outside of that: {strange:300}."
    )
    low, high = each.usual
    return clip(f"{head} {judged.plain(**said, low=low, high=high, strange=named)}", ALT)


@dataclass(frozen=True, slots=True)
class _Column:
    """Faces that share a column, how often they came and should have, and what chance explains."""

    first: int
    last: int
    came: int
    expected: float
    usual: tuple[int, int]
    is_judged: bool

    @property
    def is_strange(self) -> bool:
        return self.is_judged and not self.usual[0] <= self.came <= self.usual[1]

    @property
    def name(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first}–{self.last}"


def _columns(counts: Mapping[int, int], expected: float, sides: int) -> Sequence[_Column]:
    strangers = [face for face in counts if not 1 <= face <= sides]
    if strangers:
        raise ValueError(f"a die with {sides} sides has no face {strangers[0]}")
    rolls, share = sum(counts.values()), _round_up(sides / MOST_FACES)
    columns = []
    for first in range(1, sides + 1, share):
        last = min(first + share - 1, sides)
        wanted = expected * (last - first + 1)
        band = usual(rolls, min(wanted / rolls, 1.0)) if rolls else (0, 0)
        came = sum(counts.get(face, 0) for face in range(first, last + 1))
        columns.append(_Column(first, last, came, wanted, band, rolls >= FEW_ROLLS))
    return columns


def _draw_faces(canvas: Canvas, columns: Sequence[_Column], edges: Sequence[float]) -> None:
    places = list(enumerate(columns))
    # A last column of fewer faces has an expectation of its own.
    runs = [list(run) for _, run in groupby(places, key=lambda place: place[1].expected)]
    stretches = [(edges[run[0][0]], edges[run[-1][0] + 1], run[0][1]) for run in runs]
    for left, right, column in stretches:
        if column.is_judged:
            canvas.band(left, right, *column.usual)
    gap = max(1.0, 0.25 * (edges[1] - edges[0])) / 2
    canvas.bars(Bar(edges[n] + gap, edges[n + 1] - gap, c.came, c.is_strange) for n, c in places)
    for left, right, column in stretches:
        if column.is_judged:
            canvas.edges(left, right, *column.usual)
        if column.expected:
            canvas.level(left, right, column.expected)
    canvas.names(_face_names(columns, edges))


def _face_names(columns: Sequence[_Column], edges: Sequence[float]) -> Iterable[tuple[float, str]]:
    apart = max(label_width(column.name) for column in columns) + 24
    every, last = _round_up(apart / (edges[1] - edges[0])), len(columns) - 1
    # Single faces are named 5, 10, 15 …; several together 1–5, 26–30, 51–55 …
    start = every - 1 if columns[0].first == columns[0].last else every
    rest = [n for n in range(start, last, every) if 4 * min(n, last - n) >= 3 * every]
    return [((edges[n] + edges[n + 1]) / 2, columns[n].name) for n in dict.fromkeys((0, last, *rest))]


def _faces_keys(columns: Sequence[_Column], rolls: int) -> Iterable[Key]:
    if rolls:
        yield Key(T("expected {value}").plain(value=_number(columns[0].expected)), "expected")
    if 0 < rolls < FEW_ROLLS:
        yield Key(T("too few to judge").plain())
    if rolls >= FEW_ROLLS:
        low, high = columns[0].usual
        yield Key(T("95%: {low:,}–{high:,}").plain(low=low, high=high), "band")
    if any(column.is_strange for column in columns):
        yield Key(T("outside").plain(), "marked")


def _came(column: _Column) -> str:
    return T("{face} ({times:once|{times:,} times})").plain(face=column.name, times=column.came)


def _rolled(rolls: int) -> str:
    if not rolls:
        return T("not rolled yet").plain()
    return T("rolled {rolls:,} {rolls:time|times}").plain(rolls=rolls)


# -- numbers --------------------------------------------------------------------------------------


def _round_up(number: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50 … that is at least this."""
    size = int(10 ** floor(log10(max(number, 1))))
    return next(step * size for step in (1, 2, 5, 10) if step * size >= number)


def _ticks(top: float, *, whole: bool = False) -> Sequence[float]:
    """Round values from 0 up to `top`, three to six of them."""
    size: float = 10.0 ** floor(log10(top / 4))
    step = next(step * size for step in (1, 2, 5, 10) if step * size >= top / 4)
    step = max(step, 1.0) if whole else step
    return [step * count for count in range(floor(top / step) + 1)]


def _short(value: float) -> str:
    """A tick's number, in thousands where it would not fit."""
    return f"{value / 1000:,.10g}k" if value >= 10_000 else f"{value:,.0f}"


def _number(value: Fraction | float) -> str:
    number = float(value)
    places = 0 if abs(number) >= 1000 else 1 if abs(number) >= 100 else 2
    written = f"{number:,.{places}f}"
    return written.rstrip("0").rstrip(".") if places else written
