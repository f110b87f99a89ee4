"""`/settlement map` at the table: privately or for everybody, one district or several, and in plain text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.maps import SettlementShown, ShowSettlement
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.systems.kingdom.towns.state import Town
from tests.systems.kingdom.months_table import act, state_of, tarn
from tests.systems.kingdom.scenes import HOLD, TARN, hold, play, scene
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
    with pytest.raises(RuleViolation, match="has 2 districts, there is no district"):
        play(scene(None, None, hold(districts=2)), ShowSettlement(HOLD, TARN, district))


def test_a_settlement_that_players_do_not_know_of_is_not_shown_to_them() -> None:
    with pytest.raises(RuleViolation, match="do not know of Hold yet; nothing was shown"):
        play(scene(None, None, hidden()), ShowSettlement(HOLD))


def hidden() -> Town:
    """A Free City in the fog."""
    return replace(hold(), is_hidden=True)


# -- at the table -------------------------------------------------------------------------------------


async def test_whoever_asks_sees_it_privately(realms: Table) -> None:
    await tarn(realms)
    result = await realms.wren.slash(realms.channel, MAP, settlement="Tarn Hold")
    assert is_private(result)
    assert await words_of(result) == "Map of Tarn Hold, month 1. 0 lots built on; free: 36 lots."


async def test_shared_everybody_sees_it(each_realms: Table) -> None:
    table = each_realms
    await tarn(table)
    result = await table.deacon.slash(table.channel, MAP, settlement="Tarn Hold", share=True)
    assert not is_private(result)
    assert "Map of Tarn Hold, month 1." in await words_of(result)


async def test_buttons_show_other_districts_in_the_same_message(realms: Table) -> None:
    await grown(realms, 6)
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


async def test_a_button_of_a_district_that_is_gone_says_so(realms: Table) -> None:
    kingdom = await grown(realms, 6)
    result = await realms.deacon.slash(realms.channel, MAP, settlement="Tarn Hold")
    await told(realms, kingdom, 4)
    answer = await realms.deacon.click(reply_of(result), label="Districts 5 to 6")
    assert "there is no district 5" in said(answer)


async def test_one_district_and_one_that_is_not_there(realms: Table) -> None:
    await grown(realms, 2)
    result = await realms.deacon.slash(realms.channel, MAP, settlement="Tarn Hold", district=2)
    assert "District 2 of 2" in await words_of(result)
    sentence = await refused(realms, realms.deacon, MAP, settlement="Tarn Hold", district=3)
    assert "Tarn Hold has 2 districts, there is no district 3; nothing was shown." in sentence


async def test_a_hidden_free_city_is_for_game_masters_alone(realms: Table) -> None:
    await tarn(realms)
    await act(realms, SetHexes("4,0", Terrain.PLAINS, is_explored=True, is_revealed=True))
    await realms.gm.slash(realms.channel, "hex-gm settle", hex="4,0", name="Secret Bay", hidden=True)
    await realms.settle()
    own = await realms.gm.slash(realms.channel, MAP, settlement="Secret Bay")
    assert "Map of Secret Bay." in await words_of(own)
    assert "do not know of Secret Bay" in await refused(
        realms, realms.gm, MAP, settlement="Secret Bay", share=True
    )
    assert "No settlement called" in await refused(realms, realms.deacon, MAP, settlement="Secret Bay")
    found = await realms.deacon.autocomplete(realms.channel, MAP, "settlement", "")
    assert len(found) == 1
    assert "Tarn Hold" in found[0]["name"]


async def test_the_page_of_a_settlement_has_its_picture(realms: Table) -> None:
    await tarn(realms)
    result = await realms.wren.slash(realms.channel, "settlement show", settlement="Tarn Hold")
    assert "free: 36 lots" in await words_of(result)


async def test_whoever_reads_plain_text_gets_it_in_words(realms: Table) -> None:
    await tarn(realms)
    await realms.deacon.slash(realms.channel, "plain")
    result = await realms.deacon.slash(realms.channel, MAP, settlement="Tarn Hold")
    assert "0 lots built on; free: 36 lots." in said(result)
    assert not reply_of(result).attachments
