"""The course of a challenge: K3 to K13 with Q1 to Q4, Q22, Q26 and Q27, and the traps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTER, GAME_MASTERS, PUBLIC, Permit, Standing, Viewer
from bot.engine.system import Choice, Replace
from bot.errors import RuleViolation
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.challenges.rules import OpenChallenge
from bot.systems.second_kingdom.challenges.state import (
    ChallengeOpened,
    ChallengeRolled,
    Level,
    RollChallenge,
    challenge_view,
)
from bot.systems.second_kingdom.heroes.sheet import SetVirtues
from bot.systems.second_kingdom.state import Virtue
from tests.refusals import refuses
from tests.said import values
from tests.systems.second_kingdom.scenes import (
    DEACON,
    EVANDER,
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

OPEN = OpenChallenge((EVANDER,), "Leap the chasm", Virtue.COURAGE, 4)
PARTIAL, FULL, EXCEPTIONAL = (8, 1, 1), (10, 1, 1), (10, 8, 1)


def minus(number: int) -> str:
    """The number with the sign that people read."""
    return str(number).replace("-", "−")


def choices(**changes: Any) -> dict[str, Choice]:
    """What can be done at the challenge's one step."""
    (step,) = steps(LEAP, leap(**changes))
    return {choice.label: choice for choice in step.choices}


# -- opened -----------------------------------------------------------------------------------------


def test_k3_the_game_master_sets_rating_and_virtue() -> None:
    before = scene(evander())
    opened = challenge_of(after(before, play(before, OPEN)))
    assert (opened.action, opened.virtue, opened.score, opened.rating) == ("Leap the chasm", "courage", 6, 4)
    assert permit_of(OpenChallenge) is Permit.GAME_MASTERS


@pytest.mark.parametrize("virtue", list(Virtue))
def test_k4_the_challenge_asks_for_the_virtue_named(virtue: Virtue) -> None:
    before = scene(evander())
    opened = challenge_of(after(before, play(before, replace(OPEN, virtue=virtue))))
    assert opened.score == {"courage": 6, "prudence": 5, "temperance": 3}[virtue]


@pytest.mark.parametrize("rating", [1, 10])
def test_q27_a_rating_of_1_and_of_10_is_taken(rating: int) -> None:
    before = scene(evander())
    assert challenge_of(after(before, play(before, replace(OPEN, rating=rating)))).rating == rating


@pytest.mark.parametrize("rating", [-3, 0, 11, 10**12])
def test_q27_a_rating_outside_1_to_10_is_refused(rating: int) -> None:
    with pytest.raises(RuleViolation, match=rf"^A challenge rating can be 1 to 10, not {minus(rating)}\.$"):
        play(scene(evander()), replace(OPEN, rating=rating))


def test_q22_an_opposed_rating_is_whatever_the_game_master_sets() -> None:
    before = scene(evander())
    opened = challenge_of(after(before, play(before, replace(OPEN, action="Outstare Ysolde", rating=9))))
    assert opened.rating == 9


@pytest.mark.parametrize(
    ("action", "given"), [("", ""), (" \n ", ""), ("\u200b", ""), ("a" * 201, ", not 201")]
)
def test_an_action_that_cannot_be_read_or_is_too_long_is_refused(action: str, given: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(evander()), replace(OPEN, action=action))
    assert str(refused.value) == f"Say what the hero attempts in 1 to 200 characters{given}."


def test_a_challenge_for_a_hero_of_another_campaign_is_refused() -> None:
    with refuses("record.not_here"):
        play(scene(), OPEN)


def test_nothing_is_rolled_when_a_challenge_opens() -> None:
    turn = play(scene(evander()), OPEN)
    assert turn.events == (ChallengeOpened("Evander", DEACON, "Leap the chasm", Virtue.COURAGE, 4),)


def test_a_later_change_of_the_sheet_changes_no_open_challenge() -> None:
    before = scene(evander(), leap(), actor=DEACON)
    assert challenge_of(after(before, play(before, SetVirtues(EVANDER, courage=10)))).score == 6


# -- a hidden rating --------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(DEACON, Standing.PLAYER)])
def test_q4_an_open_rating_is_told_to_everyone(viewer: Viewer) -> None:
    assert challenge_view(leap(), viewer).rating == 4


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(DEACON, Standing.PLAYER), Viewer(DEACON)])
def test_q4_a_hidden_rating_is_in_nobody_elses_view(viewer: Viewer) -> None:
    assert challenge_view(leap(is_hidden=True), viewer).rating is None


def test_q4_a_hidden_rating_is_in_the_game_masters_view() -> None:
    assert challenge_view(leap(is_hidden=True), GAME_MASTER).rating == 4


def test_q4_a_hidden_rating_is_an_event_of_the_game_masters() -> None:
    opened, hidden = play(scene(evander()), replace(OPEN, hide_rating=True)).events
    assert opened.rating is None
    assert hidden.audience == GAME_MASTERS
    assert values([hidden], "challenge.hidden_rating") == {
        "hero": "Evander", "action": "Leap the chasm", "rating": 4,
    }  # fmt: skip


def test_q4_rolling_does_not_tell_a_hidden_rating() -> None:
    turn = play(scene(evander(), leap(is_hidden=True), actor=DEACON), RollChallenge(LEAP), *FULL)
    assert [event.rating for event in turn.events] == [None]


def test_a_view_without_the_rating_cannot_be_rolled_with() -> None:
    with pytest.raises(LookupError):
        _ = challenge_view(leap(is_hidden=True), PUBLIC).true_rating


# -- rolled -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "rating", "conviction", "dice"), [(6, 4, 0, 3), (8, 8, 0, 1), (4, 5, 0, 1), (4, 5, 3, 3)]
)
def test_k13_the_books_examples_are_rolled_so(score: int, rating: int, conviction: int, dice: int) -> None:
    done = rolled(*[1] * dice, conviction=conviction, challenge=leap(score=score, rating=rating))
    assert len(challenge_of(done).roll.dice) == dice  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("dice", "level"),
    [
        ((7, 7, 7), Level.FAILURE),
        ((8, 7, 1), Level.PARTIAL),
        ((1, 9, 1), Level.PARTIAL),
        ((8, 9, 1), Level.FULL),
        ((1, 1, 10), Level.FULL),
        ((8, 9, 8), Level.EXCEPTIONAL),
        ((10, 10, 10), Level.EXCEPTIONAL),
    ],
)
def test_k8_to_k12_the_dice_say_how_it_ends(dice: tuple[int, ...], level: Level) -> None:
    assert challenge_of(rolled(*dice)).roll.level is level  # type: ignore[union-attr]


def test_k6_conviction_is_taken_and_dice_are_kept_in_one_turn() -> None:
    turn = play(scene(evander(), leap(), actor=DEACON), RollChallenge(LEAP, 2), 1, 1, 1, 1, 1)
    challenge, hero = (change.state for change in turn.changes if isinstance(change, Replace))
    assert (challenge.roll.dice, hero.conviction) == ((1, 1, 1, 1, 1), 1)


@pytest.mark.parametrize("dice", [(1, 1, 1, 1), (10, 10, 10, 10)])
def test_k7_conviction_is_gone_whatever_the_result(dice: tuple[int, ...]) -> None:
    assert hero_of(rolled(*dice, conviction=1)).conviction == 2


def test_k7_the_virtue_returns_to_normal() -> None:
    assert hero_of(rolled(1, 1, 1, 1, 1, 1, conviction=3)).courage == 6


def test_q2_three_points_may_be_spent_again_on_the_next_roll() -> None:
    spent = rolled(*[1] * 6, conviction=3, hero=evander(conviction=6))
    again = rolled(*[1] * 6, conviction=3, hero=hero_of(spent))
    assert hero_of(again).conviction == 0


@pytest.mark.parametrize("spent", [4, 5, -1])
def test_k6_more_than_three_or_less_than_none_is_refused(spent: int) -> None:
    with pytest.raises(
        RuleViolation,
        match=rf"^At most 3 conviction counts for courage 6, not {minus(spent)}: .* Nothing",
    ):
        play(scene(evander(conviction=9), leap(), actor=DEACON), RollChallenge(LEAP, spent))


def test_q1_virtue_9_takes_one_conviction() -> None:
    done = rolled(*[1] * 7, conviction=1, hero=evander(courage=9), challenge=leap(score=9))
    assert hero_of(done).conviction == 2


def test_q1_virtue_9_is_not_charged_for_a_second_point() -> None:
    with refuses("challenge.conviction", "At most 1 conviction counts", "9", "2"):
        play(scene(evander(), leap(score=9), actor=DEACON), RollChallenge(LEAP, 2))


@pytest.mark.parametrize("score", [10, 12])
def test_q1_and_q26_no_conviction_counts_from_virtue_10(score: int) -> None:
    with pytest.raises(RuleViolation, match=f"^No conviction counts for courage {score}, not 1: .* above 10"):
        play(scene(evander(), leap(score=score), actor=DEACON), RollChallenge(LEAP, 1))


def test_q26_a_virtue_above_10_rolls_its_dice() -> None:
    assert challenge_of(rolled(*[1] * 9, challenge=leap(score=12))).roll is not None


def test_conviction_that_was_spent_elsewhere_meanwhile_is_refused() -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(evander(conviction=1), leap(), actor=DEACON), RollChallenge(LEAP, 2))
    assert str(refused.value) == "This hero has 1 conviction left and can't spend 2. Nothing was rolled."


def test_q3_conviction_that_buys_no_die_is_spent_all_the_same() -> None:
    done = rolled(1, conviction=1, challenge=leap(score=4, rating=5))
    assert hero_of(done).conviction == 2


def test_q28_no_challenge_is_rolled_twice() -> None:
    with refuses("challenge.not_open"):
        play(replace(rolled(*FULL), actor=DEACON), RollChallenge(LEAP))


def test_k1_the_hero_is_rolled_for_by_its_player_alone() -> None:
    kind = next(kind for kind in SYSTEM.actions if kind.action is RollChallenge)
    assert kind.may is Permit.OWNER
    assert kind.owner is not None
    assert kind.owner(scene(evander(), leap()), RollChallenge(LEAP)) == DEACON


def test_a_roll_tells_all_that_led_to_it() -> None:
    (told,) = play(scene(evander(), leap(), actor=DEACON), RollChallenge(LEAP, 1), 10, 1, 1, 1).events
    assert isinstance(told, ChallengeRolled)
    assert (told.score, told.rating, told.conviction_before, told.conviction_after) == (6, 4, 3, 2)
    assert (told.roll.dice, told.roll.successes) == ((10, 1, 1, 1), 2)


# -- what the card offers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "offered"),
    [
        (4, ["Roll", "Roll, spend 1", "Roll, spend 2", "Roll, spend 3"]),
        (9, ["Roll", "Roll, spend 1"]),
        (10, ["Roll"]),
    ],
)
def test_q1_an_open_challenge_offers_what_can_count(score: int, offered: list[str]) -> None:
    assert list(choices(score=score)) == [*offered, "Roll for them", "Edit", "Withdraw"]


def test_trap_conviction_is_chosen_with_the_roll_and_not_after_it() -> None:
    assert choices()["Roll, spend 2"].action == RollChallenge(LEAP, 2)
    assert steps(LEAP, challenge_of(rolled(*FULL))) == ()


def test_an_open_challenge_waits_for_its_player() -> None:
    assert [step.who for step in steps(LEAP, leap())] == [DEACON]
