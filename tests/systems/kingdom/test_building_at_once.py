"""Two leaders who build in the same second: one is let through, the other is told what changed."""

from __future__ import annotations

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope
from bot.storage.address import Address
from bot.systems.kingdom.rules.builders import BuildBuilding
from bot.systems.kingdom.rules.building_book import row_of
from bot.systems.kingdom.rules.leaders import AssignLeader
from bot.systems.kingdom.rules.month import SkipTo
from bot.systems.kingdom.rules.placing import PlaceNumber
from bot.systems.kingdom.rules.terms import Ability, BuildingType, Role, Step
from bot.systems.kingdom.words.buildings import BUILDINGS
from tests.harness.raw import Delivered
from tests.harness.world import Json, Person
from tests.stages import Stage, open_stage
from tests.systems.kingdom.builders_playbook import town_at
from tests.systems.kingdom.items_playbook import looked
from tests.systems.kingdom.stock import POINTS, act

B = BuildingType
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


def press(stage: Stage, by: Person, town: str, building: str, place: str, price: int) -> Json:
    """The button of that building's preview."""
    return stage.say.press("|".join(("build_do", town, building, place, str(price), "")), user=by)


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


async def test_two_buildings_on_one_lot_in_the_same_second(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage)
        house = press(stage, stage.deacon, town, "house", "1:C4", 3)
        shrine = press(stage, stage.wren, town, "shrine", "1:C4", 8)

        came, done = await at_once(stage, house, shrine)

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        (built,) = (await looked(stage, town)).buildings
        assert f"C4 has a {BUILDINGS[built.type.value]}" in said(loser)
        assert "nothing was changed" in said(loser)
        assert await treasury(stage, kingdom) == LEFT - row_of(built.type).cost


async def test_the_same_building_twice_in_the_same_second_is_built_and_paid_once(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage)
        one = press(stage, stage.deacon, town, "house", "1:C4", 3)
        other = press(stage, stage.wren, town, "house", "1:C4", 3)

        _, done = await at_once(stage, one, other, stage.say.again(one), stage.say.again(other))

        assert sum(done) == 1
        assert await treasury(stage, kingdom) == LEFT - 3


async def test_the_same_bp_are_spent_once_in_the_same_second(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage, points=15)
        mansion = press(stage, stage.deacon, town, "mansion", "1:C4", 10)
        granary = press(stage, stage.wren, town, "granary", "1:D4", 12)

        came, done = await at_once(stage, mansion, granary)

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        left = await treasury(stage, kingdom)
        assert left in (5, 3)
        assert f"the Treasury holds {left}" in said(loser)


async def test_the_months_one_building_is_built_once_in_the_same_second(address: Address) -> None:
    async with open_stage(address) as stage:
        _, town = await ready(stage)
        shrine = press(stage, stage.deacon, town, "shrine", "1:C4", 8)
        granary = press(stage, stage.wren, town, "granary", "1:D4", 12)

        came, done = await at_once(stage, shrine, granary)

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        assert "1 building a month" in said(loser)


async def test_two_buildings_on_two_lots_in_the_same_second_are_both_built(address: Address) -> None:
    """Nobody hears of the other where nothing of it matters."""
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage)
        house = press(stage, stage.deacon, town, "house", "1:C4", 3)
        shrine = press(stage, stage.wren, town, "shrine", "1:D4", 8)

        came, done = await at_once(stage, house, shrine)

        assert done == [True, True], [said(each) for each in came]
        assert {each.type for each in (await looked(stage, town)).buildings} == {B.HOUSE, B.SHRINE}
        assert await treasury(stage, kingdom) == LEFT - 11


async def test_one_demolishes_while_the_other_upgrades_the_same_building(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage)
        await act(stage, BuildBuilding(kingdom, town, "tenement", "C4"))
        await stage.settle()
        raze = stage.say.press("|".join(("build_raze", town, "1", "")), user=stage.deacon)
        better = "|".join(("build_upgrade", town, "1", "house", "1:C4", "2"))

        came, done = await at_once(stage, raze, stage.say.press(better, user=stage.wren))

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        assert "try again" not in said(loser)
