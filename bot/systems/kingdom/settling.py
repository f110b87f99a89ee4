"""How every action keeps a realm: Unrest at 20, anarchy, the month moving on, and which numbers changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from bot.engine.event import Event
from bot.engine.saying import Clause, Words
from bot.engine.system import Change, Open, RecordId, Replace, Result, World
from bot.engine.text import Safe, T
from bot.systems.kingdom.abroad.book import SpecialEdict
from bot.systems.kingdom.book import (
    ANARCHY_AT,
    CHANCE_AFTER_QUIET,
    EVENT_CHANCE,
    FAME_SIZES,
    WARNED_AT,
    Mark,
    MonthStep,
    Phase,
    Stage,
    ruler_attributes,
)
from bot.systems.kingdom.realm import Realm, closings, has_vacancies
from bot.systems.kingdom.settings import (
    ANARCHY_UPKEEP,
    CONTINUOUS_COUNTS,
    DIPLOMATIC,
    EDICT_ORDER,
    EVENT_DECAY,
    EXPLORATION,
    FAME,
    FIRST_EVENT,
    LIMITS_SIZE,
    TRADE,
    VASSALAGE,
)
from bot.systems.kingdom.sources import RENOWN, Shift, owed, shifted, shifts, within_room
from bot.systems.kingdom.state import (
    Kingdom,
    Marked,
    Month,
    Worked,
    forgiven,
    has_come,
    lasting,
    left_by_events,
)
from bot.systems.kingdom.steps import advance, asked_anew, stands_still, with_restart
from bot.systems.kingdom.towns.state import TOWN, Town, with_spared, without_finds


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
        "**Unrest is {unrest}: {name:60} falls into anarchy.** The kingdom can't act, and every check counts "
        "as 0, until a game master ends it."
    )
    name: str
    unrest: int


class StoreSpoiled(Event):
    """There are fewer Granaries: BP that were in store are gone; `left` are still there (R095)."""

    says = T("Less room in the Granaries: {points} BP in store is lost, {left} BP is left.")
    name: str
    points: int
    left: int


# The next step that follows by itself, done, and what it was; None where somebody must act first.
Routine = Callable[[Realm], tuple[Realm, Event] | None]

CONSEQUENCES = (FiguresChanged, PhaseBegan, AnarchyBegan, StoreSpoiled)


def because(reason: str) -> Clause:
    """The end of a sentence, with its reason."""
    return Clause(T(": {reason}"), reason=Words(reason, by=None)) if reason else Clause(T("."))


def settle(
    world: World,
    before: Realm,
    after: Realm,
    *events: Any,
    also: Sequence[Change] = (),
    on_behalf_of: int | None = None,
    routine: Routine | None = None,
) -> Result:
    """The turn that keeps a realm as it is now: whatever of it changed, and where its month stands then.

    `also` are the changes of other records; `routine` takes the steps that follow by themselves.
    """
    after, spoiled, begun = _settled(world, before, after)
    while routine is not None and (done := routine(after)) is not None:
        then, event = done
        after, lost, fallen = _settled(world, after, then)
        events, spoiled, begun = (*events, event), (*spoiled, *lost), (*begun, *fallen)
    kingdom = _with_work(world, after.kingdom, events)
    if kingdom.unrest > before.kingdom.unrest:
        for warning in anarchy_nears(kingdom):
            world.note(warning)
    changed = (*figures_changed(before, after), *spoiled)
    told = (*events, *changed, *_phases(before.kingdom, kingdom), *begun)
    # What changes nothing is only told, and leaves nothing to undo. Hexes that come or go are a change of it,
    # too: whoever undoes its founding undoes what it was given since.
    own = Replace(after.id, kingdom, archive=kingdom.stage is Stage.ENDED)
    is_changed = kingdom != before.kingdom or after.hexes.keys() != before.hexes.keys()
    changes = (*((own,) if is_changed else ()), *_others(world, before, after), *also)
    return Result(changes, told, after.id, channel=kingdom.home or None, on_behalf_of=on_behalf_of)


def _with_work(world: World, kingdom: Kingdom, events: Sequence[Any]) -> Kingdom:
    """The kingdom with what its month's summary tells of who did what, as far as everybody may know."""
    done = tuple(
        Worked(world.actor, work)
        for each in events
        if isinstance(each, Event) and each.audience.everyone and (work := getattr(each, "work", None))
    )
    if not done:
        return kingdom
    entry = str(world.entry)
    return replace(kingdom, works={**kingdom.works, entry: (*kingdom.works.get(entry, ()), *done)})


def _settled(
    world: World, before: Realm, after: Realm
) -> tuple[Realm, tuple[StoreSpoiled, ...], tuple[AnarchyBegan, ...]]:
    """A realm after one thing was done: in anarchy or not, its month moved on, its stores within bounds."""
    kingdom, begun = _in_anarchy(before, after)
    kingdom = moved_on(world, replace(after, kingdom=kingdom))
    kingdom = _fading_asked(replace(after, kingdom=kingdom), before.kingdom.month, world.entry)
    after = replace(after, towns=towns_now(replace(after, kingdom=kingdom), before.kingdom.month))
    kingdom, spoiled = _in_store(replace(after, kingdom=kingdom))
    return _without_debts(replace(after, kingdom=kingdom)), spoiled, begun


def _without_debts(realm: Realm) -> Realm:
    """Fame and Infamy can't be owed: of what was lost beyond all there is, the latest is gone."""
    if not realm.rulings.has(FAME, "yes"):
        return realm
    for stat in RENOWN:
        if debt := owed(realm, stat):
            changes = forgiven(realm.kingdom.changes, stat, debt)
            realm = replace(realm, kingdom=replace(realm.kingdom, changes=changes))
    return realm


def _fading_asked(realm: Realm, before: Month, entry: int) -> Kingdom:
    """Each time an Event phase begins game masters are asked whether what events left fades (R123)."""
    kingdom = realm.kingdom
    if not has_come(Phase.EVENT, before, kingdom.month):
        return kingdom
    is_asked = realm.rulings.has(EVENT_DECAY, "gm") and bool(left_by_events(kingdom))
    return replace(kingdom, fading_opened=entry if is_asked else 0)


def towns_now(realm: Realm, before: Month) -> dict[RecordId, Town]:
    """The settlements once a month has come so far: what has ended, what was found, where none may build."""
    return {id_: _as_of(realm, id_, town, before) for id_, town in realm.towns.items()}


def _as_of(realm: Realm, id_: RecordId, town: Town, before: Month) -> Town:
    now = realm.kingdom.month
    if has_come(Phase.EVENT, before, now):
        town = without_finds(town)
    changes = lasting(town.changes, before, now)
    closed = tuple(closings(realm, id_, town))
    town = with_spared(town, realm.rulings)
    is_same = len(changes) == len(town.changes) and closed == town.closed
    return town if is_same else replace(town, changes=changes, closed=closed)


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
    runs = after.rulings.has(ANARCHY_UPKEEP, "yes")
    fallen = replace(kingdom, is_in_anarchy=True, runs_in_anarchy=runs)
    return fallen, (AnarchyBegan(kingdom.name, kingdom.unrest),)


def anarchy_nears(kingdom: Kingdom) -> tuple[Safe, ...]:
    """A warning, from Unrest 15 until it has come."""
    if kingdom.is_in_anarchy or not WARNED_AT <= kingdom.unrest < ANARCHY_AT:
        return ()
    says = T("**Unrest is {unrest}.** At {limit} the kingdom falls into anarchy.")
    return (says(unrest=kingdom.unrest, limit=ANARCHY_AT),)


def moved_on(world: World, realm: Realm) -> Kingdom:
    """Its kingdom with the month as far on as it goes by itself; one that stands still keeps since when."""
    kingdom = realm.kingdom
    if kingdom.stage is not Stage.STANDING:
        return kingdom
    if stands_still(kingdom):
        return with_restart(kingdom, world.entry)
    due = renown_due(realm)
    kingdom = replace(
        kingdom,
        ruler_choices=ruler_attributes(realm.size),
        renown_due=due,
        is_renown_paused=not realm.rulings.has(FAME, "yes") and due > len(kingdom.renown),
    )
    if kingdom.month.phase is Phase.EDICT and realm.rulings.has(LIMITS_SIZE, "live"):
        kingdom = replace(kingdom, month=replace(kingdom.month, size=realm.size))
    if kingdom.month.phase in (Phase.BEFORE, Phase.UPKEEP, Phase.EDICT):
        # A rule that comes into use before the phase is over counts in it.
        kingdom = replace(kingdom, month=replace(kingdom.month, special=special_edicts(realm)))
    any_order = is_in_any_order(realm)
    vacancies = rolls_items(realm)
    kingdom = advance(
        kingdom,
        realm.size,
        in_any_order=any_order,
        entry=world.entry,
        has_vacancies=vacancies,
    )
    return asked_anew(kingdom, world.entry)


def renown_due(realm: Realm) -> int:
    """How many choices of Fame or Infamy it has come to: one at its founding, one at each Size (R149)."""
    kingdom = realm.kingdom
    if not realm.rulings.has(FAME, "yes"):
        # Nothing is asked; what was chosen stays, and what was to be chosen.
        return kingdom.renown_due
    return max(kingdom.renown_due, 1 + sum(realm.size >= size for size in FAME_SIZES))


def is_in_any_order(realm: Realm) -> bool:
    """Whether the steps of an Edict phase that begins now are open together (R011)."""
    return realm.rulings.of(EDICT_ORDER) == "any_order"


# The switch of each special edict.
SPECIAL_EDICTS: Final = {
    SpecialEdict.DIPLOMATIC: DIPLOMATIC,
    SpecialEdict.EXPLORATION: EXPLORATION,
    SpecialEdict.TRADE: TRADE,
    SpecialEdict.VASSALAGE: VASSALAGE,
}


def special_edicts(realm: Realm) -> tuple[SpecialEdict, ...]:
    """The special edicts that the campaign uses."""
    return tuple(each for each, switch in SPECIAL_EDICTS.items() if realm.rulings.has(switch, "yes"))


def rolls_items(realm: Realm) -> bool:
    """Whether its Upkeep has magic items to roll for; in anarchy nobody trades in them (R017)."""
    return has_vacancies(realm) and not realm.kingdom.is_in_anarchy


def figures_changed(before: Realm, after: Realm) -> tuple[FiguresChanged, ...]:
    """Which numbers of a kingdom that stands are others now."""
    if after.kingdom.stage is not Stage.STANDING:
        return ()
    changed = shifts(before, after)
    return (FiguresChanged(after.kingdom.name, changed),) if changed else ()


def _phases(before: Kingdom, after: Kingdom) -> tuple[PhaseBegan, ...]:
    order = tuple(Phase)
    if after.month.number != before.month.number or after.month.phase is before.month.phase:
        return ()
    first, last = order.index(before.month.phase), order.index(after.month.phase)
    return (PhaseBegan(after.name, after.month.number, order[first + 1 : last + 1]),)


def _others(world: World, before: Realm, after: Realm) -> Iterator[Change]:
    if after.land is not before.land:
        yield Replace(after.kingdom.land, after.land)
    for id_, town in after.towns.items():
        if id_ not in world.records:
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
    went_on = Marked(MonthStep.CONTINUING, Mark.DONE) in month.marks
    return month.had_event or (went_on and realm.rulings.has(CONTINUOUS_COUNTS, "yes"))


def _after(*, had_event: bool) -> int:
    return EVENT_CHANCE if had_event else CHANCE_AFTER_QUIET
