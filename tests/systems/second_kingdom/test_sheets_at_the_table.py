"""Sheets through the simulated Discord: counters, defences, maneuvers known, the form, approval."""

from __future__ import annotations

import json
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.engine.files import MOST_BYTES
from bot.systems.table.settings.rules import EDITS
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused, sheet
from tests.systems.second_kingdom.playbook import hero_file
from tests.systems.table.test_settings_at_the_table import decide
from tests.tables import Table, press_on, reply_of, said, text

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
    assert "The counter already has those bounds and thresholds; nothing was changed." in said(again)

    # What is not known is named safely.
    await library(table, "Claw")
    for command, wrong in (
        ("sk learn", "The library has no maneuver called “\\*\\*X\\*\\*”. Pick one from the list."),
        ("sk forget", "\\*\\*X\\*\\* isn't on the sheet of Evander. Pick one from the list."),
    ):
        assert await refused(table, table.deacon, command, maneuver="**X**") == wrong

    # What is forgotten by the id of a secret is not named.
    await table.gm.slash(table.channel, "sk npc add", name="Duke Ferris")
    (duke,) = await table.gm.autocomplete(table.channel, "sk npc show", "npc", "")
    refusal = await refused(table, table.deacon, "sk forget", maneuver=duke["value"])
    assert refusal == f"{duke['value']} isn't on the sheet of Evander. Pick one from the list."

    # Q25 an npcs counter is told to the game masters alone.
    await table.gm.slash(table.secret, "sk npc add", name="Demons")
    await table.settle()
    public = len(table.messages())
    told = await table.gm.slash(table.channel, "sk set", hero="Demons", counter="Wounds", value=4)
    await table.settle()
    assert is_private(told)
    assert "Demons: a new counter, Wounds: 4." in said(told)
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
    assert "Waiting for the game master: " in await sheet(table)
    assert "Waits for" not in await sheet(table, hero="Ysolde")

    # K16 a maneuver is learned and forgotten.
    await library(table)
    (choice,) = await table.deacon.autocomplete(table.channel, "sk learn", "maneuver", "gale")
    learnt = await table.deacon.slash(table.channel, "sk learn", maneuver=choice["value"])
    assert "Iron Gale learned" in said(learnt)
    assert "Maneuvers Iron Gale" in await sheet(table)
    await table.gm.slash(table.channel, "library remove", entry="Iron Gale")
    await table.settle()
    assert "Iron Gale (no longer in the library)" in await sheet(table)
    (known,) = await table.deacon.autocomplete(table.channel, "sk forget", "maneuver", "")
    assert known["name"] == "Iron Gale"
    assert "Iron Gale forgotten" in said(
        await table.deacon.slash(table.channel, "sk forget", maneuver="iron gale")
    )
    assert "Iron Gale" not in await sheet(table)

    # K22 a defence is typed in pairs and added up.
    told = await table.deacon.slash(
        table.channel, "sk defense", source="Shield", block="2/1", strikes_back="block"
    )
    assert "Shield none → block +2/+1, counterattack after a block" in said(told)
    await table.gm.slash(table.channel, "sk defense", hero="Evander", source="Ring", block="1", dodge="0/1")
    sheet_ = await sheet(table)
    assert "**Dodge +0/+1** · **Block +3/+1**" in sheet_
    assert "Ring: dodge +0/+1, block +1/+0" in sheet_
    await table.deacon.slash(table.channel, "sk defense", source="shield")
    assert "Shield" not in await sheet(table)


BAD_SHAPES: list[tuple[dict[str, str], str]] = [
    ({"most": "ten"}, "Maximum: write a whole number, such as 10, not “ten”."),
    ({"thresholds": "Down"}, "Write each threshold on its own line"),
    ({"least": "11"}, "Maximum can be 12 to 999, not 10."),
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
    assert "**Evander**'s Wounds will go back from 6 to 0." in preview
    await table.deacon.slash(table.channel, "sk defense", source="Shield", block="2/1")
    assert "Shield: block +2/+1" in said(await table.gm.slash(table.channel, "undo"))
    await table.deacon.slash(table.channel, "sk defense", source="Shield", block="3/1")
    preview = said(await table.gm.slash(table.channel, "undo"))
    assert "**Shield**'s block will go back from +3/+1 to +2/+1." in preview

    # A counters name may hold what divides a forms own.
    form = await table.deacon.slash(table.channel, "sk counter", counter="a|b|c")
    assert "a\\|b\\|c none → 0/10" in said(await table.deacon.submit_modal(form, SHAPE))


# -- defences, maneuvers ----------------------------------------------------------------------------


# -- the form ---------------------------------------------------------------------------------------


NO_SHEETS: list[tuple[dict[str, str], str]] = [
    ({"virtues": "six"}, "Write the virtues as three whole numbers"),
    ({"virtues": "6 5 11"}, "Temperance can be 1 to 10, not 11."),
    ({"name": "Ysolde"}, "This campaign already has a hero by that name"),
    ({"portrait": "http://example.org/x.png"}, "A portrait's address has to start with"),
    ({}, "That's already what the sheet says; nothing was changed."),
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
    assert said(told).startswith("Evander: sheet changed\ncourage 6 → 7\n")
    shown = await table.deacon.slash(table.channel, "sk sheet")
    assert "Courage **7**" in said(shown)
    assert "Notes Limps.\nSings." in said(shown)
    assert reply_of(shown).embeds[0].thumbnail.url == FACE

    # The sheets button opens the form for whoever may edit.
    own = await table.deacon.slash(table.channel, "sk sheet")
    form = await table.deacon.click(reply_of(own), label="Edit")
    assert "courage 7 → 8" in said(await table.deacon.submit_modal(form, FORM | {"virtues": "8 5 3"}))
    assert "Edit" in buttons(reply_of(await table.gm.slash(table.channel, "sk sheet", hero="Evander")))
    assert buttons(reply_of(await table.wren.slash(table.channel, "sk sheet", hero="Evander"))) == ["Act…"]

    # A form of an earlier sheet changes nothing and gives back what was written.
    form = await table.deacon.slash(table.channel, "sk edit")
    await table.gm.slash(table.channel, "sk set", hero="Evander", prudence=9)
    told = await table.deacon.submit_modal(form, FORM | {"about": "Limps."})
    assert "The sheet has changed since you opened this form" in said(told)
    assert "Limps." in said(told)
    assert "Prudence **9**" in await sheet(table)

    # The form still works after a restart.
    own = await table.deacon.slash(table.channel, "sk sheet")
    await table.restart()
    form = await table.deacon.click(reply_of(own), label="Edit")
    await table.restart()
    told = await table.deacon.submit_modal(form, FORM | {"name": "Evan"})
    assert "name “Evander” → “Evan”" in said(told)


# -- Changes to a sheet that wait for approval, through the simulated Discord ---------------------------


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
        "It's up to the game master to accept, change or decline it",
    ):
        assert line in said(asked)
    assert "Waiting for the game master: Evander: name “Evander” → “Evan”" in await sheet(table)
    await table.settle()
    await press_on(table.gm, table.last(), "Accept")
    for command, options in (
        ("sk defense", {"source": "Shield", "block": "2/1"}),
        ("sk learn", {"maneuver": "Iron Gale"}),
        ("sk set", {"counter": "Wounds", "value": 3}),
    ):
        await table.deacon.slash(table.channel, command, **options)
        await table.settle()
        await press_on(table.gm, table.last(), "Accept")
        await table.settle()
        assert f"Accepted, as proposed by {table.deacon.mention}." in text(table.last())
    shown = await sheet(table)
    for part in ("Evan", "Limps.", "Shield: block +2/+1", "Iron Gale", "Wounds **3**"):
        assert part in shown
    assert "Waits for" not in shown


async def test_a_game_master_edits_at_once_or_proposes_other_numbers(table: Table) -> None:
    # A game master edits at once and what waits is shown anew then.
    await careful(table)
    await table.deacon.slash(table.channel, "sk defense", source="Shield", block="2/1")
    await table.settle()
    card = table.last()
    told = await table.gm.slash(table.channel, "sk defense", hero="Evander", source="shield", block="1/1")
    assert "shield none → block +1/+1" in said(told)
    anew = said(await press_on(table.gm, card, "Accept"))
    assert "would turn out differently now" in anew
    assert "shield block +1/+1 → block +2/+1" in anew
    assert "block +1/+1" in await sheet(table)
    await table.settle()
    await press_on(table.gm, table.last(), "Accept")
    assert "block +2/+1" in await sheet(table)

    # A game master proposes other numbers and the player accepts them.
    await table.deacon.slash(table.channel, "sk set", courage=9)
    await table.settle()
    form = await press_on(table.gm, table.last(), "Change…")
    proposed = await table.gm.submit_modal(form, {"first": "7"})
    assert "proposes instead: Evander: courage 6 → 7" in said(proposed)
    await table.settle()
    asked = table.last()
    assert table.deacon.id in {each.id for each in asked.mentions}
    assert "Only" in said(await press_on(table.gm, asked, "Accept"))
    await table.deacon.click(asked, label="Accept")
    assert "Courage **7**" in await sheet(table)


# -- `/sk export` and `import` at a simulated table -----------------------------------------------------


async def exported(table: Table, who: MemberActor, **options: Any) -> bytes:
    """The file that an export hands over, to one person."""
    answer = await who.slash(table.channel, "sk export", **options)
    assert is_private(answer)
    (file,) = reply_of(answer).attachments
    assert file.filename == "hero.json"
    return await file.read()


async def sent(table: Table, who: MemberActor, data: bytes, **options: Any) -> InteractionResult:
    """A file sent to be imported, and the press under what it would come to."""
    shown = await who.slash(table.channel, "sk import", file=("hero.json", data), **options)
    assert is_private(shown)
    answer = await who.click(reply_of(shown), label="Import it")
    await table.settle()
    return answer


async def test_a_hero_goes_out_as_a_file_and_comes_back_as_another_hero(each_table: Table) -> None:
    await each_table.deacon.slash(each_table.channel, "sk set", counter="Wounds", value=2)
    data = await exported(each_table, each_table.wren, hero="Evander")
    hero = json.loads(data)["hero"]
    assert (hero["name"], hero["courage"], hero["counters"]["Wounds"]["value"]) == ("Evander", 6, 2)
    hero |= {"name": "Tam", "maneuvers": ["Slash"]}
    again = json.loads(data) | {"hero": hero}
    told = await sent(each_table, each_table.wren, json.dumps(again).encode())
    assert "New at the table: Tam" in said(told)
    assert "Not learned, because this campaign's library doesn't have them: Slash." in said(told)
    assert "Wounds **2**" in await sheet(each_table, hero="Tam")
    assert f"Played by {each_table.wren.mention}" in await sheet(each_table, hero="Tam")

    # Halves of letters and signs that nobody sees are no obstacle.
    file = json.loads(hero_file("Tom").data)
    counters = {"Wounds\0": {"value": 2}}
    file["hero"] |= {"about": "\0\n\0", "counters": counters, "maneuvers": ["\ud800", "Slash\0"]}
    answer = said(await sent(each_table, each_table.deacon, json.dumps(file).encode()))
    assert "?, Slash" in answer
    assert "Wounds **2**" in await sheet(each_table, hero="Tom")


async def test_where_changes_are_approved_a_players_file_brings_no_conviction(table: Table) -> None:
    page = await table.gm.slash(table.channel, "campaign settings")
    shown = await table.gm.select(reply_of(page), ["table.edits"], custom_id=_list(page, "?setting|"))
    await table.gm.click(reply_of(shown), label="After approval")
    told = await sent(table, table.deacon, hero_file("Tam", conviction=4).data)
    assert "The file's 4 conviction wasn't brought along" in said(told)
    assert "Conviction **0**" in await sheet(table, hero="Tam")


def _list(page: InteractionResult, begin: str) -> str:
    rows = reply_of(page).components
    ids = [str(part["custom_id"]) for row in rows for part in row["components"]]
    return next(custom_id for custom_id in ids if custom_id.startswith(begin))


NO_HEROES: list[tuple[bytes, str]] = [
    (
        b"hello",
        "That file isn't JSON: line 1 can't be read. `/sk export` shows what a file looks like.",
    ),
    (b"x" * (MOST_BYTES + 1), "That file is too big: 256 KB, and the limit is 256 KB."),
    (
        hero_file("Evander").data,
        "This campaign already has a hero by that name; nothing was changed. Change `name` in the "
        "file, or retire the other hero with `/act deed: retire`.",
    ),
]


async def test_a_hero_comes_out_of_a_file_or_is_refused(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A file that makes no hero is refused.
    for data, wrong in NO_HEROES:
        assert await refused(table, table.deacon, "sk import", file=("hero.json", data)) == wrong

    # A game master imports for a player.
    await sent(table, table.gm, hero_file("Tam", conviction=4).data, player=table.wren)
    shown = await sheet(table, hero="Tam")
    assert f"Played by {table.wren.mention}" in shown
    assert "Conviction **4**" in shown

    # An imported hero is told of in the journal.
    await sent(table, table.deacon, hero_file("*Tam*").data)
    page = text(reply_of(await table.wren.slash(table.channel, "journal")))
    assert "New at the table from a file: \\*Tam\\*, played by" in page

    # A file of two megabytes is not even downloaded.
    monkeypatch.setattr("discord.Attachment.read", lambda _self: pytest.fail("it was downloaded"))
    for command, option, size, more in (
        ("sk import", "file", 2**21, {}),
        ("sk portrait", "picture", 2**23, {"hero": "Evander"}),
    ):
        told = await refused(table, table.deacon, command, **{option: ("big", b"x" * size)}, **more)
        assert "the limit is" in told or "at most" in told
