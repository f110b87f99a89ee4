"""What a player or game master of The Second Kingdom does and sees at a simulated table."""

from __future__ import annotations

from typing import Any

import discord
import sqlalchemy as sa
from simcord import MemberActor, OptionError

from bot.storage.models import journal
from tests.tables import Table, answers, is_menu, press_on, said

LEAP: dict[str, Any] = {"heroes": "Evander", "action": "Leap the chasm", "virtue": "courage", "rating": 4}


def buttons(message: Any) -> list[str]:
    """The labels under a message, or under an answer as it was sent; those of a menu after the buttons."""
    parts = parts_of(message)
    listed = [option["label"] for part in parts if is_menu(part) for option in part["options"]]
    return [part["label"] for part in parts if part["type"] == 2 and part.get("label")] + listed


def lists(message: Any) -> list[str]:
    """The hints of the lists under a message."""
    return [part["placeholder"] for part in parts_of(message) if part["type"] == 3]


async def choose_from(who: Any, message: Any, hint: str, *values: str) -> Any:
    """Lines of the list with that hint, chosen by what they hand back."""
    (part,) = (part for part in parts_of(message) if part.get("placeholder") == hint)
    return await who.select(message, values=list(values), custom_id=part["custom_id"])


def parts_of(message: Any) -> list[Any]:
    """The buttons and lists under a message, or under an answer, as they were sent."""
    return [part for row in message.components for part in _parts(row)]


def _parts(row: Any) -> list[Any]:
    sent = row if isinstance(row, dict) else row.to_dict()
    return list(sent.get("components", ()))


def is_private(result: Any) -> bool:
    """Whether every answer was for one person's eyes."""
    return all(message.ephemeral for message in answers(result))


async def entries(table: Table) -> int:
    """How many entries the journal has."""
    count = sa.select(sa.func.count()).select_from(journal)
    found = await table.bot.database.read(lambda connection: connection.scalar(count))
    return int(found or 0)


async def opened(table: Table, **options: Any) -> discord.Message:
    """The card of a new challenge for Evander."""
    await table.gm.slash(table.channel, "sk challenge", **LEAP | options)
    await table.settle()
    return table.last()


async def sheet(table: Table, who: MemberActor | None = None, **options: Any) -> str:
    """A sheet as that person sees it."""
    return said(await (who or table.deacon).slash(table.channel, "sk sheet", **options))


async def rolled_to(table: Table, label: str, **options: Any) -> discord.Message:
    """The result that asks for that: challenges are set and rolled until the dice say so.

    What else the dice ask for on the way is let be, so that nothing but the result waits in the end.
    """
    for _ in range(80):
        await table.deacon.click(await opened(table, **options), label="Roll")
        await table.settle()
        result = table.last()
        if label in buttons(result):
            return result
        if {"Propose setback", "Propose advantage"} & set(buttons(result)):
            await press_on(table.gm, result, "Let it be")
            await table.settle()
    raise AssertionError(f"eighty rolls without {label!r}")


async def refused(table: Table, who: MemberActor, command: str, **options: Any) -> str:
    """The one sentence that refuses a command; nothing was changed, and nobody else saw it."""
    before, shown = await entries(table), len(table.messages())
    try:
        result = await who.slash(table.channel, command, **options)
    except OptionError as beyond:
        # Discord itself refuses it; an option that there isn't is the test's own mistake.
        if beyond.code in ("option-unknown", "option-required"):
            raise
        return str(beyond)
    await table.settle()
    assert is_private(result)
    assert (await entries(table), len(table.messages())) == (before, shown)
    return said(result)
