"""`/library` at the table: entries written, proposed, changed, removed and read."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.storage.address import Address
from tests.systems.second_kingdom.evening import buttons
from tests.systems.table.libraries import (
    FLAME,
    SECRET,
    drafted,
    edited,
    names,
    open_lantern,
    rewritten,
    saved,
)
from tests.tables import Table, open_table, reply_of, said, text


@pytest.fixture
async def lantern(sqlite_address: Address) -> AsyncIterator[Table]:
    """A table that plays The Lantern."""
    async with open_lantern(sqlite_address) as made:
        yield made


async def test_a_game_master_writes_an_entry_with_a_preview_and_a_restart_between(address: Address) -> None:
    async with open_lantern(address) as table:
        preview = await drafted(table, table.gm, FLAME)
        assert preview.ephemeral
        assert "Red flame (draft)" in said(preview)
        assert "Blood on the road." in said(preview)
        assert "Not saved yet: **Save** adds it to the library." in said(preview)
        assert await names(table, table.deacon) == []

        await table.restart()
        written = await table.gm.click(reply_of(preview), label="Save")
        # The draft's own message goes on as what came of it; everybody is told apart.
        assert reply_of(written).id == reply_of(preview).id
        assert "Not saved yet" not in said(written)
        assert buttons(reply_of(written)) == []
        await table.settle()
        assert "adds the omen **Red flame** to the library" in text(table.last())
        # Nobody reads it twice in one place.
        assert said(written).splitlines()[-1] == "Done. It appears here in a moment."
        assert await names(table, table.deacon) == ["Red flame (omen)"]
        shown = await table.deacon.slash(table.channel, "library show", entry="red flame")
        assert "Blood on the road." in said(shown)


def fields_of(form: InteractionResult) -> list[Any]:
    """The lines of a form, as Discord was sent them."""
    assert form.modal is not None
    return [each["component"] for each in form.modal["components"]]


async def test_a_players_entry_is_proposed_and_approved(address: Address) -> None:
    async with open_lantern(address) as table:
        asked = await saved(table, table.deacon, FLAME)
        # It goes on in the private message of the draft, whose Save is gone.
        assert reply_of(asked).ephemeral
        assert "Save" not in str(reply_of(asked).components)
        assert "It's up to the game master to accept, change or decline it" in said(asked)
        assert "proposes:" not in said(asked)
        assert "Red flame" not in "".join(text(each) for each in table.messages())
        assert await names(table, table.wren) == []
        card = table.last(table.secret)
        assert "Red flame (proposed)" in text(card)
        assert "Blood on the road." in text(card)

        await table.restart()
        await table.gm.click(card, label="Accept")
        await table.settle()
        public = text(table.last())
        assert "adds the omen **Red flame** to the library." in public
        assert f"Accepted, as proposed by {table.deacon.mention}." in public
        assert await names(table, table.wren) == ["Red flame (omen)"]
        folded = next(each for each in table.messages(table.secret) if each.id == card.id)
        assert "Accepted." in text(folded)
        assert not folded.components


async def test_a_game_master_changes_what_is_proposed_and_its_author_answers(address: Address) -> None:
    async with open_lantern(address) as table:
        await saved(table, table.deacon, FLAME)
        form = await table.gm.click(table.last(table.secret), label="Change…")
        await table.gm.submit_modal(form, rewritten(FLAME | {"text": "Smoke on the road."}))
        await table.settle()
        assert "who can see it with `/library show`" in text(table.last())
        assert [each.id for each in table.last().mentions] == [table.deacon.id]
        assert "Red flame" not in "".join(text(each) for each in table.messages())
        countered = table.last(table.secret)
        assert "proposes instead: the omen Red flame (changed: Text)." in text(countered)
        assert "something else" not in text(countered)
        await table.restart()
        for stranger in (table.gm, table.wren):
            found = await stranger.slash(table.channel, "library show", entry="Red flame")
            assert not reply_of(found).components or "Accept" not in str(reply_of(found).components)
        found = await table.deacon.slash(table.channel, "library show", entry="Red flame")
        assert "Smoke on the road." in said(found)
        accepted = await table.deacon.click(reply_of(found), label="Accept")
        assert reply_of(accepted).id == reply_of(found).id
        assert not reply_of(accepted).components
        await table.settle()
        folded = next(each for each in table.messages(table.secret) if each.id == countered.id)
        assert "Accepted." in text(folded)
        shown = await table.wren.slash(table.channel, "library show", entry="Red flame")
        assert "Smoke on the road." in said(shown)


async def test_a_proposal_is_declined_to_its_author_alone_or_withdrawn(lantern: Table) -> None:
    # A declined proposal tells why to its author alone.
    await saved(lantern, lantern.deacon, FLAME)
    form = await lantern.gm.click(lantern.last(lantern.secret), label="Decline")
    await lantern.gm.submit_modal(form, {"reason": "Too *red*"})
    await lantern.settle()
    assert f"declines {lantern.deacon.mention}'s proposal for the library" in text(lantern.last())
    public = "".join(text(each) for each in lantern.messages())
    assert "Red flame" not in public
    assert r"Too \*red\*" in said(await lantern.deacon.slash(lantern.channel, "journal"))
    assert "Too" not in said(await lantern.wren.slash(lantern.channel, "journal"))
    assert await names(lantern, lantern.gm) == []

    # A proposal can be withdrawn by its author only.
    asked = await saved(lantern, lantern.deacon, FLAME)
    assert "Withdraw" not in str(lantern.last(lantern.secret).components)
    await lantern.deacon.click(reply_of(asked), label="Withdraw")
    await lantern.settle()
    assert "withdraws the proposal: the omen Red flame." in text(lantern.last(lantern.secret))
    assert await names(lantern, lantern.gm) == []


async def test_without_a_game_masters_channel_a_proposal_is_announced_and_found(
    sqlite_address: Address,
) -> None:
    async with open_lantern(sqlite_address, secret=False) as table:
        await saved(table, table.deacon, FLAME)
        await table.settle()
        assert "Game masters can see it with `/library show`." in text(table.last())
        assert "Red flame" not in text(table.last())
        assert await names(table, table.gm) == ["Red flame (proposed omen)"]
        found = await table.gm.slash(table.channel, "library show", entry="Red flame")
        await table.gm.click(reply_of(found), label="Accept")
        await table.settle()
        assert await names(table, table.wren) == ["Red flame (omen)"]


async def test_an_edit_shows_before_and_after_and_what_is_removed_comes_back(lantern: Table) -> None:
    # An edit shows before and after.
    await saved(lantern, lantern.gm, FLAME)
    preview = await edited(lantern, lantern.gm, "Red flame", FLAME | {"number": "4", "secret": ["no"]})
    assert "**Number:** 3 → 4" in said(preview)
    assert "Blood" not in said(preview)
    done = await lantern.gm.click(reply_of(preview), label="Save")
    assert "Done. It appears here in a moment." in said(done)
    await lantern.settle()
    assert "changes the omen **Red flame** in the library" in text(lantern.last())
    same = await edited(lantern, lantern.gm, "Red flame", FLAME | {"number": "4"})
    assert "is already exactly like this in the library" in said(same)
    undo = await lantern.gm.slash(lantern.channel, "undo")
    assert "Red flame" in said(undo)

    # An entry is removed and an undo brings it back.
    refused = await lantern.deacon.slash(lantern.channel, "library remove", entry="Red flame")
    assert "Only a game master" in said(refused)
    removed = await lantern.gm.slash(lantern.channel, "library remove", entry="Red flame")
    assert "removes the omen **Red flame** from the library" in said(removed)
    assert await names(lantern, lantern.gm) == []
    undo = await lantern.gm.slash(lantern.channel, "undo")
    await lantern.gm.click(reply_of(undo))
    assert await names(lantern, lantern.gm) == ["Red flame (omen)"]


async def test_a_stale_form_and_a_stale_draft_are_refused(lantern: Table) -> None:
    table = lantern
    await saved(table, table.gm, FLAME)
    opened = await table.deacon.slash(table.channel, "library edit", entry="Red flame")
    waiting = await edited(table, table.wren, "Red flame", FLAME | {"number": "5"})
    first = await edited(table, table.gm, "Red flame", FLAME | {"number": "4"})
    await table.gm.click(reply_of(first), label="Save")

    late = await table.deacon.submit_modal(opened, FLAME | {"text": "Blood everywhere."})
    assert "Not saved: somebody changed “Red flame” in the meantime." in said(late)
    assert "You wrote:" in said(late)
    assert "Blood everywhere." in said(late)
    stale = await table.wren.click(reply_of(waiting), label="Save")
    assert "somebody changed “Red flame” in the meantime" in said(stale)
    assert "4" in said(await table.deacon.slash(table.channel, "library show", entry="Red flame"))


async def test_secret_entries_reach_no_player_and_no_refusal_betrays_one(lantern: Table) -> None:
    # Secret entries reach no player.
    await saved(lantern, lantern.gm, SECRET)
    await saved(lantern, lantern.gm, FLAME)
    assert "Kz-canary" in text(lantern.last(lantern.secret)) + said(
        await lantern.gm.slash(lantern.channel, "journal")
    )
    assert await names(lantern, lantern.gm) == ["Kz-canary (omen)", "Red flame (omen)"]
    player = lantern.deacon
    assert await names(lantern, player, typed="kz") == []
    for command in ("library show", "library edit"):
        refused = await player.slash(lantern.channel, command, entry="Kz-canary")
        assert "The library has no entry called" in said(refused)
    read = [
        said(await player.slash(lantern.channel, f"library {each}", kind="omen"))
        for each in ("list", "export")
    ]
    read.append(said(await player.slash(lantern.channel, "journal")))
    read += [text(each) for each in lantern.messages()]
    assert "Red flame" in read[0]
    assert "1 omen" in read[1]
    assert all("kz" not in each.casefold() for each in read)

    # No refusal betrays a secret entry.
    asked = await saved(lantern, lantern.deacon, {"name": "Kz-canary", "text": "Mine."})
    assert "It's up to the game master to accept, change or decline it" in said(asked)
    clash = await lantern.gm.click(lantern.last(lantern.secret), label="Accept")
    assert "The library already has an omen called “Kz-canary”" in said(clash)


async def test_the_list_turns_its_pages_and_adds_what_comes_with_the_game(lantern: Table) -> None:
    table = lantern
    listed = await table.deacon.slash(table.channel, "library list", kind="omens")
    assert "The library has no omens yet" in said(listed)
    assert "Comes with the game, but isn't in the library yet: Blue flame, Whistling wick." in said(listed)
    assert buttons(reply_of(listed)) == ["Act…"]
    lists = await table.gm.slash(table.channel, "library list", kind="omens")
    assert "Kz-dark wick" in said(lists)
    await table.restart()
    added = await table.gm.click(reply_of(lists), label="Add what comes with the game")
    assert added.ephemeral
    assert "adds 1 omen to the library (Kz-dark wick). Secret, from The Lantern." in said(added)
    await table.settle()
    assert text(table.last()).startswith(f"{table.gm.mention} adds 2 omens to the library (Blue")
    assert await names(table, table.deacon) == ["Blue flame (omen)", "Whistling wick (omen)"]
    again = await table.gm.click(reply_of(lists), label="Add what comes with the game")
    assert "All omens that come with the game are already in the library" in said(again)


async def test_a_long_list_has_pages_that_outlive_a_restart(lantern: Table) -> None:
    table = lantern
    rows = "".join(f"Omen {number:02},Rain\n" for number in range(45))
    file = ("omens.csv", f"name,text\n{rows}".encode())
    shown = await table.gm.slash(table.channel, "library import", kind="omen", file=file)
    await table.gm.click(reply_of(shown), label="Import it")
    first = await table.deacon.slash(table.channel, "library list", kind="omen")
    assert "• Omen 19" in said(first)
    assert "Omen 20" not in said(first)
    assert "1–20 of 45" in said(first)
    await table.restart()
    await table.deacon.click(reply_of(first), label="More…")
    last = await table.deacon.click(reply_of(first), label="More…")
    assert "41–45 of 45" in said(last)
    assert "Omen 44" in said(last)
    back = await table.deacon.click(reply_of(first), label="Previous page")
    assert "21–40 of 45" in said(back)


async def test_a_draft_is_changed_in_place_and_kept_from_everybody_else(lantern: Table) -> None:
    # A draft is in nobody elses waiting list journal or undo.
    preview = await drafted(lantern, lantern.deacon, FLAME)
    assert "Save or discard the omen Red flame" in said(
        await lantern.deacon.slash(lantern.channel, "waiting")
    )
    for who in (lantern.gm, lantern.wren):
        for command in ("waiting", "journal", "undo"):
            assert "Red flame" not in said(await who.slash(lantern.channel, command))

    # A draft is changed in place and kept from everybody else.
    form = await lantern.deacon.click(reply_of(preview), label="Change…")
    assert [field.get("value") for field in fields_of(form)] == ["Red flame", "Blood on the road.", "3", None]
    changed = await lantern.deacon.submit_modal(form, rewritten(FLAME | {"text": "Blood in the snow."}))
    assert reply_of(changed).id == reply_of(preview).id
    assert "Blood in the snow." in said(changed)

    assert await names(lantern, lantern.deacon) == ["Red flame (draft omen)"]
    assert await names(lantern, lantern.gm) == []
    assert "The library has no entry called" in said(
        await lantern.gm.slash(lantern.channel, "library show", entry="Red flame")
    )
    found = await lantern.deacon.slash(lantern.channel, "library show", entry="Red flame")
    gone = await lantern.deacon.click(reply_of(found), label="Discard")
    assert reply_of(gone).ephemeral
    assert buttons(reply_of(gone)) == ["Act…"]
    assert "The draft of the omen Red flame is discarded." in said(gone)
    assert await names(lantern, lantern.deacon) == []


async def test_a_campaign_whose_games_keep_no_library_says_so(sqlite_address: Address) -> None:
    async with open_table(sqlite_address, packages=("tests.games.urn",), begin=False) as table:
        await table.gm.slash(table.channel, "campaign create", name="Ashes", game="urn")
        for command, options in (
            ("list", {"kind": "omen"}),
            ("show", {"entry": "x"}),
            ("add", {"kind": "x"}),
        ):
            refused = await table.gm.slash(table.channel, f"library {command}", **options)
            assert said(refused) == "This campaign's games have no library."


# -- `/library import`, `export` and `copy` at the table ------------------------------------------------


HEAD = {"waypost": "library", "kind": "lantern.omen"}


def omens(*entries: dict[str, Any]) -> bytes:
    """A file of those omens."""
    return json.dumps(HEAD | {"entries": entries}).encode()


async def brought(table: Table, data: bytes, name: str = "omens.json") -> InteractionResult:
    """A file sent to be imported, and the press; what was shown before it."""
    answer = await table.gm.slash(table.channel, "library import", kind="omen", file=(name, data))
    if "Import it" in said(answer):
        await table.gm.click(reply_of(answer), label="Import it")
    await table.settle()
    return answer


async def exported(table: Table, who: MemberActor) -> bytes:
    """The file that an export hands over."""
    answer = await who.slash(table.channel, "library export", kind="omen")
    assert answer.ephemeral
    (file,) = reply_of(answer).attachments
    assert file.filename == "omen.json"
    return await file.read()


async def test_an_import_adds_replaces_and_leaves_and_says_how_many(address: Address) -> None:
    async with open_lantern(address) as table:
        await saved(table, table.gm, FLAME)
        first, second = {"name": "Soot", "text": "A debt."}, {"name": "Ash", "text": "A guest."}
        answer = await brought(table, omens(first, second, SECRET | {"secret": "yes"}))
        assert answer.ephemeral
        told = said(answer)
        assert "adds 2 omens to the library (Soot, Ash)." in told
        assert "adds 1 omen to the library (Kz-canary). Secret, from omens.json." in told
        assert [told.count(name) for name in ("Soot", "Ash", "Kz-canary")] == [1, 1, 1]
        assert "adds 2 omens to the library (Soot, Ash)." in text(table.last())
        assert "Kz-canary" not in text(table.last())
        again = await brought(table, omens(first, {**second, "name": "ASH", "number": 4}))
        assert "replaces 1 omen (ASH), leaves 1 omen unchanged." in said(again)
        nothing = await brought(table, omens(first))
        assert "Nothing to change: the library already has that omen exactly like this." in said(nothing)
        undo = await table.gm.slash(table.channel, "undo")
        await table.gm.click(reply_of(undo))
        assert "Ash (omen)" in await names(table, table.deacon)


async def test_an_export_imported_again_changes_nothing(lantern: Table) -> None:
    table = lantern
    await brought(table, omens({"name": "Soot", "text": "A “debt”,\nand more."}, SECRET | {"secret": "yes"}))
    data = await exported(table, table.gm)
    assert "exactly like this" in said(await brought(table, data))
    await table.gm.slash(table.channel, "library remove", entry="Soot")
    again = said(await brought(table, data))
    assert "adds 1 omen to the library (Soot)." in again
    assert "leaves 1 omen unchanged. Secret, from omens.json." in again
    assert await exported(table, table.gm) == data
    assert [each["name"] for each in json.loads(await exported(table, table.deacon))["entries"]] == ["Soot"]


async def test_an_import_is_all_or_nothing_and_names_what_is_wrong_by_line(lantern: Table) -> None:
    good = '{"name": "Soot", "text": "A debt."}'
    bad = '{"name": "Ash", "text": "A guest.", "number": 12}'
    file = f'{{"waypost": "library", "kind": "lantern.omen", "entries": [\n{good},\n{bad}\n]}}'
    refused = await brought(lantern, file.encode())
    assert refused.ephemeral
    assert "Nothing was imported. Fix this first:" in said(refused)
    assert "line 3, “Ash”: Number is a whole number from 0 to 9." in said(refused)
    assert await names(lantern, lantern.gm) == []

    # A csv table is imported.
    answer = await brought(
        lantern, b"\xef\xbb\xbfsecret;name;text\r\nYes;Soot;A debt\r\nno;Ash;Guest\r\n", "o.csv"
    )
    assert "adds 1 omen to the library (Ash)." in said(answer)
    assert "adds 1 omen to the library (Soot). Secret, from o.csv." in said(answer)
    assert await names(lantern, lantern.deacon) == ["Ash (omen)"]


# -- copying ----------------------------------------------------------------------------------------


async def test_another_campaigns_entries_are_copied_by_who_leads_both(lantern: Table) -> None:
    table = lantern
    await saved(table, table.gm, FLAME)
    await saved(table, table.gm, SECRET)
    await table.gm.slash(table.tavern, "campaign create", name="Embers", game="lantern")
    choices = await table.gm.autocomplete(table.tavern, "library copy", "from", "")
    assert [each["name"] for each in choices] == ["Ashes"]
    options = {"kind": "omen", "from": "Ashes"}
    shown = await table.gm.slash(table.tavern, "library copy", **options)
    assert shown.ephemeral
    assert "adds 1 omen to the library (Red flame)." in said(shown)
    assert "adds 1 omen to the library (Kz-canary). Secret, from Ashes." in said(shown)
    await table.gm.click(reply_of(shown), label="Import it")
    await table.settle()
    public = text(table.last(table.tavern))
    assert "adds 1 omen to the library (Red flame)." in public
    assert "Ashes" not in public
    itself = await table.gm.slash(table.tavern, "library copy", kind="omen", **{"from": "Embers"})
    assert "That's this campaign" in said(itself)


async def test_nobody_copies_from_a_campaign_that_others_lead(lantern: Table) -> None:
    table = lantern
    await saved(table, table.gm, SECRET)
    await table.admin.slash(table.tavern, "campaign create", name="Embers", game="lantern")
    assert await table.admin.autocomplete(table.tavern, "library copy", "from", "") == []
    refused = await table.admin.slash(table.tavern, "library copy", kind="omen", **{"from": "Ashes"})
    assert said(refused) == "Only a game master of “Ashes” can copy from it."
