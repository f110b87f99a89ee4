"""How a proposal looks: what it would come to, as its game draws that; whom it waits for, or how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.engine.card import Card, Tone, step_buttons
from bot.engine.catalogue import Catalogue
from bot.engine.people import Viewer
from bot.engine.proposals import ANSWERS, Answer, Proposal
from bot.engine.system import PlainEvent
from bot.engine.text import Safe, T
from bot.play import Entry, Post, RecordView, foretold
from bot.ui.card import portrait
from bot.ui.text import fitting, safe

# However much it comes to, what was said of it and how it ended stay on the card.
TITLE, ROOM = 200, 2500


def card(
    shown: RecordView,
    post: Post,
    catalogue: Catalogue,
    draw: Callable[[Post], Card],
    own: Callable[[Proposal, Post], Card | None] | None = None,
) -> Card:
    """A proposal as it stands; `draw` draws the entry that it would be, unless its game draws it itself."""
    state: Proposal = shown.state
    terms = state.terms
    what = own(state, post) if own is not None else None
    is_own = what is not None
    if what is None:
        entry = replace(
            post.entry,
            system=terms.system,
            events=foretold(catalogue, state.terms),
            dice=(),
            drawing=None,
            undone_by=None,
        )
        what = replace(draw(replace(post, entry=entry, subject=None)), title=safe(terms.title, TITLE))
    # The title may be all that there is to say.
    lines = tuple(each for each in fitting(what.lines, ROOM) if each != f"{what.title}.")
    if state.answer is not Answer.WAITS:
        return Card(what.title, (*lines, _ended(state)), what.fields, Tone.QUIET)
    says = T("Proposed by {by:@}. It's up to {to:@} to accept or decline it.")
    if terms.asks:
        says = T("Proposed by {by:@}. It's up to {to:@} to accept, change or decline it.")
    waits = says.of(state)
    return Card(
        what.title,
        lines if state.is_draft else (*lines, *([""] if is_own else []), waits),
        what.fields,
        Tone.ASKS,
        step_buttons(shown.id, shown.steps, _choices(shown, post.viewer)),
        asks=(state.to,) if state.to is not None and not state.is_draft else (),
        picture=what.picture,
        portrait=portrait(terms.address, terms.data or None, terms.title) or what.portrait,
        # Also where its readers have nothing to press, it says in the end how it was answered.
        keeps_up=True,
    )


def _choices(shown: RecordView, viewer: Viewer) -> tuple[str, ...]:
    """The answers on a card: all of them where everybody reads it, else those that its reader may give."""
    state: Proposal = shown.state
    keys = tuple(choice.key for step in shown.steps for choice in step.choices)
    if viewer.user is None and not viewer.is_game_master:
        return keys
    answers = viewer.is_game_master if state.to is None else viewer.user == state.to
    withdraws = viewer.user == state.by
    return tuple(key for key in keys if (answers if key in ANSWERS else withdraws))


def _ended(state: Proposal) -> Safe:
    if state.reason:
        return T("{answer:upper}: {reason}")(answer=state.answer, reason=state.reason)
    return T("{answer:upper}.")(answer=state.answer)


def accepted(event: PlainEvent, _entry: Entry) -> Safe:
    """Beside what came of it: who had proposed it."""
    return T("Accepted, as proposed by {by:@}.")(by=event.facts["by"])
