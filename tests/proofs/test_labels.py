"""Proof of labels: no two buttons of one card read the same, and no two lines of one list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.harness.inputs import components
from tests.harness.world import Json
from tests.stages import Scenario, Stage

BUTTON = 2


def twice(message: Json) -> list[str]:
    """What several buttons of a message, or several lines of one of its lists, read."""
    parts = [*components(message)]
    labels = [each["label"] for each in parts if each.get("type") == BUTTON and "label" in each]
    lists = [each["options"] for each in parts if "options" in each]
    lines = [[f"{line['label']}\n{line.get('description') or ''}" for line in each] for each in lists]
    return [label for found in (labels, *lines) for label, n in Counter(found).items() if n > 1]


def shown(stage: Stage) -> Iterator[Json]:
    """Every message that was sent or answered so far."""
    for call in stage.server.calls:
        yield call.payload
        if isinstance(data := call.payload.get("data"), dict):
            yield data


async def test_no_two_buttons_of_one_card_read_the_same(sqlite_stage: Stage, scenario: Scenario) -> None:
    stage = sqlite_stage
    for _ in range(scenario.repeats):
        await stage.feeder.deliver(await scenario.payload(stage))
    await stage.settle()
    assert [each for message in shown(stage) if (each := twice(message))] == []
