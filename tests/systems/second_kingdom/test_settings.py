"""The rulings that leave the campaign a choice."""

from __future__ import annotations

import pytest

from bot.systems.second_kingdom.settings import RATINGS, hides_rating


@pytest.mark.parametrize(
    ("decided", "said", "hidden"),
    [
        ({}, None, False),
        ({RATINGS.key: "shown"}, None, False),
        ({RATINGS.key: "hidden"}, None, True),
        ({RATINGS.key: "hidden"}, False, False),
        ({}, True, True),
    ],
)
def test_q4_a_rating_is_hidden_as_said_or_else_as_decided(
    decided: dict[str, str], said: bool | None, hidden: bool
) -> None:
    assert hides_rating(decided, said) is hidden
