"""The part of `/build` about plans of settlements: drawn up without spending, built in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, Panel
from bot.engine.people import Permit
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.play import Outcome
from bot.systems.kingdom.rules.advice import upgrades_of
from bot.systems.kingdom.rules.building_places import building_type
from bot.systems.kingdom.rules.drawing_up import drawn_up
from bot.systems.kingdom.rules.terms import BuildingType, Task
from bot.systems.kingdom.rules.town_plans import (
    ALL,
    DropPlanned,
    MovePlanned,
    PlanBuilding,
    Sketch,
    Way,
    planned_of,
    require_reader,
    sketch,
)
from bot.systems.kingdom.screens import building_previews, building_yard, finding, groups
from bot.systems.kingdom.screens.building_yard import Yard, page_in, type_in
from bot.systems.kingdom.screens.plan_lists import (
    BUILD,
    CHOOSE,
    DROP,
    MOVE,
    NO_UPGRADE,
    PAGE,
    PLACE,
    PLACES,
    PLAN_ADD,
    Drafts,
    back,
    places_card,
    plan_card,
)
from bot.systems.kingdom.screens.previews import exactly, is_for, looker, number_of
from bot.systems.kingdom.screens.town_plan_cards import TELLERS
from bot.systems.kingdom.words import town_plans as words
from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.ui.card import Card
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/build drafts": Permit.MEMBERS,
    f"button {PLAN_ADD}": Permit.MEMBERS,
    f"button {PAGE}": Permit.MEMBERS,
    f"select {CHOOSE}": Permit.MEMBERS,
    f"button {DROP}": Permit.MEMBERS,
    f"button {MOVE}": Permit.MEMBERS,
    f"button {BUILD}": Permit.MEMBERS,
    f"button {PLACES}": Permit.MEMBERS,
    f"select {PLACE}": Permit.MEMBERS,
}


class PlanCommands(commands.Cog):
    """Plans, shared by the leaders of a kingdom."""

    _desk: Desk

    @groups.build.command(name="drafts")
    @app_commands.describe(
        settlement="Whose plan",
        building="What to add to it; without it you see the plan",
        place="Where, such as C4 or C4+D4; without it you choose from the places there are",
        upgrade="Which building it would be an upgrade of: its lot, such as C4",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.guild_only()
    async def build_drafts(
        self,
        interaction: Interaction,
        settlement: str,
        building: str | None = None,
        place: str | None = None,
        upgrade: str = "",
        kingdom: str | None = None,
    ) -> None:
        """See what is planned for a settlement, and add to it; nothing of it is paid"""
        async with self._desk.reply(interaction) as reply:
            yard = await building_yard.yard(self._desk, interaction, settlement, kingdom)
            require_reader(looker(yard.seen.scenery), yard.realm.kingdom)
            if building is None:
                await reply.private(plan_card(_drafts(yard)))
            elif place is None:
                await reply.private(places(sketch(yard.realm, yard.id, building, upgrade)))
            else:
                action = PlanBuilding(yard.seen.id, yard.id, building, place, upgrade)
                await self._desk.carry_out(reply, action, quietly=True)

    # -- suggestions --------------------------------------------------------------------------------

    @build_drafts.autocomplete("settlement")
    async def _planned_towns(self, interaction: Interaction, typed: str) -> Choices:
        return await building_yard.suggested_towns(self._desk, interaction, typed)

    @build_drafts.autocomplete("building")
    async def _any_building(self, interaction: Interaction, typed: str) -> Choices:
        listed = ((name, name) for name in BUILDINGS.values())
        return await finding.suggested_words(self._desk, interaction, typed, listed)

    @build_drafts.autocomplete("upgrade")
    async def _upgraded(self, interaction: Interaction, typed: str) -> Choices:
        named = interaction.namespace

        async def find() -> list[tuple[str, str]]:
            yard = await building_yard.yard(
                self._desk, interaction, named.settlement or "", named.kingdom or None
            )
            require_reader(looker(yard.seen.scenery), yard.realm.kingdom)
            near = typed.strip().casefold()
            pairs = upgradable(yard, named.building or "")
            return [pair for pair in pairs if near in pair[0].casefold()]

        return await self._desk.suggest(interaction, find)

    @build_drafts.autocomplete("kingdom")
    async def _kingdoms_planned(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


def _drafts(yard: Yard, page: int = 0, chosen: int | None = None) -> Drafts:
    return Drafts(yard.realm, yard.id, is_for(yard.seen, Task.SETTLEMENTS), page, chosen)


def upgradable(yard: Yard, building: str) -> Iterator[tuple[str, str]]:
    """What stands or is planned and can become that building: where it is, and its number."""
    to = building_type(building)
    for each in drawn_up(yard.realm, yard.id)[0].towns[yard.id].buildings:
        if to in upgrades_of(each.type):
            yield yard.standing(each), str(each.number)


def places(meant: Sketch, page: int = 0) -> Card:
    """Where a building could be planned. Raises RuleViolation where it has no place."""
    found = tuple(meant.ground.legal(meant.building))
    if not found:
        raise RuleViolation(words.no_place(meant.building.value, meant.ground.nowhere(meant.building)))
    return places_card(meant, found, page)


async def _read(desk: Desk, reply: Reply, settlement: str) -> Yard:
    """The settlement of a control, for those who may read its plan. Raises Stale or NotAllowed."""
    yard = await building_yard.yard_of(desk, reply.interaction, settlement)
    require_reader(looker(yard.seen.scenery), yard.realm.kingdom)
    return yard


def redrawn(yard: Yard, chosen: int | None = None, *, last: bool = False) -> Panel:
    """The plan as an action left it, in place of the one whose button was pressed."""

    def panel(outcome: Outcome) -> Card:
        told = [each for each in outcome.private.entry.events if type(each) in TELLERS]
        news = "\n".join(TELLERS[type(each)](each) for each in told)
        shown = outcome.private.subject
        if shown is None:
            return Card(lines=(news,), buttons=(back(yard.id),))
        # Nothing else of the realm changes with a plan.
        realm = replace(yard.realm, towns={**yard.realm.towns, yard.id: shown.state})
        # What was added stands at the end.
        page = len(shown.state.plans) if last else 0
        return plan_card(Drafts(realm, yard.id, True, page, chosen, news))

    return panel


# -- controls -----------------------------------------------------------------------------------------


def answer(desk: Desk) -> None:
    """Enter the buttons and lists of a plan."""
    _enter_list(desk)
    _enter_adding(desk)

    async def drop(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, number = exactly(args, 2)
        yard = await _read(desk, reply, settlement)
        if number != ALL:
            number_of(number)
        action = DropPlanned(yard.seen.id, yard.id, number)
        await desk.carry_out(reply, action, panel=redrawn(yard))

    async def move(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, number, way = exactly(args, 3)
        if way not in set(Way):
            raise Stale(DAMAGED_BUTTON)
        yard = await _read(desk, reply, settlement)
        action = MovePlanned(yard.seen.id, yard.id, number, Way(way))
        await desk.carry_out(reply, action, panel=redrawn(yard, number_of(number)))

    desk.add_button(DROP, drop)
    desk.add_button(MOVE, move)


def _enter_list(desk: Desk) -> None:
    """Its pages, one of its entries, and what building the first of them comes to."""

    async def turned(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, page = exactly(args, 2)
        yard = await _read(desk, reply, settlement)
        await reply.update(plan_card(_drafts(yard, page_in(page))))

    async def chosen(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, page, number = exactly(args, 3)
        yard = await _read(desk, reply, settlement)
        entry = planned_of(yard.town, number)
        await reply.update(plan_card(_drafts(yard, page_in(page), entry.number)))

    async def build(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, number = exactly(args, 2)
        yard = await _read(desk, reply, settlement)
        entry = planned_of(yard.town, number)
        over = yard.town.building(entry.over) if entry.over is not None else None
        if entry.over is not None and over is None:
            raise RuleViolation(words.upgrades_nothing(entry.type.value))
        await reply.update(building_previews.preview(yard, entry.type, entry.place, over))

    desk.add_button(PAGE, turned)
    desk.add_select(CHOOSE, chosen)
    desk.add_button(BUILD, build)


def _enter_adding(desk: Desk) -> None:
    """What puts a building on the plan: the button of a preview, and the list of places."""

    async def add(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, building, place, *over = args if len(args) == 4 else exactly(args, 3)
        await _add(desk, reply, settlement, building, place, *over)

    async def listed(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, building, over, page = exactly(args, 4)
        yard = await _read(desk, reply, settlement)
        meant = sketch(yard.realm, yard.id, type_in(building).value, _over(over))
        await reply.update(places(meant, page_in(page)))

    async def picked(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, building, over, place = exactly(args, 4)
        await _add(desk, reply, settlement, building, place, over)

    desk.add_button(PLAN_ADD, add)
    desk.add_button(PLACES, listed)
    desk.add_select(PLACE, picked)


async def _add(
    desk: Desk, reply: Reply, settlement: str, building: str, place: str, over: str = NO_UPGRADE
) -> None:
    yard = await _read(desk, reply, settlement)
    type_: BuildingType = type_in(building)
    action = PlanBuilding(yard.seen.id, yard.id, type_.value, place, _over(over))
    await desk.carry_out(reply, action, panel=redrawn(yard, last=True))


def _over(text: str) -> str:
    """The building that a control says it would upgrade. Raises Stale where it holds something else."""
    return "" if text == NO_UPGRADE else str(number_of(text))
