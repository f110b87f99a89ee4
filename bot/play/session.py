"""One transaction on one campaign: what it has locked and loaded."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.habits import HABITS_KIND, Habits
from bot.engine.people import Actor, Standing, Viewer
from bot.engine.system import Change, Choice, Kind, PlainEvent, Record, RecordId, Scope, Step, Want
from bot.engine.text import T, refused
from bot.errors import RuleViolation, Stale, UserError
from bot.play.context import Context
from bot.play.views import Entry, Pressed, RecordView, Request, Where
from bot.storage import campaigns, journal, outbox, records
from bot.storage.campaigns import CampaignRow
from bot.storage.journal import EntryRow
from bot.storage.outbox import PUBLIC_POST
from bot.storage.records import RecordRow, Search, WaitingRow

TABLE = "table"
CAMPAIGN = "campaign"
# What is called so belongs to no campaign.
SERVER_NAME = T("This server")


class NoCampaign(UserError):
    """Raised where the channel belongs to no campaign."""

    def __init__(self) -> None:
        super().__init__(
            T(
                "This channel has no campaign yet. `/campaign create` starts one here, and `/campaign "
                "info` lists this server's campaigns."
            )()
        )


def id_text(interaction: int) -> str:
    """An interaction id as short text, safe in a button and sorting as the number does."""
    return base64.b32hexencode(interaction.to_bytes(8, "big")).decode().rstrip("=").lower()


@dataclass(slots=True)
class Session:
    """A campaign held for one transaction, and the records loaded so far."""

    connection: sa.Connection
    context: Context
    request: Request
    actor: Actor
    row: CampaignRow
    now: datetime
    rows: dict[RecordId, RecordRow] = field(default_factory=dict)
    records: dict[RecordId, Record[Any]] = field(default_factory=dict)
    # Told before the action's own events: a campaign's first entry publishes what its dice are bound to.
    prelude: tuple[PlainEvent, ...] = ()
    # Whether a game master stands behind what its actor does: what was proposed is tried and done so.
    is_led: bool = False
    # The steps opened for the game masters by somebody who is none of them, and those handed on to a player:
    # its message mentions whom they ask.
    announced: list[WaitingRow] = field(default_factory=list)
    # The players of whom a step is asked that was not asked of them before.
    asked: set[int] = field(default_factory=set)
    # Who acts for the actor, where they don't themselves: the house, or their proxy.
    by: int | None = None
    # Whether a control of a step was used.
    is_press: bool = False
    # What an action changes and tells besides what its rules say: of the pace.
    beside: list[Change] = field(default_factory=list)
    # When people read a list of what waits, instead of being mentioned.
    digests: dict[int, datetime] = field(default_factory=dict)
    # The rows of the steps that were opened, or ask anew, with their clocks.
    waited: dict[RecordId, list[WaitingRow]] = field(default_factory=dict)
    # Whether what is loaded first has to look whether the interaction has its entry already.
    is_unsure: bool = False
    # Whose links are loaded too.
    _linked: set[RecordId] = field(default_factory=set)
    _ids: Any = field(default_factory=lambda: count(1))
    # Rows as they were typed, and each record's steps and views as they were worked out last, and of what:
    # every reader's view has them, and every session of one transaction.
    _typed: dict[RecordRow, Record[Any]] = field(default_factory=dict)
    _steps: dict[RecordId, tuple[Record[Any], tuple[Step, ...]]] = field(default_factory=dict)
    _views: dict[tuple[RecordId, Viewer], tuple[Record[Any], RecordView | None]] = field(default_factory=dict)
    _habits: dict[int, Habits] = field(default_factory=dict)

    def apart(self, request: Request | None = None) -> Session:
        """The same campaign in the same transaction, nothing loaded: what is read again is typed already."""
        return Session(
            self.connection,
            self.context,
            request or self.request,
            self.actor,
            self.row,
            self.now,
            _typed=self._typed,
            _steps=self._steps,
            _views=self._views,
        )

    @property
    def id(self) -> RecordId:
        """The campaign's id, which is also its root record's."""
        return RecordId(self.row.id)

    @property
    def campaign(self) -> Campaign:
        """The root record's state."""
        state: Campaign = self.records[self.id].state
        return state

    @property
    def open_channel(self) -> int:
        """Where everybody can read it: here, or where it is played, if this is no place for it.

        That is the game master's channel, or a channel from which the campaign was named.
        """
        request, campaign = self.request, self.campaign
        is_here = not set(request.places).isdisjoint(campaign.channels)
        is_elsewhere = request.campaign is not None and not is_here
        if is_elsewhere or campaign.game_master_channel in request.places:
            return self._played_in or request.channel
        return request.channel

    @property
    def _played_in(self) -> int | None:
        """A channel of the campaign's; of forums alone, the post in which something happened last."""
        campaign = self.campaign
        spoken = [place for place in campaign.channels if place not in campaign.forums]
        if spoken or not campaign.channels:
            return next(iter(spoken), None)
        unfit = [place for place in campaign.places if place not in spoken]
        return journal.last_channel(self.connection, self.row.id, unfit)

    @property
    def standing(self) -> Standing:
        """The actor's standing in this campaign."""
        if self.is_led:
            return Standing.GAME_MASTER
        return self.campaign.standing(self.actor.user, self.actor.roles)

    @property
    def viewer(self) -> Viewer:
        """For whose eyes the actor's own answer is drawn; of who acts for them, for theirs."""
        return self.campaign.viewer(self.actor if self.by is None else Actor(self.by))

    def stand_in(self, person: int, by: int) -> None:
        """Let somebody act for that person from now on, as if they were that person."""
        self.actor, self.by = Actor(person), by

    def habits(self, user: int) -> Habits:
        """What somebody set for themselves on this server, such as their quiet hours."""
        if user not in self._habits:
            row = records.of_person(self.connection, self.row.guild_id, HABITS_KIND, user)
            self._habits[user] = self._record(row).state if row is not None else Habits(user)
        return self._habits[user]

    def new_id(self) -> RecordId:
        """An id no other record ever had or will have: the interaction's and a running number."""
        return RecordId(f"{id_text(self.request.interaction)}-{next(self._ids)}")

    def load(self, scope: Scope) -> None:
        """Load what the scope names and is not loaded yet, and always the root record.

        Raises Done where the interaction has its entry already, and nobody has asked before.
        """
        wanted = dict.fromkeys((*scope.ids, self.id))
        loaded = self._linked if scope.links else self.rows
        ids = [record_id for record_id in wanted if record_id not in loaded]
        searches = [self._search(want) for want in scope.wants]
        whose = (self.request.interaction, self.actor.user) if self.is_unsure else None
        self.is_unsure = False
        found = records.load(
            self.connection, self.row.id, ids, searches, with_links=scope.links, unless_done=whose
        )
        self.take(found)
        if scope.links and scope.wants:
            more = [i for i in self.rows if i not in ids]
            self.take(records.load(self.connection, self.row.id, more, with_links=True))
        if scope.links:
            self._linked.update(ids)

    def _search(self, want: Want) -> Search:
        owner = self.actor.user if want.is_own else want.owner
        return Search(
            want.kind, want.text, owner, want.parent, want.part, want.linking, want.archived, want.latest
        )

    def kind(self, record_id: RecordId) -> Kind[Any]:
        """The kind of a loaded record."""
        row = self.rows[record_id]
        return self.context.catalogue.kind(row.system, row.kind)

    def steps(self, record_id: RecordId) -> tuple[Step, ...]:
        """The steps open in a loaded record."""
        return self.steps_of(self.rows[record_id].system, self.records[record_id])

    def steps_of(self, system: str, record: Record[Any]) -> tuple[Step, ...]:
        """The same of any state that it has or had; what was asked last is worked out once."""
        known = self._steps.get(record.id)
        if known is None or known[0] is not record:
            known = self._steps[record.id] = (record, self.context.steps(system, record))
        return known[1]

    def home(self, record_id: RecordId | None) -> int | None:
        """Where all about a record is posted, if its game says so; a part of something goes with that."""
        record = self.records.get(record_id) if record_id is not None else None
        if record is None:
            return None
        kind = self.kind(record.id)
        return kind.home(record.state) or self.home(kind.parent(record.state))

    def is_read(self, channel: int | None) -> bool:
        """Whether the actor reads what is posted there: who isn't in the campaign, only what they can see."""
        if channel is None or self.standing is not Standing.OUTSIDER or channel in self.request.places:
            return True
        return self.request.server.is_seen(channel)

    def entry(self, row: EntryRow) -> Entry:
        """An entry of the journal as the actor may see it."""
        found = self.context.entry(row, self.viewer)
        if self.is_read(found.channel):
            return found
        return replace(found, events=(), dice=(), drawing=None, subject=None, reason=None)

    def view(self, record_id: RecordId, viewer: Viewer) -> RecordView | None:
        """A loaded record as the viewer may see it, or None where even its existence is a secret."""
        if _is_strange(viewer) and self._unread([record_id]):
            return None
        return self._view(record_id, viewer)

    def _view(self, record_id: RecordId, viewer: Viewer) -> RecordView | None:
        record, known = self.records[record_id], self._views.get((record_id, viewer))
        if known is None or known[0] is not record:
            steps = partial(self.steps, record_id)
            view = self.context.view(self.rows[record_id].system, record, viewer, steps)
            known = self._views[record_id, viewer] = (record, view)
        return known[1]

    def links(self, record_id: RecordId) -> tuple[RecordId, ...]:
        """What a loaded record links to; nothing where it is not loaded."""
        record = self.records.get(record_id)
        return tuple(self.kind(record_id).links(record.state)) if record is not None else ()

    def load_links(self, record_id: RecordId, targets: Iterable[RecordId]) -> None:
        """Load what a record links to, as far as it is not loaded yet."""
        missing = [target for target in targets if target not in self.rows]
        if missing:
            self.take(records.load(self.connection, self.row.id, missing))

    def take(self, found: Sequence[RecordRow]) -> None:
        """Add rows that were read elsewhere to what is loaded."""
        for row in found:
            record_id = RecordId(row.id)
            if record_id not in self.rows:
                self.rows[record_id] = row
                self.records[record_id] = self._record(row)

    def _record(self, row: RecordRow) -> Record[Any]:
        if row not in self._typed:
            self._typed[row] = self.context.record(row)
        return self._typed[row]

    def views(self, viewer: Viewer) -> dict[RecordId, RecordView]:
        """Every loaded record but the root, as the viewer may see it."""
        views = (self._view(each, viewer) for each in self.records if each != self.id)
        found = {view.id: view for view in views if view is not None}
        unread = self._unread(found) if _is_strange(viewer) else set()
        return {each: view for each, view in found.items() if each not in unread}

    def _unread(self, ids: Collection[RecordId]) -> set[RecordId]:
        """The records that are told of where the actor can't read it, and nowhere else."""
        if self.standing is not Standing.OUTSIDER or not ids:
            return set()
        told = outbox.newest(self.connection, list(ids))
        missing = [each for each in ids if (each, PUBLIC_POST) not in told]
        told |= outbox.newest_through(self.connection, missing) if missing else {}
        messages = {each: told.get((each, PUBLIC_POST)) for each in ids}
        homes = {each: self.home(each) or (row and row.channel_id) for each, row in messages.items()}
        return {each for each, home in homes.items() if not self.is_read(home)}


def _is_strange(viewer: Viewer) -> bool:
    """True if the viewer is a person who isn't in the campaign."""
    return viewer.user is not None and viewer.standing is Standing.OUTSIDER


def campaign_row(connection: sa.Connection, request: Request, *, lock: bool = False) -> CampaignRow | None:
    """The campaign a request means, where there is one yet."""
    if request.campaign is not None:
        return campaigns.by_id(connection, request.campaign, lock=lock)
    row = None
    if request.where is not Where.SERVER:
        row = campaigns.by_channel(connection, request.places, lock=lock)
    if row is None and request.where is not Where.CHANNEL:
        row = campaigns.of_server(connection, request.guild, lock=lock)
    return row


def open_session(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    *,
    record: str | None = None,
    campaign: str | None = None,
    lock: bool = False,
) -> Session:
    """Hold the campaign of that id or record, or the one the request means. Raises NoCampaign."""
    if campaign is not None:
        row = campaigns.by_id(connection, campaign, lock=lock)
    elif record is not None:
        row = campaigns.by_record(connection, record, lock=lock)
    else:
        row = campaign_row(connection, request, lock=lock)
    # An id out of another server's button opens nothing here.
    if row is None or row.guild_id != request.guild:
        raise NoCampaign
    if campaign is not None or record is not None:
        # Pressed in another campaign's channel, it still speaks where its own is played.
        request = replace(request, campaign=row.id)
    return Session(connection, context, request, actor, row, context.now())


def unused_interaction(connection: sa.Connection, about: EntryRow | None) -> int:
    """An id such as an interaction has, by Discord's clock: of the time of an entry that there is."""
    numbers = count(2)
    found = part_of(about.interaction_id if about is not None else 1 << 22, next(numbers))
    while journal.by_interaction(connection, found) is not None:
        found = part_of(found, next(numbers))
    return found


def part_of(interaction: int, number: int) -> int:
    """The id under which a deed of a row is journaled: the press's own for the first.

    A snowflake of the same millisecond, for records are listed by when they were opened.
    """
    if number == 1:
        return interaction
    mixed = hashlib.sha256(f"{interaction}/{number}".encode()).digest()
    return interaction >> 22 << 22 | int.from_bytes(mixed[:4]) & (1 << 22) - 1


def choose(session: Session, pressed: Pressed) -> Choice:
    """The choice, where the step still stands as its button said. Raises Stale."""
    record = session.records.get(pressed.record)
    if record is None:
        raise refused("step.gone", "That belongs to something that's no longer here.", Stale)
    step = next((each for each in session.steps(record.id) if each.name == pressed.step), None)
    if step is None:
        raise refused(
            "step.settled",
            "That's no longer open. The newest message about it says how things stand.",
            Stale,
        )
    if step.revision != pressed.revision:
        raise refused(
            "step.changed",
            "Not done: things have changed since that button appeared. Use the newest message.",
            Stale,
        )
    for offered in step.choices:
        if offered.key == pressed.choice:
            return offered
    raise refused("step.no_choice", "That choice is no longer open.", Stale)


Restored = Mapping[RecordId, Record[Any] | None]


def require_room(session: Session, record: RecordId, to: int, restored: Restored | None = None) -> None:
    """See that this person may have that record beside their others, some of them as `restored`.

    Raises RuleViolation with the game's sentence.
    """
    row, kind = session.rows[record], session.kind(record)
    if kind.refused is None:
        return
    session.load(Scope(wants=(Want(kind.name, owner=to),)))
    theirs = [
        held.state
        for each, held in (session.records | dict(restored or {})).items()
        if held is not None
        and each != record
        and (session.rows[each].system, held.kind) == (row.system, kind.name)
        and not held.is_archived
        and kind.owner(held.state) == to
    ]
    why = kind.refused(session.campaign, theirs)
    if why is not None:
        raise RuleViolation(why)
