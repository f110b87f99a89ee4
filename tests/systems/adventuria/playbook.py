"""How each action of Adventuria comes about."""

from __future__ import annotations

from tests.stages import Playbook
from tests.systems.adventuria.adventurers_playbook import ADVENTURERS
from tests.systems.adventuria.changes_playbook import CHANGES
from tests.systems.adventuria.fights_playbook import FIGHTS
from tests.systems.adventuria.offers_playbook import OFFERS
from tests.systems.adventuria.possessions_playbook import POSSESSIONS
from tests.systems.adventuria.sheets_playbook import SHEETS
from tests.systems.adventuria.turns_playbook import TURNS

PLAYBOOK: Playbook = {**ADVENTURERS, **CHANGES, **FIGHTS, **OFFERS, **POSSESSIONS, **SHEETS, **TURNS}
