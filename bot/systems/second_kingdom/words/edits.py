"""Changes to a sheet that a game master approves or declines."""

from __future__ import annotations

APPROVE, DECLINE = "Approve", "Decline"
ANSWERS = {"approved": "approved", "declined": "declined"}

WAITS_ALREADY = (
    "A change of that waits for a game master already; nothing was changed. "
    "`/waiting` links to it, `/undo` takes back your latest."
)


def too_many(most: int) -> str:
    """A sheet of which much waits already."""
    return f"{most} changes of this sheet wait for a game master already; nothing was changed."


def has_changed(now: str, before: str) -> str:
    """The sheet is not as it was when the change was asked for."""
    return (
        f"The sheet has changed since this was asked: {now} stands there, not {before}; "
        "nothing was changed. Decline it, and let it be asked anew."
    )


def label(hero: str, changes: str) -> str:
    """What waits, in a list."""
    return f"{hero}: {changes}"


# -- told -----------------------------------------------------------------------------------------


def title(hero: str) -> str:
    """The card about a change."""
    return f"{hero}: a change to the sheet"


def is_asked(player: str) -> str:
    """Who asks, and who answers."""
    return f"{player} asks for it; a game master approves or declines."


def is_answered(answer: str) -> str:
    """How it ended."""
    return f"{ANSWERS[answer].capitalize()}."


def is_approved(player: str) -> str:
    """The answer yes."""
    return f"Approved, as {player} asked."


def is_declined(player: str) -> str:
    """The answer no."""
    return f"Declined; {player} had asked for it."


def asked(hero: str, player: str, changes: str) -> str:
    """The question, in the journal."""
    return f"{hero}: {player} asks for {changes}."


def answered(hero: str, player: str, changes: str, answer: str) -> str:
    """The answer, in the journal."""
    return f"{hero}: {changes}, asked by {player}: {ANSWERS[answer]}."
