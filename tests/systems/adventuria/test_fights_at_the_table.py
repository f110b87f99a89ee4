"""Fights from `/adv fight` to what came of them, through the simulated Discord."""

from __future__ import annotations

from tests.systems.adventuria.bouts import after_days, arena, as_it_is, met, monster, press
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, said, text

FIRST_ROLL = "4 + 4 = **8** against 3 + 2 = **5** of Rat"


# -- from beginning to end ----------------------------------------------------------------------------


async def test_a28_a_fight_of_several_days_with_restarts_between_presses(city: Table) -> None:
    table = city
    thread = await arena(table)
    card = await met(table, thread)
    assert card.content == table.deacon.mention
    assert "**Bran** · Arms **4** · ♥♥♥♥ unhurt, falls at 4" in text(card)
    assert "**Rat** · Arms **2** · ♥♥ unhurt, falls at 2" in text(card)
    assert "Next exchange: win **72.2%** · standoff 11.1% · lose 16.7%" in text(card)
    assert "At stake: 2 Melee XP (0 → 2)" in text(card)
    assert buttons(card) == ["Roll", "Use…", "Narrator…"]
    await after_days(table, 2)
    await press(table, thread, "Roll", 4, 3)
    first = table.last(thread)
    assert f"● {FIRST_ROLL}: **won**" in text(first)
    assert "**Rat** · Arms **2** · ♥♡ 1 wound, falls at 2" in text(first)
    assert (first.content, buttons(first)) == ("", ["Again", "Use…", "End the fight", "Narrator…"])
    assert buttons(as_it_is(table, card, thread)) == []
    await after_days(table, 3)
    await press(table, thread, "Again", 1, 6)
    assert "○ 1 + 4 = **5** against 6 + 2 = **8** of Rat: **lost**" in text(table.last(thread))
    await after_days(table, 4)
    await press(table, thread, "Again", 1, 3)
    assert "◐ 1 + 4 = **5** against 3 + 2 = **5** of Rat: **a standoff**" in text(table.last(thread))
    await after_days(table, 5)
    await press(table, thread, "Again", 6, 1)
    won = text(table.last(thread))
    assert "Rat falls\nMelee XP 0 → 2 (Rat)\nOver: every monster has fallen." in won
    assert buttons(table.last(thread)) == ["End the turn: stay at The City", "Use…", "Narrator: tell on…"]


async def test_a39_who_falls_in_a_fight_is_told_with_the_dice(city: Table) -> None:
    thread = await arena(city)
    await met(city, thread, monster="Giant", arms=99, vitae=4)
    for label in ("Roll", "Again", "Again", "Again"):
        await press(city, thread, label, 6, 1)
    card = city.last(thread)
    assert "6 + 4 = **10** against 1 + 99 = **100** of Giant: **lost**" in text(card)
    assert "Bran has fallen" in text(card)
    assert "Roll" not in buttons(card)


async def test_q11_a32_one_of_several_is_picked_or_all_fought_and_nothing_rolled_unasked(city: Table) -> None:
    # A32 the player picks one of several where the encounter says so.
    thread = await arena(city)
    card = await met(
        city, thread, monster="2 Rat", arms=2, vitae=2, order="choose", instructions="They hiss."
    )
    assert "Bran against 2 × Rat" in text(card)
    assert "» They hiss." in text(card)
    assert buttons(card) == ["Roll against Rat 1", "Roll against Rat 2", "Use…", "Narrator…"]
    await press(city, thread, "Roll against Rat 2", 4, 3)
    assert "of Rat 2: **won**" in text(city.last(thread))
    assert "**Rat 1** · Arms **2** · ♥♥ unhurt" in text(city.last(thread))

    # A32 all at once are fought with one die.
    await city.gm.slash(thread, "adv gm stop", reason="Dawn")
    await city.settle()
    await met(city, thread, monster="Rat, Rat", arms=2, vitae=2, order="together")
    await press(city, thread, "Roll", 2, 6, 1)
    body = text(city.last(thread))
    assert "2 + 4 = **6** against 6 + 2 = **8** of Rat 1: **lost**" in body
    assert "2 + 4 = **6** against 1 + 2 = **3** of Rat 2: **won**" in body

    # A30 nothing is rolled until its player presses and the fight may end.
    await city.gm.slash(thread, "adv gm stop", reason="Dawn")
    await city.settle()
    await met(city, thread)
    await press(city, thread, "Roll", 4, 3)
    count = await entries(city)
    await after_days(city, 9)
    assert await entries(city) == count
    await press(city, thread, "End the fight")
    assert "Over: the fight is left" in text(city.last(thread))

    # Q11 the player chooses the kind where the encounter leaves it open.
    await monster(city, combat="choice")
    card = await met(city, thread, monster="Rat")
    assert "**Bran** · Arms **4**, Magic **2**" in text(card)
    assert buttons(card) == ["Melee Combat: Arms", "Magical Combat: Magic", "Use…", "Narrator…"]
    await press(city, thread, "Magical Combat: Magic")
    assert "**Rat** · Magic **1**" in text(city.last(thread))
    await press(city, thread, "Roll", 5, 2)
    assert "5 + 2 = **7** against 2 + 1 = **3** of Rat" in text(city.last(thread))


async def test_a41_dice_that_can_be_changed_wait_for_it(city: Table) -> None:
    thread = await arena(city)
    await city.gm.slash(thread, "adv gm gain", thing="Charm", kind="item", rules="use: reroll")
    await met(city, thread)
    await press(city, thread, "Roll", 1, 6)
    card = city.last(thread)
    assert "1 + 4 = **5** against 6 + 2 = **8** of Rat: **lost**" in text(card)
    assert "Next exchange" not in text(card)
    assert buttons(card) == ["Charm: roll anew", "Let the dice stand", "Narrator…"]
    await city.restart()
    await press(city, thread, "Charm: roll anew", 6)
    assert "Charm is used on these dice." in text(city.last(thread))
    assert "6 + 4 = **10** against 6 + 2 = **8** of Rat: **won**" in text(city.last(thread))


async def test_a44_a_monsters_rules_are_said_and_their_effects_told(city: Table) -> None:
    await monster(
        city, "Moth", attributes="Arms 2, Magic 1, Vitae 2", rules="start: foe arms -1 until combat"
    )
    thread = await arena(city)
    card = await met(city, thread, monster="Moth")
    assert "Moth: At the start of each Combat: -1 Arms for the adventurer until the Combat ends." in text(
        card
    )
    assert "win **58.3%**" in text(card)
    await press(city, thread, "Roll", 3, 3)
    assert "3 + 3 = **6** against 3 + 2 = **5** of Moth" in text(city.last(thread))


async def test_a45_what_a_spell_fells_in_a_fight_brings_xp_on_the_fights_card(city: Table) -> None:
    thread = await arena(city)
    await city.gm.slash(thread, "adv gm attribute", attribute="magic", amount=2, due="item")
    await city.gm.slash(thread, "adv gm gain", thing="Spark", kind="spell", rules="use: foe wound 2")
    await met(city, thread)
    used = await city.deacon.slash(thread, "adv use", thing="Spark")
    await city.settle()
    assert not is_private(used) or "Spark" in said(used)
    card = text(city.last(thread))
    assert "Melee XP 0 → 2 (Rat)" in card
    assert "Over: every monster has fallen." in card
