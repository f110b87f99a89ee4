"""The button of earlier versions' previews of adventurers."""

from __future__ import annotations

from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.systems.kingdom.book import Attribute
from bot.systems.kingdom.events.rules import HireAdventurers
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply
from bot.ui.words import OLD_PREVIEW


@button("kingdom_hire", may=Permit.MEMBERS)
async def hire(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, attribute: Attribute, name: str, _price: str
) -> None:
    """Show what hiring them would come to now."""
    await dispatcher.preview(reply, HireAdventurers(kingdom, attribute, name), why=OLD_PREVIEW)
