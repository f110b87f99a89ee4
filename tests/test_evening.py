"""One evening at the table, through the simulated Discord, with restarts in the middle."""

from __future__ import annotations

from tests.tables import Table, said, text


async def test_a_challenge_from_opening_to_the_setback(each_table: Table) -> None:
    table = each_table
    opened = await table.gm.slash(
        table.channel, "sk challenge", heroes="Evander", action="Leap the chasm", virtue="courage", rating=4
    )
    assert "3 dice" in said(opened)
    card = table.last()
    await table.restart()

    rolled = await table.deacon.click(card, label="Roll, spend 1")

    assert "Conviction 3 → 2" in said(rolled)
    assert "#7 · draw 1" in said(rolled)
    await table.settle()
    assert "What came of it" in text(table.messages()[-2])
