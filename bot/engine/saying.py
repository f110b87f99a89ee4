"""A sentence told where it happens, for what no rule, card or test reads: it has no class of its own.

    told.append(say("door.gave_way", T("**{door} gives way.**"), door=Name(door.name)))

Kept are its code, its template as it stood, and its values, each of a sort that says what it is:

    3, 0.5                  a number
    Name("Varn")            the name of a record or of a thing in the book, or dice as they fell
    Who(1234)               somebody by their id; None is the game master
    Label(Sleep.ROUGH)      a member of a `Labelled` enum, told in its reader's language
    Words("…", by=1234)     what somebody wrote, and who it was
    Clause(T("…"), …)       a part of the sentence, with values of its own
    [Name("A"), …]          a list of such

A plain text and what is rendered already raise TypeError: nobody could say whose they are, or in which
language. The sentences of all codes stand in `sentences.toml`, which is collected from the source
(`make sentences`). What isn't among them, such as a template that somebody forged, is shown as plain text.
A code's values never change their sort or meaning: a sentence with others is another code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from bot.engine.event import Event
from bot.engine.people import EVERYONE, Audience
from bot.engine.text import Labelled, Safe, Spoken, T, filled, parsed, safe

__all__ = ["NOTHING", "Clause", "Label", "Name", "Said", "Value", "Who", "Words", "say"]

FILE = Path(__file__).with_name("sentences.toml")
# A clause in a clause, or a list in one: what is deeper was not written here.
MOST_DEEP = 5
PLAIN_LENGTH = 1000
_SLOT = re.compile(r"\{(\w+)(?::[^{}]*)?\}")


# -- values -------------------------------------------------------------------------------------------


class Sort:
    """What a value is, where it is no number and no list."""

    __slots__ = ()

    def kept(self) -> dict[str, Any]:
        """The value as JSON keeps it; its first key names the sort."""
        raise NotImplementedError

    @classmethod
    def read(cls, kept: Mapping[str, Any], depth: int) -> Any:
        """The value that was kept so. Raises ValueError, or TypeError, for what `kept` never made."""
        raise NotImplementedError

    def given(self) -> Any:
        """The value as a template takes it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Name(Sort):
    """The name of a record or of a thing in the book, or dice as they fell: the same in every language."""

    text: str

    @classmethod
    def each(cls, names: Iterable[str]) -> list[Name]:
        """One Name for each of those texts."""
        return [cls(name) for name in names]

    def kept(self) -> dict[str, Any]:
        return {"name": _text(self.text)}

    @classmethod
    def read(cls, kept: Mapping[str, Any], depth: int) -> Name:
        return cls(_text(kept["name"]))

    def given(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Who(Sort):
    """Somebody by their id; None is the game master."""

    id: int | None

    def kept(self) -> dict[str, Any]:
        return {"person": _id(self.id)}

    @classmethod
    def read(cls, kept: Mapping[str, Any], depth: int) -> Who:
        return cls(_id(kept["person"]))

    def given(self) -> int | None:
        return self.id


@dataclass(frozen=True, slots=True)
class Label(Sort):
    """A member of a `Labelled` enum."""

    member: Labelled

    def kept(self) -> dict[str, Any]:
        return {"label": self.member.value, "of": _enum(type(self.member))}

    @classmethod
    def read(cls, kept: Mapping[str, Any], depth: int) -> Label:
        return cls(_member(kept["of"], kept["label"]))

    def given(self) -> Labelled:
        return self.member


@dataclass(frozen=True, slots=True)
class Words(Sort):
    """What somebody wrote, and who it was, where that is known."""

    text: str
    by: int | None

    def kept(self) -> dict[str, Any]:
        return {"words": _text(self.text), "by": _id(self.by)}

    @classmethod
    def read(cls, kept: Mapping[str, Any], depth: int) -> Words:
        return cls(_text(kept["words"]), _id(kept["by"]))

    def given(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, init=False)
class Clause(Sort, Spoken):
    """A part of a sentence: a template with its values, rendered with the sentence."""

    template: str
    values: Mapping[str, Value]

    def __init__(self, template: T, /, **values: Value) -> None:
        """Raises TypeError for other values than the template's."""
        if values.keys() != template.names:
            raise TypeError(f"{template!r} takes {sorted(template.names)}, not {sorted(values)}")
        self._hold(template.template, values)

    def _hold(self, template: str, values: Mapping[str, Value]) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", values)

    def rendered(self) -> Safe:
        return filled(self.template, {name: _given(value) for name, value in self.values.items()})

    def kept(self) -> dict[str, Any]:
        return {"clause": self.template, "values": {name: _kept(each) for name, each in self.values.items()}}

    @classmethod
    def read(cls, kept: Mapping[str, Any], depth: int) -> Clause:
        # Not as it is made: what was forged is not even parsed.
        clause = object.__new__(cls)
        clause._hold(_text(kept["clause"]), {n: _read(each, depth + 1) for n, each in kept["values"].items()})
        return clause

    def given(self) -> Clause:
        return self

    def __str__(self) -> str:
        """Nothing: it is rendered with its sentence. Raises TypeError."""
        raise TypeError(f"{self!r} is rendered with its sentence")


Value: TypeAlias = int | float | Sort | list[Any] | tuple[Any, ...]
# Where a clause is left out.
NOTHING = Clause(T(""))
# By the keys of what is kept.
SORTS: Mapping[frozenset[str], type[Sort]] = {
    frozenset({"name"}): Name,
    frozenset({"person"}): Who,
    frozenset({"label", "of"}): Label,
    frozenset({"words", "by"}): Words,
    frozenset({"clause", "values"}): Clause,
}


def _kept(value: Value) -> Any:
    if isinstance(value, Sort):
        return value.kept()
    if isinstance(value, list | tuple):
        return [_kept(each) for each in value]
    return _number(value)


def _read(kept: Any, depth: int = 0) -> Any:
    if depth > MOST_DEEP:
        raise ValueError("a value within too many others")
    if isinstance(kept, dict):
        sort = SORTS.get(frozenset(kept))
        if sort is None:
            raise ValueError(f"{kept!r} is of no sort")
        return sort.read(kept, depth)
    return [_read(each, depth + 1) for each in kept] if isinstance(kept, list) else _number(kept)


def _given(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_given(each) for each in value]
    return value.given() if isinstance(value, Sort) else value


def _number(value: Any) -> int | float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(f"{value!r} is of no sort: is it a Name, somebody's Words, a Label, a Clause?")
    return value


def _text(text: Any) -> str:
    if not isinstance(text, str) or isinstance(text, Safe):
        raise TypeError(f"{text!r} is no text, or rendered already")
    return str(text)


def _id(person: Any) -> int | None:
    if person is not None and (not isinstance(person, int) or isinstance(person, bool)):
        raise TypeError(f"{person!r} is nobody's id")
    return person


# -- said ---------------------------------------------------------------------------------------------


class Said(Event):
    """A sentence that was said: its code, its template as it stood, and its values as JSON keeps them."""

    code: str
    template: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def lift(cls, facts: dict[str, Any]) -> dict[str, Any]:
        """Give the facts back as they are. Raises ValueError for what `say` never made."""
        try:
            for text in (facts["code"], facts["template"]):
                _text(text)
            for value in facts["values"].values():
                _read(value)
        except (AttributeError, LookupError, TypeError) as error:
            raise ValueError(f"{facts!r} was never said: {error}") from None
        return facts

    @property
    def tells_prose(self) -> bool:  # type: ignore[override]
        """Whether somebody's words stand in it as prose."""
        return _tells_prose(self.template, self.values)

    def facts(self) -> dict[str, Any]:
        """Its values as rules know them: numbers, texts, ids, members, clauses, lists of such."""
        return {name: _given(_read(value)) for name, value in self.values.items()}

    def tell(self, actor: int | None = None, *, is_tried: bool = False) -> Safe:
        """The sentence in its reader's language; in plain text where none of ours reads so."""
        ours = sentences()
        template = ours.template(self.code, self.template)
        if template is not None and all(map(ours.has_clauses, self.values.values())):
            try:
                named = {"actor": actor} if "actor" in parsed(template).names else {}
                return filled(template, named | self.facts())
            except (LookupError, TypeError, ValueError):
                # Its values don't go with it.
                pass
        return safe(_filled(self.template, self.values), PLAIN_LENGTH)


def _tells_prose(template: str, values: Mapping[str, Any]) -> bool:
    clauses = (each for each in values.values() if isinstance(each, dict) and "clause" in each)
    words = {name for name, each in values.items() if isinstance(each, dict) and each.get("words")}
    return any(f"{{{name}:prose}}" in template for name in words) or any(
        _tells_prose(each["clause"], each["values"]) for each in clauses
    )


def say(code: str, template: T, /, *, audience: Audience = EVERYONE, **values: Value) -> Said:
    """A sentence with its values. Raises TypeError for others than its template's, or of no sort."""
    if values.keys() != template.names - ({"actor"} - values.keys()):
        raise TypeError(f"{template!r} takes {sorted(template.names)}, not {sorted(values)}")
    kept = {name: _kept(value) for name, value in values.items()}
    return Said(code, template.template, kept, audience=audience)


# -- enums in the journal -----------------------------------------------------------------------------

_enums: dict[str, type[Labelled] | None] = {}


def _enum(cls: type[Labelled]) -> str:
    """What an enum is called in the journal: its game, and its name there. Raises TypeError for two of it."""
    name = _called(cls)
    if _enums.get(name) is not cls:
        _find_enums()
    if _enums[name] is not cls:
        raise TypeError(f"two enums are called {name}")
    return name


def _member(name: str, value: str) -> Labelled:
    """The member of that value. Raises ValueError."""
    if name not in _enums:
        _find_enums()
    cls = _enums.get(name)
    if cls is None:
        raise ValueError(f"there is no enum {name!r}")
    return cls(value)


def _find_enums() -> None:
    _enums.clear()
    below = list(Labelled.__subclasses__())
    for cls in below:
        below += cls.__subclasses__()
        # None where several have that name.
        _enums[_called(cls)] = None if _called(cls) in _enums else cls


def _called(cls: type[Labelled]) -> str:
    parts = cls.__module__.split(".")
    room = parts[2] if parts[1:2] == ["systems"] else parts[-2:][0]
    return f"{room}.{cls.__name__}"


# -- the sentences of all codes -----------------------------------------------------------------------


class Sentence(NamedTuple):
    """A code's template, the sorts of its values, and templates that it had in earlier releases.

    Without a template of today nothing is said under that code any more.
    """

    says: str | None
    values: Mapping[str, str]
    retired: tuple[str, ...] = ()


class Sentences(NamedTuple):
    """What the bot says, or said in an earlier release: sentences by their code, and the clauses of any."""

    by_code: Mapping[str, Sentence]
    clauses: frozenset[str]

    def template(self, code: str, kept: str) -> str | None:
        """What is told where that template was kept; None where no sentence of that code ever read so."""
        found = self.by_code.get(code)
        if found is None or kept not in (found.says, *found.retired):
            return None
        return found.says if found.says is not None else kept

    def has_clauses(self, kept: Any) -> bool:
        """Whether all clauses of a value that was kept are ours."""
        if isinstance(kept, list):
            return all(map(self.has_clauses, kept))
        if not isinstance(kept, dict) or "clause" not in kept:
            return True
        # What is left out stands in no catalogue.
        is_ours = not kept["clause"] or kept["clause"] in self.clauses
        return is_ours and all(map(self.has_clauses, kept["values"].values()))


def read_sentences(text: str) -> Sentences:
    """The sentences in the text of a file."""
    data = tomllib.loads(text)
    by_code = {
        code: Sentence(row.get("says"), row["values"], tuple(row.get("retired", ())))
        for code, row in data["sentences"].items()
    }
    return Sentences(by_code, frozenset(data["clauses"]))


@cache
def sentences() -> Sentences:
    """The sentences of this bot."""
    return read_sentences(FILE.read_text(encoding="utf-8"))


# -- of no sentence of ours ---------------------------------------------------------------------------


def _filled(template: str, values: Mapping[str, Any]) -> str:
    """The template with its values where they stand, all of it somebody's words."""
    return _SLOT.sub(lambda slot: _plain(values[slot[1]]) if slot[1] in values else slot[0], template)


def _plain(kept: Any) -> str:
    match kept:
        case list():
            return ", ".join(map(_plain, kept))
        case {"name": str(text)} | {"words": str(text)} | {"label": str(text)}:
            return text
        case {"clause": str(template), "values": dict(values)}:
            return _filled(template, values)
        case {"person": id_}:
            return str(id_)
    return str(kept)
