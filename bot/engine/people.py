"""Who acts, who looks, and what each standing in a campaign may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.text import Safe, T, refused
from bot.errors import NotAllowed, UserError


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
    GAME_MASTERS_OR_ADMINS = "game_masters_or_admins"
    ADMINS = "admins"
    # Who may begin campaigns: an admin, or whoever holds the role the server named for it.
    FOUNDERS = "founders"


# The one table of roles. A server admin is whoever holds Manage Server: that runs the server, not
# the story, so it opens no game master's secret. Ownership is asked on top of the standing.
ALLOWED: dict[Permit, frozenset[Standing]] = {
    Permit.EVERYONE: frozenset(Standing),
    Permit.MEMBERS: frozenset({Standing.GAME_MASTER, Standing.PLAYER}),
    Permit.OWNER: frozenset({Standing.GAME_MASTER, Standing.PLAYER}),
    Permit.OWNER_OR_GAME_MASTER: frozenset({Standing.GAME_MASTER, Standing.PLAYER}),
    Permit.GAME_MASTERS: frozenset({Standing.GAME_MASTER}),
    Permit.GAME_MASTERS_OR_ADMINS: frozenset({Standing.GAME_MASTER}),
    Permit.ADMINS: frozenset(),
    Permit.FOUNDERS: frozenset(),
}

# What no player may, whoever's record it is.
ONLY_GAME_MASTERS = frozenset({Permit.GAME_MASTERS, Permit.GAME_MASTERS_OR_ADMINS})

# What Manage Server opens on its own.
OPEN_TO_ADMINS = frozenset({Permit.GAME_MASTERS_OR_ADMINS, Permit.ADMINS, Permit.FOUNDERS})

WHO_MAY: dict[Permit, T] = {
    Permit.EVERYONE: T("anyone"),
    Permit.MEMBERS: T("this campaign's players and {gms}"),
    Permit.OWNER: T("its player"),
    Permit.OWNER_OR_GAME_MASTER: T("its player or a {gm}"),
    Permit.GAME_MASTERS: T("a {gm} of this campaign"),
    Permit.GAME_MASTERS_OR_ADMINS: T("a {gm} of this campaign or a member with Manage Server"),
    Permit.ADMINS: T("a member with Manage Server"),
    Permit.FOUNDERS: T("a member with Manage Server or with the role that can start campaigns here"),
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
    """Who may ever see an event or a die: everyone, or the game masters, or one person, or both of these."""

    everyone: bool = True
    person: int | None = None
    # Together with a person: the game masters see it as well.
    with_game_masters: bool = False

    def includes(self, viewer: Viewer) -> bool:
        """Whether this viewer belongs to it; game masters see all that is not a person's own."""
        if self.everyone:
            return True
        if self.person is not None and viewer.user == self.person:
            return True
        return viewer.is_game_master and self.is_for_game_masters

    @property
    def is_for_game_masters(self) -> bool:
        """Whether it is a secret that the game masters share."""
        return not self.everyone and (self.person is None or self.with_game_masters)


EVERYONE = Audience()
GAME_MASTERS = Audience(everyone=False)


def may_use(permit: Permit, standing: Standing, actor: Actor) -> bool:
    """Whether the table lets this person try it; whose record it is, the action asks."""
    return standing in ALLOWED[permit] or (permit in OPEN_TO_ADMINS and actor.manages_server)


def is_permitted(permit: Permit, standing: Standing, actor: Actor, owner: int | None) -> bool:
    """Whether the table lets this person do it; `owner` is the player of the record named."""
    if not may_use(permit, standing, actor):
        return False
    if permit is Permit.OWNER:
        return owner == actor.user
    if permit is Permit.OWNER_OR_GAME_MASTER:
        return standing is Standing.GAME_MASTER or owner == actor.user
    return True


def who_may(permit: Permit, owner: int | None) -> T | Safe:
    """Who may do it with a record of that player: with one that has none, game masters alone."""
    if permit is Permit.OWNER_OR_GAME_MASTER:
        return WHO_MAY[Permit.GAME_MASTERS] if owner is None else T("{who:@} or a {gm}")(who=owner)
    return T("{who:@}")(who=owner) if permit is Permit.OWNER and owner is not None else WHO_MAY[permit]


def join_first(campaign: str) -> UserError:
    """To be raised where a player could do it; a button joins the campaign of that id."""
    refusal = refused("campaign.join_first", "Join this campaign first.", NotAllowed)
    refusal.joins = campaign
    return refusal


def only(who: T | Safe) -> UserError:
    """To be raised where somebody may not; `who` may, in words or as a mention."""
    return refused("not_allowed", "Only {who} can do that.", NotAllowed, who=who)
