"""What a campaign decides about The Second Kingdom: the rulings that leave it a choice."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.engine.settings import Option, Setting
from bot.engine.system import Scene
from bot.errors import NotAllowed
from bot.systems.second_kingdom import settings_words as words

SHOWN, HIDDEN = "shown", "hidden"
ACT, WAIT = "act", "wait"
AT_LEAST_1, NO_FLOOR = "one", "none"
UNCAPPED, AT_MOST_10 = "uncapped", "ten"
BY_GAME_MASTERS, AT_ONCE = "game_masters", "at_once"

# Ruling Q4.
RATINGS = Setting(
    "second_kingdom",
    "ratings",
    words.RATINGS,
    words.RATINGS_RULE,
    (
        Option(SHOWN, words.SHOWN, words.SHOWN_MEANS),
        Option(HIDDEN, words.HIDDEN, words.HIDDEN_MEANS),
    ),
)

# Ruling Q29.
ABSENT = Setting(
    "second_kingdom",
    "absent",
    words.ABSENT,
    words.ABSENT_RULE,
    (
        Option(ACT, words.ACT, words.ACT_MEANS),
        Option(WAIT, words.WAIT, words.WAIT_MEANS),
    ),
)

# Ruling Q7.
FLOOR = Setting(
    "second_kingdom",
    "floor",
    words.FLOOR,
    words.FLOOR_RULE,
    (
        Option(AT_LEAST_1, words.AT_LEAST_1, words.AT_LEAST_1_MEANS),
        Option(NO_FLOOR, words.NO_FLOOR, words.NO_FLOOR_MEANS),
    ),
)

# Ruling Q9.
CAP = Setting(
    "second_kingdom",
    "defence_cap",
    words.CAP,
    words.CAP_RULE,
    (
        Option(UNCAPPED, words.UNCAPPED, words.UNCAPPED_MEANS),
        Option(AT_MOST_10, words.AT_MOST_10, words.AT_MOST_10_MEANS),
    ),
)

# Ruling Q18.
DAMAGE = Setting(
    "second_kingdom",
    "damage",
    words.DAMAGE,
    words.DAMAGE_RULE,
    (
        Option(BY_GAME_MASTERS, words.BY_GAME_MASTERS, words.BY_GAME_MASTERS_MEANS),
        Option(AT_ONCE, words.AT_ONCE, words.AT_ONCE_MEANS),
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
        raise NotAllowed(words.ONLY_ITS_PLAYER)
