"""Magic items that wait for a name, under the cards of their kingdom or settlement."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.system import RecordId
from bot.play import Post, Shown
from bot.systems.kingdom.rules.item_steps import MOST_ASKED
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import standing as words
from bot.ui.card import Card, step_buttons
from bot.ui.text import safe


def towns_of(post: Post, kingdom: RecordId) -> list[Shown]:
    """The settlements of a kingdom that came with a post about it."""
    towns = (each for each in post.records.values() if each.kind == TOWN.name)
    return [each for each in towns if each.state.kingdom == kingdom]


def with_unnamed(card: Card, towns: Iterable[Shown]) -> Card:
    """The card with what must be named in those settlements: the first few, the others follow."""
    waits = [(town, step) for town in towns if town.kind == TOWN.name for step in town.steps][:MOST_ASKED]
    lines = [words.whose_move(words.GAME_MASTERS, safe(step.label, 200)) for _, step in waits]
    buttons = [button for town, step in waits for button in step_buttons(town.id, (step,))]
    return card.add(*lines, buttons=buttons)
