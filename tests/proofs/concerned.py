"""Whom messages mention, judged from the journal: everybody to whom something happens, and nobody else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from bot.engine.people import EVERYONE, PUBLIC
from bot.play.context import Context
from bot.storage import codec
from bot.storage.journal import HOUSE, ChangeRow, EntryRow
from bot.storage.models import changes, records
from bot.storage.records import RecordRow
from bot.ui.renderer import Renderer
from tests.harness.answering import Call
from tests.stages import Stage, marks

MENTION = re.compile(r"<@(\d+)>")
# How a press is answered by redrawing the message that bears the button: that notifies nobody.
EDIT = 7
# What the house tells, by the facts that name to whom it happens.
HOUSE_TELLS = {
    "CountedAway": ("who",),
    "HandedOver": ("from", "to"),
    "ProposalAccepted": ("by",),
    "ComesNext": ("who",),
    "Undone": ("who",),
    "Redone": ("who",),
}
# What is told of somebody to whom nothing happens by it, and that they are asked for nothing.
MERELY_NAMED = {
    "RollRevealed": "they made the roll that is revealed",
    "FateRevealed": "the same",
}


async def mispinged(stage: Stage) -> list[str]:
    """What is wrong with whom the messages of the stage's channel mention."""
    context, renderer = stage.bot.play.context, stage.bot.dispatcher.renderer
    changed, kept = await _changes(stage)
    asked = _asked(context, changed, kept)
    wrong = []
    for entry in await stage.entries():
        told = [call for call in stage.server.calls if _tells(call, entry)]
        pinged = {user for call in told for user in _users(call)}
        wrong += [f"#{entry.number}: {why}" for call in told for why in _untrue(call, pinged)]
        affected = _affected(context, entry)
        # What is posted late asks what it asks by then.
        later = [each for key, each in asked.items() if key >= (entry.campaign_id, entry.number)]
        may = affected | _nudged(context, entry) | {who for people, _ in later for who in people}
        may |= {stage.gm.id} if any(leaders for _, leaders in later) else set()
        if told and affected - pinged:
            wrong.append(f"#{entry.number} {entry.action}: {affected - pinged} are told nothing")
        if pinged - may:
            wrong.append(f"#{entry.number} {entry.action}: {pinged - may} are told what isn't theirs")
        wrong += _unsaid(context, renderer, entry, may)
    return wrong


def _tells(call: Call, entry: EntryRow) -> bool:
    """Whether that is a new message of everybody's about the entry."""
    data = call.data
    is_new = call.method == "POST" and call.status < 300 and call.payload.get("type") != EDIT
    if not is_new or "embeds" not in data or data.get("flags", 0) & 64:
        return False
    message = {"embeds": data["embeds"], "content": data.get("content") or ""}
    return f"#{entry.number}" in marks(message) and not _is_servers(data)


def _is_servers(data: dict[str, Any]) -> bool:
    return any("· Server" in embed.get("footer", {}).get("text", "") for embed in data["embeds"])


def _users(call: Call) -> list[int]:
    return [int(each) for each in call.data["allowed_mentions"].get("users", [])]


def _untrue(call: Call, pinged: set[int]) -> Iterator[str]:
    """Whether the message names in its own text exactly whom it may notify, each once.

    A card that is posted once more names those who were notified when it first stood there.
    """
    named = [int(each) for each in MENTION.findall(call.data.get("content") or "")]
    is_again = not _users(call) and set(named) <= pinged
    if sorted(named) != sorted(_users(call)) and not is_again:
        yield f"names {named} and may notify {_users(call)}"


async def _changes(stage: Stage) -> tuple[list[ChangeRow], list[RecordRow]]:
    def read(connection: sa.Connection) -> tuple[list[ChangeRow], list[RecordRow]]:
        made = [ChangeRow._make(row) for row in connection.execute(sa.select(changes))]
        return made, [RecordRow._make(row) for row in connection.execute(sa.select(records))]

    return await stage.bot.database.read(read)


def _asked(
    context: Context, made: Iterable[ChangeRow], kept: Iterable[RecordRow]
) -> defaultdict[tuple[str, int], tuple[set[int], bool]]:
    """By entry: whom a record that it changed asks for something then, and whether it asks game masters."""
    found: defaultdict[tuple[str, int], tuple[set[int], bool]] = defaultdict(lambda: (set(), False))
    histories: defaultdict[str, list[ChangeRow]] = defaultdict(list)
    for row in sorted(made, key=lambda row: row.number):
        histories[row.record_id].append(row)
    for record in kept:
        rows = histories[record.id]
        states = [*(RecordRow(**codec.unpack(row.before)) if row.before else None for row in rows), record]
        for row, (_, after) in zip(rows, pairwise(states), strict=True):
            steps = context.steps(after.system, context.record(after)) if after is not None else ()
            people, leaders = found[row.campaign_id, row.number]
            people |= {step.who for step in steps if step.who is not None}
            is_asked = leaders or any(step.who is None for step in steps)
            found[row.campaign_id, row.number] = people, is_asked
    return found


def _affected(context: Context, entry: EntryRow) -> set[int]:
    """To whom its public events happen, by their declarations; nobody hears of what they did themselves."""
    events, _ = context.whole(entry)
    found = set[int]()
    for event in events:
        if getattr(event, "audience", EVERYONE) != EVERYONE:
            continue
        for name in getattr(event, "concerns", ()):
            value = getattr(event, name)
            found |= set(value if isinstance(value, tuple) else [value])
        for name in HOUSE_TELLS.get(getattr(event, "kind", ""), ()):
            value = event.facts[name]
            found |= set(value if isinstance(value, list) else [value])
    doers = {entry.actor_id, None, HOUSE}
    return {each for each in found if each not in doers}


def _nudged(context: Context, entry: EntryRow) -> set[int]:
    """Whom the house calls by an event of its own."""
    events, _ = context.whole(entry)
    calls = ("Nudged", "ThreadStarted", "ThreadRefused", "BoardLost", "ChannelLost")
    found = [each.facts["who"] for each in events if getattr(each, "kind", "") in calls]
    return {who for each in found for who in (each if isinstance(each, list) else [each])}


def _unsaid(context: Context, renderer: Renderer, entry: EntryRow, may: set[int]) -> Iterator[str]:
    """Who is named by a sentence, where nothing notifies them, and neither did it nor hears of it."""
    told = context.entry(entry, PUBLIC)
    for event in told.events:
        name = getattr(event, "kind", type(event).__name__)
        said = renderer.told(replace(told, events=(event,)))
        people = {int(each) for each in MENTION.findall(said)} - may - {entry.actor_id, entry.on_behalf_of}
        if people and name not in MERELY_NAMED:
            yield f"#{entry.number} {entry.action}: {name} names {people} and tells them nothing: {said}"
