"""To whom something happens that they didn't do themselves is mentioned, once, as they want to be."""

from __future__ import annotations

import pytest

from bot.storage.address import Address
from bot.systems.table.settings.rules import PINGS
from tests.systems.second_kingdom.evening import opened
from tests.systems.table.test_pace_at_the_table import Timed, nudge, paced, timed
from tests.systems.table.test_settings_at_the_table import decide
from tests.tables import Table, first_button, pinged, reply_of, said, text


async def two_missed(time: Timed) -> None:
    """Two deadlines that Deacon lets pass, as the pace forgives only one."""
    await paced(time.table, rhythm="brisk", missed=2)
    await opened(time.table)
    await opened(time.table, action="Swim the river")
    await time.travel(days=3)


async def test_whoever_is_counted_away_is_mentioned_where_that_is_told(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await two_missed(time)
        (told,) = [each for each in table.messages() if "counts as away until" in text(each)]
        assert table.deacon.id in [user.id for user in told.mentions]
        assert told.content.count(table.deacon.mention) == 1


async def test_whose_deadline_passed_is_mentioned_once_and_no_more_once_they_count_as_away(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await two_missed(time)
        lapsed = [each for each in table.messages() if "in time" in text(each)]
        assert [[user.id for user in each.mentions].count(table.deacon.id) for each in lapsed] == [1, 1]
        await opened(table, action="Climb")
        await time.travel(hours=2)
        assert "was away: " in text(table.last())
        assert table.deacon.id not in [user.id for user in table.last().mentions]


@pytest.mark.parametrize("wish", [{"quiet": "0-23:59"}, {"mentions": "digest"}, {"mentions": "never"}])
async def test_whoever_is_counted_away_is_left_in_peace_as_they_wish_and_reads_of_it_in_the_recap(
    sqlite_address: Address, wish: dict[str, str]
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await table.deacon.slash(table.channel, "preferences reminders", zone="UTC", **wish)
        await two_missed(time)
        told = [
            each for each in table.messages() if "in time" in text(each) or "counts as away" in text(each)
        ]
        assert told
        assert not any(user.id == table.deacon.id for each in told for user in each.mentions)
        assert "counts as away until" in text(reply_of(await table.deacon.slash(table.channel, "recap")))


async def test_a_proxy_is_told_that_they_are_one_and_that_they_no_longer_are(table: Table) -> None:
    await table.deacon.slash(table.channel, "away", proxy=table.wren)
    await table.settle()
    assert pinged(table.last()) == table.wren.mention
    await table.deacon.slash(table.channel, "away", proxy=table.gm)
    await table.settle()
    assert {user.id for user in table.last().mentions} == {table.wren.id, table.gm.id}
    assert f"{table.wren.mention} no longer acts for them" in text(table.last())
    await table.deacon.slash(table.channel, "away", back=True)
    await table.settle()
    assert pinged(table.last()) == table.gm.mention


async def test_who_is_away_is_told_that_their_proxy_left(table: Table) -> None:
    await table.deacon.slash(table.channel, "away", proxy=table.wren)
    asked = await table.wren.slash(table.channel, "campaign leave")
    await table.wren.click(reply_of(asked), label="Leave the campaign")
    await table.settle()
    assert pinged(table.last()) == table.deacon.mention
    assert f"Nobody acts for {table.deacon.mention} anymore" in text(table.last())


async def test_who_is_said_to_be_away_by_a_game_master_is_told(table: Table) -> None:
    await table.gm.slash(table.channel, "away", player=table.deacon)
    await table.settle()
    assert pinged(table.last()) == table.deacon.mention


async def test_a_hero_handed_over_is_told_to_both_of_its_players(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign handover", what="Evander", to=table.wren)
    await table.settle()
    assert {user.id for user in table.last().mentions} == {table.deacon.id, table.wren.id}


async def test_whoever_is_removed_from_a_seat_is_told(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign gm add", player=table.wren)
    await table.gm.slash(table.channel, "campaign gm remove", player=table.wren)
    await table.settle()
    assert pinged(table.last()) == table.wren.mention
    await table.gm.slash(table.channel, "campaign remove", player=table.deacon)
    await table.settle()
    assert pinged(table.last()) == table.deacon.mention


async def test_whose_deed_is_undone_is_told(table: Table) -> None:
    await table.deacon.slash(table.channel, "sk new", name="Hob", courage=6, prudence=5, temperance=3)
    await table.settle()
    number = int(str(table.last().embeds[0].footer.text).partition(" ")[0].removeprefix("#"))
    asked = await table.gm.slash(table.channel, "undo", entry=number)
    await table.gm.click(reply_of(asked), custom_id=first_button(asked))
    await table.settle()
    assert pinged(table.last()) == table.deacon.mention
    assert f", by {table.deacon.mention}: ~~New" in text(table.last())


async def test_nobody_is_told_of_what_they_did_themselves(table: Table) -> None:
    await table.wren.slash(table.channel, "away", until="3 days")
    await table.settle()
    assert pinged(table.last()) == ""


async def test_where_nobody_is_mentioned_nobody_is_told(table: Table) -> None:
    await decide(table, PINGS, "nobody")
    await table.gm.slash(table.channel, "campaign remove", player=table.deacon)
    await table.settle()
    assert "is no longer a player" in text(table.last())
    assert not table.last().mentions


async def test_whom_a_silent_campaign_waits_for_is_called(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table, remind="none", deadline="none", silence=5)
        await opened(table)
        await time.travel(days=5, hours=1)
        assert "It has been quiet here" in text(table.last())
        assert pinged(table.last()) == table.deacon.mention


async def test_a_nudge_reaches_the_proxy_of_who_is_away(table: Table) -> None:
    await table.deacon.slash(table.channel, "away", proxy=table.wren)
    await opened(table)
    await nudge(table)
    assert pinged(table.last()) == table.wren.mention
    assert f"in {table.deacon.mention}'s place" in text(table.last())


async def test_whoever_counts_as_away_is_back_by_whatever_they_do(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await two_missed(time)
        preview = await table.deacon.slash(table.channel, "order", words="I hang back")
        await table.deacon.click(reply_of(preview), label="Set standing order")
        await table.settle()
        assert f"{table.deacon.mention} is back." in text(table.last())
        assert "after missing deadlines" not in said(await table.gm.slash(table.channel, "campaign pace"))
