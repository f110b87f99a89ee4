"""The games. Each folder is one, found by its `SYSTEM`; adding one touches nothing else."""

from __future__ import annotations

import pkgutil


def found() -> list[str]:
    """The packages of every system here, the built-in `table` among them, by name."""
    return sorted(f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__) if module.ispkg)
