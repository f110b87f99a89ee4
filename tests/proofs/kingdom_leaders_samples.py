"""Interactions about leaders of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.systems.kingdom.rules.serving import SetDays
from bot.systems.kingdom.rules.terms import Role, Step
from bot.systems.kingdom.screens import leader_panels as panels
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


def _command(path: str, **options: Any) -> Sampling:
    """A command about a kingdom in the Leadership step of its first month."""

    async def build(stage: Stage, person: Person) -> Json:
        name = await kingdom_at(stage, Step.LEADERSHIP)
        return stage.slash(path, by=person, kingdom=name, **options)

    return build


def _before(path: str, **options: Any) -> Sampling:
    """A command about a kingdom whose month is not opened."""

    async def build(stage: Stage, person: Person) -> Json:
        return stage.slash(path, by=person, kingdom=await kingdom(stage), **options)

    return build


def _looking(path: str) -> Sampling:
    """A command that changes nothing."""

    async def build(stage: Stage, person: Person) -> Json:
        return stage.slash(path, by=person, kingdom=await known(stage))

    return build


async def _stand_in(stage: Stage, person: Person) -> Json:
    name = await kingdom(stage)
    await act(stage, SetDays(await id_of(stage, name), Role.RULER, 0))
    return stage.slash("leader stand-in", by=person, role="heir", kingdom=name)


async def _proxy(stage: Stage, person: Person) -> Json:
    name = await kingdom(stage)
    return stage.slash("leader proxy", by=person, person=stage.wren, kingdom=name)


def _preview(label: str, path: str, **options: Any) -> Sampling:
    """The button of a preview that the game master was shown."""

    async def build(stage: Stage, person: Person) -> Json:
        name = await kingdom_at(stage, Step.LEADERSHIP)
        await stage.do(path, by=stage.gm, kingdom=name, **options)
        await stage.settle()
        return stage.press(label, by=person)

    return build


LEADERS: dict[str, Sampling] = {
    "/leader assign": _command("leader assign", role="general", name="Brannoc", abilities="Cha 14"),
    "/leader resign": _command("leader resign", role="warden"),
    "/leader switch": _command("leader switch", leaves="warden", takes="general"),
    "/leader died": _before("leader died", role="warden"),
    "/leader edit": _before("leader edit", role="warden", abilities="Con 18"),
    "/leader duty": _before("leader duty", role="warden", days=3),
    "/leader stand-in": _stand_in,
    "/leader choose": _command("leader choose", role="ruler", attributes="loyalty"),
    "/leader who": _before("leader who"),
    "/leader proxy": _proxy,
    "/leader list": _looking("leader list"),
    f"button {panels.SEAT}": _preview("Replace", "leader assign", role="warden", name="Brannoc"),
    f"button {panels.RESIGN}": _preview("Step down", "leader resign", role="warden"),
    f"button {panels.SWITCH}": _preview("Switch", "leader switch", leaves="warden", takes="general"),
}
