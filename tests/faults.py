"""What goes wrong between the bot and the pretend Discord, as a test says; and a clock to be set."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp

from tests.harness.messages import Refused, Request
from tests.harness.server import Discord

CALLBACK = r"POST /interactions/\d+/[\d-]+/callback"
POST = r"POST /channels/\d+/messages"
EDIT = r"PATCH /channels/\d+/messages/\d+"
HISTORY = r"GET /channels/\d+/messages"


def post_in(channel: int) -> str:
    """A message of the bot's own in that channel."""
    return rf"POST /channels/{channel}/messages"


class Clock:
    """The present, moved on by hand."""

    def __init__(self) -> None:
        self._moved = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self._moved

    def move(self, **by: float) -> None:
        """Let that much time pass."""
        self._moved += timedelta(**by)


@dataclass
class Fault:
    """What befalls the requests that match: before they are worked on, or after."""

    pattern: re.Pattern[str]
    befall: Callable[[], Any]
    is_after: bool = False
    times: int = 1 << 30
    met: int = 0

    def meets(self, line: str, *, is_after: bool) -> bool:
        """Whether it strikes this request at this point."""
        if self.is_after != is_after or self.met >= self.times or not self.pattern.fullmatch(line):
            return False
        self.met += 1
        return True


@dataclass
class Faults:
    """Stands before a pretend Discord and spoils what it is told to."""

    server: Discord
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._handle = self.server.handle
        self.server.handle = self.handle  # type: ignore[method-assign]

    def refuse(self, pattern: str, status: int, code: int, times: int = 1 << 30) -> Fault:
        """Discord says no and does nothing."""

        def no() -> None:
            raise Refused(status, code, "as told by the test")

        return self._add(Fault(re.compile(pattern), no, times=times))

    def spoil(self, pattern: str, status: int, code: int = 0, times: int = 1) -> Fault:
        """Discord does it, and answers that it did not."""
        answer = (status, {"code": code, "message": "as told by the test"})
        return self._add(Fault(re.compile(pattern), lambda: answer, is_after=True, times=times))

    def cut(self, pattern: str, *, is_after: bool, times: int = 1) -> Fault:
        """The connection breaks, before Discord got the request or after it was done."""

        def broken() -> None:
            raise aiohttp.ServerDisconnectedError

        return self._add(Fault(re.compile(pattern), broken, is_after=is_after, times=times))

    def count(self, pattern: str) -> Fault:
        """Nothing befalls them; how many there are is `met`."""
        return self._add(Fault(re.compile(pattern), lambda: None))

    def mend(self) -> None:
        """Let nothing go wrong any more."""
        self.faults.clear()

    def handle(self, method: str, path: str, request: Request) -> tuple[int, Any]:
        """Stand in for the server's own."""
        line = f"{method} {path}"
        try:
            self._strike(line, is_after=False)
        except Refused as no:
            return no.status, {"code": no.code, "message": no.text}
        answer = self._handle(method, path, request)
        return self._strike(line, is_after=True) or answer

    def _strike(self, line: str, *, is_after: bool) -> Any:
        struck = [fault for fault in self.faults if fault.meets(line, is_after=is_after)]
        return struck[0].befall() if struck else None

    def _add(self, fault: Fault) -> Fault:
        self.faults.append(fault)
        return fault
