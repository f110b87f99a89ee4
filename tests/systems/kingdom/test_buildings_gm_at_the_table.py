"""Game masters' buildings and settlements as text, through the simulated Discord."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Actor
from bot.play.views import Request
from bot.systems.kingdom.book import Special, Step, Terrain
from bot.systems.kingdom.founding.rules import AgreeTerms, BeginKingdom, ChooseAlignment, ChooseFirstHex
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.towns.settlements import PlaceSettlement, SetSettlement
from tests.systems.kingdom.income_table import act, at, hold
from tests.systems.kingdom.test_claims_at_the_table import press
from tests.systems.second_kingdom.evening import entries, is_private, refused
from tests.tables import Table, reply_of, said, text

TOWN = "Tarn Hold"
GRID = "District 1\nHOU INN . . . .\n" + ". . . . . .\n" * 5


async def do(table: Table, path: str, **options: Any) -> str:
    """A command of the game master's about Tarn's capital, and the message about it."""
    given = {"settlement": TOWN, "reason": "The dragon", **options}
    await table.gm.slash(table.channel, f"build-gm {path}", **given)
    await table.settle()
    return text(table.last())


async def stands(table: Table) -> list[str]:
    """What stands in Tarn's capital."""
    return [each.type.value for each in (await hold(table)).state.buildings]


async def test_a_game_master_places_damages_destroys_grants_and_takes_away(realms: Table) -> None:
    # A game master places damages destroys and takes away.
    await at(realms, Step.OPEN)
    card = await do(realms, "place", building="house", place="A1")
    assert "A game master places a House at A1 in Tarn Hold." in card
    assert "Why: The dragon" in card
    card = await do(realms, "place", building="mill", place="C3", legal=False)
    assert "The rules for its place do not hold" in card
    assert "is damaged: it gives nothing" in await do(realms, "damage", building="mill")
    card = await do(realms, "destroy", building="mill")
    assert "The Mill at C3 in Tarn Hold is destroyed." in card
    assert "Unrest +1." in card
    assert "takes the House at A1 out of Tarn Hold" in await do(realms, "remove", building="A1")
    assert await stands(realms) == []

    # Finds are granted and told.
    first = (await hold(realms)).state.spot
    await act(realms, SetHexes(first, specials=(Special.RUIN,)))
    card = await do(realms, "grant", gift="ruin", building="castle")
    assert "Tarn Hold has a Ruin to build a Castle from, at half the price." in card
    assert "is used up." in card
    assert "no Ruin left" in await refused(
        realms, realms.gm, "build-gm grant", settlement=TOWN, gift="salvage", reason="More"
    )

    # What happens to a hidden city is not told in public.
    await act(
        realms,
        SetHexes("30,0", Terrain.PLAINS, is_revealed=False),
        PlaceSettlement("30,0", "Deep", is_hidden=True),
    )
    await realms.settle()
    before = [text(each) for each in realms.messages()]
    await do(realms, "place", settlement="Deep", building="house", place="A1")
    await realms.settle()
    assert [text(each) for each in realms.messages()] == before
    assert "No settlement called “Deep”" in await refused(
        realms, realms.deacon, "build export", settlement="Deep"
    )


# -- as text ------------------------------------------------------------------------------------------


async def test_a_settlement_is_imported_and_exported(realms: Table) -> None:
    # Faults are told by cell and nothing waits.
    await at(realms, Step.OPEN)
    before = await entries(realms)
    said_ = await refused(realms, realms.gm, "build import", settlement=TOWN, text=GRID.replace("HOU", "HOO"))
    assert "district 1, A1: “HOO” is no building" in said_
    assert "Attach a text file" in await refused(realms, realms.gm, "build import", settlement=TOWN)
    assert await entries(realms) == before

    # A settlement is imported and exported.
    options = {"settlement": TOWN, "file": ("hold.txt", GRID.encode())}
    shown = await realms.gm.slash(realms.channel, "build import", **options)
    await realms.settle()
    assert await stands(realms) == []
    await realms.restart()
    assert is_private(shown)
    assert "**2** new · **0** gone" in said(shown)
    await realms.gm.click(reply_of(shown), label="Import it")
    await realms.settle()
    assert await stands(realms) == ["house", "inn"]
    assert "2 buildings, 2 of them new; 0 gone." in text(realms.last())
    exported = await realms.deacon.slash(realms.channel, "build export", settlement=TOWN)
    assert is_private(exported)
    assert "HOU INN" in said(exported)
    again = await refused(realms, realms.gm, "build import", settlement=TOWN, text=" ".join(GRID.split("\n")))
    assert "just so already" in again


# -- founding -----------------------------------------------------------------------------------------


async def test_a_district_with_water_is_bought_days_later(realms: Table) -> None:
    await at(realms, Step.SETTLEMENTS)
    id_ = (await hold(realms)).state.kingdom
    first = (await hold(realms)).state.spot
    await act(realms, SetHexes(first, has_lake=True), SetSettlement((await hold(realms)).id, id_, lots=36))
    options = {"settlement": TOWN, "borders": "north, west"}
    asked = await realms.deacon.slash(realms.channel, "settlement district", **options)
    assert "Water at its border: North and West." in said(asked)
    await realms.restart()
    await press(realms, realms.deacon, asked, "Buy the district")
    assert "Water at its border: North and West." in text(realms.last())
    assert [each.value for each in (await hold(realms)).state.water_borders(2)] == ["north", "west"]


async def test_a_founding_leads_to_the_capitals_first_buildings(realms: Table) -> None:
    await act(realms, BeginKingdom("Tarn"))
    id_ = next(each.id for each in await _named(realms, "Tarn"))
    lake = SetHexes("0,0", Terrain.PLAINS, has_lake=True)
    await act(realms, lake, ChooseAlignment(id_, "N"), AgreeTerms(id_, 50), ChooseFirstHex(id_, "0,0"))
    await realms.settle()
    assert "the capital's first building and one home" in text(realms.last())
    form = await realms.gm.click(realms.last(), label="Found it…")
    await realms.gm.submit_modal(form, {"capital": "Hold", "borders": "north"})
    await realms.settle()
    card = text(realms.last())
    assert "Water at its border: North." in card
    assert "best an Inn, Shrine, Monastery or Watchtower" in card
    panel = await realms.gm.click(realms.last(), label="Build…")
    assert "Before the first month: the settlement's first buildings." in said(panel)


async def _named(table: Table, name: str) -> Any:
    request = Request(1, table.guild.id, table.channel.id)
    return await table.bot.play.named(Actor(table.gm.id), request, name)
