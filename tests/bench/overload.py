"""More asked than one process can do, with HTTP on loopback: who is acknowledged, and in what time."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.storage.address import Address
from bot.storage.schema import migrate_database
from tests.bench.databases import SQLITE
from tests.harness.inputs import Inputs
from tests.harness.processes import RecorderProcess, RemoteBot, recorder
from tests.harness.stats import milliseconds, percentile, table, verdict
from tests.harness.world import Json, World
from tests.stages import MANAGER
from tests.throwaway import administer, create_postgres

# Interactions a second, and for how long; the driver and the pretend Discord share the machine's cores.
RATE, SECONDS = 100.0, 20.0
MOST_SECONDS, FORGOTTEN = 2.5, 3.0
HEROES = ("Evander", "Isolde", "Bertram")
VIRTUES: Json = {"courage": 6, "prudence": 5, "temperance": 3, "conviction": 40}


async def twice(engine: str) -> str:
    """Twice as much as this machine can do, for a minute."""
    return await overload(engine, rate=None, seconds=60.0)


async def overload(engine: str, rate: float | None = RATE, seconds: float = SECONDS) -> str:
    """Mixed interactions at a rate, and what came of each kind; without one, at twice what can be done."""
    with tempfile.TemporaryDirectory() as folder:
        address = (
            Address.of_file(Path(folder) / "overload.db") if engine == SQLITE else await create_postgres()
        )
        try:
            await migrate_database(address, folder=Path(folder), keep=1)
            return await _measured(engine, address, rate, seconds)
        finally:
            if engine != SQLITE:
                await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")


async def _measured(engine: str, address: Address, rate: float | None, seconds: float) -> str:
    environment = {"WAYPOST_DATABASE__URL": address.url.render_as_string(hide_password=False)}
    async with recorder() as discord, RemoteBot(discord.url, "tests.crash.factory:make", environment) as bot:
        await bot.start()
        crowd = Crowd()
        for payload in crowd.beginnings():
            assert await bot.deliver(payload) == []
        if rate is None:
            rate = 2 * await _capacity(bot, crowd)
        began = (await discord.state())["calls"][-1]["number"] + 1
        sent = await _send(bot, crowd, rate, seconds)
        took = await _idle(bot, discord)
        calls = (await discord.state(began))["calls"]
        await bot.stop()
    answered: dict[int, float] = {}
    for call in calls:
        if call["path"].endswith("/callback") and call["status"] < 300:
            answered.setdefault(call["interaction"], call["at"])
    rows = [_row(kind, [(at, answered.get(number)) for number, at in each]) for kind, each in sent.items()]
    title = (
        f"{rate:.4g} mixed interactions a second for {seconds:g} s over HTTP on loopback, {engine}; "
        f"all done {took:.1f} s after the last. Unanswered: not acknowledged within {FORGOTTEN:g} s."
    )
    columns = ["", "sent", "unanswered", "acknowledged p50", "p95", "worst", f"all in {MOST_SECONDS:g} s"]
    return table(title, columns, rows)


async def _capacity(bot: RemoteBot, crowd: Crowd, at_once: int = 16, count: int = 640) -> float:
    """How many a second are worked on, where each sender waits for the answer before it sends again."""
    began = time.perf_counter()

    async def send() -> None:
        for _ in range(count // at_once):
            await bot.deliver(crowd.next()[1])

    await asyncio.gather(*(send() for _ in range(at_once)))
    return count / (time.perf_counter() - began)


async def _send(
    bot: RemoteBot, crowd: Crowd, rate: float, seconds: float
) -> dict[str, list[tuple[int, float]]]:
    """Each interaction at its time, whatever becomes of the others: by kind, its id and when it was due."""
    sent: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        kind, payload = crowd.next()
        sent[kind].append((int(payload["id"]), time.perf_counter()))
        bot.send(payload)
    return sent


async def _idle(bot: RemoteBot, discord: RecorderProcess) -> float:
    """Wait until nothing more reaches Discord; how long that took."""
    began = last = time.perf_counter()
    seen = -1
    while time.perf_counter() - last < 3.0:
        await asyncio.sleep(0.5)
        calls = (await discord.state(max(seen, 0)))["calls"]
        if calls and calls[-1]["number"] != seen:
            seen, last = calls[-1]["number"], time.perf_counter()
    await bot.call("tests.crash.factory:drain")
    return last - began


def _row(kind: str, each: list[tuple[float, float | None]]) -> list[Any]:
    took = [answer - at for at, answer in each if answer is not None]
    lost = sum(answer is None or answer - at > FORGOTTEN for at, answer in each)
    worst = max(took, default=float("nan"))
    kept = "missed" if lost else verdict(worst, MOST_SECONDS)
    times = (milliseconds(percentile(took, share)) for share in (50, 95, 100))
    return [kind, len(each), lost, *times, kept]


class Crowd:
    """People of one campaign, and what they send in turn."""

    def __init__(self) -> None:
        self.world = World()
        self.say = Inputs(self.world)
        self.gm = self.world.person(1, permissions=MANAGER)
        self.players = [self.world.person(number + 2) for number in range(len(HEROES))]
        ways: list[tuple[str, Callable[[int], Json]]] = [
            ("actions", self._roll),
            ("suggestions", self._typing),
            ("actions", self._grant),
            ("looks", self._settings),
            ("actions", self._roll),
            ("charts", self._odds),
        ]
        # After so many all of them come again.
        self.variety = 2 * len(ways) * len(HEROES)
        self._ways = itertools.cycle(ways)
        self._numbers = itertools.count()

    def beginnings(self) -> list[Json]:
        """The campaign and its heroes."""
        create = {"name": "Ashes", "game": "second_kingdom", "game_master_channel": self.world.channels[1]}
        begun = [self.say.slash("campaign create", create, user=self.gm)]
        for player, name in zip(self.players, HEROES, strict=True):
            begun.append(self.say.slash("campaign join", {}, user=player))
            begun.append(self.say.slash("sk new", {"name": name, **VIRTUES}, user=player))
        return begun

    def next(self) -> tuple[str, Json]:
        """What is sent next, and of which kind."""
        kind, way = next(self._ways)
        return kind, way(next(self._numbers))

    def _player(self, number: int) -> Any:
        return self.players[number % len(self.players)]

    def roll(self, dice: str, number: int = 0) -> Json:
        """One of the players rolls."""
        return self.say.slash("roll", {"dice": dice}, user=self._player(number))

    def _roll(self, number: int) -> Json:
        return self.roll("2d6+1", number)

    def _grant(self, number: int) -> Json:
        amount = (1, -1)[number % 2]
        options = {"heroes": HEROES[number % len(HEROES)], "amount": amount, "reason": "Fate"}
        return self.say.slash("sk conviction", options, user=self.gm)

    def _settings(self, number: int) -> Json:
        return self.say.slash("campaign settings", {}, user=self._player(number))

    def _odds(self, number: int) -> Json:
        return self.say.slash("odds", {"dice": "3d6", "at_least": 11}, user=self._player(number))

    def _typing(self, number: int) -> Json:
        hero = {"hero": HEROES[number % len(HEROES)][:2]}
        return self.say.autocomplete("sk sheet", hero, focused="hero", user=self._player(number))
