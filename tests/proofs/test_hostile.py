"""Proof 3 of the table's manners: whatever people write is shown as they wrote it, and does nothing else."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from discord import AppCommandOptionType

from bot.engine.words import safe
from bot.errors import UserError
from bot.ui import errors, reply
from bot.ui.card import Card
from tests.harness.world import Json
from tests.proofs.hostile import CORPUS, faults, faults_of
from tests.proofs.samples import LAST, SAMPLES, campaign
from tests.stages import Stage

TEXT = AppCommandOptionType.string


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Every error that anybody was told of."""
    found: list[Exception] = []
    told = errors.told

    def listening(error: Exception, *rest: Any) -> Card:
        found.append(error)
        return told(error, *rest)

    monkeypatch.setattr(reply, "told", listening)
    return found


def text_options(stage: Stage) -> list[tuple[str, Any]]:
    """Every option of every command in which a person writes what they like."""
    found = [
        (command.qualified_name, option)
        for command in stage.bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        if option.type is TEXT and not option.choices
    ]
    # What needs a channel that is free comes first, what closes the campaign last.
    return sorted(found, key=lambda each: (each[0] != "campaign create", f"/{each[0]}" in LAST))


def written(payload: Json, option: Any, text: str) -> Json:
    """The use of a command with that text in one of its options."""
    payload = deepcopy(payload)
    data = payload["data"]
    while data["options"] and data["options"][0]["type"] in (1, 2):
        data = data["options"][0]
    others = [each for each in data["options"] if each["name"] != option.display_name]
    most = option.max_value or len(text)
    data["options"] = [*others, {"name": option.display_name, "type": 3, "value": text[:most]}]
    return payload


async def sample(stage: Stage, path: str) -> Json:
    """A use of that command that would get through."""
    return await SAMPLES[f"/{path}"](stage, stage.gm)


async def try_all(stage: Stage, path: str, option: Any, refusals: list[Exception]) -> list[str]:
    """Write each text into an option; what was wrong with what came of it."""
    payload, wrong = await sample(stage, path), []
    for text in CORPUS:
        refusals.clear()
        tried = stage.say.again(written(payload, option, text))
        delivered = await stage.feeder.deliver(tried)
        wrong += [f"{text!r}: {fault}" for call in delivered.calls for fault in faults(call.data)]
        if refusals and not isinstance(refusals[0], UserError):
            wrong.append(f"{text!r} failed: {refusals[0]!r}")
        if refusals and (await stage.of(tried) or not all(call.data["flags"] & 64 for call in delivered.calls)):
            wrong.append(f"{text!r} was not refused cleanly")
        await back(stage, path, refused=bool(refusals))
    return wrong


async def back(stage: Stage, path: str, *, refused: bool) -> None:
    """Free the channel of a campaign that was begun."""
    if path == "campaign create" and not refused:
        archiving = stage.say.slash("campaign archive", user=stage.gm, channel=stage.world.channels[2])
        await stage.feeder.deliver(archiving)


async def test_whatever_is_written_into_a_command_is_refused_or_shown_as_it_is(
    sqlite_stage: Stage, refusals: list[Exception]
) -> None:
    stage, wrong = sqlite_stage, []
    ours, options = await campaign(stage), text_options(stage)
    assert len(options) > 20
    for path, option in options:
        wrong += [f"/{path} {option.name}: {fault}" for fault in await try_all(stage, path, option, refusals)]
    await stage.do("campaign restore", by=stage.gm, campaign=ours)
    await stage.settle()
    wrong += await everything_shown(stage)
    assert wrong == []


async def everything_shown(stage: Stage) -> list[str]:
    """Look at all there is, and at all that was sent."""
    for by in (stage.gm, stage.wren):
        for path in ("journal", "waiting", "campaign info", "campaign players", "undo", "dice list", "help"):
            await stage.do(path, by=by)
    return [fault for call in stage.server.calls for fault in faults(call.data)]


async def test_whatever_is_typed_is_suggested_as_it_is(sqlite_stage: Stage) -> None:
    pass


def test_safe_words_do_nothing_wherever_they_stand() -> None:
    for text in CORPUS:
        for shown in (safe(text), safe(text, 60), f"**{safe(text)}**", f"[{safe(text, 100)}](https://discord.com/channels/1/2/3)"):
            assert list(faults_of(shown)) == [], text
