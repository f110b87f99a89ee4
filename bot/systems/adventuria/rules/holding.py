"""What is gained and lost of items, spells and allies, as the limits have it (A18 to A26, Q3, Q4, Q10).

Pure steps on one state; each says what it came to. Who may, and when, is for the chapters that use it.
`one_at_three` is ruling Q3 wherever it stands, `asks` whether a spell without room waits (Q4).
"""

from __future__ import annotations

from dataclasses import replace

from bot.systems.adventuria.rules.ledger import has_room, limit, without
from bot.systems.adventuria.rules.state import Adventurer, Gain, Loss, Possession, Ware
from bot.systems.adventuria.rules.told import How, Told, What

Lines = tuple[Told, ...]


def gain(
    adventurer: Adventurer, possession: Possession, *, one_at_three: bool, asks: bool
) -> tuple[Adventurer, Told]:
    """The adventurer after that was found: it is had, waits for room, or is lost (A20, A22, A23).

    Its number is given here.
    """
    if has_room(adventurer, possession.ware, one_at_three=one_at_three):
        return received(adventurer, possession)
    is_asked = asks or possession.ware is not Ware.SPELL
    if not is_asked or not can_make_room(adventurer, possession.ware, one_at_three=one_at_three):
        return adventurer, told_of(possession, How.NO_ROOM)
    number = adventurer.gained + 1
    waiting = Gain(replace(possession, number=number))
    after = replace(adventurer, gains=(*adventurer.gains, waiting), gained=number)
    return after, told_of(possession, How.WAITS)


def received(adventurer: Adventurer, possession: Possession) -> tuple[Adventurer, Told]:
    """The adventurer who has it, whatever the limit; a first weapon comes into the hand (A21)."""
    number = adventurer.gained + 1
    is_wielded = possession.is_weapon and not any(each.is_wielded for each in adventurer.possessions)
    had = replace(possession, number=number, is_wielded=is_wielded)
    after = replace(adventurer, possessions=(*adventurer.possessions, had), gained=number)
    return after, told_of(had, How.GAINED)


def can_make_room(adventurer: Adventurer, ware: Ware, *, one_at_three: bool) -> bool:
    """Whether parting with something would help: not where no spell may be had at all (A22, A23)."""
    is_any = ware is not Ware.SPELL or limit(adventurer, ware, one_at_three=one_at_three) > 0
    return is_any and bool(adventurer.held(ware))


def lose(adventurer: Adventurer, number: int, how: How = How.LOST) -> tuple[Adventurer, Told]:
    """The adventurer without the possession of that number. Raises LookupError where it has none."""
    lost = held(adventurer, number)
    if lost is None:
        raise LookupError(f"no possession {number}")
    return without(adventurer, (number,)), told_of(lost, how)


def owe(adventurer: Adventurer, ware: Ware, count: int) -> tuple[Adventurer, Lines]:
    """The adventurer who must lose so many more of them: the player chooses, unless that is all (Q10)."""
    had = len(adventurer.held(ware))
    owed = count + sum(each.count for each in adventurer.losses if each.ware is ware)
    if owed >= had:
        return _all_gone(adventurer, ware)
    others = tuple(each for each in adventurer.losses if each.ware is not ware)
    told = Told(What(ware.value), How.WAITS, before=had, after=had - count)
    return replace(adventurer, losses=(*others, Loss(ware, owed))), (told,)


def settled(adventurer: Adventurer, *, one_at_three: bool) -> tuple[Adventurer, Lines]:
    """The adventurer without decisions that are none any more, since something else has changed.

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


def told_of(possession: Possession, how: How) -> Told:
    """That this became of it."""
    return Told(What(possession.ware.value), how, possession.name)


def _all_gone(adventurer: Adventurer, ware: Ware) -> tuple[Adventurer, Lines]:
    gone = adventurer.held(ware)
    losses = tuple(each for each in adventurer.losses if each.ware is not ware)
    left = without(replace(adventurer, losses=losses), [each.number for each in gone])
    return left, tuple(told_of(each, How.LOST) for each in gone)


def _fitted(adventurer: Adventurer, waiting: Gain, *, one_at_three: bool) -> tuple[Adventurer, Lines]:
    thing = waiting.possession
    ends = replace(adventurer, gains=tuple(each for each in adventurer.gains if each is not waiting))
    if has_room(adventurer, thing.ware, one_at_three=one_at_three):
        after, line = received(ends, thing)
        return after, (line,)
    if can_make_room(adventurer, thing.ware, one_at_three=one_at_three):
        return adventurer, ()
    return ends, (told_of(thing, How.NO_ROOM),)
