"""The sheet as a card: what stands on it, what is marked, and that the fullest one has room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.card import Card, Picture, Tone
from bot.engine.portraits import Portrait
from bot.engine.system import RecordId
from bot.systems.adventuria.adventurer import gone
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet.cards import Waits, brief, picture, sheet
from bot.systems.adventuria.sheet.rules import LIKENESS
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    End,
    Quest,
    Stage,
    Type,
    Until,
)
from bot.ui.card import BODY, CONTENT, FIELD, WHOLE, embed_of, text_of
from tests.systems.adventuria.posts import shown
from tests.systems.adventuria.scenes import BRAN, ally, bran, having, item, spell, weapon
from tests.systems.adventuria.sheets_posts import FULL, GONE, WAITING

LITERAL = Rulings()


def card(state: Adventurer, rulings: Rulings = LITERAL, *waiting: Waits) -> Card:
    return sheet(shown(state, BRAN), {}, rulings, waiting)


def lines(state: Adventurer, **rulings: bool) -> tuple[str, ...]:
    return card(state, replace(LITERAL, **rulings)).lines


def line(state: Adventurer, begin: str, **rulings: bool) -> str:
    return next(each for each in lines(state, **rulings) if begin in each)


# -- in two lines -------------------------------------------------------------------------------------


def test_the_brief_has_attributes_wounds_gold_and_xp_in_two_lines() -> None:
    assert brief(bran(wounds=1, gold=12, melee_xp=3)) == (
        "Arms **4** · Magic **2** · Craft **3** · Vitae **4**",
        "♥♥♥♡ 1 wound, falls at 4 · Gold **12** · XP melee 3/10, magical 0/10",
    )


@pytest.mark.parametrize(
    ("wounds", "told"),
    [
        (0, "♥♥♥♥ unhurt, falls at 4"),
        (1, "♥♥♥♡ 1 wound, falls at 4"),
        (3, "♥♡♡♡ 3 wounds, falls at 4"),
        (4, "♡♡♡♡ fallen with 4 wounds"),
        (6, "♡♡♡♡ fallen with 6 wounds"),
    ],
)
def test_a37_wounds_are_hearts_of_two_shapes_and_said_in_words(wounds: int, told: str) -> None:
    assert told in lines(bran(wounds=wounds))


def test_more_hearts_than_a_line_holds_are_only_said_in_words() -> None:
    state = having(ally("Giant", "held: vitae +9"), wounds=2)
    assert "2 wounds, falls at 13" in lines(state)


# -- whole ----------------------------------------------------------------------------------------------


def test_a6_the_sheet_of_a_fresh_adventurer() -> None:
    fresh = bran(stage=Stage.BETWEEN, turn=0, scene="")
    assert card(fresh) == Card(
        "Bran",
        (
            "Warrior · Good · played by <@2>",
            "Between turns: turn 1 begins at The City",
            "",
            "Arms **4** (up to 8)",
            "Magic **2** (up to 4)",
            "Craft **3** (up to 6)",
            "Vitae **4** (up to 8)",
            "♥♥♥♥ unhurt, falls at 4",
            "",
            "Gold **1**",
            "Melee XP **0**/10",
            "Magical XP **0**/10",
            "**Items 0/8**",
            "**Spells 0/0**",
            "**Allies 0/3**",
        ),
    )


def test_a9_an_attribute_tells_what_it_is_made_of_and_how_far_it_rises() -> None:
    state = having(weapon("Sword", "held: arms +1"))
    assert line(state, "Arms") == "Arms **5** (4 + 1, up to 8)"
    assert line(having(item("Chains", "held: arms -2")), "Arms") == "Arms **2** (4 − 2, up to 8)"


def test_q18_a_floor_is_told() -> None:
    state = having(item("Chains", "held: arms -6"))
    assert line(state, "Arms") == "Arms **1** (4 − 6, never below 1, up to 8)"


def test_what_does_not_last_says_until_when() -> None:
    spells = (Change(Attribute.ARMS, 2, Cause.SPELL, "Might", Until.TURN),)
    told = "Arms **6** (4 + 2, up to 8; +2 until the turn ends)"
    assert line(bran(changes=spells), "Arms") == told


def test_what_counts_in_one_kind_of_combat_says_in_which() -> None:
    state = having(weapon("Sword", "held: arms +2 in melee"))
    assert line(state, "Arms") == "Arms **4** (up to 8; +2 in melee)"


def test_a19_items_are_counted_against_twice_arms_and_the_weapon_in_hand_is_marked() -> None:
    things = (weapon("Sword"), weapon("Axe", is_wielded=False), item("Torch"), item("Torch"))
    assert line(having(*things), "Items") == "**Items 4/8**: Sword (in hand), Axe, Torch ×2"


def test_a26_allies_are_counted_against_craft() -> None:
    assert line(having(ally("Dog"), ally("Owl")), "Allies") == "**Allies 2/3**: Dog, Owl"


def test_a24_spells_kept_beyond_the_limit_are_said_to_be() -> None:
    state = having(spell("Spark"), spell("Mist"), type_=Type.ELF)
    assert line(state, "Spells") == "**Spells 2/1 (over the limit)**: Spark, Mist"


def test_q3_a_priest_with_magic_3_has_room_for_no_spell_unless_the_campaign_says_so() -> None:
    priest = bran(Type.PRIEST)
    assert line(priest, "Spells") == "**Spells 0/0**"
    assert line(priest, "Spells", one_at_three=True) == "**Spells 0/1**"


def test_q6_xp_at_the_limit_counts_no_more_each_kind_for_itself() -> None:
    state = bran(natural=Attributes(8, 2, 3, 4), melee_xp=4)
    assert line(state, "Melee XP") == "Melee XP **4**/10 (counts no more: Arms is at its limit)"
    assert line(state, "Magical XP") == "Magical XP **0**/10"


def test_q1_with_one_number_a_bonus_uses_up_the_room_of_xp() -> None:
    state = having(item("Ring", "held: arms +4"))
    assert line(state, "Melee XP") == "Melee XP **0**/10"
    assert "counts no more" in line(state, "Melee XP", one_number=True)


def test_a27_the_quest_and_what_was_done_stand_on_the_sheet() -> None:
    state = bran(quest=Quest("The Bell", "Ring it"), felled=1, quests_done=2)
    assert lines(state)[-2:] == ("Quest: The Bell (Ring it)", "1 monster felled · 2 quests done")


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        (Stage.TURN, "Turn 3 at The Bridge"),
        (Stage.BETWEEN, "Between turns: turn 4 begins at The Bridge"),
        (Stage.CAMP, "Camping: turn 4 begins at The Bridge"),
    ],
)
def test_a48_the_sheet_says_where_in_its_turns_it_is(stage: Stage, told: str) -> None:
    assert lines(bran(stage=stage, turn=3, location="The Bridge"))[1] == told


@pytest.mark.parametrize(("end", "told"), [(End.FALLEN, "Fell"), (End.RETIRED, "Retired")])
def test_q23_a_sheet_that_is_over_keeps_its_numbers_and_says_how_it_ended(end: End, told: str) -> None:
    state = gone(having(item("Lamp"), turn=3, wounds=4, melee_xp=7), end)
    made = card(state)
    assert made.lines[1] == f"{told} at The City, turn 3"
    assert made.tone is Tone.QUIET
    assert "Melee XP **7**/10" in made.lines
    assert "**Items 0/8**" in made.lines


def test_what_waits_is_said_with_where_its_card_is() -> None:
    waits = (Waits("Bran must lose 1 item", "https://a.io/1"), Waits("A rat"))
    assert card(bran(), LITERAL, *waits).lines[-3:] == (
        "",
        "Waits: [Bran must lose 1 item](https://a.io/1)",
        "Waits: A rat",
    )


def test_notes_stand_in_a_field_of_their_own() -> None:
    assert card(bran(about="Hates rats.\nOwes the smith.")).fields == (
        ("Notes", "Hates rats.\nOwes the smith."),
    )


def test_nobodys_words_become_markup() -> None:
    state = having(item("**x**"), name="_B_", location="<@1>", quest=Quest("`q`"), about="# big")
    made = card(state)
    shown_words = "\n".join((made.title, *made.lines, made.fields[0][1]))
    for word in ("\\*\\*x\\*\\*", "\\_B\\_", "<\u200b@", "\\`q\\`", "\\# big"):
        assert word in shown_words


# -- portraits ------------------------------------------------------------------------------------------


def test_the_sheet_shows_the_portrait() -> None:
    assert card(bran(portrait="https://a.io/a.png")).portrait == "https://a.io/a.png"
    face = RecordId("face")
    likeness = replace(shown(bran(), face), kind=LIKENESS.name, state=Portrait(BRAN, "d2VicA=="))
    made = sheet(shown(bran(picture=face), BRAN), {face: likeness}, LITERAL)
    assert made.portrait == Picture("portrait.webp", b"webp", "Portrait of Bran")


def test_the_picture_has_beside_it_what_stands_on_the_web_and_what_waits() -> None:
    state = bran(portrait="https://a.io/a.png")
    made = picture(shown(state, BRAN), {}, LITERAL, (Waits("A rat"),))
    assert (made.title, made.portrait) == ("Bran", "https://a.io/a.png")
    assert made.lines == ("", "Waits: A rat")
    assert made.picture is not None


# -- room -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [FULL, replace(FULL, changes=()), GONE], ids=["full", "too much", "gone"])
@pytest.mark.parametrize("drawn", [sheet, picture])
def test_the_fullest_sheet_keeps_discords_limits_and_each_part_has_room(
    drawn: Any, state: Adventurer
) -> None:
    made = drawn(shown(state), {}, LITERAL, WAITING)
    assert len("\n".join(made.lines)) <= BODY
    assert all(len(text) <= FIELD for _, text in made.fields)
    assert len(embed_of(made)) <= WHOLE
    assert len(text_of(replace(made, is_plain=True))) <= CONTENT
    assert len([each for each in made.lines if "Waits" in each]) == 3


def test_names_without_room_are_counted() -> None:
    assert line(FULL, "Items").endswith(" and 24 more")
    assert line(FULL, "Allies").endswith(" and 27 more")
