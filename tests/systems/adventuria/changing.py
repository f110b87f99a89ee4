"""What a narrator's or a player's decision makes of Bran, told or refused."""

from __future__ import annotations

from typing import Any

from bot.engine.campaign import Campaign
from bot.systems.adventuria import ledger
from bot.systems.adventuria.adventurer import AdventurerChanged
from bot.systems.adventuria.state import Adventurer, Attribute, Told
from tests.systems.adventuria.scenes import CAMPAIGN, MARISOL, adventurer_of, after, play, scene


def done(
    state: Adventurer, action: Any, *dice: int, campaign: Campaign = CAMPAIGN, by: int = MARISOL
) -> Adventurer:
    """The adventurer once that was done, by the narrator unless told otherwise."""
    before = scene(state, actor=by, campaign=campaign)
    return adventurer_of(after(before, play(before, action, *dice)))


def told(
    state: Adventurer, action: Any, *dice: int, campaign: Campaign = CAMPAIGN, by: int = MARISOL
) -> tuple[Told, ...]:
    """What is told of it."""
    (event, *_) = play(scene(state, actor=by, campaign=campaign), action, *dice).events
    assert isinstance(event, AdventurerChanged)
    return event.changes


def total(state: Adventurer, attribute: Attribute = Attribute.ARMS) -> int:
    """An attribute as it counts."""
    return ledger.total(state, attribute)
