"""`/campaign` about channels, names, rest and return, through the simulated Discord."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor
from simcord.backend.serializers import guild_create_payload

from bot.engine.campaign import Campaign
from bot.engine.people import Actor
from bot.play import Request
from bot.systems.table.campaigns.rules import RenameCampaign
from bot.systems.table.campaigns.secret_commands import channel_name
from tests.systems.second_kingdom.evening import buttons
from tests.tables import Table, answers, confirmed, first_button, only_for, reply_of, said, text

CAMPAIGN = {"game": "second_kingdom"}


async def names(who: MemberActor, channel: ChannelHandle, command: str, typed: str = "") -> list[str]:
    """What the autocomplete of a command's campaign lists."""
    return [each["name"] for each in await who.autocomplete(channel, command, "campaign", typed)]


# -- binding ----------------------------------------------------------------------------------------


async def test_one_more_channel_is_bound_by_naming_a_campaign_and_given_up(table: Table) -> None:
    # One more channel is bound and given up.
    bound = await table.gm.slash(table.channel, "campaign bind", channel=table.tavern)
    assert not bound.ephemeral
    assert f"The campaign is now also played in <#{table.tavern.id}>." in said(bound)
    assert "Evander" in said(await table.deacon.slash(table.tavern, "sk sheet"))

    choices = await table.gm.autocomplete(table.channel, "campaign unbind", "channel", "tav")
    assert choices == [{"name": "#tavern", "value": str(table.tavern.id)}]
    assert await table.deacon.autocomplete(table.channel, "campaign unbind", "channel", "") == []
    await table.gm.slash(table.channel, "campaign unbind", channel="#tavern")
    assert "no campaign yet" in said(await table.deacon.slash(table.tavern, "sk sheet"))

    # A channel without a campaign is bound by naming one.
    assert await names(table.gm, table.tavern, "campaign bind", "ash") == ["Ashes"]
    assert await names(table.admin, table.tavern, "campaign bind") == ["Ashes"]
    assert await names(table.deacon, table.tavern, "campaign bind") == []
    bound = await table.gm.slash(table.tavern, "campaign bind", channel=table.tavern, campaign="ashes")
    assert not bound.ephemeral
    assert table.last(table.tavern).id == answers_id(bound)
    refused = await table.gm.slash(table.tavern, "campaign bind", channel=table.tavern, campaign="Nothing")
    assert said(refused) == "There's no campaign called “Nothing” here. Pick one from the list."


def answers_id(result: Any) -> int:
    return int(next(answers(result)).id)


async def test_secrets_go_to_no_channel_that_everyone_reads_and_what_the_bot_lacks_is_named(
    table: Table,
) -> None:
    # Secrets go to no channel that everyone reads.
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    refused = await table.gm.slash(
        table.channel, "campaign bind", channel=table.tavern, for_game_masters=True
    )
    assert refused.ephemeral
    assert "turn off View Channel for @everyone" in said(refused)
    bound = await table.gm.slash(table.channel, "campaign bind", channel=table.secret, for_game_masters=True)
    # Players, who read it too, can't see that channel.
    assert "The game master's secrets now go to a channel of their own." in said(bound)
    assert f"<#{table.secret.id}>" not in said(bound)

    # What the bot lacks is named and nothing is bound.
    closed = discord.PermissionOverwrite(embed_links=False, attach_files=False)
    plain = table.guild.create_text_channel("plain", overwrites={table.guild.default_role: closed})
    allow(table, discord.Permissions(send_messages=True, read_message_history=True, embed_links=True))
    refused = await table.gm.slash(table.channel, "campaign bind", channel=plain)
    assert refused.ephemeral
    assert f"Waypost needs these permissions in <#{plain.id}>: Embed Links, Attach Files." in said(refused)
    refused = await table.gm.slash(plain, "campaign create", name="Embers", **CAMPAIGN)
    assert "Embed Links, Attach Files" in said(refused)
    assert "no campaign yet" in said(await table.gm.slash(plain, "campaign players"))


async def test_a_forums_posts_are_the_campaigns_and_nothing_is_sent_to_the_forum(table: Table) -> None:
    forum = table.guild.create_forum_channel("adventures")
    bound = await table.gm.slash(table.channel, "campaign bind", channel=forum)
    assert "in each of its posts" in said(bound)
    backend = table.env.backend
    thread = backend.create_thread(forum.id, "The Mill", owner_id=table.gm.id, type=11)
    post = ChannelHandle(table.env, table.guild, thread)
    await table.settle()
    assert "Evander" in said(await table.deacon.slash(post, "sk sheet"))
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.channel.id))
    await table.deacon.slash(post, "roll", dice="d6")

    await table.gm.slash(table.secret, "sk conviction", heroes="Evander", amount=1, reason="Rest")
    await table.settle()

    assert "Rest" in text(table.last(post))
    assert not any(m.author_id == table.bot.application_id for m in backend.messages[forum.id].values())


# -- the game master's channel ------------------------------------------------------------------------


async def begun(table: Table) -> Any:
    """The offer that comes with a campaign without a game master's channel."""
    created = await table.gm.slash(table.tavern, "campaign create", name="Embers", **CAMPAIGN)
    (offer,) = created.followups
    assert offer.ephemeral
    assert "`/campaign bind`" in text(offer)
    return offer


async def test_a_game_masters_channel_is_made_that_others_cannot_read(table: Table) -> None:
    # Without manage channels the game master is told.
    offer = await begun(table)
    allow(table, discord.Permissions.text())
    refused = await table.gm.click(offer, label="Make a game master's channel")
    assert "it needs Manage Channels" in said(refused)

    # Without it no button is offered, and how to do it by hand is said.
    cellar = table.guild.create_text_channel("cellar")
    created = await table.gm.slash(cellar, "campaign create", name="Soot", **CAMPAIGN)
    (told,) = created.followups
    assert told.components == []
    assert "Make a channel that only the game masters and Waypost can read" in text(told)

    # A game masters channel is made that others cannot read.
    allow(table, discord.Permissions.all())
    made = await table.gm.click(offer, label="Make a game master's channel")
    await table.settle()
    assert "The game master's secrets now go to" in said(made)
    channel = next(
        c for name, c in table.guild.channels.items() if c.id != table.secret.id and "game" in name
    )
    place = table.env.bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    assert not place.permissions_for(place.guild.default_role).view_channel
    assert place.overwrites_for(discord.Object(table.gm.id)).view_channel is True
    assert channel.name == "game-master-embers"
    again = await table.gm.click(offer, label="Make a game master's channel")
    assert said(again).startswith(f"You already have one: <#{channel.id}>.")
    assert f"Secrets go to <#{channel.id}> from now on." in said(made)


async def test_who_leads_later_is_let_into_the_channel_that_was_made_and_out_again(table: Table) -> None:
    await table.gm.click(await begun(table), label="Make a game master's channel")
    await table.settle()
    made = next(c for name, c in table.guild.channels.items() if c.id != table.secret.id and "game" in name)
    role = table.guild.create_role("Storytellers")

    def is_let_in(who: int) -> bool:
        place = table.env.bot.get_channel(made.id)
        assert isinstance(place, discord.TextChannel)
        return place.overwrites_for(discord.Object(who)).view_channel is True

    wren, readers = table.wren.mention, f"<#{made.id}>"
    assert not is_let_in(table.wren.id)
    assert await led(table, "add", player=table.wren) == f"{wren} can read {readers} from now on."
    assert is_let_in(table.wren.id)
    assert await led(table, "remove", player=table.wren) == f"{wren} can't read {readers} anymore."
    assert not is_let_in(table.wren.id)
    await led(table, "add", role=role)
    assert is_let_in(role.id)

    # Also an admin who was asked first: the button names nobody.
    asked = await table.admin.slash(table.tavern, "campaign gm add", player=table.admin)
    shown = await table.admin.click(reply_of(asked), label="Make a game master")
    await table.settle()
    assert f"{table.admin.mention} can read {readers} from now on." in map(text, shown.followups)
    assert is_let_in(table.admin.id)

    # Where the bot may not change that, it says who can't read the channel yet, or still can.
    allow(table, discord.Permissions.text())
    assert "can't read" in await led(table, "add", player=table.deacon)
    assert not is_let_in(table.deacon.id)
    assert f"{role.mention} can still read" in await led(table, "remove", role=role)


async def led(table: Table, way: str, **who: Any) -> str:
    """What is said, besides that, to whoever changed who leads."""
    changed = await table.gm.slash(table.tavern, f"campaign gm {way}", **who)
    await table.settle()
    (private,) = changed.followups
    assert private.ephemeral
    return text(private)


async def test_of_a_channel_that_people_made_they_decide_who_reads_it(table: Table) -> None:
    changed = await table.gm.slash(table.channel, "campaign gm add", player=table.wren)
    (private,) = changed.followups
    assert f"{table.wren.mention} can't read" in text(private)
    assert "turn on View Channel" in text(private)
    # A player who leaves was never let in.
    left = await confirmed(table.deacon, table.channel, "campaign leave")
    assert "secrets" not in said(left)


async def test_a_channel_that_its_reader_cannot_read_is_said_in_words(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign gm add", player=table.wren)
    told = said(await table.wren.slash(table.channel, "campaign info"))
    assert "the game masters' channel, which you can't read" in told
    assert f"<#{table.secret.id}>" not in told
    assert f"secrets go to <#{table.secret.id}>" in said(await table.gm.slash(table.channel, "campaign info"))
    # Of several channels those that they can't read are counted as one.
    readers = table.guild.create_role("Readers")
    keeper = table.guild.add_member(table.env.create_user("Ines"), roles=[readers])
    await table.gm.slash(table.channel, "campaign gm add", player=keeper)
    for name in ("attic", "vault"):
        channel = table.guild.create_text_channel(name, overwrites=only_for(table.guild, readers))
        await keeper.slash(table.channel, "campaign bind", channel=channel)
    told = said(await table.deacon.slash(table.channel, "campaign info"))
    assert f"in <#{table.channel.id}>, a channel you can't read." in told


async def test_the_button_that_makes_a_channel_is_found_again_by_who_may_press_it(table: Table) -> None:
    assert buttons(reply_of(await table.gm.slash(table.channel, "campaign info"))) == ["Act…"]
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    assert "game master's channel" not in said(await table.deacon.slash(table.channel, "campaign info"))

    # Asked elsewhere it is still that campaign's.
    await table.gm.slash(table.tavern, "campaign create", name="Embers", **CAMPAIGN)
    info = await table.gm.slash(table.tavern, "campaign info", campaign="Ashes")
    assert "There's no game master's channel yet" in said(info)
    allow(table, discord.Permissions.all())
    await table.gm.click(reply_of(info), label="Make a game master's channel")
    await table.settle()

    (made,) = [channel for name, channel in table.guild.channels.items() if name == "game-master-ashes"]
    assert f"secrets go to <#{made.id}>" in said(await table.gm.slash(table.channel, "campaign info"))
    assert "no game master's channel yet" in said(await table.gm.slash(table.tavern, "campaign info"))


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("The Salt Road", "game-master-the-salt-road"),
        ("Wren’s  *Game*!", "game-master-wrens-game"),
        ("→", "game-master"),
        ("x" * 99, "game-master-" + "x" * 88),
    ],
)
def test_the_made_channel_bears_the_campaigns_name_as_discord_writes_them(name: str, made: str) -> None:
    assert channel_name(Campaign(name, 1)) == made


async def test_a_deleted_channel_is_given_up_without_its_dead_mention(table: Table) -> None:
    table.env.backend.delete_channel(table.secret.id)
    await table.settle()
    given_up = said(await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id)))
    assert "There's no game master's channel anymore" in given_up
    assert f"<#{table.secret.id}>" not in given_up


def allow(table: Table, permissions: discord.Permissions) -> None:
    """Let the bot do that much and no more."""
    me = table.guild.me
    assert me is not None
    own = next(role for role in me.roles if not role.is_default())
    table.env.backend.edit_role(table.guild.id, own.id, {"permissions": permissions.value})


# -- rest and return --------------------------------------------------------------------------------


async def test_an_archived_campaign_comes_back_whole_but_for_a_channel_taken_meanwhile(table: Table) -> None:
    # An archived campaign says so and comes back whole.
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await table.gm.slash(table.channel, "sk challenge", **challenge)
    await table.settle()
    card = table.last()
    archived = await confirmed(table.gm, table.channel, "campaign archive")
    assert "The campaign “Ashes” is archived. Everything is kept" in said(archived)

    assert "This campaign is archived. `/campaign restore`" in said(
        await table.deacon.click(card, label="Roll")
    )
    here = said(await table.deacon.slash(table.channel, "sk sheet"))
    assert "“Ashes” was played here and is archived" in here
    assert await names(table.deacon, table.tavern, "campaign info") == ["Ashes (archived)"]
    info = said(await table.deacon.slash(table.tavern, "campaign info", campaign="Ashes"))
    assert "This campaign is archived" in info
    assert "**Whose turn:**" in info

    assert await names(table.deacon, table.tavern, "campaign restore") == []
    (choice,) = await table.gm.autocomplete(table.tavern, "campaign restore", "campaign", "")
    shown = await table.deacon.slash(table.tavern, "campaign info", campaign="Ashes")
    assert buttons(reply_of(shown)) == []
    shown = await table.gm.slash(table.tavern, "campaign info", campaign=choice["value"])
    restored = await table.gm.click(reply_of(shown), label="Restore Ashes")
    assert restored.ephemeral
    await table.settle()
    assert f"It's played in <#{table.channel.id}>." in text(table.last())
    assert not (await table.deacon.click(card, label="Roll")).ephemeral

    # A channel taken meanwhile stays with whom took it.
    await confirmed(table.gm, table.channel, "campaign archive")
    await table.gm.slash(table.channel, "campaign create", name="Embers", **CAMPAIGN)
    restored = await table.gm.slash(table.tavern, "campaign restore", campaign="Ashes")
    assert f"Another campaign now has <#{table.channel.id}>." in said(restored)
    assert "Embers" in said(await table.gm.slash(table.channel, "campaign info"))
    await table.gm.slash(table.tavern, "campaign bind", channel=table.tavern, campaign="Ashes")
    assert "Evander" in said(await table.deacon.slash(table.tavern, "sk sheet"))


async def test_archiving_asks_first_of_the_campaign_that_was_named(table: Table) -> None:
    await table.gm.slash(table.tavern, "campaign create", name="Embers", **CAMPAIGN)
    asked = await table.gm.slash(table.tavern, "campaign archive", campaign="Ashes")
    assert reply_of(asked).ephemeral
    # What will be reads as if it were to come.
    assert "“Ashes” will be archived: everything is kept" in said(asked)
    assert "is archived" not in said(asked)
    assert "Nobody can play until it's back" in said(asked)
    # Nothing was done by asking.
    assert "Evander" in said(await table.deacon.slash(table.channel, "sk sheet"))

    # Only who leads either campaign, or manages the server, is asked at all.
    refused = await table.deacon.slash(table.tavern, "campaign archive", campaign="Ashes")
    assert buttons(reply_of(refused)) == ["Help"]

    await table.gm.click(reply_of(asked), label="Archive it")
    await table.settle()
    assert "was played here and is archived" in said(await table.deacon.slash(table.channel, "sk sheet"))
    assert "Embers" in said(await table.gm.slash(table.tavern, "campaign info"))


async def test_a_channel_bound_is_undone_and_later_changes_stay(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign bind", channel=table.tavern)
    preview = await table.gm.slash(table.channel, "undo")
    tavern = f"<#{table.tavern.id}>"
    assert f"{tavern} will be removed from **Ashes**' channels." in said(preview)
    await table.gm.slash(table.tavern, "campaign rename", name="Embers")
    undone = await table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await table.settle()
    # What else changed about the campaign stays.
    assert "Embers" in said(await table.gm.slash(table.channel, "campaign info"))
    assert "no campaign yet" in said(await table.gm.slash(table.tavern, "campaign players"))
    assert "undoes" in said(undone)


# -- bad weather ------------------------------------------------------------------------------------


async def test_a_campaign_whose_channel_was_deleted_goes_on_elsewhere(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign bind", channel=table.tavern)
    table.env.backend.delete_channel(table.channel.id)
    await table.settle()
    info = said(await table.deacon.slash(table.tavern, "campaign info"))
    assert f"deleted channel ({table.channel.id}), <#{table.tavern.id}>" in info
    # What is public of a secret place's doings goes where the campaign is played as well.
    await table.gm.slash(table.secret, "sk conviction", heroes="Evander", amount=1, reason="Rest")
    await table.settle()
    await table.settle()
    assert "Rest" in text(table.last(table.tavern))
    assert await table.bot.play.due() == []
    assert "nothing is waiting" in said(await table.deacon.slash(table.tavern, "waiting"))
    choices = await table.gm.autocomplete(table.tavern, "campaign unbind", "channel", "deleted")
    assert [each["name"] for each in choices] == [f"deleted channel ({table.channel.id})"]
    unbound = await table.gm.slash(table.tavern, "campaign unbind", channel=choices[0]["value"])
    assert "The campaign is no longer played in" in said(unbound)


async def test_where_every_channel_is_deleted_nothing_is_tried_for_ever(table: Table) -> None:
    for channel in (table.channel, table.secret):
        table.env.backend.delete_channel(channel.id)
    request = Request(1, table.guild.id, table.channel.id)
    await table.bot.play.act(Actor(table.gm.id), request, RenameCampaign("Embers"))
    await table.settle()
    await table.settle()
    assert await table.bot.play.due() == []


async def test_a_campaign_without_any_channel_is_found_by_name_and_bound_anew(table: Table) -> None:
    gone = await table.gm.slash(table.channel, "campaign unbind", channel=str(table.channel.id))
    assert "It has no channel now. Give it one with `/campaign bind`, filling in `campaign`." in said(gone)
    info = said(await table.deacon.slash(table.tavern, "campaign info", campaign="Ashes"))
    assert "It has no channel now" in info
    assert await names(table.stranger, table.tavern, "campaign info") == []
    await table.gm.slash(table.tavern, "campaign bind", channel=table.tavern, campaign="Ashes")
    assert "Evander" in said(await table.deacon.slash(table.tavern, "sk sheet"))


async def test_a_bot_thrown_out_and_asked_in_again_finds_everything(table: Table) -> None:
    backend = table.env.backend
    backend.emit("GUILD_DELETE", {"id": str(table.guild.id)})
    await table.settle()
    assert list(table.bot.guilds) == []
    backend.emit("GUILD_CREATE", guild_create_payload(backend, backend.guilds[table.guild.id]))
    await table.settle()
    assert "Evander" in said(await table.deacon.slash(table.channel, "sk sheet"))
    assert (await table.gm.slash(table.channel, "campaign bind", channel=table.tavern)).response is not None
    assert f"<#{table.tavern.id}>" in said(await table.wren.slash(table.tavern, "campaign info"))


async def test_without_a_campaign_those_the_asker_may_see_are_listed_also_where_they_are_many(
    table: Table,
) -> None:
    # A channel without a campaign lists only those the asker may see.
    managers = table.guild.roles["Managers"]
    hidden = table.guild.create_text_channel("council", overwrites=only_for(table.guild, managers))
    await table.gm.slash(hidden, "campaign create", name="Hidden", **CAMPAIGN)
    listed = said(await table.stranger.slash(table.tavern, "sk sheet"))
    assert f"• Ashes in <#{table.channel.id}>" in listed
    assert "Hidden" not in listed
    assert "Hidden" in said(await table.gm.slash(table.tavern, "sk sheet"))
    refused = await table.stranger.slash(table.tavern, "campaign info", campaign="Hidden")
    assert "There's no campaign called" in said(refused)

    # Of many campaigns the list folds and a part of the name finds one.
    for number in range(26):
        channel = table.guild.create_text_channel(f"room-{number}")
        await table.gm.slash(channel, "campaign create", name=f"Tale {number:02}", **CAMPAIGN)
    listed = said(await table.stranger.slash(table.tavern, "campaign info"))
    assert "… and 17 more" in listed
    assert len(await names(table.stranger, table.tavern, "campaign info")) == 25
    assert await names(table.stranger, table.tavern, "campaign info", "e 25") == ["Tale 25"]
