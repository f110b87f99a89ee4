"""Attacks at a simulated table: who fights with what, and each step as its person takes it."""

from __future__ import annotations

from typing import Any

import discord
from simcord import InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.engine.settings import Setting
from bot.play import Request
from bot.systems.table.settings.rules import ChangeSetting
from tests.loaded import loaded
from tests.tables import Table, reply_of

DEMONS = "Smoldering Demons"
IRON_GALE = {
    "name": "Iron Gale",
    "bonuses": "+2 +4 -1",
    "requirement": "At its best against a horde",
    "minor": "Pierce: accuracy",
}
CLAW = {"name": "Claw", "bonuses": "0 0 0", "minor": "Rake: power -> Wounds", "major": "Maul: power + speed"}


LINE = "Accuracy 8 · Speed 6 · Power 8"
# Guards by how their dice fare: of one guard several may come to the same.
WEAK_BLOCK = "5+2=7 holds speed 6 · 7+1=8 falls to power 8"
HELD_BLOCK = "4+3=7 holds speed 5 · 4+2=6 holds power 4"


async def arm(table: Table) -> None:
    """Iron Gale for Evander, claws for the demons, a shield for Ysolde; the demons are named, no more."""
    for texts in (IRON_GALE, CLAW):
        shown = await table.gm.slash(table.channel, "library add", kind="maneuver")
        draft = await table.gm.submit_modal(shown, texts)
        await table.gm.click(reply_of(draft), label="Save")
    await table.gm.slash(table.secret, "sk npc add", name=DEMONS, horde=True, known="named")
    await table.gm.slash(table.secret, "sk defence", source="Hide", hero=DEMONS, block="2/1")
    await table.deacon.slash(table.channel, "sk learn", maneuver="Iron Gale")
    await table.wren.slash(table.channel, "sk defence", source="Shield", block="3/2", strikes_back="block")
    await table.wren.slash(table.channel, "sk learn", maneuver="Claw")
    await table.settle()


async def attacked(
    table: Table, by: MemberActor, target: str = DEMONS, maneuver: str = "Iron Gale", **options: Any
) -> discord.Message:
    """The card of a new attack."""
    await by.slash(table.channel, "sk attack", target=target, maneuver=maneuver, **options)
    await table.settle()
    return table.last()


async def press(table: Table, by: MemberActor, label: str, *dice: int) -> InteractionResult:
    """A press on the newest card, with the dice that it rolls."""
    with loaded(*dice):
        result = await by.click(table.last(), label=label)
    await table.settle()
    return result


async def lock(table: Table, by: MemberActor, opens: str, wanted: str) -> InteractionResult:
    """A panel opened from the newest card, the choice of that label chosen and locked."""
    chosen = await choose(by, await panel(table, by, opens), wanted)
    result = await by.click(reply_of(chosen), label="Lock")
    await table.settle()
    return result


async def choose(by: MemberActor, shown: InteractionResult, wanted: str) -> InteractionResult:
    """The panel with the choice of that label, or that meaning, marked."""
    custom_id, options = offered(shown)
    if wanted not in options:
        options = {each["description"]: str(each["value"]) for each in _list(shown)["options"]}
    return await by.select(reply_of(shown), [options[wanted]], custom_id=custom_id)


def offered(shown: InteractionResult) -> tuple[str, dict[str, str]]:
    """The list of a panel: its custom_id, and the value of each label, in order."""
    found = _list(shown)
    return str(found["custom_id"]), {each["label"]: str(each["value"]) for each in found["options"]}


def meanings(shown: InteractionResult) -> list[str]:
    """What the list of a panel says of each choice."""
    return [each.get("description") or "" for each in _list(shown)["options"]]


def labels_of(shown: InteractionResult) -> list[str]:
    """What each choice in the list of a panel is called; some may be called the same."""
    return [each["label"] for each in _list(shown)["options"]]


def _list(shown: InteractionResult) -> dict[str, Any]:
    parts = [part for row in reply_of(shown).components for part in row["components"]]
    return next(part for part in parts if part.get("options"))


async def panel(table: Table, who: MemberActor, opens: str) -> InteractionResult:
    """A private panel of the newest card."""
    return await who.click(table.last(), label=opens)


async def rolled(table: Table, *dice: int) -> None:
    """Evander's Iron Gale against the demons, with its dice on the table."""
    await attacked(table, table.deacon)
    await press(table, table.deacon, "Requirement met: roll 3d10", *dice)


async def laid(table: Table, by: MemberActor, maneuver: str, *dice: int, **options: Any) -> discord.Message:
    """An attack without a requirement whose dice are laid in the order they fell."""
    await attacked(table, by, maneuver=maneuver, **options)
    await press(table, by, "Roll 3d10", *dice)
    accuracy, speed, power = dice
    await lock(table, by, "Assign dice…", f"Accuracy {accuracy} · Speed {speed} · Power {power}")
    return table.last()


async def defended(table: Table) -> None:
    """The demons' claw against Ysolde, who has rolled 4 and 4 and can hold it with a block."""
    await laid(table, table.gm, "Claw", 3, 5, 4, target="Ysolde", hero=DEMONS)
    await press(table, table.wren, "Roll defence", 4, 4)


async def held(table: Table) -> None:
    """The same, held."""
    await defended(table)
    await lock(table, table.wren, "Choose guard…", HELD_BLOCK)


async def struck(table: Table) -> None:
    """Evander's Iron Gale against the demons, as in the book (K29): a minor strike."""
    await rolled(table, 2, 6, 9)
    await lock(table, table.deacon, "Assign dice…", LINE)
    await press(table, table.gm, "Roll defence", 5, 7)
    await lock(table, table.gm, "Choose guard…", WEAK_BLOCK)


async def decide(table: Table, setting: Setting, value: str) -> None:
    """The campaign's choice in one of its settings."""
    request = Request(7, table.guild.id, table.channel.id)
    change = ChangeSetting(setting.key, value, setting.default)
    await table.bot.play.act(Actor(table.gm.id), request, change)
    await table.deliver()
