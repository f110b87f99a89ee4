"""How each action about changes comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.adventuria.adventurer import GiveUp, MakeRoom
from bot.systems.adventuria.changes.rules import (
    AbandonQuest,
    BeginQuest,
    ChangeAlignment,
    ChangeAttribute,
    CompleteQuest,
    GainGold,
    GainThing,
    GrantExperience,
    HealWounds,
    LoseGold,
    LoseSome,
    LoseThing,
    ReceiveWounds,
)
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import adventurer, pressed

ALLY = {"thing": "Dog", "kind": "ally"}


async def narrator(stage: Stage, path: str, whose: str, /, **options: Any) -> None:
    """A change of a narrator's that is made."""
    await stage.do(f"adv gm {path}", by=stage.gm, adventurer=whose, **options)
    await stage.settle()


async def owner(stage: Stage, **options: Any) -> str:
    """An adventurer of Deacon's with those things, by the options of a gain each; its name."""
    name = await adventurer(stage)
    for thing, kind in options.items():
        await narrator(stage, "gain", name, thing=thing, kind=kind)
    return name


async def questing(stage: Stage) -> str:
    """An adventurer on a quest; its name."""
    name = await adventurer(stage)
    await narrator(stage, "quest", name, name="The crown")
    return name


async def crowded(stage: Stage) -> str:
    """An adventurer with an ally, for whom there is no room for a second; its name."""
    name = await adventurer(stage)
    await narrator(stage, "attribute", name, attribute="craft", amount=-20)
    for _ in range(2):
        await narrator(stage, "gain", name, **ALLY)
    return name


async def owing(stage: Stage) -> str:
    """An adventurer who must lose one of two allies; its name."""
    name = await owner(stage, Dog="ally", Owl="ally")
    await narrator(stage, "lose", name, count=1, kind="ally")
    return name


def said(stage: Stage, path: str, whose: str, /, **options: Any) -> Json:
    """The narrator's command."""
    return stage.slash(f"adv gm {path}", by=stage.gm, adventurer=whose, **options)


async def gain_gold(stage: Stage) -> Json:
    """A find."""
    return said(stage, "gain", await adventurer(stage), gold=3, source="A purse")


async def gain_thing(stage: Stage) -> Json:
    """A find with a special rule."""
    given = {"thing": "Cloak", "kind": "item", "rules": "held: craft +1"}
    return said(stage, "gain", await adventurer(stage), **given)


async def lose_gold(stage: Stage) -> Json:
    """A robbery."""
    return said(stage, "lose", await adventurer(stage), gold="all", source="Robbers")


async def lose_thing(stage: Stage) -> Json:
    """A thing that breaks."""
    return said(stage, "lose", await owner(stage, Lamp="item"), thing="Lamp")


async def lose_some(stage: Stage) -> Json:
    """One of two."""
    return said(stage, "lose", await owner(stage, Lamp="item", Rope="item"), count=1, kind="item")


async def wound(stage: Stage) -> Json:
    """More than anybody survives, which asks first."""
    await stage.feeder.deliver(
        said(stage, "wound", await adventurer(stage), count=99, due="ability", source="A trap")
    )
    return stage.press("Wound anyway", by=stage.gm)


async def attribute(stage: Stage) -> Json:
    """A blessing that knows no limit."""
    return said(stage, "attribute", await adventurer(stage), attribute="arms", amount=1, due="ability")


async def xp(stage: Stage) -> Json:
    """The last rise before the limit, whatever the beginning value."""
    name = await adventurer(stage)
    for amount in (4, 3, 2, -1):
        await narrator(stage, "attribute", name, attribute="arms", amount=amount)
    return said(stage, "xp", name, kind="melee", amount=10)


async def begin_quest(stage: Stage) -> Json:
    """A quest."""
    return said(stage, "quest", await adventurer(stage), name="The crown", goal="Find it")


async def complete_quest(stage: Stage) -> Json:
    """Its end."""
    return said(stage, "quest", await questing(stage), end="done")


async def abandon_quest(stage: Stage) -> Json:
    """Its other end."""
    return said(stage, "quest", await questing(stage), end="given_up")


async def give_up(stage: Stage) -> Json:
    """The player's choice in a form."""
    await owing(stage)
    return stage.fill("Choose an ally…", by=stage.deacon, possession=["1"])


CHANGES: Playbook = {
    GainGold: Scenario(gain_gold, repeats=50),
    GainThing: Scenario(gain_thing, repeats=50),
    LoseGold: Scenario(lose_gold),
    LoseThing: Scenario(lose_thing),
    # One waits to be chosen; with the second all are gone.
    LoseSome: Scenario(lose_some, repeats=2),
    ReceiveWounds: Scenario(wound),
    HealWounds: used("adv gm heal"),
    ChangeAttribute: Scenario(attribute, repeats=50),
    ChangeAlignment: used("adv gm align"),
    GrantExperience: Scenario(xp),
    BeginQuest: Scenario(begin_quest),
    CompleteQuest: Scenario(complete_quest),
    AbandonQuest: Scenario(abandon_quest),
    MakeRoom: pressed(crowded, "Let them go"),
    GiveUp: Scenario(give_up),
}
