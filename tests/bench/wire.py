"""`/roll` over HTTP and a WebSocket on loopback, as on Discord, in turn with the smallest bot there is."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median

import sqlalchemy as sa

from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import journal
from bot.storage.schema import migrate_database
from tests.bench.databases import SQLITE
from tests.bench.figures import GROWTH, TAIL, UNANSWERED, WIRE_CPU, WIRE_RATE
from tests.bench.overload import FORGOTTEN, Crowd
from tests.harness.processes import RecorderProcess, RemoteBot, Timing, recorder
from tests.harness.stats import milliseconds, percentile, ratio, table
from tests.harness.world import Json
from tests.throwaway import administer, create_postgres

SIDES = {"pong": "tests.bench.wired:pong", "waypost": "tests.bench.resident:waypost"}
SELF = "tests.bench.wired"
DICE = "4d6kh3"
ROUNDS, ROLLS, WARM_UP, PEOPLE = 5, 300, 100, 8
# Rolls a second that are each delivered before the next one comes, where delivery waits for no more of them.
LONE_RATE, PAUSE = 20.0, 0.25
RATE = 100.0
# So often is the memory looked at on the way.
PARTS = 6


@dataclass(slots=True)
class Side:
    """One bot at the recorder's gateway, and what it took round by round."""

    name: str
    discord: RecorderProcess
    bot: RemoteBot
    lone_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    per_second: list[float] = field(default_factory=list)
    rolled: int = 0

    async def round(self, payload: Json, count: int) -> None:
        """Roll: each alone, one after the other, and eight people at once."""
        lone = count // 3
        began = await self._spent()
        await self.alone(payload, lone)
        self.lone_ms.append((await self._spent() - began) * 1000 / lone)
        began = await self._spent()
        await self.in_turn(payload, count, 1)
        self.cpu_ms.append((await self._spent() - began) * 1000 / count)
        sent = await self.in_turn(payload, count, PEOPLE)
        self.per_second.append(count / (max(each.answered or 0.0 for each in sent) - sent[0].due))
        await self._spent()

    async def alone(self, payload: Json, count: int) -> list[Timing]:
        """So many rolls, each after the last one was delivered."""
        self.rolled += count
        await self.bot.call(f"{SELF}:unhurried", pause=0.0)
        sent = await self.discord.send_at_rate(self.name, [payload], count, LONE_RATE)
        await self.bot.call(f"{SELF}:unhurried", pause=PAUSE)
        return _all_answered(sent)

    async def in_turn(self, payload: Json, count: int, people: int) -> list[Timing]:
        """So many rolls, each person's next when the last is answered."""
        self.rolled += count
        return _all_answered(await self.discord.send_in_turn(self.name, [payload], count, people))

    async def stages(self, payload: Json, count: int, pong_ms: float) -> dict[str, float]:
        """Milliseconds of CPU of a lone roll by where they go."""
        began = await self._spent()
        watching = asyncio.create_task(self.bot.call(f"{SELF}:stages", seconds=count / LONE_RATE + 0.5))
        await self.alone(payload, count)
        seen: dict[str, float] = await watching
        whole = (await self._spent() - began) * 1000 / count
        by_stage = {stage: spent * 1000 / count for stage, spent in seen.items()}
        rest = whole - pong_ms - sum(by_stage.values())
        return {"what pong takes": pong_ms, **by_stage, "desk, reply, event loop and threads": rest}

    async def _spent(self) -> float:
        seconds: float = await self.bot.call(f"{SELF}:spent")
        return seconds


def _all_answered(sent: list[Timing]) -> list[Timing]:
    assert all(each.answered for each in sent), "a roll was not answered"
    return sent


async def wire(engine: str, seconds: float, rounds: int = ROUNDS, rolls: int = ROLLS) -> str:
    """CPU and rate beside pong in turn, then mixed interactions at a rate."""
    with tempfile.TemporaryDirectory(prefix="wire-", dir=_build()) as made:
        folder = Path(made).resolve()
        address = Address.of_file(folder / "wire.db") if engine == SQLITE else await create_postgres()
        try:
            await migrate_database(address, folder=folder, keep=1)
            return await _measured(engine, address, rounds, rolls, seconds)
        finally:
            if engine != SQLITE:
                await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")


async def steady(engine: str, warm_up: int = 10_000, count: int = 30_000) -> str:
    """Memory of the bot's process over very many interactions of all kinds, by eight people."""
    with tempfile.TemporaryDirectory(prefix="steady-", dir=_build()) as made:
        folder = Path(made).resolve()
        address = Address.of_file(folder / "steady.db") if engine == SQLITE else await create_postgres()
        try:
            await migrate_database(address, folder=folder, keep=1)
            crowd, seen = Crowd(), list[float]()
            async with recorder() as discord, _side(discord, "waypost", address) as ours:
                begun = crowd.beginnings()
                _all_answered(await discord.send_in_turn(ours.name, begun, len(begun), 1))
                for part in (warm_up, *[count // PARTS] * PARTS):
                    payloads = [crowd.next()[1] for _ in range(crowd.variety)]
                    _all_answered(await discord.send_in_turn(ours.name, payloads, part, PEOPLE))
                    seen.append(await ours.bot.call(f"{SELF}:resident"))
                    await discord.reset()
        finally:
            if engine != SQLITE:
                await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")
    found = GROWTH.found(engine, [(seen[-1] / seen[0] - 1) * 100])
    rows = [[warm_up + number * count // PARTS, f"{mib:.1f}"] for number, mib in enumerate(seen)]
    title = f"Memory of the bot's process, {engine}: {found.text}, at most {found.aim}: {found.verdict}."
    return table(title, ["mixed interactions", "MiB"], rows)


async def _measured(engine: str, address: Address, rounds: int, rolls: int, seconds: float) -> str:
    crowd = Crowd()
    payload = crowd.roll(DICE)
    async with (
        recorder() as discord,
        _side(discord, "pong") as pong,
        _side(discord, "waypost", address) as ours,
    ):
        beginnings = crowd.beginnings()
        _all_answered(await discord.send_in_turn(ours.name, beginnings, len(beginnings), 1))
        for side in (pong, ours):
            await side.in_turn(payload, min(WARM_UP, rolls), 1)
        for number in range(rounds):
            # What was posted before must not make a later round slower, nor whoever comes second.
            for side in (pong, ours) if number % 2 else (ours, pong):
                await discord.reset()
                await side.round(payload, rolls)
        stages = await ours.stages(payload, rolls // 3, median(pong.lone_ms))
        await _see_all_rolled(address, ours.rolled)
        await discord.reset()
        mixed = await _mixed(ours, crowd, seconds)
    goes = "alone: " + ", ".join(f"{stage} {spent:.2f} ms" for stage, spent in stages.items())
    return "\n\n".join([_rolled(engine, ours, pong, goes), _answered(engine, mixed, seconds)])


def _build() -> Path:
    """A folder beside the code, as for the other databases: the system's own may be memory."""
    build = Path("build")
    build.mkdir(exist_ok=True)
    return build


@asynccontextmanager
async def _side(discord: RecorderProcess, name: str, address: Address | None = None) -> AsyncIterator[Side]:
    environment = {"WAYPOST_LOG__LEVEL": "error"}
    if address is not None:
        environment["WAYPOST_DATABASE__URL"] = address.url.render_as_string(hide_password=False)
    async with RemoteBot(discord.url, SIDES[name], environment, token=name) as bot:
        await bot.start()
        yield Side(name, discord, bot)
        await bot.stop()


async def _mixed(ours: Side, crowd: Crowd, seconds: float) -> dict[str, list[Timing]]:
    """What came of interactions of all kinds at a fixed rate, by kind."""
    ways = [crowd.next() for _ in range(crowd.variety)]
    payloads = [payload for _, payload in ways]
    sent = await ours.discord.send_at_rate(ours.name, payloads, int(RATE * seconds), RATE)
    by_kind: defaultdict[str, list[Timing]] = defaultdict(list)
    for each, (kind, _) in zip(sent, cycle(ways)):
        by_kind[kind].append(each)
    return by_kind


async def _see_all_rolled(address: Address, wanted: int) -> None:
    rolls = sa.select(sa.func.count()).where(journal.c.action == "RollDice")
    database = open_database(address)
    found = await database.read(lambda connection: connection.execute(rolls).scalar_one())
    await database.dispose()
    if found != wanted:
        raise AssertionError(f"{wanted} rolls were answered, {found} are in the journal")


# -- tables ---------------------------------------------------------------------------------------------


def _rolled(engine: str, ours: Side, pong: Side, goes: str) -> str:
    rows = []
    for what, figure, mine, theirs in (
        ("CPU in ms, each delivered before the next", WIRE_CPU, ours.lone_ms, pong.lone_ms),
        ("CPU in ms, one after the other", WIRE_CPU, ours.cpu_ms, pong.cpu_ms),
        (f"a second, by {PEOPLE} people", WIRE_RATE, ours.per_second, pong.per_second),
    ):
        ratios = [ratio(one, other) for one, other in zip(mine, theirs, strict=True)]
        found = figure.found(engine, ratios, of=what, goes=goes)
        rows.append([what, median(mine), median(theirs), found.text, found.aim, found.verdict])
    title = (
        f"/roll {DICE} in a campaign, {engine}, over HTTP and gateway on loopback; "
        f"the median of {len(ours.cpu_ms)} rounds in turn, with the least and the greatest.\n"
        f"The CPU is the bot's process alone, all that it delivers included; {goes}."
    )
    return table(title, ["", "Waypost", "pong", "ratio", "aim", ""], rows)


def _answered(engine: str, mixed: dict[str, list[Timing]], seconds: float) -> str:
    everything = [each for sent in mixed.values() for each in sent]
    rows = [[kind, *_times(sent)] for kind, sent in (mixed | {"all": everything}).items()]
    late = milliseconds(percentile([each.sent - each.due for each in everything], 99))
    tails = ", ".join([*(f"{row[0]} {row[5]}" for row in rows), f"sent late by the harness {late}"])
    lost = UNANSWERED.found(engine, [_lost(everything)])
    tail = TAIL.found(engine, [percentile(_waits(everything), 99) * 1000], goes=tails)
    title = (
        f"{RATE:g} mixed interactions a second for {seconds:g} s over HTTP and gateway, {engine}; "
        f"p99 {tail.aim}: {tail.verdict}.\n"
        f"99 in 100 were sent by the harness within {late} of their time. "
        f"Unanswered, not acknowledged within {FORGOTTEN:g} s: {lost.text}, {lost.verdict}."
    )
    return table(title, ["", "sent", "unanswered", "acknowledged p50", "p95", "p99", "worst"], rows)


def _times(sent: Sequence[Timing]) -> list[object]:
    waits = _waits(sent)
    return [len(sent), _lost(sent), *(milliseconds(percentile(waits, share)) for share in (50, 95, 99, 100))]


def _waits(sent: Sequence[Timing]) -> list[float]:
    return [each.acknowledged - each.due for each in sent if each.acknowledged is not None]


def _lost(sent: Sequence[Timing]) -> int:
    return len(sent) - sum(wait <= FORGOTTEN for wait in _waits(sent))
