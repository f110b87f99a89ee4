"""The sheet of a kingdom shown to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Scene, Turn
from bot.systems.kingdom.rules.realm import found_realm


class Page(StrEnum):
    """A part of the sheet."""

    WHOLE = "whole"
    NUMBERS = "numbers"
    LEADERS = "leaders"
    LAND = "land"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class ShowKingdom:
    """Show everybody a kingdom's sheet, or one part of it."""

    kingdom: RecordId
    page: Page = Page.WHOLE


@dataclass(frozen=True, slots=True)
class KingdomShown:
    """A kingdom's sheet was shown."""

    name: str
    page: Page = Page.WHOLE
    audience: Audience = EVERYONE


def show_kingdom(scene: Scene, action: ShowKingdom, dice: Dice) -> Turn:
    """The sheet comes up where the kingdom is told. Raises RuleViolation where it is not in play."""
    kingdom = found_realm(scene, action.kingdom).kingdom
    told = KingdomShown(kingdom.name, action.page)
    return Turn(events=(told,), subject=action.kingdom, channel=kingdom.home or None)
