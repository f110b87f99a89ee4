"""The button of secret fate rolls."""

from __future__ import annotations

from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import Stale
from bot.systems.second_kingdom.fates.cards import REVEAL_BUTTON
from bot.systems.second_kingdom.fates.rules import RevealFate
from bot.ui.dispatcher import Dispatcher, Register
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {f"button {REVEAL_BUTTON}": Permit.GAME_MASTERS}


def answer(dispatcher: Dispatcher) -> None:
    """Enter the button of secret rolls."""

    async def reveal(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, fate = args
        await dispatcher.carry_out(reply, RevealFate(RecordId(fate)), campaign=campaign)

    dispatcher.add_button(REVEAL_BUTTON, reveal)
