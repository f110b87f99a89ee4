"""How the journal tells of The Second Kingdom: each event in one line."""

from __future__ import annotations

from typing import Any

from bot.play import Entry
from bot.systems.second_kingdom.rules.counters import CounterSet
from bot.systems.second_kingdom.rules.heroes import ConvictionGranted, HeroCreated, VirtuesSet
from bot.systems.second_kingdom.rules.state import Level, NoteKind
from bot.systems.second_kingdom.rules.trials import (
    ChallengeOpened,
    ChallengeRolled,
    ChallengeWithdrawn,
    ConsequenceWritten,
    RatingHidden,
)
from bot.ui.text import person, safe

LEVELS = {
    Level.FAILURE: "Failure",
    Level.PARTIAL: "Partially achieved",
    Level.FULL: "Fully achieved",
    Level.EXCEPTIONAL: "Exceptionally achieved",
}
NOTES = {NoteKind.SETBACK: "Setback", NoteKind.ADVANTAGE: "Advantage"}


def tell(event: Any, entry: Entry) -> str | None:
    """One line about an event."""
    teller = _TELLERS.get(type(event))
    return teller(event) if teller is not None else None


def _tell_created(event: HeroCreated) -> str:
    return f"{safe(event.name)} comes to the table, played by {person(event.player)}."


def _tell_virtues(event: VirtuesSet) -> str:
    changes = ", ".join(f"{virtue} {before} → {after}" for virtue, before, after in event.changed)
    return f"{safe(event.name)}: {changes}."


def _tell_counter(event: CounterSet) -> str:
    return f"{safe(event.name)}: {safe(event.counter)} {event.before} → {event.after}."


def _tell_conviction(event: ConvictionGranted) -> str:
    return f"{safe(event.name)}: conviction {event.before} → {event.after}. {safe(event.reason)}"


def _tell_opened(event: ChallengeOpened) -> str:
    rating = "hidden" if event.rating is None else event.rating
    return f"Challenge for {safe(event.hero_name)}: {safe(event.action)} ({event.virtue}, rating {rating})."


def _tell_hidden(event: RatingHidden) -> str:
    return f"{safe(event.hero_name)}, {safe(event.action)}: the hidden rating is {event.rating}."


def _tell_rolled(event: ChallengeRolled) -> str:
    dice = ", ".join(map(str, event.roll.dice))
    spent = f", {event.roll.conviction} conviction spent" if event.roll.conviction else ""
    level = LEVELS[event.roll.level].lower()
    return f"{safe(event.hero_name)}, {safe(event.action)}: {level} ({dice}{spent})."


def _tell_withdrawn(event: ChallengeWithdrawn) -> str:
    return f"The challenge for {safe(event.hero_name)} is withdrawn: {safe(event.action)}."


def _tell_consequence(event: ConsequenceWritten) -> str:
    name = NOTES[event.kind]
    if not event.text:
        return f"{safe(event.hero_name)}: no {name.lower()} this time."
    return f"{name} for {safe(event.hero_name)}: {safe(event.text)}"


_TELLERS: dict[type[Any], Any] = {
    HeroCreated: _tell_created,
    VirtuesSet: _tell_virtues,
    CounterSet: _tell_counter,
    ConvictionGranted: _tell_conviction,
    ChallengeOpened: _tell_opened,
    RatingHidden: _tell_hidden,
    ChallengeRolled: _tell_rolled,
    ChallengeWithdrawn: _tell_withdrawn,
    ConsequenceWritten: _tell_consequence,
}
