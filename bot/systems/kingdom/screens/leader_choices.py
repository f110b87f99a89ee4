"""What `/leader` offers to choose from."""

from __future__ import annotations

from itertools import permutations

from discord import app_commands

from bot.desk import Choices, Desk
from bot.handlers import Interaction
from bot.systems.kingdom.rules.office import role_of
from bot.systems.kingdom.rules.terms import Attribute, Role
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.words import choosing, names

ROLES = [app_commands.Choice(name=name, value=value) for value, name in names.ROLES.items()]
TASKS = [app_commands.Choice(name=name, value=value) for value, name in names.TASKS.items()]
# One, two or three attributes, in each order.
ATTRIBUTES = [
    app_commands.Choice(name=choosing.in_order([each.value for each in way]), value=" ".join(way))
    for count in range(1, len(Attribute) + 1)
    for way in permutations(Attribute, count)
]


async def leaders_suggested(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Who holds the role that was chosen already."""
    given = interaction.namespace
    role, kingdom = given.role or given.leaves, given.kingdom

    async def find() -> list[tuple[str, str]]:
        seen = await finding.seen(desk, interaction, kingdom or None)
        held = seen.realm.kingdom.held_by(role_of(role or Role.RULER.value))
        near = typed.strip().casefold()
        return [(each.name, each.name) for each in held if near in each.name.casefold()]

    return await desk.suggest(interaction, find)
