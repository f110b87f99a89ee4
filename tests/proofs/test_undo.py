"""Proof 5: undo restores exactly the earlier states, going back too; undo then redo is the identity."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from bot.app import assemble
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.errors import NotAllowed, RuleViolation, UserError
from bot.play import Play, Request
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import records
from bot.systems.second_kingdom.rules import heroes, trials
from bot.systems.second_kingdom.rules.state import Virtue
from bot.systems.table.rules.campaigns import CreateCampaign, JoinCampaign
from tests.databases import Templates
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Scenario, Stage
from tests.systems.second_kingdom.playbook import hero

Snapshot = dict[str, tuple[str, bool]]


def read_snapshot(connection: sa.Connection) -> Snapshot:
    """Every record's state, and whether it is archived."""
    rows = connection.execute(sa.select(records.c.id, records.c.state, records.c.is_archived))
    return {str(i): (str(state), bool(archived)) for i, state, archived in rows}


def in_play(snapshot: Snapshot) -> Snapshot:
    """Records that take part: one taken back is the same as one never opened."""
    return {record: kept for record, kept in snapshot.items() if not kept[1]}


async def test_every_action_undone_is_the_state_before_and_redone_the_state_after(
    sqlite_stage: Stage, scenario: Scenario
) -> None:
    stage = sqlite_stage
    play, gm, here = stage.bot.play, Actor(stage.gm.id), stage.request
    payload = await scenario.payload(stage)
    before = await play.database.read(read_snapshot)
    await stage.feeder.deliver(payload)
    (entry,) = await stage.of(payload)
    after = await play.database.read(read_snapshot)
    if before == after or entry.campaign_id != (await stage.entries())[0].campaign_id or entry.number == 1:
        with pytest.raises(UserError, match=r"can't be undone|changed nothing|no entry"):
            await play.preview_undo(gm, here(), entry.number if before == after else 1)
        return

    plan = await play.preview_undo(gm, here(), entry.number)
    await play.undo(gm, here(11), plan.entry.campaign, entry.number, plan.undone[-1])
    undone = await play.database.read(read_snapshot)
    again = await play.preview_undo(gm, here(), redo=True)
    await play.undo(gm, here(12), again.entry.campaign, again.entry.number, again.undone[-1])

    assert in_play(undone) == in_play(before)
    assert await play.database.read(read_snapshot) == after


async def test_going_back_takes_what_followed_through_another_record(sqlite_stage: Stage) -> None:
    """Conviction granted (hero), spent on a roll (hero, challenge), the setback let be (challenge)."""
    stage = sqlite_stage
    name = await hero(stage)
    granted = stage.slash("sk conviction", by=stage.gm, hero=name, amount=90, reason="Rest")
    await stage.feeder.deliver(granted)
    first = (await stage.of(granted))[0].number
    before = await stage.bot.play.database.read(read_snapshot)
    kept = [record for record, (state, _) in before.items() if f'"{name}"' in state]
    while True:
        options = {"action": "Leap", "virtue": "courage", "rating": 9}
        await stage.do("sk challenge", by=stage.gm, hero=name, **options)
        await stage.feeder.deliver(stage.press("Roll, spend 1", by=stage.deacon))
        await stage.settle()
        if stage.server.channel_messages()[-1]["components"]:
            break
    let_be = stage.press("Let it be", by=stage.gm)
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
        await stage.do("sk conviction", by=stage.gm, hero=name, amount=amount, reason="Rest")
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
    await stage.do("sk challenge", by=stage.gm, hero=name, **options)

    with pytest.raises(NotAllowed, match="somebody has acted since"):
        await play.preview_undo(Actor(stage.deacon.id), stage.request(), made)
    plan = await play.preview_undo(gm, stage.request(), made)
    await play.undo(gm, stage.request(11), plan.entry.campaign, made, plan.undone[-1])

    assert plan.undone == (made, made + 1)
    assert "waits for nothing" in str((await stage.do("waiting", by=stage.gm)).answer.data)


class Evening(RuleBasedStateMachine):
    """Random actions, undos and redos, against a model that keeps whole snapshots and does sets."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        shutil.copy(self.template, self.folder / "evening.db")
        address = Address.of_file(self.folder / "evening.db")
        self.play: Play = assemble(open_database(address), packages=GAMES_OF_TESTS).play
        self.interaction = 1000
        # What each entry changed, as the model saw it: record → (before, after).
        self.log: dict[int, dict[str, tuple[Any, Any]]] = {}
        self.undone: dict[int, list[int]] = {}
        self.gone: set[int] = set()

    def teardown(self) -> None:
        self.loop.run_until_complete(self.play.database.dispose())
        self.loop.close()
        shutil.rmtree(self.folder)

    # -- the machine's hands ----------------------------------------------------------------------

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def snapshot(self) -> Snapshot:
        return dict(self.run(self.play.database.read(read_snapshot)))

    def request(self) -> Request:
        self.interaction += 1
        return Request(self.interaction, 1, 2)

    def act(self, user: int, action: Any) -> None:
        self._change(lambda: self.play.act(Actor(user, manages_server=True), self.request(), action))

    def _change(self, doing: Callable[[], Any]) -> int | None:
        before = self.snapshot()
        try:
            outcome = self.run(doing())
        except UserError:
            assert self.snapshot() == before
            return None
        after, number = self.snapshot(), outcome.public.entry.number
        touched = {r for r in after if before.get(r) != after[r]}
        self.log[number] = {r: (before.get(r), after[r]) for r in touched}
        return int(number)

    def of_kind(self, kind: str) -> list[str]:
        query = sa.select(records.c.id).where(records.c.kind == kind, records.c.is_archived.is_(False))
        return sorted(self.run(self.play.database.read(lambda c: [str(i) for (i,) in c.execute(query)])))

    def pick(self, data: st.DataObject, kind: str) -> RecordId:
        return RecordId(data.draw(st.sampled_from(self.of_kind(kind) or ["none"])))

    # -- what may happen --------------------------------------------------------------------------

    @initialize()
    def begin(self) -> None:
        self.act(1, CreateCampaign("Ashes", ("second_kingdom", "lantern")))
        self.act(2, JoinCampaign())
        self.act(2, heroes.CreateHero("Evander", 2, 6, 5, 4, 3))

    @rule(name=st.sampled_from("ABC"), user=st.sampled_from([1, 2, 3]))
    def create(self, name: str, user: int) -> None:
        self.act(user, heroes.CreateHero(name, user, 6, 5, 4, 3))

    @rule(data=st.data(), score=st.integers(1, 10))
    def set_virtue(self, data: st.DataObject, score: int) -> None:
        self.act(2, heroes.SetVirtues(self.pick(data, "hero"), prudence=score))

    @rule(data=st.data(), amount=st.integers(-2, 4))
    def grant(self, data: st.DataObject, amount: int) -> None:
        self.act(1, heroes.GrantConviction(self.pick(data, "hero"), amount, "Rest"))

    @rule(data=st.data(), rating=st.integers(3, 8), hidden=st.booleans())
    def open(self, data: st.DataObject, rating: int, hidden: bool) -> None:
        hero = self.pick(data, "hero")
        self.act(1, trials.OpenChallenge(hero, "Leap", Virtue.COURAGE, rating, hidden))

    @rule(data=st.data(), conviction=st.integers(0, 2), user=st.sampled_from([1, 2]))
    def roll(self, data: st.DataObject, conviction: int, user: int) -> None:
        self.act(user, trials.RollChallenge(self.pick(data, "challenge"), conviction))

    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        self.act(1, trials.WithdrawChallenge(self.pick(data, "challenge")))

    @rule(data=st.data())
    def write(self, data: st.DataObject) -> None:
        self.act(1, trials.WriteConsequence(self.pick(data, "challenge"), "The rope frays."))

    @rule(data=st.data())
    def let_be(self, data: st.DataObject) -> None:
        self.act(1, trials.LetBe(self.pick(data, "challenge")))

    @precondition(lambda self: self.log)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.log)))
        try:
            plan = self.run(self.play.preview_undo(Actor(1), self.request(), number))
        except UserError:
            assert number == 1 or number in self.gone or number in self.undone or not self.log[number]
            return
        if plan.is_redo:
            return
        before, chain = self.snapshot(), self._followers(number)
        assert set(plan.undone) == chain
        done = self._change(
            lambda: self.play.undo(Actor(1), self.request(), plan.entry.campaign, number, plan.undone[-1])
        )
        assert done is not None
        assert in_play(self.snapshot()) == in_play(before | self._earlier(chain))
        self.undone[done] = sorted(chain)
        self.gone |= chain

    @precondition(lambda self: self.undone)
    @rule()
    def undo_then_redo(self) -> None:
        """Whatever is redone must be what stood before the undo, as long as nothing came between."""
        try:
            plan = self.run(self.play.preview_undo(Actor(1), self.request(), redo=True))
        except UserError:
            return
        number = plan.entry.number
        expected = self.snapshot() | {r: pair[0] for r, pair in self.log[number].items()}
        redone = self._change(
            lambda: self.play.undo(Actor(1), self.request(), plan.entry.campaign, number, plan.undone[-1])
        )
        assert redone is not None
        assert self.snapshot() == expected
        self.gone -= set(self.undone.pop(number))
        self.gone |= {number, redone}

    # -- the model ----------------------------------------------------------------------------------

    def _followers(self, number: int) -> set[int]:
        counting = [n for n in self.log if n > number and n not in self.gone and n not in self.undone]
        chain, touched = {number}, self._touched({number})
        while more := {n for n in counting if n not in chain and touched & set(self.log[n])}:
            chain |= more
            touched |= self._touched(more)
        return chain

    def _touched(self, numbers: set[int]) -> set[str]:
        """What those entries touched, and the challenges of heroes that one of them opened."""
        opened = {r for n in numbers for r, (before, _) in self.log[n].items() if before is None}
        challenges = {
            record
            for record, (state, _) in self.snapshot().items()
            for hero in opened
            if f'"hero":"{hero}"' in state
        }
        return {r for n in numbers for r in self.log[n]} | challenges

    def _earlier(self, chain: set[int]) -> dict[str, Any]:
        earlier: dict[str, Any] = {}
        for number in sorted(chain):
            for record, (before, after) in self.log[number].items():
                earlier.setdefault(record, before if before is not None else (after[0], True))
        return earlier


@pytest.mark.slow
def test_any_evening_of_actions_undos_and_redos_agrees_with_the_model(
    templates: Templates, tmp_path: Path
) -> None:
    Evening.template = templates.sqlite(tmp_path / "template.db").path
    Evening.TestCase.settings = settings(
        max_examples=int(os.environ.get("WAYPOST_TEST_EVENINGS", "20")),
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=False,
    )
    Evening.TestCase().runTest()
