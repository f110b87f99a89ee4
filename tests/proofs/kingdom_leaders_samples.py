"""Interactions about leaders of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.systems.kingdom.book import Role, Step
from bot.systems.kingdom.leaders import commands as leaders_commands
from bot.systems.kingdom.leaders.offices import SetDays
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


def _old(button: str, *args: str) -> Sampling:
    """A button of a preview that an earlier version showed."""

    async def build(stage: Stage, person: Person) -> Json:
        id_ = await id_of(stage, await kingdom_at(stage, Step.LEADERSHIP))
        return stage.say.press("|".join((button, id_, *args)), user=person)

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
    f"button {leaders_commands.SEAT}": _old(leaders_commands.SEAT, "1k", "d00------", "Bo"),
    f"button {leaders_commands.RESIGN}": _old(leaders_commands.RESIGN, "13", "1k", ""),
    f"button {leaders_commands.SWITCH}": _old(leaders_commands.SWITCH, "13", "3", "0k", ""),
}
