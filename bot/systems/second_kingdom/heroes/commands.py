"""What `/sk` does with heroes and NPCs by hand: forms and files."""

from __future__ import annotations

from bot.engine.card import Attachment, Card
from bot.engine.declare import Options, look, option
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import FormField, RecordId, Scope
from bot.engine.text import T, refused
from bot.engine.words import whole_number
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER
from bot.systems.second_kingdom.heroes.cards import REVEAL
from bot.systems.second_kingdom.heroes.files import HERO_FILE, file_of
from bot.systems.second_kingdom.heroes.people import (
    ABOUT_LENGTH,
    NAME_LENGTH,
    NPC_MEANT,
    EditNpc,
    OnHero,
    RevealNpc,
)
from bot.systems.second_kingdom.state import Known, Npc, Virtue
from bot.ui.commands import handler
from bot.ui.controls import Do, select
from bot.ui.controls import form as submitted
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply
from bot.ui.text import safe

SCORE_LENGTH = 3


class Whom(Options):
    """One of the game masters' own."""

    name: RecordId = option("Who to change", finder=NPC_MEANT)


@handler("sk npc edit", may=Permit.GAME_MASTERS, opens_form=lambda _given: True)
async def edit_npc(dispatcher: Dispatcher, reply: Reply, whom: Whom) -> None:
    """Change an NPC's name, virtues and notes in a form"""
    seen = await in_time(dispatcher.look(reply.interaction, Scope(ids=(whom.name,))))
    record = seen.records[whom.name]
    await reply.modal(modal(f"npc|{record.id}", record.title, _asks(record.state)))


@select(REVEAL, may=Permit.GAME_MASTERS)
async def reveal(dispatcher: Dispatcher, reply: Reply, chosen: str) -> Do:
    """Let the table know as much of an NPC as the list said."""
    npc, _, known = chosen.partition("/")
    if known not in set(Known):
        raise damaged_button()
    return Do(RevealNpc(RecordId(npc), Known(known)))


# -- the form ---------------------------------------------------------------------------------------


@submitted("npc", may=Permit.GAME_MASTERS)
async def edited(dispatcher: Dispatcher, reply: Reply, npc: str) -> None:
    """What was written of an NPC."""
    texts = answers(reply.interaction.data)
    scores = {virtue.value: _score(virtue, texts.get(virtue.value, "")) for virtue in Virtue}
    action = EditNpc(RecordId(npc), texts.get("name", ""), **scores, about=texts.get("about", ""))
    await dispatcher.carry_out(reply, action, quietly=True)


def _asks(npc: Npc) -> tuple[FormField, ...]:
    scores = {virtue: npc.score(virtue) for virtue in Virtue}
    return (
        FormField("name", T("Name")(), NAME_LENGTH, value=npc.name),
        *(
            FormField(
                virtue.value,
                virtue.label,
                SCORE_LENGTH,
                hint=T("1 to 10")(),
                value=str(score or ""),
                is_optional=True,
                empty=T("Leave it empty for none.")(),
            )
            for virtue, score in scores.items()
        ),
        FormField(
            "about",
            T("Your notes; players never see them")(),
            ABOUT_LENGTH,
            is_long=True,
            value=npc.about,
            is_optional=True,
        ),
    )


def _score(virtue: Virtue, text: str) -> int | None:
    if not text.strip():
        return None
    number = whole_number(text)
    if number is None:
        raise refused(
            "npc.virtue",
            "{virtue} can be 1 to 10, or empty for none, not “{text:20}”.",
            virtue=virtue,
            text=text,
        )
    return number


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
