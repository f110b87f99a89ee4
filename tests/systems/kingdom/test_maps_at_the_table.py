"""`/hex map` at the table: privately or for everybody, whole or in part, in the fog, and in plain text."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image
from simcord import MemberActor

from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import DrawMap
from tests.systems.kingdom.income_table import act
from tests.systems.kingdom.test_claims_at_the_table import hill
from tests.systems.second_kingdom.evening import is_private, refused
from tests.tables import Table, reply_of, said

BLOCK: dict[str, Any] = {"columns": 5, "rows": 3, "terrain": "forest"}


async def mapped(table: Table, *known: str) -> None:
    """A map of five by three forests, labelled A1 to E3; those are revealed."""
    await table.gm.slash(table.channel, "hex gm new-map", **BLOCK)
    if known:
        await table.gm.slash(table.channel, "hex gm reveal", hexes=" ".join(known))
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


async def test_a_map_shows_each_what_they_may_see(each_realms: Table) -> None:
    # Without a map it says how one is drawn.
    assert "/hex gm" in await refused(each_realms, each_realms.deacon, "hex map")

    # Players see what is revealed and game masters all.
    await mapped(each_realms, "A1", "B1")
    assert "Map: 2 hexes. Terrain: forest 2." in await words_of(each_realms, each_realms.deacon)
    assert "Map: 15 hexes." in await words_of(each_realms, each_realms.gm)

    # What is hidden is marked for game masters and not where they share.
    assert "Hidden from players: 13." in await words_of(each_realms, each_realms.gm)
    assert "idden" not in await words_of(each_realms, each_realms.deacon)
    shared = await each_realms.gm.slash(each_realms.channel, "hex map", share=True)
    assert "idden" not in (await picture(reply_of(shared)))[1]

    # One that lies in the fog is none of a players.
    sentence = await refused(each_realms, each_realms.deacon, "hex map", center="E3")
    assert "There's no hex “E3” on the map." in sentence

    # Suggestions name what the asker may see.
    found = await each_realms.deacon.autocomplete(each_realms.channel, "hex map", "center", "")
    assert len(found) == 2

    # Shared it shows what everybody may see.
    result = await each_realms.gm.slash(each_realms.channel, "hex map", share=True)
    assert not is_private(result)
    image, words = await picture(reply_of(result))
    assert image.format == "PNG"
    assert "Map: 2 hexes." in words

    # Whoever reads plain text gets it in words.
    await each_realms.deacon.slash(each_realms.channel, "preferences plain")
    result = await each_realms.deacon.slash(each_realms.channel, "hex map")
    assert "Map: 2 hexes" in said(result)
    assert not reply_of(result).attachments

    # A part of it around a hex.
    await each_realms.gm.slash(each_realms.channel, "hex gm reveal", hexes="A1-E3")
    assert "part of the map" in await words_of(each_realms, each_realms.wren, center="C2", radius=1)


async def test_the_map_is_cropped_to_the_realm_and_whole_where_asked(realms: Table) -> None:
    await hill(realms)
    await act(realms, DrawMap(20, 16, Terrain.PLAINS, "10,-5", is_revealed=True))
    cropped = await realms.deacon.slash(realms.channel, "hex map")
    assert "part of the map" in (await picture(reply_of(cropped)))[1]
    assert "To see all of it: /hex map with whole." in said(cropped)
    whole = await words_of(realms, realms.deacon, whole=True)
    assert "part of the map" not in whole
    for options, is_part in (({}, True), ({"whole": True}, False)):
        shared = await realms.deacon.slash(realms.channel, "hex map", share=True, **options)
        assert ("part of the map" in (await picture(reply_of(shared)))[1]) is is_part
