"""Labels stand on the fields of a state: what an undo calls them, and how it says their values."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from typing import Annotated, Any, get_args, get_origin

import pytest

from bot import systems
from bot.engine.parts import (
    Unlisted,
    Whole,
    again,
    has_labels,
    keyed,
    known_by,
    labels,
    part_of,
    same_thing,
    signed,
)
from bot.engine.system import Kind
from bot.engine.text import Labelled, T

# Of every game, and of the one that CONTRIBUTING shows as a model.
GAMES = (*systems.found(), "tests.games.flask")
KINDS: tuple[Kind[Any], ...] = tuple(
    kind for name in GAMES for kind in importlib.import_module(name).SYSTEM.kinds
)


class Art(Labelled):
    """What somebody can do."""

    SONG = "song", "Song"


@dataclass(frozen=True, slots=True)
class Bell:
    """One of a tower's."""

    key: Unlisted[str]
    name: Annotated[str, T("name")]
    tone: Annotated[int, T("tone"), signed] = 0


@dataclass(frozen=True, slots=True)
class Rope:
    """Without labels of its own."""

    length: int = 1
    knot: str = ""


ROPE = Whole(lambda value: "a rope" if value else "no rope")


@dataclass(frozen=True, slots=True)
class Tower:
    """One with some of everything."""

    name: Annotated[str, T("name")]
    art: Annotated[Art, T("art")] = Art.SONG
    arts: Annotated[Mapping[str, int], T("{key}"), keyed(Art), signed] = field(default_factory=dict)
    bells: Annotated[tuple[Bell, ...], T("bells"), known_by("key")] = ()
    great: Annotated[Bell | None, T("great bell"), T("{part} of the great bell")] = None
    hours: Annotated[Mapping[int, Bell], T("bell at {key}"), T("{part} at {key}")] = field(
        default_factory=dict
    )
    rope: Annotated[Rope, T("rope")] = Rope()
    spare: Annotated[Rope | None, T("spare rope"), ROPE] = None
    watch: Annotated[tuple[int, ...], again(T("with the watch of before"))] = ()
    counted: Unlisted[int] = 0
    hidden: Unlisted[Bell | None] = None
    middle: Bell = Bell("m", "Middle")


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("name", "Ab*bey", ("name", r"Ab\*bey")),
        ("name", "", ("name", None)),
        ("art", "song", ("art", "Song")),
        ("arts/song", 2, ("Song", "+2")),
        ("great", None, ("great bell", None)),
        ("great/tone", -1, ("tone of the great bell", "−1")),
        ("great/key", "x", ("", None)),
        ("hours/3/name", "Tom", ("name at 3", "Tom")),
        ("hours/3", None, ("bell at 3", None)),
        ("bells/tone", 2, ("tone", "+2")),
        ("rope/length", 3, ("rope", "3")),
        ("spare", None, ("spare rope", "no rope")),
        ("spare/length", 3, ("", None)),
        ("watch", [], ("", "with the watch of before")),
        ("counted", 4, ("", None)),
        ("hidden/name", "Tom", ("", None)),
        ("middle/tone", 1, ("tone", "+1")),
        ("middle", None, ("", None)),
    ],
)
def test_a_part_is_called_by_the_labels_on_its_way(
    path: str, value: Any, says: tuple[str, str | None]
) -> None:
    assert part_of(Tower, path.split("/"), value) == says


def test_a_thing_of_a_list_is_the_same_while_what_it_is_known_by_is() -> None:
    tom = {"key": "a", "name": "Tom", "tone": 1}
    assert same_thing(Tower, "Abbey", ("bells",), tom, tom | {"name": "Tim"}) == "Tom"
    assert same_thing(Tower, "Abbey", ("bells",), tom, tom | {"key": "b"}) is None
    assert same_thing(Tower, "Abbey", ("watch",), 1, 1) is None


# -- of all games ---------------------------------------------------------------------------------------


def unsaid(state: Any, at: str, *, is_held: bool = False) -> Iterator[str]:
    """The fields that an undo can change and that neither have a label nor say that they are unlisted."""
    if is_held and not has_labels(state):
        # They go by the label of the field that holds them.
        return
    for name, label in labels(state).items():
        is_said = label.is_told or label.is_unlisted
        inner = [] if label.is_unlisted else list(within(label.hint, is_list=label.things is not None))
        if not is_said and not inner:
            yield f"{at}.{name}"
        for each in inner:
            yield from unsaid(each, f"{at}.{name}", is_held=is_said)


def within(hint: Any, *, is_list: bool) -> Iterator[Any]:
    """The dataclasses whose fields an undo compares one by one: of a list only those of things it knows."""
    if is_dataclass(hint):
        yield hint
    elif get_origin(hint) is not tuple or is_list:
        for each in get_args(hint):
            yield from within(each, is_list=is_list)


@pytest.mark.parametrize(
    "kind", [each for each in KINDS if has_labels(each.state)], ids=lambda kind: str(kind.name)
)
def test_each_field_that_an_undo_can_change_has_a_label_or_is_unlisted(kind: Kind[Any]) -> None:
    assert kind.is_untold or list(unsaid(kind.state, kind.name)) == []
