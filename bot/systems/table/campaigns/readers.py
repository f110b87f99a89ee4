"""Who else may read the game masters' channel: the house asks, and a game master answers once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.declare import Action, declared
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import GAME_MASTERS, Permit, Viewer
from bot.engine.readers import READERS, OtherReaders, Reader, names
from bot.engine.steps import at
from bot.engine.system import ActionKind, Kind, RecordId, Scope, Step
from bot.engine.text import Safe, T, refused
from bot.engine.working import RecordCopy, deed
from bot.errors import Stale

# The buttons that have it looked at again who reads it, and that lead to another channel.
LOOK_AGAIN, ANOTHER = "look_again", "another_channel"


class AcceptReaders(Action):
    """Post secrets where those can read them."""

    question: RecordId


class ReadersAccepted(Event, audience=GAME_MASTERS):
    """A game master lets others read the secrets."""

    says = T("{actor:@} lets {who} read the game master's channel. What was waiting appears now.")
    readers: tuple[Reader, ...]

    @property
    def who(self) -> Safe:
        """The names of the readers."""
        return names(self.readers)


STEP = "readers"


def steps(_record: RecordId, state: OtherReaders) -> Sequence[Step]:
    """One of the game masters decides."""
    label = T("Secrets wait: others can read the game master's channel").plain()
    return (Step(STEP, label, None, revision=state.asked, asked=state.asked, silent=WAITS),)


def _is_open(state: OtherReaders) -> bool:
    """Whether everybody reads the channel: then it is none of the game masters'."""
    return any(each.is_everyone for each in state.readers)


def view(state: OtherReaders, viewer: Viewer) -> OtherReaders | None:
    """Players learn nothing of it, those who can read the channel as little as others."""
    return state if viewer.is_game_master else None


OTHER_READERS: Kind[OtherReaders] = Kind(
    READERS,
    OtherReaders,
    title=lambda _state: T("Who can read the game master's channel").plain(),
    waiting=steps,
    steps=(STEP,),
    view=view,
    is_nameless=True,
    is_untold=True,
    case=lambda _state: T("The question who can read the game master's channel")(),
)


@deed(
    of=OTHER_READERS,
    may=Permit.GAME_MASTERS,
    scope=lambda answer: Scope(ids=(answer.question,)),
    step=at(STEP, "accept", T("Post anyway"), when=lambda state: not _is_open(state)),
)
def accept_readers(found: RecordCopy[OtherReaders], action: AcceptReaders, dice: Dice) -> None:
    """Remember them for this channel. Raises Stale where secrets go elsewhere, or everybody reads it."""
    world, state = found.world, found.state
    campaign = world.campaign
    if state.channel != campaign.game_master_channel:
        raise refused("readers.moved", "The secrets go to another channel now.", Stale)
    if _is_open(state):
        raise refused(
            "readers.everyone", "Everybody can read that channel. Close it, or use another one.", Stale
        )
    readers = tuple(dict.fromkeys((*campaign.readers, *(each.id for each in state.readers))))
    found.archive()
    found.put_other(world.campaign_id, replace(campaign, readers=readers))
    found.tell(ReadersAccepted(state.readers))


KINDS: tuple[Kind[Any], ...] = (OTHER_READERS,)
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
