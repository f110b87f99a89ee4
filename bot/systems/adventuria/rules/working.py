"""Special rules at work: what sets them off, and what all of them do at one moment (A41 to A45).

What happens comes in batches. All rules that a batch sets off take effect together (A41), and what they
bring about is the next batch. Each acts at most once in a Combat, so that none sets itself off (A43) and
every chain ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.systems.adventuria.rules import ledger
from bot.systems.adventuria.rules.bout import Bout, Whom, done, ignored, key, wounded
from bot.systems.adventuria.rules.effect import ALL, Effect, Fray, Verb, When
from bot.systems.adventuria.rules.fight import Fight
from bot.systems.adventuria.rules.state import Cause
from bot.systems.adventuria.rules.told import How, Told, What

__all__ = [
    "ALL_WOUNDS", "Bout", "Happening", "Rule", "Wound", "cascade", "has_acted", "is_lucky", "key",
    "needs_foe", "needs_roll", "used",
]  # fmt: skip

ALL_WOUNDS = -1


@dataclass(frozen=True, slots=True)
class Rule:
    """One special rule: whose it is, what it is due to, and what that is called."""

    key: str
    bearer: Whom
    effect: Effect
    cause: Cause
    source: str
    # The number of the possession it belongs to.
    possession: int = 0


@dataclass(frozen=True, slots=True)
class Wound:
    """Wounds about to be received, with all that they are due to (A42); `by` is whose side gave them."""

    whom: Whom
    by: Whom
    count: int
    causes: frozenset[Cause]
    source: str
    # The monsters that are the adventurer's "foe" for rules set off by it.
    foes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Happening:
    """What sets rules of its bearer off."""

    when: When
    bearer: Whom
    foes: tuple[int, ...]
    causes: frozenset[Cause] = frozenset()


Acting = tuple[Rule, tuple[int, ...]]


# -- used -------------------------------------------------------------------------------------------


def needs_foe(effect: Effect) -> bool:
    """Whether it makes no sense without a monster."""
    return effect.to_foe


def needs_roll(effect: Effect) -> bool:
    """Whether it answers dice that are known: a reroll, or wounds to be ignored."""
    return effect.when is When.USE and effect.verb in (Verb.REROLL, Verb.IGNORE)


def used(
    bout: Bout, effect: Effect, cause: Cause, source: str, foe: int | None, dice: Dice, rule: str = ""
) -> Bout:
    """After one rule `use: …` of something called `source` did what it does, to that foe where it needs one.

    Throws the die of a chance. What can't be done (a foe where there is none, a reroll without dice, what
    acted in this Combat already) is for the caller to refuse before (Q24). The `rule`'s `key` is remembered.
    """
    foes = (foe,) if foe is not None else ()
    acting = Rule(rule, None, effect, cause, source)
    bout = replace(bout, engaged=tuple(dict.fromkeys((*bout.engaged, *foes))))
    bout = _marked(bout, acting) if rule else bout
    if not is_lucky(effect, source, dice):
        return _in_vain(bout, acting)
    standing = [place for place in foes if bout.foes[place].is_standing]
    bout, wounds = _acted(bout, [(acting, foes)], standing)
    return cascade(bout, wounds, (), dice)


def has_acted(during: Bout | Fight, rule: str, effect: Effect) -> bool:
    """Whether it can act no more: it did in this Combat, or once in the fight (A43)."""
    return rule in during.done or (effect.is_once and rule in during.used)


# -- what sets what off -----------------------------------------------------------------------------


def cascade(bout: Bout, wounds: Sequence[Wound], happenings: Sequence[Happening], dice: Dice) -> Bout:
    """After all that comes of it, batch for batch; it ends where the adventurer falls (Q12)."""
    while (wounds or happenings) and not ledger.has_fallen(bout.adventurer):
        bout, wounds, happenings = _batch(bout, wounds, happenings, dice)
    return bout


def _batch(
    bout: Bout, wounds: Sequence[Wound], happenings: Sequence[Happening], dice: Dice
) -> tuple[Bout, Sequence[Wound], Sequence[Happening]]:
    """One moment: what lands, what that sets off, and what is to come of it."""
    standing = [place for place, foe in enumerate(bout.foes) if foe.is_standing]
    wounds = [each for each in wounds if each.whom is None or each.whom in standing]
    set_off = _set_off(bout, (*happenings, *(each for wound in wounds for each in _of_wound(wound))))
    left, bout = _spared(bout, wounds)
    bout, acting = _tried(bout, set_off, wounds, left, dice)
    for wound, count in zip(wounds, left, strict=True):
        bout = wounded(bout, wound.whom, count, wound.source) if count else bout
    bout, more = _acted(bout, acting, standing)
    felled = [place for place in standing if not bout.foes[place].is_standing]
    bout = bout.telling(*(Told(What.FOE, How.LOST, bout.foes[place].name) for place in felled))
    return bout, more, [Happening(When.FELLING, None, (place,)) for place in felled]


def _of_wound(wound: Wound) -> Iterator[Happening]:
    """Wounds are received, and given by the other side if they come from there; ignored or not (A41)."""
    yield Happening(When.WOUNDED, wound.whom, wound.foes, wound.causes)
    if wound.by != wound.whom:
        yield Happening(When.WOUNDING, wound.by, wound.foes, wound.causes)


def _set_off(bout: Bout, happenings: Sequence[Happening]) -> list[Acting]:
    """The rules that it sets off and that have not acted yet, each with the monsters that it concerns."""
    found = []
    for rule in _rules(bout):
        concerned = [each for each in happenings if _is_set_off(rule, each)]
        foes = tuple(sorted({foe for each in concerned for foe in each.foes}))
        # One that is done to monsters needs some: a page's wounds come from none.
        if concerned and _aimed(rule, foes) and not has_acted(bout, rule.key, rule.effect):
            found.append((rule, foes))
    return found


def _is_set_off(rule: Rule, happening: Happening) -> bool:
    if (happening.bearer, happening.when) != (rule.bearer, rule.effect.when):
        return False
    return _is_due_to(rule.effect.due_to, happening.causes)


def _is_due_to(due_to: str, causes: frozenset[Cause]) -> bool:
    """Whether one of the causes is meant; a monster's ability is an ability (A10)."""
    named = {Cause.ABILITY if cause is Cause.MONSTER else cause for cause in causes}
    return not due_to or due_to in named


def _rules(bout: Bout) -> Iterator[Rule]:
    """Every rule that can be set off now: of possessions at work, and of the monsters that stand."""
    for thing in bout.adventurer.possessions:
        for line, effect in enumerate(thing.effects if thing.is_at_work else ()):
            yield Rule(key(thing.number, line), None, effect, thing.ware.cause, thing.name, thing.number)
    for place in bout.engaged:
        foe = bout.foes[place]
        for line, effect in enumerate(foe.effects if foe.is_standing else ()):
            yield Rule(f"f{place}.{line}", place, effect, Cause.MONSTER, foe.name)


# -- what they do together --------------------------------------------------------------------------


def _spared(bout: Bout, wounds: Sequence[Wound]) -> tuple[list[int], Bout]:
    """How many of each are received where an answer to the dice ignores some of the adventurer's."""
    left = [wound.count for wound in wounds]
    own = [place for place, wound in enumerate(wounds) if wound.whom is None]
    if not bout.ignoring:
        return left, bout
    count = _taken(left, own, ALL if bout.ignoring == ALL_WOUNDS else bout.ignoring)
    if bout.ignoring != ALL_WOUNDS:
        bout = replace(bout, ignoring=bout.ignoring - count)
    return left, ignored(bout, None, count, "") if count else bout


def _taken(left: list[int], places: Sequence[int], amount: int) -> int:
    """Take so many, or all, away at those places; how many there were."""
    count = sum(left[place] for place in places)
    count = count if amount == ALL else min(amount, count)
    owed = count
    for place in places:
        part = min(owed, left[place])
        left[place] -= part
        owed -= part
    return count


def _tried(
    bout: Bout, set_off: Sequence[Acting], wounds: Sequence[Wound], left: list[int], dice: Dice
) -> tuple[Bout, list[Acting]]:
    """Those of them that act: fit for this kind of Combat, and lucky. Takes what is ignored from `left`."""
    acting = []
    for rule, foes in set_off:
        places = _ignorable(rule, wounds, left)
        is_idle = rule.effect.verb is Verb.IGNORE and not places
        if is_idle or not _is_of_this_kind(bout, rule.effect):
            continue
        bout = _marked(bout, rule)
        if not is_lucky(rule.effect, rule.source, dice):
            bout = _in_vain(bout, rule)
            continue
        if places:
            bout = ignored(bout, rule.bearer, _taken(left, places, rule.effect.amount), rule.source)
        acting.append((rule, foes))
    return bout, acting


def _ignorable(rule: Rule, wounds: Sequence[Wound], left: Sequence[int]) -> list[int]:
    """Which of the wounds it may ignore; nothing is used up on those that somebody else ignored."""
    if rule.effect.verb is not Verb.IGNORE:
        return []
    return [
        place
        for place, wound in enumerate(wounds)
        if wound.whom == rule.bearer and left[place] and _is_due_to(rule.effect.due_to, wound.causes)
    ]


def _is_of_this_kind(bout: Bout, effect: Effect) -> bool:
    return effect.fray is Fray.ANY or (bout.kind is not None and effect.fray is bout.kind.fray)


def _marked(bout: Bout, rule: Rule) -> Bout:
    used_up = (*bout.used, rule.key) if rule.effect.is_once else bout.used
    return replace(bout, done=(*bout.done, rule.key), used=used_up)


def is_lucky(effect: Effect, source: str, dice: Dice) -> bool:
    """Whether it acts: with a chance, one die decides."""
    if effect.is_sure:
        return True
    (die,) = dice.roll(1, 6, reason=source)
    return effect.lowest <= die <= effect.highest


def _in_vain(bout: Bout, rule: Rule) -> Bout:
    """A possession's chance that failed is told, for its die was seen."""
    told = Told(What(rule.cause.value), How.IGNORED, rule.source) if rule.bearer is None else None
    return bout.telling(told) if told else bout


def _acted(bout: Bout, acting: Sequence[Acting], standing: Sequence[int]) -> tuple[Bout, list[Wound]]:
    """After what they do at once to those who stood before, and the wounds that they give."""
    given: list[Wound] = []
    for rule, foes in acting:
        before, wounds = bout, len(given)
        for whom in (each for each in _aimed(rule, foes) if each is None or each in standing):
            if rule.effect.verb is Verb.WOUND:
                given.append(_wound(rule, whom, foes))
            elif rule.effect.verb is not Verb.IGNORE:
                bout = _did(bout, rule, whom)
        # What had nothing to do is not used up by it.
        if rule.effect.verb is Verb.IGNORE or bout != before or len(given) > wounds:
            bout = _spent(bout, rule)
    return bout, given


def _aimed(rule: Rule, foes: tuple[int, ...]) -> tuple[Whom, ...]:
    """To whom it is done: its bearer, or the other side."""
    if not rule.effect.to_foe:
        return (rule.bearer,)
    return foes if rule.bearer is None else (None,)


def _wound(rule: Rule, whom: Whom, foes: tuple[int, ...]) -> Wound:
    """Due to the thing, and to Combat only where the rule says so itself (A42, A44)."""
    causes = {rule.cause, Cause.COMBAT} if rule.effect.is_due_to_combat else {rule.cause}
    concerned = foes if whom is None else (whom,)
    return Wound(whom, rule.bearer, rule.effect.amount, frozenset(causes), rule.source, concerned)


def _did(bout: Bout, rule: Rule, whom: Whom) -> Bout:
    """After what it does; that there was nothing to do is told only of what was used."""
    after = done(bout, rule.effect, whom, rule.cause, rule.source)
    is_idle = len(after.told) > len(bout.told) and after.told[-1].how is How.AT_FLOOR
    return replace(after, told=bout.told) if is_idle and rule.effect.when is not When.USE else after


def _spent(bout: Bout, rule: Rule) -> Bout:
    """Without the possession that its rule used up."""
    thing = next((each for each in bout.adventurer.possessions if each.number == rule.possession), None)
    if not rule.effect.is_spent or thing is None:
        return bout
    bout = replace(bout, adventurer=ledger.without(bout.adventurer, (thing.number,)))
    return bout.telling(Told(What(thing.ware.value), How.SPENT, thing.name))
