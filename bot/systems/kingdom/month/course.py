"""The month's course: opened, steps finished or passed over, frozen and thawed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.engine.asking import Asking, Pair
from bot.engine.declare import action, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit, Standing
from bot.engine.system import Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.systems.kingdom.book import ANARCHY_AT, Mark, Phase, Role, Step
from bot.systems.kingdom.outcome import because, is_in_any_order, moved_on, rolls_items, turn_of
from bot.systems.kingdom.realm import (
    WHY,
    OnKingdom,
    OnMonth,
    Realm,
    asked_realm,
    found_realm,
    require_standing,
    running_realm,
)
from bot.systems.kingdom.state import EDICT_LABELS, REASON_LENGTH, Kingdom, Month, unset
from bot.systems.kingdom.steps import (
    ASKS,
    OPTIONAL,
    PHASES,
    STEPS,
    acted_for,
    advanced,
    asked,
    done,
    ends_by_saying_so,
    is_founding_time,
    is_used_up,
    left_open,
    open_steps,
    require_leader,
    require_open,
    steps_of,
)
from bot.systems.kingdom.towns.state import Town

ORDER = tuple(step for phase in PHASES for step in STEPS[phase])


class OpenMonth(OnKingdom):
    """Open the month: its Upkeep phase begins."""


class FinishStep(OnKingdom):
    """Say that nothing more is done at an optional step."""

    step: Step


class EndPhase(OnKingdom):
    """Say that nothing more is done in a phase, at any of its optional steps."""

    phase: Phase


class SkipStep(OnKingdom):
    """Pass over a step, as a game master may, with a reason."""

    step: Step
    reason: str = ""


class SkipTo(OnKingdom):
    """Pass over everything that comes before a step of this month, as a game master may, with a reason."""

    step: Step
    reason: str = ""


class Freeze(OnMonth):
    """Freeze a kingdom until you thaw it"""

    reason: str = option(WHY, max_length=REASON_LENGTH)


class Thaw(OnMonth):
    """Thaw a kingdom, or end its anarchy"""

    reason: str = option(WHY, max_length=REASON_LENGTH, default="")
    unrest: int | None = option(
        "New Unrest, 0 to 19; unchanged if left out",
        label="New Unrest",
        default=None,
        least=0,
        most=ANARCHY_AT - 1,
    )


class StepOver(Event):
    """A step came to its end without its own event: finished, or passed over by a game master."""

    name: str
    step: Step
    is_skipped: bool = False
    reason: str = ""

    def sentence(self) -> Safe:
        """How it came to its end."""
        if not self.is_skipped:
            return T("{step}: nothing more this month.")(step=self.step)
        return T("{step}: skipped by a game master{why}")(step=self.step, why=because(self.reason))


class PhaseEnded(Event):
    """All that was left of a phase was optional, and nothing more comes; `unset` are edicts never issued."""

    name: str
    phase: Phase
    steps: tuple[Step, ...]
    unset: tuple[str, ...] = ()
    # Whose moves it cut off, at which of them.
    cut: tuple[tuple[int, tuple[Step, ...]], ...] = ()

    def sentence(self) -> Safe:
        """That it is over, and who could still have made a move."""
        return Safe(" ".join((self.headline, *self.not_made)))

    @property
    def headline(self) -> Safe:
        """That it is over."""
        return T("{name:60} ends its {phase} phase.").of(self)

    @property
    def not_made(self) -> tuple[Safe, ...]:
        """Who could still have made a move, and which."""
        return (T("Not made: {moves}.")(moves=_moves(self.cut)),) if self.cut else ()


class StepsSkipped(Event):
    """Steps were passed over to come to a later one."""

    name: str
    steps: tuple[Step, ...]
    to: Step
    reason: str = ""

    def sentence(self) -> Safe:
        """Which ones, and why."""
        return T("On to **{to}**. A game master skips {steps}{why}")(
            to=self.to, steps=self.steps or T("nothing"), why=because(self.reason)
        )


class MonthOpened(Event):
    """A month was opened."""

    says = T("Month {month} of {name:60} is open.")
    name: str
    month: int


class KingdomFrozen(Event):
    """A game master stopped a kingdom's clock."""

    says = T("**{name:60} is frozen**: {reason}")
    name: str
    reason: str


class KingdomThawed(Event):
    """A game master let time run again, or restored order."""

    name: str
    was_in_anarchy: bool
    reason: str = ""

    def sentence(self) -> Safe:
        """Which of the two, and why."""
        what = (
            T("**Order is restored in {name:60}**")
            if self.was_in_anarchy
            else T("**{name:60} is no longer frozen**")
        )
        return T("{what}{why}")(what=what(name=self.name), why=because(self.reason))


def _why(text: str) -> str:
    return clip(one_line(text), REASON_LENGTH)


# -- its course ---------------------------------------------------------------------------------------


@action(may=Permit.MEMBERS, asks=True, button="Open the month anyway")
def open_month(scene: Scene, action: OpenMonth, dice: Dice) -> Turn:
    """Open the month: Upkeep begins. Raises RuleViolation where it is under way, NotAllowed for no leader.

    A kingdom is founded with its capital's first building, before its first month (R092).
    """
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.OPEN)
    require_leader(scene, realm.kingdom)
    if (bare := unbuilt_capital(realm)) is not None:
        says = T(
            "{capital:60} has no building yet. By the book the capital's first one stands before month 1: "
            "**Build…** on the month's card, or `/build plan`."
        )
        scene.note(says(capital=bare.name))
    after = replace(realm, kingdom=done(realm.kingdom, Step.OPEN))
    return turn_of(scene, realm, after, MonthOpened(realm.kingdom.name, realm.month))


def unbuilt_capital(realm: Realm) -> Town | None:
    """The capital before the first month, while nobody has built there or told what stands there."""
    town = realm.towns.get(realm.kingdom.capital) if realm.kingdom.capital is not None else None
    is_bare = town is not None and not town.lots and all(each.is_natural for each in town.buildings)
    return town if is_bare and is_founding_time(realm.kingdom) else None


Cut = tuple[tuple[int, tuple[Step, ...]], ...]


def _cut_off(scene: Scene, kingdom: Kingdom, steps: Iterable[Step]) -> Cut:
    """Whose moves this cuts off, at which steps: all that others are still asked for.

    A leader is told before. The Ruler may do what any leader may, game masters and proxies act for them.
    """
    theirs: dict[int, tuple[Step, ...]] = {}
    # Where there are no armies, nothing is lost by raising none.
    idle = () if kingdom.armies else (Step.ARMIES,)
    for step in (each for each in steps if each not in idle):
        who = asked(kingdom, task) if (task := ASKS[step]) is not None else None
        if who is not None and who != scene.actor and not is_used_up(kingdom.month, step):
            theirs[who] = (*theirs.get(who, ()), step)
    cut = tuple(theirs.items())
    may_anything = (*kingdom.proxies, *(each.player for each in kingdom.held_by(Role.RULER)))
    if cut and scene.standing is not Standing.GAME_MASTER and scene.actor not in may_anything:
        scene.note(T("This ends moves that others can still make: {moves}.")(moves=_moves(cut)))
    return cut


def _moves(cut: Cut) -> Safe:
    said = T("{steps:and} ({who:@})")
    return Safe("; ".join(said(steps=list(steps), who=who) for who, steps in cut))


@action(may=Permit.MEMBERS, asks=True, button="End the step")
def finish_step(scene: Scene, action: FinishStep, dice: Dice) -> Turn:
    """Nothing more is done at an optional step. Raises RuleViolation, or NotAllowed for others' steps."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, action.step)
    task = ASKS[action.step]
    if task is None or action.step not in (*OPTIONAL, Step.ENFORCER):
        raise refused(
            "month.must_be_done",
            "“{step}” has to be done. Only a game master can skip it, with `/month-gm next`.",
            step=action.step,
        )
    on_behalf = acted_for(scene, realm.kingdom, task)
    _cut_off(scene, realm.kingdom, [action.step])
    after = replace(realm, kingdom=done(realm.kingdom, action.step))
    return turn_of(scene, realm, after, StepOver(realm.kingdom.name, action.step), on_behalf_of=on_behalf)


@action(may=Permit.MEMBERS, asks=True, button="End the phase")
def end_phase(scene: Scene, action: EndPhase, dice: Dice) -> Turn:
    """Nothing more is done at any optional step of the phase. Raises RuleViolation, or NotAllowed."""
    realm = running_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if kingdom.month.phase is not action.phase:
        raise refused(
            "month.other_phase",
            "The {phase} phase isn't under way: it is {now} now. Nothing was changed.",
            phase=action.phase,
            now=kingdom.month.phase,
        )
    if not ends_by_saying_so(kingdom):
        raise refused(
            "month.phase_goes_on",
            "The {phase} phase isn't over yet: **{first}** comes first.",
            phase=action.phase,
            first=next(each for each in open_steps(kingdom) if each not in OPTIONAL),
        )
    steps = tuple(left_open(kingdom))
    leaders = [acted_for(scene, kingdom, task) for step in steps if (task := ASKS[step]) is not None]
    on_behalf = next((leader for leader in leaders if leader is not None), None)
    cut = _cut_off(scene, kingdom, steps)
    never_set = unset(kingdom.edicts) if action.phase is Phase.EDICT else ()
    if never_set:
        says = T("Not set yet: {edicts}. {edicts:It counts|They count} as None then.")
        scene.note(says(edicts=[EDICT_LABELS[each] for each in never_set]))
    event = PhaseEnded(kingdom.name, action.phase, steps, never_set, cut)
    after = replace(realm, kingdom=done(kingdom, *steps))
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf)


@action(may=Permit.GAME_MASTERS)
def skip_step(scene: Scene, action: SkipStep, dice: Dice) -> Turn:
    """Pass over a step that is open. Raises RuleViolation; a month is closed, not passed over."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, action.step)
    if action.step in (Step.OPEN, Step.CLOSE):
        raise refused(
            "month.never_skipped",
            "“{step}” can't be skipped. Press its button, or use `/month-gm close` at the end.",
            step=action.step,
        )
    reason = _why(action.reason)
    after = replace(realm, kingdom=_skipped(realm.kingdom, action.step, reason))
    event = StepOver(realm.kingdom.name, action.step, is_skipped=True, reason=reason)
    return turn_of(scene, realm, after, event)


def _skipped(kingdom: Kingdom, step: Step, reason: str) -> Kingdom:
    how = Mark.DONE if step is Step.OPEN else Mark.SKIPPED
    return replace(kingdom, month=kingdom.month.marked(step, how, reason))


@action(may=Permit.GAME_MASTERS)
def skip_to(scene: Scene, action: SkipTo, dice: Dice) -> Turn:
    """Pass over all that comes before a step of this month. Raises RuleViolation where it never comes."""
    realm, reason = running_realm(scene, action.kingdom), _why(action.reason)
    if action.step in open_steps(realm.kingdom):
        raise refused(
            "month.is_open",
            "“{step}” is already open: nothing to skip.",
            step=action.step,
        )
    month = realm.kingdom.month
    if month.is_over(action.step) or ORDER.index(action.step) < ORDER.index(STEPS[month.phase][0]):
        raise refused(
            "month.is_past",
            "“{step}” is over for this month. Go back to it with `/month-gm back`.",
            step=action.step,
        )
    any_order, vacancies = is_in_any_order(realm), rolls_items(realm)
    # As the campaign's settings have it by now.
    kingdom, passed = moved_on(scene, realm), list[Step]()
    while action.step not in open_steps(kingdom):
        if kingdom.month.is_over(action.step) or _is_missed(kingdom.month, action.step):
            raise refused(
                "month.not_needed",
                "There's nothing to do at “{step}” this month, so nothing was skipped.",
                step=action.step,
            )
        step = open_steps(kingdom)[0]
        kingdom = _skipped(kingdom, step, reason)
        kingdom = advanced(
            kingdom,
            realm.size,
            in_any_order=any_order,
            entry=scene.entry,
            has_vacancies=vacancies,
        )
        passed += [] if step is Step.OPEN else [step]
    event = StepsSkipped(kingdom.name, tuple(passed), action.step, reason)
    return turn_of(scene, realm, replace(realm, kingdom=kingdom), event)


def _is_missed(month: Month, step: Step) -> bool:
    """Whether a step never comes in a month that has come so far: a campaign may have no special edicts."""
    is_past = ORDER.index(step) < ORDER.index(STEPS[month.phase][0])
    return is_past or (step in STEPS[month.phase] and step not in steps_of(month, month.phase))


@command("month-gm next", may=Permit.GAME_MASTERS)
class NextStep(OnMonth):
    """Skip one or more steps of the month"""

    step: Step | None = option(
        "The open step to skip; the first one if left out",
        label="The step",
        suggest=lambda asking: _listed(_passable(asked_realm(asking).kingdom)),
        default=None,
    )
    to: Step | None = option(
        "Or skip everything before this step",
        label="The step",
        suggest=lambda asking: _listed(_ahead(asked_realm(asking).kingdom)),
        default=None,
    )
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")

    def to_action(self, asking: Asking) -> SkipStep | SkipTo:
        """The action meant. Raises RuleViolation for two steps at once."""
        if self.to is not None and self.step is not None:
            raise refused(
                "month.one_of_two",
                "Give either `step`, to skip that one, or `to`, to skip everything before another; not both.",
            )
        if self.to is not None:
            return SkipTo(self.kingdom, self.to, self.reason)
        if self.step is not None:
            return SkipStep(self.kingdom, self.step, self.reason)
        kingdom = asked_realm(asking, self.kingdom).kingdom
        require_standing(kingdom)
        return SkipStep(self.kingdom, open_steps(kingdom)[0], self.reason)


def _listed(steps: Iterable[Step]) -> list[Pair]:
    return [(each.label, each.value) for each in steps]


def _passable(kingdom: Kingdom) -> Iterable[Step]:
    return (each for each in open_steps(kingdom) if each not in (Step.OPEN, Step.CLOSE))


def _ahead(kingdom: Kingdom) -> Iterable[Step]:
    last = max((ORDER.index(each) for each in open_steps(kingdom)), default=-1)
    return (each for each in ORDER[last + 1 :] if each is not Step.OPEN)


# -- the clock ----------------------------------------------------------------------------------------


@action("month-gm freeze", may=Permit.GAME_MASTERS)
def freeze(scene: Scene, action: Freeze, dice: Dice) -> Turn:
    """Stop the clock. Raises RuleViolation where it stands already, or without a reason."""
    realm, reason = found_realm(scene, action.kingdom), _why(action.reason)
    require_standing(replace(realm.kingdom, is_in_anarchy=False))
    if not reason:
        raise refused("month.why_frozen", "Say why the kingdom is frozen; everybody will read it.")
    after = replace(realm, kingdom=replace(realm.kingdom, frozen=reason))
    return turn_of(scene, realm, after, KingdomFrozen(realm.kingdom.name, reason))


@action("month-gm thaw", may=Permit.GAME_MASTERS)
def thaw(scene: Scene, action: Thaw, dice: Dice) -> Turn:
    """Let time run again; where it ran, end the anarchy (R017). Raises RuleViolation for neither."""
    realm = found_realm(scene, action.kingdom)
    state = realm.kingdom
    is_stopped = state.frozen is not None
    require_standing(replace(state, frozen=None, is_in_anarchy=False))
    if not is_stopped and not state.is_in_anarchy:
        raise refused(
            "month.runs_already",
            "{name:60} is neither frozen nor in anarchy.",
            name=state.name,
        )
    unrest = state.unrest if action.unrest is None else action.unrest
    is_told = action.unrest is not None
    # An end of anarchy leaves Unrest below 20; else the next rise would begin it anew.
    if (is_told or not is_stopped) and not 0 <= unrest < ANARCHY_AT:
        most = ANARCHY_AT - 1
        if is_told:
            raise refused(
                "month.unrest",
                "Unrest can be 0 to {most}; at {limit} the kingdom would fall into anarchy.",
                most=most,
                limit=ANARCHY_AT,
            )
        raise refused(
            "month.unrest_still",
            "Unrest is still {unrest}. Say what it should be, 0 to {most}.",
            unrest=unrest,
            most=most,
        )
    state = replace(state, unrest=unrest)
    if is_stopped:
        state = replace(state, frozen=None)
    else:
        state = replace(state, is_in_anarchy=False, runs_in_anarchy=False)
    event = KingdomThawed(state.name, not is_stopped, _why(action.reason))
    return turn_of(scene, realm, replace(realm, kingdom=state), event)
