"""Leaders: what is told of them, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import ATTRIBUTES, PHASES, ROLES, listed

ABILITIES = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}
SHORT = {name: name.capitalize() for name in ABILITIES}

# -- what a command asks for --------------------------------------------------------------------------

WHICH_KINGDOM = "Which kingdom, where there are several"
WHICH_RULER = "Who, where two Rulers are married"
SCORES = "Scores such as “Cha 16 Wis 12”"


def leaves(role: str) -> str:
    """What a check for somebody who leaves a role is rolled for."""
    return f"The {ROLES[role]} leaves"


# -- refused ------------------------------------------------------------------------------------------

GIVE_SCORES = "Give ability scores such as “Cha 16”, not modifiers such as “+3”."
CONSORT_BESIDE_TWO = "A Consort can't serve beside two married Rulers; one of the three has to resign first."
CANT_MARRY = (
    "Only a Ruler is married to a second Ruler, and only to one: assign the first Ruler without `married`."
)
SAME_ATTRIBUTES = "Two married Rulers add to the same attributes; leave out `attributes` for the second."
ONE_OF_SPYMASTER = "A Spymaster adds to one attribute; choose one."
SPYMASTER_LATER = (
    "A Spymaster chooses an attribute in the Edict phase, first in month 1, and is asked for "
    "it then; a new one takes the role without it."
)
ONLY_GAME_MASTERS_RENAME = (
    "Only a game master changes who a leader is; somebody else takes a role with `/leader assign`."
)
NOTHING_EDITED = "Nothing would change; give abilities, Leadership or ranks that differ from what is noted."
NO_NAME = "Say who: a `player`, or the `name` of a character or NPC."


def name_length(most: int) -> str:
    """No name, or too long a one."""
    return f"A leader's name has 1 to {most} characters."


def nobody_holds(kingdom: str, role: str) -> str:
    """A vacant role."""
    return f"Nobody is {ROLES[role]} of {kingdom}; nothing was changed. `/leader list` shows all roles."


def which_of(role: str, names: Sequence[str], given: str) -> str:
    """Two hold it, or another."""
    who = listed(names, "or")
    if given:
        return f"“{given}” is not {ROLES[role]}, but {who} is; nothing was changed."
    return f"Two people are {ROLES[role]}; name {who} as `leader`."


def two_rule(names: Sequence[str]) -> str:
    """Both would have to go."""
    return f"{listed(names)} rule together; one of them has to `/leader resign` before another is assigned."


def has_a_role(name: str, role: str) -> str:
    """One person in two roles."""
    return (
        f"{name} is {ROLES[role]} already, and a character can fill only one role: use `/leader switch`, or "
        "give the name of another character."
    )


def holds_it(name: str, role: str) -> str:
    """Assigned twice."""
    return (
        f"{name} is {ROLES[role]} already, and nothing was changed; new scores and ranks are noted with "
        "`/leader edit`."
    )


def same_role(role: str) -> str:
    """From a role to itself."""
    return f"Both are {ROLES[role]}; choose the role to leave, and another to take."


def is_dead(name: str, role: str) -> str:
    """Nothing can be done with who died."""
    return f"{name}, {ROLES[role]}, is dead; somebody else takes the role with `/leader assign`."


def not_now(phase: str) -> str:
    """Out of the step."""
    where = "is not opened yet" if phase == "before" else f"is in its {PHASES[phase]} phase"
    return (
        "Leaders change in the Leadership step, first of the Edict phase, and that is not open: the month "
        f"{where}. A game master can do it at any time."
    )


def no_role(text: str) -> str:
    """None of the book's."""
    return f"“{text}” is no leadership role; they are {listed(list(ROLES.values()))}."


def no_attributes(text: str) -> str:
    """None of the three."""
    return f"“{text}” doesn't name attributes, each once; they are Economy, Loyalty and Stability."


def no_scores(text: str, used: Sequence[str]) -> str:
    """Can't be read."""
    example = " ".join(f"{SHORT[each]} 14" for each in used)
    return f"“{text}” can't be read as ability scores; write “{example}”, each ability once."


def unused_scores(role: str, used: Sequence[str]) -> str:
    """None that counts."""
    names = listed([ABILITIES[each] for each in used], "or")
    return f"A leader in the role of {ROLES[role]} uses {names}; write for example “{SHORT[used[0]]} 14”."


def score_out_of_range(ability: str, least: int, most: int) -> str:
    """Out of bounds."""
    return f"{ABILITIES[ability]} must be {least} to {most}."


def ranks_out_of_range(most: int) -> str:
    """Out of bounds."""
    return f"Ranks in the role's skill are 0 to {most}."


def adds_always(role: str, attribute: str) -> str:
    """No choice to make."""
    return f"The {ROLES[role]} always adds to {ATTRIBUTES[attribute]}; leave out `attributes`."


def too_many_attributes(size: int, allowed: int) -> str:
    """More than the Size allows."""
    count = "one attribute" if allowed == 1 else f"{allowed} attributes"
    return f"At Size {size} a Ruler adds to {count} (two from Size 26 on, three from 101); choose {allowed}."


def no_member(player: int) -> str:
    """Somebody from outside."""
    return (
        f"<@{player}> is no player or game master of this campaign; they join with `/campaign join`, or the "
        "role goes to an NPC by `name` alone."
    )


def changed_since(unrest: int, needed: Sequence[int]) -> str:
    """It costs something else than the preview said."""
    now = listed([f"a {each} or higher" if each else "more than any die" for each in needed])
    check = f", and the Loyalty check needs {now}" if needed else ""
    return (
        f"That changed since: it now costs {unrest} Unrest{check}. Nothing was done; use the command "
        "again to see all of it."
    )
