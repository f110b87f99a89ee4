"""`/home`: a card to pin, with everybody's way in."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Desk, actor_of, in_time, request_of
from bot.engine.system import Ask
from bot.handlers import Interaction
from bot.play import Entry, Outcome, Post, Where
from bot.systems.table.rules.habits import SetPlain
from bot.systems.table.rules.home import HomePosted, PostHome
from bot.systems.table.words import home as words
from bot.ui.card import Button, Card
from bot.ui.form import form
from bot.ui.reply import Reply
from bot.ui.text import person, safe

MOST_SHEETS = 4
ASK_ROLL = Ask("dice", words.ROLL_LABEL, max_length=500, hint=words.ROLL_HINT)


class HomeCog(commands.Cog):
    """The home card and its buttons; "Waiting for me" and "Help" are answered by their own cogs."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.HOME)
        desk.add_button("sheet", self._sheets)
        desk.add_button("roll", self._ask_roll, can_defer=False)

    @app_commands.command()
    @app_commands.guild_only()
    async def home(self, interaction: Interaction) -> None:
        """Post a card to pin: my sheet, what waits for me, roll, help"""
        await self._desk.act(interaction, PostHome())

    @app_commands.command()
    @app_commands.describe(on="Plain text instead of cards, for you alone")
    @app_commands.guild_only()
    async def plain(self, interaction: Interaction, on: bool = True) -> None:
        """Have the bot answer you in plain text, without frames and pictures"""
        async with self._desk.reply(interaction) as reply:
            await self._desk.show(reply, self._set_plain(reply, on=on))

    async def _set_plain(self, reply: Reply, *, on: bool) -> Outcome:
        request = replace(request_of(reply.interaction), where=Where.SERVER)
        outcome = await self._desk.play.act(actor_of(reply.interaction), request, SetPlain(on))
        await self._desk.learn_habits()
        reply.is_plain = on
        return outcome

    async def _sheets(self, reply: Reply, args: tuple[str, ...]) -> None:
        campaign = (await self._desk.look(reply.interaction)).campaign
        found: list[Card] = []
        for system in campaign.systems:
            if system in self._desk.sheets:
                found += await self._desk.sheets[system](reply.interaction)
        for card in found[:MOST_SHEETS] or [Card(lines=(words.NO_SHEET,))]:
            await reply.private(card)
        if len(found) > MOST_SHEETS:
            await reply.private(words.MORE_SHEETS)

    async def _ask_roll(self, reply: Reply, args: tuple[str, ...]) -> None:
        await in_time(self._desk.look(reply.interaction))
        await reply.modal(form("roll", words.ROLL_TITLE, (ASK_ROLL,)))


def told(event: object, entry: Entry) -> str | None:
    """One line about a home card."""
    return f"{person(entry.actor)} {words.POSTED}" if isinstance(event, HomePosted) else None


def drawn(post: Post) -> Card | None:
    """The card itself."""
    if post.entry.event(HomePosted) is None:
        return None
    buttons = (
        Button(words.MY_SHEET, "sheet"),
        Button(words.WAITING, "mine"),
        Button(words.ROLL, "roll", is_main=True),
        Button(words.HELP, "help"),
    )
    return Card(words.TITLE.format(name=safe(post.campaign.name)), words.LINES, buttons=buttons)
