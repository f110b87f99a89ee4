"""How a challenge ends: withdrawn (Q28), or with a setback or advantage (K10, K12, Q21)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Permit
from bot.errors import RuleViolation
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.challenges.rules import steps
from bot.systems.second_kingdom.challenges.state import (
    ChallengeWithdrawn,
    ConsequenceProposed,
    ConsequenceWritten,
    LetBe,
    OpenChallenge,
    ProposeConsequence,
    RollChallenge,
    Status,
    WithdrawChallenge,
    WriteConsequence,
)
from bot.systems.second_kingdom.heroes.people import GrantConviction
from bot.systems.second_kingdom.state import Note, NoteKind, Virtue
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
    play,
    rolled,
    scene,
)

OPEN = OpenChallenge(EVANDER, "Leap the chasm", Virtue.COURAGE, 4)
PARTIAL, FULL, EXCEPTIONAL = (8, 1, 1), (10, 1, 1), (10, 8, 1)


def permit_of(action: type[Any]) -> Permit:
    return next(kind.may for kind in SYSTEM.actions if kind.action is action)


# -- withdrawn --------------------------------------------------------------------------------------


def test_q28_a_challenge_withdrawn_before_the_dice_costs_nothing() -> None:
    before = scene(evander(), leap(notes=(ICE,)))
    done = after(before, play(before, WithdrawChallenge(LEAP)))
    assert (challenge_of(done).status, hero_of(done)) == (Status.WITHDRAWN, evander())


def test_a_withdrawal_is_told() -> None:
    turn = play(scene(evander(), leap()), WithdrawChallenge(LEAP))
    assert turn.events == (ChallengeWithdrawn("Evander", "Leap"),)


@pytest.mark.parametrize("dice", [(1, 1, 1), PARTIAL, FULL])
def test_q28_once_dice_exist_nothing_is_withdrawn(dice: tuple[int, ...]) -> None:
    with pytest.raises(RuleViolation, match="no longer open"):
        play(rolled(*dice, conviction=0), WithdrawChallenge(LEAP))


def test_a_withdrawn_challenge_is_not_rolled() -> None:
    with pytest.raises(RuleViolation, match="no longer open"):
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
    with pytest.raises(RuleViolation, match="No setback or advantage is due"):
        play(done, WriteConsequence(LEAP, "The rope frays"))


@pytest.mark.parametrize(("dice", "kind"), [(PARTIAL, NoteKind.SETBACK), (EXCEPTIONAL, NoteKind.ADVANTAGE)])
def test_q21_what_is_written_stays_with_the_hero(dice: tuple[int, ...], kind: NoteKind) -> None:
    before = rolled(*dice)
    turn = play(before, WriteConsequence(LEAP, " The rope\nfrays "))
    done = after(before, turn)
    assert hero_of(done).notes == (Note(kind, "The rope frays", LEAP),)
    assert challenge_of(done).consequence == Note(kind, "The rope frays", LEAP)
    assert turn.events == (ConsequenceWritten("Evander", kind, "The rope frays"),)


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


@pytest.mark.parametrize(("text", "length"), [("", 0), (" \n ", 0), ("\u200b", 0), ("t" * 301, 301)])
def test_a_consequence_that_cannot_be_read_or_is_too_long_is_refused(text: str, length: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(rolled(*PARTIAL), WriteConsequence(LEAP, text))
    assert str(refused.value) == f"Write the setback in 1 to 300 characters; this has {length}."


@pytest.mark.parametrize("again", [WriteConsequence(LEAP, "And the ledge cracks"), LetBe(LEAP)])
@pytest.mark.parametrize("first", [WriteConsequence(LEAP, "The rope frays"), LetBe(LEAP)])
def test_a_consequence_is_given_once(first: Any, again: Any) -> None:
    before = rolled(*PARTIAL)
    with pytest.raises(RuleViolation, match="No setback or advantage is due"):
        play(after(before, play(before, first)), again)


def test_a_game_master_may_let_it_be() -> None:
    before = rolled(*EXCEPTIONAL)
    turn = play(before, LetBe(LEAP))
    assert (challenge_of(after(before, turn)).status, turn.events[0].text) == (Status.SETTLED, "")


@pytest.mark.parametrize("action", [WriteConsequence, LetBe, GrantConviction])
def test_only_a_game_master_settles_what_a_roll_leaves(action: type[Any]) -> None:
    assert permit_of(action) is Permit.GAME_MASTERS


def test_an_open_challenge_has_no_consequence_yet() -> None:
    with pytest.raises(RuleViolation, match="No setback or advantage is due"):
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
    with pytest.raises(RuleViolation, match="proposed already; nothing was changed"):
        play(done, ProposeConsequence(LEAP, "The rope  frays"))


def test_only_the_player_proposes() -> None:
    assert permit_of(ProposeConsequence) is Permit.OWNER


@pytest.mark.parametrize("text", ["", "t" * 301])
def test_an_empty_or_endless_proposal_is_refused(text: str) -> None:
    with pytest.raises(RuleViolation, match="in 1 to 300 characters"):
        play(rolled(*PARTIAL), ProposeConsequence(LEAP, text))


@pytest.mark.parametrize("dice", [(1, 1, 1), FULL])
def test_nothing_is_proposed_where_nothing_is_due(dice: tuple[int, ...]) -> None:
    with pytest.raises(RuleViolation, match="No setback or advantage is due"):
        play(rolled(*dice), ProposeConsequence(LEAP, "The rope frays"))
