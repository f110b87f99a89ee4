"""A name may be typed by its beginning, where it is that of one thing alone which the asker may see."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.engine.finders import only_named
from bot.errors import RuleViolation
from bot.storage.address import Address
from tests.tables import Table, open_table, said, text

SCORES = {"courage": 5, "prudence": 5, "temperance": 3, "conviction": 1}
LEAP = {"action": "Leap", "virtue": "courage", "rating": 4}


@pytest.fixture
async def table(address: Address) -> AsyncIterator[Table]:
    """A campaign with Evander and Ysolde, on each engine in turn."""
    async with open_table(address) as made:
        yield made


async def sheet(table: Table, name: str) -> str:
    return said(await table.gm.slash(table.channel, "sk sheet", hero=name))


async def test_a_record_is_meant_by_the_beginning_that_it_alone_has(table: Table) -> None:
    assert "Evander" in await sheet(table, "EV")
    assert "Evander" in await sheet(table, " evand")
    assert "There's no hero called “vander” here" in await sheet(table, "vander")


async def test_a_beginning_that_several_have_names_them_and_a_whole_name_is_no_beginning(
    table: Table,
) -> None:
    await table.wren.slash(table.channel, "sk new", name="Evadne", **SCORES)
    await table.wren.slash(table.channel, "sk new", name="Eva", **SCORES)
    await table.settle()
    told = await sheet(table, "ev")
    assert told == "“ev” could be Evander, Evadne or Eva. Type more of the name."
    assert "Evadne" in await sheet(table, "evad")
    assert (await sheet(table, "eva")).splitlines()[0] == "Eva"


async def test_what_the_asker_may_not_see_neither_matches_nor_stands_in_the_way(table: Table) -> None:
    await table.gm.slash(table.channel, "sk npc add", name="Evil Duke")
    await table.settle()
    seen = said(await table.deacon.slash(table.channel, "sk npc show", npc="evil"))
    assert "Duke" not in seen
    assert "Evil Duke" in said(await table.gm.slash(table.channel, "sk npc show", npc="evil"))


async def test_several_heroes_are_named_by_their_beginnings(table: Table) -> None:
    asked = await table.gm.slash(table.channel, "sk challenge", heroes="ev, Ysolde", **LEAP)
    await table.settle()
    assert "Evander" in text(table.last())
    assert "Ysolde" in text(table.last())
    await table.wren.slash(table.channel, "sk new", name="Evadne", **SCORES)
    asked = await table.gm.slash(table.channel, "sk challenge", heroes="ev, Ysolde", **LEAP)
    assert "“ev” could be Evander or Evadne" in said(asked)


async def test_what_is_handed_over_is_named_by_its_beginning(table: Table) -> None:
    given = {"what": "ev", "to": table.wren.user}
    await table.gm.slash(table.channel, "sk new", name="Evadne", **SCORES)
    await table.settle()
    told = said(await table.gm.slash(table.channel, "campaign handover", **given))
    assert told == "“ev” could be Evander or Evadne. Type more of the name."
    await table.gm.slash(table.channel, "campaign handover", **given | {"what": "evan"})
    await table.settle()
    assert "Evander" in text(table.last())


async def test_a_campaign_is_named_by_its_beginning(table: Table) -> None:
    assert "Ashes" in said(await table.gm.slash(table.channel, "campaign info", campaign="as"))
    told = said(await table.gm.slash(table.channel, "campaign info", campaign="shes"))
    assert "There's no campaign called “shes” here" in told


def test_one_name_is_meant_whole_before_it_is_meant_as_a_beginning() -> None:
    named = [("Ford", 1), ("Fordham", 2), ("Oldford", 3)]
    assert [only_named(each, named) for each in ("ford", " FORDH", "old", "mill", "")] == [
        1,
        2,
        3,
        None,
        None,
    ]
    with pytest.raises(RuleViolation) as refusal:
        only_named("for", named)
    assert str(refusal.value) == "“for” could be Ford or Fordham. Type more of the name."
