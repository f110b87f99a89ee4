"""Special rules that are set off with nothing to do use nothing up (A41, Q24)."""

from __future__ import annotations

from bot.systems.adventuria.changes.rules import ReceiveWounds
from bot.systems.adventuria.state import Possession, Ware
from tests.systems.adventuria.changing import done
from tests.systems.adventuria.exchanges import fight_of, fighting, roll, special
from tests.systems.adventuria.scenes import BRAN, adventurer_of, ally, having

HOUND = ally("Hound", "wounded: foe wound 1 spent")


def allies(thing: Possession, **changes: int) -> int:
    """How many are left of it after a Combat that is won."""
    before = fighting(special("Rat", vitae=9), bran_is=having(thing, **changes))
    return len(adventurer_of(roll(before, 6, 1)).held(Ware.ALLY))


def test_who_would_strike_back_is_not_spent_where_there_is_no_foe() -> None:
    assert done(having(HOUND), ReceiveWounds(BRAN, 1)).held(Ware.ALLY)


def test_who_strikes_back_is_spent_by_it() -> None:
    after = roll(fighting(special("Rat", vitae=9), bran_is=having(HOUND)), 1, 6)
    assert not adventurer_of(after).held(Ware.ALLY)
    assert fight_of(after).foes[0].wounds == 1


def test_who_would_heal_is_not_spent_without_wounds() -> None:
    nurse = ally("Nurse", "winning: heal 1 spent")
    assert (allies(nurse), allies(nurse, wounds=1)) == (1, 0)
