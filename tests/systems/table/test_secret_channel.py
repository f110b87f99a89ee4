"""Who reads the game masters' channel: what is secret waits while anybody else could read it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import sqlalchemy as sa
from simcord import ChannelHandle, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.storage.address import Address
from bot.storage.models import outbox
from tests.faults import Clock
from tests.systems.table.test_campaign_places import allow
from tests.tables import Table, only_for, open_table, reply_of, said, text

VIEW = discord.Permissions.view_channel.flag
CANARY = "kzsecret"
ASKED = "Not only game masters can read this channel"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def timed(sqlite_address: Address, clock: Clock) -> AsyncIterator[Table]:
    async with open_table(sqlite_address, now=clock) as table:
        yield table


async def roll(table: Table, note: str = CANARY, by: MemberActor | None = None) -> Any:
    """Roll what the game masters alone may see."""
    result = await (by or table.gm).slash(table.channel, "roll", dice=f"d20 {note}", secrecy="gm")
    await table.settle()
    return result


async def let_see(table: Table, who: Any, kind: OverwriteType, channel: ChannelHandle | None = None) -> None:
    """Open the game masters' channel to a role or a person, in Discord's settings."""
    place = channel or table.secret
    table.env.backend.set_overwrite(place.id, Overwrite(target_id=who.id, type=kind, allow=VIEW, deny=0))
    await table.settle()


async def close(table: Table, who: Any) -> None:
    """And take that back."""
    table.env.backend.delete_overwrite(table.secret.id, who.id)
    await table.settle()


def told(table: Table, channel: ChannelHandle | None = None) -> str:
    """All that the game masters' channel shows."""
    return "\n".join(map(text, table.messages(channel or table.secret)))


def question(table: Table, channel: ChannelHandle | None = None) -> discord.Message:
    """The newest question who may read it."""
    return [each for each in table.messages(channel or table.secret) if ASKED in text(each)][-1]


async def reopened(table: Table, *, way: str) -> tuple[Any, str]:
    """Open the channel to somebody who doesn't lead, in one of the ways there are: to whom, by what name."""
    guests = table.guild.create_role("Guests")
    if way == "a role's overwrite":
        await let_see(table, guests, OverwriteType.ROLE)
        return guests, "the role Guests"
    if way == "a person's overwrite":
        await let_see(table, table.stranger, OverwriteType.MEMBER)
        return table.stranger, "Stranger"
    if way == "a role's permission":
        everyone = table.guild.default_role
        table.env.backend.edit_role(table.guild.id, everyone.id, {"permissions": _without_view()})
        table.env.backend.delete_overwrite(table.secret.id, everyone.id)
        await let_see(table, everyone, OverwriteType.ROLE, table.channel)
        table.env.backend.edit_role(table.guild.id, guests.id, {"permissions": VIEW})
        await table.settle()
        return guests, "the role Guests"
    await let_see(table, table.guild.default_role, OverwriteType.ROLE)
    return table.guild.default_role, "everybody on this server"


def _without_view() -> int:
    return discord.Permissions(use_application_commands=True, send_messages=True).value


WAYS = ("a role's overwrite", "a person's overwrite", "a role's permission", "everybody")


@pytest.mark.parametrize("way", WAYS)
async def test_a_secret_waits_while_somebody_else_can_read_the_channel(table: Table, way: str) -> None:
    who, name = await reopened(table, way=way)
    players_read = len(table.messages())
    await roll(table)
    assert CANARY not in told(table)
    # It says who can read it, by name: nobody of them is called, and a game master is asked once.
    card = question(table)
    assert name in text(card)
    assert [user.id for user in card.mentions] in ([], [table.gm.id])
    assert f"<@&{who.id}>" not in text(card)
    assert f"<@{who.id}>" not in text(card)
    # The players' channel doesn't wait for it.
    assert len(table.messages()) == players_read + 1
    await roll(table)
    assert told(table).count(ASKED) == 1
    labels = {part.label for row in card.components for part in row.children}  # type: ignore[union-attr]
    assert ("Post anyway" in labels) == (way != "everybody")


async def test_a_game_master_decides_once_and_what_waited_appears_in_order(each_table: Table) -> None:
    table = each_table
    await let_see(table, table.wren, OverwriteType.MEMBER)
    for note in ("first", "second"):
        await roll(table, note)
    refused = await table.wren.click(question(table), label="Post anyway")
    assert refused.ephemeral
    assert "Only a game master" in said(refused)
    assert "first" not in told(table)

    await table.gm.click(question(table), label="Post anyway")
    await table.settle()
    shown = told(table)
    assert shown.index("first") < shown.index("second")
    assert "lets Wren read the game master's channel" in shown
    # It is remembered; a press that comes once more finds it settled.
    await roll(table, "third")
    assert "third" in told(table)
    assert told(table).count(ASKED) == 1


async def test_a_decision_is_about_those_readers_and_a_new_one_is_asked_about(table: Table) -> None:
    await reopened(table, way="a role's overwrite")
    await roll(table)
    await table.gm.click(question(table), label="Post anyway")
    await table.settle()

    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table, "later")
    assert "later" not in told(table)
    assert "Wren" in text(question(table))
    assert "Guests" not in text(question(table))
    await table.gm.click(question(table), label="Post anyway")
    await table.settle()
    assert "later" in told(table)


async def test_a_question_that_is_about_one_more_calls_a_game_master_again(table: Table) -> None:
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table)
    first = question(table)
    await let_see(table, table.deacon, OverwriteType.MEMBER)
    await roll(table, "later")
    second = question(table)
    assert second.id != first.id
    assert [user.id for user in second.mentions] == [table.gm.id]


async def test_a_player_who_is_given_a_role_that_reads_it_is_noticed(timed: Table, clock: Clock) -> None:
    guests, _ = await reopened(timed, way="a role's overwrite")
    await roll(timed)
    await timed.gm.click(question(timed), label="Post anyway")
    await timed.settle()
    timed.env.backend.add_member_role(timed.guild.id, timed.deacon.id, guests.id)
    await timed.settle()
    # As their next interaction brings it …
    await timed.deacon.slash(timed.channel, "campaign players")
    await roll(timed, "later")
    assert "later" not in told(timed)
    assert "Deacon" in text(question(timed))
    # … or, where they do nothing, ten minutes after they were seen last.
    timed.env.backend.add_member_role(timed.guild.id, timed.wren.id, guests.id)
    clock.move(minutes=11)
    await roll(timed, "latest")
    assert "Wren" in text(question(timed))
    assert "latest" not in told(timed)


async def test_who_joins_and_can_read_it_is_noticed(table: Table) -> None:
    guests, _ = await reopened(table, way="a role's overwrite")
    table.env.backend.add_member_role(table.guild.id, table.stranger.id, guests.id)
    await roll(table)
    await table.gm.click(question(table), label="Post anyway")
    await table.settle()
    await table.stranger.slash(table.channel, "campaign join")
    await roll(table, "later")
    assert "later" not in told(table)
    assert "Stranger" in text(question(table))


async def test_whoever_administers_the_server_holds_nothing_back_and_is_said_once(table: Table) -> None:
    role = table.guild.create_role("Owners", permissions=discord.Permissions(administrator=True))
    table.guild.add_member(table.env.create_user("Ines"), roles=[role])
    await roll(table)
    assert CANARY in told(table)
    assert ASKED not in told(table)
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    bound = await table.gm.slash(table.channel, "campaign bind", channel=table.secret, for_game_masters=True)
    (private,) = bound.followups
    assert private.ephemeral
    says = "Whoever administers the server can read the secrets too: the role Managers and the role Owners."
    assert says in text(private).replace(
        "the role Owners and the role Managers", "the role Managers and the role Owners"
    )


async def test_the_role_of_waypost_itself_is_nobodys(table: Table) -> None:
    me = table.guild.me
    assert me is not None
    own = next(role for role in me.roles if role.managed)
    await let_see(table, own, OverwriteType.ROLE)
    await roll(table)
    assert CANARY in told(table)


async def test_a_channel_that_others_read_is_bound_with_a_word(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    await let_see(table, table.wren, OverwriteType.MEMBER)
    bound = await table.gm.slash(table.channel, "campaign bind", channel=table.secret, for_game_masters=True)
    (private,) = bound.followups
    assert (
        "Not only game masters can read where the secrets go: Wren. They wait until a game master decides"
        in text(private)
    )
    await table.settle()
    # It is asked at once, and not only when the first secret comes.
    assert "Wren" in text(question(table))


async def test_what_waits_outlives_a_restart_and_appears_once_the_channel_is_closed(timed: Table) -> None:
    await let_see(timed, timed.wren, OverwriteType.MEMBER)
    await roll(timed, "first")
    await timed.restart()
    await roll(timed, "second")
    assert "first" not in told(timed)
    assert told(timed).count(ASKED) == 1
    await close(timed, timed.wren)
    # By a press; without one, within ten minutes.
    pressed = await timed.gm.click(question(timed), label="Check again")
    assert "Nobody but game masters reads" in said(pressed)
    await timed.settle()
    shown = told(timed)
    assert shown.index("first") < shown.index("second")
    assert not question(timed).components


async def test_once_closed_what_waited_appears_by_itself_before_what_comes_next(table: Table) -> None:
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table, "first")
    await close(table, table.wren)
    await roll(table, "second")
    shown = told(table)
    assert shown.index("first") < shown.index("second")

    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table, "third")
    await close(table, table.wren)
    await table.env.advance_time(601)
    await table.settle()
    assert "third" in told(table)


async def test_a_secret_goes_to_another_channel_and_nothing_more_appears_in_the_first(table: Table) -> None:
    (managers,) = [role for name, role in table.guild.roles.items() if name == "Managers"]
    vault = table.guild.create_text_channel("vault", overwrites=only_for(table.guild, managers))
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table)
    asked = await table.gm.click(question(table), label="Another channel…")
    assert asked.ephemeral
    await table.gm.select(reply_of(asked), values=[str(vault.id)])
    await table.settle()
    assert CANARY in told(table, vault)
    assert CANARY not in told(table)
    again = await table.gm.select(reply_of(asked), values=[str(vault.id)])
    assert "Secrets can't go there" in said(again)
    await roll(table, "later")
    assert "later" in told(table, vault)
    # The question is settled.
    assert not question(table).components


async def test_a_channel_is_made_instead_and_a_second_press_makes_none(table: Table) -> None:
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table)
    asked = await table.gm.click(question(table), label="Another channel…")
    for _ in range(2):
        await table.gm.click(reply_of(asked), label="Make a game master's channel")
        await table.settle()
    (made,) = [channel for name, channel in table.guild.channels.items() if name == "game-master-ashes"]
    assert CANARY in told(table, made)
    assert CANARY not in told(table)


async def test_a_card_in_the_channel_is_not_redrawn_while_others_read_it(timed: Table, clock: Clock) -> None:
    await timed.gm.slash(timed.channel, "campaign board")
    await timed.settle()
    await let_see(timed, timed.wren, OverwriteType.MEMBER)
    await roll(timed, "first")
    before = [text(each) for each in timed.messages(timed.secret) if ASKED not in text(each)]
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await timed.gm.slash(timed.channel, "sk challenge", **challenge)
    clock.move(seconds=12)
    await timed.settle()
    after = [text(each) for each in timed.messages(timed.secret) if ASKED not in text(each)]
    assert after == before
    await timed.gm.click(question(timed), label="Post anyway")
    clock.move(seconds=12)
    await timed.settle()
    assert "Leap" in told(timed)


async def test_a_deleted_channel_keeps_what_waited_for_the_next_one(table: Table) -> None:
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table, "first")
    table.env.backend.delete_channel(table.secret.id)
    await table.settle()
    await roll(table, "second")
    (managers,) = [role for name, role in table.guild.roles.items() if name == "Managers"]
    vault = table.guild.create_text_channel("vault", overwrites=only_for(table.guild, managers))
    await table.gm.slash(table.channel, "campaign bind", channel=vault, for_game_masters=True)
    await table.settle()
    shown = told(table, vault)
    assert shown.index("first") < shown.index("second")
    assert "Who can read" not in said(await table.gm.slash(table.channel, "waiting"))


async def test_what_came_of_a_press_there_is_told_privately_while_another_reads_it(table: Table) -> None:
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table)
    await let_see(table, table.stranger, OverwriteType.MEMBER)
    pressed = await table.gm.click(question(table), label="Post anyway")
    await table.settle()
    assert pressed.ephemeral
    assert "lets Wren read" in said(pressed)
    assert CANARY not in told(table)
    assert "Stranger" in text(question(table))


async def test_players_learn_nothing_of_the_question(table: Table) -> None:
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table)
    assert "Secrets wait" in said(await table.gm.slash(table.channel, "waiting"))
    for path in ("waiting", "journal"):
        told_ = said(await table.deacon.slash(table.channel, path))
        assert "Secrets wait" not in told_
        assert "game master's channel" not in told_


async def test_a_server_check_names_who_else_reads_it(table: Table) -> None:
    await reopened(table, way="a role's overwrite")
    shown = said(await table.admin.slash(table.tavern, "server check"))
    assert "Not only game masters can read where the secrets go: the role Guests." in shown
    assert f"✅ **<#{table.secret.id}>**" not in shown
    assert "Whoever administers the server can read the secrets too: the role Managers." in shown
    await roll(table)
    await table.gm.click(question(table), label="Post anyway")
    shown = said(await table.admin.slash(table.tavern, "server check"))
    assert "A game master lets others read the secrets: the role Guests." in shown


async def test_a_roll_in_the_open_asks_nobody_who_reads_what(table: Table) -> None:
    asked = []
    fetch = discord.Guild.fetch_member

    async def counted(guild: discord.Guild, member_id: int) -> discord.Member:
        asked.append(member_id)
        return await fetch(guild, member_id)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.Guild, "fetch_member", counted)
        await let_see(table, table.gm, OverwriteType.MEMBER)
        await table.restart()
        await table.deacon.slash(table.channel, "roll", dice="d20")
        await table.settle()
        assert asked == []
        await roll(table)
        await roll(table)
    # Each player is asked for once in ten minutes, and who leads never.
    assert sorted(asked) == sorted((table.deacon.id, table.wren.id))


# -- a channel that Waypost made ------------------------------------------------------------------------


async def made_channel(table: Table) -> ChannelHandle:
    """The game masters' channel of another campaign, made with a press."""
    created = await table.gm.slash(table.tavern, "campaign create", name="Embers", game="second_kingdom")
    await table.gm.click(created.followups[0], label="Make a game master's channel")
    await table.settle()
    return next(channel for name, channel in table.guild.channels.items() if name == "game-master-embers")


def reads(table: Table, channel: ChannelHandle, who: Any) -> bool:
    """Whether the channel itself lets them in."""
    place = table.env.bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    return place.overwrites_for(discord.Object(who.id)).view_channel is True


async def test_a_made_channel_follows_an_undo_and_a_redo(table: Table) -> None:
    made = await made_channel(table)
    await table.gm.slash(table.tavern, "campaign gm add", player=table.wren)
    await table.settle()
    assert reads(table, made, table.wren)
    # They play there as elsewhere.
    place = table.env.bot.get_channel(made.id)
    assert isinstance(place, discord.TextChannel)
    given = place.overwrites_for(discord.Object(table.wren.id))
    assert (given.send_messages, given.read_message_history) == (True, True)
    for path, reads_it in (("undo", False), ("redo", True)):
        shown = await table.gm.slash(table.tavern, path)
        await table.gm.click(reply_of(shown))
        await table.settle()
        assert reads(table, made, table.wren) is reads_it
    await table.gm.slash(table.tavern, "campaign gm remove", player=table.wren)
    await table.settle()
    assert not reads(table, made, table.wren)


async def test_who_leads_no_more_is_let_out_after_a_restart(table: Table) -> None:
    made = await made_channel(table)
    await table.gm.slash(table.tavern, "campaign gm add", player=table.wren)
    await table.settle()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.ui.delivery.Delivery.soon", lambda *_args, **_options: None)
        patch.setattr("bot.systems.table.campaigns.secret_commands.follow", _killed)
        await table.gm.slash(table.tavern, "campaign gm remove", player=table.wren)
    assert reads(table, made, table.wren)
    await table.restart()
    assert not reads(table, made, table.wren)


async def _killed(*_args: Any) -> bool:
    raise OSError("killed")


async def test_where_waypost_may_not_change_it_secrets_wait_and_it_is_said_by_whom(table: Table) -> None:
    made = await made_channel(table)
    await table.gm.slash(table.tavern, "campaign gm add", player=table.wren)
    await table.settle()
    everything = discord.Permissions.all()
    allow(table, discord.Permissions.text())
    removed = await table.gm.slash(table.tavern, "campaign gm remove", player=table.wren)
    await table.settle()
    assert f"{table.wren.mention} can still read" in said(removed)
    assert reads(table, made, table.wren)
    # Nothing that comes now is shown to who was removed.
    await table.gm.slash(table.tavern, "roll", dice=f"d20 {CANARY}", secrecy="gm")
    await table.settle()
    assert CANARY not in told(table, made)
    assert "Wren" in text(question(table, made))

    pressed = await table.gm.click(question(table, made), label="Update the channel")
    assert "Waypost isn't allowed to change who reads it" in said(pressed)
    assert "The server's owner can do that" in said(pressed)
    assert reads(table, made, table.wren)

    allow(table, everything)
    pressed = await table.gm.click(question(table, made), label="Update the channel")
    await table.settle()
    assert not reads(table, made, table.wren)
    assert CANARY in told(table, made)


async def test_a_new_game_master_whom_waypost_may_not_let_in_is_let_in_by_others_or_later(
    table: Table,
) -> None:
    made = await made_channel(table)
    everything = discord.Permissions.all()
    allow(table, discord.Permissions.text())
    added = await table.gm.slash(table.tavern, "campaign gm add", player=table.wren)
    pressed = await table.gm.click(added.followups[-1], label="Update the channel")
    assert "turn on View Channel for the game masters" in said(pressed)
    assert not reads(table, made, table.wren)

    # The answer has the button that it names.
    allow(table, everything)
    pressed = await table.gm.click(reply_of(pressed), label="Update the channel")
    assert "Nobody but game masters reads" in said(pressed)
    assert reads(table, made, table.wren)


async def test_what_was_delivered_from_the_outbox_leaves_no_row_behind(table: Table) -> None:
    await made_channel(table)
    await let_see(table, table.wren, OverwriteType.MEMBER)
    await roll(table)
    await table.gm.click(question(table), label="Post anyway")
    await table.settle()
    left = sa.select(outbox).where(outbox.c.done_at.is_(None))
    assert await table.bot.database.read(lambda connection: connection.execute(left).all()) == []
