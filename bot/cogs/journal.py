"""`/journal`, `/undo`, `/redo`, `/waiting`: what happened, taking it back, and what is asked of whom."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Desk, Interaction, actor_of, request_of
from bot.drawing import differences
from bot.engine.words import one_line
from bot.errors import Stale
from bot.play import Entry, Link, Page, Plan, Waiting
from bot.ui.card import Button, Card, Tone
from bot.ui.reply import Reply
from bot.ui.text import clip, person, plural, safe, since

LINE = 300
MOST_WAITING = 12
MOST_LISTED = 8
REASON = 50


class JournalCog(commands.Cog):
    """The journal and what can be done with it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.JOURNAL)
        desk.add_button("page", self._turn_page)
        desk.add_button("undo", self._undo)

    @app_commands.command()
    @app_commands.describe(before="Show what came before this entry")
    @app_commands.guild_only()
    async def journal(
        self, interaction: Interaction, before: app_commands.Range[int, 1, 2_000_000_000] | None = None
    ) -> None:
        """Read what happened, newest first; secrets only to those who may see them"""
        async with self._desk.reply(interaction) as reply:
            page = await self._desk.play.journal(
                actor_of(interaction), request_of(interaction), before=before
            )
            await reply.private(self._page(page))

    async def _turn_page(self, reply: Reply, args: tuple[str, ...]) -> None:
        campaign, before = _two(args)
        interaction = reply.interaction
        page = await self._desk.play.journal(
            actor_of(interaction), request_of(interaction), before=before, campaign=campaign
        )
        await reply.update(self._page(page))

    def _page(self, page: Page) -> Card:
        lines = tuple(self._line(entry, link) for entry, link in page.entries)
        campaign = page.scenery.campaign_id
        turns = [("Newer", page.newer), ("Older", page.older)]
        buttons = tuple(Button(label, "page", (campaign, str(n))) for label, n in turns if n is not None)
        name = safe(page.scenery.campaign.name)
        return Card(f"Journal of {name}", lines or ("Nothing happened yet.",), buttons=buttons)

    def _brief(self, entry: Entry) -> str:
        return clip(self._desk.gallery.line(entry).replace("\n", " · "), LINE // 2)

    def _line(self, entry: Entry, link: Link | None) -> str:
        number = f"[#{entry.number}]({link.url})" if link is not None else f"#{entry.number}"
        text = clip(self._desk.gallery.line(entry).replace("\n", " · "), LINE)
        undone = f" *(undone by #{entry.undone_by})*" if entry.undone_by is not None else ""
        return f"{number} {since(entry.at)} {text}{undone}"

    @app_commands.command()
    @app_commands.describe(
        entry="The number of the entry; the latest by default", reason="Why, for the journal"
    )
    @app_commands.guild_only()
    async def undo(
        self,
        interaction: Interaction,
        entry: app_commands.Range[int, 1, 2_000_000_000] | None = None,
        reason: app_commands.Range[str, 1, 50] | None = None,
    ) -> None:
        """See what taking back an entry would change, then do it"""
        await self._preview(interaction, entry, reason, redo=False)

    @app_commands.command()
    @app_commands.guild_only()
    async def redo(self, interaction: Interaction) -> None:
        """Bring back what was undone last"""
        await self._preview(interaction, None, None, redo=True)

    async def _preview(
        self, interaction: Interaction, number: int | None, reason: str | None, *, redo: bool
    ) -> None:
        async with self._desk.reply(interaction) as reply:
            actor, request = actor_of(interaction), request_of(interaction)
            plan = await self._desk.play.preview_undo(actor, request, number, redo=redo)
            await reply.private(self._plan(plan, reason))

    def _plan(self, plan: Plan, reason: str | None) -> Card:
        rows = [[d.record, d.field, d.before, d.after] for d in plan.differences]
        number = plan.entry.number
        lines = [f"#{entry.number}: {self._brief(entry)}" for entry in plan.entries[:MOST_LISTED]]
        if len(plan.entries) > MOST_LISTED:
            lines.append(f"… and {len(plan.entries) - MOST_LISTED} more, up to #{plan.undone[-1]}.")
        if plan.goes_back:
            lines.append(f"All of these go: the later ones followed from #{number} or touch the same.")
        lines.append("")
        lines += differences(list(plan.opened), rows) or ["Nothing that you can see changes."]
        verb = "Redo" if plan.is_redo else "Go back to before" if plan.goes_back else "Undo"
        args = (
            plan.entry.campaign,
            str(number),
            str(plan.undone[-1]),
            one_line(reason or "").replace("|", "/"),
        )
        title = "Redo?" if plan.is_redo else "Undo?"
        button = Button(f"{verb} #{number}", "undo", args, is_main=True)
        return Card(title, tuple(lines), tone=Tone.ASKS, buttons=(button,))

    async def _undo(self, reply: Reply, args: tuple[str, ...]) -> None:
        campaign, number, last, reason = _four(args)
        interaction = reply.interaction
        undoing = self._desk.play.undo(
            actor_of(interaction), request_of(interaction), campaign, number, last, reason or None
        )
        await self._desk.show(reply, undoing)

    @app_commands.command()
    @app_commands.describe(mine="Only what waits for me")
    @app_commands.guild_only()
    async def waiting(self, interaction: Interaction, mine: bool = False) -> None:
        """See what this campaign waits for, for whom, and since when"""
        async with self._desk.reply(interaction) as reply:
            scenery, found = await self._desk.play.waiting(
                actor_of(interaction), request_of(interaction), mine=mine
            )
            await reply.private(_waiting(safe(scenery.campaign.name), found, mine=mine))


def _waiting(name: str, found: tuple[Waiting, ...], *, mine: bool) -> Card:
    if not found:
        return Card(f"{name} waits for nothing", ("Nothing waits for you.",) if mine else ())
    lines = [_waiting_line(each) for each in found[:MOST_WAITING]]
    if len(found) > MOST_WAITING:
        lines.append(f"… and {len(found) - MOST_WAITING} more.")
    return Card(f"{name} waits for {plural(len(found), 'thing')}", tuple(lines))


def _waiting_line(waiting: Waiting) -> str:
    label = safe(waiting.label, 100)
    linked = f"[{label}]({waiting.link.url})" if waiting.link is not None else label
    return f"{person(waiting.who)} · {linked} · {since(waiting.since)}"


def _two(args: tuple[str, ...]) -> tuple[str, int]:
    if len(args) != 2:
        raise Stale(_DAMAGED)
    return args[0], _number(args[1])


def _four(args: tuple[str, ...]) -> tuple[str, int, int, str]:
    if len(args) != 4:
        raise Stale(_DAMAGED)
    return args[0], _number(args[1]), _number(args[2]), args[3][:REASON]


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        raise Stale(_DAMAGED)
    return int(text)


_DAMAGED = "That button is damaged; nothing was changed. Call the command again."
