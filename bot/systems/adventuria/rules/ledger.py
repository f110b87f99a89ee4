"""An adventurer's numbers: attributes in two ledgers, limits, wounds (A7 to A9, A19, A22, A26, A37, A38, Q1).

Pure arithmetic on one state: what asks, refuses or tells stands in the chapters that use it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.systems.adventuria.rules.effect import Fray, Verb, When
from bot.systems.adventuria.rules.state import (
    Adventurer,
    Attribute,
    Cause,
    Change,
    Type,
    Until,
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


def held_bonus(adventurer: Adventurer, verb: Verb, fray: Fray = Fray.ANY) -> int:
    """What possessions at work add while held; those for one kind of Combat count in that kind alone."""
    return sum(
        effect.amount
        for possession in adventurer.possessions
        if possession.is_at_work
        for effect in possession.effects
        if effect.when is When.HELD
        and effect.verb is verb
        and not effect.to_foe
        and effect.fray in (Fray.ANY, fray)
    )


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
    if one_number:
        counted = max(counted, total(adventurer, attribute))
    if lasts:
        counted = max(counted, adventurer.natural.of(attribute))
    return max(0, cap(adventurer, attribute) - counted)


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
    """How many of them it may have (A19, A22, A26); `one_at_three`: see ruling Q3."""
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
    return len(adventurer.held(ware)) < limit(adventurer, ware, one_at_three=one_at_three)


def too_many(adventurer: Adventurer) -> tuple[tuple[Ware, int], ...]:
    """How many items and allies must go since a limit dropped (Q5); spells are kept (A24)."""
    over = ((ware, len(adventurer.held(ware)) - limit(adventurer, ware)) for ware in (Ware.ITEM, Ware.ALLY))
    return tuple((ware, count) for ware, count in over if count > 0)


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


def wounded(adventurer: Adventurer, count: int) -> Adventurer:
    """After receiving that many wounds (A37)."""
    return replace(adventurer, wounds=adventurer.wounds + max(0, count))


def healed(adventurer: Adventurer, count: int | None) -> Adventurer:
    """After healing that many, or all with None; never below none (A37)."""
    left = 0 if count is None else max(0, adventurer.wounds - max(0, count))
    return replace(adventurer, wounds=left)
