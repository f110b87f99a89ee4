"""The button of secret fate rolls."""

from __future__ import annotations

from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.systems.second_kingdom.fates.cards import REVEAL_BUTTON
from bot.systems.second_kingdom.fates.rules import RevealFate
from bot.ui.controls import Do, button
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply


@button(REVEAL_BUTTON, may=Permit.GAME_MASTERS)
async def reveal(dispatcher: Dispatcher, reply: Reply, campaign: str, fate: str) -> Do:
    """Show everybody what was rolled in secret."""
    return Do(RevealFate(RecordId(fate)), campaign=campaign)
