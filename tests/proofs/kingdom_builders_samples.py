"""Interactions about buildings built and upgraded, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.people import Actor
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import builders_playbook as book
from tests.systems.kingdom.stock import id_of, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def town_of(stage: Stage, kingdom: str) -> str:
    """The id of a kingdom's capital."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), f"{kingdom} Hold")
    return next(each.id for each in found if each.kind == "settlement")


async def looked_at(stage: Stage) -> str:
    """The id of a settlement to look at, which nobody changes."""
    return await town_of(stage, await known(stage))


def _pressed(name: str, *args: str, values: tuple[str, ...] = ()) -> Sampling:
    """A button or list about a settlement that nobody changes."""

    async def sample(stage: Stage, person: Person) -> Json:
        custom_id = "|".join((name, await looked_at(stage), *args))
        return stage.say.press(custom_id, values=list(values) or None, user=person)

    return sample


async def _open(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"build_open|{await id_of(stage, await known(stage))}", user=person)


async def _town(stage: Stage, person: Person) -> Json:
    name = await known(stage)
    listed = f"?build_town|{await id_of(stage, name)}"
    return stage.say.press(listed, values=[await town_of(stage, name)], user=person)


BUILDERS: dict[str, Sampling] = {
    "button build_open": _open,
    "select build_town": _town,
    "button build_panel": _pressed("build_panel", "0"),
    "select build_pick": _pressed("?build_pick", values=("house",)),
    "button build_places": _pressed("build_places", "house", "0", "0"),
    "select build_place": _pressed("?build_place", "house", "0", values=("1:A1",)),
    "select build_site": _pressed("?build_site", values=("house/1:A1",)),
    "button build_way": _pressed("build_way", "house", "1:C4", ""),
    "button build_do": book.build,
    "button build_upgrade": book.upgrade,
}
