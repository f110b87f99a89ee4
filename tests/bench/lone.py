"""What one roll says to its database while nobody else is there, its delivery included."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

from bot.app import Waypost, assemble
from bot.storage.address import Address
from bot.storage.database import open_database
from tests.bench import runs
from tests.bench.databases import Ground
from tests.bench.figures import STATEMENTS, TRIPS, WRITES, Result
from tests.bench.statements import Transaction, recorded
from tests.harness.raw import Feeder
from tests.harness.stats import table
from tests.harness.world import Json

# Before the first that counts, every statement has been prepared once.
WARM_UP, ROLLS = 5, 5


async def lone(ground: Ground, seconds: float) -> str:
    """Statements, write transactions, and on PostgreSQL round trips. It takes no time worth choosing."""
    async with ground.copy() as address, _tapped(address) as tap:
        bot = assemble(open_database(tap.address))
        presses = iter(ground.scene.presses)
        async with runs.pressing(bot, ground.scene) as feeder:
            for _ in range(WARM_UP):
                await _roll(bot, feeder, next(presses), tap)
            said = [await _roll(bot, feeder, next(presses), tap) for _ in range(ROLLS)]
            await bot.close()
    engine = ground.engine
    rolls = [transactions for _, transactions in said]
    goes = ", ".join(f"{len(each.statements)} {_kind(each)}" for each in max(rolls, key=_statements))
    found = [
        STATEMENTS.found(engine, [_statements(roll) for roll in rolls], goes=goes),
        WRITES.found(engine, [sum(each.is_writing for each in roll) for roll in rolls], goes=goes),
    ]
    if not address.is_sqlite:
        found.append(TRIPS.found(engine, [trips for trips, _ in said], goes=goes))
    title = f"One challenge roll alone, {ground.place}: its statements are {goes}."
    return table(title, ["", "found", "aim", ""], [_row(each) for each in found])


def _row(found: Result) -> list[object]:
    return [found.figure.name, found.text, found.aim, found.verdict]


def _statements(roll: list[Transaction]) -> int:
    return sum(len(transaction.statements) for transaction in roll)


def _kind(transaction: Transaction) -> str:
    if transaction.is_action:
        return "in the action"
    return "where delivery writes" if transaction.is_writing else "where it reads"


async def _roll(bot: Waypost, feeder: Feeder, press: Json, tap: Tap) -> tuple[int, list[Transaction]]:
    """Roll, then deliver: the round trips up to the answer, and all transactions."""
    with recorded() as transactions:
        before = tap.trips
        with patch.object(bot.delivery, "soon", lambda: None):
            await feeder.deliver(press)
        trips = tap.trips - before
        bot.delivery.soon()
        await bot.delivery.idle()
    return trips, transactions


class Tap:
    """Stands between a client and PostgreSQL, and counts how often it asks and waits for the answer."""

    def __init__(self, server: Address) -> None:
        self.address = server
        self.trips = 0
        self._server = server

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Take connections until the end."""
        async with await asyncio.start_server(self._carry, "127.0.0.1") as listening:
            host, port = listening.sockets[0].getsockname()
            self.address = Address(self._server.url.set(host=host, port=port))
            yield

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place = self._server.url
        answers, asker = await asyncio.open_connection(place.host, place.port)
        is_answered = True

        async def ask() -> None:
            nonlocal is_answered
            while said := await reader.read(1 << 16):
                self.trips += is_answered
                is_answered = False
                asker.write(said)
            asker.close()

        async def answer() -> None:
            nonlocal is_answered
            while said := await answers.read(1 << 16):
                is_answered = True
                writer.write(said)
            writer.close()

        await asyncio.gather(ask(), answer())


@asynccontextmanager
async def _tapped(address: Address) -> AsyncIterator[Tap]:
    tap = Tap(address)
    if address.is_sqlite:
        yield tap
        return
    async with tap.open():
        yield tap
