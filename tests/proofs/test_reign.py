"""Proof 5 for kingdoms: what months of play changed can be taken back to the beginning, and made again."""

from __future__ import annotations

from random import Random

import pytest

from bot.storage.address import Address
from tests.proofs.machine import in_play
from tests.proofs.reign import KeptReign

MOVES, SEEDS = 130, (3, 4)


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
        await reign.look()
        await reign.redo()
        assert in_play(await reign.snapshot()) == last
    await reign.end()
