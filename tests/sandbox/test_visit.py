"""Proof 9: a newcomer's first evening in the browser, with the bot stopped and started in the middle."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect
from yarl import URL

from tests.browser import (
    PATIENCE,
    PHONE,
    acted,
    appears,
    chromium,
    fill_in,
    last_action,
    messages,
    overflow,
    pick,
    press,
    settled,
    sit,
    slash,
    until,
)
from tests.sandbox.visits import Furnished

__all__ = ["chromium"]


@asynccontextmanager
async def sandbox(folder: Path, port: str = "0", **settings: str) -> AsyncIterator[str]:
    """`python -m bot play` on a database in that folder; gives its address and stops it as Ctrl+C does.

    `settings` are others of its environment.
    """
    given = {name: value for name, value in os.environ.items() if not name.startswith(("WAYPOST_", "PYTHON"))}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "play", "--port", port,
        env=given | {"WAYPOST_SANDBOX__DATABASE": str(folder / "sandbox.db")} | settings,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    said = ""
    try:
        while not (found := re.search(r"^http://\S+$", said, re.MULTILINE)):
            line = await asyncio.wait_for(process.stdout.readline(), 120)
            assert line, f"the sandbox ended: {said}"
            said += line.decode()
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = await asyncio.wait_for(process.communicate(), 120)
        said += rest.decode()
        # Said in full: pytest would cut it short.
        assert "Traceback" not in said, said
        # What is done in the browser doesn't fill the terminal.
        assert "[info" not in said, said
        assert process.returncode == 0


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def evening(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of a sandbox where several play beside each other: each test leaves the others theirs."""
    async with sandbox(tmp_path_factory.mktemp("evening")) as address:
        yield address


@pytest.mark.browser
async def test_a_challenge_is_opened_rolled_and_seen_in_the_browser(chromium: Browser, evening: str) -> None:
    marisol = await sit(chromium, evening, "marisol", "table")
    wren = await sit(chromium, evening, "wren", "table", phone=True)
    challenge = {"heroes": "Tam Fenwick", "action": "Read the tide", "virtue": "Prudence", "rating": "5"}
    await slash(marisol, "sk challenge", **challenge)
    await appears(wren, "Read the tide")

    await press(wren, "Roll, spend 1")

    await appears(marisol, "Prudence 6 + 1 = 7 against rating 5")
    await appears(marisol, "Conviction 2 → 1")
    assert await overflow(wren) == 0


@pytest.mark.browser
async def test_an_exchange_is_fought_in_an_adventurers_thread(chromium: Browser, evening: str) -> None:
    deacon = await sit(chromium, evening, "deacon", "Rook", phone=True)
    await appears(deacon, "Rook against Toll Robber")

    await press(deacon, "Roll")

    await appears(deacon, "Melee Combat, exchange 1")
    assert not (await messages(deacon))[-1].is_private
    assert await overflow(deacon) == 0


@pytest.mark.browser
async def test_the_wrong_person_and_nonsense_get_a_private_sentence(chromium: Browser, evening: str) -> None:
    wren = await sit(chromium, evening, "wren", "table")
    await press(wren, "Roll")
    await appears(wren, "Only @Deacon can do that")
    await slash(wren, "roll", dice="2x6")
    await appears(wren, "did you mean 2d6?")
    assert all(seen.is_private for seen in (await messages(wren))[-2:])


# Those with the longest hints, one without an option, and some that ask for one.
COMMANDS = (
    ("deacon", "table", "waiting"),
    ("deacon", "table", "dice fairness"),
    ("deacon", "table", "undo"),
    ("marisol", "table", "sk set"),
    ("marisol", "table", "sk challenge"),
    ("wren", "tavern", "campaign join"),
)


@pytest.mark.browser
async def test_a_command_keeps_its_send_button_on_a_phones_screen(chromium: Browser, evening: str) -> None:
    for person, place, command in COMMANDS:
        tab = await sit(chromium, evening, person, place, phone=True)
        await pick(tab, command)
        await expect(tab.locator(".command-chip")).to_be_visible()
        box = await tab.locator("#send-message").bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE["width"], (command, box)
        assert box["width"] >= 44 <= box["height"], (command, box)
        composer = await tab.locator("#channel-composer").evaluate("it => it.scrollWidth - it.clientWidth")
        assert (composer, await overflow(tab)) == (0, 0), command


@pytest.mark.browser
async def test_enter_sends_a_command_that_needs_no_option(chromium: Browser, evening: str) -> None:
    wren = await sit(chromium, evening, "wren", "table", phone=True)
    await pick(wren, "waiting")
    await expect(wren.locator(".command-suggestion")).to_have_text(re.compile("mine"))
    before = await last_action(wren)

    await wren.keyboard.press("Enter")

    await acted(wren, before)
    assert (await messages(wren))[-1].is_private


@pytest.mark.browser
async def test_an_option_suggests_before_anything_is_typed_and_keeps_the_name_that_was_picked(
    chromium: Browser, evening: str
) -> None:
    odile = await sit(chromium, evening, "odile", "tavern", phone=True)
    await pick(odile, "campaign create")
    await odile.locator('.command-option-input[data-option="name"]').fill("Embers")
    game = odile.locator('.command-option-input[data-option="game"]')
    await game.focus()
    await odile.locator(".command-suggestion").filter(has_text="The Second Kingdom").click()
    await expect(game).to_have_value("The Second Kingdom")
    await game.focus()
    await expect(odile.locator(".command-suggestion")).to_have_text(re.compile("The Second Kingdom"))
    await odile.locator(".command-chip").focus()
    # What was asked for the list is still on its way on a slow machine, and nothing is sent before.
    await until(odile, "!simcordPreview.pendingAction && !simcordPreview.pendingQuery")

    await odile.keyboard.press("Enter")

    await appears(odile, "A new campaign: Embers")


@pytest.mark.browser
async def test_a_threads_chip_opens_the_thread(chromium: Browser, evening: str) -> None:
    deacon = await sit(chromium, evening, "deacon", "city", phone=True)
    await deacon.get_by_role("link", name=re.compile("Rook · ")).click()
    await appears(deacon, "The lamps are lit along the canal")
    assert await deacon.title() == "Deacon in #Rook · Waypost"


@pytest.mark.browser
async def test_an_open_tab_says_that_the_sandbox_ended_and_comes_back_with_it(
    chromium: Browser, furnished: Furnished, tmp_path: Path
) -> None:
    furnished.copied(tmp_path)
    async with sandbox(tmp_path) as address:
        deacon = await sit(chromium, address, "deacon", "table", phone=True)
        await appears(deacon, "Leap the broken bridge")
    gone = deacon.get_by_role("alert").filter(has_text="The sandbox isn’t running")
    await expect(gone).to_be_visible(timeout=PATIENCE)
    await expect(gone.get_by_role("button", name="Reload")).to_be_in_viewport(ratio=1)
    before = deacon.url

    async with sandbox(tmp_path, str(URL(address).port)) as again:
        assert again == address
        await expect(deacon).not_to_have_url(before, timeout=PATIENCE)
        await settled(deacon)
        await appears(deacon, "Leap the broken bridge")
        await expect(gone).to_have_count(0)
        await press(deacon, "Roll")
        await appears(deacon, "draw 2")


@pytest.mark.browser
async def test_the_game_master_writes_what_a_roll_leaves_behind(
    chromium: Browser, furnished: Furnished, tmp_path: Path
) -> None:
    furnished.copied(tmp_path)
    async with sandbox(tmp_path) as address:
        marisol = await sit(chromium, address, "marisol", "table")
        deacon = await sit(chromium, address, "deacon", "table")
        asked: list[str] = []
        # Five dice leave something behind four times in seven.
        for draw in range(2, 62):
            await press(deacon, "Roll")
            await appears(marisol, f"draw {draw}")
            asked = [b for seen in await messages(marisol) for b in seen.buttons if b.startswith("Propose")]
            if asked:
                break
            again = {"heroes": "Ilse Marrow", "action": f"Again, {draw}", "virtue": "Courage", "rating": "1"}
            await slash(marisol, "sk challenge", **again)
            await appears(deacon, f"Again, {draw}")
        kind = asked[-1].removeprefix("Propose ")
        await press(marisol, "Game master…")
        await press(marisol, f"Write {kind}")

        await fill_in(marisol, {f"The {kind}": "A rope is left hanging."})

        await appears(deacon, "A rope is left hanging.")


@pytest.mark.browser
async def test_after_a_restart_what_waits_is_answered_and_a_claimed_hex_is_the_kingdoms_own(
    chromium: Browser, furnished: Furnished, tmp_path: Path
) -> None:
    furnished.copied(tmp_path)
    async with sandbox(tmp_path) as address:
        deacon = await sit(chromium, address, "deacon", "table")
        await appears(deacon, "Leap the broken bridge")
        deacon = await sit(chromium, address, "deacon", "marches", phone=True)
        await slash(deacon, "hex claim", hex="G4")
        await appears(deacon, "for 1 BP")
        assert (await messages(deacon))[-1].is_private

        await press(deacon, "Claim the hex")

        await appears(deacon, "claims G4 (hills) for 1 BP")
        assert await overflow(deacon) == 0
    async with sandbox(tmp_path) as address:
        deacon = await sit(chromium, address, "deacon", "table", phone=True)
        await appears(deacon, "Leap the broken bridge")

        await press(deacon, "Roll")

        await appears(deacon, "against rating 4")
        await appears(deacon, "draw 2")
        assert not (await messages(deacon))[-1].is_private
        deacon = await sit(chromium, address, "deacon", "marches", phone=True)
        await slash(deacon, "hex claim", hex="G4")
        await appears(deacon, "Thistlemark already owns")
        await press(deacon, "End the Edict phase for everybody")
        await appears(deacon, "Thistlemark ends its Edict phase.")
