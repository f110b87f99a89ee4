"""What `/sk` does with heroes and NPCs by hand: forms and files."""

from __future__ import annotations

from typing import Any

from bot.engine.asking import Asking
from bot.engine.card import Attachment, Card
from bot.engine.declare import Options, Person, Upload, look, option
from bot.engine.people import Permit
from bot.engine.system import Ask, RecordId, Scope
from bot.engine.words import whole_number
from bot.errors import RuleViolation
from bot.play import Post, RecordView
from bot.systems.second_kingdom import words
from bot.systems.second_kingdom import words as second_kingdom_words
from bot.systems.second_kingdom.attacks.state import MANEUVER
from bot.systems.second_kingdom.heroes import cards
from bot.systems.second_kingdom.heroes.files import (
    HERO_FILE,
    HeroImported,
    ImportHero,
    file_of,
)
from bot.systems.second_kingdom.heroes.people import (
    ABOUT_LENGTH,
    COMBATANT_MEANT,
    NAME_LENGTH,
    NPC_MEANT,
    EditNpc,
    OnHero,
)
from bot.systems.second_kingdom.heroes.sheet import SetPortrait
from bot.systems.second_kingdom.state import Npc, Virtue
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher, Register, in_time
from bot.ui.form import answers, form
from bot.ui.portrait import Looks
from bot.ui.reply import Reply
from bot.ui.text import person, safe
from bot.ui.upload import read

SCORE_LENGTH = 3


class Whom(Options):
    """One of the game masters' own."""

    name: RecordId = option("Whom to change", finder=NPC_MEANT)


@handler("sk npc edit", may=Permit.GAME_MASTERS, opens_form=lambda _given: True)
async def edit_npc(dispatcher: Dispatcher, reply: Reply, whom: Whom) -> None:
    """Change an NPC's name, virtues and notes in a form"""
    seen = await in_time(dispatcher.look(reply.interaction, Scope(ids=(whom.name,))))
    record = seen.records[whom.name]
    await reply.modal(form(f"npc|{record.id}", record.title, _asks(record.state)))


# -- the form ---------------------------------------------------------------------------------------


def answer(dispatcher: Dispatcher) -> None:
    """Enter the form."""

    async def edited(reply: Reply, args: tuple[str, ...]) -> None:
        await dispatcher.carry_out(reply, _edit(args, answers(reply.interaction.data)), quietly=True)

    dispatcher.add_form("npc", edited)


def _asks(npc: Npc) -> tuple[Ask, ...]:
    scores = {virtue: npc.score(virtue) for virtue in Virtue}
    return (
        Ask("name", words.NPCS_NAME, NAME_LENGTH, value=npc.name),
        *(
            Ask(
                virtue.value,
                second_kingdom_words.virtue(virtue),
                SCORE_LENGTH,
                hint=words.NO_VIRTUE_HINT,
                value=str(score or ""),
                is_optional=True,
            )
            for virtue, score in scores.items()
        ),
        Ask("about", words.NPCS_ABOUT, ABOUT_LENGTH, is_long=True, value=npc.about, is_optional=True),
    )


def _edit(args: tuple[str, ...], texts: dict[str, str]) -> EditNpc:
    scores = {virtue.value: _score(virtue, texts.get(virtue.value, "")) for virtue in Virtue}
    return EditNpc(
        RecordId(args[0] if args else ""), texts.get("name", ""), **scores, about=texts.get("about", "")
    )


def _score(virtue: Virtue, text: str) -> int | None:
    if not text.strip():
        return None
    number = whole_number(text)
    if number is None:
        raise RuleViolation(words.not_whole(virtue, safe(text, 20)))
    return number


# -- Portraits, and heroes as files: out of a campaign, and into one ------------------------------------


class Portrayed(Looks):
    """How somebody shall look."""

    combatant: RecordId = option(
        "Whose portrait; your own hero's by default. For game masters, NPCs too",
        name="hero",
        finder=COMBATANT_MEANT,
    )


@handler("sk portrait", may=Permit.OWNER_OR_GAME_MASTER)
async def set_portrait(dispatcher: Dispatcher, reply: Reply, looks: Portrayed) -> None:
    """Give a hero a portrait, or take it away"""
    await dispatcher.carry_out(reply, SetPortrait(looks.combatant, looks.address, await looks.data()))


@look("sk export", may=Permit.EVERYONE)
def export(asking: Asking, whose: OnHero) -> Card:
    """Get a hero as a file"""
    linked = asking.look(Scope(ids=(whose.hero,), links=True)).records
    record = linked[whose.hero]
    known = [linked[each].title for each in record.state.maneuvers if _is_maneuver(linked.get(each))]
    file = Attachment("hero.json", HERO_FILE.write(file_of(record.state, known)))
    lines = (words.EXPORTED, *((words.NO_PICTURE,) if record.state.picture else ()))
    return Card(safe(record.title), lines, file=file)


def _is_maneuver(record: RecordView | None) -> bool:
    return record is not None and record.kind == MANEUVER.name


class OfFile(Options):
    """A hero's file, and whose the hero becomes."""

    file: Upload = option("A file as /sk export makes it")
    player: Person | None = option("For game masters: whose hero it becomes", default=None)


@handler("sk import", may=Permit.MEMBERS)
async def import_hero(dispatcher: Dispatcher, reply: Reply, options: OfFile) -> None:
    """Bring a hero to the table out of a file"""
    hero = await read(options.file, HERO_FILE.read)
    owner = reply.interaction.user.id if options.player is None else options.player
    await dispatcher.preview(reply, ImportHero(owner, hero))


# -- on cards ---------------------------------------------------------------------------------------


def draw(post: Post) -> Card | None:
    """A hero who came out of a file."""
    event = post.entry.event(HeroImported)
    return cards.comes(event).add(*_left(event)) if event is not None else None


def show(record: RecordView, post: Post) -> Card | None:
    """Nothing: no record of its own."""
    return None


def _left(event: HeroImported) -> list[str]:
    lines = [words.lacking([safe(name, 60) for name in event.maneuvers_left])] if event.maneuvers_left else []
    lines += [words.conviction_stayed(event.conviction_left)] if event.conviction_left else []
    return [*lines, words.APPROVAL_FIRST] if event.needs_approval else lines


def _tell(event: HeroImported) -> str:
    return words.files_came(safe(event.name), person(event.player))


TELLERS: dict[type[Any], Any] = {HeroImported: _tell}

REGISTER: Register = {"form npc": Permit.GAME_MASTERS}
