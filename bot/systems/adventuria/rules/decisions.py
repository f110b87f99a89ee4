"""What a player decides before all else: what makes room, what goes (A20, A23, Q4, Q5, Q10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.adventurer import ADVENTURER, adventurer_player, adventurer_scope
from bot.systems.adventuria.rules.changes import changed
from bot.systems.adventuria.rules.holding import held, lose, received, told_of
from bot.systems.adventuria.rules.ledger import too_many
from bot.systems.adventuria.rules.pending import GiveUp, MakeRoom
from bot.systems.adventuria.rules.settings import acted_for
from bot.systems.adventuria.rules.state import Adventurer, Gain, Loss, Possession, Ware
from bot.systems.adventuria.rules.told import How, Told
from bot.systems.adventuria.words import decisions as words


def _make_room(scene: Scene, action: MakeRoom, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    behalf = acted_for(scene, state.player)
    waiting = next((each for each in state.gains if each.possession.number == action.gain), None)
    if waiting is None:
        raise RuleViolation(words.DECIDED)
    if action.lose is None:
        left = told_of(waiting.possession, How.LEFT)
        return changed(scene, record, _without(state, waiting), (left,), on_behalf_of=behalf)
    _require_same_kind(_had(state, action.lose), waiting.possession)
    state, told = _swapped(state, waiting, action.lose)
    return changed(scene, record, state, told, on_behalf_of=behalf)


def _require_same_kind(lost: Possession, thing: Possession) -> None:
    if lost.ware is not thing.ware:
        raise RuleViolation(words.wrong_kind(thing.ware, lost.ware))


def _swapped(state: Adventurer, waiting: Gain, number: int) -> tuple[Adventurer, tuple[Told, ...]]:
    """One goes, and the new one comes; a spell is discarded before, and may need a second (A23, A24)."""
    state, lost = lose(state, number)
    if waiting.possession.ware is Ware.SPELL:
        # It comes, where there is room by now, as anything that waits does.
        return state, (lost,)
    state, gained = received(_without(state, waiting), waiting.possession)
    return state, (lost, gained)


def _without(state: Adventurer, waiting: Gain) -> Adventurer:
    return replace(state, gains=tuple(each for each in state.gains if each is not waiting))


def _give_up(scene: Scene, action: GiveUp, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    behalf = acted_for(scene, state.player)
    owed = _owed(state)
    if not owed:
        raise RuleViolation(words.nothing_owed(safe(state.name)))
    ware = _had(state, action.possession).ware
    if ware not in [each.ware for each in owed]:
        counts = [(each.count, each.ware) for each in owed]
        raise RuleViolation(words.not_owed(safe(state.name), counts, ware))
    state, told = lose(_less_owed(state, ware), action.possession)
    return changed(scene, record, state, (told,), on_behalf_of=behalf)


def _owed(state: Adventurer) -> tuple[Loss, ...]:
    """What must go: what was to be lost, else what is beyond a limit once a Combat is over (Q5, Q10)."""
    if state.losses or state.is_mid_combat:
        return state.losses
    return tuple(Loss(ware, count) for ware, count in too_many(state))


def _less_owed(state: Adventurer, ware: Ware) -> Adventurer:
    """With one less of them to lose; none where it is a limit that asks."""
    left = (replace(each, count=each.count - (each.ware is ware)) for each in state.losses)
    return replace(state, losses=tuple(each for each in left if each.count))


def _had(state: Adventurer, number: int) -> Possession:
    """The possession of that number. Raises RuleViolation where it is gone."""
    found = held(state, number)
    if found is None:
        raise RuleViolation(words.not_had(safe(state.name)))
    return found


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = tuple(
    ActionKind(action, perform, Permit.OWNER_OR_GAME_MASTER, scope=adventurer_scope, owner=adventurer_player)
    for action, perform in ((MakeRoom, _make_room), (GiveUp, _give_up))
)
EVENTS: tuple[type[Any], ...] = ()
