"""Random adventurers played to their end: nothing fails, and every action is taken and refused.

`make lives LIVES=1000` plays many more, and prints how often each action was taken and refused.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.state import End
from bot.verify import verify
from tests.extent import share
from tests.systems.adventuria import evening_acts as acts
from tests.systems.adventuria.evening import Evening, first_press, sets_out
from tests.systems.adventuria.lives import MOVES, REFUSED, TAKEN, Tally, live
from tests.systems.second_kingdom.evening import buttons, entries
from tests.tables import Table, reply_of, said

LIVES = int(os.environ.get("WAYPOST_TEST_LIVES", share(60)))
# So many are needed for everything to come about.
MANY = 60
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "5"))


def report(tally: Tally) -> str:
    """How often each action was taken, and refused."""
    rows = (
        f"{kind.__name__:20} {tally[kind.__name__, TAKEN]:8} {tally[kind.__name__, REFUSED]:8}"
        for kind in MOVES
    )
    return "\n".join((f"{'action':20} {TAKEN:>8} {REFUSED:>8}", *rows))


@pytest.fixture(scope="module")
def lives() -> tuple[Tally, Counter[End | None]]:
    """So many lives, each checked after every move."""
    tally: Tally = Counter()
    ends: Counter[End | None] = Counter()
    for seed in range(SEED, SEED + LIVES):
        life = live(seed, tally)
        assert life.adventurer is not None
        ends[life.adventurer.state.end] += 1
    print(f"\nseed {SEED}: {dict(ends)}, {tally.total()} moves\n{report(tally)}")
    return tally, ends


def test_every_life_comes_to_its_end(lives: tuple[Tally, Counter[End | None]]) -> None:
    _, ends = lives
    assert set(ends) <= {End.FALLEN, End.RETIRED}
    assert ends[End.FALLEN] > 0.8 * LIVES


@pytest.mark.skipif(LIVES < MANY, reason=f"what is rare comes up in {MANY} lives and more: make lives")
def test_every_action_is_taken_and_refused(lives: tuple[Tally, Counter[End | None]]) -> None:
    tally, _ = lives
    for how in (TAKEN, REFUSED):
        assert [kind.__name__ for kind in MOVES if not tally[kind.__name__, how]] == []


def test_no_action_is_left_out() -> None:
    assert {kind.action for kind in SYSTEM.actions} == set(MOVES)


# -- An evening of Adventuria from the first die to the hall, over weeks and many restarts, on both engines


FIRST_TURN = (
    acts.a_portrait,
    acts.the_first_turn_begins,
    acts.a_paid_offer,
    acts.a_gift_a_blessing_and_a_spell,
    acts.the_moth,
    acts.the_first_turn_ends,
    acts.a_camp,
)
SECOND_TURN = (
    acts.the_second_turn_begins,
    acts.a_full_pack,
    acts.the_ogre,
    acts.the_ogre_falls,
    acts.a_curse,
    acts.the_second_turn_ends,
)
THIRD_TURN = (acts.the_giant, acts.the_end, acts.the_hall)


@pytest.mark.evening
@pytest.mark.slow
async def test_an_evening_from_the_first_die_to_the_hall(each_city: Table, tmp_path: Path) -> None:
    night = await sets_out(each_city)
    for act in (*FIRST_TURN, *SECOND_TURN, *THIRD_TURN):
        await night.table.restart()
        await act(night)
    await _ends_chapter(night)
    await acts.a_new_adventurer(night)
    await _ends_chapter(night)
    await _verifies(night, tmp_path / "dice.jsonl")
    await _reads_everything(night)


async def _ends_chapter(night: Evening) -> None:
    """The seed is published: what Ada rolls belongs to a chapter without loaded dice."""
    await first_press(night.table, await night.table.gm.slash(night.table.channel, "dice reveal"))


async def _verifies(night: Evening, file: Path) -> None:
    """Whoever is there checks the dice, in Discord and at home."""
    answer = await night.table.stranger.slash(night.table.channel, "dice verify")
    assert "all as sealed" in said(answer)
    (attached,) = reply_of(answer).attachments
    file.write_bytes(await attached.read())
    assert verify(file).is_sound
    assert verify(file).check.dice == 2


async def _reads_everything(night: Evening) -> None:
    """Every entry of the evening stands in the journal, page after page."""
    last = await entries(night.table)
    page = await night.table.wren.slash(night.table.channel, "journal")
    told = said(page)
    while "Older" in buttons(reply_of(page)):
        page = await night.table.wren.click(reply_of(page), label="Older")
        told += said(page)
    numbers = {int(number) for number in re.findall(r"#(\d+)", told)}
    assert numbers >= set(range(1, last + 1))
    assert "went wrong" not in told
