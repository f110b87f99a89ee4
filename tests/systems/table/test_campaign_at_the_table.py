"""`/campaign` and `/roll`, and where a campaign is found."""

from __future__ import annotations

from bot.storage.address import Address
from tests.stages import open_stage
from tests.tables import Table, said, text


async def test_info_says_who_plays_where_and_who_only_watches_may_play_again(table: Table) -> None:
    # Info says who where which games and whose move.
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await table.gm.slash(table.channel, "sk challenge", **challenge)

    info = said(await table.stranger.slash(table.channel, "campaign info"))

    assert "Ashes" in info
    assert "The Second Kingdom" in info
    assert f"<#{table.channel.id}>" in info
    assert table.gm.mention in info
    assert f"**Whose move:** {table.deacon.mention}" in info

    # Somebody who only watches now is told how to play again.
    await table.settle()
    card = table.last()
    await table.deacon.slash(table.channel, "campaign join", watching=True)

    refused = await table.deacon.click(card, label="Roll")

    assert "`/campaign join` makes you a player again" in said(refused)


async def test_without_a_campaign_dice_roll_and_with_one_its_secrets_stay(table: Table) -> None:
    # Without a campaign the reply says what to do and lists those there are.
    card = said(await table.deacon.slash(table.tavern, "campaign info"))
    assert "`/campaign create` starts one here" in card
    assert "Ashes" in card
    refused = await table.deacon.slash(table.tavern, "sk sheet")
    assert refused.ephemeral
    assert "This channel has no campaign yet" in said(refused)

    # A direct message says where waypost works.
    odds = await table.deacon.user.slash("sk odds", virtue=6, rating=4)
    assert "34.3%" in said(odds)

    # A roll outside any campaign is kept in the servers own.
    rolled = await table.stranger.slash(table.tavern, "roll", dice="2d6+1")
    again = await table.stranger.slash(table.tavern, "roll", dice="2d6+1")

    assert "#1 · draw 1" in said(rolled)
    assert "#2 · draw 2" in said(again)
    assert "no campaign" in said(await table.stranger.slash(table.tavern, "journal"))

    # A channel of one campaign is not anothers game masters channel.
    options = {"name": "Second", "game": "second_kingdom", "game_master_channel": table.secret}
    refused = await table.gm.slash(table.tavern, "campaign create", **options)
    assert "already belongs to another campaign" in said(refused)

    # A roll in the game masters channel stays there.
    before = len(table.messages())

    await table.gm.slash(table.secret, "roll", dice="3d6 ambush")
    await table.settle()

    assert len(table.messages()) == before
    assert "ambush" in text(table.last(table.secret))
    assert "ambush" not in said(await table.deacon.slash(table.channel, "journal"))
    assert "ambush" in said(await table.gm.slash(table.channel, "journal"))

    # The game masters channel belongs to the campaign and the table sees what is public.
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}

    opened = await table.gm.slash(table.secret, "sk challenge", **challenge)
    await table.settle()

    assert opened.ephemeral
    assert table.last().content == table.deacon.mention
    rolled = await table.deacon.click(table.last(), label="Roll")
    assert not rolled.ephemeral


async def test_a_thread_belongs_to_its_channels_campaign(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        thread = stage.world.channels[3]
        options = {"name": "Evander", "courage": 6, "prudence": 5, "temperance": 3}
        made = stage.say.slash("sk new", options, user=stage.deacon, channel=thread)

        came = await stage.feeder.deliver(made)

        assert "Evander comes to the table" in str(came.answer.data)
        (entry,) = await stage.of(made)
        assert entry.channel_id == thread.id
