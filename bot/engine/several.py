"""Several records named at once, divided by commas, or all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.finders import Asker, Pair, begun, only_begun
from bot.engine.system import Kind, RecordId, Scope, World
from bot.engine.text import T
from bot.engine.views import RecordView
from bot.errors import UserError

# As long as what a suggestion stands for may be.
MOST_SUGGESTED = 100


def _all_of_them(_asking: Asker, found: Sequence[RecordView]) -> Sequence[RecordView]:
    return found


@dataclass(frozen=True, slots=True)
class Several:
    """Finds the records of such a text.

    `everybody` is what all of them are called, as it is typed and handed over in English; `among` says which
    those are, of all in play. `unknown` refuses a name that none bears, `nobody` an empty text.
    """

    kind: Kind[Any]
    everybody: T
    unknown: Callable[[str], UserError]
    nobody: Callable[[], UserError]
    among: Callable[[Asker, Sequence[RecordView]], Sequence[RecordView]] = _all_of_them
    is_implied: bool = False

    def find(self, asker: Asker, text: str | None) -> tuple[RecordId, ...]:
        """The records named. Raises RuleViolation naming who isn't there."""
        found = asker.all(self.kind)
        pieces = (text or "").split(",")
        named = [each for each in pieces if not self._is_all(each, found)]
        everybody = self.among(asker, found) if len(named) < len(pieces) else ()
        others, missing = _meant(",".join(named), found, by_beginning=True)
        meant = {each.id: each for each in (*everybody, *others)}
        if missing:
            raise self.unknown(missing[0])
        if not meant:
            raise self.nobody()
        return tuple(meant)

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """Completions of the last name typed, with “all of them” first."""
        near = asker.typed.strip().casefold()
        everybody, typed = self.everybody.plain(), self.everybody.template
        is_begun = typed.startswith(near) or everybody.casefold().startswith(near)
        first = [(everybody, typed)] if is_begun else []
        return first + _completed(asker.typed, asker.all(self.kind))

    def scope(self, found: tuple[RecordId, ...]) -> Scope:
        """The scope of an action on all the records that were found."""
        return Scope(ids=found)

    def owner(self, world: World, found: tuple[RecordId, ...]) -> None:
        """None: records found together have no one player."""

    def _is_all(self, text: str, found: Sequence[RecordView]) -> bool:
        """True if the text means everybody, unless it is the name of a record found."""
        typed, everybody = text.strip().casefold(), self.everybody.template
        is_all = typed in (everybody, everybody.rpartition(" ")[2])
        return is_all and typed not in (each.title.casefold() for each in found)


def _completed(typed: str, every: Sequence[RecordView]) -> list[Pair]:
    """Who stands there already, with each other whose name has the last piece in it."""
    head, _, piece = typed.rpartition(",")
    named, missing = _meant(head, every)
    if missing:
        # A comma within a name.
        named, piece = (), typed
    found = []
    for each in every:
        if each not in named and piece.strip().casefold() in each.title.casefold():
            meant = (*named, each)
            found.append((", ".join(one.title for one in meant), ",".join(one.id for one in meant)))
    return sorted(pair for pair in found if len(pair[1]) <= MOST_SUGGESTED)


def _meant(
    text: str, every: Sequence[RecordView], *, by_beginning: bool = False
) -> tuple[tuple[RecordView, ...], list[str]]:
    """The records of a text, once each, and its pieces that are none; a name may have commas itself.

    `by_beginning` takes a piece for the one whose name begins so. Raises RuleViolation for several.
    """
    by_name = {each.title.casefold(): each for each in every} | {str(each.id): each for each in every}
    meant: dict[str, RecordView] = {}
    missing: list[str] = []
    pieces, longest = text.split(","), 1 + max((name.count(",") for name in by_name), default=0)
    while pieces:
        lengths = range(min(len(pieces), longest), 0, -1)
        length = next((n for n in lengths if _name(pieces[:n]) in by_name), 0)
        if length:
            whole = by_name[_name(pieces[:length])]
            meant[whole.id] = whole
        elif by_beginning and (one := only_begun(pieces[0], begun(pieces[0], every))) is not None:
            meant[one.id] = one
        elif pieces[0].strip():
            missing.append(pieces[0].strip())
        del pieces[: length or 1]
    return tuple(meant.values()), missing


def _name(pieces: Sequence[str]) -> str:
    return ",".join(pieces).strip().casefold()
