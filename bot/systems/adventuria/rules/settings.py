"""What a campaign decides about Adventuria: the rulings that leave it a choice."""

from __future__ import annotations

from bot.engine.people import Standing
from bot.engine.settings import Option, Setting
from bot.engine.system import Scene
from bot.errors import NotAllowed
from bot.systems.adventuria.words import settings as words

TWO_LEDGERS, ONE_NUMBER = "two", "one"
NONE_AT_THREE, ONE_AT_THREE = "none", "one"
ASKED, SIMPLY_LOST = "asked", "lost"
PRINTED, CURRENT = "printed", "current"
BUYS_NOTHING, BUYS = "nothing", "buys"
ROLLED, CHOSEN = "rolled", "chosen"
ONE_EACH, SEVERAL = "one", "several"
PLAYERS_ALONE, NARRATORS_TOO = "players", "narrators"

# Ruling Q1.
LEDGERS = Setting(
    "adventuria",
    "ledgers",
    words.LEDGERS,
    words.LEDGERS_RULE,
    (
        Option(TWO_LEDGERS, words.TWO_LEDGERS, words.TWO_LEDGERS_MEANS),
        Option(ONE_NUMBER, words.ONE_NUMBER, words.ONE_NUMBER_MEANS),
    ),
)

# Ruling Q3.
SPELLS_AT_THREE = Setting(
    "adventuria",
    "spells_at_three",
    words.SPELLS_AT_THREE,
    words.SPELLS_AT_THREE_RULE,
    (
        Option(NONE_AT_THREE, words.NONE_AT_THREE, words.NONE_AT_THREE_MEANS),
        Option(ONE_AT_THREE, words.ONE_AT_THREE, words.ONE_AT_THREE_MEANS),
    ),
)

# Ruling Q4.
FULL_OF_SPELLS = Setting(
    "adventuria",
    "full_of_spells",
    words.FULL_OF_SPELLS,
    words.FULL_OF_SPELLS_RULE,
    (
        Option(ASKED, words.ASKED, words.ASKED_MEANS),
        Option(SIMPLY_LOST, words.SIMPLY_LOST, words.SIMPLY_LOST_MEANS),
    ),
)

# Ruling Q7.
XP_VALUES = Setting(
    "adventuria",
    "xp_values",
    words.XP_VALUES,
    words.XP_VALUES_RULE,
    (
        Option(PRINTED, words.PRINTED, words.PRINTED_MEANS),
        Option(CURRENT, words.CURRENT, words.CURRENT_MEANS),
    ),
)

# Ruling Q9.
ALL_OF_NOTHING = Setting(
    "adventuria",
    "all_of_nothing",
    words.ALL_OF_NOTHING,
    words.ALL_OF_NOTHING_RULE,
    (
        Option(BUYS_NOTHING, words.BUYS_NOTHING, words.BUYS_NOTHING_MEANS),
        Option(BUYS, words.BUYS, words.BUYS_MEANS),
    ),
)

# Ruling Q27.
CREATION = Setting(
    "adventuria",
    "creation",
    words.CREATION,
    words.CREATION_RULE,
    (
        Option(ROLLED, words.ROLLED, words.ROLLED_MEANS),
        Option(CHOSEN, words.CHOSEN, words.CHOSEN_MEANS),
    ),
)

ADVENTURERS = Setting(
    "adventuria",
    "adventurers",
    words.ADVENTURERS,
    words.ADVENTURERS_RULE,
    (
        Option(ONE_EACH, words.ONE_EACH, words.ONE_EACH_MEANS),
        Option(SEVERAL, words.SEVERAL, words.SEVERAL_MEANS),
    ),
)

PROXY = Setting(
    "adventuria",
    "proxy",
    words.PROXY,
    words.PROXY_RULE,
    (
        Option(PLAYERS_ALONE, words.PLAYERS_ALONE, words.PLAYERS_ALONE_MEANS),
        Option(NARRATORS_TOO, words.NARRATORS_TOO, words.NARRATORS_TOO_MEANS),
    ),
)

SETTINGS = (
    LEDGERS,
    SPELLS_AT_THREE,
    FULL_OF_SPELLS,
    XP_VALUES,
    ALL_OF_NOTHING,
    CREATION,
    ADVENTURERS,
    PROXY,
)


def is_one_number(scene: Scene) -> bool:
    """Whether bonuses use up the room below twice the beginning value (Q1a)."""
    return scene.setting(LEDGERS) == ONE_NUMBER


def has_one_at_three(scene: Scene) -> bool:
    """Whether a wizard or priest with Magic 3 may have one spell (Q3b)."""
    return scene.setting(SPELLS_AT_THREE) == ONE_AT_THREE


def acted_for(scene: Scene, player: int) -> int | None:
    """Whom a narrator acts for in that player's place; None where it is the player's own doing.

    Raises NotAllowed where the campaign lets players alone press, unless that one plays here no more.
    """
    if player == scene.actor:
        return None
    has_left = scene.campaign.standing(player) not in (Standing.PLAYER, Standing.GAME_MASTER)
    if scene.setting(PROXY) == PLAYERS_ALONE and not has_left:
        raise NotAllowed(words.ONLY_ITS_PLAYER)
    return player
