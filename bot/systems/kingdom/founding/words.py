"""Founding a kingdom: its card, its forms, its refusals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.names import ALIGNMENTS, TERRAINS, listed, number, signed

__all__ = ["ALIGNMENTS", "TERRAINS"]

ALIGNMENT, ALIGNMENT_ASK = "Alignment…", "The kingdom's alignment"
TERMS = "Build points and terms…"
FIRST_HEX = "First hex…"
FOUND, DROP = "Found it…", "Drop it…"
POINTS_ASK, POINTS_HINT = "Build points to begin with", "50 is what a sponsor usually gives"
BACKING_ASK, SPONSOR_ASK, TRIBUTE_ASK = "On whose terms", "The sponsor's name", "What is owed"
HEX_ASK, HEX_HINT = "Label or coordinates", "A hex of the map, or a new one such as A1 or 0,0"
TERRAIN_ASK = "Its terrain, where it is new"
CAPITAL_ASK = "The capital's name"
REASON_ASK = "Why, for the journal"
BACKINGS = {
    "scratch": "From scratch, without a sponsor",
    "charter": "Charter: settle a wilderness at a border",
    "conquest": "Conquest: command what was taken",
    "fief": "Fief: govern a domain that is settled",
    "grant": "Grant: improve land that is claimed",
}
BACKINGS_SHORT = {
    "scratch": "from scratch",
    "charter": "charter",
    "conquest": "conquest",
    "fief": "fief",
    "grant": "grant",
}
TRIBUTES = {
    "none": "Nothing",
    "tenth": "A tenth of income, at least 1 BP a month",
    "one": "1 BP a month until it is paid back",
}
TRIBUTES_SHORT = {
    "none": "",
    "tenth": "owes a tenth of its income",
    "one": "pays 1 BP a month back",
}
# Where more than one hex comes with the terms.
MORE_HEXES = "A settled domain may begin with more hexes and settlements: `/hex-gm give`, once it is founded."
TRIBUTE_WITHOUT_SPONSOR = (
    "Only a sponsor is owed tribute; choose charter, conquest, fief or grant, or no tribute."
)
CANT_BEGIN_ON_WATER = "A kingdom begins on land: nothing can be built on Water."


def label(name: str) -> str:
    """The step, where it is listed among all that waits."""
    return f"Found {clip(name, 60)}"


# -- the card -----------------------------------------------------------------------------------------


def chosen(what: str, value: str) -> str:
    """Something that is chosen."""
    return f"☑ **{what}:** {value}"


def open_(what: str, how: str) -> str:
    """Something that is still to be chosen."""
    return f"☐ **{what}:** {how}"


ALIGNMENT_LINE, TERMS_LINE, HEX_LINE = "Alignment", "Build points", "First hex"
NOT_CHOSEN = "not chosen yet"


def alignment(value: str, amounts: Sequence[tuple[str, int]]) -> str:
    """The alignment and what it gives."""
    given = listed([f"{name} {signed(amount)}" for name, amount in amounts], "and")
    return f"{ALIGNMENTS[value]} ({given})"


def terms(points: int, backing: str, sponsor: str, tribute: str) -> str:
    """What it begins with, whose it is, and what is owed for it."""
    by = f" from {sponsor}" if sponsor else ""
    owed = f" · {TRIBUTES_SHORT[tribute]}" if TRIBUTES_SHORT[tribute] else ""
    return f"{points} BP · {BACKINGS_SHORT[backing]}{by}{owed}"


def first_hex(name: str, terrain: str) -> str:
    """The first hex."""
    return f"{name}, {TERRAINS[terrain]}"


def leaders(count: int, roles: int, held: Sequence[str], more: int) -> str:
    """How many roles are held, and by whom."""
    if not count:
        return f"Leaders: none of {roles} roles yet. `/leader assign` fills them, now or later."
    others = f" and {more} more" if more else ""
    return f"Leaders: {count} of {roles} roles: {', '.join(held)}{others}"


VACANT_RULER = "No Ruler: without one it can't claim hexes, and Unrest rises by 4 a month."


def cost(claim: int, preparation: int, months: int) -> str:
    """What Found it takes."""
    took = f" (in the story {months} month{'s' * (months != 1)} of work)" if months else ""
    claimed = f"{claim} BP to claim the hex" if claim else "nothing for the hex, which is its own"
    return f"**Found it** takes {claimed} and {preparation} BP to prepare the site{took}."


def left(points: int, price: int, rest: int) -> str:
    """What of the build points is left."""
    return f"{points} − {price} = **{number(rest)} BP** left in the Treasury"


def lacks(what: Sequence[str]) -> str:
    """What is missing."""
    return f"Still missing: {listed([WANTED[each] for each in what])}."


TOO_FEW = "That is more than it begins with: raise the build points."
NOTHING_PAID = "Nothing is paid, and no hex is claimed, until then."
WANTED = {"alignment": "its alignment", "points": "its build points", "hex": "its first hex"}


def owed(backing: str, sponsor: str, tribute: str) -> str:
    """What it owes whom."""
    return f"{backing.capitalize()}{f' from {sponsor}' if sponsor else ''}{f': {tribute}' if tribute else ''}"


def debt(points: int) -> str:
    """What is left of it."""
    return f"{points} BP still to be paid back"


# -- refused ------------------------------------------------------------------------------------------


def is_founded(name: str) -> str:
    """It stands."""
    return f"{name} is founded; that can't be chosen any more."


def no_alignment(text: str) -> str:
    """None of the nine."""
    return f"“{text}” is no alignment; it is one of {', '.join(ALIGNMENTS)}."


def no_terrain(text: str) -> str:
    """None of the book's."""
    names = listed([name for each, name in TERRAINS.items() if each != "water"], "or")
    return f"“{text}” is no terrain; a kingdom begins on {names}."


def no_such_terms(text: str) -> str:
    """None of the book's."""
    return f"“{text}” are no terms; they are {listed(list(BACKINGS_SHORT.values()), 'or')}."


def no_such_tribute(text: str) -> str:
    """None of the book's."""
    return f"“{text}” is no tribute; a sponsor is owed nothing, a tenth of income, or 1 BP a month."


def sponsor_without_terms(name: str) -> str:
    """A sponsor, but from scratch."""
    return (
        f"From scratch there is no sponsor; choose charter, conquest, fief or grant for {name}, "
        "or leave the sponsor empty."
    )


def points_out_of_range(most: int) -> str:
    """Out of bounds."""
    return f"Build points to begin with are 0 to {most:,}."


def is_drawn(name: str) -> str:
    """The map has it."""
    return f"{name} is on the map already; leave the terrain empty to begin there."


def needs_terrain(spot: str) -> str:
    """The map doesn't have it."""
    return f"The map has no hex {spot} yet; say its terrain too, and it is drawn."


def needs_coordinates(name: str) -> str:
    """A new label on a map that has hexes: nobody knows where it lies."""
    return (
        f"The map has hexes already and none is called “{name}”; say by coordinates such as 2,-1 where the "
        "new one lies, or pick one of the map and leave the terrain empty."
    )


def map_is_full(most: int) -> str:
    """As many hexes as a map has."""
    return f"The map has {most} hexes, which is the most; begin on one of them."


def is_claimed(name: str) -> str:
    """Another kingdom's."""
    return f"{name} belongs to a kingdom already; choose another first hex."


def capital_length(most: int) -> str:
    """Too long a name."""
    return f"A settlement's name has at most {most} characters."


def still_missing(what: Sequence[str]) -> str:
    """What must be chosen first."""
    return f"Before it can be founded choose {listed([WANTED[each] for each in what])}."


def costs_more(claim: int, preparation: int, points: int) -> str:
    """More than it begins with."""
    return (
        f"Founding costs {claim + preparation} BP ({claim} to claim the hex, {preparation} to prepare its "
        f"site), and it begins with {points}; raise them under **{TERMS}**."
    )


# -- told ---------------------------------------------------------------------------------------------


def begun(name: str) -> str:
    """It is being drawn up."""
    return f"**{name}** is being drawn up."


def changed(what: str, value: str) -> str:
    """Something was chosen."""
    if what == "alignment":
        return f"The alignment is **{ALIGNMENTS[value]}**."
    if what == "terms":
        return f"It begins on these terms: **{BACKINGS_SHORT[value]}**."
    return f"It begins at **{value}**."


def founded(name: str, spot: str, capital: str) -> str:
    """It stands."""
    of = f", its capital **{capital}**" if capital else ""
    return f"**{name}** is founded at {spot}{of}."


def paid(claim: int, preparation: int, left: int) -> str:
    """What was paid, and what is left."""
    return f"Claim {claim} BP · site {preparation} BP · **{left} BP** in the Treasury"


def experience(xp: int) -> str:
    """What the founders learned."""
    return f"Milestones: {xp:,} XP for the party"


# -- Kingdoms as a whole: what is told of them, and what is refused ----------------------------------------


LAND = "The known lands"
END, END_TITLE, REALMS_REASON_ASK = "End it…", "End this kingdom", "Why, for the journal"
SETTINGS_HINT = "Read and decide…"


def name_length(most: int) -> str:
    """No name, or too long a one."""
    return f"A kingdom's name has 1 to {most} characters."


def name_taken(name: str) -> str:
    """Another has it."""
    return f"There is a kingdom called “{name}” here already; choose another name."


def same_name(name: str) -> str:
    """Nothing would change."""
    return f"It is called “{name}” already."


def about_length(most: int, length: int) -> str:
    """Too much of it."""
    return f"What a kingdom is about has at most {most} characters, not {length}."


# -- told ---------------------------------------------------------------------------------------------


def renamed(before: str, name: str) -> str:
    """It has another name."""
    return f"{before} is called **{name}** from now on."


def dropped(name: str, reason: str) -> str:
    """A draft is no more."""
    return f"**{name}** won't be founded{_because(reason)}"


def ended(name: str, reason: str) -> str:
    """A kingdom is no more."""
    return f"**{name}** is no more{_because(reason)}"


def _because(reason: str) -> str:
    return f": {reason}" if reason else "."


def freed(hexes: int, settlements: int) -> str:
    """What is nobody's any more."""
    lands = f"{hexes} hex{'es' * (hexes != 1)}"
    if not settlements:
        return f"{lands} can be claimed again."
    cities = (
        "1 settlement is a Free City" if settlements == 1 else f"{settlements} settlements are Free Cities"
    )
    return f"{lands} can be claimed again; {cities} now."


# -- before it ends -----------------------------------------------------------------------------------


def end_title(name: str) -> str:
    """The question."""
    return f"End {name}?"


def end_costs(hexes: int, settlements: int) -> str:
    """What ending it does."""
    lands = f"{hexes} hex{'es' * (hexes != 1)}"
    cities = f"{settlements} settlement{'s' * (settlements != 1)}"
    return f"Claimed no more: {lands}. Free Cities from then on: {cities}."


END_KEEPS = "The journal keeps all of it, and `/undo` brings it back."
END_DRAFT = "It is only drawn up: nothing was paid, and no hex is claimed."


# -- settings -----------------------------------------------------------------------------------------


def settings_title(campaign: str) -> str:
    """The campaign's rulings."""
    return f"{campaign}: how its kingdoms are played"


def setting(title: str, choice: str, *, is_default: bool) -> str:
    """One ruling as decided; what is not the usual is marked."""
    return f"{title}: **{choice}**{'' if is_default else ' ✎'}"


SETTINGS_NOTE = "✎ decided otherwise than by default. Game masters decide; everybody may read."
