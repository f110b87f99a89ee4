"""`/hex map` at the table: privately or for everybody, whole or in part, in the fog, and in plain text."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image
from simcord import MemberActor

from tests.systems.second_kingdom.evening import is_private, refused
from tests.tables import Table, reply_of, said

BLOCK: dict[str, Any] = {"columns": 5, "rows": 3, "terrain": "forest"}


async def mapped(table: Table, *known: str) -> None:
    """A map of five by three forests, labelled A1 to E3; those are revealed."""
    await table.gm.slash(table.channel, "hex-gm new-map", **BLOCK)
    if known:
        await table.gm.slash(table.channel, "hex-gm reveal", hexes=" ".join(known))
    await table.settle()


async def picture(message: Any) -> tuple[Image.Image, str]:
    """The picture of a message, and what it says in words."""
    (file,) = message.attachments
    return Image.open(BytesIO(await file.read())), file.description or ""


async def words_of(table: Table, who: MemberActor, **options: Any) -> str:
    """The map that somebody asked for, in words."""
    result = await who.slash(table.channel, "hex map", **options)
    assert is_private(result)
    return (await picture(reply_of(result)))[1]


async def test_players_see_what_is_revealed_and_game_masters_all(realms: Table) -> None:
    await mapped(realms, "A1", "B1")
    assert "Map: 2 hexes. Terrain: forest 2." in await words_of(realms, realms.deacon)
    assert "Map: 15 hexes." in await words_of(realms, realms.gm)


async def test_what_is_hidden_is_marked_for_game_masters_and_not_where_they_share(realms: Table) -> None:
    await mapped(realms, "A1", "B1")
    assert "Hidden from players: 13." in await words_of(realms, realms.gm)
    assert "idden" not in await words_of(realms, realms.deacon)
    shared = await realms.gm.slash(realms.channel, "hex map", share=True)
    assert "idden" not in (await picture(reply_of(shared)))[1]


async def test_a_part_of_it_around_a_hex(realms: Table) -> None:
    await mapped(realms, "A1-E3")
    assert "a part of the map" in await words_of(realms, realms.wren, centre="C2", radius=1)


async def test_shared_it_shows_what_everybody_may_see(each_realms: Table) -> None:
    table = each_realms
    await mapped(table, "A1", "B1")
    result = await table.gm.slash(table.channel, "hex map", share=True)
    assert not is_private(result)
    image, words = await picture(reply_of(result))
    assert image.format == "PNG"
    assert "Map: 2 hexes." in words


async def test_one_that_lies_in_the_fog_is_none_of_a_players(realms: Table) -> None:
    await mapped(realms, "A1")
    sentence = await refused(realms, realms.deacon, "hex map", centre="E3")
    assert "The map has no hex “E3”" in sentence


async def test_without_a_map_it_says_how_one_is_drawn(realms: Table) -> None:
    assert "/hex-gm" in await refused(realms, realms.deacon, "hex map")


async def test_suggestions_name_what_the_asker_may_see(realms: Table) -> None:
    await mapped(realms, "A1")
    found = await realms.deacon.autocomplete(realms.channel, "hex map", "centre", "")
    assert len(found) == 1


async def test_whoever_reads_plain_text_gets_it_in_words(realms: Table) -> None:
    await mapped(realms, "A1", "B1")
    await realms.deacon.slash(realms.channel, "plain")
    result = await realms.deacon.slash(realms.channel, "hex map")
    assert "Map: 2 hexes" in said(result)
    assert not reply_of(result).attachments
