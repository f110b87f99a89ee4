"""The Second Kingdom: pools of d10, conviction, attack and guard.

state.py        heroes and NPCs as they are kept, virtues, guards, counters and defences
settings.py     what a campaign decides about the rules
heroes/         people (made, found, given conviction), changes (of a sheet, approved), sheet and counters,
                roster (who comes and goes), files
challenges/     set, rolled and what they leave behind (rules), asked for by players (requests)
attacks/        maneuvers, an attack as it is kept (state), what waits in it (steps), its course
                (rules), its odds, panels and `/sk gm`
fates/          charts and fate rolls
odds_commands   exact chances of challenges and maneuvers
cog.py, cards.py  the commands and the cards of all chapters
"""

from __future__ import annotations

from bot.engine.declare import declared
from bot.engine.event import Event
from bot.engine.orders import AnswerInAdvance
from bot.engine.portraits import PortraitSet
from bot.engine.system import ActionKind, System, paths
from bot.engine.text import T
from bot.systems.second_kingdom.attacks import maneuvers, steps
from bot.systems.second_kingdom.attacks import rules as attacks
from bot.systems.second_kingdom.attacks import state as attack
from bot.systems.second_kingdom.challenges import requests
from bot.systems.second_kingdom.challenges import rules as challenges
from bot.systems.second_kingdom.challenges import state as rolls
from bot.systems.second_kingdom.fates import rules as fates
from bot.systems.second_kingdom.heroes import changes, counters, files, people, roster, sheet
from bot.systems.second_kingdom.settings import SETTINGS

CHAPTERS = (
    people,
    changes,
    sheet,
    counters,
    files,
    roster,
    rolls,
    challenges,
    requests,
    attack,
    attacks,
    fates,
)

COMMON = (attack.OfAttack, rolls.OfChallenge)

# What comes up once in a while.
UNLISTED = (
    *paths("sk", "forget", "retire", "return"),
    *paths("sk npc", "remove"),
)

SYSTEM = System(
    name="second_kingdom",
    unlisted=UNLISTED,
    called="The Second Kingdom",
    kinds=(
        people.PORTRAIT,
        people.HERO,
        people.NPC,
        challenges.CHALLENGE,
        challenges.CALL,
        requests.REQUEST,
        maneuvers.MANEUVER,
        steps.ATTACK,
        fates.CHART,
        fates.FATE,
    ),
    actions=tuple(each for chapter in CHAPTERS for each in declared(chapter, ActionKind)),
    # What several events have in common is none by itself.
    events=(
        PortraitSet,
        *(each for chapter in CHAPTERS for each in declared(chapter, Event) if each not in COMMON),
    ),
    settings=SETTINGS,
    shelves=(maneuvers.MANEUVERS, fates.CHARTS),
    advances=(
        AnswerInAdvance(challenges.ROLLS, T("Asked for a challenge: roll, spend nothing")),
        AnswerInAdvance(steps.DEFENDS, T("Attacked: roll the defense")),
        AnswerInAdvance(steps.LETS_PASS, T("Held an attack: don't strike back")),
    ),
)
