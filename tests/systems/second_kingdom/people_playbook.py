"""How people come and go: NPCs, active and retired heroes, portraits, heroes out of files."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image

from bot.systems.second_kingdom.heroes.files import HERO_FILE, HeroFile, ImportHero
from bot.systems.second_kingdom.heroes.people import CreateNpc, EditNpc, RevealNpc
from bot.systems.second_kingdom.heroes.roster import ActivateHero, RemoveNpc, RetireHero, ReturnHero
from bot.systems.second_kingdom.heroes.sheet import SetPortrait
from tests.givens import used
from tests.harness.world import File, Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.stock import hero


async def npc(stage: Stage, **options: Any) -> str:
    """An NPC, hidden unless told otherwise."""
    name = stage.fresh_name()
    await stage.do("sk npc add", by=stage.gm, name=name, **options)
    return name


async def npc_form(stage: Stage, person: Person, name: str, **typed: str) -> Json:
    """The form of that NPC, filled in and sent by somebody."""
    asked = (await stage.do("sk npc edit", by=stage.gm, name=name)).answer.data
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
