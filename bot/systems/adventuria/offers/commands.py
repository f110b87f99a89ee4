"""The narrators' panel of an offer."""

from __future__ import annotations

from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.text import refused
from bot.errors import Stale
from bot.systems.adventuria.adventurer import OFFER
from bot.systems.adventuria.offers import cards
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply


@button(cards.PANEL_BUTTON, may=Permit.GAME_MASTERS)
async def open_panel(dispatcher: Dispatcher, reply: Reply, campaign: str, offer: str) -> None:
    """Show the panel of an offer that is open, privately."""
    seen = await dispatcher.look(reply.interaction, Scope(ids=(RecordId(offer),)), campaign=campaign)
    record = seen.records.get(RecordId(offer))
    if record is None or record.kind != OFFER or record.is_archived:
        raise refused(
            "offer.answered", "That offer is answered, or was taken back; nothing was changed.", Stale
        )
    await reply.private(cards.panel(record))
