"""What comes of silence in a kingdom, where no scenario of the playbook leaves a leader asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.pace import DECIDES, Then
from bot.systems.kingdom.book import Ability, MonthStep, Role
from bot.systems.kingdom.events.resolving import AFTER
from bot.systems.kingdom.leaders.rules import AssignLeader
from tests.beginnings import GENEROUS
from tests.databases import Templates
from tests.proofs.silences import LIMIT, listening
from tests.stages import Stage
from tests.systems.kingdom.scenes import played
from tests.systems.kingdom.stock import act, id_of, kingdom_at
from tests.systems.kingdom.test_event_outcomes import ROLL, step_of, struck


@pytest.fixture
async def stage(templates: Templates, tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage on SQLite."""
    async with GENEROUS.taken_up(templates, "sqlite", tmp_path) as made:
        yield made


async def test_a_spymaster_who_never_chose_is_decided_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = listening(stage, monkeypatch)
    kingdom = await id_of(stage, await kingdom_at(stage, MonthStep.LEADERSHIP))
    await act(stage, AssignLeader(kingdom, Role.SPYMASTER, "Nim", stage.wren.id, {Ability.DEX: 16}))
    await heard.begin()
    await stage.settle()
    await heard.wait(hours=LIMIT, minutes=5)
    lapses = {each.step.name: each for each in heard.lapses}
    # The Leadership step stays open for the choice, too.
    assert lapses.keys() == {"leadership", "spymaster"}
    assert lapses["spymaster"].step.who == stage.wren.id
    for lapse in lapses.values():
        assert lapse.facts["then"] == Then.DECIDES.value
        assert lapse.changed == set()
        assert lapse.facts["asks_game_masters"] is True


def test_what_comes_of_an_event_is_never_chosen_for_anybody() -> None:
    step = step_of(played(struck("building_demand"), ROLL, 1))
    assert step.name.startswith(AFTER)
    assert step.silent is DECIDES
