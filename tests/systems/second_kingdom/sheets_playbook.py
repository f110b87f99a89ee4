"""How each action about sheets comes about."""

from __future__ import annotations

from bot.systems.second_kingdom.heroes.counters import RemoveCounter, SetCounter, ShapeCounter
from bot.systems.second_kingdom.heroes.sheet import (
    EditSheet,
    ForgetManeuver,
    LearnManeuver,
    SetDefence,
    SetVirtues,
)
from tests.givens import used
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.stock import hero

SHAPE: dict[str, str | list[str]] = {
    "least": "0",
    "most": "10",
    "damage": ["rises"],
    "thresholds": "5: Staggered",
}


async def maneuver(stage: Stage) -> str:
    """A maneuver in the campaign's library; its name."""
    name = stage.fresh_name()
    texts = {"name": name, "bonuses": "+2 +4 -1"}
    draft = stage.say.modal_submit("entry|second_kingdom.maneuver||0|", texts, user=stage.gm)
    await stage.feeder.deliver(draft)
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


async def opened(stage: Stage, path: str, **options: str) -> str:
    """The custom_id of the form that a command of Deacon's opens."""
    return str((await stage.do(path, by=stage.deacon, **options)).answer.data["custom_id"])


async def written(stage: Stage, by: Person) -> Json:
    """The form of a hero's sheet, with other virtues."""
    name = await hero(stage)
    form = await opened(stage, "sk edit", hero=name)
    texts = {"name": name, "virtues": "9 7 3", "about": "Limps.", "portrait": ""}
    return stage.say.modal_submit(form, texts, user=by)


async def shaped(stage: Stage, by: Person) -> Json:
    """The form of a new counter of a hero's."""
    form = await opened(stage, "sk counter", hero=await hero(stage), counter="Wounds")
    return stage.say.modal_submit(form, SHAPE, user=by)


async def wounded(stage: Stage) -> str:
    """A hero with a counter."""
    name = await hero(stage)
    await stage.do("sk set", by=stage.deacon, hero=name, counter="Wounds", value=2)
    return name


async def trained(stage: Stage) -> dict[str, str]:
    """A hero, and a maneuver that it knows."""
    options = {"hero": await hero(stage), "maneuver": await maneuver(stage)}
    await stage.do("sk learn", by=stage.deacon, **options)
    return options


async def set_counter(stage: Stage) -> Json:
    """Damage taken."""
    return stage.slash("sk set", by=stage.deacon, hero=await hero(stage), counter="Wounds", value=2)


async def shape_counter(stage: Stage) -> Json:
    """The player's form."""
    return await shaped(stage, stage.deacon)


async def edit_sheet(stage: Stage) -> Json:
    """The player's form."""
    return await written(stage, stage.deacon)


SHEETS: Playbook = {
    SetVirtues: used("sk set"),
    SetCounter: Scenario(set_counter),
    ShapeCounter: Scenario(shape_counter),
    RemoveCounter: used("sk counter"),
    SetDefence: used("sk defence"),
    LearnManeuver: used("sk learn"),
    ForgetManeuver: used("sk forget"),
    EditSheet: Scenario(edit_sheet),
}
