"""Special rules as lines: read however they are typed, refused, written back, and said (A41 to A45)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.errors import RuleViolation
from bot.systems.adventuria.combat.state import MONSTERS
from bot.systems.adventuria.library.rules import (
    LEGAL,
    MOST_LINES,
    RULES_LENGTH,
    read_effects,
    said,
    write_effects,
)
from bot.systems.adventuria.state import ALL, Effect, Fray, Trigger, Verb
from tests.refusals import refuses, sentence_of

PAGE = Path(__file__).parents[3] / "docs" / "adventuria-library.md"


def read(line: str) -> Effect:
    """The one rule of that line."""
    (effect,) = read_effects(line)
    return effect


# -- read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ("held: arms +1", Effect(Trigger.HELD, Verb.ARMS, 1)),
        ("held: weapons +1", Effect(Trigger.HELD, Verb.WEAPONS, 1)),
        ("held: roll -2 in melee", Effect(Trigger.HELD, Verb.ROLL, -2, fray=Fray.MELEE)),
        ("use: heal all spent", Effect(Trigger.USE, Verb.HEAL, ALL, is_spent=True)),
        ("use: foe reroll once", Effect(Trigger.USE, Verb.REROLL, to_foe=True, is_once=True)),
        ("use: go The Old Well", Effect(Trigger.USE, Verb.GO, place="The Old Well")),
        ("start: foe arms -1 until fight", Effect(Trigger.START, Verb.ARMS, -1, to_foe=True, until="fight")),
        ("felling: gold +3 on 6", Effect(Trigger.FELLING, Verb.GOLD, 3, lowest=6)),
        ("standoff: wound 1 in magic", Effect(Trigger.STANDOFF, Verb.WOUND, 1, fray=Fray.MAGICAL)),
        (
            "wounded by combat: ignore 1 on 5-6",
            Effect(Trigger.WOUNDED, Verb.IGNORE, 1, due_to="combat", lowest=5),
        ),
        (
            "wounding by spell: foe wound 1 due to combat",
            Effect(Trigger.WOUNDING, Verb.WOUND, 1, to_foe=True, due_to="spell", is_due_to_combat=True),
        ),
    ],
)
def test_a_rule_is_a_line_of_when_what_and_conditions(line: str, effect: Effect) -> None:
    assert read(line) == effect
    assert write_effects((effect,)) == line


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("  HELD :Arms 1 ", "held: arms +1"),
        ("held: +1 arms", "held: arms +1"),
        ("held:arms+1", "held: arms +1"),
        ("losing: gold − 3", "losing: gold -3"),
        ("losing: gold –3", "losing: gold -3"),
        ("use: 2 wounds", "use: wound 2"),
        ("wounded by combat: ignore 1 on 5–6", "wounded by combat: ignore 1 on 5-6"),
        ("use: foe wound 2 spent on 6 in magical combat", "use: foe wound 2 in magic on 6 spent"),
        ("use: heal 1 on 1-6", "use: heal 1"),
        ("use: GO Oster–Ford: the gate  spent", "use: go Oster–Ford: the gate spent"),
        ("use: go 5 Mile Inn", "use: go 5 Mile Inn"),
        ("use: go All Saints", "use: go All Saints"),
        ("use: go Till Once in a While", "use: go Till Once in a While"),
        ("held: arms +1\n\n \nuse: wound 1\n", "held: arms +1\nuse: wound 1"),
        ("", ""),
    ],
)
def test_a_rule_is_read_however_phones_write_it(typed: str, line: str) -> None:
    assert write_effects(read_effects(typed)) == line


ENDS = [
    *("in melee", "in magic", "until fight", "until turn", "on 5-6", "on 2", "on 6-5"),
    *("once", "spent", "due to combat", "always"),
]
EVERY = st.builds(
    lambda when, cause, foe, what, amount, ends: f"{when}{cause}: {foe}{what} {amount} {ends}",
    st.sampled_from([*Trigger, "Held", "when"]),
    st.sampled_from(["", "", " by combat", " by Spell", " by page", " by luck"]),
    st.sampled_from(["", "", "foe ", "Foe "]),
    st.sampled_from([*Verb, *Verb, "amrs", "sings"]),
    st.sampled_from(["", "1", "+2", "-3", "− 20", "all", "21", "The Well", "A–b:c at once"]),
    st.lists(
        st.sampled_from(ENDS),
        max_size=3,
    ).map(" ".join),
)


@given(
    st.lists(EVERY, max_size=3).map("\n".join)
    | st.text(max_size=60).map(lambda text: f"use: go {text}".replace("{", ""))
)
def test_what_is_written_reads_as_the_same_and_every_rule_can_be_said(text: str) -> None:
    try:
        effects = read_effects(text)
    except RuleViolation:
        assume(False)
    written = write_effects(effects)
    assert read_effects(written) == effects
    assert len(written) <= RULES_LENGTH
    for effect in effects:
        for sentence in (said(effect), said(effect, is_monsters=True)):
            if effect.verb is Verb.NARRATE:
                continue
            assert re.match(r"(When|While|At|Always)\b.*: \S", sentence)
            assert not re.search(r"  |\{|None| ,|: :|  ", sentence)


def test_eight_of_the_longest_rules_find_room_in_a_form() -> None:
    longest = f"use: go {'x' * 60} on 5-6 spent"
    assert len(write_effects(read_effects("\n".join([longest] * MOST_LINES)))) <= RULES_LENGTH


# -- refused ------------------------------------------------------------------------------------------

BEGINS = "a rule begins with one of held, use, start, winning, losing, standoff, wounded, wounding, felling"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "held: amrs +1",
            "did you mean “arms” instead of “amrs”?",
        ),
        ("arms +1", f"write when it works, a colon and what it does, as in “held: arms +1”; {BEGINS}."),
        ("held arms +1", f"write when it works, a colon and what it does, as in “held: arms +1”; {BEGINS}."),
        ("wound 2", f"write when it works, a colon and what it does, as in “use: wound 2”; {BEGINS}."),
        (
            "ignore 1 on 6",
            f"write when it works, a colon and what it does, as in “use: ignore 1 on 6”; {BEGINS}.",
        ),
        (
            "wounded ignore 1",
            f"write when it works, a colon and what it does, as in “wounded: ignore 1”; {BEGINS}.",
        ),
        ("use:", f"write when it works, a colon and what it does, as in “use: heal 1”; {BEGINS}."),
        (
            "hold: arms +1",
            "did you mean “held” instead of “hold”?",
        ),
        (
            "wounded by wind: ignore 1",
            "“by” needs one of these, not “wind”: combat, page, ability, item, spell, ally.",
        ),
        ("start by combat: wound 1", "“by” only goes with “wounded” and “wounding”."),
        (
            "held: heal 2",
            "“heal” doesn't go with “held”; these do: arms, magic, craft, vitae, roll, items, "
            "spells, allies, weapons.",
        ),
        (
            "start: reroll",
            "“reroll” doesn't go with “start”; these do: arms, magic, craft, vitae, wound, heal, gold, roll.",
        ),
        (
            "use: ignore 1 until fight",
            "“until” only goes with attributes, never with “held”.",
        ),
        (
            "held: arms +1 until turn",
            "“until” only goes with attributes, never with “held”.",
        ),
        (
            "held: foe arms -1",
            "“foe” only goes with attributes, roll, wound, heal, reroll and gold, never with “held”.",
        ),
        (
            "use: foe go A Well",
            "“foe” only goes with attributes, roll, wound, heal, reroll and gold, never with “held”.",
        ),
        ("use: wound 1 on 0-3", "a chance is a range on one die, as in “on 5-6” or “on 6”."),
        ("use: wound 1 on 5-7", "a chance is a range on one die, as in “on 5-6” or “on 6”."),
        ("use: wound 1 on 6-5", "a chance is a range on one die, as in “on 5-6” or “on 6”."),
        ("held: arms +1 on 6", "“held” always applies: leave out the chance, “once” or “spent”."),
        (
            "use: wound 1 on 1-2 on 5-6",
            "“on 1-2” follows another condition of its kind; keep one of them.",
        ),
        ("use: heal", "“heal” needs a whole number, as in “heal 1”."),
        ("held: arms", "“arms” needs a whole number, as in “arms +1”."),
        ("use: wound all", "“wound” needs a whole number, as in “wound 1”."),
        ("use: heal 21", "“heal” goes from 1 to 20, and is never 0."),
        ("use: heal -2", "“heal” goes from 1 to 20, and is never 0."),
        ("held: arms 0", "“arms” goes from -20 to +20, and is never 0."),
        ("use: gold 99999999999", "“gold” goes from -1000 to +1000, and is never 0."),
        ("use: reroll 2", "“reroll” takes no number."),
        ("use: go", "“go” needs a place, as in “use: go The Old Well”."),
        ("use: go spent", "“go” needs a place, as in “use: go The Old Well”."),
        (f"use: go {'x' * 61}", "a place can have at most 60 characters."),
        ("held: weapons -1", "“weapons” can only go up, as in “held: weapons +1”."),
        ("held: items +1 in melee", "“in melee” and “in magic” don't go with room, weapons or places."),
        (
            "held: vitae +1 in melee",
            "Vitae and Craft count in every kind of Combat: leave out “in melee” or “in magic”.",
        ),
        ("use: heal 1 due to combat", "“due to combat” only goes with “wound”."),
        (
            "use: wound 1 once",
            "after “use”, “once” only goes with “reroll” and “ignore”; anything can be “spent”.",
        ),
        ("use: reroll on 4-6", "“reroll” takes no chance; it already rolls a die."),
        (
            "use: heal 2 untill fight",
            "did you mean “until” instead of “untill”?",
        ),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_in_one_sentence(line: str, sentence: str) -> None:
    shown = line if len(line) <= 60 else line[:59] + "…"
    assert sentence_of(read_effects, f"held: craft +1\n\n{line}") == f"Line 3, “{shown}”: {sentence}"


@pytest.mark.parametrize(
    "line",
    [
        "Goblins flee from its light.",
        "held: the dead do not see its bearer",
        "use: opens any lock",
        "at night: arms +1",
        "use: heal 2 under an open sky",
        "told: arms +1",
        "use: narrate 2",
        "Start with a prayer.",
        "held: golden light around its bearer",
    ],
)
def test_a_rule_in_other_words_is_kept_for_the_narrator(line: str) -> None:
    effect = read(line)
    assert effect == Effect(Trigger.TOLD, Verb.NARRATE, text=line)
    assert write_effects((effect,)) == line
    assert said(effect) == f"{line} *(the narrator applies this)*"


@pytest.mark.parametrize(
    "line", ["hold: arms +1", "winnning: sing", "held: arm +1", "use: heal 1 onse", "use: rerol"]
)
def test_a_rule_that_is_only_misspelled_is_refused(line: str) -> None:
    assert sentence_of(read_effects, line).startswith("Line 1, ")


def test_there_are_at_most_eight_rules() -> None:
    assert len(read_effects("held: arms +1\n\n" * 8)) == 8
    with refuses("library.many_rules", "8", "9"):
        read_effects("held: arms +1\n" * 9)


def test_nobodys_markup_comes_back_from_a_refusal() -> None:
    assert "“**arms" not in sentence_of(read_effects, "held: **arms +1")
    with refuses("library.misspelled", "arms", "\\*\\*arms"):
        read_effects("held: **arms +1")


# -- said ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("held: arms +1", "While held: +1 Arms"),
        ("held: magic +1 in magic", "While held, in Magical Combat: +1 Magic"),
        ("held: roll -1 in melee", "While held, in Melee Combat: -1 to its bearer's roll"),
        ("held: items +1", "While held: room for 1 more item"),
        ("held: allies -2", "While held: room for 2 fewer allies"),
        ("held: weapons +1", "While held: 1 more weapon works in hand"),
        ("use: heal 2 spent", "When used: heals 2 wounds, then it is gone"),
        ("use: heal all", "When used: heals all wounds"),
        ("use: arms +2 until fight", "When used: +2 Arms until the fight ends"),
        ("use: craft +1", "When used: +1 Craft for good"),
        ("use: foe arms -2 until combat", "When used: -2 Arms for the foe until the Combat ends"),
        ("use: foe wound 2 in magic", "When used, in Magical Combat: the foe receives 2 wounds"),
        ("use: reroll once", "When used: its bearer's die can be rerolled, once in a fight"),
        ("use: foe reroll", "When used: the foe's die can be rerolled"),
        ("use: go The *Well*", "When used: the turn can end at The \\*Well\\*"),
        ("use: gold -3 on 1-2", "When used, on 1–2: -3 gold"),
        ("start: roll +1 once", "At the start of each Combat: +1 to its bearer's roll, once in a fight"),
        ("start: foe roll -1", "At the start of each Combat: -1 to the foe's roll"),
        (
            "winning: foe wound 1 in melee on 6",
            "When winning a Melee Combat, on a 6: the foe receives 1 wound",
        ),
        ("losing: wound 1", "When losing a Combat: its bearer receives 1 wound"),
        ("standoff: heal 1", "At a standoff in Combat: heals 1 wound"),
        ("wounded: ignore all", "When wounded: ignores all wounds"),
        ("wounded by combat: ignore 1 on 5-6", "When wounded by Combat, on 5–6: ignores 1 wound"),
        ("wounded by combat: ignore 1 in melee", "When wounded by Melee Combat: ignores 1 wound"),
        (
            "wounding by spell: foe wound 1 due to combat",
            "When the foe is wounded by a spell: the foe receives 1 wound, due to Combat",
        ),
        ("felling: heal 1 on 4-6", "When the foe falls, on 4–6: heals 1 wound"),
    ],
)
def test_a_rule_is_said_in_plain_english(line: str, sentence: str) -> None:
    assert said(read(line)) == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("held: arms +1 in melee", "Always, in Melee Combat: +1 Arms"),
        ("winning: foe gold -2", "When winning a Combat: the adventurer loses 2 gold"),
        ("losing: wound 1", "When losing a Combat: the monster receives 1 wound"),
        ("start: foe wound 1 on 6", "At the start of each Combat, on a 6: the adventurer receives 1 wound"),
        ("wounding: foe craft -1", "When the adventurer is wounded: -1 Craft for the adventurer for good"),
        ("standoff: foe heal 1", "At a standoff in Combat: heals 1 wound of the adventurer"),
    ],
)
def test_a10_a_monsters_rule_is_said_as_against_the_adventurer(line: str, sentence: str) -> None:
    assert said(read(line), is_monsters=True) == sentence


# -- on the narrators' page -----------------------------------------------------------------------------


def test_every_example_of_the_page_is_read() -> None:
    page = PAGE.read_text(encoding="utf-8")
    lines = [
        line for block in re.findall(r"```rules\n(.*?)```", page, re.DOTALL) for line in block.splitlines()
    ]
    lines += re.findall(r"`((?:" + "|".join(Trigger) + r")(?: by \w+)?: [^`…]+)`", page)
    assert len(lines) >= 25
    for line in lines:
        assert write_effects(read_effects(line)) == line


def test_the_page_names_every_moment_and_all_that_can_be_done() -> None:
    page = PAGE.read_text(encoding="utf-8")
    every = {*Trigger, *Verb} - {Trigger.TOLD, Verb.NARRATE}
    assert [each for each in every if f"`{each}" not in page and f" {each} " not in page] == []


def test_every_moment_has_something_that_can_be_done() -> None:
    assert set(LEGAL) == set(Trigger) - {Trigger.TOLD}
    assert {verb for verbs in LEGAL.values() for verb in verbs} == set(Verb) - {Verb.NARRATE}


def test_the_hint_of_the_monsters_form_is_legal() -> None:
    rules = next(field for field in MONSTERS.fields if field.name == "rules")
    texts = {"name": "Bog", "attributes": "Arms 3, Magic 1, Vitae 2", "rules": rules.hint}
    assert MONSTERS.entry(texts).is_unique
