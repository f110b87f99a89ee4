"""Events: what is under way and what each does; adventurers hired against them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.words import whole_number
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.events import HireAdventurers, require_hire
from bot.systems.kingdom.rules.placed_events import event_of
from bot.systems.kingdom.rules.realm import require_standing
from bot.systems.kingdom.rules.terms import Attribute, Stage
from bot.systems.kingdom.screens import event_cards, event_pages, finding, groups
from bot.systems.kingdom.screens.event_pages import HIRE
from bot.systems.kingdom.screens.previews import came_of_it, exactly
from bot.systems.kingdom.words import event_book
from bot.systems.kingdom.words import events as words
from bot.systems.kingdom.words.realm import not_founded
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/kingdom events": Permit.EVERYONE,
    "/treasury hire": Permit.MEMBERS,
    f"button {HIRE}": Permit.MEMBERS,
}
LEVELS = [app_commands.Choice(name=text, value=levels) for levels, text in words.LEVELS.items()]
CHECKS = [app_commands.Choice(name=text, value=value) for value, text in words.CHECKS.items()]


class EventCommands(commands.Cog):
    """The part of the commands about events."""

    _desk: Desk

    @groups.kingdom.command(name="events")
    @app_commands.describe(
        event="What this one does; without it, what is under way",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.guild_only()
    async def kingdom_events(
        self, interaction: Interaction, event: str | None = None, kingdom: str | None = None
    ) -> None:
        """See which events are under way and what they do, or look one up"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            if seen.realm.kingdom.stage is Stage.FOUNDING:
                raise RuleViolation(not_founded(seen.realm.kingdom.name))
            named = event_of(event) if event is not None else None
            await reply.private(event_pages.page(seen) if named is None else event_pages.one(seen, named))

    @groups.treasury.command(name="hire")
    @app_commands.describe(
        check="Which check they help with",
        levels="How good they are",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.choices(check=CHECKS, levels=LEVELS)
    @app_commands.guild_only()
    async def treasury_hire(
        self, interaction: Interaction, check: str, levels: str, kingdom: str | None = None
    ) -> None:
        """Hire adventurers against an event, once an Event phase; shows their price and asks first"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            require_standing(seen.realm.kingdom)
            bonus, price = require_hire(seen.realm, levels)
            await reply.private(event_pages.hire(seen, Attribute(check), levels, bonus, price))

    @kingdom_events.autocomplete("kingdom")
    @treasury_hire.autocomplete("kingdom")
    async def _events_of(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @kingdom_events.autocomplete("event")
    async def _known_events(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_events(self._desk, interaction, typed)


async def suggested_events(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """The book's events whose name has that in it."""
    events = [(name, id_) for id_, (name, _) in event_book.EVENTS.items()]
    return await finding.suggested_words(desk, interaction, typed, events)


def answer(desk: Desk) -> None:
    """Enter the button of the preview."""

    async def hire(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, attribute, levels, treasury = exactly(args, 4)
        if attribute not in tuple(Attribute) or whole_number(treasury) is None:
            raise Stale(DAMAGED_BUTTON)
        action = HireAdventurers(RecordId(kingdom), Attribute(attribute), levels, whole_number(treasury))
        await desk.carry_out(reply, action, panel=came_of_it(event_cards.TELLERS))

    desk.add_button(HIRE, hire)
