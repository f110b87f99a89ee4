"""A pretend Discord behind its REST endpoints, without any transport: requests in, answers out."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tests.harness.answering import Answers, Call, Interactions, Lasting
from tests.harness.inputs import Ticket
from tests.harness.messages import Messages, Refused, Request
from tests.harness.world import PUBLIC_THREAD, Channel, Json, Snowflakes, World

Handler = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Commands(Lasting):
    """What a bot has synced: everywhere, and by server."""

    synced: list[Json]
    of_guilds: dict[str, list[Json]]


class Discord:
    """Answers as Discord does and records everything sent to it.

    Without `recording` nothing is kept and callbacks carry no message, for benchmarks. `keeps_time` refuses
    callbacks after 3 s and tokens after 15 minutes. `hook(method, path, payload)` may raise Refused before a
    request is worked on; `listeners` hear the id of each interaction acknowledged.
    """

    def __init__(
        self,
        world: World,
        clock: Callable[[], float] = time.time,
        *,
        recording: bool = True,
        keeps_time: bool = False,
    ) -> None:
        self.world = world
        self.recording = recording
        self.messages = Messages(world, clock, keeps=recording)
        self.interactions = Interactions(world, self.messages, clock, keeps_time=keeps_time)
        self.listeners = self.interactions.listeners
        self.calls: list[Call] = []
        self.commands: list[Json] = []
        self.guild_commands: dict[str, list[Json]] = {}
        self.hook: Callable[[str, str, Json], None] | None = None
        self._ids = Snowflakes(4, clock)
        self._routes = self._compiled()

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of it: all but the handlers, which are its own."""
        kept = {name: part for name, part in vars(self).items() if name != "_routes"}
        return kept | {"commands": Commands(self.commands, dict(self.guild_commands))}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        synced = kept["commands"]
        vars(self).update(kept | {"commands": synced.synced, "guild_commands": dict(synced.of_guilds)})
        self._routes = self._compiled()

    def handle(self, method: str, path: str, request: Request) -> tuple[int, Any]:
        """Work on one request; returns the HTTP status and the JSON answer (None for an empty one)."""
        try:
            if self.hook:
                self.hook(method, path, request.payload)
            reply = self._route(method, path, request)
            status = 200 if reply is not None else 204
        except Refused as no:
            status, reply = no.status, {"code": no.code, "message": no.text}
        if self.recording:
            self._record(method, path, request, status, reply)
        return status, reply

    def of(self, interaction: int | str) -> Answers:
        """Return what was answered to an interaction, nothing where nothing was."""
        return self.interactions.of(int(interaction))

    def channel_messages(self, channel: Channel | None = None) -> list[Json]:
        """Return the public messages of a channel (the first one by default), oldest first."""
        place = channel or self.world.channels[0]
        return self.messages.history(place.id, {"limit": str(1 << 30)})[::-1]

    def _route(self, method: str, path: str, request: Request) -> Any:
        for verb, pattern, handler in self._routes:
            if verb == method and (match := pattern.fullmatch(path)):
                return handler(request, *match.groups())
        raise Refused(405, 0, f"the harness does not know {method} {path}")

    def _record(self, method: str, path: str, request: Request, status: int, reply: Any) -> None:
        interaction = interaction_of(path)
        # A message goes on changing after the answer that carried it: keep how it was.
        kept = dict(reply) if isinstance(reply, dict) else reply
        call = Call(len(self.calls), time.perf_counter(), method, path, request.payload, request.files,
                    status, kept, interaction)  # fmt: skip
        self.calls.append(call)
        if interaction is not None:
            self.of(interaction).calls.append(call)

    def _compiled(self) -> list[tuple[str, re.Pattern[str], Handler]]:
        return [(verb, _pattern(path), handler) for verb, path, handler in self._endpoints()]

    def _endpoints(self) -> list[tuple[str, str, Handler]]:
        answers = self.interactions
        original = "/webhooks/{}/{}/messages/{}"
        return [
            ("POST", "/interactions/{}/{}/callback", answers.callback),
            ("POST", "/webhooks/{}/{}", answers.follow_up),
            ("PATCH", original, answers.edit_own),
            ("GET", original, answers.get_own),
            ("DELETE", original, answers.delete_own),
            ("POST", "/channels/{}/messages", self._post),
            ("GET", "/channels/{}/messages", self._history),
            ("PATCH", "/channels/{}/messages/{}", self._edit),
            ("GET", "/channels/{}/messages/{}", self._message),
            ("DELETE", "/channels/{}/messages/{}", self._delete),
            ("PUT", "/channels/{}/messages/pins/{}", self._pin),
            ("DELETE", "/channels/{}/messages/pins/{}", self._unpin),
            ("POST", "/channels/{}/typing", lambda _, place: None),
            ("POST", "/channels/{}/threads", self._open_thread),
            ("POST", "/channels/{}/messages/{}/threads", self._start_thread),
            ("GET", "/channels/{}", self._channel),
            ("PATCH", "/channels/{}", self._change_channel),
            ("DELETE", "/channels/{}", self._delete_channel),
            ("POST", "/users/@me/channels", self._direct),
            *self._about(),
        ]

    def _about(self) -> list[tuple[str, str, Handler]]:
        world = self.world
        return [
            ("GET", "/users/@me", lambda _: world.bot.user()),
            ("GET", "/users/{}", lambda _, user: world.known(int(user)).user()),
            ("GET", "/oauth2/applications/@me", lambda _: world.application()),
            ("GET", "/guilds/{}", lambda _, guild: world.guild()),
            ("GET", "/guilds/{}/members/{}", lambda _, guild, user: world.known(int(user)).member()),
            ("GET", "/applications/{}/commands", lambda _, app: self.commands),
            ("PUT", "/applications/{}/commands", self._sync),
            ("GET", "/applications/{}/guilds/{}/commands", self._commands_of),
            ("PUT", "/applications/{}/guilds/{}/commands", self._sync),
        ]

    def _history(self, request: Request, place: str) -> list[Json]:
        return self.messages.history(int(place), request.params)

    def _post(self, request: Request, place: str) -> Json:
        return self.messages.create(int(place), request)

    def _message(self, _: Request, place: str, key: str) -> Json:
        return self.messages.public(int(place), int(key))

    def _edit(self, request: Request, place: str, key: str) -> Json:
        self.messages.public(int(place), int(key))
        return self.messages.edit(int(key), request)

    def _delete(self, _: Request, place: str, key: str) -> None:
        self.messages.public(int(place), int(key))
        self.messages.delete(int(key))

    def _pin(self, _: Request, place: str, key: str) -> None:
        self.messages.public(int(place), int(key))["pinned"] = True

    def _unpin(self, _: Request, place: str, key: str) -> None:
        self.messages.public(int(place), int(key))["pinned"] = False

    def _channel(self, _: Request, place: str) -> Json:
        return self.messages.place(int(place)).payload(self.world.guild_id)

    def _change_channel(self, request: Request, place: str) -> Json:
        old = self.messages.place(int(place))
        changes = {key: request.payload[key] for key in ("name", "archived") if key in request.payload}
        new = replace(old, **changes)
        self.world.channels[self.world.channels.index(old)] = new
        return new.payload(self.world.guild_id)

    def _delete_channel(self, _: Request, place: str) -> Json:
        old = self.messages.place(int(place))
        self.world.channels.remove(old)
        return old.payload(self.world.guild_id)

    def _start_thread(self, request: Request, place: str, key: str) -> Json:
        self.messages.public(int(place), int(key))
        if any(channel.id == int(key) for channel in self.world.channels):
            raise Refused(400, 160004, "A thread has already been created for this message")
        return self._open_thread(request, place, int(key))

    def _open_thread(self, request: Request, place: str, key: int | None = None) -> Json:
        kind = request.payload.get("type", PUBLIC_THREAD)
        thread = Channel(key or self._ids(), request.payload["name"], kind, parent=int(place))
        self.world.channels.append(thread)
        return thread.payload(self.world.guild_id)

    def _direct(self, request: Request) -> Json:
        person = self.world.known(int(request.payload["recipient_id"]))
        return self.world.direct(person).payload(self.world.guild_id)

    def _commands_of(self, _: Request, app: str, guild: str) -> list[Json]:
        return self.guild_commands.get(guild, [])

    def _sync(self, request: Request, app: str, guild: str | None = None) -> list[Json]:
        """Keep a list: a name that was there keeps its id."""
        about = {"application_id": app, "version": "1", "default_member_permissions": None, "type": 1}
        before = self.commands if guild is None else self.guild_commands.get(guild, [])
        ids = {each["name"]: each["id"] for each in before}
        synced = [about | command | {"id": ids.get(command["name"]) or str(self._ids()), "guild_id": guild}
                  for command in request.payload["commands"]]  # fmt: skip
        if guild is None:
            self.commands = synced
        else:
            self.guild_commands[guild] = synced
        return synced


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(path.replace("{}", "([^/]+)"))


def interaction_of(path: str) -> int | None:
    """Return the interaction that a request answers, if it answers one."""
    _, root, *parts = path.split("/")
    if root not in ("interactions", "webhooks") or len(parts) < 2:
        return None
    try:
        return Ticket.read(parts[1]).interaction
    except ValueError:
        return None
