"""Odds of fights with special rules and several monsters: counted by hand, slowly, and by fighting them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from random import Random
from time import process_time

import pytest

from bot.engine.dice.source import Dice
from bot.systems.adventuria.combat import exchange
from bot.systems.adventuria.combat import state as combat_state
from bot.systems.adventuria.combat.exchange import Bout
from bot.systems.adventuria.combat.odds import (
    FEW,
    Battle,
    falls_next,
    next_exchange,
    of_duel,
    of_exchange,
    of_fight,
    to_the_end,
)
from bot.systems.adventuria.combat.state import Combat, Order
from bot.systems.adventuria.ledger import has_fallen
from bot.systems.adventuria.state import Attributes
from tests.systems.adventuria.battles import counted, duel, rats, ruled, whole
from tests.systems.adventuria.exchanges import fight
from tests.systems.adventuria.scenes import bran, foe, having, item, spell, weapon

DICE = range(1, 7)
FIGHTS, SIGMAS = 600, 4
SIXTH, THIRD = Fraction(1, 6), Fraction(1, 3)
Outcome = tuple[Fraction, Fraction, Fraction]
# What each outcome of the rolls does: chance, and how many wounds each side can take from then on.
Step = Callable[[str, int, int], list[tuple[Fraction, int, int]]]


# -- slowly, and with nothing of the program's own -----------------------------------------------------


def slowly(own: int, theirs: int, step: Step) -> Outcome:
    """A duel of Arms 4 against Arms 2: what each outcome of the rolls does is said by `step`."""

    @cache
    def rest(own: int, theirs: int) -> Outcome:
        if own <= 0:
            return Fraction(0), Fraction(0), Fraction(0)
        if theirs <= 0:
            return Fraction(1), Fraction(0), Fraction(0)
        fells, lasts, wounds, stays = Fraction(0), Fraction(1), Fraction(0), Fraction(0)
        for mine, its in product(DICE, DICE):
            came = "win" if mine + 4 > its + 2 else "lose" if mine + 4 < its + 2 else "standoff"
            for chance, own_now, theirs_now in step(came, own, theirs):
                share = chance / 36
                if (own_now, theirs_now) == (own, theirs):
                    stays += share
                    continue
                after = rest(own_now, theirs_now)
                fells += share * after[0]
                lasts += share * after[1]
                wounds += share * (own - own_now + after[2])
        return fells / (1 - stays), lasts / (1 - stays), wounds / (1 - stays)

    return rest(own, theirs)


def test_a43_a_wound_ignored_on_a_chance() -> None:
    def step(came: str, own: int, theirs: int) -> list[tuple[Fraction, int, int]]:
        if came == "lose":
            return [(THIRD, own, theirs), (1 - THIRD, own - 1, theirs)]
        return [(Fraction(1), own, theirs - (came == "win"))]

    found = counted(duel(item("Ward", "wounded by combat: ignore 1 on 5-6"), against=foe(vitae=3)))
    assert whole(found) == slowly(4, 3, step)


def test_a44_further_wounds_on_winning_and_at_standoffs() -> None:
    def step(came: str, own: int, theirs: int) -> list[tuple[Fraction, int, int]]:
        if came == "win":
            more = theirs - 1 > 0
            return [(SIXTH, own, theirs - 1 - more), (1 - SIXTH, own, theirs - 1)]
        return [(Fraction(1), own - 1, theirs)]

    battle = duel(item("Ring", "winning: foe wound 1 on 6"), against=ruled("standoff: foe wound 1", vitae=4))
    assert whole(counted(battle)) == slowly(4, 4, step)


def test_wounds_that_heal_lead_back_and_are_counted_exactly() -> None:
    """At a standoff one heals, down to none: 4 left at most."""

    def step(came: str, own: int, theirs: int) -> list[tuple[Fraction, int, int]]:
        if came == "standoff":
            return [(Fraction(1), min(4, own + 1), theirs)]
        return [(Fraction(1), own - (came == "lose"), theirs - (came == "win"))]

    found = counted(duel(item("Balm", "standoff: heal 1"), against=foe(vitae=4), wounds=1))
    expected = slowly_with_returns(3, 4, step)
    assert abs(float(found.fells) - expected) < 1e-12


def slowly_with_returns(own: int, theirs: int, step: Step) -> float:
    """The chance to fell where wounds come and go: exchange by exchange, until hardly any is left."""
    chances, fells = {(own, theirs): 1.0}, 0.0
    for _ in range(600):
        after: dict[tuple[int, int], float] = {}
        for (mine, its), chance in chances.items():
            for own_die, die in product(DICE, DICE):
                came = "win" if own_die + 2 > die else "lose" if own_die + 2 < die else "standoff"
                for share, own_now, theirs_now in step(came, mine, its):
                    weight = chance * float(share) / 36
                    if theirs_now <= 0:
                        fells += weight
                    elif own_now > 0:
                        key = (own_now, theirs_now)
                        after[key] = after.get(key, 0.0) + weight
        chances = after
    return fells


def test_a32_two_at_once_share_the_adventurers_die() -> None:
    """Each of Vitae 1: the adventurer's one die against both of theirs, until none stands."""

    @cache
    def rest(own: int, standing: int) -> Fraction:
        if own <= 0 or not standing:
            return Fraction(int(own > 0))
        total, stays = Fraction(0), Fraction(0)
        for mine, *its in product(DICE, repeat=standing + 1):
            felled = sum(mine + 4 > each + 2 for each in its)
            wounds = sum(mine + 4 < each + 2 for each in its)
            share = Fraction(1, 6 ** (standing + 1))
            if felled or wounds:
                total += share * rest(own - wounds, standing - felled)
            else:
                stays += share
        return total / (1 - stays)

    frail = Attributes(2, 1, 1, 1)
    weak = tuple(replace(each, printed=frail, now=frail) for each in rats(2))
    found = counted(Battle(bran(), weak, Combat.MELEE, Order.TOGETHER))
    assert found.fells == rest(4, 2)
    assert found.falls == 1 - rest(4, 2)


def test_a32_in_turn_each_fight_begins_with_the_wounds_of_the_one_before() -> None:
    def beaten(own: int, left: int) -> dict[int, Fraction]:
        """How many wounds are left to take after felling one of Vitae 2, by chance."""
        once = of_exchange(2)
        win = once.win / (once.win + once.lose)
        return {own - k: (k + 1) * win**2 * (1 - win) ** k for k in range(own)}

    expected = sum(chance * of_duel(2, own, 2).fells for own, chance in beaten(4, 2).items())
    assert counted(Battle(bran(), rats(2), Combat.MELEE)).fells == expected


def test_q17_an_attribute_that_rises_on_the_way_counts_from_then_on() -> None:
    first, second = foe(arms=2, vitae=1), foe(name="Ogre", arms=4, vitae=2)
    about_to_rise = Battle(bran(melee_xp=9), (first, second), Combat.MELEE)
    once = of_exchange(2)
    win = once.win / (once.win + once.lose)
    expected = sum(win * (1 - win) ** k * of_duel(1, 4 - k, 2).fells for k in range(4))
    assert counted(about_to_rise).fells == expected


# -- rules that have acted already (A43) ----------------------------------------------------------------


@pytest.mark.parametrize("lines", [("winning: foe wound 1",), ("winning: gold +1", "winning: foe wound 1")])
def test_a43_what_has_acted_for_the_next_combat_acts_from_the_one_after_on(lines: tuple[str, ...]) -> None:
    """The odds of the first exchange without that rule, and of all that follow with it."""

    def step(came: str, own: int, theirs: int) -> list[tuple[Fraction, int, int]]:
        if came == "win":
            return [(Fraction(1), own, theirs - 2)]
        return [(Fraction(1), own - (came == "lose"), theirs)]

    acted = fight(foe(vitae=4), done=(f"p1.{len(lines) - 1}",))
    battle = of_fight(acted, having(item("Ring", *lines)))
    once = of_exchange(2)
    after = (slowly(4, 3, step)[0], slowly(4, 4, step)[0], slowly(3, 4, step)[0])
    chances = (once.win, once.standoff, once.lose)
    expected = sum(share * fells for share, fells in zip(chances, after, strict=True))
    assert counted(battle).fells == expected
    assert expected < counted(replace(battle, done=())).fells


def test_a43_the_next_exchange_leaves_out_what_has_acted() -> None:
    horn = item("Horn", "start: foe wound 1 due to combat")
    armed = having(horn, item("Net", "wounding by combat: foe arms -1 until combat"))
    assert next_exchange(of_fight(fight(foe(vitae=5)), armed), 0) == of_exchange(3)
    assert next_exchange(of_fight(fight(foe(vitae=5), done=("p2.0",)), armed), 0) == of_exchange(2)


def test_what_acts_once_in_a_fight_is_known_by_its_line_whatever_stands_before_it() -> None:
    horn = having(item("Horn", "winning: gold +1", "start: foe wound 1 once"))
    blown = of_fight(fight(foe(vitae=3), used=("p1.1",)), horn)
    assert counted(blown) == of_duel(2, 4, 3)


# -- by fighting -------------------------------------------------------------------------------------------


class Thrown(Dice):
    """Dice of a fixed seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(count))


def fought(battle: Battle, dice: Thrown) -> tuple[bool, int, int]:
    """One fight to its end: whether the monsters fell, after how many exchanges, for how many more wounds."""
    adventurer, foes, used, count = battle.adventurer, battle.foes, battle.used, 0
    done = battle.done
    while not has_fallen(adventurer) and any(each.is_standing for each in foes):
        count += 1
        standing = [place for place, each in enumerate(foes) if each.is_standing]
        engaged = standing if battle.order is Order.TOGETHER else standing[:1]
        bout = exchange.begun(
            Bout(adventurer, tuple(foes), battle.kind, engaged=tuple(engaged), used=tuple(used), done=done),
            dice,
        )
        if exchange.is_rolled(bout):
            (own,) = dice.roll(1, 6, reason="")
            came = {}
            for place in exchange.rolling(bout):
                mine, its = exchange.totals(bout, place)
                came[place] = combat_state.verdict(own + mine, dice.roll(1, 6, reason="")[0] + its)
            bout = exchange.resolved(bout, came, dice)
        bout = exchange.closed(bout)
        adventurer, foes, used, done = bout.adventurer, bout.foes, bout.used, ()
    return not has_fallen(adventurer), count, adventurer.wounds - battle.adventurer.wounds


BATTLES = {
    "chances": duel(
        item("Ward", "wounded by combat: ignore 1 on 5-6"),
        weapon("Sword", "held: arms +1", "start: roll +1 in melee"),
        against=ruled("wounding: foe arms -1 until fight on 4-6", "standoff: foe wound 1", arms=4, vitae=4),
    ),
    "once": duel(
        item("Horn", "start: foe wound 1 once"), spell("Veil", "losing: heal 1 on 3-6"), against=foe(vitae=3)
    ),
    "several": Battle(having(item("Ward", "wounded: ignore 1 on 6")), rats(3), Combat.MELEE, Order.TOGETHER),
    "several with rules": Battle(
        having(weapon("Axe", "felling: heal 1")),
        rats(2, "start: foe arms -1 until combat on 6"),
        Combat.MELEE,
    ),
    "one of several has acted": Battle(
        bran(), rats(3, "losing: foe wound 1"), Combat.MELEE, Order.TOGETHER, done=("f2.0",)
    ),
    "rising": Battle(bran(melee_xp=8), (*rats(2), foe(name="Ogre", arms=5, vitae=3)), Combat.MELEE),
    "magical": Battle(bran(), (foe(magic=2), foe(name="Bat", magic=1)), Combat.MAGICAL, Order.TOGETHER),
}


@pytest.mark.parametrize("name", BATTLES)
def test_many_fights_fought_come_out_as_the_odds_say(name: str) -> None:
    battle, dice = BATTLES[name], Thrown(7)
    found = counted(battle)
    assert found.exchanges is not None
    fights = [fought(battle, dice) for _ in range(FIGHTS)]
    for place, expected in enumerate((found.fells, found.exchanges, found.wounds)):
        values = [float(fight[place]) for fight in fights]
        mean = sum(values) / FIGHTS
        variance = sum((value - mean) ** 2 for value in values) / FIGHTS
        assert abs(mean - float(expected)) <= SIGMAS * (sqrt(variance / FIGHTS) + 1 / FIGHTS)


@pytest.mark.parametrize("ahead", range(-6, 7))
def test_without_special_rules_it_is_the_duel_in_closed_form(ahead: int) -> None:
    """A rule that never acts here makes it count the long way."""
    strong = Attributes(10, 1, 1, 3)
    foe_ = ruled("winning: foe gold -1", printed=strong, now=strong)
    adventurer = bran(natural=replace(bran().natural, arms=10 + ahead))
    found = counted(Battle(adventurer, (foe_,), Combat.MELEE))
    assert found == of_duel(ahead, 4, 3)


# -- the next exchange -------------------------------------------------------------------------------------


def test_a44_the_next_exchange_counts_what_happens_at_its_start() -> None:
    battle = duel(item("Horn", "start: roll +1 on 4-6"), against=ruled("start: foe arms -1 until combat"))
    chances = next_exchange(battle, 0)
    assert chances.win == (of_exchange(2).win + of_exchange(1).win) / 2


def test_a_monster_that_falls_at_the_start_is_not_rolled_for() -> None:
    battle = duel(item("Horn", "start: foe wound 2"), against=foe(vitae=2))
    chances = next_exchange(battle, 0)
    assert chances.win + chances.standoff + chances.lose == 0
    assert whole(counted(battle)) == (Fraction(1), Fraction(1), Fraction(0))


# -- to fall in the next exchange --------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", range(-6, 7))
def test_a38_with_one_wound_left_to_take_one_falls_where_one_loses(ahead: int) -> None:
    strong = bran(natural=replace(bran().natural, arms=10 + ahead), wounds=3)
    arms = Attributes(10, 1, 1, 3)
    battle = Battle(strong, (foe(printed=arms, now=arms),), Combat.MELEE)
    assert falls_next(battle, (0,)) == of_exchange(ahead).lose
    assert falls_next(replace(battle, adventurer=replace(strong, wounds=2)), (0,)) == 0


def test_a38_special_rules_count_in_it() -> None:
    stinger = ruled("winning: foe wound 1 on 5-6")
    battle = duel(against=stinger, wounds=2)
    assert falls_next(battle, (0,)) == of_exchange(2).lose * THIRD
    # A ward ignores the wound of the dice, and leaves the other one.
    warded = duel(item("Ward", "wounded by combat: ignore 1"), against=stinger, wounds=3)
    assert falls_next(warded, (0,)) == of_exchange(2).lose * THIRD


def test_a38_of_several_at_once_each_may_wound() -> None:
    battle = Battle(bran(wounds=2), rats(2), Combat.MELEE, Order.TOGETHER)
    both = sum(mine + 4 < one + 2 and mine + 4 < two + 2 for mine, one, two in product(DICE, repeat=3))
    assert falls_next(battle, (0, 1)) == Fraction(both, 6**3)


def test_a38_of_several_to_choose_from_it_is_about_the_one_chosen() -> None:
    battle = Battle(bran(wounds=3), (foe(), foe("Ogre", arms=6)), Combat.MELEE, Order.CHOOSE)
    assert [falls_next(battle, (each,)) for each in (0, 1)] == [of_exchange(2).lose, of_exchange(-2).lose]


# -- bounds ------------------------------------------------------------------------------------------------


def test_a_fight_without_end_is_said_to_be_one() -> None:
    battle = duel(item("Aegis", "wounded: ignore all"), against=ruled("wounded: ignore all"))
    found = counted(battle)
    assert found.exchanges is None
    assert found.never == 1


def test_odds_that_would_leave_a_rule_out_are_not_told_at_all() -> None:
    rules = ("wounded: foe arms -1 until fight on 2", "standoff: arms +1 until fight on 5")
    battle = Battle(bran(), rats(2, *rules), Combat.MELEE)
    assert to_the_end(battle, 100) is None
    # Without those rules it would have been little to count.
    assert to_the_end(Battle(bran(), rats(2), Combat.MELEE), 100) is not None


def test_more_than_that_is_not_told_at_all() -> None:
    assert to_the_end(Battle(bran(), rats(6), Combat.MELEE, Order.TOGETHER), 100) is None


def test_a_duel_with_special_rules_takes_under_a_tenth_of_a_second() -> None:
    battle = duel(
        item("Ward", "wounded by combat: ignore 1 on 5-6"), against=ruled("standoff: foe wound 1", vitae=4)
    )
    to_the_end.cache_clear()
    began = process_time()
    counted(battle, FEW)
    assert process_time() - began < 0.1
