"""Packs, coins, beasts and carts: S47 to S51, Q25 to Q29."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS
from bot.engine.system import World
from bot.systems.sovereign.book import ENC, Carrier, Size
from bot.systems.sovereign.packs.rules import (
    AddItem,
    AddMount,
    Coins,
    Drag,
    DropItem,
    GiveItem,
    LoadItem,
    LoseMount,
    MoveItem,
    UnloadItem,
    read_weight,
    require_tool,
    room_of,
)
from bot.systems.sovereign.state import Character, Dying, Item, Known, Mount, Party, Tool
from tests.refusals import refuses
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    KIT,
    MIRA,
    OGRE,
    PARTY,
    WREN,
    bo,
    mira,
    of,
    ogre,
    party,
    play,
    played,
    said,
    scene,
    who,
)


def thing(enc: float, count: int = 1, key: str = "thing", name: str = "Thing", **changes: Any) -> Item:
    """So many things of that weight, Stowed."""
    return Item(key, name, round(enc * ENC), count, **changes)


def load(n: int, **changes: Any) -> Item:
    """Something of n points."""
    return thing(n, key="load", name="Load", **changes)


def pack(*items: Item, **changes: Any) -> Character:
    """Bo (Strength 10) with those."""
    return bo(items=items, **changes)


def own(state: Character, **seen: Any) -> World:
    """Bo alone, before Wren."""
    return scene(of(BO, state), actor=seen.pop("actor", WREN), **seen)


# -- limits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "enc"), [(Size.POCKET, 0), (Size.ONE_HAND, 1), (Size.TWO_HANDS, 2), (Size.WHOLE_BODY, 5)]
)
def test_s47_a_things_size_is_its_encumbrance(size: Size, enc: int) -> None:
    left = played(own(bo()), AddItem(BO, "Thing", size))
    assert who(left, BO).carried(is_readied=False) == enc


@pytest.mark.parametrize("strength", range(3, 19))
def test_s48_s49_stowed_is_strength_and_trap_readied_half_of_it_rounded_down(strength: int) -> None:
    state = bo(strength=strength)
    for is_readied, room in ((False, strength), (True, strength // 2)):
        full = AddItem(BO, "Bricks", weighs=str(room), is_readied=is_readied)
        left = played(own(state), full)
        assert who(left, BO).carried(is_readied=is_readied) == room
        with refuses("pack.over"):
            play(left, AddItem(BO, "Brick", is_readied=is_readied))


def test_trap_the_two_limits_are_two_pools() -> None:
    left = played(own(pack(load(10))), AddItem(BO, "Sword", weighs="5", is_readied=True))
    assert (who(left, BO).carried(is_readied=False), who(left, BO).carried(is_readied=True)) == (10, 5)
    with refuses("pack.over"):
        play(own(pack(thing(5, key="s", is_readied=True))), AddItem(BO, "Knife", is_readied=True))


def test_q25_over_a_limit_is_refused_with_the_sum() -> None:
    with refuses("pack.over") as refused:
        play(own(pack(load(8), coins=150)), AddItem(BO, "Rope", Size.TWO_HANDS))
    assert str(refused.value) == ("Bo would have 11 enc Stowed: Load 8, Rope 2, 150 coins 1. Strength is 10.")


def test_q25_a_game_master_may_allow_it_and_a_player_may_not() -> None:
    more = AddItem(BO, "Idol", Size.WHOLE_BODY, is_waived=True)
    assert who(played(own(pack(load(9)), actor=1), more), BO).carried(is_readied=False) == 14
    with refuses("pack.waived"):
        play(own(pack(load(9))), more)


def test_who_carries_too_much_already_can_still_put_things_away() -> None:
    left = played(own(pack(load(14), thing(2))), DropItem(BO, "thing"))
    assert who(left, BO).carried(is_readied=False) == 14
    with refuses("pack.over"):
        play(left, AddItem(BO, "Feather"))


# -- weights ---------------------------------------------------------------------------------------------


WEIGHTS = {
    "50 lb": 10_000, "12 lb": 2400, "12lbs": 2400, "12.5 pounds": 2500, "3": 3000, "0,5 enc": 500, "0": 0,
}  # fmt: skip


@pytest.mark.parametrize(("text", "thousandths"), list(WEIGHTS.items()))
def test_s50_50_lb_are_10_enc_and_q27_exactly(text: str, thousandths: int) -> None:
    assert read_weight(text) == thousandths


@pytest.mark.parametrize("text", ["NaN lb", "nan", "inf", "-1", "1e3", "12 kg", "lb", "1/2", "١٢", "12.345"])
def test_what_is_no_weight_is_refused(text: str) -> None:
    with refuses("pack.weight"):
        play(own(bo()), AddItem(BO, "Thing", weighs=text))


def test_a_weight_beyond_all_measure_is_refused() -> None:
    with refuses("pack.too_heavy"):
        read_weight("99999")


def test_q27_pounds_are_added_exactly_and_the_total_is_rounded_up() -> None:
    # 2.4 each: one is 3, five are 12 and not 15.
    assert pack(thing(2.4)).carried(is_readied=False) == 3
    assert pack(thing(2.4, 5)).carried(is_readied=False) == 12
    assert pack(thing(0.4, key="a"), thing(0.4, key="b")).carried(is_readied=False) == 1


@pytest.mark.parametrize(("coins", "enc"), [(0, 0), (99, 0), (100, 1), (199, 1), (200, 2)])
def test_s50_100_coins_are_1_enc_and_q26_rounded_down(coins: int, enc: int) -> None:
    assert bo(coins=coins).carried(is_readied=False) == enc


# -- moved, dropped, given --------------------------------------------------------------------------------


def test_s48_drawing_what_is_stowed_is_a_main_action_and_says_so() -> None:
    turn = play(own(pack(thing(1))), MoveItem(BO, "thing", is_readied=True))
    assert said(turn) == ["Bo draws Thing, a Main Action: it's Readied now."]
    assert turn.changes[0].state.items[0].is_readied
    assert said(play(own(pack(thing(1, is_readied=True))), MoveItem(BO, "thing", is_readied=False))) == [
        "Bo stows Thing."
    ]


def test_drawing_needs_room_and_somebody_who_can_act() -> None:
    with refuses("pack.over"):
        play(own(pack(load(6))), MoveItem(BO, "load", is_readied=True))
    with refuses("pack.there"):
        play(own(pack(load(1))), MoveItem(BO, "load", is_readied=False))
    with refuses("pack.gone"):
        play(own(bo()), MoveItem(BO, "thing", is_readied=True))
    for helpless in ({"hp": 0, "dying": Dying()}, {"helpless": 1}):
        with refuses("character.helpless"):
            play(own(pack(load(1), **helpless)), MoveItem(BO, "load", is_readied=True))


def test_like_things_lie_together() -> None:
    left = played(own(pack(thing(1, 3))), AddItem(BO, "Thing", count=2))
    assert [(each.name, each.count) for each in who(left, BO).items] == [("Thing", 5)]
    with refuses("pack.count"):
        play(own(pack(thing(0, 999)), actor=1), AddItem(BO, "Thing", Size.POCKET))


def test_things_are_dropped_one_by_one() -> None:
    left = played(own(pack(thing(1, 2))), DropItem(BO, "thing"))
    assert [each.count for each in who(left, BO).items] == [1]
    assert who(played(left, DropItem(BO, "thing")), BO).items == ()
    for count in (0, 3):
        with refuses("pack.fewer"):
            play(own(pack(thing(1, 2))), DropItem(BO, "thing", count))


def test_what_is_given_is_stowed_and_has_to_fit() -> None:
    both = scene(of(BO, pack(thing(2, is_readied=True))), of(MIRA, mira()))
    left = played(both, GiveItem(BO, "thing", MIRA))
    assert who(left, BO).items == ()
    assert [(each.name, each.is_readied) for each in who(left, MIRA).items] == [("Thing", False)]
    with refuses("pack.over"):
        play(scene(of(BO, pack(load(10))), of(MIRA, mira())), GiveItem(BO, "load", MIRA))
    with refuses("pack.self"):
        play(own(pack(load(1))), GiveItem(BO, "load", BO))
    with refuses("character.dead"):
        play(scene(of(BO, pack(load(1))), of(MIRA, mira(is_dead=True))), GiveItem(BO, "load", MIRA))


def test_the_dead_are_looted() -> None:
    left = played(
        scene(of(BO, pack(load(1), is_dead=True, hp=0)), of(MIRA, mira())), GiveItem(BO, "load", MIRA)
    )
    assert who(left, MIRA).items


def test_what_goes_to_a_hidden_npc_is_told_to_game_masters_alone() -> None:
    there = scene(of(BO, pack(load(1), coins=9)), of(OGRE, ogre()))
    for action in (GiveItem(BO, "load", OGRE), Coins(BO, 5, OGRE)):
        assert play(there, action).events[0].audience == GAME_MASTERS


def test_a_thing_needs_a_name_and_a_pack_has_an_end() -> None:
    with refuses("pack.name"):
        play(own(bo()), AddItem(BO, "  "))
    full = tuple(thing(0, key=str(n), name=f"Bead {n}") for n in range(60))
    with refuses("pack.too_many"):
        play(own(pack(*full)), AddItem(BO, "Pearl", Size.POCKET))


# -- kits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", [Tool.HEALER, Tool.THIEF])
def test_a_kit_that_is_asked_for_is_a_tagged_thing(tool: Tool) -> None:
    left = played(own(bo()), AddItem(BO, "Leather case", tool=tool))
    found = require_tool(left, who(left, BO), tool)
    assert found is not None
    assert found.name == "Leather case"
    with refuses("kit.none") as refused:
        require_tool(left, bo(), tool)
    assert tool.label in str(refused.value)
    assert require_tool(own(bo(), actor=1), bo(), tool, is_waived=True) is None
    with refuses("kit.waived"):
        require_tool(left, bo(), tool, is_waived=True)


def test_a_readied_kit_is_used_before_a_stowed_one() -> None:
    stowed = replace(KIT, key="stowed", is_readied=False)
    assert pack(stowed, KIT).tool(Tool.HEALER) == KIT


# -- coins ------------------------------------------------------------------------------------------------


def test_coins_are_taken_paid_and_given() -> None:
    assert who(played(own(bo(coins=5)), Coins(BO, 20)), BO).coins == 25
    assert who(played(own(bo(coins=25)), Coins(BO, -20)), BO).coins == 5
    both = scene(of(BO, bo(coins=25)), of(MIRA, mira()))
    for amount in (20, -20):
        left = played(both, Coins(BO, amount, MIRA))
        assert (who(left, BO).coins, who(left, MIRA).coins) == (5, 20)


def test_coins_that_aren_t_there_or_don_t_fit_are_refused() -> None:
    with refuses("coins.too_few"):
        play(own(bo(coins=5)), Coins(BO, -6))
    with refuses("coins.none"):
        play(own(bo()), Coins(BO, 0))
    with refuses("pack.over"):
        play(own(pack(load(10))), Coins(BO, 100))
    with refuses("pack.over"):
        play(scene(of(BO, bo(coins=100)), of(MIRA, mira(items=(load(8),)))), Coins(BO, 100, MIRA))
    with refuses("coins.too_many"):
        play(own(bo(coins=999_999), actor=1), Coins(BO, 1, is_waived=True))


# -- dragging ---------------------------------------------------------------------------------------------


def dragged(state: Character, other: Character | None = None, **seen: Any) -> World:
    """Bo, and Mira who can't walk."""
    return scene(of(BO, state), of(MIRA, other or mira(helpless=1)), **seen)


def test_s47_q28_somebody_dragged_is_12_against_stowed_and_readied_together() -> None:
    # Strength 10: 10 Stowed and 5 Readied are 15 together.
    left = played(dragged(pack(load(2), thing(1, is_readied=True))), Drag(BO, MIRA))
    assert who(left, BO).dragging == MIRA
    with refuses("pack.dragging"):
        play(dragged(pack(load(2), thing(2, is_readied=True))), Drag(BO, MIRA))
    with refuses("pack.dragging"):
        play(left, AddItem(BO, "Rope"))
    assert said(play(dragged(bo()), Drag(BO, MIRA))) == ["Bo drags Mira with both hands."]


@pytest.mark.parametrize(
    "state",
    [mira(helpless=1), mira(hp=0, dying=Dying()), mira(hp=0, is_dead=True)],
    ids=["out", "dying", "dead"],
)
def test_whoever_can_t_walk_is_dragged(state: Character) -> None:
    assert who(played(dragged(bo(), state), Drag(BO, MIRA)), BO).dragging == MIRA


def test_who_can_walk_isn_t_dragged_nor_by_who_can_t() -> None:
    with refuses("drag.walks"):
        play(dragged(bo(), mira()), Drag(BO, MIRA))
    with refuses("character.helpless"):
        play(dragged(bo(helpless=1)), Drag(BO, MIRA))
    with refuses("character.same"):
        play(dragged(bo()), Drag(BO))
    assert said(play(dragged(bo(dragging=MIRA)), Drag(BO))) == ["Bo lets go."]


def test_a_hidden_npc_is_dragged_unseen() -> None:
    there = scene(of(BO, bo()), of(OGRE, ogre(helpless=1)))
    assert play(there, Drag(BO, OGRE)).events[0].audience == GAME_MASTERS
    seen = scene(of(BO, bo()), of(OGRE, ogre(helpless=1, known=Known.NAMED)))
    assert play(seen, Drag(BO, OGRE)).events[0].audience.everyone


# -- beasts, porters and carts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("carrier", "price", "enc"),
    [(Carrier.HORSE, 40, 30), (Carrier.MULE, 20, 15), (Carrier.PORTER, 2, 12), (Carrier.CART, 25, 0)],
)
def test_s51_prices_and_loads(carrier: Carrier, price: int, enc: int) -> None:
    there = scene(of(BO, bo(coins=50)), party(BO))
    left = played(there, AddMount(PARTY, carrier, "Bess", BO))
    state: Party = left.records[PARTY].state
    assert who(left, BO).coins == 50 - price
    assert (state.mounts[0].name, state.mounts[0].payer) == ("Bess", BO)
    assert room_of(state, state.mounts[0]) == enc
    with refuses("coins.too_few"):
        play(scene(of(BO, bo(coins=price - 1)), party(BO)), AddMount(PARTY, carrier, payer=BO))


def mount(carrier: Carrier, key: str, *items: Item) -> Mount:
    """One of those."""
    return Mount(key, key.upper(), carrier, items)


def rooms(*mounts: Mount) -> list[int]:
    """What each of them can carry."""
    state = Party("Lanterns", 7, mounts=mounts)
    return [room_of(state, each) for each in mounts]


CART, MULE, HORSE, PORTER = (
    mount(each, each.value) for each in (Carrier.CART, Carrier.MULE, Carrier.HORSE, Carrier.PORTER)
)


@pytest.mark.parametrize(
    ("mounts", "carry"),
    [
        ((CART,), [0]),
        ((CART, MULE), [0, 15]),
        ((CART, PORTER, PORTER), [0, 12, 12]),
        ((CART, MULE, HORSE), [300, 0, 0]),
        ((CART, MULE, HORSE, mount(Carrier.MULE, "m2")), [300, 0, 0, 15]),
        ((CART, mount(Carrier.CART, "c2"), MULE, HORSE), [300, 0, 0, 0]),
    ],
)  # fmt: skip
def test_q29_a_cart_takes_two_beasts_which_carry_nothing_else(
    mounts: tuple[Mount, ...], carry: list[int]
) -> None:
    assert rooms(*mounts) == carry


def test_q29_laden_beasts_pull_nothing() -> None:
    laden = mount(Carrier.MULE, "laden", load(9))
    assert rooms(CART, laden, HORSE) == [0, 15, 30]
    assert rooms(CART, laden, HORSE, MULE) == [300, 15, 0, 0]


def beside(*mounts: Mount, state: Character | None = None) -> World:
    """Bo with a load, and those."""
    return scene(of(BO, state or pack(load(8), thing(1, 2))), party(BO, mounts=mounts), actor=WREN)


def test_things_go_on_a_beast_and_come_off_it() -> None:
    left = played(beside(MULE), LoadItem(BO, "load", PARTY, "mule"))
    state: Party = left.records[PARTY].state
    (put,) = state.mounts[0].items
    assert (put.name, state.mounts[0].carried, len(who(left, BO).items)) == ("Load", 8, 1)
    left = played(left, UnloadItem(BO, PARTY, "mule", put.key))
    assert len(who(left, BO).items) == 2


def test_a_beast_has_its_limit_and_a_pack_keeps_its_own() -> None:
    with refuses("mount.over"):
        play(beside(mount(Carrier.MULE, "mule", thing(8))), LoadItem(BO, "load", PARTY, "mule"))
    with refuses("mount.over"):
        play(beside(CART, MULE), LoadItem(BO, "load", PARTY, "cart"))
    with refuses("pack.over"):
        play(
            beside(mount(Carrier.MULE, "mule", load(5)), state=pack(load(9))),
            UnloadItem(BO, PARTY, "mule", "load"),
        )
    with refuses("mount.none"):
        play(beside(), LoadItem(BO, "load", PARTY, "mule"))
    elsewhere = scene(of(BO, pack(load(1))), party(MIRA, mounts=(MULE,)))
    with refuses("mount.elsewhere"):
        play(elsewhere, LoadItem(BO, "load", PARTY, "mule"))


def test_parting_with_a_beast_says_what_goes_with_it() -> None:
    notes = list[str]()
    there = replace(beside(mount(Carrier.MULE, "mule", load(5))), note=notes.append)
    left = played(replace(there, actor=1), LoseMount(PARTY, "mule"))
    assert left.records[PARTY].state.mounts == ()
    assert notes == ["What it carries goes with it: Load."]


def test_a_party_has_so_many_beasts() -> None:
    herd = tuple(mount(Carrier.MULE, str(n)) for n in range(20))
    with refuses("mount.too_many"):
        play(scene(party(mounts=herd), actor=DEACON), AddMount(PARTY, Carrier.MULE))
