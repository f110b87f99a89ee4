"""A card's picture reaches Discord whichever way the card is shown, and goes when the card has none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from simcord import ChannelHandle, Env, MemberActor

from bot.engine.card import Button, Card, Picture
from bot.ui.card import ALT, LastingButton, edit_of, file_of, message_of
from bot.ui.charts import odds
from bot.ui.reply import Reply

PNG = odds({1: Fraction(1, 2), 2: Fraction(1, 2)}, title="coin")
SHOWN = Card("A coin", picture=Picture("odds.png", PNG, "One in two."), buttons=(Button("Less", "less"),))
Room = tuple[Env, ChannelHandle, MemberActor]
BARE = Card("A coin", buttons=(Button("More", "more"),))


class Renderer(commands.Bot):
    """Shows the card in each way that a reply has."""

    def __init__(self) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents.default())

    async def setup_hook(self) -> None:
        self.add_dynamic_items(LastingButton)
        for way in ("private", "public", "late"):
            self.tree.add_command(app_commands.Command(name=way, description=way, callback=self._show))
        await self.tree.sync()

    async def _show(self, interaction: discord.Interaction[Any]) -> None:
        assert interaction.command is not None
        way = interaction.command.name
        if way == "late":
            await interaction.response.defer(ephemeral=True, thinking=True)
        async with Reply(interaction) as reply:
            await (reply.public(SHOWN) if way == "public" else reply.private(SHOWN))

    async def pressed(self, interaction: discord.Interaction[Any], name: str) -> None:
        """Redraw the message with the picture, or without."""
        async with Reply(interaction) as reply:
            await reply.update(SHOWN if name == "more" else BARE)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    env = Env(Renderer(), check_errors=False)
    await env.start()
    guild = env.create_guild("The Lantern Inn")
    channel = guild.create_text_channel("table")
    yield env, channel, guild.add_member(env.create_user("Wren"))
    await env.shutdown()


def last(channel: ChannelHandle) -> discord.Message:
    """The newest message there."""
    assert channel.last_message is not None
    return channel.last_message


def check(message: Any) -> None:
    """The message shows the picture in its embed, with its words, and nothing beside it."""
    (file,) = message.attachments
    assert (file.filename, file.description, file.size) == ("odds.png", "One in two.", len(PNG))
    assert message.embeds[0].image.url in ("attachment://odds.png", file.url)


@pytest.mark.parametrize("way", ["private", "public", "late"])
async def test_a_reply_shows_it(room: Room, way: str) -> None:
    _, channel, wren = room
    result = await wren.slash(channel, way)
    shown = [message for message in (result.response, *result.followups) if message and message.embeds]
    assert len(shown) == 1
    check(shown[0])


async def test_a_press_takes_it_away_and_brings_it_back(room: Room) -> None:
    _, channel, wren = room
    await wren.slash(channel, "public")
    await wren.click(last(channel), label="Less")
    assert not last(channel).attachments
    assert last(channel).embeds[0].image.url is None
    await wren.click(last(channel), label="More")
    check(last(channel))


async def test_a_post_and_its_redrawing_show_it(room: Room) -> None:
    env, channel, _ = room
    place: Any = env.bot.get_channel(channel.id)
    posted = await place.send(nonce="waypost-1", **message_of(BARE))
    await place.get_partial_message(posted.id).edit(**edit_of(SHOWN))
    check(last(channel))
    await place.get_partial_message(posted.id).edit(**edit_of(BARE))
    assert not last(channel).attachments
    await place.send(nonce="waypost-2", **message_of(SHOWN))
    check(last(channel))


def test_an_edit_names_the_files_that_stay() -> None:
    assert "file" not in edit_of(SHOWN)
    assert [file.filename for file in edit_of(SHOWN)["attachments"]] == ["odds.png"]
    assert edit_of(BARE)["attachments"] == []


def test_words_too_long_for_discord_are_cut() -> None:
    assert SHOWN.picture is not None
    file = file_of(replace(SHOWN.picture, alt="x" * 5000))
    assert file.description is not None
    assert len(file.description) == ALT


def test_a_plain_card_says_the_picture_in_words() -> None:
    sent = message_of(replace(SHOWN, is_plain=True))
    assert "file" not in sent
    assert "One in two." in sent["content"]
