"""How each action of the lantern comes about."""

from __future__ import annotations

from tests.games.lantern.rules import Light, Refill
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage


async def light(stage: Stage) -> Json:
    """A new lantern."""
    return stage.slash("lantern light", by=stage.deacon, name=stage.fresh_name())


async def refill(stage: Stage) -> Json:
    """The keeper's form."""
    name = stage.fresh_name()
    await stage.do("lantern light", by=stage.deacon, name=name)
    return stage.fill(f"Refill {name}", by=stage.deacon, oil="whale oil")


PLAYBOOK: Playbook = {Light: Scenario(light, repeats=50), Refill: Scenario(refill)}
