"""Numbers as sums, whatever the kingdom: by many kingdoms at random."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.systems.kingdom.book import (
    Ability,
    Alignment,
    Attribute,
    BuildingType,
    Holiday,
    Improvement,
    Number,
    Phase,
    Promotion,
    Role,
    Special,
    Stat,
    Taxation,
    Terrain,
)
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.land.state import Direction, Hex, Land
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settings import SETTINGS, Rulings
from bot.systems.kingdom.sheet.source_cards import explained
from bot.systems.kingdom.sources import Origin, figures, sources
from bot.systems.kingdom.state import Army, Change, Edicts, Kingdom, Lapse, Leader, Part
from bot.systems.kingdom.towns.book import row_of
from bot.systems.kingdom.towns.state import Building, Town
from tests.systems.kingdom.scenes import HOLD, LANDS, TARN, month, tarn

OTHERS = "others"
SPOTS = [f"{q},{r}" for q in range(5) for r in range(4)]


def some(of: object, most: int) -> st.SearchStrategy[tuple[object, ...]]:
    """Up to so many of those, each once."""
    return st.lists(st.sampled_from(list(of)), max_size=most, unique=True).map(tuple)  # type: ignore[call-overload]


HEXES = st.builds(
    Hex,
    st.sampled_from(Terrain),
    rivers=some(Direction, 2),
    has_lake=st.booleans(),
    specials=some(Special, 3),
    realm=st.sampled_from([None, TARN, TARN, OTHERS]),
    improvements=some(Improvement, 4),
)
LEADERS = st.builds(
    Leader,
    st.sampled_from(Role),
    st.sampled_from(["Ada", "Bel"]),
    scores=st.dictionaries(st.sampled_from(Ability), st.integers(1, 60)),
    has_leadership=st.booleans(),
    ranks=st.integers(0, 30),
    attributes=some(Attribute, 3),
    days=st.integers(0, 7),
    has_died=st.booleans(),
)
CHANGES = st.builds(
    Change, st.just(0), st.sampled_from(Stat), st.integers(-40, 40), st.sampled_from(["Feud", "Feast"])
)
BUILT = st.builds(
    Building,
    st.just(0),
    st.sampled_from(BuildingType),
    is_damaged=st.sampled_from([False, False, True]),
    cr=st.integers(0, 30),
    display=st.integers(0, 90_000),
)
TOWNS = st.builds(
    Town,
    st.just("Hold"),
    st.just("0,0"),
    st.just(LANDS),
    st.just(TARN),
    districts=st.integers(1, 5),
    gives=st.dictionaries(st.sampled_from(list(Stat)[:4]), st.integers(-9, 9)),
    buildings=st.lists(BUILT, max_size=40).map(
        lambda found: tuple(replace(each, number=number) for number, each in enumerate(found, 1))
    ),
)
RULINGS = st.fixed_dictionaries(
    {each.key: st.sampled_from([option.value for option in each.options]) for each in SETTINGS}
).map(Rulings)


@st.composite
def kingdoms(draw: st.DrawFn) -> Kingdom:
    """A kingdom with anything in it that changes a number."""
    changes = tuple(replace(each, number=n) for n, each in enumerate(draw(st.lists(CHANGES, max_size=5)), 1))
    phase = draw(st.sampled_from([Phase.UPKEEP, Phase.EDICT, Phase.EVENT]))
    leaders = {(each.role, each.name): each for each in draw(st.lists(LEADERS, max_size=12))}
    return tarn(
        alignment=draw(st.sampled_from([None, *Alignment])),
        leaders=tuple(leaders.values()),
        lapses=draw(some([Lapse(role, 1, 1) for role in Role], 2)),
        unrest=draw(st.integers(0, 19)),
        edicts=draw(
            st.builds(
                Edicts,
                st.sampled_from([None, *Holiday]),
                st.sampled_from([None, *Promotion]),
                st.sampled_from([None, *Taxation]),
            )
        ),
        changes=changes,
        armies=draw(st.lists(st.builds(Army, st.just("Reds"), st.integers(0, 9)), max_size=2).map(tuple)),
        parts=draw(st.sampled_from([(), (Part(1, ("4,3",), 1, is_held=True),)])),
        month=month(phase, stand_in=draw(st.sampled_from([None, Role.HEIR]))),
    )


@st.composite
def realms(draw: st.DrawFn) -> Realm:
    """The same with a land of its own and others', a settlement, and rulings."""
    hexes = draw(st.dictionaries(st.sampled_from(SPOTS), HEXES))
    return Realm(TARN, draw(kingdoms()), Land("The lands", hexes), {HOLD: draw(TOWNS)}, draw(RULINGS))


@settings(max_examples=150, deadline=None)
@given(realms())
def test_every_number_is_the_sum_of_its_sources_and_none_of_them_is_nothing(realm: Realm) -> None:
    numbers, found = figures(realm), sources(realm)
    totals = {stat: sum(each.amount for each in found if each.stat is stat) for stat in Stat}
    assert [numbers.of(each) for each in Attribute] == [totals[Stat(each.value)] for each in Attribute]
    assert (numbers.raw, numbers.control_dc) == (totals[Stat.CONSUMPTION], totals[Stat.CONTROL_DC])
    assert all(each.amount for each in found)


@settings(max_examples=100, deadline=None)
@given(realms())
def test_raw_consumption_is_kept_and_what_is_paid_is_never_below_nothing(realm: Realm) -> None:
    numbers = figures(realm)
    assert numbers.consumption == max(0, numbers.raw)
    eaten = sum(e.amount for e in sources(realm) if e.stat is Stat.CONSUMPTION)
    assert numbers.raw == eaten


@settings(max_examples=100, deadline=None)
@given(realms())
def test_no_number_depends_on_hexes_of_others(realm: Realm) -> None:
    own = {spot: each for spot, each in realm.land.hexes.items() if each.realm == TARN}
    alone = replace(realm, land=Land("The lands", own))
    assert sources(alone) == sources(realm)
    assert figures(alone) == figures(realm)


@settings(max_examples=100, deadline=None)
@given(realms())
def test_unrest_is_taken_off_every_check_exactly_once(realm: Realm) -> None:
    calm = replace(realm, kingdom=replace(realm.kingdom, unrest=0))
    for attribute in Attribute:
        assert check(calm, attribute).modifier - check(realm, attribute).modifier == realm.kingdom.unrest


@settings(max_examples=100, deadline=None)
@given(realms())
def test_r002_no_two_sources_of_a_number_are_the_same(realm: Realm) -> None:
    once = [
        each for each in sources(realm) if each.origin not in (Origin.LEADER, Origin.ARMY, Origin.SETTLEMENT)
    ]
    assert len({(each.stat, each.origin, each.name, each.number) for each in once}) == len(once)


@settings(max_examples=60, deadline=None)
@given(realms())
def test_every_number_of_every_kingdom_can_be_explained(realm: Realm) -> None:
    for number in Number:
        lines = explained(realm, number)
        assert all(isinstance(line, str) for line in lines)
    amounts = [each.amount for each in sources(realm) if each.stat is Stat.ECONOMY]
    told = [line.split("**")[1] for line in explained(realm, "economy") if line.startswith("**")]
    assert sum(int(each.replace("−", "-")) for each in told) == sum(amounts)


@settings(max_examples=100, deadline=None)
@given(realms())
def test_what_buildings_add_is_what_stands_undamaged(realm: Realm) -> None:
    bare = replace(realm, towns={id_: replace(town, buildings=()) for id_, town in realm.towns.items()})
    rows = [
        row_of(each.type) for town in realm.towns.values() for each in town.buildings if not each.is_damaged
    ]
    special = (Origin.FOUNDRY, Origin.HALVED)
    apart = sum(e.amount for e in sources(realm) if e.stat is Stat.ECONOMY and e.origin in special)
    assert figures(realm).economy - figures(bare).economy - apart == sum(row.economy for row in rows)
    assert figures(realm).stability - figures(bare).stability == sum(row.stability for row in rows)
