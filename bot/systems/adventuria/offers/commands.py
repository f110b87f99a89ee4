"""The narrators' panel of an offer."""

from __future__ import annotations

from bot.desk import Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.text import refused
from bot.errors import Stale
from bot.handlers import Register
from bot.systems.adventuria.adventurer import OFFER
from bot.systems.adventuria.offers import cards
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {f"button {cards.PANEL_BUTTON}": Permit.GAME_MASTERS}


def answer(desk: Desk) -> None:
    """Enter the button that opens a narrators' panel."""

    async def open_panel(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, offer = args[0], RecordId(args[1])
        seen = await desk.look(reply.interaction, Scope(ids=(offer,)), campaign=campaign)
        shown = seen.records.get(offer)
        if shown is None or shown.kind != OFFER or shown.is_archived:
            raise refused(
                "offer.answered", "That offer is answered, or was taken back; nothing was changed.", Stale
            )
        await reply.private(cards.panel(shown))

    desk.add_button(cards.PANEL_BUTTON, open_panel)
