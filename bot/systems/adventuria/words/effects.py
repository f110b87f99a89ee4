"""Special rules: how they are said on cards, and what is wrong with one that can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.engine.words import safe


class Rule(Protocol):
    """A special rule as the rules keep it (`rules/effect.py`)."""

    @property
    def when(self) -> str: ...
    @property
    def verb(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def to_foe(self) -> bool: ...
    @property
    def due_to(self) -> str: ...
    @property
    def fray(self) -> str: ...
    @property
    def until(self) -> str: ...
    @property
    def lowest(self) -> int: ...
    @property
    def highest(self) -> int: ...
    @property
    def is_once(self) -> bool: ...
    @property
    def is_due_to_combat(self) -> bool: ...
    @property
    def is_spent(self) -> bool: ...
    @property
    def place(self) -> str: ...


# -- on cards -------------------------------------------------------------------------------------

ATTRIBUTES = {"arms": "Arms", "magic": "Magic", "craft": "Craft", "vitae": "Vitae"}
COMBATS = {"any": "Combat", "melee": "Melee Combat", "magic": "Magical Combat"}
CAUSES = {
    "page": "the page",
    "ability": "an ability",
    "item": "an item",
    "spell": "a spell",
    "ally": "an ally",
}
# Those that name a Combat say its kind themselves.
OF_COMBAT = {
    "start": "At the start of each {combat}",
    "winning": "When winning a {combat}",
    "losing": "When losing a {combat}",
    "standoff": "At a standoff in {combat}",
}
WHENS = {
    "held": "While held",
    "use": "When used",
    "wounded": "When wounded",
    "wounding": "When {foe} is wounded",
    "felling": "When {foe} falls",
}
UNTILS = {
    "always": "for good",
    "combat": "until the Combat ends",
    "fight": "until the fight ends",
    "turn": "until the turn ends",
    "quest": "until the quest ends",
}
ROOM = {"items": ("item", "items"), "spells": ("spell", "spells"), "allies": ("ally", "allies")}
THE_FOE, THE_ADVENTURER = "the foe", "the adventurer"
ITS_BEARER, THE_MONSTER = "its bearer", "the monster"
# A monster holds nothing; what it has so, it has.
ALWAYS = "Always"


def said(effect: Rule, *, is_monsters: bool = False) -> str:
    """A special rule in plain English; a monster's is against the adventurer."""
    foe = THE_ADVENTURER if is_monsters else THE_FOE
    bearer = THE_MONSTER if is_monsters else ITS_BEARER
    when = _when(effect, foe)
    when = when.replace(WHENS["held"], ALWAYS) if is_monsters else when
    return f"{when}: {_does(effect, bearer, foe)}{_conditions(effect)}"


def _when(effect: Rule, foe: str) -> str:
    combat = COMBATS[effect.fray]
    if effect.when in OF_COMBAT:
        when = OF_COMBAT[effect.when].format(combat=combat)
    else:
        when = WHENS[effect.when].format(foe=foe)
        when += f" by {_cause(effect.due_to, combat)}" if effect.due_to else ""
        when += f", in {combat}" if effect.fray != "any" and effect.due_to != "combat" else ""
    return when + _chance(effect.lowest, effect.highest)


def _cause(due_to: str, combat: str) -> str:
    return combat if due_to == "combat" else CAUSES[due_to]


def _chance(lowest: int, highest: int) -> str:
    if (lowest, highest) == (1, 6):
        return ""
    return f", on {lowest}–{highest}" if lowest < highest else f", on a {lowest}"


def _does(effect: Rule, bearer: str, foe: str) -> str:
    whom = foe if effect.to_foe else bearer
    if effect.verb in ATTRIBUTES:
        change = f"{effect.amount:+d} {ATTRIBUTES[effect.verb]}"
        return f"{change} for {whom}" if effect.to_foe else change
    if effect.verb in ROOM:
        return _room(*ROOM[effect.verb], effect.amount)
    if effect.verb == "gold":
        return _gold(effect.amount, whom) if effect.to_foe else f"{effect.amount:+d} gold"
    whose = f"{whom}'s"
    return {
        "roll": f"{effect.amount:+d} to {whose} roll",
        "wound": f"{whom} receives {_wounds(effect.amount)}",
        "heal": f"heals {_wounds(effect.amount)}{f' of {foe}' if effect.to_foe else ''}",
        "ignore": f"ignores {_wounds(effect.amount)}",
        "reroll": f"{whose} die may be rolled anew",
        "weapons": f"{effect.amount} more {'weapon works' if effect.amount == 1 else 'weapons work'} in hand",
        "go": f"the turn may end at {safe(effect.place)}",
    }[effect.verb]


def _wounds(count: int) -> str:
    if not count:
        return "all wounds"
    return f"{count} wound" if count == 1 else f"{count} wounds"


def _gold(amount: int, whom: str) -> str:
    return f"{whom} {'gains' if amount > 0 else 'loses'} {abs(amount)} gold"


def _room(one: str, several: str, amount: int) -> str:
    count = abs(amount)
    return f"room for {count} {'more' if amount > 0 else 'fewer'} {one if count == 1 else several}"


def _conditions(effect: Rule) -> str:
    lasts = effect.verb in ATTRIBUTES and effect.when != "held"
    said = f" {UNTILS[effect.until]}" if lasts else ""
    said += ", due to Combat" if effect.is_due_to_combat else ""
    said += ", once in a fight" if effect.is_once else ""
    return said + (", then it is gone" if effect.is_spent else "")


# -- refused --------------------------------------------------------------------------------------

EXAMPLE = "“wounded by combat: ignore 1 on 5-6”"
# As it is written in a rule.
DUE = "due to combat"
FOUR = "arms, magic, craft or vitae"
NO_COLON = f"a rule says when, then “:”, then what, as in {EXAMPLE}"
NO_PLACE = "“go” needs a place, as in “use: go The Old Well”"
FOE = "“foe” goes with attributes, a roll, wound, heal, reroll and gold, and never with “held”"
UNTIL = "only a change of an attribute lasts “until” something, and none while held"
DUE_TO_COMBAT = "“due to combat” goes with “wound” alone"
BY_CAUSE = "“by” goes with “wounded” and “wounding” alone"
HELD_ALWAYS = "what is done while held has no chance, no “once” and no “spent”"
IN_COMBAT = "“in melee” and “in magic” don't go with room, weapons or places"
HELD_IN_COMBAT = "Vitae and Craft are held in every kind of Combat: leave out “in melee” or “in magic”"
USE_ONCE = "what is used may be “spent”; “once” goes with “use: reroll” and “use: ignore” alone"
REROLL_SURE = "a die that may be rolled anew needs no chance besides"
CHANCE = "a chance is of one die, as in “on 5-6” or “on 6”"
MORE_WEAPONS = "“weapons” lets more of them work at a time, as in “held: weapons +1”"


def in_line(number: int, line: str, wrong: str) -> str:
    """What is wrong with which line."""
    return f"Line {number}, “{line}”: {wrong}."


def too_many(most: int, count: int) -> str:
    """Too many lines."""
    return f"There are at most {most} special rules, one a line, not {count}."


def no_such_when(when: str, whens: Sequence[str]) -> str:
    """An unknown moment."""
    return f"“{when}” is no moment; these are: {', '.join(whens)}"


def no_such_cause(cause: str, causes: Sequence[str]) -> str:
    """An unknown cause."""
    return f"nothing is due to “{cause}”, but to one of: {', '.join(causes)}"


def no_such_verb(verb: str, others: Sequence[str]) -> str:
    """A misspelt attribute, or nothing at all."""
    return f"“{verb}” is no attribute ({FOUR}) and none of: {', '.join(others)}"


def not_then(verb: str, when: str, legal: Sequence[str]) -> str:
    """Something that makes no sense at that moment."""
    return f"“{verb}” makes no sense with “{when}”, which may have: {', '.join(legal)}"


def no_amount(verb: str, example: str) -> str:
    """A number is missing."""
    return f"“{verb}” needs a whole number, as in “{verb} {example}”"


def bad_amount(verb: str, least: str, most: str) -> str:
    """A number out of its range."""
    return f"“{verb}” goes from {least} to {most}, and is never 0"


def no_number(verb: str) -> str:
    """A number where there is none."""
    return f"“{verb}” has no number"


def not_understood(rest: str) -> str:
    """Something behind the amount."""
    return (
        f"“{rest}” isn't understood; what may follow is: in melee, in magic, until combat (or fight, turn, "
        "quest), on 5-6, once, due to combat, spent"
    )


def long_place(most: int) -> str:
    """A long name of a place."""
    return f"a place has at most {most} characters"


def twice(condition: str) -> str:
    """The same condition twice."""
    return f"“{condition}” comes after another one of its kind; write one of them"
