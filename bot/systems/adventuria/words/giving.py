"""What the options of a narrator's commands are called, and what is wrong with what was typed."""

from __future__ import annotations

from bot.systems.adventuria.words.steps import WARES

CAUSES = {
    "page": "Page",
    "ability": "Ability",
    "monster": "Monster's ability",
    "item": "Item",
    "spell": "Spell",
    "ally": "Ally",
}
UNTIL = {
    "always": "For good",
    "combat": "This Combat",
    "fight": "The fight",
    "turn": "The turn",
    "quest": "The quest",
}
ALIGNMENTS = {"good": "Good", "neutral": "Neutral", "evil": "Evil"}
COMBATS = {"melee": "Melee", "magical": "Magical"}
WEAPON = "weapon"
TAKEN = {"item": "Items", "spell": "Spells", "ally": "Allies"}
GIVEN = {"item": "Item", WEAPON: "Weapon", "spell": "Spell", "ally": "Ally"}
DONE = "done"
QUEST_ENDS = {DONE: "Completed", "given_up": "Abandoned"}
ALL = "all"

NOTHING_NAMED = "Name gold or a thing to be gained; nothing was changed."
ONE_OF_THEM = "Name either gold or a thing; nothing was changed."
WHICH_LOSS = "Name one of these: gold, a thing, or how many of a kind; nothing was changed."
WHICH_KIND = "Say of which kind: items, spells or allies; nothing was changed."
BEGIN_OR_END = "Name a new quest, or say how the one under way ends; nothing was changed."


def several_things(name: str) -> str:
    """A name that several entries bear."""
    return f"The library has several things called “{name}”; say of which kind, or pick one from the list."


def no_amount(text: str) -> str:
    """An amount of gold that is none."""
    return f"An amount of gold is a whole number or “{ALL}”, not “{text}”."


def thing(name: str, ware: str) -> str:
    """A thing in a list of suggestions."""
    return f"{name} ({WARES[ware]})"
