"""`/month-gm`: a game master moves a month on, goes back in it, stops its clock, or closes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.people import Permit
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Entry, Filter
from bot.systems.kingdom.rules.calendar import open_steps
from bot.systems.kingdom.rules.month import CloseMonth, Freeze, SkipStep, SkipTo, Thaw
from bot.systems.kingdom.rules.months import ORDER
from bot.systems.kingdom.rules.realm import require_standing
from bot.systems.kingdom.rules.state import REASON_LENGTH, Kingdom
from bot.systems.kingdom.rules.terms import Step
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.groups import month_gm
from bot.systems.kingdom.words import month_back as words
from bot.systems.kingdom.words.names import STEPS
from bot.ui.card import MOST_PICKS, Card, Pick, Select
from bot.ui.text import safe

REGISTER: Register = {
    "/month-gm next": Permit.GAME_MASTERS,
    "/month-gm back": Permit.GAME_MASTERS,
    "/month-gm freeze": Permit.GAME_MASTERS,
    "/month-gm thaw": Permit.GAME_MASTERS,
    "/month-gm close": Permit.GAME_MASTERS,
}
Reason = app_commands.Range[str, 1, REASON_LENGTH]
MOST_PAGES = 6
# What the journal keeps of taking back itself: not to be taken back from a list of steps.
OF_THE_HOUSE = ("Undo", "Redo", "Nudge")


class MonthGmCommands(commands.Cog):
    """The game master's hand on the month."""

    _desk: Desk

    @month_gm.command(name="next")
    @app_commands.describe(
        step="Pass over this open step; without it, the first one",
        to="Or pass over everything before this later step",
        reason="Why, for everybody to read",
        kingdom="Where there are several",
    )
    @app_commands.guild_only()
    async def month_next(
        self,
        interaction: Interaction,
        step: str | None = None,
        to: str | None = None,
        reason: Reason = "",
        kingdom: str | None = None,
    ) -> None:
        """Pass over a step of the month, or several"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, _passing(seen, step, to, reason))

    @month_gm.command(name="back")
    @app_commands.describe(kingdom="Where there are several")
    @app_commands.guild_only()
    async def month_back(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """See what was done this month, and go back to before any of it"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(_back(self._desk, seen, await _done(self._desk, interaction, seen)))

    @month_gm.command(name="freeze")
    @app_commands.describe(reason="Why, for everybody to read", kingdom="Where there are several")
    @app_commands.guild_only()
    async def month_freeze(
        self, interaction: Interaction, reason: Reason, kingdom: str | None = None
    ) -> None:
        """Stop a kingdom's clock until you let time run again"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, Freeze(seen.id, reason))

    @month_gm.command(name="thaw")
    @app_commands.describe(
        reason="Why, for everybody to read",
        unrest="What Unrest becomes, 0 to 19; without it, it stays",
        kingdom="Where there are several",
    )
    @app_commands.guild_only()
    async def month_thaw(
        self,
        interaction: Interaction,
        reason: Reason = "",
        unrest: int | None = None,
        kingdom: str | None = None,
    ) -> None:
        """Let time run again, or end the anarchy"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, Thaw(seen.id, reason, unrest))

    @month_gm.command(name="close")
    @app_commands.describe(kingdom="Where there are several")
    @app_commands.guild_only()
    async def month_close(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """Close the month once all of it is done; the next one then waits"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, CloseMonth(seen.id))

    # -- suggestions --------------------------------------------------------------------------------

    @month_next.autocomplete("kingdom")
    @month_back.autocomplete("kingdom")
    @month_freeze.autocomplete("kingdom")
    @month_thaw.autocomplete("kingdom")
    @month_close.autocomplete("kingdom")
    async def _kingdoms(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @month_next.autocomplete("step")
    async def _open_steps(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _skippable)

    @month_next.autocomplete("to")
    async def _later_steps(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _ahead)


async def _suggested(
    desk: Desk, interaction: Interaction, typed: str, which: Callable[[Kingdom], Iterable[Step]]
) -> Choices:
    named = interaction.namespace.kingdom

    async def find() -> list[tuple[str, str]]:
        seen = await finding.seen(desk, interaction, named or None)
        near = typed.strip().casefold()
        found = [(STEPS[each.value], each.value) for each in which(seen.realm.kingdom)]
        return [pair for pair in found if near in pair[0].casefold()]

    return await desk.suggest(interaction, find)


# -- passing over -------------------------------------------------------------------------------------


def _skippable(state: Kingdom) -> Iterable[Step]:
    return (each for each in open_steps(state) if each not in (Step.OPEN, Step.CLOSE))


def _ahead(state: Kingdom) -> Iterable[Step]:
    now = open_steps(state)
    last = max((ORDER.index(each) for each in now), default=-1)
    return (each for each in ORDER[last + 1 :] if each is not Step.OPEN)


def _passing(seen: Seen, step: str | None, to: str | None, reason: str) -> SkipStep | SkipTo:
    """The action meant. Raises RuleViolation for no such step, or two at once."""
    if to is not None:
        if step is not None:
            raise RuleViolation(words.ONE_OF_TWO)
        return SkipTo(seen.id, _step_of(to), reason)
    if step is not None:
        return SkipStep(seen.id, _step_of(step), reason)
    require_standing(seen.realm.kingdom)
    return SkipStep(seen.id, open_steps(seen.realm.kingdom)[0], reason)


def _step_of(text: str) -> Step:
    """The step of that name, as people read it or as it is kept. Raises RuleViolation."""
    named = text.strip().casefold()
    for step in Step:
        if named in (step.value, STEPS[step.value].casefold()):
            return step
    raise RuleViolation(words.no_such_step(safe(text, 60)))


# -- going back ---------------------------------------------------------------------------------------


async def _done(desk: Desk, interaction: Interaction, seen: Seen) -> list[Entry]:
    """What was done in the month under way, newest first, and the end of the month before."""
    found: list[Entry] = []
    before: int | None = None
    for _ in range(MOST_PAGES):
        page = await desk.play.journal(
            actor_of(interaction), request_of(interaction), before=before, wanted=Filter(record=seen.id)
        )
        for entry, _link in page.entries:
            if entry.undone_by is None and entry.action not in OF_THE_HOUSE:
                found.append(entry)
            if len(found) == MOST_PICKS or (entry.undone_by is None and entry.action == CloseMonth.__name__):
                return found
        before = page.older
        if before is None:
            break
    return found


def _back(desk: Desk, seen: Seen, entries: list[Entry]) -> Card:
    title = words.title(safe(seen.shown.title, 60), seen.realm.month)
    if not entries:
        return Card(title, (words.NOTHING,))
    told = [desk.gallery.line(each).replace("\n", " · ").replace("**", "") for each in entries]
    picks = tuple(
        Pick(str(entry.number), words.entry(entry.number, line))
        for entry, line in zip(entries, told, strict=True)
    )
    select = Select(words.HINT, "undo_from", picks, (seen.scenery.campaign_id,))
    return Card(title, (words.EXPLAINED,), selects=(select,))
