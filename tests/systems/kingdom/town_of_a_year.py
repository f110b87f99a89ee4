"""A town built over a year at a simulated table: the kingdom it belongs to, and how people build in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simcord.results import to_discord_message

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.play import Request
from bot.systems.kingdom.book import Ability, Attribute, Improvement, Limit, Role, Terrain
from bot.systems.kingdom.founding.rules import AgreeTerms, BeginKingdom, ChooseFirstHex, DrawUp, FoundKingdom
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.improvements import PlaceImprovement
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.numbers import PlaceNumber
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.state import Town, lots_in_use
from tests.loaded import loaded
from tests.systems.kingdom.income_table import hold
from tests.systems.kingdom.months_table import act, state_of
from tests.systems.kingdom.test_claims_at_the_table import listed, press
from tests.systems.kingdom.test_maps_at_the_table import picture
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, reply_of, said, text

TOWN = "Tarn Hold"
EPHEMERAL = 64
WHY = "As the story begins"
# 18 gives +4, in every role.
SCORES = dict.fromkeys(Ability, 18)
# Two rows of 13 hexes, the capital's by a lake; from the fourth hex of the first row on lie 14 Farms.
OWN = [f"{q},{r}" for r in range(2) for q in range(13)]
FARMS = OWN[3:17]
MINE = OWN[1]
WREN = (Role.COUNCILOR, Role.TREASURER, Role.WARDEN)
# Nobody misses a Consort, an Heir or a Viceroy.
OTHERS = (
    Role.GENERAL,
    Role.GRAND_DIPLOMAT,
    Role.HIGH_PRIEST,
    Role.MAGISTER,
    Role.MARSHAL,
    Role.ROYAL_ENFORCER,
    Role.SPYMASTER,
)


async def begun(table: Table) -> Year:
    """Tarn with 26 hexes, 498 BP and Unrest 19: Deacon is Ruler, Wren is Councilor and Treasurer."""
    await act(table, SetHexes(" ".join(OWN), Terrain.PLAINS, is_explored=True, is_cleared=True))
    await act(table, SetHexes(OWN[0], has_lake=True))
    await act(table, BeginKingdom("Tarn"))
    id_ = (await _named(table, "Tarn")).id
    for action in (
        DrawUp(id_, "N"),
        AgreeTerms(id_, 500),
        ChooseFirstHex(id_, OWN[0]),
        FoundKingdom(id_, TOWN, "south"),
        GiveHexes(id_, " ".join(OWN[1:]), WHY),
        *(PlaceImprovement(id_, each, Improvement.ROAD, WHY) for each in OWN[:2]),
        PlaceImprovement(id_, MINE, Improvement.MINE, WHY),
        *(PlaceImprovement(id_, each, Improvement.FARM, WHY) for each in FARMS),
        *_leaders(table, id_),
        PlaceNumber(id_, "unrest", "19", "Nobody has a roof yet"),
    ):
        await act(table, action)
    await table.settle()
    return Year(table)


def _leaders(table: Table, id_: RecordId) -> Sequence[AssignLeader]:
    """At this Size the Ruler adds to two attributes (R033); the Spymaster has not chosen one yet."""
    both = (Attribute.ECONOMY, Attribute.LOYALTY)
    ruler = AssignLeader(id_, Role.RULER, "Deacon", table.deacon.id, SCORES, attributes=both)
    hers = (AssignLeader(id_, role, f"Her {role.value}", table.wren.id, SCORES) for role in WREN)
    others = (AssignLeader(id_, role, role.value.title(), None, SCORES) for role in OTHERS)
    return [ruler, *hers, *others]


async def _named(table: Table, name: str) -> Any:
    found = await table.bot.play.named(Actor(table.gm.id), Request(1, table.guild.id, table.channel.id), name)
    return next(each for each in found if each.kind == "kingdom")


@dataclass
class Year:
    """A table at which that kingdom is played."""

    table: Table

    @property
    def card(self) -> Any:
        """The newest message of the channel; of the hundreds before it none is looked at."""
        stored = self.table.env.backend.messages[self.table.channel.id].values()
        newest = max((each for each in stored if not each.flags & EPHEMERAL), key=lambda each: each.id)
        return to_discord_message(self.table.env, newest)

    # -- the month ------------------------------------------------------------------------------------

    async def opens(self, step: str = "settlements") -> None:
        """On a new process of the bot the Ruler opens the month; the game master passes to that step."""
        await self.table.restart()
        await self.presses(self.table.deacon, "Open the month")
        if step:
            await self.passes_to(step)

    async def passes_to(self, step: str) -> None:
        """The game master passes over what comes before a step."""
        await self.table.gm.slash(self.table.channel, "kingdom gm next", to=step, reason="Quiet days")
        await self.table.settle()

    async def closes(self, *milestones: str) -> None:
        """The Ruler closes the month; experience is told for these milestones, and no others."""
        await self.passes_to("close")
        closed = await self.presses(self.table.deacon, "Close the month")
        assert ("New milestones" in closed) == bool(milestones)
        assert [each for each in milestones if each not in closed] == [], closed

    async def presses(self, who: Any, label: str, *dice: int, agreed: str = "", **typed: Any) -> str:
        """A press on the newest card, and its form if it has one; what stands in the channel then.

        `agreed` is the button of what the form shows first.
        """
        with loaded(*dice):
            answer = await who.click(self.card, label=label)
            if typed:
                answer = await who.submit_modal(answer, typed)
            if agreed:
                await who.click(reply_of(answer), label=agreed)
        await self.table.settle()
        return text(self.card)

    # -- building -------------------------------------------------------------------------------------

    async def plans(
        self, who: Any, building: str, place: str, label: str, *, restarts: bool = False
    ) -> tuple[str, str]:
        """`/settlement build`, a place from the list where there are several, and the button of the preview.

        With what the preview said and what was posted; in between the bot may have been restarted.
        """
        before = await entries(self.table)
        answer = await who.slash(self.table.channel, "settlement build", settlement=TOWN, building=building)
        preview = await self.at(who, answer, place)
        assert is_private(preview)
        assert await entries(self.table) == before
        return said(preview), await self.agrees(who, preview, label, restarts=restarts)

    async def at(self, who: Any, answer: Any, place: str) -> Any:
        """The preview at a place of the list, page by page; where there is one place only it is shown."""
        if not listed(answer):
            return answer
        # A wall's place is chosen with its Watergate where it needs one.
        while not (found := [each for each in listed(answer) if each.partition("/")[0] == place]):
            label = "Elsewhere…" if "Elsewhere…" in buttons(reply_of(answer)) else "More…"
            answer = await press(self.table, who, answer, label)
        return await self.picks(who, answer, found[0])

    async def picks(self, who: Any, answer: Any, value: str) -> Any:
        """What comes of choosing that from the list of an answer."""
        rows = [part for row in reply_of(answer).components for part in row["components"]]
        custom_id = next(part["custom_id"] for part in rows if part.get("options"))
        return await who.select(reply_of(answer), values=[value], custom_id=custom_id)

    async def agrees(self, who: Any, preview: Any, label: str, *, restarts: bool = False) -> str:
        """A press on what was shown before; what stands in the channel then."""
        before = await entries(self.table)
        if restarts:
            await self.table.restart()
        answer = await press(self.table, who, preview, label)
        assert await entries(self.table) == before + 1, said(answer)
        return text(self.card)

    async def places(self, who: Any, building: str, place: str, **options: Any) -> str:
        """`/settlement place`; what stands in the channel then."""
        before = await entries(self.table)
        named = {"settlement": TOWN, "building": building, "place": place, **options}
        answer = await who.slash(self.table.channel, "settlement place", **named)
        await self.table.settle()
        assert await entries(self.table) == before + 1, said(answer)
        return text(self.card)

    async def refuses(self, who: Any, building: str, place: str, *why: str) -> None:
        """The same refused in a private sentence that says all that, and no entry is made."""
        named = {"settlement": TOWN, "building": building, "place": place}
        answer = await refused(self.table, who, "settlement place", **named)
        assert [each for each in why if each not in answer] == [], answer

    # -- what is --------------------------------------------------------------------------------------

    async def state(self) -> tuple[Kingdom, Town]:
        """The kingdom and its capital."""
        return await state_of(self.table), (await hold(self.table)).state

    async def sentence(self) -> str:
        """What the sheet, the settlement's page and its picture in words say."""
        wren, channel = self.table.wren, self.table.channel
        sheet = said(await wren.slash(channel, "kingdom sheet"))
        page = said(await wren.slash(channel, "settlement show", settlement=TOWN))
        shown = reply_of(await wren.slash(channel, "settlement map", settlement=TOWN))
        image, words = await picture(shown)
        assert image.format == "PNG"
        return "\n".join((sheet, page, text(shown), words))

    async def stands(self, *, lots: int, treasury: int, unrest: int, used: int) -> None:
        """See that so many lots are in use, and what the month has used of its 5 buildings."""
        kingdom, town = await self.state()
        found = (lots_in_use(town, Rulings({})), kingdom.treasury, kingdom.unrest)
        assert found == (lots, treasury, unrest)
        assert kingdom.month.used.get(Limit.BUILDINGS, 0) == used
