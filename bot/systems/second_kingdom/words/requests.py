"""Challenges that players ask for: asked, set or declined."""

from __future__ import annotations

from bot.systems.second_kingdom.words.heroes import VIRTUES

# -- buttons and forms ----------------------------------------------------------------------------

SET, DECLINE = "Set rating", "Decline"
SECRECY = "Rating and chances"
SHOWN, HIDDEN = "Shown to everyone", "Hidden: only for game masters"
REASON = "A word to the player"
REASON_HINT = "Everyone in the channel reads it"


def label(hero: str, action: str) -> str:
    """A request that waits, in a list."""
    return f"{hero} asks: {action}"


# -- refused --------------------------------------------------------------------------------------


def too_many(most: int) -> str:
    """A hero for whom much was asked already."""
    return f"{most} requests of this hero wait for a game master already; nothing was asked."


def bad_reason(most: int, length: int) -> str:
    """Too many words."""
    return f"Say it in at most {most} characters; this has {length}."


# -- the card -------------------------------------------------------------------------------------


def suggested(virtue: str | None) -> str:
    """The virtue a player has in mind."""
    return f"Suggested: {VIRTUES[virtue]}" if virtue is not None else "No virtue suggested"


def is_asked(hero: str, player: str) -> str:
    """Who asks, and who answers."""
    return f"{player} asks for this challenge of **{hero}**; a game master sets the rating or declines."


WAS_SET = "A game master set the rating; the challenge has a message of its own."
WAS_DECLINED = "Declined by a game master."


def is_declined(hero: str, player: str) -> str:
    """The answer no."""
    return f"{player}, no challenge comes of this for **{hero}**."


def reason(text: str) -> str:
    """Why."""
    return f"The game master's word: {text}"


# -- the journal ----------------------------------------------------------------------------------


def asked(hero: str, player: str, action: str, virtue: str | None) -> str:
    """The request, in the journal."""
    which = f" ({VIRTUES[virtue]})" if virtue is not None else ""
    return f"{hero}: {player} asks for a challenge: {action}{which}."


def declined(hero: str, action: str, text: str) -> str:
    """The answer no, in the journal."""
    return f"{hero}: no challenge for {action}." + (f" {text}" if text else "")
