"""Setbacks and advantages from before, wherever a hero strives again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.rules.state import Note
from bot.systems.second_kingdom.words import challenges as words
from bot.ui.text import safe

# However many notes a hero gathered, they leave room for what is asked.
MOST_NOTES, NOTES_LENGTH = 12, 900


def note_lines(notes: Sequence[Note]) -> list[str]:
    """Each in a line, the latest ones; the others counted."""
    told = notes[-MOST_NOTES:]
    room = NOTES_LENGTH // max(len(told), 1)
    lines = [words.from_before(note.kind, safe(note.text, room)) for note in told]
    return lines if told == notes else [words.older_notes(len(notes) - MOST_NOTES), *lines]
