"""A settlement: its buildings and what they come to, what it is called, and what an undo says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any, Final

from bot.engine.event import Event
from bot.engine.finders import only_named
from bot.engine.parts import LENGTH, Things, Unlisted, Whole, either, has_same, keyed, plain, said, signed
from bot.engine.people import Viewer
from bot.engine.system import Kind, RecordId
from bot.engine.text import Safe, T, listed, refused
from bot.engine.words import clip, key_of, one_line, plain_signs, safe, whole_number
from bot.systems.kingdom.book import (
    GOVERNMENT_MODIFIERS,
    HOLY_SITES,
    IMPROVEMENTS,
    LOTS_IN_DISTRICT,
    PEOPLE_PER_LOT,
    SETTLEMENT_SIZES,
    SIZE_MODIFIERS,
    Attribute,
    Border,
    BuildingType,
    Gift,
    Government,
    Grade,
    ItemKind,
    Modifier,
    Number,
    SettlementSize,
    Special,
    Spot,
    Stat,
    Until,
)
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.land.state import Hex
from bot.systems.kingdom.settings import ABANDONED, WATERWAY_PEOPLE, Rulings
from bot.systems.kingdom.settings import HOLY_SITES as BY_DEITY
from bot.systems.kingdom.settings import SIZE_MODIFIERS as BY_SIZE
from bot.systems.kingdom.state import Change, change_part, join_change
from bot.systems.kingdom.towns.book import GRANARY_STORES, BuildingRow, Lot, SlotRow, lot_name, lot_of, row_of

NAME_LENGTH: Final = 60
# So many of the buildings that could be meant are named.
MOST_LISTED: Final = 8
MOST_DISTRICTS: Final = 50
# These stand on lots that others take.
SHARING: Final = (BuildingType.BRIDGE, BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a building stands: on lots of a district, at one of its borders, or in the district at large."""

    district: int = 1
    lots: tuple[Lot, ...] = ()
    border: Border | None = None


@dataclass(frozen=True, slots=True)
class Ware:
    """A magic item on the market, in a slot of its building; unnamed until somebody says what it is.

    `slot` counts the building's slots from 0, `price` is in gp.
    """

    slot: int
    kind: ItemKind | None = None
    name: str = ""
    price: int = 0
    # The entry by which it came: what is asked about it is asked since then.
    opened: int = 0
    # The month of its kingdom in which it was last tried to find a buyer for it (R056).
    tried: int = 0
    # Another grade than its slot's; a treasure may be dearer than the base value, by half.
    grade: Grade | None = None
    is_treasure: bool = False
    # In a slot of its own, which is gone with it or once the next Event phase begins.
    is_find: bool = False


# -- How an undo says what a settlement holds --------------------------------------------------------------


Plain = Mapping[str, Any]


def _building(value: Plain) -> Safe:
    facts = [_placed(value)]
    facts += [T("damaged")()] if value["is_damaged"] else []
    wares = [_ware(each) for each in value["wares"]]
    facts += [T("sells {wares:,}")(wares=wares)] if wares else []
    facts += [T("CR {cr}")(cr=value["cr"])] if value["cr"] else []
    facts += [T("shows {worth:,} gp")(worth=value["display"])] if value["display"] else []
    return Safe(" ".join(facts))


def _ware(value: Plain) -> Safe:
    return T("{name}")(name=value["name"]) if value["name"] else T("an unnamed item")()


def _placed(value: Plain) -> Safe:
    place = value["place"]
    border = Border(place["border"]) if place["border"] else None
    building = T("{building}")(building=BuildingType(value["type"]))
    return standing_at(building, Place(place["district"], tuple(place["lots"]), border))


def _grant(value: Plain) -> Safe:
    what = BuildingType(value["type"]) if value["type"] else T("any building")
    return T("{what} ({gift})")(what=what, gift=value["gift"])


def _shore(value: list[str]) -> Safe:
    return listed(map(Border, value)) if value else T("none")()


def _shores(value: list[list[str]] | None) -> str | None:
    return said(value, _shore) if any(value or ()) else None


def _buildings(value: list[Plain] | None) -> str | None:
    """How many there are, and the newest of them: an undo shows only the beginning."""
    if not value:
        return None
    if len(value) == 1:
        return _building(value[0])
    newest = sorted(value, key=lambda each: (not each["is_damaged"], -each["number"]))
    told = T("{n}: {buildings:,}")(n=len(value), buildings=[_building(each) for each in newest])
    return clip(told, LENGTH)


def _owner(_kingdom: str) -> Safe:
    return T("a kingdom")()


def _display(worth: int) -> Safe:
    return T("{worth:,} gp")(worth=worth)


def _closed(value: Plain) -> str:
    return event_name(value["event"])


# A building is the same where it stands; one that was upgraded is another.
_BUILDINGS = Things(
    has_same("number", "type", "place"),
    lambda town, each: T("{building} in {town}").plain(building=_placed(each), town=town),
)


@dataclass(frozen=True, slots=True)
class Building:
    """One building; its number is used once in its settlement."""

    number: Unlisted[int]
    type: Unlisted[BuildingType]
    place: Unlisted[Place] = Place()
    # The month of its kingdom in which it was built.
    built: Unlisted[int] = 0
    # Damaged it stands where it stands, but gives nothing (R108).
    is_damaged: Annotated[bool, T("state"), either(T("damaged again"), T("intact again"))] = False
    # Whether it was here before anybody built: a river through the grid, a cliff for a wall.
    is_natural: Unlisted[bool] = False
    # Whether nothing has to stand beside it: inherited (R069), or put there by a game master.
    is_exempt: Unlisted[bool] = False
    # The discounts that it has given (R087), and the neighbours that were its own when it was built (R094).
    discounted: Annotated[tuple[BuildingType, ...], T("discounts given")] = ()
    relies_on: Unlisted[tuple[int, ...]] = ()
    wares: Annotated[tuple[Ware, ...], T("goods"), _ware] = ()
    # Of a Menagerie: the highest CR in it. Of a Museum: gp on display, and whether one of it is significant.
    cr: Annotated[int, T("CR")] = 0
    display: Annotated[int, T("display"), _display] = 0
    is_significant: Unlisted[bool] = False
    # The month whose Upkeep closes it, for lack of a neighbor; whether it has closed (R097).
    closes: Annotated[int, T("month in which it closes")] = 0
    is_abandoned: Annotated[bool, T("state"), either(T("abandoned again"), T("open again"))] = False
    # Closed as it is, it goes on all the same: the campaign doesn't use that rule now.
    is_spared: Annotated[bool, T("state"), either(T("open again"), T("abandoned again"))] = False
    # Of a Shrine, Temple or Cathedral: its deity, and which attributes that raises instead (R162).
    deity: Annotated[str, T("deity")] = ""
    blessing: Annotated[tuple[Attribute, ...], T("attributes by its deity")] = ()

    @property
    def is_sound(self) -> bool:
        """Whether it gives what it has to give."""
        return not (self.is_damaged or self.is_closed)

    @property
    def is_closed(self) -> bool:
        """Whether it has closed for lack of a neighbor."""
        return self.is_abandoned and not self.is_spared


@dataclass(frozen=True, slots=True)
class Remains:
    """The site of a building that was demolished or destroyed: what is left of it, of so many lots (R106)."""

    type: BuildingType
    place: Place
    lots: int


@dataclass(frozen=True, slots=True)
class Grant:
    """A building that is cheaper or free, once; without a type it is any. `points` are BP off it."""

    number: int
    gift: Gift
    type: BuildingType | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A building that is drawn up and not paid for."""

    number: int
    type: BuildingType
    place: Place
    # Instead of which building it would be upgraded.
    over: int | None = None
    by: int = 0


@dataclass(frozen=True, slots=True)
class Closed:
    """A lot on which nothing can be built because of that event; without a lot, the whole settlement."""

    event: str
    district: int = 0
    lot: Lot | None = None


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement; without a kingdom it is a Free City. `borders` are those that are water.

    `lots`, `base_value` (gp) and `gives` are told by a game master, beside what its buildings come to.
    """

    name: Annotated[str, T("name")]
    spot: Annotated[Spot, T("hex")]
    land: Unlisted[RecordId]
    kingdom: Annotated[RecordId | None, T("owner"), _owner] = None
    # The month of its kingdom in which it was founded or claimed.
    founded: Annotated[int, T("founding month")] = 0
    districts: Annotated[int, T("districts")] = 1
    lots: Annotated[int, T("announced lots")] = 0
    base_value: Annotated[int, T("announced base value")] = 0
    borders: Annotated[tuple[Border, ...], T("water borders"), plain] = ()
    gives: Annotated[Mapping[Stat, int], T("{key} bonus"), keyed(Number), signed] = field(
        default_factory=dict
    )
    # A Free City that players do not know of yet.
    is_hidden: Annotated[bool, T("secrecy")] = False
    # The borders that are water of each further district.
    shores: Annotated[
        tuple[tuple[Border, ...], ...], T("water borders of other districts"), Whole(_shores)
    ] = ()
    buildings: Annotated[tuple[Building, ...], T("buildings"), Whole(_buildings), _BUILDINGS] = ()
    remains: Annotated[tuple[Remains, ...], T("sites of former buildings"), _placed] = ()
    grants: Annotated[tuple[Grant, ...], T("granted buildings"), _grant] = ()
    drafts: Annotated[tuple[Draft, ...], T("drafts"), _placed] = ()
    # What has lowered its Unrest, as it does once in a settlement (R099).
    calmed: Annotated[tuple[BuildingType, ...], T("one-time Unrest relief")] = ()
    # Items found, each of that grade, that come to the market in the next Upkeep.
    finds: Annotated[tuple[Grade, ...], T("items found")] = ()
    # Where an event keeps anything from being built: on a lot, or everywhere.
    closed: Annotated[tuple[Closed, ...], T("lots closed by an event"), _closed] = ()
    # What events and game masters did to its settlement modifiers (R124).
    changes: Annotated[tuple[Change, ...], T("named sources"), change_part] = ()
    # Counts buildings, grants, plans and changes.
    counted: Unlisted[int] = 0

    def water_borders(self, district: int) -> tuple[Border, ...]:
        """The borders of a district that are water (R102)."""
        if district == 1:
            return self.borders
        return self.shores[district - 2] if district - 2 < len(self.shores) else ()

    def building(self, number: int) -> Building | None:
        """The building of that number."""
        return next((each for each in self.buildings if each.number == number), None)

    def of(self, *types: BuildingType) -> tuple[Building, ...]:
        """Its buildings of those types, damaged ones with them."""
        return tuple(each for each in self.buildings if each.type in types)

    def in_district(self, district: int) -> tuple[Building, ...]:
        """What stands in a district."""
        return tuple(each for each in self.buildings if each.place.district == district)


def seen(state: Town, viewer: Viewer) -> Town | None:
    """The settlement; one that is hidden is there for game masters only, and nobody posts its plans."""
    if viewer.is_game_master:
        return state
    if state.is_hidden:
        return None
    # Leaders are shown them where they ask; what all of a channel read tells nothing of them.
    return replace(state, drafts=()) if viewer.user is None and state.drafts else state


TOWN: Kind[Town] = Kind(
    "settlement",
    Town,
    title=lambda state: state.name,
    parent=lambda state: state.kingdom,
    links=lambda state: (state.land,),
    view=seen,
)


# -- What it comes to: lots, people, base value, Defense, modifiers; nothing of it is stored ---------------


# What an event's treasure may cost of the base value. And the first slot that isn't its building's own.
TREASURE_PERCENT, FIRST_FIND = 150, 100
CR_FOR_LOYALTY: Final = 4
# What a Lair adds to the Defense of a Fort or Watchtower built over it.
LAIR_DEFENSE: Final = 1
# gp on display for 1 Fame, and the most that a display brings by its price.
GP_FOR_FAME, MOST_DISPLAY_FAME = 10_000, 5
TRADE_PERCENT, MOST_TRADE_PERCENT = 5, 100


@dataclass(frozen=True, slots=True)
class Summand:
    """An amount, and what it comes of: `count` things of that name, or, without one, what was told.

    What has no value of the book's is `said` in words.
    """

    amount: int
    name: str = ""
    count: int = 1
    said: str = ""


def sound(town: Town, *types: BuildingType) -> tuple[Building, ...]:
    """Its buildings that are neither damaged (R108) nor abandoned (R097); with types, those alone."""
    return tuple(each for each in town.buildings if each.is_sound and (not types or each.type in types))


def with_spared(town: Town, rulings: Rulings) -> Town:
    """The settlement with what has closed open while the campaign doesn't use that rule, and closed again."""
    is_spared = not rulings.has(ABANDONED, "yes")
    if not any(each.is_abandoned and each.is_spared is not is_spared for each in town.buildings):
        return town
    buildings = (replace(each, is_spared=is_spared) if each.is_abandoned else each for each in town.buildings)
    return replace(town, buildings=tuple(buildings))


# -- lots and people ----------------------------------------------------------------------------------


def lots_in_use(town: Town, rulings: Rulings) -> int:
    """Lots that are built on, damaged ones with them, and those that a game master tells of (R112).

    What shares a lot adds none; a Waterway that was there before adds none either, and one that was built
    does where the campaign counts it (R101).
    """
    is_empty = rulings.has(WATERWAY_PEOPLE, "no")
    homes = (
        each
        for each in town.buildings
        if not each.is_natural and not (is_empty and each.type is BuildingType.WATERWAY)
    )
    return _told_lots(town) + len(_lots_of(homes))


def lots_taken(town: Town) -> int:
    """Lots on which nothing more can be built: also those of a Waterway that was there before."""
    return _told_lots(town) + lots_built(town)


def lots_built(town: Town) -> int:
    """Lots on which something stands that isn't only told of."""
    return len(_lots_of(town.buildings))


def _told_lots(town: Town) -> int:
    """Lots that are told of: where there is no room for both, they give way to what is built."""
    return max(0, min(town.lots, LOTS_IN_DISTRICT * town.districts - lots_built(town)))


def _lots_of(buildings: Iterable[Building]) -> set[tuple[int, int]]:
    own = (each for each in buildings if each.type not in SHARING)
    return {(each.place.district, lot) for each in own for lot in each.place.lots}


def population(town: Town, rulings: Rulings) -> int:
    """About 250 people a lot in use (R112)."""
    return lots_in_use(town, rulings) * PEOPLE_PER_LOT


def size_of(town: Town, rulings: Rulings) -> SettlementSize:
    """Its row of Table 4-5."""
    return _size_row(town, rulings)[1]


def most_value(town: Town, rulings: Rulings) -> int:
    """The highest base value that so many people allow, in gp (Table 4-5)."""
    return _size_row(town, rulings)[2]


def _size_row(town: Town, rulings: Rulings) -> tuple[int | None, SettlementSize, int]:
    people = population(town, rulings)
    return next(row for row in SETTLEMENT_SIZES if row[0] is None or people <= row[0])


# -- sums of its buildings ----------------------------------------------------------------------------


def _parts(town: Town, of: Callable[[BuildingRow], int]) -> tuple[Summand, ...]:
    """What its buildings give of one number, by their type, the largest amount first."""
    counts: dict[BuildingType, int] = {}
    for each in sound(town):
        counts[each.type] = counts.get(each.type, 0) + 1
    found = (Summand(of(row_of(type_)) * count, type_.value, count) for type_, count in counts.items())
    return tuple(sorted((each for each in found if each.amount), key=lambda each: -abs(each.amount)))


def value_parts(town: Town) -> tuple[Summand, ...]:
    """Of what its base value is made up (gp), before the table's limit."""
    told = (Summand(town.base_value),) if town.base_value else ()
    return (*told, *_parts(town, lambda row: row.value))


def base_value(town: Town, rulings: Rulings) -> int:
    """The price up to which items are bought and sold there, in gp: never above Table 4-5 (R109)."""
    return min(value_sum(town), most_value(town, rulings))


def value_sum(town: Town) -> int:
    """What its base value would be without the table's limit (gp)."""
    return sum(each.amount for each in value_parts(town))


def defense_parts(town: Town, around: Hex | None = None) -> tuple[Summand, ...]:
    """Of what its Defense is made up: buildings, and the Fort or Watchtower in its hex."""
    found = fortified(around) if around is not None else ()
    return (*_parts(town, lambda row: row.defense), *found)


def fortified(each: Hex) -> tuple[Summand, ...]:
    """What a Fort or Watchtower adds to the Defense of a hex, and a Lair under it (R081)."""
    found = [(IMPROVEMENTS[built].defense, built) for built in each.improvements]
    parts = tuple(Summand(amount, built.value) for amount, built in found if amount)
    lair = (Summand(LAIR_DEFENSE, Special.LAIR.value),) if parts and Special.LAIR in each.specials else ()
    return (*parts, *lair)


def defense(town: Town, around: Hex | None = None) -> int:
    """Its Defense: a note, for the rules of mass combat are not played here (R115)."""
    return sum(each.amount for each in defense_parts(town, around))


def gives(town: Town, rulings: Rulings) -> dict[Stat, int]:
    """What it adds to its kingdom's numbers by itself: buildings, beasts in Menageries, and what was told."""
    totals = dict.fromkeys((Stat.ECONOMY, Stat.LOYALTY, Stat.STABILITY, Stat.CONSUMPTION), 0)
    for each in sound(town):
        for stat, amount in given_by(each, rulings).items():
            totals[stat] += amount
    totals[Stat.LOYALTY] += sum(menagerie(each) for each in sound(town))
    for stat, amount in town.gives.items():
        totals[stat] += amount
    return {stat: amount for stat, amount in totals.items() if amount}


def given(building: BuildingType) -> dict[Stat, int]:
    """What one of those gives to its kingdom, wherever it stands."""
    row = row_of(building)
    amounts = {Stat.ECONOMY: row.economy, Stat.LOYALTY: row.loyalty, Stat.STABILITY: row.stability}
    return {stat: amount for stat, amount in amounts.items() if amount}


def is_blessed(building: Building, rulings: Rulings) -> bool:
    """Whether it gives what its deity does, and not what the book lists (R162)."""
    return bool(building.blessing) and rulings.has(BY_DEITY, "yes")


def given_by(building: Building, rulings: Rulings) -> dict[Stat, int]:
    """What a building gives to its kingdom: by its type, or its deity."""
    if not is_blessed(building, rulings):
        return given(building.type)
    by, _ = HOLY_SITES[building.type]
    counts = Counter(building.blessing)
    return {Stat(attribute.value): by * count for attribute, count in counts.items()}


def menagerie(building: Building) -> int:
    """The Loyalty that its beasts bring: a quarter of the highest CR, rounded down (R113)."""
    return building.cr // CR_FOR_LOYALTY if building.type is BuildingType.MENAGERIE else 0


def granary_room(town: Town) -> int:
    """How many BP its Granaries hold (R095)."""
    return GRANARY_STORES * len(sound(town, BuildingType.GRANARY))


# -- settlement modifiers -----------------------------------------------------------------------------


def modifier_parts(
    town: Town, rulings: Rulings, government: Government = Government.MONARCHY
) -> Mapping[Modifier, tuple[Summand, ...]]:
    """Of what each settlement modifier is made up, under that form of government (R152).

    "size" is Table 4-14's, where the campaign has it.
    """
    extra, _ = by_size(town, rulings)
    size = (Summand(extra, "size"),) if extra else ()
    return {
        each: (
            *_parts(town, partial(_modifier, each)),
            *size,
            *_governed(government, each),
            *_changed(town, each),
        )
        for each in Modifier
    }


def _governed(government: Government, modifier: Modifier) -> tuple[Summand, ...]:
    amount = GOVERNMENT_MODIFIERS[government].get(modifier, 0)
    return (Summand(amount, said=government.label),) if amount else ()


def _changed(town: Town, modifier: Modifier) -> tuple[Summand, ...]:
    found = (each for each in town.changes if each.stat.value == modifier.value)
    return tuple(Summand(each.amount, said=each.name) for each in found)


def with_modifier(town: Town, modifier: Modifier, amount: int, name: str, until: Until, month: int) -> Town:
    """With one of its modifiers changed, by a named source since that month."""
    number = town.counted + 1
    change = Change(number, Stat(modifier.value), amount, name, until, month)
    return replace(town, changes=join_change(town.changes, change), counted=number)


def _modifier(modifier: Modifier, row: BuildingRow) -> int:
    return row.modifiers.get(modifier, 0)


def modifiers(
    town: Town, rulings: Rulings, government: Government = Government.MONARCHY
) -> dict[Modifier, int]:
    """Its settlement modifiers: the sums of their parts, with each building looked at once."""
    extra, _ = by_size(town, rulings)
    sums = {each: extra + GOVERNMENT_MODIFIERS[government].get(each, 0) for each in Modifier}
    for type_, count in Counter(each.type for each in sound(town)).items():
        for modifier, amount in row_of(type_).modifiers.items():
            sums[modifier] += amount * count
    for change in town.changes:
        sums[Modifier(change.stat.value)] += change.amount
    return sums


def by_size(town: Town, rulings: Rulings) -> tuple[int, int]:
    """What Table 4-14 adds to each modifier, and to Danger (R110); by district where it has a star (R111).

    Nothing where the campaign doesn't use it, and none for a settlement without a lot in use.
    """
    lots = lots_in_use(town, rulings)
    if not rulings.has(BY_SIZE, "yes") or not lots:
        return 0, 0
    row = next(each for each in SIZE_MODIFIERS if each[0] is None or lots <= each[0])
    times = town.districts if row[3] else 1
    return row[1] * times, row[2] * times


def danger(town: Town, rulings: Rulings) -> int:
    """What Table 4-14 adds to its Danger."""
    return by_size(town, rulings)[1]


# -- notes for rules to come --------------------------------------------------------------------------


def fame(town: Town) -> int:
    """The Fame of its buildings and of what its Museums show."""
    found = sound(town)
    return sum(row_of(each.type).fame for each in found) + sum(display_fame(each) for each in found)


def display_fame(museum: Building) -> int:
    """The Fame of a display: 1 for 10,000 gp, 5 at most, and 1 more for what is significant (R113)."""
    if museum.type is not BuildingType.MUSEUM or not museum.display:
        return 0
    return min(MOST_DISPLAY_FAME, museum.display // GP_FOR_FAME) + museum.is_significant


def trade_percent(town: Town) -> int:
    """By how many percent its Foreign Quarters raise what a trade route brings: 100 at most (R117)."""
    return min(MOST_TRADE_PERCENT, TRADE_PERCENT * len(sound(town, BuildingType.FOREIGN_QUARTER)))


# -- Slots for magic items: which a building has, which are vacant, and what is in the others --------------


def described(grade: Grade | None, kind: ItemKind | None) -> Safe:
    """Minor potion; magic item where neither is known."""
    what = kind or T("item")
    return T("{grade} {what}")(grade=grade, what=what) if grade else T("magic {what}")(what=what)


class ItemsGone(Event):
    """Magic items on the market went with their building: their names, and how many had none yet."""

    name: str
    settlement: str
    building: BuildingType
    items: tuple[str, ...]
    unnamed: int = 0

    def sentence(self) -> Safe:
        """Which items are off the market."""
        nameless = [T("{count} without a name")(count=self.unnamed)] if self.unnamed else []
        gone = T("Off the market of {settlement:60} with the {building}: {items}.")
        items = [*(safe(each, 60) for each in self.items), *nameless]
        return gone(settlement=self.settlement, building=self.building, items=items)


def slots_of(building: BuildingType) -> tuple[SlotRow, ...]:
    """Each slot that a building of that type has, in its order: a row for one slot."""
    return tuple(SlotRow(1, row.grade, row.kinds) for row in row_of(building).slots for _ in range(row.count))


def kinds_of(row: SlotRow) -> tuple[ItemKind, ...]:
    """The kinds of items that a slot is for; where the book names none, all (R114)."""
    return row.kinds or tuple(ItemKind)


def vacant(building: Building) -> tuple[int, ...]:
    """The numbers of its vacant slots; a damaged or abandoned building has none to fill (R097, R108)."""
    if not building.is_sound:
        return ()
    filled = {ware.slot for ware in building.wares}
    return tuple(number for number in range(len(slots_of(building.type))) if number not in filled)


def vacancies(town: Town, district: int) -> tuple[tuple[Building, int], ...]:
    """Every vacant slot of a district, with its building."""
    return tuple((each, number) for each in town.in_district(district) for number in vacant(each))


def grade_of(building: Building, ware: Ware) -> Grade | None:
    """The grade of an item: its own, or its slot's."""
    row = dict(enumerate(slots_of(building.type))).get(ware.slot)
    return ware.grade or (row.grade if row is not None else None)


def without_finds(town: Town) -> Town:
    """The settlement once an Event phase begins: what was found and not bought is gone."""
    if not town.finds and not any(ware.is_find for each in town.buildings for ware in each.wares):
        return town
    buildings = tuple(
        replace(each, wares=tuple(ware for ware in each.wares if not ware.is_find)) for each in town.buildings
    )
    return replace(town, buildings=buildings, finds=())


def ware_in(building: Building, slot: int) -> Ware | None:
    """The item in a slot of a building."""
    return next((each for each in building.wares if each.slot == slot), None)


def with_ware(town: Town, building: Building, slot: int, ware: Ware | None) -> Town:
    """The settlement with that in a slot, whatever was in it before; None: nothing."""
    others = [each for each in building.wares if each.slot != slot]
    wares = sorted((*others, *((ware,) if ware is not None else ())), key=lambda each: each.slot)
    changed = replace(building, wares=tuple(wares))
    buildings = tuple(changed if each.number == building.number else each for each in town.buildings)
    return replace(town, buildings=buildings)


# -- where a building becomes another, or comes down --------------------------------------------------


def moved_wares(before: Building, to: BuildingType) -> tuple[Ware, ...]:
    """What stays on the market when a building is upgraded: as many items as its new slots fit.

    A slot fits that is of the same grade and for the item's kind.
    """
    moved = (replace(ware, slot=slot) for ware, slot in _fitted(before, to) if slot is not None)
    return tuple(sorted(moved, key=lambda each: each.slot))


def _fitted(before: Building, to: BuildingType | None) -> list[tuple[Ware, int | None]]:
    """Each item with its slot in the new building; None where there is none for it."""
    old = dict(enumerate(slots_of(before.type)))
    free = dict(enumerate(slots_of(to))) if to is not None else {}
    found = []
    for ware in before.wares:
        slot = next((number for number, row in free.items() if _fits(ware, old.get(ware.slot), row)), None)
        free = {number: row for number, row in free.items() if number != slot}
        found.append((ware, slot))
    return found


def _fits(ware: Ware, before: SlotRow | None, row: SlotRow) -> bool:
    is_same = before is not None and before.grade is row.grade
    return is_same and (ware.kind is None or ware.kind in kinds_of(row))


def items_gone(
    kingdom: str, town: Town, before: Building, to: BuildingType | None = None
) -> tuple[ItemsGone, ...]:
    """What is told of items that go with a building that comes down, or is upgraded `to` another."""
    lost = [ware for ware, slot in _fitted(before, to) if slot is None]
    names = tuple(each.name for each in lost if each.name)
    event = ItemsGone(kingdom, town.name, before.type, names, len(lost) - len(names))
    return (event,) if lost else ()


# -- Buildings and places as people and buttons name them --------------------------------------------------


def place_text(place: Place) -> str:
    """A place as text: district, and lots or border: "1:C4+D4", "2:north", "1"."""
    where = place.border.value if place.border else "+".join(lot_name(lot) for lot in place.lots)
    return f"{place.district}:{where}" if where else str(place.district)


def place_order(place: Place) -> tuple[int, tuple[int, ...], int]:
    """By what places are sorted: district by district from the north-west, borders clockwise."""
    return place.district, place.lots, list(Border).index(place.border) if place.border is not None else 0


def where(place: Place, *, is_named: bool | None = None) -> str:
    """A place as people say it: "C4+D4", "C4 in district 2", "the north border", "district 2".

    Its district is named where there are several, or it is not the first.
    """
    lots = "+".join(lot_name(lot) for lot in place.lots)
    at = T("the {border:lower} border").plain(border=place.border) if place.border else lots
    if not at:
        return T("district {district}").plain(district=place.district)
    is_told = place.district > 1 if is_named is None else is_named
    return T("{at} in district {district}").plain(at=at, district=place.district) if is_told else at


def located(place: Place) -> Safe:
    """The same with its preposition: "at C4", "in district 2"."""
    is_large = not place.lots and place.border is None
    return (T("in {where}") if is_large else T("at {where}"))(where=where(place))


def standing_at(building: BuildingType | Safe, place: Place, *, is_named: bool | None = None) -> Safe:
    """A building, with its article or without, and where it stands: "House at C4", "a Dump in district 2"."""
    is_large = not place.lots and place.border is None
    line = T("{building} in {where}") if is_large else T("{building} at {where}")
    return line(building=building, where=where(place, is_named=is_named))


def as_listed(building: Building) -> Safe:
    """A building and its place as lists of them have it, and as it can be written: "House at 1:C4"."""
    return T("{building} at {place}")(building=building.type, place=place_text(building.place))


def place_of(text: str) -> Place:
    """The place of that text; without a district the first is meant. Raises RuleViolation."""
    typed = plain_signs(text).strip()
    district, _, where = typed.rpartition(":") if ":" in typed else ("1", "", typed)
    number = whole_number(where) if not _ else None
    if number is not None:
        return Place(number)
    found = whole_number(district)
    border = next((each for each in Border if each.value == where.casefold()), None)
    lots = [lot_of(each) for each in where.replace("+", " ").replace(",", " ").split()]
    known = tuple(sorted(lot for lot in lots if lot is not None))
    if found is None or (border is None and (len(known) != len(lots) or not known)):
        raise refused(
            "building.no_place",
            "“{text:40}” isn't a place in a district. Lots go from A1 to F6: write C4, C4+D4, 2:C4 for the "
            "second district, or a border like 1:north.",
            text=text,
        )
    return Place(found, () if border is not None else known, border)


def building_type(text: str) -> BuildingType:
    """The building of that name, however it is written. Raises RuleViolation."""
    wanted = one_line(text).casefold()
    by_value = (each for each in BuildingType if each.value == wanted)
    found = next(by_value, None) or only_named(text, ((each.label, each) for each in BuildingType))
    if found is not None:
        return found
    raise refused(
        "building.unknown",
        "There's no building “{text:40}”. Pick one from the list.",
        text=text,
    )


def building_of(town: Town, text: str) -> Building:
    """The building that stands in a settlement: by its number, by type where there is one, by a lot, or both.

    Raises RuleViolation naming how to say which.
    """
    wanted = key_of(text)
    number = whole_number(wanted)
    lot = lot_of(wanted.rpartition(":")[2])
    district = whole_number(wanted.rpartition(":")[0] or "1")
    found = [
        each
        for each in town.buildings
        if each.number == number
        or wanted in _names(each)
        or (lot is not None and lot in each.place.lots and each.place.district == district)
    ]
    if not found and lot is None and number is None:
        # Of several alike that begin so it is asked which, as of those named in full.
        types = only_named(text, {each.type.label: each.type for each in town.buildings}.items())
        found = [each for each in town.buildings if each.type is types]
    if len(found) == 1:
        return found[0]
    if not found and number is not None:
        raise refused(
            "building.gone",
            "That building in {town:60} is gone. `/settlement show` lists what's there.",
            town=town.name,
        )
    if not found:
        raise refused(
            "building.not_there",
            "{town:60} has no building “{text:40}”. Give its name, or one of its lots, like C4.",
            text=text,
            town=town.name,
        )
    raise refused(
        "building.several",
        "There are several: {found:,}. Give a lot, or write one just like that.",
        found=[*map(as_listed, found[:MOST_LISTED]), *(["…"] if len(found) > MOST_LISTED else [])],
    )


def _names(building: Building) -> Iterator[str]:
    """What people call it, and how lists name it: the first district is left out there."""
    name = as_listed(building).casefold()
    yield building.type.value
    yield building.type.label.casefold()
    yield name
    yield name.replace(" 1:", " ")


MOST_CR, MOST_DISPLAY = 40, 10_000_000
