"""The Upkeep phase in words: its dice, what came of them, and what its steps would do."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import ATTRIBUTES, ROLES, listed, number, signed

# What a die is rolled for, as the dice log says it; and the named source of what an Enforcer's rigour cost.
STABILITY, STAND_IN, ENFORCER = "Stability check of Upkeep", "Loyalty check of the stand-in", "Royal Enforcer"
BAD_FAILURE = "Unrest after a failure by 5 or more"
SEVERITY = "Severity of the Royal Enforcer"

# Headings of cards.
TITLES = {
    "stability": "Stability check",
    "consumption": "Consumption",
    "unrest": "Unrest of the month",
    "stand_in": "Standing in for the Ruler",
    "enforcer": "Royal Enforcer",
}


# -- what came of it ----------------------------------------------------------------------------------


def stability(unrest: int, points: int, bad: int | None) -> str:
    """What the check of step 1 does."""
    if points:
        return "There is no Unrest to calm: **1 BP** more instead."
    if unrest < 0:
        return f"**Unrest {signed(unrest)}**."
    why = "failed by 4 or less" if bad is None else f"failed by 5 or more, 1d4 shows {bad}"
    return f"**Unrest {signed(unrest)}** ({why})."


def paid(amount: int, raw: int, treasury: int, unrest: int) -> str:
    """What the month cost the Treasury."""
    if not amount:
        spare = f" (Farms and Fisheries give {-raw} more than is needed)" if raw < 0 else ""
        first = f"Nothing to pay{spare}; the Treasury holds **{number(treasury)} BP**."
    else:
        first = f"Paid **{amount} BP**; the Treasury holds **{number(treasury)} BP**."
    return f"{first} Below 0: **Unrest {signed(unrest)}**." if unrest else first


def settled(grievances: Sequence[tuple[str, int]]) -> str:
    """What added to Unrest."""
    total = sum(amount for _, amount in grievances)
    if not total:
        return "Nothing adds to Unrest this month."
    return f"**Unrest {signed(total)}**: {_named(grievances)}."


def _named(grievances: Sequence[tuple[str, int]]) -> str:
    return listed([f"{amount} for {_grievance(what)}" for what, amount in grievances])


def _grievance(what: str) -> str:
    return f"{ATTRIBUTES[what]} below 0" if what in ATTRIBUTES else f"no {ROLES[what]}"


def stood_in(role: str, unrest: int) -> str:
    """What came of a stand-in's check."""
    if unrest:
        return f"The people don't accept the {ROLES[role]} in the Ruler's place: **Unrest {signed(unrest)}**."
    return f"The {ROLES[role]} is accepted in the Ruler's place."


def enforced(loyalty: int) -> str:
    """What the Royal Enforcer brought about."""
    if loyalty:
        return f"**Unrest −1**, and **Loyalty {signed(loyalty)}** for good."
    return "**Unrest −1**, and nobody bears a grudge."


# -- what would come of it ----------------------------------------------------------------------------


def stability_success(*, is_calm: bool) -> str:
    """The good end of step 1."""
    return "+1 BP" if is_calm else "Unrest −1"


def stability_odds(needs: str, success: str, mild: str, bad: str) -> str:
    """The three ends of step 1; a chance of 0 % is left out as an empty text."""
    ends = [f"{needs} → {success}" if success else needs]
    ends += [f"{mild} → Unrest +1"] if mild else []
    ends += [f"{bad} → Unrest +1d4"] if bad else []
    return " · ".join(ends)


def will_pay(amount: int, treasury: int, stored: int = 0) -> str:
    """What step 2 leaves; `stored` goes into Granaries, or, below 0, comes out of them beside `amount`."""
    left = treasury - amount
    debt = ", and Unrest +2 for being below 0" if left < 0 else ""
    if stored < 0:
        return f"Costs {amount - stored} BP, {-stored} of them out of Granaries: leaves {number(left)}{debt}"
    kept = f", and {stored} BP go into Granaries" if stored else ""
    return f"Costs {amount} of {number(treasury)} BP: leaves {number(left)}{debt}{kept}"


def will_settle(grievances: Sequence[tuple[str, int]]) -> str:
    """What step 4 adds."""
    total = sum(amount for _, amount in grievances)
    return f"Unrest {signed(total)}: {_named(grievances)}" if total else "Adds nothing to Unrest"


def stand_in_odds(needs: str) -> str:
    """The stand-in's check."""
    return f"{needs}, else Unrest +1"


def enforcer_odds(needs: str) -> str:
    """What the Royal Enforcer risks."""
    return f"Unrest −1 either way · {needs}, else Loyalty −1 for good"


def lose_hex(unrest: int) -> str:
    """Why a hex is lost."""
    return f"Unrest is {unrest}: from 11 on one hex is lost, of the leaders' choice"
