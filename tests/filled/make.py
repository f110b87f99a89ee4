"""Write a filled database of each engine as today's code leaves it: `python -m tests.filled.make NAME`.

Each closed issue leaves one here; later code must migrate it and play on. They are never written anew. One by
the name of what it is about holds only that; any other holds every action once.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from bot.storage.address import Address
from bot.storage.models import outbox
from bot.storage.schema import migrate_database
from bot.systems.kingdom.book import Step, Terrain
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.settings import ROUTINE_STEPS
from bot.systems.table.settings.rules import EDITS
from tests.filled.barrows import fill_barrows
from tests.filled.declared import fill_declared
from tests.filled.dumps import file_of, write_dump
from tests.filled.dungeon import fill_dungeon
from tests.filled.paces import fill_paces
from tests.filled.reigns import fill_reigns
from tests.filled.towns import fill_towns
from tests.harness.inputs import components
from tests.harness.world import Person
from tests.playbooks import GAMES_OF_TESTS, scenarios
from tests.stages import Stage, be_generous, begin_campaign, open_stage
from tests.systems.adventuria.changes_playbook import crowded, owing
from tests.systems.adventuria.playbook import answerable, offered, opened
from tests.systems.kingdom.land_playbook import imported
from tests.systems.kingdom.losses_playbook import split
from tests.systems.kingdom.months_playbook import at_outcome, chosen
from tests.systems.kingdom.stock import act
from tests.systems.second_kingdom.attack_playbook import until
from tests.systems.second_kingdom.challenges_playbook import rolled
from tests.systems.second_kingdom.stock import challenge
from tests.systems.table.playbook import deciding, listed
from tests.throwaway import administer, create_postgres


async def _leave(stage: Stage, person: Person) -> None:
    """Take somebody out who may be in it."""
    shown = (await stage.do("campaign leave", by=person)).answer.data
    for part in components(shown):
        if str(part.get("label", "")).startswith("Leave"):
            await stage.feeder.deliver(stage.say.press(str(part["custom_id"]), user=person))


async def fill(stage: Stage) -> None:
    """Every action once, an undo, a redo, two chapters of dice, secrets, and things that still wait."""
    await begin_campaign(stage)
    await be_generous(stage)
    wanted = [name for name in scenarios() if not name.startswith("lantern")]
    # They need a channel that the second campaign takes.
    wanted.sort(key=lambda name: not name.endswith(("BindChannel", "UnbindChannel")))
    for name in wanted:
        # Whoever an earlier scenario took out of the campaign is needed again, and who joined it is not.
        for player in (stage.deacon, stage.wren):
            await stage.do("campaign join", by=player)
        await _leave(stage, stage.stranger)
        # Nor may what others are about to do wait for approval.
        await stage.feeder.deliver(await deciding(stage, EDITS, EDITS.default))
        payload = await scenarios()[name].payload(stage)
        await stage.feeder.deliver(payload)
        if not await stage.of(payload):
            raise AssertionError(f"{name} came to nothing")
    await _end_chapter(stage)
    for command in ("undo", "redo"):
        await stage.do(command, by=stage.gm)
        await stage.feeder.deliver(stage.say.press(*_newest(stage), user=stage.gm))
    await stage.feeder.deliver(await deciding(stage, EDITS, EDITS.default))
    await challenge(stage, hide=True)
    await rolled(stage)
    await challenge(stage, rating=4)
    for step in ("assign", "guard"):
        await until(stage, step)
    await _adventures(stage)
    await _kingdoms(stage)
    await stage.do("roll", by=stage.deacon, dice="2d6+1 hop", secrecy="hidden")
    await stage.do("campaign invite", by=stage.gm, person=stage.world.person(9))
    await stage.settle()


async def _adventures(stage: Stage) -> None:
    """Of Adventuria: what to decide, an offer, dice that can be rolled anew, and a fight to go on with."""
    await crowded(stage)
    await owing(stage)
    await offered(stage)
    await answerable(stage)
    await opened(stage)
    await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))


async def _kingdoms(stage: Stage) -> None:
    """Steps open together, a territory, an event, a file, a draft, and what players don't see."""
    await stage.feeder.deliver(await deciding(stage, ROUTINE_STEPS, ROUTINE_STEPS.options[1].value))
    await act(stage, SkipTo(await split(stage), Step.LEADERSHIP, "Winter"))
    await at_outcome(stage)
    await chosen(stage)
    in_fog = SetHexes("700,-700", Terrain.MARSH, label="Kzfen", secret="Kztroll", is_revealed=False)
    await act(stage, in_fog)
    await imported(stage)
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


# Those that are about something.
ABOUT = {
    "towns": fill_towns,
    "declared": fill_declared,
    "sovereign": fill_barrows,
    "dungeon": fill_dungeon,
    "reigns": fill_reigns,
    "paces": fill_paces,
}


async def make(name: str, address: Address, folder: Path) -> None:
    """Migrate, fill and close."""
    await migrate_database(address, folder=folder, keep=1)
    async with open_stage(address, packages=GAMES_OF_TESTS, begin=False) as stage:
        await ABOUT.get(name, fill)(stage)
        await stage.bot.database.write(_tidy)


def _tidy(connection: sa.Connection) -> None:
    """Leave out what is long done: each change of a map had redrawn a card of every kingdom on it."""
    is_done = (outbox.c.kind == "refresh") & outbox.c.done_at.is_not(None)
    connection.execute(outbox.delete().where(is_done))


def write_sqlite(name: str, folder: Path) -> None:
    """Leave `NAME.sqlite.sql.xz`."""
    file = folder / "filled.db"
    asyncio.run(make(name, Address.of_file(file), folder))
    with closing(sqlite3.connect(file)) as connection:
        write_dump(file_of(name, "sqlite"), "\n".join(connection.iterdump()) + "\n")


def write_postgres(name: str, folder: Path) -> None:
    """Leave `NAME.postgres.sql.xz`."""
    address = asyncio.run(_filled_postgres(name, folder))
    dump = subprocess.run(
        ["pg_dump", "--inserts", "--no-owner", "--no-privileges"],
        env=os.environ | address.libpq_environment(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    asyncio.run(administer(f"DROP DATABASE {address.url.database} WITH (FORCE)"))
    # psql's own commands and settings a newer or older server may not know.
    skipped = ("\\", "SET transaction_timeout", "--")
    lines = [line for line in dump.splitlines() if line and not line.startswith(skipped)]
    write_dump(file_of(name, "postgres"), "\n".join(lines) + "\n")


async def _filled_postgres(name: str, folder: Path) -> Address:
    address = await create_postgres()
    await make(name, address, folder)
    return address


if __name__ == "__main__":
    place = Path(tempfile.mkdtemp())
    write_sqlite(sys.argv[1], place)
    write_postgres(sys.argv[1], place)
    shutil.rmtree(place)
