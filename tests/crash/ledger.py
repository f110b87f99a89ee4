"""Everything that is written down at one moment: in the database, and in the pretend Discord."""

from __future__ import annotations

import importlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import sqlalchemy as sa

from bot import systems
from bot.engine.catalogue import Catalogue
from bot.play import utc_now
from bot.play.context import Context
from bot.storage import codec
from bot.storage.address import Address
from bot.storage.campaigns import CampaignRow
from bot.storage.database import open_database
from bot.storage.journal import ChangeRow, EntryRow
from bot.storage.models import campaigns, changes, earlier, journal, messages, outbox, records, waiting
from bot.storage.outbox import MessageRow, OutboxRow
from bot.storage.records import RecordRow, WaitingRow
from tests.harness.world import Json

EPHEMERAL = 64
# What is wrong, and the interaction that it is about.
Wrong = Iterator[tuple[str, int | None]]


@dataclass(frozen=True)
class Ledger:
    """All rows, and all that Discord was sent and keeps."""

    context: Context
    discord: Json
    campaigns: list[CampaignRow]
    entries: list[EntryRow]
    changes: list[ChangeRow]
    records: list[RecordRow]
    waiting: list[WaitingRow]
    outbox: list[OutboxRow]
    messages: list[MessageRow]
    # What live cards told before: message and entry.
    earlier: list[tuple[int, int]]

    @property
    def is_anything_due(self) -> bool:
        """Whether anything committed has yet to appear."""
        return any(row.done_at is None for row in self.outbox)

    @cached_property
    def calls(self) -> dict[int, list[Json]]:
        """What was sent with each interaction's token, in order."""
        found: dict[int, list[Json]] = defaultdict(list)
        for call in self.discord["calls"]:
            if call["interaction"] is not None:
                found[int(call["interaction"])].append(call)
        return found

    @cached_property
    def by_interaction(self) -> dict[int, EntryRow]:
        """The entry that each interaction made."""
        return {entry.interaction_id: entry for entry in self.entries}

    @cached_property
    def standing(self) -> dict[tuple[int, str], list[Json]]:
        """The messages everyone in a channel sees, by channel and mark."""
        found: dict[tuple[int, str], list[Json]] = defaultdict(list)
        for message in self.discord["messages"]:
            if not message["flags"] & EPHEMERAL:
                found[int(message["channel_id"]), mark(message)].append(message)
        return found

    @cached_property
    def told(self) -> dict[int, list[int]]:
        """The entries that each known message tells, or told before, in order."""
        found: dict[int, list[int]] = defaultdict(list)
        for message, entry in sorted(
            [*self.earlier, *((row.message_id, row.entry) for row in self.messages)]
        ):
            found[message].append(entry)
        return found

    @cached_property
    def live_cards(self) -> set[str]:
        """The records whose card goes on from entry to entry, if only as long as they stand so."""
        kind = self.context.catalogue.kind
        return {row.id for row in self.records if kind(row.system, row.kind).has_live_card is not False}

    def states(self, kind: type[Any]) -> dict[str, Any]:
        """The states of that type, by record."""
        read = {row.id: self.context.record(row).state for row in self.records}
        return {record: state for record, state in read.items() if isinstance(state, kind)}

    def states_of(self, record: str) -> list[tuple[int, Any]]:
        """The states that a record came to, each with the number of the entry that made it so."""
        rows = sorted((row for row in self.changes if row.record_id == record), key=lambda row: row.number)
        before = [
            self.context.record(RecordRow(**codec.unpack(row.before))).state for row in rows if row.before
        ]
        now = [self.context.record(row).state for row in self.records if row.id == record]
        return list(zip((row.number for row in rows), (*before, *now), strict=True))

    def history(self, interaction: int) -> str:
        """All that is known of one interaction, to be read after a failure."""
        entry = self.by_interaction.get(interaction)
        lines = [f"interaction {interaction}", f"  entry: {entry}"]
        rows = [r for r in self.outbox if entry and r.entry == entry.number]
        lines += [f"  outbox: {row}" for row in rows]
        lines += [f"  known message: {m}" for m in self.messages if entry and m.entry == entry.number]
        if entry is not None:
            near = self.standing.get((entry.channel_id, f"#{entry.number}"), [])
            lines += [f"  stands: {json.dumps(message)}" for message in near]
        lines += [
            f"  {c['at']:.3f} {c['method']} {c['path']} {c['status']}" for c in self._calls_about(interaction)
        ]
        return "\n".join(lines)

    def history_of_message(self, message: str) -> str:
        """All that is known of one message: what it tells, what was to become of it, and what was sent."""
        lines = [f"message {message}"]
        lines += [f"  known message: {each}" for each in self.messages if str(each.message_id) == message]
        lines += [f"  outbox: {each}" for each in self.outbox if str(each.message_id) == message]
        stands = [each for found in self.standing.values() for each in found if each["id"] == message]
        lines += [f"  stands: {json.dumps(each)}" for each in stands]
        by = {each["interaction_metadata"]["id"] for each in stands if "interaction_metadata" in each}
        for call in self.discord["calls"]:
            if message in call["path"] or str(call["interaction"]) in by:
                told = mark({"embeds": call["payload"].get("data", call["payload"]).get("embeds")})
                buttons = "custom_id" in json.dumps(call["payload"])
                what = f"{told} {'with' if buttons else 'without'} buttons"
                lines.append(f"  {call['at']:.3f} {call['method']} {call['path']} {call['status']} {what}")
        return "\n".join(lines)

    def _calls_about(self, interaction: int) -> Iterator[Json]:
        entry = self.by_interaction.get(interaction)
        rows = {f"waypost-{r.id}" for r in self.outbox if entry and r.entry == entry.number}
        for call in self.discord["calls"]:
            if call["interaction"] == interaction or str(call["payload"].get("nonce")) in rows:
                yield call


def facts(entry: EntryRow, event: str) -> dict[str, Any]:
    """What the entry tells in that event; empty where it has none."""
    return next(all_facts(entry, event), {})


def all_facts(entry: EntryRow, event: str) -> Iterator[dict[str, Any]]:
    """The same of each such event."""
    return (each["facts"] for each in json.loads(entry.events) if each["event"] == event)


def mark(message: Json) -> str:
    """The first word of a message's last, small line: the entry it tells of."""
    embeds = message["embeds"] or [{}]
    return str(embeds[0].get("footer", {}).get("text", "")).split(" · ")[0]


def _before(message_id: int, entry: int, campaign_id: str) -> tuple[int, int]:
    return message_id, entry


async def read_ledger(address: Address, discord: Json) -> Ledger:
    """Read the database in one transaction."""
    database = open_database(address)
    tables: tuple[tuple[sa.Table, Any, Any], ...] = (
        (campaigns, CampaignRow, campaigns.c.id),
        (journal, EntryRow, journal.c.number),
        (changes, ChangeRow, changes.c.number),
        (records, RecordRow, records.c.id),
        (waiting, WaitingRow, waiting.c.record_id),
        (outbox, OutboxRow, outbox.c.id),
        (messages, MessageRow, messages.c.message_id),
        (earlier, _before, earlier.c.entry),
    )

    def read(connection: sa.Connection) -> list[list[Any]]:
        if not address.is_sqlite:
            # One state for all the tables: a dead bot's last commit may still be under way.
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return [
            [row(**r._mapping) for r in connection.execute(sa.select(t).order_by(o))] for t, row, o in tables
        ]

    try:
        return Ledger(_context(), discord, *await database.read(read))
    finally:
        await database.dispose()


@cache
def _context() -> Context:
    catalogue = Catalogue(importlib.import_module(name).SYSTEM for name in systems.found())
    return Context(catalogue, utc_now, bytes)
