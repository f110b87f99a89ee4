"""Who leaves, who is removed, and who leads."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Standing
from bot.engine.system import Replace, Scene, Scope, Turn, Want
from bot.errors import RuleViolation
from bot.systems.table.rules.invitations import INVITATION, closed
from bot.systems.table.rules.standing import require_led, seated
from bot.systems.table.words import people as words


@dataclass(frozen=True, slots=True)
class LeaveCampaign:
    """Give up one's seat. `deleted_roles` are those of the campaign's that Discord has no more."""

    deleted_roles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """Somebody gave up a seat."""

    member: int
    was: Standing
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RemoveMember:
    """Take a player's or spectator's seat, or an invitation back."""

    member: int


@dataclass(frozen=True, slots=True)
class MemberRemoved:
    """Somebody lost a seat; `was` is None where it was an invitation."""

    member: int
    was: Standing | None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AddGameMaster:
    """Make one person, or everybody with a role, a game master."""

    member: int | None = None
    role: int | None = None


@dataclass(frozen=True, slots=True)
class GameMasterAdded:
    """A person or a role leads."""

    member: int | None
    role: int | None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RemoveGameMaster:
    """Make a game master a player again, or a role lead no more."""

    member: int | None = None
    role: int | None = None
    deleted_roles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameMasterRemoved:
    """A person or a role leads no more."""

    member: int | None
    role: int | None
    audience: Audience = EVERYONE


def leave_campaign(scene: Scene, action: LeaveCampaign, dice: Dice) -> Turn:
    """Take the actor's name off. Raises RuleViolation for an outsider and for the last game master."""
    campaign, actor = scene.campaign, scene.actor
    was = campaign.standing(actor)
    if was is Standing.OUTSIDER:
        by_role = scene.standing is Standing.GAME_MASTER
        raise RuleViolation(words.BY_ROLE if by_role else words.NOT_IN)
    after = replace(seated(campaign, actor, Standing.OUTSIDER), invited=campaign.invited)
    require_led(after, action.deleted_roles)
    return Turn((Replace(scene.campaign_id, after),), (MemberLeft(actor, was),))


def of_member(action: RemoveMember | AddGameMaster) -> Scope:
    """That person's open invitation."""
    if action.member is None:
        return Scope()
    return Scope(wants=(Want(INVITATION.name, owner=action.member),))


def remove_member(scene: Scene, action: RemoveMember, dice: Dice) -> Turn:
    """Take a name off. Raises RuleViolation for a game master, or who has no part in it."""
    campaign, member = scene.campaign, action.member
    was = campaign.standing(member)
    if was is Standing.GAME_MASTER:
        raise RuleViolation(words.game_master_stays(member))
    if was is Standing.OUTSIDER and member not in campaign.invited:
        raise RuleViolation(words.not_in(member))
    after = Replace(scene.campaign_id, seated(campaign, member, Standing.OUTSIDER))
    removed = MemberRemoved(member, None if was is Standing.OUTSIDER else was)
    return Turn((after, *closed(scene, member)), (removed,))


def add_game_master(scene: Scene, action: AddGameMaster, dice: Dice) -> Turn:
    """Enter a person or role. Raises RuleViolation where they lead already."""
    campaign, member, role = scene.campaign, action.member, action.role
    told = GameMasterAdded(member, role)
    if member is not None and role is None:
        if member in campaign.game_masters:
            raise RuleViolation(words.is_already(member, Standing.GAME_MASTER.value))
        after = seated(campaign, member, Standing.GAME_MASTER)
        return Turn((Replace(scene.campaign_id, after), *closed(scene, member)), (told,))
    if role is None or member is not None:
        raise RuleViolation(words.ONE_OF_THEM)
    if role in campaign.game_master_roles:
        raise RuleViolation(words.role_is_game_master(role))
    after = replace(campaign, game_master_roles=(*campaign.game_master_roles, role))
    return Turn((Replace(scene.campaign_id, after),), (told,))


def remove_game_master(scene: Scene, action: RemoveGameMaster, dice: Dice) -> Turn:
    """Take a person or role off. Raises RuleViolation where nobody would be left, or who doesn't lead."""
    campaign, member, role = scene.campaign, action.member, action.role
    if (member is None) == (role is None):
        raise RuleViolation(words.ONE_OF_THEM)
    if member is not None:
        if member not in campaign.game_masters:
            raise RuleViolation(words.no_game_master(f"<@{member}>"))
        after = seated(campaign, member, Standing.PLAYER)
    else:
        if role not in campaign.game_master_roles:
            raise RuleViolation(words.no_game_master(f"<@&{role}>"))
        others = tuple(each for each in campaign.game_master_roles if each != role)
        after = replace(campaign, game_master_roles=others)
    require_led(after, action.deleted_roles)
    return Turn((Replace(scene.campaign_id, after),), (GameMasterRemoved(member, role),))
