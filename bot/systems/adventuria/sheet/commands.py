"""Where an adventurer lives: the thread that everything about it is posted in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select, Tone, step_buttons
from bot.engine.declare import Invocation, Options, asks_of, look, option
from bot.engine.finders import Asker, Pair, finder
from bot.engine.pages import Turns, page_of
from bot.engine.people import WHO_MAY, Permit, Standing, only
from bot.engine.system import FormField, RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.views import CampaignView
from bot.errors import NotAllowed, UserError
from bot.play import Entry, Filter, Link, Page, RecordView
from bot.systems.adventuria.adventurer import ADVENTURER, COMPANIONS, ByPlayer
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet import cards
from bot.systems.adventuria.sheet.cards import NEW_BUTTON, Waits
from bot.systems.adventuria.sheet.rules import CreateAdventurer, SettleAdventurer, ShowSheet, require_in_play
from bot.systems.adventuria.state import NAME_LENGTH, Adventurer, End
from bot.ui.card import PICK
from bot.ui.commands import handler
from bot.ui.controls import Do, button, form, select
from bot.ui.delivery import THREAD_NAME
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time, request_of
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.places import lacking_for_threads
from bot.ui.renderer import UNDONE_BY
from bot.ui.reply import NETWORK, Reply
from bot.ui.text import caption, clip_marked, on_one_line, since


@dataclass(frozen=True, slots=True)
class Home:
    """A channel or thread for everything about an adventurer; 0 is where the campaign is played."""

    id: int = 0
    # The thread that was opened for it just now.
    opened: discord.Thread | None = None
    # Whether there would be a thread, but for a permission.
    lacks: bool = False


async def settled(dispatcher: Dispatcher, reply: Reply, home: Home, action: Callable[[int], Any]) -> None:
    """Carry out the action about that home; the thread opened for it goes again where nothing came of it."""
    try:
        outcome = await dispatcher.carry_out(reply, action(home.id))
    except UserError:
        await _taken_back(home)
        raise
    if outcome.is_repeat:
        await _taken_back(home)
    elif home.lacks:
        lives_in = outcome.public.entry.channel
        cannot_open = T(
            "I can't open threads here, so the story is told in {home:#}. An admin can give me *Create"
            " Public Threads* and *Send Messages in Threads*; then `/adv home` opens one."
        )
        await reply.private(Card(lines=(cannot_open(home=lives_in),), tone=Tone.ASKS))


def home_here(interaction: Interaction, campaign: Campaign) -> Home:
    """This channel or thread, where everybody may read what is posted in it."""
    return Home(interaction.channel_id or 0) if _is_open(interaction, campaign) else Home()


async def opened(interaction: Interaction, campaign: Campaign, name: str) -> Home:
    """This thread or forum post, or else a new thread of the channel, where the bot may open one."""
    at_hand = home_here(interaction, campaign)
    if at_hand.id and isinstance(interaction.channel, discord.Thread):
        return at_hand
    channel = _channel(interaction, campaign)
    if channel is None:
        return at_hand
    if lacking_for_threads(channel):
        return Home(channel.id, lacks=True)
    try:
        thread = await channel.create_thread(
            name=caption(name, THREAD_NAME), type=discord.ChannelType.public_thread
        )
    except NETWORK:
        return Home(channel.id, lacks=True)
    return Home(thread.id, thread)


def _is_open(interaction: Interaction, campaign: Campaign) -> bool:
    """Whether the campaign is played here, and this is not where its secrets go."""
    places = request_of(interaction).places
    is_secret = campaign.game_master_channel in places
    return not is_secret and not set(places).isdisjoint(campaign.channels)


def _channel(interaction: Interaction, campaign: Campaign) -> discord.TextChannel | None:
    """The channel a thread may hang in: this one, or the first in which the campaign is played."""
    guild = interaction.guild
    if guild is None:
        return None
    first = (interaction.channel_id,) if _is_open(interaction, campaign) else ()
    found = (guild.get_channel(place) for place in (*first, *campaign.channels) if place is not None)
    return next((each for each in found if isinstance(each, discord.TextChannel)), None)


async def _taken_back(home: Home) -> None:
    """Delete the thread that was opened for nothing; to close it is all that some servers allow."""
    if home.opened is None:
        return
    try:
        await home.opened.delete()
    except NETWORK:
        # An empty thread is no harm, and the refusal is what its opener must hear.
        with suppress(*NETWORK):
            await home.opened.edit(archived=True)


# -- The part of `/adv` about adventurers: made, edited, given a home, retired -----------------------------


NEW_FORM = "new_adventurer"
OF_SHEETS = Permit.OWNER_OR_GAME_MASTER


class Settling(ByPlayer):
    """The channel or thread where everything about an adventurer is to be posted."""

    here: bool = option("This channel itself, without a thread", default=False)


@handler("adv home", may=OF_SHEETS)
async def home(dispatcher: Dispatcher, reply: Reply, asked: Settling) -> None:
    """Post an adventurer's story in this thread, or a new one"""
    record, campaign = await _own(dispatcher, reply.interaction, asked)
    home = home_here(reply.interaction, campaign)
    if not asked.here:
        home = await opened(reply.interaction, campaign, record.title)
    await settled(dispatcher, reply, home, lambda place: SettleAdventurer(record.id, place))


async def _own(
    dispatcher: Dispatcher, interaction: Interaction, asked: ByPlayer
) -> tuple[RecordView, Campaign]:
    """The adventurer meant, in play, for its player or a narrator. Raises NotAllowed or RuleViolation."""
    seen = await dispatcher.look(interaction, Scope(ids=(asked.adventurer,)))
    record, viewer = seen.records[asked.adventurer], seen.viewer
    if record.owner != viewer.user and not viewer.is_game_master:
        raise only(WHO_MAY[OF_SHEETS])
    require_in_play(record)
    return record, seen.campaign


# The button below an end asks a name; the new adventurer goes on in the same thread.


@button(NEW_BUTTON, may=Permit.MEMBERS, can_defer=False)
async def _begun_anew(dispatcher: Dispatcher, reply: Reply, record: str) -> None:
    await in_time(_require_left_by(dispatcher, reply.interaction, RecordId(record)))
    name = FormField("name", T("Name").plain(), NAME_LENGTH)
    await reply.modal(modal(f"{NEW_FORM}|{record}", T("A new adventurer").plain(), (name,)))


@form(NEW_FORM, may=Permit.MEMBERS)
async def _named(dispatcher: Dispatcher, reply: Reply, record: str) -> Do:
    await _require_left_by(dispatcher, reply.interaction, RecordId(record))
    name = answers(reply.interaction.data).get("name", "")
    return Do(CreateAdventurer(name, reply.interaction.user.id))


async def _require_left_by(dispatcher: Dispatcher, interaction: Interaction, record: RecordId) -> None:
    """See that it was the asker's adventurer that left the game. Raises NotAllowed or Stale."""
    left = (await dispatcher.look(interaction, Scope(ids=(record,)))).records.get(record)
    if left is None or left.kind != ADVENTURER.name:
        raise damaged_button()
    if left.owner is not None and left.owner != interaction.user.id:
        raise refused(
            "sheet.only_its_player",
            "This one is for {player:@}; `/adv new` makes an adventurer of your own.",
            NotAllowed,
            player=left.owner,
        )


# -- The part of `/adv` about sheets: anybody's, that of one who adventures no more too --------------------


@look("adv sheet", may=Permit.EVERYONE, shared="show")
def sheet(asker: Asker, asked: ShowSheet) -> Card:
    """See an adventurer's sheet"""
    view = asker.look(Scope(ids=(asked.adventurer,), links=True))
    record = view.records[asked.adventurer]
    # In itself, and in fights and offers open with it.
    waiting = [
        Waits(each.label, each.link.url if each.link is not None else None)
        for each in asker.waiting()
        if each.record.id == record.id
        or (each.record.kind in COMPANIONS and each.record.state.adventurer == record.id)
    ]
    drawn = cards.picture if asked.as_picture else cards.sheet
    card = drawn(record, view.records, Rulings.of(view.campaign), waiting)
    return replace(card, buttons=step_buttons(record.id, record.steps))


async def own_sheets(dispatcher: Dispatcher, interaction: Interaction) -> list[Card]:
    """The sheets of the asker's own adventurers."""
    scope = Scope(wants=(Want(ADVENTURER.name, is_own=True),))

    def shown(asker: Asker) -> list[Card]:
        return [sheet(asker, ShowSheet(each.id)) for each in asker.look(scope).all(ADVENTURER.name)]

    return await dispatcher.ask(interaction, Invocation(dispatcher.commands["adv sheet"], {}), shown)


async def lacking_adventurer(
    dispatcher: Dispatcher, interaction: Interaction
) -> tuple[FormField, ...] | None:
    """The form of a first adventurer, for a player who has none."""
    view = await dispatcher.look(interaction, Scope(wants=(Want(ADVENTURER.name, is_own=True),)))
    if view.viewer.standing is not Standing.PLAYER or view.all(ADVENTURER.name):
        return None
    return asks_of(CreateAdventurer, "name")


# -- The part of `/adv` about those whose adventures are over: `/adv hall` ---------------------------------


HALL_BUTTON, TALE_BUTTON, TALE_SELECT = "hall", "tale", "tale"
# A page of the list, and of a story as much of each line as leaves room for the sheet above it.
PAGE, LINE = 12, 250


NO_TROPHY = T("Nobody called “{name}” has fallen or retired here; pick one from the list.")
SEVERAL_TROPHIES = T("Several called “{name}” have fallen or retired here; pick one from the list.")
TROPHY = finder(
    ADVENTURER,
    archived=True,
    # One whose making was undone is none of them.
    is_offered=lambda shown: shown.state.end is not None,
    unknown=lambda name: NO_TROPHY(name=Safe(name)),
    # Names are free again once their bearers are gone.
    several=lambda name: SEVERAL_TROPHIES(name=Safe(name)),
)


def trophies(asker: Asker) -> Iterable[Pair]:
    """Those who fell or retired, the last first: of one name it is the last that is meant most."""
    return [(each.title, str(each.id)) for each in gone_by(asker.look(EVERYBODY_GONE))]


EVERYBODY_GONE = Scope(wants=(Want(ADVENTURER.name, archived=True),))


class Story(Options):
    """Whose story to show."""

    adventurer: RecordId | None = option(
        "Whose story; all of them by default", default=None, finder=TROPHY, suggest=trophies
    )


@handler("adv hall", may=Permit.EVERYONE)
async def hall(dispatcher: Dispatcher, reply: Reply, asked: Story) -> None:
    """See who fell or retired, and read their stories"""
    if asked.adventurer is None:
        await reply.private(await _hall(dispatcher, reply.interaction))
    else:
        await reply.private(await _tale(dispatcher, reply.interaction, asked.adventurer))


@button(HALL_BUTTON, may=Permit.EVERYONE)
async def _hall_page(dispatcher: Dispatcher, reply: Reply, campaign: str, page: int) -> Card:
    return await _hall(dispatcher, reply.interaction, campaign, page)


@select(TALE_SELECT, may=Permit.EVERYONE)
async def _picked(dispatcher: Dispatcher, reply: Reply, campaign: str, record: str) -> Card:
    return await _tale(dispatcher, reply.interaction, RecordId(record), campaign)


@button(TALE_BUTTON, may=Permit.EVERYONE)
async def _tale_page(dispatcher: Dispatcher, reply: Reply, campaign: str, record: str, before: int) -> Card:
    return await _tale(dispatcher, reply.interaction, RecordId(record), campaign, before)


# -- all of them ------------------------------------------------------------------------------------


def gone_by(view: CampaignView) -> list[RecordView]:
    """Those who fell or retired, the last first; one whose making was undone is none of them."""
    ended = [each for each in view.all(ADVENTURER.name) if each.state.end is not None]
    return sorted(ended, key=lambda each: each.state.ended, reverse=True)


async def _hall(
    dispatcher: Dispatcher, interaction: Interaction, campaign: str | None = None, page: int = 0
) -> Card:
    seen = await dispatcher.look(interaction, EVERYBODY_GONE, campaign=campaign)
    every = gone_by(seen)
    title = T("Hall of {name}")(name=seen.campaign.name)
    if not every:
        return Card(title, (T("Nobody has fallen or retired so far.")(),))
    here = page_of(every, Turns(HALL_BUTTON, (seen.campaign_id,)), page, most=PAGE)
    brief = T("{type} · {end}")
    picks = tuple(
        Pick(each.id, caption(each.title, PICK), brief.plain(type=each.state.type, end=_end(each.state)))
        for each in here.rows
    )
    list_ = Select(T("Whose story?").plain(), TALE_SELECT, picks, (seen.campaign_id,))
    trophy = T(
        "**{name:60}** · {type}, played by {player:@} · {end} · {felled} {felled:monster|monsters} felled"
    )
    lines = tuple(
        trophy(
            name=each.state.name,
            type=each.state.type,
            player=each.state.player,
            end=_end(each.state),
            felled=each.state.felled,
        )
        for each in here.rows
    )
    return Card(title, lines, buttons=here.buttons, selects=(list_,))


NEWER, OLDER = T("Newer"), T("Older")


def _end(state: Adventurer) -> Safe:
    verb = T("fell") if state.end is End.FALLEN else T("retired")
    if not state.turn:
        return T("{verb} before the first turn")(verb=verb)
    at = T("{verb} at {location:60} in turn {turn}")
    return at(verb=verb, location=state.location, turn=state.turn)


# -- one of them --------------------------------------------------------------------------------------


async def _tale(
    dispatcher: Dispatcher,
    interaction: Interaction,
    record: RecordId,
    campaign: str | None = None,
    before: int | None = None,
) -> Card:
    """Its last sheet and a page of its story: what the journal tells of it to whoever asks."""
    page = await dispatcher.play.journal(
        actor_of(interaction),
        request_of(interaction),
        before=before,
        campaign=campaign,
        wanted=Filter(record=record),
    )
    seen = await dispatcher.look(interaction, Scope(ids=(record,), links=True), campaign=campaign)
    view = seen.records.get(record)
    if view is None or view.kind != ADVENTURER.name or view.state.end is None:
        raise damaged_button()
    story = [_line(dispatcher, *each) for each in page.entries]
    sheet = cards.sheet(view, seen.records, Rulings.of(seen.campaign))
    nothing = T("Nothing is told about it.")()
    told = ("", T("**The story, newest first**")(), *(story or [nothing]))
    return sheet.add(*told, buttons=_pages(page, record))


def _pages(page: Page, record: RecordId) -> tuple[Button, ...]:
    campaign = page.campaign_view.campaign_id
    turns = [(NEWER, page.newer), (OLDER, page.older)]
    return (
        *(
            Button(label.plain(), TALE_BUTTON, (campaign, record, str(number)))
            for label, number in turns
            if number is not None
        ),
        Button(T("All of them").plain(), HALL_BUTTON, (campaign, "0")),
    )


def _line(dispatcher: Dispatcher, entry: Entry, link: Link | None) -> str:
    number = f"[#{entry.number}]({link.url})" if link is not None else f"#{entry.number}"
    told = clip_marked(on_one_line(dispatcher.renderer.line(entry)), LINE)
    undone = f" {UNDONE_BY(entry=entry.undone_by)}" if entry.undone_by is not None else ""
    return f"{number} · {since(entry.at)} · {told}{undone}"
