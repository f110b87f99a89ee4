"""`/kingdom history`: how a kingdom's numbers went over its months."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.engine.words import one_line, whole_number
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.snapshots import SNAPSHOT, Snapshot, snapshot
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.screens import finding, groups
from bot.systems.kingdom.screens.history_chart import History
from bot.systems.kingdom.screens.previews import exactly
from bot.systems.kingdom.words import history as words
from bot.systems.kingdom.words.realm import not_founded
from bot.ui.card import Card, Pick, Picture, Select, Tone
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

SHOW: Final = "kingdom_history"
USUAL, MOST = 24, 240
REGISTER: Register = {
    "/kingdom history": Permit.EVERYONE,
    f"select {SHOW}": Permit.EVERYONE,
}
WHAT = [app_commands.Choice(name=text, value=value) for value, text in words.WHAT.items()]
_MONTHS = re.compile(r"(\d{1,6})(?:\D{1,3}(\d{1,6}))?", re.ASCII)


class HistoryCommands(commands.Cog):
    """The past of a kingdom."""

    _desk: Desk

    @groups.kingdom.command(name="history")
    @app_commands.describe(
        what="Which numbers; without it, the three attributes",
        months=f"How many of the last months; without it, {USUAL}",
        compare="Two months side by side, such as 3 5; one is compared with now",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.choices(what=WHAT)
    @app_commands.guild_only()
    async def kingdom_history(
        self,
        interaction: Interaction,
        what: str = "attributes",
        months: app_commands.Range[int, 1, MOST] = USUAL,
        compare: str = "",
        kingdom: str | None = None,
    ) -> None:
        """See how a kingdom went over its months, as a picture, or compare two of them"""
        async with self._desk.reply(interaction) as reply:
            id_, name, found = await _months(self._desk, interaction, kingdom)
            if compare:
                await reply.private(_compared(name, found, compare))
            else:
                await reply.private(_card(id_, History(name, what, found[-months:]), months))

    @kingdom_history.autocomplete("kingdom")
    async def _kingdoms_past(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


async def _months(
    desk: Desk, interaction: Interaction, kingdom: str | None
) -> tuple[RecordId, str, tuple[Snapshot, ...]]:
    """Every month that was closed, and the one under way. Raises RuleViolation before the founding."""
    seen = await finding.seen(desk, interaction, kingdom)
    if seen.realm.kingdom.stage is Stage.FOUNDING:
        raise RuleViolation(not_founded(seen.realm.kingdom.name))
    want = Want(SNAPSHOT.name, parent=seen.id)
    scenery = await desk.look(interaction, Scope(wants=(want,)), campaign=seen.scenery.campaign_id)
    closed = {each.state.month: each.state for each in scenery.all(SNAPSHOT.name)}
    now = snapshot(seen.realm)
    closed.pop(now.month, None)
    found = (*(closed[month] for month in sorted(closed)), now)
    return seen.id, seen.shown.title, found


# -- the picture --------------------------------------------------------------------------------------


def _drawn(history: History) -> bytes:
    # Pillow takes a while to load, and a start does not wait for it.
    from bot.systems.kingdom.screens.history_pictures import draw_history

    return draw_history(history)


def _card(kingdom: RecordId, history: History, months: int) -> Card:
    picture = Picture("history.png", partial(_drawn, history), history.alt())
    lines = [*history.told(), *([words.ONLY_NOW] if len(history.months) == 1 else [])]
    picks = tuple(Pick(key, text, is_chosen=key == history.what) for key, text in words.WHAT.items())
    select = Select(words.SHOW, SHOW, picks, (kingdom, str(months)))
    title = words.title(safe(history.name, 60), history.what)
    return Card(title, tuple(lines), tone=Tone.QUIET, picture=picture, note=words.ZOOM, selects=(select,))


def answer(desk: Desk) -> None:
    """Enter the list that shows something else."""

    async def show(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, text, what = exactly(args, 3)
        months = whole_number(text)
        if what not in words.WHAT or months is None or not 1 <= months <= MOST:
            raise Stale(DAMAGED_BUTTON)
        id_, name, found = await _months(desk, reply.interaction, kingdom)
        await reply.update(_card(id_, History(name, what, found[-months:]), months))

    desk.add_select(SHOW, show)


# -- two months ---------------------------------------------------------------------------------------


def _compared(name: str, found: tuple[Snapshot, ...], text: str) -> Card:
    """Every number of two months. Raises RuleViolation where they are not told, or not kept."""
    meant = _MONTHS.fullmatch(one_line(text))
    if meant is None:
        raise RuleViolation(words.no_months(safe(text, 40)))
    now = found[-1].month
    numbers = (int(meant[1]), int(meant[2]) if meant[2] else now)
    if numbers[0] == numbers[1]:
        raise RuleViolation(words.same_month(numbers[0]))
    first, second = (_kept(found, number) for number in sorted(numbers))
    names = [words.month(each.month, is_now=each.month == now) for each in (first, second)]
    pairs = ((what, getattr(first, what), getattr(second, what)) for what in words.COMPARED)
    events = (words.events(names[0], first.events), words.events(names[1], second.events))
    title = words.compared_title(safe(name, 60), *names)
    return Card(title, (*(words.changed(*each) for each in pairs), *events), tone=Tone.QUIET)


def _kept(found: tuple[Snapshot, ...], month: int) -> Snapshot:
    for each in found:
        if each.month == month:
            return each
    raise RuleViolation(words.no_such_month(month, [each.month for each in found]))
