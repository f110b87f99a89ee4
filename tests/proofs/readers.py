"""Who can read what was sent to Discord: everybody, the game master's channel, or one person."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.harness.answering import Call
from tests.harness.inputs import Ticket
from tests.harness.messages import EPHEMERAL
from tests.stages import Stage

EVERYBODY, GAME_MASTERS_CHANNEL = "everybody", "the game master's channel"
_TOKEN = re.compile(r"/(\d+-\d+-\d+-\d+-\d+)(?:/|$)")
_CHANNEL = re.compile(r"/channels/(\d+)/messages")


def reader(stage: Stage, call: Call) -> int | str:
    """The person who alone reads what that call sent, or the place where it is read."""
    found = _TOKEN.search(call.path)
    if found is None:
        channel = _CHANNEL.search(call.path)
        return _place(stage, int(channel[1])) if channel is not None else EVERYBODY
    ticket = Ticket.read(found[1])
    return ticket.user if _is_private(call) else _place(stage, ticket.channel)


def _is_private(call: Call) -> bool:
    """Whether only the person who acted sees it, as Discord kept it."""
    reply = call.reply or {}
    message = reply.get("resource", {}).get("message") if call.is_callback else reply
    # A form, suggestions, or a message redrawn that a test made up: its presser's.
    return not message or bool(message["flags"] & EPHEMERAL)


def _place(stage: Stage, channel: int) -> str:
    return GAME_MASTERS_CHANNEL if channel == stage.world.channels[1].id else EVERYBODY


def texts(call: Call) -> Iterator[str]:
    """Everything a call sent: its payload, and its files."""
    yield json.dumps(call.payload, ensure_ascii=False)
    for file in call.files:
        yield file.name
        yield file.data.decode("utf-8", "replace")
