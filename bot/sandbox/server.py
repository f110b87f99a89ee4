"""One loopback port for everything: the launcher, the seats' pages, and what those pages ask for."""

from __future__ import annotations

import errno
import logging
import secrets
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler
from simcord.preview._server import PreviewServer

from bot.sandbox.page import MENDED, dress, mended

if TYPE_CHECKING:
    from bot.sandbox.seats import Seats

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
PORTS_TRIED = 20
CAPABILITY = "X-Simcord-Capability"


class Server(PreviewServer):
    """SimCord's page server, with the launcher's routes beside its own and a secret for each seat."""

    def __init__(self, seats: Seats, wanted: int, extra: Iterable[web.RouteDef]) -> None:
        super().__init__(seats, wanted)
        self._seats = seats
        self._extra = tuple(extra)
        self._visit = secrets.token_urlsafe(6)
        self.taken: int | None = None

    async def start(self) -> None:
        """Bind the wanted port, or the next free one: then `taken` names the wanted one.

        Raises OSError if none of the next ports is free either.
        """
        # SimCord's handlers expect its own start() to have imported aiohttp for them.
        vars(import_module("simcord.preview._server"))["web"] = web
        app = web.Application(
            middlewares=[self._only_here, self._translate], handler_args={"handler_cancellation": False}
        )
        app.on_response_prepare.append(self._seal)
        app.add_routes([*self._extra, *self._own_routes()])
        # A browser keeps its connections open; stopping doesn't wait for them.
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self.runner.setup()
        self.port = await self._bind(self.runner)

    def _own_routes(self) -> list[web.RouteDef]:
        files = [web.get(path, self._static) for path in self._STATIC_FILES if path != "/"]
        return [
            *files,
            web.get("/as/{person}/{place}", self._sit),
            web.post("/api/pages", self._pages),
            web.delete("/api/pages/{context_id}", self._delete_page),
            web.get("/api/state", self._state),
            web.get("/api/commands", self._commands),
            web.get("/api/action-result", self._action_result),
            web.post("/api/action", self._action),
            web.get("/api/assets/{asset_id}", self._asset),
        ]

    async def _bind(self, runner: web.AppRunner) -> int:
        wanted = self._requested_port
        last = min(wanted + PORTS_TRIED, 65536)
        for port in range(wanted, last) if wanted else (0,):
            try:
                await web.TCPSite(runner, HOST, port).start()
            except OSError as problem:
                if problem.errno != errno.EADDRINUSE:
                    raise
                self.taken = wanted
            else:
                bound: int = runner.addresses[0][1]
                return bound
        raise OSError(errno.EADDRINUSE, f"ports {wanted} to {last - 1} are all taken")

    @web.middleware
    async def _only_here(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        # Another name for this address would be a web site trying to reach into the sandbox.
        if request.headers.get(hdrs.HOST, "") not in self._allowed_hosts():
            raise web.HTTPForbidden
        return await handler(request)

    async def _seal(self, _request: web.Request, response: web.StreamResponse) -> None:
        """Whatever is answered, a refusal too, bears SimCord's headers: it can't be framed, for one."""
        for name, value in self._SECURITY_HEADERS.items():
            response.headers.setdefault(name, value)

    @web.middleware
    async def _translate(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """A page shows its seat's secret; SimCord expects its own, which never leaves this process."""
        secret = request.headers.get(CAPABILITY)
        if secret is None:
            return await handler(request)
        with self._seats.seated(secret) as known:
            if not known:
                raise web.HTTPUnauthorized
            headers = request.headers.copy()
            headers[CAPABILITY] = self._seats.capability
            try:
                return await handler(request.clone(headers=headers))
            except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
                # SimCord expects what its own pages send: a number without end, say, is none of theirs.
                log.warning("the sandbox couldn't read what was sent to %s: %s", request.path, error)
                raise web.HTTPBadRequest(text="This can’t be read. Reload the page and try again.") from None

    async def _static(self, request: web.Request) -> web.Response:
        answer: Any = await super()._static(request)
        if request.path in MENDED:
            answer.text = mended(request.path, answer.text)
        response: web.Response = answer
        return response

    async def _sit(self, request: web.Request) -> web.Response:
        """The page of one seat.

        The seat's secret reaches the browser in the fragment of a redirect. The visit in the address
        tells this process from an earlier one, so that reloading a tab after a restart heals it.
        """
        seat = self._seats.find(request.match_info["person"], request.match_info["place"])
        if seat is None:
            raise web.HTTPNotFound(text="There’s no such seat. The first page lists them all.")
        if request.query.get("visit") != self._visit:
            query = {**request.query, "visit": self._visit}
            there = request.rel_url.with_query(query).with_fragment(seat.secret)
            raise web.HTTPFound(there, headers=self._SECURITY_HEADERS)
        answer = await self._static(request.clone(rel_url="/"))
        answer.text = dress(answer.text or "", seat.title)
        return answer
