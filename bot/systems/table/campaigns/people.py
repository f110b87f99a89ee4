"""Who has which seat at the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.engine.campaign import Campaign
from bot.engine.card import Card
from bot.engine.declare import Action, Person, Role, declared, look, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker
from bot.engine.pace import WAITS
from bot.engine.people import Permit, Standing
from bot.engine.saying import Who
from bot.engine.steps import at
from bot.engine.system import ActionKind, Kind, RecordId, Replace, Scope, Step, Want, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import safe
from bot.engine.working import RecordCopy, WorkingCopy, campaign_copy, deed
from bot.errors import NotAllowed, UserError

STANDINGS = {
    Standing.GAME_MASTER: T("a game master"),
    Standing.PLAYER: T("a player"),
    Standing.SPECTATOR: T("a spectator"),
    Standing.OUTSIDER: T("an outsider"),
}
# What leaving costs; who only watches loses nothing.
LEAVING = {
    Standing.GAME_MASTER: T(
        "Only another game master or a server admin can make you a game master here again."
    ),
    Standing.PLAYER: T("You can't play your characters here until you come back with `/campaign join`."),
}


def seated(campaign: Campaign, person: int, seat: Standing) -> Campaign:
    """The campaign with that person in that seat and no other; an outsider has none."""

    def those(people: tuple[int, ...], standing: Standing) -> tuple[int, ...]:
        others = tuple(user for user in people if user != person)
        return (*others, person) if seat is standing else others

    stays = seat in (Standing.GAME_MASTER, Standing.PLAYER)
    return replace(
        campaign if stays else without(campaign, person),
        game_masters=those(campaign.game_masters, Standing.GAME_MASTER),
        players=those(campaign.players, Standing.PLAYER),
        spectators=those(campaign.spectators, Standing.SPECTATOR),
        unjoined=tuple(user for user in campaign.unjoined if user != person),
        invited=tuple(user for user in campaign.invited if user != person),
        gone=tuple(user for user in campaign.gone if user != person),
    )


def without(campaign: Campaign, person: int) -> Campaign:
    """The campaign in which nobody waits for that person, who answers for nobody anymore."""
    return replace(
        campaign,
        away=tuple(
            replace(each, proxy=None) if each.proxy == person else each
            for each in campaign.away
            if each.person != person
        ),
        missed={user: count for user, count in campaign.missed.items() if user != person},
        orders=tuple(each for each in campaign.orders if each.person != person),
    )


def left_alone(campaign: Campaign, person: int) -> tuple[int, ...]:
    """Who is away, or will be, and left to that person what is asked of them."""
    return tuple(each.person for each in campaign.away if each.proxy == person)


# What is told of those when their proxy goes.
_ALONE = T(" Nobody acts for {alone} anymore.")


def _with_alone(told: Safe, alone: Collection[int]) -> Safe:
    people = [T("{who:@}")(who=each) for each in alone]
    return T("{told}{rest}")(told=told, rest=_ALONE(alone=people) if people else "")


def is_led(campaign: Campaign, deleted_roles: Collection[int] = ()) -> bool:
    """Whether somebody leads it, by name or by a role."""
    return bool(campaign.game_masters or set(campaign.game_master_roles).difference(deleted_roles))


def require_led(campaign: Campaign, deleted_roles: Collection[int]) -> None:
    """See that somebody is left to lead; a deleted role is nobody. Raises RuleViolation."""
    if not is_led(campaign, deleted_roles):
        raise refused(
            "campaign.last_game_master",
            "A campaign needs at least one game master. Add another one first, with `/campaign gm add`.",
        )


# -- Invitations: a game master asks somebody to play, and that person answers, whenever that is


@dataclass(frozen=True, slots=True)
class Invitation:
    """One person asked to play. In play while it waits for the answer; then archived with it."""

    person: int
    by: int
    # None as well where it was taken back, or needed no answer any more.
    joins: bool | None = None


class InvitePlayer(Action):
    """Invite somebody to this campaign"""

    person: Person | int = option(
        "Who to invite; they answer with a button, whenever they like", name="player"
    )

    def to_action(self, asker: Asker) -> InvitePlayer:
        """Raises RuleViolation for a bot, and for who wouldn't read the invitation."""
        _require_reachable(asker, self.person)
        return self


def _require_reachable(asker: Asker, person: int) -> None:
    require_person(person)
    if isinstance(person, Person) and person.roles is None:
        raise refused(
            "campaign.not_here",
            "They aren't a member of this server, so the invitation wouldn't reach them.",
        )
    campaign = asker.seen.campaign
    place: int | None = asker.places[-1]
    if place == campaign.game_master_channel:
        place = next(iter(campaign.channels), None)
    if place is None or asker.server.channel(place) is None or asker.server.can_read(place, person):
        return
    raise refused(
        "campaign.cannot_read",
        "{person:@} can't read {channel:#}. Invite them in a channel they can read.",
        person=person,
        channel=place,
    )


class AnswerInvitation(Action):
    """Say yes or no to an invitation."""

    invitation: RecordId
    joins: bool


class MemberJoined(Event):
    """Somebody became a player or spectator."""

    member: int
    standing: Standing

    def sentence(self) -> Safe:
        """As what."""
        return T("{member:@} joins as {what}.")(member=self.member, what=STANDINGS[self.standing])


ANSWER = T("Answer the invitation")


STEP = "answer"


def _steps(_record: RecordId, invitation: Invitation) -> Sequence[Step]:
    return (Step(STEP, ANSWER.plain(), invitation.person, silent=WAITS),)


INVITATION: Kind[Invitation] = Kind(
    "invitation",
    Invitation,
    title=lambda _invitation: ANSWER.plain(),
    owner=lambda invitation: invitation.person,
    case=lambda invitation: T("The invitation for {person:@}")(person=invitation.person),
    waiting=_steps,
    steps=(STEP,),
)

# Few are open at a time: who acts is not known when the scope is asked for, so all of them are read.
OPEN = Scope(wants=(Want(INVITATION.name),))


def closed(world: World, person: int) -> tuple[Replace, ...]:
    """That person's open invitation, which needs no answer any more."""
    mine = (record for record in world.all(INVITATION) if record.state.person == person)
    return tuple(Replace(record.id, record.state, archive=True) for record in mine)


@deed(
    "campaign invite",
    may=Permit.GAME_MASTERS,
    scope=lambda asked: Scope(wants=(Want(INVITATION.name, owner=asked.person),)),
    is_news=False,
)
def invite_player(copy: WorkingCopy, action: InvitePlayer, dice: Dice) -> None:
    """Open an invitation. Raises RuleViolation for who is in, or asked, already."""
    world, campaign, person = copy.world, copy.world.campaign, action.person
    standing = campaign.standing(person)
    if standing in (Standing.GAME_MASTER, Standing.PLAYER):
        raise _is_already(person, standing)
    if person in campaign.invited:
        raise refused(
            "campaign.invited_already",
            "{person:@} is already invited and hasn't answered yet. `/gm deed: remove a player` "
            "withdraws the invitation.",
            person=person,
        )
    copy.open(INVITATION, Invitation(person, world.actor))
    copy.put_other(world.campaign_id, replace(campaign, invited=(*campaign.invited, person)))
    copy.say("campaign.invited", T("{actor:@} invites {member:@} to play."), member=Who(person))


def _is_already(person: int, standing: Standing) -> UserError:
    return refused(
        "campaign.seated_already",
        "{person:@} is already {what} in this campaign.",
        person=person,
        what=STANDINGS[standing],
    )


# Whom it asks is often nobody in the campaign yet; the action itself lets only that person answer.
@deed(
    of=INVITATION,
    may=Permit.EVERYONE,
    scope=lambda answer: Scope(ids=(answer.invitation,)),
    step=(
        at(STEP, "join", T("Join"), values={"joins": True}, is_main=True),
        at(STEP, "no", T("No thanks"), values={"joins": False}),
    ),
)
def answer_invitation(found: RecordCopy[Invitation], action: AnswerInvitation, dice: Dice) -> None:
    """Take a seat, or say no. Raises NotAllowed for anybody but the person asked."""
    world, person = found.world, found.state.person
    if world.actor != person:
        raise refused(
            "campaign.not_your_invitation",
            "That invitation is for {person:@}. You can join with `/campaign join`.",
            NotAllowed,
            person=person,
        )
    seat = Standing.PLAYER if action.joins else world.campaign.standing(person)
    found.change(joins=action.joins)
    found.archive()
    found.put_other(world.campaign_id, seated(world.campaign, person, seat))
    if action.joins:
        found.tell(MemberJoined(person, seat))
    else:
        found.say("campaign.declined", T("{member:@} declines the invitation."), member=Who(person))


# -- Who leaves, who is removed, and who leads --------------------------------------


class LeaveCampaign(Action):
    """Leave this channel's campaign; everything of yours is kept

    `deleted_roles` are those of the campaign's that Discord has no more.
    """

    deleted_roles: tuple[int, ...] = ()

    def to_action(self, asker: Asker) -> LeaveCampaign:
        """The action; Discord knows who else leads."""
        return replace(self, deleted_roles=_deleted_roles(asker))


class MemberLeft(Event):
    """Somebody gave up a seat."""

    concerns: ClassVar[tuple[str, ...]] = ("alone",)
    member: int
    was: Standing
    alone: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """What they were, and whose proxy."""
        says = T("{member:@}, until now {what}, leaves. Everything of theirs is kept.")
        return _with_alone(says(member=self.member, what=STANDINGS[self.was]), self.alone)

    def foretold(self) -> Safe:
        """The sentence for somebody who is about to leave."""
        says = T("You'll no longer be {what} here. Everything of yours is kept.")
        return says(what=STANDINGS[self.was])


class RemoveMember(Action):
    """Remove a player or spectator, or withdraw an invitation; what's theirs stays"""

    member: Person | int = option(
        "The player or spectator to remove, or the invitation to withdraw", name="player"
    )


class MemberRemoved(Event):
    """Somebody lost a seat; `was` is None where it was an invitation."""

    concerns: ClassVar[tuple[str, ...]] = ("member", "alone")
    member: int
    was: Standing | None
    alone: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """What they were, and whose proxy."""
        if self.was is None:
            return T("{member:@}'s invitation is withdrawn.")(member=self.member)
        says = T("{member:@} is no longer {what}. Everything of theirs is kept.")
        return _with_alone(says(member=self.member, what=STANDINGS[self.was]), self.alone)


class AddGameMaster(Action):
    """Make somebody, or everybody with a role, a game master of this campaign"""

    member: Person | int | None = option("The new game master", name="player", default=None)
    role: Role | int | None = option(
        "Instead of a person: a role that makes its members game masters", default=None
    )

    def to_action(self, asker: Asker) -> AddGameMaster:
        """Raises RuleViolation for a bot, and for @everyone."""
        _require_leader(self.member, self.role)
        return self


class GameMasterAdded(Event):
    """A person or a role leads."""

    concerns: ClassVar[tuple[str, ...]] = ("member",)
    member: int | None
    role: int | None

    def sentence(self) -> Safe:
        """Who."""
        return T("{who} is now a game master.")(who=_who(self.member, self.role))

    def foretold(self) -> Safe:
        """Who will."""
        return T("{who} will be a game master.")(who=_who(self.member, self.role))


def _who(member: int | None, role: int | None) -> Safe:
    return T("{member:@}")(member=member) if role is None else Safe(f"<@&{role}>")


class RemoveGameMaster(Action):
    """Remove a game master

    Whoever had joined is a player again; a role leads no more.
    """

    member: Person | int | None = option(
        "The game master; whoever had joined before stays on as a player", name="player", default=None
    )
    role: Role | int | None = option("Instead of a person: a role", default=None)
    deleted_roles: tuple[int, ...] = ()

    def to_action(self, asker: Asker) -> RemoveGameMaster:
        """Raises RuleViolation for a bot, and for @everyone."""
        _require_leader(self.member, self.role)
        return replace(self, deleted_roles=_deleted_roles(asker))


class GameMasterRemoved(Event):
    """A person or a role leads no more."""

    concerns: ClassVar[tuple[str, ...]] = ("member", "alone")
    member: int | None
    role: int | None
    # Whether a person is a player from now on; who never joined has no seat.
    stays: bool = True
    alone: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """Who; a person who joined once keeps a seat."""
        if self.role is not None or not self.stays:
            says = T("{who} is no longer a game master.")
            return _with_alone(says(who=_who(self.member, self.role)), self.alone)
        return T("{who:@} is no longer a game master, and stays on as a player.")(who=self.member)


@deed(
    "campaign leave",
    on=campaign_copy,
    may=Permit.EVERYONE,
    confirms=True,
    button="Leave the campaign",
)
def leave_campaign(found: RecordCopy[Campaign], action: LeaveCampaign, dice: Dice) -> None:
    """Take the actor's name off; whoever plays or leads is asked first.

    Raises RuleViolation for an outsider and for the last game master.
    """
    campaign, actor = found.state, found.world.actor
    was = campaign.standing(actor)
    if was is Standing.OUTSIDER:
        if found.world.standing is Standing.GAME_MASTER:
            raise refused(
                "campaign.leads_by_role",
                "You're a game master through a role. Remove that role with `/campaign gm remove`.",
            )
        raise refused(
            "campaign.nothing_to_leave",
            "You aren't in this campaign, so there's nothing to leave.",
        )
    found.put(replace(seated(campaign, actor, Standing.OUTSIDER), invited=campaign.invited))
    require_led(found.state, action.deleted_roles)
    if was in LEAVING:
        found.note(LEAVING[was])
    found.tell(MemberLeft(actor, was, left_alone(campaign, actor)))


def of_member(action: RemoveMember | AddGameMaster) -> Scope:
    """The scope of a person's open invitation."""
    if action.member is None:
        return Scope()
    return Scope(wants=(Want(INVITATION.name, owner=action.member),))


@deed("campaign remove", on=campaign_copy, may=Permit.GAME_MASTERS, scope=of_member, button="Remove them")
def remove_member(found: RecordCopy[Campaign], action: RemoveMember, dice: Dice) -> None:
    """Take a name off. Raises RuleViolation for a game master, or who has no part in it."""
    campaign, member = found.state, action.member
    was = campaign.standing(member)
    if was is Standing.GAME_MASTER:
        raise refused(
            "campaign.game_master_stays",
            "{member:@} is a game master. Use `/campaign gm remove` first.",
            member=member,
        )
    if was is Standing.OUTSIDER and member not in campaign.invited:
        raise refused(
            "campaign.no_member",
            "{member:@} isn't in this campaign. `/campaign players` lists everybody who is.",
            member=member,
        )
    found.put(seated(campaign, member, Standing.OUTSIDER))
    found.also += closed(found.world, member)
    alone = left_alone(campaign, member)
    found.tell(MemberRemoved(member, None if was is Standing.OUTSIDER else was, alone))


@deed(
    "campaign gm add",
    on=campaign_copy,
    may=Permit.GAME_MASTERS_OR_ADMINS,
    scope=of_member,
    confirms=True,
    button="Make a game master",
)
def add_game_master(found: RecordCopy[Campaign], action: AddGameMaster, dice: Dice) -> None:
    """Enter a person or role. Raises RuleViolation where they lead already.

    An admin who enters themselves where somebody leads is asked first: it opens that table's secrets.
    """
    world, campaign, member, role = found.world, found.state, action.member, action.role
    if member is not None and role is None:
        if member in campaign.game_masters:
            raise _is_already(member, Standing.GAME_MASTER)
        if member == world.actor and world.standing is not Standing.GAME_MASTER and is_led(campaign):
            found.note(
                T(
                    "This campaign already has a game master. As another one you can read all its secrets, "
                    "and everybody here sees that you became one."
                )
            )
        found.put(seated(campaign, member, Standing.GAME_MASTER))
        if campaign.standing(member) is Standing.OUTSIDER:
            found.change(unjoined=(*found.state.unjoined, member))
        found.also += closed(world, member)
    elif role is None or member is not None:
        raise refused("campaign.person_or_role", "Pick one person or one role.")
    elif role in campaign.game_master_roles:
        raise refused(
            "campaign.role_leads_already",
            "Members with {role} are already game masters of this campaign.",
            role=_who(None, role),
        )
    else:
        found.change(game_master_roles=(*campaign.game_master_roles, role))
    found.tell(GameMasterAdded(member, role))


@deed("campaign gm remove", on=campaign_copy, may=Permit.GAME_MASTERS_OR_ADMINS)
def remove_game_master(found: RecordCopy[Campaign], action: RemoveGameMaster, dice: Dice) -> None:
    """Take a person or role off. Raises RuleViolation where nobody would be left, or who doesn't lead."""
    campaign, member, role = found.state, action.member, action.role
    if (member is None) == (role is None):
        raise refused("campaign.person_or_role", "Pick one person or one role.")
    if member is not None:
        if member not in campaign.game_masters:
            raise _leads_not(member, None)
        stays = member not in campaign.unjoined
        alone = () if stays else left_alone(campaign, member)
        found.put(seated(campaign, member, Standing.PLAYER if stays else Standing.OUTSIDER))
    else:
        if role not in campaign.game_master_roles:
            raise _leads_not(None, role)
        stays, alone = True, ()
        found.change(game_master_roles=tuple(e for e in campaign.game_master_roles if e != role))
    require_led(found.state, action.deleted_roles)
    found.tell(GameMasterRemoved(member, role, stays, alone))


def _leads_not(member: int | None, role: int | None) -> UserError:
    if role is not None:
        return refused(
            "campaign.role_leads_not",
            "{role} doesn't make anybody a game master here. `/campaign players` lists the roles that do.",
            role=_who(None, role),
        )
    return refused(
        "campaign.leads_not",
        "{who} hasn't been made a game master here. If a role makes them one, remove that role; `/campaign "
        "players` lists who runs this campaign.",
        who=_who(member, None),
    )


def require_person(who: int | None) -> None:
    """Check that somebody is no bot. Raises RuleViolation."""
    if isinstance(who, Person) and who.is_bot:
        raise refused("campaign.a_bot", "Bots can't play. Pick a person.")


def _require_leader(person: int | None, role: int | None) -> None:
    """See that it is no bot, and not everybody. Raises RuleViolation."""
    require_person(person)
    if isinstance(role, Role) and role.is_everyone:
        raise refused(
            "campaign.everyone_leads",
            "With @everyone, every member could read the game master's secrets. Pick another role.",
        )


def _deleted_roles(asker: Asker) -> tuple[int, ...]:
    """Those of the campaign's roles that Discord has no more: nobody leads by them."""
    roles = asker.seen.campaign.game_master_roles
    return tuple(role for role in roles if not asker.server.has_role(role))


@look("campaign players", may=Permit.EVERYONE)
def players(asker: Asker) -> Card:
    """See the game masters, players and spectators"""
    return Card(safe(asker.seen.campaign.name), tuple(people_lines(asker)))


def people_lines(asker: Asker) -> list[str]:
    """Who leads, plays and watches, a line each."""
    campaign, deleted = asker.seen.campaign, _deleted_roles(asker)
    roles = (T("a deleted role")() if r in deleted else f"<@&{r}>" for r in campaign.game_master_roles)
    rows = (
        (_leaders(campaign), [*map(_mention, campaign.game_masters), *roles]),
        (T("Players"), list(map(_mention, campaign.players))),
        (T("Watching"), list(map(_mention, campaign.spectators))),
        (T("Invited"), list(map(_mention, campaign.invited))),
    )
    lines = [f"**{name()}:** {', '.join(people)}" for name, people in rows if people]
    return lines if campaign.players else [*lines, T("Nobody has joined yet. Join with `/campaign join`.")()]


def _leaders(campaign: Campaign) -> T:
    """A role may have many members."""
    is_one = len(campaign.game_masters) == 1 and not campaign.game_master_roles
    return T("Game master") if is_one else T("Game masters")


def _mention(user: int) -> str:
    return f"<@{user}>"


# -- Who joins unasked ---------------------------------------------------------------


class JoinCampaign(Action):
    """Join this channel's campaign as a player"""

    watching: bool = option("Watch without playing", default=False)


@deed("campaign join", on=campaign_copy, may=Permit.EVERYONE, scope=lambda _join: OPEN)
def join_campaign(found: RecordCopy[Campaign], action: JoinCampaign, dice: Dice) -> None:
    """Enter the actor's name. Raises RuleViolation where it changes nothing."""
    world = found.world
    wanted = Standing.SPECTATOR if action.watching else Standing.PLAYER
    if world.standing in (Standing.GAME_MASTER, wanted):
        raise refused(
            "campaign.in_already",
            "You're already {what} in this campaign.",
            what=STANDINGS[world.standing],
        )
    found.put(seated(found.state, world.actor, wanted))
    found.also += closed(world, world.actor)
    found.tell(MemberJoined(world.actor, wanted))


KINDS: tuple[Kind[Any], ...] = (INVITATION,)
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
