"""Interactions about turns of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.stock import on_turn
from tests.systems.adventuria.turns_playbook import begun, camped

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _wake_button(stage: Stage, person: Person) -> Json:
    await camped(stage)
    return stage.press("Wake up", by=person)


async def _roll(stage: Stage, person: Person) -> Json:
    return stage.slash("adv roll", by=person, purpose="Luck", adventurer=await on_turn(stage))


async def _scene_form(stage: Stage, person: Person) -> Json:
    custom_id = await scene_form(stage, await begun(stage))
    return stage.say.modal_submit(custom_id, {"text": "It rains.", "ways": ""}, user=person)


async def scene_form(stage: Stage, name: str) -> str:
    """The custom_id of the form that the game master's command opens."""
    opened = await stage.do("adv gm scene", by=stage.gm, adventurer=name)
    return str(opened.answer.data["custom_id"])


async def _tell_button(stage: Stage, person: Person) -> Json:
    await on_turn(stage)
    return stage.press("Narrator: tell on…", by=person)


async def _rules_list(stage: Stage, person: Person) -> Json:
    return stage.say.press("?adv_rules", user=person, values=["combat"])


TURNS: dict[str, Sampling] = {
    "button adv_wake": _wake_button,
    "button adv_tell": _tell_button,
    "form adv_scene": _scene_form,
    "select adv_rules": _rules_list,
}
