"""Rows of a test, named by the rule that each of them holds."""

from __future__ import annotations

from typing import Any

import pytest


def by_rule(names: str, *rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """A case for each row, called after the rule that stands first in it; the rest are the values of `names`.

    @by_rule(
        "begin, action, refusal",
        ("a_new_hex_needs_its_terrain", on_small(), SetHexes("7,7"), refuses("hex.needs_terrain", "7,7")),
    )
    """
    return pytest.mark.parametrize(names, [pytest.param(*values, id=rule) for rule, *values in rows])
