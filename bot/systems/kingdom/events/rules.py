"""Events: the month's roll, what a game master says came of each, and adventurers hired against them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final

from bot.engine.asking import Asking, Pair
from bot.engine.declare import action, declared, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line, paragraphs
from bot.errors import UserError
from bot.systems.kingdom.book import (
    CHANCE_AFTER_QUIET,
    Attribute,
    Number,
    Phase,
    Role,
    Stat,
    Step,
    Task,
    Until,
)
from bot.systems.kingdom.events.book import ADVENTURERS, BookEvent, event_name
from bot.systems.kingdom.events.book import EVENTS as BOOK
from bot.systems.kingdom.events.draws import PERCENT, Drawn, Fate, Strike, Target, draw, drawn_target, named
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.outcome import (
    WHY,
    OnMonth,
    acting_for,
    because,
    done,
    event_chance,
    kept,
    next_chance,
    require_open,
    with_change,
    with_points,
    with_unrest,
)
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    asked_realm,
    found_realm,
    known_spots,
    require_standing,
    settlement_of,
    settlements,
    standing_realm,
)
from bot.systems.kingdom.settings import VOLUNTARY_DEBT
from bot.systems.kingdom.sources import check
from bot.systems.kingdom.state import (
    MOST_CHANGES,
    MOST_HAPPENINGS,
    MOST_POINTS,
    OUTCOME_LENGTH,
    REASON_LENGTH,
    Change,
    Happening,
    Kingdom,
    Month,
    open_steps,
    unresolved,
)
from bot.systems.kingdom.steps import TELLING, acted_for


class RollEvent(OnKingdom):
    """Roll whether an event comes up, and which."""


class ResolveEvent(OnKingdom):
    """Say what came of an event. `goes_on` is "yes" for one that comes again next month."""

    number: int
    outcome: str = ""
    goes_on: str = ""


LEVELS = {
    "1-2": "Levels 1–2: +2 for 4 BP",
    "3-5": "Levels 3–5: +5 for 8 BP",
    "6+": "Level 6 or more: +10 for 16 BP",
}


class HireAdventurers(OnKingdom):
    """Hire adventurers against an event, once an Event phase; shows their price and asks first"""

    attribute: Attribute = option(
        "Which check they help with",
        name="check",
        choices=[(each.value, T("{attribute} check").plain(attribute=each)) for each in Attribute],
    )
    levels: str = option("How good they are", choices=LEVELS.items())


@dataclass(frozen=True, slots=True)
class Struck:
    """An event that came up: its number among those of the kingdom, and what it struck."""

    number: int
    event: str
    place: str = ""
    role: Role | None = None

    def sentence(self) -> Safe:
        """The event, and whom it strikes."""
        return struck_line(self.event, self.place, self.role)


def struck_line(event: str, place: str, role: Role | None) -> Safe:
    """An event, and whom it strikes."""
    where: Safe | str = T(" · {place:40}")(place=place) if place else ""
    if role is not None:
        where = T(" · {role} {place:40}")(role=role, place=place)
    return T("**{event}**{where}")(event=event_name(event), where=where)


UNDECIDED = T(
    "An event is due, but nothing that was rolled can come about here. A game master chooses one with "
    "`/month-gm event` before the month is closed, or closes it without."
)


class EventRolled(Event):
    """The month's roll: d% against the chance, each roll on the tables, and what came up.

    `is_undecided`: an event is due that the tables could not give; a game master chooses (R121).
    `is_further`: a game master had placed one before it. `next_chance` (%) is that of the month to come.
    """

    name: str
    month: int
    die: int
    chance: int
    rolls: tuple[Drawn, ...] = ()
    struck: tuple[Struck, ...] = ()
    is_undecided: bool = False
    is_further: bool = False
    next_chance: int = CHANCE_AFTER_QUIET

    def sentence(self) -> Safe:
        """The roll, and what it brought."""
        struck = [each.sentence() for each in self.struck]
        due = [UNDECIDED()] if self.is_undecided else []
        return T("{name:60}: {told}")(name=self.name, told=Safe(" · ".join((self.roll, *struck, *due))))

    @property
    def roll(self) -> Safe:
        """d% 17 against 25: an event."""
        if self.is_further:
            verdicts = T("a further event comes up"), T("no further event this month")
        else:
            verdicts = T("an event comes up"), T("no event this month")
        return T("d% {die}, needed {chance} or less: **{verdict}**")(
            die=self.die, chance=self.chance, verdict=verdicts[self.die > self.chance]
        )


class EventResolved(Event):
    """A game master said what came of an event."""

    name: str
    event: str
    place: str
    outcome: str
    goes_on: bool

    def sentence(self) -> Safe:
        """The outcome, and whether it comes again."""
        where = T(" ({place:40})").of(self) if self.place else ""
        return T("{name:60}: {event}{where}: {outcome} · {fate}")(
            name=self.name, event=event_name(self.event), where=where, outcome=self.outcome, fate=self.fate
        )

    @property
    def fate(self) -> Safe:
        """Whether it comes again."""
        if self.goes_on:
            return T("**It goes on** and comes again in the next Event phase.")()
        return T("**It is over.**")()


class AdventurersHired(Event):
    """Adventurers were hired for one check (BP)."""

    says = T(
        "Adventurers of levels {levels} hired for **{price} BP**: {bonus:+} on one {attribute} check of this "
        "Event phase."
    )
    name: str
    attribute: Attribute
    levels: str
    bonus: int
    price: int


# -- the roll -----------------------------------------------------------------------------------------


@action(may=Permit.MEMBERS)
def roll_event(scene: Scene, action: RollEvent, dice: Dice) -> Turn:
    """Roll whether an event comes up, and which (R023, R120 to R122). Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.EVENT)
    on_behalf_of = acted_for(scene, realm.kingdom, Task.EVENTS)
    chance = event_chance(realm)
    (die,) = dice.roll(1, PERCENT, reason="event")
    rolls, strikes = draw(realm, dice) if die <= chance else ((), ())
    kingdom, struck = with_strikes(realm, strikes)
    ends = (Fate.STRIKES, Fate.DROPPED)
    event = EventRolled(
        kingdom.name,
        realm.month,
        die,
        chance,
        rolls,
        struck,
        is_undecided=die <= chance and not (rolls and rolls[-1].fate in ends),
        is_further=realm.kingdom.month.had_event,
        next_chance=next_chance(replace(realm, kingdom=kingdom)),
    )
    after = replace(realm, kingdom=done(kingdom, Step.EVENT))
    return kept(scene, realm, after, event, on_behalf_of=on_behalf_of)


def with_strikes(
    realm: Realm, strikes: tuple[Strike, ...], note: str = ""
) -> tuple[Kingdom, tuple[Struck, ...]]:
    """The kingdom with those events under way; each is a new one of this month (R024)."""
    kingdom, struck = realm.kingdom, list[Struck]()
    for each in strikes:
        number, target = kingdom.counted + 1, each.target
        happening = Happening(
            number,
            each.event,
            realm.month,
            is_continuous=BOOK[each.event].is_continuous,
            spot=target.spot,
            town=target.town,
            role=target.role,
            leader=target.leader,
            note=note,
        )
        month = replace(kingdom.month, had_event=True)
        happenings = (*kingdom.happenings, happening)
        kingdom = replace(kingdom, counted=number, month=month, happenings=happenings)
        struck.append(Struck(number, each.event, named(realm, target), target.role))
    return kingdom, tuple(struck)


def require_room(kingdom: Kingdom) -> None:
    """See that one more event can be under way. Raises RuleViolation."""
    if len(kingdom.happenings) >= MOST_HAPPENINGS:
        raise refused(
            "events.too_many",
            "A kingdom can have {most} events under way; end one with `/month-gm cancel-event` first.",
            most=MOST_HAPPENINGS,
        )


def happening_of(kingdom: Kingdom, number: int) -> Happening:
    """The event of that number. Raises RuleViolation where it is over, or never was."""
    found = next((each for each in kingdom.happenings if each.number == number), None)
    if found is None:
        raise _not_under_way()
    return found


def _not_under_way() -> UserError:
    return refused(
        "events.not_under_way",
        "That event is not under way here any more; `/kingdom events` lists those that are.",
    )


def place_of(realm: Realm, each: Happening) -> str:
    """What an event struck, as it is called now; nothing for one of the kingdom as a whole."""
    return named(realm, Target(each.spot, each.town, each.role, each.leader))


# -- the outcome --------------------------------------------------------------------------------------


@action(may=Permit.GAME_MASTERS)
def resolve_event(scene: Scene, action: ResolveEvent, dice: Dice) -> Turn:
    """Say what came of an event this month, and whether it comes again the next (R125).

    Raises RuleViolation where it was told already, or is not the time for it.
    """
    realm = standing_realm(scene, action.kingdom)
    found = happening_of(realm.kingdom, action.number)
    step = next((each for each in open_steps(realm.kingdom) if each in TELLING), None)
    if found.number not in unresolved(realm.kingdom):
        raise refused(
            "events.told_already",
            "What came of {event} this month was told already; undo that entry to tell it anew.",
            event=event_name(found.event),
        )
    if step is None:
        raise refused(
            "events.not_yet",
            "What came of {event} is told in the Event phase: before the event roll where it goes on from an "
            "earlier month, after it where it is new.",
            event=event_name(found.event),
        )
    outcome = clip(paragraphs(action.outcome), OUTCOME_LENGTH)
    if not outcome:
        raise refused("events.no_outcome", "Say in a few words what came of it: everybody will read it.")
    goes_on = action.goes_on.strip().casefold()
    if goes_on not in ("yes", "no"):
        raise refused("events.yes_or_no", "Say “yes” if the event goes on next month, else “no”.")
    told = replace(found, resolved=realm.month, is_continuous=goes_on == "yes")
    happenings = tuple(told if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    if not unresolved(kingdom):
        kingdom = done(kingdom, step)
    event = EventResolved(kingdom.name, found.event, place_of(realm, found), outcome, told.is_continuous)
    return kept(scene, realm, replace(realm, kingdom=kingdom), event)


# -- adventurers --------------------------------------------------------------------------------------


@action(
    "treasury hire",
    may=Permit.MEMBERS,
    previewed=True,
    watches=(Number.TREASURY.label,),
    button="Hire them",
)
def hire_adventurers(scene: Scene, action: HireAdventurers, dice: Dice) -> Turn:
    """Hire adventurers for one check, once an Event phase (R141).

    Raises RuleViolation out of the phase, for a second time, and without the BP in hand.
    """
    realm = standing_realm(scene, action.kingdom)
    # It spends BP: a decision, however freely the campaign lets others roll (R044).
    on_behalf_of = acting_for(scene, realm.kingdom, Task.TREASURY, Task.EVENTS)
    bonus, price = require_hire(realm, action.levels)
    after = replace(realm, kingdom=with_adventurers(realm.kingdom, action.attribute, bonus, price))
    now, then = check(realm, action.attribute), check(after, action.attribute)
    scene.note(T("Now: {now}\nThen: **{then}**")(now=now.sentence(), then=then.sentence()))
    scene.note(
        T(
            "-# Once in an Event phase, for one check, said before it is rolled. Those of level 6 or more "
            "are never above the party's own level."
        )()
    )
    event = AdventurersHired(realm.kingdom.name, action.attribute, action.levels, bonus, price)
    return kept(scene, realm, after, event, on_behalf_of=on_behalf_of)


def require_hire(realm: Realm, levels: str) -> tuple[int, int]:
    """The bonus and price (BP) of adventurers of those levels. Raises RuleViolation if none can be hired."""
    kingdom = realm.kingdom
    if kingdom.month.phase is not Phase.EVENT:
        raise refused(
            "events.hired_in",
            "Adventurers are hired in the Event phase; this month it is {phase}.",
            phase=kingdom.month.phase,
        )
    if kingdom.month.has_hired:
        raise refused(
            "events.hired_already",
            "Adventurers were hired already; that can be done once in an Event phase; nothing was done.",
        )
    row = next((each for each in ADVENTURERS if each[0] == levels), None)
    if row is None:
        raise refused(
            "events.levels",
            "Adventurers for hire are of levels {levels:or}.",
            levels=[each[0] for each in ADVENTURERS],
        )
    _, bonus, price = row
    if price > kingdom.treasury and not realm.rulings.is_on(VOLUNTARY_DEBT):
        raise refused(
            "events.cant_pay",
            "Adventurers of levels {levels} cost {price} BP, and the Treasury holds {treasury} BP.",
            levels=levels,
            price=price,
            treasury=kingdom.treasury,
        )
    require_place(kingdom)
    return bonus, price


def require_place(kingdom: Kingdom) -> None:
    """See that one more named source can be kept. Raises RuleViolation."""
    if len(kingdom.changes) >= MOST_CHANGES:
        raise refused(
            "events.too_many_sources",
            "A kingdom can have {most} named sources; end one with `/month-gm cancel` first.",
            most=MOST_CHANGES,
        )


def with_adventurers(kingdom: Kingdom, attribute: Attribute, bonus: int, price: int) -> Kingdom:
    """The kingdom with adventurers hired for a check of that attribute."""
    stat = Stat(f"{attribute.value}_checks")
    hired = with_change(kingdom, stat, bonus, "Adventurers", Until.MONTH)
    return with_points(replace(hired, month=replace(hired.month, has_hired=True)), -price)


# -- Events that a game master has come up by hand, or takes back ------------------------------------------


def book_events(_asking: Asking) -> list[Pair]:
    """The book's events."""
    return [(each.label, each.value) for each in BookEvent]


def events_under_way(asking: Asking) -> list[Pair]:
    """Those of the kingdom meant, with where they strike and since when."""
    realm = asked_realm(asking)
    return [(_line(realm, each), str(each.number)) for each in realm.kingdom.happenings]


def _line(realm: Realm, each: Happening) -> str:
    """An event in a list."""
    place = place_of(realm, each)
    where = T(" · {place}")(place=place) if place else ""
    return T("{event}{where} · since month {since}").plain(
        event=event_name(each.event), where=where, since=each.since
    )


class PlaceEvent(OnMonth):
    """Have an event come up, beside what the month's roll brings

    The hex or settlement that it strikes is drawn among all that it could where neither is named.
    """

    event: str = option("Which of the book's events", suggest=book_events)
    hex: str = option("The hex it strikes; without a place, one is drawn", suggest=known_spots, default="")
    settlement: str = option("The settlement it strikes", suggest=settlements, default="")
    note: str = option("What it is about, for everybody to read", max_length=REASON_LENGTH, default="")


class CancelEvent(OnMonth):
    """Take an event back as if it had not come up; numbers that you changed stay"""

    event: str = option("Which one of those under way", suggest=events_under_way)
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")


class EventPlaced(Event):
    """A game master had an event come up; `is_rolled`: the month's own roll was made before it."""

    name: str
    month: int
    struck: Struck
    note: str = ""
    is_rolled: bool = False

    def sentence(self) -> Safe:
        """What strikes whom, and where it comes from."""
        note = T(" · Note: {note}").of(self) if self.note else ""
        return T("{name:60}: {struck}{note} · {origin}")(
            name=self.name, struck=self.struck.sentence(), note=note, origin=self.origin
        )

    @property
    def origin(self) -> Safe:
        """Where it comes from, and what it means for the rolls."""
        if self.is_rolled:
            return T("Placed by a game master: it counts for the next month's chance.")()
        return T("Placed by a game master: it counts for the next month's chance; the roll is still made.")()


class EventCancelled(Event):
    """An event was taken back. `was_new`: of this month, which then counts as one without."""

    name: str
    event: str
    place: str
    reason: str
    was_new: bool

    def sentence(self) -> Safe:
        """What was taken back, and why."""
        return T("**{event}**{where} is taken back{counts}{why}")(
            event=event_name(self.event),
            where=T(" ({place:40})").of(self) if self.place else "",
            counts=T(" and no event of this month") if self.was_new else "",
            why=because(self.reason),
        )


def placed_realm(scene: Scene, kingdom: RecordId) -> Realm:
    """The realm, also in anarchy or with its clock stopped. Raises RuleViolation unless it was founded."""
    realm = found_realm(scene, kingdom)
    require_standing(replace(realm.kingdom, frozen=None, is_in_anarchy=False))
    return realm


@action("month-gm event", may=Permit.GAME_MASTERS)
def place_event(scene: Scene, action: PlaceEvent, dice: Dice) -> Turn:
    """Have an event come up; it counts for the next chance (R024). Raises RuleViolation."""
    realm = placed_realm(scene, action.kingdom)
    require_room(realm.kingdom)
    event, note = event_of(action.event), clip(one_line(action.note), REASON_LENGTH)
    target = _target(realm, action) or drawn_target(realm, event, dice)
    kingdom, (struck,) = with_strikes(realm, (Strike(event, target),), note)
    told = EventPlaced(kingdom.name, realm.month, struck, note, realm.kingdom.month.is_over(Step.EVENT))
    after = replace(realm, kingdom=replace(kingdom, month=told_again(kingdom.month)))
    return kept(scene, realm, after, told)


def event_of(text: str) -> str:
    """The event of that name. Raises RuleViolation naming near ones."""
    typed = one_line(text).casefold()
    called = {each.label.casefold(): each for each in BookEvent}
    for each in BookEvent:
        if typed in (each.value, each.label.casefold()):
            return each.value
    near = [called[each].label for each in get_close_matches(typed, list(called), 3)]
    raise refused(
        "events.unknown",
        "No event is called “{name:60}”; {hint}",
        name=text,
        hint=T("did you mean {near:or}?")(near=near) if near else T("pick one from the list."),
    )


def _target(realm: Realm, action: PlaceEvent) -> Target | None:
    """What was named, the settlement before the hex; None for nothing. Raises RuleViolation."""
    if action.settlement:
        id_, town = settlement_of(realm, action.settlement)
        return Target(town.spot, id_)
    if not action.hex:
        return None
    spot = spot_of(realm.land, action.hex)
    # Everybody will read where it is.
    if not realm.land.hexes[spot].is_known:
        raise refused(
            "events.hex_in_fog",
            "Players don't see {place:20} yet, and everybody reads where an event strikes; use `/hex-gm "
            "reveal` first, or place the event without a hex.",
            place=realm.land.name_of(spot),
        )
    return Target(spot)


def told_again(month: Month) -> Month:
    """With outcomes still to be told, where the Event phase had them behind it."""
    if month.phase is not Phase.EVENT:
        return month
    return replace(month, marks=tuple(each for each in month.marks if each.step is not Step.RESOLVE))


def _under_way(realm: Realm, text: str) -> Happening:
    """The event of that number, name, or line in a list. Raises RuleViolation for none, or several."""
    typed = one_line(text).casefold()
    found = [
        each
        for each in realm.kingdom.happenings
        if typed in (str(each.number), event_name(each.event).casefold(), _line(realm, each).casefold())
    ]
    if not found:
        raise _not_under_way()
    if len(found) > 1:
        raise refused("events.several", "Several events of that name are under way; pick one from the list.")
    return found[0]


@action("month-gm cancel-event", may=Permit.GAME_MASTERS)
def cancel_event(scene: Scene, action: CancelEvent, dice: Dice) -> Turn:
    """Take an event back; numbers that it changed stay. Raises RuleViolation for one that isn't under way."""
    realm = placed_realm(scene, action.kingdom)
    kingdom, found = realm.kingdom, _under_way(realm, action.event)
    left = tuple(each for each in kingdom.happenings if each is not found)
    had_event = any(each.since == realm.month for each in left)
    month = replace(kingdom.month, had_event=had_event)
    was_new, reason = found.since == realm.month, clip(one_line(action.reason), REASON_LENGTH)
    event = EventCancelled(kingdom.name, found.event, place_of(realm, found), reason, was_new)
    after = replace(realm, kingdom=replace(kingdom, happenings=left, month=month))
    return kept(scene, realm, after, event)


# -- What a game master sets by hand: named sources of any number, one-time changes, and events ------------


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


# The Size is the count of hexes: nobody sets it.
NUMBERS = {**{each.value: each.label for each in Number if each is not Number.SIZE}, "xp": "XP"}
LASTS = {
    Until.ALWAYS.value: "Until it is cancelled",
    Until.EVENT.value: "Until the next Event phase",
    Until.UPKEEP.value: "For the next Upkeep phase",
    Until.MONTH.value: "Until the month is closed",
}


def sources_of(asking: Asking) -> list[Pair]:
    """The named sources of the kingdom meant."""
    return [(_source_line(each), str(each.number)) for each in asked_realm(asking).kingdom.changes]


def _source_line(each: Change) -> str:
    """A named source in a list."""
    return T("{number} {amount:+} · {name}").plain(
        number=NUMBERS[each.stat.value], amount=each.amount, name=each.name
    )


class PlaceNumber(OnMonth):
    """Change a number: a named source for as long as you say, or once for Unrest, Treasury and XP

    `number` is a value of Stat, kept as a named source for as long as `until` says, or one of Stock.
    """

    number: str = option("Which number", choices=NUMBERS.items())
    amount: str = option("Such as 3 or -2, or dice: 1d6; 1d6! where each 6 is rolled on")
    reason: str = option("Why; it names the source, for everybody to read", max_length=REASON_LENGTH)
    until: str = option("How long; without it, until it is cancelled", choices=LASTS.items(), default="")


class CancelSource(OnMonth):
    """End a named source of a number"""

    source: str = option("Which named source", suggest=sources_of)
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")


class NumberPlaced(Event):
    """A number was changed; `dice` are those rolled for the amount, `until` is None for what changed once."""

    name: str
    number: str
    amount: int
    reason: str
    until: Until | None = None
    dice: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """The number, by how much, why, and how long."""
        rolled = T(" (rolled {dice:,})").of(self) if self.dice else ""
        lasts = T(" · {lasts:lower}")(lasts=LASTS[self.until.value]) if self.until is not None else ""
        unit = T(" BP") if self.number == Stock.TREASURY else ""
        return T("**{number} {amount:+}{unit}**{rolled} · {reason}{lasts}")(
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

    def sentence(self) -> Safe:
        """What counts no longer, and why."""
        return T("No longer: {number} {amount:+} · {source}{why}")(
            number=NUMBERS[self.stat.value], amount=self.amount, source=self.source, why=because(self.reason)
        )


# -- numbers ------------------------------------------------------------------------------------------


@action("month-gm place", may=Permit.GAME_MASTERS)
def place_number(scene: Scene, action: PlaceNumber, dice: Dice) -> Turn:
    """Change a number: a named source, or once (P3, R123). Raises RuleViolation naming what is legal."""
    realm = placed_realm(scene, action.kingdom)
    reason = clip(one_line(action.reason), REASON_LENGTH)
    if not reason:
        raise refused("events.why", "Give the reason: it names the source, and everybody will read it.")
    number = _number(action.number)
    until = _until(number, action.until)
    amount, rolled = _amount(action.amount, dice)
    if isinstance(number, Stock):
        kingdom = _with_stock(realm.kingdom, number, amount)
    else:
        require_place(realm.kingdom)
        kingdom = with_change(realm.kingdom, number, amount, reason, until or Until.ALWAYS)
    event = NumberPlaced(kingdom.name, number.value, amount, reason, until, rolled)
    return kept(scene, realm, replace(realm, kingdom=kingdom), event)


def _number(text: str) -> Stat | Stock:
    typed = text.strip().casefold()
    every: tuple[Stat | Stock, ...] = (*Stat, *Stock)
    for each in every:
        if typed in (each.value, NUMBERS[each.value].casefold()):
            return each
    raise refused(
        "events.number",
        "No number is called “{name:60}”; there are {numbers}.",
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
                "{number} changes once and for good; leave out how long it lasts.",
                number=NUMBERS[number.value],
            )
        return None
    for each in Until:
        if typed in (each.value, LASTS[each.value].casefold()):
            return each
    if typed:
        raise refused(
            "events.until",
            "“{name:60}” is no duration; there are {lasts}.",
            name=text,
            lasts=[each.lower() for each in LASTS.values()],
        )
    return Until.ALWAYS


def _amount(text: str, dice: Dice) -> tuple[int, tuple[int, ...]]:
    """An amount as it was told or rolled, and its dice. Raises RuleViolation."""
    found = _AMOUNT.fullmatch(one_line(text).replace("−", "-").casefold())
    if found is None or (found[2] is not None and not 1 <= int(found[2]) <= MOST_AMOUNT):
        raise refused(
            "events.amount",
            "“{text:40}” is no amount; give a whole number from −{most} to {most} but 0, or dice such as 1d6 "
            "or −1d6! (with ! each 6 is rolled on and added).",
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
            "Up to {most} dice of {sides:or} sides can be rolled at once.",
            most=MOST_DICE,
            sides=SIDES,
        )
    rolled = _rolled(count, sides, dice, counts_again=bool(found[5]))
    return sign * sum(rolled), rolled


def _rolled(count: int, sides: int, dice: Dice, *, counts_again: bool) -> tuple[int, ...]:
    """The dice; where the highest counts again, each of those is rolled on, and all are added (R139)."""
    faces = dice.roll(count, sides, reason="amount")
    highest = sum(face == sides for face in faces)
    while counts_again and highest and len(faces) < MOST_SIXES + count:
        more = dice.roll(highest, sides, reason="amount")
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
        raise refused(
            "events.is_nothing",
            "{number} is 0 and can't fall below it; nothing was changed.",
            number=NUMBERS[stock.value],
        )
    if abs(changed.treasury) > MOST_POINTS or changed.xp > MOST_POINTS:
        raise refused(
            "events.too_much",
            "That would leave −{most:,} to {most:,}, within which the Treasury and XP are kept.",
            most=MOST_POINTS,
        )
    return changed


@action("month-gm cancel", may=Permit.GAME_MASTERS)
def cancel_source(scene: Scene, action: CancelSource, dice: Dice) -> Turn:
    """End a named source. Raises RuleViolation where there is none of that number."""
    realm = placed_realm(scene, action.kingdom)
    found = _source(realm.kingdom, action.source)
    left = tuple(each for each in realm.kingdom.changes if each is not found)
    event = SourceCancelled(
        realm.kingdom.name, found.stat, found.amount, found.name, clip(one_line(action.reason), REASON_LENGTH)
    )
    return kept(scene, realm, replace(realm, kingdom=replace(realm.kingdom, changes=left)), event)


def _source(kingdom: Kingdom, text: str) -> Change:
    """The source of that number, name, or line in a list. Raises RuleViolation for none, or several."""
    typed = one_line(text).casefold()
    found = [
        each
        for each in kingdom.changes
        if typed in (str(each.number), each.name.casefold(), _source_line(each).casefold())
    ]
    if not found:
        raise refused(
            "events.no_source",
            "There is no such named source in this kingdom any more; pick one from the list.",
        )
    if len(found) > 1:
        raise refused("events.several_sources", "Several sources have that name; pick one from the list.")
    return found[0]


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS, EVENTS = declared(__name__, ActionKind), declared(__name__, Event)
