"""Claiming and abandoning hexes: R007, R020 to R022, R039, R059, R060, R076, R081, R166."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.system import Record, World
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import (
    BuildingType,
    Improvement,
    Limit,
    MonthStep,
    Phase,
    Role,
    Special,
    Stat,
    Terrain,
)
from bot.systems.kingdom.land.claims import (
    AbandonHex,
    ClaimHex,
    FreeCityAsked,
    HexAbandoned,
    HexClaimed,
    unclaimable,
)
from bot.systems.kingdom.land.improvements import BuildImprovement, PrepareSite, sited, unprepared
from bot.systems.kingdom.land.state import Direction, Hex, connected, neighbours
from bot.systems.kingdom.realm import Realm, allowed, left
from bot.systems.kingdom.settling import AnarchyBegan, FiguresChanged
from bot.systems.kingdom.sources import figures, shifts
from bot.systems.kingdom.state import CutOff, Kingdom, LostTown
from bot.systems.kingdom.towns.state import TOWN, Draft, Place, Town
from tests.rows import by_rule
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    MARISOL,
    TARN,
    WREN,
    after,
    by,
    change,
    decided,
    everybody,
    hexed,
    hold,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
    why_not,
)

EAST, FAR = "3,0", "4,0"
FREE = "free"


def claiming(size: int = 3, **changes: Any) -> Kingdom:
    """Tarn at its Hexes step."""
    at = month(Phase.EDICT, MonthStep.LEADERSHIP, size=size)
    return tarn(**{"leaders": everybody(), "month": at, **changes})


def city(**changes: Any) -> Record[Town]:
    """A Free City in the hex to the east."""
    town = Town("Freeport", EAST, LANDS, lots=8, **changes)
    return Record(FREE, TOWN.name, town)  # type: ignore[arg-type]


def with_city(kingdom: Kingdom, *, is_noted: bool = True, **decisions: str) -> World:
    """Tarn with a Free City to the east, of which a record tells or the map alone."""
    lands = hexed(land(), EAST, specials=(Special.FREE_CITY,))
    others = (city(),) if is_noted else ()
    return scene(kingdom, lands, *others, campaign=decided(**decisions))


# -- claiming -----------------------------------------------------------------------------------------


def test_r059_a_hex_next_to_the_kingdom_explored_and_cleared_is_claimed_for_1_bp() -> None:
    begun = scene(claiming())
    turn = play(begun, ClaimHex(TARN, EAST))
    done = realm_in(played(begun, ClaimHex(TARN, EAST)))
    assert (done.size, done.kingdom.treasury) == (4, 19)
    assert figures(done).control_dc == 25
    assert turn.events[0] == HexClaimed("Tarn", EAST, Terrain.PLAINS, 1, left=0)


def test_r059_a_hex_next_to_a_secondary_territory_is_adjacent() -> None:
    lands = land(own=("0,0", "3,0"))
    assert realm_in(played(scene(claiming(), lands), ClaimHex(TARN, FAR))).size == 3


def test_r059_an_unexplored_hex_is_refused_with_its_days() -> None:
    lands = hexed(land(), EAST, terrain=Terrain.MARSH, is_explored=False)
    said = why_not(scene(claiming(), lands), ClaimHex(TARN, EAST))
    assert "Explore and clear 3,0 first:" in said
    assert "3 days" in said


def test_a_hex_in_the_fog_is_not_there_for_players() -> None:
    lands = hexed(land(), EAST, is_revealed=False, label="Secret Vale")
    hidden = by(scene(claiming(), lands), DEACON)
    for name in ("Secret Vale", "secret val"):
        said = why_not(hidden, ClaimHex(TARN, name))
        assert "There's no hex “" in said
        assert "Vale" not in said.replace(name, "")
    # Beside the kingdom it is said whom to ask, in the same words as of a hex that isn't drawn.
    undrawn = replace(land(), hexes={spot: each for spot, each in land().hexes.items() if spot != EAST})
    told = why_not(hidden, ClaimHex(TARN, EAST))
    assert "but isn't on the players' map. Ask a game master" in told
    assert told == why_not(by(scene(claiming(), undrawn), DEACON), ClaimHex(TARN, EAST))
    # Of any other nothing is told but that there is none.
    away = by(scene(claiming(), hexed(land(), FAR, is_revealed=False)), DEACON)
    require_refused(away, ClaimHex(TARN, FAR), "hex.unknown", "4,0")
    claimed = played(scene(claiming(), lands), ClaimHex(TARN, EAST))
    assert realm_in(claimed).size == 4
    # A kingdom's hex is there for everybody, and stays so once it is given up.
    given_up = by(played(claimed, AbandonHex(TARN, EAST)), DEACON)
    assert given_up.records[LANDS].state.hexes[EAST].is_revealed


def test_r166_water_is_claimed_like_land_each_1_size_for_islands_beyond() -> None:
    lands = hexed(hexed(land(), EAST, terrain=Terrain.WATER), FAR, terrain=Terrain.HILLS)
    at = claiming(26)
    over = played(scene(at, lands), ClaimHex(TARN, EAST))
    assert realm_in(over).size == 4
    assert realm_in(played(over, ClaimHex(TARN, FAR))).size == 5
    deep = hexed(lands, EAST, terrain=Terrain.WATER, is_explored=False)
    require_refused(scene(at, deep), ClaimHex(TARN, EAST), "hex.unclaimable", "Explore and clear 3,0 first:")


def test_r076_a_cavern_is_a_hex_of_its_own() -> None:
    lands = hexed(land(), EAST, terrain=Terrain.CAVERN)
    done = realm_in(played(scene(claiming(), lands), ClaimHex(TARN, EAST)))
    assert (done.size, figures(done).consumption) == (4, 5)


def test_r081_what_lies_there_counts_from_the_claim_on() -> None:
    finds = (Special.LAIR, Special.LANDMARK, Special.RESOURCE)
    begun = scene(claiming(), hexed(land(), EAST, specials=finds))
    before, after = figures(realm_in(begun)), figures(realm_in(played(begun, ClaimHex(TARN, EAST))))
    gained = [getattr(after, name) - getattr(before, name) for name in ("stability", "loyalty", "economy")]
    assert gained == [1, 1, 1]
    assert play(begun, ClaimHex(TARN, EAST)).events[0].specials == finds


@pytest.mark.parametrize(("role", "may"), [(None, False), (Role.HEIR, True), (Role.CONSORT, True)])
def test_r039_without_a_ruler_nothing_is_claimed_unless_somebody_stands_in(
    role: Role | None, may: bool
) -> None:
    at = month(Phase.EDICT, MonthStep.LEADERSHIP, size=3, stand_in=role)
    begun = scene(claiming(leaders=everybody(DEACON, 10, Role.RULER), month=at))
    if may:
        assert realm_in(played(begun, ClaimHex(TARN, EAST))).size == 4
    else:
        require_refused(begun, ClaimHex(TARN, EAST), "hex.unclaimable", "Without a Ruler")


def test_only_the_ruler_and_the_marshal_claim_or_whom_a_game_master_lets() -> None:
    begun = by(scene(claiming()), WREN)
    with pytest.raises(NotAllowed, match="Ruler or Marshal"):
        play(begun, ClaimHex(TARN, EAST))
    assert play(by(begun, DEACON), ClaimHex(TARN, EAST)).on_behalf_of is None
    assert play(by(begun, MARISOL), ClaimHex(TARN, EAST)).on_behalf_of == DEACON
    trusted = by(scene(claiming(proxies=(WREN,))), WREN)
    assert play(trusted, ClaimHex(TARN, EAST)).on_behalf_of == DEACON


def notes(seen: World, action: Any, *dice: int) -> list[str]:
    """What is said of it beforehand."""
    found: list[str] = []
    play(replace(seen, note=found.append), action, *dice)
    return found


def test_what_lies_there_and_what_the_month_still_allows_is_said_before_a_claim() -> None:
    found = (Special.RESOURCE,)
    said = notes(scene(claiming(), hexed(land(), EAST, specials=found)), ClaimHex(TARN, EAST))
    assert any("Resource" in each for each in said)
    assert any("Claimed hexes left after this: 0" in each for each in said)
    assert not any("If it fails" in each for each in said)


@pytest.mark.parametrize(
    ("choice", "end"),
    [("free", "the hex stays free until next month"), ("claimed", "the hex is claimed anyway")],
)
def test_r060_what_a_free_city_s_refusal_would_cost_is_said_before(choice: str, end: str) -> None:
    settings: Any = {} if choice == "free" else {"free_city_failure": choice}
    said = notes(with_city(claiming(), **settings), ClaimHex(TARN, EAST), WINS)
    assert f"If it fails, Unrest rises by 1d4 and {end}." in said


def test_r022_what_goes_with_a_hex_is_said_before_it_is_given_up() -> None:
    built = hexed(land(), "2,0", improvements=(Improvement.FARM,))
    for spot, goes in (("2,0", True), ("1,0", False)):
        said = notes(scene(claiming(), built), AbandonHex(TARN, spot))
        assert any("Farm will no longer count." in each for each in said) is goes
        assert not any("last hex" in each for each in said)
    last = scene(claiming(), land(own=("0,0",)))
    assert any("This is the last hex" in each for each in notes(last, AbandonHex(TARN, "0,0")))


# -- limits and prices ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "most"), [(0, 1), (10, 1), (11, 2), (25, 2), (26, 3), (50, 3), (51, 4), (100, 4), (101, 8),
                       (200, 8), (201, 12)]
)  # fmt: skip
def test_table_4_4_limits_the_claims_of_a_month(size: int, most: int) -> None:
    at = month(Phase.EDICT, MonthStep.LEADERSHIP, size=size, used={Limit.CLAIMS: most - 1})
    once = played(scene(claiming(month=at)), ClaimHex(TARN, EAST))
    said = why_not(once, ClaimHex(TARN, FAR))
    assert f"gets {most} claimed hex" in said
    assert "The next Edict phase brings more." in said


def test_r021_the_size_at_the_phases_beginning_sets_the_limit() -> None:
    begun = played(scene(claiming(size=26)), ClaimHex(TARN, EAST))
    assert realm_in(played(begun, ClaimHex(TARN, FAR))).size == 5


def test_r021_by_its_switch_the_live_size_does() -> None:
    begun = scene(claiming(size=26), campaign=decided(limits_size="live"))
    after_one = played(begun, ClaimHex(TARN, EAST))
    require_refused(after_one, ClaimHex(TARN, FAR), "kingdom.used_up")


@by_rule(
    "begin, action, refusal",
    ("r059_a_hex_that_is_not_adjacent_is_refused",
     scene(claiming()), ClaimHex(TARN, FAR), ("hex.unclaimable", "isn't next to a hex of Tarn")),
    ("r059_a_hex_that_is_not_cleared_is_refused",
     scene(claiming(), hexed(land(), EAST, is_cleared=False)), ClaimHex(TARN, EAST),
     ("hex.unclaimable", "3,0 still has monsters or hazards:")),
    ("an_own_hex_and_another_kingdoms_are_refused",
     scene(claiming()), ClaimHex(TARN, "2,0"), ("hex.unclaimable", "Tarn already owns 2,0")),
    ("an_own_hex_and_another_kingdoms_are_refused",
     scene(claiming(), hexed(land(), EAST, realm="other")), ClaimHex(TARN, EAST),
     ("hex.unclaimable", "belongs to another kingdom")),
    ("a_hex_that_is_not_on_the_map_is_refused",
     scene(claiming()), ClaimHex(TARN, "Atlantis"), ("hex.unknown",)),
    ("claims_belong_to_the_hexes_step",
     scene(tarn(leaders=everybody())), ClaimHex(TARN, EAST), ("month.not_yet",)),
    ("r007_a_claim_needs_bp_in_hand",
     scene(claiming(treasury=0)), ClaimHex(TARN, EAST), ("treasury.too_dear", 1, 0)),
)  # fmt: skip
def test_what_is_refused(begin: World, action: Any, refusal: Any) -> None:
    require_refused(begin, action, *refusal)


def test_r007_by_its_switch_the_treasury_may_fall_below_nothing() -> None:
    begun = scene(claiming(treasury=0), campaign=decided(voluntary_debt="yes"))
    assert kingdom_of(played(begun, ClaimHex(TARN, EAST))).treasury == -1


def test_r022_a_kingdom_of_size_0_begins_anew_anywhere() -> None:
    lost_all = claiming(0, settlements=(), capital=None)
    done = realm_in(played(scene(lost_all, land(own=())), ClaimHex(TARN, FAR)))
    assert done.size == 1


# -- Free Cities --------------------------------------------------------------------------------------

# Stability 4 of a neutral kingdom against a Control DC of 24.
WINS, FAILS = 20, 2


@pytest.mark.parametrize("is_noted", [True, False])
def test_r060_a_free_city_joins_after_a_stability_check(is_noted: bool) -> None:
    begun = with_city(claiming(), is_noted=is_noted)
    turn = play(begun, ClaimHex(TARN, EAST), WINS)
    done = realm_in(played(begun, ClaimHex(TARN, EAST), WINS))
    asked, told = turn.events[:2]
    assert isinstance(asked, FreeCityAsked)
    assert (asked.check.total, asked.unrest, done.kingdom.unrest) == (24, 0, 0)
    assert done.kingdom.month.resisted == ()
    (town,) = [town for id_, town in done.towns.items() if id_ != HOLD]
    assert town.name == ("Freeport" if is_noted else f"Free City of {EAST}")
    assert told.cities == (town.name,)
    assert (town.kingdom, town.founded, done.size, done.kingdom.treasury) == (TARN, 1, 4, 19)
    assert done.districts == 2
    assert Special.FREE_CITY not in done.hexes[EAST].specials
    assert done.kingdom.month.rolls[-1].step == MonthStep.HEXES


def test_r060_a_failure_costs_1d4_unrest_and_the_hex_stays_free() -> None:
    begun = with_city(claiming())
    turn = play(begun, ClaimHex(TARN, EAST), FAILS, 3)
    after = played(begun, ClaimHex(TARN, EAST), FAILS, 3)
    done = realm_in(after)
    assert (done.size, done.kingdom.treasury, done.kingdom.unrest) == (3, 20, 3)
    assert turn.events[0].unrest == 3
    assert not turn.events[0].is_claimed
    assert Limit.CLAIMS not in done.kingdom.month.used
    require_refused(after, ClaimHex(TARN, EAST), "hex.unclaimable", "refused this month")


def test_r060_next_month_it_can_be_asked_again() -> None:
    after = played(with_city(claiming()), ClaimHex(TARN, EAST), FAILS, 1)
    later = month(Phase.EDICT, MonthStep.LEADERSHIP, number=2, size=3)
    kingdom = replace(kingdom_of(after), month=later)
    again = with_city(kingdom)
    assert realm_in(played(again, ClaimHex(TARN, EAST), WINS)).size == 4


def test_r060_by_its_switch_the_hex_is_claimed_all_the_same() -> None:
    begun = with_city(claiming(), free_city_failure="claimed")
    done = realm_in(played(begun, ClaimHex(TARN, EAST), FAILS, 4))
    assert (done.size, done.kingdom.treasury, done.kingdom.unrest, len(done.towns)) == (4, 19, 4, 2)
    assert done.kingdom.month.resisted == ()


def test_r060_a_failed_check_can_end_in_anarchy() -> None:
    begun = with_city(claiming(unrest=18))
    turn = play(begun, ClaimHex(TARN, EAST), 1, 2)
    assert isinstance(turn.events[-1], AnarchyBegan)


def test_a_free_city_brings_no_plans_that_others_drew_up_for_it() -> None:
    planned = Draft(1, BuildingType.PARK, Place(1, (0,)))
    lands = hexed(land(), EAST, specials=(Special.FREE_CITY,))
    begun = scene(claiming(), lands, city(drafts=(planned,), counted=1))
    done = realm_in(played(begun, ClaimHex(TARN, EAST), 20))
    assert done.towns[FREE].drafts == ()  # type: ignore[index]


def test_a_free_city_is_the_capital_of_a_kingdom_without_settlements() -> None:
    lands = hexed(land(own=()), EAST, specials=(Special.FREE_CITY,))
    lost_all = claiming(0, settlements=(), capital=None, changes=(change(Stat.STABILITY, 30),))
    done = realm_in(played(scene(lost_all, lands, city()), ClaimHex(TARN, EAST), 10))
    assert done.kingdom.capital == FREE


def test_l514_a_city_that_was_lost_with_its_territory_wants_to_come_back() -> None:
    """Its hex claimed by itself: the check has +5, and 1 less each month since."""
    part = CutOff(1, (EAST,), 1, is_lost=True, towns=(LostTown(FREE, "Freeport", EAST),))  # type: ignore[arg-type]
    for number, bonus in ((1, 5), (2, 4), (6, 0), (9, 0)):
        at = month(Phase.EDICT, MonthStep.LEADERSHIP, number=number, size=3)
        begun = with_city(claiming(parts=(part,), month=at))
        asked = play(begun, ClaimHex(TARN, EAST), 10, *([1] if bonus + 14 < 24 else [])).events[0]
        assert asked.check.total == 14 + bonus
    # Neither those of another hex nor those who are asked by themselves.
    for town in (replace(part.towns[0], spot=FAR), replace(part.towns[0], revision=3)):
        begun = with_city(claiming(parts=(replace(part, towns=(town,)),)))
        assert play(begun, ClaimHex(TARN, EAST), 10, 1).events[0].check.total == 14
    # Lost twice, those who went last want it most.
    twice = (part, replace(part, number=2, since=5))
    at = month(Phase.EDICT, MonthStep.LEADERSHIP, number=6, size=3)
    for parts in (twice, twice[::-1]):
        asked = play(with_city(claiming(parts=parts, month=at)), ClaimHex(TARN, EAST), 10, 1).events[0]
        assert asked.check.total == 14 + 4


def test_a_settlement_of_another_land_or_kingdom_is_no_free_city() -> None:
    elsewhere = (city(kingdom="other"), Record("away", TOWN.name, Town("Away", EAST, "other")))  # type: ignore[arg-type]
    begun = scene(claiming(), land(), *elsewhere)
    assert len(realm_in(played(begun, ClaimHex(TARN, EAST))).towns) == 1


# -- abandoning ---------------------------------------------------------------------------------------


def test_r020_abandoning_a_hex_adds_1_unrest() -> None:
    begun = scene(claiming())
    turn = play(begun, AbandonHex(TARN, "2,0"))
    done = realm_in(played(begun, AbandonHex(TARN, "2,0")))
    assert turn.events[0] == HexAbandoned("Tarn", "2,0", 1)
    assert (done.size, done.kingdom.unrest, done.kingdom.treasury) == (2, 1, 20)


def test_r020_with_a_settlement_4_instead_and_no_5() -> None:
    after = played(scene(claiming()), AbandonHex(TARN, "0,0"))
    done = realm_in(after)
    assert (done.kingdom.unrest, done.kingdom.capital, done.towns) == (4, None, {})
    assert after.records[HOLD].state.kingdom is None
    assert done.size == 2


def test_any_number_of_hexes_can_be_abandoned() -> None:
    at = scene(claiming())
    for spot in ("2,0", "1,0", "0,0"):
        at = played(at, AbandonHex(TARN, spot))
    assert (realm_in(at).size, kingdom_of(at).unrest) == (0, 6)


def test_only_an_own_hex_can_be_abandoned() -> None:
    said = why_not(scene(claiming()), AbandonHex(TARN, EAST))
    assert "Tarn doesn't own 3,0, so it can't abandon it." in said
    assert "Tarn doesn't own 3,0, so it can't abandon it." in said


def test_abandoning_belongs_to_the_hexes_step_and_to_who_decides_about_hexes() -> None:
    late = claiming(month=month(Phase.EDICT, MonthStep.LEADERSHIP, MonthStep.HEXES, size=3))
    require_refused(scene(late), AbandonHex(TARN, "2,0"), "month.is_over")
    with pytest.raises(NotAllowed):
        play(by(scene(claiming()), WREN), AbandonHex(TARN, "2,0"))


def test_a_kingdom_that_lost_its_order_neither_claims_nor_abandons() -> None:
    fallen = scene(claiming(is_in_anarchy=True))
    for action in (ClaimHex(TARN, EAST), AbandonHex(TARN, "2,0")):
        require_refused(fallen, action, "kingdom.is_in_anarchy")


# -- Whatever is tried with hexes: what is offered is accepted, all else refused, and the land stays lawful


SEEDS, TRIES = range(25), 60
SPOTS = [f"{q},{r}" for q in range(5) for r in range(4)]
Turns = Counter[tuple[str, bool]]


def any_hex(chance: Random) -> Hex:
    """A hex of any kind, mostly known."""
    directions = list(Direction)
    return Hex(
        chance.choice(list(Terrain)),
        rivers=tuple(chance.sample(directions, 2)) if chance.random() < 0.3 else (),
        is_coast=chance.random() < 0.2,
        has_lake=chance.random() < 0.2,
        specials=tuple(chance.sample(list(Special), 1)) if chance.random() < 0.4 else (),
        is_explored=chance.random() < 0.9,
        is_cleared=chance.random() < 0.9,
        is_revealed=True,
    )


def begun(chance: Random, step: MonthStep) -> World:
    """Tarn on a map of any kind, at that step, with no more BP than it could spend."""
    size = chance.choice((3, 30, 120))
    before = (MonthStep.LEADERSHIP,) if step is MonthStep.HEXES else (MonthStep.LEADERSHIP, MonthStep.HEXES)
    at = month(Phase.EDICT, *before, size=size)
    kingdom = tarn(leaders=everybody(), treasury=chance.randrange(60), month=at)
    own = ("0,0", *chance.sample(SPOTS[1:], 6))
    lands = land({spot: any_hex(chance) for spot in SPOTS}, own)
    return scene(kingdom, lands, hold(), campaign=decided(prep_counts="yes"))


def any_action(chance: Random, step: MonthStep) -> Any:
    """Something that may or may not be legal."""
    spot = chance.choice(SPOTS)
    if step is MonthStep.HEXES:
        return chance.choice((ClaimHex(TARN, spot), ClaimHex(TARN, spot), AbandonHex(TARN, spot)))
    if chance.random() < 0.2:
        return PrepareSite(TARN, spot)
    return BuildImprovement(TARN, spot, chance.choice(list(Improvement)))


def is_offered(realm: Realm, action: Any) -> bool:
    """Whether a list or preview would offer it."""
    treasury = realm.kingdom.treasury
    match action:
        case ClaimHex():
            return not unclaimable(realm, action.hex) and bool(left(realm, Limit.CLAIMS)) and treasury >= 1
        case AbandonHex():
            return action.hex in realm.hexes
        case PrepareSite():
            can = not unprepared(realm, action.hex) and bool(left(realm, Limit.TERRAIN))
            return can and treasury >= SITES[realm.hexes[action.hex].terrain]
    price = sited(realm, action.hex, action.improvement).price
    return price is not None and bool(left(realm, Limit.TERRAIN)) and treasury >= price


SITES = {
    Terrain.CAVERN: 8, Terrain.DESERT: 4, Terrain.FOREST: 4, Terrain.HILLS: 2,
    Terrain.JUNGLE: 12, Terrain.MARSH: 8, Terrain.MOUNTAINS: 12, Terrain.PLAINS: 1,
}  # fmt: skip


def taken(at: World, action: Any, chance: Random) -> World | None:
    """The scene after it; None where it is refused, and nothing came of it."""
    kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
    dice = FixedDice(chance.randrange(1, 21), chance.randrange(1, 5))
    try:
        turn = kind.perform(at, action, dice)
    except RuleViolation:
        return None
    then = after(at, turn)
    told = next((event.shifts for event in turn.events if isinstance(event, FiguresChanged)), ())
    assert told == shifts(realm_in(at), realm_in(then))
    return then


def require_lawful(before: Realm, realm: Realm) -> None:
    """What holds whatever was done."""
    used = realm.kingdom.month.used
    assert realm.kingdom.unrest >= 0
    assert realm.kingdom.treasury >= 0
    assert used.get(Limit.CLAIMS, 0) <= (allowed(realm, Limit.CLAIMS) or 0)
    assert used.get(Limit.TERRAIN, 0) <= (allowed(realm, Limit.TERRAIN) or 0)
    for spot in realm.hexes.keys() - before.hexes.keys():
        assert not before.size or any(near in before.hexes for near in neighbours(spot))
    for each in realm.hexes.values():
        kinds = set(each.improvements)
        assert len(kinds) == len(each.improvements)
        assert len(kinds & {Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL}) <= 1
        assert not {Improvement.ROAD, Improvement.HIGHWAY} <= kinds
        assert not {Improvement.FORT, Improvement.WATCHTOWER} <= kinds
        assert Improvement.BRIDGE not in kinds
        assert each.terrain is not Terrain.WATER or kinds <= {Improvement.FISHERY}
    assert all(town.spot in realm.hexes for town in realm.towns.values())
    assert connected(realm.primary, realm.hexes) == realm.primary


@pytest.mark.parametrize("step", [MonthStep.HEXES, MonthStep.TERRAIN])
def test_what_is_offered_is_accepted_and_the_rest_refused_and_the_land_stays_lawful(step: MonthStep) -> None:
    tally: Turns = Counter()
    for seed in SEEDS:
        chance = Random(seed)
        at = begun(chance, step)
        for _ in range(TRIES):
            action, realm = any_action(chance, step), realm_in(at)
            then = None if kingdom_of(at).is_in_anarchy else taken(at, action, chance)
            if not realm.kingdom.is_in_anarchy:
                assert (then is not None) is is_offered(realm, action), action
            tally[type(action).__name__, then is not None] += 1
            if then is not None:
                require_lawful(realm, realm_in(then))
            at = then or at
    wanted = (ClaimHex, AbandonHex) if step is MonthStep.HEXES else (BuildImprovement, PrepareSite)
    assert all(tally[each.__name__, is_done] for each in wanted for is_done in (True, False))
    assert LANDS in at.records
