"""A discord.py client without network: raw gateway payloads into its own parsers, HTTP answered in memory."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

from tests.harness.answering import Answers, Call
from tests.harness.gateway import Tasks, announce, feed, finish
from tests.harness.inputs import from_cdn
from tests.harness.messages import Request, Upload
from tests.harness.server import Discord
from tests.harness.world import Json

_in_memory: weakref.WeakKeyDictionary[aiohttp.ClientSession, _Wire] = weakref.WeakKeyDictionary()
_library_request = AsyncWebhookAdapter.request


async def _webhook_request(
    self: AsyncWebhookAdapter, route: Route, session: aiohttp.ClientSession, **sent: Any
) -> Any:
    """Answer the webhooks of sessions known here in memory; all others go the library's way."""
    wire = _in_memory.get(session)
    if wire is None:
        return await _library_request(self, route, session, **sent)
    return await wire.send(route, sent.get("payload"), sent.get("multipart"), sent.get("params"))


# On the class: a context variable, which the library offers, would not reach tasks of another context.
AsyncWebhookAdapter.request = _webhook_request  # type: ignore[method-assign]


class _Wire:
    """Carries the requests of one client to its Discord."""

    def __init__(self, client: discord.Client, server: Discord, latency: float | None) -> None:
        self._http = client.http
        self._server = server
        self._latency = latency

    async def request(self, route: Route, **sent: Any) -> Any:
        """Stand in for `HTTPClient.request`."""
        if route.path == "/users/@me":  # the first request after the login has made its session
            _in_memory[self._http._HTTPClient__session] = self  # type: ignore[attr-defined]
        return await self.send(route, sent.get("json"), sent.get("form"), sent.get("params"))

    def cut(self) -> None:
        """Forget the client: it and its session hold each other, and would stay with all that is theirs."""
        for session in [each for each, wire in _in_memory.items() if wire is self]:
            del _in_memory[session]

    async def send(self, route: Route, payload: Any, form: Any, params: Any) -> Any:
        """Answer one request, or raise what the library raises for it."""
        if self._latency is not None:
            await asyncio.sleep(self._latency)
        path = route.url.removeprefix(Route.BASE)
        request = read_request(payload, form, params)
        if self._server.recording:
            # What was sent and what is kept must not change with the objects of the bot.
            request = replace(request, payload=_copy(request.payload))
        status, reply = self._server.handle(route.method, path, request)
        if status < 300:
            # The commands are by far the longest, asked for at every start, and nobody changes them.
            is_kept = self._server.recording and not route.path.endswith("/commands")
            return _copy(reply) if is_kept else reply
        response = SimpleNamespace(status=status, reason="harness")
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        raise kinds.get(status, discord.HTTPException)(response, reply)


def read_request(payload: Any, form: Any, params: Any) -> Request:
    """Return what a caller sent: plain JSON, or a form of which one part is the JSON and the rest files."""
    files: list[Upload] = []
    for part in form or ():
        if part["name"] == "payload_json":
            payload = orjson.loads(part["value"])
        else:
            files.append(Upload(part["filename"], part["value"].read()))
    if isinstance(payload, list):
        payload = {"commands": payload}
    return Request(payload or {}, {key: str(value) for key, value in (params or {}).items()}, files)


def _copy(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


@dataclass(frozen=True, slots=True)
class Delivered:
    """What came of one delivery of an interaction; `calls` and `answers` are those of all its deliveries."""

    interaction: int
    answers: Answers
    errors: Sequence[BaseException]

    @property
    def answer(self) -> Call:
        """Return the acknowledgement; an AssertionError where there was none."""
        call = self.answers.callback
        assert call is not None, f"interaction {self.interaction} was never answered; errors: {self.errors}"
        return call

    @property
    def calls(self) -> list[Call]:
        """Return everything sent with the interaction's token, in order."""
        return self.answers.calls


class Feeder:
    """Hands gateway events to a client and waits for what its handlers make of them."""

    def __init__(self, client: discord.Client, server: Discord, patience: float = 0.25) -> None:
        self.client = client
        self.server = server
        self.patience = patience
        self._acknowledgements: dict[int, asyncio.Event] = {}
        server.listeners.append(self._heard)

    def feed(self, payload: Json, event: str = "INTERACTION_CREATE") -> Tasks:
        """Parse one event now; returns the tasks the library started for it."""
        return feed(self.client, payload, event)

    async def deliver(self, payload: Json, times: int = 1, timeout: float = 30.0) -> Delivered:  # noqa: ASYNC109
        """Deliver an interaction, `times` at once; returns when its handlers are done and it is answered.

        One that stays unanswered is waited for `patience` seconds longer.
        """
        delivered = await self.deliver_all([payload] * times, timeout)
        return Delivered(delivered[0].interaction, delivered[0].answers,
                         [error for one in delivered for error in one.errors])  # fmt: skip

    async def deliver_all(
        self,
        payloads: Iterable[Json],
        timeout: float = 30.0,  # noqa: ASYNC109
    ) -> list[Delivered]:
        """Deliver all at once, in this order; returns when all handlers are done and all are answered."""
        # The library writes into what it parses, so every delivery needs a copy of its own.
        copies = [_copy(payload) for payload in payloads]
        fed = [(int(copy["id"]), self.feed(copy)) for copy in copies]
        await finish([task for _, tasks in fed for task in tasks], timeout)
        await self._wait_for_answers({interaction for interaction, _ in fed})
        return [Delivered(key, self.server.of(key), await finish(tasks, 0)) for key, tasks in fed]

    async def _wait_for_answers(self, wanted: set[int]) -> None:
        missing = wanted - self.server.interactions.acknowledged
        events = {interaction: asyncio.Event() for interaction in missing}
        self._acknowledgements |= events
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                for event in events.values():
                    await event.wait()
        for interaction in missing:
            self._acknowledgements.pop(interaction, None)

    def _heard(self, interaction: int) -> None:
        if event := self._acknowledgements.get(interaction):
            event.set()


@contextlib.asynccontextmanager
async def running(
    client: discord.Client, server: Discord, *, latency: float | None = 0.0
) -> AsyncIterator[Feeder]:
    """Log a client in on a pretend Discord (setup_hook, READY, cache) and close it afterwards.

    `latency` is how long each request takes, in seconds: 0 only lets others run, None doesn't even do that.
    """
    wire = _Wire(client, server, latency)
    client.http.request = wire.request  # type: ignore[method-assign]
    client.http.get_from_cdn = from_cdn  # type: ignore[method-assign]
    try:
        async with client:
            await client.login("harness")
            await announce(client, server.world.ready(), [server.world.guild()])
            yield Feeder(client, server)
    finally:
        wire.cut()
