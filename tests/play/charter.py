"""A game of tests that changes the campaign itself in every way, and a small house to play it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.catalogue import Catalogue
from bot.engine.dice.source import Dice
from bot.engine.people import Actor, Permit
from bot.engine.system import ActionKind, PlainEvent, Replace, Result, System, World
from bot.play import Outcome, Play, Request, Reversal
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.rules import CreateCampaign

SERVER, HERE, SECRET = 1, 2, 9
MARISOL, DEACON, WREN, ROWAN = 1, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Amend:
    """Change fields of the campaign; what is a list or a mapping gains and loses entries."""

    put: Mapping[str, Any] = field(default_factory=dict)
    add: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    remove: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    decide: Mapping[str, str | None] = field(default_factory=dict)
    archive: bool = False
    restore: bool = False


@dataclass(frozen=True, slots=True)
class Decree:
    """The same, of a game master."""

    amend: Amend


def amend(scene: World, action: Amend, dice: Dice) -> Result:
    """What the action says, and nothing is refused."""
    campaign: Campaign = scene.campaign
    names = (*action.add, *action.remove)
    fields: dict[str, Any] = {name: _entries(campaign, action, name) for name in names}
    settings = {**campaign.settings, **action.decide}
    decided = {key: value for key, value in settings.items() if value is not None}
    state = replace(campaign, settings=decided, **fields, **action.put)
    change = Replace(scene.campaign_id, state, archive=action.archive, restore=action.restore)
    return Result((change,), (PlainEvent("Amended"),))


def _entries(campaign: Campaign, action: Amend, name: str) -> tuple[int, ...]:
    """What is added and stands there already keeps its place."""
    present, new = getattr(campaign, name), action.add.get(name, ())
    kept = [entry for entry in present if entry in new or entry not in action.remove.get(name, ())]
    return (*kept, *(entry for entry in new if entry not in kept))


def decree(scene: World, action: Decree, dice: Dice) -> Result:
    """The same."""
    return amend(scene, action.amend, dice)


CHARTER = System(
    name="charter",
    called="Charter",
    actions=(
        ActionKind(Amend, amend, Permit.EVERYONE, revives=True),
        ActionKind(Decree, decree, Permit.GAME_MASTERS),
    ),
)


class Hall:
    """A campaign of the charter under way, played past Discord."""

    def __init__(self, address: Address) -> None:
        self.play = Play(open_database(address), Catalogue([TABLE, CHARTER]))
        self.id = ""
        self._interactions = 100

    def request(self, channel: int = HERE) -> Request:
        """The next interaction, of this campaign wherever it is bound."""
        self._interactions += 1
        return Request(self._interactions, SERVER, channel, campaign=self.id or None)

    async def begin(self, channel: int = HERE) -> None:
        """Marisol begins the campaign."""
        self.id = ""
        founder = Actor(MARISOL, manages_server=True)
        outcome = await self.play.act(
            founder, self.request(channel), CreateCampaign("Ashes", ("charter",), SECRET + channel)
        )
        self.id = outcome.public.entry.campaign

    async def act(self, by: int, action: Any) -> int:
        """Carry out an action; its entry's number."""
        return (await self.play.act(Actor(by), self.request(), action)).public.entry.number

    async def amend(self, by: int = MARISOL, **changes: Any) -> int:
        """Amend the campaign; the entry's number."""
        return await self.act(by, Amend(**changes))

    async def preview(self, number: int | None = None, *, by: int = MARISOL, redo: bool = False) -> Reversal:
        """What undoing would change."""
        return await self.play.preview_undo(Actor(by), self.request(), number, redo=redo)

    async def carry_out(self, plan: Reversal, *, by: int = MARISOL) -> Outcome:
        """Press the preview's button."""
        number, last = plan.entry.number, plan.undone[-1]
        return await self.play.undo(Actor(by), self.request(), plan.entry.campaign, number, last)

    async def undo(self, number: int | None = None, *, by: int = MARISOL, redo: bool = False) -> Reversal:
        """Preview and press."""
        plan = await self.preview(number, by=by, redo=redo)
        await self.carry_out(plan, by=by)
        return plan

    async def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return (await self.play.look(Actor(MARISOL), self.request())).campaign
