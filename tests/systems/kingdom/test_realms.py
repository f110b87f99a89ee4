"""Kingdoms renamed, ended and shown: the rules, without Discord around them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice.source import FixedDice
from bot.engine.parts import labels, part_of, same_thing
from bot.engine.system import Record, RecordId, World
from bot.engine.text import Labelled
from bot.errors import RuleViolation
from bot.storage import codec
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import (
    Ability,
    Alignment,
    Attribute,
    Backing,
    Border,
    BuildingType,
    Gift,
    Holiday,
    Improvement,
    Limit,
    MonthStep,
    Number,
    Phase,
    Promotion,
    Role,
    Special,
    Stage,
    Stat,
    Task,
    Taxation,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.founding.rules import (
    AgreeTerms,
    ChooseFirstHex,
    DrawUp,
    EndKingdom,
    FoundKingdom,
    KingdomEnded,
    KingdomShown,
    Page,
    RenameKingdom,
    ShowKingdom,
)
from bot.systems.kingdom.land.edits import MapChange, SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.losses import DecidePart, LoseHexes
from bot.systems.kingdom.land.marking import MarkHexes, RemoveHexes
from bot.systems.kingdom.land.rivers import DrawRiver, EraseRiver
from bot.systems.kingdom.land.state import (
    LAND,
    Direction,
    Hex,
    Land,
    connected,
    neighbours,
    parts,
    with_hex_named,
)
from bot.systems.kingdom.realm import KINGDOM, Realm
from bot.systems.kingdom.settings import SETTINGS, Rulings
from bot.systems.kingdom.sheet.source_cards import explained
from bot.systems.kingdom.sources import Origin, figures, sources
from bot.systems.kingdom.state import (
    ActiveEvent,
    Army,
    Change,
    CutOff,
    Edicts,
    Kingdom,
    Lapse,
    Leader,
    Month,
    Rolled,
    Terms,
)
from bot.systems.kingdom.towns.book import row_of
from bot.systems.kingdom.towns.settlements import NameCapital, PlaceSettlement
from bot.systems.kingdom.towns.state import TOWN, Building, Draft, Grant, Place, Remains, Town
from tests.extent import share
from tests.systems.kingdom.drafting import draft, drawing
from tests.systems.kingdom.invariants import (
    COMPASS,
    beyond,
    realms_in,
    require_land,
    require_sound,
    territories,
)
from tests.systems.kingdom.passages import require_lawful
from tests.systems.kingdom.scenes import (
    HOLD,
    HOME,
    LANDS,
    PLAIN,
    TARN,
    after,
    change,
    everybody,
    hold,
    kingdom_of,
    leader,
    month,
    play,
    played,
    ready,
    scene,
    tarn,
    waiting,
    why_not,
)
from tests.systems.kingdom.town_scenes import at, town

# -- renamed, ended, shown ----------------------------------------------------------------------------


def test_a_kingdom_is_renamed() -> None:
    assert kingdom_of(played(scene(), RenameKingdom(TARN, "  The  Tarn"))).name == "The Tarn"


def test_a_name_can_change_only_in_its_capitals() -> None:
    assert kingdom_of(played(scene(), RenameKingdom(TARN, "TARN"))).name == "TARN"


def test_a_name_that_another_has_or_the_same_is_refused() -> None:
    varn = Record(RecordId("varn"), KINGDOM.name, replace(tarn(), name="Varn"))
    both = scene(None, None, varn)
    assert "There's already a kingdom called “varn” here." in why_not(both, RenameKingdom(TARN, "varn"))
    assert "It's already called “Tarn”" in why_not(both, RenameKingdom(TARN, "Tarn"))
    assert "1 to 60 characters" in why_not(both, RenameKingdom(TARN, ""))


def test_an_ended_kingdom_frees_its_hexes_and_settlements() -> None:
    turn = play(scene(), EndKingdom(TARN, "The tale is told"))
    told = next(event for event in turn.events if isinstance(event, KingdomEnded))
    assert (told.hexes, told.settlements, told.was_draft) == (3, 1, False)
    ended = played(scene(), EndKingdom(TARN))
    assert ended.records[TARN].is_archived
    assert kingdom_of(ended).stage is Stage.ENDED
    assert not [each for each in ended.records[LANDS].state.hexes.values() if each.realm is not None]
    assert ended.records[HOLD].kind == TOWN.name
    assert ended.records[HOLD].state.kingdom is None


def test_a_kingdom_in_anarchy_or_standing_still_can_be_ended_and_renamed() -> None:
    for state in (tarn(is_in_anarchy=True, unrest=20), tarn(frozen="A break")):
        assert kingdom_of(played(scene(state), RenameKingdom(TARN, "Varn"))).name == "Varn"
        assert kingdom_of(played(scene(state), EndKingdom(TARN))).stage is Stage.ENDED


def test_a_draft_is_dropped_and_leaves_the_land_as_it_is() -> None:
    turn = play(drawing(), EndKingdom(TARN))
    assert len(turn.changes) == 1
    told = next(event for event in turn.events if isinstance(event, KingdomEnded))
    assert (told.was_draft, told.hexes) == (True, 0)


def test_nothing_waits_in_a_kingdom_that_ended() -> None:
    assert not waiting(TARN, kingdom_of(played(scene(), EndKingdom(TARN))))


def test_a_draft_offers_its_choices_and_50_build_points_to_begin_with() -> None:
    (step,) = waiting(TARN, draft(terms=Terms()))
    assert [choice.key for choice in step.choices] == ["draw", "terms", "hex", "npcs", "drop"]
    (ready,) = waiting(TARN, draft())
    assert [choice.key for choice in ready.choices] == ["draw", "terms", "hex", "npcs", "found", "drop"]
    points = next(ask for choice in step.choices for ask in choice.asks if ask.field == "points")
    assert points.value == "50"
    (agreed,) = waiting(TARN, draft(terms=Terms(points=12)))
    again = next(ask for choice in agreed.choices for ask in choice.asks if ask.field == "points")
    assert again.value == "12"


def test_each_choice_makes_the_buttons_before_it_stale() -> None:
    begun = drawing()
    for action in (DrawUp(TARN, "CE"), AgreeTerms(TARN, 40), ChooseFirstHex(TARN, "1,1")):
        (step,) = waiting(TARN, kingdom_of(played(begun, action)))
        assert step.revision == begun.entry
    assert "found" not in kingdom_of(played(begun, FoundKingdom(TARN))).month.opened


def test_a_sheet_shown_to_everybody_changes_nothing() -> None:
    turn = play(scene(), ShowKingdom(TARN, Page.LEADERS))
    assert not turn.changes
    assert turn.events == (KingdomShown("Tarn", Page.LEADERS),)
    assert (turn.subject, turn.channel) == (TARN, HOME)


# -- Realms that win and lose hexes in any order: everything that holds of records still holds ----------


VARN = RecordId("varn")
SPOTS = [f"{q},{r}" for q in range(5) for r in range(4)]
KINDS = {kind.action: kind for kind in SYSTEM.actions}
SOME = st.lists(st.sampled_from(SPOTS), min_size=1, max_size=4, unique=True).map(" ".join)
REALMS = st.sampled_from([TARN, TARN, VARN])
NAMES = st.sampled_from(["Hold", "Port", "Mill", "Ford"])
ON_LAND = st.one_of(
    st.builds(GiveHexes, REALMS, SOME, is_back=st.booleans()),
    st.builds(LoseHexes, REALMS, SOME),
    st.builds(DecidePart, REALMS, st.integers(1, 4), st.booleans()),
    st.builds(PlaceSettlement, st.sampled_from(SPOTS), NAMES, st.sampled_from([None, TARN])),
    st.builds(NameCapital, REALMS, NAMES),
)
ON_MAP = st.one_of(
    st.builds(DrawRiver, SOME),
    st.builds(EraseRiver, SOME),
    st.builds(RemoveHexes, SOME),
    st.builds(
        MarkHexes,
        SOME,
        st.sampled_from([MapChange.EXPLORED, MapChange.CLEARED, MapChange.REVEALED, MapChange.HIDDEN]),
    ),
    st.builds(
        SetHexes, SOME, st.sampled_from([Terrain.PLAINS, Terrain.WATER]), label=st.sampled_from(["A1", "B1"])
    ),
    st.builds(GiveHexes, REALMS, SOME),
)


def two_realms() -> World:
    """Tarn with two hexes and its capital, and Varn with nothing yet, on one map."""
    begun: Kingdom = ready(tarn(leaders=everybody()), 2)
    varn = replace(begun, name="Varn", settlements=(), capital=None)
    lands = Land(
        "The lands", {spot: replace(PLAIN, realm=TARN if spot in SPOTS[:2] else None) for spot in SPOTS}
    )
    return scene(begun, lands, hold(), Record(VARN, KINGDOM.name, varn))


def tried(at: World, action: Any) -> World:
    """The scene after an action, checked; the same where it was refused."""
    dice = FixedDice(*[3] * 4)
    try:
        turn = KINDS[type(action)].perform(at, action, dice)
    except RuleViolation:
        return at
    then = after(at, turn)
    before, now = (realms_in(each.records, {}) for each in (at, then))
    require_sound(then.records, now)
    require_lawful(before, now, action, turn)
    for record in then.records.values():
        assert codec.load(type(record.state), codec.dump(record.state)) == record.state
    return then


@settings(max_examples=share(60), deadline=None)
@given(st.lists(ON_LAND, max_size=25))
def test_territories_settlements_and_numbers_stay_sound_whatever_hexes_change_hands(
    actions: list[Any],
) -> None:
    now = two_realms()
    for action in actions:
        now = tried(now, action)


@settings(max_examples=share(60), deadline=None)
@given(st.lists(ON_MAP, max_size=25))
def test_rivers_labels_and_claims_stay_sound_whatever_is_drawn(actions: list[Any]) -> None:
    now = two_realms()
    for action in actions:
        now = tried(now, action)
        require_land(now.records[LANDS].state, now.records)


@settings(max_examples=share(200), deadline=None)
@given(st.sets(st.sampled_from(SPOTS)), st.sampled_from(SPOTS))
def test_r078_territories_are_those_that_brute_force_finds(spots: set[str], start: str) -> None:
    found = territories(spots)
    assert set(parts(spots)) == found
    reached = next((each for each in found if start in each), frozenset())
    assert connected((start,), spots) == reached
    assert {beyond(start, each) for each in COMPASS} == set(neighbours(start))


def test_the_land_is_a_record_of_the_campaign() -> None:
    assert two_realms().records[LANDS].kind == LAND.name


# -- What an undo says of kingdoms, lands and settlements: in words, part by part -----------------------


def test_every_choice_has_words() -> None:
    chosen: tuple[type[Labelled], ...] = (
        *(Stage, Direction, Alignment, Holiday, Promotion, Taxation, Phase, MonthStep, Role, Task),
        *(Terrain, Special, Improvement, Number, Limit),
    )
    assert all(each.label for enum in chosen for each in enum)
    assert {each.value for each in Attribute} <= {each.value for each in Number}


def said(name: str, value: Any) -> str | None:
    """How a part of that value is said."""
    state = next(each for each in (Kingdom, Terms, Edicts, Month) if name in labels(each))
    return part_of(state, (name,), codec.plain(value))[1]


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("alignment", Alignment.CHAOTIC_EVIL, "Chaotic evil"),
        ("stage", Stage.FOUNDING, "being founded again"),
        ("home", 71, "<#71>"),
        ("treasury", -3, "−3 BP"),
        ("unrest", 0, "0"),
        ("leaders", (leader(Role.HEIR, name="Mi*ra", scores={}),), r"Heir Mi\*ra"),
        (
            "leaders",
            (leader(Role.RULER, name="Ada", scores={Ability.CHA: 16}, has_leadership=True, days=3),),
            "Ruler Ada (cha 16, Leadership, 3 days of duty)",
        ),
        ("lapses", (Lapse(Role.WARDEN, 2, 3),), "Warden until month 3"),
        ("proxies", (5,), "<@5>"),
        ("changes", (change(Stat.LOYALTY, -2, "A feud"),), "Loyalty −2 by A feud"),
        ("armies", (Army("Reds", 2),), "Reds (Consumption 2)"),
        ("happenings", (ActiveEvent(1, "food_shortage", 2),), "Food Shortage"),
        ("parts", (CutOff(1, ("1,0", "2,0"), 3),), "2 hexes since month 3, undecided"),
        ("is_in_anarchy", True, "yes"),
        ("frozen", "A holiday", "A holiday"),
        ("frozen", "", None),
        ("milestones", ("kingdom", "capital"), "founded, capital"),
        ("backing", Backing.FIEF, "fief"),
        ("tribute", Tribute.ONE, "1 BP a month until it's paid back"),
        ("taxation", Taxation.HEAVY, "Heavy"),
        ("stand_in", Role.CONSORT, "Consort"),
        ("rolls", (Rolled("taxes", 4, -2, 25, is_success=False),), "the failed roll of −2 against 25"),
    ],
)
def test_a_part_of_a_kingdom_is_said_in_words(path: str, value: Any, words: str | None) -> None:
    assert said(path, value) == words


def test_what_is_used_of_a_limit_names_the_limit() -> None:
    assert part_of(Kingdom, ("month", "used", "claims"), 2) == ("claims this month", "2")


def test_who_does_a_task_names_the_task() -> None:
    assert part_of(Kingdom, ("duties", "taxation"), ["heir"]) == ("task “Taxation edicts”", "Heir")


@pytest.mark.parametrize(
    ("path", "value", "name", "words"),
    [
        (("hexes", "2,1"), Hex(Terrain.MARSH, "B2"), "hex 2,1", "B2 Marsh"),
        (("hexes", "2,1"), None, "hex 2,1", None),
        (("hexes", "2,1", "terrain"), Terrain.JUNGLE, "terrain of 2,1", "Jungle"),
        (
            ("hexes", "2,1", "rivers"),
            (Direction.EAST, Direction.NORTH_WEST),
            "rivers of 2,1",
            "east, northwest",
        ),
        (("hexes", "2,1", "improvements"), (Improvement.FARM,), "improvements of 2,1", "Farm"),
        (("hexes", "2,1", "realm"), "2gqg7vg00002c", "owner of 2,1", "a kingdom"),
        (("hexes", "2,1", "prepared"), 4, "prepared site of 2,1", "month 4"),
        (("name",), "The lands", "name", "The lands"),
    ],
)
def test_a_part_of_a_land_is_said_in_words(
    path: tuple[str, ...], value: Any, name: str, words: str | None
) -> None:
    assert part_of(Land, path, codec.plain(value) if value is not None else None) == (name, words)


@pytest.mark.parametrize(("label", "name"), [("Oakmere", "owner of Oakmere"), ("", "owner of 2,1")])
def test_a_part_of_a_land_names_its_hex_as_it_is_called(label: str, name: str) -> None:
    lands = Land("The lands", {"2,1": Hex(Terrain.PLAINS, label)})
    assert part_of(Land, with_hex_named(lands, ("hexes", "2,1", "realm")), "tarn")[0] == name
    assert with_hex_named(lands, ("name",)) == ("name",)


@pytest.mark.parametrize(
    ("path", "value", "name", "words"),
    [
        (("kingdom",), "2gqg7vg00002c", "owner", "a kingdom"),
        (("borders",), (Border.WEST,), "water borders", "west"),
        (("gives", "loyalty"), 2, "Loyalty bonus", "+2"),
        (("base_value",), 500, "announced base value", "500"),
        (
            ("buildings",),
            town("house A1", "market 2:C1+D1", "city_wall 1:north", "sewer_system 1").buildings,
            "buildings",
            "4: Sewer System in district 1, City Wall at the north border, Market at C1+D1 in district 2, "
            "House at A1",
        ),
        (
            ("buildings",),
            (replace(at(town("museum A1+B1"), BuildingType.MUSEUM), is_damaged=True, display=5000),),
            "buildings",
            "Museum at A1+B1 damaged shows 5,000 gp",
        ),
        (
            ("remains",),
            (Remains(BuildingType.INN, Place(1, (35,)), 1),),
            "sites of former buildings",
            "Inn at F6",
        ),
        (("drafts",), (Draft(1, BuildingType.INN, Place(1, (0,))),), "drafts", "Inn at A1"),
        (
            ("grants",),
            (Grant(1, Gift.RUIN), Grant(2, Gift.FOUND, BuildingType.JAIL)),
            "granted buildings",
            "any building (ruin), Jail (found)",
        ),
        (("shores",), ((Border.EAST,), ()), "water borders of other districts", "East, none"),
        (("calmed",), (BuildingType.MOAT,), "one-time Unrest relief", "Moat"),
        (("lots",), 4, "announced lots", "4"),
    ],
)
def test_a_part_of_a_settlement_is_said_in_words(
    path: tuple[str, ...], value: Any, name: str, words: str | None
) -> None:
    assert part_of(Town, path, codec.plain(value)) == (name, words)


@pytest.mark.parametrize("step", [*MonthStep, "thaw", "found"])
def test_the_revision_of_a_step_is_told_by_nobody_whatever_else_has_its_name(step: str) -> None:
    name, _ = part_of(Kingdom, ("month", "opened", str(step)), 60)
    assert name == ""


# -- Numbers as sums, whatever the kingdom: by many kingdoms at random ----------------------------------


OTHERS = "others"


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
        parts=draw(st.sampled_from([(), (CutOff(1, ("4,3",), 1, is_held=True),)])),
        month=month(phase, stand_in=draw(st.sampled_from([None, Role.HEIR]))),
    )


@st.composite
def realms(draw: st.DrawFn) -> Realm:
    """The same with a land of its own and others', a settlement, and rulings."""
    hexes = draw(st.dictionaries(st.sampled_from(SPOTS), HEXES))
    return Realm(TARN, draw(kingdoms()), Land("The lands", hexes), {HOLD: draw(TOWNS)}, draw(RULINGS))


@settings(max_examples=share(150), deadline=None)
@given(realms())
def test_every_number_is_the_sum_of_its_sources_and_none_of_them_is_nothing(realm: Realm) -> None:
    numbers, found = figures(realm), sources(realm)
    totals = {stat: sum(each.amount for each in found if each.stat is stat) for stat in Stat}
    assert [numbers.of(each) for each in Attribute] == [totals[Stat(each.value)] for each in Attribute]
    assert (numbers.raw, numbers.control_dc) == (totals[Stat.CONSUMPTION], totals[Stat.CONTROL_DC])
    assert all(each.amount for each in found)


@settings(max_examples=share(100), deadline=None)
@given(realms())
def test_raw_consumption_is_kept_and_what_is_paid_is_never_below_nothing(realm: Realm) -> None:
    numbers = figures(realm)
    assert numbers.consumption == max(0, numbers.raw)
    eaten = sum(e.amount for e in sources(realm) if e.stat is Stat.CONSUMPTION)
    assert numbers.raw == eaten


@settings(max_examples=share(100), deadline=None)
@given(realms())
def test_no_number_depends_on_hexes_of_others(realm: Realm) -> None:
    own = {spot: each for spot, each in realm.land.hexes.items() if each.realm == TARN}
    alone = replace(realm, land=Land("The lands", own))
    assert sources(alone) == sources(realm)
    assert figures(alone) == figures(realm)


@settings(max_examples=share(100), deadline=None)
@given(realms(), realms())
def test_what_is_kept_with_a_land_counts_for_the_same_hexes_settlements_and_rulings_alone(
    realm: Realm, other: Realm
) -> None:
    sources(realm)
    for changed in (
        replace(realm, towns=other.towns),
        replace(realm, rulings=other.rulings),
        replace(realm, land=realm.land.having(other.land.hexes)),
        replace(realm, id=RecordId(OTHERS)),
    ):
        nothing_kept = replace(changed, land=replace(changed.land))
        assert sources(changed) == sources(nothing_kept)
    assert codec.dump(realm.land) == codec.dump(replace(realm.land))


def test_r068_a_chain_counts_once_a_settlement_lies_on_it() -> None:
    laid = replace(PLAIN, realm=TARN, improvements=(Improvement.AQUEDUCT,))
    spring = replace(laid, terrain=Terrain.HILLS, has_lake=True)
    on = Land("The lands", {"0,0": spring, "1,0": laid})
    by_spring, beyond_it = (
        figures(Realm(TARN, tarn(), on, {HOLD: hold(spot=spot)}, Rulings({}))) for spot in ("0,0", "1,0")
    )
    assert beyond_it.loyalty - by_spring.loyalty == 1
    assert beyond_it.stability - by_spring.stability == 1


@settings(max_examples=share(100), deadline=None)
@given(realms())
def test_unrest_is_taken_off_every_check_exactly_once(realm: Realm) -> None:
    calm = replace(realm, kingdom=replace(realm.kingdom, unrest=0))
    for attribute in Attribute:
        assert check(calm, attribute).modifier - check(realm, attribute).modifier == realm.kingdom.unrest


@settings(max_examples=share(100), deadline=None)
@given(realms())
def test_r002_no_two_sources_of_a_number_are_the_same(realm: Realm) -> None:
    once = [
        each for each in sources(realm) if each.origin not in (Origin.LEADER, Origin.ARMY, Origin.SETTLEMENT)
    ]
    assert len({(each.stat, each.origin, each.name, each.number) for each in once}) == len(once)


@settings(max_examples=share(60), deadline=None)
@given(realms())
def test_every_number_of_every_kingdom_can_be_explained(realm: Realm) -> None:
    for number in Number:
        lines = explained(realm, number)
        assert all(isinstance(line, str) for line in lines)
    amounts = [each.amount for each in sources(realm) if each.stat is Stat.ECONOMY]
    told = [line.split("**")[1] for line in explained(realm, "economy") if line.startswith("**")]
    assert sum(int(each.replace("−", "-")) for each in told) == sum(amounts)


@settings(max_examples=share(100), deadline=None)
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


@pytest.mark.parametrize(
    ("part", "before", "after"), [("settlements", "a", "b"), ("renown", "fame", "infamy")]
)
def test_what_is_no_thing_with_a_name_of_its_own_is_never_the_same(
    part: str, before: str, after: str
) -> None:
    """An undo that gives a kingdom another only settlement, or another choice, in place of one."""
    assert same_thing(Kingdom, "Tarn", (part,), before, after) is None
