"""`/dice fairness`, `/dice reveal`, `/dice verify`: what the dice are bound to, and that they kept to it."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Desk, actor_of, request_of
from bot.engine.system import Happened, RecordId
from bot.errors import Stale
from bot.handlers import Interaction
from bot.play import Chapter, Chapters, Entry, Outcome, Request, Verified, Where
from bot.systems.table.words import fairness as words
from bot.ui.card import Attachment, Button, Card, Tone
from bot.ui.reply import Reply
from bot.ui.text import person, safe, since

MOST_CHAPTERS = 5
OPEN, SECRET = "open", "secret"
NUMBER = app_commands.Range[int, 1, 2_000_000_000]


class FairnessCommands(commands.Cog):
    """The commands of the `/dice` group that let players check; the group's cog inherits them."""

    _desk: Desk

    def enter_fairness(self, desk: Desk) -> None:
        """Register the commands and the button; once, where the cog is made."""
        desk.enter(register.FAIRNESS)
        desk.add_button("reveal", self._reveal)

    @app_commands.command()
    @app_commands.guild_only()
    async def fairness(self, interaction: Interaction) -> None:
        """See what binds the dice of this campaign, and how to check them"""
        async with self._desk.reply(interaction) as reply:
            found = await self._desk.play.chapters(actor_of(interaction), _here(interaction))
            await reply.private(_state(found))

    @app_commands.command()
    @app_commands.describe(
        chapter="The running one by default; with secret, the one that ended last",
        hidden="Publish the secret dice of a chapter that has ended",
    )
    @app_commands.rename(hidden="secret")
    @app_commands.guild_only()
    async def reveal(
        self, interaction: Interaction, chapter: NUMBER | None = None, hidden: bool = False
    ) -> None:
        """Game masters: see what publishing a seed reveals, then do it"""
        async with self._desk.reply(interaction) as reply:
            campaign, found = await self._desk.play.preview_reveal(
                actor_of(interaction), _here(interaction), chapter, secret=hidden
            )
            await reply.private(_secret_question(campaign, found) if hidden else _question(campaign, found))

    @app_commands.command()
    @app_commands.describe(
        chapter="The one that ended last by default",
        hidden="The secret dice, once their seed is published",
        from_draw="Where the file begins",
    )
    @app_commands.rename(hidden="secret")
    @app_commands.guild_only()
    async def verify(
        self,
        interaction: Interaction,
        chapter: NUMBER | None = None,
        hidden: bool = False,
        from_draw: NUMBER = 1,
    ) -> None:
        """Check every roll of an ended chapter, and get the file to check it yourself"""
        async with self._desk.reply(interaction) as reply:
            verified = await self._desk.play.verify(
                actor_of(interaction), _here(interaction), chapter, secret=hidden, first=from_draw
            )
            await reply.private(_result(verified))

    async def _reveal(self, reply: Reply, args: tuple[str, ...]) -> None:
        kind, campaign, chapter, drawn = _parts(args)
        actor, request = actor_of(reply.interaction), replace(_here(reply.interaction), campaign=campaign)
        revealing: Awaitable[Outcome]
        if kind == SECRET:
            revealing = self._desk.play.reveal_secret(actor, request, chapter=chapter)
        else:
            revealing = self._desk.play.end_chapter(actor, request, chapter=chapter, drawn=drawn)
        await self._desk.show(reply, revealing)


def _here(interaction: Interaction) -> Request:
    """The channel's campaign; elsewhere the server's own, whose dice are rolled outside any campaign."""
    return replace(request_of(interaction), where=Where.EITHER)


def _parts(args: tuple[str, ...]) -> tuple[str, str, int, int]:
    numbers = args[2:]
    if len(args) != 4 or not all(text.isascii() and text.isdigit() and len(text) <= 10 for text in numbers):
        raise Stale(words.DAMAGED)
    return args[0], args[1], int(args[2]), int(args[3])


# -- cards ----------------------------------------------------------------------------------------


def _state(found: Chapters) -> Card:
    now = found.running
    lines = (
        words.so_far(now.draws, now.secret_draws, since(now.began_at)),
        *words.seals(now.seal, now.secret_seal),
    )
    ended = [
        words.ended_line(each.number, each.draws, is_secret_published=each.is_secret_published)
        for each in found.ended[:MOST_CHAPTERS]
    ]
    if len(found.ended) > MOST_CHAPTERS:
        ended.append(words.more(len(found.ended) - MOST_CHAPTERS))
    fields = ((words.ENDED, "\n".join(ended or [words.NONE_ENDED])), (words.HOW, "\n".join(words.STEPS)))
    return Card(words.running_title(safe(found.name), now.number), lines, fields)


def _question(campaign: RecordId, chapter: Chapter) -> Card:
    args = (OPEN, campaign, str(chapter.number), str(chapter.draws))
    return Card(
        words.end_title(chapter.number),
        words.end_question(chapter.number, chapter.draws, chapter.first_entry, chapter.last_entry),
        tone=Tone.ASKS,
        buttons=(Button(words.end_button(chapter.number), "reveal", args, is_main=True),),
    )


def _secret_question(campaign: RecordId, chapter: Chapter) -> Card:
    args = (SECRET, campaign, str(chapter.number), "0")
    drawn = chapter.secret_draws or 0
    return Card(
        words.secret_title(chapter.number),
        words.secret_question(chapter.number, drawn, chapter.first_entry, chapter.last_entry),
        tone=Tone.ASKS,
        buttons=(Button(words.secret_button(chapter.number), "reveal", args, is_main=True),),
    )


def _result(verified: Verified) -> Card:
    check, chapter, secret = verified.check, verified.chapter, verified.is_secret
    lines = [words.undone(check.undone)] if check.undone else []
    if verified.is_whole:
        lines.append(words.CHECK_FILE)
    else:
        lines.append(words.part(chapter, verified.first, verified.last, verified.drawn))
    file = Attachment(f"dice-chapter-{chapter}-{SECRET if secret else OPEN}.jsonl", verified.file)
    if check.faulty:
        faults = [words.faulty(check.draws, check.dice, check.faulty), *map(str, check.faults)]
        lines = [*faults, words.TELL_OPERATOR, *lines]
        return Card(words.faulty_title(chapter, secret=secret), tuple(lines), tone=Tone.BAD, file=file)
    lines = [words.sound(check.draws, check.dice), *lines]
    return Card(words.sound_title(chapter, secret=secret), tuple(lines), tone=Tone.GOOD, file=file)


# -- entries --------------------------------------------------------------------------------------


def told(event: Any, entry: Entry) -> str | None:
    """The line of an entry that published a seed; none for any other."""
    if not isinstance(event, Happened):
        return None
    facts, who = event.facts, person(entry.actor)
    if event.kind == "ChapterEnded":
        return words.ended(who, facts["chapter"], facts["draws"], facts["first"], facts["last"])
    if event.kind == "SecretSeedRevealed":
        return words.secret_revealed(who, facts["chapter"], facts["draws"])
    return None


def drawn(entry: Entry) -> Card | None:
    """The message about an entry that published a seed; none for any other."""
    for event in entry.events:
        line = told(event, entry)
        if line is not None:
            facts, secret = event.facts, event.kind == "SecretSeedRevealed"
            title = words.secret_revealed_title if secret else words.ended_title
            seeds = words.seed_lines(facts["seed"], facts["seal"])
            lines = (line, *seeds, words.check_it(facts["chapter"], secret=secret))
            return Card(title(facts["chapter"]), lines)
    return None
