"""A game in two versions: what the first kept is read by the second, and played on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.catalogue import Catalogue
from bot.engine.dice.source import Dice
from bot.engine.event import Event, sentence
from bot.engine.pace import WAITS
from bot.engine.people import GAME_MASTERS, Actor, Permit
from bot.engine.system import (
    ActionKind,
    Choice,
    Kind,
    Open,
    PlainEvent,
    RecordId,
    Replace,
    Result,
    Scope,
    Step,
    System,
    World,
)
from bot.engine.text import T
from bot.play import Play, Pressed
from bot.storage.address import Address
from bot.storage.models import records
from bot.systems.table import SYSTEM as TABLE
from tests.play.chronicle import CHRONICLE, DEACON, MARISOL, Inn

# -- the first version: a sack has its weight in words ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeavySack:
    """Version 1."""

    name: str
    weight: str
    is_tied: bool = False


@dataclass(frozen=True, slots=True)
class Weigh:
    """Fill a sack anew, or that one."""

    weight: str
    sack: RecordId | None = None


class SackWeighed(Event):
    """What is in it."""

    says = T("{name} weighs {weight}.")
    name: str
    weight: str


class MiceCounted(Event, audience=GAME_MASTERS):
    """What only game masters know; the second version has no such thing."""

    says = T("There are {count} mice in it.")
    count: int


def weigh(_scene: World, action: Weigh, _dice: Dice) -> Result:
    """And count the mice."""
    sack = action.sack or RecordId("flour")
    state = HeavySack("Flour", action.weight)
    change = Replace(sack, state) if action.sack is not None else Open(sack, "sack", state)
    return Result((change,), (SackWeighed("Flour", action.weight), MiceCounted(2)), sack)


# -- the second: in ounces, after a while in which it was in pounds -----------------------------------------


@dataclass(frozen=True, slots=True)
class Sack:
    """Version 3."""

    name: str
    ounces: int
    is_tied: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """Tie it."""

    sack: RecordId


class SackFilled(Event, formerly=("SackWeighed",)):
    """What is in it."""

    says = T("{name} holds {ounces} oz.")
    name: str
    ounces: int

    @classmethod
    def lift(cls, facts: dict[str, Any]) -> dict[str, Any]:
        """It was the weight, in words."""
        if "weight" not in facts:
            return facts
        return {"name": facts["name"], "ounces": 16 * int(facts["weight"].split()[0])}


class SackTied(Event):
    """Nothing gets out."""

    says = T("It is tied.")


def upgrade(version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 had words, version 2 pounds."""
    if version == 1:
        weight = data.pop("weight")
        return data | {"pounds": int(weight.split()[0])}
    return data | {"ounces": 16 * data.pop("pounds")}


def tie(scene: World, action: Tie, _dice: Dice) -> Result:
    """Whoever it waits for."""
    state = scene.get(KIND, action.sack).state
    return Result((Replace(action.sack, replace(state, is_tied=True)),), (SackTied(),), action.sack)


def waiting(sack: RecordId, state: Any) -> tuple[Step, ...]:
    """Until it is tied; the same in both versions."""
    choices = (Choice("tie", "Tie it", Tie(sack)),)
    return () if state.is_tied else (Step("tie", "Tie the sack", DEACON, choices, silent=WAITS),)


KIND: Kind[Sack] = Kind(
    "sack", Sack, title=lambda state: state.name, version=3, upgrade=upgrade, waiting=waiting
)
HEAVY: Kind[HeavySack] = Kind("sack", HeavySack, title=lambda state: state.name, waiting=waiting)
TYING = ActionKind(Tie, tie, Permit.MEMBERS, lambda action: Scope(ids=(action.sack,)))
WEIGHING = ActionKind(
    Weigh, weigh, Permit.MEMBERS, lambda action: Scope(ids=(action.sack,) if action.sack else ())
)
FIRST = System(
    "mill",
    "The Mill",
    kinds=(HEAVY,),
    actions=(WEIGHING, TYING),
    events=(SackWeighed, MiceCounted, SackTied),
)
SECOND = System("mill", "The Mill", kinds=(KIND,), actions=(TYING,), events=(SackFilled, SackTied))


class Mill:
    """A campaign that began with the first version, in entries 4 and 5, and goes on with the second."""

    def __init__(self, inn: Inn) -> None:
        self.inn, self.sack = inn, RecordId("flour")

    async def begin(self) -> None:
        """Three pounds, then five."""
        await self.inn.begin()
        for action in (Weigh("3 lb"), Weigh("5 lb", self.sack)):
            await self.inn.play.act(Actor(MARISOL), self.inn.request(), action)
        games = Catalogue([TABLE, CHRONICLE, SECOND])
        self.inn.play = Play(self.inn.play.database, games, now=lambda: self.inn.clock)

    async def state(self) -> Any:
        """How the sack stands."""
        scope = Scope(ids=(self.sack,))
        seen = await self.inn.play.look(Actor(DEACON), self.inn.request(), scope)
        return seen.records[self.sack].state

    async def kept(self) -> int:
        """The version in which it is kept."""
        asked = sa.select(records.c.state_version).where(records.c.id == self.sack)
        found = await self.inn.play.database.read(lambda connection: connection.execute(asked).scalar_one())
        return int(found)

    async def told(self, number: int, by: int) -> list[Any]:
        """The events of an entry, as somebody reads them in the journal."""
        page = await self.inn.play.journal(Actor(by), self.inn.request())
        return next(list(entry.events) for entry, _ in page.entries if entry.number == number)


@pytest.fixture
async def mill(address: Address) -> AsyncIterator[Mill]:
    """On each engine in turn."""
    mill = Mill(Inn(address, FIRST))
    await mill.begin()
    yield mill
    await mill.inn.play.database.dispose()


async def test_a_state_is_lifted_by_one_version_after_the_other(mill: Mill) -> None:
    assert await mill.state() == Sack("Flour", 80)
    assert await mill.kept() == 1


async def test_what_waited_is_answered_and_the_state_is_kept_as_todays(mill: Mill) -> None:
    await mill.inn.play.press(Actor(DEACON), mill.inn.request(), Pressed(mill.sack, "tie", 1, "tie"))
    assert await mill.state() == Sack("Flour", 80, is_tied=True)
    assert await mill.kept() == 3


async def test_an_undo_brings_back_what_was_kept_then_as_todays(mill: Mill) -> None:
    await mill.inn.undo(5)
    assert await mill.state() == Sack("Flour", 48)
    assert await mill.kept() == 3


async def test_an_event_and_its_field_are_read_by_their_new_names(mill: Mill) -> None:
    assert await mill.told(5, DEACON) == [SackFilled("Flour", 80)]
    assert [sentence(event) for event in await mill.told(4, DEACON)] == ["Flour holds 48 oz."]


async def test_an_event_that_nobody_knows_is_told_plainly_to_those_whom_it_was_for(mill: Mill) -> None:
    assert await mill.told(5, MARISOL) == [
        SackFilled("Flour", 80),
        PlainEvent("MiceCounted", {"count": 2}, GAME_MASTERS),
    ]
    assert "MiceCounted" not in str(await mill.told(5, DEACON))
