"""What stands in a hex that becomes a settlement, as buildings of it (R069)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.engine.asking import Asking
from bot.engine.declare import Action, action, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit, Standing
from bot.engine.system import Open, RecordId, Replace, Scene, Scope, Turn, Want
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
    Spot,
    Stage,
    Stat,
    Step,
    Task,
    Terrain,
)
from bot.systems.kingdom.checks import Result, check, rolled
from bot.systems.kingdom.land.losses import LossFollowed
from bot.systems.kingdom.land.state import LAND, Land, spot_meant, spot_of, with_free_city
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import (
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    found_realm,
    joined,
    known_spots,
    require_left,
    require_points,
    separated,
    settlement_of,
    settlements,
    spots,
    standing_realm,
)
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.sources import can_rule
from bot.systems.kingdom.state import Work, with_points, with_unrest
from bot.systems.kingdom.steps import acted_for, acting_for, at_step, require_open
from bot.systems.kingdom.towns.bills import meant_type
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
from bot.systems.kingdom.towns.works import (
    BORDER_CHOICES,
    EVERY_BUILDING,
    INHERITS,
    OfTown,
    Works,
    borders_of,
    inherited,
    require_no_wall,
    require_shore,
    with_borders,
    works_of,
    works_scope,
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

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option("Which", suggest=settlements)


class CapitalNamed(Event):
    """A settlement is the capital; without a `check` it was free, for there was none (R079)."""

    name: str
    settlement: str
    before: str = ""
    check: Result | None = None
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


@action("settlement capital", may=Permit.MEMBERS, previewed=True, button="Make it the capital")
def name_capital(scene: Scene, action: NameCapital, dice: Dice) -> Turn:
    """Make it the capital: Unrest rises by 1, or by 1d6 where the Stability check fails (R027).

    While there is no capital it costs nothing, in any phase (R079). Raises RuleViolation, NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    on_behalf = acting_for(scene, realm.kingdom, Task.LEADERSHIP)
    id_, town = settlement_of(realm, action.settlement)
    before = realm.kingdom.capital
    if id_ == before:
        raise refused(
            "capital.already",
            "{name:60} is already the capital. Name another settlement.",
            name=town.name,
        )
    was = realm.towns[before].name if before is not None else ""
    moved = separated(replace(realm, kingdom=replace(realm.kingdom, capital=id_)))
    cut_off = _cut_off(realm, moved)
    result, unrest = None, 0
    if before is not None:
        at_step(scene, realm.kingdom, Step.EDICTS)
        scene.note(T("**{name:60}** instead of {was:60}.")(name=town.name, was=was))
        for part in cut_off:
            line = T("{hexes} {hexes:hex isn't|hexes aren't} connected to it and would be cut off.")
            scene.note(line(hexes=sum(part.cut_off)))
        result, unrest = _moved(scene, realm, dice, town.name)
    else:
        scene.note(T("There's no capital now, so this is free.")())
    after = separated(replace(moved, kingdom=with_unrest(moved.kingdom, unrest)))
    named = CapitalNamed(realm.kingdom.name, town.name, was, result, unrest)
    return turn_of(scene, realm, after, named, *cut_off, on_behalf_of=on_behalf)


def _moved(scene: Scene, realm: Realm, dice: Dice, name: str) -> tuple[Result, int]:
    """The check for moving it, and what it does to Unrest; a preview says that before."""
    made, unrest = check(realm, Attribute.STABILITY), realm.kingdom.unrest
    scene.note(made.sentence())
    scene.note(
        T("Success: Unrest +1 · failure ({chance}%): Unrest +1d6. The capital moves either way.")(
            chance=round((1 - made.chance) * 100)
        )
    )
    scene.note(
        T("Unrest {now} → {least} to {most}")(
            now=unrest, least=unrest + MOVED_UNREST, most=unrest + FAILED_SIDES
        )
    )
    if unrest + FAILED_SIDES >= ANARCHY_AT:
        scene.note(T("**At 20 the kingdom falls into anarchy.**")())
    result = rolled(made, dice, T("Stability: {name} becomes the capital").plain(name=name))
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
    """For game masters: set a settlement's traits other than its buildings

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


class SettlementSet(Event):
    """A game master said what a settlement is like."""

    settlement: str
    districts: int
    lots: int
    base_value: int
    # Besides these buildings.
    buildings: int = 0

    def sentence(self) -> T:
        """All of it; what is built comes on top."""
        if not self.buildings:
            return T(
                "**{settlement:60}**: {districts:1 district|{districts} districts}, {lots} {lots:lot|lots} "
                "in use, base value {base_value:,} gp."
            )
        return T(
            "**{settlement:60}**: {districts:1 district|{districts} districts}, {lots} {lots:lot|lots} "
            "in use, base value {base_value:,} gp, plus what is built there ({buildings} "
            "{buildings:building|buildings})."
        )


class SettlementPlaced(Event):
    """A game master put a settlement on the map; without a kingdom's `name` it is a Free City."""

    settlement: str
    spot: str
    name: str = ""
    is_hidden: bool = False
    # The Fort or Watchtower that became buildings of it.
    inherits: Improvement | None = None

    def sentence(self) -> Safe:
        """Where, whose, and what it inherits."""
        more = [T("Players don't see it yet.")()] if self.is_hidden else []
        more += [INHERITS[self.inherits]()] if self.inherits else []
        return T("**{settlement:60}** is on the map in {spot:30}{whose}.{more}").of(
            self,
            whose=T(" and belongs to {name:60}")(name=self.name) if self.name else T(": a Free City"),
            more=Safe("".join(f" {each}" for each in more)),
        )


# -- told ---------------------------------------------------------------------------------------------


@action("settlement set", may=Permit.GAME_MASTERS, scope=works_scope)
def set_settlement(scene: Scene, action: SetSettlement, dice: Dice) -> Turn:
    """Change it as told. Raises RuleViolation for what can't be."""
    at = works_of(scene, action)
    town = _told(at, action)
    _require_possible(town, action, at.rulings)
    audience = GAME_MASTERS if town.is_hidden else EVERYONE
    built = len(town.buildings)
    event = SettlementSet(town.name, town.districts, town.lots, town.base_value, built, audience=audience)
    if at.realm is not None:
        return at.turn(town, event)
    marked = with_free_city(at.hex, is_one=not town.is_hidden)
    changes = (Replace(at.id, town), Replace(town.land, at.land.having({town.spot: marked})))
    return Turn(changes, (event,), at.id)


def _told(at: Works, action: SetSettlement) -> Town:
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


@action("hex-gm settle", may=Permit.GAME_MASTERS, scope=place_scope)
def place_settlement(scene: Scene, action: PlaceSettlement, dice: Dice) -> Turn:
    """Put it on the map, ready to be told more of. Raises RuleViolation."""
    name = settlement_name(action.name, (record.state for record in scene.all(TOWN)))
    if action.kingdom is not None:
        return _given(scene, action, found_realm(scene, action.kingdom), name)
    land = next(iter(scene.all(LAND)), None)
    if land is None:
        raise refused("settlement.no_land", "There's no map yet. Draw the hex first with `/hex-gm set`.")
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
    id_ = scene.new_id()
    city = Town(name, spot, land.id, is_hidden=is_hidden)
    audience = GAME_MASTERS if is_hidden else EVERYONE
    event = SettlementPlaced(name, land.state.name_of(spot), is_hidden=is_hidden, audience=audience)
    changes = (Open(id_, TOWN.name, city), Replace(land.id, land.state.having({spot: marked})))
    return Turn(changes, (event,), id_)


def _given(scene: Scene, action: PlaceSettlement, realm: Realm, name: str) -> Turn:
    """One that a kingdom has: a fief's, a conquered one, or one that was agreed on."""
    spot = spot_of(realm.land, action.hex)
    if realm.kingdom.stage is not Stage.STANDING or spot not in realm.hexes:
        raise _not_claimed(realm.land.name_of(spot))
    if action.is_hidden:
        raise _cant_hide()
    _require_dry(realm.land, spot)
    id_ = scene.new_id()
    after, inherits = inherited(joined(realm, id_, Town(name, spot, realm.kingdom.land)), id_)
    event = SettlementPlaced(name, realm.land.name_of(spot), realm.kingdom.name, inherits=inherits)
    return turn_of(scene, realm, after, event)


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


@dataclass(frozen=True, slots=True)
class FoundSettlement:
    """Found a settlement in a hex whose site is prepared. `borders` are those that are water."""

    kingdom: RecordId
    hex: str = ""
    name: str = ""
    borders: str = ""


@command("settlement found", may=Permit.MEMBERS)
class Founding(OnKingdom):
    """Found a settlement on a prepared site"""

    hex: str = option("Where: a claimed hex with a prepared site", suggest=spots(is_site))
    name: str = option("The settlement's name")
    borders: str = option(
        "Which of its four borders are water, like “north, east”", default="", suggest=BORDER_CHOICES
    )

    def to_action(self, asking: Asking) -> FoundSettlement:
        """What the step's own form comes to."""
        return FoundSettlement(self.kingdom, self.hex, self.name, self.borders)


class RenameSettlement(OnKingdom):
    """Rename a settlement"""

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option("Which", suggest=settlements)
    name: str = option("The new name")


class AddDistrict(OnKingdom):
    """Buy another district for a settlement; shows the cost first

    `borders` are those of its own that are water. `building` is what has no room in the others.
    """

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option("Which", suggest=settlements)
    borders: str = option(
        "The new district's water borders, like “north, east”",
        default="",
        suggest=BORDER_CHOICES,
    )
    building: str = option(
        "A building the existing districts have no room for",
        default="",
        suggest=EVERY_BUILDING,
    )


def watered(borders: Sequence[Border]) -> Safe | None:
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

    def more(self) -> Iterator[Safe]:
        """What is there already, and a milestone, for its card."""
        if water := watered(self.borders):
            yield water
        if self.inherits is not None:
            yield INHERITS[self.inherits]()
        if self.xp:
            yield T("First capital: {xp:,} XP for each of you, once.")(xp=self.xp)


class SettlementRenamed(Event):
    """A settlement has another name."""

    says = T("{before:60} is now called **{settlement:60}**.")
    name: str
    before: str
    settlement: str


class DistrictAdded(Event):
    """A settlement has one district more: how many now, and what it cost."""

    name: str
    settlement: str
    districts: int
    price: int
    borders: tuple[Border, ...] = ()

    def sentence(self) -> Safe:
        """How many, for how much, at which waters."""
        grown = T("**{settlement:60} now has {districts} districts**, for {price} BP.{water}")
        water = Safe(f" {watered(self.borders)}") if self.borders else ""
        return grown(settlement=self.settlement, districts=self.districts, price=self.price, water=water)


# -- founded ------------------------------------------------------------------------------------------


def all_towns(action: Any) -> Scope:
    """The kingdom with its land, and every settlement there is, for names and hexes that are taken."""
    return Scope(ids=(action.kingdom,), wants=(Want(TOWN.name),), links=True)


@action(may=Permit.MEMBERS, scope=all_towns)
def found_settlement(scene: Scene, action: FoundSettlement, dice: Dice) -> Turn:
    """Found it: one district, no cost besides the site's preparation. Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.SETTLEMENTS)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    _require_ruler(realm)
    spot, name, borders = _site(scene, realm, action)
    require_left(realm, Limit.SETTLEMENTS)
    town = Town(name, spot, realm.kingdom.land, borders=borders)
    id_ = scene.new_id()
    used = replace(realm.kingdom, month=realm.kingdom.month.using(Limit.SETTLEMENTS))
    after, inherits = inherited(joined(replace(realm, kingdom=used), id_, town), id_)
    event = SettlementFounded(
        realm.kingdom.name,
        name,
        realm.land.name_of(spot),
        borders,
        after.kingdom.capital == id_,
        inherits,
        after.kingdom.xp - realm.kingdom.xp,
    )
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf)


def _site(scene: Scene, realm: Realm, action: FoundSettlement) -> tuple[Spot, str, tuple[Border, ...]]:
    """Where, under which name and at which waters. Raises RuleViolation for what can't be."""
    spot = spot_meant(scene, realm.land, action.hex)
    where = realm.land.name_of(spot)
    if spot not in realm.hexes:
        raise _not_claimed(where)
    _require_prepared(realm, spot, where)
    known = [record.state for record in scene.all(TOWN) if not record.state.is_hidden]
    there = [town for town in known if town.spot == spot]
    # One settlement a hex, unless a game master founds another there (R118).
    if there and scene.standing is not Standing.GAME_MASTER:
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


@action("settlement rename", may=Permit.MEMBERS, scope=all_towns)
def rename_settlement(scene: Scene, action: RenameSettlement, dice: Dice) -> Turn:
    """Rename it, in any phase. Raises RuleViolation, NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    known = [each.state for each in scene.all(TOWN) if each.id != id_ and not each.state.is_hidden]
    name = settlement_name(action.name, known)
    after = replace(realm, towns={**realm.towns, id_: replace(town, name=name)})
    event = SettlementRenamed(realm.kingdom.name, town.name, name)
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf)


def district_price(realm: Realm, town: Town) -> int:
    """What a further district costs in BP: the preparation of its terrain once more (R071)."""
    return TERRAINS[realm.land.hexes[town.spot].terrain].prepare or 0


def with_district(realm: Realm, id_: RecordId, borders: tuple[Border, ...] = ()) -> Realm:
    """The realm with a further district paid and added, usable at once; those of its borders are water."""
    town = realm.towns[id_]
    kingdom = with_points(realm.kingdom, -district_price(realm, town))
    number = town.districts + 1
    grown = with_borders(replace(town, districts=number), number, borders)
    return replace(realm, kingdom=kingdom, towns={**realm.towns, id_: grown})


@action("settlement district", may=Permit.MEMBERS, previewed=True, button="Buy the district")
def add_district(scene: Scene, action: AddDistrict, dice: Dice) -> Turn:
    """Buy the district. Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    at_step(scene, realm.kingdom, Step.SETTLEMENTS)
    on_behalf = acting_for(scene, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    may_ignore_room = scene.standing is Standing.GAME_MASTER
    require_district(realm, town, may_ignore_room=may_ignore_room, wanted=action.building)
    # What of the new district's borders is water (R102).
    borders = borders_of(action.borders or "")
    require_shore(realm.land.hexes[town.spot], borders, realm.land.name_of(town.spot))
    price = district_price(realm, town)
    require_points(realm, price)
    event = DistrictAdded(realm.kingdom.name, town.name, town.districts + 1, price, borders)
    return turn_of(scene, realm, with_district(realm, id_, borders), event, on_behalf_of=on_behalf)


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
