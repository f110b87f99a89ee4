"""Messages about requests, calls, changed and opposed challenges, with the longest legal values."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import GAME_MASTER, PUBLIC, Viewer
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.challenges.requests import (
    REQUEST,
    Answer,
    ChallengeAsked,
    Request,
    RequestDeclined,
)
from bot.systems.second_kingdom.challenges.rules import CALL, CHALLENGE, Call, ChallengesOpened
from bot.systems.second_kingdom.challenges.state import (
    Challenge,
    ChallengeEdited,
    ChallengeOpened,
    ChallengeRolled,
    ConsequenceProposed,
    Level,
    Roll,
    Status,
    Terms,
    challenge_view,
)
from bot.systems.second_kingdom.state import Hero, Note, NoteKind, Virtue
from tests.systems.second_kingdom.scenes import CAMPAIGN, request_steps
from tests.systems.second_kingdom.scenes import challenge_steps as steps

BIG = 2**63 - 1
LONG_ID, HERO_ID = RecordId("r" * 40), RecordId("h" * 40)
NAME, ACTION, NOTE = ("*" * n for n in (60, 200, 300))
NOTES = tuple(Note(NoteKind.ADVANTAGE, NOTE, LONG_ID) for _ in range(30))
CHALLENGE_STATE = Challenge(
    HERO_ID, NAME, BIG, ACTION, Virtue.TEMPERANCE, 7, 10, notes=NOTES, opponent=NAME, revision=10**6
)
ROLL = Roll(3, (10,) * 13, 26, Level.EXCEPTIONAL)
PROPOSED = replace(CHALLENGE_STATE, status=Status.ROLLED, roll=ROLL, proposal=NOTE)
HIDDEN = replace(CHALLENGE_STATE, is_hidden=True)
REQUESTED = Request(LONG_ID, NAME, BIG, ACTION, Virtue.TEMPERANCE)
TERMS = Terms(Virtue.PRUDENCE, 10, 10), Terms(Virtue.TEMPERANCE, 10, 9)
SECRET = Terms(Virtue.PRUDENCE, 10, None)
HERO = Hero(NAME, BIG, 10, 10, 10, 99, NOTES)


def challenge(state: Challenge, record: RecordId = LONG_ID) -> RecordView:
    """A challenge as somebody may see it."""
    found = tuple(steps(record, state))
    return RecordView(record, SYSTEM.name, CHALLENGE.name, state.action, state, 1, state.player, found)


def request(state: Request) -> RecordView:
    """A request as anybody sees it."""
    found = tuple(request_steps(LONG_ID, state))
    is_over = state.answer is not Answer.WAITS
    return RecordView(
        LONG_ID, SYSTEM.name, REQUEST.name, state.action, state, 1, BIG, () if is_over else found, is_over
    )


def post(event: Any, subject: RecordView | None, viewer: Viewer = PUBLIC, *others: RecordView) -> Post:
    """A message about that event."""
    entry = Entry(
        RecordId("ashes"),
        BIG,
        datetime(2026, 5, 1, tzinfo=UTC),
        BIG,
        BIG,
        SYSTEM.name,
        "Act",
        (event,),
        (),
        BIG,
    )
    hero = RecordView(HERO_ID, SYSTEM.name, "hero", NAME, HERO, 1, BIG)
    records = {each.id: each for each in (hero, *others)}
    return Post(CAMPAIGN, viewer, entry, subject, records, f"#{BIG}gm")


def call(*states: Challenge, viewer: Viewer = PUBLIC) -> Post:
    """The message of a call of those challenges."""
    found = [
        challenge(challenge_view(state, viewer), RecordId(f"{n:02}{'r' * 38}"))
        for n, state in enumerate(states)
    ]
    state = Call(states[0].action, tuple(each.id for each in found))
    subject = RecordView(LONG_ID, SYSTEM.name, CALL.name, state.action, state, 1)
    names = tuple(each.hero_name for each in states)
    told = ChallengesOpened(names, states[0].action, Virtue.TEMPERANCE, 10, states[0].opponent)
    return post(told, subject, viewer, *found)


def party(count: int, **changes: Any) -> tuple[Challenge, ...]:
    """So many heroes of the longest names, each of another player."""
    return tuple(replace(CHALLENGE_STATE, player=BIG - n, **changes) for n in range(count))


def opened(state: Challenge) -> ChallengeOpened:
    return ChallengeOpened(NAME, BIG, ACTION, state.virtue, state.terms.rating, NAME)


CHALLENGES = {
    "opposed": post(opened(CHALLENGE_STATE), challenge(CHALLENGE_STATE)),
    "opposed, hidden": post(opened(HIDDEN), challenge(challenge_view(HIDDEN, PUBLIC))),
    "challenge edited": post(ChallengeEdited(NAME, BIG, ACTION, *TERMS), challenge(CHALLENGE_STATE)),
    "challenge edited, hidden": post(
        ChallengeEdited(NAME, BIG, ACTION, SECRET, SECRET), challenge(challenge_view(HIDDEN, PUBLIC))
    ),
    "rolled for": post(
        ChallengeRolled(NAME, BIG, ACTION, Virtue.PRUDENCE, 10, 10, ROLL, 99, 96, BIG), challenge(PROPOSED)
    ),
    "proposed": post(ConsequenceProposed(NAME, BIG, NoteKind.ADVANTAGE, NOTE), challenge(PROPOSED)),
    "call of 25": call(*party(25)),
    "call of 25, hidden": call(*party(25, is_hidden=True)),
    "call of 25, for game masters": call(*party(25, is_hidden=True), viewer=GAME_MASTER),
    "call of 12": call(*party(12)),
    "call of 25, over": call(*party(25, status=Status.SETTLED, roll=ROLL)),
    "challenge asked": post(ChallengeAsked(NAME, BIG, ACTION, Virtue.TEMPERANCE), request(REQUESTED)),
    "answered": post(ChallengeAsked(NAME, BIG, ACTION, None), request(replace(REQUESTED, answer=Answer.SET))),
    "request declined": post(RequestDeclined(NAME, BIG, ACTION, "*" * 200), None),
}
