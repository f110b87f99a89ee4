"""Proof that what is asked too early leads on: each command that needs no more words, where nothing is yet.

That no answer of a scenario is a dead end is proved where it is played, in `test_said_twice`.
"""

from __future__ import annotations

import pytest

from bot.engine.card import DEED
from bot.engine.people import Actor, Standing, may_use
from bot.ui.dispatcher import LOOK
from tests.givens import commands
from tests.harness.inputs import components
from tests.proofs.dead_ends import bare_answers
from tests.stages import Stage

# What needs no more than its name.
BARE = sorted(
    each.path
    for each in commands().values()
    if not any(option.is_required for option in each.offered.values())
)


@pytest.mark.parametrize("who", ["gm", "deacon", "stranger"])
async def test_what_is_asked_too_early_leads_on(sqlite_stage: Stage, who: str) -> None:
    stage = sqlite_stage
    by = getattr(stage, who)
    pressed = set[str]()
    for path in BARE:
        answer = (await stage.do(path, by=by)).answer
        named = {str(each.get("custom_id", "")) for each in components(answer.data)}
        for custom_id in {each for each in named if each.startswith((f"{DEED}|", f"{LOOK}|"))} - pressed:
            pressed.add(custom_id)
            led = (await stage.feeder.deliver(stage.say.press(custom_id, user=by))).answer
            assert "went wrong" not in str(led.payload), custom_id
    # Nobody is offered what only others may do; who was a stranger has joined meanwhile.
    standing = Standing.GAME_MASTER if by is stage.gm else Standing.PLAYER
    named = {custom_id.split("|")[1] for custom_id in pressed}
    assert all(may_use(commands()[path].may, standing, Actor(by.id)) for path in named)
    await stage.settle()
    assert bare_answers(stage) == []
    assert len(BARE) > 100
    assert len(pressed) > 5
