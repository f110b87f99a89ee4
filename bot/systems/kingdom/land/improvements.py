"""Where terrain improvements may stand, and what they cost there (Table 4-6, R061 to R068)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.systems.kingdom.book import (
    HIGHWAY_SIZE,
    IMPROVEMENTS,
    TERRAINS,
    Improvement,
    Limit,
    Special,
    Spot,
    Step,
    Task,
    Terrain,
)
from bot.systems.kingdom.land.state import (
    Hex,
    neighbours,
    spot_meant,
    spot_of,
    what_is_there,
    without_improvement,
)
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import (
    HEX,
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    found_realm,
    known_spots,
    left,
    left_after,
    require_left,
    require_points,
    standing_realm,
)
from bot.systems.kingdom.settings import PREPARATION_COUNTS
from bot.systems.kingdom.sources import ON_RESOURCE, aqueducts, can_rule
from bot.systems.kingdom.state import REASON_LENGTH, Work, with_points, with_unrest
from bot.systems.kingdom.steps import acting_for, at_step, require_open

# What is built over another pays the difference between their prices.
UPGRADES: Final[Mapping[Improvement, Improvement]] = {
    Improvement.FORT: Improvement.WATCHTOWER,
    Improvement.HIGHWAY: Improvement.ROAD,
}
LAND: Final = frozenset(Terrain) - {Terrain.WATER}
GROUNDS: Final[Mapping[Improvement, Collection[Terrain]]] = {
    Improvement.AQUEDUCT: LAND,
    Improvement.CANAL: (Terrain.DESERT, Terrain.HILLS, Terrain.PLAINS),
    Improvement.FARM: (Terrain.DESERT, Terrain.HILLS, Terrain.PLAINS),
    Improvement.FORT: LAND,
    Improvement.HIGHWAY: LAND,
    Improvement.MINE: (Terrain.CAVERN, Terrain.DESERT, Terrain.HILLS, Terrain.MOUNTAINS),
    Improvement.QUARRY: (Terrain.CAVERN, Terrain.HILLS, Terrain.MOUNTAINS),
    Improvement.ROAD: LAND,
    Improvement.SAWMILL: (Terrain.FOREST, Terrain.JUNGLE),
    Improvement.WATCHTOWER: LAND,
}
# Without a Ruler or a stand-in none of these is built (R039).
RULERS: Final = (Improvement.FARM, Improvement.HIGHWAY, Improvement.ROAD)
FARMS_NEAR: Final = 2


class Buildable(NamedTuple):
    """An improvement in a hex: its price in BP, or else why it can't be built there."""

    improvement: Improvement
    price: int | None
    why: str = ""


def buildable(realm: Realm, spot: Spot) -> tuple[Buildable, ...]:
    """Each of the twelve improvements, as it stands with it in that hex."""
    return tuple(sited(realm, spot, each) for each in Improvement)


def sited(realm: Realm, spot: Spot, improvement: Improvement) -> Buildable:
    """One of them. What the Treasury holds and the month allows is another question."""
    why = hindrance(realm, spot, improvement)
    return Buildable(improvement, None if why else price(realm.land.hexes[spot], improvement), why)


# -- prices -------------------------------------------------------------------------------------------


def cost(each: Hex, improvement: Improvement) -> int | None:
    """What it costs there from the ground up, in BP; None where it can't be.

    Rivers double a Road once (R063), and so its Highway (R064), unless a Bridge is there already; neither
    a Canal (R067) nor an Aqueduct.
    """
    fixed, row = IMPROVEMENTS[improvement].cost, TERRAINS[each.terrain]
    if improvement is Improvement.FARM:
        return row.farm
    if fixed is not None or improvement is Improvement.BRIDGE or row.road is None:
        return fixed
    is_doubled = each.has_river and Special.BRIDGE not in each.specials
    road = row.road * (2 if is_doubled else 1)
    return {
        Improvement.ROAD: road,
        Improvement.HIGHWAY: 2 * road,
        Improvement.CANAL: 2 * row.road,
        Improvement.AQUEDUCT: row.road,
    }[improvement]


def price(each: Hex, improvement: Improvement) -> int | None:
    """What is to be paid for it there now: of an upgrade the difference."""
    whole, below = cost(each, improvement), replaced(each, improvement)
    if whole is None or below is None:
        return whole
    return whole - (cost(each, below) or 0)


def replaced(each: Hex, improvement: Improvement) -> Improvement | None:
    """What would be built over by it."""
    below = UPGRADES.get(improvement)
    return below if below is not None and each.has(below) else None


# -- what stands against it ---------------------------------------------------------------------------


def hindrance(realm: Realm, spot: Spot, improvement: Improvement) -> str:
    """Why it can't be built there, without a full stop; empty where it can."""
    each = realm.hexes.get(spot)
    if each is None:
        return _not_claimed(realm, spot)
    return (
        _plagued(realm, spot)
        or _crowded(each, improvement, realm.land.name_of(spot))
        or _ground(each, improvement)
        or _needs(realm, spot, improvement)
    )


def _not_claimed(realm: Realm, spot: Spot) -> Safe:
    says = T("{name:60} doesn't own {hex:30}: you can only improve your own hexes")
    return says(hex=realm.land.name_of(spot), name=realm.kingdom.name)


def _plagued(realm: Realm, spot: Spot) -> str:
    """Nothing is built where a plague is (R130)."""
    says = T("nothing can be built at {hex:30} while the Plague lasts")
    return says(hex=realm.land.name_of(spot)) if spot in realm.plagued else ""


BRIDGE: Final = T("You don't build a Bridge on its own: it's part of a Road's price over a river")


def _crowded(each: Hex, improvement: Improvement, name: str) -> str:
    """One of each kind, of Mine, Quarry and Sawmill one in all (R066); no step back from an upgrade."""
    if improvement is Improvement.BRIDGE:
        return BRIDGE()
    if each.has(improvement):
        says = T("{hex:30} already has {one}, and a hex holds one of each kind")
        return says(hex=name, one=improvement.one)
    above = next((up for up, below in UPGRADES.items() if below is improvement), None)
    if above is not None and each.has(above):
        says = T("{hex:30} has {above}, so {one} can't be there too")
        return says(hex=name, above=above.one, one=improvement.one)
    alone = next((other for other in each.improvements if not IMPROVEMENTS[other].shares), None)
    if alone is not None and not IMPROVEMENTS[improvement].shares:
        says = T("{hex:30} has {alone}: a hex holds only one of Mine, Quarry and Sawmill")
        return says(hex=name, alone=alone.one)
    return ""


def _ground(each: Hex, improvement: Improvement) -> str:
    if improvement is Improvement.FISHERY:
        wet = each.is_coast or each.has_river or each.terrain in (Terrain.WATER, Terrain.MARSH)
        return "" if wet else T("A Fishery needs coast, river, marsh or open water in the hex")()
    if each.terrain in GROUNDS[improvement]:
        return ""
    fit = [T("{each:lower}")(each=terrain) for terrain in Terrain if terrain in GROUNDS[improvement]]
    ground = T("land")() if GROUNDS[improvement] is LAND else T("{fit:or}")(fit=fit)
    says = T("{one:upper} needs {ground}, and this is {terrain:lower}")
    return says(one=improvement.one, ground=ground, terrain=each.terrain)


def _needs(realm: Realm, spot: Spot, improvement: Improvement) -> str:
    each = realm.hexes[spot]
    is_dry = improvement is Improvement.FARM and not _is_fertile(realm, spot)
    if improvement is Improvement.HIGHWAY and not each.has(Improvement.ROAD):
        return T("A Highway is an upgrade: the hex needs a Road first")()
    if improvement is Improvement.HIGHWAY and realm.size < HIGHWAY_SIZE:
        says = T("A Highway needs Size {least} or more, and the kingdom has {size}")
        return says(least=HIGHWAY_SIZE, size=realm.size)
    if is_dry and each.terrain is Terrain.DESERT:
        return T("A Farm in the desert needs a river, a coast or a Canal in the hex itself")()
    if is_dry:
        return T(
            "A Farm needs a river, lake, marsh or Canal in its hex or next to it, or {farms} of the "
            "kingdom's Farms next to it"
        )(farms=FARMS_NEAR)
    if improvement in RULERS and not can_rule(realm):
        return T("{one:upper} needs a Ruler or a stand-in")(one=improvement.one)
    return ""


# What settlers build on their own, outside any kingdom (R136).
RUSHED: Final = (Improvement.FARM, Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL)


def rushed(realm: Realm, spot: Spot) -> tuple[Improvement, ...]:
    """Which of those can stand in a hex that is nobody's; none in one that is somebody's."""
    each = realm.land.hexes[spot]
    if each.realm is not None:
        return ()
    there = (one for one in RUSHED if not _crowded(each, one, "") and not _ground(each, one))
    return tuple(one for one in there if one is not Improvement.FARM or _is_fertile(realm, spot))


def _is_fertile(realm: Realm, spot: Spot) -> bool:
    """Whether a Farm has the water there that it needs."""
    each = realm.land.hexes[spot]
    return is_irrigated(each) if each.terrain is Terrain.DESERT else is_watered(realm, spot)


def is_irrigated(each: Hex) -> bool:
    """Whether a Farm can stand in that desert hex: by canal, coast or river in the hex itself (R061)."""
    return each.has_river or each.is_coast or each.has(Improvement.CANAL)


def is_watered(realm: Realm, spot: Spot) -> bool:
    """Whether a Farm has water there: in the hex or next to it, or two Farms of the realm beside it (R061).

    Water in the fog counts for nobody: what may be built would tell of it.
    """
    hexes = realm.land.hexes
    near = [hexes[each] for each in neighbours(spot) if each in hexes]
    known = [each for each in near if each.is_revealed or each.realm == realm.id]
    if hexes[spot].has_water or any(each.has_water for each in known):
        return True
    farms = realm.territory.with_improvement(Improvement.FARM)
    return sum(each in farms for each in neighbours(spot)) >= FARMS_NEAR


# -- What a realm is once something was built on its land, or a site prepared; without dice ----------------


# What a game master's improvement takes the place of: the lower of two in either direction.
EXCLUDED: Final[Mapping[Improvement, Improvement]] = {
    Improvement.FORT: Improvement.WATCHTOWER,
    Improvement.WATCHTOWER: Improvement.FORT,
    Improvement.HIGHWAY: Improvement.ROAD,
    Improvement.ROAD: Improvement.HIGHWAY,
}


# -- improvements -------------------------------------------------------------------------------------


def improvement_of(text: str) -> Improvement:
    """The improvement of that name, however it is written. Raises RuleViolation naming those there are."""
    typed = one_line(text).casefold()
    for each in Improvement:
        if typed in (each.value, each.label.casefold()):
            return each
    raise refused(
        "improvement.unknown",
        "“{text:40}” isn't a terrain improvement. Choose {all:or}.",
        text=text,
        all=[each for each in Improvement if each is not Improvement.BRIDGE],
    )


def require_own(realm: Realm, spot: Spot) -> None:
    """See that a hex is the kingdom's to improve. Raises RuleViolation."""
    if spot not in realm.hexes:
        raise refused("improvement.not_own", "{why:upper}.", why=_not_claimed(realm, spot))


def require_buildable(realm: Realm, spot: Spot, improvement: Improvement) -> int:
    """What it costs there now. Raises RuleViolation saying what stands against it."""
    _, price, why = sited(realm, spot, improvement)
    if price is None:
        raise refused("improvement.hindered", "{why:upper}.", why=why)
    require_left(realm, Limit.TERRAIN)
    require_points(realm, price)
    return price


def improved(realm: Realm, spot: Spot, improvement: Improvement, price: int) -> Realm:
    """The realm with it, paid for; what it is an upgrade of is gone, and Unrest falls once (R089)."""
    each = realm.hexes[spot]
    land = realm.land.having({spot: with_improvement(each, improvement, replaced(each, improvement))})
    kingdom = with_unrest(with_points(realm.kingdom, -price), IMPROVEMENTS[improvement].unrest)
    kingdom = replace(kingdom, month=kingdom.month.using(Limit.TERRAIN))
    return replace(realm, kingdom=kingdom, land=land)


def with_improvement(each: Hex, improvement: Improvement, instead_of: Improvement | None) -> Hex:
    """The hex with it, in the book's order of improvements."""
    found = {*each.improvements, improvement} - {instead_of}
    return replace(each, improvements=tuple(one for one in Improvement if one in found))


# -- sites --------------------------------------------------------------------------------------------


def unprepared(realm: Realm, spot: Spot) -> str:
    """Why no settlement's site can be prepared there, without a full stop; empty where it can."""
    name, each = realm.land.name_of(spot), realm.hexes.get(spot)
    if each is None:
        says = T("{name:60} doesn't own {hex:30}: you can only prepare your own hexes")
        return says(hex=name, name=realm.kingdom.name)
    if TERRAINS[each.terrain].prepare is None:
        return T("No settlement can be on {terrain:lower}")(terrain=each.terrain)
    if realm.towns_at(spot):
        return T("{hex:30} already has a settlement")(hex=name)
    if each.prepared is not None and each.prepared <= realm.month:
        return T("{hex:30} is already prepared")(hex=name)
    if each.prepared is not None:
        says = T("{hex:30} is already being prepared, and will be ready in month {ready}")
        return says(hex=name, ready=each.prepared)
    return ""


def require_preparable(realm: Realm, spot: Spot) -> int:
    """What preparing a site costs there. Raises RuleViolation saying what stands against it (R070)."""
    if why := unprepared(realm, spot):
        raise refused("improvement.no_site", "{why:upper}.", why=why)
    if realm.rulings.is_on(PREPARATION_COUNTS):
        require_left(realm, Limit.TERRAIN)
    price = TERRAINS[realm.hexes[spot].terrain].prepare or 0
    require_points(realm, price)
    return price


def ready_in(realm: Realm, spot: Spot) -> int:
    """The month in which a settlement can be founded there, were it prepared now; plains at once (R070)."""
    return realm.month + (TERRAINS[realm.land.hexes[spot].terrain].prepare_months or 0)


def prepared(realm: Realm, spot: Spot, price: int) -> Realm:
    """The realm with that site begun, and paid for."""
    site = replace(realm.hexes[spot], prepared=ready_in(realm, spot))
    kingdom = with_points(realm.kingdom, -price)
    if realm.rulings.is_on(PREPARATION_COUNTS):
        kingdom = replace(kingdom, month=kingdom.month.using(Limit.TERRAIN))
    return replace(realm, kingdom=kingdom, land=realm.land.having({spot: site}))


class BuildImprovement(OnKingdom):
    """Build a terrain improvement, or upgrade to it"""

    hex: str
    improvement: Improvement


class PrepareSite(OnKingdom):
    """Prepare a hex for a settlement"""

    hex: str


class OnImprovement(OnKingdom):
    """A game master's deed with an improvement, whatever the rules say of it."""

    kingdom: RecordId = option("Whose", finder=KINGDOM_MEANT)
    hex: str = option(HEX, suggest=known_spots)
    improvement: Improvement = option(
        "What", choices=[each for each in Improvement if each is not Improvement.BRIDGE]
    )
    reason: str = option("The reason, for everyone to read")


class PlaceImprovement(OnImprovement):
    """Place an improvement on the map, free and regardless of the rules"""


class RazeImprovement(OnImprovement):
    """Remove an improvement from the map"""


class ImprovementBuilt(Event):
    """An improvement stands: what it cost, what it was built over, and how many more the month allows."""

    work: ClassVar[Work] = Work.IMPROVEMENT
    name: str
    hex: str
    improvement: Improvement
    price: int
    left: int | None = None
    instead_of: Improvement | None = None
    # Aqueducts that reach from a spring to a settlement only now.
    completed: int = 0

    def sentence(self) -> Safe:
        """Built, or built over something lower."""
        says = T("{name:60} builds {what} in {hex:30} for {price} BP.")
        if self.instead_of is not None:
            says = T("{name:60} turns the {instead_of} in {hex:30} into {what} for {price} BP.")
        return says.of(self, what=self.improvement.one)


class SitePrepared(Event):
    """A settlement's site was begun in `month`; it is ready in another, or at once."""

    name: str
    hex: str
    price: int
    month: int
    ready: int

    def sentence(self) -> T:
        """When a settlement can be founded there."""
        if self.ready <= self.month:
            return T("{name:60} prepares {hex:30} for a settlement for {price} BP. It's ready right away.")
        return T("{name:60} prepares {hex:30} for a settlement for {price} BP. It's ready in month {ready}.")


class ImprovementPlaced(Event):
    """A game master put an improvement on the map."""

    name: str
    hex: str
    improvement: Improvement
    reason: str = ""
    instead_of: Improvement | None = None

    def sentence(self) -> Safe:
        """Where, and why."""
        says = T("A game master places {what} in {hex:30}.")
        if self.reason:
            says = T("A game master places {what} in {hex:30}: {reason}.")
        return says.of(self, what=self.improvement.one)


class ImprovementRazed(Event):
    """A game master took an improvement off the map."""

    name: str
    hex: str
    improvement: Improvement
    reason: str = ""

    def sentence(self) -> T:
        """Where, and why."""
        if self.reason:
            return T("A game master removes the {improvement} from {hex:30}: {reason}.")
        return T("A game master removes the {improvement} from {hex:30}.")


# -- leaders' -----------------------------------------------------------------------------------------


@action(may=Permit.MEMBERS, button="Build it")
def build_improvement(scene: Scene, action: BuildImprovement, dice: Dice) -> Turn:
    """Build on a claimed hex, within the month's limit (Table 4-4) and for its price there (Table 4-6).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    at_step(scene, realm.kingdom, Step.TERRAIN)
    on_behalf = acting_for(scene, realm.kingdom, Task.TERRAIN)
    spot, kind = spot_meant(scene, realm.land, action.hex), action.improvement
    price = require_buildable(realm, spot, kind)
    after = improved(realm, spot, kind, price)
    for sentence in _prospects(realm, after, spot, kind):
        scene.note(sentence)
    event = ImprovementBuilt(
        realm.kingdom.name,
        realm.land.name_of(spot),
        kind,
        price,
        left(after, Limit.TERRAIN),
        replaced(realm.hexes[spot], kind),
        max(0, len(aqueducts(after)) - len(aqueducts(realm))),
    )
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf)


def _prospects(realm: Realm, after: Realm, spot: Spot, kind: Improvement) -> Iterator[str]:
    """What a preview says besides the numbers."""
    yield T("Gives: {effect}")(effect=kind.meaning)
    if replaced(realm.hexes[spot], kind) is not None:
        yield T("You only pay the difference.")()
    if kind in ON_RESOURCE and Special.RESOURCE in realm.hexes[spot].specials:
        yield T("Each benefit is 1 higher on a Resource.")()
    if kind in (Improvement.ROAD, Improvement.HIGHWAY):
        count = len(after.territory.with_improvement(kind))
        yield T("{kind} hexes with this one: {count}")(kind=kind, count=count)
    if kind is Improvement.AQUEDUCT and any(spot in chain for chain in aqueducts(after)):
        yield T("With this hex the Aqueduct is complete.")()
    elif kind is Improvement.AQUEDUCT:
        yield T(
            "The chain isn't complete yet: it has to lead from hills or mountains with a river or lake to a "
            "settlement."
        )()
    if kind is Improvement.CANAL:
        yield T("Farms in this hex and next to it will have water.")()
    yield left_after(realm, Limit.TERRAIN)


@action(may=Permit.MEMBERS, button="Prepare the site")
def prepare_site(scene: Scene, action: PrepareSite, dice: Dice) -> Turn:
    """Prepare a claimed hex for a settlement: BP now, months of work (R070).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.TERRAIN)
    on_behalf = acting_for(scene, realm.kingdom, Task.TERRAIN)
    spot = spot_meant(scene, realm.land, action.hex)
    price = require_preparable(realm, spot)
    scene.note(what_is_there(realm.hexes[spot]))
    if realm.rulings.is_on(PREPARATION_COUNTS):
        scene.note(left_after(realm, Limit.TERRAIN))
    event = SitePrepared(
        realm.kingdom.name, realm.land.name_of(spot), price, realm.month, ready_in(realm, spot)
    )
    return turn_of(scene, realm, prepared(realm, spot, price), event, on_behalf_of=on_behalf)


# -- game masters' ------------------------------------------------------------------------------------


@action("hex-gm improve", may=Permit.GAME_MASTERS)
def place_improvement(scene: Scene, action: PlaceImprovement, dice: Dice) -> Turn:
    """Put an improvement on one of the kingdom's hexes, or on one that is nobody's: free, and without limit.

    Unrest stays as it is. Raises RuleViolation for what is there already, or another kingdom's hex.
    """
    realm, spot = found_realm(scene, action.kingdom), _spot(scene, action)
    each, kind = realm.land.hexes[spot], action.improvement
    if kind is Improvement.BRIDGE:
        raise refused(
            "improvement.bridge",
            "{bridge:upper}. For a Bridge that was already there, set the hex's special terrain with "
            "`/hex-gm set`.",
            bridge=BRIDGE,
        )
    if each.has(kind):
        raise refused(
            "improvement.there",
            "{hex:30} already has {one}.",
            hex=realm.land.name_of(spot),
            one=kind.one,
        )
    excluded = EXCLUDED.get(kind)
    instead = excluded if excluded is not None and each.has(excluded) else None
    if not IMPROVEMENTS[kind].shares and instead is None:
        instead = next((other for other in each.improvements if not IMPROVEMENTS[other].shares), None)
    land = realm.land.having({spot: with_improvement(each, kind, instead)})
    event = ImprovementPlaced(
        realm.kingdom.name,
        realm.land.name_of(spot),
        kind,
        _reason(action),
        instead,
        audience=_audience(realm, spot),
    )
    return turn_of(scene, realm, replace(realm, land=land), event)


@action("hex-gm raze", may=Permit.GAME_MASTERS)
def raze_improvement(scene: Scene, action: RazeImprovement, dice: Dice) -> Turn:
    """Take an improvement off one of the kingdom's hexes, or off one that is nobody's; nothing is refunded.

    Raises RuleViolation where it isn't there, or for another kingdom's hex.
    """
    realm, spot = found_realm(scene, action.kingdom), _spot(scene, action)
    each = realm.land.hexes[spot]
    if not each.has(action.improvement):
        raise refused(
            "improvement.not_there",
            "{hex:30} has no {improvement}. What's there: {here}.",
            hex=realm.land.name_of(spot),
            improvement=action.improvement,
            here=each.improvements or T("nothing"),
        )
    land = realm.land.having({spot: without_improvement(each, action.improvement)})
    event = ImprovementRazed(
        realm.kingdom.name,
        realm.land.name_of(spot),
        action.improvement,
        _reason(action),
        audience=_audience(realm, spot),
    )
    return turn_of(scene, realm, replace(realm, land=land), event)


def _spot(scene: Scene, action: OnImprovement) -> Spot:
    realm = found_realm(scene, action.kingdom)
    spot = spot_of(realm.land, action.hex)
    if realm.land.hexes[spot].realm not in (None, realm.id):
        raise refused(
            "improvement.others",
            "{hex:30} belongs to another kingdom. Name that one with `kingdom:`.",
            hex=realm.land.name_of(spot),
        )
    return spot


def _reason(action: OnImprovement) -> str:
    return clip(one_line(action.reason), REASON_LENGTH)


def _audience(realm: Realm, spot: Spot) -> Audience:
    """What lies in the fog is for game masters alone."""
    return EVERYONE if realm.land.hexes[spot].is_revealed else GAME_MASTERS
