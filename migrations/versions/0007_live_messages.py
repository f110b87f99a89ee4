"""What a record's live messages are found by names the mark as well: SQLite prefers no other index then."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index anew; nothing that is there changes."""
    op.drop_index("ix_messages_live", "messages")
    _create("record_id", "is_live")


def downgrade() -> None:
    """Put the old one back."""
    op.drop_index("ix_messages_live", "messages")
    _create("record_id")


def _create(*columns: str) -> None:
    is_live = sa.column("is_live", sa.Boolean()).is_(True)
    op.create_index(
        "ix_messages_live", "messages", list(columns), sqlite_where=is_live, postgresql_where=is_live
    )
