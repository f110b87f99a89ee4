"""The map at the table: `/hex show` and `note`, `/hex gm`, files, fog, undo; who may and who may not."""

from __future__ import annotations

from itertools import count
from math import ceil
from typing import Any

from simcord import InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.play import Request
from bot.systems.kingdom.book import MonthStep, Phase
from bot.systems.kingdom.founding.rules import AgreeTerms, BeginKingdom, ChooseFirstHex, DrawUp, FoundKingdom
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.settlements import PlaceSettlement
from tests.systems.kingdom.income_table import act, at, stage, tarn
from tests.systems.kingdom.losses_playbook import at_loss, reached, split
from tests.systems.kingdom.stock import id_of
from tests.systems.kingdom.test_claims_at_the_table import listed
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, press_on, reply_of, said, text

FILE = b"q,r,label,terrain,revealed,secret\n0,0,A1,hills,yes,\n9,9,Z9,plains,,Kz troll\n"
BLOCK: dict[str, Any] = {"columns": 3, "rows": 2, "terrain": "forest"}


async def gm(table: Table, command: str, **options: Any) -> str:
    """What the game master's command is answered with."""
    result = await table.gm.slash(table.channel, f"hex gm {command}", **options)
    await table.settle()
    return said(result)


async def mapped(table: Table, *known: str) -> None:
    """A map of three by two forests, labelled A1 to C2; those are revealed."""
    await gm(table, "new-map", **BLOCK)
    if known:
        await gm(table, "reveal", hexes=" ".join(known))


async def shown(table: Table, who: MemberActor, name: str) -> str:
    """A hex as somebody sees it."""
    result = await who.slash(table.channel, "hex show", hex=name)
    assert is_private(result)
    return said(result)


async def suggested(table: Table, who: MemberActor, command: str, option: str, typed: str) -> list[str]:
    """What is suggested while somebody types."""
    found = await who.autocomplete(table.channel, command, option, typed)
    return [choice["name"] for choice in found]


async def sent(table: Table, data: bytes, name: str = "map.csv", **options: Any) -> InteractionResult:
    """A file that the game master brings."""
    return await table.gm.slash(table.channel, "hex gm import", file=(name, data), **options)


async def file_of(result: InteractionResult) -> tuple[str, str]:
    """The name and the text of a file that was handed over, to one person alone."""
    assert is_private(result)
    (file,) = reply_of(result).attachments
    return file.filename, (await file.read()).decode("utf-8-sig")


# -- drawing --------------------------------------------------------------------------------------------


async def test_a_map_is_begun_and_changed(each_realms: Table) -> None:
    table = each_realms
    result = await table.gm.slash(table.channel, "hex gm new-map", **BLOCK)
    await table.settle()
    assert "6 hexes are drawn: forest. Players don't see them yet." in said(result)
    # What it looks like is a picture, and the next step a button.
    (file,) = reply_of(result).attachments
    assert "Map: 6 hexes. Terrain: forest 6." in (file.description or "")
    assert buttons(reply_of(result)) == ["Terrain and exploring…"]
    assert "6 hexes are drawn" in text(table.last(table.secret))
    hidden = len(table.messages())
    told = await gm(table, "set", hexes="A1-B2", terrain="hills", notes="Old walls", secret="Kz")
    assert "A1 · Hills; “Old walls”, secret: “Kz”" in told
    assert len(table.messages()) == hidden
    await gm(table, "set", hexes="A1", label="Ford", coast=True, lake=True, specials="free city, lair")
    found = await shown(table, table.gm, "ford")
    for line in (
        "Ford · Hills (0,0)",
        "Not explored yet, not cleared yet. **Hidden from players.**",
        "Free City, Lair, coast, lake.",
        "Unclaimed.",
        "Exploring: 1 day at speed 30",
        "Preparing a site: 2 BP, 1 month",
        "Farm 4 BP, Road 3 BP",
        "Coastline: counts as this terrain",
        "Note: Old walls",
        "Game masters only: Kz",
    ):
        assert line in found


async def test_hexes_are_changed_explored_and_told(realms: Table) -> None:
    # Exploring clearing revealing and hiding are told.
    await mapped(realms)
    await gm(realms, "set", hexes="A1 B1", specials="landmark")
    await gm(realms, "reveal", hexes="A1 B1")
    assert "A1 · Forest\nB1 · Forest" in text(realms.last())
    await gm(realms, "explore", hexes="A1")
    assert "Explored\nA1 · Forest; Landmark" in text(realms.last())
    await gm(realms, "clear", hexes="A1")
    assert "Cleared\nA1" in text(realms.last())
    public = len(realms.messages())
    assert "Under the fog" in await gm(realms, "hide", hexes="A1")
    assert len(realms.messages()) == public
    with_name = await refused(realms, realms.gm, "hex gm clear", hexes="B1")
    assert with_name.startswith("B1 isn't explored yet")

    # Rivers are drawn and erased.
    await gm(realms, "reveal", hexes="A1-C2")
    await gm(realms, "river", through="NW A1 B1 C1")
    assert "A river is drawn" in text(realms.last())
    assert "River (E, W)." in await shown(realms, realms.deacon, "B1")
    await gm(realms, "unriver", through="B1 C1")
    assert "River (W)." in await shown(realms, realms.deacon, "B1")
    assert "leads nowhere" in await refused(realms, realms.gm, "hex gm river", through="A1")
    assert "The river leads nowhere:" in await refused(realms, realms.gm, "hex gm river", through="A1 C2")
    assert "There's no river there." in await refused(realms, realms.gm, "hex gm unriver", through="C2")

    # The same again says that the map stays as it is.
    assert "The map stays as it is." in await gm(realms, "set", hexes="A1", terrain="forest")

    # A dash takes a part away.
    await gm(realms, "set", hexes="A1", label="Ford", specials="lair", notes="Inn", secret="Kz")
    await gm(realms, "set", hexes="Ford", label="-", specials="-", notes="-", secret="–")
    found = await shown(realms, realms.gm, "0,0")
    assert found.startswith("A1 · Forest (0,0)")
    assert not any(each in found for each in ("Ford", "Lair", "Inn", "Kz"))


async def test_a_labelled_hex_keeps_its_grid_name_in_what_is_listed_and_said(realms: Table) -> None:
    await mapped(realms)
    await gm(realms, "explore", hexes="B1")
    await gm(realms, "set", hexes="B1", label="Oldford")
    assert "B1 Oldford · Forest" in text(realms.last())
    for typed in ("B1", "Oldford", "b1 oldford", "1,0"):
        assert (await shown(realms, realms.deacon, typed)).startswith("B1 Oldford · Forest (1,0)")
    # A list hands back the label alone, and reads as both.
    (found,) = await realms.gm.autocomplete(realms.channel, "hex gm clear", "hexes", "oldf")
    assert (found["name"], found["value"]) == ("B1 Oldford · Forest (1,0)", "Oldford")
    told = await refused(realms, realms.gm, "hex gm set", hexes="C1", label="b1")
    assert told.startswith("“b1” is another place on the grid: this hex is C1. Pick another label.")


# -- fog ------------------------------------------------------------------------------------------------


async def test_what_is_undone_on_the_map_comes_back_and_tells_no_secret(realms: Table) -> None:
    # An undone secret stays secret.
    await mapped(realms, "A1")
    await gm(realms, "set", hexes="A1 C2", specials="lair", secret="Kzsecret", notes="Seen")
    undo = await realms.gm.slash(realms.channel, "undo")
    await realms.gm.click(reply_of(undo))
    await realms.settle()
    everybody = "\n".join(text(message) for message in realms.messages())
    assert not any(each in everybody for each in ("Kz", "lair", "Lair", "C2", "2,1"))
    assert "Lair" not in await shown(realms, realms.gm, "C2")

    # Hexes leave the map and undo brings them back.
    await gm(realms, "remove", hexes="A1 B1")
    assert "Taken off the map\nA1" in text(realms.last())
    assert "B1" not in text(realms.last())
    assert "no hex “A1”" in await shown(realms, realms.gm, "A1")
    undo = await realms.gm.slash(realms.channel, "undo")
    await realms.gm.click(reply_of(undo))
    await realms.settle()
    assert "A1 · Forest" in await shown(realms, realms.deacon, "A1")
    assert "B1" not in text(realms.last())

    # Undo of one hex leaves later changes of others.
    await gm(realms, "reveal", hexes="A1-C2")
    first = await entries(realms)
    await gm(realms, "set", hexes="A1", terrain="hills")
    await gm(realms, "set", hexes="B1", terrain="marsh")
    number = first + 1
    undo = await realms.gm.slash(realms.channel, "undo", entry=number)
    await realms.gm.click(reply_of(undo))
    await realms.settle()
    assert "A1 · Forest" in await shown(realms, realms.deacon, "A1")
    assert "B1 · Marsh" in await shown(realms, realms.deacon, "B1")


async def test_nothing_under_the_fog_reaches_a_player(realms: Table) -> None:
    # Hexes are suggested one after the other.
    await mapped(realms)
    assert await suggested(realms, realms.gm, "hex gm set", "hexes", "A1 c") == [
        "C1 · Forest (2,0)",
        "C2 · Forest (2,1)",
    ]
    found = await realms.gm.autocomplete(realms.channel, "hex gm set", "hexes", "A1 c")
    assert [choice["value"] for choice in found] == ["A1 C1", "A1 C2"]

    # Nothing under the fog reaches a player.
    await gm(realms, "reveal", hexes="A1")
    await gm(realms, "set", hexes="A1", specials="lair", secret="Kzsecret")
    await gm(realms, "set", hexes="C2", label="Kzlabel", specials="ruin", notes="Kznote", secret="Kzother")
    number = await entries(realms)
    await gm(realms, "explore", hexes="B2")
    for who in (realms.deacon, realms.stranger):
        for name in ("Kzlabel", "2,1"):
            assert "There's no hex “" in await shown(realms, who, name)
        seen = await shown(realms, who, "A1")
        assert "Lair" not in seen
        assert "Kzsecret" not in seen
        known = await suggested(realms, who, "hex show", "hex", "")
        assert known == ["A1 · Forest (0,0)", "B2 · Forest (1,1)"]
        _, exported = await file_of(await who.slash(realms.channel, "hex export"))
        journal = said(await who.slash(realms.channel, "journal"))
        preview = said(await who.slash(realms.channel, "undo", entry=number))
        for told in (exported, journal, preview):
            assert "Kz" not in told
            assert "lair" not in told.casefold()
    assert await suggested(realms, realms.deacon, "hex gm set", "hexes", "") == []
    everybody = "\n".join(text(message) for message in realms.messages())
    assert "Kz" not in everybody
    assert "Lair" not in everybody
    assert "Kzother" in "\n".join(text(message) for message in realms.messages(realms.secret))


# -- notes ----------------------------------------------------------------------------------------------


async def test_players_note_what_they_know_of_a_hex(realms: Table) -> None:
    # Without a map that is said.
    assert "There's no map yet." in await shown(realms, realms.deacon, "A1")
    assert "There's no map yet." in said(await realms.deacon.slash(realms.channel, "hex export"))

    # Players note what they know of a hex.
    await mapped(realms, "A1")
    await realms.deacon.slash(realms.channel, "hex note", hex="A1", text="Good **inn**")
    await realms.settle()
    assert "A1 · Forest; “Good **inn**”" in text(realms.last())
    assert "Note: Good" in await shown(realms, realms.wren, "A1")
    await realms.wren.slash(realms.channel, "hex note", hex="A1", text="-")
    assert "Note:" not in await shown(realms, realms.wren, "A1")
    assert "no hex “C2”" in await refused(realms, realms.deacon, "hex note", hex="C2", text="Trolls?")
    assert "Players don't see C2 yet" in await refused(realms, realms.gm, "hex note", hex="C2", text="x")
    assert "Join this campaign first" in await refused(
        realms, realms.stranger, "hex note", hex="A1", text="x"
    )


# -- files ----------------------------------------------------------------------------------------------


async def test_a_file_is_seen_first_and_then_imported_even_after_a_restart(each_realms: Table) -> None:
    table = each_realms
    before = len(table.messages())
    result = await sent(table, FILE)
    await table.settle()
    assert is_private(result)
    assert "map.csv: **2** new, **0** changed, **0** removed. The map then has 2 hexes." in said(result)
    assert buttons(reply_of(result)) == ["Import it"]
    assert len(table.messages()) == before
    assert "There's no map yet." in await shown(table, table.gm, "A1")
    await table.restart()
    await table.gm.click(reply_of(result), label="Import it")
    await table.settle()
    assert "The map from a file\nA1 · Hills" in text(table.last())
    assert "Z9" not in text(table.last())
    assert "secret: “Kz troll”" in "\n".join(text(each) for each in table.messages(table.secret))
    assert "A1 · Hills" in await shown(table, table.deacon, "A1")
    assert "no hex “Z9”" in await shown(table, table.deacon, "Z9")


async def test_a_map_goes_out_and_comes_back_as_it_was(realms: Table) -> None:
    await mapped(realms, "A1")
    await gm(realms, "set", hexes="C2", label="Kz", secret="=1+1")
    name, csv = await file_of(await realms.gm.slash(realms.channel, "hex gm export"))
    assert name == "map.csv"
    assert "'=1+1" in csv
    assert "The map already looks like that." in said(await sent(realms, csv.encode()))
    name, json = await file_of(await realms.gm.slash(realms.channel, "hex gm export", format="json"))
    assert name == "map.json"
    assert "The map already looks like that." in said(
        await sent(realms, json.encode(), "map.json", replace=True)
    )
    _, known = await file_of(await realms.deacon.slash(realms.channel, "hex export", format="json"))
    assert '"A1"' in known
    assert "Kz" not in known
    # Not even a game master hands players a file with secrets by mistake.
    _, handed = await file_of(await realms.gm.slash(realms.channel, "hex export"))
    assert "Kz" not in handed


async def test_a_file_with_faults_changes_nothing_and_one_imported_is_known_to_game_masters(
    realms: Table,
) -> None:
    # A file too large is not read.
    assert "the limit is 256 KB" in said(await sent(realms, b"x" * 300_000))

    # A file with faults changes nothing and tells each by its row.
    rows = [f"{column},0,hills" for column in range(45)]
    rows[39], rows[41] = "39,0,swampp", "41,0,coastline"
    before = await entries(realms)
    result = await sent(realms, "\n".join(("q,r,terrain", *rows)).encode())
    assert is_private(result)
    assert "• row 41, “terrain”: “swampp” isn't a known terrain. Did you mean marsh?" in said(result)
    assert "• row 43, “terrain”: a coastline counts as the land next to it" in said(result)
    assert await entries(realms) == before

    # Nobody but game masters learns of a file.
    result = await sent(realms, FILE, "kzplan.csv")
    assert "kzplan" not in said(await realms.deacon.slash(realms.channel, "journal"))
    await realms.gm.click(reply_of(result), label="Import it")
    await realms.settle()
    assert "kzplan" not in said(await realms.deacon.slash(realms.channel, "journal"))
    assert "kzplan" in said(await realms.gm.slash(realms.channel, "journal"))


# -- kingdoms -------------------------------------------------------------------------------------------


async def founded(table: Table) -> None:
    """Tarn, founded in A1 by actions past the commands."""
    found = table.bot.play.act
    actor = Actor(table.gm.id)
    ids = count(1)

    async def act(action: Any) -> Any:
        return await found(actor, Request(next(ids), table.guild.id, table.channel.id), action)

    tarn = (await act(BeginKingdom("Tarn"))).public.subject.id
    for action in (
        DrawUp(tarn, "N"),
        AgreeTerms(tarn, 50),
        ChooseFirstHex(tarn, "A1"),
        FoundKingdom(tarn, "Hold"),
    ):
        await act(action)
    await table.settle()


async def test_hexes_are_given_and_taken_and_the_numbers_are_told(each_realms: Table) -> None:
    # What the map changes in a kingdom is told with its name.
    await mapped(each_realms)
    await founded(each_realms)
    await gm(each_realms, "set", hexes="A1", specials="landmark")
    assert "Tarn: Loyalty" in text(each_realms.last())
    preview = await sent(each_realms, b"q,r,realm\n1,0,Tarn\n")
    assert "Tarn Consumption" in said(preview)
    assert "Size 1 → **2**" in said(preview)

    # Hexes are given and taken and the numbers are told.
    await gm(each_realms, "give", hexes="B1 C1", reason="Fief of the queen")
    given = text(each_realms.last())
    assert "**Tarn** receives the hexes B1 and C1.\nWhy: Fief of the queen\nIt costs no BP." in given
    assert "Size 1 → **3**" in given
    found = await shown(each_realms, each_realms.deacon, "B1")
    assert "Claimed by **Tarn**." in found
    assert "Explored, cleared.\n" in found
    assert "Can be built" in found
    await gm(each_realms, "give", hexes="C1", reason="Ceded", back=True, kingdom="Tarn")
    assert "**Tarn** gives up the hex C1.\nWhy: Ceded\nIt adds no Unrest." in text(each_realms.last())
    assert "Size 3 → **2**" in text(each_realms.last())
    assert "C1 doesn't belong to Tarn" in await refused(
        each_realms, each_realms.gm, "hex gm give", hexes="C1", reason="x", back=True
    )
    assert "belongs to a kingdom" in await refused(each_realms, each_realms.gm, "hex gm hide", hexes="B1")
    assert "A1 belongs to Tarn" in await refused(each_realms, each_realms.gm, "hex gm remove", hexes="A1")


# -- Hexes lost, cut off and connected again, through the simulated Discord -----------------------------


# Tarn's first hex, with its capital, and those east of it.
FIRST, EAST, FAR = "10,0", "11,0", "12,0"


async def press(table: Table, who: Any, label: str, message: Any = None) -> Any:
    """A press on the newest message of the channel, or on that one."""
    result = await press_on(who, message or table.last(), label)
    await table.settle()
    return result


async def in_trouble(table: Table) -> RecordId:
    """Tarn of two hexes at Unrest 12, with a hex to lose; its id."""
    made = stage(table)
    id_ = await id_of(made, await at_loss(made))
    await table.settle()
    return id_


# -- the hex that Unrest takes ------------------------------------------------------------------------


async def test_what_goes_with_a_hex_is_shown_privately_before_it_is_lost(realms: Table) -> None:
    # The step is asked of the ruler with a button.
    await in_trouble(realms)
    asker = realms.last()
    assert "Lose a hex" in text(asker)
    assert "Choose the hex to lose…" in buttons(asker)

    # The capital and the last hexes are told before.
    body = said(await realms.deacon.slash(realms.channel, "hex lose", hex=FIRST))
    assert "**The capital Tarn Hold is lost.**" in body
    assert "Tarn Hold is now a Free City." in body

    # What goes with a hex is shown privately before it is lost.
    before, shown = await entries(realms), len(realms.messages())
    asked = await realms.deacon.slash(realms.channel, "hex lose", hex=EAST)
    assert is_private(asked)
    assert (await entries(realms), len(realms.messages())) == (before, shown)
    body = said(asked)
    for line in (
        f"**Tarn loses {EAST}** to Unrest.",
        "Nothing else goes with it.",
        "no Unrest",
        "Size 2 → **1**",
    ):
        assert line in body, body
    await press(realms, realms.deacon, "Lose this hex", reply_of(asked))
    card = text(realms.last())
    assert f"**Tarn loses {EAST}** to Unrest." in card
    assert "Size 2 → **1**" in card
    assert (await tarn(realms)).month.phase is Phase.EDICT


async def test_the_step_lists_the_hexes_tells_what_goes_with_one_and_loses_it_then(realms: Table) -> None:
    await in_trouble(realms)
    asked = await realms.deacon.click(realms.last(), label="Choose the hex to lose…")
    assert is_private(asked)
    assert listed(asked) == [FIRST, "11,0"]
    shown = await realms.deacon.select(reply_of(asked), values=[FIRST])
    assert "The capital Tarn Hold is lost" in said(shown)
    assert (await tarn(realms)).capital is not None
    await press(realms, realms.deacon, buttons(reply_of(shown))[0], reply_of(shown))
    assert (await tarn(realms)).capital is None
    assert "**The capital Tarn Hold is lost.**" in text(realms.last())


# -- the game master's --------------------------------------------------------------------------------


async def test_a_game_master_takes_hexes_with_a_reason(realms: Table) -> None:
    await at(realms, MonthStep.ARMIES)
    await realms.gm.slash(realms.channel, "hex gm lose", hexes=FIRST, reason="A *flood*")
    await realms.settle()
    card = text(realms.last())
    assert f"**Tarn loses {FIRST}**: A \\*flood\\*." in card
    assert "By the end of next month" in card
    assert "Size 1 → **0**" in card
    page = said(await realms.wren.slash(realms.channel, "kingdom month"))
    assert "The last hex is lost" in page
    state = await tarn(realms)
    assert (state.emptied, state.settlements, state.capital) == (1, (), None)


# -- territories --------------------------------------------------------------------------------------


async def test_a_split_is_told_and_a_held_territory_stays(realms: Table) -> None:
    # A split is told and asked of the game master.
    await split(stage(realms))
    await realms.settle()
    card = realms.last()
    assert "Cut off from the capital: **1 hex**." in text(card)
    assert f"Is a leader in the cut-off territory with {FAR} (1 hex)?" in text(card)
    assert "Game master…" in buttons(card)

    # A held territory stays the kingdoms.
    await press(realms, realms.gm, f"{FAR}: a leader is there")
    assert "A leader holds the 1 hex" in text(realms.last())
    state = await tarn(realms)
    assert [(part.is_held, part.spots) for part in state.parts] == [(True, (FAR,))]


async def test_a_lost_territory_comes_back_by_a_claim_and_its_settlement_by_a_check(realms: Table) -> None:
    """The whole story: cut off, lost, connected again by a claim, and reclaimed by the Warden."""
    table = realms
    await reached(stage(table))
    await table.settle()
    card = table.last()
    assert "Connected again" in text(card)
    assert "Tarn Port" in text(card)
    assert "failure: again next month" in text(card)
    await table.restart()
    await press(table, table.wren, "Roll Stability to reclaim Tarn Port", card)
    told = text(table.last())
    assert "against" in told
    assert "That includes +5" in told
    state = await tarn(table)
    back = "**Tarn Port belongs to Tarn again.**" in told
    assert back is (len(state.settlements) == 2)
    assert back or "**Tarn Port stays a Free City** for now" in told


async def test_the_capital_named_anew_costs_nothing(realms: Table) -> None:
    id_ = await at(realms, MonthStep.ARMIES)
    await realms.gm.slash(realms.channel, "hex gm give", hexes=EAST, kingdom="Tarn", reason="A gift")
    await realms.settle()
    await act(realms, PlaceSettlement(EAST, "Tarn Port", id_))
    await realms.gm.slash(realms.channel, "hex gm lose", hexes=FIRST, reason="War")
    await realms.settle()
    assert "`/act deed: capital`" in text(realms.last())
    asked = await realms.deacon.slash(realms.channel, "settlement capital", settlement="Tarn Port")
    assert "so this is free" in said(asked)
    await press(realms, realms.deacon, "Make it the capital", reply_of(asked))
    state: Kingdom = await tarn(realms)
    assert (state.capital, state.unrest) == (state.settlements[0], 0)


async def test_a_hex_and_the_leaders_fit_a_phones_screen(realms: Table) -> None:
    await at(realms, MonthStep.TERRAIN)
    written = {
        "specials": "lair",
        "notes": "An inn whose host owes everybody. " * 6,
        "secret": "A troll. " * 12,
    }
    await gm(realms, "set", hexes="10,0", label="Old Ford of Kings", **written)
    listed = said(await realms.deacon.slash(realms.channel, "leader list"))
    for told in (await shown(realms, realms.deacon, "10,0"), await shown(realms, realms.gm, "10,0"), listed):
        assert sum(ceil(len(line) / 42) for line in told.splitlines()) <= 24, told
