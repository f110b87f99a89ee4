"""Turns: begun, told, ended, with camps between (A46 to A48)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Record, RecordId, Replace, Scene, Turn
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    OFFER,
    adventurer_player,
    adventurer_scope,
    kept,
    require_awake,
    require_free,
    require_no_fight,
    require_turn,
)
from bot.systems.adventuria.rules.ledger import expired, total
from bot.systems.adventuria.rules.offer_steps import title as offer_title
from bot.systems.adventuria.rules.places import place_of, text_of, ways_of
from bot.systems.adventuria.rules.settings import acted_for
from bot.systems.adventuria.rules.state import MOST_WAYS, Adventurer, Attribute, Stage, Thrown, Until
from bot.systems.adventuria.rules.told import Told, What
from bot.systems.adventuria.rules.turn import (
    AdventurerMoved,
    CampMade,
    EndTurn,
    MakeCamp,
    MoveAdventurer,
    Narrate,
    PageDiceRolled,
    RollForPage,
    SceneTold,
    StartTurn,
    TurnEnded,
    TurnStarted,
    WakeUp,
    WokeUp,
)
from bot.systems.adventuria.words import turns as words

SIDES, MOST_DICE = 6, 2
# As many rolls as a turn's card repeats.
MOST_THROWN = 3
PURPOSE_LENGTH = 100


# -- the turn -----------------------------------------------------------------------------------------


def start_turn(scene: Scene, action: StartTurn, dice: Dice) -> Turn:
    """Begin the next turn, at the top of its location (A46). Raises RuleViolation in one, or camped."""
    record, state, player = _acting(scene, action.adventurer)
    require_awake(state)
    if state.stage is Stage.TURN:
        raise RuleViolation(words.has_begun(safe(state.name), state.turn, safe(state.location)))
    begun = replace(_clear(state), stage=Stage.TURN, turn=state.turn + 1)
    told = TurnStarted(state.name, begun.turn, state.location)
    return kept(scene, record, begun, told, on_behalf_of=player)


def narrate(scene: Scene, action: Narrate, dice: Dice) -> Turn:
    """Tell what happens, and where the turn may end (A46). Raises RuleViolation out of a turn, or for bad
    texts."""
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    require_turn(state)
    if action.turn not in (None, state.turn):
        raise RuleViolation(words.other_turn(safe(state.name), state.turn))
    text, ways = text_of(action.text), ways_of(action.ways)
    if not text and not ways:
        raise RuleViolation(words.NOTHING_TOLD)
    told = SceneTold(state.name, state.location, text, ways)
    ways = _with_shown(state, ways) if ways else state.ways
    return kept(scene, record, replace(state, scene=text or state.scene, ways=ways), told)


def _with_shown(state: Adventurer, ways: Sequence[str]) -> tuple[str, ...]:
    """The ways told, and those that something used has shown (A47). Raises RuleViolation for too many."""
    told = [way.casefold() for way in ways]
    all_ways = (*ways, *(way for way in state.shown if way.casefold() not in told))
    if len(all_ways) > MOST_WAYS:
        raise RuleViolation(words.many_ways(MOST_WAYS, len(all_ways)))
    return all_ways


def end_turn(scene: Scene, action: EndTurn, dice: Dice) -> Turn:
    """End the turn at one of the ways told (A46, A47); what lasted for it is over (A12, Q13).

    Raises RuleViolation for any other place, in a fight, or while something must be decided.
    """
    record = scene.get(ADVENTURER, action.adventurer)
    require_turn(record.state)
    require_no_fight(record.state)
    record, state, player = _acting(scene, action.adventurer)
    way = _way(state, action.location)
    over = expired(state, Until.TURN, Until.FIGHT, Until.COMBAT)
    offers = _open_offers(scene, record.id)
    told = TurnEnded(
        state.name,
        state.turn,
        state.location,
        way,
        tuple(offer_title(offer.state) for offer in offers),
        _worn_off(state, over),
    )
    ended = replace(_clear(over), stage=Stage.BETWEEN, location=way)
    lapsed = [Replace(offer.id, offer.state.closed(), archive=True) for offer in offers]
    return kept(scene, record, ended, told, also=lapsed, on_behalf_of=player)


def _acting(scene: Scene, adventurer: RecordId) -> tuple[Record[Adventurer], Adventurer, int | None]:
    """The adventurer whose player acts, and whom a narrator acts for. Raises RuleViolation or NotAllowed."""
    record = scene.get(ADVENTURER, adventurer)
    player = acted_for(scene, record.state.player)
    require_free(record.state)
    return record, record.state, player


def _clear(state: Adventurer) -> Adventurer:
    """With nothing left of a turn (A12)."""
    return replace(state, scene="", ways=(), shown=(), met=(), thrown=(), used=())


def _way(state: Adventurer, location: str) -> str:
    """The way told that is meant. Raises RuleViolation naming those there are (A47)."""
    meant = one_line(location)
    found = next((way for way in state.ways if way.casefold() == meant.casefold()), None)
    if found is not None:
        return found
    if not state.ways:
        raise RuleViolation(words.no_ways(safe(state.name)))
    raise RuleViolation(words.not_a_way(safe(meant, 60), [safe(way) for way in state.ways]))


def _open_offers(scene: Scene, adventurer: RecordId) -> Sequence[Record[Any]]:
    return [
        record
        for record in scene.records.values()
        if record.kind == OFFER and not record.is_archived and record.state.adventurer == adventurer
    ]


def _worn_off(before: Adventurer, after: Adventurer) -> tuple[Told, ...]:
    """The attributes that are others without what lasted for the turn."""
    values = ((each, total(before, each), total(after, each)) for each in Attribute)
    return tuple(Told(What(each.value), before=was, after=now) for each, was, now in values if was != now)


# -- camp ---------------------------------------------------------------------------------------------


def make_camp(scene: Scene, action: MakeCamp, dice: Dice) -> Turn:
    """Pause between two turns; nothing else changes (A48). Raises RuleViolation in a turn, or camped."""
    record, state, player = _acting(scene, action.adventurer)
    if state.stage is Stage.CAMP:
        raise RuleViolation(words.camps_already(safe(state.name)))
    if state.stage is not Stage.BETWEEN:
        raise RuleViolation(words.only_between(safe(state.name), state.turn))
    told = CampMade(state.name, state.location)
    return kept(scene, record, replace(state, stage=Stage.CAMP), told, on_behalf_of=player)


def wake_up(scene: Scene, action: WakeUp, dice: Dice) -> Turn:
    """Go on where the camp was made (A48). Raises RuleViolation for who doesn't camp."""
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    player = acted_for(scene, state.player)
    if state.stage is not Stage.CAMP:
        raise RuleViolation(words.is_awake(safe(state.name)))
    told = WokeUp(state.name, state.location)
    return kept(scene, record, replace(state, stage=Stage.BETWEEN), told, on_behalf_of=player)


# -- elsewhere, and dice --------------------------------------------------------------------------------


def move_adventurer(scene: Scene, action: MoveAdventurer, dice: Dice) -> Turn:
    """Send an adventurer elsewhere, as an encounter, spell, item or ally does (A47).

    A turn goes on there, with a new scene to be told; between two turns the next begins there. Raises
    RuleViolation for a bad name, for where it is already, in a fight, and while camped.
    """
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    require_awake(state)
    require_no_fight(state)
    place, reason = place_of(action.location), _short(action.reason)
    if place.casefold() == state.location.casefold():
        raise RuleViolation(words.is_there(safe(state.name), safe(state.location)))
    told = AdventurerMoved(state.name, state.location, place, reason)
    return kept(scene, record, replace(state, location=place, scene="", ways=(), shown=()), told)


def roll_for_page(scene: Scene, action: RollForPage, dice: Dice) -> Turn:
    """Throw one or two dice that the text asks for. Raises RuleViolation out of a turn, or for no purpose."""
    record, state, player = _acting(scene, action.adventurer)
    require_turn(state)
    if not 1 <= action.count <= MOST_DICE:
        raise RuleViolation(words.how_many_dice(action.count))
    purpose = _short(action.purpose)
    if not purpose:
        raise RuleViolation(words.NO_PURPOSE)
    faces = dice.roll(action.count, SIDES, reason=purpose)
    thrown = (*state.thrown, Thrown(purpose, faces))[-MOST_THROWN:]
    told = PageDiceRolled(state.name, purpose, faces)
    return kept(scene, record, replace(state, thrown=thrown), told, on_behalf_of=player)


def _short(text: str) -> str:
    """What something is for, in a line. Raises RuleViolation where it is too long."""
    line = one_line(text)
    if len(line) > PURPOSE_LENGTH:
        raise RuleViolation(words.long_reason(PURPOSE_LENGTH, len(line)))
    return line


def _by_player(action: type[Any], perform: Any) -> ActionKind[Any]:
    return ActionKind(action, perform, Permit.OWNER_OR_GAME_MASTER, adventurer_scope, adventurer_player)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    _by_player(StartTurn, start_turn),
    ActionKind(Narrate, narrate, Permit.GAME_MASTERS, adventurer_scope),
    _by_player(EndTurn, end_turn),
    _by_player(MakeCamp, make_camp),
    _by_player(WakeUp, wake_up),
    ActionKind(MoveAdventurer, move_adventurer, Permit.GAME_MASTERS, adventurer_scope),
    _by_player(RollForPage, roll_for_page),
)
EVENTS: tuple[type[Any], ...] = (
    TurnStarted,
    SceneTold,
    TurnEnded,
    CampMade,
    WokeUp,
    AdventurerMoved,
    PageDiceRolled,
)
