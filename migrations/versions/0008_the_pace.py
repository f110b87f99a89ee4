"""A step that waits has a clock; a campaign says that it is silent; who reads a digest, and a recap."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.storage.models import UtcDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

CLOCKS = (("waiting", "due_at", "ix_waiting_due"), ("campaigns", "silent_at", "ix_campaigns_silent"))


def upgrade() -> None:
    """Nothing that waits already has a clock: the campaign's pace winds it when that is first set."""
    op.add_column("waiting", sa.Column("due_at", UtcDateTime()))
    op.add_column("waiting", sa.Column("deadline", UtcDateTime()))
    op.add_column("waiting", sa.Column("counts_from", UtcDateTime()))
    op.add_column("waiting", sa.Column("reminded", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("waiting", sa.Column("stage", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("campaigns", sa.Column("silent_at", UtcDateTime()))
    op.add_column("members", sa.Column("digest_at", UtcDateTime()))
    op.add_column("members", sa.Column("read_to", sa.Integer(), nullable=False, server_default="0"))
    for table, column, index in CLOCKS:
        is_due = sa.column(column).is_not(None)
        op.create_index(index, table, [column], sqlite_where=is_due, postgresql_where=is_due)
    stands = sa.and_(sa.column("undone_by").is_(None), sa.column("undoes").is_(None))
    news = ["campaign_id", "subject_id", "number", "system", "action"]
    op.create_index("ix_journal_news", "journal", news, sqlite_where=stands, postgresql_where=stands)


def downgrade() -> None:
    """Nobody is reminded any more."""
    op.drop_index("ix_journal_news", "journal")
    for table, _column, index in CLOCKS:
        op.drop_index(index, table)
    for table, columns in COLUMNS.items():
        for column in columns:
            op.drop_column(table, column)


COLUMNS = {
    "members": ("read_to", "digest_at"),
    "campaigns": ("silent_at",),
    "waiting": ("stage", "reminded", "counts_from", "deadline", "due_at"),
}
