"""Interactions about edicts, armies and income of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.systems.kingdom.book import Step
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.income_playbook import GUARD, market, raised
from tests.systems.kingdom.stock import id_of, kingdom_at, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _set(stage: Stage, person: Person) -> Json:
    return stage.slash("edict set", by=person, taxation="light", kingdom=await kingdom_at(stage, Step.EDICTS))


async def _show(stage: Stage, person: Person) -> Json:
    return stage.slash("edict show", by=person, kingdom=await known(stage))


async def _army(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.ARMIES)
    return stage.slash("edict army", by=person, kingdom=name, **GUARD)


async def _disband(stage: Stage, person: Person) -> Json:
    return stage.slash("edict disband", by=person, name="The Guard", kingdom=await raised(stage))


async def _armies(stage: Stage, person: Person) -> Json:
    return stage.slash("edict armies", by=person, kingdom=await known(stage))


async def _issue(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.EDICTS)
    return await previewed(stage, person, "edict set", taxation="light", kingdom=name)


async def _issue_once(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    name = await kingdom_at(stage, Step.EDICTS)
    id_ = await id_of(stage, name)
    return stage.say.press(f"kingdom_issue|{id_}|--1|---", user=person)


async def _withdraw(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.WITHDRAW)
    return stage.slash("treasury withdraw", by=person, points=3, kingdom=name)


async def _withdraw_button(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    id_ = await id_of(stage, await kingdom_at(stage, Step.WITHDRAW))
    return stage.say.press(f"kingdom_withdraw|{id_}|3|0", user=person)


async def _deposit(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.DEPOSIT)
    return stage.slash("treasury deposit", by=person, gold=8000, kingdom=name)


async def _sell(stage: Stage, person: Person) -> Json:
    name = await market(stage)
    return stage.slash("treasury sell", by=person, settlement=f"{name} Hold", price=8000, kingdom=name)


async def _sell_button(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    name = await market(stage)
    id_ = await id_of(stage, name)
    return stage.say.press(f"kingdom_sell|{id_}|{name} Hold|5000|A ring", user=person)


async def _collect(stage: Stage, person: Person) -> Json:
    return stage.slash("treasury collect", by=person, kingdom=await kingdom_at(stage, Step.TAXES))


async def _forecast(stage: Stage, person: Person) -> Json:
    return stage.slash("treasury forecast", by=person, kingdom=await known(stage))


async def previewed(stage: Stage, person: Person, path: str, **options: Any) -> Json:
    """A press on the button of a game master's private preview."""
    shown = await stage.do(path, by=stage.gm, **options)
    button = next(part for part in components(shown.answer.data) if part.get("custom_id"))
    return stage.say.press(str(button["custom_id"]), user=person)


INCOME: dict[str, Sampling] = {
    "/edict set": _set,
    "/edict show": _show,
    "/edict army": _army,
    "/edict disband": _disband,
    "/edict armies": _armies,
    "button kingdom_issue": _issue_once,
    "button offer": _issue,
    "/treasury withdraw": _withdraw,
    "/treasury deposit": _deposit,
    "/treasury sell": _sell,
    "/treasury collect": _collect,
    "/treasury forecast": _forecast,
    "button kingdom_withdraw": _withdraw_button,
    "button kingdom_sell": _sell_button,
}
