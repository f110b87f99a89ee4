"""What happened, and its sentence beside it.

    class HexAbandoned(Event, formerly=("HexGivenUp",)):
        \"\"\"A hex is nobody's again.\"\"\"

        says = T("{name} abandons {hex:60}: Unrest {unrest:+}.")
        name: str
        hex: str
        unrest: int

An event is a frozen dataclass with slots, made so by its base; who may read it comes by keyword, as
`audience`, or for a whole class as `class NpcRemoved(Event, audience=GAME_MASTERS)`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, cast, dataclass_transform

from bot.engine.people import EVERYONE, Audience
from bot.engine.text import Safe, T

if TYPE_CHECKING:
    from dataclasses import Field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class EventType(type):
    """Makes each event a dataclass; the methods of one can't call `super()` without arguments."""

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        audience: Audience | None = None,
        formerly: tuple[str, ...] = (),
    ) -> EventType:
        """The class, once more with slots when `dataclass` asks for that."""
        cls = super().__new__(mcs, name, bases, namespace)
        if "__dataclass_fields__" in namespace:
            return cls
        cls.formerly = formerly
        if audience is not None:
            cls.audience = field(default=audience, kw_only=True)
            cls.__annotations__ = {**inspect.get_annotations(cls), "audience": Audience}
        return cast(EventType, dataclass(frozen=True, slots=True)(cls))

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_declared: Any
    ) -> None:
        super().__init__(name, bases, namespace)

    # The names under which older entries of the journal keep it.
    formerly: tuple[str, ...]
    if TYPE_CHECKING:
        audience: Any


class Event(metaclass=EventType):
    """Something that happened, told by its template; where there are variants, `told` chooses one."""

    says: ClassVar[T | None] = None
    # Whether it gets a message of its own where its record has a live card.
    is_posted: ClassVar[bool] = False
    # Whether it tells what a game master wrote: then that message is its own, and nothing later edits it.
    tells_prose: ClassVar[bool] = False
    # What of it names people to whom it happens: its message mentions them, unless they did it themselves.
    concerns: ClassVar[tuple[str, ...]] = ()

    audience: Audience = field(default=EVERYONE, kw_only=True)

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def sentence(self) -> T | Safe | None:
        """The template for this one, or the sentence itself; None where nothing is said."""
        return self.says

    def foretold(self) -> T | Safe | None:
        """As a preview says it, where the sentence would read as if it had been done already."""
        return self.sentence()

    def tell(self, actor: int | None = None, *, is_tried: bool = False) -> Safe | None:
        """What it says of itself, done or only tried; a template may name the `actor` of its entry."""
        told = self.foretold() if is_tried else self.sentence()
        return told.of(self, actor=actor) if isinstance(told, T) else told

    @classmethod
    def lift(cls, facts: dict[str, Any]) -> dict[str, Any]:
        """What the journal kept, as today's fields; it gets old and new facts alike."""
        return facts


def affected(event: Any) -> Iterator[int]:
    """To whom an event happens, whoever did it."""
    for name in getattr(event, "concerns", ()):
        found = getattr(event, name)
        yield from found if isinstance(found, tuple) else () if found is None else (found,)


def sentence(event: Any, actor: int | None = None, *, is_tried: bool = False) -> Safe | None:
    """What an event says of itself; None for one that says nothing, or that the house tells of."""
    return event.tell(actor, is_tried=is_tried) if isinstance(event, Event) else None
