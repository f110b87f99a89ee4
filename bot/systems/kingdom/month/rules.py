"""The Upkeep phase: the Stability check, Consumption, what adds to Unrest, and the Royal Enforcer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from bot.engine.declare import called
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit, Standing
from bot.engine.steps import at
from bot.engine.system import Scope, Want, World
from bot.engine.text import Safe, T, fitting, listed, refused
from bot.errors import NotAllowed
from bot.systems.kingdom.abroad.book import Cargo
from bot.systems.kingdom.abroad.trade import without_ended
from bot.systems.kingdom.abroad.vassals import Subdued, with_vassals
from bot.systems.kingdom.book import (
    ROLES,
    XP_CAPITAL,
    XP_LOTS,
    XP_SIZES,
    Attribute,
    BuildingType,
    Limit,
    MonthStep,
    Role,
    Stage,
    Stat,
)
from bot.systems.kingdom.checks import CheckResult, check, note_check, roll_check
from bot.systems.kingdom.events.book import EVENTS, Occasion, event_name
from bot.systems.kingdom.events.draws import PERCENT, Hidden, draw, place_of
from bot.systems.kingdom.land.losses import doomed, without_hexes
from bot.systems.kingdom.leaders.offices import renew_leaders
from bot.systems.kingdom.moves import A, Move, Perform, Rules, move
from bot.systems.kingdom.realm import OnKingdom, OnMonth, Realm, kingdom_scope, running_realm
from bot.systems.kingdom.settings import OMENS, ROUTINE_STEPS, WHO_ROLLS
from bot.systems.kingdom.settling import counts_as_eventful, event_chance
from bot.systems.kingdom.sources import (
    SNAPSHOT,
    Shift,
    Snapshot,
    consumption_bill,
    figures,
    shifted,
    since,
    snapshot,
)
from bot.systems.kingdom.state import (
    Kingdom,
    Month,
    PresetRoll,
    ScheduledEvent,
    Work,
    Worked,
    coming_again,
    is_missed,
    lasting,
    promised_holidays,
    with_more,
    with_points,
    with_unrest,
)
from bot.systems.kingdom.steps import ASKS, done, may_stand_in, open_steps, stands_still
from bot.systems.kingdom.towns.abandoned import Trade, with_trade
from bot.systems.kingdom.towns.items import with_items
from bot.systems.kingdom.towns.state import lots_in_use

MILD_UNREST, DEBT_UNREST = 1, 2
BAD_SIDES: Final = 4
# As much is told of what was built in a month, or closed and opened.
MOST_BUILT: Final = 600
# And of who did what.
MOST_BUSY: Final = 500


# -- the actions behind its buttons ----------------------------------------------------------------------


class RollStability(OnKingdom):
    """Attempt the Stability check of Upkeep."""


class PayConsumption(OnKingdom):
    """Pay Consumption."""


class RollItems(OnKingdom):
    """Roll for the vacant magic item slots: once a district."""


class SettleUnrest(OnKingdom):
    """Count what negative attributes and vacancies add to Unrest."""


class RollStandIn(OnKingdom):
    """Attempt the Loyalty check of whoever stands in for the Ruler."""


class EnforceOrder(OnKingdom):
    """Have the Royal Enforcer reduce Unrest, and attempt the Loyalty check for it."""


class CloseMonth(OnMonth):
    """Close the month, keep its snapshot, and have the next one wait."""


# -- what comes of them, as `outcome` on a card: in the journal it is told with its name and its check -----


TITLES: Final = {
    MonthStep.STABILITY: T("Stability check"),
    MonthStep.CONSUMPTION: T("Consumption"),
    MonthStep.UNREST: T("This month's Unrest"),
    MonthStep.STAND_IN: T("Standing in for the Ruler"),
    MonthStep.ENFORCER: T("Royal Enforcer"),
}


def _sentence(event: Any) -> Safe:
    """A step of Upkeep told in a line."""
    check = T("{check} · ")(check=event.result.sentence()) if hasattr(event, "result") else ""
    return T("{name:60}, {title}: {check}{outcome}")(
        name=event.name, title=TITLES[event.step], check=check, outcome=event.outcome
    )


class StabilityRolled(Event):
    """The Stability check of Upkeep: what it does to Unrest and the Treasury.

    `bad` is the d4 of a failure by 5 or more.
    """

    work: ClassVar[Work] = Work.CHECK
    name: str
    result: CheckResult
    unrest: int = 0
    points: int = 0
    bad: int | None = None
    step: ClassVar[MonthStep] = MonthStep.STABILITY
    sentence = _sentence

    @property
    def outcome(self) -> Safe:
        """What it did."""
        if self.points:
            return T("There's no Unrest to calm: **+1 BP** instead.")()
        if self.unrest < 0:
            return T("**Unrest {unrest:+}**.").of(self)
        if self.bad is None:
            return T("**Unrest {unrest:+}** (failed by 4 or less).").of(self)
        return T("**Unrest {unrest:+}** (failed by 5 or more, 1d4 shows {bad}).").of(self)


class ConsumptionPaid(Event):
    """Consumption was paid; `raw` is below 0 where Farms gave more than was needed (R002).

    `paid` came out of the Treasury; `stored` went into the Granaries, or, below 0, came out of them, and
    `store` is what they hold then (R095). `owes_holidays`: some were promised, and there are no BP for them.
    """

    name: str
    paid: int
    raw: int
    treasury: int
    unrest: int = 0
    stored: int = 0
    store: int = 0
    owes_holidays: bool = False
    step: ClassVar[MonthStep] = MonthStep.CONSUMPTION
    sentence = _sentence

    @property
    def outcome(self) -> Safe:
        """What it cost the Treasury and the Granaries."""
        if self.paid:
            first = T("Paid **{paid} BP**. The Treasury holds **{treasury} BP**.").of(self)
        elif self.raw < 0:
            first = T(
                "Nothing to pay: Farms and Fisheries bring {spare} more than needed. The Treasury holds "
                "**{treasury} BP**."
            )(spare=-self.raw, treasury=self.treasury)
        else:
            first = T("Nothing to pay. The Treasury holds **{treasury} BP**.").of(self)
        debt = T(" Below 0: **Unrest {unrest:+}**.").of(self) if self.unrest else ""
        owes = T(
            " The holidays promised aren't paid for: a game master says what that costs, with `/gm "
            "deed: holidays`."
        )
        holidays = owes() if self.owes_holidays else ""
        return T("{first}{debt}{granaries}{holidays}")(
            first=first, debt=debt, granaries=self._granaries, holidays=holidays
        )

    @property
    def _granaries(self) -> Safe | str:
        """The food put into the Granaries or taken out of them."""
        if self.stored < 0:
            return T(" Another **{out} BP** comes from the Granaries, which now hold {store}.")(
                out=-self.stored, store=self.store
            )
        if self.stored:
            return T(" **{stored} BP** of that goes into the Granaries, which now hold {store}.").of(self)
        return ""


# What adds to Unrest beside attributes and roles: buildings that closed (R097).
CLOSED: Final = "closed"


@dataclass(frozen=True, slots=True)
class Grievance:
    """What adds to Unrest: a negative attribute or a vacant role, by its value."""

    what: str
    unrest: int

    def sentence(self) -> Safe:
        """How much, and why."""
        if self.what == CLOSED:
            return T("{unrest} for {unrest:a building that closed|buildings that closed}").of(self)
        if self.what in set(Attribute):
            return T("{unrest} for {attribute} below 0")(unrest=self.unrest, attribute=Attribute(self.what))
        return T("{unrest} for lack of a {role}")(unrest=self.unrest, role=Role(self.what))


class UnrestSettled(Event):
    """What added to Unrest this month, and which buildings closed or opened before that."""

    name: str
    grievances: tuple[Grievance, ...] = ()
    trade: Trade = Trade()
    # The Loyalty checks for subjugated kingdoms, whose Unrest comes besides.
    subdued: tuple[Subdued, ...] = ()
    step: ClassVar[MonthStep] = MonthStep.UNREST
    sentence = _sentence

    @property
    def unrest(self) -> int:
        """By how much all its grievances raise Unrest."""
        return sum(each.unrest for each in self.grievances)

    @property
    def outcome(self) -> Safe:
        """What adds to Unrest, and what closed or opened."""
        told = list[Safe]()
        if self.unrest:
            grievances = [each.sentence() for each in self.grievances]
            told.append(T("**Unrest {unrest:+}**: {grievances}.")(unrest=self.unrest, grievances=grievances))
        elif not any(each.unrest for each in self.subdued):
            told.append(T("Nothing adds to Unrest this month.")())
        first = " ".join((*told, *fitting(self.trade.lines(), MOST_BUILT)))
        checks = fitting((each.sentence() for each in self.subdued), MOST_BUILT)
        return Safe("\n".join((*((first,) if first else ()), *checks)))


class StandInRolled(Event):
    """The Loyalty check of whoever stands in for the Ruler."""

    work: ClassVar[Work] = Work.CHECK
    name: str
    role: Role
    result: CheckResult
    unrest: int = 0
    step: ClassVar[MonthStep] = MonthStep.STAND_IN
    sentence = _sentence

    @property
    def outcome(self) -> Safe:
        """Whether the people accept it."""
        if self.unrest:
            return T("The people don't accept the {role} in the Ruler's place: **Unrest {unrest:+}**.").of(
                self
            )
        return T("The people accept the {role} in the Ruler's place.").of(self)


class OrderEnforced(Event):
    """The Royal Enforcer reduced Unrest; a failed check costs Loyalty for good."""

    work: ClassVar[Work] = Work.CHECK
    name: str
    result: CheckResult
    loyalty: int = 0
    step: ClassVar[MonthStep] = MonthStep.ENFORCER
    sentence = _sentence

    @property
    def outcome(self) -> Safe:
        """What it brought about."""
        if self.loyalty:
            return T("**Unrest −1**, and **Loyalty {loyalty:+}** for good.").of(self)
        return T("**Unrest −1**, and nobody bears a grudge.")()


UPKEEP = (StabilityRolled, ConsumptionPaid, UnrestSettled, StandInRolled, OrderEnforced)


# -- step 1 -------------------------------------------------------------------------------------------


def upkeep(step: MonthStep, label: T) -> Callable[[Rules[A]], Perform[A]]:
    """Declare what is taken at a step of Upkeep, also in anarchy where that goes on (R018)."""
    stands = at(step, "do", label, is_main=True)
    return move(at=step, by=ASKS[step] or (), found=running_realm, step=stands)


def _finish(move: Move, step: MonthStep, dice: Dice) -> None:
    """Take the step as done; those after it at which nobody decides anything follow by themselves."""
    move.finish(step)
    move.routine = lambda then: next_routine(then, dice, move.world.entry)


@upkeep(MonthStep.STABILITY, T("Roll Stability"))
def roll_stability(move: Move, action: RollStability, dice: Dice) -> None:
    """Attempt the Stability check (Upkeep, step 1). Raises RuleViolation or NotAllowed."""
    result = roll_check(check(move.realm, Attribute.STABILITY), dice, T("Stability check of Upkeep").plain())
    unrest, points, bad = 0, 0, None
    if result.is_success:
        # Only with no Unrest at all it is a BP instead (R006).
        unrest, points = (-1, 0) if move.kingdom.unrest else (0, 1)
    elif result.is_mild:
        unrest = MILD_UNREST
    else:
        (bad,) = dice.roll(1, BAD_SIDES, reason=T("Unrest after a failure by 5 or more").plain())
        unrest = bad
    move.put(note_check(move.kingdom, MonthStep.STABILITY, result))
    move.upset(unrest)
    move.earn(points)
    move.tell(StabilityRolled(move.name, result, unrest, points, bad))
    _finish(move, MonthStep.STABILITY, dice)


# -- steps 2, 3 and 4 a and b, at which nobody decides anything ---------------------------------------


def with_consumption(realm: Realm, dice: Dice, entry: int) -> tuple[Realm, ConsumptionPaid]:
    """Pay Consumption; a Treasury below 0 then adds 2 Unrest, every month (step 2, R008).

    Granaries take in a surplus, and give what the Treasury lacks before that is counted (R095).
    """
    numbers, bill = figures(realm), consumption_bill(realm)
    left, store = numbers.treasury - bill.paid, realm.kingdom.stored + bill.stored
    unrest = DEBT_UNREST if left < 0 else 0
    owes = left < 0 and promised_holidays(realm.kingdom) is not None
    event = ConsumptionPaid(
        realm.kingdom.name, bill.paid, numbers.raw, left, unrest, bill.stored, store, owes_holidays=owes
    )
    fed = replace(with_points(realm.kingdom, -bill.paid), stored=store)
    return replace(realm, kingdom=with_unrest(fed, unrest)), event


def with_grievances(realm: Realm, dice: Dice, entry: int) -> tuple[Realm, UnrestSettled]:
    """Add what closed buildings, negative attributes and vacancies add to Unrest (step 4 a and b, R097)."""
    realm, trade = with_trade(realm, dice)
    realm, subdued = with_vassals(realm, dice)
    closed = (Grievance(CLOSED, len(trade.closed)),) if trade.closed else ()
    found = (*closed, *grievances(realm))
    angrier = with_unrest(realm.kingdom, sum(each.unrest for each in found))
    return replace(realm, kingdom=angrier), UnrestSettled(realm.kingdom.name, found, trade, subdued)


# What each does to a realm, in the book's order (R016).
ROUTINE: Final[Mapping[MonthStep, Callable[[Realm, Dice, int], tuple[Realm, Event]]]] = {
    MonthStep.CONSUMPTION: with_consumption,
    MonthStep.ITEMS: with_items,
    MonthStep.UNREST: with_grievances,
}


@upkeep(MonthStep.CONSUMPTION, T("Pay Consumption"))
def pay_consumption(move: Move, action: PayConsumption, dice: Dice) -> None:
    """Pay Consumption (step 2). Raises RuleViolation or NotAllowed."""
    _take_routine(move, MonthStep.CONSUMPTION, dice)


@upkeep(MonthStep.ITEMS, T("Roll for magic items"))
def roll_items(move: Move, action: RollItems, dice: Dice) -> None:
    """Roll for magic items (step 3). Raises as above."""
    _take_routine(move, MonthStep.ITEMS, dice)


@upkeep(MonthStep.UNREST, T("Modify Unrest"))
def settle_unrest(move: Move, action: SettleUnrest, dice: Dice) -> None:
    """Count what adds to Unrest (step 4 a and b). Raises as above."""
    _take_routine(move, MonthStep.UNREST, dice)


def _take_routine(move: Move, step: MonthStep, dice: Dice) -> None:
    move.realm, event = ROUTINE[step](move.realm, dice, move.world.entry)
    move.tell(event)
    _finish(move, step, dice)


def next_routine(realm: Realm, dice: Dice, entry: int) -> tuple[Realm, Event] | None:
    """The step that is open now, done; None unless it decides nothing and the campaign lets it follow.

    Where a Consort or Heir may stand in for the Ruler, that is decided before Unrest is counted (R040).
    """
    kingdom = realm.kingdom
    if stands_still(kingdom) or realm.rulings.has(ROUTINE_STEPS, "one_by_one"):
        return None
    step = next((each for each in open_steps(kingdom) if each in ROUTINE), None)
    if step is None or (step is MonthStep.UNREST and may_stand_in(kingdom)):
        return None
    after, event = ROUTINE[step](realm, dice, entry)
    return replace(after, kingdom=done(after.kingdom, step)), event


def grievances(realm: Realm) -> Iterator[Grievance]:
    """1 for each attribute below 0 (R004), then vacancies (R015); a stand-in spares the Ruler's (R040)."""
    numbers = figures(realm)
    for attribute in Attribute:
        if numbers.of(attribute) < 0:
            yield Grievance(attribute.value, 1)
    for role, row in ROLES.items():
        if row.vacancy_unrest and is_missed(realm.kingdom, role):
            yield Grievance(role.value, row.vacancy_unrest)


# -- step 4 c and d, in the order of R016 -------------------------------------------------------------


@upkeep(MonthStep.STAND_IN, T("Roll Loyalty"))
def roll_stand_in(move: Move, action: RollStandIn, dice: Dice) -> None:
    """The stand-in's Loyalty check: 1 Unrest if it fails (step 4 c, R040). Raises as above."""
    result = roll_check(
        check(move.realm, Attribute.LOYALTY), dice, T("Loyalty check of the stand-in").plain()
    )
    unrest = 0 if result.is_success else 1
    # The step is open only while somebody stands in.
    role = move.kingdom.month.stand_in or Role.CONSORT
    move.put(note_check(move.kingdom, MonthStep.STAND_IN, result))
    move.upset(unrest)
    move.tell(StandInRolled(move.name, role, result, unrest))
    _finish(move, MonthStep.STAND_IN, dice)


@upkeep(MonthStep.ENFORCER, T("Reduce Unrest"))
def enforce_order(move: Move, action: EnforceOrder, dice: Dice) -> None:
    """Reduce Unrest by 1 either way, then attempt a Loyalty check: Loyalty −1 for good if it fails (R036).

    Raises as above.
    """
    move.upset(-1)
    result = roll_check(check(move.realm, Attribute.LOYALTY), dice, T("Royal Enforcer").plain())
    move.put(note_check(move.kingdom, MonthStep.ENFORCER, result))
    if not result.is_success:
        # One named source for all that an Enforcer's severity ever cost.
        severity = T("Severity of the Royal Enforcer").plain()
        move.put(with_more(move.kingdom, Stat.LOYALTY, -1, severity))
    move.tell(OrderEnforced(move.name, result, 0 if result.is_success else -1))
    _finish(move, MonthStep.ENFORCER, dice)


# -- The end of a month: its snapshot and milestones, and the next one, which waits to be opened -----------


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something reached for the first time: a "capital", a "size" or "lots", and how many of those."""

    what: str
    count: int
    xp: int

    @property
    def name(self) -> str:
        """How a kingdom keeps it among those it has reached."""
        return f"{self.what}-{self.count}" if self.count else self.what

    def sentence(self) -> Safe:
        """What it is, and what it brings."""
        match self.what:
            case "size":
                what = T("Size {count}").of(self)
            case "lots":
                what = T("{count} lots in a settlement").of(self)
            case _:
                what = T("a capital")()
        return T("{what} {xp:,} XP")(what=what, xp=self.xp)


@dataclass(frozen=True, slots=True)
class Raised:
    """Buildings of one type that a settlement raised in a month."""

    settlement: str
    building: BuildingType
    count: int = 1

    def sentence(self) -> Safe:
        """2 Houses in Hold."""
        return T("{count:|{count} × }{building} in {settlement:60}").of(self)


@dataclass(frozen=True, slots=True)
class MonthEvent:
    """An event of a month and what came of it; `said` is how a table's own calls that."""

    event: str
    place: str = ""
    when: Occasion | None = None
    goes_on: bool = False
    said: str = ""

    def sentence(self) -> Safe:
        """Plague in Hold (one fails, goes on)."""
        came = [self._came] if self.when not in (None, Occasion.ALWAYS) else []
        came += [T("goes on")] if self.goes_on else []
        return T("{event}{where}{came}")(
            event=event_name(self.event),
            where=T(" · {place:40}").of(self) if self.place else "",
            came=T(" ({came:,})")(came=came) if came else "",
        )

    @property
    def _came(self) -> T | Safe:
        if self.said:
            return T("{said:30}").of(self)
        row = EVENTS.get(self.event)
        asked = dict(row.asks).get(self.when) if row is not None and not row.checks and self.when else None
        return T("{when:lower}")(when=asked or self.when)


@dataclass(frozen=True, slots=True)
class Busy:
    """What one person did in a month, counted."""

    player: int
    worked: tuple[Worked, ...]

    def sentence(self) -> Safe:
        """@Anna: 2 claims, taxes."""
        return T("{player:@}: {works:,}")(player=self.player, works=[each.sentence() for each in self.worked])


class OmenDrawn(Event):
    """Whether the next month brings an event, and which: rolled when a month was closed."""

    name: str
    month: int
    die: int
    chance: int
    events: tuple[str, ...] = ()

    def sentence(self) -> Safe:
        """Whose, and what is to come."""
        return T("{name:60}: {told}").of(self)

    @property
    def told(self) -> Safe:
        """The omen, in words."""
        events = [T("**{event}**")(event=event_name(each)) for each in self.events]
        return T("An omen for month {month}: {what} (d% {die}, event on {chance} or less).").of(
            self, what=events or T("no event")
        )


class RouteOver(Event):
    """The year of a trade route is over."""

    says = T("The trade route of {name:60} to **{other:60}** is over after its year ({cargo:lower}).")
    name: str
    other: str
    cargo: Cargo


class MonthClosed(Event):
    """A month was closed. `xp` is that of all milestones so far; `has_fallen`: it was the last month.

    `shifts` are its numbers since the month before was closed; then what was claimed, improved and built in
    it, what came of its events, and who did what.
    """

    name: str
    month: int
    milestones: tuple[Milestone, ...] = ()
    xp: int = 0
    has_fallen: bool = False
    shifts: tuple[Shift, ...] = ()
    claims: int = 0
    improvements: int = 0
    built: tuple[Raised, ...] = ()
    happened: tuple[MonthEvent, ...] = ()
    people: tuple[Busy, ...] = ()

    def sentence(self) -> Safe:
        """That it is over, and what was reached."""
        return Safe(" ".join((self.closed, *((self.fall,) if self.has_fallen else ()), *self.reached)))

    @property
    def closed(self) -> Safe:
        """The line that says that the month is over."""
        return T("Month {month} of {name:60} is closed and on record.").of(self)

    @property
    def glance(self) -> Iterator[Safe]:
        """The month at a glance: numbers, what was claimed and built, what happened."""
        if self.shifts:
            yield shifted(self.shifts)
        yield from self.grown
        events = [each.sentence() for each in self.happened]
        if events:
            yield T("Events: {events:,}")(events=fitting(events, MOST_BUILT))
        yield from self.busy

    @property
    def busy(self) -> Iterator[Safe]:
        """Who did what."""
        if self.people:
            people = fitting([each.sentence() for each in self.people], MOST_BUSY)
            yield T("-# {people}")(people=Safe(" · ".join(people)))

    @property
    def grown(self) -> Iterator[Safe]:
        """What was claimed, improved and built."""
        land = [T("{claims:1 hex|{claims} hexes} claimed").of(self)] if self.claims else []
        land += [T("{improvements:1 improvement|{improvements} improvements}").of(self)] * bool(
            self.improvements
        )
        if land:
            yield listed(land, ",")
        if self.built:
            yield T("Built: {built:,}")(built=fitting([each.sentence() for each in self.built], MOST_BUILT))

    @property
    def fall(self) -> Safe:
        """A kingdom without land came to its end (R022)."""
        return T(
            "**{name:60} is no more.** Its land is lost, and it claimed and settled nothing new in time."
        ).of(self)

    @property
    def reached(self) -> tuple[Safe, ...]:
        """The line about milestones, where there are any."""
        if not self.milestones:
            return ()
        milestones = listed([each.sentence() for each in self.milestones], ",")
        return (T("New milestones: {told} (all milestones: {xp:,} XP).")(told=milestones, xp=self.xp),)


def closing_scope(action: CloseMonth) -> Scope:
    """The kingdom with all that belongs to it, and its last snapshots."""
    latest = Want(SNAPSHOT.name, parent=action.kingdom, latest=True)
    return replace(kingdom_scope(action), wants=(latest,))


@called("kingdom gm close", "Close the month once everything is done", may=Permit.GAME_MASTERS)
@move(
    at=MonthStep.CLOSE,
    found=running_realm,
    scope=closing_scope,
    step=at(MonthStep.CLOSE, "do", T("Close the month"), is_main=True),
    button="Close the month",
)
def close_month(move: Move, action: CloseMonth, dice: Dice) -> None:
    """Close the month and have the next one wait. Raises RuleViolation while something of it is left.

    Raises NotAllowed for anybody but a game master and the Ruler.
    """
    _require_ruler(move.world, move.kingdom)
    was, month = move.before, move.kingdom.month
    reached = tuple(milestones(was))
    names = tuple(each.name for each in reached)
    xp = move.kingdom.xp + sum(each.xp for each in reached)
    move.change(milestones=(*move.kingdom.milestones, *names), xp=xp)
    kept, has_fallen = snapshot(move.realm), doomed(move.realm)
    move.put(replace(_next_month(move.realm), stage=Stage.ENDED if has_fallen else Stage.STANDING))
    if has_fallen:
        # Of a kingdom that is no more nothing is claimed.
        move.realm = without_hexes(move.realm, move.realm.hexes)
    move.tell(
        MonthClosed(
            move.name,
            was.month,
            reached,
            xp,
            has_fallen,
            shifts=_since_last(move.world, was, kept),
            claims=month.used.get(Limit.CLAIMS, 0),
            improvements=month.used.get(Limit.TERRAIN, 0),
            built=tuple(_raised(was)),
            happened=tuple(_happened(was)),
            people=tuple(_busy(was.kingdom)),
        )
    )
    move.open(SNAPSHOT, kept)
    move.realm, over = _without_old_routes(move.realm)
    move.tell(*over)
    if not has_fallen:
        move.realm, omens = with_omen(move.realm, dice)
        move.tell(*omens)


def _without_old_routes(realm: Realm) -> tuple[Realm, tuple[RouteOver, ...]]:
    """The realm without the trade routes whose year is over."""
    kingdom = realm.kingdom
    left = without_ended(kingdom, realm.month)
    over = tuple(
        RouteOver(kingdom.name, each.partner, each.cargo)
        for each in kingdom.routes
        if each not in left.routes
    )
    return replace(realm, kingdom=left), over


def with_omen(realm: Realm, dice: Dice) -> tuple[Realm, tuple[OmenDrawn, ...]]:
    """The realm with the next month's event roll made, where the campaign has it so."""
    reading = realm.rulings.of(OMENS)
    if reading == OMENS.default:
        return realm, ()
    is_secret = reading == "secret"
    dice = Hidden(dice) if is_secret else dice
    chance = event_chance(realm)
    (die,) = dice.roll(1, PERCENT, reason=T("event of next month").plain())
    _, strikes = draw(realm, dice) if die <= chance else ((), ())
    coming = tuple(
        ScheduledEvent(
            number, each.event, each.target.spot, each.target.town, each.target.role, each.target.leader
        )
        for number, each in enumerate(strikes, 1)
    )
    told = OmenDrawn(
        realm.kingdom.name,
        realm.month,
        die,
        chance,
        tuple(each.event for each in coming),
        audience=GAME_MASTERS if is_secret else EVERYONE,
    )
    return replace(realm, kingdom=replace(realm.kingdom, omen=PresetRoll(die, chance, coming))), (told,)


def _since_last(world: World, realm: Realm, now: Snapshot) -> tuple[Shift, ...]:
    """What is other than when the month before was closed; of the first month nothing is known before."""
    found = (each.state for each in world.records.values() if each.kind == SNAPSHOT.name)
    last = next((each for each in found if (each.kingdom, each.month) == (realm.id, realm.month - 1)), None)
    return since(last, now) if last is not None else ()


def _happened(realm: Realm) -> Iterator[MonthEvent]:
    """The events that came up this month, or went on."""
    for each in realm.kingdom.happenings:
        if realm.month in (each.since, each.resolved) and each.since <= realm.month:
            own = each.own.outcomes if each.own is not None else ()
            said = next((one.label for one in own if one.when.value == each.came), "")
            came = Occasion(each.came) if each.came else None
            yield MonthEvent(each.event, place_of(realm, each), came, each.is_continuous, said)


def _busy(kingdom: Kingdom) -> Iterator[Busy]:
    """Who did what in its month, in the order in which they first did something."""
    done = [each for entry in sorted(kingdom.works, key=int) for each in kingdom.works[entry]]
    for player in dict.fromkeys(each.player for each in done):
        counts = Counter(each.work for each in done if each.player == player)
        yield Busy(player, tuple(Worked(player, work, count) for work, count in counts.items()))


def _raised(realm: Realm) -> Iterator[Raised]:
    """What was built this month and still stands, by settlement."""
    for town in realm.towns.values():
        new = Counter(
            each.type for each in town.buildings if each.built == realm.month and not each.is_natural
        )
        yield from (Raised(town.name, building, count) for building, count in new.items())


def _require_ruler(world: World, kingdom: Kingdom) -> None:
    roles = (Role.RULER, kingdom.month.stand_in or Role.RULER)
    rulers = {each.player for role in roles for each in kingdom.held_by(role)}
    is_trusted = world.actor in rulers or world.actor in kingdom.proxies
    if not is_trusted and world.standing is not Standing.GAME_MASTER and world.setting(WHO_ROLLS) != "anyone":
        raise refused(
            "month.for_ruler",
            "Only the Ruler of {name:60} or a game master can close the month.",
            NotAllowed,
            name=kingdom.name,
        )


def milestones(realm: Realm) -> Iterator[Milestone]:
    """What the kingdom has reached and was not rewarded for yet; crossing two at once gives both (R150)."""
    most = max((lots_in_use(town, realm.rulings) for town in realm.towns.values()), default=0)
    found = [Milestone("size", size, xp) for size, xp in XP_SIZES if realm.size >= size]
    found += [Milestone("lots", lots, xp) for lots, xp in XP_LOTS if most >= lots]
    if realm.kingdom.capital is not None:
        found.append(Milestone("capital", 0, XP_CAPITAL))
    return (each for each in found if each.name not in realm.kingdom.milestones)


def _next_month(realm: Realm) -> Kingdom:
    """What ends with the month ends, and the next one begins before its Upkeep."""
    month, happenings = Month(realm.month + 1), coming_again(realm.kingdom)
    changes = lasting(realm.kingdom.changes, realm.kingdom.month, month)
    state = replace(realm.kingdom, changes=changes, happenings=happenings, fading_opened=0, works={})
    return replace(renew_leaders(state), month=month, last_had_event=counts_as_eventful(realm))
