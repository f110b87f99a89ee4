"""One interaction answered in time, whatever the database and the network do.

Discord forgets an interaction that is not acknowledged within 3 seconds. A quick answer is sent at
once; after 1 second the reply defers by itself: a press as an update of its message, a command
privately. What can't be deferred says after 2 seconds that nothing was changed. Once it was
acknowledged Discord takes an answer for 15 minutes: where one doesn't come through, it is tried again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord

from bot.engine.card import Card, Tone
from bot.engine.declare import Invocation
from bot.engine.text import T
from bot.errors import Undecided, Unusable, UserError
from bot.ui.card import edit_of, message_of, painted
from bot.ui.corrections import Corrections
from bot.ui.errors import OF_THE_HOUSE, error_card, log_failure
from bot.ui.pauses import Cause, cause_of
from bot.ui.text import bare

if TYPE_CHECKING:
    from bot.ui.dispatcher import WaysOn
    from bot.ui.owed import Owed

R = TypeVar("R")

DEFER_AFTER = 1.0
# In seconds: how long what Discord says to an answer is waited for, while others may wait behind it; and
# how long where nobody does.
MUTE, PATIENCE = 10.0, 60.0
# How long Discord waits for a first word, and then takes an answer.
FIRST_WORD, TOKEN = 3.0, 890.0
# In seconds: how much longer than that a first word is tried.
AFTERTHOUGHT = 1.0
# After which the library has tried more than once.
REPEATED = 1.0
# Between two tries of a first word; of an answer the first pause, which doubles, and the longest.
AT_ONCE, FIRST_PAUSE, LONGEST_PAUSE = 0.3, 1.0, 15.0
# What a call to Discord may fail with: its refusal, or a connection that broke.
NETWORK = (discord.HTTPException, aiohttp.ClientError, OSError)
ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION = 40060, 10062
# What Discord says of a token that it no longer takes: never acknowledged in time, or older than 15 minutes.
UNKNOWN_WEBHOOK, EXPIRED_TOKEN = 10015, 50027
TOO_LATE = {UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, EXPIRED_TOKEN}
UNKNOWN_MESSAGE = 10008
# In seconds: as long as it may take to see what an answer leads on to.
LOOKS_ON = 0.5
# Said to who acted where everybody is about to read it right there.
HERE = T("Done. It appears here in a moment.")
# What every link to a message begins with.
MESSAGE = "](https://discord.com/channels/"


# Answers that are still tried; and all that answer one interaction at present, delivered twice as it may be.
_late: set[asyncio.Task[None]] = set()
_at_work: dict[int, list[Reply]] = {}


class Reply:
    """The answer to one interaction: `async with Reply(interaction) as reply`."""

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        *,
        can_defer: bool = True,
        is_plain: bool = False,
        corrections: Corrections | None = None,
        owed: Owed | None = None,
        ways_on: WaysOn | None = None,
    ) -> None:
        self.interaction = interaction
        self._ways_on = ways_on
        self._owed = owed
        # Whether this person is answered in plain text.
        self.is_plain = is_plain
        self._can_defer = can_defer
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None
        # Whether Discord has our acknowledgement, though its own word on that was lost; and whether it may
        # have a first word that nobody heard of.
        self._is_acknowledged = self._is_unheard = False
        # Whether an answer stands, or may stand, as the original response: nothing else is said there.
        self._has_answered = False
        # Whether something was said since: it takes the place of a placeholder that isn't gone yet.
        self._is_followed = False
        self._trying: asyncio.Task[None] | None = None
        # What a person typed into a form: given back where it could not be used.
        self.typed = ""
        # The command that is answered, as it was given.
        self.asked: Invocation | None = None
        self._corrections = corrections
        # The number of the entry once one is committed: from then on "nothing was changed" is a lie.
        self.entry: int | None = None

    async def __aenter__(self) -> Reply:
        self._began = asyncio.get_running_loop().time()
        _at_work.setdefault(self.interaction.id, []).append(self)
        if self._can_defer:
            self._defer_in_time()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        try:
            return await self._ended(error)
        finally:
            others = [each for each in _at_work.pop(self.interaction.id) if each is not self]
            if others:
                _at_work[self.interaction.id] = others

    async def _ended(self, error: BaseException | None) -> bool:
        """Answer with what went wrong, where anything did; whether that settles it."""
        if error is None or not isinstance(error, Exception):
            self._stop_timer()
            if error is None:
                self._has_settled()
            return False
        if is_too_late(error):
            # There is nobody left to answer.
            self._stop_timer()
            log_failure(error, self.interaction, expected=True)
            self._has_settled()
            return True
        if not isinstance(error, UserError) or isinstance(error, Unusable):
            log_failure(error, self.interaction)
        if not isinstance(error, UserError) or isinstance(error, OF_THE_HOUSE):
            # Nobody knows now what comes next.
            self._ways_on = None
        try:
            card = await self._explained(error) or error_card(error, self.interaction, self.entry)
            await self.private(await self._given_back(card, error))
        except NETWORK as failure:
            log_failure(failure, self.interaction, expected=is_too_late(failure))
        if isinstance(error, Undecided) and self.entry is None and self._owed is not None:
            self._owed.tell_once_known(self.interaction)
        else:
            self._has_settled()
        return True

    def _has_settled(self) -> None:
        """Nobody waits for this answer any more, unless it is still tried."""
        if self._owed is not None and (self._trying is None or self._trying.done()):
            self._owed.settle(self.interaction.id)

    async def _given_back(self, card: Card, error: Exception) -> Card:
        """The card with what was typed, and the button that opens the form again."""
        if self._corrections is not None and isinstance(error, UserError) and error.lacks:
            lacking = await self._corrections.completion(self.interaction, self.asked, error)
            card = card.add(buttons=(lacking,) if lacking is not None else ())
        is_sent = self.interaction.type is discord.InteractionType.modal_submit
        if self._corrections is None or not is_sent or self.entry is not None:
            return _with_typed(card, self.typed)
        typed = self._corrections.words(self.interaction) or self.typed
        try:
            button = await self._corrections.button(self.interaction, error)
        except Exception as failure:  # noqa: BLE001  the words themselves serve
            log_failure(failure, self.interaction)
            button = None
        return _with_typed(card, typed).add(buttons=(button,) if button is not None else ())

    async def _explained(self, error: Exception) -> Card | None:
        """More than the error's sentence, where the bot knows more."""
        try:
            found: Card | None = await self.interaction.client.explain(self.interaction, error)
        except Exception as failure:  # noqa: BLE001  the sentence itself serves
            log_failure(failure, self.interaction)
            return None
        return found

    # -- acknowledging ----------------------------------------------------------------------------

    @property
    def is_acknowledged(self) -> bool:
        """Whether Discord has a first word: the answer follows it."""
        return self._is_acknowledged or self.interaction.response.is_done()

    @property
    def can_defer(self) -> bool:
        """Whether it may be acknowledged first and answered later."""
        return self._can_defer

    def may_defer(self) -> None:
        """No form is the answer after all: from now on it is acknowledged in time, as any other."""
        if not self._can_defer:
            self._can_defer = True
            self._defer_in_time()

    async def acknowledge(self) -> None:
        """Defer now, without waiting whether the answer comes quickly."""
        if self._can_defer and self._deferring is None and not self.interaction.response.is_done():
            self._stop_timer()
            self._begin_defer()
            await self._is_deferred()

    def _defer_in_time(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(self._began + DEFER_AFTER, self._begin_defer)

    def _begin_defer(self) -> None:
        if self._owed is not None:
            self._owed.owe(self.interaction)
        self._deferring = asyncio.get_running_loop().create_task(self._defer())

    async def _defer(self) -> None:
        try:
            if self._is_press:
                await self._once_more(self.interaction.response.defer)
            else:
                await self._once_more(lambda: self.interaction.response.defer(ephemeral=True, thinking=True))
        except (*NETWORK, discord.InteractionResponded) as error:
            self._learn(error)
            self._is_unheard |= is_unheard(error)
            log_failure(error, self.interaction, expected=is_settled(error) or self._is_unheard)

    def _learn(self, error: Exception) -> None:
        """Where nobody else has acknowledged it, what Discord says it has is ours, sent unheard."""
        is_taken = getattr(error, "code", None) == ALREADY_ACKNOWLEDGED
        if is_taken and not any(each.is_acknowledged for each in _at_work.get(self.interaction.id, ())):
            self._is_acknowledged = True

    @property
    def _may_follow(self) -> bool:
        """Whether a follow-up may come through though no first word did; Discord says if it may not."""
        others = (each for each in _at_work.get(self.interaction.id, ()) if each is not self)
        return self._is_acknowledged or (self._is_unheard and not any(o.is_acknowledged for o in others))

    @property
    def _is_form_of_message(self) -> bool:
        return self.interaction.type is discord.InteractionType.modal_submit and (
            self.interaction.message is not None
        )

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def _is_deferred(self) -> bool:
        """Whether the answer must be a follow-up; waits for a defer under way."""
        self._stop_timer()
        if self._deferring is not None:
            await asyncio.wait({self._deferring})
        return self.is_acknowledged

    # -- answering --------------------------------------------------------------------------------

    async def private(self, answer: Card | str) -> None:
        """Answer so that only this person sees it."""
        shown = Card(lines=(answer,), tone=Tone.QUIET) if isinstance(answer, str) else answer
        is_first = not self._has_answered
        if is_first:
            shown = await self._leading_on(shown)
        card = await painted(replace(shown, asks=(), is_plain=self.is_plain))
        self._has_answered = True
        if not await self._is_deferred():
            sent = await self._respond(card, ephemeral=True)
            if sent is not None or not self._may_follow:
                return
        await self._follow_up(card, is_first=is_first)

    async def _leading_on(self, card: Card) -> Card:
        """The card with what comes next, where nothing on it says that."""
        if self._ways_on is None or self.interaction.guild_id is None or card.has_controls or _leads(card):
            return card
        try:
            async with asyncio.timeout(LOOKS_ON):
                return card.add(buttons=await self._ways_on(self.interaction, card))
        except TimeoutError:
            return card
        except Exception as failure:  # noqa: BLE001  the answer itself serves
            log_failure(failure, self.interaction, expected=isinstance(failure, UserError))
            return card

    async def public(self, card: Card) -> int | None:
        """Answer in the channel; the message's id, or None where it did not appear by this way.

        Never follows up a defer: a follow-up can't be repeated safely, so the outbox posts it then.
        """
        card = await painted(card)
        self._has_answered = True
        if await self._is_deferred():
            await self._drop_placeholder()
            return None
        response = await self._respond(card)
        if response is None and self._deferring is not None and self._may_follow:
            await self._drop_placeholder()
        message_id: int | None = getattr(response, "message_id", None)
        return message_id

    @property
    def is_on_private_message(self) -> bool:
        """Whether what was pressed or sent stands on a message that its person alone sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def redraw(self, card: Card) -> bool:
        """Redraw everybody's message whose control was used; whether Discord took that."""
        card = await painted(card)
        if not await self._is_deferred():
            sent = await self._first_word(lambda: self.interaction.response.edit_message(**edit_of(card)))
            if sent is not None or not self._may_follow:
                return sent is not None
        await heard(self.interaction.edit_original_response(**edit_of(card)))
        return True

    async def update(self, card: Card) -> None:
        """Redraw the private message whose button was pressed."""
        card = await self._leading_on(card)
        card = await painted(replace(card, is_plain=self.is_plain))
        if not await self._is_deferred():
            sent = await self._first_word(lambda: self.interaction.response.edit_message(**edit_of(card)))
            if sent is not None or not self._may_follow:
                return
        try:
            await self._surely(lambda: self.interaction.edit_original_response(**edit_of(card)))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # It was dismissed or deleted while this was worked on.
            await self._follow_up(card, is_first=False)

    async def modal(self, modal: discord.ui.Modal) -> None:
        """Open a form; Discord takes one only as the first answer."""
        self._stop_timer()
        if self._corrections is not None:
            self._corrections.opened(self.interaction.user.id, modal)
        # Whatever is sent is known by its custom_id: a form that nobody sends isn't kept for ever.
        modal.stop()
        await self._settled(lambda: self.interaction.response.send_modal(modal))

    async def leave(self) -> None:
        """Say nothing: another handler answers this interaction, or the channel shows what happened."""
        self._has_answered = True
        if await self._is_deferred():
            await self._drop_placeholder()

    async def _respond(self, card: Card, **how: Any) -> Any:
        # Drawn anew each time: what was sent of a file is gone.
        send = self.interaction.response.send_message
        return await self._first_word(lambda: send(**message_of(card), **how))

    async def _first_word(self, send: Callable[[], Awaitable[Any]]) -> Any:
        """What a callback came to; None, too, where Discord may have it and nobody heard of that."""
        try:
            return await self._settled(send)
        except NETWORK as error:
            if not is_unheard(error):
                raise
            self._is_unheard = True
            log_failure(error, self.interaction, expected=True)
            return None

    async def _settled(self, send: Callable[[], Awaitable[Any]]) -> Any:
        """What a callback came to; None where Discord has it already, or has forgotten the interaction."""
        try:
            return await self._once_more(send)
        except discord.HTTPException as error:
            # The library, too, repeats a callback whose answer was lost.
            if not is_settled(error):
                raise
            if self._deferring is not None:
                # Of the two it was the first that came through: after that it takes no other.
                self._learn(error)
            log_failure(error, self.interaction, expected=True)
            return None

    async def _once_more(self, send: Callable[[], Awaitable[R]]) -> R:
        """Send a callback, and again where Discord was at fault or unheard, as long as it waits for one.

        It takes one callback for an interaction: had an earlier one arrived, it says so (40060).
        """
        loop, tries = asyncio.get_running_loop(), 0
        first = loop.time()
        while True:
            # What is said after Discord's time serves only to learn whether an earlier try came through.
            left = self._began + FIRST_WORD - loop.time()
            try:
                return await heard(send(), max(left, 0.0) + AFTERTHOUGHT)
            except NETWORK as error:
                if not is_unheard(error):
                    # The library repeats what Discord was at fault for, and tells of the last try alone.
                    is_repeated = tries > 0 or loop.time() - first >= REPEATED
                    self._is_unheard |= is_repeated and is_too_late(error)
                    raise
                tries += 1
                if tries > 1 and loop.time() - self._began > FIRST_WORD:
                    raise
            await asyncio.sleep(AT_ONCE if tries > 1 else 0.0)

    async def _follow_up(self, card: Card, *, is_first: bool) -> None:
        """Answer privately what was acknowledged; the first answer takes the place that was kept for it."""

        def send() -> Awaitable[Any]:
            return self.interaction.followup.send(ephemeral=True, **message_of(card))

        # What stands in the place of the answer is filled once, however often that is tried.
        def fill() -> Awaitable[Any]:
            return self.interaction.edit_original_response(**edit_of(card))

        self._is_followed = True
        if self._is_press or not is_first:
            await self._surely(send)
        else:
            # It may be the answer itself, unheard, that stands there.
            await self._surely(send if self.is_acknowledged else fill, fill)

    async def _surely(
        self, send: Callable[[], Awaitable[Any]], again: Callable[[], Awaitable[Any]] | None = None
    ) -> None:
        """Send what Discord takes for 15 minutes; where that fails for the moment, go on trying beside."""
        try:
            await heard(send())
        except NETWORK as error:
            if is_final(error):
                raise
            log_failure(error, self.interaction, expected=True)
            task = asyncio.get_running_loop().create_task(self._go_on(again or send), name="answer")
            self._trying = task
            _late.add(task)
            task.add_done_callback(_late.discard)
            task.add_done_callback(lambda _: self._has_settled())

    async def _go_on(self, send: Callable[[], Awaitable[Any]]) -> None:
        pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
        while loop.time() - self._began < TOKEN:
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            try:
                await heard(send(), PATIENCE)
            except NETWORK as error:
                if is_final(error):
                    log_failure(error, self.interaction, expected=True)
                    return
            except Exception as error:  # noqa: BLE001  the boundary of this background work
                log_failure(error, self.interaction)
                return
            else:
                return

    @property
    def _is_press(self) -> bool:
        """Whether it is acknowledged without a word of its own: what was pressed stays as it is."""
        return self.interaction.type is discord.InteractionType.component or self._is_form_of_message

    async def _delete_placeholder(self) -> None:
        if self._is_followed:
            return
        if not self.is_acknowledged:
            # It may be the answer itself, unheard, that stands there.
            original = await self.interaction.original_response()
            if original.content or original.embeds or original.components:
                return
        await self.interaction.delete_original_response()

    async def _drop_placeholder(self) -> None:
        if self._is_press:
            return
        try:
            await self._surely(self._delete_placeholder)
        except NETWORK as error:
            log_failure(error, self.interaction, expected=True)


async def heard(sending: Awaitable[R], within: float | None = None) -> R:
    """What Discord says to it. Raises TimeoutError where that is nothing in so many seconds."""
    async with asyncio.timeout(MUTE if within is None else within):
        return await sending


def is_too_late(error: BaseException) -> bool:
    """True for an error by which Discord takes no more answers to the interaction."""
    return getattr(error, "code", None) in TOO_LATE


def is_unheard(error: Exception) -> bool:
    """Whether Discord may have taken what that failed of: it said nothing, or that it was at fault."""
    return isinstance(error, NETWORK) and cause_of(error) is Cause.OUTAGE


def is_final(error: Exception) -> bool:
    """True for an error that comes again with every further try."""
    return is_too_late(error) or cause_of(error) is Cause.REFUSAL


def is_settled(error: BaseException) -> bool:
    """Whether Discord says that this interaction has its answer, or is gone."""
    code = getattr(error, "code", None)
    return code in (ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION) or isinstance(
        error, discord.InteractionResponded
    )


def _leads(card: Card) -> bool:
    """Whether a card's words lead to the message where it goes on."""
    if card.lines == (HERE(),):
        return True
    return any(MESSAGE in line for line in (*card.lines, *(text for _, text in card.fields)))


def _with_typed(card: Card, typed: str) -> Card:
    """The card, and the words that could not be used, to be copied."""
    shown = "\n".join(map(bare, typed.splitlines())).strip().replace("```", "'''")
    return card.add(T("You wrote:")(), f"```\n{shown}\n```") if shown else card
