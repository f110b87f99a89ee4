"""Fate rolls: two dice, halved, name a cell of a chart (K14, K15). Conviction has no part in them (Q5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Standing, Viewer
from bot.engine.system import ActionKind, Change, Kind, Open, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import one_line
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.systems.second_kingdom.rules.charts import CHART, Chart
from bot.systems.second_kingdom.words import fates as words

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


@dataclass(frozen=True, slots=True)
class Fate:
    """A fate roll as it is kept, with the chart as it was then: a later edit changes no old result.

    `chart` is None where the chart is hidden from who looks. `entry` is the number of the roll's entry,
    `place` the channel in which a secret roll is revealed, `revealed_in` the entry that did that.
    """

    roll: FateRoll
    chart_id: RecordId
    chart: Chart | None
    is_secret: bool
    entry: int
    place: int
    revealed_in: int | None = None

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
    title=lambda state: words.title(state.roll.reason or state.roll.chart),
    parent=lambda state: state.chart_id,
    view=fate_view,
    word=words.part_of_fate,
)


@dataclass(frozen=True, slots=True)
class RollFate:
    """Roll on a chart. Only game masters do it in secret; in their own channel they do unless they say no."""

    chart: RecordId
    reason: str = ""
    is_secret: bool | None = None


@dataclass(frozen=True, slots=True)
class RevealFate:
    """Show everybody what was rolled in secret."""

    fate: RecordId


@dataclass(frozen=True, slots=True)
class FateRolled:
    """Fate was rolled."""

    roll: FateRoll
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SecretChartRolled:
    """What only the game masters know of an open roll: its chart."""

    chart: str
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class SecretFateAnnounced:
    """Fate was rolled in secret; what it was is told elsewhere."""

    roller: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class FateRevealed:
    """The secret roll of an earlier entry is everybody's now; `by` whom."""

    roll: FateRoll
    by: int
    entry: int
    audience: Audience = EVERYONE


# -- what happens -------------------------------------------------------------------------------


def roll_scope(action: RollFate) -> Scope:
    """The chart, and its rolls that were undone: this one may be in their place."""
    return Scope(ids=(action.chart,), wants=(Want(FATE.name, parent=action.chart, archived=True),))


def roll_fate(scene: Scene, action: RollFate, dice: Dice) -> Turn:
    """Roll on the chart as it is now. Raises RuleViolation, or NotAllowed for a player's secret roll."""
    chart = _chart(scene, action.chart)
    is_apart = scene.channel == scene.campaign.game_master_channel
    is_secret = is_apart if action.is_secret is None else action.is_secret
    if is_secret:
        _require_secrecy(scene)
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise RuleViolation(words.bad_reason(REASON_LENGTH, len(reason)))
    first, second = dice.roll(2, SIDES, reason=words.DICE, secret=is_secret)
    roll = FateRoll(scene.actor, chart.name, reason, read_fate(chart, first, second))
    fate = Fate(roll, action.chart, chart, is_secret, scene.entry, scene.place)
    opened = Open(scene.new_id(), FATE.name, fate)
    changes: tuple[Change, ...] = (opened, *_rolled_anew(scene, is_secret=is_secret))
    if is_secret:
        announced = () if is_apart else (SecretFateAnnounced(scene.actor),)
        return Turn(changes, (FateRolled(roll, GAME_MASTERS), *announced), secret_first=True)
    told = FateRolled(fate.open_roll)
    return Turn(changes, (told, SecretChartRolled(chart.name)) if chart.is_secret else (told,))


def _chart(scene: Scene, chart: RecordId) -> Chart:
    """That chart. Raises RuleViolation where the actor may not know of it, as if there were none."""
    found, viewer = scene.records.get(chart), Viewer(scene.actor, scene.standing)
    if found is None or found.kind != CHART.name or CHART.view(found.state, viewer) is None:
        raise RuleViolation(words.NO_SUCH_CHART)
    return scene.get(CHART, chart).state


def _require_secrecy(scene: Scene) -> None:
    if scene.standing is not Standing.GAME_MASTER:
        raise NotAllowed(words.ONLY_IN_THE_OPEN)
    if scene.campaign.game_master_channel is None:
        raise RuleViolation(words.NO_CHANNEL)


def _rolled_anew(scene: Scene, *, is_secret: bool) -> tuple[Replace, ...]:
    """The undone rolls on the chart, left as they are: the house then says that fate was rolled again.

    Everybody reads that, and so learned a secret roll's chart from an open one (Q24): they stay apart.
    """
    fates = (each for each in scene.records.values() if each.kind == FATE.name and each.rolled_back)
    return tuple(Replace(each.id, each.state) for each in fates if each.state.is_secret is is_secret)


def reveal_fate(scene: Scene, action: RevealFate, dice: Dice) -> Turn:
    """Tell everybody, where the roll was made. Raises Stale the second time."""
    record = scene.get(FATE, action.fate)
    fate = record.state
    if fate.revealed_in is not None:
        raise Stale(words.revealed_already(fate.revealed_in))
    if not fate.is_secret:
        raise RuleViolation(words.WAS_OPEN)
    revealed = replace(fate, revealed_in=scene.entry)
    told = FateRevealed(fate.open_roll, scene.actor, fate.entry)
    return Turn((Replace(record.id, revealed),), (told,), channel=fate.place)


KINDS: tuple[Kind[Any], ...] = (FATE,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(RollFate, roll_fate, Permit.MEMBERS, roll_scope),
    ActionKind(
        RevealFate,
        reveal_fate,
        Permit.GAME_MASTERS,
        lambda action: Scope(ids=(action.fate,)),
        is_undoable=False,
    ),
)
EVENTS: tuple[type[Any], ...] = (FateRolled, SecretChartRolled, SecretFateAnnounced, FateRevealed)
