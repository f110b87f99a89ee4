"""Two leaders who build in the same second: one is let through, the other is told what changed."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope
from bot.storage.address import Address
from bot.systems.kingdom.book import Ability, Role, Step
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.month.numbers import PlaceNumber
from bot.systems.kingdom.towns.building import BuildBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.harness.raw import Delivered
from tests.harness.world import Json, Person
from tests.stages import Stage, open_stage
from tests.systems.kingdom.builders_playbook import town_at
from tests.systems.kingdom.stock import POINTS, act

EVERY = dict.fromkeys(Ability, 12)
# What the first claim and site leave.
LEFT = POINTS - 2


async def two_leaders(stage: Stage) -> tuple[RecordId, RecordId]:
    """A kingdom at its step for settlements, which Deacon and Wren decide; its capital's id."""
    kingdom, town = await town_at(stage, Step.LEADERSHIP)
    await act(stage, AssignLeader(kingdom, Role.COUNCILOR, "Councilor", stage.wren.id, EVERY))
    await stage.settle()
    return kingdom, town


async def at_once(stage: Stage, *presses: Json) -> tuple[list[Delivered], list[bool]]:
    """What came of those presses in the same second, and which of them did anything."""
    came = await stage.feeder.deliver_all(presses)
    await stage.settle()
    return came, [bool(await stage.of(press)) for press in presses]


async def press(stage: Stage, by: Person, kingdom: RecordId, town: str, building: str, place: str) -> Json:
    """The button of that building's preview."""
    return await offered(stage, by, BuildBuilding(kingdom, town, building, place))


async def offered(stage: Stage, by: Person, action: Any) -> Json:
    """The button of what that person was shown before it is done."""
    request = stage.request(by.id % 1000 + 2)
    preview = await stage.bot.play.preview(Actor(by.id), request, [action])
    return stage.say.press(f"offer|{preview.offer}", user=by)


def said(came: Delivered) -> str:
    """All that the one who pressed was told."""
    return str([call.data for call in (came.answer, *came.calls)])


async def ready(stage: Stage, points: int | None = None) -> tuple[RecordId, RecordId]:
    """The same at the step, with so many BP in hand."""
    kingdom, town = await two_leaders(stage)
    await act(stage, SkipTo(kingdom, Step.SETTLEMENTS, "On"))
    if points is not None:
        await act(stage, PlaceNumber(kingdom, "treasury", str(points - LEFT), "A flood"))
    await stage.settle()
    return kingdom, town


async def treasury(stage: Stage, kingdom: RecordId) -> int:
    """BP in hand."""
    found = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), Scope(ids=(kingdom,)))
    points: int = found.records[kingdom].state.treasury
    return points


async def test_the_same_bp_are_spent_once_in_the_same_second(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage, points=15)
        mansion = await press(stage, stage.deacon, kingdom, town, "mansion", "1:C4")
        granary = await press(stage, stage.wren, kingdom, town, "granary", "1:D4")

        came, done = await at_once(stage, mansion, granary)

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        left = await treasury(stage, kingdom)
        assert left in (5, 3)
        assert f"the Treasury holds {left}" in said(loser)


async def test_one_demolishes_while_the_other_upgrades_the_same_building(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage)
        await act(stage, BuildBuilding(kingdom, town, "tenement", "C4"))
        await stage.settle()
        raze = await offered(stage, stage.deacon, DemolishBuilding(kingdom, town, "1", "yes"))
        better = await offered(stage, stage.wren, UpgradeBuilding(kingdom, town, "1", "house", "1:C4"))

        came, done = await at_once(stage, raze, better)

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        assert "try again" not in said(loser)
