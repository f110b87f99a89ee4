"""`/act` on a phone, in the browser: how many taps from its page to a deed, and to what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser import appears, chromium, sit
from tests.sandbox.phones import Phone
from tests.sandbox.test_presses import BOUNDS
from tests.sandbox.test_visit import sandbox

__all__ = ["chromium"]


@pytest.mark.browser
async def test_a_deed_about_ones_own_is_two_taps_from_the_page_and_another_two_more(
    chromium: Browser, tmp_path: Path
) -> None:
    async with sandbox(tmp_path) as address:
        wren = Phone(await sit(chromium, address, "wren", "barrow", phone=True))
        await wren.slash("act")
        await appears(wren.page, "The Sunken Barrow: what you can do")
        assert await wren.taken() == 1
        await wren.choose("Nim…", "Swim")
        await appears(wren.page, "Nim swims")
        assert await wren.taken() <= BOUNDS["a deed by /act, about one's own"].presses

        # By its words: the command and its option.
        await wren.slash("act", deed="Nim: Swim")
        await appears(wren.page, "Nim swims")
        assert await wren.taken() <= BOUNDS["a deed by its words"].presses

        # A subject for which the page has no room: the list of them, and its line.
        await wren.slash("act")
        await wren.taken()
        await wren.choose("Something else…", "The table")
        await wren.choose("The table…", "Roll dice")
        assert await wren.taken() <= BOUNDS["a deed by /act, about anything else"].presses


@pytest.mark.browser
async def test_a_hex_is_claimed_from_the_page_in_five_taps(chromium: Browser, tmp_path: Path) -> None:
    async with sandbox(tmp_path) as address:
        deacon = Phone(await sit(chromium, address, "deacon", "marches", phone=True))
        await deacon.slash("act")
        await deacon.taken()
        await deacon.choose("Land…", "Claim a hex")
        await deacon.choose("Up to 2 at once", r"\S")
        assert await deacon.taken() <= BOUNDS["a claim, by /act"].presses
