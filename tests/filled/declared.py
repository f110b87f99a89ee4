"""What a filled database of offers and proposals holds: what was shown, and waits for a word.

Deacon has a preview of a claim, and edicts and another claim on his plan. A change of one hero waits for the
game master, and what the game master would have instead for another waits for Deacon. `test_declared.py`
plays on.
"""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Step
from bot.systems.table.settings.rules import EDITS
from tests.harness.inputs import components
from tests.stages import Stage, be_generous, begin_campaign
from tests.systems.kingdom.stock import kingdom_at, spot
from tests.systems.second_kingdom.stock import challenge, hero
from tests.systems.table.playbook import deciding


async def fill_declared(stage: Stage) -> None:
    """Previews, a plan, two proposals; and a challenge, that the tests of all dumps roll for."""
    await begin_campaign(stage)
    await be_generous(stage)
    name = await kingdom_at(stage, Step.HEXES)
    await stage.do("hex claim", by=stage.deacon, kingdom=name, hex=spot(stage, 1))
    edicts = await stage.do("edict set", by=stage.deacon, kingdom=name, promotion="token")
    second = await stage.do("hex claim", by=stage.deacon, kingdom=name, hex=spot(stage, 0, 1))
    for preview in (edicts, second):
        press = stage.say.press(labelled(preview.answer.data, "Add to my plan"), user=stage.deacon)
        await stage.feeder.deliver(press)
    await stage.feeder.deliver(await deciding(stage, EDITS, "approval"))
    first, other = await hero(stage), await hero(stage)
    await stage.do("sk set", by=stage.deacon, hero=first, prudence=7)
    await stage.do("sk set", by=stage.deacon, hero=other, courage=5)
    await stage.settle()
    await stage.feeder.deliver(stage.fill("Change…", by=stage.gm, first="6"))
    await challenge(stage)
    await stage.settle()


def labelled(shown: Any, label: str) -> str:
    """The custom_id of the button with that label."""
    found = (part for part in components(shown) if part.get("label") == label)
    return str(next(found)["custom_id"])
