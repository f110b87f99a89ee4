"""Adventurers set out at a simulated table: their threads and homes, and what is refused."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import pytest
from simcord import ChannelHandle

from bot.storage.address import Address
from bot.systems.adventuria.settings import CHOSEN, CREATION
from tests.stages import open_stage
from tests.systems.adventuria.arrivals import allow_threads, decide, fall, living, new, threads
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, said, text

# -- made ---------------------------------------------------------------------------------------------


async def test_new_opens_a_thread_and_what_is_refused_opens_none(
    city: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # New opens a thread with both dice the sheet and the first turn.
    home = await living(city)
    assert home.name == "Ada"
    (card,) = city.messages(home)
    for part in (
        "Ada sets out",
        f"Played by {city.deacon.mention}",
        "Type: **Priest**, rolled a 3",
        "Alignment: **Neutral**, rolled a 2",
        "Arms **3** · Magic **3** · Craft **4** · Vitae **4**",
        "Gold **1**",
        "The first turn begins at The City.",
    ):
        assert part in text(card)
    assert buttons(card)[0] == "Start the turn"
    # Being mentioned, its player is in the thread.
    assert card.content == city.deacon.mention

    # A refusal is one private sentence and opens no thread.
    for options, wrong in REFUSED:
        before = await entries(city)
        refused = await new(city, city.wren, **{"name": "Bly", **options})
        assert is_private(refused)
        assert wrong in said(refused)
        assert (len(threads(city)), await entries(city)) == (1, before)

    # Home can be the channel itself.
    await city.deacon.slash(city.channel, "adv home", here=True)
    assert f"told in <#{city.channel.id}> from now on" in text(city.last())
    refused = await city.deacon.slash(city.channel, "adv home", here=True)
    assert "posted here already; nothing was changed" in said(refused)
    assert is_private(refused)

    # What the rules refuse only then, for somebody took the name a moment before, takes its thread along.
    monkeypatch.setattr(city.bot.play, "goes", AsyncMock(return_value=True))
    refused = await new(city, city.wren)
    assert "of that name already" in said(refused)
    assert len(threads(city)) == 1


async def test_new_answers_its_player_privately_and_a_narrator_names_another(city: Table) -> None:
    # New answers its player privately and says where the thread is.
    made = await new(city)
    assert is_private(made)
    assert f"Everything about Ada is told in <#{threads(city)[0].id}>." in said(made)

    # New for a player by a narrator names both.
    await new(city, city.gm, name="Cid", player=city.wren)
    assert f"Played by {city.wren.mention}" in text(city.last(threads(city)[1]))
    refused = await new(city, city.deacon, name="Bly", player=city.wren)
    assert "Only a narrator can make" in said(refused)


async def test_in_a_thread_the_adventurer_lives_there(city: Table) -> None:
    home = await living(city)
    await fall(city, home)
    made = await city.deacon.slash(home, "adv new", name="Brand")
    assert not is_private(made)
    assert "Brand sets out" in text(city.last(home))
    assert len(threads(city)) == 1


async def test_what_is_made_in_the_narrators_channel_or_a_forum_stands_where_it_is_read(city: Table) -> None:
    # In the narrators channel the thread is opened where everybody reads.
    await city.gm.slash(city.secret, "adv new", name="Ada", player=city.wren)
    await city.settle()
    assert not threads(city, city.secret)
    assert "Ada sets out" in text(city.last(threads(city)[0]))

    # A forum post is its home.
    forum = city.guild.create_forum_channel("adventures")
    await city.gm.slash(city.channel, "campaign bind", channel=forum)
    thread = city.env.backend.create_thread(forum.id, "The Mill", owner_id=city.gm.id, type=11)
    post = ChannelHandle(city.env, city.guild, thread)
    await city.settle()
    await city.deacon.slash(post, "adv new", name="Bly")
    assert "Bly sets out" in text(city.last(post))


async def test_where_the_bot_may_open_no_thread_the_channel_is_home_until_it_may(city: Table) -> None:
    # Where the bot may open no thread the channel is home and an admin is told.
    allow_threads(city, allowed=False)
    made = await new(city)
    assert not threads(city)
    assert "Ada sets out" in text(city.last())
    assert "An admin can give me *Create Public Threads*" in said(made)
    assert not is_private(made)

    # Home moves everything to a new thread.
    allow_threads(city, allowed=True)
    await city.deacon.slash(city.channel, "adv home")
    await city.settle()
    (home,) = threads(city)
    assert f"told in <#{home.id}> from now on" in text(city.last(home))
    assert "Start the turn" in buttons(city.last(home))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"name": "a" * 61}, "has 1 to 60 characters; this one has 61."),
    ({"name": "\u200b"}, "has 1 to 60 characters; this one has 0."),
    ({"name": "ada"}, "has an adventurer of that name already"),
    ({"type": "elf"}, "This campaign rolls type and alignment"),
    ({"alignment": "evil"}, "This campaign rolls type and alignment"),
]


async def test_q27_where_the_campaign_allows_it_type_and_alignment_are_chosen(city: Table) -> None:
    await decide(city, CREATION, CHOSEN)
    await new(city, type="elf", alignment="evil")
    card = text(city.last(threads(city)[0]))
    assert "Type: **Elf**, chosen" in card
    assert "Alignment: **Evil**, chosen" in card


async def test_an_interaction_delivered_again_makes_one_adventurer_and_one_thread(
    sqlite_address: Address,
) -> None:
    async with open_stage(sqlite_address) as stage:
        payload = stage.slash("adv new", by=stage.deacon, name="Ada")
        await stage.feeder.deliver(payload)
        await stage.settle()
        there = len(stage.world.channels)
        again = await stage.feeder.deliver(payload)
        await stage.settle()
        assert len(await stage.of(payload)) == 1
        assert len(stage.world.channels) == there
        assert "Ada sets out" in str(again.answer.data)


# -- homes --------------------------------------------------------------------------------------------


async def test_what_belongs_in_a_deleted_thread_appears_in_the_channel(city: Table) -> None:
    home = await living(city)
    city.env.backend.delete_channel(home.id)
    await city.deacon.slash(city.channel, "adv start")
    await city.settle()
    assert "Ada" in text(city.last())
    await city.deacon.slash(city.channel, "adv home")
    await city.settle()
    assert "from now on" in text(city.last(threads(city)[-1]))


async def test_an_archived_thread_gets_its_messages_too(city: Table) -> None:
    home = await living(city)
    thread = city.env.backend.channels[home.id]
    assert thread.thread_metadata is not None
    thread.thread_metadata.archived = True
    await city.deacon.slash(city.channel, "adv start")
    await city.settle()
    assert len(city.messages(home)) == 2
