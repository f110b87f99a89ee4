"""How a kingdom stands with others, on a card: who they are, ties, terms, trade routes and explorers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.engine.card import Card, Tone
from bot.engine.declare import look, option
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.text import Safe, T, fitting, listed
from bot.play import Post
from bot.systems.kingdom.abroad.book import TALKS, Bond, Tie
from bot.systems.kingdom.abroad.diplomacy import (
    TALKS_STEP,
    THREAT,
    EnvoySent,
    Negotiated,
    PactMade,
    dc_line,
    relationships,
)
from bot.systems.kingdom.abroad.edicts import FESTIVAL_MONTHS, is_festive, most_edicts
from bot.systems.kingdom.abroad.expeditions import EXPEDITION_STEP
from bot.systems.kingdom.abroad.kingdoms import other_kingdoms
from bot.systems.kingdom.abroad.pacts import CLOSE, KingdomAttacked, TieEnded
from bot.systems.kingdom.abroad.state import Expedition, OtherKingdom, Route
from bot.systems.kingdom.abroad.trade import TRADERS_STEP, Arrival, RoutePlanned, TradersArrived, length_of
from bot.systems.kingdom.abroad.vassals import VassalMade
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.events.resolving import EnvoyReceived
from bot.systems.kingdom.kingdom_view import divided, kingdom_controls
from bot.systems.kingdom.realm import OnKingdom, Realm, asked_realm, require_founded
from bot.systems.kingdom.settling import special_edicts
from bot.systems.kingdom.sources import Origin, cargo_value, sources
from bot.systems.kingdom.steps import open_steps

# So much is told of all kingdoms together; of one there is room for everything.
ROOM = 3000


@draws(
    EnvoySent,
    EnvoyReceived,
    Negotiated,
    PactMade,
    TieEnded,
    KingdomAttacked,
    RoutePlanned,
    TradersArrived,
    VassalMade,
    rank=10,
)
def _draw_abroad(event: Any, post: Post) -> Card:
    """The message about an entry of this chapter: what came of it, in the color of how it went."""
    first, *lines = (sentence(event) or "").split("\n")
    title = T("{name:60} and other kingdoms")(name=event.name)
    further = [sentence(each) or "" for each in post.entry.events if isinstance(each, Negotiated | PactMade)]
    more = [] if isinstance(event, Negotiated | PactMade) else further
    return Card(title, (Safe(first), *map(Safe, lines), *map(Safe, more)), tone=_tone(event))


def _tone(event: object) -> Tone:
    """The card's tone, by the results of the event's checks."""
    match event:
        case EnvoySent(is_success=went) | EnvoyReceived(is_welcome=went):
            return Tone.GOOD if went else Tone.BAD
        case TradersArrived(arrival=Arrival() as arrival) | RoutePlanned(arrival=Arrival() as arrival):
            return Tone.GOOD if arrival.successes > 1 else Tone.BAD
        case KingdomAttacked():
            return Tone.BAD
        case PactMade():
            return Tone.GOOD
        case _:
            return Tone.PLAIN


class Shown(OnKingdom):
    """The other kingdom to look up."""

    other: str | None = option("Which one; all of them if left out", suggest=other_kingdoms, default=None)


@look("edict diplomacy", may=Permit.EVERYONE)
def others(asker: Asker, shown: Shown) -> Card:
    """See how the kingdom stands with others, its trade routes and its explorers"""
    realm = asked_realm(asker, shown.kingdom)
    require_founded(realm.kingdom)
    if shown.other is not None:
        found = next((each for each in realm.kingdom.others if each.name == shown.other), None)
        if found is None:
            typed = shown.other.strip().casefold()
            found = next((each for each in realm.kingdom.others if each.name.casefold() == typed), None)
        if found is not None:
            return Card(T("{name:60}")(name=found.name), tuple(one(realm, found)), tone=Tone.QUIET)
    return _page(asker, realm)


def _page(asker: Asker, realm: Realm) -> Card:
    kingdom = realm.kingdom
    title = T("{name:60} and other kingdoms")(name=kingdom.name)
    lines = [line for each in kingdom.others for line in summary(realm, each)]
    if not lines:
        lines = [T("No other kingdoms yet. A game master adds one with `/edict gm kingdom`.")()]
    lines += [*_routes(realm), *(_expedition(each) for each in kingdom.expeditions)]
    if (used := special_edicts(realm)) and MonthStep.SPECIAL in open_steps(kingdom):
        left = most_edicts(realm) - len(kingdom.month.issued)
        says = T("**Special edicts left this month: {left}** ({used:,})")
        lines.append(says(left=max(0, left), used=list(used)))
    record = asker.get(realm.id)
    steps = [
        each
        for each in record.steps
        if each.name == MonthStep.SPECIAL or each.name.startswith((TALKS_STEP, TRADERS_STEP, EXPEDITION_STEP))
    ]
    if not asker.seen.viewer.is_game_master:
        steps, _ = divided(steps)
    buttons, selects = kingdom_controls(realm.id, kingdom, steps)
    return Card(title, tuple(fitting(lines, ROOM)), buttons=buttons, selects=selects, tone=Tone.QUIET)


def summary(realm: Realm, other: OtherKingdom) -> Iterator[Safe]:
    """Another kingdom in two lines: who it is, and how both stand."""
    facts = [other.alignment.label] if other.alignment is not None else []
    facts += [T("Size {size}").of(other), other.attitude.label]
    facts += [T("**at war**")()] if other.is_at_war else []
    facts += [T("vassal")()] if other.is_vassal else []
    facts += [T("hidden")()] if other.is_hidden else []
    yield T("**{name:60}** · {facts}")(name=other.name, facts=Safe(" · ".join(facts)))
    yield T("-# {ties}")(ties=listed(list(_ties(realm, other)), ","))


def _ties(realm: Realm, other: OtherKingdom) -> Iterator[Safe]:
    """Each tie, and what it adds."""
    gains = {(each.origin, each.name): each.amount for each in sources(realm)}
    if other.tie is Tie.NONE:
        yield T("no tie")()
    if other.has_embassy:
        house = T("embassy in a {building}") if other.residence else T("embassy")
        yield house.of(other, building=other.residence)
    for pact, origin, says in (
        (other.treaty, Origin.TREATY, T("treaty ({balance}, Economy {gain:+})")),
        (other.alliance, Origin.ALLIANCE, T("alliance ({balance}, Stability {gain:+})")),
    ):
        if pact is not None:
            yield says(balance=pact.balance, gain=gains.get((origin, other.name), 0))
    if other.talks is not None:
        yield T("negotiating the {tie}")(tie=other.talks.tie)
    if other.has_attacked:
        yield T("it attacked, so any tie can end without penalty")()


def one(realm: Realm, other: OtherKingdom) -> Iterator[Safe]:
    """All of one: ties, the DC of the next closer one, friends and enemies, notes."""
    yield from summary(realm, other)
    tie = other.tie.next
    if tie is not None and other.kingdom is None:
        talk = TALKS[tie]
        says = (
            T("Next: {tie}, one check. {dc}")
            if talk.checks == 1
            else T("Next: {tie}, {needed} of {checks} checks. {dc}")
        )
        yield says.of(talk, tie=tie.one, dc=dc_line(realm, other))
    for third, amount in relationships(realm.kingdom, other):
        yield T("-# Of that, {amount:+} for your tie with {third:60}.")(amount=amount, third=third)
    yield from _barred(realm, other)
    if is_festive(realm, other):
        until = other.festival + FESTIVAL_MONTHS
        yield T("Your leaders came to its festival: +2 on edict checks about it through month {until}.")(
            until=until
        )
    if other.works_month == realm.month and other.works:
        yield T("{works} BP of your gifts count toward what it builds this month.").of(other)
    for each in realm.kingdom.bonds:
        friend = each.links(other.name)
        if friend is not None and each.bond is not Bond.NONE:
            yield T("{bond:upper}: {friend:60}.")(bond=each.bond, friend=friend)
    if other.note:
        yield T("Note: {note:prose}").of(other)


def _barred(realm: Realm, other: OtherKingdom) -> Iterator[Safe]:
    """What failed with it and can't be tried again yet."""
    for what, until in other.barred.items():
        if realm.month >= until:
            continue
        if what == CLOSE:
            yield T("The embassy can't be closed before month {until}.")(until=until)
        else:
            name = T("threat")() if what == THREAT else Tie(what).label
            yield T("No {what} before month {until}.")(what=name, until=until)


def _routes(realm: Realm) -> Iterator[Safe]:
    for each in realm.kingdom.routes:
        yield T("**Trade route to {partner:60}** · {cargo:lower}, length {length}, {state}").of(
            each, length=length_of(each.length), state=_state_of(realm, each)
        )


def _state_of(realm: Realm, route: Route) -> Safe:
    if not route.economy:
        return T("traders arrive in month {arrives}").of(route)
    gain = route.economy + cargo_value(realm, route.cargo, route.town)
    return T("Economy {gain:+} until month {ends}")(gain=gain, ends=route.ends - 1)


def _expedition(party: Expedition) -> Safe:
    says = T("**Explorers** to {route:200} · back in month {returns}{reached}")
    found = T(" · time for {reached} of {all} hexes")
    is_short = len(party.reached) < len(party.spots)
    return says.of(party, reached=found(reached=len(party.reached), all=len(party.spots)) if is_short else "")
