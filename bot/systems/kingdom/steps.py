"""The steps of a month: which are open, whose move each is and who may make it, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeVar

from bot.engine.people import Standing
from bot.engine.record import Turns
from bot.engine.settings import Setting
from bot.engine.system import Step, World
from bot.engine.text import Safe, T, refused
from bot.engine.views import CampaignView
from bot.errors import NotAllowed, UserError
from bot.systems.kingdom.book import (
    LOSE_HEX_AT,
    STAND_INS,
    Limit,
    Mark,
    MonthStep,
    Phase,
    Role,
    Stage,
    Task,
    limits,
)
from bot.systems.kingdom.settings import WHO_ROLLS
from bot.systems.kingdom.state import (
    Kingdom,
    Leader,
    Month,
    is_present,
    is_vacant,
    lasting,
    settled_edicts,
    unresolved,
)

# -- The steps of a month, phase by phase ------------------------------------------------------------------


STEPS: Final[Mapping[Phase, tuple[MonthStep, ...]]] = {
    Phase.BEFORE: (MonthStep.OPEN,),
    Phase.UPKEEP: (
        MonthStep.STABILITY,
        MonthStep.CONSUMPTION,
        MonthStep.ITEMS,
        MonthStep.UNREST,
        MonthStep.STAND_IN,
        MonthStep.ENFORCER,
        MonthStep.LOSE_HEX,
    ),
    Phase.EDICT: (
        MonthStep.LEADERSHIP,
        MonthStep.HEXES,
        MonthStep.TERRAIN,
        MonthStep.SETTLEMENTS,
        MonthStep.ARMIES,
        MonthStep.EDICTS,
        MonthStep.SPECIAL,
    ),
    Phase.INCOME: (MonthStep.WITHDRAW, MonthStep.DEPOSIT, MonthStep.SELL, MonthStep.TAXES),
    Phase.EVENT: (MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, MonthStep.CLOSE),
}
PHASES: Final = tuple(STEPS)
# What nobody has to do: whoever is asked may say that nothing more comes.
OPTIONAL: Final = tuple(
    step for phase in (Phase.EDICT, Phase.INCOME) for step in STEPS[phase] if step is not MonthStep.TAXES
)
# These stand for the events whose outcome is told one by one.
FOR_EVENTS: Final = (MonthStep.CONTINUING, MonthStep.RESOLVE)
# The steps that wait by themselves.
BY_ITSELF: Final = tuple(step for step in MonthStep if step not in FOR_EVENTS)
# What a kingdom in anarchy goes through where its Upkeep goes on: it takes no action (R017, R018).
IN_ANARCHY: Final = (
    MonthStep.OPEN,
    MonthStep.STABILITY,
    MonthStep.CONSUMPTION,
    MonthStep.UNREST,
    MonthStep.STAND_IN,
    MonthStep.LOSE_HEX,
    MonthStep.CLOSE,
)
# Under this name `opened` keeps the entry with which the clock stopped, or anarchy began.
RESTART: Final = "thaw"
# The step at which the tasks are shared out, before the first month.
DIVISION: Final = "division"
# Whose task each step is; None is nobody's in particular: see `asked_at`.
ASKS: Final[Mapping[MonthStep, Task | None]] = {
    MonthStep.OPEN: None,
    MonthStep.STABILITY: Task.STABILITY,
    MonthStep.CONSUMPTION: Task.TREASURY,
    MonthStep.ITEMS: Task.TREASURY,
    MonthStep.UNREST: Task.LOYALTY,
    MonthStep.STAND_IN: Task.LOYALTY,
    MonthStep.ENFORCER: Task.ENFORCER,
    MonthStep.LOSE_HEX: Task.HEXES,
    MonthStep.LEADERSHIP: Task.LEADERSHIP,
    MonthStep.HEXES: Task.HEXES,
    MonthStep.TERRAIN: Task.TERRAIN,
    MonthStep.SETTLEMENTS: Task.SETTLEMENTS,
    MonthStep.ARMIES: Task.ARMIES,
    MonthStep.EDICTS: Task.PROMOTION,
    # Which of the special edicts it is to be the Ruler decides.
    MonthStep.SPECIAL: Task.LEADERSHIP,
    MonthStep.WITHDRAW: Task.TREASURY,
    MonthStep.DEPOSIT: Task.TREASURY,
    MonthStep.SELL: Task.TREASURY,
    MonthStep.TAXES: Task.ECONOMY,
    MonthStep.CONTINUING: None,
    MonthStep.EVENT: Task.EVENTS,
    MonthStep.RESOLVE: None,
    MonthStep.CLOSE: None,
}


def steps_of(month: Month, phase: Phase) -> Sequence[MonthStep]:
    """The steps of a phase in that month: special edicts are one where the campaign has any."""
    return [step for step in STEPS[phase] if step is not MonthStep.SPECIAL or month.special]


def open_steps(kingdom: Kingdom) -> Sequence[MonthStep]:
    """The steps that somebody can take now, in their order."""
    month = kingdom.month
    over = {mark.step for mark in month.marks}
    left = [step for step in steps_of(month, month.phase) if step not in over]
    # Steps of Income have no bearing on each other; its taxes end what is left of it.
    if month.phase is Phase.INCOME or (month.phase is Phase.EDICT and month.in_any_order):
        return left
    first = next((place for place, step in enumerate(left) if not is_used_up(month, step)), len(left))
    return left[: first + 1]


# What each of these steps is for, as far as the month limits it (Table 4-4).
LIMITED: Final[Mapping[MonthStep, tuple[Limit, ...]]] = {
    MonthStep.HEXES: (Limit.CLAIMS,),
    MonthStep.TERRAIN: (Limit.TERRAIN,),
    MonthStep.SETTLEMENTS: (Limit.SETTLEMENTS, Limit.BUILDINGS),
}


def is_used_up(month: Month, step: MonthStep) -> bool:
    """Whether all is done that the month allows at a step: nobody is asked for more, or waits for it.

    What it doesn't limit, such as abandoning a hex, can be done until the phase ends.
    """
    if step not in LIMITED or (step is MonthStep.SETTLEMENTS and not month.has_housed):
        return False
    row = limits(month.size)
    most = [(limit, getattr(row, limit.value)) for limit in LIMITED[step]]
    return all(count is not None and month.used.get(limit, 0) >= count for limit, count in most)


def steps_left(kingdom: Kingdom) -> Sequence[MonthStep]:
    """The open steps at which there is something left to do."""
    return [step for step in open_steps(kingdom) if not is_used_up(kingdom.month, step)]


BUILDS, BUILD = "settlement build", T("Build…")
_BEGINS: Mapping[str, Mapping[str, T]] = {
    MonthStep.HEXES: {"hex claim": T("Claim a hex…"), "hex abandon": T("Abandon a hex…")},
    MonthStep.TERRAIN: {"hex improve": T("Improve a hex…"), "hex prepare": T("Prepare a site…")},
}


def begins(state: Any, step: Step) -> Mapping[str, T]:
    """The commands that begin what can be done at a kingdom's step, with what their buttons say."""
    if step.name == MonthStep.SETTLEMENTS:
        return {BUILDS: BUILD} if state.settlements else {}
    if step.name == MonthStep.OPEN:
        return {BUILDS: BUILD} if builds_first(state) else {}
    return _BEGINS.get(step.name, {})


def builds_first(kingdom: Kingdom) -> bool:
    """Whether it may build before its first month, and has a settlement to build in."""
    is_founded = kingdom.stage is Stage.STANDING and is_founding_time(kingdom)
    return is_founded and bool(kingdom.settlements)


def left_open(kingdom: Kingdom) -> Sequence[MonthStep]:
    """The optional steps of its phase that are still to be finished, whether or not their turn has come."""
    month = kingdom.month
    steps = steps_of(month, month.phase)
    return [step for step in steps if step in OPTIONAL and not month.is_over(step)]


def ends_by_saying_so(kingdom: Kingdom) -> bool:
    """Whether all that is left of its phase is optional: then it can be ended as a whole."""
    month = kingdom.month
    left = {step for step in steps_of(month, month.phase) if not month.is_over(step)}
    if is_vacant(kingdom, Role.TREASURER):
        left.discard(MonthStep.TAXES)
    return bool(left) and left <= set(OPTIONAL)


def is_first_left(kingdom: Kingdom, step: str) -> bool:
    """Whether a step is the first at which there is something left to do."""
    return step == steps_left(kingdom)[0]


def is_for_steward(kingdom: Kingdom, step: str) -> bool:
    """Whether the rest of the month may be left to the steward there: not at what only people take."""
    if kingdom.steward is None or kingdom.is_in_anarchy or step in (MonthStep.LOSE_HEX, MonthStep.CLOSE):
        return False
    return is_first_left(kingdom, step)


def is_open(kingdom: Kingdom, step: MonthStep) -> bool:
    """True if that step can be taken now."""
    return step in open_steps(kingdom)


def is_founding_time(kingdom: Kingdom) -> bool:
    """Whether its first month has not begun: the founding's own buildings are built then (R092)."""
    return kingdom.month.number == 1 and kingdom.month.phase is Phase.BEFORE


def done(kingdom: Kingdom, *steps: MonthStep) -> Kingdom:
    """The kingdom with those steps of its month marked as done."""
    month = kingdom.month
    for step in steps:
        month = month.marked(step)
    return replace(kingdom, month=month)


# -- what follows -------------------------------------------------------------------------------------


def advance(
    kingdom: Kingdom,
    size: int,
    *,
    in_any_order: bool,
    entry: int,
    has_vacancies: bool = False,
) -> Kingdom:
    """The kingdom once every step that nothing is to do at has been passed over, and phases have moved on.

    `has_vacancies`: there are magic item slots to roll for. `entry` becomes the revision of what opens by it.
    """
    while True:
        idle = (each for each in open_steps(kingdom) if not _is_needed(kingdom, each, size))
        step = next((each for each in idle if each is not MonthStep.ITEMS or not has_vacancies), None)
        if step is not None:
            kingdom = replace(kingdom, month=kingdom.month.marked(step, _mark_passed(kingdom.month, step)))
        elif not steps_left(kingdom) and kingdom.month.phase is not Phase.EVENT:
            kingdom = done(kingdom, *open_steps(kingdom))
            kingdom = _next_phase(kingdom, size, in_any_order=in_any_order)
        else:
            return _open(kingdom, entry)


def _mark_passed(month: Month, step: MonthStep) -> Mark:
    """How a step ends at which nothing is left: what stands for events is done once all of them are told."""
    return Mark.DONE if step in FOR_EVENTS and step.value in month.opened else Mark.NOT_NEEDED


def _is_needed(kingdom: Kingdom, step: MonthStep, size: int) -> bool:
    """Whether there is anything to do at a step that has come up."""
    month = kingdom.month
    if month.phase is Phase.UPKEEP and not size:
        return False
    if kingdom.is_in_anarchy and step not in IN_ANARCHY:
        return False
    match step:
        case MonthStep.STAND_IN:
            return month.stand_in is not None and is_vacant(kingdom, Role.RULER)
        case MonthStep.ENFORCER:
            # With no Unrest there is nothing to reduce (R036).
            held = kingdom.held_by(Role.ROYAL_ENFORCER)
            return kingdom.unrest > 0 and any(is_present(kingdom, e) and not e.has_died for e in held)
        case MonthStep.LOSE_HEX:
            return kingdom.unrest >= LOSE_HEX_AT
        case MonthStep.TAXES:
            return not is_vacant(kingdom, Role.TREASURER)
        case MonthStep.CONTINUING | MonthStep.RESOLVE:
            return any(unresolved(kingdom))
        case _:
            # Of the items nothing is known here.
            return step is not MonthStep.ITEMS


def _next_phase(kingdom: Kingdom, size: int, *, in_any_order: bool) -> Kingdom:
    phase = PHASES[PHASES.index(kingdom.month.phase) + 1]
    month = replace(kingdom.month, phase=phase)
    if phase is Phase.EDICT:
        # What was built at the founding does not count against the first month's limit (R092).
        used: Mapping[Limit, int] = {**month.used, Limit.BUILDINGS: 0}
        month = replace(month, size=size, in_any_order=in_any_order, used=used)
        month = replace(month, has_housed=False, has_magic=False)
    kingdom = settled_edicts(kingdom) if phase is Phase.INCOME else kingdom
    return replace(kingdom, month=month, changes=lasting(kingdom.changes, kingdom.month, month))


def _open(kingdom: Kingdom, entry: int) -> Kingdom:
    before = kingdom.month.opened
    names = [step.value for step in open_steps(kingdom)] + [RESTART] * kingdom.is_in_anarchy
    opened = {name: before.get(name, entry) for name in names}
    return kingdom if opened == before else replace(kingdom, month=replace(kingdom.month, opened=opened))


def stands(now: Kingdom, then: Kingdom) -> tuple[Safe, Safe] | None:
    """Which month is open again, and where it stands, once an undo puts back the state of `then`."""
    month, at = then.month, open_steps(then)
    if now.month.number < month.number:
        return T("Month {n}")(n=now.month.number), T("over again")()
    what = T("Month {n}")(n=month.number)
    if now.month.number > month.number:
        return what, T("open again, at {phase:upper}")(phase=month.phase)
    if month.phase is Phase.BEFORE is not now.month.phase:
        return what, T("yet to open")()
    # Of several that can be taken, the first that can again.
    reopened = [each for each in MonthStep if now.month.is_over(each) and not month.is_over(each)]
    if now.month.marks == month.marks or not (reopened or at):
        return None
    return what, T("at {step} again")(step=(*reopened, *at)[0])


# -- the clock ----------------------------------------------------------------------------------------


def stands_still(kingdom: Kingdom) -> bool:
    """Whether a game master must act before it goes on: frozen, or in anarchy without Upkeep (R018)."""
    return kingdom.frozen is not None or (kingdom.is_in_anarchy and not kingdom.runs_in_anarchy)


def is_standing(kingdom: Kingdom) -> bool:
    """Whether it was founded, and didn't end."""
    return kingdom.stage is Stage.STANDING


def goes_on(kingdom: Kingdom) -> bool:
    """Whether its months go on as usual: then all that its chapters ask of its people waits."""
    return is_standing(kingdom) and kingdom.frozen is None and not kingdom.is_in_anarchy


def with_restart(kingdom: Kingdom, entry: int) -> Kingdom:
    """With that entry as the one since which it stands still, unless it stood before."""
    if RESTART in kingdom.month.opened:
        return kingdom
    opened = {**kingdom.month.opened, RESTART: entry}
    return replace(kingdom, month=replace(kingdom.month, opened=opened))


# -- Whose move something is, and who may do it: the role, its stand-in, a proxy, or a game master (R044) --


class Acting(Protocol):
    """Who wants to do something, and by which settings: a world, or whoever looks at a preview."""

    @property
    def actor(self) -> int:
        """The person."""
        ...

    @property
    def standing(self) -> Standing:
        """Their place in the campaign."""
        ...

    def setting(self, setting: Setting) -> str:
        """What the campaign decided."""
        ...


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at a preview, as the rules ask for whoever acts."""

    actor: int
    standing: Standing
    campaign_view: CampaignView

    def setting(self, setting: Setting) -> str:
        """What the campaign decided."""
        return setting.of(self.campaign_view.campaign.settings)


def looker(view: CampaignView) -> Looker:
    """The viewer, as steps ask about them."""
    return Looker(view.viewer.user or 0, view.viewer.standing, view)


def players(kingdom: Kingdom, task: Task) -> Sequence[int]:
    """The players whose roles do that, those asked first before; the Ruler's where none of them has one."""
    roles = kingdom.roles_for(task)
    found = [player for role in roles for player in _of(kingdom, role)]
    return list(dict.fromkeys(found or _of(kingdom, Role.RULER)))


def _of(kingdom: Kingdom, role: Role) -> list[int]:
    if role is Role.RULER and is_vacant(kingdom, role) and kingdom.month.stand_in is not None:
        role = kingdom.month.stand_in
    return [each.player for each in kingdom.held_by(role) if each.player is not None and not each.has_died]


def assignee(kingdom: Kingdom, task: Task) -> int | None:
    """The one player who is asked; None: the game masters."""
    return next(iter(players(kingdom, task)), None)


def whose_task(kingdom: Kingdom, asker: int | None, task: Task) -> Iterator[str]:
    """Whose decision it is, where it is not the asker's own; the Ruler may do what any leader may."""
    own = players(kingdom, task)
    if own and asker not in (*own, *(each.player for each in kingdom.held_by(Role.RULER))):
        says = T("This is up to {people:or}")
        yield says(people=[T("{player:@}")(player=each) for each in own])


def asked_at(kingdom: Kingdom, step: MonthStep) -> int | None:
    """The one player whom a step asks; None: the game masters. A month is the Ruler's to open and close."""
    if step in (MonthStep.OPEN, MonthStep.CLOSE):
        return next(iter(_of(kingdom, Role.RULER)), None)
    task = ASKS[step]
    return assignee(kingdom, task) if task is not None else None


def turns(kingdom: Kingdom) -> Turns:
    """Whom the month asks now, and whom next: of its steps one after another, as far as they are known."""
    if not goes_on(kingdom):
        return (), ()
    month, now = kingdom.month, [asked_at(kingdom, each) for each in steps_left(kingdom)]
    ahead = (
        each
        for phase in PHASES[PHASES.index(month.phase) :]
        for each in steps_of(month, phase)
        if not month.is_over(each) and each not in open_steps(kingdom) and each not in FOR_EVENTS
    )
    later = (asked_at(kingdom, each) for each in ahead if _is_needed(kingdom, each, 1))
    return now, [who for who in later if who not in now][:1]


def acted_for(acting: Acting, kingdom: Kingdom, *tasks: Task) -> int | None:
    """Whom the actor does one of those tasks for; None where it is the actor's own.

    Raises NotAllowed naming whose it is: decisions belong to the role, checks by default to any player.
    """
    own = [player for task in tasks for player in players(kingdom, task)]
    if acting.actor in own:
        return None
    # The Ruler may do what any leader may.
    may_anything = (*kingdom.proxies, *_of(kingdom, Role.RULER))
    is_leading = acting.standing is Standing.GAME_MASTER
    if is_leading or acting.actor in may_anything or _may_any(acting, tasks):
        return next(iter(own), None)
    who = T(" (no player)")()
    if own:
        who = T(" ({players:or})")(players=[T("{player:@}")(player=each) for each in own])
    says = T("Only the {roles:or}{who}, a game master or their proxy can do that.")
    raise NotAllowed(says(roles=kingdom.roles_for(tasks[0]), who=who))


def acted_for_leader(acting: Acting, kingdom: Kingdom, player: int | None, *tasks: Task) -> int | None:
    """The same for what is that leader's own affair, or whose tasks those are. Raises NotAllowed."""
    if player is not None and acting.actor == player:
        return None
    acted_for(acting, kingdom, *tasks)
    own = [each for task in tasks for each in players(kingdom, task)]
    return None if acting.actor in (*own, *_of(kingdom, Role.RULER)) else player


def _may_any(acting: Acting, tasks: Sequence[Task]) -> bool:
    ruling = acting.setting(WHO_ROLLS)
    return ruling == "anyone" or (ruling == "rolls" and all(task.is_roll for task in tasks))


def may_stand_in(kingdom: Kingdom) -> list[Role]:
    """Who may stand in for a missing Ruler, and was not chosen yet (R040)."""
    if not is_vacant(kingdom, Role.RULER) or kingdom.month.stand_in is not None:
        return []
    return [role for role in STAND_INS if any(is_present(kingdom, each) for each in kingdom.held_by(role))]


# -- what the action of a step asks first -------------------------------------------------------------


R = TypeVar("R")
Refuse = Callable[[UserError], None]


def refused_outright(refusal: UserError) -> None:
    """Raise the refusal."""
    raise refusal


def note_refusal(refuse: Refuse, check: Callable[..., R], *of: Any) -> R | None:
    """What a check gives; what it raises goes to `refuse`, which a preview only notes."""
    try:
        return check(*of)
    except UserError as refusal:
        refuse(refusal)
        return None


# How each step is told that must be done before others.
_BEFORE: Final[Mapping[MonthStep, T]] = {
    MonthStep.OPEN: T("open the month"),
    MonthStep.STABILITY: T("roll Stability"),
    MonthStep.CONSUMPTION: T("pay Consumption"),
    MonthStep.ITEMS: T("roll for magic items"),
    MonthStep.UNREST: T("modify Unrest"),
    MonthStep.STAND_IN: T("roll for who stands in for the Ruler"),
    MonthStep.ENFORCER: T("settle what the Royal Enforcer does"),
    MonthStep.LOSE_HEX: T("choose the hex to lose"),
    MonthStep.TAXES: T("collect taxes"),
    MonthStep.CONTINUING: T("settle the events that go on"),
    MonthStep.EVENT: T("roll for an event"),
    MonthStep.RESOLVE: T("settle this month's events"),
    MonthStep.CLOSE: T("close the month"),
}
END_OF_PHASE: Final = "end"


def require_open(kingdom: Kingdom, step: MonthStep) -> None:
    """See that a step can be taken now. Raises RuleViolation saying what comes first, and offering it."""
    month = kingdom.month
    if step in open_steps(kingdom):
        return
    if month.is_over(step):
        raise refused("month.is_over", "“{step}” is over for this month.", step=step)
    first, presses = _first(kingdom, step)
    refusal = refused("month.not_yet", "Not yet: {first} first.", first=first)
    refusal.first = tuple((each.value, choice) for each, choice in presses)
    raise refusal


def _first(kingdom: Kingdom, step: MonthStep) -> tuple[Safe, Sequence[tuple[MonthStep, str]]]:
    """What comes before a step, and the choices that lead there: a phase ended, or a step taken."""
    month, now = kingdom.month, steps_left(kingdom)
    must = [each for each in now if each not in OPTIONAL]
    if must:
        return _BEFORE[must[0]](), [(must[0], "do")]
    if step not in STEPS[month.phase]:
        return T("end the {phase} phase")(phase=month.phase), [(now[0], END_OF_PHASE)]
    return T("finish {steps}")(steps=now), [(each, "finish") for each in now]


def at_step(world: World, kingdom: Kingdom, step: MonthStep) -> None:
    """The same for what a preview shows at any time: it only notes that it is not the time for it."""
    note_refusal(world.refuse, require_open, kingdom, step)


def acting_for(world: World, kingdom: Kingdom, *tasks: Task) -> int | None:
    """Whom the actor does one of those tasks for, as `acted_for`; a preview only notes whose it is."""
    return note_refusal(world.refuse, acted_for, world, kingdom, *tasks)


def require_leader(world: World, kingdom: Kingdom) -> None:
    """See that a game master or one of its leaders acts. Raises NotAllowed."""
    leaders = {each.player for each in kingdom.leaders if not each.has_died}
    is_trusted = world.actor in leaders or world.actor in kingdom.proxies
    if not is_trusted and world.standing is not Standing.GAME_MASTER and world.setting(WHO_ROLLS) != "anyone":
        raise refused(
            "month.for_leaders",
            "Only a leader of {name:60} or a game master can do that.",
            NotAllowed,
            name=kingdom.name,
        )


# -- Leaders who have to choose: a Ruler's attributes (R033), and a new Spymaster's (R035) -----------------


def undecided_ruler(state: Kingdom) -> Leader | None:
    """The Ruler who has one more to choose; of two who are married the first, who chooses for both."""
    rulers = [each for each in state.held_by(Role.RULER) if not each.has_died]
    return next((each for each in rulers if missing_attributes(state, each)), None)


def new_spymaster(state: Kingdom) -> Leader | None:
    """The Spymaster who may choose now and never did."""
    held = [each for each in state.held_by(Role.SPYMASTER) if not each.has_died and not each.attributes]
    return held[0] if held and is_open(state, MonthStep.LEADERSHIP) else None


def missing_attributes(state: Kingdom, ruler: Leader) -> int:
    return max(0, state.ruler_choices - len(ruler.attributes))


def asked_anew(state: Kingdom, entry: int) -> Kingdom:
    """The kingdom with the entries by which those steps opened: who is asked is mentioned once."""
    ruler = _since(state.choice_opened, entry, is_asked=undecided_ruler(state) is not None)
    spymaster = _since(state.spymaster_opened, entry, is_asked=new_spymaster(state) is not None)
    renown = _since(state.renown_opened, entry, is_asked=state.renown_left > 0)
    if (ruler, spymaster, renown) == (state.choice_opened, state.spymaster_opened, state.renown_opened):
        return state
    return replace(state, choice_opened=ruler, spymaster_opened=spymaster, renown_opened=renown)


def _since(opened: int, entry: int, *, is_asked: bool) -> int:
    return (opened or entry) if is_asked else 0
