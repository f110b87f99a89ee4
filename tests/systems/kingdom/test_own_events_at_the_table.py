"""The table's own events through the simulated Discord: written, placed, looked up, rolled, changed."""

from __future__ import annotations

from bot.systems.kingdom.book import MonthStep
from tests.systems.kingdom.months_table import pressed, state_of, tarn_at
from tests.systems.second_kingdom.evening import buttons, is_private, refused
from tests.tables import Table, press_on, reply_of, said, text

TEXTS = {
    "name": "Night of *Lanterns*",
    "about": "Crowds fill the streets.",
    "strikes": ["settlement"],
    "rules": "roll: Loyalty\nsuccess: Loyalty +1\nfailure: Unrest +1, goes on; note: Lanterns burn.",
    "seen_by": ["game_masters"],
}
MARKED = "Night of *Lanterns* · your table's"
ESCAPED = "Night of \\*Lanterns\\* · your table's"


async def written(table: Table, **texts: object) -> None:
    """An event in the campaign's library."""
    form = await table.gm.slash(table.channel, "library add", kind="event")
    draft = await table.gm.submit_modal(form, TEXTS | texts)
    await table.gm.click(reply_of(draft), label="Save")
    await table.settle()


async def test_an_event_of_the_tables_own_is_written_placed_and_rolled_against(realms: Table) -> None:
    await tarn_at(realms, MonthStep.CLOSE)
    await written(realms)

    # Until it comes up game masters alone know of it.
    listed = await realms.gm.autocomplete(realms.channel, "kingdom gm event", "event", "night")
    assert [each["name"] for each in listed] == [MARKED]
    assert await realms.deacon.autocomplete(realms.channel, "kingdom events", "event", "night") == []
    unknown = await refused(realms, realms.deacon, "kingdom events", event="Night of *Lanterns*")
    assert "There's no event called" in unknown
    shown = await realms.gm.slash(realms.channel, "kingdom events", event=str(listed[0]["value"]))
    assert is_private(shown)
    assert ESCAPED in said(shown)
    assert "**Failure:** Unrest +1 and it goes on" in said(shown)

    await realms.gm.slash(realms.channel, "kingdom gm event", event=str(listed[0]["value"]))
    await realms.settle()
    told = text(realms.last())
    assert f"**{ESCAPED}** · Tarn Hold\nCrowds fill the streets." in told
    assert "Roll Loyalty" in buttons(realms.last())

    # One under way goes on as it began, whatever becomes of its entry.
    await realms.gm.slash(realms.channel, "library remove", entry="Night of *Lanterns*")
    await realms.settle()
    under_way = said(await realms.deacon.slash(realms.channel, "kingdom events"))
    assert ESCAPED in under_way
    assert "**Failure:** Unrest +1 and it goes on" in under_way
    card = await pressed(realms, realms.deacon, "Roll Loyalty")
    goes_on = "It goes on" in text(card)
    assert ("Lanterns burn." in text(card)) is goes_on
    (found,) = (await state_of(realms)).happenings
    assert found.is_continuous is goes_on


async def test_what_is_no_event_is_refused_and_given_back(realms: Table) -> None:
    await tarn_at(realms, MonthStep.CLOSE)
    form = await realms.gm.slash(realms.channel, "library add", kind="event")
    result = await realms.gm.submit_modal(form, TEXTS | {"rules": "failure: kill"})
    assert "“kill” is only for an event that strikes “A leader”." in said(result)
    again = await press_on(realms.gm, reply_of(result), buttons(reply_of(result))[0])
    mended = await realms.gm.submit_modal(again, TEXTS | {"rules": "always: Unrest +1"})
    assert "Save" in buttons(reply_of(mended))
