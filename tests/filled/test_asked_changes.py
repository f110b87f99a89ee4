"""Changes of sheets that were asked for before there were other kinds than numbers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.proposals import Answer
from bot.engine.system import RecordId, Scope
from bot.storage.schema import migrate_database
from tests.filled.dumps import dumps
from tests.filled.test_filled import restored
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage

# The first dumps in which changes waited for approval.
DUMPS = dumps("manners")


@pytest.fixture(params=DUMPS, ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def test_a_declined_change_of_an_earlier_day_waits_again_once_undone_and_is_approved(
    later: Stage,
) -> None:
    declined = next(entry for entry in await later.entries() if entry.action == "DeclineEdit")
    edit = RecordId(str(declined.subject_id))
    undo = f"undo|{declined.campaign_id}|{declined.number}|{declined.number}|"
    await later.feeder.deliver(later.say.press(undo, user=later.gm))
    asked = await _shown(later, edit)
    assert asked.terms.title.endswith("→ 7")
    assert asked.answer is Answer.WAITS

    await later.feeder.deliver(later.say.press(f"do|{edit}|edit|1|approve", user=later.gm))

    assert (await _shown(later, edit)).answer is Answer.ACCEPTED
    assert (await _shown(later, asked.terms.touches[0])).prudence == 7


async def _shown(stage: Stage, record: RecordId) -> Any:
    found = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), Scope(ids=(record,)))
    return found.records[record].state
