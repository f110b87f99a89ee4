"""Messages of what links to a record: where one without a message of its own is shown."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from bot.storage.models import links, messages
from bot.storage.outbox import MessageRow

_ABOUT = (
    sa.select(links.c.target_id, messages)
    .join(messages, messages.c.record_id == links.c.record_id)
    .where(links.c.target_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(messages.c.message_id)
)


def showing(connection: sa.Connection, record_ids: Sequence[str]) -> list[tuple[str, MessageRow]]:
    """Every message about a record that links to one of those, with that one, oldest first."""
    rows = connection.execute(_ABOUT, {"ids": record_ids})
    return [(str(target), MessageRow._make(row)) for target, *row in rows]
