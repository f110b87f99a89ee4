"""What a game master sets by hand: named sources of any number, one-time changes, and events."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.events import require_place
from bot.systems.kingdom.rules.keeping import kept, with_change, with_points, with_unrest
from bot.systems.kingdom.rules.placed_events import PLACED_ACTIONS, PLACED_EVENTS, placed_realm
from bot.systems.kingdom.rules.realm import kingdom_scope
from bot.systems.kingdom.rules.state import MOST_POINTS, REASON_LENGTH, Change, Kingdom
from bot.systems.kingdom.rules.terms import Stat, Until
from bot.systems.kingdom.words import placing as words

MOST_AMOUNT: Final = 999
# So often a 6 that counts again is rolled on.
MOST_SIXES: Final = 20
_AMOUNT = re.compile(r"([+-]?)\s*(?:(\d{1,6})|(\d{0,2})d(\d{1,3})(!?))", re.ASCII)
MOST_DICE, SIDES = 20, (2, 3, 4, 6, 8, 10, 12, 20, 100)


class Stock(StrEnum):
    """The numbers that are no sums of sources: what changes them changes them once."""

    UNREST = "unrest"
    TREASURY = "treasury"
    XP = "xp"


@dataclass(frozen=True, slots=True)
class PlaceNumber:
    """Change a number by an amount: a whole number, or dice such as 1d6, or 1d6! where sixes count again.

    `number` is a value of Stat, kept as a named source for as long as `until` says, or one of Stock.
    """

    kingdom: RecordId
    number: str
    amount: str
    reason: str
    until: str = ""


@dataclass(frozen=True, slots=True)
class CancelSource:
    """End a named source, with a reason: its number, or its name."""

    kingdom: RecordId
    source: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NumberPlaced:
    """A number was changed; `dice` are those rolled for the amount, `until` is None for what changed once."""

    name: str
    number: str
    amount: int
    reason: str
    until: Until | None = None
    dice: tuple[int, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SourceCancelled:
    """A named source came to its end."""

    name: str
    stat: Stat
    amount: int
    source: str
    reason: str
    audience: Audience = EVERYONE


# -- numbers ------------------------------------------------------------------------------------------


def place_number(scene: Scene, action: PlaceNumber, dice: Dice) -> Turn:
    """Change a number: a named source, or once (P3, R123). Raises RuleViolation naming what is legal."""
    realm = placed_realm(scene, action.kingdom)
    reason = clip(one_line(action.reason), REASON_LENGTH)
    if not reason:
        raise RuleViolation(words.WHY)
    number, until = _number(action.number), _until(action.number, action.until)
    amount, rolled = _amount(action.amount, dice)
    if isinstance(number, Stock):
        kingdom = _with_stock(realm.kingdom, number, amount)
    else:
        require_place(realm.kingdom)
        kingdom = with_change(realm.kingdom, number, amount, reason, until or Until.ALWAYS)
    told = NumberPlaced(kingdom.name, number.value, amount, reason, until, rolled)
    return kept(scene, realm, replace(realm, kingdom=kingdom), told)


def _number(text: str) -> Stat | Stock:
    meant = text.strip().casefold()
    every: tuple[Stat | Stock, ...] = (*Stat, *Stock)
    for each in every:
        if meant in (each.value, words.NUMBERS[each.value].casefold()):
            return each
    raise RuleViolation(words.no_such_number(safe(text, 60)))


def _until(number: str, text: str) -> Until | None:
    """How long it lasts; None for what changes once. Raises RuleViolation."""
    meant = text.strip().casefold()
    if isinstance(_number(number), Stock):
        if meant:
            raise RuleViolation(words.only_once(_number(number).value))
        return None
    for each in Until:
        if meant in (each.value, words.UNTIL[each.value].casefold()):
            return each
    if meant:
        raise RuleViolation(words.no_such_until(safe(text, 60)))
    return Until.ALWAYS


def _amount(text: str, dice: Dice) -> tuple[int, tuple[int, ...]]:
    """An amount as it was told or rolled, and its dice. Raises RuleViolation."""
    found = _AMOUNT.fullmatch(one_line(text).replace("−", "-").casefold())
    if found is None:
        raise RuleViolation(words.no_amount(safe(text, 40), MOST_AMOUNT))
    sign = -1 if found[1] == "-" else 1
    if found[2] is not None:
        if not 1 <= int(found[2]) <= MOST_AMOUNT:
            raise RuleViolation(words.no_amount(safe(text, 40), MOST_AMOUNT))
        return sign * int(found[2]), ()
    count, sides = int(found[3] or 1), int(found[4])
    if not 1 <= count <= MOST_DICE or sides not in SIDES:
        raise RuleViolation(words.no_dice(MOST_DICE, SIDES))
    rolled = _rolled(count, sides, dice, counts_again=bool(found[5]))
    return sign * sum(rolled), rolled


def _rolled(count: int, sides: int, dice: Dice, *, counts_again: bool) -> tuple[int, ...]:
    """The dice; where the highest counts again, each of those is rolled on, and all are added (R139)."""
    faces = dice.roll(count, sides, reason=words.AMOUNT)
    highest = sum(face == sides for face in faces)
    while counts_again and highest and len(faces) < MOST_SIXES + count:
        more = dice.roll(highest, sides, reason=words.AMOUNT)
        faces, highest = (*faces, *more), sum(face == sides for face in more)
    return faces


def _with_stock(kingdom: Kingdom, stock: Stock, amount: int) -> Kingdom:
    """Changed once. Raises RuleViolation where it would leave its bounds, or change nothing."""
    match stock:
        case Stock.UNREST:
            changed = with_unrest(kingdom, amount)
        case Stock.TREASURY:
            changed = with_points(kingdom, amount)
        case _:
            changed = replace(kingdom, xp=max(0, kingdom.xp + amount))
    if changed == kingdom:
        raise RuleViolation(words.is_nothing(stock.value))
    if abs(changed.treasury) > MOST_POINTS or changed.xp > MOST_POINTS:
        raise RuleViolation(words.too_much(MOST_POINTS))
    return changed


def cancel_source(scene: Scene, action: CancelSource, dice: Dice) -> Turn:
    """End a named source. Raises RuleViolation where there is none of that number."""
    realm = placed_realm(scene, action.kingdom)
    found = _source(realm.kingdom, action.source)
    left = tuple(each for each in realm.kingdom.changes if each is not found)
    told = SourceCancelled(
        realm.kingdom.name, found.stat, found.amount, found.name, clip(one_line(action.reason), REASON_LENGTH)
    )
    return kept(scene, realm, replace(realm, kingdom=replace(realm.kingdom, changes=left)), told)


def _source(kingdom: Kingdom, text: str) -> Change:
    """The source of that number, name, or line in a list. Raises RuleViolation for none, or several."""
    meant = one_line(text).casefold()
    found = []
    for each in kingdom.changes:
        line = words.source(each.stat.value, each.amount, each.name)
        if meant in (str(each.number), each.name.casefold(), line.casefold()):
            found.append(each)
    if len(found) != 1:
        raise RuleViolation(words.SEVERAL_SOURCES if found else words.NO_SUCH_SOURCE)
    return found[0]


GMS = Permit.GAME_MASTERS
KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    *PLACED_ACTIONS,
    ActionKind(PlaceNumber, place_number, GMS, kingdom_scope),
    ActionKind(CancelSource, cancel_source, GMS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (*PLACED_EVENTS, NumberPlaced, SourceCancelled)
