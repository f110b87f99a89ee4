"""What a filled database of Sovereign holds: every action of it once, and one of all that can wait.

A character in the making, a proposal of a player and terms of the game master, a save that one of two has
rolled, a group, poison before its medic, somebody dying, Frail with a save due, and holding their breath
with one asked for; a party with a mule, and effects seen and secret. `test_barrows.py` plays on.
"""

from __future__ import annotations

from bot.systems.sovereign import SYSTEM
from bot.systems.table.settings.rules import EDITS
from tests.playbooks import scenarios
from tests.stages import Stage, be_generous, begin_campaign
from tests.systems.second_kingdom.stock import challenge
from tests.systems.sovereign.playbook import answer, grouped, with_mule
from tests.systems.sovereign.stock import character, dying, frail, npc, party, poisoned
from tests.systems.table.playbook import deciding

TRY = {"what": "Sneak past", "roll": "DEX/Sneak", "failure": "The guard turns."}


async def fill_barrows(stage: Stage) -> None:
    """Every action, what waits, and a challenge, that the tests of all dumps roll for."""
    await begin_campaign(stage)
    await be_generous(stage)
    for name in sorted(name for name in scenarios() if name.startswith(f"{SYSTEM.name}.")):
        payload = await scenarios()[name].payload(stage)
        await stage.feeder.deliver(payload)
        if not await stage.of(payload):
            raise AssertionError(f"{name} came to nothing")
    await stage.feeder.deliver(await deciding(stage, EDITS, EDITS.default))
    await stage.do("sov new", by=stage.deacon, name=stage.fresh_name())
    for by in (stage.deacon, stage.gm):
        await stage.do("sov try", by=by, character=await character(stage), **TRY)
    await _suffering(stage)
    await stage.feeder.deliver(await answer(stage))
    await grouped(stage)
    name = await with_mule(stage)
    await stage.do("sov effect", by=stage.gm, character=name, effect="Haste", lasts=3)
    await stage.do("sov effect", by=stage.gm, character=name, effect="Kzdoom", lasts=9, secret=True)
    await npc(stage, hd=3)
    await challenge(stage)
    await stage.settle()


async def _suffering(stage: Stage) -> None:
    await character(stage)
    await poisoned(stage)
    await dying(stage)
    together = await frail(stage, goes=True)
    await stage.do("party rest", by=stage.gm, party=together, nights=7, sleep="rough", care="nobody")
    await stage.feeder.deliver(stage.press("Rest", by=stage.gm))
    drowning = await character(stage)
    together = await party(stage, drowning)
    await stage.do("sov harm breath", by=stage.gm, character=drowning, underwater=True)
    for _ in range(4):
        await stage.do("party clock", by=stage.gm, party=together, unit="round")
    await stage.settle()
