"""How sheets are shown, and portraits set."""

from __future__ import annotations

from bot.systems.adventuria.sheet.rules import SetPortrait, ShowSheet
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import adventurer

FACE = "https://example.org/face.png"


async def show_sheet(stage: Stage) -> Json:
    """Somebody else's sheet, for everybody to see."""
    return stage.slash("adv sheet", by=stage.wren, adventurer=await adventurer(stage), show=True)


SHEETS: Playbook = {ShowSheet: Scenario(show_sheet, repeats=50), SetPortrait: used("adv portrait")}
