"""Settlements: what may stand where, what can be had, districts as pictures, and their states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from bot.engine.system import RecordId
from bot.storage import codec
from bot.systems.kingdom.book import Border, BuildingType
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.towns.bills import advice
from bot.systems.kingdom.towns.book import LOTS, SIDE, lot_name
from bot.systems.kingdom.towns.pictures import Plan, draw_district
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Town
from tests.bench.measures import COLUMNS, apart, row, timed
from tests.harness.load import frozen_gc
from tests.harness.stats import table
from tests.systems.kingdom.grown_towns import realm_of_towns
from tests.systems.kingdom.scenes import realm, tarn
from tests.systems.kingdom.town_scenes import PLAIN, town

TOWNS = 20
# In milliseconds: every building on every lot, advice, a district drawn, states, the loop's stall.
LEGALITY, ADVICE, PICTURE, STATES, STALL = 50.0, 300.0, 40.0, 6.0, 15.0
# Each needs a House of its own: 18 of them on every other lot.
CUSTOMERS = ("inn", "shop", "tavern", "alchemist", "herbalist", "luxury_store")
# Tries to build something at random: bare settlements, and such as have a lot or two left.
GROWN = (10, 25, 60, 100)


def chequered(lots: int, **changes: Any) -> Town:
    """A district by the water with Houses and their customers on so many lots, turn and turn about."""
    stands = []
    for lot in range(lots):
        is_house = (lot + lot // SIDE) % 2
        stands.append(f"{'house' if is_house else CUSTOMERS[lot % len(CUSTOMERS)]} {lot_name(lot)}")
    return town(*stands, **{"borders": (Border.NORTH,), **changes})


def full(count: int = TOWNS) -> Realm:
    """A realm of so many settlements, each with 36 lots built on."""
    ids = tuple(RecordId(f"town-{number}") for number in range(count))
    state = tarn(treasury=500, settlements=ids, capital=ids[0])
    return realm(state, None, *(chequered(LOTS, name=f"Town {id_}") for id_ in ids))


async def towns(samples: int) -> str:
    """The table. No database takes part."""
    with frozen_gc():
        rows = [*_legality(samples), *_advice(samples), *_states(samples), *await _pictures(samples)]
    title = f"Settlements: districts of {LOTS} lots, and {TOWNS} settlements at once; {samples} samples each."
    return table(title, COLUMNS, rows)


# -- rules --------------------------------------------------------------------------------------------


def _legality(samples: int) -> Iterator[list[Any]]:
    """Every building at every place in a district: where it may stand, and why not elsewhere."""
    for name, lots in (("empty", 0), ("half full", LOTS // 2), ("full", LOTS)):
        built = chequered(lots)
        legal = [timed(partial(_places, built)) for _ in range(samples)]
        yield row(f"all legal places, {name}", legal, LEGALITY)
        asked = [timed(partial(_reasons, built)) for _ in range(samples)]
        yield row(f"each with its reason, {name}", asked, LEGALITY)


def _places(built: Town) -> None:
    ground = Ground(built, PLAIN)
    for building in BuildingType:
        list(ground.legal(building))


def _reasons(built: Town) -> None:
    ground = Ground(built, PLAIN)
    for building in BuildingType:
        for place in ground.sites(building):
            ground.hindrance(building, place)


def _advice(samples: int) -> Iterator[list[Any]]:
    few = max(2, samples // 3)
    grown = realm_of_towns(5, *(GROWN * (TOWNS // len(GROWN))))
    for name, of in (("some empty, some full", grown), ("all full", full())):
        seen = [timed(partial(_advised, of)) for _ in range(few)]
        yield row(f"/settlement advise, {TOWNS} settlements, {name}", seen, ADVICE)


def _advised(of: Realm) -> None:
    # A realm of its own: nothing of it was worked out before.
    advice(replace(of))


# -- states -------------------------------------------------------------------------------------------


# Of each row its class and text.
Texts = list[tuple[type[Any], str]]


def _states(samples: int) -> Iterator[list[Any]]:
    """The kingdom with all of its settlements from JSON and back, and one alone; the earlier ones packed."""
    of = full()
    texts: Texts = [(type(each), codec.dump(each)) for each in (of.kingdom, *of.towns.values())]
    yield from saved(f"a kingdom with {TOWNS} settlements loaded, saved and packed", texts, STATES, samples)
    yield from saved("one settlement loaded, saved and packed", texts[1:2], STATES, samples)
    # What an action does that builds something.
    yield from saved(f"{TOWNS} loaded, one and the kingdom saved", texts, STATES, samples, changed=2)


def saved(
    what: str, texts: Texts, most: float, samples: int, changed: int | None = None
) -> Iterator[list[Any]]:
    """Those rows loaded, and the first of them saved and packed: new to the process, and as they were."""
    # With a blank more no text is one that was loaded before.
    unseen = [[(cls, text + " " * number) for cls, text in texts] for number in range(1, samples + 1)]
    first = [timed(partial(_loaded_and_saved, each, changed)) for each in unseen]
    again = [timed(partial(_loaded_and_saved, texts, changed)) for _ in range(samples)]
    raw = [timed(partial(_bare, texts)) for _ in range(samples)]
    yield row(what, first, most, "bare JSON", raw)
    yield row("the same, as they were before", again, most, "bare JSON", raw)


def _loaded_and_saved(texts: Texts, changed: int | None) -> None:
    states = [codec.load(cls, text) for cls, text in texts]
    for state, (_, text) in zip(states[:changed], texts, strict=False):
        codec.dump(state)
        codec.pack({"state": text})


def _bare(texts: Texts) -> None:
    for _, text in texts:
        codec.text(codec.read(text))


# -- the picture --------------------------------------------------------------------------------------


async def _pictures(samples: int) -> list[list[Any]]:
    plan = Plan(chequered(LOTS))
    image = Image.open(BytesIO(draw_district(plan))).convert("RGB")
    seen = [await apart(lambda: draw_district(plan)) for _ in range(samples)]
    drawn, stalls = [taken for taken, _ in seen], [stall for _, stall in seen]
    encoded = [timed(lambda: image.save(BytesIO(), "PNG", compress_level=1)) for _ in range(samples)]
    plain = [timed(lambda: _rectangles(image)) for _ in range(samples)]
    four = Plan(_of_districts(4), (1, 2, 3, 4))
    together = [(await apart(lambda: draw_district(four)))[0] for _ in range(samples)]
    return [
        row("a full district drawn", drawn, PICTURE, "PNG of it encoded alone", encoded),
        row("the same", drawn, None, "as many plain rectangles", plain),
        row("event loop stands still for", stalls, STALL),
        row("four full districts drawn", together, None),
    ]


def _of_districts(count: int) -> Town:
    """The same district so many times."""
    one = chequered(LOTS)
    stands = [
        replace(each, number=number * LOTS + each.number, place=replace(each.place, district=number + 1))
        for number in range(count)
        for each in one.buildings
    ]
    return replace(one, districts=count, buildings=tuple(stands), counted=len(stands))


def _rectangles(image: Image.Image) -> None:
    """A plain rectangle for each lot on an image of that size."""
    bare = Image.new("RGB", image.size)
    draw, side = ImageDraw.Draw(bare), image.width // SIDE
    for lot in range(LOTS):
        left, top = lot % SIDE * side, lot // SIDE * side
        draw.rectangle((left, top, left + side - 4, top + side - 4), (90, 120, 90))
