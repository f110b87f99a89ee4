"""Edicts and armies on cards: what was issued, what would be, and the tables of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.armies import ArmyDisbanded, ArmyRaised
from bot.systems.kingdom.rules.book import HOLIDAYS, PROMOTIONS, TAXATIONS
from bot.systems.kingdom.rules.building_sources import has_sound
from bot.systems.kingdom.rules.calendar import is_open
from bot.systems.kingdom.rules.checks import check
from bot.systems.kingdom.rules.edicts import EdictsSet
from bot.systems.kingdom.rules.levels import LEVELS, TASKS, coded, having, level_of, unset
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.rules.state import Edicts
from bot.systems.kingdom.rules.terms import Attribute, BuildingType, Role, Step
from bot.systems.kingdom.rules.vacancy import is_vacant
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.previews import is_for, whose
from bot.systems.kingdom.words import edicts as words
from bot.systems.kingdom.words import months as month_words
from bot.systems.kingdom.words.why_buildings import HALVED
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import safe

ISSUE = "kingdom_issue"
NUMBERS = ("economy", "loyalty", "stability", "consumption")
# What each level gives by the book, by number.
GIVES: Mapping[str, tuple[Mapping[Any, tuple[int, int]], tuple[str, str]]] = {
    "holiday": (HOLIDAYS, ("loyalty", "consumption")),
    "promotion": (PROMOTIONS, ("stability", "consumption")),
    "taxation": (TAXATIONS, ("economy", "loyalty")),
}


def draw(post: Post) -> Card | None:
    """The message about edicts that were issued."""
    event = post.entry.event(EdictsSet)
    if event is None:
        return None
    lines = [words.level_set(each.edict, each.before, each.after) for each in event.levels]
    lines += [] if event.levels else [words.UNCHANGED]
    if event.is_over:
        lines.append(words.SETTLED)
    elif post.newer is None:
        lines += [words.will_be_none(event.unset)] if event.unset else []
        lines.append(words.STAYS_OPEN)
    return Card(words.table_title(safe(event.name, 60)), tuple(lines))


# -- what would be ------------------------------------------------------------------------------------


def having_levels(realm: Realm, chosen: Edicts) -> Realm:
    """The realm with the levels that were chosen."""
    levels = {kind: level for kind in LEVELS if (level := level_of(chosen, kind)) is not None}
    return replace(realm, kingdom=replace(realm.kingdom, edicts=having(realm.kingdom.edicts, levels)))


def preview(seen: Seen, chosen: Edicts) -> Card:
    """Every number before and after; the button carries the levels that were in force."""
    realm, now = seen.realm, seen.realm.kingdom.edicts
    after = having_levels(realm, chosen)
    new = after.kingdom.edicts
    changed = [kind for kind in LEVELS if level_of(new, kind) is not level_of(now, kind)]
    lines = [words.level_set(kind, level_of(now, kind), str(level_of(new, kind))) for kind in changed]
    lines = lines or [words.UNCHANGED]
    lines += ["", *_numbers(realm, after), words.LATER, *_cautions(realm)]
    missing = unset(new)
    lines += [words.will_be_none(missing)] if missing else []
    lines += dict.fromkeys(line for kind in changed for line in whose(seen, TASKS[kind]))
    card = Card(words.preview_title(safe(realm.kingdom.name, 60)), tuple(lines))
    if not is_open(realm.kingdom, Step.EDICTS):
        return card.add(closed(realm))
    if not is_for(seen, *(TASKS[kind] for kind in changed)):
        return card
    ends = all(level_of(chosen, kind) is not None for kind in LEVELS)
    button = Button(words.ISSUE, ISSUE, (seen.id, coded(chosen), coded(now)), is_main=True)
    card = card.add(words.WOULD_SETTLE if ends else words.WOULD_STAY_OPEN, buttons=(button,))
    return replace(card, tone=Tone.ASKS)


def closed(realm: Realm) -> str:
    """Why nothing can be issued now."""
    return month_words.not_open(
        Step.EDICTS.value,
        realm.kingdom.month.phase.value,
        list(realm.kingdom.month.opened),
        is_over=realm.kingdom.month.is_over(Step.EDICTS),
    )


def _numbers(realm: Realm, after: Realm) -> Iterator[str]:
    old, new = figures(realm), figures(after)
    for name in NUMBERS:
        yield words.before_and_after(name, getattr(old, name), getattr(new, name))
    if not is_vacant(realm.kingdom, Role.TREASURER):
        yield words.tax_chance(tax_chance(realm), tax_chance(after))


def tax_chance(realm: Realm) -> int:
    """The chance that the tax check succeeds, in percent."""
    return int(check(realm, Attribute.ECONOMY).chance * 100)


def _cautions(realm: Realm) -> Iterator[str]:
    """Vacancies that take an edict's benefit (R037, R038), and buildings that halve its price (R104)."""
    if is_vacant(realm.kingdom, Role.COUNCILOR):
        yield words.NO_COUNCILOR
    if is_vacant(realm.kingdom, Role.TREASURER):
        yield words.NO_TREASURER
    for building in (BuildingType.CATHEDRAL, BuildingType.WATERFRONT):
        if has_sound(realm, building):
            yield f"-# {HALVED[building.value]}."


# -- the tables ---------------------------------------------------------------------------------------


def tables(seen: Seen) -> Card:
    """All levels, the ones in force marked, with what each other would change; and the armies."""
    realm = seen.realm
    fields = [(words.KINDS[kind], "\n".join(_rows(realm, kind))) for kind in LEVELS]
    lines = tuple(_cautions(realm))
    if missing := unset(realm.kingdom.edicts):
        lines += (words.will_be_none(missing),)
    card = Card(words.table_title(safe(realm.kingdom.name, 60)), lines, tuple(fields))
    steps = [step for step in seen.shown.steps if step.name == Step.EDICTS.value]
    return card.add(buttons=step_buttons(seen.id, steps))


def _rows(realm: Realm, kind: str) -> Iterator[str]:
    now, has_taxes = level_of(realm.kingdom.edicts, kind), not is_vacant(realm.kingdom, Role.TREASURER)
    for level in LEVELS[kind]:
        after = having_levels(realm, having(Edicts(), {kind: level}))
        chance = tax_chance(after) if kind == "taxation" and has_taxes else None
        changes = dict(_changes(realm, after))
        gives = _gives(kind, level)
        yield words.level_row(kind, level.value, gives, changes, is_now=level is now, chance=chance)


def _changes(realm: Realm, after: Realm) -> Iterator[tuple[str, int]]:
    old, new = figures(realm), figures(after)
    for name in NUMBERS:
        if getattr(new, name) != getattr(old, name):
            yield name, getattr(new, name) - getattr(old, name)


def _gives(kind: str, level: StrEnum) -> Mapping[str, int]:
    table, names = GIVES[kind]
    return {name: amount for name, amount in zip(names, table[level], strict=True) if amount}


def armies(realm: Realm) -> Card:
    """The armies, as they are noted."""
    lines = [
        words.army_line(safe(each.name, 60), each.consumption, safe(each.note, 100))
        for each in realm.kingdom.armies
    ]
    return Card(words.armies_title(safe(realm.kingdom.name, 60)), tuple(lines or [words.NO_ARMIES]))


# -- in a line ----------------------------------------------------------------------------------------


def _issued(event: EdictsSet) -> str:
    levels = [(each.edict, each.before, each.after) for each in event.levels]
    return words.issued(safe(event.name, 60), levels)


def _raised(event: ArmyRaised) -> str:
    name, army = safe(event.name, 60), safe(event.army, 60)
    note = f"\n{words.army_note(safe(event.note, 100))}" if event.note else ""
    if event.before is None:
        return words.army_raised(name, army, event.consumption) + note
    return words.army_changed(name, army, event.before, event.consumption) + note


def _disbanded(event: ArmyDisbanded) -> str:
    return words.army_disbanded(safe(event.name, 60), safe(event.army, 60), event.consumption)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    EdictsSet: _issued,
    ArmyRaised: _raised,
    ArmyDisbanded: _disbanded,
}
