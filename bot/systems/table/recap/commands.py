"""`/recap` and its buttons: what happened since its reader was here; and what somebody new should know."""

from __future__ import annotations

from datetime import timedelta

from bot.engine.card import Button, Card
from bot.engine.declare import Labelled, Options, option
from bot.engine.pages import Turns
from bot.engine.people import Permit, Standing
from bot.engine.text import T
from bot.play import Newcomer, Recap, RecapRange
from bot.systems.table.recap.cards import newcomer_card, recap_card, story_card
from bot.systems.table.recap.rules import MOST_NUMBER
from bot.ui.beginnings import begins, next_for
from bot.ui.commands import handler
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.errors import damaged_button
from bot.ui.pages import PHONE, in_pages
from bot.ui.renderer import NEW, RECAP
from bot.ui.reply import Reply

# The buttons that show another page: of a recap, of what somebody new should know, of the story.
TURN, TURN_NEW, TURN_STORY = "recap_page", "recap_new", "recap_story"


class Since(Labelled):
    """The moment since which somebody wants to be told."""

    HERE = "here", "Since I was here"
    DAY = "day", "The last day"
    WEEK = "week", "The last week"
    ALL = "all", "The whole campaign"
    NEW = "new", "I'm new here"


WANTED = {
    Since.HERE: RecapRange(),
    Since.DAY: RecapRange(ago=timedelta(days=1)),
    Since.WEEK: RecapRange(ago=timedelta(days=7)),
    Since.ALL: RecapRange(is_whole=True),
}


class RecapOptions(Options):
    """Which part of the story to tell."""

    since: Since = option("From when on", default=Since.HERE)
    chapter: int | None = option(
        "Instead: one chapter, as `/dice fairness` counts them", default=None, least=1, most=MOST_NUMBER
    )
    from_entry: int | None = option("Instead: from this entry on", default=None, least=1, most=MOST_NUMBER)
    to_entry: int | None = option("Instead: up to this entry", default=None, least=1, most=MOST_NUMBER)

    @property
    def wanted(self) -> RecapRange | None:
        """The entries named, if any."""
        named = RecapRange(chapter=self.chapter, first=self.from_entry, last=self.to_entry)
        return named if named != RecapRange() else None


@handler("recap", may=Permit.EVERYONE)
async def recap(dispatcher: Dispatcher, reply: Reply, options: RecapOptions) -> None:
    """What happened since you were here, scene by scene; or the story so far if you're new"""
    if options.wanted is not None:
        await _tell(dispatcher, reply, Since.ALL, options.wanted)
    elif options.since is Since.NEW:
        await _tell_new(dispatcher, reply)
    else:
        await _tell(dispatcher, reply, options.since, WANTED[options.since])


@button(RECAP, may=Permit.EVERYONE)
async def open_recap(dispatcher: Dispatcher, reply: Reply, which: str = "", campaign: str = "") -> None:
    """Since whoever presses was here, or all that somebody new should know; of that campaign, if named."""
    if which == NEW:
        await _tell_new(dispatcher, reply, campaign or None)
    else:
        await _tell(dispatcher, reply, Since.HERE, WANTED[Since.HERE], campaign or None)


@button(TURN, may=Permit.EVERYONE)
async def turn(
    dispatcher: Dispatcher, reply: Reply, campaign: str, since: Since, first: int, last: int, page: int
) -> Card:
    """Another page of the same entries; without any, those of that time."""
    if since is Since.NEW:
        raise damaged_button()
    wanted = RecapRange(first=first, last=last) if first and last else WANTED[since]
    found = await dispatcher.play.recap(
        actor_of(reply.interaction), request_of(reply.interaction), wanted, campaign=campaign
    )
    return _card(dispatcher, reply.interaction, found, since, page)


@button(TURN_NEW, may=Permit.EVERYONE)
async def turn_new(dispatcher: Dispatcher, reply: Reply, campaign: str, page: int) -> Card:
    """Another page of what somebody new should know."""
    return await _new_card(dispatcher, reply.interaction, await _newcomer(dispatcher, reply, campaign), page)


async def _tell(
    dispatcher: Dispatcher, reply: Reply, since: Since, wanted: RecapRange, campaign: str | None = None
) -> None:
    """Show it, and only then write down that it was read."""
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    found = await dispatcher.play.recap(actor, request, wanted, campaign=campaign)
    if found.is_new:
        await _tell_new(dispatcher, reply, campaign)
        return
    await reply.private(_card(dispatcher, reply.interaction, found, since))
    await dispatcher.play.note_read(actor, found.view.campaign_id, found.first, found.last)


async def _tell_new(dispatcher: Dispatcher, reply: Reply, campaign: str | None = None) -> None:
    found = await _newcomer(dispatcher, reply, campaign)
    await reply.private(await _new_card(dispatcher, reply.interaction, found))
    actor = actor_of(reply.interaction)
    await dispatcher.play.note_read(actor, found.view.campaign_id, 1, found.last)


async def _newcomer(dispatcher: Dispatcher, reply: Reply, campaign: str | None) -> Newcomer:
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    return await dispatcher.play.newcomer(actor, request, campaign=campaign)


def _card(
    dispatcher: Dispatcher, interaction: Interaction, found: Recap, since: Since, page: int = 0
) -> Card:
    is_here = since is Since.HERE
    card = recap_card(found, dispatcher.renderer.told, is_here=is_here)
    campaign = found.view.campaign_id
    if is_here and not found.scenes:
        longer = ((each, Button(each.label, TURN, (campaign, each, "0", "0", "0"))) for each in LONGER)
        card = card.add(buttons=(each for _, each in longer))
    turns = Turns(TURN, (campaign, since, str(found.first), str(found.last)))
    return in_pages(card, turns, page, is_plain=_is_plain(dispatcher, interaction), most=PHONE)


# What else may be read where nothing is new.
LONGER = (Since.DAY, Since.WEEK, Since.ALL)


async def _new_card(dispatcher: Dispatcher, interaction: Interaction, found: Newcomer, page: int = 0) -> Card:
    view = found.view
    can = await begins(dispatcher, interaction, view)
    lines, buttons = await next_for(dispatcher, interaction, view, can)
    if view.viewer.standing in (Standing.OUTSIDER, Standing.SPECTATOR):
        lines = [T("Want to play? `/campaign join`.")(), *lines]
    help_ = T("`/help` lists what you can do here.")
    card = newcomer_card(found, dispatcher.renderer.told, [*lines, help_()], buttons)
    turns = Turns(TURN_NEW, (view.campaign_id,))
    return in_pages(card, turns, page, is_plain=_is_plain(dispatcher, interaction), most=PHONE)


def _is_plain(dispatcher: Dispatcher, interaction: Interaction) -> bool:
    return (interaction.guild_id, interaction.user.id) in dispatcher.plain


# -- the story ------------------------------------------------------------------------------------------


@handler("campaign story show", may=Permit.EVERYONE)
async def show_story(dispatcher: Dispatcher, reply: Reply) -> None:
    """Read the campaign's story: what game masters marked and wrote"""
    await reply.private(await _story_card(dispatcher, reply))


@button(TURN_STORY, may=Permit.EVERYONE)
async def turn_story(dispatcher: Dispatcher, reply: Reply, campaign: str, page: int) -> Card:
    """Show another page of the story."""
    return await _story_card(dispatcher, reply, campaign, page)


async def _story_card(
    dispatcher: Dispatcher, reply: Reply, campaign: str | None = None, page: int = 0
) -> Card:
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    view, story = await dispatcher.play.passages(actor, request, campaign=campaign)
    card = story_card(view.campaign.name, story, dispatcher.renderer.told)
    turns = Turns(TURN_STORY, (view.campaign_id,))
    return in_pages(card, turns, page, is_plain=_is_plain(dispatcher, reply.interaction), most=PHONE)
