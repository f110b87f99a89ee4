"""What game masters do to a settlement: alike for a kingdom's and for a Free City."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.systems.kingdom.book import (
    BLESSINGS,
    HOLY_SITES,
    Alignment,
    Attribute,
    Border,
    BuildingType,
    Gift,
    Special,
)
from bot.systems.kingdom.settings import HOLY_SITES as BY_DEITY
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.bills import meant_type, unrest_of
from bot.systems.kingdom.towns.book import NATURAL, SHARES
from bot.systems.kingdom.towns.context import (
    BORDER_CHOICES,
    EVERY_BUILDING,
    KNOWN_TOWNS,
    OfTown,
    TownContext,
    add_building,
    borders_of,
    correction,
    require_no_wall,
    require_shore,
    with_borders,
)
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    MOST_CR,
    MOST_DISPLAY,
    MOST_DISTRICTS,
    SHARING,
    Building,
    Grant,
    ItemsGone,
    Place,
    Town,
    items_gone,
    located,
    place_of,
    place_text,
    where,
)
from bot.systems.kingdom.towns.wrecking import BuildingRef, alone_in, fallen, falls_with, refs

# -- Buildings that game masters put into a settlement, and what was there before anybody built ------------


DETAILED: Final = (BuildingType.MENAGERIE, BuildingType.MUSEUM)
DEITY_LENGTH: Final = 40


def _standing(fits: Callable[[Building], bool]) -> Callable[[Asker], Iterator[Pair]]:
    """Suggests the buildings that fit of the settlement that is named already, by their numbers."""

    def suggest(asker: Asker) -> Iterator[Pair]:
        town: Town = asker.record("settlement").state
        for each in filter(fits, town.buildings):
            at = where(each.place, is_named=town.districts > 1)
            is_large = not each.place.lots and each.place.border is None
            line = T("{building} in {at}") if is_large else T("{building} at {at}")
            named = line.plain(building=each.type, at=at)
            yield (T("{named}, damaged").plain(named=named) if each.is_damaged else named), str(each.number)

    return suggest


def _places_with_room(asker: Asker) -> Iterator[Pair]:
    """The places for the building that is named already: the legal ones, or all that have room."""
    town, building = asker.record("settlement").state, asker.given.get("building")
    if building not in set(BuildingType):
        return
    ground, type_ = Ground(town, Rulings(asker.seen.campaign.settings)), BuildingType(building)
    every = (each for each in ground.sites(type_) if not ground.room(type_, each))
    for place in ground.legal(type_) if asker.given.get("is_legal") is not False else every:
        yield where(place, is_named=town.districts > 1), place_text(place)


class BuildingWork(Event):
    """What a game master does to a building of a settlement, and why."""

    settlement: str
    building: BuildingType
    place: str
    reason: str

    @property
    def at(self) -> Safe:
        """Where the building stands: "at C4"."""
        return located(place_of(self.place))

    def details(self) -> Iterator[Safe]:
        """Further lines for its card, on what follows from the work."""
        yield from ()


def _unrest(amount: int) -> Iterator[Safe]:
    if amount:
        yield T("Unrest {amount:+}.")(amount=amount)


class PlaceBuilding(OfTown):
    """Place a building in a settlement, free and outside the month's limit

    What is not `is_legal` only needs room there: nothing must stand beside it, now or later. What
    `is_natural` was there before anybody built.
    """

    building: str = option("Which building", suggest=EVERY_BUILDING)
    place: str = option(
        "Where: C4, C4+D4, 2:C4 for district 2, 1:north for a border", suggest=_places_with_room
    )
    reason: str = option("The reason, for everyone to read")
    kingdom: RecordId | None = None
    is_legal: bool = option(
        "Follow the placement rules; if not, it only needs room", name="legal", default=True
    )
    is_natural: bool = option(
        "It's natural: a river, or a cliff or river as a wall or moat",
        name="natural",
        default=False,
    )


class BuildingPlaced(BuildingWork):
    """A game master put a building there; `unrest` is what its completion changed (R105)."""

    unrest: int = 0
    is_legal: bool = True
    is_natural: bool = False

    def sentence(self) -> Safe:
        """Where it is now."""
        if self.is_natural:
            natural = T("{settlement:60} has a natural {building} {at}.")
            return natural(settlement=self.settlement, building=self.building, at=self.at)
        placed = T("A game master places {building} {at} in {settlement:60}.")
        return placed(building=self.building.one, at=self.at, settlement=self.settlement)

    def details(self) -> Iterator[Safe]:
        """That it needs no neighbours, and Unrest."""
        if not (self.is_legal or self.is_natural):
            yield T("The placement rules don't apply: it needs nothing next to it.")()
        yield from _unrest(self.unrest)


@correction("settlement gm place", button="Place it")
def place_building(at: TownContext, action: PlaceBuilding, dice: Dice) -> None:
    """Put it there. Unrest changes as if it had been built, but not by what is natural.

    Raises RuleViolation where there is no room, or the rules forbid it that were to be kept.
    """
    building, place = meant_type(action.building, at.rulings), place_of(action.place)
    if action.is_natural and building not in NATURAL:
        raise refused(
            "building.not_natural",
            "A {building} can't be natural, only a {can:or} can.",
            building=building,
            can=NATURAL,
        )
    ground = Ground(at.town, at.rulings)
    _require_allowed(ground, building, place, is_legal=action.is_legal)
    new = Building(
        at.town.counted + 1,
        building,
        place,
        at.month,
        is_natural=action.is_natural,
        is_exempt=not action.is_legal,
        relies_on=(ground.served(building, place) or ()) if place.lots else (),
    )
    if at.realm is not None and not action.is_natural:
        at.unrest = unrest_of(at.realm, at.town, building)
    at.put(add_building(at.town, new))
    at.tell(BuildingPlaced(*_work(at, new), at.unrest, action.is_legal, action.is_natural))


def _work(at: TownContext, building: Building) -> tuple[str, BuildingType, str, str]:
    """What every event says of work on a building."""
    return at.name, building.type, place_text(building.place), at.reason


def _require_allowed(ground: Ground, building: BuildingType, place: Place, *, is_legal: bool) -> None:
    """See that it can stand there: by the rules, or only by the room that there is. Raises RuleViolation."""
    room = ground.room(building, place)
    if building is BuildingType.BROTHEL:
        room = room or ground.in_settlement(building)
    if room:
        raise refused("building.no_room", "{why:upper}.", why=Safe(room))
    if is_legal and (why := ground.hindrance(building, place)):
        raise refused(
            "building.not_legal",
            "{why:upper}. With `legal: False` you can place it anyway.",
            why=Safe(why),
        )


MOST_GRANTS: Final = 20
SALVAGE_SIDES: Final = 4
# What the hex must have for a find, which uses it up (R080).
FINDS: Final = {
    Gift.FOUND: Special.BUILDING,
    Gift.RUIN: Special.RUIN,
    Gift.SALVAGE: Special.RUIN,
}


class GrantBuilding(OfTown):
    """Let a settlement use a building in its hex, or give it one

    Salvage and gifts can leave open which one.
    """

    settlement: RecordId = option("Which settlement of a kingdom", finder=KNOWN_TOWNS)
    gift: Gift = option("What makes a building cheaper or free")
    reason: str = option("The reason, for everyone to read")
    building: str = option(
        "Which building; can be left open for salvage and gifts", default="", suggest=EVERY_BUILDING
    )
    kingdom: RecordId | None = None


class SetBuilding(OfTown):
    """Set what a Menagerie or Museum displays

    None leaves a part as it is.
    """

    building: str = option("A Menagerie or a Museum", suggest=_standing(lambda each: each.type in DETAILED))
    reason: str = option("The reason, for everyone to read")
    kingdom: RecordId | None = None
    cr: int | None = option("Menagerie: the highest CR of its creatures", default=None, least=0, most=MOST_CR)
    display: int | None = option(
        "Museum: value of what's on display, in gp", default=None, least=0, most=MOST_DISPLAY
    )
    is_significant: bool | None = option(
        "Museum: one of its pieces is significant", name="significant", default=None
    )


class DedicateBuilding(OfTown):
    """Dedicate a holy building to a deity: a Shrine, Temple or Cathedral; the deity decides what it gives"""

    building: str = option(
        "A Shrine, Temple or Cathedral", suggest=_standing(lambda each: each.type in HOLY_SITES)
    )
    deity: str = option("The deity's name", max_length=DEITY_LENGTH)
    reason: str = option("The reason, for everyone to read")
    alignment: Alignment | None = option("The deity's alignment, which decides what it gives", default=None)
    first: Attribute | None = option(
        "Instead of by alignment: an attribute it raises",
        label="Instead: an attribute it raises",
        default=None,
    )
    second: Attribute | None = option("Of a Temple or Cathedral: another one", default=None)
    kingdom: RecordId | None = None


class SetBorders(OfTown):
    """Set which borders of a district are water"""

    reason: str = option("The reason, for everyone to read")
    borders: str = option(
        "Which borders are water, like “north, east”; all land if left out",
        default="",
        suggest=BORDER_CHOICES,
    )
    district: int = option("Which district; the first if left out", default=1, least=1, most=MOST_DISTRICTS)
    kingdom: RecordId | None = None


class BuildingGranted(Event):
    """A building is to be cheaper or free; of salvage it is so many `points` (BP) off one."""

    settlement: str
    gift: Gift
    building: BuildingType | None
    reason: str
    points: int = 0
    # The hex whose special terrain is used up by it.
    spot: str = ""

    def sentence(self) -> Safe:
        """What can be built for less."""
        what = self.building.one if self.building is not None else T("a building")
        given = {"settlement": self.settlement, "what": what}
        match self.gift:
            case Gift.FOUND:
                found = T("{settlement:60} finds {what} in good repair, free to use.")
                return found(**given)
            case Gift.RUIN:
                return T("{settlement:60} has a Ruin for building {what} at half price.")(**given)
            case Gift.SALVAGE:
                salvaged = T("{settlement:60} salvages a Ruin: **{points} BP** off {what}.")
                return salvaged(**given, points=self.points)
            case _:
                return T("{settlement:60} gets {what} as a gift, free to build.")(**given)

    def details(self) -> Iterator[Safe]:
        """Whether it counts, and what it uses up."""
        if self.gift in (Gift.FOUND, Gift.GIFT):
            yield T("It doesn't count toward the month's buildings.")()
        if self.gift in FINDS:
            used = T("The {special} in {spot:40} is used up.")
            yield used(special=FINDS[self.gift], spot=self.spot)


class BuildingDetailed(BuildingWork):
    """What a Menagerie holds or a Museum displays now."""

    cr: int = 0
    display: int = 0
    is_significant: bool = False

    def sentence(self) -> T:
        """What it holds or displays."""
        if self.building is BuildingType.MENAGERIE:
            return T("The Menagerie {at} in {settlement:60} holds creatures up to CR {cr}.")
        if self.is_significant:
            return T(
                "The Museum {at} in {settlement:60} displays pieces worth {display:,} gp, one of them "
                "significant."
            )
        return T("The Museum {at} in {settlement:60} displays pieces worth {display:,} gp.")


class BuildingDedicated(BuildingWork):
    """A holy building is its deity's now, and raises those attributes."""

    deity: str = ""
    blessing: tuple[Attribute, ...] = ()
    by: int = 1

    def sentence(self) -> Safe:
        """Whose it is, and what it raises."""
        raised = [T("{attribute} +{by}")(attribute=each, by=self.by) for each in self.blessing]
        return T("The {building} {at} in {settlement:60} is dedicated to **{deity}**: {raised:,}.").of(
            self, raised=raised
        )


class ShoreSet(Event):
    """Which borders of a district are water now."""

    settlement: str
    district: int
    borders: tuple[Border, ...]
    reason: str

    def sentence(self) -> T | Safe:
        """The borders that are water, or that none is."""
        if not self.borders:
            return T("{settlement:60}, district {district}, has no water borders.")
        sides = [T("{side:lower}")(side=each) for each in self.borders]
        return T("{settlement:60}, district {district}, has water to the {sides}.").of(self, sides=sides)

    def details(self) -> Iterator[Safe]:
        """Nothing: no details follow from water at borders."""
        yield from ()


# -- finds and gifts ----------------------------------------------------------------------------------


@correction("settlement gm grant", button="Give it the building")
def grant_building(at: TownContext, action: GrantBuilding, dice: Dice) -> None:
    """Grant it; a find uses up the hex's special terrain, so a Ruin helps once (R080).

    Raises RuleViolation where there is nothing to find, or no kingdom that could build.
    """
    building = _granted_type(at, action)
    special = FINDS.get(action.gift)
    if special is not None:
        at.change_hex(specials=tuple(each for each in at.hex.specials if each is not special))
    points = 0
    if action.gift is Gift.SALVAGE:
        reason = T("Salvage from the Ruin at {name:60}, in BP")(name=at.name)
        points = sum(dice.roll(1, SALVAGE_SIDES, reason=reason))
    at.put(with_grant(at.town, action.gift, building, points))
    spot = at.where if special is not None else ""
    at.tell(BuildingGranted(at.name, action.gift, building, at.reason, points, spot))


def with_grant(town: Town, gift: Gift, building: BuildingType | None, points: int = 0) -> Town:
    """The settlement with one more find or gift to be used."""
    number = town.counted + 1
    return replace(town, grants=(*town.grants, Grant(number, gift, building, points)), counted=number)


def _granted_type(at: TownContext, action: GrantBuilding) -> BuildingType | None:
    """Which building it is for. Raises RuleViolation for what can't be granted."""
    if at.realm is None:
        raise refused(
            "grant.free_city",
            "{name:60} doesn't belong to a kingdom, so it can't use finds or gifts. Put the building there "
            "with `/gm deed: place a building`.",
            name=at.name,
        )
    if len(at.town.grants) >= MOST_GRANTS:
        raise refused(
            "grant.too_many",
            "{name:60} already has {most} unused finds and gifts, the limit.",
            name=at.name,
            most=MOST_GRANTS,
        )
    special = FINDS.get(action.gift)
    if special is not None and special not in at.hex.specials:
        raise refused(
            "grant.nothing_found",
            "{where:40} has no {special} left, and a find uses one up. Draw it there first (`/hex gm set`), "
            "or grant a gift.",
            where=at.where,
            special=special,
        )
    if action.building:
        return meant_type(action.building, at.rulings)
    if action.gift in (Gift.FOUND, Gift.RUIN):
        raise refused(
            "grant.needs_type",
            "Say which building the find is, as `building`. Only salvage and gifts can leave it open.",
        )
    return None


# -- menageries and museums ---------------------------------------------------------------------------


@correction("settlement gm set", button="Set what it holds")
def set_building(at: TownContext, action: SetBuilding, dice: Dice) -> None:
    """Say it. Raises RuleViolation for another building, or numbers out of range."""
    building = at.building(action.building)
    _require_its_own(building.type, action)
    names = ("cr", "display", "is_significant")
    given = {name: value for name in names if (value := getattr(action, name)) is not None}
    new = at.change_building(building, **given)
    if not 0 <= new.cr <= MOST_CR or not 0 <= new.display <= MOST_DISPLAY:
        raise refused(
            "building.out_of_range",
            "A CR can be 0 to {cr}, a display 0 to {display:,} gp.",
            cr=MOST_CR,
            display=MOST_DISPLAY,
        )
    at.tell(BuildingDetailed(*_work(at, new), new.cr, new.display, new.is_significant))


def _require_its_own(building: BuildingType, action: SetBuilding) -> None:
    """See that what is said fits the building (R113). Raises RuleViolation."""
    is_shown = action.display is not None or action.is_significant is not None
    if action.cr is None and not is_shown:
        raise refused(
            "building.nothing_said",
            "Give a CR for a Menagerie, or a display in gp for a Museum, significant or not.",
        )
    fits = {BuildingType.MENAGERIE: not is_shown, BuildingType.MUSEUM: action.cr is None}
    if not fits.get(building, False):
        raise refused(
            "building.no_such_detail",
            "That doesn't fit {building}: a Menagerie has a CR, a Museum a display in gp.",
            building=building.one,
        )


# -- holy sites ---------------------------------------------------------------------------------------


@correction("settlement gm dedicate", button="Dedicate it")
def dedicate_building(at: TownContext, action: DedicateBuilding, dice: Dice) -> None:
    """Say whose it is, and so what it gives (R162). Raises RuleViolation for what isn't holy."""
    if not at.rulings.has(BY_DEITY, "yes"):
        raise refused("holy.unused", "This campaign doesn't use holy sites (`/campaign settings`).")
    building = at.building(action.building)
    if building.type not in HOLY_SITES:
        raise refused(
            "holy.not_holy",
            "Only {types:or} can be dedicated.",
            types=[each.one for each in HOLY_SITES],
        )
    # What begins a line of a settlement's text can't stand in a name in it.
    deity = clip(one_line(re.sub("[>+#]", "", action.deity)), DEITY_LENGTH)
    new = at.change_building(building, deity=deity, blessing=_blessing(building, action))
    at.tell(BuildingDedicated(*_work(at, new), new.deity, new.blessing, HOLY_SITES[new.type][0]))


def _blessing(building: Building, action: DedicateBuilding) -> tuple[Attribute, ...]:
    """The attributes that are named, or those of the deity's alignment. Raises RuleViolation."""
    by, most = HOLY_SITES[building.type]
    named = tuple(each for each in (action.first, action.second) if each is not None)
    if not named and action.alignment is not None:
        named = BLESSINGS[action.alignment][:most]
    if not 1 <= len(named) <= most:
        raise refused(
            "holy.attributes",
            "{building:upper} raises {most:one attribute|up to {most} attributes} by {by}: give the deity's "
            "alignment, or name {most:it|them} as `first`{most:| and `second`}.",
            building=building.type.one,
            most=most,
            by=by,
        )
    return named


# -- borders ------------------------------------------------------------------------------------------


@correction("settlement gm borders", button="Set the water borders")
def set_borders(at: TownContext, action: SetBorders, dice: Dice) -> None:
    """Correct what was set when the district was founded (R102).

    Raises RuleViolation where the hex has no water, or a wall stands at that border.
    """
    borders = borders_of(action.borders)
    require_shore(at.hex, borders, at.where)
    at.put(with_borders(at.town, action.district, borders))
    require_no_wall(at.town, action.district, borders)
    at.tell(ShoreSet(at.name, action.district, borders, at.reason))


# -- Buildings destroyed, damaged, taken away --------------------------------------------------------------


class DestroyBuilding(OfTown):
    """Destroy a building, as by an event or an army: +1 Unrest for each lot"""

    building: str = option(
        "Its name, or one of its lots", suggest=_standing(lambda each: not each.is_natural)
    )
    reason: str = option("What destroyed it")
    kingdom: RecordId | None = None


class DamageBuilding(OfTown):
    """Damage a building: it gives nothing until the leaders repair it"""

    building: str = option(
        "Its name, or one of its lots",
        suggest=_standing(lambda each: not (each.is_natural or each.is_damaged)),
    )
    reason: str = option("What damaged it")
    kingdom: RecordId | None = None


class RemoveBuilding(OfTown):
    """Remove a building without a trace, as if it had never been there"""

    building: str = option("Its name, or one of its lots", suggest=_standing(lambda _each: True))
    reason: str = option("The reason, for everyone to read")
    kingdom: RecordId | None = None


class BuildingDestroyed(BuildingWork):
    """An event or army destroyed it, on so many lots: Unrest rose by 1 for each (R105).

    `also` went with it, and `alone` lack a neighbour or water now.
    """

    says = T("The {building} {at} in {settlement:60} is destroyed.")
    unrest: int = 0
    also: tuple[BuildingRef, ...] = ()
    alone: tuple[BuildingRef, ...] = ()

    def details(self) -> Iterator[Safe]:
        """Unrest, and what is around it."""
        yield from _unrest(self.unrest)
        yield from _around(self)


class BuildingDamaged(BuildingWork):
    """A building is damaged and gives nothing until it is repaired."""

    says = T("The {building} {at} in {settlement:60} is damaged and gives nothing until repaired.")


class BuildingRemoved(BuildingWork):
    """A game master took it away as if it had never stood there; `also` went with it."""

    says = T("A game master removes the {building} {at} from {settlement:60}.")
    also: tuple[BuildingRef, ...] = ()
    alone: tuple[BuildingRef, ...] = ()

    def details(self) -> Iterator[Safe]:
        """What went with it, and what lacks a neighbor now."""
        yield from _around(self)


MOST_NAMED: Final = 6


def _around(event: BuildingDestroyed | BuildingRemoved) -> Iterator[Safe]:
    if event.also:
        yield T("Also gone: {found}.")(found=_named(event.also))
    if event.alone:
        alone = T("{found} now {found:lacks|lack} a neighbor or water.")
        yield alone(found=_named(event.alone))


def _named(found: Sequence[BuildingRef]) -> list[Safe]:
    """Buildings and where they stand, the first of them."""
    named = T("{building} {at}")
    names = [named(building=each.building, at=located(place_of(each.place))) for each in found]
    left = len(names) - MOST_NAMED
    return [*names[:MOST_NAMED], T("{left} more")(left=left)] if left > 0 else names


# -- destroyed, damaged, taken away -------------------------------------------------------------------


@correction("settlement gm destroy", button="Destroy it")
def destroy_building(at: TownContext, action: DestroyBuilding, dice: Dice) -> None:
    """Destroy it: its site remains, and Unrest rises by 1 for each lot (R105).

    Raises RuleViolation for what nobody built.
    """
    building = _built(at, action.building)
    after, also = fallen(at.town, building)
    at.unrest = lots_lost(at.town, (building, *also)) if at.realm is not None else 0
    around = refs(also), refs(alone_in(at.town, after, at.rulings))
    at.tell(BuildingDestroyed(*_work(at, building), at.unrest, *around), *_items(at, (building, *also)))
    at.put(after)


def lots_lost(town: Town, gone: Collection[Building]) -> int:
    """How many lots are destroyed with those; what shares another building's lot destroys none."""
    sharing = (*SHARES, *SHARING)
    hosts = {
        (each.place.district, lot)
        for each in town.buildings
        if each.type not in sharing
        for lot in each.place.lots
    }
    lost = set()
    for each in gone:
        lots = {(each.place.district, lot) for lot in each.place.lots}
        lost |= lots - hosts if each.type in sharing else lots
    return len(lost)


@correction("settlement gm damage")
def damage_building(at: TownContext, action: DamageBuilding, dice: Dice) -> None:
    """Damage it. Raises RuleViolation for what is damaged already, or what nobody built."""
    building = _built(at, action.building)
    if building.is_damaged:
        raise refused(
            "building.damaged_already",
            "The {building} is already damaged. Bring it down with `/gm deed: destroy`; its kingdom can "
            "repair it with `/settlement repair`.",
            building=building.type,
        )
    at.change_building(building, is_damaged=True)
    at.tell(BuildingDamaged(*_work(at, building)))


@correction("settlement gm remove", button="Remove it")
def remove_building(at: TownContext, action: RemoveBuilding, dice: Dice) -> None:
    """Take it away with what stands on it: no site remains, Unrest stays as it is.

    Raises RuleViolation where it isn't there.
    """
    building = at.building(action.building)
    gone = (building, *falls_with(at.town, building))
    at.change(buildings=tuple(each for each in at.town.buildings if each not in gone))
    around = refs(gone[1:]), refs(alone_in(at.before, at.town, at.rulings))
    at.tell(BuildingRemoved(*_work(at, building), *around), *_items(at, gone))


def _built(at: TownContext, text: str) -> Building:
    """The building of that name, number or lot. Raises RuleViolation for what was there before anybody."""
    building = at.building(text)
    if building.is_natural:
        raise refused(
            "building.natural",
            "The {building} is natural, so it can't be damaged or destroyed. Remove it with "
            "`/gm deed: remove a building`.",
            building=building.type,
        )
    return building


def _items(at: TownContext, gone: Iterable[Building]) -> tuple[ItemsGone, ...]:
    """Magic items on the market that are gone too; a Free City's market nobody keeps."""
    return tuple(event for each in gone for event in items_gone(at.kingdom, at.before, each))
