"""What a delve hides: encounters drawn and rolled ahead, what became of them, who was near what."""

from __future__ import annotations

from collections.abc import Iterable

from tests.harness.inputs import components
from tests.harness.world import Person
from tests.loaded import loaded
from tests.proofs.canaries import Secrets
from tests.proofs.readers import GAME_MASTERS_CHANNEL
from tests.stages import Stage
from tests.systems.sovereign.stock import DOOR, character
from tests.systems.table.playbook import listed

CAVE = "The Cave"
# A die that is no encounter, and one that is; then the line of the table.
MISS, HIT = 6, 1
ENCOUNTERS = ("wanderer", "future", "revoked", "returned", "noise")
TYPED = {
    "delve act": {"what": "search"},
    "delve plan": {"what": "search"},
    "delve listen": {},
    "delve door": {},
    "delve reveal": {},
}
CONTROLS = ("sov_act|", "sov_pass|", "sov_call|", "sov_silent|", "sov_resolve|")


async def hide_delves(evening: Secrets) -> None:
    """Encounters of every sort, a trap that goes off and a niche that nobody may have noticed."""
    stage = evening.stage
    leaders = (stage.gm, evening.people["game_master"], GAME_MASTERS_CHANNEL)

    def secret(label: str) -> str:
        made = evening.canary(label, leaders, {GAME_MASTERS_CHANNEL})
        return f"{made.label} {made.number}"

    met = [secret(each) for each in ENCOUNTERS]
    lair, pit, niche = secret("lair"), secret("pit"), secret("niche")
    await _prepared(stage, lair, met, pit, niche)
    first, second = await character(stage), await character(stage)
    names = {"name": "The Lanterns", "who": f"{first},{second}", "spokesperson": first}
    await stage.do("party new", by=stage.gm, **names)
    with loaded(HIT, 1):
        await stage.do("delve enter", by=stage.gm, party="The Lanterns", site=lair, called=CAVE)
    await stage.settle()
    with loaded(MISS):
        await _advanced(stage, why=secret("reason"))
    with loaded(HIT, 2, MISS):
        await stage.do("delve ahead", by=stage.gm, delve=CAVE, turns=2)
    await stage.do("delve publish", by=stage.gm, delve=CAVE, turn=3)
    with loaded(HIT, 3):
        await stage.do("delve ahead", by=stage.gm, delve=CAVE, turns=1)
    await stage.do("delve publish", by=stage.gm, delve=CAVE, turn=3)
    with loaded(HIT, 4):
        await _advanced(stage)
    await _taken_back(stage)
    for name, thing in ((first, pit), (second, niche)):
        await stage.do("delve act", by=stage.deacon, delve=CAVE, character=name, what="search")
        resolved = {"who": name, "thing": thing, "certain": True}
        await stage.do("delve resolve", by=stage.gm, delve=CAVE, **resolved)
    await stage.do("delve door", by=stage.gm, delve=CAVE, name=DOOR, shut="locked")
    with loaded(MISS):
        await _advanced(stage)
    with loaded(HIT, 5):
        battering = {"character": second, "what": "batter", "door": DOOR}
        await stage.do("delve act", by=stage.deacon, delve=CAVE, **battering)
    await stage.settle()
    await stage.do("sov turn", by=stage.gm, delve=CAVE)
    await _in_the_dark(stage, secret("watcher"))


async def _prepared(stage: Stage, lair: str, met: Iterable[str], pit: str, niche: str) -> None:
    """A check every Turn, and a line for each encounter."""
    await stage.do("site new", by=stage.gm, name=lair, frequency="1")
    form = (await stage.do("site table", by=stage.gm, site=lair)).answer.data
    text = "\n".join(f"{n} {what}" for n, what in enumerate(met, 1))
    await stage.feeder.deliver(stage.say.modal_submit(form["custom_id"], {"text": text}, user=stage.gm))
    trap = {"name": pit, "sort": "trap", "damage": "2d6", "single_use": True}
    await stage.do("site thing add", by=stage.gm, site=lair, **trap)
    await stage.do("site thing add", by=stage.gm, site=lair, name=niche, sort="hidden")
    await stage.settle()


async def _advanced(stage: Stage, **options: str) -> None:
    shown = (await stage.do("delve advance", by=stage.gm, delve=CAVE, **options)).answer.data
    await stage.feeder.deliver(stage.say.press(listed(shown, "offer|"), user=stage.gm))
    await stage.settle()


async def _taken_back(stage: Stage) -> None:
    """The Turn just begun, of which the journal tells twice more."""
    for path in ("undo", "redo"):
        shown = (await stage.do(path, by=stage.gm)).answer.data
        await stage.feeder.deliver(stage.say.press(listed(shown, "undo|"), user=stage.gm))
        await stage.settle()


async def _in_the_dark(stage: Stage, name: str) -> None:
    """One of the game master's own, whom nobody knows, lights a torch."""
    await stage.do("sov npc add", by=stage.gm, name=name, hd=1)
    await stage.do("party pack light", by=stage.gm, character=name, no_pack=True)
    await stage.settle()


async def look_at_delves(stage: Stage, by: Person, labels: Iterable[str]) -> None:
    """Every command that shows or asks for something of a delve, and every button of one."""
    for path in ("sov turn", "party show"):
        await stage.do(path, by=by)
    for text in (label.upper() for label in labels):
        for path, given in TYPED.items():
            named = {"delve reveal": "thing", "delve door": "name"}.get(path, "door")
            await stage.do(path, by=by, **given, **{named: text})
        await stage.do("sov turn", by=by, delve=text)
        await stage.do("delve resolve", by=by, who="party", thing=text)
        await stage.do("party pack light", by=by, character=text)
    seen = {
        str(part.get("custom_id"))
        for call in stage.server.calls
        for part in components(call.data)
        if str(part.get("custom_id", "")).startswith(CONTROLS)
    }
    for custom_id in sorted(seen):
        await stage.feeder.deliver(stage.say.press(custom_id, user=by))
