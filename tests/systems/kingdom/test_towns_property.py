"""Whatever is built, upgraded, damaged, repaired and demolished in whatever order: the sums stay right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.system import Scene
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Border, BuildingType, Limit, Phase, Step
from bot.systems.kingdom.outcome import FiguresChanged
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.sources import figures, shifts
from bot.systems.kingdom.towns.bills import Cut
from bot.systems.kingdom.towns.book import BUILDINGS, LOTS, lot_name, row_of
from bot.systems.kingdom.towns.building import BuildBuilding, BuildingRaised, UpgradeBuilding
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Town, place_text
from bot.systems.kingdom.towns.wrecking import (
    BuildingDemolished,
    BuildingRepaired,
    DemolishBuilding,
    RepairBuilding,
)
from tests.systems.kingdom.building_scenes import RICH, builder, on, town_in
from tests.systems.kingdom.scenes import HOLD, TARN, after, decided, kingdom_of, month, play, realm_in
from tests.systems.kingdom.town_invariants import require_buildings, require_ledger, require_legal
from tests.systems.kingdom.town_scenes import town

B = BuildingType
SEEDS, TRIES = range(30), 80
# In one order, whatever a process makes of a set: else each run has other examples.
GUESTS = (B.BRIDGE, B.CISTERN, B.EVERFLOWING_SPRING, B.MAGICAL_STREETLAMPS)
TOWN_RULINGS = ("brothel", "discount_", "upgrade_", "adjacency", "neighbour", "waterfront", "construction")
Tally = Counter[str]


def begun(chance: Random) -> Scene:
    """Tarn with two bare districts by the water, rich or not, large or small, and any rulings."""
    chosen = {
        each.name: chance.choice(each.options).value
        for each in SETTINGS
        if each.name.startswith(TOWN_RULINGS)
    }
    bare = town(districts=2, borders=(Border.NORTH,), shores=((Border.EAST,),))
    size, points = chance.choice((5, 60, 201, 201)), chance.choice((60, 2000, 2000))
    return on(bare, campaign=decided(**chosen), size=size, treasury=points)


# -- what is tried ------------------------------------------------------------------------------------


def any_action(at: Scene, chance: Random) -> Any:
    """Something that may or may not be legal."""
    stands = town_in(at).buildings
    kind = chance.choices((to_build, to_upgrade, to_demolish, to_repair), (8, 3, 1, 1))[0]
    return kind(at, chance) if stands else to_build(at, chance)


def to_build(at: Scene, chance: Random) -> BuildBuilding:
    ground = Ground(town_in(at), realm_in(at).rulings)
    # Homes and rivers are what the others stand beside.
    wanted = chance.choice((*BuildingType, *(B.HOUSE,) * 15, B.WATERWAY, *GUESTS, *GUESTS))
    sites = [each for each in town_in(at).remains if each.lots == len(each.place.lots)]
    if sites and chance.random() < 0.15:
        site = chance.choice(sites)
        return BuildBuilding(TARN, HOLD, site.type.value, place_text(site.place))
    legal = list(ground.legal(wanted))
    if legal and chance.random() < 0.9:
        place = place_text(chance.choice(legal))
    else:
        place = f"{chance.randint(1, 3)}:{lot_name(chance.randrange(LOTS))}"
    return BuildBuilding(
        TARN,
        HOLD,
        wanted.value,
        place,
        with_watergate=wanted is B.CITY_WALL and chance.random() < 0.5,
        with_magic=chance.random() < 0.1,
    )


def to_upgrade(at: Scene, chance: Random) -> UpgradeBuilding:
    built = town_in(at)
    up = {each for row in BUILDINGS.values() for each in row.upgrades_from}
    old = chance.choice([each for each in built.buildings if each.type in up] or built.buildings)
    better = [each for each, row in BUILDINGS.items() if old.type in row.upgrades_from] or [B.TEMPLE]
    wanted = chance.choice(better)
    legal = list(Ground(built, realm_in(at).rulings, old).legal(wanted))
    place = place_text(chance.choice(legal)) if legal else place_text(old.place)
    return UpgradeBuilding(TARN, HOLD, str(old.number), wanted.value, place)


def to_demolish(at: Scene, chance: Random) -> DemolishBuilding:
    meant = chance.choice(town_in(at).buildings)
    return DemolishBuilding(TARN, HOLD, str(meant.number), chance.choice(("", "yes")))


def to_repair(at: Scene, chance: Random) -> RepairBuilding:
    built = town_in(at).buildings
    hurt = [each for each in built if each.is_damaged]
    return RepairBuilding(TARN, HOLD, str(chance.choice(hurt or built).number))


def shaken(at: Scene, chance: Random) -> Scene:
    """The scene with one of its buildings damaged, as by an event."""
    built = town_in(at)
    hit = chance.choice(built.buildings)
    stand = tuple(replace(each, is_damaged=True) if each is hit else each for each in built.buildings)
    return with_town(at, replace(built, buildings=stand))


def with_town(at: Scene, built: Town) -> Scene:
    return replace(at, records={**at.records, HOLD: replace(at.records[HOLD], state=built)})


def next_month(at: Scene) -> Scene:
    """The same step a month later."""
    number = kingdom_of(at).month.number + 1
    over = (Step.LEADERSHIP, Step.HEXES, Step.TERRAIN)
    later = month(Phase.EDICT, *over, number=number, size=kingdom_of(at).month.size)
    return replace(
        at,
        records={
            **at.records,
            TARN: replace(at.records[TARN], state=replace(kingdom_of(at), month=later)),
        },
    )


# -- what holds ---------------------------------------------------------------------------------------


def require_sums(at: Scene) -> None:
    """Attributes are those of the bare kingdom and of every building that is whole."""
    built, realm = town_in(at), realm_in(at)
    bare = figures(replace(realm, towns={HOLD: replace(built, buildings=())}))
    now = figures(realm)
    rows = [row_of(each.type) for each in built.buildings if not each.is_damaged]
    assert now.economy == bare.economy + sum(row.economy for row in rows)
    assert now.loyalty == bare.loyalty + sum(row.loyalty for row in rows)
    assert now.stability == bare.stability + sum(row.stability for row in rows)
    assert now.unrest >= 0


def require_paid(before: Scene, at: Scene, told: Iterable[Any]) -> None:
    """The Treasury fell by exactly what was told, Unrest changed by what was told, and the month counted."""
    deeds = [e for e in told if isinstance(e, BuildingRaised | BuildingDemolished | BuildingRepaired)]
    assert all(each.price >= 0 for each in deeds)
    old, new = kingdom_of(before), kingdom_of(at)
    assert new.treasury == old.treasury - sum(each.price for each in deeds)
    assert new.treasury >= 0
    built = [each for each in deeds if isinstance(each, BuildingRaised)]
    unrest = old.unrest
    for each in built:
        unrest = max(0, unrest + each.unrest)
    assert new.unrest == unrest
    counted = [each for each in built if not each.is_free]
    counted += [each for each in deeds if isinstance(each, BuildingDemolished)]  # type: ignore[misc]
    used = [kingdom.month.used.get(Limit.BUILDINGS, 0) for kingdom in (old, new)]
    assert used[1] - used[0] == len(counted)
    assert sum(each.magic > 0 for each in built) <= (not old.month.has_magic)


def taken(at: Scene, action: Any, tally: Tally) -> Scene:
    """The scene after it, with everything looked at; as it was where it is refused."""
    try:
        turn = play(at, action)
    except RuleViolation:
        tally[f"{type(action).__name__} refused"] += 1
        return at
    then = after(at, turn)
    tally[type(action).__name__] += 1
    tally.update(f"cut {each.cut}" for each in turn.events if isinstance(each, BuildingRaised))
    told = next((event.shifts for event in turn.events if isinstance(event, FiguresChanged)), ())
    assert told == shifts(realm_in(at), realm_in(then))
    require_sums(then)
    settings = at.campaign.settings
    require_buildings(town_in(then), settings)
    require_ledger(town_in(at), town_in(then), settings, turn.events)
    require_legal(town_in(at), town_in(then), settings)
    require_paid(at, then, turn.events)
    return then


def test_towns_stay_sound_whatever_is_done_in_them() -> None:
    tally: Tally = Counter()
    for seed in SEEDS:
        chance = Random(seed)
        at = begun(chance)
        for number in range(TRIES):
            action = any_action(at, chance)
            at = taken(at, action, tally)
            if town_in(at).buildings and chance.random() < 0.08:
                at = shaken(at, chance)
            if number % 10 == 9:
                at = next_month(at)
    for each in (BuildBuilding, UpgradeBuilding, DemolishBuilding, RepairBuilding):
        assert tally[each.__name__] > 10, tally
        assert tally[f"{each.__name__} refused"] > 10, tally
    assert all(tally[f"cut {cut}"] for cut in (Cut.DISCOUNT, Cut.REBUILT, Cut.REPLACES)), tally


@pytest.mark.parametrize("seed", range(8))
def test_what_is_built_and_demolished_again_leaves_the_numbers_as_they_were(seed: int) -> None:
    """All but Unrest and Treasury, which are changed once and for good (R105)."""
    chance, tally = Random(seed), Counter[str]()
    at = on(town(districts=2, borders=(Border.NORTH,)), builder(treasury=10 * RICH), decided(brothel="alias"))
    for _ in range(25):
        at = taken(at, to_build(at, chance), tally)
    first = figures(realm_in(on(town(districts=2, borders=(Border.NORTH,)))))
    for meant in reversed(town_in(at).buildings):
        at = taken(at, DemolishBuilding(TARN, HOLD, str(meant.number), "yes"), tally)
    assert not town_in(at).buildings
    now = figures(realm_in(at))
    assert (now.economy, now.loyalty, now.stability, now.raw) == (
        first.economy,
        first.loyalty,
        first.stability,
        first.raw,
    )
