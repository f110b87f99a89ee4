"""A table whose kingdom stands at a step of its Edict or Income phase."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.play import Request
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.state import Kingdom
from tests.systems.kingdom import stock
from tests.tables import Table

_IDS = count(1)


@dataclass
class AtTable:
    """A table as `stock` wants its stages."""

    table: Table
    names: int = 0
    # Kingdoms that stand already, for the first who asks.
    ready: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)

    def slash(self, path: str, *, by: Any, **options: Any) -> dict[str, str]:
        """An interaction's id, for actions past Discord."""
        return {"id": str(next(_IDS))}

    def request(self, interaction: int = 1) -> Request:
        """A request of the campaign's channel."""
        return Request(interaction, self.table.guild.id, self.table.channel.id)

    def fresh_name(self) -> str:
        """Tarn, Tarn 2, Tarn 3."""
        self.names += 1
        return "Tarn" if self.names == 1 else f"Tarn {self.names}"


def stage(table: Table) -> Any:
    """The table, for what prepares stages."""
    return cast(Any, AtTable(table))


async def at(table: Table, step: MonthStep, *actions: Any) -> RecordId:
    """Tarn at that step, after those actions of the game master; its id. They are made of the id."""
    made = stage(table)
    id_ = await stock.id_of(made, await stock.kingdom_at(made, step))
    await act(table, *(action(id_) for action in actions))
    return id_


async def act(table: Table, *actions: Any, by: int | None = None) -> None:
    """Carry out actions past Discord, as the game master or somebody else."""
    made = stage(table)
    for action in actions:
        await stock.act(made, action, by)
    await table.settle()


async def tarn(table: Table) -> Kingdom:
    """Tarn as it is."""
    state: Kingdom = (await stock.shown(stage(table), "Tarn")).state
    return state


async def hold(table: Table) -> Any:
    """Tarn's capital as it is."""
    found = await table.bot.play.named(Actor(table.gm.id), stage(table).request(), "Tarn Hold")
    return next(each for each in found if each.kind == "settlement")
