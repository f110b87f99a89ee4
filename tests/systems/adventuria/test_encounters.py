"""Monsters encountered: who may be met, in which kind of Combat, with what (A32, A33, A40, Q11, Q13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.engine.parts import part_of
from bot.engine.people import GAME_MASTER, PUBLIC
from bot.engine.system import Record, RecordId, World
from bot.errors import RuleViolation
from bot.systems.adventuria.adventurer import EndTurn, StartTurn
from bot.systems.adventuria.combat.rules import FIGHT
from bot.systems.adventuria.combat.state import (
    MONSTER,
    MONSTERS,
    MOST_FOES,
    Combat,
    Fight,
    FightOpened,
    LeaveFight,
    Monster,
    Named,
    OpenFight,
    Phase,
    RollCombat,
    StopFight,
    foe,
    read_attributes,
)
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Foe,
    Gain,
    Loss,
    MetMonster,
    Possession,
    Stage,
    Ware,
)
from tests.refusals import refuses, sentence_of
from tests.systems.adventuria.exchanges import special
from tests.systems.adventuria.scenes import (
    BRAN,
    DEACON,
    MARISOL,
    adventurer_of,
    after,
    bran,
    item,
    play,
    scene,
)
from tests.systems.adventuria.test_holding import card

RAT, DRAGON = RecordId("rat"), RecordId("dragon")
OPENED = RecordId("new-1")


def rat(**changes: Any) -> Record[Monster]:
    """A rat of the library."""
    return Record(RAT, MONSTER.name, replace(Monster("Rat", Attributes(2, 1, 1, 2)), **changes))


def dragon(**changes: Any) -> Record[Monster]:
    """A dragon of which there is one."""
    one = Monster("Dragon", Attributes(9, 9, 1, 9), Combat.MAGICAL, is_unique=True)
    return Record(DRAGON, MONSTER.name, replace(one, **changes))


def opened(scene: World, *monsters: RecordId, **options: Any) -> World:
    """The scene after Bran met them."""
    return after(scene, play(scene, OpenFight(BRAN, monsters or (RAT,), **options)))


def met(scene: World) -> Fight:
    """The newest fight."""
    states: list[Fight] = [record.state for record in scene.records.values() if record.kind == FIGHT.name]
    return states[-1]


# -- who --------------------------------------------------------------------------------------------


def test_a40_a_monster_comes_without_wounds_and_the_fight_holds_the_adventurer() -> None:
    fought = opened(scene(bran(), rat()))
    assert [(foe.name, foe.wounds, foe.now) for foe in met(fought).foes] == [
        ("Rat", 0, rat().state.attributes)
    ]
    assert adventurer_of(fought).fight == OPENED
    assert met(fought).player == DEACON


def test_it_is_told_in_the_adventurers_own_thread() -> None:
    turn = play(scene(bran(), rat()), OpenFight(BRAN, (RAT,)))
    assert turn.events == (FightOpened("Bran", ("Rat",), Combat.MELEE),)
    assert (turn.subject, turn.channel) == (OPENED, bran().home)


def test_several_of_a_name_are_told_apart() -> None:
    names = [foe.name for foe in met(opened(scene(bran(), rat(), dragon()), RAT, DRAGON, RAT)).foes]
    assert names == ["Rat 1", "Dragon", "Rat 2"]


def test_a_later_edit_of_the_library_leaves_the_fight_alone() -> None:
    fought = opened(scene(bran(), rat()))
    records = {**fought.records, RAT: rat(attributes=Attributes(9, 9, 9, 9))}
    assert met(replace(fought, records=records)).foes[0].now.arms == 2


def test_a_narrator_makes_monsters_up() -> None:
    made = scene(bran(), actor=MARISOL)
    (foe,) = met(opened_with(made, Named(" Giant\n rat ", 3, 1, 2))).foes
    assert (foe.name, foe.printed.arms, foe.printed.vitae) == ("Giant rat", 3, 2)


def opened_with(scene: World, *named: Named) -> World:
    return after(scene, play(scene, OpenFight(BRAN, named=named)))


def test_a_player_does_not() -> None:
    with refuses("fight.narrators_invent"):
        play(scene(bran()), OpenFight(BRAN, (), named=(Named("Rat", 1, 1, 1),)))


@pytest.mark.parametrize(
    ("named", "wrong"),
    [
        (Named("Rat", 2, 1, 0), ("fight.bad_value", "Vitae", "Rat", "99", "0")),
        (Named("Rat", 100, 1, 1), ("fight.bad_value", "Arms", "Rat", "99", "100")),
        (Named("Rat", 2, -1, 1), ("fight.bad_value", "Magic", "Rat", "99", "−1")),
        (Named("\u200b", 2, 1, 1), ("fight.nameless",)),
        (Named("R" * 61, 2, 1, 1), ("fight.long_name", "60", "61")),
    ],
)
def test_a_monster_that_cannot_be_is_refused(named: Named, wrong: tuple[str, ...]) -> None:
    with refuses(*wrong):
        play(scene(bran(), actor=MARISOL), OpenFight(BRAN, (), named=(named,)))


def test_nobody_and_too_many_are_refused() -> None:
    with refuses("fight.nobody"):
        play(scene(bran()), OpenFight(BRAN, ()))
    crowd = (RAT,) * (MOST_FOES + 1)
    with refuses("fight.too_many", "6", "7"):
        play(scene(bran(), rat()), OpenFight(BRAN, crowd))


def test_long_instructions_are_refused() -> None:
    with refuses("fight.too_long", "500"):
        play(scene(bran(), rat()), OpenFight(BRAN, (RAT,), instructions="a" * 501))


def test_a_secret_monster_is_unknown_to_a_player_in_the_same_words_as_none() -> None:
    hidden = scene(bran(), rat(is_secret=True))
    action = OpenFight(BRAN, (RAT,))
    assert sentence_of(play, hidden, action) == sentence_of(play, scene(bran()), action)
    assert met(opened(replace_actor(hidden))).foes[0].name == "Rat"


def replace_actor(scene: World) -> World:
    """The same with the narrator acting."""
    return replace(scene, actor=MARISOL, standing=scene.campaign.standing(MARISOL))


# -- when -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (bran(stage=Stage.BETWEEN), "adventurer.no_turn"),
        (bran(stage=Stage.CAMP), "adventurer.camps"),
        (bran(fight=RecordId("bout")), "adventurer.fights"),
        (bran(gains=(Gain(item("Lamp", number=1)),)), "adventurer.decide_first"),
        (
            bran(possessions=(Possession(1, Ware.ITEM, "Lamp"),), losses=(Loss(Ware.ITEM, 1),)),
            "adventurer.decide_first",
        ),
    ],
)
def test_a_fight_begins_in_a_turn_with_nothing_else_to_decide(state: Adventurer, why: str) -> None:
    with refuses(why):
        play(scene(state, rat()), OpenFight(BRAN, (RAT,)))
    with refuses(why):
        play(replace_actor(scene(state, rat())), OpenFight(BRAN, (RAT,)))


# -- unique ones (A40) ------------------------------------------------------------------------------


def test_a40_a_unique_monster_that_fell_is_never_met_again() -> None:
    slayer = bran(slain=("dragon",))
    with refuses("fight.felled"):
        play(scene(slayer, dragon()), OpenFight(BRAN, (DRAGON,)))


def test_a40_nor_are_there_two_of_it() -> None:
    with refuses("fight.only_one"):
        play(scene(bran(), dragon()), OpenFight(BRAN, (DRAGON, DRAGON)))


def test_a40_another_that_fell_is_met_again_as_a_similar_one() -> None:
    won = play_all(opened(scene(bran(), rat())), (6, 1), (6, 1))
    assert adventurer_of(won).felled == 1
    assert met(opened(won)).foes[0].wounds == 0


def play_all(scene: World, *exchanges: tuple[int, int]) -> World:
    """The scene after those exchanges."""
    for dice in exchanges:
        fight = adventurer_of(scene).fight
        assert fight is not None
        scene = after(scene, play(scene, RollCombat(fight), *dice))
    return scene


def test_a40_a_unique_one_felled_is_remembered() -> None:
    weak = dragon(attributes=Attributes(1, 1, 1, 1))
    won = play_all(opened(scene(bran(), weak), DRAGON), (6, 1))
    assert adventurer_of(won).slain == ("Dragon",)
    with refuses("fight.felled"):
        play(won, OpenFight(BRAN, (DRAGON,)))


# -- which kind (A33, Q11) --------------------------------------------------------------------------


def test_q11_the_encounter_says_which_kind_of_combat_it_is() -> None:
    fought = opened(scene(bran(), dragon()), DRAGON)
    assert (met(fought).kind, met(fought).phase) == (Combat.MAGICAL, Phase.READY)
    with refuses("fight.other_kind", "Magical Combat"):
        play(scene(bran(), dragon()), OpenFight(BRAN, (DRAGON,), kind=Combat.MELEE))


def test_q11_the_player_chooses_only_where_it_leaves_that_open() -> None:
    fought = opened(scene(bran(), rat(kind=None)))
    assert (met(fought).kind, met(fought).phase) == (None, Phase.KIND)
    assert met(opened(scene(bran(), rat(kind=None)), kind=Combat.MAGICAL)).kind is Combat.MAGICAL


def test_q11_a_narrator_decides_as_the_encounter() -> None:
    assert met(opened(replace_actor(scene(bran(), dragon())), DRAGON, kind=Combat.MELEE)).kind is Combat.MELEE


# -- met again on the same turn (A12, Q13) ----------------------------------------------------------


def test_q13_met_again_on_the_same_turn_it_keeps_changes_but_no_wounds() -> None:
    weak = MetMonster("Rat", Attributes(1, 1, 1, 2))
    fought = opened(scene(bran(met=(weak,)), rat()))
    (foe,) = met(fought).foes
    assert (foe.value(Attribute.ARMS), foe.printed.arms, foe.wounds) == (1, 2, 0)


def test_q13_one_of_two_is_the_one_met_before() -> None:
    weak = MetMonster("Rat", Attributes(1, 1, 1, 2))
    foes = met(opened(scene(bran(met=(weak,)), rat()), RAT, RAT)).foes
    assert [foe.value(Attribute.ARMS) for foe in foes] == [1, 2]


@pytest.mark.parametrize("actor", [DEACON, MARISOL])
def test_q13_what_it_was_left_with_is_remembered_however_the_fight_ended(actor: int) -> None:
    hexed = rat(effects=special("Rat", "start: arms +1 once").effects)
    fought = play_all(opened(scene(bran(), hexed)), (3, 3))
    end = LeaveFight(OPENED) if actor == DEACON else StopFight(OPENED, "A bell rings")
    over = replace_actor(fought) if actor == MARISOL else fought
    over = after(over, play(over, end))
    assert adventurer_of(over).met == (MetMonster("Rat", Attributes(3, 1, 1, 2)),)
    (foe,) = met(opened(over)).foes
    assert (foe.value(Attribute.ARMS), foe.wounds) == (3, 0)


def test_a12_of_one_that_fell_nothing_is_remembered() -> None:
    hexed = rat(effects=special("Rat", "start: arms +1 once").effects)
    won = play_all(opened(scene(bran(), hexed)), (6, 1), (6, 1))
    assert adventurer_of(won).met == ()


def test_q13_one_of_several_of_a_name_is_known_again_by_it() -> None:
    hexed = rat(effects=special("Rat", "start: arms +1 once").effects)
    fought = play_all(opened(scene(bran(), hexed), RAT, RAT), (3, 3))
    left = after(fought, play(fought, LeaveFight(OPENED)))
    assert [foe.value(Attribute.ARMS) for foe in met(opened(left)).foes] == [3]


def test_a12_on_another_turn_nothing_of_it_is_left() -> None:
    weak = MetMonster("Rat", Attributes(1, 1, 1, 2))
    turn = scene(bran(met=(weak,), ways=("The City",)), rat())
    for action in (EndTurn(BRAN, "The City"), StartTurn(BRAN)):
        turn = after(turn, play(turn, action))
    assert met(opened(turn)).foes[0].value(Attribute.ARMS) == 2


# -- Monsters of the library: written as texts, read back, met, shown (A10, A11, A33, A40, Q11) ---------


TEXTS = {"name": "Bog Lurker", "attributes": "Arms 3, Magic 1, Vitae 2"}
LURKER = Attributes(3, 1, 1, 2)


def read(**changes: str) -> Monster:
    """The monster of the lurker's texts with those instead."""
    return MONSTERS.entry(TEXTS | changes)


# -- attributes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "attributes"),
    [
        ("Arms 3, Magic 1, Vitae 2", LURKER),
        ("vitae:2 MAGIC=1 arms 3", LURKER),
        ("Arms3,Magic1 · Vitae2", LURKER),
        ("Arms 3\nMagic 1\nVitae 2", LURKER),
        ("Arms 3, Magic 1, Craft 7, Vitae 2", Attributes(3, 1, 7, 2)),
        ("Arms 99, Magic 99, Craft 99, Vitae 99", Attributes(99, 99, 99, 99)),
    ],
)
def test_attributes_are_read_however_phones_write_them(typed: str, attributes: Attributes) -> None:
    assert read_attributes(typed) == attributes


EXAMPLE = "“Arms 3, Magic 1, Vitae 2”"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "Arms 3, Majic 1, Vitae 2",
            f"“Majic” isn't an attribute. Use Arms, Magic, Craft, Vitae, written like {EXAMPLE}.",
        ),
        ("Arms 3, Vitae 2", f"Magic is missing; write attributes like {EXAMPLE}."),
        ("Arms 3, Magic 1, Vitae 0", "A monster's Vitae is 1 to 99, not 0."),
        ("Arms 100, Magic 1, Vitae 2", "A monster's Arms is 1 to 99, not 100."),
        ("Arms −1, Magic 1, Vitae 2", "A monster's Arms is 1 to 99, not -1."),
        ("Arms 99999999999, Magic 1", "A monster's Arms is 1 to 99, not 9999999999."),
        ("Arms 3, Arms 2", f"Arms is there twice; write it once, like {EXAMPLE}."),
        ("3 1 2", f"Attributes are written like {EXAMPLE}; “3 1 2” can't be read."),
        ("Arms 2.5, Magic 1", f"Attributes are written like {EXAMPLE}; “Arms 2.5, Magic 1” can't be read."),
        ("Arms three", f"Attributes are written like {EXAMPLE}; “Arms three” can't be read."),
        ("", "Attributes is missing."),
    ],
)
def test_a11_a_monsters_attributes_are_1_to_99_and_misspelled_ones_are_refused(
    typed: str, sentence: str
) -> None:
    assert sentence_of(read, attributes=typed) == sentence


# -- the rest -----------------------------------------------------------------------------------------


def test_q11_how_it_fights_is_the_monsters_or_the_players_choice() -> None:
    assert read().kind is Combat.MELEE
    assert read(combat="Magical").kind is Combat.MAGICAL
    assert read(combat="the player chooses").kind is None
    with refuses("entry.no_option", "How it fights", "both"):
        read(combat="both")


def test_a40_unique_and_secret_are_words_among_the_rules() -> None:
    monster = read(rules="start: foe arms -1 until combat\n\nUnique \nstandoff: heal 1\nsecret")
    assert monster.effects == read_effects("start: foe arms -1 until combat\nstandoff: heal 1")
    assert (monster.is_unique, monster.is_secret) == (True, True)
    assert MONSTERS.kind.view(monster, PUBLIC) is None
    assert MONSTERS.kind.view(monster, GAME_MASTER) == monster
    assert not read().is_unique


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (
            "held: items +1",
            (
                "library.wrong_rule",
                "held: items +1",
                "a monster carries nothing; such rules are for items, spells and allies",
            ),
        ),
        (
            "use: reroll",
            (
                "library.wrong_rule",
                "use: reroll",
                "a monster uses nothing; what it does has a moment such as start, winning or losing",
            ),
        ),
        (
            "use: go A Well",
            (
                "library.wrong_rule",
                "use: go A Well",
                "a monster uses nothing; what it does has a moment such as start, winning or losing",
            ),
        ),
        (
            "losing: wound 1 spent",
            (
                "library.wrong_rule",
                "losing: wound 1 spent",
                "nothing of a monster is used up; “once” is at most once in a fight",
            ),
        ),
        (
            "winning: gold +1",
            (
                "library.wrong_rule",
                "winning: gold +1",
                "a monster has no gold; “foe gold -2” takes the adventurer's",
            ),
        ),
        (
            "unique\n\nuniqe",
            ("library.misspelled", "3", "uniqe", "unique", "uniqe"),
        ),
    ],
)
def test_a_rule_that_no_monster_has_is_refused_in_one_sentence(rules: str, sentence: tuple[str, ...]) -> None:
    with refuses(*sentence):
        read(rules=rules)


def test_a_monsters_rule_in_other_words_is_kept_for_the_narrator() -> None:
    monster = read(rules="Flees from fire.\nunique")
    assert monster.effects == read_effects("Flees from fire.")
    assert monster.effects[0].text == "Flees from fire."
    assert monster.is_unique


def test_a40_a_monster_is_met_without_wounds_and_as_a_copy() -> None:
    monster = read(rules="standoff: heal 1\nunique", about="Wet.")
    assert foe(RecordId("bog"), monster) == Foe(
        "Bog Lurker",
        LURKER,
        LURKER,
        effects=monster.effects,
        about="Wet.",
        is_unique=True,
        entry=RecordId("bog"),
    )


@given(
    st.text(min_size=1, max_size=60),
    st.tuples(*[st.integers(1, 99)] * 4),
    st.sampled_from(["", "melee", "magical", "choice"]),
    st.lists(
        st.sampled_from(["standoff: heal 1", "winning: foe gold -2", "unique", "SECRET", ""]), max_size=4
    ),
    st.text(max_size=80),
)
def test_what_is_written_reads_as_the_same(
    name: str, values: tuple[int, int, int, int], combat: str, rules: list[str], about: str
) -> None:
    attributes = ", ".join(
        f"{word} {value}" for word, value in zip(("arms", "magic", "craft", "vitae"), values, strict=True)
    )
    texts = {
        "name": name,
        "attributes": attributes,
        "combat": combat,
        "rules": "\n".join(rules),
        "about": about,
    }
    try:
        monster = MONSTERS.entry(texts)
    except RuleViolation:
        assume(False)
    assert monster.attributes == Attributes(*values)
    written = MONSTERS.write(monster)
    assert MONSTERS.entry(written) == monster
    assert MONSTERS.write(MONSTERS.entry(written)) == written


# -- shown --------------------------------------------------------------------------------------------


def test_a_monster_on_its_card() -> None:
    shown = card(read(rules="winning: foe gold -2\nunique\nsecret", combat="choice", about="Wet."), "monster")
    assert shown is not None
    assert shown.lines == (
        "**Arms** 3 · **Magic** 1 · **Craft** 1 · **Vitae** 2",
        "Melee or Magical, the player chooses",
        "Brings 2 Melee XP or 1 Magical XP",
        "There is only one",
        "• When winning a Combat: the adventurer loses 2 gold",
        "",
        "Wet.",
        "-# Only narrators know about it.",
    )


def test_a34_a_monsters_card_says_what_it_brings() -> None:
    shown = [card(read(combat=kind), "monster") for kind in ("melee", "magical")]
    assert [each and each.lines[1:3] for each in shown] == [
        ("Fights in Melee", "Brings 2 Melee XP"),
        ("Fights with Magic", "Brings 1 Magical XP"),
    ]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("attributes", "arms"), 3, ("Arms", "3")),
        (("kind",), "magical", ("kind of Combat", "Magical")),
        (("kind",), None, ("kind of Combat", "The player chooses")),
        (("is_unique",), True, ("uniqueness", "yes")),
    ],
)
def test_an_undo_tells_a_monsters_parts_in_words(path: Any, value: Any, told: Any) -> None:
    assert part_of(Monster, path, value) == told
