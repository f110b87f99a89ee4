"""`/sk export` and `import` at a simulated table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.engine.files import MOST_BYTES
from tests.systems.second_kingdom.evening import is_private, refused, sheet
from tests.systems.second_kingdom.people_playbook import hero_file
from tests.tables import Table, reply_of, said, text


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
    assert "Tam comes to the table" in said(told)
    assert "Not in this campaign's library, so not learned: Slash." in said(told)
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
    await table.gm.select(reply_of(page), ["table.edits"], custom_id=_list(page, "?setting|"))
    await table.gm.select(reply_of(page), ["approval"], custom_id=_list(page, "?decide|"))
    told = await sent(table, table.deacon, hero_file("Tam", conviction=4).data)
    assert "The file's 4 conviction stayed behind" in said(told)
    assert "Conviction **0**" in await sheet(table, hero="Tam")


def _list(page: InteractionResult, begin: str) -> str:
    rows = reply_of(page).components
    ids = [str(part["custom_id"]) for row in rows for part in row["components"]]
    return next(custom_id for custom_id in ids if custom_id.startswith(begin))


NO_HEROES: list[tuple[bytes, str]] = [
    (
        b"hello",
        "That file is no JSON: line 1 can't be read; nothing was changed. `/sk export` shows what a file "
        "looks like.",
    ),
    (b"x" * (MOST_BYTES + 1), "That file has 256 KB; at most 256 KB are read. Nothing was changed."),
    (
        hero_file("Evander").data,
        "This campaign has a hero of the file's name already; nothing was changed. "
        "Change `name` in the file, or put the other hero out of play with `/sk retire`.",
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
    assert r"\*Tam\* comes to the table out of a file, played by" in page

    # A file of two megabytes is not even downloaded.
    monkeypatch.setattr("discord.Attachment.read", lambda _self: pytest.fail("it was downloaded"))
    for command, option, size, more in (
        ("sk import", "file", 2**21, {}),
        ("sk portrait", "picture", 2**23, {"hero": "Evander"}),
    ):
        told = await refused(table, table.deacon, command, **{option: ("big", b"x" * size)}, **more)
        assert "at most" in told
