"""Simulated time keeps level with the wall clock, travels, and bothers the pages only with news."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bot.sandbox.clock import Clock
from bot.sandbox.room import Visit
from tests.sandbox.standin import StandIn


class Wall:
    """A wall clock to set by hand, and a count of publications."""

    def __init__(self, visit: Visit) -> None:
        self.now = datetime.now(UTC)
        self.published = 0
        self.clock = Clock(visit.env, visit.turn, self.publish, lambda: self.now)

    async def publish(self) -> None:
        self.published += 1


async def test_a_tick_catches_up_however_late_it_comes(visit: Visit) -> None:
    wall = Wall(visit)
    before = visit.env.now()
    wall.now += timedelta(seconds=90)
    await wall.clock.tick()
    assert abs(visit.env.now() - before - timedelta(seconds=90)) < timedelta(milliseconds=600)


async def test_ticks_without_news_publish_nothing(visit: Visit) -> None:
    wall = Wall(visit)
    await wall.clock.tick()
    first = wall.published
    for _ in range(5):
        wall.now += timedelta(seconds=1)
        await wall.clock.tick()
    assert wall.published == first
    async with visit.turn:
        await visit.world.deacon.slash(visit.world.table, "card", title="A knock")
    await wall.clock.tick()
    assert wall.published == first + 1


async def test_what_falls_due_on_a_journey_happens(visit: Visit) -> None:
    bot = visit.env.bot
    assert isinstance(bot, StandIn)
    before = bot.hours
    await visit.clock.travel(timedelta(hours=24))
    assert bot.hours - before == 24


async def test_a_journey_goes_on_where_an_hour_takes_more_than_one_go(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    advance, gone = visit.env.advance_time, []

    async def slow(seconds: float) -> None:
        gone.append(seconds)
        if len(gone) % 3:
            await advance(seconds / 2)
            raise TimeoutError("the bot is still busy")
        await advance(seconds)

    monkeypatch.setattr(visit.env, "advance_time", slow)
    before = visit.env.now()
    await visit.clock.travel(timedelta(hours=5))
    assert visit.env.now() - before >= timedelta(hours=5) - timedelta(seconds=1)


async def test_while_time_is_travelled_the_bot_knows_until_when(visit: Visit) -> None:
    seen: list[datetime] = []

    @contextmanager
    def journey(until: datetime) -> Iterator[None]:
        seen.append(until)
        yield
        seen.append(clock.now())

    clock = Clock(visit.env, visit.turn, Wall(visit).publish, journey=journey)
    await clock.tick()
    assert not seen
    arrival = clock.now() + timedelta(hours=1)
    await clock.travel(timedelta(hours=1))
    assert seen[0] == arrival < seen[1]


async def test_a_tick_in_somebody_elses_turn_is_made_up_for(visit: Visit) -> None:
    wall = Wall(visit)
    before = visit.env.now()
    wall.now += timedelta(seconds=10)
    async with visit.turn:
        visit.env._begin_operation("somebody who took no turn")
    await asyncio.create_task(wall.clock.tick())
    visit.env._end_operation()
    assert visit.env.now() - before < timedelta(seconds=2)
    await wall.clock.tick()
    assert visit.env.now() - before >= timedelta(seconds=9)


async def test_only_pages_of_channels_where_something_happened_are_drawn_anew(visit: Visit) -> None:
    world, seats = visit.world, visit.seats
    pages = []
    async with visit.turn:
        for place in (world.table, world.tavern):
            with seats.seated(seats.seat(world.deacon, place).secret):
                pages.append(seats._open_page())
        await world.wren.slash(world.table, "card", title="A knock")
        before = [page.revision for page in pages]
        await seats.refresh()
        await seats.refresh()
        assert [page.revision - was for page, was in zip(pages, before, strict=True)] == [1, 0]
        assert "A knock" in str(pages[0].snapshot)
        # What is edited counts, and so does time, some day.
        await world.wren.click(world.table.history()[-1], label="Roll")
        await seats.refresh()
        assert "rolled" in str(pages[0].snapshot)
        await visit.env.advance_time(3600)
        await seats.refresh()
        assert pages[1].revision == before[1] + 1
