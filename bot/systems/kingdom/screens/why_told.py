"""What changed Unrest or the Treasury this month, out of the journal, as the reader may see it."""

from __future__ import annotations

from bot.desk import Desk, actor_of, request_of
from bot.handlers import Interaction
from bot.play import Entry, Filter
from bot.systems.kingdom.rules.keeping import KEPT_EVENTS, FiguresChanged, PhaseBegan, Shift
from bot.systems.kingdom.rules.terms import Phase
from bot.systems.kingdom.screens import cards
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.words import why as words
from bot.ui.text import clip

# How far back it reads, in pages of the journal, and how much of an entry one line tells.
MOST_PAGES, LINE = 8, 120
MOST_LINES = 15


async def changes(desk: Desk, interaction: Interaction, seen: Seen, number: str) -> tuple[str, ...]:
    """Each change of that number since the month began, oldest first. Raises UserError."""
    found = await _entries(desk, interaction, seen, number)
    if not found:
        return ("", words.UNCHANGED)
    lines = []
    for entry, shift in found:
        lines.append(words.changed(shift.after - shift.before, _told(entry)))
    return ("", words.CHANGED, words.begun(found[0][1].before), *lines)


async def _entries(
    desk: Desk, interaction: Interaction, seen: Seen, number: str
) -> list[tuple[Entry, Shift]]:
    """The entries of this month that changed it, oldest first."""
    actor, request = actor_of(interaction), request_of(interaction)
    found: list[tuple[Entry, Shift]] = []
    before: int | None = None
    for _ in range(MOST_PAGES):
        page = await desk.play.journal(actor, request, before=before, wanted=Filter(record=seen.id))
        for entry, _link in page.entries:
            shift = _shift(entry, number)
            if shift is not None:
                found.append((entry, shift))
            if _begins(entry, seen.realm.month) or len(found) == MOST_LINES:
                return found[::-1]
        if page.older is None:
            break
        before = page.older
    return found[::-1]


def _told(entry: Entry) -> str:
    """What an entry was about, in a line: its first event that says more than which numbers moved."""
    told = (cards.tell(each, entry) for each in entry.events if not isinstance(each, KEPT_EVENTS))
    return clip(next((line for line in told if line), words.SOMETHING).split("\n")[0], LINE)


def _shift(entry: Entry, number: str) -> Shift | None:
    """What an entry did to that number; None where it was taken back."""
    event = entry.event(FiguresChanged)
    if event is None or entry.undone_by is not None or entry.undoes:
        return None
    return next((each for each in event.shifts if each.number == number), None)


def _begins(entry: Entry, month: int) -> bool:
    event = entry.event(PhaseBegan)
    is_here = event is not None and event.month == month and Phase.UPKEEP in event.phases
    return is_here and entry.undone_by is None
