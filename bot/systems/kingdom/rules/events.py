"""Events: the month's roll, what a game master says came of each, and adventurers hired against them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, paragraphs
from bot.errors import RuleViolation
from bot.systems.kingdom.rules import event_book
from bot.systems.kingdom.rules.book import CHANCE_AFTER_QUIET
from bot.systems.kingdom.rules.calendar import open_steps, unresolved
from bot.systems.kingdom.rules.chances import event_chance, next_chance
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.event_book import ADVENTURERS
from bot.systems.kingdom.rules.event_draws import (
    PERCENT,
    Drawn,
    Fate,
    Strike,
    Target,
    draw,
    named,
)
from bot.systems.kingdom.rules.event_steps import TELLING
from bot.systems.kingdom.rules.keeping import done, kept, with_change, with_points
from bot.systems.kingdom.rules.month import ResolveEvent, RollEvent
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.settings import VOLUNTARY_DEBT
from bot.systems.kingdom.rules.state import (
    MOST_CHANGES,
    MOST_HAPPENINGS,
    OUTCOME_LENGTH,
    Happening,
    Kingdom,
)
from bot.systems.kingdom.rules.terms import Attribute, Phase, Role, Stat, Step, Task, Until
from bot.systems.kingdom.words import events as words


@dataclass(frozen=True, slots=True)
class HireAdventurers:
    """Hire adventurers for one check of this Event phase: of levels "1-2", "3-5" or "6+".

    `treasury` is what a preview showed in hand (BP).
    """

    kingdom: RecordId
    attribute: Attribute
    levels: str
    treasury: int | None = None


@dataclass(frozen=True, slots=True)
class Struck:
    """An event that came up: its number among those of the kingdom, and what it struck."""

    number: int
    event: str
    place: str = ""
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class EventRolled:
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
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class EventResolved:
    """A game master said what came of an event."""

    name: str
    event: str
    place: str
    outcome: str
    goes_on: bool
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AdventurersHired:
    """Adventurers were hired for one check (BP)."""

    name: str
    attribute: Attribute
    levels: str
    bonus: int
    price: int
    audience: Audience = EVERYONE


# -- the roll -----------------------------------------------------------------------------------------


def roll_event(scene: Scene, action: RollEvent, dice: Dice) -> Turn:
    """Roll whether an event comes up, and which (R023, R120 to R122). Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.EVENT)
    on_behalf_of = acted_for(scene, realm.kingdom, Task.EVENTS)
    chance = event_chance(realm)
    (die,) = dice.roll(1, PERCENT, reason=words.CHANCE)
    rolls, strikes = draw(realm, dice) if die <= chance else ((), ())
    kingdom, struck = with_strikes(realm, strikes)
    ends = (Fate.STRIKES, Fate.DROPPED)
    told = EventRolled(
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
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


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
            is_continuous=event_book.EVENTS[each.event].is_continuous,
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
        raise RuleViolation(words.too_many_events(MOST_HAPPENINGS))


def happening_of(kingdom: Kingdom, number: int) -> Happening:
    """The event of that number. Raises RuleViolation where it is over, or never was."""
    found = next((each for each in kingdom.happenings if each.number == number), None)
    if found is None:
        raise RuleViolation(words.NO_SUCH_EVENT)
    return found


def place_of(realm: Realm, each: Happening) -> str:
    """What an event struck, as it is called now; nothing for one of the kingdom as a whole."""
    return named(realm, Target(each.spot, each.town, each.role, each.leader))


# -- the outcome --------------------------------------------------------------------------------------


def resolve_event(scene: Scene, action: ResolveEvent, dice: Dice) -> Turn:
    """Say what came of an event this month, and whether it comes again the next (R125).

    Raises RuleViolation where it was told already, or is not the time for it.
    """
    realm = standing_realm(scene, action.kingdom)
    found = happening_of(realm.kingdom, action.number)
    step = next((each for each in open_steps(realm.kingdom) if each in TELLING), None)
    if found.number not in unresolved(realm.kingdom):
        raise RuleViolation(words.told_already(found.event))
    if step is None:
        raise RuleViolation(words.not_yet(found.event))
    outcome = clip(paragraphs(action.outcome), OUTCOME_LENGTH)
    if not outcome:
        raise RuleViolation(words.NO_OUTCOME)
    goes_on = _yes(action.goes_on)
    told = replace(found, resolved=realm.month, is_continuous=goes_on)
    happenings = tuple(told if each is found else each for each in realm.kingdom.happenings)
    kingdom = replace(realm.kingdom, happenings=happenings)
    if not unresolved(kingdom):
        kingdom = done(kingdom, step)
    event = EventResolved(kingdom.name, found.event, place_of(realm, found), outcome, goes_on)
    return kept(scene, realm, replace(realm, kingdom=kingdom), event)


def _yes(text: str) -> bool:
    """Whether that says yes. Raises RuleViolation for neither yes nor no."""
    meant = text.strip().casefold()
    if meant not in ("yes", "no"):
        raise RuleViolation(words.YES_OR_NO)
    return meant == "yes"


# -- adventurers --------------------------------------------------------------------------------------


def hire_adventurers(scene: Scene, action: HireAdventurers, dice: Dice) -> Turn:
    """Hire adventurers for one check, once an Event phase (R141).

    Raises RuleViolation out of the phase, for a second time, and without the BP in hand.
    """
    realm = standing_realm(scene, action.kingdom)
    # It spends BP: a decision, however freely the campaign lets others roll (R044).
    on_behalf_of = acted_for(scene, realm.kingdom, Task.TREASURY, Task.EVENTS)
    bonus, price = require_hire(realm, action.levels)
    if action.treasury is not None and action.treasury != realm.kingdom.treasury:
        raise RuleViolation(words.treasury_changed(action.treasury, realm.kingdom.treasury, price))
    after = replace(realm, kingdom=with_adventurers(realm.kingdom, action.attribute, bonus, price))
    told = AdventurersHired(realm.kingdom.name, action.attribute, action.levels, bonus, price)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


def require_hire(realm: Realm, levels: str) -> tuple[int, int]:
    """The bonus and price (BP) of adventurers of those levels. Raises RuleViolation if none can be hired."""
    kingdom = realm.kingdom
    if kingdom.month.phase is not Phase.EVENT:
        raise RuleViolation(words.hired_in(kingdom.month.phase.value))
    if kingdom.month.has_hired:
        raise RuleViolation(words.HIRED_ALREADY)
    row = next((each for each in ADVENTURERS if each[0] == levels), None)
    if row is None:
        raise RuleViolation(words.no_such_levels([each[0] for each in ADVENTURERS]))
    _, bonus, price = row
    if price > kingdom.treasury and not realm.rulings.is_on(VOLUNTARY_DEBT):
        raise RuleViolation(words.cant_pay(levels, price, kingdom.treasury))
    require_place(kingdom)
    return bonus, price


def require_place(kingdom: Kingdom) -> None:
    """See that one more named source can be kept. Raises RuleViolation."""
    if len(kingdom.changes) >= MOST_CHANGES:
        raise RuleViolation(words.too_many_sources(MOST_CHANGES))


def with_adventurers(kingdom: Kingdom, attribute: Attribute, bonus: int, price: int) -> Kingdom:
    """The kingdom with adventurers hired for a check of that attribute."""
    stat = Stat(f"{attribute.value}_checks")
    hired = with_change(kingdom, stat, bonus, words.ADVENTURERS, Until.MONTH)
    return with_points(replace(hired, month=replace(hired.month, has_hired=True)), -price)


GMS, MEMBERS = Permit.GAME_MASTERS, Permit.MEMBERS
KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(RollEvent, roll_event, MEMBERS, kingdom_scope),
    ActionKind(ResolveEvent, resolve_event, GMS, kingdom_scope),
    ActionKind(HireAdventurers, hire_adventurers, MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (EventRolled, EventResolved, AdventurersHired)
