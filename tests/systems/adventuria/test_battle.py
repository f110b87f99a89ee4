"""The XP at stake in a fight, and what of it would be wasted (A34 to A36, Q7)."""

from __future__ import annotations

from dataclasses import replace

from bot.systems.adventuria.combat.odds import Award, Battle, at_stake
from bot.systems.adventuria.combat.state import Combat
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.state import Attributes
from tests.systems.adventuria.scenes import bran, foe


def test_a35_what_is_wasted_beyond_a_rise_is_told_award_for_award() -> None:
    two = (foe(arms=4, vitae=4), foe(name="Bat", arms=2, vitae=2))
    battle = Battle(bran(melee_xp=8), two, Combat.MELEE)
    assert at_stake(battle) == (Award(4, 8, 0, True, 2), Award(2, 0, 2, False, 0))


def test_a36_at_the_limit_all_of_it_is_wasted() -> None:
    at_limit = bran(natural=replace(bran().natural, arms=8), melee_xp=3)
    battle = Battle(at_limit, (foe(arms=4, vitae=4),), Combat.MELEE)
    assert at_stake(battle) == (Award(4, 3, 3, False, 4),)


def test_q7_printed_or_current_values_as_the_campaign_decided() -> None:
    weakened = replace(foe(arms=6, vitae=4), now=Attributes(2, 1, 1, 4))
    printed = Battle(bran(), (weakened,), Combat.MELEE)
    assert at_stake(printed)[0].worth == 5
    assert at_stake(replace(printed, rulings=Rulings(is_current=True)))[0].worth == 3
