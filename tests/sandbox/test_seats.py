"""What a visitor does in the browser: several people at once, every press counted."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from playwright.async_api import Browser, expect

from bot.sandbox.room import Visit
from tests.browser import DESKTOP, PHONE, appears, fill_in, messages, overflow, picture, press, sit, slash

pytestmark = pytest.mark.browser


async def test_one_plays_and_the_others_see_it(chromium: Browser, visit: Visit) -> None:
    marisol = await sit(chromium, visit.address, "marisol", "table")
    deacon = await sit(chromium, visit.address, "deacon", "table")
    await slash(marisol, "card", title="Leap the gap", rating="4", hero="Deacon")
    await appears(deacon, "Rating 4, for @Deacon")
    await press(deacon, "Roll")
    await appears(marisol, "Deacon rolled.")


async def test_a_private_answer_is_seen_by_its_addressee_only(chromium: Browser, visit: Visit) -> None:
    deacon = await sit(chromium, visit.address, "deacon", "table")
    wren = await sit(chromium, visit.address, "wren", "table")
    await slash(deacon, "card", title="A locked chest")
    await press(deacon, "Peek")
    await slash(deacon, "card", title="Done")
    await appears(wren, "Done")
    assert [each.text for each in await messages(deacon) if each.is_private] == ["For your eyes only."]
    assert not any("eyes only" in each.text for each in await messages(wren))


async def test_a_form_is_filled_in_and_sent(chromium: Browser, visit: Visit) -> None:
    wren = await sit(chromium, visit.address, "wren", "tavern", phone=True)
    await slash(wren, "card", title="A tale")
    await press(wren, "Tell")
    await fill_in(wren, {"What happened?": "The bridge held."})
    await appears(wren, "Wren says: The bridge held.")


async def test_presses_count_while_time_passes_and_others_act(chromium: Browser, visit: Visit) -> None:
    """Each publication makes every page a little out of date; SimCord alone would refuse such presses."""
    tabs = [await sit(chromium, visit.address, person, "table") for person in ("marisol", "deacon", "wren")]
    await slash(tabs[0], "card", title="Everyone at once")
    for tab in tabs:
        await appears(tab, "Everyone at once")
    busy = asyncio.create_task(visit.clock.travel(timedelta(hours=6)))
    for _ in range(5):
        await asyncio.gather(*(press(tab, "Roll") for tab in tabs))
    await busy
    drawn = [message for message in visit.world.table.history() if message.embeds]
    assert sum("rolled." in str(message.embeds[0].description) for message in drawn) == 15


async def test_switching_the_person_takes_their_seat(chromium: Browser, visit: Visit) -> None:
    tab = await sit(chromium, visit.address, "deacon", "table")
    await tab.locator("#viewer-picker").select_option(label="Wren")
    await expect(tab).to_have_title("Wren in #table · Waypost")
    await tab.reload()
    await expect(tab.locator("#viewer-picker")).to_have_value(str(visit.world.wren.id))


async def test_a_link_to_a_message_leads_to_it(chromium: Browser, visit: Visit) -> None:
    world = visit.world
    async with visit.turn:
        await world.wren.slash(world.tavern, "card", title="The old song")
        told = world.tavern.history()[-1].id
        link = f"https://discord.com/channels/{world.guild.id}/{world.tavern.id}/{told}"
        await world.marisol.send(world.table, f"As was sung: {link}")
    tab = await sit(chromium, visit.address, "deacon", "table")
    await tab.get_by_role("link", name=link).click()
    await expect(tab).to_have_title("Deacon in #tavern · Waypost")
    await expect(tab.locator(f'[data-message-id="{told}"].message-surface')).to_contain_text("The old song")


async def test_a_tab_opens_at_the_newest_message_and_stays_there(chromium: Browser, visit: Visit) -> None:
    marisol = await sit(chromium, visit.address, "marisol", "table")
    for number in range(1, 9):
        await slash(marisol, "card", title=f"Card {number}")
    deacon = await sit(chromium, visit.address, "deacon", "table")
    await expect(deacon.get_by_text("Card 8")).to_be_in_viewport()
    for tab, title in ((marisol, "Card 9"), (deacon, "Card 10")):
        await slash(tab, "card", title=title)
        for each in (marisol, deacon):
            await expect(each.get_by_text(title, exact=True)).to_be_in_viewport()


async def test_reading_back_is_not_interrupted_by_news(chromium: Browser, visit: Visit) -> None:
    marisol = await sit(chromium, visit.address, "marisol", "table")
    for number in range(1, 9):
        await slash(marisol, "card", title=f"Card {number}")
    await marisol.locator("#channel-timeline").hover()
    await marisol.mouse.wheel(0, -5000)
    first = marisol.get_by_text("Card 1", exact=True)
    await expect(first).to_be_in_viewport()
    deacon = await sit(chromium, visit.address, "deacon", "table")
    await slash(deacon, "card", title="News")
    await expect(marisol.get_by_text("News", exact=True)).to_be_attached()
    await expect(marisol.locator("#new-messages")).to_be_visible()
    await expect(first).to_be_in_viewport()


async def test_pages_fit_phone_and_desk(chromium: Browser, visit: Visit, tmp_path: Path) -> None:
    tab = await sit(chromium, visit.address, "marisol", "game-master")
    await slash(tab, "card", title="A long title that has to be broken somewhere on a narrow screen, surely")
    for size in (PHONE, DESKTOP):
        await picture(tab, tmp_path / f"seat-{size['width']}.png", size)
        assert await overflow(tab) <= 0
    await tab.goto(visit.address)
    for size in (PHONE, DESKTOP):
        await tab.set_viewport_size(size)
        assert await overflow(tab) <= 0


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_the_first_pages_buttons_let_time_pass(chromium: Browser, visit: Visit, host: str) -> None:
    before = visit.env.now()
    tab = await chromium.new_page()
    await tab.goto(visit.address.replace("127.0.0.1", host))
    await tab.get_by_role("button", name="One hour").click()
    await expect(tab.get_by_role("status")).to_have_text("1 hour passed.")
    assert visit.env.now() - before >= timedelta(hours=1)


async def test_a_page_of_elsewhere_neither_frames_the_sandbox_nor_lets_time_pass_in_it(
    chromium: Browser, visit: Visit
) -> None:
    before = visit.env.now()
    tab = await chromium.new_page()
    for address in ("", "as/deacon/table"):
        await tab.set_content(f'<iframe src="{visit.address}{address}"></iframe>')
        shown = tab.frame_locator("iframe").locator("main, #channel-timeline, .preview-shell")
        await expect(shown).to_have_count(0)
    form = f'<form method="post" action="{visit.address}travel"><button name="hours" value="1">Free'
    await tab.set_content(form)
    await tab.get_by_role("button").click()
    await expect(tab.locator("body")).to_contain_text("Time passes only by the buttons on the first page.")
    assert visit.env.now() - before < timedelta(hours=1)


async def test_a_press_counts_though_its_page_is_drawn_anew_under_the_finger(
    chromium: Browser, visit: Visit
) -> None:
    marisol = await sit(chromium, visit.address, "marisol", "table")
    deacon = await sit(chromium, visit.address, "deacon", "table", phone=True)
    await slash(marisol, "card", title="Leap the gap")
    await appears(deacon, "Leap the gap")
    button = deacon.get_by_role("button", name="Roll", exact=True).last
    await button.hover()
    await button.evaluate("each => { each.dataset.old = 'yes' }")
    await deacon.mouse.down()
    async with visit.turn:
        channel: Any = visit.env.bot.get_channel(visit.world.table.id)
        message = await channel.fetch_message(visit.world.table.history()[-1].id)
        await message.edit(embed=discord.Embed(title="Leap the wide gap"))
        await visit.seats.refresh()
    await appears(deacon, "Leap the wide gap")
    await expect(deacon.locator("[data-old]")).to_have_count(0)
    await deacon.mouse.up()
    await appears(marisol, "Deacon rolled.")


async def test_a_press_that_is_lost_says_so_where_the_eye_is(chromium: Browser, visit: Visit) -> None:
    deacon = await sit(chromium, visit.address, "deacon", "table", phone=True)
    await slash(deacon, "card", title="Leap the gap")
    button = deacon.get_by_role("button", name="Roll", exact=True).last
    await button.hover()
    await deacon.mouse.down()
    # Its message is gone before the finger is up.
    await button.evaluate("each => each.closest('[data-message-id]').remove()")
    await deacon.mouse.up()
    said = deacon.get_by_role("status").filter(has_text="That press didn’t count")
    await expect(said).to_be_in_viewport(ratio=1)
    assert await overflow(deacon) == 0
