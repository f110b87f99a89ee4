"""Scenes of Adventuria without a house around them: records in, one action, records out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.finders import Asker
from bot.engine.people import Viewer
from bot.engine.steps import steps_in
from bot.engine.system import Record, RecordId, Result, Scope, World
from bot.engine.views import CampaignView, RecordView
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER, FIGHT, MEANT, OFFER
from bot.systems.adventuria.combat.state import Fight
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.offers.rules import KIND as OFFER_KIND
from bot.systems.adventuria.offers.rules import Offer
from bot.systems.adventuria.state import (
    BEGINNING,
    Adventurer,
    Alignment,
    Attributes,
    Foe,
    Possession,
    Stage,
    Type,
    Ware,
)
from tests.performed import left_by, performed

MARISOL, DEACON, WREN, STRANGER = 1, 2, 3, 4
BRAN, BOUT, DEAL = RecordId("bran"), RecordId("bout"), RecordId("deal")
HOME = 71
CAMPAIGN = Campaign(
    "Ashes", guild=9, systems=(SYSTEM.name,), game_masters=(MARISOL,), players=(DEACON, WREN), channels=(7,)
)


def bran(type_: Type = Type.WARRIOR, **changes: Any) -> Adventurer:
    """Deacon's adventurer, in the middle of the first turn: a warrior (4/2/3/4) unless told otherwise."""
    begun = Adventurer("Bran", DEACON, type_, Alignment.GOOD, BEGINNING[type_], home=HOME)
    return replace(begun, **{"stage": Stage.TURN, "turn": 1, "scene": "A square.", **changes})


def having(*things: Possession, **changes: Any) -> Adventurer:
    """Bran with those possessions, numbered from 1."""
    numbered = tuple(replace(each, number=place + 1) for place, each in enumerate(things))
    return bran(**{"possessions": numbered, "gained": len(numbered), **changes})


def item(name: str = "Lamp", *lines: str, **changes: Any) -> Possession:
    """An item with those special rules."""
    return replace(Possession(0, Ware.ITEM, name, read_effects("\n".join(lines))), **changes)


def weapon(name: str = "Sword", *lines: str, **changes: Any) -> Possession:
    """A weapon in hand, unless told otherwise."""
    return item(name, *lines, **{"is_weapon": True, "is_wielded": True, **changes})


def spell(name: str = "Spark", *lines: str) -> Possession:
    """A spell."""
    return item(name, *lines, ware=Ware.SPELL)


def ally(name: str = "Dog", *lines: str) -> Possession:
    """An ally."""
    return item(name, *lines, ware=Ware.ALLY)


def foe(name: str = "Rat", arms: int = 2, magic: int = 1, vitae: int = 2, **changes: Any) -> Foe:
    """A monster in a fight."""
    printed = Attributes(arms, magic, 1, vitae)
    return replace(Foe(name, printed, printed), **changes)


def scene(*states: Any, actor: int = DEACON, campaign: Campaign = CAMPAIGN, entry: int = 50) -> World:
    """A scene of those records, seen by who acts; a bare state is Bran's, the fight's or the offer's."""
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
        settings=SYSTEM.settings,
        entry=entry,
    )


def decided(**settings: str) -> Campaign:
    """The campaign with those settings of the game."""
    return replace(CAMPAIGN, settings={f"adventuria.{key}": value for key, value in settings.items()})


_OWN = {Adventurer: (BRAN, ADVENTURER.name), Fight: (BOUT, FIGHT), Offer: (DEAL, OFFER)}


def _record(state: Any) -> Record[Any]:
    if isinstance(state, Record):
        return state
    record, kind = _OWN[type(state)]
    return Record(record, kind, state)


play = partial(performed, SYSTEM)


def asker(seen: World) -> Asker:
    """Who acts, at a command about their adventurer, who sees all of the scene."""

    def look(scope: Scope) -> CampaignView:
        kinds = {want.kind for want in scope.wants}
        views = {
            id_: RecordView(id_, SYSTEM.name, record.kind, record.state.name, record.state, 1, DEACON)
            for id_, record in seen.records.items()
            if id_ in scope.ids or record.kind in kinds
        }
        return CampaignView(seen.campaign, seen.campaign_id, Viewer(seen.actor, seen.standing), views)

    return Asker(look, seen.actor, (HOME,), finders={"adventurer": MEANT})


def after(scene: World, turn: Result) -> World:
    """The scene as the action left it, an entry later."""
    return replace(left_by(turn, scene), entry=scene.entry + 1)


def adventurer_of(scene: World) -> Adventurer:
    """Bran as he is, in play or not."""
    state: Adventurer = scene.records[BRAN].state
    return state


waiting = partial(steps_in, SYSTEM)


def names(adventurer: Adventurer) -> list[str]:
    """What it has."""
    return [each.name for each in adventurer.possessions]


adventurer_steps, offer_steps = partial(waiting, ADVENTURER), partial(waiting, OFFER_KIND)
