"""How the map's changes look: a line a hex, what players may know of it, and which numbers it moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Post, Shown
from bot.systems.kingdom.rules.keeping import FiguresChanged, Shift
from bot.systems.kingdom.rules.land_giving import HexesGiven
from bot.systems.kingdom.rules.land_imports import MAP_FILE, MapBrought, MapDropped
from bot.systems.kingdom.rules.land_rows import Odd
from bot.systems.kingdom.rules.land_told import Deed, HexesSet, HexesTold, Sight
from bot.systems.kingdom.rules.siting import GROUNDS
from bot.systems.kingdom.rules.terms import Terrain
from bot.systems.kingdom.words import land as words
from bot.systems.kingdom.words import land_files
from bot.systems.kingdom.words import standing as numbers
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import fitting, safe

# Letters of a note: of the only hex told, and of one among several.
NOTE, AMONG_OTHERS = 300, 60
# Letters for the hexes of a card, and for what they move in kingdoms' numbers.
ROOM, MOVED = 1200, 450
# What is said of a hex besides its terrain, where that was done to it.
_NOTED = (Deed.NOTED, Deed.CHANGED, Deed.DRAWN)


def draw(post: Post) -> Card | None:
    """The message about a change of the map, or about a file that waits."""
    brought = post.entry.event(MapBrought)
    if brought is not None:
        return _file(brought, post.subject)
    found = [each for each in post.entry.events if isinstance(each, HexesTold | HexesSet)]
    if not found:
        return None
    lines = [line for each in found for line in _lines(each, ROOM // len(found))]
    lines += _moved([each for each in post.entry.events if isinstance(each, FiguresChanged)])
    return Card(words.TITLES[found[0].deed.value], tuple(lines))


def _lines(event: HexesTold | HexesSet, room: int) -> list[str]:
    if not event.sights:
        return [words.UNCHANGED]
    lines: list[str] = []
    for each in event.sights:
        line = _sight(each, event)
        room -= len(line) + 1
        if room < 0 and lines:
            break
        lines.append(line)
    left = event.count - len(lines)
    lines += [words.and_more(left)] if left > 0 else []
    return [words.ONLY_GAME_MASTERS, *lines] if isinstance(event, HexesSet) else lines


def _sight(each: Sight, event: HexesTold | HexesSet) -> str:
    room = NOTE if event.count == 1 else AMONG_OTHERS
    parts = words.specials(each.specials)
    parts += words.waters(is_coast=each.is_coast, has_lake=each.has_lake, has_river=each.has_river)
    parts += [words.note(safe(each.notes, room))] if each.notes and event.deed in _NOTED else []
    if isinstance(event, HexesSet) and each.secret:
        parts.append(words.secret(safe(each.secret, room)))
    return words.sight(safe(each.name, 40), each.terrain.value, parts)


def _moved(events: list[FiguresChanged] | tuple[FiguresChanged, ...]) -> list[str]:
    return fitting([words.in_kingdom(safe(each.name, 60), _shifts(each.shifts)) for each in events], MOVED)


def _shifts(shifts: tuple[Shift, ...]) -> str:
    return numbers.shifts([(each.number, each.before, each.after) for each in shifts])


# -- files ----------------------------------------------------------------------------------------------


def _file(event: MapBrought, shown: Shown | None) -> Card:
    """What a file would do; with its buttons while it waits."""
    new, changed, removed = event.counts
    lines = [land_files.counts(new, changed, removed, event.total)]
    lines.append(land_files.REPLACES if event.is_replacing else land_files.ADDS)
    lines += _moved(event.shifts)
    if event.odd:
        lines += ["", land_files.ODD, *map(_odd, event.odd)]
        left = event.odd_count - len(event.odd)
        lines += [land_files.and_more(left)] if left > 0 else []
    waits = shown is not None and shown.kind == MAP_FILE.name and bool(shown.steps)
    buttons = step_buttons(shown.id, shown.steps) if shown is not None and waits else ()
    return Card(
        land_files.title(safe(event.name, 60)),
        tuple(lines),
        tone=Tone.ASKS if waits else Tone.QUIET,
        buttons=buttons,
    )


def _odd(each: Odd) -> str:
    grounds = [terrain.value for terrain in Terrain if terrain in GROUNDS[each.improvement]]
    what = land_files.odd_ground(each.improvement.value, each.terrain.value, grounds)
    return land_files.fault(each.row, what, is_listed=each.is_listed)


# -- in a line ------------------------------------------------------------------------------------------


def _told(event: HexesTold | HexesSet) -> str:
    names = [safe(each.name, 40) for each in event.sights]
    return words.briefly(event.deed.value, names, event.count)


def _given(event: HexesGiven) -> str:
    names = words.hexes([safe(each, 40) for each in event.hexes], event.count)
    told = words.taken if event.is_back else words.given
    lines = [told(safe(event.name, 60), names)]
    lines += [words.why(safe(event.reason, 100))] if event.reason else []
    if event.towns and not event.is_back:
        lines.append(words.with_towns([safe(each, 60) for each in event.towns], event.town_count))
    losers = [words.bereft(safe(each.name, 60), _shifts(each.shifts)) for each in event.losers]
    lines += fitting(losers, MOVED)
    lines.append(words.NO_UNREST if event.is_back else words.NO_PRICE)
    return "\n".join(lines)


def _brought(event: MapBrought) -> str:
    return land_files.opened(safe(event.name, 60), *event.counts)


def _dropped(event: MapDropped) -> str:
    return land_files.dropped(safe(event.name, 60))


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    HexesTold: _told,
    HexesSet: _told,
    HexesGiven: _given,
    MapBrought: _brought,
    MapDropped: _dropped,
}
