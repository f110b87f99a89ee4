"""Refusals are matched by their code, and by the values they name: nobody matches English."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bot.errors import UserError


def refuses(code: str, *named: object, error: type[UserError] = UserError) -> pytest.RaisesExc[UserError]:
    """See that what is done within is refused with that code, in a sentence that names those values.

    `str(caught.value)` is what a person reads.
    """

    def matches(refusal: UserError) -> bool:
        sentence = str(refusal)
        named_in = (re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", sentence) for value in named)
        return refusal.code == code and all(named_in)

    return pytest.raises(error, check=matches)


def sentence_of(deed: Callable[..., object], *given: object, **named: object) -> str:
    """The sentence that refuses the deed, where it is the sentence that is tried."""
    with pytest.raises(UserError) as caught:
        deed(*given, **named)
    return str(caught.value)
