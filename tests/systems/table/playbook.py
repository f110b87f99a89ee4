"""How each action of the table comes about."""

from __future__ import annotations

from bot.systems.table.rules.campaigns import CreateCampaign, JoinCampaign
from bot.systems.table.rules.dice import RollDice
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage


async def create(stage: Stage) -> Json:
    """A second campaign, in a channel that has none."""
    options = {"name": stage.fresh_name(), "game": "second_kingdom"}
    return stage.say.slash("campaign create", options, user=stage.gm, channel=stage.world.channels[2])


async def join(stage: Stage) -> Json:
    """Somebody new."""
    return stage.slash("campaign join", by=stage.stranger)


async def roll(stage: Stage) -> Json:
    """Two dice."""
    return stage.slash("roll", by=stage.deacon, dice="2d6+1 hop")


PLAYBOOK: Playbook = {
    CreateCampaign: Scenario(create),
    JoinCampaign: Scenario(join),
    RollDice: Scenario(roll, repeats=50),
}
