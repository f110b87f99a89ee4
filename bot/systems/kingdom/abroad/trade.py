"""Trade edicts: routes to other kingdoms, how long and hard they are, what they bring (R117, R159, R160)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil
from typing import ClassVar, Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.pace import DECIDES
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import Clause, Label, Name, say
from bot.engine.steps import waits
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, listed, refused
from bot.systems.kingdom.abroad.book import (
    CARGOES,
    HALVES,
    LEAST_INVESTED,
    MONTH_DAYS,
    QUARTER_MOST,
    QUARTER_PERCENT,
    YEAR,
    Cargo,
    SpecialEdict,
)
from bot.systems.kingdom.abroad.edicts import (
    festival_bonus,
    hampered_by,
    is_hampered,
    is_noted,
    issue,
    renown_told,
    using,
    with_renown,
)
from bot.systems.kingdom.abroad.kingdoms import asked_known, met, other_kingdoms
from bot.systems.kingdom.abroad.state import OtherKingdom, Route
from bot.systems.kingdom.book import (
    Attribute,
    BuildingType,
    Improvement,
    Modifier,
    MonthStep,
    Number,
    Phase,
    Spot,
    Stat,
    Task,
    Terrain,
)
from bot.systems.kingdom.checks import Check, CheckResult, check, roll_check
from bot.systems.kingdom.land.state import Hex, Land, neighbours, spots_of
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import (
    KINGDOM,
    OnKingdom,
    Realm,
    asked_realm,
    known_spots,
    require_points,
    settlement_of,
    settlements,
)
from bot.systems.kingdom.settings import TRADE_LENGTH
from bot.systems.kingdom.sources import cargo_value, cut_at_zero, has_surplus, modifiers_in
from bot.systems.kingdom.state import Kingdom, Work, with_points, with_unrest
from bot.systems.kingdom.steps import assignee, goes_on
from bot.systems.kingdom.towns.state import Town, sound

MOST_INVESTED: Final = 999
# How the names of steps begin at which traders arrive; the number of their route follows.
TRADERS_STEP: Final = "traders-"
MOST_VIA: Final = 200
GOOD_GROUND: Final = (Terrain.PLAINS, Terrain.DESERT)

# -- the way -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TradeRoute:
    """A way over the map: its hexes after the settlement's own, its length in halves, its days of travel."""

    path: tuple[Spot, ...]
    length: int
    days: Fraction

    @property
    def months(self) -> int:
        """Whole turns until the traders arrive; 0 where they do this turn."""
        return ceil(self.days) // MONTH_DAYS


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a hex adds to a route: halves of its length, and days."""

    length: int
    days: Fraction


DAY: Final = Fraction(1)
HIGHWAY, ROAD, RIVER, GROUND = _Cost(1, DAY), _Cost(2, DAY), _Cost(2, DAY), _Cost(4, DAY)
COAST, SEA = _Cost(2, DAY / 2), _Cost(1, DAY / 4)


def _ways(each: Hex, *, has_pier: bool, has_waterfront: bool) -> Iterator[_Cost]:
    """How traders may cross a hex: by Road or Highway, over good ground; by boat from a Pier or Waterfront.

    Which way a river flows is not known: upstream, a hex a day.
    """
    if each.has(Improvement.HIGHWAY):
        yield HIGHWAY
    if each.has(Improvement.ROAD):
        yield ROAD
    if each.terrain in GOOD_GROUND:
        yield GROUND
    if has_pier and each.has_river:
        yield RIVER
    if has_pier and each.is_coast:
        yield COAST
    if has_waterfront and each.terrain is Terrain.WATER:
        yield SEA


def way_to(land: Land, town: Town, goals: tuple[Spot, ...]) -> TradeRoute | None:
    """The shortest way from a settlement through those hexes in turn; None where there is none.

    It leads through explored hexes alone. The last one is the partner's: it can always be entered.
    """
    has_pier = bool(sound(town, BuildingType.PIER) or sound(town, BuildingType.WATERFRONT))
    has_waterfront = bool(sound(town, BuildingType.WATERFRONT))
    costs: dict[Spot, _Cost] = {}
    for spot, each in land.hexes.items():
        if each.is_known and (each.is_explored or each.realm is not None):
            ways = _ways(each, has_pier=has_pier, has_waterfront=has_waterfront)
            best = min(ways, key=lambda cost: (cost.length, cost.days), default=None)
            if best is not None:
                costs[spot] = best
    costs.setdefault(goals[-1], GROUND)
    here, found = town.spot, TradeRoute((), 0, Fraction(0))
    for goal in goals:
        leg = _leg(costs, here, goal)
        if leg is None:
            return None
        found = TradeRoute((*found.path, *leg.path), found.length + leg.length, found.days + leg.days)
        here = goal
    return found


def _leg(costs: Mapping[Spot, _Cost], start: Spot, goal: Spot) -> TradeRoute | None:
    """The shortest way between two hexes, of equal ones the quickest (Dijkstra)."""
    queue: list[tuple[int, Fraction, tuple[Spot, ...]]] = [(0, Fraction(0), ())]
    done = set[Spot]()
    while queue:
        length, days, path = heappop(queue)
        here = path[-1] if path else start
        if here == goal:
            return TradeRoute(path, length, days)
        if here in done:
            continue
        done.add(here)
        for near in neighbours(here):
            if near in costs and near not in done:
                cost = costs[near]
                heappush(queue, (length + cost.length, days + cost.days, (*path, near)))
    return None


def length_modifier(realm: Realm, length: int) -> int:
    """Size less the route's length as printed, or the other way round; never below 0 (R159)."""
    difference = HALVES * realm.size - length
    if realm.rulings.has(TRADE_LENGTH, "trl_minus_size"):
        difference = -difference
    return max(0, difference // HALVES)


def trade_checks(realm: Realm, route: Route) -> tuple[Check, ...]:
    """The three checks of traders who arrive.

    DC: Control DC + Corruption + Route Modifier + Length Modifier − Productivity, of the settlement.
    """
    town = realm.towns.get(route.town)
    modifiers = modifiers_in(realm, town) if town is not None else dict.fromkeys(Modifier, 0)
    more = modifiers[Modifier.CORRUPTION] - modifiers[Modifier.PRODUCTIVITY]
    more += route.modifier + length_modifier(realm, route.length)
    bonus = hampered_by(route.is_hampered) + festival_bonus(realm, route.partner)
    made = (check(realm, each, bonus) for each in Attribute)
    return tuple(replace(each, dc=each.dc + more) for each in made)


def value_of(realm: Realm, points: int) -> int:
    """What a route's BP come to with Foreign Quarters: 5 % more each, at most twice as much (R117)."""
    quarters = sum(len(sound(town, BuildingType.FOREIGN_QUARTER)) for town in realm.towns.values())
    return points * (100 + min(QUARTER_MOST, QUARTER_PERCENT * quarters)) // 100


# -- what is told ------------------------------------------------------------------------------------------


def length_of(halves: int) -> str:
    """A route's length from its halves: 12 or 12.5."""
    return f"{halves // HALVES}{'.5' if halves % HALVES else ''}"


@dataclass(frozen=True, slots=True)
class Arrival:
    """What came of traders who arrived: how many checks succeeded, and the dice of what they brought."""

    results: tuple[CheckResult, ...]
    points: int = 0
    economy: int = 0
    fame: int = 0
    unrest: int = 0
    is_noted: bool = False

    @property
    def successes(self) -> int:
        """How many checks succeeded."""
        return sum(each.is_success for each in self.results)

    def lines(self) -> Iterator[Safe]:
        """What came of it, then the checks."""
        says = {
            0: T("**The trade route is a total loss**{changes}."),
            1: T("**They never get there**, and sell their goods elsewhere{changes}."),
            2: T("**The trade route is established** for a year{changes}."),
            3: T("**The trade route is a great success**, and is established for a year{changes}."),
        }
        changes: list[Safe | Clause] = [T("**{points:+} BP**").of(self)] if self.points else []
        changes += [T("**Economy {economy:+}**").of(self)] if self.economy else []
        fame = renown_told(Number.FAME, self.fame, is_noted=self.is_noted)
        changes += [fame] if self.fame else []
        changes += [T("**Unrest {unrest:+}**").of(self)] if self.unrest else []
        what = T(": {changes:,}")(changes=changes) if changes else ""
        yield says[min(self.successes, 3)](changes=what)
        for each in self.results:
            yield T("-# {attribute}: {check}")(attribute=each.attribute, check=each.sentence())


class PlanRoute(OnKingdom):
    """Begin a trade route to another kingdom; shows its way, length and chances first"""

    other: str = option("To which kingdom", suggest=other_kingdoms)
    settlement: str = option("From which settlement", suggest=settlements)
    cargo: Cargo = option("What it carries; one route of each type")
    points: int = option(
        "BP invested, 5 or more; each full 5 may bring 2d4 BP",
        label="BP invested",
        least=LEAST_INVESTED,
        most=MOST_INVESTED,
    )
    via: str = option(
        "Hexes to lead it through, in order; the shortest way if left out",
        label="Through which hexes",
        empty="Leave it empty for the shortest way.",
        suggest=known_spots,
        several=" ",
        default="",
        max_length=MOST_VIA,
    )
    two: bool = option(
        "With a Palace: you'll issue two special edicts this month, −2 on checks",
        label="Issue two special edicts this month",
        default=False,
    )


class RoutePlanned(Event):
    """A trade route was begun. `arrival` is what came of it, where the traders arrive this turn."""

    work: ClassVar[Work] = Work.SPECIAL_EDICT
    name: str
    other: str
    cargo: Cargo
    settlement: str
    points: int
    length: str
    month: int
    arrival: Arrival | None = None

    def sentence(self) -> Safe:
        """From where to where, and when they arrive."""
        line = T(
            "{name:60} begins a trade route from {settlement:60} to **{other:60}** with **{points} BP**: "
            "{cargo:lower}, length {length}."
        ).of(self)
        if self.arrival is None:
            then = T(" The traders arrive in month {month}.").of(self)
            return T("{line}{then}")(line=line, then=then)
        return Safe("\n".join((line, *self.arrival.lines())))


def _planning(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    other = asked_known(state)
    if other is not None and state.settlements and SpecialEdict.TRADE in state.month.special:
        asks = (other, "settlement", "cargo", "points", "via")
        yield Press("trade", T("Begin a trade route…"), {"cargo": Cargo.GOODS}, asks)


# Edicts stand in the order in which the book has them.
@move(
    "edict trade",
    found=using(SpecialEdict.TRADE),
    by=Task.TRADE,
    step=AtStep(MonthStep.SPECIAL, _planning, place=1),
    previewed=True,
    watches=(Number.TREASURY, Number.ECONOMY),
    button="Begin the route",
)
def plan_route(move: Move, action: PlanRoute, dice: Dice) -> None:
    """Begin a trade route; its checks are made when the traders arrive, at once within a turn.

    Raises RuleViolation or NotAllowed.
    """
    world, realm = move.world, move.realm
    other = met(world, realm, action.other)
    id_, town = settlement_of(realm, action.settlement)
    _require_cargo(realm, action.cargo, town)
    way = _way(realm, other, town, action.via)
    if action.points < LEAST_INVESTED:
        raise refused("trade.too_little", "A trade route takes at least {least} BP.", least=LEAST_INVESTED)
    require_points(realm, action.points)
    is_now = way.months == 0
    kingdom = issue(world, realm, SpecialEdict.TRADE, is_of_two=action.two, has_checks=is_now)
    number = kingdom.counted + 1
    route = Route(
        number,
        other.name,
        action.cargo,
        id_,
        way.path,
        way.length + HALVES * other.beyond,
        action.points,
        realm.month,
        realm.month + way.months,
        is_hampered=is_hampered(kingdom, is_of_two=action.two),
    )
    kingdom = with_points(replace(kingdom, counted=number, routes=(*kingdom.routes, route)), -action.points)
    after = replace(realm, kingdom=kingdom)
    move.note(*_foretold(after, route, way))
    arrival = None
    if is_now:
        after, arrival = arrive(after, route, dice)
    move.realm = after
    move.tell(
        RoutePlanned(
            kingdom.name,
            other.name,
            action.cargo,
            town.name,
            action.points,
            length_of(route.length),
            route.arrives,
            arrival,
        )
    )


def _require_cargo(realm: Realm, cargo: Cargo, town: Town) -> None:
    """See that such a route can start there. Raises RuleViolation naming what is missing."""
    if any(each.cargo is cargo for each in realm.kingdom.routes):
        raise refused(
            "trade.one_of_each",
            "The kingdom already has a trade route for {cargo:lower}; it can have one of each type.",
            cargo=cargo,
        )
    missing = [each for each in CARGOES[cargo].needs if not sound(town, each)]
    if missing:
        raise refused(
            "trade.needs",
            "To trade in {cargo:lower}, {town:60} needs {missing:and}.",
            cargo=cargo,
            town=town.name,
            missing=[each.one for each in missing],
        )
    if cargo is Cargo.FOOD and not has_surplus(realm):
        raise refused(
            "trade.no_surplus",
            "There's no food to export: Farms and Fisheries don't bring Consumption below 0.",
        )


def _way(realm: Realm, other: OtherKingdom, town: Town, via: str) -> TradeRoute:
    """The way there. Raises RuleViolation where nobody knows where it is, or no way leads there."""
    if other.spot is None:
        raise refused(
            "trade.no_place",
            "{name:60} has no place on the map yet. A game master gives it one with `/edict gm kingdom` "
            "and `hex:`.",
            name=other.name,
        )
    goals = (*(spots_of(realm.land, via) if via.strip() else ()), other.spot)
    for spot in goals[:-1]:
        each = realm.land.hexes[spot]
        if not (each.is_known and (each.is_explored or each.realm is not None)):
            raise refused(
                "trade.unexplored",
                "{hex} isn't explored, so no trade route leads through it.",
                hex=realm.land.name_of(spot),
            )
    way = way_to(realm.land, town, goals)
    if way is None:
        raise refused(
            "trade.no_way",
            "There's no way from {town:60} to {name:60}: a trade route crosses explored plains, desert and "
            "hexes with a Road, with a Pier rivers and coasts too, with a Waterfront also water.",
            town=town.name,
            name=other.name,
        )
    days = way.days + Fraction(other.beyond)
    return replace(way, days=days)


def _foretold(realm: Realm, route: Route, way: TradeRoute) -> Iterator[Safe]:
    """What a preview says of its way and its checks."""
    yield T("Length **{length}**, {days} {days:day|days} of travel: {way}")(
        length=length_of(route.length),
        days=ceil(way.days),
        way=listed([realm.land.name_of(each) for each in _shown(way.path)], ","),
    )
    yield T("Checks: {checks:,}")(checks=[each.sentence() for each in trade_checks(realm, route)])
    says = T(
        "If two succeed: Economy +1 for a year{more}, and {modifier} + {dice}d4 BP. If all three do: Economy "
        "+2 and Fame +1."
    )
    more = cargo_value(realm, route.cargo, route.town)
    yield says(
        more=T(" (and {more:+} for what it carries)")(more=more) if more else "",
        modifier=route.modifier,
        dice=2 * (route.invested // LEAST_INVESTED),
    )
    if route.arrives > route.since:
        yield T("-# They're rolled when the traders arrive, in month {arrives}.").of(route)


MOST_SHOWN: Final = 12


def _shown(path: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """As many of its hexes as are told: of a long one the first, and its last."""
    return path if len(path) <= MOST_SHOWN else (*path[: MOST_SHOWN - 1], path[-1])


# -- when they arrive --------------------------------------------------------------------------------------


class MeetTraders(OnKingdom):
    """Attempt the three checks of traders who have arrived."""

    route: int = 0


class TradersArrived(Event):
    """Traders arrived at the end of their route."""

    name: str
    other: str
    arrival: Arrival

    def sentence(self) -> Safe:
        """What came of it."""
        line = T("The traders of {name:60} reach **{other:60}**.").of(self)
        if self.arrival.successes < 2:
            line = T("The traders of {name:60} set out for **{other:60}**.").of(self)
        return Safe("\n".join((line, *self.arrival.lines())))


@waits(KINGDOM.name, TRADERS_STEP, of="routes", when=goes_on, rank=6)
def arrival_steps(_kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """Traders who arrive, once a month is open."""
    if state.month.phase is Phase.BEFORE:
        return
    says, who = T("{kingdom:60}: traders arriving in {other:60}"), assignee(state, Task.TRADE)
    for route in state.routes:
        if not route.economy and state.month.number >= route.arrives:
            name = f"{TRADERS_STEP}{route.number}"
            label = says.plain(kingdom=state.name, other=route.partner)
            yield Step(name, label, who, silent=DECIDES, sort=TRADERS_STEP)


def _meeting(_kingdom: RecordId, _state: Kingdom, step: Step) -> Iterator[Press]:
    yield Press("roll", T("Roll for the traders"), {"route": int(step.which)}, is_main=True)


@move(by=(Task.TRADE, Task.ECONOMY), step=AtStep(TRADERS_STEP, _meeting))
def meet_traders(move: Move, action: MeetTraders, dice: Dice) -> None:
    """Roll Economy, Loyalty and Stability. Raises RuleViolation before they are there; NotAllowed."""
    realm = move.realm
    route = next((each for each in realm.kingdom.routes if each.number == action.route), None)
    if route is None or route.economy or realm.month < route.arrives:
        raise refused("trade.not_arrived", "No traders are arriving on that route now.")
    after, arrival = arrive(realm, route, dice)
    move.realm = after
    move.tell(TradersArrived(move.name, route.partner, arrival))


def arrive(realm: Realm, route: Route, dice: Dice) -> tuple[Realm, Arrival]:
    """The realm once the three checks are made, and what came of them (R160)."""
    checks = trade_checks(realm, route)
    results = tuple(roll_check(each, dice, T("trade route").plain()) for each in checks)
    successes, shares = sum(each.is_success for each in results), route.invested // LEAST_INVESTED
    kingdom = realm.kingdom
    others = tuple(each for each in kingdom.routes if each.number != route.number)
    if not successes:
        lost = with_unrest(replace(kingdom, routes=others), 1)
        fame = cut_at_zero(realm, Stat.FAME, -1)
        after = with_renown(replace(realm, kingdom=lost), Stat.FAME, fame)
        return after, Arrival(results, fame=fame, unrest=1, is_noted=is_noted(realm))
    reason = T("what the traders bring, BP").plain()
    if successes == 1:
        points = sum(dice.roll(shares, 4, reason=reason))
        after = replace(realm, kingdom=with_points(replace(kingdom, routes=others), points))
        return after, Arrival(results, points)
    points = value_of(realm, route.modifier + sum(dice.roll(2 * shares, 4, reason=reason)))
    economy, fame = (2, 1) if successes == len(results) else (1, 0)
    there = replace(route, economy=economy, ends=realm.month + YEAR)
    routes = tuple(there if each.number == route.number else each for each in kingdom.routes)
    after = replace(realm, kingdom=with_points(replace(kingdom, routes=routes), points))
    economy += cargo_value(realm, route.cargo, route.town)
    return with_renown(after, Stat.FAME, fame), Arrival(
        results, points, economy, fame, is_noted=is_noted(realm)
    )


def without_ended(kingdom: Kingdom, month: int) -> Kingdom:
    """Without the routes whose year is over by that month."""
    left = tuple(each for each in kingdom.routes if not each.economy or month < each.ends)
    return kingdom if len(left) == len(kingdom.routes) else replace(kingdom, routes=left)


# -- given up ------------------------------------------------------------------------------------------------


def routes(asker: Asker) -> list[Pair]:
    """The kingdom's trade routes."""
    return [(_line(each), str(each.number)) for each in asked_realm(asker).kingdom.routes]


def _line(route: Route) -> str:
    return T("{cargo} to {partner}").plain(cargo=route.cargo, partner=route.partner)


class EndRoute(OnKingdom):
    """Give up a trade route; what was invested is gone"""

    route: str = option("Which route", suggest=routes)


@move("edict leave-route", by=Task.TRADE, previewed=True, button="Give it up")
def end_route(move: Move, action: EndRoute, dice: Dice) -> None:
    """Give it up, for another of its type. Raises RuleViolation where there is none; NotAllowed."""
    realm = move.realm
    found = [each for each in realm.kingdom.routes if action.route in (str(each.number), _line(each))]
    if not found:
        raise refused("trade.no_route", "There's no such trade route. Pick one from the list.")
    left = tuple(each for each in realm.kingdom.routes if each is not found[0])
    move.change(routes=left)
    move.tell(
        say(
            "route.ended",
            T("{name:60} gives up its trade route to **{other:60}** ({cargo:lower})."),
            name=Name(move.name),
            other=Name(found[0].partner),
            cargo=Label(found[0].cargo),
        )
    )
