"""An evening of Adventuria from the first die to the hall, over weeks and many restarts, on both engines."""

from __future__ import annotations

import re
from pathlib import Path

from bot.verify import verify
from tests.systems.adventuria import evening_acts as acts
from tests.systems.adventuria.evening import Evening, first_press, sets_out
from tests.systems.second_kingdom.evening import buttons, entries
from tests.tables import Table, reply_of, said

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
