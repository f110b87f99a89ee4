"""Challenges: set, rolled or withdrawn, their chances, and what they leave behind."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.words.game import not_within
from bot.systems.second_kingdom.words.heroes import VIRTUES, virtue

LEVELS = {
    "failure": "Failure",
    "partial": "Partially achieved",
    "full": "Fully achieved",
    "exceptional": "Exceptionally achieved",
}
SHORT_LEVELS = {
    "failure": "failure",
    "partial": "partially",
    "full": "fully",
    "exceptional": "exceptionally",
}
MEANINGS = {
    "failure": "The attempt goes against the hero.",
    "partial": "It succeeds, but at a price: a setback that will be felt later.",
    "full": "It succeeds, with nothing added and nothing lost.",
    "exceptional": "It succeeds, and more: an advantage that will pay off later.",
}
NOTES = {"setback": "setback", "advantage": "advantage"}

# -- buttons and forms ----------------------------------------------------------------------------

WITHDRAW = "Withdraw"
ROLL_FOR = "Roll for them"
EDIT = "Edit"
LET_BE = "Let it be"
VIRTUE_FIELD, RATING_FIELD = "Virtue", "Rating"
NOTE_HINT = "Told at this hero's next challenge"


def label(hero: str, action: str) -> str:
    """A challenge that waits to be rolled, in a list."""
    return f"{hero}: {action}"


def roll(spent: int) -> str:
    """The button that rolls."""
    return f"Roll, spend {spent}" if spent else "Roll"


def the_note(kind: str) -> str:
    """The field for a setback or advantage."""
    return f"The {NOTES[kind]}"


def write(kind: str) -> str:
    """The button that opens that field."""
    return f"Write {NOTES[kind]}"


def propose(kind: str) -> str:
    """The button with which the player opens that field."""
    return f"Propose {NOTES[kind]}"


def rating_hint(least: int, most: int) -> str:
    """What belongs in a form's field for a rating."""
    return f"{least} to {most}; higher is harder"


def what_note(hero: str, kind: str) -> str:
    """A consequence that waits to be written, in a list."""
    return f"{hero}: what {NOTES[kind]} does it bring?"


# -- refused --------------------------------------------------------------------------------------

NOT_OPEN = "This challenge is no longer open; its newest message says how it ended."
SAME_PROPOSAL = "That is proposed already; nothing was changed."
NONE_DUE = "No setback or advantage is due for this challenge."
OWN_HERO = "This is your own hero: roll with the buttons on the challenge's card."
SAME_TERMS = "Virtue and rating are these already; nothing was changed."
NUMBER_OF_DICE, A_VIRTUE, A_RATING, CONVICTION = (
    "The number of dice",
    "A virtue",
    "A challenge rating",
    "Conviction",
)


def bad_action(most: int, length: int) -> str:
    """Nothing attempted, or in too many words."""
    return f"Say what is attempted, in 1 to {most} characters; this has {length}."


def bad_rating(least: int, most: int, given: int) -> str:
    """A rating out of its range."""
    return not_within(A_RATING, least, most, given)


def no_virtue(names: Sequence[str]) -> str:
    """Something else than a virtue."""
    return f"Name one of the virtues: {', '.join(names)}."


def spends_too_much(name: str, score: int, spent: int, *, counts: int, a_roll: int, highest: int) -> str:
    """More conviction than counts for the virtue of that name."""
    most = f"At most {counts} conviction counts" if counts else "No conviction counts"
    return (
        f"{most} for {VIRTUES[name]} {score}, not {spent}: a roll takes up to "
        f"{a_roll}, and no virtue rises above {highest}. Nothing was rolled."
    )


def holds_less(held: int, spent: int) -> str:
    """More conviction than the hero has."""
    return f"This hero holds {held} conviction now, so {spent} can't be spent. Nothing was rolled."


def bad_note(kind: str, most: int, length: int) -> str:
    """A setback or advantage of nothing, or of too many words."""
    return f"Write the {NOTES[kind]} in 1 to {most} characters; this has {length}."


# -- the card -------------------------------------------------------------------------------------

WITHDRAWN = "Withdrawn before any die fell; nothing was spent."
HOW_DICE_COUNT = "8 and 9 count one, 10 counts two"
LAST_BUYS_NOTHING = "(the last point buys no die)"


def against(name: str, score: int, rating: int | None, spent: int = 0) -> str:
    """A virtue, with the conviction spent on it, and what it must hold against."""
    raised = f" + {spent} = {score + spent}" if spent else ""
    return f"{virtue(name)} {score}{raised} against {_rating(rating)}"


def _rating(rating: int | None) -> str:
    return "a hidden rating" if rating is None else f"rating {rating}"


def rolls_elsewhere(player: str, channel: int) -> str:
    """What the game master's copy of a hidden challenge says."""
    return f"{player} rolls in <#{channel}> and sees neither rating nor chances."


def rolls_blindly(player: str) -> str:
    """The same, wherever it is read."""
    return f"{player} rolls and sees neither rating nor chances."


def asked(player: str, held: int) -> str:
    """Who does what next."""
    return _asked(player, f"{held}")


def asked_with_cap(player: str, held: int, most: int, highest: int) -> str:
    """The same, and why conviction that is held is not offered."""
    counts = f"only {most} counts" if most else "none counts"
    return _asked(player, f"{held}, but {counts}: no virtue rises above {highest}")


def _asked(player: str, held: str) -> str:
    return f"Conviction held: {held}. {player} chooses and rolls."


def changed(before: str, after: str) -> str:
    """What a challenge was rolled by, and what it is rolled by now."""
    return f"Changed: {before} → **{after}**"


HIDDEN_CHANGED = "Changed: the hidden rating is another now."


def rolled_by(game_master: str, player: str) -> str:
    """Who rolled for whom."""
    return f"Rolled by {game_master} for {player}, without conviction."


def from_before(kind: str, text: str) -> str:
    """A note that an earlier challenge left."""
    return f"{NOTES[kind].capitalize()} from before: {text}"


def older_notes(count: int) -> str:
    """Those there is no room for."""
    return f"… {count} older ones: `/journal`"


def came_to(dice: str, successes: int) -> str:
    """The dice that fell, and their worth."""
    return f"Dice: {dice} = {successes} {'success' if successes == 1 else 'successes'}"


def conviction_spent(before: int, after: int) -> str:
    """What the roll took."""
    return f"Conviction {before} → {after}"


def note(kind: str, text: str) -> str:
    """What the challenge left behind."""
    return f"{NOTES[kind].capitalize()}: {text}"


def note_is_due(kind: str) -> str:
    """What comes next."""
    return f"A game master writes the {NOTES[kind]} now; the hero's next challenge will tell of it."


def proposal(player: str, kind: str, text: str) -> str:
    """What the player would have."""
    return f"{player} proposes as {NOTES[kind]}: {text}"


# -- chances --------------------------------------------------------------------------------------


def spend(conviction: int) -> str:
    """One choice of how much to spend."""
    return f"Spend {conviction}" if conviction else "No conviction"


def dice(count: int) -> str:
    """So many dice."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def odds_title(score: int, rating: int) -> str:
    """The chances of any virtue."""
    return f"Virtue {score} against rating {rating}"


# -- the journal ----------------------------------------------------------------------------------


def opened(hero: str, action: str, name: str, rating: int | None, opponent: str) -> str:
    """A challenge was set."""
    told = "hidden" if rating is None else rating
    against_whom = f", opposed by {opponent}" if opponent else ""
    return f"Challenge for {hero}: {action} ({VIRTUES[name]}, rating {told}{against_whom})."


def edited(hero: str, action: str, before: str, after: str) -> str:
    """Virtue or rating changed."""
    if before == after:
        return f"The challenge for {hero} has another hidden rating now: {action}."
    return f"The challenge for {hero} changed from {before} to {after}: {action}."


def proposed(hero: str, kind: str, text: str) -> str:
    """A player proposed a consequence."""
    return f"{NOTES[kind].capitalize()} proposed for {hero}: {text}"


def hidden_rating(hero: str, action: str, rating: int) -> str:
    """What only game masters read of it."""
    return f"{hero}, {action}: the hidden rating is {rating}."


def rolled(hero: str, action: str, level: str, faces: str, spent: int) -> str:
    """The dice fell."""
    with_conviction = f"; {spent} conviction spent" if spent else ""
    return f"{hero}, {action}: {LEVELS[level].lower()} ({faces}{with_conviction})."


def rolled_for(told: str, game_master: str) -> str:
    """The same, where a game master rolled in the player's place."""
    return f"{told} {game_master} rolled."


def withdrawn(hero: str, action: str) -> str:
    """It was taken back."""
    return f"The challenge for {hero} is withdrawn: {action}. No die fell, nothing was spent."


def no_note(hero: str, kind: str) -> str:
    """A consequence was let be."""
    return f"{hero}: no {NOTES[kind]} this time."


def noted(hero: str, kind: str, text: str) -> str:
    """A consequence was written."""
    return f"{NOTES[kind].capitalize()} for {hero}: {text}"
