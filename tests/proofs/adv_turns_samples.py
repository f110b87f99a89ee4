"""Interactions about turns of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.stock import adventurer, on_turn
from tests.systems.adventuria.turns_playbook import begun, camped

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _start(stage: Stage, person: Person) -> Json:
    return stage.slash("adv start", by=person, adventurer=await adventurer(stage))


async def _end(stage: Stage, person: Person) -> Json:
    return stage.slash("adv end", by=person, location="The Bridge", adventurer=await on_turn(stage))


async def _camp(stage: Stage, person: Person) -> Json:
    return stage.slash("adv camp", by=person, adventurer=await adventurer(stage))


async def _wake(stage: Stage, person: Person) -> Json:
    return stage.slash("adv wake", by=person, adventurer=await camped(stage))


async def _wake_button(stage: Stage, person: Person) -> Json:
    await camped(stage)
    return stage.press("Wake up", by=person)


async def _roll(stage: Stage, person: Person) -> Json:
    return stage.slash("adv roll", by=person, purpose="Luck", adventurer=await on_turn(stage))


async def _scene(stage: Stage, person: Person) -> Json:
    return stage.slash("adv gm scene", by=person, text="It rains.", adventurer=await begun(stage))


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


async def _move(stage: Stage, person: Person) -> Json:
    return stage.slash("adv gm move", by=person, location="The Tower", adventurer=await on_turn(stage))


async def _rules(stage: Stage, person: Person) -> Json:
    return stage.slash("adv rules", by=person, topic="wounds")


async def _rules_list(stage: Stage, person: Person) -> Json:
    return stage.say.press("?adv_rules", user=person, values=["combat"])


TURNS: dict[str, Sampling] = {
    "/adv start": _start,
    "/adv end": _end,
    "/adv camp": _camp,
    "/adv wake": _wake,
    "button adv_wake": _wake_button,
    "button adv_tell": _tell_button,
    "/adv roll": _roll,
    "/adv gm scene": _scene,
    "form adv_scene": _scene_form,
    "/adv gm move": _move,
    "/adv rules": _rules,
    "select adv_rules": _rules_list,
}
