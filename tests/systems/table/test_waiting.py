"""`/waiting`: bringing a buried card up, and nudging, as people use them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from simcord import InteractionResult, MemberActor

from bot.storage.address import Address
from tests.systems.table.test_journal import challenge
from tests.tables import Table, open_table, reply_of, said, text


def lists(result: InteractionResult) -> dict[str, list[str]]:
    """The values of each list in an answer, by the list's custom_id."""
    rows: Any = reply_of(result).components
    return {
        part["custom_id"]: [option["value"] for option in part["options"]]
        for row in rows
        for part in row["components"]
    }


def person(table: Table, name: str) -> MemberActor:
    """One of the table's people."""
    found: MemberActor = getattr(table, name)
    return found


async def listed(table: Table, by: str = "gm") -> InteractionResult:
    """What waits, as that person sees it."""
    return await person(table, by).slash(table.channel, "waiting")


async def chosen(table: Table, name: str, by: str = "gm") -> InteractionResult:
    """The first thing on that list of `/waiting`, chosen."""
    result = await listed(table, by)
    custom_id = f"?{name}"
    values = lists(result)[custom_id][:1]
    return await person(table, by).select(reply_of(result), values, custom_id=custom_id)


async def test_of_a_card_with_a_secret_the_players_copy_is_brought_up_and_linked_to(table: Table) -> None:
    await challenge(table, hide_rating=True)
    own = table.messages(table.secret)
    nudge = await chosen(table, "nudge")
    assert f"/{table.channel.id}/" in said(nudge)
    assert f"/{table.secret.id}/" not in said(nudge)

    await chosen(table, "bring_up")
    await table.settle()
    assert "a hidden rating" in text(table.last())
    assert [message.id for message in table.messages(table.secret)] == [message.id for message in own]


async def test_what_waits_is_told_to_each_and_brought_up_by_players(table: Table) -> None:
    # What waits for oneself says nothing of the others.
    await challenge(table)
    own = said(await table.deacon.slash(table.channel, "waiting", mine=True))
    assert own.startswith("Ashes: 1 thing waits for you")
    others = said(await table.wren.slash(table.channel, "waiting", mine=True))
    assert others == "Ashes\nNothing waits for you."

    # A spectator brings nothing up.
    refused = await chosen(table, "bring_up", by="stranger")
    assert refused.ephemeral
    assert said(refused).startswith("Only this campaign's players and game masters")

    # What waits for the game master is no players to be nudged for.
    result = await listed(table, by="deacon")
    assert list(lists(result)) == ["?bring_up"]

    # A buried card comes to the end of its channel.
    card = table.last()
    assert card.content == table.deacon.mention
    await table.wren.slash(table.channel, "roll", dice="2d6")

    assert "at the end of its channel" in said(await chosen(table, "bring_up", by="wren"))
    await table.settle()

    anew = table.last()
    assert anew.id != card.id
    assert "Leap the chasm" in text(anew)
    old = next(message for message in table.messages() if message.id == card.id)
    assert "What came of it" in text(old)
    assert not old.components
    rolled = await table.deacon.click(anew, label="Roll")
    assert "Courage 6" in said(rolled)


async def test_the_game_master_nudges_once_a_day(sqlite_address: Address) -> None:
    clock = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    async with open_table(sqlite_address, now=lambda: clock[0]) as table:
        await challenge(table)
        card = table.last()
        nudge = await chosen(table, "nudge")
        assert not nudge.ephemeral
        assert reply_of(nudge).content == table.deacon.mention
        assert f"this waits for you: [Evander: Leap the chasm]({card.jump_url})" in said(nudge)

        clock[0] += timedelta(hours=23)
        again = await chosen(table, "nudge")
        assert again.ephemeral
        assert "nudged about this within a day; the next nudge can go out <t:" in said(again)

        clock[0] += timedelta(hours=1)
        assert not (await chosen(table, "nudge")).ephemeral


CHOSEN: list[str] = ["nudge", "bring_up"]


async def test_what_was_settled_meanwhile_is_said_to_be(table: Table) -> None:
    for name in CHOSEN:
        await challenge(table)
        result = await listed(table)
        await table.gm.slash(table.channel, "sk gm cancel", item="Leap the chasm")
        await table.settle()
        custom_id = f"?{name}"
        stale = await table.gm.select(reply_of(result), lists(result)[custom_id][:1], custom_id=custom_id)
        assert stale.ephemeral
        assert "settled already" in said(stale)
