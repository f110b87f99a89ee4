"""Losing hexes and what is cut off by it: what is told, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import listed, signed

IS_DECIDED = "That is decided already; the newest card of the kingdom shows what waits now."
NOT_RECLAIMABLE = (
    "That settlement can't be reclaimed now: its hex must be connected with the capital again, and each gets "
    "one Stability check a month."
)
LOSE = "Lose this hex"
NO_UNREST = "It costs no Unrest; abandoning would."
NOTHING_MORE = "Nothing else goes with it."
HELD = "Checks about its hexes count Unrest 1 higher, and 1 more every month, until a claim reconnects it."
HELD_AGAIN = "Checks about its hexes count as usual again."
REMEMBERED = "If a claim connects it again, its free hexes come back, and each settlement gets a check."
ASK_LEADER = "A game master says below whether a leader is there: held, or lost."
NAME_CAPITAL = (
    "Name a new capital free of charge: `/settlement capital`. Until then the largest territory counts as "
    "the capital's."
)
NO_CAPITAL = "The next settlement is the capital, free of charge."


def recover(*, is_last: bool) -> str:
    """What a kingdom without hexes must do, and until when (R022)."""
    until = "Before this month is closed" if is_last else "By the end of next month"
    return (
        f"**Its last hex is lost.** {until} it must have claimed a hex and founded or claimed a settlement, "
        "or the kingdom is destroyed."
    )


def reclaim_odds(needed: str) -> str:
    """A check to reclaim a settlement, before its die."""
    return f"{needed} · failure: again next month"


def losing(hex_name: str) -> str:
    """What is about to be lost."""
    return f"Losing {hex_name}"


def no_longer_count(improvements: Sequence[str]) -> str:
    """What was built in a hex that is lost (R077)."""
    return f"{listed(improvements)}: lost with it, until the hex is claimed again."


def hexes(count: int) -> str:
    """1 hex, 2 hexes."""
    return "1 hex" if count == 1 else f"{count} hexes"


def lost(name: str, gone: Sequence[str], reason: str, *, by_unrest: bool) -> str:
    """Hexes that are gone."""
    why = " to Unrest" if by_unrest else f": {reason}" if reason else ""
    return f"**{name} loses {listed(gone)}**{why}."


def many_lost(name: str, count: int, some: Sequence[str], reason: str) -> str:
    """So many hexes that not all are named."""
    why = f": {reason}" if reason else ""
    return f"**{name} loses {count} hexes** ({', '.join(some)} and {count - len(some)} more){why}."


def freed(names: Sequence[str]) -> str:
    """Settlements that are Free Cities now."""
    return f"{listed(names)} {'is a Free City' if len(names) == 1 else 'are Free Cities'} now."


def many_freed(some: Sequence[str], more: int) -> str:
    """So many that not all are named."""
    return f"{', '.join(some)} and {more} more settlements are Free Cities now."


def capital_gone(name: str) -> str:
    """The capital went with a hex."""
    return f"**The capital {name} is lost.**"


def cut_off(sizes: Sequence[int]) -> str:
    """Territories that are no longer connected."""
    which = listed([hexes(size) for size in sizes])
    apart = "" if len(sizes) == 1 else ", each apart"
    return f"Cut off from the capital: **{which}**{apart}."


def many_cut_off(territories: int, count: int) -> str:
    """So many territories that not all are named."""
    return f"Cut off: **{territories} territories, {hexes(count)} together**."


def held(name: str, count: int) -> str:
    """A leader is there."""
    return f"A leader holds the {hexes(count)} that were cut off from {name}."


def part_lost(name: str, count: int) -> str:
    """No leader is there."""
    return f"**{name} loses the {hexes(count)} that were cut off**: no leader was there."


def rejoined(name: str, count: int) -> str:
    """A lost territory came back."""
    return f"**Connected again**: {name} has {hexes(count)} back, with all their improvements."


def held_rejoined(name: str, count: int) -> str:
    """A territory that a leader held, or nobody had decided about."""
    return f"**Connected again**: the territory of {hexes(count)} that was cut off from {name}."


def to_reclaim(names: Sequence[str]) -> str:
    """Settlements that wait for a check."""
    return f"To be reclaimed by a Stability check each: {listed(names)}."


def many_to_reclaim(some: Sequence[str], more: int) -> str:
    """So many that not all are named."""
    return f"To be reclaimed by a Stability check each: {', '.join(some)} and {more} more."


def reclaimed(settlement: str, name: str) -> str:
    """It came back."""
    return f"**{settlement} is {name}'s again.**"


def not_reclaimed(settlement: str) -> str:
    """It did not."""
    return f"**{settlement} stays a Free City** for now; it can be tried again next month."


def bonus(amount: int) -> str:
    """What made the check easier."""
    return f"{signed(amount)} is in it: the city would come back, less gladly each month."


def reclaim_reason(settlement: str) -> str:
    """What a die is rolled for."""
    return f"Stability: reclaim {settlement}"


# -- refused ------------------------------------------------------------------------------------------


def more_is_lost(hex_name: str, towns: Sequence[str], cut: int, is_last: bool) -> str:
    """More than the hex would go, and nobody has said that this is meant."""
    free = "a Free City" if len(towns) == 1 else "Free Cities"
    with_it = [f"{listed(towns)} ({free} then)"] if towns else []
    with_it += [f"the connection to {hexes(cut)} of yours"] if cut else []
    with_it += ["the kingdom's last hex"] if is_last else []
    return (
        f"With {hex_name} you would lose {listed(with_it)}; nothing was changed. Choose another hex, or say "
        "yes to losing it even so."
    )


def not_its_hexes(name: str, foreign: Sequence[str]) -> str:
    """Hexes of others, or nobody's, or none named."""
    if not foreign:
        return f"Name at least one hex of {name}, by its label or coordinates."
    what = "is no hex" if len(foreign) == 1 else "are no hexes"
    return f"{listed(foreign[:5])} {what} of {name}; name one that it claims."


def nothing_to_lose(name: str) -> str:
    """Not founded, or no more."""
    return f"{name} claims no hexes: it is not founded yet, or is no more."


def has_another_kingdom(settlement: str) -> str:
    """Somebody took it meanwhile."""
    return f"{settlement} belongs to a kingdom by now, so it can't be reclaimed."
