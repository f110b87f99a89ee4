"""A campaign of vigils with a clock of its own, and what the house tells in it as time passes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.pace import Tempo, Then
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.play import Play, Pressed, Request, Where
from bot.storage import waiting
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import messages, outbox
from bot.storage.outbox import PUBLIC_POST
from bot.storage.records import WaitingRow
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.systems.table.pace.rules import Rhythm, SetPace, SetReminders
from tests.play.vigil import GAMES, Call

MARISOL, DEACON, WREN = 1, 3, 4
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HALF_AN_HOUR = timedelta(minutes=30)


class Watch:
    """A campaign of vigils at the steady pace: a fight waits two days, and one more."""

    def __init__(self, address: Address) -> None:
        self.now = NOON
        self.play, self.second = (Play(open_database(address), GAMES, now=lambda: self.now) for _ in range(2))
        self.id: str | None = None
        self._interactions = 5_000_000_000 << 22

    async def begin(self) -> None:
        """Marisol leads, Deacon and Wren play."""
        founder = Actor(MARISOL, manages_server=True)
        founded = await self.play.act(founder, self.request(), CreateCampaign("Ashes", ("vigil",)))
        self.id = founded.public.entry.campaign
        for player in (DEACON, WREN):
            await self.act(player, JoinCampaign())
        await self.act(MARISOL, SetPace(rhythm=Rhythm.STEADY))

    def request(self, where: Where = Where.CHANNEL) -> Request:
        self._interactions += 1 << 22
        return Request(
            self._interactions, 1, 2, where=where, campaign=self.id if where is Where.CHANNEL else None
        )

    async def act(self, by: int, action: Any, where: Where = Where.CHANNEL) -> RecordId:
        """Carry it out; the record that it is about."""
        outcome = await self.play.act(Actor(by), self.request(where), action)
        return outcome.public.subject.id if outcome.public.subject is not None else RecordId("")

    async def call(self, *who: int, then: Then = Then.DECIDES, **how: Any) -> RecordId:
        return await self.act(MARISOL, Call("Vigil", who, Tempo.FIGHT, then, **how))

    async def press(self, vigil: RecordId, who: int) -> None:
        await self.play.press(Actor(who), self.request(), Pressed(vigil, f"reply-{who}", 1, "reply"))

    async def reminders(self, **habits: Any) -> None:
        """Deacon says when he is to be reminded."""
        await self.act(DEACON, SetReminders(**habits), Where.SERVER)

    async def pass_time(self, **span: float) -> list[str]:
        """Let time pass, half an hour at once or to what is due next; what the house told meanwhile."""
        before, arrival = await self.entries(), self.now + timedelta(**span)
        while self.now < arrival:
            due = await self.play.next_due()
            waits = -((self.now - due) // HALF_AN_HOUR) if due is not None else 0
            next_look = self.now + max(waits, 1) * HALF_AN_HOUR if due is not None else arrival
            self.now = min(arrival, next_look)
            await self.play.do_due()
        return await self.told(before)

    async def count(self, **span: float) -> int:
        """Jump over so much time and look once; how much was done."""
        self.now += timedelta(**span)
        return await self.play.do_due()

    async def look(self, **span: float) -> list[str]:
        """Jump over so much time and look once; what was told."""
        before = await self.entries()
        self.now += timedelta(**span)
        await self.play.do_due()
        return await self.told(before)

    async def entries(self) -> int:
        return (await self.play.journal(Actor(MARISOL), self.request())).entries[0][0].number

    async def told(self, since: int, to: int = MARISOL) -> list[str]:
        """What was told since that entry, in short, as somebody may read it."""
        found = []
        page = await self.play.journal(Actor(to), self.request())
        for entry, _ in reversed(page.entries):
            if entry.number > since:
                found += [each for event in entry.events for each in _short(event)]
        return found

    async def last_of(self) -> dict[int, int]:
        """Whom the newest reminder named, and of how many it called them the last."""
        page = await self.play.journal(Actor(MARISOL), self.request())
        (event,) = next(entry.events for entry, _ in page.entries if entry.action == "Remind")
        return {each["who"]: each["last_of"] for each in event.facts["of"]}

    async def facts(self, kind: str, to: int = MARISOL) -> dict[str, Any]:
        """What the newest event of that kind says, to somebody who reads the journal."""
        page = await self.play.journal(Actor(to), self.request())
        events = (each for entry, _ in page.entries for each in entry.events)
        return next((dict(each.facts) for each in events if getattr(each, "kind", "") == kind), {})

    async def posts(self, kind: str = "post") -> list[Any]:
        """What is to be posted or redrawn, the oldest first."""
        asked = sa.select(outbox).where(outbox.c.kind == kind).order_by(outbox.c.id)
        return [*await self.play.database.read(lambda c: c.execute(asked).all())]

    async def show(
        self, message: int, record: RecordId, channel: int = 2, audience: str = PUBLIC_POST
    ) -> None:
        """A message that shows the record, as if it had been posted with the newest entry."""
        row: dict[str, Any] = {"message_id": message, "channel_id": channel, "campaign_id": self.id}
        row |= {"entry": await self.entries(), "audience": audience, "record_id": record}
        row |= {"posted_at": self.now, "is_live": True, "is_card": False, "as_of": 0}
        await self.play.database.write(lambda c: c.execute(messages.insert().values(row)))

    async def hours(self, vigil: RecordId, who: int | None = DEACON) -> tuple[float | None, float | None]:
        """In how many hours something is due at somebody's step, and its deadline."""
        row = await self.row(vigil, f"reply-{who}" if who is not None else "close")
        due, deadline = (
            (each - self.now) / timedelta(hours=1) if each is not None else None
            for each in (row.due_at, row.deadline)
        )
        return due, deadline

    async def set_clock(self, row: WaitingRow, **changes: Any) -> None:
        """Leave a clock as a fault might have."""
        await self.play.database.write(lambda c: waiting.set_clocks(c, [row._replace(**changes)]))

    async def row(self, vigil: RecordId, step: str = f"reply-{DEACON}") -> WaitingRow:
        rows = await self.play.database.read(lambda c: waiting.of_records(c, [vigil]))
        return next(row for row in rows if row.step == step)


def _short(event: Any) -> list[str]:
    kind, facts = getattr(event, "kind", ""), getattr(event, "facts", {})
    if kind == "Reminded":
        people = [f"{'last call' if each['is_final'] else 'reminder'} {each['who']}" for each in facts["of"]]
        return [*people, *(["game masters"] if facts["asks_game_masters"] else [])]
    return [f"{kind} {facts.get('who', '')}".strip()] if kind else [type(event).__name__]


class Strict:
    """A log in which no fault is hidden: it goes on to whoever asked."""

    def exception(self, told: str, **_: Any) -> None:
        raise AssertionError(told)


@asynccontextmanager
async def watching(address: Address) -> AsyncIterator[Watch]:
    """Begun, and closed at the end. What is due is done without a fault, or the test is over."""
    made = Watch(address)
    await made.begin()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.play.log", Strict())
        yield made
    await made.play.database.dispose()
    await made.second.database.dispose()
