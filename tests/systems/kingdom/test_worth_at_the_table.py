"""What buildings come to, through the simulated Discord: shown, explained, stored and eaten."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth, PayConsumption
from bot.systems.kingdom.towns.building import BuildBuilding
from bot.systems.kingdom.towns.settlements import SetSettlement
from tests.systems.kingdom.income_table import act, at, tarn
from tests.tables import Table, said, text

HOLD = "Tarn Hold"


def found(name: str, where: str) -> Any:
    """Something to build in the capital, by the kingdom's id."""
    return lambda id_: BuildBuilding(id_, HOLD, name, where)


async def with_granary(table: Table) -> Any:
    """Tarn with a House and a Granary, and with food for more than it needs: −3."""
    id_ = await at(table, Step.SETTLEMENTS, found("granary", "A1"), found("house", "B1"))
    state = await tarn(table)
    await act(table, SetSettlement(state.settlements[0], id_, consumption=-5))
    return id_


async def next_upkeep(table: Table, id_: Any) -> None:
    """Close the month and come to paying Consumption."""
    await act(table, SkipTo(id_, Step.CLOSE, "Quiet"), CloseMonth(id_), OpenMonth(id_))
    await act(table, SkipTo(id_, Step.CONSUMPTION, "Quiet"))


async def test_a_settlement_is_shown_with_what_its_buildings_come_to(realms: Table) -> None:
    await with_granary(realms)
    page = said(await realms.wren.slash(realms.channel, "settlement show", settlement=HOLD))
    for line in (
        "Small town · 500 people",
        "1 district · 2 of 36 lots in use",
        "Buildings: Granary, House",
        "Granaries: room for 5 BP",
        "A game master told of Consumption −5 of that.",
    ):
        assert line in page, page
    why = said(await realms.wren.slash(realms.channel, "kingdom why", number="loyalty"))
    assert "**+1** Granary · *buildings*" in why
    sheet = said(await realms.wren.slash(realms.channel, "kingdom sheet"))
    assert "Granaries: 0 of 5 BP in store" in sheet


async def test_r095_granaries_take_in_a_good_month_and_feed_a_bad_one(realms: Table) -> None:
    id_ = await with_granary(realms)
    await next_upkeep(realms, id_)
    assert "BP go into Granaries" in text(realms.last())
    await act(realms, PayConsumption(id_))
    good = await tarn(realms)
    assert good.stored == 3, good
    assert any("go into Granaries, which hold 3 now." in text(each) for each in realms.messages())
    # A month later the fields lie waste and the Treasury is empty.
    await act(realms, SetSettlement(good.settlements[0], id_, consumption=good.treasury))
    await next_upkeep(realms, id_)
    await realms.restart()
    assert "2 of them out of Granaries: leaves 0" in text(realms.last())
    await act(realms, PayConsumption(id_))
    bad = await tarn(realms)
    assert (bad.stored, bad.treasury) == (1, 0)
    assert any("**2 BP** more come out of Granaries, 1 are left there." in text(m) for m in realms.messages())
