"""How each action about settlements imported comes about."""

from __future__ import annotations

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.towns.files import BringTown, DropTown, ImportTown
from tests.harness.world import File, Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.builders_playbook import town_at

GRID = "District 1\nHOU INN . . . .\n" + ". . . . . .\n" * 5


async def bring(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    _, town = await town_at(stage, Step.OPEN)
    file = File("hold.txt", GRID.encode())
    return stage.slash("build import", by=by or stage.gm, settlement=town, file=file)


async def brought(stage: Stage, label: str) -> Json:
    """A press under the preview of a text that was brought."""
    await stage.feeder.deliver(await bring(stage))
    await stage.settle()
    return stage.press(label, by=stage.gm)


async def imported(stage: Stage) -> Json:
    """The press that imports it."""
    return await brought(stage, "Import it")


async def dropped(stage: Stage) -> Json:
    """The press that drops it."""
    return await brought(stage, "Drop it")


TOWN_FILES: Playbook = {
    # Each waits beside the others.
    BringTown: Scenario(bring, repeats=50),
    ImportTown: Scenario(imported),
    DropTown: Scenario(dropped),
}
