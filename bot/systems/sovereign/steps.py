"""What waits in a character: dying, Frailty and its save, breath that runs out.

The steps are named here, with what can be done at them; `harm` and `hazards` carry that out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.engine.pace import DECIDES, WAITS
from bot.engine.system import Choice, RecordId, Step
from bot.engine.text import Safe, T
from bot.systems.sovereign.book import (
    CHECK_TARGET,
    ROLLS_AT_ONCE,
    ROUNDS_TO_LIVE,
    WEEK,
    Attribute,
    Save,
    Skill,
    chance_of,
    saving_chance,
)
from bot.systems.sovereign.state import Character

DYING, FRAIL, FRAIL_SAVE, BREATH = "dying", "frail", "frail_save", "breath"
CHECK, SAVE = "check", "save"


@dataclass(frozen=True, slots=True)
class StabilizeNow:
    """Try to stabilize somebody, with the better of one's own characters who are there (S25)."""

    patient: RecordId


@dataclass(frozen=True, slots=True)
class TreatFrailtyNow:
    """Spend an hour on somebody's Frailty, with the best healer of one's own (S30)."""

    patient: RecordId


@dataclass(frozen=True, slots=True)
class RollFrailSave:
    """The save that falls due after a week without care (S31)."""

    character: RecordId


@dataclass(frozen=True, slots=True)
class RollBreath:
    """What holding one's breath asks for this Round (S54, S82)."""

    character: RecordId


def steps(character: RecordId, state: Character) -> Sequence[Step]:
    """All that waits in them, worst first."""
    return () if state.is_dead or state.is_retired else tuple(_steps(character, state))


def _steps(character: RecordId, state: Character) -> Iterator[Step]:
    if state.dying is not None:
        left = ROUNDS_TO_LIVE - state.dying.rounds
        label = T("{name} dies at the end of this Round unless somebody stabilizes them").plain(
            name=state.name
        )
        if left:
            says = T("{name} dies in {n} {n:Round|Rounds} unless somebody stabilizes them")
            label = says.plain(name=state.name, n=left)
        choice = Choice("stabilize", T("Stabilize")(), StabilizeNow(character), is_main=True)
        # Who lies there can do nothing; where nobody is left who could, it is the game masters' to say.
        for player in state.dying.helpers:
            yield Step(f"{DYING}{player}", label, player, (choice,), silent=DECIDES)
        if not state.dying.helpers:
            yield Step(DYING, label, None, (choice,), silent=WAITS)
    if state.breath is not None and state.breath.asks:
        if state.breath.asks == CHECK:
            says = T("{name}: CON/Exert to hold their breath{chance}, or 1 System Strain")
            chance = chance_of(CHECK_TARGET, state.adds(Attribute.CON, Skill.EXERT))
        else:
            says = T("{name}: Physical save against drowning{chance}, or HP lost")
            chance = _physical(state)
        choice = Choice("roll", T("Roll")(), RollBreath(character), is_main=True, advance=ROLLS_AT_ONCE)
        # Each Round asks anew.
        label = says.plain(name=state.name, chance=_shown(state, chance))
        yield Step(BREATH, label, state.player, (choice,), state.breath.rounds, silent=DECIDES)
    if state.frail is not None:
        yield from _frailty(character, state)


def _physical(state: Character) -> Fraction:
    return saving_chance(state.save(Save.PHYSICAL), 0)


def _shown(state: Character, chance: Fraction) -> Safe | str:
    """The chance; of an NPC nothing, whose numbers are the game master's."""
    return "" if state.is_npc else T(" ({chance:.1%})")(chance=float(chance))


def _frailty(character: RecordId, state: Character) -> Iterator[Step]:
    """What comes of being Frail, and when (S30, S31)."""
    frail = state.frail
    if frail is None:
        return
    if frail.is_due:
        says = T("{name}: Physical save{chance}, a week Frail without care")
        label = says.plain(name=state.name, chance=_shown(state, _physical(state)))
        save = RollFrailSave(character)
        choice = Choice("roll", T("Roll the save")(), save, is_main=True, advance=ROLLS_AT_ONCE)
        yield Step(FRAIL_SAVE, label, state.player, (choice,), silent=DECIDES)
        return
    if frail.doom is not None:
        says, left = T("{name} dies in {n} {n:day|days}, unless a healer ends their Frailty"), frail.doom
    elif frail.month is not None:
        says, left = T("{name} is Frail for {n} more {n:night|nights} of Comfortable Sleep"), frail.month
    elif frail.nights:
        says = T("{name} is Frail: {n} more {n:night|nights} in bed under a healer's care")
        left = WEEK - frail.nights
    else:
        says = T("{name} is Frail: a Physical save in {n} {n:day|days}, unless a healer cares for them")
        left = max(0, WEEK - frail.days)
    treat = Choice("treat", T("Treat for an hour")(), TreatFrailtyNow(character))
    yield Step(FRAIL, says.plain(name=state.name, n=left), None, (treat,), silent=WAITS)
