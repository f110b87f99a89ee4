"""The book's events and their tables, each row as it is printed; and the exact odds of every event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, takewhile
from math import factorial

import pytest

from bot.engine.dice.source import Dice
from bot.systems.kingdom.book import Attribute, Improvement, Role
from bot.systems.kingdom.events.book import (
    ADVENTURERS,
    EVENTS,
    ROWS,
    BookEvent,
    Strikes,
    Table,
    event_name,
    row_at,
)
from bot.systems.kingdom.events.draws import draw, struck_by
from bot.systems.kingdom.realm import Realm
from tests.systems.kingdom.scenes import hexed, hold, land, leader, realm, tarn

# The book's tables, printed anew here: the last d% of each row.
PRINTED = {
    "4-7": "2 Natural Blessing, 4 Good Weather, 25 4-8, 50 4-9, 75 4-10, 96 4-11, 97 Bandit Activity, "
    "98 Squatters, 99 Monster Attack, 100 Vandals",
    "4-8": "7 Archaeological Find, 12 Diplomatic Overture, 20 Discovery, 31 Economic Boom, "
    "39 Festive Invitation, 53 Food Surplus, 66 Good Weather, 75 Land Rush, 85 Natural Blessing, "
    "90 New Subjects, 100 Political Calm",
    "4-9": "5 Assassination Attempt, 18 Bandit Activity, 28 Feud, 41 Food Shortage, 51 Improvement Demand, "
    "59 Inquisition, 64 Large Disaster, 76 Monster Attack, 84 Plague, 92 Public Scandal, 100 Smugglers",
    "4-10": "14 Boomtown, 26 Discovery, 40 Justice Prevails, 46 Noblesse Oblige, 58 Outstanding Success, "
    "66 Pilgrimage, 72 Remarkable Treasure, 81 Unexpected Find, 93 Visiting Celebrity, 100 Wealthy Immigrant",
    "4-11": "10 Building Demand, 17 Crop Failure, 25 Cult Activity, 33 Drug Den, 41 Feud, 49 Inquisition, "
    "54 Localized Disaster, 61 Monster Attack, 66 Plague, 74 Sensational Crime, 80 Slavers, 90 Squatters, "
    "100 Vandals",
}
# Which checks each asks for, and "goes on" for those that the book calls continuous.
CHECKS = {
    "assassination_attempt": "S", "bandit_activity": "S", "building_demand": "L goes on",
    "crop_failure": "SS", "cult_activity": "LS goes on", "drug_den": "LS goes on", "feud": "L goes on",
    "food_shortage": "S", "improvement_demand": "L goes on", "inquisition": "L goes on", "land_rush": "L",
    "large_disaster": "S", "localized_disaster": "S", "monster_attack": "S goes on", "plague": "SS goes on",
    "public_scandal": "L", "sensational_crime": "SS goes on", "slavers": "LS goes on",
    "smugglers": "LS goes on", "squatters": "S goes on", "vandals": "LS",
}  # fmt: skip
# Every number that an outcome changes and this chapter knows: outcome, number, amount, how long.
NUMBERS = {
    "assassination_attempt": "failure unrest +1d6 always",
    "bandit_activity": "failure treasury -1d6! always",
    "building_demand": "unmet unrest +1 always, suppressed loyalty -2 always, suppressed unrest +1 always",
    "crop_failure": "one consumption farms_to_one upkeep, none consumption farms upkeep",
    "cult_activity": "each_failure stability -1 always, each_failure unrest +1 always",
    "diplomatic_overture": "always treasury +1d4 always",
    "drug_den": "one unrest +1 always, none economy -1 always, none loyalty -1 always, "
    "none stability -1 always, none unrest +1 always",
    "economic_boom": "always treasury +1d6! always",
    "feud": "success unrest +1 always, failure unrest +1d6 always",
    "food_shortage": "success consumption half upkeep, failure consumption whole upkeep",
    "food_surplus": "always consumption saved upkeep",
    "good_weather": "always economy +2 event, always loyalty +2 event",
    "improvement_demand": "unmet unrest +1 always, suppressed loyalty -2 always, suppressed unrest +1 always",
    "inquisition": "success loyalty -1 always, success stability -1 always, "
    "failure loyalty -2 always, failure stability -2 always",
    "justice_prevails": "always loyalty +1 always, always unrest -1 always",
    "land_rush": "always stability -1 always, success unrest +1 always, failure unrest +1d4 always",
    "large_disaster": "each_failure unrest +1 always",
    "localized_disaster": "each_failure unrest +1 always",
    "monster_attack": "failure unrest +4 always",
    "natural_blessing": "always stability_checks +4 event",
    "new_subjects": "always stability +1 always, always unrest -1 always, always treasury +1d6! always",
    "outstanding_success": "always treasury +1d6 always, always unrest -2 always, "
    "always economy_checks +4 event",
    "plague": "both stability -2 always, both treasury -1d3 always, one stability -4 always, "
    "one treasury -1d6 always, one unrest +1d3 always, none stability -4 always, none treasury -1d6 always, "
    "none unrest +1d6 always",
    "political_calm": "always unrest -1d6 always, calm loyalty +1 always, calm stability +1 always",
    "public_scandal": "failure unrest +2 always, failure loyalty_checks -4 event",
    "sensational_crime": "one unrest +1 always, none loyalty -1 always, none treasury -1d4 always, "
    "none unrest +2 always",
    "slavers": "one loyalty -1 always, one stability -1 always, one unrest -1 always, "
    "none loyalty -2 always, none stability -2 always, none unrest -2 always",
    "smugglers": "one treasury -1d3 always, none treasury -1d6 always",
    "squatters": "always stability -1 always, always unrest +2 always, unbuilt unrest +2 always",
    "visiting_celebrity": "always treasury +1d6! always",
}


def said(row: str) -> str:
    return row if row in tuple(Table) else event_name(row)


@pytest.mark.parametrize("table", list(Table))
def test_each_table_is_the_books(table: Table) -> None:
    assert ", ".join(f"{last} {said(row)}" for last, row in ROWS[table]) == PRINTED[table.value]


@pytest.mark.parametrize("table", list(Table))
def test_each_table_is_complete_from_1_to_100_without_gaps(table: Table) -> None:
    lasts = [last for last, _ in ROWS[table]]
    assert lasts == sorted(set(lasts))
    assert lasts[-1] == 100
    assert [row_at(table, die) for die in range(1, 101)] == [
        row for (before, _), (last, row) in zip([(0, ""), *ROWS[table]], ROWS[table], strict=False)
        for _ in range(last - before)
    ]  # fmt: skip


def test_there_are_forty_events_each_with_a_name_and_a_text_and_on_some_table() -> None:
    assert len(EVENTS) == 40
    assert list(EVENTS) == list(BookEvent)
    assert {row for rows in ROWS.values() for _, row in rows} - set(Table) == set(EVENTS)
    assert len({each.label for each in BookEvent}) == 40
    assert all(20 <= len(each.meaning) <= 360 for each in BookEvent)


def test_the_checks_of_each_event_and_which_go_on() -> None:
    letters = {Attribute.LOYALTY: "L", Attribute.STABILITY: "S"}
    found = {
        event: "".join(letters[each] for each in row.checks) + " goes on" * row.is_continuous
        for event, row in EVENTS.items()
    }
    assert {event: text for event, text in found.items() if text} == CHECKS


def test_the_numbers_of_each_outcome() -> None:
    found = {
        event: ", ".join(
            f"{when.value} {each.number} {each.amount} {each.until.value}"
            for when, effects in row.outcomes
            for each in effects
        )
        for event, row in EVENTS.items()
    }
    assert {event: text for event, text in found.items() if text} == NUMBERS


def test_r122_feud_inquisition_and_plague_strike_more_from_a_kingdoms_table() -> None:
    wide = {event for event in EVENTS if struck_by(event, Table.BAD_KINGDOM) is not struck_by(event)}
    assert wide == {"feud", "inquisition", "plague"}
    assert struck_by("plague", Table.BAD_KINGDOM) is Strikes.HEX
    assert struck_by("feud", Table.BAD_KINGDOM) is Strikes.KINGDOM
    assert struck_by("feud", Table.BAD_SETTLEMENT) is Strikes.SETTLEMENT
    assert struck_by("discovery", Table.GOOD_KINGDOM) is Strikes.SETTLEMENT
    assert struck_by("monster_attack", Table.BAD_SETTLEMENT) is Strikes.CHOSEN


def test_r126_slavers_lower_unrest_as_printed() -> None:
    effects = [each for _, found in EVENTS["slavers"].outcomes for each in found if each.number == "unrest"]
    assert [each.amount for each in effects] == ["-1", "-2"]


def test_r138_an_outstanding_success_does_not_roll_on() -> None:
    again = {
        event
        for event, row in EVENTS.items()
        for _, found in row.outcomes
        if any(each.amount.endswith("!") for each in found)
    }
    assert again == {"bandit_activity", "economic_boom", "new_subjects", "visiting_celebrity"}


def test_r141_what_adventurers_cost() -> None:
    assert ADVENTURERS == (("1-2", 2, 4), ("3-5", 5, 8), ("6+", 10, 16))


# -- odds ---------------------------------------------------------------------------------------------


# The last d% of the rows of Table 4-7 that are rolled on.
AGAIN = (2, 4, 97, 98, 99, 100)


@dataclass
class Branching(Dice):
    """Dice that follow a path through the rows of the tables, and say which rows may come at its end."""

    path: tuple[int, ...]
    taken: int = 0
    weight: Fraction = Fraction(1)
    ends: list[int] = field(default_factory=list)

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        lasts = [last for last, _ in ROWS[Table(reason.removeprefix("event table "))]]
        if self.taken == len(self.path):
            self.ends = lasts
            raise StopIteration
        last = self.path[self.taken]
        before = max([0, *(each for each in lasts if each < last)])
        self.weight *= Fraction(last - before, 100)
        self.taken += 1
        return (last,)


def leaves(where: Realm, path: tuple[int, ...] = ()) -> Iterator[tuple[Fraction, tuple[str, ...]]]:
    """Every way a draw can go: its chance, and the events it brings.

    Rows that are rolled on come in any order with one chance: one order is followed for all of them.
    """
    dice = Branching(path)
    try:
        _, strikes = draw(where, dice)
    except StopIteration:
        again = list(takewhile(AGAIN.__contains__, path))
        for last in dice.ends:
            if len(again) < len(path) or last not in AGAIN or last in again or last > max([0, *again]):
                yield from leaves(where, (*path, last))
    else:
        orders = factorial(len(set(takewhile(AGAIN.__contains__, path))))
        yield dice.weight * orders, tuple(each.event for each in strikes)


def printed_chances() -> dict[str, dict[str, Fraction]]:
    """The chance of each row of each printed table."""
    tables = {}
    for table, text in PRINTED.items():
        lasts = [0, *(int(row.partition(" ")[0]) for row in text.split(", "))]
        names = [row.partition(" ")[2] for row in text.split(", ")]
        parts = [Fraction(last - before, 100) for before, last in pairwise(lasts)]
        tables[table] = dict(zip(names, parts, strict=True))
    return tables


def expected() -> Mapping[str, Fraction]:
    """How often each event comes up in a draw, worked out from the printed tables by another way.

    A draw stands at Table 4-7 with a set of rows that were rolled on already. From there each table comes
    with its chance; a row of the set ends the draw; another one adds to the set.
    """
    chances = printed_chances()
    kinds = chances.pop("4-7")
    states: dict[frozenset[str], Fraction] = {frozenset(): Fraction(1)}
    found: dict[str, Fraction] = defaultdict(Fraction)
    while states:
        later: dict[frozenset[str], Fraction] = defaultdict(Fraction)
        for seen, chance in states.items():
            # A second blessing or fair month is dropped (R120).
            dropped = seen & {"Natural Blessing", "Good Weather"}
            brought = {name: part for name, part in kinds.items() if name not in chances}
            later |= {seen | {n}: later[seen | {n}] + chance * p for n, p in brought.items() if n not in seen}
            rows = [(n, kinds[table] * p) for table, row in chances.items() for n, p in row.items()]
            for name, part in (*brought.items(), *rows):
                found[name] += 0 if name in dropped else chance * part
        states = later
    return found


def rich() -> Realm:
    """A realm in which every event but a pilgrimage can come about, each in one place."""
    farm = hexed(land(own=("0,0",)), "0,0", improvements=(Improvement.FARM,))
    only = {"0,0": farm.hexes["0,0"], "1,0": farm.hexes["1,0"]}
    return realm(tarn(leaders=(leader(Role.RULER),)), land(only, own=("0,0",)), hold(lots=4))


def test_the_exact_odds_of_every_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """The draw itself, followed through every row, brings each event as often as the printed tables say."""
    # With a shrine at hand everything can come about, and no row is rolled again.
    monkeypatch.setattr("bot.systems.kingdom.events.draws.is_valid", lambda realm, table, event: True)
    found: dict[str, Fraction] = defaultdict(Fraction)
    total = Fraction(0)
    for weight, events in leaves(rich()):
        total += weight
        for event in events:
            found[event_name(event)] += weight
    assert total == 1
    assert found == expected()
    assert len(found) == 40
    # 21 % Table 4-8 and its 11 %, and a little more for rows that are rolled on.
    assert Fraction(21 * 11, 100**2) < found["Economic Boom"] < Fraction(22 * 11, 100**2) * Fraction(104, 100)


def test_r121_without_a_shrine_a_pilgrimage_leaves_its_share_to_its_table() -> None:
    """Rolled again on Table 4-10 until something else comes: at most 20 times, then a game master chooses."""
    share = Fraction(8, 100)
    chance = sum((share**tries for tries in range(21)), Fraction(0)) * Fraction(14, 100)
    assert abs(chance - Fraction(14, 92)) < Fraction(1, 10**22)
