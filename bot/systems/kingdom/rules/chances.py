"""How likely a month brings an event."""

from __future__ import annotations

from bot.systems.kingdom.rules.book import CHANCE_AFTER_QUIET, EVENT_CHANCE
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import CONTINUOUS_COUNTS, FIRST_EVENT
from bot.systems.kingdom.rules.state import Marked
from bot.systems.kingdom.rules.terms import Mark, Step


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
