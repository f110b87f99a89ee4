"""How Sovereign looks: the few records that are no plain cards, and a party with what waits in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.engine.card import Button, Card, Tone, step_buttons
from bot.engine.drawing import Drawings
from bot.engine.event import sentence
from bot.engine.text import T
from bot.play import Post, RecordView
from bot.systems.sovereign.delves import cards as delves_cards
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.parties.rules import PARTY

DRAWINGS = Drawings("bot.systems.sovereign")
MOST_BUTTONS = 20


def draw(post: Post) -> Card | None:
    """What happens to a party bears the buttons of what it asks of its members; all else the house draws."""
    party = post.subject
    if party is not None and party.kind == DELVE.name and party.steps:
        return _of_delve(party, post)
    if party is None or party.kind != PARTY.name:
        return None
    found = (post.records.get(each) for each in party.state.members)
    waiting = [each for each in found if each is not None and each.steps]
    if not waiting:
        return None
    lines = [line for event in post.entry.events if (line := sentence(event, post.entry.doer))]
    buttons = [button for each in waiting for button in _buttons(each, is_only=len(waiting) == 1)]
    asks = dict.fromkeys(step.who for each in waiting for step in each.steps if step.who is not None)
    return Card(lines=tuple(lines), tone=Tone.ASKS, buttons=tuple(buttons[:MOST_BUTTONS]), asks=tuple(asks))


def _buttons(member: RecordView, *, is_only: bool) -> Iterator[Button]:
    """What waits in a member of the party; of several each says whose it is."""
    for each in step_buttons(member.id, member.steps):
        label = T("{name:30}: {label}").plain(name=member.title, label=each.label)
        yield each if is_only else replace(each, label=label)


def _of_delve(delve: RecordView, post: Post) -> Card:
    """What happened in it, but for what its card shows by itself; below, the card."""
    is_past = post.newer is not None
    events = [each for each in post.entry.events if is_past or not getattr(each, "stands_on_card", False)]
    lines = [line for event in events if (line := sentence(event, post.entry.doer))]
    if is_past:
        return Card(lines=tuple(lines), tone=Tone.QUIET)
    card = delves_cards.show_delve(delve, post)
    return replace(card, lines=(*lines, "", *card.lines)) if lines else card


def show(record: RecordView, post: Post) -> Card | None:
    """A record as it stands."""
    return DRAWINGS.show(record, post)
