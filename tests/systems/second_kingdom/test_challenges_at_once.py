"""Several people act on one challenge in the same moment: one outcome, and everyone is told the truth."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import Templates
from tests.harness.raw import Delivered
from tests.harness.world import Json
from tests.kept import Beginning
from tests.stages import Stage, open_stage
from tests.systems.second_kingdom.stock import challenge, hero, panel

ENDINGS = {"RollChallenge", "RollChallengeFor", "WithdrawChallenge"}


PLAIN = Beginning[Stage]("plain", lambda address, kept: open_stage(address, kept=kept))


@pytest.fixture
async def stage(engine: str, templates: Templates, tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage on each engine in turn."""
    async with PLAIN.taken_up(templates, engine, tmp_path) as made:
        yield made


async def done(stage: Stage) -> list[str]:
    """What was done to challenges, in order."""
    names = [entry.action for entry in await stage.entries()]
    return names[names.index("OpenChallenge") + 1 :] if "OpenChallenge" in names else names


async def at_once(stage: Stage, *payloads: Json) -> list[Delivered]:
    """All of them in the same moment."""
    came = await stage.feeder.deliver_all(list(payloads))
    await stage.settle()
    return came


async def told(stage: Stage, payloads: list[Json], came: list[Delivered]) -> list[str]:
    """What each was answered that made no entry: privately, with why."""
    lines = []
    for payload, each in zip(payloads, came, strict=True):
        if not await stage.of(payload):
            assert each.answer.data["flags"] == 64
            lines.append(str(each.answer.data["embeds"][0]["description"]))
    return lines


async def sheet(stage: Stage, name: str) -> str:
    """A hero's sheet."""
    return str((await stage.do("sk sheet", by=stage.deacon, hero=name)).answer.data)


def edit(stage: Stage, **changed: Any) -> Json:
    """The game master's form, filled in."""
    return stage.fill("Edit", by=stage.gm, **({"virtue": ["courage"], "rating": "2"} | changed))


@pytest.mark.parametrize("first", ["edit", "roll"])
async def test_a_change_and_a_roll_in_the_same_moment(stage: Stage, first: str) -> None:
    name = await challenge(stage)
    roll = stage.press("Roll, spend 1", by=stage.deacon)
    await panel(stage)
    payloads = [edit(stage), roll] if first == "edit" else [roll, edit(stage)]
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    happened = await done(stage)
    assert len(happened) == 1
    held = 3 if happened == ["EditChallenge"] else 2
    assert f"Conviction **{held}**" in await sheet(stage, name)
    why = "has changed since" if happened == ["EditChallenge"] else "settled already"
    assert [why in line for line in lines] == [True]


@pytest.mark.parametrize("label", ["Withdraw", "Roll for them"])
@pytest.mark.parametrize("is_first", [True, False])
async def test_a_game_masters_press_and_the_players_roll_in_the_same_moment(
    stage: Stage, label: str, is_first: bool
) -> None:
    name = await challenge(stage)
    roll = stage.press("Roll, spend 1", by=stage.deacon)
    await panel(stage)
    press = stage.press(label, by=stage.gm)
    payloads = [press, roll] if is_first else [roll, press]
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    happened = await done(stage)
    assert len(happened) == 1
    assert happened[0] in ENDINGS
    assert f"Conviction **{2 if happened == ['RollChallenge'] else 3}**" in await sheet(stage, name)
    assert ["settled already" in line for line in lines] == [True]


async def test_conviction_spent_elsewhere_meanwhile_is_not_spent_twice(stage: Stage) -> None:
    name = await hero(stage)
    payloads = []
    for _ in range(2):
        await stage.do("sk challenge", by=stage.gm, heroes=name, action="Leap", virtue="temperance", rating=4)
        payloads.append(stage.press("Roll, spend 3", by=stage.deacon))
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    assert (await done(stage)).count("RollChallenge") == 1
    assert "Conviction **0**" in await sheet(stage, name)
    assert ["holds 0 conviction now" in line for line in lines] == [True]


async def test_two_game_masters_change_a_challenge_in_the_same_moment(stage: Stage) -> None:
    await challenge(stage)
    await stage.do("campaign gm add", by=stage.gm, person=stage.wren)
    await panel(stage)
    payloads = [edit(stage), stage.say.by(edit(stage, rating="3"), stage.wren)]
    lines = await told(stage, payloads, await at_once(stage, *payloads))
    assert (await done(stage)).count("EditChallenge") == 1
    assert ["has changed since" in line for line in lines] == [True]


@pytest.mark.parametrize("is_declined", [True, False])
async def test_two_game_masters_answer_a_request_in_the_same_moment(stage: Stage, is_declined: bool) -> None:
    await stage.do("campaign gm add", by=stage.gm, person=stage.wren)
    await stage.do("sk ask", by=stage.deacon, hero=await hero(stage), action="Leap")
    await stage.settle()
    answer = {"virtue": ["courage"], "rating": "4", "secrecy": ["shown"]}
    first = stage.fill("Set rating", by=stage.gm, **answer)
    second = stage.fill("Decline", by=stage.wren, reason="Not now")
    if not is_declined:
        second = stage.say.by(first, stage.wren)
    came = await at_once(stage, second, first)
    lines = await told(stage, [second, first], came)
    answered = [name for name in await done(stage) if name in ("SetRating", "DeclineRequest")]
    assert len(answered) == 1
    assert ["settled already" in line for line in lines] == [True]
