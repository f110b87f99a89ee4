"""Items, spells and allies used (A21, A25, A45, Q16, Q24, Q26)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.systems.adventuria.adventurer import AdventurerFell
from bot.systems.adventuria.book import RULES, Topic
from bot.systems.adventuria.combat.state import Combat, Fight, Phase
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.possessions.rules import (
    PossessionUsed,
    UsePossession,
    payable,
    possessions,
    standing,
    usable,
)
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Gain,
    Manner,
    Possession,
    Stage,
    Subject,
    Told,
    Ware,
)
from tests.refusals import refuses
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    MARISOL,
    adventurer_of,
    after,
    ally,
    asker,
    bran,
    decided,
    foe,
    having,
    item,
    play,
    scene,
    spell,
    weapon,
)

USE = UsePossession(BRAN, "1")
DOCS = Path(__file__).parents[3] / "docs"


def fight(*foes: Any, **changes: Any) -> Fight:
    """A fight of Bran's, before an exchange."""
    foes = foes or (foe(),)
    return Fight(BRAN, "Bran", DEACON, foes, **{"kind": Combat.MELEE, "phase": Phase.AGAIN, **changes})


def fighting(*things: Possession, **changes: Any) -> Adventurer:
    """Bran with those possessions, in a fight."""
    return having(*things, **{"fight": BOUT, **changes})


def used(*states: Any, action: UsePossession = USE, dice: tuple[int, ...] = ()) -> Any:
    """The scene after it was used."""
    before = scene(*states)
    return after(before, play(before, action, *dice))


# -- weapons (A21, Q26) ----------------------------------------------------------------------------------


def in_hand(state: Adventurer) -> list[str]:
    """What is in its hands."""
    return [each.name for each in state.possessions if each.is_wielded]


def test_a21_a_weapon_that_is_used_is_the_one_in_hand() -> None:
    armed = having(weapon("Axe", is_wielded=False), item("Lamp"), weapon("Sword"))
    turn = play(scene(armed), USE)
    assert in_hand(turn.changes[0].state) == ["Axe"]
    wielded, put_away = (
        Told(Subject.ITEM, Manner.WIELDED, "Axe"),
        Told(Subject.ITEM, Manner.PUT_AWAY, "Sword"),
    )
    assert turn.events[0].changes == (wielded, put_away)
    assert sentence(turn.events[0]) == "Bran takes Axe in hand: Sword put away."


def test_a21_only_the_weapon_in_hand_works() -> None:
    armed = having(weapon("Axe", "held: arms +2", is_wielded=False), weapon("Sword", "held: arms +1"))
    assert total(armed, Attribute.ARMS) == 5
    assert total(adventurer_of(used(armed)), Attribute.ARMS) == 6


def test_a21_a_special_rule_lets_two_be_in_hand() -> None:
    armed = having(
        weapon("Axe", is_wielded=False), weapon("Sword"), ally("Squire", "held: weapons +1"), weapon("Bow")
    )
    armed = replace(
        armed, possessions=(*armed.possessions[:3], replace(armed.possessions[3], is_wielded=False))
    )
    both = adventurer_of(used(armed))
    assert in_hand(both) == ["Axe", "Sword"]
    # A third one takes the place of the first.
    third = adventurer_of(used(both, action=UsePossession(BRAN, "4")))
    assert in_hand(third) == ["Sword", "Bow"]


def test_q26_a_weapon_is_put_away_by_using_it_again() -> None:
    assert in_hand(adventurer_of(used(having(weapon())))) == []


def test_q26_weapons_change_hands_between_two_combats() -> None:
    armed = fighting(weapon("Axe", is_wielded=False), weapon("Sword"))
    assert in_hand(adventurer_of(used(armed, fight()))) == ["Axe"]


def test_q26_not_once_the_dice_have_fallen() -> None:
    armed = fighting(weapon("Axe", is_wielded=False), weapon("Sword"))
    with refuses("possessions.dice_known"):
        play(scene(armed, fight(phase=Phase.ROLLED)), USE)


def test_a21_a_weapon_with_a_rule_of_use_works_once_it_is_in_hand() -> None:
    staff = weapon("Staff", "use: heal 1", is_wielded=False)
    taken = adventurer_of(used(having(staff, wounds=2)))
    assert (taken.wounds, in_hand(taken)) == (2, ["Staff"])
    assert adventurer_of(used(taken)).wounds == 1


def test_a21_weapons_are_taken_in_hand_between_turns_but_not_in_camp() -> None:
    axe = weapon("Axe", is_wielded=False)
    assert in_hand(adventurer_of(used(having(axe, stage=Stage.BETWEEN)))) == ["Axe"]
    with refuses("adventurer.camps"):
        play(scene(having(axe, stage=Stage.CAMP)), USE)


# -- spells are single-use (A25) --------------------------------------------------------------------------


def test_a25_a_spell_is_spent_by_its_use() -> None:
    turn = play(scene(having(spell("Mend", "use: heal 2"), wounds=3)), USE)
    state = turn.changes[0].state
    assert (state.wounds, state.possessions) == (1, ())
    assert turn.events[0].changes[0] == Told(Subject.SPELL, Manner.SPENT, "Mend")
    assert sentence(turn.events[0]) == "Bran uses Mend: Mend used up; Wounds 3 → 1 (Mend)."


def test_a25_one_of_two_alike_is_left() -> None:
    state = adventurer_of(used(having(spell("Mend", "use: heal 1"), spell("Mend", "use: heal 1"), wounds=3)))
    assert [each.number for each in state.possessions] == [2]


def test_an_item_is_kept_unless_it_says_that_it_is_spent() -> None:
    herbs, potion = item("Herbs", "use: heal 1"), item("Potion", "use: heal 1 spent")
    assert adventurer_of(used(having(herbs, wounds=2))).possessions
    assert not adventurer_of(used(having(potion, wounds=2))).possessions


def test_a25_a_spell_that_only_the_narrator_can_tell_is_spent_and_its_text_shown() -> None:
    turn = play(scene(having(replace(spell("Veil"), about="Nobody sees you."))), USE)
    assert turn.changes[0].state.possessions == ()
    assert turn.events[0].about == "Nobody sees you."


def test_what_its_rules_say_already_its_text_need_not_say_again() -> None:
    lamp = replace(item("Lamp", "use: gold +1", "Goblins flee from it."), about="Old and bent.")
    assert play(scene(having(lamp)), USE).events[0].about == "Goblins flee from it."


def test_what_was_used_without_telling_of_any_change_is_told_by_its_name() -> None:
    assert sentence(PossessionUsed("Bran", "Lamp")) == "Bran uses Lamp."


def test_an_ally_is_asked_without_being_lost() -> None:
    turn = play(scene(having(ally("Dog"))), USE)
    assert turn.events[0].changes == (Told(Subject.ALLY, Manner.USED, "Dog"),)


@pytest.mark.parametrize(
    ("thing", "is_told"),
    [
        (item("Lamp"), True),
        (item("Ring", "held: arms +1"), True),
        (item("Lamp", "use: gold +1", "Goblins flee from it."), True),
        (item("Purse", "use: gold +1"), False),
        (weapon("Sword"), False),
        (weapon("Sword", "It hums."), False),
        (weapon("Staff", "use: gold +1", "It hums."), True),
    ],
)
def test_the_narrator_is_asked_what_comes_of_what_has_words_and_no_rules(
    thing: Possession, *, is_told: bool
) -> None:
    """A weapon that is only taken in hand or put away leaves nothing to tell."""
    before = having(thing)
    assert adventurer_of(used(before)).untold - before.untold == is_told


def test_its_rules_are_done_in_their_order() -> None:
    turn = play(scene(having(spell("Pact", "use: gold +3", "use: arms +1 until turn"))), USE)
    state = turn.changes[0].state
    assert (state.gold, total(state, Attribute.ARMS)) == (4, 5)
    assert [each.what for each in turn.events[0].changes] == [Subject.SPELL, Subject.GOLD, Subject.ARMS]


def test_a9_what_a_spell_adds_may_pass_twice_the_beginning() -> None:
    strong = having(spell("Might", "use: arms +3"), natural=bran().natural.having(Attribute.ARMS, 8))
    assert total(adventurer_of(used(strong)), Attribute.ARMS) == 11


@pytest.mark.parametrize(("die", "wounds"), [(5, 1), (4, 2)])
def test_a_chance_is_thrown_and_the_spell_is_spent_either_way(die: int, wounds: int) -> None:
    state = adventurer_of(used(having(spell("Mend", "use: heal 1 on 5-6"), wounds=2), dice=(die,)))
    assert (state.wounds, state.possessions) == (wounds, ())


def test_a38_who_uses_what_kills_falls() -> None:
    before = scene(having(item("Poison", "use: wound 4")))
    assert isinstance(play(before, USE).events[-1], AdventurerFell)


# -- refused before anything is spent (Q24) -----------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("use: foe wound 1", "only works in a fight"),
        ("use: arms +2 until combat", "only works in a fight"),
        ("use: arms +2 until fight", "only works in a fight"),
        ("use: gold +1 in melee", "only works in a fight"),
        ("use: reroll", "dice just rolled"),
        ("use: ignore 1", "dice just rolled"),
        ("use: heal 2", "no wounds to heal"),
    ],
)
def test_q24_what_does_nothing_now_is_refused_and_kept(line: str, why: str) -> None:
    """The rejected option: that a spell which turns out not to apply is lost."""
    before = scene(having(spell("Spark", line)))
    with refuses("possessions.does_nothing", why):
        play(before, USE)
    assert adventurer_of(before).possessions


def test_q24_in_a_combat_of_the_other_kind_it_does_nothing() -> None:
    armed = fighting(spell("Spark", "use: foe wound 1 in magic"))
    with refuses("possessions.does_nothing", "other kind"):
        play(scene(armed, fight()), USE)


def test_q24_before_the_kind_is_chosen_it_does_nothing() -> None:
    armed = fighting(spell("Spark", "use: foe wound 1"))
    with refuses("possessions.does_nothing", "choose the kind"):
        play(scene(armed, fight(kind=None, phase=Phase.KIND)), USE)


def test_q24_of_several_monsters_one_must_be_named_and_stand() -> None:
    armed, fallen = fighting(spell("Spark", "use: foe wound 1")), foe("Bat", wounds=2)
    three = fight(foe("Rat"), fallen, foe("Wolf"))
    with refuses("possessions.on_whom", "Rat, Wolf"):
        play(scene(armed, three), USE)
    with refuses("possessions.on_whom", "Rat, Wolf"):
        play(scene(armed, three), replace(USE, foe="2"))
    with refuses("possessions.on_whom", "Rat, Wolf"):
        play(scene(armed, three), replace(USE, foe="Bear"))


def test_q24_what_can_do_something_does_that() -> None:
    state = adventurer_of(used(having(spell("Both", "use: heal 1", "use: foe wound 1"), wounds=1)))
    assert (state.wounds, state.possessions) == (0, ())


def test_q24_what_heals_and_wounds_does_both_in_a_fight() -> None:
    both = fighting(spell("Both", "use: heal 1", "use: foe wound 1"), wounds=1)
    later = used(both, fight(foe("Rat"), foe("Wolf")), action=replace(USE, foe="Wolf"))
    assert [each.wounds for each in later.records[BOUT].state.foes] == [0, 1]
    assert adventurer_of(later).wounds == 0


def test_what_is_done_to_oneself_in_a_fight_asks_for_no_monster() -> None:
    hurt = fighting(spell("Mend", "use: heal 1"), wounds=1)
    before = scene(hurt, fight(foe("Rat"), foe("Wolf")))
    turn = play(before, USE)
    assert (adventurer_of(after(before, turn)).wounds, turn.events[0].foe) == (0, "")


def test_what_is_not_had_is_not_used() -> None:
    with refuses("possessions.none", "2"):
        play(scene(having(spell())), UsePossession(BRAN, "2"))


def test_a25_a_spell_that_was_used_is_not_used_again() -> None:
    later = used(having(spell("Mend", "use: heal 1"), wounds=2))
    with refuses("possessions.none", "1"):
        play(later, USE)


@pytest.mark.parametrize(
    ("stage", "why"), [(Stage.BETWEEN, "adventurer.no_turn"), (Stage.CAMP, "adventurer.camps")]
)
def test_things_are_used_during_a_turn(stage: Stage, why: str) -> None:
    with refuses(why):
        play(scene(having(spell("Mend", "use: heal 1"), wounds=2, stage=stage)), USE)


def test_what_must_be_decided_comes_first() -> None:
    waiting = having(spell("Mend", "use: heal 1"), wounds=2, gains=(Gain(spell("New")),))
    with refuses("adventurer.decide_first"):
        play(scene(waiting), USE)


def test_a_narrator_uses_it_only_where_the_campaign_lets_them() -> None:
    mending = having(spell("Mend", "use: heal 1"), wounds=2)
    with refuses("adventuria.only_its_player"):
        play(scene(mending, actor=MARISOL), USE)
    turn = play(scene(mending, actor=MARISOL, campaign=decided(proxy="narrators")), USE)
    assert turn.on_behalf_of == DEACON


# -- in a fight (A12, A45, Q16) ---------------------------------------------------------------------


def test_in_a_fight_it_is_done_to_the_only_monster_that_stands() -> None:
    armed = fighting(spell("Spark", "use: foe wound 1"))
    later = used(armed, fight(foe("Rat", vitae=3), foe("Bat", wounds=2)))
    assert [each.wounds for each in later.records[BOUT].state.foes] == [1, 2]


def test_in_a_fight_it_is_done_to_the_monster_that_was_named() -> None:
    armed, two = fighting(spell("Spark", "use: foe wound 1")), fight(foe("Rat"), foe("Wolf"))
    before = scene(armed, two)
    turn = play(before, replace(USE, foe="wolf"))
    assert [each.wounds for each in after(before, turn).records[BOUT].state.foes] == [0, 1]
    assert turn.events[0].foe == "Wolf"


def test_a45_a_monster_felled_by_a_spell_in_a_fight_is_worth_its_xp() -> None:
    later = used(fighting(spell("Spark", "use: foe wound 2")), fight(foe(arms=2, vitae=2)))
    state = adventurer_of(later)
    assert (state.melee_xp, state.magical_xp, state.fight) == (2, 0, None)
    assert later.records[BOUT].is_archived


@pytest.mark.parametrize("page", ["adventuria-players.md", "adventuria-narrators.md"])
def test_a45_rules_and_docs_say_alike_what_is_used_between_two_combats(page: str) -> None:
    said = "used while a fight is open counts as used in its next combat"
    told = dict(RULES[Topic.SPECIAL])[45]().casefold().replace("what you use ", "used ")
    assert said in told
    text = " ".join((DOCS / page).read_text("utf-8").casefold().split())
    assert said.removeprefix("used ") in text
    assert "a monster felled by that brings xp as well" in text


def test_q16_outside_a_fight_there_is_nobody_to_be_felled() -> None:
    with refuses("possessions.does_nothing", "only works in a fight"):
        play(scene(having(spell("Spark", "use: foe wound 2"))), USE)


def test_a12_what_weakens_a_monster_is_kept_in_the_fight() -> None:
    later = used(fighting(spell("Slow", "use: foe arms -1")), fight(foe(arms=3)))
    (rat,) = later.records[BOUT].state.foes
    assert (rat.value(Attribute.ARMS), rat.printed.arms) == (2, 3)


def test_a43_a_rule_acts_once_between_two_combats() -> None:
    armed = fighting(item("Bomb", "use: foe wound 1"))
    later = used(armed, fight(foe(vitae=5)))
    with refuses("possessions.does_nothing", "Bomb"):
        play(later, USE)
    assert later.records[BOUT].state.foes[0].wounds == 1


def test_what_heals_does_so_before_the_kind_of_combat_is_chosen_too() -> None:
    hurt = fighting(spell("Mend", "use: heal 1"), wounds=2)
    later = used(hurt, fight(kind=None, phase=Phase.KIND))
    assert adventurer_of(later).wounds == 1
    assert later.records[BOUT].state.phase is Phase.KIND


def test_q12_who_falls_by_what_it_used_leaves_the_fight_fallen() -> None:
    later = used(fighting(item("Poison", "use: wound 4")), fight())
    assert adventurer_of(later).end is not None
    assert later.records[BOUT].is_archived


# -- what commands offer ------------------------------------------------------------------------------


def test_what_may_be_used_parted_with_and_paid_is_offered_by_name() -> None:
    """An ability is used, but nobody parts with it; of things alike one is paid, whichever (A17, A18)."""
    gift = item("Sight", "use: heal 1", ware=Ware.ABILITY)
    had = asker(scene(having(item("Lamp"), gift, weapon("Axe", is_wielded=False), item("Lamp"))))
    assert possessions(had) == [("Lamp", "1"), ("Axe", "3"), ("Lamp", "4")]
    assert payable(had) == [("All gold", "All gold"), ("Lamp", "Lamp"), ("Axe", "Axe")]
    assert usable(had) == [("Lamp", "1"), ("Sight", "2"), ("Axe (take it in hand)", "3"), ("Lamp", "4")]


def test_the_monsters_that_stand_are_offered_by_what_picks_each() -> None:
    armed = fighting(spell("Spark", "use: foe wound 1"))
    before = scene(armed, fight(foe("Rat"), foe("Bat", wounds=2), foe("Rat")))
    offered = list(standing(asker(before)))
    assert offered == [("Rat", "1"), ("Rat", "3")]
    for (_, value), wounds in zip(offered, ([1, 2, 0], [0, 2, 1]), strict=True):
        later = after(before, play(before, replace(USE, foe=value)))
        assert [each.wounds for each in later.records[BOUT].state.foes] == wounds
