"""What the commands of Sovereign are given in one use of each."""

from __future__ import annotations

from typing import Any

from bot.engine.declare import Command
from tests.givens import Finding, Given
from tests.harness.world import File
from tests.stages import Stage
from tests.systems.sovereign.stock import character, dying, frail, npc, party, poisoned, sheet_file, site


async def _character(stage: Stage, command: Command) -> str:
    return await npc(stage) if command.path.startswith("sov npc") else await character(stage)


async def _party(stage: Stage, _command: Command) -> str:
    return await party(stage)


async def _site(stage: Stage, _command: Command) -> str:
    return await site(stage)


async def _leveled(stage: Stage) -> str:
    return await character(stage)


async def dragged(stage: Stage) -> dict[str, Any]:
    """Somebody strong, and somebody who can't walk."""
    return {"character": await character(stage, strength=18, items=()), "whom": await dying(stage)}


async def _two(stage: Stage) -> str:
    return f"{await character(stage)},{await character(stage)}"


async def retired(stage: Stage) -> str:
    """Somebody of Deacon's who left play."""
    name = await character(stage)
    await stage.do("sov pc retire", by=stage.deacon, character=name)
    await stage.feeder.deliver(stage.press("Retire character", by=stage.deacon))
    await stage.settle()
    return name


async def hurt(stage: Stage) -> str:
    """Somebody a little wounded, whom any healing heals."""
    name = await character(stage)
    await stage.do("sov harm damage", by=stage.gm, character=name, amount="2")
    return name


async def fighting(stage: Stage) -> str:
    """A party in its first Round."""
    name = await party(stage)
    await stage.do("party clock", by=stage.gm, party=name, unit="round")
    return name


async def carted(stage: Stage) -> dict[str, Any]:
    """A party with a mule."""
    name = await party(stage)
    await stage.do("pack beast", by=stage.gm, party=name, what="mule", name="Bess")
    return {"party": name, "which": "Bess"}


async def formed(stage: Stage) -> dict[str, Any]:
    """A party's name, and who goes."""
    return {"name": stage.fresh_name(), "who": await _two(stage), "spokesperson": None}


async def reordered(stage: Stage) -> dict[str, Any]:
    """A party's members, the other way round."""
    first, second = await character(stage), await character(stage)
    together = await party(stage, first, second)
    return {"party": together, "who": f"{second},{first}", "spokesperson": None}


FOUND: dict[str, Finding] = {"character": _character, "party": _party, "site": _site}
GIVEN: dict[str, Given] = {
    "sov new": {"name": Stage.fresh_name, "henchman_of": None},
    "sov set": {"strength": 15},
    "sov roll": {"roll": "DEX/Sneak"},
    "sov try": {"what": "Sneak past", "roll": "DEX/Sneak", "failure": "The guard turns."},
    "sov odds": {"roll": "DEX/Sneak"},
    "sov ask": {"who": _two, "roll": "Evasion", "why": "Falling rocks"},
    "sov group": {"who": _two, "roll": "DEX/Sneak", "roller": None},
    "sov effect": {"effect": "Haste", "lasts": 3},
    "sov pc counter": {"counter": "Charges", "most": 3},
    "sov pc return": {"character": retired},
    "sov pc portrait": {"address": "https://example.org/face.png"},
    "sov pc import": {"file": lambda stage: sheet_file(stage.fresh_name())},
    "sov npc reveal": {"known": "named"},
    "sov harm damage": {"amount": "3"},
    "sov harm poison": {"poison": "Pit viper", "deadly": True},
    "sov care heal": {"character": hurt, "amount": "2"},
    "sov care strain": {"amount": 1},
    "sov care stabilize": {"patient": dying},
    "sov care first-aid": {"patient": hurt},
    "sov care treat": {"patient": frail},
    "sov care poison": {"patient": poisoned},
    "party new": formed,
    "party set": reordered,
    "party fight-over": {"party": fighting},
    "party travel": {"miles": 100},
    "pack add": {"thing": "Lantern"},
    "pack coins": {"amount": 20, "to": None},
    "pack drag": dragged,
    "pack beast": {"what": "mule", "paid_by": None},
    "pack part": carted,
    "site set": {"frequency": "1"},
    "site room edit": {"room": "Hall", "notes": "Dusty."},
    "site room remove": {"room": "Hall"},
    "site thing edit": {"thing": "Pit", "damage": "2d6"},
    "site thing remove": {"thing": "Pit"},
    "site table": {"file": lambda _stage: File("encounters.csv", b"what\nGoblins\nOgre\n")},
}
