"""What a preview costs beside its action, and a press of its button beside the action alone."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

from bot.engine.people import Actor
from bot.play import Request
from bot.storage.address import Address
from bot.storage.schema import migrate_database
from bot.systems.kingdom.book import MonthStep, Promotion, Taxation
from bot.systems.kingdom.month.edicts import SetEdicts
from tests.stages import Stage, be_generous, open_stage
from tests.systems.kingdom.stock import id_of, kingdom_at

TIMES = 150


async def previews(_engine: str) -> str:
    """CPU milliseconds of each, in turn, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        address = Address.of_file(Path(folder) / "previews.db")
        await migrate_database(address, folder=Path(folder), keep=1)
        async with open_stage(address) as stage:
            await be_generous(stage)
            found = await _measured(stage)
    rows = [f"| {name} | {median(each):.2f} |" for name, each in found.items()]
    return "\n".join(["| `/edict set` of a kingdom | CPU, ms (median) |", "|---|---|", *rows])


async def _measured(stage: Stage) -> dict[str, list[float]]:
    kingdom = await id_of(stage, await kingdom_at(stage, MonthStep.EDICTS))
    play, actor = stage.bot.play, Actor(stage.gm.id)
    promotions = Promotion.TOKEN, Promotion.STANDARD
    number, levels = 1 << 60, (Taxation.LIGHT, Taxation.HEAVY)
    found: dict[str, list[float]] = {
        name: [] for name in ("action", "preview, kept", "press, nothing changed", "press, tried again")
    }

    def request() -> Request:
        nonlocal number
        number += 1 << 22
        return stage.request(number)

    def action(turn: int) -> SetEdicts:
        return SetEdicts(kingdom, taxation=levels[turn % 2])

    for turn in range(0, TIMES * 2, 2):
        await _timed(found["action"], lambda: play.act(actor, request(), action(turn)))  # noqa: B023
        shown = await _timed(
            found["preview, kept"],
            lambda: play.preview(actor, request(), [action(turn + 1)]),  # noqa: B023
        )
        await _timed(
            found["press, nothing changed"],
            lambda: play.take(actor, request(), str(shown.offer)),  # noqa: B023
        )
        await play.act(actor, request(), action(turn))
        shown = await play.preview(actor, request(), [action(turn + 1)])
        # Something else in the kingdom: its version is another.
        await play.act(
            actor,
            request(),
            SetEdicts(kingdom, promotion=promotions[turn // 2 % 2]),
        )
        await _timed(
            found["press, tried again"],
            lambda: play.take(actor, request(), str(shown.offer)),  # noqa: B023
        )
        await play.act(actor, request(), SetEdicts(kingdom, taxation=Taxation.NORMAL))
    return found


async def _timed(kept: list[float], work: Callable[[], Awaitable[Any]]) -> Any:
    began = time.process_time()
    result = await work()
    kept.append((time.process_time() - began) * 1000)
    return result
