"""Interactions about chances, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage


async def maneuver(stage: Stage) -> str:
    """A maneuver in the library; its name."""
    name = stage.fresh_name()
    texts = {"name": name, "bonuses": "+2 +4 -1", "requirement": "", "minor": "Pierce: accuracy", "major": ""}
    await stage.feeder.deliver(
        stage.say.modal_submit("entry|second_kingdom.maneuver||0|", texts, user=stage.gm)
    )
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


ODDS: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {}
