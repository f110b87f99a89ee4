"""Who may use each command of The Second Kingdom."""

from __future__ import annotations

from bot.engine.people import Permit
from bot.handlers import Register

REGISTER: Register = {
    "/sk new": Permit.MEMBERS,
    "/sk sheet": Permit.EVERYONE,
    "/sk set": Permit.OWNER_OR_GAME_MASTER,
    "/sk challenge": Permit.GAME_MASTERS,
    "/sk conviction": Permit.GAME_MASTERS,
    "/sk odds": Permit.EVERYONE,
}
