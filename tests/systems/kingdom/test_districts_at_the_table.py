"""`/settlement map` at the table: privately or for everybody, one district or several, and in plain text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.maps import SettlementShown, ShowSettlement
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.systems.kingdom.towns.state import Town
from tests.refusals import refuses
from tests.systems.kingdom.months_table import act, state_of, tarn
from tests.systems.kingdom.scenes import HOLD, TARN, hold, play, require_refused, scene
from tests.systems.kingdom.test_maps_at_the_table import picture
from tests.systems.second_kingdom.evening import is_private, refused
from tests.tables import Table, reply_of, said

MAP = "settlement map"


async def grown(table: Table, districts: int) -> RecordId:
    """Tarn, whose capital has so many districts; the kingdom's id."""
    kingdom = await tarn(table)
    await told(table, kingdom, districts)
    return kingdom


async def told(table: Table, kingdom: RecordId, districts: int) -> None:
    """The capital gets so many districts from now on."""
    (capital,) = (await state_of(table)).settlements
    await act(table, SetSettlement(capital, kingdom, districts))
    await table.settle()


async def words_of(result: Any) -> str:
    """The picture of an answer, in words."""
    image, words = await picture(reply_of(result))
    assert image.format == "PNG"
    return words


# -- the rule -----------------------------------------------------------------------------------------


def test_without_a_district_up_to_four_are_shown_together() -> None:
    for districts, shown in ((1, (1,)), (3, (1, 2, 3)), (9, (1, 2, 3, 4))):
        turn = play(scene(None, None, hold(districts=districts)), ShowSettlement(HOLD, TARN))
        assert turn.events == (SettlementShown("Hold", shown, 1),)
        assert turn.changes == ()


@pytest.mark.parametrize("district", [0, -1, 3])
def test_a_district_that_is_not_there_is_refused(district: int) -> None:
    with refuses("settlement.no_district"):
        play(scene(None, None, hold(districts=2)), ShowSettlement(HOLD, TARN, district))


def test_a_settlement_that_players_do_not_know_of_is_not_shown_to_them() -> None:
    require_refused(scene(None, None, hidden()), ShowSettlement(HOLD), "settlement.hidden", "Hold")


def hidden() -> Town:
    """A Free City in the fog."""
    return replace(hold(), is_hidden=True)


# -- at the table -------------------------------------------------------------------------------------


async def test_a_settlement_is_seen_privately_shared_and_in_plain_text(each_realms: Table) -> None:
    # Whoever asks sees it privately.
    await tarn(each_realms)
    result = await each_realms.wren.slash(each_realms.channel, MAP, settlement="Tarn Hold")
    assert is_private(result)
    assert await words_of(result) == "Map of Tarn Hold, month 1. 0 lots built on, 36 lots free."

    # The page of a settlement has its picture.
    result = await each_realms.wren.slash(each_realms.channel, "settlement show", settlement="Tarn Hold")
    assert "Map of Tarn Hold, month 1." in await words_of(result)

    # Shared everybody sees it.
    result = await each_realms.deacon.slash(each_realms.channel, MAP, settlement="Tarn Hold", share=True)
    assert not is_private(result)
    assert "Map of Tarn Hold, month 1." in await words_of(result)

    # A hidden free city is for game masters alone.
    await act(each_realms, SetHexes("4,0", Terrain.PLAINS, is_explored=True, is_revealed=True))
    await each_realms.gm.slash(
        each_realms.channel, "hex gm settle", hex="4,0", name="Secret Bay", hidden=True
    )
    await each_realms.settle()
    own = await each_realms.gm.slash(each_realms.channel, MAP, settlement="Secret Bay")
    assert "Map of Secret Bay." in await words_of(own)
    assert "Players don't know about Secret Bay yet." in await refused(
        each_realms, each_realms.gm, MAP, settlement="Secret Bay", share=True
    )
    assert "There's no settlement called" in await refused(
        each_realms, each_realms.deacon, MAP, settlement="Secret Bay"
    )
    found = await each_realms.deacon.autocomplete(each_realms.channel, MAP, "settlement", "")
    assert len(found) == 1
    assert "Tarn Hold" in found[0]["name"]

    # Whoever reads plain text gets it in words.
    await each_realms.deacon.slash(each_realms.channel, "preferences plain")
    result = await each_realms.deacon.slash(each_realms.channel, MAP, settlement="Tarn Hold")
    assert "0 lots built on, 36 lots free." in said(result)
    assert not reply_of(result).attachments


async def test_buttons_show_other_districts_while_they_are_there(realms: Table) -> None:
    # Buttons show other districts in the same message.
    kingdom = await grown(realms, 6)
    result = await realms.deacon.slash(realms.channel, MAP, settlement="Tarn Hold")
    assert "District 4 of 6" in await words_of(result)
    labels = [part["label"] for row in reply_of(result).components for part in row["components"]]
    assert labels == ["District 1", "District 2", "District 3", "District 4", "Districts 5 to 6"]
    await realms.deacon.click(reply_of(result), label="Districts 5 to 6")
    assert "District 6 of 6" in await words_of(result)
    await realms.deacon.click(reply_of(result), label="District 5")
    alone = await words_of(result)
    assert "District 5 of 6" in alone
    assert "District 6 of 6" not in alone

    # A button of a district that is gone says so.
    result = await realms.deacon.slash(realms.channel, MAP, settlement="Tarn Hold")
    await told(realms, kingdom, 4)
    answer = await realms.deacon.click(reply_of(result), label="Districts 5 to 6")
    assert "Tarn Hold has no district 5, only 4 districts." in said(answer)

    # One district and one that is not there.
    await told(realms, kingdom, 2)
    result = await realms.deacon.slash(realms.channel, MAP, settlement="Tarn Hold", district=2)
    assert "District 2 of 2" in await words_of(result)
    sentence = await refused(realms, realms.deacon, MAP, settlement="Tarn Hold", district=3)
    assert "Tarn Hold has no district 3, only 2 districts." in sentence
