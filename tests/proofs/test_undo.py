"""Proof 5: undo restores exactly the earlier states, going back too; undo then redo is the identity."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from bot.engine.people import Actor
from bot.engine.system import PlainEvent
from bot.errors import NotAllowed, RuleViolation, UserError
from bot.play.reversal import Reversal
from bot.ui.undone import differences
from tests.databases import Templates
from tests.extent import share
from tests.harness.world import Json
from tests.proofs.adventure import Adventure
from tests.proofs.evening import Evening
from tests.proofs.machine import Machine, Snapshot, in_play, read_snapshot
from tests.proofs.readers import EVERYBODY, reader, texts
from tests.stages import Scenario, Stage
from tests.systems.second_kingdom.playbook import hero


async def assert_undone_and_redone(stage: Stage, payload: Json, before: Snapshot) -> None:
    """An action undone is the state before, redone the state after, and repeats no text nobody was told."""
    play, gm, here = stage.bot.play, Actor(stage.gm.id), stage.request
    (entry,) = await stage.of(payload)
    after = await play.database.read(read_snapshot)
    kinds = {kind.name: kind for kind in play.catalogue.systems[entry.system].actions}
    if not kinds[entry.action].is_undoable and entry.number > 1:
        with pytest.raises(RuleViolation, match="can't be undone"):
            await play.preview_undo(gm, here(), entry.number)
        return
    if before == after or entry.campaign_id != (await stage.entries())[0].campaign_id or entry.number == 1:
        with pytest.raises(UserError, match=r"can't be undone|changed nothing|no entry"):
            await play.preview_undo(gm, here(), entry.number if before == after else 1)
        return

    plan = await play.preview_undo(gm, here(), entry.number)
    few = known_to_few(stage, payload, after, plan)
    outcome = await play.undo(gm, here(11), plan.entry.campaign, entry.number, plan.undone[-1])
    said = str([event.facts for event in outcome.public.entry.events if isinstance(event, PlainEvent)])
    assert [text for text in few if text in said] == []
    undone = await play.database.read(read_snapshot)
    again = await play.preview_undo(gm, here(), redo=True)
    await play.undo(gm, here(12), again.entry.campaign, again.entry.number, again.undone[-1])

    assert in_play(undone) == in_play(before)
    assert await play.database.read(read_snapshot) == after
    await stage.settle()
    assert await stage.live_twice() == []
    assert await stage.told_wrongly() == []


SAID = {
    "adventuria.ChooseOption": ["The choice “Which way?” will be open again."],
    "table.DeclineProposal": ["The proposal “Evander: prudence 5 → 7” will be open again."],
    "table.InvitePlayer": ["The invitation for <@4000201> will be gone."],
    "second_kingdom.WithdrawRequest": ["Evander's request “Leap” will be open again."],
    # Of one thing in a list, what of it changes.
    "kingdom.DamageBuilding": ["House at A1 in Name 1 Hold will be intact again."],
    # Of what reads the same before and after, that it changes; of bookkeeping nothing.
    "kingdom.ChooseEvent": ["Festive Invitation will be as it was."],
    "kingdom.SkipTo": [],
}


@pytest.mark.parametrize("scenario", SAID, indirect=True)
async def test_an_undo_says_what_a_person_would(
    sqlite_stage: Stage, scenario: Scenario, request: pytest.FixtureRequest
) -> None:
    stage = sqlite_stage
    payload = await scenario.payload(stage)
    await stage.feeder.deliver(payload)
    (entry,) = await stage.of(payload)

    plan = await stage.bot.play.preview_undo(Actor(stage.gm.id), stage.request(), entry.number)

    said = differences(plan.facts, is_done=False)
    wanted = SAID[request.node.callspec.params["scenario"]]
    assert {_unnumbered(each) for each in wanted} <= {_unnumbered(each) for each in said}
    assert not [each for each in said if "Size" in each or "from 0 to none" in each]


def _unnumbered(line: str) -> str:
    """The line without the names that a stage makes up, and its people."""
    return re.sub(r"Name [0-9]+|Evander|<@[0-9]+>", "…", line)


def known_to_few(stage: Stage, payload: Json, records: Snapshot, plan: Reversal) -> list[str]:
    """Of what was typed and is kept, what not everybody was told so far: notes and the like."""
    kept = "\n".join(state for state, _ in records.values())
    public = [call for call in stage.server.calls if reader(stage, call) == EVERYBODY]
    told = "\n".join(text for call in public for text in texts(call))
    titles = " ".join(each.record for each in plan.differences)
    return [
        text for text in typed(payload["data"]) if text in kept and text not in titles and text not in told
    ]


def typed(data: Any) -> set[str]:
    """All lines of several words that an interaction brought: choices have one."""
    if isinstance(data, str):
        return {line.strip() for line in data.splitlines() if " " in line.strip()}
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return {text for each in inner for text in typed(each)}


async def test_going_back_takes_what_followed_through_another_record(sqlite_stage: Stage) -> None:
    """Conviction granted (hero), spent on a roll (hero, challenge), the setback let be (challenge)."""
    stage = sqlite_stage
    name = await hero(stage)
    granted = stage.slash("sk conviction", by=stage.gm, heroes=name, amount=90, reason="Rest")
    await stage.feeder.deliver(granted)
    first = (await stage.of(granted))[0].number
    before = await stage.bot.play.database.read(read_snapshot)
    kept = [record for record, (state, _) in before.items() if f'"{name}"' in state]
    for _ in range(50):
        options = {"action": "Leap", "virtue": "courage", "rating": 9}
        await stage.do("sk challenge", by=stage.gm, heroes=name, **options)
        await stage.feeder.deliver(stage.press("Roll, spend 1", by=stage.deacon))
        await stage.settle()
        if stage.server.channel_messages()[-1]["components"]:
            break
    let_be = await stage.gm_press("Let it be")
    await stage.feeder.deliver(let_be)
    last = (await stage.of(let_be))[0].number

    plan = await stage.bot.play.preview_undo(Actor(stage.gm.id), stage.request(), first)
    await stage.bot.play.undo(Actor(stage.gm.id), stage.request(11), plan.entry.campaign, first, last)

    assert plan.goes_back
    assert last in plan.undone
    after = await stage.bot.play.database.read(read_snapshot)
    assert [after[record][0].count('"conviction":3') for record in kept] == [1]
    assert [record for record in in_play(after) if record not in before] == []


async def test_a_redo_is_refused_once_another_undo_has_moved_what_it_would_restore(
    sqlite_stage: Stage,
) -> None:
    """Two grants undone one after the other: the first undo can't be redone while the second stands."""
    stage, play, gm = sqlite_stage, sqlite_stage.bot.play, Actor(sqlite_stage.gm.id)
    name = await hero(stage)
    for amount in (1, 2):
        await stage.do("sk conviction", by=stage.gm, heroes=name, amount=amount, reason="Rest")
    first = await play.preview_undo(gm, stage.request())
    undone = await play.undo(
        gm, stage.request(11), first.entry.campaign, first.entry.number, first.undone[-1]
    )
    second = await play.preview_undo(gm, stage.request())
    await play.undo(gm, stage.request(12), second.entry.campaign, second.entry.number, second.undone[-1])

    with pytest.raises(RuleViolation, match="can't be redone"):
        await play.preview_undo(gm, stage.request(), undone.public.entry.number)
    again = await play.preview_undo(gm, stage.request(), redo=True)
    await play.undo(gm, stage.request(13), again.entry.campaign, again.entry.number, again.undone[-1])
    last = await play.preview_undo(gm, stage.request(), redo=True)
    await play.undo(gm, stage.request(14), last.entry.campaign, last.entry.number, last.undone[-1])

    sheet = await stage.do("sk sheet", by=stage.gm, hero=name)
    assert "Conviction **6**" in str(sheet.answer.data)


async def test_undoing_a_hero_takes_its_challenges_along(sqlite_stage: Stage) -> None:
    stage, play, gm = sqlite_stage, sqlite_stage.bot.play, Actor(sqlite_stage.gm.id)
    name = await hero(stage)
    made = (await stage.entries())[-1].number
    options = {"action": "Leap", "virtue": "courage", "rating": 4}
    await stage.do("sk challenge", by=stage.gm, heroes=name, **options)

    with pytest.raises(NotAllowed, match="somebody has built on it since"):
        await play.preview_undo(Actor(stage.deacon.id), stage.request(), made)
    plan = await play.preview_undo(gm, stage.request(), made)
    await play.undo(gm, stage.request(11), plan.entry.campaign, made, plan.undone[-1])

    assert plan.undone == (made, made + 1)
    assert "nothing is waiting" in str((await stage.do("waiting", by=stage.gm)).answer.data)


@pytest.mark.slow
def test_any_evening_of_actions_undos_and_redos_agrees_with_the_model(
    templates: Templates, tmp_path: Path
) -> None:
    play(Evening, templates.sqlite(tmp_path / "template.db").path, 20)


@pytest.mark.slow
def test_any_adventure_undone_and_redone_leaves_every_sheet_sound(
    templates: Templates, tmp_path: Path
) -> None:
    play(Adventure, templates.sqlite(tmp_path / "template.db").path, 10)


def play(machine: type[Machine], template: Path, evenings: int) -> None:
    """So many evenings of thirty steps; more where the environment says so, and then at random."""
    machine.template = template
    machine.TestCase.settings = settings(
        max_examples=int(os.environ.get("WAYPOST_TEST_EVENINGS", share(evenings))),
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize="WAYPOST_TEST_EVENINGS" not in os.environ,
    )
    machine.TestCase().runTest()
