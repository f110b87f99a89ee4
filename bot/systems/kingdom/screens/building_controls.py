"""The buttons and lists by which buildings are chosen, placed and built; each works for years."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.desk import Desk, Panel
from bot.engine.people import Permit
from bot.errors import Stale
from bot.handlers import Register
from bot.play import Outcome
from bot.systems.kingdom.rules.builders import BuildBuilding, UpgradeBuilding
from bot.systems.kingdom.screens import building_panels, finding, item_cards
from bot.systems.kingdom.screens.building_cards import TELLERS
from bot.systems.kingdom.screens.building_panels import OPEN, PANEL, PICK, TOWN, panel
from bot.systems.kingdom.screens.building_previews import BUILD, GATE, SPARING, UPGRADE, WITH_MAGIC, preview
from bot.systems.kingdom.screens.building_sites import places
from bot.systems.kingdom.screens.building_yard import (
    PLACE,
    PLACES,
    SITE,
    building_in,
    page_in,
    place_in,
    type_in,
    yard_of,
)
from bot.systems.kingdom.screens.previews import came_of_it, exactly, number_of
from bot.systems.kingdom.words import building_previews as preview_words
from bot.ui.card import Button, Card
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    f"button {OPEN}": Permit.MEMBERS,
    f"select {TOWN}": Permit.MEMBERS,
    f"button {PANEL}": Permit.MEMBERS,
    f"select {PICK}": Permit.MEMBERS,
    f"button {PLACES}": Permit.MEMBERS,
    f"select {PLACE}": Permit.MEMBERS,
    f"select {SITE}": Permit.MEMBERS,
    f"button {BUILD}": Permit.MEMBERS,
    f"button {UPGRADE}": Permit.MEMBERS,
}


def answer(desk: Desk) -> None:
    """Enter them all."""
    _enter_panels(desk)
    _enter_places(desk)
    _enter_deeds(desk)


def _enter_panels(desk: Desk) -> None:
    """What can be had, by settlement."""

    async def opened(reply: Reply, args: tuple[str, ...]) -> None:
        (kingdom,) = exactly(args, 1)
        seen = await finding.seen(desk, reply.interaction, kingdom)
        if len(seen.realm.towns) != 1:
            await reply.private(building_panels.towns(seen))
            return
        found = await yard_of(desk, reply.interaction, next(iter(seen.realm.towns)))
        await reply.private(panel(found))

    async def chosen(reply: Reply, args: tuple[str, ...]) -> None:
        _, town = exactly(args, 2)
        await reply.update(panel(await yard_of(desk, reply.interaction, town)))

    async def turned(reply: Reply, args: tuple[str, ...]) -> None:
        town, page = exactly(args, 2)
        await reply.update(panel(await yard_of(desk, reply.interaction, town), page_in(page)))

    desk.add_button(OPEN, opened)
    desk.add_select(TOWN, chosen)
    desk.add_button(PANEL, turned)


def _enter_places(desk: Desk) -> None:
    """Where a building can stand, and its preview there."""

    async def picked(reply: Reply, args: tuple[str, ...]) -> None:
        town, building = exactly(args, 2)
        found = await yard_of(desk, reply.interaction, town)
        await reply.update(places(found, type_in(building)))

    async def listed(reply: Reply, args: tuple[str, ...]) -> None:
        town, building, over, page = exactly(args, 4)
        found = await yard_of(desk, reply.interaction, town)
        await reply.update(places(found, type_in(building), building_in(found.town, over), page_in(page)))

    async def placed(reply: Reply, args: tuple[str, ...]) -> None:
        town, building, over, place = exactly(args, 4)
        found = await yard_of(desk, reply.interaction, town)
        old = building_in(found.town, over)
        await reply.update(preview(found, type_in(building), place_in(place), old))

    async def on_site(reply: Reply, args: tuple[str, ...]) -> None:
        town, chosen = exactly(args, 2)
        building, _, place = chosen.partition("/")
        found = await yard_of(desk, reply.interaction, town)
        await reply.update(preview(found, type_in(building), place_in(place)))

    desk.add_select(PICK, picked)
    desk.add_button(PLACES, listed)
    desk.add_select(PLACE, placed)
    desk.add_select(SITE, on_site)


def _enter_deeds(desk: Desk) -> None:
    """Building and upgrading."""

    async def build(reply: Reply, args: tuple[str, ...]) -> None:
        town, building, place, price, how = exactly(args, 5)
        ways = [each for each in how.split("+") if each]
        if not set(ways) <= {GATE, WITH_MAGIC, SPARING}:
            raise Stale(DAMAGED_BUTTON)
        found = await yard_of(desk, reply.interaction, town)
        action = BuildBuilding(
            found.seen.id,
            found.id,
            type_in(building).value,
            place,
            number_of(price),
            with_watergate=GATE in ways,
            with_magic=WITH_MAGIC in ways,
            is_sparing=SPARING in ways,
        )
        await desk.carry_out(reply, action, panel=came_of_building(TELLERS, found.id))

    async def upgrade(reply: Reply, args: tuple[str, ...]) -> None:
        town, number, building, place, price = exactly(args, 5)
        found = await yard_of(desk, reply.interaction, town)
        over = building_in(found.town, number)
        if over is None:
            raise Stale(DAMAGED_BUTTON)
        kind = type_in(building).value
        action = UpgradeBuilding(found.seen.id, found.id, str(over.number), kind, place, number_of(price))
        await desk.carry_out(reply, action, panel=came_of_building(TELLERS, found.id))

    desk.add_button(BUILD, build)
    desk.add_button(UPGRADE, upgrade)


def came_of_building(tellers: Mapping[type[Any], Callable[[Any], str]], town: str) -> Panel:
    """What stands in the preview's place once it was done, and the way to the next one."""
    told = came_of_it({**item_cards.TELLERS, **tellers})

    def shown(outcome: Outcome) -> Card:
        return told(outcome).add(buttons=(Button(preview_words.ANOTHER, PANEL, (town, "0")),))

    return shown
