"""How adventurers come and go, on cards and in the journal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.play import Post, Shown
from bot.systems.adventuria.rules.adventurer import AdventurerFell
from bot.systems.adventuria.rules.adventurers import (
    AdventurerCreated,
    AdventurerEdited,
    AdventurerRetired,
    AdventurerSettled,
)
from bot.systems.adventuria.rules.state import NAME_LENGTH, THE_CITY
from bot.systems.adventuria.screens import sheet_cards
from bot.systems.adventuria.screens.asking import asking
from bot.systems.adventuria.words import adventurers as words
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import person, safe

NEW_BUTTON = "new_adventurer"


def draw(post: Post) -> Card | None:
    """The message about an entry in which an adventurer came, moved or left of its own will."""
    created, retired = post.entry.event(AdventurerCreated), post.entry.event(AdventurerRetired)
    if created is not None:
        return _created(created, post)
    if retired is not None:
        return _retired(retired, post)
    settled = post.entry.event(AdventurerSettled)
    return _settled(settled, post) if settled is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing of its own: an adventurer shows as its sheet."""
    return None


def _created(event: AdventurerCreated, post: Post) -> Card:
    name = safe(event.name, NAME_LENGTH)
    lines = [words.played_by(person(event.player)), *_dice(event)]
    if post.subject is not None:
        lines += sheet_cards.brief(post.subject.state)
    lines.append(words.begins_at(THE_CITY))
    if post.viewer.user is not None:
        lines.append(words.told_in(name, event.home))
    # A mention brings its player into a thread that the bot has opened.
    card = Card(words.sets_out(name), tuple(lines), tone=Tone.GOOD, asks=(event.player,))
    return replace(card, buttons=_steps(post))


def _dice(event: AdventurerCreated) -> tuple[str, str]:
    return (
        words.of_type(event.type_die, words.TYPES[event.type]),
        words.of_alignment(event.alignment_die, words.ALIGNMENTS[event.alignment]),
    )


def _settled(event: AdventurerSettled, post: Post) -> Card:
    """The sheet in its new home, with what waits there."""
    card, shown = Card(lines=(words.settled(safe(event.name, NAME_LENGTH), event.home),)), post.subject
    if shown is None:
        return card
    return replace(asking(card.add(*sheet_cards.brief(shown.state)), shown, post), asks=())


def _steps(post: Post) -> tuple[Button, ...]:
    return step_buttons(post.subject.id, post.subject.steps) if post.subject is not None else ()


def _retired(event: AdventurerRetired, post: Post) -> Card:
    name = safe(event.name, NAME_LENGTH)
    lines = (
        words.played_by(person(event.player)),
        words.loses(name, event.gold, _names(event.lost), safe(event.quest)),
        words.tale(event.turns, event.felled, safe(event.location)),
        words.KEPT,
    )
    return Card(words.retires(name), lines, tone=Tone.QUIET, buttons=_anew(post))


# -- the end ----------------------------------------------------------------------------------------


def with_fall(card: Card | None, post: Post) -> Card | None:
    """The card with what is told of a fall, wherever an adventurer fell (A38, A39)."""
    event = post.entry.event(AdventurerFell)
    if event is None:
        return card
    name = safe(event.name, NAME_LENGTH)
    card = card or Card()
    lines = (
        *([""] if card.lines else []),
        f"**{words.fell(name)}**",
        words.fell_by(event.wounds, event.vitae),
        words.loses(name, event.gold, _names(event.lost), safe(event.quest)),
        words.tale(event.turns, event.felled, safe(event.location)),
        words.KEPT,
    )
    return replace(card, tone=Tone.BAD).add(*lines, buttons=_anew(post))


def _anew(post: Post) -> tuple[Button, ...]:
    """The player's next adventurer: asks a name, and works as long as the message stands."""
    subject = post.subject
    return (Button(words.NEW, NEW_BUTTON, (subject.id,), is_main=True),) if subject is not None else ()


def _names(lost: tuple[str, ...]) -> list[str]:
    return [safe(each, NAME_LENGTH) for each in lost]


# -- the journal --------------------------------------------------------------------------------------


def _tell_created(event: AdventurerCreated) -> str:
    return words.came(safe(event.name), person(event.player), *_dice(event))


def _tell_edited(event: AdventurerEdited) -> str:
    return words.edited(safe(event.before), safe(event.name), has_new_notes=event.has_new_notes)


def _tell_settled(event: AdventurerSettled) -> str:
    return words.settled(safe(event.name), event.home)


def _tell_retired(event: AdventurerRetired) -> str:
    return words.has_retired(safe(event.name), event.turns)


def _tell_fell(event: AdventurerFell) -> str:
    return words.has_fallen(safe(event.name), event.wounds, event.vitae, safe(event.location))


TELLERS: dict[type[Any], Any] = {
    AdventurerCreated: _tell_created,
    AdventurerEdited: _tell_edited,
    AdventurerSettled: _tell_settled,
    AdventurerRetired: _tell_retired,
    AdventurerFell: _tell_fell,
}
