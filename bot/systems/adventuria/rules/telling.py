"""Which attributes count otherwise than before, whatever changed them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.adventuria.rules.ledger import total
from bot.systems.adventuria.rules.state import Adventurer, Attribute
from bot.systems.adventuria.rules.told import Told, What


def told_attributes(before: Adventurer, after: Adventurer, told: Sequence[Told] = ()) -> tuple[Told, ...]:
    """A line for each attribute that changed, unless it is told already."""
    known = {each.what for each in told if not each.whose}
    return tuple(
        Told(What(each.value), before=total(before, each), after=total(after, each))
        for each in Attribute
        if total(before, each) != total(after, each) and What(each.value) not in known
    )
