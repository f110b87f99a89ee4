"""`/sk conviction`, `play`, `retire`, `return` and `portrait` at a simulated table."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import ChannelHandle

from bot.systems.table.settings.rules import EDITS
from tests.systems.second_kingdom.duel import decide
from tests.systems.second_kingdom.evening import is_private, opened, refused, sheet
from tests.systems.second_kingdom.people_playbook import picture
from tests.tables import Table, first_button, reply_of, said, text

TAM: dict[str, Any] = {"name": "Tam", "courage": 1, "prudence": 1, "temperance": 1}


async def with_tam(table: Table) -> None:
    """Deacon has two heroes."""
    await table.deacon.slash(table.channel, "sk new", **TAM)


# -- several heroes at once ---------------------------------------------------------------------------


@pytest.mark.parametrize("named", ["Evander, ysolde", "ysolde,,EVANDER, Ysolde", "all heroes", " ALL heroes"])
async def test_q25_several_heroes_rest_in_one_entry(table: Table, named: str) -> None:
    given = await table.gm.slash(table.channel, "sk conviction", heroes=named, amount=1, reason="Rest")
    assert not is_private(given)
    assert "Conviction: " in said(given)
    assert "Evander 3 → 4" in said(given)
    assert "Ysolde 3 → 4" in said(given)
    assert "Rest" in said(given)


async def test_a_hero_whose_name_has_commas_is_found_among_others(table: Table) -> None:
    await table.deacon.slash(table.channel, "sk new", **TAM | {"name": "Tam, the Small"})
    named = "Ysolde, Tam, the Small, Evander"
    given = await table.gm.slash(table.channel, "sk conviction", heroes=named, amount=1, reason="Rest")
    assert "Tam, the Small 0 → 1" in said(given)


# -- the hero of a channel ----------------------------------------------------------------------------


async def test_a_player_of_two_heroes_chooses_whom_they_play_here(each_table: Table) -> None:
    table = each_table
    await with_tam(table)
    chosen = await table.deacon.slash(table.channel, "sk play", hero="Tam")
    assert f"{table.deacon.mention} plays Tam in <#{table.channel.id}> from now on." in said(chosen)
    assert "Tam" in await sheet(table)
    await table.deacon.slash(table.channel, "sk play", hero="Evander")
    assert "Courage **6**" in await sheet(table)
    # Elsewhere nothing was chosen.
    await table.gm.slash(table.channel, "campaign bind", channel=table.tavern)
    there = await table.deacon.slash(table.tavern, "sk sheet")
    assert said(there).startswith(
        "You have several heroes: Evander, Tam. Name one, or choose with `/sk play`"
    )


async def test_only_ones_own_heroes_are_played_also_in_threads_and_other_hands(table: Table) -> None:
    # Only ones own heroes are offered and chosen.
    await with_tam(table)
    offered = await table.deacon.autocomplete(table.channel, "sk play", "hero", "")
    assert [choice["name"] for choice in offered] == ["Evander", "Tam"]
    wrong = await refused(table, table.gm, "sk play", hero="Tam")
    assert wrong == f"Only {table.deacon.mention} can do that; nothing was changed."

    # In a thread the hero of its channel is meant.
    await table.deacon.slash(table.channel, "sk play", hero="Tam")
    thread = table.env.backend.create_thread(table.channel.id, "Aside", owner_id=table.gm.id, type=11)
    aside = ChannelHandle(table.env, table.guild, thread)
    await table.settle()
    assert "Courage **1**" in said(await table.deacon.slash(aside, "sk sheet"))

    # The hero handed over is played where the new player says.
    await table.gm.slash(table.channel, "campaign handover", what="Tam", to=table.wren)
    assert (await sheet(table, table.wren)).startswith("You have several heroes: ")
    assert "Courage **6**" in await sheet(table)


# -- retiring -----------------------------------------------------------------------------------------


async def test_a_hero_retires_and_returns(each_table: Table) -> None:
    gone = await each_table.deacon.slash(each_table.channel, "sk retire", hero="Evander")
    assert "Evander retires; `/sk return` brings them back." in said(gone)
    assert (await sheet(each_table)).startswith("You have no heroes in this campaign")
    assert await each_table.gm.autocomplete(each_table.channel, "sk sheet", "hero", "evan") == []
    (offered,) = await each_table.gm.autocomplete(each_table.channel, "sk return", "hero", "VAN")
    assert offered["name"] == "Evander"
    back = await each_table.gm.slash(each_table.channel, "sk return", hero=offered["value"])
    assert f"Evander returns to the table, played by {each_table.deacon.mention}." in said(back)
    assert "Courage **6**" in await sheet(each_table)

    # A hero with something waiting stays and another goes.
    await opened(each_table)
    assert not is_private(await each_table.wren.slash(each_table.channel, "sk retire", hero="Ysolde"))
    wrong = await refused(each_table, each_table.deacon, "sk retire", hero="Evander")
    assert wrong.startswith("Something still waits for Evander: “Evander: Leap the chasm”.")


async def test_retired_heroes_are_told_apart_and_undone_ones_are_none(table: Table) -> None:
    # A hero who was undone is not retired.
    await with_tam(table)
    undo = await table.deacon.slash(table.channel, "undo")
    await table.deacon.click(reply_of(undo))
    assert await table.deacon.autocomplete(table.channel, "sk return", "hero", "tam") == []
    wrong = await refused(table, table.deacon, "sk return", hero="Tam")
    assert wrong == "No retired hero here is called “Tam”; pick one from the list."

    # Retired heroes with one name are told apart by the list.
    await table.deacon.slash(table.channel, "sk retire", hero="Evander")
    await table.wren.slash(table.channel, "sk new", **TAM | {"name": "Evander"})
    taken = await refused(table, table.deacon, "sk return", hero="Evander")
    assert taken == "Another hero is called Evander by now, so this one can't return."
    await table.wren.slash(table.channel, "sk retire", hero="Evander")
    assert "No retired hero" in await refused(table, table.gm, "sk return", hero="Evander")
    offered = await table.gm.autocomplete(table.channel, "sk return", "hero", "Evander")
    assert len(offered) == 2


# -- portraits ----------------------------------------------------------------------------------------


async def test_an_uploaded_portrait_is_kept_small_and_sent_along(each_table: Table) -> None:
    table = each_table
    face = ("evander.jpg", picture(900, 600, "JPEG"))
    told = await table.deacon.slash(table.channel, "sk portrait", picture=face)
    (file,) = reply_of(told).attachments
    assert (file.filename, file.description) == ("portrait.webp", "Portrait of Evander")
    await table.restart()
    shown = await table.wren.slash(table.channel, "sk sheet", hero="Evander")
    (again,) = reply_of(shown).attachments
    data = await again.read()
    assert data[8:12] == b"WEBP"
    assert len(data) < 10_000
    gone = await table.deacon.slash(table.channel, "sk portrait")
    assert "Evander has no portrait any more." in said(gone)
    assert not reply_of(await table.wren.slash(table.channel, "sk sheet", hero="Evander")).attachments


@pytest.mark.parametrize("asked_for", [{"picture": ("a.png", picture())}, {"address": "https://a.io/a.png"}])
async def test_a_portrait_waits_where_changes_of_sheets_do(table: Table, asked_for: dict[str, Any]) -> None:
    await decide(table, EDITS, "approval")
    await table.deacon.slash(table.channel, "sk portrait", **asked_for)
    await table.settle()
    card = table.last()
    assert "Evander: portrait none → " in text(card)
    assert card.embeds[0].thumbnail.url
    before = await table.wren.slash(table.channel, "sk sheet", hero="Evander")
    assert reply_of(before).embeds[0].thumbnail.url is None
    await table.gm.click(card, label="Accept")
    await table.settle()
    assert "Accepted, as " in text(table.last())
    after = await table.wren.slash(table.channel, "sk sheet", hero="Evander")
    assert reply_of(after).embeds[0].thumbnail.url


async def test_a_portrait_is_on_the_sheet_and_in_no_list_of_names(table: Table) -> None:
    # An undo speaks of a picture and not of its bytes.
    await table.deacon.slash(table.channel, "sk portrait", picture=("a.png", picture()))
    preview = said(await table.deacon.slash(table.channel, "undo"))
    assert "portrait: an uploaded picture → none" in preview
    assert len(preview) < 500

    # Nobody looks for pictures by name.
    offered = await table.gm.autocomplete(table.channel, "journal", "record", "")
    assert [choice["name"] for choice in offered if "ortrait" in choice["name"]] == []

    # A portrait by its address is on the sheet.
    address = "https://example.org/evander.png"
    told = await table.deacon.slash(table.channel, "sk portrait", address=address)
    assert "Evander has a new portrait." in said(told)
    assert reply_of(told).embeds[0].thumbnail.url == address
    shown = await table.wren.slash(table.channel, "sk sheet", hero="Evander")
    assert reply_of(shown).embeds[0].thumbnail.url == address


async def test_the_undo_of_a_meeting_is_told_in_one_line_and_hides_a_name_again(each_table: Table) -> None:
    # An undone hidden npc is named to game masters alone.
    await each_table.gm.slash(each_table.secret, "sk npc add", name="Duke Ferris")
    preview = await each_table.gm.slash(each_table.secret, "undo")
    told = await each_table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await each_table.settle()
    for read in (said(told), text(each_table.last(each_table.secret))):
        assert read.count("undoes #") == 1
        assert "Duke Ferris is taken back." in read
    assert "undoes #" in text(each_table.last())
    journal = said(await each_table.wren.slash(each_table.channel, "journal"))
    public = [text(each) for each in each_table.messages()]
    assert not any("Ferris" in each for each in (*public, journal))

    # The undo of a meeting is told in one line.
    await each_table.gm.slash(each_table.channel, "sk npc add", name="Duke Ferris", courage=6)
    await each_table.gm.slash(each_table.channel, "sk npc reveal", name="Duke Ferris", how="named")
    preview = await each_table.gm.slash(each_table.channel, "undo")
    await each_table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await each_table.settle()
    assert text(each_table.last()).splitlines()[1:-1] == ["Duke Ferris is taken back."]
    assert "what the table knows: known by name → hidden" in text(each_table.last(each_table.secret))
