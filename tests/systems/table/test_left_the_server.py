"""Whoever left the server is reminded of nothing; the game master is told once, and can hand over theirs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.storage.address import Address
from tests.systems.second_kingdom.evening import opened
from tests.systems.table.test_pace_at_the_table import Timed, nudge, paced, timed
from tests.tables import Table, pinged, said, text


async def pass_time(time: Timed, **span: float) -> None:
    """Let time pass at once: the bot's own loop looks at what is due by then."""
    time.now += timedelta(**span)
    await time.table.env.advance_time(61)
    await time.table.settle()


class Asked:
    """What Discord is asked about people, and what it says where a test has it say something else."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
        self.people: list[int] = []
        ask = table.bot.http.get_member

        async def get_member(guild: int, person: int) -> Any:
            self.people.append(person)
            if error is not None:
                raise error
            return await ask(guild, person)

        monkeypatch.setattr(table.bot.http, "get_member", get_member)


class Answer:
    """An HTTP answer, as the library's errors want one."""

    def __init__(self, status: int) -> None:
        self.status, self.reason = status, "so it is"


def gone(table: Table) -> list[discord.Message]:
    """What the game masters were told in their channel."""
    return [each for each in table.messages(table.secret) if "no longer on this server" in text(each)]


async def asked_and_gone(time: Timed) -> None:
    """Something waits for Deacon, who leaves the server before they are reminded."""
    await paced(time.table)
    await opened(time.table)
    time.table.guild.remove_member(time.table.deacon)
    await pass_time(time, hours=25)


async def test_whoever_left_is_not_reminded_and_the_game_master_is_told_once(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await asked_and_gone(time)
        (told,) = gone(table)
        assert pinged(told) == table.gm.mention
        assert "One thing was waiting for them" in text(told)
        assert not any("is waiting for you" in text(each) for each in table.messages())
        await pass_time(time, hours=25)
        await pass_time(time, days=3)
        assert len(gone(table)) == 1
        assert not any(table.deacon.id in [u.id for u in each.mentions] for each in table.messages()[-4:])


async def test_what_is_asked_of_who_left_later_mentions_nobody_and_is_the_game_masters(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await asked_and_gone(time)
        await opened(table, action="Swim the river")
        assert table.deacon.id not in [user.id for user in table.last().mentions]
        waits = said(await table.gm.slash(table.channel, "waiting"))
        assert "2 things" in waits


async def test_what_is_theirs_is_handed_over_by_the_button(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await asked_and_gone(time)
        (told,) = gone(table)
        form = await table.gm.click(told, label="Hand over…")
        (hero,) = [each for each in await belongings(table) if each.title == "Evander"]
        handed = await table.gm.submit_modal(form, {"what": [hero.id], "to": [table.wren]})
        await table.settle()
        assert f"**Evander** goes from {table.deacon.mention} to {table.wren.mention}." in said(handed)
        assert pinged(table.last()) == table.wren.mention
        nothing = await table.gm.click(told, label="Hand over…")
        assert "has nothing that could be handed over" in said(nothing)


async def belongings(table: Table) -> Any:
    from bot.engine.people import Actor
    from bot.play import Request

    return await table.bot.play.belongings(
        Actor(table.gm.id), Request(1, table.guild.id, table.channel.id), whose=table.deacon.id
    )


async def test_whoever_comes_back_and_acts_is_reminded_again_and_told_of_anew_when_they_leave(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await asked_and_gone(time)
        table.deacon = table.guild.add_member(table.deacon.user)
        await table.deacon.slash(table.channel, "roll", dice="1d6")
        await table.settle()
        assert any("is back" in text(each) for each in table.messages()[-2:])
        await pass_time(time, hours=25)
        assert pinged(table.last()) == table.deacon.mention
        assert "is waiting for you" in text(table.last())
        table.guild.remove_member(table.deacon)
        await pass_time(time, hours=25)
        assert len(gone(table)) == 2


async def test_where_discord_does_not_say_they_are_reminded_as_ever(
    sqlite_address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        answer: Any = Answer(503)
        asked = Asked(table, monkeypatch, discord.DiscordServerError(answer, "upstream"))
        await asked_and_gone(time)
        assert asked.people == [table.deacon.id]
        assert pinged(table.last()) == table.deacon.mention
        assert not gone(table)


async def test_discord_is_asked_about_somebody_once_a_day(
    sqlite_address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        asked = Asked(table, monkeypatch)
        await paced(table, remind="2h", reminders=5)
        await opened(table)
        for _ in range(5):
            await pass_time(time, hours=2, minutes=5)
        assert len([each for each in table.messages() if "is waiting for you" in text(each)]) == 5
        assert asked.people == [table.deacon.id]


async def test_after_a_restart_the_game_master_is_not_told_again(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await asked_and_gone(time)
        await table.restart(now=lambda: time.now)
        await pass_time(time, hours=49)
        assert len(gone(table)) == 1


async def test_without_a_channel_of_their_own_game_masters_are_told_where_it_is_played(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
        await asked_and_gone(time)
        assert "no longer on this server" in text(table.last())
        assert pinged(table.last()) == table.gm.mention
        theirs = await table.wren.click(table.last(), label="Hand over…")
        assert "Only a game master" in said(theirs)


async def test_a_nudge_of_who_left_is_refused(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await opened(table)
        table.guild.remove_member(table.deacon)
        refused = await nudge(table)
        assert "is no longer on this server" in said(refused)
        assert len(gone(table)) == 1
