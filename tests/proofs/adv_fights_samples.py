"""Interactions about fights of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.fights_playbook import opened

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _press(stage: Stage, person: Person) -> Json:
    await opened(stage)
    return stage.press("Roll", by=person)


async def _panel(stage: Stage, person: Person) -> Json:
    await opened(stage)
    return stage.press("Narrator…", by=person)


async def _stop_button(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"adv_stop|{await _fight_of(stage)}", user=person)


async def _stop_form(stage: Stage, person: Person) -> Json:
    return stage.say.modal_submit(f"adv_stop|{await _fight_of(stage)}", {"reason": "Dawn"}, user=person)


async def _fight_of(stage: Stage) -> str:
    """The record of a fight under way."""
    await opened(stage)
    custom_id, _ = stage.button("Roll")
    return custom_id.split("|")[1]


FIGHTS: dict[str, Sampling] = {
    "button adv_fight": _press,
    "button adv_fight_panel": _panel,
    "button adv_stop": _stop_button,
    "form adv_stop": _stop_form,
}
