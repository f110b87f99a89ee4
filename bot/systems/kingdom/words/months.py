"""The month's course: what is told of it, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import PHASES, STEPS, listed, signed

# -- refused ------------------------------------------------------------------------------------------

WHY_FROZEN = "Say why it stands still: everybody will read it."


def not_open(step: str, phase: str, names: Sequence[str], *, is_over: bool) -> str:
    """A step that can't be taken now."""
    now = listed([STEPS[each] for each in names]) or "nothing"
    why = "is over for this month" if is_over else "can't be done now"
    if phase == "before":
        return f"“{STEPS[step]}” {why}: the month is not opened yet; **{STEPS['open']}** comes first."
    where = f"the month is in its {PHASES[phase]} phase, and open is {now}"
    return f"“{STEPS[step]}” {why}: {where}; nothing was changed."


def must_be_done(step: str) -> str:
    """No optional step."""
    return f"“{STEPS[step]}” must be done; only a game master can pass over it, with `/month-gm next`."


def never_skipped(step: str) -> str:
    """Opening and closing are no steps to pass over."""
    return f"“{STEPS[step]}” can't be passed over: press its button, or `/month-gm close` at the end."


def is_open(step: str) -> str:
    """Nothing has to be passed over for it."""
    return f"“{STEPS[step]}” is open already: nothing has to be passed over for it."


def is_past(step: str) -> str:
    """A step that lies behind."""
    return f"“{STEPS[step]}” is over for this month; `/month-gm back` goes back to it."


def not_needed(step: str) -> str:
    """A step with nothing to do."""
    return f"“{STEPS[step]}” has nothing to do this month, so nothing was passed over."


def for_leaders(name: str) -> str:
    """Somebody without a role."""
    return f"That is for a leader of {name} or a game master."


def runs_already(name: str) -> str:
    """Neither frozen nor in anarchy."""
    return f"{name} is neither frozen nor in anarchy: its time runs."


def order_needs(limit: int, unrest: int, *, is_told: bool) -> str:
    """Unrest that no order can begin with."""
    if is_told:
        return f"Unrest can become 0 to {limit - 1}; at {limit} anarchy would begin."
    return f"Unrest is still {unrest}; say what it becomes, 0 to {limit - 1}."


# -- told ---------------------------------------------------------------------------------------------


def opened(name: str, month: int) -> str:
    """A month begins."""
    return f"Month {month} of {name} is open."


def step_over(step: str, reason: str, *, is_skipped: bool) -> str:
    """A step came to its end."""
    if not is_skipped:
        return f"{STEPS[step]}: nothing more this month."
    return f"{STEPS[step]}: passed over by a game master{because(reason)}"


def steps_skipped(steps: Sequence[str], to: str, reason: str) -> str:
    """Several were passed over."""
    passed = listed([STEPS[each] for each in steps]) or "nothing"
    return f"On to **{STEPS[to]}**. Passed over by a game master: {passed}{because(reason)}"


def because(reason: str) -> str:
    """The end of a sentence, with its reason."""
    return f": {reason}" if reason else "."


def frozen(name: str, reason: str) -> str:
    """The clock stands."""
    return f"**{name} stands still**: {reason}"


def thawed(name: str, reason: str, *, was_in_anarchy: bool) -> str:
    """It runs again."""
    what = f"**Order is restored in {name}**" if was_in_anarchy else f"**Time runs again in {name}**"
    return f"{what}{because(reason)}"


# -- foretold -----------------------------------------------------------------------------------------


def tax_odds(needs: str, success: tuple[int, int] | None, failure: tuple[int, int] | None) -> str:
    """What the tax check brings, at the least and at the most."""
    ends = [f"{needs} → {_between(success)}"] if success is not None else [needs]
    ends += [f"else {_between(failure)}"] if failure is not None else []
    return " · ".join(ends)


def _between(amounts: tuple[int, int]) -> str:
    least, most = amounts
    return f"{signed(least)} BP" if least == most else f"{signed(least)} to {signed(most)} BP"


def event_odds(chance: int) -> str:
    """How likely something comes up."""
    return f"{chance} % that an event comes up"
