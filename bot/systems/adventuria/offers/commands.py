"""The narrators' panel of an offer."""

from __future__ import annotations

from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.text import refused
from bot.errors import Stale
from bot.systems.adventuria.adventurer import OFFER
from bot.systems.adventuria.offers import cards
from bot.ui.dispatcher import Dispatcher, Register
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {f"button {cards.PANEL_BUTTON}": Permit.GAME_MASTERS}


def answer(dispatcher: Dispatcher) -> None:
    """Enter the button that opens a narrators' panel."""

    async def open_panel(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, offer = args[0], RecordId(args[1])
        seen = await dispatcher.look(reply.interaction, Scope(ids=(offer,)), campaign=campaign)
        record = seen.records.get(offer)
        if record is None or record.kind != OFFER or record.is_archived:
            raise refused(
                "offer.answered", "That offer is answered, or was taken back; nothing was changed.", Stale
            )
        await reply.private(cards.panel(record))

    dispatcher.add_button(cards.PANEL_BUTTON, open_panel)
