"""How the table's own entries and records look; what an event says of itself stands beside it."""

from __future__ import annotations

from typing import Any

from bot.engine.card import Card
from bot.engine.drawing import Drawings
from bot.engine.proposals import Proposal
from bot.engine.system import PlainEvent
from bot.engine.text import Safe, T
from bot.play import Entry, Post, RecordView
from bot.systems.table.board import cards as board_cards
from bot.systems.table.campaigns import cards as campaigns_cards
from bot.systems.table.campaigns.rules import CampaignCreated
from bot.systems.table.dice import cards as dice_cards
from bot.systems.table.dice import commands as dice_commands
from bot.systems.table.library import cards as library_cards
from bot.systems.table.recap.cards import SEALED
from bot.ui.renderer import Renderer

DRAWINGS = Drawings("bot.systems.table")


class TableScreens:
    """The table's screens; of the renderer it has the games' titles, and how they draw their entries."""

    def __init__(self, renderer: Renderer) -> None:
        self._systems = renderer.catalogue.systems
        self._titles = {name: system.title for name, system in renderer.catalogue.systems.items()}
        self._entries = library_cards.EntryCards.of(renderer)

    def tell(self, event: Any, entry: Entry) -> str | None:
        """One line about an event that doesn't tell itself."""
        return (
            campaigns_cards.line_of(event)
            or dice_cards.line_of(event, entry)
            or dice_commands.line_of(event, entry)
        )

    def draw(self, post: Post) -> Card | None:
        """The message about an entry."""
        created = post.entry.event(CampaignCreated)
        if created is not None:
            card: Card | None = campaigns_cards.begun(created, post.entry.campaign, self._titles)
        else:
            card = DRAWINGS.draw(post) or board_cards.drawn(post, self._systems)
        return card.add(*_sealed(post.entry)) if card is not None else None

    def show(self, record: RecordView, post: Post) -> Card | None:
        """A record of the table's own."""
        return DRAWINGS.show(record, post)

    def proposed(self, proposal: Proposal, post: Post) -> Card | None:
        """What is proposed, where it is an entry of a library."""
        return self._entries.proposed(proposal, post)


def _sealed(entry: Entry) -> list[str]:
    """That a new chapter's dice are sealed; the seals in full only beside a seed that is published."""
    says = T(
        "The dice of chapter {chapter} are sealed. When their seeds are published, SHA-256 must give "
        "`{open}` for the open dice and `{secret}` for the secret dice."
    )
    began = (e.facts for e in entry.events if isinstance(e, PlainEvent) and e.kind == "ChapterBegan")
    return [
        "-# "
        + (
            says(chapter=each["chapter"], open=Safe(each["open"]), secret=Safe(each["secret"]))
            if each["chapter"] > 1
            else SEALED()
        )
        for each in began
    ]
