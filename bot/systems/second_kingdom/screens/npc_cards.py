"""The game master's own on cards and in the journal, as far as each reader may know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.npcs import NpcCreated, NpcEdited, NpcNoted, NpcRevealed, virtues_of
from bot.systems.second_kingdom.rules.state import Known, Npc
from bot.systems.second_kingdom.screens.portraits import portrait_of
from bot.systems.second_kingdom.screens.sheet_cards import counter_lines, fields
from bot.systems.second_kingdom.words import npcs as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe

MOST_LISTED = 25


def draw(post: Post) -> Card | None:
    """Somebody whom the table meets, with their portrait."""
    revealed = post.entry.event(NpcRevealed)
    if revealed is None:
        return None
    portrait = portrait_of(post.subject, post.records) if post.subject is not None else None
    return Card(lines=(_tell_revealed(revealed),), portrait=portrait)


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing: nothing waits in an NPC."""
    return None


def listed(found: Sequence[Shown]) -> Card:
    """All of them, with what the table knows of each."""
    if not found:
        return Card(lines=(words.NONE_YET,), tone=Tone.QUIET)
    shown = sorted(found, key=lambda each: each.title.casefold())
    lines = [words.line(_called(each.state), each.state.known) for each in shown[:MOST_LISTED]]
    if len(shown) > MOST_LISTED:
        lines.append(words.more(len(shown) - MOST_LISTED))
    return Card(words.TITLE, tuple(lines))


def _called(npc: Npc) -> str:
    return words.called(safe(npc.name, 60), is_horde=npc.is_horde)


def sheet(shown: Shown, records: Mapping[RecordId, Shown], viewer: Viewer) -> Card:
    """One of them, as this reader may see it."""
    npc: Npc = shown.state
    lines = [words.virtues(virtues_of(npc)), *counter_lines(npc.counters)]
    if viewer.is_game_master:
        lines.append(words.table_knows(npc.known))
    elif npc.known is Known.NAMED:
        lines.append(words.ONLY_NAMED)
    shown_lines, portrait = tuple(line for line in lines if line), portrait_of(shown, records)
    return Card(_called(npc), shown_lines, fields=fields(npc, records), portrait=portrait)


# -- the journal ------------------------------------------------------------------------------------


def _tell_created(event: NpcCreated) -> str:
    return words.made(words.called(safe(event.name), is_horde=event.is_horde), event.known, event.virtues)


def _tell_edited(event: NpcEdited) -> str:
    return words.edited(safe(event.before), safe(event.name), event.virtues)


def _tell_noted(event: NpcNoted) -> str:
    return words.noted(safe(event.name))


def _tell_revealed(event: NpcRevealed) -> str:
    name = words.called(safe(event.name), is_horde=event.is_horde)
    if not event.audience.everyone:
        return words.known_less(name, event.known)
    if event.before is Known.HIDDEN:
        return words.met(name, event.virtues)
    return words.opened(name, event.virtues)


TELLERS: dict[type[Any], Any] = {
    NpcCreated: _tell_created,
    NpcEdited: _tell_edited,
    NpcNoted: _tell_noted,
    NpcRevealed: _tell_revealed,
}
