"""Proof of all that scenarios are answered: nothing is said twice, and no answer is a dead end.

In one message nothing is said twice, nor to one person what everybody reads there. What a dead end is says
`tests.proofs.dead_ends`.
"""

from __future__ import annotations

from tests.proofs.dead_ends import bare_answers, begun_or_waiting
from tests.proofs.sentences import repeated, twice
from tests.stages import Scenario, Stage

# What says something again all the same, and why.
KNOWN = {
    "kingdom.ResignRole": "each way the dice may fall tells all of itself",
    "kingdom.SwitchRole": "the same",
    "kingdom.JudgeEvent": "what an event is about stands with what it does, and with what waits below",
}


async def test_nothing_is_said_twice_and_no_answer_is_a_dead_end(
    sqlite_stage: Stage, scenario: Scenario, scenario_name: str
) -> None:
    stage = sqlite_stage
    for _ in range(scenario.repeats):
        await stage.feeder.deliver(await scenario.payload(stage))
    await stage.settle()
    found = [again for call in stage.server.calls if (again := twice(call.data))]
    assert bool(found) is (scenario_name in KNOWN), found
    assert repeated(stage) == set()
    assert bare_answers(stage) == []
    assert await begun_or_waiting(stage) == []
