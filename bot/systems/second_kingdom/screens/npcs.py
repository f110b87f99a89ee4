"""The part of `/sk` about the game master's own: made, seen, changed, revealed and removed.

Whatever concerns somebody hidden is answered privately; what the table may know is posted apart.
"""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, in_time
from bot.engine.people import Permit
from bot.engine.system import Ask, RecordId, Scope, Want
from bot.engine.words import whole_number
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.second_kingdom.rules.heroes import NAME_LENGTH
from bot.systems.second_kingdom.rules.npcs import ABOUT_LENGTH, NPC, CreateNpc, EditNpc, RevealNpc
from bot.systems.second_kingdom.rules.roster import RemoveNpc
from bot.systems.second_kingdom.rules.state import Known, Npc, Virtue
from bot.systems.second_kingdom.screens import finding, npc_cards
from bot.systems.second_kingdom.words import heroes
from bot.systems.second_kingdom.words import npcs as words
from bot.ui.form import answers, form
from bot.ui.reply import Reply
from bot.ui.text import safe

REGISTER: Register = {
    "/sk npc add": Permit.GAME_MASTERS,
    "/sk npc list": Permit.GAME_MASTERS,
    "/sk npc show": Permit.EVERYONE,
    "/sk npc edit": Permit.GAME_MASTERS,
    "/sk npc reveal": Permit.GAME_MASTERS,
    "/sk npc remove": Permit.GAME_MASTERS,
    "form npc": Permit.GAME_MASTERS,
}
KNOWN = [app_commands.Choice(name=words.KNOWN[each], value=each.value) for each in Known]
SCORE_LENGTH = 3


class NpcCommands(commands.Cog):
    """Adversaries and whoever else the heroes meet."""

    _desk: Desk
    npc = app_commands.Group(
        name="npc", description="Adversaries and others the heroes meet", guild_only=True
    )

    @npc.command(name="add")
    @app_commands.describe(
        name="What it is called",
        horde="Whether it is many that fight as one",
        courage="1 to 10; none by default",
        prudence="1 to 10; none by default",
        temperance="1 to 10; none by default",
        known="What the players know; nothing by default",
    )
    @app_commands.choices(known=KNOWN)
    async def add_npc(
        self,
        interaction: Interaction,
        name: str,
        horde: bool = False,
        courage: int | None = None,
        prudence: int | None = None,
        temperance: int | None = None,
        known: str = Known.HIDDEN.value,
    ) -> None:
        """Make an NPC or a horde, hidden from the players unless you say otherwise"""
        action = CreateNpc(name, horde, courage, prudence, temperance, Known(known))
        await self._desk.act(interaction, action, quietly=True)

    @npc.command(name="list")
    async def list_npcs(self, interaction: Interaction) -> None:
        """See all NPCs, and what the players know of each"""
        async with self._desk.reply(interaction) as reply:
            found = (await self._desk.look(interaction, Scope(wants=(Want(NPC.name),)))).all(NPC.name)
            await reply.private(npc_cards.listed(found))

    @npc.command(name="show")
    @app_commands.describe(name="Whom to see")
    async def show_npc(self, interaction: Interaction, name: str) -> None:
        """See an NPC, as far as you may know it"""
        async with self._desk.reply(interaction) as reply:
            found = await finding.npc(self._desk, interaction, name)
            scenery = await self._desk.look(interaction, Scope(ids=(found.id,), links=True))
            shown = scenery.records.get(found.id)
            if shown is None:
                raise RuleViolation(words.no_such_npc(safe(name, 60)))
            await reply.private(npc_cards.sheet(shown, scenery.records, scenery.viewer))

    @npc.command(name="edit")
    @app_commands.describe(name="Whom to change")
    async def edit_npc(self, interaction: Interaction, name: str) -> None:
        """Change an NPC's name, virtues and notes in a form"""
        async with self._desk.reply(interaction, can_defer=False) as reply:
            shown = await in_time(finding.npc(self._desk, interaction, name))
            await reply.modal(form(f"npc|{shown.id}", shown.title, _asks(shown.state)))

    @npc.command(name="reveal")
    @app_commands.describe(name="Whom to reveal", how="What the players know from now on")
    @app_commands.choices(how=KNOWN)
    async def reveal_npc(self, interaction: Interaction, name: str, how: str) -> None:
        """Decide what the players know of an NPC"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.npc(self._desk, interaction, name)
            await self._desk.carry_out(reply, RevealNpc(shown.id, Known(how)), quietly=True)

    @npc.command(name="remove")
    @app_commands.describe(name="Who leaves; nothing of theirs may wait")
    async def remove_npc(self, interaction: Interaction, name: str) -> None:
        """Take an NPC out of play"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.coming_or_going(self._desk, interaction, NPC.name, name)
            if shown is None:
                raise RuleViolation(words.no_such_npc(safe(name, 60)))
            await self._desk.carry_out(reply, RemoveNpc(shown.id), quietly=True)

    @show_npc.autocomplete("name")
    @edit_npc.autocomplete("name")
    @reveal_npc.autocomplete("name")
    @remove_npc.autocomplete("name")
    async def _npcs_known(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_npcs(self._desk, interaction, typed)


# -- the form ---------------------------------------------------------------------------------------


def answer(desk: Desk) -> None:
    """Enter the form."""

    async def edited(reply: Reply, args: tuple[str, ...]) -> None:
        await desk.carry_out(reply, _edit(args, answers(reply.interaction.data)), quietly=True)

    desk.add_form("npc", edited)


def _asks(npc: Npc) -> tuple[Ask, ...]:
    scores = {virtue: npc.score(virtue) for virtue in Virtue}
    return (
        Ask("name", words.NAME, NAME_LENGTH, value=npc.name),
        *(
            Ask(
                virtue.value,
                heroes.virtue(virtue),
                SCORE_LENGTH,
                hint=words.NO_VIRTUE_HINT,
                value=str(score or ""),
                is_optional=True,
            )
            for virtue, score in scores.items()
        ),
        Ask("about", words.ABOUT, ABOUT_LENGTH, is_long=True, value=npc.about, is_optional=True),
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
