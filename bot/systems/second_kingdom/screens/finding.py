"""Which hero is meant: named, or the asker's own."""

from __future__ import annotations

from bot.desk import Choices, Desk
from bot.engine.campaign import Campaign
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Shown
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.words import heroes as words
from bot.ui.text import safe


async def suggested_heroes(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Heroes for an autocomplete."""

    async def find() -> list[tuple[str, str]]:
        found = await desk.look(interaction, Scope(wants=(Want(HERO.name, part=typed),)))
        return [(shown.title, shown.id) for shown in found.all(HERO.name)]

    return await desk.suggest(interaction, find)


async def hero(desk: Desk, interaction: Interaction, text: str | None) -> Shown:
    """The hero named, or the asker's own. Raises RuleViolation."""
    return (await hero_in(desk, interaction, text))[0]


async def hero_in(desk: Desk, interaction: Interaction, text: str | None) -> tuple[Shown, Campaign]:
    """The same, and the campaign it is in. Raises RuleViolation."""
    owner = interaction.user.id if text is None else None
    scenery = await desk.look(interaction, Scope(wants=(Want(HERO.name, text=text, owner=owner),)))
    found = scenery.all(HERO.name)
    if len(found) == 1:
        return found[0], scenery.campaign
    if text is None:
        raise RuleViolation(words.which_hero(len(found)))
    raise RuleViolation(words.no_such_hero(safe(text, 60)))
