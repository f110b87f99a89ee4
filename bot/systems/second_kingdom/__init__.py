"""The Second Kingdom: pools of d10, conviction, attack and guard.

state.py        heroes and NPCs as they are kept, virtues, guards, counters and defences
settings.py     what a campaign decides about the rules
heroes/         people (made, found, given conviction), sheet and edits (changed, approved), roster (who comes
                and goes), files, several (heroes named at once); cards, commands and sheet_commands
challenges/     set, asked for, rolled and what they leave behind
attacks/        maneuvers and dice (state), an attack's course (rules), its odds, panels and `/sk gm`
fates/          charts and fate rolls
odds_commands   exact chances of challenges and maneuvers
cog.py, cards.py  the commands and the cards of all chapters; record_words names parts of records in an undo
"""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.second_kingdom.attacks import rules as attacks_rules
from bot.systems.second_kingdom.attacks import state as attacks_state
from bot.systems.second_kingdom.attacks.state import MANEUVERS
from bot.systems.second_kingdom.challenges import rules as challenges_rules
from bot.systems.second_kingdom.fates import rules as fates_rules
from bot.systems.second_kingdom.fates.rules import CHARTS
from bot.systems.second_kingdom.heroes import edits as heroes_edits
from bot.systems.second_kingdom.heroes import files as heroes_files
from bot.systems.second_kingdom.heroes import people as heroes_people
from bot.systems.second_kingdom.heroes import roster as heroes_roster
from bot.systems.second_kingdom.heroes import sheet as heroes_sheet
from bot.systems.second_kingdom.settings import SETTINGS

CHAPTERS = (
    heroes_people,
    heroes_edits,
    challenges_rules,
    attacks_state,
    fates_rules,
    heroes_sheet,
    heroes_roster,
    heroes_files,
    attacks_rules,
)

SYSTEM = System(
    name="second_kingdom",
    title="The Second Kingdom",
    kinds=tuple(kind for chapter in CHAPTERS for kind in chapter.KINDS),
    actions=tuple(action for chapter in CHAPTERS for action in chapter.ACTIONS),
    events=tuple(event for chapter in CHAPTERS for event in chapter.EVENTS),
    settings=SETTINGS,
    shelves=(MANEUVERS, CHARTS),
)
