"""How the journal tells of The Second Kingdom: each event in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.play import Entry
from bot.systems.second_kingdom.rules.counters import CounterSet
from bot.systems.second_kingdom.rules.edits import Answer, Changed, EditAnswered, EditAsked
from bot.systems.second_kingdom.rules.heroes import ConvictionGranted, HeroCreated, VirtuesSet
from bot.systems.second_kingdom.rules.trials import (
    ChallengeOpened,
    ChallengeRolled,
    ChallengeWithdrawn,
    ConsequenceWritten,
    RatingHidden,
)
from bot.systems.second_kingdom.words import challenges, edits, heroes
from bot.ui.text import person, safe


def tell(event: Any, entry: Entry) -> str | None:
    """One line about an event."""
    teller = _TELLERS.get(type(event))
    return teller(event) if teller is not None else None


def _tell_created(event: HeroCreated) -> str:
    return heroes.came(safe(event.name), person(event.player))


def _tell_virtues(event: VirtuesSet) -> str:
    changes = ", ".join(heroes.change(*each) for each in event.changed)
    return heroes.changed(safe(event.name), changes)


def _tell_counter(event: CounterSet) -> str:
    change = heroes.counter_change(safe(event.counter), event.before, event.after)
    return heroes.changed(safe(event.name), change)


def changed(changes: Sequence[Changed]) -> str:
    """What changes on a sheet, before → after."""
    return ", ".join(heroes.change(safe(each.name), each.before, each.after) for each in changes)


def _tell_asked(event: EditAsked) -> str:
    return edits.asked(safe(event.hero_name), person(event.player), changed(event.changes))


def _tell_answered(event: EditAnswered) -> str:
    answer = Answer.APPROVED if event.is_approved else Answer.DECLINED
    return edits.answered(safe(event.hero_name), person(event.player), changed(event.changes), answer)


def _tell_conviction(event: ConvictionGranted) -> str:
    return heroes.conviction_changed(safe(event.name), event.before, event.after, safe(event.reason))


def _tell_opened(event: ChallengeOpened) -> str:
    return challenges.opened(safe(event.hero_name), safe(event.action), event.virtue, event.rating)


def _tell_hidden(event: RatingHidden) -> str:
    return challenges.hidden_rating(safe(event.hero_name), safe(event.action), event.rating)


def _tell_rolled(event: ChallengeRolled) -> str:
    roll, faces = event.roll, ", ".join(map(str, event.roll.dice))
    return challenges.rolled(safe(event.hero_name), safe(event.action), roll.level, faces, roll.conviction)


def _tell_withdrawn(event: ChallengeWithdrawn) -> str:
    return challenges.withdrawn(safe(event.hero_name), safe(event.action))


def _tell_consequence(event: ConsequenceWritten) -> str:
    if not event.text:
        return challenges.no_note(safe(event.hero_name), event.kind)
    return challenges.noted(safe(event.hero_name), event.kind, safe(event.text))


_TELLERS: dict[type[Any], Any] = {
    HeroCreated: _tell_created,
    VirtuesSet: _tell_virtues,
    CounterSet: _tell_counter,
    EditAsked: _tell_asked,
    EditAnswered: _tell_answered,
    ConvictionGranted: _tell_conviction,
    ChallengeOpened: _tell_opened,
    RatingHidden: _tell_hidden,
    ChallengeRolled: _tell_rolled,
    ChallengeWithdrawn: _tell_withdrawn,
    ConsequenceWritten: _tell_consequence,
}
