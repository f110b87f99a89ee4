"""The book's events and their tables, each row as it is printed; and the exact odds of every event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, takewhile
from math import factorial
from typing import Any

import pytest

from bot.engine.dice.source import Dice, FixedDice
from bot.engine.system import RecordId
from bot.errors import NotAllowed
from bot.systems.kingdom.book import Attribute, Improvement, Mark, MonthStep, Phase, Role, Stage
from bot.systems.kingdom.events.book import (
    ADVENTURERS,
    EVENTS,
    ROWS,
    BookEvent,
    EventRow,
    Outcome,
    Strikes,
    Table,
    event_name,
    row_at,
)
from bot.systems.kingdom.events.draws import (
    MOST_REROLLS,
    Fate,
    Strike,
    Target,
    draw,
    drawn_target,
    is_valid,
    struck_by,
)
from bot.systems.kingdom.events.rules import EventRolled, RollEvent
from bot.systems.kingdom.realm import Realm
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    STRANGER,
    TARN,
    WREN,
    by,
    decided,
    hexed,
    hold,
    kingdom_of,
    land,
    leader,
    play,
    played,
    realm,
    require_refused,
    tarn,
)
from tests.systems.kingdom.town_scenes import town

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
# Every number that an outcome changes, with what only the table notes: outcome, number, amount, how long.
NUMBERS = {
    "archaeological_find": "always lore +1 always",
    "assassination_attempt": "failure unrest +1d6 always",
    "bandit_activity": "failure treasury -1d6! always",
    "boomtown": "always economy boom event, always corruption +1d4 event",
    "building_demand": "unmet unrest +1 always, suppressed loyalty -2 always, suppressed unrest +1 always",
    "crop_failure": "one consumption farms_to_one upkeep, none consumption farms upkeep",
    "cult_activity": "each_failure stability -1 always, each_failure unrest +1 always, "
    "each_failure productivity -1 always, each_failure society -1 always",
    "diplomatic_overture": "always treasury +1d4 always",
    "discovery": "always fame +1 always, always lore +1d4 always",
    "drug_den": "one unrest +1 always, one crime +1 always, none economy -1 always, none loyalty -1 always, "
    "none stability -1 always, none unrest +1 always, none crime +1 always",
    "economic_boom": "always treasury +1d6! always",
    "festive_invitation": "success treasury -1d4 always, success society +1 year",
    "feud": "success unrest +1 always, failure unrest +1d6 always, failure corruption +1 always",
    "food_shortage": "success consumption half upkeep, failure consumption whole upkeep",
    "food_surplus": "always consumption saved upkeep",
    "good_weather": "always economy +2 event, always loyalty +2 event, always productivity +2 event",
    "improvement_demand": "unmet unrest +1 always, suppressed loyalty -2 always, suppressed unrest +1 always",
    "inquisition": "success loyalty -1 always, success stability -1 always, success lore -1 always, "
    "success productivity -1 always, failure loyalty -2 always, failure stability -2 always, "
    "failure lore -2 always, failure productivity -2 always, failure infamy +1 always, failure law +1 always",
    "justice_prevails": "always loyalty +1 always, always unrest -1 always, always law +1 always, "
    "always crime -1 always",
    "land_rush": "always stability -1 always, always productivity -1 always, always society -1 always, "
    "success unrest +1 always, failure unrest +1d4 always, met stability +1 always, "
    "met productivity +1 always, met society +1 always",
    "large_disaster": "each_failure unrest +1 always",
    "localized_disaster": "each_failure unrest +1 always",
    "monster_attack": "failure unrest +4 always",
    "natural_blessing": "always stability_checks +4 event",
    "new_subjects": "always stability +1 always, always unrest -1 always, always treasury +1d6! always, "
    "always society +1 always",
    "outstanding_success": "always treasury +1d6 always, always unrest -2 always, "
    "always economy_checks +4 event, always fame +1 always",
    "plague": "both stability -2 always, both treasury -1d3 always, one stability -4 always, "
    "one treasury -1d6 always, one unrest +1d3 always, none stability -4 always, none treasury -1d6 always, "
    "none unrest +1d6 always",
    "political_calm": "always unrest -1d6 always, calm loyalty +1 always, calm stability +1 always, "
    "calm law +1 always",
    "public_scandal": "always infamy +1 always, failure unrest +2 always, failure loyalty_checks -4 event",
    "sensational_crime": "one unrest +1 always, none loyalty -1 always, none treasury -1d4 always, "
    "none unrest +2 always, none law -1 always",
    "slavers": "one loyalty -1 always, one stability -1 always, one unrest slavers_1 always, "
    "none loyalty -2 always, none stability -2 always, none unrest slavers_2 always",
    "smugglers": "one treasury -1d3 always, one corruption +1d2 always, one crime +1 always, "
    "one productivity -1d3 always, none treasury -1d6 always, none corruption +1d4 always, "
    "none crime +1 always, none productivity -1d6 always",
    "squatters": "always stability -1 always, always unrest +2 always, always fame -1 always, "
    "unbuilt unrest +2 always, unbuilt infamy +1 always",
    "vandals": "one society -1 always",
    "visiting_celebrity": "always treasury +1d6! always, always fame +1 always",
}
# After which outcomes it comes again in the next Event phase (R125, R127 to R131).
GOES_ON = {
    "building_demand": "unmet", "cult_activity": "none", "drug_den": "one none", "feud": "failure",
    "improvement_demand": "unmet", "inquisition": "success failure", "monster_attack": "failure",
    "plague": "one none", "sensational_crime": "one none", "slavers": "none", "smugglers": "none",
    "squatters": "failure untried",
}  # fmt: skip


# What each strikes, where it isn't the kingdom as a whole; and from a table of the kingdom's (R122).
STRIKES = {
    "assassination_attempt": "leader", "boomtown": "settlement", "building_demand": "settlement",
    "crop_failure": "farmland", "cult_activity": "settlement", "discovery": "settlement",
    "drug_den": "homes", "feud": "settlement / kingdom", "improvement_demand": "hex",
    "inquisition": "settlement / kingdom", "justice_prevails": "settlement", "land_rush": "settleable",
    "large_disaster": "improved", "localized_disaster": "built_lot", "monster_attack": "chosen",
    "noblesse_oblige": "free_lot", "outstanding_success": "settlement", "pilgrimage": "holy",
    "plague": "settlement / hex", "public_scandal": "leader", "remarkable_treasure": "settlement",
    "sensational_crime": "settlement", "slavers": "settlement", "squatters": "free_lot",
    "unexpected_find": "settlement", "vandals": "built_lot", "visiting_celebrity": "settlement",
    "wealthy_immigrant": "free_lot",
}  # fmt: skip
# What outcomes do besides numbers, with the last d% of what is granted, or offered.
DEEDS = {
    "archaeological_find": "always exhibit museum", "assassination_attempt": "failure kill",
    "diplomatic_overture": "always envoy 60 90 100",
    "festive_invitation": "success feast", "drug_den": "none spread", "land_rush": "always rush",
    "large_disaster": "each_failure raze",
    "localized_disaster": "each_failure ruin", "monster_attack": "failure lose_hex from 5",
    "noblesse_oblige": "always grant 50 monument 100 park", "plague": "none spread",
    "remarkable_treasure": "always treasure", "unexpected_find": "always find",
    "vandals": "one damage, none wreck", "wealthy_immigrant": "success grant 75 mansion 100 noble_villa",
}  # fmt: skip
# What makes each check harder or easier, by 1 each.
CIRCUMSTANCES = {
    "drug_den": "less brothel tenement waterfront squatters",
    "plague": "less brothel foreign_quarter inn pier stable stockyard tenement waterfront road highway, "
    "plus alchemist cathedral herbalist hospital temple",
    "sensational_crime": "plus law, less crime",
    "slavers": "less brothel tenement waterfront squatters",
    "smugglers": "less pier waterfront trade routes",
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
            for outcome in row.outcomes
            for when, each in ((outcome.when, each) for each in outcome.effects)
        )
        for event, row in EVENTS.items()
    }
    assert {event: text for event, text in found.items() if text} == NUMBERS


def test_what_each_event_strikes() -> None:
    found = {
        event: row.strikes.value + (f" / {row.kingdom_wide.value}" if row.kingdom_wide is not None else "")
        for event, row in EVENTS.items()
    }
    assert {event: text for event, text in found.items() if text != "kingdom"} == STRIKES


def done(outcome: Outcome) -> str:
    words = [outcome.when.value, *([outcome.does.value] if outcome.does is not None else [])]
    words += [outcome.needs.value] if outcome.needs is not None else []
    words += [f"from {outcome.from_unrest}"] if outcome.from_unrest else []
    words += [f"{last} {building.value}" for last, building in outcome.grants]
    return " ".join((*words, *(str(last) for last, _ in outcome.picks)))


def test_what_each_outcome_does_besides_numbers() -> None:
    found = {
        event: ", ".join(done(each) for each in row.outcomes if each.does is not None or each.picks)
        for event, row in EVENTS.items()
    }
    assert {event: text for event, text in found.items() if text} == DEEDS


def circumstances_of(row: EventRow) -> str:
    told = row.circumstances
    if told is None:
        return ""
    less = [each.value for each in (*told.less, *told.less_improvements)] + [
        "squatters"
    ] * told.less_squatters
    plus = [each.value for each in told.plus] + [each.value for each, by in told.modifiers if by > 0]
    less += ["trade routes"] * told.less_routes
    less += [each.value for each, by in told.modifiers if by < 0]
    parts = {"less": less, "plus": plus}
    order = ("plus", "less") if told.modifiers else ("less", "plus")
    return ", ".join(f"{name} {' '.join(parts[name])}" for name in order if parts[name])


def test_what_makes_each_check_harder_or_easier() -> None:
    found = {event: circumstances_of(row) for event, row in EVENTS.items()}
    assert {event: text for event, text in found.items() if text} == CIRCUMSTANCES


def test_r125_after_which_outcomes_each_goes_on() -> None:
    found = {event: " ".join(each.value for each in row.goes_on) for event, row in EVENTS.items()}
    assert {event: text for event, text in found.items() if text} == GOES_ON


def test_r122_feud_inquisition_and_plague_strike_more_from_a_kingdoms_table() -> None:
    wide = {event for event in EVENTS if struck_by(event, Table.BAD_KINGDOM) is not struck_by(event)}
    assert wide == {"feud", "inquisition", "plague"}
    assert struck_by("plague", Table.BAD_KINGDOM) is Strikes.HEX
    assert struck_by("feud", Table.BAD_KINGDOM) is Strikes.KINGDOM
    assert struck_by("feud", Table.BAD_SETTLEMENT) is Strikes.SETTLEMENT
    assert struck_by("discovery", Table.GOOD_KINGDOM) is Strikes.SETTLEMENT
    assert struck_by("monster_attack", Table.BAD_SETTLEMENT) is Strikes.CHOSEN


def test_r138_an_outstanding_success_does_not_roll_on() -> None:
    again = {
        event
        for event, row in EVENTS.items()
        for outcome in row.outcomes
        if any(each.amount.endswith("!") for each in outcome.effects)
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
    """A realm in which most events can come about, each in one place."""
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


# -- Which events a month brings: the chance, rolls made again, what can come about, whom it strikes ----


HERE = Target("0,0", HOLD)


def drawn(where: Realm, *dice: int) -> tuple[list[str], list[str]]:
    """The events, and what became of each roll on a table."""
    fixed = FixedDice(*dice)
    rolls, strikes = draw(where, fixed)
    fixed.all_used()
    return [each.event for each in strikes], [each.fate.value for each in rolls]


def built(**changes: Any) -> Realm:
    """Tarn with four lots of Hold in use."""
    return realm(tarn(**changes), None, hold(lots=4))


def at_roll(**changes: Any) -> Any:
    return begun(Phase.EVENT, MonthStep.CONTINUING, **changes)


def told(turn: Any) -> EventRolled:
    found = [each for each in turn.events if isinstance(each, EventRolled)]
    return found[0]


# -- the chance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "die", "strikes"),
    [(None, 25, True), (None, 26, False), (True, 25, True), (True, 26, False), (False, 75, True)],
)
def test_r023_the_chance_is_25_and_75_after_a_quiet_month(last: Any, die: int, strikes: bool) -> None:
    dice = (die, 10, 25, 3) if strikes else (die,)
    turn = play(at_roll(last_had_event=last), RollEvent(TARN), *dice)
    assert bool(told(turn).struck) is strikes
    assert told(turn).chance == (75 if last is False else 25)


def test_75_after_a_quiet_month_is_not_76() -> None:
    turn = play(at_roll(last_had_event=False), RollEvent(TARN), 76)
    assert not told(turn).struck


def test_r023_the_first_month_may_begin_at_75() -> None:
    begin = at_roll(campaign=decided(first_turn_event_chance="75"))
    assert told(play(begin, RollEvent(TARN), 60, 10, 25, 3)).struck
    assert told(play(at_roll(), RollEvent(TARN), 60)).struck == ()


def test_r024_a_new_event_counts_for_the_next_months_chance() -> None:
    assert kingdom_of(played(at_roll(), RollEvent(TARN), 20, 10, 25, 3)).month.had_event
    assert not kingdom_of(played(at_roll(), RollEvent(TARN), 30)).month.had_event


def test_a_quiet_month_goes_on_to_its_end() -> None:
    state = kingdom_of(played(at_roll(), RollEvent(TARN), 99))
    assert list(state.month.opened) == ["close"]
    marks = {each.step: each.how for each in state.month.marks}
    assert (marks[MonthStep.EVENT], marks[MonthStep.RESOLVE]) == (Mark.DONE, Mark.NOT_NEEDED)


def test_an_event_waits_for_its_outcome() -> None:
    state = kingdom_of(played(at_roll(), RollEvent(TARN), 25, 80, 20))
    assert list(state.month.opened) == ["resolve"]
    (found,) = state.happenings
    assert (found.event, found.town, found.spot, found.since) == ("cult_activity", HOLD, "0,0", 1)
    assert found.is_continuous


# -- R120 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "events", "fates"),
    [
        # A table, and its row.
        ((25, 31), ["economic_boom"], ["on", "strikes"]),
        ((26, 5), ["assassination_attempt"], ["on", "strikes"]),
        # Rolled on.
        ((1, 50, 41), ["natural_blessing", "food_shortage"], ["and_again", "on", "strikes"]),
        ((97, 25, 31), ["bandit_activity", "economic_boom"], ["and_again", "on", "strikes"]),
        # The same of 01-04 once more: dropped, and no more rolls.
        ((2, 1), ["natural_blessing"], ["and_again", "dropped"]),
        ((3, 4), ["good_weather"], ["and_again", "dropped"]),
        # Also where a table names it.
        ((1, 25, 76), ["natural_blessing"], ["and_again", "on", "dropped"]),
        ((4, 25, 54), ["good_weather"], ["and_again", "on", "dropped"]),
        # The same of 97-100 once more: it comes, elsewhere, and no more rolls.
        ((97, 97), ["bandit_activity"] * 2, ["and_again", "strikes"]),
        ((100, 100), ["vandals"] * 2, ["and_again", "strikes"]),
        ((98, 98), ["squatters"] * 2, ["and_again", "strikes"]),
        # Different ones follow each other.
        (
            (1, 3, 97, 98, 99, 100, 2),
            ["natural_blessing", "good_weather", "bandit_activity", "squatters", "monster_attack", "vandals"],
            ["and_again"] * 6 + ["dropped"],
        ),
        ((1, 97, 99, 97), ["natural_blessing", "bandit_activity", "monster_attack", "bandit_activity"],
         ["and_again"] * 3 + ["strikes"]),
        # From a table a blessing is rolled no further.
        ((25, 76), ["natural_blessing"], ["on", "strikes"]),
    ],
)  # fmt: skip
def test_r120_rows_that_are_rolled_on(
    dice: Sequence[int], events: Sequence[str], fates: Sequence[str]
) -> None:
    where = built(leaders=(leader(Role.RULER),))
    assert drawn(where, *dice) == (events, fates)


def test_r120_the_hundred_is_a_row_of_its_own() -> None:
    assert drawn(built(), 100, 25, 31)[0] == ["vandals", "economic_boom"]


def test_r120_a_second_one_strikes_elsewhere() -> None:
    towns = (hold(lots=4), replace(hold(lots=4), name="Ford", spot="1,0"))
    where = realm(tarn(settlements=(HOLD, "ford")), None, *towns)
    fixed = FixedDice(100, 1, 100)
    _, strikes = draw(where, fixed)
    fixed.all_used()
    assert [each.target.town for each in strikes] == [HOLD, "ford"]


def test_r120_with_nowhere_else_it_strikes_the_same_place() -> None:
    _, strikes = draw(built(), FixedDice(100, 100))
    assert [each.target for each in strikes] == [HERE, HERE]


# -- R121 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "event", "where"),
    [
        (Table.BAD_SETTLEMENT, "crop_failure", built()),
        (Table.GOOD_SETTLEMENT, "pilgrimage", built()),
        (Table.BAD_SETTLEMENT, "squatters", realm(None, None, hold(lots=36))),
        (Table.BAD_SETTLEMENT, "squatters", realm(tarn(settlements=(), capital=None))),
        (Table.BAD_SETTLEMENT, "vandals", realm()),
        (Table.BAD_SETTLEMENT, "drug_den", realm()),
        (Table.BAD_SETTLEMENT, "drug_den", realm(None, None, town("mansion A1", "dance_hall B1"))),
        (Table.GOOD_SETTLEMENT, "pilgrimage", realm(None, None, town("house A1", "graveyard B1"))),
        (Table.BAD_SETTLEMENT, "localized_disaster", realm()),
        (Table.GOOD_SETTLEMENT, "noblesse_oblige", realm(None, None, hold(lots=36))),
        (Table.GOOD_SETTLEMENT, "boomtown", realm(tarn(settlements=(), capital=None))),
        (Table.BAD_KINGDOM, "large_disaster", built()),
        (Table.BAD_KINGDOM, "assassination_attempt", built()),
        (Table.BAD_KINGDOM, "public_scandal", built(leaders=(leader(Role.RULER, has_died=True),))),
        (Table.BAD_KINGDOM, "plague", realm(on=land(own=()))),
        (Table.BAD_KINGDOM, "monster_attack", realm(on=land(own=()))),
        (Table.GOOD_KINGDOM, "land_rush", realm(on=land({}, own=("0,0",)))),
    ],
)
def test_r121_what_can_not_come_about(table: Table, event: str, where: Realm) -> None:
    assert not is_valid(where, table, event)


@pytest.mark.parametrize(
    ("table", "event"),
    [
        (Table.BAD_KINGDOM, "plague"),
        (Table.BAD_KINGDOM, "feud"),
        (Table.BAD_KINGDOM, "monster_attack"),
        (Table.GOOD_KINGDOM, "land_rush"),
        (Table.BAD_SETTLEMENT, "squatters"),
        (Table.GOOD_SETTLEMENT, "remarkable_treasure"),
    ],
)
def test_r121_what_can(table: Table, event: str) -> None:
    # Settlers need a hex where they can build.
    where = built()
    assert is_valid(replace(where, land=hexed(where.land, "0,-1", has_lake=True)), table, event)


@pytest.mark.parametrize("holy", ["shrine B1", "temple B1+C1", "cathedral B1+C1+B2+C2"])
def test_r121_r140_pilgrims_come_where_a_shrine_temple_or_cathedral_is(holy: str) -> None:
    towns = (town("house A1"), replace(town("house A1", holy), name="Ford", spot="1,0"))
    where = realm(tarn(settlements=(HOLD, "ford")), None, *towns)
    _, strikes = draw(where, FixedDice(75, 60))
    assert strikes == (Strike("pilgrimage", Target("1,0", RecordId("ford"))),)


@pytest.mark.parametrize("home", ["house A1", "tenement A1"])
def test_r121_a_drug_den_is_in_one_of_the_houses_or_tenements(home: str) -> None:
    towns = (town("mansion A1", "dance_hall B1"), replace(town(home), name="Ford", spot="1,0"))
    where = realm(tarn(settlements=(HOLD, "ford")), None, *towns)
    _, strikes = draw(where, FixedDice(96, 30))
    assert strikes == (Strike("drug_den", Target("1,0", RecordId("ford"))),)


def test_r121_it_is_rolled_again_on_the_same_table() -> None:
    assert drawn(built(), 75, 60, 66, 30) == (["justice_prevails"], ["on", "invalid", "invalid", "strikes"])
    assert drawn(realm(), 100, 98, 25, 31)[1] == ["invalid", "and_again", "on", "strikes"]


def test_r121_after_so_many_tries_a_game_master_chooses() -> None:
    where = at_roll()
    dice = (25, 75, *[60] * (MOST_REROLLS + 1))
    turn = play(where, RollEvent(TARN), *dice)
    assert (told(turn).is_undecided, told(turn).struck) == (True, ())
    state = kingdom_of(played(where, RollEvent(TARN), *dice))
    assert not state.month.had_event
    assert list(state.month.opened) == ["close"]


def test_r121_where_nothing_on_a_table_can_come_about_no_die_is_wasted() -> None:
    rolls, strikes = draw(realm(tarn(settlements=(), capital=None)), FixedDice(75))
    assert ([each.fate for each in rolls], strikes) == ([Fate.ON], ())


# -- whom it strikes ----------------------------------------------------------------------------------


def struck(where: Realm, event: str, *dice: int, table: Table | None = None) -> Target:
    fixed = FixedDice(*dice)
    found = drawn_target(where, struck_by(event, table), fixed)
    fixed.all_used()
    return found


def test_one_settlement_needs_no_die() -> None:
    assert struck(realm(), "cult_activity") == HERE


def test_r122_a_plague_of_the_kingdoms_table_strikes_a_hex() -> None:
    assert struck(realm(), "plague", 3, table=Table.BAD_KINGDOM) == Target("2,0")
    assert struck(realm(), "plague", table=Table.BAD_SETTLEMENT) == HERE


def test_r122_a_feud_of_the_kingdoms_table_strikes_all_of_it() -> None:
    assert struck(realm(), "feud", table=Table.BAD_KINGDOM) == Target()
    assert struck(realm(), "feud", table=Table.BAD_SETTLEMENT) == HERE


def test_a_large_disaster_strikes_a_hex_with_improvements() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.ROAD,))
    assert struck(realm(on=on), "large_disaster") == Target("1,0")


def test_a_crop_failure_strikes_a_settlement_beside_farms() -> None:
    near = hexed(land(), "1,0", improvements=(Improvement.FARM,))
    assert struck(realm(on=near), "crop_failure") == HERE
    far = hexed(land(), "2,0", improvements=(Improvement.FARM,))
    assert not is_valid(realm(on=far), Table.BAD_SETTLEMENT, "crop_failure")


def test_a_land_rush_needs_a_hex_that_players_know() -> None:
    beside = {"0,0": land().hexes["0,0"], "1,0": replace(land(own=()).hexes["1,0"], has_lake=True)}
    assert struck(realm(on=land(beside, own=("0,0",))), "land_rush") == Target("1,0")
    for change in ({"is_revealed": False}, {"is_explored": False}):
        on = hexed(land(beside, own=("0,0",)), "1,0", **change)
        assert not is_valid(realm(on=on), Table.GOOD_KINGDOM, "land_rush")


def test_r129_a_game_master_chooses_where_a_monster_is() -> None:
    assert struck(realm(), "monster_attack") == Target()


def test_r147_an_assassin_comes_for_somebody_who_has_a_role() -> None:
    leaders = (leader(Role.RULER), leader(Role.HEIR, has_died=True), leader(Role.WARDEN, WREN, name="Ann"))
    where = realm(tarn(leaders=leaders))
    assert struck(where, "assassination_attempt", 2) == Target(role=Role.WARDEN, leader="Ann")
    assert struck(where, "public_scandal", 1) == Target(role=Role.RULER, leader="Ruler")


# -- refused ------------------------------------------------------------------------------------------


def test_the_event_is_rolled_once_and_in_its_step() -> None:
    require_refused(begun(Phase.INCOME), RollEvent(TARN), "month.not_yet")
    require_refused(played(at_roll(), RollEvent(TARN), 99), RollEvent(TARN), "month.is_over")
    require_refused(at_roll(frozen="Summer"), RollEvent(TARN), "kingdom.is_frozen", "Tarn", "(Summer)")
    require_refused(at_roll(is_in_anarchy=True), RollEvent(TARN), "kingdom.is_in_anarchy")
    require_refused(at_roll(stage=Stage.FOUNDING), RollEvent(TARN), "kingdom.not_founded")


def test_who_rolls() -> None:
    assert play(by(at_roll(), WREN), RollEvent(TARN), 99).on_behalf_of == DEACON
    assert play(by(at_roll(), DEACON), RollEvent(TARN), 99).on_behalf_of is None
    with pytest.raises(NotAllowed):
        play(by(at_roll(campaign=decided(who_rolls="role")), WREN), RollEvent(TARN))
    assert STRANGER not in (DEACON, WREN)


def test_each_event_has_a_number_of_its_own() -> None:
    state = kingdom_of(played(at_roll(), RollEvent(TARN), 20, 1, 97, 25, 31, 4))
    assert [(each.number, each.event) for each in state.happenings] == [
        (1, "natural_blessing"),
        (2, "bandit_activity"),
        (3, "economic_boom"),
    ]
    # The blessing is a named source besides.
    assert state.counted == 4


def test_a_strike_compares_by_what_it_is() -> None:
    assert Strike("feud") == Strike("feud", Target())
