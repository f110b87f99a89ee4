"""Proof of answers in advance: given at once, for nothing spent, told, and ended by who gave them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.errors import RuleViolation
from bot.play import pace
from bot.play.attendance import ORDER_ENDED
from bot.play.mentions import REMIND
from bot.play.pace import ANSWERED
from bot.storage.journal import HOUSE, EntryRow
from bot.systems.second_kingdom.challenges import rules as challenges
from bot.systems.table.pace.rules import GiveOrder
from tests.playbooks import scenarios
from tests.proofs.machine import read_snapshot
from tests.proofs.silences import ANSWERABLE, BEFORE, Named, Silence, listening, named
from tests.stages import Scenario, Stage, marks
from tests.systems.second_kingdom.playbook import hero

SCENARIOS = scenarios()


@pytest.fixture
def step(request: pytest.FixtureRequest) -> Named:
    """Each step that can be answered in advance, in turn."""
    name: Named = request.param
    return name


@pytest.fixture
def scenario(step: Named) -> Scenario:
    """What opens it."""
    return SCENARIOS[ANSWERABLE[step].removeprefix(BEFORE)]


async def opened(heard: Silence, scenario: Scenario, step: Named) -> tuple[str, str]:
    """The step, open: its record and its name there."""
    payload = await scenario.payload(heard.stage)
    if not ANSWERABLE[step].startswith(BEFORE):
        await heard.stage.feeder.deliver(payload)
    await heard.stage.settle()
    open_ = [(row.record_id, row.step) for row in await heard.rows()]
    return next(key for key in open_ if key in heard.latest and _named(heard, key, step))


def _named(heard: Silence, key: tuple[str, str], step: Named) -> bool:
    return named(step[0], step[1], heard.latest[key]) == step and any(
        each.advance for each in heard.latest[key].choices
    )


@pytest.mark.parametrize("step", ANSWERABLE, indirect=True, ids=str)
async def test_an_answer_in_advance_is_given_at_once_and_spends_nothing(
    sqlite_stage: Stage, scenario: Scenario, step: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = listening(sqlite_stage, monkeypatch)
    key = await opened(heard, scenario, step)
    asks = heard.latest[key]
    choice = next(each for each in asks.choices if each.advance)
    assert not choice.asks
    await heard.act(GiveOrder(answer=choice.advance), by=asks.who)
    before = await _spendable(sqlite_stage)

    await heard.wait(seconds=61)

    entry = (await sqlite_stage.entries())[-1]
    assert (entry.actor_id, entry.on_behalf_of) == (HOUSE, asks.who)
    assert entry.action == type(choice.action).__name__
    assert ANSWERED in entry.events
    assert await _spendable(sqlite_stage) == before
    left = {(row.record_id, row.step): row.revision for row in await heard.rows()}
    assert left.get(key) != asks.revision
    shown = _shown(sqlite_stage, entry)
    assert f"📌 <@{asks.who}> answered in advance." in json.dumps(shown, ensure_ascii=False)
    assert f"<@{HOUSE}>" not in json.dumps(shown)


async def _spendable(stage: Stage) -> dict[str, Any]:
    """What people pay with, by record."""
    snapshot = await stage.bot.database.read(read_snapshot)
    states = {record: json.loads(state) for record, (state, _) in snapshot.items()}
    paid = ("conviction", "coins", "gold", "items", "treasury", "vitae")
    return {
        record: found
        for record, state in states.items()
        if (found := {name: state[name] for name in paid if name in state})
    }


def _shown(stage: Stage, entry: EntryRow) -> list[Any]:
    mark = f"#{entry.number}"
    return [each for each in stage.server.messages.kept.values() if mark in marks(each)]


@pytest.fixture
def challenged() -> Named:
    """A challenge that waits for its player's roll."""
    return next(each for each in ANSWERABLE if each[1] == "challenge")


async def test_who_answered_in_advance_is_not_mentioned_for_it(
    sqlite_stage: Stage, challenged: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, stage = listening(sqlite_stage, monkeypatch), sqlite_stage
    name = await hero(stage)
    await heard.act(GiveOrder(answer=challenges.ROLLS), by=stage.deacon.id)
    await stage.settle()
    asked = {"heroes": name, "action": "Leap", "virtue": "courage", "rating": 9}
    await stage.do("sk challenge", by=stage.gm, **asked)
    await stage.settle()
    opened_by = next(each for each in await stage.entries() if each.action.startswith("OpenChallenge"))

    assert [each["content"] for each in _shown(stage, opened_by)] == [""]
    await heard.wait(seconds=61)

    entry = (await stage.entries())[-1]
    assert (entry.action, entry.actor_id) == ("RollChallenge", HOUSE)
    assert f"<@{stage.deacon.id}>" not in str([each["content"] for each in _shown(stage, entry)])


async def test_where_the_rules_refuse_it_the_person_is_asked_after_all(
    sqlite_stage: Stage, challenged: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, stage = listening(sqlite_stage, monkeypatch), sqlite_stage
    key = await opened(heard, SCENARIOS[ANSWERABLE[challenged]], challenged)
    await heard.act(GiveOrder(answer=challenges.ROLLS), by=heard.latest[key].who)

    def refusing(*_: Any) -> None:
        raise RuleViolation("Not now.")

    monkeypatch.setattr(pace, "carry_out", refusing)
    await heard.wait(seconds=61)

    entry = (await stage.entries())[-1]
    assert entry.action == REMIND
    assert f"<@{heard.latest[key].who}>" in _shown(stage, entry)[0]["content"]
    count = len(await stage.entries())
    await heard.wait(seconds=61)
    assert len(await stage.entries()) == count


async def test_whoever_presses_something_themselves_ends_their_order(
    sqlite_stage: Stage, challenged: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, stage = listening(sqlite_stage, monkeypatch), sqlite_stage
    await opened(heard, SCENARIOS[ANSWERABLE[challenged]], challenged)
    await heard.act(GiveOrder(words="Whatever the party does"), by=stage.deacon.id)
    await stage.settle()

    pressed = stage.press("Roll", by=stage.deacon)
    await stage.feeder.deliver(pressed)
    await stage.settle()

    (entry,) = await stage.of(pressed)
    assert ORDER_ENDED in entry.events
    assert f"<@{stage.deacon.id}> acts, so their standing order ends." in json.dumps(_shown(stage, entry))
    view = await stage.bot.play.look(Actor(stage.deacon.id), stage.request())
    assert view.campaign.orders == ()
