"""Settlements of an earlier day are played on where they stood: built, traded in, cut off, drawn up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope, Want
from bot.storage.schema import migrate_database
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.towns.state import Town, building_of
from tests.filled.dumps import dumps
from tests.filled.test_filled import contents, restored
from tests.harness.inputs import Field, components
from tests.harness.world import Person
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage

KINGDOM, TOWN = SYSTEM.kind("kingdom"), SYSTEM.kind("settlement")
# Made by `towns.py`. `test_both_engines_left_a_filled_database` sees that there are some.
DUMPS = dumps("towns")
HOLD, VALE, FREE, TRADERS = "Name 1 Hold", "Name 1 Vale", "Name 1 Free", "Name 2 Hold"


@pytest.fixture(params=DUMPS, ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


# -- what waited --------------------------------------------------------------------------------------


async def test_all_that_waited_of_kingdoms_still_waits_as_todays_code_sees_it(later: Stage) -> None:
    found = await _campaign_view(later)
    steps = {(id_, step.name, step.revision) for id_, record in found.items() for step in _steps(id_, record)}
    kept = await later.bot.database.read(contents)
    # Taxes had to wait for the rest of Income then; they are listed with the next thing that happens.
    came = steps - {(str(row[0]), row[1], row[3]) for row in kept["waiting"] if str(row[0]) in found}
    assert {(str(row[0]), row[1], row[3]) for row in kept["waiting"] if str(row[0]) in found} == steps - came
    assert {name for _, name, _ in came} == {"taxes"}


async def test_an_item_that_nobody_had_named_is_named(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    nameless = [(each, ware) for each in town.buildings for ware in each.wares if not ware.name]
    for building, ware in nameless:
        form = f"tell|{id_}|item-{building.number}-{ware.slot}|{ware.opened}|name"
        press = later.say.modal_submit(form, {"name": "A late find", "price": "40"}, user=later.gm)
        await _entry(later, press, "NameItem")
    _, named = await _town(later, HOLD)
    assert nameless
    assert sum(ware.name == "A late find" for each in named.buildings for ware in each.wares) == len(nameless)
    assert not _steps(id_, (await _campaign_view(later))[id_])


async def test_a_kingdom_that_was_drawn_up_is_founded_and_builds_at_once(later: Stage) -> None:
    id_ = await _waits(later, "found")
    revision = (await _campaign_view(later))[id_].state.month.opened["found"]
    typed: dict[str, Field] = {"capital": "Late Hold"}
    form = later.say.modal_submit(f"tell|{id_}|found|{revision}|found", typed, user=later.gm)
    await _entry(later, form, "FoundKingdom")
    town, _ = await _town(later, "Late Hold")
    await _pressed(later, later.gm, "BuildBuilding", "build_do", town, "house", "1:C4", "3", "")
    assert [str(each.type) for each in (await _town(later, "Late Hold"))[1].buildings] == ["house"]


async def test_a_city_that_was_cut_off_is_lost_with_all_that_stands_in_it(later: Stage) -> None:
    id_, before = await _town(later, VALE)
    assert before.kingdom is not None
    revision = next(each.revision for each in await _open(later, before.kingdom) if each.name == "part-1")
    press = later.say.press(f"do|{before.kingdom}|part-1|{revision}|lost", user=later.gm)
    await _entry(later, press, "DecidePart")
    after = (await _campaign_view(later))[id_].state
    assert (after.kingdom, after.buildings) == (None, before.buildings)
    assert len(after.buildings) == 2


async def test_a_text_of_a_settlement_is_imported(later: Stage) -> None:
    kept = await later.bot.database.read(contents)
    (file,) = [row[0] for row in kept["records"] if row[3] == "town_file"]
    press = later.say.press(f"do|{file}|import|1|import", user=later.gm)
    await _entry(later, press, "ImportTown")
    _, town = await _town(later, TRADERS)
    assert [str(each.type) for each in town.buildings] == ["house", "inn"]


# -- what was built -----------------------------------------------------------------------------------


async def test_a_building_is_built_by_the_button_of_an_old_preview(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    points = await _treasury(later, town)
    await _pressed(later, later.deacon, "BuildBuilding", "build_do", id_, "park", "2:F6", "4", "sparing")
    _, after = await _town(later, HOLD)
    assert str(building_of(after, "2:F6").type) == "park"
    assert await _treasury(later, after) == points - 4
    assert after.counted > town.counted


async def test_an_old_preview_whose_price_is_another_now_builds_nothing(later: Stage) -> None:
    # Stones of the ruin make it cheaper than the list.
    id_, town = await _town(later, HOLD)
    press = later.say.press(f"build_do|{id_}|park|2:F6|4|", user=later.deacon)
    came = await later.feeder.deliver(press)
    assert _offer(came.answer.data)
    assert await later.of(press) == []
    assert (await _town(later, HOLD))[1] == town


async def test_a_discount_that_was_given_is_not_given_again(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    assert str(building_of(town, "2:C2").type) == "shop"
    (market,) = [each for each in town.buildings if "shop" in each.discounted]
    assert market.type == "market"
    await _pressed(later, later.deacon, "BuildBuilding", "build_do", id_, "shop", "1:A2", "8", "sparing")


async def test_what_was_drawn_up_is_built_and_off_the_plan(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    assert [str(each.type) for each in town.plans] == ["house", "park", "shop", "luxury_store"]
    await _pressed(later, later.deacon, "BuildBuilding", "build_do", id_, "house", "2:D1", "3", "sparing")
    _, after = await _town(later, HOLD)
    assert [str(each.type) for each in after.plans] == ["park", "shop", "luxury_store"]


async def test_what_was_damaged_is_repaired(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    (museum,) = [each for each in town.buildings if each.is_damaged]
    await _pressed(later, later.deacon, "RepairBuilding", "build_repair", id_, str(museum.number), "15")
    mended = (await _town(later, HOLD))[1].building(museum.number)
    assert mended is not None
    assert (mended.is_damaged, mended.display, mended.is_significant) == (False, 5000, True)


async def test_what_came_down_is_rebuilt_for_less(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    assert [str(each.type) for each in town.remains] == ["smithy"]
    await _pressed(later, later.deacon, "BuildBuilding", "build_do", id_, "smithy", "1:F6", "3", "sparing")
    assert not (await _town(later, HOLD))[1].remains


async def test_what_was_given_is_free(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    assert sorted(str(each.gift) for each in town.grants) == ["found", "gift", "salvage"]
    await _pressed(later, later.deacon, "BuildBuilding", "build_do", id_, "jail", "2:F1", "0", "")
    left = (await _town(later, HOLD))[1].grants
    assert sorted(str(each.gift) for each in left) == ["found", "salvage"]


async def test_a_building_is_demolished_by_an_old_button(later: Stage) -> None:
    id_, town = await _town(later, HOLD)
    (watched,) = [each for each in town.buildings if each.type == "barracks"]
    await _pressed(later, later.deacon, "DemolishBuilding", "build_raze", id_, str(watched.number), "")
    assert (await _town(later, HOLD))[1].building(watched.number) is None


async def test_what_was_on_sale_is_bought(later: Stage) -> None:
    id_, town = await _town(later, TRADERS)
    (sold,) = [(each.number, ware) for each in town.buildings for ware in each.wares]
    number, ware = sold
    args = (f"{number}.{ware.slot}", "realm", str(ware.price), str(ware.opened), "0")
    # It shows first what it comes to now.
    old = later.say.press("|".join(("item_buy", id_, *args)), user=later.wren)
    shown = await later.feeder.deliver(old)
    (offer,) = (each for part in components(shown.answer.data) if (each := part.get("custom_id")))
    await _entry(later, later.say.press(str(offer), user=later.wren), "BuyItem")
    assert not any(each.wares for each in (await _town(later, TRADERS))[1].buildings)


async def test_what_players_did_not_see_they_still_dont(later: Stage) -> None:
    for person, is_told in ((later.gm, True), (later.deacon, False)):
        shown = await later.do("settlement show", by=person, settlement=FREE)
        assert ("Tavern" in str(shown.answer.data)) is is_told


# -- looking ------------------------------------------------------------------------------------------


async def _campaign_view(stage: Stage) -> dict[RecordId, Any]:
    """Every kingdom and settlement in play, as the game master sees them."""
    scope = Scope(wants=(Want(KINGDOM.name), Want(TOWN.name)))
    found = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)
    return {each.id: each for kind in (KINGDOM, TOWN) for each in found.all(kind.name)}


def _steps(id_: RecordId, record: Any) -> list[Any]:
    kinds: dict[str, Any] = {KINGDOM.name: KINGDOM, TOWN.name: TOWN}
    kind = kinds[record.kind]
    return list(kind.waiting(id_, record.state))


async def _open(stage: Stage, id_: RecordId) -> list[Any]:
    return _steps(id_, (await _campaign_view(stage))[id_])


async def _waits(stage: Stage, step: str) -> RecordId:
    """The record that waits at that step."""
    found = await _campaign_view(stage)
    return next(id_ for id_, each in found.items() if step in {one.name for one in _steps(id_, each)})


async def _town(stage: Stage, name: str) -> tuple[RecordId, Town]:
    """The settlement of that name."""
    found = await _campaign_view(stage)
    return next((id_, each.state) for id_, each in found.items() if each.state.name == name)


async def _treasury(stage: Stage, town: Town) -> int:
    assert town.kingdom is not None
    points: int = (await _campaign_view(stage))[town.kingdom].state.treasury
    return points


async def _pressed(stage: Stage, by: Person, action: str, *args: str) -> None:
    """A button of a preview, as an earlier day left it: it shows first what would come of it now."""
    shown = await stage.feeder.deliver(stage.say.press("|".join(args), user=by))
    await _entry(stage, stage.say.press(_offer(shown.answer.data), user=by), action)


def _offer(shown: Any) -> str:
    """The button that carries out what a preview shows."""
    found = (str(part.get("custom_id")) for part in components(shown))
    return next(each for each in found if each.startswith("offer|"))


async def _entry(stage: Stage, payload: Any, action: str) -> None:
    """Send it: it makes that entry, and no other."""
    came = await stage.feeder.deliver(payload)
    assert [each.action for each in await stage.of(payload)] == [action], came.answer.data
