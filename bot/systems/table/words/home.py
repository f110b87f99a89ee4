"""What the home card and the plain mode say."""

from __future__ import annotations

TITLE = "{name}: home"
LINES = (
    "**My sheet** and **Waiting for me** are answered for your eyes only; **Roll** asks what to roll.",
    "Pin this message: its buttons go on working.",
)
POSTED = "posted the campaign's home card."
MY_SHEET, WAITING, ROLL, HELP = "My sheet", "Waiting for me", "Roll", "Help"
ROLL_TITLE, ROLL_LABEL, ROLL_HINT = "Roll dice", "What to roll", "2d6+3 leap, or a saved roll"
NO_SHEET = "You have no sheet in this campaign yet. `/help` says how to begin."
MORE_SHEETS = "You have more sheets than these; the game's own commands show each."

PLAIN_ON = (
    "From now on the bot answers you in plain text, without frames and pictures. `/plain on: False` ends it."
)
PLAIN_OFF = "From now on the bot answers you with cards again."
