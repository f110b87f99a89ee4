"""Maneuvers on cards: bonuses, requirement and both strikes."""

from __future__ import annotations

from typing import Any, cast

from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER, Maneuver, Strike
from bot.systems.second_kingdom.words import maneuvers as words
from bot.ui.card import Card
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """None: what happens to a maneuver is told by the library."""
    return None


def show(shown: Shown, post: Post) -> Card | None:
    """A maneuver as it stands in the library."""
    if shown.kind != MANEUVER.name:
        return None
    maneuver = cast(Maneuver, shown.state)
    lines = [bonuses(maneuver)]
    if maneuver.requirement:
        lines.append(words.requirement(safe(maneuver.requirement)))
    lines += [words.minor(strike(maneuver.minor)), words.major(strike(maneuver.major))]
    return Card(safe(maneuver.name), tuple(lines))


def bonuses(maneuver: Maneuver) -> str:
    """What it adds to the attack dice."""
    return words.bonuses(maneuver.accuracy, maneuver.speed, maneuver.power)


def strike(strike: Strike | None) -> str:
    """What a strike does, or that it is left open (K28)."""
    if strike is None:
        return words.LEFT_OPEN
    return words.strike(safe(strike.name), safe(strike.damage), safe(strike.counter), safe(strike.effect))


TELLERS: dict[type[Any], Any] = {}
