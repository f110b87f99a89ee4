"""`/sk conviction`, `play`, `retire`, `return` and `portrait` at a simulated table."""

from __future__ import annotations

import asyncio
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest
from simcord import ChannelHandle, InteractionResult

from bot.systems.table.settings.rules import EDITS
from bot.ui import pages
from bot.ui.thumbnail import shrunk
from bot.ui.upload import uploaded
from tests.proofs.prying import sources
from tests.systems.second_kingdom.duel import arm, decide
from tests.systems.second_kingdom.evening import buttons, is_private, opened, refused, sheet
from tests.systems.second_kingdom.playbook import picture
from tests.tables import Table, confirmed, first_button, press_on, reply_of, said, text

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
    assert f"{table.deacon.mention} now plays Tam in <#{table.channel.id}>." in said(chosen)
    assert "Tam" in await sheet(table)
    await table.deacon.slash(table.channel, "sk play", hero="Evander")
    assert "Courage **6**" in await sheet(table)
    # Elsewhere nothing was chosen.
    await table.gm.slash(table.channel, "campaign bind", channel=table.tavern)
    there = await table.deacon.slash(table.tavern, "sk sheet")
    assert said(there).startswith("You have several heroes: Evander, Tam. Name one, or choose who you play")


async def test_only_ones_own_heroes_are_played_also_in_threads_and_other_hands(table: Table) -> None:
    # Only ones own heroes are offered and chosen.
    await with_tam(table)
    offered = await table.deacon.autocomplete(table.channel, "sk play", "hero", "")
    assert [choice["name"] for choice in offered] == ["Evander", "Tam"]
    wrong = await refused(table, table.gm, "sk play", hero="Tam")
    assert wrong == f"Only {table.deacon.mention} can do that."

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
    assert "Retired: Evander. `/act deed: return` brings them back." in said(gone)
    assert (await sheet(each_table)).startswith("You don't have a hero in this campaign")
    assert await each_table.gm.autocomplete(each_table.channel, "sk sheet", "hero", "evan") == []
    (offered,) = await each_table.gm.autocomplete(each_table.channel, "sk return", "hero", "VAN")
    assert offered["name"] == "Evander"
    back = await each_table.gm.slash(each_table.channel, "sk return", hero=offered["value"])
    assert f"Back at the table: Evander, played by {each_table.deacon.mention}." in said(back)
    assert "Courage **6**" in await sheet(each_table)

    # A hero with something waiting stays and another goes.
    await opened(each_table)
    assert not is_private(await each_table.wren.slash(each_table.channel, "sk retire", hero="Ysolde"))
    wrong = await refused(each_table, each_table.deacon, "sk retire", hero="Evander")
    assert wrong.startswith("Something is still waiting for Evander: “Evander: Leap the chasm”.")


async def test_retired_heroes_are_told_apart_and_undone_ones_are_none(table: Table) -> None:
    # A hero who was undone is not retired.
    await with_tam(table)
    undo = await table.deacon.slash(table.channel, "undo")
    await table.deacon.click(reply_of(undo))
    assert await table.deacon.autocomplete(table.channel, "sk return", "hero", "tam") == []
    wrong = await refused(table, table.deacon, "sk return", hero="Tam")
    assert wrong == "There's no retired hero called “Tam” here. Pick one from the list."

    # Retired heroes with one name are told apart by the list.
    await table.deacon.slash(table.channel, "sk retire", hero="Evander")
    await table.wren.slash(table.channel, "sk new", **TAM | {"name": "Evander"})
    taken = await refused(table, table.deacon, "sk return", hero="Evander")
    assert taken == "Another hero is now called Evander. Rename that one before this one returns."
    await table.wren.slash(table.channel, "sk retire", hero="Evander")
    assert "There's no retired hero" in await refused(table, table.gm, "sk return", hero="Evander")
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
    assert "Portrait removed: Evander." in said(gone)
    assert not reply_of(await table.wren.slash(table.channel, "sk sheet", hero="Evander")).attachments


async def test_a_picture_of_too_many_pixels_is_refused_with_how_many_it_may_have(table: Table) -> None:
    told = await table.deacon.slash(table.channel, "sk portrait", picture=("a.png", picture(8_193, 1)))
    assert "at most 8,192 pixels a side and 24 million in all; this one has 8,193 × 1." in said(told)


async def test_pictures_are_unpacked_one_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most = 0, 0

    def slow(data: bytes) -> bytes:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        sleep(0.05)
        at_once -= 1
        return shrunk(data)

    monkeypatch.setattr("bot.ui.thumbnail.shrunk", slow)

    async def read() -> bytes:
        return picture()

    attached: Any = SimpleNamespace(size=9, content_type="image/png", read=read)
    first, second = await asyncio.gather(*(uploaded(table.bot.dispatcher, attached) for _ in range(2)))
    assert first == second
    assert most == 1


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
    await press_on(table.gm, card, "Accept")
    await table.settle()
    assert "Accepted, as proposed by " in text(table.last())
    after = await table.wren.slash(table.channel, "sk sheet", hero="Evander")
    assert reply_of(after).embeds[0].thumbnail.url


async def test_a_portrait_is_on_the_sheet_and_in_no_list_of_names(table: Table) -> None:
    # An undo speaks of a picture and not of its bytes.
    await table.deacon.slash(table.channel, "sk portrait", picture=("a.png", picture()))
    preview = said(await table.deacon.slash(table.channel, "undo"))
    assert "portrait will go back from an uploaded picture to none" in preview
    assert len(preview) < 500

    # Nobody looks for pictures by name.
    offered = await table.gm.autocomplete(table.channel, "journal", "record", "")
    assert [choice["name"] for choice in offered if "ortrait" in choice["name"]] == []

    # A portrait by its address is on the sheet.
    address = "https://example.org/evander.png"
    told = await table.deacon.slash(table.channel, "sk portrait", address=address)
    assert "New portrait: Evander." in said(told)
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
        assert "**Duke Ferris** was removed." in read
    assert "undoes #" in text(each_table.last())
    journal = said(await each_table.wren.slash(each_table.channel, "journal"))
    public = [text(each) for each in each_table.messages()]
    assert not any("Ferris" in each for each in (*public, journal))

    # The undo of a meeting is told in one line.
    await each_table.gm.slash(each_table.channel, "sk npc add", name="Duke Ferris", courage=6)
    await each_table.gm.slash(each_table.channel, "sk npc reveal", npc="Duke Ferris", how="named")
    preview = await each_table.gm.slash(each_table.channel, "undo")
    await each_table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await each_table.settle()
    hidden = "The table no longer knows of **Duke Ferris**."
    assert text(each_table.last()).splitlines()[0].endswith(hidden)
    # Only game masters have numbers, and only by their own message.
    assert "What changed…" not in buttons(each_table.last())
    theirs = each_table.last(each_table.secret)
    numbers = "public knowledge went back from known by name to hidden"
    assert numbers not in text(theirs)
    assert numbers in said(await each_table.gm.click(theirs, label="What changed…"))

    # Nor does the table learn that the duke is gone: nobody saw him made.
    await each_table.gm.slash(each_table.channel, "redo")
    await each_table.gm.slash(each_table.channel, "sk npc reveal", npc="Duke Ferris", how="named")
    made = next(
        int(line.split("#")[1].split("]")[0].split(" ")[0])
        for line in said(await each_table.gm.slash(each_table.channel, "journal")).splitlines()
        if "New: Duke Ferris" in line and "undone" not in line
    )
    preview = await each_table.gm.slash(each_table.channel, "undo", entry=made)
    assert "**Duke Ferris** will be removed." in said(preview)
    await each_table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await each_table.settle()
    assert text(each_table.last()).splitlines()[0].endswith(hidden)
    assert "**Duke Ferris** was removed." in text(each_table.last(each_table.secret))


# -- `/sk npc` at a simulated table, and that no player learns of anybody hidden ------------------------


# Whatever of the Duke a player must not read.
SECRETS = ("Ferris", "Zealot", "Kz-notes", "ferris.png")


async def add(table: Table, **options: Any) -> InteractionResult:
    """An NPC made by the game master, at the table itself."""
    made = await table.gm.slash(table.channel, "sk npc add", **{"name": "Duke Ferris"} | options)
    await table.settle()
    return made


async def reveal(table: Table, how: str, name: str = "Duke Ferris") -> InteractionResult:
    """What the players know of somebody from now on."""
    told = await table.gm.slash(table.channel, "sk npc reveal", npc=name, how=how)
    await table.settle()
    return told


async def test_the_list_of_npcs_shows_virtues_and_what_is_hidden_and_reveals(table: Table) -> None:
    await add(table, courage=6, prudence=3)
    await add(table, name="Gate Warden", known="open")
    shown = await table.gm.slash(table.secret, "sk npc list")
    assert "**Duke Ferris** · hidden · Courage **6** · Prudence **3**" in said(shown)
    assert "**Gate Warden** · open" in said(shown)
    parts = [part for row in reply_of(shown).components for part in row["components"]]
    (reveals,) = (part for part in parts if part.get("placeholder") == "Reveal…")
    (pick,) = reveals["options"]
    assert pick["label"] == "Duke Ferris"
    assert pick["description"] == "named: the players know its name and portrait"
    await table.gm.select(reply_of(shown), [pick["value"]], custom_id=reveals["custom_id"])
    await table.settle()
    assert "The table meets Duke Ferris." in text(table.last())


async def edited(table: Table, name: str = "Duke Ferris", **typed: str) -> InteractionResult:
    """The form of an NPC sent as it opened, but for what was typed into some fields."""
    opened = await table.gm.slash(table.channel, "sk npc edit", npc=name)
    assert opened.modal is not None
    fields = [label["component"] for label in opened.modal["components"]]
    filled = {field["custom_id"]: field.get("value") or "" for field in fields}
    assert filled["name"] == name
    told = await table.gm.submit_modal(opened, filled | typed)
    await table.settle()
    return told


async def show(table: Table, who: Any, name: str = "Duke Ferris") -> str:
    """What somebody sees of an NPC."""
    shown = await who.slash(table.channel, "sk npc show", npc=name)
    assert is_private(shown)
    return said(shown)


def read_by_players(table: Table) -> str:
    """All that stands where players can read it."""
    return "\n".join(text(message) for message in table.messages())


# -- made, seen, changed ------------------------------------------------------------------------------


async def test_k1_the_table_meets_an_npc_step_by_step(table: Table) -> None:
    # K1 a new npc is between the bot and the game master.
    before = len(table.messages())
    made = await add(table, courage=6, temperance=3)
    assert is_private(made)
    assert "New: Duke Ferris, hidden. Courage **6** · Temperance **3**" in said(made)
    assert len(table.messages()) == before
    assert "New: Duke Ferris, hidden." in text(table.last(table.secret))

    # The form is filled in and changes what was changed.
    told = await edited(table, prudence="4", about="Wants the crown.")
    assert is_private(told)
    assert "Duke Ferris: prudence none → 4." in said(told)
    assert "Duke Ferris: the game masters' notes changed." in said(told)
    shown = await show(table, table.gm)
    assert "Courage **6** · Prudence **4**" in shown
    assert "Wants the crown." in shown
    assert "Hidden: the players know nothing" in shown

    # The table meets somebody step by step.
    await edited(table, about="Kz-notes")
    told = await reveal(table, "named")
    assert is_private(told)
    assert text(table.last()).startswith("The table meets Duke Ferris.")
    assert "That's all the table knows." in await show(table, table.wren)
    await reveal(table, "open")
    assert text(table.last()).startswith("The table learns the numbers of Duke Ferris. Courage **6**")
    seen = await show(table, table.wren)
    assert "Courage **6**" in seen
    assert "Kz-notes" not in seen
    before = len(table.messages())
    hidden = await reveal(table, "hidden")
    assert is_private(hidden)
    assert len(table.messages()) == before
    assert (
        await show(table, table.wren) == "There's no NPC called “Duke Ferris” here. Pick one from the list."
    )

    # The undo of a reveal takes the name back and says no more to players.
    await reveal(table, "open")
    preview = await table.gm.slash(table.channel, "undo")
    assert "public knowledge will go back from open to hidden" in said(preview)
    await table.gm.click(reply_of(preview))
    await table.settle()
    assert (
        await show(table, table.wren) == "There's no NPC called “Duke Ferris” here. Pick one from the list."
    )
    assert "Kz-notes" not in read_by_players(table)

    # A portrait of somebody hidden stays with the game masters.
    before = len(table.messages())
    told = await table.gm.slash(
        table.channel, "sk portrait", hero="Duke Ferris", picture=("ferris.png", picture())
    )
    await table.settle()
    assert is_private(told)
    assert len(table.messages()) == before
    assert table.last(table.secret).attachments
    await reveal(table, "named")
    (face,) = table.last().attachments
    assert face.filename == "portrait.webp"

    # An npc who leaves is gone for everybody.
    told = await table.gm.slash(table.channel, "sk npc remove", npc="Duke Ferris")
    await table.settle()
    assert is_private(told)
    assert text(table.last()).startswith("Out of play: Duke Ferris.")
    assert await table.gm.autocomplete(table.channel, "sk npc show", "npc", "") == []
    assert "There's no NPC called" in await show(table, table.gm)


async def test_what_the_table_knows_by_name_or_openly_is_told_so(table: Table) -> None:
    # A horde that the table knows by name is told without numbers.
    made = await add(table, name="Demons", horde=True, courage=9, known="named")
    assert is_private(made)
    assert text(table.last()).startswith("New: Demons (a horde), known by name.")
    assert "9" not in text(table.last())

    # What an open npc loses the table reads.
    await add(table, courage=6, known="open")
    await edited(table, courage="5", about="Kz-notes")
    assert text(table.last()).startswith("Duke Ferris: courage 6 → 5.")
    assert "notes" not in read_by_players(table)


async def test_the_list_says_what_the_table_knows_and_a_hero_may_bear_the_name(table: Table) -> None:
    # The list says what the table knows of each.
    empty = await table.gm.slash(table.channel, "sk npc list")
    assert "There are no NPCs yet. Make one with `/sk npc add`." in said(empty)
    await add(table)
    await add(table, name="abbot", known="open")
    listed = await table.gm.slash(table.channel, "sk npc list")
    assert is_private(listed)
    assert "**abbot** · open\n**Duke Ferris** · hidden" in said(listed)

    # A hero may bear the name of somebody hidden.
    options = {"name": "Duke Ferris", "courage": 1, "prudence": 1, "temperance": 1}
    made = await table.wren.slash(table.channel, "sk new", **options)
    assert "New at the table: Duke Ferris" in said(made)
    drawn = await table.wren.slash(
        table.channel, "sk portrait", hero="Duke Ferris", address="https://example.org/a.png"
    )
    assert "New portrait: Duke Ferris." in said(drawn)


async def test_more_npcs_than_a_message_holds_have_pages_that_outlive_a_restart(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "BODY", 150)
    for number in range(12):
        await table.gm.slash(table.channel, "sk npc add", name=f"Guard {number:02}")
    first = await table.gm.slash(table.channel, "sk npc list")
    assert "Guard 11" not in said(first)
    await table.restart()
    second = await table.gm.click(reply_of(first), label="More…")
    assert "Guard 11" in said(second)
    assert "Guard 00" not in said(second)
    assert buttons(reply_of(second)) == ["Previous page"]


async def test_a_portrait_is_shown_once_its_npc_fights_in_the_open(table: Table) -> None:
    await arm(table)
    await add(table)
    face = ("ferris.png", picture())
    await table.gm.slash(table.channel, "sk portrait", hero="Duke Ferris", picture=face)
    dukes = {"target": "Ysolde", "maneuver": "Claw", "hero": "Duke Ferris"}
    await confirmed(table.gm, table.channel, "sk attack", **dukes)
    shown = await table.wren.slash(table.channel, "sk npc show", npc="Duke Ferris")
    assert [each.filename for each in reply_of(shown).attachments] == ["portrait.webp"]


# -- revealed and hidden again ------------------------------------------------------------------------


# -- what no player learns ----------------------------------------------------------------------------


async def hidden_duke(table: Table) -> None:
    """Somebody hidden, with all that can happen to somebody hidden."""
    await add(table, courage=6)
    await edited(table, name="Duke Ferris", about="Kz-notes")
    address = "https://example.org/ferris.png"
    await table.gm.slash(table.channel, "sk portrait", hero="Duke Ferris", address=address)
    await table.gm.slash(table.channel, "sk npc add", name="Zealot")
    await table.gm.slash(table.channel, "sk npc remove", npc="Zealot")
    await table.settle()


async def test_no_list_and_nothing_that_players_look_at_tells_of_somebody_hidden(table: Table) -> None:
    # No list suggests somebody hidden to a player.
    await hidden_duke(table)
    await table.offer_all()
    suggesting = sources(table.bot)
    offered = []
    for command, option in suggesting:
        for typed in ("", "Ferris", "Zealot"):
            offered += await table.deacon.autocomplete(table.channel, command, option, typed)
    assert len(suggesting) > 15
    assert [choice["name"] for choice in offered if any(each in choice["name"] for each in SECRETS)] == []
    (known,) = await table.gm.autocomplete(table.channel, "sk npc show", "npc", "ferris")
    assert known["name"] == "Duke Ferris"

    # Nothing that players can look at tells of somebody hidden.
    newest = int(text(table.last(table.secret)).rpartition("#")[2].removesuffix("gm"))
    seen = [read_by_players(table)]
    looks: list[tuple[str, dict[str, Any]]] = [
        (command, {}) for command in ("journal", "waiting", "campaign info", "help", "undo", "campaign home")
    ]
    looks += [("undo", {"entry": number}) for number in range(1, newest + 1)]
    seen += [said(await table.deacon.slash(table.channel, path, **options)) for path, options in looks]
    for name in ("Duke Ferris", "Zealot"):
        # What a refusal repeats is what was typed: written otherwise, it would be told.
        typed = name.upper()
        seen.append(await show(table, table.deacon, typed))
        seen.append(said(await table.deacon.slash(table.channel, "sk portrait", hero=typed)))
        seen.append(said(await table.deacon.slash(table.channel, "sk sheet", hero=typed)))
    whole = "\n".join(seen)
    assert [secret for secret in SECRETS if secret in whole] == []


async def test_twenty_six_hidden_ones_hide_nobody_whom_the_players_know(table: Table) -> None:
    for number in range(26):
        await table.gm.slash(table.channel, "sk npc add", name=f"Abbot {number:02}")
    await add(table, name="The last abbot", known="named")
    for command, option in (("sk npc show", "npc"), ("sk attack", "target")):
        offered = await table.deacon.autocomplete(table.channel, command, option, "abbot")
        assert [choice["name"] for choice in offered] == ["The last abbot"]


# -- `/sk new`, `sheet`, `set`, `conviction` and `odds` through the simulated Discord -------------------


# -- new, sheet, set ----------------------------------------------------------------------------------


async def test_a_hero_is_made_shown_and_changed(table: Table) -> None:
    # Sheet shows ones own hero privately.
    result = await table.deacon.slash(table.channel, "sk sheet")
    assert is_private(result)
    assert "Courage **6** · Prudence **5** · Temperance **3**" in said(result)

    # Sheet shows another players hero.
    assert "Courage **4**" in await sheet(table, table.deacon, hero="Ysolde")

    # A game master without a hero is asked whose sheet is meant; anybody else is told how to make one.
    assert await sheet(table, table.gm) == "Name who you mean; the list shows everybody."
    assert "Make one with `/sk new`" in await sheet(table, table.stranger)

    # Set changes a virtue in the open.
    result = await table.deacon.slash(table.channel, "sk set", prudence=7)
    assert not is_private(result)
    assert "Evander: prudence 5 → 7." in said(result)

    # Set counts damage.
    result = await table.deacon.slash(table.channel, "sk set", counter="Wounds", value=2)
    assert "Evander: a new counter, Wounds: 2." in said(result)
    assert "Wounds **2**" in await sheet(table)

    # Q25 conviction is given in the open.
    result = await table.gm.slash(
        table.channel, "sk conviction", heroes="Evander", amount=2, reason="A vow kept"
    )
    assert not is_private(result)
    assert "Evander: conviction 3 → 5. A vow kept" in said(result)

    # Sheet says what waits.
    await opened(table)
    assert f"Waiting for {table.deacon.mention} to roll: Leap the chasm" in await sheet(table)

    # New brings a hero to the table.
    made = await table.wren.slash(
        table.channel, "sk new", name="Tam", courage=1, prudence=10, temperance=5, conviction=2
    )
    assert not is_private(made)
    assert "New at the table: Tam" in said(made)
    assert "Conviction **2**" in await sheet(table, hero="Tam")

    # Sheet of somebody with two heroes asks which.
    await table.deacon.slash(table.channel, "sk new", name="Tom", courage=1, prudence=1, temperance=1)
    wrong = "You have several heroes: Evander, Tom. Name one, or choose who you play here with `/sk play`."
    assert await sheet(table) == wrong


# -- conviction, odds, suggestions --------------------------------------------------------------------


# -- on both databases --------------------------------------------------------------------------------


async def test_the_longest_words_are_kept_and_shown_on_each_database(each_table: Table) -> None:
    table, name = each_table, "\N{LATIN CAPITAL LETTER SHARP S}" * 60
    await table.deacon.slash(table.channel, "sk new", name=name, courage=4, prudence=1, temperance=1)
    opening = await table.gm.slash(
        table.channel, "sk challenge", heroes=name, action="*" * 200, virtue="courage", rating=10
    )
    await table.settle()
    assert "against rating 10" in said(opening)
    assert "1 thing is waiting" in said(await table.deacon.slash(table.channel, "waiting"))
    given = await table.gm.slash(table.channel, "sk conviction", heroes=name, amount=1, reason="r" * 200)
    assert "conviction 0 → 1" in said(given)
