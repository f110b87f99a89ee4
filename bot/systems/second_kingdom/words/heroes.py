"""Heroes: made, found, changed, given conviction, and their sheets."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.words.game import not_within

VIRTUES = {"courage": "courage", "prudence": "prudence", "temperance": "temperance"}
# Everybody, where several heroes can be named.
ALL_HEROES = "all heroes"
MOST_NAMED = 10


def virtue(name: str) -> str:
    """A virtue's name at the beginning of a line."""
    return VIRTUES[name].capitalize()


def some(names: Sequence[str]) -> str:
    """Names one after another, the first of very many."""
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return ", ".join((*names[:MOST_NAMED], *more))


def change(name: str, before: int, after: int) -> str:
    """A virtue or a counter of that name, before → after."""
    return counter_change(VIRTUES.get(name, name), before, after)


def counter_change(name: str, before: int, after: int) -> str:
    """A counter, before → after."""
    return f"{name} {before} → {after}"


# -- refused --------------------------------------------------------------------------------------

TAKEN_NAME = "This campaign has a hero of that name already; choose another name."
FOR_SOMEBODY_ELSE = "Only a game master can make a hero for somebody else; leave the player out for your own."
SAME_VIRTUES = "That leaves the virtues as they are; nothing was changed. Name one with a new value."
NO_AMOUNT = "Give at least 1 conviction, or take some with a negative amount."
ONE_AT_A_TIME = "Set virtues or a counter, one at a time."
HALF_A_COUNTER = "A counter needs both: `counter` says which, `value` what it stands at."


def bad_name(most: int, length: int) -> str:
    """A name of nothing visible, or too long."""
    return f"A hero's name has 1 to {most} characters; this one has {length}."


def no_player(who: int) -> str:
    """A hero for somebody who doesn't play here."""
    return f"<@{who}> isn't a player of this campaign; `/campaign join` comes first."


def bad_score(name: str, least: int, most: int, given: int) -> str:
    """A virtue out of its range."""
    return not_within(virtue(name), least, most, given)


def bad_conviction(most: int, given: int) -> str:
    """More conviction than a hero can hold, or less than none."""
    return not_within("Conviction", 0, most, given)


def holds_less(taken: int, who: Sequence[tuple[str, int]]) -> str:
    """More is taken than there is, from those named with what each holds."""
    return f"{taken} conviction can't be taken: {_holding(who)}."


def holds_too_much(most: int, given: int, who: Sequence[tuple[str, int]]) -> str:
    """More is given than those named, with what each holds, can hold."""
    return f"{given} conviction can't be given, for a hero holds at most {most}: {_holding(who)}."


def _holding(who: Sequence[tuple[str, int]]) -> str:
    return some([f"{name} holds {held}" for name, held in who])


def bad_reason(most: int, length: int) -> str:
    """Conviction without a reason, or with a long one."""
    return f"Say why, in 1 to {most} characters; this has {length}. The table sees it."


def which_hero(names: Sequence[str]) -> str:
    """No hero was named, and the asker has none, or several of whom none is played here."""
    if not names:
        return "You have no heroes in this campaign; `/sk new` makes one."
    return f"You have several heroes: {some(names)}. Name one, or choose with `/sk play` whom you play here."


def no_such_hero(name: str) -> str:
    """A name that no hero bears."""
    return f"No hero here is called “{name}”; pick one from the list."


def nobody(name: str) -> str:
    """A name that neither a hero nor an NPC bears, as far as the asker knows."""
    return f"Nobody here is called “{name}”; pick one from the list."


NO_HEROES = "Name at least one hero; commas divide them."

# -- told -----------------------------------------------------------------------------------------


def comes(name: str) -> str:
    """A new hero, as a title."""
    return f"{name} comes to the table"


def came(name: str, player: str) -> str:
    """A new hero, in the journal."""
    return f"{name} comes to the table, played by {player}."


def changed(name: str, changes: str) -> str:
    """A sheet changed."""
    return f"{name}: {changes}."


def conviction_changed(name: str, before: int, after: int, reason: str) -> str:
    """A hero was given conviction, or lost some, by the game master's hand."""
    return f"{name}: conviction {before} → {after}. {reason}"


def convictions_changed(changes: Sequence[tuple[str, int, int]], reason: str) -> str:
    """The same of several heroes: (name, before, after) each."""
    return f"Conviction: {some([counter_change(*each) for each in changes])}. {reason}"


# -- the sheet ------------------------------------------------------------------------------------


def played_by(player: str) -> str:
    """Whose hero it is."""
    return f"Played by {player}"


def conviction(held: int | str) -> str:
    """What a hero holds."""
    return f"Conviction {held}"


def waits(who: str, title: str, *, to_roll: bool) -> str:
    """A challenge of the hero's that is not over."""
    deed = "to roll" if to_roll else "to say what came of it"
    return f"Waits for {who} {deed}: {title}"


def more_wait(count: int) -> str:
    """Those that don't fit on the sheet."""
    return f"… and {count} more: `/waiting`"
