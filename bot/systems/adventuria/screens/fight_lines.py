"""What happened in a fight: on cards in several lines, in the journal in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.systems.adventuria.rules.adventurer import AdventurerChanged
from bot.systems.adventuria.rules.fight import (
    CombatChosen,
    CombatFought,
    CombatRolled,
    FightEnded,
    FightOpened,
    Rolled,
)
from bot.systems.adventuria.rules.state import NAME_LENGTH
from bot.systems.adventuria.screens.change_cards import told_lines
from bot.systems.adventuria.words import fight_cards as words
from bot.ui.text import safe

REASON_LENGTH, NAME = 300, 30


def foes_of(names: Sequence[str]) -> str:
    """The monsters in a row, those of one name counted."""
    counted = Counter(names)
    return words.foes([(safe(name, NAME_LENGTH), count) for name, count in counted.items()])


def verdict(roll: Rolled) -> str:
    """Who has the better of it, for the adventurer (A29)."""
    if roll.own_total == roll.foe_total:
        return "standoff"
    return "win" if roll.own_total > roll.foe_total else "lose"


# -- on cards ---------------------------------------------------------------------------------------


def lines_of(event: Any) -> Sequence[str]:
    """What a card says about an event; nothing where it isn't about fights."""
    told = _ON_CARDS.get(type(event))
    return list(told(event)) if told is not None else ()


def _opened(event: FightOpened) -> Iterator[str]:
    yield words.met(foes_of(event.foes))


def _chosen(event: CombatChosen) -> Iterator[str]:
    yield words.kind(event.kind)


def _rolled(event: CombatRolled) -> Iterator[str]:
    yield from _dice(event)
    yield from told_lines(event.told)
    yield words.CAN_CHANGE


def _fought(event: CombatFought) -> Iterator[str]:
    yield from _dice(event)
    yield from told_lines(event.told)


def _dice(event: CombatRolled | CombatFought) -> Iterator[str]:
    yield words.exchange(event.exchange, event.kind)
    if event.answer:
        yield words.answered(safe(event.answer, NAME_LENGTH))
    for roll in event.rolls:
        own, foe = words.dice(roll.own_die, roll.own_total), words.dice(roll.foe_die, roll.foe_total)
        yield words.rolled(own, foe, safe(event.foes[roll.foe], NAME), verdict(roll))


def _changed(event: AdventurerChanged) -> Iterator[str]:
    """What followed when something was used, such as XP."""
    yield from told_lines(event.told)


def _ended(event: FightEnded) -> Iterator[str]:
    yield words.ENDS[event.end]
    if event.reason:
        yield words.reason(safe(event.reason, REASON_LENGTH))


_ON_CARDS: dict[type[Any], Callable[[Any], Iterator[str]]] = {
    FightOpened: _opened,
    CombatChosen: _chosen,
    CombatRolled: _rolled,
    CombatFought: _fought,
    AdventurerChanged: _changed,
    FightEnded: _ended,
}


# -- in the journal ---------------------------------------------------------------------------------


def _tell_opened(event: FightOpened) -> str:
    return words.opened(safe(event.name, NAME_LENGTH), foes_of(event.foes), event.kind or "")


def _tell_chosen(event: CombatChosen) -> str:
    return words.chosen(safe(event.name, NAME_LENGTH), event.kind)


def _tell_exchange(event: CombatRolled | CombatFought) -> str:
    pairs = []
    for roll in event.rolls:
        own, foe = words.dice(roll.own_die, roll.own_total), words.dice(roll.foe_die, roll.foe_total)
        pairs.append(words.pair(own, foe, safe(event.foes[roll.foe], NAME), verdict(roll)))
    return words.fought(safe(event.name, NAME_LENGTH), event.exchange, pairs, told_lines(event.told))


def _tell_ended(event: FightEnded) -> str:
    reason = safe(event.reason, REASON_LENGTH)
    return words.ended(safe(event.name, NAME_LENGTH), foes_of(event.foes), event.end, reason)


TELLERS: dict[type[Any], Any] = {
    FightOpened: _tell_opened,
    CombatChosen: _tell_chosen,
    CombatRolled: _tell_exchange,
    CombatFought: _tell_exchange,
    FightEnded: _tell_ended,
}
