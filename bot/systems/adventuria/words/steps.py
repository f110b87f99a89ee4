"""What waits in an adventurer, in lists and on buttons."""

from __future__ import annotations

WARES = {"item": "item", "spell": "spell", "ally": "ally"}
SEVERAL = {"item": "items", "spell": "spells", "ally": "allies"}

START, CAMP = "Start the turn", "Make camp"
TELL, END = "Tell what happens", "End the turn…"
SCENE, SCENE_HINT = "What happens", "The bridge is out, and something moves below."
WAYS, WAYS_HINT = "Where the turn may end, one place a line", "The Bridge\nThe City"
WHERE = "Where the next turn begins"
WHICH = "Which one"

CHOOSE = {"item": "Choose an item to lose…", "spell": "Choose a spell to lose…", "ally": "Choose an ally…"}
SWAP = {"item": "Lose one for it…", "spell": "Discard one first…", "ally": "Part with one for it…"}
LEAVE = {"item": "Leave it", "spell": "Let it go", "ally": "Let them go"}


def some(count: int, ware: str) -> str:
    """So many of them."""
    return f"{count} {WARES[ware] if count == 1 else SEVERAL[ware]}"


def give_label(name: str, count: int, ware: str) -> str:
    """Possessions that must go, in a list."""
    return f"{name} must lose {some(count, ware)}"


def room_label(name: str, thing: str) -> str:
    """Something that finds no room, in a list."""
    return f"{name} has no room for {thing}"


def start_label(name: str, location: str) -> str:
    """A turn to be begun, in a list."""
    return f"{name} begins the next turn at {location}"


def tell_label(name: str, location: str) -> str:
    """A turn to be told, in a list."""
    return f"{name} is at {location}: what happens?"


def more_label(name: str, location: str) -> str:
    """A turn without an end so far, in a list."""
    return f"{name} is at {location}: where does the turn lead?"


def end_label(name: str, location: str) -> str:
    """A turn to be ended, in a list."""
    return f"{name} is at {location}: act, or end the turn"


def end_at(location: str, *, is_here: bool) -> str:
    """The button that ends the turn."""
    return f"End the turn: stay at {location}" if is_here else f"End the turn: to {location}"
