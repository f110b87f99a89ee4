"""A game of tests in which things are told, in the open or not, of places that everybody knows or nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from bot.engine.catalogue import Catalogue
from bot.engine.declare import Action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import EVERYONE, GAME_MASTERS, Actor, Audience, Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Result,
    Scope,
    Step,
    System,
    World,
)
from bot.engine.text import T
from bot.play import Appearance, Due, Play, Recap, RecapRange, Request
from bot.play.recap import SINCE_HERE
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import journal
from bot.storage.outbox import MessageRow
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign

SERVER, HERE, SECRET = 1, 2, 9
MARISOL, DEACON, WREN, STRANGER = 1, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere that things happen; `asked` must say something there."""

    name: str
    is_hidden: bool = False
    player: int | None = None
    asked: int | None = None


def _view(state: Place, viewer: Viewer) -> Place | None:
    return state if viewer.is_game_master or not state.is_hidden else None


def _waiting(record: RecordId, state: Place) -> tuple[Step, ...]:
    return (Step("say", "Say something", state.asked, (), silent=WAITS),) if state.asked else ()


PLACE: Kind[Place] = Kind(
    "place",
    Place,
    title=lambda state: state.name,
    owner=lambda state: state.player,
    view=_view,
    waiting=_waiting,
    hand_over=lambda state, player, _of: replace(state, player=player),
    line=lambda state: T("quiet")(),
)


class Discover(Action):
    """There is a place."""

    name: str
    is_hidden: bool = False
    player: int | None = None
    asked: int | None = None


class Tell(Action):
    """Something happens there, or nowhere; only game masters hear what is whispered."""

    words: str
    place: RecordId | None = None
    whispered: str = ""


class Mumble(Action):
    """Nothing that anybody needs to be told of again."""


class Heard(Event):
    """Somebody told something."""

    says = T("{words}")
    words: str


def _told(words: str, audience: Audience = EVERYONE) -> Heard:
    return Heard(words, audience=audience)


def discover(scene: World, action: Discover, dice: Dice) -> Result:
    """A new record."""
    place = Place(action.name, action.is_hidden, action.player, action.asked)
    audience = GAME_MASTERS if action.is_hidden else EVERYONE
    return Result((Open(scene.new_id(), "place", place),), (_told(f"There is {action.name}.", audience),))


def tell(scene: World, action: Tell, dice: Dice) -> Result:
    """The record changes not, but the entry is about it."""
    record: Record[Place] | None = scene.get(PLACE, action.place) if action.place else None
    heard = [_told(action.words)] if action.words else []
    heard += [_told(action.whispered, GAME_MASTERS)] if action.whispered else []
    changes = (Replace(record.id, record.state),) if record is not None else ()
    return Result(changes, tuple(heard))


def mumble(scene: World, action: Mumble, dice: Dice) -> Result:
    """No more than that."""
    return Result(events=(_told("mumbled"),))


CHRONICLE = System(
    name="chronicle",
    called="Chronicle",
    kinds=(PLACE,),
    actions=(
        ActionKind(Discover, discover, Permit.MEMBERS),
        ActionKind(
            Tell, tell, Permit.MEMBERS, lambda action: Scope(ids=(action.place,) if action.place else ())
        ),
        ActionKind(Mumble, mumble, Permit.MEMBERS, is_news=False),
    ),
    events=(Heard,),
)


class Inn:
    """A campaign of the chronicle, and of other games besides: Marisol leads, Deacon and Wren play.

    Time passes only as told.
    """

    def __init__(self, address: Address, *games: System, patience: float = 20.0) -> None:
        self.clock = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.games = (CHRONICLE, *games)
        catalogue = Catalogue([TABLE, *self.games])
        self.play = Play(open_database(address, patience=patience), catalogue, now=lambda: self.clock)
        self.id = ""
        self._interactions = 100 << 22
        self.newest_message = 900 << 22

    def request(self) -> Request:
        """The next interaction."""
        self._interactions += 1 << 22
        return Request(self._interactions, SERVER, HERE)

    async def begin(self) -> None:
        """Entries 1 to 3."""
        founder = Actor(MARISOL, manages_server=True)
        games = tuple(game.name for game in self.games)
        began = await self.play.act(founder, self.request(), CreateCampaign("Ashes", games, SECRET))
        self.id = began.public.entry.campaign
        for player in (WREN, DEACON):
            await self.act(player, JoinCampaign())

    def wait(self, **time: float) -> None:
        """Time passes."""
        self.clock += timedelta(**time)

    async def act(self, by: int, action: Action) -> int:
        """Carry it out; its entry's number."""
        return (await self.play.act(Actor(by), self.request(), action)).public.entry.number

    async def discover(self, name: str, *, is_hidden: bool = False, **more: int) -> RecordId:
        """There is a place; its id."""
        action = Discover(name, is_hidden, **more)
        made = await self.play.act(Actor(MARISOL), self.request(), action)
        assert made.private.subject is not None
        return made.private.subject.id

    async def tell(
        self, words: str, place: RecordId | None = None, *, by: int = MARISOL, whispered: str = ""
    ) -> int:
        """Something happens; its entry's number."""
        return await self.act(by, Tell(words, place, whispered))

    async def deliver(self) -> list[Due]:
        """All that is to be posted appears; what that was."""
        found = [each for each in await self.play.due() if each.kind == "post"]
        for each in found:
            self.newest_message += 1 << 22
            record = each.post.subject.id if each.post is not None and each.post.subject is not None else None
            place = (self.newest_message, each.channel, each.campaign, each.entry, each.audience, record)
            message = MessageRow(*place, posted_at=self.clock, is_live=True)
            await self.play.delivered([Appearance(each.rows, (), message, is_posted=True)])
        return found

    async def undo(self, number: int) -> None:
        """Marisol takes it back."""
        actor = Actor(MARISOL)
        plan = await self.play.preview_undo(actor, self.request(), number)
        last = plan.undone[-1]
        await self.play.undo(actor, self.request(), plan.entry.campaign, number, last)

    async def recap(self, by: int, wanted: RecapRange = SINCE_HERE, *, is_read: bool = False) -> Recap:
        """What they are told; and whether they read it."""
        found = await self.play.recap(Actor(by), self.request(), wanted)
        if is_read:
            await self.play.note_read(Actor(by), self.id, found.first, found.last)
        return found

    async def fill(self, place: RecordId | None, count: int, *, like: int) -> None:
        """So many entries more, copies of that one, about that record."""

        def write(connection: sa.Connection) -> None:
            (row,) = connection.execute(sa.select(journal).where(journal.c.number == like)).mappings()
            newest = connection.execute(sa.select(sa.func.max(journal.c.number))).scalar_one()
            rows = [
                dict(row) | {"number": number, "interaction_id": number, "subject_id": place}
                for number in range(newest + 1, newest + 1 + count)
            ]
            connection.execute(journal.insert(), rows)
            connection.execute(sa.text(f"UPDATE campaigns SET entries = {newest + count}"))

        await self.play.database.write(write)


def told(found: Recap) -> list[tuple[str | None, list[str]]]:
    """Each scene by its name, with what was heard in it, as it is shown."""
    return [
        (
            scene.record.title if scene.record is not None else None,
            [event.words for entry, _ in scene.entries for event in entry.events if isinstance(event, Heard)],
        )
        for scene in found.scenes
    ]
