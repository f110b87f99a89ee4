"""What the parts of a record are called where an undo lists them, and how a value of each is said.

A label stands on the field, with how a value of it is said where it isn't said as it is:

    gold: Annotated[int, T("Gold")] = 0
    player: Annotated[int | None, T("player"), person] = None
    hexes: Annotated[Mapping[Spot, Hex], T("hex {key:40}"), T("{part} of {key:40}"), said_hex]
    items: Annotated[tuple[Item, ...], T("items"), known_by("number")] = ()
    counted: Unlisted[int] = 0

Of a dataclass within, each field goes by its own label, put into the second one of the field that holds it if
that has one; where none of them has a label, by that of the field that holds it. `{key}` is the entry of a
mapping. What is `Unlisted`, or has no label, isn't told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, reduce
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.engine import words
from bot.engine.text import Labelled, T
from bot.engine.words import Safe, clip, number, safe

# As much of a list or a text as an undo shows.
LENGTH = 120
# Plain data of a thing that a list holds.
Thing = Mapping[str, Any]
# What gives Safe words is shown as it is; else markup in it is escaped.
Say = Callable[[Any], str]
Part = tuple[str, str | None]


class Untold(Safe):
    """Stands for a text that an undo doesn't repeat."""

    __slots__ = ()


class How(Safe):
    """How a thing is again, which an undo says of it instead of a part's name and value: “in hand again”."""

    __slots__ = ()


def either(yes: T, no: T) -> Say:
    """Makes a function that says one text for a true value and another for a false one."""
    return lambda value: How((yes if value else no)())


def untold(_text: object) -> Untold:
    """How to say a text whose words no event tells, such as notes: an undo is no more public."""
    return Untold(T("the earlier text")())


# -- on the fields of a state -----------------------------------------------------------------------


class Whole(NamedTuple):
    """Says a value only as a whole, also where there is none; else each of a list is said by itself."""

    say: Callable[[Any], str | None]


def as_one(say: Say) -> Whole:
    """Tells a value in one piece, without telling its parts."""
    return Whole(lambda value: said(value, say))


def again(says: T) -> Whole:
    """Tells a change of a thing by the same text, whatever of it changed."""
    return Whole(lambda _value: How(says()))


def again_if_any(says: T) -> Whole:
    """Tells a change of a thing by the same text, where there is a value."""
    return Whole(lambda value: How(says()) if value else None)


def again_as(says: Callable[[Any], Safe]) -> Whole:
    """Tells a change of a thing by how it is then, which goes by its value."""
    return Whole(lambda value: How(says(value)) if value is not None else None)


class Absent(NamedTuple):
    """Says that there is no value, of each field within, in other words than “none”."""

    says: T


class Keyed(NamedTuple):
    """What the keys of a mapping are called, where they aren't members of an enum with labels."""

    call: Callable[[str], str]


def keyed(kind: type[Labelled]) -> Keyed:
    """Tells keys that are values of that enum by their labels."""
    return Keyed(lambda key: kind(key).label)


class Things(NamedTuple):
    """Things of a list: whether one, as it is and as it was, is the same, and what it is called.

    An undo says what of one changes, not that it goes and comes back. Its name may tell the record's title.
    """

    is_one: Callable[[Thing, Thing], bool]
    called: Callable[[str, Thing], str]


def known_by(*names: str) -> Things:
    """Treats things with equal values in these fields as the same, and calls each by its `name`."""
    return Things(has_same(*names), by_name)


def has_same(*names: str) -> Callable[[Thing, Thing], bool]:
    """Makes a function that is true for two things with equal values in these fields."""
    return lambda before, after: all(before[each] == after[each] for each in names)


def by_name(_title: str, thing: Thing) -> str:
    """The `name` of a thing."""
    return str(thing["name"])


_UNLISTED: Final = "unlisted"
V = TypeVar("V")
# A field of which an undo tells nothing: bookkeeping, or what follows from what it tells.
Unlisted = Annotated[V, _UNLISTED]


class Label(NamedTuple):
    """What stands on a field: its name, how a part of it is named, and how a value of it is said."""

    hint: Any
    name: T | None = None
    within: T | None = None
    say: Say | Whole | None = None
    keyed: Keyed | None = None
    things: Things | None = None
    absent: Absent | None = None
    is_unlisted: bool = False

    @property
    def is_told(self) -> bool:
        """Whether it has a name, or says how a thing is again."""
        return self.name is not None or self.say is not None


@cache
def labels(state: Any) -> Mapping[str, Label]:
    """What stands on each field of a dataclass."""
    hints = get_type_hints(state, include_extras=True)
    return {each.name: _label(hints[each.name]) for each in fields(state)}


def _label(hint: Any) -> Label:
    if get_origin(hint) is not Annotated:
        return Label(hint)
    bare, *found = get_args(hint)
    names = [each for each in found if isinstance(each, T)]
    marks = {type(each): each for each in found}
    say = next((each for each in found if callable(each) and not isinstance(each, T)), None)
    return Label(
        bare,
        names[0] if names else None,
        names[1] if len(names) > 1 else None,
        marks.get(Whole, say),
        marks.get(Keyed),
        marks.get(Things),
        marks.get(Absent),
        _UNLISTED in found,
    )


def has_labels(state: Any) -> bool:
    """Whether its fields say whether they are told."""
    return any(each.is_told or each.is_unlisted for each in labels(state).values())


class _Place(NamedTuple):
    """Where a path has come: what stands on the field, the type there, the entry, and what it lies within."""

    label: Label
    hint: Any
    key: str = ""
    around: tuple[tuple[T, str], ...] = ()
    absent: Absent | None = None


def part_of(state: type[Any], path: Sequence[str], value: Any) -> Part:
    """What that part of a state is called, and a value of it in words; no name for what isn't told."""
    place = reduce(_deeper, path, _Place(Label(state), state))
    label = place.label
    if label.is_unlisted or not label.is_told:
        return "", None
    called = _called(label.name, place.key) if label.name is not None else ""
    for within, key in reversed(place.around):
        called = _called(within, key, called)
    text = said(value, label.say or _plainly(place.hint))
    return called, place.absent.says() if text is None and place.absent is not None else text


def same_thing(state: type[Any], title: str, path: Sequence[str], before: Any, after: Any) -> str | None:
    """What a thing of that list is called, as it is and as it was; None where those are two things."""
    found = reduce(_deeper, path, _Place(Label(state), state)).label.things
    return found.called(title, before) if found is not None and found.is_one(before, after) else None


def _deeper(place: _Place, name: str) -> _Place:
    """The field of that name, or the entry of a mapping."""
    label, kinds = place.label, tuple(_kinds(place.hint))
    owner: Any = next((each for each in kinds if is_dataclass(each)), None)
    if label.is_unlisted:
        return place
    if owner is None:
        keys, inner = next((get_args(each) for each in kinds if get_origin(each) is Mapping), (None, None))
        call = label.keyed.call if label.keyed is not None else _plainly(keys)
        return place._replace(key=call(name), hint=inner)
    found = labels(owner).get(name, Label(None))
    if not has_labels(owner):
        # Of a thing, and of what is said only as a whole, nothing within is told.
        is_closed = isinstance(label.say, Whole) or label.things is not None
        return place._replace(label=label._replace(is_unlisted=is_closed), hint=found.hint)
    around = ((label.within, place.key),) if label.within is not None else ()
    return _Place(found, found.hint, place.key, (*place.around, *around), label.absent or place.absent)


def _called(template: T, key: str, part: str = "") -> Safe:
    values = {"key": key, "part": Safe(part)}
    return template(**{each: values[each] for each in template.names})


def _kinds(hint: Any) -> Iterator[Any]:
    """The types that a value has if there is one, or each of a list."""
    if get_origin(hint) in (Annotated, Union, UnionType, tuple):
        for each in get_args(hint):
            yield from _kinds(each)
    elif hint not in (NoneType, Ellipsis, _UNLISTED):
        yield hint


def _plainly(hint: Any) -> Say:
    """How a value of that type is said: a member of an enum by its label."""
    kind = next(_kinds(hint), None)
    return labelled(kind) if isinstance(kind, type) and issubclass(kind, Labelled) else plain


# -- how a value is said ----------------------------------------------------------------------------


def said(value: Any, say: Say | Whole) -> str | None:
    """A value in words; None where there is none."""
    if isinstance(say, Whole):
        return say.say(value)
    if value is None or value in ("", [], {}):
        return None
    if say is untold:
        return untold(value)
    if isinstance(value, bool) and isinstance(how := say(value), How):
        return how
    each = [say(one) for one in value] if isinstance(value, list) else [say(value)]
    text = ", ".join(each)
    return (clip(text, LENGTH) if all(isinstance(one, Safe) for one in each) else safe(text, LENGTH)) or None


def plain(value: Any) -> str:
    """The value itself, told as text."""
    if isinstance(value, bool):
        return T("yes")() if value else T("no")()
    if isinstance(value, int):
        return number(value)
    if isinstance(value, dict):
        return ", ".join(plain(each) for each in value.values())
    return str(value)


def quoted(text: str) -> Safe:
    """What somebody wrote, without its full stop: it stands within a sentence."""
    return T("“{text}”")(text=text.removesuffix("."))


def short(text: str) -> Safe:
    """A text that may be long, as far as it tells which one it is."""
    return safe(text, 80)


def lowered(kind: type[Labelled]) -> Say:
    """A member of that enum by its label, as it stands within a sentence."""
    return lambda value: T("{label:lower}")(label=kind(value))


def labelled(kind: type[Labelled]) -> Say:
    """A member of that enum by its label."""
    known = frozenset(each.value for each in kind)
    return lambda value: kind(value).label if value in known else str(value).replace("_", " ")


def signed(amount: int) -> Safe:
    """+3 or −3."""
    return Safe(words.signed(amount))


def channel_link(id_: int) -> Safe:
    """A channel that can be pressed."""
    return Safe(f"<#{id_}>")


def role(id_: int | str) -> Safe:
    """A role as a mention."""
    return Safe(f"<@&{id_}>")


def person(id_: int) -> Safe:
    """A person as a mention."""
    return Safe(f"<@{id_}>")
