"""Why a number is what it is: each source with its amount, what it is, and the rule it comes of."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.counting import counted, things
from bot.systems.kingdom.words.names import (
    ALIGNMENTS,
    ATTRIBUTES,
    HOLIDAYS,
    NUMBERS,
    PROMOTIONS,
    ROLES,
    TAXATIONS,
    TERRAINS,
    listed,
    number,
    signed,
)

# The rule that a source comes of, by its origin.
RULES = {
    "base": "Control DC",
    "alignment": "Alignment",
    "leader": "Leadership",
    "vacancy": "vacancy penalty",
    "holiday": "Table 4-1",
    "promotion": "Table 4-2",
    "taxation": "Table 4-3",
    "improvement": "terrain improvements",
    "on_resource": "Resource",
    "roads": "Road and Highway",
    "rivers": "River",
    "special": "special terrain",
    "roadside": "Landmark",
    "size": "Size",
    "districts": "districts",
    "settlements": "settlements",
    "settlement": "settlement",
    "building": "buildings",
    "menagerie": "Menagerie",
    "foundry": "Foundry",
    "stockyard": "Stockyard",
    "halved": "special of the building",
    "army": "armies",
    "change": "named source",
    "unrest": "Unrest",
}
ABILITIES = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}
UNTIL = {
    "always": "until a game master ends it",
    "event": "until the next Event phase",
    "upkeep": "until the next Upkeep phase is over",
    "month": "until the month is closed",
}
# The highest die, which always succeeds.
SIDES = 20
NOTHING = "Nothing adds to it."


def no_such_number(text: str) -> str:
    """None of a kingdom's."""
    return f"A kingdom has no number “{text}”; pick one from the list."


def title(kingdom: str, name: str, value: str) -> str:
    """Which number, and what it is."""
    return f"{kingdom} · {NUMBERS[name]} {value}"


def source(amount: int, what: str, rule: str) -> str:
    """A source: amount, what it is, and its rule."""
    return f"**{signed(amount)}** {what} · *{rule}*"


def total(name: str, value: int) -> str:
    """What the sources come to."""
    return f"= **{number(value)}** {NUMBERS[name]}"


# -- what a source is ---------------------------------------------------------------------------------


def per(count: int, what: str, each: int) -> str:
    """9 hexes with a Road, 1 for every 4."""
    return f"{counted(count, what)}, 1 for every {each}"


def on_resource(count: int, what: str) -> str:
    """Improvements that stand on a Resource."""
    return f"{counted(count, what)} on a Resource, 1 more each"


def with_road(count: int, what: str) -> str:
    """Special terrain by a Road or Highway."""
    return f"{counted(count, what)} with a Road or Highway, 1 more each"


BASE = "what every kingdom begins with"
UNREST = "Unrest counts in attributes, as this campaign decided"


def alignment(value: str) -> str:
    """The alignment."""
    return ALIGNMENTS[value]


def vacancy(role: str) -> str:
    """A role that counts as vacant."""
    return f"{ROLES[role]} vacant"


def holiday(level: str) -> str:
    """The Holiday edict."""
    return f"Holidays: {HOLIDAYS[level]}"


def promotion(level: str) -> str:
    """The Promotion edict."""
    return f"Promotion: {PROMOTIONS[level]}"


def taxation(level: str) -> str:
    """The Taxation edict."""
    return f"Taxation: {TAXATIONS[level]}"


def army(name: str) -> str:
    """What an army eats."""
    return f"army {name}"


def change(name: str, since: int, until: str) -> str:
    """Something else that changed the number."""
    month = f"since month {since}, " if since else ""
    return f"{name} ({month}{UNTIL[until]})"


def leader(role: str, name: str, parts: Sequence[str]) -> str:
    """A leader, and what the benefit is made of."""
    return f"{ROLES[role]} {name}: {', '.join(parts)}"


def modifier(ability: str, value: int) -> str:
    """The ability's modifier."""
    return f"{ABILITIES[ability]} {signed(value)}"


def half(ability: str, value: int, counted_: int, *, toward_zero: bool) -> str:
    """Half of it."""
    way = "toward 0" if toward_zero else "down"
    return f"half of {ABILITIES[ability]} {signed(value)}, rounded {way} {signed(counted_)}"


def leadership(value: int) -> str:
    """The feat."""
    return f"Leadership {signed(value)}"


def skill(value: int) -> str:
    """The role's skill."""
    return f"skill {signed(value)}"


# -- what does not count, and why ---------------------------------------------------------------------


def died(role: str, name: str) -> str:
    """A leader who died this month."""
    return f"{ROLES[role]} {name} has died: nothing is added."


def absent(role: str, name: str, days: int) -> str:
    """A leader who missed the month's duties."""
    return f"{ROLES[role]} {name} gave {days} of 7 days: nothing is added in this Upkeep."


def unchosen(role: str, name: str) -> str:
    """A Ruler or Spymaster who chose no attribute."""
    return f"{ROLES[role]} {name} has chosen no attribute yet: nothing is added."


NO_COUNCILOR = "Without a Councilor the holidays bring no Loyalty; they cost all the same."
NO_TREASURER = "Without a Treasurer Taxation counts as None."
NO_EDICTS = "No edict was issued yet: the first Edict phase sets them."


# -- Consumption, checks and the rest ----------------------------------------------------------------


def paid(raw: int) -> str:
    """What Consumption comes to when it is below nothing."""
    if raw >= 0:
        return f"That is paid in the Upkeep phase: {raw} BP."
    return f"Below 0 nothing is paid; the {number(raw)} is kept, as some rules ask for it."


def checks(name: str, needed: int | None, percent: int, dc: int) -> str:
    """What the die must show."""
    if needed is None:
        return f"{ATTRIBUTES[name]} checks: in anarchy each counts as 0"
    least = "20" if needed == SIDES else f"{needed} or more"
    return f"A check succeeds on **{least}** ({percent} %), against Control DC {dc}; 1 always fails."


def mild(percent: int) -> str:
    """How likely the milder failure is."""
    return f"It fails by 4 or less with {percent} %."


MINUS_UNREST = "Unrest"
CHECK_RULE, UNREST_RULE = "attribute", "Unrest is taken off every check"
CHECK_ONLY = "counts on these checks alone"


def anarchy_soon(unrest: int, lose_at: int, anarchy_at: int) -> str:
    """What Unrest does."""
    if unrest >= anarchy_at:
        return f"From {anarchy_at} on a kingdom is in anarchy."
    if unrest >= lose_at:
        return f"From {lose_at} on a hex is lost every Upkeep; at {anarchy_at} there is anarchy."
    return (
        f"It is taken off every check. At {lose_at} a hex a month is lost; at {anarchy_at} there is anarchy."
    )


ADDS, NEGATIVE = "As things stand, each Upkeep adds:", "Upkeep, Modify Unrest"


def below_0(name: str) -> str:
    """An attribute below 0."""
    return f"{ATTRIBUTES[name]} is below 0"


def changed(amount: int, line: str) -> str:
    """One change of this month."""
    return f"**{signed(amount)}** {line}"


SOMETHING = "a step of the month"
CHANGED, UNCHANGED = "Changed this month:", "Nothing changed it this month."


def begun(amount: int) -> str:
    """What it was before the changes that are told."""
    return f"**{number(amount)}** before that"


def hexes(parts: Sequence[tuple[str, int]]) -> str:
    """How many hexes of which terrain."""
    return listed([f"{count} {TERRAINS[terrain]}" for terrain, count in parts])


SIZE_IS = "Size is the number of hexes it claims."


def next_size(size: int, xp: int) -> str:
    """The next milestone."""
    return f"Next milestone: {size} hexes, {xp:,} XP."


def parts(count: int) -> str:
    """Hexes that are cut off from the capital."""
    return f"{things(count, 'hex')} of them cut off from the capital."
