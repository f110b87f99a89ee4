"""Building as a conversation, through the simulated Discord."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import Step, Terrain
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.towns.building import BuildBuilding
from bot.systems.kingdom.towns.gifts import DamageBuilding
from bot.systems.kingdom.towns.settlements import PlaceSettlement
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.systems.kingdom.income_table import act, at, hold, tarn
from tests.systems.kingdom.test_claims_at_the_table import listed, pick, press
from tests.systems.second_kingdom.evening import entries, is_private, refused
from tests.tables import Table, reply_of, said, text

TOWN = "Tarn Hold"


async def settling(table: Table, *built: str) -> RecordId:
    """Tarn in its step for settlements, of Size 26: 5 buildings a month; its id. Some stand already."""
    id_ = await at(table, Step.OPEN)
    around = " ".join(f"{10 + q},{-1 - r}" for q in range(9) for r in range(3))
    drawn = SetHexes(around, Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
    await act(table, drawn, GiveHexes(id_, around), OpenMonth(id_), SkipTo(id_, Step.SETTLEMENTS, "On"))
    for each in built:
        name, _, place = each.rpartition(" ")
        await act(table, BuildBuilding(id_, TOWN, name, place))
    return id_


async def planned(table: Table, who: Any, building: str) -> Any:
    """The private answer to `/build plan` with a building."""
    return await who.slash(table.channel, "build plan", settlement=TOWN, building=building)


async def previewed(table: Table, who: Any, building: str, place: str) -> Any:
    """The preview of a building at the place that was picked."""
    return await pick(table, who, await planned(table, who, building), place)


async def stands(table: Table) -> list[str]:
    """What stands in Tarn's capital."""
    return [each.type.value for each in (await hold(table)).state.buildings]


# -- the conversation ---------------------------------------------------------------------------------


async def test_the_months_card_leads_to_a_building_in_four_presses(realms: Table) -> None:
    table = realms
    await settling(table)
    before = await entries(table)
    panel = await table.deacon.click(table.last(), label="Build…")
    assert is_private(panel)
    assert "Build in Tarn Hold" in said(panel)
    assert "Buildings left this month: 5" in said(panel)
    assert "house" in listed(panel)
    places = await pick(table, table.deacon, panel, "house")
    assert "**H** B2" in said(places)
    preview = await pick(table, table.deacon, places, "1:B2")
    assert "→ **495** BP" in said(preview)
    assert await entries(table) == before
    done = await press(table, table.deacon, preview, "Build House for 3 BP")
    assert "Tarn builds a House at B2 in Tarn Hold for 3 BP." in said(done)
    card = text(table.last())
    assert "Tarn builds a House at B2 in Tarn Hold for 3 BP." in card
    assert "It does not count against the month's limit." in card
    assert "Buildings left this month: 5" in card
    assert "Treasury" in card
    assert await stands(table) == ["house"]
    again = await press(table, table.deacon, preview, "Other buildings")
    assert "used this month" in said(again)


async def test_the_public_card_shows_the_district_and_a_folded_one_does_not(realms: Table) -> None:
    await settling(realms, "park A1")
    first = realms.last()
    assert [each.filename for each in first.attachments] == ["district.png"]
    await act(realms, BuildBuilding(await _id(realms), TOWN, "park", "B1"))
    again = next(each for each in realms.messages() if each.id == first.id)
    assert not again.attachments
    assert [each.filename for each in realms.last().attachments] == ["district.png"]


async def test_places_come_lettered_and_a_demolition_names_who_relies_on_it(realms: Table) -> None:
    # Places come with the lettered district.
    await settling(realms, "house A1")
    asked = await planned(realms, realms.deacon, "Inn")
    assert [each.filename for each in reply_of(asked).attachments] == ["district.png"]
    assert listed(asked) == ["1:B1", "1:A2"]

    # A demolition names who relies on it and is done even so.
    await act(realms, BuildBuilding(await _id(realms), TOWN, "inn", "B1"))
    asked = await realms.deacon.slash(realms.channel, "build demolish", settlement=TOWN, building="House")
    assert is_private(asked)
    assert "Inn at B1 relies on it" in said(asked)
    await press(realms, realms.deacon, asked, "Demolish it even so for 1 BP")
    card = text(realms.last())
    assert "Tarn demolishes the House at A1 in Tarn Hold for 1 BP." in card
    assert "Inn at B1 now lacks a neighbour or water." in card
    assert await stands(realms) == ["inn"]


async def test_a_discount_is_said_before_and_after(realms: Table) -> None:
    await settling(realms, "house A1", "house C1", "house F1", "market D1+E1")
    preview = await previewed(realms, realms.deacon, "Inn", "1:B1")
    assert "List price 10 BP: half, for the Market." in said(preview)
    await press(realms, realms.deacon, preview, "Build Inn for 5 BP")
    assert "Tarn builds an Inn at B1 in Tarn Hold for 5 BP." in text(realms.last())
    assert "List price 10 BP: half, for the Market." in text(realms.last())


async def test_pages_of_buildings_and_places_are_turned(realms: Table) -> None:
    # Pages of buildings are turned.
    await settling(realms)
    panel = await realms.deacon.slash(realms.channel, "build plan")
    first = listed(panel)
    more = await press(realms, realms.deacon, panel, "More…")
    assert "26–49 of 49, the cheapest first." in said(more)
    assert not set(listed(more)) & set(first)
    assert listed(await press(realms, realms.deacon, more, "Page before")) == first

    # Pages of places are turned.
    places = await planned(realms, realms.deacon, "Park")
    first = listed(places)
    later = await press(realms, realms.deacon, places, "More…")
    assert len({*first, *listed(later)}) == 36
    preview = await pick(realms, realms.deacon, later, "1:F6")
    assert "Park at F6, Tarn Hold" in said(preview)
    other = await press(realms, realms.deacon, preview, "Other places")
    assert listed(other) == first
    assert "Build in Tarn Hold" in said(await press(realms, realms.deacon, other, "Other buildings"))

    # A preview can be put on the plan.
    preview = await previewed(realms, realms.deacon, "Park", "1:A1")
    await press(realms, realms.deacon, preview, "Add to the drafts")
    assert [each.type.value for each in (await hold(realms)).state.plans] == ["park"]
    assert (await tarn(realms)).treasury > 0

    # Who knows the place builds at once.
    done = await realms.deacon.slash(
        realms.channel, "build place", settlement=TOWN, building="House", place="c4"
    )
    await realms.settle()
    assert not is_private(done)
    assert "Tarn builds a House at C4 in Tarn Hold for 3 BP." in text(realms.last())


# -- for those who know -------------------------------------------------------------------------------


async def test_a_wall_is_built_with_its_watergate_and_a_building_named_first(realms: Table) -> None:
    # A wall is built with its watergate.
    await settling(realms, "waterway A1")
    preview = await pick(realms, realms.deacon, await planned(realms, realms.deacon, "City Wall"), "1:north")
    await press(realms, realms.deacon, preview, "Build it with a Watergate for 4 BP")
    assert "builds a City Wall at the north border in Tarn Hold for 2 BP." in text(realms.last())
    assert "builds a Watergate at the north border in Tarn Hold for 2 BP." in text(realms.last())

    # A building named without its settlement is kept while that is chosen.
    id_ = await _id(realms)
    await act(realms, PlaceSettlement("11,-1", "Tarn Port", id_))
    asked = await realms.deacon.slash(realms.channel, "build plan", building="Park")
    assert "Build in which settlement?" in said(asked)
    hold_id = str((await hold(realms)).id)
    (port,) = (each for each in listed(asked) if each != hold_id)
    await realms.restart()
    places = await pick(realms, realms.deacon, asked, port)
    assert "Park in Tarn Port: where?" in said(places)
    nonsense = await realms.deacon.slash(realms.channel, "build plan", building="nonsense")
    assert "There is no building “nonsense”" in said(nonsense)


# -- upgrades, sites, demolition ----------------------------------------------------------------------


async def test_an_upgrade_is_suggested_placed_previewed_and_done(realms: Table) -> None:
    await settling(realms, "shrine A1")
    old = await realms.deacon.autocomplete(realms.channel, "build upgrade", "building", "", settlement=TOWN)
    assert [each["name"] for each in old] == ["Shrine at A1"]
    to = await realms.deacon.autocomplete(
        realms.channel, "build upgrade", "to", "", settlement=TOWN, building=old[0]["value"]
    )
    assert [each["name"] for each in to] == ["Temple · 24 BP"]
    options = {"settlement": TOWN, "building": old[0]["value"], "to": "Temple"}
    asked = await realms.deacon.slash(realms.channel, "build upgrade", **options)
    preview = await pick(realms, realms.deacon, asked, "1:A1+B1")
    done = await press(realms, realms.deacon, preview, "Upgrade to Temple for 24 BP")
    assert "Tarn upgrades the Shrine in Tarn Hold to a Temple at A1+B1 for 24 BP." in said(done)
    assert await stands(realms) == ["temple"]
    straight = await refused(realms, realms.deacon, "build upgrade", **options, place="A1+B1")
    assert "othing was changed" in straight


async def test_what_is_damaged_is_repaired_and_what_came_down_is_rebuilt(realms: Table) -> None:
    # What is damaged is repaired after a restart.
    id_ = await settling(realms, "park A1")
    await act(realms, DamageBuilding((await hold(realms)).id, "1", "A storm", id_))
    found = await realms.deacon.autocomplete(realms.channel, "build repair", "building", "", settlement=TOWN)
    assert [each["name"] for each in found] == ["Park at A1, damaged"]
    asked = await realms.deacon.slash(
        realms.channel, "build repair", settlement=TOWN, building=found[0]["value"]
    )
    assert "Loyalty" in said(asked)
    await realms.restart()
    await press(realms, realms.deacon, asked, "Repair the Park for 2 BP")
    assert "Tarn repairs the Park at A1 in Tarn Hold for 2 BP." in text(realms.last())
    assert not (await hold(realms)).state.buildings[0].is_damaged

    # What came down is rebuilt for half.
    await act(realms, DemolishBuilding(id_, TOWN, "park"))
    site = await realms.deacon.autocomplete(realms.channel, "build rebuild", "site", "", settlement=TOWN)
    assert [each["name"] for each in site] == ["Park at A1"]
    asked = await realms.deacon.slash(realms.channel, "build rebuild", settlement=TOWN, site=site[0]["value"])
    assert "Park for 2 BP" in said(asked)
    preview = await pick(realms, realms.deacon, asked, "park/1:A1")
    await press(realms, realms.deacon, preview, "Build Park for 2 BP")
    assert "half, for what is left of the last one there" in text(realms.last())


# -- two leaders, a proxy, and strangers --------------------------------------------------------------


async def _id(table: Table) -> RecordId:
    kingdom: RecordId = (await hold(table)).state.kingdom
    return kingdom
