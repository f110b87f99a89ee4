"""Dice that belong to no game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.dice.notation import parse
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience
from bot.engine.system import Scene, Turn


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll dice written as, for example, `2d6+3 sneak attack`."""

    text: str


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice fell."""

    roller: int
    expression: str
    values: tuple[int, ...]
    modifier: int
    total: int
    label: str = ""
    audience: Audience = EVERYONE


def roll_dice(scene: Scene, action: RollDice, dice: Dice) -> Turn:
    """Roll what the text says. Raises RuleViolation with the place of the fault."""
    roll = parse(action.text)
    # What is rolled in the game master's own channel is theirs.
    is_secret = scene.channel == scene.campaign.game_master_channel
    values = dice.roll(roll.count, roll.sides, reason=roll.expression, secret=is_secret)
    total = sum(values) + roll.modifier
    rolled = DiceRolled(
        scene.actor, roll.expression, values, roll.modifier, total, roll.label,
        audience=GAME_MASTERS if is_secret else EVERYONE,
    )  # fmt: skip
    return Turn(events=(rolled,))
