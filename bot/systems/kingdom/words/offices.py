"""Leaders: what is told of them, on cards and in the journal."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.leaders import SHORT
from bot.systems.kingdom.words.names import ATTRIBUTES, ROLES, TASKS, listed, number, signed

# -- what happened ------------------------------------------------------------------------------------


def assigned(who: str, role: str, gives: str, *, is_married: bool) -> str:
    """Somebody holds a role."""
    if is_married:
        return f"{who} is {ROLES[role]} too, married to the other: {gives}."
    return f"{who} is {ROLES[role]}: {gives}."


def gives(amount: int, attributes: Sequence[str]) -> str:
    """What a leader adds."""
    if not attributes:
        return "adds to no attribute yet"
    return f"{signed(amount)} {listed([ATTRIBUTES[each] for each in attributes])}"


def edited(leader: str, role: str, before: int, amount: int) -> str:
    """What is known of a leader changed."""
    if before == amount:
        return f"{leader} ({ROLES[role]}) is noted anew, and adds {signed(amount)} as before."
    return f"{leader} ({ROLES[role]}) adds {signed(amount)} now, not {signed(before)}."


def renamed(former: str, leader: str) -> str:
    """Another name."""
    return f"{former} is now called {leader}."


def handed(leader: str, player: str) -> str:
    """Another player."""
    return f"{player} plays {leader} now."


def stepped_down(leader: str, role: str) -> str:
    """Who leaves for nothing else."""
    return f"{leader} steps down as {ROLES[role]}."


def moved(leader: str, role: str, to: str) -> str:
    """Who takes another role."""
    return f"{leader} goes from {ROLES[role]} to {ROLES[to]}."


def died(leader: str, role: str) -> str:
    """A death."""
    return f"{leader}, {ROLES[role]}, is dead."


def mourned(role: str, first: int, last: int, *, at_once: bool) -> str:
    """How long the role is vacant for it."""
    if not last:
        return f"The role of {ROLES[role]} is not vacant."
    begins = "at once and through" if at_once else "for all of"
    return f"The role counts as vacant {begins} month {last}, whoever is appointed."


def rises(unrest: int) -> str:
    """Unrest, at once."""
    return f"Unrest +{unrest}."


def rolled(role: str, total: str) -> str:
    """The check for leaving a role, with its sum."""
    return f"🎲 Loyalty for the {ROLES[role]}: {total}"


def vacant_until(role: str, until: int, penalty: str, *, is_until_upkeep: bool) -> str:
    """A failed check."""
    end = f"until the Upkeep of month {until} is over" if is_until_upkeep else f"until month {until} ends"
    return f"The {ROLES[role]} counts as vacant {end}, whoever holds the role: {penalty}."


def came_out(*, is_success: bool) -> str:
    """The check, in the journal."""
    return "The Loyalty check succeeded." if is_success else "The Loyalty check failed: vacant for a turn."


def settled_in(role: str) -> str:
    """A check that was passed."""
    return f"A successor as {ROLES[role]} takes over without a gap."


def penalty(amounts: Sequence[tuple[str, int]], unrest: int, *, is_ruler: bool) -> str:
    """What a vacant role costs."""
    parts = [NO_RULER] if is_ruler else []
    parts += [f"{ATTRIBUTES[name]} {number(amount)}" for name, amount in amounts]
    parts += [f"Unrest +{unrest} in Upkeep"] if unrest else []
    return ", ".join(parts) or NO_PENALTY


NO_PENALTY = "no penalty"
NO_RULER = "no new hexes, Farms, Roads or districts"

# -- previews -----------------------------------------------------------------------------------------

STEP_DOWN, SWITCH = "Step down", "Switch"
REPLACE = "Replace"
MARRIED_INSTEAD = "With the option “married” both rule together, and nobody steps down."
SPOUSE_RULES = "No Loyalty check is needed: the other Ruler rules on."
ABDICATES = "A Ruler who takes another role abdicates."
IF_PASSED, IF_FAILED = "If it succeeds", "If it fails"
UNCHANGED = "no number changes"


def nothing_rolled(role: str) -> str:
    """No vacancy can come of it."""
    return f"No Loyalty check is needed: the {ROLES[role]} has no vacancy penalty."


def resigning(leader: str, role: str) -> str:
    """The title of a preview."""
    return f"{leader} steps down as {ROLES[role]}?"


def replacing(leader: str, role: str) -> str:
    """The title of a preview."""
    return f"{leader} becomes {ROLES[role]}?"


def switching(leader: str, role: str) -> str:
    """The title of a preview."""
    return f"{leader} takes the role of {ROLES[role]}?"


def unrest_first(before: int, after: int) -> str:
    """What is paid whatever the dice."""
    return f"Unrest at once: {before} → **{after}**" if before != after else "Unrest stays as it is."


def check_first(role: str, needed: int | None, percent: int, modifier: int, dc: int) -> str:
    """A check before it is rolled."""
    if needed is None:
        return f"Loyalty check for the {ROLES[role]}: in anarchy it counts as 0, and **fails**."
    return (
        f"Loyalty check for the {ROLES[role]}: **{needed}** or higher on the die, **{percent} %** "
        f"({signed(modifier)} against {dc})"
    )


# -- lists --------------------------------------------------------------------------------------------

ASK_BOOK = "/leader who with a task and roles changes a line; “book” as roles sets it back."
ASKED = "Who is asked for what"
GAME_MASTERS = "Game masters"
ADDS_NOTHING = "adds nothing now"


def listed_title(kingdom: str) -> str:
    """The title of the list of leaders."""
    return f"{kingdom}: leaders"


def who_title(kingdom: str) -> str:
    """The title of the list of tasks."""
    return f"{kingdom}: who does what"


def holds(role: str, who: str, gives_: str, notes: Sequence[str]) -> str:
    """A role that is held."""
    more = "".join(f" · {note}" for note in notes)
    return f"**{ROLES[role]}** {who}: {gives_}{more}"


def vacant(role: str, cost: str) -> str:
    """A role that nobody holds."""
    return f"**{ROLES[role]}** vacant: {cost}"


def counts_vacant(cost: str) -> str:
    """Held, and vacant all the same."""
    return f"↳ counts as vacant: {cost}"


def serves(days: int) -> str:
    """Fewer days of duty than count."""
    return f"{days} days of duty this month"


def asked(who: str, tasks: Sequence[str]) -> str:
    """What one player is asked for."""
    return f"{who}: {', '.join(TASKS[task] for task in tasks)}"


DEAD = "dead"
LEADERSHIP = "Leadership"


def stands_in(role: str) -> str:
    """Who acts as Ruler."""
    return f"The {ROLES[role]} stands in for the Ruler this month."


def lapse(role: str, first: int, until: int, *, is_until_upkeep: bool) -> str:
    """A vacancy that is still to come."""
    if first == until:
        return f"{ROLES[role]}: counts as vacant for all of month {first}"
    upkeep = "the Upkeep of " if is_until_upkeep else ""
    return f"{ROLES[role]}: counts as vacant from month {first} through {upkeep}month {until}"


def scores(pairs: Sequence[tuple[str, int]]) -> str:
    """Cha 16, Wis 12."""
    return ", ".join(f"{SHORT[name]} {score}" for name, score in pairs)


def task_line(task: str, roles: str, who: str, *, is_changed: bool) -> str:
    """One line of who does what."""
    mark = " (changed)" if is_changed else ""
    return f"**{TASKS[task]}**: {roles}{mark} → {who}"


def proxies(people: Sequence[str]) -> str:
    """Who may act for others."""
    return f"May act for leaders who are away: {listed(people)}"
