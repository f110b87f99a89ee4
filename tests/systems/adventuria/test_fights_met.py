"""What can be met in a fight and what can't, and by whom, through the simulated Discord."""

from __future__ import annotations

from simcord import ChannelHandle, MemberActor

from tests.systems.adventuria.bouts import arena, home, met, monster, press
from tests.systems.second_kingdom.evening import entries, is_private
from tests.tables import Table, said, text


async def told_off(table: Table, thread: ChannelHandle, who: MemberActor, **options: object) -> str:
    """What somebody is told whose `/adv fight` is refused: privately, and nobody else sees anything."""
    before, shown = await entries(table), len(table.messages(thread))
    result = await who.slash(thread, "adv fight", **options)
    await table.settle()
    assert is_private(result)
    assert (await entries(table), len(table.messages(thread))) == (before, shown)
    return said(result)


# -- what can't be met ----------------------------------------------------------------------------------


NO_MONSTERS: list[tuple[dict[str, object], str]] = [
    ({"monster": "Dragon"}, "and `vitae` (in a fight, narrators only)."),
    ({"monster": "Rat", "arms": 2}, "needs `arms` or `magic`, and `vitae`"),
    ({"monster": "Rat", "arms": 0, "vitae": 2}, "Arms of Rat is 1 to 99, not 0."),
    ({"monster": "Rat", "arms": 2, "vitae": 0}, "Vitae of Rat is 1 to 99, not 0."),
    ({"monster": "Rat", "arms": 100, "vitae": 2}, "Arms of Rat is 1 to 99, not 100."),
    ({"monster": "7 Rat", "arms": 2, "vitae": 2}, "A fight has at most 6 monsters, not 7."),
    ({"monster": " , ", "arms": 2, "vitae": 2}, "Name a monster."),
    ({"monster": "*" * 61, "arms": 2, "vitae": 2}, "at most 60 characters"),
]


async def test_who_may_meet_what_and_when(city: Table) -> None:
    # What is no monster is refused in a sentence.
    thread = await arena(city)
    for options, sentence in NO_MONSTERS:
        told = await told_off(city, thread, city.gm, **options)
        assert sentence in told
        assert told.count("\n") == 0

    # Players meet what the library holds and invent nothing.
    await monster(city)
    assert "Only a narrator" in await told_off(city, thread, city.deacon, monster="Rat", arms=1, vitae=1)
    await city.deacon.slash(thread, "adv fight", monster="rat")
    await city.settle()
    assert "Bran against Rat" in text(city.last(thread))

    # A second fight waits for the first and none begins between turns.
    assert "is in a fight" in await told_off(city, thread, city.gm, monster="Rat", arms=2, vitae=2)
    other = await home(city, "Ysolde", city.wren)
    told = await told_off(city, other, city.gm, monster="Rat", arms=2, vitae=2, adventurer="Ysolde")
    assert "between two turns" in told


async def test_a_monster_with_a_comma_and_one_with_a_number_are_met_by_their_names(city: Table) -> None:
    await monster(city, "Rat, the Elder")
    await monster(city, "3 Rats")
    thread = await arena(city)
    card = await met(city, thread, monster="3 Rats")
    assert "Bran against 3 Rats" in text(card)
    await press(city, thread, "Roll", 6, 1)
    await press(city, thread, "End the fight")
    card = await met(city, thread, monster="Rat, the Elder")
    assert "Bran against Rat, the Elder" in text(card)


async def test_suggestions_complete_the_last_of_several_names(city: Table) -> None:
    for name in ("Bat", "Rat", "Rat, the Elder"):
        await monster(city, name)
    thread = await arena(city)
    offered = await city.deacon.autocomplete(thread, "adv fight", "monster", "Bat, rat")
    assert [each["name"] for each in offered] == ["Bat, Rat", "Bat, Rat, the Elder"]
    card = await met(city, thread, monster=offered[1]["value"])
    assert "Bran against Bat and Rat, the Elder" in text(card)


# -- secrets --------------------------------------------------------------------------------------------


async def test_no_player_hears_of_a_secret_monster_before_it_is_met(city: Table) -> None:
    await monster(city, "Hidden Horror", rules="secret\nwinning: foe wound 1")
    thread = await arena(city)
    for command in ("adv fight", "adv odds"):
        offered = await city.deacon.autocomplete(thread, command, "monster", "hidden")
        assert offered == []
        assert await city.gm.autocomplete(thread, command, "monster", "hidden") != []
    unknown = await told_off(city, thread, city.deacon, monster="Hidden Terror")
    told = await told_off(city, thread, city.deacon, monster="Hidden Horror")
    assert told == unknown.replace("Terror", "Horror")
    odds = said(await city.deacon.slash(thread, "adv odds", monster="Hidden Horror"))
    assert odds == told
    card = await met(city, thread, monster="Hidden Horror")
    assert "Hidden Horror: When winning a Combat: the adventurer receives 1 wound." in text(card)
