"""Heroes: made, changed and given conviction (Q25), and what is refused."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.card import Picture
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.portraits import Portrait, PortraitSet
from bot.engine.system import Open, Record, RecordId, Replace
from bot.errors import RuleViolation
from bot.play import RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.heroes.people import (
    HERO,
    NPC,
    PORTRAIT,
    ConvictionGiven,
    CreateHero,
    Given,
    GrantConviction,
    HeroCreated,
    create_hero_scope,
)
from bot.systems.second_kingdom.heroes.sheet import SetPortrait, SetVirtues, VirtuesSet
from bot.systems.second_kingdom.state import Hero, Known, Npc, Virtue
from bot.ui.card import portrait_of
from tests.refusals import refuses
from tests.systems.second_kingdom.scenes import (
    DEACON,
    EVANDER,
    MARISOL,
    STRANGER,
    WREN,
    after,
    evander,
    hero_of,
    permit_of,
    play,
    scene,
)

YSOLDE = Record(RecordId("ysolde"), HERO.name, Hero("Ysolde", WREN, 4, 5, 3, conviction=1))
ISOLDE = CreateHero("Isolde", DEACON, 1, 10, 5, 2)


# -- made -------------------------------------------------------------------------------------------


def test_k4_a_hero_has_three_virtues() -> None:
    turn = play(scene(actor=DEACON), ISOLDE)
    assert turn.changes == (Open(RecordId("new-1"), "hero", Hero("Isolde", DEACON, 1, 10, 5, 2)),)


def test_a_new_hero_is_told_to_everyone() -> None:
    turn = play(scene(actor=DEACON), ISOLDE)
    assert turn.events == (HeroCreated(RecordId("new-1"), "Isolde", DEACON, 1, 10, 5, 2),)


@pytest.mark.parametrize("virtue", list(Virtue))
@pytest.mark.parametrize("score", [-1, 0, 11])
def test_q25_a_virtue_out_of_range_is_refused(virtue: Virtue, score: int) -> None:
    changed: dict[str, Any] = {virtue.value: score}
    with pytest.raises(
        RuleViolation, match=rf"^{virtue.value.capitalize()} can be 1 to 10, not {score}\.$".replace("-", "−")
    ):
        play(scene(actor=DEACON), replace(ISOLDE, **changed))


@pytest.mark.parametrize("conviction", [-1, 100])
def test_q25_conviction_out_of_range_is_refused(conviction: int) -> None:
    with pytest.raises(
        RuleViolation, match=rf"^Conviction can be 0 to 99, not {conviction}\.$".replace("-", "−")
    ):
        play(scene(actor=DEACON), replace(ISOLDE, conviction=conviction))


@pytest.mark.parametrize(
    ("name", "given"),
    [("", ""), (" \n ", ""), ("\u200b", ""), ("\u3164", ""), ("\u200d", ""), ("e" * 61, ", not 61")],
)
def test_a_name_that_cannot_be_read_or_is_too_long_is_refused(name: str, given: str) -> None:
    with pytest.raises(RuleViolation, match=rf"^A hero's name can have 1 to 60 characters{given}\.$"):
        play(scene(actor=DEACON), replace(ISOLDE, name=name))


def test_a_name_of_60_characters_is_kept() -> None:
    turn = play(scene(actor=DEACON), replace(ISOLDE, name="e" * 60))
    assert turn.events[0].name == "e" * 60


def test_a_name_is_kept_in_one_line_without_what_cannot_be_seen() -> None:
    turn = play(scene(actor=DEACON), replace(ISOLDE, name="  Iso\u200blde\x00 \n the\u202e  Grey "))
    assert turn.events[0].name == "Isolde the Grey"


def test_an_emoji_made_of_several_stays_whole() -> None:
    family = "\N{MAN}\u200d\N{GIRL}"
    assert play(scene(actor=DEACON), replace(ISOLDE, name=family)).events[0].name == family


def test_a_name_in_use_is_refused() -> None:
    with refuses("hero.taken"):
        play(scene(evander(), actor=DEACON), replace(ISOLDE, name="Evander"))


def test_a_name_in_use_is_searched_as_it_would_be_kept() -> None:
    assert create_hero_scope(replace(ISOLDE, name=" Evan\u200bder ")).wants[0].text == "Evander"


def test_a_player_makes_no_hero_for_another() -> None:
    with refuses("roster.for_somebody_else"):
        play(scene(actor=WREN), ISOLDE)


def test_a_game_master_makes_a_hero_for_a_player() -> None:
    turn = play(scene(actor=MARISOL), ISOLDE)
    assert turn.events[0].player == DEACON


def test_a_hero_needs_a_player_of_the_campaign() -> None:
    with pytest.raises(
        RuleViolation, match=rf"<@{STRANGER}> isn't a player .* They join with `/campaign join`"
    ):
        play(scene(actor=MARISOL), replace(ISOLDE, player=STRANGER))


# -- changed ----------------------------------------------------------------------------------------


def test_a_virtue_is_set_and_the_others_stay() -> None:
    before = scene(evander(), actor=DEACON)
    assert hero_of(after(before, play(before, SetVirtues(EVANDER, prudence=7)))) == evander(prudence=7)


def test_a_change_is_told_before_and_after() -> None:
    turn = play(scene(evander(), actor=DEACON), SetVirtues(EVANDER, courage=6, temperance=4))
    assert turn.events == (VirtuesSet("Evander", (("temperance", 3, 4),)),)


@pytest.mark.parametrize("score", [0, 11])
def test_a_virtue_is_not_set_out_of_range(score: int) -> None:
    with pytest.raises(RuleViolation, match=rf"^Courage can be 1 to 10, not {score}\.$".replace("-", "−")):
        play(scene(evander(), actor=DEACON), SetVirtues(EVANDER, courage=score))


@pytest.mark.parametrize("action", [SetVirtues(EVANDER), SetVirtues(EVANDER, courage=6)])
def test_a_change_that_changes_nothing_is_refused(action: SetVirtues) -> None:
    with refuses("hero.same_virtues"):
        play(scene(evander(), actor=DEACON), action)


def test_a_hero_of_another_campaign_is_refused() -> None:
    with refuses("record.not_here"):
        play(scene(actor=DEACON), SetVirtues(EVANDER, courage=7))


# -- conviction -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "held"), [(1, 4), (96, 99), (-1, 2), (-3, 0)])
def test_q25_the_game_master_gives_and_takes_conviction(amount: int, held: int) -> None:
    before = scene(evander())
    assert (
        hero_of(after(before, play(before, GrantConviction((EVANDER,), amount, "Rest")))).conviction == held
    )


def test_q25_only_a_game_master_gives_conviction() -> None:
    assert permit_of(GrantConviction) is Permit.GAME_MASTERS


def test_given_conviction_is_told_with_its_reason() -> None:
    turn = play(scene(evander()), GrantConviction((EVANDER,), 2, "  A vow\nkept "))
    assert turn.events == (ConvictionGiven((Given("Evander", DEACON, 3, 5),), "A vow kept"),)


def test_q25_several_heroes_are_given_conviction_in_one_entry() -> None:
    before = scene(evander(), YSOLDE)
    turn = play(before, GrantConviction((EVANDER, YSOLDE.id, EVANDER), 2, "Rest"))
    told = (Given("Evander", DEACON, 3, 5), Given("Ysolde", WREN, 1, 3))
    assert turn.events == (ConvictionGiven(told, "Rest"),)
    held = {record.id: record.state.conviction for record in after(before, turn).all(HERO)}
    assert held == {EVANDER: 5, YSOLDE.id: 3}


def test_q25_nobody_is_given_what_not_everybody_can_give() -> None:
    with refuses("conviction.too_little", "2", "Ysolde (1)"):
        play(scene(evander(), YSOLDE), GrantConviction((EVANDER, YSOLDE.id), -2, "Despair"))


def test_q25_everybody_who_cannot_hold_it_is_named() -> None:
    full = scene(evander(conviction=99), YSOLDE)
    with refuses("conviction.too_much", "99", "99"):
        play(full, GrantConviction((EVANDER, YSOLDE.id), 99, "Rest"))


def test_conviction_for_nobody_is_refused() -> None:
    with refuses("conviction.nobody"):
        play(scene(evander()), GrantConviction((), 1, "Rest"))


@pytest.mark.parametrize(
    ("amount", "reason", "wrong"),
    [
        (0, "Rest", "Give at least 1 conviction, or take some away with a negative amount."),
        (-4, "Loss", "You can't take 4 conviction from Evander (3)."),
        (97, "Luck", "You can't give 97 conviction to Evander (3), because a hero can have at most 99."),
        (1, "", "Say why in 1 to 200 characters. The table sees it."),
        (1, " \u200b ", "Say why in 1 to 200 characters. The table sees it."),
        (1, "r" * 201, "Say why in 1 to 200 characters, not 201. The table sees it."),
    ],
)
def test_conviction_that_cannot_be_given_is_refused(amount: int, reason: str, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(evander()), GrantConviction((EVANDER,), amount, reason))
    assert str(refused.value) == wrong


def test_a_refusal_repeats_no_markup_of_a_name_that_somebody_else_chose() -> None:
    trap = scene(evander(name="[free nitro](https://evil.example)"))
    with pytest.raises(RuleViolation) as refused:
        play(trap, GrantConviction((EVANDER,), -4, "Loss"))
    assert r"\[free nitro\](https\://evil.example) (3)" in str(refused.value)


# -- Portraits of heroes and NPCs: set by an address or a picture, and found by cards -------------------


ADDRESS, DATA, FACE = "https://example.org/face.png", b64encode(b"webp").decode(), RecordId("face")
DUKE, NEW = RecordId("duke"), RecordId("new-1")


def test_an_address_takes_the_place_of_a_picture() -> None:
    turn = play(scene(evander(picture=FACE), actor=DEACON), SetPortrait(EVANDER, ADDRESS))
    assert turn.changes == (Replace(EVANDER, evander(portrait=ADDRESS)),)
    assert turn.events == (PortraitSet("Evander"),)


def test_a_picture_is_a_record_of_its_own_that_the_hero_refers_to() -> None:
    turn = play(scene(evander(portrait=ADDRESS), actor=DEACON), SetPortrait(EVANDER, data=DATA))
    assert turn.changes == (
        Open(NEW, PORTRAIT.name, Portrait(EVANDER, DATA)),
        Replace(EVANDER, evander(picture=NEW)),
    )
    assert turn.subject == EVANDER


def test_with_neither_the_portrait_is_gone() -> None:
    turn = play(scene(evander(picture=FACE), actor=DEACON), SetPortrait(EVANDER))
    assert turn.changes == (Replace(EVANDER, evander()),)
    assert turn.events == (PortraitSet("Evander", is_gone=True),)


@pytest.mark.parametrize(
    ("known", "is_secret", "audience"),
    [(Known.HIDDEN, True, GAME_MASTERS), (Known.NAMED, False, EVERYONE), (Known.OPEN, False, EVERYONE)],
)
def test_what_a_hidden_npc_looks_like_is_a_secret(known: Known, is_secret: bool, audience: Any) -> None:
    duke = Record(DUKE, NPC.name, Npc("The Duke", known))
    turn = play(scene(duke), SetPortrait(DUKE, data=DATA))
    assert turn.changes[0] == Open(NEW, PORTRAIT.name, Portrait(DUKE, DATA, is_secret))
    assert turn.events == (PortraitSet("The Duke", audience=audience),)


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (SetPortrait(EVANDER), "There's no portrait to remove. Give an address or a picture."),
        (SetPortrait(EVANDER, ADDRESS, DATA), "Give an address or a picture, not both."),
        (SetPortrait(EVANDER, data="#"), "That picture can't be used. Upload a PNG, JPEG, GIF or WebP file."),
        (
            SetPortrait(EVANDER, data="A" * 200_004),
            "That picture can't be used. Upload a PNG, JPEG, GIF or WebP file.",
        ),
    ],
)
def test_what_makes_no_portrait_is_refused(action: SetPortrait, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(evander(), actor=DEACON), action)
    assert str(refused.value) == wrong


def test_the_same_address_again_is_refused() -> None:
    with refuses("portrait.same"):
        play(scene(evander(portrait=ADDRESS)), SetPortrait(EVANDER, f" {ADDRESS} "))


def test_portraits_are_set_by_the_player_or_a_game_master() -> None:
    kind = next(kind for kind in SYSTEM.actions if kind.action is SetPortrait)
    assert kind.may is Permit.OWNER_OR_GAME_MASTER
    assert kind.owner is not None
    assert kind.owner(scene(evander()), SetPortrait(EVANDER)) == DEACON
    npc = scene(Record(DUKE, NPC.name, Npc("The Duke")))
    assert kind.owner(npc, SetPortrait(DUKE)) is None


# -- on cards -----------------------------------------------------------------------------------------


def shown(state: Any, record: RecordId = EVANDER, kind: str = "hero") -> RecordView:
    return RecordView(record, SYSTEM.name, kind, "Evander", state, 1)


def test_a_card_shows_an_address_as_it_is() -> None:
    assert portrait_of(shown(evander(portrait=ADDRESS)), {}) == ADDRESS


def test_a_card_shows_a_picture_out_of_its_record_and_says_whose_it_is() -> None:
    records = {FACE: shown(Portrait(EVANDER, DATA), FACE, PORTRAIT.name)}
    found = portrait_of(shown(evander(picture=FACE)), records)
    assert found == Picture("portrait.webp", b"webp", "Portrait of Evander")


@pytest.mark.parametrize("hero", [evander(), evander(picture=FACE)], ids=["none", "not to be seen"])
def test_a_card_without_a_portrait_has_none(hero: Any) -> None:
    assert portrait_of(shown(hero), {}) is None
