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
from tests.systems.second_kingdom.evening import buttons, parts_of
from tests.tables import Table, press_on, reply_of

DEMONS = "Smoldering Demons"
IRON_GALE = {
    "name": "Iron Gale",
    "bonuses": "+2 +4 -1",
    "requirement": "At its best against a horde",
    "minor": "Pierce: accuracy",
}
CLAW = {"name": "Claw", "bonuses": "0 0 0", "minor": "Rake: power -> Wounds", "major": "Maul: power + speed"}


LINE = "8 · 6 · 8"
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
    await table.gm.slash(table.secret, "sk defense", source="Hide", hero=DEMONS, block="2/1")
    await table.deacon.slash(table.channel, "sk learn", maneuver="Iron Gale")
    await table.wren.slash(table.channel, "sk defense", source="Shield", block="3/2", strikes_back="block")
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
        result: InteractionResult = await press_on(by, table.last(), label)
    await table.settle()
    return result


def again(table: Table, card: discord.Message) -> discord.Message:
    """The same message as it looks now."""
    return next(message for message in table.messages() if message.id == card.id)


async def guard(
    table: Table, by: MemberActor, wanted: str, card: discord.Message | None = None
) -> InteractionResult:
    """The guard of that meaning chosen from a card's list, the newest's, or from that of the private card."""
    card = card or table.last()
    if "Choose guard…" in buttons(card):
        return await chosen(table, by, reply_of(await panel(table, by, "Choose guard…")), wanted)
    return await chosen(table, by, card, wanted)


async def chosen(table: Table, by: MemberActor, card: Any, wanted: str) -> InteractionResult:
    """What comes of choosing the line of that label, or that meaning, from a card's list."""
    found = _list(card)
    values = {each[part]: each["value"] for each in found["options"] for part in ("label", "description")}
    result = await by.select(card, [str(values[wanted])], custom_id=str(found["custom_id"]))
    await table.settle()
    return result


def offered(card: Any) -> list[str]:
    """What each line in a card's list is called; some may be called the same."""
    return [each["label"] for each in _list(card)["options"]]


def meanings(card: Any) -> list[str]:
    """What a card's list says of each line."""
    return [each.get("description") or "" for each in _list(card)["options"]]


def _list(card: Any) -> dict[str, Any]:
    return next(part for part in parts_of(card) if part.get("options"))


async def panel(table: Table, who: MemberActor, opens: str) -> InteractionResult:
    """A private panel of the newest card."""
    return await who.click(table.last(), label=opens)


async def rolled(table: Table, *dice: int) -> None:
    """Evander's Iron Gale against the demons, with its dice on the table."""
    await attacked(table, table.deacon)
    await press(table, table.deacon, "Requirement met: roll 3d10", *dice)


async def laid(table: Table, by: MemberActor, maneuver: str, *dice: int, **options: Any) -> discord.Message:
    """An attack without a requirement whose dice are laid in the order they fell."""
    with loaded(*dice):
        await attacked(table, by, maneuver=maneuver, **options)
    if len(set(dice)) > 1:
        await press(table, by, " · ".join(map(str, dice)))
    return table.last()


async def defended(table: Table) -> None:
    """The demons' claw against Ysolde, who has rolled 4 and 4 and can hold it with a block."""
    await laid(table, table.gm, "Claw", 3, 5, 4, target="Ysolde", hero=DEMONS)
    await press(table, table.wren, "Roll defense", 4, 4)


async def held(table: Table) -> None:
    """The same, held."""
    await defended(table)
    await guard(table, table.wren, HELD_BLOCK)


async def struck(table: Table) -> None:
    """Evander's Iron Gale against the demons, as in the book (K29): a minor strike."""
    await rolled(table, 2, 6, 9)
    await press(table, table.deacon, LINE)
    await press(table, table.gm, "Roll defense", 5, 7)
    await guard(table, table.gm, WEAK_BLOCK)


async def decide(table: Table, setting: Setting, value: str) -> None:
    """The campaign's choice in one of its settings."""
    request = Request(7, table.guild.id, table.channel.id)
    change = ChangeSetting(setting.key, value, setting.default)
    await table.bot.play.act(Actor(table.gm.id), request, change)
    await table.deliver()
