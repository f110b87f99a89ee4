"""What holds between the records before an accepted action and those after it."""

from __future__ import annotations

from typing import Any

from bot.engine.system import Result
from bot.systems.kingdom.abroad.partners import PartnerChanged
from bot.systems.kingdom.book import ANARCHY_AT, Limit, MonthStep, Phase, Stage, limits
from bot.systems.kingdom.events.rules import HireAdventurers
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.giving import HexesGiven
from bot.systems.kingdom.land.improvements import BuildImprovement, PrepareSite
from bot.systems.kingdom.month.income import Withdraw
from bot.systems.kingdom.month.rules import MonthClosed
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settings import LIMITS_SIZE, VOLUNTARY_DEBT
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.sources import NUMBERS, Shift, figures
from bot.systems.kingdom.state import Month
from bot.systems.kingdom.steward.orders import MonthRun, RunEnded
from bot.systems.kingdom.towns.building import BuildBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.settlements import AddDistrict
from bot.systems.kingdom.towns.wrecking import DemolishBuilding, RepairBuilding
from tests.systems.kingdom.invariants import Realms

# Nobody has to buy these.
VOLUNTARY = (
    ClaimHex,
    BuildImprovement,
    PrepareSite,
    AddDistrict,
    BuildBuilding,
    UpgradeBuilding,
    DemolishBuilding,
    RepairBuilding,
    Withdraw,
    HireAdventurers,
)


def require_lawful(before: Realms, after: Realms, action: Any, turn: Result) -> None:
    """Months go forward, limits and BP in hand are kept, and no number changes untold."""
    told = told_shifts(turn)
    for id_, now in after.items():
        was = before.get(id_)
        if was is None or was is now:
            continue
        require_course(was, now, turn)
        require_limits(was, now)
        require_in_hand(was, now, action)
        require_anarchy(was, now)
        if now.kingdom.stage is Stage.STANDING:
            assert shifts(was, now) == told.get(now.kingdom.name, ()), "a number changed untold"


def told_shifts(turn: Result) -> dict[str, tuple[Shift, ...]]:
    """What events say of numbers that are others now, by kingdom."""
    told: dict[str, tuple[Shift, ...]] = {}
    for event in turn.events:
        if isinstance(event, FiguresChanged):
            assert event.name not in told, "told twice"
            told[event.name] = event.shifts
        elif isinstance(event, PartnerChanged):
            told[event.name] = event.shifts
        elif isinstance(event, HexesGiven):
            told |= {each.name: each.shifts for each in event.losers}
    return told


def shifts(was: Realm, now: Realm) -> tuple[Shift, ...]:
    """Which numbers are others."""
    old, new = figures(was), figures(now)
    pairs = [(name, getattr(old, name), getattr(new, name)) for name in NUMBERS]
    # Those of optional rules in use.
    pairs += [(stat.value, old.further[stat], value) for stat, value in new.further.items()]
    return tuple(Shift(name, before, after) for name, before, after in pairs if before != after)


def closed(turn: Result) -> tuple[int, ...]:
    """The months that were closed, by hand or by a steward."""
    by_hand = [each.month for each in turn.events if isinstance(each, MonthClosed)]
    return (*by_hand, *(each.month for each in turn.events if isinstance(each, MonthRun) and each.closed))


def is_run(turn: Result) -> bool:
    """Whether a steward did several things at once."""
    return any(isinstance(each, RunEnded) for each in turn.events)


def require_course(was: Realm, now: Realm, turn: Result) -> None:
    """A month's phases go forward only; a month ends by being closed alone, with everything of it over."""
    old, new = was.kingdom.month, now.kingdom.month
    if new.number != old.number:
        assert closed(turn) == tuple(range(old.number, new.number))
        if is_run(turn):
            return
        assert (new.phase, old.phase) == (Phase.BEFORE, Phase.EVENT)
        assert not new.marks
        return
    order = tuple(Phase)
    assert order.index(new.phase) >= order.index(old.phase), "a phase came again"
    taken_back = {mark.step for mark in old.marks} - {mark.step for mark in new.marks}
    assert taken_back <= {MonthStep.RESOLVE}, "a step came again"
    require_revisions(old, new)


def require_revisions(old: Month, new: Month) -> None:
    """A step that stays open keeps its revision: its buttons still work."""
    if "found" in new.opened:
        return
    for step in old.opened.keys() & new.opened.keys():
        assert old.opened[step] == new.opened[step]


def require_limits(was: Realm, now: Realm) -> None:
    """Nothing is used beyond what the month allows (Table 4-4), and one at a time."""
    old, new = was.kingdom.month, now.kingdom.month
    # What was built at the founding is forgotten when the first Edict phase begins (R092).
    order = tuple(Phase).index
    if old.number != new.number or order(old.phase) < order(Phase.EDICT) <= order(new.phase):
        return
    is_live = was.rulings.has(LIMITS_SIZE, "live") and old.phase is not Phase.BEFORE
    size = was.size if is_live else old.size
    for limit in Limit:
        before, after = old.used.get(limit, 0), new.used.get(limit, 0)
        assert before <= after <= before + 1
        most = getattr(limits(size), limit.value)
        assert after == before or most is None or after <= most, f"{limit}: {after} of {most}"


def require_in_hand(was: Realm, now: Realm, action: Any) -> None:
    """What nobody has to buy takes no BP that aren't there, unless the campaign lets it (R007)."""
    old, new = was.kingdom.treasury, now.kingdom.treasury
    if type(action) in VOLUNTARY and not was.rulings.has(VOLUNTARY_DEBT, "yes"):
        assert new >= min(old, 0), "bought on credit"


def require_anarchy(was: Realm, now: Realm) -> None:
    """Unrest that rises to 20 is anarchy; it doesn't end by itself (R017)."""
    old, new = was.kingdom, now.kingdom
    if new.stage is not Stage.STANDING:
        return
    if new.unrest > old.unrest and new.unrest >= ANARCHY_AT:
        assert new.is_in_anarchy
    if new.is_in_anarchy and not old.is_in_anarchy:
        assert new.unrest >= ANARCHY_AT
