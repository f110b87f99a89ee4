"""The board: one live card a campaign, which everybody reads; and the game masters' own, with the secrets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.asking import Asking
from bot.engine.declare import Action, Options, action, command, declared, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.record import Record
from bot.engine.system import ActionKind, Kind, Open, Replace, Scene, Scope, Turn, Want
from bot.engine.text import T, refused


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
    word=lambda path, value: ("", None),
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


class BoardRemoved(Event):
    """There is no board any more."""

    says = T("{actor:@} took the campaign's board down.")


class BoardLeft(Event):
    """The board is down, for it stood in a channel that the campaign has given up."""

    says = T("Its board is down with that. `/board` posts it in another channel.")


class SecretBoardRemoved(Event, audience=GAME_MASTERS):
    """Nor one for the game masters."""

    says = T("The game masters' board is down as well.")


@command("board", may=Permit.GAME_MASTERS_OR_ADMINS)
class OfBoard(Options):
    """Post a board that always shows what goes on and whose move it is, or move it here"""

    remove: bool = option("Take it down instead", default=False)

    def to_action(self, asking: Asking) -> PostBoard | RemoveBoard:
        """It is posted, unless it is to go."""
        return RemoveBoard() if self.remove else PostBoard()


def board_of(scene: Scene) -> Record[Board] | None:
    """The campaign's board, if it has one."""
    return next(iter(scene.all(BOARD)), None)


def with_board(_action: Any) -> Scope:
    """The board with all else."""
    return Scope(wants=(Want(BOARD.name),))


@action(may=Permit.GAME_MASTERS_OR_ADMINS, scope=with_board, is_undoable=False)
def post_board(scene: Scene, action: PostBoard, dice: Dice) -> Turn:
    """Open it where there is none; else it goes on here. What it was before folds to a link."""
    board, state = board_of(scene), Board(scene.place)
    told = (BoardPosted(), *([SecretBoardPosted()] if scene.campaign.game_master_channel else []))
    if board is not None:
        return Turn((Replace(board.id, state),), told, subject=board.id)
    opened = Open(scene.new_id(), BOARD.name, state)
    shows = Replace(scene.campaign_id, replace(scene.campaign, board=opened.id))
    return Turn((opened, shows), told, subject=opened.id)


@action(may=Permit.GAME_MASTERS_OR_ADMINS, scope=with_board, is_undoable=False)
def remove_board(scene: Scene, action: RemoveBoard, dice: Dice) -> Turn:
    """Its messages go on as a line, without a pin. Raises RuleViolation where there is none."""
    board = board_of(scene)
    if board is None:
        raise refused("board.none", "There's no board to take down. `/board` posts one.")
    told = (BoardRemoved(), *([SecretBoardRemoved()] if scene.campaign.game_master_channel else []))
    gone = Replace(board.id, board.state, archive=True)
    shows = Replace(scene.campaign_id, replace(scene.campaign, board=None))
    return Turn((gone, shows), told, subject=board.id)


KINDS: tuple[Kind[Any], ...] = (BOARD,)
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
