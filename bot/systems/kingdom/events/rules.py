"""Events: the month's roll, adventurers hired against them, and those that a game master places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair, only_named
from bot.engine.people import GAME_MASTERS
from bot.engine.steps import at
from bot.engine.system import RecordId, Want, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, nearest, one_line
from bot.engine.working import REASON_LENGTH
from bot.errors import UserError
from bot.systems.kingdom.book import CHANCE_AFTER_QUIET, Attribute, MonthStep, Number, Phase, Role, Task
from bot.systems.kingdom.checks import Check
from bot.systems.kingdom.events.book import ADVENTURERS, BookEvent, Occasion, Strikes, event_name, plain_name
from bot.systems.kingdom.events.draws import (
    PERCENT,
    Drawn,
    Fate,
    Strike,
    Target,
    can_strike,
    detail,
    draw,
    drawn_target,
    named,
    place_of,
    targets,
)
from bot.systems.kingdom.events.outcomes import Came, asked_now, begin_event, checks_of, settle_outcome
from bot.systems.kingdom.events.own import OWN_EVENT, OwnEvent
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import (
    WHY,
    OnKingdom,
    OnMonth,
    Realm,
    asked_realm,
    found_realm,
    kingdom_scope,
    known_spots,
    require_standing,
    settlement_of,
    settlements,
)
from bot.systems.kingdom.settings import VOLUNTARY_DEBT
from bot.systems.kingdom.settling import because, event_chance, next_chance
from bot.systems.kingdom.state import (
    MOST_COMING,
    MOST_HAPPENINGS,
    ActiveEvent,
    Hired,
    Kingdom,
    Month,
    PresetRoll,
    ScheduledEvent,
    unresolved,
    with_points,
)


def events_under_way(asker: Asker) -> list[Pair]:
    """The events of the kingdom that is meant, with where they strike and since when."""
    realm = asked_realm(asker)
    return [(_line(realm, each), str(each.number)) for each in realm.kingdom.happenings]


def events_to_help(asker: Asker) -> list[Pair]:
    """The events of that kingdom with a check still to come."""
    realm = asked_realm(asker)
    return [(_line(realm, each), str(each.number)) for each in helpable(realm.kingdom, *Attribute)]


def _line(realm: Realm, each: ActiveEvent) -> str:
    """An event in a list."""
    place = place_of(realm, each)
    where = T(" · {place}")(place=place) if place else ""
    return T("{event}{where} · since month {since}").plain(
        event=event_name(each.event), where=where, since=each.since
    )


class RollEvent(OnKingdom):
    """Roll whether an event comes up, and which."""


LEVELS = {
    "1-2": T("Levels 1–2: +2 for 4 BP"),
    "3-5": T("Levels 3–5: +5 for 8 BP"),
    "6+": T("Level 6 or more: +10 for 16 BP"),
}


class HireAdventurers(OnKingdom):
    """Hire adventurers for one event check, once an Event phase; shows the price first"""

    attribute: Attribute = option(
        "The check they help with",
        name="check",
        choices=(
            (Attribute.ECONOMY, "Economy check"),
            (Attribute.LOYALTY, "Loyalty check"),
            (Attribute.STABILITY, "Stability check"),
        ),
    )
    levels: str = option("How good they are", choices=LEVELS.items())
    event: str = option(
        "For which event; needed if several ask for such a check", suggest=events_to_help, default=""
    )


@dataclass(frozen=True, slots=True)
class Struck:
    """An event that came up: its number among those of the kingdom, and what it struck.

    Of a table's own what it does is told as it was then.
    """

    number: int
    event: str
    place: str = ""
    role: Role | None = None
    own: OwnEvent | None = None

    def sentence(self) -> Safe:
        """The event, and whom it strikes."""
        return struck_line(event_name(self.event), self.place, self.role)


def struck_line(event: Safe, place: str, role: Role | None) -> Safe:
    """An event, and whom it strikes."""
    where: Safe | str = T(" · {place:40}")(place=place) if place else ""
    if role is not None:
        where = T(" · {role} {place:40}")(role=role, place=place)
    return T("**{event}**{where}")(event=event, where=where)


UNDECIDED = T(
    "An event is due, but nothing rolled can happen here. A game master picks one with `/kingdom gm event`, "
    "or closes the month without one."
)


class EventRolled(Event):
    """The month's roll: d% against the chance, each roll on the tables, and what came up.

    `kept`: so many of the first came up because a game master had kept them for this month. `is_foretold`:
    it was rolled when the month before was closed.
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
    kept: int = 0
    is_foretold: bool = False

    def sentence(self) -> Safe:
        """The roll, and what it brought."""
        struck = [each.sentence() for each in self.struck]
        due = [UNDECIDED()] if self.is_undecided else []
        return T("{name:60}: {told}")(name=self.name, told=Safe(" · ".join((self.roll, *struck, *due))))

    @property
    def roll(self) -> Safe:
        """d% 17 against 25: an event."""
        if self.is_further:
            verdicts = T("another event comes up"), T("no other event this month")
        else:
            verdicts = T("an event comes up"), T("no event this month")
        return T("d% {die} (event on {chance} or less): **{verdict}**")(
            die=self.die, chance=self.chance, verdict=verdicts[self.die > self.chance]
        )


class AdventurersHired(Event):
    """Adventurers were hired for one check (BP)."""

    name: str
    attribute: Attribute
    levels: str
    bonus: int
    price: int
    event: str
    place: str

    def sentence(self) -> Safe:
        """Who was hired for how much, and what they help with."""
        says = T("Adventurers of level {levels} hired for **{price} BP**: {help}.")
        where = T(" ({place:40})").of(self) if self.place else ""
        helps = T("{bonus:+} on one {attribute} check of {event}{where}")(
            bonus=self.bonus, attribute=self.attribute, event=event_name(self.event), where=where
        )
        return says(levels=self.levels, price=self.price, help=helps)


# -- the roll -----------------------------------------------------------------------------------------


@move(
    at=MonthStep.EVENT, by=Task.EVENTS, step=at(MonthStep.EVENT, "do", T("Roll for an event"), is_main=True)
)
def roll_event(move: Move, action: RollEvent, dice: Dice) -> None:
    """Roll whether an event comes up, and which (R023, R120 to R122). Raises RuleViolation, NotAllowed."""
    omen = move.kingdom.omen
    realm, kept, dropped = _with_kept(move.realm, dice)
    chance = event_chance(realm)
    if omen is None:
        (die,) = dice.roll(1, PERCENT, reason=T("event").plain())
        rolls, strikes = draw(realm, dice) if die <= chance else ((), ())
    else:
        die, chance = omen.die, omen.chance
        rolls, strikes = _foretold(realm, omen, dice)
    kingdom, struck = with_strikes(realm, strikes, dice)
    struck = (*kept, *struck)
    move.realm, came = _carried_out(replace(realm, kingdom=kingdom), struck, dice, move.world.entry)
    ends = (Fate.STRIKES, Fate.DROPPED)
    event = EventRolled(
        kingdom.name,
        realm.month,
        die,
        chance,
        rolls,
        struck,
        is_undecided=die <= chance and not strikes and not (rolls and rolls[-1].fate in ends),
        is_further=realm.kingdom.month.had_event,
        next_chance=next_chance(replace(realm, kingdom=kingdom)),
        kept=len(kept),
        is_foretold=omen is not None,
    )
    move.finish(MonthStep.EVENT)
    move.tell(event, *dropped, *came)


def _with_kept(realm: Realm, dice: Dice) -> tuple[Realm, tuple[Struck, ...], tuple[EventDropped, ...]]:
    """The realm with the first of the events that were kept for later, and without an omen."""
    kingdom = replace(realm.kingdom, omen=None)
    if not kingdom.coming or len(kingdom.happenings) >= MOST_HAPPENINGS:
        return replace(realm, kingdom=kingdom), (), ()
    first, *others = kingdom.coming
    realm = replace(realm, kingdom=replace(kingdom, coming=tuple(others)))
    strike = _come_up(realm, first, dice)
    if strike is None:
        why = T("nothing here that it could strike").plain()
        return realm, (), (EventDropped(kingdom.name, first.event, why),)
    kingdom, struck = with_strikes(realm, (strike,), dice, first.note)
    return replace(realm, kingdom=kingdom), struck, ()


def _foretold(realm: Realm, omen: PresetRoll, dice: Dice) -> tuple[tuple[Drawn, ...], tuple[Strike, ...]]:
    """What an omen brings; what can't come about any more is drawn anew (R121)."""
    strikes = [_come_up(realm, each, dice) for each in omen.coming]
    if all(each is not None for each in strikes):
        return (), tuple(each for each in strikes if each is not None)
    return draw(realm, dice)


def _carried_out(realm: Realm, struck: tuple[Struck, ...], dice: Dice, entry: int) -> Came:
    """The realm once all came about that nothing is rolled against and nobody decides."""
    came = list[Any]()
    for each in struck:
        found = happening_of(realm.kingdom, each.number)
        if found.row is not None and found.row.is_at_once:
            realm, events = settle_outcome(realm, found, Occasion.ALWAYS, dice, entry=entry)
        else:
            realm, events = begin_event(realm, found, dice, entry)
        came += events
    return realm, tuple(came)


def with_strikes(
    realm: Realm, strikes: tuple[Strike, ...], dice: Dice, note: str = ""
) -> tuple[Kingdom, tuple[Struck, ...]]:
    """The kingdom with those events under way; each is a new one of this month (R024)."""
    kingdom, struck = realm.kingdom, list[Struck]()
    for each in strikes:
        number, target = kingdom.counted + 1, detail(realm, each.event, each.target, dice)
        happening = ActiveEvent(
            number,
            each.event,
            realm.month,
            is_continuous=each.row.is_continuous,
            spot=target.spot,
            town=target.town,
            role=target.role,
            leader=target.leader,
            note=note,
            wanted=target.wanted,
            is_removal=target.is_removal,
            count=target.count,
            district=target.district,
            lot=target.lot,
            other=target.other,
            own=each.own,
        )
        month = replace(kingdom.month, had_event=True)
        happenings = (*kingdom.happenings, happening)
        kingdom = replace(kingdom, counted=number, month=month, happenings=happenings)
        struck.append(Struck(number, each.event, named(realm, target), target.role, each.own))
    return kingdom, tuple(struck)


def require_room(kingdom: Kingdom) -> None:
    """See that one more event can be under way. Raises RuleViolation."""
    if len(kingdom.happenings) >= MOST_HAPPENINGS:
        raise refused(
            "events.too_many",
            "A kingdom can have at most {most} events under way; end one with `/gm deed: undo an event`.",
            most=MOST_HAPPENINGS,
        )


def happening_of(kingdom: Kingdom, number: int) -> ActiveEvent:
    """The event of that number. Raises RuleViolation where it is over, or never was."""
    found = next((each for each in kingdom.happenings if each.number == number), None)
    if found is None:
        raise _not_under_way()
    return found


def _not_under_way() -> UserError:
    return refused(
        "events.not_under_way",
        "That event is over. `/kingdom events` lists those under way.",
    )


# -- adventurers --------------------------------------------------------------------------------------


@move(
    "kingdom hire",
    by=(Task.TREASURY, Task.EVENTS),
    previewed=True,
    watches=(Number.TREASURY,),
    button="Hire them",
)
def hire_adventurers(move: Move, action: HireAdventurers, dice: Dice) -> None:
    """Hire adventurers for one check of an event, once an Event phase (R141).

    Raises RuleViolation out of the phase, for a second time, without such a check and without the BP in hand.
    """
    realm = move.realm
    # It spends BP: a decision, however freely the campaign lets others roll (R044).
    bonus, price = require_hire(realm, action.levels)
    found = _helped(realm, action)
    require_in_hand(realm, action.levels, price)
    month = replace(realm.kingdom.month, has_hired=True, hired=Hired(found.number, action.attribute, bonus))
    after = replace(realm, kingdom=with_points(replace(realm.kingdom, month=month), -price))
    now, then = (_first(each, found, action.attribute) for each in (realm, after))
    move.note(T("Now: {now}\nThen, once: **{then}**")(now=now.sentence(), then=then.sentence()))
    move.note(
        T(
            "-# Once each Event phase, for one check, before you roll it. Adventurers of level 6 or more are "
            "never above the party's own level."
        )()
    )
    move.realm = after
    move.tell(
        AdventurersHired(
            move.name,
            action.attribute,
            action.levels,
            bonus,
            price,
            event=found.event,
            place=place_of(realm, found),
        )
    )


def _first(realm: Realm, found: ActiveEvent, attribute: Attribute) -> Check:
    """The first check of that attribute that an event asks for."""
    return next(each for each in checks_of(realm, found) if each.attribute is attribute)


def _helped(realm: Realm, action: HireAdventurers) -> ActiveEvent:
    """The event with one of whose checks they help. Raises RuleViolation for none, or several."""
    if action.event:
        found = _under_way(realm, action.event)
        if found not in helpable(realm.kingdom, action.attribute):
            raise refused(
                "events.no_such_check",
                "{event} has no {attribute} check coming up.",
                event=event_name(found.event),
                attribute=action.attribute,
            )
        return found
    every = helpable(realm.kingdom, action.attribute)
    if not every:
        raise refused(
            "events.nothing_to_help",
            "No event asks for {attribute} right now, and adventurers only help with an event's check.",
            attribute=action.attribute,
        )
    if len(every) > 1:
        raise refused(
            "events.help_which",
            "Several events ask for {attribute}: {events:,}. Say which one with `event:`.",
            attribute=action.attribute,
            events=[_line(realm, each) for each in every],
        )
    return every[0]


def helpable(kingdom: Kingdom, *attributes: Attribute) -> list[ActiveEvent]:
    """The events that ask for a check of one of those, and whose outcome is still to be told this month."""
    if kingdom.month.is_over(MonthStep.RESOLVE):
        return []
    waits = unresolved(kingdom)
    found = (each for each in kingdom.happenings if each.number in waits)
    return [each for each in found if set(attributes).intersection(asked_now(kingdom, each))]


def require_hire(realm: Realm, levels: str) -> tuple[int, int]:
    """The bonus and price (BP) of adventurers of those levels. Raises RuleViolation if none can be hired."""
    kingdom = realm.kingdom
    if kingdom.month.phase is not Phase.EVENT:
        raise refused(
            "events.hired_in",
            "You can only hire adventurers in the Event phase; this is {phase}.",
            phase=kingdom.month.phase,
        )
    if kingdom.month.has_hired:
        raise refused(
            "events.hired_already",
            "You already hired adventurers in this Event phase.",
        )
    row = next((each for each in ADVENTURERS if each[0] == levels), None)
    if row is None:
        raise refused(
            "events.levels",
            "Adventurers for hire have levels {levels:or}.",
            levels=[each[0] for each in ADVENTURERS],
        )
    return row[1:]


def require_in_hand(realm: Realm, levels: str, price: int) -> None:
    """See that they can be paid (BP). Raises RuleViolation."""
    kingdom = realm.kingdom
    if price > kingdom.treasury and not realm.rulings.has(VOLUNTARY_DEBT, "yes"):
        raise refused(
            "events.cant_pay",
            "Not enough BP: adventurers of level {levels} cost {price}, and the Treasury holds {treasury}.",
            levels=levels,
            price=price,
            treasury=kingdom.treasury,
        )


# -- Events that a game master has come up by hand, or takes back ------------------------------------------


def known_events(asker: Asker) -> list[Pair]:
    """The table's own events, as far as the asker may know of them, and the book's."""
    own = [(plain_name(each.state.id), str(each.id)) for each in asker.all(OWN_EVENT)]
    return [*own, *((each.label, each.value) for each in BookEvent)]


def events_to_cancel(asker: Asker) -> list[Pair]:
    """Those under way, and for game masters those kept for later."""
    coming = asked_realm(asker).kingdom.coming
    kept = T("{event} · kept for later")
    return [
        *events_under_way(asker),
        *((kept.plain(event=event_name(each.event)), _key(each)) for each in coming),
    ]


class PlaceEvent(OnMonth):
    """Make an event come up, in addition to the month's roll

    The hex or settlement that it strikes is drawn among all that it could where neither is named.
    """

    event: str = option("One of the book's events, or of your table's own", suggest=known_events)
    hex: str = option(
        "The hex it strikes; drawn at random if there's no place", suggest=known_spots, default=""
    )
    settlement: str = option("The settlement it strikes", suggest=settlements, default="")
    note: str = option("What it's about, for everybody to read", max_length=REASON_LENGTH, default="")
    later: bool = option(
        "Keep it for a coming Event phase, one a month; until then only game masters know", default=False
    )


class CancelEvent(OnMonth):
    """Undo an event as if it never came up, or drop one kept for later; numbers you changed stay"""

    event: str = option("The event to cancel", suggest=events_to_cancel)
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
            return T("Placed by a game master. It counts toward next month's chance.")()
        return T(
            "Placed by a game master. It counts toward next month's chance, and you still make the roll."
        )()


class EventKept(Event, audience=GAME_MASTERS):
    """A game master keeps an event for a coming Event phase; `place` is what it would strike."""

    name: str
    event: str
    place: str = ""
    note: str = ""
    before: int = 0

    def sentence(self) -> Safe:
        """Which, and after how many others."""
        where = T(" · {place:40}").of(self) if self.place else ""
        note = T(" · Note: {note}").of(self) if self.note else ""
        when = (
            T("in the next Event phase that has its roll to come")
            if not self.before
            else T("after {before:one other|{before} others}, one a month").of(self)
        )
        return T("{name:60}: **{event}**{where} is kept for later, {when}{note}.")(
            name=self.name, event=event_name(self.event), where=where, when=when, note=note
        )


class EventDropped(Event, audience=GAME_MASTERS):
    """An event that was kept for later won't come up."""

    name: str
    event: str
    reason: str = ""

    def sentence(self) -> Safe:
        """Which."""
        return T("{name:60}: **{event}** won't come up{why}")(
            name=self.name, event=event_name(self.event), why=because(self.reason)
        )


class EventCancelled(Event):
    """An event was taken back. `was_new`: of this month, which then counts as one without."""

    name: str
    event: str
    place: str
    reason: str
    was_new: bool

    def sentence(self) -> Safe:
        """What was taken back, and why."""
        return T("**{event}**{where} is undone{counts}{why}")(
            event=event_name(self.event),
            where=T(" ({place:40})").of(self) if self.place else "",
            counts=T(" and doesn't count as this month's event") if self.was_new else "",
            why=because(self.reason),
        )


def placed_realm(world: World, kingdom: RecordId) -> Realm:
    """The realm, also in anarchy or with its clock stopped. Raises RuleViolation unless it was founded."""
    realm = found_realm(world, kingdom)
    require_standing(replace(realm.kingdom, frozen=None, is_in_anarchy=False))
    return realm


def own_event_named(text: str) -> Want:
    """The event of the campaign's library of that name or id."""
    return Want(OWN_EVENT.name, text=one_line(text))


@correction(
    "kingdom gm event",
    found=placed_realm,
    scope=lambda action: replace(kingdom_scope(action), wants=(own_event_named(action.event),)),
    is_discreet=True,
    button="Make it come up",
)
def place_event(move: Move, action: PlaceEvent, dice: Dice) -> None:
    """Have an event come up; it counts for the next chance (R024). Raises RuleViolation."""
    realm, own = move.realm, _own_event(move.world, action.event)
    strike = Strike(own.id if own is not None else event_of(action.event), own=own)
    target, note = _target(realm, action), clip(one_line(action.note), REASON_LENGTH)
    if target is not None and not can_strike(realm, strike.row.strikes, target):
        raise _no_rush(realm, target)
    if action.later:
        _keep_for_later(move, replace(strike, target=target or Target()), note)
        return
    require_room(realm.kingdom)
    strike = replace(strike, target=target or drawn_target(realm, strike.row.strikes, dice))
    kingdom, (struck,) = with_strikes(realm, (strike,), dice, note)
    move.put(replace(kingdom, month=reopen_outcomes(kingdom.month)))
    move.tell(EventPlaced(move.name, realm.month, struck, note, realm.kingdom.month.is_over(MonthStep.EVENT)))


def _no_rush(realm: Realm, target: Target) -> UserError:
    return refused(
        "events.no_rush",
        "{place:30} isn't an explored hex next to the kingdom that is nobody's and could have a Farm, Mine, "
        "Quarry or Sawmill. Name one that is, or none: then it's drawn.",
        place=named(realm, target),
    )


def _own_event(world: World, text: str) -> OwnEvent | None:
    """The event of the campaign's library of that id or name, if it has one."""
    typed = one_line(text).casefold()
    found = (
        each for each in world.all(OWN_EVENT) if typed in (each.id.casefold(), each.state.name.casefold())
    )
    return next((each.state for each in found), None)


def _keep_for_later(move: Move, strike: Strike, note: str) -> None:
    """Keep it in secret. Raises RuleViolation where too many are."""
    coming = move.kingdom.coming
    if len(coming) >= MOST_COMING:
        raise refused(
            "events.too_many_kept",
            "You can keep {most} events for later; drop one with `/gm deed: undo an event` first.",
            most=MOST_COMING,
        )
    event, target = strike.event, strike.target
    number = max((each.number for each in coming), default=0) + 1
    kept = ScheduledEvent(number, event, target.spot, target.town, note=note, own=strike.own)
    move.change(coming=(*coming, kept))
    move.tell(EventKept(move.name, event, named(move.realm, target), note, len(coming)))


def _key(kept: ScheduledEvent) -> str:
    """How the list of what can be canceled names one that is kept."""
    return f"later-{kept.number}"


def _come_up(realm: Realm, each: ScheduledEvent, dice: Dice) -> Strike | None:
    """What it strikes now: what it was to strike, if that is still there; else drawn anew, or nothing."""
    target = Target(each.spot, each.town, each.role, each.leader)
    alive = {one.name for one in realm.kingdom.leaders if not one.has_died}
    is_lost = (
        (each.town is not None and each.town not in realm.towns)
        or (each.town is None and each.spot is not None and each.spot not in realm.land.hexes)
        or (bool(each.leader) and each.leader not in alive)
    )
    strike = Strike(each.event, own=each.own)
    strikes = strike.row.strikes
    if target != Target() and not is_lost and can_strike(realm, strikes, target):
        return replace(strike, target=target)
    if strikes not in (Strikes.KINGDOM, Strikes.CHOSEN) and not any(True for _ in targets(realm, strikes)):
        return None
    return replace(strike, target=drawn_target(realm, strikes, dice))


def event_of(text: str) -> str:
    """The book's event of that name. Raises RuleViolation naming near ones."""
    typed = one_line(text).casefold()
    by_value = (each for each in BookEvent if each.value == typed)
    found = next(by_value, None) or only_named(text, ((each.label, each) for each in BookEvent))
    if found is not None:
        return found.value
    near = nearest(text, {each.label: each.label for each in BookEvent}, 3)
    raise refused(
        "events.unknown",
        "There's no event called “{name:60}”; {hint}",
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
            "Players don't see {place:30} yet, and everybody reads where an event strikes. Use `/hex gm "
            "reveal` first, or place the event without a hex.",
            place=realm.land.name_of(spot),
        )
    return Target(spot)


def reopen_outcomes(month: Month) -> Month:
    """With outcomes still to be told, where the Event phase had them behind it."""
    if month.phase is not Phase.EVENT:
        return month
    return replace(month, marks=tuple(each for each in month.marks if each.step is not MonthStep.RESOLVE))


def _called(each: ActiveEvent) -> Iterator[str]:
    """How people type its name: one of a table's own with its mark or without."""
    yield plain_name(each.event).casefold()
    if each.own is not None:
        yield each.own.name.casefold()


def _under_way(realm: Realm, text: str) -> ActiveEvent:
    """The event of that number, name, or line in a list. Raises RuleViolation for none, or several."""
    typed = one_line(text).casefold()
    found = [
        each
        for each in realm.kingdom.happenings
        if typed in (str(each.number), *_called(each), _line(realm, each).casefold())
    ]
    if not found:
        raise _not_under_way()
    if len(found) > 1:
        raise refused(
            "events.several", "Several events with that name are under way. Pick one from the list."
        )
    return found[0]


@correction("kingdom gm cancel-event", found=placed_realm, is_discreet=True, button="Undo the event")
def cancel_event(move: Move, action: CancelEvent, dice: Dice) -> None:
    """Take an event back; numbers that it changed stay. Raises RuleViolation for one that isn't under way."""
    realm, kingdom = move.realm, move.kingdom
    kept = next((each for each in kingdom.coming if _key(each) == action.event.strip()), None)
    if kept is not None:
        coming = tuple(each for each in kingdom.coming if each is not kept)
        move.change(coming=coming)
        move.tell(EventDropped(move.name, kept.event, move.reason))
        return
    found = _under_way(realm, action.event)
    left = tuple(each for each in kingdom.happenings if each is not found)
    had_event = any(each.since == realm.month for each in left)
    month = replace(kingdom.month, had_event=had_event)
    was_new = found.since == realm.month
    event = EventCancelled(move.name, found.event, place_of(realm, found), move.reason, was_new)
    move.change(happenings=left, month=month)
    move.tell(event)
