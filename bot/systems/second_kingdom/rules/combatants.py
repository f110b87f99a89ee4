"""Who is meant where an action concerns a hero or one of the game master's own alike."""

from __future__ import annotations

from bot.engine.people import EVERYONE, GAME_MASTERS, Audience
from bot.engine.system import Record, RecordId, Scene
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.rules.state import Hero, Known, Npc


def combatant(scene: Scene, record: RecordId) -> Record[Hero] | Record[Npc]:
    """The hero, or one of the game master's own, of that id. Raises RuleViolation for anything else."""
    found = scene.records.get(record)
    if found is not None and found.kind == NPC.name:
        return scene.get(NPC, record)
    return scene.get(HERO, record)


def player_of(record: Record[Hero] | Record[Npc]) -> int | None:
    """Who plays it; None where the game masters do."""
    return record.state.player


def audience_of(record: Record[Hero] | Record[Npc]) -> Audience:
    """Who may be told the numbers on its sheet; an NPC's are the game masters' until it is open."""
    state = record.state
    return GAME_MASTERS if isinstance(state, Npc) and state.known is not Known.OPEN else EVERYONE
