"""Whoever isn't in a campaign reads of it what the channels that they can see show, and no more."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.engine.declare import Option, options_of
from bot.engine.finders import Anywhere
from bot.engine.people import Actor, Permit
from bot.play import NoCampaign, Request
from bot.storage.address import Address
from tests.givens import commands
from tests.stages import Stage, open_stage
from tests.tables import Table, only_for, open_table, said

CANARY = "kzcloset"
LEAP = {"heroes": "Evander", "action": f"Leap {CANARY}", "virtue": "courage", "rating": 4}
VIEW = discord.Permissions.view_channel.flag


@pytest.fixture
async def closet(sqlite_address: Address) -> AsyncIterator[tuple[Table, ChannelHandle]]:
    """A campaign that is also played in a channel which only its people can see; a hero came there."""
    async with open_table(sqlite_address) as table:
        people = table.guild.create_role("Inner")
        for who in (table.gm, table.deacon, table.wren):
            table.env.backend.add_member_role(table.guild.id, who.id, people.id)
        place = table.guild.create_text_channel("closet", overwrites=only_for(table.guild, people))
        await table.settle()
        await table.gm.slash(table.channel, "campaign bind", channel=place)
        await table.deacon.slash(place, "roll", dice=f"d20 {CANARY}")
        await table.gm.slash(place, "sk challenge", **LEAP)
        await table.deacon.slash(table.channel, "roll", dice="d20 kzopen")
        await table.settle()
        yield table, place


def value(option: Option) -> Any:
    """What an outsider might type to find it."""
    if option.choices:
        return option.choices[0][0]
    if option.kind is int:
        return option.spec.least or 1
    if option.kind is bool:
        return True
    return CANARY if option.is_text else None


async def everything_shown(who: MemberActor, where: ChannelHandle) -> list[tuple[str, str]]:
    """What each command that is open to everybody says, alone and with all that can be typed."""
    found = []
    for path, command in commands().items():
        if command.may is not Permit.EVERYONE or path in ("campaign join", "campaign leave"):
            continue
        options = options_of(command.options).values()
        given = {each.name: value(each) for each in options}
        asked = [{name: each for name, each in given.items() if each is not None}]
        if not any(each.is_required for each in options):
            asked.append({})
        found += [(path, whole(await who.slash(where, path, **each))) for each in asked]
    return found


def whole(result: InteractionResult) -> str:
    """All of an answer: texts, and the labels of what can be pressed or chosen."""
    shown = [m for m in (result.response, *result.followups) if m is not None]
    return said(result) + json.dumps([m.components for m in shown], default=str)


async def test_nothing_of_a_channel_that_they_cannot_see_is_in_any_look(
    closet: tuple[Table, ChannelHandle],
) -> None:
    table, _ = closet
    await table.offer_all()
    shown = await everything_shown(table.stranger, table.channel)
    assert len(shown) > 60
    # What they typed themselves is quoted back; so it is searched for what they can't know.
    leaks = [path for path, text in shown if f"Leap {CANARY}" in text]
    assert leaks == []
    told = said(await table.stranger.slash(table.channel, "journal"))
    assert "kzopen" in told
    assert CANARY not in told
    for path in ("recap", "waiting", "campaign info", "campaign story show"):
        assert CANARY not in said(await table.stranger.slash(table.channel, path))
    records = await table.stranger.autocomplete(table.channel, "journal", "record", "")
    assert CANARY not in json.dumps(records)


async def test_who_is_in_the_campaign_or_watches_it_reads_all_of_it(
    closet: tuple[Table, ChannelHandle],
) -> None:
    table, _ = closet
    await table.stranger.slash(table.channel, "campaign join", watching=True)
    assert CANARY in said(await table.stranger.slash(table.channel, "journal"))
    assert CANARY in said(await table.stranger.slash(table.channel, "waiting"))


async def test_whoever_can_see_that_channel_reads_it_too(closet: tuple[Table, ChannelHandle]) -> None:
    table, place = closet
    let_in = Overwrite(target_id=table.stranger.id, type=OverwriteType.MEMBER, allow=VIEW, deny=0)
    table.env.backend.set_overwrite(place.id, let_in)
    await table.settle()
    assert CANARY in said(await table.stranger.slash(table.channel, "journal"))


class Closed(Anywhere):
    """A server of which the asker sees no channel."""

    def is_seen(self, channel: int) -> bool:
        """They don't."""
        return False


async def test_a_button_that_names_a_campaign_tells_nothing_to_who_sees_no_channel_of_it(
    sqlite_address: Address,
) -> None:
    async with open_stage(sqlite_address) as stage:
        await _look_from_elsewhere(stage)


async def _look_from_elsewhere(stage: Stage) -> None:
    seen = await stage.bot.play.look(Actor(stage.gm.id), stage.request())
    elsewhere = Request(2, stage.world.guild_id, stage.world.channels[2].id, campaign=seen.campaign_id)
    assert (await stage.bot.play.look(Actor(stage.stranger.id), elsewhere)).campaign.name == "Ashes"
    # Its journal is read by strangers where it is kept, and by who is in it from anywhere.
    assert (await stage.bot.play.journal(Actor(stage.gm.id), elsewhere)).entries
    with pytest.raises(NoCampaign):
        await stage.bot.play.journal(Actor(stage.stranger.id), elsewhere)
    closed = replace(elsewhere, server=Closed())
    with pytest.raises(NoCampaign):
        await stage.bot.play.look(Actor(stage.stranger.id), closed)
    assert (await stage.bot.play.look(Actor(stage.deacon.id), closed)).campaign.name == "Ashes"
