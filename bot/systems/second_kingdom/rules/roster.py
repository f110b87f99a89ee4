"""Who is in play: whom a player plays where, heroes who retire and return, and NPCs who are removed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit
from bot.engine.system import ActionKind, Kind, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.attacks import ATTACK
from bot.systems.second_kingdom.rules.edits import EDIT
from bot.systems.second_kingdom.rules.heroes import HERO, hero_player
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.rules.requests import REQUEST
from bot.systems.second_kingdom.rules.state import Hero, Known
from bot.systems.second_kingdom.rules.trials import CHALLENGE
from bot.systems.second_kingdom.words import roster as words

# What can wait for somebody: whoever has to do with it stays until it is done.
BUSY: tuple[Kind[Any], ...] = (CHALLENGE, ATTACK, REQUEST, EDIT)
NOWHERE: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ActivateHero:
    """Play this one of one's heroes in this channel, unless another is named."""

    hero: RecordId


@dataclass(frozen=True, slots=True)
class HeroActivated:
    """A player plays another hero in a channel from now on."""

    name: str
    player: int
    channel: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RetireHero:
    """Take a hero out of play, to return whenever wanted."""

    hero: RecordId


@dataclass(frozen=True, slots=True)
class HeroRetired:
    """A hero is out of play."""

    name: str
    player: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ReturnHero:
    """Bring a retired hero back into play."""

    hero: RecordId


@dataclass(frozen=True, slots=True)
class HeroReturned:
    """A retired hero is in play again."""

    name: str
    player: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RemoveNpc:
    """Take one of the game master's own out of play."""

    npc: RecordId


@dataclass(frozen=True, slots=True)
class NpcRemoved:
    """One of the game master's own is out of play."""

    name: str
    audience: Audience = GAME_MASTERS


# -- whom a player plays ----------------------------------------------------------------------------


def activate_scope(action: ActivateHero) -> Scope:
    """The hero, and all others of its player's."""
    return Scope(ids=(action.hero,), wants=(Want(HERO.name, is_own=True),))


def activate_hero(scene: Scene, action: ActivateHero, dice: Dice) -> Turn:
    """Take the channel from the player's other heroes. Raises RuleViolation where nothing changes."""
    meant = scene.get(HERO, action.hero)
    changes = []
    for record in scene.all(HERO):
        elsewhere = tuple(channel for channel in record.state.active_in if channel != scene.channel)
        active_in = (*elsewhere, scene.channel) if record.id == meant.id else elsewhere
        if set(active_in) != set(record.state.active_in):
            changes.append(Replace(record.id, replace(record.state, active_in=active_in)))
    if not changes:
        raise RuleViolation(words.plays_already(safe(meant.state.name)))
    told = HeroActivated(meant.state.name, meant.state.player, scene.channel)
    return Turn(tuple(changes), (told,), subject=meant.id)


# -- out of play, and back --------------------------------------------------------------------------


def leaving_scope(record: RecordId) -> Scope:
    """Who leaves, and all that has to do with them."""
    return Scope(ids=(record,), wants=tuple(Want(kind.name, linking=record) for kind in BUSY))


def _require_idle(scene: Scene, name: str) -> None:
    """See that nothing of theirs waits. Raises RuleViolation saying what does."""
    steps = [
        step for kind in BUSY for record in scene.all(kind) for step in kind.waiting(record.id, record.state)
    ]
    if steps:
        raise RuleViolation(words.still_waits(safe(name), safe(steps[0].label, 100), len(steps) - 1))


def retire_hero(scene: Scene, action: RetireHero, dice: Dice) -> Turn:
    """Archive the hero. Raises RuleViolation while something of the hero's waits."""
    hero = scene.get(HERO, action.hero).state
    _require_idle(scene, hero.name)
    retired = replace(hero, active_in=NOWHERE, is_retired=True)
    return Turn((Replace(action.hero, retired, archive=True),), (HeroRetired(hero.name, hero.player),))


def return_scope(action: ReturnHero) -> Scope:
    """The hero, and all in play: one of them may bear the name by now."""
    return Scope(ids=(action.hero,), wants=(Want(HERO.name),))


def return_hero(scene: Scene, action: ReturnHero, dice: Dice) -> Turn:
    """Put the hero back into play. Raises RuleViolation for who isn't retired, or whose name is taken."""
    hero = _retired(scene, action.hero).state
    if hero.name.casefold() in (other.state.name.casefold() for other in scene.all(HERO)):
        raise RuleViolation(words.taken_meanwhile(safe(hero.name)))
    back = Replace(action.hero, replace(hero, is_retired=False), restore=True)
    return Turn((back,), (HeroReturned(hero.name, hero.player),))


def _retired(scene: Scene, hero: RecordId) -> Record[Hero]:
    found = scene.records.get(hero)
    # What was undone is out of play as well, and stays so.
    if found is None or found.kind != HERO.name or not found.state.is_retired:
        raise RuleViolation(words.NOT_RETIRED)
    return found


def retired_player(scene: Scene, action: Any) -> int | None:
    """Whose retired hero an action is about."""
    return _retired(scene, action.hero).state.player


def remove_npc(scene: Scene, action: RemoveNpc, dice: Dice) -> Turn:
    """Archive the NPC. Raises RuleViolation while something waits that it takes part in."""
    npc = scene.get(NPC, action.npc).state
    _require_idle(scene, npc.name)
    told = NpcRemoved(npc.name, GAME_MASTERS if npc.known is Known.HIDDEN else EVERYONE)
    return Turn((Replace(action.npc, npc, archive=True),), (told,))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(ActivateHero, activate_hero, Permit.OWNER, activate_scope, hero_player),
    ActionKind(
        RetireHero,
        retire_hero,
        Permit.OWNER_OR_GAME_MASTER,
        lambda action: leaving_scope(action.hero),
        hero_player,
    ),
    ActionKind(ReturnHero, return_hero, Permit.OWNER_OR_GAME_MASTER, return_scope, retired_player),
    ActionKind(RemoveNpc, remove_npc, Permit.GAME_MASTERS, lambda action: leaving_scope(action.npc)),
)
EVENTS: tuple[type[Any], ...] = (HeroActivated, HeroRetired, HeroReturned, NpcRemoved)
