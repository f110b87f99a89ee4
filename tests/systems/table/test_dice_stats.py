"""Whether the dice hate somebody: what is counted, how unusual it is, and in which words."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from bot.engine.dice.notation import parse
from bot.engine.dice.odds import Distribution, die
from bot.engine.people import Actor
from bot.play import tally
from bot.play.tally import Faces, Tally, tail, tail_of_all
from bot.systems.table.dice.cards import TABLES, likely_range, luck, odds, statistics
from tests.deliveries import Scene, scene

__all__ = ["scene"]


def faces(sides: int, **counts: int) -> Faces:
    """A die's faces: `faces(6, f1=3)` fell three times on 1."""
    return Faces(sides, Counter({int(face[1:]): count for face, count in counts.items()}))


# -- how unusual --------------------------------------------------------------------------------------


def test_the_tail_is_the_exact_chance_of_this_or_worse() -> None:
    rolled = faces(6, f1=2, f3=1)
    sums = [sum(each) for each in product(range(1, 7), repeat=3)]
    assert tail(rolled) == pytest.approx(sum(each <= 5 for each in sums) / 216)
    assert rolled.is_low


def test_above_the_average_the_tail_is_the_chance_of_this_or_better() -> None:
    rolled = faces(6, f6=2, f5=1)
    assert tail(rolled) == pytest.approx(4 / 216)
    assert not rolled.is_low


@pytest.mark.parametrize("low", [True, False])
def test_the_bell_curve_goes_on_where_exact_sums_end(low: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rolled = faces(20, f3=30, f12=40, f18=10) if low else faces(20, f19=30, f12=40, f3=10)
    exact = tail(rolled)
    monkeypatch.setattr("bot.play.tally.MOST_OUTCOMES", 0)
    assert rolled.is_low == low
    assert tail(rolled) == pytest.approx(exact, rel=0.03, abs=0.002)


def test_dice_of_every_kind_count_alike_however_many_sides_they_have() -> None:
    low = faces(6, f1=20)
    high = faces(100, f100=20)
    assert tail_of_all([low])[1]
    assert not tail_of_all([high])[1]
    assert tail_of_all([low])[0] < 1e-6
    assert tail_of_all([low, high])[0] > 0.2
    assert tail_of_all([faces(1, f1=5)]) == (1.0, False)


@pytest.mark.parametrize(
    ("chance", "is_low", "said"),
    [
        (0.48, True, "as expected: about every other player would see this or worse"),
        (0.125, True, "nothing unusual: about 1 in 8 players would see this or worse"),
        (0.01, True, "unlucky: about 1 in 100 players would see this or worse"),
        (0.000803, False, "lucky: about 1 in 1,200 players would see this or better"),
        (1e-9, False, "lucky: about 1 in a million or more players would see this or better"),
    ],
)
def test_how_unusual_it_is_is_said_in_plain_words(chance: float, is_low: bool, said: str) -> None:
    assert luck(chance, is_low=is_low, count=100) == said


def test_the_dice_of_everyone_are_compared_with_other_tables() -> None:
    found = luck(0.2, TABLES, is_low=True, count=100)
    assert found == "nothing unusual: about 1 in 5 tables would see this or worse"


def test_few_dice_are_not_judged() -> None:
    assert luck(0.001, is_low=True, count=9) == "too few to judge"


# -- what is counted ------------------------------------------------------------------------------------


async def counted(scene: Scene, who: int | None = None) -> Tally:
    """The tally of the campaign, as the game master asks for it."""
    stage = scene.stage
    request = stage.request()
    return await stage.bot.play.tally(Actor(stage.gm.id), request, who)


async def test_every_open_die_counts_rerolled_and_exploded_ones_too(scene: Scene) -> None:
    stage = scene.stage
    for dice in ("40d6!", "30d6rr<=2", "5#d20"):
        await stage.do("roll", by=stage.deacon, dice=dice)
    drawn = [entry for entry in await stage.entries() if entry.drawing is not None]
    total = await counted(scene)
    assert total.rolls == 3
    assert total.dice == sum(entry.dice.count('"sides"') for entry in drawn)
    assert total.dice > 75
    assert [kind.sides for kind in total.kinds] == [6, 20]


async def test_secret_dice_do_not_count_even_for_a_game_master(scene: Scene) -> None:
    stage = scene.stage
    for secrecy in ("gm", "me", "hidden"):
        await stage.do("roll", by=stage.deacon, dice="10d6", secrecy=secrecy)
    assert (await counted(scene)).dice == 0


async def test_dice_that_were_undone_count(scene: Scene) -> None:
    stage = scene.stage
    await scene.challenge()
    await scene.roll()
    before = await counted(scene)
    entry = (await stage.entries())[-1]
    preview = (await stage.do("undo", by=stage.gm, entry=entry.number)).answer.data
    button: Any = preview["components"][0]["components"][0]
    await stage.feeder.deliver(stage.say.press(button["custom_id"], user=stage.gm))
    assert (await stage.entries())[-1].action == "Undo"
    assert await counted(scene) == before
    assert before.dice > 0


async def test_only_the_newest_rolls_are_read(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "PAGE", 2)
    monkeypatch.setattr(tally, "MOST_ENTRIES", 4)
    for sides in (4, 6, 6, 8, 8):
        await scene.stage.do("roll", by=scene.stage.deacon, dice=f"d{sides}")
    total = await counted(scene)
    assert (total.rolls, total.is_capped) == (4, True)
    assert 4 not in [kind.sides for kind in total.kinds]
    assert "-# Counted: the newest 4 rolls." in statistics(total, "everyone", None).lines


async def test_who_never_rolled_has_no_dice(scene: Scene) -> None:
    await scene.stage.do("roll", by=scene.stage.deacon, dice="d6")
    assert (await counted(scene, scene.stage.wren.id)).kinds == ()
    assert (await counted(scene, scene.stage.deacon.id)).dice == 1


# -- odds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spread", "middle"),
    [
        (die(6).repeat(2), (5, 9)),
        (die(20), (4, 17)),
        (Distribution({5: 1}), (5, 5)),
        (Distribution({0: 9, 100: 1}), (0, 0)),
    ],
)
def test_the_likeliest_range_is_the_shortest_one_in_the_middle(
    spread: Distribution[int], middle: tuple[int, int]
) -> None:
    assert likely_range(spread) == middle


def test_the_odds_of_a_repeated_roll_are_those_of_each_throw() -> None:
    assert odds(parse("3#d20"), 11).lines == (
        "At least 11: **50.0%**",
        "Mean 10.5, most often 1 (5.0%)",
        "70.0% of rolls come to 4 to 17.",
        "These are the chances for each of the 3 throws.",
    )
