"""Leaders at their duties: what is told, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import ATTRIBUTES, ROLES, TASKS, listed, signed

# -- refused ------------------------------------------------------------------------------------------

CANT_STAND_IN = "Only the Consort or the Heir can stand in for the Ruler."
BOOK = "book"
NO_TASK = "Pick the task from the list."
NONE_CHOSEN = "Choose at least one attribute: Economy, Loyalty or Stability."
SPYMASTER_AT_STEP = (
    "A Spymaster chooses in the Leadership step of the Edict phase, which is not open; until then the last "
    "choice stays."
)
RULER_KEEPS = (
    "A Ruler's choice is for good, and only a game master changes it; one more attribute is added behind it "
    "when the kingdom's Size allows that."
)
RULER_AT_STEP = "A Ruler chooses anew in the Leadership step of the Edict phase, which is not open."


def days_out_of_range(most: int, duty: int) -> str:
    """Out of bounds."""
    return f"A month has 0 to {most} days of duty; with fewer than {duty} the role is vacant in its Upkeep."


def upkeep_is_over(month: int) -> str:
    """Too late to matter."""
    return (
        f"Days of duty count in Upkeep only, and that of month {month} is over; say it again once month "
        f"{month + 1} has come, before its Upkeep is over."
    )


def counted_on(name: str, duty: int) -> str:
    """Who stood in when Unrest was counted."""
    return (
        f"{name} stands in for the Ruler, and this month's Unrest was counted on that: it takes at least "
        f"{duty} days. A game master can go back in the journal."
    )


def ruler_is_there(kingdom: str) -> str:
    """Nobody to stand in for."""
    return (
        f"{kingdom} has its Ruler this month, so nobody stands in; a Ruler who will miss it says so first, "
        "with `/leader duty`."
    )


def stands_in_already(role: str) -> str:
    """One stand-in is enough."""
    return f"The {ROLES[role]} stands in for the Ruler this month already; one does."


def is_absent(name: str, role: str) -> str:
    """Who is away can't stand in."""
    return f"{name}, {ROLES[role]}, is not there this month and can't stand in for the Ruler."


def is_chosen(name: str) -> str:
    """Nothing new."""
    return f"{name} adds to just that already."


def does_it_already(task: str, roles: Sequence[str]) -> str:
    """Nothing new."""
    return f"{TASKS[task]}: that is for {named(roles)} already."


def may_anyway(person: int) -> str:
    """A game master."""
    return f"<@{person}> is a game master, and may act for any leader anyway."


def no_player(person: int) -> str:
    """Somebody from outside."""
    return f"<@{person}> is no player of this campaign; they join with `/campaign join` first."


def is_proxy(person: int) -> str:
    """Twice."""
    return f"<@{person}> has that leave already."


def no_proxy(person: int, proxies: Sequence[int]) -> str:
    """Nothing to take back."""
    who = listed([f"<@{each}>" for each in proxies]) or "nobody"
    return f"<@{person}> has no leave to act for others; {who} has."


def many_proxies(most: int) -> str:
    """Enough."""
    return f"At most {most} people have leave to act for others; let anyone act with the campaign's settings."


# -- told ---------------------------------------------------------------------------------------------


def days(leader: str, role: str, count: int, *, is_vacant: bool, has_left_ruler: bool) -> str:
    """Days of duty this month."""
    served = f"{leader} ({ROLES[role]}) serves {count} {'day' if count == 1 else 'days'} this month"
    if has_left_ruler:
        return f"{served}: too few to stand in for the Ruler, so nobody does now."
    if is_vacant:
        return f"{served}: too few, so the role counts as vacant in this month's Upkeep."
    return f"{served}."


def stood_in(leader: str, role: str, *, is_checked: bool) -> str:
    """Consort or Heir as Ruler."""
    cost = " In Upkeep that takes a Loyalty check, or Unrest rises by 1." if is_checked else ""
    return f"{leader} ({ROLES[role]}) stands in for the Ruler this month.{cost}"


def chosen(leader: str, role: str, amount: int, attributes: Sequence[str]) -> str:
    """What a Ruler or Spymaster adds to."""
    return f"{leader} ({ROLES[role]}) adds {signed(amount)} to {listed([ATTRIBUTES[a] for a in attributes])}."


def task_assigned(task: str, roles: Sequence[str], *, is_as_printed: bool) -> str:
    """Who does something."""
    again = " again" if is_as_printed else ""
    return f"{TASKS[task]}: that is{again} for {named(roles)}."


def proxy(person: str, *, is_on: bool) -> str:
    """Leave to act for others."""
    if is_on:
        return f"{person} may act for leaders who are away; each card will say so."
    return f"{person} acts for other leaders no more."


def named(roles: Sequence[str]) -> str:
    """Roles, those asked first before."""
    return listed([f"the {ROLES[role]}" for role in roles], "or else")
