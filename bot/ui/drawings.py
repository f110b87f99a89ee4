"""Pictures drawn apart from the event loop, one at a time, and the last of them kept by what they show."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from typing import Any, Final

from bot.engine.text import voice

# How many bytes of finished pictures are kept.
ROOM: Final = 8 * 1024 * 1024


class Drawings:
    """The last pictures. Each is known by all that it is drawn from and never by who asks for it.

    So what only game masters may see is another picture: what it is drawn from is not the same.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    async def drawn(self, draw: Callable[[], bytes]) -> bytes:
        """The picture that it draws. It is known by what a `partial` holds; anything else is only itself."""
        key = Content((voice(), content(draw)))
        if (kept := self._found(key)) is not None:
            return kept
        # Two at once would take the interpreter's lock from each other, and the event loop waits for both.
        async with _turn(asyncio.get_running_loop()):
            # Who had to wait may have waited for this very picture.
            if (kept := self._found(key)) is None:
                kept = await asyncio.to_thread(draw)
                self._keep(key, kept)
        return kept

    def _found(self, key: Hashable) -> bytes | None:
        if (kept := self._kept.pop(key, None)) is not None:
            self._kept[key] = kept
        return kept

    def _keep(self, key: Hashable, png: bytes) -> None:
        self._size += len(png) - len(self._kept.pop(key, b""))
        self._kept[key] = png
        while self._size > self._room:
            self._size -= len(self._kept.popitem(last=False)[1])


@lru_cache(maxsize=1)
def _turn(_loop: asyncio.AbstractEventLoop) -> asyncio.Lock:
    """The lock of an event loop, under which one picture is drawn at a time."""
    return asyncio.Lock()


class Content:
    """What something holds, to be compared by; hashed once, for a map has hundreds of hexes."""

    __slots__ = ("_hash", "_held")

    def __init__(self, held: tuple[object, ...]) -> None:
        self._held, self._hash = held, hash(held)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and self._hash == other._hash and self._held == other._held


def content(value: Any) -> Hashable:
    """All that it holds; or itself, where it can be compared. Raises TypeError where it is neither."""
    if not isinstance(value, partial):
        with suppress(TypeError):
            hash(value)
            return value  # type: ignore[no-any-return]
    held = tuple(_held(value))
    try:
        return Content(held)
    except TypeError:
        return Content(tuple(map(content, held)))


def _held(value: Any) -> Iterable[object]:
    if isinstance(value, partial):
        return value.func, value.args, value.keywords
    if isinstance(value, Mapping):
        return value.items()
    if is_dataclass(value):
        return type(value), *(getattr(value, each.name) for each in fields(value))
    return value  # type: ignore[no-any-return]
