"""Fights: their cards, their lines in the journal, and what is asked on the way."""

from __future__ import annotations

from collections.abc import Sequence

COMBATS = {"melee": "Melee Combat", "magical": "Magical Combat"}
ATTRIBUTES = {"arms": "Arms", "magic": "Magic"}
VERDICTS = {"win": "won", "standoff": "a standoff", "lose": "lost"}
SIGNS = {"win": "●", "standoff": "◐", "lose": "○"}
MINUS = "−"

# -- titles ---------------------------------------------------------------------------------------


def title(name: str, foes: str) -> str:
    """Who fights whom."""
    return f"{name} against {foes}"


def foes(counted: Sequence[tuple[str, int]]) -> str:
    """The monsters, those of one name counted."""
    named = [name if count == 1 else f"{count} × {name}" for name, count in counted]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


# -- what happened --------------------------------------------------------------------------------


def met(foes: str) -> str:
    """Monsters are encountered."""
    return f"Encountered: **{foes}**."


def kind(combat: str) -> str:
    """The kind of Combat."""
    return f"{COMBATS[combat]}."


def exchange(number: int, combat: str) -> str:
    """Over the dice of an exchange."""
    return f"**{COMBATS[combat]}, exchange {number}**"


def dice(die: int, total: int) -> str:
    """A die with what is added to it."""
    added = total - die
    if not added:
        return f"**{total}**"
    return f"{die} {MINUS if added < 0 else '+'} {abs(added)} = **{total}**"


def rolled(own: str, foe: str, name: str, verdict: str) -> str:
    """Both sides of an exchange, and who has the better of it."""
    return f"{SIGNS[verdict]} {own} against {foe} of {name}: **{VERDICTS[verdict]}**"


def answered(name: str) -> str:
    """Something was used on the dice."""
    return f"{name} is used on these dice."


CAN_CHANGE = "Something can still change these dice, or what they do."

ENDS = {
    "won": "Over: every monster has fallen.",
    "left": "Over: the fight is left; met again, what still stands has no wounds.",
    "avoided": "Over: the fight is avoided.",
    "fell": "Over: the adventurer has fallen.",
    "stopped": "Over: a narrator stopped the fight.",
}


def reason(text: str) -> str:
    """Why, in the narrator's words."""
    return f"Reason: {text}"


# -- both sides -----------------------------------------------------------------------------------


def side(name: str, attribute: str, wounds: str) -> str:
    """One side: who, what it adds to its die, and its wounds."""
    return f"**{name}** · {attribute} · {wounds}"


def attribute(name: str, total: int, parts: Sequence[str]) -> str:
    """What is added to the die, with what it is made of where that is more than one thing."""
    made = f" ({', '.join(parts)})" if len(parts) > 1 else ""
    return f"{ATTRIBUTES[name]} **{total}**{made}"


def part(amount: int, source: str) -> str:
    """Something that adds to an attribute, or takes from it."""
    return f"{source} {signed(amount)}"


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"{MINUS}{-amount}" if amount < 0 else f"+{amount}"


AT_LEAST_1, NOW, OTHERS, ABILITY = "at least 1", "now", "others", "ability"


def roll(amount: int) -> str:
    """What is added to the die besides the attribute."""
    return f"{signed(amount)} on the roll"


def both(arms: int, magic: int) -> str:
    """Both attributes that fight, as long as the kind of Combat is open."""
    return f"Arms **{arms}**, Magic **{magic}**"


def fallen(name: str) -> str:
    """A monster that has fallen."""
    return f"✕ {name} has fallen."


def rule(text: str) -> str:
    """Something special about the encounter, in small print."""
    return f"-# {text}"


def rule_of(name: str, rule: str) -> str:
    """A special rule of a monster."""
    return f"{name}: {rule}."


def instructions(text: str) -> str:
    """The encounter's own instructions."""
    return f"» {text}"


ORDERS = {
    "in_turn": "One after another: the first that stands, until it has fallen.",
    "choose": "One at a time: before each exchange its player chooses which.",
    "together": "All at once: one die against each of theirs.",
}

# -- who acts -------------------------------------------------------------------------------------


def to_choose(who: str) -> str:
    """The kind of Combat is open."""
    return f"{who} chooses the kind of Combat."


def to_roll(who: str, *, can_avoid: bool) -> str:
    """The first exchange."""
    return f"{who} rolls, or avoids the fight." if can_avoid else f"{who} rolls."


def to_answer(who: str) -> str:
    """Dice that can still be changed."""
    return f"{who} uses something on these dice, or lets them stand."


def to_go_on(who: str) -> str:
    """After an exchange."""
    return f"{who} fights another exchange of the same kind, or ends it."


# -- the narrator ---------------------------------------------------------------------------------

NARRATOR = "Narrator…"
STOP, STOP_TITLE = "Stop the fight…", "Stop the fight"
WHY, WHY_HINT = "Why", "Everybody reads it"
PANEL = "For narrators"
PANEL_LINES = (
    "Stopping ends this fight as it stands: no XP for who has not fallen.",
    "`/adv gm wound`, `heal` and `attribute` change the adventurer meanwhile.",
)
GONE = "That fight isn't in this campaign any more."
DAMAGED = "That button is damaged; bring the fight's card up again with `/waiting`."


def over(end: str) -> str:
    """A fight that a narrator can't stop any more."""
    return f"This fight is over already ({END_WORDS[end]}); nothing was changed."


END_WORDS = {
    "won": "won",
    "left": "left",
    "avoided": "avoided",
    "fell": "the adventurer fell",
    "stopped": "stopped",
}


def already(line: str) -> str:
    """A button whose step is done: what came of it."""
    return f"That is done already; nothing was changed. {line}"


def already_rolled(line: str) -> str:
    """A button whose dice have fallen: they are still the same."""
    return f"Already rolled; nothing was changed. {line}"


# -- refused --------------------------------------------------------------------------------------


def no_such_monster(name: str) -> str:
    """No monster of that name that the asker may know of."""
    return (
        f"No monster is called “{name}” here; pick one from the list,"
        " or make one up with `arms` or `magic`, and `vitae` (in a fight, narrators only)."
    )


NO_MONSTER = "Name a monster."


def too_many(most: int, count: int) -> str:
    """More monsters than one fight holds."""
    return f"A fight has at most {most} monsters, not {count}."


NUMBERS_MISSING = "A monster made up on the spot needs `arms` or `magic`, and `vitae`."


def no_fight(name: str) -> str:
    """Nothing to stop."""
    return f"{name} is in no fight; there is nothing to stop."


# -- in the journal -------------------------------------------------------------------------------


def opened(name: str, foes: str, combat: str) -> str:
    """A fight began."""
    how = f" ({COMBATS[combat]})" if combat else ""
    return f"{name} encounters {foes}{how}"


def chosen(name: str, combat: str) -> str:
    """The kind of Combat was chosen."""
    return f"{name} chooses {COMBATS[combat]}"


def fought(name: str, number: int, pairs: Sequence[str], told: Sequence[str]) -> str:
    """An exchange."""
    return "; ".join((f"{name}, exchange {number}: {', '.join(pairs)}", *told))


def pair(own: str, foe: str, name: str, verdict: str) -> str:
    """Both sides of an exchange, in short."""
    return f"{own} against {foe} of {name}, {VERDICTS[verdict]}"


def ended(name: str, foes: str, end: str, reason: str) -> str:
    """A fight is over."""
    why = f": {reason}" if reason else ""
    return f"{name} against {foes} is over ({END_WORDS[end]}){why}"
