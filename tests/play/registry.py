"""A game of tests whose things have all that messages and undos go by, and a small house to play it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.catalogue import Catalogue
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.parts import Things, Unlisted, Whole, either, has_same, untold
from bot.engine.people import EVERYONE, GAME_MASTERS, Actor, Permit, Viewer
from bot.engine.system import ActionKind, Kind, Open, RecordId, Replace, Result, Scope, Step, System, World
from bot.engine.text import T, safe
from bot.play import Appearance, Due, Outcome, Play, Request, Reversal
from bot.storage import records
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import outbox as rows
from bot.storage.outbox import GAME_MASTER_POST, MessageRow, OutboxRow
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign

SERVER, HERE, SECRET = 1, 2, 9
MARISOL, DEACON, WREN = 1, 3, 4


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that a thing holds."""

    name: Annotated[str, T("name"), str]
    size: Annotated[int, T("size"), str] = 1
    is_whole: Annotated[bool, T(r"is\_whole"), str] = True
    note: Unlisted[str] = ""
    marks: Annotated[tuple[str, ...], T("marks")] = ()


@dataclass(frozen=True, slots=True)
class Thing:
    """What any of them is; `asked` must say something about it, 0 for the game masters."""

    name: str
    player: int | None = None
    place: int | None = None
    asked: int | None = None
    is_hidden: bool = False
    links: tuple[RecordId, ...] = ()
    next: RecordId | None = None
    end: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    # Of those each is another, whatever it is called.
    seals: tuple[Part, ...] = ()
    # Of which its words tell nothing, not what it says, and that it is so again.
    ledger: int = 0
    notes: str = ""
    is_lit: bool = False


def _names(value: list[Mapping[str, Any]] | None) -> str | None:
    # Only the names are told of several.
    return ", ".join(each["name"] for each in value or ()) or None


_PARTS = Things(has_same("name"), lambda title, thing: f"{title}'s {thing['name']}")


@dataclass(frozen=True, slots=True)
class Sheet(Thing):
    """One whose fields have labels."""

    name: Annotated[str, T("name")]
    player: Annotated[int | None, T("player"), str] = None
    place: Annotated[int | None, T("place"), str] = None
    asked: Annotated[int | None, T("asked"), str] = None
    is_hidden: Annotated[bool, T("is_hidden"), str] = False
    links: Annotated[tuple[RecordId, ...], T("links")] = ()
    next: Annotated[RecordId | None, T("next")] = None
    end: Annotated[str, T("end")] = ""
    tags: Annotated[Mapping[str, str], T("tags {key}")] = field(default_factory=dict)
    parts: Annotated[tuple[Part, ...], T("parts"), T("parts {part}"), Whole(_names), _PARTS] = ()
    seals: Annotated[tuple[Part, ...], T("seals"), Whole(_names)] = ()
    ledger: Unlisted[int] = 0
    notes: Annotated[str, T("notes"), untold] = ""
    is_lit: Annotated[bool, T("light"), either(T("lit again"), T("dark again"))] = False


def _view(state: Thing, viewer: Viewer) -> Thing | None:
    return None if state.is_hidden and not viewer.is_game_master else state


def _waiting(_id: RecordId, state: Thing) -> tuple[Step, ...]:
    if state.asked is None:
        return ()
    return (Step("say", f"Say something about {state.name}", state.asked or None, (), silent=WAITS),)


_OF_ALL: dict[str, Any] = {
    "title": lambda state: state.name,
    "owner": lambda state: state.player,
    "links": lambda state: state.links,
    "view": _view,
    "waiting": _waiting,
    "home": lambda state: state.place,
    "settle": lambda state, place: replace(state, place=place),
    "followed_by": lambda state: state.next,
    "hand_over": lambda state, player, _of: replace(state, player=player),
}
MATTER: Kind[Thing] = Kind(
    "matter",
    Thing,
    **_OF_ALL,
    refused=lambda _campaign, theirs: "One matter each." if theirs else None,
)
CARD: Kind[Thing] = Kind("card", Thing, **_OF_ALL, has_live_card=True)
SIGN: Kind[Thing] = Kind("sign", Thing, **_OF_ALL | {"settle": None}, is_pinned=True)
OFFER: Kind[Thing] = Kind("offer", Thing, **_OF_ALL, case=lambda state: safe(f"Offer of {state.name}"))
SHEET: Kind[Sheet] = Kind(
    "sheet",
    Sheet,
    **_OF_ALL,
    is_divisible=True,
    ending="end",
    named=lambda state, path: (*path[:-1], state.tags.get(path[-1], path[-1])),
)


class Enter(Event):
    """Something was said, or was not for everybody."""

    says = T("{words}")
    words: str


@dataclass(frozen=True, slots=True)
class Do:
    """Open a thing of a kind, or change that one; say it, whisper it, or roll dice for it."""

    kind: str = ""
    thing: RecordId | None = None
    put: Mapping[str, Any] = field(default_factory=dict)
    archive: bool = False
    restore: bool = False
    words: str = "said"
    whispered: str = ""
    rolls: bool = False
    secretly: bool = False
    # What it changes besides.
    also: Mapping[RecordId, Mapping[str, Any]] = field(default_factory=dict)
    channel: int | None = None
    starts_thread: bool = False


@dataclass(frozen=True, slots=True)
class Publish:
    """What everybody has seen then."""

    thing: RecordId


def do(scene: World, action: Do, dice: Dice) -> Result:
    """All of that."""
    changes: list[Open | Replace] = []
    if action.kind:
        changes.append(Open(scene.new_id(), action.kind, Thing(**action.put)))
    elif action.thing is not None:
        changes.append(_changed(scene, action.thing, action.put, action.archive, action.restore))
    changes += [_changed(scene, each, put) for each, put in action.also.items()]
    if action.rolls:
        dice.roll(1, 6, reason="luck", secret=action.secretly)
    told = [Enter(action.words, audience=EVERYONE)] if action.words else []
    told += [Enter(action.whispered, audience=GAME_MASTERS)] if action.whispered else []
    return Result(
        tuple(changes),
        tuple(told),
        channel=action.channel,
        starts_thread=action.starts_thread,
        subject=action.thing,
    )


def _changed(scene: World, thing: RecordId, put: Mapping[str, Any], *in_play: bool) -> Replace:
    return Replace(thing, replace(scene.records[thing].state, **put), *in_play)


def publish(scene: World, action: Publish, dice: Dice) -> Result:
    """It changes nothing."""
    return Result((_changed(scene, action.thing, {}),), (Enter("published"),))


REGISTRY = System(
    name="registry",
    called="Registry",
    kinds=(MATTER, CARD, SIGN, OFFER, SHEET),
    actions=(
        ActionKind(
            Do,
            do,
            Permit.MEMBERS,
            lambda action: Scope(ids=(*((action.thing,) if action.thing else ()), *action.also)),
            revives=True,
        ),
        ActionKind(
            Publish, publish, Permit.MEMBERS, lambda action: Scope(ids=(action.thing,)), is_undoable=False
        ),
    ),
    events=(Enter,),
)
PUT = frozenset(each.name for each in fields(Thing))


class Office:
    """A campaign of the registry: Marisol leads, Deacon and Wren play; time passes only as told."""

    def __init__(self, address: Address) -> None:
        self.clock = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.play = Play(open_database(address), Catalogue([TABLE, REGISTRY]), now=lambda: self.clock)
        self.id = ""
        self._interactions, self._messages = 100 << 22, 1 << 40

    def request(self, channel: int = HERE, **more: Any) -> Request:
        """The next interaction, of this campaign wherever it is bound."""
        self._interactions += 1 << 22
        return Request(self._interactions, SERVER, channel, campaign=self.id or None, **more)

    async def begin(self, secret: int | None = SECRET) -> None:
        """Entries 1 to 3, whose messages are no matter."""
        founder = Actor(MARISOL, manages_server=True)
        began = await self.play.act(founder, self.request(), CreateCampaign("Ashes", ("registry",), secret))
        self.id = began.public.entry.campaign
        for player in (DEACON, WREN):
            await self.play.act(Actor(player), self.request(), JoinCampaign())
        await self.play.database.write(lambda c: c.execute(rows.update().values(done_at=self.clock)))

    def wait(self, **time: float) -> None:
        """Time passes."""
        self.clock += timedelta(**time)

    async def act(self, action: Any, by: int = MARISOL) -> Outcome:
        """Carry out an action."""
        return await self.play.act(Actor(by), self.request(), action)

    async def open(self, kind: str, name: str, *, by: int = MARISOL, **more: Any) -> RecordId:
        """A thing of that kind; its id."""
        given = {key: more.pop(key) for key in list(more) if key in PUT}
        made = await self.act(Do(kind, put={"name": name, **given}, **more), by)
        assert made.private.subject is not None
        return made.private.subject.id

    async def change(self, thing: RecordId | None, *, by: int = MARISOL, **more: Any) -> int:
        """Change it, or say something; the entry's number."""
        given = {key: more.pop(key) for key in list(more) if key in PUT}
        return (await self.act(Do(thing=thing, put=given, **more), by)).public.entry.number

    async def state(self, thing: RecordId) -> Thing:
        """How it stands."""
        found: Thing = (await self.record(thing)).state
        return found

    async def record(self, thing: RecordId) -> Any:
        """The record itself, in play or not."""
        context = self.play.context

        def read(connection: sa.Connection) -> Any:
            (row,) = records.of_ids(connection, [thing])
            return context.record(row)

        return await self.play.database.read(read)

    async def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return (await self.play.look(Actor(MARISOL), self.request())).campaign

    # -- what is taken back -----------------------------------------------------------------------

    async def preview(
        self, number: int | None = None, *, by: int = MARISOL, redo: bool = False, **asked: Any
    ) -> Reversal:
        """What undoing would change."""
        return await self.play.preview_undo(Actor(by, **asked), self.request(), number, redo=redo)

    async def undo(self, number: int | None = None, *, by: int = MARISOL, redo: bool = False) -> Reversal:
        """Preview and press."""
        plan = await self.preview(number, by=by, redo=redo)
        await self.press(plan, by=by)
        return plan

    async def press(self, plan: Reversal, *, by: int = MARISOL, **more: Any) -> Outcome:
        """The preview's button."""
        number, last = plan.entry.number, plan.undone[-1]
        return await self.play.undo(Actor(by), self.request(), plan.entry.campaign, number, last, **more)

    # -- what is delivered ------------------------------------------------------------------------

    async def due(self) -> list[Due]:
        """What is to appear now."""
        return await self.play.due()

    async def appear(self, due: Due, message: int | None = None, **more: Any) -> MessageRow:
        """Discord shows it, and that is written down."""
        shown = self.shown(due, message, **more)
        await self.play.delivered([shown])
        return shown.message

    def shown(self, due: Due, message: int | None = None, **more: Any) -> Appearance:
        """It as Discord shows it: by the next message where it isn't redrawn."""
        assert due.post is not None, due.fault
        self._messages += 1
        id_ = message or due.message or self._messages
        about = due.post.subject
        row = MessageRow(
            id_,
            due.channel,
            due.campaign,
            due.entry,
            due.audience,
            about.id if about is not None else None,
            self.clock,
            is_live=about is not None and not due.post.newer,
            is_card=due.post.is_card,
            as_of=due.post.as_of,
        )
        is_posted = due.message is None
        is_board = due.post.glance is not None
        return Appearance(due.rows, due.told, row._replace(**more), is_posted=is_posted, is_board=is_board)

    async def settle(self) -> list[MessageRow]:
        """All that is due appears; the messages, and what they look like."""
        found: list[MessageRow] = []
        while due := [each for each in await self.due() if each.kind in ("post", "refresh")]:
            for each in due:
                if each.post is None:
                    await self.play.give_up(each.rows, each.message)
                else:
                    found.append(await self.appear(each))
        return found

    async def asked(self) -> list[OutboxRow]:
        """The rows that are open."""
        open_ = sa.select(rows).where(rows.c.done_at.is_(None)).order_by(rows.c.id)
        return await self.play.database.read(lambda c: [OutboxRow._make(row) for row in c.execute(open_)])


def secret(found: list[Due]) -> Due:
    """The one of them that the game masters read."""
    (one,) = [each for each in found if each.audience == GAME_MASTER_POST]
    return one
