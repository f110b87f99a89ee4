"""An adventurer's numbers: attributes in two ledgers, limits, wounds (A7 to A9, A19, A22, A26, A37, A38, Q1).

Pure arithmetic on one state: what asks, refuses or tells stands in the chapters that use it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Cause,
    Change,
    Fray,
    Gain,
    Loss,
    Manner,
    Possession,
    Subject,
    Told,
    Trigger,
    Type,
    Until,
    Verb,
    Ware,
)

LOWEST = 1
# Whose limit of spells is Magic - 2 instead of Magic - 3 (A22).
SPELLCASTERS = (Type.WIZARD, Type.PRIEST)
ROOM = {Ware.ITEM: Verb.ITEMS, Ware.SPELL: Verb.SPELLS, Ware.ALLY: Verb.ALLIES}


# -- attributes -------------------------------------------------------------------------------------


def cap(adventurer: Adventurer, attribute: Attribute) -> int:
    """Twice the beginning value (A9)."""
    return 2 * adventurer.beginning.of(attribute)


def own(adventurer: Adventurer, attribute: Attribute) -> int:
    """The natural value, with what isn't exempt and doesn't last: never above twice the beginning (A9)."""
    passing = sum(
        each.amount for each in adventurer.changes if each.attribute is attribute and not each.cause.is_exempt
    )
    natural = adventurer.natural.of(attribute)
    return min(natural + passing, max(natural, cap(adventurer, attribute)))


def held_bonuses(
    adventurer: Adventurer, verb: Verb, fray: Fray = Fray.ANY
) -> Iterator[tuple[Possession, int]]:
    """What each possession at work adds while held; in one kind of Combat also what counts there alone."""
    for possession in adventurer.possessions:
        if possession.is_at_work:
            yield (
                possession,
                sum(
                    effect.amount
                    for effect in possession.effects
                    if effect.when is Trigger.HELD
                    and effect.verb is verb
                    and not effect.to_foe
                    and effect.fray in (Fray.ANY, fray)
                ),
            )


def held_bonus(adventurer: Adventurer, verb: Verb, fray: Fray = Fray.ANY) -> int:
    """What possessions at work add while held."""
    return sum(amount for _, amount in held_bonuses(adventurer, verb, fray))


def bonus(adventurer: Adventurer, attribute: Attribute, fray: Fray = Fray.ANY) -> int:
    """The exempt ledger: bonuses and penalties by ability, item, spell and ally (Q1)."""
    changed = sum(
        each.amount for each in adventurer.changes if each.attribute is attribute and each.cause.is_exempt
    )
    return changed + held_bonus(adventurer, Verb(attribute.value), fray)


def total(adventurer: Adventurer, attribute: Attribute, fray: Fray = Fray.ANY) -> int:
    """The attribute as it counts: never below 1 (A8, Q18)."""
    return max(LOWEST, own(adventurer, attribute) + bonus(adventurer, attribute, fray))


def room_to_rise(
    adventurer: Adventurer, attribute: Attribute, *, one_number: bool, lasts: bool = True
) -> int:
    """By how much anything that is not exempt may raise it (A9); `one_number`: see ruling Q1.

    What lowers it for a while makes no room for what `lasts`.
    """
    counted = own(adventurer, attribute)
    if lasts:
        counted = max(counted, adventurer.natural.of(attribute))
    if one_number:
        counted += bonus(adventurer, attribute)
    return max(0, cap(adventurer, attribute) - counted)


def room_for_xp(adventurer: Adventurer, attribute: Attribute, *, one_number: bool) -> int:
    """By how much XP may still raise it, and so whether it counts (A36, Q6): by the natural value alone.

    What raises or lowers it for a while makes no difference; `one_number`: see ruling Q1.
    """
    if one_number:
        return room_to_rise(adventurer, attribute, one_number=True)
    return max(0, cap(adventurer, attribute) - adventurer.natural.of(attribute))


def changed_by(
    adventurer: Adventurer,
    attribute: Attribute,
    amount: int,
    cause: Cause,
    source: str,
    until: Until = Until.ALWAYS,
    *,
    one_number: bool = False,
) -> Adventurer:
    """The adventurer after that change; the same one where it is ignored whole (A9, Q2)."""
    lasts = until is Until.ALWAYS and not cause.is_exempt
    room = room_to_rise(adventurer, attribute, one_number=one_number, lasts=lasts)
    if cause is Cause.EXPERIENCE:
        room = room_for_xp(adventurer, attribute, one_number=one_number)
    amount = _accepted(adventurer, attribute, amount, None if cause.is_exempt else room)
    if amount < 0 and lasts:
        amount = max(amount, LOWEST - adventurer.natural.of(attribute))
    if not amount:
        return adventurer
    if lasts:
        natural = adventurer.natural.having(attribute, adventurer.natural.of(attribute) + amount)
        return replace(adventurer, natural=natural)
    change = Change(attribute, amount, cause, source, until)
    return replace(adventurer, changes=(*adventurer.changes, change))


def _accepted(adventurer: Adventurer, attribute: Attribute, amount: int, room: int | None) -> int:
    """How much of it takes place: all or nothing of a rise, a decrease down to 1 (A8, Q2, Q14)."""
    if amount < 0:
        return max(amount, LOWEST - total(adventurer, attribute))
    return amount if room is None or amount <= room else 0


def expired(adventurer: Adventurer, *untils: Until) -> Adventurer:
    """The adventurer once those spans are over."""
    left = tuple(each for each in adventurer.changes if each.until not in untils)
    return replace(adventurer, changes=left) if len(left) != len(adventurer.changes) else adventurer


# -- limits -----------------------------------------------------------------------------------------


def limit(adventurer: Adventurer, ware: Ware, *, one_at_three: bool = False) -> int:
    """How many of them it may have (A19, A22, A26), of what is limited; `one_at_three`: see ruling Q3."""
    more = held_bonus(adventurer, ROOM[ware])
    if ware is Ware.ITEM:
        return max(0, 2 * total(adventurer, Attribute.ARMS) + more)
    if ware is Ware.ALLY:
        return max(0, total(adventurer, Attribute.CRAFT) + more)
    return max(0, _spells(adventurer, total(adventurer, Attribute.MAGIC), one_at_three=one_at_three) + more)


def _spells(adventurer: Adventurer, magic: int, *, one_at_three: bool) -> int:
    if adventurer.type not in SPELLCASTERS:
        return max(0, magic - 3)
    least = 3 if one_at_three else 4
    return magic - 2 if magic >= least else 0


def has_room(adventurer: Adventurer, ware: Ware, *, one_at_three: bool = False) -> bool:
    """Whether one more of them can be gained."""
    return not ware.is_limited or len(adventurer.held(ware)) < limit(
        adventurer, ware, one_at_three=one_at_three
    )


def too_many(adventurer: Adventurer) -> tuple[tuple[Ware, int], ...]:
    """How many items and allies must go since a limit dropped (Q5); spells are kept (A24)."""
    over = ((ware, len(adventurer.held(ware)) - limit(adventurer, ware)) for ware in (Ware.ITEM, Ware.ALLY))
    return tuple((ware, count) for ware, count in over if count > 0)


def owed(adventurer: Adventurer) -> tuple[Loss, ...]:
    """What must go: what was to be lost, else what is beyond a limit once a Combat is over (Q5, Q10)."""
    if adventurer.losses or adventurer.is_mid_combat:
        return adventurer.losses
    return tuple(Loss(ware, count) for ware, count in too_many(adventurer))


def hands(adventurer: Adventurer) -> int:
    """How many weapons it may use at a time in Combat (A21)."""
    return max(1, 1 + held_bonus(adventurer, Verb.WEAPONS))


def without(adventurer: Adventurer, numbers: Collection[int]) -> Adventurer:
    """The adventurer without those possessions."""
    left = tuple(each for each in adventurer.possessions if each.number not in numbers)
    return _within_hands(replace(adventurer, possessions=left))


def _within_hands(adventurer: Adventurer) -> Adventurer:
    """With no more weapons in hand than may be used: what gave a second hand may be gone (A21)."""
    wielded = [each.number for each in adventurer.possessions if each.is_wielded]
    away = wielded[hands(adventurer) :]
    kept = tuple(
        replace(each, is_wielded=False) if each.number in away else each for each in adventurer.possessions
    )
    return replace(adventurer, possessions=kept) if away else adventurer


# -- wounds -----------------------------------------------------------------------------------------


def has_fallen(adventurer: Adventurer) -> bool:
    """Whether the wounds have reached Vitae (A38), however that came about (Q15)."""
    return adventurer.wounds >= total(adventurer, Attribute.VITAE)


def healed(adventurer: Adventurer, count: int | None) -> Adventurer:
    """After healing that many, or all with None; never below none (A37)."""
    left = 0 if count is None else max(0, adventurer.wounds - max(0, count))
    return replace(adventurer, wounds=left)


Lines = tuple[Told, ...]


def gain(adventurer: Adventurer, possession: Possession, rulings: Rulings) -> tuple[Adventurer, Told]:
    """The adventurer after that was found: it is had, waits for room, or is lost (A20, A22, A23).

    Its number is given here.
    """
    one_at_three = rulings.one_at_three
    if has_room(adventurer, possession.ware, one_at_three=one_at_three):
        return received(adventurer, possession)
    is_asked = rulings.asks or possession.ware is not Ware.SPELL
    if not is_asked or not can_make_room(adventurer, possession.ware, one_at_three=one_at_three):
        return adventurer, told_of(possession, Manner.NO_ROOM)
    number = adventurer.gained + 1
    waiting = Gain(replace(possession, number=number))
    after = replace(adventurer, gains=(*adventurer.gains, waiting), gained=number)
    return after, told_of(possession, Manner.WAITS)


def received(adventurer: Adventurer, possession: Possession) -> tuple[Adventurer, Told]:
    """The adventurer who has it, whatever the limit; a first weapon comes into the hand (A21)."""
    number = adventurer.gained + 1
    is_wielded = possession.is_weapon and not any(each.is_wielded for each in adventurer.possessions)
    had = replace(possession, number=number, is_wielded=is_wielded)
    after = replace(adventurer, possessions=(*adventurer.possessions, had), gained=number)
    return after, told_of(had, Manner.GAINED)


def can_make_room(adventurer: Adventurer, ware: Ware, *, one_at_three: bool) -> bool:
    """Whether parting with something would help: not where no spell may be had at all (A22, A23)."""
    is_any = ware is not Ware.SPELL or limit(adventurer, ware, one_at_three=one_at_three) > 0
    return is_any and bool(adventurer.held(ware))


def lose(adventurer: Adventurer, number: int, how: Manner = Manner.LOST) -> tuple[Adventurer, Told]:
    """The adventurer without the possession of that number. Raises LookupError where it has none."""
    lost = held(adventurer, number)
    if lost is None:
        raise LookupError(f"no possession {number}")
    return without(adventurer, (number,)), told_of(lost, how)


def owe(adventurer: Adventurer, ware: Ware, count: int) -> tuple[Adventurer, Lines]:
    """The adventurer who must lose so many more of them: the player chooses, unless that is all (Q10)."""
    had = len(adventurer.held(ware))
    whole = count + sum(each.count for each in adventurer.losses if each.ware is ware)
    if whole >= had:
        return _all_gone(adventurer, ware)
    others = tuple(each for each in adventurer.losses if each.ware is not ware)
    told = Told(Subject(ware.value), Manner.WAITS, before=had, after=had - count)
    return replace(adventurer, losses=(*others, Loss(ware, whole))), (told,)


def settled(adventurer: Adventurer, *, one_at_three: bool) -> tuple[Adventurer, Lines]:
    """The adventurer without decisions that are none anymore, since something else has changed.

    Where as many must be lost as there are, they go; what waited for room is had where there is room, and
    lost where there can be none.
    """
    told: Lines = ()
    for loss in adventurer.losses:
        if loss.count >= len(adventurer.held(loss.ware)):
            adventurer, lines = _all_gone(adventurer, loss.ware)
            told += lines
    for waiting in adventurer.gains:
        adventurer, lines = _fitted(adventurer, waiting, one_at_three=one_at_three)
        told += lines
    return adventurer, told


def held(adventurer: Adventurer, number: int) -> Possession | None:
    """The possession of that number."""
    return next((each for each in adventurer.possessions if each.number == number), None)


def told_of(possession: Possession, how: Manner) -> Told:
    """The note of what became of a possession."""
    return Told(Subject(possession.ware.value), how, possession.name)


def _all_gone(adventurer: Adventurer, ware: Ware) -> tuple[Adventurer, Lines]:
    gone = adventurer.held(ware)
    losses = tuple(each for each in adventurer.losses if each.ware is not ware)
    left = without(replace(adventurer, losses=losses), [each.number for each in gone])
    return left, tuple(told_of(each, Manner.LOST) for each in gone)


def _fitted(adventurer: Adventurer, waiting: Gain, *, one_at_three: bool) -> tuple[Adventurer, Lines]:
    thing = waiting.possession
    ends = replace(adventurer, gains=tuple(each for each in adventurer.gains if each is not waiting))
    if has_room(adventurer, thing.ware, one_at_three=one_at_three):
        after, line = received(ends, thing)
        return after, (line,)
    if can_make_room(adventurer, thing.ware, one_at_three=one_at_three):
        return adventurer, ()
    return ends, (told_of(thing, Manner.NO_ROOM),)


# -- Which attributes count otherwise than before, whatever changed them -----------------------------------


def told_attributes(before: Adventurer, after: Adventurer, told: Sequence[Told] = ()) -> tuple[Told, ...]:
    """A line for each attribute that changed, unless it is told already."""
    known = {each.what for each in told if not each.whose}
    return tuple(
        Told(Subject(each.value), before=total(before, each), after=total(after, each))
        for each in Attribute
        if total(before, each) != total(after, each) and Subject(each.value) not in known
    )
