"""A kingdom's month at a phone's size, counted: how many presses it takes, and how many messages it makes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.browser import appears, chromium, messages, overflow, press, sit, slash
from tests.sandbox.test_visit import sandbox

__all__ = ["chromium"]

# A month in which nobody decides anything, press by press.
QUIET = (
    "Open the month",
    "Roll Stability",
    "End the Edict phase",
    "Collect taxes",
    "Roll for an event",
    "Close the month",
)
# What nobody decides depends on the dice: an event, or Unrest for the Royal Enforcer, makes it another month.
MOST_MONTHS = 8


async def offered(page: Page) -> tuple[str, ...]:
    """What the newest message of the channel that bears buttons offers."""
    return next(
        seen.buttons for seen in reversed(await messages(page)) if seen.buttons and not seen.is_private
    )


async def quiet_month(page: Page) -> int | None:
    """How many messages a month made, pressed through by its Ruler; None where something was to be decided."""
    before = len(await messages(page))
    for label in QUIET:
        if label not in await offered(page):
            return None
        await press(page, label)
    return len(await messages(page)) - before


@pytest.mark.browser
async def test_a_month_in_which_nobody_decides_anything_takes_six_presses_on_a_phone(
    chromium: Browser, tmp_path: Path
) -> None:
    async with sandbox(tmp_path) as address:
        marisol = await sit(chromium, address, "marisol", "marches")
        deacon = await sit(chromium, address, "deacon", "marches", phone=True)
        posts: int | None = None
        for _ in range(MOST_MONTHS):
            await slash(marisol, "month-gm next", to="Close the month", reason="A quiet month")
            await slash(marisol, "month-gm close")
            await appears(deacon, "Open the month")
            posts = await quiet_month(deacon)
            if posts is not None:
                break
        assert posts is not None, "no month was quiet"
        assert len(QUIET) <= 6
        assert posts <= 8
        assert await overflow(deacon) == 0
