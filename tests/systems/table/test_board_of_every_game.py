"""The board of a campaign that plays every game, on both engines: each game says how its own stands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.storage.address import Address
from tests.faults import Clock
from tests.harness.inputs import components
from tests.harness.world import Json
from tests.stages import Stage, open_stage
from tests.systems.adventuria.stock import on_turn
from tests.systems.kingdom.stock import kingdom
from tests.systems.second_kingdom.stock import hero
from tests.systems.sovereign.stock import character, party


@dataclass
class Campaign:
    """A campaign of every game with a board, and its time."""

    stage: Stage
    clock: Clock

    @property
    def board(self) -> Json:
        """The board where everybody reads."""
        shown = self.stage.server.channel_messages()
        (found,) = (
            each for each in shown if each["embeds"] and each["embeds"][0].get("title") == "Ashes: the board"
        )
        return found

    async def everything(self) -> str:
        """What stands on the board, and behind its button."""
        self.clock.move(seconds=6)
        await self.stage.settle()
        told = str(self.board["embeds"][0]["description"])
        opens = [part["custom_id"] for part in components(self.board) if part.get("label") == "All of it"]
        while opens:
            page = (
                await self.stage.feeder.deliver(self.stage.say.press(opens[0], user=self.stage.wren))
            ).answer
            assert page.data["flags"] == 64
            told += str(page.data["embeds"][0]["description"])
            opens = [part["custom_id"] for part in components(page.data) if part.get("label") == "More…"]
        return told


@pytest.fixture
async def campaign(address: Address) -> AsyncIterator[Campaign]:
    """With nothing in it yet."""
    clock = Clock()
    async with open_stage(address, now=clock) as stage:
        await stage.do("campaign board", by=stage.gm)
        await stage.settle()
        made = Campaign(stage, clock)
        assert "Nothing is going on yet." in str(made.board)
        yield made
        assert await stage.live_twice() == []
        assert await stage.told_wrongly() == []


async def test_it_follows_what_happens_in_each_game(campaign: Campaign) -> None:
    stage = campaign.stage

    name = await hero(stage)
    assert f"{name}](" in (told := await campaign.everything())
    assert "conviction " in told

    rook = await on_turn(stage)
    told = await campaign.everything()
    assert rook in told
    assert " wounds · " in told
    assert ", turn 1" in told

    nim = await character(stage)
    lanterns = await party(stage, nim)
    told = await campaign.everything()
    assert nim in told
    assert " · Strain " in told
    assert f"**[{lanterns}](" in told or f"**{lanterns}**" in told
    assert "Day 1, 8:00 · 1 member" in told

    realm = await kingdom(stage)
    told = await campaign.everything()
    assert realm in told
    assert "month 1, not opened yet · Treasury " in told
    assert "→ " in told
