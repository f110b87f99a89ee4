"""What scenarios of Sovereign begin with: characters, parties, kits, somebody dying or Frail."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.engine.people import Actor
from bot.engine.system import Record, RecordId, Scope, Want
from bot.play.commit import store
from bot.play.session import open_session
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.dungeon import Delve, Hit, Member, Site
from bot.systems.sovereign.people.files import CHARACTER_FILE, CharacterFile, FileItem, ImportCharacter
from bot.systems.sovereign.sites.rules import SITE
from bot.systems.sovereign.state import Tool
from tests.harness.world import File, Json, Person
from tests.stages import Stage

DOOR = "Oak door"
KIT = FileItem("Kit", 1000, 1, is_readied=True, tool=Tool.HEALER)
SHEET: dict[str, Any] = {
    "title": "Warrior",
    "strength": 14,
    "dexterity": 12,
    "constitution": 13,
    "skills": {"stab": 1, "heal": 1, "exert": 0, "notice": 0},
    "max_hp": 12,
    "items": (KIT, FileItem("Rope", 2000)),
    "coins": 150,
}


def sheet_file(name: str, **changes: Any) -> File:
    """The file of somebody of that name."""
    return File("character.json", CHARACTER_FILE.write(CharacterFile(name, **{**SHEET, **changes})))


async def character(stage: Stage, by: Person | None = None, **changes: Any) -> str:
    """Somebody of Deacon's, or another's."""
    name, who = stage.fresh_name(), by or stage.deacon
    request = stage.request(int(stage.slash("sov pc import", by=who)["id"]))
    action = ImportCharacter(who.id, CharacterFile(name, **{**SHEET, **changes}))
    await stage.bot.play.act(Actor(who.id), request, action)
    await stage.settle()
    return name


async def npc(stage: Stage, **options: Any) -> str:
    """One of the game master's own, hidden unless told otherwise."""
    name = stage.fresh_name()
    await stage.do("sov npc add", by=stage.gm, name=name, **options)
    return name


async def party(stage: Stage, *members: str) -> str:
    """A party of two, or of those."""
    names = members or (await character(stage), await character(stage))
    name = stage.fresh_name()
    await stage.do("party new", by=stage.gm, name=name, who=",".join(names))
    await stage.settle()
    return name


async def dying(stage: Stage, *, is_alone: bool = False) -> str:
    """Somebody Mortally Injured, beside another of Deacon's who has a kit, or with nobody."""
    name = await character(stage)
    if not is_alone:
        await party(stage, name, await character(stage))
    await stage.do("sov harm damage", by=stage.gm, character=name, amount="20")
    await stage.settle()
    return name


async def frail(stage: Stage, *, goes: bool = False) -> str:
    """Somebody Frail; with `goes`, in a party."""
    name = await dying(stage, is_alone=True)
    await stage.do("sov care heal", by=stage.gm, character=name, amount="1", stabilizes=True)
    together = await party(stage, name, await character(stage))
    await stage.do("party clock", by=stage.gm, party=together, unit="turn")
    if not goes:
        await stage.do("party end", by=stage.gm, party=together)
        await stage.feeder.deliver(stage.press("Split a party up", by=stage.gm))
    await stage.settle()
    return together if goes else name


async def site(stage: Stage) -> str:
    """A site with a room and a trap in it."""
    name = stage.fresh_name()
    await stage.do("site new", by=stage.gm, name=name)
    await stage.do("site room add", by=stage.gm, site=name, name="Hall")
    await stage.do("site thing add", by=stage.gm, site=name, name="Pit", sort="trap", room="Hall")
    return name


class Delving(NamedTuple):
    """A delve under way: what it is called, its party, and who goes along; the first of them calls."""

    delve: str
    party: str
    members: tuple[str, ...]


async def delving(stage: Stage, *members: str) -> Delving:
    """Two of Deacon's, or those, in a site, in its first Turn."""
    names = members or (await character(stage), await character(stage))
    together, called = stage.fresh_name(), stage.fresh_name()
    formed = {"name": together, "who": ",".join(names), "spokesperson": names[0]}
    await stage.do("party new", by=stage.gm, **formed)
    entering = {"party": together, "site": await site(stage), "called": called}
    await stage.do("delve enter", by=stage.gm, **entering)
    await stage.settle()
    return Delving(called, together, names)


async def at_a_door(stage: Stage, shut: str = "locked") -> Delving:
    """The same before a door that they know."""
    there = await delving(stage)
    await stage.do("delve door", by=stage.gm, delve=there.delve, name=DOOR, shut=shut)
    await stage.settle()
    return there


async def poisoned(stage: Stage) -> str:
    """Somebody whose save waits for the medic."""
    name = await character(stage)
    await stage.do("sov harm poison", by=stage.gm, character=name, poison="Pit viper")
    await stage.settle()
    return name


async def record_of(stage: Stage, name: str, kind: str = "character") -> RecordId:
    """The id of whoever is called so, or of a party."""
    scope = Scope(wants=(Want(kind, text=name),))
    view = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)
    return next(each.id for each in view.all(kind))


async def opened(stage: Stage, path: str, by: Person, **options: Any) -> Json:
    """What a command shows privately."""
    return (await stage.do(path, by=by, **options)).answer.data


async def waiting_delve(stage: Stage, *hits: Hit) -> str:
    """A delve of one of Deacon's, written past all rules, with encounters that wait."""
    name, together = stage.fresh_name(), await record_of(stage, await party(stage), "party")
    who = await record_of(stage, await character(stage))
    request = stage.request(int(stage.slash("waiting", by=stage.gm)["id"]))

    def write(connection: Any) -> None:
        session = open_session(connection, stage.bot.play.context, Actor(stage.gm.id), request, lock=True)
        session.load(Scope((together, who)))
        site = Record(session.new_id(), SITE.name, Site(name))
        crew = (Member(who, session.records[who].state.name, stage.deacon.id),)
        channel = stage.world.channels[0].id
        state = Delve(name, channel, site.id, (together,), crew, hits=hits)
        for each in (site, Record(session.new_id(), DELVE.name, state)):
            store(session, SYSTEM.name, each)

    await stage.bot.database.write(write)
    return name


async def encounter(stage: Stage, *members: str, **secret: Any) -> str:
    """Somebody whom a party meets, by what the players see."""
    title, crew = stage.fresh_name(), await party(stage, *members)
    await stage.do("party encounter new", by=stage.gm, title=title, party=crew, **secret)
    await stage.settle()
    return title


async def announced(stage: Stage, reaction: str, *members: str) -> str:
    """They do that, and everybody knows."""
    title = await encounter(stage, *members)
    await stage.feeder.deliver(stage.press("Wait", by=stage.gm))
    await stage.settle()
    await stage.feeder.deliver(await stage.gm_fill("Decide their reaction…", reaction=[reaction]))
    await stage.settle()
    await stage.feeder.deliver(stage.press("Announce", by=stage.gm))
    await stage.settle()
    return title


async def fight(stage: Stage, *members: str) -> str:
    """A fight in its first Round, the party's turn."""
    title = await announced(stage, "combat", *members)
    await stage.feeder.deliver(stage.press("The party goes first", by=stage.gm))
    await stage.settle()
    return title
