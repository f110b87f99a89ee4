"""What an undo says of kingdoms, lands and settlements: in words, part by part."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from bot.engine.text import Labelled
from bot.storage import codec
from bot.systems.kingdom.book import (
    Ability,
    Alignment,
    Attribute,
    Backing,
    Border,
    BuildingType,
    Gift,
    Holiday,
    Improvement,
    Limit,
    Mark,
    Number,
    Phase,
    Promotion,
    Role,
    Special,
    Stage,
    Stat,
    Step,
    Task,
    Taxation,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.land.state import Direction, Hex, Land, land_part
from bot.systems.kingdom.state import (
    LIMITS,
    Army,
    Edicts,
    Happening,
    Kingdom,
    Lapse,
    Marked,
    Month,
    Part,
    Rolled,
    Terms,
    kingdom_part,
)
from bot.systems.kingdom.towns.state import Grant, Place, Planned, Remains, Town, town_part
from tests.systems.kingdom.scenes import change, leader
from tests.systems.kingdom.town_scenes import at, town

# What nobody would understand and nobody needs: ids, and how the house keeps its own books.
OF_KINGDOM = {
    *("land", "settlements", "capital", "counted", "ruler_choices", "choice_opened"),
    *("spymaster_opened", "runs_in_anarchy"),
    # Told field by field.
    *("terms", "edicts", "month"),
}
OF_MONTH = {"opened", "in_any_order"}


@pytest.mark.parametrize(
    ("state", "word", "known"),
    [
        (Kingdom, kingdom_part, OF_KINGDOM),
        (Month, kingdom_part, OF_MONTH),
        (Terms, kingdom_part, set()),
        (Edicts, kingdom_part, set()),
        (Land, land_part, set()),
        (Town, town_part, {"land", "counted"}),
    ],
)
def test_every_part_has_a_name_or_is_bookkeeping(state: Any, word: Any, known: set[str]) -> None:
    nameless = {each.name for each in fields(state) if not word((each.name,), None)[0]}
    assert nameless == known


def test_every_part_of_a_hex_has_a_name() -> None:
    assert all(land_part(("hexes", "0,0", each.name), None)[0] for each in fields(Hex))


def test_every_choice_has_words() -> None:
    assert {each.value for each in Limit} <= LIMITS.keys()
    chosen: tuple[type[Labelled], ...] = (
        *(Stage, Direction, Alignment, Holiday, Promotion, Taxation, Phase, Step, Role, Task),
        *(Terrain, Special, Improvement, Number),
    )
    assert all(each.label for enum in chosen for each in enum)
    assert {each.value for each in Attribute} <= {each.value for each in Number}


def said(word: Any, *path: str, value: Any) -> str | None:
    """How a part of that value is said."""
    told: str | None = word(path, codec.plain(value))[1]
    return told


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("alignment", Alignment.CHAOTIC_EVIL, "Chaotic evil"),
        ("stage", Stage.FOUNDING, "being founded"),
        ("home", 71, "<#71>"),
        ("treasury", -3, "−3 BP"),
        ("unrest", 0, "0"),
        ("leaders", (leader(Role.HEIR, name="Mi*ra", scores={}),), r"Heir Mi\*ra"),
        (
            "leaders",
            (leader(Role.RULER, name="Ada", scores={Ability.CHA: 16}, has_leadership=True, days=3),),
            "Ruler Ada (cha 16, Leadership, 3 days of duty)",
        ),
        ("lapses", (Lapse(Role.WARDEN, 2, 3),), "Warden until month 3"),
        ("proxies", (5,), "<@5>"),
        ("changes", (change(Stat.LOYALTY, -2, "A feud"),), "Loyalty −2 by A feud"),
        ("armies", (Army("Reds", 2),), "Reds (Consumption 2)"),
        ("happenings", (Happening(1, "food_shortage", 2),), "Food shortage"),
        ("parts", (Part(1, ("1,0", "2,0"), 3),), "2 hexes since month 3, undecided"),
        ("is_in_anarchy", True, "yes"),
        ("frozen", "A holiday", "A holiday"),
        ("frozen", "", None),
        ("milestones", ("kingdom", "capital"), "founded, capital"),
        ("duties", {Task.HOLIDAY: (Role.RULER, Role.HEIR)}, "Holiday edicts: Ruler and Heir"),
        ("backing", Backing.FIEF, "fief"),
        ("tribute", Tribute.ONE, "1 BP a month until it is paid back"),
        ("taxation", Taxation.HEAVY, "Heavy"),
        ("phase", Phase.BEFORE, "not opened yet"),
        (
            "marks",
            (Marked(Step.OPEN, Mark.DONE), Marked(Step.TAXES, Mark.SKIPPED)),
            "Open the month, Taxes (passed over)",
        ),
        ("stand_in", Role.CONSORT, "Consort"),
        ("rolls", (Rolled("taxes", 4, -2, 25, is_success=False),), "−2 against 25: failure"),
    ],
)
def test_a_part_of_a_kingdom_is_said_in_words(path: str, value: Any, words: str | None) -> None:
    assert said(kingdom_part, path, value=value) == words


def test_what_is_used_of_a_limit_names_the_limit() -> None:
    assert kingdom_part(("month", "used", "claims"), 2) == ("claims this month", "2")


def test_who_does_a_task_names_the_task() -> None:
    assert kingdom_part(("duties", "taxation"), ["heir"]) == ("who does what: Taxation edicts", "Heir")


@pytest.mark.parametrize(
    ("path", "value", "name", "words"),
    [
        (("hexes", "2,1"), Hex(Terrain.MARSH, "B2"), "hex 2,1", "B2 Marsh"),
        (("hexes", "2,1"), None, "hex 2,1", None),
        (("hexes", "2,1", "terrain"), Terrain.JUNGLE, "2,1 terrain", "Jungle"),
        (
            ("hexes", "2,1", "rivers"),
            (Direction.EAST, Direction.NORTH_WEST),
            "2,1 rivers",
            "east, north-west",
        ),
        (("hexes", "2,1", "improvements"), (Improvement.FARM,), "2,1 improvements", "Farm"),
        (("hexes", "2,1", "realm"), "2gqg7vg00002c", "2,1 claimed", "a kingdom"),
        (("hexes", "2,1", "prepared"), 4, "2,1 site prepared", "from month 4 on"),
        (("name",), "The lands", "name", "The lands"),
    ],
)
def test_a_part_of_a_land_is_said_in_words(
    path: tuple[str, ...], value: Any, name: str, words: str | None
) -> None:
    assert land_part(path, codec.plain(value) if value is not None else None) == (name, words)


@pytest.mark.parametrize(
    ("path", "value", "name", "words"),
    [
        (("kingdom",), "2gqg7vg00002c", "belongs to a kingdom", "a kingdom"),
        (("borders",), (Border.WEST,), "borders that are water", "west"),
        (("gives",), {Stat.ECONOMY: 3, Stat.CONSUMPTION: -1}, "gives", "Economy +3 and Consumption −1"),
        (("gives", "loyalty"), 2, "gives Loyalty", "+2"),
        (("base_value",), 500, "base value told of", "500"),
        (
            ("buildings",),
            town("house A1", "market 2:C1+D1", "city_wall 1:north", "sewer_system 1").buildings,
            "buildings",
            "4: Sewer System district 1, City Wall 1:north, Market 2:C1+D1, House 1:A1",
        ),
        (
            ("buildings",),
            (replace(at(town("museum A1+B1"), BuildingType.MUSEUM), is_damaged=True, display=5000),),
            "buildings",
            "1: Museum 1:A1+B1 damaged shows 5,000 gp",
        ),
        (
            ("remains",),
            (Remains(BuildingType.INN, Place(1, (35,)), 1),),
            "sites of former buildings",
            "Inn 1:F6",
        ),
        (("plans",), (Planned(1, BuildingType.INN, Place(1, (0,))),), "drawn up", "Inn 1:A1"),
        (
            ("grants",),
            (Grant(1, Gift.RUIN), Grant(2, Gift.FOUND, BuildingType.JAIL)),
            "found or given",
            "any building (ruin), Jail (found)",
        ),
        (("shores",), ((Border.EAST,), ()), "water borders of further districts", "East, none"),
        (("calmed",), (BuildingType.MOAT,), "Unrest lowered once by", "Moat"),
        (("lots",), 4, "lots told of", "4"),
    ],
)
def test_a_part_of_a_settlement_is_said_in_words(
    path: tuple[str, ...], value: Any, name: str, words: str | None
) -> None:
    assert town_part(path, codec.plain(value)) == (name, words)


@pytest.mark.parametrize("step", [*Step, "thaw", "found"])
def test_the_revision_of_a_step_is_told_by_nobody_whatever_else_has_its_name(step: str) -> None:
    name, _ = kingdom_part(("month", "opened", str(step)), 60)
    assert name == ""
