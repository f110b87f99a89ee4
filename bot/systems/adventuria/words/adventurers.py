"""Adventurers: made, found, retired, and what each must do first."""

from __future__ import annotations

from collections.abc import Sequence

TYPES = {
    "warrior": "Warrior",
    "wizard": "Wizard",
    "priest": "Priest",
    "thief": "Thief",
    "elf": "Elf",
    "dwarf": "Dwarf",
}
ALIGNMENTS = {"good": "Good", "neutral": "Neutral", "evil": "Evil"}
MOST_NAMED = 6

NEW = "New adventurer"
NEW_TITLE, NAME = "A new adventurer", "Name"
RETIRE, RETIRE_TITLE = "Retire for good", "Retire?"
ABOUT = "Notes"

# -- refused ------------------------------------------------------------------------------------------

TAKEN_NAME = "This campaign has an adventurer of that name already; choose another name."
FOR_SOMEBODY_ELSE = (
    "Only a narrator can make an adventurer for somebody else; leave the player out for your own."
)
ROLLED_HERE = (
    "This campaign rolls type and alignment; leave both out, or have “How type and alignment are found” "
    "changed under `/campaign settings`."
)
SAME_SHEET = "That leaves name and notes as they are; nothing was changed."
FORM_IS_OLD = (
    "Name or notes were changed after this form was opened; nothing was changed. `/adv edit` opens a new one."
)


def decide_first(label: str) -> str:
    """Something waits for a decision before anything else."""
    return f"First this: {label}. Its card has the buttons; nothing was changed."


def camps(name: str) -> str:
    """Nothing is done while camped."""
    return f"{name} camps; `/adv wake` goes on, and nothing was changed."


def no_turn(name: str) -> str:
    """No turn is under way."""
    return f"{name} is between two turns; `/adv start` begins the next one."


def fights(name: str) -> str:
    """A fight comes first."""
    return f"{name} is in a fight: end that first, with the buttons of its card."


def bad_name(most: int, length: int) -> str:
    """A name of nothing visible, or too long."""
    return f"An adventurer's name has 1 to {most} characters; this one has {length}."


def no_player(who: int) -> str:
    """An adventurer for somebody who doesn't play here."""
    return f"<@{who}> isn't a player of this campaign; `/campaign join` comes first."


def has_one(name: str) -> str:
    """A second adventurer of one's own, where each player has one."""
    return f"{name} is still yours to play; fall or `/adv retire` first, for this campaign allows one each."


def they_have(who: int, name: str) -> str:
    """The same for somebody else."""
    return f"<@{who}> still plays {name}, and this campaign allows one adventurer each."


def long_notes(most: int, length: int) -> str:
    """Notes that don't fit."""
    return f"Notes have at most {most} characters; these have {length}."


def many_lines(most: int, count: int) -> str:
    """Notes that make a card too long."""
    return f"Notes have at most {most} lines; these have {count}."


def out_of_play(name: str) -> str:
    """Somebody who fell or retired."""
    return f"“{name}” is no longer in play; nothing was changed."


def lives_here(name: str) -> str:
    """A home that is no new one."""
    return f"Everything about {name} is posted here already; nothing was changed."


def only_its_player(who: int) -> str:
    """The button under somebody else's end."""
    return f"This one is for <@{who}>; `/adv new` makes an adventurer of your own."


# -- made ---------------------------------------------------------------------------------------------


def sets_out(name: str) -> str:
    """A new adventurer, as a title."""
    return f"{name} sets out"


def played_by(player: str) -> str:
    """Whose adventurer it is."""
    return f"Played by {player}"


def found(what: str, die: int, means: str) -> str:
    """One die of the two that make an adventurer, and what it means; 0 was not thrown."""
    return f"{what}: **{means}**, rolled a {die}" if die else f"{what}: **{means}**, chosen"


def of_type(die: int, means: str) -> str:
    """The die of the type."""
    return found("Type", die, means)


def of_alignment(die: int, means: str) -> str:
    """The die of the alignment."""
    return found("Alignment", die, means)


def begins_at(location: str) -> str:
    """Where the first turn begins."""
    return f"The first turn begins at {location}."


def told_in(name: str, home: int) -> str:
    """Where to look from now on."""
    return f"Everything about {name} is told in <#{home}>."


def cannot_open(home: int) -> str:
    """There is no thread, for want of a permission."""
    return (
        f"I may not open threads here, so everything is told in <#{home}>. An admin can give me "
        "*Create Public Threads* and *Send Messages in Threads*; then `/adv home` opens one."
    )


def came(name: str, player: str, of_type: str, of_alignment: str) -> str:
    """A new adventurer, in the journal."""
    return f"{name} sets out, played by {player}. {of_type}. {of_alignment}."


# -- changed ------------------------------------------------------------------------------------------


def edit_title(name: str) -> str:
    """The form of name and notes."""
    return f"Edit {name}"


def edited(before: str, name: str, *, has_new_notes: bool) -> str:
    """Another name, or other notes."""
    said = [f"{before} is called {name} now."] if before != name else []
    return " ".join((*said, *([f"{name} has new notes."] if has_new_notes else [])))


def settled(name: str, home: int) -> str:
    """Another home."""
    return f"Everything about {name} is told in <#{home}> from now on."


# -- gone ---------------------------------------------------------------------------------------------


def retire_lines(name: str, lost: str) -> tuple[str, ...]:
    """What is asked before an adventurer retires."""
    return (
        f"{name} would leave the game for good, and the sheet be kept in `/adv hall`, to be read only.",
        lost,
    )


def retires(name: str) -> str:
    """A voluntary end, as a title."""
    return f"{name} retires"


def fell(name: str) -> str:
    """The end, as a title."""
    return f"{name} has fallen"


def fell_by(wounds: int, vitae: int) -> str:
    """Why."""
    return f"{some(wounds, 'wound')} against Vitae {vitae}."


def loses(name: str, gold: int, lost: Sequence[str], quest: str) -> str:
    """What is gone with an adventurer."""
    things = _had(gold, lost)
    said = f"Lost with {name}: {things}." if things else f"{name} leaves nothing behind."
    return f"{said} The quest is abandoned: {quest}." if quest else said


def would_lose(name: str, gold: int, lost: Sequence[str], quest: str) -> str:
    """What would be gone with an adventurer."""
    things = _had(gold, lost)
    said = f"Lost with {name} would be: {things}." if things else f"{name} has nothing to lose."
    return f"{said} The quest would be abandoned: {quest}." if quest else said


def _had(gold: int, lost: Sequence[str]) -> str:
    things = [f"{gold:,} gold"] if gold else []
    things += lost[:MOST_NAMED]
    things += [f"{len(lost) - MOST_NAMED} more"] if len(lost) > MOST_NAMED else []
    return ", ".join(things)


def tale(turns: int, felled: int, location: str) -> str:
    """What an adventurer came to."""
    return f"{some(turns, 'turn')}, {some(felled, 'monster')} felled; the end came at {location}."


def some(count: int, what: str) -> str:
    """So many of them."""
    return f"{count} {what}{'s' * (count != 1)}"


KEPT = "The sheet is kept in `/adv hall`."


def has_fallen(name: str, wounds: int, vitae: int, location: str) -> str:
    """The end, in the journal."""
    return f"{name} has fallen at {location}: {fell_by(wounds, vitae)}"


def has_retired(name: str, turns: int) -> str:
    """A voluntary end, in the journal."""
    return f"{name} retires after {some(turns, 'turn')}."
