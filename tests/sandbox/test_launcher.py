"""The first page, the doors it opens, and what is behind them."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from simcord import preview
from yarl import URL

from bot.sandbox.clock import LAST_LOOK
from bot.sandbox.page import MENDED
from bot.sandbox.room import Room, Visit, opened, welcome
from tests.sandbox.standin import SUGGESTIONS, StandIn


@pytest_asyncio.fixture
async def http(visit: Visit) -> AsyncIterator[ClientSession]:
    async with ClientSession(visit.address) as session:
        yield session


async def secret(http: ClientSession, door: str) -> str:
    async with http.get(door, allow_redirects=False) as answer:
        assert answer.status == 302
        return URL(answer.headers["Location"]).fragment


async def opened_page(http: ClientSession, door: str) -> Any:
    async with http.post(
        "/api/pages", json={}, headers={"X-Simcord-Capability": await secret(http, door)}
    ) as answer:
        assert answer.status == 200
        return await answer.json()


async def test_the_first_page_offers_every_seat_a_person_may_take(http: ClientSession) -> None:
    async with http.get("/") as answer:
        text = await answer.text()
    assert answer.status == 200
    assert 'href="/as/marisol/game-master"' in text
    assert 'href="/as/odile/game-master"' in text
    assert 'href="/as/deacon/direct"' in text
    assert "/as/deacon/game-master" not in text
    assert SUGGESTIONS[0].text in text


async def test_every_door_leads_to_the_place_it_names_and_says_its_game(
    http: ClientSession, visit: Visit
) -> None:
    async with http.get("/") as answer:
        text = await answer.text()
    doors = re.findall(
        r'<a href="(/as/[^"]+)"[^>]*><span>([^<]+)(?:<small>([^<]+)</small>)?</span></a>', text
    )
    assert len(doors) > len(SUGGESTIONS)
    for address, label, small in doors:
        async with http.get(address) as answer:
            title = re.findall("<title>(.+) · Waypost</title>", await answer.text())[0]
        place = title.partition(" in ")[2]
        assert place == label or small.startswith(place), (address, label, small, title)
    games = {label: small for _, label, small in doors}
    assert games["#table"] == games["#game-master"] == "The Second Kingdom"
    assert (games["#city"], games["#marches"]) == ("Adventuria", "Kingdom turns")
    assert games["#tavern"] == games["direct messages"] == ""


async def test_a_channel_plays_the_game_of_the_first_page_and_so_do_its_threads(visit: Visit) -> None:
    env, world = visit.env, visit.world
    env.backend.announce_thread_create(
        env.backend.create_thread(world.city.id, "Rook", env.backend.bot_user.id, message_id=None)
    )
    (thread,) = world.city.threads
    assert world.game_of(thread) == "Adventuria"


async def test_nobody_elses_secret_is_on_the_first_page(http: ClientSession, visit: Visit) -> None:
    shown = await secret(http, "/as/deacon/table")
    async with http.get("/") as answer:
        text = await answer.text()
    assert shown not in text
    assert visit.seats.capability not in text


async def test_a_door_redirects_to_a_page_of_its_own_title(http: ClientSession) -> None:
    async with http.get("/as/deacon/table") as answer:
        text = await answer.text()
    assert "<title>Deacon in #table · Waypost</title>" in text
    assert "/house.css" in text
    assert "/house.js" in text


@pytest.mark.parametrize("path", MENDED)
async def test_what_we_mend_in_simcords_scripts_stands_there_once(http: ClientSession, path: str) -> None:
    theirs = Path(preview.__file__).with_name("static").joinpath(path[1:]).read_text(encoding="utf-8")
    async with http.get(path) as answer:
        served = await answer.text()
    for before, after in MENDED[path]:
        assert theirs.count(before) == 1, before
        assert after in served


async def test_each_seat_is_one_person_in_one_channel(http: ClientSession, visit: Visit) -> None:
    world = visit.world
    doors = {
        "/as/deacon/table": (world.deacon.id, world.table.id),
        "/as/marisol/game-master": (world.marisol.id, world.game_master_channel.id),
        "/as/wren/direct": (world.wren.id, world.direct_messages(world.wren).id),
        f"/as/{world.odile.id}/{world.tavern.id}": (world.odile.id, world.tavern.id),
    }
    pages = await asyncio.gather(*(opened_page(http, door) for door in doors))
    assert [(int(page["viewerId"]), int(page["channelId"])) for page in pages] == list(doors.values())


async def test_a_tab_of_an_earlier_process_is_healed_by_reloading(http: ClientSession) -> None:
    current = await secret(http, "/as/deacon/table")
    assert await secret(http, "/as/deacon/table?visit=earlier") == current


@pytest.mark.parametrize("door", ["/as/deacon/game-master", "/as/nobody/table", "/as/deacon/attic"])
async def test_no_door_where_a_person_may_not_be(http: ClientSession, door: str) -> None:
    async with http.get(door, allow_redirects=False) as answer:
        assert answer.status == 404


async def test_a_wrong_secret_opens_nothing(http: ClientSession, visit: Visit) -> None:
    for guess in ("guess", visit.seats.capability):
        async with http.post("/api/pages", json={}, headers={"X-Simcord-Capability": guess}) as answer:
            assert answer.status == 401


async def test_another_name_for_the_address_is_refused(http: ClientSession) -> None:
    for path in ("/", "/as/deacon/table", "/travel?hours=1"):
        async with http.get(path, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403


async def sent(
    http: ClientSession, visit: Visit, *, headers: dict[str, str] | None = None, **form: str
) -> tuple[int, str]:
    """The first page's form as a browser sends it, or with something else in it."""
    async with http.get("/") as answer:
        (token,) = re.findall(r'name="token" value="([^"]+)"', await answer.text())
    ours = {"Origin": visit.address.rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    async with http.post("/travel", data={"token": token} | form, headers=ours | (headers or {})) as answer:
        return answer.status, await answer.text()


async def test_travelling_takes_the_bot_along(http: ClientSession, visit: Visit) -> None:
    bot = visit.env.bot
    assert isinstance(bot, StandIn)
    before, hours = visit.env.now(), bot.hours
    _, text = await sent(http, visit, hours="24")
    # The page grows on the way, and leads back at its end.
    told = re.findall(r"<p>(\d+) of 24 hours</p>", text)
    assert [*map(int, told)][:25] == [*range(25)]
    assert 'http-equiv="refresh" content="0;url=/?travelled=24"' in text
    async with http.get("/?travelled=24") as answer:
        assert "1 day passed." in await answer.text()
    # And minutes more, in which the bot looks at what is due at the end of the way.
    assert (
        timedelta(hours=24) + LAST_LOOK
        <= visit.env.now() - before
        < timedelta(hours=24, seconds=30) + LAST_LOOK
    )
    assert bot.hours - hours == 24


HUGE = "9" * 5000
NUMBERS = ["", "0", "-3", "-0", "1.5", "1e3", "nan", "inf", "0x10", "soon", "٢٤", "745", "100000", HUGE]


@pytest.mark.parametrize("hours", NUMBERS, ids=lambda text: text[:8])
async def test_a_journey_without_a_sensible_length_says_what_is_sensible(
    http: ClientSession, visit: Visit, hours: str
) -> None:
    before = visit.env.now()
    status, text = await sent(http, visit, hours=hours)
    assert (status, "from 1 to 744" in text) == (400, True)
    assert visit.env.now() - before < timedelta(hours=1)


@pytest.mark.parametrize("hours", NUMBERS, ids=lambda text: text[:8])
async def test_the_first_page_tells_of_no_journey_that_nobody_can_make(
    http: ClientSession, hours: str
) -> None:
    async with http.get("/", params={"travelled": hours}) as answer:
        assert answer.status == 200
        assert "passed." not in await answer.text()


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        # Another port of this machine, where some other program has a page.
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
    ],
    ids=str,
)
async def test_another_site_cannot_let_time_pass(
    http: ClientSession, visit: Visit, headers: dict[str, str]
) -> None:
    before = visit.env.now()
    status, text = await sent(http, visit, headers=headers, hours="24")
    assert (status, "buttons on the first page" in text) == (403, True)
    assert visit.env.now() - before < timedelta(hours=1)


@pytest.mark.parametrize("token", ["", "guess", "schlüssel"])
async def test_time_passes_for_nobody_who_has_not_read_the_first_page(
    http: ClientSession, visit: Visit, token: str
) -> None:
    before = visit.env.now()
    status, text = await sent(http, visit, hours="24", token=token)
    assert (status, "Reload that page" in text) == (403, True)
    assert visit.env.now() - before < timedelta(hours=1)


async def test_no_address_alone_lets_time_pass(http: ClientSession, visit: Visit) -> None:
    before = visit.env.now()
    async with http.get("/travel?hours=24") as answer:
        assert answer.status == 405
        assert "Time passes by the buttons on the first page" in await answer.text()
    assert visit.env.now() - before < timedelta(hours=1)


def own_routes(visit: Visit) -> list[tuple[str, str]]:
    """Every address that is answered, with something in the place of its names."""
    app = visit.server.runner.app
    listed = [(route.method, str(route.resource.canonical)) for route in app.router.routes()]
    return [(method, re.sub(r"{\w+}", HUGE[:300], path)) for method, path in listed if method != "HEAD"]


async def test_every_page_bears_that_it_cannot_be_framed(http: ClientSession, visit: Visit) -> None:
    answered = [*own_routes(visit), ("GET", "/as/deacon/table"), ("GET", "/nowhere"), ("PUT", "/")]
    assert len(answered) > 30
    for method, path in answered:
        async with http.request(method, path) as answer:
            headers = answer.headers
            assert answer.status != 500, path
        assert headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], path


async def test_nothing_changes_by_what_was_sent_without_a_secret(http: ClientSession, visit: Visit) -> None:
    changing = [each for each in own_routes(visit) if each[0] not in ("GET", "HEAD")]
    assert {path.split("/")[1] for _, path in changing} == {"api", "travel"}
    for method, path in changing:
        async with http.request(method, path, json={}) as answer:
            assert answer.status in (401, 403), path


WRONG_NUMBERS: tuple[Any, ...] = (
    -1, 0, 1.5, float("nan"), float("inf"), 1e300, 2**64, 10**400, HUGE, "-1", "NaN", [], {}, True,
)  # fmt: skip


async def test_a_page_that_names_nobody_and_nothing_gets_a_plain_refusal(
    http: ClientSession, visit: Visit
) -> None:
    headers = {"X-Simcord-Capability": await secret(http, "/as/deacon/table")}
    page = await opened_page(http, "/as/deacon/table")
    inside = headers | {"X-Simcord-Context": page["context"]["id"]}
    for wrong in WRONG_NUMBERS:
        for body in ({"target_id": wrong}, {"viewer_id": wrong}):
            async with http.post("/api/pages", json=body, headers=headers) as answer:
                assert answer.status in (200, 400), (wrong, answer.status)
        body = dict.fromkeys(("kind", "published_revision", "sequence", "request_id", "target_id"), wrong)
        async with http.post("/api/action", json=body, headers=inside) as answer:
            assert answer.status in (200, 400), (wrong, answer.status)
        where = {"request_id": "x", "sequence": str(wrong)}
        async with http.get("/api/action-result", params=where, headers=inside) as answer:
            assert answer.status == 404, wrong
        async with http.get("/api/assets/1", params={"media_time": str(wrong)}, headers=inside) as answer:
            assert answer.status in (400, 404), (wrong, answer.status)
    async with http.post("/api/pages", data="[" * 100_000, headers=headers) as answer:
        assert answer.status == 400
    assert visit.env.errors == []


@pytest.mark.parametrize("place", ["-1", "0", "nan", "1e9", "18446744073709551616", HUGE[:4000]])
async def test_a_seat_that_no_number_names_is_refused_in_a_sentence(http: ClientSession, place: str) -> None:
    for door in (f"/as/deacon/{place}", f"/as/{place}/table"):
        async with http.get(door) as answer:
            assert (answer.status, "The first page lists them all" in await answer.text()) == (404, True)


async def test_a_persons_mistake_is_no_failure_of_the_page(visit: Visit) -> None:
    async with visit.turn:
        result = await visit.world.deacon.slash(visit.world.table, "refuse")
    assert result.response is not None
    assert visit.env.errors == []


async def test_a_taken_port_is_said_and_the_next_one_used() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        async with opened(Room(StandIn()), port=taken, suggestions=SUGGESTIONS) as visit:
            said = welcome(visit, SUGGESTIONS).splitlines()
    assert said[0].startswith(f"Port {taken} is taken")
    assert visit.address not in said[0]
    assert any(line.startswith("http://127.0.0.1:") and line.endswith("/") for line in said)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_stopping_is_quiet(sign: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.sandbox.standin",
        "0",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with asyncio.timeout(120):
        while b"Ctrl+C" not in await process.stdout.readline():
            pass
        process.send_signal(sign)
        _, errors = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in errors
