"""Drives the sandbox's pages in Chromium, for tests that see what a visitor sees.

from tests.browser import chromium  # the fixture; skips where there is no Chromium

@pytest.mark.browser
async def test_the_player_sees_the_challenge(chromium: Browser) -> None:
    marisol = await sit(chromium, address, "marisol", "table")
    deacon = await sit(chromium, address, "deacon", "table")
    await slash(marisol, "sk challenge", action="Leap the gap", rating="4")
    await appears(deacon, "Leap the gap")
    await press(deacon, "Roll")
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, async_playwright, expect
from playwright.async_api import TimeoutError as TookTooLong

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("WAYPOST_TEST_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PATIENCE = 60_000
# Seconds without a sign of a press, after which it is taken for lost.
SWALLOWED = 5.0


@dataclass(frozen=True)
class Seen:
    """A message as it is drawn."""

    author: str
    text: str
    buttons: tuple[str, ...]
    is_private: bool


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A headless Chromium, without the habit of calling home."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=QUIET)
        try:
            yield browser
        finally:
            await browser.close()


@pytest_asyncio.fixture
async def chromium() -> AsyncIterator[Browser]:
    """A browser for one test."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install Debian's package, or name one in WAYPOST_TEST_CHROMIUM")
    async with launched() as browser:
        yield browser


async def sit(browser: Browser, address: str, person: str, place: str, *, phone: bool = False) -> Page:
    """A tab of its own, as this person in this channel ("table", "direct", a thread's id)."""
    context = await browser.new_context(viewport=PHONE if phone else DESKTOP, color_scheme="dark")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(f"{address}as/{person}/{place}")
    await settled(page)
    return page


async def until(page: Page, condition: str, *facts: object) -> None:
    """Wait until a JavaScript condition holds.

    Playwright's own wait_for_function evaluates text inside the page, which the page's policy forbids.
    """
    async with asyncio.timeout(PATIENCE / 1000):
        # What is waited for happens in another process, out of an Event's reach.
        while not await page.evaluate(f"facts => Boolean({condition})", facts):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def settled(page: Page) -> None:
    """Wait until the page has drawn everything and asks for nothing."""
    await until(page, "window.simcordPreview?.ready && simcordPreview.awaitingRevision === null")


async def last_action(page: Page) -> str | None:
    """The id of the page's last action."""
    found: str | None = await page.evaluate("window.simcordPreview.lastAction?.requestId ?? null")
    return found


async def acted(page: Page, before: str | None) -> None:
    """Wait until an action after `before` came back. Fails with the page's words if it was refused."""
    await until(
        page,
        "simcordPreview.lastAction && simcordPreview.lastAction.requestId !== facts[0]"
        " && simcordPreview.lastAction.settlement !== 'pending' && !simcordPreview.pendingAction",
        before,
    )
    await settled(page)
    last = await page.evaluate("window.simcordPreview.lastAction")
    assert not last["rejected"], last
    assert last["settlement"] == "settled", last


async def slash(page: Page, command: str, **options: str) -> None:
    """Type a slash command, fill in its options as a person would, and send it."""
    await pick(page, command)
    for name, value in options.items():
        await _fill_option(page, name, value)
    await until(page, "!simcordPreview.pendingAction && !simcordPreview.pendingQuery")
    draft = await page.evaluate("simcordPreview.commandPicker.draft")
    assert draft["submittable"], draft["options"]
    before = await last_action(page)
    await page.locator("#send-message").click()
    await acted(page, before)


async def pick(page: Page, command: str) -> None:
    """Type a slash command and pick it from the list."""
    await page.locator("#channel-composer-input").fill(f"/{command}")
    entry = page.locator(".command-entry").filter(has=page.get_by_text(f"/{command}", exact=True))
    chosen = page.locator(".command-chip").first
    await entry.click()
    # A list that is drawn anew at that moment swallows the click.
    with suppress(TookTooLong):
        await chosen.wait_for(timeout=3_000)
    if not await chosen.is_visible() and await entry.is_visible():
        await entry.click()


async def _fill_option(page: Page, name: str, value: str) -> None:
    field, chip = page.locator(f'.command-option-input[data-option="{name}"]'), page.locator(".command-chip")
    # A page that is slow to draw the command has neither yet.
    await field.or_(chip).first.wait_for()
    if not await field.count():
        await chip.click()
        await page.locator(f'.command-suggestion[data-value="{name}"]').click()
    await field.fill(value)
    if await field.get_attribute("role") == "combobox":
        await _take_suggestion(page, value)


async def _take_suggestion(page: Page, value: str) -> None:
    label = re.compile(rf"^{re.escape(value)}$", re.IGNORECASE)
    offered = page.locator(".command-suggestion").filter(has=page.get_by_text(label))
    # Free text is allowed where a command only suggests.
    with suppress(TookTooLong):
        await offered.first.click(timeout=2_000)


async def press(page: Page, label: str) -> None:
    """Press the newest button with that label.

    A page that is redrawn between the finger's down and up swallows the press: then a person presses again.
    """
    before = await last_action(page)
    button = page.locator("#channel-message-list").get_by_role("button", name=label, exact=True).last
    await button.click()
    async with asyncio.timeout(PATIENCE / 1000):
        while not await begun(page, before):
            await button.click()
    await acted(page, before)


async def begun(page: Page, before: str | None) -> bool:
    """Whether the page took a press: it says so in the same turn, and is given seconds."""
    taken = "simcordPreview.pendingAction || (simcordPreview.lastAction?.requestId ?? null) !== facts[0]"
    with suppress(TimeoutError):
        async with asyncio.timeout(SWALLOWED):
            await until(page, taken, before)
            return True
    return False


async def fill_in(page: Page, fields: Mapping[str, str]) -> None:
    """Fill in the open form, by its labels, and submit it."""
    form = page.get_by_role("dialog")
    for label, text in fields.items():
        await form.get_by_label(label).fill(text)
    before = await last_action(page)
    await form.get_by_role("button", name="Submit").click()
    await acted(page, before)


async def messages(page: Page) -> list[Seen]:
    """What the tab shows, oldest first."""
    drawn = await page.evaluate(_READ_MESSAGES)
    return [Seen(each["author"], each["text"], tuple(each["buttons"]), each["isPrivate"]) for each in drawn]


async def appears(page: Page, text: str) -> None:
    """Wait until a message with this text is there."""
    found = page.locator("article.channel-message").filter(has_text=text).last
    await expect(found).to_be_visible(timeout=PATIENCE)


async def picture(page: Page, path: Path, size: ViewportSize = DESKTOP) -> None:
    """Photograph the tab at a phone's or a desktop's size."""
    await page.set_viewport_size(size)
    await settled(page)
    await page.screenshot(path=path)


async def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    wider: int = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wider


_READ_MESSAGES = """() => {
  const bodies = ".message-content, .embed-card, .components-v2, .message-system";
  let author = "";
  return [...document.querySelectorAll("article.channel-message")].map((message) => {
    const all = (selector) => [...message.querySelectorAll(selector)].map((part) => part.innerText.trim());
    author = all(".message-author")[0] ?? author;
    return { author, text: all(bodies).join("\\n"), buttons: all(".component-button"),
      isPrivate: Boolean(message.querySelector(".message-ephemeral-note")) };
  });
}"""
