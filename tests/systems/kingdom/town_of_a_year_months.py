"""Twelve months in which Tarn's capital fills its 36 lots; every number follows by hand.

The book's limit at Size 26 is 5 buildings a month, and a House beside. 498 BP are in the Treasury.
"""

from __future__ import annotations

from tests.systems.kingdom.test_claims_at_the_table import press
from tests.systems.kingdom.town_of_a_year import TOWN, Year
from tests.systems.second_kingdom.evening import buttons
from tests.tables import GAME_MASTERS, reply_of, said, text

SCROLL = "Scroll of sanctuary"


async def a_house_and_its_inn(year: Year) -> None:
    """3 + 10 + 8 = 21 BP. House and Shrine take 1 Unrest each; 3 lots are no milestone."""
    deacon, wren = year.table.deacon, year.table.wren
    await year.opens()
    await year.refuses(wren, "Inn", "E3", "An Inn needs a House or Tenement next to it")
    shown, done = await year.plans(deacon, "House", "1:D3", "Build House for 3 BP", restarts=True)
    assert "Unrest 19 → **18**" in shown
    assert "Tarn builds a House at D3 in Tarn Hold for 3 BP." in done
    assert "Buildings left this month: 5" in done
    await year.places(wren, "Inn", "E3")
    await year.plans(deacon, "Shrine", "1:D2", "Build Shrine for 8 BP")
    await year.stands(lots=3, treasury=477, unrest=17, used=2)
    # That it has reached Size 26 is noticed at the end of its first month: 2,400 + 4,800 and 3,600 before.
    await year.closes("Size 11", "Size 26", "10,800")


async def a_waterway_and_a_castle(year: Year) -> None:
    """3 + 6 + 6 + 54 = 69 BP. The Waterway is water for the Mill beside it; the Castle takes 4 Unrest."""
    deacon, wren = year.table.deacon, year.table.wren
    await year.opens()
    await year.refuses(deacon, "Mill", "D1", "needs a water border or a Waterway next to it")
    await year.places(wren, "Waterway", "C1+C2")
    await year.refuses(deacon, "Bridge", "D1", "Bridge shares the lot of a Waterway")
    await year.places(deacon, "Bridge", "C1")
    await year.places(wren, "Mill", "D1")
    shown, _ = await year.plans(deacon, "Castle", "1:A1+B1+A2+B2", "Build Castle for 54 BP", restarts=True)
    assert "Unrest 17 → **13**" in shown
    await year.stands(lots=10, treasury=408, unrest=13, used=4)
    await year.closes("4 lots", "12,400")


async def walls_streets_and_a_plan(year: Year) -> None:
    """4 + 2 + 2 + 3 + 24 = 35 BP. Only the first wall takes 2 Unrest; its Watergate is out of the limit."""
    deacon, wren = year.table.deacon, year.table.wren
    await year.opens()
    await year.refuses(wren, "Watergate", "1:north", "the north border has none")
    await year.refuses(wren, "City Wall", "1:south", "the south border is water")
    await year.refuses(wren, "City Wall", "1:north", "Watergate")
    label = "Build it with a Watergate for 4 BP"
    _, done = await year.plans(wren, "City Wall", "1:north", label, restarts=True)
    assert "builds a Watergate at the north border in Tarn Hold for 2 BP." in done
    await year.places(deacon, "City Wall", "1:east")
    await year.places(wren, "City Wall", "1:west")
    await year.plans(deacon, "House", "1:A3", "Build House for 3 BP")
    await year.places(wren, "Paved Streets", "1")
    await year.refuses(deacon, "Castle", "A4+B4+A5+B5", "settlement can have one Castle")
    for who, building, place in (
        (deacon, "House", "B4"),
        (wren, "Market", "B3+C3"),
        (deacon, "Mansion", "C5"),
        (wren, "Shop", "C4"),
    ):
        options = {"settlement": TOWN, "building": building, "place": place}
        drawn = await who.slash(year.table.channel, "settlement drafts", **options)
        assert f"Added to the drafts of Tarn Hold: {building}" in said(drawn)
    await year.stands(lots=11, treasury=373, unrest=10, used=4)
    await year.closes()


async def what_was_drawn_up_is_built(year: Year) -> None:
    """3 + 48 + 10 + 4 + 12 + 16 = 93 BP: the Market halves the Shop. The Foundry adds 1 Unrest."""
    deacon, wren = year.table.deacon, year.table.wren
    await year.opens()
    for who, label, deed in (
        (deacon, "Next: build House…", "Build House for 3 BP"),
        (wren, "Next: build Market…", "Build Market for 48 BP"),
        (deacon, "Next: build Mansion…", "Build Mansion for 10 BP"),
        (wren, "Next: build Shop…", "Build Shop for 4 BP"),
    ):
        plan = await who.slash(year.table.channel, "settlement drafts", settlement=TOWN)
        preview = await press(year.table, who, plan, label)
        await year.agrees(who, preview, deed, restarts="Market" in label)
    # A3 and B4 serve the Market, D3 the Inn: nobody else could.
    await year.refuses(wren, "Herbalist", "B5", "the House at B4 serves the Market at B3")
    await year.plans(deacon, "Granary", "1:A4", "Build Granary for 12 BP")
    await year.plans(wren, "Foundry", "1:E6+F6", "Build Foundry for 16 BP")
    await year.refuses(deacon, "Park", "A5", "gets 5 buildings", "The next Edict phase brings more")
    await year.stands(lots=19, treasury=280, unrest=10, used=5)
    await year.closes("16 lots", "17,200")


async def a_scroll_comes_and_neighbours_move(year: Year) -> None:
    """3 + 10 + 4 + 1 + 10 = 28 BP. E4 serves the Inn now, D3 the Market, B4 the Herbalist."""
    deacon, wren, gm = year.table.deacon, year.table.wren, year.table.gm
    await year.opens("items")
    # 51 or more of 100; the first of three vacant slots is the Shrine's; the second of its kinds are scrolls.
    came = await year.presses(wren, "Roll for magic items", 77, 1, 2)
    assert "Shrine" in came
    card = year.card
    await year.table.restart()
    theirs = reply_of(await gm.click(card, label=GAME_MASTERS))
    (label,) = (each for each in buttons(theirs) if "name the minor scroll" in each)
    for price, why in (("2001", "base value of 2,000 gp"), ("1500", "")):
        form = await gm.click(theirs, label=label)
        answer = await gm.submit_modal(form, {"name": SCROLL, "price": price})
        assert why in said(answer)
    await year.table.settle()
    assert f"{SCROLL}** for 1,500 gp" in text(year.card)
    await year.passes_to("settlements")
    await year.plans(deacon, "House", "1:E4", "Build House for 3 BP")
    shown, _ = await year.plans(wren, "Herbalist", "1:B5", "Build Herbalist for 10 BP")
    assert "House at B4" in shown
    await year.places(deacon, "Park", "A5")
    await year.places(wren, "Tenement", "E5")
    await year.plans(deacon, "Exotic Artisan", "1:F5", "Build Exotic Artisan for 10 BP")
    await year.stands(lots=24, treasury=252, unrest=10, used=4)
    await year.closes()


async def the_scroll_is_bought_and_a_cathedral_built(year: Year) -> None:
    """1 + 3 + 18 + 58 + 24 = 104 BP. Only who keeps the Treasury buys for the realm."""
    deacon, wren = year.table.deacon, year.table.wren
    await year.opens()
    asked = await wren.slash(
        year.table.channel, "settlement item buy", settlement=TOWN, item=SCROLL, how="realm"
    )
    bought = await year.agrees(wren, asked, "Buy the item", restarts=True)
    assert f"{SCROLL}" in bought
    await year.plans(deacon, "House", "1:F3", "Build House for 3 BP")
    await year.places(wren, "Alchemist", "F4")
    label = "Build Cathedral for 58 BP"
    shown, _ = await year.plans(deacon, "Cathedral", "1:E1+F1+E2+F2", label)
    assert "Unrest 9 → **5**" in shown
    await year.places(wren, "Sewer System", "1")
    await year.stands(lots=30, treasury=148, unrest=5, used=3)
    await year.closes()


async def a_tavern_and_a_demolition(year: Year) -> None:
    """3 + 12 + 1 = 16 BP. Nothing relies on the Park."""
    deacon, wren = year.table.deacon, year.table.wren
    await year.opens()
    await year.plans(wren, "House", "1:D5", "Build House for 3 BP")
    await year.plans(deacon, "Tavern", "1:D4", "Build Tavern for 12 BP")
    asked = await wren.slash(year.table.channel, "settlement demolish", settlement=TOWN, building="Park")
    gone = await year.agrees(wren, asked, "Demolish the Park for 1 BP", restarts=True)
    assert "Tarn demolishes the Park at A5 in Tarn Hold for 1 BP." in gone
    await year.stands(lots=31, treasury=132, unrest=4, used=2)
    await year.closes()


async def a_park_again_and_a_better_home(year: Year) -> None:
    """The same again costs half, 2 BP; Tenement to House is the difference, 2 BP; each takes 1 Unrest."""
    deacon, wren, channel = year.table.deacon, year.table.wren, year.table.channel
    await year.opens()
    asked = await deacon.slash(channel, "settlement rebuild", settlement=TOWN, site="A5")
    preview = await year.picks(deacon, asked, "park/1:A5")
    await year.agrees(deacon, preview, "Build Park for 2 BP", restarts=True)
    options = {"settlement": TOWN, "building": "Tenement", "to": "House", "place": "E5"}
    preview = await wren.slash(channel, "settlement upgrade", **options)
    await year.agrees(wren, preview, "Upgrade to House for 2 BP")
    await year.stands(lots=32, treasury=128, unrest=2, used=2)
    await year.closes()


async def a_spring_and_lamps(year: Year) -> None:
    """5 + 5 = 10 BP; they share lots of others, and no more people come."""
    await year.opens()
    await year.places(year.table.deacon, "Everflowing Spring", "A1")
    await year.places(year.table.wren, "Magical Streetlamps", "D2")
    await year.stands(lots=32, treasury=118, unrest=2, used=2)
    await year.closes()


async def a_pier(year: Year) -> None:
    """16 BP; the shore beside it is kept free."""
    await year.opens()
    await year.plans(year.table.wren, "Pier", "1:A6", "Build Pier for 16 BP", restarts=True)
    await year.stands(lots=33, treasury=102, unrest=2, used=1)
    await year.closes()


async def a_moat(year: Year) -> None:
    """2 BP, and once in a settlement 1 Unrest."""
    await year.opens()
    await year.refuses(year.table.wren, "Moat", "1:south", "the south border is water")
    await year.places(year.table.deacon, "Moat", "1:east")
    await year.stands(lots=33, treasury=100, unrest=1, used=1)
    await year.closes()


async def a_month_that_begins_well(year: Year) -> None:
    """15 + 33 − 1 = 47 is just enough for Stability. Consumption 26 + 1 − 28 = −1: the Granary has 1 BP."""
    deacon, wren = year.table.deacon, year.table.wren
    await year.opens("")
    assert "15 (d20) + 33 Stability − 1 Unrest = **47** against DC 47: **success**" in await year.presses(
        wren, "Roll Stability", 15
    )
    paid = await year.presses(wren, "Pay Consumption")
    assert "goes into the Granaries, which now hold 1" in paid, paid
    # 50 of 100 brings no item; nothing adds to Unrest, and none is left to be reduced.
    await year.presses(wren, "Roll for magic items", 50)
    await year.presses(deacon, "Modify Unrest")
    await year.passes_to("settlements")
    await year.stands(lots=33, treasury=100, unrest=0, used=0)


async def the_last_lots_taken_back_and_built_again(year: Year) -> None:
    """Pier to Waterfront: 90 − 16 = 74 BP, Economy − 1 + 4, Stability − 1; undo and redo by the journal."""
    wren, deacon, channel = year.table.wren, year.table.deacon, year.table.channel
    before, told = await year.state(), await year.sentence()
    options = {"settlement": TOWN, "building": "Pier", "to": "Waterfront"}
    asked = await wren.slash(channel, "settlement upgrade", **options)
    preview = await year.at(wren, asked, "1:A6+B6+C6+D6")
    assert "Economy 33 → **36**" in said(preview)
    assert "Stability 33 → **32**" in said(preview)
    await year.agrees(wren, preview, "Upgrade to Waterfront for 74 BP", restarts=True)
    await year.stands(lots=36, treasury=26, unrest=0, used=1)
    after, told_then = await year.state(), await year.sentence()
    for building, place, why in (
        ("Park", "D6", "D6 has a Waterfront"),
        ("House", "A3", "A3 already has a House"),
    ):
        await year.refuses(deacon, building, place, why)
    await _takes(year, "undo")
    assert (await year.state(), await year.sentence()) == (before, told)
    await _takes(year, "redo")
    assert (await year.state(), await year.sentence()) == (after, told_then)


async def _takes(year: Year, way: str) -> None:
    """The last entry of the journal is undone, or that is redone, on another process than it was shown by."""
    wren = year.table.wren
    asked = await wren.slash(year.table.channel, way)
    assert "Waterfront" in said(asked)
    label = next(each for each in buttons(reply_of(asked)) if each.startswith(way.title()))
    await year.agrees(wren, asked, label, restarts=True)


async def edicts_and_taxes(year: Year) -> None:
    """Halved: Promotion's Consumption 2 → 1 by the Cathedral, Loyalty −4 → −2 by the Waterfront.

    8 + 39 = 47 is just enough: a third is 15, the Mine brings 1 and its Foundry 1.
    """
    deacon, wren = year.table.deacon, year.table.wren
    await year.passes_to("edicts")
    levels = {"holiday": ["1"], "promotion": ["standard"], "taxation": ["heavy"]}
    await year.presses(deacon, "Set edicts…", agreed="Issue edicts", **levels)
    await year.passes_to("taxes")
    taxes = await year.presses(wren, "Collect taxes", 8)
    assert "8 (d20) + 39 Economy = **47** against DC 47" in taxes
    assert "Treasury 26 → **43**" in taxes
    await year.closes("36 lots", "30,000")


MONTHS = (
    a_house_and_its_inn,
    a_waterway_and_a_castle,
    walls_streets_and_a_plan,
    what_was_drawn_up_is_built,
    a_scroll_comes_and_neighbours_move,
    the_scroll_is_bought_and_a_cathedral_built,
    a_tavern_and_a_demolition,
    a_park_again_and_a_better_home,
    a_spring_and_lamps,
    a_pier,
    a_moat,
    a_month_that_begins_well,
    the_last_lots_taken_back_and_built_again,
    edicts_and_taxes,
)
