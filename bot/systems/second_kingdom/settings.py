"""What a campaign decides about The Second Kingdom: the rulings that leave it a choice."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.engine.settings import Option, Setting
from bot.engine.system import World
from bot.engine.text import refused
from bot.errors import NotAllowed, UserError

SHOWN, HIDDEN = "shown", "hidden"
ACT, WAIT = "act", "wait"
AT_LEAST_1, NO_FLOOR = "one", "none"
UNCAPPED, AT_MOST_10 = "uncapped", "ten"
BY_GAME_MASTERS, AT_ONCE = "game_masters", "at_once"

# Ruling Q4.
RATINGS = Setting(
    "second_kingdom",
    "ratings",
    "Challenge ratings",
    "Whether players see how hard a challenge is, unless the game master says otherwise.",
    (
        Option(SHOWN, "Shown", "The card shows the rating and the chances of every choice."),
        Option(
            HIDDEN,
            "Hidden",
            "Only game masters see the rating and chances; the number of dice rolled gives the rating away.",
        ),
    ),
)

# Ruling Q29.
ABSENT = Setting(
    "second_kingdom",
    "absent",
    "Absent players",
    "Whether a game master may roll or choose for a player who is away.",
    (
        Option(
            ACT,
            "Game masters may act",
            "A game master rolls or chooses in the player's place, but never spends their conviction.",
        ),
        Option(
            WAIT,
            "Wait for the player",
            "Only the player acts. A game master can nudge them, or give the hero to somebody else.",
        ),
    ),
)

# Ruling Q7.
FLOOR = Setting(
    "second_kingdom",
    "floor",
    "Lowest attack die",
    "How low a maneuver can bring an attack die.",
    (
        Option(AT_LEAST_1, "1", "No attack die falls below 1."),
        Option(NO_FLOOR, "No limit", "It can fall to 0 or below, and counts as that in damage formulas too."),
    ),
)

# Ruling Q9.
CAP = Setting(
    "second_kingdom",
    "defence_cap",
    "Highest defense die",
    "Whether bonuses can raise a defense die above 10.",
    (
        Option(UNCAPPED, "No limit", "A 10 with +2 is a 12, which no attack die reaches."),
        Option(AT_MOST_10, "10", "An attack die of 10 beats every defense."),
    ),
)

# Ruling Q18.
DAMAGE = Setting(
    "second_kingdom",
    "damage",
    "Strike damage",
    "When the damage of a strike's formula is applied.",
    (
        Option(BY_GAME_MASTERS, "Game masters apply it", "They apply the number, change it or leave it."),
        Option(
            AT_ONCE,
            "At once",
            "Choosing the guard applies it. A strike without a formula still waits for a game master.",
        ),
    ),
)

SETTINGS = (RATINGS, ABSENT, FLOOR, CAP, DAMAGE)


def hides_rating(settings: Mapping[str, str], said: bool | None) -> bool:
    """Whether a new challenge hides its rating: as the game master says, or as the campaign decided."""
    return RATINGS.of(settings) == HIDDEN if said is None else said


def has_left(campaign: Campaign, player: int) -> bool:
    """Whether that person no longer plays or leads the campaign."""
    return campaign.standing(player) not in (Standing.PLAYER, Standing.GAME_MASTER)


def waits_for(campaign: Campaign, player: int) -> bool:
    """Whether nobody may act in that player's place (Q29): one who has left is not waited for."""
    return ABSENT.of(campaign.settings) == WAIT and not has_left(campaign, player)


def require_may_act_for(world: World, player: int) -> None:
    """See that game masters may act for that player (Q29). Raises NotAllowed where the campaign waits."""
    if waits_for(world.campaign, player):
        raise only_its_player()


def only_its_player() -> UserError:
    """The campaign waits for its players."""
    return refused(
        "absent.waits",
        "Only the player can do that: this campaign waits for its players (`/campaign settings`, "
        "“Absent players”). Nudge them with `/waiting`, or give the hero to somebody else with "
        "`/campaign handover`.",
        NotAllowed,
    )
