"""`/home`: a card to pin, with everybody's way in; and `/help`, drawn from the commands themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.engine.asking import Pair
from bot.engine.card import Button, Card, Pick, Select
from bot.engine.declare import Options, option
from bot.engine.pages import Turns
from bot.engine.people import Actor, Permit, Standing, may_use
from bot.engine.record import Ask
from bot.engine.text import Safe, T, as_read, refused
from bot.play import CampaignView, NoCampaign, Post
from bot.systems.table.settings.rules import HomePosted
from bot.ui.commands import handler
from bot.ui.controls import button, select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time
from bot.ui.modal import modal
from bot.ui.pages import in_pages
from bot.ui.reply import Reply

MOST_SHEETS = 4


@button("sheet", may=Permit.EVERYONE)
async def sheets(dispatcher: Dispatcher, reply: Reply) -> None:
    """Who presses sees their own sheets."""
    campaign = (await dispatcher.look(reply.interaction)).campaign
    found: list[Card] = []
    for system in campaign.systems:
        if system in dispatcher.sheets:
            found += await dispatcher.sheets[system](reply.interaction)
    none = T("You have no sheet in this campaign yet. `/help` says how to begin.")
    for card in found[:MOST_SHEETS] or [Card(lines=(none(),))]:
        await reply.private(card)
    if len(found) > MOST_SHEETS:
        more = T("You have more sheets than these; the game's own commands show each.")
        await reply.private(more())


@button("roll", may=Permit.EVERYONE, can_defer=False)
async def ask_roll(dispatcher: Dispatcher, reply: Reply) -> None:
    """Ask what to roll; the form is the dice's."""
    await in_time(dispatcher.look(reply.interaction))
    hint = T("2d6+3 leap, or a saved roll").plain()
    asked = Ask("dice", T("What to roll").plain(), max_length=500, hint=hint)
    await reply.modal(modal("roll", T("Roll dice").plain(), (asked,)))


@button("help", may=Permit.EVERYONE)
async def open_help(dispatcher: Dispatcher, reply: Reply) -> None:
    """Where to begin."""
    await reply.private(await _page(dispatcher, reply.interaction, START))


@button("help_page", may=Permit.EVERYONE)
async def turn_help(dispatcher: Dispatcher, reply: Reply, topic: str, page: int) -> Card:
    """Another page of a topic."""
    return await _page(dispatcher, reply.interaction, topic, page)


@select("help", may=Permit.EVERYONE)
async def choose_help(dispatcher: Dispatcher, reply: Reply, topic: str) -> Card:
    """Another topic."""
    return await _page(dispatcher, reply.interaction, topic)


def drawn(post: Post) -> Card | None:
    """The home card itself."""
    if post.entry.event(HomePosted) is None:
        return None
    lines = (
        T(
            "**My sheet** and **Waiting for me** are answered for your eyes only; **Roll** asks what to roll."
        )(),
        T("Pin this message: its buttons go on working.")(),
    )
    buttons = (
        Button(T("My sheet").plain(), "sheet"),
        Button(T("Waiting for me").plain(), "mine"),
        Button(T("Roll").plain(), "roll", is_main=True),
        Button(T("Help").plain(), "help"),
    )
    return Card(T("{name}: home")(name=post.campaign.name), lines, buttons=buttons)


# -- help ---------------------------------------------------------------------------

Command = app_commands.Command[Any, ..., Any]
# The two pages that no group is, as buttons keep them; others are called like their group of commands.
START, ANYWHERE = "Start here", "Everywhere"
CALLED = {START: T("Start here"), ANYWHERE: T("Everywhere")}
# What to do first, by standing; None where the channel has no campaign.
FIRST: Mapping[Standing | None, tuple[T, ...]] = {
    None: (
        T("This channel has no campaign. Dice work anywhere: `/roll 2d6+3`, `/odds 4d6kh3`."),
        T("Whoever may begin campaigns on this server: `/campaign create`, in the channel where you play."),
        T("A campaign plays in another channel? `/campaign info` lists those you can see."),
    ),
    Standing.OUTSIDER: (
        T(
            "**1.** `/campaign join` makes you a player, or `/campaign join watching: True` somebody who "
            "watches."
        ),
        T("**2.** `/campaign info` says who leads, what is played and whose move it is."),
        T("**3.** Dice are open to you already: `/roll 2d6+3`."),
    ),
    Standing.PLAYER: (
        T("**1.** Your sheet: the game's own commands, on the page of that game below."),
        T(
            "**2.** What waits for you: `/waiting mine: True`. A card that asks you mentions you, once, "
            "and its buttons work for days."
        ),
        T("**3.** Dice: `/roll 2d6+3 leap`. What you roll often: `/dice save`."),
        T("**4.** A slip? `/undo` shows what taking your latest entry back would change, before it does."),
    ),
    Standing.SPECTATOR: (
        T("You watch: nothing waits for you. `/journal` tells what happened, `/waiting` whose move it is."),
        T("`/campaign join` makes you a player."),
    ),
    Standing.GAME_MASTER: (
        T(
            "**1.** Somewhere to keep secrets: `/campaign bind` with a channel that only game masters "
            "can read, and `for_game_masters: True`."
        ),
        T("**2.** Players: `/campaign invite`, or tell them `/campaign join`."),
        T("**3.** A card to pin: `/home` gives everybody their sheet, what waits, dice and help."),
        T("**4.** House rules: `/campaign settings`."),
        T("**5.** Each day: `/waiting` says whose move it is, brings a buried card up, and nudges."),
        T("**6.** A slip of anybody's: `/undo`, with a preview; `/journal` shows you the secrets too."),
    ),
}
ADMIN = T(
    "**You manage this server:** `/server settings` says who may begin campaigns, and `/campaign "
    "gm add` helps one whose game master is gone. That opens no secret of a campaign."
)
PAGES = T("The list below has a page for each group of commands: those you may use, and what they do.")


async def _topics(_dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    pages = ((_called(page), page) for page in _pages(interaction))
    return [(name, page) for name, page in pages if typed.casefold() in name.casefold()]


class Topic(Options):
    """A page of help."""

    topic: str = option("A group of commands, for example campaign or dice", default=START)


@handler("help", may=Permit.EVERYONE, suggests={"topic": _topics}, is_anywhere=True)
async def tell_help(dispatcher: Dispatcher, reply: Reply, wanted: Topic) -> None:
    """What to do first, and what you may do here"""
    await reply.private(await _page(dispatcher, reply.interaction, wanted.topic))


async def _page(dispatcher: Dispatcher, interaction: Interaction, topic: str, at: int = 0) -> Card:
    pages, typed = _pages(interaction), topic.strip().casefold()
    name = next((page for page in pages if typed in (page.casefold(), _called(page).casefold())), None)
    if name is None:
        raise refused(
            "help.no_page",
            "There is no help about “{topic:40}”; there is: {pages:,}.",
            topic=topic,
            pages=[_called(page) for page in pages],
        )
    view, actor = await _campaign_view(dispatcher, interaction), actor_of(interaction)
    lines = _first(view, actor)
    if name != START:
        guide = tuple(line() for line in dispatcher.guides.get(name, ()))
        lines = (*guide, *_commands(dispatcher, pages[name], view, actor))
    picks = tuple(Pick(page, _called(page), is_chosen=page == name) for page in pages)
    title = T("Waypost: help")() if name == START else T("Waypost: help: {page}")(page=_called(name))
    card = Card(title, lines, selects=(Select(T("Another page").plain(), "help", picks),))
    is_plain = (interaction.guild_id, interaction.user.id) in dispatcher.plain
    return in_pages(card, Turns("help_page", (name,)), at, is_plain=is_plain)


def _called(page: str) -> Safe:
    return CALLED[page]() if page in CALLED else Safe(page)


async def _campaign_view(dispatcher: Dispatcher, interaction: Interaction) -> CampaignView | None:
    if interaction.guild_id is None:
        return None
    try:
        return await dispatcher.look(interaction)
    except NoCampaign:
        return None


def _pages(interaction: Interaction) -> dict[str, list[Command]]:
    """The commands of each page: a group's stand together, the single ones on a page of their own."""
    pages: dict[str, list[Command]] = {START: [], ANYWHERE: []}
    for top in sorted(interaction.client.tree.get_commands(), key=lambda command: command.name):
        if isinstance(top, app_commands.Group):
            inner = top.walk_commands()
            pages[top.name] = [each for each in inner if isinstance(each, app_commands.Command)]
        elif isinstance(top, app_commands.Command):
            pages[ANYWHERE].append(top)
    return pages


def _commands(
    dispatcher: Dispatcher, found: list[Command], view: CampaignView | None, actor: Actor
) -> tuple[str, ...]:
    standing = view.viewer.standing if view is not None else Standing.OUTSIDER
    lines = tuple(
        T("`{command}` {what}")(command=Safe(f"/{command.qualified_name}"), what=as_read(command.description))
        for command in found
        if may_use(dispatcher.register[f"/{command.qualified_name}"], standing, actor)
    )
    return lines or (T("Nothing on this page is yours to use.")(),)


def _first(view: CampaignView | None, actor: Actor) -> tuple[str, ...]:
    lines = FIRST[view.viewer.standing if view is not None else None]
    return tuple(line() for line in (*lines, *((ADMIN,) if actor.manages_server else ()), PAGES))
