"""A campaign's library: what its people write themselves, such as maneuvers, charts, monsters, pages.

Every entry is a record of its own. A game's `Shelf` says how a kind of entry is written as lines of text
(in a form, in a file) and read from them: that is all the library needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.engine.people import Viewer
from bot.engine.record import Kind
from bot.engine.text import Labelled, Safe, as_read, refused
from bot.engine.words import one_line

S = TypeVar("S")
Texts = Mapping[str, str]
# As many as Discord's forms have.
MOST_FIELDS = 5


@dataclass(frozen=True, slots=True)
class Field:
    """One part of an entry as people write it; what it is called, and an example of it, are templates."""

    name: str
    called: str
    example: str = ""
    max_length: int = 300
    is_long: bool = False
    # What is written to be read: it keeps its bold, its lists and quotes.
    is_prose: bool = False
    is_optional: bool = False
    # What it means to leave it empty, a template too.
    empty: str = ""
    # To pick from instead of writing: members of an enum, or what is kept and its name.
    options: tuple[Labelled | tuple[str, str], ...] = ()

    @property
    def label(self) -> Safe:
        """What it is called, as who reads it says it."""
        return as_read(self.called)

    @property
    def hint(self) -> Safe:
        """What is legal, by an example."""
        return as_read(self.example)

    @property
    def choices(self) -> tuple[tuple[str, Safe], ...]:
        """What there is to pick from: what is kept, and its name."""
        pairs = ((each.value, each) if isinstance(each, Labelled) else each for each in self.options)
        return tuple((value, as_read(name)) for value, name in pairs)

    def fitting(self, text: str) -> str:
        """The text as this field keeps it. Raises RuleViolation: missing, too long, or no option."""
        if not text.strip():
            if not self.is_optional:
                raise refused("entry.missing", "{label} is missing.", label=self.label)
            return ""
        if len(text) > self.max_length:
            raise refused(
                "entry.too_long",
                "{label} can have at most {most} characters, not {length}.",
                label=self.label,
                most=self.max_length,
                length=len(text),
            )
        return self._option(text.strip()) if self.options else text

    def _option(self, text: str) -> str:
        for value, name in self.choices:
            if text.casefold() in (value.casefold(), name.casefold()):
                return value
        raise refused(
            "entry.no_option",
            "{label} can be: {names:,}; not “{text:40}”.",
            label=self.label,
            names=[name for _, name in self.choices],
            text=text,
        )


def _nothing_to_remark(_entry: Any) -> Sequence[Safe]:
    return ()


@dataclass(frozen=True, slots=True)
class Shelf(Generic[S]):
    """One kind of entry: at most five fields, the first of them its name.

    `read` makes an entry of the fields' texts and raises RuleViolation, one clear sentence, where they are
    no legal entry; `write` gives the texts of an entry, so that `read(write(entry))` is the same again.
    Of an entry as somebody sees it (the kind's `view`), `write` leaves what is hidden empty.
    """

    system: str
    kind: Kind[S]
    # What one is called, and several, as templates: "maneuver", "maneuvers".
    one: str
    several: str
    fields: tuple[Field, ...]
    read: Callable[[Texts], S]
    write: Callable[[S], dict[str, str]]
    # What its author should know of an entry that is legal all the same; its draft says so.
    remarks: Callable[[S], Sequence[Safe]] = _nothing_to_remark

    @property
    def noun(self) -> Safe:
        """What one is called."""
        return as_read(self.one)

    @property
    def plural(self) -> Safe:
        """What several are called."""
        return as_read(self.several)

    @property
    def key(self) -> str:
        """Its name among the shelves of all games."""
        return f"{self.system}.{self.kind.name}"

    @property
    def naming(self) -> str:
        """The field that holds an entry's name."""
        return self.fields[0].name

    def entry(self, texts: Texts) -> S:
        """The entry that those texts make. Raises RuleViolation, one clear sentence, where they make none."""
        known = [field.name for field in self.fields]
        if odd := next((name for name in texts if name not in known), None):
            raise refused(
                "entry.unknown_field",
                "“{name:40}” is unknown here. It can have {known:,}.",
                name=odd,
                known=[Safe(each) for each in known],
            )
        return self.read({field.name: field.fitting(texts.get(field.name, "")) for field in self.fields})

    def key_of(self, state: S) -> str:
        """The entry's name without regard to case: entries of a shelf differ in it."""
        return one_line(self.kind.title(state)).casefold()

    def is_seen_by(self, state: S, viewer: Viewer) -> bool:
        """True if that viewer may know of the entry."""
        return self.kind.view(state, viewer) is not None


# What comes with a game: entries as texts, by shelf key; read from its `content/library`, checked at start.
Supplied = Mapping[str, tuple[Texts, ...]]
AnyShelf = Shelf[Any]
