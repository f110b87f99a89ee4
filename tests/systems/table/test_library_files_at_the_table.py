"""`/library import`, `export` and `copy` at the table."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.storage.address import Address
from tests.systems.table.libraries import FLAME, SECRET, names, open_lantern, saved
from tests.tables import Table, reply_of, said, text

HEAD = {"waypost": "library", "kind": "lantern.omen"}


@pytest.fixture
async def lantern(sqlite_address: Address) -> AsyncIterator[Table]:
    """A table that plays The Lantern."""
    async with open_lantern(sqlite_address) as made:
        yield made


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
        assert "adds 3 omens to the library. From omens.json, counting secret ones." in said(answer)
        assert "adds 2 omens to the library." in text(table.last())
        again = await brought(table, omens(first, {**second, "name": "ASH", "number": 4}))
        assert "replaces 1 omen, leaves 1 omen as before." in said(again)
        nothing = await brought(table, omens(first))
        assert "The library has 1 omen of that just so already; nothing was changed." in said(nothing)
        undo = await table.gm.slash(table.channel, "undo")
        await table.gm.click(reply_of(undo))
        assert "Ash (omen)" in await names(table, table.deacon)


async def test_an_export_imported_again_changes_nothing(lantern: Table) -> None:
    table = lantern
    await brought(table, omens({"name": "Soot", "text": "A “debt”,\nand more."}, SECRET | {"secret": "yes"}))
    data = await exported(table, table.gm)
    assert "just so already" in said(await brought(table, data))
    await table.gm.slash(table.channel, "library remove", entry="Soot")
    assert "adds 1 omen to the library, leaves 1 omen" in said(await brought(table, data))
    assert await exported(table, table.gm) == data
    assert [each["name"] for each in json.loads(await exported(table, table.deacon))["entries"]] == ["Soot"]


async def test_an_import_is_all_or_nothing_and_names_what_is_wrong_by_line(lantern: Table) -> None:
    good = '{"name": "Soot", "text": "A debt."}'
    bad = '{"name": "Ash", "text": "A guest.", "number": 12}'
    file = f'{{"waypost": "library", "kind": "lantern.omen", "entries": [\n{good},\n{bad}\n]}}'
    refused = await brought(lantern, file.encode())
    assert refused.ephemeral
    assert "Nothing was imported; this is wrong:" in said(refused)
    assert "line 3, “Ash”: Number is a whole number from 0 to 9." in said(refused)
    assert await names(lantern, lantern.gm) == []

    # A csv table is imported.
    answer = await brought(
        lantern, b"\xef\xbb\xbfsecret;name;text\r\nYes;Soot;A debt\r\nno;Ash;Guest\r\n", "o.csv"
    )
    assert "adds 2 omens" in said(answer)
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
    assert "adds 2 omens to the library. From Ashes, counting secret ones." in said(shown)
    await table.gm.click(reply_of(shown), label="Import it")
    await table.settle()
    public = text(table.last(table.tavern))
    assert "adds 1 omen to the library." in public
    assert "Ashes" not in public
    itself = await table.gm.slash(table.tavern, "library copy", kind="omen", **{"from": "Embers"})
    assert "That is this campaign itself" in said(itself)


async def test_nobody_copies_from_a_campaign_that_others_lead(lantern: Table) -> None:
    table = lantern
    await saved(table, table.gm, SECRET)
    await table.admin.slash(table.tavern, "campaign create", name="Embers", game="lantern")
    assert await table.admin.autocomplete(table.tavern, "library copy", "from", "") == []
    refused = await table.admin.slash(table.tavern, "library copy", kind="omen", **{"from": "Ashes"})
    assert said(refused) == "Only a game master of “Ashes” can copy from it; nothing was changed."
