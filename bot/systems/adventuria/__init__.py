"""Adventuria: solo adventures with six-sided dice.

`state` is what is kept of an adventurer, `ledger` counts with it, `told` says what changed on it in lines.
`adventurer` is the record: what waits in it, who is meant by a command, and how every action keeps it.
Then chapter by chapter: `sheet` (made, edited, shown, retired, portraits, the hall), `turns` (begun, told,
ended, camps), `changes` (what narrators give and take; the overview and the rules page), `offers` (gifts,
bargains, choices, quests), `possessions` (used, dropped, paid), `combat` (fights, their odds, monsters) and
`library` (special rules as they are written, items, spells, allies). In each, `rules` declares actions,
commands and events with their sentences, `commands` what only Discord can do, `cards` how it looks.
`settings` are the rulings that a campaign may change, `parts` what an undo calls the parts of a record.
"""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.adventuria.changes import rules as changes_rules
from bot.systems.adventuria.combat import rules as combat_rules
from bot.systems.adventuria.combat import state as combat_state
from bot.systems.adventuria.combat.state import MONSTERS
from bot.systems.adventuria.library import rules as library_rules
from bot.systems.adventuria.offers import rules as offers_rules
from bot.systems.adventuria.possessions import rules as possessions_rules
from bot.systems.adventuria.settings import SETTINGS
from bot.systems.adventuria.sheet import rules as sheet_rules
from bot.systems.adventuria.turns import rules as turns_rules

CHAPTERS = (
    sheet_rules,
    turns_rules,
    changes_rules,
    offers_rules,
    possessions_rules,
    combat_rules,
    library_rules,
    combat_state,
)

SYSTEM = System(
    name="adventuria",
    title="Adventuria",
    kinds=tuple(kind for chapter in CHAPTERS for kind in chapter.KINDS),
    actions=tuple(action for chapter in CHAPTERS for action in chapter.ACTIONS),
    events=tuple(event for chapter in CHAPTERS for event in chapter.EVENTS),
    settings=SETTINGS,
    shelves=(*library_rules.SHELVES, MONSTERS),
)
