"""What one special rule does: the bout that rules work on, and what each does to whom (A8, A11, A37, Q1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.systems.adventuria import ledger
from bot.systems.adventuria.combat.state import Combat, ExchangeResult, Fight, Rolled
from bot.systems.adventuria.ledger import changed_by, expired, has_fallen, held_bonus, room_for_xp, total
from bot.systems.adventuria.state import (
    ALL,
    MOST_GOLD,
    XP_FOR_A_RISE,
    Adventurer,
    Attribute,
    Cause,
    Change,
    Effect,
    Foe,
    Fray,
    Manner,
    Subject,
    Told,
    Trigger,
    Until,
    Verb,
)

# The place of a monster, or None for the adventurer.
Whom = int | None
ATTRIBUTES = (Verb.ARMS, Verb.MAGIC, Verb.CRAFT, Verb.VITAE)


@dataclass(frozen=True, slots=True)
class Bout:
    """What special rules work on: the adventurer, the monsters met if any, and what happened so far."""

    adventurer: Adventurer
    foes: tuple[Foe, ...] = ()
    kind: Combat | None = None
    told: tuple[Told, ...] = ()
    one_number: bool = False
    # The places of the monsters in this Combat.
    engaged: tuple[int, ...] = ()
    # Rules that act once in a fight and have; those that were used in this Combat, or have acted for what is
    # due to it (A43).
    used: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    # What rules at the start of this Combat add to whose roll.
    more: tuple[tuple[Whom, int], ...] = ()
    # The adventurer's wounds of this Combat that an answer ignores; -1 is all.
    ignoring: int = 0

    def telling(self, *told: Told) -> Bout:
        """The bout with that told."""
        return replace(self, told=(*self.told, *told))

    def with_foe(self, place: int, foe: Foe) -> Bout:
        """The bout with the monster at that place as it is now."""
        return replace(self, foes=(*self.foes[:place], foe, *self.foes[place + 1 :]))

    def wounds(self, whom: Whom) -> int:
        """The number of somebody's wounds."""
        return (self.adventurer if whom is None else self.foes[whom]).wounds

    def with_wounds(self, whom: Whom, wounds: int) -> Bout:
        """The bout with somebody wounded so often."""
        if whom is None:
            return replace(self, adventurer=replace(self.adventurer, wounds=wounds))
        return self.with_foe(whom, replace(self.foes[whom], wounds=wounds))

    def name(self, whom: Whom) -> str:
        """How `Told` names whose something is: nothing for the adventurer's own."""
        return "" if whom is None else self.foes[whom].name


def key(possession: int, line: int) -> str:
    """How it is remembered that this rule of a possession has acted."""
    return f"p{possession}.{line}"


def used_of(adventurer: Adventurer, acted: Sequence[str]) -> tuple[str, ...]:
    """Those rules that have acted by being used, of what the adventurer still has."""
    return tuple(
        rule
        for thing in adventurer.possessions
        for line, effect in enumerate(thing.effects)
        if effect.when is Trigger.USE and (rule := key(thing.number, line)) in acted
    )


def done(bout: Bout, effect: Effect, whom: Whom, cause: Cause, source: str) -> Bout:
    """After what that rule does to whom, apart from wounds given and ignored."""
    if effect.verb in ATTRIBUTES:
        return _changed(bout, effect, whom, cause, source)
    if effect.verb is Verb.HEAL:
        return _healed(bout, effect.amount, whom, source)
    if effect.verb is Verb.GOLD:
        return _paid(bout, effect.amount, source) if whom is None else bout
    if effect.verb is Verb.ROLL:
        return replace(bout, more=(*bout.more, (whom, effect.amount)))
    if effect.verb is Verb.GO:
        return _shown(bout, effect.place, source)
    raise LookupError(f"no rule does {effect.verb} by itself")


# -- attributes -------------------------------------------------------------------------------------


def _changed(bout: Bout, effect: Effect, whom: Whom, cause: Cause, source: str) -> Bout:
    attribute, until = Attribute(effect.verb.value), Until(effect.until)
    if whom is None:
        if until is Until.QUEST and bout.adventurer.quest is None:
            # It would last until some later quest ends.
            return bout
        before = ledger.total(bout.adventurer, attribute)
        one_number = bout.one_number
        changed = ledger.changed_by(
            bout.adventurer, attribute, effect.amount, cause, source, until, one_number=one_number
        )
        after, bout = ledger.total(changed, attribute), replace(bout, adventurer=changed)
    else:
        before = bout.foes[whom].value(attribute)
        bout = bout.with_foe(
            whom, foe_changed(bout.foes[whom], attribute, effect.amount, cause, source, until)
        )
        after = bout.foes[whom].value(attribute)
    how = Manner.CHANGED if before != after else Manner.AT_FLOOR
    told = Told(Subject(attribute.value), how, "", before, after, source, until, bout.name(whom))
    return bout.telling(told)


def foe_changed(foe: Foe, attribute: Attribute, amount: int, cause: Cause, source: str, until: Until) -> Foe:
    """A monster after that change: down to 1, without a limit above (A11); the rest is not owed (A8).

    What is to last longer than the fight lasts as long as the monster does (A12).
    """
    if amount < 0:
        amount = max(amount, ledger.LOWEST - foe.value(attribute))
    if until in (Until.COMBAT, Until.FIGHT):
        change = Change(attribute, amount, cause, source, until)
        return replace(foe, changes=(*foe.changes, change)) if amount else foe
    now = foe.now.of(attribute)
    if amount < 0:
        amount = max(amount, ledger.LOWEST - now)
    return replace(foe, now=foe.now.having(attribute, now + amount))


def foe_expired(foe: Foe, *untils: Until) -> Foe:
    """A monster once those spans are over."""
    return replace(foe, changes=tuple(each for each in foe.changes if each.until not in untils))


# -- wounds and gold --------------------------------------------------------------------------------


def wounded(bout: Bout, whom: Whom, count: int, source: str) -> Bout:
    """The bout after somebody received that many wounds (A37)."""
    before = bout.wounds(whom)
    told = _of_wounds(bout, whom, Manner.CHANGED, before, before + count, source)
    return bout.with_wounds(whom, before + count).telling(told)


def ignored(bout: Bout, whom: Whom, count: int, source: str) -> Bout:
    """After whom was spared so many wounds: nothing changed, but that is told."""
    return bout.telling(_of_wounds(bout, whom, Manner.IGNORED, count, 0, source))


def _healed(bout: Bout, amount: int, whom: Whom, source: str) -> Bout:
    before = bout.wounds(whom)
    after = 0 if amount == ALL else max(0, before - amount)
    how = Manner.CHANGED if before != after else Manner.AT_FLOOR
    return bout.with_wounds(whom, after).telling(_of_wounds(bout, whom, how, before, after, source))


def _of_wounds(bout: Bout, whom: Whom, how: Manner, before: int, after: int, source: str) -> Told:
    return Told(Subject.WOUNDS, how, "", before, after, source, whose=bout.name(whom))


def _paid(bout: Bout, amount: int, source: str) -> Bout:
    before = bout.adventurer.gold
    after = min(MOST_GOLD, max(0, before + amount))
    how = Manner.CHANGED if before != after else Manner.AT_FLOOR if amount < 0 else Manner.AT_CAP
    told = Told(Subject.GOLD, how, "", before, after, source)
    return replace(bout, adventurer=replace(bout.adventurer, gold=after)).telling(told)


def _shown(bout: Bout, place: str, source: str) -> Bout:
    """After another way to end the turn was shown (A47)."""
    if place.casefold() in map(str.casefold, bout.adventurer.ways):
        return bout.telling(Told(Subject.WAY, Manner.AT_FLOOR, place, by=source))
    state = bout.adventurer
    state = replace(state, ways=(*state.ways, place), shown=(*state.shown, place))
    return replace(bout, adventurer=state).telling(Told(Subject.WAY, Manner.GAINED, place, by=source))


# -- XP: what a monster is worth, and what it comes to (A34 to A36, Q6 to Q8) ------------------------------


KEPT = {Combat.MELEE: Subject.MELEE_XP, Combat.MAGICAL: Subject.MAGICAL_XP}


def experience_worth(foe: Foe, combat: Combat, *, is_current: bool) -> int:
    """What a monster brings in that kind of Combat: half of what fights and Vitae (A34); `is_current`: Q7."""
    if is_current:
        return (foe.value(combat.attribute, combat.fray) + foe.value(Attribute.VITAE)) // 2
    return (foe.printed.of(combat.attribute) + foe.printed.vitae) // 2


def held(adventurer: Adventurer, combat: Combat) -> int:
    """The amount of that XP an adventurer has."""
    return adventurer.melee_xp if combat is Combat.MELEE else adventurer.magical_xp


def gained(
    adventurer: Adventurer, combat: Combat, amount: int, *, one_number: bool, by: str = ""
) -> tuple[Adventurer, tuple[Told, ...]]:
    """The adventurer after one award: at 10 none is left and the attribute rises by 1, once (A35).

    At twice the beginning value nothing is counted, and what there is stays as it is (A36, Q6).
    """
    what, before = KEPT[combat], held(adventurer, combat)
    if not room_for_xp(adventurer, combat.attribute, one_number=one_number):
        return adventurer, (Told(what, Manner.AT_CAP, before=before, after=before, by=by),)
    rises, attribute = before + amount >= XP_FOR_A_RISE, combat.attribute
    after = 0 if rises else before + amount
    is_melee = combat is Combat.MELEE
    counted = replace(adventurer, melee_xp=after) if is_melee else replace(adventurer, magical_xp=after)
    beyond = before + amount - XP_FOR_A_RISE if rises else 0
    told = Told(what, before=before, after=after, by=by, beyond=beyond)
    if not rises:
        return counted, (told,)
    # At once (Q17).
    risen = changed_by(counted, attribute, 1, Cause.EXPERIENCE, what.value, one_number=one_number)
    before, after = total(adventurer, attribute), total(risen, attribute)
    if before == after:
        # What lasts for a while hides it: the natural value has risen.
        before, after = adventurer.natural.of(attribute), risen.natural.of(attribute)
    rise = Told(Subject(attribute.value), before=before, after=after)
    return risen, (told, rise)


# -- Special rules at work: what sets them off, and what all of them do at one moment (A41 to A45) ---------


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
    # The rules that brought it about, one after the other: it sets off none of them (A43).
    came_of: frozenset[str] = frozenset()


# What is due to Combat whatever it came of; “at the start of” does not count as due (A44, A45).
_DUE_TO_COMBAT = (Trigger.WINNING, Trigger.LOSING, Trigger.STANDOFF, Trigger.FELLING)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """What sets rules of its bearer off; `came_of` as of wounds."""

    when: Trigger
    bearer: Whom
    foes: tuple[int, ...]
    causes: frozenset[Cause] = frozenset()
    came_of: frozenset[str] = frozenset()

    @property
    def is_due_to_combat(self) -> bool:
        """Whether what it sets off is spent for this Combat (A43)."""
        return self.when in _DUE_TO_COMBAT or Cause.COMBAT in self.causes


@dataclass(frozen=True, slots=True)
class Acting:
    """A rule that was set off, with the monsters that it concerns, and all the rules that it came of."""

    rule: Rule
    foes: tuple[int, ...]
    came_of: frozenset[str]
    is_due_to_combat: bool = False


# -- used -------------------------------------------------------------------------------------------


def needs_foe(effect: Effect) -> bool:
    """Whether it makes no sense without a monster."""
    return effect.to_foe


def needs_roll(effect: Effect) -> bool:
    """Whether it answers dice that are known: a reroll, or wounds to be ignored."""
    return effect.when is Trigger.USE and effect.verb in (Verb.REROLL, Verb.IGNORE)


def used(
    bout: Bout, effect: Effect, cause: Cause, source: str, foe: int | None, dice: Dice, rule: str = ""
) -> Bout:
    """After one rule `use: …` of something called `source` did what it does, to that foe where it needs one.

    Throws the die of a chance. What can't be done (a foe where there is none, a reroll without dice, what
    acted in this Combat already) is for the caller to refuse before (Q24). The `rule`'s `key` is remembered.
    """
    foes = (foe,) if foe is not None else ()
    used_rule = Rule(rule, None, effect, cause, source)
    bout = replace(bout, engaged=tuple(dict.fromkeys((*bout.engaged, *foes))))
    bout = _marked(bout, used_rule, is_done=True) if rule else bout
    if not is_lucky(effect, source, dice):
        return _in_vain(bout, used_rule)
    standing = [place for place in foes if bout.foes[place].is_standing]
    bout, wounds = _acted(bout, [Acting(used_rule, foes, frozenset({rule}))], standing)
    return cascade(bout, wounds, (), dice)


def has_acted(during: Bout | Fight, rule: str, effect: Effect) -> bool:
    """Whether it can be used no more: it was in this Combat, or once in the fight."""
    return rule in during.done or (effect.is_once and rule in during.used)


# -- what sets what off -----------------------------------------------------------------------------


def cascade(bout: Bout, wounds: Sequence[Wound], happenings: Sequence[Occurrence], dice: Dice) -> Bout:
    """After all that comes of it, batch for batch; it ends where the adventurer falls (Q12)."""
    while (wounds or happenings) and not ledger.has_fallen(bout.adventurer):
        bout, wounds, happenings = _batch(bout, wounds, happenings, dice)
    return bout


def _batch(
    bout: Bout, wounds: Sequence[Wound], happenings: Sequence[Occurrence], dice: Dice
) -> tuple[Bout, Sequence[Wound], Sequence[Occurrence]]:
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
    bout = bout.telling(*(Told(Subject.FOE, Manner.LOST, bout.foes[place].name) for place in felled))
    return bout, more, [_felling(place, wounds, acting) for place in felled]


def _of_wound(wound: Wound) -> Iterator[Occurrence]:
    """Wounds are received, and given by the other side if they come from there; ignored or not (A41)."""
    yield Occurrence(Trigger.WOUNDED, wound.whom, wound.foes, wound.causes, wound.came_of)
    if wound.by != wound.whom:
        yield Occurrence(Trigger.WOUNDING, wound.by, wound.foes, wound.causes, wound.came_of)


def _felling(place: int, wounds: Sequence[Wound], acting: Sequence[Acting]) -> Occurrence:
    """That the monster there fell, by the wounds and the rules of one moment."""
    by = [each.came_of for each in wounds if each.whom == place]
    by += [each.came_of for each in acting if place in each.foes]
    return Occurrence(Trigger.FELLING, None, (place,), came_of=frozenset().union(*by))


def _set_off(bout: Bout, happenings: Sequence[Occurrence]) -> list[Acting]:
    """The rules that it sets off, each with the monsters that it concerns."""
    found = []
    for rule in _rules(bout):
        concerned = [each for each in happenings if _is_set_off(bout, rule, each)]
        foes = tuple(sorted({foe for each in concerned for foe in each.foes}))
        # One that is done to monsters needs some: a page's wounds come from none.
        if concerned and _aimed(rule, foes):
            came_of = frozenset({rule.key}).union(*(each.came_of for each in concerned))
            is_due = any(each.is_due_to_combat for each in concerned)
            found.append(Acting(rule, foes, came_of, is_due))
    return found


def _is_set_off(bout: Bout, rule: Rule, happening: Occurrence) -> bool:
    is_its = (happening.bearer, happening.when) == (rule.bearer, rule.effect.when)
    return (
        is_its
        and _is_due_to(rule.effect.due_to, happening.causes)
        and _can_act(bout, rule, happening.came_of, is_due_to_combat=happening.is_due_to_combat)
    )


def _can_act(bout: Bout, rule: Rule, came_of: frozenset[str], *, is_due_to_combat: bool) -> bool:
    """Whether a rule may be set off: not by itself, and once in a Combat by what is due to that (A43)."""
    if rule.key in came_of or (rule.effect.is_once and rule.key in bout.used):
        return False
    return not is_due_to_combat or rule.key not in bout.done


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
    for each in set_off:
        rule, is_due = each.rule, each.is_due_to_combat
        places = _ignorable(bout, rule, wounds, left)
        if places:
            is_due = any(Cause.COMBAT in wounds[place].causes for place in places)
        is_idle = rule.effect.verb is Verb.IGNORE and not places
        if is_idle or not is_of_this_kind(bout, rule.effect):
            continue
        bout = _marked(bout, rule, is_done=is_due)
        if not is_lucky(rule.effect, rule.source, dice):
            bout = _in_vain(bout, rule)
            continue
        if places:
            bout = ignored(bout, rule.bearer, _taken(left, places, rule.effect.amount), rule.source)
        acting.append(each)
    return bout, acting


def _ignorable(bout: Bout, rule: Rule, wounds: Sequence[Wound], left: Sequence[int]) -> list[int]:
    """Which of the wounds it may ignore; nothing is used up on those that somebody else ignored."""
    if rule.effect.verb is not Verb.IGNORE:
        return []
    return [
        place
        for place, wound in enumerate(wounds)
        if wound.whom == rule.bearer
        and left[place]
        and _is_due_to(rule.effect.due_to, wound.causes)
        and _can_act(bout, rule, wound.came_of, is_due_to_combat=Cause.COMBAT in wound.causes)
    ]


def is_of_this_kind(bout: Bout, effect: Effect) -> bool:
    """Whether it works in this kind of Combat."""
    return effect.fray is Fray.ANY or (bout.kind is not None and effect.fray is bout.kind.fray)


def _marked(bout: Bout, rule: Rule, *, is_done: bool) -> Bout:
    """With the rule spent for this Combat (A43), and for the fight where it acts once in that."""
    used_up = (*bout.used, rule.key) if rule.effect.is_once else bout.used
    return replace(bout, done=(*bout.done, rule.key) if is_done else bout.done, used=used_up)


def is_lucky(effect: Effect, source: str, dice: Dice) -> bool:
    """Whether it acts: with a chance, one die decides."""
    if effect.is_sure:
        return True
    (die,) = dice.roll(1, 6, reason=source)
    return effect.lowest <= die <= effect.highest


def _in_vain(bout: Bout, rule: Rule) -> Bout:
    """A possession's chance that failed is told, for its die was seen."""
    told = Told(Subject(rule.cause.value), Manner.IGNORED, rule.source) if rule.bearer is None else None
    return bout.telling(told) if told else bout


def _acted(bout: Bout, acting: Sequence[Acting], standing: Sequence[int]) -> tuple[Bout, list[Wound]]:
    """After what they do at once to those who stood before, and the wounds that they give."""
    given: list[Wound] = []
    for each in acting:
        rule, before, wounds = each.rule, bout, len(given)
        for whom in (some for some in _aimed(rule, each.foes) if some is None or some in standing):
            if rule.effect.verb is Verb.WOUND:
                given.append(_wound(each, whom))
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


def _wound(acting: Acting, whom: Whom) -> Wound:
    """Due to the thing, and to Combat only where the rule says so itself (A42, A44)."""
    rule = acting.rule
    causes = {rule.cause, Cause.COMBAT} if rule.effect.is_due_to_combat else {rule.cause}
    concerned = acting.foes if whom is None else (whom,)
    return Wound(
        whom,
        rule.bearer,
        rule.effect.amount,
        frozenset(causes),
        rule.source,
        concerned,
        acting.came_of,
    )


def _did(bout: Bout, rule: Rule, whom: Whom) -> Bout:
    """After what it does; that there was nothing to do is told only of what was used."""
    after = done(bout, rule.effect, whom, rule.cause, rule.source)
    is_idle = len(after.told) > len(bout.told) and after.told[-1].how is Manner.AT_FLOOR
    return replace(after, told=bout.told) if is_idle and rule.effect.when is not Trigger.USE else after


def _spent(bout: Bout, rule: Rule) -> Bout:
    """Without the possession that its rule used up."""
    thing = next((each for each in bout.adventurer.possessions if each.number == rule.possession), None)
    if not rule.effect.is_spent or thing is None:
        return bout
    bout = replace(bout, adventurer=ledger.without(bout.adventurer, (thing.number,)))
    return bout.telling(Told(Subject(thing.ware.value), Manner.SPENT, thing.name))


# Which rules of the adventurer, and which of the monster, each sets off.
_MOMENTS = {
    ExchangeResult.WIN: (Trigger.WINNING, Trigger.LOSING),
    ExchangeResult.STANDOFF: (Trigger.STANDOFF, Trigger.STANDOFF),
    ExchangeResult.LOSE: (Trigger.LOSING, Trigger.WINNING),
}


def begun(bout: Bout, dice: Dice) -> Bout:
    """After what happens at the start, before the rolls (A44)."""
    happenings = [Occurrence(Trigger.START, None, bout.engaged)]
    happenings += [Occurrence(Trigger.START, foe, (foe,)) for foe in bout.engaged]
    return cascade(bout, (), happenings, dice)


def is_rolled(bout: Bout) -> bool:
    """Whether there is anything left to roll for after the start."""
    return not has_fallen(bout.adventurer) and bool(rolling(bout))


def rolling(bout: Bout) -> tuple[int, ...]:
    """The places of the monsters that roll."""
    return tuple(place for place in bout.engaged if bout.foes[place].is_standing)


def totals(bout: Bout, foe: int) -> tuple[int, int]:
    """What the adventurer and that monster each add to their die."""
    kind = bout.kind
    if kind is None:
        raise LookupError("the kind of this Combat is not chosen yet")
    own = total(bout.adventurer, kind.attribute, kind.fray) + held_bonus(
        bout.adventurer, Verb.ROLL, kind.fray
    )
    theirs = bout.foes[foe].value(kind.attribute, kind.fray) + bout.foes[foe].always(Verb.ROLL, kind.fray)
    return own + _more(bout, None), theirs + _more(bout, foe)


def _more(bout: Bout, whom: int | None) -> int:
    return sum(amount for whose, amount in bout.more if whose == whom)


def verdicts(rolls: Sequence[Rolled]) -> dict[int, ExchangeResult]:
    """What the rolls came to, by the monsters' places."""
    return {each.foe: each.verdict for each in rolls}


def resolved(bout: Bout, came: Mapping[int, ExchangeResult], dice: Dice) -> Bout:
    """After what the rolls came to, with every rule that this sets off."""
    wounds = [_lost(bout, foe, each) for foe, each in came.items() if each is not ExchangeResult.STANDOFF]
    moments = [Occurrence(_MOMENTS[each][0], None, (foe,)) for foe, each in came.items()]
    moments += [Occurrence(_MOMENTS[each][1], foe, (foe,)) for foe, each in came.items()]
    return cascade(bout, wounds, moments, dice)


def _lost(bout: Bout, foe: int, came: ExchangeResult) -> Wound:
    """The wound of who loses: due to Combat, and to nothing else (A29, A44)."""
    due = frozenset({Cause.COMBAT})
    if came is ExchangeResult.WIN:
        return Wound(foe, None, 1, due, "", (foe,))
    return Wound(None, foe, 1, due, bout.foes[foe].name, (foe,))


# -- its end ----------------------------------------------------------------------------------------


def closed(bout: Bout, *, is_current: bool = False) -> Bout:
    """After the end of the Combat: what lasted so long is over, and who fell in it brings XP (A34).

    `is_current`: see ruling Q7. An adventurer that has fallen gains nothing (Q12).
    """
    if has_fallen(bout.adventurer):
        return bout
    standing = rolling(bout)
    over = replace(
        bout,
        adventurer=expired(bout.adventurer, Until.COMBAT),
        # One that has fallen stays so, whatever lowered its Vitae.
        foes=tuple(foe_expired(foe, Until.COMBAT) if foe.is_standing else foe for foe in bout.foes),
    )
    felled = [place for place in bout.engaged if not over.foes[place].is_standing]
    at_last = (over.foes[place].name for place in felled if place in standing)
    over = over.telling(*(Told(Subject.FOE, Manner.LOST, name) for name in at_last))
    return rewarded(over, felled, is_current=is_current)


def rewarded(bout: Bout, felled: Sequence[int], *, is_current: bool = False) -> Bout:
    """With XP for the monsters in those places, one after the other (A45, Q8)."""
    for place in felled:
        if not has_fallen(bout.adventurer):
            bout = _felled(bout, bout.foes[place], is_current=is_current)
    return bout


def _felled(bout: Bout, foe: Foe, *, is_current: bool) -> Bout:
    adventurer = replace(bout.adventurer, felled=bout.adventurer.felled + 1)
    if foe.is_unique:
        adventurer = replace(adventurer, slain=(*adventurer.slain, foe.kin or foe.name))
    if bout.kind is None:
        return replace(bout, adventurer=adventurer)
    worth = experience_worth(foe, bout.kind, is_current=is_current)
    adventurer, told = gained(adventurer, bout.kind, worth, one_number=bout.one_number, by=foe.name)
    return replace(bout, adventurer=adventurer).telling(*told)
