"""Portraits through the simulated Discord: by an address, uploaded, taken away, and refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.adventuria.test_sheets_at_the_table import living, sheet
from tests.systems.second_kingdom.evening import buttons, is_private, refused
from tests.systems.second_kingdom.people_playbook import picture
from tests.tables import Table, reply_of, said

FACE = "https://example.org/ada.png"


async def test_a_portrait_by_its_address_is_on_the_sheet(city: Table) -> None:
    home = await living(city)
    told = await city.deacon.slash(home, "adv portrait", address=FACE)
    assert "Ada sits for a new portrait." in said(told)
    assert reply_of(told).embeds[0].thumbnail.url == FACE
    # It folds the older card, so it bears what is open.
    assert "Start the turn" in buttons(reply_of(told))
    assert reply_of(await sheet(city, city.wren, adventurer="Ada")).embeds[0].thumbnail.url == FACE


async def test_an_uploaded_portrait_is_kept_small_and_sent_along(each_city: Table) -> None:
    city = each_city
    home = await living(city)
    told = await city.deacon.slash(home, "adv portrait", picture=("ada.jpg", picture(900, 600, "JPEG")))
    (file,) = reply_of(told).attachments
    assert (file.filename, file.description) == ("portrait.webp", "Portrait of Ada")
    await city.restart()
    (again,) = reply_of(await sheet(city, city.wren, adventurer="Ada")).attachments
    data = await again.read()
    assert data[8:12] == b"WEBP"
    assert len(data) < 10_000
    gone = await city.deacon.slash(home, "adv portrait")
    assert "Ada's portrait comes off the wall." in said(gone)
    assert not reply_of(await sheet(city, adventurer="Ada")).attachments


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (
            {"picture": ("a.txt", b"hello")},
            "That picture can't be used; upload a PNG, JPEG, GIF or WebP file.",
        ),
        (
            {"picture": ("a.png", b"hello")},
            "That picture can't be used; upload a PNG, JPEG, GIF or WebP file.",
        ),
        (
            {"picture": ("a.png", b"x" * (4 * 2**20 + 1))},
            "A picture has at most 4 MB; this one has 4.0 MB.",
        ),
        ({"picture": ("a.png", picture()), "address": FACE}, "Give an address or a picture, not both."),
        ({}, "There is no portrait to take away; give an address or a picture."),
    ],
)
async def test_what_is_no_portrait_is_refused(city: Table, options: dict[str, Any], wrong: str) -> None:
    await living(city)
    assert await refused(city, city.deacon, "adv portrait", **options) == wrong


async def test_a_portrait_is_for_the_player_and_the_narrator(city: Table) -> None:
    home = await living(city)
    wrong = await refused(city, city.wren, "adv portrait", adventurer="Ada", address=FACE)
    assert wrong == "Only its player or a game master can do that; nothing was changed."
    assert not is_private(await city.gm.slash(home, "adv portrait", address=FACE))
