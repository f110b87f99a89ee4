"""The book's numbers (Sovereign, core chapter): attributes, skills, saves, time, loads, the road."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from bot.engine.saying import Clause
from bot.engine.text import Labelled, T, refused

# -- attributes and skills ----------------------------------------------------------------------------

LEAST_SCORE, MOST_SCORE = 3, 18
# How far injury and magic may take one (Q52).
LEAST_CHANGED, MOST_CHANGED = 1, 30
LEAST_SKILL, MOST_SKILL = -1, 4
MOST_LEVEL = 20


class Attribute(Labelled):
    """The five attributes (S4): a score of 3 to 18; three letters name its modifier."""

    STR = "strength", "Strength"
    DEX = "dexterity", "Dexterity"
    CON = "constitution", "Constitution"
    INT = "intelligence", "Intelligence"
    WIS = "wisdom", "Wisdom"


class Skill(Labelled):
    """The nine skills (S16)."""

    EXERT = "exert", "Exert"
    HEAL = "heal", "Heal"
    KNOW = "know", "Know"
    MAGIC = "magic", "Magic"
    NOTICE = "notice", "Notice"
    SNEAK = "sneak", "Sneak"
    BRAWL = "brawl", "Brawl"
    SHOOT = "shoot", "Shoot"
    STAB = "stab", "Stab"


class Save(Labelled):
    """The three saving throws (S12 to S14)."""

    PHYSICAL = "physical", "Physical save"
    EVASION = "evasion", "Evasion save"
    MENTAL = "mental", "Mental save"


# The better of the two counts (S12 to S14, Q3).
SAVED_BY = {
    Save.PHYSICAL: (Attribute.STR, Attribute.CON),
    Save.EVASION: (Attribute.DEX, Attribute.INT),
    Save.MENTAL: (Attribute.INT, Attribute.WIS),
}


def modifier(score: int) -> int:
    """What a score adds (S5): 3 is −2, 4 to 7 −1, 8 to 13 0, 14 to 17 +1, 18 +2; beyond, the same (Q52)."""
    bounds = (LEAST_SCORE, 7, 13, 17)
    return sum(score > bound for bound in bounds) - 2


# -- checks and saves ---------------------------------------------------------------------------------

CHECK_TARGET, OPPOSED_BASE = 10, 8
SAVE_BASE, NPC_SAVE_BASE = 16, 15
SAVE_SIDES = 20
CHECK_DICE, CHECK_SIDES = 2, 6


@cache
def chance_of(target: int, modifier: int) -> Fraction:
    """How likely 2d6 and the modifier reach the target (S17): no result counts by itself."""
    faces = range(1, CHECK_SIDES + 1)
    hits = sum(one + other + modifier >= target for one, other in product(faces, faces))
    return Fraction(hits, CHECK_SIDES**CHECK_DICE)


def group_share(adds: int) -> int:
    """What a helper brings to a group check: the sign of what they would add themselves (S19)."""
    return (adds > 0) - (adds < 0)


def saving_chance(target: int, bonus: int) -> Fraction:
    """How likely d20 and the bonus reach the target: 1 always fails, 20 always saves (S11, Q5)."""
    hits = sum(is_saved(face, target, bonus) for face in range(1, SAVE_SIDES + 1))
    return Fraction(hits, SAVE_SIDES)


def is_saved(face: int, target: int, bonus: int) -> bool:
    """Whether that face saves (S11)."""
    return face != 1 and (face == SAVE_SIDES or face + bonus >= target)


# -- hit points ---------------------------------------------------------------------------------------

DIE_HARD = 2
HIT_DICE = (4, 6, 8, 10, 12)
NPC_HIT_DIE, HALF_HIT_DIE = 8, 4

# -- time ---------------------------------------------------------------------------------------------


class Unit(Labelled):
    """What time is counted in (S21 to S23). A fight is one Turn, however many Rounds it takes."""

    ROUND = "round", "Round"
    TURN = "turn", "Turn"
    HOUR = "hour", "hour"
    DAY = "day", "day"

    def counted(self, n: int) -> Clause:
        """So many of them."""
        return {
            Unit.ROUND: Clause(T("{n} {n:Round|Rounds}"), n=n),
            Unit.TURN: Clause(T("{n} {n:Turn|Turns}"), n=n),
            Unit.HOUR: Clause(T("{n} {n:hour|hours}"), n=n),
            Unit.DAY: Clause(T("{n} {n:day|days}"), n=n),
        }[self]


# How many of the smaller unit pass while one of the larger does.
ROUNDS_A_TURN, TURNS_AN_HOUR, HOURS_A_DAY, DAYS_A_WEEK = 60, 6, 24, 7
_IN_ROUNDS = {
    Unit.ROUND: 1,
    Unit.TURN: ROUNDS_A_TURN,
    Unit.HOUR: ROUNDS_A_TURN * TURNS_AN_HOUR,
    Unit.DAY: ROUNDS_A_TURN * TURNS_AN_HOUR * HOURS_A_DAY,
}


def passing(passed: Unit, n: int, unit: Unit) -> int:
    """How many whole ones of a unit are over when `n` of another pass; Rounds never make a Turn (S21)."""
    if passed is Unit.ROUND and unit is not Unit.ROUND:
        return 0
    return n * _IN_ROUNDS[passed] // _IN_ROUNDS[unit]


def remaining(left: int, unit: Unit, passed: Unit, n: int) -> tuple[int, Unit]:
    """What is left of a time when `n` of a unit pass: in the largest unit in which it is a whole number."""
    span = passing(unit, 1, passed)
    if span <= 1 or passed is Unit.ROUND:
        return left - passing(passed, n, unit), unit
    spans = ((each, passing(each, 1, passed)) for each in (unit, Unit.HOUR, passed))
    return next(((left * span - n) // of, each) for each, of in spans if (left * span - n) % of == 0)


# -- mortal injury, healing, strain -------------------------------------------------------------------

# The answer in advance to whatever asks for a check or save.
ROLLS_AT_ONCE = "sovereign.rolls"
ROUNDS_TO_LIVE = 6
WEEK, MONTH = 7, 30
DOOM_SIDES = 6
FIRST_AID_SIDES = 6
OUT_COLD = 6  # Turns: an hour (S36)
STARVATION, DEHYDRATION, SLEEPLESSNESS = 1, 3, 2
POISON_LEAST, POISON_MOST = -4, 4
DEADLY_SIDES = 4

# -- encumbrance --------------------------------------------------------------------------------------

# Encumbrance is kept in thousandths, so that pounds add up exactly (Q27).
ENC = 1000
POUNDS_AN_ENC = 5
COINS_AN_ENC = 100
DRAGGED = 12


class Size(Labelled):
    """How awkward a thing is to carry (S47)."""

    POCKET = "pocket", "fits a small pocket: 0 enc"
    ONE_HAND = "one_hand", "one hand: 1 enc"
    TWO_HANDS = "two_hands", "two hands: 2 enc"
    WHOLE_BODY = "whole_body", "whole body: 5 enc"

    @property
    def enc(self) -> int:
        """Its points, in thousandths."""
        return {"pocket": 0, "one_hand": 1, "two_hands": 2, "whole_body": 5}[self.value] * ENC


class Bearer(NamedTuple):
    """Who or what carries for a price (S51): gold, a porter's for each day, and points of encumbrance."""

    price: int
    enc: int
    is_beast: bool = True


class Carrier(Labelled):
    """The book's beasts, porters and carts (S51)."""

    HORSE = "horse", "heavy pack horse"
    MULE = "mule", "mule or donkey"
    PORTER = "porter", "porter"
    CART = "cart", "cart"


CARRIERS = {
    Carrier.HORSE: Bearer(40, 30),
    Carrier.MULE: Bearer(20, 15),
    Carrier.PORTER: Bearer(2, 12, is_beast=False),
    Carrier.CART: Bearer(25, 300, is_beast=False),
}
BEASTS_A_CART = 2

# -- hazards and the road -----------------------------------------------------------------------------

FEET_A_DIE, MOST_FALL_DICE, FALL_SIDES = 10, 20, 6
LEAP_TARGET = 7
STILL = 4
NPC_AIR = 10
SWIM_FEET, CON_AN_HOUR, FREE_ROUNDS = 15, 4, 3
MILES_A_DAY = 18
WEEKLY_COST = (10, 20, 40, 80, 160, 320, 640, 1250, 2500, 5000)


def weeks_of(miles: int) -> int:
    """How many weeks a journey takes, one way (Q50). Raises RuleViolation beyond the book's ten."""
    weeks = max(1, -(-miles // (MILES_A_DAY * DAYS_A_WEEK)))
    if weeks > len(WEEKLY_COST):
        raise refused(
            "travel.too_far",
            "{miles:,} miles take {weeks} weeks. The book's table ends at {most} weeks; agree on a price and "
            "take the gold with `/party pack coins`.",
            miles=miles,
            weeks=weeks,
            most=len(WEEKLY_COST),
        )
    return weeks


def fall_dice(feet: int) -> int:
    """How many d6 a fall rolls (S52, Q30): one per whole 10 feet, 20 at most."""
    return min(feet // FEET_A_DIE, MOST_FALL_DICE)


def leap_target(feet: int) -> int:
    """What a controlled leap has to reach (S53), by the whole distance (Q31)."""
    return LEAP_TARGET + feet // FEET_A_DIE


# -- the dungeon (S61 to S71) -----------------------------------------------------------------------------

TORCH_TURNS, LANTERN_TURNS = 6, 24
LIGHT_WARNINGS = (2, 1)
CHECK_DIE, CHECK_HIT = 6, 1
SEARCH_BONUS = 2
TRAP_HITS, TRAP_SIDES = 2, 6
BATTERING, REINFORCED_FACTOR = 6, 3
STUCK_SIDES = 3


def battering_turns(bonus: int, *, is_reinforced: bool) -> int:
    """How many Turns a locked door holds (S68, Q37): 6 less the bonus, 1 at least; reinforced, 3 x that."""
    return max(1, BATTERING - bonus) * (REINFORCED_FACTOR if is_reinforced else 1)
