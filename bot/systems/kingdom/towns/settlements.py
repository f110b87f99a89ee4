"""What stands in a hex that becomes a settlement, as buildings of it (R069)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit, Standing
from bot.engine.picking import opening
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.saying import NOTHING, Clause, Label, Name, say
from bot.engine.system import Open, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.errors import UserError
from bot.systems.kingdom.book import (
    ANARCHY_AT,
    LOTS_IN_DISTRICT,
    SETTLEMENT_SIZES,
    TERRAINS,
    Attribute,
    Border,
    BuildingType,
    Improvement,
    Limit,
    MonthStep,
    Spot,
    Stage,
    Stat,
    Task,
    Terrain,
)
from bot.systems.kingdom.checks import CheckResult, check, roll_check
from bot.systems.kingdom.land.hex_lists import HexPick, Offered, which_hex
from bot.systems.kingdom.land.losses import LossFollowed
from bot.systems.kingdom.land.state import LAND, Land, spot_of, with_free_city
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import (
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    found_realm,
    join_town,
    known_spots,
    separate,
    settlements,
    spots,
)
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.settling import settle
from bot.systems.kingdom.sources import can_rule
from bot.systems.kingdom.state import Kingdom, Work
from bot.systems.kingdom.towns.bills import meant_type
from bot.systems.kingdom.towns.context import (
    BORDER_CHOICES,
    EVERY_BUILDING,
    INHERITS,
    OfTown,
    TownContext,
    borders_of,
    correction,
    inherit,
    require_no_wall,
    require_shore,
    with_borders,
)
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    MOST_DISTRICTS,
    NAME_LENGTH,
    TOWN,
    Town,
    lots_built,
    lots_taken,
    most_value,
    place_text,
    population,
    size_of,
)


def settlement_name(text: str, others: Iterable[Town]) -> str:
    """A name for a settlement, in a line. Raises RuleViolation for none, too long a one, or one in use."""
    name = one_line(text)
    if not name or len(name) > NAME_LENGTH:
        raise refused(
            "towns.name_length", "A settlement's name can have 1 to {most} characters.", most=NAME_LENGTH
        )
    if any(town.name.casefold() == name.casefold() for town in others):
        raise refused(
            "towns.name_taken",
            "There's already a settlement called “{name}”. Choose another name.",
            name=name,
        )
    return name


# -- The capital: named freely while there is none, else moved at the price of Unrest (R027, R079) ---------


MOVED_UNREST, FAILED_SIDES = 1, 6


class NameCapital(OnKingdom):
    """Make a settlement the capital; shows the cost first"""

    settlement: str = option("Which", suggest=settlements)


class CapitalNamed(Event):
    """A settlement is the capital; without a `check` it was free, for there was none (R079)."""

    name: str
    settlement: str
    before: str = ""
    check: CheckResult | None = None
    unrest: int = 0

    def sentence(self) -> Safe:
        """The check, and what came of it."""
        if self.check is None:
            return self.outcome()
        return T("{check} {outcome}")(check=self.check.sentence(), outcome=self.outcome())

    def outcome(self) -> Safe:
        """Which is, which was, and what moving it cost."""
        return T("**{settlement:60} is now the capital of {name:60}**{instead}.{unrest}")(
            settlement=self.settlement,
            name=self.name,
            instead=T(" instead of {before:60}")(before=self.before) if self.before else "",
            unrest=T(" Unrest {unrest:+}.")(unrest=self.unrest) if self.unrest else "",
        )


@move("settlement capital", by=Task.LEADERSHIP, previewed=True, button="Make it the capital")
def name_capital(move: Move, action: NameCapital, dice: Dice) -> None:
    """Make it the capital: Unrest rises by 1, or by 1d6 where the Stability check fails (R027).

    While there is no capital it costs nothing, in any phase (R079). Raises RuleViolation, NotAllowed.
    """
    id_, town = move.town(action.settlement)
    before = move.kingdom.capital
    if id_ == before:
        raise refused(
            "capital.already",
            "{name:60} is already the capital. Name another settlement.",
            name=town.name,
        )
    was = move.realm.towns[before].name if before is not None else ""
    move.change(capital=id_)
    move.realm = separate(move.realm)
    cut_off = _cut_off(move.before, move.realm)
    result, unrest = None, 0
    if before is not None:
        move.require_step(MonthStep.EDICTS)
        move.note(T("**{name:60}** instead of {was:60}.")(name=town.name, was=was))
        for part in cut_off:
            line = T("{hexes} {hexes:hex isn't|hexes aren't} connected to it and would be cut off.")
            move.note(line(hexes=sum(part.cut_off)))
        result, unrest = _moved(move.world, move.before, dice, town.name)
        move.upset(unrest)
    else:
        move.note(T("There's no capital now, so this is free."))
    move.tell(CapitalNamed(move.name, town.name, was, result, unrest), *cut_off)


def _moved(world: World, realm: Realm, dice: Dice, name: str) -> tuple[CheckResult, int]:
    """The check for moving it, and what it does to Unrest; a preview says that before."""
    made, unrest = check(realm, Attribute.STABILITY), realm.kingdom.unrest
    world.note(made.sentence())
    world.note(
        T("Success: Unrest +1 · failure ({chance}%): Unrest +1d6. The capital moves either way.")(
            chance=round((1 - made.chance) * 100)
        )
    )
    world.note(
        T("Unrest {now} → {least} to {most}")(
            now=unrest, least=unrest + MOVED_UNREST, most=unrest + FAILED_SIDES
        )
    )
    if unrest + FAILED_SIDES >= ANARCHY_AT:
        world.note(T("**At 20 the kingdom falls into anarchy.**")())
    result = roll_check(made, dice, T("Stability: {name} becomes the capital").plain(name=name))
    if result.is_success:
        return result, MOVED_UNREST
    reason = T("Unrest: {name} becomes the capital").plain(name=name)
    return result, sum(dice.roll(1, FAILED_SIDES, reason=reason))


def _cut_off(before: Realm, after: Realm) -> tuple[LossFollowed, ...]:
    """The territories that are cut off from the new capital, and were not from the old one."""
    numbers = {part.number for part in before.kingdom.parts}
    new = tuple(len(part.spots) for part in after.kingdom.parts if part.number not in numbers)
    return (LossFollowed(after.kingdom.name, cut_off=new),) if new else ()


# -- Settlements as game masters tell them, beside their buildings: Free Cities, fiefs and conquests -------


MOST_GIVEN = 999


class SetSettlement(OfTown):
    """For game masters: set a settlement's traits, other than its buildings

    None leaves a part as it is; the four numbers are what it gives to the kingdom.
    """

    kingdom: RecordId | None = None
    districts: int | None = option("How many districts it has", default=None, least=1, most=MOST_DISTRICTS)
    lots: int | None = option(
        "Lots in use besides its buildings, 250 people each",
        default=None,
        least=0,
        most=MOST_DISTRICTS * LOTS_IN_DISTRICT,
    )
    base_value: int | None = option(
        "In gp, besides its buildings; at most what Table 4-5 allows",
        label="Base value in gp, besides its buildings",
        default=None,
        least=0,
        most=SETTLEMENT_SIZES[-1][2],
    )
    economy: int | None = option(
        "How much it adds to Economy, besides its buildings", default=None, least=-MOST_GIVEN, most=MOST_GIVEN
    )
    loyalty: int | None = option(
        "How much it adds to Loyalty", default=None, least=-MOST_GIVEN, most=MOST_GIVEN
    )
    stability: int | None = option(
        "How much it adds to Stability", default=None, least=-MOST_GIVEN, most=MOST_GIVEN
    )
    consumption: int | None = option(
        "How much it adds to Consumption", default=None, least=-MOST_GIVEN, most=MOST_GIVEN
    )
    borders: str | None = option(
        "Which of its borders are water, like “north, east”", default=None, suggest=BORDER_CHOICES
    )
    is_hidden: bool | None = option("Hide this Free City from players", name="hidden", default=None)


class PlaceSettlement(Action):
    """Put a settlement on the map: a Free City, or one of a kingdom"""

    hex: str = option("Which hex: its label or coordinates", suggest=known_spots)
    name: str = option("The settlement's name")
    kingdom: RecordId | None = option(
        "Which kingdom owns it; a Free City if left out", default=None, finder=KINGDOM_MEANT
    )
    is_hidden: bool = option("Keep it hidden from players for now", name="hidden", default=False)


# -- told ---------------------------------------------------------------------------------------------


@correction("settlement set", button="Set the settlement")
def set_settlement(at: TownContext, action: SetSettlement, dice: Dice) -> None:
    """Change it as told. Raises RuleViolation for what can't be."""
    at.put(town := _told(at, action))
    _require_possible(town, action, at.rulings)
    if at.realm is None:
        at.change_hex(specials=with_free_city(at.hex, is_one=not town.is_hidden).specials)
    at.say(
        "settlement.set",
        T(
            "**{settlement:60}**: {districts:1 district|{districts} districts}, {lots} {lots:lot|lots} in "
            "use, base value {base_value:,} gp{built}."
        ),
        settlement=Name(town.name),
        districts=town.districts,
        lots=town.lots,
        base_value=town.base_value,
        built=Clause(
            T(", plus what is built there ({buildings} {buildings:building|buildings})"),
            buildings=len(town.buildings),
        )
        if town.buildings
        else NOTHING,
    )


def _told(at: TownContext, action: SetSettlement) -> Town:
    names = ("districts", "lots", "base_value", "is_hidden")
    given = {name: getattr(action, name) for name in names if getattr(action, name) is not None}
    town: Town = replace(at.town, **given, gives=dict(_gives(at.town, action)))
    if action.borders is not None:
        town = with_borders(town, 1, borders_of(action.borders))
        require_no_wall(town, 1, town.borders)
        require_shore(at.hex, town.borders, at.where)
    if town.kingdom is not None and town.is_hidden:
        raise _cant_hide()
    return town


def _cant_hide() -> UserError:
    return refused(
        "settlement.cant_hide",
        "You can only hide a Free City: everybody knows a kingdom's settlements.",
    )


def _gives(before: Town, action: SetSettlement) -> Iterator[tuple[Stat, int]]:
    for stat in (Stat.ECONOMY, Stat.LOYALTY, Stat.STABILITY, Stat.CONSUMPTION):
        amount = getattr(action, stat.value)
        amount = before.gives.get(stat, 0) if amount is None else amount
        if abs(amount) > MOST_GIVEN:
            raise refused(
                "settlement.gives_too_much",
                "A settlement can add −{most} to {most} to a number.",
                most=MOST_GIVEN,
            )
        if amount:
            yield stat, amount


def _require_possible(town: Town, action: SetSettlement, rulings: Rulings) -> None:
    """See that districts, lots and base value go together (Table 4-5), and leave what is built its room.

    Raises RuleViolation.
    """
    built = max((each.place.district for each in town.buildings), default=1)
    if not 1 <= town.districts <= MOST_DISTRICTS:
        raise refused(
            "settlement.districts", "A settlement can have 1 to {most} districts.", most=MOST_DISTRICTS
        )
    if town.districts < built:
        raise refused(
            "settlement.built_in_district",
            "It needs at least {built} districts: there are buildings in district {built}.",
            built=built,
        )
    taken = lots_built(town)
    room = LOTS_IN_DISTRICT * town.districts - taken
    if not 0 <= town.lots <= room:
        raise refused(
            "settlement.lots",
            "{districts:1 district holds|{districts} districts hold} 0 to {room} lots in use{beside}, 36 "
            "each.",
            districts=town.districts,
            room=room,
            beside=T(" besides the {taken} built on")(taken=taken) if taken else "",
        )
    # What comes down later may leave too few people for what was told: the table limits it then.
    is_told = action.base_value is not None or action.lots is not None
    most = most_value(town, rulings)
    if is_told and not 0 <= town.base_value <= most:
        raise refused(
            "settlement.base_value",
            "{people:,} people make it a {size}, with a base value of 0 to {most:,} gp (Table 4-5). First "
            "set how many lots are in use, at 250 people each.",
            people=population(town, rulings),
            size=size_of(town, rulings).label.lower(),
            most=most,
        )


# -- placed -------------------------------------------------------------------------------------------


def place_scope(action: PlaceSettlement) -> Scope:
    """The map, every settlement, and the kingdom that gets it."""
    ids = () if action.kingdom is None else (action.kingdom,)
    return Scope(ids=ids, wants=(Want(LAND.name), Want(TOWN.name)), links=True)


@action("hex gm settle", may=Permit.GAME_MASTERS, scope=place_scope)
def place_settlement(world: World, action: PlaceSettlement, dice: Dice) -> Result:
    """Put it on the map, ready to be told more of. Raises RuleViolation."""
    name = settlement_name(action.name, (record.state for record in world.all(TOWN)))
    if action.kingdom is not None:
        return _given(world, action, found_realm(world, action.kingdom), name)
    land = next(iter(world.all(LAND)), None)
    if land is None:
        raise refused("settlement.no_land", "There's no map yet. Draw the hex first with `/hex gm set`.")
    spot = spot_of(land.state, action.hex)
    _require_dry(land.state, spot)
    if land.state.hexes[spot].realm is not None:
        raise refused(
            "settlement.a_kingdoms",
            "{where:40} belongs to a kingdom. To give it a settlement there, name it as `kingdom`.",
            where=land.state.name_of(spot),
        )
    # What lies in the fog is nobody's to know, even where that was not said.
    is_hidden = action.is_hidden or not land.state.hexes[spot].is_known
    marked = with_free_city(land.state.hexes[spot], is_one=not is_hidden)
    id_ = world.new_id()
    city = Town(name, spot, land.id, is_hidden=is_hidden)
    audience = GAME_MASTERS if is_hidden else EVERYONE
    told = say(
        "settlement.placed_free",
        T("**{settlement:60}** is on the map in {spot:30}: a Free City.{hidden}"),
        audience=audience,
        settlement=Name(name),
        spot=Name(land.state.name_of(spot)),
        hidden=Clause(T(" Players don't see it yet.")) if is_hidden else NOTHING,
    )
    changes = (Open(id_, TOWN.name, city), Replace(land.id, land.state.having({spot: marked})))
    return Result(changes, (told,), id_)


def _given(world: World, action: PlaceSettlement, realm: Realm, name: str) -> Result:
    """One that a kingdom has: a fief's, a conquered one, or one that was agreed on."""
    spot = spot_of(realm.land, action.hex)
    if realm.kingdom.stage is not Stage.STANDING or spot not in realm.hexes:
        raise _not_claimed(realm.land.name_of(spot))
    if action.is_hidden:
        raise _cant_hide()
    _require_dry(realm.land, spot)
    id_ = world.new_id()
    after, inherits = inherit(join_town(realm, id_, Town(name, spot, realm.kingdom.land)), id_)
    told = say(
        "settlement.placed",
        T("**{settlement:60}** is on the map in {spot:30} and belongs to {name:60}.{inherits}"),
        settlement=Name(name),
        spot=Name(realm.land.name_of(spot)),
        name=Name(realm.kingdom.name),
        inherits=Clause(T(" {buildings}"), buildings=INHERITS[inherits]) if inherits else NOTHING,
    )
    return settle(world, realm, after, told)


def _require_dry(land: Land, spot: str) -> None:
    if land.hexes[spot].terrain is Terrain.WATER:
        raise refused("settlement.on_water", "You can't build on Water. Choose a land hex.")


def _not_claimed(where: str) -> UserError:
    return refused(
        "settlement.not_claimed",
        "Claim {where:40} first, with `/hex claim`: a settlement needs a claimed hex.",
        where=where,
    )


# -- Settlements: founded, renamed, given another district -------------------------------------------------


def is_site(realm: Realm, spot: Spot) -> bool:
    """Whether the realm can found a settlement in that hex now, as far as the hex is concerned."""
    each = realm.hexes.get(spot)
    is_ready = each is not None and each.prepared is not None and each.prepared <= realm.month
    return is_ready and not realm.towns_at(spot)


def _require_site(realm: Realm) -> None:
    """See that no site is still being prepared. Raises RuleViolation."""
    coming = [
        (each.prepared, spot) for spot, each in realm.hexes.items() if (each.prepared or 0) > realm.month
    ]
    if coming:
        month, spot = min(coming)
        raise refused(
            "hex.no_site_yet",
            "No site is ready yet: {hex:40} will be in month {month}.",
            hex=realm.land.name_of(spot),
            month=month,
        )


class FoundSettlement(OnKingdom):
    """Found a settlement on a prepared site"""

    hex: str = option(
        "Where: a claimed hex with a prepared site",
        default="",
        is_needed=True,
        suggest=spots(is_site),
        pick=HexPick(
            T("Where do you found a settlement?"),
            T("No site is ready. Prepare one first with `/hex prepare`."),
            MonthStep.SETTLEMENTS,
            lambda realm: (Offered(spot, T("ready")()) for spot in realm.hexes if is_site(realm, spot)),
            is_single=True,
            see=_require_site,
            asked_by=(MonthStep.SETTLEMENTS, "found"),
            says=T("Pick a prepared site; next you name the settlement."),
        ),
    )
    name: str = option("The settlement's name", default="", is_needed=True)
    borders: str = option(
        "Which of its four borders are water, like “north, east”", default="", suggest=BORDER_CHOICES
    )


class RenameSettlement(OnKingdom):
    """Rename a settlement"""

    settlement: str = option("Which", suggest=settlements)
    name: str = option("The new name")


class AddDistrict(OnKingdom):
    """Buy another district for a settlement; shows the cost first

    `borders` are those of its own that are water. `building` is what has no room in the others.
    """

    settlement: str = option("Which", suggest=settlements)
    borders: str = option(
        "The new district's water borders, like “north, east”",
        default="",
        suggest=BORDER_CHOICES,
    )
    building: str = option(
        "A building the existing districts have no room for",
        label="A building there's no room for elsewhere",
        default="",
        suggest=EVERY_BUILDING,
    )


def water_line(borders: Sequence[Border]) -> Safe | None:
    """Which borders are water; None where none is."""
    return T("Water borders: {borders}.")(borders=borders) if borders else None


class SettlementFounded(Event):
    """A settlement was founded; `inherits` is the Fort or Watchtower it grew round, `xp` a milestone's."""

    work: ClassVar[Work] = Work.SETTLEMENT
    name: str
    settlement: str
    spot: str
    borders: tuple[Border, ...] = ()
    is_capital: bool = False
    inherits: Improvement | None = None
    xp: int = 0

    def sentence(self) -> T:
        """A new one."""
        if self.is_capital:
            return T("**{name:60} founds {settlement:60}**, its capital, in {spot:30}.")
        return T("**{name:60} founds {settlement:60}**, a settlement, in {spot:30}.")

    def details(self) -> Iterator[Safe]:
        """What is there already, and a milestone, for its card."""
        if water := water_line(self.borders):
            yield water
        if self.inherits is not None:
            yield INHERITS[self.inherits].rendered()
        if self.xp:
            yield T("First capital: {xp:,} XP for each of you, once.")(xp=self.xp)


# -- founded ------------------------------------------------------------------------------------------


def all_towns(action: Any) -> Scope:
    """The kingdom with its land, and every settlement there is, for names and hexes that are taken."""
    return Scope(ids=(action.kingdom,), wants=(Want(TOWN.name),), links=True)


def _founding(kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    """Found a settlement, with all that it takes asked in one form."""
    asks = (
        which_hex(),
        FormField("name", T("Its name").plain(), 60),
        FormField(
            "borders",
            T("Which borders are water").plain(),
            40,
            hint=T("north, east; only where there's river, lake, coast or canal").plain(),
            is_optional=True,
            empty=T("Leave it empty where it has none.").plain(),
        ),
    )
    opens = opening("settlement found", kingdom=kingdom)
    yield Press("found", T("Found a settlement…"), asks=asks, opens=opens)


@move(
    "settlement found",
    at=MonthStep.SETTLEMENTS,
    by=Task.SETTLEMENTS,
    scope=all_towns,
    step=AtStep(MonthStep.SETTLEMENTS, _founding),
)
def found_settlement(move: Move, action: FoundSettlement, dice: Dice) -> None:
    """Found it: one district, no cost besides the site's preparation. Raises RuleViolation, NotAllowed."""
    _require_ruler(move.realm)
    spot, name, borders = _site(move, action)
    move.use(Limit.SETTLEMENTS)
    id_ = move.world.new_id()
    town = Town(name, spot, move.kingdom.land, borders=borders)
    move.realm, inherits = inherit(join_town(move.realm, id_, town), id_)
    move.tell(
        SettlementFounded(
            move.name,
            name,
            move.hex_name(spot),
            borders,
            move.kingdom.capital == id_,
            inherits,
            move.kingdom.xp - move.before.kingdom.xp,
        )
    )


def _site(move: Move, action: FoundSettlement) -> tuple[Spot, str, tuple[Border, ...]]:
    """Where, under which name and at which waters. Raises RuleViolation for what can't be."""
    world, realm, spot = move.world, move.realm, move.spot(action.hex)
    where = move.hex_name(spot)
    if spot not in realm.hexes:
        raise _not_claimed(where)
    _require_prepared(realm, spot, where)
    known = [record.state for record in world.all(TOWN) if not record.state.is_hidden]
    there = [town for town in known if town.spot == spot]
    # One settlement a hex, unless a game master founds another there (R118).
    if there and world.standing is not Standing.GAME_MASTER:
        raise refused(
            "settlement.hex_taken",
            "{where:40} already has {name:60}. There's one settlement to a hex, unless a game master founds "
            "another.",
            name=there[0].name,
            where=where,
        )
    borders = borders_of(action.borders or "")
    require_shore(realm.hexes[spot], borders, where)
    return spot, settlement_name(action.name, known), borders


def _require_ruler(realm: Realm) -> None:
    """Without a Ruler there are no new districts, and so no settlements that begin with one (R039)."""
    if not can_rule(realm):
        raise refused(
            "settlement.no_ruler",
            "You need a Ruler or a stand-in for new districts and settlements. Fill the role first: `/leader "
            "assign`.",
        )


def _require_prepared(realm: Realm, spot: Spot, where: str) -> None:
    each = realm.hexes[spot]
    _require_dry(realm.land, spot)
    row = TERRAINS[each.terrain]
    if each.prepared is None:
        months = row.prepare_months or 0
        raise refused(
            "settlement.not_prepared",
            "Prepare the site in {where:40} first, with `/hex prepare` ({price} BP, {takes}).",
            where=where,
            price=row.prepare or 0,
            takes=T("{months:1 month|{months} months}")(months=months) if months else T("at once"),
        )
    if each.prepared > realm.month:
        raise refused(
            "settlement.not_ready",
            "Not yet: the site in {where:40} is ready in month {ready}, and this is month {now}.",
            where=where,
            ready=each.prepared,
            now=realm.month,
        )


# -- changed ------------------------------------------------------------------------------------------


@move("settlement rename", by=Task.SETTLEMENTS, found=found_realm, scope=all_towns)
def rename_settlement(move: Move, action: RenameSettlement, dice: Dice) -> None:
    """Rename it, in any phase. Raises RuleViolation, NotAllowed."""
    id_, town = move.town(action.settlement)
    known = [each.state for each in move.world.all(TOWN) if each.id != id_ and not each.state.is_hidden]
    name = settlement_name(action.name, known)
    move.change_town(id_, name=name)
    move.say(
        "settlement.renamed",
        T("{before:60} is now called **{settlement:60}**."),
        before=Name(town.name),
        settlement=Name(name),
    )


def district_price(realm: Realm, town: Town) -> int:
    """What a further district costs in BP: the preparation of its terrain once more (R071)."""
    return TERRAINS[realm.land.hexes[town.spot].terrain].prepare or 0


@move(
    "settlement district",
    at=MonthStep.SETTLEMENTS,
    by=Task.SETTLEMENTS,
    is_shown_early=True,
    previewed=True,
    button="Buy the district",
)
def add_district(move: Move, action: AddDistrict, dice: Dice) -> None:
    """Buy the district, usable at once. Raises RuleViolation, NotAllowed."""
    id_, town = move.town(action.settlement)
    may_ignore_room = move.world.standing is Standing.GAME_MASTER
    require_district(move.realm, town, may_ignore_room=may_ignore_room, wanted=action.building)
    # What of the new district's borders is water (R102).
    borders = borders_of(action.borders or "")
    require_shore(move.realm.land.hexes[town.spot], borders, move.hex_name(town.spot))
    price, number = district_price(move.realm, town), town.districts + 1
    move.pay(price)
    move.put_town(id_, with_borders(replace(town, districts=number), number, borders))
    water = Clause(T(" Water borders: {borders}."), borders=[Label(each) for each in borders])
    move.say(
        "district.added",
        T("**{settlement:60} now has {districts} districts**, for {price} BP.{water}"),
        settlement=Name(town.name),
        districts=number,
        price=price,
        water=water if borders else NOTHING,
    )


def require_district(realm: Realm, town: Town, *, may_ignore_room: bool, wanted: str = "") -> None:
    """See that a settlement may grow: there is a Ruler, and no room for what is wanted (R039, R071).

    Without saying what, its grid must be full, unless a game master finds it full. Raises RuleViolation.
    """
    _require_ruler(realm)
    if town.districts >= MOST_DISTRICTS:
        raise refused("district.most", "A settlement can have at most {most} districts.", most=MOST_DISTRICTS)
    room, taken = LOTS_IN_DISTRICT * town.districts, lots_taken(town)
    if taken >= room or may_ignore_room:
        return
    if not wanted:
        raise refused(
            "district.has_room",
            "No district needed: {name:60} uses {taken} of {room} lots. Buy one when the grid is full, or "
            "name a `building` that has no room.",
            name=town.name,
            taken=taken,
            room=room,
        )
    _require_no_room(realm, town, meant_type(wanted, realm.rulings))


def _require_no_room(realm: Realm, town: Town, building: BuildingType) -> None:
    """See that no district has the lots for a building. Raises RuleViolation naming a place."""
    ground = Ground(town, realm.rulings)
    if not ground.shapes(building):
        raise refused(
            "district.needs_no_lots",
            "No district needed: the {building} takes no lots. Buy one when the grid is full, or a building "
            "has no room.",
            building=building,
        )
    place = next((each for each in ground.sites(building) if not ground.room(building, each)), None)
    if place is not None:
        raise refused(
            "district.has_room_for",
            "No district needed: {name:60} has room for {building}, at {place} for example.",
            name=town.name,
            building=building.one,
            place=place_text(place),
        )
