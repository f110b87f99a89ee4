"""`/home`, `/help` and `/plain`, as people use them."""

from __future__ import annotations

import pytest

from tests.tables import Table, reply_of, said, text


async def test_the_home_card_works_after_a_restart(table: Table) -> None:
    await table.gm.slash(table.channel, "home")
    await table.settle()
    await table.restart()
    card = table.last()
    assert "Ashes: home" in text(card)

    assert "Courage **6**" in said(await table.deacon.click(card, label="My sheet"))
    assert "Nothing waits for you." in said(await table.deacon.click(card, label="Waiting for me"))
    assert "your sheet" in said(await table.deacon.click(card, label="Help")).casefold()
    form = await table.deacon.click(card, label="Roll")
    rolled = await table.deacon.submit_modal(form, {"dice": "1d1+6 leap"})
    assert "**7**" in said(rolled)
    assert not rolled.ephemeral


async def test_who_has_no_sheet_is_told_so(table: Table) -> None:
    await table.gm.slash(table.channel, "home")
    await table.settle()
    answer = await table.gm.click(table.last(), label="My sheet")
    assert answer.ephemeral
    assert "You have no sheet in this campaign yet." in said(answer)


async def test_a_player_with_two_heroes_sees_both_sheets(table: Table) -> None:
    await table.deacon.slash(
        table.channel, "sk new", name="Isolde", courage=2, prudence=5, temperance=3, conviction=1
    )
    await table.gm.slash(table.channel, "home")
    await table.settle()
    sheets = said(await table.deacon.click(table.last(), label="My sheet"))
    assert "Evander" in sheets
    assert "Isolde" in sheets


async def test_help_opens_by_standing(table: Table) -> None:
    async def help_of(name: str) -> str:
        return said(await getattr(table, name).slash(table.channel, "help"))

    assert "/campaign join` makes you a player" in await help_of("stranger")
    assert "Your sheet" in await help_of("deacon")
    assert "A card to pin" in await help_of("gm")
    assert "You manage this server" in await help_of("admin")
    assert "You manage this server" not in await help_of("deacon")


async def test_help_lists_what_one_may_use_and_nothing_else(table: Table) -> None:
    pages = {
        who: said(await getattr(table, who).slash(table.channel, "help", topic="sk"))
        for who in ("gm", "deacon")
    }
    assert "`/sk challenge` Set" in pages["gm"]
    assert "`/sk challenge` Set" not in pages["deacon"]
    assert "/sk sheet" in pages["deacon"]


async def test_help_turns_its_pages_by_a_lasting_list(table: Table) -> None:
    first = await table.deacon.slash(table.channel, "help")
    await table.restart()
    page = await table.deacon.select(reply_of(first), ["campaign"])
    assert "/campaign join" in said(page)
    assert reply_of(page).id == reply_of(first).id


async def test_help_in_a_channel_without_a_campaign_says_what_works_there(table: Table) -> None:
    assert "Dice work anywhere" in said(await table.stranger.slash(table.tavern, "help"))


async def test_help_names_the_pages_where_there_is_none_of_that_name(table: Table) -> None:
    refused = await table.deacon.slash(table.channel, "help", topic="chess")
    assert refused.ephemeral
    assert "There is no help about “chess”; there is:" in said(refused)


async def test_every_command_is_in_somebodys_help(table: Table) -> None:
    found = ""
    topics = [c["value"] for c in await table.gm.autocomplete(table.channel, "help", "topic", "")]
    for who in (table.gm, table.admin):
        for topic in topics:
            found += said(await who.slash(table.channel, "help", topic=topic))
    for command in table.bot.tree.walk_commands():
        if not hasattr(command, "commands"):
            assert f"`/{command.qualified_name}`" in found


async def test_plain_mode_answers_in_text_and_outlives_a_restart(table: Table) -> None:
    answer = await table.wren.slash(table.channel, "plain", on=True)
    assert answer.ephemeral
    await table.restart()

    sheet = reply_of(await table.wren.slash(table.channel, "sk sheet"))
    assert not sheet.embeds
    assert "Courage **4**" in sheet.content
    assert reply_of(await table.deacon.slash(table.channel, "sk sheet")).embeds

    await table.wren.slash(table.channel, "plain", on=False)
    assert reply_of(await table.wren.slash(table.channel, "sk sheet")).embeds


@pytest.mark.parametrize("command", ["journal", "waiting", "help"])
async def test_plain_mode_reaches_every_private_answer(table: Table, command: str) -> None:
    await table.wren.slash(table.channel, "plain", on=True)
    answer = reply_of(await table.wren.slash(table.channel, command))
    assert not answer.embeds
    assert len(answer.content) > 20


async def test_plain_mode_says_when_it_is_so_already(table: Table) -> None:
    await table.wren.slash(table.channel, "plain", on=True)
    again = await table.wren.slash(table.channel, "plain", on=True)
    assert not reply_of(again).embeds
    assert "already" in said(again)
