"""What comes of silence in Sovereign, where no scenario of the playbook leaves a player asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.pace import ClockStage, Then
from tests.beginnings import GENEROUS
from tests.databases import Templates
from tests.proofs.silences import LIMIT, Silence, listening
from tests.stages import Stage
from tests.systems.sovereign.stock import character, delving, party


@pytest.fixture
async def stage(templates: Templates, tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage on SQLite."""
    async with GENEROUS.taken_up(templates, "sqlite", tmp_path) as made:
        yield made


@pytest.fixture
async def heard(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Silence:
    """The same, with a deadline for everything."""
    silence = listening(stage, monkeypatch)
    await silence.begin()
    return silence


async def over(heard: Silence) -> None:
    """Everybody's time runs out."""
    await heard.stage.settle()
    await heard.wait(hours=LIMIT, minutes=5)


async def test_a_silent_spokesperson_waits(heard: Silence) -> None:
    stage = heard.stage
    mine, others = await character(stage), await character(stage, stage.wren)
    crew = stage.fresh_name()
    await stage.do("party new", by=stage.gm, name=crew, who=f"{mine},{others}", spokesperson=others)
    await stage.do("party encounter new", by=stage.gm, title="Three shapes", party=crew)
    await over(heard)
    (lapse,) = heard.lapses
    assert (lapse.step.name, lapse.step.who, lapse.facts["then"]) == ("met", stage.wren.id, "acts")
    state = lapse.after[lapse.record].state
    assert (state.way.value, lapse.entry.action, lapse.entry.dice) == ("wait", "ChooseWay", "[]")
    # Their reaction is the game master's, who is asked.
    assert [(row.step, row.who) for row in lapse.rows] == [("met", None)]
    assert f"<@{stage.gm.id}>" in list(stage.server.messages.kept.values())[-1]["content"]


async def test_whom_a_party_without_a_spokesperson_meets_waits_for_nobody_in_particular(
    heard: Silence,
) -> None:
    stage = heard.stage
    crew = await party(stage)
    await stage.do("party encounter new", by=stage.gm, title="Three shapes", party=crew)
    await over(heard)
    assert heard.lapses == []


async def settled(heard: Silence, then: str, **order: str) -> str:
    """A delve with one of Deacon's and one of Wren's, whose silence is settled so; Deacon's name."""
    stage = heard.stage
    mine, others = await character(stage), await character(stage, stage.wren)
    there = await delving(stage, others, mine)
    await stage.do("delve silent", by=stage.deacon, delve=there.delve, character=mine, then=then, **order)
    await stage.settle()
    return there.delve


@pytest.mark.parametrize(
    ("then", "plans", "does"),
    [
        ("caller", True, "follows the caller's plan"),
        ("caller", False, "does nothing"),
        ("nothing", True, "does nothing"),
    ],
)
async def test_the_silent_in_a_delve_do_what_they_settled(
    heard: Silence, then: str, plans: bool, does: str
) -> None:
    stage = heard.stage
    delve = await settled(heard, then)
    if plans:
        await stage.do("delve plan", by=stage.wren, delve=delve, what="search", how="By the altar")
    await over(heard)
    of_deacon = next(each for each in heard.lapses if each.step.who == stage.deacon.id)
    assert (of_deacon.step.silent.then, of_deacon.facts["does"]) == (Then.HOLDS, does)
    assert of_deacon.changed == set()
    last = heard.lapses[-1]
    assert last.facts["asks_game_masters"] is True
    assert [row.stage for row in last.rows if row.who is not None] == [ClockStage.OVER] * len(heard.lapses)


async def test_whose_standing_order_says_what_they_do_is_not_waited_for(heard: Silence) -> None:
    stage = heard.stage
    await settled(heard, "order", order="Hold the lantern")
    await over(heard)
    assert stage.deacon.id not in {each.step.who for each in heard.lapses}
