"""What a monster's abilities add all the time (A10, A11, A29, Q7)."""

from __future__ import annotations

import pytest

from bot.systems.adventuria.combat.cards import of_fight
from bot.systems.adventuria.combat.exchange import experience_worth
from bot.systems.adventuria.combat.state import Combat
from bot.systems.adventuria.state import Attribute
from tests.systems.adventuria.exchanges import WON, fight, fight_of, fighting, roll, special
from tests.systems.adventuria.scenes import bran


@pytest.mark.parametrize(("kind", "totals"), [(Combat.MELEE, 2 + 3 + 1 + 4), (Combat.MAGICAL, 1 + 4)])
def test_a29_what_a_monster_always_has_counts_in_its_kind_of_combat(kind: Combat, totals: int) -> None:
    boss = special("Boss", "held: arms +3 in melee", "held: roll +1 in melee", vitae=9)
    (rolls,) = fight_of(roll(fighting(boss, kind=kind), 4, 4)).rolls
    assert rolls.foe_total == totals


def test_a11_a_monsters_own_weakness_leaves_it_at_1() -> None:
    assert special("Imp", "held: arms -3").value(Attribute.ARMS) == 1


def test_a40_what_vitae_a_monster_always_has_counts_for_its_fall() -> None:
    tough = special("Ox", "held: vitae +1", vitae=1)
    assert fight_of(roll(fighting(tough), *WON)).foes[0].is_standing


@pytest.mark.parametrize(("is_current", "xp"), [(False, 2), (True, 3)])
def test_q7_the_printed_value_is_without_abilities(is_current: bool, xp: int) -> None:
    boss = special("Boss", "held: arms +3 in melee", arms=2, vitae=2)
    assert experience_worth(boss, Combat.MELEE, is_current=is_current) == xp


def test_the_card_says_what_a_monsters_ability_adds() -> None:
    boss = special("Boss", "held: arms +3 in melee", "held: roll +1 in melee")
    line = of_fight(fight(boss), bran(), 1000)[1]
    assert "Arms **5**" in line
    assert "ability +3" in line
