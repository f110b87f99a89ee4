"""Where rules meet the database, and only here: act, look, undo, redo, and what delivery needs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog

from bot.engine.campaign import Campaign
from bot.engine.catalogue import Catalogue
from bot.engine.declare import Invocation
from bot.engine.finders import Asker
from bot.engine.people import Actor, Permit
from bot.engine.readers import OtherReaders
from bot.engine.system import Choice, RecordId, Scope, Step, System
from bot.engine.views import KnownCampaign
from bot.errors import Busy, UserError
from bot.play import (
    act,
    chapters,
    forms,
    hand_over,
    look,
    offers,
    pace,
    plans,
    post,
    readers,
    recap,
    remind,
    tally,
    undo,
    verification,
    worlds,
)
from bot.play.asked import ask
from bot.play.chapters import Chapter, Chapters
from bot.play.context import Context
from bot.play.forms import Form
from bot.play.look import Page
from bot.play.offers import LASTS, Taken
from bot.play.post import BATCH, MOST_WAIT, Appearance, Due
from bot.play.preview import Came, Preview, Shift, Tried, new_record
from bot.play.readers import HeldCampaign
from bot.play.recap import SINCE_HERE, Newcomer, Passage, Recap, RecapRange, RecapScene
from bot.play.reversal import Difference, Reversal
from bot.play.session import NoCampaign
from bot.play.tally import Tally
from bot.play.terms import foretold
from bot.play.verification import Verified
from bot.play.views import (
    EVERY_ENTRY,
    HOUSE_ENTRIES,
    CampaignView,
    Entry,
    Filter,
    Glance,
    InPlay,
    Link,
    MadeEntry,
    Outcome,
    Post,
    Pressed,
    RecordView,
    Request,
    Waiting,
    Where,
)
from bot.storage import campaigns, outbox
from bot.storage import offers as offer_rows
from bot.storage.campaigns import CampaignRow
from bot.storage.database import Database
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST, READERS
from bot.storage.outbox import MessageRow as Sent

__all__ = [
    "BATCH",
    "GAME_MASTER_POST",
    "HOUSE_ENTRIES",
    "MOST_WAIT",
    "PUBLIC_POST",
    "READERS",
    "Appearance",
    "Came",
    "CampaignView",
    "Chapter",
    "Chapters",
    "Difference",
    "Due",
    "Entry",
    "Filter",
    "Form",
    "Glance",
    "HeldCampaign",
    "InPlay",
    "KnownCampaign",
    "Link",
    "MadeEntry",
    "Newcomer",
    "NoCampaign",
    "Outcome",
    "Page",
    "Passage",
    "Play",
    "Post",
    "Pressed",
    "Preview",
    "Recap",
    "RecapRange",
    "RecapScene",
    "RecordView",
    "Request",
    "Reversal",
    "Sent",
    "Shift",
    "Taken",
    "Tally",
    "Tried",
    "Verified",
    "Waiting",
    "Where",
    "foretold",
    "new_record",
]  # fmt: skip

T = TypeVar("T")
log = structlog.get_logger("waypost")

# How many things are done at one record in a round, at most.
MOST_RUNG = 50


def _bound(work: Callable[..., T], context: Context, *args: Any) -> Callable[[sa.Connection], T]:
    """What is to be done in a transaction, with all it needs but that."""
    return lambda connection: work(connection, context, *args)


def utc_now() -> datetime:
    """The present, aware."""
    return datetime.now(UTC)


class Play:
    """Every way into the database. Each call is one transaction; nothing raw comes out."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        *,
        now: Callable[[], datetime] = utc_now,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.context = Context(catalogue, now, randomness)
        # A long chapter keeps a core busy: one is checked at a time.
        self._checking = asyncio.Lock()

    async def act(self, actor: Actor, request: Request, action: Any) -> Outcome:
        """Carry out an action in the campaign that the request means, or found one.

        Raises UserError where it is refused: nothing was changed then.
        """
        return await self._write(lambda connection: act.act(connection, self.context, actor, request, action))

    async def came_of(self, interaction: int) -> MadeEntry | None:
        """The entry an interaction made; None where it made none and never will. Raises Busy till then."""
        # Not read beside the writers: what they may still commit has to be waited for.
        return await self.database.write(lambda connection: act.came_of(connection, interaction))

    async def preview(self, actor: Actor, request: Request, actions: Sequence[Any]) -> Preview:
        """Try actions in a row over what the actor may see, and offer to carry them out.

        Raises UserError where the only one is refused, whatever else.
        """
        preview, row = await self.database.read(
            lambda connection: offers.try_out(connection, self.context, actor, request, actions)
        )
        # An interaction that is delivered twice has kept its offer.
        with suppress(sa.exc.IntegrityError):
            await self.database.write(lambda connection: offer_rows.insert(connection, row))
        return preview

    async def goes(self, actor: Actor, request: Request, action: Any) -> bool:
        """Whether nothing that the actor may see speaks against an action: it is tried, and not offered."""
        try:
            preview, _row = await self.database.read(
                lambda connection: offers.try_out(connection, self.context, actor, request, [action])
            )
        except UserError:
            return False
        return preview.goes and not preview.planned

    async def moves(self, actor: Actor, request: Request, record: RecordId) -> tuple[Step, ...]:
        """The steps open in a record that the actor sees, with the choices that are theirs to take."""
        return await self.database.read(
            lambda connection: offers.moves(connection, self.context, actor, request, record)
        )

    async def act_or_offer(self, actor: Actor, request: Request, action: Any) -> Taken:
        """Carry out what needs no word before; show anything else, and offer it. Raises UserError."""
        return await self._write(
            lambda connection: offers.act_or_offer(connection, self.context, actor, request, action)
        )

    async def press(
        self, actor: Actor, request: Request, pressed: Pressed, answers: Mapping[str, str] | None = None
    ) -> Taken:
        """Carry out a choice of a step, with its form's answers; or show it, where that asks first.

        Raises UserError; Stale where the step moved on.
        """
        return await self._write(
            lambda connection: offers.press(connection, self.context, actor, request, pressed, answers)
        )

    def asks(self, action: Any) -> bool:
        """Whether an action is shown before it is done where the rules note something."""
        return self.catalogue.of_action(action)[1].confirms

    async def take(self, actor: Actor, request: Request, offer: str) -> Taken:
        """Carry out what was offered, once, or show it anew. Raises UserError."""
        return await self._write(
            lambda connection: offers.take(connection, self.context, actor, request, offer)
        )

    async def kept(self, actor: Actor, offer: str) -> tuple[Any, ...]:
        """What one of the actor's offers would carry out. Raises UserError where it is gone or done."""
        return await self.database.read(
            lambda connection: offers.kept(connection, self.context, actor, offer)
        )

    async def plan(self, actor: Actor, request: Request) -> Mapping[str, Any]:
        """What the actor has planned in the campaign meant: actions in order, by id. Raises UserError."""
        return await self.database.read(
            lambda connection: plans.plan_of(connection, self.context, actor, request)
        )

    def label(self, action: Any) -> str:
        """The text on an action's button."""
        return self.catalogue.of_action(action)[1].label

    async def add_to_plan(self, actor: Actor, request: Request, preview: str) -> Preview | None:
        """Put what was previewed at the end of the actor's plan, or show it anew. Raises UserError."""
        return await self.database.write(
            lambda connection: offers.add_to_plan(connection, self.context, actor, request, preview)
        )

    async def plans_of_others(self, actor: Actor, request: Request) -> Mapping[int, Mapping[str, Any]]:
        """What others have planned in the campaign meant, by person. Raises UserError."""
        return await self.database.read(
            lambda connection: plans.plans_of_others(connection, self.context, actor, request)
        )

    async def take_over(self, actor: Actor, request: Request, user: int, id_: str) -> None:
        """Put an action of another's plan on the actor's own instead. Raises UserError."""
        await self._write(
            lambda connection: plans.take_over(connection, self.context, actor, request, user, id_)
        )

    async def drop_from_plan(self, actor: Actor, request: Request, id_: str | None = None) -> None:
        """Take an action off the actor's plan, or all of them. Raises UserError."""
        await self.database.write(
            lambda connection: plans.drop_from_plan(connection, self.context, actor, request, id_)
        )

    async def keep_form(self, user: int, interaction: int, form: Form) -> str:
        """Keep a form that was refused, with what its person typed; the id it is found by."""
        now = self.context.now()
        return await self.database.write(
            lambda connection: forms.keep_form(connection, user, interaction, form, now)
        )

    async def kept_form(self, user: int, id_: str) -> Form:
        """A refused form with what was typed. Raises Stale or NotAllowed."""
        return await self.database.read(lambda connection: forms.kept_form(connection, user, id_))

    async def tidy(self) -> tuple[int, int]:
        """Take away offers that nobody took in 60 days, and what was delivered 30 days ago; how many."""
        now = self.context.now()
        offered = await self.database.write(lambda connection: offer_rows.purge(connection, now - LASTS))
        return offered, await self.database.write(lambda connection: post.tidy(connection, now))

    async def offered(self, actor: Actor, request: Request, pressed: Pressed) -> Choice:
        """The choice a button stands for. Raises UserError."""
        return await self.database.read(
            lambda connection: look.offered(connection, self.context, actor, request, pressed)
        )

    async def may_begin(self, actor: Actor, request: Request) -> bool:
        """Whether somebody may begin campaigns on that server."""
        return await self.database.read(
            lambda connection: worlds.may_begin(connection, self.context, actor, request)
        )

    async def require_game(self, actor: Actor, request: Request, game: System) -> None:
        """See that the campaign meant plays that game. Raises NoCampaign, RuleViolation."""
        await self.database.read(
            lambda connection: look.require_game(connection, self.context, actor, request, game)
        )

    async def look(
        self,
        actor: Actor,
        request: Request,
        scope: Scope | None = None,
        *,
        may: Permit = Permit.EVERYONE,
    ) -> CampaignView:
        """The campaign and the scope's records, as the actor may see them. Raises UserError."""
        wanted = scope or Scope()
        return await self.database.read(
            lambda connection: look.look(connection, self.context, actor, request, wanted, may)
        )

    async def ask(
        self,
        actor: Actor,
        request: Request,
        asked: Invocation,
        answer: Callable[[Asker], T],
        typed: str = "",
    ) -> T:
        """What a pure function answers to who gave a command, of what they may see. Raises UserError."""
        return await self.database.read(
            lambda connection: ask(connection, self.context, actor, request, asked, answer, typed)
        )

    async def journal(
        self,
        actor: Actor,
        request: Request,
        *,
        before: int | None = None,
        campaign: str | None = None,
        wanted: Filter = EVERY_ENTRY,
    ) -> Page:
        """A page of the journal, as the actor may see it. Raises UserError."""
        return await self.database.read(
            lambda connection: look.journal_page(
                connection, self.context, actor, request, before=before, campaign=campaign, wanted=wanted
            )
        )

    async def story(
        self,
        actor: Actor,
        request: Request,
        record: RecordId,
        *,
        campaign: str | None = None,
        pages: int | None = None,
    ) -> AsyncIterator[Entry]:
        """A record's entries as the actor may see them, newest first, of so many pages. Raises UserError."""
        before: int | None = None
        for _ in range(pages) if pages is not None else count():
            wanted = Filter(record=record)
            page = await self.journal(actor, request, before=before, campaign=campaign, wanted=wanted)
            for entry, _link in page.entries:
                yield entry
            before = page.older
            if before is None:
                return

    # -- what happened, told -----------------------------------------------------------------------

    async def recap(
        self, actor: Actor, request: Request, wanted: RecapRange = SINCE_HERE, *, campaign: str | None = None
    ) -> Recap:
        """What happened, by scene, as the actor may see it. Raises UserError."""
        return await self.database.read(
            lambda connection: recap.recap(connection, self.context, actor, request, wanted, campaign)
        )

    async def newcomer(self, actor: Actor, request: Request, *, campaign: str | None = None) -> Newcomer:
        """What somebody new should know, as the actor may see it. Raises UserError."""
        return await self.database.read(
            lambda connection: recap.newcomer(connection, self.context, actor, request, campaign)
        )

    async def passages(
        self, actor: Actor, request: Request, *, campaign: str | None = None
    ) -> tuple[CampaignView, tuple[Passage, ...]]:
        """The story that was marked and written, as the actor may see it. Raises UserError."""
        return await self.database.read(
            lambda connection: recap.story(connection, self.context, actor, request, campaign)
        )

    async def note_read(self, actor: Actor, campaign: str, first: int, last: int) -> None:
        """The actor was told of those entries. Harmless when it comes twice."""
        await self.database.write(
            lambda connection: recap.note_read(connection, actor, campaign, first, last)
        )

    async def named(self, actor: Actor, request: Request, part: str) -> tuple[RecordView, ...]:
        """The campaign's records with that piece of text in their name, of any kind. Raises UserError."""
        return await self.database.read(
            lambda connection: look.named(connection, self.context, actor, request, part)
        )

    async def bring_up(self, actor: Actor, request: Request, record: RecordId) -> None:
        """Move the card of what waits to the end of its channel. Raises UserError."""
        await self._write(
            lambda connection: remind.bring_up(connection, self.context, actor, request, record)
        )

    async def nudge(self, actor: Actor, request: Request, record: RecordId, step: str) -> Outcome:
        """Remind, with a mention, who must act at a step. Raises UserError."""
        return await self._write(
            lambda connection: remind.nudge(connection, self.context, actor, request, record, step)
        )

    async def asked_at(self, record: RecordId, step: str) -> int | None:
        """Who must act at a step; nobody where it is open no longer, or waits for game masters."""
        return await self.database.read(lambda connection: remind.asked_at(connection, record, step))

    async def post_digests(self) -> int:
        """List for game masters who want that what waits for them, once a day; for how many campaigns."""
        found = await self.database.read(lambda connection: remind.digests_due(connection, self.context))
        return sum([await self._write_digest(row) for row in found])

    async def _write_digest(self, row: CampaignRow) -> bool:
        return await self.database.write(lambda connection: remind.digest(connection, self.context, row))

    async def to_be_told(self) -> list[tuple[int, int]]:
        """The people, by server, whom what is due by now may mention."""
        return await self.database.read(lambda connection: pace.to_be_told(connection, self.context))

    async def left_server(self, guild: int, user: int) -> int:
        """That person has left that server: each of its campaigns is told once; how many that are."""
        found = await self.database.read(lambda c: pace.served_on(c, guild, user))
        return sum([await self.database.write(_bound(pace.note_left, self.context, c, user)) for c in found])

    async def do_due(self) -> int:
        """Do all that is due by now: reminders, what the silent do, lists, silences; how much that was."""
        done = 0
        for campaign, record in await self.database.read(lambda c: pace.due(c, self.context)):
            done += await self._ring(campaign, RecordId(record))
        for campaign, user in await self.database.read(lambda c: pace.lists_due(c, self.context)):
            done += await self._done(pace.list_for, pace.put_off_list, campaign, user)
        for campaign in await self.database.read(lambda c: pace.silences_due(c, self.context)):
            done += await self._done(pace.break_silence, pace.put_off_silence, campaign)
        return done

    async def next_due(self) -> datetime | None:
        """When something is due next, if anything is."""
        return await self.database.read(pace.next_due)

    async def _done(self, work: Callable[..., bool], put_off: Callable[..., None], *of: Any) -> bool:
        """Do what is due, or put it off where a fault keeps it from being done."""
        try:
            return await self.database.write(_bound(work, self.context, *of))
        except Busy:
            raise
        except Exception:
            log.exception("what is due can't be done", of=of)
            await self.database.write(_bound(put_off, self.context, *of))
            return False

    async def _ring(self, campaign: str, record: RecordId) -> int:
        """Do what is due at a record, one thing after the other; a fault there holds nobody else up."""
        for done in range(1, MOST_RUNG + 1):
            try:
                if not await self.database.write(_bound(pace.handle_due, self.context, campaign, record)):
                    return done
            except Busy:
                raise
            except Exception:
                log.exception("what is due can't be done", campaign=campaign, record=record)
                await self.database.write(_bound(pace.put_off, self.context, record))
                return done
        return MOST_RUNG

    async def snooze(self, actor: Actor, request: Request, record: RecordId) -> datetime:
        """Remind the actor a day later of what waits for them in a record; when. Raises UserError."""
        return await self._write(
            lambda connection: pace.snooze(connection, self.context, actor, request, record)
        )

    async def waiting(
        self, actor: Actor, request: Request, *, mine: bool = False
    ) -> tuple[CampaignView, tuple[Waiting, ...]]:
        """What the campaign waits for, or what it waits for from the actor. Raises UserError."""
        return await self.database.read(
            lambda connection: look.what_waits(connection, self.context, actor, request, mine=mine)
        )

    async def waits_everywhere(self, user: int) -> tuple[tuple[Campaign, tuple[Waiting, ...]], ...]:
        """What waits for a person in all their campaigns, on whatever server."""
        return await self.database.read(
            lambda connection: look.waits_everywhere(connection, self.context, user)
        )

    async def at_a_glance(self, actor: Actor, request: Request) -> tuple[CampaignView, Glance]:
        """All that goes on in the campaign, as the actor may see it. Raises UserError."""
        return await self.database.read(
            lambda connection: look.at_a_glance(connection, self.context, actor, request)
        )

    async def of_servers(self, kind: str) -> list[tuple[int, RecordView]]:
        """What servers keep for their people: the records of a kind, each with its server's id."""
        return await self.database.read(lambda connection: look.of_servers(connection, self.context, kind))

    async def servers(self) -> list[int]:
        """The servers that have a campaign, in play or archived."""
        return await self.database.read(campaigns.servers)

    async def games_played(self, guilds: Sequence[int]) -> dict[int, frozenset[str]]:
        """The games that the campaigns of those servers play, archived ones included."""
        return await self.database.read(
            lambda connection: look.games_played(connection, self.context, guilds)
        )

    async def known_campaigns(
        self, actor: Actor, request: Request, part: str = "", *, archived: bool = False
    ) -> tuple[KnownCampaign, ...]:
        """The server's campaigns with that piece in their name, for the asker to be listed or not."""
        return await self.database.read(
            lambda connection: look.known_campaigns(
                connection, self.context, actor, request, part, archived=archived
            )
        )

    async def belongings(
        self, actor: Actor, request: Request, part: str = "", whose: int | None = None
    ) -> tuple[RecordView, ...]:
        """What the actor may hand over, with that piece in its name; only `whose`. Raises UserError."""
        return await self.database.read(
            lambda connection: hand_over.belongings(connection, self.context, actor, request, part, whose)
        )

    async def hand_over(
        self, actor: Actor, request: Request, record: str, to: int, roles: frozenset[int]
    ) -> Outcome:
        """Give a record, named by id or name, to a member with those roles. Raises UserError."""
        return await self._write(
            lambda connection: hand_over.hand_over(
                connection, self.context, actor, request, record, to, roles
            )
        )

    async def preview_undo(
        self, actor: Actor, request: Request, number: int | None = None, *, redo: bool = False
    ) -> Reversal:
        """What undoing an entry (the actor's latest by default) would change. Raises UserError."""
        return await self.database.read(
            lambda connection: undo.preview(connection, self.context, actor, request, number, redo=redo)
        )

    async def undo(
        self, actor: Actor, request: Request, campaign: str, number: int, last: int, reason: str | None = None
    ) -> Outcome:
        """Take an entry back as previewed; for an undo this is redo. Raises UserError."""
        return await self._write(
            lambda connection: undo.undo(
                connection,
                self.context,
                actor,
                request,
                campaign=campaign,
                number=number,
                last=last,
                reason=reason,
            )
        )

    # -- chapters of dice --------------------------------------------------------------------------

    async def chapters(self, actor: Actor, request: Request) -> Chapters:
        """The running chapter and those that ended. Raises UserError."""
        return await self.database.read(
            lambda connection: chapters.look_at_chapters(connection, self.context, actor, request)
        )

    async def preview_reveal(
        self, actor: Actor, request: Request, chapter: int | None, *, secret: bool
    ) -> tuple[RecordId, Chapter]:
        """The campaign, and the chapter whose seed would be published. Raises UserError."""
        return await self.database.read(
            lambda connection: chapters.preview_reveal(
                connection, self.context, actor, request, chapter, secret=secret
            )
        )

    async def end_chapter(self, actor: Actor, request: Request, *, chapter: int, drawn: int) -> Outcome:
        """End the running chapter as previewed and publish its open seed. Raises UserError."""
        return await self._write(
            lambda connection: chapters.end_chapter(
                connection, self.context, actor, request, chapter=chapter, drawn=drawn
            )
        )

    async def reveal_secret(self, actor: Actor, request: Request, *, chapter: int) -> Outcome:
        """Publish the secret seed of an ended chapter. Raises UserError."""
        return await self._write(
            lambda connection: chapters.reveal_secret(
                connection, self.context, actor, request, chapter=chapter
            )
        )

    async def verify(
        self, actor: Actor, request: Request, chapter: int | None, *, secret: bool, first: int = 1
    ) -> Verified:
        """Check every roll of an ended chapter, and export it from the draw `first` on. Raises UserError."""
        async with self._checking:
            return await verification.verify(
                self.database, self.context, actor, request, chapter, secret=secret, first=first
            )

    async def tally(self, actor: Actor, request: Request, who: int | None = None) -> Tally:
        """What the open dice came to, everybody's or one person's. Raises UserError."""
        return await tally.tally(self.database, self.context, actor, request, who)

    # -- for delivery -----------------------------------------------------------------------------

    async def due(
        self, busy: Collection[int] = (), silent: Collection[int] = (), still: Collection[int] = ()
    ) -> list[Due]:
        """What must still reach Discord, outside the busy channels: no posts in the silent ones, and nothing
        but posts in those that stand still.
        """
        return await self.database.read(
            lambda connection: post.due(connection, self.context, busy, silent, still)
        )

    async def last_row(self) -> int:
        """The number of the newest row of the outbox: of what an earlier process may have posted."""
        return await self.database.read(outbox.last_row)

    async def delivered(self, shown: Sequence[Appearance]) -> bool:
        """Those messages appeared; whether that asks for others to be redrawn."""
        return await self.database.write(
            lambda connection: post.delivered(connection, shown, self.context.now())
        )

    async def put_off(self, rows: tuple[int, ...], wait: timedelta) -> None:
        """Note that delivery of those rows failed; they are tried again after the wait."""
        await self.database.write(lambda connection: post.put_off(connection, rows, self.context.now(), wait))

    async def take_up(self, rows: tuple[int, ...]) -> None:
        """Make rows that were put off one by one due again, in their order."""
        await self.database.write(lambda connection: outbox.take_up(connection, rows))

    async def post_refused(self, due: Due, *, is_forbidden: bool, is_locked: bool = False) -> None:
        """Discord refuses that message, or any in its channel: the game masters read it, once."""
        await self.database.write(
            lambda connection: post.post_refused(
                connection, self.context, due, is_forbidden=is_forbidden, is_locked=is_locked
            )
        )

    async def give_up(self, rows: tuple[int, ...], message: int | None) -> None:
        """Give up rows that have no place to be posted any more."""
        await self.database.write(
            lambda connection: post.give_up(connection, rows, self.context.now(), message)
        )

    async def hold_secrets(
        self, campaign: str, guild: int, found: OtherReaders, rows: Sequence[int] = ()
    ) -> None:
        """Others can read where those secrets were to be posted: they wait until a game master decides."""
        await self.database.write(
            lambda connection: readers.hold(connection, self.context, campaign, guild, found, rows)
        )

    async def release_secrets(self, campaign: str, guild: int) -> bool:
        """Nobody else can read the game masters' channel; whether anything waited for that."""
        return await self.database.write(
            lambda connection: readers.release(connection, self.context, campaign, guild)
        )

    async def leave_secret_channel(
        self, campaign: str, guild: int, channel: int, rows: Sequence[int]
    ) -> None:
        """That channel is the game masters' no more: nothing goes on in it."""
        await self.database.write(
            lambda connection: readers.leave(connection, self.context, campaign, guild, channel, rows)
        )

    async def held(self) -> list[HeldCampaign]:
        """The campaigns whose secrets wait because others can read their channel."""
        return await self.database.read(lambda connection: readers.held(connection, self.context))

    async def channel_gone(self, due: Due) -> None:
        """The channel of that message is gone for good: it goes to the campaign's next one, or nowhere."""
        await self.database.write(lambda connection: post.channel_gone(connection, self.context, due))

    async def post_anew(self, rows: tuple[int, ...], message: int, *, is_gone: bool) -> None:
        """What a live card was to tell that is gone, or out of sight, gets a message of its own."""
        await self.database.write(
            lambda connection: post.post_anew(connection, rows, message, is_gone=is_gone)
        )

    async def thread_started(self, due: Due) -> None:
        """The thread that was wanted is there."""
        await self.database.write(lambda connection: post.thread_started(connection, self.context, due))

    async def thread_refused(self, due: Due, lacks: Sequence[str] = ()) -> None:
        """No thread can be started there; `lacks` are the permissions missing, as people see them."""
        await self.database.write(
            lambda connection: post.thread_refused(connection, self.context, due, lacks)
        )

    async def pinned(self, due: Due) -> None:
        """Note that a message is pinned, or that it can't be."""
        await self.database.write(lambda connection: post.pinned(connection, due, self.context.now()))

    async def repost(self, rows: tuple[int, ...], message: int, *, is_gone: bool) -> None:
        """That message can't be redrawn, and something still waits on it."""
        await self.database.write(
            lambda connection: post.repost(connection, self.context, rows, message, is_gone=is_gone)
        )

    async def repost_all(self) -> int:
        """Every message is gone: ask for a new one of all that waits. Gives how many that are."""
        return await self.database.write(lambda connection: post.repost_all(connection, self.context))

    async def _write(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            return await self.database.write(work)
        except sa.exc.IntegrityError:
            # Two of the same met where no campaign row could be locked yet; the second look finds the first.
            return await self.database.write(work)
