"""When a role is vacant."""

from __future__ import annotations

from bot.systems.kingdom.rules.book import DUTY_DAYS
from bot.systems.kingdom.rules.state import Kingdom, Lapse, Leader, Month
from bot.systems.kingdom.rules.terms import Phase, Role, Step

_UP_TO_UPKEEP = (Phase.BEFORE, Phase.UPKEEP)


def is_present(kingdom: Kingdom, leader: Leader) -> bool:
    """Whether a leader counts as there: duties missed count against the month's Upkeep only (R041)."""
    return leader.days >= DUTY_DAYS or kingdom.month.phase is not Phase.UPKEEP


def is_vacant(kingdom: Kingdom, role: Role) -> bool:
    """Whether a role counts as vacant now: nobody holds it, whoever does is missing or not settled in yet.

    A leader who died this month leaves a vacancy from the next on (R041). A stand-in does not fill the role.
    """
    if any(lapse.role is role and applies(lapse, kingdom.month) for lapse in kingdom.lapses):
        return True
    return not any(is_present(kingdom, each) for each in kingdom.held_by(role))


def applies(lapse: Lapse, month: Month) -> bool:
    """Whether it makes its role count as vacant now."""
    if lapse.ends_with_upkeep and month.number == lapse.last:
        return month.phase in _UP_TO_UPKEEP
    return lapse.first <= month.number <= lapse.last


def lapse_of(role: Role, month: Month) -> Lapse:
    """One turn of vacancy from now on: one Upkeep feels it (R042).

    Until the end of this month where its Unrest is still to be settled; else through the next Upkeep.
    """
    if month.phase in _UP_TO_UPKEEP and not month.is_over(Step.UNREST):
        return Lapse(role, month.number, month.number)
    return Lapse(role, month.number, month.number + 1, ends_with_upkeep=True)


def lacks_ruler(kingdom: Kingdom) -> bool:
    """Whether the Ruler's role is vacant and nobody stands in (R039, R040)."""
    return is_vacant(kingdom, Role.RULER) and kingdom.month.stand_in is None


def misses_ruler(kingdom: Kingdom) -> bool:
    """Whether a stand-in is called for: vacant now, or by days of duty announced for the Upkeep to come."""
    rulers = kingdom.held_by(Role.RULER)
    absent = not any(each.days >= DUTY_DAYS for each in rulers)
    return is_vacant(kingdom, Role.RULER) or (kingdom.month.phase is Phase.BEFORE and absent)
