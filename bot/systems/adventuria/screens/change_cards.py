"""What changed on a sheet, on cards and in the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.play import Post, Shown
from bot.systems.adventuria.rules.adventurer import AdventurerChanged
from bot.systems.adventuria.rules.change import GOAL_LENGTH, SOURCE_LENGTH
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer
from bot.systems.adventuria.rules.told import How, Told
from bot.systems.adventuria.screens import sheet_cards, ware_cards
from bot.systems.adventuria.screens.asking import asking, on_behalf
from bot.systems.adventuria.words import changes as words
from bot.ui.card import Card
from bot.ui.text import fitting, safe

# As much of what changed as has room on a card, and in a line of the journal.
LINES_LENGTH, IN_SHORT = 1200, 400


def told_lines(told: Sequence[Told]) -> tuple[str, ...]:
    """One line for each change, its names made safe."""
    return tuple(words.line(_safe(each)) for each in told)


def _safe(told: Told) -> Told:
    name, whose = safe(told.name, NAME_LENGTH), safe(told.whose, NAME_LENGTH)
    return replace(told, name=name, by=safe(told.by, GOAL_LENGTH), whose=whose)


def draw(post: Post) -> Card | None:
    """The message about a changed sheet: what changed, where that leaves it, and what is open now."""
    event, shown = post.entry.event(AdventurerChanged), post.subject
    if event is None:
        return None
    lines = (*on_behalf(post), *fitting(told_lines(event.told), LINES_LENGTH), *_due(event))
    card = Card(words.title(safe(event.name)), lines)
    # An older message about the sheet tells what changed then, and nothing of today.
    if shown is None or post.newer is not None or shown.state.end is not None:
        return card
    does = fitting(_what_it_does(event.told, shown.state), LINES_LENGTH // 2)
    return asking(card.add(*does, *sheet_cards.brief(shown.state)), shown, post)


def _what_it_does(told: Sequence[Told], state: Adventurer) -> Iterator[str]:
    """The special rules of what was gained."""
    for name in (each.name for each in told if each.how is How.GAINED):
        thing = next((each for each in reversed(state.possessions) if each.name == name), None)
        yield from ware_cards.rules(thing.effects) if thing is not None else ()


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing of its own: an adventurer shows as its sheet."""
    return None


def _due(event: AdventurerChanged) -> tuple[str, ...]:
    source = safe(event.source, SOURCE_LENGTH)
    said = words.due(event.cause, source, is_due_to_combat=event.is_due_to_combat)
    return (said,) if said else ()


def _tell(event: AdventurerChanged) -> str:
    lines = fitting(told_lines(event.told), IN_SHORT)
    return words.changed(safe(event.name), lines, " ".join(_due(event)))


TELLERS: dict[type[Any], Any] = {AdventurerChanged: _tell}
