"""What people read: a sentence stands where it is said, and each value in it is made safe on its way in.

    says = T("{name} claims {hexes:a hex|{hexes} hexes} for {cost:,} BP: Unrest {unrest:+}.")

A template knows plain names only. What may follow a name, after a colon:

    {name:60}               a text, cut at 60 characters (300 by default)
    {scene:prose}           what somebody wrote to be read, in its own lines, the last of the template's;
    {scene:prose 200}       in brief: in one line, cut at 200 characters; see `prose`
    {unrest:+} {cost:,}     a number, as Python formats it, with a real minus sign; {chance:.1%}
    {n:hex|hexes}           what fits the number, or the length of a list; each form may hold names again
    {names} {names:or}      a list: “a, b and c”, “a, b or c”; {names:,} has commas only
    {kind:lower} {kind:upper}   with a small or a capital letter in front
    {player:@} {channel:#}  a person's mention (None: the game master), a channel's

Values are texts (escaped), numbers, lists of such, members of `Labelled` (their label), other templates,
clauses, errors, and what is `Safe` already, such as a rendered template: that is never escaped twice.
Anything else, None and a bool included, raises TypeError: it has no words yet.

`{gm}` and `{gms}` need no values: the game's own word for its game master, and for several. See `led_by`.

A template is translated when it is rendered: its English is the key in a gettext catalogue. See `speaking`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from string import Formatter
from typing import Any, NamedTuple, Protocol, TypeAlias

from bot.engine.prose import begins_block, in_brief, prose, unmarked
from bot.engine.words import Safe, bare, clip, one_line, safe
from bot.errors import RuleViolation, UserError

__all__ = [
    "MORE", "Called", "Declared", "Labelled", "Safe", "Spoken", "T", "Translator", "as_read", "as_typed",
    "filled", "fitting", "led_by", "listed", "of_length", "refused", "safe", "speaking",
]  # fmt: skip

LONGEST = 300
MINUS = "−"
_SPEC = re.compile(
    r"(?P<limit>[0-9]+)|(?P<prose>prose)(?: (?P<brief>[0-9]+))?"
    r"|and|or|lower|upper|@|#|\+?,?(?:\.[0-9]+[f%])?"
)
# What `safe` puts in front of markup, and into what would become a mention.
_ESCAPES = re.compile(r"\\([\\`*_~|\[\]:#>+.)-])|\u200b")


# -- in which language ----------------------------------------------------------------------------


class Translator(Hashable, Protocol):
    """A catalogue, such as `gettext.GNUTranslations`; its `plural(n)`, if any, says which form fits n."""

    def gettext(self, message: str, /) -> str:
        """The template in this language, or as it came."""
        ...


_translator: ContextVar[Translator | None] = ContextVar("translator", default=None)


@contextmanager
def speaking(translator: Translator | None) -> Iterator[None]:
    """Render what is rendered within in the translator's language; None is English, as written."""
    token = _translator.set(translator)
    try:
        yield
    finally:
        _translator.reset(token)


# -- templates ------------------------------------------------------------------------------------


class Slot(NamedTuple):
    """A place for a value. `forms`: one of them stands here, as the value's number wants it."""

    name: str
    spec: str
    limit: int
    forms: tuple[Parsed, ...]
    # Of prose: at how many letters it is cut, in one line; and whether words stand before it.
    brief: int = 0
    is_inline: bool = False


class Parsed(NamedTuple):
    """A template as it is filled: literal texts and slots, and every name in them."""

    parts: tuple[str | Slot, ...]
    names: frozenset[str]
    # Whether it says what the game at hand calls its game master.
    is_led: bool = False


# The names of what no sentence has to be given.
_LED = {"gm", "gms"}
# How a text is written: escaped, or bare for labels.
Writer: TypeAlias = Callable[[str, int], str]


@cache
def parsed(template: str) -> Parsed:
    """The template, read once. Raises ValueError where it is none."""
    parts: list[str | Slot] = []
    names: set[str] = set()
    is_led = False
    for literal, name, spec, conversion in Formatter().parse(template):
        if literal:
            parts.append(literal)
        if name is None:
            continue
        found = _SPEC.fullmatch(spec or "")
        forms: tuple[Parsed, ...] = ()
        if spec and "|" in spec:
            forms = tuple(parsed(form) for form in spec.split("|"))
        if not name.isidentifier() or conversion or (found is None and not forms):
            raise ValueError(f"{{{name}:{spec}}} in {template!r} is no plain name with a known format")
        limit = int(found["limit"]) if found is not None and found["limit"] else 0
        is_prose = found is not None and found["prose"] is not None
        brief = int(found["brief"] or 0) if found is not None else 0
        before = parts[-1] if parts else "\n"
        is_inline = isinstance(before, Slot) or not before.endswith("\n")
        parts.append(Slot(name, "prose" if is_prose else spec or "", limit, forms, brief, is_inline))
        names |= {name}.union(*(form.names for form in forms))
        is_led = is_led or name in _LED or any(form.is_led for form in forms)
    return Parsed(tuple(parts), frozenset(names - _LED), is_led)


@cache
def _translated(translator: Translator, template: str) -> Parsed:
    """The template in that language; as written where the translation asks for what isn't there."""
    own = parsed(template)
    try:
        other = parsed(translator.gettext(template))
    except ValueError:
        return own
    return other if other.names <= own.names else own


class T:
    """A template; see above. It is read at its first use; other values than its names raise TypeError."""

    __slots__ = ("template",)

    def __init__(self, template: str) -> None:
        self.template = template

    def __call__(self, **values: Any) -> Safe:
        """The sentence, with these values escaped."""
        return filled(self.template, values)

    def of(self, told: object, **given: Any) -> Safe:
        """The sentence, with what is given, and else the fields and properties of what it tells of."""
        names = self.names
        values = {name: getattr(told, name) for name in names if name not in given}
        return self(**{name: value for name, value in given.items() if name in names} | values)

    def plain(self, **values: Any) -> str:
        """The sentence for a label, title or suggestion, which know no markup: in one line, not cut."""
        return one_line(_rendered(self.template, values, _bare))

    @property
    def names(self) -> frozenset[str]:
        """The names of its values. Raises ValueError where the template is none."""
        return parsed(self.template).names

    def __str__(self) -> str:
        """Nothing: what is not rendered is no sentence. Raises TypeError."""
        raise TypeError(f"{self!r} is said with its values")

    def __repr__(self) -> str:
        return f"T({self.template!r})"


def filled(template: str, values: Mapping[str, Any]) -> Safe:
    """The sentence of a template that was kept, with those values escaped. Raises as `T` does."""
    return Safe(_rendered(template, values, safe))


class Spoken:
    """What is rendered with the sentence in which it stands, in the language of that one's reader."""

    __slots__ = ()

    def rendered(self) -> Safe:
        """The text in the language of its reader."""
        raise NotImplementedError


def _rendered(template: str, values: Mapping[str, Any], write: Writer) -> str:
    found = parsed(template)
    if values.keys() != found.names:
        raise TypeError(f"{template!r} takes {sorted(found.names)}, not {sorted(values)}")
    translator = _translator.get()
    # A catalogue keeps its own head under the empty text.
    if translator is not None and template:
        found = _translated(translator, template)
    if found.is_led:
        called = _called.get()
        values = {**values, "gm": called.one, "gms": called.several}
    return _filled(found, values, write)


def _filled(template: Parsed, values: Mapping[str, Any], write: Writer) -> str:
    # A list and no generator: nearly all that the bot says passes here.
    texts = [
        part if isinstance(part, str) else _written(values[part.name], part, values, write)
        for part in template.parts
    ]
    return "".join(texts)


# -- what a game calls its game master -------------------------------------------------------------


class Called(NamedTuple):
    """A game's word for its game master, and for several of them."""

    one: T
    several: T


GAME_MASTER = Called(T("game master"), T("game masters"))
_called: ContextVar[Called] = ContextVar("called", default=GAME_MASTER)


@contextmanager
def led_by(called: Called | None) -> Iterator[None]:
    """Render what is rendered within with that game's word; None has none of its own, and changes nothing."""
    token = _called.set(called if called is not None else _called.get())
    try:
        yield
    finally:
        _called.reset(token)


def voice() -> Hashable:
    """What else a sentence depends on beside its values: the language, and the word for a game master."""
    return _translator.get(), _called.get()


# -- values ---------------------------------------------------------------------------------------


def _written(value: Any, slot: Slot, values: Mapping[str, Any], write: Writer) -> str:
    kind = value.__class__
    if slot.forms:
        return _filled(slot.forms[_form(value, len(slot.forms))], values, write)
    if kind is Safe and not slot.spec:
        return value if write is safe else as_typed(value)
    if kind is str and (slot.limit or not slot.spec):
        return write(value, slot.limit or LONGEST)
    if slot.spec in ("lower", "upper"):
        text = _written(value, slot._replace(spec=""), values, write)
        return (text[:1].lower() if slot.spec == "lower" else text[:1].upper()) + text[1:]
    if slot.spec in ("@", "#"):
        is_nobody = value is None and slot.spec == "@"
        return _GAME_MASTER() if is_nobody else f"<{slot.spec}{value:d}>"
    if slot.spec == "prose" and isinstance(value, str):
        return _prose(value, slot, write)
    if isinstance(value, int | float) and kind is not bool and not slot.limit:
        return format(value, slot.spec).replace("-", MINUS)
    return _worded(value, slot, write)


def _worded(value: Any, slot: Slot, write: Writer) -> str:
    if isinstance(value, list | tuple):
        each = slot._replace(spec="") if not slot.limit else slot
        return _in_a_row([_written(item, each, {}, write) for item in value], slot.spec)
    if slot.spec and not slot.limit:
        raise TypeError(f"{{{slot.name}:{slot.spec}}} can't be {value!r}")
    if isinstance(value, Labelled):
        return value.label
    if isinstance(value, T):
        return _rendered(value.template, {}, write)
    if isinstance(value, UserError | Spoken):
        value = value.rendered() if isinstance(value, Spoken) else Safe(value)
    if isinstance(value, Safe):
        return value if write is safe else as_typed(value)
    if isinstance(value, str):
        return write(str(value), slot.limit or LONGEST)
    raise TypeError(f"{{{slot.name}}} can't be {value!r}: say it in words")


def _prose(text: str, slot: Slot, write: Writer) -> str:
    if isinstance(text, Safe):
        return text if write is safe else as_typed(text)
    if write is not safe:
        return unmarked(text)
    if slot.brief:
        return in_brief(text, slot.brief)
    told = prose(text)
    return f"\n{told}" if slot.is_inline and begins_block(told) else told


def _form(value: Any, forms: int) -> int:
    number = abs(value) if isinstance(value, int | float) else len(value)
    # What a catalogue without plurals, and English, would say.
    plural = getattr(_translator.get(), "plural", None) or (lambda n: n != 1)
    return min(int(plural(number)), forms - 1)


def _bare(text: str, limit: int) -> str:
    return clip(bare(text), limit)


def as_typed(text: str) -> str:
    """What was rendered, where nothing is escaped: a label, a file."""
    return _ESCAPES.sub(r"\1", text)


def listed(items: Iterable[Any], last: str = "and") -> Safe:
    """“a, b and c”, each made safe as a value of a template; `last` is "and", "or", or "," for neither."""
    return Safe(_worded(tuple(items), Slot("items", last, 0, ()), safe))


def _in_a_row(texts: list[str], last: str) -> str:
    if last == "," or len(texts) < 2:
        return ", ".join(texts)
    join = _OR if last == "or" else _AND
    return join(items=Safe(", ".join(texts[:-1])), last=Safe(texts[-1]))


_AND, _OR = T("{items} and {last}"), T("{items} or {last}")
_GAME_MASTER = T("the {gm}")


def fitting(lines: Iterable[str], room: int) -> list[str]:
    """As many of the lines as there is room for; the others counted."""
    every = list(lines)
    kept: list[str] = []
    left = room - len(MORE(n=len(every)))
    for line in every:
        left -= len(line) + 1
        if left < 0 and len("\n".join(every)) > room:
            return [*kept, MORE(n=len(every) - len(kept))]
        kept.append(line)
    return kept


MORE = T("… and {n} more.")


# -- refusals and labels --------------------------------------------------------------------------


def refused(code: str, template: str, error: type[UserError] = RuleViolation, /, **values: Any) -> UserError:
    """A refusal to raise: what tests match, what a person reads, and which kind of error it is."""
    return _refusal(code, template, error, values)


def of_length(text: str, most: int, code: str, template: str, /, *, least: int = 0, **values: Any) -> str:
    """The text, of `least` to `most` characters. Raises RuleViolation, naming `most` and what was `given`."""
    if least <= len(text) <= most:
        return text
    given = T(", not {length}")(length=len(text)) if text else ""
    raise _refusal(code, template, RuleViolation, {"most": most, "given": given, **values})


def _refusal(code: str, template: str, error: type[UserError], values: Mapping[str, Any]) -> UserError:
    refusal = error(T(template)(**values))
    refusal.code = code
    return refusal


class Labelled(StrEnum):
    """An enum that carries its labels: `ONE = "1", "1 a year"`, and what that means where it is explained.

    It is kept as its value; a template shows its label. Without one the value is the label, in plain words.
    """

    # The label and the meaning, as templates without names.
    texts: tuple[str, str]

    def __new__(cls, value: str, label: str = "", meaning: str = "") -> Labelled:
        """A member that is kept as its value."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.texts = (label or value.replace("_", " ").capitalize(), meaning)
        return member

    @property
    def label(self) -> Safe:
        """Its name among people."""
        return T(self.texts[0])()

    @property
    def meaning(self) -> Safe:
        """What it means at the table; empty where nothing explains it."""
        return T(self.texts[1])()


# What a declaration says where the house renders it: a template without names, as such or as it is written,
# or the label of a member.
Declared: TypeAlias = str | T | Labelled


def as_read(declared: Declared) -> Safe:
    """What is declared, in the language of who reads it now."""
    if isinstance(declared, Labelled):
        return declared.label
    return (declared if isinstance(declared, T) else T(declared))()
