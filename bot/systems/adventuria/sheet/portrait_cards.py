"""The part of `/adv` about portraits, and where a card finds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import discord

from bot.engine.card import Card, Picture
from bot.engine.declare import Action, Upload, option
from bot.engine.event import sentence
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.play import Post, RecordView
from bot.systems.adventuria.adventurer import MEANT
from bot.systems.adventuria.possessions.commands import asking
from bot.systems.adventuria.sheet.rules import PortraitSet, SetPortrait
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher
from bot.ui.portrait import portrait, uploaded
from bot.ui.reply import Reply


class Portrait(Action):
    """What an adventurer is to look like."""

    adventurer: RecordId = option("Whose; your own by default", finder=MEANT)
    address: str = option("Where it is on the web: https://…", default="")
    picture: Upload | None = option("Or upload it, at most 4 MB; neither takes it away", default=None)


@handler("adv portrait", may=Permit.OWNER_OR_GAME_MASTER)
async def set_portrait(dispatcher: Dispatcher, reply: Reply, asked: Portrait) -> None:
    """Give an adventurer a portrait, or take it away"""
    # A file that came with a command is Discord's.
    data = await uploaded(cast(discord.Attachment, asked.picture)) if asked.picture is not None else ""
    await dispatcher.carry_out(reply, SetPortrait(asked.adventurer, asked.address, data))


# -- on cards ---------------------------------------------------------------------------------------


def portrait_of(record: RecordView, records: Mapping[RecordId, RecordView]) -> str | Picture | None:
    """What a card shows of an adventurer: an address, or the picture among what the record links to."""
    picture = records.get(record.state.picture)
    return portrait(record.state.portrait, picture.state.data if picture is not None else None, record.title)


def draw(post: Post) -> Card | None:
    """A new portrait, as it is now."""
    event = post.entry.event(PortraitSet)
    if event is None:
        return None
    card, shown = Card(lines=(str(sentence(event)),)), post.subject
    if shown is None:
        return card
    portrayed = replace(card, portrait=portrait_of(shown, post.records))
    # The newest card bears what is open; whoever must act was told so before.
    return replace(asking(portrayed, shown, post), asks=())
