"""How The Second Kingdom reads: every word of it stands here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from bot.engine.dice.odds import percent
from bot.play import Post, Shown
from bot.systems.second_kingdom.rules import challenges
from bot.systems.second_kingdom.rules.challenges import Chances
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
    LEFT_BEHIND,
    ChallengeOpened,
    ChallengeRolled,
)
from bot.systems.second_kingdom.screens.lines import LEVELS, NOTES, tell
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import person, plural, safe

__all__ = ["chance_lines", "draw", "odds", "pool_odds", "sheet", "show", "tell"]

MEANINGS = {
    Level.FAILURE: "The attempt goes against the hero.",
    Level.PARTIAL: "It succeeds, but at a price: a setback that will be felt later.",
    Level.FULL: "It succeeds, with nothing added and nothing lost.",
    Level.EXCEPTIONAL: "It succeeds, and more: an advantage that will pay off later.",
}
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
    if post.entry.event(ChallengeOpened) is not None and post.subject is not None:
        return show(post.subject, post)
    return None


def show(shown: Shown, post: Post) -> Card | None:
    """A record as it stands."""
    if shown.kind != "challenge":
        return None
    challenge = cast(Challenge, shown.state)
    if challenge.status is not Status.OPEN:
        return _closed(challenge, shown)
    hero = post.records.get(challenge.hero)
    held = hero.state.conviction if hero is not None else 0
    return _open(shown, challenge, held, post.entry.channel)


def _created(event: HeroCreated) -> Card:
    scores = (event.courage, event.prudence, event.temperance)
    virtues = " · ".join(f"{v.value.capitalize()} {n}" for v, n in zip(Virtue, scores, strict=True))
    lines = (f"Played by {person(event.player)}", virtues, f"Conviction {event.conviction}")
    return Card(f"{safe(event.name)} comes to the table", lines, tone=Tone.GOOD)


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
        who = f"{person(challenge.player)} rolls in <#{channel}> and sees neither rating nor chances."
        return card.add(who, buttons=withdraw)
    keys = [*(f"roll{n}" for n in range(most + 1)), "withdraw"]
    card = card.add(_asked(challenge, held, most), buttons=step_buttons(shown.id, shown.steps, keys))
    return replace(card, asks=challenge.player)


def _against(challenge: Challenge) -> str:
    virtue = f"{challenge.virtue.value.capitalize()} {challenge.score}"
    rating = "a hidden rating" if challenge.rating is None else f"rating {challenge.rating}"
    return f"**{safe(challenge.hero_name)}** · {virtue} against {rating}"


def _asked(challenge: Challenge, held: int, most: int) -> str:
    """Who does what next, and why conviction that is held may not be offered."""
    cap = ""
    if most < min(held, challenges.MOST_CONVICTION):
        counts = f"only {most} counts" if most else "none counts"
        cap = f", but {counts}: no virtue rises above {HIGHEST}"
    return (
        f"Conviction held: {held}{cap}. {person(challenge.player)} chooses and rolls; "
        "a game master may withdraw it."
    )


def _notes(notes: Sequence[Note]) -> list[str]:
    told = notes[-MOST_NOTES:]
    room = NOTES_LENGTH // max(len(told), 1)
    lines = [f"{NOTES[note.kind]} from before: {safe(note.text, room)}" for note in told]
    return lines if told == notes else [f"… {len(notes) - MOST_NOTES} older ones: `/journal`", *lines]


def chance_lines(rows: Iterable[Chances]) -> list[str]:
    """What each amount of conviction comes to, two lines each: they fit a phone."""
    lines = []
    for row in rows:
        spend = "No conviction" if row.conviction == 0 else f"Spend {row.conviction}"
        none = "" if row.buys_die else " (the last point buys no die)"
        lines.append(f"**{spend}:** {plural(row.dice, 'die', 'dice')}{none}")
        lines.append(_level_line(row.levels))
    return [*lines, _legend()]


def _level_line(levels: Mapping[Level, Fraction]) -> str:
    return " · ".join(f"{SIGNS[each]} {percent(chance)}" for each, chance in levels.items())


def _legend() -> str:
    names = " · ".join(f"{SIGNS[each]} {name.split()[0].lower()}" for each, name in LEVELS.items())
    return f"-# {names}"


def _rolled(event: ChallengeRolled, post: Post) -> Card:
    roll = event.roll
    rating = "a hidden rating" if event.rating is None else f"rating {event.rating}"
    raised = f" + {roll.conviction} = {event.score + roll.conviction}" if roll.conviction else ""
    virtue = f"{event.virtue.value.capitalize()} {event.score}{raised}"
    lines = [
        f"**{safe(event.hero_name)}** · {virtue} against {rating}",
        f"Dice: {_dice(roll)} = {plural(roll.successes, 'success', 'successes')}",
        "-# 8 and 9 count one, 10 counts two",
    ]
    if roll.conviction:
        lines.append(f"Conviction {event.conviction_before} → {event.conviction_after}")
    lines.append(f"**{SIGNS[roll.level]} {LEVELS[roll.level]}.** {MEANINGS[roll.level]}")
    return _with_consequence(Card(safe(event.action), tuple(lines), tone=TONES[roll.level]), post.subject)


def _dice(roll: Roll) -> str:
    return " ".join(f"**{face}**" if challenges.successes_of(face) else str(face) for face in roll.dice)


def _with_consequence(card: Card, shown: Shown | None) -> Card:
    if shown is None:
        return card
    challenge = cast(Challenge, shown.state)
    if challenge.consequence is not None:
        note = challenge.consequence
        return card.add(f"{NOTES[note.kind]}: {safe(note.text)}")
    if challenge.status is Status.ROLLED:
        kind = LEFT_BEHIND[cast(Roll, challenge.roll).level]
        line = f"A game master writes the {kind.value} now; the hero's next challenge will tell of it."
        return card.add(line, buttons=step_buttons(shown.id, shown.steps))
    return card


def _closed(challenge: Challenge, shown: Shown) -> Card:
    card = Card(safe(challenge.action), (_against(challenge),), tone=Tone.QUIET)
    if challenge.roll is None:
        return card.add("Withdrawn before any die fell; nothing was spent.")
    level = challenge.roll.level
    return _with_consequence(card.add(f"{SIGNS[level]} {LEVELS[level]}"), shown)


# -- private answers ------------------------------------------------------------------------------


def sheet(shown: Shown, waiting: Sequence[Shown]) -> Card:
    """A hero's sheet, with what waits for it."""
    hero = cast(Hero, shown.state)
    lines = [
        f"Played by {person(hero.player)}",
        " · ".join(f"{v.value.capitalize()} **{hero.score(v)}**" for v in Virtue),
        f"Conviction **{hero.conviction}**",
    ]
    if hero.counters:
        lines.append(" · ".join(f"{safe(name)} **{value}**" for name, value in hero.counters.items()))
    lines += _notes(hero.notes)
    lines += [_waits(each) for each in waiting[:MOST_WAITING]]
    if len(waiting) > MOST_WAITING:
        lines.append(f"… and {len(waiting) - MOST_WAITING} more: `/waiting`")
    return Card(safe(hero.name), tuple(lines))


def _waits(shown: Shown) -> str:
    who = shown.steps[0].who
    deed = "to roll" if who is not None else "to say what came of it"
    return f"Waits for {person(who)} {deed}: {safe(shown.title, 100)}"


def pool_odds(dice: int) -> Card:
    """The exact chances of that many dice."""
    return Card(plural(dice, "die", "dice"), (_level_line(challenges.pool_chances(dice)), _legend()))


def odds(score: int, rating: int, held: int) -> Card:
    """The exact chances for a virtue against a rating."""
    title = f"Virtue {score} against rating {rating}"
    return Card(title, tuple(chance_lines(challenges.all_chances(score, rating, held))))
