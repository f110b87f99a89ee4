"""Who takes a role, what is known of them, and how they begin a month."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Ability, Alignment, Attribute, Backing, MonthStep, Phase, Role, Stage
from bot.systems.kingdom.events.rules import HireAdventurers
from bot.systems.kingdom.founding.rules import FoundKingdom
from bot.systems.kingdom.leaders.offices import (
    LEAST_SCORE,
    MOST_SCORE,
    attributes_of,
    renew_leaders,
    role_of,
    roles_of,
    scores_of,
)
from bot.systems.kingdom.leaders.rules import AssignLeader, EditLeader, LeaderAssigned, LeaderEdited
from bot.systems.kingdom.month.course import Thaw
from bot.systems.kingdom.month.edicts import RaiseArmy
from bot.systems.kingdom.settings import ROLE_SKILLS
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import ActiveEvent, Lapse, Terms
from bot.systems.kingdom.towns.settlements import is_site
from tests.refusals import refuses
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    STRANGER,
    TARN,
    WREN,
    by,
    decided,
    everybody,
    hexed,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    realm,
    realm_in,
    require_refused,
    scene,
    tarn,
)

E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
RULER = leader(Role.RULER, DEACON, 14, "Ilka", attributes=(E,))
WARDEN = leader(Role.WARDEN, WREN, 12, "Oswin")
LEADERSHIP = month(Phase.EDICT, size=3)


def at_step(*leaders: Any, actor: int = DEACON, **changes: Any) -> Any:
    """Tarn in the Leadership step, with these leaders besides the Ruler."""
    state = ready(tarn(leaders=(RULER, *leaders), month=LEADERSHIP, **changes))
    return scene(state, actor=actor)


def general(**changes: Any) -> AssignLeader:
    """Brannoc, an NPC, becomes General."""
    return replace(AssignLeader(TARN, Role.GENERAL, "Brannoc", scores={Ability.STR: 16}), **changes)


# -- assigned -----------------------------------------------------------------------------------------


def test_the_ruler_gives_a_vacant_role_at_no_price() -> None:
    before = at_step()
    turn = play(before, general(player=WREN))
    told = next(event for event in turn.events if isinstance(event, LeaderAssigned))
    assert (told.role, told.leader, told.player) == (Role.GENERAL, "Brannoc", WREN)
    assert (told.amount, told.attributes, told.departure) == (3, (S,), None)
    assert turn.on_behalf_of is None
    after = played(before, general())
    assert kingdom_of(after).unrest == 0
    # +3 Stability, and the General's vacancy of -4 Loyalty is over.
    assert figures(realm_in(after)).stability == figures(realm_in(before)).stability + 3
    assert figures(realm_in(after)).loyalty == figures(realm_in(before)).loyalty + 4


def test_an_npc_is_a_leader_without_a_player_and_unknown_scores_add_nothing() -> None:
    after = played(at_step(), general(scores={}))
    (held,) = kingdom_of(after).held_by(Role.GENERAL)
    assert held.player is None
    assert figures(realm_in(after)).stability == figures(realm_in(at_step())).stability


@pytest.mark.parametrize("name", ["Ilka", " ilka ", "ILKA"])
def test_r048_one_character_in_two_roles_is_refused(name: str) -> None:
    require_refused(at_step(), general(name=name, player=DEACON), "leaders.has_a_role", "Ilka", "Ruler")


def test_r048_a_player_may_have_two_characters_with_a_role_each() -> None:
    after = played(at_step(), general(name="Ilka's sister", player=DEACON))
    assert [each.player for each in kingdom_of(after).leaders] == [DEACON, DEACON]


def test_who_holds_the_role_already_is_edited_instead() -> None:
    require_refused(at_step(WARDEN), AssignLeader(TARN, Role.WARDEN, "oswin"), "leaders.holds_it")


def test_leaders_change_in_the_leadership_step_and_for_game_masters_at_any_time() -> None:
    for phase in (Phase.BEFORE, Phase.UPKEEP, Phase.INCOME, Phase.EVENT):
        state = ready(tarn(leaders=(RULER,), month=month(phase, size=3)))
        require_refused(scene(state, actor=DEACON), general(), "leaders.not_now")
        turn = play(scene(state, actor=MARISOL), general())
        assert turn.on_behalf_of is None
    later = ready(tarn(leaders=(RULER,), month=month(Phase.EDICT, MonthStep.LEADERSHIP, size=3)))
    require_refused(scene(later, actor=DEACON), general(), "leaders.not_now", "is in its Edict phase")
    assert play(at_step(actor=MARISOL), general()).on_behalf_of == DEACON


def test_who_is_no_ruler_is_refused_and_a_proxy_is_not() -> None:
    with pytest.raises(NotAllowed, match=f"Only the Ruler .<@{DEACON}>., a game master or their proxy"):
        play(at_step(WARDEN, actor=WREN), general())
    assert play(at_step(WARDEN, actor=WREN, proxies=(WREN,)), general()).on_behalf_of == DEACON


def test_while_a_kingdom_is_founded_its_ruler_and_game_masters_assign_and_replacing_costs_nothing() -> None:
    state = tarn(leaders=(RULER, WARDEN), stage=Stage.FOUNDING, month=month(Phase.BEFORE))
    after = played(scene(state, actor=DEACON), AssignLeader(TARN, Role.WARDEN, "Brannoc"))
    assert [each.name for each in kingdom_of(after).held_by(Role.WARDEN)] == ["Brannoc"]
    assert (kingdom_of(after).unrest, kingdom_of(after).lapses) == (0, ())
    with pytest.raises(NotAllowed):
        play(scene(state, actor=WREN), general())


def test_in_anarchy_or_frozen_only_a_game_master_assigns() -> None:
    for changes in ({"is_in_anarchy": True}, {"frozen": "A break"}):
        with pytest.raises(RuleViolation, match=r"`/gm deed: thaw`"):
            play(at_step(**changes), general())
        played(at_step(actor=MARISOL, **changes), general())


def test_only_players_and_game_masters_of_the_campaign_hold_a_role_as_players() -> None:
    with pytest.raises(RuleViolation, match=f"<@{STRANGER}> hasn't joined this campaign"):
        play(at_step(), general(player=STRANGER))
    played(at_step(), general(player=MARISOL))


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 41])
def test_a_leader_needs_a_name_of_40_characters_at_most(name: str) -> None:
    require_refused(at_step(), general(name=name), "leaders.name_length", 40)


def test_scores_ranks_and_attributes_out_of_bounds_are_refused() -> None:
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"scores": {Ability.STR: 61}}, "Strength must be 1 to 60"),
        ({"scores": {Ability.STR: 0}}, "Strength must be 1 to 60"),
        ({"scores": {Ability.INT: 14}}, "General uses Charisma or Strength"),
        ({"ranks": 41}, "0 to 40"),
        ({"ranks": -1}, "0 to 40"),
        ({"attributes": (E,)}, "General always adds to Stability"),
    ]
    for changes, sentence in refusals:
        with pytest.raises(RuleViolation, match=sentence):
            play(at_step(), general(**changes))


def test_r033_a_new_ruler_chooses_no_more_attributes_than_the_size_allows() -> None:
    state = tarn(month=LEADERSHIP)
    crowned = AssignLeader(TARN, Role.RULER, "Ilka", DEACON, {Ability.CHA: 16}, attributes=(E, L))
    require_refused(scene(state), crowned, "leaders.too_many_attributes", 3, 26, 101)
    after = played(scene(state), replace(crowned, attributes=(L,)))
    assert kingdom_of(after).held_by(Role.RULER)[0].attributes == (L,)


def test_r035_a_new_spymaster_has_no_attribute_before_the_first_edict_phase() -> None:
    spy = AssignLeader(TARN, Role.SPYMASTER, "Nim", scores={Ability.DEX: 18}, attributes=(E,))
    early = ready(tarn(leaders=(RULER,), month=month(Phase.UPKEEP, size=3)))
    require_refused(scene(early), spy, "leaders.spymaster_later")
    require_refused(at_step(), replace(spy, attributes=(E, L)), "leaders.one_of_spymaster")
    assert kingdom_of(played(at_step(), spy)).held_by(Role.SPYMASTER)[0].attributes == (E,)


# -- two married Rulers -------------------------------------------------------------------------------


SPOUSE = AssignLeader(TARN, Role.RULER, "Joss", WREN, {Ability.CHA: 18}, is_married=True)


def test_r034_two_married_rulers_add_to_the_same_attributes() -> None:
    after = played(at_step(), SPOUSE)
    assert [each.attributes for each in kingdom_of(after).held_by(Role.RULER)] == [(E,), (E,)]
    assert figures(realm_in(after)).economy == figures(realm_in(at_step())).economy + 4
    require_refused(at_step(), replace(SPOUSE, attributes=(L,)), "leaders.same_attributes")


def test_r034_a_consort_cannot_coexist_with_two_rulers() -> None:
    consort = leader(Role.CONSORT, None, 10, "Ada")
    require_refused(at_step(consort), SPOUSE, "leaders.consort_beside_two")
    with refuses("leaders.consort_beside_two"):
        play(played(at_step(), SPOUSE), AssignLeader(TARN, Role.CONSORT, "Ada"))
    # With one Ruler there may be one.
    played(at_step(), AssignLeader(TARN, Role.CONSORT, "Ada"))


def test_only_a_ruler_is_married_and_only_one_can_be() -> None:
    for wrong in (general(is_married=True), replace(SPOUSE, role=Role.HEIR, scores={})):
        require_refused(at_step(), wrong, "leaders.cant_marry")
    both = played(at_step(), SPOUSE)
    require_refused(both, replace(SPOUSE, name="Third"), "leaders.cant_marry")
    with refuses("leaders.two_rule", "Ilka and Joss"):
        play(both, replace(SPOUSE, name="Third", is_married=False))


# -- edited -------------------------------------------------------------------------------------------


def test_a_level_gained_changes_what_a_leader_adds_and_costs_no_unrest() -> None:
    before = at_step(WARDEN, actor=WREN)
    turn = play(before, EditLeader(TARN, Role.WARDEN, scores={Ability.CON: 20}, has_leadership=True))
    told = next(event for event in turn.events if isinstance(event, LeaderEdited))
    assert (told.before, told.amount) == (1, 6)
    after = played(before, EditLeader(TARN, Role.WARDEN, scores={Ability.CON: 20}))
    assert kingdom_of(after).unrest == 0
    assert kingdom_of(after).held_by(Role.WARDEN)[0].scores[Ability.STR] == 12


def test_ranks_are_noted_whatever_the_setting() -> None:
    for campaign in (decided(), decided(leadership_role_skills="yes")):
        before = replace(at_step(WARDEN, actor=WREN), campaign=campaign)
        turn = play(before, EditLeader(TARN, Role.WARDEN, ranks=10))
        told = next(event for event in turn.events if isinstance(event, LeaderEdited))
        assert told.amount - told.before == (2 if ROLE_SKILLS.of(campaign.settings) == "yes" else 0)


def test_who_a_leader_is_only_a_game_master_changes() -> None:
    renamed = EditLeader(TARN, Role.WARDEN, name="Oswin the Elder")
    for action in (
        renamed,
        EditLeader(TARN, Role.WARDEN, player=DEACON),
        EditLeader(TARN, Role.WARDEN, is_npc=True),
    ):
        require_refused(at_step(WARDEN, actor=WREN), action, "leaders.only_game_masters_rename")
    after = played(at_step(WARDEN, actor=MARISOL), replace(renamed, player=DEACON))
    (held,) = kingdom_of(after).held_by(Role.WARDEN)
    assert (held.name, held.player) == ("Oswin the Elder", DEACON)
    after = played(after, EditLeader(TARN, Role.WARDEN, is_npc=True))
    assert kingdom_of(after).held_by(Role.WARDEN)[0].player is None
    with refuses("leaders.has_a_role", "Ilka", "Ruler"):
        play(at_step(WARDEN, actor=MARISOL), EditLeader(TARN, Role.WARDEN, name="Ilka"))
    with refuses("leaders.no_member", "<@4>"):
        play(at_step(WARDEN, actor=MARISOL), EditLeader(TARN, Role.WARDEN, player=STRANGER))


def test_an_edit_that_changes_nothing_or_nobody_is_refused() -> None:
    require_refused(at_step(WARDEN, actor=WREN), EditLeader(TARN, Role.WARDEN), "leaders.nothing_edited")
    with refuses("leaders.nobody_holds", "Tarn", "General"):
        play(at_step(WARDEN), EditLeader(TARN, Role.GENERAL, ranks=1))
    with pytest.raises(NotAllowed):
        play(
            by(at_step(leader(Role.GENERAL, DEACON, name="Bo")), WREN),
            EditLeader(TARN, Role.GENERAL, ranks=1),
        )
    with refuses("leaders.ranks_out_of_range"):
        play(at_step(WARDEN, actor=WREN), EditLeader(TARN, Role.WARDEN, ranks=99))


# -- a new month --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [4, 5])
def test_a_new_month_has_leaders_at_their_duties_without_the_dead_and_without_old_vacancies(
    number: int,
) -> None:
    gone, next_ = Lapse(Role.GENERAL, 3, 3), Lapse(Role.WARDEN, 5, 5)
    state = tarn(
        leaders=(replace(RULER, days=2), replace(WARDEN, has_died=True)),
        lapses=(gone, next_),
        month=month(Phase.EVENT, number=number),
    )
    after = renew_leaders(state)
    assert [(each.name, each.days) for each in after.leaders] == [("Ilka", 7)]
    assert after.lapses == (next_,)


# -- What is typed about leaders, as people write it ----------------------------------------------------


# -- what is typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "role", "scores"),
    [
        ("Cha 16 Wis 12", Role.COUNCILOR, {Ability.CHA: 16, Ability.WIS: 12}),
        ("charisma: 16, WIS=12", Role.COUNCILOR, {Ability.CHA: 16, Ability.WIS: 12}),
        ("16 cha", Role.RULER, {Ability.CHA: 16}),
        ("Cha16", Role.RULER, {Ability.CHA: 16}),
        ("18", Role.WARDEN, {Ability.CON: 18}),
        ("", Role.RULER, {}),
    ],
)
def test_abilities_are_read_as_people_write_them(text: str, role: Role, scores: dict[Ability, int]) -> None:
    assert scores_of(text, role) == scores


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("+3", refuses("leaders.give_scores")),
        ("Cha +3", refuses("leaders.give_scores")),
        ("Cha", refuses("leaders.no_scores")),
        ("Luck 12", refuses("leaders.no_scores")),
        ("Cha 16 Cha 12", refuses("leaders.no_scores")),
        ("Cha 16 12", refuses("leaders.no_scores")),
        ("???", refuses("leaders.no_scores")),
        ("61", refuses("leaders.score_out_of_range", "Charisma", 1, 60)),
        ("0", refuses("leaders.score_out_of_range", "Charisma", 1, 60)),
        ("9" * 60, refuses("leaders.score_out_of_range", "Charisma", 1, 60)),
    ],
)
def test_abilities_that_cant_be_read_are_refused_with_an_example(text: str, refusal: Any) -> None:
    with refusal:
        scores_of(text, Role.RULER)


def test_roles_and_attributes_are_read_by_their_names() -> None:
    assert roles_of("Warden, grand diplomat; Warden") == (Role.WARDEN, Role.GRAND_DIPLOMAT)
    assert role_of("royal_enforcer") is role_of("Royal Enforcer") is Role.ROYAL_ENFORCER
    assert attributes_of("Economy, then Loyalty") == attributes_of("economy loyalty") == (E, L)
    with refuses("leaders.no_role", "King"):
        role_of("King")
    for wrong in ("Fame", "Economy economy"):
        with refuses("leaders.no_attributes"):
            attributes_of(wrong)


def test_a_kingdom_that_is_not_there_is_refused() -> None:
    require_refused(at_step(), general(kingdom=RecordId("none")), "record.not_here")


# -- Bounds and odd cases of the kingdom's rules, each at the number where it changes -------------------


@pytest.mark.parametrize("unrest", [0, 19])
def test_r017_order_may_leave_any_unrest_from_0_to_19(unrest: int) -> None:
    fallen = scene(ready(tarn(unrest=20, is_in_anarchy=True)))
    assert kingdom_of(played(fallen, Thaw(TARN, "At last", unrest))).unrest == unrest
    for told in (-1, 20):
        require_refused(fallen, Thaw(TARN, "At last", told), "month.unrest")


@pytest.mark.parametrize("score", [LEAST_SCORE, MOST_SCORE])
def test_ability_scores_reach_from_1_to_60(score: int) -> None:
    made = scene(ready(tarn()))
    play(made, AssignLeader(TARN, Role.WARDEN, "Ada", scores={Ability.CON: score}))
    for wrong in (0, 61):
        with refuses("leaders.score_out_of_range", 1, 60):
            play(made, AssignLeader(TARN, Role.WARDEN, "Ada", scores={Ability.CON: wrong}))


@pytest.mark.parametrize(
    ("lacking", "refusal"),
    [
        ({"alignment": None}, refuses("founding.lacks", "alignment")),
        ({"terms": Terms(Backing.GRANT)}, refuses("founding.lacks", "build points")),
        ({"first": None}, refuses("founding.lacks", "hex")),
    ],
)
def test_nothing_is_founded_while_one_thing_is_missing(lacking: dict[str, Any], refusal: Any) -> None:
    whole = Terms(Backing.GRANT, "The guild", 50)
    drawn = tarn(
        stage=Stage.FOUNDING, settlements=(), capital=None, treasury=0, terms=whole, first="1,1",
        alignment=Alignment.NEUTRAL, month=month(Phase.BEFORE),
    )  # fmt: skip
    play(scene(drawn, land(own=())), FoundKingdom(TARN))
    with refusal:
        play(scene(replace(drawn, **lacking), land(own=())), FoundKingdom(TARN))


def test_r115_an_army_eats_nothing_unless_it_is_said() -> None:
    over = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN, MonthStep.SETTLEMENTS)
    made = scene(ready(tarn(leaders=everybody(), month=month(Phase.EDICT, *over, size=3))))
    (army,) = kingdom_of(played(made, RaiseArmy(TARN, "Foot"))).armies
    assert army.consumption == 0


def test_r044_hiring_adventurers_spends_bp_and_is_no_roll_for_anybody() -> None:
    over, cult = (MonthStep.CONTINUING, MonthStep.EVENT), ActiveEvent(1, "cult_activity", 1)
    state = tarn(leaders=everybody(DEACON), month=month(Phase.EVENT, *over, size=3), happenings=(cult,))
    made = scene(ready(state), actor=WREN)
    action = HireAdventurers(TARN, Attribute.LOYALTY, "1-2")
    with pytest.raises(NotAllowed):
        play(made, action)
    assert play(by(made, DEACON), action).on_behalf_of is None
    play(scene(ready(state), actor=WREN, campaign=decided(who_rolls="anyone")), action)


@pytest.mark.parametrize(("prepared", "is_one"), [(None, False), (0, True), (1, True), (2, False)])
def test_r070_a_settlement_is_founded_where_the_site_is_ready_and_nothing_stands(
    prepared: int | None, is_one: bool
) -> None:
    on = hexed(hexed(land(), "1,0", prepared=prepared), "0,0", prepared=0)
    assert is_site(realm(tarn(), on), "1,0") is is_one
    # The capital stands there.
    assert not is_site(realm(tarn(), on), "0,0")
    assert not is_site(realm(tarn(), on), "3,0")


def test_a_leader_who_keeps_the_name_has_no_former_one() -> None:
    made = scene(ready(tarn(leaders=(leader(Role.WARDEN, WREN, 10, "Ada"),))))
    for name, former in (("", ""), ("Eda", "Ada")):
        told = play(made, EditLeader(TARN, Role.WARDEN, ranks=3, name=name)).events[0]
        assert isinstance(told, LeaderEdited)
        assert told.former == former
