"""Who else reads the game masters' channel: what its secrets wait for, until one of them decides.

`bot/ui/readers.py` finds them; `play` puts the question (`bot/play/readers.py`), and the table's rules have
its answer (`bot/systems/table/campaigns/readers.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.text import Safe, T, listed, safe

# The kind of record of a question that is open.
READERS = "readers"


@dataclass(frozen=True, slots=True)
class Reader:
    """A role or a person who can read a channel, by the name that people see."""

    id: int
    name: str
    is_role: bool = False
    # Whether it is every member of the server.
    is_everyone: bool = False

    @property
    def said(self) -> Safe:
        """Their name: a mention would call them."""
        if self.is_everyone:
            return T("everybody on this server")()
        return T("the role {name:60}")(name=self.name) if self.is_role else safe(self.name, 60)


def names(readers: Sequence[Reader]) -> Safe:
    """The names of those readers, for a sentence."""
    return listed((each.said for each in readers), "and")


@dataclass(frozen=True, slots=True)
class OtherReaders:
    """Those who can read the game masters' channel and aren't game masters.

    What Waypost made (`is_made`) it can close to them itself, as far as it may.
    """

    channel: int
    readers: tuple[Reader, ...]
    is_made: bool = False
    asked: int = 1
