"""Invitations: a game master asks somebody to play, and that person answers, whenever that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Standing
from bot.engine.system import Choice, Kind, Open, RecordId, Replace, Scene, Scope, Step, Turn, Want
from bot.errors import NotAllowed, RuleViolation
from bot.systems.table.rules.standing import seated
from bot.systems.table.words import people as words


@dataclass(frozen=True, slots=True)
class Invitation:
    """One person asked to play. In play while it waits for the answer; then archived with it."""

    person: int
    by: int
    # None as well where it was taken back, or needed no answer any more.
    joins: bool | None = None


@dataclass(frozen=True, slots=True)
class InvitePlayer:
    """Ask a person to play."""

    person: int


@dataclass(frozen=True, slots=True)
class PlayerInvited:
    """Somebody was asked."""

    member: int
    by: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AnswerInvitation:
    """Say yes or no to an invitation."""

    invitation: RecordId
    joins: bool


@dataclass(frozen=True, slots=True)
class InvitationDeclined:
    """Somebody said no."""

    member: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """Somebody became a player or spectator."""

    member: int
    standing: Standing
    audience: Audience = EVERYONE


def _title(invitation: Invitation) -> str:
    return words.INVITATION_STEP


def _steps(record: RecordId, invitation: Invitation) -> Sequence[Step]:
    choices = (
        Choice("join", words.JOIN, AnswerInvitation(record, joins=True), is_main=True),
        Choice("no", words.NO_THANKS, AnswerInvitation(record, joins=False)),
    )
    return (Step("answer", words.INVITATION_STEP, invitation.person, choices),)


INVITATION: Kind[Invitation] = Kind(
    "invitation", Invitation, title=_title, owner=lambda invitation: invitation.person, waiting=_steps
)

# Few are open at a time: who acts is not known when the scope is asked for, so all of them are read.
OPEN = Scope(wants=(Want(INVITATION.name),))


def closed(scene: Scene, person: int) -> tuple[Replace, ...]:
    """That person's open invitation, which needs no answer any more."""
    mine = (record for record in scene.all(INVITATION) if record.state.person == person)
    return tuple(Replace(record.id, record.state, archive=True) for record in mine)


def invite_scope(action: InvitePlayer) -> Scope:
    """Whether that person is asked already."""
    return Scope(wants=(Want(INVITATION.name, owner=action.person),))


def invite_player(scene: Scene, action: InvitePlayer, dice: Dice) -> Turn:
    """Open an invitation. Raises RuleViolation for who is in, or asked, already."""
    campaign, person = scene.campaign, action.person
    standing = campaign.standing(person)
    if standing in (Standing.GAME_MASTER, Standing.PLAYER):
        raise RuleViolation(words.is_already(person, standing.value))
    if person in campaign.invited:
        raise RuleViolation(words.is_invited(person))
    invitation = scene.new_id()
    changes = (
        Open(invitation, INVITATION.name, Invitation(person, scene.actor)),
        Replace(scene.campaign_id, replace(campaign, invited=(*campaign.invited, person))),
    )
    return Turn(changes, (PlayerInvited(person, scene.actor),), subject=invitation)


def answer_scope(action: AnswerInvitation) -> Scope:
    """The invitation."""
    return Scope(ids=(action.invitation,))


def answer_invitation(scene: Scene, action: AnswerInvitation, dice: Dice) -> Turn:
    """Take a seat, or say no. Raises NotAllowed for anybody but the person asked."""
    record = scene.get(INVITATION, action.invitation)
    person = record.state.person
    if scene.actor != person:
        raise NotAllowed(words.not_for_you(person))
    seat = Standing.PLAYER if action.joins else scene.campaign.standing(person)
    told = MemberJoined(person, seat) if action.joins else InvitationDeclined(person)
    changes = (
        Replace(record.id, replace(record.state, joins=action.joins), archive=True),
        Replace(scene.campaign_id, seated(scene.campaign, person, seat)),
    )
    return Turn(changes, (told,), subject=record.id)
