"""Standing orders: what is done for somebody who says nothing, in their words or by an answer in advance.

A person has one in a campaign (`Campaign.orders`); in a game also a character can have one, in words, for
where their player says nothing. It is given in a form of its own, never along the way, and the next word of
their own ends it.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.text import T, of_length
from bot.engine.words import one_line

ORDER_LENGTH = 200


@dataclass(frozen=True, slots=True)
class AnswerInAdvance:
    """An answer that can be given in advance, as who gives it reads it: “Asked to save: roll”.

    `Choice.advance` names it by its key.
    """

    key: str
    says: T


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What somebody said in advance: in words for whoever acts for them, and answers by their keys."""

    person: int
    words: str = ""
    answers: tuple[str, ...] = ()


def order_words(text: str) -> str:
    """An order as it is kept, in one line. Raises RuleViolation where it is too long."""
    return of_length(
        one_line(text),
        ORDER_LENGTH,
        "order.length",
        "A standing order can have up to {most} characters{given}.",
    )
