"""Magic items rolled for in Upkeep, named, and put on the market by game masters (R114)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.errors import NotAllowed
from bot.systems.kingdom.book import BuildingType, Grade, ItemKind, Mark, MonthStep, Phase, Role
from bot.systems.kingdom.month.course import FinishStep, SkipStep, SkipTo
from bot.systems.kingdom.month.rules import PayConsumption, RollItems, SettleUnrest, roll_items
from bot.systems.kingdom.steps import open_steps
from bot.systems.kingdom.towns.items import (
    MOST_ASKED,
    ItemPut,
    ItemsRolled,
    NameItem,
    Offer,
    PutItem,
    item_steps,
)
from bot.systems.kingdom.towns.state import TOWN, Ware
from tests.refusals import refuses
from tests.said import values
from tests.systems.kingdom.item_scenes import (
    ALCHEMIST,
    BLESS,
    at_roll,
    at_sale,
    building,
    mark_of,
    market,
    selling,
    town_of,
)
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    TARN,
    WREN,
    decided,
    everybody,
    kingdom_of,
    leader,
    month,
    play,
    played,
    ready,
    require_refused,
    scene,
    tarn,
    waiting,
)

ROLL = RollItems(TARN)
POTION, WONDROUS = ItemKind.POTION, ItemKind.WONDROUS_ITEM
CROWDED = ("house A1", "alchemist B1", "house C1", "herbalist D1", "observatory E1")


# -- rolled for: R114 ---------------------------------------------------------------------------------


def test_r114_51_to_100_fills_a_vacant_slot() -> None:
    for die in (51, 62, 100):
        turn = play(at_roll(), ROLL, die, 1)
        offer = Offer("Hold", 1, die, BuildingType.ALCHEMIST, Grade.MINOR, POTION)
        assert turn.events[0] == ItemsRolled("Tarn", (offer,))
        (ware,) = building(played(at_roll(), ROLL, die, 1), 2).wares
        assert ware == Ware(0, POTION, opened=50)


def test_r114_1_to_50_brings_nothing() -> None:
    for die in (1, 50):
        assert play(at_roll(), ROLL, die).events[0] == ItemsRolled("Tarn", (Offer("Hold", 1, die),))
        assert building(played(at_roll(), ROLL, die), 2).wares == ()


def test_the_books_herbalist_gains_a_potion_with_62() -> None:
    """Its 200 gp are impossible (R109): here an Inn gives the base value."""
    herbs = market("house A1", "herbalist B1", "house C1", "inn D1")
    then = played(at_roll(herbs), ROLL, 62, 1)
    assert [each.kind for each in building(then, 2).wares] == [POTION]


def test_r114_a_district_is_rolled_for_once_however_many_slots_are_vacant() -> None:
    """Not once a slot: five slots, one d%."""
    turn = play(at_roll(market(*CROWDED)), ROLL, 1)
    assert [each.die for each in turn.events[0].offers] == [1]


def test_r114_each_district_with_a_vacancy_is_rolled_for() -> None:
    """Not once a settlement."""
    two = market(*ALCHEMIST, "house 2:A1", "alchemist 2:B1", districts=2)
    then = played(at_roll(two), ROLL, 51, 2, 100, 1)
    assert [building(then, number).wares[0].kind for number in (2, 4)] == [WONDROUS, POTION]
    full = replace(two, buildings=(*two.buildings[:3], replace(two.buildings[3], wares=(BLESS,))))
    (offer,) = play(at_roll(full), ROLL, 7).events[0].offers
    assert offer.district == 1


def _fills(market_: Any) -> dict[Any, Fraction]:
    """Slot and kind that every face of all dice fills, each weighed by its chance; None: nothing."""
    ends: dict[Any, Fraction] = {}
    _ends(at_roll(market_), (), Fraction(1), ends)
    return ends


def _ends(begun: Any, dice: tuple[int, ...], weight: Fraction, ends: dict[Any, Fraction]) -> None:
    """Follow a roll to all its ends: where a die is missing, each of its faces in turn."""
    fixed = Probe(*dice)
    try:
        turn = roll_items(begun, ROLL, fixed)
    except Missing as missing:
        for face in range(1, missing.sides + 1):
            _ends(begun, (*dice, face), weight / missing.sides, ends)
        return
    town = next(each.state for each in turn.changes if each.id == HOLD) if len(turn.changes) > 1 else None
    found = [(b.number, w.slot, w.kind) for b in town.buildings for w in b.wares] if town else [None]
    assert len(found) == 1
    ends[found[0]] = ends.get(found[0], Fraction(0)) + weight


class Missing(Exception):
    """A die that was not laid out."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class Probe(FixedDice):
    """Dice that say which die they lack."""

    def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
        if not self._left:
            raise Missing(sides)
        return super()._draw(count, sides, reason, secret)


def test_r114_slots_and_kinds_are_equally_likely() -> None:
    """Alchemist, Herbalist and Observatory have a slot each, each for two kinds: 1/2, 1/3 and 1/2."""
    ends = _fills(market(*CROWDED))
    assert ends.pop(None) == Fraction(1, 2)
    kinds = {2: (POTION, WONDROUS), 4: (POTION, WONDROUS), 5: (ItemKind.SCROLL, WONDROUS)}
    assert ends == {(n, 0, kind): Fraction(1, 12) for n, both in kinds.items() for kind in both}


def test_r114_a_slot_without_kinds_is_for_any() -> None:
    temple = market("temple A1+B1", "house C1", "inn D1")
    ends = _fills(temple)
    assert ends.pop(None) == Fraction(1, 2)
    assert ends == {(1, slot, kind): Fraction(1, 32) for slot in (0, 1) for kind in ItemKind}


def test_a_slot_for_one_kind_needs_no_die_for_it() -> None:
    market_ = market("house A1", "house B1", "market A2+B2", wares={3: (Ware(0, WONDROUS, "A bag", 5),)})
    then = played(at_roll(market_), ROLL, 51)
    assert building(then, 3).wares[1] == Ware(1, WONDROUS, opened=50)


def test_r108_a_damaged_building_fills_no_slot() -> None:
    hurt = market()
    hurt = replace(hurt, buildings=(hurt.buildings[0], replace(hurt.buildings[1], is_damaged=True)))
    require_refused(scene(ready(_upkeep()), None, hurt), ROLL, "month.not_yet")
    assert mark_of(kingdom_of(played(_begun(hurt), PayConsumption(TARN)))) is Mark.NOT_NEEDED


# -- the step -----------------------------------------------------------------------------------------


def _upkeep() -> Any:
    return tarn(month=month(Phase.UPKEEP, MonthStep.STABILITY), leaders=everybody())


def _begun(*towns: Any) -> Any:
    return scene(ready(_upkeep()), None, *towns)


def test_the_step_comes_after_consumption_where_a_slot_is_vacant() -> None:
    then = played(_begun(market()), PayConsumption(TARN))
    assert open_steps(kingdom_of(then)) == [MonthStep.ITEMS]
    then = played(then, ROLL, 3)
    assert mark_of(kingdom_of(then)) is Mark.DONE
    assert open_steps(kingdom_of(then)) == [MonthStep.UNREST]


def test_the_step_is_passed_over_where_no_slot_is_vacant() -> None:
    for town in (selling(), market("house A1"), None):
        then = played(_begun(*([town] if town else [])), PayConsumption(TARN))
        assert mark_of(kingdom_of(then)) is Mark.NOT_NEEDED


def test_nothing_is_rolled_for_where_the_base_value_is_0() -> None:
    """No item is cheap enough there, so every one would be rolled again for ever."""
    shrine = market("shrine A1")
    assert mark_of(kingdom_of(played(_begun(shrine), PayConsumption(TARN)))) is Mark.NOT_NEEDED
    told = market("shrine A1", base_value=500)
    assert open_steps(kingdom_of(played(_begun(told), PayConsumption(TARN)))) == [MonthStep.ITEMS]


def test_a_game_master_can_go_straight_to_the_step() -> None:
    assert open_steps(kingdom_of(played(_begun(market()), SkipTo(TARN, MonthStep.ITEMS)))) == [
        MonthStep.ITEMS
    ]
    require_refused(_begun(selling()), SkipTo(TARN, MonthStep.ITEMS), "month.not_needed", "Magic items")


def test_the_step_must_be_done_or_passed_over_by_a_game_master() -> None:
    require_refused(at_roll(), FinishStep(TARN, MonthStep.ITEMS), "month.must_be_done", "Magic items")
    then = played(at_roll(), SkipStep(TARN, MonthStep.ITEMS, "No time"))
    assert mark_of(kingdom_of(then)) is Mark.SKIPPED
    require_refused(then, ROLL, "month.is_over", "Magic items")


def test_the_treasurer_rolls_and_others_do_not() -> None:
    held = (leader(Role.RULER, DEACON), leader(Role.TREASURER, WREN))
    assert play(at_roll(actor=WREN, leaders=held), ROLL, 5).on_behalf_of is None
    assert play(at_roll(leaders=held), ROLL, 5).on_behalf_of == WREN
    with pytest.raises(NotAllowed):
        play(at_roll(actor=WREN, leaders=(leader(Role.TREASURER, DEACON),)), ROLL)


def test_in_anarchy_nothing_is_rolled_for() -> None:
    state = replace(_upkeep(), is_in_anarchy=True, runs_in_anarchy=True, unrest=20)
    then = played(scene(ready(state), None, market()), PayConsumption(TARN))
    assert mark_of(kingdom_of(then)) is Mark.NOT_NEEDED


# -- named --------------------------------------------------------------------------------------------


def unnamed(**changes: Any) -> Any:
    """A market with an item that nobody has named."""
    return at_sale(market(wares={2: (Ware(0, POTION, opened=40),)}), **changes)


def test_an_unnamed_item_waits_for_the_game_masters() -> None:
    (step,) = waiting(HOLD, town_of(unnamed()), TOWN.name)
    assert (step.name, step.who, step.revision) == ("item-2-0", None, 40)
    assert step.label == "Hold: name the minor potion (Alchemist)"
    assert [each.field for each in step.choices[0].asks] == ["name", "price"]
    assert item_steps(HOLD, town_of(at_sale())) == ()
    assert item_steps(HOLD, replace(town_of(unnamed()), kingdom=None)) == ()


def test_only_the_first_few_are_asked_about() -> None:
    wares = tuple(Ware(slot, WONDROUS) for slot in range(6))
    town = market("university A1+B1+A2+B2", wares={1: wares})
    assert len(item_steps(HOLD, town)) == MOST_ASKED


def test_an_item_is_named_with_its_price() -> None:
    named = NameItem(TARN, HOLD, 2, 0, "Potion of  bless", 50)
    turn = play(unnamed(), named)
    told = {"settlement": "Hold", "building": BuildingType.ALCHEMIST, "item": "Potion of bless", "price": 50}
    assert values(turn.events, "item.named") == told
    assert building(played(unnamed(), named), 2).wares == (BLESS,)


def test_an_item_can_be_named_whatever_the_month_is_at() -> None:
    waits = unnamed(month=month(Phase.UPKEEP, MonthStep.STABILITY), frozen="Winter")
    assert building(played(waits, NameItem(TARN, HOLD, 2, 0, "A potion", 50)), 2).wares[0].name == "A potion"


def test_naming_is_never_in_the_way_of_the_month() -> None:
    then = played(at_roll(), ROLL, 51, 1)
    assert open_steps(kingdom_of(then)) == [MonthStep.UNREST]
    assert kingdom_of(played(then, SettleUnrest(TARN))).month.phase is Phase.EDICT


def test_r114_an_item_dearer_than_the_base_value_is_rolled_again() -> None:
    """Up to 1,000 gp, the Alchemist's own; it is not simply kept at that price."""
    waits = unnamed()
    assert building(played(waits, NameItem(TARN, HOLD, 2, 0, "A potion", 1000)), 2).wares[0].price == 1000
    require_refused(waits, NameItem(TARN, HOLD, 2, 0, "A potion", 1001), "item.too_dear", "1,000")
    assert not building(waits, 2).wares[0].name


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"name": " "}, refuses("item.name_length", 60)),
        ({"name": "x" * 61}, refuses("item.name_length", 60)),
        ({"price": 0}, refuses("item.price", "999,999")),
        ({"price": -5}, refuses("item.price", "999,999")),
        ({"price": 1_000_000}, refuses("item.price", "999,999")),
        ({"slot": 1}, refuses("items.no_such_slot")),
        ({"building": 1}, refuses("items.no_such_slot")),
        ({"building": 9}, refuses("items.no_such_slot")),
        ({"settlement": "Atlantis"}, refuses("towns.no_such_settlement", "Atlantis")),
    ],
)
def test_a_bad_name_is_refused_in_a_sentence(changes: dict[str, Any], refusal: Any) -> None:
    named = replace(NameItem(TARN, HOLD, 2, 0, "A potion", 50), **changes)
    with refusal:
        play(unnamed(), named)


def test_what_has_a_name_or_is_not_there_is_not_named() -> None:
    with refuses("item.named_already", "Potion of bless"):
        play(at_sale(), NameItem(TARN, HOLD, 2, 0, "Another", 5))
    require_refused(at_sale(market()), NameItem(TARN, HOLD, 2, 0, "Another", 5), "item.nothing_to_name")


def test_players_name_items_only_by_leave() -> None:
    named = NameItem(TARN, HOLD, 2, 0, "A potion", 50)
    require_refused(unnamed(actor=DEACON), named, "item.for_game_masters")
    free = unnamed(actor=DEACON, campaign=decided(who_rolls="anyone"))
    assert values(play(free, named).events, "item.named")["item"] == "A potion"


# -- by a game master ---------------------------------------------------------------------------------


def test_a_game_master_puts_an_item_of_any_price_into_a_slot() -> None:
    put = PutItem(TARN, HOLD, "2.0", "A relic", "A staff", 90_000, "wand")
    turn = play(at_sale(market()), put)
    assert turn.events[0] == ItemPut("Tarn", "Hold", BuildingType.ALCHEMIST, "A staff", 90_000, "", "A relic")
    then = played(at_sale(market()), put)
    assert building(then, 2).wares == (Ware(0, ItemKind.WAND, "A staff", 90_000, opened=50),)


def test_a_game_master_replaces_and_clears_what_is_in_a_slot() -> None:
    put = PutItem(TARN, HOLD, "Potion of Bless", "Misread", "A draught", 10, "")
    then = played(at_sale(), put)
    assert [each.name for each in building(then, 2).wares] == ["A draught"]
    turn = play(then, PutItem(TARN, HOLD, "2.0", reason="A mistake"))
    assert (turn.events[0].item, turn.events[0].before) == ("", "A draught")
    assert building(played(then, PutItem(TARN, HOLD, "2.0", reason="A mistake")), 2).wares == ()
    cleared = play(unnamed(), PutItem(TARN, HOLD, "2.0", reason="Nothing that cheap"))
    assert cleared.events[0].before == "an item without a name"


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"reason": " "}, refuses("correction.needs_reason")),
        ({"slot": "2.7"}, refuses("items.no_such_slot", "2.7")),
        ({"slot": "x"}, refuses("items.no_such_slot", "x")),
        ({"slot": ""}, refuses("items.no_such_slot")),
        ({"name": "A potion", "price": 0}, refuses("item.price", "999,999")),
        ({"name": "A potion", "price": 5, "kind": "spoon"}, refuses("item.no_such_kind", "spoon")),
        ({"price": 5}, refuses("item.name_length", 60)),
        ({}, refuses("item.vacant_already")),
    ],
)
def test_what_a_game_master_gets_wrong_is_said_in_a_sentence(changes: dict[str, Any], refusal: Any) -> None:
    with refusal:
        play(at_sale(market()), replace(PutItem(TARN, HOLD, "2.0", reason="As told"), **changes))


def test_the_kind_of_a_slot_for_one_is_known() -> None:
    bazaar = market("house A1", "house B1", "market A2+B2")
    then = played(at_sale(bazaar), PutItem(TARN, HOLD, "3.1", "As told", "A bag", 500))
    assert building(then, 3).wares[0].kind is WONDROUS
    then = played(at_sale(market()), PutItem(TARN, HOLD, "2.0", "As told", "A bag", 500))
    assert building(then, 2).wares[0].kind is None


def test_an_item_that_fills_the_last_vacancy_passes_the_step_over() -> None:
    then = played(at_roll(), PutItem(TARN, HOLD, "2.0", "As told", "A bag", 500))
    assert mark_of(kingdom_of(then)) is Mark.NOT_NEEDED
