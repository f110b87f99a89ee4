"""What a narrator changes on a sheet, each with its source (A8 to A18, A37, A38)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Record, Scene, Scope, Turn
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules import ledger
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    AdventurerChanged,
    adventurer_scope,
    kept,
    of_adventurer,
)
from bot.systems.adventuria.rules.change import (
    MOST_AT_ONCE,
    MOST_CHANGE,
    SOURCE_LENGTH,
    ChangeAlignment,
    ChangeAttribute,
    GainGold,
    GainThing,
    GrantExperience,
    HealWounds,
    LoseGold,
    LoseSome,
    LoseThing,
    ReceiveWounds,
)
from bot.systems.adventuria.rules.experience import gained
from bot.systems.adventuria.rules.holding import gain, lose, owe, settled
from bot.systems.adventuria.rules.settings import FULL_OF_SPELLS, SIMPLY_LOST, has_one_at_three, is_one_number
from bot.systems.adventuria.rules.state import (
    MOST_GOLD,
    Adventurer,
    Alignment,
    Cause,
    Possession,
    Stage,
    Until,
)
from bot.systems.adventuria.rules.telling import told_attributes
from bot.systems.adventuria.rules.things import from_library, made_up
from bot.systems.adventuria.rules.told import Told, What
from bot.systems.adventuria.rules.working import Bout, Wound, cascade
from bot.systems.adventuria.words import changing as words


def changed(
    scene: Scene,
    record: Record[Adventurer],
    state: Adventurer,
    told: Sequence[Told],
    cause: Cause | None = None,
    source: str = "",
    *,
    is_due_to_combat: bool = False,
    on_behalf_of: int | None = None,
) -> Turn:
    """The turn that keeps a changed sheet: what waited for room is had as far as there is room now."""
    state, more = settled(state, one_at_three=has_one_at_three(scene))
    told = (*told, *more)
    told += told_attributes(record.state, state, told)
    due = cause.value if cause is not None else ""
    event = AdventurerChanged(state.name, told, due, source, is_due_to_combat=is_due_to_combat)
    return kept(scene, record, state, event, on_behalf_of=on_behalf_of)


def _changed(
    scene: Scene, record: Record[Adventurer], action: Any, state: Adventurer, *told: Told, **more: Any
) -> Turn:
    """The same, due to what the action says. Raises RuleViolation where the source's name is too long."""
    source = one_line(action.source)
    if len(source) > SOURCE_LENGTH:
        raise RuleViolation(words.source_too_long(SOURCE_LENGTH, len(source)))
    return changed(scene, record, state, told, action.cause, source, **more)


def _require(count: int, most: int, not_within: Callable[[int, int], str]) -> None:
    """See that a number is 1 to `most`. Raises RuleViolation."""
    if not 1 <= count <= most:
        raise RuleViolation(not_within(most, count))


# -- gold -------------------------------------------------------------------------------------------


def _gain_gold(scene: Scene, action: GainGold, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    had = record.state.gold
    _require(action.amount, MOST_GOLD, words.gold_not_within)
    if had + action.amount > MOST_GOLD:
        raise RuleViolation(words.too_much_gold(safe(record.state.name), had, MOST_GOLD))
    state = replace(record.state, gold=had + action.amount)
    return _changed(scene, record, action, state, Told(What.GOLD, before=had, after=state.gold))


def _lose_gold(scene: Scene, action: LoseGold, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    had = record.state.gold
    if action.amount is not None:
        _require(action.amount, MOST_GOLD, words.gold_not_within)
    if not had:
        raise RuleViolation(words.no_gold(safe(record.state.name)))
    state = replace(record.state, gold=0 if action.amount is None else max(0, had - action.amount))
    return _changed(scene, record, action, state, Told(What.GOLD, before=had, after=state.gold))


# -- things -----------------------------------------------------------------------------------------


def _of_thing(action: GainThing) -> Scope:
    scope = of_adventurer(action.adventurer)
    return scope if action.thing is None else replace(scope, ids=(*scope.ids, action.thing))


def _gain_thing(scene: Scene, action: GainThing, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    state, told = found(scene, record.state, _thing(scene, action))
    return _changed(scene, record, action, state, told)


def _thing(scene: Scene, action: GainThing) -> Possession:
    if action.thing is not None:
        return from_library(scene, action.thing)
    return made_up(action.called, action.ware, action.rules, is_weapon=action.is_weapon)


def found(scene: Scene, state: Adventurer, thing: Possession) -> tuple[Adventurer, Told]:
    """The adventurer after finding that, as this campaign decided (Q3, Q4)."""
    asks = scene.setting(FULL_OF_SPELLS) != SIMPLY_LOST
    return gain(state, thing, one_at_three=has_one_at_three(scene), asks=asks)


def _lose_thing(scene: Scene, action: LoseThing, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    thing = one_line(action.thing)
    lost = next((each for each in record.state.possessions if _is_meant(each, thing)), None)
    if lost is None:
        raise RuleViolation(words.not_had(safe(record.state.name), safe(thing, 60)))
    state, told = lose(record.state, lost.number)
    return _changed(scene, record, action, state, told)


def _is_meant(possession: Possession, text: str) -> bool:
    return text == str(possession.number) or text.casefold() == possession.name.casefold()


def _lose_some(scene: Scene, action: LoseSome, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    _require(action.count, MOST_AT_ONCE, words.count_not_within)
    if not record.state.held(action.ware):
        raise RuleViolation(words.none_had(safe(record.state.name), action.ware))
    state, told = owe(record.state, action.ware, action.count)
    return _changed(scene, record, action, state, *told)


# -- wounds -----------------------------------------------------------------------------------------


def _receive_wounds(scene: Scene, action: ReceiveWounds, dice: Dice) -> Turn:
    """Special rules that wounds set off do what they do, as in a fight (A41 to A44)."""
    record = scene.get(ADVENTURER, action.adventurer)
    _require(action.count, MOST_AT_ONCE, words.wounds_not_within)
    due_to = {action.cause, Cause.COMBAT} if action.is_due_to_combat else {action.cause}
    wound = Wound(None, None, action.count, frozenset(due_to), "", ())
    bout = cascade(Bout(record.state, one_number=is_one_number(scene)), (wound,), (), dice)
    due = {"is_due_to_combat": action.is_due_to_combat}
    return _changed(scene, record, action, bout.adventurer, *bout.told, **due)


def _heal_wounds(scene: Scene, action: HealWounds, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    if action.count is not None:
        _require(action.count, MOST_AT_ONCE, words.wounds_not_within)
    if not record.state.wounds:
        raise RuleViolation(words.no_wounds(safe(record.state.name)))
    state = ledger.healed(record.state, action.count)
    told = Told(What.WOUNDS, before=record.state.wounds, after=state.wounds)
    return _changed(scene, record, action, state, told)


# -- attributes, alignment, experience --------------------------------------------------------------


def _change_attribute(scene: Scene, action: ChangeAttribute, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    if not action.amount or abs(action.amount) > MOST_CHANGE:
        raise RuleViolation(words.change_not_within(MOST_CHANGE, action.amount))
    _require_under_way(record.state, action.until)
    state = ledger.changed_by(
        record.state,
        action.attribute,
        action.amount,
        action.cause,
        one_line(action.source),
        action.until,
        one_number=is_one_number(scene),
    )
    if state is record.state:
        raise RuleViolation(_why_not(scene, state, action))
    before, after = (ledger.total(each, action.attribute) for each in (record.state, state))
    told = Told(What(action.attribute.value), before=before, after=after, until=action.until)
    return _changed(scene, record, action, state, told)


def _require_under_way(state: Adventurer, until: Until) -> None:
    """See that what it lasts for is under way. Raises RuleViolation."""
    is_there = {
        Until.COMBAT: state.fight is not None,
        Until.FIGHT: state.fight is not None,
        Until.TURN: state.stage is Stage.TURN,
        Until.QUEST: state.quest is not None,
    }
    if not is_there.get(until, True):
        raise RuleViolation(words.nothing_under_way(safe(state.name), until))


def _why_not(scene: Scene, state: Adventurer, action: ChangeAttribute) -> str:
    """Why that changes nothing: the sentence says what would be possible (A8, A9, Q2)."""
    attribute = action.attribute
    value = ledger.total(state, attribute)
    if action.amount < 0:
        return words.at_floor(attribute, value)
    room = ledger.room_to_rise(state, attribute, one_number=is_one_number(scene))
    return words.at_cap(attribute, value, action.amount, ledger.cap(state, attribute), room)


def _change_alignment(scene: Scene, action: ChangeAlignment, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    was = record.state.alignment
    if action.alignment is was:
        raise RuleViolation(words.same_alignment(safe(record.state.name), was))
    before, after = (tuple(Alignment).index(each) for each in (was, action.alignment))
    state = replace(record.state, alignment=action.alignment)
    return _changed(scene, record, action, state, Told(What.ALIGNMENT, before=before, after=after))


def _grant_experience(scene: Scene, action: GrantExperience, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    _require(action.amount, MOST_AT_ONCE, words.xp_not_within)
    state, told = gained(record.state, action.kind, action.amount, one_number=is_one_number(scene))
    if state == record.state:
        raise RuleViolation(words.counts_no_more(safe(record.state.name), action.kind))
    return _changed(scene, record, action, state, *told)


_PERFORM: dict[type[Any], Callable[[Scene, Any, Dice], Turn]] = {
    GainGold: _gain_gold,
    LoseGold: _lose_gold,
    LoseThing: _lose_thing,
    LoseSome: _lose_some,
    ReceiveWounds: _receive_wounds,
    HealWounds: _heal_wounds,
    ChangeAttribute: _change_attribute,
    ChangeAlignment: _change_alignment,
    GrantExperience: _grant_experience,
}

KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(GainThing, _gain_thing, Permit.GAME_MASTERS, scope=_of_thing),
    *(
        ActionKind(action, perform, Permit.GAME_MASTERS, scope=adventurer_scope)
        for action, perform in _PERFORM.items()
    ),
)
EVENTS: tuple[type[Any], ...] = (AdventurerChanged,)
