"""Four leaders at their steps in the same second: each counts once, and nobody hears of the others."""

from __future__ import annotations

from bot.storage.address import Address
from bot.systems.kingdom.book import Ability, MonthStep, Phase, Role
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.settings import ROUTINE_STEPS
from bot.systems.kingdom.state import Kingdom
from bot.systems.table.settings.rules import ChangeSetting
from tests.harness.raw import Delivered
from tests.harness.world import Json
from tests.stages import Stage, open_stage
from tests.systems.kingdom.stock import act, id_of, kingdom, shown

EVERY = dict.fromkeys(Ability, 12)
PRIVATE = 64


async def led(stage: Stage) -> str:
    """A kingdom of four players in its Edict phase, whose steps are open in any order; its name."""
    four = [stage.deacon, stage.wren, stage.world.person(11), stage.world.person(12)]
    for newcomer in four[2:]:
        await stage.do("campaign join", by=newcomer)
    await act(stage, ChangeSetting(ROUTINE_STEPS.key, "one_by_one", ROUTINE_STEPS.default))
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    for role, player in ((Role.COUNCILOR, four[2]), (Role.GENERAL, four[3])):
        await act(stage, AssignLeader(id_, role, role.value.title(), player.id, EVERY))
    await act(stage, SkipTo(id_, MonthStep.LEADERSHIP))
    await stage.settle()
    return name


def was_refused(came: Delivered) -> bool:
    """Whether the press was answered in private: nothing came of it."""
    return bool((came.answer.data or {}).get("flags", 0) & PRIVATE)


async def state_of(stage: Stage, name: str) -> Kingdom:
    """The kingdom as it is."""
    state: Kingdom = (await shown(stage, name)).state
    return state


async def test_leaders_finish_four_steps_in_the_same_second(address: Address) -> None:
    async with open_stage(address) as stage:
        name = await led(stage)
        presses = [
            stage.press("Leadership is settled", by=stage.deacon),
            stage.press("No more hexes", by=stage.deacon),
            stage.press("No more settlements or buildings", by=stage.deacon),
            stage.press("Armies are settled", by=stage.world.person(12)),
        ]

        came = await stage.feeder.deliver_all(presses)
        await stage.settle()

        assert not any(was_refused(each) for each in came)
        assert [len(await stage.of(press)) for press in presses] == [1, 1, 1, 1]
        month = (await state_of(stage, name)).month
        done = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.SETTLEMENTS, MonthStep.ARMIES)
        assert [step for step in done if month.is_over(step)] == list(done)
        assert set(month.opened) == {"terrain", "edicts"}


async def test_the_same_four_pressing_twelve_times_still_count_once_each(address: Address) -> None:
    async with open_stage(address) as stage:
        name = await led(stage)
        one = stage.press("No more hexes", by=stage.deacon)
        other = stage.press("Armies are settled", by=stage.world.person(12))
        many: list[Json] = [one, other]
        for _ in range(5):
            many += [stage.say.again(one), stage.say.again(other)]

        await stage.feeder.deliver_all(many)
        await stage.settle()

        assert sum([len(await stage.of(press)) for press in many]) == 2
        assert (await state_of(stage, name)).month.phase is Phase.EDICT


async def test_three_treasurers_of_three_kingdoms_pay_in_the_same_second(address: Address) -> None:
    """Kingdoms share a land: paying for one never undoes what another paid."""
    async with open_stage(address) as stage:
        names, presses = [], []
        for _ in range(3):
            names.append(await kingdom(stage))
            await act(stage, SkipTo(await id_of(stage, names[-1]), MonthStep.CONSUMPTION))
            await stage.settle()
            presses.append(stage.press("Pay Consumption", by=stage.wren))

        came = await stage.feeder.deliver_all(presses)
        await stage.settle()

        assert not any(was_refused(each) for each in came)
        left = [(await state_of(stage, name)).treasury for name in names]
        # Claim and site cost 2, Consumption of a hex with one district is 2.
        assert left == [496, 496, 496]
