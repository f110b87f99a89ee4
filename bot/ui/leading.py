"""What a card that players press too keeps apart for game masters: shown to them in private."""

from __future__ import annotations

from bot.engine.card import GAME_MASTERS, Card
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import old_button
from bot.ui.reply import Reply


@button(GAME_MASTERS, may=Permit.GAME_MASTERS)
async def show_theirs(dispatcher: Dispatcher, reply: Reply, record: RecordId) -> Card:
    """What waits in a record for game masters, with their buttons. Raises Stale where it is gone."""
    view = await dispatcher.look(reply.interaction, Scope(ids=(record,), links=True))
    if record not in view.records:
        raise old_button()
    return dispatcher.renderer.for_game_masters(view.records[record], view)
