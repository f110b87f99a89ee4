"""What must hold of adventurers after every kill: the journal, reckoned anew, comes to their sheets."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import Any

from bot.storage.journal import EntryRow
from bot.systems.adventuria.combat.state import Fight, RollCombat
from bot.systems.adventuria.state import BEGINNING, Adventurer, Attribute
from tests.crash.company import ARMS, VITAE
from tests.crash.ledger import Ledger, Wrong, facts

# A rat is worth half of its Arms and Vitae (A34).
WORTH = (ARMS + VITAE) // 2


@dataclass(frozen=True)
class Reckoned:
    """What a sheet must say, by the entries about it alone."""

    most: int
    arms: int
    wounds: int = 0
    gold: int = 1
    felled: int = 0
    xp: int = 0

    def fought(self, lost: int, felled: int) -> Reckoned:
        """After an exchange (A29, A34 to A36)."""
        after = replace(self, wounds=self.wounds + lost, felled=self.felled + felled)
        if not felled or self.arms == self.most:
            return after
        xp = self.xp + WORTH
        return replace(after, xp=xp) if xp < 10 else replace(after, xp=0, arms=self.arms + 1)


def adventures(ledger: Ledger) -> Wrong:
    """Each exchange was rolled once, with the dice that the journal has; nothing was lost or done twice."""
    yield from _fights(ledger)
    yield from _sheets(ledger)


def _fights(ledger: Ledger) -> Wrong:
    """Exchanges are numbered on, show the dice drawn for them, and wound as often as they were won."""
    rolls: dict[str, list[EntryRow]] = defaultdict(list)
    for entry in _about(ledger, RollCombat.__name__):
        rolls[json.loads(entry.input)["fight"]].append(entry)
    for record, state in ledger.states(Fight).items():
        events = [facts(entry, "CombatFought") for entry in rolls[record]]
        numbers = [event["exchange"] for event in events]
        if numbers != list(range(1, state.exchange + 1)):
            yield f"fight {record} counts {state.exchange} exchanges, the journal has {numbers}", None
        won = sum(_won(event) for event in events)
        if [foe.wounds for foe in state.foes] != [won]:
            yield f"fight {record} was won {won} times: {state.foes}", None
    for entry in (entry for entries in rolls.values() for entry in entries):
        shown = [die for roll in facts(entry, "CombatFought")["rolls"] for die in _dice(roll)]
        if shown != [die["value"] for die in json.loads(entry.dice)]:
            yield f"an exchange shows {shown}, its entry drew {entry.dice}", entry.interaction_id


def _sheets(ledger: Ledger) -> Wrong:
    """Wounds, gold, monsters felled and XP are what the entries come to."""
    states = ledger.states(Adventurer)
    fights = ledger.states(Fight)
    reckoned = {record: _begun(state) for record, state in states.items()}
    for entry in ledger.entries:
        given = json.loads(entry.input)
        whose = fights[given["fight"]].adventurer if given.get("fight") in fights else given.get("adventurer")
        if whose in reckoned and entry.system == "adventuria":
            reckoned[whose] = _after(reckoned[whose], entry, given)
    for record, state in states.items():
        told = Reckoned(
            reckoned[record].most,
            state.natural.of(Attribute.ARMS),
            state.wounds,
            state.gold,
            state.felled,
            state.melee_xp,
        )
        should = replace(reckoned[record], gold=0) if state.end is not None else reckoned[record]
        if told != should:
            yield f"adventurer {record} says {told}, the journal comes to {should}", None
    yield from _fallen(ledger, states)


def _fallen(ledger: Ledger, states: dict[str, Adventurer]) -> Wrong:
    """Whoever is gone fell once, and nobody else did."""
    fell = Counter(entry.subject_id for entry in ledger.entries if facts(entry, "AdventurerFell"))
    gone = Counter(record for record, state in states.items() if state.end is not None)
    if fell != gone:
        yield f"the journal has falls of {fell}, the sheets of {gone}", None


def _begun(state: Adventurer) -> Reckoned:
    arms = BEGINNING[state.type].arms
    return Reckoned(2 * arms, arms)


def _after(before: Reckoned, entry: EntryRow, given: dict[str, Any]) -> Reckoned:
    if entry.action == RollCombat.__name__:
        event = facts(entry, "CombatFought")
        felled = sum(told["what"] == "foe" for told in event["changes"])
        return before.fought(_lost(event), felled)
    changes = {
        "GainGold": lambda: replace(before, gold=before.gold + given["amount"]),
        "ReceiveWounds": lambda: replace(before, wounds=before.wounds + given["count"]),
        "HealWounds": lambda: replace(before, wounds=0),
    }
    return changes[entry.action]() if entry.action in changes else before


def _about(ledger: Ledger, action: str) -> list[EntryRow]:
    return [entry for entry in ledger.entries if entry.action == action]


def _dice(roll: dict[str, int]) -> tuple[int, int]:
    return roll["own_die"], roll["foe_die"]


def _won(event: dict[str, Any]) -> int:
    return sum(roll["own_total"] > roll["foe_total"] for roll in event["rolls"])


def _lost(event: dict[str, Any]) -> int:
    return sum(roll["own_total"] < roll["foe_total"] for roll in event["rolls"])
