"""Using, dropping and paying, through the simulated Discord; the list behind “Use…”."""

from __future__ import annotations

from typing import Any

from simcord import ChannelHandle

from bot.storage.address import Address
from bot.systems.adventuria.settings import NARRATORS_TOO, PROXY
from bot.systems.adventuria.state import Ware
from tests.stages import open_stage
from tests.systems.adventuria.bazaar import bran, decide, give, in_turn, meet, wound
from tests.systems.adventuria.stock import entry, on_turn
from tests.systems.second_kingdom.evening import buttons, is_private, refused
from tests.tables import Table, reply_of, said, text


async def opened(table: Table, thread: ChannelHandle, who: Any = None) -> Any:
    """The private list behind the button of the newest card."""
    return await (who or table.deacon).click(table.last(thread), label="Use…")


def listed(answer: Any) -> list[str]:
    """What the lists of an answer have to choose from."""
    rows = [part for row in reply_of(answer).components for part in row["components"]]
    return [option["label"] for part in rows for option in part.get("options", ())]


async def picked(table: Table, answer: Any, label: str, place: int = 0) -> Any:
    """What comes of choosing that from the list at that place."""
    lists = [part for row in reply_of(answer).components for part in row["components"]]
    custom_id, options = lists[place]["custom_id"], lists[place]["options"]
    value = next(option["value"] for option in options if option["label"] == label)
    result = await table.deacon.select(reply_of(answer), values=[value], custom_id=custom_id)
    await table.settle()
    return result


# -- by command ---------------------------------------------------------------------------------------


async def test_a25_a_spell_is_used_and_spent(city: Table) -> None:
    thread = await in_turn(city)
    await give(city, "Mend", "use: heal 2", Ware.ITEM)
    await give(city, "Herbs", "use: heal 1 spent", Ware.ITEM)
    await wound(city, 3)
    await city.deacon.slash(thread, "adv use", thing="Herbs")
    await city.settle()
    card = city.last(thread)
    assert "Bran uses Herbs" in text(card)
    assert "Herbs used up" in text(card)
    assert "Wounds 3 → 2" in text(card)
    # The card bears what is open in the turn.
    assert buttons(card)[:2] == ["End the turn: to The Bridge", "End the turn: stay at The City"]
    assert [each.name for each in (await bran(city)).possessions] == ["Mend"]


async def test_a21_using_a_weapon_takes_it_in_hand(city: Table) -> None:
    thread = await in_turn(city)
    for name in ("Sword", "Axe"):
        await give(city, name, "held: arms +1", Ware.ITEM, is_weapon=True)
    await city.deacon.slash(thread, "adv use", thing="axe")
    await city.settle()
    assert "Bran takes Axe in hand\nSword put away" in text(city.last(thread))
    assert [each.is_wielded for each in (await bran(city)).possessions] == [False, True]

    # Each suggestion says what a use would do: of the weapon in hand, that it goes.
    offered = await city.deacon.autocomplete(thread, "adv use", "thing", "")
    assert [each["name"] for each in offered] == ["Sword (take it in hand)", "Axe (in hand: put it away)"]
    await city.deacon.slash(thread, "adv use", thing=offered[1]["value"])
    await city.settle()
    assert "Bran puts Axe away" in text(city.last(thread))
    assert not any(each.is_wielded for each in (await bran(city)).possessions)
    assert "Axe will be in hand again." in said(await city.gm.slash(thread, "undo"))


BAD_INPUT: list[tuple[str, dict[str, Any], str]] = [
    ("adv use", {"thing": "Veil"}, "Bran has no “Veil”"),
    ("adv use", {"thing": "Spark"}, "Spark would do nothing now: it only works in a fight."),
    ("adv use", {"thing": "Mend"}, "Mend would do nothing now: there are no wounds to heal."),
    ("adv use", {"thing": "Spark", "foe": "Rat"}, "it only works in a fight"),
    ("adv drop", {"what": "Gold"}, "Say how much gold"),
    ("adv drop", {"what": "Gold", "amount": "much"}, "Say how much gold"),
    ("adv drop", {"what": "Gold", "amount": "2"}, "can drop 1 or “all”, not 2."),
    ("adv drop", {"what": "Gold", "amount": "-1"}, "Gold must be 1 to 999999, not −1."),
    ("adv drop", {"what": "Veil"}, "Bran has no “Veil”"),
    ("adv pay", {"what": "2"}, "Bran has 1 of 2 gold and can't pay in part; nothing happens."),
    ("adv pay", {"what": "0"}, "Gold must be 1 to 999999, not 0."),
    ("adv pay", {"what": "Veil"}, "Bran has no “Veil”"),
    ("adv pay", {"what": "9999999"}, "Gold must be 1 to 999999, not 9999999."),
]


async def test_bad_input_is_refused_privately_in_a_sentence(city: Table) -> None:
    await in_turn(city)
    await give(city, "Spark", "use: foe wound 1", Ware.ITEM)
    await give(city, "Mend", "use: heal 1", Ware.ITEM)
    for command, options, why in BAD_INPUT:
        assert why in await refused(city, city.deacon, command, **options)
        assert len((await bran(city)).possessions) == 2


# -- by the button ------------------------------------------------------------------------------------------


async def test_what_can_be_used_is_listed_dropped_and_paid(city: Table) -> None:
    # Without anything the list says so.
    thread = await in_turn(city)
    answer = await opened(city, thread)
    assert "Bran has no items, spells, allies or abilities." in said(answer)
    assert buttons(reply_of(answer)) == ["Act…"]

    # A17 gold and things are dropped.
    await give(city, "Lamp", ware=Ware.ITEM)
    await city.deacon.slash(thread, "adv drop", what="Gold", amount="all")
    await city.settle()
    assert "Bran parts with something\nGold 1 → 0" in text(city.last(thread))
    await city.deacon.slash(thread, "adv drop", what="lamp")
    await city.settle()
    assert "Lamp lost" in text(city.last(thread))
    assert (await bran(city)).possessions == ()

    # A16 gold and things are paid.
    await city.gm.slash(thread, "adv gm gain", gold=1)
    await give(city, "Dog", ware=Ware.ALLY)
    await city.deacon.slash(thread, "adv pay", what="1 gold")
    await city.deacon.slash(thread, "adv pay", what="Dog")
    await city.settle()
    assert "Bran pays\nDog given in payment" in text(city.last(thread))
    state = await bran(city)
    assert (state.gold, state.possessions) == (0, ())

    # The button lists what can be used now and says why the rest can not.
    await give(city, "Spark", "use: foe wound 1", Ware.ITEM)
    await give(city, "Sword", "held: arms +1", Ware.ITEM, is_weapon=True)
    await give(city, "Dog", ware=Ware.ALLY)
    answer = await opened(city, thread)
    assert is_private(answer)
    assert listed(answer) == ["Sword", "Dog"]
    assert said(answer).endswith("Spark would do nothing now: it only works in a fight.")
    await picked(city, answer, "Sword")
    assert "Bran puts Sword away" in text(city.last(thread))


async def test_a_narrator_uses_it_for_the_player_where_the_campaign_lets_them(city: Table) -> None:
    await decide(city, PROXY, NARRATORS_TOO)
    thread = await in_turn(city)
    await give(city, "Dog", ware=Ware.ALLY)
    await city.gm.slash(thread, "adv use", thing="Dog")
    await city.settle()
    assert f"{city.gm.mention} acts for {city.deacon.mention}." in text(city.last(thread))


async def test_a_thing_without_rules_shows_its_text_to_the_narrator(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await on_turn(stage)
        veil = await entry(stage, "adventuria.ally", about="Nobody *sees* you.")
        await stage.do("adv gm gain", by=stage.gm, adventurer=name, thing=veil)
        await stage.do("adv use", by=stage.deacon, adventurer=name, thing=veil)
        await stage.settle()
        assert "Nobody *sees* you.\\n-# The narrator applies this" in stage.sent


async def test_a_rule_in_other_words_is_told_with_the_thing_and_left_to_the_narrator(city: Table) -> None:
    thread = await in_turn(city)
    await give(city, "Lamp", "use: gold +1\nGoblins flee from it.", Ware.ITEM)
    assert "• Goblins flee from it. *(the narrator applies this)*" in text(city.last(thread))
    await city.deacon.slash(thread, "adv use", thing="Lamp")
    await city.settle()
    told = text(city.last(thread))
    assert "Gold 1 → 2" in told
    assert "Goblins flee from it.\n-# The narrator applies this" in told
    await meet(city, "Rat")
    assert "-# Not counted, because the narrator applies it: Goblins flee from it." in text(city.last(thread))


# -- in a fight ----------------------------------------------------------------------------------------------


async def test_a45_what_is_used_in_a_fight_may_end_it_and_names_its_monster(city: Table) -> None:
    # A45 a monster felled by what was used ends the fight with its xp.
    thread = await in_turn(city)
    await give(city, "Bomb", "use: foe wound 3 spent", Ware.ITEM)
    await meet(city, "Rat")
    answer = await opened(city, thread)
    assert listed(answer) == ["Bomb"]
    await picked(city, answer, "Bomb")
    card = city.last(thread)
    assert "Bran uses Bomb on Rat" in text(card)
    assert text(card).count("Melee XP 0 → 2") == 1
    assert buttons(card)[0] == "End the turn: to The Bridge"
    state = await bran(city)
    assert (state.melee_xp, state.fight, state.possessions) == (2, None, ())

    # By command the monster is named.
    await give(city, "Bomb", "use: foe wound 1", Ware.ITEM)
    await meet(city, "Rat", "Wolf")
    assert "Choose the monster to use Bomb on: Rat, Wolf." in await refused(
        city, city.deacon, "adv use", thing="Bomb"
    )
    await city.deacon.slash(thread, "adv use", thing="Bomb", foe="wolf")
    await city.settle()
    assert "**Bran uses Bomb on Wolf**" in text(city.last(thread))


async def test_a34_of_several_monsters_one_is_chosen_and_its_xp_told_once(city: Table) -> None:
    # A34 the xp of one of two that was felled is told once.
    thread = await in_turn(city)
    await give(city, "Bomb", "use: foe wound 3 spent", Ware.ITEM)
    await meet(city, "Rat", "Cat")
    await city.deacon.slash(thread, "adv use", thing="Bomb", foe="Rat")
    await city.settle()
    assert text(city.last(thread)).count("Melee XP 0 → 2") == 1

    # Of several monsters one is chosen.
    await city.gm.slash(thread, "adv gm stop", reason="Dawn")
    await city.settle()
    await give(city, "Bomb", "use: foe wound 3 spent", Ware.ITEM)
    await meet(city, "Rat", "Rat", "Wolf")
    asked = await picked(city, await opened(city, thread), "Bomb")
    assert "Which monster does Bran use Bomb on?" in said(asked)
    assert listed(asked) == ["Rat 1", "Rat 2", "Wolf"]
    await picked(city, asked, "Wolf")
    assert "**Bran uses Bomb on Wolf**" in text(city.last(thread))
    assert "Use…" in buttons(city.last(thread))
