"""Buildings built and upgraded, in the step of the Edict phase that is for settlements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Final

from bot.engine.declare import action, called, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.people import Audience, Permit, Standing
from bot.engine.picking import Picks
from bot.engine.record import Figure
from bot.engine.system import RecordId, Replace, Result, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import whole_number
from bot.errors import NotAllowed
from bot.systems.kingdom.book import BuildingType, Limit, MonthStep, Task, limits
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    allowed,
    asked_realm,
    founded_realm,
    left,
    require_left,
    require_points,
    require_price,
    settlement_of,
    settlements,
    whole_realm,
)
from bot.systems.kingdom.settings import CONSTRUCTION_MAGIC, SIZE_MODIFIERS, WHO_ROLLS, Rulings
from bot.systems.kingdom.sources import modifiers_in
from bot.systems.kingdom.state import Kingdom, Work
from bot.systems.kingdom.steps import Acting, Refuse, acted_for, looker, note_refusal, refused_outright
from bot.systems.kingdom.towns import choices
from bot.systems.kingdom.towns.bills import (
    Bill,
    Cut,
    bill,
    building_step,
    discounts,
    is_free_of_limit,
    meant_type,
    note_limit,
    raise_building,
    reasons,
    unrest_of,
    upgrades_of,
)
from bot.systems.kingdom.towns.book import FIRST, HOUSING, SlotRow, row_of
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    Building,
    Draft,
    Place,
    Town,
    base_value,
    building_of,
    building_type,
    danger,
    defense,
    items_gone,
    modifiers,
    place_of,
    place_text,
    population,
    size_of,
    standing_at,
    value_sum,
)

# In which settlement is built, what, and where; where an upgraded building fits; a settlement's drafts, and
# where one more could be drafted.
TOWNS: Final = Picks(name="towns")
BUILDINGS: Final = Picks(name="buildings", also=("place", "with_watergate"))
PLACES: Final = Picks(name="places", also=("with_watergate",))
GROWN: Final = Picks(name="upgrades")
DRAFTS: Final = Picks(name="drafts")
DRAFT_PLACES: Final = Picks(name="draft_places")


class BuildBuilding(OnKingdom):
    """Build right away on lots you name

    It is named by its name or value. `price` is what a preview showed, in BP. `is_sparing` keeps what was
    found or given for another building.
    """

    settlement: str = option("Which settlement", suggest=settlements, pick=TOWNS, is_needed=True)
    building: str = option("What to build", suggest=choices.offered, pick=BUILDINGS, is_needed=True)
    place: str = option(
        "Its lots, like C4 or C4+D4; 2:C4 for the second district; 1:north for a border",
        suggest=choices.legal_places,
        pick=PLACES,
        is_needed=True,
    )
    price: int | None = None
    with_watergate: bool = option("For a City Wall: include a Watergate", name="watergate", default=False)
    with_magic: bool = option("Use construction magic, if the campaign has it", name="magic", default=False)
    is_sparing: bool = False


class UpgradeBuilding(OnKingdom):
    """Upgrade a building; shows the cost and the changes first

    It is named by its number too, and `place` are the lots that it then has.
    """

    settlement: str = option("Where", suggest=settlements)
    building: str = option("Which building: its name, or one of its lots", suggest=choices.upgradable)
    to: str = option("What it becomes", suggest=choices.better)
    place: str = option(
        "Its lots after the upgrade; leave out to see where it fits",
        suggest=choices.grown_places,
        pick=GROWN,
    )
    price: int | None = None


class BuildingRaised(Event):
    """A building was built, or upgraded from `over`: list price, price, why it is less, and Unrest's change.

    `left` are the buildings that the month still allows; `is_free` if this one did not count.
    """

    work: ClassVar[Work] = Work.BUILDING

    def sentence(self) -> Safe:
        """What it cost and why, and whether it counts."""
        says = T("{name:60} builds {at} in {settlement:60} for {price} BP.")
        if self.over is not None:
            says = T("{name:60} upgrades the {over} in {settlement:60} to {at} for {price} BP.")
        line = says.of(self, at=standing_at(self.building.one, place_of(self.place)))
        if less := reasons(self.cut, self.by, self.magic):
            line = T("{line} List price {listed} BP: {less:,}.")(line=line, listed=self.listed, less=less)
        return T("{line} It doesn't count toward the month's limit.")(line=line) if self.is_free else line

    name: str
    settlement: str
    building: BuildingType
    place: str
    listed: int
    price: int
    cut: Cut | None = None
    by: BuildingType | None = None
    magic: int = 0
    unrest: int = 0
    left: int | None = None
    is_free: bool = False
    over: BuildingType | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Project:
    """A building that could be built or upgraded to: what a preview shows and an action does."""

    settlement: RecordId
    town: Town
    building: BuildingType
    place: Place
    bill: Bill
    over: Building | None = None
    is_sparing: bool = False

    @property
    def by(self) -> BuildingType | None:
        """The type of the building that gives the discount."""
        source = self.town.building(self.bill.by) if self.bill.cut is Cut.DISCOUNT else None
        return source.type if source is not None else None


@called(
    "settlement build",
    "See what you can build, where, for how much and to what effect, and build it",
    previewed=True,
    lists=True,
)
@move("settlement place", at=building_step, by=Task.SETTLEMENTS, is_shown_early=True, button="Build it")
def build_building(move: Move, action: BuildBuilding, dice: Dice) -> None:
    """Build it, once (Step 5 of the Edict phase). Raises RuleViolation or NotAllowed."""
    first = project(
        move.realm,
        action.settlement,
        action.building,
        action.place,
        with_magic=action.with_magic,
        is_sparing=action.is_sparing,
    )
    price = _raise(move, first, with_watergate=action.with_watergate)
    if action.with_watergate:
        price += _raise(move, gate_of(move.realm, first))
    require_price(price, action.price)
    _note_prospects(move, first)


@move(
    "settlement upgrade",
    at=building_step,
    by=Task.SETTLEMENTS,
    is_shown_early=True,
    button="Upgrade it",
    previewed=True,
)
def upgrade_building(move: Move, action: UpgradeBuilding, dice: Dice) -> None:
    """Upgrade it for the difference in price, every check made again (R090).

    Raises RuleViolation or NotAllowed.
    """
    planned = project(move.realm, action.settlement, action.to, action.place, over=action.building)
    price = _raise(move, planned)
    require_price(price, action.price)
    _note_prospects(move, planned)
    if planned.over is not None:
        move.tell(*items_gone(move.name, planned.town, planned.over, planned.building))


def _raise(move: Move, planned: Project, *, with_watergate: bool = False) -> int:
    """Build it, and tell that; what it costs. Raises RuleViolation; a preview notes what is for now."""
    require_possible(move.realm, planned, with_watergate=with_watergate, refuse=move.world.refuse)
    move.realm, event = carried_out(move.realm, planned)
    move.tell(event)
    return event.price


def _note_prospects(move: Move, planned: Project) -> None:
    """What a preview tells besides: what the numbers that change don't say."""
    row, place, rulings = row_of(planned.building), planned.place, move.rulings
    if planned.over is not None:
        move.note(DIFFERENCE_PAID(old=planned.over.type))
    if row.needs and place.lots:
        ground = Ground(planned.town, rulings, planned.over)
        own = [planned.town.building(each) for each in ground.served(planned.building, place) or ()]
        is_named = planned.town.districts > 1
        at = [standing_at(each.type, each.place, is_named=is_named) for each in own if each is not None]
        move.note(T("Its own neighbor: {at}")(at=at))
    if halves := discounts(planned.building, rulings):
        move.note(T("Halves the next {halves} here.")(halves=halves))
    if row.slots:
        move.note(T("Room for magic items: {slots:,}")(slots=[slots_told(each) for each in row.slots]))
    town, month = move.realm.towns[planned.settlement], move.before.kingdom.month
    value, total = base_value(town, rulings), value_sum(town)
    if value == base_value(planned.town, rulings) and total != value_sum(planned.town):
        line = T("Base value stays at {value:,} gp (of {total:,} gp), the limit for this population.")
        move.note(line(value=value, total=total))
    if not is_free_of_limit(month, planned.town, planned.building, place, planned.bill, planned.over):
        note_limit(move.world, move.before)
    wanted = first_should_be(move.before, planned.town)
    if wanted and planned.building not in (*wanted, *HOUSING):
        move.note(
            T(
                "**Note:** a kingdom's first settlement should start with an Inn, a Shrine, a Monastery or a "
                "Watchtower."
            )
        )


def slots_told(row: SlotRow) -> Safe:
    """The magic items that a row makes room for: "2 minor potion or ring"."""
    if not row.kinds:
        return T("{count} {grade} item")(count=row.count, grade=row.grade)
    return T("{count} {grade} {kinds:or}")(count=row.count, grade=row.grade, kinds=row.kinds)


# -- what a preview shows before and after: the settlement's own figures -------------------------------


def town_figures(world: World, settlement: RecordId) -> Iterator[Figure]:
    """People, size, base value, Defense and modifiers. Raises LookupError where its land was not loaded.

    The modifiers are those in use, with the form of government and the kingdom's (R151, R152), where all of
    its kingdom was loaded.
    """
    town, rulings = world.records[settlement].state, Rulings(world.campaign.settings)
    around = world.records[town.land].state.hexes.get(town.spot)
    yield Figure(T("People")(), population(town, rulings))
    yield Figure(T("Settlement size")(), size_of(town, rulings).label)
    yield Figure(T("Base value")(), base_value(town, rulings), T("gp")())
    yield Figure(T("Defense")(), defense(town, around))
    if rulings.has(SIZE_MODIFIERS, "yes"):
        yield Figure(T("Danger")(), danger(town, rulings))
    realm = whole_realm(world, town.kingdom)
    used = modifiers(town, rulings) if realm is None else modifiers_in(realm, town)
    for each, amount in used.items():
        yield Figure(each.label, amount)


# -- steps of both ------------------------------------------------------------------------------------


def project(
    realm: Realm,
    settlement: str,
    building: str,
    place: str,
    *,
    over: str = "",
    with_magic: bool = False,
    is_sparing: bool = False,
) -> Project:
    """What is meant. Raises RuleViolation for what there is not."""
    id_, town = settlement_of(realm, settlement)
    type_, where = meant_type(building, realm.rulings), place_of(place)
    old = building_of(town, over) if over else None
    due = bill(realm, town, type_, where, old, with_magic=with_magic, is_sparing=is_sparing)
    return Project(id_, town, type_, where, due, old, is_sparing)


def gate_of(after: Realm, wall: Project) -> Project:
    """The Watergate that is built with a wall, which spares what the wall spares."""
    gate, place = BuildingType.WATERGATE.value, place_text(wall.place)
    return project(after, wall.settlement, gate, place, is_sparing=wall.is_sparing)


def first_should_be(realm: Realm, town: Town) -> tuple[BuildingType, ...]:
    """What a kingdom's first settlement should begin with, while it has nothing but homes (R092).

    Others are legal: it is for a preview to say. Empty where it doesn't matter.
    """
    has_more = any(each.type not in HOUSING and not each.is_natural for each in town.buildings)
    return () if len(realm.towns) > 1 or has_more else FIRST


def require_possible(
    realm: Realm, planned: Project, *, with_watergate: bool = False, refuse: Refuse = refused_outright
) -> None:
    """See that nothing stands against it: place, limit, Treasury, magic. Raises RuleViolation.

    What is only against it for now goes to `refuse`.
    """
    ground = Ground(planned.town, realm.rulings, planned.over)
    if why := ground.hindrance(planned.building, planned.place):
        raise refused(
            "building.hindered",
            "{why:upper}. {legal}",
            why=why,
            legal=_legal(ground, planned),
        )
    if planned.over is not None and planned.over.is_damaged:
        raise refused(
            "building.damaged",
            "The {building} is damaged: repair it before you upgrade it.",
            building=planned.over.type,
        )
    _require_watergate(ground, planned, with_watergate=with_watergate)
    is_free = is_free_of_limit(
        realm.kingdom.month, planned.town, planned.building, planned.place, planned.bill, planned.over
    )
    if not is_free:
        note_refusal(refuse, require_left, realm, Limit.BUILDINGS)
    note_refusal(refuse, _require_magic, realm, planned)
    note_refusal(refuse, require_points, realm, planned.bill.price)


def _legal(ground: Ground, planned: Project) -> Safe:
    """A place where it could stand; or what lists what has one."""
    place = ground.first_legal(planned.building)
    if place is not None and (place.lots or place.border):
        return T("It could go at {place}, for example.")(place=place_text(place))
    if place is not None:
        return T("It could go in district {district}, for example.")(district=place.district)
    if planned.over is not None:
        return T("`/settlement upgrade` lists what each building can become.")()
    return T("There's no other place here for it. `/settlement build` lists what you can build.")()


def _require_watergate(ground: Ground, planned: Project, *, with_watergate: bool) -> None:
    """A wall across a Waterway needs a gate in the same month; only a wall is built with one."""
    is_wall = planned.building is BuildingType.CITY_WALL
    if with_watergate and not is_wall:
        raise refused("building.no_wall_with_gate", "Only a City Wall can have a Watergate.")
    if is_wall and not with_watergate and ground.crosses_waterway(planned.place):
        raise refused(
            "building.needs_gate",
            "This City Wall touches a Waterway, so build it with a Watergate (2 BP, outside the month's "
            "limit).",
        )


def _require_magic(realm: Realm, planned: Project) -> None:
    if planned.bill.magic and not realm.rulings.has(CONSTRUCTION_MAGIC, "yes"):
        raise refused("building.no_magic", "This campaign has no construction magic (`/settings`).")
    if planned.bill.magic and realm.kingdom.month.has_magic:
        raise refused(
            "building.magic_used",
            "Construction magic has already been used this month; it helps one building a month.",
        )


def carried_out(realm: Realm, planned: Project) -> tuple[Realm, BuildingRaised]:
    """The realm with it, and what is told of it; nothing is checked here."""
    town, month = planned.town, realm.kingdom.month
    is_free = is_free_of_limit(month, town, planned.building, planned.place, planned.bill, planned.over)
    after, new = raise_building(
        realm, planned.settlement, planned.building, planned.place, planned.bill, planned.over
    )
    event = BuildingRaised(
        realm.kingdom.name,
        town.name,
        planned.building,
        place_text(planned.place),
        planned.bill.listed,
        planned.bill.price,
        planned.bill.cut,
        planned.by,
        planned.bill.magic,
        unrest_of(realm, town, planned.building, planned.over),
        left(after, Limit.BUILDINGS),
        is_free,
        planned.over.type if planned.over is not None else None,
        new.number,
    )
    return after, event


_NO_BILL: Final = Bill(0, 0)
DIFFERENCE_PAID = T("An upgrade of the {old}: you pay the difference in price.")
NOTHING_TO_UPGRADE: Final = T("the building to upgrade isn't there")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One of the drafts, once everything before it is built; `why` says why it no longer fits.

    The bill is in BP; `months` counts from the first one in which something can be built.
    """

    planned: Draft
    why: str = ""
    bill: Bill = _NO_BILL
    over: Building | None = None
    months: int = 0
    is_free: bool = False

    @property
    def fits(self) -> bool:
        """Whether it can be built in its turn."""
        return not self.why


def drawn_up(realm: Realm, id_: RecordId) -> tuple[Realm, tuple[Drawn, ...]]:
    """The realm with all of a settlement's drafts built that fit, in their order; and each of them.

    Neither the Treasury nor anything else that time brings is looked at.
    """
    month, found = 1, []
    realm = _next_month(realm) if realm.kingdom.month.is_over(MonthStep.SETTLEMENTS) else realm
    for planned in realm.towns[id_].drafts:
        realm, drawn = _drawn(realm, id_, planned)
        if drawn.fits and not drawn.is_free and _is_used_up(realm):
            month += 1
            realm = _next_month(realm)
        if drawn.fits:
            realm, drawn = _built(realm, id_, drawn)
        found.append(replace(drawn, months=month if drawn.fits else 0))
    return realm, tuple(found)


def _drawn(realm: Realm, id_: RecordId, planned: Draft) -> tuple[Realm, Drawn]:
    town = realm.towns[id_]
    over = town.building(planned.over) if planned.over is not None else None
    if planned.over is not None and over is None:
        return realm, Drawn(planned, NOTHING_TO_UPGRADE())
    why = Ground(town, realm.rulings, over).hindrance(planned.type, planned.place)
    if why:
        return realm, Drawn(planned, why, over=over)
    price = bill(realm, town, planned.type, planned.place, over)
    return realm, Drawn(planned, "", price, over, is_free=_is_free(realm, town, planned, price, over))


def _built(realm: Realm, id_: RecordId, drawn: Drawn) -> tuple[Realm, Drawn]:
    planned, over = drawn.planned, drawn.over
    is_free = _is_free(realm, realm.towns[id_], planned, drawn.bill, over)
    after, _ = raise_building(realm, id_, planned.type, planned.place, drawn.bill, over)
    return after, replace(drawn, is_free=is_free)


def _is_free(realm: Realm, town: Town, planned: Draft, price: Bill, over: Building | None) -> bool:
    return is_free_of_limit(realm.kingdom.month, town, planned.type, planned.place, price, over)


# -- months -------------------------------------------------------------------------------------------


def a_month(realm: Realm) -> int | None:
    """How many buildings a month allows, by the Size that counts now; None: any number."""
    return allowed(realm, Limit.BUILDINGS) if realm.kingdom.month.size else next_month_allows(realm)


def next_month_allows(realm: Realm) -> int | None:
    """How many buildings the next Edict phase allows, by the Size as it is; None: any number."""
    return limits(realm.size).buildings


def _is_used_up(realm: Realm) -> bool:
    most = a_month(realm)
    return most is not None and realm.kingdom.month.used.get(Limit.BUILDINGS, 0) >= most


def _next_month(realm: Realm) -> Realm:
    month = realm.kingdom.month
    fresh = replace(month, number=month.number + 1, used={}, has_housed=False, has_magic=False)
    return replace(realm, kingdom=replace(realm.kingdom, month=fresh))


# -- Towns drawn up without spending, and built in order over the months -----------------------------------


MOST_DRAFTS: Final = 60
ALL: Final = "all"


class DraftMove(StrEnum):
    """The direction in which an entry of the draft moves."""

    UP = "up"
    DOWN = "down"


def _outgrown(asker: Asker) -> Iterator[Pair]:
    """What stands or is drafted and can become the building named; for its leaders alone."""
    realm = asked_realm(asker)
    require_reader(looker(asker.seen), realm.kingdom)
    id_, town = choices.town_of(realm, str(asker.given.get("settlement") or ""))
    to = building_type(str(asker.given.get("building") or ""))
    for each in drawn_up(realm, id_)[0].towns[id_].buildings:
        if to in upgrades_of(each.type):
            yield standing_at(each.type, each.place, is_named=town.districts > 1), str(each.number)


class DraftBuilding(OnKingdom):
    """See and change the drafts for a settlement; you don't pay for drafts

    A building is put at their end; `over` names what it would be an upgrade of.
    """

    settlement: str = option("Which settlement's drafts", suggest=settlements)
    building: str = option(
        "What to add to the drafts; leave out to see them",
        suggest=lambda _asking: [(each.label, each.label) for each in BuildingType],
        pick=DRAFTS,
    )
    place: str = option("Where, like C4 or C4+D4; leave out to choose from the list", pick=DRAFT_PLACES)
    over: str = option(
        "For an upgrade: the lot of the old building, like C4",
        label="For an upgrade: the lot of the old building",
        name="upgrade",
        default="",
        suggest=_outgrown,
    )


class DropDraft(OnKingdom):
    """Take one of the drafts away, by its number, or "all" of them."""

    settlement: str
    number: str


class MoveDraft(OnKingdom):
    """Let one of the drafts come before the one above it, or after the one below."""

    settlement: str
    number: str
    to: DraftMove


class BuildingDrafted(Event):
    """A building was put among the drafts. Like all about drafts it is told to whoever did it alone."""

    name: str
    settlement: str
    building: BuildingType
    place: str
    over: BuildingType | None = None
    number: int = 0

    def sentence(self) -> Safe:
        """What it would stand for, where it is an upgrade."""
        at = standing_at(self.building, place_of(self.place))
        if self.over is None:
            return T("Added to the drafts of {town:60}: {at}.")(town=self.settlement, at=at)
        return T("Added to the drafts of {town:60}: {at} instead of the {over}.")(
            town=self.settlement, at=at, over=self.over
        )


class DraftDropped(Event):
    """One of the drafts was taken away, or with no building named all of so many."""

    name: str
    settlement: str
    building: BuildingType | None
    place: str
    count: int

    def sentence(self) -> Safe:
        """One, or all of them."""
        if self.building is None:
            return T("{town:60} has no drafts now: {count} {count:building|buildings} removed.")(
                town=self.settlement, count=self.count
            )
        return T("No longer in the drafts of {town:60}: {at}.")(
            town=self.settlement, at=standing_at(self.building, place_of(self.place))
        )


class DraftMoved(Event):
    """One comes earlier or later: at which place in the order, from 1."""

    says = T("Now number {at} in the drafts of {settlement:60}: {which}.")
    name: str
    settlement: str
    building: BuildingType
    place: str
    at: int

    @property
    def which(self) -> Safe:
        """The building and its place."""
        return standing_at(self.building, place_of(self.place))


# -- what may be planned ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sketch:
    """A building that could be drafted: in the town as the drafts leave it."""

    settlement: RecordId
    town: Town
    ground: Ground
    building: BuildingType
    over: Building | None = None


def sketch(realm: Realm, settlement: str, building: str, over: str = "") -> Sketch:
    """What is meant, in the town as it is drafted. Raises RuleViolation for what there is not."""
    id_, town = settlement_of(realm, settlement)
    type_ = meant_type(building, realm.rulings)
    planned_town = drawn_up(realm, id_)[0].towns[id_]
    old = building_of(planned_town, over) if over else None
    return Sketch(id_, town, Ground(planned_town, realm.rulings, old), type_, old)


@action("settlement drafts", may=Permit.MEMBERS, is_quiet=True, button="Draft it")
def draft_building(world: World, action: DraftBuilding, dice: Dice) -> Result:
    """Put it at the end. Raises RuleViolation where it fits not what stands and is drafted, NotAllowed."""
    realm = founded_realm(world, action.kingdom)
    # Nothing is paid by it: any leader may draw up what another builds.
    require_reader(world, realm.kingdom)
    draft, place = sketch(realm, action.settlement, action.building, action.over), place_of(action.place)
    town = draft.town
    if len(town.drafts) >= MOST_DRAFTS:
        raise refused(
            "drafts.full",
            "The drafts of {town:60} are full, with {most} buildings. Build or remove some first.",
            town=town.name,
            most=MOST_DRAFTS,
        )
    if why := draft.ground.hindrance(draft.building, place):
        raise refused(
            "drafts.hindered",
            "With the drafts built, {why}. `/settlement drafts` with the building alone shows where it fits.",
            why=why,
        )
    number, over = town.counted + 1, draft.over
    entry = Draft(number, draft.building, place, over.number if over is not None else None, world.actor)
    event = BuildingDrafted(
        realm.kingdom.name,
        town.name,
        draft.building,
        place_text(place),
        over.type if over is not None else None,
        number,
        audience=_own(world),
    )
    after = replace(town, drafts=(*town.drafts, entry), counted=number)
    return _turn(realm, draft.settlement, after, event, None)


@action(may=Permit.MEMBERS)
def drop_draft(world: World, action: DropDraft, dice: Dice) -> Result:
    """Remove it; what was drafted upon it stays and may no longer fit. Raises RuleViolation, NotAllowed."""
    realm = founded_realm(world, action.kingdom)
    on_behalf = acted_for(world, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    if action.number == ALL:
        if not town.drafts:
            raise refused("drafts.empty", "{town:60} has no drafts.", town=town.name)
        dropped = DraftDropped(
            realm.kingdom.name, town.name, None, "", len(town.drafts), audience=_own(world)
        )
        return _turn(realm, id_, replace(town, drafts=()), dropped, on_behalf)
    entry = draft_of(town, action.number)
    left = tuple(each for each in town.drafts if each is not entry)
    event = DraftDropped(
        realm.kingdom.name, town.name, entry.type, place_text(entry.place), 1, audience=_own(world)
    )
    return _turn(realm, id_, replace(town, drafts=left), event, on_behalf)


@action(may=Permit.MEMBERS)
def move_draft(world: World, action: MoveDraft, dice: Dice) -> Result:
    """Change the order of the drafts. Raises RuleViolation where an entry would no longer fit, NotAllowed."""
    realm = founded_realm(world, action.kingdom)
    on_behalf = acted_for(world, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    entry = draft_of(town, action.number)
    after = replace(town, drafts=_reorder(town.drafts, entry, action.to))
    _require_fitting(realm, id_, after)
    event = DraftMoved(
        realm.kingdom.name,
        town.name,
        entry.type,
        place_text(entry.place),
        after.drafts.index(entry) + 1,
        audience=_own(world),
    )
    return _turn(realm, id_, after, event, on_behalf)


# -- steps of these -----------------------------------------------------------------------------------


def draft_of(town: Town, text: str) -> Draft:
    """The entry of that number. Raises RuleViolation where the drafts have it no longer."""
    number = whole_number(text)
    found = next((each for each in town.drafts if each.number == number), None)
    if found is None:
        raise refused(
            "drafts.gone",
            "That's no longer in the drafts of {town:60}: it was built or removed. `/settlement drafts` "
            "shows what's left.",
            town=town.name,
        )
    return found


def _reorder(drafts: Sequence[Draft], entry: Draft, way: DraftMove) -> tuple[Draft, ...]:
    order = list(drafts)
    at = order.index(entry)
    to = at - 1 if way is DraftMove.UP else at + 1
    if not 0 <= to < len(order):
        if way is DraftMove.UP:
            raise refused("drafts.first", "That's already first.")
        raise refused("drafts.last", "That's already last.")
    order[at], order[to] = order[to], order[at]
    return tuple(order)


def _require_fitting(realm: Realm, id_: RecordId, after: Town) -> None:
    """Check that every entry that fitted before still fits."""
    fitted = {each.planned.number for each in drawn_up(realm, id_)[1] if each.fits}
    changed = replace(realm, towns={**realm.towns, id_: after})
    broken = [each for each in drawn_up(changed, id_)[1] if not each.fits and each.planned.number in fitted]
    if broken:
        raise refused(
            "drafts.order",
            "In that order the drafted {building} wouldn't fit: {why}.",
            building=broken[0].planned.type,
            why=broken[0].why,
        )


def _own(world: World) -> Audience:
    """Drafts are shown to leaders who ask; they fill no channel."""
    return Audience(everyone=False, person=world.actor)


def _turn(realm: Realm, id_: RecordId, town: Town, event: Any, on_behalf: int | None) -> Result:
    channel = realm.kingdom.home or None
    return Result((Replace(id_, town),), (event,), id_, channel=channel, on_behalf_of=on_behalf)


# -- who may see them ---------------------------------------------------------------------------------


def is_reader(acting: Acting, kingdom: Kingdom) -> bool:
    """Whether a game master or one of its leaders asks."""
    leaders = {each.player for each in kingdom.leaders if not each.has_died}
    is_trusted = acting.actor in leaders or acting.actor in kingdom.proxies
    return is_trusted or acting.standing is Standing.GAME_MASTER or acting.setting(WHO_ROLLS) == "anyone"


def require_reader(acting: Acting, kingdom: Kingdom) -> None:
    """See that somebody asks who may. Raises NotAllowed for anybody else."""
    if not is_reader(acting, kingdom):
        raise refused(
            "drafts.leaders",
            "Only the leaders of {kingdom:60} and game masters can see its drafts.",
            NotAllowed,
            kingdom=kingdom.name,
        )


def next_to_build(drawn: Sequence[Drawn]) -> Drawn | None:
    """The first entry that fits: nothing that fits is drafted before it."""
    return next((each for each in drawn if each.fits), None)


def of_this_month(drawn: Sequence[Drawn]) -> tuple[Drawn, ...]:
    """The drafts that can be built within this month's limit."""
    return tuple(each for each in drawn if each.fits and each.months == 1)
