"""Nothing that anybody but the game masters can see tells what a dungeon's Turns drew.

One evening is played again and again with other secrets: dice, frequency, alarm, tables, hidden things, and
what became of a hit. All that Discord is sent for other eyes is compared, byte for byte and in order; so are
the number of entries, of outbox rows, and of statements in each transaction.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.storage.models import campaigns, outbox
from bot.systems.sovereign.dungeon import Sort
from bot.systems.sovereign.sites.rules import AddThing
from bot.systems.sovereign.sites.tables import WriteTable
from tests.beginnings import GENEROUS
from tests.bench.statements import recorded
from tests.databases import Templates
from tests.harness.inputs import components
from tests.harness.world import Json
from tests.proofs.readers import GAME_MASTERS_CHANNEL, reader
from tests.stages import Stage
from tests.systems.sovereign.stock import character, party, record_of

# When something was said is the minute of the test.
_TIME = re.compile(r"<t:[0-9]+")
_SNOWFLAKE = re.compile(r"[0-9]{17,}")


@dataclass(frozen=True)
class Secrets:
    """What only the game masters know, and what they do with it."""

    seed: int = 1
    name: str = "Kzbarrow"
    frequency: str = "none"
    alarm: str = "none"
    table: str = "Kzghouls"
    things: tuple[tuple[str, Sort], ...] = (("Kzniche", Sort.HIDDEN), ("Kzdart", Sort.TRAP))
    # The thing that they come near in each deed that is resolved.
    near: tuple[str, ...] = ("", "", "")
    encounter: str = "drop"


QUIET = Secrets()
OTHERS = {
    "seed": Secrets(seed=2),
    "every Turn": Secrets(frequency="1", seed=6),
    "every Turn, kept": Secrets(frequency="1", seed=3, encounter="keep"),
    "alarmed": Secrets(frequency="6", alarm="1", seed=4),
    "another table": Secrets(
        seed=8, frequency="1", table="1-2 Kzwolves | 2d4\n3-6 Kzrain | event", name="Kzcrypt"
    ),
    "other things": Secrets(
        things=(("Kzdoor", Sort.DOOR), ("Kzpit", Sort.TRAP)), near=("Kzpit", "", "Kzpit")
    ),
    "something near": Secrets(near=("Kzniche", "Kzdart", "Kzniche")),
}


@dataclass
class Seen:
    """An evening as everybody else saw it, and what can be counted of it."""

    sent: list[str] = field(default_factory=list)
    entries: list[tuple[int, str]] = field(default_factory=list)
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    statements: list[int] = field(default_factory=list)
    # For the game masters: how many hits there were, to see that the evenings differ at all.
    hits: int = 0


async def evening(stage: Stage, secrets: Secrets) -> Seen:
    """Twelve presses of a delve, and then its players look everywhere."""
    await _seed(stage, secrets.seed)
    crew = [await character(stage), await character(stage, by=stage.wren)]
    together = await party(stage, *crew)
    site = await _prepared(stage, secrets)
    began = len(stage.server.calls)
    seen = Seen()
    with recorded() as transactions:
        await _delve(stage, secrets, together, site, crew)
        await stage.settle()
        seen.statements = [len(each.statements) for each in transactions if each.is_action]
    await _look(stage, crew)
    # The pretend Discord numbers its messages by its own clock: what counts is which is which.
    messages = {str(id_): f"<message {n}>" for n, id_ in enumerate(sorted(stage.server.messages.kept))}
    for call in stage.server.calls[began:]:
        who = reader(stage, call)
        if who not in (GAME_MASTERS_CHANNEL, stage.gm.id):
            files = [file.data.hex() for file in call.files]
            text = json.dumps([str(who), call.path, call.payload, files], sort_keys=True)
            text = _SNOWFLAKE.sub(lambda found: messages.get(found[0], found[0]), text)
            seen.sent.append(_TIME.sub("<t:0", text))
    entries = await stage.entries()
    seen.entries = [(each.number, each.action) for each in entries]
    told = [event for each in entries for event in json.loads(each.events)]
    seen.hits = sum(map(_is_hit, told))
    # In which order two cards of one entry are redrawn is the database's business.
    query = sa.select(outbox.c.entry, outbox.c.audience, outbox.c.kind)
    seen.rows = sorted(map(tuple, await stage.bot.database.read(lambda c: c.execute(query).all())))
    return seen


def _facts(event: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = event.get("facts", event)
    return found


def _is_hit(event: Mapping[str, Any]) -> bool:
    """Whether it tells of a check that came to an encounter."""
    facts = _facts(event)
    comes = facts.get("values", {}).get("comes", {})
    return bool(facts.get("hits") or comes.get("values", {}).get("hits"))


async def _seed(stage: Stage, n: int) -> None:
    """Another secret seed. Its seal, long since published, isn't looked at here."""
    seed = bytes([n]) * 32
    await stage.bot.database.write(lambda c: c.execute(campaigns.update().values(secret_seed=seed)))


async def _prepared(stage: Stage, secrets: Secrets) -> str:
    """The site, in as many entries whatever there is in it."""
    await stage.do("site new", by=stage.gm, name=secrets.name, frequency=secrets.frequency)
    await stage.settle()
    site = await record_of(stage, secrets.name, "site")
    await _act(stage, WriteTable(site=RecordId(site), text=secrets.table))
    for name, sort in secrets.things:
        await _act(stage, AddThing(site=RecordId(site), name=name, sort=sort))
    return secrets.name


async def _act(stage: Stage, action: Any) -> None:
    request = stage.request(int(stage.slash("site list", by=stage.gm)["id"]))
    await stage.bot.play.act(Actor(stage.gm.id), request, action)
    await stage.settle()


async def _delve(stage: Stage, secrets: Secrets, together: str, site: str, crew: Sequence[str]) -> None:
    gm, deacon, wren = stage.gm, stage.deacon, stage.wren
    near = iter(secrets.near)

    async def do(path: str, by: Any, **options: Any) -> Json:
        found = (await stage.do(path, by=by, **options)).answer.data
        await stage.settle()
        return found

    async def resolve(who: str) -> None:
        # What isn't given comes as nothing: the same options each time.
        options: dict[str, Any] = {"thing": thing} if (thing := next(near)) else {}
        await do("delve resolve", gm, who=who, **options)

    async def advance() -> None:
        shown = await do("delve advance", gm, encounter=secrets.encounter, why="they pass by")
        (offer,) = [part["custom_id"] for part in components(shown) if part.get("label") == "Next Turn"]
        await stage.feeder.deliver(stage.say.press(offer, user=gm))
        await stage.settle()

    await do("delve enter", gm, party=together, site=site, room="Stair", called="The Barrow")
    await do("delve act", deacon, character=crew[0], what="search", how="the stair")
    await resolve(crew[0])
    await advance()
    await do("site set", gm, site=site, frequency=secrets.alarm, notes="heard")
    await do("delve door", gm, name="oak door", shut="locked")
    await do("delve act", wren, character=crew[1], what="batter", door="oak door")
    await do("delve act", deacon, character=crew[0], what="move", how="on")
    await resolve(crew[0])
    await do("delve listen", deacon, character=crew[0], door="oak door")
    await advance()
    await do("delve ahead", gm, turns=4)
    await do("delve publish", gm, turn=5)
    await do("delve act", deacon, character=crew[0], what="search", how="the hall")
    await resolve(crew[0])
    await advance()
    last = len(await stage.entries())
    undo = await do("undo", gm, entry=last - 1)
    (button,) = [part["custom_id"] for part in components(undo) if "undo|" in part.get("custom_id", "")]
    await stage.feeder.deliver(stage.say.press(button, user=gm))
    await stage.settle()
    await advance()


async def _look(stage: Stage, crew: Sequence[str]) -> None:
    """Everything players can ask for."""
    looks: list[tuple[str, Mapping[str, Any]]] = [
        ("journal", {}), ("waiting", {}), ("sov turn", {}), ("dice list", {}), ("dice fairness", {}),
        ("dice stats", {}), ("help", {}), ("dice verify", {}), ("dice verify", {"secret": True}),
        ("sov sheet", {"character": crew[0]}), ("party show", {}), ("site list", {}), ("site show", {}),
    ]  # fmt: skip
    for person in (stage.deacon, stage.wren):
        for path, options in looks:
            await stage.do(path, by=person, **options)
        for number in range(1, len(await stage.entries()) + 1):
            await stage.do("undo", by=person, entry=number)
        for path, option in (("delve enter", "site"), ("delve reveal", "thing"), ("delve resolve", "thing")):
            asked = stage.say.autocomplete(path, {option: ""}, focused=option, user=person)
            await stage.feeder.deliver(asked)


async def _played(engine: str, templates: Templates, folder: Path, secrets: Secrets) -> Seen:
    folder.mkdir()
    async with GENEROUS.taken_up(templates, engine, folder) as stage:
        return await evening(stage, secrets)


@pytest.mark.evening
async def test_nobody_learns_what_the_turns_drew(engine: str, templates: Templates, tmp_path: Path) -> None:
    quiet = await _played(engine, templates, tmp_path / "quiet", QUIET)
    assert len(quiet.sent) > 40
    assert not any("Kz" in each for each in quiet.sent)
    for n, (what, secrets) in enumerate(OTHERS.items()):
        other = await _played(engine, templates, tmp_path / str(n), secrets)
        assert other.hits or secrets.frequency != "1", f"{what}: nothing was met"
        assert other.entries == quiet.entries, what
        assert other.rows == quiet.rows, what
        assert other.statements == quiet.statements, what
        for one, two in zip(quiet.sent, other.sent, strict=True):
            assert one == two, what
