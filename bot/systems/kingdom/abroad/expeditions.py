"""Exploration edicts: explorers paid in advance, whom they meet, and when they are back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from bot.engine.asking import Asking, Pair
from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit, Viewer
from bot.engine.system import Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.errors import RuleViolation
from bot.systems.kingdom.abroad.book import CR_COUNTS, EXPENSE, STEALTH_DC, SpecialEdict
from bot.systems.kingdom.abroad.diplomacy import EnvoyCheck, skill_check
from bot.systems.kingdom.abroad.edicts import hampered_by, issue
from bot.systems.kingdom.abroad.state import Expedition
from bot.systems.kingdom.book import TERRAINS, Attribute, Number, Spot, Task
from bot.systems.kingdom.checks import Result, check, rolled
from bot.systems.kingdom.land.state import Land, distance, seen, spots_of
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    asked_realm,
    known_spots,
    require_points,
    standing_realm,
)
from bot.systems.kingdom.state import Kingdom, Work, with_points, with_unrest
from bot.systems.kingdom.steps import acting_for

MOST_MONTHS, MOST_EXPEDITIONS, MOST_CR, MOST_STEALTH = 12, 5, 30, 60
ROUTE_LENGTH: Final = 200


class SendExpedition(OnKingdom):
    """Pay explorers to map unclaimed hexes: 1d4 BP a month, in advance"""

    months: int = option("For how many months", label="Months", least=1, most=MOST_MONTHS)
    route: str = option(
        "Where to: hexes in order, or in words",
        label="Where to",
        suggest=known_spots,
        several=" ",
        min_length=1,
        max_length=ROUTE_LENGTH,
    )


class ExpeditionSent(Event):
    """Explorers set out."""

    work: ClassVar[Work] = Work.SPECIAL_EDICT
    name: str
    route: str
    months: int
    cost: int
    returns: int

    def sentence(self) -> Safe:
        """Where to, for how long, and for how much."""
        return T(
            "{name:60} sends explorers to **{route:200}** for {months:1 month|{months} months} and pays "
            "**{cost} BP**. They're back in month {returns}."
        ).of(self)


@action(
    "edict explore",
    may=Permit.MEMBERS,
    previewed=True,
    watches=(Number.TREASURY,),
    button="Send them",
)
def send_expedition(scene: Scene, action: SendExpedition, dice: Dice) -> Turn:
    """Send explorers. Where the route names hexes of the map, it shows how far they get in their time.

    Raises RuleViolation or NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    on_behalf_of = acting_for(scene, realm.kingdom, Task.EXPLORATION)
    route = clip(one_line(action.route), ROUTE_LENGTH)
    if len(realm.kingdom.expeditions) >= MOST_EXPEDITIONS:
        raise refused(
            "expedition.too_many",
            "{most} expeditions are under way already. Wait until one is back.",
            most=MOST_EXPEDITIONS,
        )
    kingdom = issue(scene, realm, SpecialEdict.EXPLORATION)
    require_points(realm, EXPENSE * action.months)
    spots = _named(scene, realm, route)
    number = kingdom.counted + 1
    expedition = Expedition(
        number,
        realm.month,
        action.months,
        route,
        spots,
        is_hampered=len(kingdom.month.issued) > 1,
        days=days_of(realm, spots),
    )
    for sentence in _foretold(realm.land, expedition):
        scene.note(sentence)
    cost = sum(dice.roll(action.months, EXPENSE, reason=T("cost of the expedition, BP").plain()))
    expedition = replace(expedition, cost=cost)
    kingdom = replace(kingdom, counted=number, expeditions=(*kingdom.expeditions, expedition))
    after = replace(realm, kingdom=with_points(kingdom, -cost))
    event = ExpeditionSent(kingdom.name, route, action.months, cost, expedition.returns)
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf_of)


def _named(scene: Scene, realm: Realm, route: str) -> tuple[Spot, ...]:
    """The hexes that a route names, as far as it is a list of such; none where it is in words."""
    try:
        return spots_of(seen(realm.land, Viewer(scene.actor, scene.standing)), route)
    except RuleViolation:
        return ()


def days_of(realm: Realm, spots: Sequence[Spot]) -> tuple[int, ...]:
    """On which day each of those hexes is explored, in that order, by explorers who leave the capital.

    A hex takes them what Table 4-6 says; one that is only on their way, or explored already, takes a day.
    """
    capital = realm.towns.get(realm.kingdom.capital) if realm.kingdom.capital is not None else None
    here, day, found = capital.spot if capital is not None else None, 0, list[int]()
    for spot in spots:
        each = realm.land.hexes[spot]
        between = distance(here, spot) - 1 if here is not None else 0
        is_done = each.is_explored or each.realm is not None
        if between >= 0:
            day += between + (1 if is_done else TERRAINS[each.terrain].explore_days)
        found.append(day)
        here = spot
    return tuple(found)


def _foretold(land: Land, party: Expedition) -> Iterator[Safe]:
    """What a preview says of the time it takes, and how far they get."""
    if party.days:
        says = T(
            "Exploring these hexes takes {days} {days:day|days}, the way there included (Table 4-6; a hex "
            "they only cross takes a day)."
        )
        yield says(days=party.days[-1])
    if missed := [land.name_of(each) for each in party.spots if each not in party.reached]:
        says = T("⚠ {months:1 month is|{months} months are} too short for {missed:,}.")
        yield says.of(party, missed=missed)
    yield T("-# The edict costs 1d4 BP a month, paid in advance.")()


# -- whom they meet ------------------------------------------------------------------------------------------


def parties(asking: Asking) -> list[Pair]:
    """The expeditions that are under way."""
    line = T("{route}, back in month {month}")
    return [
        (line.plain(route=each.route, month=each.returns), str(each.number))
        for each in asked_realm(asking).kingdom.expeditions
    ]


class MeetHostiles(OnKingdom):
    """Have explorers meet enemies: they hide, or the kingdom's Stability saves them"""

    expedition: str = option("Which expedition", suggest=parties)
    cr: int = option("The encounter's CR", least=0, most=MOST_CR)
    stealth: int = option(
        "The worst Stealth modifier among the explorers",
        label="Worst Stealth modifier",
        least=-MOST_STEALTH,
        most=MOST_STEALTH,
    )


class HostilesMet(Event):
    """Explorers met somebody hostile. `result` is the Stability check, where they were seen."""

    name: str
    route: str
    stealth: EnvoyCheck
    result: Result | None = None
    unrest: int = 0

    def sentence(self) -> Safe:
        """What became of them."""
        if self.result is None:
            told = T("**They hide and move on.**")()
        elif self.result.is_success:
            told = T("**They're scattered but alive**, and get no further this month.")()
        else:
            told = T("**They're killed: Unrest {unrest:+}**, and what was paid is gone.").of(self)
        lines = [T("The explorers of {name:60} ({route:200}) meet enemies. {fate}").of(self, fate=told)]
        lines.append(T("-# Stealth: {check}")(check=self.stealth.sentence()))
        if self.result is not None:
            lines.append(T("-# Stability: {check}")(check=self.result.sentence()))
        return Safe("\n".join(lines))


@action("diplomacy-gm encounter", may=Permit.GAME_MASTERS, previewed=True, button="Roll Stealth")
def meet_hostiles(scene: Scene, action: MeetHostiles, dice: Dice) -> Turn:
    """Stealth against 10 + twice the CR; else Stability against the Control DC + twice the CR.

    Raises RuleViolation where they are not under way.
    """
    realm = standing_realm(scene, action.kingdom)
    party = _party(realm.kingdom, action.expedition)
    more = CR_COUNTS * action.cr
    stealth = skill_check(dice, action.stealth, STEALTH_DC + more, T("explorers' Stealth"))
    if stealth.margin >= 0:
        return turn_of(scene, realm, realm, HostilesMet(realm.kingdom.name, party.route, stealth))
    made = check(realm, Attribute.STABILITY, hampered_by(party.is_hampered))
    result = rolled(replace(made, dc=made.dc + more), dice, T("Stability check for the explorers").plain())
    kingdom = realm.kingdom
    if result.is_success:
        is_lost = party.scattered != realm.month < party.returns
        scattered = replace(party, scattered=realm.month, lost=party.lost + is_lost)
        parties = tuple(scattered if each is party else each for each in kingdom.expeditions)
        after, unrest = replace(kingdom, expeditions=parties), 0
    else:
        after, unrest = with_unrest(_without(kingdom, party), 1), 1
    event = HostilesMet(kingdom.name, party.route, stealth, result, unrest)
    return turn_of(scene, realm, replace(realm, kingdom=after), event)


def _party(kingdom: Kingdom, text: str) -> Expedition:
    """The expedition of that number, or to there. Raises RuleViolation where it is over."""
    found = next((each for each in kingdom.expeditions if text in (str(each.number), each.route)), None)
    if found is None:
        raise refused("expedition.over", "That expedition is over. Pick one from the list.")
    return found


def _without(kingdom: Kingdom, party: Expedition) -> Kingdom:
    return replace(kingdom, expeditions=tuple(each for each in kingdom.expeditions if each is not party))


# -- back home -----------------------------------------------------------------------------------------------


class EndExpedition(OnKingdom):
    """Have explorers come back, with what they reached of their route explored or without."""

    expedition: int = 0
    is_explored: bool = True


class ExpeditionBack(Event):
    """Explorers are back; `hexes` are those that are explored now, `missed` those they didn't get to."""

    name: str
    route: str
    hexes: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()

    def sentence(self) -> Safe:
        """What they explored, and what they had no time for."""
        found = T(" Explored: **{hexes:,}**.").of(self) if self.hexes else ""
        missed = T(" They had no time for {missed:,}.").of(self) if self.missed else ""
        says = T("The explorers of {name:60} are back from {route:200}.{found}{missed}")
        return says.of(self, found=found, missed=missed)


@action(may=Permit.GAME_MASTERS)
def end_expedition(scene: Scene, action: EndExpedition, dice: Dice) -> Turn:
    """They are back. The hexes of their route that they had time for are explored, for everybody to see."""
    realm = standing_realm(scene, action.kingdom)
    party = _party(realm.kingdom, str(action.expedition))
    drawn = [each for each in party.spots if each in realm.land.hexes]
    spots = [each for each in drawn if each in party.reached] if action.is_explored else []
    explored = {each: replace(realm.land.hexes[each], is_explored=True, is_revealed=True) for each in spots}
    land = realm.land.having(explored) if explored else realm.land
    names = tuple(land.name_of(each) for each in spots)
    missed = tuple(land.name_of(each) for each in drawn if each not in party.reached)
    after = replace(realm, kingdom=_without(realm.kingdom, party), land=land)
    return turn_of(scene, realm, after, ExpeditionBack(realm.kingdom.name, party.route, names, missed))
