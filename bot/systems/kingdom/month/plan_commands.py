"""A leader's plan of an Edict phase: deeds put together beforehand, seen as one, carried out in a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.people import Actor, Permit
from bot.engine.system import Scope
from bot.engine.text import T
from bot.errors import UserError
from bot.play import Request
from bot.systems.kingdom.book import Phase, Step
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex
from bot.systems.kingdom.land.improvements import BuildImprovement, PrepareSite
from bot.systems.kingdom.leaders.rules import AssignLeader, ResignRole, SwitchRole
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import STEPS
from bot.systems.kingdom.towns.building import BuildBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.settlements import AddDistrict, NameCapital
from bot.systems.kingdom.towns.wrecking import DemolishBuilding, RepairBuilding
from bot.ui.card import MOST_PICKS
from bot.ui.commands import handler
from bot.ui.controls import button, select
from bot.ui.dispatcher import Dispatcher, actor_of, request_of
from bot.ui.renderer import OFFER
from bot.ui.reply import Reply

ADD, REMOVE, CLEAR = "edict_add", "edict_remove", "edict_clear"

# What can be put on a plan, and the step of the Edict phase that it is done in.
STEP_OF: Final[Mapping[type[Any], Step]] = {
    **dict.fromkeys((AssignLeader, ResignRole, SwitchRole), Step.LEADERSHIP),
    **dict.fromkeys((ClaimHex, AbandonHex), Step.HEXES),
    **dict.fromkeys((BuildImprovement, PrepareSite), Step.TERRAIN),
    **dict.fromkeys((BuildBuilding, UpgradeBuilding, DemolishBuilding, RepairBuilding), Step.SETTLEMENTS),
    **dict.fromkeys((AddDistrict, NameCapital), Step.SETTLEMENTS),
    SetEdicts: Step.EDICTS,
}


@handler("edict plan", may=Permit.MEMBERS)
async def plan(dispatcher: Dispatcher, reply: Reply) -> None:
    """See your plan for the Edict phase and its total, and carry it out"""
    await reply.private(await _card(dispatcher, reply))


async def _who(dispatcher: Dispatcher, reply: Reply) -> tuple[Actor, Request]:
    """Who asks, and where. Raises NotAllowed for those who may have no plan here."""
    await dispatcher.look(reply.interaction)
    return actor_of(reply.interaction), request_of(reply.interaction)


async def _card(dispatcher: Dispatcher, reply: Reply) -> Card:
    """The plan as one preview, and what takes something off it."""
    who = await _who(dispatcher, reply)
    entries = await dispatcher.play.plan(*who)
    if not entries:
        empty = T(
            "Your plan is empty. Press **Add to my plan** below what `/hex claim`, `/build plan`, `/edict "
            "set` and others show you."
        )
        return Card(T("Your plan")(), (empty(),), tone=Tone.QUIET)
    deeds = await _in_order(dispatcher, reply, list(entries.values()))
    try:
        card = dispatcher.renderer.preview(await dispatcher.play.preview(*who, deeds))
    except UserError as refusal:
        card = Card(lines=(str(refusal),))
    names = {id_: dispatcher.play.label(action) for id_, action in entries.items()}
    picks = tuple(Pick(id_, f"{number}. {names[id_]}") for number, id_ in enumerate(names, 1))
    return replace(
        card,
        title=T("Your plan")(),
        buttons=(*(each for each in card.buttons if each.name == OFFER), Button(T("Clear").plain(), CLEAR)),
        selects=(Select(T("Remove…").plain(), REMOVE, picks[:MOST_PICKS]),),
        note=T(
            "Only you see this. It's carried out in this order and stops where something no longer works."
        )(),
    )


async def _in_order(dispatcher: Dispatcher, reply: Reply, deeds: Sequence[Any]) -> Sequence[Any]:
    """The deeds by their steps; between them what ends a step, where the next begins only then."""
    ids = tuple(dict.fromkeys(each.kingdom for each in deeds))
    seen = await dispatcher.look(reply.interaction, Scope(ids=ids))
    sorted_ = sorted(deeds, key=lambda each: list(Step).index(STEP_OF[type(each)]))
    ended: set[tuple[str, Step]] = set()
    found: list[Any] = []
    for each in sorted_:
        kingdom = seen.records.get(each.kingdom)
        for step in _before(kingdom.state, STEP_OF[type(each)]) if kingdom is not None else ():
            if (each.kingdom, step) not in ended:
                ended.add((each.kingdom, step))
                found.append(FinishStep(each.kingdom, step))
        found.append(each)
    return found


def _before(kingdom: Kingdom, step: Step) -> Iterator[Step]:
    """The steps that must be over before that one."""
    month = kingdom.month
    if month.phase is Phase.EDICT and not month.in_any_order:
        for each in STEPS[Phase.EDICT]:
            if each is step:
                return
            if not month.is_over(each):
                yield each


@button(ADD, may=Permit.MEMBERS)
async def _add(dispatcher: Dispatcher, reply: Reply, preview: str) -> Card:
    await dispatcher.play.add_to_plan(*await _who(dispatcher, reply), preview)
    return await _card(dispatcher, reply)


@select(REMOVE, may=Permit.MEMBERS)
async def _remove(dispatcher: Dispatcher, reply: Reply, entry: str) -> Card:
    await dispatcher.play.drop_from_plan(*await _who(dispatcher, reply), entry)
    return await _card(dispatcher, reply)


@button(CLEAR, may=Permit.MEMBERS)
async def _clear(dispatcher: Dispatcher, reply: Reply) -> Card:
    await dispatcher.play.drop_from_plan(*await _who(dispatcher, reply))
    return await _card(dispatcher, reply)
