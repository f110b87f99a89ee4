"""Granaries: what goes in, what comes out, and what becomes of it when there are fewer (R095)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.system import Record, Scene
from bot.systems.kingdom.book import Improvement, Stat, Step
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.month.page_cards import outlook
from bot.systems.kingdom.month.rules import ConsumptionPaid, PayConsumption
from bot.systems.kingdom.outcome import StoreSpoiled
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sheet.cards import whole
from bot.systems.kingdom.sheet.source_cards import explained
from bot.systems.kingdom.sources import Board, board, room
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.systems.kingdom.towns.state import Town
from tests.systems.kingdom.scenes import HOLD, TARN, change, kingdom_of, play, played, realm_in, scene
from tests.systems.kingdom.sums import row
from tests.systems.kingdom.town_scenes import town
from tests.systems.kingdom.upkeep_scenes import at

TWO = ("granary A1", "granary B1")


def eating(amount: int, *texts: str, stored: int = 0, treasury: int = 20, **more: Any) -> Scene:
    """Tarn about to pay so much Consumption, with those buildings."""
    made = at(Step.CONSUMPTION, treasury=treasury, **more)
    kingdom = replace(kingdom_of(made), stored=stored)
    # 3 hexes and 1 district come to 4.
    kingdom = replace(kingdom, changes=(change(Stat.CONSUMPTION, amount - 4, "As it is"),))
    return scene(kingdom, row(3), town(*texts))


def then(begun: Scene) -> tuple[int, int, int]:
    """Treasury, store and Unrest once it is paid."""
    after = kingdom_of(played(begun, PayConsumption(TARN)))
    return after.treasury, after.stored, after.unrest


# -- in -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "granaries", "stored", "after"),
    [
        (-3, 2, 0, 3),
        (-1, 2, 0, 1),
        (-10, 2, 0, 10),
        (-11, 2, 0, 10),
        (-8, 1, 0, 5),
        (-8, 2, 6, 10),
        (-8, 2, 10, 10),
        (-8, 0, 0, 0),
        (0, 2, 4, 4),
    ],
)
def test_r095_a_surplus_is_stored_5_bp_a_granary(raw: int, granaries: int, stored: int, after: int) -> None:
    assert then(eating(raw, *TWO[:granaries], stored=stored)) == (20, after, 0)


def test_r095_never_more_than_the_months_surplus() -> None:
    """Two empty Granaries and Farms that give 2 too much: 2, not 10."""
    assert board(realm_in(eating(-2, *TWO))) == Board(0, 2)


def test_r095_what_is_in_store_takes_its_room() -> None:
    assert board(realm_in(eating(-8, *TWO, stored=6))) == Board(0, 4)
    assert board(realm_in(eating(-8, *TWO, stored=10))) == Board(0, 0)


def test_r095_only_raw_consumption_below_0_is_a_surplus() -> None:
    """A rich Treasury alone puts nothing aside."""
    assert then(eating(1, *TWO, treasury=500)) == (499, 0, 0)


def test_r095_a_damaged_granary_holds_nothing() -> None:
    begun = eating(-8, *TWO)
    state: Town = begun.records[HOLD].state
    hurt = replace(state, buildings=(replace(state.buildings[0], is_damaged=True), state.buildings[1]))
    records = {**begun.records, HOLD: Record(HOLD, "settlement", hurt)}
    assert then(replace(begun, records=records))[1] == 5


# -- out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eaten", "treasury", "stored", "after"),
    [
        (5, 5, 4, (0, 4, 0)),
        (5, 3, 4, (0, 2, 0)),
        (9, 3, 4, (-2, 0, 2)),
        (4, 0, 4, (0, 0, 0)),
        # It feeds people and pays no debt.
        (5, -3, 10, (-3, 5, 2)),
        (5, 20, 10, (15, 10, 0)),
    ],
)
def test_r095_what_consumption_comes_to_beyond_the_treasury_comes_out(
    eaten: int, treasury: int, stored: int, after: tuple[int, int, int]
) -> None:
    assert then(eating(eaten, *TWO, stored=stored, treasury=treasury)) == after


def test_r008_granaries_are_spent_before_the_treasury_is_found_to_be_below_0() -> None:
    assert then(eating(5, *TWO, stored=5, treasury=0)) == (0, 0, 0)
    assert then(eating(5, treasury=0)) == (-5, 0, 2)


def test_r095_what_is_paid_is_told() -> None:
    told = play(eating(5, *TWO, stored=4, treasury=3), PayConsumption(TARN)).events[0]
    assert told == ConsumptionPaid("Tarn", 3, 5, 0, 0, -2, 2)
    line = sentence(told) or ""
    assert "Paid **3 BP**" in line
    assert "**2 BP** more come out of Granaries, 2 are left there." in line


def test_r095_what_is_stored_is_told() -> None:
    told = play(eating(-3, *TWO, stored=1), PayConsumption(TARN)).events[0]
    line = sentence(told) or ""
    assert "give 3 more than is needed" in line
    assert "**3 BP** of that go into Granaries, which hold 4 now." in line


def test_r095_without_granaries_nothing_is_said_of_them() -> None:
    told = play(eating(5), PayConsumption(TARN)).events[0]
    assert "Granar" not in (sentence(told) or "")


# -- foretold -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eaten", "stored", "said"),
    [
        (5, 4, "Costs 5 BP, 2 of them out of Granaries: leaves 0"),
        (9, 4, "Costs 9 BP, 4 of them out of Granaries: leaves −2, and Unrest +2 for being below 0"),
        (-3, 4, "Costs 0 of 3 BP: leaves 3, and 3 BP go into Granaries"),
        (2, 4, "Costs 2 of 3 BP: leaves 1"),
    ],
)
def test_r095_is_foretold(eaten: int, stored: int, said: str) -> None:
    assert outlook(realm_in(eating(eaten, *TWO, stored=stored, treasury=3)), "consumption") == said


def test_the_store_is_on_the_sheet_and_beside_consumption() -> None:
    made = realm_in(eating(5, *TWO, stored=4))
    assert "Granaries: 4 of 10 BP in store" in list(whole(made, ()))
    assert any("hold 4 of 10 BP" in line for line in explained(made, "consumption"))
    bare: Realm = realm_in(eating(5))
    assert not any("Granaries" in line for line in (*whole(bare, ()), *explained(bare, "consumption")))


# -- fewer of them ------------------------------------------------------------------------------------


def test_r095_with_fewer_granaries_what_has_no_room_is_lost_at_once_and_told() -> None:
    """Whatever is done next: here a game master tells of the settlement."""
    begun = eating(5, TWO[0], stored=8)
    turn = play(begun, SetSettlement(HOLD, TARN, lots=1))
    assert StoreSpoiled("Tarn", 3, 5) in turn.events
    after = realm_in(played(begun, SetSettlement(HOLD, TARN, lots=1)))
    assert (after.kingdom.stored, room(after)) == (5, 5)
    spoiled = next(each for each in turn.events if isinstance(each, StoreSpoiled))
    assert sentence(spoiled) == ("There is less room in Granaries: 3 BP in store are lost, 5 BP are left.")


def test_r095_what_has_room_stays() -> None:
    begun = eating(5, *TWO, stored=8)
    turn = play(begun, SetSettlement(HOLD, TARN, lots=1))
    assert not any(isinstance(each, StoreSpoiled) for each in turn.events)


def test_r095_farms_fill_the_granaries_of_a_real_kingdom() -> None:
    """3 hexes, 1 district and 3 Farms: 4 − 6 = −2."""
    fields: Land = row(3, improvements=(Improvement.FARM,))
    kingdom = kingdom_of(at(Step.CONSUMPTION))
    after = kingdom_of(played(scene(kingdom, fields, town(*TWO)), PayConsumption(TARN)))
    assert (after.treasury, after.stored) == (20, 2)
