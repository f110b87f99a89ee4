"""A preview foretells: every action of every game, tried right before it is done, comes to the same words."""

from __future__ import annotations

from tests.proofs.tries import trying
from tests.stages import Scenario, Stage


async def test_an_action_tried_comes_to_what_it_comes_to(sqlite_stage: Stage, scenario: Scenario) -> None:
    with trying() as found:
        await sqlite_stage.feeder.deliver(await scenario.payload(sqlite_stage))
        await sqlite_stage.settle()
    assert found.odd == []
    assert found.unlike == set()
    assert found.unforeseen == {}
