"""What waits for another's word: an action that its actor may not do alone, accepted, changed or declined."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.declare import action, declared
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit, Standing, only
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
    Happened,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Scene,
    Scope,
    Turn,
    Want,
)
from bot.engine.text import T, refused
from bot.engine.words import one_line

MOST_WAITING = 10


class Proposed(Event):
    """Something waits for the game masters."""

    says = T("{author:@} proposes: {title:200}.")
    title: str
    author: int


class ProposalChanged(Event):
    """Something else is proposed in its place; it waits for `to`, or for the game masters."""

    says = T("{actor:@} proposes instead: {title:200}. It waits for {to:@}.")
    title: str
    to: int | None


class ProposalRenewed(Event):
    """What is proposed would come out otherwise by now: nothing was carried out."""

    says = T(
        "What {author:@} proposed would come out differently now, so nothing was done yet. "
        "It is now: {title:200}."
    )
    title: str
    author: int


class ProposalRefused(Event):
    """A proposal was declined."""

    title: str
    author: int
    reason: str

    def sentence(self) -> T:
        """Why, where it was said."""
        if self.reason:
            return T("{actor:@} declines “{title:200}”, which {author:@} proposed: {reason}")
        return T("{actor:@} declines “{title:200}”, which {author:@} proposed.")


class ProposalWithdrawn(Event):
    """Who proposed it took it back."""

    says = T("{actor:@} withdraws the proposal: {title:200}.")
    title: str


# -- opened -------------------------------------------------------------------------------------------


def touched_scope(action: Propose) -> Scope:
    """What waits already about what it would change."""
    return Scope(wants=tuple(Want(PROPOSAL.name, linking=each) for each in action.terms.touches))


@action(may=Permit.MEMBERS, scope=touched_scope)
def propose(scene: Scene, action: Propose, dice: Dice) -> Turn:
    """Let it wait for the game masters. Raises RuleViolation where the same waits, or too much does."""
    waiting = [each.state.terms for each in scene.all(PROPOSAL)]
    if any(action.terms.overlaps(other) for other in waiting):
        raise refused(
            "proposal.waits",
            "A change of that waits for a game master already; nothing was changed. "
            "`/waiting` links to it, `/undo` takes back your latest.",
        )
    if len(waiting) >= MOST_WAITING:
        raise refused(
            "proposal.too_many",
            "{n} changes of this wait for a game master already; nothing was changed.",
            n=MOST_WAITING,
        )
    state = Proposal(scene.actor, scene.actor, action.terms, audience=action.audience)
    told = Proposed(action.terms.title, scene.actor, audience=action.audience)
    return Turn((Open(scene.new_id(), PROPOSAL.name, state),), (told,))


# -- answered -----------------------------------------------------------------------------------------


def _found(scene: Scene, proposal: RecordId) -> Record[Proposal]:
    """A proposal in play, by whatever name its kind goes. Raises RuleViolation."""
    record = scene.records.get(proposal)
    kind = replace(PROPOSAL, name=record.kind) if record is not None else PROPOSAL
    return scene.get(kind, proposal)


def _answering(scene: Scene, proposal: RecordId) -> Record[Proposal]:
    """A proposal that waits for who acts. Raises NotAllowed for anybody else."""
    record = _found(scene, proposal)
    to = record.state.to
    if to is None and scene.standing is not Standing.GAME_MASTER:
        raise only(T("a game master of this campaign")())
    if to is not None and to != scene.actor:
        raise only(T("{who:@}")(who=to))
    return record


def of_proposal(action: AcceptProposal | ChangeProposal | DeclineProposal | WithdrawProposal) -> Scope:
    """The proposal, and what it is about."""
    return Scope(ids=(action.proposal,), links=True)


def author_of(scene: Scene, action: Any) -> int | None:
    """Who wants it."""
    record = scene.records.get(action.proposal)
    return record.state.author if record is not None else None


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=author_of)
def accept_proposal(scene: Scene, action: AcceptProposal, dice: Dice) -> Turn:
    """Have it done, or show it anew where it would come out otherwise. Raises UserError."""
    record = _answering(scene, action.proposal)
    state = record.state
    _require_leader(scene, state)
    now = scene.tried(record.id)
    if not _is_same(state.terms, now):
        renewed = replace(state, terms=now, revision=state.revision + 1)
        told = ProposalRenewed(now.title, state.author, audience=state.audience)
        return Turn((Replace(record.id, renewed),), (told,))
    settled = Replace(record.id, replace(state, answer=Answer.ACCEPTED), archive=True)
    told_all = Happened("ProposalAccepted", {"by": state.by}, state.audience)
    return Turn((settled,), (told_all,), record.id, then=record.id, on_behalf_of=state.author)


def _is_same(proposed: Terms, now: Terms) -> bool:
    # One of earlier days was never tried; its title says what changes, before → after.
    return proposed.digest == now.digest if proposed.digest else proposed.title == now.title


def _require_leader(scene: Scene, state: Proposal) -> None:
    """What a game master proposed stands as long as they lead; who leads by a role is not known here."""
    campaign = scene.campaign
    leads = campaign.standing(state.by) is Standing.GAME_MASTER or campaign.game_master_roles
    if state.to is not None and not leads:
        raise refused(
            "proposal.led_no_longer",
            "{by:@} no longer leads this campaign; decline it, and propose it again.",
            by=state.by,
        )


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=author_of)
def change_proposal(scene: Scene, action: ChangeProposal, dice: Dice) -> Turn:
    """Let other terms wait for the other side. Raises UserError where these are the same, or refused."""
    record = _answering(scene, action.proposal)
    state = record.state
    terms = scene.tried(record.id, action.texts)
    to = state.author if state.to is None else None
    changed = replace(state, by=scene.actor, to=to, terms=terms, revision=state.revision + 1)
    told = ProposalChanged(terms.title, to, audience=state.audience)
    return Turn((Replace(record.id, changed),), (told,))


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=author_of)
def decline_proposal(scene: Scene, action: DeclineProposal, dice: Dice) -> Turn:
    """Leave everything as it is. Raises NotAllowed for one whom it doesn't wait for."""
    record = _answering(scene, action.proposal)
    state, reason = record.state, one_line(action.reason)[:REASON_LENGTH]
    told = ProposalRefused(state.terms.title, state.author, reason, audience=state.audience)
    settled = replace(state, answer=Answer.DECLINED, reason=reason)
    return Turn((Replace(record.id, settled, archive=True),), (told,))


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=of_proposal, owner=author_of)
def withdraw_proposal(scene: Scene, action: WithdrawProposal, dice: Dice) -> Turn:
    """Take it back. Raises NotAllowed for anybody else than who proposed it last."""
    record = _found(scene, action.proposal)
    state = record.state
    if scene.actor != state.by:
        raise only(T("{who:@}")(who=state.by))
    told = ProposalWithdrawn(state.terms.title, audience=state.audience)
    settled = replace(state, answer=Answer.WITHDRAWN)
    return Turn((Replace(record.id, settled, archive=True),), (told,))


KINDS: tuple[Kind[Any], ...] = (PROPOSAL,)
ACTIONS: tuple[ActionKind[Any], ...] = declared(__name__, ActionKind)
EVENTS: tuple[type[Any], ...] = declared(__name__, Event)
