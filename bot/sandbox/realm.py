"""The demo campaign of kingdom turns: a realm on its map, four months behind it, the fifth under way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from simcord import MemberActor

from bot.app import Waypost
from bot.engine.files import Row
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.play.views import Request
from bot.sandbox import towns
from bot.sandbox.world import World
from bot.systems.kingdom.book import (
    Ability,
    Attribute,
    Holiday,
    Improvement,
    ItemKind,
    MonthStep,
    Phase,
    Promotion,
    Role,
    Task,
    Taxation,
    Terrain,
)
from bot.systems.kingdom.events.resolving import ResolveEvent
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.founding import rules as founding_rules
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.files import ReadMap
from bot.systems.kingdom.land.improvements import BuildImprovement, PrepareSite
from bot.systems.kingdom.land.rivers import DrawRiver
from bot.systems.kingdom.land.state import axial
from bot.systems.kingdom.leaders.duties import AssignTask, ChooseAttributes
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month import course as month_course
from bot.systems.kingdom.month import edicts as month_edicts
from bot.systems.kingdom.month import income as month_income
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.month.numbers import PlaceNumber, Stock
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns import settlements as towns_settlements
from bot.systems.kingdom.towns.building import BuildBuilding, DraftBuilding
from bot.systems.kingdom.towns.files import ReadTown
from bot.systems.kingdom.towns.items import PutItem

CAMPAIGN, REALM = "Crowns of the Marches", "Thistlemark"

# Ten columns, A to J, by six rows; a small letter is a hex under the fog.
LANDS: Final = (
    "MMMHHFffmm",
    "MHHPPFFFhm",
    "HPPPPPFFhm",
    "FFPPPPHFmh",
    "FFFPPWWMmp",
    "FFSPWWWSpp",
)
TERRAINS: Final = {
    "F": Terrain.FOREST,
    "H": Terrain.HILLS,
    "M": Terrain.MOUNTAINS,
    "P": Terrain.PLAINS,
    "S": Terrain.MARSH,
    "W": Terrain.WATER,
}
OWNED: Final = frozenset({"C2", "D2", "C3", "D3", "E3", "C4", "D4", "E4", "D5", "E5"})
CLEARED: Final = frozenset({"B4", "F4", "G4", "F3", "B3", "E2"})
EXPLORED: Final = frozenset({"B2", "F2", "A4", "D6", "C5", "G3"})
IMPROVED: Final = {
    "C2": "mine", "C3": "farm road", "C4": "farm road", "E5": "farm",
    "D3": "farm road", "D4": "road", "E4": "road",
}  # fmt: skip
SPECIALS: Final = {"C2": "resource", "B2": "landmark", "G3": "lair", "G4": "resource", "I5": "ruin"}
NOTES: Final = {"B2": "Three standing stones", "C2": "Silver", "G4": "Copper, says the old map"}
SECRETS: Final = {"G3": "An owlbear, and her young", "I5": "The drowned chapel; its bell is missing"}
RIVER: Final = "C1 C2 D3 D4 E5 F5"


@dataclass(frozen=True)
class Leader:
    """Who holds a role; `player` is a name of the sandbox's people, or nobody's."""

    role: Role
    name: str
    ability: Ability
    score: int
    player: str = ""
    attributes: tuple[Attribute, ...] = ()


LEADERS: Final = (
    Leader(Role.RULER, "Ysolde Fairwind", Ability.CHA, 18, "deacon", (Attribute.LOYALTY,)),
    Leader(Role.HEIR, "Corin Fairwind", Ability.CHA, 14, "deacon"),
    Leader(Role.MARSHAL, "Tamsin Reed", Ability.DEX, 18, "wren"),
    Leader(Role.TREASURER, "Odo Penn", Ability.INT, 18, "wren"),
    Leader(Role.GENERAL, "Bram Coldwater", Ability.STR, 18, "wren"),
    Leader(Role.COUNCILOR, "Mother Aveline", Ability.WIS, 16),
    Leader(Role.GRAND_DIPLOMAT, "Lady Quill", Ability.CHA, 16),
    Leader(Role.MAGISTER, "Old Merrow", Ability.INT, 18),
    Leader(Role.SPYMASTER, "Nobody Much", Ability.DEX, 15),
    Leader(Role.WARDEN, "Garrick Stone", Ability.CON, 16),
)


@dataclass(frozen=True)
class PastMonth:
    """What a month that is over brought: a hex, what was built there, edicts and an event."""

    claimed: str
    built: Improvement | None = None
    edicts: tuple[Holiday, Promotion, Taxation] | None = None
    event: str = ""


PAST: Final = (
    PastMonth("F4", edicts=(Holiday.ONE, Promotion.TOKEN, Taxation.NORMAL)),
    PastMonth("B4", Improvement.SAWMILL),
    PastMonth("F3", Improvement.WATCHTOWER, (Holiday.SIX, Promotion.TOKEN, Taxation.NORMAL)),
    PastMonth("B3", Improvement.ROAD, event="Bandit Activity"),
)


# At least so many BP are in the Treasury when a month's edicts begin, and at most so much Unrest.
SAVINGS, RESTLESS = 40, 4

# A slot is named by the number of its building, which was read first, and its own.
_TEMPLES_FIRST: Final = "1.0"


@dataclass
class Court:
    """Acts for the sandbox's people past Discord: faster than by commands, and told in the channel alike."""

    world: World
    waypost: Waypost

    async def act(self, who: MemberActor, action: Any) -> str | None:
        """Carry out what somebody does; the id of the record it is about."""
        outcome = await self.waypost.play.act(Actor(who.id), self._request(), action)
        subject = outcome.private.subject
        return subject.id if subject else None

    async def found(self) -> RecordId:
        """Found the realm, draw its map, and give out its offices."""
        marisol = self.world.marisol
        id_ = RecordId(str(await self.act(marisol, founding_rules.BeginKingdom(REALM))))
        steps: tuple[Any, ...] = (
            founding_rules.DrawUp(id_, "NG"),
            founding_rules.AgreeTerms(id_, 60),
            founding_rules.ChooseFirstHex(id_, towns.CAPITAL_SPOT, Terrain.PLAINS.value),
            founding_rules.FoundKingdom(id_, towns.CAPITAL),
        )
        for step in steps:
            await self.act(marisol, step)
        await self.act(marisol, ReadMap("marches.csv", tuple(_rows())))
        await self.act(marisol, DrawRiver(RIVER))
        await self._furnish_capital(id_)
        for each in LEADERS:
            await self.act(marisol, self._assigned(id_, each))
        await self.act(marisol, AssignTask(id_, Task.TERRAIN, (Role.MARSHAL, Role.RULER)))
        return id_

    async def _furnish_capital(self, id_: RecordId) -> None:
        """What stood there before the realm did, and an item on its market."""
        marisol, capital = self.world.marisol, await self._settlement(towns.CAPITAL)
        await self.act(marisol, ReadTown(capital, "fennhold.txt", towns.OLD_TOWN, id_))
        item = (towns.ITEM, towns.ITEM_PRICE, ItemKind.WONDROUS_ITEM.value)
        await self.act(marisol, PutItem(id_, capital, _TEMPLES_FIRST, towns.ITEM_WHY, *item))

    async def _settlement(self, name: str) -> RecordId:
        found = await self.waypost.play.named(Actor(self.world.marisol.id), self._request(), name)
        return next(RecordId(each.id) for each in found if each.title == name)

    async def _kingdom(self) -> Kingdom:
        found = await self.waypost.play.named(Actor(self.world.marisol.id), self._request(), REALM)
        return next(cast(Kingdom, each.state) for each in found if each.kind == KINGDOM.name)

    async def _build(self, id_: RecordId, number: int) -> None:
        """What the leaders found, build and draw up in one of the months."""
        deacon = self.world.deacon
        if number == towns.FOUNDED_IN:
            await self.act(self.world.wren, PrepareSite(id_, towns.SECOND_HEX))
            await self.act(deacon, towns_settlements.FoundSettlement(id_, towns.SECOND_HEX, towns.SECOND))
        for built_in, town, each in towns.BUILT:
            if built_in == number:
                await self.act(deacon, BuildBuilding(id_, town, *towns.what_and_where(each)))

    async def _draw_up(self, id_: RecordId) -> None:
        for each in towns.DRAWN_UP:
            await self.act(self.world.deacon, DraftBuilding(id_, towns.CAPITAL, *towns.what_and_where(each)))

    def _request(self) -> Request:
        here = self.world.marches
        return Request(self.world.env.backend.snowflake(), self.world.guild.id, here.id)

    def _assigned(self, id_: RecordId, leader: Leader) -> AssignLeader:
        people = {each.name: each.id for each in self.world.people}
        scores = {**dict.fromkeys(Ability, 10), leader.ability: leader.score}
        player = people.get(leader.player)
        return AssignLeader(id_, leader.role, leader.name, player, scores, attributes=leader.attributes)

    async def play(self, id_: RecordId) -> None:
        """Four months from their opening to their close, and the fifth as far as its edicts."""
        deacon, wren, marisol = self.world.deacon, self.world.wren, self.world.marisol
        for number, past in enumerate(PAST, 1):
            await self._upkeep(id_)
            if past is PAST[0]:
                await self.act(marisol, ChooseAttributes(id_, Role.SPYMASTER, Attribute.ECONOMY.value))
            await self.act(deacon, ClaimHex(id_, past.claimed))
            if past.built is not None:
                await self.act(wren, BuildImprovement(id_, past.claimed, past.built))
            await self._build(id_, number)
            if past.edicts:
                await self.act(deacon, month_edicts.SetEdicts(id_, *past.edicts))
            await self._rest(id_, past.event)
        await self._upkeep(id_)
        for who, step in ((deacon, MonthStep.LEADERSHIP), (wren, MonthStep.ARMIES)):
            await self.act(who, month_course.FinishStep(id_, step))
        await self._draw_up(id_)

    async def _upkeep(self, id_: RecordId) -> None:
        marisol = self.world.marisol
        await self.act(marisol, month_course.OpenMonth(id_))
        await self.act(marisol, month_rules.RollStability(id_))
        # The check may have left Unrest that somebody has to deal with.
        if (await self._kingdom()).month.phase is Phase.UPKEEP:
            await self.act(marisol, month_course.SkipTo(id_, MonthStep.LEADERSHIP, "All is quiet"))
        await self._steady(id_)

    async def _steady(self, id_: RecordId) -> None:
        """The story goes on whatever the dice: nothing in it is too expensive, and no anarchy ends it."""
        kingdom = await self._kingdom()
        needs = (
            (Stock.TREASURY, SAVINGS - kingdom.treasury, "A loan from the river towns"),
            (Stock.UNREST, kingdom.unrest - RESTLESS, "A feast for everyone"),
        )
        for stock, lack, reason in needs:
            if lack > 0:
                amount = lack if stock is Stock.TREASURY else -lack
                await self.act(self.world.marisol, PlaceNumber(id_, stock, str(amount), reason))

    async def _rest(self, id_: RecordId, event: str) -> None:
        marisol, wren = self.world.marisol, self.world.wren
        await self.act(self.world.deacon, month_course.EndPhase(id_, Phase.EDICT))
        await self.act(wren, month_income.CollectTaxes(id_))
        if event:
            await self.act(marisol, PlaceEvent(id_, event, note="They come out of the hills by night"))
            await self.act(marisol, month_course.SkipTo(id_, MonthStep.RESOLVE, "That is enough for a month"))
            await self.act(marisol, ResolveEvent(id_, 1, "Two carts are gone, unseen", "yes"))
        else:
            await self.act(marisol, month_course.SkipTo(id_, MonthStep.CLOSE, "A quiet month"))
        await self.act(marisol, month_rules.CloseMonth(id_))


async def furnish(world: World, waypost: Waypost) -> None:
    """Found the realm and play it into its fifth month, in a campaign that is there already."""
    court = Court(world, waypost)
    await court.play(await court.found())


def _rows() -> Iterator[Row]:
    for down, line in enumerate(LANDS):
        for right, letter in enumerate(line):
            spot, label = f"{right - down // 2},{down}", f"{'ABCDEFGHIJ'[right]}{down + 1}"
            yield Row(down * len(line) + right + 2, _cells(spot, label, letter))


def _cells(spot: str, label: str, letter: str) -> dict[str, str]:
    q, r = axial(spot)
    is_owned = label in OWNED
    flags = {
        "explored": is_owned or label in CLEARED | EXPLORED,
        "cleared": is_owned or label in CLEARED,
        "revealed": letter.isupper(),
    }
    return {
        "q": str(q),
        "r": str(r),
        "label": label,
        "terrain": TERRAINS[letter.upper()].value,
        "specials": SPECIALS.get(label, ""),
        **{name: "yes" if flag else "" for name, flag in flags.items()},
        "realm": REALM if is_owned else "",
        "improvements": IMPROVED.get(label, ""),
        "notes": NOTES.get(label, ""),
        "secret": SECRETS.get(label, ""),
    }
