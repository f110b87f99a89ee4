"""Proof of suggestions: a list holds what its command can take, of whoever asks."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.engine.declare import Command, options_of
from bot.engine.declare import Person as Named
from bot.engine.people import Actor, Permit
from bot.systems.table.pace.rules import GoAway
from tests.givens import agreed, commands
from tests.harness.world import Person
from tests.proofs.samples import SAMPLES
from tests.stages import Stage
from tests.systems.second_kingdom.playbook import hero
from tests.systems.table.playbook import archiving


async def suggested(stage: Stage, path: str, option: str, by: Person, typed: str = "") -> list[str]:
    """The names that are suggested to somebody."""
    payload = stage.say.autocomplete(path, {option: typed}, focused=option, user=by)
    return [each["name"] for each in (await stage.feeder.deliver(payload)).answer.data["choices"]]


OWNERS = {path: each for path, each in commands().items() if each.whose}


def option_of(command: Command) -> str:
    """What the option that says whose affair it is is called on Discord."""
    return options_of(command.options)[command.whose].name


# -- whose --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", OWNERS)
async def test_what_only_its_player_may_do_is_suggested_of_their_own(sqlite_stage: Stage, path: str) -> None:
    stage, command = sqlite_stage, OWNERS[path]
    await SAMPLES[f"/{path}"](stage, stage.deacon)
    assert await suggested(stage, path, option_of(command), stage.wren) == []
    theirs = await suggested(stage, path, option_of(command), stage.deacon)
    assert theirs
    is_led = command.may is Permit.OWNER_OR_GAME_MASTER
    assert set(theirs) <= set(await suggested(stage, path, option_of(command), stage.gm)) or not is_led


async def test_who_stands_in_is_suggested_what_is_the_others(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    name = await hero(stage)
    assert await suggested(stage, "sk retire", "hero", stage.wren) == []
    request = stage.request(int(stage.slash("campaign", by=stage.deacon)["id"]))
    await stage.bot.play.act(Actor(stage.deacon.id), request, GoAway(proxy=Named(stage.wren.id)))
    assert await suggested(stage, "sk retire", "hero", stage.wren) == [name]


# -- in play, and not -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """Two commands that undo each other's work on one option."""

    away: str
    back: str
    option: str


@pytest.mark.parametrize(
    "turn",
    [Turn("sk retire", "sk return", "hero"), Turn("sov pc retire", "sov pc return", "character")],
    ids=lambda turn: turn.away,
)
async def test_who_retires_is_suggested_to_return_and_the_other_way_round(
    sqlite_stage: Stage, turn: Turn
) -> None:
    stage = sqlite_stage
    retires = await SAMPLES[f"/{turn.away}"](stage, stage.deacon)
    (name,) = await suggested(stage, turn.away, turn.option, stage.deacon)
    assert await suggested(stage, turn.back, turn.option, stage.deacon) == []

    if commands()[turn.away].at_once:
        retires = await agreed(stage, retires, stage.deacon)
    await stage.feeder.deliver(retires)
    assert await suggested(stage, turn.away, turn.option, stage.deacon) == []
    assert await suggested(stage, turn.back, turn.option, stage.deacon) == [name]


async def resting(stage: Stage, name: str) -> None:
    """A campaign of that name beside “Ashes” was played, and is archived."""
    place = stage.world.channels[2]
    begun = {"name": name, "game": "second_kingdom"}
    await stage.feeder.deliver(stage.say.slash("campaign create", begun, user=stage.gm, channel=place))
    await stage.feeder.deliver(await archiving(stage, place))


async def test_what_rests_is_suggested_to_be_restored_and_what_is_played_for_the_rest(
    sqlite_stage: Stage,
) -> None:
    await resting(sqlite_stage, "Ashfall")
    found = {
        path: await suggested(sqlite_stage, f"campaign {path}", "campaign", sqlite_stage.gm)
        for path in ("archive", "bind", "unbind", "restore")
    }
    assert found == {
        "archive": ["Ashes"],
        "bind": ["Ashes"],
        "unbind": ["Ashes"],
        "restore": ["Ashfall (archived)"],
    }


@pytest.mark.parametrize("typed", ["Ash", "Ashfall"])
async def test_a_name_begun_is_that_of_a_campaign_that_the_command_can_take(
    sqlite_stage: Stage, typed: str
) -> None:
    await resting(sqlite_stage, "Ashfall")
    payload = sqlite_stage.slash("campaign restore", by=sqlite_stage.gm, campaign=typed)
    await sqlite_stage.feeder.deliver(payload)
    assert [entry.action for entry in await sqlite_stage.of(payload)] == ["RestoreCampaign"]


@pytest.mark.parametrize("path", ["sov ask", "sov group", "sov roll"])
async def test_where_dice_are_to_fall_no_roll_is_no_suggestion(sqlite_stage: Stage, path: str) -> None:
    assert await suggested(sqlite_stage, path, "roll", sqlite_stage.gm, "no r") == []
    assert await suggested(sqlite_stage, "sov try", "roll", sqlite_stage.gm, "no r") == ["no roll"]
