"""The sandbox's first page: who can be played, where, and a way to let time pass."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import parse_qsl

from aiohttp import hdrs, web

from bot.sandbox import page
from bot.sandbox.clock import Clock
from bot.sandbox.pictures import faces
from bot.sandbox.seats import Seats, place_label, place_name
from bot.sandbox.world import CALLINGS, World

FILES = {
    name: ((page.PAGES / name).read_text(encoding="utf-8"), kind)
    for name, kind in (
        ("launcher.css", "text/css"),
        ("house.css", "text/css"),
        ("house.js", "text/javascript"),
    )
}
# In hours.
LONGEST_TRIP = 24 * 31
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    # With none at all a browser would hide from us that the form was sent by our own page.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True)
class Suggestion:
    """Something to try first, and the seat it is tried from."""

    person: str
    place: str
    text: str


class Launcher:
    """Answers for the addresses that are ours; the seats' pages are SimCord's."""

    def __init__(self, world: World, seats: Seats, clock: Clock, suggestions: tuple[Suggestion, ...]) -> None:
        self._world = world
        self._seats = seats
        self._clock = clock
        self._suggestions = suggestions
        self._faces = faces()
        # On the first page only; who can't read that page can't let time pass.
        self._token = secrets.token_urlsafe(32)

    def routes(self) -> list[web.RouteDef]:
        """The addresses that the launcher answers."""
        return [
            web.get("/", self._first_page),
            web.get("/travel", self._no_travel),
            web.post("/travel", self._travel),
            *(web.get(f"/{name}", self._file) for name in FILES),
            web.get("/faces/{name}.png", self._face),
        ]

    async def _first_page(self, request: web.Request) -> web.Response:
        people = [
            page.Person(
                str(person.user.global_name),
                CALLINGS[person.name],
                f"/faces/{person.name}.png",
                tuple(
                    page.Door(
                        place_label(place),
                        f"/as/{person.name}/{place_name(self._world, place)}",
                        self._world.game_of(place),
                    )
                    for place in self._seats.places(person)
                ),
            )
            for person in self._world.people
        ]
        steps = [
            page.Door(each.text, f"/as/{each.person}/{each.place}", self._where(each))
            for each in self._suggestions
        ]
        hours = _hours(request.query.get("travelled", ""))
        note = f"{_spell(hours)} passed." if hours else ""
        html = page.launcher(people, steps, self._clock.now(), self._token, note)
        return web.Response(text=html, content_type="text/html", headers=HEADERS)

    def _where(self, suggestion: Suggestion) -> str:
        """The channel that a suggestion leads to, and its game."""
        seat = self._seats.find(suggestion.person, suggestion.place)
        if seat is None:
            return ""
        return " · ".join(filter(None, (place_label(seat.place), self._world.game_of(seat.place))))

    async def _no_travel(self, _request: web.Request) -> web.Response:
        text = (
            "Time passes by the buttons on the first page, not by an address. Open that page and press one."
        )
        raise web.HTTPMethodNotAllowed(hdrs.METH_GET, [hdrs.METH_POST], text=text)

    async def _travel(self, request: web.Request) -> web.StreamResponse:
        form = dict(parse_qsl((await request.read()).decode(errors="replace")))
        if not _is_ours(request) or not self._is_token(form.get("token", "")):
            raise web.HTTPForbidden(
                text="Time passes only by the buttons on the first page. Reload that page and press one."
            )
        hours = _hours(form.get("hours", ""))
        if hours is None:
            raise web.HTTPBadRequest(
                text=f"How long can’t be read. Say it in whole hours, from 1 to {LONGEST_TRIP}."
            )
        answer = web.StreamResponse(headers={**HEADERS, hdrs.CONTENT_TYPE: "text/html; charset=utf-8"})
        await answer.prepare(request)

        async def say(text: str) -> None:
            # Who leaves the page in the middle lets time pass all the same.
            with suppress(ConnectionError):
                await answer.write(text.encode())

        async def told(gone: timedelta) -> None:
            await say(page.on_the_way(int(gone / timedelta(hours=1)), hours))

        await say(page.journey() + page.on_the_way(0, hours))
        await self._clock.travel(timedelta(hours=hours), told)
        await say(page.arrived(hours))
        return answer

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())

    async def _file(self, request: web.Request) -> web.Response:
        text, kind = FILES[request.path.removeprefix("/")]
        return web.Response(text=text, content_type=kind, headers=HEADERS)

    async def _face(self, request: web.Request) -> web.Response:
        face = self._faces.get(request.match_info["name"])
        if face is None:
            raise web.HTTPNotFound
        return web.Response(body=face, content_type="image/png", headers=HEADERS)


def _is_ours(request: web.Request) -> bool:
    """Whether one of our own pages sent it: a browser says so, and no other page can make it lie.

    The host has been checked before.
    """
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    return site == "same-origin" and request.headers.get(hdrs.ORIGIN) == f"http://{request.host}"


def _hours(text: str) -> int | None:
    """A journey's length; none where the text is no number, or not a length that a journey has."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LONGEST_TRIP))):
        return None
    hours = int(text)
    return hours if 1 <= hours <= LONGEST_TRIP else None


def _spell(hours: int) -> str:
    days, rest = divmod(hours, 24)
    parts = [f"{days} day{'s' * (days > 1)}"] * bool(days) + [f"{rest} hour{'s' * (rest > 1)}"] * bool(rest)
    return " and ".join(parts)
