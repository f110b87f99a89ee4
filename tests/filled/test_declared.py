"""Offers and proposals of an earlier day: carried out once, by whom they are for, and by nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.proposals import PROPOSAL, Answer
from bot.engine.system import RecordId, Scope, Want
from bot.storage.models import offers
from bot.storage.schema import migrate_database
from tests.filled.dumps import dumps
from tests.filled.test_filled import restored
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage


@pytest.fixture(params=dumps("declared"), ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def test_a_claim_that_was_shown_is_made_once_and_by_nobody_else(later: Stage) -> None:
    claim = await _first_offer(later)
    assert await _came(later, later.say.press(claim, user=later.wren)) == []
    # What it would come to is told in other words today: it is shown anew, and carried out by that.
    anew = (await later.feeder.deliver(later.say.press(claim, user=later.deacon))).answer.data
    (offer,) = (part["custom_id"] for part in _buttons(anew) if part["custom_id"].startswith("offer|"))
    assert await _came(later, later.say.press(offer, user=later.wren)) == []
    assert await _came(later, later.say.press(offer, user=later.deacon)) == ["ClaimHex"]
    for each in (offer, claim):
        assert await _came(later, later.say.press(each, user=later.deacon)) == []


async def test_a_plan_is_carried_out_in_its_order(later: Stage) -> None:
    shown = await later.do("edict plan", by=later.deacon)
    (main,) = (part for part in _buttons(shown.answer.data) if part["custom_id"].startswith("offer|"))
    before = len(await later.entries())
    await later.feeder.deliver(later.say.press(main["custom_id"], user=later.deacon))
    done = [entry.action for entry in (await later.entries())[before:]]
    assert (done[0], done[-1]) == ("ClaimHex", "SetEdicts")


async def test_what_was_proposed_is_accepted_by_whom_it_waits_for(later: Stage) -> None:
    waiting = await _proposals(later)
    assert {state.to for state in waiting.values()} == {None, later.deacon.id}
    for record, state in waiting.items():
        who, other = (later.deacon, later.gm) if state.to else (later.gm, later.deacon)
        button = f"do|{record}|proposal|{state.revision}|accept"
        assert await _came(later, later.say.press(button, user=other)) == []
        assert await _came(later, later.say.press(button, user=who)) == ["SetVirtues"]
    assert {state.answer for state in (await _proposals(later)).values()} == {Answer.ACCEPTED}


async def _came(stage: Stage, payload: Any) -> list[str]:
    await stage.feeder.deliver(payload)
    return [entry.action for entry in await stage.of(payload)]


def _buttons(shown: Any) -> list[Any]:
    return [part for row in shown["components"] for part in row["components"] if "custom_id" in part]


async def _first_offer(stage: Stage) -> str:
    query = sa.select(offers.c.id).order_by(offers.c.at, offers.c.id)
    rows = await stage.bot.database.read(lambda connection: connection.execute(query).scalars().all())
    return f"offer|{rows[0]}"


async def _proposals(stage: Stage) -> dict[RecordId, Any]:
    scope = Scope(wants=(Want(PROPOSAL.name), Want(PROPOSAL.name, archived=True)))
    seen = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)
    return {each.id: each.state for each in seen.all(PROPOSAL.name)}
