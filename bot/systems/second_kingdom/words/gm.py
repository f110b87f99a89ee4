"""What game masters do in a player's place, or take back."""

from __future__ import annotations

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
