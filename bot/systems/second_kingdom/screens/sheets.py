"""The part of `/sk` about sheets: seen, and changed part by part."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.second_kingdom.rules.counters import RemoveCounter, SetCounter, named
from bot.systems.second_kingdom.rules.defences import SetDefence, read_pair
from bot.systems.second_kingdom.rules.heroes import HERO, SetVirtues
from bot.systems.second_kingdom.rules.learning import ForgetManeuver, LearnManeuver
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.rules.roster import BUSY
from bot.systems.second_kingdom.rules.state import Guard
from bot.systems.second_kingdom.screens import finding, sheet_cards, sheet_forms
from bot.systems.second_kingdom.words import defences, heroes
from bot.systems.second_kingdom.words import sheets as words
from bot.ui.card import Card
from bot.ui.reply import Reply

OF_SHEETS = Permit.OWNER_OR_GAME_MASTER
REGISTER: Register = {
    "/sk sheet": Permit.EVERYONE,
    "/sk set": OF_SHEETS,
    "/sk counter": OF_SHEETS,
    "/sk defence": OF_SHEETS,
    "/sk learn": OF_SHEETS,
    "/sk forget": OF_SHEETS,
    "/sk edit": OF_SHEETS,
    **sheet_forms.REGISTER,
}
answer = sheet_forms.answer

STRIKES_BACK = [
    app_commands.Choice(name=defences.after(guards), value=",".join(guards))
    for guards in defences.STRIKING_BACK
]


class SheetCommands(commands.Cog):
    """Sheets: virtues, counters, defences, maneuvers known, and all that is written in the form."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(hero="Whose sheet; your own by default")
    @app_commands.guild_only()
    async def sheet(self, interaction: Interaction, hero: str | None = None) -> None:
        """See a hero's sheet"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.hero(self._desk, interaction, hero)
            await reply.private(await _sheet(self._desk, interaction, shown))

    async def _sheets(self, interaction: Interaction) -> list[Card]:
        """The sheets of the asker's own heroes."""
        scope = Scope(wants=(Want(HERO.name, owner=interaction.user.id),))
        own = (await self._desk.look(interaction, scope)).all(HERO.name)
        return [await _sheet(self._desk, interaction, hero) for hero in own]

    @app_commands.command(name="set")
    @app_commands.describe(
        hero="Whose; your own hero by default",
        courage="1 to 10",
        prudence="1 to 10",
        temperance="1 to 10",
        counter="Instead of virtues: a counter, such as wounds",
        value="What the counter stands at; 0 takes one without bounds and thresholds off the sheet",
    )
    @app_commands.guild_only()
    async def set_hero(
        self,
        interaction: Interaction,
        hero: str | None = None,
        courage: int | None = None,
        prudence: int | None = None,
        temperance: int | None = None,
        counter: str | None = None,
        value: int | None = None,
    ) -> None:
        """Change a hero's virtues, or what a counter stands at"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.combatant(self._desk, interaction, hero)
            wanted = _what_is_set(SetVirtues(shown.id, courage, prudence, temperance), counter, value)
            if shown.kind == NPC.name and isinstance(wanted, SetVirtues):
                raise RuleViolation(words.VIRTUES_OF_NPC)
            await _change(self._desk, reply, shown, wanted)

    @app_commands.command()
    @app_commands.describe(
        counter="Which counter, a new one too",
        hero="Whose; your own hero by default",
        remove="Take the counter off the sheet",
    )
    @app_commands.guild_only()
    async def counter(
        self, interaction: Interaction, counter: str, hero: str | None = None, remove: bool = False
    ) -> None:
        """Give a counter bounds and thresholds, in a form, or take it off the sheet"""
        async with self._desk.reply(interaction, can_defer=remove) as reply:
            found = finding.combatant(self._desk, interaction, hero)
            if remove:
                shown = await found
                await _change(self._desk, reply, shown, RemoveCounter(shown.id, counter))
                return
            shown = await sheet_forms.own(self._desk, interaction, found)
            await reply.modal(sheet_forms.shape_form(shown, named(shown.state.counters, counter)))

    @app_commands.command()
    @app_commands.describe(
        source="What it comes from, such as a shield; with nothing else, it is taken off the sheet",
        hero="Whose; your own hero by default",
        dodge="What it adds to the two dice of a dodge, such as 2/1",
        parry="What it adds to the two dice of a parry",
        block="What it adds to the two dice of a block",
        strikes_back="After which full defense its bearer may strike back without asking",
    )
    @app_commands.choices(strikes_back=STRIKES_BACK)
    @app_commands.guild_only()
    async def defence(
        self,
        interaction: Interaction,
        source: str,
        hero: str | None = None,
        dodge: str = "0/0",
        parry: str = "0/0",
        block: str = "0/0",
        strikes_back: str = "",
    ) -> None:
        """Say what armour, a relic or an ability adds to the defence dice"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.combatant(self._desk, interaction, hero)
            pairs = (
                read_pair(Guard.DODGE, dodge),
                read_pair(Guard.PARRY, parry),
                read_pair(Guard.BLOCK, block),
            )
            guards = tuple(guard for guard in Guard if guard in strikes_back.split(","))
            await _change(self._desk, reply, shown, SetDefence(shown.id, source, *pairs, guards))

    @app_commands.command()
    @app_commands.describe(
        maneuver="Which maneuver of the library", hero="Who learns it; your own hero by default"
    )
    @app_commands.guild_only()
    async def learn(self, interaction: Interaction, maneuver: str, hero: str | None = None) -> None:
        """Add a maneuver to those that a hero knows"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.combatant(self._desk, interaction, hero)
            learned = await finding.maneuver(self._desk, interaction, maneuver)
            await _change(self._desk, reply, shown, LearnManeuver(shown.id, learned.id))

    @app_commands.command()
    @app_commands.describe(maneuver="Which maneuver", hero="Who forgets it; your own hero by default")
    @app_commands.guild_only()
    async def forget(self, interaction: Interaction, maneuver: str, hero: str | None = None) -> None:
        """Take a maneuver from those that a hero knows"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.combatant(self._desk, interaction, hero)
            known = await _known(self._desk, interaction, shown)
            wanted = maneuver.strip().casefold()
            found = [each for title, each in known if wanted in (title.casefold(), each.casefold())]
            # What isn't known any more may be this command, delivered once more.
            forgotten = found[0] if found else RecordId(maneuver)
            await _change(self._desk, reply, shown, ForgetManeuver(shown.id, forgotten))

    @app_commands.command()
    @app_commands.describe(hero="Which hero; your own by default")
    @app_commands.guild_only()
    async def edit(self, interaction: Interaction, hero: str | None = None) -> None:
        """Edit a sheet in a form: name, virtues, notes, portrait"""
        async with self._desk.reply(interaction, can_defer=False) as reply:
            found = finding.hero(self._desk, interaction, hero)
            await reply.modal(sheet_forms.edit_form(await sheet_forms.own(self._desk, interaction, found)))

    # -- suggested ----------------------------------------------------------------------------------

    @sheet.autocomplete("hero")
    @edit.autocomplete("hero")
    async def _heroes_of_sheets(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_heroes(self._desk, interaction, typed)

    @set_hero.autocomplete("hero")
    @counter.autocomplete("hero")
    @defence.autocomplete("hero")
    @learn.autocomplete("hero")
    @forget.autocomplete("hero")
    async def _combatants_of_sheets(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_combatants(self._desk, interaction, typed)

    @set_hero.autocomplete("counter")
    @counter.autocomplete("counter")
    async def _counters_of_sheets(self, interaction: Interaction, typed: str) -> Choices:
        return await _parts(self._desk, interaction, typed, lambda shown: shown.state.counters)

    @defence.autocomplete("source")
    async def _sources_of_sheets(self, interaction: Interaction, typed: str) -> Choices:
        return await _parts(
            self._desk, interaction, typed, lambda shown: [d.source for d in shown.state.defences]
        )

    @learn.autocomplete("maneuver")
    async def _maneuvers_to_learn(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_maneuvers(self._desk, interaction, typed)

    @forget.autocomplete("maneuver")
    async def _maneuvers_to_forget(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            known = await _known(self._desk, interaction, await _meant(self._desk, interaction))
            return [(title, each) for title, each in known if typed.casefold() in title.casefold()]

        return await self._desk.suggest(interaction, find)


def _what_is_set(virtues: SetVirtues, counter: str | None, value: int | None) -> SetVirtues | SetCounter:
    """The one thing `/sk set` changes. Raises RuleViolation for both, or half a counter."""
    if counter is None and value is None:
        return virtues
    if virtues != SetVirtues(virtues.hero):
        raise RuleViolation(heroes.ONE_AT_A_TIME)
    if counter is None or value is None:
        raise RuleViolation(heroes.HALF_A_COUNTER)
    return SetCounter(virtues.hero, counter, value)


async def _sheet(desk: Desk, interaction: Interaction, shown: Shown) -> Card:
    waits = tuple(Want(kind.name, linking=shown.id) for kind in BUSY)
    scenery = await desk.look(interaction, Scope((shown.id,), waits, links=True))
    waiting = [each for kind in BUSY for each in scenery.all(kind.name) if each.steps]
    may_edit = scenery.viewer.is_game_master or shown.owner == interaction.user.id
    return sheet_cards.sheet(shown, scenery.records, waiting, may_edit=may_edit)


async def _change(desk: Desk, reply: Reply, shown: Shown, action: Any) -> None:
    """Change a sheet; an NPC's apart from the command, for the table may not know of it."""
    await desk.carry_out(reply, action, quietly=shown.kind == NPC.name)


async def _known(desk: Desk, interaction: Interaction, shown: Shown) -> list[tuple[str, RecordId]]:
    """The maneuvers known, by name; one that was taken from the library too."""
    records = (await desk.look(interaction, Scope(ids=(shown.id,), links=True))).records
    known = ((records.get(each), each) for each in shown.state.maneuvers)
    return [(found.title if found else words.LOST_MANEUVER, each) for found, each in known]


def _meant(desk: Desk, interaction: Interaction) -> Awaitable[Shown]:
    """Whose sheet the command means as far as it is filled in."""
    return finding.combatant(desk, interaction, interaction.namespace.hero)


async def _parts(
    desk: Desk, interaction: Interaction, typed: str, names: Callable[[Shown], Iterable[str]]
) -> Choices:
    """Those names on the sheet meant so far that have the typed piece in them."""

    async def find() -> list[tuple[str, str]]:
        shown = await _meant(desk, interaction)
        return [(name, name) for name in names(shown) if typed.casefold() in name.casefold()]

    return await desk.suggest(interaction, find)
