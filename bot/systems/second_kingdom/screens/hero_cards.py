"""Heroes on cards and in the journal: made, changed, given conviction."""

from __future__ import annotations

from typing import Any

from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.heroes import ConvictionGranted, HeroCreated, VirtuesSet
from bot.systems.second_kingdom.rules.imports import HeroImported
from bot.systems.second_kingdom.rules.state import Virtue
from bot.systems.second_kingdom.words import heroes
from bot.ui.card import Card, Tone
from bot.ui.text import person, safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where a hero comes to the table."""
    created = post.entry.event(HeroCreated)
    return comes(created) if created is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing: nothing waits in a hero."""
    return None


def comes(event: HeroCreated | HeroImported) -> Card:
    """A hero who is new at the table."""
    scores = (event.courage, event.prudence, event.temperance)
    virtues = " · ".join(f"{heroes.virtue(v)} {n}" for v, n in zip(Virtue, scores, strict=True))
    lines = (heroes.played_by(person(event.player)), virtues, heroes.conviction(event.conviction))
    return Card(heroes.comes(safe(event.name)), lines, tone=Tone.GOOD)


# -- the journal ----------------------------------------------------------------------------------


def _tell_created(event: HeroCreated) -> str:
    return heroes.came(safe(event.name), person(event.player))


def _tell_virtues(event: VirtuesSet) -> str:
    changes = ", ".join(heroes.change(*each) for each in event.changed)
    return heroes.changed(safe(event.name), changes)


def _tell_conviction(event: ConvictionGranted) -> str:
    return heroes.conviction_changed(safe(event.name), event.before, event.after, safe(event.reason))


TELLERS: dict[type[Any], Any] = {
    HeroCreated: _tell_created,
    VirtuesSet: _tell_virtues,
    ConvictionGranted: _tell_conviction,
}
