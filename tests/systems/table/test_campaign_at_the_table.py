"""`/campaign` and `/roll`, and where a campaign is found."""

from __future__ import annotations

from bot.storage.address import Address
from tests.stages import open_stage
from tests.tables import Table, said, text


async def test_info_says_who_where_which_games_and_whose_move(table: Table) -> None:
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await table.gm.slash(table.channel, "sk challenge", **challenge)

    card = said(await table.stranger.slash(table.channel, "campaign info"))

    assert "Ashes" in card
    assert "The Second Kingdom" in card
    assert f"<#{table.channel.id}>" in card
    assert table.gm.mention in card
    assert f"**Whose move:** {table.deacon.mention}" in card


async def test_without_a_campaign_the_reply_says_what_to_do_and_lists_those_there_are(
    table: Table,
) -> None:
    card = said(await table.deacon.slash(table.tavern, "campaign info"))
    assert "`/campaign create` starts one here" in card
    assert "Ashes" in card
    refused = await table.deacon.slash(table.tavern, "sk sheet")
    assert refused.ephemeral
    assert "This channel has no campaign yet" in said(refused)


async def test_a_thread_belongs_to_its_channels_campaign(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        thread = stage.world.channels[3]
        options = {"name": "Evander", "courage": 6, "prudence": 5, "temperance": 3}
        made = stage.say.slash("sk new", options, user=stage.deacon, channel=thread)

        came = await stage.feeder.deliver(made)

        assert "Evander comes to the table" in str(came.answer.data)
        (entry,) = await stage.of(made)
        assert entry.channel_id == thread.id


async def test_a_roll_outside_any_campaign_is_kept_in_the_servers_own(table: Table) -> None:
    rolled = await table.stranger.slash(table.tavern, "roll", dice="2d6+1")
    again = await table.stranger.slash(table.tavern, "roll", dice="2d6+1")

    assert "#1 · draw 1" in said(rolled)
    assert "#2 · draw 2" in said(again)
    assert "no campaign" in said(await table.stranger.slash(table.tavern, "journal"))


async def test_a_direct_message_says_where_waypost_works(table: Table) -> None:
    odds = await table.deacon.user.slash("sk odds", virtue=6, rating=4)
    assert "34.3%" in said(odds)


async def test_the_game_masters_channel_belongs_to_the_campaign_and_the_table_sees_what_is_public(
    table: Table,
) -> None:
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}

    opened = await table.gm.slash(table.secret, "sk challenge", **challenge)
    await table.settle()

    assert opened.ephemeral
    assert table.last().content == table.deacon.mention
    rolled = await table.deacon.click(table.last(), label="Roll")
    assert not rolled.ephemeral


async def test_a_roll_in_the_game_masters_channel_stays_there(table: Table) -> None:
    before = len(table.messages())

    await table.gm.slash(table.secret, "roll", dice="3d6 ambush")
    await table.settle()

    assert len(table.messages()) == before
    assert "ambush" in text(table.last(table.secret))
    assert "ambush" not in said(await table.deacon.slash(table.channel, "journal"))
    assert "ambush" in said(await table.gm.slash(table.channel, "journal"))


async def test_a_channel_of_one_campaign_is_not_anothers_game_masters_channel(table: Table) -> None:
    options = {"name": "Second", "game": "second_kingdom", "game_master_channel": table.secret}
    refused = await table.gm.slash(table.tavern, "campaign create", **options)
    assert "already belongs to another campaign" in said(refused)


async def test_somebody_who_only_watches_now_is_told_how_to_play_again(table: Table) -> None:
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await table.gm.slash(table.channel, "sk challenge", **challenge)
    await table.settle()
    card = table.last()
    await table.deacon.slash(table.channel, "campaign join", watching=True)

    refused = await table.deacon.click(card, label="Roll")

    assert "`/campaign join` makes you a player again" in said(refused)
