"""Portraits of heroes and NPCs: set by an address or a picture, and found by cards."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest

from bot.engine.card import Picture
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.portraits import Portrait
from bot.engine.system import Open, Record, RecordId, Replace
from bot.errors import RuleViolation
from bot.play import RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.heroes.people import NPC, PORTRAIT
from bot.systems.second_kingdom.heroes.sheet import PortraitSet, SetPortrait
from bot.systems.second_kingdom.state import Known, Npc
from bot.ui.portrait import portrait_of
from tests.systems.second_kingdom.scenes import DEACON, EVANDER, evander, play, scene

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
        (SetPortrait(EVANDER), "There is no portrait to take away; give an address or a picture."),
        (SetPortrait(EVANDER, ADDRESS, DATA), "Give an address or a picture, not both."),
        (SetPortrait(EVANDER, data="#"), "That picture can't be used; upload a PNG, JPEG, GIF or WebP file."),
        (
            SetPortrait(EVANDER, data="A" * 200_004),
            "That picture can't be used; upload a PNG, JPEG, GIF or WebP file.",
        ),
    ],
)
def test_what_makes_no_portrait_is_refused(action: SetPortrait, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(evander(), actor=DEACON), action)
    assert str(refused.value) == wrong


def test_the_same_address_again_is_refused() -> None:
    with pytest.raises(RuleViolation, match=r"^That is the portrait already; nothing was changed\.$"):
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
