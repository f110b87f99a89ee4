"""A kingdom's sheet: its parts, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import (
    ALIGNMENTS,
    ATTRIBUTES,
    HOLIDAYS,
    IMPROVEMENTS,
    PHASES,
    PROMOTIONS,
    ROLES,
    SETTLEMENT_SIZES,
    SPECIALS,
    STEPS,
    TAXATIONS,
    TERRAINS,
    listed,
    number,
    signed,
)

PAGES = {
    "whole": "All of it, in short",
    "numbers": "Numbers",
    "leaders": "Leaders",
    "land": "Land and settlements",
    "month": "This month",
}
# What sources are put together as where an attribute is told in short, by their origin.
GROUPS = {
    "base": "base",
    "alignment": "alignment",
    "leader": "leaders",
    "vacancy": "vacancies",
    "holiday": "edicts",
    "promotion": "edicts",
    "taxation": "edicts",
    "improvement": "improvements",
    "on_resource": "improvements",
    "roads": "roads",
    "rivers": "rivers",
    "special": "special terrain",
    "roadside": "special terrain",
    "size": "Size",
    "districts": "districts",
    "settlements": "settlements",
    "settlement": "settlements",
    "building": "buildings",
    "menagerie": "buildings",
    "foundry": "buildings",
    "stockyard": "buildings",
    "halved": "buildings",
    "army": "armies",
    "change": "other",
    "unrest": "Unrest",
}
SIDES = 20
NOBODY = "Nobody holds a role yet; `/leader assign` gives one."
MARKS = {"done": "☑", "skipped": "⤼"}
LIMITS = {
    "settlements": "new settlements",
    "buildings": "buildings",
    "terrain": "improvements",
    "claims": "claims",
}


def no_such_part(text: str) -> str:
    """None of the sheet's."""
    return f"The sheet has no part “{text}”; pick one from the list."


def title(kingdom: str, page: str) -> str:
    """The kingdom, and which part of its sheet."""
    return kingdom if page == "whole" else f"{kingdom} · {PAGES[page]}"


def kind(alignment: str | None, month: int, phase: str) -> str:
    """What it is and when."""
    of = f"{ALIGNMENTS[alignment]} · " if alignment is not None else ""
    return f"{of}month {month}, {PHASES[phase]}"


FOUNDING, ENDED, ANARCHY = "Being founded", "No more", "**In anarchy:** it takes no action."


def frozen(reason: str) -> str:
    """Stopped by a game master."""
    return f"**Stands still:** {reason}" if reason else "**Stands still**"


# -- numbers ------------------------------------------------------------------------------------------


def attribute(name: str, value: int, parts: Sequence[tuple[str, int]]) -> str:
    """An attribute and what it is made of, largest first."""
    made = ", ".join(f"{part} {signed(amount)}" for part, amount in parts)
    return f"**{ATTRIBUTES[name]} {number(value)}**{f' = {made}' if made else ''}"


def checks(needed: Sequence[tuple[str, int | None, int]]) -> str:
    """What each check needs, and its chance."""
    told = [
        f"{ATTRIBUTES[name]} {'–' if die is None else '20' if die == SIDES else f'{die}+'} ({percent} %)"
        for name, die, percent in needed
    ]
    return f"Checks: {' · '.join(told)}"


def least(needed: int) -> str:
    """The lowest die that succeeds."""
    return "20" if needed == SIDES else f"{needed} or more"


def check(name: str, bonus: int, needed: int | None, percent: int) -> str:
    """One check."""
    if needed is None:
        return f"{ATTRIBUTES[name]} check: counts as 0 in anarchy"
    return f"{ATTRIBUTES[name]} check: die {signed(bonus)}, needs **{least(needed)}** ({percent} %)"


def treasury(points: int, raw: int) -> str:
    """BP in hand, and what the next Upkeep takes."""
    paid = f"Consumption {max(0, raw)}" + (f" (raw {number(raw)})" if raw < 0 else "")
    return f"**Treasury {number(points)} BP** · {paid}"


def unrest(value: int, dc: int) -> str:
    """Unrest and the Control DC."""
    return f"**Unrest {value}** · Control DC {dc}"


def size(hexes: int, districts: int, people: int) -> str:
    """How large it is."""
    return f"Size {hexes} · {districts} district{'' if districts == 1 else 's'} · {people:,} people"


# -- edicts -------------------------------------------------------------------------------------------


def edicts(holiday: str | None, promotion: str | None, taxation: str | None) -> str:
    """The levels in force."""
    if holiday is None and promotion is None and taxation is None:
        return "Edicts: none issued yet"
    told = [
        f"{title_} {names[level] if level is not None else '–'}"
        for title_, names, level in (
            ("Holidays", HOLIDAYS, holiday),
            ("Promotion", PROMOTIONS, promotion),
            ("Taxation", TAXATIONS, taxation),
        )
    ]
    return f"Edicts: {' · '.join(told)}"


# -- leaders ------------------------------------------------------------------------------------------


def leaders_short(held: Sequence[str], vacant: Sequence[str], stand_in: str | None) -> Sequence[str]:
    """Who leads it, in two lines."""
    lines = [f"Leaders: {', '.join(held) or 'nobody yet'}"]
    if vacant:
        lines.append(f"Vacant: {', '.join(ROLES[role] for role in vacant)}")
    if stand_in is not None:
        lines.append(f"The {ROLES[stand_in]} stands in for the Ruler this month.")
    return lines


def leader_short(role: str, name: str) -> str:
    """A leader among others."""
    return f"{ROLES[role]} {name}"


def leader(role: str, name: str, who: str, gives: str) -> str:
    """A leader in full."""
    held = f" ({who})" if who else ""
    return f"**{ROLES[role]}** {name}{held}: {gives}"


def gives(amount: int, attributes: Sequence[str]) -> str:
    """What a leader gives."""
    return f"{listed([ATTRIBUTES[each] for each in attributes])} {signed(amount)}"


CHOOSES, NPC = "no attribute chosen yet", "NPC"
DIED, ABSENT, FAILED = "has died", "missed this month's duties", "counts as vacant this month"


def vacant(role: str, penalties: Sequence[tuple[str, int]], unrest_: int) -> str:
    """A vacant role and what that costs."""
    costs = [f"{ATTRIBUTES[name]} {signed(amount)}" for name, amount in penalties]
    costs += [f"Unrest {signed(unrest_)} a month"] if unrest_ else []
    return f"{ROLES[role]} vacant: {', '.join(costs) or 'costs nothing'}"


BANS = "Without a Ruler or stand-in: no claims, Farms, Roads or districts."


# -- land ---------------------------------------------------------------------------------------------


def terrains(parts: Sequence[tuple[str, int]]) -> str:
    """How many hexes of which terrain."""
    return f"Hexes: {', '.join(f'{count} {TERRAINS[each]}' for each, count in parts) or 'none'}"


def improvements(parts: Sequence[tuple[str, int]]) -> str:
    """How many of which improvement."""
    return f"Improvements: {', '.join(f'{count} {IMPROVEMENTS[each]}' for each, count in parts) or 'none'}"


def specials(parts: Sequence[tuple[str, int]]) -> str:
    """How much special terrain."""
    return f"Special terrain: {', '.join(f'{count} {SPECIALS[each]}' for each, count in parts)}"


def rivers(count: int) -> str:
    """Hexes with a river."""
    return f"Rivers: {count} hex{'es' * (count != 1)}"


def town(name: str, where: str, size_: str, districts: int, people: int, *, is_capital: bool) -> str:
    """A settlement."""
    star = "★ " if is_capital else ""
    kind_ = SETTLEMENT_SIZES[size_]
    many = f", {districts} districts" if districts > 1 else ""
    return f"{star}**{name}** at {where}: {kind_}, {people:,} people{many}"


def part(count: int, names: Sequence[str], state: str) -> str:
    """Hexes that are cut off."""
    return f"Cut off: {count} hex{'es' * (count != 1)} ({', '.join(names)}), {state}"


HELD, LOST, UNDECIDED = "held by a leader there", "lost", "a game master says whether a leader is there"
NO_CAPITAL = "It has no capital."


# -- month --------------------------------------------------------------------------------------------


def limits(parts: Sequence[tuple[str, int, int | None]], *, is_ahead: bool) -> str:
    """What the month allows, and what of it is used."""
    told = ", ".join(f"{LIMITS[name]} {used}/{'∞' if most is None else most}" for name, used, most in parts)
    return f"{'Next Edict phase' if is_ahead else 'Used'}: {told}"


def over(mark: str, step: str, reason: str) -> str:
    """A step that is over."""
    return f"{MARKS[mark]} {STEPS[step]}{f' ({reason})' if reason else ''}"


def waits(what: str, who: str) -> str:
    """A step that is open."""
    return f"→ {what}: {who}"


def roll(step: str, die: int, total: int, dc: int, *, is_success: bool) -> str:
    """A check of this month."""
    name = STEPS.get(step, step.replace("_", " ").capitalize())
    return f"🎲 {name}: {die}, in all {number(total)} against {dc}: {'success' if is_success else 'failure'}"


def armies(names: Sequence[str]) -> str:
    """Its armies."""
    return f"Armies: {', '.join(names)}"


def army(name: str, consumption: int) -> str:
    """An army and what it eats."""
    return f"{name} (Consumption {consumption})"


def events(names: Sequence[str]) -> str:
    """What goes on."""
    return f"Events under way: {', '.join(names)}"


def event_name(name: str) -> str:
    """An event by its name."""
    return name.replace("_", " ").capitalize()


def event(name: str, since: int) -> str:
    """An event, and since when."""
    return f"{name} since month {since}"


def shown(name: str, page: str) -> str:
    """The sheet was shown to everybody."""
    return f"{name} shows its sheet{'' if page == 'whole' else f': {PAGES[page].lower()}'}."


HINT = "-# `/kingdom why` explains any number; `/kingdom sheet part:` has the rest."
