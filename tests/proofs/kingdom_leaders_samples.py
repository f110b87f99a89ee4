"""Interactions about leaders of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.leaders import commands as leaders_commands
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.stock import id_of, kingdom_at

Sampling = Callable[[Stage, Person], Awaitable[Json]]


def _old(button: str, *args: str) -> Sampling:
    """A button of a preview that an earlier version showed."""

    async def build(stage: Stage, person: Person) -> Json:
        id_ = await id_of(stage, await kingdom_at(stage, Step.LEADERSHIP))
        return stage.say.press("|".join((button, id_, *args)), user=person)

    return build


LEADERS: dict[str, Sampling] = {
    f"button {leaders_commands.SEAT}": _old(leaders_commands.SEAT, "1k", "d00------", "Bo"),
    f"button {leaders_commands.RESIGN}": _old(leaders_commands.RESIGN, "13", "1k", ""),
    f"button {leaders_commands.SWITCH}": _old(leaders_commands.SWITCH, "13", "3", "0k", ""),
}
