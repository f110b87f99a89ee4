"""Who comes, goes and is given conviction, on cards and in the journal."""

from __future__ import annotations

from typing import Any

from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.heroes import ConvictionGiven
from bot.systems.second_kingdom.rules.roster import HeroActivated, HeroRetired, HeroReturned, NpcRemoved
from bot.systems.second_kingdom.words import heroes, npcs, roster
from bot.ui.card import Card
from bot.ui.text import person, safe


def draw(post: Post) -> Card | None:
    """Nothing of its own: what happened is told in a line."""
    return None


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing: no record of its own."""
    return None


def _tell_conviction(event: ConvictionGiven) -> str:
    changes = [(safe(each.name), each.before, each.after) for each in event.heroes]
    reason = safe(event.reason)
    if len(changes) == 1:
        return heroes.conviction_changed(*changes[0], reason)
    return heroes.convictions_changed(changes, reason)


def _tell_activated(event: HeroActivated) -> str:
    return roster.plays(person(event.player), safe(event.name), event.channel)


def _tell_retired(event: HeroRetired) -> str:
    return roster.retires(safe(event.name))


def _tell_returned(event: HeroReturned) -> str:
    return roster.returns(safe(event.name), person(event.player))


def _tell_removed(event: NpcRemoved) -> str:
    return npcs.removed(safe(event.name))


TELLERS: dict[type[Any], Any] = {
    ConvictionGiven: _tell_conviction,
    HeroActivated: _tell_activated,
    HeroRetired: _tell_retired,
    HeroReturned: _tell_returned,
    NpcRemoved: _tell_removed,
}
