"""A reign out of a filled database is played on by today's code, from where it stood."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.people import Actor
from bot.engine.proposals import PROPOSAL
from bot.engine.system import Scope, Want
from bot.play import RecordView
from bot.storage.schema import migrate_database
from bot.systems.kingdom.abroad.book import Balance, Tie
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.book import Phase, Step
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.numbers import PlaceNumber
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import Kingdom, Steward
from tests.filled.dumps import dumps
from tests.filled.reigns import LANTERNS
from tests.filled.test_barrows import came
from tests.filled.test_filled import restored
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage
from tests.systems.kingdom.abroad_playbook import WEAK
from tests.systems.kingdom.stock import act

NAME, OTHER = "Name 1", "Name 2"
# What waits, by its step; of what there may be several, by its beginning.
STEPS = {"event-", "talks-", "renown-"}
MOST_MONTHS = 8


@pytest.fixture(params=dumps("reigns"), ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def reign(stage: Stage, name: str = NAME) -> RecordView:
    """The kingdom of that name, as a game master sees it."""
    scope = Scope(wants=(Want(KINGDOM.name),))
    seen = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)
    return next(each for each in seen.all(KINGDOM.name) if each.title == name)


async def state_of(stage: Stage, name: str = NAME) -> Kingdom:
    """The same as it is now."""
    state: Kingdom = (await reign(stage, name)).state
    return state


def other(state: Kingdom, name: str) -> OtherKingdom:
    """How it stands with another."""
    return next(each for each in state.others if each.name == name)


async def button(stage: Stage, step: str, choice: str) -> str:
    """The button of that choice at the newest step whose name or label holds that."""
    view = await reign(stage)
    found = next(each for each in reversed(view.steps) if step in each.name or step in each.label)
    return f"do|{view.id}|{found.name}|{found.revision}|{choice}"


# -- as it was left -----------------------------------------------------------------------------------------


async def test_all_that_can_wait_waits_in_it(later: Stage) -> None:
    view, state = await reign(later), await state_of(later)
    assert {step.name.rstrip("0123456789") for step in view.steps} == STEPS
    assert (state.month.number, state.month.phase) == (6, Phase.EVENT)
    assert [each.event for each in state.happenings if each.own is None] == [
        "cult_activity",
        "monster_attack",
        "festive_invitation",
    ]
    assert [each.own.name for each in state.happenings if each.own is not None] == [LANTERNS]
    assert state.happenings[0].is_continuous
    assert [each.event for each in state.coming] == ["feud"]
    assert state.omen is not None
    assert state.steward == Steward(reserve=5)
    assert [(each.economy, each.arrives) for each in state.routes] == [(2, 1), (0, 7)]
    assert [each.returns for each in state.expeditions] == [12]
    assert other(state, "Orlov").subdued == 1
    assert [each.bond.value for each in state.bonds] == ["enemies"]


async def test_what_players_did_not_know_they_still_dont(later: Stage) -> None:
    for person, knows in ((later.gm, True), (later.deacon, False), (later.wren, False)):
        for path in ("diplomacy show", "kingdom events", "month"):
            shown = str((await later.do(path, by=person, kingdom=NAME)).answer.data)
            assert "Kznote" not in shown
            assert ("Kzland" in shown) is (knows and path == "diplomacy show")
            assert "Feud" not in shown or knows


# -- played on ----------------------------------------------------------------------------------------------


async def test_the_terms_that_were_open_are_settled_by_whose_they_are(later: Stage) -> None:
    press = await button(later, "terms of the treaty with Kern", "favor")
    # In this campaign whoever plays in it may roll and choose.
    assert not await came(later, press, later.stranger.id)
    assert await came(later, press, later.deacon.id)
    kern = other(await state_of(later), "Kern")
    # 15 % of Economy 30.
    assert kern.treaty is not None
    assert (kern.treaty.gain, kern.treaty.balance, kern.talks) == (4, Balance.OURS, None)
    assert not await came(later, press, later.deacon.id)


async def test_what_was_negotiated_is_negotiated_on(later: Stage) -> None:
    form = (await button(later, "negotiating the treaty with Ostra", "negotiate")).replace("do|", "tell|")
    payload = later.say.modal_submit(form, {"theirs": WEAK}, user=later.gm)
    await later.feeder.deliver(payload)
    assert [each.action for each in await later.of(payload)] == ["Negotiate"]
    assert await came(later, await button(later, "treaty with Ostra", "balanced"), later.deacon.id)
    assert other(await state_of(later), "Ostra").tie is Tie.TREATY


async def test_the_pact_is_made_by_whom_it_was_proposed_to(later: Stage) -> None:
    scope = Scope(wants=(Want(PROPOSAL.name),))
    seen = await later.bot.play.look(Actor(later.gm.id), later.request(), scope)
    (waits,) = seen.all(PROPOSAL.name)
    press = f"do|{waits.id}|proposal|{waits.state.revision}|accept"
    for who in (later.stranger, later.gm, later.deacon):
        assert not await came(later, press, who.id)
    assert await came(later, press, later.wren.id)
    assert other(await state_of(later), OTHER).tie is Tie.EMBASSY
    assert other(await state_of(later, OTHER), NAME).tie is Tie.EMBASSY


async def test_each_event_is_answered_and_the_months_go_on_to_all_that_was_begun(later: Stage) -> None:
    answers = {"Cult Activity": "roll", "Monster Attack": "success", "Festive": "failure", LANTERNS: "roll"}
    for event, choice in answers.items():
        assert await came(later, await button(later, event, choice), later.gm.id), event
    id_ = (await reign(later)).id
    assert (await state_of(later)).happenings[0].tried == 6
    # This month's roll is the omen's, and what was kept comes up with it.
    assert await came(later, await button(later, "event", "do"), later.gm.id)
    state = await state_of(later)
    assert "feud" in [each.event for each in state.happenings]
    assert (state.coming, state.omen) == ((), None)
    done = set[str]()
    for _ in range(MOST_MONTHS):
        for action in (SkipTo(id_, Step.CLOSE, "Later"), CloseMonth(id_), OpenMonth(id_)):
            await act(later, action)
        await act(later, SkipTo(id_, Step.UNREST, "Later"))
        assert await came(later, await button(later, "unrest", "do"), later.deacon.id)
        for step, choice in (("traders-", "roll"), ("expedition-", "explored")):
            if any(step in each.name for each in (await reign(later)).steps):
                assert await came(later, await button(later, step, choice), later.gm.id)
                done.add(step)
        unrest = (await state_of(later)).unrest
        if unrest:
            await act(later, PlaceNumber(id_, "unrest", f"-{unrest}", "Bread for everybody"))
        await act(later, SkipTo(id_, Step.EVENT, "Later"))
    assert done == {"traders-", "expedition-"}
    assert (await state_of(later)).expeditions == ()
