"""XP: what a monster is worth, and what it comes to (A34 to A36, Q6 to Q8)."""

from __future__ import annotations

from dataclasses import replace

from bot.systems.adventuria.rules.fight import Combat
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.ledger import changed_by, room_to_rise, total
from bot.systems.adventuria.rules.state import XP_FOR_A_RISE, Adventurer, Attribute, Cause
from bot.systems.adventuria.rules.told import How, Told, What

KEPT = {Combat.MELEE: What.MELEE_XP, Combat.MAGICAL: What.MAGICAL_XP}


def worth(foe: Foe, combat: Combat, *, is_current: bool) -> int:
    """What a monster brings in that kind of Combat: half of what fights and Vitae (A34); `is_current`: Q7."""
    if is_current:
        return (foe.value(combat.attribute, combat.fray) + foe.value(Attribute.VITAE)) // 2
    return (foe.printed.of(combat.attribute) + foe.printed.vitae) // 2


def held(adventurer: Adventurer, combat: Combat) -> int:
    """How much of that XP there is."""
    return adventurer.melee_xp if combat is Combat.MELEE else adventurer.magical_xp


def gained(
    adventurer: Adventurer, combat: Combat, amount: int, *, one_number: bool, by: str = ""
) -> tuple[Adventurer, tuple[Told, ...]]:
    """The adventurer after one award: at 10 none is left and the attribute rises by 1, once (A35).

    At twice the beginning value nothing is counted, and what there is stays as it is (A36, Q6).
    """
    what, before = KEPT[combat], held(adventurer, combat)
    if not room_to_rise(adventurer, combat.attribute, one_number=one_number):
        return adventurer, (Told(what, How.AT_CAP, before=before, after=before, by=by),)
    after = before + amount
    if after < XP_FOR_A_RISE:
        return _having(adventurer, combat, after), (Told(what, before=before, after=after, by=by),)
    risen = _risen(_having(adventurer, combat, 0), combat, one_number=one_number)
    return risen, (Told(what, before=before, after=0, by=by), _rise(adventurer, risen, combat.attribute))


def _having(adventurer: Adventurer, combat: Combat, amount: int) -> Adventurer:
    if combat is Combat.MELEE:
        return replace(adventurer, melee_xp=amount)
    return replace(adventurer, magical_xp=amount)


def _risen(adventurer: Adventurer, combat: Combat, *, one_number: bool) -> Adventurer:
    """With the attribute 1 higher, at once (Q17)."""
    what = KEPT[combat]
    return changed_by(adventurer, combat.attribute, 1, Cause.EXPERIENCE, what.value, one_number=one_number)


def _rise(before: Adventurer, after: Adventurer, attribute: Attribute) -> Told:
    return Told(What(attribute.value), before=total(before, attribute), after=total(after, attribute))
