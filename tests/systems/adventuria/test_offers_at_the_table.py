"""Offers, through the simulated Discord: made, taken, paid for, withdrawn; late, twice, by somebody else."""

from __future__ import annotations

from typing import Any

import discord
from simcord import ChannelHandle

from bot.storage.address import Address
from bot.systems.adventuria.settings import NARRATORS_TOO, PROXY
from bot.systems.adventuria.state import Ware
from tests.stages import open_stage
from tests.systems.adventuria.bazaar import bran, decide, give, in_turn
from tests.systems.adventuria.stock import entry, on_turn
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, pinged, reply_of, said, text

LAMP = {"kind": "pay", "thing": "Lamp", "price": "1", "text": "Nearly *new*."}


async def offered(table: Table, thread: ChannelHandle, **options: Any) -> discord.Message:
    """The card of an offer to Bran."""
    await table.gm.slash(thread, "adv gm offer", **(options or LAMP))
    await table.settle()
    return table.last(thread)


async def test_a16_a_bargain_from_its_card_to_the_sheet(city: Table) -> None:
    thread = await in_turn(city)
    card = await offered(city, thread)
    assert card.content.startswith(city.deacon.mention)
    body = text(card)
    assert "A bargain for Bran" in body
    assert "Nearly *new*." in body
    assert "**Lamp**, an item" in body
    assert "Costs **1 gold**\nBran has 1 gold.\nThere is room (0 of 8 items)." in body
    assert buttons(card) == ["Pay 1 gold", "Don't pay", "Narrator…"]

    await city.deacon.click(card, label="Pay 1 gold")
    await city.settle()
    done = city.last(thread)
    undo = said(await city.gm.slash(thread, "undo"))
    assert "The offer of Lamp for 1 gold will be open again." in undo
    assert "none" not in undo
    assert "Bran accepts\n1 gold paid (1 → 0)\nLamp gained" in text(done)
    state = await bran(city)
    assert (state.gold, [each.name for each in state.possessions]) == (0, ["Lamp"])
    # The older card folds to a line that links to the newer one.
    folded = next(message for message in city.messages(thread) if message.id == card.id)
    assert buttons(folded) == []
    assert done.jump_url in text(folded)

    # A price may be a possession.
    card = await offered(city, thread, kind="pay", thing="Lamp", price="Dog")
    assert "Bran has no Dog." in text(card)
    await give(city, "Dog", ware=Ware.ALLY)
    redrawn = next(message for message in city.messages(thread) if message.id == card.id)
    assert "Bran has Dog and would give it up." in text(redrawn)
    await city.deacon.click(redrawn, label="Pay Dog")
    await city.settle()
    assert [each.name for each in (await bran(city)).possessions] == ["Lamp", "Lamp"]


async def test_a16_a20_without_the_price_or_room_the_card_says_so_before(city: Table) -> None:
    # A16 with too little the offer stays and says so before.
    thread = await in_turn(city)
    card = await offered(city, thread, kind="pay", thing="Lamp", price="5")
    assert "⚠ Not enough to pay for it." in text(card)
    before = await entries(city)
    pressed = await city.deacon.click(card, label="Pay 5 gold")
    assert "Bran has 1 of 5 gold and can't pay in part; nothing happens." in said(pressed)
    assert is_private(pressed)
    assert await entries(city) == before

    # The card follows what is on the sheet.
    await city.gm.slash(thread, "adv gm gain", gold=4)
    await city.settle()
    redrawn = next(message for message in city.messages(thread) if message.id == card.id)
    assert "Bran has 5 gold.\nThere is room" in text(redrawn)
    await city.deacon.click(redrawn, label="Pay 5 gold")
    await city.settle()
    assert (await bran(city)).gold == 0

    # A20 a bargain without room says so before and asks after.
    await city.gm.slash(thread, "adv gm gain", gold=1)
    for number in range(7):
        await give(city, f"Thing {number}", ware=Ware.ITEM)
    card = await offered(city, thread)
    assert "⚠ No room (8 of 8 items): taking it means losing one." in text(card)
    await city.deacon.click(card, label="Pay 1 gold")
    await city.settle()
    asked = city.last(thread)
    assert "No room for Lamp: the player decides" in text(asked)
    assert "Lose one for it…" in buttons(asked)
    closed = next(message for message in city.messages(thread) if message.id == card.id)
    assert buttons(closed) == []


async def test_a_narrator_answers_for_a_player_where_the_campaign_lets_them_and_it_is_said(
    city: Table,
) -> None:
    await decide(city, PROXY, NARRATORS_TOO)
    thread = await in_turn(city)
    await city.gm.click(await offered(city, thread, kind="gain", gold=5), label="Take it")
    await city.settle()
    assert f"{city.gm.mention} acts for {city.deacon.mention}." in text(city.last(thread))


async def test_offers_are_chosen_withdrawn_handed_over_and_lapse(city: Table) -> None:
    # One of several options is chosen.
    thread = await in_turn(city)
    card = await offered(city, thread, kind="choice", text="Which way?", options="Left; Right")
    assert "Bran has a choice" in text(card)
    await city.deacon.click(card, label="Right")
    await city.settle()
    # What comes of it is the narrator's to tell.
    chosen = city.last(thread)
    assert "Bran chooses Right\nWhich way?" in text(chosen)
    assert (pinged(chosen), buttons(chosen)[-1]) == (city.gm.mention, "Narrator…")
    # So is how it goes on once an offer made meanwhile is answered.
    await city.deacon.click(await offered(city, thread), label="Don't pay")
    await city.settle()
    declined = city.last(thread)
    assert "Bran declines\nLamp for 1 gold" in text(declined)
    assert (pinged(declined), buttons(declined)[-1]) == (city.gm.mention, "Narrator…")
    await city.gm.slash(thread, "adv gm scene", text="To the right, then.")
    await city.settle()

    # A narrator withdraws an offer.
    card = await offered(city, thread)
    panel, other = [await city.gm.click(card, label="Narrator…") for _ in range(2)]
    assert is_private(panel)
    await city.gm.click(reply_of(panel), label="Withdraw the offer")
    await city.settle()
    assert "The offer to Bran is withdrawn\nLamp for 1 gold" in text(city.last(thread))
    before = await entries(city)
    late = await city.gm.click(reply_of(other), label="Give it for free")
    assert is_private(late)
    assert await entries(city) == before

    # A27 a second quest is refused and the card says so before.
    quest = {"kind": "quest", "thing": "The Well", "text": "Find its keeper"}
    await city.deacon.click(await offered(city, thread, **quest), label="Accept the quest")
    await city.settle()
    assert "Quest begun: The Well" in text(city.last(thread))
    card = await offered(city, thread, **quest | {"thing": "The Tower"})
    assert "⚠ Already on a quest, “The Well”" in text(card)
    pressed = await city.deacon.click(card, label="Accept the quest")
    assert "which must end first" in said(pressed)
    assert (await bran(city)).quest.name == "The Well"  # type: ignore[union-attr]

    # Q9 a narrator hands it over for nothing.
    card = await offered(city, thread, kind="pay", thing="Lamp", price="all")
    assert "Costs **all the gold**" in text(card)
    panel = await city.gm.click(card, label="Narrator…")
    await city.gm.click(reply_of(panel), label="Give it for free")
    await city.settle()
    assert "Bran gets it for free\nLamp gained" in text(city.last(thread))
    assert (await bran(city)).gold == 1

    # An offer lapses with the turn.
    card = await offered(city, thread, kind="gain", gold=5)
    await city.deacon.slash(thread, "adv end", location="The Bridge")
    await city.settle()
    lapsed = next(message for message in city.messages(thread) if message.id == card.id)
    assert buttons(lapsed) == []
    assert "The offer lapsed with the turn." in text(lapsed)
    assert (await bran(city)).gold == 1


# -- narrators -------------------------------------------------------------------------------------------


async def test_a_thing_of_the_library_is_offered_with_its_rules(sqlite_address: Address) -> None:
    """A secret one is known to game masters alone until it is offered."""
    async with open_stage(sqlite_address) as stage:
        name = await on_turn(stage)
        texts = {"rules": "held: arms +1", "about": "It hums.", "secret": "yes"}
        blade = await entry(stage, "adventuria.item", **texts)
        for by, count in ((stage.gm, 1), (stage.deacon, 0)):
            typing = stage.say.autocomplete("adv gm offer", {"thing": blade}, focused="thing", user=by)
            found = (await stage.feeder.deliver(typing)).answer.data["choices"]
            assert len(found) == count
        options = {"kind": "gain", "thing": blade, "adventurer": name}
        shown = await stage.do("adv gm offer", by=stage.gm, **options)
        await stage.settle()
        assert "While held: +1 Arms" in stage.sent
        assert "It hums." in str(shown.answer.data) + stage.sent
