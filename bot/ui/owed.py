"""Answers that are still owed: whoever waits for one is told, though the process dies or the database goes.

Discord lets an interaction that was deferred be answered for a quarter of an hour, by whoever has its token.
So the tokens of those that are deferred right now, and of no other, are kept in a file for this machine; the
next process finds in the journal what became of them, and says so. A token lets one give that person that
one answer, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import discord
import structlog

from bot.engine.card import Card
from bot.engine.text import Safe, T
from bot.errors import Busy, Unusable
from bot.play import MadeEntry, Play
from bot.ui.card import message_of
from bot.ui.errors import log_failure
from bot.ui.reply import NETWORK, is_too_late

# In seconds: how long Discord takes an answer, and how often what is not known yet is looked up.
LASTS, EVERY = 15 * 60.0, 2.0

_DONE = T("That was done, as entry #{entry} in the journal. You don't have to do anything.")
_DONE_THERE = T("That was done, as entry #{entry}: it's [here]({url}). You don't have to do anything.")
# Of what is no entry, such as a plan or a reminder put off, nothing is claimed.
_NOT_DONE = T("That isn't in the journal, so nothing has changed in the campaign. Please do it again.")
_CUT_OFF = T("Waypost was restarted before it could answer. Nothing has changed in the campaign; try again.")
_AWAY = (Busy, Unusable, OSError)

log = structlog.get_logger("waypost")


@dataclass(frozen=True, slots=True)
class Promise:
    """An interaction that was deferred, and what it takes to answer it."""

    interaction: int
    application: int
    token: str = field(repr=False)
    # Until when Discord takes an answer, in seconds since 1970.
    ends: float


class Owed:
    """The promises of this process, and those that an earlier one left."""

    def __init__(self, play: Play, client: discord.Client, now: Callable[[], float] = time.time) -> None:
        self._play = play
        self._client = client
        self._now = now
        self._promises: dict[int, Promise] = {}
        self._telling: set[asyncio.Task[None]] = set()
        # None where nothing is kept, as in tests and the sandbox.
        self._file: Path | None = None
        self._kept, self._is_refused = "", False
        self._keeping: asyncio.Task[None] | None = None
        self._ending: asyncio.TimerHandle | None = None

    def keep_in(self, file: Path) -> None:
        """Keep the promised answers in that file from now on."""
        self._file = file

    def owe(self, interaction: discord.Interaction[Any]) -> None:
        """Note that somebody waits for the answer to an interaction."""
        self._promise(interaction)

    def settle(self, interaction: int) -> None:
        """Forget an interaction that is answered, or that Discord takes no more."""
        if self._promises.pop(interaction, None) is not None:
            self._changed()

    def tell_once_known(self, interaction: discord.Interaction[Any]) -> None:
        """Nobody knows yet what became of it: look until it is known, and say so."""
        self._tell_later(self._promise(interaction), _NOT_DONE)

    def _promise(self, interaction: discord.Interaction[Any]) -> Promise:
        known = self._promises.get(interaction.id)
        if known is not None:
            return known
        ends = self._now() + LASTS
        made = Promise(interaction.id, interaction.application_id, interaction.token, ends)
        self._promises[interaction.id] = made
        self._changed()
        return made

    async def start(self) -> None:
        """Tell the people whom an earlier process left waiting what became of it."""
        for promise in await asyncio.to_thread(self._read):
            if promise.ends > self._now():
                self._promises[promise.interaction] = promise
                self._tell_later(promise, _CUT_OFF)
        # What is too old goes.
        self._kept = "unknown"
        self._changed()

    async def stop(self) -> None:
        """Leave those who still wait to the next process."""
        for task in self._telling:
            task.cancel()
        if self._ending is not None:
            self._ending.cancel()
        if self._keeping is not None:
            await asyncio.wait({self._keeping})

    # -- telling ------------------------------------------------------------------------------------

    def _tell_later(self, promise: Promise, otherwise: T) -> None:
        task = asyncio.get_running_loop().create_task(self._tell(promise, otherwise), name="owed")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, promise: Promise, otherwise: T) -> None:
        """Look it up and say what became of it, as often as it takes while Discord takes an answer."""
        while self._now() < promise.ends:
            try:
                found = await self._play.came_of(promise.interaction)
                await self._send(promise, _said(found, otherwise))
            except (*_AWAY, *NETWORK) as error:
                if not is_too_late(error):
                    await asyncio.sleep(EVERY)
                    continue
            except Exception as error:  # noqa: BLE001  the boundary of this background work
                log_failure(error)
            else:
                log.info("told later", interaction=promise.interaction, was_done=found is not None)
            break
        self.settle(promise.interaction)

    async def _send(self, promise: Promise, said: str) -> None:
        webhook = discord.Webhook.partial(promise.application, promise.token, client=self._client)
        # What it is made of takes it for a channel's, which could not answer one person alone.
        webhook.type = discord.WebhookType.application
        # Who wants plain text is not known here, and one sentence needs no more.
        await webhook.send(ephemeral=True, **message_of(Card(lines=(said,), is_plain=True)))

    # -- keeping ------------------------------------------------------------------------------------

    def _changed(self) -> None:
        now = self._now()
        for late in [each.interaction for each in self._promises.values() if each.ends <= now]:
            del self._promises[late]
        loop = asyncio.get_running_loop()
        if self._ending is not None:
            self._ending.cancel()
        if self._promises:
            first = min(each.ends for each in self._promises.values())
            self._ending = loop.call_later(first - now, self._changed)
        if self._file is not None and (self._keeping is None or self._keeping.done()):
            self._keeping = loop.create_task(self._keep(self._file), name="owed")

    async def _keep(self, file: Path) -> None:
        """Write what is owed now, until it is the same still; a slow disk holds nobody else up."""
        while (text := _text(self._promises.values())) != self._kept:
            self._kept = text
            try:
                await asyncio.to_thread(_store, file, text)
                self._is_refused = False
            except OSError as error:
                if not self._is_refused:
                    log.warning("who waits for an answer can't be kept", error=type(error).__name__)
                self._is_refused = True

    def _read(self) -> list[Promise]:
        if self._file is None:
            return []
        try:
            return [Promise(**each) for each in json.loads(self._file.read_text(encoding="utf-8"))]
        except (OSError, ValueError, TypeError):
            return []


def _said(found: MadeEntry | None, otherwise: T) -> str:
    if found is None:
        return otherwise()
    if found.delivered is None:
        return _DONE(entry=found.number)
    return _DONE_THERE(entry=found.number, url=Safe(found.delivered.url))


def _text(promises: Iterable[Promise]) -> str:
    owed = [asdict(each) for each in promises]
    return json.dumps(owed) if owed else ""


def _store(file: Path, text: str) -> None:
    """Replace the file whole, for nobody else to read; none is left where nothing is owed. Raises OSError."""
    if not text:
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as written:
            written.write(text)
        Path(draft).replace(file)
    except BaseException:
        with suppress(OSError):
            Path(draft).unlink()
        raise
