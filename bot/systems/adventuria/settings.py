"""What a campaign decides about Adventuria: the rulings that leave it a choice."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.engine.settings import Option, Setting
from bot.engine.system import World
from bot.engine.text import refused
from bot.errors import NotAllowed

TWO_LEDGERS, ONE_NUMBER = "two", "one"
NONE_AT_THREE, ONE_AT_THREE = "none", "one"
ASKED, SIMPLY_LOST = "asked", "lost"
PRINTED, CURRENT = "printed", "current"
BUYS_NOTHING, BUYS = "nothing", "buys"
ROLLED, CHOSEN = "rolled", "chosen"
ONE_EACH, SEVERAL = "one", "several"
PLAYERS_ALONE, NARRATORS_TOO = "players", "narrators"
OWN_THREAD, IN_CHANNEL = "own", "channel"

# Ruling Q1.
LEDGERS = Setting(
    "adventuria",
    "ledgers",
    "Bonuses and the limit of an attribute",
    "It can rise to twice its beginning value. Do bonuses from items and the like count toward that?",
    (
        Option(TWO_LEDGERS, "No", "The natural value rises to the limit, and bonuses come on top"),
        Option(ONE_NUMBER, "Yes", "Once it reaches the limit with its bonuses, it rises no further"),
    ),
)

# Ruling Q3.
SPELLS_AT_THREE = Setting(
    "adventuria",
    "spells_at_three",
    "Spells of wizards and priests with Magic 3",
    "They have room for Magic minus 2 spells, but nobody has room while Magic minus 3 is zero.",
    (
        Option(NONE_AT_THREE, "None", "With Magic 3 nobody has spells"),
        Option(ONE_AT_THREE, "One", "With Magic 3 a wizard or priest has room for one"),
    ),
)

# Ruling Q4.
FULL_OF_SPELLS = Setting(
    "adventuria",
    "full_of_spells",
    "A spell found with no room for it",
    "It is lost. But a player may discard a spell at any time in a turn, so also just before.",
    (
        Option(ASKED, "Ask first", "The player may discard one first, or let the new one go"),
        Option(SIMPLY_LOST, "Lost", "It is lost at once"),
    ),
)

# Ruling Q7.
XP_VALUES = Setting(
    "adventuria",
    "xp_values",
    "What a fallen monster is worth",
    "XP comes from a monster's attributes, which the fight may have changed.",
    (
        Option(PRINTED, "As printed", "The attributes it came with"),
        Option(CURRENT, "As changed", "The attributes it fell with"),
    ),
)

# Ruling Q9.
ALL_OF_NOTHING = Setting(
    "adventuria",
    "all_of_nothing",
    "Paying all gold with none",
    "A price may be all the gold an adventurer has. Can somebody without any pay it?",
    (
        Option(BUYS_NOTHING, "No", "Without gold it buys nothing"),
        Option(BUYS, "Yes", "All of nothing is a price too"),
    ),
)

# Ruling Q27.
CREATION = Setting(
    "adventuria",
    "creation",
    "How type and alignment are found",
    "A new adventurer's type and alignment are rolled with one die each.",
    (
        Option(ROLLED, "Rolled", "The dice decide both"),
        Option(CHOSEN, "May be chosen", "Players may name them; the rest is rolled"),
    ),
)

ADVENTURERS = Setting(
    "adventuria",
    "adventurers",
    "Adventurers per player",
    "A player has one adventurer at a time, unless the campaign allows more.",
    (
        Option(ONE_EACH, "One", "A new one after the last has fallen or retired"),
        Option(SEVERAL, "Several", "Each with a thread of its own"),
    ),
)

THREADS = Setting(
    "adventuria",
    "threads",
    "A thread for each adventurer",
    "Where a new adventurer's story is told.",
    (
        Option(OWN_THREAD, "Yes", "In a thread of its own, started from its first message"),
        Option(IN_CHANNEL, "No", "In the channel where it was made; `/adv home` makes a thread"),
    ),
)

PROXY = Setting(
    "adventuria",
    "proxy",
    "Acting for players who are away",
    "May narrators press a player's buttons? What they do is marked.",
    (
        Option(PLAYERS_ALONE, "No", "Every decision waits for its player"),
        Option(NARRATORS_TOO, "Yes", "Narrators may roll and decide for players who are away"),
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
    THREADS,
    PROXY,
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """What a campaign decided, as the rules ask for it."""

    # Whether bonuses use up the room below twice the beginning value (Q1).
    one_number: bool = False
    # Whether a wizard or priest with Magic 3 may have one spell (Q3).
    one_at_three: bool = False
    # Whether a player is asked before a spell without room is lost (Q4).
    asks: bool = True
    # Whether a monster is worth what its attributes are when it falls (Q7).
    is_current: bool = False
    # Whether all of no gold is a price as well (Q9).
    buys_with_nothing: bool = False

    @classmethod
    def of(cls, campaign: Campaign) -> Rulings:
        """The rulings that a campaign chose."""
        chosen = campaign.settings
        return cls(
            LEDGERS.of(chosen) == ONE_NUMBER,
            SPELLS_AT_THREE.of(chosen) == ONE_AT_THREE,
            FULL_OF_SPELLS.of(chosen) == ASKED,
            XP_VALUES.of(chosen) == CURRENT,
            ALL_OF_NOTHING.of(chosen) == BUYS,
        )


def acted_for(world: World, player: int) -> int | None:
    """Whom a narrator acts for in that player's place; None where it is the player's own doing.

    Raises NotAllowed where the campaign lets players alone press, unless that one plays here no more.
    """
    if player == world.actor:
        return None
    has_left = world.campaign.standing(player) not in (Standing.PLAYER, Standing.GAME_MASTER)
    if world.setting(PROXY) == PLAYERS_ALONE and not has_left:
        raise refused(
            "adventuria.only_its_player",
            "Only its player decides this here; “Acting for players who are away” under `/campaign settings`"
            " would let narrators do it.",
            NotAllowed,
        )
    return player
