"""Engines that share what SQLAlchemy has compiled: else each bot compiles the same statements anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

Create = Callable[..., sa.Engine]


@contextmanager
def shared_compilation() -> Iterator[None]:
    """As a bot that has been up for a while: of two thousand bots, only the first one compiles."""
    shared: dict[tuple[Any, ...], sa.Engine] = {}
    with pytest.MonkeyPatch.context() as patch:
        for name in ("sqlalchemy.create_engine", "sqlalchemy.ext.asyncio.engine._create_engine"):
            patch.setattr(name, sharing(sa.create_engine, shared))
        yield


def sharing(create: Create, shared: dict[tuple[Any, ...], sa.Engine]) -> Create:
    """Let each engine have the dialect of the first of its sort, by which compiled statements are known."""

    def created(url: Any, **options: Any) -> sa.Engine:
        engine = create(url, **options)
        sort = (sa.make_url(url).drivername, options.get("isolation_level"))
        first = shared.get(sort)
        if first is None or first.dialect.server_version_info is None:
            # It has not met its server yet.
            shared[sort] = engine
        else:
            engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
        return engine

    return created
