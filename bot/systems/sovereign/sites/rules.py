"""Sites as the game master prepares them (S64 to S68, S74, S75): nobody else sees any of it."""

from __future__ import annotations

from bot.engine.asking import HERE_OR_ONLY_ONE, finder
from bot.engine.declare import Action, option
from bot.engine.system import Kind, RecordId
from bot.engine.text import T
from bot.systems.sovereign.dungeon import Site, site_view

SITE: Kind[Site] = Kind(
    "site",
    Site,
    title=lambda state: state.name,
    view=site_view,
    is_divisible=True,
)

SITE_MEANT = finder(SITE, prefer=HERE_OR_ONLY_ONE, noun=T("site"), has_secrets=True)


class OnSite(Action):
    """Something about a site."""

    site: RecordId = option("Which site; the only one by default", finder=SITE_MEANT)
