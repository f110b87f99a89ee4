"""What a campaign decides about Sovereign: the rulings that leave it a choice."""

from __future__ import annotations

from bot.engine.settings import Option, Setting

IN_ORDER, ARRANGED, BEST_OF_FOUR = "in_order", "arranged", "best_of_four"
AT_ONCE, AGREED = "at_once", "agreed"
START_OF_DAY, ONE_AFTER_ANOTHER = "start", "sequence"
AFTER_N, FROM_FIRST = "after", "first"
BEST, GROUP = "best", "group"

# S4; the book leaves the method to the table.
SCORES = Setting(
    "sovereign",
    "scores",
    "Rolling scores",
    "How a new character's five scores are rolled.",
    (
        Option(IN_ORDER, "3d6 in order", "Strength first, Wisdom last."),
        Option(ARRANGED, "3d6, arranged", "The player puts the five results where they like."),
        Option(BEST_OF_FOUR, "4d6, best three, arranged", "The same, with the lowest of four dice dropped."),
    ),
)

# S18.
ROLLS = Setting(
    "sovereign",
    "rolls",
    "Players' own rolls",
    "Whether a player's /sov roll waits for a game master. /sov try always does.",
    (
        Option(AT_ONCE, "At once", "Players roll as soon as a game master has called for it."),
        Option(AGREED, "When agreed", "A game master agrees with one press, and the dice fall."),
    ),
)

# Ruling Q19.
WANT = Setting(
    "sovereign",
    "want",
    "No food and no water",
    "How a day without both counts.",
    (
        Option(START_OF_DAY, "The day's first strain", "Only those who began the day at the maximum die."),
        Option(ONE_AFTER_ANOTHER, "One after the other", "Hunger counts first; thirst can then kill."),
    ),
)

# Ruling Q33.
CHECKS = Setting(
    "sovereign",
    "checks",
    "First encounter check",
    "Which Turns have the check where a site has one every N Turns.",
    (
        Option(AFTER_N, "In Turn N", "Every 3 Turns: in Turns 3, 6, 9."),
        Option(FROM_FIRST, "In Turn 1", "Every 3 Turns: in Turns 1, 4, 7."),
    ),
)

# Ruling Q38.
BATTERERS = Setting(
    "sovereign",
    "batterers",
    "Several at a door",
    "Whose STR and Exert count when several batter a door.",
    (
        Option(BEST, "The best of them", "Only the highest bonus counts."),
        Option(GROUP, "All of them", "The best one's bonus, and 1 for each helper with a bonus."),
    ),
)

SETTINGS = (SCORES, ROLLS, WANT, CHECKS, BATTERERS)
