"""Challenges on cards and in the journal: asked, rolled, withdrawn, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from bot.engine.dice.odds import percent
from bot.play import Post, Shown
from bot.systems.second_kingdom.rules import challenges
from bot.systems.second_kingdom.rules.attempts import (
    ChallengeOpened,
    ChallengeRolled,
    ChallengeWithdrawn,
    ConsequenceWritten,
    RatingHidden,
)
from bot.systems.second_kingdom.rules.challenge import Challenge, Level, Roll, Status
from bot.systems.second_kingdom.rules.challenges import Chances
from bot.systems.second_kingdom.rules.state import HIGHEST
from bot.systems.second_kingdom.rules.trials import CHALLENGE, LEFT_BEHIND
from bot.systems.second_kingdom.screens.notes import note_lines
from bot.systems.second_kingdom.words import challenges as words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import person, safe

SIGNS = {Level.FAILURE: "✗", Level.PARTIAL: "◐", Level.FULL: "●", Level.EXCEPTIONAL: "★"}
TONES = {
    Level.FAILURE: Tone.BAD,
    Level.PARTIAL: Tone.ASKS,
    Level.FULL: Tone.GOOD,
    Level.EXCEPTIONAL: Tone.GOOD,
}


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about a challenge."""
    rolled, opened = post.entry.event(ChallengeRolled), post.entry.event(ChallengeOpened)
    if rolled is not None:
        return _rolled(rolled, post)
    return show(post.subject, post) if opened is not None and post.subject is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """A challenge as it stands."""
    if shown.kind != CHALLENGE.name:
        return None
    challenge = cast(Challenge, shown.state)
    if challenge.status is not Status.OPEN:
        return _closed(challenge, shown)
    hero = post.records.get(challenge.hero)
    held = hero.state.conviction if hero is not None else 0
    return _open(shown, challenge, held, post.entry.channel)


def _open(shown: Shown, challenge: Challenge, held: int, channel: int) -> Card:
    most = challenges.most_conviction(challenge.score, held)
    chances = []
    if challenge.rating is not None:
        chances = ["", *chance_lines(challenges.all_chances(challenge.score, challenge.rating, held))]
    card = Card(
        safe(challenge.action),
        (_against(challenge), *note_lines(challenge.notes), *chances),
        tone=Tone.ASKS,
    )
    if challenge.is_hidden and challenge.rating is not None:
        # In a game master's eyes only: the player rolls on the public card, which asks them there.
        withdraw = step_buttons(shown.id, shown.steps, ["withdraw"])
        who = words.rolls_elsewhere(person(challenge.player), channel)
        return card.add(who, buttons=withdraw)
    keys = [*(f"roll{n}" for n in range(most + 1)), "withdraw"]
    card = card.add(_asked(challenge, held, most), buttons=step_buttons(shown.id, shown.steps, keys))
    return replace(card, asks=(challenge.player,))


def _against(challenge: Challenge) -> str:
    against = words.against(challenge.virtue, challenge.score, challenge.rating)
    return f"**{safe(challenge.hero_name)}** · {against}"


def _asked(challenge: Challenge, held: int, most: int) -> str:
    """Who does what next, and why conviction that is held may not be offered."""
    if most < min(held, challenges.MOST_CONVICTION):
        return words.asked_with_cap(person(challenge.player), held, most, HIGHEST)
    return words.asked(person(challenge.player), held)


def chance_lines(rows: Iterable[Chances]) -> list[str]:
    """What each amount of conviction comes to, two lines each: they fit a phone."""
    lines = []
    for row in rows:
        none = "" if row.buys_die else f" {words.LAST_BUYS_NOTHING}"
        lines.append(f"**{words.spend(row.conviction)}:** {words.dice(row.dice)}{none}")
        lines.append(_level_line(row.levels))
    return [*lines, _legend()]


def _level_line(levels: Mapping[Level, Fraction]) -> str:
    return " · ".join(f"{SIGNS[each]} {percent(chance)}" for each, chance in levels.items())


def _legend() -> str:
    names = " · ".join(f"{sign} {words.SHORT_LEVELS[each]}" for each, sign in SIGNS.items())
    return f"-# {names}"


def _rolled(event: ChallengeRolled, post: Post) -> Card:
    roll = event.roll
    against = words.against(event.virtue, event.score, event.rating, roll.conviction)
    lines = [
        f"**{safe(event.hero_name)}** · {against}",
        words.came_to(_dice(roll), roll.successes),
        f"-# {words.HOW_DICE_COUNT}",
    ]
    if roll.conviction:
        lines.append(words.conviction_spent(event.conviction_before, event.conviction_after))
    lines.append(f"**{SIGNS[roll.level]} {words.LEVELS[roll.level]}.** {words.MEANINGS[roll.level]}")
    return _with_consequence(Card(safe(event.action), tuple(lines), tone=TONES[roll.level]), post.subject)


def _dice(roll: Roll) -> str:
    return " ".join(f"**{face}**" if challenges.successes_of(face) else str(face) for face in roll.dice)


def _with_consequence(card: Card, shown: Shown | None) -> Card:
    if shown is None:
        return card
    challenge = cast(Challenge, shown.state)
    if challenge.consequence is not None:
        note = challenge.consequence
        return card.add(words.note(note.kind, safe(note.text)))
    if challenge.status is Status.ROLLED:
        kind = LEFT_BEHIND[cast(Roll, challenge.roll).level]
        return card.add(words.note_is_due(kind), buttons=step_buttons(shown.id, shown.steps))
    return card


def _closed(challenge: Challenge, shown: Shown) -> Card:
    card = Card(safe(challenge.action), (_against(challenge),), tone=Tone.QUIET)
    if challenge.roll is None:
        return card.add(words.WITHDRAWN)
    level = challenge.roll.level
    return _with_consequence(card.add(f"{SIGNS[level]} {words.LEVELS[level]}"), shown)


def pool_odds(dice: int) -> Card:
    """The exact chances of that many dice."""
    return Card(words.dice(dice), (_level_line(challenges.pool_chances(dice)), _legend()))


def odds(score: int, rating: int, held: int) -> Card:
    """The exact chances for a virtue against a rating."""
    return Card(
        words.odds_title(score, rating), tuple(chance_lines(challenges.all_chances(score, rating, held)))
    )


# -- the journal ----------------------------------------------------------------------------------


def _tell_opened(event: ChallengeOpened) -> str:
    return words.opened(safe(event.hero_name), safe(event.action), event.virtue, event.rating)


def _tell_hidden(event: RatingHidden) -> str:
    return words.hidden_rating(safe(event.hero_name), safe(event.action), event.rating)


def _tell_rolled(event: ChallengeRolled) -> str:
    roll, faces = event.roll, ", ".join(map(str, event.roll.dice))
    return words.rolled(safe(event.hero_name), safe(event.action), roll.level, faces, roll.conviction)


def _tell_withdrawn(event: ChallengeWithdrawn) -> str:
    return words.withdrawn(safe(event.hero_name), safe(event.action))


def _tell_consequence(event: ConsequenceWritten) -> str:
    if not event.text:
        return words.no_note(safe(event.hero_name), event.kind)
    return words.noted(safe(event.hero_name), event.kind, safe(event.text))


TELLERS: dict[type[Any], Any] = {
    ChallengeOpened: _tell_opened,
    RatingHidden: _tell_hidden,
    ChallengeRolled: _tell_rolled,
    ChallengeWithdrawn: _tell_withdrawn,
    ConsequenceWritten: _tell_consequence,
}
