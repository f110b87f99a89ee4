"""Drafts and proposals of the library from before they were proposals as of anything else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.proposals import Answer, Proposal
from bot.engine.system import RecordId, Scope, Want
from bot.storage.schema import migrate_database
from tests.filled.dumps import dumps
from tests.filled.test_filled import restored
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage

DUMPS = dumps("second_kingdom")


@pytest.fixture(params=DUMPS, ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def test_a_declined_entry_of_an_earlier_day_waits_again_once_undone_and_is_approved(
    later: Stage,
) -> None:
    declined = next(entry for entry in await later.entries() if entry.action == "DeclineEntry")
    draft = RecordId(str(declined.subject_id))
    undo = f"undo|{declined.campaign_id}|{declined.number}|{declined.number}|"
    await later.feeder.deliver(later.say.press(undo, user=later.gm))
    waiting = await _found(later, draft)
    assert (waiting.answer, waiting.to) == (Answer.WAITS, None)

    await later.feeder.deliver(later.say.press(f"do|{draft}|proposal|1|approve", user=later.gm))

    assert (await _found(later, draft)).answer is Answer.ACCEPTED
    assert "WriteEntry" in [entry.action for entry in await later.entries()]
    assert waiting.terms.entry is not None
    assert waiting.terms.entry.name in await _names(later, waiting.terms.entry.shelf)


async def test_a_discarded_draft_of_an_earlier_day_is_back_once_undone_and_discarded_again(
    later: Stage,
) -> None:
    discarded = next(entry for entry in await later.entries() if entry.action == "DiscardDraft")
    draft, author = RecordId(str(discarded.subject_id)), later.deacon
    undo = f"undo|{discarded.campaign_id}|{discarded.number}|{discarded.number}|"
    await later.feeder.deliver(later.say.press(undo, user=later.gm))
    waiting = await _found(later, draft, author.id)
    assert (waiting.is_draft, waiting.answer) == (True, Answer.WAITS)
    shown = await later.feeder.deliver(later.say.press(f"change_draft|{draft}", user=author))
    assert "(draft)" in str(shown.answer.data)

    await later.feeder.deliver(later.say.press(f"do|{draft}|draft|1|discard", user=later.gm))
    assert (await _found(later, draft, author.id)).answer is Answer.WAITS
    await later.feeder.deliver(later.say.press(f"do|{draft}|draft|1|save", user=author))
    saved = await _found(later, draft, author.id)
    assert (saved.answer, saved.to, saved.revision) == (Answer.WAITS, None, 2)


async def _found(stage: Stage, draft: RecordId, viewer: int = 0) -> Proposal:
    request = stage.request()
    found = await stage.bot.play.look(Actor(viewer or stage.gm.id), request, Scope(ids=(draft,)))
    state: Any = found.records[draft].state
    assert isinstance(state, Proposal)
    return state


async def _names(stage: Stage, shelf: str) -> list[str]:
    wants = (Want(shelf.rpartition(".")[2]),)
    found = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), Scope(wants=wants))
    return [each.title for each in found.records.values()]
