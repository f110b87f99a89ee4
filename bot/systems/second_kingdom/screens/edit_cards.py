"""Changes of sheets on cards and in the journal: made at once, or asked for and answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from bot.play import Post, Shown
from bot.systems.second_kingdom.rules import changes
from bot.systems.second_kingdom.rules.changes import Changed, SheetChanged
from bot.systems.second_kingdom.rules.counters import CounterSet
from bot.systems.second_kingdom.rules.edit import Answer, Edit
from bot.systems.second_kingdom.rules.edits import EDIT, EditAnswered, EditAsked
from bot.systems.second_kingdom.rules.portraits import SetPortrait
from bot.systems.second_kingdom.rules.sheets import EditSheet
from bot.systems.second_kingdom.words import counters, edits, heroes
from bot.systems.second_kingdom.words import sheets as words
from bot.ui.card import Card, Picture, Tone, step_buttons
from bot.ui.portrait import portrait
from bot.ui.text import person, safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where a sheet changed or shall change."""
    changed, answered = post.entry.event(SheetChanged), post.entry.event(EditAnswered)
    if changed is not None:
        return Card(words.title(safe(changed.name)), _lines(changed.changes))
    if answered is not None:
        return _answered(answered)
    asked = post.entry.event(EditAsked)
    return show(post.subject, post) if asked is not None and post.subject is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """A change that was asked for, as it stands."""
    return _edit(shown) if shown.kind == EDIT.name else None


def _lines(changed: Sequence[Changed]) -> tuple[str, ...]:
    """Every change in a line of its own, in full."""
    return tuple(changes.line(each, safe) for each in changed)


def _edit(shown: Shown) -> Card:
    edit = cast(Edit, shown.state)
    if edit.answer is not Answer.WAITS:
        lines = (*_lines(edit.changes), edits.is_answered(edit.answer))
        return Card(safe(edit.hero_name), lines, tone=Tone.QUIET)
    lines = (*_lines(edit.changes), edits.is_asked(person(edit.player)))
    return Card(
        edits.title(safe(edit.hero_name)),
        lines,
        tone=Tone.ASKS,
        buttons=step_buttons(shown.id, shown.steps),
        portrait=_portrait(edit),
    )


def _portrait(edit: Edit) -> str | Picture | None:
    """The portrait that is asked for: whoever approves it sees it first."""
    asked = edit.wanted.action
    if isinstance(asked, EditSheet):
        return asked.portrait or None
    if not isinstance(asked, SetPortrait):
        return None
    return portrait(asked.address, asked.data or None, edit.hero_name)


def _answered(event: EditAnswered) -> Card:
    told, tone = edits.is_declined, Tone.BAD
    if event.is_approved:
        told, tone = edits.is_approved, Tone.GOOD
    reached = (f"**{safe(text)}**" for text in event.reached)
    lines = (*_lines(event.changes), *reached, told(person(event.player)))
    return Card(edits.title(safe(event.hero_name)), lines, tone=tone)


# -- the journal ----------------------------------------------------------------------------------


def _tell_counter(event: CounterSet) -> str:
    change = heroes.counter_change(safe(event.counter), event.before, event.after)
    return counters.changed(safe(event.name), change, event.most, [safe(text) for text in event.reached])


def _tell_changed(event: SheetChanged) -> str:
    return heroes.changed(safe(event.name), _briefly(event.changes))


def _briefly(changed: Sequence[Changed]) -> str:
    return changes.in_words(changed, lambda text, length: safe(text, min(length, changes.BRIEF)))


def _tell_asked(event: EditAsked) -> str:
    return edits.asked(safe(event.hero_name), person(event.player), _briefly(event.changes))


def _tell_answered(event: EditAnswered) -> str:
    answer = Answer.APPROVED if event.is_approved else Answer.DECLINED
    return edits.answered(safe(event.hero_name), person(event.player), _briefly(event.changes), answer)


TELLERS: dict[type[Any], Any] = {
    CounterSet: _tell_counter,
    SheetChanged: _tell_changed,
    EditAsked: _tell_asked,
    EditAnswered: _tell_answered,
}
