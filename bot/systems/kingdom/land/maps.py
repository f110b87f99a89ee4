"""The map shown to everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker
from bot.engine.people import PUBLIC, Permit
from bot.engine.system import RecordId, Result, Scope, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import safe
from bot.errors import UserError
from bot.systems.kingdom.book import Spot, Stage
from bot.systems.kingdom.land.state import LAND, Land, seen, spot_of
from bot.systems.kingdom.realm import KINGDOM, known_spots, land_scope
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.context import KNOWN_TOWNS
from bot.systems.kingdom.towns.state import MOST_DISTRICTS, TOWN, Town
from bot.systems.kingdom.towns.state import seen as state_seen

FARTHEST: Final = 12
USUAL: Final = 3


class ShowMap(Action):
    """Show everybody the map around its realms, or what lies so many hexes around one hex, or all of it."""

    centre: str = option(
        "Label or coordinates of the hex in the middle; leave out to see the realm and what's around it",
        name="center",
        default="",
        suggest=known_spots,
    )
    radius: int = option("How many hexes to show around it", default=USUAL, least=1, most=FARTHEST)
    is_whole: bool = option("Show the whole map, however small its hexes get", name="whole", default=False)
    share: bool = option("Show it to everybody, without secrets", default=False)


class MapShown(Event):
    """The map was shown: realms by id and name, settlements by name, hex and whether one is a capital."""

    centre: Spot | None
    radius: int
    realms: tuple[tuple[RecordId, str], ...]
    places: tuple[tuple[str, Spot, bool], ...]
    is_whole: bool
    # Trade routes, each by its hexes.
    routes: tuple[tuple[Spot, ...], ...]

    def sentence(self) -> T | Safe:
        """All of it, or a part."""
        if self.centre is None:
            return T("The map was shown.")
        says = T("The map within {radius} {radius:hex|hexes} of {centre} was shown.")
        return says(centre=safe(self.centre), radius=self.radius)


@action(may=Permit.MEMBERS, scope=land_scope)
def show_map(world: World, action: ShowMap, dice: Dice) -> Result:
    """Show it as everybody may see it. Raises RuleViolation where nothing of it is known."""
    lands = world.all(LAND)
    known = seen(lands[0].state, PUBLIC) if lands else None
    if known is None or not known.hexes:
        raise nothing_known()
    centre = centre_of(known, action.centre, action.radius)
    kingdoms = [each for each in world.all(KINGDOM) if each.state.stage is Stage.STANDING]
    capitals = {each.state.capital for each in kingdoms}
    towns = [each for each in world.all(TOWN) if each.state.spot in known.hexes and not each.state.is_hidden]
    event = MapShown(
        centre,
        action.radius,
        tuple((each.id, each.state.name) for each in kingdoms),
        tuple((each.state.name, each.state.spot, each.id in capitals) for each in towns),
        action.is_whole,
        tuple(
            tuple(spot for spot in path if spot in known.hexes)
            for each in kingdoms
            for path in paths_of(each.state, {town.id: town.state.spot for town in world.all(TOWN)})
        ),
    )
    return Result((), (event,), lands[0].id)


def paths_of(kingdom: Kingdom, starts: Mapping[RecordId, Spot]) -> Iterator[tuple[Spot, ...]]:
    """A kingdom's trade routes by their hexes, from the settlements' own on."""
    for route in kingdom.routes:
        if route.town in starts:
            yield starts[route.town], *route.path


def nothing_known() -> UserError:
    """The refusal that says why there is no map to show."""
    return refused(
        "map.unknown", "Nothing of the map is revealed yet. Game masters draw and reveal it with `/hex gm`."
    )


def centre_of(known: Land, text: str, radius: int) -> Spot | None:
    """The hex in the middle; None for the whole map. Raises RuleViolation."""
    if not 1 <= radius <= FARTHEST:
        raise refused(
            "map.radius",
            "The map can show 1 to {most} hexes around one, not {radius}.",
            most=FARTHEST,
            radius=radius,
        )
    return spot_of(known, text) if text else None


# -- A settlement's map shown to everybody -----------------------------------------------------------------


# So many districts fit on one picture, two by two.
MOST: Final = 4


class ShowSettlement(Action):
    """Show everybody a settlement's map: of one district, or of the first four. `kingdom` is whose it is."""

    settlement: RecordId = option("Which settlement or Free City", finder=KNOWN_TOWNS)
    kingdom: RecordId | None = None
    district: int | None = option(
        "Show one district larger; up to four together if left out",
        default=None,
        least=1,
        most=MOST_DISTRICTS,
    )
    share: bool = option("Show it to everybody", default=False)

    def to_action(self, asker: Asker) -> ShowSettlement:
        """The action, with the kingdom that has the settlement now."""
        return replace(self, kingdom=asker.get(self.settlement).state.kingdom)


class SettlementShown(Event):
    """A settlement's map was shown: of which districts, in which month of its kingdom (0: it has none)."""

    settlement: str
    districts: tuple[int, ...] = (1,)
    month: int = 0

    def sentence(self) -> Safe:
        """Of one district, or of several."""
        says = T("The map of {settlement:60}, district {first}, was shown.")
        if len(self.districts) > 1:
            says = T("The map of {settlement:60}, districts {first} to {last}, was shown.")
        values = {"settlement": self.settlement, "first": self.districts[0], "last": self.districts[-1]}
        return says(**{name: values[name] for name in says.names})


@action(
    may=Permit.MEMBERS,
    scope=lambda action: Scope(
        ids=(action.settlement,) if action.kingdom is None else (action.settlement, action.kingdom)
    ),
)
def show_settlement(world: World, action: ShowSettlement, dice: Dice) -> Result:
    """Show it as everybody may see it. Raises RuleViolation where players do not know of it."""
    record = world.get(TOWN, action.settlement)
    town = record.state
    if state_seen(town, PUBLIC) is None:
        raise refused(
            "settlement.hidden",
            "Players don't know about {name:60} yet. Reveal it first: `/settlement set`, hidden: False.",
            name=town.name,
        )
    event = SettlementShown(town.name, districts_of(town, action.district), _month(world, town))
    return Result((), (event,), record.id)


def districts_of(town: Town, district: int | None) -> tuple[int, ...]:
    """The district that is meant, else as many as one picture holds. Raises RuleViolation."""
    if district is None:
        return tuple(range(1, min(town.districts, MOST) + 1))
    if not 1 <= district <= town.districts:
        raise refused(
            "settlement.no_district",
            "{name:60} has no district {district}, only {districts:1 district|{districts} districts}.",
            name=town.name,
            districts=town.districts,
            district=district,
        )
    return (district,)


def _month(world: World, town: Town) -> int:
    found = world.records.get(town.kingdom) if town.kingdom is not None else None
    return found.state.month.number if found is not None and isinstance(found.state, Kingdom) else 0
