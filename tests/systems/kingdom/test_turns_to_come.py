"""Who comes next in a month, and after whom: shown to whoever looks, told to whoever wants it."""

from __future__ import annotations

from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.month.course import OpenMonth
from tests.systems.kingdom.months_table import act, tarn, tarn_at
from tests.tables import Table, said, text


async def test_who_comes_next_reads_so_where_they_look(realms: Table) -> None:
    await tarn_at(realms, MonthStep.STABILITY)
    told = f"You're next after {realms.wren.mention}: [Tarn]("
    for path in ("waiting", "act"):
        assert told in said(await realms.deacon.slash(realms.channel, path))
        for other in (realms.wren, realms.gm):
            assert "You're next" not in said(await other.slash(realms.channel, path))


async def test_who_wants_it_is_told_once_that_they_come_next(realms: Table) -> None:
    id_ = await tarn(realms)
    await realms.deacon.slash(realms.channel, "preferences reminders", next=True)
    await act(realms, OpenMonth(id_))
    await realms.settle()
    told = f"⏭ Next after {realms.wren.mention}: {realms.deacon.mention}."
    (card,) = [each for each in realms.messages() if told in text(each)]
    assert {each.id for each in card.mentions} == {realms.wren.id, realms.deacon.id}


async def test_who_does_not_want_it_or_sleeps_is_told_nothing(realms: Table) -> None:
    # One wants nothing, and the other has quiet hours all day.
    await realms.deacon.slash(realms.channel, "preferences reminders", next=True, quiet="0-23:59")
    id_ = await tarn(realms)
    await act(realms, OpenMonth(id_))
    await realms.settle()
    assert not [each for each in realms.messages() if "Next after" in text(each)]
    assert "You're also told when you come next" in said(
        await realms.deacon.slash(realms.channel, "preferences reminders")
    )
