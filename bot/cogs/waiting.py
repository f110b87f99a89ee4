"""`/waiting`: what is asked of whom since when; bringing up a buried card, and nudging."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Desk, actor_of, request_of
from bot.engine.system import RecordId
from bot.errors import Stale
from bot.handlers import Interaction
from bot.play import Scenery, Waiting
from bot.systems.table.words import waiting as words
from bot.ui.card import Card, Pick, Select
from bot.ui.reply import Reply
from bot.ui.text import person, safe, since

# As many as one list takes.
MOST_WAITING = 12


class WaitingCog(commands.Cog):
    """What waits."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.WAITING)
        desk.add_select("bring_up", self._bring_up)
        desk.add_select("nudge", self._nudge)
        desk.add_button("mine", self._mine)

    @app_commands.command()
    @app_commands.describe(mine="Only what waits for me")
    @app_commands.guild_only()
    async def waiting(self, interaction: Interaction, mine: bool = False) -> None:
        """See what this campaign waits for, for whom, and since when; bring up its card, or nudge"""
        async with self._desk.reply(interaction) as reply:
            await self._answer(reply, mine=mine)

    async def _mine(self, reply: Reply, args: tuple[str, ...]) -> None:
        await self._answer(reply, mine=True)

    async def _answer(self, reply: Reply, *, mine: bool) -> None:
        actor, request = actor_of(reply.interaction), request_of(reply.interaction)
        scenery, found = await self._desk.play.waiting(actor, request, mine=mine)
        await reply.private(_card(scenery, found, mine=mine))

    async def _bring_up(self, reply: Reply, args: tuple[str, ...]) -> None:
        record, _step = _chosen(args)
        await self._desk.play.bring_up(actor_of(reply.interaction), request_of(reply.interaction), record)
        self._desk.delivery.soon()
        await reply.private(words.BROUGHT_UP)

    async def _nudge(self, reply: Reply, args: tuple[str, ...]) -> None:
        actor, request = actor_of(reply.interaction), request_of(reply.interaction)
        await self._desk.show(reply, self._desk.play.nudge(actor, request, *_chosen(args)))


def _card(scenery: Scenery, found: tuple[Waiting, ...], *, mine: bool) -> Card:
    name = safe(scenery.campaign.name)
    if not found:
        return Card(name, (words.NOTHING_MINE,)) if mine else Card(words.nothing(name))
    lines = [_line(each) for each in found[:MOST_WAITING]]
    if len(found) > MOST_WAITING:
        lines.append(words.more(len(found) - MOST_WAITING))
    selects = [_select(words.BRING_UP, "bring_up", found)]
    if scenery.viewer.is_game_master:
        selects.append(_select(words.NUDGE, "nudge", [each for each in found if each.who is not None]))
    title = words.mine(name, len(found)) if mine else words.title(name, len(found))
    return Card(title, tuple(lines), selects=tuple(each for each in selects if each.picks))


def _select(hint: str, name: str, found: list[Waiting] | tuple[Waiting, ...]) -> Select:
    return Select(hint, name, tuple(map(_pick, found)))


def _pick(waiting: Waiting) -> Pick:
    record = waiting.record
    meaning = "" if record.title in waiting.label else record.title
    return Pick(f"{record.id}/{waiting.step}", waiting.label, meaning)


def _line(waiting: Waiting) -> str:
    label = safe(waiting.label, 100)
    linked = f"[{label}]({waiting.link.url})" if waiting.link is not None else label
    return f"{person(waiting.who)} · {linked} · {since(waiting.since)}"


def _chosen(args: tuple[str, ...]) -> tuple[RecordId, str]:
    """Record and step of what was chosen. Raises Stale where the list holds something else."""
    record, slash, step = args[-1].partition("/") if args else ("", "", "")
    if not slash or not record or not step:
        raise Stale(words.DAMAGED)
    return RecordId(record), step
