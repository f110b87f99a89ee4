"""How The Second Kingdom looks: its cards, put together of its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from bot.engine.dice.odds import percent
from bot.play import Post, Shown
from bot.systems.second_kingdom.rules import challenges
from bot.systems.second_kingdom.rules.challenges import Chances
from bot.systems.second_kingdom.rules.edits import EDIT, Answer, Edit, EditAnswered, EditAsked
from bot.systems.second_kingdom.rules.heroes import HeroCreated
from bot.systems.second_kingdom.rules.state import (
    HIGHEST,
    Challenge,
    Hero,
    Level,
    Note,
    Roll,
    Status,
    Virtue,
)
from bot.systems.second_kingdom.rules.trials import (
    CHALLENGE,
    LEFT_BEHIND,
    ChallengeOpened,
    ChallengeRolled,
)
from bot.systems.second_kingdom.screens.lines import changed, tell
from bot.systems.second_kingdom.words import challenges as words
from bot.systems.second_kingdom.words import edits, heroes
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import person, safe

__all__ = ["chance_lines", "draw", "odds", "pool_odds", "sheet", "show", "tell"]

SIGNS = {Level.FAILURE: "✗", Level.PARTIAL: "◐", Level.FULL: "●", Level.EXCEPTIONAL: "★"}
TONES = {
    Level.FAILURE: Tone.BAD,
    Level.PARTIAL: Tone.ASKS,
    Level.FULL: Tone.GOOD,
    Level.EXCEPTIONAL: Tone.GOOD,
}
# However many notes a hero gathered, they leave room for what is asked.
MOST_NOTES, NOTES_LENGTH = 12, 900
MOST_WAITING = 5


# -- messages -----------------------------------------------------------------------------------


def draw(post: Post) -> Card | None:
    """The message about an entry."""
    created, rolled = post.entry.event(HeroCreated), post.entry.event(ChallengeRolled)
    if created is not None:
        return _created(created)
    if rolled is not None:
        return _rolled(rolled, post)
    answered = post.entry.event(EditAnswered)
    if answered is not None:
        return _answered(answered)
    asks = post.entry.event(ChallengeOpened) or post.entry.event(EditAsked)
    return show(post.subject, post) if asks is not None and post.subject is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """A record as it stands."""
    if shown.kind == EDIT.name:
        return _edit(shown)
    if shown.kind != CHALLENGE.name:
        return None
    challenge = cast(Challenge, shown.state)
    if challenge.status is not Status.OPEN:
        return _closed(challenge, shown)
    hero = post.records.get(challenge.hero)
    held = hero.state.conviction if hero is not None else 0
    return _open(shown, challenge, held, post.entry.channel)


def _created(event: HeroCreated) -> Card:
    scores = (event.courage, event.prudence, event.temperance)
    virtues = " · ".join(f"{heroes.virtue(v)} {n}" for v, n in zip(Virtue, scores, strict=True))
    lines = (heroes.played_by(person(event.player)), virtues, heroes.conviction(event.conviction))
    return Card(heroes.comes(safe(event.name)), lines, tone=Tone.GOOD)


def _edit(shown: Shown) -> Card:
    edit = cast(Edit, shown.state)
    what, who = f"**{changed(edit.changes)}**", person(edit.player)
    if edit.answer is not Answer.WAITS:
        return Card(safe(edit.hero_name), (what, edits.is_answered(edit.answer)), tone=Tone.QUIET)
    lines = (what, edits.is_asked(who))
    buttons = step_buttons(shown.id, shown.steps)
    return Card(edits.title(safe(edit.hero_name)), lines, tone=Tone.ASKS, buttons=buttons)


def _answered(event: EditAnswered) -> Card:
    who, what = person(event.player), changed(event.changes)
    line, tone = edits.is_declined(who, what), Tone.BAD
    if event.is_approved:
        line, tone = edits.is_approved(who, what), Tone.GOOD
    return Card(edits.title(safe(event.hero_name)), (line,), tone=tone)


def _open(shown: Shown, challenge: Challenge, held: int, channel: int) -> Card:
    most = challenges.most_conviction(challenge.score, held)
    chances = []
    if challenge.rating is not None:
        chances = ["", *chance_lines(challenges.all_chances(challenge.score, challenge.rating, held))]
    card = Card(
        safe(challenge.action),
        (_against(challenge), *_notes(challenge.notes), *chances),
        tone=Tone.ASKS,
    )
    if challenge.is_hidden and challenge.rating is not None:
        # In a game master's eyes only: the player rolls on the public card, which asks them there.
        withdraw = step_buttons(shown.id, shown.steps, ["withdraw"])
        who = words.rolls_elsewhere(person(challenge.player), channel)
        return card.add(who, buttons=withdraw)
    keys = [*(f"roll{n}" for n in range(most + 1)), "withdraw"]
    card = card.add(_asked(challenge, held, most), buttons=step_buttons(shown.id, shown.steps, keys))
    return replace(card, asks=challenge.player)


def _against(challenge: Challenge) -> str:
    against = words.against(challenge.virtue, challenge.score, challenge.rating)
    return f"**{safe(challenge.hero_name)}** · {against}"


def _asked(challenge: Challenge, held: int, most: int) -> str:
    """Who does what next, and why conviction that is held may not be offered."""
    if most < min(held, challenges.MOST_CONVICTION):
        return words.asked_with_cap(person(challenge.player), held, most, HIGHEST)
    return words.asked(person(challenge.player), held)


def _notes(notes: Sequence[Note]) -> list[str]:
    told = notes[-MOST_NOTES:]
    room = NOTES_LENGTH // max(len(told), 1)
    lines = [words.from_before(note.kind, safe(note.text, room)) for note in told]
    return lines if told == notes else [words.older_notes(len(notes) - MOST_NOTES), *lines]


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


# -- private answers ------------------------------------------------------------------------------


def sheet(shown: Shown, waiting: Sequence[Shown]) -> Card:
    """A hero's sheet, with what waits for it."""
    hero = cast(Hero, shown.state)
    lines = [
        heroes.played_by(person(hero.player)),
        " · ".join(f"{heroes.virtue(v)} **{hero.score(v)}**" for v in Virtue),
        heroes.conviction(f"**{hero.conviction}**"),
    ]
    if hero.counters:
        lines.append(" · ".join(f"{safe(name)} **{value}**" for name, value in hero.counters.items()))
    lines += _notes(hero.notes)
    lines += [_waits(each) for each in waiting[:MOST_WAITING]]
    if len(waiting) > MOST_WAITING:
        lines.append(heroes.more_wait(len(waiting) - MOST_WAITING))
    return Card(safe(hero.name), tuple(lines))


def _waits(shown: Shown) -> str:
    who = shown.steps[0].who
    return heroes.waits(person(who), safe(shown.title, 100), to_roll=who is not None)


def pool_odds(dice: int) -> Card:
    """The exact chances of that many dice."""
    return Card(words.dice(dice), (_level_line(challenges.pool_chances(dice)), _legend()))


def odds(score: int, rating: int, held: int) -> Card:
    """The exact chances for a virtue against a rating."""
    return Card(
        words.odds_title(score, rating), tuple(chance_lines(challenges.all_chances(score, rating, held)))
    )
