"""A realm: one kingdom with its land and settlements, as every rule about it needs them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Protocol, cast

from bot.engine.declare import Action, option
from bot.engine.finders import HERE_OR_ONLY_ONE, Asker, Pair, begun, finder, only_named
from bot.engine.pace import Tempo
from bot.engine.system import Kind, RecordId, Scope, Want, World
from bot.engine.text import Safe, T, refused
from bot.engine.views import RecordView
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.book import XP_CAPITAL, Limit, Phase, Spot, Stage, limits
from bot.systems.kingdom.events.book import BookEvent
from bot.systems.kingdom.land.state import LAND, Hex, Land, Territory, connected, ordered, parts
from bot.systems.kingdom.settings import LIMITS_SIZE, VOLUNTARY_DEBT, Rulings
from bot.systems.kingdom.state import ActiveEvent, CutOff, Kingdom, line, seen, under_way
from bot.systems.kingdom.steps import stands, turns
from bot.systems.kingdom.towns.state import TOWN, Building, Closed, Town, base_value, population, vacancies


class RecordLike(Protocol):
    """A record, as the rules or a screen have it."""

    @property
    def kind(self) -> str:
        """The name of its kind."""
        ...

    @property
    def state(self) -> Any:
        """The state of the record."""
        ...


# What waits of it names actions of every chapter: that is attached where the game is put together.
KINGDOM: Kind[Kingdom] = Kind(
    "kingdom",
    Kingdom,
    title=lambda state: state.name,
    links=lambda state: (state.land, *state.settlements),
    home=lambda state: state.home or None,
    tempo=Tempo.MONTH,
    line=line,
    view=seen,
    turns=turns,
    stands=stands,
    # It is drawn up on one card; of a month each thing has a message of its own.
    has_live_card=lambda state: state.stage is Stage.FOUNDING,
)


@dataclass(frozen=True)
class Realm:
    """A kingdom and what belongs to it; nothing in it changes."""

    id: RecordId
    kingdom: Kingdom
    land: Land
    towns: Mapping[RecordId, Town] = field(default_factory=dict)
    rulings: Rulings = field(default_factory=lambda: Rulings({}))
    # What was worked out of all that, kept by whoever did: an action asks for the same numbers several times.
    derived: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def territory(self) -> Territory:
        """All that it claims, secondary territories with it."""
        return self.land.of(self.id)

    @property
    def hexes(self) -> Mapping[Spot, Hex]:
        """The hexes it claims."""
        return self.territory.hexes

    @property
    def size(self) -> int:
        """The kingdom's Size: the number of hexes it claims."""
        return len(self.hexes)

    @property
    def districts(self) -> int:
        """All districts of its settlements."""
        return sum(town.districts for town in self.towns.values())

    @property
    def population(self) -> int:
        """All people of its settlements."""
        return sum(population(town, self.rulings) for town in self.towns.values())

    @property
    def month(self) -> int:
        """The number of the month under way."""
        return self.kingdom.month.number

    def towns_at(self, spot: Spot) -> Mapping[RecordId, Town]:
        """Its settlements in a hex."""
        return {id_: town for id_, town in self.towns.items() if town.spot == spot}

    @cached_property
    def plagued(self) -> frozenset[Spot]:
        """The hexes in which a plague keeps anybody from building."""
        return frozenset(
            each.spot
            for each in under_way(self.kingdom)
            if each.event == BookEvent.PLAGUE and each.spot is not None and self._has_come_up(each)
        )

    def _has_come_up(self, event: ActiveEvent) -> bool:
        """Whether it is here: one that spreads is from the next Event phase on."""
        month = self.kingdom.month
        return event.since < month.number or (event.since == month.number and month.phase is Phase.EVENT)

    @cached_property
    def primary(self) -> frozenset[Spot]:
        """The territory with its capital; while there is none the largest that was not cut off (R079)."""
        capital = self.towns.get(self.kingdom.capital) if self.kingdom.capital is not None else None
        if capital is not None and capital.spot in self.hexes:
            return connected((capital.spot,), self.hexes)
        cut_off = {spot for part in self.kingdom.parts if not part.is_lost for spot in part.spots}
        territories = parts(self.hexes)
        left = [each for each in territories if each - cut_off]
        return max(left or territories, key=len, default=frozenset())

    def part_of(self, spot: Spot) -> CutOff | None:
        """The secondary territory that holds a hex."""
        return next((p for p in self.kingdom.parts if not p.is_lost and spot in p.spots), None)


def realm_of(
    id_: RecordId,
    records_: Iterable[tuple[RecordId, RecordLike]],
    settings: Mapping[str, str],
    kingdom: Kingdom,
) -> Realm:
    """The realm of a kingdom among loaded records. Raises LookupError where its land is not among them."""
    land, towns = None, {}
    for each, record in records_:
        if record.kind == LAND.name and each == kingdom.land:
            land = record.state
        elif record.kind == TOWN.name and each in kingdom.settlements:
            towns[each] = record.state
    if land is None:
        raise LookupError("a kingdom's land was not loaded with it")
    return Realm(id_, kingdom, land, towns, Rulings(settings))


def whole_realm(world: World, kingdom: RecordId | None) -> Realm | None:
    """The realm of that kingdom, where all of it was loaded."""
    record = world.records.get(kingdom) if kingdom is not None else None
    if kingdom is None or record is None or record.kind != KINGDOM.name:
        return None
    if not world.records.keys() >= {record.state.land, *record.state.settlements}:
        return None
    return realm_of(kingdom, world.records.items(), world.campaign.settings, record.state)


def kingdom_scope(action: Any) -> Scope:
    """The kingdom that an action names, its land and its settlements."""
    return Scope(ids=(action.kingdom,), links=True)


def land_scope(_action: Any) -> Scope:
    """The campaign's land, and whatever lies or is claimed on it."""
    return Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))


# -- Which kingdom is meant: the one named, the one of this channel, or the only one -----------------------


def _meant(asker: Asker, found: Sequence[RecordView]) -> Sequence[RecordView]:
    """Of the kingdoms those that may be meant by naming none: those with the settlement that was named."""
    if not asker.seen.viewer.is_game_master:
        # Until a kingdom stands it is the game masters' business: no player means that one by saying nothing.
        found = [each for each in found if each.state.stage is not Stage.FOUNDING] or found
    if settlement := asker.given.get("settlement"):
        towns = asker.all(TOWN)
        named = (
            [each for each in towns if each.id == settlement]
            or [each for each in towns if each.state.name.casefold() == settlement.strip().casefold()]
            or begun(settlement, towns)
        )
        owners = {each.state.kingdom for each in named}
        found = [each for each in found if each.id in owners] or found
    return found


def no_such_kingdom(name: str) -> str:
    """What is said where a name fits no kingdom, or several."""
    return T("There's no kingdom called “{name}” here. Pick one from the list.")(name=Safe(name))


def which_kingdom(names: Sequence[str]) -> str:
    """What is said where no kingdom is named and there is none, or several."""
    if not names:
        return T("There's no kingdom here yet. A game master starts one with `/kingdom found`.")()
    several = T("There are several kingdoms: {names:,}. Name one with `kingdom:`.")
    return several(names=[Safe(each) for each in names])


KINGDOM_MEANT = finder(
    KINGDOM,
    prefer=HERE_OR_ONLY_ONE,
    unknown=no_such_kingdom,
    several=no_such_kingdom,
    which=which_kingdom,
    among=_meant,
    scope=lambda kingdom: Scope(ids=(kingdom,), links=True),
)


class OnKingdom(Action):
    """An action on a kingdom."""

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)


WHY = "The reason, for everybody to read"


class OnMonth(OnKingdom):
    """An action in a kingdom's month."""

    kingdom: RecordId = option("Which one, if there are several", finder=KINGDOM_MEANT)


def asked_realm(asker: Asker, kingdom: RecordId | None = None) -> Realm:
    """The realm that is asked about, as far as the asker may see it. Raises RuleViolation where it is unsure.

    Without an id it is the one that the option `kingdom` means, named or not.
    """
    id_ = kingdom if kingdom is not None else KINGDOM_MEANT.find(asker, asker.given.get("kingdom") or None)
    seen = asker.look(Scope(ids=(id_,), links=True))
    if (record := seen.records.get(id_)) is None:
        raise RuleViolation(no_such_kingdom(safe(id_, 60)))
    return realm_of(id_, seen.records.items(), seen.campaign.settings, record.state)


def settlements(asker: Asker) -> Iterable[Pair]:
    """Name and id of the settlements of the kingdom meant, or of all where several could be meant."""
    try:
        realm = asked_realm(asker)
    except RuleViolation:
        kingdoms = {each.id for each in asker.all(KINGDOM)}
        found = [each for each in asker.all(TOWN) if each.state.kingdom in kingdoms]
        return [(each.state.name, str(each.id)) for each in found]
    return [(town.name, str(id_)) for id_, town in realm.towns.items()]


def spots(fits: Callable[[Realm, Spot], bool]) -> Callable[[Asker], Iterable[Pair]]:
    """What suggests the hexes of the map that fit, as far as the asker may see them."""

    def suggest(asker: Asker) -> Iterable[Pair]:
        realm = asked_realm(asker)
        found = [
            (_hex_line(realm.land.name_of(spot), each, spot), spot)
            for spot, each in realm.land.hexes.items()
            if fits(realm, spot)
        ]
        return sorted(found, key=lambda pair: pair[0].casefold())

    return suggest


HEX: Final = "Its label or coordinates"
own_spots = spots(lambda realm, spot: spot in realm.hexes)


def known_spots(asker: Asker) -> Iterable[Pair]:
    """The hexes that the asker may see, by label, coordinates or terrain; those with a label first."""
    lands = [each.state for each in asker.all(LAND)]
    found = [(land, spot, each) for land in lands for spot, each in land.hexes.items()]
    found.sort(key=lambda each: (not each[2].label, each[2].label.casefold()))
    return [(_hex_line(land.name_of(spot), each, spot), land.short_name(spot)) for land, spot, each in found]


def _hex_line(name: str, each: Hex, spot: Spot) -> str:
    where = f" ({spot})" if name != spot else ""
    return f"{name} · {each.terrain.label}{where}"


# -- as an action finds it ----------------------------------------------------------------------------


def found_realm(world: World, kingdom: RecordId) -> Realm:
    """The realm that an action is about. Raises RuleViolation where it is not in play."""
    record = world.get(KINGDOM, kingdom)
    return realm_of(record.id, world.records.items(), world.campaign.settings, record.state)


def founded_realm(world: World, kingdom: RecordId) -> Realm:
    """The same, for what only a kingdom that was founded can do. Raises RuleViolation before that."""
    realm = found_realm(world, kingdom)
    require_standing(realm.kingdom)
    return realm


def running_realm(world: World, kingdom: RecordId) -> Realm:
    """The realm of an action that also a kingdom in anarchy takes, where its Upkeep goes on (R018).

    Raises RuleViolation where its clock stands still.
    """
    realm = found_realm(world, kingdom)
    state = realm.kingdom
    require_standing(replace(state, is_in_anarchy=state.is_in_anarchy and not state.runs_in_anarchy))
    return realm


def require_founded(kingdom: Kingdom) -> None:
    """See that it is drawn up no more. Raises RuleViolation."""
    if kingdom.stage is Stage.FOUNDING:
        raise refused(
            "kingdom.not_founded",
            "{kingdom:60} isn't founded yet: a game master presses **Found the kingdom…** on its card first.",
            kingdom=kingdom.name,
        )


def require_standing(kingdom: Kingdom) -> None:
    """See that it was founded and its clock runs. Raises RuleViolation saying what stops it."""
    require_founded(kingdom)
    if kingdom.stage is Stage.ENDED:
        raise refused(
            "kingdom.has_ended",
            "{kingdom:60} has ended. You can still read its numbers.",
            kingdom=kingdom.name,
        )
    if kingdom.frozen is not None:
        raise refused(
            "kingdom.is_frozen",
            "{kingdom:60} is frozen{why}. A game master thaws it with `/gm deed: thaw`.",
            kingdom=kingdom.name,
            why=T(" ({reason:100})")(reason=kingdom.frozen) if kingdom.frozen else "",
        )
    if kingdom.is_in_anarchy:
        raise refused(
            "kingdom.is_in_anarchy",
            "{kingdom:60} is in anarchy and can't act. Once order is restored, a game master ends it with "
            "`/gm deed: thaw`.",
            kingdom=kingdom.name,
        )


# -- What is paid out of the Treasury ----------------------------------------------------------------------


def require_points(realm: Realm, price: int) -> None:
    """See that something can be paid. Raises RuleViolation naming the price and what is in hand.

    What nobody is forced to buy needs BP in hand, unless the campaign lets the Treasury fall below 0 (R007).
    """
    if price > 0 and price > realm.kingdom.treasury and not realm.rulings.has(VOLUNTARY_DEBT, "yes"):
        raise refused(
            "treasury.too_dear",
            "Not enough BP: that costs {price}, and the Treasury holds {treasury}. Find something cheaper, "
            "or wait for the Income phase.",
            price=price,
            treasury=realm.kingdom.treasury,
        )


def affords(realm: Realm, price: int) -> bool:
    """Whether the Treasury has it, or may fall so low."""
    try:
        require_points(realm, price)
    except RuleViolation:
        return False
    return True


def require_price(price: int, shown: int | None) -> None:
    """See that it costs what its preview showed; None: nothing was shown. Raises RuleViolation."""
    if shown is not None and shown != price:
        raise refused(
            "treasury.price_changed",
            "The price changed from {shown} to {price} BP, so nothing was bought. Look again.",
            shown=shown,
            price=price,
        )


# -- What a month allows a number of (Table 4-4), and what is left of it -----------------------------------


def allowed(realm: Realm, limit: Limit) -> int | None:
    """How many the month allows, by the Size when its Edict phase began or as it is now (R021).

    None: any number. Before the first month it is what the smallest have: one building (R092).
    """
    month = realm.kingdom.month
    is_now = realm.rulings.has(LIMITS_SIZE, "live") and month.phase is not Phase.BEFORE
    size = realm.size if is_now else month.size
    return cast("int | None", getattr(limits(size), limit.value))


def left(realm: Realm, limit: Limit) -> int | None:
    """How many more the month allows; None: any number."""
    most = allowed(realm, limit)
    return None if most is None else max(0, most - realm.kingdom.month.used.get(limit, 0))


_LIMITED: Final = {
    Limit.SETTLEMENTS: T("{n} {n:new settlement|new settlements}"),
    Limit.BUILDINGS: T("{n} {n:building|buildings}"),
    Limit.TERRAIN: T("{n} {n:terrain improvement|terrain improvements}"),
    Limit.CLAIMS: T("{n} {n:claimed hex|claimed hexes}"),
}
_LEFT: Final = {
    Limit.SETTLEMENTS: T("New settlements left this month: {count}"),
    Limit.BUILDINGS: T("Buildings left this month: {count}"),
    Limit.TERRAIN: T("Terrain improvements left this month: {count}"),
    Limit.CLAIMS: T("Claimed hexes left this month: {count}"),
}


def left_line(limit: Limit, count: int | None) -> Safe:
    """What is left of it this month; None: any number."""
    return _LEFT[limit](count=T("any number")() if count is None else str(count))


_LEFT_AFTER: Final = {
    Limit.SETTLEMENTS: T("New settlements left after this: {count}"),
    Limit.BUILDINGS: T("Buildings left after this: {count}"),
    Limit.TERRAIN: T("Terrain improvements left after this: {count}"),
    Limit.CLAIMS: T("Claimed hexes left after this: {count}"),
}


def left_after(realm: Realm, limit: Limit) -> Safe:
    """What a preview says of a deed that uses one: how many the month allows once it is done."""
    rest = left(realm, limit)
    return _LEFT_AFTER[limit](count=T("any number")() if rest is None else str(max(0, rest - 1)))


def require_left(realm: Realm, limit: Limit) -> None:
    """See that the month allows one more. Raises RuleViolation naming how many it allows."""
    if left(realm, limit) == 0:
        raise refused(
            "kingdom.used_up",
            "That's all for this month: a kingdom of this Size gets {count} (Table 4-4). The next Edict "
            "phase brings more.",
            count=_LIMITED[limit](n=allowed(realm, limit) or 0),
        )


# -- Territories of a realm that its claimed hexes no longer connect with the capital's (R078) -------------


def separate(realm: Realm) -> Realm:
    """The realm with its cut-off territories as its hexes are now.

    What is connected again is no part any more. A territory that broke up is undecided again: its leader can
    be in one piece only. Territories that grew together are one, held where one of them was.
    """
    cut_off = parts([spot for spot in realm.hexes if spot not in realm.primary])
    lost = tuple(part for part in realm.kingdom.parts if part.is_lost and (part.spots or part.towns))
    kingdom = replace(realm.kingdom, parts=lost)
    before = [part for part in realm.kingdom.parts if not part.is_lost]
    for territory in cut_off:
        kingdom = _with_part(kingdom, _former(before, territory), territory, cut_off, realm)
    return realm if kingdom.parts == realm.kingdom.parts else replace(realm, kingdom=kingdom)


def _former(before: Iterable[CutOff], territory: frozenset[Spot]) -> Sequence[CutOff]:
    """The parts as they were of which that territory has hexes."""
    return [part for part in before if territory.intersection(part.spots)]


def _with_part(
    kingdom: Kingdom,
    former: Sequence[CutOff],
    territory: frozenset[Spot],
    cut_off: Sequence[frozenset[Spot]],
    realm: Realm,
) -> Kingdom:
    spots = ordered(territory)
    place = realm.land.name_of(spots[0])
    is_whole = not any(each is not territory and _former(former, each) for each in cut_off)
    if former and is_whole:
        since = min(part.since for part in former)
        is_held = any(part.is_held for part in former)
        part = replace(former[0], spots=spots, since=since, is_held=is_held, place=place)
        return replace(kingdom, parts=(*kingdom.parts, part))
    # A number of its own, and so a question of its own: an answer to the old one can't be meant for it.
    number = kingdom.counted + 1
    since = min((part.since for part in former), default=realm.month)
    part = CutOff(number, spots, since, place=place)
    return replace(kingdom, parts=(*kingdom.parts, part), counted=number)


# -- Where events keep anybody from building ---------------------------------------------------------------


def closings(realm: Realm, id_: RecordId, town: Town) -> Iterator[Closed]:
    """What of a settlement is closed: all of it by a plague in its hex, a lot by squatters (R130, R142)."""
    if town.spot in realm.plagued:
        yield Closed(BookEvent.PLAGUE.value)
    for each in under_way(realm.kingdom):
        if each.event == BookEvent.SQUATTERS and each.town == id_ and each.lot is not None and not each.left:
            yield Closed(each.event, each.district, each.lot)


# -- The markets of a realm: what an item there may cost, and where one may come up in Upkeep --------------


def most_price(realm: Realm, town: Town) -> int:
    """What an item on its market may cost at most, in gp: its base value (R109, R114)."""
    return base_value(town, realm.rulings)


def open_districts(realm: Realm) -> tuple[tuple[RecordId, int], ...]:
    """Every district with a vacant slot, by its settlement: each is rolled for once (R114).

    Where the base value is 0 no item could be cheap enough, and nothing is rolled.
    """
    return tuple(
        (id_, district)
        for id_, town in realm.towns.items()
        if most_price(realm, town) > 0
        for district in range(1, town.districts + 1)
        if vacancies(town, district)
    )


def has_vacancies(realm: Realm) -> bool:
    """Whether an item may come up anywhere in the realm."""
    return bool(open_districts(realm)) or any(town.finds and town.buildings for town in realm.towns.values())


# -- Settlements of a realm: which one is meant, and what changes when one more belongs to it --------------


CAPITAL = "capital"


def settlement_of(realm: Realm, text: str) -> tuple[RecordId, Town]:
    """The realm's settlement of that id or name. Raises RuleViolation naming those it has."""
    by_id = ((id_, town) for id_, town in realm.towns.items() if id_ == text)
    named = ((pair[1].name, pair) for pair in realm.towns.items())
    found = next(by_id, None) or only_named(text, named)
    if found is not None:
        return found
    has = T("There are none yet.")()
    if realm.towns:
        has = T("There are: {names}.")(names=[town.name for town in realm.towns.values()][:10])
    raise refused(
        "towns.no_such_settlement",
        "The kingdom has no settlement called “{text:60}”. {has}",
        text=text,
        has=has,
    )


def join_town(realm: Realm, id_: RecordId, town: Town) -> Realm:
    """The realm with one settlement more: founded, claimed, reclaimed or given to it.

    Its first one is the capital; the first capital of all is a milestone, once.
    """
    kingdom = realm.kingdom
    is_first = not kingdom.settlements
    # What others drew up for it is their own; its months are counted anew, for each kingdom counts its own.
    buildings = tuple(_without_months(each) for each in town.buildings)
    own = replace(
        town, kingdom=realm.id, founded=realm.month, is_hidden=False, drafts=(), buildings=buildings
    )
    kingdom = replace(kingdom, settlements=(*kingdom.settlements, id_))
    if is_first:
        kingdom = replace(kingdom, capital=id_)
    if is_first and CAPITAL not in kingdom.milestones:
        kingdom = replace(kingdom, milestones=(*kingdom.milestones, CAPITAL), xp=kingdom.xp + XP_CAPITAL)
    return separate(replace(realm, kingdom=kingdom, towns={**realm.towns, id_: own}))


def _without_months(building: Building) -> Building:
    """A building of which nothing was done in a month of its kingdom's yet."""
    wares = tuple(replace(ware, tried=0) for ware in building.wares)
    return replace(building, built=0, wares=wares)
