"""Heroes on cards and in the journal: made, changed, given conviction, and their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.counters import CounterSet
from bot.systems.second_kingdom.rules.edits import EDIT, Answer, Changed, Edit, EditAnswered, EditAsked
from bot.systems.second_kingdom.rules.heroes import ConvictionGranted, HeroCreated, VirtuesSet
from bot.systems.second_kingdom.rules.state import Hero, Virtue
from bot.systems.second_kingdom.screens.notes import note_lines
from bot.systems.second_kingdom.words import edits, heroes
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import person, safe

MOST_WAITING = 5


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about a hero."""
    created, answered = post.entry.event(HeroCreated), post.entry.event(EditAnswered)
    if created is not None:
        return _created(created)
    if answered is not None:
        return _answered(answered)
    asked = post.entry.event(EditAsked)
    return show(post.subject, post) if asked is not None and post.subject is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """A change that was asked for, as it stands."""
    return _edit(shown) if shown.kind == EDIT.name else None


def _created(event: HeroCreated) -> Card:
    scores = (event.courage, event.prudence, event.temperance)
    virtues = " · ".join(f"{heroes.virtue(v)} {n}" for v, n in zip(Virtue, scores, strict=True))
    lines = (heroes.played_by(person(event.player)), virtues, heroes.conviction(event.conviction))
    return Card(heroes.comes(safe(event.name)), lines, tone=Tone.GOOD)


def _edit(shown: Shown) -> Card:
    edit = cast(Edit, shown.state)
    what, who = f"**{changed(edit.changes)}**", person(edit.player)
    if edit.answer is not Answer.WAITS:
        return Card(safe(edit.hero_name), (what, edits.is_answered(edit.answer)), tone=Tone.QUIET)
    lines = (what, edits.is_asked(who))
    buttons = step_buttons(shown.id, shown.steps)
    return Card(edits.title(safe(edit.hero_name)), lines, tone=Tone.ASKS, buttons=buttons)


def _answered(event: EditAnswered) -> Card:
    who, what = person(event.player), changed(event.changes)
    line, tone = edits.is_declined(who, what), Tone.BAD
    if event.is_approved:
        line, tone = edits.is_approved(who, what), Tone.GOOD
    return Card(edits.title(safe(event.hero_name)), (line,), tone=tone)


def sheet(shown: Shown, waiting: Sequence[Shown]) -> Card:
    """A hero's sheet, with what waits for it."""
    hero = cast(Hero, shown.state)
    lines = [
        heroes.played_by(person(hero.player)),
        " · ".join(f"{heroes.virtue(v)} **{hero.score(v)}**" for v in Virtue),
        heroes.conviction(f"**{hero.conviction}**"),
    ]
    if hero.counters:
        lines.append(" · ".join(f"{safe(name)} **{each.value}**" for name, each in hero.counters.items()))
    lines += note_lines(hero.notes)
    lines += [_waits(each) for each in waiting[:MOST_WAITING]]
    if len(waiting) > MOST_WAITING:
        lines.append(heroes.more_wait(len(waiting) - MOST_WAITING))
    return Card(safe(hero.name), tuple(lines))


def _waits(shown: Shown) -> str:
    who = shown.steps[0].who
    return heroes.waits(person(who), safe(shown.title, 100), to_roll=who is not None)


# -- the journal ----------------------------------------------------------------------------------


def _tell_created(event: HeroCreated) -> str:
    return heroes.came(safe(event.name), person(event.player))


def _tell_virtues(event: VirtuesSet) -> str:
    changes = ", ".join(heroes.change(*each) for each in event.changed)
    return heroes.changed(safe(event.name), changes)


def _tell_counter(event: CounterSet) -> str:
    change = heroes.counter_change(safe(event.counter), event.before, event.after)
    return heroes.changed(safe(event.name), change)


def changed(changes: Sequence[Changed]) -> str:
    """What changes on a sheet, before → after."""
    return ", ".join(heroes.change(safe(each.name), each.before, each.after) for each in changes)


def _tell_asked(event: EditAsked) -> str:
    return edits.asked(safe(event.hero_name), person(event.player), changed(event.changes))


def _tell_answered(event: EditAnswered) -> str:
    answer = Answer.APPROVED if event.is_approved else Answer.DECLINED
    return edits.answered(safe(event.hero_name), person(event.player), changed(event.changes), answer)


def _tell_conviction(event: ConvictionGranted) -> str:
    return heroes.conviction_changed(safe(event.name), event.before, event.after, safe(event.reason))


TELLERS: dict[type[Any], Any] = {
    HeroCreated: _tell_created,
    VirtuesSet: _tell_virtues,
    CounterSet: _tell_counter,
    EditAsked: _tell_asked,
    EditAnswered: _tell_answered,
    ConvictionGranted: _tell_conviction,
}
