"""Hexes picked from a list beside a small map: several at once, and nothing typed."""

from __future__ import annotations

from typing import Any

from bot.engine.declare import Command, declared, options_of
from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.systems.kingdom.book import MonthStep, Terrain
from bot.systems.kingdom.land.edits import DrawMap, SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.state import LAND, Land, neighbours
from bot.systems.kingdom.month.numbers import PlaceNumber
from tests.systems.kingdom.income_table import act, at, stage, tarn
from tests.systems.kingdom.months_table import tarn_at
from tests.systems.kingdom.test_claims_at_the_table import EAST, FIRST, hill, listed, press
from tests.systems.second_kingdom.evening import buttons, is_private, refused
from tests.tables import Table, reply_of, said, text

# Its waters let a Farm stand in both.
NEAR = "10,1"


async def choose(table: Table, who: Any, answer: Any, *values: str, row: int = 0) -> Any:
    """What comes of choosing all that from one of an answer's lists."""
    custom_id = reply_of(answer).components[row]["components"][0]["custom_id"]
    result = await who.select(reply_of(answer), values=list(values), custom_id=custom_id)
    await table.settle()
    return result


def most(answer: Any, row: int = 0) -> int:
    """How much may be chosen from a list at once."""
    found: int = reply_of(answer).components[row]["components"][0]["max_values"]
    return found


async def test_two_improvements_are_picked_together_and_built_by_one_press(realms: Table) -> None:
    await hill(realms, MonthStep.TERRAIN)
    asked = await realms.deacon.slash(realms.channel, "hex improve")
    assert is_private(asked)
    assert most(asked) == 2
    assert "Terrain improvements left this month: 2" in said(asked)
    shown = await choose(realms, realms.deacon, asked, f"{EAST}/farm", f"{FIRST}/road")
    assert "Treasury 497 → **" in said(shown)
    (button, *_) = buttons(reply_of(shown))
    before = (await tarn(realms)).treasury
    await press(realms, realms.deacon, shown, button)
    after = await tarn(realms)
    assert after.treasury < before
    told = "\n".join(map(text, realms.messages()))
    assert "builds a Farm in Far Hill" in told
    assert "builds a Road in 10,0" in told
    # What the month allowed is used up, and the list says so.
    assert "The next Edict phase brings more" in await refused(realms, realms.deacon, "hex improve")


async def test_the_list_comes_with_a_small_map_that_bears_its_numbers(realms: Table) -> None:
    await hill(realms)
    asked = await realms.deacon.slash(realms.channel, "hex claim")
    assert listed(asked) == [NEAR, EAST]
    (picture,) = reply_of(asked).attachments
    assert "To choose from: 1 10,1, 2 Far Hill." in str(picture.description)
    labels = [each["label"] for each in reply_of(asked).components[0]["components"][0]["options"]]
    assert labels == ["1 · 10,1 · 1 BP", "2 · Far Hill · 1 BP"]


async def test_every_list_opens_from_its_command_without_a_hex(realms: Table) -> None:
    await hill(realms)
    for path, values in (("hex claim", [NEAR, EAST]), ("hex abandon", [FIRST])):
        assert listed(await realms.deacon.slash(realms.channel, path)) == values
    # The step of Unrest's hex isn't open.
    for path in ("hex lose", "hex prepare", "hex improve"):
        await refused(realms, realms.deacon, path)


async def test_what_the_treasury_cannot_pay_is_marked_by_a_sign_and_words(realms: Table) -> None:
    id_ = await hill(realms, MonthStep.TERRAIN)
    state = await tarn(realms)
    await act(realms, PlaceNumber(id_, "treasury", str(3 - state.treasury), "A bad year"))
    asked = await realms.deacon.slash(realms.channel, "hex improve")
    options = reply_of(asked).components[0]["components"][0]["options"]
    (fort,) = [each for each in options if each["value"] == f"{EAST}/fort"]
    assert fort["label"].startswith("✗ ")
    assert fort["description"].startswith("The Treasury can't pay this")
    signs = [each["label"].startswith("✗ ") for each in options]
    assert signs == sorted(signs)


async def test_a_large_realms_improvements_can_be_kept_to_one_kind(realms: Table) -> None:
    id_ = await at(realms, MonthStep.TERRAIN)
    spots = " ".join(f"{q},0" for q in range(11, 17))
    await act(realms, SetHexes(spots, Terrain.HILLS, has_lake=True), GiveHexes(id_, spots))
    asked = await realms.deacon.slash(realms.channel, "hex improve")
    kinds = [each["value"] for each in reply_of(asked).components[0]["components"][0]["options"]]
    assert kinds[0] == "all"
    assert "farm" in kinds
    farms = await choose(realms, realms.deacon, asked, "farm")
    options = reply_of(farms).components[1]["components"][0]["options"]
    assert {each["value"].partition("/")[2] for each in options} == {"farm"}
    assert len(options) == 7


def test_no_command_has_a_hex_typed_blind() -> None:
    named = {"hex", "hexes", "through", "corner", "center"}
    found = {
        (command.path, option.name): option.spec.suggest
        for command in declared("bot.systems.kingdom", Command, is_whole=True)
        for option in options_of(command.options).values()
        if option.name in named and not command.is_pressed
    }
    assert {path for path, _ in found} >= {"hex claim", "hex note", "hex map", "kingdom gm event"}
    assert [f"/{path} {name}" for (path, name), suggest in found.items() if suggest is None] == []


async def test_where_a_further_block_could_begin_is_suggested(realms: Table) -> None:
    first = await realms.gm.autocomplete(realms.channel, "hex gm new-map", "corner", "")
    assert [each["name"] for each in first] == ["0,0 · the first block"]
    await realms.gm.slash(realms.channel, "hex gm new-map", columns=3, rows=2, terrain="forest")
    corners = await realms.gm.autocomplete(realms.channel, "hex gm new-map", "corner", "")
    assert [each["name"] for each in corners] == ["3,0 · east of the map", "-1,2 · south of the map"]
    for each in corners:
        await realms.gm.slash(
            realms.channel, "hex gm new-map", columns=1, rows=1, terrain="hills", corner=each["value"]
        )
    shown = await realms.gm.slash(realms.channel, "hex show", hex="A3")
    assert said(shown).startswith("A3 · Hills")


async def test_game_masters_pick_the_hexes_that_they_explore_beside_a_small_map(realms: Table) -> None:
    await hill(realms)
    await act(realms, DrawMap(3, 1, Terrain.HILLS, "13,0"))
    asked = await realms.gm.slash(realms.channel, "hex gm explore")
    assert is_private(asked)
    assert listed(asked) == ["13,0", "14,0", "15,0"]
    assert most(asked) == 3
    (picture,) = reply_of(asked).attachments
    assert "To choose from: 1 A1, 2 B1, 3 C1." in str(picture.description)
    await choose(realms, realms.gm, asked, "13,0", "14,0")
    assert "Explored\nA1 · Hills\nB1 · Hills" in text(realms.last())
    # What was done is on the list no more; what is next has a list of its own.
    assert listed(await realms.gm.slash(realms.channel, "hex gm explore")) == ["15,0"]
    assert listed(await realms.gm.slash(realms.channel, "hex gm clear")) == ["13,0", "14,0"]
    await choose(realms, realms.gm, await realms.gm.slash(realms.channel, "hex gm remove"), "15,0")
    assert await refused(realms, realms.gm, "hex gm explore") == "There's no hex left for that."


async def test_players_have_no_list_of_the_hexes_that_game_masters_mark(realms: Table) -> None:
    await hill(realms)
    await act(realms, DrawMap(3, 1, Terrain.HILLS, "13,0"))
    await refused(realms, realms.deacon, "hex gm explore")


async def test_the_first_hex_is_picked_from_the_map_or_is_a_new_one(realms: Table) -> None:
    await realms.gm.slash(realms.channel, "kingdom found", name="Fens")
    await realms.settle()
    # On an empty map there's nothing to pick.
    form = await realms.gm.click(realms.last(), label="First hex…")
    await realms.gm.submit_modal(form, {"hex": "0,0", "terrain": ["plains"]})
    await realms.settle()
    await act(realms, SetHexes("1,0", Terrain.HILLS), SetHexes("2,0", Terrain.WATER))
    asked = await realms.gm.click(realms.last(), label="First hex…")
    assert listed(asked) == ["0,0", "1,0"]
    labels = [each["label"] for each in reply_of(asked).components[0]["components"][0]["options"]]
    assert labels == ["1 · 0,0 · explored", "2 · 1,0 · not explored"]
    assert "Where does the kingdom begin?" in said(asked)
    await choose(realms, realms.gm, asked, "1,0")
    assert "First hex:** 1,0" in text(realms.last())
    form = await realms.gm.click(reply_of(asked), label="A new hex…")
    await realms.gm.submit_modal(form, {"hex": "0,1", "terrain": ["forest"]})
    await realms.settle()
    assert "First hex:** 0,1" in text(realms.last())
    # Nobody else chooses it.
    assert "Only a game master" in said(await realms.deacon.click(realms.last(), label="First hex…"))


# -- terrain, and the land around a capital ---------------------------------------------------------------


async def land_of(table: Table) -> Land:
    """The map as the game master sees it."""
    view = await table.bot.play.look(
        Actor(table.gm.id), stage(table).request(), Scope(wants=(Want(LAND.name),))
    )
    land: Land = view.all(LAND.name)[0].state
    return land


async def ground_of(table: Table) -> Any:
    """What game masters do with the map by press, behind the button under the map."""
    shown = await table.gm.slash(table.channel, "hex map")
    return await table.gm.click(reply_of(shown), label="Terrain and exploring…")


async def test_land_round_the_capital_is_drawn_and_explored_by_list_and_button(realms: Table) -> None:
    await tarn_at(realms, MonthStep.HEXES)
    await act(realms, SetHexes("1,0", Terrain.HILLS, is_revealed=True))
    card = await ground_of(realms)
    assert is_private(card)
    assert "Round Tarn Hold some hexes aren't drawn." in said(card)
    message = reply_of(card)
    await choose(realms, realms.gm, card, "forest", row=1)
    land = await land_of(realms)
    ring = {spot: land.hexes[spot] for spot in neighbours("0,0")}
    assert {each.terrain for each in ring.values()} == {Terrain.FOREST, Terrain.HILLS}
    assert [spot for spot, each in ring.items() if not each.is_explored] == ["1,0"]
    await realms.gm.click(message, label="Explore within 1 of Tarn Hold")
    await realms.settle()
    assert (await land_of(realms)).hexes["1,0"].is_explored
    await realms.gm.click(message, label="Clear within 1 of Tarn Hold")
    await realms.settle()
    after = await land_of(realms)
    assert all(after.hexes[spot].is_cleared for spot in ring)
    # What is done already is refused in a sentence.
    for label in ("Explore within 1 of Tarn Hold", "Clear within 1 of Tarn Hold"):
        assert said(await realms.gm.click(message, label=label)) == "There's no hex left for that."


async def test_terrain_is_changed_by_a_list_beside_the_map(realms: Table) -> None:
    await realms.gm.slash(realms.channel, "hex gm new-map", columns=2, rows=1, terrain="plains")
    card = await ground_of(realms)
    asked = await choose(realms, realms.gm, card, "marsh")
    assert "Which hexes are marsh?" in said(asked)
    await choose(realms, realms.gm, asked, "1,0")
    assert (await land_of(realms)).hexes["1,0"].terrain is Terrain.MARSH


async def test_players_see_no_button_to_draw_under_the_map(realms: Table) -> None:
    await tarn_at(realms, MonthStep.HEXES)
    shown = await realms.deacon.slash(realms.channel, "hex map")
    assert "Terrain and exploring…" not in buttons(reply_of(shown))


async def test_from_what_it_comes_to_one_goes_back_to_the_list(realms: Table) -> None:
    await hill(realms, MonthStep.TERRAIN)
    asked = await realms.deacon.slash(realms.channel, "hex improve")
    shown = await choose(realms, realms.deacon, asked, f"{EAST}/farm")
    assert buttons(reply_of(shown))[-1] == "Back to the list"
    again = await realms.deacon.click(reply_of(shown), label="Back to the list")
    assert listed(again) == listed(asked)
    assert said(again) == said(asked)
    # What was named in the command has no list to go back to.
    named = await realms.deacon.slash(realms.channel, "hex improve", hex=EAST, improvement="Farm")
    assert "Back to the list" not in buttons(reply_of(named))


async def test_the_list_of_improvements_says_why_one_is_missing(realms: Table) -> None:
    await hill(realms, MonthStep.TERRAIN)
    told = said(await realms.deacon.slash(realms.channel, "hex improve"))
    nowhere = told[told.index("**Nowhere now**") :]
    assert "**Sawmill:** no hex is forest or jungle." in nowhere
    assert "**Highway:** A Highway is an upgrade: the hex needs a Road first." in nowhere
    assert "Farm" not in nowhere


async def test_suggestions_that_are_cut_say_how_many_more_there_are(realms: Table) -> None:
    await act(realms, DrawMap(10, 4, Terrain.PLAINS, is_revealed=True))
    shown = await realms.gm.autocomplete(realms.channel, "hex show", "hex", "")
    assert len(shown) == 25
    assert shown[-1]["name"] == "… 16 more: type a part of the name"
    few = await realms.gm.autocomplete(realms.channel, "hex show", "hex", "b")
    assert not any("more" in each["name"] for each in few)
    told = await refused(realms, realms.gm, "hex show", hex=shown[-1]["value"])
    assert "There's no hex “…” on the map." in told
