"""Ways to end the turn that something used has shown (A47): told ones come beside them."""

from __future__ import annotations

from bot.engine.system import World
from bot.systems.adventuria.adventurer import EndTurn, Narrate
from bot.systems.adventuria.possessions.rules import UsePossession
from bot.systems.adventuria.state import Adventurer
from bot.systems.adventuria.turns.rules import MoveAdventurer
from tests.refusals import refuses
from tests.systems.adventuria.bouts import after_days
from tests.systems.adventuria.exchanges import by_narrator, pressed
from tests.systems.adventuria.scenes import BRAN, adventurer_of, having, item, play, scene
from tests.systems.adventuria.test_turns_at_the_table import in_turn
from tests.systems.second_kingdom.evening import buttons, is_private
from tests.tables import Table, text


def rung() -> World:
    """The narrator's turn, once Bran has rung a bell that leads to the city."""
    bell = having(item("Bell", "use: go The City spent"))
    return by_narrator(pressed(scene(bell), UsePossession(BRAN, "Bell")))


def told(ways: str) -> Adventurer:
    """Bran once the narrator has told those ways besides."""
    return adventurer_of(pressed(rung(), Narrate(BRAN, "A road.", ways)))


def test_a47_what_was_shown_stays_whatever_the_narrator_tells() -> None:
    assert told("The Bridge").ways == ("The Bridge", "The City")
    assert told("").ways == ("The City",)


def test_a47_a_way_that_is_told_as_well_stands_there_once() -> None:
    assert told("the city; The Bridge").ways == ("the city", "The Bridge")


def test_a47_ten_ways_and_one_that_was_shown_are_too_many() -> None:
    ways = "; ".join(f"Way {number}" for number in range(10))
    with refuses("turns.many_ways", "10", "11"):
        play(rung(), Narrate(BRAN, "", ways))


def test_a47_elsewhere_and_on_another_turn_it_is_shown_no_more() -> None:
    moved = pressed(rung(), MoveAdventurer(BRAN, "The Moor"))
    assert (adventurer_of(moved).ways, adventurer_of(moved).shown) == ((), ())
    ended = pressed(scene(told("")), EndTurn(BRAN, "The City"))
    assert adventurer_of(ended).shown == ()


async def test_a_narrator_tells_on_from_the_turns_own_card_days_later(city: Table) -> None:
    thread = await in_turn(city)
    card = city.last(thread)
    await after_days(city, 4)
    assert is_private(await city.deacon.click(card, label="Narrator: go on…"))
    form = await city.gm.click(card, label="Narrator: go on…")
    await city.gm.submit_modal(form, {"text": "Rain sets in.", "ways": "The Ford"})
    await city.settle()
    assert "Rain sets in." in text(city.last(thread))
    assert "End the turn: to The Ford" in buttons(city.last(thread))
