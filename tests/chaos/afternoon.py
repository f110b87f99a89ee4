"""A table that plays on over the wire, whatever becomes of the network, of Discord and of the database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from yarl import URL

from bot.storage.address import Address
from tests.chaos.judge import Sent
from tests.chaos.storms import Weather
from tests.crash import company
from tests.crash.evening import Evening
from tests.crash.ledger import Ledger
from tests.harness.processes import RemoteBot, recorder
from tests.harness.proxy import Proxy, proxied
from tests.harness.world import Channel, Json

FACTORY = "tests.chaos.factory"
TOKEN = "harness"
# In seconds: within that Discord wants a first word, and so long after a storm is not quite calm yet.
FIRST_WORD, ABATING = 3.0, 3.0
# How often cards are looked at anew; how long it may take until all is mended and told.
LOOKS, MENDING = 5.0, 300.0


@dataclass
class Afternoon(Evening):
    """An evening at which nobody is killed."""

    sent_on: dict[int, Sent] = field(default_factory=dict)
    # What was sent, when, and since when the bot was connected: judged once it is known what followed.
    _pending: list[tuple[int, Json, float, float]] = field(default_factory=list)

    def _something(self) -> tuple[Json, int]:
        """As often as anything else what is hardly ever refused: dice, and what no answer shows."""
        if self.dice.random() < 0.5:
            return super()._something()
        if self.dice.random() < 0.3:
            # Told where the adventurer is, not where that was typed.
            given = {"adventurer": self.dice.choice(company.ADVENTURERS), "gold": 1}
            return self.say.slash("adv gm gain", given, user=self.gm), 1
        return self.say.slash("roll", {"dice": "2d6 luck"}, user=self.gm, channel=self._somewhere()), 1

    def _somewhere(self) -> Channel:
        """A channel of either campaign, or the thread where the adventurers are."""
        return self.dice.choices((self.world.channels[0], self.reign.home, self.company.home), (1, 1, 2))[0]

    async def act_on(self, seconds: float, pause: float) -> None:
        """People do something every so often."""
        loop = asyncio.get_running_loop()
        until, looked = loop.time() + seconds, loop.time()
        while loop.time() < until:
            payload, times = self._something()
            for _ in range(times):
                await self._say(payload)
            if loop.time() - looked > LOOKS:
                state = await self.discord.state(since=1 << 60)
                self.cards = [message for message in state["messages"] if message["components"]]
                looked = loop.time()
            await asyncio.sleep(self.dice.uniform(0, 2 * pause))

    async def _say(self, payload: Json) -> None:
        at = asyncio.get_running_loop().time()
        connected = await self.discord.say(TOKEN, payload)
        if connected is not None:
            self.sent.append(payload)
            self._pending.append((int(payload["id"]), payload, at, at - connected))

    def settle_accounts(self, weather: Weather) -> None:
        """Note of what was sent whether it was calm."""
        for interaction, payload, at, connected in self._pending:
            is_calm = weather.was_calm(at - ABATING, at + FIRST_WORD)
            # A connection that was lost without a word is still taken for one.
            is_fresh = not weather.loses or connected > weather.lost
            known = self.sent_on.get(interaction)
            is_calm = is_calm and is_fresh and (known is None or known.is_calm)
            self.sent_on[interaction] = Sent(payload, is_calm)
        self._pending.clear()

    async def mended(self) -> Ledger:
        """Everything that is written down once everybody is answered and all has appeared."""
        # Who acted last has at least a first word by then.
        await asyncio.sleep(FIRST_WORD + 1)
        async with asyncio.timeout(MENDING):
            await self.bot.call(f"{FACTORY}:quiet")
            return await self.settle()


@contextlib.asynccontextmanager
async def afternoon(
    address: Address, seed: int, *, retry: float, **storms: Any
) -> AsyncIterator[tuple[Afternoon, Weather]]:
    """A campaign under way on that database, with a Discord of its own, both behind proxies."""
    dice = random.Random(seed)
    async with contextlib.AsyncExitStack() as stack:
        process = await stack.enter_async_context(recorder("--seed", str(seed), "--keeps-time"))
        there = URL(process.url)
        to_discord = await stack.enter_async_context(proxied(str(there.host), there.port or 0))
        to_database: Proxy | None = None
        url = address.url
        if not address.is_sqlite:
            to_database = await stack.enter_async_context(proxied(str(url.host), url.port or 5432))
            url = url.set(host="127.0.0.1", port=to_database.port)
        environment = {
            "WAYPOST_DATABASE__URL": url.render_as_string(hide_password=False),
            "WAYPOST_TEST_RETRY": str(retry),
            "HARNESS_LOG": os.environ.get("HARNESS_LOG", "CRITICAL"),
        }
        bot = RemoteBot(f"http://127.0.0.1:{to_discord.port}", f"{FACTORY}:make", environment, token=TOKEN)
        await stack.enter_async_context(bot)
        made = Afternoon(address, process, bot, dice)
        await made.begin()
        weather = Weather(random.Random(seed + 1), process, bot, to_discord, to_database, address, **storms)
        yield made, weather
