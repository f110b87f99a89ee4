"""Interactions about edicts, armies and income of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.systems.kingdom.book import Step
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.income_playbook import market
from tests.systems.kingdom.stock import id_of, kingdom_at

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _issue(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.EDICTS)
    return await previewed(stage, person, "edict set", taxation="light", kingdom=name)


async def _issue_once(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    name = await kingdom_at(stage, Step.EDICTS)
    id_ = await id_of(stage, name)
    return stage.say.press(f"kingdom_issue|{id_}|--1|---", user=person)


async def _withdraw_button(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    id_ = await id_of(stage, await kingdom_at(stage, Step.WITHDRAW))
    return stage.say.press(f"kingdom_withdraw|{id_}|3|0", user=person)


async def _sell_button(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    name = await market(stage)
    id_ = await id_of(stage, name)
    return stage.say.press(f"kingdom_sell|{id_}|{name} Hold|5000|A ring", user=person)


async def previewed(stage: Stage, person: Person, path: str, **options: Any) -> Json:
    """A press on the button of a game master's private preview."""
    shown = await stage.do(path, by=stage.gm, **options)
    button = next(part for part in components(shown.answer.data) if part.get("custom_id"))
    return stage.say.press(str(button["custom_id"]), user=person)


INCOME: dict[str, Sampling] = {
    "button kingdom_issue": _issue_once,
    "button offer": _issue,
    "button kingdom_withdraw": _withdraw_button,
    "button kingdom_sell": _sell_button,
}
