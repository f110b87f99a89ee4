"""What each attribute is for, and which kind of Combat an encounter is (A7, A9, A33, Q11, Q21)."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.combat.state import MONSTER, Combat, Monster, OpenFight
from bot.systems.adventuria.ledger import has_fallen, limit, total
from bot.systems.adventuria.state import Attribute, Attributes, Cause, Change, Until, Ware
from tests.systems.adventuria.exchanges import fight_of, fighting, roll
from tests.systems.adventuria.scenes import BRAN, adventurer_of, after, bran, foe, play, scene


@pytest.mark.parametrize(
    ("kind", "own", "theirs"), [(Combat.MELEE, 4 + 3, 2 + 3), (Combat.MAGICAL, 2 + 3, 1 + 3)]
)
def test_a7_arms_are_for_melee_and_magic_for_magical_combat(kind: Combat, own: int, theirs: int) -> None:
    (rolls,) = fight_of(roll(fighting(foe(vitae=9), kind=kind), 3, 3)).rolls
    assert (rolls.own_total, rolls.foe_total) == (own, theirs)


def test_a7_craft_is_for_allies_and_vitae_for_wounds() -> None:
    clever = bran(natural=Attributes(4, 2, 6, 4), wounds=3)
    assert limit(clever, Ware.ALLY) == 6
    assert [has_fallen(replace(clever, wounds=wounds)) for wounds in (3, 4)] == [False, True]


@pytest.mark.parametrize("kind", [Combat.MELEE, Combat.MAGICAL])
def test_a33_the_encounter_says_which_kind_of_combat_it_is(kind: Combat) -> None:
    entry = RecordId("rat")
    before = scene(bran())
    rat = Monster("Rat", Attributes(2, 1, 1, 2), kind)
    records = {**before.records, entry: replace(before.records[BRAN], id=entry, kind=MONSTER.name, state=rat)}
    before = replace(before, records=records)
    opened = after(before, play(before, OpenFight(BRAN, (entry,))))
    met = opened.records[adventurer_of(opened).fight or entry].state
    assert met.kind is kind


def test_a9_what_does_not_last_lifts_nothing_above_the_limit_either() -> None:
    """Lowered for a Combat and raised for the turn: once the Combat is over, too much would be left."""
    weak = Change(Attribute.ARMS, -2, Cause.PAGE, "Mud", Until.COMBAT)
    strong = Change(Attribute.ARMS, 3, Cause.PAGE, "Song", Until.TURN)
    state = bran(natural=Attributes(7, 2, 3, 4), changes=(weak, strong))
    assert total(state, Attribute.ARMS) == 8
    assert total(replace(state, changes=(strong,)), Attribute.ARMS) == 8


def test_q21_players_have_no_way_to_give_one_another_anything() -> None:
    """The rejected option would be an action of a player's that names a second adventurer or player."""
    for kind in SYSTEM.actions:
        if kind.may is Permit.GAME_MASTERS:
            continue
        whose = [each.name for each in fields(kind.action) if each.name in ("adventurer", "player", "to")]
        assert len(whose) <= 1, kind.name
