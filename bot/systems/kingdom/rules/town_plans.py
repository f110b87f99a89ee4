"""Towns drawn up without spending, and built in order over the months."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, RecordId, Replace, Scene, Turn
from bot.engine.words import safe, whole_number
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.rules.builders import meant_type
from bot.systems.kingdom.rules.building_places import building_of, place_of, place_text
from bot.systems.kingdom.rules.drawing_up import Drawn, drawn_up
from bot.systems.kingdom.rules.duties import Asker, acted_for
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.settings import WHO_ROLLS
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import BuildingType, Task
from bot.systems.kingdom.rules.town import Building, Planned, Town
from bot.systems.kingdom.words import town_plans as words

MOST_PLANNED: Final = 60
ALL: Final = "all"


class Way(StrEnum):
    """Which way an entry of a plan moves."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class PlanBuilding:
    """Put a building at the end of a settlement's plan; `over` names what it would be an upgrade of."""

    kingdom: RecordId
    settlement: str
    building: str
    place: str
    over: str = ""


@dataclass(frozen=True, slots=True)
class DropPlanned:
    """Take an entry off the plan, by its number, or "all" of them."""

    kingdom: RecordId
    settlement: str
    number: str


@dataclass(frozen=True, slots=True)
class MovePlanned:
    """Let an entry of the plan come before the one above it, or after the one below."""

    kingdom: RecordId
    settlement: str
    number: str
    to: Way


@dataclass(frozen=True, slots=True)
class BuildingPlanned:
    """A building was put on the plan. Like all about plans it is told to whoever did it alone."""

    name: str
    settlement: str
    building: BuildingType
    place: str
    audience: Audience
    over: BuildingType | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class PlannedDropped:
    """One was taken off the plan, or with no building named all of so many."""

    name: str
    settlement: str
    building: BuildingType | None
    place: str
    count: int
    audience: Audience


@dataclass(frozen=True, slots=True)
class PlannedMoved:
    """One comes earlier or later: at which place in the order, from 1."""

    name: str
    settlement: str
    building: BuildingType
    place: str
    at: int
    audience: Audience


# -- what may be planned ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sketch:
    """A building that could be put on a plan: in the town as the plan leaves it."""

    settlement: RecordId
    town: Town
    ground: Ground
    building: BuildingType
    over: Building | None = None


def sketch(realm: Realm, settlement: str, building: str, over: str = "") -> Sketch:
    """What is meant, in the town as it is planned. Raises RuleViolation for what there is not."""
    id_, town = settlement_of(realm, settlement)
    type_ = meant_type(building, realm.rulings)
    planned_town = drawn_up(realm, id_)[0].towns[id_]
    old = building_of(planned_town, over) if over else None
    return Sketch(id_, town, Ground(planned_town, realm.rulings, old), type_, old)


def plan_building(scene: Scene, action: PlanBuilding, dice: Dice) -> Turn:
    """Put it at the end. Raises RuleViolation where it fits not what stands and is planned, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    meant, place = sketch(realm, action.settlement, action.building, action.over), place_of(action.place)
    town = meant.town
    if len(town.plans) >= MOST_PLANNED:
        raise RuleViolation(words.full(safe(town.name, 60), MOST_PLANNED))
    if why := meant.ground.hindrance(meant.building, place):
        raise RuleViolation(words.refused(why))
    number, over = town.counted + 1, meant.over
    entry = Planned(number, meant.building, place, over.number if over is not None else None, scene.actor)
    told = BuildingPlanned(
        realm.kingdom.name,
        town.name,
        meant.building,
        place_text(place),
        _own(scene),
        over.type if over is not None else None,
        number,
    )
    after = replace(town, plans=(*town.plans, entry), counted=number)
    return _turn(realm, meant.settlement, after, told, on_behalf)


def drop_planned(scene: Scene, action: DropPlanned, dice: Dice) -> Turn:
    """Take it off; what was planned upon it stays and may no longer fit. Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    if action.number == ALL:
        if not town.plans:
            raise RuleViolation(words.nothing_planned(safe(town.name, 60)))
        dropped = PlannedDropped(realm.kingdom.name, town.name, None, "", len(town.plans), _own(scene))
        return _turn(realm, id_, replace(town, plans=()), dropped, on_behalf)
    entry = planned_of(town, action.number)
    left = tuple(each for each in town.plans if each is not entry)
    told = PlannedDropped(realm.kingdom.name, town.name, entry.type, place_text(entry.place), 1, _own(scene))
    return _turn(realm, id_, replace(town, plans=left), told, on_behalf)


def move_planned(scene: Scene, action: MovePlanned, dice: Dice) -> Turn:
    """Change the order of the plan. Raises RuleViolation where an entry would no longer fit, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    entry = planned_of(town, action.number)
    after = replace(town, plans=_moved(town.plans, entry, action.to))
    _require_fitting(realm, id_, after)
    told = PlannedMoved(
        realm.kingdom.name,
        town.name,
        entry.type,
        place_text(entry.place),
        after.plans.index(entry) + 1,
        _own(scene),
    )
    return _turn(realm, id_, after, told, on_behalf)


# -- steps of these -----------------------------------------------------------------------------------


def planned_of(town: Town, text: str) -> Planned:
    """The entry of that number. Raises RuleViolation where the plan has it no longer."""
    number = whole_number(text)
    found = next((each for each in town.plans if each.number == number), None)
    if found is None:
        raise RuleViolation(words.not_planned(safe(town.name, 60)))
    return found


def _moved(plans: Sequence[Planned], entry: Planned, way: Way) -> tuple[Planned, ...]:
    order = list(plans)
    at = order.index(entry)
    to = at - 1 if way is Way.UP else at + 1
    if not 0 <= to < len(order):
        raise RuleViolation(words.at_the_end(way.value))
    order[at], order[to] = order[to], order[at]
    return tuple(order)


def _require_fitting(realm: Realm, id_: RecordId, after: Town) -> None:
    """See that every entry fits that did before."""
    fitted = {each.planned.number for each in drawn_up(realm, id_)[1] if each.fits}
    changed = replace(realm, towns={**realm.towns, id_: after})
    broken = [each for each in drawn_up(changed, id_)[1] if not each.fits and each.planned.number in fitted]
    if broken:
        raise RuleViolation(words.would_break(broken[0].planned.type.value, broken[0].why))


def _own(scene: Scene) -> Audience:
    """Plans are shown to leaders who ask; they fill no channel."""
    return Audience(everyone=False, person=scene.actor)


def _turn(realm: Realm, id_: RecordId, town: Town, told: Any, on_behalf: int | None) -> Turn:
    channel = realm.kingdom.home or None
    return Turn((Replace(id_, town),), (told,), id_, channel=channel, on_behalf_of=on_behalf)


# -- who may see them ---------------------------------------------------------------------------------


def require_reader(asker: Asker, kingdom: Kingdom) -> None:
    """See that a game master or one of its leaders asks. Raises NotAllowed for anybody else."""
    leaders = {each.player for each in kingdom.leaders if not each.has_died}
    is_trusted = asker.actor in leaders or asker.actor in kingdom.proxies
    is_leading = asker.standing is Standing.GAME_MASTER
    if not is_trusted and not is_leading and asker.setting(WHO_ROLLS) != "anyone":
        raise NotAllowed(words.for_leaders(safe(kingdom.name, 60)))


def next_to_build(drawn: Sequence[Drawn]) -> Drawn | None:
    """The first entry that fits: nothing that fits is planned before it."""
    return next((each for each in drawn if each.fits), None)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(PlanBuilding, plan_building, Permit.MEMBERS, kingdom_scope),
    ActionKind(DropPlanned, drop_planned, Permit.MEMBERS, kingdom_scope),
    ActionKind(MovePlanned, move_planned, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (BuildingPlanned, PlannedDropped, PlannedMoved)
