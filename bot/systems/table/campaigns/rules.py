"""Campaigns: begun, renamed, archived and restored; where one is played, and where its secrets go."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card
from bot.engine.declare import Action, Channel, KnownCampaign, Options, Place, action, declared, look, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, KnownChannel, Pair, Server, asked_of
from bot.engine.people import Permit
from bot.engine.saying import NOTHING, Clause, Name
from bot.engine.system import ActionKind, Kind, Open, Replace, Result, World
from bot.engine.text import Safe, T, listed, of_length, refused
from bot.engine.words import bare, one_line, safe
from bot.engine.working import RecordCopy, campaign_copy, deed
from bot.errors import UserError
from bot.systems.table.board.rules import board_of, with_board
from bot.systems.table.campaigns.people import people_lines

NAME_LENGTH = 80
CAMPAIGN: Kind[Campaign] = Kind("campaign", Campaign, title=lambda state: state.name, is_divisible=True)


def _games(asker: Asker) -> list[Pair]:
    """The titles of the games that can be played, and their names."""
    return [(each.title, name) for name, each in asker.systems.items() if name != "table"]


def _game(asker: Asker, text: str, _given: Mapping[str, Any]) -> tuple[str, ...]:
    wanted, games = text.strip().casefold(), _games(asker)
    for title, name in games:
        if wanted in (name, title.casefold()):
            return (name,)
    raise refused(
        "campaign.unknown_game",
        "Waypost doesn't know that game. It knows {games:,}.",
        games=[title for title, _name in games],
    )


class CreateCampaign(Action):
    """Start a campaign in this channel, with you as its game master

    Where this channel is a forum, it is played in its posts.
    """

    name: str = option("The campaign's name, up to 80 characters")
    systems: tuple[str, ...] = option("The game you're playing", name="game", suggest=_games, means=_game)
    game_master_channel: Channel | int | None = option(
        "A channel only game masters can read, for their secrets", default=None
    )
    is_forum: bool = False
    second_game: tuple[str, ...] = option("A second game", default=(), suggest=_games, means=_game)

    def to_action(self, asker: Asker) -> CreateCampaign:
        """With both games as its systems. Raises RuleViolation for a channel that isn't fit."""
        here, secret = usable(asker.server, asker.places[-1]), self.game_master_channel
        if secret is not None and secret != here.id:
            usable(asker.server, secret, for_game_masters=True)
        systems = tuple(dict.fromkeys((*self.systems, *self.second_game)))
        return replace(self, systems=systems, second_game=(), is_forum=here.is_forum)


class CampaignCreated(Event):
    """A campaign began."""

    says = T("{game_master:@} starts the campaign “{name}” here.")
    name: str
    systems: tuple[str, ...]
    game_master: int
    channel: int
    game_master_channel: int | None = None


class RenameCampaign(Action):
    """Rename this campaign"""

    name: str = option("The campaign's new name, up to 80 characters")


class OfOwnCampaign(Action):
    """What is done to a campaign that the asker runs; which one that is, the action doesn't keep."""

    campaign: KnownCampaign | None = option(
        "The campaign; this channel's by default",
        default=None,
        kw_only=True,
        offered=lambda known: known.is_run and not known.is_archived,
    )

    def to_action(self, asker: Asker) -> Self:
        """The action, on the campaign that was named."""
        return replace(self, campaign=None)


class ArchiveCampaign(OfOwnCampaign):
    """Archive a campaign: everything is kept, and its channels are free"""


class CampaignArchived(Event):
    """The campaign rests."""

    says = T(
        "The campaign “{name}” is archived. Everything is kept, and its channels are free. `/campaign "
        "restore` brings it back."
    )
    name: str

    def foretold(self) -> T:
        """The sentence before it is done."""
        return T(
            "“{name}” will be archived: everything is kept, and its channels become free. `/campaign "
            "restore` brings it back."
        )


class RestoreCampaign(Action):
    """Bring an archived campaign back, with everything in it

    `taken` are its channels that belong to another one meanwhile.
    """

    campaign: KnownCampaign | None = option(
        "The archived campaign",
        default=None,
        is_needed=True,
        kw_only=True,
        offered=lambda known: known.is_run and known.is_archived,
    )
    taken: tuple[int, ...] = ()

    def to_action(self, asker: Asker) -> Self:
        """Without the channels that were taken meanwhile."""
        return replace(self, campaign=None, taken=self.campaign.taken if self.campaign else ())


class CampaignRestored(Event):
    """The campaign is back, in those of its channels that nobody took."""

    name: str
    channels: tuple[int, ...]
    lost: tuple[int, ...] = ()
    is_secret_lost: bool = False

    def sentence(self) -> Safe:
        """Where it is played now."""
        where = T(" It's played in {places}.")(places=_mentions(self.channels))
        taken = T(" Another campaign now has {places}.")(places=_mentions(self.lost))
        secret = T(" Another campaign now has what was the game master's channel.")
        return T("The campaign “{name}” is back, with everything in it.{where}{taken}{secret}")(
            name=self.name,
            where=where if self.channels else T(" It has no channel. Give it one with `/campaign bind`."),
            taken=taken if self.lost else "",
            secret=secret if self.is_secret_lost else "",
        )


def _mentions(channels: Sequence[int]) -> Safe:
    return Safe(" ".join(f"<#{channel}>" for channel in channels))


@action("campaign create", may=Permit.FOUNDERS, is_undoable=False, founds=True, button="Start the campaign")
def create_campaign(world: World, action: CreateCampaign, dice: Dice) -> Result:
    """Open the campaign's root record. Raises RuleViolation for a bad name or no games."""
    name = _named(action.name)
    if not action.systems:
        raise refused("campaign.no_game", "A campaign needs at least one game. Pick one from the list.")
    if action.game_master_channel == world.channel:
        raise _places_are_one(world.channel)
    state = replace(
        world.campaign,
        name=name,
        systems=action.systems,
        game_masters=(world.actor,),
        channels=(world.channel,),
        forums=(world.channel,) if action.is_forum else (),
        game_master_channel=action.game_master_channel,
    )
    created = CampaignCreated(name, action.systems, world.actor, world.channel, action.game_master_channel)
    return Result((Open(world.campaign_id, CAMPAIGN.name, state),), (created,))


def _named(text: str) -> str:
    return of_length(
        one_line(text),
        NAME_LENGTH,
        "campaign.bad_name",
        "A campaign's name can have 1 to {most} characters{given}.",
        least=1,
    )


@deed("campaign rename", on=campaign_copy, may=Permit.GAME_MASTERS_OR_ADMINS)
def rename_campaign(found: RecordCopy[Campaign], action: RenameCampaign, dice: Dice) -> None:
    """Give it that name. Raises RuleViolation for a bad name, or the same."""
    name, before = _named(action.name), found.state.name
    if name == before:
        raise refused("campaign.same_name", "It already has that name.")
    found.change(name=name)
    found.say(
        "campaign.renamed",
        T("The campaign “{before}” is now called “{after}”."),
        before=Name(before),
        after=Name(name),
    )


@deed(
    "campaign archive",
    on=campaign_copy,
    may=Permit.GAME_MASTERS_OR_ADMINS,
    where="named",
    confirms=True,
    button="Archive it",
)
def archive_campaign(found: RecordCopy[Campaign], action: ArchiveCampaign, dice: Dice) -> None:
    """Take the campaign out of play. It is the whole table's, so it asks first."""
    found.note(T("Nobody can play until it's back, and everything that's waiting stays as it is."))
    found.archive()
    found.tell(CampaignArchived(found.state.name))


@action(
    "campaign restore", may=Permit.GAME_MASTERS_OR_ADMINS, where="named", revives=True, button="Bring it back"
)
def restore_campaign(world: World, action: RestoreCampaign, dice: Dice) -> Result:
    """Bring it back into play. Raises RuleViolation where it is in play."""
    campaign, taken = world.campaign, set(action.taken)
    if not world.records[world.campaign_id].is_archived:
        raise refused("campaign.not_archived", "This campaign isn't archived.")
    secret = campaign.game_master_channel
    after = replace(
        campaign,
        channels=tuple(place for place in campaign.channels if place not in taken),
        forums=tuple(place for place in campaign.forums if place not in taken),
        game_master_channel=None if secret in taken else secret,
    )
    lost = tuple(place for place in campaign.channels if place in taken)
    told = CampaignRestored(campaign.name, after.channels, lost, is_secret_lost=secret in taken)
    return Result((Replace(world.campaign_id, after, restore=True),), (told,))


class OfCampaign(Options):
    """The campaign to look at."""

    campaign: KnownCampaign | None = option(
        "The campaign, archived or not; this channel's by default", default=None
    )


@look("campaign info", may=Permit.EVERYONE, where="named")
def info(asker: Asker, of: OfCampaign) -> Card:
    """See a campaign: who plays, where, which games, and whose turn it is"""
    lines = [*_where(asker), *people_lines(asker), "", *_whose_move(asker)]
    title = safe(asker.seen.campaign.name)
    if of.campaign is None or not of.campaign.is_archived:
        return Card(title, tuple(lines), buttons=_makes_channel(asker))
    buttons = (restores(of.campaign.id, of.campaign.name),) if of.campaign.is_run else ()
    head = T("This campaign is archived. A game master can bring it back, with everything in it.")
    if of.campaign.is_run:
        head = T("This campaign is archived. **Restore** brings it back, with everything in it.")
    return Card(title, (head(), *lines), buttons=buttons)


# The buttons that have the bot make a game master's channel, and bring an archived campaign back.
MAKE_CHANNEL, RESTORE = "make_channel", "restore"


def restores(campaign: str, name: str) -> Button:
    """The button that brings an archived campaign back."""
    return Button(T("Restore {name}").plain(name=name), RESTORE, (campaign,), is_main=True)


def makes_channel(campaign_id: str) -> Button:
    """Of which campaign the button says itself: its card may stand in another one's channel."""
    return Button(T("Make a game master's channel").plain(), MAKE_CHANNEL, (campaign_id,), is_main=True)


def _makes_channel(asker: Asker) -> tuple[Button, ...]:
    view = asker.seen
    lacks_one = view.campaign.game_master_channel is None and view.viewer.is_game_master
    return (makes_channel(view.campaign_id),) if lacks_one else ()


def _where(asker: Asker) -> list[str]:
    campaign = asker.seen.campaign
    games = listed((asker.systems[name].title for name in campaign.systems), ",")
    names = (place_name(asker, channel) for channel in campaign.channels)
    places = listed(dict.fromkeys(names), ",")
    if places:
        lines = [T("Playing {games} in {places}.")(games=games, places=places)]
    else:
        has_none = T("It has no channel now. Give it one with `/campaign bind`, filling in `campaign`.")
        lines = [T("Playing {games}.")(games=games), has_none()]
    secret = campaign.game_master_channel
    if secret is not None and asker.seen.viewer.is_game_master:
        is_seen = asker.server.is_seen(secret) or asker.server.channel(secret) is None
        says = T("The game master's secrets go to {place}.") if is_seen else UNREAD
        lines.append(says.of(None, place=place_name(asker, secret)))
    elif asker.seen.viewer.is_game_master:
        lines.append(NO_SECRET_PLACE())
    return [*lines]


# What a campaign without a game master's channel has to do without.
NO_SECRET_PLACE = T(
    "There's no game master's channel yet. Until there is, secrets only appear in the game master's journal, "
    "and rolls that game masters see but the channel doesn't are refused."
)


UNREAD = T(
    "The game master's secrets go to the game masters' channel, which you can't read. An admin can let you "
    "in: in its settings, under Permissions, View Channel."
)


def place_name(asker: Asker, channel: int) -> Safe:
    """A channel's mention, or that the asker can't read it, or that it is gone."""
    if asker.server.channel(channel) is None:
        return T("deleted channel ({channel})")(channel=str(channel))
    return Safe(f"<#{channel}>") if asker.server.is_seen(channel) else UNSEEN()


# Discord shows a number for the mention of a channel that its reader can't read.
UNSEEN = T("a channel you can't read")


def _whose_move(asker: Asker) -> list[str]:
    waiting = asker.waiting()
    if not waiting:
        return [T("Nobody's turn: nothing is waiting.")()]
    first = waiting[0]
    move = T("**Whose turn:** {who}, {since}: {label}")
    line = move(who=asked_of(first, asker.systems), since=first.ago, label=first.linked())
    if len(waiting) == 1:
        return [line]
    return [line, T("{n} more {n:thing is|things are} waiting: `/waiting`.")(n=len(waiting) - 1)]


# -- Where a campaign is played, and where its game masters' secrets go -------------


class BindChannel(OfOwnCampaign):
    """Play this campaign in another channel or forum too

    `instead_of` is the game masters' channel whose place it takes.
    """

    channel: Place | int = option("A channel, or a forum with all its posts")
    for_game_masters: bool = option(
        "For the game masters' secrets; players must not be able to read it", default=False
    )
    is_forum: bool = False
    instead_of: int | None = None

    def to_action(self, asker: Asker) -> Self:
        """Raises RuleViolation where the bot may not do what it must, and where secrets would leak."""
        place = usable(asker.server, self.channel, for_game_masters=self.for_game_masters)
        return replace(self, campaign=None, is_forum=place.is_forum)


def usable(server: Server, channel: int, *, for_game_masters: bool = False) -> KnownChannel:
    """A channel in which the bot may do what it must, and where secrets stay.

    Raises RuleViolation naming what is missing.
    """
    found = server.channel(channel)
    if found is None:
        raise refused("campaign.channel_gone", "That channel no longer exists. Pick another one.")
    if found.lacks:
        raise refused(
            "campaign.lacks_permissions",
            "Waypost needs these permissions in {channel:#}: {permissions}. Allow them in the channel's "
            "settings, under Permissions.",
            channel=channel,
            permissions=listed(found.lacks, ","),
        )
    if for_game_masters and found.is_open:
        raise refused(
            "campaign.everyone_reads",
            "Everybody can read {channel:#}, so secrets would leak. In its settings, under Permissions, "
            "turn off View Channel for @everyone and turn it on for the game masters and Waypost.",
            channel=channel,
        )
    return found


class ChannelBound(Event):
    """A channel became the campaign's."""

    channel: int
    for_game_masters: bool
    is_forum: bool

    def sentence(self) -> T:
        """The sentence, by what the channel is for."""
        if self.for_game_masters:
            # Players, who read this, can't see that channel.
            return T("The game master's secrets now go to a channel of their own.")
        if self.is_forum:
            return T("The campaign is now also played in {channel:#}, in each of its posts.")
        return T("The campaign is now also played in {channel:#}.")


def _bound(asker: Asker) -> list[Pair]:
    return [(_name(asker.server, place), str(place)) for place in asker.seen.campaign.places]


def _name(server: Server, place: int) -> str:
    channel = server.channel(place)
    if channel is None:
        return T("deleted channel ({channel})").plain(channel=str(place))
    return f"#{bare(channel.name)}"


def _meant(asker: Asker, text: str, _given: Mapping[str, Any]) -> int:
    """The channel picked from the list or mentioned, or the bound one of that name. Raises RuleViolation."""
    if found := re.fullmatch(r"(?:<#)?([0-9]{1,19})>?", text.strip()):
        return int(found.group(1))
    wanted = text.strip().removeprefix("#").casefold()
    for name, place in _bound(asker):
        if wanted == name.removeprefix("#").casefold():
            return int(place)
    raise _not_bound()


class UnbindChannel(OfOwnCampaign):
    """Stop playing this campaign in a channel"""

    channel: int = option("The channel, deleted or not", suggest=_bound, means=_meant)
    is_deleted: bool = False

    def to_action(self, asker: Asker) -> Self:
        """The action; Discord knows whether it was deleted."""
        return replace(self, campaign=None, is_deleted=asker.server.channel(self.channel) is None)


@deed(
    "campaign bind",
    on=campaign_copy,
    may=Permit.GAME_MASTERS_OR_ADMINS,
    where="named",
    is_news=False,
    button="Play it there too",
)
def bind_channel(found: RecordCopy[Campaign], action: BindChannel, dice: Dice) -> None:
    """Enter the channel. Raises RuleViolation where it is bound, or secrets would meet players."""
    campaign, channel = found.state, action.channel
    if action.for_game_masters:
        found.put(_with_secret_place(campaign, action))
    elif channel == campaign.game_master_channel:
        raise refused(
            "campaign.secret_channel",
            "{channel:#} is the game master's channel, and players can't read it. Free it first with "
            "`/campaign unbind`.",
            channel=channel,
        )
    elif channel in campaign.channels:
        raise _is_bound(channel)
    else:
        forums = (*campaign.forums, channel) if action.is_forum else campaign.forums
        found.change(channels=(*campaign.channels, channel), forums=forums)
    found.tell(ChannelBound(channel, action.for_game_masters, action.is_forum))


def _with_secret_place(campaign: Campaign, action: BindChannel) -> Campaign:
    if action.is_forum:
        raise refused(
            "campaign.no_forum",
            "Secrets need a text channel, not a forum. Pick a text channel as the game master's.",
        )
    if action.channel in campaign.channels:
        raise _places_are_one(action.channel)
    if campaign.game_master_channel == action.channel:
        raise _is_bound(action.channel)
    if campaign.game_master_channel != action.instead_of:
        require_no_secret_place(campaign)
    return replace(campaign, game_master_channel=action.channel, readers=())


def _is_bound(channel: int) -> UserError:
    return refused("campaign.bound_already", "{channel:#} already belongs to this campaign.", channel=channel)


def _places_are_one(channel: int) -> UserError:
    return refused(
        "campaign.players_read_it",
        "Players read {channel:#}. Pick another channel as the game master's.",
        channel=channel,
    )


def require_no_secret_place(campaign: Campaign) -> None:
    """See that there is no game master's channel yet. Raises RuleViolation."""
    if campaign.game_master_channel is not None:
        raise refused(
            "campaign.has_secret_channel",
            "You already have one: {channel:#}. To use another, free it first with `/campaign unbind`.",
            channel=campaign.game_master_channel,
        )


def _not_bound() -> UserError:
    return refused(
        "campaign.not_bound", "That channel doesn't belong to this campaign. Pick one from the list."
    )


@deed(
    "campaign unbind",
    on=campaign_copy,
    may=Permit.GAME_MASTERS_OR_ADMINS,
    where="named",
    scope=with_board,
    is_news=False,
)
def unbind_channel(found: RecordCopy[Campaign], action: UnbindChannel, dice: Dice) -> None:
    """Take the channel off. Raises RuleViolation where it isn't the campaign's.

    The last one may go too: its channel may have been deleted, or the game moves. The campaign is then
    still found by name, and bound anew.
    """
    campaign, channel = found.state, action.channel
    if channel not in campaign.places:
        raise _not_bound()
    is_secret = channel == campaign.game_master_channel
    channels = tuple(place for place in campaign.channels if place != channel)
    found.change(
        channels=channels,
        forums=tuple(place for place in campaign.forums if place != channel),
        game_master_channel=None if is_secret else campaign.game_master_channel,
        readers=() if is_secret else campaign.readers,
    )
    if is_secret:
        found.say(
            "campaign.no_secret_channel",
            T("There's no game master's channel anymore: secrets only appear in the game master's journal."),
        )
    else:
        nowhere = Clause(
            T(" It has no channel now. Give it one with `/campaign bind`, filling in `campaign`.")
        )
        found.say(
            "campaign.unbound",
            T("The campaign is no longer played in {place}.{rest}"),
            place=_place_told(channel, is_deleted=action.is_deleted),
            rest=NOTHING if channels else nowhere,
        )
    board = board_of(found.world)
    if board is not None and board.state.home == channel:
        # What goes on from now on is none of that channel's business.
        found.change(board=None)
        found.put_other(board.id, board.state, archive=True)
        found.say(
            "board.left", T("Its board is down with that. `/campaign board` posts it in another channel.")
        )


def _place_told(channel: int, *, is_deleted: bool) -> Clause:
    # Discord shows nothing for the mention of a channel that is gone.
    return Clause(T("the deleted channel")) if is_deleted else Clause(T("{channel:#}"), channel=channel)


KINDS: tuple[Kind[Any], ...] = (CAMPAIGN,)
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
