"""Sheets and explanations through the simulated Discord: every number, and every source of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bot.storage.address import Address
from bot.systems.kingdom.book import MonthStep, Number
from bot.systems.kingdom.founding.rules import Page
from tests.harness.raw import Delivered
from tests.harness.world import Person
from tests.stages import Stage, open_stage
from tests.systems.kingdom.months_playbook import DRAW, FIRST_HEX, FOUND, NPCS, TERMS, draft
from tests.systems.kingdom.stock import kingdom_at
from tests.systems.second_kingdom.evening import buttons, entries, is_private, lists
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
        "Checks: Economy 20 (5%) · Loyalty 20 (5%) · Stability 20 (5%)",
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
    name = await kingdom_at(stage, MonthStep.STABILITY)
    body = await asked(stage, name, "sheet", part=part)
    assert name in body
    assert len(body) < 2000


async def test_the_parts_tell_leaders_land_and_the_month(stage: Stage) -> None:
    name = await kingdom_at(stage, MonthStep.STABILITY)
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
    name = await kingdom_at(stage, MonthStep.STABILITY)
    for person in (stage.deacon, stage.stranger):
        body = await asked(stage, name, "why", person, number=number.value)
        assert f"{name} · {number.label}" in body


async def test_why_names_every_source_with_its_amount_and_rule(stage: Stage) -> None:
    name = await kingdom_at(stage, MonthStep.STABILITY)
    loyalty = await asked(stage, name, "why", number="loyalty")
    for line in (
        "**+1** Heir Heir: half of Charisma +2, rounded down +1 · *Leadership*",
        "**+2** Royal Enforcer Royal\\_Enforcer: Dexterity +2 · *Leadership*",
        "**+2** Warden Warden: Constitution +2 · *Leadership*",
        "**−2** Councilor vacant · *vacancy penalty*",
        "**−4** General vacant · *vacancy penalty*",
        "= **−3** Loyalty",
        "No edicts yet",
        "A check succeeds on **20** (5%) against Control DC 22. A natural 1 always fails.",
    ):
        assert line in loyalty
    consumption = await asked(stage, name, "why", number="consumption")
    assert "**+1** 1 hex · *Size*" in consumption
    assert "**+1** 1 district · *districts*" in consumption
    assert "= **2** Consumption" in consumption
    dc = await asked(stage, name, "why", number="control_dc")
    assert "**+20** what every kingdom starts with · *Control DC*" in dc


async def test_why_tells_what_changed_the_treasury_this_month(stage: Stage) -> None:
    name = await kingdom_at(stage, MonthStep.CONSUMPTION)
    assert "No change this month." in await asked(stage, name, "why", number="treasury")
    await stage.feeder.deliver(stage.press("Pay Consumption", by=stage.wren))
    body = await asked(stage, name, "why", number="treasury")
    assert "Changed this month:" in body
    assert "**498** before that" in body
    assert "**−2** " in body


async def test_home_finds_the_sheets_of_a_leader(stage: Stage) -> None:
    name = await kingdom_at(stage, MonthStep.STABILITY)
    await stage.do("campaign home", by=stage.gm)
    await stage.settle()
    mine = await stage.feeder.deliver(stage.press("My sheet", by=stage.wren))
    assert "**Treasury" in told(mine)
    assert name in told(mine)
    # Who has no role in it is shown the kingdom too: its sheet is everybody's to read.
    other = await stage.feeder.deliver(stage.press("My sheet", by=stage.stranger))
    assert name in told(other)


# -- Kingdoms begun, founded, renamed and ended through the simulated Discord ---------------------------


FORM = {"backing": ["fief"], "sponsor": "Queen *Ada*", "tribute": ["tenth"]}


async def begun(table: Table, name: str = "Tarn") -> discord.Message:
    """The card of a kingdom that is being drawn up."""
    await table.gm.slash(table.channel, "kingdom found", name=name)
    await table.settle()
    return table.last()


async def fill(table: Table, label: str, **typed: Any) -> Any:
    """A form of the newest card, filled in by the game master."""
    form = await table.gm.click(table.last(), label=label)
    answer = await table.gm.submit_modal(form, typed)
    await table.settle()
    return answer


async def founded(table: Table, name: str = "Tarn", *, hex_: str = "A1") -> discord.Message:
    """The card of a kingdom that was founded in the plains."""
    await begun(table, name)
    await fill(table, DRAW, name=name, points="50", alignment=["N"], hex=hex_, terrain=["plains"])
    await fill(table, TERMS, **FORM)
    await fill(table, FOUND, capital=f"{name} Hold")
    return table.last()


async def test_a_kingdom_is_founded_decides_its_settings_and_ends(realms: Table) -> None:
    # Found pays claims and begins the first month.
    told = text(await founded(realms))
    assert "**Tarn** is founded at A1, with **Tarn Hold** as its capital." in told
    assert "Claim 1 BP · site 1 BP · **48 BP** in the Treasury" in told
    assert "Milestones: 3,600 XP for the party" in told
    assert "First checks (d20, Control DC 22): **Economy −16**: 20+ (5%)" in told
    assert "Treasurer" in told
    assert "Economy −4" not in told
    assert "**Month 1** · not opened yet" in told
    assert "Open the month" in buttons(realms.last())

    # Settings are told to everybody, the optional rules first.
    asked = await realms.deacon.slash(realms.channel, "kingdom settings")
    assert is_private(asked)
    assert "**Kingdom turns · Optional rules**" in said(asked)
    treasury = said(await realms.deacon.click(reply_of(asked), label="Treasury"))
    assert "**Consumption of settlements:** 1 a district\n" in treasury

    # Any switch takes three presses: the command, its option, and the choice. What was decided is marked.
    offered = await realms.gm.autocomplete(realms.channel, "kingdom settings", "setting", "highways")
    one = await realms.gm.slash(realms.channel, "kingdom settings", setting=offered[0]["value"])
    decided = reply_of(await realms.gm.click(reply_of(one), label="Counted together"))
    assert "**Counted together** *(current)*" in text(decided)
    land = said(await realms.gm.click(decided, label="Back"))
    assert "**Roads and Highways:** Counted together ✎" in land
    assert "**A Free City that resists:** Not claimed\n" in land
    unknown = await realms.gm.slash(realms.channel, "kingdom settings", setting="the moon")
    assert said(unknown) == "There's no setting called “the moon”. Pick one from the list."
    read = said(await realms.deacon.slash(realms.channel, "campaign settings", setting="Omens"))
    assert "Only a game master of this campaign can change this." in read

    # Archiving shows first what it does and then asks why.
    before = await entries(realms)
    asked = await realms.gm.slash(realms.channel, "kingdom archive")
    assert is_private(asked)
    assert "It loses 1 hex; 1 settlement becomes a Free City." in said(asked)
    assert await entries(realms) == before
    await realms.restart()
    form = await realms.gm.click(reply_of(asked), label="End it…")
    await realms.gm.submit_modal(form, {"reason": "The tale is told"})
    await realms.settle()
    assert "**Tarn** is no more: The tale is told" in text(realms.last())
    assert "1 hex can be claimed again; 1 settlement is now a Free City." in text(realms.last())


async def test_a_kingdom_is_drawn_up_over_days_with_restarts_and_founded(realms: Table) -> None:
    # Its one card says what is missing; what can't be done yet isn't offered.
    card = await begun(realms)
    assert buttons(card) == [DRAW, TERMS, FIRST_HEX, NPCS, "Discard…"]
    assert lists(card) == ["Take a role…"]
    assert "☐ **Alignment:** not chosen yet" in text(card)
    assert "Still missing: its alignment, its build points and its first hex." in text(card)
    assert "Until it's founded nothing is paid and no hex is claimed." in text(card)

    await realms.restart()
    await fill(realms, DRAW, name="Tarn", points="50", alignment=["LG"])
    assert "☑ **Alignment:** Lawful good (Economy +2 and Loyalty +2)" in text(realms.last())
    await fill(realms, TERMS, **FORM)
    assert r"50 BP · fief from Queen \*Ada\* · owes a tenth of its income" in text(realms.last())
    await realms.restart()
    await fill(realms, FIRST_HEX, hex="A1", terrain=["hills"])
    ready = text(realms.last())
    assert "☑ **First hex:** A1, Hills" in ready
    assert "1 BP to claim the hex and 2 BP to prepare the site (1 month of work, in the story)" in ready
    assert "50 − 3 = **47 BP** left in the Treasury" in ready
    assert "First checks (d20, Control DC 22): **Economy −14**: 20+ (5%)" in ready
    assert FOUND in buttons(realms.last())
    # All of it on the same message; the founded kingdom has one of its own.
    assert realms.last().id == card.id
    assert "Before that" not in str(realms.last().embeds[0].fields)
    await fill(realms, FOUND, capital="Tarn Hold")
    assert realms.messages()[-2].id == card.id
    assert buttons(realms.messages()[-2]) == []


async def test_a_kingdom_is_renamed(realms: Table) -> None:
    await founded(realms)
    await realms.gm.slash(realms.channel, "kingdom rename", name="The *Tarn*")
    await realms.settle()
    assert r"Tarn is now called **The \*Tarn\***." in text(realms.last())
    assert realms.last().embeds[0].title == r"The \*Tarn\*"


async def test_odds_that_are_answered_everywhere_keep_their_own_refusal(realms: Table) -> None:
    await realms.offer_all()
    told = said(await realms.gm.slash(realms.channel, "sk odds", dice=3, rating=4))
    assert told.startswith("Ask about one thing at a time")
    assert "doesn't play" in said(await realms.gm.slash(realms.channel, "sk sheet"))
