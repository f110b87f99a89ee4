"""What a narrator writes about a turn, read: the scene, and the places where it may end (A46)."""

from __future__ import annotations

import re

from bot.engine.words import one_line, paragraphs, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.state import LOCATION_LENGTH, MOST_WAYS, SCENE_LENGTH
from bot.systems.adventuria.words import turns as words

_BETWEEN = re.compile(r"[;\n\r]")


def text_of(written: str) -> str:
    """The scene, in its own lines. Raises RuleViolation where it is too long."""
    text = paragraphs(written)
    if len(text) > SCENE_LENGTH:
        raise RuleViolation(words.long_text(SCENE_LENGTH, len(text)))
    return text


def ways_of(written: str) -> tuple[str, ...]:
    """The places, one a line or divided by semicolons, each once. Raises RuleViolation."""
    if not written.strip():
        return ()
    places = [place_of(part) for part in _BETWEEN.split(written) if part.strip()]
    if not places:
        raise RuleViolation(words.NO_NAME)
    ways: dict[str, str] = {}
    for place in places:
        ways.setdefault(place.casefold(), place)
    if len(ways) > MOST_WAYS:
        raise RuleViolation(words.many_ways(MOST_WAYS, len(ways)))
    return tuple(ways.values())


def place_of(written: str) -> str:
    """A place's name, in a line. Raises RuleViolation where it has none or too long a one."""
    place = one_line(written)
    if not place:
        raise RuleViolation(words.NO_NAME)
    if len(place) > LOCATION_LENGTH:
        raise RuleViolation(words.long_place(safe(place, LOCATION_LENGTH), LOCATION_LENGTH, len(place)))
    return place
