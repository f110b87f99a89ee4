"""What tests of Adventuria begin with: a campaign at a table, and what scenarios of a stage need first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.harness.world import Json, Person
from tests.stages import Scenario, Stage
from tests.tables import Table


async def begin_city(table: Table) -> None:
    """A campaign of Adventuria, led by the game master, with two players."""
    options = {"name": "Ashes", "game": "adventuria", "game_master_channel": table.secret}
    await table.gm.slash(table.channel, "campaign create", **options)
    for player in (table.deacon, table.wren):
        await player.slash(table.channel, "campaign join")
    await table.settle()


async def adventurer(stage: Stage, by: Person | None = None) -> str:
    """A new adventurer of Deacon's; its name."""
    name = stage.fresh_name()
    await stage.do("adv new", by=by or stage.deacon, name=name)
    await stage.settle()
    return name


async def on_turn(stage: Stage, by: Person | None = None) -> str:
    """The same, in a turn that the narrator has told and that may end at The Bridge; its name."""
    name = await adventurer(stage, by)
    await stage.do("adv start", by=by or stage.deacon, adventurer=name)
    scene = {"adventurer": name, "text": "A square.", "ways": "The Bridge; The City"}
    await stage.do("adv gm scene", by=stage.gm, **scene)
    await stage.settle()
    return name


async def entry(stage: Stage, kind: str, **texts: str) -> str:
    """An entry of the library, saved by the game master; its name. `kind` as in `adventuria.item`."""
    name = texts.setdefault("name", stage.fresh_name())
    await stage.feeder.deliver(stage.say.modal_submit(f"entry|{kind}||0", texts, user=stage.gm))
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


def pressed(bring: Callable[..., Awaitable[Any]], label: str, /, **options: Any) -> Scenario:
    """The player's press on the button of that label, once its card is brought about."""

    async def payload(stage: Stage) -> Json:
        await bring(stage, **options)
        return stage.press(label, by=stage.deacon)

    return Scenario(payload)
