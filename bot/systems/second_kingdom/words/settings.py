"""What a campaign of The Second Kingdom decides: the settings, and what each choice means."""

from __future__ import annotations

RATINGS = "Challenge ratings"
RATINGS_RULE = "Whether players see how hard a challenge is, when the game master doesn't say."
SHOWN = "Shown"
SHOWN_MEANS = "The card tells the rating and the chances of every choice."
HIDDEN = "Hidden"
HIDDEN_MEANS = "Rating and chances stay with the game masters; players choose without."
