"""Small facts the bot keeps of itself."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from bot.storage.models import facts


def read_fact(connection: sa.Connection, name: str) -> str | None:
    """The fact of that name, if it was ever written."""
    value: str | None = connection.execute(sa.select(facts.c.value).where(facts.c.name == name)).scalar()
    return value


def write_fact(connection: sa.Connection, name: str, value: str) -> None:
    """Write a fact over its earlier value."""
    connection.execute(facts.delete().where(facts.c.name == name))
    connection.execute(facts.insert(), {"name": name, "value": value})


def swap_fact(connection: sa.Connection, name: str, old: str | None, new: str) -> bool:
    """Write a fact if it still is the old one, or with None is not there; whether it was.

    Raises IntegrityError where another process has just written the first.
    """
    if old is None:
        if read_fact(connection, name) is not None:
            return False
        connection.execute(facts.insert(), {"name": name, "value": new})
        return True
    is_old = sa.and_(facts.c.name == name, facts.c.value == old)
    return connection.execute(facts.update().where(is_old).values(value=new)).rowcount == 1


def drop_fact_of(connection: sa.Connection, name: str, value: str) -> None:
    """Forget a fact if it still has that value."""
    connection.execute(facts.delete().where(facts.c.name == name, facts.c.value == value))


def facts_like(connection: sa.Connection, prefix: str) -> dict[str, str]:
    """Every fact whose name begins so."""
    rows = connection.execute(sa.select(facts).where(facts.c.name.startswith(prefix, autoescape=True)))
    return {str(name): str(value) for name, value in rows}


def drop_facts(connection: sa.Connection, names: Sequence[str]) -> None:
    """Forget those facts."""
    if names:
        connection.execute(facts.delete().where(facts.c.name.in_(names)))
