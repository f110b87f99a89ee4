"""Who may use each command, button, list and form of the house: the one table, read by the desk and by help.

What a permit means for each standing says `ALLOWED` in `bot/engine/people.py`.
"""

from __future__ import annotations

from bot.desk import Register
from bot.engine.people import Permit

CAMPAIGN: Register = {
    "/campaign create": Permit.FOUNDERS,
    "/campaign join": Permit.EVERYONE,
    "/campaign info": Permit.EVERYONE,
    "/campaign players": Permit.EVERYONE,
}

DICE: Register = {
    "/roll": Permit.EVERYONE,
}

JOURNAL: Register = {
    "/journal": Permit.EVERYONE,
    "/undo": Permit.MEMBERS,
    "/redo": Permit.MEMBERS,
    "/waiting": Permit.EVERYONE,
    "button page": Permit.EVERYONE,
    "button undo": Permit.MEMBERS,
}
