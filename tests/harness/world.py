"""A pretend Discord server: its people, channels and roles, as the gateway would describe them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000
ALL_PERMISSIONS = (1 << 50) - 1
MEMBER_PERMISSIONS = 0x8000_0000 | 0x1_0000 | 0x4000 | 0x800 | 0x400  # commands, history, embeds, write, see
ADMINISTRATOR, VIEW_CHANNEL = 0x8, 0x400
TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
JOINED = "2024-01-01T00:00:00+00:00"


class Snowflakes:
    """Fresh Discord ids from a clock: unique, rising, and never those of another worker."""

    def __init__(self, worker: int, clock: Callable[[], float] = time.time) -> None:
        self._worker = worker & 0x3FF
        self._clock = clock
        self._last = (0, 0)

    def __call__(self) -> int:
        """Return the next id; more than 4,096 in a millisecond borrow from the next one."""
        now = int(self._clock() * 1000) - DISCORD_EPOCH_MS
        millisecond, number = self._last
        if now > millisecond:
            self._last = (now, 0)
        else:
            self._last = (millisecond + 1, 0) if number == 0xFFF else (millisecond, number + 1)
        return self._last[0] << 22 | self._worker << 12 | self._last[1]


def created_at(snowflake: int) -> float:
    """Return the Unix time, in seconds, at which an id was made."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


@dataclass(frozen=True, slots=True)
class File:
    """A file that somebody attaches to a command."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Role:
    """A role of the pretend server."""

    id: int
    name: str
    permissions: int = MEMBER_PERMISSIONS

    def payload(self) -> Json:
        """Return the role as Discord describes it."""
        return {
            "id": str(self.id), "name": self.name, "permissions": str(self.permissions), "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False, "position": 1, "managed": False, "mentionable": True, "flags": 0,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who writes, presses and types."""

    id: int
    name: str
    roles: tuple[Role, ...] = ()
    permissions: int = MEMBER_PERMISSIONS
    is_bot: bool = False

    def user(self) -> Json:
        """Return the user without a server."""
        return {
            "id": str(self.id), "username": self.name, "global_name": self.name.title(),
            "discriminator": "0", "avatar": None, "bot": self.is_bot, "public_flags": 0,
        }  # fmt: skip

    def member(self) -> Json:
        """Return the member as an interaction carries it, with permissions worked out."""
        return {
            "user": self.user(), "nick": None, "avatar": None, "joined_at": JOINED, "deaf": False,
            "mute": False, "flags": 0, "pending": False, "premium_since": None,
            "roles": [str(role.id) for role in self.roles], "permissions": str(self.permissions),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel, a thread in one, or a direct conversation."""

    id: int
    name: str
    kind: int = TEXT
    parent: int | None = None
    archived: bool = False
    locked: bool = False
    recipient: Person | None = None
    # Whether @everyone may not see it.
    is_closed: bool = False
    # The people whom it lets in by name.
    readers: tuple[int, ...] = ()

    def payload(self, guild_id: int) -> Json:
        """Return the channel as Discord describes it."""
        if self.recipient is not None:
            return {"id": str(self.id), "type": DM, "recipients": [self.recipient.user()], "flags": 0}
        common = {
            "id": str(self.id), "name": self.name, "type": self.kind, "guild_id": str(guild_id), "flags": 0,
            "parent_id": str(self.parent) if self.parent else None, "permissions": str(ALL_PERMISSIONS),
            "rate_limit_per_user": 0, "last_message_id": None,
        }  # fmt: skip
        if self.kind == TEXT:
            closed = {"id": str(guild_id), "type": 0, "allow": "0", "deny": str(VIEW_CHANNEL)}
            overwrites = [closed] if self.is_closed else []
            let_in = {"type": 1, "allow": str(VIEW_CHANNEL), "deny": "0"}
            overwrites += [{"id": str(reader)} | let_in for reader in self.readers]
            return common | {"position": 0, "topic": None, "nsfw": False, "permission_overwrites": overwrites}
        metadata = {"archived": self.archived, "auto_archive_duration": 1440, "archive_timestamp": JOINED,
                    "locked": self.locked, "invitable": True}  # fmt: skip
        return common | {"owner_id": "1", "message_count": 0, "member_count": 1, "thread_metadata": metadata}


@dataclass(slots=True)
class World:
    """One server with three channels, a thread in the first, two roles, and as many people as asked for.

    Ids are fixed, so that a world made in another process is the same one.
    """

    guild_id: int = 1_000_000
    bot: Person = Person(999, "waypost", (Role(3_000_009, "waypost", ALL_PERMISSIONS),), is_bot=True)
    channels: list[Channel] = field(default_factory=list)
    roles: list[Role] = field(default_factory=list)
    _people: dict[int, Person] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = ("tavern", "gm-screen", "elsewhere")
        self.channels = self.channels or [
            *(Channel(2_000_000 + n, name, is_closed=name == "gm-screen") for n, name in enumerate(names)),
            Channel(2_500_000, "the-old-mill", PUBLIC_THREAD, parent=2_000_000),
        ]
        self.roles = self.roles or [Role(3_000_000, "game master"), Role(3_000_001, "player")]

    def person(self, number: int = 0, *roles: Role, permissions: int = MEMBER_PERMISSIONS) -> Person:
        """Return the numbered person, holding these roles and permissions."""
        person = Person(4_000_000 + number, f"person{number}", roles, permissions)
        self._people[person.id] = person
        return person

    def known(self, user_id: int) -> Person:
        """Return the person with this id, or a stranger for one never named."""
        people = {self.bot.id: self.bot, **self._people}
        return people.get(user_id) or Person(user_id, f"user{user_id}")

    def channel(self, channel_id: int) -> Channel | None:
        """Return the channel or thread with this id."""
        return next((channel for channel in self.channels if channel.id == channel_id), None)

    def direct(self, person: Person) -> Channel:
        """Return the direct conversation with a person, opening it on first use."""
        channel_id = 5_000_000_000 + person.id
        found = self.channel(channel_id)
        if found is None:
            found = Channel(channel_id, person.name, DM, recipient=person)
            self.channels.append(found)
        return found

    def application(self) -> Json:
        """Return what `GET /oauth2/applications/@me` says."""
        return {
            "id": str(self.bot.id), "name": self.bot.name, "description": "", "icon": None, "flags": 0,
            "bot_public": True, "bot_require_code_grant": False, "owner": self.known(4_000_000).user(),
            "verify_key": "", "team": None,
        }  # fmt: skip

    def ready(self) -> Json:
        """Return the READY event."""
        return {
            "v": 10, "user": self.bot.user(), "session_id": "harness", "shard": [0, 1],
            "guilds": [{"id": str(self.guild_id), "unavailable": True}],
            "application": {"id": str(self.bot.id), "flags": 0},
        }  # fmt: skip

    def guild(self) -> Json:
        """Return the GUILD_CREATE event."""
        everyone = Role(self.guild_id, "@everyone")
        threads = self._of_kind(PUBLIC_THREAD, PRIVATE_THREAD)
        return {
            "id": str(self.guild_id), "name": "Harness", "owner_id": "4000000", "unavailable": False,
            "member_count": 3, "preferred_locale": "en-US", "features": [], "emojis": [], "stickers": [],
            "roles": [role.payload() for role in (everyone, *self.roles, *self.bot.roles)],
            "channels": [channel.payload(self.guild_id) for channel in self._of_kind(TEXT)],
            "threads": [thread.payload(self.guild_id) for thread in threads if not thread.archived],
            "members": [self.bot.member()],
        }  # fmt: skip

    def _of_kind(self, *kinds: int) -> Iterator[Channel]:
        return (channel for channel in self.channels if channel.kind in kinds)
