"""What each attribute is made of, and a sheet shown to everybody."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.engine.card import Card, Picture, Tone
from bot.engine.people import Permit
from bot.engine.portraits import Portrait
from bot.engine.system import Record, RecordId
from bot.engine.words import bare
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER, gone
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet.cards import (
    FACE,
    GAP,
    HEIGHT,
    HELD,
    LAST,
    MARGIN,
    NAME,
    TYPE,
    VALUES,
    WIDTH,
    WOUNDS,
    XP_ROW,
    Waits,
    alt,
    brief,
    column,
    draw_paper,
    paper_picture,
    picture,
    rows,
    sheet,
    words,
)
from bot.systems.adventuria.sheet.pictures import PAPER, RED
from bot.systems.adventuria.sheet.rules import LIKENESS, SheetShown, ShowSheet, made_of
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    End,
    Fray,
    Quest,
    Stage,
    Type,
    Until,
    Ware,
)
from bot.ui.card import ALT, BODY, CONTENT, FIELD, WHOLE, embed_of, text_of
from tests.refusals import refuses
from tests.systems.adventuria.posts import shown
from tests.systems.adventuria.scenes import (
    BRAN,
    HOME,
    WREN,
    ally,
    bran,
    having,
    item,
    play,
    scene,
    spell,
    weapon,
)
from tests.systems.adventuria.sheets_posts import FULL, GONE, WAITING

ARMS = Attribute.ARMS


def changed(amount: int, cause: Cause = Cause.SPELL, until: Until = Until.ALWAYS) -> Change:
    return Change(ARMS, amount, cause, "Might", until)


def numbers(state: Adventurer) -> tuple[int, int, int, int]:
    made = made_of(state, ARMS)
    return made.total, made.natural, made.bonus, made.cap


# -- made of ------------------------------------------------------------------------------------------


def test_a9_a_fresh_attribute_is_its_natural_value_below_twice_the_beginning() -> None:
    assert numbers(bran()) == (4, 4, 0, 8)


def test_q1_what_is_held_comes_on_top_of_the_natural_value() -> None:
    assert numbers(having(item("Ring", "held: arms +2"), ally("Dog", "held: arms +1"))) == (7, 4, 3, 8)


def test_a21_a_weapon_that_is_put_away_adds_nothing() -> None:
    assert numbers(having(weapon("Sword", "held: arms +1"))) == (5, 4, 1, 8)
    assert numbers(having(weapon("Sword", "held: arms +1", is_wielded=False))) == (4, 4, 0, 8)


def test_q18_the_total_never_drops_below_1_whatever_goes_off() -> None:
    assert numbers(having(item("Chains", "held: arms -6"))) == (1, 4, -6, 8)


def test_what_does_not_last_is_part_of_the_bonus_and_told_apart() -> None:
    lasting, passing = changed(1), (changed(2, until=Until.TURN), changed(1, Cause.PAGE, Until.TURN))
    made = made_of(bran(changes=(lasting, *passing, changed(-1, until=Until.FIGHT))), ARMS)
    assert (made.total, made.natural, made.bonus) == (7, 4, 3)
    assert made.passing == ((Until.FIGHT, -1), (Until.TURN, 3))


def test_what_counts_in_one_kind_of_combat_alone_is_told_apart() -> None:
    made = made_of(having(weapon("Sword", "held: arms +2 in melee")), ARMS)
    assert (made.total, made.bonus) == (4, 0)
    assert made.frays == ((Fray.MELEE, 2),)


def test_changes_of_other_attributes_are_not_mixed_up() -> None:
    state = bran(changes=(Change(Attribute.CRAFT, 2, Cause.ALLY, "Dog", Until.TURN),))
    assert made_of(state, ARMS).passing == ()
    assert made_of(state, Attribute.CRAFT).passing == ((Until.TURN, 2),)


# -- shown --------------------------------------------------------------------------------------------


def test_a_sheet_is_shown_in_the_adventurers_own_thread_and_changes_nothing() -> None:
    turn = play(scene(bran(), actor=WREN), ShowSheet(BRAN))
    assert (turn.changes, turn.events) == ((), (SheetShown("Bran"),))
    assert (turn.subject, turn.channel) == (BRAN, HOME)


def test_an_adventurer_without_a_thread_is_shown_where_it_was_asked() -> None:
    assert play(scene(bran(home=0)), ShowSheet(BRAN)).channel is None


def test_q23_the_sheet_of_a_fallen_one_can_still_be_shown() -> None:
    fallen = Record(BRAN, ADVENTURER.name, gone(bran(wounds=4), End.FALLEN), is_archived=True)
    assert play(scene(fallen), ShowSheet(BRAN, as_picture=True)).events == (SheetShown("Bran", True),)


@pytest.mark.parametrize("record", [RecordId("nobody"), RecordId("lamp")])
def test_what_is_no_adventurer_has_no_sheet(record: RecordId) -> None:
    lamp = Record(RecordId("lamp"), "item", spell())
    with refuses("sheet.none"):
        play(scene(bran(), lamp), ShowSheet(record))


def test_players_and_narrators_show_sheets_and_nobody_else() -> None:
    kind = next(kind for kind in SYSTEM.actions if kind.action is ShowSheet)
    assert kind.may is Permit.MEMBERS
    assert kind.scope(ShowSheet(BRAN)).ids == (BRAN,)


# -- The sheet as a card: what stands on it, what is marked, and that the fullest one has room ----------


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
    assert line(state, "Melee XP") == "Melee XP **4**/10 (no longer counts: Arms is at its limit)"
    assert line(state, "Magical XP") == "Magical XP **0**/10"


def test_q1_with_one_number_a_bonus_uses_up_the_room_of_xp() -> None:
    state = having(item("Ring", "held: arms +4"))
    assert line(state, "Melee XP") == "Melee XP **0**/10"
    assert "no longer counts" in line(state, "Melee XP", one_number=True)


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
    assert all(len(text) <= FIELD for name, text in made.fields if name != "Notes")
    assert len(embed_of(made)) <= WHOLE
    assert len(text_of(replace(made, is_plain=True))) <= CONTENT
    assert len([each for each in made.lines if "Waits" in each]) == 3


def test_names_without_room_are_counted() -> None:
    assert line(FULL, "Items").endswith(" and 24 more")
    assert line(FULL, "Allies").endswith(" and 27 more")


# -- The picture of the sheet: what is in which box, that words stay in it, and the same in words -------


Box = tuple[int, int, int, int]
HOSTILE = {
    "long": "W" * 60,
    "words": ("the corridor bends left and ends at a door " * 2)[:60],
    "umlauts": "Jörg Müller-Łukasiewicz von Überlingen",
    "right to left": "\u202eשלום עולם مرحبا بالعالم",
    "emoji": "🐉👩‍👩‍👧‍👦🏴‍☠️",
    "zalgo": "".join(letter + "\u0300\u0316\u0489\u0357" * 5 for letter in "The comes"),
    "other scripts": "龍の息 ไฟ अग्नि",
}
ITEMS, SPELLS = column(HELD, 0, 2), column(HELD, 1, 2)
QUEST, LOCATION = column(LAST, 0, 2), column(LAST, 1, 2)


def opened(state: Adventurer, face: str = "", rulings: Rulings = LITERAL) -> Image.Image:
    shown = Image.open(BytesIO(draw_paper(state, rulings, face)))
    assert shown.format == "PNG"
    assert (shown.size, shown.mode) == ((WIDTH, HEIGHT), "RGB")
    return shown


def difference(state: Adventurer, other: Adventurer) -> Box | None:
    return ImageChops.difference(opened(state), opened(other)).getbbox()


def within(box: Box | None, part: Box) -> bool:
    """Whether a difference is there, and stays in that part."""
    if box is None:
        return False
    left, top, right, bottom = part
    return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom


def red(shown: Image.Image, box: Box) -> int:
    found = shown.crop(box).getcolors(1_000_000)
    assert found is not None
    return sum(count for count, each in found if each == RED)


# -- each in its box ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_whatever_something_is_called_stays_in_its_box(name: str) -> None:
    plain = bran(name=".", location=".", quest=Quest("."))
    assert within(difference(replace(plain, name=name), plain), column(NAME))
    assert within(difference(replace(plain, location=name), plain), LOCATION)
    assert within(difference(replace(plain, quest=Quest(name)), plain), QUEST)
    assert within(difference(having(item(name)), having(item("."))), ITEMS)


@pytest.mark.parametrize("state", [bran(), FULL, replace(FULL, changes=()), GONE], ids=str)
def test_nothing_touches_the_edges(state: Adventurer) -> None:
    shown = opened(state)
    for edge in (
        (0, 0, WIDTH, 7),
        (0, HEIGHT - 7, WIDTH, HEIGHT),
        (0, 0, 7, HEIGHT),
        (WIDTH - 7, 0, WIDTH, HEIGHT),
    ):
        assert shown.crop(edge).getcolors() == [((edge[2] - edge[0]) * (edge[3] - edge[1]), PAPER)]


@pytest.mark.parametrize("place", range(4))
def test_each_attribute_has_a_box(place: int) -> None:
    attribute = tuple(Attribute)[place]
    more = bran(natural=bran().natural.having(attribute, bran().natural.of(attribute) + 1))
    box = difference(more, bran())
    assert box is not None
    assert box[1] >= VALUES[0]
    boxes = [column(VALUES, each, 4) for each in range(4)]
    changed = ImageChops.difference(opened(more), opened(bran()))
    assert [changed.crop(each).getbbox() is not None for each in boxes] == [
        each == place for each in range(4)
    ]


def test_wounds_are_hearts_that_turn_hollow() -> None:
    wide = (*column(WOUNDS, 0, 3)[:2], *column(WOUNDS, 1, 3)[2:])
    ink = [red(opened(bran(wounds=count)), wide) for count in range(5)]
    assert ink == sorted(ink, reverse=True)
    assert 0 < ink[4] < ink[0] / 2
    assert within(difference(bran(wounds=1), bran()), wide)


def test_so_many_hearts_as_have_no_room_are_said_in_words() -> None:
    giant = having(ally("Giant", "held: vitae +20"))
    wide = (*column(WOUNDS, 0, 3)[:2], *column(WOUNDS, 1, 3)[2:])
    assert red(opened(giant), wide) == 0


@pytest.mark.parametrize(("field", "place"), [("melee_xp", 0), ("magical_xp", 1)])
def test_each_xp_is_a_tick(field: str, place: int) -> None:
    box = column(XP_ROW, place, 2)
    states: list[Any] = [{field: count} for count in (0, 1, 4, 9)]
    ink = [red(opened(bran(**state)), box) for state in states]
    assert ink[0] == 0
    assert ink[1] * 4 == ink[2]
    assert ink[1] * 9 == ink[3]


def test_q6_xp_that_counts_no_more_has_no_ticks() -> None:
    state = bran(natural=Attributes(8, 2, 3, 4), melee_xp=9)
    assert red(opened(state), column(XP_ROW, 0, 2)) == 0


def test_items_spells_and_allies_have_a_box_each() -> None:
    _, top, _, bottom = SPELLS
    middle = (top + bottom) // 2
    spells, allies = (SPELLS[0], top, SPELLS[2], middle), (SPELLS[0], middle, SPELLS[2], bottom)
    assert within(difference(having(item()), bran()), ITEMS)
    assert within(difference(having(spell()), bran()), spells)
    assert within(difference(having(ally()), bran()), allies)


@pytest.mark.parametrize("end", End)
def test_q23_a_sheet_that_is_over_is_stamped(end: End) -> None:
    over = gone(bran(), end)
    plain = replace(over, end=None, stage=Stage.TURN)
    assert within(difference(over, plain), column(HELD))
    assert red(opened(over), column(HELD)) == 0
    assert difference(over, gone(bran(), next(each for each in End if each is not end))) is not None


def test_an_uploaded_portrait_has_its_frame_and_the_name_makes_room_for_it() -> None:
    face = BytesIO()
    Image.new("RGBA", (256, 128), (10, 200, 10, 255)).save(face, "WEBP", lossless=True)
    shown = opened(bran(), b64encode(face.getvalue()).decode())
    left = WIDTH - MARGIN - FACE
    assert shown.getpixel((left + FACE // 2, (NAME[0] + TYPE[1]) // 2)) == (10, 200, 10)
    assert shown.getpixel((left - GAP // 2, NAME[0] + 20)) == PAPER
    assert TYPE[1] - NAME[0] == FACE


# -- what is listed -------------------------------------------------------------------------------------


def test_a_pack_with_room_is_listed_whole() -> None:
    state = having(weapon("Sword"), item("Torch"), item("Torch"))
    assert rows(state, Ware.ITEM, 8) == ["Sword (in hand)", "Torch ×2"]


def test_a_pack_without_room_ends_with_how_many_more_there_are() -> None:
    state = having(*(item(f"Thing {number}") for number in range(9)), item("Thing 8"))
    assert rows(state, Ware.ITEM, 9) == [*(f"Thing {number}" for number in range(8)), "Thing 8 ×2"]
    assert rows(state, Ware.ITEM, 8) == [*(f"Thing {number}" for number in range(7)), "… and 3 more"]


# -- in words -------------------------------------------------------------------------------------------


def test_the_words_say_all_that_the_picture_shows() -> None:
    state = having(
        weapon("Sword", "held: arms +1"), spell("**"), ally("Dog"), wounds=1, quest=Quest("The Bell"), turn=3
    )
    assert alt(state, LITERAL).splitlines() == [
        "Sheet of Bran",
        "Warrior · Good",
        "Arms 5 (4 + 1, up to 8)",
        "Magic 2 (up to 4)",
        "Craft 3 (up to 6)",
        "Vitae 4 (up to 8)",
        "♥♥♥♡ 1 wound, falls at 4",
        "Gold 1",
        "Melee XP 0/10",
        "Magical XP 0/10",
        "Items 1/10: Sword (in hand)",
        "Spells 1/0 (over the limit): **",
        "Allies 1/3: Dog",
        "Quest: The Bell",
        "Turn 3 at The City",
    ]


def test_the_words_of_the_fullest_sheet_have_room_for_where_it_is() -> None:
    said = alt(FULL, LITERAL)
    assert len(said) <= ALT
    assert said.endswith(f"Turn 9999 at {'*' * 60}")
    assert alt(GONE, LITERAL).endswith(f"Fell at {'*' * 60}, turn 9999")


def test_the_words_name_all_of_the_fullest_sheet() -> None:
    said = "\n".join(words(FULL, LITERAL))
    assert all(bare(each.name) in said for ware in Ware for each in FULL.held(ware))


def test_a_card_draws_its_picture_only_when_it_is_sent() -> None:
    made = paper_picture(bran(), LITERAL)
    assert not isinstance(made.png, bytes)
    assert made.png() == draw_paper(bran(), LITERAL)
    assert (made.name, made.alt) == ("sheet.png", alt(bran(), LITERAL))
