"""A dungeon Turn of eight characters with forty effects and lights, and the picture of the way so far."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from bot.engine.dice.source import FixedDice
from bot.engine.system import RecordId, World
from bot.storage import codec
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.delves.pictures import board_png
from bot.systems.sovereign.delves.rules import EnterSite, NextTurn
from bot.systems.sovereign.dungeon import Delve, Frequency, Passage
from bot.systems.sovereign.state import Character, Effect, Lamp, Light
from tests.bench.measures import COLUMNS, apart, row, timed
from tests.harness.load import frozen_gc
from tests.harness.stats import table
from tests.systems.sovereign.delving import site
from tests.systems.sovereign.scenes import after, bo, kind_of, of, party, scene

CREW, EFFECTS, SAMPLES = 8, 5, 200
# In milliseconds: a Turn, its states saved and read, the picture, and how long the loop may stand.
TURN, STATES, PICTURE, STALL = 10.0, 10.0, 60.0, 5.0
DELVE = RecordId("new-1")


def crowded() -> World:
    """Turn 1 of eight, each with five effects and a torch."""
    ids = [RecordId(f"hero-{n}") for n in range(CREW)]
    heroes = [of(id_, _hero(n)) for n, id_ in enumerate(ids)]
    prepared = of(RecordId("site"), site(frequency=Frequency.EVERY), "site")
    outside = scene(*heroes, party(*ids, spokesperson=ids[0]), prepared)
    entering = EnterSite(party=RecordId("party"), site=RecordId("site"), room="Stair")
    return _after(outside, entering, 6)


def _hero(n: int) -> Character:
    effects = tuple(Effect(f"Effect {each}", 900 + each, Unit.TURN) for each in range(EFFECTS))
    return bo(name=f"Hero {n}", effects=effects, lights=(Light(Lamp.TORCH, 900),))


def _after(now: World, action: Any, *dice: int) -> World:
    return after(now, kind_of(action).perform(now, action, FixedDice(*dice)))


async def delve(_engine: str = "", samples: int = SAMPLES) -> str:
    """The table. No database takes part, so it is the same on either engine."""
    now = crowded()
    with frozen_gc():
        turns, states = [], []
        for _ in range(samples):
            began = time.process_time()
            now = _after(now, NextTurn(delve=DELVE), 6)
            turns.append(time.process_time() - began)
            states.append(timed(lambda: _saved_and_read(now)))  # noqa: B023
        state: Delve = replace(now.records[DELVE].state, passages=_rooms())
        lights = [(each.name, "torch", 3, 6) for each in state.crew]
        board_png(state, lights)
        drawn = [await apart(lambda: board_png(state, lights)) for _ in range(max(3, samples // 10))]
    rows = [
        row("a Turn, CPU", turns, TURN),
        row("its states saved and read", states, STATES),
        row("the picture", [each[0] for each in drawn], PICTURE),
        row("longest stall of the loop", [each[1] for each in drawn], STALL),
    ]
    title = f"A delve of {CREW} with {CREW * EFFECTS} effects and {CREW} lights; {samples} samples."
    return table(title, COLUMNS, rows)


def _rooms() -> tuple[Passage, ...]:
    return tuple(Passage(f"Room {n}", f"Room {n // 2}" if n else "") for n in range(14))


def _saved_and_read(now: World) -> None:
    for record in now.records.values():
        kind = SYSTEM.kind(record.kind)
        codec.load(kind.state, codec.dump(record.state))
