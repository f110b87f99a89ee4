"""The board: one live card a campaign, which everybody reads; and the game masters' own, with the secrets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.declare import Action, Options, command, declared, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.record import Record
from bot.engine.saying import say
from bot.engine.system import ActionKind, Kind, Scope, Want, World
from bot.engine.text import T, refused
from bot.engine.working import WorkingCopy, deed


@dataclass(frozen=True, slots=True)
class Board:
    """Where a campaign's board stands; what it shows is worked out whenever it is drawn."""

    home: int


BOARD: Kind[Board] = Kind(
    "board",
    Board,
    title=lambda _board: T("The board").plain(),
    home=lambda board: board.home,
    has_live_card=True,
    is_pinned=True,
    is_nameless=True,
    is_untold=True,
)


class PostBoard(Action):
    """Post the board here: what goes on, and whose move it is. The one there was before links to it."""


class BoardPosted(Event):
    """The board stands at the end of the channel, whether it was there before or elsewhere."""

    says = T("{actor:@} posted the campaign's board.")
    is_posted = True


class SecretBoardPosted(Event, audience=GAME_MASTERS):
    """The game masters have theirs."""

    says = T("The game masters' board, with the secrets, is in their channel.")
    is_posted = True


class RemoveBoard(Action):
    """Take the board down; nothing of what it shows is lost."""


@command("campaign board", may=Permit.GAME_MASTERS_OR_ADMINS)
class OfBoard(Options):
    """Post a board here, or move it here: it always shows what goes on and whose move it is"""

    remove: bool = option("Take it down instead", default=False)

    def to_action(self, asker: Asker) -> PostBoard | RemoveBoard:
        """The action that posts the board, or takes it down if that was chosen."""
        return RemoveBoard() if self.remove else PostBoard()


def board_of(world: World) -> Record[Board] | None:
    """The campaign's board, if it has one."""
    return next(iter(world.all(BOARD)), None)


def with_board(_action: Any) -> Scope:
    """The board with all else."""
    return Scope(wants=(Want(BOARD.name),))


@deed(may=Permit.GAME_MASTERS_OR_ADMINS, scope=with_board, is_undoable=False, button="Post the board")
def post_board(copy: WorkingCopy, action: PostBoard, dice: Dice) -> None:
    """Open it where there is none; else it goes on here. What it was before folds to a link."""
    world = copy.world
    board, state = board_of(world), Board(world.place)
    copy.tell(BoardPosted())
    if world.campaign.game_master_channel:
        copy.tell(SecretBoardPosted())
    if board is not None:
        copy.put_other(board.id, state)
    else:
        opened = copy.open(BOARD, state)
        copy.put_other(world.campaign_id, replace(world.campaign, board=opened))


@deed(may=Permit.GAME_MASTERS_OR_ADMINS, scope=with_board, is_undoable=False, button="Remove the board")
def remove_board(copy: WorkingCopy, action: RemoveBoard, dice: Dice) -> None:
    """Its messages go on as a line, without a pin. Raises RuleViolation where there is none."""
    world = copy.world
    board = board_of(world)
    if board is None:
        raise refused("board.none", "There's no board to take down. `/campaign board` posts one.")
    copy.say("board.removed", T("{actor:@} took the campaign's board down."))
    if world.campaign.game_master_channel:
        copy.tell(
            say("board.secret_removed", T("The game masters' board is down as well."), audience=GAME_MASTERS)
        )
    copy.put_other(board.id, board.state, archive=True)
    copy.put_other(world.campaign_id, replace(world.campaign, board=None))


KINDS: tuple[Kind[Any], ...] = (BOARD,)
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
