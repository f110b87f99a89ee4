"""What a narrator changes: gold, wounds, attributes, alignment, experience (A8 to A15, A35 to A38)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.system import RecordId
from bot.engine.text import T
from bot.play import Link
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import AdventurerChanged, AdventurerFell
from bot.systems.adventuria.changed import line
from bot.systems.adventuria.changes.rules import (
    ChangeAlignment,
    ChangeAttribute,
    GainGold,
    GainThing,
    GrantExperience,
    HealWounds,
    LoseGold,
    LoseSome,
    LoseThing,
    ReceiveWounds,
)
from bot.systems.adventuria.cog import SCREENS
from bot.systems.adventuria.combat.odds import rest
from bot.systems.adventuria.combat.state import Combat
from bot.systems.adventuria.state import (
    MOST_GOLD,
    Adventurer,
    Alignment,
    Attribute,
    Attributes,
    Cause,
    End,
    Loss,
    Manner,
    Quest,
    Stage,
    Subject,
    Told,
    Until,
    Ware,
)
from bot.ui.renderer import Renderer
from tests.refusals import refuses
from tests.systems.adventuria.changes_posts import WAITING, changed, post
from tests.systems.adventuria.changing import done, told, total
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
    names,
    play,
    scene,
    spell,
    weapon,
)
from tests.systems.adventuria.scenes import adventurer_steps as steps

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
    with refuses("changes.at_lowest", "1"):
        done(bran(natural=Attributes(1, 2, 3, 4)), arms(-1))


def test_a8_where_a_penalty_hides_the_natural_value_the_refusal_tells_what_counts() -> None:
    cursed = having(item("Ring", "held: arms -3"))
    with refuses("changes.at_lowest", "Arms", "1"):
        done(cursed, arms(-1))
    # By itself it is 1, whatever is added to it.
    armed = having(weapon("Sword", "held: arms +2"), natural=Attributes(1, 2, 3, 4))
    with refuses("changes.at_floor", "Arms", "3"):
        done(armed, arms(-1))


def test_a9_a_page_raises_to_twice_the_beginning_value() -> None:
    assert total(done(bran(natural=ARMS_AT_7), arms(+1))) == 8


def test_a9_above_that_a_page_changes_nothing_and_the_sentence_says_what_may() -> None:
    with refuses("changes.at_cap", "8", "Only an ability, item, spell or ally can do that."):
        done(bran(natural=Attributes(8, 2, 3, 4)), arms(+1))


def test_q2_an_increase_beyond_the_limit_is_ignored_whole_and_not_clamped() -> None:
    with refuses("changes.at_cap", "7", "+1 fits"):
        done(bran(natural=ARMS_AT_7), arms(+2))


@pytest.mark.parametrize("cause", [Cause.ABILITY, Cause.ITEM, Cause.SPELL, Cause.ALLY, Cause.MONSTER])
def test_a9_a10_an_ability_item_spell_ally_or_monsters_ability_lifts_it_above(cause: Cause) -> None:
    assert total(done(bran(natural=Attributes(8, 2, 3, 4)), arms(+2, cause))) == 10


@pytest.mark.parametrize("cause", [Cause.PAGE, Cause.EXPERIENCE, Cause.COMBAT])
def test_a9_nothing_else_does(cause: Cause) -> None:
    with refuses("changes.at_cap"):
        done(bran(natural=Attributes(8, 2, 3, 4)), arms(+1, cause))


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
    with refuses("changes.at_cap", "8"):
        done(state, arms(+1), campaign=decided(ledgers="one"))


def test_q1_what_a_thing_lowers_is_not_said_to_be_at_the_limit() -> None:
    state = having(item("Chains", "held: arms -3"), natural=Attributes(8, 2, 3, 4))
    with refuses("changes.at_cap", "5", "+1", "its natural value", "8"):
        done(state, arms(+1))
    assert total(done(state, arms(+1), campaign=decided(ledgers="one"))) == 6


def test_q18_after_a_loss_the_total_is_never_below_1() -> None:
    state = having(item("Belt", "held: arms +3"), natural=Attributes(1, 2, 3, 4))
    state = done(state, arms(-2, Cause.SPELL))
    assert total(state) == 2
    assert total(done(state, LoseThing(BRAN, "Belt"))) == 1


@pytest.mark.parametrize("amount", [0, 21, -21])
def test_a_change_of_none_or_of_very_much_is_refused(amount: int) -> None:
    with refuses("changes.too_far", T("{n}")(n=amount)):
        done(bran(), arms(amount))


def test_a_change_is_told_with_its_cause_its_source_and_how_long_it_lasts() -> None:
    turn = play(scene(bran(), actor=MARISOL), arms(+2, Cause.SPELL, Until.TURN))
    (event,) = turn.events
    assert (event.cause, event.source) == ("spell", "A well")
    assert event.changes == (Told(Subject.ARMS, before=4, after=6, until=Until.TURN),)
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
    with refuses("changes.not_under_way"):
        done(idle, arms(+1, until=until))


def test_a_source_has_a_readable_length() -> None:
    action = replace(arms(+1), source="x" * 61)
    with refuses("changes.long_source", "60"):
        done(bran(), action)


# -- alignment --------------------------------------------------------------------------------------


def test_a13_alignment_turns_by_instruction() -> None:
    action = ChangeAlignment(BRAN, Alignment.EVIL)
    assert done(bran(), action).alignment is Alignment.EVIL
    assert told(bran(), action) == (Told(Subject.ALIGNMENT, before=0, after=2),)


def test_a13_turning_to_the_same_is_refused() -> None:
    with refuses("changes.same_alignment", "Good"):
        done(bran(), ChangeAlignment(BRAN, Alignment.GOOD))


# -- gold -------------------------------------------------------------------------------------------


def test_a14_gold_is_gained() -> None:
    assert done(bran(), GainGold(BRAN, 7)).gold == 8


def test_a14_gold_beyond_what_a_sheet_holds_is_refused_with_what_is_possible() -> None:
    with refuses("changes.too_much_gold", "1"):
        done(bran(gold=MOST_GOLD - 1), GainGold(BRAN, 2))


@pytest.mark.parametrize("amount", [0, -3, MOST_GOLD + 1])
def test_an_amount_that_is_none_is_refused(amount: int) -> None:
    for action in (GainGold(BRAN, amount), LoseGold(BRAN, amount)):
        with refuses("changes.not_within", T("{n}")(n=amount)):
            done(bran(gold=5), action)


@pytest.mark.parametrize(("amount", "left"), [(2, 3), (5, 0), (9, 0), (None, 0)])
def test_a15_losing_more_gold_than_there_is_leaves_none(amount: int | None, left: int) -> None:
    assert done(bran(gold=5), LoseGold(BRAN, amount)).gold == left


def test_a15_without_gold_nothing_is_lost() -> None:
    with refuses("changes.no_gold"):
        done(bran(gold=0), LoseGold(BRAN))


# -- wounds -----------------------------------------------------------------------------------------


def test_a37_wounds_are_received_and_healed() -> None:
    assert done(bran(wounds=1), ReceiveWounds(BRAN, 2)).wounds == 3
    assert done(bran(wounds=3), HealWounds(BRAN, 2)).wounds == 1


@pytest.mark.parametrize("count", [None, 9])
def test_a37_healing_never_goes_below_none(count: int | None) -> None:
    assert done(bran(wounds=3), HealWounds(BRAN, count)).wounds == 0


def test_a37_without_wounds_there_is_nothing_to_heal() -> None:
    with refuses("changes.no_wounds"):
        done(bran(), HealWounds(BRAN))


@pytest.mark.parametrize("count", [0, -1, 100])
def test_a37_a_number_of_wounds_is_one_or_more(count: int) -> None:
    for action in (ReceiveWounds(BRAN, count), HealWounds(BRAN, count)):
        with refuses("changes.not_within", T("{n}")(n=count)):
            done(bran(wounds=2), action)


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
    with refuses("changes.counts_no_more"):
        done(state, GrantExperience(BRAN, Combat.MELEE, 3))


@pytest.mark.parametrize("amount", [0, -1, 100])
def test_an_amount_of_xp_is_one_or_more(amount: int) -> None:
    with refuses("changes.not_within", T("{n}")(n=amount)):
        done(bran(), GrantExperience(BRAN, Combat.MAGICAL, amount))


# -- everything -------------------------------------------------------------------------------------


def test_attributes_that_a_thing_changes_are_told_with_it() -> None:
    action = GainThing(BRAN, None, "Cloak", rules="held: craft +1")
    assert told(bran(), action) == (
        Told(Subject.ITEM, Manner.GAINED, "Cloak"),
        Told(Subject.CRAFT, before=3, after=4),
    )


def test_who_is_gone_is_changed_no_more() -> None:
    fallen = scene(bran(wounds=3), actor=MARISOL)
    fallen = after(fallen, play(fallen, ReceiveWounds(BRAN, 1)))
    with refuses("record.archived"):
        play(fallen, GainGold(BRAN, 1))


# -- How changes read: a line each, on cards and in the journal -----------------------------------------


RENDERER = Renderer({SYSTEM.name: SCREENS})
GOLD = Told(Subject.GOLD, before=3, after=5)
# What only a defect would bring about: a word of the code, or a number where there is none.
RAW = ("_", "None", "{", "-")


@pytest.mark.parametrize(
    ("told", "reads"),
    [
        (GOLD, "Gold 3 → 5"),
        (Told(Subject.GOLD, Manner.PAID, before=5, after=3), "2 gold paid (5 → 3)"),
        (Told(Subject.GOLD, Manner.AT_FLOOR), "No gold to lose"),
        (Told(Subject.WOUNDS, before=0, after=1, whose="Rat"), "Rat: Wounds 0 → 1"),
        (Told(Subject.WOUNDS, Manner.IGNORED, before=1, by="Shield"), "A wound is ignored (Shield)"),
        (Told(Subject.ALLY, Manner.IGNORED, name="Hound"), "Hound: the die missed, so nothing happens"),
        (Told(Subject.WOUNDS, Manner.IGNORED, before=2, after=0), "2 wounds are ignored"),
        (Told(Subject.ARMS, before=4, after=6, until=Until.TURN), "Arms 4 → 6 until the turn ends"),
        (
            Told(Subject.ARMS, Manner.AT_CAP, before=8, after=8),
            "Arms stays at 8: only an ability, item, spell or ally can raise it past twice its beginning "
            "value",
        ),
        (Told(Subject.VITAE, Manner.AT_FLOOR, before=1), "Vitae stays at 1: it never drops below 1"),
        (Told(Subject.MELEE_XP, Manner.AT_CAP, before=4), None),
        (Told(Subject.ITEM, Manner.GAINED, "Lamp"), "Lamp gained"),
        (Told(Subject.ITEM, Manner.WAITS, "Lamp"), "No room for Lamp: the player decides"),
        (Told(Subject.SPELL, Manner.NO_ROOM, "Spark"), "No room for Spark: the new spell is lost"),
        (Told(Subject.ALLY, Manner.GAINED, "Dog"), "Dog joined"),
        (Told(Subject.ITEM, Manner.WAITS, before=5, after=3), "2 items to lose: the player decides which"),
        (Told(Subject.ALLY, Manner.WAITS, before=2, after=1), "1 ally to lose: the player decides which"),
        (Told(Subject.ALIGNMENT, before=0, after=2), "Alignment Good → Evil"),
        (Told(Subject.QUEST, Manner.BEGUN, "The crown", by="Find it"), "Quest begun: The crown (Find it)"),
        (Told(Subject.MELEE_XP, before=8, after=0), "Melee XP reaches 10 and is 0 again"),
        (
            Told(Subject.MELEE_XP, before=8, after=0, beyond=1),
            "Melee XP reaches 10 and is 0 again; the other one is lost",
        ),
        (
            Told(Subject.MELEE_XP, before=0, after=0, beyond=15),
            "Melee XP reaches 10 and is 0 again; the other 15 are lost",
        ),
        (Told(Subject.WOUNDS, before=0, after=1, by="Marsh Eel"), "Wounded by Marsh Eel: 0 → 1"),
        (Told(Subject.WOUNDS, before=2, after=1, by="Balm"), "Wounds 2 → 1 (Balm)"),
        (Told(Subject.WOUNDS, before=0, after=1, whose="Rat", by="Dart"), "Rat: Wounds 0 → 1 (Dart)"),
        (Told(Subject.WAY, Manner.GAINED, "The Bridge"), "The turn may also end at The Bridge"),
        (Told(Subject.FOE, Manner.LOST, "Rat"), "Rat fell"),
    ],
)
def test_a_change_reads_as_good_english(told: Told, reads: str | None) -> None:
    assert line(told) == reads or (reads is None and "no longer counts" in line(told))


@pytest.mark.parametrize("what", list(Subject))
@pytest.mark.parametrize("how", list(Manner))
def test_every_change_reads_as_a_sentence_without_a_word_of_the_code(what: Subject, how: Manner) -> None:
    said = line(Told(what, how, "Lamp", 5, 3, "Sword", Until.QUEST, "Rat"))
    assert said.startswith("Rat: ")
    assert said.endswith("until the quest ends (Sword)")
    assert not [each for each in RAW if each in said]


def test_names_are_made_safe() -> None:
    told = Told(Subject.ITEM, Manner.GAINED, "*Lamp*", by="`Sword`", whose="@everyone")
    assert "\\*Lamp\\*" in line(told)
    assert "\\`Sword\\`" in line(told)
    assert "@everyone" not in line(told)


def test_a_decision_is_asked_on_the_card_with_its_buttons_and_mentions_its_player() -> None:
    drawn = RENDERER.card(post(changed(Told(Subject.ITEM, Manner.WAITS, "Lamp")), replace(WAITING, player=2)))
    assert [button.label for button in drawn.buttons] == ["Lose one for it…", "Leave it"]
    assert drawn.asks == (2,)


def test_without_one_it_mentions_nobody_and_bears_what_is_open() -> None:
    drawn = RENDERER.card(post(changed(GOLD), bran(ways=("The City",))))
    assert drawn.asks == ()
    assert drawn.buttons
    assert any("Arms" in each for each in drawn.lines)


def test_an_older_card_tells_what_changed_then_and_nothing_of_today() -> None:
    older = replace(post(changed(GOLD), bran()), newer=Link(1, 2, 3))
    drawn = RENDERER.card(older)
    assert "Gold 3 → 5" in drawn.lines
    assert not [each for each in drawn.lines if "Arms" in each]
    assert drawn.buttons == ()


def test_of_who_fell_no_sheet_is_shown_below() -> None:
    drawn = RENDERER.card(post(changed(GOLD), bran(end=End.FALLEN, stage=Stage.GONE)))
    assert not [each for each in drawn.lines if "Arms" in each]


def test_what_it_is_due_to_is_told_with_combat_besides() -> None:
    event = AdventurerChanged("Bran", "item", "Bow", is_due_to_combat=True, changes=(GOLD,))
    assert "From Combat and an item: Bow." in RENDERER.card(post(event, bran())).lines


def test_the_journal_has_it_in_a_line() -> None:
    event = AdventurerChanged(
        "Bran", "page", "A well", changes=(GOLD, Told(Subject.ITEM, Manner.GAINED, "Lamp"))
    )
    entry = replace(post(event, bran()).entry, subject=RecordId("bran"))
    assert RENDERER.line(entry) == "Bran: Gold 3 → 5; Lamp gained. From the narrator: A well."


def test_what_a_player_decided_is_due_to_nothing() -> None:
    event = AdventurerChanged("Bran", changes=(Told(Subject.ITEM, Manner.LEFT, "Lamp"),))
    assert RENDERER.line(post(event, bran()).entry) == "Bran: Lamp left behind."


def test_every_ware_is_named_alone_and_in_the_plural() -> None:
    for ware in Ware:
        one, two = (line(Told(Subject(ware.value), Manner.WAITS, before=9, after=left)) for left in (8, 7))
        assert one.startswith("1 ")
        assert two.startswith("2 ")
        assert one.split()[1] != two.split()[1]


# -- What a narrator takes: by name, or by number, of which the player chooses (A15, Q10, Q19) ----------


def test_a15_a_thing_is_lost_by_its_name_or_number() -> None:
    state = having(item("Rope"), item("Lamp"))
    assert names(done(state, LoseThing(BRAN, "rope"))) == ["Lamp"]
    assert names(done(state, LoseThing(BRAN, "2"))) == ["Rope"]


def test_q19_of_identical_things_one_is_lost() -> None:
    assert names(done(having(item("Torch"), item("Torch")), LoseThing(BRAN, "Torch"))) == ["Torch"]


def test_q10_what_it_does_not_have_is_not_lost() -> None:
    with refuses("changes.not_had", "Ladder"):
        done(having(item("Rope")), LoseThing(BRAN, "Ladder"))


def test_q10_of_a_number_the_player_chooses_which() -> None:
    held = having(item("Rope"), item("Lamp"), item("Map"))
    state = done(held, LoseSome(BRAN, Ware.ITEM, 2))
    assert (names(state), state.losses) == (["Rope", "Lamp", "Map"], (Loss(Ware.ITEM, 2),))
    (step,) = steps(BRAN, state)
    assert (step.name, step.who) == ("give", state.player)


@pytest.mark.parametrize("count", [3, 4])
def test_q10_as_many_as_there_are_or_more_go_at_once(count: int) -> None:
    held = having(item("Rope"), item("Lamp"), item("Map"), spell("Frost"))
    state = done(held, LoseSome(BRAN, Ware.ITEM, count))
    assert (names(state), state.losses) == (["Frost"], ())


def test_q10_losses_of_a_kind_add_up() -> None:
    state = having(item("Rope"), item("Lamp"), item("Map"), item("Key"), losses=(Loss(Ware.ITEM, 1),))
    assert done(state, LoseSome(BRAN, Ware.ITEM, 2)).losses == (Loss(Ware.ITEM, 3),)
    assert names(done(state, LoseSome(BRAN, Ware.ITEM, 3))) == []


def test_q10_a_choice_that_is_none_any_more_is_not_asked() -> None:
    state = having(item("Rope"), item("Lamp"), losses=(Loss(Ware.ITEM, 1),))
    state = done(state, LoseThing(BRAN, "Rope"))
    assert (names(state), state.losses) == ([], ())


@pytest.mark.parametrize("ware", list(Ware))
def test_q10_of_none_none_is_lost(ware: Ware) -> None:
    with refuses("changes.none_had"):
        done(bran(), LoseSome(BRAN, ware, 1))


@pytest.mark.parametrize("count", [0, -1, 100])
def test_a_number_to_lose_is_one_or_more(count: int) -> None:
    with refuses("changes.not_within", T("{n}")(n=count)):
        done(having(item("Rope")), LoseSome(BRAN, Ware.ITEM, count))


def test_a_weapon_in_hand_that_is_lost_leaves_the_hand_empty() -> None:
    state = having(weapon("Sword"), weapon("Axe", is_wielded=False))
    (axe,) = done(state, LoseThing(BRAN, "Sword")).possessions
    assert not axe.is_wielded


def test_q10_what_is_left_to_lose_is_told() -> None:
    held = having(item("Rope"), item("Lamp"), item("Map"), item("Key"), item("Bell"))
    assert told(held, LoseSome(BRAN, Ware.ITEM, 2)) == (Told(Subject.ITEM, Manner.WAITS, before=5, after=3),)


# -- Where a process comes to rest: by hand, and where ways lead back -----------------------------------


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
Ways = dict[int, Mapping[int, Fraction]]


def walk(state: int) -> dict[int, Fraction]:
    """A drunkard between two doors, 0 and 4."""
    return {state - 1: HALF, state + 1: HALF} if 0 < state < 4 else {}


def test_a_walk_that_returns_is_solved_exactly() -> None:
    found = rest(1, walk, 10)
    assert found is not None
    assert found.ends == {0: Fraction(3, 4), 4: Fraction(1, 4)}
    assert found.steps == 3


def test_waiting_in_a_state_only_takes_longer() -> None:
    ways: Ways = {0: {0: Fraction(5, 6), 6: Fraction(1, 6)}, 6: {}}
    found = rest(0, ways.__getitem__, 10)
    assert found is not None
    assert found.ends == {6: 1}
    assert found.steps == 6


def test_what_never_ends_is_said_so() -> None:
    ways: Ways = {0: {1: THIRD, 2: 2 * THIRD}, 1: {1: Fraction(1)}, 2: {}}
    found = rest(0, ways.__getitem__, 10)
    assert found is not None
    assert (found.ends, found.steps) == ({2: 2 * THIRD}, None)


def test_a_circle_without_a_way_out_never_ends() -> None:
    ways: Ways = {0: {1: Fraction(1)}, 1: {0: Fraction(1)}}
    found = rest(0, ways.__getitem__, 10)
    assert found is not None
    assert (found.ends, found.steps) == ({}, None)


def test_what_has_ended_takes_no_step() -> None:
    found = rest(0, walk, 10)
    assert found is not None
    assert found.ends == {0: 1}
    assert found.steps == 0


def test_more_states_than_allowed_are_not_counted() -> None:
    assert rest(1, walk, 4) is None
    assert rest(1, walk, 5) is not None
