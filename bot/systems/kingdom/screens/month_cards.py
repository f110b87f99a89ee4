"""The month's course on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.closing import MonthClosed
from bot.systems.kingdom.rules.months import (
    KingdomFrozen,
    KingdomThawed,
    MonthOpened,
    StepOver,
    StepsSkipped,
)
from bot.systems.kingdom.words import closing
from bot.systems.kingdom.words import months as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about a month's beginning, its end, or its clock."""
    for event in post.entry.events:
        if isinstance(event, MonthOpened):
            return Card(words.opened(safe(event.name, 60), event.month))
        if isinstance(event, MonthClosed):
            return _closed(event)
        if isinstance(event, KingdomFrozen | KingdomThawed):
            return Card(safe(event.name, 60), (TELLERS[type(event)](event),), tone=Tone.QUIET)
    return None


def _closed(event: MonthClosed) -> Card:
    name = safe(event.name, 60)
    lines = _milestones(event)
    if event.has_fallen:
        return Card(closing.title(name, event.month), (closing.fell(name), *lines), tone=Tone.BAD)
    return Card(closing.closed(name, event.month), (*lines, closing.next_month(event.month + 1)))


def _milestones(event: MonthClosed) -> tuple[str, ...]:
    if not event.milestones:
        return ()
    return (closing.milestones([(m.what, m.count, m.xp) for m in event.milestones], event.xp),)


# -- in a line ----------------------------------------------------------------------------------------


def _close(event: MonthClosed) -> str:
    name = safe(event.name, 60)
    fell = (closing.fell(name),) if event.has_fallen else ()
    return " ".join((closing.closed(name, event.month), *fell, *_milestones(event)))


def _over(event: StepOver) -> str:
    return words.step_over(event.step.value, safe(event.reason), is_skipped=event.is_skipped)


def _skipped(event: StepsSkipped) -> str:
    return words.steps_skipped([each.value for each in event.steps], event.to.value, safe(event.reason))


def _thawed(event: KingdomThawed) -> str:
    return words.thawed(safe(event.name, 60), safe(event.reason), was_in_anarchy=event.was_in_anarchy)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    MonthOpened: lambda event: words.opened(safe(event.name, 60), event.month),
    MonthClosed: _close,
    StepOver: _over,
    StepsSkipped: _skipped,
    KingdomFrozen: lambda event: words.frozen(safe(event.name, 60), safe(event.reason)),
    KingdomThawed: _thawed,
}
