"""A leader's own plan of an Edict phase, through the simulated Discord."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep, Terrain
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.month.course import FinishStep
from tests.systems.kingdom.income_table import act, at, tarn
from tests.systems.kingdom.test_claims_at_the_table import EAST, FIRST, listed, press
from tests.systems.kingdom.test_claims_at_the_table import pick as chosen_from
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, reply_of, said


async def hills(table: Table) -> RecordId:
    """Tarn at its Hexes step, with a hill to the east of its first hex; its id."""
    id_ = await at(table, MonthStep.HEXES)
    await act(table, SetHexes(EAST, Terrain.HILLS, label="Near Hill"))
    return id_


async def add(table: Table, command: str, **options: str) -> Any:
    """What stands where a preview of Deacon's was put on the plan."""
    asked = await table.deacon.slash(table.channel, command, **options)
    return await press(table, table.deacon, asked, "Add to my plan")


async def plan(table: Table, who: Any) -> Any:
    """The answer to the command."""
    return await who.slash(table.channel, "edict plan")


async def pick(table: Table, answer: Any, value: str) -> Any:
    """What comes of choosing that from the list of a plan."""
    rows = [part for row in reply_of(answer).components for part in row["components"]]
    custom_id = next(part["custom_id"] for part in rows if part.get("options"))
    result = await table.deacon.select(reply_of(answer), values=[value], custom_id=custom_id)
    await table.settle()
    return result


@pytest.mark.evening
@pytest.mark.slow
async def test_a_whole_edict_phase_is_put_together_and_carried_out_in_a_row(each_realms: Table) -> None:
    table = each_realms
    await hills(table)
    before = await entries(table)
    assert "Your plan is empty." in said(await plan(table, table.deacon))
    await add(table, "edict set", promotion="token")
    await add(table, "hex claim", hex="near hill")
    # It is Tarn's only once the plan is carried out.
    road = await table.deacon.slash(table.channel, "hex improve", hex="near hill", improvement="Road")
    assert "only works after what's on your plan" in said(road)
    shown = await press(table, table.deacon, road, "Add to my plan")
    assert is_private(shown)
    # Each says what it comes to, and where it's taken off too; nobody's drafts are in it.
    for line in (
        "**1.** Tarn claims Near Hill",
        "**3.** Tarn builds a Road in Near Hill",
        "**7.** Tarn issues",
    ):
        assert line in said(shown)
    assert "Only you see this. It's done in this order" in said(shown)
    parts = [part for row in reply_of(shown).components for part in row["components"]]
    labels = [each["label"] for part in parts for each in part.get("options", ())]
    assert any("Build it: Road Near Hill" in each for each in labels), labels
    assert "Size 1 → **2**" in said(shown)
    await table.restart()
    shown = await plan(table, table.deacon)
    assert await entries(table) == before
    (label,) = (each for each in buttons(reply_of(shown)) if each.startswith("Do all 7"))
    await press(table, table.deacon, shown, label)
    state = await tarn(table)
    assert state.edicts.promotion == "token"
    assert await entries(table) == before + 7
    assert "Your plan is empty." in said(await plan(table, table.deacon))


async def test_a_plan_is_its_authors_own_and_loses_what_is_done(realms: Table) -> None:
    # A plan is its authors own.
    await hills(realms)
    await add(realms, "hex claim", hex="near hill")
    assert "Your plan is empty." in said(await plan(realms, realms.wren))
    assert "claims Near Hill" not in said(await realms.wren.slash(realms.channel, "journal"))

    # What is planned is removed one by one or at once.
    shown = await add(realms, "edict set", promotion="token")
    first, second = listed(shown)
    left = await pick(realms, shown, first)
    assert listed(left) == [second]
    assert "Near Hill" not in said(left)
    assert "Your plan is empty." in said(await press(realms, realms.deacon, left, "Clear"))

    # What is carried out by itself is struck off the plan.
    asked = await realms.deacon.slash(realms.channel, "hex claim", hex="near hill")
    await press(realms, realms.deacon, asked, "Add to my plan")
    again = await realms.deacon.slash(realms.channel, "hex claim", hex="near hill")
    await press(realms, realms.deacon, again, "Claim the hex")
    assert "Your plan is empty." in said(await plan(realms, realms.deacon))


async def test_an_old_preview_says_so_before_it_goes_on_the_plan(realms: Table) -> None:
    await hills(realms)
    asked = await realms.deacon.slash(realms.channel, "hex improve", hex=FIRST, improvement="Road")
    await act(realms, SetHexes(FIRST, Terrain.MOUNTAINS))
    shown = await press(realms, realms.deacon, asked, "Add to my plan")
    assert "Not added yet: it would turn out differently now." in said(shown)
    assert "Your plan is empty." in said(await plan(realms, realms.deacon))

    assert "Road" in said(await press(realms, realms.deacon, shown, "Add to my plan"))
    assert "Road" in said(await plan(realms, realms.deacon))


async def test_what_was_done_meanwhile_is_told_and_nothing_is_carried_out(realms: Table) -> None:
    id_ = await hills(realms)
    shown = await add(realms, "hex claim", hex="near hill")
    await act(realms, ClaimHex(id_, EAST))
    shown = await plan(realms, realms.deacon)
    assert "Near Hill" in said(shown)
    assert buttons(reply_of(shown)) == ["Clear"]
    assert len(listed(shown)) == 1


# -- drafts for whose duty it is ------------------------------------------------------------------------


async def left(table: Table) -> Any:
    """What stands where Wren, the Warden, left a claim as a draft for the Ruler."""
    asked = await table.wren.slash(table.channel, "hex claim", hex="near hill")
    assert "Only the Ruler" in said(asked)
    assert buttons(reply_of(asked)) == ["Leave as a draft"]
    return await press(table, table.wren, asked, "Leave as a draft")


async def test_any_leader_drafts_a_claim_and_the_one_whose_duty_it_is_carries_it_out(realms: Table) -> None:
    await hills(realms)
    before = await entries(realms)
    shown = await left(realms)
    assert "**Draft for others:** Hexes: Near Hill" in said(shown)
    assert buttons(reply_of(shown)) == ["Clear"]
    await realms.restart()
    shown = await plan(realms, realms.deacon)
    assert f"**Draft by {realms.wren.mention}:** Hexes: Near Hill" in said(shown)
    assert await entries(realms) == before
    taken = await pick(realms, shown, listed(shown)[0])
    assert "Draft by" not in said(taken)
    await press(realms, realms.deacon, taken, "Claim the hex")
    assert await entries(realms) == before + 1
    for who in (realms.deacon, realms.wren):
        assert "Your plan is empty." in said(await plan(realms, who))


async def test_a_draft_is_no_other_players_and_a_game_master_may_carry_it_out(realms: Table) -> None:
    await hills(realms)
    await left(realms)
    # A plan of one's own is nobody else's to read.
    await add(realms, "edict set", promotion="token")
    told = said(await plan(realms, realms.gm))
    assert f"**Draft by {realms.wren.mention}:** Hexes: Near Hill" in told
    assert "edicts" not in told
    assert "Draft by" not in said(await plan(realms, realms.wren))


async def test_a_plan_and_its_drafts_outlast_their_authors_seat(realms: Table) -> None:
    await hills(realms)
    await left(realms)
    await realms.wren.slash(realms.channel, "campaign leave")
    await realms.settle()
    shown = await plan(realms, realms.deacon)
    assert f"**Draft by {realms.wren.mention}:** Hexes: Near Hill" in said(shown)
    await realms.wren.slash(realms.channel, "campaign join")
    assert "**Draft for others:** Hexes: Near Hill" in said(await plan(realms, realms.wren))


async def test_who_leads_nothing_leaves_no_draft(realms: Table) -> None:
    await hills(realms)
    await realms.stranger.slash(realms.channel, "campaign join")
    asked = await realms.stranger.slash(realms.channel, "hex claim", hex="near hill")
    assert buttons(reply_of(asked)) == ["Act…"]


async def test_any_leader_drafts_improvements_and_buildings(realms: Table) -> None:
    id_ = await hills(realms)
    await act(realms, ClaimHex(id_, EAST), FinishStep(id_, MonthStep.HEXES))
    asked = await realms.wren.slash(realms.channel, "hex improve", hex="near hill", improvement="Road")
    await press(realms, realms.wren, asked, "Leave as a draft")
    places = await realms.wren.slash(
        realms.channel, "settlement build", settlement="Tarn Hold", building="House"
    )
    chosen = await chosen_from(realms, realms.wren, places, "1:A1")
    await press(realms, realms.wren, chosen, "Leave as a draft")
    told = said(await plan(realms, realms.deacon))
    assert "Terrain: Road Near Hill" in told
    assert "Settlements: House 1:A1" in told
    # Those of a settlement are on its own plan, too.
    options = {"settlement": "Tarn Hold", "building": "House", "place": "B1"}
    assert is_private(await realms.wren.slash(realms.channel, "settlement drafts", **options))
    assert "House" in said(
        await realms.deacon.slash(realms.channel, "settlement drafts", settlement="Tarn Hold")
    )
