"""How every action keeps a realm: Unrest's floor, anarchy, the month's course, and which numbers changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import Change, Open, Replace, Scene, Turn
from bot.systems.kingdom.rules.book import ANARCHY_AT, ruler_attributes
from bot.systems.kingdom.rules.calendar import advanced, stands_still, with_restart
from bot.systems.kingdom.rules.checks import Result
from bot.systems.kingdom.rules.choosing import asked_anew
from bot.systems.kingdom.rules.granaries import within_room
from bot.systems.kingdom.rules.markets import has_vacancies
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import ANARCHY_UPKEEP, EDICT_ORDER
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.rules.state import Change as Source
from bot.systems.kingdom.rules.state import Kingdom, Rolled
from bot.systems.kingdom.rules.terms import Phase, Stage, Stat, Step, Until
from bot.systems.kingdom.rules.town import TOWN


@dataclass(frozen=True, slots=True)
class Shift:
    """One number of a kingdom, before and after; which one is among NUMBERS."""

    number: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class FiguresChanged:
    """What an action changed in a kingdom's numbers, whatever it was about."""

    name: str
    shifts: tuple[Shift, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The month moved on; `phases` in order, the last is under way."""

    name: str
    month: int
    phases: tuple[Phase, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AnarchyBegan:
    """Unrest reached 20 (R017)."""

    name: str
    unrest: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class StoreSpoiled:
    """There are fewer Granaries: BP that were in store are gone; `left` are still there (R095)."""

    name: str
    points: int
    left: int
    audience: Audience = EVERYONE


KEPT_EVENTS = (FiguresChanged, PhaseBegan, AnarchyBegan, StoreSpoiled)
NUMBERS = (
    "economy",
    "loyalty",
    "stability",
    "unrest",
    "treasury",
    "consumption",
    "size",
    "control_dc",
)


def with_unrest(kingdom: Kingdom, amount: int) -> Kingdom:
    """With Unrest changed; what would take it below 0 is wasted."""
    return replace(kingdom, unrest=max(0, kingdom.unrest + amount))


def with_points(kingdom: Kingdom, amount: int) -> Kingdom:
    """With BP added to the Treasury, or taken from it; it may fall below 0."""
    return replace(kingdom, treasury=kingdom.treasury + amount)


def with_change(kingdom: Kingdom, stat: Stat, amount: int, name: str, until: Until = Until.ALWAYS) -> Kingdom:
    """With one named source more, from this month on."""
    number = kingdom.counted + 1
    change = Source(number, stat, amount, name, until, kingdom.month.number)
    return replace(kingdom, changes=(*kingdom.changes, change), counted=number)


def with_more(kingdom: Kingdom, stat: Stat, amount: int, name: str, until: Until = Until.ALWAYS) -> Kingdom:
    """The same; what has that name and lasts as long already becomes so much more: one source for all."""
    for each in kingdom.changes:
        if each.name == name and each.stat is stat and each.until is until:
            more = replace(each, amount=each.amount + amount)
            changes = tuple(more if change is each else change for change in kingdom.changes)
            return replace(kingdom, changes=changes)
    return with_change(kingdom, stat, amount, name, until)


def noted(kingdom: Kingdom, step: Step, result: Result) -> Kingdom:
    """With a check kept for the month's card."""
    roll = Rolled(step.value, result.die, result.total, result.dc, result.is_success)
    return replace(kingdom, month=replace(kingdom.month, rolls=(*kingdom.month.rolls, roll)))


def done(kingdom: Kingdom, step: Step) -> Kingdom:
    """With a step of its month done."""
    return replace(kingdom, month=kingdom.month.marked(step))


def kept(
    scene: Scene,
    before: Realm,
    after: Realm,
    *events: Any,
    also: Sequence[Change] = (),
    on_behalf_of: int | None = None,
) -> Turn:
    """The turn that keeps a realm as it is now: whatever of it changed, and where its month stands then.

    `also` are the changes of other records.
    """
    kingdom, begun = _in_anarchy(before, after)
    kingdom = moved_on(scene, replace(after, kingdom=kingdom))
    kingdom, spoiled = _in_store(replace(after, kingdom=kingdom))
    after = replace(after, kingdom=kingdom)
    changed = (*figures_changed(before, after), *spoiled)
    told = (*events, *changed, *_phases(before.kingdom, kingdom), *begun)
    changes = (
        Replace(after.id, kingdom, archive=kingdom.stage is Stage.ENDED),
        *_others(scene, before, after),
        *also,
    )
    return Turn(changes, told, after.id, channel=kingdom.home or None, on_behalf_of=on_behalf_of)


def _in_store(realm: Realm) -> tuple[Kingdom, tuple[StoreSpoiled, ...]]:
    """No more is in store than the Granaries hold, from the moment there are fewer (R095)."""
    kingdom, lost = within_room(realm), realm.kingdom.stored
    lost -= kingdom.stored
    return kingdom, (StoreSpoiled(kingdom.name, lost, kingdom.stored),) if lost else ()


def _in_anarchy(before: Realm, after: Realm) -> tuple[Kingdom, tuple[AnarchyBegan, ...]]:
    """Anarchy begins whenever Unrest is 20, and ends by a game master alone (R017)."""
    kingdom = after.kingdom
    rises = kingdom.unrest > before.kingdom.unrest
    if kingdom.is_in_anarchy or kingdom.unrest < ANARCHY_AT or not rises:
        return kingdom, ()
    runs = after.rulings.is_on(ANARCHY_UPKEEP)
    fallen = replace(kingdom, is_in_anarchy=True, runs_in_anarchy=runs)
    return fallen, (AnarchyBegan(kingdom.name, kingdom.unrest),)


def moved_on(scene: Scene, realm: Realm) -> Kingdom:
    """Its kingdom with the month as far on as it goes by itself; one that stands still keeps since when."""
    kingdom = realm.kingdom
    if kingdom.stage is not Stage.STANDING:
        return kingdom
    if stands_still(kingdom):
        return with_restart(kingdom, scene.entry)
    kingdom = replace(kingdom, ruler_choices=ruler_attributes(realm.size))
    any_order = realm.rulings.is_on(EDICT_ORDER)
    vacancies = rolls_items(realm)
    kingdom = advanced(
        kingdom, realm.size, in_any_order=any_order, entry=scene.entry, has_vacancies=vacancies
    )
    return asked_anew(kingdom, scene.entry)


def rolls_items(realm: Realm) -> bool:
    """Whether its Upkeep has magic items to roll for; in anarchy nobody trades in them (R017)."""
    return has_vacancies(realm) and not realm.kingdom.is_in_anarchy


def figures_changed(before: Realm, after: Realm) -> tuple[FiguresChanged, ...]:
    """Which numbers of a kingdom that stands are others now."""
    if after.kingdom.stage is not Stage.STANDING:
        return ()
    changed = shifts(before, after)
    return (FiguresChanged(after.kingdom.name, changed),) if changed else ()


def shifts(before: Realm, after: Realm) -> tuple[Shift, ...]:
    """Each number that differs, in the order they are told."""
    old, new = figures(before), figures(after)
    values = ((name, getattr(old, name), getattr(new, name)) for name in NUMBERS)
    return tuple(Shift(name, was, now) for name, was, now in values if was != now)


def _phases(before: Kingdom, after: Kingdom) -> tuple[PhaseBegan, ...]:
    order = tuple(Phase)
    if after.month.number != before.month.number or after.month.phase is before.month.phase:
        return ()
    first, last = order.index(before.month.phase), order.index(after.month.phase)
    return (PhaseBegan(after.name, after.month.number, order[first + 1 : last + 1]),)


def _others(scene: Scene, before: Realm, after: Realm) -> Iterator[Change]:
    if after.land is not before.land:
        yield Replace(after.kingdom.land, after.land)
    for id_, town in after.towns.items():
        if id_ not in scene.records:
            yield Open(id_, TOWN.name, town)
        elif town != before.towns.get(id_):
            yield Replace(id_, town)
    # A settlement that the realm has no longer is a Free City (R077).
    for id_, town in before.towns.items():
        if id_ not in after.towns:
            yield Replace(id_, replace(town, kingdom=None))
