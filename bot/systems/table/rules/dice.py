"""Dice that belong to no game: rolled in the open or in secret, and a secret roll revealed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.notation import parse
from bot.engine.dice.source import Dice
from bot.engine.dice.throwing import throw
from bot.engine.people import EVERYONE, Audience, Viewer
from bot.engine.system import Open, RecordId, Replace, Scene, Scope, Turn
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.systems.table.rules.rolls import ROLL, Rolled, Secrecy, SecretRoll, kept, may_reveal
from bot.systems.table.rules.settings import ROLLS
from bot.systems.table.words import dice as words


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll dice written as, for example, `2d6+3 sneak attack`.

    Without `secrecy` the campaign's setting holds; `label` says what for where the text doesn't.
    """

    text: str
    secrecy: Secrecy | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class RevealRoll:
    """Show everybody what was rolled in secret."""

    roll: RecordId


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice fell: so many of one kind and a number, as entries tell it from before the full notation."""

    roller: int
    expression: str
    values: tuple[int, ...]
    modifier: int
    total: int
    label: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RollMade:
    """Dice fell."""

    rolled: Rolled
    secrecy: Secrecy
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SecretRollAnnounced:
    """Somebody rolled in secret; what and how it fell is told elsewhere."""

    roller: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RollRevealed:
    """The secret roll of an earlier entry is everybody's now."""

    rolled: Rolled
    entry: int
    audience: Audience = EVERYONE


def reveal_scope(action: RevealRoll) -> Scope:
    """The roll's record."""
    return Scope(ids=(action.roll,))


def roll_dice(scene: Scene, action: RollDice, dice: Dice) -> Turn:
    """Roll what the text says. Raises RuleViolation with the fault, or where a secret can go nowhere."""
    roll = parse(action.text)
    is_apart = scene.channel == scene.campaign.game_master_channel
    secrecy = _secrecy(scene, action, is_apart=is_apart)
    results = throw(roll, dice, secret=secrecy is not Secrecy.PUBLIC)
    rolled = kept(roll, scene.actor, action.label, results)
    made = RollMade(rolled, secrecy, secrecy.audience(scene.actor))
    if secrecy is Secrecy.PUBLIC:
        return Turn(events=(made,))
    opened = Open(scene.new_id(), ROLL.name, SecretRoll(rolled, secrecy, scene.entry, scene.place))
    # What is rolled in the game master's own channel or for oneself is nobody else's business.
    is_quiet = is_apart or secrecy is Secrecy.ME
    announced = () if is_quiet else (SecretRollAnnounced(scene.actor),)
    return Turn((opened,), (made, *announced), secret_first=True)


def _secrecy(scene: Scene, action: RollDice, *, is_apart: bool) -> Secrecy:
    wanted = action.secrecy or Secrecy(scene.setting(ROLLS))
    if is_apart:
        return Secrecy.GAME_MASTERS if wanted is Secrecy.PUBLIC else wanted
    needs_channel = wanted in (Secrecy.GAME_MASTERS, Secrecy.HIDDEN)
    if needs_channel and scene.campaign.game_master_channel is None:
        raise RuleViolation(words.NOT_IN_A_CAMPAIGN if scene.campaign.is_server else words.NO_CHANNEL)
    return wanted


def reveal_roll(scene: Scene, action: RevealRoll, dice: Dice) -> Turn:
    """Tell everybody, where the roll was made. Raises Stale the second time, NotAllowed for anybody else."""
    record = scene.get(ROLL, action.roll)
    roll = record.state
    if roll.revealed_in is not None:
        raise Stale(words.revealed_already(roll.revealed_in))
    if not may_reveal(roll, Viewer(scene.actor, scene.standing)):
        raise NotAllowed(words.NOT_YOURS_TO_REVEAL)
    revealed = replace(roll, revealed_in=scene.entry)
    told = RollRevealed(roll.rolled, roll.entry)
    return Turn((Replace(record.id, revealed),), (told,), channel=roll.place)
