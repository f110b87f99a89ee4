"""What must hold of a kingdom's settlements after every kill: each building once, each item once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bot.storage.journal import EntryRow
from bot.systems.kingdom.book import Limit, Phase, limits
from bot.systems.kingdom.events.book import Does
from bot.systems.kingdom.towns.state import Building, Draft, Grant, Town, place_text
from tests.crash.ledger import Ledger, Wrong, all_facts, facts
from tests.crash.months_told import all_settled, by_month
from tests.crash.reign import LANDS


def towns_built(ledger: Ledger) -> Wrong:
    """Every building and item that the journal tells of is there, once, and nothing else."""
    for record, town in ledger.states(Town).items():
        if town.kingdom is None:
            continue
        entries = [each for each in ledger.entries if each.subject_id in (town.kingdom, record)]
        yield from standing(town, entries)
        yield from _numbered(town)
        yield from limited(entries)
        yield from drafted(town, entries, ledger.states_of(record))
        yield from on_sale(town, entries)


def standing(town: Town, entries: list[EntryRow]) -> Wrong:
    """What was built, upgraded and demolished comes to what stands; no place was built on twice."""
    stands: dict[str, str] = {}
    for entry in entries:
        raised, razed = facts(entry, "BuildingRaised"), facts(entry, "BuildingDemolished")
        if raised:
            if stands.get(raised["place"]) != raised["over"]:
                yield f"{raised['building']} was built at {raised['place']} on {stands}", entry.interaction_id
            stands[raised["place"]] = raised["building"]
        if razed and stands.pop(razed["place"], None) != razed["building"]:
            yield f"{razed['building']} came down and had not stood", entry.interaction_id
        for building, place in _ruined(entry):
            if stands.pop(place, None) != building:
                yield f"{building} was destroyed at {place} and had not stood", entry.interaction_id
    kept = {place_text(each.place): each.type.value for each in town.buildings}
    if kept != stands or len(kept) != len(town.buildings):
        yield f"in {town.name} stands {town.buildings}, the journal has {stands}", None


def _ruined(entry: EntryRow) -> Iterator[tuple[str, str]]:
    """The buildings that events destroyed, and where they stood."""
    for deed in _deeds(entry, Does.RUIN):
        yield from ((each["building"], each["place"]) for each in deed["stood"])


def _deeds(entry: EntryRow, does: Does) -> Iterator[dict[str, Any]]:
    """What events did of that kind, beside changing numbers."""
    for settled in all_settled(entry):
        yield from (each for each in settled["deeds"] if each["does"] == does)


def _numbered(town: Town) -> Wrong:
    """A number is used once, and each discount is given once by a building."""
    counted: tuple[Building | Grant | Draft, ...] = (*town.buildings, *town.grants, *town.drafts)
    used = [each.number for each in counted]
    if len(used) != len(set(used)) or max(used, default=0) > town.counted:
        yield f"{town.name} counts {town.counted} and uses {used}", None
    for each in town.buildings:
        if len(each.discounted) != len(set(each.discounted)):
            yield f"{each.type} {each.number} gave a discount twice: {each.discounted}", None


def limited(entries: list[EntryRow]) -> Wrong:
    """No month has more buildings than it allows, nor two homes beside the limit."""
    most = limits(len(LANDS.split()) + 1).buildings
    counted = Counter[tuple[int, str]]()
    for month, entry in by_month(entries):
        if month == 1 and (_begins_edict(entry) or facts(entry, "RunEnded")):
            # What a kingdom is founded with is none of its first month's.
            counted.clear()
        raised, razed = facts(entry, "BuildingRaised"), facts(entry, "BuildingDemolished")
        counted[month, "free"] += bool(raised) and raised["is_free"]
        counted[month, Limit.BUILDINGS] += bool(razed) or (bool(raised) and not raised["is_free"])
        if counted[month, "free"] > 1 or (most is not None and counted[month, Limit.BUILDINGS] > most):
            yield f"{dict(counted)} in months that allow {most}", entry.interaction_id


def _begins_edict(entry: EntryRow) -> bool:
    return Phase.EDICT in facts(entry, "PhaseBegan").get("phases", ())


def drafted(town: Town, entries: list[EntryRow], states: list[tuple[int, Town]]) -> Wrong:
    """A plan is what was put on it, less what was taken off or built by it.

    What others drew up stays theirs where the settlement comes to another kingdom, or comes back to its own.
    """
    drawn = Counter[tuple[str, str]]()
    moved = {to for (_, before), (to, after) in pairwise(states) if before.kingdom != after.kingdom}
    for entry in entries:
        if entry.number in moved:
            drawn.clear()
        planned, dropped = facts(entry, "BuildingDrafted"), facts(entry, "DraftDropped")
        raised = facts(entry, "BuildingRaised")
        drawn[_what(planned)] += bool(planned)
        if dropped and dropped["building"] is None:
            # All of them at once.
            drawn.clear()
        else:
            drawn[_what(dropped)] -= bool(dropped)
        drawn[_what(raised)] -= bool(raised) and raised["over"] is None and drawn[_what(raised)] > 0
    kept = Counter((each.type.value, place_text(each.place)) for each in town.drafts)
    if kept != drawn:
        came = [f"#{number}: {len(state.drafts)}" for number, state in states]
        yield f"the plan of {town.name} is {dict(kept)}, the journal has {dict(drawn)}; {came}", None


def _what(told: dict[str, Any]) -> tuple[str, str]:
    """The building that an event tells of, and its place."""
    return str(told.get("building")), str(told.get("place"))


def on_sale(town: Town, entries: list[EntryRow]) -> Wrong:
    """As many items are on sale as came and did not go; each came by the entry that it names.

    What was found by chance goes by itself once the next Event phase begins.
    """
    wares = [ware for each in town.buildings for ware in each.wares]
    left = sum(change for entry in entries for change in _items(entry))
    finds = sum(1 for entry in entries for _ in _deeds(entry, Does.FIND))
    gone = finds - sum(ware.is_find for ware in wares)
    if not left - gone <= len(wares) <= left:
        yield f"{len(wares)} items are on sale in {town.name}, the journal comes to {left}", None
    came = {entry.number for entry in entries if _brings_items(entry)}
    yield from ((f"{ware} came by no entry", None) for ware in wares if ware.opened not in came)


def _items(entry: EntryRow) -> Iterator[int]:
    """By how many items an entry changed what is on sale."""
    rolled, put = facts(entry, "ItemsRolled"), facts(entry, "ItemPut")
    yield sum(offer["building"] is not None for offer in rolled.get("offers", ()))
    yield from (run["items"] for run in all_facts(entry, "MonthRun"))
    yield sum(1 for _ in _deeds(entry, Does.TREASURE))
    yield bool(put.get("item")) - bool(put.get("before"))
    yield -bool(facts(entry, "ItemBought"))
    yield -bool(facts(entry, "ItemPurged").get("result", {}).get("is_success"))
    yield -sum(len(gone["items"]) + gone["unnamed"] for gone in all_facts(entry, "ItemsGone"))


def _brings_items(entry: EntryRow) -> bool:
    """Whether an item came with an entry, be it in the place of another."""
    return bool(facts(entry, "ItemPut").get("item")) or any(change > 0 for change in _items(entry))


def dice_of_items(entry: EntryRow) -> Wrong:
    """A roll for items shows the dice that were drawn for it, in their order."""
    drawn = iter([die["value"] for die in json.loads(entry.dice)])
    shown = [offer["die"] for offer in facts(entry, "ItemsRolled").get("offers", ())]
    if not all(die in drawn for die in shown):
        yield f"a roll for items shows {shown}, its entry drew {entry.dice}", entry.interaction_id
