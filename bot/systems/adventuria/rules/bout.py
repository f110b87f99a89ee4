"""What one special rule does: the bout that rules work on, and what each does to whom (A8, A11, A37, Q1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.systems.adventuria.rules import ledger
from bot.systems.adventuria.rules.effect import ALL, Effect, Verb, When
from bot.systems.adventuria.rules.fight import Combat
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.state import MOST_GOLD, Adventurer, Attribute, Cause, Change, Until
from bot.systems.adventuria.rules.told import How, Told, What

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
    # Rules that act once in a fight and have, and all that have acted in this Combat (A43).
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
        if effect.when is When.USE and (rule := key(thing.number, line)) in acted
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
    how = How.CHANGED if before != after else How.AT_FLOOR
    told = Told(What(attribute.value), how, "", before, after, source, until, bout.name(whom))
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
    """After whom received so many wounds (A37)."""
    if whom is None:
        before = bout.adventurer.wounds
        bout = replace(bout, adventurer=ledger.wounded(bout.adventurer, count))
    else:
        foe = bout.foes[whom]
        before = foe.wounds
        bout = bout.with_foe(whom, replace(foe, wounds=before + count))
    return bout.telling(_of_wounds(bout, whom, How.CHANGED, before, before + count, source))


def ignored(bout: Bout, whom: Whom, count: int, source: str) -> Bout:
    """After whom was spared so many wounds: nothing changed, but that is told."""
    return bout.telling(_of_wounds(bout, whom, How.IGNORED, count, 0, source))


def _healed(bout: Bout, amount: int, whom: Whom, source: str) -> Bout:
    before = bout.adventurer.wounds if whom is None else bout.foes[whom].wounds
    after = 0 if amount == ALL else max(0, before - amount)
    if whom is None:
        bout = replace(bout, adventurer=replace(bout.adventurer, wounds=after))
    else:
        bout = bout.with_foe(whom, replace(bout.foes[whom], wounds=after))
    how = How.CHANGED if before != after else How.AT_FLOOR
    return bout.telling(_of_wounds(bout, whom, how, before, after, source))


def _of_wounds(bout: Bout, whom: Whom, how: How, before: int, after: int, source: str) -> Told:
    return Told(What.WOUNDS, how, "", before, after, source, whose=bout.name(whom))


def _paid(bout: Bout, amount: int, source: str) -> Bout:
    before = bout.adventurer.gold
    after = min(MOST_GOLD, max(0, before + amount))
    how = How.CHANGED if before != after else How.AT_FLOOR if amount < 0 else How.AT_CAP
    told = Told(What.GOLD, how, "", before, after, source)
    return replace(bout, adventurer=replace(bout.adventurer, gold=after)).telling(told)


def _shown(bout: Bout, place: str, source: str) -> Bout:
    """After another way to end the turn was shown (A47)."""
    if place.casefold() in map(str.casefold, bout.adventurer.ways):
        return bout.telling(Told(What.WAY, How.AT_FLOOR, place, by=source))
    state = bout.adventurer
    state = replace(state, ways=(*state.ways, place), shown=(*state.shown, place))
    return replace(bout, adventurer=state).telling(Told(What.WAY, How.GAINED, place, by=source))
