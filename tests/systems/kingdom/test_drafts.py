"""Kingdoms drawn up and founded: the rules, without Discord around them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.record import FormField
from bot.engine.system import Open, RecordId
from bot.systems.kingdom.book import (
    Ability,
    Alignment,
    Attribute,
    Backing,
    Phase,
    Role,
    Special,
    Stage,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.founding.cards import founded_lines, founding_lines
from bot.systems.kingdom.founding.rules import (
    AgreeTerms,
    BeginKingdom,
    ChooseFirstHex,
    DrawUp,
    FoundKingdom,
    KingdomFounded,
    Prospect,
    foreseen,
    founding_steps,
    lacking,
    prospect,
)
from bot.systems.kingdom.kingdom_view import role_list
from bot.systems.kingdom.land.edits import DrawMap
from bot.systems.kingdom.land.state import LAND, MOST_HEXES, Hex, Land, neighbours
from bot.systems.kingdom.leaders import rules
from bot.systems.kingdom.leaders.rules import GiveNpcs
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Kingdom, Terms
from tests.refusals import refuses
from tests.systems.kingdom.drafting import EMPTY, draft, drawing, terrain
from tests.systems.kingdom.scenes import (
    HOME,
    LANDS,
    TARN,
    hexed,
    kingdom_of,
    land,
    leader,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
    waiting,
)

# -- drawn up -----------------------------------------------------------------------------------------


def test_the_first_kingdom_begins_the_campaigns_land() -> None:
    bare = replace(scene(), records={})
    turn = play(bare, BeginKingdom("  The  Tarn ", "River folk.\n\nAnd more."))
    opened = [each for each in turn.changes if isinstance(each, Open)]
    assert [each.kind for each in opened] == [LAND.name, KINGDOM.name]
    state = opened[1].state
    assert (state.name, state.about, state.stage) == ("The Tarn", "River folk.\n\nAnd more.", Stage.FOUNDING)
    assert (state.land, state.home) == (opened[0].id, HOME)


def test_further_kingdoms_share_the_land() -> None:
    turn = play(scene(), BeginKingdom("Varn"))
    (opened,) = turn.changes
    assert isinstance(opened, Open)
    assert opened.state.land == LANDS


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (BeginKingdom(" "), refuses("kingdom.name_length", 60)),
        (BeginKingdom("x" * 61), refuses("kingdom.name_length", 60)),
        (BeginKingdom("tARN"), refuses("kingdom.name_taken", "tARN")),
        (BeginKingdom("Varn", "x" * 301), refuses("kingdom.about_length", 300, 301)),
    ],
)
def test_a_kingdom_that_cant_begin_is_refused(action: BeginKingdom, refusal: Any) -> None:
    with refusal:
        play(scene(), action)


def test_everything_is_chosen_in_any_order_and_nothing_is_paid() -> None:
    begun = drawing(draft(alignment=None, terms=Terms(), first=None))
    assert lacking(kingdom_of(begun)) == ("alignment", "points", "hex")
    placed = played(begun, ChooseFirstHex(TARN, "1,1"))
    agreed = played(placed, AgreeTerms(TARN, 50, "charter", "Queen Ada", "tenth"))
    chosen = played(agreed, DrawUp(TARN, "LG"))
    state = kingdom_of(chosen)
    assert not lacking(state)
    assert state.terms == Terms(Backing.CHARTER, "Queen Ada", 50, Tribute.TENTH)
    assert (state.alignment, state.first) == (Alignment.LAWFUL_GOOD, "1,1")
    assert (state.treasury, realm_in(chosen).size) == (0, 0)


def test_each_choice_can_be_changed_before_it_is_founded() -> None:
    again = played(played(drawing(), DrawUp(TARN, "CE")), ChooseFirstHex(TARN, "2,1"))
    assert (kingdom_of(again).alignment, kingdom_of(again).first) == (Alignment.CHAOTIC_EVIL, "2,1")


def test_one_form_draws_a_kingdom_up() -> None:
    whole = DrawUp(TARN, "LG", "Weir", 40, "0,3", "forest")
    drawn = played(drawing(draft(alignment=None, terms=Terms(), first=None)), whole)
    state = kingdom_of(drawn)
    assert (state.name, state.alignment, state.terms.points) == ("Weir", Alignment.LAWFUL_GOOD, 40)
    assert state.first == "0,3"
    assert realm_in(drawn).land.hexes["0,3"].terrain is Terrain.FOREST
    # What is left out stays as it is.
    again = kingdom_of(played(drawn, DrawUp(TARN, "CE", "Weir", 40)))
    assert (again.alignment, again.first) == (Alignment.CHAOTIC_EVIL, "0,3")


def test_what_is_owed_follows_the_points_of_a_draft() -> None:
    lent = played(drawing(), AgreeTerms(TARN, 50, "grant", "The guild", "one"))
    assert kingdom_of(played(lent, DrawUp(TARN, points=30))).terms.debt == 30
    assert kingdom_of(played(lent, AgreeTerms(TARN, None, "grant", "The guild", "one"))).terms.debt == 50


NPCS = "Ruler: Ada, Cha 14 Wis 12\nConsort:\n\ngeneral: Bran\nRoyal Enforcer: \n"


def test_npcs_take_the_roles_that_a_name_stands_behind() -> None:
    turn = play(drawing(), GiveNpcs(TARN, NPCS))
    assert [(each.role, each.leader) for each in turn.events] == [
        (Role.RULER, "Ada"),
        (Role.GENERAL, "Bran"),
    ]
    ada, bran = kingdom_of(played(drawing(), GiveNpcs(TARN, NPCS))).leaders
    assert (ada.scores, ada.player) == ({Ability.CHA: 14, Ability.WIS: 12}, None)
    assert (bran.name, bran.scores) == ("Bran", {})


def test_the_lines_of_the_form_are_read_as_it_writes_them() -> None:
    kingdom = draft()
    (step,) = founding_steps(TARN, kingdom)
    (press,) = rules._giving(TARN, kingdom, step)
    (ask,) = press.asks
    assert isinstance(ask, FormField)
    named = "\n".join(f"{line}N {n}" for n, line in enumerate(ask.value.splitlines()))
    assert len(named) <= ask.max_length
    assert len(kingdom_of(played(drawing(), GiveNpcs(TARN, named))).leaders) == len(Role)


@pytest.mark.parametrize(
    ("npcs", "code"),
    [
        ("Ruler:\nConsort:", "leaders.no_npcs"),
        ("Ruler Ada", "leaders.no_npc_line"),
        ("Baker: Ada", "leaders.no_role"),
        ("Ruler: Ada\nRuler: Bran", "leaders.npc_held"),
        ("Ruler: Ada\nHeir: Ada", "leaders.has_a_role"),
        ("Ruler: Ada, Charming", "leaders.no_scores"),
    ],
)
def test_npcs_that_cant_be_are_refused(npcs: str, code: str) -> None:
    with refuses(code):
        play(drawing(), GiveNpcs(TARN, npcs))


def test_r028_what_is_to_be_paid_back_is_owed_whole() -> None:
    owing = kingdom_of(played(drawing(), AgreeTerms(TARN, 50, "grant", "The guild", "one")))
    assert (owing.terms.tribute, owing.terms.debt) == (Tribute.ONE, 50)


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (AgreeTerms(TARN, -1, "charter"), refuses("founding.points", "999,999")),
        (AgreeTerms(TARN, 1_000_000, "charter"), refuses("founding.points", "999,999")),
        (AgreeTerms(TARN, 50, "", "", "tenth"), refuses("founding.tribute_without_sponsor")),
        (
            AgreeTerms(TARN, 50, "scratch", "Queen *Ada*"),
            refuses("founding.sponsor_without_terms", "Queen \\*Ada\\*"),
        ),
        (AgreeTerms(TARN, 50, "gift"), refuses("founding.no_terms", "gift")),
        (AgreeTerms(TARN, 50, "fief", "", "half"), refuses("founding.no_tribute", "half")),
        (DrawUp(TARN, terrain="plains"), refuses("founding.terrain_of_nothing")),
        (DrawUp(TARN, hex="9,9"), refuses("founding.needs_terrain", "9,9")),
        (DrawUp(TARN, points=-1), refuses("founding.points", "999,999")),
        (
            DrawUp(TARN, "XX"),
            refuses("founding.no_alignment", "XX", "LG, NG, CG, LN, N, CN, LE, NE, CE"),
        ),
        (ChooseFirstHex(TARN, "9,9"), refuses("founding.needs_terrain", "9,9")),
        (ChooseFirstHex(TARN, "0,0", "plains"), refuses("founding.is_drawn", "0,0")),
        (ChooseFirstHex(TARN, "9,9", "lava"), refuses("founding.no_terrain", "lava")),
        (ChooseFirstHex(TARN, "9,9", "water"), refuses("founding.on_water")),
        (ChooseFirstHex(TARN, "Far", "plains"), refuses("founding.needs_coordinates", "Far")),
        (ChooseFirstHex(TARN, "Nowhere"), refuses("hex.unknown", "Nowhere")),
    ],
)
def test_a_choice_that_cant_be_is_refused(action: Any, refusal: Any) -> None:
    with refusal:
        play(drawing(), action)


def test_a_label_is_used_once() -> None:
    labelled = drawing(on=hexed(land(own=()), "1,0", label="Ford"))
    require_refused(labelled, ChooseFirstHex(TARN, "fORD", "hills"), "founding.is_drawn", "Ford")
    assert kingdom_of(played(labelled, ChooseFirstHex(TARN, "ford"))).first == "1,0"


def test_the_first_hex_of_an_empty_map_is_drawn_in_its_middle_by_its_label() -> None:
    begun = played(drawing(draft(first=None), EMPTY), ChooseFirstHex(TARN, "Ford", "hills"))
    drawn = realm_in(begun).land.hexes
    assert drawn == {"0,0": Hex(Terrain.HILLS, "Ford", is_explored=True, is_cleared=True, is_revealed=True)}


def test_a_first_hex_by_its_place_on_the_grid_lies_there_when_the_map_is_drawn_round_it() -> None:
    begun = played(drawing(draft(first=None), EMPTY), ChooseFirstHex(TARN, "C3", "plains"))
    land = realm_in(begun).land
    (spot,) = land.hexes
    assert (land.grid, land.name_of(spot)) == ("0,0", "C3")
    whole = realm_in(played(begun, DrawMap(5, 5, Terrain.HILLS))).land
    assert len(whole.hexes) == 25
    assert whole.hexes[spot].terrain is Terrain.PLAINS
    assert {whole.name_of(each) for each in neighbours(spot)} == {"B3", "D3", "B2", "C2", "B4", "C4"}


def test_the_first_hex_counts_as_explored_and_cleared() -> None:
    wild = hexed(land(own=()), "1,1", is_explored=False, is_cleared=False, is_revealed=False)
    chosen = realm_in(played(drawing(on=wild), ChooseFirstHex(TARN, "1,1"))).land.hexes["1,1"]
    assert (chosen.is_explored, chosen.is_cleared, chosen.is_revealed) == (True, True, True)


def test_a_full_map_takes_no_further_hex() -> None:
    full = Land("The lands", {f"{n},0": Hex(Terrain.PLAINS) for n in range(MOST_HEXES)})
    require_refused(drawing(on=full), ChooseFirstHex(TARN, "0,5", "plains"), "founding.map_full", 600)


def test_a_hex_of_another_kingdom_is_refused() -> None:
    taken = hexed(land(own=()), "1,1", realm=RecordId("varn"))
    require_refused(drawing(on=taken), ChooseFirstHex(TARN, "1,1"), "founding.claimed", "1,1")


def test_a_founding_shows_attributes_vacancies_and_first_chances_before_it_is_confirmed() -> None:
    ada = leader(Role.RULER, score=14, attributes=(Attribute.LOYALTY,))
    told = list(founding_lines(realm_in(drawing(draft(leaders=(ada,))))))
    assert FIRST_CHECKS in told
    # What a vacancy costs stands behind a press.
    assert not any("Loyalty −4" in line for line in told)
    (roles,) = role_list(TARN, draft(leaders=(ada,)))
    priced = {each.label: each.meaning for each in roles.picks}
    assert priced["Councilor"] == "vacant: Loyalty −2, Unrest +1 in Upkeep"
    assert priced["Heir"] == "vacant: no penalty"
    assert "Ruler" not in priced


def test_before_a_first_hex_is_chosen_no_check_is_foretold() -> None:
    assert not [
        line for line in founding_lines(realm_in(drawing(draft(first=None)))) if "First checks" in line
    ]


def test_the_first_card_shows_the_checks_and_vacancies_that_were_foretold() -> None:
    ada = leader(Role.RULER, score=14, attributes=(Attribute.LOYALTY,))
    turn = play(drawing(draft(leaders=(ada,))), FoundKingdom(TARN, "Hold"))
    event = next(each for each in turn.events if isinstance(each, KingdomFounded))
    assert event.checks == foreseen(realm_in(drawing(draft(leaders=(ada,)))))
    told = list(founded_lines(event))
    assert FIRST_CHECKS in told
    (vacant,) = (line for line in told if line.startswith("**Vacant:**"))
    assert "Treasurer" in vacant
    assert "Ruler" not in vacant


# -- founded ------------------------------------------------------------------------------------------


FIRST_CHECKS = (
    "First checks (d20, Control DC 22): **Economy −16**: 20+ (5%) · **Loyalty −8**: 20+ (5%) · "
    "**Stability −2**: 20+ (5%)"
)


@pytest.mark.parametrize(
    ("kind", "preparation", "months"),
    [
        (Terrain.PLAINS, 1, 0),
        (Terrain.HILLS, 2, 1),
        (Terrain.FOREST, 4, 2),
        (Terrain.DESERT, 4, 1),
        (Terrain.MARSH, 8, 3),
        (Terrain.CAVERN, 8, 3),
        (Terrain.JUNGLE, 12, 4),
        (Terrain.MOUNTAINS, 12, 4),
    ],
)
def test_founding_takes_1_bp_for_the_claim_and_the_terrains_preparation(
    kind: Terrain, preparation: int, months: int
) -> None:
    ready = drawing(on=terrain(kind))
    assert prospect(realm_in(ready)) == Prospect(1, preparation, months, 49 - preparation)
    founded = played(ready, FoundKingdom(TARN))
    assert kingdom_of(founded).treasury == 49 - preparation
    assert realm_in(founded).size == 1


def test_a_founded_kingdom_waits_for_its_first_month() -> None:
    founded = played(drawing(), FoundKingdom(TARN, "Hold"))
    state = kingdom_of(founded)
    assert (state.stage, state.month.number, state.month.phase) == (Stage.STANDING, 1, Phase.BEFORE)
    assert [step.name for step in waiting(TARN, state)] == ["open", "division"]
    numbers = figures(realm_in(founded))
    assert (numbers.size, numbers.control_dc, numbers.unrest) == (1, 22, 0)


def test_its_first_settlement_is_its_capital_and_both_milestones_are_reached() -> None:
    founded = played(drawing(), FoundKingdom(TARN, " The  Hold "))
    state = kingdom_of(founded)
    (town,) = realm_in(founded).towns.values()
    assert (town.name, town.spot, town.kingdom, town.districts) == ("The Hold", "0,0", TARN, 1)
    assert state.settlements == (state.capital,)
    assert (state.milestones, state.xp) == (("kingdom", "capital"), 3600)


def test_without_a_capital_the_kingdom_alone_is_a_milestone() -> None:
    state = kingdom_of(played(drawing(), FoundKingdom(TARN)))
    assert (state.capital, state.milestones, state.xp) == (None, ("kingdom",), 2400)


def test_a_hex_that_came_with_the_domain_is_claimed_for_nothing() -> None:
    given = hexed(land(own=()), "0,0", realm=TARN)
    turn = play(drawing(on=given), FoundKingdom(TARN))
    told = next(event for event in turn.events if isinstance(event, KingdomFounded))
    assert (told.claim, told.preparation, told.treasury) == (0, 1, 49)


def test_r059_the_first_hex_needs_no_neighbour() -> None:
    far = replace(land(own=()), hexes={"40,2": Hex(Terrain.PLAINS)})
    assert realm_in(played(drawing(draft(first="40,2"), far), FoundKingdom(TARN))).size == 1


def test_exactly_as_many_bp_as_it_costs_are_enough() -> None:
    enough = draft(terms=Terms(points=2))
    assert kingdom_of(played(drawing(enough), FoundKingdom(TARN))).treasury == 0


@pytest.mark.parametrize(
    ("kingdom", "on", "refusal"),
    [
        (
            draft(alignment=None, first=None, terms=Terms()),
            land(own=()),
            refuses("founding.lacks", "its alignment, its build points and its first hex"),
        ),
        (draft(first=None), land(own=()), refuses("founding.lacks", "its first hex")),
        (draft(terms=Terms(points=1)), land(own=()), refuses("founding.too_dear", 2, 1)),
        (draft(), terrain(Terrain.WATER), refuses("founding.on_water")),
        (draft(), hexed(land(own=()), "0,0", realm=RecordId("varn")), refuses("founding.claimed")),
        (tarn(), land(), refuses("founding.over", "Tarn")),
    ],
)
def test_what_cant_be_founded_is_refused(kingdom: Kingdom, on: Land, refusal: Any) -> None:
    with refusal:
        play(scene(kingdom, on), FoundKingdom(TARN))


def test_a_capitals_name_has_its_length() -> None:
    require_refused(drawing(), FoundKingdom(TARN, "x" * 61), "founding.capital_length", 60)


def test_a_kingdom_that_stands_chooses_no_terms_and_no_first_hex_any_more() -> None:
    for action in (AgreeTerms(TARN, 50), ChooseFirstHex(TARN, "1,1"), DrawUp(TARN, "LE")):
        require_refused(scene(), action, "founding.over", "Tarn")


def test_founding_claims_nothing_of_others() -> None:
    beside = hexed(land(own=()), "1,0", realm=RecordId("varn"))
    founded = played(drawing(on=beside), FoundKingdom(TARN))
    assert realm_in(founded).land.hexes["1,0"].realm == "varn"


def test_r081_a_landmark_of_the_first_hex_counts_at_once() -> None:
    marked = hexed(land(own=()), "0,0", specials=(Special.LANDMARK,))
    plain, rich = (played(drawing(on=on), FoundKingdom(TARN)) for on in (land(own=()), marked))
    assert figures(realm_in(rich)).loyalty == figures(realm_in(plain)).loyalty + 1
