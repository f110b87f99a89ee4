"""Scenes of The Second Kingdom without a house around them: records in, one action, records out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.people import Permit
from bot.engine.steps import steps_in
from bot.engine.system import Record, RecordId, Result, World
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.challenges.requests import REQUEST
from bot.systems.second_kingdom.challenges.rules import CHALLENGE
from bot.systems.second_kingdom.challenges.state import Challenge, RollChallenge
from bot.systems.second_kingdom.heroes.people import HERO
from bot.systems.second_kingdom.state import Hero, Note, NoteKind, Virtue
from tests.performed import left_by, performed

MARISOL, DEACON, WREN, STRANGER = 1, 2, 3, 4
EVANDER, LEAP = RecordId("evander"), RecordId("leap")
ICE = Note(NoteKind.SETBACK, "The ledge is iced over", RecordId("earlier"))
CAMPAIGN = Campaign(
    "Ashes", guild=9, systems=(SYSTEM.name,), game_masters=(MARISOL,), players=(DEACON, WREN), channels=(7,)
)


def evander(**changes: Any) -> Hero:
    """Deacon's hero: courage 6, prudence 5, temperance 3, conviction 3."""
    return replace(Hero("Evander", DEACON, 6, 5, 3, conviction=3), **changes)


def leap(**changes: Any) -> Challenge:
    """A leap that waits for Evander: courage 6 against rating 4."""
    return replace(Challenge(EVANDER, "Evander", DEACON, "Leap", Virtue.COURAGE, 6, 4), **changes)


def scene(*states: Any, actor: int = MARISOL, campaign: Campaign = CAMPAIGN) -> World:
    """A scene of those records, seen by who acts; a bare hero or challenge is Evander or the leap."""
    records = {record.id: record for record in map(_record, states)}
    numbers = count(1)
    return World(
        campaign=campaign,
        campaign_id=RecordId("ashes"),
        actor=actor,
        standing=campaign.standing(actor),
        channel=7,
        now=datetime(2026, 5, 1, tzinfo=UTC),
        records=records,
        new_id=lambda: RecordId(f"new-{next(numbers)}"),
    )


def _record(state: Any) -> Record[Any]:
    if isinstance(state, Record):
        return state
    return (
        Record(EVANDER, HERO.name, state) if isinstance(state, Hero) else Record(LEAP, CHALLENGE.name, state)
    )


play = partial(performed, SYSTEM)


def after(scene: World, turn: Result) -> World:
    """The scene as the action left it."""
    return left_by(turn, scene)


def hero_of(scene: World) -> Hero:
    """The scene's hero."""
    return scene.get(HERO, EVANDER).state


def challenge_of(scene: World) -> Challenge:
    """The scene's newest challenge."""
    return scene.all(CHALLENGE)[-1].state


def rolled(
    *dice: int, conviction: int = 0, hero: Hero | None = None, challenge: Challenge | None = None
) -> World:
    """The scene after Evander's leap fell as these dice."""
    before = scene(hero or evander(), challenge or leap(), actor=DEACON)
    return after(before, play(before, RollChallenge(LEAP, conviction), *dice))


waiting = partial(steps_in, SYSTEM)
attack_steps, challenge_steps, request_steps = (
    partial(waiting, ATTACK),
    partial(waiting, CHALLENGE),
    partial(waiting, REQUEST),
)


def permit_of(action: type[Any]) -> Permit:
    """Who may do that."""
    return next(kind.may for kind in SYSTEM.actions if kind.action is action)
