"""What a campaign of The Second Kingdom decides: the settings, and what each choice means."""

from __future__ import annotations

RATINGS = "Challenge ratings"
RATINGS_RULE = "Whether players see how hard a challenge is, when the game master doesn't say."
SHOWN = "Shown"
SHOWN_MEANS = "The card tells the rating and the chances of every choice."
HIDDEN = "Hidden"
HIDDEN_MEANS = "Rating and chances stay with the game masters; players choose without."

ABSENT = "Absent players"
ABSENT_RULE = "Whether a game master may act for a player who is asked to roll or to choose."
ACT = "Game masters may act"
ACT_MEANS = "A game master rolls or chooses in the player's place; conviction stays the player's."
WAIT = "Wait for the player"
WAIT_MEANS = "Only the player acts; a game master may nudge them, or hand the hero over."
ONLY_ITS_PLAYER = (
    f"This campaign waits for its players (`/campaign settings`, “{ABSENT}”): only the player asked may "
    "do that. `/waiting` nudges them; `/campaign handover` gives the hero to somebody else."
)

FLOOR = "Lowest attack die"
FLOOR_RULE = "What an attack die comes to that a maneuver would bring below 1."
AT_LEAST_1 = "1"
AT_LEAST_1_MEANS = "No attack die falls below 1."
NO_FLOOR = "No limit"
NO_FLOOR_MEANS = "It falls to 0 or below, and counts as that in a damage formula too."

CAP = "Highest defence die"
CAP_RULE = "Whether bonuses raise a defence die above 10."
UNCAPPED = "No limit"
UNCAPPED_MEANS = "10 with +2 is 12, which no attack die reaches."
AT_MOST_10 = "10"
AT_MOST_10_MEANS = "An attack die of 10 beats every defence."

DAMAGE = "Damage of a strike"
DAMAGE_RULE = "When damage that a strike's formula gives is counted."
BY_GAME_MASTERS = "Game masters apply it"
BY_GAME_MASTERS_MEANS = "They apply the number, change it or leave it."
AT_ONCE = "At once"
AT_ONCE_MEANS = "Locking the guard counts it; what has no formula still waits for a game master."
