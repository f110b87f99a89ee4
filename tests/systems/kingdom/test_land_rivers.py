"""Rivers flow both ways over a border, and lead somewhere."""

from __future__ import annotations

import pytest

from bot.engine.system import Scene
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import RemoveHexes, SetHexes
from bot.systems.kingdom.land.rivers import DrawRiver, EraseRiver
from bot.systems.kingdom.land.state import Direction
from tests.systems.kingdom.land_scenes import land_in, named, on_small
from tests.systems.kingdom.scenes import play, played


def flows(after: Scene) -> dict[str, str]:
    """Where rivers flow, by label."""
    return {each.label: " ".join(each.rivers) for each in land_in(after).hexes.values() if each.rivers}


def test_a_river_is_drawn_both_ways_along_its_path() -> None:
    after = played(on_small(), DrawRiver("A1 B1 B2"))
    assert flows(after) == {"A1": "E", "B1": "W SE", "B2": "NW"}
    assert named(after, "B1").has_river


def test_a_river_may_leave_the_map_at_either_end() -> None:
    assert flows(played(on_small(), DrawRiver("NW A1 A2 SE"))) == {"A1": "NW SE", "A2": "NW SE"}
    assert flows(played(on_small(), DrawRiver("C1 E"))) == {"C1": "E"}


def test_rivers_meet_in_a_hex() -> None:
    after = played(played(on_small(), DrawRiver("A1 B1 C1")), DrawRiver("B1 B2"))
    assert flows(after)["B1"] == "E W SE"


@pytest.mark.parametrize(
    ("through", "why"),
    [
        ("A1", "A river in A1 alone leads nowhere"),
        ("SE", "A river leads nowhere"),
        ("SE NW", "A river leads nowhere"),
        ("A1 C1", r"C1 is no neighbour of A1\. Beside A1 lie B1 \(E\) and A2 \(SE\)"),
        ("A1 A1", "A1 is no neighbour of A1"),
        ("A1 9,9", "no hex “9,9”"),
        ("A1 E B1", "“E” stands among the hexes"),
        ("A1 E", "E of A1 the map goes on with B1"),
        ("SE A1 B1", "SE of A1 the map goes on with A2"),
    ],
)
def test_a_river_that_leads_nowhere_is_refused(through: str, why: str) -> None:
    with pytest.raises(RuleViolation, match=why):
        play(on_small(), DrawRiver(through))


def test_a_river_that_flows_there_already_is_refused() -> None:
    after = played(on_small(), DrawRiver("A1 B1"))
    with pytest.raises(RuleViolation, match="flows there already"):
        play(after, DrawRiver("B1 A1"))


def test_a_river_is_erased_between_hexes_or_in_one() -> None:
    after = played(on_small(), DrawRiver("NW A1 B1 C1"))
    assert flows(played(after, EraseRiver("A1 B1"))) == {"A1": "NW", "B1": "E", "C1": "W"}
    assert flows(played(after, EraseRiver("B1"))) == {"A1": "NW"}
    assert flows(played(after, EraseRiver("NW A1"))) == {"A1": "E", "B1": "E W", "C1": "W"}
    with pytest.raises(RuleViolation, match="No river flows there"):
        play(after, EraseRiver("A2"))
    with pytest.raises(RuleViolation, match="no neighbour"):
        play(after, EraseRiver("A1 C1"))


def test_a_river_that_left_the_map_flows_on_into_a_new_hex() -> None:
    after = played(played(on_small(), DrawRiver("C1 E")), SetHexes("3,0", Terrain.PLAINS))
    assert land_in(after).hexes["3,0"].rivers == (Direction.WEST,)


def test_a_river_of_a_hex_that_is_removed_leaves_the_map_there() -> None:
    after = played(played(on_small(), DrawRiver("B1 C1")), RemoveHexes("C1"))
    assert flows(after) == {"B1": "E"}
