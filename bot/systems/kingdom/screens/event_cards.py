"""Events on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.events import AdventurersHired, EventResolved, EventRolled, Struck
from bot.systems.kingdom.screens.event_lines import event_lines
from bot.systems.kingdom.screens.finding import realm_on
from bot.systems.kingdom.words import events as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe

NAME, PLACE = 60, 40
# So many events are explained on their card; of more only the names are told.
MOST_EXPLAINED = 2


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about events."""
    for event in post.entry.events:
        if isinstance(event, EventRolled):
            return _rolled(event, post)
        if isinstance(event, EventResolved):
            return _resolved(event)
    return None


def _rolled(event: EventRolled, post: Post) -> Card:
    """First whether something came up, then what, then how it was rolled."""
    names = [each.event for each in event.struck]
    title = words.title(
        safe(event.name, NAME), names, is_undecided=event.is_undecided, is_further=event.is_further
    )
    lines = [words.chance(event.die, event.chance, is_further=event.is_further)]
    if event.is_further:
        lines.append(words.IN_ADDITION)
    if event.die > event.chance:
        lines.append(words.chance_next(event.next_chance))
    lines += explained(event.struck, post)
    if event.is_undecided:
        lines.append(words.UNDECIDED)
    if event.rolls:
        lines.append(words.small(words.rolls(_rolls(event))))
    return Card(title, tuple(lines), tone=Tone.ASKS if event.die <= event.chance else Tone.PLAIN)


def explained(struck: tuple[Struck, ...], post: Post) -> Iterator[str]:
    """Each event that came up, and what it does where there are few."""
    realm = realm_on(post)
    for each in struck:
        # The title names the only one.
        if each.place or len(struck) > 1:
            yield _struck(each)
        if len(struck) <= MOST_EXPLAINED:
            found = [h for h in realm.kingdom.happenings if h.number == each.number] if realm else []
            yield from event_lines(each.event, realm, found[0].spot if found else None)
    if len(struck) > MOST_EXPLAINED:
        yield words.MORE


def _struck(each: Struck) -> str:
    role = each.role.value if each.role is not None else None
    return words.struck(each.event, safe(each.place, PLACE), role)


def _rolls(event: EventRolled) -> list[tuple[str, int, str, str]]:
    return [(each.table.value, each.die, each.row, each.fate.value) for each in event.rolls]


def _resolved(event: EventResolved) -> Card:
    title = words.resolved_title(safe(event.name, NAME), event.event)
    lines = [safe(line) for line in event.outcome.splitlines()]
    return Card(title, (*lines, words.goes_on(goes_on=event.goes_on)))


# -- in a line ----------------------------------------------------------------------------------------


def _tell_rolled(event: EventRolled) -> str:
    struck = " · ".join(_struck(each) for each in event.struck)
    due = words.UNDECIDED if event.is_undecided else ""
    chance = words.chance(event.die, event.chance, is_further=event.is_further)
    told = (chance, struck, due)
    return f"{safe(event.name, NAME)}: {' · '.join(filter(None, told))}"


def _tell_resolved(event: EventResolved) -> str:
    place = safe(event.place, PLACE)
    where = f" ({place})" if place else ""
    title = words.resolved_title(safe(event.name, NAME), event.event)
    return f"{title}{where}: {safe(event.outcome)} · {words.goes_on(goes_on=event.goes_on)}"


def _hired(event: AdventurersHired) -> str:
    return words.hired(event.attribute.value, event.levels, event.bonus, event.price)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    EventRolled: _tell_rolled,
    EventResolved: _tell_resolved,
    AdventurersHired: _hired,
}
