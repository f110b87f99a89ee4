"""Hexes as people name them: by the group's own label, or by coordinates, one or many at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import FARTHEST, Direction, Spot, axial, spot
from bot.systems.kingdom.rules.land import LABEL_LENGTH, Land
from bot.systems.kingdom.words import places as words

_COORDINATES = re.compile(r"\(?\s*([+-]?\d{1,3})\s*[,;/ ]\s*([+-]?\d{1,3})\s*\)?", re.ASCII)
# In a list of hexes a pair has no space within, or stands in brackets.
_PIECES = re.compile(r"\(\s*[+-]?\d{1,3}\s*[,;/ ]\s*[+-]?\d{1,3}\s*\)|[^\s;]+", re.ASCII)
_BETWEEN = re.compile(r"-|–|\.\.|:")
_GRID = re.compile(r"([A-Za-z]{1,3})0*(\d{1,3})", re.ASCII)
_DIRECTIONS = {each.value.casefold(): each for each in Direction}
MOST_NAMED = 3
# A label of several words is looked for among so many.
_LABEL_WORDS = 5


def coordinates(text: str) -> Spot | None:
    """The hex of those coordinates, as "2,-1"; None where the text is no pair of numbers."""
    found = _COORDINATES.fullmatch(one_line(text).replace("−", "-"))
    if found is None:
        return None
    q, r = int(found[1]), int(found[2])
    return spot(q, r) if max(abs(q), abs(r)) <= FARTHEST else None


def spot_of(land: Land, text: str) -> Spot:
    """The hex of the map with that label or those coordinates. Raises RuleViolation naming near ones."""
    found = _known(land, text)
    if found is not None:
        return found
    meant = one_line(text).casefold()
    labels = {each.label.casefold(): each.label for each in land.hexes.values() if each.label}
    near = [labels[each] for each in get_close_matches(meant, labels, MOST_NAMED)]
    raise RuleViolation(words.no_such_hex(safe(text, 40), [safe(each, LABEL_LENGTH) for each in near]))


def _known(land: Land, text: str) -> Spot | None:
    labelled = land.labelled(one_line(text))
    if labelled is not None:
        return labelled
    here = coordinates(text)
    return here if here is not None and here in land.hexes else None


def label_of(text: str) -> str:
    """A label, in a line. Raises RuleViolation where it is too long, or reads as something else."""
    label = one_line(text)
    if len(label) > LABEL_LENGTH:
        raise RuleViolation(words.long_label(safe(label, 60), LABEL_LENGTH))
    if coordinates(label) is not None:
        raise RuleViolation(words.label_is_coordinates(safe(label)))
    if label.casefold() in _DIRECTIONS or ";" in label:
        raise RuleViolation(words.label_is_taken(safe(label)))
    return label


# -- several at once ------------------------------------------------------------------------------------


def direction_of(text: str) -> Direction | None:
    """The direction of a word such as "SE"; None where it is none."""
    return _DIRECTIONS.get(text.strip(" ,").casefold())


def spots_of(land: Land, text: str, *, may_be_new: bool = False) -> tuple[Spot, ...]:
    """The hexes named in a list: labels, coordinates and blocks such as A1-C4, divided by spaces or commas.

    With `may_be_new` coordinates may be of hexes that the map doesn't have. Raises RuleViolation.
    """
    found = tuple(dict.fromkeys(each for each in path_of(land, text, may_be_new=may_be_new)))
    directions = [each for each in found if isinstance(each, Direction)]
    if directions:
        raise RuleViolation(words.no_such_hex(directions[0].value, ()))
    if not found:
        raise RuleViolation(words.NO_HEX_NAMED)
    return tuple(str(each) for each in found)


def path_of(land: Land, text: str, *, may_be_new: bool = False) -> tuple[Spot | Direction, ...]:
    """The same in order, with words of direction left as they are. Raises RuleViolation."""
    labels = {each.label.casefold(): at for at, each in land.hexes.items() if each.label}
    return tuple(_named(land, labels, _PIECES.findall(one_line(text)), may_be_new=may_be_new))


def _named(
    land: Land, labels: Mapping[str, Spot], pieces: list[str], *, may_be_new: bool
) -> Iterator[Spot | Direction]:
    while pieces:
        count, found = _longest(land, labels, pieces)
        if found:
            yield from found
            pieces = pieces[count:]
            continue
        piece = pieces.pop(0).strip(",")
        if "," in piece and coordinates(piece) is None:
            pieces = [*piece.split(","), *pieces]
            continue
        direction = direction_of(piece)
        new = coordinates(piece) if may_be_new else None
        if direction is not None:
            yield direction
        elif piece:
            yield new or spot_of(land, piece)


def _longest(land: Land, labels: Mapping[str, Spot], pieces: list[str]) -> tuple[int, Sequence[Spot]]:
    """The label or block of most words with which the pieces begin, with or without its last comma."""
    for count in range(min(len(pieces), 2 * _LABEL_WORDS), 0, -1):
        joined = " ".join(pieces[:count]).casefold()
        found = labels.get(joined) or labels.get(joined.rstrip(","))
        if found is not None:
            return count, (found,)
        block = _block(land, labels, joined.rstrip(","))
        if block:
            return count, block
    return 0, ()


def _block(land: Land, labels: Mapping[str, Spot], text: str) -> Sequence[Spot]:
    """The hexes of the map between two corners, whatever their labels; none where it is no block."""
    for found in _BETWEEN.finditer(text):
        corners = text[: found.start()], text[found.end() :]
        if all(each in labels or _GRID.fullmatch(each) for each in corners):
            grid = _grid(land, labels, corners)
            places = [
                _place(labels[each], grid.row) if each in labels else grid.place(each) for each in corners
            ]
            return _between(land, grid.row, [each for each in places if each is not None])
    return ()


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the rows and columns of a map's labels begin: every other row from `row` on lies farther east."""

    row: int = -1
    column: int | None = None

    def place(self, label: str) -> tuple[int, int] | None:
        """Column and row of a label of the grid, though no hex bears it; None for another label."""
        found = _GRID.fullmatch(label)
        if found is None or self.column is None:
            return None
        return self.column + _column(found[1]), self.row + int(found[2])


def _grid(land: Land, labels: Mapping[str, Spot], corners: Sequence[str]) -> _Grid:
    """The grid that a corner's label tells, or else the first label of the map that does."""
    for label in (*corners, *(each.label for each in land.hexes.values())):
        found, at = _GRID.fullmatch(label), labels.get(label.casefold())
        if found is not None and at is not None:
            row = axial(at)[1] - int(found[2])
            return _Grid(row, _place(at, row)[0] - _column(found[1]))
    return _Grid()


def _place(at: Spot, north: int) -> tuple[int, int]:
    """Column and row of a hex on a page whose rows begin below that one, with A1 in the row after it."""
    q, r = axial(at)
    return q + (r - north - 1) // 2, r


def _between(land: Land, north: int, corners: Sequence[tuple[int, int]]) -> Sequence[Spot]:
    if len(corners) < 2:
        return ()
    columns, rows = (sorted(each) for each in zip(*corners, strict=True))
    found = []
    for at in land.hexes:
        column, row = _place(at, north)
        if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]:
            found.append(at)
    return found


def _column(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number


def grid_label(column: int, row: int) -> str:
    """The label of a place in a block: A1, B1, … from 0 on."""
    letters, left = "", column + 1
    while left:
        left, rest = divmod(left - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"
