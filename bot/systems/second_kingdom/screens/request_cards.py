"""Challenges that players ask for, on cards and in the journal."""

from __future__ import annotations

from typing import Any, cast

from bot.play import Post, Scenery, Shown
from bot.systems.second_kingdom.rules.requests import (
    REQUEST,
    Answer,
    ChallengeAsked,
    Request,
    RequestDeclined,
)
from bot.systems.second_kingdom.words import requests as words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import person, safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about a request."""
    declined = post.entry.event(RequestDeclined)
    if declined is not None:
        return _declined(declined)
    asked = post.entry.event(ChallengeAsked)
    return show(post.subject, post) if asked is not None and post.subject is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """A request as it stands."""
    return _request(shown) if shown.kind == REQUEST.name else None


def panel(shown: Shown, scenery: Scenery) -> Card:
    """The same, for a game master who found it among what waits."""
    return _request(shown)


def _request(shown: Shown) -> Card:
    request = cast(Request, shown.state)
    hero, title = safe(request.hero_name), safe(request.action)
    lines = (words.is_asked(hero, person(request.player)), words.suggested(request.virtue))
    if request.answer is Answer.WAITS:
        return Card(title, lines, tone=Tone.ASKS, buttons=step_buttons(shown.id, shown.steps))
    how = words.WAS_SET if request.answer is Answer.SET else words.WAS_DECLINED
    return Card(title, (how,), tone=Tone.QUIET)


def _declined(event: RequestDeclined) -> Card:
    line = words.is_declined(safe(event.hero_name), person(event.player))
    lines = (line, words.reason(safe(event.reason))) if event.reason else (line,)
    return Card(safe(event.action), lines, tone=Tone.BAD, asks=(event.player,))


# -- the journal ----------------------------------------------------------------------------------


def _tell_asked(event: ChallengeAsked) -> str:
    return words.asked(safe(event.hero_name), person(event.player), safe(event.action), event.virtue)


def _tell_declined(event: RequestDeclined) -> str:
    return words.declined(safe(event.hero_name), safe(event.action), safe(event.reason))


TELLERS: dict[type[Any], Any] = {ChallengeAsked: _tell_asked, RequestDeclined: _tell_declined}
