"""`/sk new`, `sheet`, `set`, `conviction` and `odds` through the simulated Discord."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.second_kingdom.evening import (
    is_private,
    opened,
    refused,
    sheet,
)
from tests.tables import Table, said

# -- new, sheet, set ----------------------------------------------------------------------------------


async def test_new_brings_a_hero_to_the_table(table: Table) -> None:
    made = await table.wren.slash(
        table.channel, "sk new", name="Tam", courage=1, prudence=10, temperance=5, conviction=2
    )
    assert not is_private(made)
    assert "Tam comes to the table" in said(made)
    assert "Conviction **2**" in await sheet(table, hero="Tam")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"courage": 0}, "Courage is 1 to 10, not 0."),
        ({"temperance": 11}, "Temperance is 1 to 10, not 11."),
        ({"conviction": -1}, "Conviction is 0 to 99, not −1."),
        ({"name": "\u200b"}, "A hero's name has 1 to 60 characters; this one has 0."),
        ({"name": "t" * 61}, "A hero's name has 1 to 60 characters; this one has 61."),
        ({"name": " evander "}, "This campaign has a hero of that name already; choose another name."),
    ],
)
async def test_new_refuses_what_makes_no_hero(table: Table, change: dict[str, Any], wrong: str) -> None:
    options = {"name": "Tam", "courage": 1, "prudence": 10, "temperance": 5} | change
    assert await refused(table, table.wren, "sk new", **options) == wrong


async def test_new_is_for_members(table: Table) -> None:
    options = {"name": "Tam", "courage": 1, "prudence": 10, "temperance": 5}
    assert "`/campaign join`" in await refused(table, table.stranger, "sk new", **options)


async def test_new_for_another_is_for_game_masters(table: Table) -> None:
    options: dict[str, Any] = {"name": "Tam", "courage": 1, "prudence": 10, "temperance": 5}
    assert "Only a game master" in await refused(table, table.wren, "sk new", player=table.deacon, **options)
    await table.gm.slash(table.channel, "sk new", player=table.wren, **options)
    assert f"Played by {table.wren.mention}" in await sheet(table, hero="Tam")


async def test_new_names_a_player_who_has_not_joined(table: Table) -> None:
    options: dict[str, Any] = {"name": "Tam", "courage": 1, "prudence": 10, "temperance": 5}
    wrong = await refused(table, table.gm, "sk new", player=table.stranger, **options)
    assert wrong == f"{table.stranger.mention} isn't a player of this campaign; `/campaign join` comes first."


async def test_sheet_shows_ones_own_hero_privately(table: Table) -> None:
    result = await table.deacon.slash(table.channel, "sk sheet")
    assert is_private(result)
    assert "Courage **6** · Prudence **5** · Temperance **3**" in said(result)


async def test_sheet_shows_another_players_hero(table: Table) -> None:
    assert "Courage **4**" in await sheet(table, table.deacon, hero="Ysolde")


async def test_sheet_says_what_waits(table: Table) -> None:
    await opened(table)
    assert f"Waits for {table.deacon.mention} to roll: Leap the chasm" in await sheet(table)


async def test_sheet_of_somebody_without_a_hero_says_how_to_make_one(table: Table) -> None:
    assert "`/sk new` makes one" in await sheet(table, table.gm)


async def test_sheet_of_somebody_with_two_heroes_asks_which(table: Table) -> None:
    await table.deacon.slash(table.channel, "sk new", name="Tam", courage=1, prudence=1, temperance=1)
    wrong = "You have several heroes: Evander, Tam. Name one, or choose with `/sk play` whom you play here."
    assert await sheet(table) == wrong


async def test_an_unknown_hero_is_refused_and_named_safely(table: Table) -> None:
    wrong = await refused(table, table.deacon, "sk sheet", hero="**Nobody**")
    assert wrong == r"No hero here is called “\*\*Nobody\*\*”; pick one from the list."


async def test_set_changes_a_virtue_in_the_open(table: Table) -> None:
    result = await table.deacon.slash(table.channel, "sk set", prudence=7)
    assert not is_private(result)
    assert "Evander: prudence 5 → 7." in said(result)


async def test_set_counts_damage(table: Table) -> None:
    result = await table.deacon.slash(table.channel, "sk set", counter="Wounds", value=2)
    assert "Evander: Wounds 0 → 2." in said(result)
    assert "Wounds **2**" in await sheet(table)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, "That leaves the virtues as they are; nothing was changed. Name one with a new value."),
        ({"courage": 11}, "Courage is 1 to 10, not 11."),
        ({"courage": 7, "counter": "Wounds", "value": 1}, "Set virtues or a counter, one at a time."),
        ({"counter": "Wounds"}, "A counter needs both: `counter` says which, `value` what it stands at."),
        ({"value": 1}, "A counter needs both: `counter` says which, `value` what it stands at."),
    ],
)
async def test_set_refuses_what_changes_nothing(table: Table, change: dict[str, Any], wrong: str) -> None:
    assert await refused(table, table.deacon, "sk set", **change) == wrong


@pytest.mark.parametrize("change", [{"courage": 7}, {"counter": "Wounds", "value": 1}])
async def test_set_is_for_the_player_and_the_game_master(table: Table, change: dict[str, Any]) -> None:
    wrong = await refused(table, table.wren, "sk set", hero="Evander", **change)
    assert wrong == "Only its player or a game master can do that; nothing was changed."
    assert not is_private(await table.gm.slash(table.channel, "sk set", hero="Evander", **change))


# -- conviction, odds, suggestions --------------------------------------------------------------------


async def test_q25_conviction_is_given_in_the_open(table: Table) -> None:
    result = await table.gm.slash(
        table.channel, "sk conviction", heroes="Evander", amount=2, reason="A vow kept"
    )
    assert not is_private(result)
    assert "Evander: conviction 3 → 5. A vow kept" in said(result)


@pytest.mark.parametrize(
    ("amount", "reason", "wrong"),
    [
        (0, "Rest", "Give at least 1 conviction, or take some with a negative amount."),
        (-4, "Loss", "4 conviction can't be taken: Evander holds 3."),
        (97, "Luck", "97 conviction can't be given, for a hero holds at most 99: Evander holds 3."),
        (1, "r" * 201, "Say why, in 1 to 200 characters; this has 201. The table sees it."),
    ],
)
async def test_conviction_refuses_what_cannot_be_given(
    table: Table, amount: int, reason: str, wrong: str
) -> None:
    told = await refused(table, table.gm, "sk conviction", heroes="Evander", amount=amount, reason=reason)
    assert told == wrong


async def test_q25_no_player_gives_conviction(table: Table) -> None:
    wrong = await refused(table, table.deacon, "sk conviction", heroes="Evander", amount=1, reason="Please")
    assert wrong == "Only a game master of this campaign can do that; nothing was changed."


@pytest.mark.parametrize(("typed", "found"), [("", ["Evander", "Ysolde"]), ("SOL", ["Ysolde"]), ("%", [])])
async def test_heroes_are_suggested_by_any_part_of_their_name(
    table: Table, typed: str, found: list[str]
) -> None:
    choices = await table.gm.autocomplete(table.channel, "sk sheet", "hero", typed)
    assert [choice["name"] for choice in choices] == found


async def test_a_channel_without_a_campaign_suggests_nothing(table: Table) -> None:
    assert await table.gm.autocomplete(table.tavern, "sk sheet", "hero", "") == []


async def test_a_suggested_hero_can_be_chosen(table: Table) -> None:
    (choice,) = await table.gm.autocomplete(table.channel, "sk sheet", "hero", "ysol")
    assert "Ysolde" in await sheet(table, hero=choice["value"])


async def test_a_channel_without_a_campaign_says_what_to_do(table: Table) -> None:
    assert "`/campaign create`" in said(await table.deacon.slash(table.tavern, "sk sheet"))


# -- on both databases --------------------------------------------------------------------------------


async def test_the_longest_words_are_kept_and_shown_on_each_database(each_table: Table) -> None:
    table, name = each_table, "\N{LATIN CAPITAL LETTER SHARP S}" * 60
    await table.deacon.slash(table.channel, "sk new", name=name, courage=4, prudence=1, temperance=1)
    opening = await table.gm.slash(
        table.channel, "sk challenge", heroes=name, action="*" * 200, virtue="courage", rating=10
    )
    await table.settle()
    assert "against rating 10" in said(opening)
    assert "waits for 1 thing" in said(await table.deacon.slash(table.channel, "waiting"))
    given = await table.gm.slash(table.channel, "sk conviction", heroes=name, amount=1, reason="r" * 200)
    assert "conviction 0 → 1" in said(given)
