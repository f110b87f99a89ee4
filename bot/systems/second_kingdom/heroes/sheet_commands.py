"""The asker's own sheets, and the form of a first one."""

from __future__ import annotations

from bot.engine.card import Card
from bot.engine.declare import asks_of
from bot.engine.people import Standing
from bot.engine.system import FormField, Scope, Want
from bot.systems.second_kingdom.heroes import cards
from bot.systems.second_kingdom.heroes.people import HERO, CreateHero
from bot.ui.dispatcher import Dispatcher, Interaction


async def sheets(dispatcher: Dispatcher, interaction: Interaction) -> list[Card]:
    """The sheets of the asker's own heroes."""
    scope = Scope(wants=(Want(HERO.name, owner=interaction.user.id),))
    own = (await dispatcher.look(interaction, scope)).all(HERO.name)
    return [
        cards.sheet_of(await dispatcher.look(interaction, cards.sheet_scope(hero.id)), hero.id)
        for hero in own
    ]


async def lacking_hero(dispatcher: Dispatcher, interaction: Interaction) -> tuple[FormField, ...] | None:
    """The form of a first hero, for a player who has none."""
    view = await dispatcher.look(interaction, Scope(wants=(Want(HERO.name, is_own=True),)))
    if view.viewer.standing is not Standing.PLAYER or view.all(HERO.name):
        return None
    return asks_of(CreateHero, "name", "courage", "prudence", "temperance", "conviction")
