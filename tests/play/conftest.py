"""Fixtures of how it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.storage.address import Address
from tests.databases import Templates


@pytest.fixture
def address(engine: str, templates: Templates, tmp_path: Path) -> Address:
    """A migrated database of each engine in turn: to fill one anew costs a tenth of making a new one."""
    return templates.filled(engine, tmp_path)
