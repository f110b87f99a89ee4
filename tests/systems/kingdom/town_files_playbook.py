"""How each action about settlements imported comes about."""

from __future__ import annotations

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.towns.files import TOWN_FILE, DropTown, ImportTown, ReadTown, TownFile
from tests.harness.world import File, Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.builders_playbook import town_at
from tests.systems.kingdom.stock import left, offered

GRID = "District 1\nHOU INN . . . .\n" + ". . . . . .\n" * 5


async def bring(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    _, town = await town_at(stage, Step.OPEN)
    file = File("hold.txt", GRID.encode())
    return stage.slash("build import", by=by or stage.gm, settlement=town, file=file)


async def read_town(stage: Stage) -> Json:
    """The press on the command's preview."""
    _, town = await town_at(stage, Step.OPEN)
    return await offered(
        stage, stage.gm, "build import", settlement=town, file=File("hold.txt", GRID.encode())
    )


async def waiting(stage: Stage, choice: str) -> Json:
    """A press under a text that waits since an earlier version."""
    _, town = await town_at(stage, Step.OPEN)
    file = TownFile("hold.txt", town, GRID, (2, 0, 0))
    return stage.say.press(f"do|{await left(stage, TOWN_FILE, file)}|import|1|{choice}", user=stage.gm)


async def imported(stage: Stage) -> Json:
    """The press that imports it."""
    return await waiting(stage, "import")


async def dropped(stage: Stage) -> Json:
    """The press that drops it."""
    return await waiting(stage, "drop")


TOWN_FILES: Playbook = {
    ReadTown: Scenario(read_town),
    ImportTown: Scenario(imported),
    DropTown: Scenario(dropped),
}
