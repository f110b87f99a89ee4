"""`/sk`: made of what its chapters declare."""

from __future__ import annotations

from functools import partial

from bot.engine.declare import Command, declared
from bot.engine.text import T
from bot.systems.second_kingdom import cards as screens
from bot.systems.second_kingdom.attacks.commands import without_maneuvers
from bot.systems.second_kingdom.heroes import sheet_commands
from bot.systems.second_kingdom.odds_commands import TYPED
from bot.ui.beginnings import Beginning
from bot.ui.commands import DeclaredCog
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

SCREENS = screens
GROUPS = {
    "sk": T("The Second Kingdom"),
    "sk npc": T("Foes and others the heroes meet"),
    "sk gm": T("Act for players"),
}

GUIDE = (
    T(
        "**Players:** `/sk new` makes a hero. A challenge's card shows your chances for each "
        "conviction you spend; press a button to roll. `/sk ask` asks for a challenge, `/sk attack` "
        "attacks with a maneuver your hero knows, and `/sk fate` rolls on a chart."
    ),
    T(
        "**Game masters:** `/sk challenge` challenges one hero or several; after the roll, the result "
        "asks you for the setback or advantage. `/sk gm` acts for a player who is away, or cancels "
        "what they were asked."
    ),
)


class SecondKingdomCog(DeclaredCog):
    """Every command of the game."""


def cog(dispatcher: Dispatcher) -> SecondKingdomCog:
    """The game's commands; its buttons, lists and forms answer from now on."""
    enter(dispatcher, "bot.systems.second_kingdom")
    dispatcher.sheets["second_kingdom"] = partial(sheet_commands.sheets, dispatcher)
    dispatcher.guides["sk"] = GUIDE
    dispatcher.odds["sk"] = TYPED
    dispatcher.midst["second_kingdom"] = partial(without_maneuvers, dispatcher)
    first = Beginning("sk new", T("Make a hero"), sheet_commands.lacking_hero)
    dispatcher.begins["second_kingdom"] = (first,)
    found = declared("bot.systems.second_kingdom", Command, is_whole=True)
    return SecondKingdomCog(dispatcher, found, GROUPS)
