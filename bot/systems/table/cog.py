"""The table's commands, put together of its chapters."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from bot.engine.declare import Command, declared
from bot.engine.text import T
from bot.systems.table.board.cards import pinned_by_hand
from bot.systems.table.board.rules import PostBoard
from bot.systems.table.campaigns.commands import tell_what_is_next, tell_what_waits
from bot.systems.table.campaigns.people import (
    AddGameMaster,
    AnswerInvitation,
    JoinCampaign,
    LeaveCampaign,
    RemoveGameMaster,
    RemoveMember,
)
from bot.systems.table.campaigns.rules import BindChannel, CreateCampaign
from bot.systems.table.campaigns.secret_commands import keep_readers, tell_readers
from bot.systems.table.cards import TableScreens
from bot.systems.table.home.commands import welcome
from bot.systems.table.settings.commands import decided
from bot.systems.table.settings.rules import ChangeSetting
from bot.ui.commands import DeclaredCog
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

GROUPS = {
    "campaign": T("Begin, join and see campaigns"),
    "campaign gm": T("Who leads the campaign"),
    "dice": T("Your saved rolls, statistics, and whether the dice are fair"),
    "library": T("What this campaign's people write themselves"),
    "preferences": T("How Waypost answers and reminds you on this server"),
    "server": T("What this server decides"),
    "campaign story": T("The campaign's story, marked and written by its game masters"),
}
SCREENS = TableScreens


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The cog with all commands of the table."""
    enter(dispatcher, "bot.systems.table")
    for joins in (JoinCampaign, AnswerInvitation):
        dispatcher.follows[joins.__name__] = partial(welcome, dispatcher)
    for leads in (AddGameMaster, RemoveGameMaster, LeaveCampaign):
        dispatcher.follows[leads.__name__] = keep_readers
    dispatcher.panels[ChangeSetting.__name__] = partial(decided, dispatcher)
    dispatcher.follows[CreateCampaign.__name__] = partial(tell_what_is_next, dispatcher)
    dispatcher.follows[RemoveMember.__name__] = partial(tell_what_waits, dispatcher)
    dispatcher.follows[BindChannel.__name__] = partial(tell_readers, dispatcher)
    dispatcher.follows[PostBoard.__name__] = pinned_by_hand
    return DeclaredCog(dispatcher, declared("bot.systems.table", Command, is_whole=True), GROUPS)
