"""The part of `/adv` about adventurers: made, edited, given a home, retired."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, in_time
from bot.engine.people import WHO_MAY, Permit
from bot.engine.system import Ask, RecordId, Scope
from bot.engine.words import one_line
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.play import Scenery, Shown
from bot.play.words import only
from bot.systems.adventuria.rules.adventurer import ADVENTURER
from bot.systems.adventuria.rules.adventurers import (
    ABOUT_LENGTH,
    CreateAdventurer,
    EditAdventurer,
    RetireAdventurer,
    SettleAdventurer,
    create_scope,
    mark,
)
from bot.systems.adventuria.rules.settings import ADVENTURERS, CHOSEN, CREATION, ONE_EACH
from bot.systems.adventuria.rules.state import NAME_LENGTH, Alignment, Type
from bot.systems.adventuria.screens import finding, homes
from bot.systems.adventuria.screens.adventurer_cards import NEW_BUTTON
from bot.systems.adventuria.words import adventurers as words
from bot.ui.card import Button, Card, Tone
from bot.ui.form import answers, form
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

NEW_FORM, EDIT_FORM, RETIRE_BUTTON = "new_adventurer", "edit_adventurer", "retire_adventurer"
OF_SHEETS = Permit.OWNER_OR_GAME_MASTER

REGISTER: Register = {
    "/adv new": Permit.MEMBERS,
    "/adv home": OF_SHEETS,
    "/adv edit": OF_SHEETS,
    "/adv retire": OF_SHEETS,
    f"button {NEW_BUTTON}": Permit.MEMBERS,
    f"form {NEW_FORM}": Permit.MEMBERS,
    f"form {EDIT_FORM}": OF_SHEETS,
    f"button {RETIRE_BUTTON}": OF_SHEETS,
}

TYPES = [app_commands.Choice(name=words.TYPES[each], value=each.value) for each in Type]
ALIGNMENTS = [app_commands.Choice(name=words.ALIGNMENTS[each], value=each.value) for each in Alignment]


class AdventurerCommands(commands.Cog):
    """The part of `/adv` about adventurers: made, edited, given a home, retired."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        name="The adventurer's name",
        type="Only where the campaign lets players choose",
        alignment="Only where the campaign lets players choose",
        player="For narrators: whose adventurer it is",
    )
    @app_commands.choices(type=TYPES, alignment=ALIGNMENTS)
    @app_commands.guild_only()
    async def new(
        self,
        interaction: Interaction,
        name: str,
        type: str | None = None,  # noqa: A002  the option's name
        alignment: str | None = None,
        player: discord.Member | None = None,
    ) -> None:
        """Roll up an adventurer, who gets a thread"""
        async with self._desk.reply(interaction) as reply:
            owner = player.id if player is not None else interaction.user.id
            kind = Type(type) if type is not None else None
            side = Alignment(alignment) if alignment is not None else None
            await _bring(self._desk, reply, CreateAdventurer(name, owner, type=kind, alignment=side))

    @app_commands.command()
    @app_commands.describe(
        adventurer="Whose; your own by default", here="This channel itself, without a thread"
    )
    @app_commands.guild_only()
    async def home(self, interaction: Interaction, adventurer: str | None = None, here: bool = False) -> None:
        """Post an adventurer's story in this thread, or a new one"""
        async with self._desk.reply(interaction) as reply:
            shown = await _own(self._desk, interaction, adventurer)
            campaign = (await self._desk.look(interaction)).campaign
            home = homes.here(interaction, campaign)
            if not here:
                home = await homes.opened(interaction, campaign, shown.title)
            await homes.settled(self._desk, reply, home, lambda place: SettleAdventurer(shown.id, place))

    @app_commands.command()
    @app_commands.describe(adventurer="Whose; your own by default")
    @app_commands.guild_only()
    async def edit(self, interaction: Interaction, adventurer: str | None = None) -> None:
        """Change an adventurer's name and notes"""
        async with self._desk.reply(interaction, can_defer=False) as reply:
            shown = await in_time(_own(self._desk, interaction, adventurer))
            await reply.modal(_edit_form(shown))

    @app_commands.command()
    @app_commands.describe(adventurer="Who leaves; your own by default")
    @app_commands.guild_only()
    async def retire(self, interaction: Interaction, adventurer: str | None = None) -> None:
        """End an adventurer's days for good; asks first"""
        async with self._desk.reply(interaction) as reply:
            shown = await _own(self._desk, interaction, adventurer)
            await reply.private(_confirm(shown))

    @home.autocomplete("adventurer")
    @edit.autocomplete("adventurer")
    @retire.autocomplete("adventurer")
    async def _coming_or_going(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


async def _own(desk: Desk, interaction: Interaction, text: str | None) -> Shown:
    """The adventurer meant, in play, for its player or a narrator. Raises NotAllowed or RuleViolation."""
    shown = await finding.adventurer(desk, interaction, text)
    viewer = (await desk.look(interaction)).viewer
    if shown.owner != viewer.user and not viewer.is_game_master:
        raise NotAllowed(only(WHO_MAY[OF_SHEETS]))
    if shown.is_archived:
        raise RuleViolation(words.out_of_play(safe(shown.title)))
    return shown


# -- made ---------------------------------------------------------------------------------------------


async def _bring(desk: Desk, reply: Reply, action: CreateAdventurer) -> None:
    """Make an adventurer in this thread, or in one that is opened for it."""
    interaction = reply.interaction
    seen = await desk.look(interaction, create_scope(action))
    # What will be refused opens no thread; the rules say why, or that it was done once already.
    home = homes.here(interaction, seen.campaign)
    if not _is_refused(seen, action):
        home = await homes.opened(interaction, seen.campaign, action.name)

    def living(place: int) -> CreateAdventurer:
        return CreateAdventurer(action.name, action.player, place, action.type, action.alignment)

    await homes.settled(desk, reply, home, living)


def _is_refused(seen: Scenery, action: CreateAdventurer) -> bool:
    """Whether it is plain that the rules will refuse it."""
    found, settings = seen.all(ADVENTURER.name), seen.campaign.settings
    name = one_line(action.name)
    has_one = any(each.owner == action.player for each in found) and ADVENTURERS.of(settings) == ONE_EACH
    is_taken = any(each.title.casefold() == name.casefold() for each in found)
    chooses = bool(action.type or action.alignment) and CREATION.of(settings) != CHOSEN
    is_others = action.player != seen.viewer.user and not seen.viewer.is_game_master
    return has_one or is_taken or chooses or is_others or not 1 <= len(name) <= NAME_LENGTH


# -- forms and buttons --------------------------------------------------------------------------------


def answer(desk: Desk) -> None:
    """Enter the buttons and the forms."""
    _answer_who_begins_anew(desk)

    async def edited(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        shown = await finding.adventurer(desk, reply.interaction, args[0])
        texts = answers(reply.interaction.data)
        action = EditAdventurer(shown.id, texts.get("name", ""), texts.get("about", ""), args[1])
        await desk.carry_out(reply, action)

    async def retired(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 1:
            raise Stale(DAMAGED_BUTTON)
        await desk.carry_out(reply, RetireAdventurer(RecordId(args[0])))

    desk.add_form(EDIT_FORM, edited)
    desk.add_button(RETIRE_BUTTON, retired)


def _answer_who_begins_anew(desk: Desk) -> None:
    """The button below an end asks a name; the new adventurer goes on in the same thread."""

    async def asked(reply: Reply, args: tuple[str, ...]) -> None:
        await in_time(_require_left_by(desk, reply.interaction, args))
        name = Ask("name", words.NAME, NAME_LENGTH)
        await reply.modal(form("|".join((NEW_FORM, *args)), words.NEW_TITLE, (name,)))

    async def named(reply: Reply, args: tuple[str, ...]) -> None:
        await _require_left_by(desk, reply.interaction, args)
        name = answers(reply.interaction.data).get("name", "")
        await _bring(desk, reply, CreateAdventurer(name, reply.interaction.user.id))

    desk.add_button(NEW_BUTTON, asked, can_defer=False)
    desk.add_form(NEW_FORM, named)


async def _require_left_by(desk: Desk, interaction: Interaction, args: tuple[str, ...]) -> None:
    """See that it was the asker's adventurer that left the game. Raises NotAllowed or Stale."""
    if len(args) != 1:
        raise Stale(DAMAGED_BUTTON)
    record = RecordId(args[0])
    left = (await desk.look(interaction, Scope(ids=(record,)))).records.get(record)
    if left is None or left.kind != ADVENTURER.name:
        raise Stale(DAMAGED_BUTTON)
    if left.owner is not None and left.owner != interaction.user.id:
        raise NotAllowed(words.only_its_player(left.owner))


def _edit_form(shown: Shown) -> discord.ui.Modal:
    """Name and notes as they stand; the form's name holds what it was filled with."""
    state = shown.state
    asks = (
        Ask("name", words.NAME, NAME_LENGTH, value=state.name),
        Ask("about", words.ABOUT, ABOUT_LENGTH, is_long=True, value=state.about, is_optional=True),
    )
    return form("|".join((EDIT_FORM, shown.id, mark(state))), words.edit_title(state.name), asks)


def _confirm(shown: Shown) -> Card:
    """What retiring would come to, before it is done."""
    state = shown.state
    lost = [safe(each.name, NAME_LENGTH) for each in state.possessions]
    quest = safe(state.quest.name) if state.quest is not None else ""
    name = safe(state.name, NAME_LENGTH)
    lines = words.retire_lines(name, words.would_lose(name, state.gold, lost, quest))
    button = Button(words.RETIRE, RETIRE_BUTTON, (shown.id,))
    return Card(words.RETIRE_TITLE, lines, tone=Tone.ASKS, buttons=(button,))
