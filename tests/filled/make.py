"""Fill a database with all that can be done: `python -m tests.filled.make NAME` writes one of each engine.

A release leaves one here by its name, as its code fills it: later code must migrate it and play on. It is
never written anew.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.storage.address import Address
from bot.storage.models import outbox
from bot.storage.schema import migrate_database
from bot.systems.kingdom.book import MonthStep, Terrain
from bot.systems.kingdom.founding.rules import EndKingdom
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.settings import ROUTINE_STEPS
from bot.systems.table.settings.rules import EDITS, ChangeSetting
from tests.filled.dumps import file_of, write_dump
from tests.filled.rare import add_kinds, add_rare
from tests.harness.inputs import components
from tests.harness.world import Person
from tests.playbooks import GAMES_OF_TESTS, scenarios
from tests.stages import Stage, be_generous, begin_campaign, open_stage
from tests.systems.adventuria.changes_playbook import crowded, owing
from tests.systems.adventuria.playbook import answerable, offered, opened
from tests.systems.kingdom.items_playbook import unnamed
from tests.systems.kingdom.losses_playbook import at_loss, split
from tests.systems.kingdom.months_playbook import at_outcome, chosen, frozen
from tests.systems.kingdom.stock import act, kingdom_at, spot
from tests.systems.second_kingdom.attack_playbook import until
from tests.systems.second_kingdom.challenges_playbook import rolled
from tests.systems.second_kingdom.stock import challenge, hero
from tests.systems.sovereign.stock import character, frail, party
from tests.systems.table.playbook import deciding, listed
from tests.throwaway import empty_database


async def _leave(stage: Stage, person: Person) -> None:
    """Take somebody out who may be in it."""
    shown = (await stage.do("campaign leave", by=person)).answer.data
    for part in components(shown):
        if str(part.get("label", "")).startswith("Leave"):
            await stage.feeder.deliver(stage.say.press(str(part["custom_id"]), user=person))


async def _settings(stage: Stage) -> dict[str, str]:
    """What the campaign has decided."""
    return dict((await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign.settings)


async def _decide_as(stage: Stage, before: Mapping[str, str]) -> None:
    """Decide again what is decided otherwise than then: a scenario counts on it."""
    now = await _settings(stage)
    for system in stage.bot.play.catalogue.systems.values():
        for each in system.settings:
            if each.of(now) != each.of(before):
                await act(stage, ChangeSetting(each.key, each.of(before), each.of(now)))


async def _end_kingdoms(stage: Stage) -> None:
    """End what a scenario leaves of kingdoms: a change of the map draws the card of each anew."""
    scope = Scope(wants=(Want(KINGDOM.name),))
    seen = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)
    for found in seen.all(KINGDOM.name):
        if found.title != stage.known:
            await act(stage, EndKingdom(found.id, "Over"))


async def fill(stage: Stage) -> None:
    """Every action once, an undo, a redo, two chapters of dice, secrets, and things that still wait."""
    await begin_campaign(stage)
    await be_generous(stage)
    begun = await _settings(stage)
    every = {name: each for name, each in scenarios().items() if not name.startswith("lantern")}
    # They need a channel that the second campaign takes.
    for name in sorted(every, key=lambda name: not name.endswith(("BindChannel", "UnbindChannel"))):
        # Whoever an earlier scenario took out of the campaign is needed again, and who joined it is not.
        for player in (stage.deacon, stage.wren):
            await stage.do("campaign join", by=player)
        await _leave(stage, stage.stranger)
        await _decide_as(stage, begun)
        payload = await every[name].payload(stage)
        await stage.feeder.deliver(payload)
        if not await stage.of(payload):
            raise AssertionError(f"{name} came to nothing")
        await _end_kingdoms(stage)
    await _end_chapter(stage)
    for command in ("undo", "redo"):
        await stage.do(command, by=stage.gm)
        await stage.feeder.deliver(stage.say.press(*_newest(stage), user=stage.gm))
    await _decide_as(stage, begun)
    await challenge(stage, hide=True)
    await rolled(stage)
    await challenge(stage, rating=4)
    for step in ("assign", "guard"):
        await until(stage, step)
    await _adventures(stage)
    await _kingdoms(stage)
    await _sufferings(stage)
    await add_kinds(stage)
    await _proposals(stage)
    await stage.do("roll", by=stage.deacon, dice="2d6+1 hop", secrecy="hidden")
    await stage.do("campaign invite", by=stage.gm, player=stage.world.person(9))
    await stage.settle()
    # What is to be added needs nobody's approval.
    await _decide_as(stage, begun)
    await add_rare(stage)


async def _adventures(stage: Stage) -> None:
    """Of Adventuria: what to decide, an offer, dice that can be rolled anew, and a fight to go on with."""
    await crowded(stage)
    await owing(stage)
    await offered(stage)
    await answerable(stage)
    await opened(stage)
    await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))


async def _kingdoms(stage: Stage) -> None:
    """Months at several steps, a territory, an event, an item without a name, a draft, and what is hidden."""
    for step in (
        MonthStep.STABILITY,
        MonthStep.CONSUMPTION,
        MonthStep.WITHDRAW,
        MonthStep.EVENT,
        MonthStep.CLOSE,
    ):
        await kingdom_at(stage, step)
    await frozen(stage)
    await _decide_as(stage, await _settings(stage) | {ROUTINE_STEPS.key: ROUTINE_STEPS.options[1].value})
    await act(stage, SkipTo(await split(stage), MonthStep.LEADERSHIP, "Winter"))
    await at_outcome(stage)
    await at_loss(stage)
    await unnamed(stage)
    await chosen(stage)
    in_fog = SetHexes("700,-700", Terrain.MARSH, label="Kzfen", secret="Kztroll", is_revealed=False)
    await act(stage, in_fog)
    await stage.settle()


async def _sufferings(stage: Stage) -> None:
    """Of Sovereign: Frail with a save due, and holding their breath with one asked for."""
    together = await frail(stage, goes=True)
    await stage.do("party rest", by=stage.gm, party=together, nights=7, sleep="rough", care="nobody")
    await stage.feeder.deliver(stage.press("Rest", by=stage.gm))
    drowning = await character(stage)
    together = await party(stage, drowning)
    await stage.do("sov harm breath", by=stage.gm, character=drowning, underwater=True)
    for _ in range(4):
        await stage.do("party clock", by=stage.gm, party=together, unit="round")
    await stage.settle()


async def _proposals(stage: Stage) -> None:
    """A claim on Deacon's plan; a change of his that waits for the game master, and one that came back."""
    name = await kingdom_at(stage, MonthStep.HEXES)
    claim = (await stage.do("hex claim", by=stage.deacon, kingdom=name, hex=spot(stage, 1))).answer.data
    await stage.feeder.deliver(stage.say.press(listed(claim, "edict_add|"), user=stage.deacon))
    await stage.feeder.deliver(await deciding(stage, EDITS, "approval"))
    for change in ({"prudence": 7}, {"courage": 5}):
        await stage.do("sk set", by=stage.deacon, hero=await hero(stage), **change)
        await stage.settle()
    await stage.feeder.deliver(await stage.gm_fill("Change…", first="6"))
    await stage.settle()


async def _end_chapter(stage: Stage) -> None:
    asked = (await stage.do("dice reveal", by=stage.gm)).answer.data
    await stage.feeder.deliver(stage.say.press(listed(asked, "reveal|"), user=stage.gm))


def _newest(stage: Stage) -> tuple[str, dict[str, object]]:
    for message in reversed(stage.server.messages.kept.values()):
        for row in message["components"]:
            for part in row["components"]:
                if part["custom_id"].startswith("undo|"):
                    return part["custom_id"], message
    raise LookupError("no preview")


async def make(address: Address, folder: Path) -> None:
    """Migrate, fill and close."""
    await migrate_database(address, folder=folder, keep=1)
    async with open_stage(address, packages=GAMES_OF_TESTS, begin=False) as stage:
        await fill(stage)
        await stage.bot.database.write(_tidy)


def _tidy(connection: sa.Connection) -> None:
    """Leave out what is long done: each change of a map had redrawn a card of every kingdom on it."""
    is_done = (outbox.c.kind == "refresh") & outbox.c.done_at.is_not(None)
    connection.execute(outbox.delete().where(is_done))


async def write(name: str, engine: str, folder: Path) -> None:
    """Leave `NAME.ENGINE.sql.xz`."""
    async with empty_database(engine, folder) as address:
        await make(address, folder)
        write_dump(file_of(name, engine), address)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for each in ("sqlite", "postgres"):
            asyncio.run(write(sys.argv[1], each, Path(place)))
