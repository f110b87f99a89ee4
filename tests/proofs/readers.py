"""Who can read what was sent to Discord: everybody, the game master's channel, or one person."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.harness.answering import Call
from tests.harness.inputs import Ticket, components
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


# A person's, a role's or a channel's mention: of that its number is read where Discord shows none.
MENTION = re.compile(r"<(?:@[!&]?|#)[0-9]+>")
PICTURES = (".png", ".webp")


def unrendered(call: Call) -> Iterator[str]:
    """What a call sent to places where Discord shows no mention as a name, and the files that hold words."""
    data = call.data
    for embed in data.get("embeds") or ():
        yield embed.get("title") or ""
        yield (embed.get("footer") or {}).get("text", "")
        yield from (field["name"] for field in embed.get("fields", ()))
    yield from (choice["name"] for choice in data.get("choices") or ())
    for part in components(data):
        for each in (part, *part.get("options", ())):
            yield from (str(each.get(key) or "") for key in ("label", "placeholder", "description"))
    yield from (str(data.get(key) or "") for key in ("title", "name"))
    yield from (str(each.get("description") or "") for each in data.get("attachments") or ())
    words = (each for each in call.files if not each.name.endswith(PICTURES))
    yield from (each.data.decode("utf-8", "replace") for each in words)
