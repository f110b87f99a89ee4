"""The dungeon Turn (S61 to S63)."""

from __future__ import annotations

from bot.engine.asking import HERE_OR_ONLY_ONE, finder
from bot.engine.declare import Action, option
from bot.engine.system import Kind, RecordId, Scope
from bot.engine.text import T
from bot.systems.sovereign.dungeon import Delve, delve_links, delve_view

DELVE: Kind[Delve] = Kind(
    "delve",
    Delve,
    title=lambda state: state.name,
    links=delve_links,
    view=delve_view,
    home=lambda state: state.channel,
    has_live_card=True,
    is_divisible=True,
)


def on_delve(delve: RecordId) -> Scope:
    """The delve with site, parties and crew."""
    return Scope((delve,), links=True)


DELVE_MEANT = finder(DELVE, prefer=HERE_OR_ONLY_ONE, noun=T("delve"), scope=on_delve)


class OnDelve(Action):
    """Something about a delve."""

    delve: RecordId = option("Which delve; this channel's by default", finder=DELVE_MEANT)
