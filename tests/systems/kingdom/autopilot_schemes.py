"""Moves in a row that lead where chance alone seldom leads: split realms, missing Rulers, riches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.engine.files import Row
from bot.systems.kingdom.book import (
    Ability,
    Alignment,
    Attribute,
    Improvement,
    MonthStep,
    Role,
    Spot,
    Stage,
    Stat,
    Terrain,
)
from bot.systems.kingdom.events import rules as events_rules
from bot.systems.kingdom.events.book import EVENTS
from bot.systems.kingdom.founding import rules as founding_rules
from bot.systems.kingdom.land import claims, improvements, losses
from bot.systems.kingdom.land import edits as land_edits
from bot.systems.kingdom.land import files as land_files
from bot.systems.kingdom.land import giving as land_giving
from bot.systems.kingdom.land import rivers as land_rivers
from bot.systems.kingdom.land.state import Direction, beside
from bot.systems.kingdom.leaders import duties as leaders_duties
from bot.systems.kingdom.leaders import leaving as leaders_leaving
from bot.systems.kingdom.leaders import rules as leaders_rules
from bot.systems.kingdom.month import course as month_course
from bot.systems.kingdom.month import income as month_income
from bot.systems.kingdom.month import numbers as month_numbers
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.steward import orders as steward_orders
from bot.systems.kingdom.towns import settlements
from tests.systems.kingdom.autopilot import ACTIONS, BEGUN, Move, Reign
from tests.systems.kingdom.autopilot_abroad import ABROAD_SCHEMES
from tests.systems.kingdom.autopilot_choices import answered, any_kind
from tests.systems.kingdom.autopilot_city_schemes import CITY_SCHEMES, first_buildings
from tests.systems.kingdom.autopilot_moves import BUILDERS
from tests.systems.kingdom.autopilot_picks import near_spot, own_spot
from tests.systems.kingdom.autopilot_town_schemes import TOWN_SCHEMES, at_step
from tests.systems.kingdom.invariants import at
from tests.systems.kingdom.scenes import DEACON, MARISOL, WREN

Scheme = Callable[[Reign], Iterator[Move]]
FINE = dict.fromkeys(Ability, 16)


def by_gm(action: Any) -> Move:
    """The game master's move."""
    return Move(MARISOL, action)


def plain(spots: str) -> Move:
    """Hexes drawn as explored and cleared plains."""
    return by_gm(
        land_edits.SetHexes(spots, Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
    )


def opening(reign: Reign) -> Iterator[Move]:
    """A kingdom on a map with a river, in its first month."""
    yield by_gm(founding_rules.BeginKingdom("Tarn"))
    reign.choose_kingdom()
    reign.pursued = reign.meant
    kingdom, terrain = reign.meant, reign.luck.choice((Terrain.PLAINS, Terrain.HILLS, Terrain.FOREST))
    yield by_gm(land_edits.DrawMap(7, 6, terrain, "-3,-3", is_revealed=True))
    for spots, kind in (
        ("0,0 1,0 0,1 1,1", Terrain.PLAINS),
        ("2,0 2,-1 -1,0", Terrain.HILLS),
        ("-1,1", Terrain.MARSH),
    ):
        yield by_gm(land_edits.SetHexes(spots, kind, is_explored=True, is_cleared=True))
    yield by_gm(land_rivers.DrawRiver("1,-1 0,0 0,1"))
    yield by_gm(founding_rules.DrawUp(kingdom, reign.luck.choice(list(Alignment))))
    yield by_gm(founding_rules.AgreeTerms(kingdom, 80))
    yield by_gm(founding_rules.ChooseFirstHex(kingdom, "0,0"))
    yield by_gm(founding_rules.FoundKingdom(kingdom, "Hold"))
    yield from court(reign)
    yield from first_buildings(reign)


def peninsula(reign: Reign) -> tuple[Spot, Spot, Spot]:
    """Three hexes in a row from the kingdom's edge."""
    way, here = reign.luck.choice(list(Direction)), own_spot(reign)
    one = beside(here, way)
    while one in reign.hexes and reign.hexes[one].realm == reign.meant:
        one = beside(one, way)
    two = beside(one, way)
    return one, two, beside(two, way)


def split_and_rejoin(reign: Reign) -> Iterator[Move]:
    """A settlement on a peninsula, cut off and lost, reached again and reclaimed."""
    one, two, three = peninsula(reign)
    kingdom, number = reign.meant, reign.moves
    yield plain(f"{one} {two} {three}")
    yield by_gm(land_giving.GiveHexes(kingdom, f"{one} {two} {three}", "A fief"))
    yield by_gm(settlements.PlaceSettlement(three, f"Port {number}", kingdom))
    yield by_gm(losses.LoseHexes(kingdom, one, "Flood"))
    parts = [each.number for each in reign.kingdom.parts] if reign.kingdom is not None else []
    yield by_gm(losses.DecidePart(kingdom, parts[-1] if parts else 9, reign.luck.random() < 0.3))
    yield by_gm(claims.ClaimHex(kingdom, one))
    yield by_gm(land_giving.GiveHexes(kingdom, one, "The flood is over"))
    for _ in range(6):
        towns = [t.id for p in reign.kingdom.parts for t in p.towns] if reign.kingdom is not None else []
        if towns:
            yield by_gm(losses.ReclaimSettlement(kingdom, towns[0]))


def missing_ruler(reign: Reign) -> Iterator[Move]:
    """The Ruler is away, and the Heir stands in."""
    kingdom, number = reign.meant, reign.moves
    if reign.luck.random() < 0.5:
        yield by_gm(leaders_duties.SetDays(kingdom, Role.RULER, 0))
    else:
        yield by_gm(leaders_leaving.LoseLeader(kingdom, Role.RULER, at_once=True))
    yield by_gm(leaders_rules.AssignLeader(kingdom, Role.HEIR, f"Heir {number}", WREN, FINE))
    yield by_gm(leaders_duties.StandIn(kingdom, Role.HEIR))
    yield Move(WREN, month_rules.RollStandIn(kingdom))
    yield by_gm(month_course.SkipTo(kingdom, MonthStep.STAND_IN, "On"))
    yield Move(WREN, month_rules.RollStandIn(kingdom))


def court(reign: Reign) -> Iterator[Move]:
    """Every role held."""
    for role in Role:
        chosen = (Attribute.ECONOMY,) if role is Role.RULER else ()
        player = DEACON if role in (Role.RULER, Role.TREASURER, Role.WARDEN) else WREN
        name = f"{role.value} {reign.moves}"
        yield by_gm(leaders_rules.AssignLeader(reign.meant, role, name, player, FINE, attributes=chosen))


def riches(reign: Reign) -> Iterator[Move]:
    """A full treasury, calm people, and a market."""
    yield by_gm(month_numbers.PlaceNumber(reign.meant, "treasury", "150", "A gift"))
    if reign.kingdom is not None and reign.kingdom.unrest:
        yield by_gm(month_numbers.PlaceNumber(reign.meant, "unrest", f"-{reign.kingdom.unrest}", "A feast"))
    for id_, town in list(reign.towns.items())[:2]:
        # So many people that their market has 8,000 gp.
        many = max(2, town.districts)
        told = settlements.SetSettlement(id_, town.kingdom, districts=many, lots=36 * many, base_value=8000)
        yield by_gm(told)
    yield from at_step(reign, MonthStep.SELL)
    for town in list(reign.towns.values())[:2]:
        yield by_gm(month_income.SellItem(reign.meant, town.name, 8000, "A crown"))


def revolt(reign: Reign) -> Iterator[Move]:
    """Unrest beyond bearing."""
    amount = reign.luck.choice(("10", "11", "13", "20"))
    yield by_gm(month_numbers.PlaceNumber(reign.meant, "unrest", amount, "A famine"))
    yield by_gm(month_course.SkipTo(reign.meant, MonthStep.ENFORCER, "On"))
    yield by_gm(month_rules.EnforceOrder(reign.meant))


def ruin(reign: Reign) -> Iterator[Move]:
    """Every hex lost, and a new beginning elsewhere."""
    realm = reign.realm
    if realm is None or not realm.hexes:
        return
    yield by_gm(losses.LoseHexes(reign.meant, " ".join(realm.hexes), "War"))
    if reign.luck.random() < 0.3:
        return
    for _ in range(3):
        yield by_gm(month_course.SkipTo(reign.meant, MonthStep.HEXES, "On"))
        yield by_gm(claims.ClaimHex(reign.meant, near_spot(reign)))


def empire(reign: Reign) -> Iterator[Move]:
    """So many hexes that a Ruler adds to more."""
    q, r = at(own_spot(reign))
    spots = [f"{q + x},{r + y}" for x in range(6) for y in range(5)]
    new = [spot for spot in spots if spot not in reign.hexes]
    if new:
        yield plain(" ".join(new))
    free = [spot for spot in spots if spot in reign.hexes and reign.hexes[spot].realm is None]
    if free:
        yield by_gm(land_giving.GiveHexes(reign.meant, " ".join(free), "Conquest"))


def free_city(reign: Reign) -> Iterator[Move]:
    """A Free City beside the kingdom, claimed against its will or with it."""
    spot, number = near_spot(reign), reign.moves
    yield plain(spot)
    yield by_gm(settlements.PlaceSettlement(spot, f"Free {number}"))
    yield by_gm(month_course.SkipTo(reign.meant, MonthStep.HEXES, "On"))
    for _ in range(2):
        yield Move(DEACON, claims.ClaimHex(reign.meant, spot))


def highway(reign: Reign) -> Iterator[Move]:
    """A site of many months, and roads made better."""
    spot = own_spot(reign)
    yield by_gm(month_course.SkipTo(reign.meant, MonthStep.TERRAIN, "On"))
    yield Move(DEACON, improvements.PrepareSite(reign.meant, spot))
    for kind in (Improvement.ROAD, Improvement.HIGHWAY, Improvement.WATCHTOWER, Improvement.FORT):
        yield Move(DEACON, improvements.BuildImprovement(reign.meant, spot, kind))


def works(reign: Reign) -> Iterator[Move]:
    """What a game master puts on the map, and takes off it again."""
    spot, kind = own_spot(reign), reign.luck.choice((Improvement.ROAD, Improvement.FARM, Improvement.MINE))
    yield by_gm(improvements.PlaceImprovement(reign.meant, spot, kind, "Old"))
    yield by_gm(land_rivers.DrawRiver(f"{spot} {beside(spot, Direction.EAST)}"))
    yield by_gm(land_rivers.EraseRiver(spot))
    yield by_gm(improvements.RazeImprovement(reign.meant, spot, kind, "Burnt"))


def omen(reign: Reign) -> Iterator[Move]:
    """An event that comes up, and was none after all."""
    yield by_gm(events_rules.PlaceEvent(reign.meant, reign.luck.choice(list(EVENTS))))
    yield by_gm(BUILDERS[events_rules.CancelEvent](reign))
    yield by_gm(month_numbers.PlaceNumber(reign.meant, Stat.LOYALTY, "2", "A song"))
    yield by_gm(BUILDERS[month_numbers.CancelSource](reign))


def from_file(reign: Reign) -> Iterator[Move]:
    """A file that is read."""
    spot = near_spot(reign)
    q, r = at(spot)
    rows = (Row(2, {"q": str(q), "r": str(r), "label": f"F{reign.moves}", "explored": "yes"}),)
    yield by_gm(land_files.ReadMap("lands.csv", rows))


def months_on(reign: Reign) -> Iterator[Move]:
    """The month hurried to its end."""
    yield by_gm(month_course.SkipTo(reign.meant, MonthStep.CLOSE, "On"))
    yield by_gm(month_rules.CloseMonth(reign.meant))


def stewardship(reign: Reign) -> Iterator[Move]:
    """Quiet months left to a steward, by leaders and game masters."""
    yield Move(DEACON, BUILDERS[steward_orders.AppointSteward](reign))
    yield Move(DEACON, steward_orders.RunMonth(reign.meant))
    yield by_gm(month_numbers.PlaceNumber(reign.meant, "treasury", "60", "A loan"))
    yield by_gm(events_rules.PlaceEvent(reign.meant, reign.luck.choice(list(EVENTS)), later=True))
    for _ in range(2):
        yield by_gm(steward_orders.RunMonths(reign.meant, reign.luck.choice((1, 2, 3))))


SCHEMES: tuple[Scheme, ...] = (
    split_and_rejoin, missing_ruler, court, riches, revolt, ruin, empire, free_city, highway, works,
    omen, from_file, months_on, stewardship, *TOWN_SCHEMES, *CITY_SCHEMES, *ABROAD_SCHEMES,
)  # fmt: skip
WEIGHTS = (3, 3, 3, 6, 1, 0.4, 1, 3, 2, 1, 1, 1, 0.5, 2, 3, 3, 3, 3, 2, 1.5, 3, 4, 2, 5, 3, 3, 2, 2, 1, 2)
# A reign that has not come to its last month after so many moves is stuck: a fault.
MOST_MOVES = 600


def schemed(reign: Reign) -> Iterator[Move]:
    """A scheme, rather one that was begun less often than others."""
    begun = reign.tally
    weights = [
        weight / (1 + begun[each.__name__, BEGUN]) ** 2 for each, weight in zip(SCHEMES, WEIGHTS, strict=True)
    ]
    (chosen,) = reign.luck.choices(SCHEMES, weights)
    begun[chosen.__name__, BEGUN] += 1
    return chosen(reign)


def next_move(reign: Reign) -> Move:
    """What waits, what a scheme asks for, or whatever comes to somebody's mind."""
    luck = reign.luck
    if luck.random() < 0.7:
        reign.meant = reign.pursued
        scheme = next(reign.scheme, None)
        if scheme is not None:
            return scheme
    reign.choose_kingdom()
    state = reign.kingdom
    if state is not None and state.stage is Stage.STANDING and luck.random() < 0.15:
        reign.scheme, reign.pursued = schemed(reign), reign.meant
    waits = reign.waiting()
    if waits and luck.random() < 0.3:
        return Move(*answered(reign, luck.choice(waits)[1]))
    return Move(reign.somebody(), BUILDERS[any_kind(reign)](reign))


def rule(reign: Reign, months: int) -> None:
    """A reign until so many months were closed."""
    if reign.luck.random() < 0.8:
        reign.scheme = opening(reign)
    while reign.months < months and reign.moves < MOST_MOVES * months:
        reign.attempt(next_move(reign))


def try_in_vain(reign: Reign) -> None:
    """Every action once more about a kingdom that never was: none of those that need one is taken."""
    reign.meant = type(reign.meant)("gone")
    for kind in ACTIONS:
        action = BUILDERS[kind](reign)
        if hasattr(action, "kingdom") and action.kingdom == reign.meant:
            assert not reign.attempt(Move(reign.somebody(), action))
    # A map is about no kingdom, and luck alone rarely writes one that can't be read.
    lava = Row(2, {"q": "0", "r": "0", "terrain": "lava"})
    assert not reign.attempt(by_gm(land_files.ReadMap("lava.csv", (lava,))))
