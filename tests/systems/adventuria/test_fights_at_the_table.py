"""Fights from `/adv fight` to what came of them, through the simulated Discord."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from simcord import ChannelHandle, MemberActor, OptionError

from bot.storage.address import Address
from bot.systems.adventuria.combat.state import RollCombat
from bot.systems.adventuria.settings import CURRENT, NARRATORS_TOO, PROXY, XP_VALUES
from tests.harness.raw import Delivered
from tests.loaded import loaded
from tests.stages import Stage, open_stage
from tests.systems.adventuria.bouts import after_days, arena, as_it_is, decide, home, met, monster, press
from tests.systems.adventuria.playbook import opened
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, reply_of, said, text

FIRST_ROLL = "🎲 4 + 4 = **8** against 🎲 3 + 2 = **5** for Rat"


# -- from beginning to end ----------------------------------------------------------------------------


async def test_a28_a_fight_of_several_days_with_restarts_between_presses(city: Table) -> None:
    table = city
    thread = await arena(table)
    card = await met(table, thread)
    assert card.content.startswith(table.deacon.mention)
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
    assert "○ 🎲 1 + 4 = **5** against 🎲 6 + 2 = **8** for Rat: **lost**" in text(table.last(thread))
    await after_days(table, 4)
    await press(table, thread, "Again", 1, 3)
    assert "◐ 🎲 1 + 4 = **5** against 🎲 3 + 2 = **5** for Rat: **a standoff**" in text(table.last(thread))
    await after_days(table, 5)
    await press(table, thread, "Again", 6, 1)
    won = text(table.last(thread))
    assert "Rat fell\nMelee XP 0 → 2 (Rat)\nThe fight is over: every monster has fallen." in won
    assert buttons(table.last(thread)) == [
        *("End the turn: stay at The City", "Do something else…"),
        *("Use…", "Narrator: go on…"),
    ]


async def ended(table: Table, thread: ChannelHandle) -> None:
    """The fight is left, though the monster is hurt: that is asked first (A31)."""
    answer = await press(table, thread, "End the fight")
    await table.deacon.click(reply_of(answer), label="End it anyway")
    await table.settle()


async def test_a39_who_falls_in_a_fight_is_told_with_the_dice(city: Table) -> None:
    thread = await arena(city)
    await met(city, thread, monster="Giant", arms=99, vitae=4)
    for label in ("Roll", "Again", "Again"):
        await press(city, thread, label, 6, 1)
    # Certain death asks first.
    answer = await press(city, thread, "Again: 100% to fall")
    with loaded(6, 1):
        await city.deacon.click(reply_of(answer), label="Roll anyway")
    await city.settle()
    card = city.last(thread)
    assert "🎲 6 + 4 = **10** against 🎲 1 + 99 = **100** for Giant: **lost**" in text(card)
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
    assert "for Rat 2: **won**" in text(city.last(thread))
    assert "**Rat 1** · Arms **2** · ♥♥ unhurt" in text(city.last(thread))

    # A32 all at once are fought with one die.
    await city.gm.slash(thread, "adv gm stop", reason="Dawn")
    await city.settle()
    await met(city, thread, monster="Rat, Rat", arms=2, vitae=2, order="together")
    await press(city, thread, "Roll", 2, 6, 1)
    body = text(city.last(thread))
    assert "🎲 2 + 4 = **6** against 🎲 6 + 2 = **8** for Rat 1: **lost**" in body
    assert "🎲 2 + 4 = **6** against 🎲 1 + 2 = **3** for Rat 2: **won**" in body

    # A30 nothing is rolled until its player presses and the fight may end.
    await city.gm.slash(thread, "adv gm stop", reason="Dawn")
    await city.settle()
    await met(city, thread)
    await press(city, thread, "Roll", 4, 3)
    count = await entries(city)
    await after_days(city, 9)
    assert await entries(city) == count
    await ended(city, thread)
    assert "The fight is over: it was broken off." in text(city.last(thread))

    # Q11 the player chooses the kind where the encounter leaves it open.
    await monster(city, combat="choice")
    card = await met(city, thread, monster="Rat")
    assert "**Bran** · Arms **4**, Magic **2**" in text(card)
    assert buttons(card) == ["Melee Combat: Arms", "Magical Combat: Magic", "Use…", "Narrator…"]
    await press(city, thread, "Magical Combat: Magic")
    assert "**Rat** · Magic **1**" in text(city.last(thread))
    await press(city, thread, "Roll", 5, 2)
    assert "🎲 5 + 2 = **7** against 🎲 2 + 1 = **3** for Rat" in text(city.last(thread))


async def test_a41_dice_that_can_be_changed_wait_for_it(city: Table) -> None:
    thread = await arena(city)
    await city.gm.slash(thread, "adv gm gain", thing="Charm", kind="item", rules="use: reroll")
    await met(city, thread)
    await press(city, thread, "Roll", 1, 6)
    card = city.last(thread)
    assert "🎲 1 + 4 = **5** against 🎲 6 + 2 = **8** for Rat: **lost**" in text(card)
    assert "Next exchange" not in text(card)
    assert buttons(card) == ["Charm: roll again", "Let the dice stand", "Narrator…"]
    await city.restart()
    await press(city, thread, "Charm: roll again", 6)
    assert "Used on these dice: Charm." in text(city.last(thread))
    assert "🎲 6 + 4 = **10** against 🎲 6 + 2 = **8** for Rat: **won**" in text(city.last(thread))


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
    assert "🎲 3 + 3 = **6** against 🎲 3 + 2 = **5** for Moth" in text(city.last(thread))


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
    assert "The fight is over: every monster has fallen." in card


# -- What can be met in a fight and what can't, and by whom, through the simulated Discord --------------


async def told_off(table: Table, thread: ChannelHandle, who: MemberActor, **options: object) -> str:
    """What somebody is told whose `/adv fight` is refused: privately, and nobody else sees anything."""
    before, shown = await entries(table), len(table.messages(thread))
    try:
        result = await who.slash(thread, "adv fight", **options)
    except OptionError as beyond:
        # Discord itself refuses it.
        return str(beyond)
    await table.settle()
    assert is_private(result)
    assert (await entries(table), len(table.messages(thread))) == (before, shown)
    return said(result)


# -- what can't be met ----------------------------------------------------------------------------------


NO_MONSTERS: list[tuple[dict[str, object], str]] = [
    ({"monster": "Dragon"}, "Once a fight is on, only a narrator can."),
    ({"monster": "Rat", "arms": 2}, "needs `arms` or `magic`, and `vitae`"),
    ({"monster": "Rat", "arms": 0, "vitae": 2}, "must be ≥ 1, got 0"),
    ({"monster": "Rat", "arms": 2, "vitae": 0}, "must be ≥ 1, got 0"),
    ({"monster": "Rat", "arms": 100, "vitae": 2}, "must be ≤ 99, got 100"),
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
    await ended(city, thread)
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


# -- Who presses in a fight, who presses again, and who stops it, through the simulated Discord ---------


async def refused(table: Table, thread: ChannelHandle, who: MemberActor, label: str) -> str:
    """What somebody is told whose press on the newest card comes to nothing: privately."""
    before = await entries(table)
    result = await who.click(table.last(thread), label=label)
    await table.settle()
    assert is_private(result)
    assert await entries(table) == before
    return said(result)


# -- who may ------------------------------------------------------------------------------------------


async def test_with_proxy_a_narrator_presses_and_the_card_says_so(city: Table) -> None:
    await decide(city, PROXY, NARRATORS_TOO)
    thread = await arena(city)
    await met(city, thread)
    await press(city, thread, "Roll", 4, 3, by=city.gm)
    card = city.last(thread)
    assert f"{city.gm.mention} acts for {city.deacon.mention}" in text(card)
    assert card.content.startswith(city.deacon.mention)


async def test_a_fight_goes_on_with_the_player_it_was_handed_to(city: Table) -> None:
    thread = await arena(city)
    await met(city, thread)
    await press(city, thread, "Roll", 4, 3)
    await city.gm.slash(thread, "campaign handover", what="Bran", to=city.wren)
    await city.settle()
    assert city.last(thread).content.startswith(city.wren.mention)
    told = await refused(city, thread, city.deacon, "Again")
    assert f"Only {city.wren.mention} or a narrator can do that." in told
    await press(city, thread, "Again", 6, 1, by=city.wren)
    assert "Rat fell" in text(city.last(thread))


# -- pressed again --------------------------------------------------------------------------------------


@pytest.fixture
async def stage(sqlite_address: Address) -> AsyncIterator[Stage]:
    """A stage, where a button can be pressed before its card is redrawn."""
    async with open_stage(sqlite_address) as made:
        yield made


def told_of(came: Delivered) -> str:
    """What a press was answered, privately."""
    assert came.answer.data["flags"] == 64
    return str(came.answer.data["embeds"][0]["description"])


def dice_of(told: str) -> list[str]:
    """The dice and totals in a text."""
    return re.findall(r"\d [+] \d+ = \*\*\d+\*\*", told)


async def test_an_old_button_answers_already_rolled_with_the_same_dice(stage: Stage) -> None:
    await opened(stage)
    old = stage.press("Roll", by=stage.deacon)
    await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))
    await stage.settle()
    (exchange,) = [entry for entry in await stage.entries() if entry.action == RollCombat.__name__]
    first = stage.server.messages.kept[max(stage.server.messages.kept)]["embeds"][0]["description"]
    await stage.feeder.deliver(stage.press("Again", by=stage.deacon))
    await stage.settle()
    count = len(await stage.entries())
    told = told_of(await stage.feeder.deliver(old))
    assert told.startswith("Already rolled; nothing was changed.")
    assert len(dice_of(first)) == 2
    assert dice_of(told) == dice_of(first)
    assert len(await stage.entries()) == count
    assert exchange.number < count


async def test_an_ended_fight_is_left_no_more(stage: Stage) -> None:
    await opened(stage, avoidable=True)
    old = [stage.press(label, by=stage.deacon) for label in ("Avoid them", "Roll")]
    await stage.feeder.deliver(stage.press("Avoid them", by=stage.deacon))
    await stage.settle()
    count = len(await stage.entries())
    for press_again in old:
        told = told_of(await stage.feeder.deliver(press_again))
        assert told.startswith("That's already done; nothing was changed.")
        assert "against Giant is over (avoided)" in told
    assert len(await stage.entries()) == count


# -- stopped --------------------------------------------------------------------------------------------


async def test_a_narrator_stops_fights_by_command_and_from_the_card(city: Table) -> None:
    # A narrator stops a fight with a command.
    thread = await arena(city)
    assert said(await city.gm.slash(thread, "adv gm stop", reason="Dawn")) == (
        "Bran isn't in a fight; nothing to stop."
    )
    await met(city, thread)
    await city.gm.slash(thread, "adv gm stop", reason="Dawn")
    await city.settle()
    assert "Reason: Dawn" in text(city.last(thread))
    assert said(await city.gm.slash(thread, "adv gm stop", reason="Dawn")).endswith("is no longer in play.")

    # A narrator stops a fight from its card with a reason.
    await met(city, thread)
    await city.restart()
    panel = await city.gm.click(city.last(thread), label="Narrator…")
    assert is_private(panel)
    form = await city.gm.click(reply_of(panel), label="Stop the fight…")
    await city.gm.submit_modal(form, {"reason": "Dawn *breaks*"})
    await city.settle()
    assert "The fight is over: a narrator stopped it.\nReason: Dawn \\*breaks\\*" in text(city.last(thread))
    late = await city.gm.click(reply_of(panel), label="Stop the fight…")
    assert is_private(late)
    assert said(late) == "This fight is already over (stopped); nothing was changed."


# -- `/adv odds` through the simulated Discord ----------------------------------------------------------


NEXT = "Next exchange: win **72.2%** · standoff 11.1% · lose 16.7%"
TO_THE_END = "To the end: win **99.5%** · fall 0.5% · 2.8 exchanges · 0.5 wounds"


async def odds(table: Table, place: Any, **options: Any) -> str:
    """What a player is told, privately; nothing of it is kept."""
    before = await entries(table)
    try:
        result = await table.deacon.slash(place, "adv odds", **options)
    except OptionError as beyond:
        # Discord itself refuses it.
        return str(beyond)
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
    ({"monster": "Dragon"}, "There's no monster called “Dragon” here"),
    ({"vitae": 2}, "needs `arms` or `magic`, and `vitae`"),
    ({"arms": 2, "vitae": 0}, "must be ≥ 1, got 0"),
    ({"arms": -3, "vitae": 2}, "must be ≥ 1, got -3"),
    ({"magic": 100, "vitae": 2}, "must be ≤ 99, got 100"),
    (
        {"arms": 2, "vitae": 2, "wounds": 4},
        "so there are odds for 0 to 3, not for 4.",
    ),
    ({"arms": 2, "vitae": 2, "wounds": -1}, "must be ≥ 0, got -1"),
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
