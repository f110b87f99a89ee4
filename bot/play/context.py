"""What every transaction shares: the catalogue of systems, the clock, and rows turned into records."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from bot.engine.catalogue import Catalogue
from bot.engine.dice.source import Die
from bot.engine.event import Event
from bot.engine.people import Audience, Viewer
from bot.engine.system import Kind, PlainEvent, Record, RecordId, Step
from bot.engine.words import one_line
from bot.play.views import Entry, RecordView
from bot.storage import codec
from bot.storage.journal import EntryRow
from bot.storage.records import RecordRow

NAME_LENGTH = 200
Whole = tuple[tuple[Any, ...], tuple[Die, ...]]


@dataclass(frozen=True, slots=True)
class Context:
    """The running bot's games, clock and randomness (for seeds; dice come from the seeds)."""

    catalogue: Catalogue
    now: Callable[[], datetime]
    randomness: Callable[[int], bytes]

    def record(self, row: RecordRow) -> Record[Any]:
        """The typed record of a row, its state lifted to today's version."""
        kind = self.catalogue.kind(row.system, row.kind)
        return Record(
            RecordId(row.id), row.kind, _state(kind, row), row.version, row.is_archived, row.rolled_back
        )

    def row(self, campaign: str, system: str, record: Record[Any]) -> RecordRow:
        """The row of a typed record."""
        kind = self.catalogue.kind(system, record.kind)
        title = named(kind, record.state)[:NAME_LENGTH]
        return RecordRow(
            id=record.id,
            campaign_id=campaign,
            system=system,
            kind=record.kind,
            name=title,
            name_key=title.casefold()[:NAME_LENGTH],
            owner_id=kind.owner(record.state),
            parent_id=kind.parent(record.state),
            version=record.version,
            is_archived=record.is_archived,
            rolled_back=record.rolled_back,
            state_version=kind.version,
            state=codec.dump(record.state),
        )

    def steps(self, system: str, record: Record[Any]) -> tuple[Step, ...]:
        """The steps open in a record; an archived one has none."""
        if record.is_archived:
            return ()
        return self.catalogue.steps(system, record.kind, record.id, record.state)

    def view(
        self,
        system: str,
        record: Record[Any],
        viewer: Viewer,
        steps: Callable[[], tuple[Step, ...]] | None = None,
    ) -> RecordView | None:
        """The record as the viewer may see it, or None where even its existence is a secret.

        `steps` gives those open in it, where somebody knows them already.
        """
        kind = self.catalogue.kind(system, record.kind)
        state = kind.view(record.state, viewer)
        if state is None:
            return None
        return RecordView(
            id=record.id,
            system=system,
            kind=record.kind,
            title=named(kind, state),
            state=state,
            version=record.version,
            owner=kind.owner(state),
            steps=steps() if steps is not None else self.steps(system, record),
            is_archived=record.is_archived,
        )

    def whole(self, row: EntryRow) -> Whole:
        """Every event and die of an entry, whoever may see them."""
        events = tuple(event_of(self.catalogue, row.system, data) for data in codec.read(row.events))
        return events, tuple(Die(**data) for data in codec.read(row.dice))

    def entry(self, row: EntryRow, viewer: Viewer, whole: Whole | None = None) -> Entry:
        """The entry with the events and dice the viewer may see."""
        events, dice = whole or self.whole(row)
        return Entry(
            campaign=RecordId(row.campaign_id),
            number=row.number,
            at=row.at,
            actor=row.actor_id,
            channel=row.channel_id,
            system=row.system,
            action=row.action,
            events=tuple(event for event in events if audience(event).includes(viewer)),
            dice=tuple(die for die in dice if not die.secret or _sees_secrets(events, viewer)),
            drawing=row.drawing,
            chapter=row.chapter,
            on_behalf_of=row.on_behalf_of,
            undoes=tuple(codec.read(row.undoes)) if row.undoes else (),
            undone_by=row.undone_by,
            reason=row.reason,
            subject=RecordId(row.subject_id) if row.subject_id else None,
        )


def named(kind: Kind[Any], state: Any) -> str:
    """A record's title in one line, and where it has none to read, what kind of thing it is."""
    return one_line(kind.title(state)) or kind.name


def _state(kind: Kind[Any], row: RecordRow) -> Any:
    if row.state_version == kind.version:
        return codec.load(kind.state, row.state)
    data = codec.read(row.state)
    for version in range(row.state_version, kind.version):
        data = kind.upgrade(version, data)
    return codec.from_plain(kind.state, data)


def _sees_secrets(events: tuple[Any, ...], viewer: Viewer) -> bool:
    """Whether an entry's secret dice are the viewer's to see: those of whom its secret events tell."""
    secret = [audience(event) for event in events if not audience(event).everyone]
    return any(each.includes(viewer) for each in secret) if secret else viewer.is_game_master


def audience(event: Any) -> Audience:
    """Who may see an event: everyone, unless it says otherwise."""
    return cast(Audience, getattr(event, "audience", PUBLIC_AUDIENCE))


PUBLIC_AUDIENCE = Audience()


def event_of(catalogue: Catalogue, system: str, data: dict[str, Any]) -> Any:
    """An event of that system, as `event_data` wrote it."""
    cls = catalogue.event(system, data["event"])
    facts = dict(data["facts"])
    try:
        if cls is not None and issubclass(cls, Event):
            facts = cls.lift(facts)
        return codec.from_plain(cls or PlainEvent, facts)
    except (LookupError, ValueError):
        # An event of a shape that no code knows any more is still told, plainly.
        facts = dict(data["facts"])
        seen_by = codec.from_plain(Audience, facts.pop("audience", {}))
        return PlainEvent(data["event"], facts, seen_by)


def event_data(event: Any) -> dict[str, Any]:
    """An event as the journal keeps it."""
    return {"event": type(event).__name__, "facts": codec.plain(event)}


def essence_of(event: Any) -> dict[str, Any]:
    """What an event says, the same after an upgrade that gave its class another fact."""
    return {"event": type(event).__name__, "facts": codec.essence(event)}


def digest_of(data: Any) -> str:
    """What tells whether plain data made of essences is still the same."""
    # It is kept in 64 characters.
    return hashlib.blake2s(codec.text(data).encode()).hexdigest()
