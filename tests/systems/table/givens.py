"""What the commands of the table are given in one use of each."""

from __future__ import annotations

from typing import Any

from tests.givens import Finding, Given
from tests.harness.world import Person, Role
from tests.stages import Stage
from tests.systems.second_kingdom.stock import hero
from tests.systems.table.library_playbook import OMENS, omen_file, saved
from tests.systems.table.playbook import marked, rolled

ELSEWHERE = 2


def stranger(stage: Stage) -> Person:
    """Somebody whom nobody knows yet."""
    stage.fresh_name()
    return stage.world.person(200 + stage.names)


async def _player(stage: Stage) -> Person:
    person = stranger(stage)
    await stage.do("campaign join", by=person)
    return person


async def _game_master(stage: Stage) -> Person:
    person = stranger(stage)
    await stage.do("campaign gm add", by=stage.gm, player=person)
    return person


async def _bound(stage: Stage) -> str:
    place = stage.world.channels[ELSEWHERE]
    await stage.do("campaign bind", by=stage.gm, channel=place)
    return str(place.id)


async def _handed(stage: Stage) -> dict[str, Any]:
    name = await hero(stage)
    choices = stage.say.autocomplete("campaign handover", {"what": name}, focused="what", user=stage.gm)
    found = (await stage.feeder.deliver(choices)).answer.data["choices"]
    return {"what": found[0]["value"], "to": stage.wren}


async def _rolled(stage: Stage) -> dict[str, Any]:
    await stage.do("roll", by=stage.deacon, dice="2d6")
    return {}


async def _exported(stage: Stage) -> dict[str, Any]:
    await saved(stage)
    return {"kind": OMENS}


def _new_omens(stage: Stage) -> Any:
    return omen_file(stage.fresh_name())


FOUND: dict[str, Finding] = {}
GIVEN: dict[str, Given] = {
    "campaign invite": {"player": stranger},
    "campaign remove": {"player": _player},
    "campaign handover": _handed,
    "campaign gm add": {"player": stranger},
    "campaign gm remove": {"player": _game_master},
    "campaign bind": {"channel": lambda stage: stage.world.channels[ELSEWHERE]},
    "campaign unbind": {"channel": _bound},
    "campaign rename": {"name": "Embers"},
    "server settings": {"founders": Role(7_000_001, "Storytellers")},
    "campaign pace": {"rhythm": "steady"},
    "away": {"until": "5 days"},
    "order": {"words": "I stay by the door"},
    "preferences reminders": {"quiet": "22-7"},
    "roll": {"dice": "2d6"},
    "odds": {"dice": "2d6"},
    "dice save": {"name": "attack", "dice": "1d20+5"},
    "dice reveal": _rolled,
    "library add": {"kind": OMENS},
    "library edit": {"entry": saved},
    "library remove": {"entry": saved},
    "library show": {"entry": saved},
    "library list": {"kind": OMENS},
    "library import": {"kind": OMENS, "file": _new_omens},
    "library export": _exported,
    "recap": {"chapter": None, "from_entry": None, "to_entry": None},
    "campaign story mark": {"entry": rolled},
    "campaign story unmark": {"entry": marked},
    "campaign story line": {"chapter": None},
}
