"""`/sov`: made of what its chapters declare."""

from __future__ import annotations

from functools import partial

from bot.engine.declare import Command, declared
from bot.engine.text import T
from bot.systems.sovereign import cards as screens
from bot.systems.sovereign.people import cards as people_cards
from bot.ui.beginnings import Beginning
from bot.ui.commands import DeclaredCog
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

SCREENS = screens
GROUPS = {
    "sov": T("Sovereign"),
    "sov pc": T("Characters and henchmen"),
    "sov npc": T("NPCs"),
    "party": T("The party, its packs and encounters"),
    "party pack": T("Packs"),
    "party encounter": T("Encounters"),
    "delve": T("The dungeon, Turn by Turn"),
    "sov harm": T("Damage, poison, falls, air"),
    "sov care": T("Healing and first aid"),
    "site": T("Sites, for game masters"),
    "site room": T("The rooms of a site"),
    "site thing": T("Hidden things, traps and doors"),
}

GUIDE = (
    T(
        "**Players:** `/sov new` makes a character step by step. `/sov try` says what you do and what you'd "
        "roll; a game master agrees with one press, and the dice fall. `/sov sheet` and `/party pack show` "
        "show where you stand. `/sov pc consent` lets game masters roll your saves at once."
    ),
    T(
        "**Game masters:** `/party new` puts the party together; `/party show` has the clock. "
        "`/sov ask` calls for checks and saves, `/sov group` for a group check. `/sov harm` hurts, "
        "`/sov care` heals, `/party rest` settles nights for everybody. `/site new` prepares a "
        "dungeon that only you see; `/site show` fills it with rooms, traps, doors and encounters."
    ),
)


class SovereignCog(DeclaredCog):
    """Every command of the game."""


def cog(dispatcher: Dispatcher) -> SovereignCog:
    """The game's commands; its buttons, lists and forms answer from now on."""
    enter(dispatcher, "bot.systems.sovereign")
    dispatcher.sheets["sovereign"] = partial(people_cards.sheets, dispatcher)
    dispatcher.guides["sov"] = GUIDE
    first = Beginning("sov new", T("Make a character"), people_cards.lacking_character)
    dispatcher.begins["sovereign"] = (first,)
    found = declared("bot.systems.sovereign", Command, is_whole=True)
    return SovereignCog(dispatcher, found, GROUPS)
