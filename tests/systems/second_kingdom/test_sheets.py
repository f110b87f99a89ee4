"""Sheets written in a form, maneuvers known, and how a sheet looks (K16, Q25)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.card import Card
from bot.engine.declare import whose_of
from bot.engine.event import sentence
from bot.engine.finders import Asker
from bot.engine.people import Viewer
from bot.engine.system import Record, RecordId, World
from bot.engine.views import CampaignView
from bot.play import RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, Maneuver
from bot.systems.second_kingdom.challenges.rules import CHALLENGE
from bot.systems.second_kingdom.heroes import cards as heroes_cards
from bot.systems.second_kingdom.heroes.changes import Changed, SheetChanged, SheetPart
from bot.systems.second_kingdom.heroes.people import HERO
from bot.systems.second_kingdom.heroes.sheet import (
    EditSheet,
    ForgetManeuver,
    LearnManeuver,
    mark,
    read_virtues,
    rewritten,
)
from bot.systems.second_kingdom.state import Counter, Defence, Guard, Hero, Threshold
from bot.ui.asking import form_of
from bot.ui.card import FIELD, WHOLE, embed_of
from bot.ui.modal import FormModal
from tests.givens import commands
from tests.refusals import refuses
from tests.systems.second_kingdom.scenes import (
    DEACON,
    EVANDER,
    WREN,
    after,
    evander,
    hero_of,
    leap,
    play,
    scene,
    waiting,
)
from tests.systems.second_kingdom.sheet_posts import COUNTED, MANEUVERS, SHEET

GALE, SWEEP = RecordId("gale"), RecordId("sweep")
IRON_GALE = Record(GALE, MANEUVER.name, Maneuver("Iron Gale", 2, 4, -1))
LOW_SWEEP = Record(SWEEP, MANEUVER.name, Maneuver("Low Sweep"))
YSOLDE = Record(RecordId("ysolde"), HERO.name, Hero("Ysolde", WREN, 4, 5, 3))
FORM = {"name": "Evander", "virtues": "6 5 3", "about": "", "portrait": ""}
HEALTH = Counter(12, most=12, falls=True, thresholds=(Threshold(6, "Bloodied"),))
FACE = "https://example.org/face.png"


def edited(where: World, action: Any) -> Hero:
    """Evander once that was done."""
    return hero_of(after(where, play(where, action)))


# -- maneuvers known --------------------------------------------------------------------------------


def test_k16_a_hero_learns_a_maneuver_of_the_library() -> None:
    before = scene(evander(), IRON_GALE, actor=DEACON)
    turn = play(before, LearnManeuver(EVANDER, GALE))
    learned = hero_of(after(before, turn))
    assert learned.maneuvers == (GALE,)
    assert turn.events[0].changes == (Changed(GALE, None, "Iron Gale", SheetPart.MANEUVER),)
    # So that the sheet finds its name.
    assert GALE in HERO.links(learned)


def test_k16_a_maneuver_is_learned_once() -> None:
    where = scene(evander(maneuvers=(GALE,)), IRON_GALE, actor=DEACON)
    with refuses("sheet.known_already", "Evander", "Iron Gale"):
        play(where, LearnManeuver(EVANDER, GALE))


def test_k16_a_maneuver_that_left_the_library_cant_be_learned_but_forgotten() -> None:
    gone = replace(IRON_GALE, is_archived=True)
    with refuses("record.archived"):
        play(scene(evander(), gone), LearnManeuver(EVANDER, GALE))
    turn = play(scene(evander(maneuvers=(GALE,)), gone), ForgetManeuver(EVANDER, GALE))
    assert turn.events[0].changes == (Changed(GALE, "Iron Gale", None, SheetPart.MANEUVER),)


def test_k16_what_isnt_known_cant_be_forgotten() -> None:
    where = scene(evander(maneuvers=(GALE,)), IRON_GALE, LOW_SWEEP)
    assert edited(where, ForgetManeuver(EVANDER, GALE)).maneuvers == ()
    with refuses("sheet.not_known", "Low Sweep", "Evander"):
        play(where, ForgetManeuver(EVANDER, SWEEP))


def test_a_sheet_has_room_for_25_maneuvers() -> None:
    known = tuple(RecordId(f"m{n}") for n in range(25))
    where = scene(evander(maneuvers=known), IRON_GALE)
    with refuses("sheet.knows_too_many", "25"):
        play(where, LearnManeuver(EVANDER, GALE))
    room = scene(evander(maneuvers=known[:24]), IRON_GALE)
    assert len(edited(room, LearnManeuver(EVANDER, GALE)).maneuvers) == 25


# -- the form ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ({"virtues": "6, 7 / 3"}, EditSheet(EVANDER, prudence=7)),
        ({"name": "Evander the Bold"}, EditSheet(EVANDER, name="Evander the Bold")),
        ({"about": "Limps.\r\nSings."}, EditSheet(EVANDER, about="Limps.\nSings.")),
        ({"portrait": FACE}, EditSheet(EVANDER, portrait=FACE)),
    ],
)
def test_what_stands_in_the_form_as_before_is_left_alone(typed: dict[str, str], action: EditSheet) -> None:
    assert rewritten(EVANDER, evander(), FORM | typed, "") == action


def test_an_untouched_form_changes_nothing() -> None:
    state = evander(about="Limps.\nSings.", portrait=FACE)
    untouched = rewritten(EVANDER, state, FORM | {"about": state.about, "portrait": FACE}, mark(state))
    assert untouched == EditSheet(EVANDER, seen=mark(state))
    with refuses("sheet.same_sheet"):
        play(scene(state), untouched)


def test_a_form_of_an_earlier_sheet_is_refused_and_one_of_other_parts_is_not() -> None:
    action = EditSheet(EVANDER, about="Limps.", seen=mark(evander()))
    with refuses("sheet.form_is_old"):
        play(scene(evander(prudence=9)), action)
    # What the form doesn't hold may change meanwhile.
    assert edited(scene(evander(conviction=0, counters={"Wounds": Counter(1)})), action).about == "Limps."


@pytest.mark.parametrize("text", ["", "6 5", "6 5 3 1", "six 5 3", "6.5 5 3", "-6 5 3"])
def test_virtues_are_three_whole_numbers(text: str) -> None:
    with refuses("sheet.no_virtues"):
        read_virtues(text)


def test_a_sheet_is_written_anew() -> None:
    action = EditSheet(EVANDER, " Evan ", 7, None, 2, " Limps. \n\n\n Sings.\n", FACE)
    state = edited(scene(evander(picture=RecordId("old")), actor=DEACON), action)
    assert (state.name, state.courage, state.prudence, state.temperance) == ("Evan", 7, 5, 2)
    assert (state.about, state.portrait, state.picture) == ("Limps.\n\nSings.", FACE, None)
    assert edited(scene(state), EditSheet(EVANDER, about="", portrait="")).about == ""


def test_an_uploaded_picture_stays_while_the_address_does() -> None:
    before = scene(evander(picture=RecordId("face")))
    assert edited(before, EditSheet(EVANDER, courage=7, portrait="")).picture == RecordId("face")


def test_a_renamed_hero_may_not_bear_anothers_name() -> None:
    where = scene(evander(), YSOLDE)
    with refuses("hero.taken"):
        play(where, EditSheet(EVANDER, name=" ysolde"))
    assert edited(where, EditSheet(EVANDER, name="EVANDER")).name == "EVANDER"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"name": " "}, ("hero.name", "60")),
        ({"name": "n" * 61}, ("hero.name", "60", "61")),
        ({"courage": 11}, ("number", "Courage", "1", "10", "11")),
        ({"temperance": 0}, ("number", "Temperance", "1", "10", "0")),
        ({"about": "a" * 4001}, ("hero.long_notes", "4000", "4001")),
        (
            {"portrait": f"{FACE}{'x' * 300}"},
            ("portrait.address_length", "300", "328"),
        ),
    ],
)
def test_what_no_sheet_may_hold_is_refused(change: dict[str, Any], wrong: tuple[str, ...]) -> None:
    with refuses(*wrong):
        play(scene(evander()), EditSheet(EVANDER, **change))


@pytest.mark.parametrize(
    "address", ["http://example.org/face.png", "example.org", "https://localhost/x", "x"]
)
def test_a_portrait_is_an_https_address(address: str) -> None:
    with refuses("portrait.bad_address"):
        play(scene(evander()), EditSheet(EVANDER, portrait=address))


# -- the card ---------------------------------------------------------------------------------------


def drawn(hero: Hero, *records: Record[Any], may_edit: bool = False) -> Card:
    """The hero's sheet, with those records."""
    linked = {each.id: shown(each, each.state.name) for each in records}
    own = replace(shown(Record(EVANDER, HERO.name, hero), hero.name), owner=hero.player)
    return heroes_cards.sheet(own, linked, [], may_edit=may_edit)


def shown(record: Record[Any], title: str) -> RecordView:
    """The record as everybody sees it."""
    return RecordView(
        record.id, SYSTEM.name, record.kind, title, record.state, 1, is_archived=record.is_archived
    )


def test_q25_the_sheet_shows_each_counter_with_the_threshold_in_force() -> None:
    thresholds = (Threshold(5, "Staggered"), Threshold(9, "Down"))
    counters = {"Wounds": Counter(5, most=10, thresholds=thresholds), "Torches": Counter(3)}
    lines = drawn(evander(counters=counters)).lines
    assert lines[-2:] == ("Wounds **5**/10 · Staggered", "Torches **3**")


def test_q11_the_sheet_adds_up_the_defences_and_shows_each_sources_share() -> None:
    shield = Defence("Tower shield", block=(2, 1), counters=(Guard.BLOCK,))
    worn = (shield, Defence("Ring", dodge=(1, 0), block=(1, -1)))
    ((name, text),) = drawn(evander(defences=worn)).fields
    assert name == "Defenses"
    assert text.splitlines() == [
        "**Dodge +1/+0** · **Block +3/+0**",
        "Tower shield: block +2/+1, counterattack after a block",
        "Ring: dodge +1/+0, block +1/-1",
    ]


def test_k16_the_sheet_names_a_maneuver_that_left_the_library() -> None:
    known = evander(maneuvers=(GALE, SWEEP, RecordId("lost")))
    ((name, text),) = drawn(known, IRON_GALE, replace(LOW_SWEEP, is_archived=True)).fields
    assert name == "Maneuvers"
    assert text.splitlines() == [
        "Iron Gale",
        "Low Sweep (no longer in the library)",
        "a deleted maneuver",
    ]


def test_the_sheet_shows_notes_and_portrait() -> None:
    card = drawn(evander(about="Limps.\n**Sings.**", portrait=FACE))
    assert card.fields == (("Notes", "Limps.\n**Sings.**"),)
    assert card.portrait == FACE


def test_only_who_may_edit_finds_the_button() -> None:
    assert drawn(evander()).buttons == ()
    (button,) = drawn(evander(), may_edit=True).buttons
    assert (button.label, button.custom_id) == ("Edit", f"fill|sk edit|{EVANDER}")


def test_the_fullest_sheet_still_says_what_waits() -> None:
    challenge = Record(RecordId("leap"), CHALLENGE.name, leap(action="*" * 200))
    waits = replace(
        shown(challenge, "*" * 200), steps=tuple(waiting(CHALLENGE, challenge.id, challenge.state))
    )
    card = heroes_cards.sheet(SHEET, MANEUVERS, [waits] * 30, may_edit=True)
    embed = embed_of(card)
    assert (embed.description or "").endswith("… and 25 more: `/waiting`")
    assert [name for name, _ in card.fields] == ["Defenses", "Maneuvers", "Notes"]
    assert all(len(text) <= FIELD for name, text in card.fields if name != "Notes")
    assert len(embed) <= WHOLE


async def test_the_forms_are_within_discords_limits() -> None:
    name = "|" * 30
    counted = replace(SHEET, state=replace(SHEET.state, counters={name: COUNTED}))
    for form in (form_for("sk edit", SHEET), form_for("sk counter", counted, counter=name)):
        payload = form.to_dict()
        assert len(payload["title"]) <= 45
        assert len(payload["custom_id"]) <= 100
        assert len(payload["components"]) <= 5
        fields = [row["component"] for row in payload["components"]]
        texts = [field for field in fields if "max_length" in field]
        # What stands on the sheet fits into its field as a whole.
        assert all(len(field.get("value") or "") <= field["max_length"] <= 4000 for field in texts)
        assert not any((field.get("value") or "").endswith("…") for field in texts)


def test_the_forms_hold_what_stands() -> None:
    hero = evander(about="Limps.\nSings.", portrait=FACE, counters={"Health": HEALTH})
    own = shown(Record(EVANDER, HERO.name, hero), hero.name)
    assert values(form_for("sk edit", own)) == ["Evander", "6 5 3", "Limps.\nSings.", FACE]
    assert values(form_for("sk counter", own, counter="Health")) == ["0", "12", "falls", "6: Bloodied"]
    assert values(form_for("sk counter", own, counter="Rage")) == ["0", None, "rises", None]


def test_what_ends_in_a_quote_has_one_full_stop() -> None:
    for text, told in (
        ("Limps.", "Evander: notes none → “Limps.”"),
        ("Limps", "Evander: notes none → “Limps”."),
    ):
        assert sentence(SheetChanged("Evander", (Changed("", "", text, SheetPart.ABOUT),))) == told


def form_for(path: str, record: RecordView, **given: str) -> FormModal:
    """The form that a command opens for that sheet."""
    command, viewer = commands()[path], Viewer(record.owner)
    view = CampaignView(Campaign("Ashes", 1), RecordId("c"), viewer, {record.id: record})
    whose = {whose_of(command.options): record.id}
    return form_of(command, Asker(lambda _: view, DEACON, (), whose | given, finders=command.finders))


def values(form: Any) -> list[str | None]:
    """What each field of a form is filled with."""
    fields = [row["component"] for row in form.to_dict()["components"]]
    return [_chosen(field) if "options" in field else field.get("value") for field in fields]


def _chosen(field: dict[str, Any]) -> str:
    (value,) = (option["value"] for option in field["options"] if option.get("default"))
    return str(value)
