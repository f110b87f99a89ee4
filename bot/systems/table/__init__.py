"""The built-in system, there whatever is played: campaigns, dice, settings, the library, the journal, home.

    campaigns/  a campaign begins, where it is played, handing over, archive and restore; `people`: the seats
    dice/       rolls in the open and in secret, saved rolls, plain answers; odds, statistics, fairness
    settings/   what a campaign and a server decide for themselves; the home card as a deed
    pace/       how long a campaign waits, who is away, standing orders, when somebody is reminded
    library/    what a campaign's people write: drafts, proposals, entries, files in and out
    proposals/  what one person wants done and another must accept, of any game
    journal/    what happened, undo and redo, what waits
    server/     what an admin looks after: the bot's permissions
    recap/      what happened since its reader was here; the story, as game masters mark and write it
    home/       the home card, and help drawn from the commands
    board/      what goes on, at a glance, on a card that is kept up
    cards.py    how its entries and records look; cog.py puts the commands together

In each chapter `rules.py` has what is kept, done and said, with the commands that are an action or a look;
`commands.py` what needs Discord: files, forms, buttons; `cards.py` what must look special.
"""

from __future__ import annotations

from bot.engine.system import System, paths
from bot.systems.table.board import rules as board_rules
from bot.systems.table.campaigns import people, readers
from bot.systems.table.campaigns import rules as campaigns_rules
from bot.systems.table.dice import rules as dice_rules
from bot.systems.table.library import rules as library_rules
from bot.systems.table.pace import rules as pace_rules
from bot.systems.table.proposals import rules as proposals_rules
from bot.systems.table.recap import rules as recap_rules
from bot.systems.table.settings import rules as settings_rules

CHAPTERS = (
    people,
    campaigns_rules,
    readers,
    dice_rules,
    settings_rules,
    library_rules,
    proposals_rules,
    pace_rules,
    board_rules,
    recap_rules,
)

# What comes up once in a while.
UNLISTED = (
    "order",
    # The button of what was undone brings it back.
    "redo",
    *paths("campaign", "leave", "remove"),
    *paths("campaign story", "line", "mark", "unmark"),
    *paths("dice", "forget"),
)

SYSTEM = System(
    name="table",
    unlisted=UNLISTED,
    called="The table",
    kinds=tuple(kind for chapter in CHAPTERS for kind in chapter.KINDS),
    actions=tuple(action for chapter in CHAPTERS for action in chapter.ACTIONS),
    events=tuple(event for chapter in CHAPTERS for event in chapter.EVENTS),
    settings=settings_rules.SETTINGS,
)
