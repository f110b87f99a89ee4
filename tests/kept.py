"""What was set up once, kept with its database, and taken up again by every test that begins there.

A test that starts from here meets what it would have made itself: the same rows, ids, messages, times and
dice to come. Only the bot is another one, as after a restart.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from bot.storage.address import Address
from tests.databases import Templates
from tests.harness.answering import Lasting

HERE = "here"
# What does not change is not packed: where it stands here is.
_lasting: list[Lasting] = []


class Keepable(Protocol):
    """A stage or a table."""

    def keep(self) -> bytes:
        """All that is not in the database, once the bot is gone."""
        ...


T = TypeVar("T", bound=Keepable)


class Beginning(Generic[T]):
    """A place to begin at: how it is opened, anew or as it was kept, and what is to be set up in it."""

    def __init__(
        self,
        name: str,
        opened: Callable[[Address, bytes | None], AbstractAsyncContextManager[T]],
        prepare: Callable[[T], Awaitable[Any]] | None = None,
    ) -> None:
        self.name = name
        self._opened = opened
        self._prepare = prepare
        self._kept: dict[tuple[Templates, str], bytes] = {}

    def and_then(self, name: str, further: Callable[[T], Awaitable[Any]]) -> Beginning[T]:
        """A place further on: the same is set up, and then more."""

        async def prepare(made: T) -> None:
            if self._prepare is not None:
                await self._prepare(made)
            await further(made)

        return Beginning(name, self._opened, prepare)

    @asynccontextmanager
    async def taken_up(self, templates: Templates, engine: str, folder: Path) -> AsyncIterator[T]:
        """What was set up, with a database of its own; the first to ask sets it up."""
        key = (templates, engine)
        if key not in self._kept:
            async with templates.keeping(engine, self.name) as address:
                self._kept[key] = await self._set_up(address)
        async with (
            templates.copied(engine, self.name, folder) as address,
            self._opened(address, self._kept[key]) as made,
        ):
            yield made

    async def _set_up(self, address: Address) -> bytes:
        async with self._opened(address, None) as made:
            if self._prepare is not None:
                await self._prepare(made)
        return made.keep()


def packed(parts: Any, here: Any = None) -> bytes:
    """The parts as they are; `here` is not packed, but taken from where they are unpacked."""
    packing = io.BytesIO()
    _Packer(packing, here).dump(parts)
    return packing.getvalue()


def unpacked(kept: bytes, here: Any = None) -> Any:
    """New parts, each time."""
    return _Unpacker(io.BytesIO(kept), here).load()


class _Packer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, here: Any) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._here = here

    def persistent_id(self, part: Any) -> str | int | None:
        if isinstance(part, Lasting):
            _lasting.append(part)
            return len(_lasting) - 1
        return HERE if self._here is not None and part is self._here else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, here: Any) -> None:
        super().__init__(file)
        self._here = here

    def persistent_load(self, kept: Any) -> Any:
        return self._here if kept == HERE else _lasting[kept]
