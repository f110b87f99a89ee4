"""Portraits through the simulated Discord: by an address, uploaded, taken away, and refused."""

from __future__ import annotations

from tests.systems.adventuria.test_sheets_at_the_table import living, sheet
from tests.systems.second_kingdom.evening import buttons
from tests.systems.second_kingdom.playbook import picture
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
