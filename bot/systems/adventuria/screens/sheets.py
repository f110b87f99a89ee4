"""The part of `/adv` about sheets: anybody's, that of one who adventures no more too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.people import Permit
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER, COMPANIONS
from bot.systems.adventuria.rules.sheets import ShowSheet
from bot.systems.adventuria.rules.state import NAME_LENGTH
from bot.systems.adventuria.screens import finding, sheet_cards
from bot.systems.adventuria.screens.sheet_cards import Rulings, Waits
from bot.systems.adventuria.words import sheets as words
from bot.ui.card import Card, step_buttons
from bot.ui.text import safe

REGISTER: Register = {"/adv sheet": Permit.EVERYONE}


class SheetCommands(commands.Cog):
    """The part of `/adv` about sheets."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        adventurer="Whose; your own by default",
        picture="As a picture",
        show="Show it to everybody, in its thread",
    )
    @app_commands.guild_only()
    async def sheet(
        self,
        interaction: Interaction,
        adventurer: str | None = None,
        picture: bool = False,
        show: bool = False,
    ) -> None:
        """See an adventurer's sheet"""
        async with self._desk.reply(interaction) as reply:
            found = await _found(self._desk, interaction, adventurer)
            if show:
                await self._desk.carry_out(reply, ShowSheet(found.id, picture))
            else:
                await reply.private(await _sheet(self._desk, interaction, found, as_picture=picture))

    @sheet.autocomplete("adventurer")
    async def _whose_sheets(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            known = await _known(self._desk, interaction, part=typed)
            named = [(words.gone_by(e.title) if e.is_archived else e.title, str(e.id)) for e in known]
            return sorted(named, key=lambda pair: pair[0].casefold())

        return await self._desk.suggest(interaction, find)

    async def _sheets(self, interaction: Interaction) -> list[Card]:
        """The sheets of the asker's own adventurers."""
        scope = Scope(wants=(Want(ADVENTURER.name, is_own=True),))
        own = (await self._desk.look(interaction, scope)).all(ADVENTURER.name)
        return [await _sheet(self._desk, interaction, each) for each in own]


async def _found(desk: Desk, interaction: Interaction, text: str | None) -> Shown:
    """The adventurer meant; of one name, who is in play comes before who is not. Raises RuleViolation."""
    if text is not None:
        known = await _known(desk, interaction, text=text)
        meant = [each for each in known if not each.is_archived] or known
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise RuleViolation(words.several_gone(safe(text, NAME_LENGTH)))
    return await finding.adventurer(desk, interaction, text)


async def _known(
    desk: Desk, interaction: Interaction, *, text: str | None = None, part: str | None = None
) -> Sequence[Shown]:
    """Adventurers of that name, fallen and retired ones too; not those whose making was undone."""
    want = Want(ADVENTURER.name, text=text, part=part)
    found = await desk.look(interaction, Scope(wants=(want, replace(want, archived=True))))
    return [e for e in found.all(ADVENTURER.name) if not e.is_archived or e.state.end is not None]


async def _sheet(desk: Desk, interaction: Interaction, shown: Shown, *, as_picture: bool = False) -> Card:
    """The sheet as the asker alone sees it, with the buttons of what waits in it."""
    scenery = await desk.look(interaction, Scope(ids=(shown.id,), links=True))
    waiting = await _waiting(desk, interaction, shown)
    drawn = sheet_cards.picture if as_picture else sheet_cards.sheet
    card = drawn(shown, scenery.records, Rulings.of(scenery.campaign.settings), waiting)
    return replace(card, buttons=step_buttons(shown.id, shown.steps))


async def _waiting(desk: Desk, interaction: Interaction, shown: Shown) -> Sequence[Waits]:
    """What waits in the adventurer and in fights and offers open with it, and where each card is."""
    _, every = await desk.play.waiting(actor_of(interaction), request_of(interaction))
    return [
        Waits(each.label, each.link.url if each.link is not None else None)
        for each in every
        if each.record.id == shown.id or _is_with(each.record, shown)
    ]


def _is_with(record: Shown, adventurer: Shown) -> bool:
    return record.kind in COMPANIONS and record.state.adventurer == adventurer.id
