"""What the entries since one did to each record, and which of them followed from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bot.engine.system import Kind, Record, RecordId
from bot.play.parts import WHOLE, Data, RecordPart, moved, put_back
from bot.play.session import Session
from bot.storage import codec, journal, records
from bot.storage.journal import ChangeRow
from bot.storage.records import RecordRow

# Kept beside a state's own fields, whose names have no spaces.
_ARCHIVED, _ROLLED_BACK = "is archived", "rolled back"

Touched = dict[RecordId, set[RecordPart]]


@dataclass(frozen=True, slots=True)
class Move:
    """What one entry did to a divisible record: the state before it (empty: it opened it) and after it."""

    before: Data
    after: Data

    @property
    def parts(self) -> frozenset[RecordPart]:
        """The parts of the record that this move changed."""
        return moved(self.before, self.after) if self.before else WHOLE


class History:
    """The changes from the entry `since` on, read once for each record."""

    def __init__(self, session: Session, since: int) -> None:
        self._session = session
        self._since = since
        self._moves: dict[RecordId, dict[int, Move]] = {}
        self._parts: dict[tuple[RecordId, int], frozenset[RecordPart]] = {}

    def touched(self, numbers: Collection[int]) -> Touched:
        """What those entries changed, and whatever links to what they opened."""
        session, touched = self._session, dict[RecordId, set[RecordPart]]()
        rows = journal.touched_by(session.connection, session.row.id, sorted(numbers))
        self._load(row.record_id for row in rows)
        for row in rows:
            record = RecordId(row.record_id)
            touched.setdefault(record, set()).update(self._changed(record, row.number))
        opened = [row.record_id for row in rows if row.before is None]
        for linking in records.linking(session.connection, opened):
            touched.setdefault(RecordId(linking), set()).update(WHOLE)
        return touched

    def after(self, touched: Mapping[RecordId, Collection[RecordPart]], *, counting: bool) -> set[int]:
        """The later entries that changed any of those parts; with `counting` only those that still count."""
        self._load(touched)
        pairs = journal.touching(self._session.connection, sorted(touched), self._since, counting=counting)
        return {
            number
            for number, record in pairs
            if any(
                mine.overlaps(theirs)
                for mine in self._changed(RecordId(record), number)
                for theirs in touched[RecordId(record)]
            )
        }

    def restored(self, numbers: Collection[int]) -> dict[RecordId, Record[Any] | None]:
        """Each record that those entries touched as it is without them; None where they opened it."""
        session = self._session
        rows: dict[RecordId, list[ChangeRow]] = {}
        for row in journal.touched_by(session.connection, session.row.id, sorted(numbers)):
            rows.setdefault(RecordId(row.record_id), []).append(row)
        self._load(rows)
        return {record: self._without(record, changes) for record, changes in rows.items()}

    def opened(self, numbers: Collection[int]) -> dict[RecordId, Record[Any]]:
        """Each record that those entries opened, as it was at first."""
        session = self._session
        rows = journal.touched_by(session.connection, session.row.id, sorted(numbers))
        found: dict[RecordId, Record[Any]] = {}
        for row in rows:
            record = RecordId(row.record_id)
            if row.before is None:
                after = journal.changes_of(session.connection, record, row.number + 1)
                found[record] = (self._before(after[0]) if after else None) or session.records[record]
        return found

    # -- one record -------------------------------------------------------------------------------

    def _load(self, ids: Iterable[str]) -> None:
        self._session.load_links(self._session.id, [RecordId(each) for each in ids])

    def _changed(self, record: RecordId, number: int) -> frozenset[RecordPart]:
        if not self._session.kind(record).is_divisible:
            return WHOLE
        if (record, number) not in self._parts:
            self._parts[record, number] = self._moves_of(record)[number].parts
        return self._parts[record, number]

    def _moves_of(self, record: RecordId) -> dict[int, Move]:
        if record not in self._moves:
            session = self._session
            rows = journal.changes_of(session.connection, record, self._since)
            states = [*(_data(self._before(row)) for row in rows), _data(session.records[record])]
            # Each entry left what the next one found.
            moves = (Move(before, after) for before, after in pairwise(states))
            self._moves[record] = {row.number: move for row, move in zip(rows, moves, strict=True)}
        return self._moves[record]

    def _before(self, row: ChangeRow) -> Record[Any] | None:
        if row.before is None:
            return None
        return self._session.context.record(RecordRow(**codec.unpack(row.before)))

    def _without(self, record: RecordId, rows: list[ChangeRow]) -> Record[Any] | None:
        earlier = self._before(rows[0])
        if earlier is None or not self._session.kind(record).is_divisible:
            return earlier
        now = self._session.records[record]
        data = _data(now)
        for row in reversed(rows):
            move = self._moves_of(record)[row.number]
            data = put_back(data, move.before, move.after)
        return _record(self._session.kind(record), now, data)


def _data(record: Record[Any] | None) -> Data:
    """A record as plain data, to be divided; nothing where there is none yet."""
    if record is None:
        return {}
    own = {_ARCHIVED: record.is_archived, _ROLLED_BACK: record.rolled_back}
    return codec.plain(record.state) | own


def _record(kind: Kind[Any], now: Record[Any], data: Data) -> Record[Any]:
    own = {name: value for name, value in data.items() if name not in (_ARCHIVED, _ROLLED_BACK)}
    state = codec.from_plain(kind.state, own)
    return replace(now, state=state, is_archived=data[_ARCHIVED], rolled_back=data[_ROLLED_BACK])
