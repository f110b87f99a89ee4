"""What happened to an adventurer in its last turns, out of the journal, as the reader may see it."""

from __future__ import annotations

from bot.desk import Desk, actor_of, request_of
from bot.handlers import Interaction
from bot.play import Entry, Filter, Shown
from bot.systems.adventuria.rules.turn import CampMade, TurnStarted, WokeUp
from bot.systems.adventuria.words import turns as words
from bot.ui.text import clip

# How far back it reads, in pages of the journal, and how much of it one card tells.
MOST_PAGES, LINE, ROOM = 8, 300, 3000
TURNS = 2


async def digest(
    desk: Desk, interaction: Interaction, shown: Shown, turns: int = TURNS, campaign: str | None = None
) -> tuple[str, ...]:
    """The story of so many turns, oldest first; of more than a card holds the latest. Raises UserError."""
    entries = await _entries(desk, interaction, shown, turns, campaign)
    lines = [clip(desk.gallery.line(entry).replace("\n", " · "), LINE) for entry in entries]
    kept = _fitting(lines)
    if not kept:
        return (words.NOTHING_YET,)
    return kept if len(kept) == len(lines) else (words.earlier(len(lines) - len(kept)), *kept)


async def _entries(
    desk: Desk, interaction: Interaction, shown: Shown, turns: int, campaign: str | None
) -> list[Entry]:
    """What counts since the turn before so many began, oldest first."""
    actor, request = actor_of(interaction), request_of(interaction)
    found: list[Entry] = []
    before: int | None = None
    for _ in range(MOST_PAGES):
        wanted = Filter(record=shown.id)
        page = await desk.play.journal(actor, request, before=before, campaign=campaign, wanted=wanted)
        for entry, _link in page.entries:
            if _counts(entry):
                found.append(entry)
                turns -= entry.event(TurnStarted) is not None
            if not turns:
                return found[::-1]
        if page.older is None:
            break
        before = page.older
    return found[::-1]


def _counts(entry: Entry) -> bool:
    """Whether it is part of the story: not what was taken back, nor the camps between."""
    is_camp = entry.event(CampMade) is not None or entry.event(WokeUp) is not None
    return entry.undone_by is None and not entry.undoes and not is_camp


def _fitting(lines: list[str]) -> tuple[str, ...]:
    """The latest of them that there is room for."""
    kept: list[str] = []
    left = ROOM
    for line in reversed(lines):
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    return tuple(reversed(kept))
