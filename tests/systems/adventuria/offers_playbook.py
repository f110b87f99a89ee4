"""How each action about offers comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.adventuria.offers.rules import (
    ChooseOption,
    DeclineOffer,
    MakeOffer,
    TakeOffer,
    WithdrawOffer,
)
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import on_turn, pressed

GIFT: dict[str, Any] = {"kind": "gain", "gold": 5}
CHOICE: dict[str, Any] = {"kind": "choice", "text": "Which way?", "options": "Left; Right"}


async def offered(stage: Stage, **options: Any) -> str:
    """An open offer to Deacon's adventurer; its record."""
    name = await on_turn(stage)
    await stage.do("adv gm offer", by=stage.gm, adventurer=name, **(options or GIFT))
    await stage.settle()
    custom_id, _ = stage.button("Narrator…")
    return custom_id.split("|")[2]


async def withdraw(stage: Stage) -> Json:
    """The narrator's press in the panel."""
    await offered(stage)
    custom_id, _ = stage.button("Take it")
    return stage.say.press(custom_id.removesuffix("take") + "withdraw", user=stage.gm)


OFFERS: Playbook = {
    MakeOffer: used("adv gm offer", repeats=50),
    TakeOffer: pressed(offered, "Take it"),
    DeclineOffer: pressed(offered, "Leave it"),
    ChooseOption: pressed(offered, "Right", **CHOICE),
    WithdrawOffer: Scenario(withdraw),
}
