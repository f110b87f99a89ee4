"""Settlements through the simulated Discord."""

from __future__ import annotations

from typing import Any

import pytest

from bot.systems.kingdom.book import Border, MonthStep
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.improvements import PrepareSite
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.towns.settlements import PlaceSettlement, SetSettlement
from bot.ui import reply
from bot.ui.card import painted
from tests.deliveries import slowed
from tests.systems.kingdom.income_table import act, at, hold, tarn
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, press_on, reply_of, said, text

FIRST, EAST, FREE = "10,0", "11,0", "12,0"


async def press(table: Table, who: Any, label: str, message: Any) -> Any:
    """A press on a preview."""
    result = await who.click(message, label=label)
    await table.settle()
    return result


async def with_site(table: Table, **water: Any) -> None:
    """Tarn at the step of settlements, with a prepared site in a second hex."""
    await at(
        table,
        MonthStep.TERRAIN,
        lambda id_: GiveHexes(id_, EAST),
        lambda id_: PrepareSite(id_, EAST),
        lambda id_: FinishStep(id_, MonthStep.TERRAIN),
    )
    if water:
        await table.gm.slash(table.channel, "hex gm set", hexes=EAST, **water)
        await table.settle()


# -- founded ------------------------------------------------------------------------------------------


async def test_the_ruler_founds_a_settlement(realms: Table) -> None:
    table = realms
    await with_site(table, lake=True)
    named = {"name": "Oak *Hill*", "borders": "north, east"}
    await table.deacon.slash(table.channel, "settlement found", hex=EAST, **named)
    await table.settle()
    card = text(table.last())
    assert f"**Tarn founds Oak \\*Hill\\***, a settlement, in {EAST}." in card
    assert "Control DC" in card
    assert "Water borders: North and East." in card
    assert len((await tarn(table)).settlements) == 2
    await table.gm.slash(table.channel, "settlement set", settlement="Oak *Hill*", borders="south")
    page = said(await table.wren.slash(table.channel, "settlement show", settlement="Oak *Hill*"))
    assert f"Water borders: {Border.SOUTH.value.title()}" in page


async def test_the_step_lists_the_sites_and_its_form_has_the_one_that_was_picked(realms: Table) -> None:
    await with_site(realms)
    asked = await realms.deacon.click(realms.last(), label="Found a settlement…")
    assert is_private(asked)
    (site,) = reply_of(asked).components[0]["components"][0]["options"]
    assert (site["value"], site["label"]) == (EAST, f"1 · {EAST} · ready")
    form = await realms.deacon.select(reply_of(asked), values=[EAST])
    assert form.modal is not None
    parts = [each["component"] for each in form.modal["components"]]
    assert [each.get("value") for each in parts if each["custom_id"] == "hex"] == [EAST]
    await realms.deacon.submit_modal(form, {"hex": EAST, "name": "Oak", "borders": ""})
    await realms.settle()
    assert f"**Tarn founds Oak**, a settlement, in {EAST}." in text(realms.last())
    # With no site left it says what is missing.
    told = await realms.deacon.click(realms.last(), label="Found a settlement…")
    assert "No site is ready. Prepare one first with `/hex prepare`." in said(told)


@pytest.mark.hurried
async def test_a_list_whose_map_is_drawn_slowly_is_acknowledged_first(
    realms: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_site(realms)
    monkeypatch.setattr(reply, "painted", slowed(painted, 1.2))
    asked = await realms.deacon.click(realms.last(), label="Found a settlement…")
    (listed,) = asked.followups
    assert listed.ephemeral
    assert "Where do you found a settlement?" in text(listed)


# -- changed ------------------------------------------------------------------------------------------


async def test_a_district_is_bought_and_the_capital_moved_later(realms: Table) -> None:
    # A district is previewed with its price and bought.
    await at(realms, MonthStep.SETTLEMENTS)
    assert "Tarn Hold uses 0 of 36 lots." in await refused(
        realms, realms.deacon, "settlement district", settlement="Tarn Hold"
    )
    state = await tarn(realms)
    await act(realms, SetSettlement(state.settlements[0], (await hold(realms)).state.kingdom, lots=36))
    before, shown = await entries(realms), len(realms.messages())
    asked = await realms.deacon.slash(realms.channel, "settlement district", settlement="Tarn Hold")
    assert is_private(asked)
    assert (await entries(realms), len(realms.messages())) == (before, shown)
    for line in (
        "**Tarn Hold now has 2 districts**, for 1 BP",
        "Control DC 22 → **23**",
        "Treasury 498 → **497",
    ):
        assert line in said(asked), said(asked)
    await realms.restart()
    await press(realms, realms.deacon, "Buy the district", reply_of(asked))
    assert "**Tarn Hold now has 2 districts**, for 1 BP." in text(realms.last())
    assert (await tarn(realms)).treasury == 497

    # The capital is moved at the last step of the edict phase.
    await act(realms, PlaceSettlement(FIRST, "Port", (await hold(realms)).state.kingdom))
    assert "Not yet" in await refused(realms, realms.deacon, "settlement capital", settlement="Port")


async def test_moving_the_capital_shows_its_chances_first(realms: Table) -> None:
    await at(realms, MonthStep.EDICTS, lambda id_: PlaceSettlement(FIRST, "Port", id_))
    asked = await realms.deacon.slash(realms.channel, "settlement capital", settlement="Port")
    assert is_private(asked)
    for line in ("**Port** instead of Tarn Hold", "Stability: ", "Unrest +1", "Unrest 0 → 1 to 6"):
        assert line in said(asked), said(asked)
    await press(realms, realms.deacon, "Make it the capital", reply_of(asked))
    card = text(realms.last())
    assert "**Port is now the capital of Tarn** instead of Tarn Hold." in card
    state = await tarn(realms)
    assert state.capital == state.settlements[1]
    assert 1 <= state.unrest <= 6
    assert "is already the capital" in await refused(
        realms, realms.deacon, "settlement capital", settlement="Port"
    )


# -- shown and told -----------------------------------------------------------------------------------


async def test_settlements_are_shown_told_hidden_renamed_and_given(realms: Table) -> None:
    # Settlements are shown to whoever asks.
    await at(realms, MonthStep.ARMIES)
    every = await realms.wren.slash(realms.channel, "settlement show")
    assert is_private(every)
    assert f"**Tarn Hold** in {FIRST} · the capital · Thorp, 0 people" in said(every)
    # From each of these pages one goes on: to a settlement, its map, what can be built there.
    assert buttons(reply_of(every)) == ["Tarn Hold"]
    opened = await press_on(realms.wren, reply_of(every), "Tarn Hold")
    assert "Tarn's capital" in said(opened)
    assert buttons(reply_of(opened)) == ["Map", "Build…", "The drafts"]
    plan = await press_on(realms.wren, reply_of(opened), "Build…")
    assert "Tarn Hold" in said(plan)
    assert buttons(
        reply_of(await realms.stranger.slash(realms.channel, "settlement show", settlement="Tarn Hold"))
    ) == ["Map"]
    one = said(await realms.wren.slash(realms.channel, "settlement show", settlement="tarn hold"))
    for line in ("Tarn's capital", "1 district · 0 of 36 lots in use", "Water borders: none"):
        assert line in one, one
    assert "There's no settlement called “Oz”" in await refused(
        realms, realms.wren, "settlement show", settlement="Oz"
    )

    # A game master tells what a settlement is like.
    await realms.gm.slash(
        realms.channel, "settlement set", settlement="Tarn Hold", lots=20, base_value=2000, economy=4
    )
    await realms.settle()
    card = text(realms.last())
    assert "**Tarn Hold**: 1 district, 20 lots in use, base value 2,000 gp." in card
    assert "Economy" in card
    page = said(await realms.wren.slash(realms.channel, "settlement show", settlement="Tarn Hold"))
    assert "Large town · 5,000 people" in page
    assert "Gives Economy +4" in page
    assert "Table 4-5" in await refused(
        realms, realms.gm, "settlement set", settlement="Tarn Hold", base_value=2001
    )
    assert "game master" in await refused(
        realms, realms.deacon, "settlement set", settlement="Tarn Hold", lots=1
    )

    # A hidden free city is known to game masters only.
    shown = len(realms.messages())
    await realms.gm.slash(realms.channel, "hex gm settle", hex=FREE, name="Vale", hidden=True)
    await realms.settle()
    assert len(realms.messages()) == shown
    assert "Vale" in text(realms.last(realms.secret))
    assert "There's no settlement called" in await refused(
        realms, realms.wren, "settlement show", settlement="Vale"
    )
    found = await realms.wren.autocomplete(realms.channel, "settlement show", "settlement", "va")
    assert found == []
    await realms.gm.slash(realms.channel, "settlement set", settlement="Vale", hidden=False)
    await realms.settle()
    page = said(await realms.wren.slash(realms.channel, "settlement show", settlement="Vale"))
    assert "Free City" in page

    # A settlement is renamed.
    await realms.deacon.slash(realms.channel, "settlement rename", settlement="Tarn Hold", name="New Hold")
    await realms.settle()
    assert "Tarn Hold is now called **New Hold**." in text(realms.last())
    assert "The kingdom has no settlement called “Tarn Hold”. There are: New Hold." in await refused(
        realms, realms.deacon, "settlement rename", settlement="Tarn Hold", name="Third Hold"
    )

    # A kingdom is given a settlement.
    await realms.gm.slash(realms.channel, "hex gm settle", hex=FIRST, name="Port", kingdom="Tarn")
    await realms.settle()
    assert f"**Port** is on the map in {FIRST} and belongs to Tarn." in text(realms.last())
    assert len((await tarn(realms)).settlements) == 2
    assert "belongs to a kingdom" in await refused(realms, realms.gm, "hex gm settle", hex=FIRST, name="Oak")
    assert "game master" in await refused(realms, realms.wren, "hex gm settle", hex=FREE, name="Oak")
