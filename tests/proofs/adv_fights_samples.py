"""Interactions about fights of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.fights_playbook import meeting, opened

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _fight(stage: Stage, person: Person) -> Json:
    return stage.slash("adv fight", by=person, **await meeting(stage))


async def _odds(stage: Stage, person: Person) -> Json:
    return stage.slash("adv odds", by=person, **await meeting(stage), kind="melee")


async def _stop(stage: Stage, person: Person) -> Json:
    return stage.slash("adv gm stop", by=person, reason="Dawn", adventurer=await opened(stage))


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
    "/adv fight": _fight,
    "/adv odds": _odds,
    "/adv gm stop": _stop,
    "button adv_fight": _press,
    "button adv_fight_panel": _panel,
    "button adv_stop": _stop_button,
    "form adv_stop": _stop_form,
}
