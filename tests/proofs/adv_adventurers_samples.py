"""Interactions about adventurers of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import RecordView
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.adventurers_playbook import editing, retiring
from tests.systems.adventuria.stock import adventurer

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _retired(stage: Stage, name: str) -> RecordView:
    """The adventurer of that name, once it has left the game."""
    await stage.feeder.deliver(await retiring(stage, stage.gm, name))
    await stage.settle()
    scope = Scope(wants=(Want("adventurer", text=name, archived=True),))
    (found,) = (await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)).all("adventurer")
    return found


async def _left_by(stage: Stage, person: Person) -> RecordView:
    """An adventurer that has left the game: the person's own, where that one plays."""
    name = stage.fresh_name()
    made = await stage.do("adv new", by=person, name=name)
    await stage.settle()
    plays = "sets out" in str(made.answer.data)
    return await _retired(stage, name if plays else await adventurer(stage))


async def _campaign(stage: Stage) -> str:
    return (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign_id


async def _edited(stage: Stage, person: Person) -> Json:
    return await editing(stage, person, await adventurer(stage))


async def _confirmed(stage: Stage, person: Person) -> Json:
    return await retiring(stage, person, await adventurer(stage))


async def _anew(stage: Stage, person: Person) -> Json:
    left = await _left_by(stage, person)
    return stage.say.press(f"new_adventurer|{left.id}", user=person)


async def _named(stage: Stage, person: Person) -> Json:
    left = await _left_by(stage, person)
    typed = {"name": stage.fresh_name()}
    return stage.say.modal_submit(f"new_adventurer|{left.id}", typed, user=person)


async def _hall_page(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"hall|{await _campaign(stage)}|0", user=person)


async def _tale(stage: Stage, person: Person) -> Json:
    shown = await _retired(stage, await adventurer(stage))
    return stage.say.press(f"?tale|{await _campaign(stage)}", values=[shown.id], user=person)


async def _tale_page(stage: Stage, person: Person) -> Json:
    shown = await _retired(stage, await adventurer(stage))
    return stage.say.press(f"tale|{await _campaign(stage)}|{shown.id}|100", user=person)


ADVENTURERS: dict[str, Sampling] = {
    "form edit_adventurer": _edited,
    "button retire_adventurer": _confirmed,
    "button new_adventurer": _anew,
    "form new_adventurer": _named,
    "button hall": _hall_page,
    "button tale": _tale_page,
    "select tale": _tale,
}
