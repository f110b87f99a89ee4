"""What a map and its kingdoms hide: notes, hexes in the fog, settlements nobody knows, files that wait."""

from __future__ import annotations

import json
from collections.abc import Iterable

from bot.systems.kingdom.events.own import OWN_EVENTS
from tests.harness.inputs import components
from tests.harness.world import File, Person
from tests.proofs.canaries import Canary, Secrets
from tests.proofs.readers import GAME_MASTERS_CHANNEL
from tests.stages import Stage
from tests.systems.kingdom.stock import kingdom
from tests.systems.table.playbook import listed

# Where no scenario draws, but so near that a map of all stays small: in the fog, in the open, and where
# a file draws another.
FOG, OPEN, FILED = "-22,-20", "-21,-20", "-20,-20"
PLACES = (FOG, OPEN, FILED)
SHOWING = (
    "kingdom month",
    "kingdom history",
    "settlement show",
    "edict show",
    "edict armies",
    "kingdom forecast",
    "leader list",
    "edict diplomacy",
)


async def hide_lands(evening: Secrets) -> None:
    """Each is told to game masters in their channel; one is taken back and brought back."""
    stage = evening.stage
    name = await kingdom(stage)

    def secret(label: str) -> Canary:
        leaders = (stage.gm, evening.people["game_master"], GAME_MASTERS_CHANNEL)
        return evening.canary(label, leaders, {GAME_MASTERS_CHANNEL})

    await _set(stage, hexes=OPEN, terrain="forest", revealed=True, secret=_said(secret("note")))
    await _set(stage, hexes=FOG, terrain="marsh", label=_said(secret("label")))
    await _set(stage, hexes=FOG, notes=_said(secret("notes")))
    await _taken_back(evening, secret("undone"))
    hidden = {"hex": OPEN, "name": _said(secret("town")), "hidden": True}
    await stage.do("hex gm settle", by=stage.gm, **hidden)
    placed = {"hex": FOG, "improvement": "road", "reason": _said(secret("road")), "kingdom": name}
    await stage.do("hex gm improve", by=stage.gm, **placed)
    await _file(stage, secret("file"))
    await _own_event(stage, secret("event"), name)
    await _another_kingdom(stage, secret("other"), name)
    await stage.settle()


async def _another_kingdom(stage: Stage, canary: Canary, kingdom: str) -> None:
    """A kingdom that players don't know yet, and what it is to one that they know."""
    said = _said(canary)
    await stage.do("edict gm kingdom", by=stage.gm, kingdom=kingdom, name="Vell")
    told = {"name": said, "note": said, "hidden": True}
    await stage.do("edict gm kingdom", by=stage.gm, kingdom=kingdom, **told)
    bond = {"first": "Vell", "second": said, "bond": "enemies"}
    await stage.do("edict gm bond", by=stage.gm, kingdom=kingdom, **bond)


def _said(canary: Canary) -> str:
    return f"{canary.label} {canary.number}"


async def _set(stage: Stage, **options: object) -> None:
    await stage.do("hex gm set", by=stage.gm, **options)
    await stage.settle()


async def _taken_back(evening: Secrets, canary: Canary) -> None:
    """A label in the fog, of which the journal tells twice more."""
    stage = evening.stage
    await _set(stage, hexes=FOG, secret=_said(canary))
    for path in ("undo", "redo"):
        shown = (await stage.do(path, by=stage.gm)).answer.data
        await stage.feeder.deliver(stage.say.press(listed(shown, "undo|"), user=stage.gm))
        await stage.settle()


async def _file(stage: Stage, canary: Canary) -> None:
    """A file that draws a hex in the fog: shown to whoever brings it, and read."""
    row = f"{FILED},hills,{_said(canary)},{canary.number}"
    data = f"q,r,terrain,label,secret\n{row}\n".encode()
    shown = await stage.do("hex gm import", by=stage.gm, file=File(f"{_said(canary)}.csv", data))
    offers = (str(part.get("custom_id")) for part in components(shown.answer.data))
    offer = next(each for each in offers if each.startswith("offer|"))
    await stage.feeder.deliver(stage.say.press(offer, user=stage.gm))


async def _own_event(stage: Stage, canary: Canary, kingdom: str) -> None:
    """An event of the table's own that players don't know: written, and kept for a coming month."""
    name = _said(canary)
    texts = {
        "name": name,
        "about": name,
        "rules": f"always: nothing; note: {name}",
        "seen_by": "game_masters",
    }
    head = {"waypost": "library", "kind": OWN_EVENTS.key}
    file = File(f"{name}.json", json.dumps(head | {"entries": [texts]}).encode())
    shown = await stage.do("library import", by=stage.gm, kind=OWN_EVENTS.key, file=file)
    offers = (str(part.get("custom_id")) for part in components(shown.answer.data))
    offer = next(each for each in offers if each.startswith("offer|"))
    await stage.feeder.deliver(stage.say.press(offer, user=stage.gm))
    await stage.do("kingdom gm event", by=stage.gm, event=name, kingdom=kingdom, later=True)


async def look_at_kingdoms(stage: Stage, by: Person, labels: Iterable[str]) -> None:
    """Every command that shows something of kingdoms, and those that a secret's place could make talk."""
    for path in SHOWING:
        await stage.do(path, by=by)
    await stage.do("edict set", by=by, taxation="heavy")
    for part in ("whole", "numbers", "leaders", "land", "month"):
        await stage.do("kingdom sheet", by=by, part=part)
    for number in ("economy", "loyalty", "stability", "consumption", "control_dc", "unrest", "treasury"):
        await stage.do("kingdom why", by=by, number=number)
    for format_ in ("csv", "json"):
        await stage.do("hex export", by=by, format=format_)
    # In capitals, and a letter short: what a refusal repeats is no secret told, what it guesses would be.
    typed = [text for label in labels for text in (label.upper(), label.upper()[:-1])]
    for text in typed:
        await stage.do("settlement show", by=by, settlement=text)
        await stage.do("kingdom events", by=by, event=text)
        await stage.do("edict diplomacy", by=by, other=text)
        await stage.do("edict envoy", by=by, other=text, modifier=5)
        await stage.do("edict vassal", by=by, name=text, way="subjugation")
    for place in (*PLACES, *typed):
        await _ask_about(stage, by, place)


async def _ask_about(stage: Stage, by: Person, place: str) -> None:
    for path in ("hex show", "hex claim", "hex prepare", "hex improve", "hex abandon", "hex lose"):
        await stage.do(path, by=by, hex=place)
    await stage.do("hex map", by=by, center=place)
    await stage.do("settlement found", by=by, hex=place, name="Nowhere")
