"""Exploration edicts: explorers paid in advance, whom they meet, and when they are back."""

from __future__ import annotations

from collections.abc import Iterator
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
from bot.systems.kingdom.abroad.book import CR_COUNTS, EXPENSE, MONTH_DAYS, STEALTH_DC, SpecialEdict
from bot.systems.kingdom.abroad.diplomacy import EnvoyCheck, skill_check
from bot.systems.kingdom.abroad.edicts import hampered_by, issue
from bot.systems.kingdom.abroad.state import Expedition
from bot.systems.kingdom.book import TERRAINS, Attribute, Number, Spot, Task
from bot.systems.kingdom.checks import Result, check, rolled
from bot.systems.kingdom.land.state import Land, seen, spots_of
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
    """Send explorers. Where the route names hexes of the map, it shows how many days these take (Table 4-6).

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
    for sentence in _foretold(realm.land, spots, action.months):
        scene.note(sentence)
    cost = sum(dice.roll(action.months, EXPENSE, reason=T("cost of the expedition, BP").plain()))
    number = kingdom.counted + 1
    expedition = Expedition(
        number, realm.month, action.months, route, spots, cost, is_hampered=len(kingdom.month.issued) > 1
    )
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


def _foretold(land: Land, spots: tuple[Spot, ...], months: int) -> Iterator[Safe]:
    """What a preview says of the time it takes."""
    days = sum(TERRAINS[land.hexes[each].terrain].explore_days for each in spots)
    if days:
        says = T("Exploring these hexes takes {days} {days:day|days} (Table 4-6), plus travel.")
        yield says(days=days)
    if days > months * MONTH_DAYS:
        yield T("⚠ That's longer than {months:1 month|{months} months}.")(months=months)
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
        scattered = replace(party, scattered=realm.month)
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
    """Have explorers come back, with the hexes of their route explored or without."""

    expedition: int = 0
    is_explored: bool = True


class ExpeditionBack(Event):
    """Explorers are back; `hexes` are those that are explored now."""

    name: str
    route: str
    hexes: tuple[str, ...] = ()

    def sentence(self) -> Safe:
        """What they explored."""
        found = T(" Explored: **{hexes:,}**.").of(self) if self.hexes else ""
        return T("The explorers of {name:60} are back from {route:200}.{found}").of(self, found=found)


@action(may=Permit.GAME_MASTERS)
def end_expedition(scene: Scene, action: EndExpedition, dice: Dice) -> Turn:
    """They are back. The hexes that their route names are explored and everybody sees them."""
    realm = standing_realm(scene, action.kingdom)
    party = _party(realm.kingdom, str(action.expedition))
    spots = [each for each in party.spots if each in realm.land.hexes] if action.is_explored else []
    explored = {each: replace(realm.land.hexes[each], is_explored=True, is_revealed=True) for each in spots}
    land = realm.land.having(explored) if explored else realm.land
    names = tuple(land.name_of(each) for each in spots)
    after = replace(realm, kingdom=_without(realm.kingdom, party), land=land)
    return turn_of(scene, realm, after, ExpeditionBack(realm.kingdom.name, party.route, names))
