"""The forms of a sheet and of a counter: opened filled with what stands, and sent."""

from __future__ import annotations

from collections.abc import Awaitable

import discord

from bot.desk import Desk, in_time
from bot.engine.people import WHO_MAY, Permit
from bot.engine.portraits import ADDRESS_LENGTH
from bot.engine.system import Ask
from bot.errors import NotAllowed, Stale
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.play.words import only
from bot.systems.second_kingdom.rules.counters import (
    MOST_THRESHOLDS,
    THRESHOLD_LENGTH,
    ShapeCounter,
    read_bound,
    read_thresholds,
)
from bot.systems.second_kingdom.rules.heroes import NAME_LENGTH
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.rules.sheets import ABOUT_LENGTH, mark, rewritten
from bot.systems.second_kingdom.rules.state import Counter, Hero, Virtue
from bot.systems.second_kingdom.screens import finding
from bot.systems.second_kingdom.screens.sheet_cards import EDIT_BUTTON
from bot.systems.second_kingdom.words import counters
from bot.systems.second_kingdom.words import sheets as words
from bot.ui.form import answers, form
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

EDIT_FORM, SHAPE_FORM = "edit_sheet", "shape_counter"
NUMBER_LENGTH = 7
FALLS, RISES = "falls", "rises"

REGISTER: Register = {
    f"button {EDIT_BUTTON}": Permit.OWNER_OR_GAME_MASTER,
    f"form {EDIT_FORM}": Permit.OWNER_OR_GAME_MASTER,
    f"form {SHAPE_FORM}": Permit.OWNER_OR_GAME_MASTER,
}


async def own(desk: Desk, interaction: Interaction, finding_it: Awaitable[Shown]) -> Shown:
    """The sheet found, for whoever may send its form. Raises NotAllowed, or Busy when it takes too long."""
    return await in_time(_own(desk, interaction, finding_it))


async def _own(desk: Desk, interaction: Interaction, finding_it: Awaitable[Shown]) -> Shown:
    shown = await finding_it
    viewer = (await desk.look(interaction)).viewer
    if shown.owner != viewer.user and not viewer.is_game_master:
        raise NotAllowed(only(WHO_MAY[Permit.OWNER_OR_GAME_MASTER]))
    return shown


# -- the sheet --------------------------------------------------------------------------------------


def edit_form(shown: Shown) -> discord.ui.Modal:
    """The form of a hero's sheet; its name holds what it was filled with."""
    hero: Hero = shown.state
    asks = (
        Ask("name", words.NAME, NAME_LENGTH, value=hero.name),
        Ask("virtues", words.VIRTUES, 20, hint=words.VIRTUES_HINT, value=_virtues(hero)),
        Ask("about", words.ABOUT, ABOUT_LENGTH, is_long=True, value=hero.about, is_optional=True),
        Ask(
            "portrait",
            words.PORTRAIT,
            ADDRESS_LENGTH,
            hint=words.PORTRAIT_HINT,
            value=hero.portrait,
            is_optional=True,
        ),
    )
    return form("|".join((EDIT_FORM, shown.id, mark(hero))), words.edit_title(hero.name), asks)


def _virtues(hero: Hero) -> str:
    return " ".join(str(hero.score(virtue)) for virtue in Virtue)


def shape_form(shown: Shown, name: str) -> discord.ui.Modal:
    """The form of a counter, of one that the sheet doesn't have too."""
    counter = shown.state.counters.get(name, Counter(0))
    lines = "\n".join(f"{each.at}: {each.text}" for each in counter.thresholds)
    directions = ((RISES, counters.ADDS), (FALLS, counters.TAKES))
    most = "" if counter.most is None else str(counter.most)
    asks = (
        Ask("least", counters.LEAST_LABEL, NUMBER_LENGTH, value=str(counter.least), is_optional=True),
        Ask(
            "most", counters.MOST_LABEL, NUMBER_LENGTH, hint=counters.MOST_HINT, value=most, is_optional=True
        ),
        Ask("damage", counters.DAMAGE, value=FALLS if counter.falls else RISES, options=directions),
        Ask(
            "thresholds",
            counters.THRESHOLDS,
            MOST_THRESHOLDS * (THRESHOLD_LENGTH + 10),
            is_long=True,
            hint=counters.THRESHOLDS_HINT,
            value=lines,
            is_optional=True,
        ),
    )
    return form("|".join((SHAPE_FORM, shown.id, name)), counters.title(name), asks)


# -- opened and sent --------------------------------------------------------------------------------


def answer(desk: Desk) -> None:
    """Enter the sheet's button and the forms."""

    async def pressed(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 1:
            raise Stale(DAMAGED_BUTTON)
        hero = finding.hero(desk, reply.interaction, args[0])
        await reply.modal(edit_form(await own(desk, reply.interaction, hero)))

    async def edited(reply: Reply, args: tuple[str, ...]) -> None:
        whose, seen = _named(args)
        shown = await finding.hero(desk, reply.interaction, whose)
        texts = {"name": "", "virtues": "", "about": "", "portrait": ""} | answers(reply.interaction.data)
        await desk.carry_out(reply, rewritten(shown.id, shown.state, texts, seen))

    async def shaped(reply: Reply, args: tuple[str, ...]) -> None:
        whose, counter = _named(args)
        shown = await finding.combatant(desk, reply.interaction, whose)
        texts = answers(reply.interaction.data)
        least = read_bound(counters.LEAST_LABEL, texts.get("least", ""))
        shape = ShapeCounter(
            shown.id,
            counter,
            least or 0,
            read_bound(counters.MOST_LABEL, texts.get("most", "")),
            texts.get("damage") == FALLS,
            read_thresholds(texts.get("thresholds", "")),
        )
        await desk.carry_out(reply, shape, quietly=shown.kind == NPC.name)

    desk.add_button(EDIT_BUTTON, pressed, can_defer=False)
    desk.add_form(EDIT_FORM, edited)
    desk.add_form(SHAPE_FORM, shaped)


def _named(args: tuple[str, ...]) -> tuple[str, str]:
    """Whose sheet it is, and its mark or the counter, whose name may hold dividers. Raises Stale."""
    whose, _, what = "|".join(args).partition("|")
    if not whose or not what:
        raise Stale(DAMAGED_BUTTON)
    return whose, what
