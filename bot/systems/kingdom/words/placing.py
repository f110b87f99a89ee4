"""What a game master sets by hand, in words."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from bot.systems.kingdom.words.event_book import EVENTS, UNITS, name
from bot.systems.kingdom.words.names import NUMBERS as STATS
from bot.systems.kingdom.words.names import listed, signed

AMOUNT = "amount"
# The Size is the count of hexes: nobody sets it.
NUMBERS = {**{number: text for number, text in STATS.items() if number != "size"}, "xp": "XP"}
UNTIL = {
    "always": "Until it is cancelled",
    "event": "Until the next Event phase",
    "upkeep": "For the next Upkeep phase",
    "month": "Until the month is closed",
}

# -- refused ------------------------------------------------------------------------------------------

WHY = "Give the reason: it names the source, and everybody will read it."
SEVERAL_EVENTS = "Several events of that name are under way; pick one from the list."
SEVERAL_SOURCES = "Several sources have that name; pick one from the list."
NO_SUCH_SOURCE = "There is no such named source in this kingdom any more; pick one from the list."


def no_such_event(shown: str, meant: str) -> str:
    """No event of that name."""
    names = {each[0].casefold(): each[0] for each in EVENTS.values()}
    near = [names[each] for each in get_close_matches(meant, names, 3)]
    hint = f"did you mean {listed(near, 'or')}?" if near else "pick one from the list."
    return f"No event is called “{shown}”; {hint}"


def hex_in_fog(place: str) -> str:
    """A hex that players don't see."""
    return (
        f"Players don't see {place} yet, and everybody reads where an event strikes; use `/hex-gm reveal` "
        "first, or place the event without a hex."
    )


def no_such_number(shown: str) -> str:
    """No number of that name."""
    return f"No number is called “{shown}”; there are {listed(list(NUMBERS.values()))}."


def no_such_until(shown: str) -> str:
    """No such duration."""
    return f"“{shown}” is no duration; there are {listed([each.lower() for each in UNTIL.values()])}."


def only_once(number: str) -> str:
    """Unrest and the Treasury don't come back by themselves."""
    return f"{NUMBERS[number]} changes once and for good; leave out how long it lasts."


def no_amount(shown: str, most: int) -> str:
    """No amount."""
    return (
        f"“{shown}” is no amount; give a whole number from −{most} to {most} but 0, or dice such as 1d6 or "
        "−1d6! (with ! each 6 is rolled on and added)."
    )


def no_dice(most: int, sides: Sequence[int]) -> str:
    """Dice that nobody has."""
    return f"Up to {most} dice of {listed([str(each) for each in sides], 'or')} sides can be rolled at once."


def is_nothing(number: str) -> str:
    """It stands at 0 already."""
    return f"{NUMBERS[number]} is 0 and can't fall below it; nothing was changed."


def too_much(most: int) -> str:
    """Out of bounds."""
    return f"That would leave −{most:,} to {most:,}, within which the Treasury and XP are kept."


# -- told ---------------------------------------------------------------------------------------------


def placed_title(kingdom: str, event: str) -> str:
    """A game master's event."""
    return f"{kingdom}: {name(event)}"


def by_game_master(*, is_rolled: bool) -> str:
    """Where the event comes from, and what it means for the rolls."""
    roll = "" if is_rolled else "; the roll is still made"
    return f"Placed by a game master: it counts for the next month's chance{roll}."


def cancelled_event(event: str, place: str, reason: str, *, was_new: bool) -> str:
    """An event taken back."""
    where = f" ({place})" if place else ""
    counts = " and no event of this month" if was_new else ""
    return f"**{name(event)}**{where} is taken back{counts}{_because(reason)}"


def placed(number: str, amount: int, reason: str, until: str | None, dice: Sequence[int]) -> str:
    """A number changed by hand."""
    rolled = f" (rolled {', '.join(map(str, dice))})" if dice else ""
    lasts = f" · {UNTIL[until][0].lower()}{UNTIL[until][1:]}" if until is not None else ""
    unit = UNITS.get(number, "")
    return f"**{NUMBERS[number]} {signed(amount)}{unit}**{rolled} · {reason}{lasts}"


def cancelled(stat: str, amount: int, source: str, reason: str) -> str:
    """A named source ended."""
    return f"No longer: {NUMBERS[stat]} {signed(amount)} · {source}{_because(reason)}"


def _because(reason: str) -> str:
    return f": {reason}" if reason else "."


def title(kingdom: str) -> str:
    """Whose numbers."""
    return f"{kingdom}: set by a game master"


def source(stat: str, amount: int, source_name: str) -> str:
    """A named source in a list."""
    return f"{NUMBERS[stat]} {signed(amount)} · {source_name}"


def under_way(event: str, place: str, since: int) -> str:
    """An event in a list."""
    return f"{name(event)}{f' · {place}' if place else ''} · since month {since}"
