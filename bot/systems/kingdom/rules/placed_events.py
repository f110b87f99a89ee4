"""Events that a game master has come up by hand, or takes back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules import event_book
from bot.systems.kingdom.rules.event_draws import Strike, Target, drawn_target
from bot.systems.kingdom.rules.events import Struck, place_of, require_room, with_strikes
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope, require_standing
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.state import REASON_LENGTH, Happening, Month
from bot.systems.kingdom.rules.terms import Phase, Step
from bot.systems.kingdom.words import event_book as book_words
from bot.systems.kingdom.words import placing as words
from bot.systems.kingdom.words.events import NO_SUCH_EVENT


@dataclass(frozen=True, slots=True)
class PlaceEvent:
    """Have an event come up: its name or id, and the hex or settlement that it strikes.

    Where neither is named, what it strikes is drawn among all that it could.
    """

    kingdom: RecordId
    event: str
    hex: str = ""
    settlement: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CancelEvent:
    """Take an event back as if it had not come up, with a reason: its number, or its name."""

    kingdom: RecordId
    event: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EventPlaced:
    """A game master had an event come up; `is_rolled`: the month's own roll was made before it."""

    name: str
    month: int
    struck: Struck
    note: str = ""
    is_rolled: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class EventCancelled:
    """An event was taken back. `was_new`: of this month, which then counts as one without."""

    name: str
    event: str
    place: str
    reason: str
    was_new: bool
    audience: Audience = EVERYONE


def placed_realm(scene: Scene, kingdom: RecordId) -> Realm:
    """The realm, also in anarchy or with its clock stopped. Raises RuleViolation unless it was founded."""
    realm = found_realm(scene, kingdom)
    require_standing(replace(realm.kingdom, frozen=None, is_in_anarchy=False))
    return realm


def place_event(scene: Scene, action: PlaceEvent, dice: Dice) -> Turn:
    """Have an event come up; it counts for the next chance (R024). Raises RuleViolation."""
    realm = placed_realm(scene, action.kingdom)
    require_room(realm.kingdom)
    event, note = event_of(action.event), clip(one_line(action.note), REASON_LENGTH)
    target = _target(realm, action) or drawn_target(realm, event, dice)
    kingdom, (struck,) = with_strikes(realm, (Strike(event, target),), note)
    told = EventPlaced(kingdom.name, realm.month, struck, note, realm.kingdom.month.is_over(Step.EVENT))
    after = replace(realm, kingdom=replace(kingdom, month=told_again(kingdom.month)))
    return kept(scene, realm, after, told)


def event_of(text: str) -> str:
    """The event of that name. Raises RuleViolation naming near ones."""
    meant = one_line(text).casefold()
    for id_ in event_book.EVENTS:
        if meant in (id_, book_words.name(id_).casefold()):
            return id_
    raise RuleViolation(words.no_such_event(safe(text, 60), meant))


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
        raise RuleViolation(words.hex_in_fog(safe(realm.land.name_of(spot), 20)))
    return Target(spot)


def told_again(month: Month) -> Month:
    """With outcomes still to be told, where the Event phase had them behind it."""
    if month.phase is not Phase.EVENT:
        return month
    return replace(month, marks=tuple(each for each in month.marks if each.step is not Step.RESOLVE))


def _under_way(realm: Realm, text: str) -> Happening:
    """The event of that number, name, or line in a list. Raises RuleViolation for none, or several."""
    meant = one_line(text).casefold()
    found = []
    for each in realm.kingdom.happenings:
        line = words.under_way(each.event, place_of(realm, each), each.since)
        if meant in (str(each.number), book_words.name(each.event).casefold(), line.casefold()):
            found.append(each)
    if len(found) != 1:
        raise RuleViolation(words.SEVERAL_EVENTS if found else NO_SUCH_EVENT)
    return found[0]


def cancel_event(scene: Scene, action: CancelEvent, dice: Dice) -> Turn:
    """Take an event back; numbers that it changed stay. Raises RuleViolation for one that isn't under way."""
    realm = placed_realm(scene, action.kingdom)
    kingdom, found = realm.kingdom, _under_way(realm, action.event)
    left = tuple(each for each in kingdom.happenings if each is not found)
    had_event = any(each.since == realm.month for each in left)
    month = replace(kingdom.month, had_event=had_event)
    was_new, reason = found.since == realm.month, clip(one_line(action.reason), REASON_LENGTH)
    told = EventCancelled(kingdom.name, found.event, place_of(realm, found), reason, was_new)
    after = replace(realm, kingdom=replace(kingdom, happenings=left, month=month))
    return kept(scene, realm, after, told)


PLACED_ACTIONS = (
    ActionKind(PlaceEvent, place_event, Permit.GAME_MASTERS, kingdom_scope),
    ActionKind(CancelEvent, cancel_event, Permit.GAME_MASTERS, kingdom_scope),
)
PLACED_EVENTS = (EventPlaced, EventCancelled)
