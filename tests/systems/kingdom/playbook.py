"""How each action of kingdom turns comes about."""

from __future__ import annotations

from dataclasses import replace

from bot.systems.kingdom.founding.rules import AgreeTerms, BeginKingdom, ChooseFirstHex, DrawUp, FoundKingdom
from bot.systems.kingdom.land.giving import GiveHexes
from tests.stages import Playbook
from tests.systems.kingdom.abroad_playbook import ABROAD
from tests.systems.kingdom.builders_playbook import BUILDERS
from tests.systems.kingdom.buildings_gm_playbook import BUILDINGS_GM
from tests.systems.kingdom.claims_playbook import CLAIMS
from tests.systems.kingdom.items_playbook import ITEMS
from tests.systems.kingdom.land_playbook import LAND
from tests.systems.kingdom.losses_playbook import LOSSES
from tests.systems.kingdom.maps_playbook import MAPS
from tests.systems.kingdom.months_playbook import EVENTS, INCOME, LEADERS, MONTHS, REALMS
from tests.systems.kingdom.plans_playbook import PLANS
from tests.systems.kingdom.stock import STANDING
from tests.systems.kingdom.town_files_playbook import TOWN_FILES

EVERY: Playbook = {
    **REALMS,
    **LEADERS,
    **LAND,
    **CLAIMS,
    **LOSSES,
    **MAPS,
    **BUILDERS,
    **BUILDINGS_GM,
    **PLANS,
    **TOWN_FILES,
    **MONTHS,
    **ITEMS,
    **INCOME,
    **EVENTS,
    **ABROAD,
}
# What is about land alone, or about a kingdom that is not founded yet.
WITHOUT = {
    *(BeginKingdom, DrawUp, AgreeTerms, ChooseFirstHex, FoundKingdom),
    *(LAND.keys() - {GiveHexes}),
    *MAPS,
}
PLAYBOOK: Playbook = {
    action: each if action in WITHOUT else replace(each, beginning=STANDING) for action, each in EVERY.items()
}
