"""The messages of the pretend Discord: created, edited, deleted, listed, and never found again by nonce."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.harness.inputs import blank_message, components
from tests.harness.world import Channel, Json, Snowflakes, World

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
NONCE_SECONDS = 120.0
MENTION = re.compile(r"<@(?P<role>&)?(?P<id>\d+)>")
WRITTEN = ("content", "embeds", "components", "flags", "tts", "message_reference", "poll")
EDITED = ("content", "embeds", "components", "flags")


class Refused(Exception):  # reads as what happened
    """Discord says no: the HTTP status, its own code, and its sentence."""

    def __init__(self, status: int, code: int, text: str) -> None:
        super().__init__(f"{status} {code}: {text}")
        self.status, self.code, self.text = status, code, text


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Request:
    """What a caller sent: its JSON, its query, its files."""

    payload: Json
    params: Mapping[str, str]
    files: Sequence[Upload] = ()


class Messages:
    """Keeps messages by id, oldest first; nonces are honoured for two minutes and never given back later.

    Where it keeps nothing (benchmarks), every id names an empty message.
    """

    def __init__(self, world: World, clock: Callable[[], float] = time.time, *, keeps: bool = True) -> None:
        self.world = world
        self.keeps = keeps
        self.kept: dict[int, Json] = {}
        self.deleted: dict[int, Json] = {}
        self._clock = clock
        self._ids = Snowflakes(2, clock)
        self._nonces: dict[str, tuple[float, int]] = {}

    def place(self, channel_id: int) -> Channel:
        """Return the channel; refuses one that doesn't exist."""
        channel = self.world.channel(channel_id)
        if channel is None:
            raise Refused(404, 10003, "Unknown Channel")
        return channel

    def create(self, channel_id: int, request: Request, extra: Json | None = None) -> Json:
        """Keep a new message and return it; the same enforced nonce returns the message it made before."""
        self.place(channel_id)
        payload, nonce = request.payload, request.payload.get("nonce")
        known = self._by_nonce(str(nonce)) if nonce and payload.get("enforce_nonce") else None
        if known:
            return known | {"nonce": nonce}
        message = blank_message(self._ids(), channel_id, self.world.bot)
        message |= {key: payload[key] for key in WRITTEN if payload.get(key) is not None}
        message |= {"timestamp": self._now(), "attachments": self._attached(message, request)}
        message |= (extra or {}) | _pings(message, payload.get("allowed_mentions"))
        if self.keeps:
            self.kept[int(message["id"])] = message
        if not nonce:
            return message
        self._nonces[str(nonce)] = (self._clock(), int(message["id"]))
        return message | {"nonce": nonce}

    def edit(self, message_id: int, request: Request) -> Json:
        """Change a message in place and return it; only what is in the request changes."""
        message, payload = self.get(message_id), request.payload
        if self.place(int(message["channel_id"])).archived:
            raise Refused(400, 50083, "Thread is archived")
        message |= {key: payload[key] or type(message[key])() for key in EDITED if key in payload}
        message["edited_timestamp"] = self._now()
        if "attachments" in payload:
            message["attachments"] = self._attached(message, request)
        return message

    def get(self, message_id: int) -> Json:
        """Return a message; refuses one that is gone or never was."""
        if not self.keeps:
            return blank_message(message_id, self.world.channels[0].id, self.world.bot)
        if message_id not in self.kept:
            raise Refused(404, 10008, "Unknown Message")
        return self.kept[message_id]

    def public(self, channel_id: int, message_id: int) -> Json:
        """Return a message as the channel's endpoints see it: private replies don't exist there."""
        message = self.get(message_id)
        if (self.keeps and int(message["channel_id"]) != channel_id) or message["flags"] & EPHEMERAL:
            raise Refused(404, 10008, "Unknown Message")
        return message

    def delete(self, message_id: int) -> None:
        """Take a message away; it stays in `deleted` for tests to look at."""
        self.deleted[message_id] = self.get(message_id)
        self.kept.pop(message_id, None)

    def history(self, channel_id: int, params: Mapping[str, str]) -> list[Json]:
        """Return public messages, newest first; `after` takes the oldest ones after it, as Discord does."""
        self.place(channel_id)
        limit, after, before = (int(params.get(key, most)) for key, most in
                                (("limit", 50), ("after", 0), ("before", 1 << 63)))  # fmt: skip
        wanted = str(channel_id)
        found = [
            message
            for key, message in self.kept.items()
            if after < key < before and message["channel_id"] == wanted and not message["flags"] & EPHEMERAL
        ]
        chosen = found[:limit] if "after" in params else found[-limit:]
        return chosen[::-1]

    def _by_nonce(self, nonce: str) -> Json | None:
        sent_at, message_id = self._nonces.get(nonce, (float("-inf"), 0))
        return self.kept.get(message_id) if self._clock() - sent_at < NONCE_SECONDS else None

    def _attached(self, message: Json, request: Request) -> list[Json]:
        kept = {str(part["id"]) for part in request.payload.get("attachments") or ()}
        old = [part for part in message["attachments"] if part["id"] in kept]
        return old + [
            {"id": str(self._ids()), "filename": file.name, "size": len(file.data), "proxy_url": "",
             "url": f"https://cdn.invalid/{file.name}"}
            for file in request.files
        ]  # fmt: skip

    def _now(self) -> str:
        return datetime.fromtimestamp(self._clock(), UTC).isoformat()


def _pings(message: Json, allowed: Json | None) -> Json:
    """Say whom a message notifies: those named in its text, never in embeds, whom the sender lets through."""
    allowed = {"parse": ["users", "roles", "everyone"]} if allowed is None else allowed
    text = "\n".join(_texts(message))
    found = [(match["role"], match["id"]) for match in MENTION.finditer(text)]

    def let_through(kind: str, found_id: str) -> bool:
        return kind in allowed.get("parse", ()) or found_id in map(str, allowed.get(kind, ()))

    users = dict.fromkeys(key for role, key in found if not role and let_through("users", key))
    roles = dict.fromkeys(key for role, key in found if role and let_through("roles", key))
    loud = "everyone" in allowed.get("parse", ()) and ("@everyone" in text or "@here" in text)
    people = [{"id": key, "username": f"user{key}", "discriminator": "0", "avatar": None} for key in users]
    return {"mentions": people, "mention_roles": list(roles), "mention_everyone": loud}


def _texts(message: Json) -> Iterator[str]:
    yield message["content"]
    if message["flags"] & COMPONENTS_V2:
        yield from (part["content"] for part in components(message) if part["type"] == 10)
