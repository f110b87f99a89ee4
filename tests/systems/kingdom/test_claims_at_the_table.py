"""Claiming, abandoning, building and preparing through the simulated Discord."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep, Special, Terrain
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.numbers import PlaceNumber
from tests.systems.kingdom.income_table import act, at, stage, tarn
from tests.systems.kingdom.stock import kingdom_at
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, reply_of, said, text

FIRST, EAST = "10,0", "11,0"
KNOWN: dict[str, Any] = {"is_explored": True, "is_cleared": True, "is_revealed": True}


async def press(table: Table, who: Any, answer: Any, label: str) -> Any:
    """A press on a button of a private answer."""
    result = await who.click(reply_of(answer), label=label)
    await table.settle()
    return result


async def pick(table: Table, who: Any, answer: Any, value: str) -> Any:
    """What comes of choosing that from the list of a private answer."""
    custom_id = reply_of(answer).components[0]["components"][0]["custom_id"]
    result = await who.select(reply_of(answer), values=[value], custom_id=custom_id)
    await table.settle()
    return result


def listed(answer: Any) -> list[str]:
    """The values that the list of an answer has to choose from."""
    parts = [part for row in reply_of(answer).components for part in row["components"]]
    return [option["value"] for part in parts for option in part.get("options", ())]


async def hill(table: Table, step: MonthStep = MonthStep.HEXES, **changes: Any) -> RecordId:
    """Tarn at that step, a hill with a lake, called Far Hill, to the east of its first hex; its id."""
    id_ = await at(table, MonthStep.HEXES)
    drawn = SetHexes(EAST, Terrain.HILLS, label="Far Hill", has_lake=True, **changes)
    await act(table, drawn)
    if step is MonthStep.TERRAIN:
        await act(table, ClaimHex(id_, EAST), FinishStep(id_, MonthStep.HEXES))
    return id_


# -- claiming -----------------------------------------------------------------------------------------


async def test_a_claim_is_previewed_in_private_and_done_in_public(realms: Table) -> None:
    table = realms
    await hill(table, specials=(Special.LAIR,))
    before = await entries(table)
    asked = await table.deacon.slash(table.channel, "hex claim", hex="far hill")
    assert is_private(asked)
    assert await entries(table) == before
    for line in (
        "Tarn claims Far Hill (hills) for 1 BP.",
        "Hills · lake · Lair",
        "Treasury 498 → **497** BP",
        "Claimed hexes left after this: 0",
        "Size 1 → **2**",
    ):
        assert line in said(asked)
    await press(table, table.deacon, asked, "Claim the hex")
    card = text(table.last())
    assert "Tarn claims Far Hill (hills) for 1 BP." in card
    assert "Lair: Stability +1" in card
    assert "Claimed hexes left this month: 0" in card
    assert (await tarn(table)).treasury == 497


async def test_a_claim_that_the_month_or_the_treasury_forbids_is_shown_without_its_button(
    realms: Table,
) -> None:
    table = realms
    id_ = await hill(table)
    await act(table, SetHexes("9,0", Terrain.PLAINS, label="Meadow", **KNOWN))
    await act(table, PlaceNumber(id_, "treasury", "-900", "A flood"))
    too_dear = await table.deacon.slash(table.channel, "hex claim", hex="meadow")
    assert "Tarn claims Meadow (plains) for 1 BP." in said(too_dear)
    assert "Not enough BP: that costs 1, and the Treasury holds -402." in said(too_dear).replace("−", "-")
    await act(table, PlaceNumber(id_, "treasury", "900", "It was found"), ClaimHex(id_, EAST))
    used_up = await table.deacon.slash(table.channel, "hex claim", hex="meadow")
    assert "Tarn claims Meadow (plains) for 1 BP." in said(used_up)
    assert "That's all for this month" in said(used_up)
    assert "Claimed hexes left" not in said(used_up)
    for asked in (too_dear, used_up):
        assert "Claim the hex" not in buttons(reply_of(asked))


async def test_r060_a_free_city_shows_its_chance_before_and_its_roll_after(realms: Table) -> None:
    await hill(realms, specials=(Special.FREE_CITY,))
    asked = await realms.deacon.slash(realms.channel, "hex claim", hex=EAST)
    assert "1d20, Stability, the Free City in Far Hill: success 5% · failure 95%" in said(asked)
    assert "The Free City in Far Hill joins Tarn." in said(asked)
    assert "If it fails, Unrest rises by 1d4 and the hex stays free" in said(asked)
    assert "Control DC 22 → **24**" in said(asked)
    await press(realms, realms.deacon, asked, "Claim the hex")
    card = text(realms.last())
    assert "(d20) + 0 Stability = " in card
    assert "against DC 22: **failure**" in card
    assert "The Free City in Far Hill resists Tarn: Unrest +" in card
    again = await refused(realms, realms.deacon, "hex claim", hex=EAST)
    assert "refused this month" in again


async def test_what_lies_in_the_fog_is_told_to_game_masters_alone(realms: Table) -> None:
    # Claimable hexes are suggested and no others.
    await hill(realms)
    found = await realms.deacon.autocomplete(realms.channel, "hex claim", "hex", "")
    assert sorted(choice["value"] for choice in found) == ["10,1", EAST]
    none = await realms.stranger.autocomplete(realms.channel, "hex claim", "hex", "")
    assert none == []

    # Hexes in the fog are neither named nor suggested to players.
    await act(realms, SetHexes("10,-1", Terrain.HILLS, label="Hidden Dale", is_explored=True))
    assert "There's no hex “hidden dale” on the map." in await refused(
        realms, realms.deacon, "hex claim", hex="hidden dale"
    )
    # Beside the kingdom they hear whom to ask, whether it is drawn or not.
    for spot in ("10,-1", "9,0"):
        told = await refused(realms, realms.deacon, "hex claim", hex=spot)
        assert told.startswith(f"“{spot}” lies next to Tarn, but isn't on the players' map")
    found = await realms.deacon.autocomplete(realms.channel, "hex claim", "hex", "")
    assert "10,-1" not in [choice["value"] for choice in found]

    # An improvement in the fog is told to game masters alone.
    await act(realms, SetHexes("30,5", Terrain.HILLS, label="Hidden Vale"))
    before = len(realms.messages())
    options = {"hex": "hidden vale", "improvement": "road", "reason": "An old way"}
    await realms.gm.slash(realms.channel, "hex gm improve", **options)
    await realms.settle()
    assert len(realms.messages()) == before
    journal = await realms.deacon.slash(realms.channel, "journal")
    assert "Hidden Vale" not in said(journal)

    # Game masters place and raze with a reason for all to read.
    placed = {"hex": FIRST, "improvement": "watchtower", "reason": "A gift of the *elves*"}
    await realms.gm.slash(realms.channel, "hex gm improve", **placed)
    await realms.settle()
    assert "places a Watchtower in 10,0: A gift of the \\*elves\\*." in text(realms.last())
    assert "Stability 0 → **1**" in text(realms.last())
    razed = {"hex": FIRST, "improvement": "watchtower", "reason": "Giants"}
    await realms.gm.slash(realms.channel, "hex gm raze", **razed)
    await realms.settle()
    assert "A game master removes the Watchtower from 10,0: Giants." in text(realms.last())
    again = await refused(realms, realms.gm, "hex gm raze", **razed)
    assert "has no Watchtower" in again

    # Abandoning shows what goes with the hex before it is done.
    asked = await realms.deacon.slash(realms.channel, "hex abandon", hex=FIRST)
    for line in (
        f"Tarn abandons {FIRST}: Unrest +4.",
        "Tarn Hold is now a Free City.",
        "**The capital Tarn Hold is lost.**",
        "last hex",
        "Unrest 0 → **4**",
    ):
        assert line in said(asked)
    await press(realms, realms.deacon, asked, "Abandon the hex")
    assert f"Tarn abandons {FIRST}: Unrest +4." in text(realms.last())
    state = await tarn(realms)
    assert (state.unrest, state.capital, state.settlements) == (4, None, ())


# -- abandoning ---------------------------------------------------------------------------------------


# -- building -----------------------------------------------------------------------------------------


async def test_an_improvement_is_picked_previewed_and_built(realms: Table) -> None:
    # A hex lists what can be built with prices and why not the rest.
    await hill(realms, MonthStep.TERRAIN)
    panel = await realms.deacon.slash(realms.channel, "hex improve", hex="far hill")
    assert is_private(panel)
    assert listed(panel) == ["aqueduct", "canal", "farm", "fort", "mine", "quarry", "road", "watchtower"]
    for line in (
        "Build in Far Hill",
        "Treasury: 497 BP",
        "Terrain improvements left this month: 2",
        "**Sawmill:** A Sawmill needs forest or jungle, and this is hills.",
        "**Highway:** A Highway is an upgrade: the hex needs a Road first.",
    ):
        assert line in said(panel)

    # An improvement is picked previewed and built.
    panel = await realms.deacon.slash(realms.channel, "hex improve", hex=EAST)
    before = await entries(realms)
    shown_ = await pick(realms, realms.deacon, panel, "farm")
    for line in (
        "Tarn builds a Farm in Far Hill for 4 BP.",
        "Treasury 497 → **493** BP",
        "Gives: Consumption −2",
        "Consumption 3 → **1**",
        "Terrain improvements left after this: 1",
    ):
        assert line in said(shown_)
    assert await entries(realms) == before
    other = await pick(realms, realms.deacon, panel, "road")
    assert "Tarn builds a Road in Far Hill" in said(other)
    await press(realms, realms.deacon, shown_, "Build it")
    card = text(realms.last())
    assert "Tarn builds a Farm in Far Hill for 4 BP." in card
    assert "Terrain improvements left this month: 1" in card
    assert (await tarn(realms)).treasury == 493


async def test_what_can_be_built_is_shown_at_any_time_without_the_button(realms: Table) -> None:
    await at(realms, MonthStep.TAXES)
    panel = await realms.wren.slash(realms.channel, "hex improve", hex=FIRST)
    assert "This is for planning:" in said(panel)
    shown_ = await pick(realms, realms.wren, panel, "road")
    assert "Tarn builds a Road" in said(shown_)
    assert buttons(reply_of(shown_)) == ["Leave as a draft"]


# -- game masters' ------------------------------------------------------------------------------------


async def test_a_kingdom_is_named_where_there_are_several(realms: Table) -> None:
    made = stage(realms)
    for _ in range(2):
        await kingdom_at(made, MonthStep.HEXES)
    assert "Tarn, Tarn 2" in await refused(realms, realms.deacon, "hex claim", hex="21,0")
    asked = await realms.deacon.slash(realms.channel, "hex claim", hex="21,0", kingdom="Tarn 2")
    await press(realms, realms.deacon, asked, "Claim the hex")
    assert "Tarn 2 claims 21,0" in text(realms.last())
    found = await realms.deacon.autocomplete(realms.channel, "hex claim", "hex", "", kingdom="Tarn 2")
    assert sorted(choice["value"] for choice in found) == ["20,1", "21,1", "22,0"]
    named = await realms.deacon.autocomplete(realms.channel, "hex claim", "kingdom", "tarn")
    assert [choice["name"] for choice in named] == ["Tarn", "Tarn 2"]


# -- the buttons of the month's card ------------------------------------------------------------------


async def test_the_months_card_has_a_button_that_lists_the_hexes_to_claim(realms: Table) -> None:
    await hill(realms)
    await realms.restart()
    card = await opened(realms)
    assert {"Claim a hex…", "Abandon a hex…"} < set(buttons(card))
    asked = await realms.deacon.click(card, label="Claim a hex…")
    assert is_private(asked)
    assert listed(asked) == ["10,1", EAST]
    preview = await pick(realms, realms.deacon, asked, EAST)
    assert "Tarn claims Far Hill (hills) for 1 BP." in said(preview)
    await press(realms, realms.deacon, preview, "Claim the hex")
    # The month allows no more: nobody is asked, and the next step is open.
    assert "Claim a hex…" not in buttons(realms.last())
    assert "Improve a hex…" in buttons(realms.last())
    again = await refused(realms, realms.deacon, "hex claim", hex="10,1")
    assert "a kingdom of this Size gets 1 claimed hex (Table 4-4)." in again
    asked = await realms.deacon.slash(realms.channel, "hex abandon")
    assert listed(asked) == [FIRST, EAST]


async def opened(table: Table) -> Any:
    """The newest card of the month."""
    return next(message for message in reversed(table.messages()) if buttons(message))


async def test_the_terrain_step_lists_hexes_to_build_in_and_to_prepare(realms: Table) -> None:
    await hill(realms, MonthStep.TERRAIN)
    card = await opened(realms)
    asked = await realms.deacon.click(card, label="Improve a hex…")
    assert {f"{FIRST}/road", f"{EAST}/farm"} < set(listed(asked))
    preview = await pick(realms, realms.deacon, asked, f"{EAST}/farm")
    assert "Tarn builds a Farm in Far Hill for 4 BP." in said(preview)
    asked = await realms.deacon.click(card, label="Prepare a site…")
    assert listed(asked) == [EAST]
    preview = await pick(realms, realms.deacon, asked, EAST)
    # R070.
    assert "Tarn prepares Far Hill for a settlement for 2 BP. It's ready in month 2." in said(preview)
    await press(realms, realms.deacon, preview, "Prepare the site")
    assert "It's ready in month 2." in text(realms.last())
    assert "is already being prepared" in await refused(realms, realms.deacon, "hex prepare", hex=EAST)
    assert "already has a settlement" in await refused(realms, realms.deacon, "hex prepare", hex=FIRST)
    nothing = await realms.deacon.click(await opened(realms), label="Prepare a site…")
    assert "No site can be prepared now" in said(nothing)


async def test_a_long_list_has_pages_and_says_when_its_step_is_over(realms: Table) -> None:
    # A long list has pages.
    id_ = await hill(realms)
    around = " ".join(f"{q},-1" for q in range(10, 45))
    drawn = SetHexes(around, Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
    await act(realms, drawn, GiveHexes(id_, around))
    asked = await realms.deacon.click(await opened(realms), label="Abandon a hex…")
    assert len(listed(asked)) == 25
    assert "1–25 of 36" in said(asked)
    rest = await realms.deacon.click(reply_of(asked), label="More…")
    assert len(listed(rest)) == 11

    # A list whose step is over says so.
    asked = await realms.deacon.click(await opened(realms), label="Claim a hex…")
    await act(realms, FinishStep(id_, MonthStep.HEXES))
    late = await pick(realms, realms.deacon, asked, EAST)
    assert "“Hexes” is over for this month" in said(late)
