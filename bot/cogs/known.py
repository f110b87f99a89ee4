"""The server's campaigns as the asker may know of them: in lists, by name, and where a channel has none."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.people import Standing
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Known, Request
from bot.systems.table.words import campaigns as words
from bot.ui.card import Card
from bot.ui.places import is_seen
from bot.ui.text import bare, safe

MOST_LISTED = 10


def runs(known: Known, interaction: Interaction) -> bool:
    """Whether the asker may bind, archive and restore it."""
    return known.standing is Standing.GAME_MASTER or interaction.permissions.manage_guild


def _is_listed(known: Known, interaction: Interaction) -> bool:
    is_in = known.standing is not Standing.OUTSIDER or runs(known, interaction)
    return is_in or any(is_seen(interaction, channel) for channel in known.channels)


async def listed(
    desk: Desk, interaction: Interaction, part: str = "", *, archived: bool = False
) -> list[Known]:
    """The campaigns with that piece in their name that the asker may know of, those in play first."""
    actor, request = actor_of(interaction), request_of(interaction)
    known = await desk.play.known_campaigns(actor, request, part, archived=archived)
    return [each for each in known if _is_listed(each, interaction)]


async def named(desk: Desk, interaction: Interaction, text: str) -> Known:
    """The campaign of that id or name, archived or not. Raises RuleViolation."""
    wanted = text.strip().casefold()
    found = await listed(desk, interaction, text, archived=True)
    exact = [each for each in found if each.id == text.strip() or each.name.casefold() == wanted]
    if len(exact) != 1:
        raise RuleViolation(words.unknown_campaign(safe(text, 60)))
    return exact[0]


async def id_of(desk: Desk, interaction: Interaction, text: str | None) -> str | None:
    """The id of the campaign named, or None for the channel's own. Raises RuleViolation."""
    return (await named(desk, interaction, text)).id if text is not None else None


async def suggested(
    desk: Desk,
    interaction: Interaction,
    typed: str,
    *,
    archived: bool | None = None,
    run_by_asker: bool = False,
) -> Choices:
    """Campaigns for an autocomplete: of both sorts, or only those archived or in play."""

    async def find() -> list[tuple[str, str]]:
        found = await listed(desk, interaction, typed, archived=archived is not False)
        return [
            (bare(each.name) + (words.ARCHIVED_MARK if each.is_archived else ""), each.id)
            for each in found
            if archived in (None, each.is_archived) and (not run_by_asker or runs(each, interaction))
        ]

    return await desk.suggest(interaction, find)


async def no_campaign(desk: Desk, interaction: Interaction) -> Card:
    """What this channel lacks, and where the server's campaigns are, as far as the asker may know."""
    found = await listed(desk, interaction, archived=True)
    here = request_of(interaction).places
    resting = [each for each in found if each.is_archived and set(here).intersection(each.channels)]
    playing = [each for each in found if not each.is_archived]
    lines = [words.NO_CAMPAIGN_HERE, *(words.was_here(safe(each.name)) for each in resting)]
    if playing:
        lines.append(words.HOW_TO_BIND)
    lines += [_line(interaction, each) for each in playing[:MOST_LISTED]]
    if len(playing) > MOST_LISTED:
        lines.append(words.more(len(playing) - MOST_LISTED))
    return Card(words.NO_CAMPAIGN, tuple(lines))


def _line(interaction: Interaction, known: Known) -> str:
    seen = [f"<#{channel}>" for channel in known.channels if is_seen(interaction, channel)]
    return words.listed(safe(known.name), " ".join(seen))


def place_name(guild: discord.Guild | None, channel: int) -> str:
    """A channel's mention, or that it is gone."""
    known = guild is not None and guild.get_channel(channel) is not None
    return f"<#{channel}>" if known else words.deleted_channel(channel)


def request_for(interaction: Interaction, campaign: str | None) -> Request:
    """The request, for the campaign of that id where one was named."""
    return replace(request_of(interaction), campaign=campaign)
