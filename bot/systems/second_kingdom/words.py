"""What the game is called, and what its page of help begins with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.words import safe

TITLE = "The Second Kingdom"
GUIDE = (
    "**Players:** `/sk new` brings a hero; a challenge's card shows your chances for each conviction spent; "
    "press, and the dice fall. `/sk ask` asks for a challenge, `/sk attack` attacks with a maneuver that "
    "your hero knows, `/sk fate` lets a chart decide.",
    "**Game masters:** `/sk challenge` asks one hero or several; after the roll the result asks you for its "
    "setback or advantage. `/sk gm` acts for a player who is away, or takes back what is asked.",
    "",
)


def not_within(what: str, least: int, most: int, given: int) -> str:
    """A number out of its range; `what` begins the sentence."""
    return f"{what} is {least} to {most}, not {given}."


# -- Heroes: made, found, changed, given conviction, and their sheets --------------------------------------


VIRTUES = {"courage": "courage", "prudence": "prudence", "temperance": "temperance"}
MOST_NAMED = 10


def virtue(name: str) -> str:
    """A virtue's name at the beginning of a line."""
    return VIRTUES[name].capitalize()


def some(names: Sequence[str]) -> str:
    """Names one after another, the first of very many."""
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return ", ".join((*names[:MOST_NAMED], *more))


# -- refused --------------------------------------------------------------------------------------

ONE_AT_A_TIME = "Set virtues or a counter, one at a time."
HALF_A_COUNTER = "A counter needs both: `counter` says which, `value` what it stands at."


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


# -- told -----------------------------------------------------------------------------------------


def comes(name: str) -> str:
    """A new hero, as a title."""
    return f"{name} comes to the table"


def changed(name: str, changes: str) -> str:
    """A sheet changed."""
    return f"{name}: {changes}."


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


# -- What game masters do in a player's place, or take back ------------------------------------------------


PANEL = "Game master…"
NOTHING_LIKE_IT = "Nothing of that name waits; pick it from the list, or see `/waiting`."
NOT_CANCELLED = "Nothing is asked of a player there any more; `/undo` takes back what was done."
SEVERAL_LIKE_IT = "Several things of that name wait; pick the one you mean from the list."


def acts_for(player: str) -> str:
    """Whose roll it is, on the game master's panel."""
    return f"{player} is asked. “Roll for them” spends no conviction; everyone reads that you rolled."


def waits_for(player: str) -> str:
    """The same where the campaign waits for its players."""
    return f"{player} is asked, and this campaign waits for its players (`/campaign settings`)."


# -- Sheets: their form, maneuvers known, notes; changed and shown -----------------------------------------


NOTHING, A_PICTURE, ANOTHER_PICTURE = "none", "a picture", "another picture"
PARTS = {"name": "name", "about": "notes", "portrait": "portrait"}
EDIT = "Edit"

# -- the forms ------------------------------------------------------------------------------------

NAME, SHEETS_VIRTUES, ABOUT, PORTRAIT = "Name", "Virtues", "Notes", "Portrait: an address"
VIRTUES_HINT, PORTRAIT_HINT = "Courage, prudence, temperance: 6 5 3", "https://example.org/face.png"


def edit_title(name: str) -> str:
    """The form of a sheet."""
    return f"Edit {name}"


# -- in a few words -------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """Words that stand on a sheet."""
    return f"“{text}”"


def sheets_change(name: str, before: str, after: str) -> str:
    """A part of a sheet, before → after."""
    return f"{name} {before} → {after}"


def learned(maneuver: str) -> str:
    """A maneuver that comes onto the sheet."""
    return f"learns {maneuver}"


def forgot(maneuver: str) -> str:
    """A maneuver that goes from the sheet."""
    return f"forgets {maneuver}"


# -- refused --------------------------------------------------------------------------------------

LOST_MANEUVER = "a maneuver that is gone"
SAME_SHEET = "That leaves the sheet as it is; nothing was changed."
VIRTUES_OF_NPC = "An NPC's virtues are written in its form: `/sk npc edit`. Here you can set a counter of it."
NO_VIRTUES = "Write the virtues as three whole numbers: courage, prudence, temperance, such as `6 5 3`."
FORM_IS_OLD = "The sheet has changed since this form was opened; nothing was written. Open the form again."


def no_such_maneuver(name: str) -> str:
    """A maneuver that the library doesn't have."""
    return f"The library has no maneuver called “{name}”; pick one from the list."


def known_already(name: str, maneuver: str) -> str:
    """A maneuver learned twice."""
    return f"{name} knows {maneuver} already."


def knows_too_many(most: int) -> str:
    """No room for another maneuver."""
    return f"A sheet has at most {most} maneuvers; `/sk forget` takes one off."


def not_known(name: str, maneuver: str) -> str:
    """A maneuver forgotten that wasn't known."""
    return f"{name} doesn't know {maneuver}; pick one from the list."


def long_notes(most: int, length: int) -> str:
    """Notes of too many characters."""
    return f"The notes have at most {most} characters; these have {length}."


def many_lines(most: int, count: int) -> str:
    """Notes of too many lines."""
    return f"The notes have at most {most} lines; these have {count}."


# -- told -----------------------------------------------------------------------------------------


def title(name: str) -> str:
    """The card about what changed."""
    return f"{name}: the sheet has changed"


# -- the sheet ------------------------------------------------------------------------------------

DEFENCES, MANEUVERS = "Defences", "Maneuvers"
NOT_IN_LIBRARY = "no longer in the library"


def gone(maneuver: str) -> str:
    """A maneuver that was taken from the library."""
    return f"{maneuver} ({NOT_IN_LIBRARY})"


def sheets_waits(who: str, what: str) -> str:
    """Something about the hero that is not over."""
    return f"Waits for {who}: {what}"


# -- in the preview of an undo --------------------------------------------------------------------


def some_maneuvers(kept: Sequence[str]) -> str:
    """How many maneuvers: a record keeps no names of them."""
    return "1 maneuver" if len(kept) == 1 else f"{len(kept)} maneuvers"


# -- the form -------------------------------------------------------------------------------------

LEAST_LABEL, MOST_LABEL, DAMAGE, THRESHOLDS = "The least", "The most", "Damage", "Thresholds"
MOST_HINT = "Nothing for none"
THRESHOLDS_HINT = "A line each, value first: 5: Staggered"
ADDS, TAKES = "Adds to it, as to wounds", "Takes from it, as from health"


def counters_title(counter: str) -> str:
    """The form of a counter."""
    return f"Counter: {counter}"


# -- in a few words -------------------------------------------------------------------------------


def counted(value: int, most: int | None) -> str:
    """Where a counter stands."""
    return str(value) if most is None else f"{value}/{most}"


def shaped(
    value: int, least: int, most: int | None, thresholds: Sequence[tuple[int, str]], *, falls: bool
) -> str:
    """A counter's value with its shape."""
    shape = [f"at least {least}"] if least else []
    shape += ["damage takes from it"] if falls else []
    shape += [threshold(at, text) for at, text in thresholds]
    stands = counted(value, most)
    return f"{stands} ({'; '.join(shape)})" if shape else stands


def threshold(at: int, text: str) -> str:
    """What it means to come to that value."""
    return f"at {at}: {text}"


def line(name: str, value: int, most: int | None, threshold: str | None) -> str:
    """A counter on the sheet, with the threshold in force."""
    bound = f"/{most}" if most is not None else ""
    return f"{name} **{value}**{bound}" + (f" · {threshold}" if threshold else "")


# -- refused --------------------------------------------------------------------------------------

SAME_SHAPE = "The counter is so already; nothing was changed. Give it other bounds or thresholds."
SAME_THRESHOLD = "Two thresholds have the same value; give each its own."
LEAST, MOST, A_THRESHOLD = "The least", "The most", "A threshold"


def counters_bad_name(most: int, length: int) -> str:
    """A counter called nothing visible, or too long."""
    return f"A counter's name has 1 to {most} characters; this one has {length}."


def out_of_bounds(name: str, least: int, most: int, given: int) -> str:
    """A counter's value out of its range."""
    return not_within(name, least, most, given)


def same_value(value: int) -> str:
    """A counter set to what it is."""
    return f"That counter stands at {value} already; give it another value."


def too_many(most: int) -> str:
    """No room for another counter."""
    return f"A sheet has at most {most} counters; remove another one first, with `/sk counter`."


def unknown(name: str) -> str:
    """A counter that the sheet doesn't have."""
    return f"The sheet has no counter {name}; pick one from the list."


def bad_bound(what: str, least: int, most: int, given: int) -> str:
    """A bound or threshold out of its range."""
    return not_within(what, least, most, given)


def too_many_thresholds(most: int, given: int) -> str:
    """More thresholds than a counter has."""
    return f"A counter has at most {most} thresholds, not {given}."


def bad_threshold(at: int, most: int, length: int) -> str:
    """A threshold without words, or with too many."""
    return f"Say what it means to come to {at}, in 1 to {most} characters; this has {length}."


def no_number(label: str, given: str) -> str:
    """A field of the form that wants a number."""
    return f"{label}: write a whole number, such as 10, not “{given}”."


def no_threshold(given: str) -> str:
    """A line that is no threshold."""
    return f"Write each threshold in a line of its own, value first, such as `5: Staggered`; not “{given}”."


# -- in the preview of an undo --------------------------------------------------------------------

OF_COUNTERS = {
    "least": "the least",
    "most": "the most",
    "falls": "damage takes from it",
    "thresholds": "thresholds",
}


def part(name: str, field: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A counter as it is kept, or one field of it."""
    if not field:
        return safe(name), _whole(value) if value else None
    if field[0] == "value":
        return safe(name), None if value is None else str(value)
    label = f"{safe(name)}: {OF_COUNTERS[field[0]]}"
    if field[0] == "thresholds":
        return label, "; ".join(_thresholds(value or [])) or None
    if isinstance(value, bool):
        return label, "yes" if value else "no"
    return label, None if value is None else str(value)


def _whole(kept: Mapping[str, Any]) -> str:
    shape = [(each["at"], safe(each["text"], 40)) for each in kept["thresholds"]]
    return shaped(kept["value"], kept["least"], kept["most"], shape, falls=kept["falls"])


def _thresholds(kept: Sequence[Mapping[str, Any]]) -> list[str]:
    return [threshold(each["at"], safe(each["text"], 40)) for each in kept]


# -- Defences: what their sources add to each guard; changed, refused, and in an undo's preview ------------


GUARDS = {"dodge": "dodge", "parry": "parry", "block": "block"}
STRIKES_BACK = "strikes back"


def pair(first: int, second: int) -> str:
    """The bonuses for a defence's two dice."""
    return f"{first:+}/{second:+}"


def adds(pairs: Mapping[str, tuple[int, int]], counters: Sequence[str]) -> str:
    """What one source adds."""
    told = [f"{GUARDS[guard]} {pair(*each)}" for guard, each in pairs.items() if any(each)]
    told += [strikes_back(counters)] if counters else []
    return ", ".join(told)


def strikes_back(counters: Sequence[str]) -> str:
    """The guards whose full defense lets its bearer strike back."""
    return f"{STRIKES_BACK} {after(counters)}"


def after(guards: Sequence[str]) -> str:
    """After which full defense."""
    return f"after a {' or '.join(GUARDS[guard] for guard in guards)}"


def total(guard: str, first: int, second: int) -> str:
    """What all sources together add to a guard."""
    return f"**{GUARDS[guard].capitalize()} {pair(first, second)}**"


def share(source: str, added: str) -> str:
    """What one source adds, on the sheet."""
    return f"{source}: {added}"


# -- refused --------------------------------------------------------------------------------------


def no_pair(guard: str, given: str) -> str:
    """What was typed is no pair of bonuses."""
    name = GUARDS[guard].capitalize()
    return f"{name} takes two whole numbers, one for each die, such as `2/1`; not “{given}”."


def bad_bonus(guard: str, least: int, most: int, given: int) -> str:
    """A bonus out of its range."""
    return not_within(f"A bonus to {GUARDS[guard]}", least, most, given)


def bad_source(most: int, length: int) -> str:
    """A source called nothing visible, or too long."""
    return f"A source's name has 1 to {most} characters; this one has {length}."


def adds_nothing(source: str) -> str:
    """A source that is new and adds nothing."""
    return f"The sheet has no {source}, and this adds nothing: give dodge, parry or block, such as `2/1`."


def same_defence(source: str) -> str:
    """A source set to what it is."""
    return f"{source} adds exactly that already; give other numbers."


def too_many_sources(most: int) -> str:
    """No room for another source."""
    return f"A sheet has at most {most} sources of defence; take another one off first."


# -- in the preview of an undo --------------------------------------------------------------------


def sources(kept: Sequence[Mapping[str, Any]]) -> str:
    """Sources of defence as they are kept."""
    return "; ".join(_source(each) for each in kept)


def _source(kept: Mapping[str, Any]) -> str:
    pairs = {guard: (kept[guard][0], kept[guard][1]) for guard in GUARDS}
    return share(safe(kept["source"]), adds(pairs, kept["counters"]))


# -- Portraits: by an address, or by a picture that was uploaded -------------------------------------------


SECRET, KNOWN = "secret", "known"


# -- The game master's own: made, changed, revealed, and how they are shown --------------------------------


NPCS_NAME, NPCS_ABOUT = "Name", "Your notes, which no player ever sees"
NO_VIRTUE_HINT = "1 to 10; empty for none"

# -- refused --------------------------------------------------------------------------------------


def not_whole(name: str, text: str) -> str:
    """A virtue that is no number."""
    return f"{virtue(name)} is 1 to 10, or empty for none; not “{text}”."


def no_such_npc(name: str) -> str:
    """A name that no NPC bears, as far as the asker knows."""
    return f"No NPC here is called “{name}”; pick one from the list."


# -- A hero as a file: what is wrong with one, and what came of it -----------------------------------------


EXPORTED = "The hero as a file; `/sk import` makes a hero of it, here or elsewhere."
NO_PICTURE = "An uploaded portrait is not in it."


# -- told -----------------------------------------------------------------------------------------


def files_came(name: str, player: str) -> str:
    """A hero out of a file, in the journal."""
    return f"{name} comes to the table out of a file, played by {player}."


def lacking(maneuvers: Sequence[str]) -> str:
    """Maneuvers that could not be brought along."""
    return f"Not in this campaign's library, so not learned: {some(maneuvers)}."


APPROVAL_FIRST = (
    "Counters, defences and maneuvers stayed behind: changes to a sheet are approved here. Add them with "
    "`/sk counter`, `/sk defence` and `/sk learn`."
)


def conviction_stayed(amount: int) -> str:
    """Conviction that could not be brought along."""
    return f"The file's {amount} conviction stayed behind: here a game master gives it, `/sk conviction`."
