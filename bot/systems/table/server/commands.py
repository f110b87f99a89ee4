"""`/server check`: what the bot may do in the campaigns' channels, what lacking it costs, and a try of it."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator

import discord

from bot.engine.campaign import Campaign
from bot.engine.card import Attachment, Button, Card, Pick, Select, Tone
from bot.engine.declare import Options, Place, option
from bot.engine.pages import Turns
from bot.engine.people import WHO_MAY, Permit, Standing, may_use, only
from bot.engine.text import Safe, T, refused
from bot.systems.table.campaigns.secret_commands import readers_told
from bot.ui.card import message_of
from bot.ui.commands import handler
from bot.ui.controls import ID, button, number, select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of
from bot.ui.pages import PHONE, in_pages
from bot.ui.places import PERMISSIONS, Permission, is_seen, missing
from bot.ui.places import Place as GuildPlace
from bot.ui.readers import Found
from bot.ui.reply import NETWORK, Reply
from bot.ui.text import bare

CHECK, TRY = "check", "try_channel"


class CheckOptions(Options):
    """The channel to check."""

    channel: Place | None = option(
        "A channel, in a campaign or not; leave out for all campaign channels", default=None
    )


@handler("server check", may=Permit.ADMINS)
async def check(dispatcher: Dispatcher, reply: Reply, options: CheckOptions) -> None:
    """See what Waypost is allowed to do in the campaigns' channels, and test it"""
    await reply.private(await _checked(dispatcher, reply, options.channel or 0))


@button(CHECK, may=Permit.ADMINS)
async def _turn(dispatcher: Dispatcher, reply: Reply, channel: str, page: int) -> Card:
    """Show the check of a channel again, or another page of it."""
    return await _checked(dispatcher, reply, number(channel, ID), page)


@select(TRY, may=Permit.ADMINS)
async def _try(_dispatcher: Dispatcher, reply: Reply, chosen: str) -> Card:
    """Try all that can be tried in that channel, and take it away again."""
    _require_admin(reply.interaction)
    channel = number(chosen, ID)
    place = _place(reply.interaction, channel)
    if not is_seen(reply.interaction, channel) or not isinstance(place, discord.TextChannel):
        raise refused("check.not_here", "You can only test this in a text channel that you can see.")
    lines = await _tried(place)
    again = Button(T("All channels").plain(), CHECK, ("0", "0"))
    return Card(T("Tested in #{name}")(name=bare(place.name)), tuple(lines), buttons=(again,))


def _require_admin(interaction: Interaction) -> None:
    if not may_use(Permit.ADMINS, Standing.OUTSIDER, actor_of(interaction)):
        raise only(WHO_MAY[Permit.ADMINS])


def _place(interaction: Interaction, channel: int) -> GuildPlace | None:
    return interaction.guild.get_channel(channel) if interaction.guild is not None else None


# -- what is set --------------------------------------------------------------------


async def _checked(dispatcher: Dispatcher, reply: Reply, channel: int, page: int = 0) -> Card:
    """What the bot lacks, channel by channel. Raises NotAllowed."""
    _require_admin(reply.interaction)
    lines, tried = list[str](), list[Pick]()
    played = await _played_in(dispatcher, reply.interaction, channel)
    games = {game for _, campaign in played if campaign is not None for game in campaign.systems}
    if why := dispatcher.why_lacking(reply.interaction.guild_id or 0, games):
        lines.append(T("⛔ {why}")(why=why()))
    for place, campaign in played:
        found = _place(reply.interaction, place)
        readers = await _readers(dispatcher, found, campaign)
        lines += _told(place, found, campaign, readers, is_seen=is_seen(reply.interaction, place))
        if isinstance(found, discord.TextChannel) and is_seen(reply.interaction, place):
            name = campaign.name if campaign is not None else ""
            tried.append(Pick(str(place), f"#{bare(found.name)}", name))
    if not lines:
        lines = [
            T("No campaign has a channel here yet. You can still check one: `/server check channel:`.")()
        ]
    lists = (Select(T("Test a channel…").plain(), TRY, tuple(tried)),) if tried else ()
    card = Card(T("Waypost's permissions")(), tuple(lines), selects=lists)
    return in_pages(card, Turns(CHECK, (str(channel),)), page, is_plain=reply.is_plain, most=PHONE)


async def _played_in(
    dispatcher: Dispatcher, interaction: Interaction, channel: int
) -> list[tuple[int, Campaign | None]]:
    """Every channel of every campaign that is played, or only that one, with the campaign it belongs to."""
    found: list[tuple[int, Campaign | None]] = []
    for known in await dispatcher.campaigns(interaction, archived=False):
        campaign = (await dispatcher.look(interaction, campaign=known.id)).campaign
        found += [(place, campaign) for place in campaign.places]
    return [each for each in found if each[0] == channel] or [(channel, None)] if channel else found


async def _readers(dispatcher: Dispatcher, place: GuildPlace | None, campaign: Campaign | None) -> Found:
    """Who reads the campaign's secrets besides its game masters; of any other channel that is no matter."""
    if place is None or campaign is None or place.id != campaign.game_master_channel:
        return Found()
    return await dispatcher.delivery.secrecy.readers.find(place, campaign)


def _told(
    channel: int,
    place: GuildPlace | None,
    campaign: Campaign | None,
    readers: Found,
    *,
    is_seen: bool,
) -> Iterator[str]:
    of = T(" ({name:60})")(name=campaign.name) if campaign is not None else ""
    if place is None:
        gone = T("⛔ A deleted channel{of}. Remove it with `/campaign unbind`.")
        yield gone(of=of)
        return
    is_secret = campaign is not None and campaign.game_master_channel == channel
    lacks = [each for each in missing(place) if not _is_done_with(each, campaign)]
    is_fit = all(each.is_spare for each in lacks)
    is_read = campaign is not None and bool(readers.undecided(campaign, channel))
    mark = "⛔" if not is_fit else "⚠" if is_read else "✅"
    name = T("{channel:#}")(channel=channel)
    if not is_seen:
        name = T("the game masters' channel")() if is_secret else T("a channel you can't read")()
    yield T("{mark} **{name}**{of}")(mark=Safe(mark), name=name, of=of)
    for each in lacks:
        says = T("• No *{title}* (optional): {cost}") if each.is_spare else T("• No *{title}*: {cost}")
        yield says(title=each.title, cost=each.cost)
    if campaign is not None:
        yield from (T("• {line}")(line=Safe(each)) for each in readers_told(readers, campaign, channel))


def _is_done_with(asked: Permission, campaign: Campaign | None) -> bool:
    """Whether it is asked for a game master's channel, and there is one already."""
    has_one = campaign is None or campaign.game_master_channel is not None
    return has_one and asked is PERMISSIONS["manage_channels"]


# -- what really works --------------------------------------------------------------

TRIED = T("Waypost is testing its permissions here. This message will disappear.")


async def _tried(place: discord.TextChannel) -> list[str]:
    """What came of each thing, and nothing of it is left; nobody is notified."""
    card = Card(lines=(TRIED(),), tone=Tone.QUIET, file=Attachment("try.txt", TRIED.plain().encode()))
    try:
        sent = await place.send(silent=True, **message_of(card))
    except NETWORK as error:
        return [_refused(T("Post a card with a file"), error)]
    lines = [_done(T("Post a card with a file"))]
    lines.append(await _outcome(T("Read its own messages"), place.fetch_message(sent.id)))
    lines.append(
        T("➖ Start a thread: not tested, because it would leave a trace. The channel's settings decide.")()
    )
    lines.append(await _outcome(T("Delete its own message"), sent.delete()))
    return lines


async def _outcome(what: T, trying: Awaitable[object]) -> str:
    try:
        await trying
    except NETWORK as error:
        return _refused(what, error)
    return _done(what)


def _done(what: T) -> str:
    return T("✅ {what}")(what=what)


def _refused(what: T, error: BaseException) -> str:
    """What Discord says, in its own words."""
    why = (
        error.text
        if isinstance(error, discord.HTTPException) and error.text
        else T("it could not be reached")
    )
    return T("⛔ {what}: Discord says “{why}”")(what=what, why=why)
