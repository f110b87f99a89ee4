"""What was committed reaches Discord: posts and redrawn cards, each exactly once.

A handler that answers an interaction claims its outbox rows; whatever it could not show, or a crash
left behind, is posted from here. Before anything is posted a second time, the channel is searched
for the first: by the interaction it answered, or by the mark in its footer. Each channel has its
messages in order, and none waits for another channel: what can't be posted for the moment holds back
what comes after it there (`Pauses`), and what Discord refuses is set aside and told to the game masters.

A live card goes on from entry to entry: it is edited, by the answer to whoever pressed it or from here. Where
too much stands after it by now, what it was to tell is posted anew.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

import discord
from discord.ext import tasks

from bot.engine.card import Card
from bot.errors import Busy, Unusable
from bot.play import BATCH, GAME_MASTER_POST, PUBLIC_POST, READERS, Appearance, Due, Play, Post, Sent
from bot.ui.card import edit_of, message_of, painted
from bot.ui.errors import log, log_failure
from bot.ui.pauses import Cause, Pauses, cause_of, lasting
from bot.ui.places import lacking_for_threads
from bot.ui.posted import Posted, Sight, earliest, place_of, read
from bot.ui.renderer import Renderer
from bot.ui.reply import DEFER_AFTER, NETWORK
from bot.ui.secrecy import Secrecy, is_secret
from bot.ui.text import caption

# In seconds: how often it is looked for what is to be shown; how long a stop may take.
EVERY, STOPPING = 5.0, 10.0
# How often at least it is looked for that, and for what is due, while a sandbox lets hours pass.
LEISURE = timedelta(hours=1)
# As long as Discord lets the name of a thread be.
THREAD_NAME = 100
# In minutes: the longest that an idle thread stays in the list of its channel.
LISTED: Final = 10080
# In seconds: after that nobody waits any more for what Discord says to a request.
MUTE = 60.0
# How often a message that Discord won't let us redraw is tried again: for about an hour.
MOST_REDRAWS = 12
FORBIDDEN, GONE_CHANNEL, GONE_MESSAGE, LOCKED = 403, 10003, 10008, 160005
# A message has one thread at most.
HAS_THREAD = 160004
# Deleted message, archived thread, too many edits of an old message: a fresh card serves better.
TOO_MANY_EDITS = 30046
STUCK_MESSAGE = {GONE_MESSAGE, 50083, TOO_MANY_EDITS}


def next_look(usual: float, now: datetime, until: datetime | None, due: datetime | None = None) -> float:
    """In how many seconds to look again: as usual, or while time passes until then when something is due."""
    if until is None or until <= now or (due is not None and due <= now):
        return usual
    return (min(until, now + LEISURE, due or until) - now).total_seconds()


class _Locked(Exception):
    """A thread was locked: who did that wants nothing more to be said there, though Discord would take it."""

    status, code = FORBIDDEN, LOCKED


@dataclass(frozen=True, slots=True)
class _Answering:
    """An interaction under way: where its message appears, and since when, by the loop's clock."""

    channel: int | None
    began: float
    # Whether there is something for everybody to read.
    is_committed: bool = False


class Delivery:
    """Shows what is in the outbox."""

    def __init__(self, play: Play, renderer: Renderer, client: discord.Client) -> None:
        self._play = play
        self._renderer = renderer
        self._client = client
        # Until when a sandbox lets time pass in seconds, where it does.
        self._until: datetime | None = None
        # The newest row there was when this process began: those before it may stand in their channels.
        self._inherited = 0
        self._searched: dict[int, Posted] = {}
        self._claimed: Counter[int] = Counter()
        self._begun: dict[int, _Answering] = {}
        self._unclaimed = asyncio.Event()
        self._unclaimed.set()
        self._doubtful: set[int] = set()
        self._marks: list[Appearance] = []
        self._is_wanted = self._is_stopping = self._is_held = False
        # Whether there may be something to deliver that nobody has looked for yet.
        self._may_be_due = True
        # The channels that were at work when that was looked for last.
        self._passed_over: set[int] = set()
        # The messages that are being redrawn: one edit of each at a time, so that the last one sent stays.
        self._edited: set[int] = set()
        # The boards as they were drawn last, by message: what shows nothing else is not drawn again.
        self._boards: dict[int, Card] = {}
        # What can't be shown at present, and whether something waits for an answer that is under way.
        self._pauses = Pauses(play.context.now)
        # How often answers left a message to the outbox in a channel, or came slowly there, since the last
        # look; and since when posts are under way in one, by the loop's clock.
        self._left: Counter[int] = Counter()
        self._posting: dict[int, float] = {}
        self._waits_for_answer = False
        # What was written down is not read as undone.
        self._reading = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._not_before = 0.0
        # What waits because others read the game masters' channels.
        self.secrecy = Secrecy(play, client, self.soon)
        # In a crowd what many people changed is read, drawn and written down together: a tenth of the work.
        self.pause = 0.25
        self._channels: dict[int, asyncio.Task[None]] = {}

    # -- for whoever answers an interaction -------------------------------------------------------

    def claim(self, interaction: int, channel: int | None = None) -> None:
        """Whatever this interaction commits is shown by its answer: said before it acts."""
        self._claimed[interaction] += 1
        self._begun.setdefault(interaction, _Answering(channel, asyncio.get_running_loop().time()))
        self._unclaimed.clear()

    def appears_in(self, channel: int, interaction: int) -> None:
        """What it committed is told there, which can be elsewhere than where it was asked for."""
        if interaction in self._begun:
            self._begun[interaction] = replace(self._begun[interaction], channel=channel, is_committed=True)

    def release(self, interaction: int, *, is_told: bool = False) -> None:
        """The answer is over: unless it `is_told`, what it did not show is delivered from here."""
        self._claimed[interaction] -= 1
        if not self._claimed[interaction]:
            answering = self._begun.pop(interaction)
            del self._claimed[interaction]
            is_untold = answering.is_committed and not is_told
            if is_untold and answering.channel is not None and _is_slow(answering.began):
                self._left[answering.channel] += 1
        if not self._claimed:
            self._unclaimed.set()

    def is_claimed_twice(self, interaction: int) -> bool:
        """Whether Discord delivered it more than once and another handler is at work on it."""
        return self._claimed[interaction] > 1

    def sending(self, row: int) -> None:
        """A row's message is on its way: until it is `shown`, nobody can say whether Discord took it."""
        self._doubtful.add(row)

    def appeared(
        self, row: int, post: Post, card: Card, message: int, channel: int, *, is_posted: bool
    ) -> None:
        """Discord accepted a row's message, or its card's edit; written down with the next batch."""
        sent = self._sent(post, message, channel, is_live=card.is_live)
        self._remember(post, message, card)
        self._mark(
            Appearance((row,), (post.entry.number,), sent, is_posted, is_board=post.glance is not None)
        )
        self.reached()

    def reached(self) -> None:
        """Discord can be reached: what waits because it could not be is tried again."""
        if self._pauses.reached():
            self.soon()

    def is_late(self, channel: int) -> bool:
        """Whether earlier messages have yet to come there, which an outage held up: none overtakes them."""
        return self._pauses.is_late(channel)

    def leave(self, channel: int) -> None:
        """An answer did not show its message, or nobody knows: it comes from here, before any later one."""
        self._left[channel] += 1

    def is_overtaking(self, interaction: int, channel: int) -> bool:
        """Whether an answer would overtake what has been under way there for a while, or was left to us."""
        others = (self._begun[each] for each in self._begun if each != interaction)
        began = [each.began for each in others if each.channel == channel]
        return channel in self._left or any(map(_is_slow, (*began, self._posting.get(channel, math.inf))))

    @contextmanager
    def editing(self, message: int) -> Iterator[bool]:
        """While a message is redrawn; whether nobody else is at that already."""
        is_free = message not in self._edited
        self._edited.add(message)
        try:
            yield is_free
        finally:
            if is_free:
                self._edited.discard(message)

    async def learn(self, message: int | None) -> None:
        """Write down a message that has just appeared: what is done on it may concern it."""
        if not any(shown.message.message_id == message for shown in self._marks):
            return
        try:
            async with self._reading:
                if await self._flush():
                    self._may_be_due = True
        except Exception as error:  # noqa: BLE001  the next batch has it
            log_failure(error)

    def soon(self, *, looks: bool = True) -> None:
        """Deliver what is due, after the present handler, and not at once after the last time.

        Unless it `looks` nothing can be due, and what was shown is only written down.
        """
        self._is_wanted = True
        self._may_be_due |= looks or self._waits_for_answer
        if self._timer is None and not (self._is_stopping or self._is_held):
            loop = asyncio.get_running_loop()
            # Never longer than that, whatever becomes of the clock.
            wait = min(self.pause, max(0.0, self._not_before - loop.time()))
            self._timer = loop.call_later(wait, self._begin)

    def _begin(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._is_stopping and (self._running is None or self._running.done()):
            loop = asyncio.get_running_loop()
            self._not_before = loop.time() + self.pause
            self._running = loop.create_task(self._run(), name="delivery")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let no delivery begin within this context."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self.soon()

    @contextmanager
    def at_leisure(self, until: datetime) -> Iterator[None]:
        """Look again by itself only every hour until then; what is done is shown as soon as ever."""
        self._until = until
        try:
            yield
        finally:
            self._until = None
            self.soon()

    # -- at work ------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to deliver, and look again every few seconds."""
        self._inherited = await self._play.last_row()
        self._tick.start()

    async def idle(self) -> None:
        """Do now what is due soon, write it down, and wait until nothing is under way."""
        tried: list[Appearance] = []
        while True:
            if self._timer is not None:
                self._begin()
            begun = (self._running, *self._channels.values())
            working = {task for task in begun if task is not None and not task.done()}
            if working:
                await asyncio.wait(working)
            elif self._marks and self._marks != tried:
                tried = self._marks
                self._begin()
            else:
                return

    async def stop(self) -> None:
        """Finish what is under way; the rest is in the database."""
        self._tick.cancel()
        self._is_stopping = True
        try:
            async with asyncio.timeout(STOPPING):
                # Whoever is acting gives the answer first.
                await self._unclaimed.wait()
                await self.idle()
            await self._flush()
        except Exception as error:  # noqa: BLE001  the next start finds these messages by searching
            log_failure(error)

    @tasks.loop(seconds=EVERY)
    async def _tick(self) -> None:
        self.soon()
        # From in here, between two sleeps: the sleep that is under way stays as it is.
        self._tick.change_interval(seconds=next_look(EVERY, self._play.context.now(), self._until))

    async def _run(self) -> None:
        self._is_wanted = False
        try:
            async with self._reading:
                if await self._flush() or self._may_be_due:
                    await self._look()
        except Busy:
            log.warning("delivery waits: the database is busy")
        except Exception as error:  # noqa: BLE001  the boundary of this background work
            log_failure(error)
        if self._is_wanted:
            self.soon()

    async def _look(self) -> None:
        """Hand out what is due, but where a channel is at work: what is done there would be done again."""
        self._may_be_due, self._passed_over = False, set(self._channels)
        pauses, left = self._pauses, self._left.copy()
        busy, silent = tuple(self._channels), pauses.held(posts=True)
        try:
            found = await self._play.due(busy, silent, pauses.held(posts=False))
        except BaseException:
            self._may_be_due = True
            raise
        self._hand_out(list(self._free(found)))
        is_all = sum(len(due.rows) for due in found) < BATCH
        self._may_be_due |= not is_all
        if is_all:
            # A pause may have ended since: nobody has looked there.
            unknown = {*busy, *silent}
            pauses.look(found, unknown)
            for channel in left.keys() - unknown - {due.channel for due in found if due.kind == "post"}:
                # What was left there meanwhile was not looked for.
                if self._left[channel] == left[channel]:
                    del self._left[channel]

    def _free(self, found: Iterable[Due]) -> Iterator[Due]:
        """What is in nobody's hand. A post that an answer under way shows is waited for there."""
        self._waits_for_answer = False
        answered: set[int] = set()
        for due in found:
            if self._is_in_hand(due):
                if due.message is None and self._is_answered(due):
                    answered.add(due.channel)
            elif due.kind == "post" and due.channel in answered:
                self._waits_for_answer = True
            else:
                yield due

    def _hand_out(self, found: list[Due]) -> None:
        for channel, group in groupby(sorted(found, key=lambda due: due.channel), lambda due: due.channel):
            serving = self._serve(channel, list(group))
            self._channels[channel] = asyncio.get_running_loop().create_task(serving, name="delivery")

    def _is_in_hand(self, due: Due) -> bool:
        marked = {row for shown in self._marks for row in shown.rows}
        return self._is_answered(due) or due.message in self._edited or not marked.isdisjoint(due.rows)

    def _is_answered(self, due: Due) -> bool:
        return any(each in self._claimed for each in due.answered)

    async def _flush(self) -> bool:
        """Write down what appeared; whether others have to be redrawn for it."""
        marks, self._marks = self._marks, []
        if not marks:
            return False
        try:
            return await self._play.delivered(marks)
        except BaseException:
            self._marks = marks + self._marks
            raise

    # -- one channel ----------------------------------------------------------------------------------

    async def _serve(self, channel: int, group: list[Due]) -> None:
        has_moved = False
        if any(due.kind == "post" for due in group):
            self._posting[channel] = asyncio.get_running_loop().time()
        try:
            await self._deliver_all(group)
            has_moved = True
        except Busy:
            log.warning("delivery waits: the database is busy", channel=channel)
        except Exception as error:  # noqa: BLE001  the boundary of this background work
            log_failure(error, channel=channel)
        finally:
            del self._channels[channel]
            if _is_slow(self._posting.pop(channel, math.inf)):
                self._left[channel] += 1
        # Nothing waits for a card to be redrawn, and to write that down has time until the next look.
        self._may_be_due |= channel in self._passed_over or any(due.kind != "refresh" for due in group)
        if has_moved and self._may_be_due:
            self.soon()

    async def _deliver_all(self, group: list[Due]) -> None:
        """Show them in order; what the channel takes not at present holds back what comes after it."""
        group = await self._admitted(group)
        if not group:
            return
        try:
            found = await self._posted(group)
        except NETWORK as error:
            group = await self._unsearched(group, error)
            found = {}
        sight = Sight(self._client)
        for due in group:
            if self._is_stopping or self._pauses.holds(due):
                continue
            if due.told and due.message is not None and await sight.is_out(due, due.message):
                await self._play.post_anew(due.rows, due.message, is_gone=False)
                continue
            await self._deliver(due, found.get(due.rows[0]))

    async def _admitted(self, group: list[Due]) -> list[Due]:
        """What may be shown there now; what is secret waits as long as nobody can tell who reads it."""
        try:
            async with asyncio.timeout(MUTE):
                return await self.secrecy.admitted(group)
        except NETWORK as error:
            secret = [due for due in group if is_secret(due)]
            for due in secret[:1]:
                _log_wait(due, error, self._pauses.begin(due, Cause.OUTAGE))
            return [due for due in group if due not in secret]

    async def _unsearched(self, group: list[Due], error: Exception) -> list[Due]:
        """What may be shown though the channel can't be read: all that can't stand there already."""
        doubted = [due for due in group if self._is_sought(due)]
        if cause_of(error) is Cause.REFUSAL and getattr(error, "code", None) != GONE_CHANNEL:
            # They wait together, so that they come in order.
            await self._wait(doubted, error)
            await self._play.post_refused(doubted[0], is_forbidden=True)
        else:
            for due in doubted:
                if not self._pauses.holds(due):
                    await self._failed(due, error)
        return [due for due in group if due not in doubted]

    async def _deliver(self, due: Due, found: int | None) -> None:
        """Show one message, or do what serves where Discord doesn't take it."""
        try:
            async with asyncio.timeout(MUTE):
                await self._try(due, found)
        except _Locked as error:
            await self._set_aside(due, error)
        except NETWORK as error:
            await self._failed(due, error)
        except (Busy, Unusable):
            # It is all of them that wait for the database.
            raise
        except Exception as error:  # noqa: BLE001  one card that can't be drawn must not stop the others
            log_failure(error, entry=due.entry, campaign=due.campaign)
            await self._wait([due], error)

    async def _try(self, due: Due, found: int | None) -> None:
        """Show one message. Raises what the library raises."""
        beside = {"thread": self._start_thread, "pin": self._pin, READERS: self._keep_readers}.get(due.kind)
        if beside is not None:
            await beside(due)
        elif due.post is None and due.fault is None:
            await self._give_up(due)
        else:
            place = self._client.get_channel(due.channel)
            if due.message is None and found is None and isinstance(place, discord.Thread) and place.locked:
                raise _Locked
            card = await painted(await self._card(due))
            message = found or await (self._send(due, card) if due.message is None else self._edit(due, card))
            if message is not None:
                await self._has_shown(due, card, message, is_found=found is not None)

    async def _has_shown(self, due: Due, card: Card, message: int, *, is_found: bool) -> None:
        """Note how a message looks now, and take its pin where it is the record's no more."""
        if due.post is None:
            return
        # What has folded stays as it is.
        is_live = card.is_live and due.post.newer is None
        if not is_found:
            self._remember(due.post, message, card)
        if due.post.is_pinned and due.message is not None and not is_live:
            await self._unpin(due, message)
        # Nobody knows how a message found looks: taken for live, it is redrawn if anything changed.
        is_posted = not is_found and due.message is None
        self._shown(due, message, is_live=is_found or is_live, is_posted=is_posted)

    async def _start_thread(self, due: Due) -> None:
        """Start the thread wanted. A second try finds the one there is: it has its message's id."""
        place = self._client.get_channel(due.channel)
        if due.message is None or not due.thread or not isinstance(place, discord.TextChannel | None):
            # Of a forum's post, or of what is gone by now.
            await self._play.thread_refused(due)
            return
        lacks = lacking_for_threads(place) if place is not None else ()
        if lacks:
            await self._play.thread_refused(due, lacks)
            return
        try:
            name = caption(due.thread, THREAD_NAME)
            await self._client.http.start_thread_with_message(
                due.channel, due.message, name=name, auto_archive_duration=LISTED
            )
        except NETWORK as error:
            if getattr(error, "code", None) == HAS_THREAD:
                await self._play.thread_started(due)
            elif cause_of(error) is Cause.REFUSAL:
                await self._play.thread_refused(due)
            else:
                raise
        else:
            await self._play.thread_started(due)

    async def _pin(self, due: Due) -> None:
        """Pin a message where the bot may; where it may not, or too many are, it stays as it is."""
        try:
            if due.message is not None:
                await self._client.http.pin_message(due.channel, due.message)
        except NETWORK as error:
            if cause_of(error) is not Cause.REFUSAL:
                raise
        await self._play.pinned(due)

    async def _keep_readers(self, due: Due) -> None:
        """Look who reads the game masters' channel, and have it follow who leads."""
        await self.secrecy.keep_readers(due)
        await self._play.give_up(due.rows, None)

    async def _unpin(self, due: Due, message: int) -> None:
        """What shows nothing any more needs no pin; whether anybody pinned it is no matter."""
        with suppress(*NETWORK):
            await self._client.http.unpin_message(due.channel, message)

    def _remember(self, post: Post, message: int, card: Card) -> None:
        """Remember how a board looks now."""
        self._boards.pop(message, None)
        if post.glance is not None:
            self._boards[message] = card

    async def _card(self, due: Due) -> Card:
        if due.post is None:
            raise due.fault or LookupError("nothing to draw")
        return self._renderer.card(await self._renderer.prepared(due.post))

    async def _edit(self, due: Due, card: Card) -> int | None:
        """Redraw a message; None while an answer does that, which leaves it to the next batch."""
        message = due.message or 0
        with self.editing(message) as is_free:
            if not is_free:
                return None
            if self._boards.get(message) != card:
                await place_of(self._client, due).get_partial_message(message).edit(**edit_of(card))
            return message

    async def _send(self, due: Due, card: Card) -> int:
        self.sending(due.rows[0])
        sent = message_of(card)
        if due.interaction is None:
            # The same card once more: who it asks was mentioned when it first stood there.
            sent["allowed_mentions"] = discord.AllowedMentions.none()
        return (await place_of(self._client, due).send(nonce=f"waypost-{due.rows[0]}", **sent)).id

    def _shown(self, due: Due, message: int, *, is_live: bool, is_posted: bool) -> None:
        if due.post is not None:
            told = due.told or ((due.entry,) if due.kind == "post" else ())
            sent = self._sent(due.post, message, due.channel, is_live=is_live)
            self._mark(Appearance(due.rows, told, sent, is_posted, is_board=due.post.glance is not None))
            if self._pauses.taken(due.channel, is_post=due.kind == "post"):
                self.soon()

    def _mark(self, shown: Appearance) -> None:
        self._doubtful.difference_update(shown.rows)
        self._marks.append(shown)

    def _sent(self, post: Post, message: int, channel: int, *, is_live: bool) -> Sent:
        return Sent(
            message_id=message,
            channel_id=channel,
            campaign_id=post.entry.campaign,
            entry=post.entry.number,
            audience=GAME_MASTER_POST if post.is_secret else PUBLIC_POST,
            record_id=post.subject.id if post.subject is not None else None,
            posted_at=self._play.context.now(),
            is_live=is_live,
            is_card=post.is_card,
            as_of=post.as_of,
        )

    async def _posted(self, group: list[Due]) -> dict[int, int]:
        """Which posts of one channel stand in it already: message by row, in one reading for them all.

        What an earlier process posted is read once. Raises what the library raises where the channel
        can't be read.
        """
        channel = group[0].channel
        doubted = [due for due in group if self._is_sought(due)]
        if not doubted:
            self._searched.pop(channel, None)
            return {}
        since, known = min(map(earliest, doubted)), self._searched.get(channel)
        is_own = any(due.rows[0] in self._doubtful for due in doubted)
        if known is None or since < known.since or is_own:
            async with asyncio.timeout(MUTE):
                known = self._searched[channel] = await read(self._client, doubted[0], since)
        found = {due.rows[0]: known.message(due) for due in doubted}
        return {row: message for row, message in found.items() if message is not None}

    def _is_sought(self, due: Due) -> bool:
        """True if a post may already stand in its channel, so that it is looked for."""
        is_doubted = due.rows[0] <= self._inherited or due.rows[0] in self._doubtful
        return is_doubted and due.message is None and due.post is not None

    # -- when Discord says no -----------------------------------------------------------------------

    async def _failed(self, due: Due, error: Exception) -> None:
        """Handle Discord's refusal of a message: wait, move it, or give it up."""
        # What can't be redrawn may move to a new message.
        self._may_be_due = True
        code, cause = getattr(error, "code", None), cause_of(error)
        if code == GONE_CHANNEL:
            log.warning("a channel is gone", channel=due.channel, campaign=due.campaign)
            self._doubtful.difference_update(due.rows)
            await self._play.channel_gone(due)
        elif due.message is not None and code in STUCK_MESSAGE:
            await self._stuck(due, due.message, error, is_gone=code == GONE_MESSAGE)
        elif cause is Cause.REFUSAL or self._pauses.is_hopeless(due):
            await self._set_aside(due, error)
        else:
            _log_wait(due, error, self._pauses.begin(due, cause))

    async def _set_aside(self, due: Due, error: Exception) -> None:
        """Others need not wait for what Discord refuses; where it refuses all there, they wait together."""
        self._doubtful.difference_update(due.rows)
        is_forbidden = getattr(error, "status", None) == FORBIDDEN
        is_news = due.kind == "post" and not self._pauses.is_refused(due)
        together = self._pauses.refuse(due, may_be_all=is_forbidden)
        if together:
            await self._play.take_up(together)
        else:
            await self._wait([due], error)
        if is_news:
            is_locked = getattr(error, "code", None) == LOCKED
            await self._play.post_refused(due, is_forbidden=is_forbidden, is_locked=is_locked)

    async def _stuck(self, due: Due, message: int, error: Exception, *, is_gone: bool) -> None:
        """What still waits on a message that can't be redrawn moves to a new one; the rest is tried again."""
        is_board = due.post is not None and due.post.glance is not None
        self._boards.pop(message, None)
        if due.told:
            await self._play.post_anew(due.rows, message, is_gone=is_gone)
        elif is_board and getattr(error, "code", None) == TOO_MANY_EDITS and due.attempts < MOST_REDRAWS:
            # Where it stands it is looked for: it catches up once Discord takes edits again.
            await self._wait([due], error)
        elif (await self._card(due)).has_controls:
            await self._play.repost(due.rows, message, is_gone=is_gone)
        elif is_gone or due.attempts >= MOST_REDRAWS:
            await self._give_up(due)
        else:
            await self._wait([due], error)

    async def _give_up(self, due: Due) -> None:
        self._doubtful.difference_update(due.rows)
        self._boards.pop(due.message or 0, None)
        await self._play.give_up(due.rows, due.message)

    async def _wait(self, group: Sequence[Due], error: Exception) -> None:
        """Try those again later, and later each time; nothing waits for them."""
        most = max(due.attempts for due in group)
        wait = lasting(most)
        _log_wait(group[0], error, wait)
        await self._play.put_off(tuple(row for due in group for row in due.rows), wait)


def _is_slow(began: float) -> bool:
    """Whether what began then, by the loop's clock, has been under way so long that others see it missing."""
    return asyncio.get_running_loop().time() - began > DEFER_AFTER


def _log_wait(due: Due, error: Exception, wait: timedelta) -> None:
    log.warning("delivery put off", entry=due.entry, channel=due.channel, error=str(error), wait=wait.seconds)
