"""Events that wait: the roll against each, what a game master says of it, and what is left to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES
from bot.engine.people import Permit
from bot.engine.record import Ask, Choice, Step
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, paragraphs
from bot.errors import UserError
from bot.systems.kingdom.abroad.book import Tie
from bot.systems.kingdom.abroad.diplomacy import asked_skills, negotiated_at_once, negotiating
from bot.systems.kingdom.abroad.edicts import with_other
from bot.systems.kingdom.abroad.kingdoms import modifiers_of
from bot.systems.kingdom.abroad.state import OtherKingdom, Talks
from bot.systems.kingdom.book import Step as MonthStep
from bot.systems.kingdom.book import Task
from bot.systems.kingdom.events.book import BookEvent, Strikes, When, event_name
from bot.systems.kingdom.events.draws import is_met, place_of
from bot.systems.kingdom.events.outcomes import (
    OVER,
    Came,
    EventSettled,
    asked_now,
    attempted,
    filled,
    follow_up,
    settled,
)
from bot.systems.kingdom.events.rules import happening_of
from bot.systems.kingdom.events.verbs import may_send, offered
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import OnKingdom, Realm, standing_realm
from bot.systems.kingdom.state import OUTCOME_LENGTH, Happening, Kingdom, Work, under_way, unresolved
from bot.systems.kingdom.steps import acted_for, acting_for, asked, done, open_steps

# At these it is settled what comes of events: of those that went on, and of new ones.
TELLING = (MonthStep.CONTINUING, MonthStep.RESOLVE)
PLACE_LENGTH = 40


class AttemptEvent(OnKingdom):
    """Roll the checks that an event asks for, and carry out what comes of them."""

    number: int


class SettleEvent(OnKingdom):
    """Say which of the book's outcomes came about, and have it carried out; or that all is seen to."""

    number: int
    outcome: When = When.DONE


class ChooseEvent(OnKingdom):
    """Decide what the leaders do about an event."""

    number: int
    outcome: When = When.DONE


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
    skills: str = option("Your negotiator's modifiers", default="", max_length=40)


class EventResolved(Event):
    """A game master said what came of an event."""

    work: ClassVar[Work] = Work.EVENT
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
    *events: Event,
    on_behalf_of: int | None = None,
) -> Turn:
    """The turn of one event, with its step over once nothing waits of any."""
    if not unresolved(after.kingdom):
        after = replace(after, kingdom=done(after.kingdom, step))
    return turn_of(scene, before, after, *events, on_behalf_of=on_behalf_of)


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
    after, events = attempted(realm, found, dice, scene.entry)
    return _turn(scene, realm, after, step, *events, on_behalf_of=on_behalf_of)


@action(may=Permit.GAME_MASTERS)
def settle_event(scene: Scene, action: SettleEvent, dice: Dice) -> Turn:
    """Carry out an outcome as a game master says, or note that what it left is done. Raises RuleViolation."""
    realm = standing_realm(scene, action.kingdom)
    found, step = _waiting(realm, action.number)
    if action.outcome not in dict(_answers(realm.kingdom, found)):
        raise _no_such_outcome(found)
    if action.outcome is When.DONE:
        after, events = _seen_to(realm, found)
    else:
        after, events = settled(realm, found, action.outcome, dice, entry=scene.entry)
    return _turn(scene, realm, after, step, *events)


@action(may=Permit.MEMBERS)
def choose_event(scene: Scene, action: ChooseEvent, dice: Dice) -> Turn:
    """Carry out what leaders decide: the Ruler (R145, R146), or who leaves a check alone (R142).

    Raises RuleViolation, NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    found, step = _waiting(realm, action.number)
    if action.outcome not in dict(_decisions(realm.kingdom, found)):
        raise _no_such_outcome(found)
    checks = () if found.row is None or found.row.is_rulers else asked_now(realm.kingdom, found)
    on_behalf_of = acting_for(scene, realm.kingdom, *(Task(each.value) for each in checks), Task.LEADERSHIP)
    after, events = settled(realm, found, action.outcome, dice, entry=scene.entry)
    return _turn(scene, realm, after, step, *events, on_behalf_of=on_behalf_of)


def _no_such_outcome(found: Happening) -> UserError:
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


@action(may=Permit.MEMBERS)
def receive_envoy(scene: Scene, action: ReceiveEnvoy, dice: Dice) -> Turn:
    """Answer an envoy: an embassy is agreed at once, the terms of more are negotiated (1591).

    It takes no edict and no check against a DC: leaders are free to agree. Raises RuleViolation, NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    found, step = _waiting(realm, action.number)
    if not _has_envoy(found):
        raise _no_such_outcome(found)
    on_behalf_of = acting_for(scene, realm.kingdom, Task.DIPLOMACY)
    event = EnvoyReceived(realm.kingdom.name, found.other, offered(found.die), action.is_welcome)
    after, told = realm, tuple[Event, ...]()
    if action.is_welcome:
        after, told = _agreed(realm, _sender(realm, found), event.tie, action.skills, dice)
    after, _ = _seen_to(after, found)
    return _turn(scene, realm, after, step, event, *told, on_behalf_of=on_behalf_of)


def _sender(realm: Realm, found: Happening) -> OtherKingdom:
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


def _has_envoy(found: Happening) -> bool:
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


@action(may=Permit.GAME_MASTERS)
def locate_event(scene: Scene, action: LocateEvent, dice: Dice) -> Turn:
    """Say in which hex a monster is (R129). Raises RuleViolation for one that isn't the kingdom's."""
    realm = standing_realm(scene, action.kingdom)
    found, _ = _waiting(realm, action.number)
    spot = spot_of(realm.land, action.hex)
    if spot not in realm.hexes:
        raise refused(
            "events.hex_of_others",
            "{hex:30} isn't one of the hexes of {name:60}. Name a claimed one, by its label or coordinates.",
            hex=realm.land.name_of(spot),
            name=realm.kingdom.name,
        )
    located = replace(found, spot=spot)
    happenings = tuple(located if each is found else each for each in realm.kingdom.happenings)
    after = replace(realm, kingdom=replace(realm.kingdom, happenings=happenings))
    event = EventLocated(realm.kingdom.name, found.event, realm.land.name_of(spot))
    return turn_of(scene, realm, after, event)


@action(may=Permit.MEMBERS)
def judge_event(scene: Scene, action: JudgeEvent, dice: Dice) -> Turn:
    """See whether a demand is met, a home built, a rush answered (R131, R136, R142). Raises RuleViolation."""
    realm = standing_realm(scene, action.kingdom)
    found, step = _waiting(realm, action.number)
    answers = dict(_answers(realm.kingdom, found))
    if not _is_judged(realm.kingdom, found):
        raise refused(
            "events.nothing_to_judge",
            "There's nothing to look up for {event} right now. A game master settles it.",
            event=event_name(found.event),
        )
    on_behalf_of = acted_for(scene, realm.kingdom, Task.EVENTS)
    unmet = next(each for each in answers if each is not When.MET)
    outcome = When.MET if is_met(realm, found) else unmet
    after, events = settled(realm, found, outcome, dice, entry=scene.entry)
    return _turn(scene, realm, after, step, *events, on_behalf_of=on_behalf_of)


def _is_judged(kingdom: Kingdom, found: Happening) -> bool:
    """Whether the realm itself tells what came of it; of a demand without anything wanted nobody knows."""
    row = found.row
    is_known = bool(found.wanted) or found.lot is not None
    return row is not None and row.is_judged and is_known and When.MET in dict(_answers(kingdom, found))


def _answers(kingdom: Kingdom, found: Happening) -> tuple[tuple[When, T | str], ...]:
    """What a game master may say of it by a press."""
    row, left = found.row, follow_up(kingdom, found)
    if _has_envoy(found):
        return ()
    if left is not None:
        return left.asks or ((When.DONE, T("Done")),)
    if row is None:
        return ()
    return ((When.ALWAYS, T("Carry it out")),) if row.is_at_once else row.asks


def _decisions(kingdom: Kingdom, found: Happening) -> tuple[tuple[When, T | str], ...]:
    """What leaders may decide about it by a press."""
    row = found.row
    if row is None:
        return ()
    if row.is_rulers:
        return _answers(kingdom, found)
    return ((When.UNTRIED, row.leaves),) if row.leaves is not None and asked_now(kingdom, found) else ()


def _seen_to(realm: Realm, found: Happening) -> Came:
    over = replace(found, resolved=realm.month, left="")
    happenings = tuple(over if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    place, goes_on = place_of(realm, found), found.is_continuous
    event = EventSettled(kingdom.name, found.event, place, When.DONE, goes_on=goes_on, own=found.own)
    return replace(realm, kingdom=kingdom), (event,)


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
    told = replace(found, resolved=realm.month, is_continuous=goes_on == "yes", left="", came="")
    happenings = tuple(told if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    event = EventResolved(kingdom.name, found.event, place_of(realm, found), outcome, told.is_continuous)
    return _turn(scene, realm, replace(realm, kingdom=kingdom), step, event)


# -- What waits of a month's events, while that is what is open --------------------------------------------


# What is to be rolled or said of an event; and what is left of it for a game master.
STEP, AFTER = "event-", "after-"


def titled(kingdom: Kingdom, event: Happening) -> Safe:
    """An event's name; of several of a kind, with its place among them."""
    alike = [each.number for each in under_way(kingdom) if each.event == event.event]
    if len(alike) < 2 or event.number not in alike:
        return event_name(event.event)
    return T("{event} {place}")(event=event_name(event.event), place=alike.index(event.number) + 1)


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
    checks, left, title = asked_now(state, each), follow_up(state, each), titled(state, each)
    label = T("{kingdom:60}: {event}").plain(kingdom=state.name, event=title)
    if left is not None and left.todo is not None:
        todo = filled(left, left.todo, each.die)
        if _has_envoy(each):
            todo = T("an envoy of {other:60} offers {one}")(other=each.other, one=offered(each.die).one)
        label = T("{kingdom:60}: {event}: {todo}").plain(kingdom=state.name, event=title, todo=todo)
    row, is_judged = each.row, _is_judged(state, each)
    is_rulers = row is not None and row.is_rulers
    task = Task(checks[0].value) if checks else Task.EVENTS if is_judged else Task.LEADERSHIP
    who = asked(state, task) if checks or is_judged or is_rulers else None
    name = STEP if checks or each.tried < state.month.number else AFTER
    # Of several events each button says which one it is about.
    says = T("{label}") if is_only else T("{label}: {event}")
    named = {} if is_only else {"event": title}
    said = () if is_rulers else _answers(state, each)
    choices = [
        Choice(
            when.value,
            says.plain(label=label, **named),
            action(kingdom, each.number, when),
            is_main=not checks,
        )
        for action, labels in ((SettleEvent, said), (ChooseEvent, _decisions(state, each)))
        for when, label in labels
    ]
    if is_judged:
        look = T("See if it's met") if each.since < state.month.number else T("Wait and see")
        judge = JudgeEvent(kingdom, each.number)
        choices.insert(0, Choice("judge", says.plain(label=look, **named), judge, is_main=not checks))
    if _has_envoy(each):
        choices += _answers_to_envoy(kingdom, each)
        who = asked(state, Task.DIPLOMACY)
    if checks:
        roll = says.plain(label=T("Roll {checks}")(checks=tuple(dict.fromkeys(checks))), **named)
        choices.insert(0, Choice("roll", roll, AttemptEvent(kingdom, each.number), is_main=True))
    if row is not None and row.strikes is Strikes.CHOSEN and each.spot is None:
        choices.append(_where(kingdom, each, title))
    choices.append(_own_words(kingdom, each, title))
    return Step(f"{name}{each.number}", label, who, tuple(choices), revision, silent=DECIDES)


def _answers_to_envoy(kingdom: RecordId, each: Happening) -> Sequence[Choice]:
    """An envoy of known origin is welcomed, with the modifiers that negotiations need, or sent home."""
    tie = offered(each.die)
    label, asks = T("Agree to {one}").plain(one=tie.one), tuple[Ask, ...]()
    if tie is not Tie.EMBASSY:
        label = T("Negotiate {one}…").plain(one=tie.one)
        hint = T("Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive").plain()
        says = T("Your five modifiers")
        if tie is Tie.ALLIANCE:
            hint, says = T("Used in all its checks").plain(), T("Your Diplomacy")
        asks = (Ask("skills", says.plain(), 40, hint=hint),)
    return (
        Choice("agree", label, ReceiveEnvoy(kingdom, each.number), asks, is_main=True),
        Choice("refuse", T("Send them home").plain(), ReceiveEnvoy(kingdom, each.number, is_welcome=False)),
    )


def _where(kingdom: RecordId, each: Happening, title: Safe) -> Choice:
    hint = T("One of the kingdom's hexes, by its label or coordinates").plain()
    ask = Ask("hex", T("In which hex").plain(), PLACE_LENGTH, hint=hint)
    label = T("{event}: where it is…").plain(event=title)
    return Choice("where", label, LocateEvent(kingdom, each.number), (ask,))


def _own_words(kingdom: RecordId, each: Happening, title: Safe) -> Choice:
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
    label = T("{event}: how it turned out…").plain(event=title)
    return Choice("resolve", label, ResolveEvent(kingdom, each.number), asks)
