"""The four hardest users of the contract, played through the real house on both engines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.catalogue import Catalogue
from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope, Want
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.play import Outcome, Play, Pressed, Request
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems import table
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from tests.sketches import attack, dungeon, library, month

GM, ANN, BEA, CID, DOT = 1, 2, 3, 4, 5


class House:
    """A campaign of the four sketches, with a game master and four players."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._interactions = count(100)

    def request(self) -> Request:
        """A fresh interaction."""
        return Request(next(self._interactions), guild=1, channel=2)

    async def act(self, user: int, action: Any) -> Outcome:
        """Carry out an action."""
        return await self.play.act(Actor(user, manages_server=user == GM), self.request(), action)

    async def press(self, user: int, record: RecordId, step: str, choice: str) -> Outcome:
        """Press the button of a waiting step."""
        taken = await self.play.press(Actor(user), self.request(), Pressed(record, step, 1, choice))
        return taken.outcomes[0]

    async def find(self, user: int, kind: str, name: str | None = None) -> Any:
        """The one record of a kind, as that person sees it."""
        view = await self.play.look(Actor(user), self.request(), Scope(wants=(Want(kind, text=name),)))
        (shown,) = view.all(kind)
        return shown


@pytest.fixture
async def house(address: Address) -> AsyncIterator[House]:
    """The house on each engine."""
    systems = (table.SYSTEM, attack.SYSTEM, library.SYSTEM, month.SYSTEM, dungeon.SYSTEM)
    play = Play(open_database(address), Catalogue(systems))
    made = House(play)
    await made.act(GM, CreateCampaign("Sketches", tuple(s.name for s in systems[1:]), 3))
    for player in (ANN, BEA, CID, DOT):
        await made.act(player, JoinCampaign())
    yield made
    await play.database.dispose()


async def test_an_attack_waits_for_its_defender_and_hurts_one_of_two_heroes(house: House) -> None:
    await house.act(ANN, attack.Enter("Ann"))
    await house.act(BEA, attack.Enter("Bea"))
    ann = await house.find(ANN, "fighter", "Ann")
    declared = await house.act(ANN, attack.Declare(ann.id, "bea"))
    step = declared.public.subject
    assert step is not None
    assert [(s.who, s.name) for s in step.steps] == [(BEA, "defend")]

    with pytest.raises(NotAllowed):
        await house.press(ANN, step.id, "defend", "roll")
    resolved = await house.press(BEA, step.id, "defend", "roll")

    assert len(resolved.public.entry.dice) == 2
    hurt = [(await house.find(GM, "fighter", name)).state.wounds for name in ("Ann", "Bea")]
    assert sorted(hurt) == [0, 1]
    with pytest.raises(Stale):
        await house.press(BEA, step.id, "defend", "roll")


async def test_a_turn_reads_one_page_out_of_a_thousand(house: House) -> None:
    await house.act(GM, library.Import(tuple(f"Page {n}" for n in range(1000))))
    statements: list[int] = []

    def count_rows(connection: sa.Connection) -> None:
        found = connection.exec_driver_sql("SELECT count(*) FROM records WHERE kind = 'page'")
        statements.append(int(found.scalar_one()))

    await house.play.database.read(count_rows)
    outcome = await house.act(ANN, library.Read("page 617"))

    (event,) = outcome.public.entry.events
    assert statements == [1000]
    assert event.facts == {"text": "Text of Page 617", "loaded": 1}


async def test_four_leaders_act_in_the_same_moment_and_each_counts_once(house: House) -> None:
    founded = await house.act(GM, month.Found((ANN, BEA, CID, DOT), treasury=100))
    kingdom = founded.public.subject
    assert kingdom is not None

    pressing = [house.press(who, kingdom.id, f"build-{who}", "build") for who in (ANN, BEA, CID, DOT)]
    await asyncio.gather(*pressing)

    state = (await house.find(ANN, "kingdom")).state
    assert state.treasury == 100 - 4 * month.PRICE
    assert sorted(state.acted) == [ANN, BEA, CID, DOT]


async def test_a_treasury_for_three_builds_refuses_the_fourth_with_the_rule(house: House) -> None:
    founded = await house.act(GM, month.Found((ANN, BEA, CID, DOT), treasury=10))
    kingdom = founded.public.subject
    assert kingdom is not None

    pressing = [house.press(who, kingdom.id, f"build-{who}", "build") for who in (ANN, BEA, CID, DOT)]
    ended = await asyncio.gather(*pressing, return_exceptions=True)

    refused = [each for each in ended if isinstance(each, RuleViolation)]
    assert [str(each) for each in refused] == ["The treasury holds 1 BP; this costs 3."]
    assert (await house.find(ANN, "kingdom")).state.treasury == 1


async def test_a_dungeon_turn_is_public_but_for_its_encounter_check(house: House) -> None:
    await house.act(ANN, dungeon.Descend())
    delve = await house.find(GM, "delve")

    outcome = await house.act(GM, dungeon.PassTurn(delve.id))

    assert [event.kind for event in outcome.public.entry.events] == ["TorchBurns"]
    assert [event.kind for event in outcome.private.entry.events] == ["TorchBurns", "Encounter"]
    assert outcome.public.entry.dice == ()
    assert [die.secret for die in outcome.private.entry.dice] == [True]
    assert (await house.find(ANN, "delve")).state.encounter is None
    assert (await house.find(GM, "delve")).state.encounter in range(1, 7)
    assert set(outcome.rows) == {"public", "gm"}
