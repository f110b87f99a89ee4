"""What a player does with what an adventurer has: use, drop, pay, wield (A16, A17, A21, A25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    adventurer_player,
    adventurer_scope,
    kept,
    require_awake,
    require_free,
    require_turn,
)
from bot.systems.adventuria.rules.holding import lose
from bot.systems.adventuria.rules.offer import ALL_GOLD, Price
from bot.systems.adventuria.rules.owned import owned
from bot.systems.adventuria.rules.payment import paid, thrown_away
from bot.systems.adventuria.rules.settings import ALL_OF_NOTHING, BUYS, acted_for
from bot.systems.adventuria.rules.state import MOST_GOLD
from bot.systems.adventuria.rules.telling import told_attributes
from bot.systems.adventuria.rules.told import Told
from bot.systems.adventuria.rules.using import PossessionUsed, UsePossession, use_possession
from bot.systems.adventuria.words import game
from bot.systems.adventuria.words import possessions as words


@dataclass(frozen=True, slots=True)
class Discard:
    """Part with a possession by its number or name, or with so much gold (-1: all of it) (A17)."""

    adventurer: RecordId
    thing: str = ""
    gold: int = 0


@dataclass(frozen=True, slots=True)
class PayOut:
    """Pay what the story asks: so much gold (-1: all of it), or a possession by number or name (A16, A18)."""

    adventurer: RecordId
    gold: int = 0
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Discarded:
    """Something was dropped, dismissed or thrown away."""

    name: str
    told: tuple[Told, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class PaidOut:
    """Something was paid."""

    name: str
    told: tuple[Told, ...]
    audience: Audience = EVERYONE


def discard(scene: Scene, action: Discard, dice: Dice) -> Turn:
    """Part with it, in a turn or between two, not while camped (A17, Q20). Raises RuleViolation."""
    record = scene.get(ADVENTURER, action.adventurer)
    player = acted_for(scene, record.state.player)
    require_awake(record.state)
    require_free(record.state)
    if action.thing:
        state, told = lose(record.state, owned(record.state, action.thing).number)
    else:
        state, told = thrown_away(record.state, action.gold)
    lines = (told, *told_attributes(record.state, state))
    return kept(scene, record, state, Discarded(state.name, lines), on_behalf_of=player)


def pay_out(scene: Scene, action: PayOut, dice: Dice) -> Turn:
    """Pay during the turn, all or nothing (A16). Raises RuleViolation: not enough, nothing happens."""
    record = scene.get(ADVENTURER, action.adventurer)
    player = acted_for(scene, record.state.player)
    require_turn(record.state)
    require_free(record.state)
    buys_with_nothing = scene.setting(ALL_OF_NOTHING) == BUYS
    state, told = paid(record.state, _price(action), buys_with_nothing=buys_with_nothing)
    lines = (told, *told_attributes(record.state, state))
    return kept(scene, record, state, PaidOut(state.name, lines), on_behalf_of=player)


def _price(action: PayOut) -> Price:
    if not action.thing and action.gold != ALL_GOLD and not 1 <= action.gold <= MOST_GOLD:
        raise RuleViolation(game.not_within(words.A_PAYMENT, 1, MOST_GOLD, action.gold))
    return Price(action.gold, name=action.thing)


def _by_player(action: type[Any], perform: Any) -> ActionKind[Any]:
    return ActionKind(action, perform, Permit.OWNER_OR_GAME_MASTER, adventurer_scope, adventurer_player)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    _by_player(UsePossession, use_possession),
    _by_player(Discard, discard),
    _by_player(PayOut, pay_out),
)
EVENTS: tuple[type[Any], ...] = (PossessionUsed, Discarded, PaidOut)
