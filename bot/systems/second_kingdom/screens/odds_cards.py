"""Chances of maneuvers on cards: one against a defence, or two side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.engine.dice.odds import percent
from bot.systems.second_kingdom.rules.attack_odds import ManeuverOdds, odds_of_maneuver
from bot.systems.second_kingdom.rules.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.rules.state import Guard, Pair
from bot.systems.second_kingdom.rules.strikes import Outcome, strike_of
from bot.systems.second_kingdom.screens import maneuver_cards
from bot.systems.second_kingdom.words import maneuvers
from bot.systems.second_kingdom.words import odds as words
from bot.systems.second_kingdom.words.attack_cards import OUTCOMES
from bot.ui.card import Card
from bot.ui.text import safe


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
        told = words.defences({guard.value: pair for guard, pair in self.pairs.items()})
        return f"{words.target(safe(self.name))}: {told}" if self.name else words.target(told)


def one(maneuver: Maneuver, defender: Defender) -> Card:
    """The chances of a maneuver."""
    found = defender.odds(maneuver)
    lines = [
        maneuver_cards.bonuses(maneuver),
        defender.line,
        "",
        *(_chance(outcome, found, maneuver) for outcome in Outcome),
        words.any_strike(percent(found.strikes)),
        words.DAMAGE_UNKNOWN if found.damage is None else words.damage(_number(found.damage)),
        f"-# {words.HOW_IT_IS_PLAYED}",
    ]
    against = safe(defender.name) if defender.name else words.A_DEFENCE
    return Card(words.against(safe(maneuver.name), against), tuple(lines))


def _chance(outcome: Outcome, found: ManeuverOdds, maneuver: Maneuver) -> str:
    chance = percent(found.odds[outcome])
    if outcome is Outcome.FULL_DEFENSE:
        return words.chance(outcome, chance)
    return words.strike_chance(outcome, chance, _name(strike_of(maneuver, outcome)))


def _name(strike: Strike | None) -> str:
    return safe(strike.name) if strike is not None else maneuvers.LEFT_OPEN


def two(first: Maneuver, second: Maneuver, defender: Defender) -> Card:
    """Two maneuvers against one defence, and which is better at what."""
    pair = (first, second)
    found = [defender.odds(maneuver) for maneuver in pair]
    blocks = [_block(maneuver, odds) for maneuver, odds in zip(pair, found, strict=True)]
    lines = (
        defender.line,
        *(line for block in blocks for line in ("", *block)),
        "",
        *_verdicts((safe(first.name), safe(second.name)), found[0], found[1]),
        f"-# {words.HOW_IT_IS_PLAYED}",
    )
    return Card(words.compared(safe(first.name), safe(second.name)), lines)


def _block(maneuver: Maneuver, found: ManeuverOdds) -> tuple[str, str]:
    chances = " · ".join(words.short_chance(each, percent(found.odds[each])) for each in Outcome)
    return f"**{safe(maneuver.name)}** {maneuver_cards.bonuses(maneuver)}", chances


def _verdicts(names: tuple[str, str], first: ManeuverOdds, second: ManeuverOdds) -> list[str]:
    majors = (first.odds[Outcome.MAJOR], second.odds[Outcome.MAJOR])
    lines = [
        _verdict(words.ANY_STRIKE, names, (first.strikes, second.strikes), percent),
        _verdict(OUTCOMES[Outcome.MAJOR], names, majors, percent),
    ]
    if first.damage is None or second.damage is None:
        return [*lines, words.DAMAGE_UNKNOWN]
    return [*lines, _verdict(words.AVERAGE_DAMAGE, names, (first.damage, second.damage), _number)]


def _verdict(
    what: str, names: tuple[str, str], values: tuple[Fraction, Fraction], write: Callable[[Fraction], str]
) -> str:
    """Which of the two has the higher value, also where both are written alike."""
    better = 0 if values[0] > values[1] else 1
    more, less = write(values[better]), write(values[1 - better])
    if values[0] == values[1]:
        return words.equal(what, more)
    if more == less:
        return words.hardly_better(what, names[better], more)
    return words.better(what, names[better], more, less)


def _number(value: Fraction) -> str:
    """To one decimal."""
    return f"{float(value):,.1f}"
