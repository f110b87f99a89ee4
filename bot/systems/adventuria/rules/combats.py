"""One Combat in a fight: rolled, answered, fought (A28, A29, A32, A34)."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.dice.source import Dice
from bot.engine.system import Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules import exchange
from bot.systems.adventuria.rules.adventurer import require_free
from bot.systems.adventuria.rules.bout import Bout
from bot.systems.adventuria.rules.fight import (
    AnswerRoll,
    CombatFought,
    CombatRolled,
    Fight,
    LetStand,
    Order,
    Phase,
    RollCombat,
    Rolled,
)
from bot.systems.adventuria.rules.fight_answers import answered, answers_to
from bot.systems.adventuria.rules.fight_record import Sides, go_on, is_current, keep, names, sides_of
from bot.systems.adventuria.rules.holding import held
from bot.systems.adventuria.rules.settings import is_one_number
from bot.systems.adventuria.words import fights as words


def roll_combat(scene: Scene, action: RollCombat, dice: Dice) -> Turn:
    """Roll one exchange (A29): one's own die, then one for each monster in it. Raises RuleViolation."""
    sides = sides_of(scene, action.fight, Phase.READY, Phase.AGAIN)
    fight = sides.fight.state
    require_free(sides.adventurer.state)
    bout = _bout(scene, sides, _engaged(fight, action.foe))
    bout = exchange.begun(bout, dice)
    rolls = _rolled(bout, fight.name, dice) if exchange.is_rolled(bout) else ()
    begun = replace(sides.fight, state=replace(fight, exchange=fight.exchange + 1))
    return _known(scene, replace(sides, fight=begun), bout, rolls, "", dice)


def answer_roll(scene: Scene, action: AnswerRoll, dice: Dice) -> Turn:
    """Use something on dice that are known. Raises RuleViolation where it isn't offered or had any more."""
    sides = sides_of(scene, action.fight, Phase.ROLLED)
    fight = sides.fight.state
    if not 0 <= action.answer < len(fight.answers):
        raise RuleViolation(words.no_such_answer(len(fight.answers)))
    answer = fight.answers[action.answer]
    thing = held(sides.adventurer.state, answer.possession)
    if thing is None or not thing.is_at_work:
        raise RuleViolation(words.no_longer_had(safe(answer.name)))
    bout, rolls = answered(_under_way(scene, sides), fight.rolls, thing, answer, dice)
    return _known(scene, sides, bout, rolls, answer.name, dice)


def let_stand(scene: Scene, action: LetStand, dice: Dice) -> Turn:
    """Take the dice as they are. Raises RuleViolation where none are known."""
    sides = sides_of(scene, action.fight, Phase.ROLLED)
    return _fought(scene, sides, _under_way(scene, sides), sides.fight.state.rolls, "", dice)


def _engaged(fight: Fight, foe: int | None) -> tuple[int, ...]:
    """The places of the monsters in the next exchange (A32). Raises RuleViolation saying who may be."""
    standing = fight.standing
    names = [safe(fight.foes[place].name) for place in standing]
    if fight.order is Order.TOGETHER:
        if foe is not None:
            raise RuleViolation(words.TOGETHER)
        return standing
    if foe is not None and foe not in standing:
        raise RuleViolation(words.not_standing(names))
    if fight.order is Order.IN_TURN and foe not in (None, standing[0]):
        raise RuleViolation(words.in_turn(names[0]))
    if fight.order is Order.CHOOSE and foe is None and len(standing) > 1:
        raise RuleViolation(words.whom(names))
    return (standing[0] if foe is None else foe,)


def _rolled(bout: Bout, name: str, dice: Dice) -> tuple[Rolled, ...]:
    (own,) = dice.roll(1, 6, reason=name)
    rolls = []
    for place in exchange.rolling(bout):
        (theirs,) = dice.roll(1, 6, reason=bout.foes[place].name)
        more = exchange.totals(bout, place)
        rolls.append(Rolled(place, own, own + more[0], theirs, theirs + more[1]))
    return tuple(rolls)


def _under_way(scene: Scene, sides: Sides) -> Bout:
    """The exchange whose dice are known."""
    fight = sides.fight.state
    return replace(_bout(scene, sides, fight.engaged), ignoring=fight.ignoring)


def _bout(scene: Scene, sides: Sides, engaged: tuple[int, ...]) -> Bout:
    fight, state = sides.fight.state, sides.adventurer.state
    one_number = is_one_number(scene)
    bout = exchange.of(state, fight.foes, fight.combat, engaged, fight.used, one_number=one_number)
    return replace(bout, done=fight.done)


def _known(
    scene: Scene, sides: Sides, bout: Bout, rolls: tuple[Rolled, ...], answer: str, dice: Dice
) -> Turn:
    """The dice are known: they wait where something can be used on them, and count at once otherwise."""
    answers = answers_to(bout, rolls) if exchange.is_rolled(bout) else ()
    if not answers:
        return _fought(scene, sides, bout, rolls, answer, dice)
    fight = replace(
        _with(sides.fight.state, bout, rolls),
        phase=Phase.ROLLED,
        revision=scene.entry,
        answers=answers,
        engaged=bout.engaged,
        done=bout.done,
        ignoring=bout.ignoring,
    )
    told = CombatRolled(fight.name, fight.combat, fight.exchange, rolls, names(fight), answer, bout.told)
    return keep(scene, sides, replace(bout.adventurer, is_mid_combat=True), fight, told)


def _fought(
    scene: Scene, sides: Sides, bout: Bout, rolls: tuple[Rolled, ...], answer: str, dice: Dice
) -> Turn:
    """The dice count: wounds, rules, falls, XP; then another Combat or the end (A29, A30, A34)."""
    bout = exchange.resolved(bout, exchange.verdicts(rolls), dice)
    bout = exchange.closed(bout, is_current=is_current(scene))
    fight = replace(
        _with(sides.fight.state, bout, rolls),
        phase=Phase.AGAIN,
        revision=scene.entry,
        answers=(),
        engaged=(),
        done=(),
        ignoring=0,
    )
    told = CombatFought(fight.name, fight.combat, fight.exchange, rolls, names(fight), bout.told, answer)
    return go_on(scene, sides, replace(bout.adventurer, is_mid_combat=False), fight, told)


def _with(fight: Fight, bout: Bout, rolls: tuple[Rolled, ...]) -> Fight:
    return replace(fight, foes=bout.foes, used=bout.used, rolls=rolls)
