"""How every action keeps a realm: Unrest's floor, anarchy, the month's course, and which numbers changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from bot.engine.event import Event
from bot.engine.record import Figure
from bot.engine.system import Change, Open, RecordId, Replace, Scene, Turn
from bot.engine.text import Safe, T
from bot.errors import UserError
from bot.systems.kingdom.book import (
    ANARCHY_AT,
    CHANCE_AFTER_QUIET,
    EVENT_CHANCE,
    Attribute,
    Mark,
    Number,
    Phase,
    Role,
    Stage,
    Stat,
    Step,
    Until,
    ruler_attributes,
)
from bot.systems.kingdom.realm import (
    Realm,
    has_vacancies,
    realm_of,
)
from bot.systems.kingdom.settings import (
    ANARCHY_UPKEEP,
    CONTINUOUS_COUNTS,
    EDICT_ORDER,
    FIRST_EVENT,
)
from bot.systems.kingdom.sources import Result, check, figures, within_room
from bot.systems.kingdom.state import Change as Source
from bot.systems.kingdom.state import Kingdom, Marked, Rolled, is_vacant
from bot.systems.kingdom.steps import (
    advanced,
    asked_anew,
    stands_still,
    with_restart,
)
from bot.systems.kingdom.towns.state import TOWN


@dataclass(frozen=True, slots=True)
class Shift:
    """One number of a kingdom, before and after; which one is among NUMBERS."""

    number: str
    before: int
    after: int


def shifted(shifts: Iterable[Shift]) -> Safe:
    """Each number before and after, in a line."""
    says = T("{number} {before} → **{after}**")
    told = (says(number=Number(each.number), before=each.before, after=each.after) for each in shifts)
    return Safe(" · ".join(told))


class FiguresChanged(Event):
    """What an action changed in a kingdom's numbers, whatever it was about."""

    # A preview shows the numbers themselves.
    is_consequence: ClassVar[bool] = True
    name: str
    shifts: tuple[Shift, ...]

    def sentence(self) -> Safe:
        """Each number before and after."""
        return shifted(self.shifts)


class PhaseBegan(Event):
    """The month moved on; `phases` in order, the last is under way."""

    says = T("**The {phase} phase of month {month} begins.**")
    name: str
    month: int
    phases: tuple[Phase, ...]

    @property
    def phase(self) -> Phase:
        """The phase under way."""
        return self.phases[-1]


class AnarchyBegan(Event):
    """Unrest reached 20 (R017)."""

    says = T(
        "**Unrest is {unrest}: {name:60} falls into anarchy.** It can take no action, and every check counts "
        "as 0, until a game master ends it."
    )
    name: str
    unrest: int


class StoreSpoiled(Event):
    """There are fewer Granaries: BP that were in store are gone; `left` are still there (R095)."""

    says = T("There is less room in Granaries: {points} BP in store are lost, {left} BP are left.")
    name: str
    points: int
    left: int


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


# -- How likely a month brings an event --------------------------------------------------------------------


def event_chance(realm: Realm) -> int:
    """The chance in per cent: 25, or 75 after a month without a new event; the first as decided (R023)."""
    last = realm.kingdom.last_had_event
    if last is None:
        return int(realm.rulings.of(FIRST_EVENT))
    return _after(had_event=last)


def next_chance(realm: Realm) -> int:
    """The chance of the month to come in per cent, as this month stands (R024)."""
    return _after(had_event=counts_as_eventful(realm))


def counts_as_eventful(realm: Realm) -> bool:
    """Whether the next chance is that after a month with an event (R024)."""
    month = realm.kingdom.month
    went_on = Marked(Step.CONTINUING, Mark.DONE) in month.marks
    return month.had_event or (went_on and realm.rulings.is_on(CONTINUOUS_COUNTS))


def _after(*, had_event: bool) -> int:
    return EVENT_CHANCE if had_event else CHANCE_AFTER_QUIET


# -- The figures of a kingdom that previews show before and after ------------------------------------------


_UNITS = {"treasury": "BP", "consumption": "BP a month"}
TAX_CHANCE = "Chance that the tax check succeeds:"


def kingdom_figures(scene: Scene, kingdom: RecordId) -> Iterator[Figure]:
    """Its numbers, and the chance of its taxes. Raises LookupError where its land was not loaded."""
    state = scene.records[kingdom].state
    realm = realm_of(kingdom, scene.records.items(), scene.campaign.settings, state)
    numbers = figures(realm)
    for name in NUMBERS:
        yield Figure(Number(name).label, getattr(numbers, name), _UNITS.get(name, ""))
    if not is_vacant(state, Role.TREASURER):
        yield Figure(TAX_CHANCE, tax_chance(realm), "%")


def tax_chance(realm: Realm) -> int:
    """The chance that the tax check succeeds, in percent."""
    return int(check(realm, Attribute.ECONOMY).chance * 100)


R = TypeVar("R")
Refuse = Callable[[UserError], None]


def refused_outright(refusal: UserError) -> None:
    """Raise it."""
    raise refusal


def softly(refuse: Refuse, check: Callable[..., R], *of: Any) -> R | None:
    """What a check gives; what it raises goes to `refuse`, which a preview only notes."""
    try:
        return check(*of)
    except UserError as refusal:
        refuse(refusal)
        return None
