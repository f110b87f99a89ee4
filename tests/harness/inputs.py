"""What people do, as the gateway reports it: slash commands, presses, forms sent, autocomplete."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.harness.world import (
    ALL_PERMISSIONS,
    DM,
    JOINED,
    Channel,
    File,
    Json,
    Person,
    Role,
    Snowflakes,
    World,
)

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
BUTTON, STRING_SELECT, USER_SELECT = 2, 3, 5
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 7, 8, 10, 11
CDN = "https://cdn.invalid/upload/"
Field = str | Sequence[str] | Person


@dataclass(frozen=True, slots=True)
class Ticket:
    """What an interaction token says; ours carry it openly, so that no server must be told beforehand."""

    interaction: int
    kind: int
    channel: int
    user: int
    message: int

    def token(self) -> str:
        """Return the token that goes into the payload."""
        return f"{self.interaction}-{self.kind}-{self.channel}-{self.user}-{self.message}"

    @classmethod
    def read(cls, token: str) -> Ticket:
        """Return the ticket of a token; ValueError where it is none of ours."""
        interaction, kind, channel, user, message = map(int, token.split("-"))
        return cls(interaction, kind, channel, user, message)


class Inputs:
    """Builds INTERACTION_CREATE payloads; pass `id` to deliver an interaction another process has seen."""

    def __init__(self, world: World, clock: Callable[[], float] = time.time, worker: int = 1) -> None:
        self.world = world
        self._ids = Snowflakes(worker, clock)

    def slash(
        self,
        path: str,
        options: Mapping[str, Any] | None = None,
        *,
        user: Person | None = None,
        channel: Channel | None = None,
        id: int | None = None,  # noqa: A002
    ) -> Json:
        """Return the use of a command: `slash("sk challenge", {"rating": 3})`.

        People, channels, roles and files may be given as options.
        """
        return self._build(COMMAND, self._command(path, options or {}, None), user, channel, id)

    def autocomplete(
        self,
        path: str,
        options: Mapping[str, Any],
        *,
        focused: str,
        user: Person | None = None,
        channel: Channel | None = None,
        id: int | None = None,  # noqa: A002
    ) -> Json:
        """Return the typing of the `focused` option of a command."""
        return self._build(AUTOCOMPLETE, self._command(path, options, focused), user, channel, id)

    def press(
        self,
        custom_id: str,
        message: Json | None = None,
        *,
        values: Sequence[str] | None = None,
        user: Person | None = None,
        channel: Channel | None = None,
        id: int | None = None,  # noqa: A002
    ) -> Json:
        """Return a press on a button, or with `values` a choice from a select.

        Without the message it is on (as Discord keeps it) one is made up that bears only this component.
        """
        wanted = BUTTON if values is None else STRING_SELECT
        place = channel or self._place_of(message)
        message = message or self._message_with(custom_id, wanted, place)
        found = next((part for part in components(message) if part.get("custom_id") == custom_id), None)
        data: Json = {"custom_id": custom_id, "component_type": found["type"] if found else wanted, "id": 1}
        if values is not None:
            data["values"] = list(values)
        return self._build(COMPONENT, data, user, place, id, message)

    def modal_submit(
        self,
        custom_id: str,
        fields: Mapping[str, Field],
        message: Json | None = None,
        *,
        user: Person | None = None,
        channel: Channel | None = None,
        id: int | None = None,  # noqa: A002
    ) -> Json:
        """Return a form sent: texts by field, or the values or the person chosen where a field is a select.

        `message` is the one whose button opened the form.
        """
        parts = [{"type": 18, "id": number, "component": _field(key, value, number + 100)}
                 for number, (key, value) in enumerate(fields.items(), 1)]  # fmt: skip
        place = channel or self._place_of(message)
        data = {"custom_id": custom_id, "components": parts}
        resolved: Json = {}
        for value in fields.values():
            if isinstance(value, Person):
                self._resolve(value, resolved)
        return self._build(
            MODAL, data | ({"resolved": resolved} if resolved else {}), user, place, id, message
        )

    def again(self, payload: Json) -> Json:
        """Return the same input once more, under a fresh id; cheap, since it shares all the rest."""
        interaction = self._ids()
        token = replace(Ticket.read(payload["token"]), interaction=interaction).token()
        return payload | {"id": str(interaction), "token": token}

    def by(self, payload: Json, person: Person) -> Json:
        """Return the same input by somebody else, under a fresh id."""
        place = self.world.channel(int(payload["channel_id"])) or self.world.channels[0]
        again = self.again(payload)
        ticket = replace(Ticket.read(again["token"]), user=person.id)
        return again | {"token": ticket.token()} | self._who(person, place)

    def _build(
        self, kind: int, data: Json, user: Person | None, channel: Channel | None, given: int | None,
        message: Json | None = None,
    ) -> Json:  # fmt: skip
        person, place = user or self.world.person(), channel or self.world.channels[0]
        interaction = given or self._ids()
        ticket = Ticket(interaction, kind, place.id, person.id, int(message["id"]) if message else 0)
        payload = {
            "id": str(interaction), "application_id": str(self.world.bot.id), "type": kind, "version": 1,
            "token": ticket.token(), "data": data, "channel_id": str(place.id), "locale": "en-US",
            "channel": place.payload(self.world.guild_id), "app_permissions": str(ALL_PERMISSIONS),
            "entitlements": [], "authorizing_integration_owners": {}, "attachment_size_limit": 10_485_760,
        }  # fmt: skip
        if message:
            payload["message"] = message
        return payload | self._who(person, place)

    def _who(self, person: Person, place: Channel) -> Json:
        if place.kind == DM:
            return {"user": person.user(), "context": 1}
        guild = {"id": str(self.world.guild_id), "locale": "en-US", "features": []}
        return {"member": person.member(), "context": 0, "guild_id": guild["id"], "guild": guild,
                "guild_locale": "en-US"}  # fmt: skip

    def _command(self, path: str, options: Mapping[str, Any], focused: str | None) -> Json:
        resolved: Json = {}
        inner = [self._option(name, value, resolved) for name, value in options.items()]
        for option in inner:
            if option["name"] == focused:
                option |= {"focused": True, "value": str(option["value"])}
        root, *below = path.split()
        for depth, name in reversed(list(enumerate(below, 1))):
            kind = SUBCOMMAND if depth == len(below) else GROUP
            inner = [{"name": name, "type": kind, "options": inner}]
        data = {"id": "1", "name": root, "type": 1, "options": inner}
        return data | ({"resolved": resolved} if resolved else {})

    def _option(self, name: str, value: Any, resolved: Json) -> Json:
        if isinstance(value, File):
            attachment = _attachment(self._ids(), value)
            resolved.setdefault("attachments", {})[attachment["id"]] = attachment
            return {"name": name, "type": ATTACHMENT, "value": attachment["id"]}
        if isinstance(value, Person | Channel | Role):
            self._resolve(value, resolved)
            kind = USER if isinstance(value, Person) else CHANNEL if isinstance(value, Channel) else ROLE
            return {"name": name, "type": kind, "value": str(value.id)}
        kinds = {bool: BOOLEAN, int: INTEGER, float: NUMBER, str: STRING}
        return {"name": name, "type": kinds[type(value)], "value": value}

    def _resolve(self, value: Person | Channel | Role, resolved: Json) -> None:
        if isinstance(value, Person):
            resolved.setdefault("users", {})[str(value.id)] = value.user()
            member = {key: part for key, part in value.member().items() if key != "user"}
            resolved.setdefault("members", {})[str(value.id)] = member
        elif isinstance(value, Channel):
            resolved.setdefault("channels", {})[str(value.id)] = value.payload(self.world.guild_id)
        else:
            resolved.setdefault("roles", {})[str(value.id)] = value.payload()

    def _place_of(self, message: Json | None) -> Channel:
        found = self.world.channel(int(message["channel_id"])) if message else None
        return found or self.world.channels[0]

    def _message_with(self, custom_id: str, kind: int, place: Channel) -> Json:
        part: Json = {"type": kind, "custom_id": custom_id, "id": 2}
        part |= {"style": 1, "label": "?"} if kind == BUTTON else {"options": []}
        return blank_message(self._ids(), place.id, self.world.bot) | {
            "components": [{"type": 1, "id": 1, "components": [part]}]
        }


def _attachment(attachment_id: int, file: File) -> Json:
    """Return a file as Discord describes it; its address carries it, as a token carries its ticket."""
    url = f"{CDN}{base64.urlsafe_b64encode(file.data).decode()}/{file.name}"
    return {"id": str(attachment_id), "filename": file.name, "size": len(file.data), "url": url,
            "proxy_url": url, "ephemeral": True}  # fmt: skip


async def from_cdn(url: str) -> bytes:
    """Stand in for `HTTPClient.get_from_cdn`: the file that an address carries."""
    return base64.urlsafe_b64decode(url.removeprefix(CDN).partition("/")[0])


def blank_message(message_id: int, channel_id: int, author: Person) -> Json:
    """Return a message with nothing in it, as Discord describes one."""
    return {
        "id": str(message_id), "channel_id": str(channel_id), "author": author.user(), "type": 0,
        "content": "", "embeds": [], "components": [], "attachments": [], "flags": 0, "timestamp": JOINED,
        "edited_timestamp": None, "tts": False, "pinned": False, "mention_everyone": False,
        "mentions": [], "mention_roles": [],
    }  # fmt: skip


def components(node: Json) -> Iterator[Json]:
    """Yield every component below a message or component, rows, containers and accessories included."""
    below = [*node.get("components", ()), *(node[key] for key in ("component", "accessory") if key in node)]
    for part in below:
        yield part
        yield from components(part)


def _field(key: str, value: Field, number: int) -> Json:
    if isinstance(value, str):
        return {"type": 4, "custom_id": key, "id": number, "value": value}
    if isinstance(value, Person):
        return {"type": USER_SELECT, "custom_id": key, "id": number, "values": [str(value.id)]}
    return {"type": STRING_SELECT, "custom_id": key, "id": number, "values": list(value)}
