"""The button of secret fate rolls."""

from __future__ import annotations

from bot.desk import Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import Stale
from bot.handlers import Register
from bot.systems.second_kingdom.fates.cards import REVEAL_BUTTON
from bot.systems.second_kingdom.fates.rules import RevealFate
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {f"button {REVEAL_BUTTON}": Permit.GAME_MASTERS}


def answer(desk: Desk) -> None:
    """Enter the button of secret rolls."""

    async def reveal(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, fate = args
        await desk.carry_out(reply, RevealFate(RecordId(fate)), campaign=campaign)

    desk.add_button(REVEAL_BUTTON, reveal)
