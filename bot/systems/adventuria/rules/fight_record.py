"""The record of a fight, and how every action keeps it with the adventurer in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.system import Kind, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules import adventurer as sheets
from bot.systems.adventuria.rules.adventurer import ADVENTURER, AdventurerChanged, kept
from bot.systems.adventuria.rules.bout import used_of
from bot.systems.adventuria.rules.fight import Fight, FightEnd, FightEnded, Phase
from bot.systems.adventuria.rules.fight_steps import steps, title
from bot.systems.adventuria.rules.holding import settled
from bot.systems.adventuria.rules.ledger import expired, has_fallen
from bot.systems.adventuria.rules.settings import CURRENT, XP_VALUES, acted_for, has_one_at_three
from bot.systems.adventuria.rules.state import Adventurer, Met, Until
from bot.systems.adventuria.words import fights as words
from bot.systems.adventuria.words import records


def _handed_over(state: Fight, player: int, _of: RecordId) -> Fight:
    return replace(state, player=player)


FIGHT: Kind[Fight] = Kind(
    sheets.FIGHT,
    Fight,
    title=title,
    owner=lambda state: state.player,
    parent=lambda state: state.adventurer,
    links=lambda state: (state.adventurer,),
    waiting=steps,
    hand_over=_handed_over,
    goes_along=True,
    word=records.part,
)


@dataclass(frozen=True, slots=True)
class Sides:
    """A fight under way with the adventurer in it; `player` is whom a narrator acts for."""

    fight: Record[Fight]
    adventurer: Record[Adventurer]
    player: int | None = None


def fight_scope(action: Any) -> Scope:
    """The fight that an action names, its adventurer, and offers that would end with that one."""
    return Scope(ids=(action.fight,), wants=(Want(sheets.OFFER),), links=True)


def fight_player(scene: Scene, action: Any) -> int | None:
    """Who plays the adventurer in the fight that an action names."""
    return scene.get(FIGHT, action.fight).state.player


def sides_of(scene: Scene, fight: RecordId, *phases: Phase) -> Sides:
    """The fight in one of those phases, its player deciding. Raises RuleViolation, NotAllowed."""
    record = scene.get(FIGHT, fight)
    player = acted_for(scene, record.state.player)
    if record.state.phase not in phases:
        raise RuleViolation(words.not_now(safe(title(record.state), 300), record.state.phase))
    return Sides(record, scene.get(ADVENTURER, record.state.adventurer), player)


def keep(scene: Scene, sides: Sides, state: Adventurer, fight: Fight, *events: Any) -> Turn:
    """The turn that keeps both as they are now: what waited for room is had as far as there is room now."""
    if not (state.is_mid_combat or has_fallen(state)):
        state, told = settled(state, one_at_three=has_one_at_three(scene))
        events = (*events, AdventurerChanged(state.name, told)) if told else events
    is_over = fight.phase is Phase.OVER
    change = Replace(sides.fight.id, fight, archive=is_over)
    # Once it is over, the turn goes on: what waits there has one card, the adventurer's.
    subject = None if is_over else sides.fight.id
    return kept(
        scene, sides.adventurer, state, *events, also=(change,), subject=subject, on_behalf_of=sides.player
    )


def end_fight(
    scene: Scene, sides: Sides, state: Adventurer, fight: Fight, end: FightEnd, *events: Any
) -> Turn:
    """The fight is over: what lasted so long is too, and who stands is remembered for this turn (Q13).

    What was used for a Combat that never came counts as used on this turn (A43).
    """
    met = tuple(
        Met(foe.kin or foe.name, foe.now) for foe in fight.foes if foe.is_standing and foe.now != foe.printed
    )
    over = expired(state, Until.COMBAT, Until.FIGHT)
    used = used_of(over, (*over.used, *fight.done))
    over = replace(over, fight=None, is_mid_combat=False, met=(*over.met, *met), used=used)
    return keep(scene, sides, over, fight.over(end), *events)


def names(fight: Fight) -> tuple[str, ...]:
    """The monsters' names, in their places."""
    return tuple(foe.name for foe in fight.foes)


def is_current(scene: Scene) -> bool:
    """Whether a monster is worth what its attributes are when it falls (Q7)."""
    return scene.setting(XP_VALUES) == CURRENT


def go_on(scene: Scene, sides: Sides, state: Adventurer, fight: Fight, *events: Any) -> Turn:
    """It goes on, or is over: the adventurer has fallen (Q12), or nobody else stands."""
    if has_fallen(state):
        return keep(scene, sides, state, fight.closed(), *events)
    if fight.standing:
        return keep(scene, sides, state, fight, *events)
    won = FightEnded(fight.name, names(fight), FightEnd.WON)
    return end_fight(scene, sides, state, fight, FightEnd.WON, *events, won)
