"""Charts for fate rolls: five rows of five cells, entries of the campaign's library (K15, Q16)."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import finder
from bot.engine.library import Field, Shelf, Texts
from bot.engine.parts import Unlisted, Whole
from bot.engine.people import GAME_MASTERS, Permit, Standing, Viewer
from bot.engine.saying import Name, say
from bot.engine.system import Change, Kind, Open, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import Labelled, Safe, T, of_length, refused, safe
from bot.engine.words import one_line
from bot.errors import NotAllowed, Stale

ROWS = COLUMNS = 5
NAME_LENGTH, CELL_LENGTH, FORM_LENGTH = 60, 100, 4000
# What a chart is written with, and what a pasted table may have between its cells instead.
DIVIDER, OTHER_DIVIDERS = "|", "\t;,"
MOST_NAMED = 5


class SeenBy(Labelled):
    """Who may know a chart."""

    EVERYONE = "everyone", "Everyone"
    GAME_MASTERS = "game_masters", "Game masters only"


def _cells_said(cells: Sequence[str] | None) -> str | None:
    found = cells or ()
    more = T(" … and {n} more")(n=len(found) - MOST_NAMED) if len(found) > MOST_NAMED else ""
    return "; ".join(safe(cell, 40) for cell in found[:MOST_NAMED]) + more or None


def _audience(is_secret: bool) -> Safe:
    return (SeenBy.GAME_MASTERS if is_secret else SeenBy.EVERYONE).label


@dataclass(frozen=True, slots=True)
class Chart:
    """Twenty-five cells, row by row; cells may repeat a text. A secret one is the game masters' alone."""

    name: Annotated[str, T("name")]
    cells: Annotated[tuple[str, ...], T("cells"), Whole(_cells_said)]
    is_secret: Annotated[bool, T("audience"), _audience] = False

    def cell(self, row: int, column: int) -> str:
        """The text in that row and column, both 1 to 5."""
        return self.cells[(row - 1) * COLUMNS + column - 1]


def chart_view(state: Chart, viewer: Viewer) -> Chart | None:
    """Nothing of a secret chart for anybody but the game masters."""
    return state if viewer.is_game_master or not state.is_secret else None


CHART: Kind[Chart] = Kind("chart", Chart, title=lambda state: state.name, view=chart_view)

CHARTS_MEANT = finder(
    CHART,
    has_secrets=True,
    unknown=lambda name: T(
        "There's no chart called “{name}” here. Pick one from the list, or add one: `/library list` has the "
        "game's own, `/library add` writes another. Nothing was rolled."
    )(name=name),
    several=lambda name: T(
        "Several charts are called “{name}”, so nothing was rolled. Pick one from the list."
    )(name=name),
)


# -- in the library -------------------------------------------------------------------------------


def read_chart(texts: Texts) -> Chart:
    """The chart of those texts, everyone's unless they say otherwise. Raises RuleViolation at its fault."""
    name = one_line(texts["name"])
    of_length(
        name, NAME_LENGTH, "chart.name", "A chart's name can have 1 to {most} characters{given}.", least=1
    )
    rows = _rows(texts["cells"])
    for number, row in enumerate(rows, start=1):
        _require_cells(number, row)
    cells = tuple(cell for row in rows for cell in row)
    return Chart(name, cells, is_secret=texts["seen_by"] == SeenBy.GAME_MASTERS)


def _rows(text: str) -> list[list[str]]:
    """Five rows of five cells, out of as many lines or of a line for each cell."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) == ROWS * COLUMNS and DIVIDER not in text:
        return [_cells(lines[first : first + COLUMNS]) for first in range(0, len(lines), COLUMNS)]
    if len(lines) != ROWS:
        raise refused(
            "chart.rows",
            "Write a chart as five lines of five cells, separated by “|”, “;”, “,” or tabs, or as 25 "
            "lines of one cell without “|”; you wrote {n} {n:line|lines}.",
            n=len(lines),
        )
    rows = _divided(lines)
    uneven = [
        T("row {row} has {n}")(row=number, n=len(row))
        for number, row in enumerate(rows, start=1)
        if len(row) != COLUMNS
    ]
    if uneven:
        raise refused(
            "chart.columns",
            "Each of a chart's five rows needs five cells, separated by “|”, “;”, “,” or tabs; {uneven}.",
            uneven=uneven,
        )
    return rows


def _divided(lines: Sequence[str]) -> list[list[str]]:
    """The cells of each line: at “|” where there is one, else at what gives every line its five.

    A pasted table may have its cells in quotes, as spreadsheets write those that hold the divider.
    """
    written = [_cells(line.split(DIVIDER)) for line in lines]
    if any(len(row) > 1 for row in written):
        return written
    pasted = [[_cells(_pasted(line, divider)) for line in lines] for divider in OTHER_DIVIDERS]
    whole = (rows for rows in pasted if all(len(row) == COLUMNS for row in rows))
    divided = (rows for rows in pasted if any(len(row) > 1 for row in rows))
    return next(whole, None) or next(divided, written)


def _pasted(line: str, divider: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=divider, strict=True, skipinitialspace=True))
    except csv.Error:
        # Quotes that only stand in the text: somebody speaks.
        return line.split(divider)


def _cells(texts: Sequence[str]) -> list[str]:
    return [one_line(text) for text in texts]


def _require_cells(row: int, cells: Sequence[str]) -> None:
    for column, cell in enumerate(cells, start=1):
        if not 1 <= len(cell) <= CELL_LENGTH:
            raise refused(
                "chart.cell",
                "A cell can have 1 to {most} characters; the one in row {row}, column {column} has {n}.",
                most=CELL_LENGTH,
                row=row,
                column=column,
                n=len(cell),
            )


def write_chart(state: Chart) -> dict[str, str]:
    """The texts that `read_chart` makes the same chart of."""
    rows = (state.cells[first : first + COLUMNS] for first in range(0, len(state.cells), COLUMNS))
    return {
        "name": state.name,
        "cells": "\n".join(f" {DIVIDER} ".join(row) for row in rows),
        "seen_by": (SeenBy.GAME_MASTERS if state.is_secret else SeenBy.EVERYONE).value,
    }


CHARTS: Shelf[Chart] = Shelf(
    "second_kingdom",
    CHART,
    "chart",
    "charts",
    (
        Field("name", "Name", "Weather in the passes", NAME_LENGTH),
        Field(
            "cells",
            "Cells",
            "Five lines of five cells, separated by | ; , or tabs: Sun | Sun | Haze | Mist | Rain",
            FORM_LENGTH,
            is_long=True,
        ),
        Field(
            "seen_by",
            "Who can see it",
            is_optional=True,
            empty="Leave it empty for everybody.",
            options=tuple(SeenBy),
        ),
    ),
    read_chart,
    write_chart,
)


# -- Fate rolls: two dice, halved, name a cell of a chart (K14, K15) ---------------------------------------


SIDES = 10
REASON_LENGTH = 200


def halved(face: int) -> int:
    """The row or column that one die names: half of it, rounded up (K14)."""
    return (face + 1) // 2


@dataclass(frozen=True, slots=True)
class Reading:
    """What two dice, in the order they fell, name on a chart: the first the row, the second the column."""

    dice: tuple[int, int]
    row: int
    column: int
    text: str


def read_fate(chart: Chart, first: int, second: int) -> Reading:
    """Look the dice up on a chart; they are never sorted, so that all 25 cells are as likely (K15, Q23)."""
    row, column = halved(first), halved(second)
    return Reading((first, second), row, column, chart.cell(row, column))


@dataclass(frozen=True, slots=True)
class FateRoll:
    """A fate roll as it is told; `chart` is empty where its name is a secret."""

    roller: int
    chart: str
    reason: str
    reading: Reading


def _entry(number: int) -> Safe:
    return Safe(f"#{number}")


@dataclass(frozen=True, slots=True)
class Fate:
    """A fate roll as it is kept, with the chart as it was then: a later edit changes no old result.

    `chart` is None where the chart is hidden from who looks. `entry` is the number of the roll's entry,
    `place` the channel in which a secret roll is revealed, `revealed_in` the entry that did that.
    """

    roll: Unlisted[FateRoll]
    chart_id: Unlisted[RecordId]
    chart: Unlisted[Chart | None]
    is_secret: Unlisted[bool]
    entry: Unlisted[int]
    place: Unlisted[int]
    revealed_in: Annotated[int | None, T("reveal"), _entry] = None

    @property
    def is_hidden(self) -> bool:
        """Whether it is still the game masters' secret (Q24)."""
        return self.is_secret and self.revealed_in is None

    @property
    def hides_chart(self) -> bool:
        """Whether the chart is the game masters' secret, whatever becomes of the roll."""
        return self.chart is not None and self.chart.is_secret

    @property
    def open_roll(self) -> FateRoll:
        """The roll as everybody may know it: without the name of a secret chart."""
        return replace(self.roll, chart="") if self.hides_chart else self.roll


def fate_view(state: Fate, viewer: Viewer) -> Fate | None:
    """Nothing of a secret roll, and of one on a secret chart only its result."""
    if viewer.is_game_master:
        return state
    if state.is_hidden:
        return None
    return replace(state, roll=state.open_roll, chart=None if state.hides_chart else state.chart)


FATE: Kind[Fate] = Kind(
    "fate",
    Fate,
    title=lambda state: (
        T("Fate: {what}").plain(what=what)
        if (what := state.roll.reason or state.roll.chart)
        else T("A fate roll").plain()
    ),
    parent=lambda state: state.chart_id,
    view=fate_view,
)


class RollFate(Action):
    """Make a fate roll: two dice choose a cell on a chart

    Only game masters do it in secret; in their own channel they do unless they say no.
    """

    chart: RecordId = option("Which chart in the library", finder=CHARTS_MEANT)
    reason: str = option("What it's about", default="")
    is_secret: bool | None = option(
        "For game masters: players see it only when you reveal it", name="secret", default=None
    )


class RevealFate(Action):
    """Show everybody what was rolled in secret."""

    fate: RecordId


def rolls(roll: FateRoll, chart: str) -> Safe:
    """Who rolled, and on what, where that is to be said."""
    if not chart:
        return T("{roller:@} makes a fate roll")(roller=roll.roller)
    return T("{roller:@} makes a fate roll on **{chart}**")(roller=roll.roller, chart=chart)


def _line(said: Safe, roll: FateRoll) -> Safe:
    """A roll in one line of the journal."""
    reading = roll.reading
    first, second = reading.dice
    return T("{said}{about}: {first} and {second}, row {row}, column {column}: {text}.")(
        said=said,
        about=T(" ({reason:60})")(reason=roll.reason) if roll.reason else "",
        first=first,
        second=second,
        row=reading.row,
        column=reading.column,
        text=reading.text,
    )


class FateRolled(Event):
    """A roll on a chart of fates was made."""

    roll: FateRoll

    def sentence(self) -> Safe:
        """The roll in a line."""
        return _line(rolls(self.roll, self.roll.chart), self.roll)


class SecretFateAnnounced(Event):
    """Fate was rolled in secret; what it was is told elsewhere."""

    says = T("{roller:@} makes a secret fate roll.")
    roller: int


class FateRevealed(Event):
    """The secret roll of an earlier entry is everybody's now; `by` whom."""

    roll: FateRoll
    by: int
    entry: int

    def sentence(self) -> Safe:
        """Whose roll it was, and the roll in a line."""
        return _line(self.reveals(self.roll.chart), self.roll)

    def reveals(self, chart: str) -> Safe:
        """What stands above a roll that is secret no more."""
        whose = "" if self.by == self.roll.roller else T(" by {roller:@}")(roller=self.roll.roller)
        return T("{by:@} reveals a secret fate roll{whose}{on}, from #{entry}")(
            by=self.by, whose=whose, on=T(" on **{chart}**")(chart=chart) if chart else "", entry=self.entry
        )


# -- what happens -------------------------------------------------------------------------------


def roll_scope(action: RollFate) -> Scope:
    """The chart, and its rolls that were undone: this one may be in their place."""
    return Scope(ids=(action.chart,), wants=(Want(FATE.name, parent=action.chart, archived=True),))


@action("sk fate", may=Permit.MEMBERS, scope=roll_scope, is_discreet=True)
def roll_fate(world: World, action: RollFate, dice: Dice) -> Result:
    """Roll on the chart as it is now. Raises RuleViolation, or NotAllowed for a player's secret roll."""
    chart = _chart(world, action.chart)
    is_apart = world.channel == world.campaign.game_master_channel
    is_secret = is_apart if action.is_secret is None else action.is_secret
    if is_secret:
        _require_secrecy(world)
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise refused(
            "fate.reason",
            "Say what it's about in at most {most} characters, not {n}. Nothing was rolled.",
            most=REASON_LENGTH,
            n=len(reason),
        )
    first, second = dice.roll(2, SIDES, reason=T("fate").plain(), secret=is_secret)
    roll = FateRoll(world.actor, chart.name, reason, read_fate(chart, first, second))
    fate = Fate(roll, action.chart, chart, is_secret, world.entry, world.place)
    opened = Open(world.new_id(), FATE.name, fate)
    changes: tuple[Change, ...] = (opened, *_rolled_anew(world, is_secret=is_secret))
    if is_secret:
        announced = () if is_apart else (SecretFateAnnounced(world.actor),)
        return Result(changes, (FateRolled(roll, audience=GAME_MASTERS), *announced), secret_first=True)
    told = FateRolled(fate.open_roll)
    if not chart.is_secret:
        return Result(changes, (told,))
    which = say(
        "fate.secret_chart",
        T("The secret chart was **{chart}**."),
        chart=Name(chart.name),
        audience=GAME_MASTERS,
    )
    return Result(changes, (told, which))


def _chart(world: World, chart: RecordId) -> Chart:
    """That chart. Raises RuleViolation where the actor may not know of it, as if there were none."""
    found, viewer = world.records.get(chart), Viewer(world.actor, world.standing)
    if found is None or found.kind != CHART.name or CHART.view(found.state, viewer) is None:
        raise refused(
            "fate.chart", "This campaign has no such chart, so nothing was rolled. Pick one from the list."
        )
    return world.get(CHART, chart).state


def _require_secrecy(world: World) -> None:
    if world.standing is not Standing.GAME_MASTER:
        raise refused(
            "fate.in_the_open",
            "Only a game master can make a secret fate roll; nothing was rolled. Leave out `secret`.",
            NotAllowed,
        )
    if world.campaign.game_master_channel is None:
        raise refused(
            "fate.no_channel",
            "A secret fate roll goes to the game master's channel, and this campaign has none; nothing "
            "was rolled. Choose one with `/campaign bind`, `for_game_masters: True`.",
        )


def _rolled_anew(world: World, *, is_secret: bool) -> tuple[Replace, ...]:
    """The undone rolls on the chart, left as they are: the house then says that fate was rolled again.

    Everybody reads that, and so learned a secret roll's chart from an open one (Q24): they stay apart.
    """
    fates = (each for each in world.records.values() if each.kind == FATE.name and each.rolled_back)
    return tuple(Replace(each.id, each.state) for each in fates if each.state.is_secret is is_secret)


@action(may=Permit.GAME_MASTERS, scope=lambda action: Scope(ids=(action.fate,)), is_undoable=False)
def reveal_fate(world: World, action: RevealFate, dice: Dice) -> Result:
    """Tell everybody, where the roll was made. Raises Stale the second time."""
    record = world.get(FATE, action.fate)
    fate = record.state
    if fate.revealed_in is not None:
        raise refused(
            "fate.revealed",
            "That fate roll was already revealed in #{entry}; nothing was changed.",
            Stale,
            entry=fate.revealed_in,
        )
    if not fate.is_secret:
        raise refused("fate.was_open", "That fate roll wasn't secret; nothing was changed.")
    revealed = replace(fate, revealed_in=world.entry)
    told = FateRevealed(fate.open_roll, world.actor, fate.entry)
    return Result((Replace(record.id, revealed),), (told,), channel=fate.place)
