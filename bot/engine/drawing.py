"""How entries and records look: each chapter declares what it draws, by event class and by kind of record.

@draws(EdictsSet)
def _edicts(event: EdictsSet, post: Post) -> Card | None: ...

@shows(OFFER)
def show_offer(record: RecordView, post: Post) -> Card | None: ...

@leads(OFFER)
def offer_for_game_masters(record: RecordView, view: CampaignView) -> Card | None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from bot.engine.card import Card
from bot.engine.declare import Declaration, declared, note

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Drawing(Declaration):
    """What draws the message about an entry that tells one of those events."""

    events: tuple[type[Any], ...]
    draw: Callable[[Any, Any], Card | None]
    rank: int


@dataclass(frozen=True, slots=True)
class Showing(Declaration):
    """What draws a record of one of those kinds as it stands."""

    kinds: tuple[str, ...]
    show: Callable[[Any, Any], Card | None]


@dataclass(frozen=True, slots=True)
class Leading(Declaration):
    """What draws what waits in a record of that kind for game masters."""

    kind: str
    lead: Callable[[Any, Any], Card | None]


def draws(*events: type[Any], rank: int = 0) -> Callable[[F], F]:
    """Declare what draws the message about an entry, of the first of those events in it and the post.

    Of several that draw an entry the one of the lowest rank does; of the same rank, the one that is
    declared first. Where it gives None the next one is asked.
    """

    def declare(draw: F) -> F:
        note(draw, Drawing(events, draw, rank))
        return draw

    return declare


def shows(*kinds: str) -> Callable[[F], F]:
    """Declare what draws a record of those kinds as it stands, of its view and the post."""

    def declare(show: F) -> F:
        note(show, Showing(kinds, show))
        return show

    return declare


def leads(kind: str) -> Callable[[F], F]:
    """Declare what draws what waits for game masters in a record of that kind, of its view and the campaign.

    Where nobody does, or it gives None, the house draws their buttons.
    """

    def declare(lead: F) -> F:
        note(lead, Leading(kind, lead))
        return lead

    return declare


class Drawings:
    """What the modules of a package draw; an entry or record asks only who declared that it is theirs."""

    def __init__(self, package: str) -> None:
        self.package = package

    @cached_property
    def _drawings(self) -> dict[type[Any], dict[int, Drawing]]:
        """By event class, each with its place among all."""
        # Read at the first card: by then every module is there.
        every = sorted(declared(self.package, Drawing, is_whole=True), key=lambda each: each.rank)
        found: dict[type[Any], dict[int, Drawing]] = {}
        for place, each in enumerate(every):
            for event in each.events:
                found.setdefault(event, {})[place] = each
        return found

    @cached_property
    def _showings(self) -> dict[str, Showing]:
        every = declared(self.package, Showing, is_whole=True)
        return {kind: each for each in every for kind in each.kinds}

    @cached_property
    def _leadings(self) -> dict[str, Leading]:
        return {each.kind: each for each in declared(self.package, Leading, is_whole=True)}

    def draw(self, post: Any) -> Card | None:
        """The message about an entry; None where nobody draws it."""
        events = post.entry.events
        cards = (each.draw(_first(each, events), post) for each in self._of(events))
        return next((card for card in cards if card is not None), None)

    def show(self, record: Any, post: Any) -> Card | None:
        """A record as it stands; None where nobody draws it."""
        showing = self._showings.get(record.kind)
        return showing.show(record, post) if showing is not None else None

    def led(self, record: Any, view: Any) -> Card | None:
        """What waits in a record for game masters; None where nobody draws it."""
        leading = self._leadings.get(record.kind)
        return leading.lead(record, view) if leading is not None else None

    def _of(self, events: Iterable[Any]) -> Iterable[Drawing]:
        """Those that draw one of the events, in their order."""
        found: dict[int, Drawing] = {}
        for cls in {cls for event in events for cls in type(event).__mro__}:
            found |= self._drawings.get(cls, {})
        return [found[place] for place in sorted(found)]


def _first(drawing: Drawing, events: Iterable[Any]) -> Any:
    return next(event for event in events if isinstance(event, drawing.events))
