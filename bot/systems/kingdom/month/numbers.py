"""What a game master sets by hand: named sources of any number, and one-time changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.pace import WAITS
from bot.engine.people import Permit
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import Name
from bot.engine.steps import at, waits
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, as_read, refused
from bot.engine.words import key_of, one_line
from bot.engine.working import REASON_LENGTH
from bot.errors import UserError
from bot.systems.kingdom.book import Modifier, Number, Stat, Until
from bot.systems.kingdom.events.book import AMOUNT
from bot.systems.kingdom.events.outcomes import require_place, rolled_on
from bot.systems.kingdom.events.rules import placed_realm
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import KINGDOM, WHY, OnKingdom, OnMonth, Realm, asked_realm, settlements
from bot.systems.kingdom.settling import because
from bot.systems.kingdom.sources import cut_at_zero
from bot.systems.kingdom.state import (
    MOST_POINTS,
    Change,
    Kingdom,
    left_by_events,
    with_change,
    with_points,
    with_unrest,
)
from bot.systems.kingdom.steps import goes_on
from bot.systems.kingdom.towns.state import with_modifier

MOST_AMOUNT: Final = 999
MOST_DICE, SIDES = 20, (2, 3, 4, 6, 8, 10, 12, 20, 100)


class Stock(StrEnum):
    """The numbers that are no sums of sources: what changes them changes them once."""

    UNREST = "unrest"
    TREASURY = "treasury"
    XP = "xp"


# The Size is the count of hexes: nobody sets it.
NUMBERS: dict[str, Number | T] = {each.value: each for each in Number if each is not Number.SIZE}
NUMBERS["xp"] = T("XP")
LASTS = {
    Until.ALWAYS.value: T("Until it is canceled"),
    Until.EVENT.value: T("Until the next Event phase"),
    Until.UPKEEP.value: T("For the next Upkeep phase"),
    Until.MONTH.value: T("Until the month is closed"),
    Until.HALF_YEAR.value: T("For 6 months"),
    Until.YEAR.value: T("For 12 months"),
}


def sources_of(asker: Asker) -> list[Pair]:
    """The named sources of the kingdom meant, and of its settlements."""
    return [(each.line, each.key) for each in _sources(asked_realm(asker))]


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A named source, and the settlement whose it is, if it is one's."""

    change: Change
    town: RecordId | None = None
    where: str = ""

    @property
    def key(self) -> str:
        """The value by which a list knows it."""
        return f"{self.town}.{self.change.number}" if self.town is not None else str(self.change.number)

    @property
    def line(self) -> str:
        """The line of it in a list."""
        where = T(" in {name:40}")(name=self.where) if self.where else ""
        number, change = NUMBERS[self.change.stat.value], self.change
        return T("{number} {amount:+}{where} · {name}").plain(
            number=number, amount=change.amount, where=where, name=change.name
        )


def _sources(realm: Realm) -> list[NamedSource]:
    towns = realm.towns.items()
    return [
        *map(NamedSource, realm.kingdom.changes),
        *(NamedSource(change, id_, town.name) for id_, town in towns for change in town.changes),
    ]


class PlaceNumber(OnMonth):
    """Change a number: a named source for a while, or Unrest, Treasury and XP once

    `number` is a value of Stat, kept as a named source for as long as `until` says, or one of Stock.
    """

    number: str = option("Which number", choices=NUMBERS.items())
    amount: str = option(
        "For example 3 or -2, or dice: 1d6, or 1d6! to reroll and add each 6",
        label="How much, or dice",
        is_read=True,
    )
    reason: str = option("The reason, which names the source for everybody", max_length=REASON_LENGTH)
    until: str = option("How long; until it is canceled if left out", choices=LASTS.items(), default="")
    settlement: str = option("Of a settlement modifier: whose", suggest=settlements, default="")


class CancelSource(OnMonth):
    """End a named source of a number"""

    source: str = option("Which named source", suggest=sources_of)
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")


class NumberPlaced(Event):
    """A number was changed; `dice` are those rolled for the amount, `until` is None for what changed once.

    `place` is the settlement whose modifier it is.
    """

    name: str
    number: str
    amount: int
    reason: str
    until: Until | None = None
    dice: tuple[int, ...] = ()
    place: str = ""

    def sentence(self) -> Safe:
        """The number, by how much, why, and how long."""
        rolled = T(" (rolled {dice:,})").of(self) if self.dice else ""
        lasts = T(" · {lasts:lower}")(lasts=LASTS[self.until.value]) if self.until is not None else ""
        unit = T(" BP") if self.number == Stock.TREASURY else ""
        return T("**{number} {amount:+}{unit}**{where}{rolled} · {reason}{lasts}")(
            where=T(" in {place:60}").of(self) if self.place else "",
            number=NUMBERS[self.number],
            amount=self.amount,
            unit=unit,
            rolled=rolled,
            reason=self.reason,
            lasts=lasts,
        )


class SourceCancelled(Event):
    """A named source came to its end."""

    name: str
    stat: Stat
    amount: int
    source: str
    reason: str
    place: str = ""

    def sentence(self) -> Safe:
        """What counts no longer, and why."""
        return T("No longer: {number} {amount:+}{where} · {source}{why}")(
            number=NUMBERS[self.stat.value],
            amount=self.amount,
            where=T(" in {place:60}").of(self) if self.place else "",
            source=self.source,
            why=because(self.reason),
        )


@correction(
    "kingdom gm place",
    found=placed_realm,
    why=("events.why", T("Give a reason. It names the source, and everybody will read it.")),
)
def place_number(move: Move, action: PlaceNumber, dice: Dice) -> None:
    """Change a number: a named source, or once (P3, R123). Raises RuleViolation naming what is legal."""
    reason = move.reason
    number = _number(action.number)
    until = _until(number, action.until)
    amount, rolled = _amount(action.amount, dice)
    place = ""
    if action.settlement:
        place = _place_in_settlement(move, action.settlement, number, amount, reason, until)
    elif isinstance(number, Stock):
        move.put(_with_stock(move.kingdom, number, amount))
    else:
        require_place(len(move.kingdom.changes))
        amount = _cut_at_zero(move.realm, number, amount)
        move.put(with_change(move.kingdom, number, amount, reason, until or Until.ALWAYS))
    move.tell(NumberPlaced(move.name, number.value, amount, reason, until, rolled, place))


def _place_in_settlement(
    move: Move, text: str, number: Stat | Stock, amount: int, reason: str, until: Until | None
) -> str:
    """Change a settlement's modifier; its name. Raises RuleViolation."""
    id_, town = move.town(text)
    if number.value not in set(Modifier):
        raise refused(
            "events.no_modifier",
            "{number} is the kingdom's. A settlement has {modifiers} of its own.",
            number=NUMBERS[number.value],
            modifiers=list(Modifier),
        )
    require_place(len(town.changes))
    lasts = until or Until.ALWAYS
    modifier = Modifier(number.value)
    move.put_town(id_, with_modifier(town, modifier, amount, reason, lasts, move.realm.month))
    return town.name


def _number(text: str) -> Stat | Stock:
    typed = text.strip().casefold()
    every: tuple[Stat | Stock, ...] = (*Stat, *Stock)
    for each in every:
        if typed in (each.value, as_read(NUMBERS[each.value]).casefold()):
            return each
    raise refused(
        "events.number",
        "There's no number called “{name:60}”. Choose from {numbers}.",
        name=text,
        numbers=list(NUMBERS.values()),
    )


def _until(number: Stat | Stock, text: str) -> Until | None:
    """How long it lasts; None for what changes once. Raises RuleViolation."""
    typed = text.strip().casefold()
    if isinstance(number, Stock):
        if typed:
            raise refused(
                "events.only_once",
                "{number} changes permanently, so leave out how long it lasts.",
                number=NUMBERS[number.value],
            )
        return None
    for each in Until:
        if typed in (each.value, LASTS[each.value]().casefold()):
            return each
    if typed:
        raise refused(
            "events.until",
            "“{name:60}” isn't a duration. Choose from {lasts}.",
            name=text,
            lasts=[each().lower() for each in LASTS.values()],
        )
    return Until.ALWAYS


def _amount(text: str, dice: Dice) -> tuple[int, tuple[int, ...]]:
    """An amount as it was told or rolled, and its dice. Raises RuleViolation."""
    found = AMOUNT.fullmatch(key_of(text))
    if found is None or (found[2] is not None and not 1 <= int(found[2]) <= MOST_AMOUNT):
        raise refused(
            "events.amount",
            "“{text:40}” isn't an amount. Give a whole number from −{most} to {most} except 0, or dice like "
            "1d6 or −1d6! (with !, each 6 is rolled again and added).",
            text=text,
            most=MOST_AMOUNT,
        )
    sign = -1 if found[1] == "-" else 1
    if found[2] is not None:
        return sign * int(found[2]), ()
    count, sides = int(found[3] or 1), int(found[4])
    if not 1 <= count <= MOST_DICE or sides not in SIDES:
        raise refused(
            "events.dice",
            "You can roll up to {most} dice of {sides:or} sides at once.",
            most=MOST_DICE,
            sides=SIDES,
        )
    rolled = rolled_on(count, sides, dice, counts_again=bool(found[5]))
    return sign * sum(rolled), rolled


def _cut_at_zero(realm: Realm, number: Stat, amount: int) -> int:
    """As much of it as the number has to lose. Raises RuleViolation where that is nothing."""
    found = cut_at_zero(realm, number, amount)
    if not found:
        raise _is_nothing(number)
    return found


def _is_nothing(number: Stat | Stock) -> UserError:
    return refused(
        "events.is_nothing",
        "{number} is already 0 and can't go lower.",
        number=NUMBERS[number.value],
    )


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
        raise _is_nothing(stock)
    if abs(changed.treasury) > MOST_POINTS or changed.xp > MOST_POINTS:
        raise refused(
            "events.too_much",
            "That's out of range: the Treasury and XP stay between −{most:,} and {most:,}.",
            most=MOST_POINTS,
        )
    return changed


FADING: Final = "fading"


def _fading(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    says, reason = T("{number} {amount:+} fades · {name:60}"), T("It fades").plain()
    for each in left_by_events(state):
        label = says.plain(number=NUMBERS[each.stat.value], amount=each.amount, name=each.name)
        yield Press(f"fade-{each.number}", label, {"source": str(each.number), "reason": reason})


@correction("kingdom gm cancel", found=placed_realm, step=AtStep(FADING, _fading, place=1))
def cancel_source(move: Move, action: CancelSource, dice: Dice) -> None:
    """End a named source. Raises RuleViolation where there is none of that number."""
    found = _source(move.realm, action.source)
    change = found.change
    changed = move.kingdom if found.town is None else move.realm.towns[found.town]
    left = tuple(each for each in changed.changes if each is not change)
    if found.town is not None:
        move.change_town(found.town, changes=left)
    else:
        move.change(changes=left)
    move.tell(SourceCancelled(move.name, change.stat, change.amount, change.name, move.reason, found.where))


def _source(realm: Realm, text: str) -> NamedSource:
    """The source of that number, name, or line in a list. Raises RuleViolation for none, or several."""
    typed = one_line(text).casefold()
    found = [
        each
        for each in _sources(realm)
        if typed in (each.key.casefold(), each.change.name.casefold(), each.line.casefold())
    ]
    if not found:
        raise refused(
            "events.no_source",
            "That source is gone. Pick one from the list.",
        )
    if len(found) > 1:
        raise refused("events.several_sources", "Several sources have that name. Pick one from the list.")
    return found[0]


# -- Whether what events left fades, where the campaign has game masters asked (R123) ----------------------


class KeepSources(OnKingdom):
    """Leave what events left as it is, until the next Event phase."""


@move(
    may=Permit.GAME_MASTERS,
    found=placed_realm,
    step=at(FADING, "keep", T("All of it stays"), is_main=True),
)
def keep_sources(move: Move, action: KeepSources, dice: Dice) -> None:
    """Answer that all the rest stays. Raises RuleViolation where nobody asks."""
    if not move.kingdom.fading_opened:
        raise refused("events.nothing_fades", "Nobody asks whether anything fades right now.")
    move.change(fading_opened=0)
    move.say(
        "events.sources_kept",
        T("{name:60}: what earlier events left behind stays."),
        name=Name(move.name),
    )


@waits(KINGDOM.name, FADING, of="fading_opened", when=goes_on, rank=2)
def fading_steps(_kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """The question to the game masters, as long as there is a source that events left."""
    if not state.fading_opened or not left_by_events(state):
        return ()
    label = T("{kingdom:60}: does what events left behind fade?").plain(kingdom=state.name)
    return (Step(FADING, label, None, revision=state.fading_opened, silent=WAITS),)
