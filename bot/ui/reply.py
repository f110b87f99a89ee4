"""One interaction answered in time, whatever the database does.

Discord forgets an interaction that is not acknowledged within 3 seconds. A quick answer is sent at
once; after 1 second the reply defers by itself: a press as an update of its message, a command
privately. What can't be deferred says after 2 seconds that nothing was changed.
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
from bot.engine.declare import Asked
from bot.engine.text import T
from bot.errors import Undecided, Unusable, UserError
from bot.ui.card import edit_of, message_of, painted
from bot.ui.corrections import Corrections
from bot.ui.errors import error_card, log_failure
from bot.ui.text import bare

if TYPE_CHECKING:
    from bot.ui.owed import Owed

R = TypeVar("R")

DEFER_AFTER = 1.0
# In seconds: after that nobody waits any more for what Discord says to an answer.
MUTE = 15.0
# What a call to Discord may fail with: its refusal, or a connection that broke.
NETWORK = (discord.HTTPException, aiohttp.ClientError, OSError)
# A connection that broke before Discord's answer came: nobody knows what became of the request.
CUT = (aiohttp.ClientError, OSError)
ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION = 40060, 10062
# What Discord says of a token that it no longer takes: never acknowledged in time, or older than 15 minutes.
UNKNOWN_WEBHOOK, EXPIRED_TOKEN = 10015, 50027
TOO_LATE = {UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, EXPIRED_TOKEN}
UNKNOWN_MESSAGE = 10008


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
    ) -> None:
        self.interaction = interaction
        self._owed = owed
        # Whether this person is answered in plain text.
        self.is_plain = is_plain
        self._can_defer = can_defer
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None
        # What a person typed into a form: given back where it could not be used.
        self.typed = ""
        # The command that is answered, as it was given.
        self.asked: Asked | None = None
        self._corrections = corrections
        # The number of the entry once one is committed: from then on "nothing was changed" is a lie.
        self.entry: int | None = None

    async def __aenter__(self) -> Reply:
        self._began = asyncio.get_running_loop().time()
        if self._can_defer:
            self._defer_in_time()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
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
        """Nobody waits for this answer any more."""
        if self._owed is not None:
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
        is_press = self.interaction.type is discord.InteractionType.component
        try:
            if is_press or self._is_form_of_message:
                await once_more(self.interaction.response.defer)
            else:
                await once_more(lambda: self.interaction.response.defer(ephemeral=True, thinking=True))
        except (*NETWORK, discord.InteractionResponded) as error:
            log_failure(error, self.interaction, expected=is_settled(error))

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
        return self.interaction.response.is_done()

    # -- answering --------------------------------------------------------------------------------

    async def private(self, answer: Card | str) -> None:
        """Answer so that only this person sees it."""
        shown = Card(lines=(answer,), tone=Tone.QUIET) if isinstance(answer, str) else answer
        card = await painted(replace(shown, asks=(), is_plain=self.is_plain))
        if await self._is_deferred():
            await heard(self.interaction.followup.send(ephemeral=True, **message_of(card)))
        else:
            await self._respond(card, ephemeral=True)

    async def public(self, card: Card) -> int | None:
        """Answer in the channel; the message's id, or None where it did not appear by this way.

        Never follows up a defer: a follow-up can't be repeated safely, so the outbox posts it then.
        """
        card = await painted(card)
        if await self._is_deferred():
            await self._drop_placeholder()
            return None
        response = await self._respond(card)
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
        if await self._is_deferred():
            await heard(self.interaction.edit_original_response(**edit_of(card)))
            return True
        return (
            await self._settled(lambda: self.interaction.response.edit_message(**edit_of(card))) is not None
        )

    async def update(self, card: Card) -> None:
        """Redraw the private message whose button was pressed."""
        card = await painted(replace(card, is_plain=self.is_plain))
        if await self._is_deferred():
            try:
                await heard(self.interaction.edit_original_response(**edit_of(card)))
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                # It was dismissed or deleted while this was worked on.
                await heard(self.interaction.followup.send(ephemeral=True, **message_of(card)))
        else:
            await self._settled(lambda: self.interaction.response.edit_message(**edit_of(card)))

    async def modal(self, modal: discord.ui.Modal) -> None:
        """Ask for words in a form; only ever the first answer."""
        self._stop_timer()
        if self._corrections is not None:
            self._corrections.opened(self.interaction.user.id, modal)
        # Whatever is sent is known by its custom_id: a form that nobody sends isn't kept for ever.
        modal.stop()
        await self._settled(lambda: self.interaction.response.send_modal(modal))

    async def leave(self) -> None:
        """Say nothing: another handler answers this interaction, or the channel shows what happened."""
        if await self._is_deferred():
            await self._drop_placeholder()

    async def _respond(self, card: Card, **how: Any) -> Any:
        # Drawn anew each time: what was sent of a file is gone.
        return await self._settled(lambda: self.interaction.response.send_message(**message_of(card), **how))

    async def _settled(self, send: Callable[[], Awaitable[Any]]) -> Any:
        """What a callback came to; None where Discord has it already, or has forgotten the interaction."""
        try:
            return await once_more(send)
        except discord.HTTPException as error:
            # The library, too, repeats a callback whose answer was lost.
            if not is_settled(error):
                raise
            log_failure(error, self.interaction, expected=True)
            return None

    async def _drop_placeholder(self) -> None:
        is_press = self.interaction.type is discord.InteractionType.component or self._is_form_of_message
        if is_press:
            return
        try:
            await heard(self.interaction.delete_original_response())
        except NETWORK as error:
            log_failure(error, self.interaction, expected=True)


async def once_more(send: Callable[[], Awaitable[R]]) -> R:
    """Send a callback, and again where the connection broke before its answer.

    Discord takes one callback for an interaction: had the first arrived, it says so (40060).
    """
    try:
        return await heard(send())
    except CUT:
        return await heard(send())


async def heard(sending: Awaitable[R]) -> R:
    """What Discord says to it. Raises TimeoutError where that is nothing."""
    async with asyncio.timeout(MUTE):
        return await sending


def is_too_late(error: BaseException) -> bool:
    """Whether Discord takes nothing anymore for this interaction."""
    return getattr(error, "code", None) in TOO_LATE


def is_settled(error: BaseException) -> bool:
    """Whether Discord says that this interaction has its answer, or is gone."""
    code = getattr(error, "code", None)
    return code in (ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION) or isinstance(
        error, discord.InteractionResponded
    )


def _with_typed(card: Card, typed: str) -> Card:
    """The card, and the words that could not be used, to be copied."""
    shown = "\n".join(map(bare, typed.splitlines())).strip().replace("```", "'''")
    return card.add(T("You wrote:")(), f"```\n{shown}\n```") if shown else card
