"""Events in words: the roll, outcomes, adventurers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.event_book import name, table
from bot.systems.kingdom.words.names import ATTRIBUTES, NUMBERS, PHASES, ROLES, listed, number, signed

CHANCE = "event"
ADVENTURERS = "Adventurers"

# -- refused ------------------------------------------------------------------------------------------

NO_SUCH_EVENT = "That event is not under way here any more; `/kingdom events` lists those that are."
NO_OUTCOME = "Say in a few words what came of it: everybody will read it."
YES_OR_NO = "Say “yes” if the event goes on next month, else “no”."
HIRED_ALREADY = "Adventurers were hired already; that can be done once in an Event phase; nothing was done."


def told_already(event: str) -> str:
    """An event of which this month is told."""
    return f"What came of {name(event)} this month was told already; undo that entry to tell it anew."


def not_yet(event: str) -> str:
    """An event out of its step."""
    return (
        f"What came of {name(event)} is told in the Event phase: before the event roll where it goes on from "
        "an earlier month, after it where it is new."
    )


def too_many_events(most: int) -> str:
    """A kingdom full of events."""
    return f"A kingdom can have {most} events under way; end one with `/month-gm cancel-event` first."


def too_many_sources(most: int) -> str:
    """A kingdom full of named sources."""
    return f"A kingdom can have {most} named sources; end one with `/month-gm cancel` first."


def hired_in(phase: str) -> str:
    """Another phase."""
    return f"Adventurers are hired in the Event phase; this month it is {PHASES[phase]}."


def no_such_levels(levels: Sequence[str]) -> str:
    """Levels that nobody offers."""
    return f"Adventurers for hire are of levels {listed(levels, 'or')}."


def cant_pay(levels: str, price: int, treasury: int) -> str:
    """Too few BP."""
    return f"Adventurers of levels {levels} cost {price} BP, and the Treasury holds {number(treasury)} BP."


def treasury_changed(shown: int, treasury: int, price: int) -> str:
    """A preview that is out of date."""
    return (
        f"The Treasury changed since you looked, from {number(shown)} to {number(treasury)} BP; hiring them "
        f"for {price} BP would leave {number(treasury - price)} BP. Nothing was done: ask again."
    )


# -- the roll -----------------------------------------------------------------------------------------


def title(kingdom: str, struck: Sequence[str], *, is_undecided: bool, is_further: bool) -> str:
    """What the roll came to."""
    if is_undecided and not struck:
        return f"{kingdom}: an event is due"
    if struck:
        return f"{kingdom}: {listed([name(each) for each in struck])}"
    return f"{kingdom}: no {'further ' if is_further else ''}event"


def chance(die: int, percent: int, *, is_further: bool) -> str:
    """d% 17 against 25: an event."""
    if is_further:
        verdict = "a further event comes up" if die <= percent else "no further event this month"
    else:
        verdict = "an event comes up" if die <= percent else "no event this month"
    return f"d% {die}, needed {percent} or less: **{verdict}**"


def chance_next(percent: int) -> str:
    """What the month means for the next one."""
    return f"Next month the chance is {percent} %."


IN_ADDITION = "The roll comes in addition to the event that a game master placed this month."
FATES = {
    "on": "",
    "strikes": "",
    "and_again": ", and again",
    "dropped": ", a second time: dropped",
    "invalid": " can't come about here: again",
}


def rolls(made: Sequence[tuple[str, int, str, str]]) -> str:
    """Each roll on a table: table, d%, row and what became of it."""
    return " → ".join(f"{die} {table(row) or name(row)}{FATES[fate]}" for _, die, row, fate in made)


def small(text: str) -> str:
    """Small print."""
    return f"-# {text}"


UNDECIDED = (
    "An event is due, but nothing that was rolled can come about here. A game master chooses one with "
    "`/month-gm event` before the month is closed, or closes it without."
)
MORE = "`/kingdom events` tells what each of them does."


def struck(event: str, place: str, role: str | None) -> str:
    """An event and whom it strikes."""
    where = f" · {ROLES[role]} {place}" if role is not None else f" · {place}" if place else ""
    return f"**{name(event)}**{where}"


# -- outcomes and adventurers -------------------------------------------------------------------------


def resolved_title(kingdom: str, event: str) -> str:
    """Whose event."""
    return f"{kingdom}: {name(event)}"


def goes_on(*, goes_on: bool) -> str:
    """Whether it comes again."""
    return "**It goes on** and comes again in the next Event phase." if goes_on else "**It is over.**"


def hired(attribute: str, levels: str, bonus: int, price: int) -> str:
    """Adventurers joined."""
    return (
        f"Adventurers of levels {levels} hired for **{price} BP**: {signed(bonus)} on one "
        f"{ATTRIBUTES[attribute]} check of this Event phase."
    )


def hire_title(kingdom: str) -> str:
    """A preview."""
    return f"{kingdom}: hire adventurers?"


def hire_price(price: int, before: int) -> str:
    """What it costs."""
    return f"Price **{price} BP** · {NUMBERS['treasury']} {number(before)} → **{number(before - price)}**"


def hire_chance(before: str, after: str) -> str:
    """The check without and with them."""
    return f"Now: {before}\nThen: **{after}**"


HIRE_RULE = (
    "Once in an Event phase, for one check, said before it is rolled. Those of level 6 or more are never "
    "above the party's own level."
)
HIRE = "Hire them"
CHECKS = {value: f"{name} check" for value, name in ATTRIBUTES.items()}
LEVELS = {
    "1-2": "Levels 1–2: +2 for 4 BP",
    "3-5": "Levels 3–5: +5 for 8 BP",
    "6+": "Level 6 or more: +10 for 16 BP",
}

# -- what is under way --------------------------------------------------------------------------------


def page_title(kingdom: str, event: str | None) -> str:
    """The list, or one event."""
    return name(event) if event is not None else f"{kingdom}: events under way"


NONE_UNDER_WAY = "No event is under way. `/kingdom events event:` shows what any of the forty does."

LOOK_UP = "`/kingdom events event:` tells what one of them does."


def since(month: int, *, is_continuous: bool) -> str:
    """Since when, and whether it comes again."""
    return f" · since month {month}{', goes on' if is_continuous else ''}"


def note(text: str) -> str:
    """The game master's note."""
    return f"Note: {text}"
