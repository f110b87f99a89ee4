"""Whoever opposes a challenge: named on its card, suggested, or refused."""

from __future__ import annotations

from bot.systems.second_kingdom.words.heroes import VIRTUES

RATING_OR_OPPONENT = "Say a rating, or who opposes: the rating is then the opponent's virtue."
AGAINST_ITSELF = "A hero can't be its own opponent; name somebody else, or nobody."
HIDDEN_OPPONENT = (
    "The table doesn't know of that opponent yet, and the card would name it. `/sk npc reveal` it first, "
    "or leave the opponent out and say a rating."
)
UNKNOWN_SCORE = (
    "The table doesn't know that opponent's virtues, and the card would tell one. Say a rating, or hide it."
)


def no_such_opponent(name: str, *, several: bool) -> str:
    """Nobody of that name, or more than one."""
    if several:
        return f"Several are called “{name}”; pick one from the list."
    return f"Neither a hero nor one of your own is called “{name}”; pick one from the list."


def has_no_virtue(name: str) -> str:
    """An opponent without a score in the virtue of that name."""
    return f"That opponent has no {VIRTUES[name]}; say a rating."


def score_of(score: str, opponent: str, name: str) -> str:
    """An opponent's virtue, suggested as a rating."""
    return f"{score}: the {VIRTUES[name]} of {opponent}"


def opposed(opponent: str) -> str:
    """Who stands against the hero."""
    return f"Opposed by **{opponent}**"
