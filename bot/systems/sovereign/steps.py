"""What waits in a character: dying, Frailty and its save, breath that runs out.

The steps are named here; what is done at them stands in `harm` and `hazards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.engine.pace import DECIDES, WAITS
from bot.engine.system import RecordId, Step
from bot.engine.text import Safe, T
from bot.systems.sovereign.book import (
    CHECK_TARGET,
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


STEPS = (DYING, FRAIL, FRAIL_SAVE, BREATH)


def steps(_character: RecordId, state: Character) -> Sequence[Step]:
    """All that waits in them, worst first."""
    return () if state.is_dead or state.is_retired else tuple(_steps(state))


def _steps(state: Character) -> Iterator[Step]:
    if state.dying is not None:
        left = ROUNDS_TO_LIVE - state.dying.rounds
        label = T("{name} dies at the end of this Round unless somebody stabilizes them").plain(
            name=state.name
        )
        if left:
            says = T("{name} dies in {n} {n:Round|Rounds} unless somebody stabilizes them")
            label = says.plain(name=state.name, n=left)
        # Who lies there can do nothing; where nobody else can now, it is the game masters' to say.
        helpers = () if state.dying.is_treated else state.dying.helpers
        for player in helpers:
            yield Step(f"{DYING}{player}", label, player, silent=DECIDES, sort=DYING)
        if not helpers:
            yield Step(DYING, label, None, silent=WAITS)
    if state.breath is not None and state.breath.asks:
        if state.breath.asks == CHECK:
            says = T("{name}: CON/Exert to hold their breath{chance}, or 1 System Strain")
            chance = chance_of(CHECK_TARGET, state.adds(Attribute.CON, Skill.EXERT))
        else:
            says = T("{name}: Physical save against drowning{chance}, or HP lost")
            chance = _physical(state)
        # Each Round asks anew.
        label = says.plain(name=state.name, chance=_shown(state, chance))
        yield Step(BREATH, label, state.player, revision=state.breath.rounds, silent=DECIDES)
    if state.frail is not None:
        yield from _frailty(state)


def _physical(state: Character) -> Fraction:
    return saving_chance(state.save(Save.PHYSICAL), 0)


def _shown(state: Character, chance: Fraction) -> Safe | str:
    """The chance; of an NPC nothing, whose numbers are the game master's."""
    return "" if state.is_npc else T(" ({chance:.1%})")(chance=float(chance))


def _frailty(state: Character) -> Iterator[Step]:
    """What comes of being Frail, and when (S30, S31)."""
    frail = state.frail
    if frail is None:
        return
    if frail.is_due:
        says = T("{name}: Physical save{chance}, a week Frail without care")
        label = says.plain(name=state.name, chance=_shown(state, _physical(state)))
        yield Step(FRAIL_SAVE, label, state.player, silent=DECIDES)
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
    yield Step(FRAIL, says.plain(name=state.name, n=left), None, silent=WAITS)
