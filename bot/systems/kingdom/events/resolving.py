"""Events that wait: the roll against each, what a game master says of it, and what is left to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.record import Ask, Choice, Step
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, paragraphs
from bot.systems.kingdom.book import Step as MonthStep
from bot.systems.kingdom.book import Task
from bot.systems.kingdom.events.book import EVENTS, When, event_name
from bot.systems.kingdom.events.draws import place_of
from bot.systems.kingdom.events.outcomes import (
    OVER,
    EventSettled,
    asked_now,
    attempted,
    follow_up,
    settled,
    values_of,
)
from bot.systems.kingdom.events.rules import happening_of
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import OnKingdom, Realm, standing_realm
from bot.systems.kingdom.state import OUTCOME_LENGTH, Happening, Kingdom, unresolved
from bot.systems.kingdom.steps import acted_for, asked, done, open_steps

# At these it is settled what comes of events: of those that went on, and of new ones.
TELLING = (MonthStep.CONTINUING, MonthStep.RESOLVE)


class AttemptEvent(OnKingdom):
    """Roll the checks that an event asks for, and carry out what comes of them."""

    number: int


class SettleEvent(OnKingdom):
    """Say which of the book's outcomes came about, and have it carried out; or that all is seen to."""

    number: int
    outcome: When = When.DONE


class ResolveEvent(OnKingdom):
    """Say what came of an event. `goes_on` is "yes" for one that comes again next month."""

    number: int
    outcome: str = ""
    goes_on: str = ""


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
            return T("**It goes on** and comes back in the next Event phase.")()
        return OVER()


# -- which one, and when ------------------------------------------------------------------------------


def _waiting(realm: Realm, number: int) -> tuple[Happening, MonthStep]:
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


def _turn(
    scene: Scene,
    before: Realm,
    after: Realm,
    step: MonthStep,
    event: Event,
    on_behalf_of: int | None = None,
) -> Turn:
    """The turn of one event, with its step over once nothing waits of any."""
    if not unresolved(after.kingdom):
        after = replace(after, kingdom=done(after.kingdom, step))
    return turn_of(scene, before, after, event, on_behalf_of=on_behalf_of)


# -- by the book --------------------------------------------------------------------------------------


@action(may=Permit.MEMBERS)
def attempt_event(scene: Scene, action: AttemptEvent, dice: Dice) -> Turn:
    """Roll its checks; the outcome follows (R125). Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    found, step = _waiting(realm, action.number)
    checks = asked_now(realm.kingdom, found)
    if not checks:
        raise refused(
            "events.no_check_now",
            "There's no check left to roll for {event} this month. A game master settles it.",
            event=event_name(found.event),
        )
    on_behalf_of = acted_for(scene, realm.kingdom, *(Task(each.value) for each in checks))
    after, event = attempted(realm, found, dice)
    return _turn(scene, realm, after, step, event, on_behalf_of)


@action(may=Permit.GAME_MASTERS)
def settle_event(scene: Scene, action: SettleEvent, dice: Dice) -> Turn:
    """Carry out an outcome as a game master says, or note that what it left is done. Raises RuleViolation."""
    realm = standing_realm(scene, action.kingdom)
    found, step = _waiting(realm, action.number)
    if action.outcome not in dict(_answers(realm.kingdom, found)):
        raise refused(
            "events.no_such_outcome",
            "{event} can't end that way as it stands.",
            event=event_name(found.event),
        )
    if action.outcome is When.DONE:
        after, event = _seen_to(realm, found)
    else:
        after, event = settled(realm, found, action.outcome, dice)
    return _turn(scene, realm, after, step, event)


def _answers(kingdom: Kingdom, found: Happening) -> tuple[tuple[When, T], ...]:
    """What a game master may say of it by a press."""
    row, left = EVENTS.get(found.event), follow_up(kingdom, found)
    if left is not None:
        return left.asks or ((When.DONE, T("Done")),)
    if row is None:
        return ()
    return ((When.ALWAYS, T("Carry it out")),) if row.is_at_once else row.asks


def _seen_to(realm: Realm, found: Happening) -> tuple[Realm, EventSettled]:
    over = replace(found, resolved=realm.month, left="")
    happenings = tuple(over if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    place, goes_on = place_of(realm, found), found.is_continuous
    event = EventSettled(kingdom.name, found.event, place, When.DONE, goes_on=goes_on)
    return replace(realm, kingdom=kingdom), event


# -- in a game master's own words ---------------------------------------------------------------------


@action(may=Permit.GAME_MASTERS)
def resolve_event(scene: Scene, action: ResolveEvent, dice: Dice) -> Turn:
    """Say what came of an event this month, and whether it comes again the next (R125).

    Raises RuleViolation where it was told already, or is not the time for it.
    """
    realm = standing_realm(scene, action.kingdom)
    found, step = _waiting(realm, action.number)
    outcome = clip(paragraphs(action.outcome), OUTCOME_LENGTH)
    if not outcome:
        raise refused("events.no_outcome", "Say in a few words how it turned out. Everybody reads it.")
    goes_on = action.goes_on.strip().casefold()
    if goes_on not in ("yes", "no"):
        raise refused("events.yes_or_no", "Answer “yes” if the event comes back next month, otherwise “no”.")
    told = replace(found, resolved=realm.month, is_continuous=goes_on == "yes", left="")
    happenings = tuple(told if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    event = EventResolved(kingdom.name, found.event, place_of(realm, found), outcome, told.is_continuous)
    return _turn(scene, realm, replace(realm, kingdom=kingdom), step, event)


# -- What waits of a month's events, while that is what is open --------------------------------------------


# What is to be rolled or said of an event; and what is left of it for a game master.
STEP, AFTER = "event-", "after-"


def numbered(kingdom: Kingdom, step: str) -> Happening | None:
    """The event that a step of that name asks about; None where it is no such step."""
    number = step.removeprefix(STEP).removeprefix(AFTER)
    return next((each for each in kingdom.happenings if step != number == str(each.number)), None)


def event_steps(kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """The events of which something waits: the roll, a game master's word, or what an outcome left to do."""
    now = next((each for each in open_steps(state) if each in TELLING), None)
    if now is None:
        return
    waits, revision = set(unresolved(state)), state.month.opened.get(now.value, 1)
    for each in state.happenings:
        if each.number in waits:
            yield _step(kingdom, state, each, revision, is_only=len(waits) == 1)


def _step(kingdom: RecordId, state: Kingdom, each: Happening, revision: int, *, is_only: bool) -> Step:
    checks, left = asked_now(state, each), follow_up(state, each)
    label = T("{kingdom:60}: {event}").plain(kingdom=state.name, event=event_name(each.event))
    if left is not None and left.todo is not None:
        todo = left.todo(**values_of(left, left.todo, each.die))
        label = T("{kingdom:60}: {event}: {todo}").plain(
            kingdom=state.name, event=event_name(each.event), todo=todo
        )
    who = asked(state, Task(checks[0].value)) if checks else None
    name = STEP if checks or each.tried < state.month.number else AFTER
    # Of several events each button says which one it is about.
    says = T("{label}") if is_only else T("{label}: {event}")
    named = {} if is_only else {"event": event_name(each.event)}
    choices = [
        Choice(
            when.value,
            says.plain(label=label, **named),
            SettleEvent(kingdom, each.number, when),
            is_main=not checks,
        )
        for when, label in _answers(state, each)
    ]
    if checks:
        roll = says.plain(label=T("Roll {checks}")(checks=tuple(dict.fromkeys(checks))), **named)
        choices.insert(0, Choice("roll", roll, AttemptEvent(kingdom, each.number), is_main=True))
    return Step(f"{name}{each.number}", label, who, (*choices, _own_words(kingdom, each)), revision)


def _own_words(kingdom: RecordId, each: Happening) -> Choice:
    asks = (
        Ask(
            "outcome",
            T("How it turned out").plain(),
            OUTCOME_LENGTH,
            is_long=True,
            hint=T("Change its numbers with /month-gm place").plain(),
        ),
        Ask(
            "goes_on",
            T("Does it come back next month?").plain(),
            options=(("no", T("No, it's over").plain()), ("yes", T("Yes, it comes back").plain())),
            value="yes" if each.is_continuous else "no",
        ),
    )
    label = T("{event}: how it turned out…").plain(event=event_name(each.event))
    return Choice("resolve", label, ResolveEvent(kingdom, each.number), asks)
