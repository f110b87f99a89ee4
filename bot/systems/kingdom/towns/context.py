"""A settlement as actions find it, Free Cities too: which one, whose it is, its borders, what it inherits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, TypeVar

from bot.engine import working
from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.finders import Asker, Pair
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience
from bot.engine.saying import Clause
from bot.engine.system import RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import T, refused
from bot.engine.working import Perform, WorkingCopy
from bot.systems.kingdom.book import Border, BuildingType, Improvement
from bot.systems.kingdom.land.state import LAND, Hex, Land, without_improvement
from bot.systems.kingdom.realm import KINGDOM, Realm, found_realm
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.settling import settle
from bot.systems.kingdom.state import with_unrest
from bot.systems.kingdom.towns.bills import clear_lots, with_town
from bot.systems.kingdom.towns.book import WALLS
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import TOWN, Building, Town, building_of

A = TypeVar("A")


class KnownTowns:
    """The settlement of that name or id that the asker may know of, a Free City too."""

    is_implied = False

    def find(self, asker: Asker, text: str | None) -> RecordId:
        """The settlement meant. Raises RuleViolation."""
        text = text or ""
        known = asker.look(Scope(wants=(Want(TOWN.name, text=text),))).all(TOWN.name)
        found = [each for each in known if text in (each.id, each.title)] or [
            each for each in known if each.title.casefold() == text.strip().casefold()
        ]
        if len(found) != 1:
            raise refused(
                "settlement.unknown",
                "There's no settlement called “{name:60}” here. Pick one from the list.",
                name=text,
            )
        return found[0].id

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """Those with what was typed in their name, with whose they are."""
        seen = asker.look(Scope(wants=(Want(TOWN.name, part=asker.typed), Want(KINGDOM.name))))
        found = []
        for each in seen.all(TOWN.name):
            owner = seen.records.get(each.state.kingdom)
            whose = owner.title if owner is not None else T("Free City").plain()
            found.append((T("{name} ({whose})").plain(name=each.title, whose=whose), str(each.id)))
        return sorted(found, key=lambda pair: pair[0].casefold())

    def scope(self, found: RecordId) -> Scope:
        """The settlement with its land."""
        return Scope(ids=(found,), links=True)

    def owner(self, world: World, found: RecordId) -> int | None:
        """None: nobody plays a settlement."""
        return None


KNOWN_TOWNS: Final = KnownTowns()


class OfTown(Action):
    """An action about a settlement; each has a `kingdom`: whose it is, None for a Free City."""

    settlement: RecordId = option("Which settlement or Free City", finder=KNOWN_TOWNS)

    def to_action(self, asker: Asker) -> Any:
        """The action with the kingdom that has the settlement now."""
        whole: Any = self
        return replace(whole, kingdom=asker.get(self.settlement).state.kingdom)


@dataclass(slots=True)
class TownContext(WorkingCopy):
    """A settlement as it was found and as it is by now, its land, and the realm that it belongs to."""

    id: RecordId
    before: Town
    town: Town
    land: Land
    rulings: Rulings
    realm: Realm | None = None
    # By how much its kingdom's Unrest changes.
    unrest: int = 0

    @property
    def hex(self) -> Hex:
        """The hex in which it lies."""
        return self.land.hexes[self.town.spot]

    @property
    def where(self) -> str:
        """What its hex is called."""
        return self.land.name_of(self.town.spot)

    @property
    def name(self) -> str:
        """The settlement's name."""
        return self.town.name

    @property
    def kingdom(self) -> str:
        """The kingdom's name; empty for a Free City."""
        return self.realm.kingdom.name if self.realm is not None else ""

    @property
    def month(self) -> int:
        """The month of its kingdom, 0 for a Free City."""
        return self.realm.month if self.realm is not None else 0

    @property
    def audience(self) -> Audience:
        """Game masters alone while the settlement is hidden."""
        return GAME_MASTERS if self.town.is_hidden else EVERYONE

    @property
    def is_changed(self) -> bool:
        """Whether the settlement is otherwise than it was found."""
        return self.town != self.before

    # -- what changes -----------------------------------------------------------------------------

    def building(self, text: str) -> Building:
        """The building of that name, number or lot. Raises RuleViolation where there is none, or several."""
        return building_of(self.town, text)

    def put(self, town: Town) -> None:
        """Make that the settlement's state."""
        self.town = town

    def change(self, **changes: Any) -> None:
        """Change fields of the settlement."""
        self.town = replace(self.town, **changes)

    def change_building(self, building: Building, **changes: Any) -> Building:
        """Change fields of a building; what it is then."""
        new = replace(building, **changes)
        self.change(buildings=tuple(new if each is building else each for each in self.town.buildings))
        return new

    def change_hex(self, **changes: Any) -> None:
        """Change fields of the hex in which it lies."""
        self.land = self.land.having({self.town.spot: replace(self.hex, **changes)})

    def result(self) -> Result:
        """The settlement as it is now, with its land and its kingdom's Unrest."""
        if self.realm is None:
            own, land = Replace(self.id, self.town), Replace(self.town.land, self.land)
            is_marked = self.land != self.world.get(LAND, self.town.land).state
            return Result((own, land) if is_marked else (own,), tuple(self.events), self.id)
        after = with_town(self.realm, self.id, self.town)
        after = replace(after, kingdom=with_unrest(after.kingdom, self.unrest), land=self.land)
        return settle(self.world, self.realm, after, *self.events)


def town_context(world: World, action: Any) -> TownContext:
    """The settlement that an action is about, and whose it is as far as was known.

    Raises RuleViolation where it changed hands meanwhile.
    """
    settlement, kingdom = action.settlement, action.kingdom
    town = world.get(TOWN, settlement).state
    if town.kingdom != kingdom:
        raise refused(
            "settlement.changed_hands",
            "{name:60} just changed hands. Look at it with `/settlement show`.",
            name=town.name,
        )
    realm = found_realm(world, kingdom) if kingdom is not None else None
    land = realm.land if realm is not None else world.get(LAND, town.land).state
    return TownContext(world, settlement, town, town, land, Rulings(world.campaign.settings), realm)


def town_scope(action: Any) -> Scope:
    """The settlement with its land, and its kingdom with all that belongs to it."""
    ids = (action.settlement,) if action.kingdom is None else (action.settlement, action.kingdom)
    return Scope(ids=ids, links=True)


def correction(
    path: str = "", /, **declared: Any
) -> Callable[[Callable[[TownContext, A, Dice], None]], Perform[A]]:
    """Declare what game masters set in a settlement, a Free City too, as the house's `correction` does."""
    return working.correction(path, on=town_context, scope=town_scope, **declared)


EVERY_BUILDING: Final = tuple((each, each.value) for each in BuildingType)


BORDER_CHOICES: Final = tuple(
    (", ".join(some), ", ".join(some))
    for count in range(1, len(Border) + 1)
    for some in combinations([each.value for each in Border], count)
)


def add_building(town: Town, new: Building) -> Town:
    """A settlement with a building that nobody paid for; no Unrest is counted here."""
    town = clear_lots(town, new.place)
    calms = new.type in WALLS and not new.is_natural and new.type not in town.calmed
    return replace(
        town,
        buildings=(*town.buildings, new),
        calmed=(*town.calmed, new.type) if calms else town.calmed,
        counted=max(new.number, town.counted),
    )


def has_shore(each: Hex) -> bool:
    """Whether borders of a settlement there can be water: by river, lake, sea or Canal."""
    return each.has_river or each.has_lake or each.is_coast or each.has(Improvement.CANAL)


def borders_of(text: str) -> tuple[Border, ...]:
    """Borders as people write them: "north, east", "N E". Raises RuleViolation for another word."""
    found = []
    for word in text.replace(",", " ").replace("+", " ").casefold().split():
        if word == "and":
            continue
        border = next((each for each in Border if each.value.startswith(word)), None)
        if border is None:
            raise refused(
                "towns.no_border",
                "“{word:40}” isn't a border. Borders are north, east, south and west, as in “north, east”.",
                word=word,
            )
        found.append(border)
    return tuple(each for each in Border if each in found)


def require_shore(each: Hex, borders: Iterable[Border], where: str) -> None:
    """See that water borders lie at water. Raises RuleViolation."""
    if any(borders) and not has_shore(each):
        raise refused(
            "towns.no_shore",
            "{where} has no river, lake, coast or Canal, so no border is water. Leave the borders out.",
            where=where,
        )


def with_borders(town: Town, district: int, borders: tuple[Border, ...]) -> Town:
    """A settlement with those borders of a district as water, the others as land (R102).

    Raises RuleViolation for no district of its.
    """
    if not 1 <= district <= town.districts:
        raise refused(
            "towns.no_district",
            "There's no district {district}: the settlement has {n:1 district|districts 1 to {n}}.",
            district=district,
            n=town.districts,
        )
    if district == 1:
        return replace(town, borders=borders)
    shores = [town.water_borders(number) for number in range(2, town.districts + 1)]
    shores[district - 2] = borders
    return replace(town, shores=tuple(shores))


def require_no_wall(town: Town, district: int, borders: Iterable[Border]) -> None:
    """See that no wall or moat stands at borders that are to be water (R099). Raises RuleViolation."""
    # What a game master put there against the rules may stay: a river can serve as a moat.
    ours = (each for each in town.of(*WALLS) if each.place.district == district and not each.is_exempt)
    walls = (each.place.border for each in ours)
    found = next((border for border in walls if border is not None and border in tuple(borders)), None)
    if found is not None:
        raise refused(
            "towns.wall_at_water",
            "The {border} border has a wall or moat, which needs land. Remove it first: `/gm deed: "
            "remove a building`.",
            border=found,
        )


BECOMES: Final[Mapping[Improvement, tuple[BuildingType, ...]]] = {
    Improvement.FORT: (BuildingType.BARRACKS, BuildingType.STABLE),
    Improvement.WATCHTOWER: (BuildingType.WATCHTOWER,),
}


INHERITS: Final[Mapping[Improvement, Clause]] = {
    Improvement.FORT: Clause(T("Its Fort becomes a Barracks and a Stable, free of all limits.")),
    Improvement.WATCHTOWER: Clause(T("Its Watchtower becomes one of its buildings, free of all limits.")),
}


def inherit(realm: Realm, id_: RecordId) -> tuple[Realm, Improvement | None]:
    """The realm with a Fort or Watchtower as buildings of the new settlement in its hex; None without one.

    They are free and outside the month's limit, need no neighbours, and lower no Unrest a second time; the
    improvement itself is gone (R069).
    """
    town = realm.towns[id_]
    each = realm.land.hexes[town.spot]
    kind = next((kind for kind in BECOMES if each.has(kind)), None)
    if kind is None:
        return realm, None
    for building in BECOMES[kind]:
        # A new settlement has room for all of them: they stand side by side from A1 on.
        ground = Ground(town, realm.rulings)
        place = next(each for each in ground.sites(building) if not ground.room(building, each))
        town = add_building(town, Building(town.counted + 1, building, place, realm.month, is_exempt=True))
    land = realm.land.having({town.spot: without_improvement(each, kind)})
    return with_town(replace(realm, land=land), id_, town), kind
