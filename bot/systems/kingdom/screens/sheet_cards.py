"""A kingdom's sheet as a card: whole or one of its parts, also shown to everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.system import Step
from bot.play import Post, Shown
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.realms import ABOUT_LENGTH
from bot.systems.kingdom.rules.showing import KingdomShown, Page
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.screens import founding_lines, sheet_lines
from bot.systems.kingdom.screens.building_buttons import building_buttons
from bot.systems.kingdom.screens.finding import realm_on
from bot.systems.kingdom.screens.hex_buttons import hex_buttons
from bot.systems.kingdom.words import sheets as words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import fitting, safe

Lines = Callable[[Realm, Sequence[Step]], Iterator[str]]
PAGES: Mapping[Page, Lines] = {
    Page.WHOLE: sheet_lines.whole,
    Page.NUMBERS: sheet_lines.numbers,
    Page.LEADERS: sheet_lines.leaders,
    Page.LAND: sheet_lines.land,
    Page.MONTH: sheet_lines.month,
}
# As much as a sheet tells of what a kingdom is about.
ABOUT = 200


def sheet(shown: Shown, realm: Realm, page: Page) -> Card:
    """The sheet with the buttons of all that waits in it."""
    card = _card(realm, page, shown.steps)
    to_build = building_buttons(shown.id, realm.kingdom, shown.steps)
    return card.add(
        buttons=(*hex_buttons(shown.id, shown.steps), *to_build, *step_buttons(shown.id, shown.steps))
    )


def _card(realm: Realm, page: Page, steps: Sequence[Step]) -> Card:
    kingdom = realm.kingdom
    lines = tuple(PAGES[page](realm, steps))
    if kingdom.stage is Stage.FOUNDING and page is Page.WHOLE:
        lines = tuple(founding_lines.lines(realm))
    about = tuple(_about(realm)) if page is Page.WHOLE else ()
    tone = Tone.QUIET if kingdom.stage is Stage.ENDED else Tone.PLAIN
    return Card(words.title(safe(kingdom.name, 60), page.value), (*about, *lines), tone=tone)


def draw(post: Post) -> Card | None:
    """A sheet that was shown to everybody, as it is now; what waits stands under every card."""
    event, realm = post.entry.event(KingdomShown), realm_on(post)
    if event is None or realm is None:
        return None
    card = _card(realm, event.page, ())
    if realm.kingdom.stage is Stage.FOUNDING:
        # What was chosen so far stands under every card, too.
        return replace(card, lines=tuple(_about(realm)))
    return card


def _about(realm: Realm) -> Iterator[str]:
    """What it is about, as far as there is room for it."""
    lines = (safe(line, ABOUT_LENGTH) for line in realm.kingdom.about.splitlines() if line)
    return iter(fitting(lines, ABOUT))


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    KingdomShown: lambda event: words.shown(safe(event.name, 60), event.page.value),
}
