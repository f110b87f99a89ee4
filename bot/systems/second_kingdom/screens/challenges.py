"""The part of `/sk` about challenges: set for one hero or several, or asked for by a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Scenery, Shown
from bot.systems.second_kingdom.rules.attempts import OpenChallenge
from bot.systems.second_kingdom.rules.calls import OpenChallenges
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.rules.openings import is_score_known
from bot.systems.second_kingdom.rules.requests import AskChallenge
from bot.systems.second_kingdom.rules.settings import hides_rating
from bot.systems.second_kingdom.rules.state import HIGHEST, LOWEST, Virtue
from bot.systems.second_kingdom.screens import finding
from bot.systems.second_kingdom.words import opponents as words
from bot.ui.text import safe

REGISTER: Register = {"/sk challenge": Permit.GAME_MASTERS, "/sk ask": Permit.OWNER}


class ChallengeCommands(commands.Cog):
    """Challenges, set for heroes or asked for."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        heroes="Who attempts it: one hero, several with commas, or all heroes",
        action="What is attempted",
        virtue="The virtue it asks for",
        rating="How hard it is, 1 to 10; left out, the opponent's virtue",
        opponent="Who opposes it: a hero, or one of your own that the table knows",
        hide_rating="Keep the rating and the chances to yourself; else as the campaign's settings say",
    )
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        heroes: str,
        action: str,
        virtue: Virtue,
        rating: int | None = None,
        opponent: str | None = None,
        hide_rating: bool | None = None,
    ) -> None:
        """Set a challenge for a hero, or for several at once"""
        async with self._desk.reply(interaction) as reply:
            meant = await finding.several_heroes(self._desk, interaction, heroes)
            scenery = await self._desk.look(interaction, _opponents(opponent))
            against = _opponent(scenery, opponent)
            is_hidden = hides_rating(scenery.campaign.settings, hide_rating)
            if hide_rating is None and rating is None and against is not None:
                is_hidden = is_hidden or not is_score_known(against.state)
            # A hidden rating stood in the command, so the card comes apart from it.
            opening = _opening(meant, action, virtue, rating, is_hidden, against.id if against else None)
            await self._desk.carry_out(reply, opening, quietly=is_hidden)

    @challenge.autocomplete("heroes")
    async def _heroes_challenged(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_several(self._desk, interaction, typed)

    @challenge.autocomplete("opponent")
    async def _who_opposes(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            wants = tuple(Want(kind.name, part=typed) for kind in (HERO, NPC))
            found = await self._desk.look(interaction, Scope(wants=wants))
            return [(shown.title, shown.id) for kind in (HERO, NPC) for shown in found.all(kind.name)]

        return await self._desk.suggest(interaction, find)

    @challenge.autocomplete("rating")
    async def _ratings(self, interaction: Interaction, typed: Any) -> list[app_commands.Choice[int]]:
        given = interaction.namespace

        async def find() -> list[tuple[str, str]]:
            scenery = await self._desk.look(interaction, _opponents(given.opponent))
            return _suggested_ratings(_found(scenery), given.virtue, str(typed))

        suggested = await self._desk.suggest(interaction, find)
        return [app_commands.Choice(name=each.name, value=int(each.value)) for each in suggested]

    @app_commands.command()
    @app_commands.describe(
        action="What your hero attempts",
        virtue="The virtue you have in mind; a game master decides",
        hero="Which hero; your own by default",
    )
    @app_commands.guild_only()
    async def ask(
        self, interaction: Interaction, action: str, virtue: Virtue | None = None, hero: str | None = None
    ) -> None:
        """Ask for a challenge: a game master sets the rating, or declines"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.hero(self._desk, interaction, hero)
            await self._desk.carry_out(reply, AskChallenge(shown.id, action, virtue))

    @ask.autocomplete("hero")
    async def _heroes_asking(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_heroes(self._desk, interaction, typed)


def _opening(meant: Sequence[Shown], *asked: Any) -> OpenChallenge | OpenChallenges:
    """One challenge, or a call of several."""
    if len(meant) == 1:
        return OpenChallenge(meant[0].id, *asked)
    return OpenChallenges(tuple(each.id for each in meant), *asked)


def _opponents(text: str | None) -> Scope:
    """Whoever is called so."""
    return Scope(wants=tuple(Want(kind.name, text=text) for kind in (HERO, NPC)) if text else ())


def _found(scenery: Scenery) -> list[Shown]:
    return [*scenery.all(HERO.name), *scenery.all(NPC.name)]


def _opponent(scenery: Scenery, text: str | None) -> Shown | None:
    """The one named, where one is. Raises RuleViolation for nobody, or several."""
    if text is None:
        return None
    found = _found(scenery)
    if len(found) != 1:
        raise RuleViolation(words.no_such_opponent(safe(text, 60), several=bool(found)))
    return found[0]


def _suggested_ratings(opponents: Sequence[Shown], virtue: str | None, typed: str) -> list[tuple[str, str]]:
    """The opponent's score first, then all ratings there are, as far as they begin with what was typed."""
    ratings = {str(n): str(n) for n in range(LOWEST, HIGHEST + 1)}
    first: dict[str, str] = {}
    if len(opponents) == 1 and virtue in set(Virtue):
        score = str(opponents[0].state.score(Virtue(virtue)))
        if score in ratings:
            first[score] = words.score_of(score, opponents[0].title, virtue)
    return [(name, value) for value, name in (first | ratings | first).items() if value.startswith(typed)]
