"""The two ledgers of an attribute, limits and wounds, as arithmetic on one state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.systems.adventuria.combat.exchange import Bout, wounded
from bot.systems.adventuria.ledger import (
    bonus,
    cap,
    changed_by,
    expired,
    hands,
    has_fallen,
    has_room,
    healed,
    limit,
    own,
    too_many,
    total,
)
from bot.systems.adventuria.state import (
    BEGINNING,
    Adventurer,
    Alignment,
    Attribute,
    Attributes,
    Cause,
    Effect,
    Fray,
    Possession,
    Trigger,
    Type,
    Until,
    Verb,
    Ware,
)
from tests.extent import share
from tests.systems.adventuria.scenes import bran, having

ARMS, MAGIC, CRAFT, VITAE = Attribute.ARMS, Attribute.MAGIC, Attribute.CRAFT, Attribute.VITAE


def held(verb: Verb, amount: int, *, is_weapon: bool = False, ware: Ware = Ware.ITEM) -> Possession:
    """Something that does that while held."""
    rule = Effect(Trigger.HELD, verb, amount)
    return Possession(0, ware, verb.value, (rule,), is_weapon=is_weapon, is_wielded=is_weapon)


def warrior(arms: int = 4, **changes: Any) -> Adventurer:
    """Bran with that natural Arms."""
    return replace(bran(), natural=BEGINNING[Type.WARRIOR].having(ARMS, arms), **changes)


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        (Type.WARRIOR, (4, 2, 3, 4)),
        (Type.WIZARD, (2, 4, 3, 4)),
        (Type.PRIEST, (3, 3, 4, 4)),
        (Type.THIEF, (3, 3, 4, 4)),
        (Type.ELF, (3, 4, 4, 3)),
        (Type.DWARF, (3, 2, 3, 5)),
    ],
)
def test_a5_each_type_begins_with_the_values_of_the_book(type_: Type, values: tuple[int, ...]) -> None:
    assert BEGINNING[type_] == Attributes(*values)


def test_a8_a_decrease_stops_at_1_and_the_rest_is_lost() -> None:
    weak = changed_by(warrior(2), ARMS, -3, Cause.PAGE, "Curse")
    assert total(weak, ARMS) == 1
    # Ruling Q14: clamped at each event, so that a later +1 makes it 2.
    assert total(changed_by(weak, ARMS, 1, Cause.PAGE, "Blessing"), ARMS) == 2


def test_a9_what_is_not_exempt_never_passes_twice_the_beginning_value() -> None:
    assert cap(bran(), ARMS) == 8
    assert total(changed_by(warrior(7), ARMS, 1, Cause.PAGE, "Drill"), ARMS) == 8
    assert changed_by(warrior(8), ARMS, 1, Cause.PAGE, "Drill") == warrior(8)


@pytest.mark.parametrize("cause", [Cause.ABILITY, Cause.MONSTER, Cause.ITEM, Cause.SPELL, Cause.ALLY])
def test_a9_a10_abilities_items_spells_allies_and_monsters_pass_it(cause: Cause) -> None:
    assert total(changed_by(warrior(8), ARMS, 2, cause, "Gift"), ARMS) == 10


def test_q2_a_rise_that_would_pass_the_limit_is_ignored_whole() -> None:
    assert own(changed_by(warrior(7), ARMS, 2, Cause.PAGE, "Drill"), ARMS) == 7


def test_a9_what_lowers_it_for_a_while_makes_no_room_for_what_lasts() -> None:
    faint = changed_by(warrior(8), ARMS, -3, Cause.PAGE, "Fog", Until.TURN)
    assert own(faint, ARMS) == 5
    assert changed_by(faint, ARMS, 1, Cause.PAGE, "Drill") == faint
    assert own(changed_by(faint, ARMS, 1, Cause.PAGE, "Tonic", Until.TURN), ARMS) == 6


def test_q1_a_bonus_uses_up_no_room_below_the_limit() -> None:
    armed = replace(having(held(Verb.ARMS, 1, is_weapon=True)), natural=Attributes(7, 2, 3, 4))
    risen = changed_by(armed, ARMS, 1, Cause.EXPERIENCE, "")
    assert (own(risen, ARMS), total(risen, ARMS)) == (8, 9)
    assert total(replace(risen, possessions=()), ARMS) == 8


def test_q1_as_one_number_the_bonus_does_use_it_up() -> None:
    armed = replace(having(held(Verb.ARMS, 1, is_weapon=True)), natural=Attributes(7, 2, 3, 4))
    assert changed_by(armed, ARMS, 1, Cause.EXPERIENCE, "", one_number=True) == armed


@pytest.mark.parametrize(("one_number", "after"), [(False, 5), (True, 6)])
def test_q1_what_a_thing_lowers_makes_room_where_one_number_counts(one_number: bool, after: int) -> None:
    cursed = replace(having(held(Verb.ARMS, -3)), natural=Attributes(8, 2, 3, 4))
    for cause in (Cause.PAGE, Cause.EXPERIENCE):
        risen = changed_by(cursed, ARMS, 1, cause, "Drill", one_number=one_number)
        assert (total(cursed, ARMS), total(risen, ARMS)) == (5, after)


def test_q1_as_one_number_it_rises_to_the_limit_and_no_further() -> None:
    cursed = replace(having(held(Verb.ARMS, -3)), natural=Attributes(8, 2, 3, 4))
    assert total(changed_by(cursed, ARMS, 3, Cause.PAGE, "Drill", one_number=True), ARMS) == 8
    assert changed_by(cursed, ARMS, 4, Cause.PAGE, "Drill", one_number=True) == cursed


def test_q18_what_is_lost_with_a_thing_never_brings_an_attribute_below_1() -> None:
    cursed = replace(having(held(Verb.ARMS, -3)), natural=Attributes(2, 2, 3, 4))
    assert total(cursed, ARMS) == 1
    assert total(replace(cursed, possessions=()), ARMS) == 2


def test_q19_several_identical_things_each_count() -> None:
    assert total(having(held(Verb.ARMS, 1), held(Verb.ARMS, 1)), ARMS) == 6
    assert len(having(held(Verb.ARMS, 1), held(Verb.ARMS, 1)).held(Ware.ITEM)) == 2


def test_a21_a_weapon_counts_only_in_hand() -> None:
    sword = held(Verb.ARMS, 1, is_weapon=True)
    assert total(having(sword), ARMS) == 5
    assert total(having(replace(sword, is_wielded=False)), ARMS) == 4
    assert hands(having(held(Verb.WEAPONS, 1, ware=Ware.ALLY))) == 2


def test_a_bonus_for_one_kind_of_combat_counts_in_that_kind_alone() -> None:
    rule = Effect(Trigger.HELD, Verb.ARMS, 2, fray=Fray.MELEE)
    armed = having(Possession(0, Ware.ITEM, "Shield", (rule,)))
    assert (bonus(armed, ARMS), bonus(armed, ARMS, Fray.MELEE), bonus(armed, ARMS, Fray.MAGICAL)) == (0, 2, 0)


# -- limits -----------------------------------------------------------------------------------------


def test_a19_twice_as_many_items_as_arms() -> None:
    assert limit(bran(), Ware.ITEM) == 8
    full = having(*(Possession(0, Ware.ITEM, "Lamp") for _ in range(8)))
    assert not has_room(full, Ware.ITEM)
    assert has_room(having(*(Possession(0, Ware.ITEM, "Lamp") for _ in range(7))), Ware.ITEM)


@pytest.mark.parametrize(
    ("type_", "magic", "room"),
    [
        (Type.WARRIOR, 2, 0),
        (Type.WARRIOR, 3, 0),
        (Type.ELF, 4, 1),
        (Type.ELF, 6, 3),
        (Type.WIZARD, 4, 2),
        (Type.WIZARD, 2, 0),
        # Ruling Q3: none at all while Magic - 3 is zero or less.
        (Type.PRIEST, 3, 0),
        (Type.PRIEST, 4, 2),
    ],
)
def test_a22_so_many_spells_as_magic_less_3_or_2(type_: Type, magic: int, room: int) -> None:
    learned = replace(bran(type_), natural=BEGINNING[type_].having(MAGIC, magic))
    assert limit(learned, Ware.SPELL) == room


def test_q3_the_other_option_gives_a_starting_priest_one_spell() -> None:
    assert limit(bran(Type.PRIEST), Ware.SPELL, one_at_three=True) == 1
    assert limit(bran(Type.ELF), Ware.SPELL, one_at_three=True) == 1
    assert (
        limit(replace(bran(Type.WIZARD), natural=Attributes(2, 2, 3, 4)), Ware.SPELL, one_at_three=True) == 0
    )


def test_a26_as_many_allies_as_craft() -> None:
    assert limit(bran(), Ware.ALLY) == 3


def test_q5_items_and_allies_beyond_a_limit_that_dropped_must_go() -> None:
    full = having(*(Possession(0, Ware.ITEM, "Lamp") for _ in range(8)))
    weaker = changed_by(full, ARMS, -1, Cause.PAGE, "Fever")
    assert too_many(weaker) == ((Ware.ITEM, 2),)


def test_a24_spells_beyond_it_are_kept() -> None:
    full = replace(having(*(Possession(0, Ware.SPELL, "Spark") for _ in range(2))), type=Type.WIZARD)
    faded = changed_by(replace(full, natural=BEGINNING[Type.WIZARD]), MAGIC, -2, Cause.PAGE, "Fog")
    assert limit(faded, Ware.SPELL) == 0
    assert too_many(faded) == ()


# -- wounds -----------------------------------------------------------------------------------------


def test_a37_wounds_add_up_and_healing_stops_at_none() -> None:
    assert wounded(Bout(bran()), None, 2, "").adventurer.wounds == 2
    assert healed(bran(wounds=1), 3).wounds == 0
    assert healed(bran(wounds=3), None).wounds == 0


def test_a38_fallen_at_as_many_wounds_as_vitae() -> None:
    assert not has_fallen(bran(wounds=3))
    assert has_fallen(bran(wounds=4))


def test_q15_fallen_also_when_vitae_drops_to_the_wounds() -> None:
    assert has_fallen(changed_by(bran(wounds=3), VITAE, -1, Cause.PAGE, "Plague"))


# -- whatever happens -------------------------------------------------------------------------------

CHANGES = st.tuples(
    st.sampled_from(Attribute), st.integers(-9, 9), st.sampled_from(Cause), st.sampled_from(Until)
)


@settings(max_examples=share(500))
@given(st.sampled_from(Type), st.lists(CHANGES, max_size=20), st.booleans())
def test_attributes_keep_their_bounds_whatever_changes_them(
    type_: Type, changes: list[tuple[Attribute, int, Cause, Until]], one_number: bool
) -> None:
    someone = Adventurer("Bran", 2, type_, Alignment.GOOD, BEGINNING[type_])
    for attribute, amount, cause, until in changes:
        before = someone
        someone = changed_by(someone, attribute, amount, cause, "x", until, one_number=one_number)
        for each in Attribute:
            assert total(someone, each) >= 1
            assert someone.natural.of(each) >= 1
            if not one_number:
                assert someone.natural.of(each) <= cap(someone, each)
                assert own(someone, each) <= cap(someone, each)
        if one_number and amount > 0 and not cause.is_exempt:
            assert total(someone, attribute) <= max(cap(someone, attribute), total(before, attribute))
    gone = expired(someone, Until.COMBAT, Until.FIGHT, Until.TURN, Until.QUEST)
    assert all(each.until is Until.ALWAYS for each in gone.changes)
