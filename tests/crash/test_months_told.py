"""Each check of a kingdom's months finds a ledger that is wrong, and nothing in one that is right."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.play.context import event_data
from bot.storage.journal import EntryRow
from bot.systems.kingdom.abroad.book import Balance, Cargo, SpecialEdict, Tie, Vassalage
from bot.systems.kingdom.abroad.diplomacy import EnvoyCheck, EnvoySent, PactMade, ResidenceBought
from bot.systems.kingdom.abroad.expeditions import ExpeditionSent
from bot.systems.kingdom.abroad.trade import Arrival, RoutePlanned, TradersArrived
from bot.systems.kingdom.abroad.vassals import VassalMade
from bot.systems.kingdom.book import Attribute, BuildingType, Number, Phase, Stage
from bot.systems.kingdom.checks import CheckResult
from bot.systems.kingdom.events.book import Does, Occasion
from bot.systems.kingdom.events.outcomes import Changed, EventSettled
from bot.systems.kingdom.events.rules import AdventurersHired, EventPlaced, Struck
from bot.systems.kingdom.events.verbs import EffectDone
from bot.systems.kingdom.month.rules import MonthClosed
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.sources import Shift, Snapshot
from bot.systems.kingdom.state import Kingdom, Month
from bot.systems.kingdom.steward.orders import MonthRun, RunEnded, Stop, Why
from bot.systems.kingdom.towns.building import BuildingDrafted, BuildingRaised
from bot.systems.kingdom.towns.wrecking import BuildingRef
from tests.crash import towns_built
from tests.crash.reigns import reign
from tests.systems.kingdom.town_scenes import town

TARN = RecordId("tarn")
GOOD = CheckResult(Attribute.STABILITY, 12, 60, 50, is_success=True)
FEUD = EventSettled("Tarn", "feud", "", Occasion.FAILURE, changed=(Changed(Number.TREASURY, -2),))


@dataclass(frozen=True)
class Told:
    """An entry: its action and events, what was asked for, and the dice drawn."""

    action: str
    events: tuple[Any, ...]
    asked: dict[str, Any] = field(default_factory=dict)
    dice: tuple[int, ...] = ()

    def row(self, number: int) -> EntryRow:
        """As the journal keeps it."""
        events = [each if isinstance(each, dict) else event_data(each) for each in self.events]
        dice = json.dumps([{"value": each} for each in self.dice])
        now = datetime(2026, 1, 1, tzinfo=UTC)
        kept = json.dumps(self.asked), TARN, dice, None, None, 1, json.dumps(events), False
        return EntryRow("realms", number, number, now, 1, None, 3, "kingdom", self.action, *kept)


def shifted(**numbers: tuple[int, int]) -> FiguresChanged:
    """Those numbers, before and after."""
    return FiguresChanged("Tarn", tuple(Shift(name, *pair) for name, pair in numbers.items()))


FOUNDED = {"event": "KingdomFounded", "facts": {"name": "Tarn"}}
# Two months by its steward, then a third with an envoy, and an event with adventurers hired against it.
RIGHT = (
    Told("FoundKingdom", (FOUNDED, shifted(treasury=(0, 50), size=(0, 1)))),
    Told(
        "RunMonths",
        (
            RunEnded("Tarn", 2, Stop(Why.DONE, 3, Phase.BEFORE)),
            MonthRun("Tarn", 1, (50, 57), (0, 0), GOOD, paid=4, taxes=10, closed=MonthClosed("Tarn", 1)),
            MonthRun(*("Tarn", 2, (57, 55), (0, 2)), paid=0, settled=(FEUD,), closed=MonthClosed("Tarn", 2)),
            shifted(treasury=(50, 55), unrest=(0, 2)),
        ),
        dice=(12, 3),
    ),
    Told(
        "SendEnvoy",
        (
            EnvoySent("Tarn", "Vell", Tie.EMBASSY, (EnvoyCheck(15, 9, 12),), True, spent=2, bribe=1),
            shifted(treasury=(55, 52)),
        ),
        dice=(15, 2),
    ),
    Told("PlaceEvent", (EventPlaced("Tarn", 3, Struck(1, "feud")),)),
    Told(
        "HireAdventurers",
        (AdventurersHired("Tarn", Attribute.LOYALTY, "1-2", 2, 4, "feud", ""), shifted(treasury=(52, 48))),
    ),
    Told(
        "AttemptEvent",
        (replace(FEUD, results=(GOOD,)), shifted(treasury=(48, 46))),
        asked={"number": 1},
        dice=(12,),
    ),
)
STANDS = Kingdom(
    "Tarn",
    RecordId("land"),
    stage=Stage.STANDING,
    treasury=46,
    unrest=2,
    month=Month(3, issued=(SpecialEdict.DIPLOMATIC,)),
)
KEPT = tuple(
    Snapshot(TARN, month, 1, 1, 0, 0, 0, unrest, 0, 20, treasury, 0)
    for month, treasury, unrest in ((1, 57, 0), (2, 55, 2))
)


def wrong(told: tuple[Told, ...] = RIGHT, state: Kingdom = STANDS, kept: tuple[Snapshot, ...] = KEPT) -> str:
    """All that is wrong with such a ledger."""
    entries = [each.row(number) for number, each in enumerate(told, 1)]
    return "\n".join(text for text, _ in reign(state, entries, list(kept)))


def having(number: int, event: int = 0, **changes: Any) -> tuple[Told, ...]:
    """The right entries with an event of one of them otherwise."""
    entry = RIGHT[number - 1]
    events = (*entry.events[:event], replace(entry.events[event], **changes), *entry.events[event + 1 :])
    return (*RIGHT[: number - 1], replace(entry, events=events), *RIGHT[number:])


def test_nothing_is_wrong_with_a_ledger_that_is_right() -> None:
    assert wrong() == ""


@pytest.mark.parametrize(
    ("event", "changes", "says"),
    [
        (0, {"closed": 1}, "a run says that 1 months are closed"),
        (1, {"month": 2}, "a run in month 1 tells of the months [2, 2]"),
        (1, {"treasury": (50, 58)}, "month 1 of a run brought 8 BP and tells of 7"),
        (1, {"unrest": (0, 1)}, "month 2 of a run begins otherwise than the one before ended"),
        (1, {"unrest": (1, 0)}, "a run tells of unrest (1, 2)"),
        (1, {"taxes": 11}, "month 1 of a run brought 7 BP and tells of 8"),
        (1, {"stability": replace(GOOD, die=13)}, "checks show [13]"),
        (1, {"stability": None}, "month 1 of a run brought 7 BP and tells of 6"),
        (1, {"closed": None}, "of its months [False, True] are"),
        (2, {"month": 1}, "ConsumptionPaid twice in month 1"),
        (2, {"treasury": (57, 54)}, "a run tells of treasury (50, 54)"),
        (2, {"settled": ()}, "month 2 of a run brought -2 BP and tells of 0"),
        (2, {"settled": (FEUD,) * 4}, "feud was settled 4 times in month 2"),
    ],
)
def test_a_run_that_does_not_add_up_is_found(event: int, changes: dict[str, Any], says: str) -> None:
    assert says in wrong(having(2, event, **changes))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"treasury": 56}, "month 1 of a run was kept as"),
        ({"unrest": 1}, "month 1 of a run was kept as"),
        ({"size": 2}, "month 1 of a run was kept as"),
        ({"month": 3}, "months kept: [3, 2], closed: 2"),
    ],
)
def test_a_month_of_a_run_that_was_kept_otherwise_is_found(changes: dict[str, Any], says: str) -> None:
    assert says in wrong(kept=(replace(KEPT[0], **changes), KEPT[1]))


def test_a_month_that_a_run_closed_and_nothing_kept_is_found() -> None:
    assert "month 2 of a run was kept as None" in wrong(kept=KEPT[:1])
    assert "it is month 4, the journal closed 2" in wrong(state=replace(STANDS, month=Month(4)))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (3, "2 special edicts in month 3"),
        (5, "adventurers were hired twice in month 3"),
        (6, "event 1 was settled twice in month 3"),
    ],
)
def test_what_was_done_twice_is_found(entry: int, says: str) -> None:
    assert says in wrong((*RIGHT, RIGHT[entry - 1]))


def test_an_event_that_was_settled_is_not_settled_by_a_game_master_as_well() -> None:
    settled = Told("SettleEvent", (replace(FEUD, changed=()),), asked={"number": 1})
    assert "event 1 was settled twice in month 3" in wrong((*RIGHT, settled))
    is_open = having(6, is_open=True)
    assert wrong((*is_open, settled)) == ""


def test_edicts_that_the_month_does_not_have_are_found() -> None:
    assert "() were issued, the journal has 1" in wrong(state=replace(STANDS, month=Month(3)))


def test_dice_that_were_not_drawn_are_found() -> None:
    assert "checks show [16]" in wrong(having(3, checks=(EnvoyCheck(16, 9, 12),)))
    assert "checks show [7]" in wrong(having(6, results=(replace(GOOD, die=7),)))


ARRIVED = Arrival((), points=5)
PAID = (
    (EnvoySent("Tarn", "Vell", Tie.EMBASSY, (), True, spent=2, bribe=1), -3),
    (PactMade("Tarn", "Vell", Tie.TREATY, Balance.BALANCED, 4, spent=3), -3),
    (ExpeditionSent("Tarn", "East", 1, cost=3, returns=4), -3),
    (RoutePlanned("Tarn", "Vell", Cargo.GOODS, "Hold", 10, "5", 4), -10),
    (RoutePlanned("Tarn", "Vell", Cargo.GOODS, "Hold", 10, "5", 3, ARRIVED), -5),
    (TradersArrived("Tarn", "Vell", ARRIVED), 5),
    (VassalMade("Tarn", "Colony", Vassalage.COLONY, spent=1, grant=2, tie=Tie.EMBASSY), -3),
    (ResidenceBought("Tarn", "Vell", BuildingType.MANSION, price=10), -10),
    (AdventurersHired("Tarn", Attribute.LOYALTY, "1-2", 2, 4, "feud", ""), -4),
    (FEUD, -2),
)


@pytest.mark.parametrize(("event", "gain"), PAID)
@pytest.mark.parametrize("error", [0, 1])
def test_the_purse_is_all_that_its_events_say(event: Any, gain: int, error: int) -> None:
    holds = STANDS.treasury + gain + error
    entry = Told("Something", (event, shifted(treasury=(STANDS.treasury, holds))))
    found = wrong((*RIGHT, entry), replace(STANDS, treasury=holds))
    assert (f"Tarn has {holds} BP, its events come to {holds - 1}" in found) == bool(error)


# -- its settlement ---------------------------------------------------------------------------------------


RUINED = EffectDone(Does.RUIN, "Hold", stood=(BuildingRef(BuildingType.HOUSE, "1:A1"),))
RAISED = BuildingRaised("Tarn", "Hold", BuildingType.HOUSE, "1:A1", 3, 3)


def test_a_building_that_an_event_destroyed_stands_no_longer() -> None:
    raised = Told("BuildBuilding", (RAISED,)).row(1)
    for ruin in (
        Told("AttemptEvent", (replace(FEUD, deeds=(RUINED,)),)),
        Told("RunMonth", (MonthRun("Tarn", 1, (0, 0), (0, 0), settled=(replace(FEUD, deeds=(RUINED,)),)),)),
    ):
        entries = [raised, ruin.row(2)]
        assert not list(towns_built.standing(town(), entries))
        (stands,) = towns_built.standing(town("house A1"), entries)
        assert "the journal has {}" in stands[0]
        twice = [*entries, ruin.row(3)]
        assert "had not stood" in next(towns_built.standing(town(), twice))[0]


def test_a_settlement_that_changes_kingdoms_leaves_its_drafts_behind() -> None:
    drafted = Told(
        "DraftBuilding", (BuildingDrafted("Tarn", "Hold", BuildingType.HOUSE, "1:A1", None, 3),)
    ).row(1)
    entries, before = [drafted, Told("Something", ()).row(2)], town()
    goes = [(1, before), (2, replace(before, kingdom=RecordId("vassal")))]
    assert not list(towns_built.drafted(before, entries, goes))
    ((says, _),) = towns_built.drafted(before, entries, [(1, before), (2, before)])
    assert "the journal has {('house', '1:A1'): 1" in says


def test_an_item_that_came_with_a_steward_or_an_event_is_on_sale() -> None:
    run = Told("RunMonth", (MonthRun("Tarn", 1, (0, 0), (0, 0), items=1),)).row(1)
    found = Told("AttemptEvent", (replace(FEUD, deeds=(EffectDone(Does.TREASURE, "Hold"),)),)).row(1)
    for entry in (run, found):
        ((says, _),) = towns_built.on_sale(town("house A1"), [entry])
        assert "0 items are on sale" in says


def test_what_was_found_and_not_bought_goes_by_itself() -> None:
    found = Told("AttemptEvent", (replace(FEUD, deeds=(EffectDone(Does.FIND, "Hold"),)),)).row(1)
    run = Told("RunMonth", (MonthRun("Tarn", 1, (0, 0), (0, 0), items=1),)).row(2)
    assert not list(towns_built.on_sale(town("house A1"), [found, run]))
    again = Told("RunMonth", (MonthRun("Tarn", 2, (0, 0), (0, 0), items=1),)).row(3)
    ((says, _),) = towns_built.on_sale(town("house A1"), [found, run, again])
    assert "0 items are on sale" in says


def test_buildings_of_a_month_that_a_steward_closed_count_no_longer() -> None:
    raised = [Told("BuildBuilding", (RAISED,)).row(number) for number in range(6)]
    ended = RunEnded("Tarn", 1, Stop(Why.DONE, 2, Phase.BEFORE))
    begun = Told("RunMonth", (RunEnded("Tarn", 0, Stop(Why.STEP, 1, Phase.EDICT)),)).row(0)
    closed = Told("RunMonth", (ended,)).row(9)
    assert not list(towns_built.limited([begun, *raised[:5], closed, *raised[:5]]))
    assert "in months that allow 5" in next(towns_built.limited([begun, *raised, closed]))[0]
