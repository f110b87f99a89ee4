"""A settlement's text brought to the campaign: first as it would be read, then read, or dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Viewer
from bot.engine.system import ActionKind, Choice, Kind, Open, RecordId, Replace, Scene, Scope, Step, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.keeping import FiguresChanged, figures_changed
from bot.systems.kingdom.rules.land_told import land_scope
from bot.systems.kingdom.rules.raising import with_town
from bot.systems.kingdom.rules.town import TOWN, Town
from bot.systems.kingdom.rules.town_grids import read_town
from bot.systems.kingdom.rules.town_merging import Counts, Strange, merged, strange
from bot.systems.kingdom.rules.town_works import Works, works, works_of
from bot.systems.kingdom.words import town_files as words

NAME_LENGTH: Final = 60
MOST_STRANGE: Final = 6


@dataclass(frozen=True, slots=True)
class TownFile:
    """A text that waits to be imported, with what that was to do when it was brought."""

    name: str
    settlement: RecordId
    text: str = ""
    counts: Counts = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class BringTown:
    """Bring a text of a settlement: it is read in full, and nothing is changed yet."""

    settlement: RecordId
    name: str
    text: str
    kingdom: RecordId | None = None


@dataclass(frozen=True, slots=True)
class ImportTown:
    """Import the text: its buildings take the place of those that stand."""

    file: RecordId


@dataclass(frozen=True, slots=True)
class DropTown:
    """Let the text be."""

    file: RecordId


@dataclass(frozen=True, slots=True)
class TownBrought:
    """A text waits to be imported: what it would do, and what of it is not by the rules."""

    name: str
    settlement: str
    counts: Counts
    districts: tuple[int, int]
    strange: tuple[Strange, ...] = ()
    strange_count: int = 0
    # Whether a game master told of lots, value or numbers beside the buildings.
    has_told: bool = False
    shifts: tuple[FiguresChanged, ...] = ()
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class TownImported:
    """A settlement's buildings were replaced: how many stand now, how many of them are new, and are gone.

    `items` is how many magic items on the market went with them.
    """

    settlement: str
    buildings: int
    new: int
    gone: int
    items: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class TownDropped:
    """A text was not imported."""

    name: str
    audience: Audience = GAME_MASTERS


# -- brought ------------------------------------------------------------------------------------------


def bring_town(scene: Scene, action: BringTown, dice: Dice) -> Turn:
    """Keep the text until a game master has seen what it does. Raises RuleViolation with all its faults."""
    at = works_of(scene, action)
    found = merged(at, read_town(action.text, at.rulings))
    if found.town == at.town:
        raise RuleViolation(words.UNCHANGED)
    odd = list(strange(found.town, at.rulings))
    name = clip(one_line(action.name), NAME_LENGTH)
    told = TownBrought(
        name,
        at.town.name,
        found.counts,
        (at.town.districts, found.town.districts),
        tuple(islice(odd, MOST_STRANGE)),
        len(odd),
        _has_told(at.town),
        tuple(_shifts(at, found.town)),
    )
    kept = TownFile(name, at.id, action.text, found.counts)
    return Turn((Open(scene.new_id(), TOWN_FILE.name, kept),), (told,))


def _has_told(town: Town) -> bool:
    return bool(town.lots or town.base_value or town.gives)


def _shifts(at: Works, town: Town) -> Iterator[FiguresChanged]:
    if at.realm is not None:
        yield from figures_changed(at.realm, with_town(at.realm, at.id, town))


# -- imported, dropped --------------------------------------------------------------------------------


def import_town(scene: Scene, action: ImportTown, dice: Dice) -> Turn:
    """Read it into the settlement: no BP, no Unrest, no sites of what goes.

    Raises RuleViolation where that would do other than was shown, or the settlement is in play no more.
    """
    file = scene.get(TOWN_FILE, action.file)
    at = _where(scene, file.state)
    found = merged(at, read_town(file.state.text, at.rulings))
    if found.counts != file.state.counts:
        raise RuleViolation(words.moved_on())
    new, gone, _ = found.counts
    items = sum(len(each.wares) for each in found.gone)
    told = TownImported(at.town.name, len(found.town.buildings), new, gone, items, at.audience)
    turn = at.turn(found.town, told)
    # What was read stands there now; the text itself need not be kept.
    over = Replace(file.id, replace(file.state, text=""), archive=True)
    return replace(turn, changes=(*turn.changes, over))


def _where(scene: Scene, file: TownFile) -> Works:
    """The settlement that a text is for, whosever it is now. Raises RuleViolation."""
    record = next((each for each in scene.all(TOWN) if each.id == file.settlement), None)
    if record is None:
        raise RuleViolation(words.gone(safe(file.name, NAME_LENGTH)))
    return works(scene, record.id, record.state.kingdom)


def drop_town(scene: Scene, action: DropTown, dice: Dice) -> Turn:
    """Let it be."""
    file = scene.get(TOWN_FILE, action.file)
    over = Replace(file.id, replace(file.state, text=""), archive=True)
    return Turn((over,), (TownDropped(file.state.name),), file.id)


# -- the text that waits ------------------------------------------------------------------------------


def _for_game_masters(state: TownFile, viewer: Viewer) -> TownFile | None:
    return state if viewer.is_game_master else None


def _steps(id_: RecordId, state: TownFile) -> tuple[Step, ...]:
    choices = (
        Choice("import", words.IMPORT, ImportTown(id_), is_main=True),
        Choice("drop", words.DROP, DropTown(id_)),
    )
    return (Step("import", words.waits(safe(state.name, NAME_LENGTH)), None, choices),)


TOWN_FILE: Kind[TownFile] = Kind(
    "town_file",
    TownFile,
    title=lambda state: state.name,
    waiting=_steps,
    view=_for_game_masters,
    word=lambda _path, _value: ("", None),
)


def _bring_scope(action: BringTown) -> Scope:
    ids = (action.settlement,) if action.kingdom is None else (action.settlement, action.kingdom)
    return Scope(ids=ids, links=True)


def _import_scope(action: ImportTown) -> Scope:
    return Scope(ids=(action.file,), wants=land_scope(action).wants)


GMS = Permit.GAME_MASTERS
KINDS: tuple[Kind[Any], ...] = (TOWN_FILE,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(BringTown, bring_town, GMS, _bring_scope),
    ActionKind(ImportTown, import_town, GMS, _import_scope),
    ActionKind(DropTown, drop_town, GMS, lambda action: Scope(ids=(action.file,))),
)
EVENTS: tuple[type[Any], ...] = (TownBrought, TownImported, TownDropped)
