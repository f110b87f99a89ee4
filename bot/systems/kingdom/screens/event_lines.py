"""An event on a card: what it does, what each outcome changes as the realm stands, how to enter that."""

from __future__ import annotations

from collections.abc import Iterator

from bot.systems.kingdom.rules.checks import Check, check
from bot.systems.kingdom.rules.event_amounts import amount_of
from bot.systems.kingdom.rules.event_book import EVENTS, Effect
from bot.systems.kingdom.rules.event_steps import numbered
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import Until
from bot.systems.kingdom.words import checks
from bot.systems.kingdom.words import event_book as words
from bot.systems.kingdom.words.events import small

NOTHING = "+0"


def event_lines(event: str, realm: Realm | None, spot: Spot | None) -> Iterator[str]:
    """What an event does and what its outcomes change."""
    yield words.text(event)
    for when, effects in EVENTS[event].outcomes:
        told = [(each.number, _amount(each, realm, spot), each.until.value) for each in effects]
        yield words.outcome(when.value, told)
    yield from _entered(event, realm, spot)


def _entered(event: str, realm: Realm | None, spot: Spot | None) -> Iterator[str]:
    """The command for the first number, as an example; one that lasts only a while rather than others."""
    effects = [each for _, found in EVENTS[event].outcomes for each in found]
    shown = next((each for each in effects if each.until is not Until.ALWAYS), next(iter(effects), None))
    amount = _amount(shown, realm, spot) if shown is not None else NOTHING
    if shown is not None and amount != NOTHING:
        yield small(words.command(shown.number, amount, shown.until.value, words.name(event)))


def _amount(effect: Effect, realm: Realm | None, spot: Spot | None) -> str:
    return amount_of(effect, realm, spot) if realm is not None else effect.amount


def foretold(realm: Realm, step: str) -> str:
    """What the checks of an event need now that waits for its outcome; empty for what is no event."""
    found = numbered(realm.kingdom, step)
    if found is None or found.event not in EVENTS:
        return ""
    made = [check(realm, each, spot=found.spot) for each in EVENTS[found.event].checks]
    return words.needed(list(dict.fromkeys(needs(each) for each in made)))


def needs(made: Check) -> str:
    """What a check needs, and its chance."""
    if made.needed is None:
        return checks.void(made.attribute.value)
    return checks.needs(made.attribute.value, made.needed, made.chance)
