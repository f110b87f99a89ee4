"""What leaders have to choose: the attributes of a Ruler (R033), and of a new Spymaster (R035)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from bot.engine.system import Ask, Choice, RecordId, Step
from bot.systems.kingdom.rules.calendar import is_open
from bot.systems.kingdom.rules.state import Kingdom, Leader
from bot.systems.kingdom.rules.terms import Attribute, Role
from bot.systems.kingdom.rules.terms import Step as MonthStep
from bot.systems.kingdom.words import choosing as words

CHOICE, SPYMASTER = "ruler", "spymaster"


@dataclass(frozen=True, slots=True)
class ChooseAttributes:
    """Say which attributes a Ruler or Spymaster adds to: their values, divided by spaces, in order."""

    kingdom: RecordId
    role: str
    attributes: str = ""


def choosing_steps(kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """Where a Ruler has fewer attributes than the Size allows, or a Spymaster never chose: a step each.

    They ask the player of that leader.
    """
    return (*_of_ruler(kingdom, state), *_of_spymaster(kingdom, state))


def _of_ruler(kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    ruler = _undecided(state)
    if ruler is None:
        return ()
    options = tuple(
        (" ".join((*ruler.attributes, *more)), words.in_order([each.value for each in more]))
        for more in _ways(state, ruler)
    )
    ask = Ask("attributes", words.WHICH, options=options)
    action = ChooseAttributes(kingdom, Role.RULER.value)
    label = words.label(state.name, _missing(state, ruler))
    choice = Choice("choose", words.CHOOSE, action, (ask,), is_main=True)
    return (Step(CHOICE, label, ruler.player, (choice,), max(state.choice_opened, 1)),)


def _of_spymaster(kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """The first choice, in the Leadership step (R035); one that was made stays, and nobody is asked again."""
    spymaster = _newcomer(state)
    if spymaster is None:
        return ()
    options = tuple((each.value, words.in_order([each.value])) for each in Attribute)
    ask = Ask("attributes", words.WHICH_OF_SPYMASTER, options=options)
    action = ChooseAttributes(kingdom, Role.SPYMASTER.value)
    choice = Choice("choose", words.CHOOSE_OF_SPYMASTER, action, (ask,), is_main=True)
    label, opened = words.label_of_spymaster(state.name), max(state.spymaster_opened, 1)
    return (Step(SPYMASTER, label, spymaster.player, (choice,), opened),)


def _newcomer(state: Kingdom) -> Leader | None:
    """The Spymaster who may choose now and never did."""
    held = [each for each in state.held_by(Role.SPYMASTER) if not each.has_died and not each.attributes]
    return held[0] if held and is_open(state, MonthStep.LEADERSHIP) else None


def _undecided(state: Kingdom) -> Leader | None:
    """The Ruler who has one more to choose; of two who are married the first, who chooses for both."""
    rulers = [each for each in state.held_by(Role.RULER) if not each.has_died]
    return next((each for each in rulers if _missing(state, each)), None)


def _missing(state: Kingdom, ruler: Leader) -> int:
    return max(0, state.ruler_choices - len(ruler.attributes))


def _ways(state: Kingdom, ruler: Leader) -> Sequence[tuple[Attribute, ...]]:
    left = [each for each in Attribute if each not in ruler.attributes]
    return list(permutations(left, _missing(state, ruler)))


def asked_anew(state: Kingdom, entry: int) -> Kingdom:
    """The kingdom with the entries by which those steps opened: who is asked is mentioned once."""
    ruler = _since(state.choice_opened, entry, is_asked=_undecided(state) is not None)
    spymaster = _since(state.spymaster_opened, entry, is_asked=_newcomer(state) is not None)
    if (ruler, spymaster) == (state.choice_opened, state.spymaster_opened):
        return state
    return replace(state, choice_opened=ruler, spymaster_opened=spymaster)


def _since(opened: int, entry: int, *, is_asked: bool) -> int:
    return (opened or entry) if is_asked else 0
