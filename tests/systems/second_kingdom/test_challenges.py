"""The pool, conviction and what the dice mean: K5 to K13, and Q1, Q3 and Q26, in numbers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from bot.engine.people import Permit
from bot.errors import RuleViolation
from bot.systems.second_kingdom.challenges import state as challenges_state
from bot.systems.second_kingdom.challenges.rules import OpenChallenge
from bot.systems.second_kingdom.challenges.state import (
    ConsequenceProposed,
    LetBe,
    Level,
    ProposeConsequence,
    RollChallenge,
    Status,
    WithdrawChallenge,
    WriteConsequence,
)
from bot.systems.second_kingdom.heroes.people import GrantConviction
from bot.systems.second_kingdom.state import Note, NoteKind, Virtue
from tests.databases import Templates
from tests.harness.raw import Delivered
from tests.harness.world import Json
from tests.kept import Beginning
from tests.refusals import refuses
from tests.said import codes, values
from tests.stages import Stage, open_stage
from tests.systems.second_kingdom.scenes import (
    DEACON,
    EVANDER,
    ICE,
    LEAP,
    after,
    challenge_of,
    evander,
    hero_of,
    leap,
    permit_of,
    play,
    rolled,
    scene,
)
from tests.systems.second_kingdom.scenes import challenge_steps as steps
from tests.systems.second_kingdom.stock import challenge, hero, panel

ALL = range(1, 11)
LEVEL_OF = {0: Level.FAILURE, 1: Level.PARTIAL, 2: Level.FULL}


@pytest.mark.parametrize(("virtue", "rating"), list(product(ALL, ALL)))
def test_k5_one_die_and_one_more_per_point_above_the_rating(virtue: int, rating: int) -> None:
    points_above = len(range(rating, virtue))
    assert challenges_state.pool(virtue, rating) == 1 + points_above


@pytest.mark.parametrize(("virtue", "rating"), [(1, 10), (4, 5), (8, 8)])
def test_k5_never_fewer_than_one_die(virtue: int, rating: int) -> None:
    assert challenges_state.pool(virtue, rating) == 1


@pytest.mark.parametrize(
    ("virtue", "rating", "conviction", "dice"), [(6, 4, 0, 3), (8, 8, 0, 1), (4, 5, 0, 1), (4, 5, 3, 3)]
)
def test_k13_the_books_examples(virtue: int, rating: int, conviction: int, dice: int) -> None:
    assert challenges_state.pool(virtue, rating, conviction) == dice


def test_k6_each_conviction_raises_the_virtue_by_one() -> None:
    assert [challenges_state.pool(6, 4, spent) for spent in range(4)] == [3, 4, 5, 6]


def test_k6_at_most_three_conviction_count() -> None:
    assert challenges_state.most_conviction(1, held=9) == 3


@pytest.mark.parametrize(("virtue", "most"), [(6, 3), (7, 3), (8, 2), (9, 1), (10, 0)])
def test_q1_only_conviction_that_can_count_is_offered(virtue: int, most: int) -> None:
    assert challenges_state.most_conviction(virtue, held=9) == most


@pytest.mark.parametrize("held", range(4))
def test_q1_no_more_than_is_held_is_offered(held: int) -> None:
    assert challenges_state.most_conviction(4, held) == held


@pytest.mark.parametrize("virtue", [11, 13])
def test_q26_a_virtue_above_ten_keeps_its_dice_and_takes_no_conviction(virtue: int) -> None:
    assert (challenges_state.pool(virtue, 4), challenges_state.most_conviction(virtue, 9)) == (virtue - 3, 0)


@pytest.mark.parametrize(("face", "worth"), [*((n, 0) for n in range(1, 8)), (8, 1), (9, 1), (10, 2)])
def test_k8_what_each_face_is_worth(face: int, worth: int) -> None:
    assert challenges_state.successes_of(face) == worth


def test_k8_successes_add_up() -> None:
    assert challenges_state.successes((7, 8, 9, 10, 1)) == 4


@pytest.mark.parametrize(
    ("count", "level"),
    [
        (0, Level.FAILURE),
        (1, Level.PARTIAL),
        (2, Level.FULL),
        (3, Level.EXCEPTIONAL),
        (4, Level.EXCEPTIONAL),
        (20, Level.EXCEPTIONAL),
    ],
)
def test_k9_to_k12_what_successes_achieve(count: int, level: Level) -> None:
    assert challenges_state.level(count) is level


def test_trap_a_single_ten_is_fully_achieved() -> None:
    assert challenges_state.level(challenges_state.successes((10,))) is Level.FULL


def test_trap_two_tens_are_not_cut_to_two_successes() -> None:
    assert challenges_state.level(challenges_state.successes((10, 10))) is Level.EXCEPTIONAL


# -- odds -------------------------------------------------------------------------------------------


def _enumerated(dice: int) -> dict[Level, Fraction]:
    """Every roll written out, counted by hand: nothing of the program's own."""
    found = dict.fromkeys(Level, 0)
    for faces in product(ALL, repeat=dice):
        worth = sum(face in (8, 9) for face in faces) + 2 * faces.count(10)
        found[LEVEL_OF.get(worth, Level.EXCEPTIONAL)] += 1
    return {level: Fraction(times, 10**dice) for level, times in found.items()}


def _slowly(dice: int) -> dict[Level, Fraction]:
    """Die by die, with fractions, without the program's distributions."""
    worth = {0: Fraction(1)}
    for _ in range(dice):
        grown: dict[int, Fraction] = {}
        for so_far, chance in worth.items():
            for more, weight in ((0, 7), (1, 2), (2, 1)):
                grown[so_far + more] = grown.get(so_far + more, Fraction(0)) + chance * weight / 10
        worth = grown
    found = {level: worth.get(n, Fraction(0)) for n, level in LEVEL_OF.items()}
    return {**found, Level.EXCEPTIONAL: 1 - sum(found.values(), Fraction(0))}


def _by_classes(dice: int) -> dict[Level, Fraction]:
    """Every roll written out, die by die as one of 7 faces worth nothing, 2 worth one, 1 worth two."""
    found = dict.fromkeys(Level, 0)
    for classes in product(((0, 7), (1, 2), (2, 1)), repeat=dice):
        worth = sum(successes for successes, _ in classes)
        found[LEVEL_OF.get(worth, Level.EXCEPTIONAL)] += prod(faces for _, faces in classes)
    return {level: Fraction(times, 10**dice) for level, times in found.items()}


@pytest.mark.parametrize("dice", range(1, 11))
def test_chances_are_those_of_every_roll_by_the_worth_of_its_dice(dice: int) -> None:
    assert challenges_state.pool_chances(dice) == _by_classes(dice)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_chances_are_those_of_every_roll_written_out(dice: int) -> None:
    assert challenges_state.pool_chances(dice) == _enumerated(dice)


@pytest.mark.parametrize("dice", range(1, 11))
def test_chances_agree_with_a_slow_calculation(dice: int) -> None:
    assert challenges_state.pool_chances(dice) == _slowly(dice)


@pytest.mark.parametrize("dice", range(1, 11))
def test_chances_agree_with_icepool(dice: int) -> None:
    expected = dice @ icepool.d10.map({8: 1, 9: 1, 10: 2, **dict.fromkeys(range(1, 8), 0)})
    shown = challenges_state.pool_chances(dice)
    assert shown[Level.EXCEPTIONAL] == expected.probability(">=", 3)
    assert [shown[level] for level in LEVEL_OF.values()] == [expected.probability("==", n) for n in range(3)]


@pytest.mark.parametrize(("virtue", "rating", "conviction"), [(6, 4, 0), (4, 5, 3), (10, 1, 0), (1, 10, 3)])
def test_chances_of_a_challenge_are_those_of_its_pool(virtue: int, rating: int, conviction: int) -> None:
    found = challenges_state.chances(virtue, rating, conviction)
    assert found.levels == challenges_state.pool_chances(challenges_state.pool(virtue, rating, conviction))


def test_every_amount_that_counts_has_its_chances() -> None:
    assert [row.conviction for row in challenges_state.all_chances(9, 4, held=3)] == [0, 1]


def test_q3_the_first_point_below_the_rating_buys_no_die() -> None:
    assert [row.buys_die for row in challenges_state.all_chances(4, 5, held=3)] == [True, False, True, True]


def test_q3_three_points_far_below_the_rating_buy_no_die() -> None:
    assert [row.buys_die for row in challenges_state.all_chances(2, 8, held=3)] == [True, False, False, False]


def test_q3_conviction_that_buys_no_die_is_still_offered() -> None:
    assert len(challenges_state.all_chances(2, 8, held=3)) == 4


# -- Several people act on one challenge in the same moment: one outcome, and everyone is told the truth


ENDINGS = {"RollChallenge", "RollChallengeFor", "WithdrawChallenge"}


PLAIN = Beginning[Stage]("plain", lambda address, kept: open_stage(address, kept=kept))


@pytest.fixture
async def stage(engine: str, templates: Templates, tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage on each engine in turn."""
    async with PLAIN.taken_up(templates, engine, tmp_path) as made:
        yield made


async def done(stage: Stage) -> list[str]:
    """What was done to challenges, in order."""
    names = [entry.action for entry in await stage.entries()]
    return names[names.index("OpenChallenge") + 1 :] if "OpenChallenge" in names else names


async def at_once(stage: Stage, *payloads: Json) -> list[Delivered]:
    """All of them in the same moment."""
    came = await stage.feeder.deliver_all(list(payloads))
    await stage.settle()
    return came


async def told(stage: Stage, payloads: list[Json], came: list[Delivered]) -> list[str]:
    """What each was answered that made no entry: privately, with why."""
    lines = []
    for payload, each in zip(payloads, came, strict=True):
        if not await stage.of(payload):
            assert each.answer.data["flags"] == 64
            lines.append(str(each.answer.data["embeds"][0]["description"]))
    return lines


async def sheet(stage: Stage, name: str) -> str:
    """A hero's sheet."""
    return str((await stage.do("sk sheet", by=stage.deacon, hero=name)).answer.data)


def edit(stage: Stage, **changed: Any) -> Json:
    """The game master's form, filled in."""
    return stage.fill("Edit", by=stage.gm, **({"virtue": ["courage"], "rating": "2"} | changed))


@pytest.mark.parametrize("first", ["edit", "roll"])
async def test_a_change_and_a_roll_in_the_same_moment(stage: Stage, first: str) -> None:
    name = await challenge(stage)
    roll = stage.press("Roll, spend 1", by=stage.deacon)
    await panel(stage)
    payloads = [edit(stage), roll] if first == "edit" else [roll, edit(stage)]
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    happened = await done(stage)
    assert len(happened) == 1
    held = 3 if happened == ["EditChallenge"] else 2
    assert f"Conviction **{held}**" in await sheet(stage, name)
    why = "have changed since" if happened == ["EditChallenge"] else "no longer open"
    assert [why in line for line in lines] == [True]


@pytest.mark.parametrize("label", ["Withdraw", "Roll for them"])
@pytest.mark.parametrize("is_first", [True, False])
async def test_a_game_masters_press_and_the_players_roll_in_the_same_moment(
    stage: Stage, label: str, is_first: bool
) -> None:
    name = await challenge(stage)
    roll = stage.press("Roll, spend 1", by=stage.deacon)
    await panel(stage)
    press = stage.press(label, by=stage.gm)
    payloads = [press, roll] if is_first else [roll, press]
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    happened = await done(stage)
    assert len(happened) == 1
    assert happened[0] in ENDINGS
    assert f"Conviction **{2 if happened == ['RollChallenge'] else 3}**" in await sheet(stage, name)
    assert ["no longer open" in line for line in lines] == [True]


async def test_conviction_spent_elsewhere_meanwhile_is_not_spent_twice(stage: Stage) -> None:
    name = await hero(stage)
    payloads = []
    for _ in range(2):
        await stage.do("sk challenge", by=stage.gm, heroes=name, action="Leap", virtue="temperance", rating=4)
        payloads.append(stage.press("Roll, spend 3", by=stage.deacon))
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    assert (await done(stage)).count("RollChallenge") == 1
    assert "Conviction **0**" in await sheet(stage, name)
    assert ["has 0 conviction left" in line for line in lines] == [True]


async def test_two_game_masters_change_a_challenge_in_the_same_moment(stage: Stage) -> None:
    await challenge(stage)
    await stage.do("campaign gm add", by=stage.gm, player=stage.wren)
    await panel(stage)
    payloads = [edit(stage), stage.say.by(edit(stage, rating="3"), stage.wren)]
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    assert (await done(stage)).count("EditChallenge") == 1
    assert ["have changed since" in line for line in lines] == [True]


@pytest.mark.parametrize("is_declined", [True, False])
async def test_two_game_masters_answer_a_request_in_the_same_moment(stage: Stage, is_declined: bool) -> None:
    await stage.do("campaign gm add", by=stage.gm, player=stage.wren)
    await stage.do("sk ask", by=stage.deacon, hero=await hero(stage), action="Leap")
    await stage.settle()
    answer: dict[str, Any] = {"virtue": ["courage"], "rating": "4", "secrecy": ["shown"]}
    first = await stage.gm_fill("Set rating", by=stage.gm, **answer)
    second = await stage.gm_fill("Decline", by=stage.wren, reason="Not now")
    if not is_declined:
        second = stage.say.by(first, stage.wren)
    came = await at_once(stage, second, first)
    lines = await told(stage, [second, first], came)
    answered = [name for name in await done(stage) if name in ("SetRating", "DeclineRequest")]
    assert len(answered) == 1
    assert ["no longer open" in line for line in lines] == [True]


# -- How a challenge ends: withdrawn (Q28), or with a setback or advantage (K10, K12, Q21) --------------


OPEN = OpenChallenge((EVANDER,), "Leap the chasm", Virtue.COURAGE, 4)
PARTIAL, FULL, EXCEPTIONAL = (8, 1, 1), (10, 1, 1), (10, 8, 1)


# -- withdrawn --------------------------------------------------------------------------------------


def test_q28_a_challenge_withdrawn_before_the_dice_costs_nothing() -> None:
    before = scene(evander(), leap(notes=(ICE,)))
    done = after(before, play(before, WithdrawChallenge(LEAP)))
    assert (challenge_of(done).status, hero_of(done)) == (Status.WITHDRAWN, evander())


def test_a_withdrawal_is_told() -> None:
    turn = play(scene(evander(), leap()), WithdrawChallenge(LEAP))
    assert values(turn.events, "challenge.withdrawn") == {"hero": "Evander", "action": "Leap"}


@pytest.mark.parametrize("dice", [(1, 1, 1), PARTIAL, FULL])
def test_q28_once_dice_exist_nothing_is_withdrawn(dice: tuple[int, ...]) -> None:
    with refuses("challenge.not_open"):
        play(rolled(*dice, conviction=0), WithdrawChallenge(LEAP))


def test_a_withdrawn_challenge_is_not_rolled() -> None:
    with refuses("challenge.not_open"):
        play(scene(evander(), leap(status=Status.WITHDRAWN), actor=DEACON), RollChallenge(LEAP))


def test_only_a_game_master_withdraws() -> None:
    assert permit_of(WithdrawChallenge) is Permit.GAME_MASTERS


# -- setbacks and advantages ------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "label"), [(PARTIAL, "Write setback"), (EXCEPTIONAL, "Write advantage")])
def test_k10_and_k12_the_game_master_is_asked_what_it_leaves(dice: tuple[int, ...], label: str) -> None:
    (step,) = steps(LEAP, challenge_of(rolled(*dice)))
    assert (step.who, [choice.label for choice in step.choices][:2]) == (None, [label, "Let it be"])


@pytest.mark.parametrize("dice", [(1, 1, 1), FULL])
def test_k9_and_k11_a_failure_and_a_full_success_leave_nothing(dice: tuple[int, ...]) -> None:
    done = rolled(*dice)
    assert challenge_of(done).status is Status.SETTLED
    with refuses("challenge.none_due"):
        play(done, WriteConsequence(LEAP, "The rope frays"))


@pytest.mark.parametrize(("dice", "kind"), [(PARTIAL, NoteKind.SETBACK), (EXCEPTIONAL, NoteKind.ADVANTAGE)])
def test_q21_what_is_written_stays_with_the_hero(dice: tuple[int, ...], kind: NoteKind) -> None:
    before = rolled(*dice)
    turn = play(before, WriteConsequence(LEAP, " The rope\nfrays "))
    done = after(before, turn)
    assert hero_of(done).notes == (Note(kind, "The rope frays", LEAP),)
    assert challenge_of(done).consequence == Note(kind, "The rope frays", LEAP)
    assert values(turn.events, "challenge.consequence") == {
        "kind": kind, "hero": "Evander", "text": "The rope frays",
    }  # fmt: skip


def test_q21_a_note_is_told_at_the_next_challenge_and_changes_no_number() -> None:
    before = scene(evander(notes=(ICE,)))
    opened = challenge_of(after(before, play(before, OPEN)))
    assert (opened.notes, opened.score, opened.rating) == ((ICE,), 6, 4)


def test_q21_a_note_leaves_the_sheet_with_the_roll_it_was_told_at() -> None:
    done = rolled(*FULL, hero=evander(notes=(ICE,)), challenge=leap(notes=(ICE,)))
    assert hero_of(done).notes == ()


def test_q21_a_note_written_meanwhile_stays_for_the_next() -> None:
    newer = replace(ICE, text="The wind turned")
    done = rolled(*FULL, hero=evander(notes=(ICE, newer)), challenge=leap(notes=(ICE,)))
    assert hero_of(done).notes == (newer,)


@pytest.mark.parametrize(
    ("text", "given"), [("", ""), (" \n ", ""), ("\u200b", ""), ("t" * 301, ", not 301")]
)
def test_a_consequence_that_cannot_be_read_or_is_too_long_is_refused(text: str, given: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(rolled(*PARTIAL), WriteConsequence(LEAP, text))
    assert str(refused.value) == f"The setback can have 1 to 300 characters{given}."


@pytest.mark.parametrize("again", [WriteConsequence(LEAP, "And the ledge cracks"), LetBe(LEAP)])
@pytest.mark.parametrize("first", [WriteConsequence(LEAP, "The rope frays"), LetBe(LEAP)])
def test_a_consequence_is_given_once(first: Any, again: Any) -> None:
    before = rolled(*PARTIAL)
    with refuses("challenge.none_due"):
        play(after(before, play(before, first)), again)


def test_a_game_master_may_let_it_be() -> None:
    before = rolled(*EXCEPTIONAL)
    turn = play(before, LetBe(LEAP))
    assert (challenge_of(after(before, turn)).status, codes(turn.events)) == (
        Status.SETTLED, ["challenge.let_be"],
    )  # fmt: skip


@pytest.mark.parametrize("action", [WriteConsequence, LetBe, GrantConviction])
def test_only_a_game_master_settles_what_a_roll_leaves(action: type[Any]) -> None:
    assert permit_of(action) is Permit.GAME_MASTERS


def test_an_open_challenge_has_no_consequence_yet() -> None:
    with refuses("challenge.none_due"):
        play(scene(evander(), leap()), LetBe(LEAP))


# -- proposed by the player -------------------------------------------------------------------------


def test_q21_the_player_proposes_and_the_game_masters_form_begins_with_it() -> None:
    before = rolled(*PARTIAL)
    turn = play(before, ProposeConsequence(LEAP, " The rope\nfrays "))
    done = after(before, turn)
    (step,) = steps(LEAP, challenge_of(done))
    assert [ask.value for ask in step.choices[0].asks] == ["The rope frays"]
    assert turn.events == (ConsequenceProposed("Evander", DEACON, NoteKind.SETBACK, "The rope frays"),)
    assert hero_of(done).notes == ()


def test_a_proposal_leaves_the_game_masters_buttons_standing() -> None:
    before = rolled(*PARTIAL)
    (first,) = steps(LEAP, challenge_of(before))
    (second,) = steps(LEAP, challenge_of(after(before, play(before, ProposeConsequence(LEAP, "Frays")))))
    assert first.revision == second.revision


def test_the_same_is_not_proposed_twice() -> None:
    before = rolled(*PARTIAL)
    done = after(before, play(before, ProposeConsequence(LEAP, "The rope frays")))
    with pytest.raises(RuleViolation, match="already proposed; nothing was changed"):
        play(done, ProposeConsequence(LEAP, "The rope  frays"))


def test_only_the_player_proposes() -> None:
    assert permit_of(ProposeConsequence) is Permit.OWNER


@pytest.mark.parametrize("text", ["", "t" * 301])
def test_an_empty_or_endless_proposal_is_refused(text: str) -> None:
    with refuses("challenge.note", "300"):
        play(rolled(*PARTIAL), ProposeConsequence(LEAP, text))


@pytest.mark.parametrize("dice", [(1, 1, 1), FULL])
def test_nothing_is_proposed_where_nothing_is_due(dice: tuple[int, ...]) -> None:
    with refuses("challenge.none_due"):
        play(rolled(*dice), ProposeConsequence(LEAP, "The rope frays"))
