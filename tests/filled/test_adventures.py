"""Adventures of an earlier day are played on where they stood: decisions, offers, fights."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope
from bot.storage.schema import migrate_database
from tests.filled.dumps import dumps
from tests.filled.test_filled import contents, restored
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage

# Those in which adventures waited. `test_both_engines_left_a_filled_database` sees that there are some.
DUMPS = dumps("adventuria")


@pytest.fixture(params=DUMPS, ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def test_a_gain_without_room_is_left(later: Stage) -> None:
    adventurer, revision = await _waiting(later, "adventurer", "room")
    came = await _pressed(later, f"{adventurer}|room|{revision}|leave")
    assert "not taken along" in came
    assert (await _state(later, adventurer)).gains == ()


async def test_one_of_two_is_lost(later: Stage) -> None:
    adventurer, revision = await _waiting(later, "adventurer", "give")
    held = (await _state(later, adventurer)).possessions
    form = f"tell|{adventurer}|give|{revision}|give"
    payload = later.say.modal_submit(form, {"possession": [str(held[0].number)]}, user=later.deacon)
    await later.feeder.deliver(payload)
    assert (await _state(later, adventurer)).possessions == held[1:]


async def test_an_offer_is_taken(later: Stage) -> None:
    offer, revision = await _waiting(later, "offer", "offer")
    adventurer = (await _state(later, offer)).adventurer
    before = (await _state(later, adventurer)).gold
    came = await _pressed(later, f"{offer}|offer|{revision}|take")
    assert "accepts" in came
    assert (await _state(later, adventurer)).gold == before + 5


async def test_known_dice_are_rolled_anew(later: Stage) -> None:
    fight, revision = await _waiting(later, "fight", "answer")
    before = await _state(later, fight)
    assert "Used on these dice" in await _pressed(later, f"{fight}|answer|{revision}|use0")
    assert (await _state(later, fight)).exchange == before.exchange == 1


async def test_a_fight_goes_on_with_the_next_exchange(later: Stage) -> None:
    fight, revision = await _waiting(later, "fight", "again")
    before = await _state(later, fight)
    assert "Giant" in await _pressed(later, f"{fight}|again|{revision}|roll")
    assert (await _state(later, fight)).exchange == before.exchange + 1


async def _waiting(stage: Stage, kind: str, step: str) -> tuple[RecordId, int]:
    """The newest record of that kind that waits at that step, and the step's revision."""
    kept = await stage.bot.database.read(contents)
    of_kind = {row[0] for row in kept["records"] if row[3] == kind}
    found = [row for row in kept["waiting"] if row[1] == step and row[0] in of_kind]
    record, _, _, revision, *_ = found[-1]
    return RecordId(str(record)), int(str(revision))


async def _pressed(stage: Stage, button: str) -> str:
    """What the player's press comes to."""
    press = stage.say.press(f"do|{button}", user=stage.deacon)
    came = await stage.feeder.deliver(press)
    assert len(await stage.of(press)) == 1
    return str(came.answer.data)


async def _state(stage: Stage, record: RecordId) -> Any:
    found = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), Scope(ids=(record,)))
    return found.records[record].state
