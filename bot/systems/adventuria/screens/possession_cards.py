"""What a player does with possessions, on cards and in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.play import Post, Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER, FIGHT
from bot.systems.adventuria.rules.possessions import Discarded, PaidOut
from bot.systems.adventuria.rules.state import NAME_LENGTH
from bot.systems.adventuria.rules.using import PossessionUsed
from bot.systems.adventuria.screens import fight_cards, fight_lines, sheet_cards
from bot.systems.adventuria.screens.asking import asking, on_behalf
from bot.systems.adventuria.screens.change_cards import told_lines
from bot.systems.adventuria.words import possession_cards as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe

ABOUT = 1000


def draw(post: Post) -> Card | None:
    """The message about an entry in which something was used, dropped or paid."""
    found = next((event for event in post.entry.events if type(event) in TITLES), None)
    shown = post.subject
    if found is None or shown is None:
        return None
    title, lines = TITLES[type(found)](found), [*on_behalf(post), *_lines(found)]
    if shown.kind == FIGHT:
        # Such a card bears the fight's own title.
        return fight_cards.under(Card(lines=(words.strong(title), *lines), tone=Tone.QUIET), post)
    card = Card(title, (*lines, *_came_of_it(post)))
    if post.newer is not None or shown.kind != ADVENTURER.name:
        return card
    return asking(card.add(*sheet_cards.brief(shown.state)), shown, post)


def _came_of_it(post: Post) -> Iterator[str]:
    """What followed in a fight: XP for who fell, and its end."""
    for event in post.entry.events:
        yield from fight_lines.lines_of(event)


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing of its own."""
    return None


def _lines(event: Any) -> Iterator[str]:
    yield from told_lines(event.told)
    if isinstance(event, PossessionUsed) and event.about:
        yield safe(event.about, ABOUT)
        yield words.NARRATOR_DECIDES


def _used(event: PossessionUsed) -> str:
    name, thing, foe = (safe(text, NAME_LENGTH) for text in (event.name, event.thing, event.foe))
    return words.used(name, thing, foe)


TITLES: dict[type[Any], Any] = {
    PossessionUsed: _used,
    Discarded: lambda event: words.discarded(safe(event.name, NAME_LENGTH)),
    PaidOut: lambda event: words.paid(safe(event.name, NAME_LENGTH)),
}


def _in_short(event: Any) -> str:
    return words.in_short(TITLES[type(event)](event), told_lines(event.told))


TELLERS: dict[type[Any], Any] = dict.fromkeys(TITLES, _in_short)
