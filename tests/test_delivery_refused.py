"""Where Discord says no: messages and channels that are gone, archived threads, permissions that lack."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
import structlog

from bot.engine.people import Actor
from bot.logs import WithoutTraceback
from bot.play import Request
from bot.systems.table.dice.rules import RollDice
from bot.ui import reply as replying
from tests.deliveries import LEAP, Scene, live, scene, slowed
from tests.faults import CALLBACK, EDIT, Fault, post_in
from tests.harness.world import Channel, Json
from tests.systems.second_kingdom.stock import panel

__all__ = ["scene"]


async def grant(scene: Scene) -> None:
    """Change what an open challenge shows."""
    stage = scene.stage
    await stage.do("sk conviction", by=stage.gm, heroes="Evander", amount=1, reason="Rest")
    await stage.settle()


async def test_a_deleted_card_that_waits_is_posted_anew(scene: Scene) -> None:
    card = await scene.challenge()
    scene.stage.server.messages.delete(int(card["id"]))

    await grant(scene)

    (fresh,) = live(scene.messages())
    assert fresh["id"] != card["id"]
    assert "Conviction held: 4" in str(fresh["embeds"])
    await grant(scene)
    assert len(live(scene.messages())) == 1
    assert "Conviction held: 5" in str(live(scene.messages())[0]["embeds"])


async def test_a_deleted_card_that_no_longer_waits_stays_away(scene: Scene) -> None:
    card = await scene.challenge()
    await panel(scene.stage)
    withdraw = scene.stage.press("Withdraw", by=scene.stage.gm)
    scene.stage.server.messages.delete(int(card["id"]))

    await scene.stage.feeder.deliver(withdraw)
    await scene.stage.settle()

    assert live(scene.messages()) == []
    assert scene.calls("POST") == []


async def test_too_many_edits_move_a_card_that_waits(scene: Scene) -> None:
    card = await scene.challenge()
    scene.faults.refuse(f"PATCH /channels/[0-9]+/messages/{card['id']}", 429, 30046, times=1)

    await grant(scene)

    (fresh,) = live(scene.messages())
    assert fresh["id"] != card["id"]
    old = scene.stage.server.messages.get(int(card["id"]))
    assert f"/{fresh['id']}" in old["embeds"][0]["description"]


async def test_a_card_that_may_not_be_edited_stays_and_is_redrawn_when_it_may(scene: Scene) -> None:
    card = await scene.challenge()
    scene.faults.refuse(EDIT, 403, 50001, times=1)

    await grant(scene)
    await scene.later(minutes=20)

    (same,) = live(scene.messages())
    assert (same["id"], scene.calls("POST")) == (card["id"], [])
    assert "Conviction held: 4" in str(same["embeds"])


async def test_a_card_that_will_not_be_edited_moves_once_only(scene: Scene) -> None:
    card = await scene.challenge()
    scene.faults.refuse(rf"PATCH /channels/\d+/messages/{card['id']}", 429, 30046)

    for _ in range(3):
        await grant(scene)
        await scene.later(minutes=20)

    assert len(scene.calls("POST")) == 1
    assert "Conviction held: 6" in str(live(scene.messages())[-1]["embeds"])


async def test_an_archived_thread_gets_a_fresh_card(scene: Scene) -> None:
    stage = scene.stage
    thread = stage.world.channels[3]
    payload = stage.say.slash("sk challenge", LEAP, user=stage.gm, channel=thread)
    await stage.feeder.deliver(payload)
    await stage.settle()
    stage.world.channels[3] = replace(thread, archived=True)
    reopen_on_post(scene)

    await grant(scene)

    old, fresh = scene.messages(3)
    assert old["components"] == []
    assert f"/{fresh['id']}" in old["embeds"][0]["description"]
    assert fresh["components"] != []


def reopen_on_post(scene: Scene) -> None:
    """A message opens an archived thread again, as in Discord."""
    create = scene.stage.server.messages.create

    def opening(channel_id: int, *args: Any) -> Json:
        world = scene.stage.world
        world.channels = [replace(c, archived=False) if c.id == channel_id else c for c in world.channels]
        return create(channel_id, *args)

    scene.stage.server.messages.create = opening  # type: ignore[method-assign, assignment]


async def test_a_channel_that_is_gone_is_given_up(scene: Scene) -> None:
    stage = scene.stage
    secret = stage.world.channels.pop(1)

    await stage.do("sk challenge", by=stage.gm, **LEAP, hide_rating=True)
    await stage.settle()
    tries = len(scene.calls("POST"))
    await scene.later(hours=1)

    assert len(scene.calls("POST")) == tries
    assert await stage.bot.play.due() == []
    stage.world.channels.insert(1, secret)


async def test_a_card_whose_channel_is_gone_is_redrawn_no_more(scene: Scene) -> None:
    await scene.challenge(hide_rating=True)
    tried = scene.faults.refuse(EDIT, 404, 10003)
    await grant(scene)
    before = tried.met
    await grant(scene)
    for _ in range(3):
        await scene.later(minutes=20)

    assert tried.met == before > 0
    assert await scene.stage.bot.play.due() == []


@pytest.mark.parametrize("times", [1, 3])
async def test_what_may_not_be_posted_comes_when_it_may(scene: Scene, times: int) -> None:
    stage = scene.stage
    forbidden = scene.faults.refuse(post_in(stage.world.channels[1].id), 403, 50013)
    for _ in range(times):
        await stage.do("sk challenge", by=stage.gm, **LEAP, hide_rating=True)
    await stage.settle()
    assert scene.messages(1) == []

    await scene.later(minutes=11)
    before = forbidden.met
    await scene.later(seconds=1)
    assert forbidden.met == before
    scene.faults.mend()
    await scene.later(minutes=11)

    assert len(scene.messages(1)) == times
    assert len(live(scene.messages())) == times


async def test_of_a_closed_channel_no_more_is_tried_than_shows_that(scene: Scene) -> None:
    stage = scene.stage
    for _ in range(5):
        await scene.behind(RollDice("1d6 leap"))
    forbidden = scene.faults.refuse(post_in(stage.world.channels[0].id), 403, 50013)

    await stage.settle()

    assert forbidden.met == 2
    scene.faults.mend()
    await scene.later(minutes=1)
    titles = [message["embeds"][0]["title"] for message in scene.messages()[-5:]]
    assert titles == ["leap"] * 5


# -- answers ----------------------------------------------------------------------------------------------


def failures(lines: Sequence[Mapping[str, Any]], caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log has with a traceback, ours and the library's."""
    ours = [line["event"] for line in lines if line["log_level"] == "error" or "exc_info" in line]
    return ours + [each.getMessage() for each in caplog.records if each.exc_info]


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize(("command", "options"), [("roll", {"dice": "1d1+41"}), ("help", {})])
async def test_an_answer_whose_connection_broke_is_sent_once_more(
    scene: Scene, caplog: pytest.LogCaptureFixture, command: str, options: Json, is_after: bool
) -> None:
    scene.faults.cut(CALLBACK, is_after=is_after, times=1)
    with structlog.testing.capture_logs() as lines:
        came = await scene.stage.do(command, by=scene.stage.deacon, **options)
        await scene.stage.settle()
    assert came.answer.data
    assert failures(lines, caplog) == []
    assert len([each for each in scene.messages() if "**42**" in str(each)]) == (command == "roll")


FOLLOW_UP = r"POST /webhooks/\d+/[\d-]+"
FILLED = r"PATCH /webhooks/\d+/[\d-]+/messages/@original"
EMPTIED = r"DELETE /webhooks/\d+/[\d-]+/messages/@original"


@pytest.fixture
def slow(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Everything is acknowledged before it is answered, and tried again soon."""
    monkeypatch.setattr(replying, "DEFER_AFTER", 0.0)
    monkeypatch.setattr(replying, "FIRST_PAUSE", 0.01)
    for name in ("act", "look"):
        monkeypatch.setattr(scene.stage.bot.play, name, slowed(getattr(scene.stage.bot.play, name), 0.05))
    return scene


async def tried(faults: Sequence[Fault]) -> None:
    """Wait until each of them struck as often as it should."""
    async with asyncio.timeout(60):
        # The harness has no event for it.
        while any(fault.met < fault.times for fault in faults) or replying._late:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("is_after", [False, True])
async def test_an_acknowledged_command_is_answered_once_discord_can_be_reached(
    slow: Scene, *, is_after: bool
) -> None:
    first = slow.faults.cut(FOLLOW_UP, is_after=is_after)
    again = slow.faults.refuse(FILLED, 503, 0, times=4)
    came = await slow.stage.do("sk sheet", by=slow.stage.deacon)
    await tried([first, again])

    private = [m for m in slow.stage.server.messages.kept.values() if m["flags"] & 64]
    mine = [m for m in private if int(m["interaction_metadata"]["id"]) == came.interaction]
    assert len(mine) == 1
    assert "Evander" in str(mine[0])


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize(
    "lost", ["nothing", "the answer's word", "the deleting", "the deleting, made up for"]
)
async def test_what_is_said_after_an_answer_never_takes_its_place(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, lost: str, *, is_after: bool
) -> None:
    monkeypatch.setattr(replying, "FIRST_PAUSE", 0.01)
    struck = [scene.faults.cut(FOLLOW_UP, is_after=is_after)]
    if lost == "the answer's word":
        monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
        scene.faults.cut(CALLBACK, is_after=True, times=2)
    elif lost.startswith("the deleting"):
        monkeypatch.setattr(replying, "DEFER_AFTER", 0.0)
        play = scene.stage.bot.play
        monkeypatch.setattr(play, "act", slowed(play.act, 0.05))
        scene.faults.refuse(EMPTIED, 503, 0, times=1)
        if lost.endswith("made up for"):
            monkeypatch.setattr(replying.Reply, "private", slowed(replying.Reply.private, 0.2))
    came = await scene.stage.do("campaign join", by=scene.stage.stranger, watching=True)
    await tried(struck)
    await scene.stage.settle()

    public, private = scene.messages(), []
    for each in scene.stage.server.messages.kept.values():
        about = each.get("interaction_metadata")
        if each["flags"] & 64 and about and int(about["id"]) == came.interaction:
            private.append(str(each))
    assert len([m for m in public if "joins as a spectator" in str(m)]) == 1
    assert not [m for m in public if "New here?" in str(m)]
    # The connection broke after Discord had taken it: it may be said twice, to this person alone.
    assert [each for each in private if "New here?" in each]


@pytest.mark.parametrize("is_sent_again", [False, True])
@pytest.mark.parametrize("command", ["sk sheet", "roll"])
async def test_an_acknowledgement_that_went_unheard_is_followed_by_the_answer(
    slow: Scene, monkeypatch: pytest.MonkeyPatch, command: str, *, is_sent_again: bool
) -> None:
    # The second try is told that there was a first; or that one is lost as well, and Discord waits no longer.
    monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
    slow.faults.cut(CALLBACK, is_after=True, times=1 if is_sent_again else 2)
    came = await slow.stage.do(
        command, by=slow.stage.deacon, **({"dice": "1d6"} if command == "roll" else {})
    )
    await slow.stage.settle()

    kept = slow.stage.server.messages.kept.values()
    mine = [m for m in kept if m["flags"] & 64 and int(m["interaction_metadata"]["id"]) == came.interaction]
    assert len(mine) == (command == "sk sheet")
    assert all("Evander" in str(each) for each in mine)
    assert len([m for m in slow.messages() if "rolls d6" in str(m)]) == (command == "roll")


@pytest.mark.parametrize("command", ["sk sheet", "roll"])
async def test_what_discord_took_and_said_it_had_not_is_answered(
    slow: Scene, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
    # Every word of its on that is an error of its own: nothing tells that the first was taken.
    slow.faults.spoil(CALLBACK, 502, times=100)
    given = {"dice": "1d6"} if command == "roll" else {}
    came = await slow.stage.do(command, by=slow.stage.deacon, **given)
    await slow.stage.settle()

    kept = slow.stage.server.messages.kept.values()
    mine = [m for m in kept if m["flags"] & 64 and int(m["interaction_metadata"]["id"]) == came.interaction]
    assert len(mine) == (command == "sk sheet")
    assert all("Evander" in str(each) for each in mine)
    assert len([m for m in slow.messages() if "rolls d6" in str(m)]) == (command == "roll")


async def test_what_the_library_repeated_until_discord_forgot_it_is_answered(
    slow: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells of its last try alone: that the interaction is unknown by then."""
    monkeypatch.setattr(replying, "REPEATED", 0.0)
    forgotten = {"code": replying.UNKNOWN_INTERACTION, "message": "Unknown interaction"}
    fault = slow.faults.spoil(CALLBACK, 404, times=2)
    fault.befall = lambda: (404, forgotten)
    came = await slow.stage.do("sk sheet", by=slow.stage.deacon)

    kept = slow.stage.server.messages.kept.values()
    mine = [m for m in kept if m["flags"] & 64 and int(m["interaction_metadata"]["id"]) == came.interaction]
    assert len(mine) == 1
    assert "Evander" in str(mine)


async def test_a_press_that_discord_took_and_said_it_had_not_is_answered(
    slow: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await slow.challenge()
    monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
    slow.faults.spoil(CALLBACK, 502, times=100)
    # That hero isn't hers: she is told so, in private.
    pressed = slow.stage.press("Roll", by=slow.stage.wren)
    await slow.stage.feeder.deliver(pressed)

    private = [m for m in slow.stage.server.messages.kept.values() if m["flags"] & 64]
    assert len([m for m in private if m["interaction_metadata"]["id"] == pressed["id"]]) == 1


async def test_an_answer_that_came_unheard_is_not_given_twice(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
    scene.faults.spoil(CALLBACK, 502, times=100)
    shown = await scene.stage.do("sk sheet", by=scene.stage.deacon)
    rolled = await scene.stage.do("roll", by=scene.stage.deacon, dice="1d6")
    await scene.stage.settle()

    kept = scene.stage.server.messages.kept.values()
    for each in (shown, rolled):
        mine = [
            m
            for m in kept
            if (about := m.get("interaction_metadata")) and int(about["id"]) == each.interaction
        ]
        assert len(mine) == 1
    assert len([m for m in scene.messages() if "rolls d6" in str(m)]) == 1


async def test_an_acknowledged_press_is_answered_once_discord_can_be_reached(slow: Scene) -> None:
    await slow.challenge()
    refused = slow.faults.refuse(FOLLOW_UP, 503, 0, times=4)
    # That hero isn't hers: she is told so, in private.
    pressed = slow.stage.press("Roll", by=slow.stage.wren)
    await slow.stage.feeder.deliver(pressed)
    await tried([refused])

    private = [m for m in slow.stage.server.messages.kept.values() if m["flags"] & 64]
    assert [m for m in private if m["interaction_metadata"]["id"] == pressed["id"]]


async def test_a_placeholder_goes_once_discord_can_be_reached(slow: Scene) -> None:
    refused = slow.faults.refuse(EMPTIED, 503, 0, times=3)
    came = await slow.stage.do("roll", by=slow.stage.deacon, dice="1d6")
    await tried([refused])

    private = [m for m in slow.stage.server.messages.kept.values() if m["flags"] & 64]
    assert came.interaction not in [int(m["interaction_metadata"]["id"]) for m in private]


async def test_what_discord_takes_no_more_is_not_tried_again(slow: Scene) -> None:
    refused = slow.faults.refuse(FOLLOW_UP, 401, 50027)
    await slow.stage.do("sk sheet", by=slow.stage.deacon)
    assert not replying._late
    assert refused.met == 1


async def test_a_channel_that_the_bot_does_not_see_is_a_sentence(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    unseen = Channel(9_000_001, "behind")
    with structlog.testing.capture_logs() as lines:
        came = await scene.stage.do("campaign bind", by=scene.stage.gm, channel=unseen)
    assert "Waypost can't see that channel." in str(came.answer.data)
    assert "id: **" not in str(came.answer.data)
    assert failures(lines, caplog) == []


@pytest.mark.parametrize("code", [10062, 10015, 50027])
async def test_an_answer_that_comes_too_late_is_one_line(
    scene: Scene, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    scene.faults.refuse(CALLBACK, 404, code)
    with structlog.testing.capture_logs() as lines:
        await scene.stage.do("help", by=scene.stage.deacon)
    assert [line["event"] for line in lines] == ["answer not taken"]
    assert failures(lines, caplog) == []


async def test_suggestions_that_come_too_late_are_one_line(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    stage, told = scene.stage, logging.getLogger("discord.app_commands.tree")
    scene.faults.refuse(CALLBACK, 404, 10062)
    typing = stage.say.autocomplete("sk sheet", {"hero": "E"}, focused="hero", user=stage.deacon)
    shortened = WithoutTraceback()
    told.addFilter(shortened)
    try:
        with structlog.testing.capture_logs() as lines:
            await stage.feeder.deliver(typing)
    finally:
        told.removeFilter(shortened)
    assert lines == []
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert "404" in record.getMessage()


async def lock(scene: Scene, *, locked: bool) -> Channel:
    """Lock the thread or unlock it; Discord tells the bot."""
    stage = scene.stage
    thread = stage.world.channels[3] = replace(stage.world.channels[3], locked=locked)
    await asyncio.gather(*stage.feeder.feed(thread.payload(stage.world.guild_id), "THREAD_UPDATE"))
    return thread


async def test_in_a_locked_thread_nothing_more_is_said_until_it_is_unlocked(scene: Scene) -> None:
    stage = scene.stage
    thread = await lock(scene, locked=True)
    for _ in range(2):
        request = Request(
            int(stage.say.slash("x")["id"]), stage.world.guild_id, thread.id, stage.world.channels[0].id
        )
        await stage.bot.play.act(Actor(stage.deacon.id), request, RollDice("1d6"))
    await stage.settle()
    assert scene.messages(3) == []
    told = [str(each) for each in scene.messages(1) if "is locked" in str(each)]
    # Its game masters read it once.
    assert len(told) == 1
    assert f"<#{thread.id}> is locked, so Waypost says nothing more there." in told[0]

    await lock(scene, locked=False)
    await scene.later(minutes=11)
    assert len(scene.messages(3)) == 2
