"""Monsters of the library: written as texts, read back, met, shown (A10, A11, A33, A40, Q11)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.engine.people import GAME_MASTER, PUBLIC
from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.systems.adventuria.combat.state import MONSTERS, Combat, Monster, foe, read_attributes
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.state import Attributes, Foe
from tests.systems.adventuria.test_wares import card

TEXTS = {"name": "Bog Lurker", "attributes": "Arms 3, Magic 1, Vitae 2"}
LURKER = Attributes(3, 1, 1, 2)


def read(**changes: str) -> Monster:
    """The monster of the lurker's texts with those instead."""
    return MONSTERS.entry(TEXTS | changes)


def refusal(**changes: str) -> str:
    """The sentence with which these are refused."""
    with pytest.raises(RuleViolation) as refused:
        read(**changes)
    return str(refused.value)


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
            f"“Majic” is no attribute; there are Arms, Magic, Craft, Vitae, written like {EXAMPLE}.",
        ),
        ("Arms 3, Vitae 2", f"Magic is missing; write attributes like {EXAMPLE}."),
        ("Arms 3, Magic 1, Vitae 0", "A monster's Vitae is 1 to 99, not 0."),
        ("Arms 100, Magic 1, Vitae 2", "A monster's Arms is 1 to 99, not 100."),
        ("Arms −1, Magic 1, Vitae 2", "A monster's Arms is 1 to 99, not -1."),
        ("Arms 99999999999, Magic 1", "A monster's Arms is 1 to 99, not 9999999999."),
        ("Arms 3, Arms 2", f"Arms stands there twice; write it once, like {EXAMPLE}."),
        ("3 1 2", f"Attributes are written like {EXAMPLE}; “3 1 2” can't be read."),
        ("Arms 2.5, Magic 1", f"Attributes are written like {EXAMPLE}; “Arms 2.5, Magic 1” can't be read."),
        ("Arms three", f"Attributes are written like {EXAMPLE}; “Arms three” can't be read."),
        ("", "Attributes is missing."),
    ],
)
def test_a11_a_monsters_attributes_are_1_to_99_and_misspelt_ones_are_refused(
    typed: str, sentence: str
) -> None:
    assert refusal(attributes=typed) == sentence


# -- the rest -----------------------------------------------------------------------------------------


def test_q11_how_it_fights_is_the_monsters_or_the_players_choice() -> None:
    assert read().kind is Combat.MELEE
    assert read(combat="Magical").kind is Combat.MAGICAL
    assert read(combat="the player chooses").kind is None
    assert refusal(combat="both") == ("How it fights can be: Melee, Magical, The player chooses; not “both”.")


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
            "“held: items +1”: a monster carries nothing; such rules are of items, spells and allies.",
        ),
        (
            "use: reroll",
            "“use: reroll”: a monster uses nothing; what it does has a moment such as start, winning or "
            "losing.",
        ),
        (
            "use: go A Well",
            "“use: go A Well”: a monster uses nothing; what it does has a moment such as start, winning or "
            "losing.",
        ),
        (
            "losing: wound 1 spent",
            "“losing: wound 1 spent”: nothing of a monster is used up; “once” is at most once in a fight.",
        ),
        (
            "winning: gold +1",
            "“winning: gold +1”: a monster has no gold; “foe gold -2” takes the adventurer's.",
        ),
        (
            "unique\n\nuniqe",
            "Line 3, “uniqe”: a rule says when, then “:”, then what, as in “wounded by combat: "
            "ignore 1 on 5-6”.",
        ),
    ],
)
def test_a_rule_that_no_monster_has_is_refused_in_one_sentence(rules: str, sentence: str) -> None:
    assert refusal(rules=rules) == sentence


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
        "Melee or Magical, as its player chooses",
        "Brings 2 Melee XP or 1 Magical XP",
        "There is only one of it",
        "• When winning a Combat: the adventurer loses 2 gold",
        "",
        "Wet.",
        "-# Only game masters know of it.",
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
        (("kind",), "magical", ("how it fights", "Magical")),
        (("kind",), None, ("how it fights", "The player chooses")),
        (("is_unique",), True, ("only one of it", "yes")),
    ],
)
def test_an_undo_tells_a_monsters_parts_in_words(path: Any, value: Any, told: Any) -> None:
    word = MONSTERS.kind.word
    assert word is not None
    assert word(path, value) == told
