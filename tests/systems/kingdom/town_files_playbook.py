"""How each action about settlements imported comes about."""

from __future__ import annotations

from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.towns.files import ReadTown
from tests.harness.world import File, Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.builders_playbook import town_at
from tests.systems.kingdom.stock import offered

GRID = "District 1\nHOU INN . . . .\n" + ". . . . . .\n" * 5


async def read_town(stage: Stage) -> Json:
    """The press on the command's preview."""
    _, town = await town_at(stage, MonthStep.OPEN)
    return await offered(
        stage, stage.gm, "settlement import", settlement=town, file=File("hold.txt", GRID.encode())
    )


TOWN_FILES: Playbook = {ReadTown: Scenario(read_town)}
