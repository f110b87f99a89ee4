"""How likely an exchange is won, and a fight to the end: exact, every roll of the dice counted (A29, A30).

Here without special rules, in closed form; `prospects.py` counts with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import groupby, product
from math import comb
from typing import Generic, TypeVar

from bot.engine.dice.source import Dice
from bot.systems.adventuria.combat import exchange
from bot.systems.adventuria.combat.exchange import Bout
from bot.systems.adventuria.combat.state import Combat, ExchangeResult, Fight, Order, verdict
from bot.systems.adventuria.ledger import has_fallen, total
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.state import (
    XP_FOR_A_RISE,
    Adventurer,
    Attribute,
    Change,
    Effect,
    Foe,
    Trigger,
    Until,
    Verb,
)

SIDES = range(1, 7)
# The rules as they are printed.
LITERAL = Rulings()


@dataclass(frozen=True, slots=True)
class Chances:
    """What may come of one exchange with one monster."""

    win: Fraction
    standoff: Fraction
    lose: Fraction


@dataclass(frozen=True, slots=True)
class ToTheEnd:
    """What may come of a fight in which the player always chooses another exchange, and uses nothing.

    `wounds` are how many more there are by then, on average; `exchanges` is None where it may go on for good.
    """

    fells: Fraction
    falls: Fraction
    exchanges: Fraction | None
    wounds: Fraction

    @property
    def never(self) -> Fraction:
        """The chance that neither side ever falls."""
        return 1 - self.fells - self.falls


@cache
def of_exchange(ahead: int) -> Chances:
    """The chances of whose total is so much ahead before the dice (A29)."""
    ahead = max(-len(SIDES), min(ahead, len(SIDES)))
    rolls = list(product(SIDES, repeat=2))
    win = sum(own + ahead > foe for own, foe in rolls)
    standoff = sum(own + ahead == foe for own, foe in rolls)
    return Chances(*(Fraction(count, len(rolls)) for count in (win, standoff, len(rolls) - win - standoff)))


@cache
def of_duel(ahead: int, own_left: int, foe_left: int) -> ToTheEnd:
    """A fight with one monster and no special rules; who has no wounds left to take falls.

    Standoffs change nothing, so that each exchange that counts is won with the same chance: the fight ends at
    the last wound of one side, before which those of both may come in any order.
    """
    once = of_exchange(ahead)
    counts = once.win + once.lose
    win, lose = once.win / counts, once.lose / counts
    won = [comb(foe_left - 1 + k, k) * win**foe_left * lose**k for k in range(own_left)]
    lost = [comb(own_left - 1 + k, k) * lose**own_left * win**k for k in range(foe_left)]
    lengths = sum(((foe_left + k) * chance for k, chance in enumerate(won)), Fraction(0))
    lengths += sum(((own_left + k) * chance for k, chance in enumerate(lost)), Fraction(0))
    fells, falls = sum(won, Fraction(0)), sum(lost, Fraction(0))
    wounds = sum((k * chance for k, chance in enumerate(won)), own_left * falls)
    return ToTheEnd(fells, falls, lengths / counts, wounds)


# -- Where a process comes to rest that goes from state to state by chance: exact, in fractions ------------


State = TypeVar("State", bound=Hashable)
# From here on states are numbers: a state may be large, and is looked up often.
Shares = dict[int, Fraction]


@dataclass(frozen=True)
class Rest(Generic[State]):
    """How likely each end is, and how many steps it takes on average; None where it may never end."""

    ends: Mapping[State, Fraction]
    steps: Fraction | None


def rest(start: State, ways: Callable[[State], Mapping[State, Fraction]], most: int) -> Rest[State] | None:
    """Where it comes to rest: in states without a way on. None where there are more than so many states.

    Each state is solved after those that it leads to, as far as no way leads back.
    """
    states, number = [start], {start: 0}
    table: dict[int, Shares] = {}
    solved: dict[int, tuple[Shares, Fraction]] = {}
    path = [0]
    while path:
        place = path[-1]
        if place not in table:
            if len(table) == most:
                return None
            found = ways(states[place])
            for after in found:
                if number.setdefault(after, len(states)) == len(states):
                    states.append(after)
            table[place] = {number[after]: chance for after, chance in found.items()}
        onward = next((each for each in table[place] if each not in table), None)
        if onward is not None:
            path.append(onward)
            continue
        path.pop()
        if table[place]:
            solved[place] = _solved(place, table[place], solved)
    ends, steps = solved.get(0, ({0: Fraction(1)}, Fraction(0)))
    never_ends = sum(ends.values()) < 1
    return Rest({states[place]: chance for place, chance in ends.items()}, None if never_ends else steps)


def _solved(
    place: int, ways: Shares, solved: Mapping[int, tuple[Shares, Fraction]]
) -> tuple[Shares, Fraction]:
    """The state as what comes after it: ends, states not solved yet, and how many steps until there."""
    shares, steps = dict(ways), Fraction(1)
    while (known := next((each for each in shares if each in solved), None)) is not None:
        chance = shares.pop(known)
        onward, further = solved[known]
        steps += chance * further
        for after, share in onward.items():
            shares[after] = shares.get(after, Fraction(0)) + chance * share
    stays = shares.pop(place, Fraction(0))
    if stays == 1:
        # It is never left, so nothing comes after it.
        return {}, steps
    return {after: share / (1 - stays) for after, share in shares.items()}, steps / (1 - stays)


@dataclass(frozen=True, slots=True)
class Battle:
    """An adventurer and the monsters that it fights, between two exchanges."""

    adventurer: Adventurer
    foes: tuple[Foe, ...]
    kind: Combat
    order: Order = Order.IN_TURN
    # Rules that act once in a fight, and have.
    used: tuple[str, ...] = ()
    # Those that have acted for the next exchange, and act again in the one after it (A43).
    done: tuple[str, ...] = ()
    rulings: Rulings = LITERAL

    @property
    def standing(self) -> tuple[int, ...]:
        """The places of the monsters that stand."""
        return tuple(place for place, foe in enumerate(self.foes) if foe.is_standing)

    @property
    def engaged(self) -> tuple[int, ...]:
        """Those of the next exchange; where the player chooses, one after the other."""
        return self.standing if self.order is Order.TOGETHER else self.standing[:1]

    @property
    def is_over(self) -> bool:
        """Whether one side has fallen."""
        return has_fallen(self.adventurer) or not self.standing

    def bout(self, engaged: Sequence[int]) -> Bout:
        """The next exchange with those."""
        return Bout(
            self.adventurer,
            self.foes,
            self.kind,
            one_number=self.rulings.one_number,
            engaged=tuple(engaged),
            used=self.used,
            done=self.done,
        )

    def effects(self) -> Iterator[Effect]:
        """Every special rule of things at work and of monsters that stand."""
        for possession in self.adventurer.possessions:
            yield from possession.effects if possession.is_at_work else ()
        for place in self.standing:
            yield from self.foes[place].effects


def of_fight(fight: Fight, adventurer: Adventurer, rulings: Rulings = LITERAL) -> Battle:
    """A fight whose kind is chosen, as it stands. Raises LookupError before that."""
    return Battle(adventurer, fight.foes, fight.combat, fight.order, fight.used, fight.done, rulings)


# -- XP ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Award:
    """What felling one monster would bring; beyond a rise and beyond the limit it is wasted (A35, A36)."""

    worth: int
    before: int
    after: int
    rises: bool
    wasted: int


def at_stake(battle: Battle) -> tuple[Award, ...]:
    """What felling all that stand would bring, one after the other (Q8)."""
    adventurer, awards, rulings = battle.adventurer, [], battle.rulings
    for place in battle.standing:
        worth = exchange.experience_worth(battle.foes[place], battle.kind, is_current=rulings.is_current)
        before = exchange.held(adventurer, battle.kind)
        after, _ = exchange.gained(adventurer, battle.kind, worth, one_number=rulings.one_number)
        rises = after.natural != adventurer.natural
        kept = exchange.held(after, battle.kind)
        wasted = before + worth - (XP_FOR_A_RISE if rises else kept)
        awards.append(Award(worth, before, kept, rises, wasted))
        adventurer = after
    return tuple(awards)


MOST_STATES = 2_000
# How many exchanges are worked out at most: on a card, and where somebody asked for nothing else.
FEW, MANY = 1_000, 6_000
_CONSTANT = (Trigger.HELD, Trigger.USE, Trigger.TOLD)
# What makes no difference to a fight.
_NO_MATTER = (Verb.GOLD, Verb.GO)
# What stands where a rule was left out: the others keep their lines, by which it is known that they acted.
_NOTHING = Effect(Trigger.HELD, Verb.ITEMS)


# -- the dice of special rules ----------------------------------------------------------------------


class _Undecided(Exception):
    """A die is thrown that no outcome was laid down for yet."""


class _Laid(Dice):
    """Dice that fall as they were laid out."""

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
    found = [Fraction(0)] * len(ExchangeResult)
    for bout, chance in _each(lambda dice: exchange.begun(battle.bout(engaged), dice), _faces(battle)):
        if foe in exchange.rolling(bout) and exchange.is_rolled(bout):
            once = of_exchange(_ahead(bout, foe))
            for place, each in enumerate((once.win, once.standoff, once.lose)):
                found[place] += chance * each
    return Chances(*found)


def _ahead(bout: Bout, foe: int) -> int:
    own, theirs = exchange.totals(bout, foe)
    return own - theirs


def _verdicts(bout: Bout, *, is_alike: bool) -> Mapping[tuple[ExchangeResult, ...], Fraction]:
    """What the rolls may come to, against each monster in its place: one die against each of theirs (A32).

    Where monsters are alike it makes no difference which of them is beaten: only how many.
    """
    rolling = exchange.rolling(bout)
    groups = [len(list(each)) for _, each in groupby(rolling, lambda place: bout.foes[place])]
    found: Counter[tuple[ExchangeResult, ...]] = Counter()
    for own in SIDES:
        # How many faces of each monster's die come to what.
        totals = [own + _ahead(bout, foe) for foe in rolling]
        sides = [Counter(verdict(total, face) for face in SIDES) for total in totals]
        for came in product(*sides):
            weight = 1
            for side, each in zip(sides, came, strict=True):
                weight *= side[each]
            found[_in_groups(came, groups) if is_alike else came] += weight
    every = len(SIDES) ** (1 + len(rolling))
    return {came: Fraction(weight, every) for came, weight in found.items()}


def _in_groups(came: Sequence[ExchangeResult], groups: Sequence[int]) -> tuple[ExchangeResult, ...]:
    left, grouped = list(came), list[ExchangeResult]()
    for size in groups:
        grouped += sorted(left[:size])
        del left[:size]
    return tuple(grouped)


# -- to the end -------------------------------------------------------------------------------------


class _TooMuch(Exception):
    """Raised where there are more exchanges than may be worked out."""


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
        for bout, chance in self.fought(battle, battle.engaged):
            over = exchange.closed(bout, is_current=battle.rulings.is_current)
            after = self._plain(
                replace(
                    battle,
                    adventurer=over.adventurer,
                    foes=over.foes,
                    used=tuple(sorted(over.used)),
                    done=(),
                )
            )
            found[after] = found.get(after, Fraction(0)) + chance
        return found

    def fought(self, battle: Battle, places: Sequence[int]) -> Iterator[tuple[Bout, Fraction]]:
        """What one exchange with those may come to, before its end, and how likely."""
        engaged = battle.bout(places)
        for begun, chance in self._worked_out(lambda dice: exchange.begun(engaged, dice)):
            if not exchange.is_rolled(begun):
                yield begun, chance
                continue
            rolling, is_alike = exchange.rolling(begun), self._are_alike(battle)
            for verdicts, often in _verdicts(begun, is_alike=is_alike).items():
                came = dict(zip(rolling, verdicts, strict=True))
                run = partial(exchange.resolved, begun, came)
                for bout, share in self._worked_out(run):
                    yield bout, chance * often * share

    def _worked_out(self, run: Callable[[Dice], Bout]) -> Iterator[tuple[Bout, Fraction]]:
        for bout, chance in _each(run, self._faces):
            self._left -= 1
            if self._left < 0:
                raise _TooMuch
            yield bout, chance

    def _are_alike(self, battle: Battle) -> bool:
        """Whether monsters that look alike are: none of them has a rule that acted, and another has not."""
        return self._is_alike and not battle.done

    def _plain(self, battle: Battle) -> Battle:
        adventurer = replace(
            battle.adventurer, gold=0, ways=(), felled=0, slain=(), changes=_summed(battle.adventurer.changes)
        )
        foes = tuple(replace(foe, changes=_summed(foe.changes)) for foe in battle.foes)
        if battle.order is Order.TOGETHER and self._are_alike(battle):
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
def falls_next(battle: Battle, places: tuple[int, ...]) -> Fraction | None:
    """The chance to fall in the next exchange with those, using nothing; None: that is too much to count."""
    if _is_duel(battle):
        left = total(battle.adventurer, Attribute.VITAE) - battle.adventurer.wounds
        lost = of_exchange(_ahead(battle.bout(places), places[0])).lose
        return lost if left == 1 else Fraction(0)
    ways, falls = _Ways(battle, FEW), Fraction(0)
    try:
        for bout, chance in ways.fought(battle, places):
            over = exchange.closed(bout, is_current=battle.rulings.is_current)
            falls += chance if has_fallen(over.adventurer) else 0
    except _TooMuch:
        return None
    return falls


@lru_cache(maxsize=128)
def to_the_end(battle: Battle, most: int = FEW) -> ToTheEnd | None:
    """What comes of it where the player uses nothing and always goes on; None where that is too much.

    Every special rule is counted with: what left one out would be another fight.
    """
    return _duel(battle) if _is_duel(battle) else _counted(battle, most)


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


def _with_effects(battle: Battle, counts: Callable[[Effect], bool]) -> Battle:
    """The battle with those special rules alone, each in its line."""

    def left(effects: Sequence[Effect]) -> tuple[Effect, ...]:
        return tuple(each if counts(each) else _NOTHING for each in effects)

    possessions = tuple(replace(each, effects=left(each.effects)) for each in battle.adventurer.possessions)
    foes = tuple(replace(foe, effects=left(foe.effects)) for foe in battle.foes)
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
