"""The flask on Discord: all of it is made of what is declared; its cards are the house's plain ones."""

from bot.engine.declare import Command, declared
from bot.ui.commands import DeclaredCog
from bot.ui.dispatcher import Dispatcher

SCREENS = None


def cog(dispatcher: Dispatcher) -> DeclaredCog:
    return DeclaredCog(dispatcher, declared("tests.games.flask", Command), {"flask": "The Flask"})
