"""Kingdoms of an earlier day are played on where they stood: their months, their land, a draft, a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope, Want
from bot.storage.schema import migrate_database
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Mark, Step
from bot.systems.kingdom.towns.state import TOWN
from tests.filled.dumps import dumps
from tests.filled.test_filled import contents, restored
from tests.harness.inputs import Field, components
from tests.harness.world import Person
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage

# Those in which kingdoms waited. `test_both_engines_left_a_filled_database` sees that there are some.
DUMPS = dumps("kingdom")
KINGDOM = SYSTEM.kind("kingdom")
KINDS: tuple[Any, ...] = (KINGDOM, SYSTEM.kind(TOWN.name))
EDICT = ("leadership", "hexes", "terrain", "settlements", "armies", "edicts")


@pytest.fixture(params=DUMPS, ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def test_steps_that_were_open_together_are_finished_in_any_order(later: Stage) -> None:
    kingdom = await _where(later, "part-1")
    steps = await _steps(later, kingdom)
    assert set(EDICT) <= steps.keys()
    assert "Armies" in await _pressed(later, later.deacon, f"{kingdom}|armies|{steps['armies']}|finish")
    assert set(EDICT) - {"armies"} <= (await _steps(later, kingdom)).keys()


async def test_taxes_that_had_to_wait_are_collected_at_once(later: Stage) -> None:
    kingdom = await _where(later, "deposit")
    assert "taxes" not in await _steps(later, kingdom)
    await _pressed(later, later.gm, f"{kingdom}|taxes|1|do")
    month = (await _state(later, kingdom)).month
    assert [each.how for each in month.marks if each.step is Step.TAXES] == [Mark.DONE]


async def test_a_territory_is_decided_about(later: Stage) -> None:
    kingdom = await _where(later, "part-1")
    revision = (await _steps(later, kingdom))["part-1"]
    (before,) = (await _state(later, kingdom)).parts
    assert before.is_undecided
    await _pressed(later, later.gm, f"{kingdom}|part-1|{revision}|held")
    (after,) = (await _state(later, kingdom)).parts
    assert (after.is_held, after.spots) == (True, before.spots)


async def test_an_event_is_resolved_and_its_month_closed(later: Stage) -> None:
    kingdom, step, revision = await _event(later)
    told = {"outcome": "The cult is gone.", "goes_on": ("no",)}
    assert "The cult is gone." in await _sent(later, f"{kingdom}|{step}|{revision}|resolve", **told)
    (over,) = (await _state(later, kingdom)).happenings
    assert not over.is_continuous
    month = (await _state(later, kingdom)).month.number
    for name, choice in (("event", "do"), ("close", "do")):
        await _pressed(later, later.gm, f"{kingdom}|{name}|{(await _steps(later, kingdom))[name]}|{choice}")
        await _outcomes(later, kingdom)
    assert (await _state(later, kingdom)).month.number == month + 1


async def test_a_draft_is_founded(later: Stage) -> None:
    kingdom = await _where(later, "found")
    revision = (await _steps(later, kingdom))["found"]
    assert "is founded" in await _sent(later, f"{kingdom}|found|{revision}|found", capital="Late Hold")
    state = await _state(later, kingdom)
    assert (state.treasury, len(state.settlements)) == (48, 1)


async def test_a_file_is_imported(later: Stage) -> None:
    file = await _where(later, "import")
    revision = (await _steps(later, file))["import"]
    land = (await _state(later, await _where(later, "part-1"))).land
    before = len((await _state(later, land)).hexes)
    await _pressed(later, later.gm, f"{file}|import|{revision}|import")
    assert len((await _state(later, land)).hexes) == before + 1


async def test_what_players_did_not_see_they_still_dont(later: Stage) -> None:
    for person, sees in ((later.gm, True), (later.deacon, False)):
        shown = await later.do("hex show", by=person, hex="700,-700")
        assert ("Kztroll" in str(shown.answer.data)) is sees
        assert ("Kzfen" in str(shown.answer.data)) is sees


# -- settlements, which had no buildings then ---------------------------------------------------------


async def test_all_that_waited_still_waits_as_todays_code_sees_it(later: Stage) -> None:
    scope = Scope(wants=(Want(KINGDOM.name), Want(TOWN.name)))
    campaign_view = await later.bot.play.look(Actor(later.gm.id), later.request(), scope)
    found = [(kind, each) for kind in KINDS for each in campaign_view.all(kind.name)]
    steps = {
        (each.id, step.name, step.revision)
        for kind, each in found
        for step in kind.waiting(each.id, each.state)
    }
    ids = {each.id for _, each in found}
    kept = await later.bot.database.read(contents)
    # Taxes had to wait for the rest of Income then; they are listed with the next thing that happens.
    listed = {(row[0], row[1], row[3]) for row in kept["waiting"] if row[0] in ids}
    # Where claims were used up, Terrain waited for a press then, and that press is listed still.
    assert {name for _, name, _ in steps - listed} == {"taxes", "terrain"}
    assert {name for _, name, _ in listed - steps} == {"hexes"}
    assert {"consumption", "unrest", "enforcer", "settlements"} <= {name for _, name, _ in steps}


async def test_a_month_that_had_come_past_its_consumption_rolls_for_no_items(later: Stage) -> None:
    kingdom = await _with_market(later, "unrest")
    assert "items" not in await _steps(later, kingdom)
    await _pressed(later, later.gm, f"{kingdom}|unrest|{(await _steps(later, kingdom))['unrest']}|do")
    assert "items" not in await _steps(later, kingdom)
    month = (await _state(later, kingdom)).month
    assert [each.how for each in month.marks if each.step is Step.ITEMS] == [Mark.NOT_NEEDED]


async def test_a_month_before_its_consumption_rolls_for_items(later: Stage) -> None:
    kingdom = await _with_market(later, "consumption")
    revision = (await _steps(later, kingdom))["consumption"]
    await _pressed(later, later.gm, f"{kingdom}|consumption|{revision}|do")
    month = (await _state(later, kingdom)).month
    # Rolled with it, as the campaign's settings have it by default.
    assert [each.how for each in month.marks if each.step is Step.ITEMS] == [Mark.DONE]


async def _with_market(stage: Stage, step: str) -> RecordId:
    """The kingdom that stood at that step, since then with a slot for items, and people who buy them."""
    kingdom = await _where(stage, step)
    town = await _capital(stage, kingdom)
    for building, place in (("bank", "A1"), ("shrine", "B1")):
        put = {"settlement": town, "building": building, "place": place, "reason": "Old"}
        await stage.do("build-gm place", by=stage.gm, **put)
    assert len((await _state(stage, town)).buildings) == 2
    return kingdom


async def test_a_settlement_without_buildings_is_built_in(later: Stage) -> None:
    kingdom = await _where(later, "settlements")
    town = await _capital(later, kingdom)
    before = await _state(later, kingdom)
    assert not (await _state(later, town)).buildings
    # The button of a preview that an earlier version showed: it shows first what would come of it now.
    old = later.say.press(f"build_do|{town}|house|1:C4|3|", user=later.deacon)
    shown = components((await later.feeder.deliver(old)).answer.data)
    offer = next(each for part in shown if (each := str(part.get("custom_id"))).startswith("offer|"))
    press = later.say.press(offer, user=later.deacon)
    await later.feeder.deliver(press)
    assert [each.action for each in await later.of(press)] == ["BuildBuilding"]
    assert [str(each.type) for each in (await _state(later, town)).buildings] == ["house"]
    assert (await _state(later, kingdom)).treasury == before.treasury - 3


async def _capital(stage: Stage, kingdom: RecordId) -> RecordId:
    found: RecordId = (await _state(stage, kingdom)).capital
    return found


async def _outcomes(stage: Stage, kingdom: RecordId) -> None:
    """Whatever event came up is told of."""
    for step, revision in (await _steps(stage, kingdom)).items():
        if step.startswith("event-"):
            told = {"outcome": "Nothing.", "goes_on": ("no",)}
            await _sent(stage, f"{kingdom}|{step}|{revision}|resolve", **told)


async def _waiting(stage: Stage) -> list[tuple[RecordId, str, int]]:
    """Every record of kingdoms that waits: the step, and its revision."""
    kept = await stage.bot.database.read(contents)
    ours = {row[0] for row in kept["records"] if row[3] in ("kingdom", "map")}
    return [
        (RecordId(str(row[0])), str(row[1]), int(str(row[3]))) for row in kept["waiting"] if row[0] in ours
    ]


async def _where(stage: Stage, step: str) -> RecordId:
    """The newest record that waits at that step."""
    return [record for record, name, _ in await _waiting(stage) if name == step][-1]


async def _event(stage: Stage) -> tuple[RecordId, str, int]:
    """The newest kingdom of which an event's outcome is to be told."""
    return next(each for each in reversed(await _waiting(stage)) if each[1].startswith("event-"))


async def _steps(stage: Stage, record: RecordId) -> dict[str, int]:
    """What waits of a record."""
    return {name: revision for each, name, revision in await _waiting(stage) if each == record}


async def _pressed(stage: Stage, by: Person, button: str) -> str:
    """What a press comes to."""
    press = stage.say.press(f"do|{button}", user=by)
    came = await stage.feeder.deliver(press)
    assert len(await stage.of(press)) == 1, came.answer.data
    return str(came.answer.data)


async def _sent(stage: Stage, form: str, **typed: Field) -> str:
    """What a game master's form comes to."""
    payload = stage.say.modal_submit(f"tell|{form}", typed, user=stage.gm)
    came = await stage.feeder.deliver(payload)
    assert len(await stage.of(payload)) == 1, came.answer.data
    return str(came.answer.data)


async def _state(stage: Stage, record: RecordId) -> Any:
    found = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), Scope(ids=(record,)))
    return found.records[record].state
