"""`/sk odds` and `/sk compare` answered by the whole bot, and their mathematics beside plain enumeration."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.storage.address import Address
from bot.storage.schema import migrate_database
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.attacks.odds import odds_of_maneuver
from bot.systems.second_kingdom.state import Guard
from tests.harness.stats import percentiles, ratio, table, verdict
from tests.harness.world import Json
from tests.stages import Stage, open_stage
from tests.systems.second_kingdom.playbook import maneuver
from tests.systems.second_kingdom.test_attack_odds import slowly

MOST = 0.1
TIMES = 50
GALE = Maneuver("Iron Gale", 2, 4, -1, minor=Strike("Pierce", damage="accuracy"))
PAIRS = {Guard.DODGE: (1, 0), Guard.PARRY: (0, 0), Guard.BLOCK: (2, 1)}


async def odds(engine: str) -> str:
    """The tables; on SQLite only, since a private answer reads one record."""
    with TemporaryDirectory() as folder:
        address = Address.of_file(Path(folder) / "odds.db")
        await migrate_database(address, folder=Path(folder), keep=1)
        async with open_stage(address) as stage:
            rows = [[name, *await _timed(stage, *asked)] for name, asked in (await _asked(stage)).items()]
    columns = ["question", "p50 ms", "p95 ms", f"p95 within {MOST * 1000:.0f} ms"]
    return "\n\n".join(
        (table(f"From the interaction to its private answer, {TIMES} times each.", columns, rows), _beside())
    )


async def _asked(stage: Stage) -> dict[str, tuple[str, Json]]:
    one, other = await maneuver(stage), await maneuver(stage)
    against = {"maneuver": one, "dodge": "1/0", "block": "2/1"}
    return {
        "a number of dice": ("sk odds", {"dice": 20}),
        "a virtue against a rating": ("sk odds", {"virtue": 6, "rating": 4}),
        "a maneuver against a defence": ("sk odds", against),
        "two maneuvers against a defence": ("sk compare", against | {"other": other}),
    }


async def _timed(stage: Stage, path: str, options: Json) -> list[object]:
    taken = []
    for _ in range(TIMES):
        payload = stage.slash(path, by=stage.deacon, **options)
        began = time.perf_counter()
        await stage.feeder.deliver(payload)
        taken.append(time.perf_counter() - began)
    found = percentiles(taken)
    return [f"{found[50] * 1000:.1f}", f"{found[95] * 1000:.1f}", verdict(found[95], MOST)]


def _beside() -> str:
    ours, slow = _best(lambda: odds_of_maneuver(GALE, PAIRS, True, False), 20), _best(_enumerated, 1)
    title = "A maneuver's odds over all 1,000 attack and 100 defence rolls: milliseconds, the best of some."
    rows = [[f"{ours * 1000:.1f}", f"{slow * 1000:.0f}", f"{ratio(slow, ours):.0f}"]]
    return table(title, ["sets of rolls as bits", "one roll after another", "ratio"], rows)


def _enumerated() -> object:
    return slowly(GALE, PAIRS, True, False)


def _best(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken)
