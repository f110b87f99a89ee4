"""Challenges on cards and in the journal: asked, rolled, withdrawn, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from bot.engine.campaign import Campaign
from bot.engine.dice.odds import percent
from bot.play import Post, Scenery, Shown
from bot.systems.second_kingdom.rules import challenges
from bot.systems.second_kingdom.rules.attempts import (
    ChallengeEdited,
    ChallengeOpened,
    ChallengeRolled,
    ChallengeWithdrawn,
    ConsequenceProposed,
    ConsequenceWritten,
    RatingHidden,
)
from bot.systems.second_kingdom.rules.challenge import Challenge, Level, Roll, Status, Terms
from bot.systems.second_kingdom.rules.challenges import Chances
from bot.systems.second_kingdom.rules.settings import waits_for
from bot.systems.second_kingdom.rules.state import HIGHEST
from bot.systems.second_kingdom.rules.trials import CHALLENGE, LEFT_BEHIND
from bot.systems.second_kingdom.screens.notes import note_lines
from bot.systems.second_kingdom.words import challenges as words
from bot.systems.second_kingdom.words import gm, opponents
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import person, safe

SIGNS = {Level.FAILURE: "✗", Level.PARTIAL: "◐", Level.FULL: "●", Level.EXCEPTIONAL: "★"}
TONES = {
    Level.FAILURE: Tone.BAD,
    Level.PARTIAL: Tone.ASKS,
    Level.FULL: Tone.GOOD,
    Level.EXCEPTIONAL: Tone.GOOD,
}
GAME_MASTERS_KEYS = ("edit", "withdraw")


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about a challenge."""
    rolled, edited = post.entry.event(ChallengeRolled), post.entry.event(ChallengeEdited)
    if rolled is not None:
        return _rolled(rolled, post)
    card = show(post.subject, post) if post.subject is not None else None
    if edited is not None and card is not None:
        return replace(card, lines=(_changed(edited), *card.lines))
    shows = post.entry.event(ChallengeOpened) or post.entry.event(ConsequenceProposed)
    return card if shows is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """A challenge as it stands."""
    if shown.kind != CHALLENGE.name:
        return None
    challenge = cast(Challenge, shown.state)
    if challenge.status is not Status.OPEN:
        return _closed(challenge, shown)
    held = _held(challenge, post.records)
    card = _open(challenge, held)
    if _is_secret(challenge):
        # In a game master's eyes only: the player rolls on the public card, which asks them there.
        buttons = _game_masters_buttons(shown, post.campaign)
        return card.add(words.rolls_elsewhere(person(challenge.player), post.entry.channel), buttons=buttons)
    buttons = (*_roll_buttons(shown, challenge, held), panel_button(shown))
    return replace(card.add(_asked(challenge, held), buttons=buttons), asks=(challenge.player,))


def panel(shown: Shown, scenery: Scenery) -> Card:
    """A challenge for one person's eyes: the player's to roll, a game master's to act on, or to look at."""
    challenge = cast(Challenge, shown.state)
    if challenge.status is not Status.OPEN:
        return _closed(challenge, shown)
    held, viewer = _held(challenge, scenery.records), scenery.viewer
    who, is_own = person(challenge.player), viewer.user == challenge.player
    card = _open(challenge, held)
    card = card.add(words.rolls_blindly(who) if _is_secret(challenge) else _asked(challenge, held))
    if is_own:
        card = card.add(buttons=_roll_buttons(shown, challenge, held))
    if not viewer.is_game_master:
        return card
    if is_own:
        return card.add(buttons=step_buttons(shown.id, shown.steps, GAME_MASTERS_KEYS))
    told = gm.waits_for if waits_for(scenery.campaign, challenge.player) else gm.acts_for
    return card.add(told(who), buttons=_game_masters_buttons(shown, scenery.campaign))


def panel_button(shown: Shown) -> Button:
    """What opens a record's panel for game masters."""
    return Button(gm.PANEL, "act_for", (shown.id,))


def _game_masters_buttons(shown: Shown, campaign: Campaign) -> tuple[Button, ...]:
    waits = waits_for(campaign, cast(Challenge, shown.state).player)
    keys = GAME_MASTERS_KEYS if waits else ("roll_for", *GAME_MASTERS_KEYS)
    return step_buttons(shown.id, shown.steps, keys)


def _roll_buttons(shown: Shown, challenge: Challenge, held: int) -> tuple[Button, ...]:
    most = challenges.most_conviction(challenge.score, held)
    return step_buttons(shown.id, shown.steps, [f"roll{n}" for n in range(most + 1)])


def _is_secret(challenge: Challenge) -> bool:
    """Whether this view tells a game master what the player doesn't know."""
    return challenge.is_hidden and challenge.rating is not None


def _held(challenge: Challenge, records: Mapping[Any, Shown]) -> int:
    hero = records.get(challenge.hero)
    return hero.state.conviction if hero is not None else 0


def _open(challenge: Challenge, held: int) -> Card:
    chances = []
    if challenge.rating is not None:
        chances = ["", *chance_lines(challenges.all_chances(challenge.score, challenge.rating, held))]
    lines = (*_terms_lines(challenge), *note_lines(challenge.notes), *chances)
    return Card(safe(challenge.action), lines, tone=Tone.ASKS)


def _terms_lines(challenge: Challenge) -> tuple[str, ...]:
    """Who strives, by what, and against whom."""
    return (f"**{safe(challenge.hero_name)}** · {against(challenge)}", *_opposed(challenge.opponent))


def against(terms: Challenge | Terms) -> str:
    """The virtue and what it must hold against."""
    return words.against(terms.virtue, terms.score, terms.rating)


def _changed(event: ChallengeEdited) -> str:
    if event.before == event.after:
        return words.HIDDEN_CHANGED
    return words.changed(against(event.before), against(event.after))


def _asked(challenge: Challenge, held: int) -> str:
    """Who does what next, and why conviction that is held may not be offered."""
    most = challenges.most_conviction(challenge.score, held)
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
    measured = words.against(event.virtue, event.score, event.rating, roll.conviction)
    lines = [
        f"**{safe(event.hero_name)}** · {measured}",
        *_opposed(cast(Challenge, post.subject.state).opponent if post.subject is not None else ""),
        words.came_to(_dice(roll), roll.successes),
        f"-# {words.HOW_DICE_COUNT}",
    ]
    if event.by is not None:
        lines.append(words.rolled_by(person(event.by), person(event.player)))
    if roll.conviction:
        lines.append(words.conviction_spent(event.conviction_before, event.conviction_after))
    lines.append(f"**{SIGNS[roll.level]} {words.LEVELS[roll.level]}.** {words.MEANINGS[roll.level]}")
    return _with_consequence(Card(safe(event.action), tuple(lines), tone=TONES[roll.level]), post.subject)


def _opposed(opponent: str) -> tuple[str, ...]:
    return (opponents.opposed(safe(opponent)),) if opponent else ()


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
        kind, who = LEFT_BEHIND[cast(Roll, challenge.roll).level], person(challenge.player)
        if challenge.proposal:
            card = card.add(words.proposal(who, kind, safe(challenge.proposal)))
        return card.add(words.note_is_due(kind), buttons=step_buttons(shown.id, shown.steps))
    return card


def _closed(challenge: Challenge, shown: Shown) -> Card:
    card = Card(safe(challenge.action), _terms_lines(challenge), tone=Tone.QUIET)
    if challenge.roll is None:
        return card.add(words.WITHDRAWN)
    return _with_consequence(card.add(ended(challenge.roll)), shown)


def ended(roll: Roll) -> str:
    """How a roll ended, in few words."""
    return f"{SIGNS[roll.level]} {words.LEVELS[roll.level]}"


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
    who, what, opponent = safe(event.hero_name), safe(event.action), safe(event.opponent)
    return words.opened(who, what, event.virtue, event.rating, opponent)


def _tell_hidden(event: RatingHidden) -> str:
    return words.hidden_rating(safe(event.hero_name), safe(event.action), event.rating)


def _tell_rolled(event: ChallengeRolled) -> str:
    roll, faces = event.roll, ", ".join(map(str, event.roll.dice))
    told = words.rolled(safe(event.hero_name), safe(event.action), roll.level, faces, roll.conviction)
    return told if event.by is None else words.rolled_for(told, person(event.by))


def _tell_edited(event: ChallengeEdited) -> str:
    before, after = against(event.before), against(event.after)
    return words.edited(safe(event.hero_name), safe(event.action), before, after)


def _tell_proposed(event: ConsequenceProposed) -> str:
    return words.proposed(safe(event.hero_name), event.kind, safe(event.text))


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
    ChallengeEdited: _tell_edited,
    ChallengeWithdrawn: _tell_withdrawn,
    ConsequenceProposed: _tell_proposed,
    ConsequenceWritten: _tell_consequence,
}
