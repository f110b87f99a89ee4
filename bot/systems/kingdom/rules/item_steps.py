"""What waits in a settlement: items on its market that nobody has named yet."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from bot.engine.system import Ask, Choice, RecordId, Step
from bot.systems.kingdom.rules.month import NameItem
from bot.systems.kingdom.rules.slots import slots_of
from bot.systems.kingdom.words import items as words

if TYPE_CHECKING:
    from bot.systems.kingdom.rules.town import Building, Town, Ware

ITEM_LENGTH: Final = 60
# How many are asked about at once: the next when these have names.
MOST_ASKED: Final = 3
STEP: Final = "item-"


def item_steps(id_: RecordId, town: Town) -> tuple[Step, ...]:
    """Items that came to the market without a name, for the game masters; the month goes on without it."""
    if town.kingdom is None:
        return ()
    found = ((building, ware) for building in town.buildings for ware in building.wares if not ware.name)
    return tuple(_step(id_, town, *each) for each in islice(found, MOST_ASKED))


def _step(id_: RecordId, town: Town, building: Building, ware: Ware) -> Step:
    rows = dict(enumerate(slots_of(building.type)))
    row = rows.get(ware.slot)
    kind = ware.kind.value if ware.kind is not None else ""
    what = words.item(row.grade.value if row is not None else "", kind)
    action = NameItem(town.kingdom or RecordId(""), id_, building.number, ware.slot)
    asks = (
        Ask("name", words.WHICH, ITEM_LENGTH, hint=words.WHICH_HINT),
        Ask("price", words.PRICE, 6, is_number=True),
    )
    choice = Choice("name", words.name_it(town.name, what, building.type.value), action, asks)
    label = words.unnamed(town.name, what, building.type.value)
    return Step(f"{STEP}{building.number}-{ware.slot}", label, None, (choice,), ware.opened or 1)
