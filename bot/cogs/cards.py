"""How the table's own events read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.cogs import campaign_cards, dice_cards, fairness, home, library_cards, settings
from bot.engine.system import Happened
from bot.play import Entry, Post, Shown
from bot.systems.table.rules.campaigns import CampaignCreated
from bot.systems.table.words import campaigns as words
from bot.systems.table.words.cards import sealed
from bot.ui.card import Card, Tone
from bot.ui.text import person, safe


class TableScreens:
    """The table's screens; it knows the games' titles, to name them, and how their entries are drawn."""

    def __init__(self, titles: Mapping[str, str], entries: library_cards.EntryCards) -> None:
        self._titles = titles
        self._entries = entries

    def tell(self, event: Any, entry: Entry) -> str | None:
        """One line about an event."""
        return (
            campaign_cards.told(event)
            or dice_cards.told(event, entry)
            or settings.told(event, entry)
            or home.told(event, entry)
            or fairness.told(event, entry)
            or library_cards.told(event, entry)
        )

    def draw(self, post: Post) -> Card | None:
        """The message about an entry."""
        created = post.entry.event(CampaignCreated)
        if created is not None:
            return self._created(created, post)
        entry = post.entry
        other = dice_cards.drawn(post) or settings.drawn(entry) or home.drawn(post) or fairness.drawn(entry)
        other = other or self._entries.drawn(post)
        return other.add(*_seals(post.entry)) if other is not None else None

    def show(self, shown: Shown, post: Post) -> Card | None:
        """A record of the table's own."""
        return campaign_cards.shown(shown, post) or self._entries.shown(shown, post)

    def _created(self, event: CampaignCreated, post: Post) -> Card:
        games = ", ".join(self._titles.get(name, name) for name in event.systems)
        secret = event.game_master_channel
        lines = (
            words.leads_and_plays(person(event.game_master), games),
            words.HOW_TO_JOIN,
            # Players, who read this, can't see that channel: its mention would show them nothing.
            words.HAS_GM_CHANNEL if secret else words.NO_GM_CHANNEL,
            *_seals(post.entry),
        )
        return Card(words.begins(safe(event.name)), lines, tone=Tone.GOOD)


def _seals(entry: Entry) -> list[str]:
    """What a new chapter's dice are bound to, in full: whoever checks them needs all of it."""
    began = (e.facts for e in entry.events if isinstance(e, Happened) and e.kind == "ChapterBegan")
    return [f"-# {sealed(facts['chapter'], facts['open'], facts['secret'])}" for facts in began]
