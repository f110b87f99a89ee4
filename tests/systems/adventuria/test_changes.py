"""What a narrator changes: gold, wounds, attributes, alignment, experience (A8 to A15, A35 to A38)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.system import RecordId
from bot.engine.text import T
from bot.errors import RuleViolation
from bot.systems.adventuria.adventurer import AdventurerChanged, AdventurerFell
from bot.systems.adventuria.changes.rules import (
    ChangeAlignment,
    ChangeAttribute,
    GainGold,
    GainThing,
    GrantExperience,
    HealWounds,
    LoseGold,
    LoseThing,
    ReceiveWounds,
)
from bot.systems.adventuria.combat.state import Combat
from bot.systems.adventuria.state import (
    MOST_GOLD,
    Adventurer,
    Alignment,
    Attribute,
    Attributes,
    Cause,
    End,
    How,
    Quest,
    Stage,
    Told,
    Until,
    What,
)
from tests.systems.adventuria.changing import done, refused, told, total
from tests.systems.adventuria.scenes import (
    BRAN,
    HOME,
    MARISOL,
    adventurer_of,
    after,
    bran,
    decided,
    having,
    item,
    play,
    scene,
    weapon,
)

ARMS_AT_7 = Attributes(7, 2, 3, 4)


def arms(amount: int, cause: Cause = Cause.PAGE, until: Until = Until.ALWAYS) -> ChangeAttribute:
    """A change of Arms."""
    return ChangeAttribute(BRAN, Attribute.ARMS, amount, until, cause=cause, source="A well")


# -- attributes -------------------------------------------------------------------------------------


def test_a8_a_decrease_stops_at_1_and_the_rest_is_not_owed() -> None:
    state = done(bran(natural=Attributes(2, 2, 3, 4)), arms(-5))
    assert total(state) == 1
    assert total(done(state, arms(+1))) == 2


def test_q14_decreases_are_clamped_one_by_one() -> None:
    state = done(done(bran(natural=Attributes(2, 2, 3, 4)), arms(-3)), arms(+1))
    assert total(state) == 2


def test_a8_at_1_a_decrease_is_refused_and_says_why() -> None:
    assert "stays at 1" in refused(bran(natural=Attributes(1, 2, 3, 4)), arms(-1))


def test_a9_a_page_raises_to_twice_the_beginning_value() -> None:
    assert total(done(bran(natural=ARMS_AT_7), arms(+1))) == 8


def test_a9_above_that_a_page_changes_nothing_and_the_sentence_says_what_may() -> None:
    sentence = refused(bran(natural=Attributes(8, 2, 3, 4)), arms(+1))
    assert "stays at 8" in sentence
    assert "ability, item, spell or ally" in sentence


def test_q2_an_increase_beyond_the_limit_is_ignored_whole_and_not_clamped() -> None:
    sentence = refused(bran(natural=ARMS_AT_7), arms(+2))
    assert "stays at 7" in sentence
    assert "+1 is possible" in sentence


@pytest.mark.parametrize("cause", [Cause.ABILITY, Cause.ITEM, Cause.SPELL, Cause.ALLY, Cause.MONSTER])
def test_a9_a10_an_ability_item_spell_ally_or_monsters_ability_lifts_it_above(cause: Cause) -> None:
    assert total(done(bran(natural=Attributes(8, 2, 3, 4)), arms(+2, cause))) == 10


@pytest.mark.parametrize("cause", [Cause.PAGE, Cause.EXPERIENCE, Cause.COMBAT])
def test_a9_nothing_else_does(cause: Cause) -> None:
    assert "A9" in refused(bran(natural=Attributes(8, 2, 3, 4)), arms(+1, cause))


def test_q1_a_bonus_uses_up_no_room_below_the_limit() -> None:
    state = having(weapon("Sword", "held: arms +1"), natural=ARMS_AT_7)
    assert total(state) == 8
    assert total(done(state, arms(+1))) == 9


def test_q1_events_in_any_order_end_alike_and_without_the_sword_8_are_left() -> None:
    rises, sword = arms(+1), GainThing(BRAN, None, "Sword", rules="held: arms +1", is_weapon=True)
    first = done(done(bran(natural=ARMS_AT_7), rises), sword)
    second = done(done(bran(natural=ARMS_AT_7), sword), rises)
    assert total(first) == total(second) == 9
    assert total(done(second, LoseThing(BRAN, "Sword"))) == 8


def test_q1_a_campaign_may_count_one_number() -> None:
    state = having(weapon("Sword", "held: arms +1"), natural=ARMS_AT_7)
    assert "stays at 8" in refused(state, arms(+1), decided(ledgers="one"))


def test_q18_after_a_loss_the_total_is_never_below_1() -> None:
    state = having(item("Belt", "held: arms +3"), natural=Attributes(1, 2, 3, 4))
    state = done(state, arms(-2, Cause.SPELL))
    assert total(state) == 2
    assert total(done(state, LoseThing(BRAN, "Belt"))) == 1


@pytest.mark.parametrize("amount", [0, 21, -21])
def test_a_change_of_none_or_of_very_much_is_refused(amount: int) -> None:
    assert T("not by {n}")(n=amount) in refused(bran(), arms(amount))


def test_a_change_is_told_with_its_cause_its_source_and_how_long_it_lasts() -> None:
    turn = play(scene(bran(), actor=MARISOL), arms(+2, Cause.SPELL, Until.TURN))
    (event,) = turn.events
    assert (event.cause, event.source) == ("spell", "A well")
    assert event.changes == (Told(What.ARMS, before=4, after=6, until=Until.TURN),)
    assert turn.channel == HOME


@pytest.mark.parametrize(
    ("until", "state"),
    [
        (Until.FIGHT, bran(fight=RecordId("bout"))),
        (Until.COMBAT, bran(fight=RecordId("bout"))),
        (Until.TURN, bran()),
        (Until.QUEST, bran(quest=Quest("The crown"))),
    ],
)
def test_a_change_lasts_only_as_long_as_something_under_way(until: Until, state: Adventurer) -> None:
    assert total(done(state, arms(+1, until=until))) == 5
    idle = replace(state, fight=None, quest=None, stage=Stage.BETWEEN)
    assert "can't last" in refused(idle, arms(+1, until=until))


def test_a_source_has_a_readable_length() -> None:
    action = replace(arms(+1), source="x" * 61)
    assert "at most 60 characters" in refused(bran(), action)


# -- alignment --------------------------------------------------------------------------------------


def test_a13_alignment_turns_by_instruction() -> None:
    action = ChangeAlignment(BRAN, Alignment.EVIL)
    assert done(bran(), action).alignment is Alignment.EVIL
    assert told(bran(), action) == (Told(What.ALIGNMENT, before=0, after=2),)


def test_a13_turning_to_the_same_is_refused() -> None:
    assert "is Good already" in refused(bran(), ChangeAlignment(BRAN, Alignment.GOOD))


# -- gold -------------------------------------------------------------------------------------------


def test_a14_gold_is_gained() -> None:
    assert done(bran(), GainGold(BRAN, 7)).gold == 8


def test_a14_gold_beyond_what_a_sheet_holds_is_refused_with_what_is_possible() -> None:
    assert "so 1 more is possible" in refused(bran(gold=MOST_GOLD - 1), GainGold(BRAN, 2))


@pytest.mark.parametrize("amount", [0, -3, MOST_GOLD + 1])
def test_an_amount_that_is_none_is_refused(amount: int) -> None:
    for action in (GainGold(BRAN, amount), LoseGold(BRAN, amount)):
        assert T("not {n}")(n=amount) in refused(bran(gold=5), action)


@pytest.mark.parametrize(("amount", "left"), [(2, 3), (5, 0), (9, 0), (None, 0)])
def test_a15_losing_more_gold_than_there_is_leaves_none(amount: int | None, left: int) -> None:
    assert done(bran(gold=5), LoseGold(BRAN, amount)).gold == left


def test_a15_without_gold_nothing_is_lost() -> None:
    assert "has no gold" in refused(bran(gold=0), LoseGold(BRAN))


# -- wounds -----------------------------------------------------------------------------------------


def test_a37_wounds_are_received_and_healed() -> None:
    assert done(bran(wounds=1), ReceiveWounds(BRAN, 2)).wounds == 3
    assert done(bran(wounds=3), HealWounds(BRAN, 2)).wounds == 1


@pytest.mark.parametrize("count", [None, 9])
def test_a37_healing_never_goes_below_none(count: int | None) -> None:
    assert done(bran(wounds=3), HealWounds(BRAN, count)).wounds == 0


def test_a37_without_wounds_there_is_nothing_to_heal() -> None:
    assert "no wounds to heal" in refused(bran(), HealWounds(BRAN))


@pytest.mark.parametrize("count", [0, -1, 100])
def test_a37_a_number_of_wounds_is_one_or_more(count: int) -> None:
    for action in (ReceiveWounds(BRAN, count), HealWounds(BRAN, count)):
        assert T("not {n}")(n=count) in refused(bran(wounds=2), action)


def test_a42_a_wound_is_due_to_its_cause_and_perhaps_to_combat_as_well() -> None:
    action = ReceiveWounds(BRAN, 1, is_due_to_combat=True, cause=Cause.ITEM, source="Bow")
    (event,) = play(scene(bran(), actor=MARISOL), action).events
    assert (event.cause, event.source, event.is_due_to_combat) == ("item", "Bow", True)


def test_a44_special_rules_about_combat_heed_what_a_narrators_wound_is_due_to() -> None:
    state = having(item("Shield", "wounded by combat: ignore 1"))
    assert done(state, ReceiveWounds(BRAN, 2)).wounds == 2
    assert done(state, ReceiveWounds(BRAN, 2, is_due_to_combat=True)).wounds == 1


def test_a_chance_to_ignore_a_narrators_wound_is_thrown_with_one_die() -> None:
    state = having(item("Charm", "wounded: ignore 1 on 5-6"))
    assert done(state, ReceiveWounds(BRAN, 1), 5).wounds == 0
    assert done(state, ReceiveWounds(BRAN, 1), 4).wounds == 1


def test_a38_wounds_as_many_as_vitae_fell() -> None:
    assert done(bran(wounds=2), ReceiveWounds(BRAN, 1)).end is None
    before = scene(bran(wounds=3), actor=MARISOL)
    turn = play(before, ReceiveWounds(BRAN, 1))
    assert adventurer_of(after(before, turn)).end is End.FALLEN
    assert [type(event) for event in turn.events] == [AdventurerChanged, AdventurerFell]


def test_q15_vitae_that_drops_to_the_wounds_fells_at_once() -> None:
    action = ChangeAttribute(BRAN, Attribute.VITAE, -2)
    assert done(bran(wounds=1), action).end is None
    assert done(bran(wounds=2), action).end is End.FALLEN


def test_q15_so_does_the_loss_of_what_lifted_vitae() -> None:
    state = having(item("Heartstone", "held: vitae +2"), wounds=4)
    assert done(state, LoseThing(BRAN, "Heartstone")).end is End.FALLEN


# -- experience -------------------------------------------------------------------------------------


def test_a35_at_10_it_is_0_and_the_attribute_rises_by_1() -> None:
    state = done(bran(melee_xp=8), GrantExperience(BRAN, Combat.MELEE, 25))
    assert (state.melee_xp, total(state)) == (0, 5)


def test_a36_at_the_limit_it_counts_no_more() -> None:
    state = bran(natural=Attributes(8, 2, 3, 4), melee_xp=4)
    assert "counts no more" in refused(state, GrantExperience(BRAN, Combat.MELEE, 3))


@pytest.mark.parametrize("amount", [0, -1, 100])
def test_an_amount_of_xp_is_one_or_more(amount: int) -> None:
    assert T("not {n}")(n=amount) in refused(bran(), GrantExperience(BRAN, Combat.MAGICAL, amount))


# -- everything -------------------------------------------------------------------------------------


def test_attributes_that_a_thing_changes_are_told_with_it() -> None:
    action = GainThing(BRAN, None, "Cloak", rules="held: craft +1")
    assert told(bran(), action) == (
        Told(What.ITEM, How.GAINED, "Cloak"),
        Told(What.CRAFT, before=3, after=4),
    )


def test_who_is_gone_is_changed_no_more() -> None:
    fallen = scene(bran(wounds=3), actor=MARISOL)
    fallen = after(fallen, play(fallen, ReceiveWounds(BRAN, 1)))
    with pytest.raises(RuleViolation, match="no longer in play"):
        play(fallen, GainGold(BRAN, 1))
