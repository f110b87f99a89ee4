"""Rolls at once, asked of several, and made together (S17 to S20, Q6 to Q9), with consent and in secret."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, cast

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import RecordId, World
from bot.engine.views import RecordView
from bot.errors import RuleViolation
from bot.play import Post
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.checks.cards import show_call
from bot.systems.sovereign.checks.rules import (
    CALL,
    Answer,
    AnswerCall,
    Ask,
    Call,
    EndCall,
    Group,
    GroupRolled,
    JoinGroup,
    RollGroup,
    RollNow,
    Try,
)
from bot.systems.sovereign.state import Character, Dying
from tests.refusals import refuses
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MARISOL,
    MIRA,
    ODO,
    WREN,
    bo,
    mira,
    odo,
    of,
    play,
    played,
    said,
    scene,
    waiting,
    who,
)

D6 = range(1, 7)
OPENED = RecordId("new-1")


def three(actor: int = MARISOL, **changes: Any) -> World:
    """Mira (+2 to sneak), Bo (−1) and Odo (0)."""
    return scene(of(MIRA, mira()), of(BO, bo(**changes)), of(ODO, odo(skills={"sneak": 0})), actor=actor)


def call_of(scene: World) -> Call:
    call: Call = scene.records[OPENED].state
    return call


def answers(scene: World) -> dict[str, Answer]:
    return {each.name: each.answer for each in call_of(scene).members}


# -- at once ----------------------------------------------------------------------------------------------


def test_s17_a_check_is_told_with_dice_sum_and_what_comes_of_it() -> None:
    turn = play(three(DEACON), RollNow(MIRA, "DEX/Sneak", "Past the guard"), 4, 4)
    assert said(turn) == ["Mira: Past the guard. DEX/Sneak against 10: 2d6 (4, 4) + 2 = 10. **Succeeds.**"]
    assert turn.events[0].audience == EVERYONE


@pytest.mark.parametrize(
    ("roll", "dice", "text"),
    [
        ("DEX/Sneak", (3, 4), "Mira: DEX/Sneak against 10: 2d6 (3, 4) + 2 = 9. **Fails.**"),
        ("DEX/Sneak vs +1", (3, 4), "Mira: DEX/Sneak against 9: 2d6 (3, 4) + 2 = 9. **Succeeds.**"),
        ("WIS/Notice −1", (6, 4), "Mira: WIS/Notice −1 against 10: 2d6 (6, 4) = 10. **Succeeds.**"),
        ("Physical", (14,), "Mira: Physical save: 14, needs 14. **Succeeds.**"),
        ("Physical +2", (11,), "Mira: Physical save +2: 11 + 2 = 13, needs 14. **Fails.**"),
        ("2 in 6", (2,), "Mira: 2 in 6: 2. **Succeeds.**"),
        ("45%", (46,), "Mira: 45%: 46. **Fails.**"),
        ("no roll", (), "Mira: It's done, without a roll."),
    ],
)
def test_s3_s11_s17_each_roll_as_it_is_told(roll: str, dice: tuple[int, ...], text: str) -> None:
    assert said(play(three(DEACON), RollNow(MIRA, roll), *dice)) == [text]


def test_s2_the_cost_of_failure_is_told_where_it_fails() -> None:
    climb = Try(MIRA, "Climbs the wall", "STR/Exert", "a Turn", "Falls 20 feet.")
    assert said(play(three(), climb, 5, 5)) == [
        "Mira: Climbs the wall. STR/Exert against 10: 2d6 (5, 5) − 1 = 9. **Fails.** Falls 20 feet."
    ]
    assert said(play(three(), climb, 6, 5))[0].endswith("= 10. **Succeeds.**")


@pytest.mark.parametrize("what", ["", " \n", "x" * 201])
def test_s2_what_is_tried_has_to_be_said(what: str) -> None:
    with refuses("try.what", error=RuleViolation):
        play(three(), Try(MIRA, what, "DEX/Sneak"), 6, 6)


@pytest.mark.parametrize("down", [{"is_dead": True}, {"dying": Dying()}, {"helpless": 3}])
@pytest.mark.parametrize(
    "action", [RollNow(BO, "DEX/Sneak"), Try(BO, "Sneaks", "DEX/Sneak"), Ask((MIRA, BO), "DEX/Sneak")]
)
def test_who_can_not_act_rolls_nothing(down: dict[str, Any], action: Any) -> None:
    code = "character.dead" if "is_dead" in down else "character.helpless"
    with refuses(code, error=RuleViolation):
        play(three(hp=0, **down), action)


def test_a_secret_roll_is_the_game_masters_alone_with_its_dice() -> None:
    turn = play(three(), RollNow(MIRA, "WIS/Notice", is_secret=True), 3, 3)
    assert [each.audience for each in turn.events] == [GAME_MASTERS]
    with refuses("roll.secret", error=RuleViolation):
        play(three(DEACON), RollNow(MIRA, "WIS/Notice", is_secret=True))


# -- asked of several (S18) -------------------------------------------------------------------------------


def test_s18_who_lets_game_masters_roll_is_rolled_for_and_the_others_are_asked() -> None:
    turn = play(three(is_consenting=True), Ask((MIRA, BO), "Evasion", "The ceiling falls", "3 damage."), 14)
    assert said(turn) == [
        "Bo: The ceiling falls. Evasion save: 14, needs 15. **Fails.** 3 damage.",
        "Evasion save for Mira.",
    ]
    (opened,) = turn.changes
    (step,) = waiting(CALL, OPENED, opened.state)
    assert (step.who, step.choices[0].label) == (DEACON, "Mira: roll (40.0%)")


def test_s18_asked_of_those_who_all_consent_nothing_waits() -> None:
    begun = scene(of(MIRA, mira(is_consenting=True)), of(BO, bo(is_consenting=True)))
    turn = play(begun, Ask((MIRA, BO), "Evasion"), 13, 15)
    assert turn.changes == ()
    assert all(each.is_success for each in turn.events)


def test_s18_without_consent_nothing_is_rolled_until_they_answer_and_then_once() -> None:
    asked = played(three(), Ask((MIRA, BO), "Evasion"))
    assert answers(asked) == {"Mira": Answer.WAITS, "Bo": Answer.WAITS}
    one = played(asked, AnswerCall(OPENED, MIRA), 13)
    assert answers(one) == {"Mira": Answer.SUCCEEDED, "Bo": Answer.WAITS}
    with refuses("call.answered", error=RuleViolation):
        play(one, AnswerCall(OPENED, MIRA))
    both = played(one, AnswerCall(OPENED, BO), 3)
    assert answers(both)["Bo"] is Answer.FAILED
    assert both.records[OPENED].is_archived


def test_s18_who_can_not_act_by_now_does_not_roll() -> None:
    asked = played(three(), Ask((BO,), "Evasion"))
    fallen = scene(of(BO, bo(hp=0, dying=Dying())), asked.records[OPENED])
    with refuses("character.helpless"):
        play(fallen, AnswerCall(OPENED, BO))


def test_trips_six_notice_checks_of_a_party_are_one_press_and_one_secret() -> None:
    six = [RecordId(f"p{n}") for n in range(6)]
    party = [of(each, bo(name=f"P{n}")) for n, each in enumerate(six)]
    turn = play(scene(*party), Ask(tuple(six), "WIS/Notice", is_secret=True), *[6, 5] * 6)
    assert (len(turn.events), turn.changes) == (6, ())
    assert {each.audience for each in turn.events} == {GAME_MASTERS}


def test_asked_twice_they_roll_once_and_only_for_what_is_rolled() -> None:
    assert len(call_of(played(three(), Ask((MIRA, BO, MIRA), "Evasion"))).members) == 2
    with refuses("call.no_roll"):
        play(three(), Ask((MIRA,), "no roll"))
    many = [RecordId(f"p{n}") for n in range(13)]
    with refuses("call.too_many"):
        play(scene(*(of(each, bo(name=str(each))) for each in many)), Ask(tuple(many), "Evasion"))


def test_a_game_master_closes_it_without_the_silent() -> None:
    asked = played(three(), Ask((MIRA, BO), "Evasion", "Sand"))
    assert said(play(asked, EndCall(OPENED))) == ["Called off: Sand."]
    # Also once the first has answered.
    for state in (asked, played(asked, AnswerCall(OPENED, MIRA), 3)):
        assert [each.key for each in waiting(CALL, OPENED, call_of(state))[-1].choices] == ["roll", "end"]
    closed = played(asked, EndCall(OPENED))
    with refuses("record.archived"):
        play(closed, AnswerCall(OPENED, MIRA))


# -- together (S19, Q6, Q7) ---------------------------------------------------------------------------------


def grouped(
    roller: RecordId | None = None, *joined: RecordId, who: tuple[RecordId, ...] = (MIRA, BO, ODO)
) -> World:
    """A group that sneaks, with those who joined."""
    state = played(three(), Group(who, "DEX/Sneak", roller, "Past the guard", "The alarm rings."))
    for each in joined:
        state = played(state, JoinGroup(OPENED, each, is_in=True))
    return state


def test_s19_each_sees_their_own_sign_before_they_join() -> None:
    labels = [each.choices[0].label for each in waiting(CALL, OPENED, call_of(grouped()))]
    assert labels == ["Bo joins (−1)", "Odo joins (+0)", "Roll (+2)"]


def test_q6_the_best_rolls_unless_somebody_is_named() -> None:
    assert call_of(grouped()).roller == MIRA
    assert call_of(grouped(BO)).roller == BO
    assert call_of(grouped(MIRA, who=(BO, ODO))).member(MIRA) is not None


def test_s19_helpers_add_or_take_1_and_not_their_modifiers() -> None:
    # Bo rolls with −1; Mira adds 1, not her 2, and Odo nothing: 4 + 6 −1 + 1 = 10.
    turn = play(grouped(BO, MIRA, ODO), RollGroup(OPENED, BO), 4, 6)
    assert said(turn) == [
        "Bo with Mira and Odo (+1), Past the guard: DEX/Sneak against 10: 2d6 (4, 6) = 10. **Succeeds.**"
    ]
    failed = play(grouped(BO, MIRA, ODO), RollGroup(OPENED, BO), 4, 5)
    assert said(failed)[0].endswith("**Fails.** The alarm rings.")


def test_q6_an_untrained_helper_hurts() -> None:
    turn = play(grouped(None, BO), RollGroup(OPENED, MIRA), 4, 4)
    assert (turn.events[0].bonus, turn.events[0].is_success) == (1, False)


def test_q7_only_who_joined_counts_and_the_silent_do_not() -> None:
    alone = play(grouped(), RollGroup(OPENED, MIRA), 4, 4)
    assert (alone.events[0].group, alone.events[0].helpers, alone.events[0].is_success) == (0, (), True)
    out = played(grouped(), JoinGroup(OPENED, BO, is_in=False))
    assert play(out, RollGroup(OPENED, MIRA), 4, 4).events[0].group == 0


def test_the_card_of_a_group_that_has_rolled_waits_for_nobody() -> None:
    state, nobody = call_of(grouped(None, BO)), cast(Post, None)
    asked = RecordView(
        OPENED, SYSTEM.name, CALL.name, "", state, 2, steps=tuple(waiting(CALL, OPENED, state))
    )
    assert "⏳ Odo: +0, no answer yet" in show_call(asked, nobody).lines
    assert "– Odo: +0, didn't answer" in show_call(replace(asked, steps=()), nobody).lines


def test_s19_who_lets_game_masters_roll_joins_by_themselves() -> None:
    begun = played(three(is_consenting=True), Group((MIRA, BO, ODO), "DEX/Sneak"))
    assert answers(begun) == {"Mira": Answer.WAITS, "Bo": Answer.JOINED, "Odo": Answer.WAITS}


def test_s19_one_answers_once_and_rolls_once() -> None:
    joined = grouped(None, BO)
    with refuses("call.answered", error=RuleViolation):
        play(joined, JoinGroup(OPENED, BO, is_in=False))
    rolled = played(joined, RollGroup(OPENED, MIRA), 4, 4)
    with refuses("record.archived", error=RuleViolation):
        play(rolled, RollGroup(OPENED, MIRA))
    with refuses("group.roller", error=RuleViolation):
        play(joined, RollGroup(OPENED, BO))


def test_s19_who_is_down_by_now_helps_nobody() -> None:
    joined = grouped(None, BO)
    fallen = scene(of(MIRA, mira()), of(BO, bo(hp=0, is_dead=True)), of(ODO, odo()), joined.records[OPENED])
    assert play(fallen, RollGroup(OPENED, MIRA), 4, 4).events[0].helpers == ()


def test_s19_a_group_is_two_or_more_who_make_a_check() -> None:
    with refuses("group.alone"):
        play(three(), Group((MIRA,), "DEX/Sneak"))
    with refuses("group.check"):
        play(three(), Group((MIRA, BO), "Evasion"))
    with refuses("character.helpless"):
        play(three(hp=0, dying=Dying()), Group((MIRA, BO), "DEX/Sneak"))


def test_handed_over_another_player_answers() -> None:
    assert CALL.hand_over is not None
    given = CALL.hand_over(call_of(grouped()), WREN, MIRA)
    assert [each.player for each in given.members] == [WREN, WREN, DEACON]


@pytest.mark.parametrize("target", ["", " 12", " vs +2"])
def test_s19_all_group_checks_by_dice_and_helpers(target: str) -> None:
    """Every roll of a roller with −1 to 4 and two helpers of −2, 0 and 3, counted."""
    needs = {"": 10, " 12": 12, " vs +2": 10}[target]
    for adds, one, other in product(range(-1, 5), (-1, 0, 3), (-1, 0, 3)):
        party = [of(each, sneaking(str(each), n)) for each, n in ((MIRA, adds), (BO, one), (ODO, other))]
        state = played(scene(*party), Group((MIRA, BO, ODO), f"DEX/Sneak{target}", MIRA))
        for each in (BO, ODO):
            state = played(state, JoinGroup(OPENED, each, is_in=True))
        share = sum((n > 0) - (n < 0) for n in (one, other))
        fell: Counter[bool] = Counter()
        for a, b in product(D6, D6):
            (event,) = play(state, RollGroup(OPENED, MIRA), a, b).events
            assert isinstance(event, GroupRolled)
            assert event.is_success == (a + b + adds + share >= needs)
            fell[event.is_success] += 1
        # The step's label says what is added to the dice.
        assert waiting(CALL, OPENED, call_of(state))[-1].choices[0].label == f"Roll ({signed(adds + share)})"
        assert Fraction(fell[True], 36) == sum(
            Fraction(1, 36) for a, b in product(D6, D6) if a + b >= needs - adds - share
        )


def sneaking(name: str, adds: int) -> Character:
    return bo(name=name, skills={"sneak": adds})


def signed(n: int) -> str:
    return f"{n:+d}".replace("-", "−")


def test_who_is_asked_is_left_as_they_were() -> None:
    assert who(played(three(), Ask((MIRA, BO), "Evasion")), MIRA) == mira()
