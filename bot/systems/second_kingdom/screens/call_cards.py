"""A challenge for several heroes on one card: a line for each, and a button that opens its own."""

from __future__ import annotations

from typing import Any, cast

from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.calls import CALL, Call, ChallengesOpened
from bot.systems.second_kingdom.rules.challenge import Challenge, Status
from bot.systems.second_kingdom.screens.challenge_cards import against, ended
from bot.systems.second_kingdom.words import calls as words
from bot.systems.second_kingdom.words import opponents
from bot.ui.card import Button, Card, Tone
from bot.ui.text import person, safe

# Names are clipped where so many stand below one another that long ones would fill the message.
MANY, SHORT, LONG = 12, 30, 60


def draw(post: Post) -> Card | None:
    """The message about an entry, where it called several heroes."""
    opened = post.entry.event(ChallengesOpened)
    return show(post.subject, post) if opened is not None and post.subject is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """A call as it stands; it follows its challenges to their end, and further where one is undone."""
    if shown.kind != CALL.name:
        return None
    call = cast(Call, shown.state)
    found = [post.records[each] for each in call.challenges if each in post.records]
    waits = [each for each in found if _is_open(each)]
    length = SHORT if len(found) > MANY else LONG
    lines = (*_opponent(found), *(_line(each, length) for each in found))
    return Card(
        safe(call.action),
        (*lines, words.PRESS_YOUR_HERO if waits else words.OVER),
        tone=Tone.ASKS if waits else Tone.QUIET,
        buttons=tuple(Button(each.state.hero_name, "challenge", (each.id,)) for each in waits),
        asks=tuple(dict.fromkeys(each.state.player for each in waits)),
        keeps_up=True,
    )


def _is_open(shown: Shown) -> bool:
    return shown.state.status is Status.OPEN and not shown.is_archived


def _opponent(found: list[Shown]) -> tuple[str, ...]:
    name = found[0].state.opponent if found else ""
    return (opponents.opposed(safe(name)),) if name else ()


def _line(shown: Shown, length: int) -> str:
    challenge = cast(Challenge, shown.state)
    hero = safe(challenge.hero_name, length)
    if _is_open(shown):
        return words.waits_in_call(hero, against(challenge), person(challenge.player))
    if challenge.roll is not None:
        return words.done_in_call(hero, ended(challenge.roll))
    return words.done_in_call(hero, words.TAKEN_BACK if shown.is_archived else words.WITHDRAWN_SHORT)


def _tell_opened(event: ChallengesOpened) -> str:
    heroes = [safe(name) for name in event.heroes]
    what, opponent = safe(event.action), safe(event.opponent)
    return words.opened_for_several(heroes, what, event.virtue, event.rating, opponent)


TELLERS: dict[type[Any], Any] = {ChallengesOpened: _tell_opened}
