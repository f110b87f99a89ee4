"""What waits for another's word: an action that its actor may not do alone, accepted, changed or declined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bot.engine.declare import action, declared
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, Audience, Permit, Standing, only
from bot.engine.proposals import (
    PROPOSAL,
    REASON_LENGTH,
    AcceptProposal,
    Answer,
    ChangeProposal,
    DeclineProposal,
    Proposal,
    Propose,
    Terms,
    WithdrawProposal,
)
from bot.engine.system import (
    ActionKind,
    Kind,
    Open,
    PlainEvent,
    Record,
    RecordId,
    Replace,
    Result,
    Scope,
    Want,
    World,
)
from bot.engine.text import T, refused
from bot.engine.words import one_line

MOST_WAITING, MOST_OWN = 10, 25


class Proposed(Event):
    """Something waits for the game masters, or for the player whom one of them asks."""

    # Whoever reads the card of what waits needs no line of it.
    stands_on_card: ClassVar[bool] = True
    title: str
    author: int

    def sentence(self) -> T:
        """Who proposes what; a quote at the end may bring the full stop."""
        ends = self.title.endswith(".”")
        return T("{author:@} proposes: {title:200}") if ends else T("{author:@} proposes: {title:200}.")


class ProposalChanged(Event):
    """Something else is proposed in its place; it waits for `to`, or for the game masters.

    `changed` are the lines of its form that were written otherwise.
    """

    title: str
    to: int | None
    changed: tuple[str, ...] = ()

    def sentence(self) -> T:
        """What it is now, and what of it is new."""
        if self.changed:
            return T("{actor:@} proposes instead: {title:200} (changed: {changed:,}). It's up to {to:@} now.")
        return T("{actor:@} proposes instead: {title:200}. It's up to {to:@} now.")


class ProposalDrafted(Event):
    """Somebody wrote a draft, or wrote it anew; only they read it."""

    says = T("Draft of {title:200}.")
    stands_on_card: ClassVar[bool] = True
    title: str


class ProposalDiscarded(Event):
    """A draft is given up."""

    says = T("The draft of {title:200} is discarded.")
    title: str


class ProposalAnnounced(Event):
    """Something waits for game masters who have no channel of their own to read it in."""

    says = T("{author:@} proposes an entry for the library. Game masters can see it with `/library show`.")
    stands_on_card: ClassVar[bool] = True
    # It says so itself: mentioning one of them gives nothing away.
    calls_game_masters: ClassVar[bool] = True
    author: int


class ProposalAnswered(Event):
    """What everybody may know of a proposal that was declined."""

    concerns: ClassVar[tuple[str, ...]] = ("author",)
    says = T(
        "{actor:@} declines {author:@}'s proposal for the library. {author:@} can read why in `/journal`."
    )
    author: int


class ProposalCountered(Event):
    """What everybody may know of one that something else is proposed for."""

    says = T(
        "{actor:@} proposes something else for the library in answer to {author:@}, who can see it with "
        "`/library show`."
    )
    stands_on_card: ClassVar[bool] = True
    # The terms themselves are not shown there.
    concerns: ClassVar[tuple[str, ...]] = ("author",)
    author: int


class ProposalRenewed(Event):
    """What is proposed would come out otherwise by now: nothing was carried out."""

    concerns: ClassVar[tuple[str, ...]] = ("author",)
    says = T("Not done yet: {author:@}'s proposal would turn out differently now. It's now: {title:200}.")
    title: str
    author: int


class ProposalRefused(Event):
    """A proposal was declined."""

    concerns: ClassVar[tuple[str, ...]] = ("author",)
    title: str
    author: int
    reason: str

    def sentence(self) -> T:
        """Why, where it was said."""
        if self.reason:
            return T("{actor:@} declines {author:@}'s proposal “{title:200}”: {reason}")
        return T("{actor:@} declines {author:@}'s proposal “{title:200}”.")


class ProposalWithdrawn(Event):
    """Who proposed it took it back."""

    says = T("{actor:@} withdraws the proposal: {title:200}.")
    title: str


# -- opened -------------------------------------------------------------------------------------------


def touched_scope(action: Propose) -> Scope:
    """What waits already about what it would change, and the actor's own proposals."""
    about = (Want(PROPOSAL.name, linking=each) for each in action.terms.touches)
    return Scope(wants=(*about, Want(PROPOSAL.name, is_own=True)))


@action(may=Permit.MEMBERS, scope=touched_scope)
def propose(world: World, action: Propose, dice: Dice) -> Result:
    """Let it wait. Raises RuleViolation where the same waits, or too much does."""
    terms = action.terms
    _require_room(terms, [each.state for each in world.all(PROPOSAL)], world.actor, is_draft=action.is_draft)
    to = world.actor if action.is_draft else action.to
    is_between = action.to is not None and world.standing is not Standing.GAME_MASTER
    state = Proposal(
        world.actor,
        world.actor,
        terms,
        to,
        audience=action.audience,
        asked=action.to,
        is_between=is_between,
    )
    event = (
        ProposalDrafted(terms.title, audience=action.audience)
        if action.is_draft
        else Proposed(terms.title, world.actor, audience=action.audience)
    )
    return Result((Open(world.new_id(), PROPOSAL.name, state),), (event,))


def _require_room(terms: Terms, waiting: Sequence[Proposal], author: int, *, is_draft: bool) -> None:
    own = [each.terms for each in waiting if each.author == author]
    if any(each.deeds == terms.deeds for each in own):
        raise refused(
            "proposal.same_waits",
            "{title:upper} is already waiting, exactly as you wrote it.",
            title=terms.title,
        )
    if len(own) >= MOST_OWN:
        raise refused(
            "proposal.too_many_own",
            "You already have {n} drafts and proposals. Save, discard or withdraw one first.",
            n=MOST_OWN,
        )
    if is_draft:
        return
    # What somebody else only drafts is nobody's business.
    shared = [each.terms for each in waiting if not each.is_draft]
    others = [each for each in shared if set(each.touches) & set(terms.touches)]
    if any(terms.overlaps(each) for each in others):
        raise refused(
            "proposal.waits",
            "A change to that is already waiting for a game master. `/waiting` links to it, and `/undo` "
            "takes back your latest.",
        )
    if len(others) >= MOST_WAITING:
        raise refused(
            "proposal.too_many",
            "Already {n} changes to this are waiting for a game master. Wait for an answer first.",
            n=MOST_WAITING,
        )


# -- answered -----------------------------------------------------------------------------------------


def _found(world: World, proposal: RecordId) -> Record[Proposal]:
    """A proposal in play, by whatever name its kind goes. Raises RuleViolation."""
    record = world.records.get(proposal)
    kind = replace(PROPOSAL, name=record.kind) if record is not None else PROPOSAL
    return world.get(kind, proposal)


def _answering(world: World, proposal: RecordId) -> Record[Proposal]:
    """A proposal that waits for who acts. Raises NotAllowed for anybody else."""
    record = _found(world, proposal)
    to = record.state.to
    if to is None and world.standing is not Standing.GAME_MASTER:
        raise only(T("a game master of this campaign")())
    if to is not None and to != world.actor:
        raise only(T("{who:@}")(who=to))
    return record


def of_proposal(action: AcceptProposal | ChangeProposal | DeclineProposal | WithdrawProposal) -> Scope:
    """The proposal, and what it is about."""
    return Scope(ids=(action.proposal,), links=True)


def player_of(world: World, action: Any) -> int | None:
    """Who decides on it opposite the game masters.

    Between players these have no part in it: for whom it waits, and whose it is, the rules themselves say.
    """
    record = world.records.get(action.proposal)
    if record is None:
        return None
    state = record.state
    return world.actor if state.is_between else state.player


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=player_of)
def accept_proposal(world: World, action: AcceptProposal, dice: Dice) -> Result:
    """Have it done, or show it anew where it would come out otherwise. Raises UserError."""
    record = _answering(world, action.proposal)
    state = record.state
    if not state.is_draft:
        _require_leader(world, state)
    now = world.tried(record.id)
    if state.terms.digest != now.digest:
        renewed = replace(state, terms=now, revision=state.revision + 1)
        told = ProposalRenewed(now.title, state.author, audience=state.audience)
        return Result((Replace(record.id, renewed),), (told,))
    if state.is_draft and world.standing is not Standing.GAME_MASTER:
        return _handed_in(world, replace(record, state=replace(state, terms=now)))
    settled = Replace(record.id, replace(state, answer=Answer.ACCEPTED), archive=True)
    if state.is_draft:
        return Result((settled,), (), record.id, then=record.id)
    is_open = any(each.audience.everyone for each in now.told)
    accepted = PlainEvent("ProposalAccepted", {"by": state.by}, EVERYONE if is_open else state.audience)
    return Result((settled,), (accepted,), record.id, then=record.id, on_behalf_of=state.author)


def _handed_in(world: World, record: Record[Proposal]) -> Result:
    """A player's draft that is saved waits for the game masters."""
    state = record.state
    audience = Audience(everyone=False, person=state.author, with_game_masters=True)
    proposed = replace(state, to=None, audience=audience, revision=state.revision + 1)
    event = Proposed(state.terms.title, state.author, audience=audience)
    is_unread = world.campaign.game_master_channel is None
    announced = (ProposalAnnounced(state.author),) if is_unread else ()
    return Result((Replace(record.id, proposed),), (event, *announced))


def _require_leader(world: World, state: Proposal) -> None:
    """What a game master proposed stands as long as they lead; who leads by a role is not known here."""
    if state.is_between:
        return
    campaign = world.campaign
    leads = campaign.standing(state.by) is Standing.GAME_MASTER or campaign.game_master_roles
    if state.to == state.player and not leads:
        raise refused(
            "proposal.led_no_longer",
            "{by:@} is no longer a game master of this campaign. Decline this, and propose it again.",
            by=state.by,
        )


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=player_of)
def change_proposal(world: World, action: ChangeProposal, dice: Dice) -> Result:
    """Let other terms wait for the other side. Raises UserError where these are the same, or refused."""
    record = _answering(world, action.proposal)
    state = record.state
    terms = world.tried(record.id, action.texts)
    changed = replace(state, terms=terms, revision=state.revision + 1)
    if state.is_draft:
        drafted = ProposalDrafted(terms.title, audience=state.audience)
        return Result((Replace(record.id, changed),), (drafted,))
    if terms.is_agreed:
        # As agreed in advance: nobody needs to be asked once more.
        settled = replace(changed, answer=Answer.ACCEPTED, by=world.actor)
        agreed = PlainEvent("ProposalAccepted", {"by": state.by}, state.audience)
        done = Replace(record.id, settled, archive=True)
        return Result((done,), (agreed,), record.id, then=record.id, on_behalf_of=state.author)
    to = state.player if state.to is None else None
    if state.is_between:
        to = state.author if state.to == state.asked else state.asked
    event = ProposalChanged(terms.title, to, _rewritten(state.terms, terms), audience=state.audience)
    is_hidden = to is not None and not state.audience.everyone
    countered = (ProposalCountered(state.author),) if is_hidden else ()
    return Result((Replace(record.id, replace(changed, by=world.actor, to=to)),), (event, *countered))


def _rewritten(before: Terms, after: Terms) -> tuple[str, ...]:
    """The lines of the form that say something else now."""
    said = {each.field: each.value for each in before.asks}
    return tuple(each.label for each in after.asks if said.get(each.field) != each.value)


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=player_of)
def decline_proposal(world: World, action: DeclineProposal, dice: Dice) -> Result:
    """Leave everything as it is. Raises NotAllowed for one whom it doesn't wait for."""
    record = _answering(world, action.proposal)
    state, reason = record.state, one_line(action.reason)[:REASON_LENGTH]
    event = ProposalRefused(state.terms.title, state.author, reason, audience=state.audience)
    is_hidden = state.to is None and not state.audience.everyone
    answered = (ProposalAnswered(state.author),) if is_hidden else ()
    settled = replace(state, answer=Answer.DECLINED, reason=reason)
    return Result((Replace(record.id, settled, archive=True),), (event, *answered))


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=player_of)
def withdraw_proposal(world: World, action: WithdrawProposal, dice: Dice) -> Result:
    """Take it back. Raises NotAllowed for anybody else than who proposed it last."""
    record = _found(world, action.proposal)
    state = record.state
    if world.actor != state.by:
        raise only(T("{who:@}")(who=state.by))
    event = ProposalDiscarded if state.is_draft else ProposalWithdrawn
    settled = replace(state, answer=Answer.WITHDRAWN)
    return Result(
        (Replace(record.id, settled, archive=True),), (event(state.terms.title, audience=state.audience),)
    )


KINDS: tuple[Kind[Any], ...] = (PROPOSAL,)
ACTIONS: tuple[ActionKind[Any], ...] = declared(__name__, ActionKind)
EVENTS: tuple[type[Any], ...] = declared(__name__, Event)
