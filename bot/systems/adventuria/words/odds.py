"""Chances of fights."""

from __future__ import annotations

MINUS = "−"
EACH = "each of them"


def chances(win: str, standoff: str, lose: str, against: str = "", unrolled: str = "") -> str:
    """The chances of the next exchange, and how often a special rule ends it before the dice."""
    whom = f" against {against}" if against else ""
    rest = f" · over before the dice {unrolled}" if unrolled else ""
    return f"Next exchange{whom}: win **{win}** · standoff {standoff} · lose {lose}{rest}"


def to_the_end(fells: str, falls: str, length: str, wounds: str) -> str:
    """What comes of it where nobody leaves."""
    return f"To the end: win **{fells}** · fall {falls} · {length} · {wounds}"


def exchanges(count: str) -> str:
    """How long a fight takes, on average."""
    return f"{count} exchanges"


def wounds(count: str) -> str:
    """How many more wounds there are at its end, on average."""
    return f"{count} wounds"


def never(chance: str) -> str:
    """How likely it is that nobody ever falls."""
    return f"without end {chance}"


TOO_MANY_WAYS = "-# To the end: there are too many ways to count."
ASK_FOR_MORE = "-# To the end without special rules, which take long to count; `/adv odds` counts longer."
LEFT_OUT = "-# To the end without special rules: with them there are too many ways to count."
IN_THEIR_ORDER = "-# To the end one after another, in the order they stand here."
HOW = "-# Exact, for who always goes on and uses nothing on the way; exchanges and wounds on average."

KINDS_OF_XP = {"melee": "Melee XP", "magical": "Magical XP"}
RAISED = {"melee": "Arms", "magical": "Magic"}


def at_stake(amount: int, combat: str, before: int, after: int, rest: str) -> str:
    """What felling the monsters would bring."""
    return f"At stake: {amount} {KINDS_OF_XP[combat]} ({before} → {after}{rest})"


def rest(combat: str, rises: int, wasted: int) -> str:
    """What else XP comes to: at 10 an attribute rises, and what goes beyond is lost (A35)."""
    rise = f", {RAISED[combat]} +{rises}" if rises else ""
    return f"{rise}, {wasted} wasted" if wasted else rise


def no_xp(amount: int, combat: str) -> str:
    """At its limit nothing counts (A36)."""
    return (
        f"No {KINDS_OF_XP[combat]} at stake: {RAISED[combat]} is at its limit, so {amount} count for nothing"
    )


def title(name: str, foes: str) -> str:
    """Over the chances of a fight."""
    return f"{name} against {foes}: the odds"


# -- refused --------------------------------------------------------------------------------------

NO_MONSTER = "Name a monster of the library, or give `arms` or `magic`, and `vitae`."
A_MONSTER = "a monster"
NO_KIND = "This monster leaves the kind of Combat open: say `kind`, melee or magical."


def bad_number(name: str, most: int, given: int) -> str:
    """A made-up monster's number that can't be."""
    return f"{name} of a monster is 1 to {most}, not {given}."


def bad_wounds(name: str, vitae: int, given: int) -> str:
    """Wounds that nobody fights on with."""
    return f"{name} falls at {vitae} wounds, so there are odds for 0 to {vitae - 1}, not for {given}."
