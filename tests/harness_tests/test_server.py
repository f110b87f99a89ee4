"""Where the pretend Discord refuses, as the real one does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.harness.inputs import Inputs
from tests.harness.messages import Request
from tests.harness.raw import running
from tests.harness.server import Discord
from tests.harness.world import Json, World
from tests.harness_tests.standin import StandIn


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def call(server: Discord, method: str, path: str, payload: Json | None = None) -> tuple[int, Any]:
    return server.handle(method, path, Request(payload or {}, {}))


def answer(server: Discord, payload: Json, kind: int, data: Json) -> tuple[int, Any]:
    path = f"/interactions/{payload['id']}/{payload['token']}/callback"
    return call(server, "POST", path, {"type": kind, "data": data})


def test_late_answers_and_wrong_kinds_are_refused() -> None:
    clock = Clock()
    world = World()
    server, say = Discord(world, clock, keeps_time=True), Inputs(world, clock)
    late, wrong, fine = say.slash("ping"), say.slash("ping"), say.slash("ping")
    assert answer(server, wrong, 7, {})[1]["code"] == 50035
    assert answer(server, fine, 4, {"content": "pong"})[0] == 200
    clock.now += 4
    assert answer(server, late, 4, {"content": "pong"})[1]["code"] == 10062
    follow_up = f"/webhooks/999/{fine['token']}"
    assert call(server, "POST", follow_up, {"content": "more"})[0] == 200
    assert call(server, "POST", f"/webhooks/999/{late['token']}", {"content": "more"})[1]["code"] == 10015
    clock.now += 900
    assert call(server, "POST", follow_up, {"content": "more"})[1]["code"] == 50027


def test_nonce_holds_for_two_minutes() -> None:
    clock = Clock()
    server = Discord(World(), clock)
    path, payload = "/channels/2000000/messages", {"content": "x", "nonce": "n", "enforce_nonce": True}
    ids = []
    for seconds in (0, 119, 2):
        clock.now += seconds
        ids.append(call(server, "POST", path, payload)[1]["id"])
    assert ids[0] == ids[1] != ids[2]
    assert all("nonce" not in message for message in call(server, "GET", path)[1])


def test_archived_threads_deleted_messages_and_unknown_channels() -> None:
    server = Discord(World())
    thread = server.world.channels[3]
    path = f"/channels/{thread.id}/messages"
    key = call(server, "POST", path, {"content": "x"})[1]["id"]
    server.world.channels[3] = replace(thread, archived=True)
    assert call(server, "PATCH", f"{path}/{key}", {"content": "y"})[1]["code"] == 50083
    assert call(server, "DELETE", f"{path}/{key}")[0] == 204
    assert call(server, "GET", f"{path}/{key}")[1]["code"] == 10008
    assert call(server, "POST", "/channels/7/messages", {"content": "x"})[1]["code"] == 10003
    assert call(server, "PUT", "/channels/7/pins/8")[0] == 405


async def test_direct_conversation_and_a_thread_outside_the_cache() -> None:
    world = World()
    say, server = Inputs(world), Discord(world)
    hidden = replace(world.channels[3], id=2_500_001, name="hidden", archived=True)
    world.channels.append(hidden)
    async with running(StandIn(), server) as feeder:
        direct = world.direct(world.person(2))
        for place in (direct, hidden):
            came = await feeder.deliver(say.slash("ping", user=world.person(2), channel=place))
            assert came.answer.data["content"] == "pong"
            assert len(server.channel_messages(place)) == 1
