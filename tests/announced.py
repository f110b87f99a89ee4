"""What entries left for the game masters to do: worked out from the states that the journal keeps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from bot.play.context import Context
from bot.storage import codec
from bot.storage.journal import ChangeRow
from bot.storage.records import RecordRow


class Opened(NamedTuple):
    """A step at which the game masters were asked, and the entry with which they were."""

    campaign: str
    entry: int
    record: str
    step: str


def opened(context: Context, rows: Iterable[ChangeRow], records: Iterable[RecordRow]) -> Iterator[Opened]:
    """Every step that they weren't asked for before its entry, or not so often, of all the changes."""
    histories: defaultdict[str, list[ChangeRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.number):
        histories[row.record_id].append(row)
    for record in records:
        states = [*(_before(row) for row in histories[record.id]), record]
        for row, (before, after) in zip(histories[record.id], pairwise(states), strict=True):
            asked = _asked(context, before)
            for name, times in _asked(context, after).items():
                if name not in asked or times > asked[name]:
                    yield Opened(row.campaign_id, row.number, record.id, name)


def _before(row: ChangeRow) -> RecordRow | None:
    return RecordRow(**codec.unpack(row.before)) if row.before is not None else None


def _asked(context: Context, row: RecordRow | None) -> Mapping[str, int]:
    """What of a record waits for the game masters, and how often they were asked for it."""
    steps = context.steps(row.system, context.record(row)) if row is not None else ()
    return {step.name: step.asked for step in steps if step.who is None}
