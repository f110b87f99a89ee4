"""`/home`, `/help` and `/plain`, as people use them."""

from __future__ import annotations

from tests.tables import Table, reply_of, said, text


async def test_the_home_card_works_after_a_restart_for_who_has_a_sheet_or_two_or_none(table: Table) -> None:
    # The home card works after a restart.
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

    # Who has no sheet is told so and two are both shown.
    # Who has no sheet is told so.
    await table.gm.slash(table.channel, "home")
    await table.settle()
    answer = await table.gm.click(table.last(), label="My sheet")
    assert answer.ephemeral
    assert "You have no sheet in this campaign yet." in said(answer)

    # A player with two heroes sees both sheets.
    await table.deacon.slash(
        table.channel, "sk new", name="Isolde", courage=2, prudence=5, temperance=3, conviction=1
    )
    await table.gm.slash(table.channel, "home")
    await table.settle()
    sheets = said(await table.deacon.click(table.last(), label="My sheet"))
    assert "Evander" in sheets
    assert "Isolde" in sheets


async def test_help_opens_by_standing_lists_what_one_may_use_and_turns_its_pages(table: Table) -> None:
    # Help opens by standing.
    async def help_of(name: str) -> str:
        return said(await getattr(table, name).slash(table.channel, "help"))

    assert "/campaign join` makes you a player" in await help_of("stranger")
    assert "Your sheet" in await help_of("deacon")
    assert "A card to pin" in await help_of("gm")
    assert "You manage this server" in await help_of("admin")
    assert "You manage this server" not in await help_of("deacon")

    # Help lists what one may use and nothing else.
    pages = {
        who: said(await getattr(table, who).slash(table.channel, "help", topic="sk"))
        for who in ("gm", "deacon")
    }
    assert "`/sk challenge` Set" in pages["gm"]
    assert "`/sk challenge` Set" not in pages["deacon"]
    assert "/sk sheet" in pages["deacon"]

    # Help in a channel without a campaign says what works there.
    assert "Dice work anywhere" in said(await table.stranger.slash(table.tavern, "help"))

    # Help names the pages where there is none of that name.
    refused = await table.deacon.slash(table.channel, "help", topic="chess")
    assert refused.ephemeral
    assert "There is no help about “chess”; there is:" in said(refused)

    # Help turns its pages by a lasting list.
    first = await table.deacon.slash(table.channel, "help")
    await table.restart()
    page = await table.deacon.select(reply_of(first), ["campaign"])
    assert "/campaign join" in said(page)
    assert reply_of(page).id == reply_of(first).id


async def test_every_command_is_in_somebodys_help(table: Table) -> None:
    found = ""
    topics = [c["value"] for c in await table.gm.autocomplete(table.channel, "help", "topic", "")]
    for who in (table.gm, table.admin):
        for topic in topics:
            found += said(await who.slash(table.channel, "help", topic=topic))
    for command in table.bot.tree.walk_commands():
        if not hasattr(command, "commands"):
            assert f"`/{command.qualified_name}`" in found


async def test_plain_mode_reaches_every_answer_and_outlives_a_restart(table: Table) -> None:
    # Plain mode answers in text and outlives a restart.
    answer = await table.wren.slash(table.channel, "plain", on=True)
    assert answer.ephemeral
    await table.restart()

    sheet = reply_of(await table.wren.slash(table.channel, "sk sheet"))
    assert not sheet.embeds
    assert "Courage **4**" in sheet.content
    assert reply_of(await table.deacon.slash(table.channel, "sk sheet")).embeds

    await table.wren.slash(table.channel, "plain", on=False)
    assert reply_of(await table.wren.slash(table.channel, "sk sheet")).embeds

    # Plain mode reaches every private answer.
    for command in ANSWERED:
        await table.wren.slash(table.channel, "plain", on=True)
        private = reply_of(await table.wren.slash(table.channel, command))
        assert not private.embeds
        assert len(private.content) > 20

    # Plain mode says when it is so already.
    again = await table.wren.slash(table.channel, "plain", on=True)
    assert not reply_of(again).embeds
    assert "already" in said(again)


ANSWERED: list[str] = ["journal", "waiting", "help"]
