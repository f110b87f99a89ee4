"""How each action of The Second Kingdom comes about."""

from __future__ import annotations

from bot.systems.second_kingdom.heroes.people import CreateHero, GrantConviction
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.attack_playbook import ATTACKS
from tests.systems.second_kingdom.challenges_playbook import CHALLENGES
from tests.systems.second_kingdom.fates_playbook import FATES
from tests.systems.second_kingdom.people_playbook import PEOPLE
from tests.systems.second_kingdom.sheets_playbook import SHEETS
from tests.systems.second_kingdom.stock import HERO, challenge, hero

__all__ = ["HERO", "PLAYBOOK", "challenge", "hero"]


async def create_hero(stage: Stage) -> Json:
    """A new hero."""
    return stage.slash("sk new", by=stage.deacon, name=stage.fresh_name(), **HERO)


async def grant(stage: Stage) -> Json:
    """All the conviction that a hero can still hold, so that a second time is too much."""
    return stage.slash("sk conviction", by=stage.gm, heroes=await hero(stage), amount=96, reason="Rest")


PLAYBOOK: Playbook = {
    **ATTACKS,
    **CHALLENGES,
    **FATES,
    **PEOPLE,
    **SHEETS,
    CreateHero: Scenario(create_hero),
    GrantConviction: Scenario(grant),
}
