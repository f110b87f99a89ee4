"""Sheets through the simulated Discord: counters, defences, maneuvers known, the form, approval."""

from __future__ import annotations

from typing import Any

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


async def test_what_is_counted_learned_and_defended_with_is_told_to_whom_it_concerns(table: Table) -> None:
    # Q25 the form of a counter is filled with what stands.
    await shaped(table, damage=["falls"])
    form = await table.deacon.slash(table.channel, "sk counter", counter="wounds")
    again = await table.deacon.submit_modal(form, SHAPE | {"damage": ["falls"]})
    assert "The counter is so already; nothing was changed." in said(again)

    # What is not known is named safely.
    for command, wrong in (
        ("sk learn", r"The library has no maneuver called “\*\*X\*\*”; pick one from the list."),
        ("sk forget", r"Evander doesn't know \*\*X\*\*; pick one from the list."),
    ):
        assert await refused(table, table.deacon, command, maneuver="**X**") == wrong

    # What is forgotten by the id of a secret is not named.
    await table.gm.slash(table.channel, "sk npc add", name="Duke Ferris")
    (duke,) = await table.gm.autocomplete(table.channel, "sk npc show", "name", "")
    refusal = await refused(table, table.deacon, "sk forget", maneuver=duke["value"])
    assert refusal == f"Evander doesn't know {duke['value']}; pick one from the list."

    # Q25 an npcs counter is told to the game masters alone.
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

    # The sheet says what else waits for its hero.
    await table.deacon.slash(table.channel, "sk ask", action="Climb the tower")
    await table.settle()
    assert "Waits for the game master: " in await sheet(table)
    assert "Waits for" not in await sheet(table, hero="Ysolde")

    # K16 a maneuver is learned and forgotten.
    await library(table)
    (choice,) = await table.deacon.autocomplete(table.channel, "sk learn", "maneuver", "gale")
    learnt = await table.deacon.slash(table.channel, "sk learn", maneuver=choice["value"])
    assert "learns Iron Gale" in said(learnt)
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

    # K22 a defence is typed in pairs and added up.
    told = await table.deacon.slash(
        table.channel, "sk defence", source="Shield", block="2/1", strikes_back="block"
    )
    assert "Shield none → block +2/+1, strikes back after a block" in said(told)
    await table.gm.slash(table.channel, "sk defence", hero="Evander", source="Ring", block="1", dodge="0/1")
    sheet_ = await sheet(table)
    assert "**Dodge +0/+1** · **Block +3/+1**" in sheet_
    assert "Ring: dodge +0/+1, block +1/+0" in sheet_
    await table.deacon.slash(table.channel, "sk defence", source="shield")
    assert "Shield" not in await sheet(table)


BAD_SHAPES: list[tuple[dict[str, str], str]] = [
    ({"most": "ten"}, "The most: write a whole number, such as 10, not “ten”."),
    ({"thresholds": "Down"}, "Write each threshold in a line of its own"),
    ({"least": "11"}, "The most is 12 to 999, not 10."),
]


async def test_q25_a_counter_is_shaped_in_a_form_shows_its_threshold_and_goes(table: Table) -> None:
    # Q25 a bad form gives back what was written.
    for typed, wrong in BAD_SHAPES:
        before = await entries(table)
        told = await shaped(table, **typed)
        assert is_private(told)
        assert wrong in said(told)
        assert "5: Staggered" in said(told) or "thresholds" in typed
        assert await entries(table) == before

    # A counter is taken off the sheet.
    await shaped(table)
    gone = await table.deacon.slash(table.channel, "sk counter", counter="wounds", remove=True)
    assert "Wounds 0/10 (at 5: Staggered; at 10: Down) → none" in said(gone)
    assert "Wounds" not in await sheet(table)

    # Q25 a counter is shaped in a form and its threshold shows.
    told = await shaped(table)
    assert not is_private(told)
    assert "Wounds none → 0/10 (at 5: Staggered; at 10: Down)" in said(told)
    struck = await table.deacon.slash(table.channel, "sk set", counter="wounds", value=6)
    assert "Evander: Wounds 0 → 6/10. **Staggered**" in said(struck)
    assert "Wounds **6**/10 · Staggered" in await sheet(table)

    # An undo names the parts of a sheet.
    preview = said(await table.gm.slash(table.channel, "undo"))
    assert "**Evander** · Wounds: 6 → 0" in preview
    await table.deacon.slash(table.channel, "sk defence", source="Shield", block="2/1")
    assert "Shield: block +2/+1" in said(await table.gm.slash(table.channel, "undo"))

    # A counters name may hold what divides a forms own.
    form = await table.deacon.slash(table.channel, "sk counter", counter="a|b|c")
    assert "a\\|b\\|c none → 0/10" in said(await table.deacon.submit_modal(form, SHAPE))


# -- defences, maneuvers ----------------------------------------------------------------------------


# -- the form ---------------------------------------------------------------------------------------


NO_SHEETS: list[tuple[dict[str, str], str]] = [
    ({"virtues": "six"}, "Write the virtues as three whole numbers"),
    ({"virtues": "6 5 11"}, "Temperance is 1 to 10, not 11."),
    ({"name": "Ysolde"}, "This campaign has a hero of that name already"),
    ({"portrait": "http://example.org/x.png"}, "A portrait's address looks like"),
    ({}, "That leaves the sheet as it is; nothing was changed."),
]


async def test_a_sheet_is_edited_in_a_form_that_holds_what_stands(table: Table) -> None:
    # The form refuses what no sheet may hold.
    for typed, wrong in NO_SHEETS:
        before = await entries(table)
        form = await table.deacon.slash(table.channel, "sk edit")
        told = await table.deacon.submit_modal(form, FORM | typed)
        assert is_private(told)
        assert wrong in said(told)
        assert await entries(table) == before

    # A sheet is edited in a form that holds what stands.
    form = await table.deacon.slash(table.channel, "sk edit")
    typed = FORM | {"virtues": "7 5 3", "about": "Limps.\nSings.", "portrait": FACE}
    told = await table.deacon.submit_modal(form, typed)
    assert not is_private(told)
    assert said(told).startswith("Evander: the sheet has changed\ncourage 6 → 7\n")
    shown = await table.deacon.slash(table.channel, "sk sheet")
    assert "Courage **7**" in said(shown)
    assert "Notes Limps.\nSings." in said(shown)
    assert reply_of(shown).embeds[0].thumbnail.url == FACE

    # The sheets button opens the form for whoever may edit.
    own = await table.deacon.slash(table.channel, "sk sheet")
    form = await table.deacon.click(reply_of(own), label="Edit")
    assert "courage 7 → 8" in said(await table.deacon.submit_modal(form, FORM | {"virtues": "8 5 3"}))
    assert "Edit" in buttons(reply_of(await table.gm.slash(table.channel, "sk sheet", hero="Evander")))
    assert not buttons(reply_of(await table.wren.slash(table.channel, "sk sheet", hero="Evander")))

    # A form of an earlier sheet changes nothing and gives back what was written.
    form = await table.deacon.slash(table.channel, "sk edit")
    await table.gm.slash(table.channel, "sk set", hero="Evander", prudence=9)
    told = await table.deacon.submit_modal(form, FORM | {"about": "Limps."})
    assert "The sheet has changed since this form was opened" in said(told)
    assert "Limps." in said(told)
    assert "Prudence **9**" in await sheet(table)

    # The form still works after a restart.
    own = await table.deacon.slash(table.channel, "sk sheet")
    await table.restart()
    form = await table.deacon.click(reply_of(own), label="Edit")
    await table.restart()
    told = await table.deacon.submit_modal(form, FORM | {"name": "Evan"})
    assert "name “Evander” → “Evan”" in said(told)
