"""`/campaign home`: a card to pin, with everybody's way in; `/act`; and `/help`, drawn from the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import app_commands

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select
from bot.engine.declare import Invocation, Options, option
from bot.engine.drawing import draws
from bot.engine.finders import Pair
from bot.engine.pages import Turns
from bot.engine.people import WHO_MAY, Permit, Standing, may_use
from bot.engine.record import FormField
from bot.engine.text import Safe, T, as_read, refused
from bot.play import CampaignView, NoCampaign, Outcome, Post
from bot.systems.table.campaigns.people import MemberJoined
from bot.systems.table.settings.rules import HomePosted
from bot.ui.acting import OF_LEADERS, OF_PLAYERS, by_words, deeds_named, page_for, to_act
from bot.ui.beginnings import BEGIN, ask_for, begin, begins, next_for
from bot.ui.commands import answer, handler
from bot.ui.controls import button, form, look_at, select
from bot.ui.corrections import COMPLETE
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time, request_of
from bot.ui.errors import old_button
from bot.ui.modal import answers, modal
from bot.ui.pages import PHONE, in_pages
from bot.ui.renderer import since_here, story_so_far
from bot.ui.reply import Reply

MOST_SHEETS = 4


class Named(Options):
    """A deed, by its words."""

    deed: str = option("What to do: a few letters of it are enough; left out: everything", default="")


async def _players(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> Sequence[Pair]:
    return await deeds_named(dispatcher, interaction, OF_PLAYERS, typed)


async def _leaders(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> Sequence[Pair]:
    return await deeds_named(dispatcher, interaction, OF_LEADERS, typed)


def _is_named(given: Mapping[str, Any]) -> bool:
    return bool(given.get("deed"))


@handler("act", may=Permit.MEMBERS, suggests={"deed": _players}, opens_form=_is_named)
async def act(dispatcher: Dispatcher, reply: Reply, wanted: Named) -> None:
    """What's waiting for you and what you can do here, to choose from"""
    await _page_or_deed(dispatcher, reply, OF_PLAYERS, wanted.deed)


@handler("gm", may=Permit.GAME_MASTERS, suggests={"deed": _leaders}, opens_form=_is_named)
async def lead(dispatcher: Dispatcher, reply: Reply, wanted: Named) -> None:
    """For game masters: what's waiting for you and what you can do here"""
    await _page_or_deed(dispatcher, reply, OF_LEADERS, wanted.deed)


async def _page_or_deed(dispatcher: Dispatcher, reply: Reply, whose: str, deed: str) -> None:
    # The line that says how many more there are is none of them.
    if deed.strip(" …"):
        await by_words(dispatcher, reply, whose, deed)
    else:
        await reply.private(await page_for(dispatcher, reply, whose))


@button("sheet", may=Permit.EVERYONE)
async def sheets(dispatcher: Dispatcher, reply: Reply) -> None:
    """Show the presser's own sheets."""
    campaign = (await dispatcher.look(reply.interaction)).campaign
    found: list[Card] = []
    for system in campaign.systems:
        if system in dispatcher.sheets:
            found += await dispatcher.sheets[system](reply.interaction)
    none = T("You have no sheet in this campaign yet. `/help` says how to start.")
    for card in found[:MOST_SHEETS] or [Card(lines=(none(),))]:
        await reply.private(card)
    if len(found) > MOST_SHEETS:
        more = T("You have more sheets than these. The game's own commands show the others.")
        await reply.private(more())


@button("roll", may=Permit.EVERYONE, can_defer=False)
async def ask_roll(dispatcher: Dispatcher, reply: Reply) -> None:
    """Open the form that asks what to roll."""
    await in_time(dispatcher.look(reply.interaction))
    hint = T("2d6+3 leap, or a saved roll").plain()
    asked = FormField("dice", T("What to roll").plain(), max_length=500, hint=hint)
    await reply.modal(modal("roll", T("Roll dice").plain(), (asked,)))


@button("help", may=Permit.EVERYONE)
async def open_help(dispatcher: Dispatcher, reply: Reply) -> None:
    """Show where to begin."""
    await reply.private(await _page(dispatcher, reply.interaction, START))


@button("help_page", may=Permit.EVERYONE)
async def turn_help(dispatcher: Dispatcher, reply: Reply, topic: str, page: int) -> Card:
    """Show another page of a topic."""
    return await _page(dispatcher, reply.interaction, topic, page)


@select("help", may=Permit.EVERYONE)
async def choose_help(dispatcher: Dispatcher, reply: Reply, topic: str) -> Card:
    """Show another topic."""
    return await _page(dispatcher, reply.interaction, topic)


@button(BEGIN, may=Permit.EVERYONE, can_defer=False)
async def ask_first(dispatcher: Dispatcher, reply: Reply, path: str) -> None:
    """Ask what somebody's first hero, kingdom or role needs."""
    await ask_for(dispatcher, reply, path)


@form(BEGIN, may=Permit.EVERYONE)
async def first(dispatcher: Dispatcher, reply: Reply, path: str) -> None:
    """It is made as by its command, which says who may."""
    await begin(dispatcher, reply, path)


@form(COMPLETE, may=Permit.EVERYONE)
async def complete(dispatcher: Dispatcher, reply: Reply, kept: str) -> None:
    """A command once more, with what it lacked; it says itself who may."""
    asked = await dispatcher.play.kept_form(reply.interaction.user.id, kept)
    command = dispatcher.commands.get(asked.path)
    if command is None:
        raise old_button()
    given = {**asked.given, **answers(reply.interaction.data)}
    await answer(dispatcher, reply, Invocation(command, given))


async def welcome(dispatcher: Dispatcher, reply: Reply, outcome: Outcome) -> None:
    """Who has just joined, asked or unasked, sees what happened so far, and what they can begin with."""
    if outcome.private.entry.event(MemberJoined) is None:
        return
    interaction = reply.interaction
    view = await dispatcher.look(interaction)
    can = await begins(dispatcher, interaction, view)
    lines, buttons = await next_for(dispatcher, interaction, view, can)
    told = T("New here? **The story so far** says what happened, and who's who.")
    await reply.private(Card(lines=(*lines, told()), buttons=(*buttons, story_so_far())))


@draws(HomePosted)
def _home(_event: HomePosted, post: Post) -> Card:
    """The home card itself."""
    lines = (
        T(
            "**Act…** shows what you can do now. Only you see what it and the other buttons show; what you "
            "do or roll, everybody sees."
        )(),
        T("Pin this message: its buttons keep working.")(),
    )
    buttons = (
        to_act(is_main=True),
        Button(T("My sheet").plain(), "sheet"),
        Button(T("Waiting for me").plain(), "mine"),
        since_here(),
        Button(T("Roll").plain(), "roll"),
        Button(T("Help").plain(), "help"),
    )
    return Card(T("{name}: home")(name=post.campaign.name), lines, buttons=buttons)


# -- help ---------------------------------------------------------------------------

Command = app_commands.Command[Any, ..., Any]
START, ANYWHERE, TABLE = "start", "everywhere", "table"
# What to do first where the channel has no campaign; and by standing, one step after another.
NOWHERE = (
    T("This channel has no campaign. Dice work anywhere: `/roll 2d6+3`, `/odds 4d6kh3`."),
    T("To start a campaign, use `/campaign create` in the channel where you play."),
    T("Looking for a campaign in another channel? `/campaign info` lists those you can see."),
    T("What waits for you in all of them: `/waiting`, in a direct message with Waypost."),
)
ASK_FOR_ONE = T("To start a campaign here, ask {who}: `/campaign create` is theirs to use.")
SPECTATORS = (
    T(
        "You're watching, so nothing waits for you. `/journal` says what happened, and `/waiting` whose "
        "turn it is."
    ),
    T("Want to play? `/campaign join`."),
)
SECRETS = T(
    "A place for secrets: `/campaign info` can make a channel that only game masters read. If you have one, "
    "use `/campaign bind` with `for_game_masters: True`."
)
PLAYERS = T("Players: `/campaign invite`, or tell them to use `/campaign join`.")
FIRST: Mapping[Standing, tuple[T, ...]] = {
    Standing.OUTSIDER: (
        T("Join as a player: `/campaign join`. Or just watch: `/campaign join watching: True`."),
        T("See who runs it, which games it plays and whose turn it is: `/campaign info`."),
        T("You can roll dice right away: `/roll 2d6+3`."),
    ),
    Standing.PLAYER: (
        T("What you can do now, and what's waiting for you: `/act`."),
        T("Your sheet: **My sheet** on the home card, or the game's own commands listed below."),
        T(
            "Your turn: **Waiting for me** on the home card, or `/waiting`. A card that needs you mentions "
            "you once, and its buttons keep working."
        ),
        T("Dice: `/roll 2d6+3 leap`. Save what you roll often: `/dice save`."),
        T(
            "Away? `/away`, with somebody to act for you. `/preferences reminders` says when you're "
            "mentioned."
        ),
        T("Back, or new? `/recap` tells what happened."),
        T("Made a mistake? `/undo` shows what undoing it would change, then does it."),
    ),
    Standing.GAME_MASTER: (
        SECRETS,
        PLAYERS,
        T("A card to pin: `/campaign home` gives everybody their sheet, what's waiting, dice and help."),
        T("What goes on, at a glance: `/campaign board` posts a card that always shows it, and pins it."),
        T("House rules: `/campaign settings`."),
        T("Reminders, deadlines, a pause: `/campaign pace`. Somebody vanished: `/away` with `player`."),
        T("What you can do as {gm}: `/gm`."),
        T("Every day: `/waiting` says whose turn it is, brings buried cards back up, and nudges."),
        T(
            "Undo anyone's mistake: `/undo` shows what would change first. `/journal` shows you the "
            "secrets too."
        ),
    ),
}
# What is done once, and no step any more.
DONE: Mapping[T, Callable[[Campaign], bool]] = {
    SECRETS: lambda campaign: campaign.game_master_channel is not None,
    PLAYERS: lambda campaign: bool(campaign.players),
}
ADMIN = T(
    "**You manage this server:** `/server check` says what Waypost lacks here, and `/server settings` who "
    "can start campaigns. `/campaign gm add` gives a campaign a new game master. That can be you, and game "
    "masters read the secrets; everybody at the table sees it."
)
KEPT = T(
    "**What is kept:** everything, undone and archived things too. Whoever runs Waypost can export it "
    "(`python -m bot backup`) or delete it: ask them."
)
MORE = T("What is done less often: `/act`, and for {gms} `/gm`. A few letters of it are enough.")
PAGES = T("The list below has every command you can use, by topic.")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of help: what it is called, and a line for each command on it that its reader may use."""

    title: str
    lines: tuple[str, ...] = ()

    def is_meant(self, key: str, typed: str) -> bool:
        """Whether that names it."""
        return typed.strip().casefold() in (key.casefold(), self.title.casefold())


async def _topics(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    view = await _campaign_view(dispatcher, interaction)
    pages, near = _pages(dispatcher, interaction, view), typed.strip().casefold()
    return [
        (page.title, key)
        for key, page in pages.items()
        if near in page.title.casefold() or near in key.casefold()
    ]


class Topic(Options):
    """A page of help."""

    topic: str = option("The topic, for example dice or a game's name", default=START)


@handler("help", may=Permit.EVERYONE, suggests={"topic": _topics}, is_anywhere=True)
async def tell_help(dispatcher: Dispatcher, reply: Reply, wanted: Topic) -> None:
    """How to get started, and what you can do here"""
    await reply.private(await _page(dispatcher, reply.interaction, wanted.topic))


async def _page(dispatcher: Dispatcher, interaction: Interaction, topic: str, at: int = 0) -> Card:
    view = await _campaign_view(dispatcher, interaction)
    pages = _pages(dispatcher, interaction, view)
    name = next((key for key, page in pages.items() if page.is_meant(key, topic)), None)
    if name is None:
        raise refused(
            "help.no_page",
            "There's no help about “{topic:40}” here. There is: {pages}.",
            topic=topic,
            # Some have commas in their names.
            pages=Safe(" · ".join(page.title for page in pages.values())),
        )
    lines, buttons = pages[name].lines, tuple[Button, ...]()
    if name == START:
        lines, buttons = await _first(dispatcher, interaction, view)
    picks = tuple(Pick(key, page.title, is_chosen=key == name) for key, page in pages.items())
    title = T("Waypost: help")() if name == START else T("Help: {page}")(page=pages[name].title)
    select = Select(T("More help").plain(), "help", picks)
    card = Card(title, lines, selects=(select,), buttons=buttons)
    is_plain = (interaction.guild_id, interaction.user.id) in dispatcher.plain
    return in_pages(card, Turns("help_page", (name,)), at, is_plain=is_plain, most=PHONE)


async def _campaign_view(dispatcher: Dispatcher, interaction: Interaction) -> CampaignView | None:
    if interaction.guild_id is None:
        return None
    try:
        return await dispatcher.look(interaction)
    except NoCampaign:
        return None


def _pages(dispatcher: Dispatcher, interaction: Interaction, view: CampaignView | None) -> dict[str, Page]:
    """The pages for the asker: first those of this campaign's games, each group of commands a page.

    Single commands stand with their game, or on a page of their own; what has none for the asker is left out.
    """
    standing = view.viewer.standing if view is not None else Standing.OUTSIDER
    games = view.campaign.systems if view is not None else ()
    actor, systems = actor_of(interaction), dispatcher.play.catalogue.systems
    found: dict[str, Page] = {}
    says = T("`{command}` {what}")
    for game in (*games, TABLE):
        every = interaction.client.tree.get_commands()
        tops = [each for each in every if (dispatcher.game_of(each) or TABLE) == game]
        # The group that a game's guide is about stands for the game.
        main = next((each.name for each in tops if each.name in dispatcher.guides), ANYWHERE)
        by_page: dict[str, list[Command]] = {main: []}
        titles = {main: systems[game].title if game != TABLE else T("Everywhere").plain()}
        for top in sorted(tops, key=lambda each: (each.name != main, each.name)):
            if isinstance(top, app_commands.Group):
                titles.setdefault(top.name, as_read(top.description))
                by_page.setdefault(top.name, []).extend(_inner(top))
            elif isinstance(top, app_commands.Command):
                by_page[main].append(top)
        for key, commands in by_page.items():
            theirs = [
                each
                for each in commands
                if may_use(dispatcher.register[f"/{each.qualified_name}"], standing, actor)
            ]
            lines = [
                says(command=Safe(f"/{each.qualified_name}"), what=as_read(each.description))
                for each in theirs
                if each.qualified_name not in dispatcher.unlisted
            ]
            lines += [MORE()] if len(lines) < len(theirs) else []
            if lines:
                guide = (line() for line in dispatcher.guides.get(key, ()))
                found[key] = Page(titles[key], (*guide, *lines))
    return {START: Page(T("Start here").plain()), **found}


def _inner(group: app_commands.Group) -> Iterator[Command]:
    return (each for each in group.walk_commands() if isinstance(each, app_commands.Command))


async def _first(
    dispatcher: Dispatcher, interaction: Interaction, view: CampaignView | None
) -> tuple[tuple[str, ...], tuple[Button, ...]]:
    """What the asker can do next, by button where a game offers that, and in words."""
    actor = actor_of(interaction)
    if view is None:
        lines, buttons = await _nowhere(dispatcher, interaction), tuple[Button, ...]()
        if interaction.guild_id is None:
            looks = dispatcher.anywhere.values()
            buttons = tuple(look_at(label, path) for label, path in looks)
    else:
        can = await begins(dispatcher, interaction, view)
        lines, buttons = await next_for(dispatcher, interaction, view, can)
        lines += _steps(view)
        if why := dispatcher.why_lacking(view.campaign.guild, view.campaign.systems):
            lines.insert(0, T("⚠ {why}")(why=why()))
    lines += [line() for line in (PAGES, *((ADMIN, KEPT) if actor.manages_server else ()))]
    return tuple(lines), buttons


async def _nowhere(dispatcher: Dispatcher, interaction: Interaction) -> list[Safe]:
    """What there is to do outside of any campaign; whom to ask for one, where the asker can't begin it."""
    dice, start, look, everywhere = NOWHERE
    is_server = interaction.guild_id is not None
    if is_server and not await dispatcher.play.may_begin(actor_of(interaction), request_of(interaction)):
        return [dice(), ASK_FOR_ONE(who=WHO_MAY[Permit.FOUNDERS]), look(), everywhere()]
    return [dice(), start(), look(), everywhere()]


def _steps(view: CampaignView) -> list[Safe]:
    """What is left to do first, one step after another."""
    standing = view.viewer.standing
    if standing is Standing.SPECTATOR:
        return [line() for line in SPECTATORS]
    left = (step for step in FIRST[standing] if step not in DONE or not DONE[step](view.campaign))
    return [T("**{n}.** {step}")(n=n, step=step) for n, step in enumerate(left, 1)]
