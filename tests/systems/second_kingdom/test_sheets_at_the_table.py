"""Sheets through the simulated Discord: counters, defences, maneuvers known, the form, approval."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused, sheet
from tests.tables import Table, reply_of, said

FACE = "https://example.org/face.png"
SHAPE: dict[str, Any] = {
    "least": "0",
    "most": "10",
    "damage": ["rises"],
    "thresholds": "5: Staggered\n10: Down",
}
FORM = {"name": "Evander", "virtues": "6 5 3", "about": "", "portrait": ""}


async def shaped(table: Table, **typed: Any) -> Any:
    """Evander's wounds given a shape in the form."""
    form = await table.deacon.slash(table.channel, "sk counter", counter="Wounds")
    return await table.deacon.submit_modal(form, SHAPE | typed)


async def library(table: Table, name: str = "Iron Gale") -> None:
    """A maneuver in the campaign's library."""
    form = await table.gm.slash(table.channel, "library add", kind="maneuver")
    draft = await table.gm.submit_modal(form, {"name": name, "bonuses": "+2 +4 -1"})
    await table.gm.click(reply_of(draft), label="Save")
    await table.settle()


# -- counters ---------------------------------------------------------------------------------------


async def test_q25_a_counter_is_shaped_in_a_form_and_its_threshold_shows(table: Table) -> None:
    told = await shaped(table)
    assert not is_private(told)
    assert "Wounds none → 0/10 (at 5: Staggered; at 10: Down)" in said(told)
    struck = await table.deacon.slash(table.channel, "sk set", counter="wounds", value=6)
    assert "Evander: Wounds 0 → 6/10. **Staggered**" in said(struck)
    assert "Wounds **6**/10 · Staggered" in await sheet(table)


async def test_q25_the_form_of_a_counter_is_filled_with_what_stands(table: Table) -> None:
    await shaped(table, damage=["falls"])
    form = await table.deacon.slash(table.channel, "sk counter", counter="wounds")
    again = await table.deacon.submit_modal(form, SHAPE | {"damage": ["falls"]})
    assert "The counter is so already; nothing was changed." in said(again)


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"most": "ten"}, "The most: write a whole number, such as 10, not “ten”."),
        ({"thresholds": "Down"}, "Write each threshold in a line of its own"),
        ({"least": "11"}, "The most is 12 to 999, not 10."),
    ],
)
async def test_q25_a_bad_form_gives_back_what_was_written(
    table: Table, typed: dict[str, str], wrong: str
) -> None:
    before = await entries(table)
    told = await shaped(table, **typed)
    assert is_private(told)
    assert wrong in said(told)
    assert "5: Staggered" in said(told) or "thresholds" in typed
    assert await entries(table) == before


async def test_a_counter_is_taken_off_the_sheet(table: Table) -> None:
    await shaped(table)
    gone = await table.deacon.slash(table.channel, "sk counter", counter="wounds", remove=True)
    assert "Wounds 0/10 (at 5: Staggered; at 10: Down) → none" in said(gone)
    assert "Wounds" not in await sheet(table)


async def test_a_counters_name_may_hold_what_divides_a_forms_own(table: Table) -> None:
    form = await table.deacon.slash(table.channel, "sk counter", counter="a|b|c")
    assert "a\\|b\\|c none → 0/10" in said(await table.deacon.submit_modal(form, SHAPE))


async def test_q25_an_npcs_counter_is_told_to_the_game_masters_alone(table: Table) -> None:
    await table.gm.slash(table.secret, "sk npc add", name="Demons")
    await table.settle()
    public = len(table.messages())
    told = await table.gm.slash(table.channel, "sk set", hero="Demons", counter="Wounds", value=4)
    await table.settle()
    assert is_private(told)
    assert "Demons: Wounds 0 → 4." in said(told)
    assert len(table.messages()) == public
    assert "`/sk npc edit`" in await refused(table, table.gm, "sk set", hero="Demons", courage=5)
    wrong, same = [
        await refused(table, table.deacon, "sk set", hero=name, counter="Wounds", value=1)
        for name in ("Demons", "Angels")
    ]
    # What nobody knows of sounds like what isn't there.
    assert wrong == same.replace("Angels", "Demons")


async def test_the_sheet_says_what_else_waits_for_its_hero(table: Table) -> None:
    await table.deacon.slash(table.channel, "sk ask", action="Climb the tower")
    await table.settle()
    assert "Waits for the game master: " in await sheet(table)
    assert "Waits for" not in await sheet(table, hero="Ysolde")


# -- defences, maneuvers ----------------------------------------------------------------------------


async def test_k22_a_defence_is_typed_in_pairs_and_added_up(table: Table) -> None:
    told = await table.deacon.slash(
        table.channel, "sk defence", source="Shield", block="2/1", strikes_back="block"
    )
    assert "Shield none → block +2/+1, strikes back after a block" in said(told)
    await table.gm.slash(table.channel, "sk defence", hero="Evander", source="Ring", block="1", dodge="0/1")
    text = await sheet(table)
    assert "**Dodge +0/+1** · **Block +3/+1**" in text
    assert "Ring: dodge +0/+1, block +1/+0" in text
    await table.deacon.slash(table.channel, "sk defence", source="shield")
    assert "Shield" not in await sheet(table)


async def test_k16_a_maneuver_is_learned_and_forgotten(table: Table) -> None:
    await library(table)
    (choice,) = await table.deacon.autocomplete(table.channel, "sk learn", "maneuver", "gale")
    told = await table.deacon.slash(table.channel, "sk learn", maneuver=choice["value"])
    assert "learns Iron Gale" in said(told)
    assert "Maneuvers Iron Gale" in await sheet(table)
    await table.gm.slash(table.channel, "library remove", entry="Iron Gale")
    await table.settle()
    assert "Iron Gale (no longer in the library)" in await sheet(table)
    (known,) = await table.deacon.autocomplete(table.channel, "sk forget", "maneuver", "")
    assert known["name"] == "Iron Gale"
    assert "forgets Iron Gale" in said(
        await table.deacon.slash(table.channel, "sk forget", maneuver="iron gale")
    )
    assert "Iron Gale" not in await sheet(table)


async def test_what_is_not_known_is_named_safely(table: Table) -> None:
    for command, wrong in (
        ("sk learn", r"The library has no maneuver called “\*\*X\*\*”; pick one from the list."),
        ("sk forget", r"Evander doesn't know \*\*X\*\*; pick one from the list."),
    ):
        assert await refused(table, table.deacon, command, maneuver="**X**") == wrong


async def test_what_is_forgotten_by_the_id_of_a_secret_is_not_named(table: Table) -> None:
    await table.gm.slash(table.channel, "sk npc add", name="Duke Ferris")
    (duke,) = await table.gm.autocomplete(table.channel, "sk npc show", "name", "")
    told = await refused(table, table.deacon, "sk forget", maneuver=duke["value"])
    assert told == f"Evander doesn't know {duke['value']}; pick one from the list."


# -- the form ---------------------------------------------------------------------------------------


async def test_a_sheet_is_edited_in_a_form_that_holds_what_stands(table: Table) -> None:
    form = await table.deacon.slash(table.channel, "sk edit")
    typed = FORM | {"virtues": "7 5 3", "about": "Limps.\nSings.", "portrait": FACE}
    told = await table.deacon.submit_modal(form, typed)
    assert not is_private(told)
    assert said(told).startswith("Evander: the sheet has changed\ncourage 6 → 7\n")
    shown = await table.deacon.slash(table.channel, "sk sheet")
    assert "Courage **7**" in said(shown)
    assert "Notes Limps.\nSings." in said(shown)
    assert reply_of(shown).embeds[0].thumbnail.url == FACE


async def test_the_sheets_button_opens_the_form_for_whoever_may_edit(table: Table) -> None:
    own = await table.deacon.slash(table.channel, "sk sheet")
    form = await table.deacon.click(reply_of(own), label="Edit")
    assert "courage 6 → 8" in said(await table.deacon.submit_modal(form, FORM | {"virtues": "8 5 3"}))
    assert "Edit" in buttons(reply_of(await table.gm.slash(table.channel, "sk sheet", hero="Evander")))
    assert not buttons(reply_of(await table.wren.slash(table.channel, "sk sheet", hero="Evander")))


async def test_a_form_of_an_earlier_sheet_changes_nothing_and_gives_back_what_was_written(
    table: Table,
) -> None:
    form = await table.deacon.slash(table.channel, "sk edit")
    await table.gm.slash(table.channel, "sk set", hero="Evander", prudence=9)
    told = await table.deacon.submit_modal(form, FORM | {"about": "Limps."})
    assert "The sheet has changed since this form was opened" in said(told)
    assert "Limps." in said(told)
    assert "Prudence **9**" in await sheet(table)


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"virtues": "six"}, "Write the virtues as three whole numbers"),
        ({"virtues": "6 5 11"}, "Temperance is 1 to 10, not 11."),
        ({"name": "Ysolde"}, "This campaign has a hero of that name already"),
        ({"portrait": "http://example.org/x.png"}, "A portrait's address looks like"),
        ({}, "That leaves the sheet as it is; nothing was changed."),
    ],
)
async def test_the_form_refuses_what_no_sheet_may_hold(
    table: Table, typed: dict[str, str], wrong: str
) -> None:
    before = await entries(table)
    form = await table.deacon.slash(table.channel, "sk edit")
    told = await table.deacon.submit_modal(form, FORM | typed)
    assert is_private(told)
    assert wrong in said(told)
    assert await entries(table) == before


async def test_the_form_still_works_after_a_restart(table: Table) -> None:
    own = await table.deacon.slash(table.channel, "sk sheet")
    await table.restart()
    form = await table.deacon.click(reply_of(own), label="Edit")
    await table.restart()
    told = await table.deacon.submit_modal(form, FORM | {"name": "Evan"})
    assert "name “Evander” → “Evan”" in said(told)


async def test_an_undo_names_the_parts_of_a_sheet(table: Table) -> None:
    await shaped(table)
    await table.deacon.slash(table.channel, "sk set", counter="Wounds", value=6)
    preview = said(await table.gm.slash(table.channel, "undo"))
    assert "**Evander** · Wounds: 6 → 0" in preview
    await table.deacon.slash(table.channel, "sk defence", source="Shield", block="2/1")
    assert "Shield: block +2/+1" in said(await table.gm.slash(table.channel, "undo"))
