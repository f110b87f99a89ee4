"""Dice that are known, and what may be used on them: rolled anew, or wounds to be ignored (A25, A43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.dice.source import Dice
from bot.systems.adventuria.rules import exchange
from bot.systems.adventuria.rules.bout import Bout
from bot.systems.adventuria.rules.effect import ALL, Effect, Fray, Verb, When
from bot.systems.adventuria.rules.exchange import Verdict
from bot.systems.adventuria.rules.fight import Answer, Combat, Rolled
from bot.systems.adventuria.rules.holding import lose
from bot.systems.adventuria.rules.state import Possession, Ware
from bot.systems.adventuria.rules.told import How
from bot.systems.adventuria.rules.working import (
    ALL_WOUNDS,
    has_acted,
    is_lucky,
    key,
    needs_foe,
    needs_roll,
    used,
)

# One button each, beside the one that lets the dice stand.
MOST_ANSWERS = 20


# -- what may be used -------------------------------------------------------------------------------


def answers_to(bout: Bout, rolls: Sequence[Rolled]) -> tuple[Answer, ...]:
    """What the adventurer has for these dice; nothing once everything is won, and things alike once."""
    came = exchange.verdicts(rolls)
    open_ = [foe for foe, each in came.items() if each is not Verdict.WIN]
    found: dict[tuple[object, ...], Answer] = {}
    for thing in bout.adventurer.possessions if open_ else ():
        for answer in _answers_of(bout, thing, open_, is_lost=Verdict.LOSE in came.values()):
            found.setdefault((thing.name, thing.effects, answer.foe), answer)
    return tuple(found.values())[:MOST_ANSWERS]


def _answers_of(bout: Bout, thing: Possession, foes: Sequence[int], *, is_lost: bool) -> Iterator[Answer]:
    """One for its use, or one for each monster whose die it may roll anew."""
    fit = [(line, effect) for line, effect in enumerate(thing.effects) if _is_fit(bout, thing, line, effect)]
    fit = [(line, effect) for line, effect in fit if effect.verb is Verb.REROLL or is_lost]
    if not fit:
        return
    aimed = next((each for each in fit if needs_foe(each[1])), None)
    line, effect = aimed or fit[0]
    for foe in foes if aimed else (None,):
        yield Answer(thing.number, line, thing.name, effect.verb.value, effect.to_foe, foe, effect.amount)


def _is_fit(bout: Bout, thing: Possession, line: int, effect: Effect) -> bool:
    if not needs_roll(effect) or not thing.is_at_work or not _is_of_this_kind(effect, bout.kind):
        return False
    has_no_more_to_do = effect.verb is Verb.IGNORE and bout.ignoring == ALL_WOUNDS
    return not has_no_more_to_do and not has_acted(bout, key(thing.number, line), effect)


def _is_of_this_kind(effect: Effect, kind: Combat | None) -> bool:
    return effect.fray is Fray.ANY or (kind is not None and effect.fray is kind.fray)


# -- used -------------------------------------------------------------------------------------------


def answered(
    bout: Bout, rolls: Sequence[Rolled], thing: Possession, answer: Answer, dice: Dice
) -> tuple[Bout, tuple[Rolled, ...]]:
    """After all that its use does, in order; a spell is lost by it (A25), and each rule acts once (A43)."""
    lines = [(key(thing.number, line), effect) for line, effect in enumerate(thing.effects)]
    lines = [each for each in lines if _is_used(bout, *each)]
    once = tuple(rule for rule, effect in lines if effect.is_once)
    bout = replace(bout, done=(*bout.done, *(rule for rule, _ in lines)), used=(*bout.used, *once))
    if thing.ware is Ware.SPELL or any(effect.is_spent for _, effect in lines):
        state, told = lose(bout.adventurer, thing.number, How.SPENT)
        bout = replace(bout, adventurer=state).telling(told)
    for _, effect in lines:
        bout, rolls = _done(bout, rolls, thing, effect, answer, dice)
    return bout, tuple(rolls)


def _is_used(bout: Bout, rule: str, effect: Effect) -> bool:
    is_fit = effect.when is When.USE and _is_of_this_kind(effect, bout.kind)
    return is_fit and not has_acted(bout, rule, effect)


def _done(
    bout: Bout, rolls: Sequence[Rolled], thing: Possession, effect: Effect, answer: Answer, dice: Dice
) -> tuple[Bout, Sequence[Rolled]]:
    if effect.verb is Verb.IGNORE:
        return (_ignoring(bout, effect) if is_lucky(effect, thing.name, dice) else bout), rolls
    if effect.verb is Verb.REROLL:
        anew = _foe_anew if effect.to_foe else _own_anew
        return bout, anew(bout, rolls, answer, dice)
    foe = answer.foe if answer.foe is not None else next(iter(exchange.rolling(bout)), None)
    after = used(bout, effect, thing.ware.cause, thing.name, foe if needs_foe(effect) else None, dice)
    return after, _counted(bout, after, rolls)


def _ignoring(bout: Bout, effect: Effect) -> Bout:
    is_all = effect.amount == ALL or bout.ignoring == ALL_WOUNDS
    return replace(bout, ignoring=ALL_WOUNDS if is_all else bout.ignoring + effect.amount)


def _own_anew(bout: Bout, rolls: Sequence[Rolled], _answer: Answer, dice: Dice) -> Sequence[Rolled]:
    """The adventurer's one die is in every comparison."""
    (die,) = dice.roll(1, 6, reason=bout.adventurer.name)
    return [replace(each, own_die=die, own_total=each.own_total - each.own_die + die) for each in rolls]


def _foe_anew(bout: Bout, rolls: Sequence[Rolled], answer: Answer, dice: Dice) -> Sequence[Rolled]:
    (die,) = dice.roll(1, 6, reason=bout.foes[answer.foe or 0].name)
    return [
        replace(each, foe_die=die, foe_total=each.foe_total - each.foe_die + die)
        if each.foe == answer.foe
        else each
        for each in rolls
    ]


def _counted(before: Bout, after: Bout, rolls: Sequence[Rolled]) -> Sequence[Rolled]:
    """The totals with what has changed since; without monsters that have fallen."""
    counted = []
    for each in rolls:
        if after.foes[each.foe].is_standing:
            old, new = exchange.totals(before, each.foe), exchange.totals(after, each.foe)
            own, foe = each.own_total + new[0] - old[0], each.foe_total + new[1] - old[1]
            counted.append(replace(each, own_total=own, foe_total=foe))
    return counted
