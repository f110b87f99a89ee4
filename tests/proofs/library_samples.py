"""For each row of the library's register: an interaction that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.table.library_playbook import OMENS, entry_form, omen_file


async def _copy(stage: Stage, person: Person) -> Json:
    """From a second campaign that the person leads too, with one entry."""
    place, name = stage.world.channels[2], stage.fresh_name()
    await stage.do("campaign unbind", by=stage.gm, channel=str(place.id))
    for path, options in (
        ("campaign create", {"name": name, "game": "lantern"}),
        ("campaign gm add", {"player": person}),
        ("library import", {"kind": OMENS, "file": omen_file(stage.fresh_name())}),
        ("campaign archive", {}),
    ):
        done = await stage.feeder.deliver(stage.say.slash(path, options, user=stage.gm, channel=place))
        shown = (str(part.get("custom_id")) for part in components(done.answer.data))
        for offer in [each for each in shown if each.startswith("offer|")]:
            await stage.feeder.deliver(stage.say.press(offer, user=stage.gm, channel=place))
    return stage.slash("library copy", by=person, kind=OMENS, **{"from": name})


async def _turn(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"shelf|{OMENS}|1", user=person)


async def _supply(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"supply|{OMENS}", user=person)


async def _form(stage: Stage, person: Person) -> Json:
    return entry_form(stage, person, stage.fresh_name())


LIBRARY: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {
    "/library copy": _copy,
    "button shelf": _turn,
    "button supply": _supply,
    "form entry": _form,
}
