"""SimCord's browser page with several seats at once: each tab is one person in one channel.

SimCord's preview is bound to one channel, opens every page as the same person and has one secret.
Here each seat has a secret of its own, carried in the fragment of its page's address; whatever a page
asks is answered with the preview pointing at that page's channel. This module and `server` are the
only ones that lean on SimCord's private parts (pinned: 3.2.1).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcord import ChannelHandle, MemberActor, Preview, UserHandle
from simcord.backend.access import can_access_channel, can_access_message
from simcord.backend.cdn import CDN_BASE
from simcord.preview import _markdown

from bot.sandbox.pictures import faces
from bot.sandbox.traces import happened

if TYPE_CHECKING:
    from simcord.preview._pages import _Page

    from bot.sandbox.world import World


@dataclass(frozen=True)
class Seat:
    """One person in one channel, with the secret that lets a browser sit there."""

    person: MemberActor
    place: ChannelHandle
    secret: str

    @property
    def title(self) -> str:
        """Who looks, and in which channel."""
        return f"{self.person.user.global_name} in {place_label(self.place)}"


def place_label(place: ChannelHandle) -> str:
    """The channel's name as Discord writes it."""
    return f"#{place.name}" if place.guild else "direct messages"


def place_name(world: World, place: ChannelHandle) -> str:
    """The channel's part of an address: threads and channels made since may share a name."""
    if not place.guild:
        return "direct"
    return str(place.name) if place.id in {each.id for each in world.built} else str(place.id)


# So many seconds may pass until a page on which nothing happened is drawn anew.
AGES = 600.0

_place: ContextVar[ChannelHandle] = ContextVar("place")
_seat: ContextVar[Seat] = ContextVar("seat")


# Discord draws mentions and small print in an embed's text; SimCord's page leaves the raw marks.
for _field in ("embed_description", "embed_field_value"):
    _markdown._FIELD_POLICIES[_field] |= {"mentions": True, "commands": True, "subtext": True}

_new_parser = _markdown._markdown_parser
_parsers: dict[int, tuple[Any, dict[str, Any]]] = {}


def _kept_parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    """One parser a policy: SimCord makes one for each text, which takes longer than to draw all else."""
    if id(policy) not in _parsers:
        names: dict[str, Any] = {}
        _parsers[id(policy)] = _new_parser(policy, names), names
    parser, names = _parsers[id(policy)]
    names.clear()
    names.update(context)
    return parser


vars(_markdown)["_markdown_parser"] = _kept_parser


class Seats(Preview):
    """The preview, following whichever page it is asked about."""

    # A tab left open over lunch stays usable; SimCord's own lease is ten minutes.
    _MAX_PAGES = 48
    _PAGE_LEASE_SECONDS = 12 * 3600.0

    def __init__(self, world: World, turn: asyncio.Lock) -> None:
        self._world = world
        self._turn = turn
        self._seats: dict[str, Seat] = {}
        # What each page was drawn from, and each channel with how much had happened when it was read.
        self._drawn: dict[str, Hashable] = {}
        self._states: dict[int, tuple[int, Hashable]] = {}
        # What each page was answered last when it asked how things stand, and what that was made of.
        self._payloads: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        super().__init__(
            world.env,
            world.table,
            world.people,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-GB",
            timezone="UTC",
            presentation_time=None,
            assets=_pictures(world),
            port=0,
        )

    # ------------------------------------------------------------------ seats

    def seat(self, person: MemberActor, place: ChannelHandle) -> Seat:
        """The person's seat in that channel; always the same while the process lives."""
        for seat in self._seats.values():
            if (seat.person.id, seat.place.id) == (person.id, place.id):
                return seat
        seat = Seat(person, place, secrets.token_urlsafe(32))
        self._seats[seat.secret] = seat
        return seat

    def find(self, person: str, place: str) -> Seat | None:
        """The seat an address names: a person and a channel or thread, each by name or id."""
        someone = next((each for each in self._world.people if person in {each.name, str(each.id)}), None)
        if someone is None:
            return None
        places = self.places(someone)
        there = next(
            (each for each in places if place in {str(each.id), place_name(self._world, each), each.name}),
            None,
        )
        return self.seat(someone, there) if there else None

    def places(self, person: MemberActor) -> list[ChannelHandle]:
        """Where this person can sit: what they may see, then their direct messages."""
        shared = (*self._world.channels, *self._world.threads)
        seen = [each for each in shared if self._may_see(person, each)]
        return [*seen, self._world.direct_messages(person)]

    @contextmanager
    def seated(self, secret: str) -> Iterator[bool]:
        """Answer one request of whoever holds this secret; false if nobody does."""
        seat = self._seats.get(secret)
        if seat is None:
            yield False
            return
        token = _seat.set(seat)
        try:
            with self._at(seat.place):
                yield True
        finally:
            _seat.reset(token)

    # ------------------------------------------- the one channel SimCord knows

    @property
    def channel(self) -> ChannelHandle:
        """The channel of the page at hand."""
        return _place.get(self._world.table)

    @channel.setter
    def channel(self, channel: ChannelHandle) -> None:
        """SimCord binds its one channel here; pages bring their own."""

    @property
    def viewers(self) -> tuple[MemberActor | UserHandle, ...]:
        """The people to whom the page at hand can be switched."""
        place, people = self.channel, self._world.people
        if place.guild:
            return tuple(person for person in people if self._may_see(person, place))
        return tuple(person.user for person in people if person.user.dm_channel.id == place.id)

    @viewers.setter
    def viewers(self, viewers: tuple[MemberActor | UserHandle, ...]) -> None:
        """SimCord binds its viewers here; they follow from the channel."""

    def _may_see(self, person: MemberActor, place: ChannelHandle) -> bool:
        return can_access_channel(self.env, place.id, person, history=True)

    @contextmanager
    def _at(self, place: ChannelHandle) -> Iterator[None]:
        token = _place.set(place)
        try:
            yield
        finally:
            _place.reset(token)

    def _place_of(self, page: _Page) -> ChannelHandle:
        channel = self.env.backend.get_channel(page.channel_id)
        return ChannelHandle(self.env, self._world.guild if channel.guild_id else None, channel)

    # ------------------------------------------------ what a page asks, there

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        seat = _seat.get()
        return super()._open_page(seat.person.id, target_id or self._latest(seat))

    def _latest(self, seat: Seat) -> int | None:
        # A page opens where its target is: without one at the top, and the news is at the bottom.
        here = self.env.backend.messages.get(seat.place.id, {}).values()
        seen = (
            m.id for m in here if can_access_message(self.env, seat.place.id, m, seat.person, history=True)
        )
        return max(seen, default=None)

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        """Draw a page anew; where nothing but time went on, only if something in its channel changed."""
        if reason == "refresh" and self._drawn.get(page.id) == self._looks(page):
            return
        with self._at(self._place_of(page)):
            super()._publish(page, reason=reason)
        self._drawn = {id_: looks for id_, looks in self._drawn.items() if id_ in self._pages}
        self._payloads = {id_: payload for id_, payload in self._payloads.items() if id_ in self._pages}
        self._drawn[page.id] = self._looks(page)

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        """What a page reads twice a second: made anew only where something happened since."""
        made_of = page.revision, happened(self.env), page.status, page.modal, page.last_action
        known = self._payloads.get(page.id)
        if known is not None and known[0] == made_of:
            return known[1]
        payload = super()._page_payload(page)
        self._payloads[page.id] = (*made_of[:2], page.status, page.modal, page.last_action), payload
        return payload

    def _looks(self, page: _Page) -> Hashable:
        """What a page is drawn from: the same as long as it would look the same."""
        env, place = self.env, page.channel_id
        is_open = can_access_channel(env, place, page.viewer, history=True)
        form = page.modal is not None and page.modal._interaction.modal_consumed
        # "Two days ago" is written by a clock that need not be seen to tick.
        minutes = int(env.now().timestamp() // AGES)
        return is_open, form, page.pending_receipt_revision, minutes, self._state_of(place)

    def _state_of(self, place: int) -> Hashable:
        """A channel as it is: read once for all its pages until something happens."""
        backend, news = self.env.backend, happened(self.env)
        known = self._states.get(place)
        if known is not None and known[0] == news:
            return known[1]
        threads = [each for each in backend.channels.values() if each.parent_id == place]
        offered = {scope: [*each] for scope, each in backend.commands.items()}
        facts = backend.messages.get(place, {}), backend.channels.get(place), threads, offered
        found = hash(repr(facts))
        self._states[place] = news, found
        return found

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out what a page asks, in its turn and in its channel."""
        async with self._turn:
            page = self._pages.get(context_id or "")
            if page is None or not isinstance(body, Mapping):
                return await super()._action(context_id, body)
            with self._at(self._place_of(page)):
                return await super()._action(context_id, _as_it_stands(page, body))


def _pictures(world: World) -> dict[str, tuple[str, bytes]]:
    drawn = faces()
    users = world.env.backend.users.values()
    return {
        f"{CDN_BASE}/avatars/{user.id}/{user.avatar}.png": (f"{user.avatar}.png", drawn[user.avatar])
        for user in users
        if user.avatar
    }


def _as_it_stands(page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
    # Discord delivers a press even if something else happened since the page was drawn, and the bot
    # decides; SimCord would refuse it as stale and have the visitor press again.
    return {**body, "published_revision": page.revision} if "published_revision" in body else body
