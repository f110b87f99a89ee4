"""What a Ruler and a Spymaster choose."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.words.names import ATTRIBUTES

WHICH = "Which attribute the Ruler adds to"
CHOOSE = "Choose the Ruler's attributes…"
WHICH_OF_SPYMASTER = "Which attribute the Spymaster adds to"
CHOOSE_OF_SPYMASTER = "Choose the Spymaster's attribute…"


def in_order(attributes: Sequence[str]) -> str:
    """Attributes in the order chosen."""
    return ", then ".join(ATTRIBUTES[each] for each in attributes)


def label(kingdom: str, missing: int) -> str:
    """The step, where it is listed among all that waits."""
    what = "an attribute" if missing == 1 else f"{missing} attributes"
    return f"{clip(kingdom, 60)}: the Ruler chooses {what} to add to"


def label_of_spymaster(kingdom: str) -> str:
    """The same of a Spymaster, who adds to nothing before that."""
    return f"{clip(kingdom, 60)}: the Spymaster chooses an attribute to add to"
