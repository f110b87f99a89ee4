"""The course of a fight: Combat after Combat, until it is won, left, stopped or fallen in (A28 to A36)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Record, Scene, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.adventuria.rules import exchange
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    AdventurerChanged,
    adventurer_player,
    require_free,
)
from bot.systems.adventuria.rules.bout import Bout
from bot.systems.adventuria.rules.combats import answer_roll, let_stand, roll_combat
from bot.systems.adventuria.rules.encounters import encounter_scope, open_fight
from bot.systems.adventuria.rules.fight import (
    AnswerRoll,
    ChooseCombat,
    CombatChosen,
    CombatFought,
    CombatRolled,
    Fight,
    FightEnd,
    FightEnded,
    FightOpened,
    LeaveFight,
    LetStand,
    OpenFight,
    Phase,
    RollCombat,
    StopFight,
)
from bot.systems.adventuria.rules.fight_record import (
    FIGHT,
    Sides,
    end_fight,
    fight_player,
    fight_scope,
    go_on,
    is_current,
    keep,
    names,
    sides_of,
)
from bot.systems.adventuria.rules.fight_steps import steps
from bot.systems.adventuria.rules.state import Adventurer, Cause
from bot.systems.adventuria.words import fights as words

REASON_LENGTH = 200


# -- before and between the Combats -----------------------------------------------------------------


def choose_combat(scene: Scene, action: ChooseCombat, dice: Dice) -> Turn:
    """Decide the kind of Combat, for the whole fight (A30, Q11). Raises RuleViolation once it is decided."""
    sides = sides_of(scene, action.fight, Phase.KIND)
    require_free(sides.adventurer.state)
    chosen = replace(sides.fight.state, kind=action.kind, phase=Phase.READY, revision=scene.entry)
    told = CombatChosen(chosen.name, action.kind)
    return keep(scene, sides, sides.adventurer.state, chosen, told)


def leave_fight(scene: Scene, action: LeaveFight, dice: Dice) -> Turn:
    """End it after a Combat (A30), or avoid it before the first where that may be. Raises RuleViolation."""
    sides = sides_of(scene, action.fight, Phase.KIND, Phase.READY, Phase.AGAIN)
    fight = sides.fight.state
    if fight.phase is not Phase.AGAIN and not fight.can_avoid:
        raise RuleViolation(words.NOT_AVOIDED)
    require_free(sides.adventurer.state)
    end = FightEnd.LEFT if fight.phase is Phase.AGAIN else FightEnd.AVOIDED
    told = FightEnded(fight.name, names(fight), end)
    return end_fight(scene, sides, sides.adventurer.state, fight, end, told)


def stop_fight(scene: Scene, action: StopFight, dice: Dice) -> Turn:
    """End it at any time, as the narrator decides. Raises RuleViolation for a long reason."""
    record = scene.get(FIGHT, action.fight)
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise RuleViolation(words.long_text(words.REASON, REASON_LENGTH, len(reason)))
    fight, sides = record.state, Sides(record, scene.get(ADVENTURER, record.state.adventurer))
    told = FightEnded(fight.name, names(fight), FightEnd.STOPPED, reason)
    return end_fight(scene, sides, sides.adventurer.state, fight, FightEnd.STOPPED, told)


# -- used in it -------------------------------------------------------------------------------------


def after_use(
    scene: Scene, adventurer: Record[Adventurer], fight: Record[Fight], bout: Bout, *events: Any
) -> Turn:
    """What follows when something was used in a fight, between two Combats: who falls by it has fallen in
    the fight, and brings XP of its kind (A45, Q16).
    """
    sides, before = Sides(fight, adventurer), len(bout.told)
    felled = [place for place in fight.state.standing if not bout.foes[place].is_standing]
    bout = exchange.rewarded(bout, felled, is_current=is_current(scene))
    if len(bout.told) > before:
        name = bout.adventurer.name
        events = (*events, AdventurerChanged(name, bout.told[before:], Cause.EXPERIENCE))
    used = tuple(dict.fromkeys((*fight.state.used, *bout.used)))
    acted = tuple(dict.fromkeys((*fight.state.done, *bout.done)))
    after = replace(fight.state, foes=bout.foes, used=used, done=acted)
    if steps(fight.id, fight.state) != steps(fight.id, after):
        after = replace(after, revision=scene.entry)
    return go_on(scene, sides, bout.adventurer, after, *events)


KINDS: tuple[Kind[Any], ...] = (FIGHT,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(OpenFight, open_fight, Permit.OWNER_OR_GAME_MASTER, encounter_scope, adventurer_player),
    ActionKind(ChooseCombat, choose_combat, Permit.OWNER_OR_GAME_MASTER, fight_scope, fight_player),
    ActionKind(RollCombat, roll_combat, Permit.OWNER_OR_GAME_MASTER, fight_scope, fight_player),
    ActionKind(AnswerRoll, answer_roll, Permit.OWNER_OR_GAME_MASTER, fight_scope, fight_player),
    ActionKind(LetStand, let_stand, Permit.OWNER_OR_GAME_MASTER, fight_scope, fight_player),
    ActionKind(LeaveFight, leave_fight, Permit.OWNER_OR_GAME_MASTER, fight_scope, fight_player),
    ActionKind(StopFight, stop_fight, Permit.GAME_MASTERS, fight_scope),
)
EVENTS: tuple[type[Any], ...] = (FightOpened, CombatChosen, CombatRolled, CombatFought, FightEnded)
