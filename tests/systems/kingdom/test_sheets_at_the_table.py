"""Sheets and explanations through the simulated Discord: every number, and every source of it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.storage.address import Address
from bot.systems.kingdom.book import Number, Step
from bot.systems.kingdom.founding.rules import Page
from tests.harness.raw import Delivered
from tests.harness.world import Person
from tests.stages import Stage, open_stage
from tests.systems.kingdom.realms_playbook import draft
from tests.systems.kingdom.stock import kingdom_at
from tests.systems.kingdom.test_realms_at_the_table import founded
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, reply_of, said, text


@pytest.fixture
async def stage(sqlite_address: Address) -> AsyncIterator[Stage]:
    """A stage of every game."""
    async with open_stage(sqlite_address) as made:
        yield made


def told(answer: Delivered) -> str:
    """What a private answer says."""
    data = answer.answer.data
    assert data["flags"] & 64
    return "\n".join(f"{each.get('title', '')}\n{each.get('description', '')}" for each in data["embeds"])


async def asked(stage: Stage, name: str, command: str, by: Person | None = None, **options: str) -> str:
    """What a look at that kingdom answers."""
    return told(await stage.do(f"kingdom {command}", by=by or stage.deacon, kingdom=name, **options))


async def test_the_sheet_tells_all_in_short_with_the_buttons_of_what_waits(realms: Table) -> None:
    await founded(realms)
    before = await entries(realms)
    sheet = await realms.deacon.slash(realms.channel, "kingdom sheet")
    assert is_private(sheet)
    body = said(sheet)
    for part in (
        "Neutral · month 1, not opened yet",
        "**Economy −16** = vacancies −16",
        "**Stability −2** = vacancies −6, alignment +4",
        "Checks: Economy 20 (5 %) · Loyalty 20 (5 %) · Stability 20 (5 %)",
        "**Treasury 48 BP** · Consumption 2",
        "**Unrest 0** · Control DC 22",
        "Size 1 · 1 district · 0 people",
        "Edicts: none issued yet",
        "Leaders: nobody yet",
        "Vacant: Ruler, Councilor",
        "Next Edict phase: new settlements 0/1, buildings 0/1, improvements 0/2, claims 0/1",
    ):
        assert part in body
    assert "Open the month" in buttons(reply_of(sheet))
    assert len(body.splitlines()) <= 25
    assert await entries(realms) == before


@pytest.mark.parametrize("part", [each.value for each in Page])
async def test_every_part_of_the_sheet_is_one_private_card(stage: Stage, part: str) -> None:
    name = await kingdom_at(stage, Step.STABILITY)
    body = await asked(stage, name, "sheet", part=part)
    assert name in body
    assert len(body) < 2000


async def test_the_parts_tell_leaders_land_and_the_month(stage: Stage) -> None:
    name = await kingdom_at(stage, Step.STABILITY)
    leaders = await asked(stage, name, "sheet", part="leaders")
    assert f"**Ruler** Ruler (<@{stage.deacon.id}>): Economy +2" in leaders
    assert f"**Heir** Heir (<@{stage.wren.id}>): Loyalty +1" in leaders
    assert "General vacant: Loyalty −4" in leaders
    land = await asked(stage, name, "sheet", part="land")
    assert "Hexes: 1 Plains" in land
    assert f"★ **{name} Hold**" in land
    month = await asked(stage, name, "sheet", part="month")
    assert "☑ Open the month" in month
    assert "Stability check" in month


async def test_a_sheet_is_shared_with_everybody_and_keeps_its_buttons(realms: Table) -> None:
    await founded(realms)
    shared = await realms.deacon.slash(realms.channel, "kingdom sheet", share=True, part="numbers")
    await realms.settle()
    assert not is_private(shared)
    assert realms.last().embeds[0].title == "Tarn · Numbers"
    assert "**+4** Neutral · *Alignment*" in text(realms.last())
    assert "Open the month" in buttons(realms.last())
    assert realms.last().content == ""


async def test_a_draft_shows_what_was_chosen_so_far(stage: Stage) -> None:
    name = await draft(stage)
    assert "☐ **First hex:** not chosen yet" in await asked(stage, name, "sheet")


@pytest.mark.parametrize("number", Number)
async def test_every_number_is_explained_to_everybody_in_private(stage: Stage, number: Number) -> None:
    name = await kingdom_at(stage, Step.STABILITY)
    for person in (stage.deacon, stage.stranger):
        body = await asked(stage, name, "why", person, number=number.value)
        assert f"{name} · {number.label}" in body


async def test_why_names_every_source_with_its_amount_and_rule(stage: Stage) -> None:
    name = await kingdom_at(stage, Step.STABILITY)
    loyalty = await asked(stage, name, "why", number="loyalty")
    for line in (
        "**+1** Heir Heir: half of Charisma +2, rounded down +1 · *Leadership*",
        "**+2** Royal Enforcer Royal\\_Enforcer: Dexterity +2 · *Leadership*",
        "**+2** Warden Warden: Constitution +2 · *Leadership*",
        "**−2** Councilor vacant · *vacancy penalty*",
        "**−4** General vacant · *vacancy penalty*",
        "= **−3** Loyalty",
        "No edict was issued yet",
        "A check succeeds on **20** (5 %), against Control DC 22; 1 always fails.",
    ):
        assert line in loyalty
    consumption = await asked(stage, name, "why", number="consumption")
    assert "**+1** 1 hex · *Size*" in consumption
    assert "**+1** 1 district · *districts*" in consumption
    assert "= **2** Consumption" in consumption
    dc = await asked(stage, name, "why", number="control_dc")
    assert "**+20** what every kingdom begins with · *Control DC*" in dc


async def test_why_tells_what_changed_the_treasury_this_month(stage: Stage) -> None:
    name = await kingdom_at(stage, Step.CONSUMPTION)
    assert "Nothing changed it this month." in await asked(stage, name, "why", number="treasury")
    await stage.feeder.deliver(stage.press("Pay Consumption", by=stage.wren))
    body = await asked(stage, name, "why", number="treasury")
    assert "Changed this month:" in body
    assert "**498** before that" in body
    assert "**−2** " in body


async def test_home_finds_the_sheets_of_a_leader(stage: Stage) -> None:
    name = await kingdom_at(stage, Step.STABILITY)
    await stage.do("home", by=stage.gm)
    await stage.settle()
    mine = await stage.feeder.deliver(stage.press("My sheet", by=stage.wren))
    assert "**Treasury" in told(mine)
    assert name in told(mine)
    other = await stage.feeder.deliver(stage.press("My sheet", by=stage.stranger))
    assert name not in told(other)
