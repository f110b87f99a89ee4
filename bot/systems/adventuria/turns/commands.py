"""The part of `/adv` about turns and camps."""

from __future__ import annotations

from bot.engine.card import Card, Tone
from bot.engine.declare import option
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.text import T
from bot.play import Outcome, RecordView
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    MEANT,
    Narrate,
    OnAdventurer,
    WakeUp,
    require_turn,
    scene_asks,
    scene_title,
)
from bot.systems.adventuria.sheet.cards import TELL_BUTTON, WAKE_BUTTON
from bot.systems.adventuria.state import Adventurer
from bot.systems.adventuria.turns.cards import digest
from bot.ui.commands import handler
from bot.ui.controls import Do, button, form
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply

SCENE_FORM = "adv_scene"

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


# -- a scene --------------------------------------------------------------------------------------------


class Telling(OnAdventurer):
    """What a narrator tells of a turn."""

    text: str = option("What happens; with neither, a form opens", default="")
    ways: str = option("Where the turn may end, separated by semicolons", default="")
    adventurer: RecordId = option("Whose turn it is", finder=MEANT)


@handler(
    "adv gm scene",
    may=Permit.GAME_MASTERS,
    opens_form=lambda given: not (given.get("text") or given.get("ways")),
)
async def tell_scene(dispatcher: Dispatcher, reply: Reply, asked: Telling) -> None:
    """Tell a turn, and where it may end"""
    if asked.text or asked.ways:
        await dispatcher.carry_out(reply, Narrate(asked.adventurer, asked.text, asked.ways))
        return
    seen = await in_time(dispatcher.look(reply.interaction, Scope(ids=(asked.adventurer,))))
    await _open_form(reply, seen.records[asked.adventurer])


# -- the form of a scene --------------------------------------------------------------------------------


async def _open_form(reply: Reply, record: RecordView) -> None:
    """Open the form of a turn's scene with what was told so far. Raises RuleViolation out of a turn."""
    state: Adventurer = record.state
    require_turn(state)
    name = "|".join((SCENE_FORM, record.id, str(state.turn)))
    await reply.modal(modal(name, scene_title(state), scene_asks(state)))


@button(WAKE_BUTTON, may=Permit.OWNER_OR_GAME_MASTER)
async def _woke(dispatcher: Dispatcher, reply: Reply, campaign: str, adventurer: str) -> Do:
    return Do(WakeUp(RecordId(adventurer)), campaign=campaign)


@button(TELL_BUTTON, may=Permit.GAME_MASTERS, can_defer=False)
async def _tell(dispatcher: Dispatcher, reply: Reply, campaign: str, adventurer: str) -> None:
    scope = Scope(ids=(RecordId(adventurer),))
    seen = await in_time(dispatcher.look(reply.interaction, scope, campaign=campaign))
    found = seen.all(ADVENTURER.name)
    if not found:
        raise damaged_button()
    await _open_form(reply, found[0])


@form(SCENE_FORM, may=Permit.GAME_MASTERS)
async def _told(dispatcher: Dispatcher, reply: Reply, adventurer: str, turn: int) -> Do:
    typed = answers(reply.interaction.data)
    return Do(Narrate(RecordId(adventurer), typed.get("text", ""), typed.get("ways", ""), turn=turn))
