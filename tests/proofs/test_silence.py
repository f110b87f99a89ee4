"""Proof of defaults: what happens at each step's deadline, and that nothing is spent or risked unbidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.engine.pace import ClockStage, Then
from bot.storage.journal import HOUSE
from bot.systems.kingdom.waiting import STEWARD
from tests.playbooks import scenarios
from tests.proofs.machine import read_snapshot
from tests.proofs.silences import (
    ANSWERABLE,
    BEFORE,
    JUST_AFTER,
    LIMIT,
    REGISTER,
    Lapse,
    Named,
    Silence,
    listening,
)
from tests.stages import Scenario, Stage, marks

SCENARIOS = scenarios()
LATER = [where.removeprefix(BEFORE) for where in REGISTER.values() if where.startswith(BEFORE)]


async def test_every_silence_costs_nothing_and_is_told(
    sqlite_stage: Stage, scenario: Scenario, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = listening(sqlite_stage, monkeypatch)
    payload = await scenario.payload(sqlite_stage)
    await heard.begin()
    await sqlite_stage.feeder.deliver(payload)

    await _prove(heard)

    _all_are_registered(heard)
    _comes_about(heard, request.node.callspec.params["scenario"])


@pytest.mark.parametrize("scenario", LATER, indirect=True)
async def test_so_does_that_of_a_step_which_its_scenario_ends(
    sqlite_stage: Stage, scenario: Scenario, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = listening(sqlite_stage, monkeypatch)
    await scenario.payload(sqlite_stage)
    await heard.begin()

    await _prove(heard)

    _all_are_registered(heard)
    _comes_about(heard, BEFORE + request.node.callspec.params["scenario"])


# One of each sort of default.
ON_BOTH = ("second_kingdom.AllowCounter", "sovereign.RollAhead", "second_kingdom.DeclareAttack")


@pytest.mark.parametrize("scenario", ON_BOTH, indirect=True)
async def test_so_it_is_on_each_engine(
    stage: Stage, scenario: Scenario, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = listening(stage, monkeypatch)
    payload = await scenario.payload(stage)
    await heard.begin()
    await stage.feeder.deliver(payload)

    await _prove(heard)

    _comes_about(heard, request.node.callspec.params["scenario"])


def test_the_register_names_scenarios_and_tests_that_there_are() -> None:
    for where in REGISTER.values():
        file, _, test = where.partition("::")
        if test:
            assert f"def {test}(" in Path(file).read_text(encoding="utf-8"), where
        else:
            assert where.removeprefix(BEFORE) in SCENARIOS


async def _prove(heard: Silence) -> None:
    """Let everybody's time run out, and then a month go by."""
    stage = heard.stage
    await stage.settle()
    before = await stage.bot.database.read(read_snapshot)

    await heard.wait(hours=LIMIT, seconds=JUST_AFTER.total_seconds())

    first = len(heard.lapses)
    for lapse in heard.lapses:
        AT_LAST[_came_to(lapse)](lapse)
        _is_told(heard, lapse)
    _game_masters_are_asked(heard)
    after = await stage.bot.database.read(read_snapshot)
    campaigns = {lapse.entry.campaign_id for lapse in heard.lapses}
    moved = {record for record in after if after[record] != before.get(record)} - campaigns
    assert moved <= {str(record) for lapse in heard.lapses for record in lapse.changed}
    await _waits_on(heard)

    # Each time what opened meanwhile is due just then: what runs out while nobody looks is put off.
    for _ in range(16):
        if all(row.due_at is None for row in await heard.rows()):
            break
        await heard.wait(hours=LIMIT, seconds=JUST_AFTER.total_seconds())

    asked = [lapse.asker for lapse in heard.lapses]
    assert len(asked) == len(set(asked))
    for lapse in heard.lapses[first:]:
        AT_LAST[_came_to(lapse)](lapse)
    await _waits_on(heard)


def _came_to(lapse: Lapse) -> Then:
    """What comes of it: orders that can't be followed now leave it to the game master."""
    then = Then(lapse.facts["then"])
    is_kept = then is lapse.step.silent.then
    assert is_kept or lapse.step.silent.choice in ORDERED, f"{lapse.name} is refused to the silent"
    return then


def _acts(lapse: Lapse) -> None:
    """A choice that the step has was taken for them; it spent nothing, and closed the step or asks anew."""
    step, entry = lapse.step, lapse.entry
    choice = next(each for each in step.choices if each.key == step.silent.choice)
    assert (entry.actor_id, entry.on_behalf_of) == (HOUSE, step.who)
    assert entry.action == type(choice.action).__name__
    assert not choice.asks
    still = [each for each in lapse.steps if each.name == step.name]
    assert all(each.revision != step.revision or each.who != step.who for each in still)
    own = {each for each in lapse.changed if lapse.owners[each] == step.who}
    assert own <= {lapse.record}
    if step.silent.choice not in ORDERED:
        assert json.loads(entry.dice) == []
        assert entry.drawing is None
        assert lapse.spent_after == lapse.spent_before


# What the people themselves ordered beforehand may cost what they ordered.
ORDERED = {STEWARD}


def _holds(lapse: Lapse) -> None:
    """Nothing changes; the game masters hear of it when everybody has had their time."""
    _nothing_changed(lapse)
    left = [row for row in lapse.rows if row.who is not None and row.stage != ClockStage.OVER]
    theirs = [row for row in lapse.rows if row.who is None]
    assert lapse.facts["asks_game_masters"] is (not left and bool(theirs))
    assert lapse.facts["next"] == (theirs[0].label if theirs and not left else "")


def _decides(lapse: Lapse) -> None:
    """Nothing changes, and a game master is asked."""
    _nothing_changed(lapse)
    assert lapse.facts["asks_game_masters"] is True


def _waits(lapse: Lapse) -> None:
    pytest.fail(f"{lapse.name} has a deadline")


AT_LAST = {Then.ACTS: _acts, Then.HOLDS: _holds, Then.DECIDES: _decides, Then.WAITS: _waits}


def _nothing_changed(lapse: Lapse) -> None:
    assert lapse.changed == set()
    assert lapse.entry.dice == "[]"
    (row,) = (each for each in lapse.rows if each.step == lapse.step.name)
    assert (row.stage, row.due_at) == (ClockStage.OVER, None)
    assert lapse.step in lapse.steps


def _is_told(heard: Silence, lapse: Lapse) -> None:
    """Who was silent and what came of it, where the record is shown; never that the house is somebody."""
    assert lapse.facts["who"] == lapse.step.who
    told = [_text(each) for each in heard.stage.server.messages.kept.values()]
    assert not any(f"<@{HOUSE}>" in each for each in told)
    does = lapse.step.silent.does if _came_to(lapse) is not Then.DECIDES else None
    says = "didn't answer in time" if does is None else f"said nothing in time and {does.plain()}"
    says = f"⌛ <@{lapse.step.who}> {says}"
    assert any(says in each for each in told) is lapse.is_public


def _text(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False)


def _game_masters_are_asked(heard: Silence) -> None:
    """The newest message about a record mentions them where anything of it is theirs now."""
    for record in {each.record for each in heard.lapses if each.is_public}:
        of_record = [each for each in heard.lapses if each.record == record]
        asks = [each for each in of_record if each.facts.get("asks_game_masters")]
        if not asks:
            continue
        number = of_record[-1].entry.number
        (shown,) = (each for each in heard.stage.server.messages.kept.values() if f"#{number}" in marks(each))
        assert f"<@{heard.stage.gm.id}>" in shown["content"], asks[-1].name


async def _waits_on(heard: Silence) -> None:
    """What has no deadline still waits, and reminds of itself no more than once."""
    for row in await heard.rows():
        is_theirs = row.who is None
        silent = [each for each in heard.asked if each[2] == row.step and each[3] is Then.WAITS]
        if is_theirs or silent:
            assert row.deadline is None
            assert row.stage == ClockStage.RUNNING
            assert row.reminded <= 1


def _all_are_registered(heard: Silence) -> None:
    missing = sorted(map(str, heard.asked.keys() - REGISTER.keys()))
    assert missing == [], "a step is missing in tests/proofs/silences.py: where does its time run out?"
    assert heard.answerable <= ANSWERABLE.keys()


def _comes_about(heard: Silence, where: str) -> None:
    """The register is right about what can be seen here."""
    for name in (each for each, place in REGISTER.items() if place == where):
        assert _was_seen(heard, name), f"{name} doesn't run out in {where}"


def _was_seen(heard: Silence, name: Named) -> bool:
    return name in heard.asked if name[-1] is Then.WAITS else bool(heard.at(name))
