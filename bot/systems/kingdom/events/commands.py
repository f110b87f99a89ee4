"""The button of earlier versions' previews of adventurers."""

from __future__ import annotations

from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import Stale
from bot.systems.kingdom.book import Attribute
from bot.systems.kingdom.events.rules import HireAdventurers
from bot.ui.dispatcher import Dispatcher, Register
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON, OLD_PREVIEW

HIRE = "kingdom_hire"


def answer(dispatcher: Dispatcher) -> None:
    """Enter it: it shows what hiring them would come to now."""

    async def hire(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 4 or args[1] not in tuple(Attribute):
            raise Stale(DAMAGED_BUTTON)
        action = HireAdventurers(RecordId(args[0]), Attribute(args[1]), args[2])
        await dispatcher.preview(reply, action, why=OLD_PREVIEW)

    dispatcher.add_button(HIRE, hire)


REGISTER: Register = {f"button {HIRE}": Permit.MEMBERS}
