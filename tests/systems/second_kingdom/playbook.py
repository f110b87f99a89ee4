"""How each action of The Second Kingdom comes about."""

from __future__ import annotations

from bot.systems.second_kingdom.heroes.people import CreateHero, GrantConviction
from tests.givens import used
from tests.stages import Playbook
from tests.systems.second_kingdom.attack_playbook import ATTACKS
from tests.systems.second_kingdom.challenges_playbook import CHALLENGES
from tests.systems.second_kingdom.fates_playbook import FATES
from tests.systems.second_kingdom.people_playbook import PEOPLE
from tests.systems.second_kingdom.sheets_playbook import SHEETS
from tests.systems.second_kingdom.stock import HERO, challenge, hero

__all__ = ["HERO", "PLAYBOOK", "challenge", "hero"]


PLAYBOOK: Playbook = {
    **ATTACKS,
    **CHALLENGES,
    **FATES,
    **PEOPLE,
    **SHEETS,
    CreateHero: used("sk new"),
    GrantConviction: used("sk conviction"),
}
