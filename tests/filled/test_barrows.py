"""What waited in a filled database of Sovereign is answered by today's code: once, and by whom it is for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import RecordView
from bot.storage.schema import migrate_database
from bot.systems.sovereign import SYSTEM
from tests.filled.dumps import dumps
from tests.filled.test_filled import restored
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage

# What waits, by its step; of a list of members, by its beginning.
STEPS = {
    *("dying", "frail", "frail_save", "breath", "poison", "make", "proposal"),
    *("roll", "join", "group"),
}


@pytest.fixture(params=dumps("sovereign"), ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def waiting(stage: Stage) -> list[RecordView]:
    """Every record in play with something that waits."""
    kinds = [*(kind.name for kind in SYSTEM.kinds), "proposal"]
    seen = await stage.bot.play.look(
        Actor(stage.gm.id), stage.request(), Scope(wants=tuple(map(Want, kinds)))
    )
    return [each for kind in kinds for each in seen.all(kind) if each.steps]


async def test_all_that_can_wait_waits_in_it(later: Stage) -> None:
    found = {step.name.rstrip("0123456789") for each in await waiting(later) for step in each.steps}
    assert found == STEPS


async def test_each_step_is_answered_once_and_by_nobody_outside(later: Stage) -> None:
    tried, done = 0, 0
    for record in await waiting(later):
        for step in record.steps:
            choice = next((each for each in step.choices if not each.asks and not each.opens), None)
            if choice is None:
                continue
            button = f"do|{record.id}|{step.name}|{step.revision}|{choice.key}"
            tried += 1
            assert not await came(later, button, later.stranger.id)
            who = later.gm if step.who is None else later.world.known(step.who)
            done += await came(later, button, who.id)
            assert not await came(later, button, who.id)
    assert tried > 10
    assert done > tried / 2


async def came(stage: Stage, button: str, user: int) -> bool:
    """Whether somebody's press, and the yes where it asks first, came to something."""
    payload = stage.say.press(button, user=stage.world.known(user))
    shown = (await stage.feeder.deliver(payload)).answer.data
    offers = [part["custom_id"] for row in (shown or {}).get("components", ()) for part in row["components"]]
    taken = [each for each in offers if str(each).startswith("offer|")]
    if taken:
        payload = stage.say.press(taken[0], user=stage.world.known(user))
        await stage.feeder.deliver(payload)
    return bool(await stage.of(payload))
