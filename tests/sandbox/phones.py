"""Phones in the sandbox: what people press is counted, and what everybody can read of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.async_api import Page, expect

from tests.browser import PATIENCE, acted, appears, last_action, messages, overflow, press, slash


@dataclass
class Phone:
    """Somebody's phone, and how often it was pressed.

    A press is a tap on a button, an entry of a list, Apply or Submit; to open a list is one. A typed command
    is one, and each option given.
    """

    page: Page
    taps: int = 0

    async def slash(self, command: str, **options: str) -> None:
        """A command, typed and sent."""
        await slash(self.page, command, **options)
        self.taps += 1 + len(options)

    async def press(self, label: str) -> None:
        """The newest button of that label."""
        await press(self.page, label)
        self.taps += 1

    async def press_first(self, told: str) -> None:
        """The first button of the newest message that says so."""
        await appears(self.page, told)
        found = [seen for seen in await messages(self.page) if told in seen.text]
        await self.press(found[-1].buttons[0])

    async def assign(self) -> None:
        """The first way to assign an attack's dice; three that are alike are assigned already."""
        waits = re.compile("assigns the dice|rolls the defense")
        last = self.page.locator("article.channel-message").last
        await expect(last).to_contain_text(waits, timeout=PATIENCE)
        if "assigns the dice" in (await messages(self.page))[-1].text:
            await self.press_first("assigns the dice")

    async def pick(self, label: str, line: str) -> None:
        """A line of a list in the open form: the list, and the line."""
        await self.page.get_by_role("dialog").get_by_label(label).click()
        await self.page.get_by_role("option", name=line).click()
        self.taps += 2

    async def choose(self, hint: str, *lines: str) -> None:
        """Lines of a message's list that begin so: the list, each line, and what closes a longer one."""
        before = await last_action(self.page)
        await self.page.locator("#channel-message-list").get_by_role("combobox", name=hint).last.click()
        for line in lines:
            unchosen = self.page.locator('.is-open .select-option:not([aria-selected="true"])')
            await unchosen.filter(has_text=re.compile(rf"^\s*{line}")).first.click()
            self.taps += 1
        apply = self.page.get_by_role("button", name="Apply", exact=True)
        if await apply.count():
            await apply.click()
            self.taps += 1
        await acted(self.page, before)
        self.taps += 1

    async def type(self, label: str, text: str) -> None:
        """Words in a field of the open form; the first one is ready to be typed in."""
        await self.page.get_by_role("dialog").get_by_label(label).fill(text)

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


async def public(page: Page) -> int:
    """How many messages everybody can read there."""
    return sum(not each.is_private for each in await messages(page))
