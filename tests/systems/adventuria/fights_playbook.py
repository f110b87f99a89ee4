"""How each action about fights comes about: the command, then the buttons of the fight's card."""

from __future__ import annotations

from typing import Any

from bot.systems.adventuria.combat.state import (
    AnswerRoll,
    ChooseCombat,
    LeaveFight,
    LetStand,
    OpenFight,
    RollCombat,
    StopFight,
)
from tests.givens import used
from tests.harness.inputs import Field
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import on_turn, pressed

# With whatever dice it wins, and neither side falls at once.
GIANT = {"arms": 99, "magic": 1, "vitae": 4}
MONSTER = "adventuria.monster"


async def monster(stage: Stage) -> str:
    """A monster of the library that leaves the kind of Combat open; its name."""
    name = stage.fresh_name()
    texts: dict[str, Field] = {"name": name, "attributes": "Arms 2, Magic 1, Vitae 2", "combat": ["choice"]}
    await stage.feeder.deliver(stage.say.modal_submit(f"entry|{MONSTER}||0|", texts, user=stage.gm))
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


async def meeting(stage: Stage) -> dict[str, Any]:
    """An adventurer of Deacon's in its turn, and a monster: what a fight takes."""
    return {"monster": await monster(stage), "adventurer": await on_turn(stage)}


async def opened(stage: Stage, **options: Any) -> str:
    """A fight of an adventurer of Deacon's with a giant; the adventurer's name."""
    name = await on_turn(stage)
    await with_giant(stage, name, **options)
    return name


async def with_giant(stage: Stage, name: str, **options: Any) -> None:
    """That adventurer meets it."""
    await stage.do("adv fight", by=stage.gm, monster="Giant", adventurer=name, **GIANT, **options)
    await stage.settle()


async def answerable(stage: Stage) -> None:
    """A fight whose dice are known, and can be rolled anew."""
    name = await on_turn(stage)
    await stage.do(
        "adv gm gain", by=stage.gm, adventurer=name, thing="Charm", kind="item", rules="use: reroll"
    )
    await with_giant(stage, name)
    await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))
    await stage.settle()


async def choose(stage: Stage) -> Json:
    """The player's press."""
    await stage.do("adv fight", by=stage.gm, **await meeting(stage))
    await stage.settle()
    return stage.press("Melee Combat: Arms", by=stage.deacon)


FIGHTS: Playbook = {
    OpenFight: used("adv fight", "gm"),
    ChooseCombat: Scenario(choose),
    RollCombat: pressed(opened, "Roll"),
    AnswerRoll: pressed(answerable, "Charm: roll anew"),
    LetStand: pressed(answerable, "Let the dice stand"),
    LeaveFight: pressed(opened, "Avoid them", avoidable=True),
    StopFight: used("adv gm stop"),
}
