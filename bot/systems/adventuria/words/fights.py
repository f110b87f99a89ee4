"""Fights: what waits in them, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

COMBATS = {"melee": "Melee Combat", "magical": "Magical Combat"}
ATTRIBUTES = {"arms": "Arms", "magic": "Magic", "vitae": "Vitae"}

MELEE, MAGICAL = "Melee Combat: Arms", "Magical Combat: Magic"
ROLL, AGAIN, END, AVOID, STAND = "Roll", "Again", "End the fight", "Avoid them", "Let the dice stand"

# What a fight in each phase waits for.
WAITS = {
    "kind": "choose the kind of Combat first",
    "ready": "it begins with a roll",
    "rolled": "the dice are known: answer them, or let them stand",
    "again": "roll again, or end it",
    "over": "it is over",
}

MOST_IN_TITLE = 3

NO_MONSTER = "That monster isn't part of this campaign."
NO_FOES = "Name at least one monster to fight."
ONLY_NARRATORS_INVENT = (
    "Only a narrator makes up a monster; name one of the library, with the suggestions of `/adv fight`."
)
NO_NAME = "A monster needs a name that can be read."
NOT_AVOIDED = (
    "This fight can't be avoided: roll the first Combat, and after it you may end it. "
    "A narrator can stop it at any time."
)


# -- in lists and on buttons ------------------------------------------------------------------------


def several(names: Sequence[str]) -> str:
    """Monsters in a line."""
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def title(name: str, foes: Sequence[str]) -> str:
    """A fight in a line, however many there are."""
    first, more = foes[:MOST_IN_TITLE], len(foes) - MOST_IN_TITLE
    against = several(first) if more <= 0 else f"{', '.join(first)} and {more} more"
    return f"{name} against {against}"


def kind_label(fight: str) -> str:
    """A fight whose kind is open, in a list."""
    return f"{fight}: Melee or Magical Combat?"


def ready_label(fight: str, combat: str) -> str:
    """A fight before its first exchange, in a list."""
    return f"{fight}: roll the first {COMBATS[combat]}"


def rolled_label(fight: str) -> str:
    """Dice that can be answered, in a list."""
    return f"{fight}: use something on these dice, or let them stand"


def again_label(fight: str) -> str:
    """A fight after an exchange, in a list."""
    return f"{fight}: another Combat, or end it"


def roll_at(foe: str) -> str:
    """The button that rolls the first exchange with one of several."""
    return f"Roll against {foe}"


def again_at(foe: str) -> str:
    """The button that rolls another exchange with one of several."""
    return f"Again: {foe}"


def answer(thing: str, verb: str, foe: str, amount: int) -> str:
    """The button that uses something on known dice; `foe` is whose die is rolled anew."""
    if verb == "ignore":
        return f"{thing}: ignore {'all wounds' if not amount else some_wounds(amount)}"
    return f"{thing}: {foe} rolls anew" if foe else f"{thing}: roll anew"


def some_wounds(count: int) -> str:
    """So many of them."""
    return "1 wound" if count == 1 else f"{count} wounds"


# -- refused ----------------------------------------------------------------------------------------


def too_many(most: int, given: int) -> str:
    """More monsters than fit."""
    return f"At most {most} monsters fight at a time, not {given}."


def gone_for_good(name: str, monster: str) -> str:
    """A unique monster that has fallen (A40)."""
    return f"{monster} is the only one there is, and {name} has felled it: it is never met again."


def only_one(monster: str) -> str:
    """A unique monster named twice."""
    return f"{monster} is the only one there is: name it once."


def other_kind(monster: str, combat: str) -> str:
    """A kind of Combat that the encounter doesn't leave open (Q11)."""
    return f"{monster} fights in {COMBATS[combat]}; only a narrator can make it another."


def long_name(most: int, given: int) -> str:
    """A made-up name that is too long."""
    return f"A monster's name has at most {most} characters, not {given}."


def bad_value(monster: str, attribute: str, most: int, given: int) -> str:
    """A made-up monster's number that can't be."""
    return f"{attribute} of {monster} is 1 to {most}, not {given}."


def long_text(what: str, most: int, given: int) -> str:
    """Instructions or a reason that are too long."""
    return f"{what} can have at most {most} characters, not {given}."


INSTRUCTIONS, REASON = "The encounter's instructions", "The reason"


def not_now(fight: str, phase: str) -> str:
    """Something that the fight doesn't wait for."""
    return f"{fight} doesn't wait for that: {WAITS[phase]}."


def whom(names: Sequence[str]) -> str:
    """A roll that doesn't say against whom."""
    return f"Say against whom: {several(names)} still stand."


def not_standing(names: Sequence[str]) -> str:
    """A roll against nobody."""
    return f"Nobody stands there; still standing: {several(names)}."


def in_turn(first: str) -> str:
    """A roll against another than the first."""
    return f"One after the other: {first} comes first."


TOGETHER = "They all fight at once: one roll is against everyone who stands."


def no_such_answer(count: int) -> str:
    """An answer that isn't offered."""
    return (
        f"That can't be used on these dice; there {'is 1 choice' if count == 1 else f'are {count} choices'}."
    )


def no_longer_had(thing: str) -> str:
    """An answer by something that is gone, or no longer in hand."""
    return f"{thing} is not at hand any more; use something else, or let the dice stand."
