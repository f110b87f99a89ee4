"""The sandbox's first page: who can be played, where, and a way to let time pass."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from aiohttp import hdrs, web

from bot.sandbox import page
from bot.sandbox.clock import Clock
from bot.sandbox.pictures import faces
from bot.sandbox.seats import Seats, place_label, place_name
from bot.sandbox.world import CALLINGS, World

FILES = {
    "/launcher.css": (page.CSS, "text/css"),
    "/house.css": (page.HOUSE_CSS, "text/css"),
    "/house.js": (page.HOUSE_JS, "text/javascript"),
}
LONGEST_TRIP = 24 * 31
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
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

    def routes(self) -> list[web.RouteDef]:
        """What it answers."""
        return [
            web.get("/", self._first_page),
            web.get("/travel", self._travel),
            web.post("/travel", self._travel),
            *(web.get(address, self._file) for address in FILES),
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
        hours = request.query.get("travelled", "")
        note = f"{_spell(int(hours))} passed." if hours.isdecimal() else ""
        html = page.launcher(people, steps, self._clock.now(), note)
        return web.Response(text=html, content_type="text/html", headers=HEADERS)

    def _where(self, suggestion: Suggestion) -> str:
        """The channel that a suggestion leads to, and its game."""
        seat = self._seats.find(suggestion.person, suggestion.place)
        if seat is None:
            return ""
        return " · ".join(filter(None, (place_label(seat.place), self._world.game_of(seat.place))))

    async def _travel(self, request: web.Request) -> web.Response:
        if request.headers.get("Sec-Fetch-Site") == "cross-site":
            raise web.HTTPForbidden(text="Time passes only from this page.")
        form = await request.post() if request.method == hdrs.METH_POST else request.query
        hours = str(form.get("hours", ""))
        if not hours.isdecimal() or not 1 <= int(hours) <= LONGEST_TRIP:
            raise web.HTTPBadRequest(text=f"Say how many hours, 1 to {LONGEST_TRIP}: /travel?hours=24")
        await self._clock.travel(timedelta(hours=int(hours)))
        raise web.HTTPSeeOther(f"/?travelled={int(hours)}")

    async def _file(self, request: web.Request) -> web.Response:
        text, kind = FILES[request.path]
        return web.Response(text=text, content_type=kind, headers=HEADERS)

    async def _face(self, request: web.Request) -> web.Response:
        face = self._faces.get(request.match_info["name"])
        if face is None:
            raise web.HTTPNotFound
        return web.Response(body=face, content_type="image/png", headers=HEADERS)


def _spell(hours: int) -> str:
    days, rest = divmod(hours, 24)
    parts = [f"{days} day{'s' * (days > 1)}"] * bool(days) + [f"{rest} hour{'s' * (rest > 1)}"] * bool(rest)
    return " and ".join(parts)
