"""Sheets through the simulated Discord: seen by anybody, shown, drawn, and after the end."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.play import Request
from bot.systems.adventuria.settings import ONE_AT_THREE, SPELLS_AT_THREE
from bot.systems.adventuria.sheet.cards import HEIGHT, WIDTH
from bot.systems.table.settings.rules import ChangeSetting
from tests.loaded import loaded
from tests.systems.adventuria.arrivals import fall
from tests.systems.adventuria.bouts import arena, met
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.systems.second_kingdom.playbook import picture
from tests.tables import Table, reply_of, said, text


async def living(table: Table, name: str = "Ada", who: MemberActor | None = None) -> ChannelHandle:
    """A new adventurer, a neutral priest; its thread."""
    with loaded(3, 2):
        await (who or table.deacon).slash(table.channel, "adv new", name=name)
    await table.settle()
    return list(table.channel.threads)[-1]


async def sheet(table: Table, who: MemberActor | None = None, **options: Any) -> InteractionResult:
    """`/adv sheet`, of Deacon unless told otherwise."""
    return await (who or table.deacon).slash(table.channel, "adv sheet", **options)


# -- seen -----------------------------------------------------------------------------------------------


async def test_a_sheet_is_seen_drawn_and_shown_with_what_waits(city: Table) -> None:
    # A sheet is answered privately with the buttons of its open step.
    home = await living(city)
    before = await entries(city)
    shown = await sheet(city)
    assert is_private(shown)
    for part in (
        "Ada",
        f"Priest · Neutral · played by {city.deacon.mention}",
        "Between turns: turn 1 begins at The City",
        "Arms **3** (up to 6)",
        "♥♥♥♥ unhurt, falls at 4",
        "**Items 0/6**",
        "**Spells 0/0**",
    ):
        assert part in said(shown)
    assert buttons(reply_of(shown)) == ["Start the turn", "Make camp"]
    assert await entries(city) == before

    # What waits is linked to its card.
    url = city.last(home).jump_url
    assert f"Waits: [Ada begins the next turn at The City]({url})" in said(await sheet(city))

    # A sheet is drawn with all of it in words.
    shown = await sheet(city, picture=True)
    assert is_private(shown)
    (file,) = reply_of(shown).attachments
    with Image.open(BytesIO(await file.read())) as image:
        assert image.size == (WIDTH, HEIGHT)
    told = file.description or ""
    assert told.startswith("Sheet of Ada\nPriest · Neutral\nArms 3 (up to 6)")
    assert told.endswith("Between turns: turn 1 begins at The City")
    assert "Start the turn" in buttons(reply_of(shown))

    # Anybody may look at anybodys sheet.
    for who in ANYBODY:
        shown = await sheet(city, getattr(city, who), adventurer="ada")
        assert is_private(shown)
        assert "Priest · Neutral" in said(shown)

    # A sheet is shown to everybody in its own thread.
    first = city.last(home).id
    answer = await sheet(city, city.wren, adventurer="Ada", show=True)
    await city.settle()
    assert is_private(answer)
    card = city.last(home)
    assert card.id != first
    assert "Priest · Neutral" in text(card)
    assert "Start the turn" in buttons(card)
    # Whoever must act was answer so before.
    assert not card.content
    await city.deacon.click(card, label="Start the turn")
    assert "Turn 1 at The City" in said(await sheet(city))

    # An open offer is among what waits and linked.
    await city.gm.slash(home, "adv gm offer", kind="gain", gold=5)
    await city.settle()
    waits = said(await sheet(city, city.wren, adventurer="Ada"))
    assert waits.count("Waits: [") == 2
    assert f"]({city.last(home).jump_url})" in waits


async def test_a_fight_is_what_waits_and_linked(city: Table) -> None:
    thread = await arena(city)
    card = await met(city, thread)
    shown = await sheet(city)
    assert said(shown).count("Waits: ") == 1
    assert f"]({card.jump_url})" in said(shown)
    assert not buttons(reply_of(shown))


ANYBODY: list[str] = ["gm", "wren", "stranger"]


async def test_ones_own_sheet_need_not_be_named(city: Table) -> None:
    # In its thread the adventurer need not be named.
    await living(city)
    home = await living(city, "Brand", city.wren)
    assert "played by" in said(await city.gm.slash(home, "adv sheet"))

    # My sheet on the home card is ones own.
    await city.gm.slash(city.channel, "campaign home")
    await city.settle()
    shown = await city.wren.click(city.last(), label="My sheet")
    assert is_private(shown)
    assert "Brand" in said(shown)
    assert "Ada" not in said(shown)


# -- shown ----------------------------------------------------------------------------------------------


async def test_in_its_thread_the_shown_sheet_is_the_answer_and_its_buttons_work(city: Table) -> None:
    # In its thread the shown sheet is the answer.
    home = await living(city)
    shown = await city.deacon.slash(home, "adv sheet", show=True)
    assert not is_private(shown)
    assert "Priest · Neutral" in said(shown)

    # A button of a private sheet works.
    await city.deacon.click(reply_of(await sheet(city)), label="Start the turn")
    await city.settle()
    assert "The City" in text(city.last(home))
    assert "Turn 1 at The City" in said(await sheet(city))

    # Q3 the sheet heeds what the campaign decided.
    change = ChangeSetting(SPELLS_AT_THREE.key, ONE_AT_THREE, SPELLS_AT_THREE.default)
    await city.bot.play.act(Actor(city.gm.id), Request(1, city.guild.id, city.channel.id), change)
    assert "**Spells 0/1**" in said(await sheet(city))

    # Who reads plain text gets the words of the picture.
    await city.deacon.slash(city.channel, "preferences plain")
    shown = await sheet(city, picture=True)
    assert not reply_of(shown).attachments
    assert "Sheet of Ada" in said(shown)
    assert "Arms 3 (up to 6)" in said(shown)


# -- drawn ----------------------------------------------------------------------------------------------


async def test_a_drawn_sheet_is_shown_with_the_portrait_that_was_uploaded(city: Table) -> None:
    home = await living(city)
    await city.deacon.slash(home, "adv portrait", picture=("ada.png", picture()))
    shown = await city.deacon.slash(home, "adv sheet", picture=True, show=True)
    (file,) = reply_of(shown).attachments
    with Image.open(BytesIO(await file.read())) as image:
        red, green, blue = image.convert("RGB").getpixel((WIDTH - 100, 150))  # type: ignore[misc]
    assert (abs(red - 90) < 10, abs(green - 20) < 10, abs(blue - 140) < 10) == (True, True, True)


# -- after the end --------------------------------------------------------------------------------------


async def test_q23_sheets_of_the_fallen_are_found_by_name_and_only_read(city: Table) -> None:
    # Q23 the sheet of a fallen one is found by name and only read.
    home = await living(city)
    await fall(city, home)
    await city.settle()
    shown = await sheet(city, city.wren, adventurer="ada")
    assert "Fell at The City" in said(shown)
    assert "♡♡♡♡ fallen with 9 wounds" in said(shown)
    assert buttons(reply_of(shown)) == ["Act…"]
    offered = await city.wren.autocomplete(city.channel, "adv sheet", "adventurer", "ad")
    assert [each["name"] for each in offered] == ["Ada (adventures over)"]
    await city.wren.slash(home, "adv sheet", adventurer=offered[0]["value"], show=True)
    await city.settle()
    assert "Fell at The City" in text(city.last(home))

    # Of one name who is in play comes before who fell.
    await living(city)
    assert "unhurt" in said(await sheet(city, city.wren, adventurer="Ada"))

    # Several fallen ones of one name are told apart by the list.
    home = list(city.channel.threads)[-1]
    await fall(city, home)
    await city.settle()
    wrong = await refused(city, city.wren, "adv sheet", adventurer="Ada")
    assert wrong == "Several past adventurers were called “Ada”; pick one from the list."


async def test_an_adventurer_whose_making_was_undone_has_no_sheet(city: Table) -> None:
    await living(city)
    undo = await city.gm.slash(city.channel, "undo")
    await city.gm.click(reply_of(undo))
    await city.settle()
    assert await city.wren.autocomplete(city.channel, "adv sheet", "adventurer", "ada") == []
    wrong = await refused(city, city.wren, "adv sheet", adventurer="Ada")
    assert wrong == "There's no adventurer called “Ada” here. Pick one from the list."
