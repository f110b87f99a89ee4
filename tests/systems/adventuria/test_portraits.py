"""Portraits of adventurers: set by an address or a picture, and found by cards."""

from __future__ import annotations

from base64 import b64encode

import pytest

from bot.engine.parts import part_of
from bot.engine.people import Permit
from bot.engine.portraits import Portrait
from bot.engine.system import Open, RecordId, Replace
from bot.errors import RuleViolation
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.sheet.rules import LIKENESS, PortraitSet, SetPortrait
from bot.systems.second_kingdom.heroes.people import PORTRAIT
from tests.refusals import refuses
from tests.systems.adventuria.scenes import BRAN, DEACON, HOME, MARISOL, bran, play, scene

ADDRESS, DATA, FACE = "https://example.org/face.png", b64encode(b"webp").decode(), RecordId("face")
NEW = RecordId("new-1")


def test_an_address_takes_the_place_of_a_picture() -> None:
    turn = play(scene(bran(picture=FACE)), SetPortrait(BRAN, f" {ADDRESS} "))
    assert turn.changes == (Replace(BRAN, bran(portrait=ADDRESS)),)
    assert turn.events == (PortraitSet("Bran"),)


def test_a_picture_is_a_record_of_its_own_that_the_adventurer_links_to() -> None:
    turn = play(scene(bran(portrait=ADDRESS)), SetPortrait(BRAN, data=DATA))
    assert set(map(type, turn.changes)) == {Open, Replace}
    assert Open(NEW, LIKENESS.name, Portrait(BRAN, DATA)) in turn.changes
    assert Replace(BRAN, bran(picture=NEW)) in turn.changes


def test_with_neither_the_portrait_is_gone() -> None:
    turn = play(scene(bran(picture=FACE)), SetPortrait(BRAN))
    assert turn.changes == (Replace(BRAN, bran()),)
    assert turn.events == (PortraitSet("Bran", is_gone=True),)


def test_it_is_told_in_the_adventurers_thread_and_nobody_decides_anew() -> None:
    turn = play(scene(bran(), actor=MARISOL), SetPortrait(BRAN, ADDRESS))
    assert (turn.subject, turn.channel, turn.on_behalf_of) == (BRAN, HOME, None)
    (change,) = turn.changes
    assert change.state.revision == bran().revision


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (SetPortrait(BRAN), "There's no portrait to remove. Give an address or a picture."),
        (SetPortrait(BRAN, ADDRESS, DATA), "Give an address or a picture, not both."),
        (SetPortrait(BRAN, data="#"), "That picture can't be used. Upload a PNG, JPEG, GIF or WebP file."),
        (
            SetPortrait(BRAN, "face"),
            "A portrait's address has to start with `https://`, like `https://example.org/face.png`.",
        ),
    ],
)
def test_what_makes_no_portrait_is_refused(action: SetPortrait, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(bran()), action)
    assert str(refused.value) == wrong


def test_the_same_address_again_is_refused() -> None:
    with refuses("portrait.same"):
        play(scene(bran(portrait=ADDRESS)), SetPortrait(BRAN, ADDRESS))


def test_portraits_are_set_by_the_player_or_a_narrator() -> None:
    kind = next(kind for kind in SYSTEM.actions if kind.action is SetPortrait)
    assert kind.may is Permit.OWNER_OR_GAME_MASTER
    assert kind.owner is not None
    assert kind.owner(scene(bran()), SetPortrait(BRAN)) == DEACON


def test_each_game_keeps_its_pictures_as_records_of_its_own() -> None:
    assert PORTRAIT.name == "portrait"
    assert LIKENESS.name != PORTRAIT.name
    assert LIKENESS in SYSTEM.kinds


def test_an_undo_speaks_of_a_picture_and_not_of_its_bytes() -> None:
    assert part_of(Portrait, ("data",), DATA) == ("Portrait", "an uploaded picture")
    assert part_of(Portrait, ("data",), "") == ("Portrait", None)
