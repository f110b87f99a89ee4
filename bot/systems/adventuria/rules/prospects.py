"""What may come of a fight as it stands, with all special rules in it, exactly (A28 to A36, A41 to A45).

Every exchange is the rules' own, `exchange.py`: with each outcome of the rolls in turn, weighed by how often
it falls, and with each outcome of the dice that special rules throw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, product

from bot.engine.dice.source import Dice
from bot.systems.adventuria.rules import exchange
from bot.systems.adventuria.rules.battle import Battle
from bot.systems.adventuria.rules.bout import Bout
from bot.systems.adventuria.rules.chain import rest
from bot.systems.adventuria.rules.effect import Effect, Verb, When
from bot.systems.adventuria.rules.exchange import Verdict
from bot.systems.adventuria.rules.fight import Order
from bot.systems.adventuria.rules.ledger import has_fallen, total
from bot.systems.adventuria.rules.odds import SIDES, Chances, ToTheEnd, of_duel, of_exchange
from bot.systems.adventuria.rules.state import Attribute, Change, Until

MOST_STATES = 2_000
# How many exchanges are worked out at most: on a card, and where somebody asked for nothing else.
FEW, MANY = 1_000, 6_000
_CONSTANT = (When.HELD, When.USE)
# What makes no difference to a fight.
_NO_MATTER = (Verb.GOLD, Verb.GO)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A fight to the end; where that would be too much to count, special rules are left out of it."""

    outcome: ToTheEnd
    has_rules: bool = True


# -- the dice of special rules ----------------------------------------------------------------------


class _Undecided(Exception):
    """A die is thrown that no outcome was laid down for yet."""


class _Laid:
    """Dice that fall as laid down."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        if len(self._faces) < count:
            raise _Undecided
        fallen, self._faces = self._faces[:count], self._faces[count:]
        return tuple(fallen)


Faces = Mapping[int, Fraction]


def _each(run: Callable[[Dice], Bout], faces: Faces) -> Iterator[tuple[Bout, Fraction]]:
    """What comes of it with each way that the dice of special rules may fall."""
    laid: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while laid:
        fallen, chance = laid.pop()
        try:
            yield run(_Laid(fallen)), chance
        except _Undecided:
            laid += [((*fallen, face), chance * often) for face, often in faces.items()]


def _faces(battle: Battle) -> Faces:
    """One face for all those that no rule tells apart, with how often one of them falls."""
    chances = {(each.lowest, each.highest) for each in battle.effects()}
    alike: dict[tuple[bool, ...], list[int]] = {}
    for face in SIDES:
        alike.setdefault(tuple(low <= face <= high for low, high in sorted(chances)), []).append(face)
    return {each[0]: Fraction(len(each), len(SIDES)) for each in alike.values()}


# -- one exchange -----------------------------------------------------------------------------------


def next_exchange(battle: Battle, foe: int) -> Chances:
    """The chances against the monster in that place, with what special rules do at the start."""
    engaged = battle.standing if battle.order is Order.TOGETHER else (foe,)
    found = [Fraction(0)] * len(Verdict)
    for bout, chance in _each(lambda dice: exchange.begun(battle.bout(engaged), dice), _faces(battle)):
        if foe in exchange.rolling(bout) and exchange.is_rolled(bout):
            once = of_exchange(_ahead(bout, foe))
            for place, each in enumerate((once.win, once.standoff, once.lose)):
                found[place] += chance * each
    return Chances(*found)


def _ahead(bout: Bout, foe: int) -> int:
    own, theirs = exchange.totals(bout, foe)
    return own - theirs


def _verdicts(bout: Bout, *, is_alike: bool) -> Mapping[tuple[Verdict, ...], Fraction]:
    """What the rolls may come to, against each monster in its place: one die against each of theirs (A32).

    Where monsters are alike it makes no difference which of them is beaten: only how many.
    """
    rolling = exchange.rolling(bout)
    groups = [len(list(each)) for _, each in groupby(rolling, lambda place: bout.foes[place])]
    found: Counter[tuple[Verdict, ...]] = Counter()
    for own in SIDES:
        sides = [_against(own + _ahead(bout, foe)) for foe in rolling]
        for came in product(*sides):
            weight = 1
            for side, verdict in zip(sides, came, strict=True):
                weight *= side[verdict]
            found[_in_groups(came, groups) if is_alike else came] += weight
    every = len(SIDES) ** (1 + len(rolling))
    return {came: Fraction(weight, every) for came, weight in found.items()}


def _against(total: int) -> Mapping[Verdict, int]:
    """How many faces of a monster's die come to what, against so much more than it adds itself."""
    return Counter(exchange.verdict(total, face) for face in SIDES)


def _in_groups(came: Sequence[Verdict], groups: Sequence[int]) -> tuple[Verdict, ...]:
    left, grouped = list(came), list[Verdict]()
    for size in groups:
        grouped += sorted(left[:size])
        del left[:size]
    return tuple(grouped)


# -- to the end -------------------------------------------------------------------------------------


class _TooMuch(Exception):
    """More exchanges than may be worked out."""


class _Ways:
    """What each exchange may lead to; it works out so many at most."""

    def __init__(self, battle: Battle, most: int) -> None:
        self._faces = _faces(battle)
        self._is_alike = not any(each.is_once for each in battle.effects())
        self._left = most

    def start(self, battle: Battle) -> Battle:
        """The battle with nothing in it that makes no difference."""
        battle = _with_effects(battle, lambda effect: effect.verb not in _NO_MATTER)
        foes = tuple(
            replace(foe, name=foe.kin or foe.name, kin="", about="", entry=None) for foe in battle.foes
        )
        return self._plain(replace(battle, foes=foes))

    def __call__(self, battle: Battle) -> Mapping[Battle, Fraction]:
        """Where one exchange leads, and how likely; nowhere once it is over."""
        found: dict[Battle, Fraction] = {}
        if battle.is_over:
            return found
        for bout, chance in self._fought(battle):
            over = exchange.closed(bout, is_current=battle.is_current)
            after = self._plain(
                replace(battle, adventurer=over.adventurer, foes=over.foes, used=tuple(sorted(over.used)))
            )
            found[after] = found.get(after, Fraction(0)) + chance
        return found

    def _fought(self, battle: Battle) -> Iterator[tuple[Bout, Fraction]]:
        engaged = battle.bout(battle.engaged)
        for begun, chance in self._worked_out(lambda dice: exchange.begun(engaged, dice)):
            if not exchange.is_rolled(begun):
                yield begun, chance
                continue
            rolling = exchange.rolling(begun)
            for verdicts, often in _verdicts(begun, is_alike=self._is_alike).items():
                came = dict(zip(rolling, verdicts, strict=True))
                for bout, share in self._resolved(begun, came):
                    yield bout, chance * often * share

    def _resolved(self, begun: Bout, came: Mapping[int, Verdict]) -> Iterator[tuple[Bout, Fraction]]:
        return self._worked_out(lambda dice: exchange.resolved(begun, came, dice))

    def _worked_out(self, run: Callable[[Dice], Bout]) -> Iterator[tuple[Bout, Fraction]]:
        for bout, chance in _each(run, self._faces):
            self._left -= 1
            if self._left < 0:
                raise _TooMuch
            yield bout, chance

    def _plain(self, battle: Battle) -> Battle:
        adventurer = replace(
            battle.adventurer, gold=0, ways=(), felled=0, slain=(), changes=_summed(battle.adventurer.changes)
        )
        foes = tuple(replace(foe, changes=_summed(foe.changes)) for foe in battle.foes)
        if battle.order is Order.TOGETHER and self._is_alike:
            foes = tuple(sorted(foes, key=lambda foe: (foe.name, foe.wounds, repr(foe.changes))))
        return replace(battle, adventurer=adventurer, foes=foes)


def _summed(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Those that count and last alike as one: by which things they came makes no difference."""
    found: dict[tuple[Attribute, bool, Until], Change] = {}
    for change in changes:
        key = (change.attribute, change.cause.is_exempt, change.until)
        before = found[key].amount if key in found else 0
        found[key] = replace(found.get(key, change), amount=before + change.amount, source="")
    return tuple(found[key] for key in sorted(found) if found[key].amount)


@lru_cache(maxsize=128)
def to_the_end(battle: Battle, most: int = FEW) -> Prospect | None:
    """What comes of it where the player uses nothing and always goes on; None where that is too much."""
    if _is_duel(battle):
        return Prospect(_duel(battle))
    for each, has_rules in ((battle, True), (_without_rules(battle), False)):
        outcome = _counted(each, most)
        if outcome is not None:
            return Prospect(outcome, has_rules)
    return None


def _is_duel(battle: Battle) -> bool:
    """Whether every exchange is like the first, but for the wounds."""
    passing = any(each.until is Until.COMBAT for each in battle.adventurer.changes)
    passing |= any(each.until is Until.COMBAT for foe in battle.foes for each in foe.changes)
    rules = any(each.when not in _CONSTANT for each in battle.effects())
    return len(battle.standing) == 1 and not passing and not rules


def _duel(battle: Battle) -> ToTheEnd:
    (place,) = battle.standing
    foe = battle.foes[place]
    left = total(battle.adventurer, Attribute.VITAE) - battle.adventurer.wounds
    return of_duel(_ahead(battle.bout((place,)), place), left, foe.value(Attribute.VITAE) - foe.wounds)


def _without_rules(battle: Battle) -> Battle:
    return _with_effects(battle, lambda effect: effect.when in _CONSTANT)


def _with_effects(battle: Battle, counts: Callable[[Effect], bool]) -> Battle:
    """The battle with those special rules alone."""
    possessions = tuple(
        replace(each, effects=tuple(filter(counts, each.effects))) for each in battle.adventurer.possessions
    )
    foes = tuple(replace(foe, effects=tuple(filter(counts, foe.effects))) for foe in battle.foes)
    return replace(battle, adventurer=replace(battle.adventurer, possessions=possessions), foes=foes)


def _counted(battle: Battle, most: int) -> ToTheEnd | None:
    ways = _Ways(battle, most)
    try:
        found = rest(ways.start(battle), ways, MOST_STATES)
    except _TooMuch:
        return None
    if found is None:
        return None
    fells = falls = more = Fraction(0)
    for end, chance in found.ends.items():
        more += chance * (end.adventurer.wounds - battle.adventurer.wounds)
        if has_fallen(end.adventurer):
            falls += chance
        else:
            fells += chance
    return ToTheEnd(fells, falls, found.steps, more)
