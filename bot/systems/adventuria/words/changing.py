"""Why a change of a sheet is refused, and what would be possible."""

from __future__ import annotations

from bot.systems.adventuria.words.changes import ATTRIBUTES, SEVERAL

NAMELESS_QUEST = "A quest needs a name."
NOT_IN_LIBRARY = "That isn't in the library; pick an item, spell or ally from the list, or write a new name."
ONLY_ITEMS_ARE_WEAPONS = "Only an item can be a weapon; a spell or an ally needs no hand."

_UNDER_WAY = {
    "combat": "in a fight",
    "fight": "in a fight",
    "turn": "in a turn",
    "quest": "on a quest",
}
_RAISED = {"melee": ("Melee", "Arms"), "magical": ("Magical", "Magic")}


def gold_not_within(most: int, given: int) -> str:
    """An amount of gold that is none."""
    return f"An amount of gold is 1 to {most}, not {given}."


def count_not_within(most: int, given: int) -> str:
    """A number of possessions that is none."""
    return f"The number to lose is 1 to {most}, not {given}."


def wounds_not_within(most: int, given: int) -> str:
    """A number of wounds that is none."""
    return f"A number of wounds is 1 to {most}, not {given}."


def xp_not_within(most: int, given: int) -> str:
    """An amount of XP that is none."""
    return f"An amount of XP is 1 to {most}, not {given}."


def change_not_within(most: int, given: int) -> str:
    """A change of an attribute that is none."""
    return f"An attribute changes by 1 to {most}, up or down, not by {given}."


def source_too_long(most: int, given: int) -> str:
    """A name of what something is due to."""
    return f"The source's name has at most {most} characters, not {given}."


def quest_too_long(name: int, goal: int) -> str:
    """A quest of too many words."""
    return f"A quest's name has at most {name} characters, and its goal {goal}."


def too_much_gold(name: str, had: int, most: int) -> str:
    """More gold than a sheet holds."""
    return f"A sheet holds at most {most} gold; {name} has {had}, so {most - had} more is possible."


def no_gold(name: str) -> str:
    """Nothing to lose (A15)."""
    return f"{name} has no gold to lose; nothing was changed."


def not_had(name: str, thing: str) -> str:
    """A thing to lose that isn't there (Q10)."""
    return f"{name} has no “{thing}”, so nothing is lost; the list shows what there is."


def none_had(name: str, ware: str) -> str:
    """None of a kind to lose (Q10)."""
    return f"{name} has no {SEVERAL[ware]}, so nothing is lost."


def no_wounds(name: str) -> str:
    """Nothing to heal (A37)."""
    return f"{name} has no wounds to heal; nothing was changed."


def at_floor(attribute: str, value: int) -> str:
    """A decrease without anything left to take (A8)."""
    return f"{ATTRIBUTES[attribute]} stays at {value}: by itself it is 1, and never drops lower (A8)."


def at_cap(attribute: str, value: int, amount: int, cap: int, room: int) -> str:
    """An increase that is ignored whole (A9, Q2), and what would not be."""
    possible = f"+{room} is possible, or more" if room else "that is possible only"
    return (
        f"{ATTRIBUTES[attribute]} stays at {value}: +{amount} would lift it above {cap}, twice its beginning "
        f"value (A9); {possible} as due to an ability, item, spell or ally."
    )


def nothing_under_way(name: str, until: str) -> str:
    """A change that would last for something that isn't under way."""
    return f"{name} isn't {_UNDER_WAY[until]}, so a change can't last until that ends."


def same_alignment(name: str, alignment: str) -> str:
    """A change of alignment that is none."""
    return f"{name} is {alignment.capitalize()} already; nothing was changed."


def counts_no_more(name: str, combat: str) -> str:
    """XP of an attribute at its limit (A36)."""
    kind, attribute = _RAISED[combat]
    return f"{kind} XP counts no more: {name}'s {attribute} is at its limit (A36)."


def on_a_quest(name: str, quest: str) -> str:
    """A second quest (A27)."""
    return f"{name} is on a quest already, “{quest}”; another is ignored until it ends (A27)."


def no_quest(name: str) -> str:
    """No quest to end."""
    return f"{name} is on no quest; `/adv gm quest` with a name begins one."
