"""Hexes lost, cut off and connected again, through the simulated Discord."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import Phase, Step
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.settlements import PlaceSettlement
from tests.systems.kingdom.income_table import act, at, stage, tarn
from tests.systems.kingdom.losses_playbook import at_loss, reached, split
from tests.systems.kingdom.stock import id_of
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, reply_of, said, text

# Tarn's first hex, with its capital, and those east of it.
FIRST, EAST, FAR = "10,0", "11,0", "12,0"


async def press(table: Table, who: Any, label: str, message: Any = None) -> Any:
    """A press on the newest message of the channel, or on that one."""
    result = await who.click(message or table.last(), label=label)
    await table.settle()
    return result


async def in_trouble(table: Table) -> RecordId:
    """Tarn of two hexes at Unrest 12, with a hex to lose; its id."""
    made = stage(table)
    id_ = await id_of(made, await at_loss(made))
    await table.settle()
    return id_


# -- the hex that Unrest takes ------------------------------------------------------------------------


async def test_what_goes_with_a_hex_is_shown_privately_before_it_is_lost(realms: Table) -> None:
    # The step is asked of the ruler with a button.
    await in_trouble(realms)
    asking = realms.last()
    assert "Lose a hex" in text(asking)
    assert "Choose the hex to lose…" in buttons(asking)

    # The capital and the last hexes are told before.
    body = said(await realms.deacon.slash(realms.channel, "hex lose", hex=FIRST))
    assert "**The capital Tarn Hold is lost.**" in body
    assert "Tarn Hold is a Free City now." in body

    # What goes with a hex is shown privately before it is lost.
    before, shown = await entries(realms), len(realms.messages())
    asked = await realms.deacon.slash(realms.channel, "hex lose", hex=EAST)
    assert is_private(asked)
    assert (await entries(realms), len(realms.messages())) == (before, shown)
    body = said(asked)
    for line in (
        f"**Tarn loses {EAST}** to Unrest.",
        "Nothing else goes with it.",
        "no Unrest",
        "Size 2 → **1**",
    ):
        assert line in body, body
    await press(realms, realms.deacon, "Lose this hex", reply_of(asked))
    card = text(realms.last())
    assert f"**Tarn loses {EAST}** to Unrest." in card
    assert "Size 2 → **1**" in card
    assert (await tarn(realms)).month.phase is Phase.EDICT


async def test_the_form_of_the_step_tells_first_and_loses_then(realms: Table) -> None:
    await in_trouble(realms)
    form = await realms.deacon.click(realms.last(), label="Choose the hex to lose…")
    answer = await realms.deacon.submit_modal(form, {"hex": FIRST, "even_so": ["no"]})
    assert is_private(answer)
    assert "Tarn Hold (a Free City then)" in said(answer)
    assert (await tarn(realms)).capital is not None
    form = await realms.deacon.click(realms.last(), label="Choose the hex to lose…")
    await realms.deacon.submit_modal(form, {"hex": FIRST, "even_so": ["yes"]})
    await realms.settle()
    assert (await tarn(realms)).capital is None
    card = text(realms.last())
    assert "**The capital Tarn Hold is lost.**" in card


# -- the game master's --------------------------------------------------------------------------------


async def test_a_game_master_takes_hexes_with_a_reason(realms: Table) -> None:
    await at(realms, Step.ARMIES)
    await realms.gm.slash(realms.channel, "hex-gm lose", hexes=FIRST, reason="A *flood*")
    await realms.settle()
    card = text(realms.last())
    assert f"**Tarn loses {FIRST}**: A \\*flood\\*." in card
    assert "By the end of next month" in card
    assert "Size 1 → **0**" in card
    page = said(await realms.wren.slash(realms.channel, "month"))
    assert "Its last hex is lost" in page
    state = await tarn(realms)
    assert (state.emptied, state.settlements, state.capital) == (1, (), None)


# -- territories --------------------------------------------------------------------------------------


async def test_a_split_is_told_and_a_held_territory_stays(realms: Table) -> None:
    # A split is told and asked of the game master.
    await split(stage(realms))
    await realms.settle()
    card = realms.last()
    assert "Cut off from the capital: **1 hex**." in text(card)
    assert f"Is a leader in the territory with {FAR} (1 hex), which is cut off?" in text(card)
    assert f"{FAR}: a leader is there" in buttons(card)

    # A held territory stays the kingdoms.
    await press(realms, realms.gm, f"{FAR}: a leader is there")
    assert "A leader holds the 1 hex" in text(realms.last())
    state = await tarn(realms)
    assert [(part.is_held, part.spots) for part in state.parts] == [(True, (FAR,))]


async def test_a_lost_territory_comes_back_by_a_claim_and_its_settlement_by_a_check(
    realms: Table,
) -> None:
    """The whole story: cut off, lost, connected again by a claim, and reclaimed by the Warden."""
    table = realms
    await reached(stage(table))
    await table.settle()
    card = table.last()
    assert "Connected again" in text(card)
    assert "Tarn Port" in text(card)
    assert "failure: again next month" in text(card)
    await table.restart()
    await press(table, table.wren, "Roll Stability to reclaim Tarn Port", card)
    told = text(table.last())
    assert "against" in told
    assert "+5 is in it" in told
    state = await tarn(table)
    back = "**Tarn Port is Tarn's again.**" in told
    assert back is (len(state.settlements) == 2)
    assert back or "**Tarn Port stays a Free City** for now" in told


async def test_the_capital_named_anew_costs_nothing(realms: Table) -> None:
    id_ = await at(realms, Step.ARMIES)
    await realms.gm.slash(realms.channel, "hex-gm give", hexes=EAST, kingdom="Tarn", reason="A gift")
    await realms.settle()
    await act(realms, PlaceSettlement(EAST, "Tarn Port", id_))
    await realms.gm.slash(realms.channel, "hex-gm lose", hexes=FIRST, reason="War")
    await realms.settle()
    assert "`/settlement capital`" in text(realms.last())
    asked = await realms.deacon.slash(realms.channel, "settlement capital", settlement="Tarn Port")
    assert "this costs nothing" in said(asked)
    await press(realms, realms.deacon, "Make it the capital", reply_of(asked))
    state: Kingdom = await tarn(realms)
    assert (state.capital, state.unrest) == (state.settlements[0], 0)
