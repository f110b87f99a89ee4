"""A pretend Discord in a process of its own, on loopback: it outlives the bot that is killed.

`python -m tests.harness.recorder --port 0` prints its port. Beside Discord's endpoints under `/api/v10` there
are `/_state?since=N` (everything), `/_gateway` (READY and GUILD_CREATE) and `/_faults` and `/_reset` (POST).
Who wants a real gateway connects to the WebSocket `/gateway`; `/_send` (POST) is what people send through it,
and `/_say` one event.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any

import orjson
from aiohttp import web

from tests.harness.answering import Call
from tests.harness.gateway import SOCKET_PATH
from tests.harness.messages import Request, Upload
from tests.harness.server import Discord
from tests.harness.websocket import Gateway
from tests.harness.world import Json, World

PREFIX = "/api/v10"
FAULTY = re.compile(r"/(interactions|webhooks|channels)/")


@dataclass(slots=True)
class Faults:
    """What goes wrong, each as a share of the requests.

    `drop` closes the connection instead of answering, `bad_gateway` answers 502: those were worked on. What
    is `unavailable` (503) or `limited` (429) was not. `latency` is the most, in seconds, an answer takes.
    """

    latency: float = 0.0
    drop: float = 0.0
    bad_gateway: float = 0.0
    unavailable: float = 0.0
    limited: float = 0.0
    # Of messages in channels alone: answers come through.
    no_posts: float = 0.0


class Recorder:
    """Serves one pretend Discord over HTTP."""

    def __init__(self, make: Callable[[], Discord], faults: Faults, seed: int = 0) -> None:
        self._make = make
        self.server = make()
        self.gateway = Gateway(self.server.world)
        self.faults = faults
        self._dice = random.Random(seed)

    def application(self) -> web.Application:
        """Return the web application."""
        app = web.Application(client_max_size=32 << 20)
        app.router.add_get("/_state", self._state)
        app.router.add_get("/_gateway", self._gateway)
        app.router.add_get(SOCKET_PATH, self.gateway.serve)
        app.router.add_post("/_send", self._send)
        app.router.add_post("/_say", self._say)
        app.router.add_post("/_faults", self._set_faults)
        app.router.add_post("/_reset", self._reset)
        app.router.add_route("*", PREFIX + "/{path:.*}", self._serve)
        return app

    async def _serve(self, http: web.Request) -> web.StreamResponse:
        path = http.path.removeprefix(PREFIX)
        try:
            request = await _read(http)
        except ConnectionError:
            # The connection broke in the midst of it: nobody is there to be answered.
            return web.Response(status=400)
        faulty = FAULTY.match(path) is not None
        if faulty and self.faults.latency:
            await asyncio.sleep(self._dice.uniform(0, self.faults.latency))
        if faulty and (refusal := self._refused(http.method, path)) is not None:
            return _answer(refusal[1], refusal[0], _limits(http.method, path))
        status, reply = self.server.handle(http.method, path, request)
        if status < 300:
            self.gateway.heard(path, request.payload)
        fate = self._dice.random() if faulty else 1.0
        if fate < self.faults.drop:
            if http.transport is not None:  # None once the bot is dead
                http.transport.close()
        elif fate < self.faults.drop + self.faults.bad_gateway:
            status, reply = 502, {"message": "502: Bad Gateway", "code": 0}
        return _answer(reply, status, _limits(http.method, path))

    def _refused(self, method: str, path: str) -> tuple[int, Json] | None:
        """What befalls a request before it is worked on."""
        fate = self._dice.random()
        is_post = method == "POST" and path.startswith("/channels/")
        if fate < self.faults.unavailable or (is_post and fate < self.faults.no_posts):
            return 503, {"message": "503: Service Unavailable", "code": 0}
        if fate < self.faults.unavailable + self.faults.limited:
            return 429, {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
        return None

    async def _state(self, http: web.Request) -> web.Response:
        server, since = self.server, int(http.query.get("since", 0))
        calls = [_told(call) for call in server.calls[since:]]
        answers = server.interactions.answers.items()
        return _answer({
            "calls": calls,
            "messages": list(server.messages.kept.values()),
            "deleted": list(server.messages.deleted.values()),
            "commands": server.commands,
            "acknowledged": sorted(server.interactions.acknowledged),
            "tries": {str(interaction): answer.tries for interaction, answer in answers},
        })  # fmt: skip

    async def _gateway(self, http: web.Request) -> web.Response:
        return _answer({"ready": self.server.world.ready(), "guilds": [self.server.world.guild()]})

    async def _send(self, http: web.Request) -> web.Response:
        order = await http.json()
        payloads = itertools.islice(itertools.cycle(order["payloads"]), order["count"])
        if "rate" in order:
            sent = await self.gateway.at_rate(order["to"], payloads, order["rate"])
        else:
            sent = await self.gateway.in_turn(order["to"], payloads, order["at_once"])
        return _answer([(each.due, each.sent, each.acknowledged, each.answered) for each in sent])

    async def _say(self, http: web.Request) -> web.Response:
        order = await http.json()
        return _answer(await self.gateway.say(order["to"], order["payload"]))

    async def _reset(self, http: web.Request) -> web.Response:
        self.server, self.faults = self._make(), Faults()
        return _answer({})

    async def _set_faults(self, http: web.Request) -> web.Response:
        self.faults = Faults(**await http.json())
        return _answer(asdict(self.faults))


def _told(call: Call) -> Json:
    parts = {part.name: getattr(call, part.name) for part in fields(call)}
    return parts | {"files": [file.name for file in call.files]}


async def _read(http: web.Request) -> Request:
    files: list[Upload] = []
    payload: Any = {}
    if http.content_type == "multipart/form-data":
        for value in (await http.post()).values():
            if isinstance(value, web.FileField):
                files.append(Upload(value.filename, value.file.read()))
            else:
                payload = orjson.loads(value if isinstance(value, str) else bytes(value))
    elif http.can_read_body:
        payload = orjson.loads(await http.read())
    if isinstance(payload, list):
        payload = {"commands": payload}
    return Request(payload, dict(http.query), files)


def _answer(reply: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    if status == 204:
        return web.Response(status=204, headers=headers)
    # With a charset in the content type discord.py would not read it as JSON.
    body = orjson.dumps(reply, option=orjson.OPT_NON_STR_KEYS)
    return web.Response(status=status, body=body, content_type="application/json", headers=headers)


def _limits(method: str, path: str) -> dict[str, str]:
    """Return wide limits: without these headers discord.py sends one request a route after the other."""
    bucket = re.sub(r"[\d-]{5,}", "x", f"{method}{path}".replace("/", "."))
    return {
        "X-RateLimit-Bucket": bucket, "X-RateLimit-Limit": "10000", "X-RateLimit-Remaining": "9999",
        "X-RateLimit-Reset-After": "1.0", "Via": "1.1 harness",
    }  # fmt: skip


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="recorder", description="A pretend Discord on loopback.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0, help="of the faults")
    parser.add_argument("--keeps-time", action="store_true", help="refuse callbacks after 3 s")
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input closes")
    for fault in fields(Faults):
        parser.add_argument(f"--{fault.name.replace('_', '-')}", type=float, default=0.0)
    return parser.parse_args()


async def _main(arguments: argparse.Namespace) -> None:
    faults = Faults(**{each.name: getattr(arguments, each.name) for each in fields(Faults)})
    recorder = Recorder(lambda: Discord(World(), keeps_time=arguments.keeps_time), faults, arguments.seed)
    runner = web.AppRunner(recorder.application(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", arguments.port)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    if arguments.until_eof:
        await asyncio.to_thread(sys.stdin.read)
    else:
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main(_arguments()))
