"""Sheets as cards: with their counters, defences, maneuvers and notes, and what waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from bot.engine.system import RecordId
from bot.play import Shown
from bot.systems.second_kingdom.rules import changes
from bot.systems.second_kingdom.rules.counters import in_force
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER
from bot.systems.second_kingdom.rules.state import (
    NO_BONUS,
    Combatant,
    Counter,
    Guard,
    Hero,
    Virtue,
    defence_pair,
)
from bot.systems.second_kingdom.rules.trials import CHALLENGE
from bot.systems.second_kingdom.screens.notes import note_lines
from bot.systems.second_kingdom.screens.portraits import portrait_of
from bot.systems.second_kingdom.words import counters, defences, heroes
from bot.systems.second_kingdom.words import sheets as words
from bot.ui.card import FIELD, Button, Card
from bot.ui.text import fitting, person, safe

MOST_WAITING = 5
# However much stands on a sheet, each of its parts leaves room for the others.
COUNTERS_ROOM, NOTES_ROOM, THRESHOLD, WAITING = 900, 900, 40, 60
EDIT_BUTTON = "edit_sheet"


def sheet(
    shown: Shown, records: Mapping[RecordId, Shown], waiting: Sequence[Shown], *, may_edit: bool = False
) -> Card:
    """A hero's sheet, with what waits for it; `records` are those that it links to."""
    hero = cast(Hero, shown.state)
    lines = [
        heroes.played_by(person(hero.player)),
        " · ".join(f"{heroes.virtue(v)} **{hero.score(v)}**" for v in Virtue),
        heroes.conviction(f"**{hero.conviction}**"),
        *counter_lines(hero.counters),
        *fitting(note_lines(hero.notes), NOTES_ROOM),
        *(_waits(each) for each in waiting[:MOST_WAITING]),
    ]
    if len(waiting) > MOST_WAITING:
        lines.append(heroes.more_wait(len(waiting) - MOST_WAITING))
    edit = (Button(words.EDIT, EDIT_BUTTON, (shown.id,)),) if may_edit else ()
    portrait = portrait_of(shown, records)
    return Card(safe(hero.name), tuple(lines), fields=fields(hero, records), buttons=edit, portrait=portrait)


def fields(state: Combatant, records: Mapping[RecordId, Shown]) -> tuple[tuple[str, str], ...]:
    """The parts of anybody's sheet that stand apart: defences, maneuvers and notes, where there are any."""
    parts = (
        (words.DEFENCES, fitting(defence_lines(state), FIELD)),
        (words.MANEUVERS, fitting(maneuver_lines(state.maneuvers, records), FIELD)),
        (words.ABOUT, fitting(map(safe, state.about.splitlines()), FIELD)),
    )
    return tuple((name, "\n".join(lines)) for name, lines in parts if lines)


def counter_lines(counters: Mapping[str, Counter]) -> list[str]:
    """Each counter in a line, with the threshold in force."""
    return fitting((_counter(name, each) for name, each in counters.items()), COUNTERS_ROOM)


def _counter(name: str, counter: Counter) -> str:
    threshold = in_force(counter)
    means = safe(threshold.text, THRESHOLD) if threshold is not None else None
    return counters.line(safe(name), counter.value, counter.most, means)


def defence_lines(state: Combatant) -> list[str]:
    """What all sources together add to each guard, and below it each source's share (Q11)."""
    if not state.defences:
        return []
    pairs = {guard: defence_pair(state.defences, guard) for guard in Guard}
    totals = [defences.total(guard.value, *pair) for guard, pair in pairs.items() if pair != NO_BONUS]
    shares = [defences.share(safe(each.source), changes.defence(each)) for each in state.defences]
    return [" · ".join(totals), *shares] if totals else shares


def maneuver_lines(known: Iterable[RecordId], records: Mapping[RecordId, Shown]) -> list[str]:
    """The maneuvers known; one that was taken from the library is named as such."""
    return [_maneuver(records.get(each)) for each in known]


def _maneuver(shown: Shown | None) -> str:
    if shown is None or shown.kind != MANEUVER.name:
        return words.gone(words.LOST_MANEUVER)
    name = safe(shown.title, 60)
    return words.gone(name) if shown.is_archived else name


def _waits(shown: Shown) -> str:
    step = shown.steps[0]
    if shown.kind != CHALLENGE.name:
        return words.waits(person(step.who), safe(step.label, WAITING))
    return heroes.waits(person(step.who), safe(shown.title, WAITING), to_roll=step.who is not None)
