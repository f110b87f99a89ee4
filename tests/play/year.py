"""A simulated year of many campaigns: people answer, leave and sleep; the bot is away, is killed, runs twice.

The clock moves in uneven steps and sometimes jumps. What the house did is judged out of the journal:
`tests/play/year_judged.py`.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import sqlalchemy as sa

from bot.engine.declare import Person as Somebody
from bot.engine.habits import Pings
from bot.engine.pace import Tempo, Then
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.errors import UserError
from bot.play import Play, Pressed, Request, Where
from bot.storage.address import Address
from bot.storage.database import Database, Work, open_database
from bot.storage.journal import EntryRow
from bot.storage.models import journal
from bot.systems.table.campaigns.people import AddGameMaster, JoinCampaign, LeaveCampaign
from bot.systems.table.campaigns.rules import ArchiveCampaign, CreateCampaign, RestoreCampaign
from bot.systems.table.pace.rules import GiveOrder, GoAway, Rhythm, SetPace, SetReminders
from tests.play.purse import Donate, OpenPurse
from tests.play.vigil import GAMES, YES, Call
from tests.play.year_judged import Judge
from tests.play.year_kept import Person

T = TypeVar("T")

BEGIN = datetime(2026, 2, 20, 12, tzinfo=UTC)
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "UTC",
    "Pacific/Auckland",
)
QUIET = ("22-7", "23:30-6", "1-9", "10 pm - 2:30", "13-17")


NOWHERE = RecordId("")


class Killed(BaseException):
    """The process is gone."""


@dataclass
class Mortal:
    """A database whose process dies at the so-manieth write: before it, in it, or when it was committed."""

    inner: Database
    address: Address
    left: int = 0
    moment: str = ""

    @property
    def is_sqlite(self) -> bool:
        return self.inner.is_sqlite

    async def read(self, work: Work[T]) -> T:
        return await self.inner.read(work)

    async def write(self, work: Work[T]) -> T:
        self.left -= 1
        if self.left != 0:
            return await self.inner.write(work)
        if self.moment == "before":
            raise Killed

        def dying(connection: sa.Connection) -> T:
            work(connection)
            raise Killed

        if self.moment == "in it":
            return await self.inner.write(dying)
        await self.inner.write(work)
        raise Killed

    async def dispose(self) -> None:
        await self.inner.dispose()


@dataclass
class Table:
    """One campaign, as its people know it."""

    id: str
    guild: int
    channel: int
    game_masters: tuple[int, int]
    players: list[int]
    former: list[int] = field(default_factory=list)
    purse: RecordId = NOWHERE
    number: int = 0
    is_archived: bool = False


class Year:
    """All of it, on one database."""

    def __init__(self, address: Address, seed: int, campaigns: int) -> None:
        self.address = address
        self.chance = random.Random(seed)
        self.now = BEGIN
        self.counts: Counter[str] = Counter()
        self.campaigns = campaigns
        self.tables: list[Table] = []
        self.people: dict[tuple[int, int], Person] = {}
        self._interactions = 5_000_000_000 << 22
        self.play = self._opened()
        self.second = self._opened()
        self.judge = Judge(self.people)

    def _opened(self) -> Play:
        database = Mortal(open_database(self.address), self.address)
        return Play(database, GAMES, now=lambda: self.now, randomness=self.chance.randbytes)

    async def close(self) -> None:
        await self.play.database.dispose()
        await self.second.database.dispose()

    def request(self, table: Table, where: Where = Where.CHANNEL) -> Request:
        """The next interaction."""
        self._interactions += 1 << 22
        campaign = table.id if where is Where.CHANNEL and table.id else None
        return Request(self._interactions, table.guild, table.channel, where=where, campaign=campaign)

    async def act(self, table: Table, by: int, action: Any, where: Where = Where.CHANNEL) -> bool:
        """Carry out an action; whether the rules let it."""
        actor = Actor(by, manages_server=isinstance(action, CreateCampaign))
        try:
            outcome = await self.play.act(actor, self.request(table, where), action)
        except UserError as refusal:
            self.counts[f"refused {refusal.code or type(refusal).__name__}"] += 1
            return False
        self.counts["acts"] += 1
        if not table.id:
            table.id = outcome.public.entry.campaign
        if isinstance(action, OpenPurse):
            assert outcome.public.subject is not None
            table.purse = outcome.public.subject.id
        return True

    # -- the beginning --------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Found the campaigns; three share a server and its people."""
        for number in range(self.campaigns):
            guild = 1 + number // 3
            pool = [guild * 100 + each for each in range(1, 11)]
            people = self.chance.sample(pool, self.chance.randint(5, 7))
            table = Table("", guild, 10_000 + number, (people[0], people[1]), people[2:])
            await self.act(table, people[0], CreateCampaign(f"Campaign {number}", ("vigil", "purse")))
            self.judge.begins(table.id, guild)
            await self.act(table, people[0], AddGameMaster(people[1]))
            for player in table.players:
                await self.act(table, player, JoinCampaign())
            await self.act(table, table.players[0], OpenPurse("Sack"))
            rhythm = self.chance.choice((Rhythm.STEADY, Rhythm.BRISK, Rhythm.BRISK, Rhythm.GENTLE))
            await self.act(table, people[0], SetPace(rhythm=rhythm, zone=self.chance.choice(ZONES)))
            self.tables.append(table)
        for table in self.tables:
            for person in (*table.game_masters, *table.players):
                if (table.guild, person) not in self.people:
                    await self.set_habits(table, person)
        await self.judge_all()

    async def set_habits(self, table: Table, person: int) -> None:
        """Somebody says when they are to be reminded."""
        chance = self.chance
        pings = chance.choice((*[Pings.EACH] * 5, Pings.LAST, Pings.DIGEST, Pings.NEVER))
        quiet = chance.choice((*QUIET, *["none"] * 4))
        zone = chance.choice(ZONES)
        await self.judge_all()
        if await self.act(table, person, SetReminders(zone, quiet, pings), Where.SERVER):
            self.people[table.guild, person] = Person(zone, quiet, pings)
            self.judge.habits_changed(table.guild, person, self.now)

    # -- time -----------------------------------------------------------------------------------------

    async def live(self, days: float, act_a_day: float = 2.5) -> None:
        """Let so many days pass."""
        end = self.now + timedelta(days=days)
        while self.now < end:
            minutes = self._step()
            await self._people_act(minutes * act_a_day / 1440)
            await self._due()
            await self.judge_all()

    def _step(self) -> float:
        """Let time pass; how many minutes in which people do something."""
        chance, luck = self.chance, self.chance.random()
        before = self.now
        minutes = chance.uniform(1, 75)
        if luck < 0.003:
            minutes = chance.uniform(3 * 60, 48 * 60)
            self.counts["outages"] += 1
        elif luck < 0.004:
            minutes = -chance.uniform(10, 30 * 60)
            self.counts["jumps back"] += 1
        elif luck < 0.005:
            minutes = chance.uniform(2 * 60, 30 * 60)
            self.counts["jumps forward"] += 1
        self.now += timedelta(minutes=minutes)
        self.judge.time_passes(before, self.now)
        return max(0.0, minutes)

    async def _due(self) -> None:
        """What a minute of the bot does, sometimes twice at once, sometimes to its death."""
        luck = self.chance.random()
        if luck < 0.06:
            await self._killed()
        if luck < 0.3:
            self.counts["twice at once"] += 1
            await asyncio.gather(self.play.do_due(), self.second.do_due())
        else:
            await self.play.do_due()

    async def _killed(self) -> None:
        database = self.play.database
        assert isinstance(database, Mortal)
        database.left = self.chance.randint(1, 3)
        database.moment = self.chance.choice(("before", "in it", "after"))
        try:
            await self.play.do_due()
            database.left = 0
        except Killed:
            self.counts["kills"] += 1
            await database.dispose()
            self.play = self._opened()

    # -- people ---------------------------------------------------------------------------------------

    async def _people_act(self, each: float) -> None:
        for table in self.tables:
            if self.chance.random() < each:
                await self._somebody_acts(table)

    async def _somebody_acts(self, table: Table) -> None:
        if table.is_archived:
            if self.chance.random() < 0.2 and await self.act(table, table.game_masters[0], RestoreCampaign()):
                table.is_archived = False
            return
        deeds: list[tuple[float, Callable[[Table], Awaitable[Any]]]] = [
            (6, self._call),
            (10, self._reply),
            (3, self._close),
            (1, self._away),
            (0.7, self._back),
            (0.7, self._order),
            (0.5, self._pace),
            (0.5, self._pause),
            (0.5, self._seat),
            (0.15, self._vanish),
            (1, self._snooze),
            (0.5, self._habits),
            (0.5, self._propose),
            (0.3, self._undo),
            (0.05, self._archive),
        ]
        (deed,) = self.chance.choices([each for _, each in deeds], [weight for weight, _ in deeds])
        if self.chance.random() < 0.1 and deed in (self._reply, self._close, self._call):
            await asyncio.gather(deed(table), self.second.do_due())
        else:
            await deed(table)

    async def _call(self, table: Table) -> None:
        if len(self.judge.open_records(table.id)) >= 4 or not table.players:
            return
        table.number += 1
        chance = self.chance
        who = tuple(chance.sample(table.players, chance.randint(1, min(3, len(table.players)))))
        call = Call(
            f"Vigil {table.number}",
            who,
            chance.choice(tuple(Tempo)),
            chance.choice((Then.ACTS, Then.ACTS, Then.HOLDS, Then.DECIDES, Then.WAITS)),
            is_sealed=chance.random() < 0.05,
        )
        await self.act(table, chance.choice(table.game_masters), call)

    def _pick(self, table: Table) -> tuple[RecordId, int, int] | None:
        """A step that waits for a player: record, round, and person."""
        found = self.judge.open_steps(table.id)
        return self.chance.choice(found) if found else None

    async def _reply(self, table: Table) -> None:
        picked = self._pick(table)
        if picked is None:
            return
        record, round_, who = picked
        # Whoever acts for them may press it as well.
        by = self.judge.proxy_of(table.id, who, self.now) or who
        by = who if self.chance.random() < 0.6 else by
        pressed = Pressed(record, f"reply-{who}", round_, self.chance.choice(("reply", "reply", "pass")))
        try:
            await self.play.press(Actor(by), self.request(table), pressed)
            self.counts["replies"] += 1
        except UserError as refusal:
            self.counts[f"refused {refusal.code or type(refusal).__name__}"] += 1

    async def _close(self, table: Table) -> None:
        records = self.judge.open_records(table.id)
        if not records:
            return
        record, round_ = self.chance.choice(records)
        pressed = Pressed(record, "close", round_, self.chance.choice(("close", "close", "again")))
        try:
            await self.play.press(Actor(self.chance.choice(table.game_masters)), self.request(table), pressed)
        except UserError as refusal:
            self.counts[f"refused {refusal.code or type(refusal).__name__}"] += 1

    def _anybody(self, table: Table) -> int:
        return self.chance.choice([*table.players, *table.game_masters])

    async def _away(self, table: Table) -> None:
        who, chance = self._anybody(table), self.chance
        proxy: Somebody | None = None
        if chance.random() < 0.5:
            others = [each for each in (*table.players, *table.game_masters) if each != who]
            proxy = Somebody(chance.choice(others))
        since = None if chance.random() < 0.7 else "2 days"
        until = None if chance.random() < 0.2 else f"{chance.randint(3, 12)} days"
        await self.act(table, who, GoAway(until, since, proxy))

    async def _back(self, table: Table) -> None:
        away = self.judge.away(table.id)
        if away:
            await self.act(table, self.chance.choice(away), GoAway(back=True))

    async def _order(self, table: Table) -> None:
        who = self._anybody(table)
        await self.act(
            table, who, GiveOrder(answer=YES) if self.chance.random() < 0.7 else GiveOrder(off=True)
        )

    async def _pace(self, table: Table) -> None:
        chance = self.chance
        day = (self.now + timedelta(days=chance.randint(0, 5))).date()
        changes = [
            SetPace(rhythm=chance.choice((Rhythm.STEADY, Rhythm.BRISK, Rhythm.GENTLE, Rhythm.BRISK))),
            SetPace(weekends=chance.random() < 0.5),
            SetPace(holidays=f"{day}..{day + timedelta(days=chance.randint(0, 4))}"),
            SetPace(zone=chance.choice(ZONES)),
            SetPace(away=chance.random() < 0.5),
            SetPace(grace=chance.choice(("none", "6h", "1d"))),
        ]
        await self.act(table, table.game_masters[0], chance.choice(changes))

    async def _pause(self, table: Table) -> None:
        await self.act(table, table.game_masters[0], SetPace(paused=not self.judge.is_paused(table.id)))

    async def _seat(self, table: Table) -> None:
        chance = self.chance
        if table.former and chance.random() < 0.6:
            who = table.former.pop()
            if await self.act(table, who, JoinCampaign()):
                table.players.append(who)
        elif len(table.players) > 1:
            who = chance.choice(table.players)
            if await self.act(table, who, LeaveCampaign()):
                table.players.remove(who)
                table.former.append(who)

    async def _vanish(self, table: Table) -> None:
        """Somebody is no longer on the server, as Discord says; whatever they do ends that."""
        await self.play.left_server(table.guild, self.chance.choice(table.players))

    async def _snooze(self, table: Table) -> None:
        picked = self._pick(table)
        if picked is None:
            return
        record, _, who = picked
        await self.judge_all()
        try:
            until = await self.play.snooze(Actor(who), self.request(table), record)
        except UserError as refusal:
            self.counts[f"refused {refusal.code or type(refusal).__name__}"] += 1
            return
        self.counts["snoozes"] += 1
        self.judge.snoozed(table.id, record, who, self.now, until)

    async def _habits(self, table: Table) -> None:
        await self.set_habits(table, self._anybody(table))

    async def _propose(self, table: Table) -> None:
        await self.act(table, table.players[0], Donate(table.purse, self.chance.randint(1, 5)))

    async def _undo(self, table: Table) -> None:
        """A game master takes the latest entry back, where somebody replied or time ran out."""
        await self.judge_all()
        number = self.judge.undoable(table.id)
        if number is None:
            return
        actor = Actor(table.game_masters[0])
        try:
            plan = await self.play.preview_undo(actor, self.request(table), number)
            if plan.undone != (number,):
                return
            await self.play.undo(actor, self.request(table), table.id, number, number)
            self.counts["undos"] += 1
        except UserError as refusal:
            self.counts[f"refused {refusal.code or type(refusal).__name__}"] += 1

    async def _archive(self, table: Table) -> None:
        if await self.act(table, table.game_masters[0], ArchiveCampaign()):
            table.is_archived = True

    # -- judging --------------------------------------------------------------------------------------

    async def judge_all(self) -> None:
        """Judge whatever the journal has that is new."""
        known = dict(self.judge.read_to)

        def new(connection: sa.Connection) -> list[EntryRow]:
            numbers = dict(connection.execute(_NUMBERS).all())
            moved = [each for each, number in known.items() if numbers.get(each, 0) > number]
            found = []
            for campaign in moved:
                of_it = sa.select(journal).where(
                    journal.c.campaign_id == campaign, journal.c.number > known[campaign]
                )
                found += [EntryRow._make(row) for row in connection.execute(of_it.order_by(journal.c.number))]
            return found

        for entry in await self.second.database.read(new):
            self.judge.read(entry)


_CAMPAIGNS = sa.table("campaigns", sa.column("id"), sa.column("entries"))
_NUMBERS = sa.select(_CAMPAIGNS.c.id, _CAMPAIGNS.c.entries)
