"""What was committed appears in Discord, each message once, whatever becomes of an answer."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.storage.models import messages, outbox
from bot.systems.second_kingdom.heroes.people import GrantConviction
from bot.systems.table.dice.rules import RollDice
from bot.systems.table.settings.rules import POSTS, ChangeSetting
from bot.ui import delivery as delivering
from bot.ui import reply as replying
from tests.deliveries import LEAP, Scene, live, lose_marks, note, restarted, scene, slowed
from tests.faults import CALLBACK, HISTORY, POST, post_in
from tests.harness.messages import Request

__all__ = ["scene"]


# -- an answer that fails -------------------------------------------------------------------------


# Broken once it is answered once more; broken twice the outbox posts what did not arrive.
@pytest.mark.parametrize(
    ("times", "is_after", "posts"), [(1, False, 0), (1, True, 0), (2, False, 1), (2, True, 0)]
)
async def test_a_broken_connection_leaves_one_message(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, times: int, is_after: bool, posts: int
) -> None:
    # As if Discord waited no longer for the answer.
    monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
    await scene.challenge()
    scene.faults.cut(CALLBACK, is_after=is_after, times=times)

    await scene.roll()
    await scene.stage.settle()

    assert len(scene.newest()) == 1
    assert len(scene.messages()) == 6
    assert len(scene.calls("POST")) == posts


async def test_an_answer_is_tried_as_long_as_discord_waits_for_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replying, "AT_ONCE", 0.01)
    await scene.challenge()
    scene.faults.cut(CALLBACK, is_after=False, times=5)

    await scene.roll()
    await scene.stage.settle()

    assert len(scene.newest()) == 1
    assert scene.calls("POST") == []


async def test_a_server_error_after_the_deed_leaves_one_message(scene: Scene) -> None:
    await scene.challenge()
    scene.faults.spoil(CALLBACK, 502)

    await scene.roll()
    await scene.stage.settle()

    assert len(scene.newest()) == 1
    assert scene.calls("POST") == []


async def test_already_acknowledged_counts_as_success(scene: Scene) -> None:
    await scene.challenge()
    scene.faults.spoil(CALLBACK, 400, code=40060)

    pressed = await scene.roll()
    await scene.stage.settle()

    answers = scene.stage.server.of(pressed["id"])
    assert len(scene.newest()) == 1
    assert len(answers.calls) == 1
    assert scene.calls("POST") == []


@pytest.mark.hurried
async def test_a_late_result_comes_through_the_outbox_and_its_placeholder_goes(scene: Scene) -> None:
    play = scene.stage.bot.play
    play.act = slowed(play.act, 1.2)  # type: ignore[method-assign, assignment]

    came = await scene.stage.do("sk challenge", by=scene.stage.gm, **LEAP)
    await scene.stage.settle()

    placeholders = [m for m in scene.stage.server.messages.deleted.values() if m["flags"] & 64]
    assert [int(m["interaction_metadata"]["id"]) for m in placeholders].count(came.interaction) == 1
    private = [m for m in scene.stage.server.messages.kept.values() if m["flags"] & 64]
    assert came.interaction not in [int(m["interaction_metadata"]["id"]) for m in private]
    assert len(live(scene.messages())) == 1
    assert "interaction_metadata" not in live(scene.messages())[0]


async def test_the_same_press_five_times_at_once_is_answered_by_its_result(scene: Scene) -> None:
    await scene.challenge()
    payload = scene.stage.press("Roll", by=scene.stage.deacon)

    came = await scene.stage.feeder.deliver(payload, times=5)
    await scene.stage.settle()

    assert came.answer.data.get("flags", 0) & 64 == 0
    assert len(scene.newest()) == 1


async def test_the_same_press_once_more_after_its_result_is_answered_too(scene: Scene) -> None:
    await scene.challenge()
    payload = await scene.roll()
    await scene.stage.settle()
    before, answers = scene.messages(), scene.faults.count(CALLBACK)

    await scene.stage.feeder.deliver(payload)

    assert answers.met == 1
    assert scene.messages() == before


async def test_what_a_handler_is_about_to_show_is_left_to_it(scene: Scene) -> None:
    stage = scene.stage
    payload = stage.say.slash("x")
    before = len(scene.messages())
    stage.bot.delivery.claim(int(payload["id"]))
    await stage.bot.play.act(Actor(stage.gm.id), stage.request(int(payload["id"])), RollDice("1d6"))

    await stage.settle()
    assert len(scene.messages()) == before

    stage.bot.delivery.release(int(payload["id"]))
    await stage.settle()
    assert len(scene.messages()) == before + 1


# -- found again ------------------------------------------------------------------------------------


async def test_an_answer_is_found_again_by_its_interaction(scene: Scene) -> None:
    lose_marks(scene)
    await scene.challenge()
    before = [message["id"] for message in scene.messages()]

    async with restarted(scene):
        assert [message["id"] for message in scene.messages()] == before
        assert scene.calls("POST") == []


async def test_a_post_is_found_again_by_the_mark_in_its_footer(scene: Scene) -> None:
    lose_marks(scene)
    await scene.challenge(hide_rating=True)
    assert len(scene.calls("POST")) == 2  # beside the card, the game master's copy

    async with restarted(scene):
        scene.stage.server.messages._nonces.clear()
        assert len(scene.calls("POST")) == 2


async def test_a_post_in_plain_text_is_found_again_by_the_mark_in_its_last_line(scene: Scene) -> None:
    await scene.behind(ChangeSetting(POSTS.key, "text", POSTS.default))
    await scene.stage.settle()
    posted = len(scene.calls("POST"))
    lose_marks(scene)
    await scene.challenge(hide_rating=True)
    assert len(scene.calls("POST")) == posted + 2
    assert scene.messages()[-1]["embeds"] == []

    async with restarted(scene):
        scene.stage.server.messages._nonces.clear()
        assert len(scene.calls("POST")) == posted + 2


async def test_a_card_pressed_before_it_was_written_down_is_redrawn(scene: Scene) -> None:
    lose_marks(scene)
    await scene.challenge()
    await scene.roll()

    async with restarted(scene):
        card, result = scene.messages()[-2:]
        assert card["components"] == []
        assert f"/{result['id']}" in card["embeds"][0]["description"]


@pytest.mark.parametrize("hours", [-5, 5])
async def test_a_clock_set_otherwise_before_a_restart_posts_nothing_twice(scene: Scene, hours: int) -> None:
    lose_marks(scene)
    await scene.challenge(hide_rating=True)
    scene.clock.move(hours=hours)

    async with restarted(scene):
        scene.stage.server.messages._nonces.clear()
        assert len(scene.calls("POST")) == 2
        assert len(live(scene.messages())) == 1


async def test_a_card_posted_anew_before_the_clock_was_set_back_is_found(scene: Scene) -> None:
    card = await scene.challenge()
    scene.stage.server.messages.delete(int(card["id"]))
    await scene.stage.do("sk conviction", by=scene.stage.gm, heroes="Evander", amount=1, reason="Rest")
    await scene.stage.settle()
    (fresh,) = live(scene.messages())
    await unmark(scene, int(fresh["id"]))
    posted = len(scene.calls("POST"))
    scene.clock.move(hours=-5)

    async with restarted(scene):
        scene.stage.server.messages._nonces.clear()
        assert len(scene.calls("POST")) == posted
        assert [message["id"] for message in live(scene.messages())] == [fresh["id"]]


async def test_an_older_message_with_the_same_mark_is_not_taken_for_the_one_wanted(scene: Scene) -> None:
    stage = scene.stage
    scene.faults.refuse(POST, 503, 0)
    begun = int(scene.messages()[-1]["id"])
    acted = [begun + 1, begun + (60_000 << 22)]
    for interaction in acted:
        outcome = await stage.bot.play.act(Actor(stage.gm.id), stage.request(interaction), RollDice("1d6"))
    mark = {"embeds": [{"footer": {"text": f"#{outcome.public.entry.number}"}}]}
    # Another campaign's, which had the channel before: read along with what the first roll is sought in.
    stray = stage.server.messages.create(stage.world.channels[0].id, Request(mark, {}))
    before = len(scene.messages())
    scene.faults.mend()

    async with restarted(scene):
        assert acted[0] < int(stray["id"]) < acted[1]
        assert len(scene.messages()) == before + 2


async def unmark(scene: Scene, message: int) -> None:
    """The bot posted it, and was killed before it could write that down."""

    def work(connection: sa.Connection) -> None:
        connection.execute(messages.delete().where(messages.c.message_id == message))
        unsent = outbox.update().where(outbox.c.message_id == message, outbox.c.kind == "post")
        connection.execute(unsent.values(message_id=None, done_at=None))

    await scene.stage.bot.database.write(work)


async def test_what_was_put_off_by_a_clock_that_ran_ahead_comes_soon(scene: Scene) -> None:
    scene.clock.move(hours=5)
    scene.faults.refuse(post_in(scene.stage.world.channels[0].id), 403, 50013)
    await scene.behind(RollDice("1d6 late"))
    await scene.stage.settle()
    scene.faults.mend()
    scene.clock.move(hours=-5)

    await scene.stage.settle()

    assert scene.messages()[-1]["embeds"][0]["title"] == "late"


async def test_the_history_of_a_channel_is_read_once_for_a_backlog(scene: Scene) -> None:
    lose_marks(scene)
    for number in range(250):
        await scene.behind(RollDice(f"1d6 roll {number}"))
    asked = scene.faults.count(HISTORY)

    async with restarted(scene):
        assert len(scene.messages()) >= 250

    # Each reading takes a page for a hundred messages.
    assert asked.met <= 4


# -- asked, merged, in order ------------------------------------------------------------------------


async def test_a_card_mentions_one_person_once(scene: Scene) -> None:
    card = await scene.challenge()
    await scene.stage.do("sk conviction", by=scene.stage.gm, heroes="Evander", amount=1, reason="Rest")
    await scene.stage.settle()

    assert [person["id"] for person in card["mentions"]] == [str(scene.stage.deacon.id)]
    (edit,) = scene.edits(card)
    assert edit["allowed_mentions"] == {"parse": []}


async def test_redrawings_of_one_message_are_merged(scene: Scene) -> None:
    card = await scene.challenge()
    for _ in range(5):
        await scene.behind(GrantConviction((await hero(scene),), 1, "Rest"))

    await scene.stage.settle()

    assert len(scene.edits(card)) == 1
    assert "Conviction held: 8" in str(live(scene.messages())[0]["embeds"])


async def hero(scene: Scene) -> RecordId:
    """The hero's record."""
    subjects = [row.subject_id for row in await scene.stage.entries() if row.action == "CreateHero"]
    return RecordId(str(subjects[0]))


async def test_more_than_a_batch_comes_in_order(scene: Scene) -> None:
    before = len(scene.messages())
    for number in range(120):
        await scene.behind(RollDice(f"1d6 roll {number}"))

    await scene.stage.settle()

    titles = [message["embeds"][0]["title"] for message in scene.messages()[before:]]
    assert titles == [f"roll {number}" for number in range(120)]


async def test_while_it_is_held_nothing_appears_and_then_all_of_it(scene: Scene) -> None:
    before = len(scene.messages())
    with scene.stage.bot.delivery.held():
        await scene.behind(RollDice("1d6 kept"))
        await scene.stage.settle()
        assert len(scene.messages()) == before
    # Its end is enough to have it looked for.
    await scene.stage.bot.delivery.idle()

    assert scene.messages()[-1]["embeds"][0]["title"] == "kept"


async def test_at_leisure_it_is_looked_for_what_is_due_less_often(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery, looks = scene.stage.bot.delivery, list[str]()
    due = scene.stage.bot.play.due

    async def looking(*channels: Any) -> Any:
        looks.append("a look")
        return await due(*channels)

    monkeypatch.setattr(scene.stage.bot.play, "due", looking)
    monkeypatch.setattr(delivering, "EVERY", 0.02)
    delivery.pause, now = 0.0, scene.stage.bot.play.context.now
    over, later = now(), now() + timedelta(days=1)

    async def often() -> None:
        looks.clear()
        async with asyncio.timeout(60):
            while len(looks) < 3:  # noqa: ASYNC110  nothing tells of a look
                await asyncio.sleep(0.01)

    with delivery.at_leisure(over):
        delivery._tick.restart()
        await often()
    delivery._tick.restart()
    await often()
    with delivery.at_leisure(later):
        delivery._tick.restart()
        await asyncio.sleep(0.1)
        looks.clear()
        await asyncio.sleep(0.2)
        assert looks == []
    # Its end doesn't wait for the sleep that is under way.
    await asyncio.sleep(0)
    await delivery.idle()
    assert looks != []
    delivery._tick.restart()
    await often()


async def test_what_an_answer_shows_alone_has_nothing_looked_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery, looks = scene.stage.bot.delivery, list[str]()
    await scene.stage.settle()
    due = scene.stage.bot.play.due

    async def looking(*channels: Any) -> Any:
        looks.append("a look")
        return await due(*channels)

    monkeypatch.setattr(scene.stage.bot.play, "due", looking)
    delivery._tick.cancel()
    await scene.stage.do("roll", by=scene.stage.deacon, dice="1d6")
    await delivery.idle()
    assert looks == []
    await scene.stage.do("sk challenge", by=scene.stage.gm, **LEAP)
    await delivery.idle()
    await scene.roll()
    await delivery.idle()
    assert looks != []


async def test_the_game_masters_copy_goes_to_the_game_masters_channel_only(scene: Scene) -> None:
    await scene.challenge(hide_rating=True, rating=7)

    (secret,) = scene.messages(1)
    assert "rating 7" in str(secret["embeds"])
    assert note(secret).endswith("gm")
    assert all("rating 7" not in str(m["embeds"]) for m in scene.messages(0))


async def test_a_channel_that_hangs_holds_up_no_other(scene: Scene) -> None:
    http = scene.stage.bot.http
    request, gate = http.request, asyncio.Event()

    async def gated(route: Any, **sent: Any) -> Any:
        if route.method == "POST" and f"/{scene.stage.world.channels[1].id}/" in route.url:
            await gate.wait()
        return await request(route, **sent)

    http.request = gated  # type: ignore[method-assign]
    await scene.stage.do("sk challenge", by=scene.stage.gm, **LEAP, hide_rating=True)
    async with asyncio.timeout(60):
        while not live(scene.messages()):  # noqa: ASYNC110  the harness has no event for it
            await asyncio.sleep(0.01)
    assert len(live(scene.messages())) == 1
    assert scene.messages(1) == []
    gate.set()
    await scene.stage.settle()
    assert len(scene.messages(1)) == 1


async def test_one_card_that_cannot_be_drawn_holds_up_no_other(scene: Scene) -> None:
    renderer = scene.stage.bot.dispatcher.renderer
    draw = renderer.card

    def broken(post: Any) -> Any:
        if post.entry.action == "OpenChallenge":
            raise ValueError("no such card")
        return draw(post)

    renderer.card = broken  # type: ignore[method-assign]
    await scene.stage.do("sk challenge", by=scene.stage.gm, **LEAP)
    await scene.stage.do("roll", by=scene.stage.deacon, dice="1d6")
    await scene.stage.settle()
    assert "rolls d6" in str(scene.messages()[-1]["embeds"])

    renderer.card = draw  # type: ignore[method-assign]
    await scene.later(minutes=1)
    assert len(live(scene.messages())) == 1
