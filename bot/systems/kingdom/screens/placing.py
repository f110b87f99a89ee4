"""`/month-gm`: events and numbers that a game master sets by hand, or takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.events import place_of
from bot.systems.kingdom.rules.placed_events import CancelEvent, PlaceEvent
from bot.systems.kingdom.rules.placing import CancelSource, PlaceNumber
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.screens.events import suggested_events
from bot.systems.kingdom.screens.groups import month_gm
from bot.systems.kingdom.words import placing as words

REGISTER: Register = {
    "/month-gm event": Permit.GAME_MASTERS,
    "/month-gm cancel-event": Permit.GAME_MASTERS,
    "/month-gm place": Permit.GAME_MASTERS,
    "/month-gm cancel": Permit.GAME_MASTERS,
}
Reason = app_commands.Range[str, 1, REASON_LENGTH]
NUMBERS = [app_commands.Choice(name=text, value=value) for value, text in words.NUMBERS.items()]
UNTIL = [app_commands.Choice(name=text, value=value) for value, text in words.UNTIL.items()]


class PlacingCommands(commands.Cog):
    """What a game master may set at any time, with a reason."""

    _desk: Desk

    @month_gm.command(name="event")
    @app_commands.describe(
        event="Which of the book's events",
        hex="The hex it strikes; without a place, one is drawn",
        settlement="The settlement it strikes",
        note="What it is about, for everybody to read",
        kingdom="Where there are several",
    )
    @app_commands.guild_only()
    async def month_event(
        self,
        interaction: Interaction,
        event: str,
        hex: str = "",  # noqa: A002
        settlement: str = "",
        note: Reason = "",
        kingdom: str | None = None,
    ) -> None:
        """Have an event come up, beside what the month's roll brings"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, PlaceEvent(seen.id, event, hex, settlement, note))

    @month_gm.command(name="cancel-event")
    @app_commands.describe(
        event="Which one of those under way",
        reason="Why, for everybody to read",
        kingdom="Where there are several",
    )
    @app_commands.guild_only()
    async def month_cancel_event(
        self, interaction: Interaction, event: str, reason: Reason = "", kingdom: str | None = None
    ) -> None:
        """Take an event back as if it had not come up; numbers that you changed stay"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, CancelEvent(seen.id, event, reason))

    @month_gm.command(name="place")
    @app_commands.describe(
        number="Which number",
        amount="Such as 3 or -2, or dice: 1d6; 1d6! where each 6 is rolled on",
        reason="Why; it names the source, for everybody to read",
        until="How long; without it, until it is cancelled",
        kingdom="Where there are several",
    )
    @app_commands.choices(number=NUMBERS, until=UNTIL)
    @app_commands.guild_only()
    async def month_place(
        self,
        interaction: Interaction,
        number: str,
        amount: str,
        reason: Reason,
        until: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Change a number: a named source for as long as you say, or once for Unrest, Treasury and XP"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, PlaceNumber(seen.id, number, amount, reason, until))

    @month_gm.command(name="cancel")
    @app_commands.describe(
        source="Which named source", reason="Why, for everybody to read", kingdom="Where there are several"
    )
    @app_commands.guild_only()
    async def month_cancel(
        self, interaction: Interaction, source: str, reason: Reason = "", kingdom: str | None = None
    ) -> None:
        """End a named source of a number"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, CancelSource(seen.id, source, reason))

    # -- suggestions --------------------------------------------------------------------------------

    @month_event.autocomplete("kingdom")
    @month_cancel_event.autocomplete("kingdom")
    @month_place.autocomplete("kingdom")
    @month_cancel.autocomplete("kingdom")
    async def _kingdoms_set(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @month_event.autocomplete("event")
    async def _events_to_place(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_events(self._desk, interaction, typed)

    @month_event.autocomplete("hex")
    async def _hexes_to_strike(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_hexes(self._desk, interaction, typed)

    @month_event.autocomplete("settlement")
    async def _settlements_to_strike(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _settlements)

    @month_cancel_event.autocomplete("event")
    async def _events_under_way(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _events)

    @month_cancel.autocomplete("source")
    async def _sources_to_cancel(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _sources)


# Each as it is listed, and its value.
Listed = Iterable[tuple[str, str]]


async def _suggested(
    desk: Desk, interaction: Interaction, typed: str, listed: Callable[[Realm], Listed]
) -> Choices:
    named = interaction.namespace.kingdom

    async def find() -> list[tuple[str, str]]:
        realm, near = (await finding.seen(desk, interaction, named or None)).realm, typed.strip().casefold()
        return [(line, value) for line, value in listed(realm) if near in line.casefold()]

    return await desk.suggest(interaction, find)


def _events(realm: Realm) -> Listed:
    for each in realm.kingdom.happenings:
        line = words.under_way(each.event, place_of(realm, each), each.since)
        yield line, str(each.number)


def _sources(realm: Realm) -> Listed:
    for each in realm.kingdom.changes:
        yield words.source(each.stat.value, each.amount, each.name), str(each.number)


def _settlements(realm: Realm) -> Listed:
    for id_, town in realm.towns.items():
        yield town.name, id_
