"""What must hold after storms, judged from the journal; each check yields what is wrong, and with whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.engine.campaign import Campaign
from bot.storage.outbox import GAME_MASTER_POST
from tests.crash import checks
from tests.crash.ledger import EPHEMERAL, Ledger, Wrong
from tests.harness.answering import DEFERRED
from tests.harness.world import Json, created_at

# In seconds: who acts at one time may be told in either order, as their answers come through.
AT_ONE_TIME = 3.0
# And until when Discord takes an answer to an interaction that was acknowledged.
TOKEN_SECONDS = 900.0


@dataclass(frozen=True)
class Sent:
    """An interaction that reached the bot's connection; whether nothing was wrong before and after."""

    payload: Json
    is_calm: bool


def chaotic(ledger: Ledger, sent: Mapping[int, Sent]) -> Wrong:
    """All that must hold once everything is mended and nothing is due."""
    yield from checks.kept(ledger)
    yield from checks.acknowledged(ledger)
    yield from checks.shown(ledger)
    yield from in_order(ledger)
    yield from at_home(ledger)
    yield from answered(ledger, sent)


def in_order(ledger: Ledger) -> Wrong:
    """The messages of a channel tell of entries in the order in which these were made.

    What had to wait for the game masters' copy (`after_row`), or is posted once more, comes when it comes. So
    does what a live card was to tell, and had to be posted after all, for too much stood after that by then.
    """
    posted: dict[int, list[Any]] = defaultdict(list)
    begun = set[str]()
    for row in ledger.outbox:
        is_own = row.message_id is not None and ledger.told.get(row.message_id, [0])[0] == row.entry
        if row.kind != "post" or not is_own or row.after_row is not None or row.interaction_id is None:
            continue
        if row.record_id not in begun:
            posted[row.channel_id].append(row)
        if row.record_id in ledger.live_cards:
            begun.add(row.record_id)
    for channel, rows in posted.items():
        rows.sort(key=lambda row: row.message_id)
        newest = rows[0]
        for before, row in pairwise(rows):
            newest = max(newest, before, key=lambda each: each.id)
            waited = created_at(newest.message_id) - row.created_at.timestamp()
            if newest.id > row.id and waited > AT_ONE_TIME:
                told = f"#{row.entry} (row {row.id}) came after #{newest.entry} (row {newest.id})"
                yield f"in {channel} {told}, {waited:.1f} s after it was made", newest.interaction_id
                yield f"#{row.entry} came late", row.interaction_id


def at_home(ledger: Ledger) -> Wrong:
    """What only game masters may read stands in their channel alone, and each message where it belongs."""
    theirs = {state.game_master_channel for state in ledger.states(Campaign).values()}
    for (channel, name), messages in ledger.standing.items():
        if name.endswith("gm") and channel not in theirs:
            yield f"{name} stands in {channel}: {messages[0]['id']}", None
    known = {row.message_id: row for row in ledger.messages}
    for (channel, _), messages in ledger.standing.items():
        for message in messages:
            row = known.get(int(message["id"]))
            if row is not None and row.channel_id != channel:
                yield f"{message['id']} stands in {channel}, it is known in {row.channel_id}", None
            if row is not None and (row.audience == GAME_MASTER_POST) != (channel in theirs):
                yield f"{message['id']} for {row.audience} stands in {channel}", None


def answered(ledger: Ledger, sent: Mapping[int, Sent]) -> Wrong:
    """Nobody is left with “thinking …”; and where nothing was wrong, everybody was acknowledged."""
    acknowledged = set(ledger.discord["acknowledged"])
    for interaction, each in sent.items():
        calls = [call for call in ledger.calls.get(interaction, ()) if call["status"] < 300]
        if each.is_calm and interaction not in acknowledged:
            yield f"it was never acknowledged, though nothing was wrong: {_told(each.payload)}", interaction
        if _is_left_thinking(calls):
            yield "it was acknowledged, and never answered", interaction
        is_private_deed = not ledger.by_interaction.get(interaction) and _has_only_deferred(calls)
        if is_private_deed:
            yield "it did nothing, and nobody was told why", interaction


def _told(payload: Json) -> str:
    """What was done, for whoever looks for the fault."""
    data = payload["data"]
    return str(data.get("custom_id") or data.get("name"))


def _is_left_thinking(calls: list[Json]) -> bool:
    """Whether a private placeholder stands there that nothing took away or filled."""
    kinds = [call["payload"].get("type") for call in calls if _is_callback(call)]
    return DEFERRED in kinds and not any(not _is_callback(call) for call in calls)


def _has_only_deferred(calls: list[Json]) -> bool:
    """Whether a press was acknowledged without a word, and no word followed."""
    return bool(calls) and all(_is_callback(call) and call["payload"].get("type") == 6 for call in calls)


def _is_callback(call: Json) -> bool:
    return str(call["path"]).endswith("/callback")


def counted(ledger: Ledger, sent: Mapping[int, Sent]) -> Iterator[str]:
    """What came of it all, in figures."""
    acknowledged = set(ledger.discord["acknowledged"])
    calm = [one for one, each in sent.items() if each.is_calm]
    private = sum(bool(message["flags"] & EPHEMERAL) for message in ledger.discord["messages"])
    yield f"{len(ledger.entries)} entries, {len(ledger.discord['calls'])} calls"
    yield f"{len(ledger.discord['messages']) - private} messages and {private} private ones"
    yield f"{len(sent)} interactions, {len(acknowledged & sent.keys())} of them acknowledged"
    yield f"{len(calm)} in calm, {len(acknowledged & set(calm))} of them acknowledged"
