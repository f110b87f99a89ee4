"""Turns and camps: refusals, cards and lines of the journal."""

from __future__ import annotations

from collections.abc import Sequence

# Where everybody begins.
THE_CITY = "The City"

# -- refusals ---------------------------------------------------------------------------------------

NOTHING_TOLD = "Tell what happens, or where the turn may end, or both; nothing was changed."
NO_NAME = "A place needs a name that can be read; nothing was changed."
NO_PURPOSE = "Say what the dice are for; nothing was changed."


def has_begun(name: str, turn: int, location: str) -> str:
    """A second beginning."""
    return f"{name}'s turn {turn} at {location} is under way already; end it first, and nothing was changed."


def long_text(most: int, length: int) -> str:
    """More than a card holds."""
    return f"A scene has at most {most} characters, not {length}; tell the rest after it."


def long_place(place: str, most: int, length: int) -> str:
    """A place with too long a name."""
    return f"A place's name has at most {most} characters, not {length}: “{place}”."


def many_ways(most: int, count: int) -> str:
    """More ways than a list holds."""
    return f"A turn may end in at most {most} places, not {count}; nothing was changed."


def other_turn(name: str, turn: int) -> str:
    """A scene written for an earlier turn."""
    return f"That was written for another turn; {name} is in turn {turn} now, and nothing was changed."


def no_ways(name: str) -> str:
    """A turn that nobody said the end of."""
    return f"Where {name}'s turn may end is for the narrator to tell first; nothing was changed."


def not_a_way(place: str, ways: Sequence[str]) -> str:
    """A place that wasn't offered (A47)."""
    return f"This turn doesn't lead to “{place}”; it may end at {' or '.join(ways)}."


def only_between(name: str, turn: int) -> str:
    """A camp within a turn (A48)."""
    return f"A camp is made between two turns only; {name}'s turn {turn} must end first."


def camps_already(name: str) -> str:
    """A second camp."""
    return f"{name} camps already; `/adv wake` goes on."


def is_awake(name: str) -> str:
    """Nobody to wake."""
    return f"{name} isn't camping; nothing was changed."


def is_there(name: str, place: str) -> str:
    """A move to where it is."""
    return f"{name} is at {place} already; `/adv gm scene` tells what happens there."


def long_reason(most: int, length: int) -> str:
    """A purpose or reason that is too long."""
    return f"What it is for takes at most {most} characters, not {length}; nothing was changed."


def how_many_dice(count: int) -> str:
    """A number of dice that no page asks for."""
    return f"A page asks for 1 or 2 dice, not {count}; nothing was changed."


# -- cards ------------------------------------------------------------------------------------------

MAY_END = "The turn may end at"
WAKE = "Wake up"
TELL_ON = "Narrator: tell on…"
CAMPING = "💤 Camping: the game is paused and nothing waits. **Wake up** goes on."
FOR_NARRATOR = "The narrator tells what happens now."
MORE_FOR_NARRATOR = "The narrator tells where this leads."
FIGHTS = "A fight is under way: its own card has the buttons."
LAPSED = "Lapsed with the turn"


def title(name: str, location: str, turn: int) -> str:
    """A turn's card."""
    return f"{location} · turn {turn} · {name}"


def between_title(name: str, location: str) -> str:
    """The card between two turns."""
    return f"{name} · next at {location}"


def camp_title(name: str, location: str) -> str:
    """The card of a camp."""
    return f"{name} camps · next at {location}"


def your_move(who: str) -> str:
    """It is the player's move within a turn."""
    return f"➤ {who}: act, or end the turn."


def begin(who: str, location: str) -> str:
    """It is the player's move between two turns."""
    return f"➤ {who}: the next turn begins at **{location}**."


def decide(who: str, label: str) -> str:
    """What must be decided before all else."""
    return f"➤ {who}, first this: {label}."


def on_behalf(actor: str, player: str) -> str:
    """A narrator acted for a player."""
    return f"{actor} acts for {player}."


def in_short(scene: str) -> str:
    """The scene once more, under other news."""
    return f"-# {scene}"


# -- what happened ----------------------------------------------------------------------------------


def started(name: str, turn: int, location: str) -> str:
    """A turn began."""
    return f"**{name}** begins turn {turn} at **{location}**."


def told(name: str, location: str, text: str) -> str:
    """A scene, in the journal."""
    return f"{name} at {location}: {text}"


def ways_told(name: str, location: str, ways: Sequence[str]) -> str:
    """Where a turn may end, in the journal."""
    return f"{name}'s turn at {location} may end at {', '.join(ways)}."


def ended(name: str, turn: int, location: str, next_location: str) -> str:
    """A turn ended."""
    if location == next_location:
        return f"**{name}** ends turn {turn} and stays at **{location}**."
    return f"**{name}** ends turn {turn} at {location} and goes to **{next_location}**."


def lapsed(things: Sequence[str]) -> str:
    """Offers that nobody took."""
    return f"{LAPSED}: {', '.join(things)}."


def camped(name: str, location: str) -> str:
    """A camp was made."""
    return f"**{name}** makes camp; the next turn begins at **{location}**."


def woke(name: str, location: str) -> str:
    """A camp was broken."""
    return f"**{name}** breaks camp; the next turn begins at **{location}**."


def moved(name: str, before: str, after: str, why: str) -> str:
    """Somebody was sent elsewhere."""
    reason = f" ({why})" if why else ""
    return f"**{name}** is sent from {before} to **{after}**{reason}."


def rolled(name: str, dice: Sequence[int], purpose: str) -> str:
    """Dice that the text asked for."""
    sums = f" = **{sum(dice)}**" if len(dice) > 1 else ""
    faces = " + ".join(map(str, dice)) if len(dice) > 1 else f"**{dice[0]}**"
    return f"🎲 {name} rolls {faces}{sums}: {purpose}"


# -- previously -------------------------------------------------------------------------------------

NOTHING_YET = "Nothing happened so far."


def previously(name: str) -> str:
    """The story of the last turns."""
    return f"Previously: {name}"


def earlier(count: int) -> str:
    """What is too much to be told again."""
    return f"-# … and {count} entries before; `/journal` has all of them."


def goes_on(location: str) -> str:
    """Where the story goes on."""
    return f"The next turn begins at **{location}**: `/adv start`."
