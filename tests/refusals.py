"""Refusals are matched by their code: nobody matches English."""

from __future__ import annotations

import pytest

from bot.errors import UserError


def refuses(code: str, error: type[UserError] = UserError) -> pytest.RaisesExc[UserError]:
    """See that what is done within is refused with that code; `str(caught.value)` is what a person reads."""
    return pytest.raises(error, check=lambda refusal: refusal.code == code)
