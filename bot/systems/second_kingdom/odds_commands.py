"""`/sk odds` and `/sk compare`: exact chances of challenges and maneuvers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.engine.card import Card
from bot.engine.declare import Options, look, option
from bot.engine.dice.odds import percent
from bot.engine.finders import Asker
from bot.engine.people import Permit, Viewer
from bot.engine.system import RecordId
from bot.engine.text import T, listed, refused
from bot.errors import UserError
from bot.play import RecordView
from bot.systems.second_kingdom.attacks import cards as attacks_cards
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER_MEANT, Maneuver
from bot.systems.second_kingdom.attacks.odds import ManeuverOdds, odds_of_maneuver
from bot.systems.second_kingdom.attacks.state import Outcome, strike_of
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.heroes.people import COMBATANT_NAMED, MOST_HELD
from bot.systems.second_kingdom.heroes.sheet import read_pair
from bot.systems.second_kingdom.settings import AT_LEAST_1, AT_MOST_10, CAP, FLOOR
from bot.systems.second_kingdom.state import (
    HIGHEST,
    LOWEST,
    NO_BONUS,
    Guard,
    Known,
    Npc,
    Pair,
    defence_pair,
    not_within,
    pairs_said,
)
from bot.ui.dispatcher import GameOdds

DEFAULT_HELD = 3


@dataclass(frozen=True, slots=True)
class Defender:
    """What an attack must get through, and by which rulings (Q7, Q9); typed bonuses have no name."""

    name: str
    pairs: Mapping[Guard, Pair]
    floor: bool
    cap: bool

    def odds(self, maneuver: Maneuver) -> ManeuverOdds:
        """How that maneuver fares against it."""
        return odds_of_maneuver(maneuver, self.pairs, self.floor, self.cap)

    @property
    def line(self) -> str:
        """Who it is, and what the guards add."""
        told = listed(pairs_said(self.pairs), ",") or T("no defense bonuses")()
        if not self.name:
            return T("Against {told}")(told=told)
        return T("Against {name}: {told}")(name=self.name, told=told)


HOW_IT_IS_PLAYED = T(
    "Exact, with both sides at their best: the attacker assigns the dice to strike as often as possible, "
    "then as hard as possible; the defender takes the best guard."
)
DAMAGE_UNKNOWN = T("No average damage: at least one strike has no damage formula.")


def one(maneuver: Maneuver, defender: Defender) -> Card:
    """The chances of a maneuver."""
    found = defender.odds(maneuver)
    lines = [
        maneuver.adds,
        defender.line,
        "",
        *(_chance(outcome, found, maneuver) for outcome in Outcome),
        T("Any strike **{percent}**")(percent=percent(found.strikes)),
        DAMAGE_UNKNOWN()
        if found.damage is None
        else T("Average damage **{amount}** per attack")(amount=_number(found.damage)),
        f"-# {HOW_IT_IS_PLAYED()}",
    ]
    against = defender.name or T("a defense")()
    return Card(T("{maneuver} against {target}")(maneuver=maneuver.name, target=against), tuple(lines))


def _chance(outcome: Outcome, found: ManeuverOdds, maneuver: Maneuver) -> str:
    line = T("{outcome:upper} **{chance}**")(outcome=outcome, chance=percent(found.odds[outcome]))
    if outcome is Outcome.FULL_DEFENSE:
        return line
    strike = strike_of(maneuver, outcome)
    name = strike.name if strike is not None else T("left open")
    return T("{line} · {name}")(line=line, name=name)


def two(first: Maneuver, second: Maneuver, defender: Defender) -> Card:
    """Two maneuvers against one defence, and which is better at what."""
    pair = (first, second)
    found = [defender.odds(maneuver) for maneuver in pair]
    blocks = [
        (T("**{name}** {adds}").of(maneuver), attacks_cards.chances(each.odds))
        for maneuver, each in zip(pair, found, strict=True)
    ]
    lines = (
        defender.line,
        *(line for block in blocks for line in ("", *block)),
        "",
        *_verdicts((first.name, second.name), found[0], found[1]),
        f"-# {HOW_IT_IS_PLAYED()}",
    )
    return Card(T("{maneuver} or {other}")(maneuver=first.name, other=second.name), lines)


def _verdicts(names: tuple[str, str], first: ManeuverOdds, second: ManeuverOdds) -> list[str]:
    majors = (first.odds[Outcome.MAJOR], second.odds[Outcome.MAJOR])
    lines = [
        _verdict(T("Any strike")(), names, (first.strikes, second.strikes), percent),
        _verdict(T("Major strike")(), names, majors, percent),
    ]
    if first.damage is None or second.damage is None:
        return [*lines, DAMAGE_UNKNOWN()]
    return [*lines, _verdict(T("Average damage")(), names, (first.damage, second.damage), _number)]


def _verdict(
    what: str, names: tuple[str, str], values: tuple[Fraction, Fraction], write: Callable[[Fraction], str]
) -> str:
    """Which of the two has the higher value, also where both are written alike."""
    better = 0 if values[0] > values[1] else 1
    more, less = write(values[better]), write(values[1 - better])
    if values[0] == values[1]:
        return T("{what}: the same, {value}")(what=what, value=more)
    if more == less:
        return T("{what}: **{name}** by a hair, both about {value}")(
            what=what, name=names[better], value=more
        )
    return T("{what}: **{name}**, {more} against {less}")(what=what, name=names[better], more=more, less=less)


def _number(value: Fraction) -> str:
    """The number, rounded to one decimal."""
    return f"{float(value):,.1f}"


# -- The part of `/sk` that tells chances ------------------------------------------------------------------


MOST_DICE = 20


Typed = Mapping[Guard, str | None]


class Against(Options):
    """A defence: somebody's, or one that is typed."""

    target: RecordId | None = option("Who they attack", default=None, finder=COMBATANT_NAMED)
    dodge: str | None = option("Instead of a target: its dodge, such as 2/1", default=None, is_read=True)
    parry: str | None = option("Its parry, such as 2/1", default=None, is_read=True)
    block: str | None = option("Its block, such as 2/1", default=None, is_read=True)

    @property
    def typed(self) -> Typed:
        """What was typed, by guard."""
        return {Guard.DODGE: self.dodge, Guard.PARRY: self.parry, Guard.BLOCK: self.block}

    def defender(self, asker: Asker) -> Defender:
        """The target's defences, or those that were typed, under the campaign's rulings."""
        seen = asker.seen
        name, typed = "", self.typed.items()
        pairs = {guard: NO_BONUS if text is None else read_pair(guard, text) for guard, text in typed}
        if self.target is not None:
            if any(self.typed.values()):
                raise refused("odds.not_both", "Name a target or type dodge, parry and block, not both.")
            record = asker.get(self.target)
            name, pairs = record.title, _pairs(record, seen.viewer)
        settings = seen.campaign.settings
        floor, cap = FLOOR.of(settings) == AT_LEAST_1, CAP.of(settings) == AT_MOST_10
        return Defender(name, pairs, floor, cap)


class OddsOf(Against):
    """A challenge, or a maneuver."""

    virtue: int | None = option(
        "The virtue's value, 1 to 10", label="The virtue", default=None, least=LOWEST, most=HIGHEST
    )
    rating: int | None = option(
        "The challenge rating, 1 to 10",
        label="The challenge rating",
        default=None,
        least=LOWEST,
        most=HIGHEST,
    )
    conviction: int = option(
        "How much conviction the hero has; 3 by default", default=DEFAULT_HELD, least=0, most=MOST_HELD
    )
    dice: int | None = option(
        "Instead of virtue and rating: how many dice", default=None, least=1, most=MOST_DICE
    )
    maneuver: RecordId | None = option("Or a maneuver in the library", default=None, finder=MANEUVER_MEANT)
    target: RecordId | None = option("Who the maneuver attacks", default=None, finder=COMBATANT_NAMED)


class Two(Against):
    """Two maneuvers and a defense to compare them against."""

    maneuver: RecordId = option("A maneuver in the library", finder=MANEUVER_MEANT, kw_only=True)
    other: RecordId = option("Another maneuver", finder=MANEUVER_MEANT, kw_only=True)


@look("sk odds", may=Permit.EVERYONE, is_anywhere=True)
def odds(asker: Asker, of: OddsOf) -> Card:
    """See the exact chances of a challenge or an attack"""
    if of.maneuver is None:
        if of.target is not None or any(of.typed.values()):
            raise refused(
                "odds.no_maneuver",
                "A target, dodge, parry and block need a maneuver: name one with `maneuver`.",
            )
        return _odds(of.virtue, of.rating, of.conviction, of.dice)
    if any(each is not None for each in (of.virtue, of.rating, of.dice)):
        raise _one_question()
    return one(asker.get(of.maneuver).state, of.defender(asker))


@look("sk compare", may=Permit.EVERYONE)
def compare(asker: Asker, pair: Two) -> Card:
    """Compare two maneuvers against the same defense"""
    if pair.maneuver == pair.other:
        raise refused("odds.same_maneuver", "Name two different maneuvers to compare.")
    first, second = (asker.get(each).state for each in (pair.maneuver, pair.other))
    return two(first, second, pair.defender(asker))


def _pairs(target: RecordView, viewer: Viewer) -> dict[Guard, Pair]:
    """What the target's guards add. Raises RuleViolation where the asker may not know it."""
    state = target.state
    if isinstance(state, Npc) and state.known is not Known.OPEN and not viewer.is_game_master:
        raise refused(
            "odds.not_known",
            "Only game masters know the defenses of {name:60}. Type what you expect instead, such as "
            "block `2/1`.",
            name=target.title,
        )
    return {guard: defence_pair(state.defences, guard) for guard in Guard}


# -- challenges -------------------------------------------------------------------------------------


def _odds(virtue: int | None, rating: int | None, conviction: int, dice: int | None) -> Card:
    """The card for a virtue against a rating, or for a number of dice. Raises RuleViolation."""
    if dice is not None:
        if virtue is not None or rating is not None:
            raise _one_question()
        _require(T("The number of dice"), dice, 1, MOST_DICE)
        return challenges_cards.pool_odds(dice)
    if virtue is None or rating is None:
        raise refused("odds.what_about", "Give a virtue and a rating, a number of dice, or a maneuver.")
    _require(T("A virtue"), virtue, LOWEST, HIGHEST)
    _require(T("A challenge rating"), rating, LOWEST, HIGHEST)
    _require(T("Conviction"), conviction, 0, MOST_HELD)
    return challenges_cards.odds(virtue, rating, conviction)


# -- in a direct message, where there is no command of the game ---------------------------------------

_CHALLENGE = re.compile(r"(\d+) *(?:vs\.?|against) *(\d+)(?: *with *(\d+))?")
_DICE = re.compile(r"(\d+) *(?:dice|die)")


def typed_odds(question: str) -> Card:
    """The card for what is asked in words, by `/odds sk …`. Raises RuleViolation."""
    found = question.casefold()
    if asked := _CHALLENGE.fullmatch(found):
        virtue, rating, conviction = asked.groups()
        return _odds(int(virtue), int(rating), DEFAULT_HELD if conviction is None else int(conviction), None)
    if asked := _DICE.fullmatch(found):
        return _odds(None, None, DEFAULT_HELD, int(asked[1]))
    raise refused(
        "odds.unread",
        "Ask for a virtue against a rating, such as `sk 4 vs 5` or `sk 4 vs 5 with 2` (conviction), or for a "
        "number of dice, such as `sk 3 dice`.",
    )


TYPED = GameOdds(
    (
        (T("Virtue 4 against rating 5"), "sk 4 vs 5"),
        (T("… with 2 conviction"), "sk 4 vs 5 with 2"),
        (T("Three dice"), "sk 3 dice"),
    ),
    typed_odds,
)


def _one_question() -> UserError:
    return refused(
        "odds.one_question",
        "Ask about one thing at a time: a virtue and a rating, a number of dice, or a maneuver.",
    )


def _require(name: T, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise not_within(name, least, most, value)
