"""Several heroes named at once, divided by commas, or all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.engine.asking import Asking, Pair, begun, only_begun
from bot.engine.system import Kind, RecordId, Scene, Scope
from bot.engine.text import T, refused
from bot.engine.views import RecordView
from bot.systems.second_kingdom.state import Hero

# Everybody, where several heroes can be named, as it is typed and handed over.
ALL_HEROES = "all heroes"
# As long as what a suggestion stands for may be.
MOST_SUGGESTED = 100


@dataclass(frozen=True, slots=True)
class SeveralHeroes:
    """Finds the heroes of such a text."""

    kind: Kind[Hero]
    is_implied: bool = False

    def find(self, asking: Asking, text: str | None) -> tuple[RecordId, ...]:
        """The heroes named. Raises RuleViolation naming who isn't there."""
        meant, missing = _meant(text or "", asking.all(self.kind), by_beginning=True)
        if missing:
            raise refused(
                "hero.unknown",
                "There's no hero called “{name:60}” here. Pick one from the list.",
                name=missing[0],
            )
        if not meant:
            raise refused("hero.none", "Name at least one hero; separate several with commas.")
        return tuple(each.id for each in meant)

    def suggest(self, asking: Asking) -> Iterable[Pair]:
        """What the last name may become; all heroes first."""
        near = asking.typed.strip().casefold()
        everybody = T("all heroes").plain()
        is_begun = ALL_HEROES.startswith(near) or everybody.casefold().startswith(near)
        first = [(everybody, ALL_HEROES)] if is_begun else []
        return first + _completed(asking.typed, asking.all(self.kind))

    def scope(self, found: tuple[RecordId, ...]) -> Scope:
        """All of them."""
        return Scope(ids=found)

    def owner(self, scene: Scene, found: tuple[RecordId, ...]) -> None:
        """Nobody's alone."""


def _completed(typed: str, heroes: Sequence[RecordView]) -> list[Pair]:
    """Who stands there already, with each other hero whose name has the last piece in it."""
    head, _, piece = typed.rpartition(",")
    named, missing = _meant(head, heroes)
    if missing:
        # A comma within a name.
        named, piece = (), typed
    found = []
    for each in heroes:
        if each not in named and piece.strip().casefold() in each.title.casefold():
            meant = (*named, each)
            found.append((", ".join(one.title for one in meant), ",".join(one.id for one in meant)))
    return sorted(pair for pair in found if len(pair[1]) <= MOST_SUGGESTED)


def _meant(
    text: str, heroes: Sequence[RecordView], *, by_beginning: bool = False
) -> tuple[tuple[RecordView, ...], list[str]]:
    """The heroes of a text, once each, and its pieces that are none; a name may have commas itself.

    `by_beginning` takes a piece for the one hero whose name begins so. Raises RuleViolation for several.
    """
    by_name = {each.title.casefold(): each for each in heroes} | {str(each.id): each for each in heroes}
    if text.strip().casefold() == ALL_HEROES and ALL_HEROES not in by_name:
        return tuple(heroes), []
    meant: dict[str, RecordView] = {}
    missing: list[str] = []
    pieces, longest = text.split(","), 1 + max((name.count(",") for name in by_name), default=0)
    while pieces:
        lengths = range(min(len(pieces), longest), 0, -1)
        length = next((n for n in lengths if _name(pieces[:n]) in by_name), 0)
        if length:
            whole = by_name[_name(pieces[:length])]
            meant[whole.id] = whole
        elif by_beginning and (one := only_begun(pieces[0], begun(pieces[0], heroes))) is not None:
            meant[one.id] = one
        elif pieces[0].strip():
            missing.append(pieces[0].strip())
        del pieces[: length or 1]
    return tuple(meant.values()), missing


def _name(pieces: Sequence[str]) -> str:
    return ",".join(pieces).strip().casefold()
