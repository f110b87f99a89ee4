"""How fate rolls come about."""

from __future__ import annotations

from typing import Any

from bot.systems.second_kingdom.fates.rules import Chart, RevealFate, RollFate
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.fate_charts import PLACES, at_stage


async def charted(stage: Stage) -> dict[str, Any]:
    """A chart nobody has rolled on."""
    chart = Chart(stage.fresh_name(), PLACES.cells)
    await at_stage(stage, chart)
    return {"chart": chart.name}


async def roll(stage: Stage) -> Json:
    """A player's roll."""
    return stage.slash("sk fate", by=stage.deacon, reason="Who comes", **await charted(stage))


async def reveal(stage: Stage) -> Json:
    """What a game master rolled in secret, shown to everybody."""
    await stage.do("sk fate", by=stage.gm, secret=True, **await charted(stage))
    await stage.settle()
    return stage.press("Reveal to everyone", by=stage.gm)


FATES: Playbook = {RollFate: Scenario(roll, repeats=50), RevealFate: Scenario(reveal)}
