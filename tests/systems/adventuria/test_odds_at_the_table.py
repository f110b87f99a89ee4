"""`/adv odds` through the simulated Discord."""

from __future__ import annotations

from typing import Any

from bot.systems.adventuria.settings import CURRENT, XP_VALUES
from tests.systems.adventuria.bouts import arena, decide, met, monster, press
from tests.systems.second_kingdom.evening import entries, is_private
from tests.tables import Table, said, text

NEXT = "Next exchange: win **72.2%** · standoff 11.1% · lose 16.7%"
TO_THE_END = "To the end: win **99.5%** · fall 0.5% · 2.8 exchanges · 0.5 wounds"


async def odds(table: Table, place: Any, **options: Any) -> str:
    """What a player is told, privately; nothing of it is kept."""
    before = await entries(table)
    result = await table.deacon.slash(place, "adv odds", **options)
    assert is_private(result)
    assert await entries(table) == before
    return said(result)


async def test_a29_numbers_do_without_a_library_and_without_a_turn(city: Table) -> None:
    await city.deacon.slash(city.channel, "adv new", name="Bran")
    await city.settle()
    told = await odds(city, city.channel, arms=99, vitae=4)
    assert "against a monster" in told
    assert "To the end: win **0%** · fall 100% · 4.0 exchanges · 4.0 wounds" in told


async def test_in_a_fight_they_are_of_how_it_stands(city: Table) -> None:
    thread = await arena(city)
    await met(city, thread)
    await press(city, thread, "Roll", 4, 3)
    assert "To the end: win **99.9%** · fall 0.1% · 1.4 exchanges" in await odds(city, thread)


async def test_a30_what_ends_before_the_dice_is_counted_as_well_so_that_the_chances_come_to_all(
    city: Table,
) -> None:
    await monster(city, "Drunkard", attributes="Arms 2, Magic 1, Vitae 1", rules="start: wound 1 on 5-6")
    told = await odds(city, await arena(city), monster="Drunkard")
    assert "lose 11.1% · over before the dice 33.3%" in told


async def test_a28_a29_a32_odds_of_what_may_be_supposed(city: Table) -> None:
    # A37 wounds may be supposed.
    thread = await arena(city)
    assert "♥♡♡♡ 3 wounds, falls at 4" in await odds(city, thread, arms=2, vitae=2, wounds=3)

    # A32 several are fought one after the other.
    told = await odds(city, thread, monster="3 Rat", arms=2, vitae=2)
    assert "Bran against 3 × Rat: the odds" in told
    assert "At stake: 6 Melee XP (0 → 6)" in told

    # A28 the other kind of combat may be supposed.
    await monster(city)
    assert "**Rat** · Magic **1**" in await odds(city, thread, monster="Rat", kind="magical")

    # A29 the odds of a monster are those of its fight.
    told = await odds(city, thread, monster="Rat")
    assert "Bran against Rat: the odds" in told
    card = text(await met(city, thread, monster="Rat"))
    for line in (NEXT, TO_THE_END, "At stake: 2 Melee XP (0 → 2)"):
        assert line in told
        assert line in card


async def test_q7_what_a_weakened_monster_brings_is_as_the_campaign_decided(city: Table) -> None:
    await decide(city, XP_VALUES, CURRENT)
    thread = await arena(city)
    assert "At stake: 3 Melee XP" in await odds(city, thread, arms=4, vitae=2)


NONSENSE: list[tuple[dict[str, Any], str]] = [
    ({}, "Name a monster of the library, or give `arms` or `magic`, and `vitae`."),
    ({"monster": "Dragon"}, "No monster is called “Dragon” here"),
    ({"vitae": 2}, "needs `arms` or `magic`, and `vitae`"),
    ({"arms": 2, "vitae": 0}, "Vitae of a monster is 1 to 99, not 0."),
    ({"arms": -3, "vitae": 2}, "Arms of a monster is 1 to 99, not −3."),
    ({"magic": 100, "vitae": 2}, "Magic of a monster is 1 to 99, not 100."),
    (
        {"arms": 2, "vitae": 2, "wounds": 4},
        "so there are odds for 0 to 3, not for 4.",
    ),
    ({"arms": 2, "vitae": 2, "wounds": -1}, "not for −1."),
    ({"arms": 2, "vitae": 2, "adventurer": "Nobody"}, "Nobody"),
    ({"monster": "Open"}, "leaves the kind of Combat open: say `kind`, melee or magical."),
]


async def test_q11_nonsense_is_refused_and_an_open_kind_has_odds_of_either(city: Table) -> None:
    # Nonsense is refused in a sentence.
    await monster(city, "Open", combat="choice")
    thread = await arena(city)
    for options, sentence in NONSENSE:
        told = await odds(city, thread, **options)
        assert sentence in told
        assert "\n" not in told

    # Q11 a fight whose kind is open has odds of either.
    await met(city, thread, monster="Open")
    assert "say `kind`" in await odds(city, thread)
    assert "**Open** · Magic **1**" in await odds(city, thread, kind="magical")
