"""What stands under every card about a kingdom: the numbers that changed, the month, and whose move it is.

The newest card folds the older ones, so each bears the buttons of all that is open now. It mentions whoever
is asked by it for the first time, and nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from bot.engine.people import Standing
from bot.engine.system import Step
from bot.play import Post, Shown
from bot.systems.kingdom.rules.keeping import AnarchyBegan, FiguresChanged, PhaseBegan, StoreSpoiled
from bot.systems.kingdom.rules.realm import KINGDOM, Realm
from bot.systems.kingdom.rules.state import NAME_LENGTH, Kingdom
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.screens import founding_lines
from bot.systems.kingdom.screens.building_buttons import building_buttons
from bot.systems.kingdom.screens.finding import realm_on
from bot.systems.kingdom.screens.hex_buttons import hex_buttons
from bot.systems.kingdom.screens.item_asks import towns_of, with_unnamed
from bot.systems.kingdom.screens.outlook import outlook
from bot.systems.kingdom.words import standing as words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import clip, person, safe

Tellers = Mapping[type[Any], Callable[[Any], str]]
# What is told by the lines at the end of a card, and in the journal by none of its own.
_LAST = (FiguresChanged, PhaseBegan, AnarchyBegan, StoreSpoiled)


def told(post: Post, tellers: Tellers) -> Card | None:
    """A plain card for what no part draws: a line an event. None where nothing of it is ours."""
    events = [each for each in post.entry.events if type(each) in tellers and not isinstance(each, _LAST)]
    if post.subject is None or not events:
        return None
    return Card(safe(post.subject.title, 100), tuple(tellers[type(each)](each) for each in events))


def standing(card: Card | None, post: Post) -> Card | None:
    """The card with what it changed and, on the newest one about a kingdom, where its month stands."""
    shown = post.subject
    if card is None or shown is None:
        return card
    if shown.kind != KINGDOM.name:
        return card if post.newer is not None else with_unnamed(card, (shown,))
    entry = post.entry
    if entry.on_behalf_of is not None:
        card = card.add(words.on_behalf(person(entry.actor), person(entry.on_behalf_of)))
    # On the newest card that heads the month as it stands.
    is_newest = post.newer is None and bool(shown.steps)
    for event in entry.events:
        if isinstance(event, _LAST) and not (is_newest and isinstance(event, PhaseBegan)):
            card = card.add(*filter(None, (TELLERS[type(event)](event),)))
    return card if post.newer is not None else with_month(card, shown, post)


def show(shown: Shown, post: Post) -> Card | None:
    """A kingdom under news that have no card of their own; it mentions nobody."""
    if shown.kind != KINGDOM.name:
        return None
    return replace(with_month(Card(safe(shown.title, 100)), shown, post), asks=())


def with_month(card: Card, shown: Shown, post: Post) -> Card:
    """The card with the phase, each open step and its buttons."""
    state = cast(Kingdom, shown.state)
    if not shown.steps:
        return card
    if state.stage is Stage.STANDING:
        begun = post.entry.event(PhaseBegan)
        heading = words.month(state.month.number, state.month.phase.value)
        card = card.add("", _phases(begun) if begun is not None else heading)
    realm = realm_on(post)
    if state.stage is Stage.FOUNDING and realm is not None:
        card = card.add("", *founding_lines.lines(realm), "")
    lines = [line for step in shown.steps for line in step_lines(step, state, realm)]
    asks = _news(shown.steps, post)
    tone = Tone.ASKS if asks else card.tone
    buttons = (
        *hex_buttons(shown.id, shown.steps),
        *building_buttons(shown.id, state, shown.steps),
        *step_buttons(shown.id, shown.steps),
    )
    card = replace(card.add(*lines, buttons=buttons), asks=asks, tone=tone)
    return with_unnamed(card, towns_of(post, shown.id))


def step_lines(step: Step, state: Kingdom, realm: Realm | None) -> Iterator[str]:
    """An open step: whose move it is, and what it would do, as far as that can be foretold."""
    yield words.whose_move(_who(step), safe(short_label(step, state), 200))
    foretold = outlook(realm, step.name) if realm is not None else ""
    if foretold:
        yield words.foretold(foretold)


def short_label(step: Step, state: Kingdom) -> str:
    """A step's label without the kingdom and month that stand before it among all that waits."""
    name = clip(state.name, NAME_LENGTH)
    label = step.label.removeprefix(name).partition(": ")[2] or step.label
    return f"{label[:1].upper()}{label[1:]}"


def _who(step: Step) -> str:
    """Whom a step asks; what any leader may do says so."""
    return person(step.who) if step.who is not None else words.WHO.get(step.name, words.GAME_MASTERS)


def _news(steps: Sequence[Step], post: Post) -> tuple[int, ...]:
    """Whom a step asks that opened with this very entry: players who are still with us, but not the actor."""
    new = (step.who for step in steps if step.revision == post.entry.number and step.who is not None)
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    return tuple(
        dict.fromkeys(who for who in new if who != post.entry.actor and post.campaign.standing(who) in here)
    )


# -- in a line ----------------------------------------------------------------------------------------


def _shifts(event: FiguresChanged) -> str:
    return words.shifts([(each.number, each.before, each.after) for each in event.shifts])


def _phases(event: PhaseBegan) -> str:
    return words.phase_began(event.month, event.phases[-1].value)


def _anarchy(event: AnarchyBegan) -> str:
    return words.anarchy(safe(event.name, 60), event.unrest)


def _spoiled(event: StoreSpoiled) -> str:
    return words.spoiled(event.points, event.left)


TELLERS: Tellers = {
    FiguresChanged: _shifts,
    PhaseBegan: _phases,
    AnarchyBegan: _anarchy,
    StoreSpoiled: _spoiled,
}
