"""Where terrain improvements may stand, and what they cost there (Table 4-6, R061 to R068)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.picking import ALL, Listed, Picker, Picking, Row
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, fitting, refused
from bot.engine.words import one_line
from bot.systems.kingdom.book import (
    HIGHWAY_SIZE,
    IMPROVEMENTS,
    TERRAINS,
    Improvement,
    Limit,
    MonthStep,
    Special,
    Spot,
    Task,
    Terrain,
)
from bot.systems.kingdom.land.hex_lists import LISTED, HexPick, Offered
from bot.systems.kingdom.land.state import Hex, neighbours, spot_of, what_is_there, without_improvement
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import (
    HEX,
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    affords,
    asked_realm,
    known_spots,
    left,
    left_line,
    own_spots,
    spots,
)
from bot.systems.kingdom.settings import PREPARATION_COUNTS
from bot.systems.kingdom.sources import ON_RESOURCE, aqueducts, can_rule
from bot.systems.kingdom.state import Work
from bot.systems.kingdom.steps import is_open, whose_task

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
    """The improvement that this one would be built over; None where it would be new."""
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
    """Why nothing can be built where a plague is (R130); empty where none is."""
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


# How much of the reasons why not has room.
REASONS: Final = 1400


def _improvements(realm: Realm) -> Iterator[Offered]:
    """The nearest to the Treasury first: of every kind its cheapest hex, then of every kind the next."""
    found = [
        Offered(spot, T("{improvement}, {price} BP").of(each), each.price, each.improvement)
        for spot in realm.hexes
        for each in buildable(realm, spot)
        if each.price is not None
    ]
    found.sort(key=lambda each: (each.price, realm.land.name_of(each.spot)))
    earlier: Counter[Improvement | None] = Counter()
    rank = {}
    for each in found:
        rank[each] = earlier[each.kind]
        earlier[each.kind] += 1
    return iter(sorted(found, key=lambda each: (not affords(realm, each.price), rank[each])))


def _lacking(realm: Realm, offered: Sequence[Offered]) -> Iterator[str]:
    """Each improvement that no hex of the kingdom can have now, with the reason."""
    there = {each.kind for each in offered}
    missing = [each for each in Improvement if each not in there and each is not Improvement.BRIDGE]
    told = [T("**{improvement}:** {why}.")(improvement=each, why=_nowhere(realm, each)) for each in missing]
    if told:
        yield T("\n**Nowhere now**")()
        yield from fitting(told, REASONS)


def _nowhere(realm: Realm, improvement: Improvement) -> str:
    """Why no hex of the kingdom can have it: the reason of those that lack least."""
    ground = [spot for spot, each in realm.hexes.items() if not _ground(each, improvement)]
    if not ground:
        return _ground_wanted(improvement)
    free = [spot for spot in ground if not _crowded(realm.hexes[spot], improvement, "")]
    if not free:
        return T("no hex has room for one more")()
    return next((why for spot in free if (why := _needs(realm, spot, improvement))), "") or _plagued(
        realm, free[0]
    )


def _ground_wanted(improvement: Improvement) -> Safe:
    """On what it stands, of which the kingdom has none."""
    if improvement is Improvement.FISHERY:
        return T("no hex has coast, river, marsh or open water")()
    fit = [T("{each:lower}")(each=each) for each in Terrain if each in GROUNDS[improvement]]
    return T("no hex is {fit:or}")(fit=fit)


def _kind(picking: Picking) -> str:
    named = picking.held.get("improvement")
    return improvement_of(named).value if named is not None else ALL


IMPROVABLE: Final = HexPick(
    T("Build which improvements?"),
    T("Nothing more can be built in the kingdom's hexes."),
    MonthStep.TERRAIN,
    _improvements,
    lambda _realm: Limit.TERRAIN,
    also=("improvement",),
    lacks=_lacking,
    kind=_kind,
)


def _here(picking: Picking) -> Listed:
    """Every improvement of a hex: those that can be built to pick from, the others with the reason.

    Raises RuleViolation for a hex that is not the kingdom's.
    """
    realm = asked_realm(picking.asker)
    spot = spot_of(realm.land, picking.held["hex"])
    require_own(realm, spot)
    found = [affordable(realm, each) for each in buildable(realm, spot)]
    can = [each for each in found if each.price is not None]
    cannot = [T("**{improvement}:** {why}.").of(each) for each in found if each.price is None]
    here = realm.land.hexes[spot]
    lines = (
        T("{terrain} · {built}")(
            terrain=Safe(what_is_there(here)), built=here.improvements or T("nothing built yet")
        ),
        T("Treasury: {treasury} BP")(treasury=realm.kingdom.treasury),
        _timing(realm),
        here_now(can, is_now=is_open(realm.kingdom, MonthStep.TERRAIN) and left(realm, Limit.TERRAIN) != 0),
        *whose_task(realm.kingdom, picking.asker.user, Task.TERRAIN),
        *((T("\n**Not here now**")(), *fitting(cannot, REASONS)) if cannot else ()),
    )
    label = T("{improvement} · {price} BP")
    rows = [Row(each.improvement.value, label.of(each), each.improvement.meaning) for each in can]
    title = T("Build in {hex:30}")(hex=realm.land.name_of(spot))
    return Listed(title, rows, lines, hint=T("What to build…"), held={**picking.held, "hex": spot})


def here_now(can: Sequence[Buildable], *, is_now: bool) -> Safe:
    """What can be built in a hex, with prices in BP: now, or only when its step allows one more."""
    if not can:
        return T("Nothing can be built here now.")()
    heading = T("Here now") if is_now else T("Possible here, but not now")
    each = Safe(" · ".join(T("{improvement} {price} BP").of(each) for each in can))
    return T("**{heading}:** {each}")(heading=heading, each=each)


def affordable(realm: Realm, found: Buildable) -> Buildable:
    """An improvement with what the Treasury says of it: one too dear for it can't be built now."""
    if found.price is None or affords(realm, found.price):
        return found
    why = T("It costs {price} BP, and the Treasury holds {treasury}")
    told = why(price=found.price, treasury=realm.kingdom.treasury)
    return Buildable(found.improvement, None, told)


def _timing(realm: Realm) -> Safe:
    """How many more the month allows, or that its Terrain step is not open."""
    if is_open(realm.kingdom, MonthStep.TERRAIN):
        return left_line(Limit.TERRAIN, left(realm, Limit.TERRAIN))
    return T("This is for planning: the Terrain step of the Edict phase isn't open.")()


def _suggested(asker: Asker) -> Iterable[Pair]:
    """Every improvement, with its price in the hex or why not; those that can be built first."""
    realm = asked_realm(asker)
    pairs: Iterable[Pair] = ((each.label, each.label) for each in Improvement if each.meaning)
    if given := asker.given.get("hex"):
        spot = spot_of(realm.land, given)
        found = sorted(buildable(realm, spot), key=lambda each: each.price is None)
        pairs = (_suggestion(affordable(realm, each)) for each in found)
    return [pair for pair in pairs if asker.typed.strip().casefold() in pair[1].casefold()]


def _suggestion(found: Buildable) -> Pair:
    line = T("{improvement} · no: {why}")
    if found.price is not None:
        line = T("{improvement} · {price} BP · {effect}")
    values = {"improvement": found.improvement, "price": found.price, "why": found.why}
    values["effect"] = found.improvement.meaning
    return line.plain(**{name: values[name] for name in line.names}), found.improvement.label


class BuildImprovement(OnKingdom):
    """See what can be built in a hex or in all of them, with prices and effects, and build it"""

    hex: str = option(LISTED, suggest=own_spots, pick=IMPROVABLE)
    improvement: Improvement = option(
        "What to build; leave out to see all the choices",
        suggest=_suggested,
        is_narrowed=False,
        parse=improvement_of,
        pick=Picker(_here, stays=True),
    )


def _sites(realm: Realm) -> Iterator[Offered]:
    for spot in realm.hexes:
        if not unprepared(realm, spot):
            row = TERRAINS[realm.hexes[spot].terrain]
            takes = T("{price} BP, {n} {n:month|months}") if row.prepare_months else T("{price} BP, at once")
            values = {"price": row.prepare, "n": row.prepare_months}
            yield Offered(spot, takes(**{name: values[name] for name in takes.names}), row.prepare or 0)


class PrepareSite(OnKingdom):
    """Prepare a hex for a settlement, or pick several; shows the cost first"""

    hex: str = option(
        LISTED,
        suggest=spots(lambda realm, spot: not unprepared(realm, spot)),
        pick=HexPick(
            T("Prepare which hexes for a settlement?"),
            T("No site can be prepared now: every hex of the kingdom is prepared, settled or open water."),
            MonthStep.TERRAIN,
            _sites,
            lambda realm: Limit.TERRAIN if realm.rulings.has(PREPARATION_COUNTS, "yes") else None,
        ),
    )


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

    says = T("A game master places {what} in {hex:30}: {reason}.")
    name: str
    hex: str
    improvement: Improvement
    reason: str
    instead_of: Improvement | None = None

    @property
    def what(self) -> Safe:
        """A mine."""
        return self.improvement.one


class ImprovementRazed(Event):
    """A game master took an improvement off the map."""

    says = T("A game master removes the {improvement} from {hex:30}: {reason}.")
    name: str
    hex: str
    improvement: Improvement
    reason: str


# -- leaders' -----------------------------------------------------------------------------------------


@move(
    "hex improve",
    at=MonthStep.TERRAIN,
    by=Task.TERRAIN,
    is_shown_early=True,
    button="Build it",
    previewed=True,
)
def build_improvement(move: Move, action: BuildImprovement, dice: Dice) -> None:
    """Build on a claimed hex, within the month's limit (Table 4-4) and for its price there (Table 4-6).

    What it is an upgrade of is gone, and Unrest falls once (R089). Raises RuleViolation saying what stands
    against it, or NotAllowed naming whose decision it is.
    """
    spot, kind = move.spot(action.hex), action.improvement
    _, price, why = sited(move.realm, spot, kind)
    if price is None:
        raise refused("improvement.hindered", "{why:upper}.", why=why)
    each = move.realm.hexes[spot]
    below = replaced(each, kind)
    move.change_hex(spot, improvements=with_improvement(each, kind, below).improvements)
    move.note(*_preview_notes(move.before, move.realm, spot, kind))
    terrain_left = move.use(Limit.TERRAIN)
    move.pay(price)
    move.upset(IMPROVEMENTS[kind].unrest)
    completed = max(0, len(aqueducts(move.realm)) - len(aqueducts(move.before)))
    name = move.hex_name(spot)
    move.tell(ImprovementBuilt(move.name, name, kind, price, terrain_left, below, completed))


def _preview_notes(realm: Realm, after: Realm, spot: Spot, kind: Improvement) -> Iterator[str]:
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


@move("hex prepare", at=MonthStep.TERRAIN, by=Task.TERRAIN, button="Prepare the site", previewed=True)
def prepare_site(move: Move, action: PrepareSite, dice: Dice) -> None:
    """Prepare a claimed hex for a settlement: BP now, months of work, on plains none (R070).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    spot = move.spot(action.hex)
    if why := unprepared(move.realm, spot):
        raise refused("improvement.no_site", "{why:upper}.", why=why)
    each, month = move.realm.hexes[spot], move.realm.month
    row = TERRAINS[each.terrain]
    price, ready = row.prepare or 0, month + (row.prepare_months or 0)
    move.note(what_is_there(each))
    if move.rulings.has(PREPARATION_COUNTS, "yes"):
        move.use(Limit.TERRAIN)
    move.pay(price)
    move.change_hex(spot, prepared=ready)
    move.tell(SitePrepared(move.name, move.hex_name(spot), price, month, ready))


# -- game masters' ------------------------------------------------------------------------------------


@correction("hex gm improve", button="Place it")
def place_improvement(move: Move, action: PlaceImprovement, dice: Dice) -> None:
    """Put an improvement on one of the kingdom's hexes, or on one that is nobody's: free, and without limit.

    Unrest stays as it is. Raises RuleViolation for what is there already, or another kingdom's hex.
    """
    spot, each = _corrected(move, action)
    kind = action.improvement
    if kind is Improvement.BRIDGE:
        raise refused(
            "improvement.bridge",
            "{bridge:upper}. For a Bridge that was already there, set the hex's special terrain with "
            "`/hex gm set`.",
            bridge=BRIDGE,
        )
    if each.has(kind):
        raise refused(
            "improvement.there",
            "{hex:30} already has {one}.",
            hex=move.hex_name(spot),
            one=kind.one,
        )
    instead = next((other for other in each.improvements if other is EXCLUDED.get(kind)), None)
    if not IMPROVEMENTS[kind].shares and instead is None:
        instead = next((other for other in each.improvements if not IMPROVEMENTS[other].shares), None)
    move.change_hex(spot, improvements=with_improvement(each, kind, instead).improvements)
    move.tell(ImprovementPlaced(move.name, move.hex_name(spot), kind, move.reason, instead))


@correction("hex gm raze")
def raze_improvement(move: Move, action: RazeImprovement, dice: Dice) -> None:
    """Take an improvement off one of the kingdom's hexes, or off one that is nobody's; nothing is refunded.

    Raises RuleViolation where it isn't there, or for another kingdom's hex.
    """
    spot, each = _corrected(move, action)
    if not each.has(action.improvement):
        raise refused(
            "improvement.not_there",
            "{hex:30} has no {improvement}. What's there: {here}.",
            hex=move.hex_name(spot),
            improvement=action.improvement,
            here=each.improvements or T("nothing"),
        )
    move.change_hex(spot, improvements=without_improvement(each, action.improvement).improvements)
    move.tell(ImprovementRazed(move.name, move.hex_name(spot), action.improvement, move.reason))


def _corrected(move: Move, action: OnImprovement) -> tuple[Spot, Hex]:
    """The hex that is meant, and what it is. Raises RuleViolation for another kingdom's."""
    spot = spot_of(move.realm.land, action.hex)
    each = move.realm.land.hexes[spot]
    if each.realm not in (None, move.id):
        raise refused(
            "improvement.others",
            "{hex:30} belongs to another kingdom. Name that one with `kingdom:`.",
            hex=move.hex_name(spot),
        )
    # What lies in the fog is for game masters alone.
    move.is_hidden = not each.is_revealed
    return spot, each
