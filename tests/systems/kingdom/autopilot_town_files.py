"""Settlements as text, as a random reign brings them: written by the bot, and changed by somebody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.systems.kingdom.towns.files import ReadTown
from bot.systems.kingdom.towns.grids import CODES, DISTRICT, EMPTY_LOT, write_town
from tests.systems.kingdom.autopilot import Move, Reign
from tests.systems.kingdom.autopilot_picks import Builder, town_id
from tests.systems.kingdom.autopilot_towns import NOWHERE
from tests.systems.kingdom.scenes import MARISOL

NAMES = ("hold.txt", "a  town.txt", "x" * 200)


def bring(reign: Reign) -> Any:
    """The text of a settlement, with other cells, a line less, or nonsense in it."""
    luck, id_ = reign.luck, town_id(reign)
    town = reign.towns.get(id_, NOWHERE)
    owner = town.kingdom if luck.random() < 0.95 else reign.meant
    text = changed(reign, write_town(town) if town.districts else "")
    return ReadTown(id_, luck.choice(NAMES), text, owner)


def changed(reign: Reign, text: str) -> str:
    """The text after somebody edited it."""
    luck, lines = reign.luck, text.splitlines()
    for _ in range(luck.randint(0, 4)):
        at = luck.randrange(len(lines))
        cells = lines[at].split()
        if len(cells) == 6 and DISTRICT not in lines[at]:
            code = luck.choice((*CODES.values(), "HOU", "HOU", "HOU", EMPTY_LOT))
            cells[luck.randrange(6)] = code
            lines[at] = " ".join(cells)
    if luck.random() < 0.1:
        lines.pop(luck.randrange(len(lines)))
    if luck.random() < 0.1:
        lines.append("a mill")
    return "\n".join(lines)


def town_from_file(reign: Reign) -> Iterator[Move]:
    """A settlement's text brought a few times."""
    for _ in range(3):
        yield Move(MARISOL, bring(reign))


BUILDERS: dict[type[Any], Builder] = {ReadTown: bring}
