"""Bran at a simulated table: in a turn, with what a test gives him, and as he stands then."""

from __future__ import annotations

from typing import Any

from simcord import ChannelHandle

from bot.engine.people import Actor
from bot.engine.settings import Setting
from bot.engine.system import Scope, Want
from bot.play import Request
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.changes.rules import GainThing, ReceiveWounds
from bot.systems.adventuria.combat.state import Combat, Named, OpenFight
from bot.systems.adventuria.state import Adventurer, Ware
from bot.systems.table.settings.rules import ChangeSetting
from tests.loaded import loaded
from tests.tables import Table

TURN = {"text": "A market.", "ways": "The Bridge; The City"}
_numbers = iter(range(1, 10_000))


async def in_turn(table: Table, name: str = "Bran", who: Any = None) -> ChannelHandle:
    """A warrior in a turn that the narrator has told; his thread."""
    player = who or table.deacon
    with loaded(1, 2):
        await player.slash(table.channel, "adv new", name=name)
    await table.settle()
    thread = list(table.channel.threads)[-1]
    await player.slash(thread, "adv start")
    await table.gm.slash(thread, "adv gm scene", **TURN)
    await table.settle()
    return thread


async def bran(table: Table) -> Adventurer:
    """Bran as he stands."""
    return (await _shown(table)).state  # type: ignore[no-any-return]


async def give(table: Table, called: str, rules: str = "", ware: Ware = Ware.SPELL, **more: Any) -> None:
    """He gets something made up."""
    shown = await _shown(table)
    await _act(table, GainThing(shown.id, called=called, ware=ware, rules=rules, **more))


async def wound(table: Table, count: int) -> None:
    """He is wounded."""
    await _act(table, ReceiveWounds((await _shown(table)).id, count))


async def meet(table: Table, *names: str) -> None:
    """He meets monsters in melee, each as strong as a rat."""
    foes = tuple(Named(name, 2, 1, 3) for name in names)
    await _act(table, OpenFight((await _shown(table)).id, named=foes, kind=Combat.MELEE))


async def decide(table: Table, setting: Setting, value: str) -> None:
    """The campaign decides that."""
    await _act(table, ChangeSetting(setting.key, value, setting.default))


async def _act(table: Table, action: Any) -> None:
    request = Request(next(_numbers), table.guild.id, table.channel.id)
    await table.bot.play.act(Actor(table.gm.id), request, action)
    await table.settle()


async def _shown(table: Table) -> Any:
    request = Request(1, table.guild.id, table.channel.id)
    scope = Scope(wants=(Want(ADVENTURER.name, text="Bran"),))
    (found,) = (await table.bot.play.look(Actor(table.gm.id), request, scope)).all(ADVENTURER.name)
    return found
