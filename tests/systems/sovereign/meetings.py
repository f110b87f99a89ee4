"""Encounters without a house around them: a party or a delve, whom it meets, and how far that has come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.system import Record, RecordId, World
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.dungeon import Delve, Hit, Member
from bot.systems.sovereign.encounters.rules import ENCOUNTER, NewEncounter
from bot.systems.sovereign.encounters.state import Encounter, MeetingDeed, Reaction, Side
from bot.systems.sovereign.encounters.steps import Announce, ChooseWay, DecideReaction, GoFirst, RollReaction
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MIRA,
    ODO,
    PARTY,
    PLACE,
    WREN,
    bo,
    mira,
    odo,
    of,
    party,
    played,
    scene,
    waiting,
)

SITE, DEEP, GOBLINS = RecordId("site"), RecordId("deep"), RecordId("new-1")


def three(**changes: Any) -> tuple[Record[Any], ...]:
    """Mira, Bo and Odo: four levels together."""
    return of(MIRA, mira()), of(BO, bo()), of(ODO, odo(**changes))


def walking(**changes: Any) -> World:
    """The three in a party without a delve."""
    return scene(*three(), party(MIRA, BO, ODO, **changes))


def deep(*hits: Hit, **changes: Any) -> World:
    """The three on a delve."""
    crew = (Member(MIRA, "Mira", DEACON), Member(BO, "Bo", WREN), Member(ODO, "Odo", DEACON))
    delve = replace(Delve("The Barrow", PLACE, SITE, (PARTY,), crew, hits=hits), **changes)
    return scene(*three(), party(MIRA, BO, ODO, delve=DEEP), of(DEEP, delve, DELVE.name))


def met(there: World | None = None, **secret: Any) -> World:
    """They meet three goblins of 1 HD, unless told otherwise."""
    options = {"number": 3, "hd": 1, **secret}
    return played(there or walking(), NewEncounter(PARTY, "Three shapes", "Torchlight.", **options))


def by(actor: int, there: World) -> World:
    """The same, acted in by another."""
    return replace(there, actor=actor, standing=there.campaign.standing(actor))


def state_of(there: World) -> Encounter:
    """The encounter."""
    found: Encounter = there.records[GOBLINS].state
    return found


def chosen(way: MeetingDeed, there: World | None = None, **secret: Any) -> World:
    """The party has chosen, by the game master's word."""
    return played(there or met(**secret), ChooseWay(GOBLINS, way))


def reacted(way: MeetingDeed, total: int, **secret: Any) -> Reaction:
    """What is decided after a roll of that total."""
    faces = (total // 2, total - total // 2)
    found = state_of(played(chosen(way, **secret), RollReaction(GOBLINS, way), *faces)).secret.decided
    assert found is not None
    return found


def announced(reaction: Reaction, there: World | None = None, **secret: Any) -> World:
    """They do that, and everybody knows."""
    decided = played(chosen(MeetingDeed.WAIT, there, **secret), DecideReaction(GOBLINS, reaction.value))
    return played(decided, Announce(GOBLINS))


def fighting(there: World | None = None, *, first: Side = Side.PARTY) -> World:
    """In the first Round of a fight."""
    return played(announced(Reaction.COMBAT, there), GoFirst(GOBLINS, first))


def labels(there: World) -> list[str]:
    """What each button says."""
    state = state_of(there)
    return [choice.label for step in waiting(ENCOUNTER, GOBLINS, state) for choice in step.choices]


def is_over(there: World) -> bool:
    """Whether it is out of play."""
    return there.records[GOBLINS].is_archived
