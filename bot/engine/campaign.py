"""What the house knows of every campaign: its people, its channels, its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.engine.pace import Away, Order, Pace
from bot.engine.people import Actor, Standing, Viewer


@dataclass(frozen=True, slots=True)
class Campaign:
    """The root record of a campaign; it changes only through actions of the `table` system."""

    name: str
    guild: int
    systems: tuple[str, ...] = ()
    game_masters: tuple[int, ...] = ()
    game_master_roles: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    spectators: tuple[int, ...] = ()
    # Asked to join by a game master, and not answered yet.
    invited: tuple[int, ...] = ()
    channels: tuple[int, ...] = ()
    game_master_channel: int | None = None
    # The roles and people who may read that channel though they don't lead: a game master let them.
    readers: tuple[int, ...] = ()
    # Those of the channels that are forums: nothing can be said in a forum itself, only in its posts.
    forums: tuple[int, ...] = ()
    # The game masters who were made that without having joined: they have no seat to go back to.
    unjoined: tuple[int, ...] = ()
    # What was set to something else than its default, by `system.setting`.
    settings: Mapping[str, str] = field(default_factory=dict)
    # How long it waits for people, who of them is away, and how many deadlines in a row each of them missed.
    pace: Pace = field(default_factory=Pace)
    away: tuple[Away, ...] = ()
    missed: Mapping[int, int] = field(default_factory=dict)
    # What they said in advance.
    orders: tuple[Order, ...] = ()
    # Who of its people has left the server, and did nothing here since Discord said so.
    gone: tuple[int, ...] = ()
    # The card that shows at a glance what goes on.
    board: str | None = None
    # A server's own campaign keeps what belongs to no campaign; nobody joins it.
    is_server: bool = False

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

    def left_to(self, proxy: int, now: datetime) -> frozenset[int]:
        """Who is away then and left what is asked of them to that person."""
        return frozenset(each.person for each in self.away if each.proxy == proxy and each.is_at(now))

    def order_of(self, person: int) -> Order | None:
        """What that person said in advance, if anything."""
        return next((each for each in self.orders if each.person == person), None)

    def viewer(self, actor: Actor) -> Viewer:
        """For whose eyes to draw what this actor asked for."""
        return Viewer(actor.user, self.standing(actor.user, actor.roles))
