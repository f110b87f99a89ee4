"""Fresh messages for everything that waits, where the old ones are gone for good."""

from __future__ import annotations

import sqlalchemy as sa

from bot.play.house import House
from bot.play.keep import PUBLIC_POST
from bot.storage import outbox, waiting
from bot.storage.models import journal


def everything_anew(connection: sa.Connection, house: House) -> int:
    """Forget every message and ask for a new one of each record that waits; how many that are.

    For a Discord that doesn't outlive its process: the sandbox's.
    """
    outbox.forget_all(connection)
    records = waiting.records(connection)
    for record_id in records:
        campaign, number, channel = _newest_entry(connection, record_id)
        values = {
            "campaign_id": campaign,
            "entry": number,
            "audience": PUBLIC_POST,
            "channel_id": channel,
            "record_id": record_id,
            "interaction_id": None,
            "created_at": house.now(),
        }
        outbox.post(connection, values)
    return len(records)


def _newest_entry(connection: sa.Connection, record_id: str) -> tuple[str, int, int]:
    """The newest entry about a record that stands: its message bears the record's buttons."""
    row = connection.execute(
        sa.select(journal.c.campaign_id, journal.c.number, journal.c.channel_id)
        .where(journal.c.subject_id == record_id, journal.c.undone_by.is_(None))
        .order_by(journal.c.number.desc())
        .limit(1)
    ).one()
    return row[0], row[1], row[2]
