"""What must hold of a kingdom's months after every kill: events settled once, few edicts, exact runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from bot.storage.journal import EntryRow
from bot.systems.kingdom.abroad.diplomacy import BalanceTreaty, SendEnvoy
from bot.systems.kingdom.abroad.expeditions import SendExpedition
from bot.systems.kingdom.abroad.trade import PlanRoute
from bot.systems.kingdom.abroad.vassals import MakeVassal
from bot.systems.kingdom.events.resolving import (
    AttemptEvent,
    ChooseEvent,
    JudgeEvent,
    ResolveEvent,
    SettleEvent,
)
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.state import Kingdom
from tests.crash.ledger import Wrong, all_facts, facts

SPECIAL = tuple(each.__name__ for each in (SendEnvoy, SendExpedition, PlanRoute, MakeVassal, BalanceTreaty))
SETTLING = tuple(each.__name__ for each in (AttemptEvent, ChooseEvent, JudgeEvent, ResolveEvent, SettleEvent))
# Without a Palace, which nobody there builds.
MOST_SPECIAL = 1
# One kept for later, and two that the tables bring.
MOST_NEW = 3
# What a run says of a month, and which of its steps was taken then.
OF_A_RUN = {"stability": "StabilityRolled", "paid": "ConsumptionPaid", "taxes": "TaxesCollected"}
ONCE_TOLD = (*OF_A_RUN.values(), "UnrestSettled", "EventRolled")


def closed_by(entry: EntryRow) -> int:
    """How many months an entry closes: a steward's run several."""
    run: int = facts(entry, "RunEnded").get("closed", 0)
    return run + (entry.action == CloseMonth.__name__)


def by_month(entries: Sequence[EntryRow]) -> Iterator[tuple[int, EntryRow]]:
    """Each entry, and the month in which it began."""
    month = 1
    for entry in entries:
        yield month, entry
        month += closed_by(entry)


def told_steps(month: int, entry: EntryRow) -> Iterator[tuple[int, str]]:
    """The steps of which an entry tells that they were taken, each with its month."""
    for event in ONCE_TOLD:
        yield from ((month, event) for _ in all_facts(entry, event))
    for run in all_facts(entry, "MonthRun"):
        yield from ((run["month"], event) for fact, event in OF_A_RUN.items() if run[fact] is not None)


# -- a steward's runs -----------------------------------------------------------------------------------


def runs_add_up(entries: Sequence[EntryRow]) -> Wrong:
    """A run's months follow one another, each goes on from the one before, and all say what they brought."""
    for month, entry in by_month(entries):
        runs, ended = list(all_facts(entry, "MonthRun")), facts(entry, "RunEnded")
        if ended:
            wrong = (*_counted(month, runs, ended["closed"]), *_linked(runs), *_brought(runs))
            yield from ((each, entry.interaction_id) for each in wrong)


Runs = Sequence[dict[str, Any]]


def _counted(month: int, runs: Runs, closed: int) -> Iterator[str]:
    """Its months are numbered on; so many of them are closed, and the last may be under way."""
    numbers, are_closed = [each["month"] for each in runs], [each["closed"] is not None for each in runs]
    if numbers != list(range(month, month + len(runs))):
        yield f"a run in month {month} tells of the months {numbers}"
    if are_closed not in ([True] * closed, [True] * closed + [False]):
        yield f"a run says that {closed} months are closed, of its months {are_closed} are"


def _linked(runs: Runs) -> Iterator[str]:
    """What one month leaves is what the next begins with."""
    for before, after in pairwise(runs):
        if any(before[each][1] != after[each][0] for each in ("treasury", "unrest")):
            yield f"month {after['month']} of a run begins otherwise than the one before ended"


def _brought(runs: Runs) -> Iterator[str]:
    """What the Treasury has more after a month is what the month tells of."""
    for each in runs:
        came = each["treasury"][1] - each["treasury"][0]
        if came != run_gain(each):
            yield f"month {each['month']} of a run brought {came} BP and tells of {run_gain(each)}"


def run_gain(run: dict[str, Any]) -> int:
    """What a month of a run says that it brought (BP): success in Stability one, where there is no Unrest."""
    held = run["stability"] is not None and run["stability"]["is_success"] and not run["unrest"][0]
    return (run["taxes"] or 0) - (run["paid"] or 0) + held + sum(map(event_gain, run["settled"]))


def event_gain(settled: dict[str, Any]) -> int:
    """What came of an event for the Treasury (BP)."""
    return sum(each["amount"] for each in settled["changed"] if each["number"] == "treasury")


# -- events -----------------------------------------------------------------------------------------------


def events_once(entries: Sequence[EntryRow]) -> Wrong:
    """Each event was rolled against at most once a month, and nothing more came of it once it was settled."""
    rolled, over = Counter[tuple[int, int]](), set[tuple[int, int]]()
    known = Counter[str]()
    for month, entry in by_month(entries):
        known.update(each["event"] for each in _struck(entry))
        if entry.action in SETTLING:
            key = month, int(json.loads(entry.input)["number"])
            rolled[key] += entry.action == AttemptEvent.__name__
            if key in over or rolled[key] > 1:
                yield f"event {key[1]} was settled twice in month {month}", entry.interaction_id
            told = facts(entry, "EventSettled")
            if not (told.get("left") or told.get("is_open")):
                over.add(key)
        for run in all_facts(entry, "MonthRun"):
            for event, times in Counter(each["event"] for each in run["settled"]).items():
                if times > known[event] + MOST_NEW:
                    yield f"{event} was settled {times} times in month {run['month']}", entry.interaction_id
            known.update(each["event"] for each in run["settled"])
            known.update(run["struck"])


def _struck(entry: EntryRow) -> Iterator[dict[str, Any]]:
    """The events that came up with an entry."""
    for rolled in all_facts(entry, "EventRolled"):
        yield from rolled["struck"]
    yield from (placed["struck"] for placed in all_facts(entry, "EventPlaced"))


def all_settled(entry: EntryRow) -> Iterator[dict[str, Any]]:
    """What came of each event with an entry, those of a steward's months among them."""
    yield from all_facts(entry, "EventSettled")
    for run in all_facts(entry, "MonthRun"):
        yield from run["settled"]


def adventurers_once(entries: Sequence[EntryRow]) -> Wrong:
    """No month has adventurers hired twice."""
    hired = Counter[int]()
    for month, entry in by_month(entries):
        hired[month] += bool(facts(entry, "AdventurersHired"))
        if hired[month] > 1:
            yield f"adventurers were hired twice in month {month}", entry.interaction_id


# -- special edicts ---------------------------------------------------------------------------------------


def edicts_few(state: Kingdom, entries: Sequence[EntryRow]) -> Wrong:
    """No month has more special edicts than it allows, and this one those that the journal has."""
    issued = Counter[int]()
    for month, entry in by_month(entries):
        issued[month] += entry.action in SPECIAL
        if issued[month] > MOST_SPECIAL:
            yield f"{issued[month]} special edicts in month {month}", entry.interaction_id
    if len(state.month.issued) != issued[state.month.number]:
        yield f"{state.month.issued} were issued, the journal has {issued[state.month.number]}", None


# -- dice -------------------------------------------------------------------------------------------------


def dice_of_checks(entry: EntryRow) -> Wrong:
    """The checks of an event, an envoy or traders show dice that were drawn for them, in their order."""
    for shown in _shown(entry):
        drawn = iter([die["value"] for die in json.loads(entry.dice)])
        if not all(die in drawn for die in shown):
            yield f"checks show {shown}, their entry drew {entry.dice}", entry.interaction_id


def _shown(entry: EntryRow) -> Iterator[list[int]]:
    """The dice of each event's checks; in anarchy none is rolled."""
    checks = [each["results"] for each in all_settled(entry)]
    checks += [each["checks"] for each in all_facts(entry, "EnvoySent")]
    for event in ("RoutePlanned", "TradersArrived"):
        checks += [each["arrival"]["results"] for each in all_facts(entry, event) if each["arrival"]]
    checks += [[run["stability"]] for run in all_facts(entry, "MonthRun") if run["stability"] is not None]
    return ([check["die"] for check in each if check["die"]] for each in checks)
