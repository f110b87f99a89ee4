"""The tables. Columns are for what is searched; states are typed JSON.

Ids of records appear in buttons for years: they come from interaction ids and are never reused.
`waiting`, `links`, `channels` and `members` are derived from states in the same write.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    and_,
    false,
)
from sqlalchemy.engine import Dialect


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC time on every engine; SQLite would drop the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive times: nobody could say later what they meant."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return value.astimezone(UTC).replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back what was stored, aware."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


# On SQLite only an INTEGER primary key counts up by itself, and AUTOINCREMENT never reuses a number.
Counting = BigInteger().with_variant(Integer, "sqlite")


def _campaign(primary_key: bool = False) -> Column[Any]:
    return Column(
        "campaign_id", String(40), ForeignKey("campaigns.id"), nullable=False, primary_key=primary_key
    )


campaigns = Table(
    "campaigns",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("is_server", Boolean, nullable=False),
    Column("began_at", UtcDateTime, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("chapter", Integer, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("secret_seed", LargeBinary, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("secret_drawn", Integer, nullable=False),
    # When it says that it has been silent for longer than it likes; null where it doesn't, or has said so.
    Column("silent_at", UtcDateTime),
    Index(None, "guild_id"),
    Index(
        "ix_campaigns_silent",
        "silent_at",
        sqlite_where=Column("silent_at", UtcDateTime).is_not(None),
        postgresql_where=Column("silent_at", UtcDateTime).is_not(None),
    ),
    Index(
        "uq_campaigns_server",
        "guild_id",
        unique=True,
        sqlite_where=Column("is_server", Boolean).is_(True),
        postgresql_where=Column("is_server", Boolean).is_(True),
    ),
)

# Chapters of dice that have ended: the open seed is published with the end, the secret one apart, or never.
# The running chapter stands in `campaigns`.
chapters = Table(
    "chapters",
    metadata,
    _campaign(primary_key=True),
    Column("chapter", Integer, primary_key=True, autoincrement=False),
    Column("seed", LargeBinary, nullable=False),
    Column("secret_seed", LargeBinary, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("secret_drawn", Integer, nullable=False),
    # The entries it spans; the last is the one that ended it.
    Column("first_entry", Integer, nullable=False),
    Column("last_entry", Integer, nullable=False),
    Column("began_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("secret_revealed_at", UtcDateTime),
)

channels = Table(
    "channels",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    _campaign(),
    Index(None, "campaign_id"),
)

members = Table(
    "members",
    metadata,
    _campaign(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("standing", String(20), nullable=False),
    # When the list of what waits for this person is due, who reads one a day instead of single mentions.
    Column("digest_at", UtcDateTime),
    # The last entry of which a recap told them.
    Column("read_to", Integer, nullable=False, server_default="0"),
    Index(None, "user_id"),
)

records = Table(
    "records",
    metadata,
    Column("id", String(40), primary_key=True),
    _campaign(),
    Column("system", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("name", String(200), nullable=False),
    Column("name_key", String(200), nullable=False),
    Column("owner_id", BigInteger),
    Column("parent_id", String(40)),
    Column("version", Integer, nullable=False),
    Column("is_archived", Boolean, nullable=False),
    Column("rolled_back", Integer),
    Column("state_version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Index(None, "campaign_id", "kind", "name_key"),
    Index(None, "campaign_id", "owner_id"),
    Index(None, "parent_id"),
)

links = Table(
    "links",
    metadata,
    Column("record_id", String(40), ForeignKey("records.id"), primary_key=True),
    Column("target_id", String(40), primary_key=True),
    Index(None, "target_id"),
)

waiting = Table(
    "waiting",
    metadata,
    Column("record_id", String(40), ForeignKey("records.id"), primary_key=True),
    Column("step", String(40), primary_key=True),
    _campaign(),
    Column("revision", Integer, nullable=False),
    Column("who", BigInteger),
    Column("label", String(200), nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("nudged_at", UtcDateTime),
    # The entry whose message mentions a game master for it; null where nobody of them need be told.
    Column("announced_by", Integer),
    # The step's clock: when something is due next, its deadline, since when that counts, how many reminders
    # went out, and how its deadline stands (`bot/play/clocks.py`).
    Column("due_at", UtcDateTime),
    Column("deadline", UtcDateTime),
    Column("counts_from", UtcDateTime),
    Column("reminded", Integer, nullable=False),
    Column("stage", Integer, nullable=False),
    Index(None, "campaign_id", "who"),
    Index(
        "ix_waiting_due",
        "due_at",
        sqlite_where=Column("due_at", UtcDateTime).is_not(None),
        postgresql_where=Column("due_at", UtcDateTime).is_not(None),
    ),
)

_undone_by, _undoes = Column("undone_by", Integer), Column("undoes", Text)
journal = Table(
    "journal",
    metadata,
    _campaign(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("interaction_id", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("actor_id", BigInteger, nullable=False),
    Column("on_behalf_of", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("system", String(40), nullable=False),
    Column("action", String(60), nullable=False),
    Column("input", Text, nullable=False),
    Column("subject_id", String(40)),
    Column("dice", Text, nullable=False),
    Column("drawing", Integer),
    Column("secret_drawing", Integer),
    Column("chapter", Integer, nullable=False),
    Column("events", Text, nullable=False),
    Column("has_secret", Boolean, nullable=False),
    Column("undoes", Text),
    Column("undone_by", Integer),
    Column("reason", Text),
    UniqueConstraint("interaction_id"),
    Index(None, "campaign_id", "actor_id", "number"),
    Index(None, "campaign_id", "system", "number"),
    # By record, what stands and may be news (`bot/storage/news.py`): found without reading the entries.
    Index(
        "ix_journal_news",
        "campaign_id",
        "subject_id",
        "number",
        "system",
        "action",
        sqlite_where=and_(_undone_by.is_(None), _undoes.is_(None)),
        postgresql_where=and_(_undone_by.is_(None), _undoes.is_(None)),
    ),
)

changes = Table(
    "changes",
    metadata,
    Column("campaign_id", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("record_id", String(40), ForeignKey("records.id"), primary_key=True),
    Column("version_before", Integer, nullable=False),
    Column("version_after", Integer, nullable=False),
    # The whole earlier row, compressed; null where the entry opened the record.
    Column("before", LargeBinary),
    ForeignKeyConstraint(["campaign_id", "number"], ["journal.campaign_id", "journal.number"]),
    Index(None, "record_id", "number"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Counting, primary_key=True),
    _campaign(),
    Column("entry", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("audience", String(12), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("record_id", String(40)),
    Column("interaction_id", BigInteger),
    Column("created_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", UtcDateTime),
    Column("done_at", UtcDateTime),
    # The row that must be done before this one may be sent.
    Column("after_row", BigInteger),
    # Whether the record's live card moves on to tell it, where that stands in sight.
    Column("in_place", Boolean, nullable=False, server_default=false()),
    Index(
        "ix_outbox_entry",
        "campaign_id",
        "entry",
    ),
    Index(
        "ix_outbox_open",
        "id",
        sqlite_where=Column("done_at", UtcDateTime).is_(None),
        postgresql_where=Column("done_at", UtcDateTime).is_(None),
    ),
    sqlite_autoincrement=True,
)

messages = Table(
    "messages",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    _campaign(),
    Column("entry", Integer, nullable=False),
    Column("audience", String(12), nullable=False),
    Column("record_id", String(40)),
    Column("posted_at", UtcDateTime, nullable=False),
    # Whether the message was last drawn with something that may have to be redrawn.
    Column("is_live", Boolean, nullable=False),
    # Whether it is the live card of its record, which shows it whatever was undone.
    Column("is_card", Boolean, nullable=False),
    # How many entries the campaign had when it was last drawn.
    Column("as_of", Integer, nullable=False),
    # What bears buttons of a record, and its newest message, however many came before. Without the mark
    # among its columns SQLite may take the other index, and read them all.
    Index(
        "ix_messages_live",
        "record_id",
        "is_live",
        sqlite_where=Column("is_live", Boolean).is_(True),
        postgresql_where=Column("is_live", Boolean).is_(True),
    ),
    Index("ix_messages_newest", "record_id", "audience", "entry", "message_id"),
    Index(None, "campaign_id", "entry"),
)

# What a live card told before the entry that it tells now.
earlier = Table(
    "earlier",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    _campaign(),
    Index(None, "campaign_id", "entry"),
)

# What a preview offered: private, unjournaled, gone after 60 days. `entry` took it.
offers = Table(
    "offers",
    metadata,
    Column("id", String(40), primary_key=True),
    # No reference: PostgreSQL would lock the campaign's row for it, and a preview waits for nobody who acts.
    Column("campaign_id", String(40), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("actions", Text, nullable=False),
    Column("versions", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    # How many entries the campaign had.
    Column("entries", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("entry", Integer),
    Index(None, "at"),
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
