"""How each action about adventurers comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.adventuria.sheet.rules import (
    CreateAdventurer,
    EditAdventurer,
    RetireAdventurer,
    SettleAdventurer,
)
from tests.givens import used
from tests.harness.inputs import components
from tests.harness.raw import Delivered
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import adventurer


def control(delivered: Delivered, label: str) -> str:
    """The custom_id of the button of that label in an answer."""
    found: dict[str, Any] = {part.get("label", ""): part for part in components(delivered.answer.data)}
    return str(found[label]["custom_id"])


async def retiring(stage: Stage, person: Person, name: str) -> Json:
    """The press that retires the adventurer of that name."""
    asked = await stage.do("adv retire", by=person, adventurer=name)
    return stage.say.press(control(asked, "Retire for good"), user=person)


async def editing(stage: Stage, person: Person, name: str) -> Json:
    """The form of the adventurer of that name, filled in and sent by somebody."""
    asked = (await stage.do("adv edit", by=stage.gm, adventurer=name)).answer.data
    typed = {"name": name, "about": "A scar, and a fear of crows."}
    return stage.say.modal_submit(asked["custom_id"], typed, user=person)


async def edit(stage: Stage) -> Json:
    """The form, sent."""
    return await editing(stage, stage.deacon, await adventurer(stage))


async def retire(stage: Stage) -> Json:
    """An adventurer leaves for good."""
    return await retiring(stage, stage.deacon, await adventurer(stage))


ADVENTURERS: Playbook = {
    CreateAdventurer: used("adv new"),
    EditAdventurer: Scenario(edit),
    SettleAdventurer: used("adv home"),
    RetireAdventurer: Scenario(retire),
}
