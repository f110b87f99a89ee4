"""Kingdoms begun, founded, renamed and ended through the simulated Discord."""

from __future__ import annotations

from typing import Any

import discord

from bot.systems.kingdom.settings import POOL_ROADS
from tests.systems.adventuria.arrivals import decide
from tests.systems.kingdom.realms_playbook import ALIGNMENT, FIRST_HEX, FOUND, TERMS
from tests.systems.second_kingdom.evening import buttons, entries, is_private
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


async def test_a_kingdom_is_founded_decides_its_settings_and_ends(realms: Table) -> None:
    # Found pays claims and begins the first month.
    told = text(await founded(realms))
    assert "**Tarn** is founded at A1, its capital **Tarn Hold**." in told
    assert "Claim 1 BP · site 1 BP · **48 BP** in the Treasury" in told
    assert "Milestones: 3,600 XP for the party" in told
    assert "**Month 1** · not opened yet" in told
    assert "Open the month" in buttons(realms.last())

    # Settings are told to everybody and lead to the panel.
    asked = await realms.deacon.slash(realms.channel, "kingdom settings")
    assert is_private(asked)
    assert "Consumption of settlements: **1 a district**" in said(asked)
    panel = await realms.deacon.click(reply_of(asked), label="Read and decide…")
    assert "Kingdom turns" in said(panel)

    # A setting decided otherwise is marked.
    await decide(realms, POOL_ROADS, "yes")
    told = said(await realms.gm.slash(realms.channel, "kingdom settings"))
    assert "Roads and Highways: **Counted together** ✎" in told
    assert "Half of a negative modifier: **Down**\n" in told

    # Archiving shows first what it does and then asks why.
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


async def test_a_kingdom_is_drawn_up_over_days_with_restarts_and_founded(realms: Table) -> None:
    # Found says all that is missing and changes nothing.
    await begun(realms)
    before = await entries(realms)
    answer = await fill(realms, FOUND, capital="")
    assert is_private(answer)
    missing = "its alignment, its build points and its first hex"
    assert said(answer) == f"Before it can be founded choose {missing}."
    assert await entries(realms) == before

    # A kingdom is drawn up over days with restarts and founded.
    card = realms.last()
    assert buttons(card) == [ALIGNMENT, TERMS, FIRST_HEX, FOUND, "Drop it…"]
    assert "☐ **Alignment:** not chosen yet" in text(card)
    assert "Still missing: its alignment, its build points and its first hex." in text(card)
    assert "Nothing is paid, and no hex is claimed, until then." in text(card)

    await realms.restart()
    await fill(realms, ALIGNMENT, alignment=["LG"])
    assert "☑ **Alignment:** Lawful good (Economy +2 and Loyalty +2)" in text(realms.last())
    assert buttons(realms.messages()[-2]) == []
    await fill(realms, TERMS, **FORM)
    assert r"50 BP · fief from Queen \*Ada\* · owes a tenth of its income" in text(realms.last())
    await realms.restart()
    await fill(realms, FIRST_HEX, hex="A1", terrain=["hills"])
    ready = text(realms.last())
    assert "☑ **First hex:** A1, Hills" in ready
    assert "1 BP to claim the hex and 2 BP to prepare the site (in the story 1 month of work)" in ready
    assert "50 − 3 = **47 BP** left in the Treasury" in ready


async def test_a_kingdom_is_renamed(realms: Table) -> None:
    await founded(realms)
    await realms.gm.slash(realms.channel, "kingdom rename", name="The *Tarn*")
    await realms.settle()
    assert r"Tarn is called **The \*Tarn\*** from now on." in text(realms.last())
    assert realms.last().embeds[0].title == r"The \*Tarn\*"
