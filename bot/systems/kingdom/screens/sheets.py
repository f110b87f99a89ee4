"""The part of `/kingdom` that shows numbers: the sheet, and why each of them is what it is."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.checks import check
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.rules.settings import SETTINGS
from bot.systems.kingdom.rules.showing import Page, ShowKingdom
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.screens import finding, sheet_cards
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.groups import kingdom as group
from bot.systems.kingdom.screens.why_lines import CHECKS, explained
from bot.systems.kingdom.screens.why_told import changes
from bot.systems.kingdom.words import sheets as words
from bot.systems.kingdom.words import why as why_words
from bot.systems.kingdom.words.names import NUMBERS, number, signed
from bot.ui.card import Card
from bot.ui.text import fitting, safe

# As long as an explanation gets on one card, with its notes.
ROOM = 3500
# These have no sources: they are what was done to them.
KEPT = ("unrest", "treasury")
PARTS = [app_commands.Choice(name=words.PAGES[page.value], value=page.value) for page in Page]
WHICH = [app_commands.Choice(name=name, value=value) for value, name in NUMBERS.items()]
REGISTER: Register = {"/kingdom sheet": Permit.EVERYONE, "/kingdom why": Permit.EVERYONE}


class SheetCommands(commands.Cog):
    """The part of `/kingdom` about sheets."""

    _desk: Desk

    @group.command(name="sheet")
    @app_commands.describe(
        part="Only this part, in full",
        share="Show it to everybody",
        kingdom="Which one, where there are several",
    )
    @app_commands.choices(part=PARTS)
    @app_commands.guild_only()
    async def kingdom_sheet(
        self, interaction: Interaction, part: str = "whole", share: bool = False, kingdom: str | None = None
    ) -> None:
        """See a kingdom's numbers, leaders, land and month"""
        async with self._desk.reply(interaction) as reply:
            page = _page(part)
            seen = await finding.seen(self._desk, interaction, kingdom)
            if share:
                await self._desk.carry_out(reply, ShowKingdom(seen.id, page))
            else:
                await reply.private(sheet_cards.sheet(seen.shown, seen.realm, page))

    @group.command(name="why")
    @app_commands.describe(
        number="Which number is to be explained", kingdom="Which one, where there are several"
    )
    @app_commands.choices(number=WHICH)
    @app_commands.guild_only()
    async def kingdom_why(self, interaction: Interaction, number: str, kingdom: str | None = None) -> None:
        """See every source of a number, with its amount and its rule"""
        async with self._desk.reply(interaction) as reply:
            _require_number(number)
            seen = await finding.seen(self._desk, interaction, kingdom)
            told = await changes(self._desk, interaction, seen, number) if number in KEPT else ()
            await reply.private(why(seen, number, told))

    @kingdom_sheet.autocomplete("kingdom")
    @kingdom_why.autocomplete("kingdom")
    async def _kingdoms_to_see(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


def _page(text: str) -> Page:
    """The part of the sheet picked from the list. Raises RuleViolation for another."""
    if text not in set(Page):
        raise RuleViolation(words.no_such_part(safe(text, 40)))
    return Page(text)


def _require_number(text: str) -> None:
    if text not in NUMBERS:
        raise RuleViolation(why_words.no_such_number(safe(text, 40)))


def why(seen: Seen, name: str, told: tuple[str, ...] = ()) -> Card:
    """A number explained."""
    lines = fitting((*explained(seen.realm, name), *told), ROOM)
    title = why_words.title(safe(seen.realm.kingdom.name, 60), name, _value(seen, name))
    return Card(title, tuple(lines))


def _value(seen: Seen, name: str) -> str:
    if name in CHECKS:
        return signed(check(seen.realm, CHECKS[name]).modifier)
    return number(getattr(figures(seen.realm), name))


def answer(desk: Desk) -> None:
    """Have the button of everybody's own sheets find the kingdoms in which one has a role."""

    async def sheets(interaction: Interaction) -> list[Card]:
        found = await desk.look(interaction, Scope(wants=(Want(KINGDOM.name),), links=True))
        own = (
            each
            for each in found.all(KINGDOM.name)
            if any(leader.player == interaction.user.id for leader in each.state.leaders)
        )
        realms = ((each, finding.realm_seen(each, found.records, found.campaign.settings)) for each in own)
        return [sheet_cards.sheet(each, realm, Page.WHOLE) for each, realm in realms]

    desk.sheets[SETTINGS[0].system] = sheets
