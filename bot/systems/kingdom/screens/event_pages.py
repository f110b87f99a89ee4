"""Private pages about events: what is under way, what one does, what hiring adventurers would change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.systems.kingdom.rules.checks import check
from bot.systems.kingdom.rules.event_book import EVENTS
from bot.systems.kingdom.rules.event_steps import STEP, under_way
from bot.systems.kingdom.rules.events import place_of, with_adventurers
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Happening
from bot.systems.kingdom.rules.terms import Attribute, Task
from bot.systems.kingdom.screens.event_lines import event_lines, foretold, needs
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.previews import whose
from bot.systems.kingdom.words import events as words
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import safe

HIRE: Final = "kingdom_hire"
NAME, PLACE, NOTE = 60, 40, 100
# So many events are explained; more would not fit in a message.
MOST_EXPLAINED = 3


def page(seen: Seen) -> Card:
    """What is under way, with the buttons of those whose outcome is still to be told."""
    going_on = under_way(seen.realm.kingdom)
    title = words.page_title(safe(seen.shown.title, NAME), None)
    if not going_on:
        return Card(title, (words.NONE_UNDER_WAY,), tone=Tone.QUIET)
    is_full = len(going_on) <= MOST_EXPLAINED
    lines = [line for each in going_on for line in _event(seen.realm, each, is_full=is_full)]
    steps = [each for each in seen.shown.steps if each.name.startswith(STEP)]
    card = Card(title, tuple(lines), buttons=step_buttons(seen.id, steps))
    return card if is_full else card.add(words.LOOK_UP)


def _event(realm: Realm, each: Happening, *, is_full: bool) -> Iterator[str]:
    role = each.role.value if each.role is not None else None
    head = words.struck(each.event, safe(place_of(realm, each), PLACE), role)
    yield head + words.since(each.since, is_continuous=each.is_continuous)
    if each.note:
        yield words.note(safe(each.note, NOTE))
    if is_full and each.event in EVENTS:
        yield from event_lines(each.event, realm, each.spot)
    odds = foretold(realm, f"{STEP}{each.number}")
    if odds:
        yield odds


def one(seen: Seen, event: str) -> Card:
    """What an event does, with this kingdom's numbers."""
    lines = [*event_lines(event, seen.realm, None)]
    made = [check(seen.realm, each) for each in EVENTS[event].checks]
    odds = list(dict.fromkeys(needs(each) for each in made))
    return Card(words.page_title("", event), (*lines, *odds), tone=Tone.QUIET)


def hire(seen: Seen, attribute: Attribute, levels: str, bonus: int, price: int) -> Card:
    """What adventurers would cost and change, and the button that hires them."""
    realm, treasury = seen.realm, seen.realm.kingdom.treasury
    after = replace(realm, kingdom=with_adventurers(realm.kingdom, attribute, bonus, price))
    lines = (
        words.hire_price(price, treasury),
        words.hire_chance(needs(check(realm, attribute)), needs(check(after, attribute))),
        *whose(seen, Task.EVENTS),
        words.small(words.HIRE_RULE),
    )
    args = (seen.id, attribute.value, levels, str(treasury))
    button = Button(words.HIRE, HIRE, args, is_main=True)
    return Card(words.hire_title(safe(seen.shown.title, NAME)), lines, buttons=(button,))
