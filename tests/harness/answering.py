"""How the pretend Discord takes answers to interactions: one acknowledgement, then edits and follow-ups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.harness.inputs import Ticket
from tests.harness.messages import EPHEMERAL, Messages, Refused, Request, Upload
from tests.harness.world import Json, World, created_at

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
LEGAL = {2: {MESSAGE, DEFERRED, FORM}, 3: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, FORM}, 4: {CHOICES},
         5: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE}}  # fmt: skip
CALLBACK_SECONDS, TOKEN_SECONDS = 3.0, 900.0


class Lasting:
    """What nobody changes any more: whoever takes up what was kept shares it (see `tests.kept`)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Call(Lasting):
    """One request that reached Discord, and what it answered."""

    number: int
    at: float
    method: str
    path: str
    payload: Json
    files: Sequence[Upload]
    status: int
    reply: Any
    interaction: int | None

    @property
    def is_callback(self) -> bool:
        """Whether this acknowledges an interaction."""
        return self.path.endswith("/callback")

    @property
    def data(self) -> Json:
        """Return the message, form or choices of a callback, or the payload of any other call."""
        found: Json = self.payload.get("data", {}) if self.is_callback else self.payload
        return found


@dataclass(slots=True)
class Answers:
    """What has been answered to one interaction; `tries` counts refused acknowledgements too."""

    tries: int = 0
    kind: int = 0
    original: int | None = None
    is_loading: bool = False
    calls: list[Call] = field(default_factory=list)

    @property
    def callback(self) -> Call | None:
        """Return the acknowledgement that counted."""
        return next((call for call in self.calls if call.is_callback and call.status < 300), None)


class Interactions:
    """Remembers what was answered to each interaction; bare, it remembers only that it was."""

    def __init__(
        self, world: World, messages: Messages, clock: Callable[[], float], *, keeps_time: bool
    ) -> None:
        self.answers: dict[int, Answers] = {}
        self.acknowledged: set[int] = set()
        self.listeners: list[Callable[[int], None]] = []
        self._world = world
        self._messages = messages
        self._clock = clock
        self._keeps_time = keeps_time

    def of(self, interaction: int) -> Answers:
        """Return what was answered to an interaction, nothing where nothing was."""
        return self.answers.setdefault(interaction, Answers())

    def callback(self, request: Request, interaction: str, token: str) -> Json:
        """Acknowledge an interaction: once."""
        if not self._messages.keeps:
            return self._bare(int(interaction))
        ticket, kind = self._ticket(token), request.payload["type"]
        if self._keeps_time and self._clock() - created_at(ticket.interaction) > CALLBACK_SECONDS:
            raise Refused(404, 10062, "Unknown interaction")
        self.of(ticket.interaction).tries += 1
        self._only_once(ticket.interaction)
        if kind not in LEGAL[ticket.kind]:
            raise Refused(400, 50035, f"Invalid Form Body: type {kind} can't answer this")
        reply = self._answer(ticket, kind, request)
        self._accepted(ticket.interaction)
        return reply

    def _bare(self, interaction: int) -> Json:
        self._only_once(interaction)
        self._accepted(interaction)
        return {"interaction": {"id": interaction, "response_message_id": interaction + 1}}

    def _only_once(self, interaction: int) -> None:
        if interaction in self.acknowledged:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")

    def _accepted(self, interaction: int) -> None:
        self.acknowledged.add(interaction)
        for listener in self.listeners:
            listener(interaction)

    def _answer(self, ticket: Ticket, kind: int, request: Request) -> Json:
        state, data = self.of(ticket.interaction), request.payload.get("data") or {}
        inner = replace(request, payload=data)
        message: Json | None = None
        if kind in (MESSAGE, DEFERRED):
            message = self._reply(ticket, inner, is_followup=False)
            state.is_loading = kind == DEFERRED
        elif kind == UPDATE and ticket.message in self._messages.kept:
            message = self._messages.edit(ticket.message, inner)
        state.kind = kind
        state.original = int(message["id"]) if message else ticket.message or None
        about = {"id": str(ticket.interaction), "type": ticket.kind,
                 "response_message_loading": state.is_loading,
                 "response_message_ephemeral": bool(message and message["flags"] & EPHEMERAL)}  # fmt: skip
        if state.original and kind != FORM:
            about["response_message_id"] = str(state.original)
        resource = {"type": kind} | ({"message": message} if message else {})
        return {"interaction": about, "resource": resource}

    def _reply(self, ticket: Ticket, request: Request, *, is_followup: bool) -> Json:
        app, user = str(self._world.bot.id), self._world.known(ticket.user).user()
        metadata = {"id": str(ticket.interaction), "type": ticket.kind, "user": user,
                    "authorizing_integration_owners": {"0": str(self._world.guild_id)}}  # fmt: skip
        if is_followup:
            metadata["original_response_message_id"] = str(self.of(ticket.interaction).original or 0)
        if ticket.message:
            metadata["interacted_message_id"] = str(ticket.message)
        extra = {"webhook_id": app, "application_id": app, "interaction_metadata": metadata}
        return self._messages.create(ticket.channel, request, extra)

    def follow_up(self, request: Request, _app: str, token: str) -> Json:
        """Send a further message; the first after a deferral fills the placeholder, visible as that was."""
        ticket = self._ticket(token)
        state = self._begun(ticket)
        if state.is_loading and state.original:
            return self._fill(state, request)
        return self._reply(ticket, request, is_followup=True)

    def _fill(self, state: Answers, request: Request) -> Json:
        state.is_loading = False
        message = self._messages.get(state.original or 0)
        hidden = message["flags"] & EPHEMERAL
        message = self._messages.edit(state.original or 0, request)
        message["flags"] = (message["flags"] & ~EPHEMERAL) | hidden
        return message

    def own_message(self, request: Request, _app: str, token: str, which: str) -> int:
        """Return the id behind `@original`, or of a follow-up."""
        state = self._begun(self._ticket(token))
        return state.original or 0 if which == "@original" else int(which)

    def edit_own(self, request: Request, app: str, token: str, which: str) -> Json:
        """Edit the original response or a follow-up."""
        state, message_id = self._begun(self._ticket(token)), self.own_message(request, app, token, which)
        if state.is_loading and message_id == state.original:
            return self._fill(state, request)
        return self._messages.edit(message_id, request)

    def get_own(self, request: Request, app: str, token: str, which: str) -> Json:
        """Return the original response or a follow-up."""
        return self._messages.get(self.own_message(request, app, token, which))

    def delete_own(self, request: Request, app: str, token: str, which: str) -> None:
        """Delete the original response or a follow-up; a placeholder that is gone is filled by nothing."""
        state, message_id = self._begun(self._ticket(token)), self.own_message(request, app, token, which)
        self._messages.delete(message_id)
        if message_id == state.original:
            state.is_loading = False

    def _begun(self, ticket: Ticket) -> Answers:
        if ticket.interaction not in self.acknowledged:
            raise Refused(404, 10015, "Unknown Webhook")
        return self.of(ticket.interaction) if self._messages.keeps else Answers()

    def _ticket(self, token: str) -> Ticket:
        try:
            ticket = Ticket.read(token)
        except ValueError:
            raise Refused(401, 50027, "Invalid Webhook Token") from None
        if self._keeps_time and self._clock() - created_at(ticket.interaction) > TOKEN_SECONDS:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return ticket
