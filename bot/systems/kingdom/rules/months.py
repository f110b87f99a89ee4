"""The month's course: opened, steps finished or passed over, frozen and thawed. Closing: `closing`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.rules.book import ANARCHY_AT
from bot.systems.kingdom.rules.calendar import ASKS, OPTIONAL, PHASES, STEPS, advanced, open_steps
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import done, kept, rolls_items
from bot.systems.kingdom.rules.month import FinishStep, Freeze, OpenMonth, SkipStep, SkipTo, Thaw
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope, require_standing
from bot.systems.kingdom.rules.settings import EDICT_ORDER, WHO_ROLLS
from bot.systems.kingdom.rules.state import REASON_LENGTH, Kingdom
from bot.systems.kingdom.rules.terms import Mark, Step
from bot.systems.kingdom.words import months as words

ORDER = tuple(step for phase in PHASES for step in STEPS[phase])


@dataclass(frozen=True, slots=True)
class StepOver:
    """A step came to its end without its own event: finished, or passed over by a game master."""

    name: str
    step: Step
    is_skipped: bool = False
    reason: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class StepsSkipped:
    """Steps were passed over to come to a later one."""

    name: str
    steps: tuple[Step, ...]
    to: Step
    reason: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class MonthOpened:
    """A month was opened."""

    name: str
    month: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class KingdomFrozen:
    """A game master stopped a kingdom's clock."""

    name: str
    reason: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class KingdomThawed:
    """A game master let time run again, or restored order."""

    name: str
    was_in_anarchy: bool
    reason: str = ""
    audience: Audience = EVERYONE


# -- what every step asks -----------------------------------------------------------------------------


def running_realm(scene: Scene, kingdom: RecordId) -> Realm:
    """The realm of an action that also a kingdom in anarchy takes, where its Upkeep goes on (R018).

    Raises RuleViolation where its clock stands still.
    """
    realm = found_realm(scene, kingdom)
    state = realm.kingdom
    require_standing(replace(state, is_in_anarchy=state.is_in_anarchy and not state.runs_in_anarchy))
    return realm


def require_open(kingdom: Kingdom, step: Step) -> None:
    """See that a step can be taken now. Raises RuleViolation saying which ones can."""
    if step not in open_steps(kingdom):
        month = kingdom.month
        names = [each.value for each in open_steps(kingdom)]
        raise RuleViolation(words.not_open(step.value, month.phase.value, names, is_over=month.is_over(step)))


def require_leader(scene: Scene, kingdom: Kingdom) -> None:
    """See that a game master or one of its leaders acts. Raises NotAllowed."""
    leaders = {each.player for each in kingdom.leaders if not each.has_died}
    is_trusted = scene.actor in leaders or scene.actor in kingdom.proxies
    if not is_trusted and scene.standing is not Standing.GAME_MASTER and scene.setting(WHO_ROLLS) != "anyone":
        raise NotAllowed(words.for_leaders(safe(kingdom.name, 60)))


def _why(text: str) -> str:
    return clip(one_line(text), REASON_LENGTH)


# -- its course ---------------------------------------------------------------------------------------


def open_month(scene: Scene, action: OpenMonth, dice: Dice) -> Turn:
    """Open the month: Upkeep begins. Raises RuleViolation where it is under way, NotAllowed for no leader."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.OPEN)
    require_leader(scene, realm.kingdom)
    after = replace(realm, kingdom=done(realm.kingdom, Step.OPEN))
    return kept(scene, realm, after, MonthOpened(realm.kingdom.name, realm.month))


def finish_step(scene: Scene, action: FinishStep, dice: Dice) -> Turn:
    """Nothing more is done at an optional step. Raises RuleViolation, or NotAllowed for others' steps."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, action.step)
    task = ASKS[action.step]
    if task is None or action.step not in (*OPTIONAL, Step.ENFORCER):
        raise RuleViolation(words.must_be_done(action.step.value))
    on_behalf = acted_for(scene, realm.kingdom, task)
    after = replace(realm, kingdom=done(realm.kingdom, action.step))
    return kept(scene, realm, after, StepOver(realm.kingdom.name, action.step), on_behalf_of=on_behalf)


def skip_step(scene: Scene, action: SkipStep, dice: Dice) -> Turn:
    """Pass over a step that is open. Raises RuleViolation; a month is closed, not passed over."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, action.step)
    _require_skippable(action.step)
    reason = _why(action.reason)
    after = replace(realm, kingdom=_skipped(realm.kingdom, action.step, reason))
    told = StepOver(realm.kingdom.name, action.step, is_skipped=True, reason=reason)
    return kept(scene, realm, after, told)


def _require_skippable(step: Step) -> None:
    if step in (Step.OPEN, Step.CLOSE):
        raise RuleViolation(words.never_skipped(step.value))


def _skipped(kingdom: Kingdom, step: Step, reason: str) -> Kingdom:
    how = Mark.DONE if step is Step.OPEN else Mark.SKIPPED
    return replace(kingdom, month=kingdom.month.marked(step, how, reason))


def skip_to(scene: Scene, action: SkipTo, dice: Dice) -> Turn:
    """Pass over all that comes before a step of this month. Raises RuleViolation where it never comes."""
    realm, reason = running_realm(scene, action.kingdom), _why(action.reason)
    if action.step in open_steps(realm.kingdom):
        raise RuleViolation(words.is_open(action.step.value))
    _require_ahead(realm.kingdom, action.step)
    any_order, vacancies = realm.rulings.is_on(EDICT_ORDER), rolls_items(realm)
    kingdom, passed = realm.kingdom, list[Step]()
    while action.step not in open_steps(kingdom):
        if kingdom.month.is_over(action.step):
            raise RuleViolation(words.not_needed(action.step.value))
        step = open_steps(kingdom)[0]
        kingdom = _skipped(kingdom, step, reason)
        kingdom = advanced(
            kingdom, realm.size, in_any_order=any_order, entry=scene.entry, has_vacancies=vacancies
        )
        passed += [] if step is Step.OPEN else [step]
    told = StepsSkipped(kingdom.name, tuple(passed), action.step, reason)
    return kept(scene, realm, replace(realm, kingdom=kingdom), told)


def _require_ahead(kingdom: Kingdom, step: Step) -> None:
    if kingdom.month.is_over(step) or ORDER.index(step) < ORDER.index(STEPS[kingdom.month.phase][0]):
        raise RuleViolation(words.is_past(step.value))


# -- the clock ----------------------------------------------------------------------------------------


def freeze(scene: Scene, action: Freeze, dice: Dice) -> Turn:
    """Stop the clock. Raises RuleViolation where it stands already, or without a reason."""
    realm, reason = found_realm(scene, action.kingdom), _why(action.reason)
    require_standing(replace(realm.kingdom, is_in_anarchy=False))
    if not reason:
        raise RuleViolation(words.WHY_FROZEN)
    after = replace(realm, kingdom=replace(realm.kingdom, frozen=reason))
    return kept(scene, realm, after, KingdomFrozen(realm.kingdom.name, reason))


def thaw(scene: Scene, action: Thaw, dice: Dice) -> Turn:
    """Let time run again; where it ran, end the anarchy (R017). Raises RuleViolation for neither."""
    realm = found_realm(scene, action.kingdom)
    state = realm.kingdom
    is_stopped = state.frozen is not None
    require_standing(replace(state, frozen=None, is_in_anarchy=False))
    if not is_stopped and not state.is_in_anarchy:
        raise RuleViolation(words.runs_already(safe(state.name, 60)))
    unrest = state.unrest if action.unrest is None else action.unrest
    _require_order(unrest, is_stopped=is_stopped, is_told=action.unrest is not None)
    state = replace(state, unrest=unrest)
    if is_stopped:
        state = replace(state, frozen=None)
    else:
        state = replace(state, is_in_anarchy=False, runs_in_anarchy=False)
    told = KingdomThawed(state.name, not is_stopped, _why(action.reason))
    return kept(scene, realm, replace(realm, kingdom=state), told)


def _require_order(unrest: int, *, is_stopped: bool, is_told: bool) -> None:
    """An end of anarchy leaves Unrest below 20; else the next rise would begin it anew."""
    if (is_told or not is_stopped) and not 0 <= unrest < ANARCHY_AT:
        raise RuleViolation(words.order_needs(ANARCHY_AT, unrest, is_told=is_told))


GMS = Permit.GAME_MASTERS
KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(OpenMonth, open_month, Permit.MEMBERS, kingdom_scope),
    ActionKind(FinishStep, finish_step, Permit.MEMBERS, kingdom_scope),
    ActionKind(SkipStep, skip_step, GMS, kingdom_scope),
    ActionKind(SkipTo, skip_to, GMS, kingdom_scope),
    ActionKind(Freeze, freeze, GMS, kingdom_scope),
    ActionKind(Thaw, thaw, GMS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (
    StepOver,
    StepsSkipped,
    MonthOpened,
    KingdomFrozen,
    KingdomThawed,
)
