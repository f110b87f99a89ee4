"""What is gained and lost of items, spells and allies, as the limits have it (A18 to A24, A26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Record, RecordId
from bot.errors import RuleViolation
from bot.systems.adventuria.adventurer import must_decide, steps
from bot.systems.adventuria.changes.rules import ChangeAttribute, GainThing
from bot.systems.adventuria.ledger import limit, too_many
from bot.systems.adventuria.library.rules import ITEM, SPELL, Thing
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Gain,
    How,
    Possession,
    Told,
    Type,
    Ware,
    What,
)
from tests.systems.adventuria.changing import done, refused, told
from tests.systems.adventuria.scenes import (
    BRAN,
    MARISOL,
    adventurer_of,
    after,
    ally,
    bran,
    decided,
    having,
    item,
    play,
    scene,
    spell,
)

LIBRARY = RecordId("entry")


def lamp(**changes: Any) -> GainThing:
    """A lamp is found."""
    return replace(GainThing(BRAN, None, "Lamp"), **changes)


def spark() -> GainThing:
    """A spell is found."""
    return GainThing(BRAN, None, "Spark", Ware.SPELL)


def dog() -> GainThing:
    """An ally is found."""
    return GainThing(BRAN, None, "Dog", Ware.ALLY)


def wizard(magic: int, *things: Possession, **changes: Any) -> Adventurer:
    """A wizard with that Magic."""
    return having(*things, type_=Type.WIZARD, natural=Attributes(2, magic, 3, 4), **changes)


def names(state: Adventurer) -> list[str]:
    """What it has."""
    return [each.name for each in state.possessions]


def waiting(state: Adventurer) -> list[str]:
    """What waits for room."""
    return [each.possession.name for each in state.gains]


EIGHT = [item(f"Item {place}") for place in range(1, 9)]

# -- items ------------------------------------------------------------------------------------------


def test_a18_a_thing_with_room_is_gained_with_its_rules_and_a_number_of_its_own() -> None:
    state = done(having(item("Rope")), lamp(rules="held: craft +1"))
    assert names(state) == ["Rope", "Lamp"]
    assert [each.number for each in state.possessions] == [1, 2]
    assert state.possessions[1].effects


def test_a19_the_eighth_item_of_a_warrior_still_has_room() -> None:
    assert len(done(having(*EIGHT[:7]), lamp()).possessions) == 8


def test_a20_the_ninth_waits_and_nothing_is_lost_by_itself() -> None:
    state = done(having(*EIGHT), lamp())
    assert names(state) == [each.name for each in EIGHT]
    assert waiting(state) == ["Lamp"]
    assert must_decide(state)
    (step,) = steps(BRAN, state)
    assert [choice.key for choice in step.choices] == ["swap", "leave"]


def test_q19_identical_items_each_count() -> None:
    state = having(*[item("Torch")] * 8)
    assert waiting(done(state, lamp(called="Torch"))) == ["Torch"]


def test_a21_the_first_weapon_comes_into_the_hand_and_the_second_does_not() -> None:
    sword = lamp(called="Sword", is_weapon=True)
    state = done(bran(), sword)
    assert [each.is_wielded for each in state.possessions] == [True]
    state = done(state, replace(sword, called="Axe"))
    assert [each.is_wielded for each in state.possessions] == [True, False]


def test_a_thing_of_the_library_is_copied_as_it_is_then() -> None:
    entry = Record(LIBRARY, ITEM.name, Thing(Ware.ITEM, "Lantern", is_weapon=True, is_secret=True))
    before = scene(bran(), entry, actor=MARISOL)
    state = adventurer_of(after(before, play(before, GainThing(BRAN, LIBRARY))))
    (had,) = state.possessions
    assert (had.name, had.entry, had.is_weapon) == ("Lantern", LIBRARY, True)


@pytest.mark.parametrize(
    "entry",
    [
        None,
        Record(LIBRARY, "monster", bran()),
        Record(LIBRARY, SPELL.name, Thing(Ware.SPELL, "Spark"), is_archived=True),
    ],
)
def test_what_is_not_in_the_library_is_refused(entry: Record[Any] | None) -> None:
    states = (bran(), entry) if entry is not None else (bran(),)
    with pytest.raises(RuleViolation, match="isn't in the library"):
        play(scene(*states, actor=MARISOL), GainThing(BRAN, LIBRARY))


@pytest.mark.parametrize("name", ["", " ", "x" * 61])
def test_what_is_made_up_has_a_name(name: str) -> None:
    assert "60" in refused(bran(), lamp(called=name))


def test_a_misspelt_rule_of_what_is_made_up_is_refused() -> None:
    assert "agic" in refused(bran(), lamp(rules="held: magick +1"))


@pytest.mark.parametrize("ware", [Ware.SPELL, Ware.ALLY])
def test_a21_only_items_are_weapons(ware: Ware) -> None:
    assert "Only an item" in refused(bran(), lamp(ware=ware, is_weapon=True))


# -- spells -----------------------------------------------------------------------------------------


def test_a22_a_spell_with_room_is_gained() -> None:
    assert names(done(wizard(4), spark())) == ["Spark"]


def test_a22_a_warrior_with_little_magic_has_no_spells_and_the_new_one_is_lost_at_once() -> None:
    assert done(bran(), spark()) == bran()
    assert told(bran(), spark()) == (Told(What.SPELL, How.NO_ROOM, "Spark"),)


def test_q3_a_wizard_with_magic_3_has_no_room_for_a_spell() -> None:
    assert names(done(wizard(3), spark())) == []


def test_q3_a_campaign_may_give_that_wizard_room_for_one() -> None:
    assert names(done(wizard(3), spark(), campaign=decided(spells_at_three="one"))) == ["Spark"]


def test_q4_a23_at_the_limit_the_player_is_asked_to_discard_one_first() -> None:
    state = done(wizard(4, spell("Frost"), spell("Fog")), spark())
    assert (names(state), waiting(state)) == (["Frost", "Fog"], ["Spark"])


def test_q4_a23_a_campaign_may_let_the_new_spell_be_lost_at_once() -> None:
    held = wizard(4, spell("Frost"), spell("Fog"))
    assert done(held, spark(), campaign=decided(full_of_spells="lost")) == held


def test_a24_spells_are_kept_when_magic_falls_and_only_new_ones_have_no_room() -> None:
    held = wizard(5, spell("Frost"), spell("Fog"), spell("Flame"))
    state = done(held, ChangeAttribute(BRAN, Attribute.MAGIC, -1))
    assert (names(state), must_decide(state)) == (["Frost", "Fog", "Flame"], False)
    assert waiting(done(state, spark())) == ["Spark"]


def test_a22_a_spell_that_waits_is_lost_when_magic_leaves_room_for_none() -> None:
    state = done(wizard(4, spell("Frost"), spell("Fog")), spark())
    lower = ChangeAttribute(BRAN, Attribute.MAGIC, -1)
    assert told(state, lower)[1] == Told(What.SPELL, How.NO_ROOM, "Spark")
    state = done(state, lower)
    assert (names(state), waiting(state)) == (["Frost", "Fog"], [])


# -- allies -----------------------------------------------------------------------------------------


def test_a26_as_many_allies_as_craft_and_the_next_waits() -> None:
    state = having(ally("Cat"), ally("Owl"))
    assert len(done(state, dog()).possessions) == 3
    assert waiting(done(done(state, dog()), dog())) == ["Dog"]


# -- limits that change -----------------------------------------------------------------------------


def test_q5_items_beyond_a_limit_that_dropped_must_go_and_the_player_chooses() -> None:
    state = done(having(*EIGHT), ChangeAttribute(BRAN, Attribute.ARMS, -1))
    assert len(state.possessions) == 8
    assert too_many(state) == ((Ware.ITEM, 2),)
    (step,) = steps(BRAN, state)
    assert (step.name, step.who) == ("give", state.player)


def test_q5_allies_as_well() -> None:
    held = having(ally("Cat"), ally("Owl"), ally("Fox"))
    assert too_many(done(held, ChangeAttribute(BRAN, Attribute.CRAFT, -1))) == ((Ware.ALLY, 1),)


def test_q5_during_a_combat_nothing_is_asked_until_it_is_over() -> None:
    fighting = having(*EIGHT, fight=RecordId("bout"), is_mid_combat=True)
    state = done(fighting, ChangeAttribute(BRAN, Attribute.ARMS, -1))
    assert not must_decide(state)
    assert not steps(BRAN, state)
    assert must_decide(replace(state, is_mid_combat=False))


def test_what_waits_is_had_as_soon_as_there_is_room() -> None:
    state = done(having(*EIGHT), lamp())
    raised = ChangeAttribute(BRAN, Attribute.ARMS, 1)
    assert told(state, raised)[1] == Told(What.ITEM, How.GAINED, "Lamp")
    assert names(done(state, raised))[-1] == "Lamp"
    assert not must_decide(done(state, raised))


def test_a_thing_may_make_room_for_others() -> None:
    state = done(having(*EIGHT[:7]), lamp(called="Sack", rules="held: items +4"))
    assert limit(state, Ware.ITEM) == 12
    assert names(done(state, lamp()))[-1] == "Lamp"


def test_what_waits_has_a_number_of_its_own() -> None:
    state = done(done(having(*EIGHT), lamp()), lamp(called="Map"))
    assert [each.possession.number for each in state.gains] == [9, 10]
    assert state.gains[0] == Gain(Possession(9, Ware.ITEM, "Lamp"))
