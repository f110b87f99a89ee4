"""What a filled database of the dungeon holds: every action of it once, and one of all that can wait.

The Barrow in Turn 5, half way: Mira has said what she does, Bo follows her plan, Odo has a standing order,
Yrsa is at a door, and Sable does nothing unless told. A torch burns, a lantern is out, goblins wait for their
moment. In the Mine Turns are rolled ahead, and at the Well a hit was sprung. Somebody is met at each stage at
which an encounter can wait. `test_dungeon.py` plays on.
"""

from __future__ import annotations

from typing import Any

from bot.engine.people import Actor
from bot.systems.sovereign.people.files import CharacterFile, FileItem, ImportCharacter
from bot.systems.sovereign.state import Tool
from tests.harness.world import Person
from tests.loaded import loaded
from tests.playbooks import scenarios
from tests.stages import Stage, be_generous, begin_campaign
from tests.systems.second_kingdom.stock import challenge
from tests.systems.sovereign.playbook import DELVES, ENCOUNTERS, SITES
from tests.systems.sovereign.stock import SHEET, announced, character, encounter, fight, opened
from tests.systems.table.playbook import listed

BARROW, MINE, WELL = "The Barrow", "The Mine", "The Well"
TABLE = "1-3 Goblins | 2d4\n4-5 Ogre | 1 | 4 HD | giant\n6 A door slams | event"
ITEMS = (
    FileItem("Torch", 1000, 2, tool=Tool.TORCH),
    FileItem("Lantern", 1000, tool=Tool.LANTERN),
    FileItem("Oil", 1000, tool=Tool.OIL),
    FileItem("Picks", 1000, tool=Tool.THIEF),
)


async def fill_dungeon(stage: Stage) -> None:
    """Every action of the chapters, what waits, and a challenge, that the tests of all dumps roll for."""
    await begin_campaign(stage)
    await be_generous(stage)
    wanted = {f"sovereign.{action.__name__}" for action in (*SITES, *DELVES, *ENCOUNTERS)}
    for name in sorted(wanted & set(scenarios())):
        payload = await scenarios()[name].payload(stage)
        await stage.feeder.deliver(payload)
        if not await stage.of(payload):
            raise AssertionError(f"{name} came to nothing")
    await _barrow(stage)
    await _mine(stage)
    await _well(stage)
    await _met(stage)
    await challenge(stage)
    await stage.settle()


async def does(stage: Stage, path: str, by: Person, *dice: int, **options: Any) -> None:
    """A command that must come to something, and the yes where it asks first."""
    payload = stage.slash(path, by=by, **options)
    with loaded(*dice):
        shown = (await stage.feeder.deliver(payload)).answer.data
        done = await stage.of(payload)
        if not done:
            payload = stage.say.press(listed(shown, "offer|"), user=by)
            await stage.feeder.deliver(payload)
            done = await stage.of(payload)
    if not done:
        raise AssertionError(f"{path} came to nothing: {shown}")
    await stage.settle()


async def somebody(stage: Stage, name: str, by: Person) -> str:
    """A character of that name: STR 14, Exert 0, Notice 0, and a pack for the dungeon."""
    file = CharacterFile(name, **{**SHEET, "items": ITEMS})
    request = stage.request(int(stage.slash("sov pc import", by=by)["id"]))
    await stage.bot.play.act(Actor(by.id), request, ImportCharacter(by.id, file))
    return name


async def enters(stage: Stage, called: str, *who: str) -> None:
    """They are in a site where every Turn has its check, in Turn 1."""
    gm, place, together = stage.gm, f"{called} as it is", f"{called}'s party"
    await does(stage, "site new", gm, name=place, frequency="1", notes="Damp.")
    for room in ("Stair", "Hall"):
        await does(stage, "site room add", gm, site=place, name=room, notes="Jars.")
    for options in (
        {"name": "Niche", "sort": "hidden", "room": "Hall", "notes": "Kzgold"},
        {"name": "Pit", "sort": "trap", "room": "Hall", "damage": "2d6", "single_use": True},
        {"name": "Oak door", "sort": "door", "shut": "locked"},
        {"name": "Slab", "sort": "door", "shut": "stuck", "made_of": "metal"},
    ):
        await does(stage, "site thing add", gm, site=place, **options)
    card = await opened(stage, "site show", gm, site=place)
    form = (await stage.feeder.deliver(stage.say.press(listed(card, "sov_site_table|"), user=gm))).answer.data
    written = stage.say.modal_submit(str(form["custom_id"]), {"text": TABLE}, user=gm)
    await stage.feeder.deliver(written)
    formed = {"name": together, "who": ",".join(who), "spokesperson": who[0]}
    await does(stage, "party new", gm, **formed)
    await does(stage, "delve enter", gm, 6, party=together, site=place, room="Stair", called=called)


async def _barrow(stage: Stage) -> None:
    """Four Turns are over, and the fifth is half way."""
    gm, deacon, wren = stage.gm, stage.deacon, stage.wren
    crew = [("Mira", deacon), ("Bo", wren), ("Odo", deacon), ("Yrsa", wren), ("Sable", deacon)]
    await enters(stage, BARROW, *[await somebody(stage, name, by) for name, by in crew])
    here = {"delve": BARROW}
    # Turn 1: a door becomes known, and a lock that holds; a lantern is lit and put out.
    for thing in ("Oak door", "Slab"):
        await does(stage, "delve reveal", gm, **here, thing=thing)
    picking = {"character": "Mira", "what": "pick", "door": "Oak door"}
    await does(stage, "delve act", deacon, **here, **picking)
    await does(stage, "delve resolve", gm, 1, 1, **here, who="Mira")
    for use in ("light", "snuff"):
        await does(stage, "pack light", wren, character="Bo", what="lantern", do=use)
    await does(stage, "delve advance", gm, 6, **here)
    # Turn 2: STR +1 batters wood for 5 Turns, to the end of Turn 6.
    await does(stage, "delve act", wren, 6, **here, character="Yrsa", what="batter", door="Oak door")
    await does(stage, "delve advance", gm, 6, 6, **here)
    # Turn 3: something hidden is near, a trap goes off, and a torch is lit.
    await does(stage, "delve act", deacon, **here, character="Sable", what="move", how="to the hall")
    near = {"who": "Sable", "room": "Hall"}
    await does(stage, "delve resolve", gm, 2, **here, **near, thing="Pit")
    await does(stage, "delve act", deacon, **here, character="Odo", what="move", how="after Sable")
    await does(stage, "delve resolve", gm, 1, 2, **here, who="Odo", room="Hall", thing="Niche")
    await does(stage, "pack light", deacon, character="Mira")
    await does(stage, "delve advance", gm, 6, 5, **here)
    # Turn 4: who says nothing is settled.
    order = {"character": "Odo", "then": "order", "order": "Hold the rear."}
    await does(stage, "delve silent", deacon, **here, **order)
    await does(stage, "delve silent", deacon, **here, character="Sable", then="nothing")
    # The check hits: goblins, 1 + 2 of them; then the die for the door.
    await does(stage, "delve advance", gm, 1, 2, 1, 2, 4, **here)
    # Turn 5, half way.
    await does(stage, "delve plan", deacon, **here, what="move", how="on to the hall")
    await does(stage, "delve act", deacon, **here, character="Mira", what="search", how="the jars")


async def _mine(stage: Stage) -> None:
    """Turns 2 to 4 are rolled ahead: in the third an ogre comes."""
    await enters(stage, MINE, await somebody(stage, "Nim", stage.deacon))
    await does(stage, "delve ahead", stage.gm, 6, 1, 4, 5, delve=MINE, turns=3)


async def _well(stage: Stage) -> None:
    """A hit was sprung: whoever wandered in is met in the delve."""
    await enters(stage, WELL, await somebody(stage, "Hester", stage.deacon))
    await does(stage, "delve advance", stage.gm, 1, 1, 2, 2, delve=WELL)
    await does(stage, "encounter spring", stage.gm, delve=WELL, title="Shapes at the well")


async def _met(stage: Stage) -> None:
    """One encounter at each stage at which it can wait, with what can stand on its card."""
    for reaction in ("ignore", "run"):
        await announced(stage, reaction)
    title = await announced(stage, "parley")
    lever = {"kind": "promise", "what": "Half of the silver"}
    await does(stage, "encounter leverage", stage.gm, encounter=title, **lever)
    title = await announced(stage, "chase")
    await does(stage, "encounter chase", stage.gm, encounter=title, gap=60)
    hinder = stage.fill("Food…", by=stage.gm, what="A goose")
    with loaded(6):
        await stage.feeder.deliver(hinder)
    await stage.settle()
    await announced(stage, "combat")
    title = await fight(stage, *[await character(stage, by) for by in (stage.deacon, stage.wren)])
    await does(stage, "encounter order", stage.gm, encounter=title, order="The chief, Mira")
    both = [await character(stage, by) for by in (stage.deacon, stage.wren)]
    await fight(stage, *both)
    await stage.feeder.deliver(stage.press(f"{both[0]} acted", by=stage.deacon))
    await stage.settle()
    await _objected(stage, "Kzduke")
    await _objected(stage, "Kzduchess")
    with loaded(1, 3):
        await stage.feeder.deliver(stage.press("Roll their reaction", by=stage.gm))
    await stage.settle()


async def _objected(stage: Stage, note: str) -> None:
    """Deacon's would talk, and Wren's sees it differently."""
    both = [await character(stage, by) for by in (stage.deacon, stage.wren)]
    await encounter(stage, *both, number=3, note=note)
    for label, by in (("Talk", stage.deacon), ("Object", stage.wren)):
        await stage.feeder.deliver(stage.press(label, by=by))
        await stage.settle()
