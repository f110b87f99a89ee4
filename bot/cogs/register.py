"""Who may use each command, button, list and form of the house: the one table, read by the desk and by help.

What a permit means for each standing says `ALLOWED` in `bot/engine/people.py`.
"""

from __future__ import annotations

from bot.engine.people import Permit
from bot.handlers import Register

CAMPAIGN: Register = {
    "/campaign create": Permit.FOUNDERS,
    "/campaign info": Permit.EVERYONE,
    "/campaign players": Permit.EVERYONE,
    "/campaign join": Permit.EVERYONE,
    "/campaign leave": Permit.EVERYONE,
    "/campaign invite": Permit.GAME_MASTERS,
    "/campaign remove": Permit.GAME_MASTERS,
    "/campaign handover": Permit.OWNER_OR_GAME_MASTER,
    "/campaign gm add": Permit.GAME_MASTERS_OR_ADMINS,
    "/campaign gm remove": Permit.GAME_MASTERS_OR_ADMINS,
    "/campaign bind": Permit.GAME_MASTERS_OR_ADMINS,
    "/campaign unbind": Permit.GAME_MASTERS_OR_ADMINS,
    "/campaign rename": Permit.GAME_MASTERS_OR_ADMINS,
    "/campaign archive": Permit.GAME_MASTERS_OR_ADMINS,
    "/campaign restore": Permit.GAME_MASTERS_OR_ADMINS,
    "button make_channel": Permit.GAME_MASTERS,
}

# Who may reveal a roll, the roll itself says: the one who made it for themselves, or a game master.
DICE: Register = {
    "/roll": Permit.EVERYONE,
    "/odds": Permit.EVERYONE,
    "button reveal_roll": Permit.EVERYONE,
    "form roll": Permit.EVERYONE,
}

DICE_GROUP: Register = {
    "/dice save": Permit.EVERYONE,
    "/dice forget": Permit.EVERYONE,
    "/dice list": Permit.EVERYONE,
    "/dice stats": Permit.EVERYONE,
}

# A server's own dice, rolled outside any campaign, have no game master: there admins reveal.
FAIRNESS: Register = {
    "/dice fairness": Permit.EVERYONE,
    "/dice reveal": Permit.GAME_MASTERS,
    "/dice verify": Permit.EVERYONE,
    "button reveal": Permit.GAME_MASTERS,
}

HOME: Register = {
    "/home": Permit.GAME_MASTERS_OR_ADMINS,
    "/plain": Permit.EVERYONE,
    "button sheet": Permit.EVERYONE,
    "button roll": Permit.EVERYONE,
}

HELP: Register = {
    "/help": Permit.EVERYONE,
    "button help": Permit.EVERYONE,
    "select help": Permit.EVERYONE,
}

WAITING: Register = {
    "/waiting": Permit.EVERYONE,
    "button mine": Permit.EVERYONE,
    "select bring_up": Permit.MEMBERS,
    "select nudge": Permit.GAME_MASTERS,
}

SETTINGS: Register = {
    "/campaign settings": Permit.EVERYONE,
    "button settings": Permit.EVERYONE,
    "select settings_of": Permit.EVERYONE,
    "select setting": Permit.EVERYONE,
    "select decide": Permit.GAME_MASTERS,
    "/server settings": Permit.ADMINS,
    "button unname_founders": Permit.ADMINS,
}

JOURNAL: Register = {
    "/journal": Permit.EVERYONE,
    "/undo": Permit.MEMBERS,
    "/redo": Permit.MEMBERS,
    "button page": Permit.EVERYONE,
    "button undo": Permit.MEMBERS,
    "select undo_from": Permit.MEMBERS,
}

# What an entry shows, and whether at all, decides the view of its kind.
LIBRARY: Register = {
    "/library add": Permit.MEMBERS,
    "/library edit": Permit.MEMBERS,
    "/library remove": Permit.GAME_MASTERS,
    "/library show": Permit.EVERYONE,
    "/library list": Permit.EVERYONE,
    "/library import": Permit.GAME_MASTERS,
    "/library export": Permit.EVERYONE,
    "/library copy": Permit.GAME_MASTERS,
    "button change_draft": Permit.MEMBERS,
    "button shelf": Permit.EVERYONE,
    "button supply": Permit.GAME_MASTERS,
    "form entry": Permit.MEMBERS,
}
