"""Which events a month brings: rolls on the tables, and again where the book says so; whom they strike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from bot.engine.dice.source import Dice
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.book import LOTS_IN_DISTRICT, BuildingType, Improvement, Role, Spot
from bot.systems.kingdom.checks import one_of
from bot.systems.kingdom.events.book import (
    DROPPED,
    EVENTS,
    ROWS,
    BookEvent,
    EventRow,
    Strikes,
    Table,
    event_name,
    row_at,
)
from bot.systems.kingdom.events.own import OwnEvent
from bot.systems.kingdom.land.improvements import buildable, rushed
from bot.systems.kingdom.land.state import neighbours
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sources import farms_by
from bot.systems.kingdom.state import ActiveEvent
from bot.systems.kingdom.towns.bills import known_types
from bot.systems.kingdom.towns.book import Lot, lot_name
from bot.systems.kingdom.towns.plots import Ground, free_lots
from bot.systems.kingdom.towns.state import Town, lots_in_use, lots_taken

PERCENT: Final = 100
# So often a row that can't come about is rolled again, all in all; then a game master chooses (R121).
MOST_REROLLS: Final = 20


class Fate(StrEnum):
    """What happened to one roll on a table."""

    ON = "on"
    STRIKES = "strikes"
    # It strikes, and the table is rolled on again.
    AND_AGAIN = "and_again"
    DROPPED = "dropped"
    # It can't come about here.
    INVALID = "invalid"


FATES = {
    Fate.AND_AGAIN: T(", and again"),
    Fate.DROPPED: T(", a second time: dropped"),
    Fate.INVALID: T(" can't happen here: again"),
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """One roll on a table: the d%, its row, and what became of it."""

    table: Table
    die: int
    row: str
    fate: Fate

    def sentence(self) -> Safe:
        """The die, where it led, and what became of it."""
        row = Table(self.row).label if self.row in tuple(Table) else event_name(self.row)
        return T("{die} {row}{fate}")(die=self.die, row=row, fate=FATES.get(self.fate, ""))


@dataclass(frozen=True, slots=True)
class Target:
    """What an event strikes; nothing of it for one of the kingdom as a whole."""

    spot: Spot | None = None
    town: RecordId | None = None
    role: Role | None = None
    leader: str = ""
    # What a demand, a rush or squatters are about: see ActiveEvent.
    wanted: str = ""
    is_removal: bool = False
    count: int = 0
    district: int = 0
    lot: Lot | None = None
    other: str = ""


@dataclass(frozen=True, slots=True)
class Strike:
    """An event that comes up, and what it strikes."""

    event: str
    target: Target = Target()
    own: OwnEvent | None = None

    @property
    def row(self) -> EventRow:
        """The event's row: its checks, effects and outcomes."""
        return self.own.row if self.own is not None else EVENTS[self.event]


@dataclass(slots=True)
class _Draw:
    """A draw under way."""

    realm: Realm
    dice: Dice
    rolls: list[Drawn] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    # Rows of Table 4-7 that were rolled on again.
    again: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Roll until nothing is to be rolled again (R120)."""
        table = Table.KIND
        while any_valid(self.realm, table) and self._rerolls <= MOST_REROLLS:
            (die,) = self.dice.roll(1, PERCENT, reason=T("event table {table}").plain(table=table.value))
            row = row_at(table, die)
            fate = self._fate(table, row)
            self.rolls.append(Drawn(table, die, row, fate))
            if fate is Fate.ON:
                table = Table(row)
            elif fate in (Fate.STRIKES, Fate.AND_AGAIN):
                before = [each.target for each in self.strikes if each.event == row]
                target = drawn_target(self.realm, struck_by(row, table), self.dice, before)
                self.strikes.append(Strike(row, target))
            if fate in (Fate.STRIKES, Fate.DROPPED):
                return
            if fate is Fate.AND_AGAIN:
                self.again.add(row)

    @property
    def _rerolls(self) -> int:
        return sum(each.fate is Fate.INVALID for each in self.rolls)

    def _fate(self, table: Table, row: str) -> Fate:
        if row in tuple(Table):
            return Fate.ON
        if row in DROPPED and row in self.again:
            return Fate.DROPPED
        if not is_valid(self.realm, table, row):
            return Fate.INVALID
        return Fate.AND_AGAIN if table is Table.KIND and row not in self.again else Fate.STRIKES


class Hidden(Dice):
    """Dice that roll everything in secret."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        """Roll them in secret."""
        return self._dice.roll(count, sides, reason=reason, secret=True)


def draw(realm: Realm, dice: Dice) -> tuple[tuple[Drawn, ...], tuple[Strike, ...]]:
    """Every roll, and the events they bring; where the last one brings none, a game master chooses."""
    made = _Draw(realm, dice)
    made.run()
    return tuple(made.rolls), tuple(made.strikes)


# -- what can be struck -------------------------------------------------------------------------------


def any_valid(realm: Realm, table: Table) -> bool:
    """Whether anything on that table can come about."""
    return any(row in tuple(Table) or is_valid(realm, table, row) for _, row in ROWS[table])


def is_valid(realm: Realm, table: Table, event: str) -> bool:
    """Whether an event of that table can come about, as far as the realm tells (R121)."""
    strikes = struck_by(event, table)
    if strikes is Strikes.KINGDOM:
        return True
    if strikes is Strikes.CHOSEN:
        return bool(realm.hexes)
    return any(True for _ in targets(realm, strikes))


def struck_by(event: str, table: Table | None = None) -> Strikes:
    """What an event strikes: some strike more where a kingdom's table names them (R122)."""
    row = EVENTS[event]
    if table is not None and table.is_kingdoms and row.kingdom_wide is not None:
        return row.kingdom_wide
    return row.strikes


def drawn_target(realm: Realm, strikes: Strikes, dice: Dice, before: Sequence[Target] = ()) -> Target:
    """What is struck: drawn at random among all that could be, but for what was struck `before` if it can."""
    found = list(targets(realm, strikes))
    found = [each for each in found if each not in before] or found
    return one_of(found, dice, T("what the event strikes").plain()) if found else Target()


# -- what it is about ---------------------------------------------------------------------------------


# Up to this d% the people want something built, above it something gone (R131).
BUILT: Final = 75


def detail(realm: Realm, event: str, target: Target, dice: Dice) -> Target:
    """With what the people want, what settlers built, or which lot squatters took: drawn at random."""
    town = realm.towns.get(target.town) if target.town is not None else None
    match event:
        case BookEvent.BUILDING_DEMAND if town is not None:
            return _demanded(target, *_buildings(realm, town), dice)
        case BookEvent.IMPROVEMENT_DEMAND if target.spot is not None and target.spot in realm.hexes:
            return _demanded(target, *_improvements(realm, target.spot), dice)
        case BookEvent.LAND_RUSH if target.spot is not None and (found := rushed(realm, target.spot)):
            built = one_of(found, dice, T("what the settlers build").plain())
            return replace(target, wanted=built.value, count=built_around(realm, target.spot, built))
        case BookEvent.FESTIVE_INVITATION if hosts := [e.name for e in realm.kingdom.others if _may_host(e)]:
            return replace(target, other=one_of(hosts, dice, T("which kingdom invites").plain()))
        case BookEvent.SQUATTERS if town is not None:
            free = [(d, lot) for d in range(1, town.districts + 1) for lot in sorted(free_lots(town, d))]
            if not free:
                return target
            district, lot = one_of(free, dice, T("which lot").plain())
            return replace(target, district=district, lot=lot)
    return target


def _may_host(other: OtherKingdom) -> bool:
    """Whether it may invite somebody, for all that players know of it."""
    return not other.is_hidden and not other.is_at_war


def _demanded(target: Target, new: Sequence[Labelled], there: Mapping[Labelled, int], dice: Dice) -> Target:
    """Something of its kind that could be built, or that stands there; where only one is possible, that."""
    (die,) = dice.roll(1, PERCENT, reason=T("what the people want").plain())
    is_removal = bool(there) and (die > BUILT or not new)
    found = list(there) if is_removal else list(new)
    if not found:
        return target
    wanted = one_of(found, dice, T("which of them").plain())
    return replace(target, wanted=wanted.value, is_removal=is_removal, count=there.get(wanted, 0))


def _buildings(realm: Realm, town: Town) -> tuple[list[Labelled], dict[Labelled, int]]:
    """What could be built in a settlement by the rules, dear or not; and what was."""
    ground = Ground(town, realm.rulings)
    new: list[Labelled] = [each for each in known_types(realm) if ground.first_legal(each) is not None]
    return new, dict(Counter[Labelled](each.type for each in town.buildings if not each.is_natural))


def _improvements(realm: Realm, spot: Spot) -> tuple[list[Labelled], dict[Labelled, int]]:
    each = realm.hexes[spot]
    return [kind for kind, price, _ in buildable(realm, spot) if price is not None], dict.fromkeys(
        each.improvements, 1
    )


def built_around(realm: Realm, spot: Spot, improvement: Improvement) -> int:
    """How many of those the kingdom has in the hexes beside that one."""
    near = (realm.hexes.get(each) for each in neighbours(spot))
    return sum(each is not None and each.has(improvement) for each in near)


def is_met(realm: Realm, found: ActiveEvent) -> bool:
    """Whether what an event waits for has come about, as the realm tells (R131, R136, R142)."""
    town = realm.towns.get(found.town) if found.town is not None else None
    match found.event:
        case BookEvent.SQUATTERS:
            homes = town.of(BuildingType.HOUSE, BuildingType.TENEMENT) if town is not None else ()
            there = (each for each in homes if each.place.district == found.district)
            return any(found.lot in each.place.lots for each in there)
        case BookEvent.LAND_RUSH if found.spot is not None and found.wanted:
            return built_around(realm, found.spot, Improvement(found.wanted)) > found.count
        case BookEvent.BUILDING_DEMAND if town is not None and found.wanted:
            now = len(town.of(BuildingType(found.wanted)))
        case BookEvent.IMPROVEMENT_DEMAND if found.wanted and found.spot is not None:
            here = realm.hexes.get(found.spot)
            now = int(here is not None and here.has(Improvement(found.wanted)))
        case _:
            return False
    return now < found.count if found.is_removal else now > found.count


def about(found: ActiveEvent) -> Safe | None:
    """What an event is about: what is wanted, what was built, which lot is taken."""
    match found.event:
        case BookEvent.SQUATTERS if found.lot is not None:
            return T("They are on lot {lot}, district {district}.")(
                lot=lot_name(found.lot), district=found.district
            )
        case BookEvent.LAND_RUSH if found.wanted:
            return T("They built a {what}.")(what=Improvement(found.wanted))
        case BookEvent.BUILDING_DEMAND | BookEvent.IMPROVEMENT_DEMAND if found.wanted:
            kind: type[Labelled] = BuildingType if found.event == BookEvent.BUILDING_DEMAND else Improvement
            says = T("They want a {what} gone.") if found.is_removal else T("They want a {what} built.")
            return says(what=kind(found.wanted))
    return None


# -- all that could be struck --------------------------------------------------------------------------


def targets(realm: Realm, strikes: Strikes) -> Iterator[Target]:
    """All that could be struck; nothing for what befalls the kingdom, or what a game master chooses."""
    match strikes:
        case Strikes.LEADER:
            alive = (each for each in realm.kingdom.leaders if not each.has_died)
            yield from (Target(role=each.role, leader=each.name) for each in alive)
        case Strikes.HEX:
            yield from map(Target, realm.hexes)
        case Strikes.IMPROVED:
            yield from (Target(spot) for spot, each in realm.hexes.items() if each.improvements)
        case Strikes.UNCLAIMED:
            yield from map(Target, _unclaimed(realm))
        case Strikes.SETTLEABLE:
            yield from (Target(spot) for spot in _unclaimed(realm) if rushed(realm, spot))
        case _:
            towns = realm.towns.items()
            yield from (Target(each.spot, id_) for id_, each in towns if _can_strike(realm, each, strikes))


def can_strike(realm: Realm, strikes: Strikes, target: Target) -> bool:
    """Whether that can be struck: a game master is free to name what the tables would never bring.

    But settlers build where they can.
    """
    return strikes is not Strikes.SETTLEABLE or target in targets(realm, strikes)


def _can_strike(realm: Realm, town: Town, strikes: Strikes) -> bool:
    match strikes:
        case Strikes.SETTLEMENT:
            return True
        case Strikes.FREE_LOT:
            return lots_taken(town) < town.districts * LOTS_IN_DISTRICT
        case Strikes.BUILT_LOT:
            return lots_in_use(town, realm.rulings) > 0
        case Strikes.HOLY:
            return bool(town.of(BuildingType.CATHEDRAL, BuildingType.SHRINE, BuildingType.TEMPLE))
        case Strikes.HOMES:
            return bool(town.of(BuildingType.HOUSE, BuildingType.TENEMENT))
        case Strikes.FARMLAND:
            return bool(farms_by(realm, town.spot))
        case _:
            return False


def _unclaimed(realm: Realm) -> list[Spot]:
    """Explored hexes beside the kingdom that are nobody's; not those that players don't see."""
    near = dict.fromkeys(each for spot in realm.hexes for each in neighbours(spot))
    found = ((spot, realm.land.hexes.get(spot)) for spot in near)
    return [s for s, each in found if each and each.realm is None and each.is_explored and each.is_revealed]


def place_of(realm: Realm, each: ActiveEvent) -> str:
    """What an event struck, as it is called now; nothing for one of the kingdom as a whole."""
    return named(realm, Target(each.spot, each.town, each.role, each.leader, other=each.other))


def named(realm: Realm, target: Target) -> str:
    """What a target is called: the settlement, hex, leader or other kingdom; nothing for one's own."""
    if target.town is not None and target.town in realm.towns:
        return realm.towns[target.town].name
    if target.spot is not None:
        return realm.land.name_of(target.spot)
    return target.leader or target.other
