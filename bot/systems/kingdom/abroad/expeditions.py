"""Exploration edicts: explorers paid in advance, whom they meet, and when they are back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.pace import WAITS
from bot.engine.people import Permit, Viewer
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import NOTHING, Clause, Name, Words
from bot.engine.steps import at, waits
from bot.engine.system import RecordId, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.errors import RuleViolation
from bot.systems.kingdom.abroad.book import CR_COUNTS, EXPENSE, STEALTH_DC, SpecialEdict
from bot.systems.kingdom.abroad.diplomacy import EnvoyCheck, skill_check
from bot.systems.kingdom.abroad.edicts import hampered_by, issue
from bot.systems.kingdom.abroad.state import Expedition
from bot.systems.kingdom.book import TERRAINS, Attribute, MonthStep, Number, Phase, Spot, Task
from bot.systems.kingdom.checks import CheckResult, check, roll_check
from bot.systems.kingdom.land.state import Land, distance, seen, spots_of
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import KINGDOM, OnKingdom, Realm, asked_realm, known_spots, require_points
from bot.systems.kingdom.state import Kingdom, Work, with_points, with_unrest
from bot.systems.kingdom.steps import goes_on

MOST_MONTHS, MOST_EXPEDITIONS, MOST_CR, MOST_STEALTH = 12, 5, 30, 60
ROUTE_LENGTH: Final = 200
# How the names of steps begin at which explorers are back; the number of their expedition follows.
EXPEDITION_STEP: Final = "expedition-"


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


@move(
    "edict explore",
    by=Task.EXPLORATION,
    step=at(
        MonthStep.SPECIAL,
        "explore",
        T("Send explorers…"),
        when=lambda state: SpecialEdict.EXPLORATION in state.month.special,
        values={"months": 1},
        asks=("months", "route"),
    ),
    previewed=True,
    watches=(Number.TREASURY,),
    button="Send them",
)
def send_expedition(move: Move, action: SendExpedition, dice: Dice) -> None:
    """Send explorers. Where the route names hexes of the map, it shows how far they get in their time.

    Raises RuleViolation or NotAllowed.
    """
    world, realm = move.world, move.realm
    route = clip(one_line(action.route), ROUTE_LENGTH)
    if len(realm.kingdom.expeditions) >= MOST_EXPEDITIONS:
        raise refused(
            "expedition.too_many",
            "{most} expeditions are under way already. Wait until one is back.",
            most=MOST_EXPEDITIONS,
        )
    kingdom = issue(world, realm, SpecialEdict.EXPLORATION)
    require_points(realm, EXPENSE * action.months)
    spots = _named(world, realm, route)
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
    move.note(*_foretold(realm.land, expedition))
    cost = sum(dice.roll(action.months, EXPENSE, reason=T("cost of the expedition, BP").plain()))
    expedition = replace(expedition, cost=cost)
    kingdom = replace(kingdom, counted=number, expeditions=(*kingdom.expeditions, expedition))
    move.put(with_points(kingdom, -cost))
    move.tell(ExpeditionSent(kingdom.name, route, action.months, cost, expedition.returns))


def _named(world: World, realm: Realm, route: str) -> tuple[Spot, ...]:
    """The hexes that a route names, as far as it is a list of such; none where it is in words."""
    try:
        return spots_of(seen(realm.land, Viewer(world.actor, world.standing)), route)
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


def parties(asker: Asker) -> list[Pair]:
    """The expeditions that are under way."""
    line = T("{route}, back in month {month}")
    return [
        (line.plain(route=each.route, month=each.returns), str(each.number))
        for each in asked_realm(asker).kingdom.expeditions
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
    result: CheckResult | None = None
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


@move("edict gm encounter", may=Permit.GAME_MASTERS, previewed=True, button="Roll Stealth")
def meet_hostiles(move: Move, action: MeetHostiles, dice: Dice) -> None:
    """Stealth against 10 + twice the CR; else Stability against the Control DC + twice the CR.

    Raises RuleViolation where they are not under way.
    """
    realm = move.realm
    party = _party(realm.kingdom, action.expedition)
    more = CR_COUNTS * action.cr
    stealth = skill_check(dice, action.stealth, STEALTH_DC + more, T("explorers' Stealth"))
    if stealth.margin >= 0:
        move.tell(HostilesMet(move.name, party.route, stealth))
        return
    made = check(realm, Attribute.STABILITY, hampered_by(party.is_hampered))
    result = roll_check(
        replace(made, dc=made.dc + more), dice, T("Stability check for the explorers").plain()
    )
    kingdom = realm.kingdom
    if result.is_success:
        is_lost = party.scattered != realm.month < party.returns
        scattered = replace(party, scattered=realm.month, lost=party.lost + is_lost)
        parties = tuple(scattered if each is party else each for each in kingdom.expeditions)
        after, unrest = replace(kingdom, expeditions=parties), 0
    else:
        after, unrest = with_unrest(_without(kingdom, party), 1), 1
    move.put(after)
    move.tell(HostilesMet(kingdom.name, party.route, stealth, result, unrest))


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


@waits(KINGDOM.name, EXPEDITION_STEP, of="expeditions", when=goes_on, rank=6)
def return_steps(_kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """Explorers who are back, once a month is open."""
    if state.month.phase is Phase.BEFORE:
        return
    says = T("{kingdom:60}: explorers back from {route:60}")
    for party in state.expeditions:
        if state.month.number >= party.returns:
            name = f"{EXPEDITION_STEP}{party.number}"
            label = says.plain(kingdom=state.name, route=party.route)
            yield Step(name, label, None, silent=WAITS, sort=EXPEDITION_STEP)


def _ending(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterator[Press]:
    for party in state.expeditions:
        if str(party.number) != step.which:
            continue
        nothing = T("They're back")
        if party.reached:
            nothing, is_whole = T("Back without results"), len(party.reached) == len(party.spots)
            label = T("Their route is explored") if is_whole else T("What they reached is explored")
            yield Press("explored", label, {"expedition": party.number}, is_main=True)
        yield Press("nothing", nothing, {"expedition": party.number, "is_explored": False})


@move(may=Permit.GAME_MASTERS, step=AtStep(EXPEDITION_STEP, _ending))
def end_expedition(move: Move, action: EndExpedition, dice: Dice) -> None:
    """They are back. The hexes of their route that they had time for are explored, for everybody to see."""
    realm = move.realm
    party = _party(realm.kingdom, str(action.expedition))
    drawn = [each for each in party.spots if each in realm.land.hexes]
    spots = [each for each in drawn if each in party.reached] if action.is_explored else []
    explored = {each: replace(realm.land.hexes[each], is_explored=True, is_revealed=True) for each in spots}
    land = realm.land.having(explored) if explored else realm.land
    names = tuple(land.name_of(each) for each in spots)
    missed = tuple(land.name_of(each) for each in drawn if each not in party.reached)
    move.realm = replace(realm, kingdom=_without(realm.kingdom, party), land=land)
    move.say(
        "expedition.back",
        T("The explorers of {name:60} are back from {route:200}.{found}{missed}"),
        name=Name(move.name),
        route=Words(party.route, by=None),
        found=Clause(T(" Explored: **{hexes:,}**."), hexes=Name.each(names)) if names else NOTHING,
        missed=Clause(T(" They had no time for {missed:,}."), missed=Name.each(missed))
        if missed
        else NOTHING,
    )
