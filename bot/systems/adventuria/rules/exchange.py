"""One Combat, that is one exchange of rolls, with all special rules in it (A28, A29, A34, A41 to A45).

It goes `begun`, then the dice, then `resolved` by what they say, then `closed`. Nothing of it reads dice but
chances that a special rule names, so that odds can be counted with verdicts instead of throws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from bot.engine.dice.source import Dice
from bot.systems.adventuria.rules import experience
from bot.systems.adventuria.rules.bout import Bout, foe_expired
from bot.systems.adventuria.rules.effect import Verb, When
from bot.systems.adventuria.rules.fight import Combat, Rolled
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.ledger import expired, has_fallen, held_bonus, total
from bot.systems.adventuria.rules.state import Adventurer, Cause, Until
from bot.systems.adventuria.rules.told import How, Told, What
from bot.systems.adventuria.rules.working import Happening, Wound, cascade


class Verdict(StrEnum):
    """How the rolls of the adventurer and a monster compare (A29)."""

    WIN = "win"
    STANDOFF = "standoff"
    LOSE = "lose"


# Which rules of the adventurer, and which of the monster, each sets off.
_MOMENTS = {
    Verdict.WIN: (When.WINNING, When.LOSING),
    Verdict.STANDOFF: (When.STANDOFF, When.STANDOFF),
    Verdict.LOSE: (When.LOSING, When.WINNING),
}


def of(
    adventurer: Adventurer,
    foes: Sequence[Foe],
    kind: Combat,
    engaged: Sequence[int],
    used: Sequence[str] = (),
    *,
    one_number: bool = False,
) -> Bout:
    """A Combat of that kind with the monsters in those places; `used` are rules that act no more."""
    return Bout(
        adventurer, tuple(foes), kind, one_number=one_number, engaged=tuple(engaged), used=tuple(used)
    )


def begun(bout: Bout, dice: Dice) -> Bout:
    """After what happens at the start, before the rolls (A44)."""
    happenings = [Happening(When.START, None, bout.engaged)]
    happenings += [Happening(When.START, foe, (foe,)) for foe in bout.engaged]
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


def verdict(own: int, theirs: int) -> Verdict:
    """Which side has the higher total (A29)."""
    if own == theirs:
        return Verdict.STANDOFF
    return Verdict.WIN if own > theirs else Verdict.LOSE


def verdicts(rolls: Sequence[Rolled]) -> dict[int, Verdict]:
    """What the rolls came to, by the monsters' places."""
    return {each.foe: verdict(each.own_total, each.foe_total) for each in rolls}


def resolved(bout: Bout, came: Mapping[int, Verdict], dice: Dice) -> Bout:
    """After what the rolls came to, with every rule that this sets off."""
    wounds = [_lost(bout, foe, each) for foe, each in came.items() if each is not Verdict.STANDOFF]
    return cascade(bout, wounds, _moments(came), dice)


def _lost(bout: Bout, foe: int, came: Verdict) -> Wound:
    """The wound of who loses: due to Combat, and to nothing else (A29, A44)."""
    due = frozenset({Cause.COMBAT})
    if came is Verdict.WIN:
        return Wound(foe, None, 1, due, "", (foe,))
    return Wound(None, foe, 1, due, bout.foes[foe].name, (foe,))


def _moments(came: Mapping[int, Verdict]) -> list[Happening]:
    found = [Happening(_MOMENTS[each][0], None, (foe,)) for foe, each in came.items()]
    return found + [Happening(_MOMENTS[each][1], foe, (foe,)) for foe, each in came.items()]


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
    over = over.telling(*(Told(What.FOE, How.LOST, name) for name in at_last))
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
    worth = experience.worth(foe, bout.kind, is_current=is_current)
    adventurer, told = experience.gained(
        adventurer, bout.kind, worth, one_number=bout.one_number, by=foe.name
    )
    return replace(bout, adventurer=adventurer).telling(*told)
