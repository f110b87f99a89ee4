"""Losing hexes on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.losing import LossFollowed, doomed, must_recover
from bot.systems.kingdom.rules.losses import HexesLost, PartDecided
from bot.systems.kingdom.rules.reclaiming import SettlementReclaimed
from bot.systems.kingdom.rules.rejoining import TerritoryRejoined
from bot.systems.kingdom.screens.finding import realm_on
from bot.systems.kingdom.screens.upkeep_cards import check_line
from bot.systems.kingdom.words import losses as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe

# Of so many names a card tells the first.
MOST_NAMED = 3
OURS = (HexesLost, PartDecided, SettlementReclaimed)


def draw(post: Post) -> Card | None:
    """The message about an entry, where hexes were lost, decided about or reclaimed by it."""
    events = post.entry.events
    event = next((each for each in events if isinstance(each, OURS)), None)
    if event is None:
        return None
    followed = [line for each in events if isinstance(each, LossFollowed) for line in _followed(each)]
    return Card(safe(event.name, 100), (*_lines(event), *followed, *_doom(post)), tone=_tone(event))


def _tone(event: Any) -> Tone:
    if isinstance(event, SettlementReclaimed):
        return Tone.GOOD if event.check.is_success else Tone.BAD
    if isinstance(event, PartDecided) and event.is_held:
        return Tone.PLAIN
    return Tone.BAD


def _lines(event: Any) -> Iterator[str]:
    if isinstance(event, HexesLost):
        yield _lost(event)
    elif isinstance(event, PartDecided):
        yield from _decided(event)
    else:
        yield check_line(event.check)
        yield _reclaimed(event)
        if event.bonus:
            yield words.bonus(event.bonus)


def _doom(post: Post) -> Iterator[str]:
    """What a kingdom without hexes must do, and until when."""
    realm = realm_on(post)
    if realm is not None and must_recover(realm):
        yield words.recover(is_last=doomed(realm))


# -- in a line ----------------------------------------------------------------------------------------


def _lost(event: HexesLost) -> str:
    name, reason = safe(event.name, 60), safe(event.reason, 100)
    if len(event.hexes) > MOST_NAMED:
        return words.many_lost(name, len(event.hexes), _few(event.hexes, 20), reason)
    return words.lost(name, _few(event.hexes, 20), reason, by_unrest=event.by_unrest)


def _few(names: Sequence[str], limit: int = 60) -> list[str]:
    return [safe(each, limit) for each in names[:MOST_NAMED]]


def _followed(event: LossFollowed) -> Iterator[str]:
    if event.capital:
        yield words.capital_gone(safe(event.capital, 60))
    yield from _freed(event.freed)
    if event.cut_off:
        yield _cut_off(event.cut_off)
        yield words.ASK_LEADER
    if event.capital:
        yield words.NO_CAPITAL if event.is_empty else words.NAME_CAPITAL


def _freed(names: Sequence[str]) -> Iterator[str]:
    if len(names) > MOST_NAMED:
        yield words.many_freed(_few(names), len(names) - MOST_NAMED)
    elif names:
        yield words.freed(_few(names))


def _cut_off(sizes: Sequence[int]) -> str:
    if len(sizes) > MOST_NAMED:
        return words.many_cut_off(len(sizes), sum(sizes))
    return words.cut_off(sizes)


def _decided(event: PartDecided) -> Iterator[str]:
    name = safe(event.name, 60)
    if event.is_held:
        yield words.held(name, event.hexes)
        yield words.HELD
        return
    yield words.part_lost(name, event.hexes)
    yield from _freed(event.freed)
    yield words.REMEMBERED


def rejoined(event: TerritoryRejoined) -> str:
    """A territory is connected again: for the card of the claim that did it."""
    name = safe(event.name, 60)
    if event.was_held:
        return f"{words.held_rejoined(name, event.hexes)} {words.HELD_AGAIN}"
    line = words.rejoined(name, event.hexes)
    if not event.settlements:
        return line
    some, more = _few(event.settlements), len(event.settlements) - MOST_NAMED
    towns = words.many_to_reclaim(some, more) if more > 0 else words.to_reclaim(some)
    return f"{line} {towns}"


def _reclaimed(event: SettlementReclaimed) -> str:
    settlement = safe(event.settlement, 60)
    if event.check.is_success:
        return words.reclaimed(settlement, safe(event.name, 60))
    return words.not_reclaimed(settlement)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    HexesLost: _lost,
    LossFollowed: lambda event: " ".join(_followed(event)),
    PartDecided: lambda event: " ".join(_decided(event)),
    TerritoryRejoined: rejoined,
    SettlementReclaimed: lambda event: f"{check_line(event.check)} {_reclaimed(event)}",
}
