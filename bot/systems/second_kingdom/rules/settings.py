"""What a campaign decides about The Second Kingdom: the rulings that leave it a choice."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.settings import Option, Setting
from bot.systems.second_kingdom.words import settings as words

SHOWN, HIDDEN = "shown", "hidden"

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

SETTINGS = (RATINGS,)


def hides_rating(settings: Mapping[str, str], said: bool | None) -> bool:
    """Whether a new challenge hides its rating: as the game master says, or as the campaign decided."""
    return RATINGS.of(settings) == HIDDEN if said is None else said
