"""The part of `/adv` about turns and camps."""

from __future__ import annotations

from bot.engine.card import Card, Tone
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import T
from bot.play import Outcome
from bot.systems.adventuria.adventurer import WakeUp
from bot.systems.adventuria.sheet.cards import WAKE_BUTTON
from bot.systems.adventuria.turns.cards import digest
from bot.ui.controls import Do, button
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply

# -- waking -------------------------------------------------------------------------------------------


async def tell_before(dispatcher: Dispatcher, reply: Reply, outcome: Outcome) -> None:
    """Tell whoever woke an adventurer what happened before."""
    record = outcome.private.subject
    if record is None:
        return
    campaign = outcome.private.entry.campaign
    lines = await digest(dispatcher, reply.interaction, record, campaign=campaign)
    goes_on = T("The next turn begins at **{location}**: `/adv start`.")(location=record.state.location)
    title = T("Previously: {name}")(name=record.title)
    await reply.private(Card(title, (*lines, "", goes_on), tone=Tone.QUIET))


@button(WAKE_BUTTON, may=Permit.OWNER_OR_GAME_MASTER)
async def _woke(dispatcher: Dispatcher, reply: Reply, campaign: str, adventurer: str) -> Do:
    return Do(WakeUp(RecordId(adventurer)), campaign=campaign)
