"""Challenges that players ask for (K3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import Record, RecordId, Replace, World
from bot.errors import RuleViolation
from bot.systems.second_kingdom import SYSTEM, settings
from bot.systems.second_kingdom.challenges.requests import (
    REQUEST,
    Answer,
    AskChallenge,
    ChallengeAsked,
    DeclineRequest,
    Request,
    RequestDeclined,
    SetRating,
    WithdrawRequest,
    handed_over,
)
from bot.systems.second_kingdom.challenges.state import ChallengeOpened
from bot.systems.second_kingdom.state import Virtue
from tests.refusals import refuses
from tests.said import values
from tests.systems.second_kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    EVANDER,
    WREN,
    after,
    challenge_of,
    evander,
    play,
    scene,
)
from tests.systems.second_kingdom.scenes import request_steps as steps

ASKED = RecordId("asked")
ASK = AskChallenge(EVANDER, "Leap the chasm", Virtue.PRUDENCE)
HIDING = replace(CAMPAIGN, settings={settings.RATINGS.key: settings.HIDDEN})


def request(**changes: Any) -> Request:
    """What Deacon asks for Evander."""
    return replace(Request(EVANDER, "Evander", DEACON, "Leap the chasm", Virtue.PRUDENCE), **changes)


def asked(**changes: Any) -> World:
    """A scene in which it waits."""
    return scene(evander(), Record(ASKED, REQUEST.name, request(**changes)))


def asks(**changes: Any) -> dict[str, str]:
    """What the form for the rating holds to begin with."""
    (step,) = steps(ASKED, request(**changes))
    return {ask.field: ask.value for ask in step.choices[0].asks}


def test_a_players_request_waits_for_the_game_masters() -> None:
    before = scene(evander(), actor=DEACON)
    turn = play(before, ASK)
    (record,) = after(before, turn).all(REQUEST)
    (step,) = steps(record.id, record.state)
    assert (step.who, [choice.label for choice in step.choices]) == (
        None,
        ["Set rating", "Decline", "Withdraw"],
    )
    assert turn.events == (ChallengeAsked("Evander", DEACON, "Leap the chasm", Virtue.PRUDENCE),)


def test_only_the_heros_player_asks() -> None:
    kind = next(kind for kind in SYSTEM.actions if kind.action is AskChallenge)
    assert kind.may is Permit.OWNER
    assert kind.owner is not None
    assert kind.owner(scene(evander()), ASK) == DEACON


@pytest.mark.parametrize("text", ["", " \n ", "a" * 201])
def test_a_request_says_what_is_attempted(text: str) -> None:
    with refuses("challenge.action", "200"):
        play(scene(evander(), actor=DEACON), replace(ASK, action=text))


def test_of_one_hero_ten_requests_wait_at_most() -> None:
    ten = [Record(RecordId(f"asked-{n}"), REQUEST.name, request()) for n in range(10)]
    with refuses("request.too_many", "10"):
        play(scene(evander(), *ten, actor=DEACON), ASK)


def test_the_form_begins_with_the_virtue_suggested() -> None:
    assert asks() == {"virtue": "prudence", "rating": "", "secrecy": "shown"}
    # Where none was suggested, the game master chooses one.
    assert asks(virtue=None)["virtue"] == ""


def test_the_form_says_who_asks_for_what() -> None:
    (step,) = steps(ASKED, request())
    assert step.choices[0].title == "Evander: Leap the chasm"


def test_q4_the_form_begins_with_what_the_campaign_decided_about_ratings() -> None:
    before = scene(evander(), actor=DEACON, campaign=HIDING)
    (record,) = after(before, play(before, ASK)).all(REQUEST)
    (step,) = steps(record.id, record.state)
    assert step.choices[0].asks[2].value == "hidden"


def test_k3_setting_the_rating_opens_the_challenge_and_ends_the_request() -> None:
    turn = play(asked(), SetRating(ASKED, "courage", 4, "shown"))
    challenge = challenge_of(after(asked(), turn))
    assert (challenge.action, challenge.virtue, challenge.score, challenge.rating) == (
        "Leap the chasm", Virtue.COURAGE, 6, 4,
    )  # fmt: skip
    assert turn.changes[1] == Replace(
        ASKED, request(answer=Answer.SET, challenge=turn.changes[0].id), archive=True
    )
    assert turn.events == (ChallengeOpened("Evander", DEACON, "Leap the chasm", Virtue.COURAGE, 4),)


def test_q4_a_rating_set_as_hidden_is_told_to_game_masters_alone() -> None:
    told, secret = play(asked(), SetRating(ASKED, "courage", 4, "hidden")).events
    assert (told.rating, secret.audience) == (None, GAME_MASTERS)
    assert values([secret], "challenge.hidden_rating") == {
        "hero": "Evander", "action": "Leap the chasm", "rating": 4,
    }  # fmt: skip


@pytest.mark.parametrize("rating", [0, 11, -4])
def test_q27_a_request_gets_no_rating_outside_1_to_10(rating: int) -> None:
    with pytest.raises(RuleViolation, match=f"can be 1 to 10, not {rating}".replace("-", "−")):
        play(asked(), SetRating(ASKED, "courage", rating))


def test_a_request_is_declined_with_a_word_to_the_player() -> None:
    turn = play(asked(), DeclineRequest(ASKED, " Not\nnow "))
    assert turn.changes == (Replace(ASKED, request(answer=Answer.DECLINED), archive=True),)
    assert turn.events == (RequestDeclined("Evander", DEACON, "Leap the chasm", "Not now"),)


def test_a_request_is_taken_back_by_its_player_alone() -> None:
    turn = play(asked(), WithdrawRequest(ASKED))
    assert turn.changes == (Replace(ASKED, request(answer=Answer.WITHDRAWN), archive=True),)
    assert values(turn.events, "request.withdrawn") == {
        "player": DEACON, "hero": "Evander", "action": "Leap the chasm",
    }  # fmt: skip
    kind = next(kind for kind in SYSTEM.actions if kind.action is WithdrawRequest)
    assert kind.may is Permit.OWNER
    assert kind.owner is not None
    assert kind.owner(asked(), WithdrawRequest(ASKED)) == DEACON


def test_a_word_to_the_player_may_be_left_out_but_not_be_endless() -> None:
    assert play(asked(), DeclineRequest(ASKED)).events[0].reason == ""
    with refuses("request.reason", "200", "201"):
        play(asked(), DeclineRequest(ASKED, "a" * 201))


def test_a_request_goes_along_with_its_hero_while_it_waits() -> None:
    assert REQUEST.goes_along
    assert handed_over(request(), WREN, EVANDER).player == WREN
    assert handed_over(request(), WREN, ASKED).player == DEACON
    assert handed_over(request(answer=Answer.SET), WREN, EVANDER).player == DEACON


@pytest.mark.parametrize("action", [SetRating, DeclineRequest])
def test_only_a_game_master_answers_a_request(action: type[Any]) -> None:
    assert next(kind.may for kind in SYSTEM.actions if kind.action is action) is Permit.GAME_MASTERS
