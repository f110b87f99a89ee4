"""Kingdoms begun, founded, renamed and ended through the simulated Discord."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.storage.address import Address
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.settings import POOL_ROADS
from tests.stages import open_stage
from tests.systems.adventuria.arrivals import decide
from tests.systems.kingdom.realms_playbook import ALIGNMENT, FIRST_HEX, FOUND, TERMS, chosen
from tests.systems.kingdom.stock import shown
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, reply_of, said, text

FORM = {"points": "50", "backing": ["fief"], "sponsor": "Queen *Ada*", "tribute": ["tenth"]}


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
    await fill(table, ALIGNMENT, alignment=["N"])
    await fill(table, TERMS, **FORM)
    await fill(table, FIRST_HEX, hex=hex_, terrain=["plains"])
    await fill(table, FOUND, capital=f"{name} Hold")
    return table.last()


async def test_a_kingdom_is_drawn_up_over_days_with_restarts_and_founded(each_realms: Table) -> None:
    table = each_realms
    card = await begun(table)
    assert buttons(card) == [ALIGNMENT, TERMS, FIRST_HEX, FOUND, "Drop it…"]
    assert "☐ **Alignment:** not chosen yet" in text(card)
    assert "Still missing: its alignment, its build points and its first hex." in text(card)
    assert "Nothing is paid, and no hex is claimed, until then." in text(card)

    await table.restart()
    await fill(table, ALIGNMENT, alignment=["LG"])
    assert "☑ **Alignment:** Lawful good (Economy +2 and Loyalty +2)" in text(table.last())
    assert buttons(table.messages()[-2]) == []
    await fill(table, TERMS, **FORM)
    assert r"50 BP · fief from Queen \*Ada\* · owes a tenth of its income" in text(table.last())
    await table.restart()
    await fill(table, FIRST_HEX, hex="A1", terrain=["hills"])
    ready = text(table.last())
    assert "☑ **First hex:** A1, Hills" in ready
    assert "1 BP to claim the hex and 2 BP to prepare the site (in the story 1 month of work)" in ready
    assert "50 − 3 = **47 BP** left in the Treasury" in ready


async def test_found_pays_claims_and_begins_the_first_month(each_realms: Table) -> None:
    told = text(await founded(each_realms))
    assert "**Tarn** is founded at A1, its capital **Tarn Hold**." in told
    assert "Claim 1 BP · site 1 BP · **48 BP** in the Treasury" in told
    assert "Milestones: 3,600 XP for the party" in told
    assert "**Month 1** · not opened yet" in told
    assert "Open the month" in buttons(each_realms.last())


async def test_found_says_all_that_is_missing_and_changes_nothing(realms: Table) -> None:
    await begun(realms)
    before = await entries(realms)
    answer = await fill(realms, FOUND, capital="")
    assert is_private(answer)
    missing = "its alignment, its build points and its first hex"
    assert said(answer) == f"Before it can be founded choose {missing}."
    assert await entries(realms) == before


async def test_bad_choices_are_refused_privately_and_change_nothing(realms: Table) -> None:
    await begun(realms)
    before = await entries(realms)
    for label, typed, reason in (
        (TERMS, FORM | {"points": "many"}, "whole number"),
        (TERMS, FORM | {"points": "-3"}, "0 to 999,999"),
        (TERMS, FORM | {"backing": ["scratch"]}, "Only a sponsor is owed tribute"),
        (FIRST_HEX, {"hex": "4,4"}, "The map has no hex 4,4 yet; say its terrain too"),
        (FIRST_HEX, {"hex": "A1"}, "The map has no hex “A1”"),
    ):
        answer = await fill(realms, label, **typed)
        assert is_private(answer)
        assert reason in said(answer)
    assert await entries(realms) == before


async def test_founding_is_refused_where_it_costs_more_than_there_is(realms: Table) -> None:
    await begun(realms)
    await fill(realms, ALIGNMENT, alignment=["N"])
    await fill(realms, TERMS, **FORM | {"points": "5"})
    await fill(realms, FIRST_HEX, hex="0,0", terrain=["mountains"])
    assert "5 − 13 = **−8 BP**" in text(realms.last())
    assert "more than it begins with" in text(realms.last())
    answer = await fill(realms, FOUND, capital="")
    assert "Founding costs 13 BP (1 to claim the hex, 12 to prepare its site)" in said(answer)


async def test_only_game_masters_draw_up_and_found(realms: Table) -> None:
    card = await begun(realms)
    before = await entries(realms)
    for other in (realms.deacon, realms.stranger):
        for label in (ALIGNMENT, TERMS, FIRST_HEX, FOUND, "Drop it…"):
            assert is_private(await other.click(card, label=label))
        assert "game master" in await refused(realms, other, "kingdom found", name="Varn")
        assert "game master" in await refused(realms, other, "kingdom rename", name="Varn")
        assert "game master" in await refused(realms, other, "kingdom archive")
    assert await entries(realms) == before


async def test_bad_commands_are_refused_in_a_sentence(realms: Table) -> None:
    gm = realms.gm
    assert "There is no kingdom here yet" in await refused(realms, gm, "kingdom rename", name="Varn")
    await founded(realms)
    assert "called “tarn” here already" in await refused(realms, gm, "kingdom found", name="tarn")
    assert "1 to 60 characters" in await refused(realms, gm, "kingdom found", name="x" * 61)
    assert "at most 300 characters" in await refused(
        realms, gm, "kingdom found", name="Varn", about="x" * 301
    )
    assert "It is called “Tarn” already" in await refused(realms, gm, "kingdom rename", name="Tarn")
    assert "No kingdom is called “Varn”" in await refused(
        realms, gm, "kingdom rename", name="Varn", kingdom="Varn"
    )


async def test_a_draft_is_dropped_and_can_be_brought_back(realms: Table) -> None:
    await begun(realms)
    await fill(realms, "Drop it…", reason="Another *time*")
    assert r"**Tarn** won't be founded: Another \*time\*" in text(realms.last())
    assert buttons(realms.last()) == []
    assert "There is no kingdom here yet" in await refused(realms, realms.gm, "kingdom rename", name="Varn")


async def test_two_drafts_cant_begin_on_the_same_hex(realms: Table) -> None:
    await founded(realms)
    await begun(realms, "Varn")
    answer = await fill(realms, FIRST_HEX, hex="a1")
    assert is_private(answer)
    assert "A1 belongs to a kingdom already; choose another first hex." in said(answer)


async def test_a_kingdom_is_renamed(realms: Table) -> None:
    await founded(realms)
    await realms.gm.slash(realms.channel, "kingdom rename", name="The *Tarn*")
    await realms.settle()
    assert r"Tarn is called **The \*Tarn\*** from now on." in text(realms.last())
    assert realms.last().embeds[0].title == r"The \*Tarn\*"


async def test_archiving_shows_first_what_it_does_and_then_asks_why(realms: Table) -> None:
    await founded(realms)
    before = await entries(realms)
    asked = await realms.gm.slash(realms.channel, "kingdom archive")
    assert is_private(asked)
    assert "Claimed no more: 1 hex. Free Cities from then on: 1 settlement." in said(asked)
    assert await entries(realms) == before
    await realms.restart()
    form = await realms.gm.click(reply_of(asked), label="End it…")
    await realms.gm.submit_modal(form, {"reason": "The tale is told"})
    await realms.settle()
    assert "**Tarn** is no more: The tale is told" in text(realms.last())
    assert "1 hex can be claimed again; 1 settlement is a Free City now." in text(realms.last())


async def test_the_end_button_and_form_of_an_ended_kingdom_are_stale(realms: Table) -> None:
    await founded(realms)
    asked = reply_of(await realms.gm.slash(realms.channel, "kingdom archive"))
    first = await realms.gm.click(asked, label="End it…")
    second = await realms.gm.click(asked, label="End it…")
    await realms.gm.submit_modal(first, {"reason": ""})
    await realms.settle()
    before = await entries(realms)
    assert is_private(await realms.gm.click(asked, label="End it…"))
    assert is_private(await realms.gm.submit_modal(second, {"reason": "again"}))
    assert await entries(realms) == before


@pytest.mark.parametrize("custom_id", ["kingdom_end", "kingdom_end|a|b", "kingdom_end|nothing"])
async def test_a_damaged_end_button_is_refused(sqlite_address: Address, custom_id: str) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await chosen(stage)
        pressed = await stage.feeder.deliver(stage.say.press(custom_id, user=stage.gm))
        sent = await stage.feeder.deliver(stage.say.modal_submit(custom_id, {"reason": ""}, user=stage.gm))
        assert pressed.answer.data["flags"] & 64
        assert sent.answer.data["flags"] & 64
        assert (await shown(stage, name)).kind == KINGDOM.name


async def test_settings_are_told_to_everybody_and_lead_to_the_panel(realms: Table) -> None:
    told = await realms.deacon.slash(realms.channel, "kingdom settings")
    assert is_private(told)
    assert "Consumption of settlements: **1 a district**" in said(told)
    panel = await realms.deacon.click(reply_of(told), label="Read and decide…")
    assert "Kingdom turns" in said(panel)


async def test_a_setting_decided_otherwise_is_marked(realms: Table) -> None:
    await decide(realms, POOL_ROADS, "yes")
    told = said(await realms.gm.slash(realms.channel, "kingdom settings"))
    assert "Roads and Highways: **Counted together** ✎" in told
    assert "Half of a negative modifier: **Down**\n" in told
