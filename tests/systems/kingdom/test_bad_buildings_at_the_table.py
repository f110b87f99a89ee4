"""What leaders try that can't be, through the real commands: one clear sentence each, and nothing changed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Step
from bot.systems.kingdom.towns.book import lot_name
from bot.systems.kingdom.towns.gifts import PlaceBuilding
from bot.systems.kingdom.towns.plots import free_lots
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.systems.kingdom.income_table import act, at, hold
from tests.systems.kingdom.test_building_at_the_table import TOWN, planned, settling
from tests.systems.kingdom.test_claims_at_the_table import pick, press
from tests.systems.second_kingdom.evening import refused
from tests.tables import Table, said, text


async def standing(table: Table, *built: str) -> RecordId:
    """Tarn of Size 1 in its step for settlements, with those in its capital; its id."""
    id_ = await at(table, Step.SETTLEMENTS)
    for each in built:
        await given(table, id_, each)
    return id_


async def given(table: Table, id_: RecordId, what: str) -> None:
    """Let the game master put one there: "inn A2"."""
    name, _, place = what.rpartition(" ")
    await act(table, PlaceBuilding((await hold(table)).id, name, place, "To begin with", id_))


async def no(table: Table, command: str, **options: Any) -> str:
    """The sentence that refuses it, with the settlement left as it was."""
    before = (await hold(table)).state
    answer = await refused(table, table.deacon, command, settlement=TOWN, **options)
    assert (await hold(table)).state == before
    assert "othing was changed" in answer
    return answer


async def test_an_inn_without_a_house(realms: Table) -> None:
    await standing(realms, "park A1")
    why = await no(realms, "build place", building="Inn", place="B1")
    assert "An Inn needs a House or Tenement beside it" in why
    assert "No other place here would do either; `/build plan` lists what has one." in why


async def test_an_inn_beside_a_house_that_serves_a_shop(realms: Table) -> None:
    await standing(realms, "house A1", "shop B1", "house E5")
    why = await no(realms, "build place", building="Inn", place="A2")
    assert "of its own beside it; the House at A1 serves the Shop at B1" in why
    assert "It could stand at 1:E4, for one." in why


async def test_a_tannery_beside_a_mansion(realms: Table) -> None:
    await standing(realms, "mansion B2")
    why = await no(realms, "build place", building="Tannery", place="B1")
    assert "A Tannery can't be a neighbour of the Mansion at B2" in why
    assert "It could stand at 1:" in why


async def test_a_second_castle(realms: Table) -> None:
    await standing(realms, "castle A1+B1+A2+B2")
    why = await no(realms, "build place", building="Castle", place="C1+D1+C2+D2")
    assert "A settlement can have one Castle, and it has one at A1" in why
    assert "can have one Castle" in await no(realms, "build plan", building="Castle")


async def test_a_market_in_the_last_single_lot(realms: Table) -> None:
    id_ = await standing(realms, "house A1", "house B1")
    for lot in sorted(free_lots((await hold(realms)).state, 1))[:-1]:
        await given(realms, id_, f"park {lot_name(lot)}")
    why = await no(realms, "build plan", building="Market")
    assert "a Market takes 2 free lots that lie together, and there are none" in why
    assert "A Market takes 2 lots" in await no(realms, "build place", building="Market", place="F6")


async def test_an_upgrade_that_no_longer_fits(realms: Table) -> None:
    id_ = await settling(realms, "shrine A1", "park A2")
    asked = await realms.deacon.slash(
        realms.channel, "build upgrade", settlement=TOWN, building="Shrine", to="Temple", place="A1+B1"
    )
    await given(realms, id_, "park B1")
    late = await press(realms, realms.deacon, asked, "Upgrade to Temple for 24 BP")
    assert "B1 has a Park; nothing was changed." in said(late)
    assert [each.type.value for each in (await hold(realms)).state.buildings] == ["shrine", "park", "park"]
    why = await no(realms, "build upgrade", building="Shrine", to="Temple")
    assert "a Temple takes 2 lots: the Shrine has no free ones beside it to grow into" in why


async def test_a_watergate_without_a_wall(realms: Table) -> None:
    await standing(realms)
    why = await no(realms, "build place", building="Watergate", place="1:north")
    assert "A Watergate is a gate in a City Wall, and the north border has none" in why


async def test_a_third_building_at_size_5(realms: Table) -> None:
    await standing(realms)
    for what, where in (("Park", "A1"), ("House", "B1")):
        await realms.deacon.slash(realms.channel, "build place", settlement=TOWN, building=what, place=where)
        await realms.settle()
        assert f"Tarn builds a {what} at {where}" in text(realms.last())
    why = await no(realms, "build place", building="House", place="C1")
    assert "gets 1 building a month (Table 4-4), and that is used up" in why
    assert "The next Edict phase brings more." in why


async def test_a_discount_used_twice(realms: Table) -> None:
    id_ = await settling(realms)
    for each in ("house A1", "house C1", "house F1", "house A4", "market D1+E1"):
        await given(realms, id_, each)
    previews = [
        await pick(realms, realms.deacon, await planned(realms, realms.deacon, "Inn"), place)
        for place in ("1:A2", "1:B4")
    ]
    await press(realms, realms.deacon, previews[0], "Build Inn for 5 BP")
    late = await press(realms, realms.deacon, previews[1], "Build Inn for 5 BP")
    assert "It would come out differently now" in said(late)
    assert "for 10 BP" in said(late)
    assert [each.type.value for each in (await hold(realms)).state.buildings].count("inn") == 1


async def test_a_house_that_a_shop_relies_on(realms: Table) -> None:
    id_ = await settling(realms, "house A1", "shop B1")
    asked = await realms.deacon.slash(realms.channel, "build demolish", settlement=TOWN, building="A1")
    assert "Shop at B1 relies on it" in said(asked)
    before = (await hold(realms)).state
    with pytest.raises(RuleViolation, match=r"The Shop at 1:B1 relies on the House, .* nothing was changed"):
        await act(realms, DemolishBuilding(id_, TOWN, "A1"))
    assert (await hold(realms)).state == before
