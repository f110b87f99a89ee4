"""What the house's own parts of every card say: the dispatcher, the renderer, errors and charts.

Names, texts and mentions come in as they are shown, numbers as they are written: whoever draws makes
them safe first.
"""

from __future__ import annotations

from collections.abc import Iterable

# -- the dispatcher -------------------------------------------------------------------------------

OLD_BUTTON = "That button is from an older version and does nothing now; nothing was changed."
DAMAGED_BUTTON = "That button is damaged; nothing was changed. Use the newest message."
NOT_DOWNLOADED = "Discord didn't hand that file over; nothing was changed. Try again in a moment."
ONLY_SERVERS = "Waypost keeps campaigns of servers; use it in a server's channel, not in a direct message."
DONE_ONCE = "This was done once already; once is enough."
YOU_WROTE = "You wrote:"


def done_once_at(url: str) -> str:
    """An interaction that was delivered again, and where its first answer stands."""
    return f"{DONE_ONCE} It is [here]({url})."


# -- errors ---------------------------------------------------------------------------------------

OUR_FAULT = "Something went wrong on our side; nothing was changed."


def only_shown_badly(entry: int) -> str:
    """What was done, and could not be shown."""
    return f"It was done, and is entry #{entry} of the journal, but showing it failed."


def tell_operator(incident: str) -> str:
    """What to do about an error."""
    return f"If it happens again, tell the bot's operator this id: **{incident}**"


# -- portraits --------------------------------------------------------------------------------------


def too_big(most: int, size: int) -> str:
    """A picture of too many bytes."""
    return f"A picture has at most {most >> 20} MB; this one has {size / 2**20:.1f} MB."


def portrait_of(name: str) -> str:
    """What the picture is, for who can't see it."""
    return f"Portrait of {name}"


OLD_PREVIEW = "That button is from an older version, so nothing was done yet. This is how it stands:"

# -- previews -------------------------------------------------------------------------------------

WOULD_ROLL = "The dice decide:"
UNCHANGED = "unchanged"
NOT_FORETOLD = "What comes of it can't be foretold from what you may see."


def preview_title(deed: str) -> str:
    """What is shown before it is done."""
    return f"{deed}?"


def refused(why: str) -> str:
    """Why it can't be done, or not by this person."""
    return f"⛔ **Not possible:** {why}"


def roll(dice: str, reason: str, chances: Iterable[str]) -> str:
    """What would be rolled, and how likely each way is."""
    told = " · ".join(chances)
    return f"🎲 {WOULD_ROLL} {dice}, {reason}" + (f": {told}" if told else "")


def chance(label: str, likely: str) -> str:
    """One way the dice can fall."""
    return f"{label} {likely}"


def branch(label: str, likely: str) -> str:
    """What follows one way."""
    return f"**{label}** ({likely}):"


def figure(label: str, before: str | None, after: str | None, unit: str) -> str:
    """A figure that changes; one that was not there before has no number to come from."""
    if before is None:
        return f"{label} **{after}** {unit}".strip()
    if after is None:
        return f"{label} {before} {unit}".strip() + f" → **{NOTHING}**"
    return f"{label} {before} → **{after}** {unit}".strip()


def same_figure(label: str, value: str, unit: str) -> str:
    """A figure that is worth telling although it stays."""
    return f"{label} {value} {unit}".strip() + f" ({UNCHANGED})"


def numbered(number: int, deed: str) -> str:
    """One deed of several."""
    return f"**{number}. {deed}**"


def untried(number: int, deed: str) -> str:
    """A deed that follows what the dice decide."""
    return f"{number}. {deed}, if what comes before succeeds"


def stopped(done: int, why: str) -> str:
    """Deeds in a row ended early."""
    return f"{done} done; the rest was not, for the next one is refused: {why}"


# -- every card -----------------------------------------------------------------------------------

GAME_MASTER = "the game master"
HIDDEN_ENTRY = "Something secret."
NOTHING, YES, NO = "none", "yes", "no"


def change(field: str, before: str, after: str) -> str:
    """A number or another part that changed."""
    return f"{field}: {before} → {after}"


# What the bot needs where a campaign is played, as Discord's settings call it.
PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


def picture(alt: str) -> str:
    """A picture where only text is shown."""
    return f"Picture: {alt}"


def more(count: int) -> str:
    """Lines there is no room for."""
    return f"… and {count} more."


def drawn(mark: str, draw: int) -> str:
    """The footer of a roll."""
    return f"{mark} · draw {draw}"


def newer(url: str) -> str:
    """Where a card's story went on."""
    return f"→ [What came of it]({url})"


# -- undo, nudges and chapters of dice --------------------------------------------------------------


def undone_by(number: int) -> str:
    """What became of an entry."""
    return f"Undone by #{number}."


def undoes(who: str, entries: Iterable[int]) -> str:
    """Somebody took entries back."""
    return f"{who} undoes {_numbers(entries)}."


def brings_back(who: str, entries: Iterable[int]) -> str:
    """Somebody took an undo back."""
    return f"{who} brings back what was undone by {_numbers(entries)}."


def reason(why: str) -> str:
    """Why, in the actor's words."""
    return f"Reason: {why}"


def taken_back(name: str) -> str:
    """A record that an undo closes."""
    return f"{name} is taken back."


def rolled_again(entries: Iterable[int]) -> str:
    """A roll that follows the undo of another."""
    return f"Rolled again after the undo of {_numbers(entries)}; those dice stay in the journal."


def _numbers(entries: Iterable[int]) -> str:
    return ", ".join(f"#{number}" for number in entries)


def sealed(chapter: int, open_seal: str, secret_seal: str) -> str:
    """A chapter of dice begins; the beginnings of both its seals."""
    return f"Dice chapter {chapter} is sealed: open dice `{open_seal}…`, secret dice `{secret_seal}…`."


def nudged(who: str, what: str) -> str:
    """A reminder."""
    return f"{who}, this waits for you: {what}"
