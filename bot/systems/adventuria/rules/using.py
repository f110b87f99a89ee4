"""Possessions used: a weapon taken in hand, special rules done, spells spent (A21, A25, Q24, Q26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import Record, RecordId, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules import fights
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    kept,
    require_awake,
    require_free,
    require_turn,
)
from bot.systems.adventuria.rules.bout import used_of
from bot.systems.adventuria.rules.effect import Effect, Fray, Verb, When
from bot.systems.adventuria.rules.fight import Fight, Phase
from bot.systems.adventuria.rules.holding import lose, told_of
from bot.systems.adventuria.rules.ledger import hands
from bot.systems.adventuria.rules.owned import owned
from bot.systems.adventuria.rules.settings import acted_for, is_one_number
from bot.systems.adventuria.rules.state import MOST_WAYS, Adventurer, Possession, Until, Ware
from bot.systems.adventuria.rules.telling import told_attributes
from bot.systems.adventuria.rules.told import How, Told
from bot.systems.adventuria.rules.working import (
    Bout,
    has_acted,
    key,
    needs_foe,
    needs_roll,
    used,
)
from bot.systems.adventuria.words import possessions as words


@dataclass(frozen=True, slots=True)
class UsePossession:
    """Use a possession, by its number or name; on a monster, by its number in the fight or name."""

    adventurer: RecordId
    thing: str
    foe: str = ""


@dataclass(frozen=True, slots=True)
class PossessionUsed:
    """Something was used; `about` is its text where data says nothing of what it does."""

    name: str
    thing: str
    told: tuple[Told, ...]
    about: str = ""
    foe: str = ""
    audience: Audience = EVERYONE


def use_possession(scene: Scene, action: UsePossession, dice: Dice) -> Turn:
    """Use it. Raises RuleViolation before anything is spent where it does nothing now (Q24)."""
    record = scene.get(ADVENTURER, action.adventurer)
    player = acted_for(scene, record.state.player)
    require_awake(record.state)
    require_free(record.state)
    thing, fight = owned(record.state, action.thing), fight_of(scene, record)
    _require_dice_settled(record.state, fight)
    if is_for_the_hand(thing):
        state, told = _wielded(record.state, thing)
        told = (*told, *told_attributes(record.state, state))
        done, event = _bout(scene, state, fight), PossessionUsed(state.name, thing.name, told)
    else:
        require_turn(record.state)
        able = working(record.state, thing, fight.state if fight is not None else None)
        foe = _target(able, thing, fight, action.foe)
        done = _worked(_bout(scene, record.state, fight), thing, able, foe, dice)
        whose = fight.state.foes[foe].name if fight is not None and foe is not None else ""
        about = "" if uses(thing) else thing.about
        event = PossessionUsed(record.state.name, thing.name, done.told, about, whose)
    if fight is None:
        state = replace(done.adventurer, used=used_of(done.adventurer, (*record.state.used, *done.done)))
        return kept(scene, record, state, event, on_behalf_of=player)
    return replace(fights.after_use(scene, record, fight, done, event), on_behalf_of=player)


def fight_of(scene: Scene, record: Record[Adventurer]) -> Record[Fight] | None:
    """The fight it is in."""
    return scene.records[record.state.fight] if record.state.fight is not None else None


def uses(thing: Possession) -> tuple[Effect, ...]:
    """The special rules that its use sets off."""
    return tuple(effect for effect in thing.effects if effect.when is When.USE)


def is_for_the_hand(thing: Possession) -> bool:
    """Whether to use it is to take it in hand or put it away: a weapon, unless it is at work already."""
    return thing.is_weapon and not (thing.is_wielded and uses(thing))


def _require_dice_settled(state: Adventurer, fight: Record[Fight] | None) -> None:
    if fight is not None and fight.state.phase is Phase.ROLLED:
        raise RuleViolation(words.dice_are_known(safe(state.name)))


def _bout(scene: Scene, state: Adventurer, fight: Record[Fight] | None) -> Bout:
    one_number = is_one_number(scene)
    if fight is None:
        return Bout(state, one_number=one_number)
    now = fight.state
    return Bout(state, now.foes, now.kind, one_number=one_number, used=now.used, done=now.done)


# -- in hand (A21, Q26) -------------------------------------------------------------------------------


def _wielded(state: Adventurer, weapon: Possession) -> tuple[Adventurer, tuple[Told, ...]]:
    """With that weapon in hand and no more than may be used; or without it, where it was in hand."""
    how = How.PUT_AWAY if weapon.is_wielded else How.WIELDED
    others = [each for each in state.possessions if each.is_wielded and each is not weapon]
    state, told = _in_hand(state, weapon, is_wielded=not weapon.is_wielded), [told_of(weapon, how)]
    for other in others:
        if sum(each.is_wielded for each in state.possessions) <= hands(state):
            break
        state = _in_hand(state, other, is_wielded=False)
        told.append(told_of(other, How.PUT_AWAY))
    return state, tuple(told)


def _in_hand(state: Adventurer, weapon: Possession, *, is_wielded: bool) -> Adventurer:
    changed = (
        replace(each, is_wielded=is_wielded) if each.number == weapon.number else each
        for each in state.possessions
    )
    return replace(state, possessions=tuple(changed))


# -- at work (A25, Q24) -------------------------------------------------------------------------------


def working(state: Adventurer, thing: Possession, fight: Fight | None) -> Sequence[Effect]:
    """Those of its rules that can do something now. Raises RuleViolation where it has some, and none can."""
    found = [
        (effect, obstacle(state, effect, fight) or _acted(state, thing, effect, fight))
        for effect in uses(thing)
    ]
    able = [effect for effect, why in found if why is None]
    if found and not able:
        raise RuleViolation(words.does_nothing(safe(thing.name), next(why for _, why in found if why)))
    return able


def obstacle(state: Adventurer, effect: Effect, fight: Fight | None) -> str | None:
    """Why a rule can do nothing now; None where it can."""
    if needs_roll(effect):
        return words.NEEDS_ROLL
    if is_for_fights(effect):
        if fight is None:
            return words.NEEDS_FIGHT
        if fight.kind is None:
            return words.NEEDS_KIND
        if effect.fray not in (Fray.ANY, fight.kind.fray):
            return words.OTHER_KIND
    if effect.verb is Verb.HEAL and not effect.to_foe and not state.wounds:
        return words.NO_WOUNDS
    if effect.verb is Verb.GO:
        return _no_way(state, effect.place)
    return words.NEEDS_QUEST if effect.until == Until.QUEST and state.quest is None else None


def _no_way(state: Adventurer, place: str) -> str | None:
    """Why a place can't become one more way to end the turn (A47)."""
    if place.casefold() in map(str.casefold, state.ways):
        return words.IS_A_WAY
    return words.MANY_WAYS if len(state.ways) >= MOST_WAYS else None


def _acted(state: Adventurer, thing: Possession, effect: Effect, fight: Fight | None) -> str | None:
    """Why a rule can do nothing more: each acts once in a Combat, some once in a fight (A43).

    Without a Combat to count by, each acts once in a turn.
    """
    rule = _rule(thing, effect)
    if fight is None:
        return words.HAS_ACTED_THIS_TURN if rule in state.used else None
    return words.HAS_ACTED if has_acted(fight, rule, effect) else None


def _rule(thing: Possession, effect: Effect) -> str:
    return key(thing.number, thing.effects.index(effect))


def is_for_fights(effect: Effect) -> bool:
    """Whether it means nothing outside a fight."""
    lasts_for_fight = effect.until in (Until.COMBAT, Until.FIGHT)
    return needs_foe(effect) or lasts_for_fight or effect.fray is not Fray.ANY


def _target(able: Sequence[Effect], thing: Possession, fight: Record[Fight] | None, text: str) -> int | None:
    """On which monster: the one named or numbered from 1, or the only one that stands.

    Raises RuleViolation.
    """
    if fight is None or not any(map(needs_foe, able)):
        return None
    standing, foes = fight.state.standing, fight.state.foes
    if not text and len(standing) == 1:
        return standing[0]
    near = text.strip().casefold()
    meant = next((each for each in standing if near in (str(each + 1), foes[each].name.casefold())), None)
    if meant is None:
        raise RuleViolation(words.on_whom(safe(thing.name), [safe(foes[each].name, 60) for each in standing]))
    return meant


def _worked(bout: Bout, thing: Possession, able: Sequence[Effect], foe: int | None, dice: Dice) -> Bout:
    """After its rules did what they do, in their order; what is used up by that is gone (A25).

    Raises RuleViolation where there is nothing left for them to change (Q24).
    """
    state, told = bout.adventurer, told_of(thing, How.USED)
    if thing.ware is Ware.SPELL or any(effect.is_spent for effect in able):
        state, told = lose(state, thing.number, How.SPENT)
    bout = replace(bout, adventurer=state, told=(told,))
    for effect in able:
        bout = used(bout, effect, thing.ware.cause, thing.name, foe, dice, _rule(thing, effect))
    idle = [each.how in (How.AT_FLOOR, How.AT_CAP) for each in bout.told[1:]]
    if idle and all(idle) and all(effect.is_sure for effect in able):
        raise RuleViolation(words.does_nothing(safe(thing.name), words.CHANGES_NOTHING))
    return bout
