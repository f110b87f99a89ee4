"""A campaign's pace, as people meet it: reminders, deadlines, absences, answers in advance."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.storage.address import Address
from tests.tables import Table, open_table, reply_of, said, text

MARCH = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass
class Timed:
    """A table, and its clock."""

    table: Table
    now: datetime = MARCH

    async def travel(self, **span: float) -> None:
        """Let time pass, an hour at once: the bot looks every minute at what is due."""
        arrival = self.now + timedelta(**span)
        while self.now < arrival:
            self.now = min(arrival, self.now + timedelta(hours=1))
            await self.table.env.advance_time(61)
        await self.table.settle()


@asynccontextmanager
async def timed(address: Address) -> AsyncIterator[Timed]:
    """A table with a clock of its own."""
    found: list[Timed] = []
    async with open_table(address, now=lambda: found[0].now if found else MARCH) as table:
        found.append(Timed(table))
        yield found[0]


async def challenge(table: Table, **options: object) -> None:
    """A challenge for Evander, whom Deacon plays."""
    given = {"heroes": "Evander", "action": "Leap the chasm", "virtue": "courage", "rating": 4} | options
    await table.gm.slash(table.channel, "sk challenge", **given)
    await table.settle()


async def paced(table: Table, **options: object) -> None:
    """The game master sets the campaign's pace."""
    given = {"rhythm": "steady"} | options
    await table.gm.slash(table.channel, "pace", **given)
    await table.settle()


async def test_without_a_pace_nobody_is_reminded(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await challenge(table)
        before = len(table.messages())
        await time.travel(days=9)
        assert len(table.messages()) == before


async def test_a_player_is_reminded_given_grace_and_then_the_game_master_decides(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table)
        await challenge(table)
        asked = table.last()
        assert table.deacon.mention in asked.content
        assert "Leap the chasm" in asked.content
        assert "until <t:" in asked.content
        await time.travel(hours=25)
        first = table.last()
        assert first.id != asked.id
        assert first.content.startswith(table.deacon.mention)
        assert "this is waiting for you" in text(first)
        await time.travel(hours=24)
        second = table.last()
        assert second.id != first.id
        await time.travel(hours=24)
        last = table.last()
        assert "last call" in text(last)
        await time.travel(hours=25)
        assert "didn't answer in time" in text(table.last())
        assert table.gm.mention in table.last().content
        count = len(table.messages())
        await time.travel(days=2)
        assert len(table.messages()) == count
        print(text(first), "\n", text(last), "\n", text(table.last()))


async def test_pace_is_shown_and_set(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        shown = reply_of(await table.deacon.slash(table.channel, "pace"))
        assert "nobody is reminded" in text(shown)
        await paced(table)
        assert "The campaign's pace" in text(table.last())
        print(text(table.last()))
        print(said(await table.gm.slash(table.channel, "pace")))
