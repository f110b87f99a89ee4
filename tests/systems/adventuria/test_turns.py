"""Turns and camps: A12, A46 to A48, Q13, Q20, and the traps about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.event import sentence
from bot.engine.system import PlainEvent, World
from bot.errors import NotAllowed
from bot.play import Link, Post
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import (
    AdventurerFell,
    AdventurerMoved,
    AnswerScene,
    CampMade,
    EndTurn,
    MakeCamp,
    Narrate,
    PageDiceRolled,
    RollForPage,
    SceneTold,
    StartTurn,
    TurnEnded,
    TurnStarted,
    WakeUp,
    WokeUp,
)
from bot.systems.adventuria.cog import SCREENS
from bot.systems.adventuria.offers.rules import Offer, OfferEnd, OfferKind
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    Gain,
    Loss,
    Manner,
    MetMonster,
    PageRoll,
    Stage,
    Subject,
    Thrown,
    Told,
    Until,
    Ware,
)
from bot.systems.adventuria.turns.rules import AskForRoll, MoveAdventurer, RollAsked
from bot.ui.renderer import Renderer
from tests.refusals import refuses
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    DEAL,
    MARISOL,
    adventurer_of,
    after,
    bran,
    decided,
    having,
    item,
    play,
    scene,
)
from tests.systems.adventuria.scenes import adventurer_steps as steps
from tests.systems.adventuria.turns_posts import post

WAYS = ("The Bridge", "The City")
BETWEEN: dict[str, Any] = {"stage": Stage.BETWEEN, "scene": "", "ways": ()}


def told(**changes: Any) -> World:
    """Bran in a turn that may end at two places."""
    return scene(bran(**{"ways": WAYS, **changes}))


def does(where: World, action: Any, *dice: int) -> World:
    """The scene after it."""
    return after(where, play(where, action, *dice))


def by_narrator(where: World) -> World:
    """The same scene with the game master acting."""
    return replace(where, actor=MARISOL, standing=where.campaign.standing(MARISOL))


# -- the turn -----------------------------------------------------------------------------------------


def test_a46_a_turn_begins_at_the_top_of_where_the_last_one_led() -> None:
    before = scene(bran(**BETWEEN, location="The Bridge", turn=3))
    turn = play(before, StartTurn(BRAN))
    now = adventurer_of(after(before, turn))
    assert (now.stage, now.turn, now.location, now.scene, now.ways) == (Stage.TURN, 4, "The Bridge", "", ())
    assert turn.events == (TurnStarted("Bran", 4, "The Bridge"),)


def test_a46_a_turn_that_is_under_way_does_not_begin_twice() -> None:
    begun = does(scene(bran(**BETWEEN)), StartTurn(BRAN))
    with refuses("turns.begun"):
        play(begun, StartTurn(BRAN))
    assert adventurer_of(begun).turn == 2


def waits(where: World) -> tuple[str, int | None]:
    """The step that is open, and for whom."""
    (step,) = steps(BRAN, adventurer_of(where))
    return step.name, step.who


def test_a46_a_turn_waits_for_the_narrator_until_something_is_told() -> None:
    begun = does(scene(bran(**BETWEEN)), StartTurn(BRAN))
    assert waits(begun) == ("tell", None)
    assert waits(does(by_narrator(begun), Narrate(BRAN, "", "The City"))) == ("end", DEACON)


def test_a46_a_scene_without_ways_leaves_the_move_to_the_player() -> None:
    told = does(scene(bran(scene="")), Narrate(BRAN, "A door. It is locked."))
    assert waits(told) == ("answer", DEACON)
    answered = does(told, AnswerScene(BRAN, "I knock.\n\n\n\nThen I wait."))
    assert adventurer_of(answered).answer == "I knock.\n\nThen I wait."
    assert waits(answered) == ("tell", None)
    assert waits(does(by_narrator(answered), Narrate(BRAN, "Steps behind it."))) == ("answer", DEACON)
    assert waits(does(by_narrator(answered), Narrate(BRAN, "", "The City"))) == ("end", DEACON)


def test_a46_dice_that_the_scene_asked_for_are_an_answer_as_well() -> None:
    told = scene(bran(scene="Roll for your balance.", ways=()))
    rolled = does(told, RollForPage(BRAN, "Balance"), 4)
    assert waits(rolled) == ("tell", None)
    fallen = does(by_narrator(rolled), Narrate(BRAN, "You hold on."))
    assert (adventurer_of(fallen).thrown, waits(fallen)) == ((), ("answer", DEACON))


@pytest.mark.parametrize("scene", ["A square.", ""])
def test_a46_dice_are_for_the_narrator_where_the_turn_may_end_too_and_its_player_may_still_go(
    scene: str,
) -> None:
    rolled = does(told(scene=scene), RollForPage(BRAN, "Luck"), 4)
    assert waits(rolled) == ("tell", None)
    (step,) = steps(BRAN, adventurer_of(rolled))
    assert [choice.key for choice in step.choices] == ["tell", "way0", "way1"]
    on = adventurer_of(does(by_narrator(rolled), Narrate(BRAN, "", "The Bridge")))
    assert (on.thrown, steps(BRAN, on)[0].name) == ((), "end")


def asked(where: World) -> int:
    """How often the narrator was asked to tell on."""
    (step,) = steps(BRAN, adventurer_of(where))
    assert step.who is None
    return step.asked


def test_a_narrator_is_asked_once_more_for_whatever_there_is_to_tell_of() -> None:
    now = does(scene(bran(scene="A door.")), AnswerScene(BRAN, "I knock."))
    assert asked(now) == 1
    revision = adventurer_of(now).revision
    now = does(now, RollForPage(BRAN, "Luck"), 4)
    now = does(now, AnswerScene(BRAN, "I wait."))
    assert asked(now) == 3
    # What is being written meanwhile is still sent.
    assert adventurer_of(now).revision == revision
    now = does(by_narrator(now), Narrate(BRAN, "It opens."))
    assert asked(does(replace(now, actor=DEACON), AnswerScene(BRAN, "I go in."))) == 1


def test_a46_an_answer_may_be_given_where_the_turn_may_end_too_and_does_not_hinder_it() -> None:
    (step,) = steps(BRAN, adventurer_of(told()))
    assert [choice.key for choice in step.choices] == ["way0", "way1", "say"]
    answered = does(told(), AnswerScene(BRAN, "I look into the well."))
    assert waits(answered) == ("tell", None)
    ended = adventurer_of(does(answered, EndTurn(BRAN, "The Bridge")))
    assert (ended.stage, ended.answer) == (Stage.BETWEEN, "")


@pytest.mark.parametrize("text", ["", " \n", "x" * 4001])
def test_an_answer_has_something_to_say_and_not_too_much(text: str) -> None:
    with refuses("turns.answer", "4000"):
        play(scene(bran(scene="A square.")), AnswerScene(BRAN, text))


def test_an_answer_needs_a_turn_without_a_fight() -> None:
    with refuses("adventurer.no_turn"):
        play(scene(bran(**BETWEEN)), AnswerScene(BRAN, "I knock."))
    with refuses("adventurer.fights"):
        play(scene(bran(fight=BOUT)), AnswerScene(BRAN, "I knock."))


def test_a46_what_is_left_empty_stays_as_it_was_told() -> None:
    first = does(scene(bran(scene="")), Narrate(BRAN, "A square.\n\n\n\nA well.", "The City"))
    assert adventurer_of(first).scene == "A square.\n\nA well."
    second = does(first, Narrate(BRAN, ways="The Bridge; the city\nThe City; The Bridge;"))
    assert adventurer_of(second).scene == "A square.\n\nA well."
    assert adventurer_of(second).ways == ("The Bridge", "the city")
    third = play(second, Narrate(BRAN, "It rains."))
    assert third.events == (SceneTold("Bran", "The City", "It rains.", (), 1),)
    assert adventurer_of(after(second, third)).ways == ("The Bridge", "the city")


@pytest.mark.parametrize("way", ["The Bridge", "The City", " the  bridge "])
def test_a46_a_turn_ends_where_it_may_the_same_place_among_them(way: str) -> None:
    before = told()
    turn = play(before, EndTurn(BRAN, way))
    now, place = adventurer_of(after(before, turn)), "The City" if way == "The City" else "The Bridge"
    assert (now.stage, now.location, now.scene, now.ways) == (Stage.BETWEEN, place, "", ())
    assert turn.events == (TurnEnded("Bran", 1, "The City", place),)


def test_a46_a_turn_ends_once() -> None:
    ended = does(told(), EndTurn(BRAN, "The City"))
    with refuses("adventurer.no_turn"):
        play(ended, EndTurn(BRAN, "The City"))


def test_a47_a_place_that_was_not_offered_is_refused_naming_those_that_were() -> None:
    with refuses("turns.no_such_way", "The \\*Moon\\*", "“The Bridge” or “The City”"):
        play(told(), EndTurn(BRAN, "The *Moon*"))


def test_a47_nobody_goes_anywhere_before_the_narrator_said_where_to() -> None:
    with refuses("turns.no_ways"):
        play(scene(bran()), EndTurn(BRAN, "The City"))


def test_a47_an_encounter_or_spell_sends_elsewhere_and_the_turn_goes_on_there() -> None:
    before = by_narrator(told(met=(MetMonster("Rat", Attributes(1, 1, 1, 1)),)))
    turn = play(before, MoveAdventurer(BRAN, " The  Tower ", "A gust of wind"))
    now = adventurer_of(after(before, turn))
    assert (now.stage, now.turn, now.location, now.scene, now.ways) == (Stage.TURN, 1, "The Tower", "", ())
    assert now.met == before.records[BRAN].state.met
    assert turn.events == (AdventurerMoved("Bran", "The City", "The Tower", "A gust of wind"),)


def test_a47_between_two_turns_the_next_one_begins_where_an_adventurer_is_sent() -> None:
    moved = does(scene(bran(**BETWEEN), actor=MARISOL), MoveAdventurer(BRAN, "The Tower"))
    assert adventurer_of(moved).stage is Stage.BETWEEN
    assert adventurer_of(moved).location == "The Tower"


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("the city", ("turns.is_there", "Bran", "The City")),
        (" \u200b ", ("turns.nameless",)),
        ("x" * 61, ("turns.long_place", "60", "61")),
    ],
)
def test_a47_a_place_to_be_sent_to_has_a_name_and_is_another(location: str, reason: tuple[str, ...]) -> None:
    with refuses(*reason):
        play(scene(bran(), actor=MARISOL), MoveAdventurer(BRAN, location))


# -- what ends with the turn ----------------------------------------------------------------------------


def test_q13_a12_changed_monsters_are_remembered_in_the_turn_and_forgotten_with_it() -> None:
    met = (MetMonster("Rat", Attributes(1, 1, 1, 1)),)
    within = does(by_narrator(told(met=met)), Narrate(BRAN, "Again the rat."))
    assert adventurer_of(within).met == met
    ended = does(told(met=met), EndTurn(BRAN, "The City"))
    assert adventurer_of(ended).met == ()


def test_what_lasts_for_the_turn_ends_with_it_and_says_so() -> None:
    changes = (
        Change(Attribute.ARMS, 2, Cause.SPELL, "Haste", Until.TURN),
        Change(Attribute.CRAFT, 1, Cause.ITEM, "Lens", Until.QUEST),
    )
    before = told(changes=changes)
    turn = play(before, EndTurn(BRAN, "The City"))
    assert adventurer_of(after(before, turn)).changes == changes[1:]
    (event,) = turn.events
    assert event.changes == (Told(Subject.ARMS, Manner.CHANGED, before=6, after=4),)


def test_q5_a_limit_that_drops_with_the_turn_is_decided_before_the_next() -> None:
    lent = Change(Attribute.ARMS, 1, Cause.SPELL, "Haste", Until.TURN)
    full = having(*(item(f"Lamp {number}") for number in range(10)), ways=WAYS, changes=(lent,))
    ended = does(scene(full), EndTurn(BRAN, "The City"))
    (step,) = steps(BRAN, adventurer_of(ended))
    assert (step.name, step.label, step.who) == ("give", "Bran must lose 2 items", DEACON)
    with refuses("adventurer.decide_first", "Bran must lose 2 items"):
        play(ended, StartTurn(BRAN))


def test_q15_vitae_that_drops_with_the_turn_may_fell() -> None:
    lent = Change(Attribute.VITAE, 2, Cause.SPELL, "Ward", Until.TURN)
    before = told(wounds=4, changes=(lent,))
    turn = play(before, EndTurn(BRAN, "The City"))
    assert any(isinstance(event, AdventurerFell) for event in turn.events)
    assert adventurer_of(after(before, turn)).stage is Stage.GONE


def test_a46_offers_lapse_with_the_turn_and_are_named() -> None:
    offer = Offer(BRAN, "Bran", DEACON, OfferKind.CHOICE, text="Left or right?", options=("Left", "Right"))
    before = scene(bran(ways=WAYS), offer)
    turn = play(before, EndTurn(BRAN, "The City"))
    assert turn.events[0].lapsed == ("Left or right?",)
    ended = after(before, turn).records[DEAL]
    assert (ended.state.end, ended.is_archived) == (OfferEnd.LAPSED, True)


def test_a_turn_does_not_end_in_a_fight() -> None:
    with refuses("adventurer.fights"):
        play(told(fight=BOUT), EndTurn(BRAN, "The City"))


LAMP = replace(item("Lamp"), number=9)
UNDECIDED = [
    bran(ways=WAYS, gains=(Gain(LAMP),)),
    having(item("Rope"), ways=WAYS, losses=(Loss(Ware.ITEM, 1),)),
]


@pytest.mark.parametrize("state", UNDECIDED, ids=["a gain", "a loss"])
@pytest.mark.parametrize("action", [EndTurn(BRAN, "The City"), RollForPage(BRAN, "Luck")], ids=repr)
def test_q5_nothing_is_done_before_what_must_be_decided(state: Any, action: Any) -> None:
    with refuses("adventurer.decide_first"):
        play(scene(state), action)


@pytest.mark.parametrize("action", [StartTurn(BRAN), MakeCamp(BRAN)], ids=repr)
def test_q5_no_turn_and_no_camp_begin_before_it_either(action: Any) -> None:
    state = replace(UNDECIDED[1], stage=Stage.BETWEEN)
    with refuses("adventurer.decide_first"):
        play(scene(state), action)


# -- camp ---------------------------------------------------------------------------------------------


def test_a48_a_camp_stores_where_the_next_turn_begins_and_changes_nothing_else() -> None:
    before = scene(bran(**BETWEEN, location="The Bridge", wounds=2, gold=7))
    turn = play(before, MakeCamp(BRAN))
    camped = after(before, turn)
    assert turn.events == (CampMade("Bran", "The Bridge"),)
    own = before.records[BRAN].state
    assert adventurer_of(camped) == replace(own, stage=Stage.CAMP, revision=before.entry)
    assert steps(BRAN, adventurer_of(camped)) == ()
    woken = play(camped, WakeUp(BRAN))
    assert woken.events == (WokeUp("Bran", "The Bridge"),)
    assert adventurer_of(after(camped, woken)) == replace(own, revision=camped.entry)


def test_a48_no_camp_within_a_turn() -> None:
    with refuses("turns.only_between"):
        play(told(), MakeCamp(BRAN))


def test_a48_nobody_camps_twice_nor_wakes_awake() -> None:
    camped = scene(bran(stage=Stage.CAMP))
    with refuses("turns.camps"):
        play(camped, MakeCamp(BRAN))
    for awake in (scene(bran(**BETWEEN)), told()):
        with refuses("turns.awake", "Bran"):
            play(awake, WakeUp(BRAN))


@pytest.mark.parametrize(
    "action",
    [
        StartTurn(BRAN),
        EndTurn(BRAN, "The City"),
        RollForPage(BRAN, "Luck"),
        Narrate(BRAN, "Dawn."),
        MoveAdventurer(BRAN, "The Tower"),
    ],
    ids=repr,
)
def test_q20_who_camps_does_nothing_until_woken(action: Any) -> None:
    with refuses("adventurer.camps"):
        play(scene(bran(stage=Stage.CAMP)), action)


# -- dice that a text asks for -----------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(4,), (6, 1)])
def test_a46_a_text_may_ask_for_one_die_or_two(dice: tuple[int, ...]) -> None:
    turn = play(told(), RollForPage(BRAN, " Cross the  bridge ", len(dice)), *dice)
    assert turn.events == (PageDiceRolled("Bran", "Cross the bridge", dice),)


def test_the_turn_remembers_its_last_dice_until_it_ends() -> None:
    now = told()
    for face in (1, 2, 3, 4):
        now = does(now, RollForPage(BRAN, f"Try {face}"), face)
    assert [each.dice for each in adventurer_of(now).thrown] == [(2,), (3,), (4,)]
    assert adventurer_of(does(now, EndTurn(BRAN, "The City"))).thrown == ()


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (RollForPage(BRAN, "Luck", 3), ("turns.dice", "3")),
        (RollForPage(BRAN, "Luck", 0), ("turns.dice", "0")),
        (RollForPage(BRAN, "Luck", -1), ("turns.dice", "−1")),
        (RollForPage(BRAN, " "), ("turns.no_purpose",)),
        (RollForPage(BRAN, "x" * 101), ("turns.long_reason", "100", "101")),
        (RollForPage(BRAN, "Luck", target=0), ("turns.target", "111", "0")),
        (RollForPage(BRAN, "Luck", target=112), ("turns.target", "111", "112")),
    ],
)
def test_dice_for_a_text_are_one_or_two_and_for_something(
    action: RollForPage, reason: tuple[str, ...]
) -> None:
    with refuses(*reason):
        play(told(), action)


def test_dice_for_a_text_fall_in_a_turn_only() -> None:
    with refuses("adventurer.no_turn"):
        play(scene(bran(**BETWEEN)), RollForPage(BRAN, "Luck"))


# -- and against a target (A7) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "says"),
    [
        (5, "🎲 Bran rolls 5 + Vitae 4 = **9** against 9, **success**: Jump"),
        (4, "🎲 Bran rolls 4 + Vitae 4 = **8** against 9, **failure**: Jump"),
    ],
)
def test_a7_an_attribute_is_added_and_a_target_is_met_by_as_much_or_more(die: int, says: str) -> None:
    turn = play(told(), RollForPage(BRAN, "Jump", attribute=Attribute.VITAE, target=9), die)
    assert sentence(turn.events[0]) == says


@pytest.mark.parametrize(
    ("action", "dice", "says"),
    [
        (RollForPage(BRAN, "Jump", target=4), (3,), "🎲 Bran rolls **3** against 4, **failure**: Jump"),
        (
            RollForPage(BRAN, "Jump", 2, Attribute.CRAFT),
            (3, 1),
            "🎲 Bran rolls 3 + 1 + Craft 3 = **7**: Jump",
        ),
    ],
)
def test_a7_a_roll_may_have_a_target_or_an_attribute_alone(
    action: RollForPage, dice: tuple[int, ...], says: str
) -> None:
    assert sentence(play(told(), action, *dice).events[0]) == says


JUMP = AskForRoll(BRAN, "Jump", attribute=Attribute.VITAE, target=9)


def test_a_narrator_asks_for_a_roll_and_it_is_the_players_move_until_it_fell() -> None:
    answered = does(scene(bran(scene="A gap.")), AnswerScene(BRAN, "I jump."))
    turn = play(by_narrator(answered), JUMP)
    assert sentence(turn.events[0]) == "**Bran** is asked to roll 1 die + Vitae, 9 or more: Jump"
    wanted = after(answered, turn)
    (step,) = steps(BRAN, adventurer_of(wanted))
    roll, say = step.choices
    assert (step.name, step.who, roll.label, say.key) == ("roll", DEACON, "Roll 1 die + Vitae", "say")
    rolled = does(wanted, roll.action, 5)
    assert (waits(rolled), adventurer_of(rolled).asked) == (("tell", None), None)
    assert adventurer_of(rolled).thrown == (Thrown("Jump", (5,), Attribute.VITAE, 4, 9),)


def test_another_roll_a_scene_an_answer_and_the_turns_end_leave_a_roll_asked_for_or_end_it() -> None:
    wanted = does(by_narrator(told()), JUMP)
    player = replace(wanted, actor=DEACON)
    assert waits(does(player, RollForPage(BRAN, "Luck"), 3)) == ("roll", DEACON)
    assert waits(does(player, AnswerScene(BRAN, "I climb down."))) == ("tell", None)
    assert waits(does(wanted, Narrate(BRAN, "Too late."))) == ("end", DEACON)
    assert adventurer_of(does(player, EndTurn(BRAN, "The City"))).asked is None


@pytest.mark.parametrize(
    ("state", "action", "reason"),
    [
        (bran(**BETWEEN), JUMP, ("adventurer.no_turn",)),
        (bran(fight=BOUT), JUMP, ("adventurer.fights",)),
        (bran(asked=PageRoll("Jump", 1, Attribute.VITAE, 9)), JUMP, ("turns.asked",)),
        (bran(), replace(JUMP, purpose=" "), ("turns.no_purpose",)),
        (bran(), replace(JUMP, target=0), ("turns.target", "111", "0")),
        (bran(), replace(JUMP, count=3), ("turns.dice", "3")),
    ],
)
def test_a_roll_is_asked_for_in_a_turn_and_as_it_can_be_rolled(
    state: Adventurer, action: AskForRoll, reason: tuple[str, ...]
) -> None:
    with refuses(*reason):
        play(scene(state, actor=MARISOL), action)


# -- what a narrator writes -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Narrate(BRAN), ("turns.nothing_told",)),
        (Narrate(BRAN, " \n ", "\n"), ("turns.nothing_told",)),
        (Narrate(BRAN, "Rain.", " ; ;\n"), ("turns.nameless",)),
        (Narrate(BRAN, "Rain.", "The City;\u200b"), ("turns.nameless",)),
        (Narrate(BRAN, "x" * 4001), ("turns.long_scene", "4000", "4001")),
        (Narrate(BRAN, "", "x" * 61), ("turns.long_place", "60", "61")),
        (Narrate(BRAN, "", ";".join(map(str, range(11)))), ("turns.many_ways", "10", "11")),
        (Narrate(BRAN, "Rain.", turn=7), ("turns.other_turn",)),
    ],
)
def test_a_scene_that_cannot_be_told_is_refused(action: Narrate, reason: tuple[str, ...]) -> None:
    with refuses(*reason):
        play(scene(bran(), actor=MARISOL), action)


def test_ten_ways_and_4000_characters_are_told() -> None:
    ways = "\n".join(f"Place {number}" for number in range(10))
    now = adventurer_of(does(scene(bran(), actor=MARISOL), Narrate(BRAN, "x" * 4000, ways, turn=1)))
    assert (len(now.ways), len(now.scene)) == (10, 4000)
    (step,) = steps(BRAN, now)
    choice, say = step.choices
    assert [value for value, _ in choice.asks[0].options] == ways.split("\n")
    assert say.key == "say"


def test_a_scene_is_told_in_a_turn_only() -> None:
    with refuses("adventurer.no_turn"):
        play(scene(bran(**BETWEEN), actor=MARISOL), Narrate(BRAN, "Rain."))


def test_new_ways_make_an_old_button_stale_and_more_text_does_not() -> None:
    before = by_narrator(told())
    same = adventurer_of(does(before, Narrate(BRAN, "It rains.")))
    assert same.revision == before.records[BRAN].state.revision
    other = adventurer_of(does(before, Narrate(BRAN, ways="The Tower")))
    assert other.revision == before.entry


# -- who acts --------------------------------------------------------------------------------------------


OF_THE_PLAYER = [
    (bran(**BETWEEN), StartTurn(BRAN), ()),
    (bran(ways=WAYS), EndTurn(BRAN, "The City"), ()),
    (bran(**BETWEEN), MakeCamp(BRAN), ()),
    (bran(stage=Stage.CAMP), WakeUp(BRAN), ()),
    (bran(), RollForPage(BRAN, "Luck"), (3,)),
]


@pytest.mark.parametrize(("state", "action", "dice"), OF_THE_PLAYER, ids=lambda each: type(each).__name__)
def test_a_narrator_acts_for_a_player_only_where_the_campaign_lets_them(
    state: Any, action: Any, dice: tuple[int, ...]
) -> None:
    with pytest.raises(NotAllowed):
        play(scene(state, actor=MARISOL), action)
    allowed = scene(state, actor=MARISOL, campaign=decided(proxy="narrators"))
    assert play(allowed, action, *dice).on_behalf_of == DEACON
    assert play(scene(state), action, *dice).on_behalf_of is None


def test_everything_is_told_in_the_adventurers_own_thread() -> None:
    for state, action, dice in OF_THE_PLAYER:
        assert play(scene(state), action, *dice).channel == state.home


# -- Cards of turns: what they show, whom they mention, and when ----------------------------------------


RENDERER = Renderer({SYSTEM.name: SCREENS})
TOLD = SceneTold("Bran", "The City", "A square.\n\n# A well.", WAYS)
UNDONE = {"entries": [3], "who": [], "reason": None, "opened": [], "hidden": [], "differences": []}


def card(event: Any, state: Adventurer, actor: int = MARISOL, **changes: Any) -> Card:
    """The card about that event."""
    return RENDERER.card(replace(post(event, state, actor), **changes))


def labels(drawn: Card) -> list[str]:
    """Its buttons."""
    return [button.label for button in drawn.buttons]


def test_a_scene_keeps_its_lines_and_makes_no_heading() -> None:
    drawn = card(TOLD, bran(ways=WAYS, scene=TOLD.text))
    assert drawn.lines[0] == "A square.\n\n\\# A well."
    assert drawn.title == "The City · turn 1 · Bran"
    assert drawn.fields == (("The turn may end at", "• The Bridge\n• The City"),)


def test_a_scene_repeats_the_dice_that_it_tells_the_outcome_of() -> None:
    thrown = (Thrown("Luck", (4,)), Thrown("Cross the bridge", (6, 1)))
    lines = card(TOLD, bran(ways=WAYS, thrown=thrown)).lines
    assert "🎲 Bran rolls **4**: Luck" in lines
    assert "🎲 Bran rolls 6 + 1 = **7**: Cross the bridge" in lines


def test_only_a_players_own_move_told_by_a_narrator_mentions_the_player() -> None:
    assert card(TOLD, bran(ways=WAYS)).asks == (DEACON,)
    assert card(TOLD, bran(ways=WAYS), actor=DEACON).asks == ()
    assert card(replace(TOLD, ways=()), bran()).asks == (DEACON,)
    assert card(replace(TOLD, ways=()), bran(answer="I knock.")).asks == ()
    assert card(TurnStarted("Bran", 1, "The City"), bran(scene=""), actor=DEACON).asks == ()
    assert card(PageDiceRolled("Bran", "Luck", (4,)), bran(ways=WAYS), actor=DEACON).asks == ()
    wanted = PageRoll("Jump", target=4)
    assert card(RollAsked("Bran", wanted), bran(asked=wanted)).asks == (DEACON,)
    ended = TurnEnded("Bran", 1, "The City", "The City")
    assert card(ended, bran(stage=Stage.BETWEEN), actor=DEACON).asks == ()


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (PageRoll("Jump", attribute=Attribute.VITAE, target=9), "roll 1 die + Vitae, 9 or more (33.3%)."),
        (PageRoll("Jump", 2, target=7), "roll 2 dice, 7 or more (58.3%)."),
        (PageRoll("Jump", target=7), "roll 1 die, 7 or more (0%)."),
        (PageRoll("Jump"), "roll 1 die."),
    ],
)
def test_the_chance_stands_on_the_card_before_the_roll(wanted: PageRoll, says: str) -> None:
    drawn = card(RollAsked("Bran", wanted), bran(ways=WAYS, asked=wanted))
    assert drawn.lines[-1] == f"➤ <@{DEACON}>: {says}"
    assert labels(drawn)[0].startswith("Roll ")


def test_who_has_left_is_not_mentioned() -> None:
    assert card(TOLD, bran(ways=WAYS, player=99)).asks == ()


def test_what_must_be_decided_comes_before_the_ways_and_is_asked() -> None:
    drawn = card(TOLD, bran(ways=WAYS, gains=(Gain(replace(item("Lamp"), number=9)),)))
    assert drawn.asks == (DEACON,)
    assert "first this: Bran has no room for Lamp." in drawn.lines[-1]
    assert not any(label.startswith("End the turn") for label in labels(drawn))


def test_in_a_fight_the_turns_card_bears_no_button_and_follows_it() -> None:
    drawn = card(TOLD, bran(ways=WAYS, fight=BOUT))
    assert labels(drawn) == []
    assert drawn.is_live


def test_a_folded_card_tells_what_happened_and_nothing_of_today() -> None:
    drawn = card(TOLD, bran(ways=WAYS, gold=77), newer=Link(9, 7, 5))
    assert drawn.lines[0].startswith("A square.\n")
    assert "77" not in "\n".join(drawn.lines)
    assert (drawn.buttons, drawn.asks, drawn.fields) == ((), (), ())


def test_a_camp_has_one_button_and_it_fits() -> None:
    camp = card(TurnEnded("Bran", 1, "The City", "The City"), bran(stage=Stage.CAMP))
    (wake,) = camp.buttons
    assert (wake.label, wake.name) == ("Wake up", "adv_wake")
    assert len(wake.custom_id) <= 100


@pytest.mark.parametrize("state", [bran(ways=WAYS), bran(stage=Stage.BETWEEN), bran()])
def test_under_other_news_the_turn_stands_with_its_buttons_and_mentions_nobody(state: Adventurer) -> None:
    drawn = card(PlainEvent("Undone", UNDONE), state)
    assert "A square." in drawn.lines
    assert drawn.buttons
    assert drawn.asks == ()


def test_a_narrators_proxy_is_named() -> None:
    ended = TurnEnded("Bran", 1, "The City", "The Bridge")
    drawn = RENDERER.card(post(ended, bran(stage=Stage.BETWEEN), MARISOL, on_behalf_of=DEACON))
    assert drawn.lines[0] == f"<@{MARISOL}> acts for <@{DEACON}>."


def test_a_turn_tells_what_lapsed_with_it(lapsing: Post) -> None:
    assert "Offers that ended with the turn: A lamp, A rope." in RENDERER.card(lapsing).lines


@pytest.fixture
def lapsing() -> Post:
    """A turn that ended with two offers open."""
    ended = TurnEnded("Bran", 1, "The City", "The City", ("A lamp", "A rope"))
    return post(ended, bran(stage=Stage.BETWEEN), DEACON)
