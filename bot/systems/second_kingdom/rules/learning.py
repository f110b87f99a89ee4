"""Maneuvers that a combatant knows: those of the campaign's library that it can attack with (K16)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.changes import changed
from bot.systems.second_kingdom.rules.combatants import combatant
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER
from bot.systems.second_kingdom.words import sheets as words

# As many as one list of Discord's holds.
MOST_KNOWN = 25


@dataclass(frozen=True, slots=True)
class LearnManeuver:
    """Add a maneuver of the library to those a combatant knows."""

    combatant: RecordId
    maneuver: RecordId


@dataclass(frozen=True, slots=True)
class ForgetManeuver:
    """Take a maneuver from those a combatant knows; it may have left the library since.

    What is no maneuver's id is what somebody typed: nothing known is called so.
    """

    combatant: RecordId
    maneuver: RecordId


def learn_maneuver(scene: Scene, action: LearnManeuver, dice: Dice) -> Turn:
    """Know one more. Raises RuleViolation for what isn't in the library, is known, or is one too many."""
    record = combatant(scene, action.combatant)
    maneuver = scene.get(MANEUVER, action.maneuver)
    known = record.state.maneuvers
    if maneuver.id in known:
        raise RuleViolation(words.known_already(safe(record.state.name), safe(maneuver.state.name)))
    if len(known) >= MOST_KNOWN:
        raise RuleViolation(words.knows_too_many(MOST_KNOWN))
    return changed(scene, record, replace(record.state, maneuvers=(*known, maneuver.id)))


def forget_maneuver(scene: Scene, action: ForgetManeuver, dice: Dice) -> Turn:
    """Know one fewer. Raises RuleViolation where it isn't known."""
    record = combatant(scene, action.combatant)
    known = record.state.maneuvers
    if action.maneuver not in known:
        title = _title(scene, action.maneuver)
        raise RuleViolation(words.not_known(safe(record.state.name), safe(title, 60)))
    left = tuple(each for each in known if each != action.maneuver)
    return changed(scene, record, replace(record.state, maneuvers=left))


def _title(scene: Scene, text: RecordId) -> str:
    """The maneuver's name, or what somebody typed: any other record of that id may be a secret."""
    found = scene.records.get(text)
    return MANEUVER.title(found.state) if found is not None and found.kind == MANEUVER.name else text
