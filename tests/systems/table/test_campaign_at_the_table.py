"""`/campaign` and `/roll`, and where a campaign is found."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.storage.address import Address
from tests.stages import open_stage
from tests.systems.second_kingdom.evening import buttons, is_private
from tests.tables import Table, confirmed, first_button, reply_of, said, text


async def test_info_says_who_plays_where_and_who_only_watches_may_play_again(table: Table) -> None:
    # Info says who where which games and whose move.
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await table.gm.slash(table.channel, "sk challenge", **challenge)

    info = said(await table.stranger.slash(table.channel, "campaign info"))

    assert "Ashes" in info
    assert "The Second Kingdom" in info
    assert f"<#{table.channel.id}>" in info
    assert table.gm.mention in info
    assert f"**Whose turn:** {table.deacon.mention}" in info

    # Somebody who only watches now is told how to play again.
    await table.settle()
    card = table.last()
    await table.deacon.slash(table.channel, "campaign join", watching=True)

    refused = await table.deacon.click(card, label="Roll")

    assert said(refused) == "Join this campaign first."
    # With a press, here and where a command is refused.
    joined = await table.deacon.click(reply_of(refused), label="Join")
    assert f"{table.deacon.mention} joins as a player." in said(joined)
    for command, options in (("sk attack", {}), ("sk ask", {"action": "Leap"})):
        refused = await table.stranger.slash(table.channel, command, **options)
        assert said(refused) == "Join this campaign first."
    await table.stranger.click(reply_of(refused), label="Join")
    assert table.stranger.mention in said(await table.gm.slash(table.channel, "campaign players"))


async def test_whoever_is_made_game_master_is_mentioned_with_what_comes_first(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign gm add", player=table.wren)
    await table.settle()
    card = table.last()
    assert card.content.startswith(table.wren.mention)
    assert "**Help** shows a new game master what to do first." in text(card)
    opened = said(await table.wren.click(card, label="Help"))
    assert "**Maneuvers:** the library has none yet" in opened
    assert "A card to pin: `/campaign home`" in opened


async def test_without_a_campaign_dice_roll_and_with_one_its_secrets_stay(table: Table) -> None:
    # Without a campaign the reply says what to do and lists those there are.
    card = said(await table.deacon.slash(table.tavern, "campaign info"))
    assert "To start one here, ask a member with Manage Server" in card
    assert "Ashes" in card
    refused = await table.deacon.slash(table.tavern, "sk sheet")
    assert refused.ephemeral
    assert "This channel has no campaign yet" in said(refused)

    # A direct message has no commands of games: there `/odds` knows theirs.
    odds = await table.deacon.user.slash("odds", dice="sk 6 vs 4 with 1")
    assert "34.3%" in said(odds)

    # A roll outside any campaign is kept in the servers own.
    rolled = await table.stranger.slash(table.tavern, "roll", dice="2d6+1")
    again = await table.stranger.slash(table.tavern, "roll", dice="2d6+1")

    assert "#1 · Server · draw 1" in said(rolled)
    assert "#2 · Server · draw 2" in said(again)
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
    assert table.last().content.startswith(table.deacon.mention)
    rolled = await table.deacon.click(table.last(), label="Roll")
    assert not rolled.ephemeral


async def test_a_thread_belongs_to_its_channels_campaign(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        thread = stage.world.channels[3]
        options = {"name": "Evander", "courage": 6, "prudence": 5, "temperance": 3}
        made = stage.say.slash("sk new", options, user=stage.deacon, channel=thread)

        came = await stage.feeder.deliver(made)

        assert "New at the table: Evander" in str(came.answer.data)
        (entry,) = await stage.of(made)
        assert entry.channel_id == thread.id


# -- `/campaign` and `/roll` through the simulated Discord ----------------------------------------------


# -- /campaign create -------------------------------------------------------------------------------


# -- /campaign join, info, players ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "line"), [({}, "joins as a player."), ({"watching": True}, "joins as a spectator.")]
)
async def test_join_is_told_to_everyone(table: Table, options: dict[str, Any], line: str) -> None:
    result = await table.stranger.slash(table.channel, "campaign join", **options)
    assert not is_private(result)
    assert f"{table.stranger.mention} {line}" in said(result)


async def test_a_campaign_says_who_plays_whose_move_it_is_and_what_was_rolled(table: Table) -> None:
    # Info without a campaign names those of the server.
    result = await table.wren.slash(table.tavern, "campaign info")
    assert is_private(result)
    assert f"• Ashes in <#{table.channel.id}>" in said(result)

    # Info says whose move it is.
    assert "Nobody's turn: nothing is waiting." in said(
        await table.wren.slash(table.channel, "campaign info")
    )
    await table.gm.slash(
        table.channel, "sk challenge", heroes="Evander", action="Leap", virtue="courage", rating=4
    )
    await table.settle()
    assert f"**Whose turn:** {table.deacon.mention}" in said(
        await table.wren.slash(table.channel, "campaign info")
    )

    # Roll shows dice and total in the open.
    result = await table.deacon.slash(table.channel, "roll", dice="3d10-1 leap")
    assert not is_private(result)
    assert "leap" in said(result)
    assert f"{table.deacon.mention} rolls 3d10-1" in said(result)
    assert ") − 1 = **" in said(result)

    # A label is nobodys markdown or ping.
    result = await table.deacon.slash(table.channel, "roll", dice="d6 @everyone **boom**")
    assert "@everyone" not in said(result)
    assert r"\*\*boom\*\*" in said(result)

    # Roll says where the fault is and rolls nothing.
    before = len(table.messages())
    result = await table.deacon.slash(table.channel, "roll", dice="2x6")
    await table.settle()
    assert is_private(result)
    assert said(result) == "`2x6`: a `d` belongs at position 2. Did you mean 2d6?"
    assert len(table.messages()) == before

    # Players are listed by what they do.
    await table.stranger.slash(table.channel, "campaign join", watching=True)
    listed = said(await table.stranger.slash(table.channel, "campaign players"))
    assert f"**Game master:** {table.gm.mention}" in listed
    assert f"**Players:** {table.deacon.mention}, {table.wren.mention}" in listed
    assert f"**Watching:** {table.stranger.mention}" in listed

    # One server keeps several campaigns.
    await table.gm.slash(table.tavern, "campaign create", name="Embers", game="second_kingdom")
    assert "Embers" in said(await table.deacon.slash(table.tavern, "campaign info"))
    assert "Ashes" in said(await table.deacon.slash(table.channel, "campaign info"))


# -- /roll ------------------------------------------------------------------------------------------


async def test_a_campaign_begins_in_the_open_and_tells_of_its_sealed_dice(bare: Table) -> None:
    # Create refuses a game that is not here.
    result = await bare.gm.slash(bare.channel, "campaign create", name="Ashes", game="chess")
    assert is_private(result)
    games = "Adventuria, Kingdom turns, The Second Kingdom, Sovereign"
    assert said(result) == f"Waypost doesn't know that game. It knows {games}."

    # Roll works without a campaign.
    assert "rolls d20" in said(await bare.stranger.slash(bare.tavern, "roll", dice="d20"))

    # Create begins a campaign in the open.
    result = await bare.gm.slash(
        bare.channel, "campaign create", name="Ashes", game="second_kingdom", game_master_channel=bare.secret
    )
    assert not is_private(result)
    assert "A new campaign: Ashes" in said(result)
    assert f"{bare.gm.mention} is the game master. Games: The Second Kingdom." in said(result)
    assert "secrets go to a channel of their own" in said(result)

    # Create without a channel for secrets says where they stand.
    result = await bare.gm.slash(bare.tavern, "campaign create", name="Embers", game="the second kingdom")
    assert "secrets only appear in the game master's journal" in said(result)

    # Create says that the dice are sealed; the seals stand in `/dice fairness` before any die is rolled.
    assert "The dice are sealed, and anyone can check them: `/dice fairness`." in said(result)
    assert not re.search(r"[0-9a-f]{64}", said(result))
    fairness = said(await bare.stranger.slash(bare.tavern, "dice fairness"))
    assert "0 draws so far" in fairness
    assert "sealed in entry #1, before the first die" in fairness
    assert len(set(re.findall(r"`[0-9a-f]{64}`", fairness))) == 2

    # Create takes a games title as well.
    assert "Games: The Second Kingdom." in said(result)


# -- `/campaign` about people, through the simulated Discord --------------------------------------------


LEAP = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}


async def test_an_invitation_asks_one_person_and_only_they_answer(table: Table) -> None:
    asked = await table.gm.slash(table.channel, "campaign invite", player=table.stranger)
    card = table.last()
    assert card.content.startswith(table.stranger.mention)
    assert [user.id for user in card.mentions] == [table.stranger.id]
    assert "An invitation to Ashes" in said(asked)

    stolen = await table.deacon.click(card, label="Join")
    assert stolen.ephemeral
    assert f"That invitation is for {table.stranger.mention}." in said(stolen)
    assert table.stranger.mention in said(await table.deacon.slash(table.channel, "campaign info"))

    await table.restart()
    came = await table.stranger.click(card, label="Join")
    await table.settle()
    assert f"{table.stranger.mention} joins as a player." in said(came)
    assert "What came of it" in text(table.messages()[-2])
    assert not table.messages()[-2].components


async def test_no_thanks_is_said_and_who_joins_by_themselves_needs_not_answer(table: Table) -> None:
    # No thanks is said and the person may be asked again.
    await table.gm.slash(table.channel, "campaign invite", player=table.stranger)
    refused = await table.gm.slash(table.channel, "campaign invite", player=table.stranger)
    assert refused.ephemeral
    assert "hasn't answered yet" in said(refused)
    no = await table.stranger.click(table.last(), label="No thanks")
    assert f"{table.stranger.mention} declines the invitation." in said(no)
    assert "invites" in said(await table.gm.slash(table.channel, "campaign invite", player=table.stranger))

    # Who joins by themselves needs not answer.
    await table.settle()
    assert table.last().components
    await table.stranger.slash(table.channel, "campaign join")
    await table.settle()
    first, *later = table.messages()
    assert "A new campaign" in text(first)
    assert not any("No thanks" in buttons(message) for message in later)
    assert "**Invited" not in said(await table.gm.slash(table.channel, "campaign players"))


async def test_bots_and_who_cannot_read_the_channel_are_not_invited(table: Table) -> None:
    robot = table.guild.add_member(table.env.create_user("Robot", bot=True))
    refused = await table.gm.slash(table.channel, "campaign invite", player=robot)
    assert said(refused) == "Bots can't play. Pick a person."
    await confirmed(table.gm, table.channel, "campaign archive")
    await table.gm.slash(table.secret, "campaign create", name="Embers", game="second_kingdom")
    refused = await table.gm.slash(table.secret, "campaign invite", player=table.stranger)
    assert refused.ephemeral
    assert "Invite them in a channel they can read" in said(refused)


async def test_who_leaves_finds_everything_and_what_waits_for_who_is_removed_is_told(table: Table) -> None:
    # Leaving is told and coming back finds everything.
    leaves = await confirmed(table.deacon, table.channel, "campaign leave")
    assert f"{table.deacon.mention}, until now a player, leaves." in said(leaves)
    assert "nothing to leave" in said(await table.deacon.slash(table.channel, "campaign leave"))
    await table.deacon.slash(table.channel, "campaign join")
    assert "Evander" in said(await table.deacon.slash(table.channel, "sk sheet"))

    # What waits for a removed player is shown to the game master alone.
    await table.gm.slash(table.channel, "sk challenge", **LEAP)
    await table.settle()
    removed = await table.gm.slash(table.channel, "campaign remove", player=table.deacon)
    assert removed.response is not None
    assert f"{table.deacon.mention} is no longer a player." in text(removed.response)
    assert not removed.response.ephemeral
    (left,) = removed.followups
    assert left.ephemeral
    assert "Evander: Leap" in text(left)
    assert "Evander" in said(await table.gm.slash(table.channel, "sk sheet", hero="Evander"))


async def test_who_plays_or_leads_is_asked_before_leaving_and_who_watches_is_not(table: Table) -> None:
    asked = await table.deacon.slash(table.channel, "campaign leave")
    assert reply_of(asked).ephemeral
    assert "You can't play your characters here until you come back" in said(asked)
    # It reads as what will be, and not as done.
    assert "You'll no longer be a player here." in said(asked)
    assert "leaves" not in said(asked)
    assert table.deacon.mention in said(await table.gm.slash(table.channel, "campaign players"))

    # What was asked is done once: whoever is back is not taken out by an old button.
    left = await table.deacon.click(reply_of(asked), label="Leave the campaign")
    assert "leaves" in said(left)
    assert "nothing to leave" in said(await table.deacon.slash(table.channel, "campaign leave"))
    await table.deacon.slash(table.channel, "campaign join")
    await table.deacon.click(reply_of(asked), label="Leave the campaign")
    assert table.deacon.mention in said(await table.gm.slash(table.channel, "campaign players"))

    await table.stranger.slash(table.channel, "campaign join", watching=True)
    assert "until now a spectator, leaves" in said(
        await table.stranger.slash(table.channel, "campaign leave")
    )


async def test_a_member_who_left_the_server_and_comes_back_still_plays(table: Table) -> None:
    table.guild.remove_member(table.deacon)
    await table.settle()
    assert table.deacon.mention in said(await table.gm.slash(table.channel, "campaign players"))
    back = table.guild.add_member(table.deacon.user)
    assert "Evander" in said(await back.slash(table.channel, "sk sheet"))
    refused = await back.slash(table.channel, "campaign join")
    assert said(refused) == "You're already a player in this campaign."


# -- leading ----------------------------------------------------------------------------------------


async def test_the_last_game_master_is_told_the_way_out(table: Table) -> None:
    refused = await table.gm.slash(table.channel, "campaign leave")
    assert refused.ephemeral
    assert "Add another one first, with `/campaign gm add`." in said(refused)
    led = await table.gm.slash(table.channel, "campaign gm add", player=table.deacon)
    assert f"{table.deacon.mention} is now a game master." in said(led)
    left = await confirmed(table.gm, table.channel, "campaign leave")
    assert "until now a game master, leaves" in said(left)
    assert "Evander" in said(await table.deacon.slash(table.channel, "sk challenge", **LEAP))


async def test_a_role_leads_until_it_is_deleted_and_everyone_is_none(table: Table) -> None:
    # Everyone is no game master.
    refused = await table.gm.slash(table.channel, "campaign gm add", role=table.guild.default_role)
    assert "Pick another role" in said(refused)

    # A role leads until it is deleted.
    role = table.guild.create_role("Storytellers")
    keeper = table.guild.add_member(table.env.create_user("Keeper"), roles=[role])
    added = await table.gm.slash(table.channel, "campaign gm add", role=role)
    assert f"{role.mention} is now a game master." in said(added)
    assert not (await keeper.slash(table.channel, "sk challenge", **LEAP)).ephemeral

    table.env.backend.delete_role(table.guild.id, role.id)
    await table.settle()
    assert "a deleted role" in said(await table.gm.slash(table.channel, "campaign players"))
    refused = await table.gm.slash(table.channel, "campaign leave")
    assert "A campaign needs at least one game master" in said(refused)
    refused = await table.gm.slash(table.channel, "campaign gm remove", player=table.gm)
    assert "A campaign needs at least one game master" in said(refused)


async def test_an_admin_is_asked_before_they_make_themselves_game_master_of_a_campaign_that_has_one(
    table: Table,
) -> None:
    asked = await table.admin.slash(table.channel, "campaign gm add", player=table.admin)
    assert reply_of(asked).ephemeral
    assert f"{table.admin.mention} will be a game master." in said(asked)
    assert "you can read all its secrets" in said(asked)
    listed = said(await table.gm.slash(table.channel, "campaign players"))
    assert f"**Game master:** {table.gm.mention}" in listed

    made = await table.admin.click(reply_of(asked), label="Make a game master")
    await table.settle()
    assert f"{table.admin.mention} is now a game master." in said(made)
    listed = said(await table.gm.slash(table.channel, "campaign players"))
    assert f"**Game masters:** {table.gm.mention}, {table.admin.mention}" in listed
    # Nobody who never joined is left behind as a player.
    await table.gm.slash(table.channel, "campaign gm remove", player=table.admin)
    assert table.admin.mention not in said(await table.gm.slash(table.channel, "campaign players"))


async def test_two_game_masters_who_remove_each_other_at_once_leave_one(address: Address) -> None:
    async with open_stage(address) as stage:
        await stage.do("campaign gm add", by=stage.gm, player=stage.wren)
        at_once = [
            stage.slash("campaign gm remove", by=stage.gm, player=stage.wren),
            stage.slash("campaign gm remove", by=stage.wren, player=stage.gm),
        ]
        await stage.feeder.deliver_all(at_once)
        entries = [entry.action for entry in await stage.entries()]
        assert entries.count("RemoveGameMaster") == 1


# -- handing over -----------------------------------------------------------------------------------


async def test_a_hero_changes_hands_with_its_open_challenge(table: Table) -> None:
    await table.gm.slash(table.channel, "sk challenge", **LEAP)
    await table.settle()
    older = table.last()
    handed = await table.deacon.slash(table.channel, "campaign handover", what="Evander", to=table.wren)
    await table.settle()
    assert f"**Evander** goes from {table.deacon.mention} to {table.wren.mention}." in said(handed)
    assert "What belongs to it goes along." in said(handed)
    assert table.last().content.startswith(table.wren.mention)
    assert "What came of it" in text(next(m for m in table.messages() if m.id == older.id))

    refused = await table.deacon.click(table.last(), label="Roll")
    assert refused.ephemeral
    assert f"Only {table.wren.mention} can do that" in said(refused)
    assert not (await table.wren.click(table.last(), label="Roll")).ephemeral


async def test_what_is_theirs_is_handed_over_undone_and_told_once(table: Table) -> None:
    # The journal names who gave a hero up once.
    await table.gm.slash(table.channel, "campaign handover", what="Evander", to=table.wren)
    newest = said(await table.wren.slash(table.channel, "journal")).splitlines()[1]
    assert newest.endswith(f"**Evander** goes from {table.deacon.mention} to {table.wren.mention}.")
    await table.gm.slash(table.channel, "campaign handover", what="Evander", to=table.deacon)

    # Only what is theirs is offered to players.
    await table.gm.slash(table.channel, "sk challenge", **LEAP)

    async def offered(who: object) -> list[str]:
        found = await who.autocomplete(table.channel, "campaign handover", "what", "")  # type: ignore[attr-defined]
        return [each["name"] for each in found]

    assert await offered(table.deacon) == ["Evander"]
    assert sorted(await offered(table.gm)) == ["Evander", "Ysolde"]
    assert await offered(table.stranger) == []

    # Undo gives it back with all that went along.
    await table.gm.slash(table.channel, "campaign handover", what="Evander", to=table.wren)
    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await table.settle()
    mine = said(await table.deacon.slash(table.channel, "waiting", mine=True))
    assert "Leap" in mine
    assert "Evander" in said(await table.deacon.slash(table.channel, "sk sheet"))
