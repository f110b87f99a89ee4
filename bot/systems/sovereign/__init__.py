"""Sovereign: an old-school party by post.

book.py, state.py   the book's numbers; what is kept of characters, NPCs and parties
settings.py         what a campaign decides about the rules
steps.py            what waits in a character: dying, Frailty, breath
people/             rules (sheets, level up, counters), roster (NPCs, who comes and goes), making, files
checks/             means (a roll as it is written), rules (agreed on, at once, asked of several, together)
parties/            rules (who goes together, the clock, what lasts), rest (nights and weeks)
harm/               rules (damage, dying, first aid, strain, Frailty), poison
packs/              things, coins, beasts and carts
able.py             who can act and who can help, where somebody falls or comes to
hazards.py          falls, breath, the road
dungeon.py          what is kept of sites and delves
sites/              rules (rooms, hidden things, traps and doors as they are prepared), tables (encounters)
delves/             the dungeon Turn: what is declared and resolved, checks, lights, doors and traps
encounters/         whom they meet: surprise, reactions, parley, fights by sides, chases
cog.py, cards.py    the commands and the cards of all chapters
"""

from __future__ import annotations

from bot.engine.declare import declared
from bot.engine.event import Event
from bot.engine.orders import AnswerInAdvance
from bot.engine.portraits import PortraitSet
from bot.engine.system import ActionKind, System, paths
from bot.engine.text import T
from bot.systems.sovereign import hazards
from bot.systems.sovereign.able import SETTLING
from bot.systems.sovereign.book import ROLLS_AT_ONCE
from bot.systems.sovereign.checks import rules as checks
from bot.systems.sovereign.delves import acts, ahead, doors, lights, resolving
from bot.systems.sovereign.delves import rules as delves
from bot.systems.sovereign.encounters import chases, fights, surprise
from bot.systems.sovereign.encounters import rules as encounters
from bot.systems.sovereign.harm import poison
from bot.systems.sovereign.harm import rules as harm
from bot.systems.sovereign.packs import rules as packs
from bot.systems.sovereign.parties import rest
from bot.systems.sovereign.parties import rules as parties
from bot.systems.sovereign.people import files, making, roster
from bot.systems.sovereign.people import rules as people
from bot.systems.sovereign.settings import SETTINGS
from bot.systems.sovereign.sites import rules as sites
from bot.systems.sovereign.sites import tables

CHAPTERS = (
    people,
    roster,
    making,
    files,
    parties,
    rest,
    checks,
    harm,
    poison,
    packs,
    hazards,
    sites,
    tables,
    delves,
    ahead,
    acts,
    resolving,
    doors,
    lights,
    encounters,
    surprise,
    fights,
    chases,
)

# What comes up once in a while.
UNLISTED = (
    *paths("sov", "effect"),
    *paths("sov care", "first-aid", "heal", "poison", "stabilize", "strain", "treat"),
    *paths("sov harm", "breath", "death", "fall", "swim"),
    *paths("sov npc", "reveal"),
    *paths("sov pc", "counter", "edit", "levelup", "play", "retire", "return"),
    *paths("party", "clock", "end", "fight-over", "travel"),
    *paths("party pack", "beast", "drag", "part"),
    *paths("site", "end", "set"),
    *paths("site room", "edit", "remove"),
    *paths("site thing", "edit", "remove"),
    *paths("delve", "advance", "ahead", "caller", "door", "leave", "publish", "reveal", "silent", "stop"),
    *paths("party encounter", "chase", "leverage", "order", "spring"),
)

SYSTEM = System(
    name="sovereign",
    unlisted=UNLISTED,
    called="Sovereign",
    kinds=(
        people.CHARACTER,
        people.PORTRAIT,
        making.MAKING,
        parties.PARTY,
        checks.CALL,
        poison.POISONING,
        sites.SITE,
        delves.DELVE,
        encounters.ENCOUNTER,
    ),
    actions=tuple(each for chapter in CHAPTERS for each in declared(chapter, ActionKind)),
    events=(PortraitSet, *(each for chapter in CHAPTERS for each in declared(chapter, Event))),
    settings=SETTINGS,
    settling=SETTLING,
    advances=(AnswerInAdvance(ROLLS_AT_ONCE, T("Asked for a check or save: roll")),),
)
