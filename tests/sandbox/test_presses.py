"""How many taps a thing takes: counted on a phone, in the browser, by a script that plays the sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.browser import acted, appears, chromium, last_action, messages, overflow, press, sit, slash
from tests.sandbox.test_visit import sandbox

__all__ = ["chromium"]


@dataclass
class Phone:
    """Somebody's phone, and how often it was tapped."""

    page: Page
    taps: int = 0

    async def slash(self, command: str) -> None:
        """A command without options: taken from the list, and sent."""
        await slash(self.page, command)
        self.taps += 2

    async def press(self, label: str) -> None:
        """The newest button of that label."""
        await press(self.page, label)
        self.taps += 1

    async def press_first(self, told: str) -> None:
        """The first button of the newest message that says so."""
        await appears(self.page, told)
        found = [seen for seen in await messages(self.page) if told in seen.text]
        await self.press(found[-1].buttons[0])

    async def pick(self, label: str, line: str) -> None:
        """A line of a list in the open form: the list, and the line."""
        await self.page.get_by_role("dialog").get_by_label(label).click()
        await self.page.get_by_role("option", name=line).click()
        self.taps += 2

    async def submit(self) -> None:
        """The open form, as it stands."""
        before = await last_action(self.page)
        await self.page.get_by_role("dialog").get_by_role("button", name="Submit").click()
        await acted(self.page, before)
        self.taps += 1

    async def taken(self) -> int:
        """The taps since the last time, on a page that is no wider than the phone."""
        assert await overflow(self.page) == 0
        taps, self.taps = self.taps, 0
        return taps


@pytest.mark.browser
async def test_an_attack_takes_five_taps_its_defense_three_and_what_waits_one(
    chromium: Browser, tmp_path: Path
) -> None:
    async with sandbox(tmp_path) as address:
        wren = Phone(await sit(chromium, address, "wren", "table", phone=True))
        deacon = Phone(await sit(chromium, address, "deacon", "table", phone=True))
        await wren.press("Waiting for me")
        await appears(wren.page, "The Drowned Bell: 1 thing waits for you")
        assert await wren.taken() == 1

        # From the sheet, against another than the form's first.
        await wren.press("My sheet")
        await wren.taken()
        await wren.press("Attack…")
        await wren.pick("Target", "Ilse Marrow")
        await wren.submit()
        await wren.press_first("assigns the dice")
        assert await wren.taken() <= 5

        await deacon.press_first("rolls the defence of Ilse Marrow")
        await deacon.press_first("chooses the guard of Ilse Marrow")
        assert await deacon.taken() <= 3

        # By command, against the same again.
        await wren.slash("sk attack")
        await wren.submit()
        await wren.press_first("assigns the dice")
        assert await wren.taken() <= 5
