"""What leaders try that can't be, through the real commands: one clear sentence each, and nothing changed."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.towns.gifts import PlaceBuilding
from tests.systems.kingdom.income_table import act, hold
from tests.systems.kingdom.test_building_at_the_table import TOWN, settling
from tests.systems.kingdom.test_claims_at_the_table import press
from tests.systems.second_kingdom.evening import refused
from tests.tables import Table, said


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
