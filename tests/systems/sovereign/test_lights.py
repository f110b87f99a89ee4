"""Torches and lanterns: S63, Q39."""

from __future__ import annotations

from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.delves.lights import SetLight, Use
from bot.systems.sovereign.parties.rules import burned, passed
from bot.systems.sovereign.state import Character, Item, Lamp, Light, Tool
from tests.refusals import refuses
from tests.systems.sovereign.scenes import BO, WREN, bo, of, play, played, said, scene, who
from tests.tables import Table, text

TORCHES = Item("torches", "Torches", 1000, 2)
LANTERN = Item("lantern", "Lantern", 1000, tool=Tool.LANTERN)
OIL = Item("oil", "Flask of oil", 1000, 2)


def carrying(*items: Item, **changes: object) -> Character:
    """Bo with those in the pack."""
    return bo(items=items, **changes)


def use(lamp: Lamp, use: Use = Use.LIGHT) -> SetLight:
    """Bo's."""
    return SetLight(character=BO, lamp=lamp, use=use)


def test_torch_out_of_the_pack_burns_6_turns() -> None:
    left = played(scene(of(BO, carrying(TORCHES))), use(Lamp.TORCH))
    assert who(left, BO).lights == (Light(Lamp.TORCH, 6),)
    assert who(left, BO).items[0].count == 1


def test_lantern_burns_a_flask_in_24_turns_and_is_kept() -> None:
    left = played(scene(of(BO, carrying(LANTERN, OIL))), use(Lamp.LANTERN))
    assert who(left, BO).lights == (Light(Lamp.LANTERN, 24),)
    assert [(each.name, each.count) for each in who(left, BO).items] == [("Lantern", 1), ("Flask of oil", 1)]


def test_light_that_is_put_out_keeps_what_is_left_q39() -> None:
    burning = carrying(TORCHES, lights=(Light(Lamp.TORCH, 3),))
    left = played(scene(of(BO, burning)), use(Lamp.TORCH, Use.SNUFF))
    assert who(left, BO).lights == (Light(Lamp.TORCH, 3, is_lit=False),)
    after, _ = passed(who(left, BO), Unit.TURN, 5)
    assert after.lights == (Light(Lamp.TORCH, 3, is_lit=False),)
    assert said(play(left, use(Lamp.TORCH))) == ["Bo lights a torch: 3 Turns."]


def test_lantern_is_refilled_lit_or_not_but_no_torch() -> None:
    left = scene(of(BO, carrying(OIL, lights=(Light(Lamp.LANTERN, 2),))))
    assert who(played(left, use(Lamp.LANTERN, Use.REFILL)), BO).lights == (Light(Lamp.LANTERN, 24),)
    with refuses("light.torch"):
        play(left, use(Lamp.TORCH, Use.REFILL))


def test_burned_out_lantern_stays_and_a_torch_is_gone() -> None:
    after, told = burned(bo(lights=(Light(Lamp.TORCH, 1), Light(Lamp.LANTERN, 1))), 1)
    assert after.lights == (Light(Lamp.LANTERN, 0, is_lit=False),)
    assert len(told) == 2


def test_nothing_in_the_pack_is_no_light_unless_a_game_master_allows_it() -> None:
    with refuses("light.none"):
        play(scene(of(BO, bo())), use(Lamp.TORCH))
    free = SetLight(character=BO, lamp=Lamp.TORCH, is_waived=True)
    assert who(played(scene(of(BO, bo())), free), BO).lights == (Light(Lamp.TORCH, 6),)
    with refuses("pack.waived"):
        play(scene(of(BO, bo()), actor=WREN), free)


def test_who_is_unconscious_lights_nothing() -> None:
    with refuses("character.helpless"):
        play(scene(of(BO, carrying(TORCHES, helpless=1))), use(Lamp.TORCH))


async def test_the_light_that_fits_is_meant_where_none_is_named(barrow: Table) -> None:
    channel, wren = barrow.channel, barrow.wren
    for thing in ("Lantern", "Flask of oil"):
        await wren.slash(channel, "party pack add", thing=thing)
    told = []
    for deed in ({}, {"do": "snuff"}, {}):
        await wren.slash(channel, "party pack light", **deed)
        await barrow.settle()
        told.append(text(barrow.last()).partition("\n")[0])
    assert told == [
        "Bo lights a lantern: 24 Turns.",
        "Bo puts the lantern out; 24 Turns are left in it.",
        "Bo lights a lantern: 24 Turns.",
    ]
