"""A campaign's library: what its people write themselves, such as maneuvers, charts, monsters, pages.

Every entry is a record of its own. A game's `Shelf` says how a kind of entry is written as lines of text
(in a form, in a file) and read from them: that is all the library needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.engine.people import Viewer
from bot.engine.record import Kind

S = TypeVar("S")
Texts = Mapping[str, str]
# As many as Discord's forms have.
MOST_FIELDS = 5


@dataclass(frozen=True, slots=True)
class Field:
    """One part of an entry as people write it; `hint` shows what is legal, by an example."""

    name: str
    label: str
    hint: str = ""
    max_length: int = 300
    is_long: bool = False
    is_optional: bool = False
    # To pick from instead of writing: (what is kept, its name).
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf(Generic[S]):
    """One kind of entry: at most five fields, the first of them its name.

    `read` makes an entry of the fields' texts and raises RuleViolation, one clear sentence, where they are
    no legal entry; `write` gives the texts of an entry, so that `read(write(entry))` is the same again.
    """

    system: str
    kind: Kind[S]
    # What one is called, and several: "maneuver", "maneuvers".
    noun: str
    plural: str
    fields: tuple[Field, ...]
    read: Callable[[Texts], S]
    write: Callable[[S], dict[str, str]]

    @property
    def key(self) -> str:
        """Its name among the shelves of all games."""
        return f"{self.system}.{self.kind.name}"

    @property
    def naming(self) -> str:
        """The field that holds an entry's name."""
        return self.fields[0].name

    def is_seen_by(self, state: S, viewer: Viewer) -> bool:
        """Whether this entry may be known of."""
        return self.kind.view(state, viewer) is not None


# What comes with a game: entries as texts, by shelf key; read from its `content/library`, checked at start.
Supplied = Mapping[str, tuple[Texts, ...]]
AnyShelf = Shelf[Any]
