"""A damaged button, list or form is refused in a sentence: each of the register, damaged in every place."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from bot.errors import UserError
from tests.harness.inputs import components
from tests.harness.world import Json
from tests.proofs.samples import LAST, SAMPLES
from tests.stages import Stage
from tests.systems.kingdom.stock import take_back

WRONG = ("", "x", "99999999999")
CONTROLS = tuple(name for name in SAMPLES if not name.startswith("/") and name not in LAST)
# One test after the other would keep one processor busy for long.
SHARES = 4


def damaged(custom_id: str) -> Iterator[str]:
    """With a part missing, one too many, or something else in the place of each."""
    parts = custom_id.split("|")
    yield f"{custom_id}|x"[:100]
    for place in range(1, len(parts)):
        yield "|".join(parts[:place])
        for wrong in WRONG:
            yield "|".join((*parts[:place], wrong, *parts[place + 1 :]))[:100]


def pressed(stage: Stage, payload: Json, custom_id: str) -> Json:
    """The same press or form, with that custom_id."""
    again = deepcopy(stage.say.again(payload))
    again["data"]["custom_id"] = custom_id
    for part in components(again.get("message") or {}):
        if part.get("custom_id") == payload["data"]["custom_id"]:
            part["custom_id"] = custom_id
    return again


@pytest.mark.parametrize("share", range(SHARES))
async def test_a_damaged_control_is_refused_in_a_sentence(
    sqlite_stage: Stage, refusals: list[Exception], share: int
) -> None:
    stage, wrong = sqlite_stage, []
    stage.lent = []
    for name in CONTROLS[share::SHARES]:
        payload = await SAMPLES[name](stage, stage.gm)
        for custom_id in damaged(str(payload["data"]["custom_id"])):
            refusals.clear()
            again = pressed(stage, payload, custom_id)
            await stage.feeder.deliver(again)
            faults = [error for error in refusals if not isinstance(error, UserError)]
            if faults or (refusals and await stage.of(again)):
                wrong.append(f"{name} as {custom_id}: {refusals}")
        await take_back(stage)
    assert wrong == []
