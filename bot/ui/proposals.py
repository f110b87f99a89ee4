"""How a proposal looks: what it would come to, as its game draws that; whom it waits for, or how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.engine.card import Card, Tone, step_buttons
from bot.engine.catalogue import Catalogue
from bot.engine.proposals import Answer, Proposal
from bot.engine.system import Happened
from bot.engine.text import Safe, T
from bot.play import Entry, Post, RecordView, foretold
from bot.ui.portrait import portrait
from bot.ui.text import fitting, safe

# However much it comes to, what was said of it and how it ended stay on the card.
TITLE, ROOM = 200, 2500


def card(shown: RecordView, post: Post, catalogue: Catalogue, draw: Callable[[Post], Card]) -> Card:
    """A proposal as it stands; `draw` draws the entry that it would be."""
    state: Proposal = shown.state
    terms = state.terms
    entry = replace(
        post.entry,
        system=terms.system,
        events=foretold(catalogue, state),
        dice=(),
        drawing=None,
        undone_by=None,
    )
    what = draw(replace(post, entry=entry, subject=None))
    lines = fitting(what.lines, ROOM)
    if state.answer is not Answer.WAITS:
        return Card(safe(terms.title, TITLE), (*lines, _ended(state)), what.fields, Tone.QUIET)
    waits = T("{by:@} proposes it; {to:@} accepts, changes or declines it.")(by=state.by, to=state.to)
    return Card(
        safe(terms.title, TITLE),
        (*lines, waits),
        what.fields,
        Tone.ASKS,
        step_buttons(shown.id, shown.steps),
        asks=(state.to,) if state.to is not None else (),
        picture=what.picture,
        portrait=portrait(terms.address, terms.data or None, terms.title) or what.portrait,
    )


def _ended(state: Proposal) -> Safe:
    if state.reason:
        return T("{answer:upper}: {reason}")(answer=state.answer, reason=state.reason)
    return T("{answer:upper}.")(answer=state.answer)


def accepted(event: Happened, _entry: Entry) -> Safe:
    """Beside what came of it: who had proposed it."""
    return T("Accepted, as {by:@} proposed.")(by=event.facts["by"])
