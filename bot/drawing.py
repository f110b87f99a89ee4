"""A post becomes a card: the game's own drawing, and what the house adds to every one.

A game's screens are a module with any of `tell`, `draw` and `show`; what it lacks is drawn plainly. If a
message takes long to work out, `prepare(post)` gives a function to be called in a thread before it is drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from bot.engine.settings import NOBODY_IS_MENTIONED, POSTS_ARE_TEXT
from bot.engine.system import Happened
from bot.play import Entry, Post, Shown
from bot.ui import words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import person, safe

MOST_DIFFERENCES = 8


class Screens(Protocol):
    """How one game reads. Each function may give None: the house then draws it plainly."""

    def tell(self, event: Any, entry: Entry) -> str | None:
        """One line about an event."""
        ...

    def draw(self, post: Post) -> Card | None:
        """The message about an entry."""
        ...

    def show(self, shown: Shown, post: Post) -> Card | None:
        """A record as it stands, with the buttons of what waits in it."""
        ...


class Gallery:
    """Draws every post and line, whatever its game."""

    def __init__(self, screens: Mapping[str, Screens]) -> None:
        self._screens = screens

    async def prepared(self, post: Post) -> Post:
        """The same post, once what its game prepares for it is worked out apart from the event loop."""
        screens = self._screens.get(post.entry.system)
        prepare = getattr(screens, "prepare", None)
        work = prepare(post) if prepare is not None else None
        if work is not None:
            await asyncio.to_thread(work)
        return post

    def card(self, post: Post) -> Card:
        """The message about an entry, as it should look now."""
        if post.entry.undone_by is not None:
            lines = (f"~~{self.line(post.entry)}~~", words.undone_by(post.entry.undone_by))
            return self._framed(Card(lines=lines, tone=Tone.QUIET), post)
        return self._framed(self._drawn(post), post)

    def line(self, entry: Entry) -> str:
        """An entry in one line, of the events its viewer may see."""
        told = (self._told(event, entry) for event in entry.events)
        return " · ".join(line for line in told if line) or words.HIDDEN_ENTRY

    def _drawn(self, post: Post) -> Card:
        own = self._screens.get(post.entry.system)
        card = own.draw(post) if own is not None else None
        if card is not None:
            return card
        nudged = next((e for e in post.entry.events if isinstance(e, Happened) and e.kind == "Nudged"), None)
        card = Card(lines=tuple(self._lines(post.entry)), asks=(nudged.facts["who"],) if nudged else ())
        shown = post.subject
        if shown is None or not shown.steps:
            return card
        record = self.shown(shown, post)
        return replace(record, title="", lines=(*card.lines, "", f"**{record.title}**", *record.lines))

    def shown(self, shown: Shown, post: Post) -> Card:
        """A record as it stands."""
        screens = self._screens.get(shown.system)
        card = screens.show(shown, post) if screens is not None else None
        return card or Card(title=safe(shown.title), buttons=step_buttons(shown.id, shown.steps))

    def _lines(self, entry: Entry) -> list[str]:
        return [line for line in (self._told(event, entry) for event in entry.events) if line]

    def _told(self, event: Any, entry: Entry) -> str | None:
        if isinstance(event, Happened) and event.kind in _HOUSE:
            return _HOUSE[event.kind](event, entry)
        screens = self._screens.get(entry.system)
        line = screens.tell(event, entry) if screens is not None else None
        return line or _plainly(event)

    def _framed(self, card: Card, post: Post) -> Card:
        entry = post.entry
        note = post.mark if entry.drawing is None else words.drawn(post.mark, entry.drawing)
        again = next((e for e in entry.events if isinstance(e, Happened) and e.kind == "RolledAgain"), None)
        lines = (_rolled_again(again, entry),) if again is not None and entry.undone_by is None else ()
        card = replace(card, note="").add(*lines, note=note).add(note=card.note)
        if post.newer is not None:
            card = card.add(words.newer(post.newer.url))
        # What one person alone reads is as they want it.
        if post.viewer.user is None and POSTS_ARE_TEXT.holds(post.campaign.settings):
            card = replace(card, is_plain=True)
        if post.newer is not None or entry.undone_by is not None:
            return replace(card, buttons=(), asks=())
        # No player reads the game master's copy.
        is_quiet = post.is_secret or NOBODY_IS_MENTIONED.holds(post.campaign.settings)
        return replace(card, asks=()) if is_quiet else card


def _plainly(event: Any) -> str | None:
    if not isinstance(event, Happened):
        return None
    facts = ", ".join(f"{safe(name)} {safe(str(value))}" for name, value in event.facts.items())
    return f"{safe(event.kind)}: {facts}" if facts else safe(event.kind)


def _rolled_again(event: Happened, _entry: Entry) -> str:
    return words.rolled_again(event.facts["undone"])


def _undone(event: Happened, entry: Entry) -> str | None:
    fullest = [each for each in entry.events if isinstance(each, Happened) and each.kind == event.kind][-1]
    if event is not fullest:
        # The game masters' own comes last and tells everything: for them it stands alone.
        return None
    told = words.brings_back if event.kind == "Redone" else words.undoes
    lines = [told(person(entry.actor), event.facts["entries"])]
    if event.facts.get("reason"):
        lines.append(words.reason(safe(event.facts["reason"])))
    return "\n".join(lines + differences(event.facts["opened"], event.facts["differences"]))


def differences(opened: list[str], rows: list[list[Any]]) -> list[str]:
    """Each change in a line, before → after; the rest counted."""
    lines = [words.taken_back(safe(name)) for name in opened]
    lines += [_difference(*row) for row in rows]
    if len(lines) > MOST_DIFFERENCES:
        lines = [*lines[:MOST_DIFFERENCES], words.more(len(lines) - MOST_DIFFERENCES)]
    return lines


def _difference(record: str, field: str, before: Any, after: Any, is_worded: bool = False) -> str:
    if is_worded:
        change = words.change(field, before or words.NOTHING, after or words.NOTHING)
    else:
        # A kind without words of its own, or an entry from before there were any.
        change = words.change(safe(field), _value(before), _value(after))
    return f"**{safe(record)}** · {change}"


def _value(value: Any) -> str:
    if value in (None, "", [], {}):
        return words.NOTHING
    if isinstance(value, bool):
        return words.YES if value else words.NO
    return safe(str(value), 80)


def _chapter(event: Happened, _entry: Entry) -> str:
    facts = event.facts
    return words.sealed(facts["chapter"], facts["open"][:16], facts["secret"][:16])


def _nudged(event: Happened, entry: Entry) -> str:
    label = safe(event.facts["label"], 100)
    linked = f"[{label}]({event.facts['url']})" if "url" in event.facts else label
    return words.nudged(person(event.facts["who"]), linked)


_HOUSE = {
    "Nudged": _nudged,
    "RolledAgain": _rolled_again,
    "Undone": _undone,
    "Redone": _undone,
    "ChapterBegan": _chapter,
}
