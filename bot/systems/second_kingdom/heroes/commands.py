"""What `/sk` shows of heroes and NPCs: a list that reveals them, and files."""

from __future__ import annotations

from bot.engine.card import Attachment, Card
from bot.engine.declare import look
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.text import T
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER
from bot.systems.second_kingdom.heroes.cards import REVEAL
from bot.systems.second_kingdom.heroes.files import HERO_FILE, file_of
from bot.systems.second_kingdom.heroes.people import OnHero, RevealNpc
from bot.systems.second_kingdom.state import Known
from bot.ui.controls import Do, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply
from bot.ui.text import safe


@select(REVEAL, may=Permit.GAME_MASTERS)
async def reveal(dispatcher: Dispatcher, reply: Reply, chosen: str) -> Do:
    """Let the table know as much of an NPC as the list said."""
    npc, _, known = chosen.partition("/")
    if known not in set(Known):
        raise damaged_button()
    return Do(RevealNpc(RecordId(npc), Known(known)))


# -- Heroes as files ------------------------------------------------------------------------------------


@look("sk export", may=Permit.EVERYONE)
def export(asker: Asker, whose: OnHero) -> Card:
    """Save a hero as a file"""
    linked = asker.look(Scope(ids=(whose.hero,), links=True)).records
    record = linked[whose.hero]
    shown = (linked.get(each) for each in record.state.maneuvers)
    known = [each.title for each in shown if each is not None and each.kind == MANEUVER.name]
    file = Attachment("hero.json", HERO_FILE.write(file_of(record.state, known)))
    lines = (
        T("Here is the hero as a file. Bring it into any campaign with `/sk import`.")(),
        *((T("An uploaded portrait isn't included.")(),) if record.state.picture else ()),
    )
    return Card(safe(record.title), lines, file=file)
