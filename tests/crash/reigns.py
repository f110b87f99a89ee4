"""What must hold of a kingdom after every kill: each step once a month, numbers as its entries have them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.storage.journal import EntryRow
from bot.systems.kingdom.events.rules import RollEvent
from bot.systems.kingdom.month.income import CollectTaxes
from bot.systems.kingdom.month.rules import CloseMonth, PayConsumption, RollItems, RollStability, SettleUnrest
from bot.systems.kingdom.sources import Snapshot
from bot.systems.kingdom.state import Kingdom
from tests.crash.ledger import Ledger, Wrong, all_facts, facts
from tests.crash.months_told import (
    adventurers_once,
    by_month,
    closed_by,
    dice_of_checks,
    edicts_few,
    event_gain,
    events_once,
    run_gain,
    runs_add_up,
    told_steps,
)
from tests.crash.towns_built import dice_of_items, towns_built

MONTHLY = (RollStability, PayConsumption, RollItems, SettleUnrest, CollectTaxes, RollEvent)
ONCE = tuple(each.__name__ for each in MONTHLY)
# What was paid for, and what the events call the price (BP).
PRICES = (
    ("BuildingRaised", "price"),
    ("BuildingDemolished", "price"),
    ("BuildingRepaired", "price"),
    ("ItemBought", "points"),
    ("HexClaimed", "price"),
    ("AdventurersHired", "price"),
    ("EnvoySent", "spent"),
    ("EnvoySent", "bribe"),
    ("PactMade", "spent"),
    ("ExpeditionSent", "cost"),
    ("RoutePlanned", "points"),
    ("VassalMade", "spent"),
    ("VassalMade", "grant"),
    ("ResidenceBought", "price"),
)
# Told by every action that changes them, before and after.
NUMBERS = ("treasury", "unrest", "size")


def reigns(ledger: Ledger) -> Wrong:
    """Nothing of a kingdom's months was lost, halved or done twice."""
    snapshots = list(ledger.states(Snapshot).values())
    for record, state in ledger.states(Kingdom).items():
        entries = [each for each in ledger.entries if each.subject_id == record]
        kept = [each for each in snapshots if each.kingdom == record]
        yield from reign(state, entries, kept)
    yield from towns_built(ledger)


def reign(state: Kingdom, entries: list[EntryRow], kept: list[Snapshot]) -> Wrong:
    """The same of one kingdom by its entries, and the months that were kept of it."""
    yield from _months(state, entries, kept)
    yield from _numbers(state, entries, kept)
    yield from _purse(state, entries)
    yield from _dice(entries)
    yield from runs_add_up(entries)
    yield from events_once(entries)
    yield from adventurers_once(entries)
    yield from edicts_few(state, entries)


def _months(state: Kingdom, entries: list[EntryRow], kept: list[Snapshot]) -> Wrong:
    """Each step was taken at most once a month, and each month was closed once."""
    taken = Counter[tuple[int, str]]()
    for month, entry in by_month(entries):
        steps = [*told_steps(month, entry), *([(month, entry.action)] if entry.action in ONCE else [])]
        taken.update(steps)
        for when, step in steps:
            if taken[when, step] > 1:
                yield f"{step} twice in month {when}", entry.interaction_id
    month = 1 + sum(map(closed_by, entries))
    if state.month.number != month:
        yield f"it is month {state.month.number}, the journal closed {month - 1}", None
    if sorted(each.month for each in kept) != list(range(1, month)):
        yield f"months kept: {[each.month for each in kept]}, closed: {month - 1}", None


def _numbers(state: Kingdom, entries: list[EntryRow], kept: list[Snapshot]) -> Wrong:
    """What one entry leaves is what the next one begins with, and the last what stands."""
    now, closed = dict.fromkeys(NUMBERS, 0), {each.month: each for each in kept}
    for month, entry in by_month(entries):
        began = dict(now)
        for name, before, after in _shifts(entry):
            if now[name] != before:
                yield f"{name} was {now[name]}, then told as {before}", entry.interaction_id
            now[name] = after
        if entry.action == CloseMonth.__name__:
            told = {name: getattr(closed[month], name) for name in NUMBERS} if month in closed else {}
            if told != now:
                yield f"month {month} was kept with {told}, it had {now}", entry.interaction_id
        yield from _run(entry, began, now, closed)
    if (state.treasury, state.unrest) != (now["treasury"], now["unrest"]):
        yield f"{state.name} has {state.treasury} BP and Unrest {state.unrest}, the journal has {now}", None


def _run(entry: EntryRow, began: dict[str, int], now: dict[str, int], closed: dict[int, Snapshot]) -> Wrong:
    """A steward's run begins and ends as its entry does; each month was kept as it is told."""
    runs = list(all_facts(entry, "MonthRun"))
    for name in ("treasury", "unrest") if runs else ():
        told = runs[0][name][0], runs[-1][name][1]
        if told != (began[name], now[name]):
            yield f"a run tells of {name} {told}, it went from {began} to {now}", entry.interaction_id
    least, most = sorted((began["size"], now["size"]))
    for run in runs:
        each = closed.get(run["month"]) if run["closed"] is not None else None
        if run["closed"] is not None and (
            each is None
            or (each.treasury, each.unrest) != (run["treasury"][1], run["unrest"][1])
            or not least <= each.size <= most
        ):
            yield f"month {run['month']} of a run was kept as {each}, it had {run}", entry.interaction_id


def _shifts(entry: EntryRow) -> Iterator[tuple[str, int, int]]:
    for shift in facts(entry, "FiguresChanged").get("shifts", ()):
        if shift["number"] in NUMBERS:
            yield shift["number"], shift["before"], shift["after"]


def _purse(state: Kingdom, entries: list[EntryRow]) -> Wrong:
    """What the Treasury holds is what it began with, and all that came and went since."""
    founded = next((each for each in entries if facts(each, "KingdomFounded")), None)
    if founded is None:
        return
    began = next(after for name, _, after in _shifts(founded) if name == "treasury")
    holds = began + sum(_gain(each) for each in entries)
    if holds != state.treasury:
        yield f"{state.name} has {state.treasury} BP, its events come to {holds}", None


def _gain(entry: EntryRow) -> int:
    """What an entry's events say that it brought (BP)."""
    taxes, placed = facts(entry, "TaxesCollected"), facts(entry, "NumberPlaced")
    came = [
        facts(entry, "StabilityRolled").get("points", 0),
        -facts(entry, "ConsumptionPaid").get("paid", 0),
        facts(entry, "Deposited").get("points", 0),
        facts(entry, "ItemSold").get("points", 0),
        -facts(entry, "Withdrawn").get("points", 0),
        taxes.get("taxes", 0),
        placed["amount"] if placed.get("number") == "treasury" else 0,
        *map(event_gain, all_facts(entry, "EventSettled")),
        *map(run_gain, all_facts(entry, "MonthRun")),
        *_by_traders(entry),
        *(-facts(entry, event).get(price, 0) for event, price in PRICES),
    ]
    return sum(came)


def _by_traders(entry: EntryRow) -> Iterator[int]:
    """What traders who arrived brought."""
    for event in ("RoutePlanned", "TradersArrived"):
        yield from (each["arrival"]["points"] for each in all_facts(entry, event) if each["arrival"])


def _dice(entries: list[EntryRow]) -> Wrong:
    """A check shows the dice that were drawn for it; what follows by itself draws on."""
    for entry in entries:
        shown = _shown(entry)
        drawn = [die["value"] for die in json.loads(entry.dice)]
        if shown is not None and shown != drawn[: len(shown)]:
            yield f"a roll shows {shown}, its entry drew {drawn}", entry.interaction_id
        yield from dice_of_items(entry)
        yield from dice_of_checks(entry)


def _shown(entry: EntryRow) -> list[Any] | None:
    stability, taxes = facts(entry, "StabilityRolled"), facts(entry, "TaxesCollected")
    if stability:
        return [stability["result"]["die"], *([stability["bad"]] if stability["bad"] is not None else [])]
    return [taxes["die"]] if taxes else None
