"""How fate rolls come about."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image

from bot.systems.second_kingdom.fates.rules import Chart, RevealFate, RollFate
from bot.systems.second_kingdom.heroes.counters import RemoveCounter, SetCounter, ShapeCounter
from bot.systems.second_kingdom.heroes.files import HERO_FILE, HeroFile, ImportHero
from bot.systems.second_kingdom.heroes.people import (
    CreateHero,
    CreateNpc,
    EditNpc,
    GrantConviction,
    RevealNpc,
)
from bot.systems.second_kingdom.heroes.roster import ActivateHero, RemoveNpc, RetireHero, ReturnHero
from bot.systems.second_kingdom.heroes.sheet import (
    EditSheet,
    ForgetManeuver,
    LearnManeuver,
    SetDefence,
    SetPortrait,
    SetVirtues,
)
from tests.givens import used
from tests.harness.world import File, Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.attack_playbook import ATTACKS
from tests.systems.second_kingdom.challenges_playbook import CHALLENGES
from tests.systems.second_kingdom.fate_charts import PLACES, at_stage
from tests.systems.second_kingdom.stock import HERO, challenge, hero


async def charted(stage: Stage) -> dict[str, Any]:
    """A chart nobody has rolled on."""
    chart = Chart(stage.fresh_name(), PLACES.cells)
    await at_stage(stage, chart)
    return {"chart": chart.name}


async def roll(stage: Stage) -> Json:
    """A player's roll."""
    return stage.slash("sk fate", by=stage.deacon, reason="Who comes", **await charted(stage))


async def reveal(stage: Stage) -> Json:
    """What a game master rolled in secret, shown to everybody."""
    await stage.do("sk fate", by=stage.gm, secret=True, **await charted(stage))
    await stage.settle()
    return stage.press("Reveal to everyone", by=stage.gm)


FATES: Playbook = {RollFate: Scenario(roll, repeats=50), RevealFate: Scenario(reveal)}


# -- How people come and go: NPCs, active and retired heroes, portraits, heroes out of files ------------


async def npc(stage: Stage, **options: Any) -> str:
    """An NPC, hidden unless told otherwise."""
    name = stage.fresh_name()
    await stage.do("sk npc add", by=stage.gm, name=name, **options)
    return name


async def npc_form(stage: Stage, person: Person, name: str, **typed: str) -> Json:
    """The form of that NPC, filled in and sent by somebody."""
    asked = (await stage.do("sk npc edit", by=stage.gm, npc=name)).answer.data
    return stage.say.modal_submit(asked["custom_id"], {"name": name} | typed, user=person)


async def retired(stage: Stage) -> str:
    """A hero of Deacon's who is out of play."""
    name = await hero(stage)
    await stage.do("sk retire", by=stage.deacon, hero=name)
    return name


def picture(width: int = 400, height: int = 300, format: str = "PNG") -> bytes:  # noqa: A002
    """A picture as somebody might upload it."""
    file = BytesIO()
    Image.new("RGB", (width, height), (90, 20, 140)).save(file, format)
    return file.getvalue()


def hero_file(name: str, **changes: Any) -> File:
    """The file of a hero of that name."""
    return File("hero.json", HERO_FILE.write(HeroFile(name, 6, 5, 3, **changes)))


async def edit_npc(stage: Stage) -> Json:
    """The form, sent."""
    return await npc_form(stage, stage.gm, await npc(stage), courage="7", about="Wants the crown.")


async def activate(stage: Stage) -> Json:
    """Deacon plays the second of two heroes."""
    await hero(stage)
    return stage.slash("sk play", by=stage.deacon, hero=await hero(stage))


PEOPLE: Playbook = {
    CreateNpc: used("sk npc add"),
    EditNpc: Scenario(edit_npc),
    RevealNpc: used("sk npc reveal"),
    RemoveNpc: used("sk npc remove"),
    ActivateHero: Scenario(activate),
    RetireHero: used("sk retire"),
    ReturnHero: used("sk return"),
    SetPortrait: used("sk portrait"),
    ImportHero: used("sk import", is_shown=True),
}


# -- How each action about sheets comes about -----------------------------------------------------------


SHAPE: dict[str, str | list[str]] = {
    "least": "0",
    "most": "10",
    "damage": ["rises"],
    "thresholds": "5: Staggered",
}


async def maneuver(stage: Stage) -> str:
    """A maneuver in the campaign's library; its name."""
    name = stage.fresh_name()
    texts = {"name": name, "bonuses": "+2 +4 -1"}
    draft = stage.say.modal_submit("entry|second_kingdom.maneuver||0", texts, user=stage.gm)
    await stage.feeder.deliver(draft)
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


async def opened(stage: Stage, path: str, **options: str) -> str:
    """The custom_id of the form that a command of Deacon's opens."""
    return str((await stage.do(path, by=stage.deacon, **options)).answer.data["custom_id"])


async def written(stage: Stage, by: Person) -> Json:
    """The form of a hero's sheet, with other virtues."""
    name = await hero(stage)
    form = await opened(stage, "sk edit", hero=name)
    texts = {"name": name, "virtues": "9 7 3", "about": "Limps.", "portrait": ""}
    return stage.say.modal_submit(form, texts, user=by)


async def shaped(stage: Stage, by: Person) -> Json:
    """The form of a new counter of a hero's."""
    form = await opened(stage, "sk counter", hero=await hero(stage), counter="Wounds")
    return stage.say.modal_submit(form, SHAPE, user=by)


async def wounded(stage: Stage) -> str:
    """A hero with a counter."""
    name = await hero(stage)
    await stage.do("sk set", by=stage.deacon, hero=name, counter="Wounds", value=2)
    return name


async def trained(stage: Stage) -> dict[str, str]:
    """A hero, and a maneuver that it knows."""
    options = {"hero": await hero(stage), "maneuver": await maneuver(stage)}
    await stage.do("sk learn", by=stage.deacon, **options)
    return options


async def set_counter(stage: Stage) -> Json:
    """Damage taken."""
    return stage.slash("sk set", by=stage.deacon, hero=await hero(stage), counter="Wounds", value=2)


async def shape_counter(stage: Stage) -> Json:
    """The player's form."""
    return await shaped(stage, stage.deacon)


async def edit_sheet(stage: Stage) -> Json:
    """The player's form."""
    return await written(stage, stage.deacon)


SHEETS: Playbook = {
    SetVirtues: used("sk set"),
    SetCounter: Scenario(set_counter),
    ShapeCounter: Scenario(shape_counter),
    RemoveCounter: used("sk counter"),
    SetDefence: used("sk defense"),
    LearnManeuver: used("sk learn"),
    ForgetManeuver: used("sk forget"),
    EditSheet: Scenario(edit_sheet),
}


# -- How each action of The Second Kingdom comes about --------------------------------------------------


__all__ = ["HERO", "PLAYBOOK", "challenge", "hero"]


PLAYBOOK: Playbook = {
    **ATTACKS,
    **CHALLENGES,
    **FATES,
    **PEOPLE,
    **SHEETS,
    CreateHero: used("sk new"),
    GrantConviction: used("sk conviction"),
}
