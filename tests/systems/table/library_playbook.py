"""How each action of the library comes about, with the omens of The Lantern."""

from __future__ import annotations

import json

from bot.systems.table.library.rules import ImportEntries, RemoveEntry, WriteEntry
from tests.harness.inputs import components
from tests.harness.world import File, Json, Person
from tests.stages import Playbook, Scenario, Stage

OMENS = "lantern.omen"


def entry_form(stage: Stage, by: Person, name: str, *, is_secret: bool = False) -> Json:
    """The form of a new omen, filled in and sent."""
    texts = {"name": name, "text": "Rain before dawn.", "number": "3"}
    secret = ["yes" if is_secret else "no"]
    return stage.say.modal_submit(f"entry|{OMENS}||0", texts | {"secret": secret}, user=by)


async def drafted(stage: Stage, by: Person) -> str:
    """An omen drafted; its name."""
    name = stage.fresh_name()
    await stage.feeder.deliver(entry_form(stage, by, name))
    return name


async def saved(stage: Stage) -> str:
    """An omen in the library; its name."""
    name = await drafted(stage, stage.gm)
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


async def proposed(stage: Stage) -> str:
    """An omen that waits for the game masters; its name."""
    name = await drafted(stage, stage.deacon)
    await stage.feeder.deliver(stage.press("Save", by=stage.deacon))
    await stage.settle()
    return name


def omen_file(*names: str) -> File:
    """A file of omens with those names."""
    entries = [{"name": name, "text": "Rain before dawn."} for name in names]
    head = {"waypost": "library", "kind": OMENS}
    return File("omens.json", json.dumps(head | {"entries": entries}).encode())


async def write(stage: Stage) -> Json:
    """A game master's draft is saved."""
    await drafted(stage, stage.gm)
    return stage.press("Save", by=stage.gm)


async def remove(stage: Stage) -> Json:
    """An entry is removed."""
    return stage.slash("library remove", by=stage.gm, entry=await saved(stage))


async def bring_in(stage: Stage) -> Json:
    """The press on the command's preview."""
    file = omen_file(stage.fresh_name(), stage.fresh_name())
    shown = await stage.do("library import", by=stage.gm, kind=OMENS, file=file)
    (offer,) = (each for part in components(shown.answer.data) if (each := part.get("custom_id")))
    return stage.say.press(str(offer), user=stage.gm)


LIBRARY: Playbook = {
    WriteEntry: Scenario(write),
    RemoveEntry: Scenario(remove),
    ImportEntries: Scenario(bring_in),
}
