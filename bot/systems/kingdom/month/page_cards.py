"""What an open step would do, in a line: the roll that is needed, the chance of each outcome, the price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from bot.engine.card import Button, Card, Tone, step_buttons
from bot.engine.drawing import leads, shows
from bot.engine.event import sentence
from bot.engine.people import Standing
from bot.engine.system import RecordId, Step
from bot.engine.text import Safe, T, listed
from bot.play import CampaignView, Post, RecordView
from bot.systems.kingdom.abroad.vassals import loyalty_check, subjugated
from bot.systems.kingdom.book import Attribute, Limit, Mark, MonthStep, Phase, Stage
from bot.systems.kingdom.checks import SIDES, check, percent, roll_line
from bot.systems.kingdom.events import cards as events_cards
from bot.systems.kingdom.founding import cards as founding_cards
from bot.systems.kingdom.kingdom_view import (
    GAME_MASTERS,
    divided,
    kingdom_controls,
    public_controls,
    realm_on,
    realm_seen,
    role_list,
    who_moves,
)
from bot.systems.kingdom.land.losses import RECLAIM, doomed, must_recover, reclaim_check
from bot.systems.kingdom.land.map_cards import ground_button
from bot.systems.kingdom.leaders.division import suggested
from bot.systems.kingdom.month.cards import between
from bot.systems.kingdom.month.income import earned
from bot.systems.kingdom.month.rules import grievances
from bot.systems.kingdom.realm import KINGDOM, Realm, left, open_districts, require_standing
from bot.systems.kingdom.settling import CONSEQUENCES, PhaseBegan, anarchy_nears, event_chance
from bot.systems.kingdom.sources import consumption_bill, figures
from bot.systems.kingdom.state import NAME_LENGTH, Kingdom, Marked, with_unrest
from bot.systems.kingdom.steps import (
    DIVISION,
    LIMITED,
    PHASES,
    STEPS,
    is_founding_time,
    is_used_up,
    open_steps,
    stands_still,
    steps_of,
)
from bot.systems.kingdom.steward.orders import orders_line
from bot.systems.kingdom.towns.items import MOST_ASKED, nameless
from bot.systems.kingdom.towns.state import TOWN, vacancies
from bot.ui.text import clip, safe

# So many settlements are told of by name.
MOST_MARKETS = 5


def step_notes(realm: Realm, step: str) -> str:
    """What that step would do now, by its name; empty where there is nothing to foretell."""
    if step.startswith(RECLAIM):
        made = reclaim_check(realm, RecordId(step.removeprefix(RECLAIM)))
        return T("{needs} · failure: again next month")(needs=made.sentence()) if made is not None else ""
    tell = _TELLERS.get(step)
    return tell(realm) if tell is not None else events_cards.event_notes(realm, step)


def _stability(realm: Realm) -> str:
    """Its three ends, but for those that can't come about."""
    made = check(realm, Attribute.STABILITY)
    bad = 1 - made.chance - made.mild
    success = T("Unrest −1") if realm.kingdom.unrest else T("+1 BP")
    ends = [f"{made.sentence()} → {success()}" if made.chance else made.sentence()]
    ends += [T("{chance} → Unrest +1")(chance=percent(made.mild))] if made.mild else []
    ends += [T("{chance} → Unrest +1d4")(chance=percent(bad))] if bad else []
    return " · ".join(ends)


def _consumption(realm: Realm) -> Safe:
    """What step 2 leaves, and what goes into Granaries or comes out of them."""
    bill, treasury = consumption_bill(realm), realm.kingdom.treasury
    left = treasury - bill.paid
    debt = T(", and Unrest +2 for being below 0") if left < 0 else ""
    if bill.stored < 0:
        return T("Costs {cost} BP, {out} of it from the Granaries: leaves {left}{debt}")(
            cost=bill.paid - bill.stored, out=-bill.stored, left=left, debt=debt
        )
    kept = T(", and {stored} BP goes into the Granaries")(stored=bill.stored) if bill.stored else ""
    return T("Costs {cost} of {treasury} BP: leaves {left}{debt}{kept}")(
        cost=bill.paid, treasury=treasury, left=left, debt=debt, kept=kept
    )


def _items(realm: Realm) -> str:
    """Where an item may come up, and how likely; once for each district."""
    found: dict[RecordId, tuple[int, int]] = {}
    for id_, district in open_districts(realm):
        districts, slots = found.get(id_, (0, 0))
        found[id_] = districts + 1, slots + len(vacancies(realm.towns[id_], district))
    if not found:
        return ""
    town = T(
        "{name:40} {districts:{districts} district|{districts} districts}, "
        "{slots:{slots} vacant slot|{slots} vacant slots}"
    )
    towns = [
        town(name=realm.towns[id_].name, districts=districts, slots=slots)
        for id_, (districts, slots) in list(found.items())[:MOST_MARKETS]
    ]
    more = len(found) - len(towns)
    towns += [T("{more} more")(more=more)] if more else []
    return T("An item turns up on 51+ (50%), one roll for each district: {towns}")(
        towns=Safe("; ".join(towns))
    )


def _unrest(realm: Realm) -> Safe:
    found = list(grievances(realm))
    total = sum(each.unrest for each in found)
    told = list[Safe]()
    if total:
        says = T("Unrest {total:+}: {grievances}")
        told.append(says(total=total, grievances=[each.sentence() for each in found]))
    for each in subjugated(realm):
        needs = loyalty_check(realm, each).sentence()
        told.append(T("For {vassal:60}, {needs}, else Unrest +1d4")(vassal=each.name, needs=needs))
    return Safe(" · ".join(told)) if told else T("Adds nothing to Unrest")()


def _enforcer(realm: Realm) -> Safe:
    calmer = replace(realm, kingdom=with_unrest(realm.kingdom, -1))
    needed = check(calmer, Attribute.LOYALTY).sentence()
    return T("Unrest −1 either way · {needs}, else Loyalty −1 for good")(needs=needed)


def _taxes(realm: Realm) -> str:
    """The least and the most that a success and a failure bring, what a sponsor takes off."""
    made = check(realm, Attribute.ECONOMY)
    results = [made.of(die) for die in range(1, SIDES + 1)]
    good = tuple(earned(realm, each).net for each in results if each.is_success)
    bad = tuple(earned(realm, each).net for each in results if not each.is_success)
    ends = [f"{made.sentence()} → {T('{points} BP')(points=between(good))}" if good else made.sentence()]
    ends += [T("otherwise {points} BP")(points=between(bad))] if bad else []
    return " · ".join(ends)


def _division(realm: Realm) -> Safe:
    """Who could take care of what."""
    each = T("{area} {player:@}")
    found = [each(area=share.area, player=share.player) for share in suggested(realm.kingdom)]
    return T("Suggested, and asked only once: {shares}")(shares=Safe(" · ".join(found)))


def _recovery(realm: Realm) -> str:
    """What becomes of a kingdom that lost its last hex, unless it recovers before (R022)."""
    if not must_recover(realm):
        return ""
    until = T("Before this month closes") if doomed(realm) else T("By the end of next month")
    return T(
        "**The last hex is lost.** {until} the kingdom must claim a hex and found or claim a settlement, or "
        "it is destroyed."
    )(until=until)


_TELLERS: Mapping[str, Callable[[Realm], str]] = {
    MonthStep.STABILITY.value: _stability,
    MonthStep.CONSUMPTION.value: _consumption,
    MonthStep.ITEMS.value: _items,
    MonthStep.UNREST.value: _unrest,
    MonthStep.STAND_IN.value: lambda realm: T("{needs}, else Unrest +1")(
        needs=check(realm, Attribute.LOYALTY).sentence()
    ),
    MonthStep.ENFORCER.value: _enforcer,
    MonthStep.LOSE_HEX.value: lambda realm: T(
        "Unrest is {unrest}: from 11 on you lose one hex, your choice"
    ).of(realm.kingdom),
    MonthStep.TAXES.value: _taxes,
    MonthStep.EVENT.value: lambda realm: T("{chance}% chance of an event")(chance=event_chance(realm)),
    MonthStep.CLOSE.value: _recovery,
    DIVISION: _division,
}


# -- Magic items that wait for a name, under the cards of their kingdom or settlement ----------------------


def towns_of(post: Post, kingdom: RecordId) -> list[RecordView]:
    """The settlements of a kingdom that came with a post about it."""
    towns = (each for each in post.records.values() if each.kind == TOWN.name)
    return [each for each in towns if each.state.kingdom == kingdom]


def with_unnamed(card: Card, towns: Iterable[RecordView]) -> Card:
    """The card with what must be named in those settlements: the first few, the others follow."""
    lines, buttons = unnamed(towns)
    return card.add(*lines, buttons=buttons)


def unnamed(towns: Iterable[RecordView], *, is_brief: bool = True) -> tuple[list[str], list[Button]]:
    """What must be named in those settlements, and the buttons for it; in brief a line for each of them."""
    found = [town for town in towns if town.kind == TOWN.name and town.steps]
    asked = [(town, step) for town in found for step in town.steps][:MOST_ASKED]
    buttons = [button for town, step in asked for button in step_buttons(town.id, (step,))]
    if not is_brief:
        return [_move(GAME_MASTERS(), safe(step.label, 200)) for _, step in asked], buttons
    what = T("{town:60}: {count} {count:item|items} to name")
    brief = [what(town=town.title, count=nameless(town.state)) for town in found]
    return [_move(GAME_MASTERS(), each) for each in brief], buttons


def card_of(post: Post) -> Card | None:
    """A plain card for what no part draws: a line an event. None where nothing of it is ours."""
    every = (sentence(each) for each in post.entry.events if not isinstance(each, CONSEQUENCES))
    lines = tuple(line for line in every if line is not None)
    return Card(safe(post.subject.title, 100), lines) if post.subject is not None and lines else None


def drawn_up(post: Post) -> Card | None:
    """The one card of a kingdom that is being drawn up, with what it doesn't say by itself; else None."""
    record = post.subject
    is_draft = record is not None and record.kind == KINGDOM.name and record.state.stage is Stage.FOUNDING
    if record is None or not is_draft or post.newer is not None:
        return None
    news = (sentence(each) for each in post.entry.events if not getattr(each, "stands_on_card", False))
    title = T("{name:60} is being drawn up")(name=record.title)
    return with_month(Card(title, tuple(filter(None, news))), record, post)


def standing(card: Card | None, post: Post) -> Card | None:
    """The card with what it changed and, on the newest one about a kingdom, where its month stands."""
    record = post.subject
    if card is None or record is None:
        return card
    if record.kind != KINGDOM.name:
        return card if post.newer is not None else with_unnamed(card, (record,))
    entry = post.entry
    if entry.acted_for is not None:
        card = card.add(T("{actor:@} acted for {leader:@}.")(actor=entry.actor, leader=entry.acted_for))
    # On the newest card that heads the month as it stands.
    is_newest = post.newer is None and bool(record.steps)
    for event in entry.events:
        if isinstance(event, CONSEQUENCES) and not (is_newest and isinstance(event, PhaseBegan)):
            card = card.add(*filter(None, (sentence(event),)))
    return card if post.newer is not None else with_month(card, record, post)


@shows(TOWN.name)
def _show_town(record: RecordView, _post: Post) -> Card:
    """A settlement under news that have no card of their own."""
    return with_unnamed(Card(safe(record.title, 100)), (record,))


@shows(KINGDOM.name)
def _show_kingdom(record: RecordView, post: Post) -> Card:
    """A kingdom under news that have no card of their own; it mentions nobody."""
    return replace(with_month(Card(safe(record.title, 100)), record, post), asks=())


def with_month(card: Card, record: RecordView, post: Post) -> Card:
    """The card with the phase, each open step and its buttons."""
    state = cast(Kingdom, record.state)
    if not record.steps:
        return card
    if state.stage is Stage.STANDING:
        begun = post.entry.event(PhaseBegan)
        heading = T("**Month {month}** · {phase}")(month=state.month.number, phase=state.month.phase)
        card = card.add("", (sentence(begun) or "") if begun is not None else heading, *anarchy_nears(state))
    realm = realm_on(post)
    if state.stage is Stage.FOUNDING and realm is not None:
        card = card.add("", *founding_cards.founding_lines(realm), "")
    lines = [*_moves(record.steps, state, realm)]
    if state.month.phase is Phase.EDICT and realm is not None:
        lines += _left(realm)
    to_name, names = unnamed(towns_of(post, record.id))
    is_leadership = MonthStep.LEADERSHIP.value in {each.name for each in record.steps}
    is_time = state.stage is Stage.FOUNDING or is_founding_time(state) or is_leadership
    roles = role_list(record.id, state) if is_time else ()
    buttons, selects = public_controls(record, names, roles)
    asks = _news(record.steps, post)
    tone = Tone.ASKS if asks else card.tone
    return replace(card.add(*lines, *to_name, buttons=buttons, selects=selects), asks=asks, tone=tone)


def _moves(steps: Sequence[Step], state: Kingdom, realm: Realm | None) -> Iterator[str]:
    """The open steps, each with what it would do; those that are open together a line for each person."""
    together = [each for each in steps if each.name in TOGETHER]
    for who in dict.fromkeys(map(who_moves, together)):
        theirs = [each for each in together if who_moves(each) == who]
        yield _move(who, ", ".join(safe(short_label(each, state), 200) for each in theirs))
        yield from (line for each in theirs for line in _foretold(each, realm))
    for step in steps:
        if step.name not in TOGETHER:
            yield from step_lines(step, state, realm)


def step_lines(step: Step, state: Kingdom, realm: Realm | None) -> Iterator[str]:
    """An open step: whose move it is, and what it would do, as far as that can be foretold."""
    yield _move(who_moves(step), safe(short_label(step, state), 200))
    yield from _foretold(step, realm)


def _foretold(step: Step, realm: Realm | None) -> Iterator[str]:
    foretold = step_notes(realm, step.name) if realm is not None else ""
    if foretold:
        yield f"-# {foretold}"


def _move(who: str, what: str) -> str:
    return f"→ **{what}**: {who}"


def short_label(step: Step, state: Kingdom) -> str:
    """A step's label without the kingdom and month that stand before it among all that waits."""
    name = clip(state.name, NAME_LENGTH)
    label = step.label.removeprefix(name).partition(": ")[2] or step.label
    return f"{label[:1].upper()}{label[1:]}"


def _news(steps: Sequence[Step], post: Post) -> tuple[int, ...]:
    """Whom a step asks that opened with this very entry: players who are still with us, but not the actor."""
    new = (step.who for step in steps if step.revision == post.entry.number and step.who is not None)
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    return tuple(
        dict.fromkeys(who for who in new if who != post.entry.actor and post.campaign.standing(who) in here)
    )


# -- The month's page: its four phases, every step in order, and what is open now --------------------------


# In these phases steps are open together.
TOGETHER = {step.value for phase in (Phase.EDICT, Phase.INCOME) for step in STEPS[phase]}
# These come up only when they are needed.
RARE = (MonthStep.ITEMS, MonthStep.STAND_IN, MonthStep.LOSE_HEX)


def month_page(record: RecordView, realm: Realm, own: Sequence[Step], asker: int) -> Card:
    """The month as it stands, the asker's moves first, with the buttons of the `own` steps they may take.

    Raises RuleViolation before the founding.
    """
    state = realm.kingdom
    if not (stands_still(state) or state.is_in_anarchy):
        require_standing(state)
    phases = [phase for phase in PHASES if phase is not Phase.BEFORE]
    fields = tuple(
        (
            T("{number} · {phase}{now}")(
                number=number, phase=phase, now=T(" (now)") if phase is state.month.phase else ""
            ),
            "\n".join(lines),
        )
        for number, phase in enumerate(phases, 1)
        if (lines := [*_phase(record, realm, phase)])
    )
    tone = Tone.BAD if stands_still(state) else Tone.PLAIN
    title = T("{name:60}, month {month}: {phase}")(
        name=record.title, month=state.month.number, phase=state.month.phase
    )
    buttons, selects = kingdom_controls(record.id, state, own)
    mine = [short_label(each, state) for each in own if each.who == asker]
    yours = [T("**Your move:** {moves}")(moves=mine)] if mine else []
    return Card(title, (*yours, *_top(record, realm)), fields, tone, buttons, selects=selects)


@leads(KINGDOM.name)
def game_masters_page(record: RecordView, view: CampaignView) -> Card:
    """What waits for the game masters, with their buttons."""
    realm = realm_seen(record, view.records, view.campaign.settings)
    towns = [each for each in view.all(TOWN.name) if each.state.kingdom == record.id]
    _, steps = divided(record.steps)
    lines, names = unnamed(towns, is_brief=False)
    told = [*(line for each in steps for line in step_lines(each, record.state, realm)), *lines]
    nothing = T("Nothing waits for a game master now.")
    title = T("{name:60}: for game masters")(name=record.title)
    buttons, selects = kingdom_controls(record.id, record.state, steps, *names, ground_button())
    return Card(title, (*told,) or (nothing(),), tone=Tone.QUIET, buttons=buttons, selects=selects)


def _top(record: RecordView, realm: Realm) -> Iterator[str]:
    """The numbers of the month, and what waits beside its steps."""
    state, numbers = realm.kingdom, figures(realm)
    yield T(
        "Economy **{economy}** · Loyalty **{loyalty}** · Stability **{stability}** · "
        "Control DC **{control_dc}**"
    ).of(numbers)
    yield T(
        "Unrest **{unrest}** · Treasury **{treasury} BP** · Consumption **{consumption}** · Size **{size}**"
    ).of(numbers)
    yield from anarchy_nears(state)
    if state.frozen is not None:
        yield T("**Frozen**: {reason:100}")(reason=state.frozen)
    elif state.is_in_anarchy:
        yield T("**Anarchy**: the kingdom can't act, and {upkeep}, until a game master restores order.")(
            upkeep=T("Upkeep goes on with every check at 0")
            if state.runs_in_anarchy
            else T("its months are frozen")
        )
    if recovery := _recovery(realm):
        yield recovery
    if state.steward is not None:
        yield T("-# Steward: {orders}")(orders=orders_line(state.steward))
    own = {step.value for steps in STEPS.values() for step in steps} - {MonthStep.OPEN.value}
    for waits in record.steps:
        if waits.name not in own and not _is_event(waits):
            yield from step_lines(waits, state, realm)


def _is_event(waits: Step) -> bool:
    """Whether it asks for an event's outcome: those stand for a step of the Event phase."""
    return waits.name.startswith("event-")


# -- a phase ------------------------------------------------------------------------------------------


def _phase(record: RecordView, realm: Realm, phase: Phase) -> Iterator[str]:
    """Its steps: those over, those open now, and those to come; what nothing is to do at comes last."""
    state, steps = realm.kingdom, steps_of(realm.kingdom.month, phase)
    waits = {each.name: each for each in record.steps}
    marks = {mark.step: mark for mark in state.month.marks}
    over = [step for step in steps if step in marks and marks[step].how is not Mark.NOT_NEEDED]
    # What is past and went its way needs one line in all.
    is_plain = phase is not state.month.phase and all(_is_plain(state, marks[step]) for step in over)
    if over and is_plain:
        yield T("✓ Done: {steps:,}")(steps=over)
    for step in steps:
        if step in over and not is_plain:
            yield _over(state, marks[step])
        elif step.value in waits:
            yield from step_lines(waits[step.value], state, realm)
        elif phase is state.month.phase and step not in marks and is_used_up(state.month, step):
            yield _done(state, step)
    if phase is state.month.phase is Phase.EVENT:
        events = [each for each in record.steps if _is_event(each)]
        yield from (line for each in events for line in step_lines(each, state, realm))
    if phase is state.month.phase is Phase.EDICT:
        yield from _left(realm)
    yield from _rest(state, steps, marks)


def _left(realm: Realm) -> Iterator[Safe]:
    """What is left of the month's limits, at the steps that are not over."""
    month = realm.kingdom.month
    steps = [each for each in LIMITED if not month.is_over(each) and not is_used_up(month, each)]
    allowed = [limit for limit in Limit if any(limit in LIMITED[each] for each in steps)]
    if allowed:
        counted = [_counted(limit, left(realm, limit)) for limit in allowed]
        yield T("-# Left this month: {limits}")(limits=counted)


def _rest(state: Kingdom, steps: Sequence[MonthStep], marks: Mapping[MonthStep, Marked]) -> Iterator[str]:
    """What is still to come, and what nothing is to do at."""
    reached = open_steps(state)
    listed = [*(() if stands_still(state) else reached), *(step for step in RARE if step not in reached)]
    listed += [step for step in steps if is_used_up(state.month, step)]
    later = [step for step in steps if step not in marks and step not in listed]
    if later:
        yield T("-# Later: {steps:,}")(steps=later)
    idle = [step for step in steps if step in marks and marks[step].how is Mark.NOT_NEEDED]
    if idle:
        yield T("-# – Nothing to do: {steps:,}")(steps=idle)


def _is_plain(state: Kingdom, mark: Marked) -> bool:
    """Whether a step was done without a check."""
    return mark.how is Mark.DONE and not any(each.step == mark.step.value for each in state.month.rolls)


def _over(state: Kingdom, mark: Marked) -> Safe:
    """A step that is over: passed over, a check, or how much of what the month limits was done in it."""
    if mark.how is Mark.SKIPPED:
        why = T(" ({reason:40})")(reason=mark.reason) if mark.reason else ""
        return T("» {step}: skipped{why}")(step=mark.step, why=why)
    roll = next((each for each in state.month.rolls if each.step == mark.step.value), None)
    if roll is not None:
        return roll_line(roll)
    return _done(state, mark.step)


def _done(state: Kingdom, step: MonthStep) -> Safe:
    """A step at which all is done, with how much of what the month limits."""
    used = state.month.used
    own = [limit for limit in LIMITED.get(step, ()) if used.get(limit)]
    done = T("✓ {step}: done")(step=step)
    return listed([done, *(_counted(limit, used[limit]) for limit in own)], ",")


COUNTED = {
    Limit.CLAIMS: (T("any number of claims"), T("{n:{n} claim|{n} claims}")),
    Limit.TERRAIN: (T("any number of improvements"), T("{n:{n} improvement|{n} improvements}")),
    Limit.SETTLEMENTS: (T("any number of settlements"), T("{n:{n} settlement|{n} settlements}")),
    Limit.BUILDINGS: (T("any number of buildings"), T("{n:{n} building|{n} buildings}")),
}


def _counted(limit: Limit, count: int | None) -> Safe:
    """So many of what the month limits; without a count any number."""
    any_number, so_many = COUNTED[limit]
    return any_number() if count is None else so_many(n=count)
