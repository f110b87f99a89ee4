"""Fresh messages for everything that waits, where the old ones are gone for good."""

from __future__ import annotations

import sqlalchemy as sa

from bot.play.house import House
from bot.play.keep import PUBLIC_POST
from bot.storage import outbox, records, waiting
from bot.storage.models import journal


def everything_anew(connection: sa.Connection, house: House) -> int:
    """Forget every message and ask for a new one of each record that waits; how many that are.

    For a Discord that doesn't outlive its process: the sandbox's.
    """
    outbox.forget_all(connection)
    found = (_newest_entry(connection, record_id) for record_id in waiting.records(connection))
    entries = dict.fromkeys(entry for entry in found if entry is not None)
    for campaign, number, channel, subject in entries:
        values = {
            "campaign_id": campaign,
            "entry": number,
            "audience": PUBLIC_POST,
            "channel_id": channel,
            "record_id": subject,
            "interaction_id": None,
            "created_at": house.now(),
        }
        outbox.post(connection, values)
    return len(entries)


def _newest_entry(connection: sa.Connection, record_id: str) -> tuple[str, int, int, str] | None:
    """The newest entry that stands about a record, or else about what links to it.

    Its message bears the record's buttons.
    """
    for subjects in ([record_id], records.linking(connection, [record_id])):
        row = connection.execute(
            sa.select(journal.c.campaign_id, journal.c.number, journal.c.channel_id, journal.c.subject_id)
            .where(journal.c.subject_id.in_(subjects), journal.c.undone_by.is_(None))
            .order_by(journal.c.number.desc())
            .limit(1)
        ).first()
        if row is not None:
            return row[0], row[1], row[2], row[3]
    return None
