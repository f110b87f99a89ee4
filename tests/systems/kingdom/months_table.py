"""Kingdoms in some month at a simulated table, begun past Discord."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.play.views import Request
from bot.systems.kingdom.book import Ability, Attribute, MonthStep, Role, Terrain
from bot.systems.kingdom.founding.rules import AgreeTerms, BeginKingdom, ChooseFirstHex, DrawUp, FoundKingdom
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.state import Kingdom
from tests.tables import Table, press_on, text

SCORES = dict.fromkeys(Ability, 14)
DEACONS = (Role.RULER, Role.COUNCILOR, Role.HIGH_PRIEST, Role.SPYMASTER)
WRENS = (Role.WARDEN, Role.TREASURER, Role.ROYAL_ENFORCER, Role.HEIR)


async def act(table: Table, action: Any) -> None:
    """Carry out an action as the game master, past Discord."""
    table.env.backend.advance_clock(1)
    interaction = int(discord.utils.time_snowflake(discord.utils.utcnow())) + next(_numbers)
    request = Request(interaction, table.guild.id, table.channel.id)
    await table.bot.play.act(Actor(table.gm.id, manages_server=True), request, action)


_numbers = iter(range(1, 1_000_000))


async def tarn(table: Table, *but: Role, name: str = "Tarn", at: str = "0,0") -> RecordId:
    """A kingdom of Deacon's, the Ruler, and Wren's, the Warden and Treasurer; its id."""
    await act(table, BeginKingdom(name))
    id_ = await _id(table, name)
    for action in (
        DrawUp(id_, "N"),
        AgreeTerms(id_, 50),
        ChooseFirstHex(id_, at, Terrain.PLAINS.value),
        FoundKingdom(id_, f"{name} Hold"),
    ):
        await act(table, action)
    for role in (*DEACONS, *WRENS):
        if role not in but:
            player = table.deacon.id if role in DEACONS else table.wren.id
            chosen = (Attribute.ECONOMY,) if role is Role.RULER else ()
            await act(table, AssignLeader(id_, role, role.value.title(), player, SCORES, attributes=chosen))
    await table.settle()
    return id_


async def tarn_at(table: Table, step: MonthStep, *but: Role, **options: Any) -> RecordId:
    """The same in its first month, at that step; its id."""
    id_ = await tarn(table, *but, **options)
    if step is not MonthStep.OPEN:
        await act(table, OpenMonth(id_) if step is MonthStep.STABILITY else SkipTo(id_, step, "Not now"))
    await table.settle()
    return id_


async def _id(table: Table, name: str) -> RecordId:
    found = await table.bot.play.named(Actor(table.gm.id), Request(1, table.guild.id, table.channel.id), name)
    return RecordId(next(each.id for each in found if each.kind == "kingdom"))


async def state_of(table: Table, name: str = "Tarn") -> Kingdom:
    """A kingdom as the game master sees it."""
    request = Request(1, table.guild.id, table.channel.id)
    found = await table.bot.play.named(Actor(table.gm.id), request, name)
    state: Kingdom = next(each.state for each in found if each.kind == "kingdom")
    return state


async def pressed(table: Table, who: Any, label: str, **typed: str) -> discord.Message:
    """The newest card after a press on the last one, and after its form where it has one."""
    form = await press_on(who, table.last(), label)
    if typed:
        await who.submit_modal(form, typed)
    await table.settle()
    return table.last()


def mentioned(message: discord.Message) -> list[int]:
    """Whom a message pinged."""
    return [each.id for each in message.mentions]


def lines(message: Any) -> list[str]:
    """What a message says, line by line."""
    return text(message).splitlines()
