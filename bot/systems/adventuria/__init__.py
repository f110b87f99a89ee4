"""Adventuria: solo adventures with six-sided dice.

`state` is what is kept of an adventurer, `ledger` counts with it, `changed` says what changed on it in lines.
`adventurer` is the record: what waits in it, and who is meant by a command. `working` is the working copy of
a sheet: the chapters write on it what players and narrators do, and every action is kept by it.
Then chapter by chapter: `sheet` (made, edited, shown, retired, portraits, the hall), `turns` (begun, told,
ended, camps), `changes` (what narrators give and take; the overview and the rules page), `offers` (gifts,
bargains, choices, quests), `possessions` (used, dropped, paid), `combat` (fights, their odds, monsters) and
`library` (special rules as they are written, items, spells, allies). In each, `rules` declares actions,
commands and events with their sentences, `commands` what only Discord can do, `cards` how it looks.
`settings` are the rulings that a campaign may change.
"""

from __future__ import annotations

from bot.engine.declare import declared
from bot.engine.event import Event
from bot.engine.system import ActionKind, System, paths
from bot.engine.text import Called, T
from bot.systems.adventuria import adventurer
from bot.systems.adventuria.changes import rules as changes_rules
from bot.systems.adventuria.combat import rules as combat_rules
from bot.systems.adventuria.combat import state as fights
from bot.systems.adventuria.library import rules as library_rules
from bot.systems.adventuria.offers import rules as offers_rules
from bot.systems.adventuria.possessions import rules as possessions_rules
from bot.systems.adventuria.settings import SETTINGS
from bot.systems.adventuria.sheet import rules as sheet_rules
from bot.systems.adventuria.turns import rules as turns_rules

CHAPTERS = (
    adventurer,
    sheet_rules,
    turns_rules,
    changes_rules,
    offers_rules,
    possessions_rules,
    fights,
    combat_rules,
)

COMMON = (adventurer.AdventurerLeft, fights.OfFight, fights.Exchanged, possessions_rules.OfPossessions)

# What comes up once in a while.
UNLISTED = (
    *paths("adv", "edit", "retire"),
    *paths("adv gm", "align", "attribute", "heal", "quest", "stop"),
)

SYSTEM = System(
    name="adventuria",
    unlisted=UNLISTED,
    called="Adventuria",
    game_master=Called(T("narrator"), T("narrators")),
    kinds=(
        adventurer.ADVENTURER,
        sheet_rules.LIKENESS,
        offers_rules.KIND,
        combat_rules.FIGHT,
        *library_rules.BY_WARE.values(),
        fights.MONSTER,
    ),
    actions=tuple(each for part in CHAPTERS for each in declared(part, ActionKind)),
    # What several events have in common is none by itself.
    events=tuple(each for part in CHAPTERS for each in declared(part, Event) if each not in COMMON),
    settings=SETTINGS,
    shelves=(*library_rules.SHELVES, fights.MONSTERS),
)
