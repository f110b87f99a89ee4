"""Changes to a sheet that wait for approval, through the simulated Discord."""

from __future__ import annotations

from bot.systems.table.settings.rules import EDITS
from tests.systems.second_kingdom.evening import sheet
from tests.systems.second_kingdom.test_sheets_at_the_table import FORM, library
from tests.systems.table.test_settings_at_the_table import decide
from tests.tables import Table, said


async def careful(table: Table) -> None:
    """A campaign that wants players' changes approved."""
    await decide(table, EDITS, "approval")


async def test_every_change_of_a_sheet_waits_where_the_campaign_wants_it(each_table: Table) -> None:
    table = each_table
    await careful(table)
    await library(table)
    form = await table.deacon.slash(table.channel, "sk edit")
    asked = await table.deacon.submit_modal(form, FORM | {"name": "Evan", "about": "Limps."})
    for line in (
        "name “Evander” → “Evan”",
        "notes none → “Limps.”",
        "the game master accepts, changes or declines it",
    ):
        assert line in said(asked)
    assert "Waits for the game master: Evander: name “Evander” → “Evan”" in await sheet(table)
    await table.settle()
    await table.gm.click(table.last(), label="Accept")
    for command, options in (
        ("sk defence", {"source": "Shield", "block": "2/1"}),
        ("sk learn", {"maneuver": "Iron Gale"}),
        ("sk set", {"counter": "Wounds", "value": 3}),
    ):
        await table.deacon.slash(table.channel, command, **options)
        await table.settle()
        answered = await table.gm.click(table.last(), label="Accept")
        assert f"Accepted, as {table.deacon.mention} proposed." in said(answered)
    text = await sheet(table)
    for part in ("Evan", "Limps.", "Shield: block +2/+1", "Iron Gale", "Wounds **3**"):
        assert part in text
    assert "Waits for" not in text


async def test_a_game_master_edits_at_once_or_proposes_other_numbers(table: Table) -> None:
    # A game master edits at once and what waits is shown anew then.
    await careful(table)
    await table.deacon.slash(table.channel, "sk defence", source="Shield", block="2/1")
    await table.settle()
    card = table.last()
    told = await table.gm.slash(table.channel, "sk defence", hero="Evander", source="shield", block="1/1")
    assert "shield none → block +1/+1" in said(told)
    anew = said(await table.gm.click(card, label="Accept"))
    assert "would come out differently now, so nothing was done" in anew
    assert "shield block +1/+1 → block +2/+1" in anew
    assert "block +1/+1" in await sheet(table)
    await table.settle()
    await table.gm.click(table.last(), label="Accept")
    assert "block +2/+1" in await sheet(table)

    # A game master proposes other numbers and the player accepts them.
    await table.deacon.slash(table.channel, "sk set", courage=9)
    await table.settle()
    form = await table.gm.click(table.last(), label="Change…")
    proposed = await table.gm.submit_modal(form, {"first": "7"})
    assert "proposes instead: Evander: courage 6 → 7" in said(proposed)
    await table.settle()
    asked = table.last()
    assert table.deacon.id in {each.id for each in asked.mentions}
    assert "Only" in said(await table.gm.click(asked, label="Accept"))
    await table.deacon.click(asked, label="Accept")
    assert "Courage **7**" in await sheet(table)
