"""A card to pin: everybody's way in."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import Scene, Turn


@dataclass(frozen=True, slots=True)
class PostHome:
    """Post the campaign's home card here."""


@dataclass(frozen=True, slots=True)
class HomePosted:
    """A home card was posted."""

    audience: Audience = EVERYONE


def post_home(scene: Scene, action: PostHome, dice: Dice) -> Turn:
    """Nothing changes but that the card is there."""
    return Turn(events=(HomePosted(),))
