"""Events on cards: what each does, what its outcomes change as the realm stands, how to enter that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bot.engine.card import Card, Tone
from bot.engine.declare import look, option
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.prose import prose
from bot.engine.system import Scope
from bot.engine.text import Safe, T, fitting
from bot.play import Post
from bot.systems.kingdom.book import Number
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.events.book import EVENTS, BookEvent, Effect, event_name
from bot.systems.kingdom.events.draws import Strike, about, place_of
from bot.systems.kingdom.events.outcomes import UNTIL, EventBegun, EventSettled, amount_of, checks_of
from bot.systems.kingdom.events.own import DEEDS, OWN_EVENT, OwnEvent
from bot.systems.kingdom.events.resolving import AFTER, STEP, EventLocated, EventResolved, numbered, titled
from bot.systems.kingdom.events.rules import (
    UNDECIDED,
    EventCancelled,
    EventDropped,
    EventKept,
    EventPlaced,
    EventRolled,
    Struck,
    event_of,
    known_events,
    own_event_named,
    struck_line,
)
from bot.systems.kingdom.kingdom_view import divided, kingdom_controls, realm_on
from bot.systems.kingdom.land.losses import LossFollowed
from bot.systems.kingdom.month.numbers import NumberPlaced, SourceCancelled
from bot.systems.kingdom.realm import OnKingdom, Realm, asked_realm, require_founded
from bot.systems.kingdom.sources import OPTIONAL
from bot.systems.kingdom.state import ActiveEvent, Kingdom, help_for, under_way, unresolved
from bot.systems.kingdom.towns.state import ItemsGone

# So many events are explained on their card, or where they are listed; of more only the names are told.
MOST_EXPLAINED, MOST_LISTED = 2, 3
# What is told of an outcome leaves room for the month on the same card.
ROOM = 2600
# And what one of a table's own does, for others beside it.
OWN_ROOM = 900


def event_lines(
    event: str, realm: Realm | None, found: ActiveEvent | None, own: OwnEvent | None = None
) -> Iterator[Safe]:
    """What an event does, and what its outcomes change; of a table's own also what they do besides."""
    if own is not None:
        yield from map(Safe, fitting(_own_lines(own), OWN_ROOM))
        return
    yield BookEvent(event).meaning
    if found is not None and (which := about(found)):
        yield which
    row = EVENTS[event]
    asked = dict(row.asks)
    for each in row.outcomes:
        told = [
            _effect(effect, _amount(effect, realm, found))
            for effect in each.effects
            if effect.number.value not in OPTIONAL
        ]
        if told:
            yield T("**{when}:** {told}")(when=asked.get(each.when, each.when), told=told)


def _own_lines(own: OwnEvent) -> Iterator[Safe]:
    yield T("{about}").of(own)
    for each in own.outcomes:
        told = [_effect(effect, effect.amount) for effect in each.effects]
        told += [DEEDS[each.does][0]()] if each.does is not None else []
        told += [T("it goes on")()] if each.goes_on else []
        if told:
            yield T("**{when}:** {told}")(when=each.label or each.when, told=told)


def _effect(effect: Effect, amount: str) -> Safe:
    dice, has_more, _ = amount.replace("-", "−").partition("!")
    again = T(" (each {highest} rolled again and added)")
    return T("{number} {amount}{again}{unit}{where}{until}")(
        number=effect.number,
        amount=Safe(dice),
        again=again(highest=dice.partition("d")[2]) if has_more else "",
        unit=T(" BP") if effect.number is Number.TREASURY else "",
        where=T(" in each settlement") if effect.in_each else "",
        until=UNTIL.get(effect.until, ""),
    )


def _amount(effect: Effect, realm: Realm | None, found: ActiveEvent | None) -> str:
    return amount_of(effect, realm, found) if realm is not None else effect.amount


def event_notes(realm: Realm, step: str) -> str:
    """Where an event is, what it is about, and what its checks need now; empty for what is no event."""
    found = numbered(realm.kingdom, step)
    if found is None:
        return ""
    which, place = about(found), place_of(realm, found)
    where = [T("{place:60}")(place=place)] if place else []
    return " · ".join((*where, *([which] if which else []), *_needs(realm, found)))


def _needs(realm: Realm, found: ActiveEvent) -> Iterable[Safe]:
    """What its checks need, while they are to be rolled."""
    helped, made = help_for(realm.kingdom, found), list[Safe]()
    for each in checks_of(realm, found):
        # They help with one check, said before any is rolled: it is told with the first of its kind.
        if helped is not None and each.attribute is helped.attribute:
            made.append(T("{needs} with the adventurers")(needs=each.sentence()))
            helped = None
        else:
            made.append(each.sentence())
    return dict.fromkeys(made)


# -- what came up, or was set by hand ------------------------------------------------------------------


@draws(
    EventRolled,
    EventSettled,
    EventResolved,
    EventPlaced,
    EventLocated,
    EventCancelled,
    EventKept,
    EventDropped,
    NumberPlaced,
    SourceCancelled,
    rank=9,
)
def _draw_event(event: Any, post: Post) -> Card:
    """The message about an entry of this chapter."""
    if isinstance(event, EventRolled):
        return _rolled(event, post)
    if isinstance(event, EventSettled):
        lines = [*_begun(post), *event.lines, *_followed(post)]
        return Card(event.headline, tuple(fitting(lines, ROOM)), tone=_tone(event))
    if isinstance(event, EventResolved):
        title = T("{name:60}: {event}")(name=event.name, event=event_name(event.event))
        return Card(title, (prose(event.outcome), event.fate))
    if isinstance(event, EventPlaced):
        title = T("{name:60}: {event}")(name=event.name, event=event_name(event.struck.event))
        note = (T("Note: {note}").of(event),) if event.note else ()
        return Card(title, (*_explained((event.struck,), post), *note, event.origin), tone=Tone.ASKS)
    if isinstance(event, EventLocated):
        title = T("{name:60}: {event}")(name=event.name, event=event_name(event.event))
        return Card(title, (T("It's at **{place:40}**.").of(event),), tone=Tone.ASKS)
    return Card(T("{name:60}: set by a game master")(name=event.name), (sentence(event) or "",))


def _rolled(event: EventRolled, post: Post) -> Card:
    """First whether something came up, then what, then how it was rolled."""
    lines = [event.roll]
    kept = T("A game master kept **{event}** for this month.")
    lines += [kept(event=event_name(each.event)) for each in event.struck[: event.kept]]
    if event.is_foretold:
        lines.append(T("It was rolled when last month closed.")())
    if event.is_further:
        added = T("This roll comes on top of the event a game master placed this month.")
        lines.append(added())
    if event.die > event.chance:
        lines.append(T("Next month the chance is {next_chance}%.").of(event))
    came = [each for each in post.entry.events if isinstance(each, EventSettled)]
    waits = tuple(each for each in event.struck if each.event not in [one.event for one in came])
    for each in came:
        lines += [each.title, *each.lines]
    lines += _followed(post)
    # What is explained says what comes of it at once.
    lines += _begun(post) if len(waits) > MOST_EXPLAINED else ()
    lines += _explained(waits, post, is_only=not came)
    if event.is_undecided:
        lines.append(UNDECIDED())
    if event.rolls:
        rolls = Safe(" → ".join(each.sentence() for each in event.rolls))
        lines.append(T("-# {rolls}")(rolls=rolls))
    return Card(_title(event), tuple(lines), tone=Tone.ASKS if event.die <= event.chance else Tone.PLAIN)


def _begun(post: Post) -> Iterator[Safe]:
    """What came of events before anybody rolled or decided."""
    for each in post.entry.events:
        if isinstance(each, EventBegun):
            yield from each.lines


def _followed(post: Post) -> Iterator[Safe]:
    """What went with what was lost: settlements with their hexes, items with their buildings."""
    for each in post.entry.events:
        if isinstance(each, LossFollowed):
            yield from each.lines()
        elif isinstance(each, ItemsGone):
            yield each.sentence()


def _title(event: EventRolled) -> Safe:
    """The title for a roll of events."""
    if event.struck:
        events = [event_name(each.event) for each in event.struck]
        return T("{name:60}: {events}")(name=event.name, events=events)
    if event.is_undecided:
        return T("{name:60}: an event is due").of(event)
    if event.is_further:
        return T("{name:60}: no other event").of(event)
    return T("{name:60}: no event").of(event)


def _tone(event: EventSettled) -> Tone:
    """The card's tone, by the results of the event's checks."""
    if not event.results:
        return Tone.PLAIN
    return Tone.GOOD if all(each.is_success for each in event.results) else Tone.BAD


def _explained(struck: tuple[Struck, ...], post: Post, *, is_only: bool = True) -> Iterator[Safe]:
    """Each event that came up, and what it does where there are few."""
    realm = realm_on(post)
    for each in struck:
        # The title names the only one.
        if each.place or len(struck) > 1 or not is_only:
            yield each.sentence()
        if len(struck) <= MOST_EXPLAINED:
            found = [h for h in realm.kingdom.happenings if h.number == each.number] if realm else []
            yield from event_lines(each.event, realm, found[0] if found else None, each.own)
    if len(struck) > MOST_EXPLAINED:
        yield T("`/kingdom events` says what each of them does.")()


# -- what is under way -----------------------------------------------------------------------------------


class Looked(OnKingdom):
    """An event to look up."""

    event: str | None = option(
        "The event to look up; leave out for those under way", suggest=known_events, default=None
    )


@look("kingdom events", may=Permit.EVERYONE)
def events(asker: Asker, looked: Looked) -> Card:
    """See the current events and what they do, or look one up"""
    realm = asked_realm(asker, looked.kingdom)
    require_founded(realm.kingdom)
    if looked.event is None:
        return page(asker, realm)
    found = asker.look(Scope(wants=(own_event_named(looked.event),))).all(OWN_EVENT.name)
    own: OwnEvent | None = found[0].state if found else None
    return one(realm, Strike(own.id if own is not None else event_of(looked.event), own=own))


def one(realm: Realm, event: Strike) -> Card:
    """What an event does, with this kingdom's numbers."""
    odds = dict.fromkeys(check(realm, each).sentence() for each in event.row.checks)
    lines = event_lines(event.event, realm, None, event.own)
    return Card(event_name(event.event), (*lines, *odds), tone=Tone.QUIET)


def page(asker: Asker, realm: Realm) -> Card:
    """What is under way, with the buttons of those whose outcome is still to be told."""
    record, going_on = asker.get(realm.id), under_way(realm.kingdom)
    title = T("{name:60}: events under way")(name=record.title)
    to_come = list(_to_come(realm.kingdom))
    if not going_on and to_come:
        return Card(title, (T("No event is under way.")(), *to_come), tone=Tone.QUIET)
    if not going_on:
        none = T("No event is under way. `/kingdom events event:` says what any other does.")
        return Card(title, (none(),), tone=Tone.QUIET)
    is_full = len(going_on) <= MOST_LISTED
    lines = [line for each in going_on for line in _event(realm, each, is_full=is_full)]
    if not is_full:
        lines.append(T("`/kingdom events event:` says what one of them does.")())
    steps = [each for each in record.steps if each.name.startswith((STEP, AFTER))]
    if not asker.seen.viewer.is_game_master:
        steps, _ = divided(steps)
    buttons, selects = kingdom_controls(realm.id, realm.kingdom, steps)
    return Card(title, (*lines, *to_come), buttons=buttons, selects=selects)


def _to_come(kingdom: Kingdom) -> Iterator[Safe]:
    """What game masters know of months to come: nobody else is shown any of it."""
    if kingdom.omen is not None:
        events = [event_name(each.event) for each in kingdom.omen.coming]
        yield T("Next roll, made already: {events}")(events=events or T("no event"))
    if kingdom.coming:
        yield T("Kept for later, one a month: {events}")(
            events=[event_name(each.event) for each in kingdom.coming]
        )


def _event(realm: Realm, each: ActiveEvent, *, is_full: bool) -> Iterator[str]:
    if each.since > realm.month:
        since = T(" · from month {since} on")
    else:
        since = T(" · since month {since}, goes on") if each.is_continuous else T(" · since month {since}")
    title = titled(realm.kingdom, each)
    yield struck_line(title, place_of(realm, each), each.role) + since(since=each.since)
    if each.note:
        yield T("Note: {note:100}")(note=each.note)
    if is_full and each.row is not None:
        yield from event_lines(each.event, realm, each, each.own)
    if not is_full and (which := about(each)):
        yield which
    if each.number in unresolved(realm.kingdom):
        yield from _needs(realm, each)
    yield ""
