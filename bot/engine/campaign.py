"""What the house knows of every campaign: its people, its channels, its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Annotated, Any

from bot.engine.orders import StandingOrder
from bot.engine.pace import Away, Pace, Tempo
from bot.engine.parts import Unlisted, Whole, channel_link, person, role, short
from bot.engine.people import Actor, Standing, Viewer
from bot.engine.text import T

# -- how an undo says it ------------------------------------------------------------------------------


def _in_a_row(say: Callable[[int], str]) -> Whole:
    return Whole(lambda ids: ", ".join(map(say, ids or ())) or None)


def _whose(rows: Sequence[Mapping[str, Any]] | None) -> str | None:
    people = [each["person"] for each in rows or ()]
    return T("{people}")(people=[T("{who:@}")(who=each) for each in people]) if people else None


_PEOPLE, _CHANNELS, _ROLES = _in_a_row(person), _in_a_row(channel_link), _in_a_row(role)


@dataclass(frozen=True, slots=True)
class Campaign:
    """The root record of a campaign; it changes only through actions of the `table` system."""

    name: Annotated[str, T("name"), short]
    guild: Unlisted[int]
    systems: Annotated[tuple[str, ...], T("games"), short] = ()
    game_masters: Annotated[tuple[int, ...], T("game masters"), _PEOPLE] = ()
    game_master_roles: Annotated[tuple[int, ...], T("game master roles"), _ROLES] = ()
    players: Annotated[tuple[int, ...], T("players"), _PEOPLE] = ()
    spectators: Annotated[tuple[int, ...], T("spectators"), _PEOPLE] = ()
    # Asked to join by a game master, and not answered yet.
    invited: Annotated[tuple[int, ...], T("invited"), _PEOPLE] = ()
    channels: Annotated[tuple[int, ...], T("channels"), _CHANNELS] = ()
    game_master_channel: Annotated[int | None, T("game master's channel"), channel_link] = None
    # The roles and people who may read that channel though they don't lead: a game master let them.
    readers: Unlisted[tuple[int, ...]] = ()
    # Those of the channels that are forums: nothing can be said in a forum itself, only in its posts.
    forums: Annotated[tuple[int, ...], T("forums"), _CHANNELS] = ()
    # The game masters who were made that without having joined: they have no seat to go back to.
    unjoined: Unlisted[tuple[int, ...]] = ()
    # What was set to something else than its default, by `system.setting`, and a server's role: an undo calls
    # a setting by its own title.
    settings: Annotated[Mapping[str, str], T("role that can start campaigns"), role] = field(
        default_factory=dict
    )
    # How long it waits for people, who of them is away, and how many deadlines in a row each of them missed.
    pace: Unlisted[Pace] = field(default_factory=Pace)
    away: Annotated[tuple[Away, ...], T("who is away"), Whole(_whose)] = ()
    missed: Unlisted[Mapping[int, int]] = field(default_factory=dict)
    # What they said in advance.
    orders: Annotated[tuple[StandingOrder, ...], T("standing orders"), Whole(_whose)] = ()
    # Who of its people has left the server, and did nothing here since Discord said so.
    gone: Annotated[tuple[int, ...], T("people who left the server"), _PEOPLE] = ()
    # The card that shows at a glance what goes on.
    board: Unlisted[str | None] = None
    # A server's own campaign keeps what belongs to no campaign; nobody joins it.
    is_server: Unlisted[bool] = False

    @property
    def places(self) -> tuple[int, ...]:
        """Every channel in which its commands work: where it is played, and the game master's own."""
        secret = (self.game_master_channel,) if self.game_master_channel is not None else ()
        return (*self.channels, *secret)

    def standing(self, user: int, roles: frozenset[int] = frozenset()) -> Standing:
        """The person's standing; the roles are those Discord vouched for in this interaction."""
        if user in self.game_masters or roles.intersection(self.game_master_roles):
            return Standing.GAME_MASTER
        if user in self.players:
            return Standing.PLAYER
        return Standing.SPECTATOR if user in self.spectators else Standing.OUTSIDER

    def away_at(self, person: int, now: datetime) -> Away | None:
        """Since when and for how long that person is away then, if they are; no proxy who has left."""
        found = next((each for each in self.away if each.person == person and each.is_at(now)), None)
        if found is None or found.proxy is None or self.is_here(found.proxy):
            return found
        return replace(found, proxy=None)

    def is_seated(self, person: int) -> bool:
        """Whether that person plays or leads here, by name."""
        return person in self.players or person in self.game_masters

    def is_here(self, person: int) -> bool:
        """Whether that person plays or leads here, and is still on the server as far as anybody knows."""
        return self.is_seated(person) and person not in self.gone

    def gives_time(self, person: int, tempo: Tempo, since: float, now: datetime) -> bool:
        """Whether its pace gives that person time yet to answer what they are asked since then (in seconds).

        Without a pace nobody has any.
        """
        beat, away = self.pace.beat(tempo), self.away_at(person, now)
        is_skipped = away is not None and away.proxy is None and self.pace.skips_away
        if self.pace.is_paused or is_skipped or not self.is_here(person) or not (beat.remind or beat.limit):
            return False
        begun = datetime.fromtimestamp(since, UTC)
        ends = self.pace.after(begun, beat.limit + self.pace.grace) if beat.limit else None
        return ends is None or ends > now

    def left_to(self, proxy: int, now: datetime) -> frozenset[int]:
        """Who is away then and left what is asked of them to that person."""
        return frozenset(each.person for each in self.away if each.proxy == proxy and each.is_at(now))

    def order_of(self, person: int) -> StandingOrder | None:
        """What that person said in advance, if anything."""
        return next((each for each in self.orders if each.person == person), None)

    def viewer(self, actor: Actor) -> Viewer:
        """The viewer for whom an actor's answer is drawn."""
        return Viewer(actor.user, self.standing(actor.user, actor.roles))
