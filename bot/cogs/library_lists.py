"""Lists of the library's entries, and what single ones are drawn from when they are looked up."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cogs.library_shelves import Seen, draft_mark
from bot.engine.library import AnyShelf, Texts
from bot.handlers import Interaction
from bot.play import Entry, Post, Shown
from bot.systems.table.words import library as words
from bot.ui.card import BODY, Button, Card
from bot.ui.text import fitting, safe

PAGE = 20


def listing(shelf: AnyShelf, seen: Seen, missing: Sequence[Texts], page: int) -> Card:
    """A page of a shelf: names, a line each; on the first also drafts, and what comes with the game."""
    entries = seen.entries(shelf)
    page = min(page, max(len(entries) - 1, 0) // PAGE)
    shown = entries[page * PAGE : (page + 1) * PAGE]
    lines = [f"• {safe(each.title)}" for each in shown] or [words.empty(shelf.plural, shelf.noun)]
    if page == 0:
        supplied = _supplied(shelf, missing)
        drafts = (f"• {safe(each.title)} *({draft_mark(each.state)})*" for each in seen.drafts(shelf))
        lines += [*fitting(drafts, BODY - len("\n".join((*lines, "", *supplied)))), *supplied]
    title = words.list_title(shelf.plural, safe(seen.scenery.campaign.name))
    first = page * PAGE
    note = words.place(first + 1, first + len(shown), len(entries)) if len(entries) > PAGE else ""
    turns = [(words.NEWER, page - 1)] if page else []
    turns += [(words.OLDER, page + 1)] if first + PAGE < len(entries) else []
    buttons = [Button(label, "shelf", (shelf.key, str(number))) for label, number in turns]
    if missing and seen.scenery.viewer.is_game_master:
        buttons.append(Button(words.ADD_SUPPLIED, "supply", (shelf.key,), is_main=True))
    return Card(title, tuple(lines), buttons=tuple(buttons), note=note)


def _supplied(shelf: AnyShelf, missing: Sequence[Texts]) -> list[str]:
    names = [safe(shelf.kind.title(shelf.entry(texts)), 60) for texts in missing]
    return ["", words.supplied(names)] if names else []


def unwritten(interaction: Interaction, seen: Seen, subject: Shown) -> Post:
    """What a record is drawn from that no journal entry told of just now."""
    scenery = seen.scenery
    entry = Entry(
        campaign=scenery.campaign_id,
        number=0,
        at=interaction.created_at,
        actor=interaction.user.id,
        channel=interaction.channel_id or 0,
        system=subject.system,
        action="",
        events=(),
        dice=(),
    )
    return Post(scenery.campaign, scenery.viewer, entry, subject, scenery.records, "")
