"""An attack is declared, of one's own accord or as the answer to another (K16, K24, Q15 to Q20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit, Standing
from bot.engine.system import (
    ActionKind,
    Change,
    Kind,
    Open,
    Record,
    RecordId,
    Scene,
    Scope,
    Turn,
    Want,
)
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.attack import Attack, End, Phase, Side
from bot.systems.second_kingdom.rules.attacks import ATTACK, acted_for, over
from bot.systems.second_kingdom.rules.blows import AttackDeclared, DeclareAttack
from bot.systems.second_kingdom.rules.combatants import combatant, player_of
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER, Maneuver
from bot.systems.second_kingdom.rules.npcs import NPC, NpcRevealed, known_as
from bot.systems.second_kingdom.rules.settings import AT_LEAST_1, AT_MOST_10, CAP, FLOOR, has_left
from bot.systems.second_kingdom.rules.state import (
    Combatant,
    Guard,
    Hero,
    Known,
    Npc,
    defence_pair,
    may_counter,
)
from bot.systems.second_kingdom.words import attacks as words

Fighter = Record[Hero] | Record[Npc]


def declare_scope(action: DeclareAttack) -> Scope:
    """Both sides with their pictures, the maneuver, the attack answered, and those on the same target."""
    answered = (action.answers,) if action.answers is not None else ()
    ids = (action.attacker, action.target, action.maneuver, *answered)
    return Scope(ids, (Want(ATTACK.name, parent=action.target),), links=True)


def fighter(scene: Scene, record: RecordId) -> Fighter:
    """The combatant of that id, as far as who acts may know of it. Raises RuleViolation."""
    found = scene.records.get(record)
    is_hidden = found is not None and isinstance(found.state, Npc) and found.state.known is Known.HIDDEN
    if is_hidden and scene.standing is not Standing.GAME_MASTER:
        # Refused in the words for what isn't here at all.
        return scene.get(HERO, record)
    return combatant(scene, record)


def fighter_player(scene: Scene, action: DeclareAttack) -> int | None:
    """Who plays the attacker."""
    return player_of(fighter(scene, action.attacker))


def declare_attack(scene: Scene, action: DeclareAttack, dice: Dice) -> Turn:
    """Open the attack, with a copy of all it uses. Raises RuleViolation for who or what can't fight."""
    attacker, target = fighter(scene, action.attacker), fighter(scene, action.target)
    player = acted_for(scene, attacker.state.player)
    maneuver = _maneuver(scene, attacker, action.maneuver)
    _require_target(scene, attacker, target)
    ending = _answered(scene, action)
    place = 1 + sum(record.state.target.id == target.id for record in scene.all(ATTACK))
    state = replace(
        _attack(_side(attacker), _side(target), target.state, maneuver),
        floor=scene.setting(FLOOR) == AT_LEAST_1,
        cap=scene.setting(CAP) == AT_MOST_10,
        answers=action.answers,
        place=place,
        declared=scene.entry,
    )
    told = AttackDeclared(
        attacker.state.name, target.state.name, maneuver, place, is_counter=action.answers is not None
    )
    named, revealed = _named(scene, attacker, target)
    changes = (Open(scene.new_id(), ATTACK.name, state), *ending, *named)
    return Turn(changes, (told, *revealed), on_behalf_of=player)


def _side(record: Fighter) -> Side:
    return Side(record.id, record.state.name, record.state.player)


def _attack(attacker: Side, side: Side, target: Combatant, maneuver: Maneuver) -> Attack:
    return Attack(
        attacker=attacker,
        target=side,
        maneuver=maneuver,
        defences={guard: defence_pair(target.defences, guard) for guard in Guard},
        counters=tuple(guard for guard in Guard if may_counter(target.defences, guard)),
        is_secret=isinstance(target, Npc) and target.known is not Known.OPEN,
    )


# -- who and what ---------------------------------------------------------------------------------


def _maneuver(scene: Scene, attacker: Fighter, maneuver: RecordId) -> Maneuver:
    """The maneuver; a hero must know it (K16), the game masters' own use any of the library."""
    found = scene.get(MANEUVER, maneuver)
    if isinstance(attacker.state, Hero) and maneuver not in attacker.state.maneuvers:
        raise RuleViolation(words.unknown_maneuver(safe(attacker.state.name), safe(found.state.name)))
    return found.state


def _require_target(scene: Scene, attacker: Fighter, target: Fighter) -> None:
    if attacker.id == target.id:
        raise RuleViolation(words.ONESELF)
    player = target.state.player
    if player is not None and player != scene.actor and has_left(scene.campaign, player):
        raise RuleViolation(words.player_gone(safe(target.state.name), f"<@{player}>"))


def _named(scene: Scene, *sides: Fighter) -> tuple[tuple[Change, ...], tuple[NpcRevealed, ...]]:
    """Those who were hidden: in an attack everybody reads their name."""
    changes: list[Change] = []
    told: list[NpcRevealed] = []
    for side in sides:
        if isinstance(side.state, Npc) and side.state.known is Known.HIDDEN:
            record, npc = scene.get(NPC, side.id), side.state
            changes += known_as(scene, record, Known.NAMED)
            told.append(NpcRevealed(record.id, npc.name, npc.is_horde, npc.known, Known.NAMED))
    return tuple(changes), tuple(told)


# -- as an answer ---------------------------------------------------------------------------------


def _answered(scene: Scene, action: DeclareAttack) -> tuple[Change, ...]:
    """The end of the attack that this one answers (K24). Raises RuleViolation where none may be answered."""
    if action.answers is None:
        return ()
    record = scene.get(ATTACK, action.answers)
    state = record.state
    sides = (state.target.id, state.attacker.id)
    if state.phase is not Phase.HELD or state.guarding is None or sides != (action.attacker, action.target):
        raise RuleViolation(words.NOTHING_TO_ANSWER)
    if not state.may_answer and scene.standing is not Standing.GAME_MASTER:
        raise RuleViolation(words.not_allowed(safe(state.target.name), state.guarding.guard))
    return (over(record, End.COUNTERED),)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(DeclareAttack, declare_attack, Permit.OWNER_OR_GAME_MASTER, declare_scope, fighter_player),
)
EVENTS: tuple[type[Any], ...] = (AttackDeclared,)
