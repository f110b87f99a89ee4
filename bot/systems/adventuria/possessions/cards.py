"""What a player does with possessions, on cards and in the journal."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.card import Card, Tone
from bot.engine.drawing import draws
from bot.engine.prose import prose
from bot.engine.text import T
from bot.play import Post
from bot.systems.adventuria.adventurer import ADVENTURER, FIGHT
from bot.systems.adventuria.changed import lines
from bot.systems.adventuria.combat import cards as combat_cards
from bot.systems.adventuria.possessions.rules import OfPossessions, PossessionUsed
from bot.systems.adventuria.sheet import cards as sheet_cards
from bot.systems.adventuria.sheet.cards import on_behalf, with_question


# Ranked before the fight in which that may be.
@draws(OfPossessions, rank=2)
def _draw(found: OfPossessions, post: Post) -> Card | None:
    """The message about an entry in which something was used, dropped or paid."""
    record = post.subject
    if record is None:
        return None
    title, told = found.title, [*on_behalf(post), *_lines(found)]
    if record.kind == FIGHT:
        # Such a card bears the fight's own title.
        return combat_cards.under(Card(lines=(f"**{title}**", *told), tone=Tone.QUIET), post)
    # What followed in a fight: XP for who fell, and its end.
    told += (line for event in post.entry.events for line in combat_cards.lines_of(event))
    card = Card(title, tuple(told))
    if post.newer is not None or record.kind != ADVENTURER.name:
        return card
    return with_question(card.add(*sheet_cards.brief(record.state)), record, post)


def _lines(event: OfPossessions) -> Iterator[str]:
    yield from lines(event.besides)
    if isinstance(event, PossessionUsed) and event.about:
        yield prose(event.about)
        yield T("-# The narrator applies this, with `/adv gm`.")()
