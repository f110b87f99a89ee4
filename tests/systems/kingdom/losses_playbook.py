"""How each action about losses and settlements comes about."""

from __future__ import annotations

from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.losses import DecidePart, LoseChosenHex, LoseHexes, ReclaimSettlement
from bot.systems.kingdom.month.course import Freeze, SkipTo, Thaw
from bot.systems.kingdom.towns.settlements import (
    AddDistrict,
    FoundSettlement,
    NameCapital,
    PlaceSettlement,
    RenameSettlement,
    SetSettlement,
)
from tests.givens import used
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, shown, spot


async def at_loss(stage: Stage) -> str:
    """A kingdom of two hexes with so much Unrest that one is lost now; its name."""
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    await act(stage, GiveHexes(id_, spot(stage, 1)))
    await act(stage, Freeze(id_, "To be unhappy"))
    await act(stage, Thaw(id_, unrest=12))
    await act(stage, SkipTo(id_, MonthStep.LOSE_HEX, "Not now"))
    await stage.settle()
    return name


async def split(stage: Stage) -> RecordId:
    """A kingdom with a settlement in a hex that was cut off; its id."""
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    await act(stage, GiveHexes(id_, f"{spot(stage, 1)} {spot(stage, 2)}"))
    await act(stage, PlaceSettlement(spot(stage, 2), f"{name} Port", id_))
    await act(stage, LoseHexes(id_, spot(stage, 1)))
    await stage.settle()
    return id_


async def reached(stage: Stage) -> RecordId:
    """The same after the territory was lost and connected again; its id."""
    id_ = await split(stage)
    await act(stage, DecidePart(id_, 1, has_leader=False))
    await act(stage, SkipTo(id_, MonthStep.HEXES, "Not now"))
    # The month's only claim would open the next step with it, which asks somebody else.
    await act(stage, GiveHexes(id_, spot(stage, 1)))
    await stage.settle()
    return id_


async def with_second(stage: Stage, step: MonthStep) -> tuple[RecordId, str]:
    """A kingdom at that step with a second settlement; its id, and that one's name."""
    name = await kingdom_at(stage, step)
    id_ = await id_of(stage, name)
    await act(stage, PlaceSettlement(spot(stage), f"{name} Port", id_))
    await stage.settle()
    return id_, f"{name} Port"


async def full(stage: Stage) -> tuple[RecordId, str]:
    """A kingdom at the step of settlements whose capital is full; its id, and the capital's name."""
    name = await kingdom_at(stage, MonthStep.SETTLEMENTS)
    state = await shown(stage, name)
    await act(stage, SetSettlement(state.state.capital, state.id, lots=36))
    await stage.settle()
    return state.id, f"{name} Hold"


async def decide(stage: Stage, by: Person | None = None) -> Json:
    """The game master's press."""
    await split(stage)
    return await stage.gm_press(f"{spot(stage, 2)}: no leader, it's lost", by=by)


async def reclaim(stage: Stage) -> Json:
    """The Warden's press."""
    await reached(stage)
    return stage.press(f"Roll Stability to reclaim Name {stage.names} Port", by=stage.wren)


async def found(stage: Stage, by: Person | None = None) -> Json:
    """The game master's command: a second settlement in one hex."""
    name = await kingdom_at(stage, MonthStep.SETTLEMENTS)
    options = {"kingdom": name, "hex": spot(stage), "name": f"{name} Port"}
    return stage.slash("settlement found", by=by or stage.gm, **options)


async def rename(stage: Stage, by: Person | None = None) -> Json:
    """The Ruler's command."""
    name = await kingdom(stage)
    options = {"kingdom": name, "settlement": f"{name} Hold", "name": f"{name} Keep"}
    return stage.slash("settlement rename", by=by or stage.deacon, **options)


LOSSES: Playbook = {
    LoseChosenHex: used("hex lose", is_shown=True),
    LoseHexes: used("hex gm lose"),
    DecidePart: Scenario(decide),
    ReclaimSettlement: Scenario(reclaim),
    FoundSettlement: Scenario(found),
    RenameSettlement: Scenario(rename),
    NameCapital: used("settlement capital"),
    AddDistrict: used("settlement district"),
    SetSettlement: used("settlement set"),
    PlaceSettlement: used("hex gm settle"),
}
