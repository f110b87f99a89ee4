"""Events that wait: the roll against each, what a game master says of it, and what is left to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES
from bot.engine.people import Permit
from bot.engine.prose import PROSE_LENGTH
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.steps import waits
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, paragraphs
from bot.errors import UserError
from bot.systems.kingdom.abroad.book import Tie
from bot.systems.kingdom.abroad.diplomacy import asked_skills, negotiated_at_once, negotiating
from bot.systems.kingdom.abroad.edicts import with_other
from bot.systems.kingdom.abroad.kingdoms import modifiers_of
from bot.systems.kingdom.abroad.state import OtherKingdom, Talks
from bot.systems.kingdom.book import MonthStep, Task
from bot.systems.kingdom.events.book import BookEvent, Occasion, Strikes, event_name
from bot.systems.kingdom.events.draws import is_met, place_of
from bot.systems.kingdom.events.outcomes import (
    OVER,
    Came,
    EventSettled,
    asked_now,
    attempt,
    filled,
    follow_up,
    settle_outcome,
)
from bot.systems.kingdom.events.rules import happening_of
from bot.systems.kingdom.events.verbs import may_send, offered
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import KINGDOM, OnKingdom, Realm
from bot.systems.kingdom.state import ActiveEvent, Kingdom, Work, under_way, unresolved
from bot.systems.kingdom.steps import assignee, goes_on, open_steps

# At these it is settled what comes of events: of those that went on, and of new ones.
TELLING = (MonthStep.CONTINUING, MonthStep.RESOLVE)
PLACE_LENGTH = 40


class AttemptEvent(OnKingdom):
    """Roll the checks that an event asks for, and carry out what comes of them."""

    number: int


class SettleEvent(OnKingdom):
    """Say which of the book's outcomes came about, and have it carried out; or that all is seen to."""

    number: int
    outcome: Occasion = Occasion.DONE


class ChooseEvent(OnKingdom):
    """Decide what the leaders do about an event."""

    number: int
    outcome: Occasion = Occasion.DONE


class LocateEvent(OnKingdom):
    """Say in which of the kingdom's hexes an event is: a monster (R129)."""

    number: int
    hex: str = ""


class JudgeEvent(OnKingdom):
    """See whether what an event waits for has come about, and have what follows carried out."""

    number: int


class ResolveEvent(OnKingdom):
    """Say what came of an event. `goes_on` is "yes" for one that comes again next month."""

    number: int
    outcome: str = ""
    goes_on: str = ""


class ReceiveEnvoy(OnKingdom):
    """Answer another kingdom's envoy: take up the tie that is offered, or send them home.

    For a treaty or an alliance `skills` are the modifiers with which its terms are negotiated.
    """

    number: int
    is_welcome: bool = True
    skills: str = option("Your negotiator's modifiers", default="", max_length=40, is_read=True)


class EventResolved(Event):
    """A game master said what came of an event."""

    work: ClassVar[Work] = Work.EVENT
    tells_prose: ClassVar[bool] = True
    name: str
    event: str
    place: str
    outcome: str
    goes_on: bool

    def sentence(self) -> Safe:
        """The outcome, and whether it comes again."""
        where = T(" ({place:40})").of(self) if self.place else ""
        return T("{name:60}: {event}{where}: {outcome:prose 300} · {fate}")(
            name=self.name, event=event_name(self.event), where=where, outcome=self.outcome, fate=self.fate
        )

    @property
    def fate(self) -> Safe:
        """Whether it comes again."""
        if self.goes_on:
            return T("**It goes on** and comes back in the next Event phase.")()
        return OVER()


# -- what waits of a month's events, while that is what is open ---------------------------------------

# What is to be rolled or said of an event; and what is left of it for a game master.
STEP, AFTER = "event-", "after-"


def titled(kingdom: Kingdom, event: ActiveEvent) -> Safe:
    """An event's name; of several of a kind, with its place among them."""
    alike = [each.number for each in under_way(kingdom) if each.event == event.event]
    if len(alike) < 2 or event.number not in alike:
        return event_name(event.event)
    return T("{event} {place}")(event=event_name(event.event), place=alike.index(event.number) + 1)


def numbered(kingdom: Kingdom, step: str) -> ActiveEvent | None:
    """The event that a step of that name asks about; None where it is no such step."""
    number = step.removeprefix(STEP).removeprefix(AFTER)
    return next((each for each in kingdom.happenings if step != number == str(each.number)), None)


@waits(KINGDOM.name, STEP, AFTER, of="happenings", when=goes_on, rank=1)
def event_steps(_kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """The events of which something waits: the roll, a game master's word, or what an outcome left to do."""
    now = next((each for each in open_steps(state) if each in TELLING), None)
    if now is None:
        return
    waits, revision = set(unresolved(state)), state.month.opened.get(now.value, 1)
    for each in state.happenings:
        if each.number in waits:
            yield _step(state, each, revision)


def _step(state: Kingdom, each: ActiveEvent, revision: int) -> Step:
    checks, left, title = asked_now(state, each), follow_up(state, each), titled(state, each)
    label = T("{kingdom:60}: {event}").plain(kingdom=state.name, event=title)
    if left is not None and left.todo is not None:
        todo = filled(left, left.todo, each.die)
        if _has_envoy(each):
            todo = T("an envoy of {other:60} offers {one}")(other=each.other, one=offered(each.die).one)
        label = T("{kingdom:60}: {event}: {todo}").plain(kingdom=state.name, event=title, todo=todo)
    sort = STEP if checks or each.tried < state.month.number else AFTER
    who, name = _who(state, each), f"{sort}{each.number}"
    return Step(name, label, who, revision=revision, silent=DECIDES, sort=sort)


def _who(state: Kingdom, each: ActiveEvent) -> int | None:
    """The leader whom an event asks; None where it is the game masters' to say."""
    checks = asked_now(state, each)
    if _has_envoy(each):
        return assignee(state, Task.DIPLOMACY)
    if checks:
        return assignee(state, Task(checks[0].value))
    if _is_judged(state, each):
        return assignee(state, Task.EVENTS)
    return assignee(state, Task.LEADERSHIP) if each.row is not None and each.row.is_rulers else None


def _at(presses: Callable[[Kingdom, ActiveEvent], Iterable[Press]], place: int = 0) -> tuple[AtStep, AtStep]:
    """Where an action about an event stands: at its step, with those buttons."""

    def about(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterable[Press]:
        found = numbered(state, step.name)
        return presses(state, found) if found is not None else ()

    return AtStep(STEP, about, place), AtStep(AFTER, about, place)


def _named(state: Kingdom, each: ActiveEvent, label: T | Safe | str) -> str:
    """What a button says; of several events, with the one that it is about."""
    if len(set(unresolved(state))) == 1:
        return T("{label}").plain(label=label)
    return T("{label}: {event}").plain(label=label, event=titled(state, each))


# -- which one, and when ------------------------------------------------------------------------------


def _waiting(realm: Realm, number: int) -> tuple[ActiveEvent, MonthStep]:
    """The event of that number, and the step that is for it. Raises RuleViolation where nothing waits."""
    found = happening_of(realm.kingdom, number)
    if found.number not in unresolved(realm.kingdom):
        raise refused(
            "events.told_already",
            "{event} already has its outcome this month. To change it, undo that entry.",
            event=event_name(found.event),
        )
    step = next((each for each in open_steps(realm.kingdom) if each in TELLING), None)
    if step is None:
        raise refused(
            "events.not_yet",
            "Settle {event} in the Event phase: before the event roll if it continues from an earlier month, "
            "after the roll if it's new.",
            event=event_name(found.event),
        )
    return found, step


def _come(move: Move, step: MonthStep, came: Came) -> None:
    """Let that have come of an event; its step is over once nothing waits of any."""
    move.realm, events = came
    move.tell(*events)
    if not unresolved(move.kingdom):
        move.finish(step)


# -- by the book --------------------------------------------------------------------------------------


def _rolling(state: Kingdom, each: ActiveEvent) -> Iterator[Press]:
    if checks := asked_now(state, each):
        label = T("Roll {checks}")(checks=tuple(dict.fromkeys(checks)))
        yield Press("roll", _named(state, each, label), {"number": each.number}, is_main=True)


@move(step=_at(_rolling, place=-1))
def attempt_event(move: Move, action: AttemptEvent, dice: Dice) -> None:
    """Roll its checks; the outcome follows (R125). Raises RuleViolation, NotAllowed."""
    found, step = _waiting(move.realm, action.number)
    checks = asked_now(move.kingdom, found)
    if not checks:
        raise refused(
            "events.no_check_now",
            "There's no check left to roll for {event} this month. A game master settles it.",
            event=event_name(found.event),
        )
    move.require_task(*(Task(each.value) for each in checks))
    _come(move, step, attempt(move.realm, found, dice, move.world.entry))


def _settling(state: Kingdom, each: ActiveEvent) -> Iterator[Press]:
    if each.row is None or not each.row.is_rulers:
        yield from _outcomes(state, each, _answers(state, each))


def _outcomes(
    state: Kingdom, each: ActiveEvent, labels: tuple[tuple[Occasion, T | str], ...]
) -> Iterator[Press]:
    is_main = not asked_now(state, each)
    for when, label in labels:
        about = {"number": each.number, "outcome": when}
        yield Press(when.value, _named(state, each, label), about, is_main=is_main)


@move(may=Permit.GAME_MASTERS, step=_at(_settling))
def settle_event(move: Move, action: SettleEvent, dice: Dice) -> None:
    """Carry out an outcome as a game master says, or note that what it left is done. Raises RuleViolation."""
    found, step = _waiting(move.realm, action.number)
    if action.outcome not in dict(_answers(move.kingdom, found)):
        raise _no_such_outcome(found)
    if action.outcome is Occasion.DONE:
        _come(move, step, _seen_to(move.realm, found))
    else:
        _come(move, step, settle_outcome(move.realm, found, action.outcome, dice, entry=move.world.entry))


@move(step=_at(lambda state, each: _outcomes(state, each, _decisions(state, each))))
def choose_event(move: Move, action: ChooseEvent, dice: Dice) -> None:
    """Carry out what leaders decide: the Ruler (R145, R146), or who leaves a check alone (R142).

    Raises RuleViolation, NotAllowed.
    """
    found, step = _waiting(move.realm, action.number)
    if action.outcome not in dict(_decisions(move.kingdom, found)):
        raise _no_such_outcome(found)
    checks = () if found.row is None or found.row.is_rulers else asked_now(move.kingdom, found)
    move.require_task(*(Task(each.value) for each in checks), Task.LEADERSHIP)
    _come(move, step, settle_outcome(move.realm, found, action.outcome, dice, entry=move.world.entry))


def _no_such_outcome(found: ActiveEvent) -> UserError:
    return refused(
        "events.no_such_outcome",
        "{event} can't end that way as it stands.",
        event=event_name(found.event),
    )


class EnvoyReceived(Event):
    """Leaders answered the envoy of another kingdom, who offered a tie."""

    work: ClassVar[Work] = Work.EVENT
    name: str
    other: str
    tie: Tie
    is_welcome: bool

    def sentence(self) -> Safe:
        """What becomes of the offer."""
        if not self.is_welcome:
            return T("{name:60} sends the envoy of **{other:60}** home: no {tie}.").of(self)
        talks = T(" Now its terms are negotiated.")() if self.tie is not Tie.EMBASSY else ""
        says = T("{name:60} welcomes the envoy of **{other:60}**: **they agree on {one}.**{talks}")
        return says.of(self, one=self.tie.one, talks=talks)


def _receiving(_state: Kingdom, each: ActiveEvent) -> Iterator[Press]:
    """An envoy of known origin is welcomed, with the modifiers that negotiations need, or sent home."""
    if not _has_envoy(each):
        return
    tie, about = offered(each.die), {"number": each.number}
    label, asks = T("Agree to {one}"), tuple[FormField, ...]()
    if tie is not Tie.EMBASSY:
        label = T("Negotiate {one}…")
        hint = T("Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive").plain()
        says = T("Your five modifiers")
        if tie is Tie.ALLIANCE:
            hint, says = T("Used in all its checks").plain(), T("Your Diplomacy")
        asks = (FormField("skills", says.plain(), 40, hint=hint),)
    yield Press("agree", label.plain(one=tie.one), about, asks, is_main=True)
    yield Press("refuse", T("Send them home"), about | {"is_welcome": False})


@move(step=_at(_receiving))
def receive_envoy(move: Move, action: ReceiveEnvoy, dice: Dice) -> None:
    """Answer an envoy: an embassy is agreed at once, the terms of more are negotiated (1591).

    It takes no edict and no check against a DC: leaders are free to agree. Raises RuleViolation, NotAllowed.
    """
    found, step = _waiting(move.realm, action.number)
    if not _has_envoy(found):
        raise _no_such_outcome(found)
    move.require_task(Task.DIPLOMACY)
    event = EnvoyReceived(move.name, found.other, offered(found.die), action.is_welcome)
    after, told = move.realm, tuple[Event, ...]()
    if action.is_welcome:
        after, told = _agreed(after, _sender(after, found), event.tie, action.skills, dice)
    after, _ = _seen_to(after, found)
    _come(move, step, (after, (event, *told)))


def _sender(realm: Realm, found: ActiveEvent) -> OtherKingdom:
    """Who sent the envoy. Raises RuleViolation where what is offered isn't the next tie any more."""
    other = next((each for each in realm.kingdom.others if each.name == found.other), None)
    if other is None or not may_send(other) or other.tie.next is not offered(found.die):
        raise refused(
            "events.no_envoy",
            "{name:60} and {other:60} don't stand as they did when the envoy came. Send them home, or a game "
            "master says how it turned out.",
            name=realm.kingdom.name,
            other=found.other,
        )
    return other


def _has_envoy(found: ActiveEvent) -> bool:
    """Whether leaders are to answer an envoy of whom it is known who sent them."""
    return found.event == BookEvent.DIPLOMATIC_OVERTURE and bool(found.other and found.left)


def _agreed(
    realm: Realm, other: OtherKingdom, tie: Tie, skills: str, dice: Dice
) -> tuple[Realm, tuple[Event, ...]]:
    """The realm with that embassy, or with the talks begun. Raises RuleViolation for no such modifiers."""
    if tie is Tie.EMBASSY:
        return replace(realm, kingdom=with_other(realm.kingdom, replace(other, has_embassy=True))), ()
    given = negotiating(realm, other, tie, modifiers_of(skills, asked_skills(tie)))
    number = realm.kingdom.counted + 1
    other = replace(other, talks=Talks(number, tie, given))
    kingdom = replace(with_other(realm.kingdom, other), counted=number)
    after, *told = negotiated_at_once(replace(realm, kingdom=kingdom), other, dice)
    return after, tuple(told)


class EventLocated(Event):
    """A game master said where an event is."""

    name: str
    event: str
    place: str

    def sentence(self) -> Safe:
        """Which one, and where."""
        return T("{name:60}: **{event}** is at {place:40}.")(
            name=self.name, event=event_name(self.event), place=self.place
        )


def _locating(state: Kingdom, each: ActiveEvent) -> Iterator[Press]:
    if each.row is not None and each.row.strikes is Strikes.CHOSEN and each.spot is None:
        hint = T("One of the kingdom's hexes, by its label or coordinates").plain()
        ask = FormField("hex", T("In which hex").plain(), PLACE_LENGTH, hint=hint)
        label = T("{event}: where it is…").plain(event=titled(state, each))
        yield Press("where", label, {"number": each.number}, (ask,))


@move(may=Permit.GAME_MASTERS, step=_at(_locating))
def locate_event(move: Move, action: LocateEvent, dice: Dice) -> None:
    """Say in which hex a monster is (R129). Raises RuleViolation for one that isn't the kingdom's."""
    realm = move.realm
    found, _ = _waiting(realm, action.number)
    spot = spot_of(realm.land, action.hex)
    if spot not in realm.hexes:
        raise refused(
            "events.hex_of_others",
            "{hex:30} isn't one of the hexes of {name:60}. Name a claimed one, by its label or coordinates.",
            hex=realm.land.name_of(spot),
            name=move.name,
        )
    located = replace(found, spot=spot)
    happenings = tuple(located if each is found else each for each in realm.kingdom.happenings)
    move.change(happenings=happenings)
    move.tell(EventLocated(move.name, found.event, realm.land.name_of(spot)))


def _judging(state: Kingdom, each: ActiveEvent) -> Iterator[Press]:
    if _is_judged(state, each):
        look = T("See if it's met") if each.since < state.month.number else T("Wait and see")
        is_main = not asked_now(state, each)
        yield Press("judge", _named(state, each, look), {"number": each.number}, is_main=is_main)


# What rolls or looks it up comes before what somebody says of it.
@move(step=_at(_judging, place=-1))
def judge_event(move: Move, action: JudgeEvent, dice: Dice) -> None:
    """See whether a demand is met, a home built, a rush answered (R131, R136, R142). Raises RuleViolation."""
    found, step = _waiting(move.realm, action.number)
    answers = dict(_answers(move.kingdom, found))
    if not _is_judged(move.kingdom, found):
        raise refused(
            "events.nothing_to_judge",
            "There's nothing to look up for {event} right now. A game master settles it.",
            event=event_name(found.event),
        )
    move.require_task(Task.EVENTS)
    unmet = next(each for each in answers if each is not Occasion.MET)
    outcome = Occasion.MET if is_met(move.realm, found) else unmet
    _come(move, step, settle_outcome(move.realm, found, outcome, dice, entry=move.world.entry))


def _is_judged(kingdom: Kingdom, found: ActiveEvent) -> bool:
    """Whether the realm itself tells what came of it; of a demand without anything wanted nobody knows."""
    row = found.row
    is_known = bool(found.wanted) or found.lot is not None
    return row is not None and row.is_judged and is_known and Occasion.MET in dict(_answers(kingdom, found))


def _answers(kingdom: Kingdom, found: ActiveEvent) -> tuple[tuple[Occasion, T | str], ...]:
    """What a game master may say of it by a press."""
    row, left = found.row, follow_up(kingdom, found)
    if _has_envoy(found):
        return ()
    if left is not None:
        return left.asks or ((Occasion.DONE, T("Done")),)
    if row is None:
        return ()
    return ((Occasion.ALWAYS, T("Carry it out")),) if row.is_at_once else row.asks


def _decisions(kingdom: Kingdom, found: ActiveEvent) -> tuple[tuple[Occasion, T | str], ...]:
    """What leaders may decide about it by a press."""
    row = found.row
    if row is None:
        return ()
    if row.is_rulers:
        return _answers(kingdom, found)
    return ((Occasion.UNTRIED, row.leaves),) if row.leaves is not None and asked_now(kingdom, found) else ()


def _seen_to(realm: Realm, found: ActiveEvent) -> Came:
    over = replace(found, resolved=realm.month, left="")
    happenings = tuple(over if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    place, goes_on = place_of(realm, found), found.is_continuous
    event = EventSettled(kingdom.name, found.event, place, Occasion.DONE, goes_on=goes_on, own=found.own)
    return replace(realm, kingdom=kingdom), (event,)


# -- in a game master's own words ---------------------------------------------------------------------


def _resolving(state: Kingdom, each: ActiveEvent) -> Iterator[Press]:
    asks = (
        FormField(
            "outcome",
            T("How it turned out").plain(),
            PROSE_LENGTH,
            is_long=True,
            hint=T("Change a number by hand: /gm deed: number").plain(),
        ),
        FormField(
            "goes_on",
            T("Does it come back next month?").plain(),
            options=(("no", T("No, it's over").plain()), ("yes", T("Yes, it comes back").plain())),
            value="yes" if each.is_continuous else "no",
        ),
    )
    label = T("{event}: how it turned out…").plain(event=titled(state, each))
    yield Press("resolve", label, {"number": each.number}, asks)


@move(may=Permit.GAME_MASTERS, step=_at(_resolving))
def resolve_event(move: Move, action: ResolveEvent, dice: Dice) -> None:
    """Say what came of an event this month, and whether it comes again the next (R125).

    Raises RuleViolation where it was told already, or is not the time for it.
    """
    realm = move.realm
    found, step = _waiting(realm, action.number)
    outcome = clip(paragraphs(action.outcome), PROSE_LENGTH)
    if not outcome:
        raise refused("events.no_outcome", "Say in a few words how it turned out. Everybody reads it.")
    goes_on = action.goes_on.strip().casefold()
    if goes_on not in ("yes", "no"):
        raise refused("events.yes_or_no", "Answer “yes” if the event comes back next month, otherwise “no”.")
    told = replace(found, resolved=realm.month, is_continuous=goes_on == "yes", left="", came="")
    happenings = tuple(told if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    event = EventResolved(move.name, found.event, place_of(realm, found), outcome, told.is_continuous)
    _come(move, step, (replace(realm, kingdom=kingdom), (event,)))
