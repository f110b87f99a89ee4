"""What a site and an encounter hide: all of the one, and of the other who they really are."""

from __future__ import annotations

from collections.abc import Iterable

from bot.systems.sovereign.dungeon import Hit
from tests.harness.inputs import components
from tests.harness.world import File, Person
from tests.proofs.canaries import Canary, Secrets
from tests.proofs.readers import GAME_MASTERS_CHANNEL
from tests.stages import Stage
from tests.systems.sovereign.stock import encounter, waiting_delve
from tests.systems.table.playbook import listed

SHOWING = ("site show", "site export", "site table", "site end")


async def hide_sites(evening: Secrets) -> None:
    """Names are told in the game masters' channel; notes and tables only to who looks."""
    stage = evening.stage
    leaders = (stage.gm, evening.people["game_master"], GAME_MASTERS_CHANNEL)

    def secret(label: str, *must: Person | str) -> str:
        return _said(evening.canary(label, leaders, must or {GAME_MASTERS_CHANNEL}))

    crypt = secret("crypt")
    former = secret("former")
    await stage.do("site new", by=stage.gm, name=former, notes=secret("sitenotes", stage.gm))
    await stage.do("site show", by=stage.gm, site=former)
    await stage.do("site set", by=stage.gm, site=former, name=crypt, frequency="1")
    hall = secret("hall")
    room = {"name": hall, "notes": secret("roomnotes", stage.gm)}
    await stage.do("site room add", by=stage.gm, site=crypt, **room)
    idol = {"name": secret("idol"), "sort": "hidden", "room": hall, "notes": secret("idolnotes", stage.gm)}
    await stage.do("site thing add", by=stage.gm, site=crypt, **idol)
    door = {"name": secret("door"), "sort": "door", "room": hall}
    await stage.do("site thing add", by=stage.gm, site=crypt, **door)
    await stage.do("site thing edit", by=stage.gm, site=crypt, thing=door["name"], name=secret("gate"))
    await _filed(stage, crypt, secret("csvrow", stage.gm))
    await stage.do("site show", by=stage.gm, site=crypt)
    await _pasted(stage, crypt, secret("pasted", stage.gm))
    await stage.do("site show", by=stage.gm, site=crypt)
    await _taken_back(stage, crypt, secret("backroom"))
    mill = secret("ended")
    await stage.do("site new", by=stage.gm, name=mill)
    await stage.do("site end", by=stage.gm, site=mill)
    await stage.settle()


async def hide_encounters(evening: Secrets) -> None:
    """Who is met really, as it was written or drawn; and who waits to be met."""
    stage = evening.stage
    leaders = (stage.gm, evening.people["game_master"], GAME_MASTERS_CHANNEL)
    note = _said(evening.canary("met", leaders, {GAME_MASTERS_CHANNEL}))
    drawn = _said(evening.canary("drawn", leaders, {GAME_MASTERS_CHANNEL}))
    waits = _said(evening.canary("waits", leaders, ()))
    await encounter(stage, note=note, number=3, kind="fiend")
    await stage.feeder.deliver(stage.press("Talk", by=stage.deacon))
    await stage.settle()
    await stage.feeder.deliver(await stage.gm_press("Roll their reaction"))
    await stage.settle()
    delve = await waiting_delve(stage, Hit(1, drawn, 2), Hit(1, waits, 2))
    await stage.do("sov turn", by=stage.gm, delve=delve)
    await stage.do("party encounter spring", by=stage.gm, delve=delve, title="Steps")
    await stage.settle()


def _said(canary: Canary) -> str:
    return f"{canary.label} {canary.number}"


async def _filed(stage: Stage, site: str, what: str) -> None:
    file = File(f"{what}.csv", f"what,kind\n{what},giant\n".encode())
    shown = (await stage.do("site table", by=stage.gm, site=site, file=file)).answer.data
    await stage.feeder.deliver(stage.say.press(listed(shown, "offer|"), user=stage.gm))
    await stage.settle()


async def _pasted(stage: Stage, site: str, what: str) -> None:
    form = (await stage.do("site table", by=stage.gm, site=site)).answer.data
    texts = {"text": f"1-3 {what} | 2d4\n4-6 Nothing | event"}
    await stage.feeder.deliver(stage.say.modal_submit(form["custom_id"], texts, user=stage.gm))
    await stage.settle()


async def _taken_back(stage: Stage, site: str, room: str) -> None:
    """A room of which the journal tells twice more."""
    await stage.do("site room add", by=stage.gm, site=site, name=room)
    await stage.settle()
    for path in ("undo", "redo"):
        shown = (await stage.do(path, by=stage.gm)).answer.data
        await stage.feeder.deliver(stage.say.press(listed(shown, "undo|"), user=stage.gm))
        await stage.settle()


async def look_at_sites(stage: Stage, by: Person, labels: Iterable[str]) -> None:
    """Every command that shows something of sites, what a name could find, and every button of a site."""
    await stage.do("site list", by=by)
    await stage.do("party encounter show", by=by)
    for typed in (None, *(label.upper() for label in labels)):
        named = {} if typed is None else {"site": typed}
        for path in SHOWING:
            await stage.do(path, by=by, **named)
        for path in ("site room add", "site new"):
            await stage.do(path, by=by, name="Attic" if typed is None else typed)
    seen = {
        str(part.get("custom_id"))
        for call in stage.server.calls
        for part in components(call.data)
        if str(part.get("custom_id", "")).startswith("fill|")
    }
    for custom_id in sorted(seen):
        await stage.feeder.deliver(stage.say.press(custom_id, user=by))
