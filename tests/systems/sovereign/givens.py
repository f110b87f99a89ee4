"""What the commands of Sovereign are given in one use of each."""

from __future__ import annotations

from typing import Any

from bot.engine.declare import Command
from bot.systems.sovereign.dungeon import Hit
from bot.systems.sovereign.people.files import FileItem
from bot.systems.sovereign.state import Tool
from tests.givens import Finding, Given
from tests.harness.world import File
from tests.stages import Stage
from tests.systems.sovereign.stock import (
    DOOR,
    Delving,
    announced,
    at_a_door,
    character,
    delving,
    dying,
    encounter,
    fight,
    frail,
    npc,
    party,
    poisoned,
    sheet_file,
    site,
    waiting_delve,
)


async def _character(stage: Stage, command: Command) -> str:
    return await npc(stage) if command.path.startswith("sov npc") else await character(stage)


async def _party(stage: Stage, _command: Command) -> str:
    return await party(stage)


async def _site(stage: Stage, _command: Command) -> str:
    return await site(stage)


async def dragged(stage: Stage) -> dict[str, Any]:
    """Somebody strong, and somebody who can't walk."""
    return {"character": await character(stage, strength=18, items=()), "whom": await dying(stage)}


async def _two(stage: Stage) -> str:
    return f"{await character(stage)},{await character(stage)}"


async def retired(stage: Stage) -> str:
    """Somebody of Deacon's who left play."""
    name = await character(stage)
    await stage.do("sov pc retire", by=stage.deacon, character=name)
    await stage.feeder.deliver(stage.press("Take a character or NPC out of play", by=stage.deacon))
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
    await stage.do("party pack beast", by=stage.gm, party=name, what="mule", name="Bess")
    return {"party": name, "which": "Bess"}


async def formed(stage: Stage) -> dict[str, Any]:
    """A party's name, and who goes."""
    return {"name": stage.fresh_name(), "who": await _two(stage), "spokesperson": None}


async def reordered(stage: Stage) -> dict[str, Any]:
    """A party's members, the other way round."""
    first, second = await character(stage), await character(stage)
    together = await party(stage, first, second)
    return {"party": together, "who": f"{second},{first}", "spokesperson": None}


async def _delve(stage: Stage, _command: Command) -> str:
    return (await delving(stage)).delve


async def _first(stage: Stage, there: Delving, **more: Any) -> dict[str, Any]:
    return {"delve": there.delve, "character": there.members[0], **more}


async def left(stage: Stage) -> dict[str, Any]:
    """A party in a dungeon."""
    return {"party": (await delving(stage)).party}


async def rolled_ahead(stage: Stage) -> dict[str, Any]:
    """A delve with three Turns that nobody knows of yet, the first of them to be published."""
    there = await delving(stage)
    await stage.do("delve ahead", by=stage.gm, delve=there.delve, turns=3)
    return {"delve": there.delve, "turn": 2}


async def declaring(stage: Stage) -> dict[str, Any]:
    """What the first of two does."""
    return await _first(stage, await delving(stage), what="search", how="the well")


async def battering(stage: Stage) -> dict[str, Any]:
    """Somebody at work on a door."""
    there = await at_a_door(stage)
    given = await _first(stage, there)
    await stage.do("delve act", by=stage.deacon, **given, what="batter", door=DOOR)
    return given


async def another_calls(stage: Stage) -> dict[str, Any]:
    """The second of two."""
    there = await delving(stage)
    return {"delve": there.delve, "character": there.members[1]}


async def silenced(stage: Stage) -> dict[str, Any]:
    """Somebody who does nothing unless they say so."""
    return await _first(stage, await delving(stage), then="nothing", order=None)


async def listening(stage: Stage) -> dict[str, Any]:
    """A door to listen at."""
    return await _first(stage, await at_a_door(stage), door=DOOR)


async def resolving(stage: Stage) -> dict[str, Any]:
    """Somebody who searches."""
    there = await delving(stage)
    given = await _first(stage, there)
    await stage.do("delve act", by=stage.deacon, **given, what="search")
    return {"delve": there.delve, "who": there.members[0], "thing": "Pit", "near": None}


async def with_a_torch(stage: Stage) -> str:
    """Somebody with one torch."""
    return await character(stage, items=(FileItem("Torch", 1000, tool=Tool.TORCH),))


async def _encounter(stage: Stage, _command: Command) -> str:
    return await encounter(stage)


async def sprung(stage: Stage) -> str:
    """A delve in which somebody waits to be met."""
    return await waiting_delve(stage, Hit(1, "Goblins", 3))


async def parleying(stage: Stage) -> str:
    """Somebody who is ready to talk."""
    return await announced(stage, "parley")


FOUND: dict[str, Finding] = {
    "character": _character,
    "party": _party,
    "site": _site,
    "encounter": _encounter,
    "delve": _delve,
}
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
    "party pack add": {"thing": "Lantern"},
    "party pack coins": {"amount": 20, "to": None},
    "party pack drag": dragged,
    "party pack beast": {"what": "mule", "paid_by": None},
    "party pack part": carted,
    "party pack light": {"character": with_a_torch},
    "party always": {"door": "Bo listens first.", "listener": None, "scout": None},
    "delve leave": left,
    "delve publish": rolled_ahead,
    "delve act": declaring,
    "delve stop": battering,
    "delve plan": {"what": "search", "how": "the hall"},
    "delve caller": another_calls,
    "delve silent": silenced,
    "delve listen": listening,
    "delve door": {"name": DOOR},
    "delve reveal": {"thing": "Pit"},
    "delve resolve": resolving,
    "site set": {"frequency": "1"},
    "site room edit": {"room": "Hall", "notes": "Dusty."},
    "site room remove": {"room": "Hall"},
    "site thing edit": {"thing": "Pit", "damage": "2d6"},
    "site thing remove": {"thing": "Pit"},
    "site table": {"file": lambda _stage: File("encounters.csv", b"what\nGoblins\nOgre\n")},
    "party encounter spring": {"delve": sprung},
    "party encounter surprise": {"who": None},
    "party encounter leverage": {"encounter": parleying, "what": "The chief's crown"},
    "party encounter chase": {"encounter": parleying, "gap": 60},
    "party encounter order": {"encounter": fight, "order": "The chief, the others"},
}
