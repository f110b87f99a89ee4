"""What a campaign decides about The Second Kingdom: the rulings that leave it a choice."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.engine.settings import Option, Setting
from bot.engine.system import Scene
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
    "Whether players see how hard a challenge is, when the game master doesn't say.",
    (
        Option(SHOWN, "Shown", "The card tells the rating and the chances of every choice."),
        Option(HIDDEN, "Hidden", "Rating and chances stay with the game masters; players choose without."),
    ),
)

# Ruling Q29.
ABSENT = Setting(
    "second_kingdom",
    "absent",
    "Absent players",
    "Whether a game master may act for a player who is asked to roll or to choose.",
    (
        Option(
            ACT,
            "Game masters may act",
            "A game master rolls or chooses in the player's place; conviction stays the player's.",
        ),
        Option(
            WAIT,
            "Wait for the player",
            "Only the player acts; a game master may nudge them, or hand the hero over.",
        ),
    ),
)

# Ruling Q7.
FLOOR = Setting(
    "second_kingdom",
    "floor",
    "Lowest attack die",
    "What an attack die comes to that a maneuver would bring below 1.",
    (
        Option(AT_LEAST_1, "1", "No attack die falls below 1."),
        Option(NO_FLOOR, "No limit", "It falls to 0 or below, and counts as that in a damage formula too."),
    ),
)

# Ruling Q9.
CAP = Setting(
    "second_kingdom",
    "defence_cap",
    "Highest defence die",
    "Whether bonuses raise a defence die above 10.",
    (
        Option(UNCAPPED, "No limit", "10 with +2 is 12, which no attack die reaches."),
        Option(AT_MOST_10, "10", "An attack die of 10 beats every defence."),
    ),
)

# Ruling Q18.
DAMAGE = Setting(
    "second_kingdom",
    "damage",
    "Damage of a strike",
    "When damage that a strike's formula gives is counted.",
    (
        Option(BY_GAME_MASTERS, "Game masters apply it", "They apply the number, change it or leave it."),
        Option(
            AT_ONCE,
            "At once",
            "Locking the guard counts it; what has no formula still waits for a game master.",
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


def require_may_act_for(scene: Scene, player: int) -> None:
    """See that game masters may act for that player (Q29). Raises NotAllowed where the campaign waits."""
    if waits_for(scene.campaign, player):
        raise only_its_player()


def only_its_player() -> UserError:
    """The campaign waits for its players."""
    return refused(
        "absent.waits",
        "This campaign waits for its players (`/campaign settings`, “Absent players”): only the player asked "
        "may do that. `/waiting` nudges them; `/campaign handover` gives the hero to somebody else.",
        NotAllowed,
    )
