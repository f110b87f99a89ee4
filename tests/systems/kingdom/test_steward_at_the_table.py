"""A steward at a table: orders given and run by command and button, a restart in the middle, and undo."""

from __future__ import annotations

import pytest
from simcord import OptionError

from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep, Phase, Role
from bot.systems.kingdom.month.course import Freeze
from bot.systems.kingdom.month.numbers import PlaceNumber
from bot.systems.kingdom.state import Steward, Trust
from tests.systems.kingdom.months_table import act, mentioned, state_of, tarn_at
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, confirmed, press_on, reply_of, said, text

# Without them nobody has to choose.
NOBODY = (Role.ROYAL_ENFORCER, Role.SPYMASTER)


async def ruled(table: Table, step: MonthStep = MonthStep.LEADERSHIP, **orders: object) -> RecordId:
    """Tarn at that step, calm, rich and firm, with a steward of Deacon's; its id."""
    id_ = await tarn_at(table, step, *NOBODY)
    for number in ("economy", "loyalty", "stability"):
        await act(table, PlaceNumber(id_, number, "60", "A golden age"))
    await act(table, PlaceNumber(id_, "treasury", "300", "A hoard"))
    await confirmed(table.deacon, table.channel, "kingdom steward", **orders)
    await table.settle()
    return id_


async def test_the_ruler_gives_orders_and_lets_the_steward_go_on(realms: Table) -> None:
    await tarn_at(realms, MonthStep.LEADERSHIP, *NOBODY)
    asked = await realms.deacon.slash(realms.channel, "kingdom steward", reserve=5, events="decline")
    assert is_private(asked)
    assert "Tarn has a steward: edicts as they are · reserve 5 BP" in said(asked)
    assert "With these orders it can go on now." in said(asked)
    await press_on(realms.deacon, reply_of(asked), "Give these orders")
    await realms.settle()
    assert (await state_of(realms)).steward == Steward(reserve=5, events=Trust.DECLINE)
    assert "Let the steward go on" in str(realms.last().components)
    page = said(await realms.wren.slash(realms.channel, "kingdom month"))
    assert "Steward: edicts as they are · reserve 5 BP" in page

    await realms.restart()
    before = await entries(realms)
    shown = await realms.deacon.slash(realms.channel, "kingdom run")
    assert "The steward's orders: edicts as they are" in said(shown)
    assert buttons(reply_of(shown)) == ["Run the month"]
    await press_on(realms.deacon, reply_of(shown), "Run the month")
    await realms.settle()
    assert await entries(realms) == before + 1
    state = await state_of(realms)
    assert state.month.phase in (Phase.BEFORE, Phase.EVENT)
    assert "**Month 1**" in text(realms.last())


async def test_its_button_does_in_one_press_what_others_take_turns_at(realms: Table) -> None:
    await ruled(realms)
    before = await entries(realms)
    await press_on(realms.deacon, realms.last(), "Let the steward go on")
    await realms.settle()
    assert await entries(realms) == before + 1
    card = realms.last()
    assert "run by the steward" in text(card) or "the steward's part" in text(card)
    assert buttons(card)


async def test_several_months_are_one_entry_and_one_undo(each_realms: Table) -> None:
    table = each_realms
    await ruled(table, events="decline")
    begun, before = await state_of(table), await entries(table)
    shown = await table.gm.slash(table.channel, "kingdom gm run", months=12)
    assert "12" not in buttons(reply_of(shown))
    await press_on(table.gm, reply_of(shown), "Run the months")
    await table.settle()
    assert await entries(table) == before + 1
    then = await state_of(table)
    assert then.month.number > begun.month.number
    await table.restart()
    for is_back in (begun, then):
        # To take back the undo is to have it all again.
        asked = await table.gm.slash(table.channel, "undo", entry=await entries(table))
        await press_on(table.gm, reply_of(asked), buttons(reply_of(asked))[0])
        await table.settle()
        assert await state_of(table) == is_back


async def test_who_is_asked_where_it_stops_is_mentioned(realms: Table) -> None:
    id_ = await ruled(realms, MonthStep.STABILITY)
    await act(realms, PlaceNumber(id_, "unrest", "14", "A famine"))
    await realms.settle()
    await confirmed(realms.gm, realms.channel, "kingdom gm run", months=2)
    await realms.settle()
    card = realms.last()
    assert f"It stops in month 1 (Upkeep): Lose a hex. It's up to <@{realms.deacon.id}>." in text(card)
    assert mentioned(card) == [realms.deacon.id]
    assert buttons(card)[0] == "Choose the hex to lose…"


async def test_before_the_first_month_the_capital_is_built_by_people(realms: Table) -> None:
    await ruled(realms, MonthStep.OPEN)
    told = await refused(realms, realms.gm, "kingdom gm run", months=2)
    assert "the capital has no building yet" in told


async def test_only_the_ruler_and_game_masters_run_it(realms: Table) -> None:
    await ruled(realms)
    answer = await realms.wren.slash(realms.channel, "kingdom run")
    assert "Only the Ruler" in said(answer)
    assert buttons(reply_of(answer)) == ["Act…"]
    answer = await realms.wren.slash(realms.channel, "kingdom gm run", months=2)
    assert "game master" in said(answer)


async def test_what_stands_still_or_has_no_steward_is_refused_in_a_sentence(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.LEADERSHIP)
    assert await refused(realms, realms.deacon, "kingdom run") == (
        "Tarn has no steward. The Ruler or a game master appoints one with `/kingdom steward`."
    )
    await confirmed(realms.deacon, realms.channel, "kingdom steward")
    await act(realms, Freeze(id_, "Summer"))
    await realms.settle()
    assert "Tarn is frozen (Summer)." in await refused(realms, realms.gm, "kingdom gm run", months=3)
    for months in (0, 40):
        # Discord itself has no such number.
        with pytest.raises(OptionError):
            await realms.gm.slash(realms.channel, "kingdom gm run", months=months)


async def test_the_orders_are_ended(realms: Table) -> None:
    await ruled(realms)
    await realms.deacon.slash(realms.channel, "kingdom dismiss")
    await realms.settle()
    assert (await state_of(realms)).steward is None
    assert "Let the steward go on" not in str(realms.last().components)
    assert not mentioned(realms.last())
