"""Who acts, who looks, and what each standing in a campaign may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Standing(StrEnum):
    """A person's place in one campaign."""

    GAME_MASTER = "game_master"
    PLAYER = "player"
    SPECTATOR = "spectator"
    OUTSIDER = "outsider"


class Permit(StrEnum):
    """Who may take an action or use a control. `OWNER` is the player of the record it names."""

    EVERYONE = "everyone"
    MEMBERS = "members"
    OWNER = "owner"
    OWNER_OR_GAME_MASTER = "owner_or_game_master"
    GAME_MASTERS = "game_masters"
    ADMINS = "admins"


# The one table of roles. A server admin is whoever holds Manage Server: that runs the server, not
# the story, so it opens no game master's secret. Ownership is asked on top of the standing.
ALLOWED: dict[Permit, frozenset[Standing]] = {
    Permit.EVERYONE: frozenset(Standing),
    Permit.MEMBERS: frozenset({Standing.GAME_MASTER, Standing.PLAYER}),
    Permit.OWNER: frozenset({Standing.GAME_MASTER, Standing.PLAYER}),
    Permit.OWNER_OR_GAME_MASTER: frozenset({Standing.GAME_MASTER, Standing.PLAYER}),
    Permit.GAME_MASTERS: frozenset({Standing.GAME_MASTER}),
    Permit.ADMINS: frozenset(),
}

WHO_MAY: dict[Permit, str] = {
    Permit.EVERYONE: "anyone",
    Permit.MEMBERS: "this campaign's players and game masters (`/campaign join` makes you a player)",
    Permit.OWNER: "its player",
    Permit.OWNER_OR_GAME_MASTER: "its player or a game master",
    Permit.GAME_MASTERS: "a game master of this campaign",
    Permit.ADMINS: "a member with Manage Server",
}


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind an interaction, as Discord vouched for them in it."""

    user: int
    name: str = ""
    roles: frozenset[int] = frozenset()
    manages_server: bool = False


@dataclass(frozen=True, slots=True)
class Viewer:
    """For whose eyes something is drawn. `user` None is anybody in the channel."""

    user: int | None = None
    standing: Standing = Standing.OUTSIDER

    @property
    def is_game_master(self) -> bool:
        """Whether the game master's secrets may be shown."""
        return self.standing is Standing.GAME_MASTER


PUBLIC = Viewer()
GAME_MASTER = Viewer(standing=Standing.GAME_MASTER)


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may ever see an event or a die."""

    everyone: bool = True
    person: int | None = None

    def includes(self, viewer: Viewer) -> bool:
        """Whether this viewer belongs to it; game masters see all that is not a person's own."""
        if self.everyone:
            return True
        if self.person is not None:
            return viewer.user == self.person
        return viewer.is_game_master


EVERYONE = Audience()
GAME_MASTERS = Audience(everyone=False)


def is_permitted(permit: Permit, standing: Standing, actor: Actor, owner: int | None) -> bool:
    """Whether the table lets this person do it; `owner` is the player of the record named."""
    if permit is Permit.ADMINS:
        return actor.manages_server
    if standing not in ALLOWED[permit]:
        return False
    if permit is Permit.OWNER:
        return owner == actor.user
    if permit is Permit.OWNER_OR_GAME_MASTER:
        return standing is Standing.GAME_MASTER or owner == actor.user
    return True
