"""A steward's standing orders: given and ended, what they say, and what a run of months tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from bot.engine.declare import option
from bot.engine.event import Event
from bot.engine.text import Safe, T, refused
from bot.systems.kingdom.book import Holiday, Phase, Promotion, Role, Taxation
from bot.systems.kingdom.checks import CheckResult
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.events.outcomes import EventSettled
from bot.systems.kingdom.month.rules import MonthClosed
from bot.systems.kingdom.realm import OnKingdom, OnMonth, Realm
from bot.systems.kingdom.sources import consumption_bill
from bot.systems.kingdom.state import EDICT_LABELS, LEVELS, MOST_POINTS, Kingdom, Steward, Trust, level_of

MOST_MONTHS: Final = 12


# -- the actions --------------------------------------------------------------------------------------


class AppointSteward(OnKingdom):
    """Give a steward orders for quiet months; shows what they come to first"""

    holiday: Holiday | None = option(
        "Holidays to keep; as they are if left out", label="Holidays", default=None
    )
    promotion: Promotion | None = option("Promotion to keep; as it is if left out", default=None)
    taxation: Taxation | None = option("Taxation to keep; as it is if left out", default=None)
    reserve: int = option(
        "BP that Consumption must leave in the Treasury; 0 if left out",
        label="Reserve in BP",
        default=0,
        least=0,
        most=MOST_POINTS,
    )
    events: Trust = option(
        "What to do about events; rolls their checks if left out", label="Events", default=Trust.ROLL
    )


class DismissSteward(OnKingdom):
    """End the steward's standing orders"""


class RunMonth(OnKingdom):
    """Let the steward run this month, up to the first step that needs one of you"""


class RunMonths(OnMonth):
    """Let the steward run several months, up to the first step that needs somebody"""

    months: int = option(
        f"How many months to close, 1 to {MOST_MONTHS}", label="Months", least=1, most=MOST_MONTHS
    )


# -- what the orders say ------------------------------------------------------------------------------


def orders_line(orders: Steward) -> Safe:
    """Edicts, reserve, and what about events."""
    kept = [
        T("{edict} {level}")(edict=EDICT_LABELS[kind], level=level)
        for kind in LEVELS
        if (level := level_of(orders.edicts, kind)) is not None
    ]
    edicts = T("edicts: {kept:,}")(kept=kept) if kept else T("edicts as they are")()
    return T("{edicts} · reserve {reserve} BP · events: {events:lower}")(
        edicts=edicts, reserve=orders.reserve, events=orders.events
    )


def require_steward(kingdom: Kingdom) -> Steward:
    """Its standing orders. Raises RuleViolation where it has none."""
    if kingdom.steward is None:
        raise refused(
            "steward.none",
            "{name:60} has no steward. The Ruler or a game master appoints one with `/kingdom steward`.",
            name=kingdom.name,
        )
    return kingdom.steward


class StewardAppointed(Event):
    """A kingdom has a steward with these orders; `is_new`: it had none."""

    name: str
    orders: Steward
    is_new: bool = True

    def sentence(self) -> Safe:
        """What they say."""
        says = T("{name:60} has a steward: {orders}.")
        says = says if self.is_new else T("{name:60} gives its steward new orders: {orders}.")
        return says(name=self.name, orders=orders_line(self.orders))


# -- where a run stops --------------------------------------------------------------------------------


class Why(StrEnum):
    """What stops a steward."""

    # All months that were asked for are closed.
    DONE = "done"
    # A step that a person decides.
    STEP = "step"
    RESERVE = "reserve"
    # A role that nobody holds now: the Ruler's, or one that was held when the run began.
    ROLE = "role"
    # An event is due that the tables couldn't give.
    UNDECIDED = "undecided"
    # The last hex is lost.
    LAND = "land"
    # The capital has no building yet.
    CAPITAL = "capital"


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a steward stops, and whom that asks: None are the game masters.

    `step` is the step's label; `left` is what Consumption would leave in the Treasury (BP), `reserve` the
    least that must be there.
    """

    why: Why
    month: int
    phase: Phase
    who: int | None = None
    step: str = ""
    role: Role | None = None
    left: int = 0
    reserve: int = 0

    def sentence(self) -> Safe:
        """Why, where, and who is asked."""
        if self.why is Why.DONE:
            return T("Month {month} waits to be opened.").of(self)
        return T("It stops in month {month} ({phase}): {reason} It's up to {who:@}.").of(
            self, reason=self.reason
        )

    @property
    def reason(self) -> Safe:
        """Why, in a sentence."""
        match self.why:
            case Why.RESERVE:
                return T(
                    "Consumption would leave {left} BP in the Treasury, below the reserve of {reserve} BP."
                ).of(self)
            case Why.ROLE:
                return T("there is no {role} anymore.")(role=self.role or Role.RULER)
            case Why.UNDECIDED:
                return T("an event is due, but nothing rolled can happen here.")()
            case Why.LAND:
                return T("the last hex is lost.")()
            case Why.CAPITAL:
                return T("the capital has no building yet.")()
            case _:
                return T("{step:200}.").of(self)


def spared(realm: Realm, orders: Steward) -> int | None:
    """What paying Consumption would leave in the Treasury where that is below the reserve; else None."""
    bill = consumption_bill(realm)
    left = realm.kingdom.treasury - bill.paid
    return left if bill.paid and left < orders.reserve else None


# -- what a run tells ---------------------------------------------------------------------------------


class MonthRun(Event):
    """What a steward did in one month.

    `paid` is Consumption, `taxes` what they brought (BP); None: it didn't come to that. `items` came up on
    markets; `settled` are events with what came of them, `struck` those of which that is still to come.
    `closed` is the month at its close, with what people had done in it before.
    """

    name: str
    month: int
    treasury: tuple[int, int]
    unrest: tuple[int, int]
    stability: CheckResult | None = None
    paid: int | None = None
    taxes: int | None = None
    items: int = 0
    settled: tuple[EventSettled, ...] = ()
    struck: tuple[str, ...] = ()
    closed: MonthClosed | None = None
    # The roll that brought no event: the die and its chance (%).
    quiet: tuple[int, int] | None = None
    # So many events are told in its line.
    MOST_TOLD: ClassVar[int] = 2

    def sentence(self) -> Safe:
        """All of it in a line."""
        return T("**Month {month}**{open}: {told}")(
            month=self.month,
            open="" if self.closed is not None else T(" (not over)"),
            told=Safe(" · ".join(self._told)) or T("nothing yet"),
        )

    @property
    def _told(self) -> Iterator[Safe]:
        if self.stability is not None:
            held = T("Stability holds") if self.stability.is_success else T("Stability fails")
            yield held()
        if self.taxes is not None:
            yield T("taxes {taxes:+} BP").of(self)
        yield from (
            T("{number} {before} → **{after}**")(number=number, before=before, after=after)
            for number, (before, after) in ((T("Treasury"), self.treasury), (T("Unrest"), self.unrest))
            if before != after
        )
        if self.items:
            yield T("{items:1 magic item|{items} magic items}").of(self)
        yield from (each.summary for each in self.settled[: self.MOST_TOLD])
        if len(self.settled) > self.MOST_TOLD:
            yield T("{n:1 more event|{n} more events}")(n=len(self.settled) - self.MOST_TOLD)
        yield from (T("**{event}** comes up")(event=event_name(each)) for each in self.struck)
        if self.quiet is not None:
            die, chance = self.quiet
            yield T("no event (d% {die}, one on {chance} or less)")(die=die, chance=chance)
        if self.closed is not None:
            yield from self.closed.grown
            yield from self.closed.reached


class RunEnded(Event):
    """A steward ran so many months to their close, and stopped."""

    name: str
    closed: int
    stop: Stop

    def sentence(self) -> Safe:
        """How many, and where it stopped."""
        return T("{headline}: {stop}")(headline=self.headline, stop=self.stop.sentence())

    @property
    def headline(self) -> Safe:
        """How many months were run."""
        if not self.closed:
            return T("{name:60}: the steward's part of month {month}")(name=self.name, month=self.stop.month)
        return T("{name:60}: {closed:a month|{closed} months} run by the steward").of(self)
