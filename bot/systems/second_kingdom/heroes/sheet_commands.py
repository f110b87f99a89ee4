"""The forms of a sheet and of a counter: opened filled with what stands, and sent."""

from __future__ import annotations

import discord

from bot.engine.card import Card
from bot.engine.declare import asks_of, option
from bot.engine.people import WHO_MAY, Permit, Standing, only
from bot.engine.portraits import ADDRESS_LENGTH
from bot.engine.system import FormField, RecordId, Scope, Want
from bot.engine.text import T
from bot.errors import RuleViolation
from bot.play import RecordView
from bot.systems.second_kingdom.heroes import cards
from bot.systems.second_kingdom.heroes.cards import EDIT_BUTTON
from bot.systems.second_kingdom.heroes.changes import OnSheet
from bot.systems.second_kingdom.heroes.counters import (
    MOST_THRESHOLDS,
    THRESHOLD_LENGTH,
    RemoveCounter,
    ShapeCounter,
    counters_of,
    named,
    read_bound,
    read_thresholds,
)
from bot.systems.second_kingdom.heroes.people import HERO, NAME_LENGTH, NPC, CreateHero, OnHero, no_such_hero
from bot.systems.second_kingdom.heroes.sheet import ABOUT_LENGTH, mark, rewritten
from bot.systems.second_kingdom.state import Counter, Hero, Virtue
from bot.ui.commands import handler
from bot.ui.controls import Do, button
from bot.ui.controls import form as submitted
from bot.ui.dispatcher import Dispatcher, Interaction, in_time
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply
from bot.ui.text import safe

EDIT_FORM, SHAPE_FORM = "edit_sheet", "shape_counter"
NUMBER_LENGTH = 7
FALLS, RISES = "falls", "rises"
LEAST, MOST = T("Minimum"), T("Maximum")


async def own(dispatcher: Dispatcher, reply: Reply, record: RecordId) -> RecordView:
    """That sheet, for whoever may send its form. Raises NotAllowed, or Busy when it takes too long."""
    seen = await in_time(dispatcher.look(reply.interaction, Scope(ids=(record,))))
    view = seen.records.get(record)
    if view is None:
        raise damaged_button()
    if view.owner != seen.viewer.user and not seen.viewer.is_game_master:
        raise only(WHO_MAY[Permit.OWNER_OR_GAME_MASTER])
    return view


# -- the sheet --------------------------------------------------------------------------------------


def edit_form(record: RecordView) -> discord.ui.Modal:
    """The form of a hero's sheet; its name holds what it was filled with."""
    hero: Hero = record.state
    asks = (
        FormField("name", T("Name")(), NAME_LENGTH, value=hero.name),
        FormField(
            "virtues",
            T("Virtues")(),
            20,
            hint=T("Courage, prudence, temperance: 6 5 3")(),
            value=" ".join(str(hero.score(virtue)) for virtue in Virtue),
        ),
        FormField("about", T("Notes")(), ABOUT_LENGTH, is_long=True, value=hero.about, is_optional=True),
        FormField(
            "portrait",
            T("Portrait: web address")(),
            ADDRESS_LENGTH,
            hint=T("https://example.org/face.png")(),
            value=hero.portrait,
            is_optional=True,
            empty=T("Leave it empty for no portrait.")(),
        ),
    )
    return modal("|".join((EDIT_FORM, record.id, mark(hero))), T("Edit {name}").plain(name=hero.name), asks)


def shape_form(record: RecordView, name: str) -> discord.ui.Modal:
    """The form of a counter, of one that the sheet doesn't have too."""
    counter = record.state.counters.get(name, Counter(0))
    lines = "\n".join(f"{each.at}: {each.text}" for each in counter.thresholds)
    directions = ((RISES, T("Raises it, like wounds")()), (FALLS, T("Lowers it, like health")()))
    most = "" if counter.most is None else str(counter.most)
    asks = (
        FormField(
            "least",
            LEAST.plain(),
            NUMBER_LENGTH,
            value=str(counter.least),
            is_optional=True,
            empty=T("Leave it empty for 0.")(),
        ),
        FormField(
            "most",
            MOST.plain(),
            NUMBER_LENGTH,
            value=most,
            is_optional=True,
            empty=T("Leave it empty for none.")(),
        ),
        FormField("damage", T("Damage")(), value=FALLS if counter.falls else RISES, options=directions),
        FormField(
            "thresholds",
            T("Thresholds")(),
            MOST_THRESHOLDS * (THRESHOLD_LENGTH + 10),
            is_long=True,
            hint=T("One per line, value first: 5: Staggered")(),
            value=lines,
            is_optional=True,
            empty=T("Leave it empty for none.")(),
        ),
    )
    return modal("|".join((SHAPE_FORM, record.id, name)), T("Counter: {counter}").plain(counter=name), asks)


# -- opened and sent --------------------------------------------------------------------------------


@button(EDIT_BUTTON, may=Permit.OWNER_OR_GAME_MASTER, can_defer=False)
async def open_form(dispatcher: Dispatcher, reply: Reply, hero: str) -> None:
    """Open the form of a sheet."""
    await reply.modal(edit_form(await own(dispatcher, reply, RecordId(hero))))


@submitted(EDIT_FORM, may=Permit.OWNER_OR_GAME_MASTER)
async def edited(dispatcher: Dispatcher, reply: Reply, hero: str, *mark: str) -> Do:
    """What was written of a sheet; its mark may hold dividers."""
    record = await _still(dispatcher, reply, hero, HERO.name)
    texts = {"name": "", "virtues": "", "about": "", "portrait": ""} | answers(reply.interaction.data)
    return Do(rewritten(record.id, record.state, texts, _whole(mark)))


@submitted(SHAPE_FORM, may=Permit.OWNER_OR_GAME_MASTER)
async def shaped(dispatcher: Dispatcher, reply: Reply, combatant: str, *counter: str) -> Do:
    """What was written of a counter, whose name may hold dividers."""
    name = _whole(counter)
    record = await _still(dispatcher, reply, combatant, HERO.name, NPC.name)
    texts = answers(reply.interaction.data)
    least = read_bound(LEAST(), texts.get("least", ""))
    return Do(
        ShapeCounter(
            record.id,
            name,
            least or 0,
            read_bound(MOST(), texts.get("most", "")),
            texts.get("damage") == FALLS,
            read_thresholds(texts.get("thresholds", "")),
        )
    )


def _whole(parts: tuple[str, ...]) -> str:
    """What dividers cut in pieces. Raises Stale where there is nothing."""
    if not any(parts):
        raise damaged_button()
    return "|".join(parts)


async def _still(dispatcher: Dispatcher, reply: Reply, record: str, *kinds: str) -> RecordView:
    """The sheet that a form was opened for. Raises RuleViolation where it is out of play by now."""
    view = (await dispatcher.look(reply.interaction, Scope(ids=(RecordId(record),)))).records.get(
        RecordId(record)
    )
    if view is None or view.kind not in kinds or view.is_archived:
        raise RuleViolation(no_such_hero(safe(record, 60)))
    return view


class OfCounter(OnSheet):
    """Which counter of whose, and whether it goes."""

    counter: str = option("Which counter; a new name adds one", suggest=counters_of)
    remove: bool = option("Remove the counter from the sheet", default=False)


@handler(
    "sk counter",
    may=Permit.OWNER_OR_GAME_MASTER,
    opens_form=lambda given: not given.get("remove", False),
)
async def shape(dispatcher: Dispatcher, reply: Reply, of: OfCounter) -> None:
    """Give a counter bounds and thresholds in a form, or remove it"""
    if of.remove:
        await dispatcher.carry_out(reply, RemoveCounter(of.combatant, of.counter))
        return
    record = await own(dispatcher, reply, of.combatant)
    await reply.modal(shape_form(record, named(record.state.counters, of.counter)))


@handler("sk edit", may=Permit.OWNER_OR_GAME_MASTER, opens_form=lambda _given: True)
async def edit(dispatcher: Dispatcher, reply: Reply, whose: OnHero) -> None:
    """Edit a sheet in a form: name, virtues, notes, portrait"""
    await reply.modal(edit_form(await own(dispatcher, reply, whose.hero)))


async def sheets(dispatcher: Dispatcher, interaction: Interaction) -> list[Card]:
    """The sheets of the asker's own heroes."""
    scope = Scope(wants=(Want(HERO.name, owner=interaction.user.id),))
    own = (await dispatcher.look(interaction, scope)).all(HERO.name)
    return [
        cards.sheet_of(await dispatcher.look(interaction, cards.sheet_scope(hero.id)), hero.id)
        for hero in own
    ]


async def lacking_hero(dispatcher: Dispatcher, interaction: Interaction) -> tuple[FormField, ...] | None:
    """The form of a first hero, for a player who has none."""
    view = await dispatcher.look(interaction, Scope(wants=(Want(HERO.name, is_own=True),)))
    if view.viewer.standing is not Standing.PLAYER or view.all(HERO.name):
        return None
    return asks_of(CreateHero, "name", "courage", "prudence", "temperance", "conviction")
