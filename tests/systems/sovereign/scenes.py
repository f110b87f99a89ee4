"""Scenes of Sovereign without a house around them: records in, one action, records out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.event import sentence
from bot.engine.steps import steps_in
from bot.engine.system import ActionKind, Record, RecordId, Result, World
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character, Item, Party, Tool
from tests.performed import left_by, performed

# Marisol leads; Deacon plays Mira and her henchman Odo, Wren plays Bo.
MARISOL, DEACON, WREN, STRANGER = 1, 2, 3, 4
MIRA, BO, ODO, OGRE, PARTY = map(RecordId, ("mira", "bo", "odo", "ogre", "party"))
PLACE = 7
KIT = Item("kit", "Healer's kit", 1000, is_readied=True, tool=Tool.HEALER)
CAMPAIGN = Campaign(
    "Barrows",
    guild=9,
    systems=(SYSTEM.name,),
    game_masters=(MARISOL,),
    players=(DEACON, WREN),
    channels=(PLACE,),
)


def mira(**changes: Any) -> Character:
    """Deacon's, level 2: STR 8 (0), DEX 14 (+1), CON 7 (−1), INT 13 (0), WIS 18 (+2); Sneak 1, Heal 0."""
    bare = Character(
        "Mira", DEACON, level=2, strength=8, dexterity=14, constitution=7, intelligence=13, wisdom=18,
        skills={"sneak": 1, "heal": 0}, hp=6, max_hp=9,
    )  # fmt: skip
    return replace(bare, **changes)


def bo(**changes: Any) -> Character:
    """Wren's, level 1: every score 10, nothing trained."""
    return replace(Character("Bo", WREN, hp=5, max_hp=5), **changes)


def odo(**changes: Any) -> Character:
    """Mira's henchman."""
    return replace(Character("Odo", DEACON, hp=4, max_hp=4, follows=MIRA), **changes)


def ogre(**changes: Any) -> Character:
    """An NPC of 3 HD whom the players don't know."""
    return replace(Character("Ogre", hd=3, hp=14, max_hp=14), **changes)


def of(record: RecordId, state: Any, kind: str = CHARACTER.name) -> Record[Any]:
    """A record of that id; a character unless another kind is named."""
    return Record(record, kind, state)


def party(*members: RecordId, **changes: Any) -> Record[Party]:
    """They go together, in that order."""
    return of(PARTY, replace(Party("The Lanterns", PLACE, members), **changes), "party")


def scene(
    *records: Record[Any],
    actor: int = MARISOL,
    campaign: Campaign = CAMPAIGN,
    settings: Mapping[str, str] | None = None,
) -> World:
    """A scene of those records, seen by who acts; rulings by their keys (`"sovereign.want"`)."""
    campaign = replace(campaign, settings=settings or {})
    numbers = count(1)
    return World(
        campaign=campaign,
        campaign_id=RecordId("barrows"),
        actor=actor,
        standing=campaign.standing(actor),
        channel=PLACE,
        place=PLACE,
        now=datetime(2026, 5, 1, tzinfo=UTC),
        records={each.id: each for each in records},
        settings=SYSTEM.settings,
        new_id=lambda: RecordId(f"new-{next(numbers)}"),
    )


play = partial(performed, SYSTEM)


waiting = partial(steps_in, SYSTEM)


def kind_of(action: Any) -> ActionKind[Any]:
    """What is declared of such an action."""
    return next(kind for kind in SYSTEM.actions if kind.action is type(action))


def after(scene: World, turn: Result) -> World:
    """The scene as the action left it."""
    return left_by(turn, scene)


def who(scene: World, character: RecordId) -> Character:
    """That character as the scene has them."""
    return scene.get(CHARACTER, character).state


def played(scene: World, action: Any, *dice: int) -> World:
    """The scene after it."""
    return after(scene, play(scene, action, *dice))


def said(turn: Result) -> list[str]:
    """Every sentence that it tells, with its markup."""
    return [str(sentence(each)) for each in turn.events]
