"""Proof 5 for kingdoms: what months of play changed can be taken back to the beginning, and made again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.storage.address import Address
from bot.systems.kingdom.month.rules import RollItems
from bot.systems.kingdom.towns.building import BuildBuilding, DraftBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.corrections import DamageBuilding, DestroyBuilding, PlaceBuilding
from bot.systems.kingdom.towns.items import NameItem, PutItem
from bot.systems.kingdom.towns.wrecking import RepairBuilding
from tests.proofs.machine import in_play
from tests.proofs.reign import KeptReign
from tests.systems.kingdom.autopilot_city_schemes import quarter, second_city
from tests.systems.kingdom.autopilot_schemes import opening
from tests.systems.kingdom.autopilot_town_schemes import boom, market

MOVES, SEEDS = 130, (3, 4, 5)
# What those months have to hold at least, whatever else comes of their chance.
BUILDING = {
    BuildBuilding, UpgradeBuilding, PlaceBuilding, DestroyBuilding, DamageBuilding, RepairBuilding,
    DraftBuilding, RollItems, NameItem, PutItem,
}  # fmt: skip


@pytest.mark.evening
@pytest.mark.slow
async def test_a_reign_undone_entry_by_entry_and_redone_is_the_same(address: Address) -> None:
    reign = KeptReign(address, 7)
    await reign.begin()
    await reign.go_on(MOVES)
    last = in_play(await reign.snapshot())
    assert len(reign.done) > MOVES // 3

    await reign.back_to_the_beginning()
    await reign.forward_again()

    assert in_play(await reign.snapshot()) == last
    await reign.end()


@pytest.mark.evening
@pytest.mark.slow
async def test_months_of_building_undone_entry_by_entry_and_redone_is_the_same(address: Address) -> None:
    reign, done = KeptReign(address, 8), set[type[Any]]()
    await reign.begin()
    for scheme in (opening, boom, market, quarter, second_city):
        for move in scheme(reign.reign):
            before = len(reign.done)
            await reign.take(move)
            done |= {type(move.action)} if len(reign.done) > before else set()
    last = in_play(await reign.snapshot())
    assert done >= BUILDING

    await reign.back_to_the_beginning()
    await reign.forward_again()

    assert in_play(await reign.snapshot()) == last
    await reign.end()


@pytest.mark.parametrize("seed", SEEDS)
async def test_any_entry_of_a_reign_undone_leaves_everything_sound_and_redone_is_the_same(
    seed: int, sqlite_address: Address
) -> None:
    reign, luck = KeptReign(sqlite_address, seed), Random(seed)
    await reign.begin()
    await reign.go_on(MOVES)
    last = in_play(await reign.snapshot())
    for number, _, _ in luck.sample(reign.done, 12):
        undone = await reign.undo(number)
        assert undone[0] == number
        await reign.look(is_undone=True)
        await reign.redo()
        assert in_play(await reign.snapshot()) == last
    await reign.end()
