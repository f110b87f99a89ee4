"""What comes of events: their checks, what an outcome changes, and what it leaves to a game master."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.text import Safe, T, listed, refused
from bot.systems.kingdom.book import Attribute, BuildingType, Modifier, Number, Special, Spot, Stat, Until
from bot.systems.kingdom.checks import Check, CheckResult, check, roll_check
from bot.systems.kingdom.events.book import (
    AMOUNT,
    EVENTS,
    BookEvent,
    Circumstances,
    Does,
    Effect,
    EventRow,
    Occasion,
    Outcome,
    Strikes,
    Threatened,
    event_name,
    plain_name,
)
from bot.systems.kingdom.events.draws import place_of
from bot.systems.kingdom.events.own import OwnEvent
from bot.systems.kingdom.events.verbs import Doing, EffectDone
from bot.systems.kingdom.land.state import neighbours
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settings import HOSPITAL_SCOPE, SLAVERS_UNREST
from bot.systems.kingdom.sources import (
    COMMON,
    OPTIONAL,
    STOCKYARD_GIVES,
    cut_at_zero,
    established,
    farms_by,
    figures,
    further,
    modifiers_in,
    stockyard_farms,
)
from bot.systems.kingdom.state import (
    MOST_CHANGES,
    ActiveEvent,
    Kingdom,
    Work,
    help_for,
    with_more,
    with_points,
    with_unrest,
)
from bot.systems.kingdom.towns.bills import as_played
from bot.systems.kingdom.towns.state import Town, given_by, lots_in_use, sound, with_modifier

# -- how much ---------------------------------------------------------------------------------------------

# So often a 6 that counts again is rolled on.
MAX_SIXES: Final = 20
# What a Farm takes off Consumption; on a Resource one more (R072), and by a Stockyard (R116).
FARM: Final = 2


def amount_of(effect: Effect, realm: Realm, found: ActiveEvent | None) -> str:
    """The amount as the realm stands: a signed number, or dice to be rolled (R132, R133, R135)."""
    consumption, spot = figures(realm).consumption, found.spot if found is not None else None
    match effect.amount:
        case "half":
            amount = consumption * 3 // 2 - consumption
        case "whole":
            amount = consumption
        case "saved":
            amount = consumption // 2 - consumption
        case "farms":
            amount = sum(_farms(realm, spot))
        case "farms_to_one":
            amount = sum(each - 1 for each in _farms(realm, spot))
        case "boom":
            towns = _towns(realm, found)
            booming = (given_by(each, realm.rulings) for town in towns for each in sound(town))
            amount = sum(each.get(Stat.ECONOMY, 0) > 0 for each in booming)
        case "slavers_1" | "slavers_2":
            amount = int(effect.amount[-1])
            amount = amount if realm.rulings.has(SLAVERS_UNREST, "increase") else -amount
        case _:
            return effect.amount
    return f"{amount:+}"


def _towns(realm: Realm, found: ActiveEvent | None) -> list[Town]:
    """The settlement that an event struck, while it is the kingdom's."""
    return [town for id_, town in realm.towns.items() if found is not None and id_ == found.town]


def _farms(realm: Realm, spot: Spot | None) -> list[int]:
    """What each Farm around takes off Consumption."""
    around = farms_by(realm, spot) if spot is not None else ()
    fed = stockyard_farms(realm)
    return [
        FARM + (Special.RESOURCE in realm.hexes[each].specials) + (STOCKYARD_GIVES if each in fed else 0)
        for each in around
    ]


def rolled_on(count: int, sides: int, dice: Dice, *, counts_again: bool) -> tuple[int, ...]:
    """The dice; where the highest counts again, each of those is rolled on, and all are added (R139)."""
    faces = dice.roll(count, sides, reason=T("amount").plain())
    highest = sum(face == sides for face in faces)
    while counts_again and highest and len(faces) < MAX_SIXES + count:
        more = dice.roll(highest, sides, reason=T("amount").plain())
        faces, highest = (*faces, *more), sum(face == sides for face in more)
    return faces


# -- its checks -------------------------------------------------------------------------------------------


# What Political Calm adds to checks that end a continuous event, until the next Event phase.
CALM_BONUS: Final = 2
# What a Hospital adds against a plague by its own rule.
HOSPITAL_HELP: Final = 2
SIDES: Final = 6


def asked_now(kingdom: Kingdom, found: ActiveEvent) -> tuple[Attribute, ...]:
    """The checks that can be made against an event now.

    None where it asks for none, they were made this month, or its leader is a player's, who plays it out.
    """
    row = found.row
    if row is None or found.tried == kingdom.month.number or follow_up(kingdom, found) is not None:
        return ()
    is_played_out = bool(row.asks) and row.strikes is Strikes.LEADER and _is_a_players(kingdom, found)
    return () if is_played_out else row.checks


def _is_a_players(kingdom: Kingdom, found: ActiveEvent) -> bool:
    held = kingdom.held_by(found.role) if found.role is not None else ()
    return any(each.name == found.leader and each.player is not None for each in held)


def checks_of(realm: Realm, found: ActiveEvent) -> tuple[Check, ...]:
    """Each of them, after what always comes first; adventurers help with the first of their kind (R141)."""
    asked = asked_now(realm.kingdom, found)
    if not asked:
        return ()
    realm = _foreseen(realm, found)
    made, helped = list[Check](), help_for(realm.kingdom, found)
    bonus = circumstances(realm, found) + (CALM_BONUS if _is_calm(realm, found) else 0)
    for attribute in asked:
        is_helped = helped is not None and helped.attribute is attribute
        made.append(
            check(realm, attribute, bonus + (helped.bonus if helped and is_helped else 0), spot=found.spot)
        )
        helped = None if is_helped else helped
    return tuple(made)


def _is_calm(realm: Realm, found: ActiveEvent) -> bool:
    """Whether Political Calm came about this month, and this event may go on."""
    calm = (each for each in realm.kingdom.happenings if each.event == BookEvent.POLITICAL_CALM)
    return (
        found.row is not None
        and found.row.is_continuous
        and any(each.resolved == realm.month for each in calm)
    )


def circumstances(realm: Realm, found: ActiveEvent) -> int:
    """What the place itself adds to each check, or takes off."""
    told = found.row.circumstances if found.row is not None else None
    if told is None:
        return 0
    towns = _counted_in(realm, found, told)
    less, plus = as_played(told.less, realm.rulings), as_played(told.plus, realm.rulings)
    amount = -sum(len(town.of(*less)) for town in towns)
    # Damaged ones help nobody (R108).
    amount += sum(len(sound(town, each)) for town in towns for each in plus)
    if told.has_hospitals:
        amount += HOSPITAL_HELP * _hospitals(realm, towns)
    if told.less_squatters:
        amount -= sum(
            each.event == BookEvent.SQUATTERS and each.town == found.town and not each.left
            for each in realm.kingdom.happenings
        )
    if told.less_routes:
        amount -= len(established(realm))
    here = realm.hexes.get(found.spot) if found.spot is not None else None
    if here is not None:
        amount -= sum(each in told.less_improvements for each in here.improvements)
    for modifier, sign in told.modifiers:
        amount += sign * sum(modifiers_in(realm, town)[modifier] for town in towns)
    return amount


def _hospitals(realm: Realm, near: Sequence[Town]) -> int:
    """How many Hospitals help by their own rule (R130)."""
    scope = realm.rulings.of(HOSPITAL_SCOPE)
    towns = list(realm.towns.values()) if scope == "kingdom" else near
    found = sum(len(sound(town, BuildingType.HOSPITAL)) for town in towns)
    return min(found, 1) if scope == "once" else found


def _counted_in(realm: Realm, found: ActiveEvent, told: Circumstances) -> Sequence[Town]:
    if told.is_hex and found.spot is not None:
        return list(realm.towns_at(found.spot).values())
    return _towns(realm, found) if found.town is not None else list(realm.towns.values())


def _threatened(realm: Realm, found: ActiveEvent, dice: Dice) -> int:
    """How many checks a disaster asks for: one for each improved hex, or lot, in danger (R134)."""
    kind = found.row.threatens if found.row is not None else None
    if kind is None:
        return 1
    (die,) = dice.roll(1, SIDES, reason=T("how far the disaster reaches").plain())
    further = sum(dice.roll(1, SIDES, reason=T("how much further").plain())) if die == SIDES else 0
    if kind is Threatened.LOTS:
        return min(die + further, max(1, sum(lots_in_use(t, realm.rulings) for t in _towns(realm, found))))
    around = neighbours(found.spot) if found.spot is not None else ()
    improved = sum(spot in realm.hexes and bool(realm.hexes[spot].improvements) for spot in around)
    return 1 + min(further, improved)


# -- what is told -----------------------------------------------------------------------------------------


# What came of it may well last: it is the event itself that is settled.
OVER: Final = T("**It's over** and doesn't come back.")
# How long an outcome lasts, where it is told.
UNTIL: Final = {
    Until.EVENT: T(" until the next Event phase"),
    Until.UPKEEP: T(" in the next Upkeep"),
    Until.MONTH: T(" this month"),
    Until.HALF_YEAR: T(" for 6 months"),
    Until.YEAR: T(" for 12 months"),
}
# The more of these, the worse.
BURDENS: Final = (Number.UNREST, Number.CONSUMPTION, Number.CORRUPTION, Number.CRIME, Number.INFAMY)


@dataclass(frozen=True, slots=True)
class Changed:
    """A number that an outcome changed; `dice` are those rolled for it.

    `is_kept`: by the kingdom, or its settlement; those of optional rules that aren't in use are given to the
    table to note. `in_each`: in every settlement.
    """

    number: Number
    amount: int
    until: Until = Until.ALWAYS
    dice: tuple[int, ...] = ()
    is_kept: bool = True
    in_each: bool = False

    @property
    def is_bad(self) -> bool:
        """Whether the kingdom is worse off by it."""
        is_burden = self.number in BURDENS
        return self.is_kept and (self.amount > 0) is is_burden

    def sentence(self) -> Safe:
        """The number, by how much, how long."""
        return T("**{number} {amount:+}{unit}**{where}{until}{rolled}")(
            number=self.number,
            amount=self.amount,
            unit=T(" BP") if self.number is Number.TREASURY else "",
            where=T(" in each settlement") if self.in_each else "",
            until=UNTIL.get(self.until, ""),
            rolled=T(" (rolled {dice:,})").of(self) if self.dice else "",
        )


def filled(outcome: Outcome, template: T | str, die: int) -> Safe:
    """A note or a task with what it names: a count, or which of the picks the d% shows.

    A table's own names nothing, and is escaped.
    """
    if not isinstance(template, T):
        return T("{text}")(text=template)
    values: dict[str, int | Safe] = {"count": die}
    if outcome.picks:
        values["pick"] = next((tie for last, tie in outcome.picks if die <= last), outcome.picks[-1][1]).one
    return template(**{name: each for name, each in values.items() if name in template.names})


# What the book has no longer does nothing.
GONE: Final = EventRow(Strikes.KINGDOM)


class EventBegun(Event):
    """What always came of an event, before anybody rolled or decided: numbers changed, and deeds."""

    name: str
    event: str
    place: str
    changed: tuple[Changed, ...] = ()
    deeds: tuple[EffectDone, ...] = ()

    def sentence(self) -> Safe:
        """Whose event, where, and all that came of it."""
        where = T(" · {place:40}").of(self) if self.place else ""
        return T("{name:60}: {event}{where}: {told}")(
            name=self.name, event=event_name(self.event), where=where, told=Safe(" · ".join(self.lines))
        )

    @property
    def lines(self) -> Iterator[Safe]:
        """What changed, and what was done."""
        kept = [each.sentence() for each in self.changed if each.is_kept]
        if kept:
            yield T("At once: {kept:,}")(kept=kept)
        yield from _noted(self.changed)
        yield from (each.sentence() for each in self.deeds)


def _noted(changed: Sequence[Changed]) -> Iterator[Safe]:
    """Changes that only the table itself keeps track of."""
    noted = [each.sentence() for each in changed if not each.is_kept]
    if noted:
        yield T("For the table to track: {noted:,}")(noted=noted)


class EventSettled(Event):
    """What came of an event: the checks made, the outcomes that came about, each number that changed.

    `when` is the outcome in the main, by the dice or as a game master said. `left`: it leaves something to
    do. `is_open`: nothing came of the checks, and a game master says what does. `die` is a count, or a d%.
    `deeds` are what was done besides numbers. Of a table's own what it does is kept as it was then.
    """

    work: ClassVar[Work] = Work.EVENT
    name: str
    event: str
    place: str
    when: Occasion
    came: tuple[Occasion, ...] = ()
    results: tuple[CheckResult, ...] = ()
    changed: tuple[Changed, ...] = ()
    die: int = 0
    goes_on: bool = False
    left: bool = False
    is_open: bool = False
    deeds: tuple[EffectDone, ...] = ()
    own: OwnEvent | None = None

    def sentence(self) -> Safe:
        """All of it in a line; of what leaves nothing to tell, that it was."""
        told = Safe(" · ".join(self.lines))
        if not told:
            return T("{headline}.")(headline=self.headline)
        return T("{headline}: {told}")(headline=self.headline, told=told)

    @property
    def headline(self) -> Safe:
        """Whose event, which, and where."""
        where = T(" · {place:40}").of(self) if self.place else ""
        return T("{name:60}: {event}{where}")(name=self.name, event=event_name(self.event), where=where)

    @property
    def title(self) -> Safe:
        """The event and where it struck, as a title among others of one kingdom."""
        where = T(" · {place:40}").of(self) if self.place else ""
        return T("**{event}**{where}")(event=event_name(self.event), where=where)

    @property
    def summary(self) -> Safe:
        """Which, how its checks went or what was said, and the numbers changed, among much else in a line."""
        how, failed = Safe(""), sum(not each.is_success for each in self.results)
        if len(self.results) == 1:
            how = (T(" (fails)") if failed else T(" (succeeds)"))()
        elif self.results:
            how = T(" ({failed} of {count} fail)")(failed=failed, count=len(self.results))
        elif (said := self._said) is not None:
            how = T(" ({said:lower})")(said=said)
        shift = T("{number} {amount:+}")
        kept = [shift(number=each.number, amount=each.amount) for each in self.changed if each.is_kept]
        changed = T(": {kept:,}")(kept=kept) if kept else ""
        return T("{event}{how}{changed}")(event=event_name(self.event), how=how, changed=changed)

    @property
    def _said(self) -> T | str | None:
        """What somebody said came about, where no check decided."""
        row = self._row
        said = dict(row.asks) | {when: label for each in row.outcomes for when, label in each.asks}
        said |= {Occasion.UNTRIED: row.leaves} if row.leaves is not None else {}
        return None if self.results else said.get(self.when)

    @property
    def lines(self) -> Iterator[Safe]:
        """The checks, what was said, what changed, what is left to do, and whether it comes again."""
        row = self._row
        yield from self._rolled
        if self.when is Occasion.DONE:
            yield T("The game master took care of it.")()
        outcomes = [each for each in row.outcomes if each.when in self.came]
        if (said := self._said) is not None:
            yield T("{said}.")(said=said)
        kept = [each.sentence() for each in self.changed if each.is_kept]
        if kept:
            # What a success costs all the same reads as no mistake.
            is_success = bool(self.results) and all(each.is_success for each in self.results)
            costs = is_success and any(each.is_bad for each in self.changed)
            yield T("Success, at a price: {kept:,}")(kept=kept) if costs else listed(kept, ",")
        yield from _noted(self.changed)
        yield from (each.sentence() for each in self.deeds)
        for each in outcomes:
            if each.note is not None:
                yield filled(each, each.note, self.die)
            if each.todo is not None and self.left and not each.asks and not self._awaits_leaders:
                yield T("Game master: {todo}.")(todo=filled(each, each.todo, self.die))
        yield from self._fate

    @property
    def _row(self) -> EventRow:
        """What it does; nothing for an event that the book has no longer."""
        return self.own.row if self.own is not None else EVENTS.get(self.event, GONE)

    @property
    def _awaits_leaders(self) -> bool:
        """Whether leaders answer what it leaves: an envoy of whom it is known who sent them."""
        return any(each.does is Does.ENVOY and each.name for each in self.deeds)

    @property
    def _rolled(self) -> Iterator[Safe]:
        """Each check; those of a disaster in one line."""
        if self._row.threatens is None:
            yield from (each.sentence() for each in self.results)
        elif self.results:
            failed = sum(not each.is_success for each in self.results)
            yield T("{attribute} for each {what}: {totals:,} against {dc}: **{failed} of {count} fail**")(
                attribute=self.results[0].attribute,
                what=T("hex") if self._row.threatens is Threatened.HEXES else T("lot"),
                totals=[each.total for each in self.results],
                dc=self.results[0].dc,
                failed=failed,
                count=len(self.results),
            )

    @property
    def _fate(self) -> Iterator[Safe]:
        if self.is_open:
            yield T("That settles nothing. A game master says how it turns out.")()
        elif self.goes_on:
            yield T("**It goes on** and comes back in the next Event phase.")()
        elif not self.left:
            # Of one that never comes again nobody asks whether it does.
            yield OVER() if self._row.is_continuous else T("**It's over.**")()
        else:
            asked = (each.todo for each in self._row.outcomes if each.when in self.came and each.asks)
            for todo in asked:
                yield T("**It isn't over**: the next Event phase asks. {todo}")(todo=todo or "")


# -- an outcome -------------------------------------------------------------------------------------------


def follow_up(kingdom: Kingdom, found: ActiveEvent) -> Outcome | None:
    """The outcome that left something to do, while a game master is asked for it.

    That is in the same month, but for what is asked in the next Event phase.
    """
    row = found.row
    left = row.outcome(Occasion(found.left)) if row is not None and found.left else None
    is_earlier = found.tried < kingdom.month.number
    return left if left is not None and bool(left.asks) is is_earlier else None


def attempt(realm: Realm, found: ActiveEvent, dice: Dice, entry: int = 0) -> Came:
    """Roll its checks, and carry out what comes of them (R125 to R147)."""
    realm, first = begin_event(realm, found, dice, entry)
    found = _now(realm, found)
    made, row = checks_of(realm, found), found.row or GONE
    made *= _threatened(realm, found, dice)
    results = tuple(roll_check(each, dice, plain_name(found.event)) for each in made)
    when = _by(results, is_second=row.outcome(Occasion.SECOND) is not None and found.streak > 0)
    if when is Occasion.SUCCESS and row.outcome(Occasion.SUPPRESSED) is not None:
        when = Occasion.SUPPRESSED
    if when is Occasion.FAILURE and not row.is_settled_by_failure:
        after = _with(realm, replace(found, tried=realm.month))
        place = place_of(realm, found)
        told = EventSettled(
            realm.kingdom.name, found.event, place, when, results=results, is_open=True, own=found.own
        )
        return after, (*first, told)
    is_success = all(each.is_success for each in results)
    tried = replace(found, streak=found.streak + 1 if is_success else 0)
    after, events = settle_outcome(realm, tried, when, dice, results, entry=entry)
    return after, (*first, *events)


def _by(results: Sequence[CheckResult], *, is_second: bool) -> Occasion:
    """The outcome to which the checks come."""
    failed = sum(not each.is_success for each in results)
    if len(results) == 2:
        return (Occasion.BOTH, Occasion.ONE, Occasion.NONE)[failed]
    if failed:
        return Occasion.FAILURE
    return Occasion.SECOND if is_second else Occasion.SUCCESS


# The realm then, what is told of the event, and of what followed.
Came = tuple[Realm, tuple[Any, ...]]


@dataclass(slots=True)
class _Coming(Doing):
    """The same with its outcomes as they come about, and what of the last one is left to do."""

    changed: list[Changed] = field(default_factory=list)
    came: list[Occasion] = field(default_factory=list)
    left: str = ""

    def about(self, *due: Occasion) -> None:
        """Bring those about that it has, each once, in that order."""
        for when in due:
            outcome = (self.found.row or GONE).outcome(when)
            if outcome is None or when in self.came:
                continue
            if when is Occasion.CALM and not _is_at_peace(self.realm, self.found):
                continue
            self.came.append(when)
            if when is Occasion.ALWAYS and self.found.begun == self.realm.month:
                self.die = self.found.die
            else:
                self._carry_out(outcome)
            self.left = (
                when.value if (outcome.todo is not None and _is_due(self.realm, outcome)) else self.left
            )

    def _carry_out(self, outcome: Outcome) -> None:
        failed = sum(not each.is_success for each in self.results)
        times = failed if outcome.when is Occasion.EACH_FAILURE else 1
        sources = len(self.realm.kingdom.changes)
        self.realm, more = _applied(self.realm, self.found, outcome, self.dice, times)
        if len(self.realm.kingdom.changes) > sources:
            require_place(len(self.realm.kingdom.changes) - 1)
        self.changed += more
        if outcome.sides:
            (self.die,) = self.dice.roll(1, outcome.sides, reason=plain_name(self.found.event))
        elif outcome.when is Occasion.EACH_FAILURE:
            self.die = failed
        if _is_due(self.realm, outcome):
            self.run(outcome)


def begin_event(realm: Realm, found: ActiveEvent, dice: Dice, entry: int = 0) -> Came:
    """Carry out what always comes of an event first, before anybody rolls or decides: once a month.

    Of one that comes about at once it is all there is, and nothing is done here.
    """
    row = found.row or GONE
    is_over = row.is_at_once or found.begun == realm.month or follow_up(realm.kingdom, found) is not None
    if is_over or row.outcome(Occasion.ALWAYS) is None:
        return realm, ()
    coming = _Coming(realm, found, dice, entry=entry)
    coming.about(Occasion.ALWAYS)
    changed, deeds = tuple(coming.changed), tuple(coming.deeds)
    event = EventBegun(realm.kingdom.name, found.event, place_of(realm, found), changed, deeds)
    after = _with(coming.realm, replace(coming.found, begun=realm.month, die=coming.die))
    return after, (*((event,) if changed or deeds else ()), *coming.events)


def _now(realm: Realm, found: ActiveEvent) -> ActiveEvent:
    """The event as the realm has it now."""
    return next((each for each in realm.kingdom.happenings if each.number == found.number), found)


def _foreseen(realm: Realm, found: ActiveEvent) -> Realm:
    """The realm once what always comes of it has come, as far as no die decides that."""
    outcome = (found.row or GONE).outcome(Occasion.ALWAYS)
    if outcome is None or found.begun == realm.month:
        return realm
    for each in outcome.effects:
        fixed = AMOUNT.fullmatch(amount_of(each, realm, found))
        if fixed is not None and fixed[2] is not None:
            realm, _, _ = _changed(realm, each, int(fixed[0].replace(" ", "")), found)
    return realm


def settle_outcome(
    realm: Realm,
    found: ActiveEvent,
    when: Occasion,
    dice: Dice,
    results: tuple[CheckResult, ...] = (),
    *,
    entry: int = 0,
) -> Came:
    """Carry out an outcome, after what always comes of the event. Raises RuleViolation for want of room.

    `entry` is since when an item that comes of it waits for its name.
    """
    realm, first = begin_event(realm, found, dice, entry)
    found = replace(_now(realm, found), streak=found.streak)
    row, place = found.row or GONE, place_of(realm, found)
    coming = _Coming(realm, found, dice, results, entry)
    due = [Occasion.EACH_FAILURE] * any(not each.is_success for each in results) + [when]
    if follow_up(realm.kingdom, found) is None:
        due.insert(0, Occasion.ALWAYS)
    coming.about(*due, Occasion.CALM)
    later = row.outcome(Occasion(coming.left)) if coming.left else None
    is_later = later is not None and bool(later.asks)
    goes_on = when in row.goes_on
    kept = replace(
        coming.found,
        tried=realm.month,
        resolved=found.resolved if coming.left and not is_later else realm.month,
        is_continuous=goes_on or is_later,
        left=coming.left,
        die=coming.die,
        came=when.value,
    )
    event = EventSettled(
        realm.kingdom.name,
        found.event,
        place,
        when,
        tuple(coming.came),
        results,
        tuple(coming.changed),
        coming.die,
        goes_on,
        bool(coming.left),
        deeds=tuple(coming.deeds),
        own=found.own,
    )
    return _with(coming.realm, kept), (*first, event, *coming.events)


def _with(realm: Realm, found: ActiveEvent) -> Realm:
    happenings = tuple(found if each.number == found.number else each for each in realm.kingdom.happenings)
    return replace(realm, kingdom=replace(realm.kingdom, happenings=happenings))


def _is_at_peace(realm: Realm, found: ActiveEvent) -> bool:
    """Whether there is no Unrest, and no other event goes on (R137)."""
    others = (each for each in realm.kingdom.happenings if each.number != found.number)
    return not realm.kingdom.unrest and not any(each.is_continuous for each in others)


def _is_due(realm: Realm, outcome: Outcome) -> bool:
    """Whether there is enough Unrest for it, and the building that it needs."""
    if realm.kingdom.unrest < outcome.from_unrest:
        return False
    return outcome.needs is None or any(sound(town, outcome.needs) for town in realm.towns.values())


def _applied(
    realm: Realm, found: ActiveEvent, outcome: Outcome, dice: Dice, times: int
) -> tuple[Realm, list[Changed]]:
    """The realm with its numbers changed; so many times where each failure does that."""
    # Of the Unmet a month must have passed (R131).
    is_early = outcome.when is Occasion.UNMET and found.since == realm.month
    changed = list[Changed]()
    for effect in () if is_early else outcome.effects:
        amount, faces = _amount(amount_of(effect, realm, found), dice)
        realm, amount, kept = _changed(realm, effect, amount * times, found)
        in_each = kept and effect.in_each and found.town is None
        if amount:
            changed.append(Changed(effect.number, amount, effect.until, faces, kept, in_each))
    return realm, changed


def _amount(text: str, dice: Dice) -> tuple[int, tuple[int, ...]]:
    found = AMOUNT.fullmatch(text)
    if found is None:
        raise LookupError(f"no amount of the book is written {text!r}")
    sign = -1 if found[1] == "-" else 1
    if found[2] is not None:
        return sign * int(found[2]), ()
    faces = rolled_on(int(found[3] or 1), int(found[4]), dice, counts_again=bool(found[5]))
    return sign * sum(faces), faces


def _changed(realm: Realm, effect: Effect, amount: int, found: ActiveEvent) -> tuple[Realm, int, bool]:
    """The realm with a number changed, by how much it really is, and whether anybody keeps it.

    Settlement modifiers are the settlement's that was struck, or every settlement's; else the kingdom's, as
    far as the campaign has such (R124). What would take Unrest, Fame or Infamy below 0 is wasted.
    """
    kingdom, name = realm.kingdom, plain_name(found.event)
    match effect.number:
        case _ if not amount:
            return realm, 0, True
        case Number.UNREST:
            amount = max(amount, -kingdom.unrest)
            return replace(realm, kingdom=with_unrest(kingdom, amount)), amount, True
        case Number.TREASURY:
            # It may fall below 0 (R145).
            return replace(realm, kingdom=with_points(kingdom, amount)), amount, True
    stat = Stat(effect.number.value)
    if stat in COMMON and (found.town is not None or effect.in_each):
        ids = [found.town] if found.town is not None else list(realm.towns)
        towns = {id_: realm.towns[id_] for id_ in ids if id_ in realm.towns}
        month, modifier = realm.month, Modifier(stat.value)
        changed = {
            id_: with_modifier(town, modifier, amount, name, effect.until, month)
            for id_, town in towns.items()
        }
        return replace(realm, towns={**realm.towns, **changed}), amount, bool(changed)
    if stat in OPTIONAL and stat not in further(realm):
        return realm, amount, False
    if amount := cut_at_zero(realm, stat, amount):
        kingdom = with_more(kingdom, stat, amount, name, effect.until, found.event)
    return replace(realm, kingdom=kingdom), amount, True


def require_place(count: int) -> None:
    """See that beside so many named sources one more can be kept. Raises RuleViolation."""
    if count >= MOST_CHANGES:
        raise refused(
            "events.too_many_sources",
            "A kingdom or settlement can have {most} named sources; end one with `/gm deed: named "
            "source` first.",
            most=MOST_CHANGES,
        )
